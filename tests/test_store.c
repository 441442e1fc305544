/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The template store: definitions, changes and withdrawals as facts with a position (RFC 7011 section 8).
 */
#include "octets.h"

#include <time.h>

/* Records to put: as they stand behind the header of a Template Set or Options Template Set. */
#define ADDRESS_256 "0100 0001 0008 0004"
#define COUNTER_256 "0100 0001 0001 0008"
#define OPTIONS_257 "0101 0002 0001 000a 0004 0052 ffff"
#define WITHDRAW_256 "0100 0000"
#define WITHDRAW_257 "0101 0000"
#define WITHDRAW_ALL_TEMPLATES "0002 0000"
#define WITHDRAW_ALL_OPTIONS "0003 0000"

static struct ipfix_store *store_new(void)
{
    return ipfix_store_new(IPFIX_TRANSPORT_TCP, NULL, NULL);
}

/* The number of the one element of the definition in force, 0: none is. */
static unsigned element_at(const struct ipfix_store *s, uint16_t id, ipfix_pos at)
{
    const struct ipfix_template *t = ipfix_store_get(s, DOMAIN, id, at);

    return t != NULL ? t->spec[0].id : 0;
}

/* ---- definitions ---- */

static void a_definition_holds_from_behind_its_place(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 100), IPFIX_OK);
    assert_null(ipfix_store_get(s, DOMAIN, 256, 99));
    assert_null(ipfix_store_get(s, DOMAIN, 256, 100));
    assert_non_null(ipfix_store_get(s, DOMAIN, 256, 101));
    assert_non_null(ipfix_store_get(s, DOMAIN, 256, IPFIX_POS_LAST));
    assert_null(ipfix_store_get(s, DOMAIN, 257, 101));
    ipfix_store_free(s);
}

static void expecting_data_changes_nothing(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    ipfix_store_expect(s, DOMAIN, 256);
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 100), IPFIX_OK);
    ipfix_store_expect(s, DOMAIN, 256);
    ipfix_store_expect(s, DOMAIN, 0);
    assert_int_equal(element_at(s, 256, 101), 8);
    assert_int_equal(element_at(s, 256, 100), 0);
    ipfix_store_free(s);
}

static void a_template_is_resolved_and_planned_when_it_arrives(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    assert_int_equal(store_put_record(s, 3, OPTIONS_257, 100), IPFIX_OK);
    const struct ipfix_template *t = ipfix_store_get(s, DOMAIN, 257, 101);
    assert_int_equal(t->id, 257);
    assert_int_equal(t->at, 100);
    assert_true(t->options);
    assert_int_equal(t->field_count, 2);
    assert_int_equal(t->scope_count, 1);
    assert_int_equal(t->min_len, 5);
    assert_int_equal(t->fixed_count, 1);
    assert_string_equal(t->spec[0].ie->name, "ingressInterface");
    assert_int_equal(t->spec[0].load, IPFIX_LOAD_U32);
    assert_string_equal(t->spec[1].ie->name, "interfaceName");
    assert_int_equal(t->spec[1].type, IPFIX_STRING);
    ipfix_store_free(s);
}

static const struct ipfix_ie *rename_all(void *ctx, uint32_t pen, uint16_t id)
{
    (void)pen;
    (void)id;
    return ctx;
}

static void a_finder_is_asked_before_the_registry(void **state)
{
    static struct ipfix_ie own = {.id = 8, .type = IPFIX_U32, .name = "own"};
    struct ipfix_store *s = ipfix_store_new(IPFIX_TRANSPORT_FILE, rename_all, &own);

    (void)state;
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 1), IPFIX_OK);
    const struct ipfix_template *t = ipfix_store_get(s, DOMAIN, 256, 2);
    assert_ptr_equal(t->spec[0].ie, &own);
    assert_int_equal(t->spec[0].type, IPFIX_U32);
    ipfix_store_free(s);
}

static void a_change_is_seen_by_exactly_what_comes_behind_it(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 100), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, COUNTER_256, 200), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 300), IPFIX_OK);
    assert_int_equal(element_at(s, 256, 301), 8);
    assert_int_equal(element_at(s, 256, 300), 1);
    assert_int_equal(element_at(s, 256, 201), 1);
    assert_int_equal(element_at(s, 256, 200), 8);
    assert_int_equal(element_at(s, 256, 100), 0);
    ipfix_store_free(s);
}

static void a_refresh_is_no_change(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 100), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 200), IPFIX_SAME);
    assert_int_equal(ipfix_store_get(s, DOMAIN, 256, 201)->at, 100);
    ipfix_store_free(s);
}

static void a_second_visit_changes_nothing_and_hears_the_same(void **state)
{
    static const struct {
        unsigned set;
        const char *record;
        enum ipfix_status status;
    } ROWS[] = {
        {2, ADDRESS_256, IPFIX_OK},
        {2, ADDRESS_256, IPFIX_SAME},
        {2, COUNTER_256, IPFIX_OK},
        {2, WITHDRAW_256, IPFIX_OK},
        {2, WITHDRAW_256, IPFIX_NOT_HELD},
        {2, COUNTER_256, IPFIX_OK},
        {2, WITHDRAW_ALL_TEMPLATES, IPFIX_OK},
        {2, COUNTER_256, IPFIX_OK},
    };
    const size_t count = sizeof ROWS / sizeof ROWS[0];
    struct ipfix_store *s = store_new();
    size_t iter = 0, kept = 0;
    uint32_t domain;

    (void)state;
    for (size_t i = 0; i < count; i++)
        assert_int_equal(store_put_record(s, ROWS[i].set, ROWS[i].record, 10 * i), ROWS[i].status);
    for (size_t i = count; i-- > 0;)
        assert_int_equal(store_put_record(s, ROWS[i].set, ROWS[i].record, 10 * i), ROWS[i].status);
    while (ipfix_store_each(s, &iter, &domain) != NULL)
        kept++;
    assert_int_equal(kept, 4);
    ipfix_store_free(s);
}

static void records_may_arrive_in_any_order(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 300), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 100), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, COUNTER_256, 200), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, WITHDRAW_256, 250), IPFIX_OK);
    assert_int_equal(element_at(s, 256, 100), 0);
    assert_int_equal(element_at(s, 256, 101), 8);
    assert_int_equal(element_at(s, 256, 201), 1);
    assert_int_equal(element_at(s, 256, 251), 0);
    assert_int_equal(element_at(s, 256, 301), 8);
    ipfix_store_free(s);
}

static void a_refresh_is_forgotten_where_a_change_before_it_arrives_later(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 10), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 15), IPFIX_SAME);
    assert_int_equal(store_put_record(s, 2, COUNTER_256, 12), IPFIX_OK);
    assert_int_equal(element_at(s, 256, 11), 8);
    assert_int_equal(element_at(s, 256, 16), 1);
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 15), IPFIX_OK); /* now it is a change */
    assert_int_equal(element_at(s, 256, 15), 1);
    assert_int_equal(element_at(s, 256, 16), 8);
    ipfix_store_free(s);
}

static void a_withdrawal_of_nothing_is_forgotten_where_its_definition_arrives_later(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    assert_int_equal(store_put_record(s, 2, WITHDRAW_256, 15), IPFIX_NOT_HELD);
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 10), IPFIX_OK);
    assert_int_equal(element_at(s, 256, 16), 8);
    ipfix_store_free(s);
}

static void domains_do_not_mix(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 100), IPFIX_OK);
    assert_null(ipfix_store_get(s, DOMAIN + 1, 256, 200));
    assert_null(ipfix_store_get(s, DOMAIN | 0x10000, 256, 200));
    ipfix_store_free(s);
}

static void templates_and_options_templates_share_their_numbers(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    assert_int_equal(store_put_record(s, 3, OPTIONS_257, 100), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, "0101 0001 0008 0004", 200), IPFIX_OK);
    assert_true(ipfix_store_get(s, DOMAIN, 257, 200)->options);
    assert_false(ipfix_store_get(s, DOMAIN, 257, 201)->options);
    ipfix_store_free(s);
}

static void what_breaks_a_rule_is_kept_only_if_data_can_be_laid_out(void **state)
{
    static const struct {
        unsigned set;
        const char *record;
        enum ipfix_status status;
    } ROWS[] = {
        {2, "00ff 0001 0008 0004", IPFIX_TEMPLATE_ID},
        {3, "0100 0001 0002 0008 0004", IPFIX_TEMPLATE_SCOPE},
        {3, "0002 0000", IPFIX_WITHDRAW_WRONG_SET},
        {2,
         "0100 0011 00520000 00520000 00520000 00520000 00520000 00520000 00520000 00520000 00520000"
         "00520000 00520000 00520000 00520000 00520000 00520000 00520000 00520000",
         IPFIX_TEMPLATE_ZEROS},
        {3, "0101 0001 0000 0008 0004", IPFIX_OK}, /* no scope field */
        {2, "0102 0001 0052 0000", IPFIX_OK},      /* no octets */
    };
    struct ipfix_store *s = store_new();

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        assert_int_equal(store_put_record(s, ROWS[i].set, ROWS[i].record, i), ROWS[i].status);
    assert_null(ipfix_store_get(s, DOMAIN, 255, IPFIX_POS_LAST));
    assert_null(ipfix_store_get(s, DOMAIN, 256, IPFIX_POS_LAST));
    assert_non_null(ipfix_store_get(s, DOMAIN, 257, IPFIX_POS_LAST));
    assert_int_equal(ipfix_store_get(s, DOMAIN, 258, IPFIX_POS_LAST)->min_len, 0);
    ipfix_store_free(s);
}

/* ---- withdrawals (section 8.1) ---- */

static void a_withdrawal_holds_from_behind_its_place(void **state)
{
    struct ipfix_store *s = store_new();
    ipfix_pos when = 0;

    (void)state;
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 100), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, WITHDRAW_256, 200), IPFIX_OK);
    assert_int_equal(element_at(s, 256, 200), 8);
    assert_int_equal(element_at(s, 256, 201), 0);
    assert_false(ipfix_store_withdrawn(s, DOMAIN, 256, 200, &when));
    assert_true(ipfix_store_withdrawn(s, DOMAIN, 256, 201, &when));
    assert_int_equal(when, 200);

    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 300), IPFIX_OK);
    assert_int_equal(element_at(s, 256, 301), 8);
    assert_false(ipfix_store_withdrawn(s, DOMAIN, 256, 301, &when));
    assert_false(ipfix_store_withdrawn(s, DOMAIN, 999, 301, &when));
    ipfix_store_free(s);
}

static void what_is_not_held_cannot_be_withdrawn(void **state)
{
    struct ipfix_store *s = store_new();
    ipfix_pos when;

    (void)state;
    assert_int_equal(store_put_record(s, 2, WITHDRAW_256, 100), IPFIX_NOT_HELD);
    assert_false(ipfix_store_withdrawn(s, DOMAIN, 256, 200, &when));
    assert_int_equal(store_put_record(s, 3, OPTIONS_257, 200), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, WITHDRAW_257, 300), IPFIX_NOT_HELD); /* wrong kind */
    assert_non_null(ipfix_store_get(s, DOMAIN, 257, 301));
    assert_int_equal(store_put_record(s, 3, WITHDRAW_257, 400), IPFIX_OK);
    assert_null(ipfix_store_get(s, DOMAIN, 257, 401));
    ipfix_store_free(s);
}

static void all_templates_are_withdrawn_but_not_the_other_kind(void **state)
{
    struct ipfix_store *s = store_new();
    ipfix_pos when = 0;

    (void)state;
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 100), IPFIX_OK);
    assert_int_equal(store_put_record(s, 3, OPTIONS_257, 110), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, WITHDRAW_ALL_TEMPLATES, 200), IPFIX_OK);
    assert_int_equal(element_at(s, 256, 200), 8);
    assert_int_equal(element_at(s, 256, 201), 0);
    assert_int_equal(element_at(s, 257, 201), 10);
    assert_true(ipfix_store_withdrawn(s, DOMAIN, 256, 500, &when));
    assert_int_equal(when, 200);
    assert_int_equal(store_put_record(s, 2, WITHDRAW_256, 250), IPFIX_NOT_HELD);
    assert_int_equal(store_put_record(s, 3, WITHDRAW_ALL_OPTIONS, 300), IPFIX_OK);
    assert_int_equal(element_at(s, 257, 301), 0);
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 400), IPFIX_OK);
    assert_int_equal(element_at(s, 256, 401), 8);
    assert_int_equal(store_put_record(s, 2, WITHDRAW_ALL_TEMPLATES, 150), IPFIX_OK); /* out of order */
    assert_true(ipfix_store_withdrawn(s, DOMAIN, 256, 160, &when));
    assert_int_equal(when, 150);
    ipfix_store_free(s);
}

/* Over UDP a withdrawal could overtake data; exporters must not send any (section 8.4). */
static void withdrawals_over_udp_are_ignored(void **state)
{
    struct ipfix_store *s = ipfix_store_new(IPFIX_TRANSPORT_UDP, NULL, NULL);

    (void)state;
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 100), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, WITHDRAW_256, 200), IPFIX_IGNORED);
    assert_int_equal(store_put_record(s, 2, WITHDRAW_ALL_TEMPLATES, 300), IPFIX_IGNORED);
    assert_int_equal(element_at(s, 256, 301), 8);
    ipfix_store_free(s);
}

/* ---- looking ahead, listing ---- */

static void a_capture_that_begins_too_late_can_look_ahead(void **state)
{
    struct ipfix_store *s = store_new();

    (void)state;
    assert_null(ipfix_store_next(s, DOMAIN, 256, 0));
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 100), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, WITHDRAW_256, 200), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, COUNTER_256, 300), IPFIX_OK);
    assert_int_equal(ipfix_store_next(s, DOMAIN, 256, 0)->at, 100);
    assert_int_equal(ipfix_store_next(s, DOMAIN, 256, 100)->at, 100);
    assert_int_equal(ipfix_store_next(s, DOMAIN, 256, 101)->at, 300);
    assert_null(ipfix_store_next(s, DOMAIN, 256, 301));
    ipfix_store_free(s);
}

static void definitions_are_listed_by_domain_number_and_position(void **state)
{
    static const ipfix_pos WANT[] = {250, 300, 200};
    struct ipfix_store *s = store_new();
    size_t iter = 0;
    uint32_t domain;

    (void)state;
    assert_null(ipfix_store_each(s, &iter, &domain));
    assert_int_equal(store_put_record(s, 3, OPTIONS_257, 200), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, ADDRESS_256, 300), IPFIX_OK);
    assert_int_equal(store_put_record(s, 2, COUNTER_256, 250), IPFIX_OK);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(ipfix_store_each(s, &iter, &domain)->at, WANT[i]);
        assert_int_equal(domain, DOMAIN);
    }
    assert_null(ipfix_store_each(s, &iter, &domain));
    ipfix_store_free(s);
}

static void freeing_no_store_is_fine(void **state)
{
    (void)state;
    ipfix_store_free(NULL);
}

/* ---- load ---- */

/* A template record of its own octets, as a set would yield it. */
static struct ipfix_template_rec record_of(const struct octets *o)
{
    struct ipfix_set set = {
        .kind = IPFIX_SET_TEMPLATES,
        .id = IPFIX_SET_ID_TEMPLATE,
        .in = {.base = o->ptr, .end = (uint32_t)o->len},
    };
    struct ipfix_template_rec rec;

    assert_int_equal(ipfix_template_next(&set, &rec), IPFIX_OK);
    return rec;
}

static void memory_has_a_limit(void **state)
{
    struct octets o = {calloc(1, 4 + 4 * 16000), 4 + 4 * 16000};
    struct ipfix_store *s = store_new();
    size_t fields = 0;

    (void)state;
    memcpy(o.ptr, "\x01\x00\x3e\x80", 4);
    for (size_t i = 4; i < o.len; i += 4)
        memcpy(o.ptr + i, "\x00\x08\x00\x04", 4);
    struct ipfix_template_rec rec = record_of(&o);
    enum ipfix_status status = IPFIX_OK;
    for (ipfix_pos at = 0; status == IPFIX_OK; at++, fields += 16000) {
        o.ptr[7] = (uint8_t)(4 + at % 2); /* a change each time */
        status = ipfix_store_put(s, DOMAIN, &rec, at);
    }
    assert_int_equal(status, IPFIX_STORE_FULL);
    assert_true(fields * sizeof(struct ipfix_spec) >= IPFIX_STORE_MAX / 2);
    assert_true(fields * sizeof(struct ipfix_spec) <= IPFIX_STORE_MAX + (1u << 20));
    assert_int_equal(element_at(s, 256, IPFIX_POS_LAST), 8); /* what was kept stays */
    assert_int_equal(ipfix_store_put(s, DOMAIN, &rec, 0), IPFIX_OK);
    ipfix_store_free(s);
    octets_free(o);
}

static void many_templates_and_look_ups_stay_fast(void **state)
{
    struct octets o = octets_of(ADDRESS_256);
    struct ipfix_template_rec rec = record_of(&o);
    struct ipfix_store *s = store_new();
    clock_t start = clock();

    (void)state;
    for (uint32_t i = 0; i < 60000; i++) {
        rec.id = (uint16_t)(256 + i);
        assert_true(ipfix_store_put(s, DOMAIN, &rec, i) == IPFIX_OK);
    }
    rec.id = 2;
    rec.field_count = 0;
    rec.withdraw_all = true;
    for (uint32_t i = 0; i < 60000; i++) /* each withdraws 60,000 */
        assert_true(ipfix_store_put(s, DOMAIN, &rec, 100000 + i) == IPFIX_OK);
    for (uint32_t i = 0; i < 1000000; i++)
        assert_true(ipfix_store_get(s, DOMAIN, (uint16_t)(256 + i % 60000), 60000 + i % 40000) != NULL);
    assert_null(ipfix_store_get(s, DOMAIN, 300, 200000));
    assert_true(clock() - start < 20 * CLOCKS_PER_SEC); /* a hundredth of it, without sanitizers */
    ipfix_store_free(s);
    octets_free(o);
}

/* Exporters may number in any steps, and begin anew in each domain. */
static void numbers_in_any_steps_are_found_and_those_between_are_not(void **state)
{
    static const uint32_t steps[] = {2, 3, 4, 5, 64, 1000};
    struct octets o = octets_of(ADDRESS_256);
    struct ipfix_template_rec rec = record_of(&o);

    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct ipfix_store *s = store_new();
        for (uint32_t domain = 0; domain < 1000; domain += 250)
            for (uint32_t id = 256; id <= UINT16_MAX; id += steps[i]) {
                rec.id = (uint16_t)id;
                assert_true(ipfix_store_put(s, domain, &rec, id) == IPFIX_OK);
            }
        for (uint32_t domain = 0; domain < 1000; domain += 250)
            for (uint32_t id = 256; id <= UINT16_MAX; id++) {
                const struct ipfix_template *t = ipfix_store_get(s, domain, (uint16_t)id, IPFIX_POS_LAST);
                assert_true((id - 256) % steps[i] == 0 ? t != NULL && t->id == id : t == NULL);
            }
        ipfix_store_free(s);
    }
    octets_free(o);
}

static void one_template_that_changes_all_the_time_stays_fast(void **state)
{
    struct octets o = octets_of(ADDRESS_256);
    struct ipfix_template_rec rec = record_of(&o);
    struct ipfix_store *s = store_new();
    clock_t start = clock();

    (void)state;
    for (uint32_t i = 0; i < 200000; i++) {
        o.ptr[7] = (uint8_t)(1 + i % 4); /* a reduced size each time */
        assert_true(ipfix_store_put(s, DOMAIN, &rec, 2 * i) == IPFIX_OK);
    }
    for (uint32_t i = 0; i < 200000; i++)
        assert_true(ipfix_store_get(s, DOMAIN, 256, 2 * i + 1)->spec[0].len == 1 + i % 4);
    assert_true(clock() - start < 20 * CLOCKS_PER_SEC);
    ipfix_store_free(s);
    octets_free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_definition_holds_from_behind_its_place),
        cmocka_unit_test(expecting_data_changes_nothing),
        cmocka_unit_test(a_template_is_resolved_and_planned_when_it_arrives),
        cmocka_unit_test(a_finder_is_asked_before_the_registry),
        cmocka_unit_test(a_change_is_seen_by_exactly_what_comes_behind_it),
        cmocka_unit_test(a_refresh_is_no_change),
        cmocka_unit_test(a_second_visit_changes_nothing_and_hears_the_same),
        cmocka_unit_test(records_may_arrive_in_any_order),
        cmocka_unit_test(a_refresh_is_forgotten_where_a_change_before_it_arrives_later),
        cmocka_unit_test(a_withdrawal_of_nothing_is_forgotten_where_its_definition_arrives_later),
        cmocka_unit_test(domains_do_not_mix),
        cmocka_unit_test(templates_and_options_templates_share_their_numbers),
        cmocka_unit_test(what_breaks_a_rule_is_kept_only_if_data_can_be_laid_out),
        cmocka_unit_test(a_withdrawal_holds_from_behind_its_place),
        cmocka_unit_test(what_is_not_held_cannot_be_withdrawn),
        cmocka_unit_test(all_templates_are_withdrawn_but_not_the_other_kind),
        cmocka_unit_test(withdrawals_over_udp_are_ignored),
        cmocka_unit_test(a_capture_that_begins_too_late_can_look_ahead),
        cmocka_unit_test(definitions_are_listed_by_domain_number_and_position),
        cmocka_unit_test(freeing_no_store_is_fine),
        cmocka_unit_test(memory_has_a_limit),
        cmocka_unit_test(many_templates_and_look_ups_stay_fast),
        cmocka_unit_test(numbers_in_any_steps_are_found_and_those_between_are_not),
        cmocka_unit_test(one_template_that_changes_all_the_time_stays_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
