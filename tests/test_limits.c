/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Limits, each held against an input that would blow up without it.
 */
#include "octets.h"

/* ---- fields of no octets ---- */

static enum ipfix_status template_verdict(uint32_t zeros, const char *field)
{
    struct octets first = octets_of(field);
    uint32_t count = zeros + (first.len > 0), len = 4 + 4 * zeros + (uint32_t)first.len;
    uint8_t *p = calloc(1, len);
    struct ipfix_template_rec rec;

    assert_non_null(p);
    p[0] = 1;
    p[2] = (uint8_t)(count >> 8);
    p[3] = (uint8_t)count;
    if (first.len > 0)
        memcpy(p + 4, first.ptr, first.len);
    for (uint32_t i = 4 + (uint32_t)first.len; i < len; i += 4)
        p[i + 1] = 82; /* interfaceName */
    struct ipfix_set set = {.kind = IPFIX_SET_TEMPLATES, .id = 2, .in = {.base = p, .end = len}};
    assert_int_equal(ipfix_template_next(&set, &rec), IPFIX_OK);
    free(p);
    octets_free(first);
    return rec.err.status;
}

static void fields_of_no_octets_are_few(void **state)
{
    (void)state;
    assert_int_equal(template_verdict(IPFIX_MAX_ZERO_FIELDS, "0139 0020"), IPFIX_OK);
    assert_int_equal(template_verdict(IPFIX_MAX_ZERO_FIELDS + 1, "0139 0100"), IPFIX_TEMPLATE_ZEROS);
    assert_int_equal(template_verdict(16000, "0139 fffe"), IPFIX_TEMPLATE_ZEROS);
}

static void fields_of_no_octets_are_no_more_than_half_the_octets(void **state)
{
    (void)state;
    assert_int_equal(template_verdict(1, "0004 0001"), IPFIX_TEMPLATE_ZEROS);
    assert_int_equal(template_verdict(1, "000a 0002"), IPFIX_OK);
    assert_int_equal(template_verdict(2, "000a 0002"), IPFIX_TEMPLATE_ZEROS);
    assert_int_equal(template_verdict(1, "000a 0003"), IPFIX_OK);
    assert_int_equal(template_verdict(2, "000a 0003"), IPFIX_TEMPLATE_ZEROS);
    assert_int_equal(template_verdict(2, "000a 0004"), IPFIX_OK);
    assert_int_equal(template_verdict(1, "0052 ffff"), IPFIX_TEMPLATE_ZEROS); /* its length takes an octet */
    assert_int_equal(template_verdict(3, ""), IPFIX_TEMPLATE_EMPTY);
}

/* ---- memory ---- */

static void stores_can_share_one_limit(void **state)
{
    struct octets o = {calloc(1, 4 + 4 * 16000), 4 + 4 * 16000};
    struct ipfix_store *stores[2];
    size_t taken = 0;
    uint32_t kept = 0;

    (void)state;
    memcpy(o.ptr, "\1\0\x3e\x80", 4);
    for (uint32_t i = 4; i < o.len; i += 4)
        memcpy(o.ptr + i, "\0\4\0\1", 4);
    for (unsigned i = 0; i < 2; i++) {
        stores[i] = ipfix_store_new(IPFIX_TRANSPORT_TCP, NULL, NULL);
        ipfix_store_share_limit(stores[i], &taken);
    }
    for (uint32_t domain = 0;; domain++) {
        struct ipfix_set set = {
            .kind = IPFIX_SET_TEMPLATES, .id = 2, .in = {.base = o.ptr, .end = (uint32_t)o.len}};
        struct ipfix_template_rec rec;
        assert_int_equal(ipfix_template_next(&set, &rec), IPFIX_OK);
        if (ipfix_store_put(stores[domain % 2], domain, &rec, 1) == IPFIX_STORE_FULL)
            break;
        kept++;
    }
    assert_true(taken <= IPFIX_STORE_MAX);
    assert_true((kept + 1) * 16000 * sizeof(struct ipfix_spec) > IPFIX_STORE_MAX / 2);
    ipfix_store_free(stores[0]);
    ipfix_store_free(stores[1]);
    octets_free(o);
}

/* ---- nesting ---- */

/* A subTemplateList in a subTemplateList, levels deep, written from the inside out. */
static struct octets list_nest(unsigned levels)
{
    struct octets o = octets_of("03 0100");

    for (unsigned i = 1; i < levels; i++) {
        struct octets outer = {malloc(3 + 3 + o.len), 3 + 3 + o.len};
        assert_non_null(outer.ptr);
        memcpy(outer.ptr, "\3\1\0\xff", 4);
        outer.ptr[4] = (uint8_t)(o.len >> 8);
        outer.ptr[5] = (uint8_t)o.len;
        memcpy(outer.ptr + 6, o.ptr, o.len);
        octets_free(o);
        o = outer;
    }
    return o;
}

/* How deep the lists in a field can be followed; *status: what ended it. */
static unsigned depth_of(struct ipfix_field f, const struct ipfix_template *tmpl, enum ipfix_status *status)
{
    unsigned depth = 0;
    struct ipfix_list list;
    struct ipfix_set block;
    struct ipfix_records c;

    while ((*status = ipfix_list_open(&list, &f, NULL, NULL)) == IPFIX_OK) {
        depth++;
        assert_int_equal(ipfix_list_next(&list, &block), IPFIX_OK);
        ipfix_records_open(&c, &block, tmpl);
        *status = ipfix_record_next(&c);
        if (*status != IPFIX_OK)
            return depth;
        assert_int_equal(ipfix_field_next(&c, &f), IPFIX_OK);
    }
    return depth;
}

static void lists_nest_to_a_depth_and_no_deeper(void **state)
{
    struct ipfix_spec spec = {.id = 292, .len = IPFIX_VARLEN};
    struct ipfix_template tmpl = {.spec = &spec, .id = 256, .field_count = 1};
    enum ipfix_status status;

    (void)state;
    ipfix_spec_find(&spec, NULL, NULL);
    ipfix_template_plan(&tmpl, NULL);
    for (unsigned levels = 1; levels < 1000; levels += 5) {
        struct octets o = list_nest(levels);
        struct ipfix_field f = {.spec = &spec, .data = o.ptr, .base = o.ptr, .len = (uint16_t)o.len};
        unsigned depth = depth_of(f, &tmpl, &status);
        assert_int_equal(depth, levels < IPFIX_MAX_DEPTH ? levels : IPFIX_MAX_DEPTH);
        assert_int_equal(status, levels <= IPFIX_MAX_DEPTH ? IPFIX_END : IPFIX_LIST_DEPTH);
        octets_free(o);
    }
}

/* ---- measuring ---- */

static void an_encoder_without_room_can_measure_no_octets(void **state)
{
    struct ipfix_encoder e;
    size_t len;

    (void)state;
    ipfix_enc_init(&e, NULL, 0, IPFIX_ENC_FAULTS);
    ipfix_enc_octets(&e, "", 0);
    assert_int_equal(ipfix_enc_end(&e, &len), IPFIX_OK);
    assert_int_equal(len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_no_octets_are_few),
        cmocka_unit_test(fields_of_no_octets_are_no_more_than_half_the_octets),
        cmocka_unit_test(stores_can_share_one_limit),
        cmocka_unit_test(lists_nest_to_a_depth_and_no_deeper),
        cmocka_unit_test(an_encoder_without_room_can_measure_no_octets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
