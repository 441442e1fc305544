/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The limits: loops with nothing in them but the work.  They check what a safe decoder must check (no
 * read past the end of a message, set or list) and say nothing about what is wrong; they know no
 * reduced sizes, no faults, no changes of templates, no captures that are cut.
 */
#include "contenders.h"

#include <string.h>

static uint16_t be16(const uint8_t *p)
{
    uint16_t v;

    memcpy(&v, p, sizeof v);
    return __builtin_bswap16(v);
}

static uint32_t be32(const uint8_t *p)
{
    uint32_t v;

    memcpy(&v, p, sizeof v);
    return __builtin_bswap32(v);
}

static uint64_t be64(const uint8_t *p)
{
    uint64_t v;

    memcpy(&v, p, sizeof v);
    return __builtin_bswap64(v);
}

/* ---- hard-coded ---- */

struct hard {
    const struct shape *s;
    uint64_t sum;
    uint8_t buf[65536];
};

#define FLOW_LEN 58u

static uint64_t flow_sum(const uint8_t *p)
{
    return be32(p) + (uint64_t)be32(p + 4) + be16(p + 8) + be16(p + 10) + p[12] + be16(p + 13) + p[15] +
           be32(p + 16) + be32(p + 20) + be64(p + 24) + be64(p + 32) + be64(p + 40) + be64(p + 48) + p[56] +
           p[57];
}

static size_t hard_decode(void *state)
{
    struct hard *h = state;
    size_t records = 0;

    for (guint i = 0; i < h->s->messages->len; i++) {
        const struct message *m = &g_array_index(h->s->messages, struct message, i);
        for (uint32_t off = 20; m->len - off >= FLOW_LEN; off += FLOW_LEN, records++)
            h->sum += flow_sum(m->octets + off);
    }
    used(&h->sum);
    return records * 15;
}

static uint8_t *put16(uint8_t *p, uint64_t v)
{
    uint16_t be = __builtin_bswap16((uint16_t)v);

    memcpy(p, &be, sizeof be);
    return p + sizeof be;
}

static uint8_t *put32(uint8_t *p, uint64_t v)
{
    uint32_t be = __builtin_bswap32((uint32_t)v);

    memcpy(p, &be, sizeof be);
    return p + sizeof be;
}

static uint8_t *put64(uint8_t *p, uint64_t v)
{
    uint64_t be = __builtin_bswap64(v);

    memcpy(p, &be, sizeof be);
    return p + sizeof be;
}

static uint8_t *put_bytes(uint8_t *p, const struct ipfix_bytes *b)
{
    if (b->len == 4) /* one store instead of a call */
        memcpy(p, b->ptr, 4);
    else
        memcpy(p, b->ptr, b->len);
    return p + b->len;
}

static uint64_t ms_of(const struct ipfix_value *v)
{
    return (uint64_t)v->as.time.sec * 1000 + v->as.time.nsec / 1000000;
}

static uint8_t *flow_put(uint8_t *p, const struct ipfix_value *v)
{
    memcpy(p, v[0].as.bytes.ptr, 4);
    memcpy(p + 4, v[1].as.bytes.ptr, 4);
    p = put16(p + 8, v[2].as.u);
    p = put16(p, v[3].as.u);
    *p++ = (uint8_t)v[4].as.u;
    p = put16(p, v[5].as.u);
    *p++ = (uint8_t)v[6].as.u;
    p = put32(p, v[7].as.u);
    p = put32(p, v[8].as.u);
    p = put64(p, v[9].as.u);
    p = put64(p, v[10].as.u);
    p = put64(p, ms_of(&v[11]));
    p = put64(p, ms_of(&v[12]));
    *p++ = (uint8_t)v[13].as.u;
    *p++ = (uint8_t)v[14].as.u;
    return p;
}

static uint8_t *header_put(uint8_t *buf, size_t records)
{
    uint8_t *p = put16(buf, 10);

    p = put16(p, 0);
    p = put32(p, EXPORT_TIME);
    p = put32(p, records);
    p = put32(p, 0);
    p = put16(p, 256);
    return put16(p, 0);
}

static void lengths_put(uint8_t *buf, const uint8_t *end)
{
    put16(buf + 2, (uint64_t)(end - buf));
    put16(buf + 18, (uint64_t)(end - buf - 16));
}

static size_t hard_encode(void *state)
{
    struct hard *h = state;
    size_t records = 0;

    while (records < h->s->records) {
        uint8_t *p = header_put(h->buf, records);
        while (records < h->s->records && (size_t)(p - h->buf) + FLOW_LEN <= MESSAGE_LEN)
            p = flow_put(p, &h->s->values[records++ % h->s->rows * 15]);
        lengths_put(h->buf, p);
        used(h->buf);
    }
    return records;
}

static struct contender hard_new(const struct shape *s, contender_run run)
{
    struct hard *h = g_new0(struct hard, 1);

    h->s = s;
    return (struct contender){run, h, g_free};
}

struct contender hard_decoder(const struct shape *s)
{
    return hard_new(s, hard_decode);
}

struct contender hard_encoder(const struct shape *s)
{
    return hard_new(s, hard_encode);
}

/* ---- table-driven ---- */

enum kind { KIND_BYTES, KIND_U8, KIND_U16, KIND_U32, KIND_U64, KIND_MS };

struct step {
    uint16_t len;
    uint8_t kind;
    uint8_t type;
};

struct plan {
    uint32_t steps;
    uint32_t fixed_steps;
    uint32_t fixed_len;
    uint32_t min_len;
    bool lists;
    struct step step[];
};

struct table {
    const struct shape *s;
    struct plan *plans[DOMAINS_MAX][65536];
    uint8_t types[65536]; /* of IANA's elements */
    struct ipfix_value values[FIELDS_MAX];
    struct ipfix_value items[FIELDS_MAX];
    size_t count;
    uint8_t buf[65536];
};

static uint8_t kind_of(const struct ipfix_spec *spec)
{
    static const uint8_t kinds[] = {
        [IPFIX_LOAD_BYTES] = KIND_BYTES, [IPFIX_LOAD_U8] = KIND_U8,   [IPFIX_LOAD_U16] = KIND_U16,
        [IPFIX_LOAD_U32] = KIND_U32,     [IPFIX_LOAD_U64] = KIND_U64, [IPFIX_LOAD_TIME_MS] = KIND_MS};

    g_assert(spec->load < G_N_ELEMENTS(kinds));
    return kinds[spec->load];
}

static struct plan *plan_new(const struct ipfix_template *t)
{
    struct plan *plan = g_malloc(sizeof *plan + t->field_count * sizeof(struct step));

    plan->steps = t->field_count;
    plan->fixed_steps = t->fixed_count;
    plan->fixed_len = t->fixed_len;
    plan->min_len = t->min_len;
    plan->lists = t->list_count > 0;
    for (uint32_t i = 0; i < t->field_count; i++)
        plan->step[i] = (struct step){t->spec[i].len, kind_of(&t->spec[i]), t->spec[i].type};
    return plan;
}

static inline void step_load(struct ipfix_value *v, const struct step *step, const uint8_t *p, uint32_t len)
{
    uint64_t ms;

    v->type = step->type;
    switch (step->kind) {
    case KIND_BYTES:
        v->as.bytes = (struct ipfix_bytes){p, len};
        return;
    case KIND_U8:
        v->as.u = p[0];
        return;
    case KIND_U16:
        v->as.u = be16(p);
        return;
    case KIND_U32:
        v->as.u = be32(p);
        return;
    case KIND_U64:
        v->as.u = be64(p);
        return;
    default:
        ms = be64(p);
        v->as.time = (struct ipfix_time){(int64_t)(ms / 1000), (uint32_t)(ms % 1000) * 1000000};
        return;
    }
}

/* The end of the record, or NULL: it does not fit.  min_len octets are there. */
static const uint8_t *record_load(const struct plan *plan, const uint8_t *p, const uint8_t *end,
                                  struct ipfix_value *values)
{
    uint32_t i = 0;

    for (; i < plan->fixed_steps; i++) {
        step_load(&values[i], &plan->step[i], p, plan->step[i].len);
        p += plan->step[i].len;
    }
    for (; i < plan->steps; i++) {
        uint32_t len = plan->step[i].len;
        if (len == IPFIX_VARLEN) {
            if (end - p < 3)
                return NULL;
            len = *p++;
            if (len == 255) {
                len = be16(p);
                p += 2;
            }
        }
        if (len > end - p)
            return NULL;
        step_load(&values[i], &plan->step[i], p, len);
        p += len;
    }
    return p;
}

static void records_load(struct table *t, const struct plan *plan, const uint8_t *p, const uint8_t *end)
{
    while (p != NULL && (size_t)(end - p) >= plan->min_len) {
        p = record_load(plan, p, end, t->items);
        used(t->items);
        t->count += plan->steps;
    }
}

static void basic_list_load(struct table *t, const uint8_t *p, const uint8_t *end)
{
    if (end - p < 5)
        return;
    struct ipfix_spec spec = {.len = be16(p + 3)};
    uint16_t id = be16(p + 1);
    if (spec.len == 0 || spec.len == IPFIX_VARLEN || (id & 0x8000) != 0)
        return;
    struct step step = {spec.len, spec.len == 4 ? KIND_U32 : KIND_BYTES, t->types[id]};
    uint32_t n = 0;
    for (p += 5; end - p >= step.len && n < FIELDS_MAX; p += step.len)
        step_load(&t->items[n++], &step, p, step.len);
    used(t->items);
    t->count += n;
}

static void list_load(struct table *t, uint32_t domain, const struct ipfix_value *v)
{
    const uint8_t *p = v->as.bytes.ptr, *end = p + v->as.bytes.len;

    if (v->type == IPFIX_BASIC_LIST) {
        basic_list_load(t, p, end);
        return;
    }
    if (v->type == IPFIX_SUB_TEMPLATE_LIST) {
        const struct plan *plan = end - p >= 3 ? t->plans[domain][be16(p + 1)] : NULL;
        if (plan != NULL)
            records_load(t, plan, p + 3, end);
        return;
    }
    for (p += 1; end - p >= 4;) {
        const struct plan *plan = t->plans[domain][be16(p)];
        uint32_t len = be16(p + 2);
        if (plan == NULL || len < 4 || len > end - p)
            return;
        records_load(t, plan, p + 4, p + len);
        p += len;
    }
}

static void set_load(struct table *t, uint32_t domain, const struct plan *plan, const uint8_t *p,
                     const uint8_t *end)
{
    while (p != NULL && (size_t)(end - p) >= plan->min_len) {
        p = record_load(plan, p, end, t->values);
        used(t->values);
        t->count += plan->steps;
        for (uint32_t i = 0; plan->lists && i < plan->steps; i++)
            if (ipfix_type_is_list(plan->step[i].type))
                list_load(t, domain, &t->values[i]);
    }
}

static size_t table_decode(void *state)
{
    struct table *t = state;

    t->count = 0;
    for (guint i = 0; i < t->s->messages->len; i++) {
        const struct message *m = &g_array_index(t->s->messages, struct message, i);
        const uint8_t *p = m->octets + 16, *end = m->octets + m->len;
        uint32_t domain = be32(m->octets + 12);
        while (end - p >= 4) {
            uint32_t len = be16(p + 2);
            const struct plan *plan = t->plans[domain][be16(p)];
            if (len < 4 || len > end - p)
                break;
            if (plan != NULL)
                set_load(t, domain, plan, p + 4, p + len);
            p += len;
        }
    }
    return t->count;
}

static inline uint8_t *step_put(uint8_t *p, const struct step *step, const struct ipfix_value *v)
{
    switch (step->kind) {
    case KIND_BYTES:
        if (step->len == IPFIX_VARLEN)
            *p++ = (uint8_t)v->as.bytes.len;
        return put_bytes(p, &v->as.bytes);
    case KIND_U8:
        *p = (uint8_t)v->as.u;
        return p + 1;
    case KIND_U16:
        return put16(p, v->as.u);
    case KIND_U32:
        return put32(p, v->as.u);
    case KIND_U64:
        return put64(p, v->as.u);
    default:
        return put64(p, ms_of(v));
    }
}

/* With room for the longest record behind each message, one check for each record will do. */
static size_t table_encode(void *state)
{
    struct table *t = state;
    const struct plan *plan = t->plans[0][256];
    size_t records = 0;

    while (records < t->s->records) {
        uint8_t *p = header_put(t->buf, records);
        while (records < t->s->records && (size_t)(p - t->buf) + plan->min_len <= MESSAGE_LEN) {
            const struct ipfix_value *v = &t->s->values[records++ % t->s->rows * plan->steps];
            for (uint32_t i = 0; i < plan->steps; i++)
                p = step_put(p, &plan->step[i], &v[i]);
        }
        lengths_put(t->buf, p);
        used(t->buf);
    }
    return records;
}

static void table_free(void *state)
{
    struct table *t = state;

    for (uint32_t d = 0; d < DOMAINS_MAX; d++)
        for (uint32_t id = 0; id < 65536; id++)
            g_free(t->plans[d][id]);
    g_free(t);
}

static struct contender table_new(const struct shape *s, contender_run run)
{
    struct table *t = g_new0(struct table, 1);
    uint32_t domain = 0;

    t->s = s;
    for (guint i = 0; i < s->templates->len; i++) {
        const struct ipfix_template *tmpl = g_ptr_array_index(s->templates, i);
        while (s->domains[domain].tmpl[tmpl->id] != tmpl)
            domain++;
        t->plans[domain][tmpl->id] = plan_new(tmpl);
    }
    for (size_t i = 0; i < ipfix_ie_count(); i++)
        if (ipfix_ie_at(i)->pen == IPFIX_PEN_IANA)
            t->types[ipfix_ie_at(i)->id] = ipfix_ie_at(i)->type;
    return (struct contender){run, t, table_free};
}

struct contender table_decoder(const struct shape *s)
{
    return table_new(s, table_decode);
}

struct contender table_encoder(const struct shape *s)
{
    return table_new(s, table_encode);
}
