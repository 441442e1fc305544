/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Values as text and back (RFC 7373).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ipfix/value.h>

/* The text must be this one, at every size of the buffer, with no octet past its end. */
static void assert_text(const struct ipfix_value *v, const char *want)
{
    size_t full = strlen(want);

    for (size_t cap = 0; cap <= full + 1; cap++) {
        char *buf = malloc(cap);

        assert_int_equal(ipfix_value_text(v, buf, cap), full);
        if (cap > 0) {
            assert_memory_equal(buf, want, cap - 1);
            assert_int_equal(buf[cap - 1], '\0');
        }
        free(buf);
    }
}

static void assert_octets_text(enum ipfix_type type, const char *octets, uint32_t n, const char *want)
{
    struct ipfix_value v = {.type = (uint8_t)type, .as.bytes = {(const uint8_t *)octets, n}};

    assert_text(&v, want);
}

/* Parse out of a heap block that ends with the text: no NUL follows it. */
static enum ipfix_status parse_into(enum ipfix_type type, const char *text, struct ipfix_value *v,
                                    uint8_t *scratch, size_t cap)
{
    size_t n = strlen(text);
    char *heap = malloc(n);

    memcpy(heap, text, n);
    enum ipfix_status status = ipfix_value_parse(type, heap, n, v, scratch, cap);
    free(heap);
    return status;
}

static enum ipfix_status parse(enum ipfix_type type, const char *text, struct ipfix_value *v)
{
    static uint8_t scratch[64];

    return parse_into(type, text, v, scratch, sizeof scratch);
}

static uint64_t parse_unsigned(enum ipfix_type type, const char *text)
{
    struct ipfix_value v;

    assert_int_equal(parse(type, text, &v), IPFIX_OK);
    return v.as.u;
}

static int64_t parse_signed(enum ipfix_type type, const char *text)
{
    struct ipfix_value v;

    assert_int_equal(parse(type, text, &v), IPFIX_OK);
    return v.as.i;
}

static double parse_float(enum ipfix_type type, const char *text)
{
    struct ipfix_value v;

    assert_int_equal(parse(type, text, &v), IPFIX_OK);
    return v.as.f;
}

/* Text and value belong to each other, both ways. */
static void assert_both_ways(enum ipfix_type type, const char *text)
{
    struct ipfix_value v;

    if (parse(type, text, &v) != IPFIX_OK)
        fail_msg("%s is no %s", text, ipfix_type_name(type));
    assert_int_equal(v.type, type);
    assert_text(&v, text);
}

static void assert_refused(enum ipfix_type type, const char *text)
{
    struct ipfix_value v = {.type = 99};

    if (parse(type, text, &v) != IPFIX_TEXT)
        fail_msg("\"%s\" passed for %s", text, ipfix_type_name(type));
    assert_int_equal(v.type, 99);
}

/* ---- numbers: sections 4.2 to 4.5 ---- */

static void integers_are_decimal(void **state)
{
    (void)state;
    assert_both_ways(IPFIX_U8, "0");
    assert_both_ways(IPFIX_U8, "255");
    assert_both_ways(IPFIX_U16, "65535");
    assert_both_ways(IPFIX_U32, "4294967295");
    assert_both_ways(IPFIX_U64, "18446744073709551615");
    assert_both_ways(IPFIX_S8, "-128");
    assert_both_ways(IPFIX_S16, "32767");
    assert_both_ways(IPFIX_S32, "-2147483648");
    assert_both_ways(IPFIX_S64, "-9223372036854775808");
    assert_both_ways(IPFIX_S64, "9223372036854775807");
}

static void unsigned_integers_may_be_hexadecimal_or_binary(void **state)
{
    (void)state;
    assert_int_equal(parse_unsigned(IPFIX_U16, "0x1fE"), 0x1fe);
    assert_int_equal(parse_unsigned(IPFIX_U8, "0b00010010"), 18);
    assert_int_equal(parse_unsigned(IPFIX_U64, "0xffffffffffffffff"), UINT64_MAX);
}

static void integers_out_of_range_are_clipped(void **state)
{
    (void)state;
    assert_int_equal(parse_unsigned(IPFIX_U8, "256"), 255);
    assert_int_equal(parse_unsigned(IPFIX_U32, "0x1ffffffff"), UINT32_MAX);
    assert_int_equal(parse_unsigned(IPFIX_U64, "18446744073709551616"), UINT64_MAX);
    assert_int_equal(parse_unsigned(IPFIX_U64, "99999999999999999999999999"), UINT64_MAX);
    assert_int_equal(parse_signed(IPFIX_S8, "128"), 127);
    assert_int_equal(parse_signed(IPFIX_S8, "-129"), -128);
    assert_int_equal(parse_signed(IPFIX_S64, "9223372036854775808"), INT64_MAX);
    assert_int_equal(parse_signed(IPFIX_S64, "-99999999999999999999"), INT64_MIN);
    assert_int_equal(parse_signed(IPFIX_S16, "+12"), 12);
}

static void what_is_no_integer_is_refused(void **state)
{
    (void)state;
    assert_refused(IPFIX_U8, "");
    assert_refused(IPFIX_U8, "-1");
    assert_refused(IPFIX_U8, "1 ");
    assert_refused(IPFIX_U8, "0x");
    assert_refused(IPFIX_U8, "0xg");
    assert_refused(IPFIX_U8, "0b2");
    assert_refused(IPFIX_U32, "12a");
    assert_refused(IPFIX_S8, "+");
    assert_refused(IPFIX_S8, "--1");
    assert_refused(IPFIX_S8, "0x1");
}

static void floats_are_short_text_that_reads_back_exactly(void **state)
{
    (void)state;
    assert_both_ways(IPFIX_F64, "0.1");
    assert_both_ways(IPFIX_F64, "1e+300");
    assert_both_ways(IPFIX_F64, "0.30000000000000004");
    assert_both_ways(IPFIX_F64, "-0");
    assert_both_ways(IPFIX_F64, "4.94065645841247e-324");
    assert_both_ways(IPFIX_F64, "1.7976931348623157e+308");
    assert_both_ways(IPFIX_F32, "0.1");
    assert_both_ways(IPFIX_F32, "16777216");
    assert_both_ways(IPFIX_F32, "3.4028235e+38");
}

static void floats_have_three_words_for_what_is_no_number(void **state)
{
    struct ipfix_value v = {.type = IPFIX_F32, .as.f = -(double)NAN};

    (void)state;
    assert_text(&v, "NaN");
    assert_true(isnan(parse_float(IPFIX_F64, "NaN")));
    assert_both_ways(IPFIX_F64, "+inf");
    assert_both_ways(IPFIX_F32, "-inf");
}

static void floats_out_of_range_are_clipped(void **state)
{
    (void)state;
    assert_true(parse_float(IPFIX_F64, "1e999") == DBL_MAX);
    assert_true(parse_float(IPFIX_F32, "-1e39") == -(double)FLT_MAX);
}

static void what_is_no_float_is_refused(void **state)
{
    static const char *const text[] = {"",    ".5",   "5.",  "1e", "1e+", "inf",
                                       "nan", "0x10", "1,5", " 1", "1 ",  "1.5.2"};

    (void)state;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        assert_refused(IPFIX_F64, text[i]);
}

static void floats_keep_their_point_in_every_locale(void **state)
{
    (void)state;
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL && setlocale(LC_NUMERIC, "fr_FR.UTF-8") == NULL)
        skip();
    assert_both_ways(IPFIX_F64, "0.1");
    assert_both_ways(IPFIX_F64, "1.5e+300");
    assert_refused(IPFIX_F64, "0,1");
    setlocale(LC_NUMERIC, "C");
}

static void booleans_are_words_and_undefined_ones_numbers(void **state)
{
    (void)state;
    assert_int_equal(parse_unsigned(IPFIX_BOOLEAN, "true"), 1);
    assert_int_equal(parse_unsigned(IPFIX_BOOLEAN, "false"), 2);
    assert_both_ways(IPFIX_BOOLEAN, "true");
    assert_both_ways(IPFIX_BOOLEAN, "false");
    assert_both_ways(IPFIX_BOOLEAN, "0");
    assert_both_ways(IPFIX_BOOLEAN, "255");
    assert_refused(IPFIX_BOOLEAN, "True");
    assert_refused(IPFIX_BOOLEAN, "");
}

/* RFC 9740's numbers of 256 bits stand in hexadecimal, which section 4.2 allows. */
static void unsigned256_is_hexadecimal(void **state)
{
    struct ipfix_value v;

    (void)state;
    assert_octets_text(IPFIX_U256, "\0\0\x12\xab", 4, "0x12ab");
    assert_octets_text(IPFIX_U256, "\0", 1, "0x00");
    assert_int_equal(parse(IPFIX_U256, "258", &v), IPFIX_OK);
    assert_int_equal(v.as.bytes.len, 32);
    assert_int_equal(ipfix_be16(v.as.bytes.ptr + 30), 258);
    assert_both_ways(IPFIX_U256, "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff");
    /* 2^256 is one too many. */
    assert_int_equal(parse(IPFIX_U256,
                           "115792089237316195423570985008687907853269984665640564039457584007913129639936",
                           &v),
                     IPFIX_OK);
    assert_text(&v, "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff");
    assert_refused(IPFIX_U256, "");
    assert_refused(IPFIX_U256, "12x");
}

/* ---- octets: sections 4.1, 4.6, 4.7 and 4.11 ---- */

static void octets_are_pairs_of_hexadecimal_digits(void **state)
{
    struct ipfix_value v;

    (void)state;
    assert_both_ways(IPFIX_OCTET_ARRAY, "");
    assert_both_ways(IPFIX_OCTET_ARRAY, "00ff7e");
    assert_int_equal(parse(IPFIX_OCTET_ARRAY, " 0A  ff 01 ", &v), IPFIX_OK);
    assert_text(&v, "0aff01");
    assert_refused(IPFIX_OCTET_ARRAY, "0");
    assert_refused(IPFIX_OCTET_ARRAY, "0 1");
    assert_refused(IPFIX_OCTET_ARRAY, "0x01");
}

static void lists_show_as_octets(void **state)
{
    (void)state;
    assert_octets_text(IPFIX_BASIC_LIST, "\xff\0\x01", 3, "ff0001");
    assert_octets_text(IPFIX_SUB_TEMPLATE_LIST, "\x03\1\0", 3, "030100");
}

static void mac_addresses_are_six_pairs_with_colons(void **state)
{
    (void)state;
    assert_both_ways(IPFIX_MAC, "00:00:5e:00:53:ff");
    assert_refused(IPFIX_MAC, "00:00:5e:00:53");
    assert_refused(IPFIX_MAC, "00:00:5e:00:53:ff:01");
    assert_refused(IPFIX_MAC, "00:00:5e:00:53:");
    assert_refused(IPFIX_MAC, "00-00-5e-00-53-ff");
    assert_refused(IPFIX_MAC, "00005e0053ff");
}

static void strings_stand_as_they_are_less_their_filling(void **state)
{
    (void)state;
    assert_octets_text(IPFIX_STRING, "eth0\0\0", 6, "eth0");
    assert_octets_text(IPFIX_STRING, "Z\xc3\xbcrich", 7, "Z\xc3\xbcrich");
    assert_octets_text(IPFIX_STRING, "", 0, "");
}

static void parsed_strings_are_borrowed_from_the_text(void **state)
{
    static const char text[] = "eth0";
    struct ipfix_value v;

    (void)state;
    assert_int_equal(ipfix_value_parse(IPFIX_STRING, text, 4, &v, NULL, 0), IPFIX_OK);
    assert_ptr_equal(v.as.bytes.ptr, text);
    assert_int_equal(v.as.bytes.len, 4);
}

/* ---- times: section 4.8 ---- */

static void times_have_the_digits_of_their_type_and_no_zone(void **state)
{
    (void)state;
    assert_both_ways(IPFIX_TIME_S, "2025-10-27T23:28:00");
    assert_both_ways(IPFIX_TIME_MS, "2025-10-27T23:28:00.004");
    assert_both_ways(IPFIX_TIME_US, "2025-10-27T23:28:00.004005");
    assert_both_ways(IPFIX_TIME_NS, "2025-10-27T23:28:00.004005006");
}

static void times_know_the_calendar(void **state)
{
    (void)state;
    assert_both_ways(IPFIX_TIME_S, "1970-01-01T00:00:00");
    assert_both_ways(IPFIX_TIME_S, "2000-02-29T23:59:59");
    assert_both_ways(IPFIX_TIME_S, "2106-02-07T06:28:15");
    assert_both_ways(IPFIX_TIME_MS, "9999-12-31T23:59:59.999");
    assert_both_ways(IPFIX_TIME_NS, "1969-12-31T23:59:59.999999999");
    assert_both_ways(IPFIX_TIME_US, "1901-12-13T20:45:52.000000");
    assert_refused(IPFIX_TIME_S, "2023-02-29T00:00:00");
    assert_refused(IPFIX_TIME_MS, "2100-02-29T00:00:00");
    assert_refused(IPFIX_TIME_S, "2025-04-31T00:00:00");
    assert_refused(IPFIX_TIME_S, "2025-00-01T00:00:00");
    assert_refused(IPFIX_TIME_S, "2025-13-01T00:00:00");
    assert_refused(IPFIX_TIME_S, "2025-01-01T24:00:00");
    assert_refused(IPFIX_TIME_S, "2025-01-01T00:60:00");
    assert_refused(IPFIX_TIME_S, "2025-01-01T00:00:60");
    assert_refused(IPFIX_TIME_S, "2025-1-01T00:00:00");
    assert_refused(IPFIX_TIME_S, "2025-01-01 00:00:00");
    assert_refused(IPFIX_TIME_S, "2025-01-01T00:00:00+01:00");
    assert_refused(IPFIX_TIME_S, "2025-01-01T00:00");
}

/* 1900 to 2099, day by day. */
static void every_day_comes_back_as_itself(void **state)
{
    (void)state;
    for (int64_t day = -25567; day < 47482; day++) {
        struct ipfix_value v = {.type = IPFIX_TIME_NS, .as.time = {day * 86400 + 86399, 1}}, back;
        char text[40];

        ipfix_value_text(&v, text, sizeof text);
        assert_int_equal(parse(IPFIX_TIME_NS, text, &back), IPFIX_OK);
        assert_int_equal(back.as.time.sec, v.as.time.sec);
    }
}

static void times_may_have_fewer_digits_or_a_z(void **state)
{
    struct ipfix_value v;

    (void)state;
    assert_int_equal(parse(IPFIX_TIME_MS, "2025-10-27T23:28:00.5Z", &v), IPFIX_OK);
    assert_text(&v, "2025-10-27T23:28:00.500");
    assert_int_equal(parse(IPFIX_TIME_NS, "2025-10-27T23:28:00", &v), IPFIX_OK);
    assert_text(&v, "2025-10-27T23:28:00.000000000");
    assert_refused(IPFIX_TIME_MS, "2025-10-27T23:28:00.0001");
    assert_refused(IPFIX_TIME_MS, "2025-10-27T23:28:00.");
    assert_refused(IPFIX_TIME_S, "2025-10-27T23:28:00.0");
}

static void times_that_a_type_cannot_carry_are_refused(void **state)
{
    (void)state;
    assert_refused(IPFIX_TIME_S, "1969-12-31T23:59:59");
    assert_refused(IPFIX_TIME_S, "2106-02-07T06:28:16");
    assert_refused(IPFIX_TIME_MS, "1969-12-31T23:59:59.999");
}

static void milliseconds_past_the_year_9999_are_their_number(void **state)
{
    struct ipfix_value v = {.type = IPFIX_TIME_MS, .as.time = {18446744073709551, 615000000}};

    (void)state;
    assert_text(&v, "18446744073709551615");
    v.as.time = (struct ipfix_time){253402300800, 0};
    assert_text(&v, "253402300800000");
    assert_both_ways(IPFIX_TIME_MS, "253402300800000");
    assert_both_ways(IPFIX_TIME_MS, "18446744073709551615");
    assert_refused(IPFIX_TIME_MS, "253402300799999");
    assert_refused(IPFIX_TIME_MS, "2025");
    assert_refused(IPFIX_TIME_S, "253402300800");
    assert_refused(IPFIX_TIME_NS, "253402300800000");
}

/* ---- addresses: sections 4.9 and 4.10 ---- */

static void ipv4_addresses_are_dotted(void **state)
{
    (void)state;
    assert_both_ways(IPFIX_IPV4, "0.0.0.0");
    assert_both_ways(IPFIX_IPV4, "192.0.2.255");
    assert_refused(IPFIX_IPV4, "192.0.2");
    assert_refused(IPFIX_IPV4, "192.0.2.256");
    assert_refused(IPFIX_IPV4, "2001:db8::1");
}

static void ipv6_addresses_leave_out_their_longest_run_of_zeros(void **state)
{
    (void)state;
    assert_both_ways(IPFIX_IPV6, "::");
    assert_both_ways(IPFIX_IPV6, "::1");
    assert_both_ways(IPFIX_IPV6, "2001:db8::");
    assert_both_ways(IPFIX_IPV6, "2001:db8::1");
    assert_both_ways(IPFIX_IPV6, "2001:db8:0:1:1:1:1:1"); /* no run of one */
    assert_both_ways(IPFIX_IPV6, "2001:0:0:1::1");        /* the longest */
    assert_both_ways(IPFIX_IPV6, "2001:db8::1:0:0:1");    /* the first of equals */
    assert_both_ways(IPFIX_IPV6, "1:2:3:4:5:6::");
    assert_both_ways(IPFIX_IPV6, "::ffff:192.0.2.33"); /* IPv4-mapped */
    assert_both_ways(IPFIX_IPV6, "::c000:221");        /* not so the old IPv4-compatible form */
    assert_refused(IPFIX_IPV6, "2001:db8");
    assert_refused(IPFIX_IPV6, "192.0.2.1");
    assert_refused(IPFIX_IPV6, "2001:db8::1::2");
}

static void ipv6_addresses_may_be_written_in_any_form(void **state)
{
    struct ipfix_value v;

    (void)state;
    assert_int_equal(parse(IPFIX_IPV6, "2001:0DB8:0000:0000:0000:0000:0000:000A", &v), IPFIX_OK);
    assert_text(&v, "2001:db8::a");
}

/* ---- space ---- */

static void octets_that_do_not_fit_the_scratch_are_refused(void **state)
{
    static const struct {
        enum ipfix_type type;
        const char *text;
        size_t need;
    } row[] = {
        {IPFIX_OCTET_ARRAY, "010203", 3},
        {IPFIX_MAC, "00:00:5e:00:53:01", 6},
        {IPFIX_IPV4, "192.0.2.1", 4},
        {IPFIX_IPV6, "2001:db8::1", 16},
        {IPFIX_U256, "1", 32},
    };

    (void)state;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++)
        for (size_t cap = 0; cap <= row[i].need; cap++) {
            struct ipfix_value v;
            uint8_t *scratch = malloc(cap);
            enum ipfix_status want = cap < row[i].need ? IPFIX_NO_SPACE : IPFIX_OK;

            assert_int_equal(parse_into(row[i].type, row[i].text, &v, scratch, cap), want);
            free(scratch);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_decimal),
        cmocka_unit_test(unsigned_integers_may_be_hexadecimal_or_binary),
        cmocka_unit_test(integers_out_of_range_are_clipped),
        cmocka_unit_test(what_is_no_integer_is_refused),
        cmocka_unit_test(floats_are_short_text_that_reads_back_exactly),
        cmocka_unit_test(floats_have_three_words_for_what_is_no_number),
        cmocka_unit_test(floats_out_of_range_are_clipped),
        cmocka_unit_test(what_is_no_float_is_refused),
        cmocka_unit_test(floats_keep_their_point_in_every_locale),
        cmocka_unit_test(booleans_are_words_and_undefined_ones_numbers),
        cmocka_unit_test(unsigned256_is_hexadecimal),
        cmocka_unit_test(octets_are_pairs_of_hexadecimal_digits),
        cmocka_unit_test(lists_show_as_octets),
        cmocka_unit_test(mac_addresses_are_six_pairs_with_colons),
        cmocka_unit_test(strings_stand_as_they_are_less_their_filling),
        cmocka_unit_test(parsed_strings_are_borrowed_from_the_text),
        cmocka_unit_test(times_have_the_digits_of_their_type_and_no_zone),
        cmocka_unit_test(times_know_the_calendar),
        cmocka_unit_test(every_day_comes_back_as_itself),
        cmocka_unit_test(times_may_have_fewer_digits_or_a_z),
        cmocka_unit_test(times_that_a_type_cannot_carry_are_refused),
        cmocka_unit_test(milliseconds_past_the_year_9999_are_their_number),
        cmocka_unit_test(ipv4_addresses_are_dotted),
        cmocka_unit_test(ipv6_addresses_leave_out_their_longest_run_of_zeros),
        cmocka_unit_test(ipv6_addresses_may_be_written_in_any_form),
        cmocka_unit_test(octets_that_do_not_fit_the_scratch_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
