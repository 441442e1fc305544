/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/decode.h>

#define TEMPLATE_HEADER_LEN 4u
#define OPTIONS_TEMPLATE_HEADER_LEN 6u

/* ---- messages ---- */

bool ipfix_is_netflow(const uint8_t *p, size_t n)
{
    uint16_t version = n >= 2 ? ipfix_be16(p) : 0;

    return version == 1 || version == 5 || (version >= 7 && version <= 9);
}

enum ipfix_status ipfix_msg_open(struct ipfix_msg *m, const uint8_t *buf, size_t captured, size_t reported)
{
    *m = (struct ipfix_msg){.in = {.base = buf}};
    if (captured < IPFIX_MSG_HEADER_LEN) {
        bool cut = reported >= IPFIX_MSG_HEADER_LEN;
        return ipfix_fault(&m->err, cut ? IPFIX_TRUNCATED : IPFIX_MSG_HEADER, 0, IPFIX_MSG_HEADER_LEN,
                           (uint32_t)captured);
    }
    m->version = ipfix_be16(buf);
    m->length = ipfix_be16(buf + 2);
    m->export_time = ipfix_be32(buf + 4);
    m->sequence = ipfix_be32(buf + 8);
    m->domain = ipfix_be32(buf + 12);
    if (m->version != IPFIX_VERSION)
        return ipfix_fault(&m->err, IPFIX_MSG_VERSION, 0, 0, 0);
    if (m->length < IPFIX_MSG_HEADER_LEN)
        return ipfix_fault(&m->err, IPFIX_MSG_LENGTH, 0, IPFIX_MSG_HEADER_LEN, m->length);
    if (m->length > reported)
        ipfix_fault(&m->err, IPFIX_MSG_PAST_END, 0, m->length, (uint32_t)reported);
    m->in.pos = IPFIX_MSG_HEADER_LEN;
    m->in.end = captured < m->length ? (uint32_t)captured : m->length;
    m->in.missing = (uint16_t)(m->length - m->in.end);
    return IPFIX_OK;
}

/* ---- sets ---- */

static enum ipfix_set_kind set_kind(uint16_t id)
{
    switch (id) {
    case 0:
    case 1:
        return IPFIX_SET_UNUSED;
    case IPFIX_SET_ID_TEMPLATE:
        return IPFIX_SET_TEMPLATES;
    case IPFIX_SET_ID_OPTIONS_TEMPLATE:
        return IPFIX_SET_OPTIONS_TEMPLATES;
    default:
        return id < IPFIX_TEMPLATE_ID_MIN ? IPFIX_SET_RESERVED : IPFIX_SET_DATA;
    }
}

enum ipfix_status ipfix_set_next(struct ipfix_msg *m, struct ipfix_set *set)
{
    struct ipfix_reader ahead = m->in; /* m->in stays at a header at fault: the next call answers the same */
    struct ipfix_reader whole;

    if (ipfix_left(&ahead) == 0 && ahead.missing == 0)
        return IPFIX_END;
    const uint8_t *p = ipfix_take(&ahead, IPFIX_SET_HEADER_LEN);
    if (p == NULL)
        return ipfix_short(&m->in, IPFIX_SET_HEADER_LEN, IPFIX_SET_HEADER, &m->err);
    uint16_t length = ipfix_be16(p + 2);
    if (length < IPFIX_SET_HEADER_LEN)
        return ipfix_fault(&m->err, IPFIX_SET_LENGTH, m->in.pos, IPFIX_SET_HEADER_LEN, length);
    if (!ipfix_slice(&m->in, length, &whole))
        return ipfix_short(&m->in, length, IPFIX_SET_PAST_END, &m->err);
    *set = (struct ipfix_set){.id = ipfix_be16(p), .length = length, .off = whole.pos, .in = whole};
    set->kind = set_kind(set->id);
    set->in.pos = ahead.pos;
    return IPFIX_OK;
}

/* ---- template records ---- */

static uint32_t zeros_ahead(const struct ipfix_reader *in)
{
    uint32_t pos = in->pos;

    while (pos < in->end && in->base[pos] == 0)
        pos++;
    return pos - in->pos;
}

/* The first rule that a whole record breaks; those first for which it must not be kept. */
static enum ipfix_status template_check(const struct ipfix_template_rec *rec)
{
    bool withdrawal = rec->field_count == 0;
    bool set_id = rec->id == IPFIX_SET_ID_TEMPLATE || rec->id == IPFIX_SET_ID_OPTIONS_TEMPLATE;

    if (withdrawal && set_id)
        return rec->withdraw_all ? IPFIX_OK : IPFIX_WITHDRAW_WRONG_SET;
    if (rec->id < IPFIX_TEMPLATE_ID_MIN)
        return IPFIX_TEMPLATE_ID;
    if (withdrawal)
        return IPFIX_OK;
    if (rec->scope_count > rec->field_count)
        return IPFIX_TEMPLATE_SCOPE;
    if (ipfix_zero_fields_excessive(rec->zero_fields, rec->record_len))
        return IPFIX_TEMPLATE_ZEROS;
    if (rec->options && rec->scope_count == 0)
        return IPFIX_TEMPLATE_SCOPE_ZERO;
    return rec->zero_fields == rec->field_count ? IPFIX_TEMPLATE_EMPTY : IPFIX_OK;
}

/* Take as many Field Specifiers as the header announces, or as are whole; how many are lacking. */
static uint32_t specs_take(struct ipfix_reader *in, struct ipfix_template_rec *rec)
{
    struct ipfix_spec spec;
    uint32_t lacking = rec->field_count;

    rec->specs = (struct ipfix_reader){.base = in->base, .pos = in->pos};
    while (lacking > 0 && ipfix_spec_take(in, &spec)) {
        rec->zero_fields += spec.len == 0;
        rec->record_len += spec.len == IPFIX_VARLEN ? 1 : spec.len;
        lacking--;
    }
    rec->specs.end = in->pos;
    return lacking;
}

enum ipfix_status ipfix_template_next(struct ipfix_set *set, struct ipfix_template_rec *rec)
{
    struct ipfix_reader in = set->in;
    uint32_t declared = ipfix_left(&in) + in.missing;

    if (set->err.status != IPFIX_OK)
        return set->err.status;
    /* Padding (RFC 7011 section 3.3.1) may be longer than 3 octets, to align sets to 8, say. */
    uint32_t zeros = zeros_ahead(&in);
    if (declared < TEMPLATE_HEADER_LEN || zeros == declared)
        return IPFIX_END;
    *rec = (struct ipfix_template_rec){.options = set->kind == IPFIX_SET_OPTIONS_TEMPLATES};
    if (zeros == ipfix_left(&in)) /* padding or not, what tells is missing */
        return ipfix_short(&set->in, declared, IPFIX_TRUNCATED, &set->err);

    const uint8_t *p = ipfix_take(&in, TEMPLATE_HEADER_LEN);
    if (p == NULL)
        return ipfix_short(&set->in, TEMPLATE_HEADER_LEN, IPFIX_TEMPLATE_HEADER, &set->err);
    uint16_t id = ipfix_be16(p), field_count = ipfix_be16(p + 2), scope_count = 0;
    if (rec->options && field_count > 0) { /* a withdrawal has no Scope Field Count (section 8.1) */
        p = ipfix_take(&in, OPTIONS_TEMPLATE_HEADER_LEN - TEMPLATE_HEADER_LEN);
        if (p == NULL)
            return ipfix_short(&set->in, OPTIONS_TEMPLATE_HEADER_LEN, IPFIX_TEMPLATE_HEADER, &set->err);
        scope_count = ipfix_be16(p);
    }
    if (zeros > TEMPLATE_HEADER_LEN) /* the whole run at once: else each four would count the rest again */
        ipfix_take(&in, zeros / 4 * 4 - TEMPLATE_HEADER_LEN);

    rec->id = id;
    rec->field_count = field_count;
    rec->scope_count = scope_count;
    rec->withdraw_all = field_count == 0 && id == set->id;
    rec->off = set->in.pos;
    uint32_t lacking = specs_take(&in, rec);
    rec->len = in.pos - rec->off;
    if (lacking > 0) {
        uint32_t want = rec->len + ipfix_spec_octets(&in) + 4 * (lacking - 1);
        return ipfix_short(&set->in, want, IPFIX_TEMPLATE_PAST_SET, &set->err);
    }
    set->in = in;
    enum ipfix_status broken = template_check(rec);
    if (broken != IPFIX_OK)
        ipfix_fault(&rec->err, broken, rec->off, 0, 0);
    return IPFIX_OK;
}

enum ipfix_status ipfix_spec_next(struct ipfix_template_rec *rec, struct ipfix_spec *spec, uint32_t *off)
{
    uint32_t at = rec->specs.pos;

    if (!ipfix_spec_take(&rec->specs, spec))
        return IPFIX_END;
    *off = at;
    return IPFIX_OK;
}

/* ---- data records ---- */

enum ipfix_status ipfix_field_short(struct ipfix_records *c)
{
    struct ipfix_reader ahead = c->in; /* c->in stays at the field */
    uint32_t want = c->tmpl->spec[c->next].len;

    if (want == IPFIX_VARLEN) { /* as far as its prefix tells */
        const uint8_t *p = ipfix_take(&ahead, 1);
        want = p != NULL ? 1u + p[0] : 1;
        if (want == 1 + 255) {
            p = ipfix_take(&ahead, 2);
            want = p != NULL ? 3u + ipfix_be16(p) : 3;
        }
    }
    return ipfix_short(&c->in, want, c->depth > 0 ? IPFIX_FIELD_PAST_LIST : IPFIX_FIELD_PAST_SET, &c->err);
}

/* Go past the fields of the current record that were not read. */
static enum ipfix_status record_skip(struct ipfix_records *c)
{
    const struct ipfix_template *t = c->tmpl;

    ipfix_fields_skip(c, t->field_count);
    const uint8_t *p = c->in.base + c->in.pos, *const end = c->in.base + c->in.end;
    for (; c->next < t->field_count; c->next++) {
        size_t len = t->spec[c->next].len;
        const uint8_t *data = ipfix_field_octets(p, end, &len);
        if (data == NULL)
            return ipfix_field_short(c);
        p = data + len;
        c->in.pos = (uint32_t)(p - c->in.base);
    }
    return IPFIX_OK;
}

/* What it means that no further record fits. */
static enum ipfix_status records_end(struct ipfix_records *c)
{
    uint32_t left = ipfix_left(&c->in), min_len = c->tmpl->min_len;

    if (c->depth > 0 && left > 0)
        return ipfix_fault(&c->err, IPFIX_LIST_LENGTH, c->in.pos, min_len, left);
    if (min_len > left && min_len - left <= c->in.missing)
        return ipfix_fault(&c->err, IPFIX_TRUNCATED, c->in.pos, min_len, left);
    return IPFIX_END;
}

enum ipfix_status ipfix_record_next_slow(struct ipfix_records *c)
{
    uint32_t min_len = c->tmpl->min_len;

    if (c->err.status != IPFIX_OK)
        return c->err.status;
    enum ipfix_status status = record_skip(c);
    if (status != IPFIX_OK)
        return status;
    if (min_len == 0 || ipfix_left(&c->in) < min_len)
        return records_end(c);
    c->off = c->in.pos;
    c->next = 0;
    return IPFIX_OK;
}

uint32_t ipfix_records_count(struct ipfix_records *c)
{
    const struct ipfix_template *t = c->tmpl;
    uint32_t count = 0;

    if (record_skip(c) == IPFIX_OK && t->fixed) {
        count = ipfix_template_records(t, ipfix_left(&c->in));
        ipfix_take(&c->in, count * t->min_len);
    }
    while (ipfix_record_next(c) == IPFIX_OK && record_skip(c) == IPFIX_OK)
        count++;
    return count;
}
