/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Template records, Options Template records and withdrawals (RFC 7011 sections 3.4 and 8.1).
 */
#include "octets.h"

/* The first record of the first set of a message, and what reading it answers. */
struct reading {
    struct octets octets;
    struct ipfix_set set;
    struct ipfix_template_rec rec;
    enum ipfix_status status;
};

static struct reading read_first(const char *sets)
{
    struct reading r = {.octets = message_of(sets)};

    r.set = first_set(r.octets);
    r.status = ipfix_template_next(&r.set, &r.rec);
    return r;
}

/* ---- what can be read ---- */

static void a_template_is_a_number_and_field_specifiers(void **state)
{
    struct reading r = read_first("0002 0014"
                                  "0100 0003"   /* Template 256 has 3 fields: */
                                  "0008 0004"   /* sourceIPv4Address, 4 octets */
                                  "000c 0004"   /* destinationIPv4Address, 4 octets */
                                  "0052 ffff"); /* interfaceName, variable-length */
    struct ipfix_spec spec;
    uint32_t off;

    (void)state;
    assert_int_equal(r.status, IPFIX_OK);
    assert_int_equal(r.rec.err.status, IPFIX_OK);
    assert_int_equal(r.rec.id, 256);
    assert_int_equal(r.rec.field_count, 3);
    assert_int_equal(r.rec.scope_count, 0);
    assert_false(r.rec.options);
    assert_int_equal(r.rec.off, 20);
    assert_int_equal(r.rec.len, 16);
    assert_int_equal(ipfix_spec_next(&r.rec, &spec, &off), IPFIX_OK);
    assert_int_equal(spec.id, 8);
    assert_int_equal(spec.len, 4);
    assert_int_equal(off, 24);
    assert_null(spec.ie);
    assert_int_equal(ipfix_spec_next(&r.rec, &spec, &off), IPFIX_OK);
    assert_int_equal(ipfix_spec_next(&r.rec, &spec, &off), IPFIX_OK);
    assert_int_equal(spec.len, IPFIX_VARLEN);
    assert_int_equal(off, 32);
    assert_int_equal(ipfix_spec_next(&r.rec, &spec, &off), IPFIX_END);
    assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_END);
    octets_free(r.octets);
}

static void the_enterprise_bit_brings_an_enterprise_number(void **state)
{
    struct reading r = read_first("0002 0014"
                                  "0100 0002"
                                  "8001 0008 00007279" /* 29305: the reverse of octetDeltaCount (RFC 5103) */
                                  "0001 0008");
    struct ipfix_spec spec;
    uint32_t off;

    (void)state;
    assert_int_equal(r.status, IPFIX_OK);
    assert_int_equal(ipfix_spec_next(&r.rec, &spec, &off), IPFIX_OK);
    assert_true(spec.enterprise);
    assert_int_equal(spec.pen, IPFIX_PEN_REVERSE);
    assert_int_equal(spec.id, 1);
    assert_int_equal(ipfix_spec_next(&r.rec, &spec, &off), IPFIX_OK);
    assert_false(spec.enterprise);
    assert_int_equal(spec.pen, IPFIX_PEN_IANA);
    assert_int_equal(off, 32);
    octets_free(r.octets);
}

static void an_options_template_counts_its_scope_fields_too(void **state)
{
    struct reading r = read_first("0003 0012"
                                  "0101 0002 0001" /* 2 fields, the first of them a scope */
                                  "000a 0004"      /* ingressInterface */
                                  "0052 ffff");    /* interfaceName */

    (void)state;
    assert_int_equal(r.status, IPFIX_OK);
    assert_int_equal(r.rec.err.status, IPFIX_OK);
    assert_true(r.rec.options);
    assert_int_equal(r.rec.field_count, 2);
    assert_int_equal(r.rec.scope_count, 1);
    assert_int_equal(r.rec.len, 14);
    octets_free(r.octets);
}

static void a_set_holds_many_templates(void **state)
{
    struct reading r = read_first("0002 0018  0100 0001 0008 0004  0101 0002 0008 0004 000c 0004");

    (void)state;
    assert_int_equal(r.rec.id, 256);
    assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_OK);
    assert_int_equal(r.rec.id, 257);
    assert_int_equal(r.rec.off, 28);
    assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_END);
    octets_free(r.octets);
}

/* ---- padding (section 3.3.1) ---- */

static void fewer_than_four_octets_are_padding(void **state)
{
    static const char *const SETS[] = {
        "0002 000d 0100 0001 0008 0004  00", "0002 000e 0100 0001 0008 0004  0000",
        "0002 000f 0100 0001 0008 0004  000000",
        "0002 000f 0100 0001 0008 0004  ffffff", /* not zero: remarkable, but not malformed */
    };

    (void)state;
    for (size_t i = 0; i < sizeof SETS / sizeof SETS[0]; i++) {
        struct reading r = read_first(SETS[i]);
        assert_int_equal(r.status, IPFIX_OK);
        assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_END);
        assert_int_equal(r.set.in.pos, 28);
        assert_int_equal(r.set.err.status, IPFIX_OK);
        octets_free(r.octets);
    }
}

static void four_zero_octets_are_padding_and_no_withdrawal_of_template_0(void **state)
{
    struct reading r = read_first("0002 0013 0100 0001 0008 0004  00000000 000000");

    (void)state;
    assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_END);
    assert_int_equal(ipfix_left(&r.set.in), 7);
    assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_END);
    octets_free(r.octets);
}

static void zeros_before_something_else_are_one_record_at_fault(void **state)
{
    struct reading r = read_first("0002 0014 00000000 00000000 0100 0001 0008 0004");

    (void)state;
    assert_int_equal(r.status, IPFIX_OK);
    assert_fault(r.rec.err, IPFIX_TEMPLATE_ID, 20, 0, 0);
    assert_int_equal(r.rec.len, 8);
    assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_OK);
    assert_int_equal(r.rec.off, 28);
    assert_int_equal(r.rec.id, 256);
    assert_int_equal(r.rec.err.status, IPFIX_OK);
    octets_free(r.octets);
}

/* ---- withdrawals (section 8.1) ---- */

static void a_template_without_fields_is_a_withdrawal(void **state)
{
    struct reading r = read_first("0002 000c  0100 0000  0101 0000");

    (void)state;
    assert_int_equal(r.status, IPFIX_OK);
    assert_int_equal(r.rec.err.status, IPFIX_OK);
    assert_int_equal(r.rec.field_count, 0);
    assert_false(r.rec.withdraw_all);
    assert_int_equal(r.rec.len, 4);
    assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_OK);
    assert_int_equal(r.rec.id, 257);
    assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_END);
    octets_free(r.octets);
}

static void an_options_template_withdrawal_has_no_scope_count(void **state)
{
    struct reading r = read_first("0003 000e  0100 0000  0101 0000  0000");

    (void)state;
    assert_int_equal(r.rec.len, 4);
    assert_true(r.rec.options);
    assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_OK);
    assert_int_equal(r.rec.id, 257);
    assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_END);
    assert_int_equal(ipfix_left(&r.set.in), 2);
    octets_free(r.octets);
}

static void a_set_number_as_template_number_withdraws_all_of_that_kind(void **state)
{
    static const struct {
        const char *sets;
        bool all;
        enum ipfix_status broken;
    } ROWS[] = {
        {"0002 0008 0002 0000", true, IPFIX_OK},
        {"0003 0008 0003 0000", true, IPFIX_OK},
        {"0002 0008 0003 0000", false, IPFIX_WITHDRAW_WRONG_SET},
        {"0003 0008 0002 0000", false, IPFIX_WITHDRAW_WRONG_SET},
        {"0002 0008 0001 0000", false, IPFIX_TEMPLATE_ID},
        {"0002 0008 00ff 0000", false, IPFIX_TEMPLATE_ID},
        {"0003 0008 0004 0000", false, IPFIX_TEMPLATE_ID},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct reading r = read_first(ROWS[i].sets);
        assert_int_equal(r.status, IPFIX_OK);
        assert_int_equal(r.rec.withdraw_all, ROWS[i].all);
        assert_int_equal(r.rec.err.status, ROWS[i].broken);
        octets_free(r.octets);
    }
}

/* ---- faults ---- */

static void a_broken_rule_is_named_though_the_record_can_be_read(void **state)
{
    static const struct {
        const char *sets;
        enum ipfix_status broken;
    } ROWS[] = {
        {"0002 000c 00ff 0001 0008 0004", IPFIX_TEMPLATE_ID},
        {"0002 000c 0002 0001 0008 0004", IPFIX_TEMPLATE_ID},
        {"0003 000e 0100 0001 0000 000a 0004", IPFIX_TEMPLATE_SCOPE_ZERO},
        {"0003 000e 0100 0001 0002 000a 0004", IPFIX_TEMPLATE_SCOPE},
        {"0003 000e 0100 0001 0001 000a 0004", IPFIX_OK}, /* scope fields alone are fine */
        {"0002 000c 0100 0001 0052 0000", IPFIX_TEMPLATE_EMPTY},
        {"0002 0010 0100 0002 0052 0000 0008 0004", IPFIX_OK},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct reading r = read_first(ROWS[i].sets);
        assert_int_equal(r.status, IPFIX_OK);
        assert_int_equal(r.rec.err.status, ROWS[i].broken);
        assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_END);
        octets_free(r.octets);
    }
}

/* Seventeen fields of length 0 cost 72 octets once; data could repeat them without end. */
static void fields_of_length_0_are_limited(void **state)
{
    char sets[256];

    (void)state;
    for (unsigned zeros = IPFIX_MAX_ZERO_FIELDS; zeros <= IPFIX_MAX_ZERO_FIELDS + 1; zeros++) {
        int n = snprintf(sets, sizeof sets, "0002 %04x 0100 %04x 0139 0022", 12 + 4 * zeros, zeros + 1);
        for (unsigned i = 0; i < zeros; i++)
            n += snprintf(sets + n, sizeof sets - (size_t)n, "00520000");
        struct reading r = read_first(sets);
        assert_int_equal(r.status, IPFIX_OK);
        assert_int_equal(r.rec.zero_fields, zeros);
        assert_int_equal(r.rec.err.status, zeros > IPFIX_MAX_ZERO_FIELDS ? IPFIX_TEMPLATE_ZEROS : IPFIX_OK);
        octets_free(r.octets);
    }
}

static void a_template_past_its_set_still_shows_its_whole_specifiers(void **state)
{
    static const struct {
        const char *sets;
        uint32_t want, have, specs;
    } ROWS[] = {
        {"0002 0008 0100 0001", 8, 4, 0},
        {"0002 000e 0100 0002 0008 0004 000c", 12, 10, 1},
        {"0002 000c 0100 ffff 0008 0004", 4 + 65535 * 4, 8, 1},
        {"0002 000c 0100 0001 8001 0004", 12, 8, 0}, /* its enterprise number is missing */
        {"0003 000e 0100 0002 0001 000a 0004", 14, 10, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct reading r = read_first(ROWS[i].sets);
        struct ipfix_spec spec;
        uint32_t off, specs = 0;
        assert_int_equal(r.status, IPFIX_TEMPLATE_PAST_SET);
        assert_fault(r.set.err, IPFIX_TEMPLATE_PAST_SET, 20, ROWS[i].want, ROWS[i].have);
        assert_int_equal(r.rec.off, 20);
        assert_int_equal(r.rec.id, 256);
        while (ipfix_spec_next(&r.rec, &spec, &off) == IPFIX_OK)
            specs++;
        assert_int_equal(specs, ROWS[i].specs);
        assert_int_equal(ipfix_template_next(&r.set, &r.rec), IPFIX_TEMPLATE_PAST_SET);
        octets_free(r.octets);
    }
}

static void a_set_may_end_inside_the_header_of_an_options_template(void **state)
{
    struct reading r = read_first("0003 0009 0100 0001 00");

    (void)state;
    assert_int_equal(r.status, IPFIX_TEMPLATE_HEADER);
    assert_fault(r.set.err, IPFIX_TEMPLATE_HEADER, 20, 6, 5);
    assert_int_not_equal(r.rec.off, 20); /* nothing of it could be read */
    octets_free(r.octets);
}

static void a_template_cut_by_the_capture_is_truncated_and_not_whole(void **state)
{
    struct octets whole = message_of("0002 0018 0100 0003 0008 0004 8001 0008 00007279 000c 0004");

    (void)state;
    for (size_t len = 20; len < whole.len; len++) {
        struct octets o = octets_copy(whole.ptr, len);
        struct ipfix_msg msg;
        struct ipfix_set set;
        struct ipfix_template_rec rec;
        assert_int_equal(ipfix_msg_open(&msg, o.ptr, o.len, whole.len), IPFIX_OK);
        assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
        assert_int_equal(ipfix_template_next(&set, &rec), IPFIX_TRUNCATED);
        assert_int_equal(set.err.off, 20);
        assert_int_equal(set.err.have, len - 20);
        octets_free(o);
    }
    octets_free(whole);
}

static void zeros_at_a_cut_may_be_padding_or_not(void **state)
{
    struct octets whole = message_of("0002 0014 0100 0001 0008 0004  00000000 00000000");
    struct octets o = octets_copy(whole.ptr, 34);
    struct ipfix_msg msg;
    struct ipfix_set set;
    struct ipfix_template_rec rec;

    (void)state;
    assert_int_equal(ipfix_msg_open(&msg, o.ptr, o.len, whole.len), IPFIX_OK);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(ipfix_template_next(&set, &rec), IPFIX_OK);
    assert_int_equal(ipfix_template_next(&set, &rec), IPFIX_TRUNCATED);
    assert_fault(set.err, IPFIX_TRUNCATED, 28, 8, 6);
    octets_free(o);
    octets_free(whole);
}

/* ---- decode plans ---- */

static struct ipfix_template planned(struct ipfix_spec *spec, uint16_t count)
{
    struct ipfix_template t = {.spec = spec, .field_count = count};

    ipfix_template_plan(&t, NULL);
    return t;
}

static void a_plan_knows_the_fixed_part_and_the_shortest_record(void **state)
{
    struct ipfix_spec spec[] = {
        {.len = 4}, {.len = 2}, {.len = IPFIX_VARLEN}, {.len = 8}, {.len = IPFIX_VARLEN},
    };
    struct ipfix_spec empty = {.len = 0};
    struct ipfix_template fixed = planned(spec, 2), variable = planned(spec, 5);

    (void)state;
    assert_int_equal(fixed.min_len, 6);
    assert_int_equal(fixed.fixed_len, 6);
    assert_int_equal(fixed.fixed_count, 2);
    assert_true(fixed.fixed);
    assert_int_equal(variable.min_len, 4 + 2 + 1 + 8 + 1);
    assert_int_equal(variable.fixed_len, 6);
    assert_int_equal(variable.fixed_count, 2);
    assert_false(variable.fixed);
    assert_false(planned(&empty, 1).fixed); /* there is no end of such records */
}

/* Just before a further record fits, and just when it does, is where a division in another form would fail. */
static void records_are_counted_without_a_division(void **state)
{
    (void)state;
    for (uint32_t min_len = 1; min_len <= UINT16_MAX; min_len++) {
        struct ipfix_spec spec[2] = {{.len = (uint16_t)(min_len / 2)},
                                     {.len = (uint16_t)(min_len - min_len / 2)}};
        struct ipfix_template t = planned(spec, 2);

        for (uint32_t n = min_len; n <= UINT16_MAX; n += min_len) {
            assert_int_equal(ipfix_template_records(&t, n - 1), n / min_len - 1);
            assert_int_equal(ipfix_template_records(&t, n), n / min_len);
        }
        assert_int_equal(ipfix_template_records(&t, UINT16_MAX), UINT16_MAX / min_len);
    }
}

static void a_record_may_be_longer_than_any_message(void **state)
{
    static struct ipfix_spec spec[16380];

    (void)state;
    for (size_t i = 0; i < 16380; i++)
        spec[i].len = 65534;
    struct ipfix_template t = planned(spec, 16380);
    assert_int_equal(t.min_len, 16380u * 65534u);
    assert_int_equal(ipfix_template_records(&t, UINT16_MAX), 0);
}

static void templates_are_equal_by_kind_counts_and_specifiers(void **state)
{
    struct ipfix_spec one[] = {{.id = 8, .len = 4}, {.id = 1, .len = 8}};
    struct ipfix_spec two[] = {{.id = 8, .len = 4}, {.id = 1, .len = 8}};
    struct ipfix_template a = {.spec = one, .field_count = 2, .at = 1};
    struct ipfix_template b = {.spec = two, .field_count = 2, .at = 2};

    (void)state;
    assert_true(ipfix_template_equal(&a, &b));
    two[1].len = 4; /* reduced-size encoding */
    assert_false(ipfix_template_equal(&a, &b));
    two[1].len = 8;
    two[1].enterprise = true; /* enterprise number 0 is not IANA */
    assert_false(ipfix_template_equal(&a, &b));
    two[1].enterprise = false;
    b.field_count = 1;
    assert_false(ipfix_template_equal(&a, &b));
    b.field_count = 2;
    b.options = true;
    assert_false(ipfix_template_equal(&a, &b));
    a.options = true;
    a.scope_count = 1;
    assert_false(ipfix_template_equal(&a, &b));
}

/* ---- types and widths (section 6.2) ---- */

static void each_type_has_the_widths_that_the_rfc_gives_it(void **state)
{
    static const struct {
        enum ipfix_type type;
        uint32_t width;
        uint32_t from, to; /* legal lengths */
        enum ipfix_load load;
    } ROWS[] = {
        {IPFIX_U8, 1, 1, 1, IPFIX_LOAD_UINT},         {IPFIX_U16, 2, 1, 2, IPFIX_LOAD_UINT},
        {IPFIX_U32, 4, 1, 4, IPFIX_LOAD_UINT},        {IPFIX_U64, 8, 1, 8, IPFIX_LOAD_UINT},
        {IPFIX_S8, 1, 1, 1, IPFIX_LOAD_INT},          {IPFIX_S16, 2, 1, 2, IPFIX_LOAD_INT},
        {IPFIX_S32, 4, 1, 4, IPFIX_LOAD_INT},         {IPFIX_S64, 8, 1, 8, IPFIX_LOAD_INT},
        {IPFIX_F32, 4, 4, 4, IPFIX_LOAD_F32},         {IPFIX_BOOLEAN, 1, 1, 1, IPFIX_LOAD_UINT},
        {IPFIX_MAC, 6, 6, 6, IPFIX_LOAD_BYTES},       {IPFIX_IPV4, 4, 4, 4, IPFIX_LOAD_BYTES},
        {IPFIX_IPV6, 16, 16, 16, IPFIX_LOAD_BYTES},   {IPFIX_TIME_S, 4, 4, 4, IPFIX_LOAD_TIME_S},
        {IPFIX_TIME_MS, 8, 8, 8, IPFIX_LOAD_TIME_MS}, {IPFIX_TIME_US, 8, 8, 8, IPFIX_LOAD_TIME_US},
        {IPFIX_TIME_NS, 8, 8, 8, IPFIX_LOAD_TIME_NS}, {IPFIX_U256, 32, 1, 32, IPFIX_LOAD_BYTES},
    };
    static const enum ipfix_load UINTS[41] = {
        [1] = IPFIX_LOAD_U8,   [2] = IPFIX_LOAD_U16,  [3] = IPFIX_LOAD_UINT, [4] = IPFIX_LOAD_U32,
        [5] = IPFIX_LOAD_UINT, [6] = IPFIX_LOAD_UINT, [7] = IPFIX_LOAD_UINT, [8] = IPFIX_LOAD_U64,
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        assert_int_equal(ipfix_type_width(ROWS[i].type), ROWS[i].width);
        for (uint32_t len = 0; len <= 40; len++) {
            bool legal = len >= ROWS[i].from && len <= ROWS[i].to;
            enum ipfix_load load = ROWS[i].load == IPFIX_LOAD_UINT ? UINTS[len] : ROWS[i].load;
            assert_int_equal(ipfix_load_of(ROWS[i].type, len), legal ? load : IPFIX_LOAD_ILLEGAL);
        }
        assert_int_equal(ipfix_load_of(ROWS[i].type, IPFIX_VARLEN), IPFIX_LOAD_VAR);
    }
}

static void a_float64_may_come_as_a_float32_and_no_shorter(void **state)
{
    (void)state;
    assert_int_equal(ipfix_type_width(IPFIX_F64), 8);
    assert_int_equal(ipfix_load_of(IPFIX_F64, 8), IPFIX_LOAD_F64);
    assert_int_equal(ipfix_load_of(IPFIX_F64, 4), IPFIX_LOAD_F32);
    assert_int_equal(ipfix_load_of(IPFIX_F64, 5), IPFIX_LOAD_ILLEGAL);
    assert_int_equal(ipfix_load_of(IPFIX_F64, 2), IPFIX_LOAD_ILLEGAL);
}

static void strings_octet_arrays_and_lists_have_any_length(void **state)
{
    static const enum ipfix_type TYPES[] = {
        IPFIX_OCTET_ARRAY,
        IPFIX_STRING,
        IPFIX_BASIC_LIST,
        IPFIX_SUB_TEMPLATE_LIST,
        IPFIX_SUB_TEMPLATE_MULTI_LIST,
    };
    static const uint32_t LENGTHS[] = {0, 1, 7, 65534, IPFIX_VARLEN};

    (void)state;
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
        for (size_t j = 0; j < sizeof LENGTHS / sizeof LENGTHS[0]; j++) {
            assert_int_equal(ipfix_type_width(TYPES[i]), 0);
            assert_int_equal(ipfix_load_of(TYPES[i], LENGTHS[j]), IPFIX_LOAD_BYTES);
        }
    assert_int_equal(ipfix_type_width(200), 0);
    assert_int_equal(ipfix_load_of(200, 3), IPFIX_LOAD_BYTES);
}

static const struct ipfix_ie PRIVATE = {.pen = 32473, .id = 5, .type = IPFIX_U32, .name = "example"};

static const struct ipfix_ie *find_private(void *ctx, uint32_t pen, uint16_t id)
{
    ++*(unsigned *)ctx;
    return pen == PRIVATE.pen && id == PRIVATE.id ? &PRIVATE : NULL;
}

static void a_specifier_finds_its_element_beside_and_in_the_registry(void **state)
{
    struct ipfix_spec own = {.pen = 32473, .id = 5, .len = 2, .enterprise = true};
    struct ipfix_spec iana = {.id = 8, .len = 4};
    struct ipfix_spec unknown = {.pen = 32473, .id = 6, .len = 2, .enterprise = true};
    unsigned asked = 0;

    (void)state;
    ipfix_spec_find(&own, find_private, &asked);
    assert_ptr_equal(own.ie, &PRIVATE);
    assert_int_equal(own.type, IPFIX_U32);
    assert_int_equal(own.load, IPFIX_LOAD_U16);
    ipfix_spec_find(&iana, find_private, &asked);
    assert_string_equal(iana.ie->name, "sourceIPv4Address");
    ipfix_spec_find(&unknown, find_private, &asked);
    assert_null(unknown.ie);
    assert_int_equal(unknown.type, IPFIX_OCTET_ARRAY);
    assert_int_equal(unknown.load, IPFIX_LOAD_BYTES);
    assert_int_equal(asked, 3);
    ipfix_spec_find(&own, NULL, NULL);
    assert_null(own.ie);
}

static void enterprise_number_0_is_not_iana(void **state)
{
    struct ipfix_spec spec = {.pen = 0, .id = 8, .len = 4, .enterprise = true};

    (void)state;
    ipfix_spec_find(&spec, NULL, NULL);
    assert_null(spec.ie);
    assert_int_equal(spec.type, IPFIX_OCTET_ARRAY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_template_is_a_number_and_field_specifiers),
        cmocka_unit_test(the_enterprise_bit_brings_an_enterprise_number),
        cmocka_unit_test(an_options_template_counts_its_scope_fields_too),
        cmocka_unit_test(a_set_holds_many_templates),
        cmocka_unit_test(fewer_than_four_octets_are_padding),
        cmocka_unit_test(four_zero_octets_are_padding_and_no_withdrawal_of_template_0),
        cmocka_unit_test(zeros_before_something_else_are_one_record_at_fault),
        cmocka_unit_test(a_template_without_fields_is_a_withdrawal),
        cmocka_unit_test(an_options_template_withdrawal_has_no_scope_count),
        cmocka_unit_test(a_set_number_as_template_number_withdraws_all_of_that_kind),
        cmocka_unit_test(a_broken_rule_is_named_though_the_record_can_be_read),
        cmocka_unit_test(fields_of_length_0_are_limited),
        cmocka_unit_test(a_template_past_its_set_still_shows_its_whole_specifiers),
        cmocka_unit_test(a_set_may_end_inside_the_header_of_an_options_template),
        cmocka_unit_test(a_template_cut_by_the_capture_is_truncated_and_not_whole),
        cmocka_unit_test(zeros_at_a_cut_may_be_padding_or_not),
        cmocka_unit_test(a_plan_knows_the_fixed_part_and_the_shortest_record),
        cmocka_unit_test(records_are_counted_without_a_division),
        cmocka_unit_test(a_record_may_be_longer_than_any_message),
        cmocka_unit_test(templates_are_equal_by_kind_counts_and_specifiers),
        cmocka_unit_test(each_type_has_the_widths_that_the_rfc_gives_it),
        cmocka_unit_test(a_float64_may_come_as_a_float32_and_no_shorter),
        cmocka_unit_test(strings_octet_arrays_and_lists_have_any_length),
        cmocka_unit_test(a_specifier_finds_its_element_beside_and_in_the_registry),
        cmocka_unit_test(enterprise_number_0_is_not_iana),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
