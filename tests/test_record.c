/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Data records and their fields (RFC 7011 sections 3.4.3 and 7).
 */
#include "octets.h"

#include <glib.h>

/* A template of fields with these lengths; nothing else matters for the layout of records. */
#define FIELDS_MAX 8u
struct layout {
    struct ipfix_spec spec[FIELDS_MAX];
    struct ipfix_step step[FIELDS_MAX];
    struct ipfix_template tmpl;
};

static void lay_out(struct layout *l, unsigned count, const uint16_t *len)
{
    memset(l, 0, sizeof *l);
    for (unsigned i = 0; i < count; i++)
        l->spec[i].len = len[i];
    l->tmpl = (struct ipfix_template){.spec = l->spec, .id = 256, .field_count = (uint16_t)count};
    ipfix_template_plan(&l->tmpl, l->step);
}

#define LAYOUT(l, ...)                                                         \
    do {                                                                       \
        const uint16_t lengths[] = {__VA_ARGS__};                              \
        lay_out((l), (unsigned)(sizeof lengths / sizeof lengths[0]), lengths); \
    } while (0)

static struct ipfix_records records_of(struct octets o, const struct layout *l)
{
    struct ipfix_set set = first_set(o);
    struct ipfix_records recs;

    ipfix_records_open(&recs, &set, &l->tmpl);
    return recs;
}

/* ---- fixed lengths ---- */

static void fields_stand_one_after_the_other(void **state)
{
    struct octets o = message_of("0100 0010  c0000201 0050  c0000202 0051");
    struct layout l;
    struct ipfix_field f;

    (void)state;
    LAYOUT(&l, 4, 2);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(recs.off, 20);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_ptr_equal(f.spec, &l.spec[0]);
    assert_int_equal(f.off, 20);
    assert_int_equal(f.len, 4);
    assert_int_equal(f.prefix, 0);
    assert_int_equal(f.depth, 0);
    assert_ptr_equal(f.data, o.ptr + 20);
    assert_ptr_equal(f.base, o.ptr);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_int_equal(f.off, 24);
    assert_int_equal(ipfix_be16(f.data), 80);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_END);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(recs.off, 26);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_END);
    assert_int_equal(recs.err.status, IPFIX_OK);
    octets_free(o);
}

static void there_are_no_fields_before_the_first_record(void **state)
{
    struct octets o = message_of("0100 0008  c0000201");
    struct layout l;
    struct ipfix_field f;

    (void)state;
    LAYOUT(&l, 4);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_END);
    octets_free(o);
}

static void fields_that_were_not_read_are_passed_over(void **state)
{
    struct octets o = message_of("0100 0012  0102 02aabb 03  0405 00 06  0708 00 09");
    struct layout l;
    struct ipfix_field f;

    (void)state;
    LAYOUT(&l, 1, 1, IPFIX_VARLEN, 1);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(recs.off, 26);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_int_equal(*f.data, 4);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(recs.off, 30);
    for (int i = 0; i < 3; i++)
        assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_int_equal(f.prefix, 1);
    assert_int_equal(f.len, 0);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    octets_free(o);
}

static void fields_are_skipped_up_to_an_index(void **state)
{
    struct octets o = message_of("0100 0018  01 0203 040506 07  11 1213 141516 17  00000000 0000");
    struct layout l;
    struct ipfix_field f;

    (void)state;
    LAYOUT(&l, 1, 2, 3, 1);
    struct ipfix_records recs = records_of(o, &l);
    ipfix_fields_skip(&recs, 2); /* no record is open */
    assert_int_equal(recs.in.pos, 20);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    ipfix_fields_skip(&recs, 2);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_ptr_equal(f.spec, &l.spec[2]);
    assert_int_equal(f.off, 23);
    ipfix_fields_skip(&recs, 3); /* there already */
    ipfix_fields_skip(&recs, 0); /* never back */
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_int_equal(*f.data, 7);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_int_equal(*f.data, 0x11);
    ipfix_fields_skip(&recs, 4);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_END);
    assert_int_equal(recs.in.pos, 34);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    octets_free(o);
}

static void fields_are_skipped_up_to_the_first_of_variable_length(void **state)
{
    struct octets o = message_of("0100 000d  01 0203 01aa 04  05 0607");
    struct layout l;
    struct ipfix_field f;

    (void)state;
    LAYOUT(&l, 1, 2, IPFIX_VARLEN, 1);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    ipfix_fields_skip(&recs, 3);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_ptr_equal(f.spec, &l.spec[2]);
    assert_int_equal(*f.data, 0xaa);
    ipfix_fields_skip(&recs, 4); /* behind it, nothing is skipped */
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_int_equal(*f.data, 4);
    ipfix_fields_skip(&recs, 4);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    assert_int_equal(recs.in.pos, 26);
    octets_free(o);
}

/* ---- padding (section 3.3.1) ---- */

static void what_is_shorter_than_any_record_is_padding(void **state)
{
    struct octets o = message_of("0100 000b  c0000201 000000");
    struct layout l;

    (void)state;
    LAYOUT(&l, 4);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    assert_int_equal(recs.in.pos, 24);
    assert_int_equal(ipfix_left(&recs.in), 3);
    octets_free(o);
}

/* A left-over as long as a record is a record, zero or not (RFC 5153 section 10.2). */
static void zeros_as_long_as_a_record_are_a_record(void **state)
{
    struct octets o = message_of("0100 000a  0568656c6c6f");
    struct octets padded = message_of("0100 000c  0568656c6c6f 0000");
    struct layout l;

    (void)state;
    LAYOUT(&l, IPFIX_VARLEN);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_records_count(&recs), 1);
    recs = records_of(padded, &l);
    assert_int_equal(ipfix_records_count(&recs), 3);
    octets_free(padded);
    octets_free(o);
}

static void a_record_of_no_octets_does_not_exist(void **state)
{
    struct octets o = message_of("0100 0008  c0000201");
    struct layout l;

    (void)state;
    LAYOUT(&l, 0, 0);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    assert_int_equal(ipfix_records_count(&recs), 0);
    octets_free(o);
}

/* ---- variable lengths (section 7) ---- */

static void a_length_takes_one_octet_or_three(void **state)
{
    struct octets o = message_of("0100 0012"
                                 "00"        /* nothing */
                                 "03 616263" /* 3 octets */
                                 "ff 0000"   /* the long form may say any length, 0 */
                                 "ff 0003 646566");
    static const struct {
        uint32_t off, len, prefix;
    } WANT[] = {{21, 0, 1}, {22, 3, 1}, {28, 0, 3}, {31, 3, 3}};
    struct layout l;
    struct ipfix_field f;

    (void)state;
    LAYOUT(&l, IPFIX_VARLEN);
    struct ipfix_records recs = records_of(o, &l);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
        assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
        assert_int_equal(f.off, WANT[i].off);
        assert_int_equal(f.len, WANT[i].len);
        assert_int_equal(f.prefix, WANT[i].prefix);
        assert_ptr_equal(f.data, o.ptr + f.off);
    }
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    octets_free(o);
}

static void the_longest_field_fills_the_longest_message(void **state)
{
    struct octets o = {calloc(1, 65535), 65535};
    struct layout l;
    struct ipfix_field f;

    (void)state;
    memcpy(o.ptr, "\x00\x0a\xff\xff", 4);
    memcpy(o.ptr + 16, "\x01\x00\xff\xef\xff\xff\xe8", 7);
    LAYOUT(&l, IPFIX_VARLEN);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_int_equal(f.len, 65512);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    octets_free(o);
}

/* ---- faults ---- */

static void a_field_past_its_set_says_what_it_claims(void **state)
{
    static const struct {
        const char *sets;
        uint32_t off, want, have;
    } ROWS[] = {
        {"0100 0009  aa 03 61 62 63", 25, 2, 0},     /* the last field is missing */
        {"0100 0009  aa 02 61 62 00", 24, 2, 1},     /* half of it is */
        {"0100 0009  aa 04 61 62 63", 21, 5, 4},     /* one octet is missing */
        {"0100 0008  aa ff 00 61", 21, 3 + 0x61, 3}, /* all of them are */
        {"0100 000b  aa ff ffff 616263", 21, 65538, 6},
    };
    struct layout l;

    (void)state;
    LAYOUT(&l, 1, IPFIX_VARLEN, 2);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct octets o = message_of(ROWS[i].sets);
        struct ipfix_records recs = records_of(o, &l);
        struct ipfix_field f;
        enum ipfix_status status;
        assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
        while ((status = ipfix_field_next(&recs, &f)) == IPFIX_OK)
            ;
        assert_int_equal(status, IPFIX_FIELD_PAST_SET);
        assert_fault(recs.err, IPFIX_FIELD_PAST_SET, ROWS[i].off, ROWS[i].want, ROWS[i].have);
        assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_FIELD_PAST_SET);
        assert_int_equal(ipfix_record_next(&recs), IPFIX_FIELD_PAST_SET);
        octets_free(o);
    }
}

static void a_long_length_may_be_cut_in_two(void **state)
{
    struct octets o = message_of("0100 0006  ff 00");
    struct layout l;
    struct ipfix_field f;

    (void)state;
    LAYOUT(&l, IPFIX_VARLEN);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_FIELD_PAST_SET);
    assert_fault(recs.err, IPFIX_FIELD_PAST_SET, 20, 3, 2);
    octets_free(o);
}

static void skipping_a_record_finds_its_fault(void **state)
{
    struct octets o = message_of("0100 0008  aa 09 61 62");
    struct layout l;

    (void)state;
    LAYOUT(&l, 1, IPFIX_VARLEN);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_FIELD_PAST_SET);
    assert_fault(recs.err, IPFIX_FIELD_PAST_SET, 21, 10, 3);
    octets_free(o);
}

static void a_record_cut_by_the_capture_is_truncated(void **state)
{
    struct octets whole = message_of("0100 0010  aa 03 616263 bb  cc 00 dd 0000 00");
    struct layout l;

    (void)state;
    LAYOUT(&l, 1, IPFIX_VARLEN, 1);
    for (size_t len = 20; len <= whole.len; len++) {
        struct octets o = octets_copy(whole.ptr, len);
        struct ipfix_msg msg;
        struct ipfix_set set;
        struct ipfix_records recs;
        assert_int_equal(ipfix_msg_open(&msg, o.ptr, o.len, whole.len), IPFIX_OK);
        assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
        ipfix_records_open(&recs, &set, &l.tmpl);
        uint32_t whole_records = len < 26 ? 0 : len < 29 ? 1 : len < 32 ? 2 : 3;
        assert_int_equal(ipfix_records_count(&recs), whole_records);
        assert_int_equal(recs.err.status, len < whole.len ? IPFIX_TRUNCATED : IPFIX_OK);
        octets_free(o);
    }
    octets_free(whole);
}

static void padding_cut_by_the_capture_is_padding(void **state)
{
    struct octets whole = message_of("0100 000b  c0000201 000000");
    struct octets o = octets_copy(whole.ptr, 25);
    struct ipfix_msg msg;
    struct ipfix_set set;
    struct ipfix_records recs;
    struct layout l;

    (void)state;
    LAYOUT(&l, 4);
    assert_int_equal(ipfix_msg_open(&msg, o.ptr, o.len, whole.len), IPFIX_OK);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    ipfix_records_open(&recs, &set, &l.tmpl);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    octets_free(o);
    octets_free(whole);
}

/* ---- counting ---- */

static void fixed_records_are_counted_by_division(void **state)
{
    struct octets o = {calloc(1, 65535), 65535};
    struct layout l;

    (void)state;
    memcpy(o.ptr, "\x00\x0a\xff\xff", 4);
    memcpy(o.ptr + 16, "\x01\x00\xff\xef", 4);
    LAYOUT(&l, 4, 4, 2);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_records_count(&recs), 6551);
    assert_int_equal(ipfix_left(&recs.in), 5);
    assert_int_equal(recs.err.status, IPFIX_OK);
    LAYOUT(&l, 1);
    recs = records_of(o, &l);
    assert_int_equal(ipfix_records_count(&recs), 65515);
    octets_free(o);
}

static void counting_goes_on_from_where_the_cursor_is(void **state)
{
    struct octets o = message_of("0100 000c  01020304 05060708");
    struct layout l;
    struct ipfix_field f;

    (void)state;
    LAYOUT(&l, 1, 1);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_OK);
    assert_int_equal(ipfix_field_next(&recs, &f), IPFIX_OK);
    assert_int_equal(ipfix_records_count(&recs), 3);
    octets_free(o);
}

static void counting_stops_at_the_first_fault(void **state)
{
    struct octets o = message_of("0100 000b  01 aa 00 02 bbcc 09");
    struct layout l;

    (void)state;
    LAYOUT(&l, IPFIX_VARLEN);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_records_count(&recs), 3);
    assert_fault(recs.err, IPFIX_FIELD_PAST_SET, 26, 10, 1);
    assert_int_equal(ipfix_records_count(&recs), 0);
    octets_free(o);
}

/* ---- whole records ---- */

/* sourceTransportPort, protocolIdentifier, octetDeltaCount in 3 octets, sourceIPv4Address */
static const struct ipfix_spec FLOW[] = {
    {.id = 7, .len = 2}, {.id = 4, .len = 1}, {.id = 1, .len = 3}, {.id = 8, .len = 4}};
#define FLOW_FIELDS 4u

static void lay_out_flow(struct layout *l)
{
    memset(l, 0, sizeof *l);
    memcpy(l->spec, FLOW, sizeof FLOW);
    for (unsigned i = 0; i < FLOW_FIELDS; i++)
        ipfix_spec_find(&l->spec[i], NULL, NULL);
    l->tmpl = (struct ipfix_template){.spec = l->spec, .id = 256, .field_count = FLOW_FIELDS};
    ipfix_template_plan(&l->tmpl, l->step);
}

static void assert_flow(const struct ipfix_value *v, const uint8_t *octets, uint64_t port)
{
    assert_int_equal(v[0].type, IPFIX_U16);
    assert_int_equal(v[0].as.u, port);
    assert_int_equal(v[1].as.u, 6);
    assert_int_equal(v[2].type, IPFIX_U64);
    assert_int_equal(v[2].as.u, 0x010203);
    assert_int_equal(v[3].type, IPFIX_IPV4);
    assert_ptr_equal(v[3].as.bytes.ptr, octets + 6);
    assert_int_equal(v[3].as.bytes.len, 4);
}

#define THREE_FLOWS "0050 06 010203 c0000201  0051 06 010203 c0000202  0052 06 010203 c0000203"

static void records_are_read_as_many_at_once_as_have_room(void **state)
{
    struct octets o = message_of("0100 0025 " THREE_FLOWS " 000000");
    struct ipfix_value v[2 * FLOW_FIELDS + 1];
    struct layout l;

    (void)state;
    lay_out_flow(&l);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_records_values(&recs, 0, v, FLOW_FIELDS - 1), 0);
    assert_int_equal(ipfix_records_values(&recs, 0, v, 2 * FLOW_FIELDS + 1), 2);
    assert_flow(v, o.ptr + 20, 80);
    assert_flow(v + FLOW_FIELDS, o.ptr + 30, 81);
    assert_int_equal(recs.off, 30);
    assert_int_equal(ipfix_records_values(&recs, 0, v, 2 * FLOW_FIELDS), 1);
    assert_flow(v, o.ptr + 40, 82);
    assert_int_equal(ipfix_records_values(&recs, 0, v, 2 * FLOW_FIELDS), 0);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    assert_int_equal(ipfix_left(&recs.in), 3);
    octets_free(o);
}

/* A long set comes in several turns, and no record of it is left out. */
static void a_long_set_is_read_in_turns(void **state)
{
    GString *set = g_string_new("0100 03ec");
    struct ipfix_value v[100 * FLOW_FIELDS];
    struct layout l;
    uint32_t read = 0, n;

    (void)state;
    for (unsigned port = 0; port < 100; port++)
        g_string_append_printf(set, " %04x 06 010203 c0000201", port);
    struct octets o = message_of(set->str);
    lay_out_flow(&l);
    struct ipfix_records recs = records_of(o, &l);
    while ((n = ipfix_records_values(&recs, 0, v, 100 * FLOW_FIELDS)) > 0)
        for (uint32_t row = 0; row < n; row++, read++)
            assert_flow(v + row * FLOW_FIELDS, o.ptr + 20 + 10 * read, read);
    assert_int_equal(read, 100);
    assert_int_equal(recs.off, 20 + 10 * 99);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_END);
    octets_free(o);
    g_string_free(set, TRUE);
}

/* Numbers are read as the last of eight octets; where there are none before them, as they are. */
static void records_need_no_message_around_them(void **state)
{
    struct octets o = octets_of(THREE_FLOWS);
    struct ipfix_set set = {.in = {.base = o.ptr, .end = (uint32_t)o.len}};
    struct ipfix_value v[3 * FLOW_FIELDS];
    struct ipfix_records recs;
    struct layout l;

    (void)state;
    lay_out_flow(&l);
    ipfix_records_open(&recs, &set, &l.tmpl);
    assert_int_equal(ipfix_records_values(&recs, 0, v, 3 * FLOW_FIELDS), 3);
    for (unsigned i = 0; i < 3; i++)
        assert_flow(v + i * FLOW_FIELDS, o.ptr + 10 * i, 80 + i);
    octets_free(o);
}

static void whole_records_end_where_one_is_at_fault(void **state)
{
    struct octets o = message_of("0100 000d  0050 02 6162  0051 09 63");
    struct ipfix_value v[8];
    struct layout l;

    (void)state;
    LAYOUT(&l, 2, IPFIX_VARLEN);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_records_values(&recs, 0, v, 8), 1);
    assert_ptr_equal(v[1].as.bytes.ptr, o.ptr + 23);
    assert_int_equal(v[1].as.bytes.len, 2);
    assert_int_equal(ipfix_records_values(&recs, 0, v, 8), 0);
    assert_int_equal(ipfix_record_next(&recs), IPFIX_FIELD_PAST_SET);
    assert_fault(recs.err, IPFIX_FIELD_PAST_SET, 27, 10, 2);
    octets_free(o);
}

/* A number of variable length may have a width that its type does not: then it is octets. */
static void octets_that_are_no_number_are_octets(void **state)
{
    struct octets o = message_of("0100 0011  02 0050  03 000102  ff 0002 0051  00");
    struct ipfix_spec spec = {.id = 7, .len = IPFIX_VARLEN};
    struct ipfix_step step;
    struct ipfix_template t = {.spec = &spec, .id = 256, .field_count = 1};
    struct ipfix_set set = first_set(o);
    struct ipfix_value v[4];
    struct ipfix_records recs;

    (void)state;
    ipfix_spec_find(&spec, NULL, NULL);
    ipfix_template_plan(&t, &step);
    for (unsigned steps = 0; steps < 2; steps++, t.step = NULL) {
        ipfix_records_open(&recs, &set, &t);
        assert_int_equal(ipfix_records_values(&recs, 0, v, 4), 4);
        assert_int_equal(v[0].as.u, 80);
        assert_int_equal(v[1].type, IPFIX_OCTET_ARRAY);
        assert_int_equal(v[1].as.bytes.len, 3);
        assert_int_equal(v[2].as.u, 81);
        assert_int_equal(v[3].type, IPFIX_OCTET_ARRAY);
        assert_int_equal(v[3].as.bytes.len, 0);
    }
    octets_free(o);
}

static void a_template_of_no_octets_has_no_values(void **state)
{
    struct octets o = message_of("0100 0006 0000");
    struct ipfix_value v[8];
    struct layout l;

    (void)state;
    LAYOUT(&l, 0, 0);
    struct ipfix_records recs = records_of(o, &l);
    assert_int_equal(ipfix_records_values(&recs, 0, v, 8), 0);
    octets_free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_stand_one_after_the_other),
        cmocka_unit_test(there_are_no_fields_before_the_first_record),
        cmocka_unit_test(fields_that_were_not_read_are_passed_over),
        cmocka_unit_test(fields_are_skipped_up_to_an_index),
        cmocka_unit_test(fields_are_skipped_up_to_the_first_of_variable_length),
        cmocka_unit_test(what_is_shorter_than_any_record_is_padding),
        cmocka_unit_test(zeros_as_long_as_a_record_are_a_record),
        cmocka_unit_test(a_record_of_no_octets_does_not_exist),
        cmocka_unit_test(a_length_takes_one_octet_or_three),
        cmocka_unit_test(the_longest_field_fills_the_longest_message),
        cmocka_unit_test(a_field_past_its_set_says_what_it_claims),
        cmocka_unit_test(a_long_length_may_be_cut_in_two),
        cmocka_unit_test(skipping_a_record_finds_its_fault),
        cmocka_unit_test(a_record_cut_by_the_capture_is_truncated),
        cmocka_unit_test(padding_cut_by_the_capture_is_padding),
        cmocka_unit_test(fixed_records_are_counted_by_division),
        cmocka_unit_test(counting_goes_on_from_where_the_cursor_is),
        cmocka_unit_test(counting_stops_at_the_first_fault),
        cmocka_unit_test(records_are_read_as_many_at_once_as_have_room),
        cmocka_unit_test(a_long_set_is_read_in_turns),
        cmocka_unit_test(records_need_no_message_around_them),
        cmocka_unit_test(whole_records_end_where_one_is_at_fault),
        cmocka_unit_test(octets_that_are_no_number_are_octets),
        cmocka_unit_test(a_template_of_no_octets_has_no_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
