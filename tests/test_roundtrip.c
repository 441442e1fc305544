/* SPDX-License-Identifier: BSD-2-Clause
 *
 * decode(encode(x)) = x, and encode(decode(b)) = b: messages made up at random, always the same ones.
 * IPFIX_TEST_SEED=N runs the case with that number alone, IPFIX_TEST_CASES=N the first N of each test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <ipfix/ipfix.h>

#ifdef __SANITIZE_ADDRESS__ /* some ten times slower */
#define CASES 3000u
#else
#define CASES 30000u
#endif
#define ENTERPRISE 32473u /* for documentation (RFC 5612) */
#define EXPORT_TIME 1735689600u
#define TEMPLATES 4u
#define FIELDS_MAX 6u
#define OCTETS_MAX 300u

/* ---- chance ---- */

/* SplitMix64: the same numbers everywhere. */
struct chance {
    uint64_t state;
};

static uint64_t draw(struct chance *c)
{
    uint64_t z = c->state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static uint32_t draw_below(struct chance *c, uint32_t n)
{
    return (uint32_t)(draw(c) % n);
}

static uint64_t seed;

#define CHECK(condition)                                                   \
    do {                                                                   \
        if (!(condition))                                                  \
            fail_msg("case %u: not true: %s", (unsigned)seed, #condition); \
    } while (0)

static void for_each_case(void (*test)(struct chance *))
{
    const char *only = getenv("IPFIX_TEST_SEED"), *count = getenv("IPFIX_TEST_CASES");
    uint64_t from = only != NULL ? strtoull(only, NULL, 10) : 0;
    uint64_t to = only != NULL ? from + 1 : count != NULL ? strtoull(count, NULL, 10) : CASES;

    print_message("seeds %llu to %llu\n", (unsigned long long)from, (unsigned long long)to - 1);
    for (seed = from; seed < to; seed++)
        test(&(struct chance){seed});
}

/* ---- elements and templates ---- */

/* An element for each type, with the number of the type and one more, since 0 is reserved. */
static struct ipfix_ie element[IPFIX_TYPE_COUNT];

static const struct ipfix_ie *find_element(void *ctx, uint32_t pen, uint16_t id)
{
    (void)ctx;
    return pen == ENTERPRISE && id >= 1 && id <= IPFIX_TYPE_COUNT ? &element[id - 1] : NULL;
}

static int make_elements(void **state)
{
    (void)state;
    for (uint8_t type = 0; type < IPFIX_TYPE_COUNT; type++)
        element[type] = (struct ipfix_ie){
            .pen = ENTERPRISE, .id = (uint16_t)(type + 1), .type = type, .name = "", .key = "", .units = ""};
    return 0;
}

static bool is_list(unsigned type)
{
    return type >= IPFIX_BASIC_LIST && type <= IPFIX_SUB_TEMPLATE_MULTI_LIST;
}

static struct ipfix_spec draw_spec(struct chance *c, uint8_t type)
{
    struct ipfix_spec spec = {
        .pen = ENTERPRISE, .id = (uint16_t)(type + 1), .len = IPFIX_VARLEN, .enterprise = true};

    if (!is_list(type) && draw_below(c, 3) > 0)
        do
            spec.len = (uint16_t)(1 + draw_below(c, 40));
        while (ipfix_load_of(type, spec.len) == IPFIX_LOAD_ILLEGAL);
    ipfix_spec_resolve(&spec, &element[type]);
    return spec;
}

static uint8_t draw_plain_type(struct chance *c)
{
    uint8_t type;

    do
        type = (uint8_t)draw_below(c, IPFIX_TYPE_COUNT);
    while (is_list(type));
    return type;
}

struct templates {
    struct ipfix_template t[TEMPLATES];
    struct ipfix_spec spec[TEMPLATES][FIELDS_MAX];
    struct ipfix_step step[TEMPLATES][FIELDS_MAX];
};

/* Templates 256 to 259; the last field of each is a list, which may hold records of later ones only. */
static void draw_templates(struct chance *c, struct templates *all)
{
    for (uint32_t i = 0; i < TEMPLATES; i++) {
        struct ipfix_template *t = &all->t[i];
        uint32_t kinds = i + 1 < TEMPLATES ? 3 : 1;

        *t = (struct ipfix_template){.id = (uint16_t)(256 + i), .spec = all->spec[i]};
        t->field_count = (uint16_t)(2 + draw_below(c, FIELDS_MAX - 1));
        for (uint32_t f = 0; f + 1 < t->field_count; f++)
            all->spec[i][f] = draw_spec(c, draw_plain_type(c));
        all->spec[i][t->field_count - 1] = draw_spec(c, (uint8_t)(IPFIX_BASIC_LIST + draw_below(c, kinds)));
        t->options = draw_below(c, 4) == 0;
        t->scope_count = t->options ? 1 : 0;
        ipfix_template_plan(t, draw_below(c, 4) > 0 ? all->step[i] : NULL);
    }
}

static uint32_t draw_later(struct chance *c, const struct ipfix_template *t)
{
    uint32_t i = t->id - 255u;

    return i + draw_below(c, TEMPLATES - i);
}

/* ---- values ---- */

static uint64_t draw_bits(struct chance *c, uint32_t width)
{
    uint64_t all = UINT64_MAX >> (64 - 8 * width);

    switch (draw_below(c, 4)) {
    case 0:
        return 0;
    case 1:
        return all;
    default:
        return draw(c) & all;
    }
}

static double draw_float(struct chance *c, bool single)
{
    static const double edge[] = {0.0, -0.0, 1.5, 0.1, 1e-310, 1.7976931348623157e308};
    uint64_t bits = draw(c);
    uint32_t low = (uint32_t)bits;
    double f;
    float narrow;

    if (draw_below(c, 8) == 0)
        return draw_below(c, 2) ? (double)INFINITY : -(double)INFINITY;
    if (draw_below(c, 8) == 0)
        return (double)NAN;
    memcpy(&f, &bits, sizeof f);
    memcpy(&narrow, &low, sizeof narrow);
    if (draw_below(c, 4) == 0)
        f = edge[draw_below(c, sizeof edge / sizeof *edge)];
    return single ? (double)narrow : f;
}

static struct ipfix_time draw_time(struct chance *c, unsigned type)
{
    uint32_t nsec = draw_below(c, 1000000000);

    switch (type) {
    case IPFIX_TIME_S:
        return (struct ipfix_time){(uint32_t)draw(c), 0};
    case IPFIX_TIME_MS:
        return (struct ipfix_time){(int64_t)(draw(c) % 253402300800), nsec / 1000000 * 1000000};
    case IPFIX_TIME_US:
        nsec = nsec / 1000 * 1000;
        break;
    default:
        break;
    }
    return (struct ipfix_time){(int64_t)EXPORT_TIME + (int32_t)draw(c), nsec};
}

static uint32_t draw_length(struct chance *c, const struct ipfix_spec *spec)
{
    static const uint16_t edge[] = {0, 1, 254, 255, 256};

    if (spec->type == IPFIX_U256)
        return spec->len != IPFIX_VARLEN ? spec->len : 1 + draw_below(c, 32);
    if (ipfix_type_width(spec->type) != 0)
        return ipfix_type_width(spec->type);
    if (spec->len != IPFIX_VARLEN)
        return spec->type == IPFIX_STRING ? draw_below(c, spec->len + 1u) : spec->len;
    return draw_below(c, 4) == 0 ? edge[draw_below(c, 5)] : draw_below(c, 20);
}

/* Fill octets with what the type allows. */
static struct ipfix_bytes draw_octets(struct chance *c, const struct ipfix_spec *spec,
                                      uint8_t octets[OCTETS_MAX])
{
    uint32_t n = draw_length(c, spec);

    for (uint32_t i = 0; i < n; i++)
        octets[i] = (uint8_t)(spec->type == IPFIX_STRING ? ' ' + draw_below(c, 95) : draw(c));
    return (struct ipfix_bytes){octets, n};
}

/* A value for a field.  Drawn with the same chance, it is the same value. */
static struct ipfix_value draw_value(struct chance *c, const struct ipfix_spec *spec,
                                     uint8_t octets[OCTETS_MAX])
{
    uint32_t width = spec->len != IPFIX_VARLEN ? spec->len : ipfix_type_width(spec->type);
    struct ipfix_value v = {.type = spec->type};

    switch (ipfix_load_of(spec->type, width)) {
    case IPFIX_LOAD_U8:
    case IPFIX_LOAD_U16:
    case IPFIX_LOAD_U32:
    case IPFIX_LOAD_U64:
    case IPFIX_LOAD_UINT:
        v.as.u = spec->type == IPFIX_BOOLEAN ? 1 + draw_below(c, 2) : draw_bits(c, width);
        break;
    case IPFIX_LOAD_INT:
        v.as.i = (int64_t)(draw_bits(c, width) << (64 - 8 * width)) >> (64 - 8 * width);
        break;
    case IPFIX_LOAD_F32:
        v.as.f = draw_float(c, true);
        break;
    case IPFIX_LOAD_F64:
        v.as.f = draw_float(c, false);
        break;
    case IPFIX_LOAD_TIME_S:
    case IPFIX_LOAD_TIME_MS:
    case IPFIX_LOAD_TIME_US:
    case IPFIX_LOAD_TIME_NS:
        v.as.time = draw_time(c, spec->type);
        break;
    default:
        v.as.bytes = draw_octets(c, spec, octets);
        break;
    }
    return v;
}

static bool same_octets(struct ipfix_bytes a, struct ipfix_bytes b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static struct ipfix_bytes without_filling(struct ipfix_bytes b)
{
    return (struct ipfix_bytes){b.ptr, ipfix_string_trim(b.ptr, b.len)};
}

static struct ipfix_bytes without_leading_zeros(struct ipfix_bytes b)
{
    while (b.len > 1 && *b.ptr == 0)
        b.ptr++, b.len--;
    return b;
}

static bool same_value(const struct ipfix_value *a, const struct ipfix_value *b)
{
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case IPFIX_F32:
    case IPFIX_F64:
        return isnan(a->as.f) ? isnan(b->as.f) : memcmp(&a->as.f, &b->as.f, sizeof a->as.f) == 0;
    case IPFIX_TIME_S:
    case IPFIX_TIME_MS:
    case IPFIX_TIME_US:
    case IPFIX_TIME_NS:
        return a->as.time.sec == b->as.time.sec && a->as.time.nsec == b->as.time.nsec;
    case IPFIX_STRING:
        return same_octets(without_filling(a->as.bytes), without_filling(b->as.bytes));
    case IPFIX_U256:
        return same_octets(without_leading_zeros(a->as.bytes), without_leading_zeros(b->as.bytes));
    case IPFIX_OCTET_ARRAY:
    case IPFIX_MAC:
    case IPFIX_IPV4:
    case IPFIX_IPV6:
        return same_octets(a->as.bytes, b->as.bytes);
    default:
        return a->as.u == b->as.u;
    }
}

/* ---- the way out ---- */

static void write_record(struct ipfix_encoder *e, struct chance *c, const struct templates *all,
                         const struct ipfix_template *t);

static void write_list(struct ipfix_encoder *e, struct chance *c, const struct templates *all,
                       const struct ipfix_template *t, uint8_t type)
{
    uint8_t semantic = (uint8_t)draw_below(c, 5), octets[OCTETS_MAX];
    uint32_t later = type == IPFIX_BASIC_LIST ? 0 : draw_later(c, t);
    struct ipfix_spec spec = draw_spec(c, draw_plain_type(c));

    if (type == IPFIX_BASIC_LIST)
        ipfix_enc_basic_list(e, semantic, &spec);
    else if (type == IPFIX_SUB_TEMPLATE_LIST)
        ipfix_enc_sub_template_list(e, semantic, &all->t[later]);
    else
        ipfix_enc_sub_template_multi_list(e, semantic);
    for (uint32_t n = draw_below(c, 3); n > 0; n--) {
        struct ipfix_value v;

        if (type == IPFIX_BASIC_LIST) {
            v = draw_value(c, &spec, octets);
            ipfix_enc_value(e, &v);
        } else {
            write_record(e, c, all, &all->t[type == IPFIX_SUB_TEMPLATE_LIST ? later : draw_later(c, t)]);
        }
    }
    ipfix_enc_list_end(e);
}

static void write_record(struct ipfix_encoder *e, struct chance *c, const struct templates *all,
                         const struct ipfix_template *t)
{
    uint8_t octets[OCTETS_MAX];

    ipfix_enc_record(e, t);
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct ipfix_spec *spec = &t->spec[i];

        if (is_list(spec->type)) {
            write_list(e, c, all, t, spec->type);
        } else {
            struct ipfix_value v = draw_value(c, spec, octets);
            ipfix_enc_value(e, &v);
        }
    }
}

static enum ipfix_status write_message(struct chance c, const struct templates *all, uint8_t *buf, size_t cap,
                                       size_t *len)
{
    static const uint32_t options[] = {0, IPFIX_ENC_LONG_FORM, IPFIX_ENC_ALIGN_4, IPFIX_ENC_ALIGN_8};
    struct ipfix_encoder e;

    ipfix_enc_init(&e, buf, cap, options[draw_below(&c, 4)]);
    ipfix_enc_msg(&e, EXPORT_TIME, 0, 1);
    for (uint32_t i = 0; i < TEMPLATES; i++)
        ipfix_enc_template(&e, &all->t[i]);
    for (uint32_t n = draw_below(&c, 5); n > 0; n--)
        write_record(&e, &c, all, &all->t[draw_below(&c, TEMPLATES)]);
    return ipfix_enc_end(&e, len);
}

/* The message of a case, in a heap block of its exact size. */
static uint8_t *make_message(struct chance *c, struct templates *all, size_t *len)
{
    size_t measured;

    draw_templates(c, all);
    CHECK(write_message(*c, all, NULL, 0, &measured) == IPFIX_NO_SPACE);
    uint8_t *octets = malloc(measured);
    CHECK(write_message(*c, all, octets, measured, len) == IPFIX_OK);
    CHECK(*len == measured);
    return octets;
}

/* ---- the way back ---- */

struct reader {
    struct ipfix_msg msg;
    struct ipfix_store *store;
    struct chance chance;
    uint32_t records;
};

static const struct ipfix_template *get_template(const struct reader *r, uint16_t id)
{
    const struct ipfix_template *t = ipfix_store_get(r->store, r->msg.domain, id, IPFIX_POS_LAST);

    CHECK(t != NULL);
    return t;
}

static void read_value(struct reader *r, const struct ipfix_field *f)
{
    uint8_t octets[OCTETS_MAX];
    struct ipfix_value want = draw_value(&r->chance, f->spec, octets), got;

    CHECK(ipfix_value_get(f, r->msg.export_time, &got) == IPFIX_OK);
    CHECK(same_value(&want, &got));
    CHECK(ipfix_value_check(&got, f->spec->ie) == IPFIX_OK);
}

static void read_record(struct reader *r, struct ipfix_records *recs);

static void read_items(struct reader *r, const struct ipfix_set *block, uint32_t *left)
{
    struct ipfix_records recs;
    struct ipfix_field f;

    ipfix_records_open(&recs, block, block->tmpl != NULL ? block->tmpl : get_template(r, block->id));
    for (; ipfix_record_next(&recs) == IPFIX_OK; (*left)--) {
        CHECK(*left > 0);
        if (block->tmpl == NULL) {
            read_record(r, &recs);
            continue;
        }
        CHECK(ipfix_field_next(&recs, &f) == IPFIX_OK);
        read_value(r, &f);
    }
    CHECK(recs.err.status == IPFIX_OK);
}

/* The same draws as write_list.  A multi-list draws a template for each item, which its blocks name. */
static void read_multi_list(struct reader *r, struct ipfix_list *list, const struct ipfix_template *t,
                            uint32_t n)
{
    struct ipfix_set block;

    while (ipfix_list_next(list, &block) == IPFIX_OK) {
        struct ipfix_records recs;

        ipfix_records_open(&recs, &block, get_template(r, block.id));
        for (; ipfix_record_next(&recs) == IPFIX_OK; n--) {
            CHECK(n > 0);
            CHECK(256 + draw_later(&r->chance, t) == block.id);
            read_record(r, &recs);
        }
        CHECK(recs.err.status == IPFIX_OK);
    }
    CHECK(n == 0);
}

static void read_list(struct reader *r, const struct ipfix_template *t, const struct ipfix_field *f)
{
    struct ipfix_list list;
    struct ipfix_set block;

    CHECK(ipfix_list_open(&list, f, find_element, NULL) == IPFIX_OK);
    CHECK(list.semantic == draw_below(&r->chance, 5));
    uint32_t later = f->spec->type == IPFIX_BASIC_LIST ? 0 : draw_later(&r->chance, t);
    struct ipfix_spec spec = draw_spec(&r->chance, draw_plain_type(&r->chance));
    uint32_t n = draw_below(&r->chance, 3);

    if (f->spec->type == IPFIX_SUB_TEMPLATE_MULTI_LIST) {
        read_multi_list(r, &list, t, n);
    } else {
        CHECK(f->spec->type == IPFIX_BASIC_LIST ? list.spec.id == spec.id && list.spec.len == spec.len
                                                : list.id == 256 + later);
        CHECK(ipfix_list_next(&list, &block) == IPFIX_OK);
        read_items(r, &block, &n);
        CHECK(n == 0);
        CHECK(ipfix_list_next(&list, &block) == IPFIX_END);
    }
    CHECK(list.err.status == IPFIX_OK);
}

static void read_record(struct reader *r, struct ipfix_records *recs)
{
    struct ipfix_field f;

    while (ipfix_field_next(recs, &f) == IPFIX_OK)
        if (is_list(f.spec->type))
            read_list(r, recs->tmpl, &f);
        else
            read_value(r, &f);
    CHECK(recs->err.status == IPFIX_OK);
}

static void read_templates(struct reader *r, struct ipfix_set *set)
{
    struct ipfix_template_rec rec;

    while (ipfix_template_next(set, &rec) == IPFIX_OK) {
        CHECK(rec.err.status == IPFIX_OK);
        CHECK(ipfix_store_put(r->store, r->msg.domain, &rec, ipfix_pos_make(1, 0, rec.off)) == IPFIX_OK);
    }
    CHECK(set->err.status == IPFIX_OK);
}

static void read_data(struct reader *r, const struct ipfix_set *set)
{
    struct ipfix_records recs;

    ipfix_records_open(&recs, set, get_template(r, set->id));
    for (; ipfix_record_next(&recs) == IPFIX_OK; r->records++) {
        CHECK(256 + draw_below(&r->chance, TEMPLATES) == set->id);
        read_record(r, &recs);
    }
    CHECK(recs.err.status == IPFIX_OK);
}

static void every_value_comes_back_as_it_was(struct chance *c)
{
    struct reader r = {.store = ipfix_store_new(IPFIX_TRANSPORT_UDP, find_element, NULL)};
    struct templates all;
    struct ipfix_set set;
    size_t len;
    uint8_t *octets = make_message(c, &all, &len);

    r.chance = *c;
    draw_below(&r.chance, 4);
    uint32_t records = draw_below(&r.chance, 5);
    CHECK(ipfix_msg_open(&r.msg, octets, len, len) == IPFIX_OK);
    while (ipfix_set_next(&r.msg, &set) == IPFIX_OK)
        if (set.kind == IPFIX_SET_DATA)
            read_data(&r, &set);
        else
            read_templates(&r, &set);
    CHECK(r.msg.err.status == IPFIX_OK);
    CHECK(r.records == records);
    for (uint32_t i = 0; i < TEMPLATES; i++)
        CHECK(ipfix_template_equal(get_template(&r, all.t[i].id), &all.t[i]));
    ipfix_store_free(r.store);
    free(octets);
}

static void messages_decode_to_what_was_encoded(void **state)
{
    (void)state;
    for_each_case(every_value_comes_back_as_it_was);
}

/* ---- octets to octets ---- */

static void copy_templates(struct ipfix_encoder *e, struct ipfix_set *set)
{
    struct ipfix_template_rec rec;

    while (ipfix_template_next(set, &rec) == IPFIX_OK) {
        struct ipfix_spec spec[FIELDS_MAX];
        struct ipfix_template t = {.spec = spec,
                                   .id = rec.id,
                                   .field_count = rec.field_count,
                                   .scope_count = rec.scope_count,
                                   .options = rec.options};
        uint32_t off;

        for (uint32_t i = 0; i < rec.field_count; i++)
            CHECK(ipfix_spec_next(&rec, &spec[i], &off) == IPFIX_OK);
        ipfix_enc_template(e, &t);
    }
}

static void copy_data(struct ipfix_encoder *e, struct ipfix_set *set, const struct ipfix_template *t)
{
    struct ipfix_records recs;
    struct ipfix_field f;

    ipfix_records_open(&recs, set, t);
    while (ipfix_record_next(&recs) == IPFIX_OK) {
        ipfix_enc_record(e, t);
        while (ipfix_field_next(&recs, &f) == IPFIX_OK)
            ipfix_enc_raw_field(e, f.data, f.len, f.prefix == 3);
    }
    set->in = recs.in;
}

/* Padding is what is left behind the last record. */
static void every_octet_is_kept(struct chance *c)
{
    struct templates all;
    struct ipfix_encoder e;
    struct ipfix_msg msg;
    struct ipfix_set set;
    size_t len, copied;
    uint8_t *octets = make_message(c, &all, &len), *copy = malloc(len);

    CHECK(ipfix_msg_open(&msg, octets, len, len) == IPFIX_OK);
    ipfix_enc_init(&e, copy, len, IPFIX_ENC_FAULTS);
    ipfix_enc_msg(&e, msg.export_time, msg.sequence, msg.domain);
    while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
        ipfix_enc_set(&e, set.id);
        if (set.kind == IPFIX_SET_DATA)
            copy_data(&e, &set, &all.t[set.id - 256]);
        else
            copy_templates(&e, &set);
        ipfix_enc_octets(&e, set.in.base + set.in.pos, ipfix_left(&set.in));
    }
    CHECK(ipfix_enc_end(&e, &copied) == IPFIX_OK);
    CHECK(copied == len && memcmp(copy, octets, len) == 0);
    free(octets);
    free(copy);
}

static void octets_survive_decoding_and_encoding(void **state)
{
    (void)state;
    for_each_case(every_octet_is_kept);
}

/* ---- whole records at once ---- */

static bool same_field(const struct ipfix_value *a, const struct ipfix_value *b)
{
    return is_list(a->type) ? same_octets(a->as.bytes, b->as.bytes) : same_value(a, b);
}

/* A record as ipfix_record_values has it is the record as ipfix_field_next has it. */
static void check_fields(struct ipfix_records recs, const struct ipfix_value *v)
{
    struct ipfix_field f;

    for (uint32_t i = 0; ipfix_field_next(&recs, &f) == IPFIX_OK; i++) {
        struct ipfix_value one;

        CHECK(ipfix_value_get(&f, EXPORT_TIME, &one) == IPFIX_OK);
        CHECK(same_field(&one, &v[i]));
    }
}

static enum ipfix_status write_one(uint8_t *buf, size_t cap, const struct ipfix_template *t,
                                   const struct ipfix_value *v, size_t *len)
{
    struct ipfix_encoder e;

    ipfix_enc_init(&e, buf, cap, 0);
    ipfix_enc_msg(&e, EXPORT_TIME, 0, 1);
    ipfix_enc_record_values(&e, t, v);
    return ipfix_enc_end(&e, len);
}

/* Write one record at once, where it just has room and where there is more, and read it back at once. */
#define SPARE 64u
static void check_copy(const struct ipfix_template *t, const struct ipfix_value *v)
{
    struct ipfix_value back[FIELDS_MAX];
    struct ipfix_records recs;
    struct ipfix_msg msg;
    struct ipfix_set set;
    size_t len;

    CHECK(write_one(NULL, 0, t, v, &len) == IPFIX_NO_SPACE);
    uint8_t *octets = malloc(len), *roomy = malloc(len + SPARE);
    CHECK(write_one(octets, len, t, v, &len) == IPFIX_OK);
    CHECK(write_one(roomy, len + SPARE, t, v, &len) == IPFIX_OK);
    CHECK(memcmp(octets, roomy, len) == 0);
    free(roomy);
    CHECK(ipfix_msg_open(&msg, octets, len, len) == IPFIX_OK);
    CHECK(ipfix_set_next(&msg, &set) == IPFIX_OK);
    ipfix_records_open(&recs, &set, t);
    CHECK(ipfix_record_next(&recs) == IPFIX_OK);
    CHECK(ipfix_record_values(&recs, EXPORT_TIME, back) == IPFIX_OK);
    for (uint32_t i = 0; i < t->field_count; i++)
        CHECK(same_field(&v[i], &back[i]));
    free(octets);
}

/* All records of a set, as many at once as have room, are those that ipfix_record_next goes through. */
static void check_rows(struct ipfix_records *rows, struct ipfix_records recs, size_t cap)
{
    struct ipfix_value v[5 * FIELDS_MAX];
    size_t count = recs.tmpl->field_count;
    uint32_t n;

    while ((n = ipfix_records_values(rows, EXPORT_TIME, v, cap)) > 0) {
        CHECK(n <= cap / count);
        for (uint32_t row = 0; row < n; row++) {
            CHECK(ipfix_record_next(&recs) == IPFIX_OK);
            check_fields(recs, &v[row * count]);
        }
        CHECK(rows->off == recs.off);
    }
    CHECK(cap < count || ipfix_record_next(rows) == IPFIX_END);
    CHECK(cap < count || ipfix_record_next(&recs) == IPFIX_END);
}

static void every_record_is_the_same_at_once(struct chance *c)
{
    struct templates all;
    struct ipfix_msg msg;
    struct ipfix_set set;
    size_t len;
    uint8_t *octets = make_message(c, &all, &len);

    CHECK(ipfix_msg_open(&msg, octets, len, len) == IPFIX_OK);
    while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
        const struct ipfix_template *t = set.kind == IPFIX_SET_DATA ? &all.t[set.id - 256] : NULL;
        struct ipfix_value v[FIELDS_MAX];
        struct ipfix_records recs, before, rows;

        if (t == NULL)
            continue;
        ipfix_records_open(&recs, &set, t);
        rows = recs;
        check_rows(&rows, recs, draw_below(c, 5 * FIELDS_MAX));
        while (ipfix_record_next(&recs) == IPFIX_OK) {
            before = recs;
            CHECK(ipfix_record_values(&recs, EXPORT_TIME, v) == IPFIX_OK);
            check_fields(before, v);
            check_copy(t, v);
        }
        CHECK(recs.err.status == IPFIX_OK);
    }
    free(octets);
}

static void whole_records_are_read_and_written_as_their_fields(void **state)
{
    (void)state;
    for_each_case(every_record_is_the_same_at_once);
}

/* ---- values to text and back ---- */

static void every_value_reads_back_from_its_text(struct chance *c)
{
    for (uint8_t type = 0; type < IPFIX_TYPE_COUNT; type++) {
        struct ipfix_spec spec = draw_spec(c, type);
        uint8_t octets[OCTETS_MAX], scratch[OCTETS_MAX];
        struct ipfix_value v = draw_value(c, &spec, octets), back;
        char text[2 * OCTETS_MAX + 1];
        size_t n = ipfix_value_text(&v, text, sizeof text);

        CHECK(n < sizeof text);
        CHECK(ipfix_value_parse(type, text, n, &back, scratch, sizeof scratch) == IPFIX_OK);
        CHECK(is_list(type) ? same_octets(v.as.bytes, back.as.bytes) : same_value(&v, &back));
    }
}

static void values_survive_their_text(void **state)
{
    (void)state;
    for_each_case(every_value_reads_back_from_its_text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_decode_to_what_was_encoded),
        cmocka_unit_test(octets_survive_decoding_and_encoding),
        cmocka_unit_test(whole_records_are_read_and_written_as_their_fields),
        cmocka_unit_test(values_survive_their_text),
    };

    return cmocka_run_group_tests(tests, make_elements, NULL);
}
