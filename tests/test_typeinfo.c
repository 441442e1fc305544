/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Type information in options records (RFC 5610).
 */
#include "octets.h"

/* privateEnterpriseNumber and informationElementId as scope, then type, semantics, units, range and name. */
#define TYPES_FIELDS "015a 0004  012f 0002  0153 0001  0158 0001  0159 0002  0156 0008  0157 0008  0155 ffff"
#define RANGE_NONE "0000000000000000 0000000000000000"

/* A store with an options template as 256, for its spec. */
static struct ipfix_store *store_of(const char *template)
{
    struct ipfix_store *s = ipfix_store_new(IPFIX_TRANSPORT_TCP, NULL, NULL);

    assert_int_equal(store_put_record(s, 3, template, ipfix_pos_make(1, 0, 20)), IPFIX_OK);
    return s;
}

static struct ipfix_store *types_store(void)
{
    return store_of("0100 0008 0002  " TYPES_FIELDS);
}

static const struct ipfix_template *template_at_end(const struct ipfix_store *s)
{
    const struct ipfix_template *t = ipfix_store_get(s, DOMAIN, 256, IPFIX_POS_LAST);

    assert_non_null(t);
    return t;
}

/* What the one record of a Data Set says; its name is gone with the octets. */
static enum ipfix_status info_by(const char *template, const char *set, struct ipfix_type_info *info)
{
    struct ipfix_store *s = store_of(template);
    struct octets o = message_of(set);
    struct ipfix_set data = first_set(o);
    struct ipfix_records recs;

    ipfix_records_open(&recs, &data, template_at_end(s));
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    enum ipfix_status status = ipfix_type_info_get(&recs, info);
    octets_free(o);
    ipfix_store_free(s);
    return status;
}

static enum ipfix_status info_of(const char *set, struct ipfix_type_info *info)
{
    return info_by("0100 0008 0002  " TYPES_FIELDS, set, info);
}

#define HEADER "0100 0020  "

static void a_record_describes_an_element(void **state)
{
    struct ipfix_store *s = types_store();
    struct octets o = message_of("0100 0023  00007ed9 0007 03 01 0002 " RANGE_NONE " 04 616c 0000");
    struct ipfix_set set = first_set(o);
    struct ipfix_records recs;
    struct ipfix_type_info info;

    (void)state;
    ipfix_records_open(&recs, &set, template_at_end(s));
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_type_info_get(&recs, &info), IPFIX_OK);
    assert_int_equal(info.pen, 32473);
    assert_int_equal(info.id, 7);
    assert_int_equal(info.type, IPFIX_U32);
    assert_int_equal(info.semantics, IPFIX_SEM_QUANTITY);
    assert_int_equal(info.units, 2);
    assert_false(info.ranged);
    assert_int_equal(info.name.len, 2); /* without the zeros that fill a field */
    assert_memory_equal(info.name.ptr, "al", 2);
    octets_free(o);
    ipfix_store_free(s);
}

static void the_enterprise_bit_counts_for_nothing(void **state)
{
    struct ipfix_type_info info;

    (void)state;
    assert_int_equal(info_of(HEADER "00000000 8258 03 00 0000 " RANGE_NONE " 01 61", &info), IPFIX_OK);
    assert_int_equal(info.pen, IPFIX_PEN_IANA);
    assert_int_equal(info.id, 600);
}

static void a_range_holds_for_unsigned_types(void **state)
{
    struct ipfix_type_info info;

    (void)state;
    assert_int_equal(
        info_of(HEADER "00007ed9 0007 01 00 0000 0000000000000001 0000000000000009 01 61", &info), IPFIX_OK);
    assert_true(info.ranged);
    assert_int_equal(info.min, 1);
    assert_int_equal(info.max, 9);
    assert_int_equal(
        info_of(HEADER "00007ed9 0007 05 00 0000 0000000000000001 0000000000000009 01 61", &info), IPFIX_OK);
    assert_false(info.ranged);
    assert_int_equal(
        info_of(HEADER "00007ed9 0007 01 00 0000 0000000000000009 0000000000000001 01 61", &info), IPFIX_OK);
    assert_false(info.ranged);
}

static void what_cannot_be_is_ignored(void **state)
{
    struct ipfix_type_info info = {.id = 1};

    (void)state;
    assert_int_equal(info_of(HEADER "00007ed9 0007 18 00 0000 " RANGE_NONE " 01 61", &info), IPFIX_IGNORED);
    assert_int_equal(info_of(HEADER "00007ed9 0007 0d 05 0000 " RANGE_NONE " 01 61", &info), IPFIX_IGNORED);
    assert_int_equal(info.id, 1); /* and nothing is written */
}

/* Fields may be wider than their elements. */
static void a_number_is_not_cut(void **state)
{
    static const struct {
        const char *element, *right, *wrong;
    } wide[] = {
        {"012f 0003", "000007", "010007"}, {"015a 0005", "0000007ed9", "0100007ed9"},
        {"0153 0002", "0003", "0103"},     {"0158 0002", "0001", "0101"},
        {"0159 0003", "000002", "010002"}, {"0153 0009", NULL, "000000000000000003"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        struct ipfix_type_info info;
        char template[80], set[80];

        snprintf(template, sizeof template, "0100 0003 0001  012f 0002  0153 0001  %s", wide[i].element);
        for (int wrong = wide[i].right == NULL; wrong < 2; wrong++) {
            const char *number = wrong ? wide[i].wrong : wide[i].right;

            snprintf(set, sizeof set, "0100 %04zx  0007 03 %s", 7 + strlen(number) / 2, number);
            assert_int_equal(info_by(template, set, &info), wrong ? IPFIX_IGNORED : IPFIX_OK);
        }
    }
}

static void a_cut_record_says_nothing(void **state)
{
    struct ipfix_type_info info;

    (void)state;
    assert_int_equal(info_of(HEADER "00007ed9 0007 03 00 0000 " RANGE_NONE " 09 61", &info),
                     IPFIX_FIELD_PAST_SET);
}

static void records_differ_in_any_part(void **state)
{
    static const struct ipfix_bytes a = {(const uint8_t *)"a", 1}, b = {(const uint8_t *)"b", 1};
    const struct ipfix_type_info info = {.pen = 1, .id = 2, .type = 3, .name = a};
    struct ipfix_type_info other = info;

    (void)state;
    assert_true(ipfix_type_info_equal(&info, &other));
    other.name = b;
    assert_false(ipfix_type_info_equal(&info, &other));
    other = info;
    other.units = 1;
    assert_false(ipfix_type_info_equal(&info, &other));
    other = info;
    other.type = 4;
    assert_false(ipfix_type_info_equal(&info, &other));
    other = info;
    other.name.len = 0;
    assert_false(ipfix_type_info_equal(&info, &other));
}

static void only_options_about_elements_describe_them(void **state)
{
    struct ipfix_store *s = types_store();

    (void)state;
    assert_true(ipfix_type_info_template(template_at_end(s)));
    /* The element's number is a value here, not what the record is about. */
    assert_int_equal(store_put_record(s, 3, "0100 0002 0001  015a 0004  012f 0002", ipfix_pos_make(2, 0, 20)),
                     IPFIX_OK);
    assert_false(ipfix_type_info_template(template_at_end(s)));
    assert_int_equal(
        store_put_record(s, 3, "0100 0002 0001  812f 0002 00007ed9  0155 ffff", ipfix_pos_make(3, 0, 20)),
        IPFIX_OK);
    assert_false(ipfix_type_info_template(template_at_end(s)));
    ipfix_store_free(s);
}

/* RFC 5610 section 3.10, RFC 6313 section 4.2. */
static void semantics_fit_types(void **state)
{
    (void)state;
    for (unsigned type = 0; type < IPFIX_TYPE_COUNT; type++)
        assert_true(ipfix_semantics_fit(type, IPFIX_SEM_DEFAULT));
    assert_true(ipfix_semantics_fit(IPFIX_U64, IPFIX_SEM_FLAGS));
    assert_true(ipfix_semantics_fit(IPFIX_U256, IPFIX_SEM_FLAGS));
    assert_true(ipfix_semantics_fit(IPFIX_U32, IPFIX_SEM_SNMP_GAUGE));
    assert_false(ipfix_semantics_fit(IPFIX_U32, IPFIX_SEM_LIST));
    assert_true(ipfix_semantics_fit(IPFIX_S32, IPFIX_SEM_IDENTIFIER));
    assert_false(ipfix_semantics_fit(IPFIX_S32, IPFIX_SEM_FLAGS));
    assert_true(ipfix_semantics_fit(IPFIX_F64, IPFIX_SEM_DELTA_COUNTER));
    assert_false(ipfix_semantics_fit(IPFIX_F64, IPFIX_SEM_IDENTIFIER));
    assert_false(ipfix_semantics_fit(IPFIX_STRING, IPFIX_SEM_QUANTITY));
    assert_false(ipfix_semantics_fit(IPFIX_IPV4, IPFIX_SEM_IDENTIFIER));
    assert_true(ipfix_semantics_fit(IPFIX_BASIC_LIST, IPFIX_SEM_LIST));
    assert_false(ipfix_semantics_fit(IPFIX_BASIC_LIST, IPFIX_SEM_FLAGS));
    assert_false(ipfix_semantics_fit(IPFIX_U32, 9));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_describes_an_element),
        cmocka_unit_test(the_enterprise_bit_counts_for_nothing),
        cmocka_unit_test(a_range_holds_for_unsigned_types),
        cmocka_unit_test(what_cannot_be_is_ignored),
        cmocka_unit_test(a_number_is_not_cut),
        cmocka_unit_test(a_cut_record_says_nothing),
        cmocka_unit_test(records_differ_in_any_part),
        cmocka_unit_test(only_options_about_elements_describe_them),
        cmocka_unit_test(semantics_fit_types),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
