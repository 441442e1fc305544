/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A message decoded and encoded again, octet for octet: sets, templates and fields as they stand,
 * padding and all that has no meaning as octets.
 */
#include "input.h"
#include "stream.h"

/* Whatever stands before a position of the message must have been taken in by the store. */
struct rewriting {
    const struct ipfix_store *store;
    struct ipfix_encoder out;
    uint32_t domain;
    ipfix_pos at;
};

static void rest_write(struct rewriting *w, const struct ipfix_reader *in)
{
    ipfix_enc_octets(&w->out, in->base + in->pos, ipfix_left(in));
}

static void template_write(struct rewriting *w, struct ipfix_template_rec rec)
{
    struct ipfix_spec *specs = calloc(rec.field_count, sizeof *specs);
    uint32_t off;

    CLAIM(specs != NULL);
    for (uint32_t i = 0; ipfix_spec_next(&rec, &specs[i], &off) == IPFIX_OK && i + 1 < rec.field_count; i++)
        ;
    struct ipfix_template tmpl = {
        .spec = specs,
        .id = rec.id,
        .field_count = rec.field_count,
        .scope_count = rec.scope_count,
        .options = rec.options,
    };
    ipfix_enc_template(&w->out, &tmpl);
    free(specs);
}

static void templates_write(struct rewriting *w, struct ipfix_set *set)
{
    struct ipfix_template_rec rec;

    while (ipfix_template_next(set, &rec) == IPFIX_OK)
        if (rec.id == 0) /* a run of zero octets, of any length */
            ipfix_enc_octets(&w->out, rec.specs.base + rec.off, rec.len);
        else if (rec.field_count == 0)
            ipfix_enc_withdrawal(&w->out, rec.id, rec.options);
        else
            template_write(w, rec);
    rest_write(w, &set->in);
}

static void records_write(struct rewriting *w, const struct ipfix_set *set)
{
    const struct ipfix_template *tmpl = ipfix_store_get(w->store, w->domain, set->id, w->at + set->off);
    struct ipfix_records c;
    struct ipfix_field f;

    if (tmpl == NULL) {
        rest_write(w, &set->in);
        return;
    }
    ipfix_records_open(&c, set, tmpl);
    while (ipfix_record_next(&c) == IPFIX_OK) {
        ipfix_enc_record(&w->out, tmpl);
        while (ipfix_field_next(&c, &f) == IPFIX_OK)
            ipfix_enc_raw_field(&w->out, f.data, f.len, f.prefix == 3);
    }
    rest_write(w, &c.in);
}

static void sets_write(struct rewriting *w, struct ipfix_msg *msg)
{
    struct ipfix_set set;

    while (ipfix_set_next(msg, &set) == IPFIX_OK) {
        ipfix_enc_set(&w->out, set.id);
        if (set.kind == IPFIX_SET_TEMPLATES || set.kind == IPFIX_SET_OPTIONS_TEMPLATES)
            templates_write(w, &set);
        else if (set.kind == IPFIX_SET_DATA)
            records_write(w, &set);
        else
            rest_write(w, &set.in);
    }
}

bool stream_rewrites(const struct ipfix_store *store, const uint8_t *octets, uint16_t length, ipfix_pos at)
{
    struct rewriting w = {.store = store, .at = at};
    struct ipfix_msg msg;
    uint8_t *written = malloc(length);
    size_t len = 0;

    CLAIM(written != NULL);
    ipfix_msg_open(&msg, octets, length, length);
    w.domain = msg.domain;
    ipfix_enc_init(&w.out, written, length, IPFIX_ENC_FAULTS);
    ipfix_enc_msg(&w.out, msg.export_time, msg.sequence, msg.domain);
    sets_write(&w, &msg);
    bool same =
        ipfix_enc_end(&w.out, &len) == IPFIX_OK && len == length && memcmp(written, octets, length) == 0;
    free(written);
    return same;
}
