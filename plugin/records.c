/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Data records and the lists inside them (RFC 6313): one way of drawing serves both.
 */
#include "packet-ipfix.h"

#include <epan/addr_resolv.h>

static int hf_record;
static int hf_list_semantic, hf_list_field_id, hf_list_field_length, hf_list_pen, hf_list_template_id,
    hf_list_block;
static int ett_record, ett_list, ett_block;

/* A run of records while it is shown. */
struct run {
    struct dissection *d;
    const bool *wanted; /* for each field of the template; NULL: all */
};

static proto_item *list_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_field *field);

/* ---- fields ---- */

/* Octets that are no value of their element, and why. */
static proto_item *illegal_octets(struct dissection *d, proto_tree *tree, const struct ipfix_field *f,
                                  enum ipfix_status why)
{
    return octets_draw(d, tree, f->off, f->len, element_name(d->pinfo->pool, f->spec), ipfix_strstatus(why));
}

/* A number in more octets than its type has, all of them zero: against RFC 7011 section 6.2, yet plain to read. */
static bool wide_number(const struct ipfix_field *f, struct ipfix_value *value)
{
    uint32_t width = ipfix_type_width(f->spec->type);

    if (f->spec->type < IPFIX_U8 || f->spec->type > IPFIX_U64 || f->len <= width)
        return false;
    for (uint32_t i = 0; i < f->len - width; i++)
        if (f->data[i] != 0)
            return false;
    value->type = f->spec->type;
    value->as.u = ipfix_be_n(f->data + f->len - width, width);
    return true;
}

bool value_read(const struct dissection *d, const struct ipfix_field *f, struct ipfix_value *v)
{
    return ipfix_value_get(f, d->export_time, v) == IPFIX_OK || wide_number(f, v);
}

/* A length that the type cannot have.  Of one that stands in the template or the list's header, that was said. */
static proto_item *wrong_length(struct dissection *d, proto_tree *tree, const struct ipfix_field *f,
                                struct derivation *facts)
{
    struct ipfix_value value;
    bool number = wide_number(f, &value);
    proto_item *item =
        number ? field_draw(d, tree, f, &value) : illegal_octets(d, tree, f, IPFIX_VALUE_LENGTH);

    if (f->spec->len == IPFIX_VARLEN)
        length_complain(d, item, f->spec, f->len);
    if (number && facts != NULL)
        derivation_note(facts, f, &value, item);
    return item;
}

/* Octets that can be read, and must not be so. */
static proto_item *wrong_value(struct dissection *d, proto_tree *tree, const struct ipfix_field *f,
                               enum ipfix_status status)
{
    const char *name = element_name(d->pinfo->pool, f->spec), *why = ipfix_strstatus(status);
    proto_item *item = illegal_octets(d, tree, f, status);

    if (status == IPFIX_VALUE_BOOLEAN)
        complain(d, item, COMPLAINT_STATUS(status), "%s: %s: it is %u", name, why, f->data[0]);
    else
        complain(d, item, COMPLAINT_STATUS(status), "%s: %s", name, why);
    return item;
}

static proto_item *value_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_field *f,
                                 struct derivation *facts)
{
    struct ipfix_value value;
    enum ipfix_status status = ipfix_value_get(f, d->export_time, &value);

    if (status != IPFIX_OK)
        return wrong_length(d, tree, f, facts);
    status = ipfix_value_check(&value, f->spec->ie);
    if (status == IPFIX_VALUE_BOOLEAN || status == IPFIX_VALUE_UTF8)
        return wrong_value(d, tree, f, status);
    proto_item *item = field_draw(d, tree, f, &value);
    if (status == IPFIX_VALUE_RANGE)
        complain(d, item, COMPLAINT_STATUS(status), "%s: %s, %" PRIu64 " to %" PRIu64,
                 element_name(d->pinfo->pool, f->spec), ipfix_strstatus(status), f->spec->ie->min,
                 f->spec->ie->max);
    else if (status == IPFIX_VALUE_LENGTH && f->spec->len == IPFIX_VARLEN)
        length_complain(d, item, f->spec, f->len);
    if (facts != NULL)
        derivation_note(facts, f, &value, item);
    return item;
}

static proto_item *field_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_field *f,
                                 struct derivation *facts)
{
    if (!ipfix_type_is_list(f->spec->type))
        return value_dissect(d, tree, f, facts);
    proto_item *item = list_dissect(d, tree, f);
    if (facts != NULL)
        derivation_note(facts, f, NULL, item);
    return item;
}

/* ---- records ---- */

#define SCOPE_TEXT " (scope)"

/* Go past fixed-length fields that nobody asks for. */
static void unwanted_skip(const bool *wanted, struct ipfix_records *c)
{
    uint32_t index = c->next, fixed = c->tmpl->fixed_count;

    while (index < fixed && !wanted[index])
        index++;
    ipfix_fields_skip(c, index);
}

static enum ipfix_status fields_dissect(const struct run *run, proto_tree *tree, struct ipfix_records *c,
                                        struct derivation *facts)
{
    struct ipfix_field f;

    for (;;) {
        if (run->wanted != NULL)
            unwanted_skip(run->wanted, c);
        uint32_t index = c->next;
        enum ipfix_status status = ipfix_field_next(c, &f);
        if (status != IPFIX_OK)
            return status;
        if (run->wanted != NULL && !run->wanted[index])
            continue;
        proto_item *item = field_dissect(run->d, tree, &f, facts);
        if (index < c->tmpl->scope_count)
            proto_item_append_text(item, SCOPE_TEXT);
    }
}

/* What is left of a record, set or list that cannot be read on. */
static void rest_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_records *c)
{
    uint32_t left = c->err.off < c->in.end ? c->in.end - c->err.off : 0;
    bool in_field = c->err.status == IPFIX_FIELD_PAST_SET || c->err.status == IPFIX_FIELD_PAST_LIST;
    proto_item *item = octets_draw(d, tree, c->err.off, left, "Rest", NULL);

    if (in_field && c->next < c->tmpl->field_count)
        proto_item_append_text(item, " (from %s on)", element_name(d->pinfo->pool, &c->tmpl->spec[c->next]));
    complain_of(d, item, &c->err);
}

/* Octets of the escape sequence that stands for a character which cannot be seen, by its second octet: \n, \001,
 * \uFFFE, \U0001FFFE. */
static size_t escape_len(char second)
{
    switch (second) {
    case 'U':
        return 10;
    case 'u':
        return 6;
    case 'x':
        return 4;
    default:
        return g_ascii_isdigit(second) ? 4 : 2;
    }
}

/* Where to cut a text: not inside a character, nor inside an escape sequence. */
static size_t text_cut(const char *text, size_t len, size_t longest)
{
    const size_t longest_escape = 10;
    size_t cut = MIN(len, longest);

    if (cut == len)
        return len;
    while (cut > 0 && (text[cut] & 0xc0) == 0x80)
        cut--;
    for (size_t back = 1; back < longest_escape && back <= cut; back++)
        if (text[cut - back] == '\\')
            return escape_len(text[cut - back + 1]) > back ? cut - back : cut;
    return cut;
}

/* The beginning of a long text. */
static void text_add_cut(struct text *line, const char *text, size_t len)
{
    size_t cut = text_cut(text, len, 80);

    text_add_octets(line, text, cut);
    if (cut < len)
        text_add(line, "…");
}

/* Is there anything to read in a field? */
static bool field_tells(proto_node *field)
{
    return !proto_item_is_hidden(field) && !proto_item_is_generated(field) &&
           strcmp(PNODE_FINFO(field)->hfinfo->abbrev, "ipfix.paddingOctets") != 0;
}

/* What tells records apart that are no flows: their first fields; of options data up to two scopes, and the first
 * thing that is said of them. */
static void first_fields_text(proto_tree *record, uint32_t scope_count, const char *before, struct text *line)
{
    const unsigned scopes_max = 2, count = scope_count >= scopes_max ? scopes_max + 1 : 2;
    unsigned n = 0, shown = 0;

    for (proto_node *field = record->first_child; field != NULL && shown < count; field = field->next) {
        char label[ITEM_LABEL_LENGTH];
        if (!field_tells(field))
            continue;
        bool scope = n++ < scope_count;
        if (scope && shown == scopes_max)
            continue;
        const char *text = ws_item_label(field, label);
        size_t len = strlen(text);
        len -= scope && g_str_has_suffix(text, SCOPE_TEXT) ? strlen(SCOPE_TEXT) : 0;
        text_add(line, shown++ == 0 ? before : ", ");
        text_add_cut(line, text, len);
    }
}

/* What is shorter needs no title, and would cost more with one than all else that is done for it. */
#define TITLED_MIN 4

/* facts NULL: the record is not whole, and not among those that are counted. */
static void record_text(proto_item *item, uint32_t number, uint32_t scope_count,
                        const struct derivation *facts)
{
    struct text line;

    line.len = 0;
    text_add(&line, "Record ");
    text_add_number(&line, number);
    size_t bare = line.len;
    if (facts == NULL)
        text_add(&line, ", not whole");
    else
        derivation_summary(facts, ": ", &line);
    if (facts != NULL && line.len == bare && proto_item_get_len(item) >= TITLED_MIN) {
        if (facts->report != NULL) {
            text_add(&line, ": ");
            text_add(&line, facts->report);
        }
        first_fields_text(item, scope_count, line.len == bare ? ": " : ", ", &line);
    }
    text_show(&line, item);
}

static enum ipfix_status record_dissect(const struct run *run, proto_tree *tree, struct ipfix_records *c,
                                        uint32_t number)
{
    struct dissection *d = run->d;
    struct derivation facts;
    proto_item *item = proto_tree_add_uint(tree, hf_record, d->tvb, (int)c->off, 0, number);
    proto_tree *sub = proto_item_add_subtree(item, ett_record);
    bool derive = d->everything;

    if (derive)
        derivation_open(&facts, d, c->tmpl, c->off);
    enum ipfix_status status = fields_dissect(run, sub, c, derive ? &facts : NULL);
    bool whole = status == IPFIX_END;
    proto_item_set_len(item, (int)(c->in.pos - c->off));
    if (whole && derive) {
        derivation_draw(&facts, sub, c->tmpl->options);
        alias_duration(d, sub, &facts);
    }
    if (derive && d->texts)
        record_text(item, number, c->tmpl->scope_count, whole ? &facts : NULL);
    return status;
}

/* Draw records until the run ends; how many were whole. */
static uint32_t run_dissect(const struct run *run, proto_tree *tree, struct ipfix_records *c, uint32_t first)
{
    uint32_t count = 0;

    while (ipfix_record_next(c) == IPFIX_OK && record_dissect(run, tree, c, first + count) == IPFIX_END)
        count++;
    return count;
}

/* Which fields does a filter, column or tap ask for?  NULL: none. */
static const bool *wanted_fields(struct dissection *d, proto_tree *tree, const struct ipfix_template *tmpl)
{
    bool *wanted = wmem_alloc0_array(d->pinfo->pool, bool, tmpl->field_count);
    bool any = false;

    for (uint32_t i = 0; i < tmpl->field_count; i++) {
        const struct ipfix_spec *spec = &tmpl->spec[i];
        wanted[i] = ipfix_type_is_list(spec->type) || field_wanted(d, tree, spec);
        any |= wanted[i];
    }
    return any || proto_field_is_referenced(tree, hf_record) ? wanted : NULL;
}

void records_dissect(struct dissection *d, proto_tree *tree, proto_item *item, const struct ipfix_set *set,
                     const struct ipfix_template *tmpl)
{
    struct run run = {.d = d};
    struct ipfix_records c;
    uint32_t count;

    if (tmpl->options && !PINFO_FD_VISITED(d->pinfo)) {
        joins_learn(d, set, tmpl);
        learned_note(d, set, tmpl);
    }
    ipfix_records_open(&c, set, tmpl);
    if (!d->everything && tree != NULL)
        run.wanted = wanted_fields(d, tree, tmpl);
    if (d->everything || run.wanted != NULL)
        count = run_dissect(&run, tree, &c, d->records + 1);
    else
        count = ipfix_records_count(&c);
    d->records += count;
    if (d->everything)
        proto_item_append_text(item, ", %u %srecord%s", count, tmpl->options ? "options " : "",
                               count == 1 ? "" : "s");
    if (c.err.status != IPFIX_OK) {
        set_count_unknown(d);
        rest_dissect(d, tree, &c);
        return;
    }
    if (tmpl->min_len == 0) {
        set_count_unknown(d);
        complain(d, item, COMPLAINT_STATUS(IPFIX_TEMPLATE_EMPTY),
                 "Template %u describes a record of no octets", tmpl->id);
    }
    padding_dissect(d, tree, &c.in);
}

/* ---- lists ---- */

static const char *semantic_name(uint8_t semantic)
{
    static const struct ipfix_names *names;

    if (names == NULL)
        names = ipfix_names_find("structuredDataSemantics");
    const char *name = ipfix_value_name(names, semantic);
    return name != NULL ? name : "unassigned";
}

static void list_fault(struct dissection *d, proto_tree *tree, const struct ipfix_error *err, uint32_t end)
{
    uint32_t left = err->off < end ? end - err->off : 0;

    complain_of(d, octets_draw(d, tree, err->off, left, "Rest", NULL), err);
}

/* The items of a basicList stand directly below it. */
static uint32_t items_dissect(struct dissection *d, proto_tree *tree, struct ipfix_records *c)
{
    struct run run = {.d = d};
    uint32_t count = 0;

    while (ipfix_record_next(c) == IPFIX_OK && fields_dissect(&run, tree, c, NULL) == IPFIX_END)
        count++;
    return count;
}

static void basic_list_header(struct dissection *d, proto_tree *tree, proto_item *item,
                              const struct ipfix_field *f, const struct ipfix_list *l)
{
    const char *name = element_name(d->pinfo->pool, &l->spec);
    int off = (int)f->off;
    proto_item *id = proto_tree_add_uint_format_value(tree, hf_list_field_id, d->tvb, off + 1, 2, l->spec.id,
                                                      "%u (%s)", l->spec.id, name);

    proto_item *pen = NULL;
    proto_item *length = proto_tree_add_item(tree, hf_list_field_length, d->tvb, off + 3, 2, ENC_BIG_ENDIAN);
    if (l->spec.enterprise)
        pen = proto_tree_add_item(tree, hf_list_pen, d->tvb, off + 5, 4, ENC_BIG_ENDIAN);
    spec_check(d, &l->spec, id, length, pen);
    proto_item_append_text(item, ", %s", name);
    if (l->spec.len == IPFIX_VARLEN)
        proto_item_append_text(length, " (variable)");
    uint16_t fixed = f->spec->ie != NULL ? f->spec->ie->list_of : 0;
    if (fixed != 0 && (l->spec.enterprise || l->spec.id != fixed))
        complain(d, id, COMPLAINT_LIST_ELEMENT, "%s holds elements %u, not %s", f->spec->ie->name, fixed,
                 name);
}

/* How many there are, where that is known. */
#define COUNT_UNKNOWN UINT32_MAX
static void count_text(proto_item *item, uint32_t count, const char *of)
{
    if (count != COUNT_UNKNOWN)
        proto_item_append_text(item, ", %u %s%s", count, of, count == 1 ? "" : "s");
}

/* One block of records of a template: all of a subTemplateList, a part of a subTemplateMultiList. */
static uint32_t block_dissect(struct dissection *d, proto_tree *tree, proto_item *item,
                              const struct ipfix_set *block)
{
    struct run run = {.d = d};
    struct ipfix_records c;

    if (ipfix_left(&block->in) == 0 && block->in.missing == 0)
        return 0;
    const struct ipfix_template *tmpl = template_find(d, NULL, item, block);
    if (tmpl == NULL) {
        missing_template_dissect(d, tree, item, block);
        return COUNT_UNKNOWN;
    }
    ipfix_records_open(&c, block, tmpl);
    uint32_t count = run_dissect(&run, tree, &c, 1);
    if (c.err.status != IPFIX_OK)
        rest_dissect(d, tree, &c);
    return count;
}

static void multi_block_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_set *block)
{
    int off = (int)block->off;
    proto_item *item =
        proto_tree_add_none_format(tree, hf_list_block, d->tvb, off, (int)(block->in.end - block->off),
                                   "Block of template %u", block->id);
    proto_tree *sub = proto_item_add_subtree(item, ett_block);

    proto_tree_add_item(sub, hf_list_template_id, d->tvb, off, 2, ENC_BIG_ENDIAN);
    count_text(item, block_dissect(d, sub, item, block), "record");
}

static void blocks_dissect(struct dissection *d, proto_tree *tree, proto_item *item, struct ipfix_list *l)
{
    struct ipfix_set block;
    struct ipfix_records c;
    uint32_t count = 0, blocks = 0;

    while (ipfix_list_next(l, &block) == IPFIX_OK) {
        blocks++;
        if (block.tmpl != NULL) {
            ipfix_records_open(&c, &block, block.tmpl);
            count = items_dissect(d, tree, &c);
            if (c.err.status != IPFIX_OK)
                rest_dissect(d, tree, &c);
        } else if (l->type == IPFIX_SUB_TEMPLATE_LIST) {
            count = block_dissect(d, tree, item, &block);
        } else {
            multi_block_dissect(d, tree, &block);
        }
    }
    if (l->type == IPFIX_SUB_TEMPLATE_MULTI_LIST)
        count_text(item, blocks, "block");
    else
        count_text(item, count, "item");
}

static void sub_template_list_header(struct dissection *d, proto_tree *tree, const struct ipfix_field *f)
{
    proto_tree_add_item(tree, hf_list_template_id, d->tvb, (int)f->off + 1, 2, ENC_BIG_ENDIAN);
    alias_octets(d, tree, ALIAS_LIST, f->off, f->len);
    alias_octets(d, tree, ALIAS_LIST_SEMANTIC, f->off, 1);
    alias_octets(d, tree, ALIAS_LIST_TEMPLATE_ID, f->off + 1, 2);
}

static proto_item *list_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_field *f)
{
    struct ipfix_list l;
    enum ipfix_status status = ipfix_list_open(&l, f, element_find, NULL);
    proto_item *item = proto_tree_add_item(tree, field_of(f->spec->ie), d->tvb, (int)f->off, f->len, ENC_NA);
    proto_tree *sub = proto_item_add_subtree(item, ett_list);

    if (status != IPFIX_OK && l.err.off == f->off) {
        list_fault(d, sub, &l.err, f->off + f->len);
        return item;
    }
    proto_item_append_text(item, ": semantic %s", semantic_name(l.semantic));
    proto_tree_add_item(sub, hf_list_semantic, d->tvb, (int)f->off, 1, ENC_BIG_ENDIAN);
    if (status != IPFIX_OK) {
        list_fault(d, sub, &l.err, f->off + f->len);
        return item;
    }
    if (l.type == IPFIX_BASIC_LIST)
        basic_list_header(d, sub, item, f, &l);
    else if (l.type == IPFIX_SUB_TEMPLATE_LIST)
        sub_template_list_header(d, sub, f);
    blocks_dissect(d, sub, item, &l);
    if (l.err.status != IPFIX_OK)
        list_fault(d, sub, &l.err, f->off + f->len);
    return item;
}

void records_register(void)
{
    static hf_register_info hf[] = {
        {&hf_record,
         {"Record", "ipfix.record", FT_UINT32, BASE_DEC, NULL, 0,
          "Number of the data record in its message, from 1", HFILL}},
        {&hf_list_semantic,
         {"Semantic", "ipfix.list.semantic", FT_UINT8, BASE_DEC, NULL, 0,
          "How the items of a list relate (RFC 6313)", HFILL}},
        {&hf_list_field_id,
         {"Information Element", "ipfix.list.field_id", FT_UINT16, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_list_field_length,
         {"Item Length", "ipfix.list.field_length", FT_UINT16, BASE_DEC, NULL, 0, "65535: variable", HFILL}},
        {&hf_list_pen,
         {"Enterprise Number", "ipfix.list.pen", FT_UINT32, BASE_ENTERPRISES, STRINGS_ENTERPRISES, 0, NULL,
          HFILL}},
        {&hf_list_template_id,
         {"Template ID", "ipfix.list.template_id", FT_UINT16, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_list_block, {"Block", "ipfix.list.block", FT_NONE, BASE_NONE, NULL, 0, NULL, HFILL}},
    };
    static int *const ett[] = {&ett_record, &ett_list, &ett_block};

    hf[1].hfinfo.strings = value_strings_of(ipfix_names_find("structuredDataSemantics"));
    fields_add(hf, array_length(hf));
    subtrees_add(ett, array_length(ett));
}
