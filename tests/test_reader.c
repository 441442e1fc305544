/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The reader: a window on octets, and the one place where lengths are compared.
 */
#include "octets.h"

static struct ipfix_reader reader_on(struct octets o)
{
    return (struct ipfix_reader){.base = o.ptr, .end = (uint32_t)o.len};
}

static void taking_moves_on_and_taking_too_much_does_not(void **state)
{
    struct octets o = octets_of("0102 0304");
    struct ipfix_reader r = reader_on(o);

    (void)state;
    assert_ptr_equal(ipfix_take(&r, 3), o.ptr);
    assert_int_equal(ipfix_left(&r), 1);
    assert_null(ipfix_take(&r, 2));
    assert_int_equal(r.pos, 3);
    assert_ptr_equal(ipfix_take(&r, 1), o.ptr + 3);
    assert_int_equal(ipfix_left(&r), 0);
    octets_free(o);
}

static void no_octets_can_be_taken_even_at_the_end(void **state)
{
    struct octets o = octets_of("01");
    struct ipfix_reader r = reader_on(o);

    (void)state;
    assert_non_null(ipfix_take(&r, 1));
    assert_non_null(ipfix_take(&r, 0));
    octets_free(o);
}

static void the_greatest_length_does_not_wrap_around(void **state)
{
    struct octets o = octets_of("01 02");
    struct ipfix_reader r = reader_on(o), out;

    (void)state;
    assert_non_null(ipfix_take(&r, 1));
    assert_null(ipfix_take(&r, UINT32_MAX));
    assert_false(ipfix_slice(&r, UINT32_MAX, &out));
    assert_int_equal(r.pos, 1);
    octets_free(o);
}

static void a_slice_keeps_its_offsets_and_ends_where_it_was_cut(void **state)
{
    struct octets o = octets_of("00 01 02 03 04 05");
    struct ipfix_reader r = reader_on(o), inner;

    (void)state;
    ipfix_take(&r, 2);
    assert_true(ipfix_slice(&r, 3, &inner));
    assert_int_equal(inner.pos, 2);
    assert_int_equal(inner.end, 5);
    assert_int_equal(r.pos, 5);
    assert_int_equal(*ipfix_take(&inner, 3), 2);
    assert_null(ipfix_take(&inner, 1));
    assert_int_equal(*ipfix_take(&r, 1), 5);
    octets_free(o);
}

/* A capture may cut a message short: its window then says how many octets are missing. */
static void a_slice_takes_its_share_of_missing_octets(void **state)
{
    struct octets o = octets_of("00 01 02 03");
    struct ipfix_reader r = reader_on(o), inner;

    (void)state;
    r.missing = 5;
    assert_true(ipfix_slice(&r, 6, &inner));
    assert_int_equal(ipfix_left(&inner), 4);
    assert_int_equal(inner.missing, 2);
    assert_int_equal(ipfix_left(&r), 0);
    assert_int_equal(r.missing, 3);
    assert_false(ipfix_slice(&r, 4, &inner));
    assert_true(ipfix_slice(&r, 3, &inner));
    assert_int_equal(ipfix_left(&inner), 0);
    assert_int_equal(inner.missing, 3);
    octets_free(o);
}

static void octets_that_were_declared_are_missing_and_others_are_a_fault(void **state)
{
    struct ipfix_reader r = {.pos = 10, .end = 12, .missing = 3};
    struct ipfix_error cut = {0}, wrong = {0};

    (void)state;
    assert_int_equal(ipfix_short(&r, 5, IPFIX_SET_HEADER, &cut), IPFIX_TRUNCATED);
    assert_fault(cut, IPFIX_TRUNCATED, 10, 5, 2);
    assert_int_equal(ipfix_short(&r, 6, IPFIX_SET_HEADER, &wrong), IPFIX_SET_HEADER);
    assert_fault(wrong, IPFIX_SET_HEADER, 10, 6, 2);
}

static void the_first_fault_stays(void **state)
{
    struct ipfix_error err = {0};

    (void)state;
    assert_int_equal(ipfix_fault(&err, IPFIX_SET_LENGTH, 16, 4, 2), IPFIX_SET_LENGTH);
    assert_int_equal(ipfix_fault(&err, IPFIX_SET_HEADER, 90, 4, 1), IPFIX_SET_HEADER);
    assert_fault(err, IPFIX_SET_LENGTH, 16, 4, 2);
}

static void octets_load_in_network_order(void **state)
{
    struct octets o = octets_of("fe dc ba 98 76 54 32 10");

    (void)state;
    assert_int_equal(ipfix_be16(o.ptr), 0xfedc);
    assert_int_equal(ipfix_be32(o.ptr), 0xfedcba98);
    assert_true(ipfix_be64(o.ptr) == 0xfedcba9876543210);
    assert_true(ipfix_be_n(o.ptr, 0) == 0);
    assert_true(ipfix_be_n(o.ptr, 3) == 0xfedcba);
    assert_true(ipfix_be_n(o.ptr, 8) == 0xfedcba9876543210);
    octets_free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(taking_moves_on_and_taking_too_much_does_not),
        cmocka_unit_test(no_octets_can_be_taken_even_at_the_end),
        cmocka_unit_test(the_greatest_length_does_not_wrap_around),
        cmocka_unit_test(a_slice_keeps_its_offsets_and_ends_where_it_was_cut),
        cmocka_unit_test(a_slice_takes_its_share_of_missing_octets),
        cmocka_unit_test(octets_that_were_declared_are_missing_and_others_are_a_fault),
        cmocka_unit_test(the_first_fault_stays),
        cmocka_unit_test(octets_load_in_network_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
