/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Sequence Numbers (RFC 7011 section 3.1): each message carries how many data records came before it.
 */
#include "octets.h"

static struct ipfix_sequence_result see(struct ipfix_sequence *s, uint32_t sequence, uint32_t records)
{
    return ipfix_sequence_see(s, sequence, records, true, 0);
}

#define assert_verdict(result, wanted) assert_int_equal((result).verdict, (wanted))

/* ---- loss and order ---- */

static void each_message_foretells_the_next_number(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    assert_verdict(see(&s, 1000, 20), IPFIX_SEQ_FIRST);
    assert_verdict(see(&s, 1020, 5), IPFIX_SEQ_EXPECTED);
    assert_verdict(see(&s, 1025, 0), IPFIX_SEQ_EXPECTED); /* templates alone do not count */
    assert_verdict(see(&s, 1025, 7), IPFIX_SEQ_EXPECTED);
    assert_int_equal(s.next, 1032);
}

static void a_gap_says_how_many_records_were_lost(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    struct ipfix_sequence_result r = see(&s, 1050, 10);
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.expected, 1020);
    assert_int_equal(r.lost, 30);
    assert_verdict(see(&s, 1060, 10), IPFIX_SEQ_EXPECTED);
}

static void numbers_wrap_at_2_to_the_32(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 0xfffffff0, 16);
    assert_verdict(see(&s, 0, 8), IPFIX_SEQ_EXPECTED);

    s = (struct ipfix_sequence){0};
    see(&s, 0xfffffff0, 8);
    struct ipfix_sequence_result r = see(&s, 4, 10);
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.lost, 12);
    assert_verdict(see(&s, 0xfffffff8, 12), IPFIX_SEQ_LATE);
    assert_verdict(see(&s, 14, 1), IPFIX_SEQ_EXPECTED);
}

static void a_late_message_fills_its_gap_and_does_not_turn_the_count_back(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    assert_verdict(see(&s, 1040, 20), IPFIX_SEQ_GAP);
    struct ipfix_sequence_result r = see(&s, 1020, 20);
    assert_verdict(r, IPFIX_SEQ_LATE);
    assert_int_equal(r.expected, 1060);
    assert_int_equal(s.gap_count, 0);
    assert_verdict(see(&s, 1060, 20), IPFIX_SEQ_EXPECTED);
    assert_verdict(see(&s, 1020, 20), IPFIX_SEQ_DUPLICATE);
}

static void a_gap_may_be_filled_in_parts(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 10);
    assert_verdict(see(&s, 1050, 10), IPFIX_SEQ_GAP);
    assert_verdict(see(&s, 1020, 10), IPFIX_SEQ_LATE); /* leaves 1010 to 1019 and 1030 to 1049 */
    assert_int_equal(s.gap_count, 2);
    assert_verdict(see(&s, 1030, 20), IPFIX_SEQ_LATE);
    assert_verdict(see(&s, 1010, 10), IPFIX_SEQ_LATE);
    assert_int_equal(s.gap_count, 0);
    assert_verdict(see(&s, 1060, 10), IPFIX_SEQ_EXPECTED);
}

static void the_oldest_gap_is_forgotten_first(void **state)
{
    struct ipfix_sequence s = {0};
    uint32_t at = 1000000;

    (void)state;
    see(&s, at, 10);
    for (uint32_t i = 0; i < IPFIX_SEQ_GAPS + 1; i++)
        assert_verdict(see(&s, at += 20, 10), IPFIX_SEQ_GAP);
    assert_int_equal(s.gap_count, IPFIX_SEQ_GAPS);
    assert_verdict(see(&s, 1000010, 10), IPFIX_SEQ_DUPLICATE);
    assert_verdict(see(&s, 1000030, 10), IPFIX_SEQ_LATE);
}

static void a_number_seen_before_is_a_duplicate(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    assert_verdict(see(&s, 1000, 20), IPFIX_SEQ_DUPLICATE);
    assert_verdict(see(&s, 1020, 20), IPFIX_SEQ_EXPECTED);
    assert_verdict(see(&s, 1000, 20), IPFIX_SEQ_DUPLICATE);
    assert_verdict(see(&s, 1040, 20), IPFIX_SEQ_EXPECTED);
}

static void the_first_message_of_all_may_come_twice(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 0, 20);
    assert_verdict(see(&s, 0, 20), IPFIX_SEQ_DUPLICATE);
    assert_verdict(see(&s, 20, 20), IPFIX_SEQ_EXPECTED);
}

static void an_exporter_that_starts_again_counts_from_near_0(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    see(&s, 1020, 20);
    struct ipfix_sequence_result r = see(&s, 0, 20);
    assert_verdict(r, IPFIX_SEQ_RESTART);
    assert_int_equal(r.expected, 1040);
    assert_verdict(see(&s, 20, 20), IPFIX_SEQ_EXPECTED);
}

static void going_far_back_is_a_restart(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000000, 20);
    assert_verdict(see(&s, 900000, 20), IPFIX_SEQ_RESTART);
    assert_verdict(see(&s, 900020, 20), IPFIX_SEQ_EXPECTED);

    s = (struct ipfix_sequence){0};
    see(&s, 3000000000, 20); /* 0 is nearer ahead than behind, yet nobody lost a billion records */
    assert_verdict(see(&s, 0, 20), IPFIX_SEQ_RESTART);
}

/* ---- messages that could not be counted ---- */

static void after_an_unread_set_the_next_number_starts_anew(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    assert_verdict(ipfix_sequence_see(&s, 1020, 3, false, 0), IPFIX_SEQ_EXPECTED);
    assert_verdict(see(&s, 1090, 10), IPFIX_SEQ_UNKNOWN);
    assert_verdict(see(&s, 1100, 10), IPFIX_SEQ_EXPECTED);
}

static void a_late_message_that_cannot_be_counted_does_no_harm(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    assert_verdict(see(&s, 1040, 20), IPFIX_SEQ_GAP);
    assert_verdict(ipfix_sequence_see(&s, 1020, 0, false, 0), IPFIX_SEQ_LATE);
    assert_verdict(see(&s, 1060, 20), IPFIX_SEQ_EXPECTED);
}

/* ---- habits ---- */

static void counting_messages_shows_after_three_of_them(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;

    (void)state;
    see(&s, 5000, 20);
    r = see(&s, 5001, 20);
    assert_verdict(r, IPFIX_SEQ_DUPLICATE);
    assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
    r = see(&s, 5002, 18);
    assert_false(r.habit_is_new);
    r = see(&s, 5003, 20);
    assert_true(r.habit_is_new);
    assert_int_equal(r.habit, IPFIX_COUNTS_MESSAGES);
    assert_verdict(r, IPFIX_SEQ_EXPECTED);
    r = see(&s, 5004, 20);
    assert_false(r.habit_is_new);
    assert_int_equal(r.habit, IPFIX_COUNTS_MESSAGES);
    assert_verdict(r, IPFIX_SEQ_EXPECTED);
    r = see(&s, 5007, 20);
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.lost, 2); /* messages */
}

static void messages_can_be_counted_whatever_is_in_them(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    for (uint32_t i = 0; i < 4; i++)
        see(&s, 5000 + i, 20);
    assert_int_equal(s.habit, IPFIX_COUNTS_MESSAGES);
    assert_verdict(ipfix_sequence_see(&s, 5004, 0, false, 0), IPFIX_SEQ_EXPECTED);
    assert_verdict(see(&s, 5005, 20), IPFIX_SEQ_EXPECTED);
}

static void counting_templates_too_shows_after_three_of_them(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;
    uint32_t at = 9000;

    (void)state;
    ipfix_sequence_see(&s, at, 10, true, 2);
    r = ipfix_sequence_see(&s, at += 12, 10, true, 0);
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.lost, 2);
    assert_verdict(ipfix_sequence_see(&s, at += 10, 10, true, 3), IPFIX_SEQ_EXPECTED);
    assert_verdict(ipfix_sequence_see(&s, at += 13, 10, true, 1), IPFIX_SEQ_GAP);
    r = ipfix_sequence_see(&s, at += 11, 10, true, 1);
    assert_verdict(r, IPFIX_SEQ_EXPECTED);
    assert_true(r.habit_is_new);
    assert_int_equal(r.habit, IPFIX_COUNTS_TEMPLATES);
    assert_verdict(ipfix_sequence_see(&s, at += 11, 10, true, 4), IPFIX_SEQ_EXPECTED);
    assert_verdict(ipfix_sequence_see(&s, at += 14, 10, true, 0), IPFIX_SEQ_EXPECTED);
}

static void one_template_in_each_message_is_taken_for_counting_messages(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    for (uint32_t i = 0; i < 4; i++)
        ipfix_sequence_see(&s, 700 + i, 0, true, 1);
    assert_int_equal(s.habit, IPFIX_COUNTS_MESSAGES);
    assert_verdict(ipfix_sequence_see(&s, 704, 0, true, 1), IPFIX_SEQ_EXPECTED);
}

static void one_record_in_each_message_proves_no_habit(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    for (uint32_t i = 0; i < 10; i++) {
        struct ipfix_sequence_result r = see(&s, 100 + i, 1);
        assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
        assert_false(r.habit_is_new);
    }
}

static void loss_proves_no_habit(void **state)
{
    struct ipfix_sequence s = {0};
    uint32_t at = 100;

    (void)state;
    see(&s, at, 10);
    for (uint32_t i = 0; i < 20; i++) {
        struct ipfix_sequence_result r = see(&s, at += 20 + i, 10);
        assert_verdict(r, IPFIX_SEQ_GAP);
        assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
    }
}

static void an_exporter_may_mend_its_ways(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r = {0};

    (void)state;
    for (uint32_t i = 0; i < 4; i++)
        see(&s, 5000 + i, 20);
    assert_int_equal(s.habit, IPFIX_COUNTS_MESSAGES);
    see(&s, 0, 20);
    for (uint32_t i = 1; i <= 3; i++)
        r = see(&s, 20 * i, 20);
    assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
    assert_false(r.habit_is_new);
    assert_verdict(r, IPFIX_SEQ_EXPECTED);
}

static void an_exporter_that_never_counts_repeats_a_number(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 0, 20);
    for (uint32_t i = 0; i < 10; i++)
        assert_verdict(see(&s, 0, 20), IPFIX_SEQ_DUPLICATE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_message_foretells_the_next_number),
        cmocka_unit_test(a_gap_says_how_many_records_were_lost),
        cmocka_unit_test(numbers_wrap_at_2_to_the_32),
        cmocka_unit_test(a_late_message_fills_its_gap_and_does_not_turn_the_count_back),
        cmocka_unit_test(a_gap_may_be_filled_in_parts),
        cmocka_unit_test(the_oldest_gap_is_forgotten_first),
        cmocka_unit_test(a_number_seen_before_is_a_duplicate),
        cmocka_unit_test(the_first_message_of_all_may_come_twice),
        cmocka_unit_test(an_exporter_that_starts_again_counts_from_near_0),
        cmocka_unit_test(going_far_back_is_a_restart),
        cmocka_unit_test(after_an_unread_set_the_next_number_starts_anew),
        cmocka_unit_test(a_late_message_that_cannot_be_counted_does_no_harm),
        cmocka_unit_test(counting_messages_shows_after_three_of_them),
        cmocka_unit_test(messages_can_be_counted_whatever_is_in_them),
        cmocka_unit_test(counting_templates_too_shows_after_three_of_them),
        cmocka_unit_test(one_template_in_each_message_is_taken_for_counting_messages),
        cmocka_unit_test(one_record_in_each_message_proves_no_habit),
        cmocka_unit_test(loss_proves_no_habit),
        cmocka_unit_test(an_exporter_may_mend_its_ways),
        cmocka_unit_test(an_exporter_that_never_counts_repeats_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
