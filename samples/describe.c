/* SPDX-License-Identifier: BSD-2-Clause */
#include "describe.h"

#include <string.h>

#include <ipfix/encode.h>

#include "message.h"
#include "spec.h"
#include "yaml_put.h"

#define TEXT_MAX (2u * 65536u)
#define INDENT 4u /* of the keys of a message */

/* A template as `templates:` has it. */
struct label {
    char *name;
    struct ipfix_template tmpl;
    struct ipfix_spec *spec;
    uint16_t field_count; /* as the wire has it, which may be more than there are */
    uint16_t scope_count;
};

/* A length that the wire has and the encoder would not write. */
struct patch {
    size_t at;
    uint16_t value;
};

struct describer {
    GPtrArray *labels; /* struct label */
    GHashTable *names; /* of the labels, as a set */
    describe_finder find;
    void *ctx;
    bool udp;
    uint32_t export_time;
    /* of one attempt */
    struct ipfix_encoder enc;
    GString *out;
    GArray *patches; /* struct patch */
    bool impossible; /* what mkcapture refuses and the encoder does not */
    uint32_t longs;  /* lengths in three octets where one would do */
    uint32_t shorts; /* lengths in one octet */
    uint8_t encoded[MESSAGE_ROOM];
    uint8_t scratch[65536];
    char text[TEXT_MAX];
};

static void free_label(void *p)
{
    struct label *l = p;

    g_free(l->name);
    g_free(l->spec);
    g_free(l);
}

struct describer *describer_new(void)
{
    struct describer *d = g_new0(struct describer, 1);

    d->labels = g_ptr_array_new_with_free_func(free_label);
    d->names = g_hash_table_new(g_str_hash, g_str_equal);
    d->patches = g_array_new(FALSE, FALSE, sizeof(struct patch));
    return d;
}

void describer_free(struct describer *d)
{
    g_hash_table_unref(d->names);
    g_ptr_array_unref(d->labels);
    g_array_unref(d->patches);
    g_free(d);
}

/* ---- going back ---- */

/* Where an attempt stood before a step that may fail. */
struct mark {
    struct ipfix_encoder enc;
    gsize out;
    uint32_t longs, shorts;
};

static struct mark take_mark(const struct describer *d)
{
    return (struct mark){d->enc, d->out->len, d->longs, d->shorts};
}

static void go_back(struct describer *d, const struct mark *m)
{
    d->enc = m->enc;
    d->longs = m->longs;
    d->shorts = m->shorts;
    g_string_truncate(d->out, m->out);
}

/* Did the encoder write these octets since the mark? */
static bool wrote(const struct describer *d, const struct mark *m, const uint8_t *p, size_t n)
{
    return d->enc.err.status == IPFIX_OK && d->enc.len - m->enc.len == n &&
           memcmp(d->enc.buf + m->enc.len, p, n) == 0;
}

/* ---- templates ---- */

/* The specifiers as mkcapture will read them: so both agree on the types of their values. */
static struct ipfix_spec *reread_specs(const struct ipfix_spec *spec, uint32_t n)
{
    struct ipfix_spec *again = g_new0(struct ipfix_spec, n);
    GString *text = g_string_new(NULL);

    for (uint32_t i = 0; i < n; i++) {
        g_string_truncate(text, 0);
        spec_write(text, &spec[i]);
        spec_parse(text->str, &again[i]);
    }
    g_string_free(text, TRUE);
    return again;
}

/* t256, and t256-2 where the number has another meaning by now. */
static char *new_name(const struct describer *d, const struct ipfix_template *t)
{
    char *name = g_strdup_printf("%s%u", t->options ? "options" : "t", t->id);

    for (unsigned i = 2; g_hash_table_contains(d->names, name); i++) {
        g_free(name);
        name = g_strdup_printf("%s%u-%u", t->options ? "options" : "t", t->id, i);
    }
    return name;
}

/* The label of a template; t->scope_count is that of scope fields that are there. */
static const struct label *need_label(struct describer *d, const struct ipfix_template *t,
                                      uint16_t field_count, uint16_t scope_count)
{
    for (guint i = 0; i < d->labels->len; i++) {
        const struct label *l = d->labels->pdata[i];

        if (l->tmpl.id == t->id && l->field_count == field_count && l->scope_count == scope_count &&
            ipfix_template_equal(&l->tmpl, t))
            return l;
    }
    struct label *l = g_new0(struct label, 1);
    l->name = new_name(d, t);
    l->tmpl = *t;
    l->tmpl.spec = l->spec = reread_specs(t->spec, t->field_count);
    l->field_count = field_count;
    l->scope_count = scope_count;
    ipfix_template_plan(&l->tmpl, NULL);
    g_ptr_array_add(d->labels, l);
    g_hash_table_add(d->names, l->name);
    return l;
}

/* The label of what data at an offset goes by, or NULL. */
static const struct label *find_label(struct describer *d, uint16_t id, uint32_t off)
{
    const struct ipfix_template *t = d->find(d->ctx, id, off);

    if (t == NULL || t->field_count == 0)
        return NULL;
    struct ipfix_template there = *t;
    there.scope_count = MIN(t->scope_count, t->field_count);
    return need_label(d, &there, t->field_count, t->scope_count);
}

static void put_specs(GString *out, const char *key, const struct ipfix_spec *spec, uint32_t n)
{
    g_string_append_printf(out, "    %s: [", key);
    for (uint32_t i = 0; i < n; i++) {
        GString *text = g_string_new(NULL);

        yaml_put_comma(out, 6, i);
        spec_write(text, &spec[i]);
        yaml_put_text(out, text->str, text->len);
        g_string_free(text, TRUE);
    }
    g_string_append(out, "]\n");
}

void describe_templates(const struct describer *d, GString *out)
{
    if (d->labels->len > 0)
        g_string_append(out, "templates:\n");
    for (guint i = 0; i < d->labels->len; i++) {
        const struct label *l = d->labels->pdata[i];
        const struct ipfix_template *t = &l->tmpl;

        g_string_append_printf(out, "  %s:\n    id: %u\n", l->name, t->id);
        if (t->options)
            put_specs(out, "scope", t->spec, t->scope_count);
        if (t->field_count > t->scope_count)
            put_specs(out, "fields", t->spec + t->scope_count, t->field_count - t->scope_count);
        if (l->field_count != t->field_count)
            g_string_append_printf(out, "    field_count: %u\n", l->field_count);
        if (l->scope_count != t->scope_count)
            g_string_append_printf(out, "    scope_count: %u\n", l->scope_count);
    }
}

/* ---- values ---- */

static void put_field(struct describer *d, const struct ipfix_field *f, unsigned indent);

/* The value as text, as mkcapture will read it.  False where the octets are none of their type. */
static bool encode_value(struct describer *d, const struct ipfix_field *f, size_t *len)
{
    struct ipfix_value v;

    if (ipfix_value_get(f, d->export_time, &v) != IPFIX_OK)
        return false;
    *len = ipfix_value_text(&v, d->text, sizeof d->text);
    if (*len >= sizeof d->text ||
        (v.type == IPFIX_STRING && ipfix_utf8_span((const uint8_t *)d->text, (uint32_t)*len) != *len))
        return false;
    if (ipfix_value_parse(message_parse_type(f->spec->type), d->text, *len, &v, d->scratch,
                          sizeof d->scratch) != IPFIX_OK)
        return false;
    v.type = f->spec->type;
    ipfix_enc_value(&d->enc, &v);
    return true;
}

static bool put_value(struct describer *d, const struct ipfix_field *f)
{
    const uint8_t *start = f->data - f->prefix;
    struct mark before = take_mark(d);
    size_t len;

    if (!encode_value(d, f, &len) || !wrote(d, &before, start, f->prefix + (size_t)f->len))
        return false;
    yaml_put_text(d->out, d->text, len);
    return true;
}

static void put_hex(struct describer *d, const struct ipfix_field *f, unsigned indent, bool long_form)
{
    g_string_append(d->out, long_form ? "!long-hex " : "!hex ");
    yaml_put_octets(d->out, f->data, f->len, indent);
    ipfix_enc_raw_field(&d->enc, f->data, f->len, long_form || (d->enc.options & IPFIX_ENC_LONG_FORM));
}

/* A length in three octets although one would do. */
static bool is_long(const struct ipfix_field *f)
{
    return f->prefix == 3 && f->len < 255;
}

static void put_scalar(struct describer *d, const struct ipfix_field *f, unsigned indent)
{
    bool tagged = is_long(f) && !(d->enc.options & IPFIX_ENC_LONG_FORM);
    struct mark before = take_mark(d);

    d->longs += is_long(f);
    d->shorts += f->prefix == 1;
    before.longs = d->longs;
    before.shorts = d->shorts;
    if (tagged) {
        d->enc.options |= IPFIX_ENC_LONG_FORM;
        g_string_append(d->out, "!long ");
    }
    bool same = put_value(d, f);
    d->enc.options = before.enc.options;
    if (same)
        return;
    go_back(d, &before);
    put_hex(d, f, indent, tagged);
}

/* ---- records ---- */

/* One record in brackets.  False: it is not whole. */
static bool put_record(struct describer *d, struct ipfix_records *recs, unsigned indent)
{
    struct ipfix_field f;
    size_t i = 0;

    ipfix_enc_record(&d->enc, recs->tmpl);
    g_string_append_c(d->out, '[');
    for (; ipfix_field_next(recs, &f) == IPFIX_OK; i++) {
        yaml_put_comma(d->out, indent, i);
        put_field(d, &f, indent);
    }
    g_string_append_c(d->out, ']');
    return recs->err.status == IPFIX_OK;
}

/* ---- lists ---- */

static bool put_semantic(struct describer *d, uint8_t semantic)
{
    const struct ipfix_names *names = ipfix_names_find("structuredDataSemantics");
    const char *name = names != NULL ? ipfix_value_name(names, semantic) : NULL;

    g_string_append_c(d->out, '{');
    if (semantic == MESSAGE_SEMANTIC_UNDEFINED)
        return false;
    if (name != NULL)
        g_string_append_printf(d->out, "semantic: %s", name);
    else
        g_string_append_printf(d->out, "semantic: %u", semantic);
    return true;
}

static bool put_items(struct describer *d, struct ipfix_list *l, unsigned indent)
{
    struct ipfix_set block;
    struct ipfix_records recs;
    struct ipfix_field f;
    size_t i = 0;

    g_string_append(d->out, "element: ");
    spec_write(d->out, &l->spec);
    g_string_append(d->out, ", items: [");
    ipfix_enc_basic_list(&d->enc, l->semantic, &l->spec);
    if (ipfix_list_next(l, &block) != IPFIX_OK)
        return false;
    ipfix_records_open(&recs, &block, block.tmpl);
    while (ipfix_record_next(&recs) == IPFIX_OK)
        for (; ipfix_field_next(&recs, &f) == IPFIX_OK; i++) {
            yaml_put_comma(d->out, indent, i);
            put_field(d, &f, indent);
        }
    g_string_append_c(d->out, ']');
    return recs.err.status == IPFIX_OK;
}

static bool put_block_records(struct describer *d, const struct ipfix_set *block, const struct label *label,
                              unsigned indent)
{
    struct ipfix_records recs;

    g_string_append_printf(d->out, "template: %s, records: [", label->name);
    ipfix_records_open(&recs, block, &label->tmpl);
    for (size_t i = 0; ipfix_record_next(&recs) == IPFIX_OK; i++) {
        yaml_put_comma(d->out, indent, i);
        if (!put_record(d, &recs, indent))
            return false;
    }
    g_string_append_c(d->out, ']');
    return recs.err.status == IPFIX_OK;
}

static bool put_sub_records(struct describer *d, struct ipfix_list *l, unsigned indent)
{
    const struct label *label = find_label(d, l->id, l->off);
    struct ipfix_set block;

    if (label == NULL || ipfix_list_next(l, &block) != IPFIX_OK)
        return false;
    ipfix_enc_sub_template_list(&d->enc, l->semantic, &label->tmpl);
    return put_block_records(d, &block, label, indent);
}

static bool put_blocks(struct describer *d, struct ipfix_list *l, unsigned indent)
{
    struct ipfix_set block;

    ipfix_enc_sub_template_multi_list(&d->enc, l->semantic);
    g_string_append(d->out, "blocks: [");
    for (size_t i = 0; ipfix_list_next(l, &block) == IPFIX_OK; i++) {
        const struct label *label = find_label(d, block.id, l->off);

        if (label == NULL)
            return false;
        yaml_put_comma(d->out, indent, i);
        g_string_append_c(d->out, '{');
        if (!put_block_records(d, &block, label, indent))
            return false;
        g_string_append_c(d->out, '}');
    }
    g_string_append_c(d->out, ']');
    return l->err.status == IPFIX_OK;
}

static bool put_content(struct describer *d, struct ipfix_list *l, unsigned indent)
{
    switch (l->type) {
    case IPFIX_BASIC_LIST:
        return put_items(d, l, indent);
    case IPFIX_SUB_TEMPLATE_LIST:
        return put_sub_records(d, l, indent);
    default:
        return put_blocks(d, l, indent);
    }
}

static bool put_list(struct describer *d, const struct ipfix_field *f, unsigned indent)
{
    struct mark before = take_mark(d);
    struct ipfix_list l;

    if (ipfix_list_open(&l, f, NULL, NULL) != IPFIX_OK)
        return false;
    if (put_semantic(d, l.semantic))
        g_string_append(d->out, ", ");
    if (!put_content(d, &l, indent))
        return false;
    ipfix_enc_list_end(&d->enc);
    if (d->enc.err.status != IPFIX_OK)
        return false;
    if (f->prefix == 1) {
        g_string_append(d->out, ", short: true");
        if (!message_shorten(&d->enc, before.enc.len))
            return false;
    }
    g_string_append_c(d->out, '}');
    return wrote(d, &before, f->data - f->prefix, f->prefix + (size_t)f->len);
}

static void put_field(struct describer *d, const struct ipfix_field *f, unsigned indent)
{
    struct mark before = take_mark(d);

    if (f->spec->type < IPFIX_BASIC_LIST || f->spec->type > IPFIX_SUB_TEMPLATE_MULTI_LIST) {
        put_scalar(d, f, indent);
        return;
    }
    if (put_list(d, f, indent))
        return;
    go_back(d, &before);
    put_hex(d, f, indent, is_long(f) && !(d->enc.options & IPFIX_ENC_LONG_FORM));
}

/* ---- sets ---- */

/* The records of a data set, as far as they are whole; answers where they end. */
static uint32_t put_data(struct describer *d, const struct ipfix_set *set)
{
    const struct label *label = find_label(d, set->id, set->off);
    struct ipfix_records recs;
    uint32_t end = set->in.pos, count = 0;

    ipfix_enc_set(&d->enc, set->id);
    if (label == NULL || label->tmpl.min_len == 0) {
        g_string_append_printf(d->out, "set: %u", set->id);
        return end;
    }
    g_string_append_printf(d->out, "data: %s", label->name);
    ipfix_records_open(&recs, set, &label->tmpl);
    for (; ipfix_record_next(&recs) == IPFIX_OK; count++) {
        struct mark before = take_mark(d);

        g_string_append(d->out, count == 0 ? "\n        records:\n          - " : "\n          - ");
        if (!put_record(d, &recs, 13)) {
            go_back(d, &before);
            break;
        }
        end = recs.in.pos;
    }
    return end;
}

/* Encode a template as its label says, with the counts that the label may override. */
static void encode_template(struct describer *d, const struct label *l)
{
    size_t start = d->enc.len;

    ipfix_enc_template(&d->enc, &l->tmpl);
    if (d->enc.err.status != IPFIX_OK)
        return;
    d->enc.buf[start + 2] = (uint8_t)(l->field_count >> 8);
    d->enc.buf[start + 3] = (uint8_t)l->field_count;
    if (!l->tmpl.options)
        return;
    d->enc.buf[start + 4] = (uint8_t)(l->scope_count >> 8);
    d->enc.buf[start + 5] = (uint8_t)l->scope_count;
}

/* The label of a template record with the specifiers that are there, or NULL where there are none. */
static const struct label *label_of_rec(struct describer *d, const struct ipfix_template_rec *rec)
{
    GArray *specs = g_array_new(FALSE, FALSE, sizeof(struct ipfix_spec));
    struct ipfix_template_rec copy = *rec;
    const struct label *label = NULL;
    struct ipfix_spec spec;
    uint32_t off;

    while (ipfix_spec_next(&copy, &spec, &off) == IPFIX_OK)
        g_array_append_val(specs, spec);
    struct ipfix_template t = {.spec = (const struct ipfix_spec *)(const void *)specs->data,
                               .id = rec->id,
                               .field_count = (uint16_t)specs->len,
                               .options = rec->options};
    t.scope_count = (uint16_t)MIN(rec->scope_count, specs->len);
    if (specs->len > 0)
        label = need_label(d, &t, rec->field_count, rec->scope_count);
    g_array_unref(specs);
    return label;
}

/* A record that the label makes the same octets of goes as that.  Answers where it ends, 0: it does not. */
static uint32_t put_template(struct describer *d, const struct ipfix_template_rec *rec, size_t count)
{
    const struct label *label = label_of_rec(d, rec);
    struct mark before = take_mark(d);

    if (label == NULL)
        return 0;
    encode_template(d, label);
    size_t n = d->enc.len - before.enc.len;
    if (d->enc.err.status == IPFIX_OK && !wrote(d, &before, rec->specs.base + rec->off, n)) {
        go_back(d, &before);
        return 0;
    }
    g_string_append(d->out, count == 0 ? "templates: [" : "");
    yaml_put_comma(d->out, 10, count);
    g_string_append(d->out, label->name);
    return rec->off + (uint32_t)n;
}

/* Any template with that number serves to name it. */
static const struct label *label_to_withdraw(const struct describer *d, uint16_t id, bool options)
{
    for (guint i = d->labels->len; i-- > 0;) {
        const struct label *l = d->labels->pdata[i];

        if (l->tmpl.id == id && l->tmpl.options == options)
            return l;
    }
    return NULL;
}

static uint32_t put_withdrawal(struct describer *d, const struct ipfix_template_rec *rec, size_t count)
{
    const struct label *label = label_to_withdraw(d, rec->id, rec->options);

    if (label == NULL || rec->len != 4)
        return 0;
    g_string_append(d->out, count == 0 ? "withdraw: [" : "");
    yaml_put_comma(d->out, 10, count);
    g_string_append(d->out, label->name);
    ipfix_enc_withdrawal(&d->enc, rec->id, rec->options);
    return rec->off + rec->len;
}

static void note_withdrawal(struct describer *d)
{
    if (d->udp && !(d->enc.options & IPFIX_ENC_FAULTS))
        d->impossible = true;
}

/* Template records, or withdrawals, as far as the first says what the set has; answers where they end. */
static uint32_t put_template_records(struct describer *d, const struct ipfix_set *set)
{
    struct ipfix_set from = *set;
    struct ipfix_template_rec rec;
    uint32_t end = set->in.pos;
    bool withdrawals = false;
    size_t count = 0;

    ipfix_enc_set(&d->enc, set->id);
    for (;; count++) {
        enum ipfix_status status = ipfix_template_next(&from, &rec);
        bool partial = status < 0 && from.err.off == rec.off && rec.field_count > 0;

        if (status != IPFIX_OK && !partial)
            break;
        if (count == 0)
            withdrawals = rec.field_count == 0;
        if (withdrawals != (rec.field_count == 0))
            break;
        uint32_t next = withdrawals ? put_withdrawal(d, &rec, count) : put_template(d, &rec, count);
        if (next == 0)
            break;
        end = next;
        if (partial) {
            count++;
            break;
        }
    }
    if (count > 0)
        g_string_append_c(d->out, ']');
    else
        g_string_append_printf(d->out, "set: %u", set->id);
    if (count > 0 && withdrawals)
        note_withdrawal(d);
    return end;
}

/* A set that is nothing but a withdrawal of all templates of its kind. */
static bool is_withdraw_all(const struct ipfix_set *set, struct ipfix_template_rec *rec)
{
    struct ipfix_set from = *set;

    return (set->kind == IPFIX_SET_TEMPLATES || set->kind == IPFIX_SET_OPTIONS_TEMPLATES) &&
           ipfix_template_next(&from, rec) == IPFIX_OK && rec->withdraw_all && rec->id == set->id &&
           rec->len == 4;
}

/* What the set begins with; answers where that ends. */
static uint32_t put_set_start(struct describer *d, const struct ipfix_set *set)
{
    struct ipfix_template_rec rec;

    if (set->length < IPFIX_SET_HEADER_LEN) {
        ipfix_enc_set(&d->enc, set->id);
        g_string_append_printf(d->out, "set: %u", set->id);
        return set->in.pos;
    }
    if (is_withdraw_all(set, &rec)) {
        bool options = set->kind == IPFIX_SET_OPTIONS_TEMPLATES;

        ipfix_enc_set(&d->enc, set->id);
        ipfix_enc_withdrawal(&d->enc, set->id, options);
        g_string_append_printf(d->out, "withdraw: all %stemplates", options ? "options " : "");
        note_withdrawal(d);
        return rec.off + rec.len;
    }
    switch (set->kind) {
    case IPFIX_SET_TEMPLATES:
    case IPFIX_SET_OPTIONS_TEMPLATES:
        return put_template_records(d, set);
    default:
        return put_data(d, set);
    }
}

/* Octets with which the encoder would fill the set up. */
static size_t auto_padding(const struct describer *d)
{
    struct ipfix_encoder ahead = d->enc;
    size_t len;

    return ipfix_enc_end(&ahead, &len) == IPFIX_OK ? len - d->enc.len : 0;
}

static bool are_zeros(const uint8_t *p, size_t n)
{
    while (n > 0 && *p == 0)
        p++, n--;
    return n == 0;
}

static void put_set(struct describer *d, const struct ipfix_set *set)
{
    g_string_append(d->out, "      - ");
    uint32_t end = put_set_start(d, set);
    const uint8_t *rest = set->in.base + end;
    size_t n = set->in.end - end, padding = auto_padding(d);

    if (n > 0 && !(n == padding && are_zeros(rest, n))) {
        g_string_append(d->out, "\n        octets: ");
        yaml_put_octets(d->out, rest, n, 10);
        ipfix_enc_octets(&d->enc, rest, n);
        padding = auto_padding(d);
    }
    size_t length = d->enc.len + padding - d->enc.set;
    if (length != set->length) {
        struct patch patch = {d->enc.set + 2, set->length};

        g_string_append_printf(d->out, "\n        length: %u", set->length);
        g_array_append_val(d->patches, patch);
    }
    g_string_append_c(d->out, '\n');
}

/* The set whose length is wrong: it has what is left of the message. */
static bool take_broken_set(struct ipfix_msg *msg, struct ipfix_set *set)
{
    struct ipfix_reader in = msg->in;
    const uint8_t *p = ipfix_take(&in, IPFIX_SET_HEADER_LEN);

    if (p == NULL)
        return false;
    *set = (struct ipfix_set){.id = ipfix_be16(p), .length = ipfix_be16(p + 2), .off = msg->in.pos, .in = in};
    set->kind = set->id == IPFIX_SET_ID_TEMPLATE           ? IPFIX_SET_TEMPLATES
                : set->id == IPFIX_SET_ID_OPTIONS_TEMPLATE ? IPFIX_SET_OPTIONS_TEMPLATES
                                                           : IPFIX_SET_DATA;
    msg->in.pos = msg->in.end;
    return true;
}

/* ---- messages ---- */

/* The sets, and what is left behind them. */
static void put_sets(struct describer *d, struct ipfix_msg *msg)
{
    struct ipfix_set set;
    gsize empty;

    g_string_append(d->out, "    sets:\n");
    empty = d->out->len;
    while (ipfix_set_next(msg, &set) == IPFIX_OK || take_broken_set(msg, &set)) {
        if (d->enc.err.status != IPFIX_OK)
            return;
        put_set(d, &set);
    }
    if (d->out->len == empty)
        g_string_truncate(d->out, empty - strlen("    sets:\n"));
}

static void put_options(GString *out, uint32_t options)
{
    if (options & IPFIX_ENC_FAULTS)
        g_string_append(out, "    faults: true\n");
    if (options & IPFIX_ENC_LONG_FORM)
        g_string_append(out, "    long_form: true\n");
    if (options & (IPFIX_ENC_ALIGN_4 | IPFIX_ENC_ALIGN_8))
        g_string_append_printf(out, "    align: %d\n", options & IPFIX_ENC_ALIGN_4 ? 4 : 8);
}

static void apply_patches(struct describer *d)
{
    for (guint i = 0; i < d->patches->len; i++) {
        const struct patch *p = &g_array_index(d->patches, struct patch, i);

        d->encoded[p->at] = (uint8_t)(p->value >> 8);
        d->encoded[p->at + 1] = (uint8_t)p->value;
    }
}

/* Close the message: what stands behind the sets, its length and version; then all must be the same. */
static bool finish(struct describer *d, const struct ipfix_msg *msg, const uint8_t *p, uint32_t n)
{
    const uint8_t *rest = p + msg->in.pos;
    uint32_t left = n - msg->in.pos;
    size_t len;

    if (ipfix_enc_end(&d->enc, &len) != IPFIX_OK || d->impossible || len + left != n)
        return false;
    if (msg->length != len) {
        g_string_append_printf(d->out, "    length: %u\n", msg->length);
        d->encoded[2] = (uint8_t)(msg->length >> 8);
        d->encoded[3] = (uint8_t)msg->length;
    }
    if (ipfix_be16(p) != IPFIX_VERSION) {
        g_string_append_printf(d->out, "    version: %u\n", ipfix_be16(p));
        memcpy(d->encoded, p, 2);
    }
    if (left > 0) {
        g_string_append(d->out, "    append: ");
        yaml_put_octets(d->out, rest, left, 6);
        g_string_append_c(d->out, '\n');
    }
    apply_patches(d);
    return memcmp(d->encoded, p, len) == 0;
}

/* Describe the message with these options of the encoder.  readable: p with version 10. */
static bool attempt(struct describer *d, const uint8_t *p, const uint8_t *readable, uint32_t n,
                    uint32_t options)
{
    struct ipfix_msg msg;

    g_string_truncate(d->out, 0);
    g_array_set_size(d->patches, 0);
    d->impossible = false;
    d->longs = d->shorts = 0;
    if (ipfix_msg_open(&msg, readable, n, n) != IPFIX_OK)
        return false;
    d->export_time = msg.export_time;
    put_options(d->out, options);
    ipfix_enc_init(&d->enc, d->encoded, sizeof d->encoded, options);
    ipfix_enc_msg(&d->enc, msg.export_time, msg.sequence, msg.domain);
    put_sets(d, &msg);
    return d->enc.err.status == IPFIX_OK && finish(d, &msg, p, n);
}

/* The plainest description that comes out the same. */
static bool describe(struct describer *d, const uint8_t *p, const uint8_t *readable, uint32_t n)
{
    static const uint32_t options[] = {0, IPFIX_ENC_ALIGN_4, IPFIX_ENC_ALIGN_8, IPFIX_ENC_FAULTS};

    for (size_t i = 0; i < G_N_ELEMENTS(options); i++) {
        if (!attempt(d, p, readable, n, options[i]))
            continue;
        if (d->longs > 0 && d->shorts == 0 && attempt(d, p, readable, n, options[i] | IPFIX_ENC_LONG_FORM))
            return true;
        return attempt(d, p, readable, n, options[i]);
    }
    return false;
}

struct description describe_message(struct describer *d, const uint8_t *p, uint32_t n, bool udp,
                                    describe_finder find, void *ctx)
{
    uint8_t *readable = g_memdup2(p, n);

    d->find = find;
    d->ctx = ctx;
    d->udp = udp;
    d->out = g_string_new(NULL);
    readable[0] = 0;
    readable[1] = IPFIX_VERSION;
    bool done = describe(d, p, readable, n);
    g_free(readable);
    if (done)
        return (struct description){d->out, d->enc.records};
    g_string_free(d->out, TRUE);
    return describe_octets(p, n);
}

struct description describe_octets(const uint8_t *p, uint32_t n)
{
    GString *out = g_string_new("    octets: ");

    yaml_put_octets(out, p, n, INDENT + 2);
    g_string_append_c(out, '\n');
    return (struct description){out, 0};
}
