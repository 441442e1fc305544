/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/encode.h>

#include "hints.h"
#include "octets.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define NONE SIZE_MAX
#define LENGTH_MAX 65535u
/* The shortest template that defines something: a header and one specifier. */
#define TEMPLATE_LEN_MIN 8u
#define LONG_PREFIX 255u

/* ---- octets ---- */

static bool failed(const struct ipfix_encoder *e)
{
    return e->err.status != IPFIX_OK;
}

static void fault(struct ipfix_encoder *e, enum ipfix_status status, size_t want, size_t have)
{
    if (!failed(e))
        e->err = (struct ipfix_error){status, (uint32_t)e->len, (uint32_t)want, (uint32_t)have};
}

/* For what can be written but must not be. */
static void fault_unless_wanted(struct ipfix_encoder *e, enum ipfix_status status)
{
    if (!(e->options & IPFIX_ENC_FAULTS))
        fault(e, status, 0, 0);
}

/* The next n octets of the output, or NULL where they have no room and only count: so measuring and
 * writing are the same calls. */
static uint8_t *take_room(struct ipfix_encoder *e, size_t n)
{
    size_t at = e->len;

    if (failed(e))
        return NULL;
    e->len = at + n;
    return at < e->cap && n <= e->cap - at ? e->buf + at : NULL;
}

static void put(struct ipfix_encoder *e, const void *p, size_t n)
{
    uint8_t *to = take_room(e, n);

    if (to != NULL && n > 0)
        memcpy(to, p, n);
}

static void store_be16(uint8_t *to, uint16_t v)
{
    to[0] = (uint8_t)(v >> 8);
    to[1] = (uint8_t)v;
}

static void store_be32(uint8_t *to, uint32_t v)
{
    to[0] = (uint8_t)(v >> 24);
    to[1] = (uint8_t)(v >> 16);
    to[2] = (uint8_t)(v >> 8);
    to[3] = (uint8_t)v;
}

static void store_be64(uint8_t *to, uint64_t v)
{
    to[0] = (uint8_t)(v >> 56);
    to[1] = (uint8_t)(v >> 48);
    to[2] = (uint8_t)(v >> 40);
    to[3] = (uint8_t)(v >> 32);
    to[4] = (uint8_t)(v >> 24);
    to[5] = (uint8_t)(v >> 16);
    to[6] = (uint8_t)(v >> 8);
    to[7] = (uint8_t)v;
}

/* The low n octets of v, 1 to 8.  The usual widths stand apart because compilers make one store of
 * each, and this runs for every number. */
static void store_be(uint8_t *to, uint64_t v, uint32_t n)
{
    switch (n) {
    case 8:
        store_be64(to, v);
        return;
    case 4:
        store_be32(to, (uint32_t)v);
        return;
    case 2:
        store_be16(to, (uint16_t)v);
        return;
    default:
        for (; n > 0; v >>= 8)
            to[--n] = (uint8_t)v;
        return;
    }
}

static void put_be(struct ipfix_encoder *e, uint64_t v, uint32_t n)
{
    uint8_t *to = take_room(e, n);

    if (to != NULL)
        store_be(to, v, n);
}

static void put_zeros(struct ipfix_encoder *e, size_t n)
{
    static const uint8_t zeros[64];

    for (; n > sizeof zeros; n -= sizeof zeros)
        put(e, zeros, sizeof zeros);
    put(e, zeros, n);
}

/* Fill in a 16-bit length that was left open at `at`: the octets from `start` to here. */
static void close_length(struct ipfix_encoder *e, size_t at, size_t start)
{
    size_t n = e->len - start;

    if (n > LENGTH_MAX)
        fault(e, IPFIX_FORBIDDEN, n, LENGTH_MAX);
    if (failed(e) || e->cap < 2 || at > e->cap - 2)
        return;
    e->buf[at] = (uint8_t)(n >> 8);
    e->buf[at + 1] = (uint8_t)n;
}

/* The length in front of a variable-length field (RFC 7011 section 7). */
static void put_prefix(struct ipfix_encoder *e, size_t n, bool long_form)
{
    if (n < LONG_PREFIX && !long_form) {
        put_be(e, n, 1);
        return;
    }
    put_be(e, LONG_PREFIX, 1);
    put_be(e, n, 2);
}

/* ---- messages and sets ---- */

void ipfix_enc_init(struct ipfix_encoder *e, void *buf, size_t cap, uint32_t options)
{
    e->buf = buf;
    e->cap = cap;
    e->len = 0;
    e->msg = NONE;
    e->set = NONE;
    e->set_id = 0;
    e->set_min = 0;
    e->options = options;
    e->records = 0;
    e->depth = 0;
    e->scope[0] = (struct ipfix_enc_scope){.prefix = NONE, .block = NONE};
    e->err = (struct ipfix_error){.status = IPFIX_OK};
}

/* Is a record begun whose fields are not all there? */
static bool record_is_open(const struct ipfix_enc_scope *s)
{
    return s->list != IPFIX_BASIC_LIST && s->tmpl != NULL && s->next < s->tmpl->field_count;
}

/* Pad to the boundary that was asked for, but never with as much as a record would take: readers
 * would take it for one (RFC 7011 section 3.3.1). */
static void pad_set(struct ipfix_encoder *e)
{
    size_t align = e->options & IPFIX_ENC_ALIGN_8 ? 8 : e->options & IPFIX_ENC_ALIGN_4 ? 4 : 1;
    size_t n = (align - (e->len - e->msg) % align) % align;

    if (n < e->set_min)
        put_zeros(e, n);
}

static void close_set(struct ipfix_encoder *e)
{
    if (e->depth > 0 || record_is_open(&e->scope[0]))
        fault(e, IPFIX_USAGE, 0, 0);
    if (failed(e) || e->set == NONE)
        return;
    /* A set has one or more records (RFC 7011 section 3.3). */
    if (e->len - e->set == IPFIX_SET_HEADER_LEN)
        fault_unless_wanted(e, IPFIX_FORBIDDEN);
    pad_set(e);
    close_length(e, e->set + 2, e->set);
    e->set = NONE;
    e->scope[0].tmpl = NULL;
}

static void close_msg(struct ipfix_encoder *e)
{
    close_set(e);
    if (failed(e) || e->msg == NONE)
        return;
    close_length(e, e->msg + 2, e->msg);
    e->msg = NONE;
}

void ipfix_enc_msg(struct ipfix_encoder *e, uint32_t export_time, uint32_t sequence, uint32_t domain)
{
    close_msg(e);
    e->msg = e->len;
    e->records = 0;
    put_be(e, IPFIX_VERSION, 2);
    put_be(e, 0, 2);
    put_be(e, export_time, 4);
    put_be(e, sequence, 4);
    put_be(e, domain, 4);
}

void ipfix_enc_set(struct ipfix_encoder *e, uint16_t id)
{
    bool templates = id == IPFIX_SET_ID_TEMPLATE || id == IPFIX_SET_ID_OPTIONS_TEMPLATE;

    close_set(e);
    if (e->msg == NONE)
        fault(e, IPFIX_USAGE, 0, 0);
    if (!templates && id < IPFIX_TEMPLATE_ID_MIN)
        fault_unless_wanted(e, IPFIX_FORBIDDEN);
    e->set = e->len;
    e->set_id = id;
    e->set_min = templates ? TEMPLATE_LEN_MIN : 0;
    put_be(e, id, 2);
    put_be(e, 0, 2);
}

static void need_set(struct ipfix_encoder *e, uint16_t id)
{
    if (e->set == NONE || e->set_id != id)
        ipfix_enc_set(e, id);
}

enum ipfix_status ipfix_enc_end(struct ipfix_encoder *e, size_t *len)
{
    close_msg(e);
    if (failed(e))
        return e->err.status;
    *len = e->len;
    if (e->len > e->cap)
        e->err = (struct ipfix_error){IPFIX_NO_SPACE, 0, (uint32_t)e->len, (uint32_t)e->cap};
    return e->err.status;
}

/* ---- templates ---- */

/* What no exporter may announce: a reserved number, a width that the type does not have, the
 * reverse of what has none (RFC 5103 section 6.1). */
static bool spec_is_forbidden(const struct ipfix_spec *spec)
{
    const struct ipfix_ie *ie;

    if (spec->id == 0 || (spec->enterprise && spec->pen == 0))
        return true;
    ie = ipfix_ie_find(spec->enterprise ? spec->pen : IPFIX_PEN_IANA, spec->id);
    if (ie == NULL)
        return false;
    if ((ie->flags & IPFIX_IE_REVERSE) && (ie->flags & IPFIX_IE_NOT_REVERSIBLE))
        return true;
    return spec->len != IPFIX_VARLEN && ipfix_load_of(ie->type, spec->len) == IPFIX_LOAD_ILLEGAL;
}

static void put_spec(struct ipfix_encoder *e, const struct ipfix_spec *spec)
{
    if (spec_is_forbidden(spec))
        fault_unless_wanted(e, IPFIX_FORBIDDEN);
    put_be(e, spec->id | (spec->enterprise ? 0x8000u : 0), 2);
    put_be(e, spec->len, 2);
    if (spec->enterprise)
        put_be(e, spec->pen, 4);
}

/* Octets of the shortest record: what padding must stay below. */
static uint32_t shortest_record(const struct ipfix_template *t)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < t->field_count; i++)
        n += t->spec[i].len == IPFIX_VARLEN ? 1 : t->spec[i].len;
    return n;
}

static uint32_t zero_fields(const struct ipfix_template *t)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < t->field_count; i++)
        n += t->spec[i].len == 0;
    return n;
}

static bool template_is_forbidden(const struct ipfix_template *t)
{
    uint32_t shortest = shortest_record(t);

    if (t->id < IPFIX_TEMPLATE_ID_MIN || shortest == 0 ||
        ipfix_zero_fields_excessive(zero_fields(t), shortest))
        return true;
    return t->options && (t->scope_count == 0 || t->scope_count > t->field_count);
}

void ipfix_enc_template(struct ipfix_encoder *e, const struct ipfix_template *t)
{
    need_set(e, t->options ? IPFIX_SET_ID_OPTIONS_TEMPLATE : IPFIX_SET_ID_TEMPLATE);
    if (template_is_forbidden(t))
        fault_unless_wanted(e, IPFIX_FORBIDDEN);
    put_be(e, t->id, 2);
    put_be(e, t->field_count, 2);
    if (t->options)
        put_be(e, t->scope_count, 2);
    for (uint32_t i = 0; i < t->field_count; i++)
        put_spec(e, &t->spec[i]);
}

void ipfix_enc_withdrawal(struct ipfix_encoder *e, uint16_t id, bool options)
{
    uint16_t set_id = options ? IPFIX_SET_ID_OPTIONS_TEMPLATE : IPFIX_SET_ID_TEMPLATE;

    need_set(e, set_id);
    if (id < IPFIX_TEMPLATE_ID_MIN && id != set_id)
        fault_unless_wanted(e, IPFIX_FORBIDDEN);
    put_be(e, id, 2);
    put_be(e, 0, 2);
}

/* ---- records ---- */

static void close_block(struct ipfix_encoder *e, struct ipfix_enc_scope *s)
{
    if (s->block == NONE)
        return;
    close_length(e, s->block + 2, s->block);
    s->block = NONE;
}

/* Blocks of a subTemplateMultiList: one for each run of records with the same template. */
static void need_block(struct ipfix_encoder *e, struct ipfix_enc_scope *s, uint16_t id)
{
    if (s->block != NONE && s->tmpl->id == id)
        return;
    close_block(e, s);
    s->block = e->len;
    put_be(e, id, 2);
    put_be(e, 0, 2);
}

void ipfix_enc_record(struct ipfix_encoder *e, const struct ipfix_template *t)
{
    struct ipfix_enc_scope *s = &e->scope[e->depth];

    if (s->list == IPFIX_BASIC_LIST || record_is_open(s))
        fault(e, IPFIX_USAGE, 0, 0);
    if (s->list == IPFIX_SUB_TEMPLATE_LIST && s->tmpl->id != t->id)
        fault(e, IPFIX_USAGE, 0, 0);
    if (failed(e))
        return;
    if (s->list == IPFIX_SUB_TEMPLATE_MULTI_LIST)
        need_block(e, s, t->id);
    if (e->depth == 0) {
        need_set(e, t->id);
        if (e->set_min == 0)
            e->set_min = shortest_record(t);
        e->records++;
    }
    s->tmpl = t;
    s->next = 0;
}

/* The specifier that the next field is written for, or NULL where none is due. */
static const struct ipfix_spec *next_spec(struct ipfix_encoder *e)
{
    const struct ipfix_enc_scope *s = &e->scope[e->depth];

    if (s->list != IPFIX_BASIC_LIST && !record_is_open(s))
        fault(e, IPFIX_USAGE, 0, 0);
    if (failed(e))
        return NULL;
    return s->list == IPFIX_BASIC_LIST ? &s->spec : &s->tmpl->spec[s->next];
}

static bool uint_store(uint8_t *p, uint64_t v, uint32_t width)
{
    store_be(p, v, width);
    return width == 8 || v >> 8 * width == 0;
}

static bool int_store(uint8_t *p, int64_t v, uint32_t width)
{
    uint64_t bits = (uint64_t)v;

    if (width == 0) /* no number has it */
        return false;
    store_be(p, bits, width);
    /* The sign must survive: all bits above the kept ones equal the highest of those. */
    return width == 8 || (bits + (UINT64_C(1) << (8 * width - 1))) >> 8 * width == 0;
}

static bool f32_store(uint8_t *p, double v)
{
    float narrowed;
    uint32_t bits;

    if (isfinite(v) && fabs(v) > (double)FLT_MAX)
        return false;
    narrowed = (float)v;
    memcpy(&bits, &narrowed, sizeof bits);
    store_be32(p, bits);
    return true;
}

static bool f64_store(uint8_t *p, double v)
{
    uint64_t bits;

    memcpy(&bits, &v, sizeof bits);
    store_be64(p, bits);
    return true;
}

static bool seconds_store(uint8_t *p, int64_t seconds)
{
    if (seconds < 0 || seconds > UINT32_MAX)
        return false;
    store_be32(p, (uint32_t)seconds);
    return true;
}

static inline bool ms_store(uint8_t *p, struct ipfix_time t)
{
    const uint64_t sec_max = UINT64_MAX / 1000, sec = (uint64_t)t.sec, ms = t.nsec / 1000000;

    if (sec >= sec_max && (sec > sec_max || ms > UINT64_MAX % 1000)) /* those before 1970 too */
        return false;
    store_be64(p, sec * 1000 + ms);
    return true;
}

static bool ntp_store(uint8_t *p, struct ipfix_time t, bool micro)
{
    uint32_t seconds, fraction;

    ipfix_time_to_ntp(t, micro, &seconds, &fraction);
    store_be32(p, seconds);
    store_be32(p + 4, fraction);
    return true;
}

/* The numbers that few fields have, out of the way of those that most have. */
static bool rare_store(uint8_t *p, const struct ipfix_value *v, enum ipfix_load load, uint32_t width)
{
    switch (load) {
    case IPFIX_LOAD_UINT:
        return uint_store(p, v->as.u, width);
    case IPFIX_LOAD_INT:
        return int_store(p, v->as.i, width);
    case IPFIX_LOAD_F32:
        return f32_store(p, v->as.f);
    case IPFIX_LOAD_F64:
        return f64_store(p, v->as.f);
    case IPFIX_LOAD_TIME_US:
        return ntp_store(p, v->as.time, true);
    case IPFIX_LOAD_TIME_NS:
        return ntp_store(p, v->as.time, false);
    default:
        return false;
    }
}

/* The one place where a number becomes octets, `width` of them.  False where it does not fit.  The value
 * is read once: for all that compilers know, octets that are stored might be part of it. */
static inline bool number_store(uint8_t *p, const struct ipfix_value *v, enum ipfix_load load, uint32_t width)
{
    const uint64_t u = v->as.u;

    switch (load) {
    case IPFIX_LOAD_U8:
        if (u > UINT8_MAX)
            return false;
        p[0] = (uint8_t)u;
        return true;
    case IPFIX_LOAD_U16:
        if (u > UINT16_MAX)
            return false;
        store_be16(p, (uint16_t)u);
        return true;
    case IPFIX_LOAD_U32:
        if (u > UINT32_MAX)
            return false;
        store_be32(p, (uint32_t)u);
        return true;
    case IPFIX_LOAD_U64:
        store_be64(p, u);
        return true;
    case IPFIX_LOAD_TIME_S:
        return seconds_store(p, v->as.time.sec);
    case IPFIX_LOAD_TIME_MS:
        return ms_store(p, v->as.time);
    default:
        return rare_store(p, v, load, width);
    }
}

/* unsigned256 keeps its value while its width changes (RFC 9740). */
static void put_u256(struct ipfix_encoder *e, const struct ipfix_bytes *b, uint32_t width)
{
    uint32_t drop = b->len > width ? b->len - width : 0;

    for (uint32_t i = 0; i < drop; i++)
        if (b->ptr[i] != 0)
            fault(e, IPFIX_VALUE_RANGE, b->len, width);
    put_zeros(e, width - (b->len - drop));
    put(e, b->ptr + drop, b->len - drop);
}

static void put_octets(struct ipfix_encoder *e, const struct ipfix_value *v, uint32_t width)
{
    const struct ipfix_bytes *b = &v->as.bytes;

    if (v->type == IPFIX_U256) {
        put_u256(e, b, width);
        return;
    }
    /* Only strings are filled up: readers trim them, but octets would not read back the same. */
    if (b->len > width || (b->len < width && v->type != IPFIX_STRING)) {
        fault(e, IPFIX_VALUE_LENGTH, b->len, width);
        return;
    }
    if (v->type == IPFIX_STRING && ipfix_utf8_span(b->ptr, b->len) != b->len)
        fault_unless_wanted(e, IPFIX_VALUE_UTF8);
    put(e, b->ptr, b->len);
    put_zeros(e, width - b->len);
}

static bool boolean_is_legal(const struct ipfix_value *v)
{
    return v->type != IPFIX_BOOLEAN || v->as.u == 1 || v->as.u == 2;
}

static void put_value(struct ipfix_encoder *e, const struct ipfix_value *v, enum ipfix_load load,
                      uint32_t width)
{
    uint8_t octets[8];

    if (load == IPFIX_LOAD_BYTES) {
        put_octets(e, v, width);
        return;
    }
    if (!boolean_is_legal(v))
        fault_unless_wanted(e, IPFIX_VALUE_BOOLEAN);
    if (!number_store(octets, v, load, width))
        fault(e, IPFIX_VALUE_RANGE, 0, 0);
    put(e, octets, width);
}

/* The width of a value where its specifier leaves it open: all of it. */
static uint32_t full_width(const struct ipfix_value *v)
{
    uint32_t width = ipfix_type_width(v->type);

    return width != 0 && v->type != IPFIX_U256 ? width : v->as.bytes.len;
}

void ipfix_enc_value(struct ipfix_encoder *e, const struct ipfix_value *v)
{
    const struct ipfix_spec *spec = next_spec(e);

    if (spec == NULL)
        return;
    uint32_t width = spec->len == IPFIX_VARLEN ? full_width(v) : spec->len;
    enum ipfix_load load = ipfix_load_of(v->type, width);
    if (load == IPFIX_LOAD_ILLEGAL || width > LENGTH_MAX) {
        fault(e, IPFIX_VALUE_LENGTH, width, 0);
        return;
    }
    if (spec->len == IPFIX_VARLEN)
        put_prefix(e, width, e->options & IPFIX_ENC_LONG_FORM);
    put_value(e, v, load, width);
    e->scope[e->depth].next++;
}

/* ---- whole records ---- */

/* Are values of this type octets that nobody reads as a number? */
static bool type_is_octets(unsigned type)
{
    return type == IPFIX_OCTET_ARRAY || type == IPFIX_MAC || type == IPFIX_STRING || type >= IPFIX_IPV4;
}

/* Octets that are left to write to. */
static size_t room(const struct ipfix_encoder *e)
{
    return e->len <= e->cap ? e->cap - e->len : 0;
}

/* Octets to where there is room for a field of the specifier's length, or, where that is variable, for one
 * without octets, and *spare octets more. */
static inline uint8_t *octets_store(uint8_t *p, const struct ipfix_value *v, uint32_t width, bool long_form,
                                    size_t *spare)
{
    const struct ipfix_bytes *b = &v->as.bytes;
    uint32_t fill = 0;

    if (width == IPFIX_VARLEN) {
        bool three = long_form || b->len >= LONG_PREFIX;
        size_t more = (size_t)b->len + (three ? 2 : 0);
        if (b->len > LENGTH_MAX || more > *spare)
            return NULL;
        *spare -= more;
        *p++ = three ? LONG_PREFIX : (uint8_t)b->len;
        if (three) {
            store_be16(p, (uint16_t)b->len);
            p += 2;
        }
    } else if (b->len != width) {
        if (v->type != IPFIX_STRING || b->len > width)
            return NULL;
        fill = width - b->len;
    }
    if (v->type == IPFIX_STRING && !octets_are_ascii(b->ptr, b->len) &&
        ipfix_utf8_span(b->ptr, b->len) != b->len)
        return NULL;
    octets_copy(p, b->ptr, b->len);
    if (fill > 0)
        memset(p + b->len, 0, fill);
    return p + b->len + fill;
}

/* A value of the specifier's own type, to where there is room for it, and for eight octets in any case: those
 * that are written too much are written over by what follows.  Returns where the field ends; NULL where
 * anything is unusual: ipfix_enc_value knows what to do. */
static inline uint8_t *plain_store(uint8_t *p, const struct ipfix_value *v, const struct ipfix_step *step,
                                   bool long_form, size_t *spare)
{
    const uint64_t u = v->as.u; /* read once: for all that compilers know, p may point to it */
    const size_t width = step->len;

    if (v->type != step->type)
        return NULL;
    if (LIKELY(step->load == IPFIX_LOAD_UINT)) {
        if (u > UINT_MAX_OF[width] || (v->type == IPFIX_BOOLEAN && !boolean_is_legal(v)))
            return NULL;
        store_be64(p, u << (64 - 8 * width));
        return p + width;
    }
    if (step->load == IPFIX_LOAD_BYTES)
        return octets_store(p, v, (uint32_t)width, long_form, spare);
    return number_store(p, v, (enum ipfix_load)step->load, (uint32_t)width) ? p + width : NULL;
}

/* The fields of a record as far as they are plain, under one check that there is room for the shortest. */
static void put_plain(struct ipfix_encoder *e, const struct ipfix_template *t, const struct ipfix_value *v)
{
    const bool long_form = (e->options & IPFIX_ENC_LONG_FORM) != 0;

    if (t->step == NULL || e->buf == NULL || t->min_len == 0 || room(e) < t->min_len + EIGHT)
        return;
    const struct ipfix_step *step = t->step, *const end = step + t->field_count;
    size_t spare = room(e) - t->min_len - EIGHT;
    uint8_t *start = e->buf + e->len, *p = start, *after;
    while (step < end && (after = plain_store(p, v, step, long_form, &spare)) != NULL) {
        p = after;
        step++;
        v++;
    }
    e->len += (size_t)(p - start);
    e->scope[e->depth].next = (uint32_t)(step - t->step);
}

void ipfix_enc_record_values(struct ipfix_encoder *e, const struct ipfix_template *t,
                             const struct ipfix_value *values)
{
    const struct ipfix_enc_scope *s = &e->scope[e->depth];

    ipfix_enc_record(e, t);
    if (failed(e))
        return;
    put_plain(e, t, values);
    while (s->next < t->field_count && !failed(e))
        ipfix_enc_value(e, &values[s->next]);
}

void ipfix_enc_uint(struct ipfix_encoder *e, uint64_t v)
{
    const struct ipfix_spec *spec = next_spec(e);

    if (spec == NULL)
        return;
    bool unsigned_type = (spec->type >= IPFIX_U8 && spec->type <= IPFIX_U64) || spec->type == IPFIX_BOOLEAN;
    ipfix_enc_value(e, &(struct ipfix_value){.type = unsigned_type ? spec->type : IPFIX_U64, .as.u = v});
}

void ipfix_enc_bytes(struct ipfix_encoder *e, const void *p, size_t n)
{
    const struct ipfix_spec *spec = next_spec(e);

    if (spec == NULL)
        return;
    if (!type_is_octets(spec->type))
        fault(e, IPFIX_USAGE, 0, 0);
    if (n > LENGTH_MAX)
        fault(e, IPFIX_VALUE_LENGTH, n, LENGTH_MAX);
    ipfix_enc_value(e, &(struct ipfix_value){.type = spec->type, .as.bytes = {p, (uint32_t)n}});
}

void ipfix_enc_raw_field(struct ipfix_encoder *e, const void *p, size_t n, bool long_form)
{
    const struct ipfix_spec *spec = next_spec(e);

    if (spec == NULL)
        return;
    if (n > LENGTH_MAX)
        fault(e, IPFIX_VALUE_LENGTH, n, LENGTH_MAX);
    if (spec->len == IPFIX_VARLEN)
        put_prefix(e, n, long_form);
    else if (n != spec->len)
        fault_unless_wanted(e, IPFIX_VALUE_LENGTH);
    put(e, p, n);
    e->scope[e->depth].next++;
}

void ipfix_enc_octets(struct ipfix_encoder *e, const void *p, size_t n)
{
    fault_unless_wanted(e, IPFIX_FORBIDDEN);
    put(e, p, n);
}

/* ---- lists ---- */

/* Open the scope of a list as the next field.  Its length is not known yet, so that a variable
 * one takes the form that holds any (RFC 6313 section 5.1). */
static struct ipfix_enc_scope *open_list(struct ipfix_encoder *e, uint8_t type, uint8_t semantic)
{
    const struct ipfix_spec *spec = next_spec(e);

    if (spec == NULL)
        return NULL;
    if (e->depth == IPFIX_MAX_DEPTH) {
        fault(e, IPFIX_LIST_DEPTH, e->depth + 1, IPFIX_MAX_DEPTH);
        return NULL;
    }
    struct ipfix_enc_scope *s = &e->scope[++e->depth];
    *s = (struct ipfix_enc_scope){.prefix = NONE, .block = NONE, .list = type};
    if (spec->len == IPFIX_VARLEN) {
        s->prefix = e->len;
        put_prefix(e, 0, true);
    }
    s->start = e->len;
    put_be(e, semantic, 1);
    return s;
}

void ipfix_enc_basic_list(struct ipfix_encoder *e, uint8_t semantic, const struct ipfix_spec *element)
{
    struct ipfix_enc_scope *s = open_list(e, IPFIX_BASIC_LIST, semantic);

    if (s == NULL)
        return;
    s->spec = *element;
    if (element->len == 0)
        fault_unless_wanted(e, IPFIX_LIST_ITEM_EMPTY);
    put_spec(e, element);
}

void ipfix_enc_sub_template_list(struct ipfix_encoder *e, uint8_t semantic, const struct ipfix_template *t)
{
    struct ipfix_enc_scope *s = open_list(e, IPFIX_SUB_TEMPLATE_LIST, semantic);

    if (s == NULL)
        return;
    if (t->id < IPFIX_TEMPLATE_ID_MIN)
        fault_unless_wanted(e, IPFIX_FORBIDDEN);
    s->tmpl = t;
    s->next = t->field_count;
    put_be(e, t->id, 2);
}

void ipfix_enc_sub_template_multi_list(struct ipfix_encoder *e, uint8_t semantic)
{
    open_list(e, IPFIX_SUB_TEMPLATE_MULTI_LIST, semantic);
}

void ipfix_enc_list_end(struct ipfix_encoder *e)
{
    struct ipfix_enc_scope *s = &e->scope[e->depth];

    if (e->depth == 0 || record_is_open(s))
        fault(e, IPFIX_USAGE, 0, 0);
    if (failed(e))
        return;
    close_block(e, s);
    e->depth--;
    if (s->prefix != NONE)
        close_length(e, s->prefix + 1, s->start);
    else if (e->len - s->start != next_spec(e)->len)
        fault(e, IPFIX_VALUE_LENGTH, e->len - s->start, next_spec(e)->len);
    e->scope[e->depth].next++;
}
