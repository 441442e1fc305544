/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Structured data (RFC 6313): basicList, subTemplateList, subTemplateMultiList.
 */
#include "octets.h"

/* A list as the only field of a message's only record: at octet 20, behind message and set header. */
#define LIST_AT 20u

struct reading {
    struct octets octets;
    struct ipfix_spec spec;
    struct ipfix_field field;
    struct ipfix_list list;
    enum ipfix_status status;
};

static void read_list(struct reading *r, enum ipfix_type type, const char *hex)
{
    struct octets list = octets_of(hex);
    char sets[1024];
    int n = snprintf(sets, sizeof sets, "0100 %04zx %s", list.len + 4, hex);

    assert_true(n >= 0 && (size_t)n < sizeof sets);
    *r = (struct reading){.octets = message_of(sets)};
    r->spec = (struct ipfix_spec){.len = (uint16_t)list.len, .type = (uint8_t)type};
    r->field = (struct ipfix_field){
        .spec = &r->spec,
        .base = r->octets.ptr,
        .data = r->octets.ptr + LIST_AT,
        .off = LIST_AT,
        .len = (uint16_t)list.len,
    };
    r->status = ipfix_list_open(&r->list, &r->field, NULL, NULL);
    octets_free(list);
}

/* Two fields of 2 octets each. */
static const struct ipfix_spec PAIR_SPECS[] = {{.len = 2}, {.len = 2}};
static const struct ipfix_template PAIR = {
    .spec = PAIR_SPECS,
    .id = 300,
    .field_count = 2,
    .fixed_count = 2,
    .fixed = true,
    .min_len = 4,
    .fixed_len = 4,
};

/* ---- basicList (section 4.5.1) ---- */

static void a_basic_list_is_a_set_with_a_template_of_one_field(void **state)
{
    struct reading r;
    struct ipfix_set block;
    struct ipfix_records recs;
    struct ipfix_field f;

    (void)state;
    read_list(&r, IPFIX_BASIC_LIST,
              "04"        /* ordered */
              "0007 0002" /* of sourceTransportPort, 2 octets each */
              "0050 01bb");
    assert_int_equal(r.status, IPFIX_OK);
    assert_int_equal(r.list.semantic, 4);
    assert_int_equal(r.list.off, LIST_AT);
    assert_string_equal(r.list.spec.ie->name, "sourceTransportPort");
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_OK);
    assert_int_equal(block.kind, IPFIX_SET_DATA);
    assert_int_equal(block.depth, 1);
    assert_int_equal(block.off, LIST_AT);
    assert_int_equal(block.length, 9);
    assert_int_equal(block.tmpl->field_count, 1);
    ipfix_records_open(&recs, &block, block.tmpl);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_int_equal(f.off, 25);
    assert_int_equal(f.depth, 1);
    assert_int_equal(ipfix_be16(f.data), 80);
    assert_ptr_equal(f.spec, &r.list.spec);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_END);
    octets_free(r.octets);
}

static const struct ipfix_ie OWN = {.pen = 32473, .id = 1, .type = IPFIX_U16, .name = "own"};

static const struct ipfix_ie *find_own(void *ctx, uint32_t pen, uint16_t id)
{
    (void)ctx;
    return pen == OWN.pen && id == OWN.id ? &OWN : NULL;
}

static void a_basic_list_may_hold_an_enterprise_element(void **state)
{
    struct reading r;
    struct ipfix_set block;

    (void)state;
    read_list(&r, IPFIX_BASIC_LIST, "ff 8001 0002 00007ed9 aabb");
    assert_int_equal(ipfix_list_open(&r.list, &r.field, find_own, NULL), IPFIX_OK);
    assert_ptr_equal(r.list.spec.ie, &OWN);
    assert_int_equal(r.list.spec.load, IPFIX_LOAD_U16);
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_OK);
    assert_int_equal(block.in.pos, 29);
    assert_int_equal(ipfix_left(&block.in), 2);
    octets_free(r.octets);
}

static void items_may_carry_their_lengths(void **state)
{
    struct reading r;
    struct ipfix_set block;
    struct ipfix_records recs;

    (void)state;
    read_list(&r, IPFIX_BASIC_LIST, "03 0052 ffff  03 616263  00  ff0001 64");
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_OK);
    ipfix_records_open(&recs, &block, block.tmpl);
    assert_int_equal(ipfix_records_count(&recs), 3);
    assert_int_equal(recs.err.status, IPFIX_OK);
    octets_free(r.octets);
}

static void an_empty_basic_list_has_its_header_and_one_empty_block(void **state)
{
    struct reading r;
    struct ipfix_set block;
    struct ipfix_records recs;

    (void)state;
    read_list(&r, IPFIX_BASIC_LIST, "03 0007 0002");
    assert_int_equal(r.status, IPFIX_OK);
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_OK);
    ipfix_records_open(&recs, &block, block.tmpl);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_END);
    octets_free(r.octets);
}

/* ---- subTemplateList (section 4.5.2) ---- */

static void a_sub_template_list_is_a_set(void **state)
{
    struct reading r;
    struct ipfix_set block;
    struct ipfix_records recs;

    (void)state;
    read_list(&r, IPFIX_SUB_TEMPLATE_LIST, "03 012c  00010002 00030004");
    assert_int_equal(r.status, IPFIX_OK);
    assert_int_equal(r.list.id, 300);
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_OK);
    assert_int_equal(block.id, 300);
    assert_null(block.tmpl);
    assert_int_equal(block.length, 11);
    ipfix_records_open(&recs, &block, &PAIR);
    assert_int_equal(ipfix_records_count(&recs), 2);
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_END);
    octets_free(r.octets);
}

static void an_empty_sub_template_list_has_three_octets(void **state)
{
    struct reading r;
    struct ipfix_set block;

    (void)state;
    read_list(&r, IPFIX_SUB_TEMPLATE_LIST, "03 012c");
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_OK);
    assert_int_equal(ipfix_left(&block.in), 0);
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_END);
    octets_free(r.octets);
}

/* ---- subTemplateMultiList (section 4.5.3) ---- */

static void a_sub_template_multi_list_is_a_run_of_sets(void **state)
{
    struct reading r;
    struct ipfix_set block;

    (void)state;
    read_list(&r, IPFIX_SUB_TEMPLATE_MULTI_LIST,
              "01"
              "012c 0008 00010002" /* the length counts its header */
              "012d 0004"          /* no records */
              "012e 0000"          /* the same, written another way */
              "012c 000c 0003000400050006");
    static const struct {
        uint16_t id, length;
        uint32_t off, left;
    } WANT[] = {{300, 8, 21, 4}, {301, 4, 29, 0}, {302, 0, 33, 0}, {300, 12, 37, 8}};
    assert_int_equal(r.status, IPFIX_OK);
    assert_int_equal(r.list.semantic, 1);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_OK);
        assert_int_equal(block.id, WANT[i].id);
        assert_int_equal(block.length, WANT[i].length);
        assert_int_equal(block.off, WANT[i].off);
        assert_int_equal(ipfix_left(&block.in), WANT[i].left);
        assert_int_equal(block.depth, 1);
        assert_int_equal(block.kind, IPFIX_SET_DATA);
    }
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_END);
    octets_free(r.octets);
}

static void an_empty_sub_template_multi_list_has_one_octet_and_no_block(void **state)
{
    struct reading r;
    struct ipfix_set block;

    (void)state;
    read_list(&r, IPFIX_SUB_TEMPLATE_MULTI_LIST, "ff");
    assert_int_equal(r.status, IPFIX_OK);
    assert_int_equal(r.list.semantic, 255);
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_END);
    octets_free(r.octets);
}

/* ---- faults ---- */

static void a_list_may_end_inside_its_header(void **state)
{
    static const struct {
        enum ipfix_type type;
        const char *list;
        uint32_t want, have;
    } ROWS[] = {
        {IPFIX_BASIC_LIST, "", 5, 0},
        {IPFIX_BASIC_LIST, "03", 5, 1},
        {IPFIX_BASIC_LIST, "03 0007 00", 5, 4},
        {IPFIX_BASIC_LIST, "03 8007 0002", 9, 5},
        {IPFIX_BASIC_LIST, "03 8007 0002 000000", 9, 8},
        {IPFIX_SUB_TEMPLATE_LIST, "", 3, 0},
        {IPFIX_SUB_TEMPLATE_LIST, "03 01", 3, 2},
        {IPFIX_SUB_TEMPLATE_MULTI_LIST, "", 1, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct reading r;
        struct ipfix_set block;
        read_list(&r, ROWS[i].type, ROWS[i].list);
        assert_int_equal(r.status, IPFIX_LIST_HEADER);
        assert_fault(r.list.err, IPFIX_LIST_HEADER, LIST_AT, ROWS[i].want, ROWS[i].have);
        for (unsigned again = 0; again < 2; again++)
            assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_LIST_HEADER);
        octets_free(r.octets);
    }
}

static void items_of_no_octets_are_nonsense(void **state)
{
    struct reading r;

    (void)state;
    read_list(&r, IPFIX_BASIC_LIST, "03 0052 0000 aa");
    assert_int_equal(r.status, IPFIX_LIST_ITEM_EMPTY);
    assert_fault(r.list.err, IPFIX_LIST_ITEM_EMPTY, LIST_AT, 0, 0);
    octets_free(r.octets);
}

/* In a set these octets would be padding; a list has none (section 5.5). */
static void content_that_does_not_divide_into_items_is_a_fault(void **state)
{
    struct reading r;
    struct ipfix_set block;
    struct ipfix_records recs;

    (void)state;
    read_list(&r, IPFIX_BASIC_LIST, "03 0007 0002 0050 00");
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_OK);
    ipfix_records_open(&recs, &block, block.tmpl);
    assert_int_equal(ipfix_records_count(&recs), 1);
    assert_fault(recs.err, IPFIX_LIST_LENGTH, 27, 2, 1);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_LIST_LENGTH);
    octets_free(r.octets);
}

static void a_field_past_its_list_is_told_from_one_past_its_set(void **state)
{
    struct reading r;
    struct ipfix_set block;
    struct ipfix_records recs;

    (void)state;
    read_list(&r, IPFIX_BASIC_LIST, "03 0052 ffff 03 6162");
    assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_OK);
    ipfix_records_open(&recs, &block, block.tmpl);
    assert_int_equal(ipfix_records_count(&recs), 0);
    assert_fault(recs.err, IPFIX_FIELD_PAST_LIST, 25, 4, 3);
    octets_free(r.octets);
}

static void a_block_must_hold_its_header_and_fit_its_list(void **state)
{
    static const struct {
        const char *list;
        enum ipfix_status status;
        uint32_t off, want, have;
    } ROWS[] = {
        {"01 012c", IPFIX_LIST_HEADER, 21, 4, 2},
        {"01 012c 0001", IPFIX_LIST_BLOCK, 21, 4, 1},
        {"01 012c 0003 aabbcc", IPFIX_LIST_BLOCK, 21, 4, 3},
        {"01 012c 0004 012c 0009 aabbccdd", IPFIX_LIST_BLOCK_PAST, 25, 9, 8},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct reading r;
        struct ipfix_set block;
        enum ipfix_status status;
        read_list(&r, IPFIX_SUB_TEMPLATE_MULTI_LIST, ROWS[i].list);
        while ((status = ipfix_list_next(&r.list, &block)) == IPFIX_OK)
            ;
        assert_int_equal(status, ROWS[i].status);
        assert_int_equal(ipfix_list_next(&r.list, &block), ROWS[i].status);
        assert_fault(r.list.err, ROWS[i].status, ROWS[i].off, ROWS[i].want, ROWS[i].have);
        octets_free(r.octets);
    }
}

static void only_lists_can_be_opened(void **state)
{
    struct reading r;

    (void)state;
    read_list(&r, IPFIX_OCTET_ARRAY, "03 012c");
    assert_int_equal(r.status, IPFIX_USAGE);
    octets_free(r.octets);
}

/* ---- nesting (section 5.2) ---- */

/* Open the list in a field, and the list in its first item, and so on; how deep that goes. */
static uint32_t descend(const struct ipfix_field *field, enum ipfix_status *stopped)
{
    struct ipfix_list list;
    struct ipfix_set block;
    struct ipfix_records recs;
    struct ipfix_field inner;

    *stopped = ipfix_list_open(&list, field, NULL, NULL);
    if (*stopped != IPFIX_OK)
        return field->depth;
    assert_int_equal(ipfix_list_next(&list, &block), IPFIX_OK);
    ipfix_records_open(&recs, &block, block.tmpl);
    if (ipfix_record_next(&recs) != IPFIX_OK)
        return list.depth;
    assert_int_equal(ipfix_field_next(&recs, &inner), IPFIX_OK);
    return descend(&inner, stopped);
}

static void lists_nest_to_a_limit(void **state)
{
    (void)state;
    for (unsigned lists = IPFIX_MAX_DEPTH; lists <= IPFIX_MAX_DEPTH + 1; lists++) {
        struct reading r;
        enum ipfix_status stopped;
        char hex[512] = "";
        for (unsigned i = lists; i-- > 0;) /* basicLists of basicLists; the innermost is empty */
            snprintf(hex + strlen(hex), sizeof hex - strlen(hex), "04 0123 ffff %.*x", i > 0 ? 2 : 0,
                     i > 0 ? 6 * i - 1 : 0);
        read_list(&r, IPFIX_BASIC_LIST, hex);
        assert_int_equal(descend(&r.field, &stopped), IPFIX_MAX_DEPTH);
        assert_int_equal(stopped, lists > IPFIX_MAX_DEPTH ? IPFIX_LIST_DEPTH : IPFIX_OK);
        octets_free(r.octets);
    }
}

static void a_list_that_is_too_deep_has_no_blocks(void **state)
{
    static const enum ipfix_type TYPES[] = {IPFIX_BASIC_LIST, IPFIX_SUB_TEMPLATE_LIST,
                                            IPFIX_SUB_TEMPLATE_MULTI_LIST};

    (void)state;
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) {
        struct reading r;
        struct ipfix_set block;
        read_list(&r, TYPES[i], "03 012c 0004 aabb");
        assert_int_equal(r.status, IPFIX_OK);
        r.field.depth = IPFIX_MAX_DEPTH;
        assert_int_equal(ipfix_list_open(&r.list, &r.field, NULL, NULL), IPFIX_LIST_DEPTH);
        for (unsigned again = 0; again < 2; again++)
            assert_int_equal(ipfix_list_next(&r.list, &block), IPFIX_LIST_DEPTH);
        octets_free(r.octets);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_basic_list_is_a_set_with_a_template_of_one_field),
        cmocka_unit_test(a_basic_list_may_hold_an_enterprise_element),
        cmocka_unit_test(items_may_carry_their_lengths),
        cmocka_unit_test(an_empty_basic_list_has_its_header_and_one_empty_block),
        cmocka_unit_test(a_sub_template_list_is_a_set),
        cmocka_unit_test(an_empty_sub_template_list_has_three_octets),
        cmocka_unit_test(a_sub_template_multi_list_is_a_run_of_sets),
        cmocka_unit_test(an_empty_sub_template_multi_list_has_one_octet_and_no_block),
        cmocka_unit_test(a_list_may_end_inside_its_header),
        cmocka_unit_test(items_of_no_octets_are_nonsense),
        cmocka_unit_test(content_that_does_not_divide_into_items_is_a_fault),
        cmocka_unit_test(a_field_past_its_list_is_told_from_one_past_its_set),
        cmocka_unit_test(a_block_must_hold_its_header_and_fit_its_list),
        cmocka_unit_test(only_lists_can_be_opened),
        cmocka_unit_test(lists_nest_to_a_limit),
        cmocka_unit_test(a_list_that_is_too_deep_has_no_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
