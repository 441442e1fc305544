/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/value.h>

#include "hints.h"
#include "octets.h"

#include <string.h>

/* Seconds from 1900, where NTP starts, to 1970. */
#define NTP_TO_UNIX 2208988800u
/* Microseconds leave the low 11 bits of the NTP fraction unused (RFC 7011 section 6.1.9). */
#define NTP_MICRO_MASK 0xfffff800u

static struct ipfix_time time_from_ms(uint64_t ms)
{
    return (struct ipfix_time){(int64_t)(ms / 1000), (uint32_t)(ms % 1000) * 1000000};
}

static uint32_t ntp_micro_to_nsec(uint32_t fraction)
{
    uint64_t us = ((fraction & NTP_MICRO_MASK) * UINT64_C(1000000) + (UINT64_C(1) << 31)) >> 32;
    return (uint32_t)(us < 1000000 ? us : 999999) * 1000;
}

static uint32_t ntp_nano_to_nsec(uint32_t fraction)
{
    uint64_t ns = (fraction * UINT64_C(1000000000) + (UINT64_C(1) << 31)) >> 32;
    return (uint32_t)(ns < 1000000000 ? ns : 999999999);
}

/* NTP seconds wrap every 136 years: the right era is the one that puts them within 68 years of the
 * Export Time (RFC 7011 section 5.2).  A fraction that would round up to the next second stays in
 * its own, so that later stamps never read as earlier ones of the second before. */
struct ipfix_time ipfix_time_from_ntp(uint32_t seconds, uint32_t fraction, bool micro, uint32_t export_time)
{
    int32_t distance = (int32_t)(seconds - (export_time + NTP_TO_UNIX));

    return (struct ipfix_time){(int64_t)export_time + distance,
                               micro ? ntp_micro_to_nsec(fraction) : ntp_nano_to_nsec(fraction)};
}

/* Rounds to the nearest fraction, so that reading gives back the same time to the digit. */
void ipfix_time_to_ntp(struct ipfix_time t, bool micro, uint32_t *seconds, uint32_t *fraction)
{
    *seconds = (uint32_t)((uint64_t)t.sec + NTP_TO_UNIX);
    if (micro) {
        uint64_t us = t.nsec / 1000;
        *fraction = (uint32_t)(((us << 32) + 500000) / 1000000 + 1024) & NTP_MICRO_MASK;
    } else {
        *fraction = (uint32_t)((((uint64_t)t.nsec << 32) + 500000000) / 1000000000);
    }
}

static double load_f32(const uint8_t *p)
{
    uint32_t bits = ipfix_be32(p);
    float f;

    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

static double load_f64(const uint8_t *p)
{
    uint64_t bits = ipfix_be64(p);
    double f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

/* Two's complement of n octets, 1 to 8: a reduced size keeps the sign (RFC 7011 section 6.2). */
static int64_t load_int(const uint8_t *p, uint32_t n)
{
    uint64_t sign = UINT64_C(1) << (8 * n - 1);

    return (int64_t)((ipfix_be_n(p, n) ^ sign) - sign);
}

/* The loads that few fields need, out of the way of those that most need. */
static bool rare_load(struct ipfix_value *v, unsigned type, enum ipfix_load load, const uint8_t *p,
                      uint32_t len, uint32_t export_time)
{
    switch (load) {
    case IPFIX_LOAD_UINT:
        v->as.u = ipfix_be_n(p, len);
        break;
    case IPFIX_LOAD_INT:
        v->as.i = load_int(p, len);
        break;
    case IPFIX_LOAD_F32:
        v->as.f = load_f32(p);
        break;
    case IPFIX_LOAD_F64:
        v->as.f = load_f64(p);
        break;
    case IPFIX_LOAD_TIME_US:
        v->as.time = ipfix_time_from_ntp(ipfix_be32(p), ipfix_be32(p + 4), true, export_time);
        break;
    case IPFIX_LOAD_TIME_NS:
        v->as.time = ipfix_time_from_ntp(ipfix_be32(p), ipfix_be32(p + 4), false, export_time);
        break;
    default:
        return false;
    }
    v->type = (uint8_t)type;
    return true;
}

/* Octets as a value; the commonest kinds have a shorter way, step_load.  False where the type has no such width. */
static inline bool value_load(struct ipfix_value *v, unsigned type, enum ipfix_load load, const uint8_t *p,
                              uint32_t len, uint32_t export_time)
{
    switch (load) {
    case IPFIX_LOAD_BYTES:
        v->as.bytes = (struct ipfix_bytes){p, len};
        break;
    case IPFIX_LOAD_U8:
        v->as.u = p[0];
        break;
    case IPFIX_LOAD_U16:
        v->as.u = ipfix_be16(p);
        break;
    case IPFIX_LOAD_U32:
        v->as.u = ipfix_be32(p);
        break;
    case IPFIX_LOAD_U64:
        v->as.u = ipfix_be64(p);
        break;
    case IPFIX_LOAD_TIME_S:
        v->as.time = (struct ipfix_time){ipfix_be32(p), 0};
        break;
    case IPFIX_LOAD_TIME_MS:
        v->as.time = time_from_ms(ipfix_be64(p));
        break;
    default:
        return rare_load(v, type, load, p, len, export_time);
    }
    v->type = (uint8_t)type;
    return true;
}

/* A value whose width stands in the record: how it is loaded is only known now. */
static enum ipfix_load load_at(const struct ipfix_spec *spec, uint32_t len)
{
    return spec->load == IPFIX_LOAD_VAR ? ipfix_load_of(spec->type, len) : (enum ipfix_load)spec->load;
}

enum ipfix_status ipfix_value_get(const struct ipfix_field *f, uint32_t export_time, struct ipfix_value *v)
{
    enum ipfix_load load = load_at(f->spec, f->len);

    return value_load(v, f->spec->type, load, f->data, f->len, export_time) ? IPFIX_OK : IPFIX_VALUE_LENGTH;
}

/* ---- whole records ---- */

/* Octets that their type cannot have. */
static void octets_load(struct ipfix_value *v, const uint8_t *p, uint32_t len)
{
    *v = (struct ipfix_value){.type = IPFIX_OCTET_ARRAY, .as.bytes = {p, len}};
}

/* The steps that few fields take, out of the way of those that most take. */
static NOINLINE void rare_step(struct ipfix_value *v, unsigned type, enum ipfix_load load, const uint8_t *p,
                               uint32_t len, uint32_t export_time)
{
    if (load == IPFIX_LOAD_VAR)
        load = ipfix_load_of(type, len);
    if (!value_load(v, type, load, p, len, export_time))
        octets_load(v, p, len);
}

/* The eight octets before p.  Copied first: gcc makes one load of that, but eight of negative offsets. */
static inline uint64_t be64_before(const uint8_t *p)
{
    uint8_t octets[EIGHT];

    memcpy(octets, p - sizeof octets, sizeof octets);
    return ipfix_be64(octets);
}

/* The value that a step makes of the len octets at p.  Most fields are unsigned numbers or octets.  Numbers of
 * all widths are read alike, as the last of eight octets, which leaves processors only a choice of two to
 * guess; `eight` says, for a whole set, that there are as many: in a message there always are. */
static inline void step_load(struct ipfix_value *v, uint8_t type, uint8_t load, const uint8_t *p, size_t len,
                             bool eight, uint32_t export_time)
{
    v->type = type;
    if (LIKELY(load == IPFIX_LOAD_UINT && eight))
        v->as.u = be64_before(p + len) & UINT_MAX_OF[len];
    else if (load == IPFIX_LOAD_BYTES)
        v->as.bytes = (struct ipfix_bytes){p, (uint32_t)len};
    else if (load == IPFIX_LOAD_TIME_MS)
        v->as.time = time_from_ms(ipfix_be64(p));
    else
        rare_step(v, type, (enum ipfix_load)load, p, (uint32_t)len, export_time);
}

/* The same as ipfix_record_values, of a template without steps. */
static enum ipfix_status values_one_by_one(struct ipfix_records *c, uint32_t export_time,
                                           struct ipfix_value *values)
{
    struct ipfix_value *v = values + c->next;
    struct ipfix_field f;
    enum ipfix_status status;

    for (; (status = ipfix_field_next(c, &f)) == IPFIX_OK; v++)
        if (ipfix_value_get(&f, export_time, v) != IPFIX_OK)
            octets_load(v, f.data, f.len);
    return status == IPFIX_END ? IPFIX_OK : status;
}

enum ipfix_status ipfix_record_values(struct ipfix_records *c, uint32_t export_time,
                                      struct ipfix_value *values)
{
    const struct ipfix_template *t = c->tmpl;
    const bool eight = c->in.pos >= EIGHT;

    if (t->step == NULL)
        return values_one_by_one(c, export_time, values);
    const struct ipfix_step *step = t->step + c->next, *end = t->step + t->field_count;
    struct ipfix_value *v = values + c->next;
    if (c->next == 0) { /* ipfix_record_next saw that these are there */
        const struct ipfix_step *fixed_end = step + t->fixed_count;
        const uint8_t *p = ipfix_take(&c->in, t->fixed_len);
        for (; p != NULL && step < fixed_end; step++, v++) {
            step_load(v, step->type, step->load, p, step->len, eight, export_time);
            p += step->len;
        }
    }

    const uint8_t *p = c->in.base + c->in.pos, *const stop = c->in.base + c->in.end;
    for (; step < end; step++, v++) {
        size_t len = step->len;
        const uint8_t *data = ipfix_field_octets(p, stop, &len);
        if (data == NULL)
            break;
        step_load(v, step->type, step->load, data, len, eight, export_time);
        p = data + len;
    }
    c->in.pos = (uint32_t)(p - c->in.base);
    c->next = (uint32_t)(step - t->step);
    return step == end ? IPFIX_OK : ipfix_field_short(c);
}

/* Record by record. */
static NOINLINE uint32_t any_records(struct ipfix_records *c, uint32_t export_time,
                                     struct ipfix_value *values, size_t cap)
{
    const struct ipfix_template *t = c->tmpl;
    uint32_t n = 0;

    for (; cap >= t->field_count; cap -= t->field_count, n++) {
        if (ipfix_record_next(c) != IPFIX_OK || ipfix_record_values(c, export_time, values) != IPFIX_OK)
            break;
        values += t->field_count;
    }
    return n;
}

/* So few that their values are still in the nearest cache when their last field is read. */
#define ROWS_MAX 32u

/* One field of some records: their values are `fields` apart, their octets record_len.  How it is loaded is
 * decided before the loop, where callers know `load`. */
static inline void column_load(struct ipfix_value *v, uint32_t fields, const struct ipfix_step *step,
                               uint8_t load, const uint8_t *p, uint32_t record_len, uint32_t rows,
                               uint32_t export_time)
{
    const uint8_t type = step->type;
    const size_t len = step->len;

    for (;; v += fields, p += record_len) {
        step_load(v, type, load, p, len, true, export_time);
        if (--rows == 0)
            return;
    }
}

/* The columns that are not unsigned numbers. */
static NOINLINE void other_column_load(struct ipfix_value *v, uint32_t fields, const struct ipfix_step *step,
                                       const uint8_t *p, uint32_t record_len, uint32_t rows,
                                       uint32_t export_time)
{
    if (step->load == IPFIX_LOAD_BYTES)
        column_load(v, fields, step, IPFIX_LOAD_BYTES, p, record_len, rows, export_time);
    else if (step->load == IPFIX_LOAD_TIME_MS)
        column_load(v, fields, step, IPFIX_LOAD_TIME_MS, p, record_len, rows, export_time);
    else
        column_load(v, fields, step, step->load, p, record_len, rows, export_time);
}

/* Records whose fields are all of fixed length, column by column: what a field is like is looked at once for all of
 * them. */
static uint32_t fixed_records(struct ipfix_records *c, uint32_t export_time, struct ipfix_value *v,
                              size_t cap)
{
    const struct ipfix_template *t = c->tmpl;
    const uint32_t fields = t->field_count, record_len = t->min_len;
    const struct ipfix_step *step = t->step, *const end = step + fields;
    uint32_t rows = ipfix_template_records(t, ipfix_left(&c->in));

    if (rows > ROWS_MAX)
        rows = ROWS_MAX;
    if (rows * fields > cap)
        rows = (uint32_t)cap / fields;
    const uint8_t *p = ipfix_take(&c->in, rows * record_len);
    if (rows == 0 || p == NULL)
        return 0;
    c->off = c->in.pos - record_len;
    for (; step < end; p += step->len, step++, v++) {
        if (LIKELY(step->load == IPFIX_LOAD_UINT))
            column_load(v, fields, step, IPFIX_LOAD_UINT, p, record_len, rows, export_time);
        else
            other_column_load(v, fields, step, p, record_len, rows, export_time);
    }
    return rows;
}

uint32_t ipfix_records_load(struct ipfix_records *c, uint32_t export_time, struct ipfix_value *values,
                            size_t cap)
{
    const struct ipfix_template *t = c->tmpl;

    if (t->fixed && t->step != NULL && c->next == t->field_count && c->in.pos >= EIGHT)
        return fixed_records(c, export_time, values, cap);
    return any_records(c, export_time, values, cap);
}

/* Octets of the well-formed character at p (n > 0), or 0 where there is none.  The second octet's
 * bounds shut out overlong forms, surrogates and what lies above U+10FFFF (RFC 3629 section 4). */
static uint32_t utf8_char(const uint8_t *p, uint32_t n)
{
    uint8_t lead = p[0], low = 0x80, high = 0xbf;
    uint32_t len;

    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead <= 0xdf) {
        len = 2;
    } else if (lead >= 0xe0 && lead <= 0xef) {
        len = 3;
        low = lead == 0xe0 ? 0xa0 : 0x80;
        high = lead == 0xed ? 0x9f : 0xbf;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
        len = 4;
        low = lead == 0xf0 ? 0x90 : 0x80;
        high = lead == 0xf4 ? 0x8f : 0xbf;
    } else {
        return 0;
    }
    if (n < len || p[1] < low || p[1] > high)
        return 0;
    for (uint32_t i = 2; i < len; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return len;
}

uint32_t ipfix_utf8_span(const uint8_t *p, uint32_t n)
{
    uint32_t at = 0, len;

    if (octets_are_ascii(p, n)) /* nearly always */
        return n;
    while (at < n && (len = utf8_char(p + at, n - at)) > 0)
        at += len;
    return at;
}

uint32_t ipfix_string_trim(const uint8_t *p, uint32_t n)
{
    while (n > 0 && p[n - 1] == 0)
        n--;
    return n;
}

static enum ipfix_status check_string(const struct ipfix_bytes *s)
{
    uint32_t n = ipfix_string_trim(s->ptr, s->len);

    return ipfix_utf8_span(s->ptr, n) == n ? IPFIX_OK : IPFIX_VALUE_UTF8;
}

static enum ipfix_status check_range(const struct ipfix_value *v, const struct ipfix_ie *ie)
{
    if (v->type >= IPFIX_U8 && v->type <= IPFIX_U64)
        return v->as.u >= ie->min && v->as.u <= ie->max ? IPFIX_OK : IPFIX_VALUE_RANGE;
    /* The bounds of signed elements are kept as their two's complement. */
    if (v->type >= IPFIX_S8 && v->type <= IPFIX_S64)
        return v->as.i >= (int64_t)ie->min && v->as.i <= (int64_t)ie->max ? IPFIX_OK : IPFIX_VALUE_RANGE;
    return IPFIX_OK;
}

enum ipfix_status ipfix_value_check(const struct ipfix_value *v, const struct ipfix_ie *ie)
{
    if (v->type == IPFIX_BOOLEAN)
        return v->as.u == 1 || v->as.u == 2 ? IPFIX_OK : IPFIX_VALUE_BOOLEAN;
    if (v->type == IPFIX_STRING)
        return check_string(&v->as.bytes);
    if (ie == NULL)
        return IPFIX_OK;
    if (v->type == IPFIX_OCTET_ARRAY && ie->width != 0 && v->as.bytes.len != ie->width)
        return IPFIX_VALUE_LENGTH;
    if (ie->flags & IPFIX_IE_RANGE)
        return check_range(v, ie);
    return IPFIX_OK;
}
