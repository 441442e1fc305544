/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Sequence Numbers (RFC 7011 section 3.1): each message carries how many data records came before it.
 */
#include "octets.h"

static struct ipfix_sequence_result see(struct ipfix_sequence *s, uint32_t sequence, uint32_t records)
{
    struct ipfix_sequence_msg msg = {.sequence = sequence, .records = records, .counted = true};

    return ipfix_sequence_see(s, &msg);
}

/* A message whose records could not all be counted. */
static struct ipfix_sequence_result see_unread(struct ipfix_sequence *s, uint32_t sequence, uint32_t records)
{
    struct ipfix_sequence_msg msg = {.sequence = sequence, .records = records};

    return ipfix_sequence_see(s, &msg);
}

static struct ipfix_sequence_result see_at(struct ipfix_sequence *s, uint32_t export_time, uint32_t sequence,
                                           uint32_t records)
{
    struct ipfix_sequence_msg msg = {
        .sequence = sequence, .export_time = export_time, .records = records, .counted = true};

    return ipfix_sequence_see(s, &msg);
}

/* Some of the records are options data. */
static struct ipfix_sequence_result see_options(struct ipfix_sequence *s, uint32_t sequence, uint32_t records,
                                                uint32_t options)
{
    struct ipfix_sequence_msg msg = {
        .sequence = sequence, .records = records, .options = options, .counted = true};

    return ipfix_sequence_see(s, &msg);
}

static struct ipfix_sequence_result see_templates(struct ipfix_sequence *s, uint32_t sequence,
                                                  uint32_t records, uint32_t templates)
{
    struct ipfix_sequence_msg msg = {
        .sequence = sequence, .records = records, .templates = templates, .counted = true};

    return ipfix_sequence_see(s, &msg);
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
    see_at(&s, 5000, 1000, 20);
    see_at(&s, 5000, 1020, 20);
    struct ipfix_sequence_result r = see_at(&s, 5001, 0, 20);
    assert_verdict(r, IPFIX_SEQ_RESTART);
    assert_int_equal(r.expected, 1040);
    assert_verdict(see_at(&s, 5001, 20, 20), IPFIX_SEQ_EXPECTED);
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

static void a_number_below_the_first_one_is_late(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1010, 2);
    struct ipfix_sequence_result r = see(&s, 1000, 10);
    assert_verdict(r, IPFIX_SEQ_EARLIER);
    assert_int_equal(r.expected, 1012);
    assert_verdict(see(&s, 990, 5), IPFIX_SEQ_EARLIER);
    assert_verdict(see(&s, 1012, 20), IPFIX_SEQ_EXPECTED);
    assert_verdict(see(&s, 1009, 1), IPFIX_SEQ_EARLIER);
    assert_verdict(see(&s, 1010, 2), IPFIX_SEQ_DUPLICATE);
    assert_verdict(see(&s, 1032, 1), IPFIX_SEQ_EXPECTED);
}

static void a_number_below_the_first_one_may_lie_before_the_wrap(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 5, 10);
    assert_verdict(see_at(&s, (uint32_t)-1, 0xfffffff0, 10), IPFIX_SEQ_EARLIER);
    assert_verdict(see(&s, 15, 10), IPFIX_SEQ_EXPECTED);
}

static void a_long_count_has_seen_all_that_is_near(void **state)
{
    struct ipfix_sequence s = {0};
    const uint32_t huge = 0x40000000;

    (void)state;
    for (uint32_t i = 0; i < 6; i++) {
        see(&s, 7 + i * huge, 20);
        see(&s, 27 + i * huge, huge - 20);
        assert_verdict(see(&s, 7 + i * huge + huge - 1000, 10), IPFIX_SEQ_OVERLAP);
        assert_verdict(see(&s, 7 + i * huge + huge - 900, 10), IPFIX_SEQ_DUPLICATE);
    }
}

static void a_late_message_says_how_much_of_a_gap_it_fills(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    see(&s, 1050, 20);
    struct ipfix_sequence_result r = see(&s, 1030, 12);
    assert_verdict(r, IPFIX_SEQ_LATE);
    assert_int_equal(r.found, 12);
    r = see(&s, 1042, 20);
    assert_verdict(r, IPFIX_SEQ_LATE);
    assert_int_equal(r.found, 8); /* the rest was counted before */
}

static void a_message_without_records_fills_no_gap(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    see(&s, 1050, 20);
    for (uint32_t i = 0; i < 2 * IPFIX_SEQ_GAPS; i++) {
        struct ipfix_sequence_result r = see(&s, 1030, 0);
        assert_verdict(r, IPFIX_SEQ_LATE);
        assert_int_equal(r.found, 0);
    }
    assert_int_equal(s.gap_count, 1);
    struct ipfix_sequence_result r = see(&s, 1020, 30);
    assert_verdict(r, IPFIX_SEQ_LATE);
    assert_int_equal(r.found, 30);
}

static void templates_that_change_places_with_data_are_late(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    see(&s, 1020, 20);
    assert_verdict(see_templates(&s, 1020, 0, 2), IPFIX_SEQ_LATE);
    assert_verdict(see_templates(&s, 1020, 0, 2), IPFIX_SEQ_DUPLICATE);
    assert_verdict(see(&s, 1040, 20), IPFIX_SEQ_EXPECTED);
}

static void a_number_inside_the_message_before_overlaps_it(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    see(&s, 1020, 20);
    assert_verdict(see(&s, 1021, 1), IPFIX_SEQ_OVERLAP);
    assert_verdict(see(&s, 1020, 20), IPFIX_SEQ_DUPLICATE);
    assert_verdict(see(&s, 1039, 20), IPFIX_SEQ_OVERLAP);
    assert_verdict(see(&s, 1040, 1), IPFIX_SEQ_EXPECTED);
}

static void an_export_time_that_goes_back_is_no_restart(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see_at(&s, 5000, 90000000, 2);
    assert_verdict(see_at(&s, 4923, 80000000, 2), IPFIX_SEQ_EARLIER);
    assert_verdict(see_at(&s, 4999, 0, 2), IPFIX_SEQ_EARLIER);
    assert_verdict(see_at(&s, 5001, 90000002, 200000), IPFIX_SEQ_EXPECTED);
    assert_verdict(see_at(&s, 5000, 90000002, 20), IPFIX_SEQ_DUPLICATE); /* seen, far as it is */
    assert_verdict(see_at(&s, 5001, 80000000, 2), IPFIX_SEQ_RESTART);
    assert_verdict(see_at(&s, 5001, 80000002, 2), IPFIX_SEQ_EXPECTED);

    s = (struct ipfix_sequence){0};
    see_at(&s, 5000, 3000000000, 20);
    assert_verdict(see_at(&s, 4999, 0, 20), IPFIX_SEQ_LATE);
    assert_verdict(see_at(&s, 4999, 0, 20), IPFIX_SEQ_LATE);
    assert_verdict(see_at(&s, 5000, 0, 20), IPFIX_SEQ_RESTART);
}

static void an_exporter_that_starts_with_another_clock_starts_again(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see_at(&s, 1700000000, 1000, 20);
    assert_verdict(see_at(&s, 10, 0, 20), IPFIX_SEQ_RESTART); /* it was not set yet */
    assert_verdict(see_at(&s, 11, 20, 20), IPFIX_SEQ_EXPECTED);
    assert_verdict(see_at(&s, 1700000000, 40, 20), IPFIX_SEQ_EXPECTED);
    assert_verdict(see_at(&s, 1699999999, 0, 20), IPFIX_SEQ_DUPLICATE); /* a second back is set right soon */
    assert_verdict(see_at(&s, 1700000001, 20, 20), IPFIX_SEQ_RESTART);
}

static void nobody_starts_again_within_a_second(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see_at(&s, 5000, 0, 10);
    see_at(&s, 5000, 10, 10);
    assert_verdict(see_at(&s, 5000, 0, 10), IPFIX_SEQ_DUPLICATE);
    assert_verdict(see_at(&s, 5000, 20, 10), IPFIX_SEQ_EXPECTED);

    s = (struct ipfix_sequence){0};
    see_at(&s, 5000, 4294967286, 10); /* the same where the count has just passed 2^32 */
    assert_verdict(see_at(&s, 5000, 0, 10), IPFIX_SEQ_EXPECTED);
    assert_verdict(see_at(&s, 5000, 4294967286, 10), IPFIX_SEQ_DUPLICATE);
}

/* Messages of one record; two of templates alone change places with the data behind them. */
static void templates_that_come_late_are_no_habit(void **state)
{
    static const struct {
        uint32_t sequence, records;
        enum ipfix_sequence_verdict verdict;
    } stream[] = {{0, 1, IPFIX_SEQ_FIRST},    {1, 1, IPFIX_SEQ_EXPECTED}, {2, 1, IPFIX_SEQ_EXPECTED},
                  {2, 0, IPFIX_SEQ_LATE},     {3, 1, IPFIX_SEQ_EXPECTED}, {4, 1, IPFIX_SEQ_EXPECTED},
                  {5, 1, IPFIX_SEQ_EXPECTED}, {5, 0, IPFIX_SEQ_LATE},     {6, 1, IPFIX_SEQ_EXPECTED},
                  {7, 1, IPFIX_SEQ_EXPECTED}, {8, 1, IPFIX_SEQ_EXPECTED}, {8, 0, IPFIX_SEQ_LATE},
                  {9, 1, IPFIX_SEQ_EXPECTED}, {10, 1, IPFIX_SEQ_EXPECTED}};
    struct ipfix_sequence s = {0};

    (void)state;
    for (size_t i = 0; i < sizeof stream / sizeof stream[0]; i++) {
        struct ipfix_sequence_result r =
            see_templates(&s, stream[i].sequence, stream[i].records, stream[i].records == 0);
        assert_verdict(r, stream[i].verdict);
        assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
    }
}

/* ---- messages that could not be counted ---- */

static void after_an_unread_set_the_next_number_starts_anew(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    assert_verdict(see_unread(&s, 1020, 3), IPFIX_SEQ_EXPECTED);
    assert_verdict(see(&s, 1090, 10), IPFIX_SEQ_UNKNOWN);
    assert_verdict(see(&s, 1100, 10), IPFIX_SEQ_EXPECTED);
}

static void from_before_an_unread_set_a_message_is_late(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    see_unread(&s, 1020, 3);
    see(&s, 1090, 10);
    assert_verdict(see(&s, 1060, 10), IPFIX_SEQ_EARLIER); /* who knows what was in 1020 */
    assert_verdict(see(&s, 1100, 10), IPFIX_SEQ_EXPECTED);
}

static void a_late_message_that_cannot_be_counted_does_no_harm(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    assert_verdict(see(&s, 1040, 20), IPFIX_SEQ_GAP);
    assert_verdict(see_unread(&s, 1020, 0), IPFIX_SEQ_LATE);
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
    assert_verdict(r, IPFIX_SEQ_OVERLAP);
    assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
    assert_int_equal(r.perhaps, IPFIX_COUNTS_MESSAGES);
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
    assert_verdict(see_unread(&s, 5004, 0), IPFIX_SEQ_EXPECTED);
    assert_verdict(see(&s, 5005, 20), IPFIX_SEQ_EXPECTED);
}

static void counting_templates_too_shows_after_three_of_them(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;
    uint32_t at = 9000;

    (void)state;
    see_templates(&s, at, 10, 2);
    r = see_templates(&s, at += 12, 10, 0);
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.lost, 2);
    assert_verdict(see_templates(&s, at += 10, 10, 3), IPFIX_SEQ_EXPECTED);
    assert_verdict(see_templates(&s, at += 13, 10, 1), IPFIX_SEQ_GAP);
    r = see_templates(&s, at += 11, 10, 1);
    assert_verdict(r, IPFIX_SEQ_EXPECTED);
    assert_true(r.habit_is_new);
    assert_int_equal(r.habit, IPFIX_COUNTS_TEMPLATES);
    assert_verdict(see_templates(&s, at += 11, 10, 4), IPFIX_SEQ_EXPECTED);
    assert_verdict(see_templates(&s, at += 14, 10, 0), IPFIX_SEQ_EXPECTED);
}

static void one_template_in_each_message_is_taken_for_counting_messages(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    for (uint32_t i = 0; i < 4; i++)
        see_templates(&s, 700 + i, 0, 1);
    assert_int_equal(s.habit, IPFIX_COUNTS_MESSAGES);
    assert_verdict(see_templates(&s, 704, 0, 1), IPFIX_SEQ_EXPECTED);
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

static void counting_own_flows_shows_after_three_of_them(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;

    (void)state;
    see_options(&s, 19, 20, 1);
    r = see(&s, 22, 3);
    assert_verdict(r, IPFIX_SEQ_OVERLAP);
    assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
    assert_int_equal(r.perhaps, IPFIX_COUNTS_OWN_FLOWS);
    r = see_options(&s, 52, 31, 1);
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.lost, 13);
    assert_int_equal(r.perhaps, IPFIX_COUNTS_OWN_FLOWS);
    r = see(&s, 59, 7);
    assert_true(r.habit_is_new);
    assert_verdict(r, IPFIX_SEQ_EXPECTED);
    assert_int_equal(r.habit, IPFIX_COUNTS_OWN_FLOWS);
    assert_int_equal(r.perhaps, r.habit);
    assert_int_equal(r.withdrawn, 13);
    r = see_templates(&s, 59, 0, 4);
    assert_verdict(r, IPFIX_SEQ_EXPECTED);
    assert_false(r.habit_is_new);
    assert_int_equal(r.withdrawn, 0);
    assert_verdict(see_options(&s, 59, 1, 1), IPFIX_SEQ_EXPECTED);
    assert_verdict(see_options(&s, 69, 12, 2), IPFIX_SEQ_EXPECTED);
}

static void counting_own_records_may_mean_options_data_too(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r = {0};
    uint32_t at = 20;

    (void)state;
    see_options(&s, at, 20, 1);
    for (uint32_t i = 1; i <= 3; i++)
        r = see_options(&s, at += i + 1, i + 1, 1);
    assert_true(r.habit_is_new);
    assert_int_equal(r.habit, IPFIX_COUNTS_OWN);
    assert_verdict(see(&s, at += 10, 10), IPFIX_SEQ_EXPECTED);
    assert_verdict(see_options(&s, at += 10, 10, 10), IPFIX_SEQ_EXPECTED);
}

/* Until there are options data, nothing tells whether they count; once there are, one message does. */
static void of_two_habits_the_other_is_believed_at_once(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;

    (void)state;
    for (uint32_t i = 1; i <= 4; i++)
        see(&s, i * (i + 1) / 2, i);
    assert_int_equal(s.habit, IPFIX_COUNTS_OWN_FLOWS);
    assert_verdict(see(&s, 15, 5), IPFIX_SEQ_EXPECTED);
    r = see_options(&s, 21, 6, 2);
    assert_verdict(r, IPFIX_SEQ_EXPECTED);
    assert_true(r.habit_is_new);
    assert_int_equal(r.habit, IPFIX_COUNTS_OWN);
    assert_verdict(see(&s, 23, 2), IPFIX_SEQ_EXPECTED);
}

static void own_records_are_lost_late_and_twice_like_any(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;

    (void)state;
    for (uint32_t i = 1; i <= 4; i++)
        see_at(&s, 100, 1000 + i * (i + 1) / 2, i);
    assert_int_equal(s.habit, IPFIX_COUNTS_OWN_FLOWS);
    r = see_at(&s, 100, 1030, 5); /* 1011 to 1025 are missing */
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.expected, 1015);
    assert_int_equal(r.lost, 15);
    r = see_at(&s, 100, 1020, 5);
    assert_verdict(r, IPFIX_SEQ_LATE);
    assert_int_equal(r.found, 5);
    assert_int_equal(r.expected, 1035);
    assert_verdict(see_at(&s, 100, 1030, 5), IPFIX_SEQ_DUPLICATE);
    assert_verdict(see_at(&s, 100, 1029, 2), IPFIX_SEQ_OVERLAP);
    assert_verdict(see_at(&s, 100, 990, 5), IPFIX_SEQ_EARLIER);
    assert_verdict(see_at(&s, 100, 1036, 6), IPFIX_SEQ_EXPECTED);
    assert_verdict(see_at(&s, 101, 8, 8), IPFIX_SEQ_RESTART);
    assert_verdict(see_at(&s, 101, 10, 2), IPFIX_SEQ_EXPECTED);
    assert_int_equal(s.habit, IPFIX_COUNTS_OWN_FLOWS);
}

static void after_own_records_that_cannot_be_counted_the_next_number_is_known(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    for (uint32_t i = 1; i <= 4; i++)
        see(&s, 1000 + i * (i + 1) / 2, i);
    assert_verdict(see_unread(&s, 1030, 3), IPFIX_SEQ_UNKNOWN);
    assert_verdict(see(&s, 1034, 4), IPFIX_SEQ_EXPECTED);
    assert_verdict(see(&s, 1037, 2), IPFIX_SEQ_GAP);
    assert_verdict(see_unread(&s, 1020, 3), IPFIX_SEQ_LATE);
    assert_verdict(see(&s, 1039, 2), IPFIX_SEQ_EXPECTED);
}

/* ---- losses that were none ---- */

static void what_a_habit_explains_was_not_lost(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;

    (void)state;
    see_templates(&s, 500, 0, 1);
    r = see_templates(&s, 501, 0, 2);
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.perhaps, IPFIX_COUNTS_MESSAGES);
    assert_int_equal(see_templates(&s, 502, 0, 2).lost, 1);
    r = see_templates(&s, 503, 0, 2);
    assert_true(r.habit_is_new);
    assert_int_equal(r.withdrawn, 2);
    assert_int_equal(see(&s, 504, 20).withdrawn, 0);
}

static void what_no_habit_explains_stays_lost(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;

    (void)state;
    see(&s, 500, 0);
    r = see(&s, 530, 0);
    assert_int_equal(r.lost, 30);
    assert_int_equal(r.perhaps, IPFIX_COUNTS_RECORDS);
    see(&s, 531, 0);
    see(&s, 532, 0);
    r = see(&s, 533, 0);
    assert_true(r.habit_is_new);
    assert_int_equal(r.withdrawn, 2);
}

static void an_exporter_that_counted_right_leaves_nothing_open(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;

    (void)state;
    see(&s, 100, 20);
    see(&s, 120, 0);
    see(&s, 120, 6);
    r = see(&s, 127, 3); /* 1 more than it should be */
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.perhaps, IPFIX_COUNTS_RECORDS);
    see(&s, 130, 0);
    r = see(&s, 131, 3); /* as who counts messages would have it */
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.perhaps, IPFIX_COUNTS_RECORDS);
    assert_verdict(see(&s, 134, 3), IPFIX_SEQ_EXPECTED);
}

/* ---- the habit of another domain ---- */

static void a_supposed_habit_holds_from_the_second_message_on(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    ipfix_sequence_suppose(&s, IPFIX_COUNTS_MESSAGES);
    assert_verdict(see(&s, 700, 0), IPFIX_SEQ_FIRST);
    assert_verdict(see(&s, 701, 0), IPFIX_SEQ_EXPECTED);
    assert_false(s.supposed);
    struct ipfix_sequence_result r = see(&s, 703, 20);
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.lost, 1);
    assert_int_equal(r.habit, IPFIX_COUNTS_MESSAGES);
    assert_false(r.habit_is_new);
}

static void a_supposed_habit_that_does_not_fit_is_dropped_without_a_word(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;

    (void)state;
    ipfix_sequence_suppose(&s, IPFIX_COUNTS_MESSAGES);
    see(&s, 700, 1);
    assert_verdict(see(&s, 701, 20), IPFIX_SEQ_EXPECTED);
    assert_true(s.supposed); /* this fits both */
    r = see(&s, 721, 20);
    assert_verdict(r, IPFIX_SEQ_EXPECTED);
    assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
    assert_int_equal(r.perhaps, IPFIX_COUNTS_RECORDS);
    assert_false(r.habit_is_new);
    ipfix_sequence_suppose(&s, IPFIX_COUNTS_MESSAGES); /* it was tried */
    assert_int_equal(s.habit, IPFIX_COUNTS_RECORDS);
    r = see(&s, 751, 20);
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.lost, 10);
}

static void every_habit_that_is_supposed_can_be_dropped(void **state)
{
    (void)state;
    for (uint32_t h = 0; h < IPFIX_SEQ_HABITS; h++) {
        struct ipfix_sequence s = {0};
        uint32_t at = 1000;
        ipfix_sequence_suppose(&s, (enum ipfix_sequence_habit)h);
        see_templates(&s, at, 20, 2);
        for (uint32_t i = 3; i < 10; i++) {
            struct ipfix_sequence_result r = see_templates(&s, i == 3 ? (at += 20) : (at += i - 1), i, 2);
            assert_verdict(r, IPFIX_SEQ_EXPECTED);
            assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
        }
    }
}

static void a_supposed_habit_makes_no_loss_of_what_was_unread(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    ipfix_sequence_suppose(&s, IPFIX_COUNTS_MESSAGES);
    see_unread(&s, 700, 0);
    assert_verdict(see(&s, 720, 5), IPFIX_SEQ_UNKNOWN);
    assert_verdict(see(&s, 725, 5), IPFIX_SEQ_EXPECTED);
}

static void loss_drops_a_supposed_habit_and_is_loss_of_records(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;

    (void)state;
    ipfix_sequence_suppose(&s, IPFIX_COUNTS_MESSAGES);
    see(&s, 700, 20);
    r = see(&s, 730, 5);
    assert_verdict(r, IPFIX_SEQ_GAP);
    assert_int_equal(r.lost, 10);
    assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
}

static void a_habit_supposed_late_takes_back_what_it_explains(void **state)
{
    struct ipfix_sequence s = {0};
    struct ipfix_sequence_result r;

    (void)state;
    see(&s, 700, 0);
    assert_int_equal(see(&s, 701, 0).lost, 1);
    ipfix_sequence_suppose(&s, IPFIX_COUNTS_MESSAGES);
    r = see(&s, 702, 0);
    assert_verdict(r, IPFIX_SEQ_EXPECTED);
    assert_int_equal(r.withdrawn, 1);
    assert_false(r.habit_is_new);
}

static void a_supposition_does_not_turn_the_count_back(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 1000, 20);
    assert_verdict(see(&s, 1040, 20), IPFIX_SEQ_GAP);
    assert_verdict(see(&s, 1020, 10), IPFIX_SEQ_LATE);
    ipfix_sequence_suppose(&s, IPFIX_COUNTS_MESSAGES);
    assert_verdict(see(&s, 1060, 20), IPFIX_SEQ_EXPECTED);
    ipfix_sequence_suppose(&s, IPFIX_COUNTS_MESSAGES);
    struct ipfix_sequence_result r = see(&s, 1030, 10);
    assert_verdict(r, IPFIX_SEQ_LATE);
    assert_int_equal(r.found, 10);
    assert_int_equal(r.expected, 1080);
    ipfix_sequence_suppose(&s, IPFIX_COUNTS_MESSAGES);
    assert_verdict(see(&s, 1080, 20), IPFIX_SEQ_EXPECTED);
    assert_int_equal(s.habit, IPFIX_COUNTS_RECORDS);
}

static void nothing_is_supposed_of_who_counts_right(void **state)
{
    struct ipfix_sequence s = {0};

    (void)state;
    see(&s, 700, 20);
    see(&s, 720, 20);
    ipfix_sequence_suppose(&s, IPFIX_COUNTS_MESSAGES);
    assert_int_equal(s.habit, IPFIX_COUNTS_RECORDS);
    assert_verdict(see(&s, 740, 20), IPFIX_SEQ_EXPECTED);
}

/* ---- whoever counts right is never told otherwise ---- */

/* How many records the messages of some exporters have. */
static uint32_t size_one(uint32_t i)
{
    (void)i;
    return 1;
}

static uint32_t size_same(uint32_t i)
{
    return i % 16 == 0 ? 0 : 20; /* and templates now and then */
}

static uint32_t size_growing(uint32_t i)
{
    return i;
}

static uint32_t size_mixed(uint32_t i)
{
    return (i * 2654435761u) >> 27;
}

static uint32_t (*const sizes[])(uint32_t) = {size_one, size_same, size_growing, size_mixed};

#define STREAM 64u

static void one_lost_message_is_a_gap_wherever_it_was(void **state)
{
    (void)state;
    for (size_t pattern = 0; pattern < 4; pattern++)
        for (uint32_t lost = 1; lost < STREAM - 1; lost++) {
            struct ipfix_sequence s = {0};
            uint32_t at = 0xffffff00;
            for (uint32_t i = 0; i < STREAM; at += sizes[pattern](i), i++) {
                if (i == lost)
                    continue;
                struct ipfix_sequence_result r = see(&s, at, sizes[pattern](i));
                assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
                bool gap = i == lost + 1 && sizes[pattern](lost) > 0;
                assert_int_equal(r.verdict == IPFIX_SEQ_GAP, gap);
                assert_int_equal(r.lost, gap ? sizes[pattern](lost) : 0);
                assert_true(gap || r.verdict <= IPFIX_SEQ_EXPECTED);
            }
        }
}

static void loss_in_every_third_message_is_all_counted(void **state)
{
    (void)state;
    for (size_t pattern = 0; pattern < 4; pattern++) {
        struct ipfix_sequence s = {0};
        uint32_t at = 100, lost = 0, claimed = 0;
        for (uint32_t i = 0; i < 600; at += sizes[pattern](i), i++) {
            if (i % 3 == 1) {
                lost += sizes[pattern](i);
                continue;
            }
            struct ipfix_sequence_result r = see(&s, at, sizes[pattern](i));
            assert_int_equal(r.habit, IPFIX_COUNTS_RECORDS);
            assert_int_equal(r.withdrawn, 0);
            claimed += r.lost;
        }
        assert_int_equal(claimed, lost);
    }
}

static void a_habit_supposed_of_a_healthy_stream_is_never_heard_of(void **state)
{
    (void)state;
    for (size_t pattern = 0; pattern < 4; pattern++)
        for (uint32_t h = 0; h < IPFIX_SEQ_HABITS; h++) {
            struct ipfix_sequence s = {0};
            uint32_t at = 100;
            for (uint32_t i = 0; i < 600; at += sizes[pattern](i), i++) {
                ipfix_sequence_suppose(&s, (enum ipfix_sequence_habit)h);
                bool unread = i % 7 == 1;
                const struct ipfix_sequence_msg msg = {.sequence = at,
                                                       .records = sizes[pattern](i) / (unread ? 2 : 1),
                                                       .options = i % 11 == 3 ? sizes[pattern](i) / 4 : 0,
                                                       .templates = i % 5 == 4,
                                                       .counted = !unread};
                struct ipfix_sequence_result r = ipfix_sequence_see(&s, &msg);
                assert_true(r.verdict <= IPFIX_SEQ_EXPECTED || r.verdict == IPFIX_SEQ_UNKNOWN);
                assert_false(r.habit_is_new);
                assert_int_equal(r.withdrawn, 0);
            }
        }
}

static void messages_that_change_places_or_come_twice_show_no_habit(void **state)
{
    (void)state;
    for (size_t pattern = 0; pattern < 4; pattern++) {
        struct ipfix_sequence s = {0};
        uint32_t at = 1000000, lost = 0, found = 0;
        for (uint32_t i = 0; i < 600; i += 3) {
            uint32_t a = sizes[pattern](i), b = sizes[pattern](i + 1), c = sizes[pattern](i + 2);
            const struct ipfix_sequence_result r[] = {see(&s, at, a), see(&s, at + a + b, c),
                                                      see(&s, at + a, b), see(&s, at + a, b)};
            for (size_t k = 0; k < 4; k++) {
                assert_int_equal(r[k].habit, IPFIX_COUNTS_RECORDS);
                lost += r[k].lost;
                found += r[k].found;
            }
            if (b > 0 && c > 0)
                assert_verdict(r[3], IPFIX_SEQ_DUPLICATE);
            at += a + b + c;
        }
        assert_int_equal(lost, found);
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
        cmocka_unit_test(a_number_below_the_first_one_is_late),
        cmocka_unit_test(a_number_below_the_first_one_may_lie_before_the_wrap),
        cmocka_unit_test(a_long_count_has_seen_all_that_is_near),
        cmocka_unit_test(a_late_message_says_how_much_of_a_gap_it_fills),
        cmocka_unit_test(a_message_without_records_fills_no_gap),
        cmocka_unit_test(templates_that_change_places_with_data_are_late),
        cmocka_unit_test(a_number_inside_the_message_before_overlaps_it),
        cmocka_unit_test(an_export_time_that_goes_back_is_no_restart),
        cmocka_unit_test(an_exporter_that_starts_with_another_clock_starts_again),
        cmocka_unit_test(nobody_starts_again_within_a_second),
        cmocka_unit_test(templates_that_come_late_are_no_habit),
        cmocka_unit_test(after_an_unread_set_the_next_number_starts_anew),
        cmocka_unit_test(from_before_an_unread_set_a_message_is_late),
        cmocka_unit_test(a_late_message_that_cannot_be_counted_does_no_harm),
        cmocka_unit_test(counting_messages_shows_after_three_of_them),
        cmocka_unit_test(messages_can_be_counted_whatever_is_in_them),
        cmocka_unit_test(counting_templates_too_shows_after_three_of_them),
        cmocka_unit_test(one_template_in_each_message_is_taken_for_counting_messages),
        cmocka_unit_test(one_record_in_each_message_proves_no_habit),
        cmocka_unit_test(loss_proves_no_habit),
        cmocka_unit_test(counting_own_flows_shows_after_three_of_them),
        cmocka_unit_test(counting_own_records_may_mean_options_data_too),
        cmocka_unit_test(of_two_habits_the_other_is_believed_at_once),
        cmocka_unit_test(own_records_are_lost_late_and_twice_like_any),
        cmocka_unit_test(after_own_records_that_cannot_be_counted_the_next_number_is_known),
        cmocka_unit_test(what_a_habit_explains_was_not_lost),
        cmocka_unit_test(what_no_habit_explains_stays_lost),
        cmocka_unit_test(an_exporter_that_counted_right_leaves_nothing_open),
        cmocka_unit_test(a_supposed_habit_holds_from_the_second_message_on),
        cmocka_unit_test(a_supposed_habit_that_does_not_fit_is_dropped_without_a_word),
        cmocka_unit_test(every_habit_that_is_supposed_can_be_dropped),
        cmocka_unit_test(a_supposed_habit_makes_no_loss_of_what_was_unread),
        cmocka_unit_test(loss_drops_a_supposed_habit_and_is_loss_of_records),
        cmocka_unit_test(a_habit_supposed_late_takes_back_what_it_explains),
        cmocka_unit_test(a_supposition_does_not_turn_the_count_back),
        cmocka_unit_test(nothing_is_supposed_of_who_counts_right),
        cmocka_unit_test(one_lost_message_is_a_gap_wherever_it_was),
        cmocka_unit_test(loss_in_every_third_message_is_all_counted),
        cmocka_unit_test(a_habit_supposed_of_a_healthy_stream_is_never_heard_of),
        cmocka_unit_test(messages_that_change_places_or_come_twice_show_no_habit),
        cmocka_unit_test(an_exporter_may_mend_its_ways),
        cmocka_unit_test(an_exporter_that_never_counts_repeats_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
