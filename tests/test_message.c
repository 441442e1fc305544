/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Messages and their chain of sets (RFC 7011 sections 3.1 and 3.3).
 */
#include "octets.h"

static enum ipfix_status opened(struct ipfix_msg *msg, struct octets o)
{
    return ipfix_msg_open(msg, o.ptr, o.len, o.len);
}

/* ---- the header ---- */

static void netflow_is_known_by_its_version(void **state)
{
    (void)state;
    for (uint8_t version = 0; version < 12; version++) {
        bool is = version == 1 || version == 5 || version == 7 || version == 8 || version == 9;

        assert_int_equal(ipfix_is_netflow((const uint8_t[]){0, version}, 2), is);
        assert_false(ipfix_is_netflow((const uint8_t[]){1, version}, 2));
        assert_false(ipfix_is_netflow((const uint8_t[]){0}, 1));
    }
}

static void a_header_has_five_numbers(void **state)
{
    struct octets o = octets_of("000a"       /* version 10 */
                                "0010"       /* 16 octets: no sets */
                                "65920080"   /* Export Time: 2024-01-01 00:00:00 UTC */
                                "fffffff0"   /* Sequence Number */
                                "80000001"); /* Observation Domain ID */
    struct ipfix_msg msg;
    struct ipfix_set set;

    (void)state;
    assert_int_equal(opened(&msg, o), IPFIX_OK);
    assert_int_equal(msg.version, 10);
    assert_int_equal(msg.length, 16);
    assert_int_equal(msg.export_time, 1704067200);
    assert_int_equal(msg.sequence, 0xfffffff0);
    assert_int_equal(msg.domain, 0x80000001);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_END);
    assert_int_equal(msg.err.status, IPFIX_OK);
    octets_free(o);
}

static void every_truncation_of_the_header_names_its_octets(void **state)
{
    struct octets whole = octets_of("000a 0010 65920080 00000000 00000000");

    (void)state;
    for (size_t len = 0; len < whole.len; len++) {
        struct octets o = octets_copy(whole.ptr, len);
        struct ipfix_msg msg;
        assert_int_equal(opened(&msg, o), IPFIX_MSG_HEADER);
        assert_fault(msg.err, IPFIX_MSG_HEADER, 0, 16, len);
        assert_int_equal(ipfix_msg_open(&msg, o.ptr, o.len, 16), IPFIX_TRUNCATED);
        assert_fault(msg.err, IPFIX_TRUNCATED, 0, 16, len);
        octets_free(o);
    }
    octets_free(whole);
}

static void another_version_is_not_read(void **state)
{
    struct octets o = octets_of("0009 0010 65920080 00000000 00000000");
    struct ipfix_msg msg;

    (void)state;
    assert_int_equal(opened(&msg, o), IPFIX_MSG_VERSION);
    assert_fault(msg.err, IPFIX_MSG_VERSION, 0, 0, 0);
    octets_free(o);
}

static void a_length_below_16_is_not_read(void **state)
{
    struct octets o = octets_of("000a 000f 65920080 00000000 00000000");
    struct ipfix_msg msg;

    (void)state;
    assert_int_equal(opened(&msg, o), IPFIX_MSG_LENGTH);
    assert_fault(msg.err, IPFIX_MSG_LENGTH, 0, 16, 15);
    octets_free(o);
}

static void what_follows_the_length_is_not_part_of_the_message(void **state)
{
    struct octets o = octets_of("000a 0014 65920080 00000000 00000000  0100 0004  ffff ffff");
    struct ipfix_msg msg;
    struct ipfix_set set;

    (void)state;
    assert_int_equal(opened(&msg, o), IPFIX_OK);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_END);
    octets_free(o);
}

static void a_length_past_the_datagram_leaves_the_whole_sets_readable(void **state)
{
    struct octets o = octets_of("000a 0020 65920080 00000000 00000000  0100 0006 aabb  0101 000a cc");
    struct ipfix_msg msg;
    struct ipfix_set set;

    (void)state;
    assert_int_equal(opened(&msg, o), IPFIX_OK);
    assert_fault(msg.err, IPFIX_MSG_PAST_END, 0, 32, 27);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(set.in.missing, 0);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(set.id, 257);
    assert_int_equal(set.in.missing, 5);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_END);
    assert_int_equal(msg.err.status, IPFIX_MSG_PAST_END);
    octets_free(o);
}

/* ---- sets ---- */

static void the_set_number_tells_what_a_set_holds(void **state)
{
    static const struct {
        uint16_t id;
        enum ipfix_set_kind kind;
    } ROWS[] = {
        {0, IPFIX_SET_UNUSED},    {1, IPFIX_SET_UNUSED},
        {2, IPFIX_SET_TEMPLATES}, {3, IPFIX_SET_OPTIONS_TEMPLATES},
        {4, IPFIX_SET_RESERVED},  {255, IPFIX_SET_RESERVED},
        {256, IPFIX_SET_DATA},    {65535, IPFIX_SET_DATA},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct octets o = message_of("0000 0004");
        o.ptr[16] = (uint8_t)(ROWS[i].id >> 8);
        o.ptr[17] = (uint8_t)ROWS[i].id;
        struct ipfix_set set = first_set(o);
        assert_int_equal(set.id, ROWS[i].id);
        assert_int_equal(set.kind, ROWS[i].kind);
        octets_free(o);
    }
}

static void sets_follow_each_other_by_their_lengths(void **state)
{
    struct octets o = message_of("0100 0007 010203"
                                 "0101 0004"
                                 "0102 0005 04");
    struct ipfix_msg msg;
    struct ipfix_set set;

    (void)state;
    assert_int_equal(opened(&msg, o), IPFIX_OK);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(set.off, 16);
    assert_int_equal(set.length, 7);
    assert_int_equal(set.depth, 0);
    assert_int_equal(ipfix_left(&set.in), 3);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(set.off, 23);
    assert_int_equal(ipfix_left(&set.in), 0);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(set.off, 27);
    assert_int_equal(*ipfix_take(&set.in, 1), 4);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_END);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_END);
    octets_free(o);
}

static void the_set_ahead_is_known_by_its_number(void **state)
{
    struct octets o = message_of("0100 0008 00000000  0101 0008 00000000  0102");
    struct ipfix_msg msg;
    struct ipfix_set set;

    (void)state;
    assert_int_equal(ipfix_msg_open(&msg, o.ptr, o.len, o.len), IPFIX_OK);
    assert_int_equal(ipfix_set_ahead(&msg), 256);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(set.id, 256);
    assert_int_equal(ipfix_set_ahead(&msg), 257);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(set.id, 257);
    assert_int_equal(ipfix_set_ahead(&msg), 0);
    octets_free(o);
}

static void a_broken_chain_of_sets_stops_at_the_same_fault_for_good(void **state)
{
    static const struct {
        const char *sets;
        enum ipfix_status status;
        uint32_t off, want, have;
    } ROWS[] = {
        {"01", IPFIX_SET_HEADER, 16, 4, 1},
        {"0100 00", IPFIX_SET_HEADER, 16, 4, 3},
        {"0100 0004 0101", IPFIX_SET_HEADER, 20, 4, 2},
        {"0100 0000 0101", IPFIX_SET_LENGTH, 16, 4, 0},
        {"0100 0003 0101", IPFIX_SET_LENGTH, 16, 4, 3},
        {"0100 0005", IPFIX_SET_PAST_END, 16, 5, 4},
        {"0100 0004 0101 ffff 00", IPFIX_SET_PAST_END, 20, 65535, 5},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct octets o = message_of(ROWS[i].sets);
        struct ipfix_msg msg;
        struct ipfix_set set;
        enum ipfix_status status;
        assert_int_equal(opened(&msg, o), IPFIX_OK);
        while ((status = ipfix_set_next(&msg, &set)) == IPFIX_OK)
            ;
        assert_int_equal(status, ROWS[i].status);
        assert_int_equal(ipfix_set_next(&msg, &set), ROWS[i].status);
        assert_fault(msg.err, ROWS[i].status, ROWS[i].off, ROWS[i].want, ROWS[i].have);
        octets_free(o);
    }
}

/* A capture that stops at its snap length is no fault of the exporter's. */
static void a_cut_capture_is_told_from_a_wrong_length(void **state)
{
    struct octets whole = message_of("0100 0008 01020304  0101 0008 05060708");
    struct octets o;
    struct ipfix_msg msg;
    struct ipfix_set set;

    (void)state;
    o = octets_copy(whole.ptr, 22); /* inside the first set */
    assert_int_equal(ipfix_msg_open(&msg, o.ptr, o.len, whole.len), IPFIX_OK);
    assert_int_equal(msg.err.status, IPFIX_OK);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(ipfix_left(&set.in), 2);
    assert_int_equal(set.in.missing, 2);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_TRUNCATED);
    assert_fault(msg.err, IPFIX_TRUNCATED, 22, 4, 0);
    octets_free(o);

    o = octets_copy(whole.ptr, 26); /* inside the second header */
    assert_int_equal(ipfix_msg_open(&msg, o.ptr, o.len, whole.len), IPFIX_OK);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(set.in.missing, 0);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_TRUNCATED);
    assert_fault(msg.err, IPFIX_TRUNCATED, 24, 4, 2);
    octets_free(o);
    octets_free(whole);
}

static void a_set_past_the_message_is_wrong_in_a_cut_capture_too(void **state)
{
    struct octets whole = message_of("0100 0100 01020304");
    struct octets o = octets_copy(whole.ptr, 21);
    struct ipfix_msg msg;
    struct ipfix_set set;

    (void)state;
    assert_int_equal(ipfix_msg_open(&msg, o.ptr, o.len, whole.len), IPFIX_OK);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_SET_PAST_END);
    assert_fault(msg.err, IPFIX_SET_PAST_END, 16, 256, 5);
    octets_free(o);
    octets_free(whole);
}

static void the_longest_message_has_65535_octets(void **state)
{
    struct octets o = {calloc(1, 65535), 65535};
    struct ipfix_msg msg;
    struct ipfix_set set;

    (void)state;
    memcpy(o.ptr, "\x00\x0a\xff\xff", 4);
    memcpy(o.ptr + 16, "\x01\x00\xff\xef", 4);
    assert_int_equal(opened(&msg, o), IPFIX_OK);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    assert_int_equal(ipfix_left(&set.in), 65515);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_END);
    octets_free(o);
}

/* ---- text ---- */

static void a_fault_reads_as_what_where_and_by_how_much(void **state)
{
    struct ipfix_error past = {IPFIX_SET_PAST_END, 16, 200, 26};
    struct ipfix_error version = {IPFIX_MSG_VERSION, 0, 0, 0};
    struct ipfix_error none = {IPFIX_OK, 0, 0, 0};
    char text[80], small[8];

    (void)state;
    assert_int_equal(ipfix_error_text(&past, text, sizeof text), 61);
    assert_string_equal(text, "set length runs past message (at octet 16: wants 200, has 26)");
    ipfix_error_text(&version, text, sizeof text);
    assert_string_equal(text, "version is not 10 (at octet 0)");
    ipfix_error_text(&none, text, sizeof text);
    assert_string_equal(text, "no error");
    assert_int_equal(ipfix_error_text(&none, small, sizeof small), 8);
    assert_string_equal(small, "no erro");
    assert_int_equal(ipfix_error_text(&none, NULL, 0), 8);
}

static void every_status_has_a_text_of_its_own(void **state)
{
    static const enum ipfix_status ALL[] = {
#define STATUS(name, number, text) IPFIX_##name,
        IPFIX_STATUS_LIST(STATUS)
#undef STATUS
    };
    size_t count = sizeof ALL / sizeof ALL[0];

    (void)state;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(ipfix_strstatus(ALL[i]), ipfix_strstatus(ALL[j]));
    assert_string_equal(ipfix_strstatus((enum ipfix_status)99), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(netflow_is_known_by_its_version),
        cmocka_unit_test(a_header_has_five_numbers),
        cmocka_unit_test(every_truncation_of_the_header_names_its_octets),
        cmocka_unit_test(another_version_is_not_read),
        cmocka_unit_test(a_length_below_16_is_not_read),
        cmocka_unit_test(what_follows_the_length_is_not_part_of_the_message),
        cmocka_unit_test(a_length_past_the_datagram_leaves_the_whole_sets_readable),
        cmocka_unit_test(the_set_number_tells_what_a_set_holds),
        cmocka_unit_test(sets_follow_each_other_by_their_lengths),
        cmocka_unit_test(the_set_ahead_is_known_by_its_number),
        cmocka_unit_test(a_broken_chain_of_sets_stops_at_the_same_fault_for_good),
        cmocka_unit_test(a_cut_capture_is_told_from_a_wrong_length),
        cmocka_unit_test(a_set_past_the_message_is_wrong_in_a_cut_capture_too),
        cmocka_unit_test(the_longest_message_has_65535_octets),
        cmocka_unit_test(a_fault_reads_as_what_where_and_by_how_much),
        cmocka_unit_test(every_status_has_a_text_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
