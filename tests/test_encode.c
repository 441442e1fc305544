/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What the encoder writes, octet by octet, and what it refuses to write.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ipfix/encode.h>

#define ROOM 70000u
#define EXPORT_TIME 1735689600u /* 2025-01-01T00:00:00Z = 0x67748580 */

static struct ipfix_encoder enc;
static uint8_t out[ROOM];

/* A specifier of an IANA element (or of one that nobody knows), resolved. */
static struct ipfix_spec spec_of(uint16_t id, uint16_t len)
{
    struct ipfix_spec spec = {.id = id, .len = len};

    ipfix_spec_resolve(&spec, ipfix_ie_find(IPFIX_PEN_IANA, id));
    return spec;
}

/* The template of one field that most tests here fill: number 256, and its type and width. */
static struct ipfix_spec only_spec;
static const struct ipfix_template *only_field(enum ipfix_type type, uint16_t len)
{
    static struct ipfix_template t = {.spec = &only_spec, .id = 256, .field_count = 1};

    only_spec = (struct ipfix_spec){.id = 1, .len = len, .type = (uint8_t)type};
    return &t;
}

static void begin(uint32_t options)
{
    ipfix_enc_init(&enc, out, sizeof out, options);
    ipfix_enc_msg(&enc, EXPORT_TIME, 7, 42);
}

static enum ipfix_status end(void)
{
    size_t len;

    return ipfix_enc_end(&enc, &len);
}

/* The message's octets behind its header must be these. */
static void assert_sets(const void *want, size_t n)
{
    size_t len;

    assert_int_equal(ipfix_enc_end(&enc, &len), IPFIX_OK);
    assert_int_equal(len, 16 + n);
    assert_memory_equal(out + 16, want, n);
}

#define ASSERT_SETS(literal) assert_sets(literal, sizeof(literal) - 1)

/* One value in a record of its own: the octets of the field. */
static void assert_field(uint32_t options, uint16_t len, const struct ipfix_value *v, const void *want,
                         size_t n)
{
    size_t total;

    begin(options);
    ipfix_enc_record(&enc, only_field(v->type, len));
    ipfix_enc_value(&enc, v);
    assert_int_equal(ipfix_enc_end(&enc, &total), IPFIX_OK);
    assert_int_equal(total, 20 + n);
    assert_memory_equal(out + 20, want, n);
}

static enum ipfix_status field_status(uint16_t len, const struct ipfix_value *v)
{
    begin(0);
    ipfix_enc_record(&enc, only_field(v->type, len));
    ipfix_enc_value(&enc, v);
    return end();
}

static struct ipfix_value unsigned_value(enum ipfix_type type, uint64_t u)
{
    return (struct ipfix_value){.type = (uint8_t)type, .as.u = u};
}

static struct ipfix_value octets_value(enum ipfix_type type, const char *p, uint32_t n)
{
    return (struct ipfix_value){.type = (uint8_t)type, .as.bytes = {(const uint8_t *)p, n}};
}

/* ---- messages, sets, templates ---- */

static void a_message_header_holds_version_length_time_sequence_and_domain(void **state)
{
    (void)state;
    begin(0);
    ASSERT_SETS("");
    assert_memory_equal(out, "\0\x0a\0\x10\x67\x74\x85\x80\0\0\0\7\0\0\0\x2a", 16);
}

static void a_template_is_a_number_a_count_and_specifiers(void **state)
{
    struct ipfix_spec spec[] = {spec_of(8, 4), {.id = 82, .len = 65535, .pen = 29305, .enterprise = true}};
    struct ipfix_template t = {.id = 256, .spec = spec, .field_count = 2};

    (void)state;
    begin(0);
    ipfix_enc_template(&enc, &t);
    ASSERT_SETS("\0\2\0\x14"
                "\1\0\0\2"
                "\0\x08\0\4"
                "\x80\x52\xff\xff\0\0\x72\x79");
}

static void an_options_template_counts_its_scope_fields_too(void **state)
{
    struct ipfix_spec spec[] = {spec_of(10, 4), spec_of(82, 65535)};
    struct ipfix_template t = {.id = 257, .spec = spec, .field_count = 2, .scope_count = 1, .options = true};

    (void)state;
    begin(0);
    ipfix_enc_template(&enc, &t);
    ASSERT_SETS("\0\3\0\x12"
                "\1\1\0\2\0\1"
                "\0\x0a\0\4"
                "\0\x52\xff\xff");
}

static void templates_of_a_kind_share_a_set(void **state)
{
    struct ipfix_spec spec = spec_of(8, 4);
    struct ipfix_template a = {.id = 256, .spec = &spec, .field_count = 1};
    struct ipfix_template b = {.id = 257, .spec = &spec, .field_count = 1};

    (void)state;
    begin(0);
    ipfix_enc_template(&enc, &a);
    ipfix_enc_template(&enc, &b);
    ASSERT_SETS("\0\2\0\x14"
                "\1\0\0\1\0\x08\0\4"
                "\1\1\0\1\0\x08\0\4");
}

static void a_withdrawal_is_a_template_of_no_fields(void **state)
{
    (void)state;
    begin(0);
    ipfix_enc_withdrawal(&enc, 256, false);
    ipfix_enc_withdrawal(&enc, 2, false);
    ipfix_enc_withdrawal(&enc, 300, true);
    ASSERT_SETS("\0\2\0\x0c\1\0\0\0\0\2\0\0"
                "\0\3\0\x08\1\x2c\0\0");
}

static void records_of_one_template_share_a_set_and_count_for_the_sequence(void **state)
{
    const struct ipfix_template *t = only_field(IPFIX_U16, 2);

    (void)state;
    begin(0);
    for (uint64_t i = 1; i <= 3; i++) {
        ipfix_enc_record(&enc, t);
        ipfix_enc_uint(&enc, i);
    }
    ASSERT_SETS("\1\0\0\x0a\0\1\0\2\0\3");
    assert_int_equal(enc.records, 3);
}

static void messages_stand_one_behind_the_other(void **state)
{
    size_t len;

    (void)state;
    begin(0);
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
    ipfix_enc_uint(&enc, 1);
    ipfix_enc_msg(&enc, EXPORT_TIME, 8, 42);
    assert_int_equal(enc.records, 0);
    assert_int_equal(ipfix_enc_end(&enc, &len), IPFIX_OK);
    assert_int_equal(len, 21 + 16);
    assert_int_equal(ipfix_be16(out + 2), 21);
    assert_int_equal(ipfix_be16(out + 23), 16);
}

/* RFC 7011 section 3.3.1: padding must be shorter than any record of the set. */
static void sets_are_padded_only_where_padding_is_shorter_than_a_record(void **state)
{
    (void)state;
    begin(IPFIX_ENC_ALIGN_4);
    ipfix_enc_record(&enc, only_field(IPFIX_U64, 7));
    ipfix_enc_uint(&enc, 1);
    ASSERT_SETS("\1\0\0\x0c\0\0\0\0\0\0\1\0");

    begin(IPFIX_ENC_ALIGN_4);
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
    ipfix_enc_uint(&enc, 1);
    ASSERT_SETS("\1\0\0\5\1");

    begin(IPFIX_ENC_ALIGN_4);
    ipfix_enc_record(&enc, only_field(IPFIX_U16, 2));
    ipfix_enc_uint(&enc, 1);
    ASSERT_SETS("\1\0\0\6\0\1");

    begin(IPFIX_ENC_ALIGN_8);
    ipfix_enc_withdrawal(&enc, 256, false);
    ipfix_enc_withdrawal(&enc, 257, false);
    ASSERT_SETS("\0\2\0\x10\1\0\0\0\1\1\0\0\0\0\0\0");
}

/* ---- fields ---- */

static void numbers_are_written_at_their_specifiers_width(void **state)
{
    struct ipfix_value v = unsigned_value(IPFIX_U64, 0x123456);

    (void)state;
    assert_field(0, 8, &v, "\0\0\0\0\0\x12\x34\x56", 8);
    assert_field(0, 3, &v, "\x12\x34\x56", 3);
    v = (struct ipfix_value){.type = IPFIX_S32, .as.i = -2};
    assert_field(0, 4, &v, "\xff\xff\xff\xfe", 4);
    assert_field(0, 1, &v, "\xfe", 1);
    v = (struct ipfix_value){.type = IPFIX_F64, .as.f = 1.5};
    assert_field(0, 8, &v, "\x3f\xf8\0\0\0\0\0\0", 8);
    assert_field(0, 4, &v, "\x3f\xc0\0\0", 4);
}

static void numbers_in_variable_fields_take_their_full_size(void **state)
{
    struct ipfix_value v = unsigned_value(IPFIX_U32, 5);

    (void)state;
    assert_field(0, IPFIX_VARLEN, &v, "\4\0\0\0\5", 5);
}

/* Numbers, octets, and a value that is not of its specifier's type. */
static void whole_records_are_written_as_field_by_field(void **state)
{
    enum { FIELDS = 8 };
    static const uint8_t type[FIELDS] = {IPFIX_U32, IPFIX_IPV4,    IPFIX_STRING, IPFIX_S16,
                                         IPFIX_F64, IPFIX_BOOLEAN, IPFIX_U32,    IPFIX_TIME_US};
    static const uint16_t len[FIELDS] = {3, 4, IPFIX_VARLEN, 2, 8, 1, IPFIX_VARLEN, 8};
    struct ipfix_value v[FIELDS] = {
        unsigned_value(IPFIX_U32, 70000),
        octets_value(IPFIX_IPV4, "\300\0\2\1", 4),
        octets_value(IPFIX_STRING, "eth0", 4),
        {.type = IPFIX_S16, .as.i = -2},
        {.type = IPFIX_F64, .as.f = 1.5},
        unsigned_value(IPFIX_BOOLEAN, 2),
        unsigned_value(IPFIX_U16, 7), /* not its specifier's type */
        {.type = IPFIX_TIME_US, .as.time = {EXPORT_TIME, 0}},
    };
    struct ipfix_spec spec[FIELDS];
    struct ipfix_template t = {.id = 256, .spec = spec, .field_count = FIELDS};

    (void)state;
    for (int i = 0; i < FIELDS; i++)
        spec[i] = (struct ipfix_spec){
            .id = 1, .len = len[i], .type = type[i], .load = (uint8_t)ipfix_load_of(type[i], len[i])};
    ipfix_template_plan(&t, NULL);
    begin(0);
    ipfix_enc_record_values(&enc, &t, v);
    ASSERT_SETS("\1\0\0\x26"
                "\x01\x11\x70"
                "\300\0\2\1"
                "\4eth0"
                "\xff\xfe"
                "\x3f\xf8\0\0\0\0\0\0"
                "\2"
                "\2\0\7"
                "\xeb\x1f\x04\0\0\0\0\0");

    v[3].as.i = -40000;
    begin(0);
    ipfix_enc_record_values(&enc, &t, v);
    assert_int_equal(end(), IPFIX_VALUE_RANGE);
    assert_int_equal(enc.err.off, 20 + 3 + 4 + 5);
}

/* A record of this value between two numbers, written at once, is what it is field by field: the same octets, the
 * same fault at the same place. */
static void assert_same_at_once(struct ipfix_value v, uint16_t len, uint32_t options)
{
    struct ipfix_spec spec[3] = {
        {.id = 4, .len = 1, .type = IPFIX_U8, .load = IPFIX_LOAD_U8},
        {.id = 1, .len = len, .type = v.type, .load = (uint8_t)ipfix_load_of(v.type, len)},
        {.id = 7, .len = 2, .type = IPFIX_U16, .load = IPFIX_LOAD_U16},
    };
    struct ipfix_template t = {.id = 256, .spec = spec, .field_count = 3};
    struct ipfix_value values[3] = {unsigned_value(IPFIX_U8, 6), v, unsigned_value(IPFIX_U16, 80)};
    static uint8_t apart[ROOM];

    ipfix_template_plan(&t, NULL);
    begin(options);
    ipfix_enc_record(&enc, &t);
    for (int i = 0; i < 3; i++)
        ipfix_enc_value(&enc, &values[i]);
    enum ipfix_status status = end();
    struct ipfix_encoder before = enc;
    memcpy(apart, out, enc.len);

    begin(options);
    ipfix_enc_record_values(&enc, &t, values);
    assert_int_equal(end(), status);
    assert_int_equal(enc.len, before.len);
    assert_memory_equal(&enc.err, &before.err, sizeof enc.err);
    assert_memory_equal(out, apart, enc.len);
}

static void what_is_unusual_is_the_same_in_whole_records(void **state)
{
    static const char ascii[] = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    static const uint32_t options[] = {0, IPFIX_ENC_FAULTS, IPFIX_ENC_LONG_FORM, IPFIX_ENC_ALIGN_4};
    static const char wide[300] = {'x'};

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        for (uint32_t n = 0; n < sizeof ascii; n++) {
            assert_same_at_once(octets_value(IPFIX_STRING, ascii, n), IPFIX_VARLEN, options[i]);
            assert_same_at_once(octets_value(IPFIX_STRING, ascii, n), 20,
                                options[i]); /* filled up, or too long */
            assert_same_at_once(octets_value(IPFIX_MAC, ascii, n), 6, options[i]);
            assert_same_at_once(octets_value(IPFIX_U256, ascii, n), 32, options[i]);
        }
        assert_same_at_once(octets_value(IPFIX_STRING, wide, 254), IPFIX_VARLEN, options[i]);
        assert_same_at_once(octets_value(IPFIX_STRING, wide, 255), IPFIX_VARLEN, options[i]);
        assert_same_at_once(octets_value(IPFIX_OCTET_ARRAY, wide, 300), IPFIX_VARLEN, options[i]);
        assert_same_at_once(octets_value(IPFIX_STRING, "caf\303\251 noisette", 14), IPFIX_VARLEN, options[i]);
        assert_same_at_once(octets_value(IPFIX_STRING, "caf\351 noisette", 13), IPFIX_VARLEN, options[i]);
        assert_same_at_once(octets_value(IPFIX_STRING, "\351", 1), 1, options[i]);
        for (uint64_t u = 0; u < 4; u++)
            assert_same_at_once(unsigned_value(IPFIX_BOOLEAN, u), 1, options[i]);
        for (uint16_t width = 1; width <= 8; width++) {
            assert_same_at_once(unsigned_value(IPFIX_U64, UINT64_MAX >> (64 - 8 * width)), width, options[i]);
            assert_same_at_once(unsigned_value(IPFIX_U64, UINT64_C(1) << (8 * width - 1)), width, options[i]);
            assert_same_at_once(unsigned_value(IPFIX_U64, UINT64_C(1) << 8 * (width % 8)), width, options[i]);
        }
        for (int64_t sec = -1; sec < 2; sec++) {
            struct ipfix_value v = {.type = IPFIX_TIME_S, .as.time = {sec, 0}};
            assert_same_at_once(v, 4, options[i]);
            v.type = IPFIX_TIME_MS;
            assert_same_at_once(v, 8, options[i]);
            v.as.time = (struct ipfix_time){INT64_C(18446744073709551) + sec, 615000000};
            assert_same_at_once(v, 8, options[i]);
            v.as.time.nsec = 616000000;
            assert_same_at_once(v, 8, options[i]);
        }
    }
}

/* The last milliseconds that have a place in 64 bits. */
static void milliseconds_reach_to_the_end_of_their_type(void **state)
{
    struct ipfix_value v = {.type = IPFIX_TIME_MS, .as.time = {INT64_C(18446744073709551), 615000000}};

    (void)state;
    assert_field(0, 8, &v, "\xff\xff\xff\xff\xff\xff\xff\xff", 8);
    v.as.time.nsec = 616000000;
    begin(0);
    ipfix_enc_record(&enc, only_field(v.type, 8));
    ipfix_enc_value(&enc, &v);
    assert_int_equal(end(), IPFIX_VALUE_RANGE);
}

static void times_are_written_in_the_form_of_their_type(void **state)
{
    struct ipfix_value v = {.type = IPFIX_TIME_S, .as.time = {EXPORT_TIME, 250000000}};

    (void)state;
    assert_field(0, 4, &v, "\x67\x74\x85\x80", 4);
    v.type = IPFIX_TIME_MS;
    assert_field(0, 8, &v, "\0\0\x01\x94\x1f\x29\x7c\xfa", 8);
    v.type = IPFIX_TIME_US;
    assert_field(0, 8, &v, "\xeb\x1f\x04\0\x40\0\0\0", 8);
    v.type = IPFIX_TIME_NS;
    assert_field(0, 8, &v, "\xeb\x1f\x04\0\x40\0\0\0", 8);
}

/* RFC 7011 section 7: one octet of length up to 254, three above, or always where asked for. */
static void variable_fields_carry_their_length_in_one_octet_or_three(void **state)
{
    static const char text[300] = {0};
    struct ipfix_value v = octets_value(IPFIX_OCTET_ARRAY, "abc", 3);

    (void)state;
    assert_field(0, IPFIX_VARLEN, &v, "\3abc", 4);
    assert_field(IPFIX_ENC_LONG_FORM, IPFIX_VARLEN, &v, "\xff\0\3abc", 6);
    v = octets_value(IPFIX_OCTET_ARRAY, text, 0);
    assert_field(0, IPFIX_VARLEN, &v, "\0", 1);
    v = octets_value(IPFIX_OCTET_ARRAY, text, 254);
    begin(0);
    ipfix_enc_record(&enc, only_field(IPFIX_OCTET_ARRAY, IPFIX_VARLEN));
    ipfix_enc_value(&enc, &v);
    assert_int_equal(enc.len, 20 + 1 + 254);
    assert_int_equal(out[20], 254);
    v = octets_value(IPFIX_OCTET_ARRAY, text, 255);
    ipfix_enc_record(&enc, only_field(IPFIX_OCTET_ARRAY, IPFIX_VARLEN));
    ipfix_enc_value(&enc, &v);
    assert_memory_equal(out + 20 + 255, "\xff\0\xff", 3);
    assert_int_equal(end(), IPFIX_OK);
}

static void short_strings_fill_a_fixed_length_with_zeros(void **state)
{
    struct ipfix_value v = octets_value(IPFIX_STRING, "eth0", 4);

    (void)state;
    assert_field(0, 6, &v, "eth0\0\0", 6);
}

static void unsigned256_changes_its_width_and_keeps_its_value(void **state)
{
    struct ipfix_value v = octets_value(IPFIX_U256, "\0\0\1\2", 4);

    (void)state;
    assert_field(0, 2, &v, "\1\2", 2);
    assert_field(0, 6, &v, "\0\0\0\0\1\2", 6);
    assert_field(0, IPFIX_VARLEN, &v, "\4\0\0\1\2", 5);
    assert_int_equal(field_status(1, &v), IPFIX_VALUE_RANGE);
}

static void raw_fields_keep_their_octets_and_their_form(void **state)
{
    (void)state;
    begin(0);
    ipfix_enc_record(&enc, only_field(IPFIX_BOOLEAN, 1));
    ipfix_enc_raw_field(&enc, "\0", 1, false);
    ipfix_enc_set(&enc, 256);
    ipfix_enc_record(&enc, only_field(IPFIX_STRING, IPFIX_VARLEN));
    ipfix_enc_raw_field(&enc, "\xff", 1, true);
    ASSERT_SETS("\1\0\0\5\0"
                "\1\0\0\x08\xff\0\1\xff");
}

/* ---- lists (RFC 6313) ---- */

static void a_basic_list_names_its_element_before_the_items(void **state)
{
    struct ipfix_spec port = spec_of(7, 2);

    (void)state;
    begin(0);
    ipfix_enc_record(&enc, only_field(IPFIX_BASIC_LIST, IPFIX_VARLEN));
    ipfix_enc_basic_list(&enc, 3, &port);
    ipfix_enc_uint(&enc, 80);
    ipfix_enc_uint(&enc, 443);
    ipfix_enc_list_end(&enc);
    ASSERT_SETS("\1\0\0\x10"
                "\xff\0\x09"
                "\3\0\7\0\2"
                "\0\x50\1\xbb");
}

static void a_sub_template_list_is_a_template_number_and_records(void **state)
{
    struct ipfix_spec inner_spec[] = {spec_of(7, 2), spec_of(4, 1)};
    struct ipfix_template inner = {.id = 300, .spec = inner_spec, .field_count = 2};

    (void)state;
    begin(0);
    ipfix_enc_record(&enc, only_field(IPFIX_SUB_TEMPLATE_LIST, IPFIX_VARLEN));
    ipfix_enc_sub_template_list(&enc, 255, &inner);
    for (uint64_t i = 1; i <= 2; i++) {
        ipfix_enc_record(&enc, &inner);
        ipfix_enc_uint(&enc, i);
        ipfix_enc_uint(&enc, 17);
    }
    ipfix_enc_list_end(&enc);
    ASSERT_SETS("\1\0\0\x10"
                "\xff\0\x09"
                "\xff\1\x2c"
                "\0\1\x11\0\2\x11");
    assert_int_equal(enc.records, 1);
}

static void a_multi_list_opens_a_block_for_each_change_of_template(void **state)
{
    struct ipfix_spec a_spec = spec_of(4, 1), b_spec = spec_of(7, 2);
    struct ipfix_template a = {.id = 300, .spec = &a_spec, .field_count = 1};
    struct ipfix_template b = {.id = 301, .spec = &b_spec, .field_count = 1};

    (void)state;
    begin(0);
    ipfix_enc_record(&enc, only_field(IPFIX_SUB_TEMPLATE_MULTI_LIST, IPFIX_VARLEN));
    ipfix_enc_sub_template_multi_list(&enc, 4);
    ipfix_enc_record(&enc, &a);
    ipfix_enc_uint(&enc, 6);
    ipfix_enc_record(&enc, &a);
    ipfix_enc_uint(&enc, 17);
    ipfix_enc_record(&enc, &b);
    ipfix_enc_uint(&enc, 53);
    ipfix_enc_list_end(&enc);
    ASSERT_SETS("\1\0\0\x14"
                "\xff\0\x0d"
                "\4"
                "\1\x2c\0\6\6\x11"
                "\1\x2d\0\6\0\x35");
}

static void empty_lists_still_have_their_headers(void **state)
{
    struct ipfix_spec port = spec_of(7, 2);
    struct ipfix_template inner = {.id = 300, .spec = &port, .field_count = 1};

    (void)state;
    begin(0);
    ipfix_enc_record(&enc, only_field(IPFIX_BASIC_LIST, 5));
    ipfix_enc_basic_list(&enc, 0, &port);
    ipfix_enc_list_end(&enc);
    ipfix_enc_record(&enc, only_field(IPFIX_SUB_TEMPLATE_LIST, 3));
    ipfix_enc_sub_template_list(&enc, 0, &inner);
    ipfix_enc_list_end(&enc);
    ipfix_enc_record(&enc, only_field(IPFIX_SUB_TEMPLATE_MULTI_LIST, 1));
    ipfix_enc_sub_template_multi_list(&enc, 0);
    ipfix_enc_list_end(&enc);
    ASSERT_SETS("\1\0\0\x0d\0\0\7\0\2\0\1\x2c\0");
}

static void lists_nest_to_the_limit_and_no_deeper(void **state)
{
    struct ipfix_spec list = spec_of(291, IPFIX_VARLEN);

    (void)state;
    for (unsigned depth = IPFIX_MAX_DEPTH; depth <= IPFIX_MAX_DEPTH + 1; depth++) {
        begin(0);
        ipfix_enc_record(&enc, only_field(IPFIX_BASIC_LIST, IPFIX_VARLEN));
        for (unsigned i = 0; i < depth; i++)
            ipfix_enc_basic_list(&enc, 255, &list);
        for (unsigned i = 0; i < depth; i++)
            ipfix_enc_list_end(&enc);
        assert_int_equal(end(), depth <= IPFIX_MAX_DEPTH ? IPFIX_OK : IPFIX_LIST_DEPTH);
    }
}

/* ---- refusals ---- */

static void what_does_not_fit_its_width_is_refused(void **state)
{
    struct ipfix_value v = unsigned_value(IPFIX_U32, 0x10000);

    (void)state;
    assert_int_equal(field_status(2, &v), IPFIX_VALUE_RANGE);
    v = unsigned_value(IPFIX_U8, 256);
    assert_int_equal(field_status(IPFIX_VARLEN, &v), IPFIX_VALUE_RANGE);
    v = (struct ipfix_value){.type = IPFIX_S16, .as.i = 128};
    assert_int_equal(field_status(1, &v), IPFIX_VALUE_RANGE);
    v.as.i = -129;
    assert_int_equal(field_status(1, &v), IPFIX_VALUE_RANGE);
    v = (struct ipfix_value){.type = IPFIX_F64, .as.f = 1e39};
    assert_int_equal(field_status(4, &v), IPFIX_VALUE_RANGE);
    v = (struct ipfix_value){.type = IPFIX_TIME_S, .as.time = {-1, 0}};
    assert_int_equal(field_status(4, &v), IPFIX_VALUE_RANGE);
    v = (struct ipfix_value){.type = IPFIX_TIME_S, .as.time = {4294967296, 0}};
    assert_int_equal(field_status(4, &v), IPFIX_VALUE_RANGE);
    v = (struct ipfix_value){.type = IPFIX_TIME_MS, .as.time = {18446744073709551, 616000000}};
    assert_int_equal(field_status(8, &v), IPFIX_VALUE_RANGE);
}

static void widths_that_a_type_does_not_have_are_refused(void **state)
{
    struct ipfix_value v = unsigned_value(IPFIX_U16, 1);

    (void)state;
    assert_int_equal(field_status(3, &v), IPFIX_VALUE_LENGTH);
    assert_int_equal(field_status(0, &v), IPFIX_VALUE_LENGTH);
    v = octets_value(IPFIX_OCTET_ARRAY, "abc", 3);
    assert_int_equal(field_status(2, &v), IPFIX_VALUE_LENGTH);
    assert_int_equal(field_status(4, &v), IPFIX_VALUE_LENGTH);
    v = octets_value(IPFIX_STRING, "abc", 3);
    assert_int_equal(field_status(2, &v), IPFIX_VALUE_LENGTH);
    v = octets_value(IPFIX_IPV4, "\1\2\3", 3);
    assert_int_equal(field_status(IPFIX_VARLEN, &v), IPFIX_VALUE_LENGTH);
}

/* What a collector would have to complain about: status without, and octets with IPFIX_ENC_FAULTS. */
static void assert_refused(void (*write)(void), enum ipfix_status want)
{
    begin(0);
    write();
    assert_int_equal(end(), want);
    begin(IPFIX_ENC_FAULTS);
    write();
    assert_int_equal(end(), IPFIX_OK);
}

static void write_template(struct ipfix_template t, struct ipfix_spec spec)
{
    t.spec = &spec;
    ipfix_enc_template(&enc, &t);
}

static void template_number_255(void)
{
    write_template((struct ipfix_template){.id = 255, .field_count = 1}, spec_of(8, 4));
}

static void no_scope(void)
{
    write_template((struct ipfix_template){.id = 256, .field_count = 1, .options = true}, spec_of(8, 4));
}

/* Two of no octets beside one of one octet: no reader keeps it (IPFIX_TEMPLATE_ZEROS). */
static void more_fields_of_no_octets_than_octets(void)
{
    const struct ipfix_spec specs[] = {spec_of(4, 1), spec_of(82, 0), spec_of(83, 0)};
    struct ipfix_template t = {.id = 256, .field_count = 3, .spec = specs};

    ipfix_enc_template(&enc, &t);
}

static void more_scope_than_fields(void)
{
    write_template((struct ipfix_template){.id = 256, .field_count = 1, .scope_count = 2, .options = true},
                   spec_of(8, 4));
}

static void enterprise_bit_for_number_0(void)
{
    write_template((struct ipfix_template){.id = 256, .field_count = 1},
                   (struct ipfix_spec){.id = 8, .len = 4, .enterprise = true});
}

static void element_0(void)
{
    write_template((struct ipfix_template){.id = 256, .field_count = 1}, (struct ipfix_spec){.len = 4});
}

static void reduced_address(void)
{
    write_template((struct ipfix_template){.id = 256, .field_count = 1}, spec_of(8, 3));
}

/* flowId (148) identifies the flow of both directions: it has no reverse. */
static void reverse_of_flow_id(void)
{
    write_template((struct ipfix_template){.id = 256, .field_count = 1},
                   (struct ipfix_spec){.id = 148, .len = 8, .pen = IPFIX_PEN_REVERSE, .enterprise = true});
}

static void records_of_no_octets(void)
{
    write_template((struct ipfix_template){.id = 256, .field_count = 1}, spec_of(82, 0));
}

static void set_number_5(void)
{
    ipfix_enc_set(&enc, 5);
    ipfix_enc_withdrawal(&enc, 256, false);
}

static void set_without_records(void)
{
    ipfix_enc_set(&enc, 256);
}

static void withdrawal_of_number_3_in_the_template_set(void)
{
    ipfix_enc_withdrawal(&enc, 3, false);
}

static void octets_of_no_record(void)
{
    ipfix_enc_octets(&enc, "\1", 1);
}

static void string_that_is_not_utf8(void)
{
    ipfix_enc_record(&enc, only_field(IPFIX_STRING, IPFIX_VARLEN));
    ipfix_enc_bytes(&enc, "\xff", 1);
}

static void boolean_of_0(void)
{
    ipfix_enc_record(&enc, only_field(IPFIX_BOOLEAN, 1));
    ipfix_enc_uint(&enc, 0);
}

static void raw_field_of_another_width(void)
{
    ipfix_enc_record(&enc, only_field(IPFIX_U32, 4));
    ipfix_enc_raw_field(&enc, "\1\2", 2, false);
}

static void list_of_items_without_octets(void)
{
    struct ipfix_spec spec = spec_of(82, 0);

    ipfix_enc_record(&enc, only_field(IPFIX_BASIC_LIST, IPFIX_VARLEN));
    ipfix_enc_basic_list(&enc, 255, &spec);
    ipfix_enc_list_end(&enc);
}

static void what_an_exporter_must_never_write_needs_to_be_asked_for(void **state)
{
    (void)state;
    assert_refused(template_number_255, IPFIX_FORBIDDEN);
    assert_refused(no_scope, IPFIX_FORBIDDEN);
    assert_refused(more_scope_than_fields, IPFIX_FORBIDDEN);
    assert_refused(more_fields_of_no_octets_than_octets, IPFIX_FORBIDDEN);
    assert_refused(enterprise_bit_for_number_0, IPFIX_FORBIDDEN);
    assert_refused(element_0, IPFIX_FORBIDDEN);
    assert_refused(reduced_address, IPFIX_FORBIDDEN);
    assert_refused(reverse_of_flow_id, IPFIX_FORBIDDEN);
    assert_refused(records_of_no_octets, IPFIX_FORBIDDEN);
    assert_refused(set_number_5, IPFIX_FORBIDDEN);
    assert_refused(set_without_records, IPFIX_FORBIDDEN);
    assert_refused(withdrawal_of_number_3_in_the_template_set, IPFIX_FORBIDDEN);
    assert_refused(octets_of_no_record, IPFIX_FORBIDDEN);
    assert_refused(string_that_is_not_utf8, IPFIX_VALUE_UTF8);
    assert_refused(boolean_of_0, IPFIX_VALUE_BOOLEAN);
    assert_refused(raw_field_of_another_width, IPFIX_VALUE_LENGTH);
    assert_refused(list_of_items_without_octets, IPFIX_LIST_ITEM_EMPTY);
}

/* ---- order of calls ---- */

static void assert_usage(void (*write)(void))
{
    begin(0);
    write();
    assert_int_equal(end(), IPFIX_USAGE);
}

static void value_without_record(void)
{
    ipfix_enc_uint(&enc, 1);
}

static void one_value_too_many(void)
{
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
    ipfix_enc_uint(&enc, 1);
    ipfix_enc_uint(&enc, 2);
}

static void record_without_its_value(void)
{
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
}

static void record_in_a_record(void)
{
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
}

static void template_in_a_record(void)
{
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
    ipfix_enc_withdrawal(&enc, 256, false);
}

static void octets_for_a_number(void)
{
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
    ipfix_enc_bytes(&enc, "\1", 1);
}

static void list_that_stays_open(void)
{
    ipfix_enc_record(&enc, only_field(IPFIX_SUB_TEMPLATE_MULTI_LIST, IPFIX_VARLEN));
    ipfix_enc_sub_template_multi_list(&enc, 255);
}

static void list_end_without_list(void)
{
    ipfix_enc_list_end(&enc);
}

static void record_in_a_basic_list(void)
{
    struct ipfix_spec spec = spec_of(7, 2);

    ipfix_enc_record(&enc, only_field(IPFIX_BASIC_LIST, IPFIX_VARLEN));
    ipfix_enc_basic_list(&enc, 255, &spec);
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
}

static void other_template_in_a_sub_template_list(void)
{
    struct ipfix_spec spec = spec_of(7, 2);
    struct ipfix_template inner = {.id = 300, .spec = &spec, .field_count = 1};

    ipfix_enc_record(&enc, only_field(IPFIX_SUB_TEMPLATE_LIST, IPFIX_VARLEN));
    ipfix_enc_sub_template_list(&enc, 255, &inner);
    ipfix_enc_record(&enc, only_field(IPFIX_SUB_TEMPLATE_LIST, IPFIX_VARLEN));
}

static void calls_out_of_order_are_told(void **state)
{
    (void)state;
    assert_usage(value_without_record);
    assert_usage(one_value_too_many);
    assert_usage(record_without_its_value);
    assert_usage(record_in_a_record);
    assert_usage(template_in_a_record);
    assert_usage(octets_for_a_number);
    assert_usage(list_that_stays_open);
    assert_usage(list_end_without_list);
    assert_usage(record_in_a_basic_list);
    assert_usage(other_template_in_a_sub_template_list);

    ipfix_enc_init(&enc, out, sizeof out, 0);
    ipfix_enc_set(&enc, 256);
    assert_int_equal(end(), IPFIX_USAGE);
}

static void the_first_fault_sticks_and_says_where(void **state)
{
    (void)state;
    begin(0);
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
    ipfix_enc_uint(&enc, 256);
    ipfix_enc_octets(&enc, "\1", 1);
    ipfix_enc_record(&enc, only_field(IPFIX_U8, 1));
    assert_int_equal(end(), IPFIX_VALUE_RANGE);
    assert_int_equal(enc.err.off, 20);
}

/* ---- space ---- */

static void a_message_of_more_than_65535_octets_is_refused(void **state)
{
    static const uint8_t octets[40000];

    (void)state;
    for (int sets = 1; sets <= 2; sets++) {
        begin(0);
        for (int i = 0; i < sets; i++) {
            ipfix_enc_set(&enc, 256);
            ipfix_enc_record(&enc, only_field(IPFIX_OCTET_ARRAY, sizeof octets / 2));
            ipfix_enc_bytes(&enc, octets, sizeof octets / 2);
            ipfix_enc_record(&enc, only_field(IPFIX_OCTET_ARRAY, sizeof octets / 2));
            ipfix_enc_bytes(&enc, octets, sizeof octets / 2);
        }
        assert_int_equal(end(), sets == 1 ? IPFIX_OK : IPFIX_FORBIDDEN);
    }
}

/* A message with everything in it that has an open length. */
static enum ipfix_status write_all(uint8_t *buf, size_t cap, size_t *len)
{
    struct ipfix_spec inner_spec = spec_of(82, IPFIX_VARLEN);
    struct ipfix_template inner = {.id = 300, .spec = &inner_spec, .field_count = 1};

    ipfix_enc_init(&enc, buf, cap, IPFIX_ENC_ALIGN_4);
    ipfix_enc_msg(&enc, EXPORT_TIME, 7, 42);
    ipfix_enc_template(&enc, &inner);
    ipfix_enc_record(&enc, only_field(IPFIX_BASIC_LIST, IPFIX_VARLEN));
    ipfix_enc_basic_list(&enc, 255, &inner_spec);
    ipfix_enc_bytes(&enc, "eth0", 4);
    ipfix_enc_list_end(&enc);
    ipfix_enc_record(&enc, only_field(IPFIX_SUB_TEMPLATE_MULTI_LIST, IPFIX_VARLEN));
    ipfix_enc_sub_template_multi_list(&enc, 255);
    ipfix_enc_record(&enc, &inner);
    ipfix_enc_bytes(&enc, "eth1", 4);
    ipfix_enc_list_end(&enc);
    return ipfix_enc_end(&enc, len);
}

static void measuring_and_writing_agree_at_every_size_of_the_buffer(void **state)
{
    size_t full, len;

    (void)state;
    assert_int_equal(write_all(NULL, 0, &full), IPFIX_NO_SPACE);
    assert_int_equal(enc.err.want, full);
    for (size_t cap = 1; cap <= full + 1; cap++) {
        uint8_t *buf = malloc(cap);

        assert_int_equal(write_all(buf, cap, &len), cap < full ? IPFIX_NO_SPACE : IPFIX_OK);
        assert_int_equal(len, full);
        free(buf);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_header_holds_version_length_time_sequence_and_domain),
        cmocka_unit_test(a_template_is_a_number_a_count_and_specifiers),
        cmocka_unit_test(an_options_template_counts_its_scope_fields_too),
        cmocka_unit_test(templates_of_a_kind_share_a_set),
        cmocka_unit_test(a_withdrawal_is_a_template_of_no_fields),
        cmocka_unit_test(records_of_one_template_share_a_set_and_count_for_the_sequence),
        cmocka_unit_test(messages_stand_one_behind_the_other),
        cmocka_unit_test(sets_are_padded_only_where_padding_is_shorter_than_a_record),
        cmocka_unit_test(numbers_are_written_at_their_specifiers_width),
        cmocka_unit_test(numbers_in_variable_fields_take_their_full_size),
        cmocka_unit_test(whole_records_are_written_as_field_by_field),
        cmocka_unit_test(what_is_unusual_is_the_same_in_whole_records),
        cmocka_unit_test(milliseconds_reach_to_the_end_of_their_type),
        cmocka_unit_test(times_are_written_in_the_form_of_their_type),
        cmocka_unit_test(variable_fields_carry_their_length_in_one_octet_or_three),
        cmocka_unit_test(short_strings_fill_a_fixed_length_with_zeros),
        cmocka_unit_test(unsigned256_changes_its_width_and_keeps_its_value),
        cmocka_unit_test(raw_fields_keep_their_octets_and_their_form),
        cmocka_unit_test(a_basic_list_names_its_element_before_the_items),
        cmocka_unit_test(a_sub_template_list_is_a_template_number_and_records),
        cmocka_unit_test(a_multi_list_opens_a_block_for_each_change_of_template),
        cmocka_unit_test(empty_lists_still_have_their_headers),
        cmocka_unit_test(lists_nest_to_the_limit_and_no_deeper),
        cmocka_unit_test(what_does_not_fit_its_width_is_refused),
        cmocka_unit_test(widths_that_a_type_does_not_have_are_refused),
        cmocka_unit_test(what_an_exporter_must_never_write_needs_to_be_asked_for),
        cmocka_unit_test(calls_out_of_order_are_told),
        cmocka_unit_test(the_first_fault_sticks_and_says_where),
        cmocka_unit_test(a_message_of_more_than_65535_octets_is_refused),
        cmocka_unit_test(measuring_and_writing_agree_at_every_size_of_the_buffer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
