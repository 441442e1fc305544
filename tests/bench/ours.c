/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The library as its headers say that it should be used.
 */
#include "contenders.h"

/* A few records of a common set at once, and still little enough for the nearest cache. */
#define VALUES_MAX 512u

struct ours {
    const struct shape *s;
    struct ipfix_store *store;
    struct ipfix_value values[VALUES_MAX];
    struct ipfix_value items[VALUES_MAX];
    size_t count;
    uint8_t buf[65536];
};

/* What happens with the records of one data set. */
typedef void (*set_reader)(struct ours *o, const struct ipfix_msg *msg, const struct ipfix_set *set,
                           const struct ipfix_template *tmpl);

static inline size_t decode_all(struct ours *o, set_reader read)
{
    struct ipfix_msg msg;
    struct ipfix_set set;

    o->count = 0;
    for (guint i = 0; i < o->s->messages->len; i++) {
        const struct message *m = &g_array_index(o->s->messages, struct message, i);
        if (ipfix_msg_open(&msg, m->octets, m->len, m->len) != IPFIX_OK)
            continue;
        while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
            ipfix_store_expect(o->store, msg.domain, ipfix_set_ahead(&msg));
            const struct ipfix_template *tmpl = ipfix_store_get(o->store, msg.domain, set.id, IPFIX_POS_LAST);
            if (tmpl != NULL)
                read(o, &msg, &set, tmpl);
        }
    }
    return o->count;
}

/* ---- walk ---- */

static void set_walk(struct ours *o, const struct ipfix_msg *msg, const struct ipfix_set *set,
                     const struct ipfix_template *tmpl)
{
    struct ipfix_records c;

    (void)msg;
    ipfix_records_open(&c, set, tmpl);
    o->count += ipfix_records_count(&c) * tmpl->field_count;
}

static size_t walk_decode(void *state)
{
    return decode_all(state, set_walk);
}

/* ---- every value ---- */

static inline void list_decode(struct ours *o, const struct ipfix_msg *msg, const struct ipfix_field *f,
                               set_reader read)
{
    struct ipfix_list list;
    struct ipfix_set block;

    if (ipfix_list_open(&list, f, NULL, NULL) != IPFIX_OK)
        return;
    while (ipfix_list_next(&list, &block) == IPFIX_OK) {
        const struct ipfix_template *tmpl = block.tmpl;
        if (tmpl == NULL)
            tmpl = ipfix_store_get(o->store, msg->domain, block.id, IPFIX_POS_LAST);
        if (tmpl != NULL)
            read(o, msg, &block, tmpl);
    }
}

static void block_values(struct ours *o, const struct ipfix_msg *msg, const struct ipfix_set *block,
                         const struct ipfix_template *tmpl)
{
    struct ipfix_records c;
    uint32_t n;

    ipfix_records_open(&c, block, tmpl);
    while ((n = ipfix_records_values(&c, msg->export_time, o->items, VALUES_MAX)) > 0) {
        used(o->items);
        o->count += (size_t)n * tmpl->field_count;
    }
}

static void row_lists(struct ours *o, const struct ipfix_msg *msg, const struct ipfix_records *c,
                      const struct ipfix_value *v)
{
    struct ipfix_field f;
    uint32_t lists = c->tmpl->list_count;

    for (uint32_t i = 0; lists > 0; i++) {
        if (!ipfix_type_is_list(v[i].type))
            continue;
        lists--;
        ipfix_value_field(c, i, &v[i], &f);
        list_decode(o, msg, &f, block_values);
    }
}

static void set_values(struct ours *o, const struct ipfix_msg *msg, const struct ipfix_set *set,
                       const struct ipfix_template *tmpl)
{
    struct ipfix_records c;
    uint32_t n;

    ipfix_records_open(&c, set, tmpl);
    while ((n = ipfix_records_values(&c, msg->export_time, o->values, VALUES_MAX)) > 0) {
        used(o->values);
        o->count += (size_t)n * tmpl->field_count;
        for (uint32_t row = 0; tmpl->list_count > 0 && row < n; row++)
            row_lists(o, msg, &c, &o->values[row * tmpl->field_count]);
    }
}

static size_t values_decode(void *state)
{
    return decode_all(state, set_values);
}

/* ---- every value, one by one ---- */

static void block_fields(struct ours *o, const struct ipfix_msg *msg, const struct ipfix_set *block,
                         const struct ipfix_template *tmpl)
{
    struct ipfix_records c;
    struct ipfix_field f;

    ipfix_records_open(&c, block, tmpl);
    while (ipfix_record_next(&c) == IPFIX_OK) {
        for (uint32_t i = 0; ipfix_field_next(&c, &f) == IPFIX_OK; i++)
            o->count += ipfix_value_get(&f, msg->export_time, &o->items[i]) == IPFIX_OK;
        used(o->items);
    }
}

static void set_fields(struct ours *o, const struct ipfix_msg *msg, const struct ipfix_set *set,
                       const struct ipfix_template *tmpl)
{
    struct ipfix_records c;
    struct ipfix_field f;

    ipfix_records_open(&c, set, tmpl);
    while (ipfix_record_next(&c) == IPFIX_OK) {
        for (uint32_t i = 0; ipfix_field_next(&c, &f) == IPFIX_OK; i++) {
            o->count += ipfix_value_get(&f, msg->export_time, &o->values[i]) == IPFIX_OK;
            if (ipfix_type_is_list(f.spec->type))
                list_decode(o, msg, &f, block_fields);
        }
        used(o->values);
    }
}

static size_t fields_decode(void *state)
{
    return decode_all(state, set_fields);
}

/* ---- encoding ---- */

typedef void (*record_writer)(struct ipfix_encoder *e, const struct ipfix_template *t,
                              const struct ipfix_value *v);

static void record_write(struct ipfix_encoder *e, const struct ipfix_template *t, const struct ipfix_value *v)
{
    ipfix_enc_record(e, t);
    for (uint32_t i = 0; i < t->field_count; i++)
        ipfix_enc_value(e, &v[i]);
}

static inline size_t encode_all(struct ours *o, record_writer write)
{
    const struct ipfix_template *t = g_ptr_array_index(o->s->templates, 0);
    struct ipfix_encoder e;
    size_t records = 0, len;

    while (records < o->s->records) {
        ipfix_enc_init(&e, o->buf, sizeof o->buf, 0);
        ipfix_enc_msg(&e, EXPORT_TIME, (uint32_t)records, 0);
        while (records < o->s->records && e.len + t->min_len <= MESSAGE_LEN)
            write(&e, t, &o->s->values[records++ % o->s->rows * t->field_count]);
        if (ipfix_enc_end(&e, &len) != IPFIX_OK)
            return 0;
        used(o->buf);
    }
    return records;
}

static size_t value_encode(void *state)
{
    return encode_all(state, record_write);
}

static size_t values_encode(void *state)
{
    return encode_all(state, ipfix_enc_record_values);
}

/* ---- life ---- */

static void definitions_read(struct ours *o)
{
    struct ipfix_template_rec rec;
    struct ipfix_msg msg;
    struct ipfix_set set;

    for (guint i = 0; i < o->s->definitions->len; i++) {
        const struct message *m = &g_array_index(o->s->definitions, struct message, i);
        if (ipfix_msg_open(&msg, m->octets, m->len, m->len) != IPFIX_OK)
            continue;
        while (ipfix_set_next(&msg, &set) == IPFIX_OK)
            while (ipfix_template_next(&set, &rec) == IPFIX_OK)
                ipfix_store_put(o->store, msg.domain, &rec, ipfix_pos_make(i, 0, rec.off));
    }
}

static void ours_free(void *state)
{
    struct ours *o = state;

    ipfix_store_free(o->store);
    g_free(o);
}

static struct contender ours_new(const struct shape *s, contender_run run)
{
    struct ours *o = g_new0(struct ours, 1);

    o->s = s;
    o->store = ipfix_store_new(IPFIX_TRANSPORT_UDP, NULL, NULL);
    definitions_read(o);
    return (struct contender){run, o, ours_free};
}

struct contender walk_decoder(const struct shape *s)
{
    return ours_new(s, walk_decode);
}

struct contender fields_decoder(const struct shape *s)
{
    return ours_new(s, fields_decode);
}

struct contender values_decoder(const struct shape *s)
{
    return ours_new(s, values_decode);
}

struct contender value_encoder(const struct shape *s)
{
    return ours_new(s, value_encode);
}

struct contender values_encoder(const struct shape *s)
{
    return ours_new(s, values_encode);
}
