/* SPDX-License-Identifier: BSD-2-Clause
 *
 * One message with nearly all that RFC 7011 and RFC 6313 know, damaged in every place: whatever
 * comes in, nothing is read past its end, every walk ends, and the first fault stands in the message.
 */
#include "octets.h"

static const char RICH[] =
    /* Templates 256 to 258, 4 octets of padding */
    "0002 003c"
    "0100 0005  0008 0004  0052 ffff  0123 ffff  0124 ffff  0125 ffff"
    "0101 0002  0007 0002  0052 ffff"
    "0102 0002  8001 0004 00007279  0124 0009"
    "00000000"
    /* Options Template 259, a withdrawal, 2 octets of padding */
    "0003 0018"
    "0103 0002 0001  000a 0004  0052 ffff"
    "0140 0000"
    "0000"
    /* A withdrawal, then of all templates; a new 257, changed at once; 256 and 258 again */
    "0002 000c  0141 0000  0002 0000"
    "0002 000c  0101 0001  0007 0002"
    "0002 0010  0101 0002  0007 0002  0052 ffff"
    "0002 002c"
    "0100 0005  0008 0004  0052 ffff  0123 ffff  0124 ffff  0125 ffff"
    "0102 0002  8001 0004 00007279  0124 0009"
    /* Data Set 256: a record with one list of each kind, a list in a list; a record of empty ones */
    "0100 0066"
    "c0000201"
    "ff 0003 657468"
    "0d  04 0007 0002  0050 01bb 0016 0035"
    "13  03 0101  0050 03 777777  01bb 00  0016 04 6162 6364"
    "24  ff"
    "0101 000a  0050 03 646e73"
    "0102 0011  00000001  03 0101 0035 03 616263"
    "0101 0000  0101 0004"
    "c0000202  00  05 ff 0007 0002  03 ff 0101  01 ff"
    /* Data Set 259: interface 1 is "lo"; 3 octets of padding */
    "0103 000e  00000001 02 6c6f 000000"
    /* Unused and reserved sets, an unknown template */
    "0001 0005 aa  00ff 0006 aabb  0fff 0006 ccdd";

struct walk {
    struct ipfix_store *store;
    ipfix_pos at;
    uint32_t octets; /* of the message */
    uint32_t fields; /* met, lists and what is in them included */
    uint32_t lists;
    uint32_t deepest;
    uint32_t missing;        /* octets of sets that were cut */
    enum ipfix_status fault; /* the first one */
    uint32_t fault_off;
    uint64_t sum; /* of all octets of all fields, so that they are read */
};

static void note(struct walk *w, const struct ipfix_error *err)
{
    if (err->status == IPFIX_OK)
        return;
    assert_true(err->off <= w->octets);
    assert_true(err->have <= 65535);
    if (w->fault == IPFIX_OK) {
        w->fault = err->status;
        w->fault_off = err->off;
    }
}

static void walk_records(struct walk *w, const struct ipfix_set *set);

static void walk_field(struct walk *w, const struct ipfix_field *f)
{
    struct ipfix_list list;
    struct ipfix_set block;

    assert_true(f->off + f->len <= w->octets);
    assert_ptr_equal(f->data, f->base + f->off);
    assert_true(w->fields++ < 100000);
    for (uint32_t i = 0; i < f->len; i++)
        w->sum += f->data[i];
    if (f->spec->type < IPFIX_BASIC_LIST || f->spec->type > IPFIX_SUB_TEMPLATE_MULTI_LIST)
        return;
    w->lists++;
    if (ipfix_list_open(&list, f, NULL, NULL) == IPFIX_OK)
        while (ipfix_list_next(&list, &block) == IPFIX_OK)
            walk_records(w, &block);
    note(w, &list.err);
}

static void walk_records(struct walk *w, const struct ipfix_set *set)
{
    const struct ipfix_template *tmpl = set->tmpl;
    struct ipfix_records recs;
    struct ipfix_field f;

    if (tmpl == NULL)
        tmpl = ipfix_store_get(w->store, DOMAIN, set->id, w->at + set->off);
    if (tmpl == NULL)
        return;
    if (set->depth > w->deepest)
        w->deepest = set->depth;
    ipfix_records_open(&recs, set, tmpl);
    while (ipfix_record_next(&recs) == IPFIX_OK)
        while (ipfix_field_next(&recs, &f) == IPFIX_OK)
            walk_field(w, &f);
    note(w, &recs.err);

    struct ipfix_records again;
    ipfix_records_open(&again, set, tmpl);
    ipfix_records_count(&again);
    assert_int_equal(again.err.status, recs.err.status);
    assert_int_equal(again.err.off, recs.err.off);
}

static void walk_templates(struct walk *w, struct ipfix_set *set)
{
    struct ipfix_template_rec rec;
    enum ipfix_status status;
    struct ipfix_spec spec;
    uint32_t off;

    while ((status = ipfix_template_next(set, &rec)) == IPFIX_OK) {
        assert_true(rec.off + rec.len <= w->octets);
        ipfix_store_put(w->store, DOMAIN, &rec, w->at + rec.off);
        note(w, &rec.err);
        while (ipfix_spec_next(&rec, &spec, &off) == IPFIX_OK)
            assert_true(off + 4 <= w->octets);
    }
    if (status < 0 && set->err.off == rec.off)
        while (ipfix_spec_next(&rec, &spec, &off) == IPFIX_OK)
            assert_true(off + 4 <= w->octets);
    note(w, &set->err);
}

/* Walk a message to the bottom of every list. */
static struct walk walk(const uint8_t *buf, size_t captured, size_t reported)
{
    struct walk w = {.octets = (uint32_t)captured};
    struct octets o = octets_copy(buf, captured);
    struct ipfix_msg msg;
    struct ipfix_set set;
    uint32_t sets = 0;

    w.store = ipfix_store_new(IPFIX_TRANSPORT_FILE, NULL, NULL);
    if (ipfix_msg_open(&msg, o.ptr, o.len, reported) == IPFIX_OK)
        while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
            assert_true(sets++ < 20000);
            w.missing += set.in.missing;
            if (set.kind == IPFIX_SET_TEMPLATES || set.kind == IPFIX_SET_OPTIONS_TEMPLATES)
                walk_templates(&w, &set);
            else if (set.kind == IPFIX_SET_DATA)
                walk_records(&w, &set);
        }
    note(&w, &msg.err);
    ipfix_store_free(w.store);
    octets_free(o);
    return w;
}

static void the_whole_message_has_no_fault(void **state)
{
    struct octets rich = message_of(RICH);
    struct walk w = walk(rich.ptr, rich.len, rich.len);

    (void)state;
    assert_int_equal(w.fault, IPFIX_OK);
    assert_int_equal(w.deepest, 2);
    assert_int_equal(w.lists, 7);
    assert_int_equal(w.fields, 28);
    octets_free(rich);
}

/* captured < reported: what is missing was on the wire, so nothing of it is the exporter's fault. */
static void every_cut_by_the_capture_is_truncation_only(void **state)
{
    struct octets rich = message_of(RICH);
    uint32_t fields = 0;

    (void)state;
    for (size_t len = 0; len < rich.len; len++) {
        struct walk w = walk(rich.ptr, len, rich.len);
        if (w.missing == 0 || w.fault != IPFIX_OK) /* what is cut may be padding, or a set that is not read */
            assert_int_equal(w.fault, IPFIX_TRUNCATED);
        assert_true(w.fields >= fields); /* an octet more never shows less */
        fields = w.fields;
    }
    octets_free(rich);
}

/* captured == reported: the datagram itself is too short for the length that it declares. */
static void every_message_longer_than_its_datagram_says_so(void **state)
{
    struct octets rich = message_of(RICH);

    (void)state;
    for (size_t len = 0; len < rich.len; len++) {
        struct walk w = walk(rich.ptr, len, len);
        if (len < IPFIX_MSG_HEADER_LEN)
            assert_int_equal(w.fault, IPFIX_MSG_HEADER);
        else
            assert_true(w.fault == IPFIX_MSG_PAST_END || w.fault == IPFIX_TRUNCATED);
    }
    octets_free(rich);
}

/* The same with a message length that fits: now the sets are what is wrong. */
static void every_shortened_message_names_its_broken_set(void **state)
{
    struct octets rich = message_of(RICH);

    (void)state;
    for (size_t len = IPFIX_MSG_HEADER_LEN; len < rich.len; len++) {
        rich.ptr[2] = (uint8_t)(len >> 8);
        rich.ptr[3] = (uint8_t)len;
        struct walk w = walk(rich.ptr, len, len);
        assert_true(w.fault == IPFIX_OK || w.fault == IPFIX_SET_HEADER || w.fault == IPFIX_SET_PAST_END);
        assert_true(w.fault == IPFIX_OK || len - w.fault_off > 0);
    }
    octets_free(rich);
}

static void every_octet_may_have_any_value(void **state)
{
    struct octets rich = message_of(RICH);

    (void)state;
    for (size_t i = 0; i < rich.len; i++) {
        uint8_t good = rich.ptr[i];
        for (unsigned bad = 0; bad < 256; bad++) {
            rich.ptr[i] = (uint8_t)bad;
            walk(rich.ptr, rich.len, rich.len);
        }
        rich.ptr[i] = good;
    }
    octets_free(rich);
}

/* A message of 65,535 octets of one value: the most that any one thing can be repeated. */
static void a_long_message_of_one_octet_value_ends(void **state)
{
    struct octets o = {malloc(65535), 65535};

    (void)state;
    for (unsigned value = 0; value < 256; value++)
        for (unsigned id = 0; id < 2; id++) {
            memset(o.ptr, (int)value, o.len);
            memcpy(o.ptr, "\x00\x0a\xff\xff", 4);
            memcpy(o.ptr + 16, id == 0 ? "\x00\x02\xff\xef" : "\x00\x03\xff\xef", 4);
            walk(o.ptr, o.len, o.len);
        }
    octets_free(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_message_has_no_fault),
        cmocka_unit_test(every_cut_by_the_capture_is_truncation_only),
        cmocka_unit_test(every_message_longer_than_its_datagram_says_so),
        cmocka_unit_test(every_shortened_message_names_its_broken_set),
        cmocka_unit_test(every_octet_may_have_any_value),
        cmocka_unit_test(a_long_message_of_one_octet_value_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
