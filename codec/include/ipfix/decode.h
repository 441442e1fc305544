/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Cursors over an IPFIX Message (RFC 7011 section 3): sets, template records, data records, fields.
 * They live on the caller's stack, allocate nothing and call nobody back.  What they return points
 * into the caller's octets.
 *
 *     struct ipfix_msg msg;
 *     struct ipfix_set set;
 *     if (ipfix_msg_open(&msg, octets, captured, reported) == IPFIX_OK)
 *         while (ipfix_set_next(&msg, &set) == IPFIX_OK)
 *             switch (set.kind) {
 *             case IPFIX_SET_TEMPLATES:
 *             case IPFIX_SET_OPTIONS_TEMPLATES:
 *                 while (ipfix_template_next(&set, &rec) == IPFIX_OK)
 *                     ipfix_store_put(store, msg.domain, &rec, ipfix_pos_make(frame, 0, rec.off));
 *                 break;
 *             case IPFIX_SET_DATA:
 *                 tmpl = ipfix_store_get(store, msg.domain, set.id, ipfix_pos_make(frame, 0, set.off));
 *                 if (tmpl == NULL)
 *                     break;
 *                 ipfix_records_open(&recs, &set, tmpl);
 *                 while (ipfix_record_next(&recs) == IPFIX_OK)
 *                     while (ipfix_field_next(&recs, &field) == IPFIX_OK)
 *                         if (ipfix_value_get(&field, msg.export_time, &value) == IPFIX_OK)
 *                             use(&field, &value);
 *                 break;
 *             }
 *     if (msg.err.status != IPFIX_OK) ...          the first fault of the set chain; set.err, recs.err too
 */
#ifndef IPFIX_DECODE_H
#define IPFIX_DECODE_H

#include <ipfix/reader.h>
#include <ipfix/status.h>
#include <ipfix/template.h>

#ifdef __cplusplus
extern "C" {
#endif

#define IPFIX_VERSION 10u
#define IPFIX_MSG_HEADER_LEN 16u
#define IPFIX_SET_HEADER_LEN 4u
#define IPFIX_SET_ID_TEMPLATE 2u
#define IPFIX_SET_ID_OPTIONS_TEMPLATE 3u

/* ---- messages ---- */

struct ipfix_msg {
    uint16_t version;
    uint16_t length;      /* as declared */
    uint32_t export_time; /* seconds since 1970 UTC */
    uint32_t sequence;
    uint32_t domain;        /* Observation Domain ID */
    struct ipfix_reader in; /* the sets to come */
    struct ipfix_error err;
};

/* Read the header of a message at buf (RFC 7011 section 3.1).  captured octets are there; reported
 * is how many there were on the wire before a capture cut them (reported >= captured; the same
 * where nothing was cut).  Only the first `length` octets are looked at: what follows them, from
 * buf + length on, is not part of this message.
 *
 * IPFIX_OK; or nothing can be read: IPFIX_MSG_HEADER (fewer than 16 octets), IPFIX_MSG_VERSION,
 * IPFIX_MSG_LENGTH, IPFIX_TRUNCATED (the header itself was cut by the capture).  m->err says where.
 *
 * A length above `reported` still answers IPFIX_OK, with m->err.status == IPFIX_MSG_PAST_END: the
 * sets that are whole can be read, those that are not count as IPFIX_TRUNCATED. */
enum ipfix_status ipfix_msg_open(struct ipfix_msg *m, const uint8_t *buf, size_t captured, size_t reported);

/* Is this NetFlow, versions 1 to 9?  Its messages have other layouts, and no length.  Versions 2 to 4 and 6 were
 * never in use. */
bool ipfix_is_netflow(const uint8_t *p, size_t n);

/* ---- sets ---- */

enum ipfix_set_kind {
    IPFIX_SET_TEMPLATES,
    IPFIX_SET_OPTIONS_TEMPLATES,
    IPFIX_SET_DATA,
    IPFIX_SET_UNUSED,  /* 0 and 1: NetFlow v9's numbers, not used in IPFIX (RFC 7011 section 3.3.2) */
    IPFIX_SET_RESERVED /* 4 to 255 */
};

/* A run of records: a set of a message, or one block of a list (RFC 6313). */
struct ipfix_set {
    enum ipfix_set_kind kind;
    uint16_t id;
    uint16_t length;                   /* as declared, header included */
    uint32_t off;                      /* of the header */
    uint32_t depth;                    /* 0 in a message, 1 more in each list */
    const struct ipfix_template *tmpl; /* basicList only: its element as a template of one field */
    struct ipfix_reader in;            /* what follows the header; after the last template: the padding */
    struct ipfix_error err;            /* of ipfix_template_next */
};

/* IPFIX_OK; IPFIX_END; or the chain of sets is broken: IPFIX_SET_HEADER, IPFIX_SET_LENGTH,
 * IPFIX_SET_PAST_END, IPFIX_TRUNCATED (the next header is missing), kept in m->err.  A set whose
 * content is cut off answers IPFIX_OK with set->in.missing > 0. */
enum ipfix_status ipfix_set_next(struct ipfix_msg *m, struct ipfix_set *set);
/* The Set ID of the set that ipfix_set_next comes to next, or 0. */
static inline uint16_t ipfix_set_ahead(const struct ipfix_msg *m)
{
    struct ipfix_reader ahead = m->in;
    const uint8_t *p = ipfix_take(&ahead, IPFIX_SET_HEADER_LEN);

    return p != NULL ? ipfix_be16(p) : (uint16_t)0;
}

/* ---- template records ---- */

/* A template record as it stands in a set, or a withdrawal (RFC 7011 section 8.1). */
struct ipfix_template_rec {
    uint16_t id;
    uint16_t field_count; /* 0: a withdrawal */
    uint16_t scope_count;
    bool options;      /* from an Options Template Set */
    bool withdraw_all; /* of this kind, in this domain */
    uint32_t off;
    uint32_t len;
    uint32_t zero_fields;      /* fields of length 0 */
    uint32_t record_len;       /* octets of the shortest record that it describes */
    struct ipfix_reader specs; /* the Field Specifiers */
    struct ipfix_error err;    /* a rule that it breaks although it can be read: IPFIX_TEMPLATE_ID,
                                * _SCOPE_ZERO, _SCOPE, _EMPTY, _ZEROS, IPFIX_WITHDRAW_WRONG_SET */
};

/* IPFIX_OK: rec is whole; look at rec->err too.  IPFIX_END: what is left in set->in is padding.
 * A fault, also in set->err: IPFIX_TEMPLATE_HEADER, IPFIX_TEMPLATE_PAST_SET, IPFIX_TRUNCATED; then
 * rec holds what could be read of it (its header, and in specs the whole specifiers that are there)
 * where set->err.off == rec->off, else nothing, and the set has no further record.
 *
 * Zero octets up to the end of the set are padding, however many: a record cannot begin with them.
 * A run of them that something follows is one record with number 0, at fault. */
enum ipfix_status ipfix_template_next(struct ipfix_set *set, struct ipfix_template_rec *rec);

/* The next Field Specifier of a record, unresolved (ie NULL, type octetArray); *off is where it
 * stands.  IPFIX_OK or IPFIX_END.  Takes from rec->specs: copy the record to read it twice. */
enum ipfix_status ipfix_spec_next(struct ipfix_template_rec *rec, struct ipfix_spec *spec, uint32_t *off);

/* ---- data records ---- */

struct ipfix_field {
    const struct ipfix_spec *spec;
    const uint8_t *data; /* in the caller's message */
    const uint8_t *base; /* the message: data - base == off */
    uint32_t off;        /* of data; the length prefix, if any, ends here */
    uint16_t len;
    uint8_t prefix; /* octets of that prefix: 0, 1 or 3 */
    uint8_t depth;
};

/* A cursor over the records of a set. */
struct ipfix_records {
    const struct ipfix_template *tmpl;
    struct ipfix_reader in; /* from the next field on; at IPFIX_END: the padding */
    uint32_t off;           /* of the current record */
    uint32_t next;          /* index of the next field of the current record */
    uint32_t depth;
    struct ipfix_error err;
};

/* set must be a data set, or a block of a list; tmpl the template in force there. */
static inline void ipfix_records_open(struct ipfix_records *c, const struct ipfix_set *set,
                                      const struct ipfix_template *tmpl);

/* Go to the next record, past fields of the current one that were not read.  IPFIX_END: fewer
 * octets are left than the shortest record has, and these are padding (RFC 7011 section 3.3.1).  A
 * fault, kept in c->err: IPFIX_TRUNCATED; IPFIX_FIELD_PAST_SET or _LIST for the record that was
 * skipped; IPFIX_LIST_LENGTH, since lists have no padding (RFC 6313 section 5.5).
 * A template of no octets has no records. */
static inline enum ipfix_status ipfix_record_next(struct ipfix_records *c);

/* The next field of the current record.  IPFIX_OK, IPFIX_END after its last, or a fault, kept in
 * c->err: IPFIX_FIELD_PAST_SET, IPFIX_FIELD_PAST_LIST, IPFIX_TRUNCATED. */
static inline enum ipfix_status ipfix_field_next(struct ipfix_records *c, struct ipfix_field *f);

/* Go past fields of the current record that were not read: to the one with this index, or to the first of
 * variable length where that comes before it; never back. */
static inline void ipfix_fields_skip(struct ipfix_records *c, uint32_t index);

/* How many records a set holds, without looking at fields more than needed: a division where all
 * are fixed.  Stops at the first fault and counts the whole records before it; c->err has it. */
uint32_t ipfix_records_count(struct ipfix_records *c);

/* ---- the fast cases, inline since they run once for each list, record or field ---- */

static inline void ipfix_records_open(struct ipfix_records *c, const struct ipfix_set *set,
                                      const struct ipfix_template *tmpl)
{
    const struct ipfix_error none = {IPFIX_OK, 0, 0, 0};

    c->tmpl = tmpl;
    c->in = set->in;
    c->off = set->in.pos;
    c->next = tmpl->field_count; /* no record is open: there are no fields to read or to skip */
    c->depth = set->depth;
    c->err = none;
}

/* The other cases: fields that were not read, a fault, the end. */
enum ipfix_status ipfix_record_next_slow(struct ipfix_records *c);

static inline enum ipfix_status ipfix_record_next(struct ipfix_records *c)
{
    uint32_t min_len = c->tmpl->min_len;
    bool done = c->next == c->tmpl->field_count && c->err.status == IPFIX_OK;

    if (!done || min_len == 0 || ipfix_left(&c->in) < min_len)
        return ipfix_record_next_slow(c);
    c->off = c->in.pos;
    c->next = 0;
    return IPFIX_OK;
}

/* The octets of the field at p, whose specifier says *len, or NULL: they are not all there before end.  A
 * field that carries its length (RFC 7011 section 7) leaves that in *len. */
static inline const uint8_t *ipfix_field_octets(const uint8_t *p, const uint8_t *end, size_t *len)
{
    if (*len == IPFIX_VARLEN) {
        if (p == end)
            return NULL;
        *len = *p++;
        if (*len == 255) {
            if (end - p < 2)
                return NULL;
            *len = ipfix_be16(p);
            p += 2;
        }
    }
    return *len <= (size_t)(end - p) ? p : NULL;
}

/* Note and answer that the next field is not all there. */
enum ipfix_status ipfix_field_short(struct ipfix_records *c);

static inline enum ipfix_status ipfix_field_next(struct ipfix_records *c, struct ipfix_field *f)
{
    if (c->next >= c->tmpl->field_count)
        return IPFIX_END;
    size_t len = c->tmpl->spec[c->next].len;
    const uint8_t *p = c->in.base + c->in.pos;
    const uint8_t *octets = ipfix_field_octets(p, c->in.base + c->in.end, &len);
    const uint8_t *data = octets != NULL ? octets : p;
    /* In any case: compilers do not see that a fault is never IPFIX_OK, and would warn our callers. */
    f->spec = &c->tmpl->spec[c->next];
    f->data = data;
    f->base = c->in.base;
    f->off = (uint32_t)(data - c->in.base);
    f->len = (uint16_t)len;
    f->prefix = (uint8_t)(data - p);
    f->depth = (uint8_t)c->depth;
    if (octets == NULL)
        return ipfix_field_short(c);
    c->in.pos = f->off + f->len;
    c->next++;
    return IPFIX_OK;
}

/* Nothing is compared with what is left: a record is open only where its shortest form is there. */
static inline void ipfix_fields_skip(struct ipfix_records *c, uint32_t index)
{
    const struct ipfix_template *t = c->tmpl;

    if (index >= t->fixed_count) {
        if (c->next < t->fixed_count) {
            c->in.pos = c->off + t->fixed_len;
            c->next = t->fixed_count;
        }
        return;
    }
    uint32_t octets = 0;
    for (; c->next < index; c->next++)
        octets += t->spec[c->next].len;
    c->in.pos += octets;
}

#ifdef __cplusplus
}
#endif
#endif
