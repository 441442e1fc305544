/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Values on the wire: widths, signs, times, text (RFC 7011 section 6).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ipfix/value.h>

/* 2025-01-01T00:00:00Z, and the same instant on an NTP clock. */
#define NEW_YEAR_2025 1735689600u
#define NEW_YEAR_2025_NTP 3944678400u

/* Read octets as a type, out of a heap block of exactly their size.  The field is fixed as wide as
 * they are, or variable. */
static enum ipfix_status get(enum ipfix_type type, const void *octets, uint16_t n, bool variable,
                             struct ipfix_value *v)
{
    struct ipfix_spec spec = {.type = (uint8_t)type, .len = variable ? IPFIX_VARLEN : n};
    uint8_t *heap = malloc(n);
    struct ipfix_field field = {.spec = &spec, .data = heap, .base = heap, .len = n};

    if (n > 0)
        memcpy(heap, octets, n);
    spec.load = (uint8_t)(variable ? IPFIX_LOAD_VAR : ipfix_load_of(type, n));
    enum ipfix_status status = ipfix_value_get(&field, NEW_YEAR_2025, v);
    free(heap);
    return status;
}

static uint64_t get_unsigned(enum ipfix_type type, const void *octets, uint16_t n)
{
    struct ipfix_value v;

    assert_int_equal(get(type, octets, n, false, &v), IPFIX_OK);
    assert_int_equal(v.type, type);
    return v.as.u;
}

static int64_t get_signed(enum ipfix_type type, const void *octets, uint16_t n)
{
    struct ipfix_value v;

    assert_int_equal(get(type, octets, n, false, &v), IPFIX_OK);
    return v.as.i;
}

static double get_float(enum ipfix_type type, const void *octets, uint16_t n)
{
    struct ipfix_value v;

    assert_int_equal(get(type, octets, n, false, &v), IPFIX_OK);
    return v.as.f;
}

static struct ipfix_time get_time(enum ipfix_type type, const void *octets, uint16_t n)
{
    struct ipfix_value v;

    assert_int_equal(get(type, octets, n, false, &v), IPFIX_OK);
    return v.as.time;
}

/* ---- widths ---- */

/* RFC 7011 section 6.2 and RFC 9740, as from..to octets; float64 has a gap between 4 and 8. */
static const struct {
    uint16_t from, to;
} legal_width[IPFIX_TYPE_COUNT] = {
    [IPFIX_OCTET_ARRAY] = {0, 65535},
    [IPFIX_U8] = {1, 1},
    [IPFIX_U16] = {1, 2},
    [IPFIX_U32] = {1, 4},
    [IPFIX_U64] = {1, 8},
    [IPFIX_S8] = {1, 1},
    [IPFIX_S16] = {1, 2},
    [IPFIX_S32] = {1, 4},
    [IPFIX_S64] = {1, 8},
    [IPFIX_F32] = {4, 4},
    [IPFIX_F64] = {4, 8},
    [IPFIX_BOOLEAN] = {1, 1},
    [IPFIX_MAC] = {6, 6},
    [IPFIX_STRING] = {0, 65535},
    [IPFIX_TIME_S] = {4, 4},
    [IPFIX_TIME_MS] = {8, 8},
    [IPFIX_TIME_US] = {8, 8},
    [IPFIX_TIME_NS] = {8, 8},
    [IPFIX_IPV4] = {4, 4},
    [IPFIX_IPV6] = {16, 16},
    [IPFIX_BASIC_LIST] = {0, 65535},
    [IPFIX_SUB_TEMPLATE_LIST] = {0, 65535},
    [IPFIX_SUB_TEMPLATE_MULTI_LIST] = {0, 65535},
    [IPFIX_U256] = {1, 32},
};

static bool width_is_legal(unsigned type, uint16_t n)
{
    if (type == IPFIX_F64 && n > 4 && n < 8)
        return false;
    return n >= legal_width[type].from && n <= legal_width[type].to;
}

static void every_type_takes_its_legal_widths_and_no_other(void **state)
{
    static const uint8_t ones[40] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

    (void)state;
    for (unsigned type = 0; type < IPFIX_TYPE_COUNT; type++)
        for (uint16_t n = 0; n <= sizeof ones; n++)
            for (int variable = 0; variable < 2; variable++) {
                struct ipfix_value v = {.type = 99};
                enum ipfix_status want = width_is_legal(type, n) ? IPFIX_OK : IPFIX_VALUE_LENGTH;

                if (get(type, ones, n, variable, &v) != want)
                    fail_msg("%s of %u octets", ipfix_type_name(type), n);
                assert_int_equal(v.type, want == IPFIX_OK ? type : 99);
            }
}

static void unsigned_numbers_of_any_width_keep_their_value(void **state)
{
    static const uint8_t octets[] = {0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54, 0x32, 0x10};

    (void)state;
    assert_int_equal(get_unsigned(IPFIX_U8, octets, 1), 0xfe);
    assert_int_equal(get_unsigned(IPFIX_U16, octets, 1), 0xfe);
    assert_int_equal(get_unsigned(IPFIX_U16, octets, 2), 0xfedc);
    assert_int_equal(get_unsigned(IPFIX_U32, octets, 3), 0xfedcba);
    assert_int_equal(get_unsigned(IPFIX_U32, octets, 4), 0xfedcba98);
    assert_int_equal(get_unsigned(IPFIX_U64, octets, 5), 0xfedcba9876);
    assert_int_equal(get_unsigned(IPFIX_U64, octets, 8), 0xfedcba9876543210);
}

static void signed_numbers_of_reduced_size_keep_their_sign(void **state)
{
    (void)state;
    assert_int_equal(get_signed(IPFIX_S8, "\x80", 1), -128);
    assert_int_equal(get_signed(IPFIX_S16, "\xff", 1), -1);
    assert_int_equal(get_signed(IPFIX_S16, "\x7f", 1), 127);
    assert_int_equal(get_signed(IPFIX_S32, "\xff\xfe\xff", 3), -257);
    assert_int_equal(get_signed(IPFIX_S64, "\x80\0\0\0\0", 5), -549755813888);
    assert_int_equal(get_signed(IPFIX_S64, "\x80\0\0\0\0\0\0\0", 8), INT64_MIN);
    assert_int_equal(get_signed(IPFIX_S64, "\x7f\xff\xff\xff\xff\xff\xff\xff", 8), INT64_MAX);
}

static void floats_come_through_with_nan_infinity_and_minus_zero(void **state)
{
    (void)state;
    assert_true(get_float(IPFIX_F32, "\x3f\xc0\0\0", 4) == 1.5);
    assert_true(get_float(IPFIX_F64, "\x3f\xf8\0\0\0\0\0\0", 8) == 1.5);
    assert_true(isnan(get_float(IPFIX_F32, "\x7f\xc0\0\0", 4)));
    assert_true(isinf(get_float(IPFIX_F64, "\xff\xf0\0\0\0\0\0\0", 8)));
    assert_true(signbit(get_float(IPFIX_F32, "\x80\0\0\0", 4)));
}

static void float64_of_four_octets_is_a_float32(void **state)
{
    (void)state;
    assert_true(get_float(IPFIX_F64, "\x3f\xc0\0\0", 4) == 1.5);
}

static void octets_are_borrowed_from_the_message(void **state)
{
    static const uint8_t message[] = {192, 0, 2, 1};
    struct ipfix_spec spec = {.type = IPFIX_IPV4, .len = 4, .load = IPFIX_LOAD_BYTES};
    struct ipfix_field field = {.spec = &spec, .data = message, .base = message, .len = 4};
    struct ipfix_value v;

    (void)state;
    assert_int_equal(ipfix_value_get(&field, 0, &v), IPFIX_OK);
    assert_ptr_equal(v.as.bytes.ptr, message);
    assert_int_equal(v.as.bytes.len, 4);
}

/* ---- times ---- */

static void seconds_and_milliseconds_count_from_1970(void **state)
{
    struct ipfix_time t = get_time(IPFIX_TIME_S, "\xff\xff\xff\xff", 4);

    (void)state;
    assert_int_equal(t.sec, 4294967295);
    assert_int_equal(t.nsec, 0);
    t = get_time(IPFIX_TIME_MS, "\0\0\0\0\0\0\x05\xdd", 8);
    assert_int_equal(t.sec, 1);
    assert_int_equal(t.nsec, 501000000);
    t = get_time(IPFIX_TIME_MS, "\xff\xff\xff\xff\xff\xff\xff\xff", 8);
    assert_int_equal(t.sec, 18446744073709551);
    assert_int_equal(t.nsec, 615000000);
}

static void microseconds_and_nanoseconds_count_from_1900_as_ntp_does(void **state)
{
    struct ipfix_time t = ipfix_time_from_ntp(NEW_YEAR_2025_NTP, 0x80000000, true, NEW_YEAR_2025);

    (void)state;
    assert_int_equal(t.sec, NEW_YEAR_2025);
    assert_int_equal(t.nsec, 500000000);
    t = ipfix_time_from_ntp(NEW_YEAR_2025_NTP, 0x40000000, false, NEW_YEAR_2025);
    assert_int_equal(t.sec, NEW_YEAR_2025);
    assert_int_equal(t.nsec, 250000000);
}

static void the_low_eleven_bits_of_microseconds_count_for_nothing(void **state)
{
    struct ipfix_time clean = ipfix_time_from_ntp(NEW_YEAR_2025_NTP, 0x12345000, true, NEW_YEAR_2025);
    struct ipfix_time noisy = ipfix_time_from_ntp(NEW_YEAR_2025_NTP, 0x123457ff, true, NEW_YEAR_2025);
    struct ipfix_time other = ipfix_time_from_ntp(NEW_YEAR_2025_NTP, 0x123457ff, false, NEW_YEAR_2025);

    (void)state;
    assert_int_equal(clean.nsec, noisy.nsec);
    assert_int_not_equal(other.nsec, ipfix_time_from_ntp(NEW_YEAR_2025_NTP, 0x12345000, false, 0).nsec);
}

static void a_fraction_never_rounds_into_the_next_second(void **state)
{
    (void)state;
    assert_int_equal(ipfix_time_from_ntp(0, UINT32_MAX, true, 0).nsec, 999999000);
    assert_int_equal(ipfix_time_from_ntp(0, UINT32_MAX, false, 0).nsec, 999999999);
}

/* Era 1 begins at 2036-02-07T06:28:16Z, when the 32 bits of NTP's seconds wrap. */
static void ntp_times_take_the_era_nearest_to_the_export_time(void **state)
{
    const uint32_t wrap = 2085978496;

    (void)state;
    assert_int_equal(ipfix_time_from_ntp(UINT32_MAX, 0, true, wrap - 10).sec, (int64_t)wrap - 1);
    assert_int_equal(ipfix_time_from_ntp(0, 0, true, wrap - 10).sec, wrap);
    assert_int_equal(ipfix_time_from_ntp(UINT32_MAX, 0, false, wrap + 10).sec, (int64_t)wrap - 1);
    assert_int_equal(ipfix_time_from_ntp(5, 0, false, wrap + 10).sec, (int64_t)wrap + 5);
    /* Before 1970, with an exporter whose clock was never set. */
    assert_int_equal(ipfix_time_from_ntp(2208988799u, 0, true, 0).sec, -1);
}

static void every_microsecond_survives_the_way_through_ntp(void **state)
{
    (void)state;
    for (uint32_t us = 0; us < 1000000; us++) {
        uint32_t seconds, fraction;
        struct ipfix_time t = {NEW_YEAR_2025, us * 1000};

        ipfix_time_to_ntp(t, true, &seconds, &fraction);
        if ((fraction & 0x7ff) != 0 || seconds != NEW_YEAR_2025_NTP ||
            ipfix_time_from_ntp(seconds, fraction, true, NEW_YEAR_2025).nsec != t.nsec)
            fail_msg("%u microseconds", us);
    }
}

static void nanoseconds_survive_the_way_through_ntp(void **state)
{
    (void)state;
    /* A prime step visits every residue in time. */
    for (uint32_t ns = 0; ns < 1000000000; ns += 997) {
        uint32_t seconds, fraction;
        struct ipfix_time t = {-1, ns};

        ipfix_time_to_ntp(t, false, &seconds, &fraction);
        struct ipfix_time back = ipfix_time_from_ntp(seconds, fraction, false, 0);
        if (back.sec != -1 || back.nsec != ns)
            fail_msg("%u nanoseconds", ns);
    }
}

/* ---- strings ---- */

static uint32_t span(const char *text, uint32_t n)
{
    uint8_t *heap = malloc(n);

    memcpy(heap, text, n);
    uint32_t whole = ipfix_utf8_span(heap, n);
    free(heap);
    return whole;
}

#define SPAN(literal) span(literal, sizeof(literal) - 1)

static void well_formed_utf8_counts_to_its_end(void **state)
{
    (void)state;
    assert_int_equal(SPAN(""), 0);
    assert_int_equal(SPAN("GigabitEthernet0/1"), 18);
    assert_int_equal(SPAN("12345678"), 8);
    assert_int_equal(SPAN("Universit\xc3\xa9 de Gen\xc3\xa8ve"), 22);
    assert_int_equal(SPAN("Z\xc3\xbcrich"), 7);
    assert_int_equal(SPAN("\xc2\x80\xdf\xbf"), 4);                 /* U+0080, U+07FF */
    assert_int_equal(SPAN("\xe0\xa0\x80\xef\xbf\xbf"), 6);         /* U+0800, U+FFFF */
    assert_int_equal(SPAN("\xed\x9f\xbf\xee\x80\x80"), 6);         /* around the surrogates */
    assert_int_equal(SPAN("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"), 8); /* U+10000, U+10FFFF */
    assert_int_equal(SPAN("a\0b"), 3);
}

static void ill_formed_utf8_counts_to_its_first_fault(void **state)
{
    (void)state;
    assert_int_equal(SPAN("1234567\xff"), 7);
    assert_int_equal(SPAN("12345678\xff"), 8);
    assert_int_equal(SPAN("ab\x80"), 2);   /* a continuation without its lead */
    assert_int_equal(SPAN("\xc0\xaf"), 0); /* '/' in two octets: overlong */
    assert_int_equal(SPAN("\xc1\xbf"), 0);
    assert_int_equal(SPAN("\xe0\x9f\xbf"), 0);     /* overlong in three */
    assert_int_equal(SPAN("\xf0\x8f\xbf\xbf"), 0); /* overlong in four */
    assert_int_equal(SPAN("x\xed\xa0\x80"), 1);    /* U+D800, a surrogate */
    assert_int_equal(SPAN("\xed\xbf\xbf"), 0);     /* U+DFFF */
    assert_int_equal(SPAN("\xf4\x90\x80\x80"), 0); /* U+110000 */
    assert_int_equal(SPAN("\xf5\x80\x80\x80"), 0);
    assert_int_equal(SPAN("\xff"), 0);
    assert_int_equal(SPAN("ok\xe2\x82"), 2); /* cut inside the euro sign */
    assert_int_equal(SPAN("\xe2\x82"
                          "A"),
                     0);
    assert_int_equal(SPAN("\xf0\x90\x80"
                          "A"),
                     0);
}

static void fixed_length_strings_lose_only_their_filling(void **state)
{
    (void)state;
    assert_int_equal(ipfix_string_trim((const uint8_t *)"eth0\0\0\0\0", 8), 4);
    assert_int_equal(ipfix_string_trim((const uint8_t *)"a\0b\0", 4), 3);
    assert_int_equal(ipfix_string_trim((const uint8_t *)"\0\0", 2), 0);
    assert_int_equal(ipfix_string_trim(NULL, 0), 0);
}

/* ---- meaning ---- */

static void a_boolean_is_one_for_true_or_two_for_false(void **state)
{
    struct ipfix_value v = {.type = IPFIX_BOOLEAN};

    (void)state;
    for (v.as.u = 0; v.as.u < 256; v.as.u++)
        assert_int_equal(ipfix_value_check(&v, NULL),
                         v.as.u == 1 || v.as.u == 2 ? IPFIX_OK : IPFIX_VALUE_BOOLEAN);
}

static void a_string_is_checked_without_its_filling(void **state)
{
    struct ipfix_value v = {.type = IPFIX_STRING, .as.bytes = {(const uint8_t *)"eth0\0\0", 6}};

    (void)state;
    assert_int_equal(ipfix_value_check(&v, NULL), IPFIX_OK);
    v.as.bytes = (struct ipfix_bytes){(const uint8_t *)"\xff\0", 2};
    assert_int_equal(ipfix_value_check(&v, NULL), IPFIX_VALUE_UTF8);
}

static void numbers_are_held_against_the_range_of_their_element(void **state)
{
    struct ipfix_ie ie = {.type = IPFIX_U16, .flags = IPFIX_IE_RANGE, .min = 1, .max = 64};
    struct ipfix_value v = {.type = IPFIX_U16, .as.u = 64};

    (void)state;
    assert_int_equal(ipfix_value_check(&v, &ie), IPFIX_OK);
    v.as.u = 65;
    assert_int_equal(ipfix_value_check(&v, &ie), IPFIX_VALUE_RANGE);
    v.as.u = 0;
    assert_int_equal(ipfix_value_check(&v, &ie), IPFIX_VALUE_RANGE);
    ie.flags = 0;
    assert_int_equal(ipfix_value_check(&v, &ie), IPFIX_OK);
}

static void signed_ranges_may_begin_below_zero(void **state)
{
    struct ipfix_ie ie = {.type = IPFIX_S8, .flags = IPFIX_IE_RANGE, .min = (uint64_t)-5, .max = 5};
    struct ipfix_value v = {.type = IPFIX_S8, .as.i = -5};

    (void)state;
    assert_int_equal(ipfix_value_check(&v, &ie), IPFIX_OK);
    v.as.i = -6;
    assert_int_equal(ipfix_value_check(&v, &ie), IPFIX_VALUE_RANGE);
    v.as.i = 6;
    assert_int_equal(ipfix_value_check(&v, &ie), IPFIX_VALUE_RANGE);
}

/* An MPLS label stack entry is an octetArray that must have 3 octets (elements 70 to 79). */
static void octets_are_held_against_the_width_that_their_element_fixes(void **state)
{
    struct ipfix_ie ie = {.type = IPFIX_OCTET_ARRAY, .width = 3};
    struct ipfix_value v = {.type = IPFIX_OCTET_ARRAY, .as.bytes = {(const uint8_t *)"\1\2\3\4", 3}};

    (void)state;
    assert_int_equal(ipfix_value_check(&v, &ie), IPFIX_OK);
    v.as.bytes.len = 4;
    assert_int_equal(ipfix_value_check(&v, &ie), IPFIX_VALUE_LENGTH);
    assert_int_equal(ipfix_value_check(&v, NULL), IPFIX_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_takes_its_legal_widths_and_no_other),
        cmocka_unit_test(unsigned_numbers_of_any_width_keep_their_value),
        cmocka_unit_test(signed_numbers_of_reduced_size_keep_their_sign),
        cmocka_unit_test(floats_come_through_with_nan_infinity_and_minus_zero),
        cmocka_unit_test(float64_of_four_octets_is_a_float32),
        cmocka_unit_test(octets_are_borrowed_from_the_message),
        cmocka_unit_test(seconds_and_milliseconds_count_from_1970),
        cmocka_unit_test(microseconds_and_nanoseconds_count_from_1900_as_ntp_does),
        cmocka_unit_test(the_low_eleven_bits_of_microseconds_count_for_nothing),
        cmocka_unit_test(a_fraction_never_rounds_into_the_next_second),
        cmocka_unit_test(ntp_times_take_the_era_nearest_to_the_export_time),
        cmocka_unit_test(every_microsecond_survives_the_way_through_ntp),
        cmocka_unit_test(nanoseconds_survive_the_way_through_ntp),
        cmocka_unit_test(well_formed_utf8_counts_to_its_end),
        cmocka_unit_test(ill_formed_utf8_counts_to_its_first_fault),
        cmocka_unit_test(fixed_length_strings_lose_only_their_filling),
        cmocka_unit_test(a_boolean_is_one_for_true_or_two_for_false),
        cmocka_unit_test(a_string_is_checked_without_its_filling),
        cmocka_unit_test(numbers_are_held_against_the_range_of_their_element),
        cmocka_unit_test(signed_ranges_may_begin_below_zero),
        cmocka_unit_test(octets_are_held_against_the_width_that_their_element_fixes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
