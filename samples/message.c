/* SPDX-License-Identifier: BSD-2-Clause */
#include "message.h"

#include <string.h>

#include "chance.h"
#include "doc.h"
#include "refuse.h"
#include "spec.h"

/* RFC 7011 section 7. */
#define SHORT_LENGTH_MAX 254u
#define LONG_PREFIX_LEN 3u

/* ---- templates ---- */

struct labelled {
    const char *label;
    const yaml_node_t *node;
    struct ipfix_template tmpl;
    struct ipfix_spec *spec;
};

static GHashTable *templates; /* struct labelled, by its label */

static struct ipfix_spec read_spec(const yaml_node_t *node)
{
    struct ipfix_spec spec;
    enum spec_fault fault = spec_parse(doc_text(node), &spec);

    if (fault != SPEC_OK)
        refuse_spec_text(node, fault);
    return spec;
}

static void read_specs(const yaml_node_t *list, GArray *specs)
{
    for (size_t i = 0, n = doc_items(list, "elements"); i < n; i++) {
        struct ipfix_spec spec = read_spec(doc_item(list, i));

        g_array_append_val(specs, spec);
    }
}

/* A list of fields, or a mapping that says more. */
static struct labelled *read_template(const char *label, const yaml_node_t *node, uint16_t id)
{
    struct labelled *l = g_new0(struct labelled, 1);
    GArray *specs = g_array_new(FALSE, FALSE, sizeof(struct ipfix_spec));

    l->label = label;
    l->node = node;
    if (doc_is_map(node)) {
        const yaml_node_t *scope = doc_get(node, "scope"), *fields = doc_get(node, "fields");

        doc_only(node, "id", "scope", "fields", "field_count", "scope_count", NULL);
        if (scope != NULL)
            read_specs(scope, specs);
        else
            doc_refuse(node, "scope_count", "of a template with scope: alone");
        l->tmpl.options = scope != NULL;
        l->tmpl.scope_count = (uint16_t)specs->len;
        if (fields != NULL)
            read_specs(fields, specs);
    } else {
        read_specs(node, specs);
    }
    if (specs->len == 0 || specs->len > UINT16_MAX)
        doc_fail(node, "expected fields");
    l->tmpl.id = id;
    l->tmpl.field_count = (uint16_t)specs->len;
    l->tmpl.spec = l->spec = (struct ipfix_spec *)(void *)g_array_free(specs, FALSE);
    ipfix_template_plan(&l->tmpl, NULL);
    return l;
}

static void free_template(void *p)
{
    struct labelled *l = p;

    g_free(l->spec);
    g_free(l);
}

/* Numbers of templates, which go by one count for all exporters and domains. */
struct numbers {
    bool taken[UINT16_MAX + 1];
    uint32_t next; /* after the template before */
};

/* Numbers that are given, here or further down.  One may be given twice: to show a template redefined. */
static void take_given(struct numbers *numbers, const yaml_node_t *map)
{
    for (size_t i = 0, n = doc_pairs(map); i < n; i++) {
        const yaml_node_t *node = doc_value(map, i), *id = doc_is_map(node) ? doc_get(node, "id") : NULL;

        if (id != NULL)
            numbers->taken[doc_number(id, UINT16_MAX)] = true;
    }
}

/* The next number that nobody else has, from the first again after the last. */
static uint16_t free_number(const struct numbers *numbers, const yaml_node_t *node)
{
    uint32_t id = MAX(numbers->next, IPFIX_TEMPLATE_ID_MIN), left = UINT16_MAX + 1 - IPFIX_TEMPLATE_ID_MIN;

    for (; left > 0; left--, id++) {
        if (id > UINT16_MAX)
            id = IPFIX_TEMPLATE_ID_MIN;
        if (!numbers->taken[id])
            return (uint16_t)id;
    }
    doc_fail(node, "expected fewer templates: all numbers from 256 on are taken");
}

static uint16_t template_number(const struct numbers *numbers, const yaml_node_t *node)
{
    const yaml_node_t *id = doc_is_map(node) ? doc_get(node, "id") : NULL;

    return id != NULL ? (uint16_t)doc_number(id, UINT16_MAX) : free_number(numbers, node);
}

void templates_read(const yaml_node_t *map)
{
    struct numbers *numbers = g_new0(struct numbers, 1);

    templates = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_template);
    if (map != NULL)
        take_given(numbers, map);
    for (size_t i = 0, n = map != NULL ? doc_pairs(map) : 0; i < n; i++) {
        const yaml_node_t *node = doc_value(map, i);
        uint16_t id = template_number(numbers, node);
        struct labelled *l = read_template(doc_key(map, i), node, id);

        g_hash_table_insert(templates, (gpointer)l->label, l);
        numbers->taken[id] = true;
        numbers->next = id + 1u;
    }
    g_free(numbers);
}

static const struct labelled *find_template(const yaml_node_t *node)
{
    const struct labelled *l = g_hash_table_lookup(templates, doc_text(node));

    if (l != NULL)
        return l;
    doc_fail(node, "expected a label of templates:, not %s", doc_word(node));
}

/* ---- values ---- */

/* Octets of the message that a fault overwrites once all is encoded. */
struct patch {
    size_t at;
    uint16_t value;
};

struct writer {
    struct ipfix_encoder enc;
    GArray *patches;
    bool withdrawals;
    uint32_t export_time;
    uint8_t scratch[65536];
};

static bool wants_faults(const struct writer *w)
{
    return (w->enc.options & IPFIX_ENC_FAULTS) != 0;
}

static bool is_forbidden(const struct writer *w)
{
    return w->enc.err.status == IPFIX_FORBIDDEN && w->enc.err.want == 0;
}

/* The encoder's first fault, told at the node that it comes from; who knows the rule that was broken has
 * told of it before. */
static void check(const struct writer *w, const yaml_node_t *node)
{
    if (w->enc.err.status == IPFIX_OK)
        return;
    if (w->enc.err.want > UINT16_MAX)
        doc_fail(node, "expected at most 65535 octets, not %u", w->enc.err.want);
    if (w->enc.err.status == IPFIX_LIST_DEPTH)
        doc_fail(node, "expected at most %u lists within each other", IPFIX_MAX_DEPTH);
    doc_fail(node, "expected what an exporter may write" UNLESS_FAULTS);
}

static void check_value(const struct writer *w, const yaml_node_t *node, const struct ipfix_spec *spec)
{
    enum ipfix_status status = w->enc.err.status;

    if (w->enc.err.want <= UINT16_MAX && status <= IPFIX_VALUE_LENGTH && status >= IPFIX_VALUE_RANGE)
        refuse_value(node, spec, &w->enc.err);
    check(w, node);
}

static void check_template(const struct writer *w, const yaml_node_t *node, const struct ipfix_template *t)
{
    if (is_forbidden(w))
        refuse_template(node, t);
    check(w, node);
}

static void add_patch(struct writer *w, const yaml_node_t *map, const char *key, size_t at)
{
    const yaml_node_t *node = doc_get(map, key);

    if (node == NULL)
        return;
    struct patch patch = {at, (uint16_t)doc_number(node, UINT16_MAX)};
    g_array_append_val(w->patches, patch);
}

static void put_octets_of_field(struct writer *w, const yaml_node_t *node)
{
    GByteArray *octets = doc_octets(node);

    ipfix_enc_raw_field(&w->enc, octets->data, octets->len, w->enc.options & IPFIX_ENC_LONG_FORM);
    g_byte_array_unref(octets);
}

/* Numbers are read at the widest and left to the encoder to refuse: text alone would be clipped to
 * the type, which an author must hear of. */
unsigned message_parse_type(unsigned type)
{
    if (type >= IPFIX_U8 && type <= IPFIX_U64)
        return IPFIX_U64;
    if (type >= IPFIX_S8 && type <= IPFIX_S64)
        return IPFIX_S64;
    return type;
}

static void put_text(struct writer *w, const yaml_node_t *node, const struct ipfix_spec *spec)
{
    struct ipfix_value v;

    if (chance_value(node, spec->type, w->export_time, &v, w->scratch)) {
        ipfix_enc_value(&w->enc, &v);
        return;
    }
    if (ipfix_value_parse(message_parse_type(spec->type), doc_text(node), doc_text_len(node), &v, w->scratch,
                          sizeof w->scratch) != IPFIX_OK)
        refuse_text(node, spec);
    v.type = spec->type;
    ipfix_enc_value(&w->enc, &v);
}

/* !hex: the octets instead of the value.  !long: a length in three octets.  !long-hex: both. */
static void put_scalar(struct writer *w, const yaml_node_t *node, const struct ipfix_spec *spec)
{
    const char *tag = (const char *)node->tag;
    uint32_t options = w->enc.options;

    if (strcmp(tag, "!long") == 0 || strcmp(tag, "!long-hex") == 0) {
        if (spec->len != IPFIX_VARLEN)
            doc_fail(node, "expected %s of a field of variable length alone", tag);
        w->enc.options |= IPFIX_ENC_LONG_FORM;
    }
    if (strcmp(tag, "!hex") == 0 || strcmp(tag, "!long-hex") == 0)
        put_octets_of_field(w, node);
    else
        put_text(w, node, spec);
    w->enc.options = options;
    check_value(w, node, spec);
}

static void put_records(struct writer *w, const struct labelled *l, const yaml_node_t *list);

/* A number, or a name of RFC 6313 section 4.4. */
static uint8_t read_semantic(const yaml_node_t *list)
{
    const struct ipfix_names *names = ipfix_names_find("structuredDataSemantics");
    const yaml_node_t *node = doc_get(list, "semantic");

    if (node == NULL)
        return MESSAGE_SEMANTIC_UNDEFINED;
    for (uint32_t i = 0; names != NULL && i < names->count; i++)
        if (strcmp(names->name[i].name, doc_text(node)) == 0)
            return (uint8_t)names->name[i].first;
    return (uint8_t)doc_number(node, UINT8_MAX);
}

static void put_value(struct writer *w, const yaml_node_t *node, const struct ipfix_spec *spec);

static void put_basic_list(struct writer *w, const yaml_node_t *list)
{
    const yaml_node_t *element = doc_need(list, "element"), *items = doc_need(list, "items");
    struct ipfix_spec spec = read_spec(element);

    doc_only(list, "semantic", "element", "items", "short", NULL);
    ipfix_enc_basic_list(&w->enc, read_semantic(list), &spec);
    if (is_forbidden(w) || w->enc.err.status == IPFIX_LIST_ITEM_EMPTY)
        refuse_spec(element, &spec);
    check(w, element);
    for (size_t i = 0, n = doc_items(items, "values"); i < n; i++)
        put_value(w, doc_item(items, i), &spec);
}

static void put_sub_template_list(struct writer *w, const yaml_node_t *list)
{
    const yaml_node_t *label = doc_need(list, "template");
    const struct labelled *l = find_template(label);

    doc_only(list, "semantic", "template", "records", "short", NULL);
    ipfix_enc_sub_template_list(&w->enc, read_semantic(list), &l->tmpl);
    check_template(w, label, &l->tmpl);
    put_records(w, l, doc_need(list, "records"));
}

static void put_multi_list(struct writer *w, const yaml_node_t *list)
{
    const yaml_node_t *blocks = doc_need(list, "blocks");

    doc_only(list, "semantic", "blocks", "short", NULL);
    ipfix_enc_sub_template_multi_list(&w->enc, read_semantic(list));
    check(w, list);
    for (size_t i = 0, n = doc_items(blocks, "blocks"); i < n; i++) {
        const yaml_node_t *block = doc_item(blocks, i);

        doc_only(block, "template", "records", NULL);
        put_records(w, find_template(doc_need(block, "template")), doc_need(block, "records"));
    }
}

bool message_shorten(struct ipfix_encoder *e, size_t start)
{
    size_t n = e->len - start - LONG_PREFIX_LEN;

    if (n > SHORT_LENGTH_MAX)
        return false;
    e->len -= LONG_PREFIX_LEN - 1;
    /* Where there is no more room, the encoder only counts. */
    if (start + LONG_PREFIX_LEN + n > e->cap)
        return true;
    e->buf[start] = (uint8_t)n;
    memmove(e->buf + start + 1, e->buf + start + LONG_PREFIX_LEN, n);
    return true;
}

static void put_list(struct writer *w, const yaml_node_t *list, const struct ipfix_spec *spec)
{
    const yaml_node_t *shorter = doc_get(list, "short");
    size_t start = w->enc.len;

    switch (spec->type) {
    case IPFIX_BASIC_LIST:
        put_basic_list(w, list);
        break;
    case IPFIX_SUB_TEMPLATE_LIST:
        put_sub_template_list(w, list);
        break;
    case IPFIX_SUB_TEMPLATE_MULTI_LIST:
        put_multi_list(w, list);
        break;
    default:
        doc_fail(list, "expected %s, not a list", ipfix_type_name(spec->type));
    }
    ipfix_enc_list_end(&w->enc);
    check_value(w, list, spec);
    if (shorter == NULL || !doc_flag(shorter))
        return;
    if (spec->len != IPFIX_VARLEN || !message_shorten(&w->enc, start))
        doc_fail(shorter, "expected a list of variable length with at most 254 octets");
}

static void put_value(struct writer *w, const yaml_node_t *node, const struct ipfix_spec *spec)
{
    node = chance_pick(node);
    if (doc_is_map(node))
        put_list(w, node, spec);
    else
        put_scalar(w, node, spec);
}

static void put_record(struct writer *w, const struct labelled *l, const yaml_node_t *record)
{
    size_t values = doc_items(record, "values, one for each field");

    if (values != l->tmpl.field_count)
        doc_fail(record, "expected as many values as %s has fields: %u", l->label, l->tmpl.field_count);
    ipfix_enc_record(&w->enc, &l->tmpl);
    check(w, record);
    for (size_t f = 0; f < values; f++)
        put_value(w, doc_item(record, f), &l->spec[f]);
}

static void put_records(struct writer *w, const struct labelled *l, const yaml_node_t *list)
{
    for (size_t i = 0, n = doc_items(list, "records"); i < n; i++) {
        const yaml_node_t *record = doc_item(list, i);
        uint64_t count = 1;

        if (doc_is_map(record)) {
            doc_only(record, "repeat", "record", NULL);
            count = chance_number(doc_need(record, "repeat"), UINT16_MAX);
            record = doc_need(record, "record");
        }
        while (count-- > 0)
            put_record(w, l, chance_pick(record));
    }
}

/* ---- sets ---- */

/* Octets of a template record, as RFC 7011 section 3.4 lays it out. */
static size_t template_len(const struct ipfix_template *t)
{
    size_t n = t->options ? 6 : 4;

    for (uint32_t i = 0; i < t->field_count; i++)
        n += t->spec[i].enterprise ? 8 : 4;
    return n;
}

/* node: where the number comes from. */
static void open_set(struct writer *w, uint16_t id, const yaml_node_t *node)
{
    ipfix_enc_set(&w->enc, id);
    if (is_forbidden(w))
        doc_fail(node, "expected a set number of 2, 3 or from 256 on, not %u" UNLESS_FAULTS, id);
}

/* Without labels there would be no set. */
static size_t count_labels(const yaml_node_t *labels)
{
    size_t n = doc_items(labels, "labels of templates:");

    if (n == 0)
        doc_fail(labels, "expected labels of templates:");
    return n;
}

static void put_templates(struct writer *w, const yaml_node_t *labels)
{
    for (size_t i = 0, n = count_labels(labels); i < n; i++) {
        const struct labelled *l = find_template(doc_item(labels, i));

        if (i == 0)
            ipfix_enc_set(&w->enc, l->tmpl.options ? IPFIX_SET_ID_OPTIONS_TEMPLATE : IPFIX_SET_ID_TEMPLATE);
        ipfix_enc_template(&w->enc, &l->tmpl);
        check_template(w, l->node, &l->tmpl);
        if (!doc_is_map(l->node))
            continue;
        add_patch(w, l->node, "field_count", w->enc.len - template_len(&l->tmpl) + 2);
        if (l->tmpl.options)
            add_patch(w, l->node, "scope_count", w->enc.len - template_len(&l->tmpl) + 4);
    }
}

static void put_withdrawals(struct writer *w, const yaml_node_t *node)
{
    if (!w->withdrawals)
        doc_fail(node, "expected no withdrawal over UDP" UNLESS_FAULTS);
    if (!doc_is_list(node)) {
        bool options = strcmp(doc_text(node), "all options templates") == 0;

        if (!options && strcmp(doc_text(node), "all templates") != 0)
            doc_fail(node, "expected labels, \"all templates\" or \"all options templates\"");
        uint16_t set_id = options ? IPFIX_SET_ID_OPTIONS_TEMPLATE : IPFIX_SET_ID_TEMPLATE;
        ipfix_enc_set(&w->enc, set_id);
        ipfix_enc_withdrawal(&w->enc, set_id, options);
        return;
    }
    for (size_t i = 0, n = count_labels(node); i < n; i++) {
        const struct labelled *l = find_template(doc_item(node, i));

        if (i == 0)
            ipfix_enc_set(&w->enc, l->tmpl.options ? IPFIX_SET_ID_OPTIONS_TEMPLATE : IPFIX_SET_ID_TEMPLATE);
        ipfix_enc_withdrawal(&w->enc, l->tmpl.id, l->tmpl.options);
        check_template(w, doc_item(node, i), &l->tmpl);
    }
}

static void put_octets(struct writer *w, const yaml_node_t *node)
{
    if (node == NULL)
        return;
    if (!wants_faults(w))
        doc_fail(node, "expected no octets: in a set" UNLESS_FAULTS);
    GByteArray *octets = doc_octets(node);
    ipfix_enc_octets(&w->enc, octets->data, octets->len);
    g_byte_array_unref(octets);
    check(w, node);
}

static void put_data(struct writer *w, const yaml_node_t *set, const yaml_node_t *label)
{
    const struct labelled *l = find_template(label);
    const yaml_node_t *records = doc_get(set, "records");

    open_set(w, l->tmpl.id, label);
    if (records != NULL)
        put_records(w, l, records);
}

/* One of templates, withdraw, data or set says what the set is. */
static void put_content(struct writer *w, const yaml_node_t *set)
{
    const yaml_node_t *labels = doc_get(set, "templates"), *withdraw = doc_get(set, "withdraw");
    const yaml_node_t *data = doc_get(set, "data"), *number = doc_get(set, "set");

    if ((labels != NULL) + (withdraw != NULL) + (data != NULL) + (number != NULL) != 1)
        doc_fail(set, "expected one of templates:, withdraw:, data: and set:");
    if (data == NULL)
        doc_refuse(set, "records", "of a set with data: alone");
    if (labels != NULL)
        put_templates(w, labels);
    else if (withdraw != NULL)
        put_withdrawals(w, withdraw);
    else if (data != NULL)
        put_data(w, set, data);
    else
        open_set(w, (uint16_t)doc_number(number, UINT16_MAX), number);
}

static void put_set(struct writer *w, const yaml_node_t *set)
{
    doc_only(set, "templates", "withdraw", "data", "records", "set", "id", "length", "octets", NULL);
    put_content(w, set);
    check(w, set);
    put_octets(w, doc_get(set, "octets"));
    if (w->enc.len - w->enc.set == IPFIX_SET_HEADER_LEN && !wants_faults(w))
        doc_fail(set, "expected records in the set" UNLESS_FAULTS);
    add_patch(w, set, "id", w->enc.set);
    add_patch(w, set, "length", w->enc.set + 2);
}

/* ---- messages ---- */

static uint32_t read_options(const yaml_node_t *node)
{
    const yaml_node_t *align = doc_get(node, "align"), *faults = doc_get(node, "faults");
    const yaml_node_t *long_form = doc_get(node, "long_form");
    uint32_t options = 0;

    if (faults != NULL && doc_flag(faults))
        options |= IPFIX_ENC_FAULTS;
    if (long_form != NULL && doc_flag(long_form))
        options |= IPFIX_ENC_LONG_FORM;
    if (align == NULL)
        return options;
    switch (doc_number(align, 8)) {
    case 4:
        return options | IPFIX_ENC_ALIGN_4;
    case 8:
        return options | IPFIX_ENC_ALIGN_8;
    default:
        doc_fail(align, "expected 4 or 8");
    }
}

static void apply_patches(GByteArray *octets, const GArray *patches)
{
    for (guint i = 0; i < patches->len; i++) {
        const struct patch *p = &g_array_index(patches, struct patch, i);

        octets->data[p->at] = (uint8_t)(p->value >> 8);
        octets->data[p->at + 1] = (uint8_t)p->value;
    }
}

/* A message that is given as its octets counts no records, and has nothing left to say. */
static void take_octets(const yaml_node_t *node, const yaml_node_t *octets, struct message *m)
{
    static const char *const keys[] = {"align", "long_form", "faults", "version", "length", "export_time"};

    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        doc_refuse(node, keys[i], "of a message without octets: alone");
    m->octets = doc_octets(octets);
    m->records = 0;
}

static void encode_sets(const yaml_node_t *node, struct message *m)
{
    const yaml_node_t *sets = doc_get(node, "sets");
    struct writer *w = g_new0(struct writer, 1);
    uint8_t *buf = g_malloc(MESSAGE_ROOM);
    size_t len = 0;

    ipfix_enc_init(&w->enc, buf, MESSAGE_ROOM, read_options(node));
    w->patches = g_array_new(FALSE, FALSE, sizeof(struct patch));
    w->export_time = m->export_time;
    w->withdrawals = !m->udp || wants_faults(w);
    ipfix_enc_msg(&w->enc, m->export_time, m->sequence, m->domain);
    add_patch(w, node, "version", 0);
    add_patch(w, node, "length", 2);
    for (size_t i = 0, n = sets != NULL ? doc_items(sets, "sets") : 0; i < n; i++)
        put_set(w, doc_item(sets, i));
    m->records = w->enc.records;
    ipfix_enc_end(&w->enc, &len);
    check(w, node);
    m->octets = g_byte_array_new_take(buf, len);
    apply_patches(m->octets, w->patches);
    g_array_unref(w->patches);
    g_free(w);
}

void message_encode(const yaml_node_t *node, struct message *m)
{
    const yaml_node_t *octets = doc_get(node, "octets");

    if (octets == NULL)
        encode_sets(node, m);
    else if (doc_get(node, "sets") == NULL)
        take_octets(node, octets, m);
    else
        doc_fail(octets, "expected sets: or octets:, not both");
}
