/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A message as tree, columns and complaints: its header, sets, and template records (RFC 7011 section 3).
 */
#include "packet-ipfix.h"

#include <epan/addr_resolv.h>
#include <epan/exceptions.h>

static int hf_version, hf_length, hf_export_time, hf_sequence, hf_domain, hf_records;
static int hf_set, hf_set_id, hf_set_length, hf_padding;
static int hf_template, hf_template_id, hf_field_count, hf_scope_count;
static int hf_spec, hf_spec_id, hf_spec_length, hf_spec_pen;
static int hf_template_frame, hf_template_later_frame;
static int hf_expected, hf_lost;
static int hf_clock_difference, hf_flows;
static bool clock_difference_named, flows_named; /* by the command line */
static int ett_message, ett_set, ett_template, ett_spec, ett_sequence;

/* What the first visit to a message found out and later visits cannot; kept only where it is worth a word. */
struct message_memo {
    struct ipfix_sequence_result sequence;
    bool clock_is_news;
};

/* ---- numbers for one line ---- */

/* More of one kind are not told there. */
#define NUMBERS_MAX 8
static void number_add(struct numbers *n, uint32_t number)
{
    if (n->text == NULL)
        return;
    if (n->count < NUMBERS_MAX)
        wmem_strbuf_append_printf(n->text, " %u", number);
    else if (n->count == NUMBERS_MAX)
        wmem_strbuf_append(n->text, " …");
    n->count++;
}

static void numbers_open(struct dissection *d)
{
    d->defined.text = wmem_strbuf_new(d->pinfo->pool, "");
    d->withdrawn.text = wmem_strbuf_new(d->pinfo->pool, "");
    d->sets.text = wmem_strbuf_new(d->pinfo->pool, "");
}

static void count_text(wmem_strbuf_t *line, uint32_t count, const char *what)
{
    wmem_strbuf_append_printf(line, ", %u %s%s", count, what, count == 1 ? "" : "s");
}

static void numbers_text(wmem_strbuf_t *line, const char *what, const struct numbers *n)
{
    if (n->count == 0)
        return;
    count_text(line, n->count, what);
    wmem_strbuf_append(line, wmem_strbuf_get_str(n->text));
}

/* ---- padding ---- */

void padding_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_reader *left)
{
    uint32_t n = ipfix_left(left);

    if (n == 0)
        return;
    proto_item *item = proto_tree_add_item(tree, hf_padding, d->tvb, (int)left->pos, (int)n, ENC_NA);
    alias_octets(d, tree, ALIAS_PADDING, left->pos, n);
    /* Zero by RFC 7011 section 3.3.1; anything else is a careless exporter or a template that does not fit. */
    if (!octets_are_zero(left->base + left->pos, n))
        complain(d, item, COMPLAINT_PADDING,
                 "Padding is not zero: %u octet%s left over, or a template that does not fit", n,
                 n == 1 ? "" : "s");
}

/* ---- template records ---- */

/* The lengths that values of an element have, in words. */
static const char *lengths_text(wmem_allocator_t *scope, const struct ipfix_spec *spec)
{
    uint32_t width = ipfix_type_width(spec->type);

    if (width == 0)
        return wmem_strdup_printf(scope, "the element, must be %u", spec->ie != NULL ? spec->ie->width : 0);
    bool reducible = width > 1 && ipfix_load_of(spec->type, 1) != IPFIX_LOAD_ILLEGAL;
    const char *less = reducible ? "1 to " : spec->type == IPFIX_F64 ? "4 or " : "";
    return wmem_strdup_printf(scope, "the type %s, must be %s%u", ipfix_type_name(spec->type), less, width);
}

void length_complain(struct dissection *d, proto_item *item, const struct ipfix_spec *spec, uint32_t len)
{
    complain(d, item, COMPLAINT_STATUS(IPFIX_VALUE_LENGTH), "%s with length %u: length is not legal for %s",
             element_name(d->pinfo->pool, spec), len, lengths_text(d->pinfo->pool, spec));
}

void spec_check(struct dissection *d, const struct ipfix_spec *spec, proto_item *id, proto_item *length,
                proto_item *pen)
{
    const uint8_t reverse = IPFIX_IE_REVERSE | IPFIX_IE_NOT_REVERSIBLE;
    bool fixed = spec->type == IPFIX_OCTET_ARRAY && spec->ie != NULL && spec->ie->width != 0;

    if (spec->load == IPFIX_LOAD_ILLEGAL ||
        (fixed && spec->len != IPFIX_VARLEN && spec->len != spec->ie->width))
        length_complain(d, length, spec, spec->len);
    if (spec->enterprise && spec->pen == 0)
        complain(d, pen, COMPLAINT_PEN_ZERO, "Enterprise number 0 is reserved: element %u of nobody",
                 spec->id);
    else if (spec->id == 0 && spec->ie == NULL) /* some vendors have one nevertheless */
        complain(d, id, COMPLAINT_ELEMENT_ZERO, "Element number 0 is reserved (RFC 7012 section 4)");
    if (spec->ie != NULL && (spec->ie->flags & reverse) == reverse)
        complain(d, id, COMPLAINT_NOT_REVERSIBLE, "Element %u has no reverse (RFC 5103)", spec->id);
}

static void spec_dissect(struct dissection *d, proto_tree *tree, struct ipfix_spec *spec, uint32_t off,
                         uint32_t number, bool scope, bool is_news)
{
    ipfix_spec_find(spec, element_find, NULL);

    const char *name = element_name(d->pinfo->pool, spec);
    proto_tree *sub;
    proto_item *pen = NULL;
    proto_item *item = proto_tree_add_none_format(tree, hf_spec, d->tvb, (int)off, spec->enterprise ? 8 : 4,
                                                  "%s %u: %s", scope ? "Scope field" : "Field", number, name);
    if (spec->len == IPFIX_VARLEN)
        proto_item_append_text(item, ", variable length");
    else
        proto_item_append_text(item, ", %u octet%s", spec->len, spec->len == 1 ? "" : "s");
    sub = proto_item_add_subtree(item, ett_spec);
    proto_item *id = proto_tree_add_uint_format_value(sub, hf_spec_id, d->tvb, (int)off, 2, spec->id,
                                                      "%u (%s)", spec->id, name);
    proto_item *len = proto_tree_add_item(sub, hf_spec_length, d->tvb, (int)off + 2, 2, ENC_BIG_ENDIAN);
    if (spec->len == IPFIX_VARLEN)
        proto_item_append_text(len, " (variable)");
    if (spec->enterprise)
        pen = proto_tree_add_item(sub, hf_spec_pen, d->tvb, (int)off + 4, 4, ENC_BIG_ENDIAN);
    alias_spec(d, sub, spec, off);
    if (is_news)
        spec_check(d, spec, id, len, pen);
}

static void specs_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_template_rec *rec,
                          bool is_news)
{
    struct ipfix_template_rec copy = *rec;
    struct ipfix_spec spec;
    uint32_t off, number = 0;

    while (ipfix_spec_next(&copy, &spec, &off) == IPFIX_OK) {
        spec_dissect(d, tree, &spec, off, number + 1, number < rec->scope_count, is_news);
        number++;
    }
}

static const char *template_kind(const struct ipfix_template_rec *rec)
{
    return rec->options ? "options template" : "template";
}

/* What a template had where the first difference is. */
static const char *difference_text(struct dissection *d, const struct ipfix_template_rec *rec,
                                   const struct ipfix_template *before)
{
    wmem_allocator_t *pool = d->pinfo->pool;
    struct ipfix_template_rec copy = *rec;
    struct ipfix_spec spec;
    uint32_t off, same = 0;

    if (d->nobody_looks)
        return "";
    if (before->options != rec->options)
        return "; both kinds share their numbers";
    while (ipfix_spec_next(&copy, &spec, &off) == IPFIX_OK && same < before->field_count &&
           ipfix_spec_equal(&spec, &before->spec[same]))
        same++;
    if (same == before->field_count && same == rec->field_count)
        return wmem_strdup_printf(pool, ", with %u scope field%s", before->scope_count,
                                  before->scope_count == 1 ? "" : "s");
    if (same == before->field_count)
        return wmem_strdup_printf(pool, "; there was no field %u", same + 1);
    const struct ipfix_spec *was = &before->spec[same];
    const char *name = element_name(pool, was);
    if (was->len == IPFIX_VARLEN)
        return wmem_strdup_printf(pool, "; field %u was %s of variable length", same + 1, name);
    return wmem_strdup_printf(pool, "; field %u was %s of %u octet%s", same + 1, name, was->len,
                              was->len == 1 ? "" : "s");
}

/* Over UDP and in files, templates may change.  That one becomes an options template, or back, is hardly meant: an
 * exporter that numbers each kind for itself, although they share their numbers (RFC 7011 section 3.4.1), puts one in
 * the other's place at each refresh. */
static enum complaint change_complaint(bool reliable, bool kind)
{
    if (reliable)
        return COMPLAINT_TEMPLATE_CHANGED_LIVE;
    return kind ? COMPLAINT_TEMPLATE_KIND : COMPLAINT_TEMPLATE_CHANGED;
}

/* Where a template stands in the history of its number. */
static void template_history(struct dissection *d, proto_item *item, const struct ipfix_template_rec *rec,
                             const struct ipfix_template *before, enum ipfix_status put)
{
    bool reliable =
        d->session->transport == IPFIX_TRANSPORT_TCP || d->session->transport == IPFIX_TRANSPORT_SCTP;

    if (put == IPFIX_SAME && reliable && before != NULL && rec->field_count > 0)
        complain(d, item, COMPLAINT_TEMPLATE_REPEATED,
                 "Template %u again, as defined in frame %u: needless over %s", rec->id,
                 frame_number(before->at), d->session->transport == IPFIX_TRANSPORT_TCP ? "TCP" : "SCTP");
    else if (put == IPFIX_OK && rec->field_count > 0 && before != NULL)
        complain(d, item, change_complaint(reliable, rec->options != before->options),
                 "Template %u changed%s: it was %s of %u field%s, defined in frame %u%s", rec->id,
                 reliable ? " without withdrawal" : "",
                 before->options ? "an options template" : "a template", before->field_count,
                 before->field_count == 1 ? "" : "s", frame_number(before->at),
                 difference_text(d, rec, before));
    else if (put == IPFIX_STORE_FULL)
        complain(d, item, COMPLAINT_STATUS(put),
                 "Template %u is not kept: this capture has too many templates or sessions", rec->id);
}

static void withdrawal_history(struct dissection *d, proto_item *item, const struct ipfix_template_rec *rec,
                               enum ipfix_status put)
{
    const char *what = rec->withdraw_all
                           ? wmem_strdup_printf(d->pinfo->pool, "all %ss", template_kind(rec))
                           : wmem_strdup_printf(d->pinfo->pool, "%s %u", template_kind(rec), rec->id);

    if (put == IPFIX_IGNORED)
        complain(d, item, COMPLAINT_WITHDRAWAL_IGNORED,
                 "Withdrawal of %s: withdrawal over UDP, ignored (RFC 7011 section 8.4)", what);
    else if (put == IPFIX_NOT_HELD)
        complain(d, item, COMPLAINT_WITHDRAWAL_NOT_HELD, "Withdrawal of a template that is not held: %s",
                 what);
    else if (put >= 0)
        complain(d, item, COMPLAINT_WITHDRAWAL, "Withdrawal of %s: withdrawn from here on", what);
}

static const char *template_text(struct dissection *d, const struct ipfix_template_rec *rec)
{
    const char *kind = rec->options ? "Options template" : "Template";

    if (rec->withdraw_all)
        return wmem_strdup_printf(d->pinfo->pool, "Withdrawal of all %ss", template_kind(rec));
    if (rec->field_count == 0)
        return wmem_strdup_printf(d->pinfo->pool, "Withdrawal of %s %u", template_kind(rec), rec->id);
    if (rec->options)
        return wmem_strdup_printf(d->pinfo->pool, "%s %u: %u field%s, %u of them scope", kind, rec->id,
                                  rec->field_count, rec->field_count == 1 ? "" : "s", rec->scope_count);
    return wmem_strdup_printf(d->pinfo->pool, "%s %u: %u field%s", kind, rec->id, rec->field_count,
                              rec->field_count == 1 ? "" : "s");
}

/* A rule that a readable template record breaks, at the number that breaks it. */
static void template_rule(struct dissection *d, const struct ipfix_template_rec *rec, proto_item *item,
                          proto_item *id, proto_item *scope)
{
    switch (rec->err.status) {
    case IPFIX_OK:
        return;
    case IPFIX_TEMPLATE_ID:
        complain(d, id, COMPLAINT_STATUS(rec->err.status), "Template number %u is below 256", rec->id);
        return;
    case IPFIX_TEMPLATE_SCOPE_ZERO:
        complain(d, scope, COMPLAINT_STATUS(rec->err.status),
                 "Scope field count is zero (options template %u)", rec->id);
        return;
    case IPFIX_TEMPLATE_SCOPE:
        complain(d, scope, COMPLAINT_STATUS(rec->err.status),
                 "Scope field count %u is above the field count %u (options template %u)", rec->scope_count,
                 rec->field_count, rec->id);
        return;
    default:
        complain(d, item, COMPLAINT_STATUS(rec->err.status), "Template %u: %s", rec->id,
                 ipfix_strstatus(rec->err.status));
    }
}

static void template_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_template_rec *rec)
{
    ipfix_pos at = position_of(d, rec->off);
    const struct ipfix_template *before = ipfix_store_get(d->session->store, d->domain, rec->id, at);
    enum ipfix_status put = session_put(d->session, d->domain, rec, at);
    /* A refresh has the faults of what it repeats, which were told there. */
    bool is_news = put != IPFIX_SAME && !session_refused_alike(d->session, d->domain, rec, at);
    proto_item *item = proto_tree_add_none_format(tree, hf_template, d->tvb, (int)rec->off, (int)rec->len,
                                                  "%s", tree ? template_text(d, rec) : "");
    proto_tree *sub = proto_item_add_subtree(item, ett_template);
    proto_item *id = proto_tree_add_item(sub, hf_template_id, d->tvb, (int)rec->off, 2, ENC_BIG_ENDIAN);
    proto_item *scope = NULL;

    proto_tree_add_item(sub, hf_field_count, d->tvb, (int)rec->off + 2, 2, ENC_BIG_ENDIAN);
    alias_octets(d, sub, ALIAS_TEMPLATE_ID, rec->off, 2);
    alias_octets(d, sub, rec->options ? ALIAS_OPTIONS_FIELD_COUNT : ALIAS_FIELD_COUNT, rec->off + 2, 2);
    if (rec->options && rec->field_count > 0) {
        scope = proto_tree_add_item(sub, hf_scope_count, d->tvb, (int)rec->off + 4, 2, ENC_BIG_ENDIAN);
        alias_octets(d, sub, ALIAS_SCOPE_COUNT, rec->off + 4, 2);
    }
    specs_dissect(d, sub, rec, is_news);
    if (is_news)
        template_rule(d, rec, item, id, scope);
    if (rec->field_count == 0) {
        withdrawal_history(d, item, rec, put);
        number_add(&d->withdrawn, rec->id);
        return;
    }
    template_history(d, item, rec, before, put);
    number_add(&d->defined, rec->id);
    d->templates++;
}

/* A template record that its set has no room for: what is there of it, for people, not for the store. */
static void broken_template_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_set *set)
{
    uint32_t left = set->in.end - set->err.off;
    proto_item *item = octets_draw(d, tree, set->err.off, left, "Template that does not fit its set", NULL);

    complain_of(d, item, &set->err);
}

static bool set_is_empty(const struct ipfix_set *set)
{
    return ipfix_left(&set->in) == 0 && set->in.missing == 0;
}

static void templates_dissect(struct dissection *d, proto_tree *tree, proto_item *item, struct ipfix_set *set)
{
    struct ipfix_template_rec rec;
    uint32_t count = 0;
    enum ipfix_status status;

    if (set_is_empty(set))
        complain(d, item, COMPLAINT_SET_EMPTY, "Set has no records");
    while ((status = ipfix_template_next(set, &rec)) == IPFIX_OK) {
        template_dissect(d, tree, &rec);
        count++;
    }
    proto_item_append_text(item, ", %u record%s", count, count == 1 ? "" : "s");
    if (status != IPFIX_END)
        broken_template_dissect(d, tree, set);
    else
        padding_dissect(d, tree, &set->in);
}

/* ---- data sets ---- */

/* A data set without template: what is known of the number, and the octets. */
void missing_template_dissect(struct dissection *d, proto_tree *tree, proto_item *item,
                              const struct ipfix_set *set)
{
    ipfix_pos at = position_of(d, set->off), when;
    const struct ipfix_template *later = ipfix_store_next(d->session->store, d->domain, set->id, at);
    proto_item *link;

    octets_draw(d, tree, set->in.pos, ipfix_left(&set->in), "Records without template", NULL);
    if (ipfix_store_withdrawn(d->session->store, d->domain, set->id, at, &when)) {
        complain(d, item, COMPLAINT_TEMPLATE_MISSING, "Template %u was withdrawn in frame %u", set->id,
                 frame_number(when));
        return;
    }
    if (later == NULL && session_refused(d->session, d->domain, set->id, at, &when)) {
        complain(d, item, COMPLAINT_TEMPLATE_MISSING, "Template %u of frame %u cannot be used", set->id,
                 frame_number(when));
        return;
    }
    if (later == NULL) {
        complain(d, item, COMPLAINT_TEMPLATE_MISSING, "Template %u has not been seen", set->id);
        return;
    }
    link = proto_tree_add_uint(tree, hf_template_later_frame, d->tvb, 0, 0, frame_number(later->at));
    proto_item_set_generated(link);
    complain(d, item, COMPLAINT_TEMPLATE_MISSING, "Template %u is only seen later, in frame %u", set->id,
             frame_number(later->at));
}

/* Whose templates the file has, nobody knows. */
static void given_complain(struct dissection *d, proto_item *item, uint16_t id)
{
    unsigned definitions = given_definitions(d->domain, id);

    if (definitions > 1)
        complain(d, item, COMPLAINT_TEMPLATE_GIVEN_SEVERAL,
                 "The capture gives no template %u; the template file has %u definitions of it, decoded with"
                 " the last",
                 id, definitions);
    else
        complain(d, item, COMPLAINT_TEMPLATE_GIVEN,
                 "The capture gives no template %u; decoded with that of the template file", id);
}

const struct ipfix_template *template_find(struct dissection *d, proto_tree *tree, proto_item *item,
                                           const struct ipfix_set *set)
{
    ipfix_pos at = position_of(d, set->off);
    const struct session *from = NULL;
    const struct ipfix_template *tmpl = session_template(d->session, d->domain, set->id, at, &from);

    if (tmpl == NULL)
        return NULL;
    if (given_is(tmpl)) {
        given_complain(d, item, set->id);
        return tmpl;
    }
    proto_item *link = proto_tree_add_uint(tree, hf_template_frame, d->tvb, 0, 0, frame_number(tmpl->at));
    proto_item_set_generated(link);
    alias_number(d, tree, ALIAS_TEMPLATE_FRAME, frame_number(tmpl->at));
    if (from != NULL)
        complain(d, item, COMPLAINT_TEMPLATE_OTHER_PORT,
                 "Template %u comes from source port %u of this exporter, frame %u", set->id,
                 from->exporter_port, frame_number(tmpl->at));
    if (tmpl->at >= at)
        complain(d, item, COMPLAINT_TEMPLATE_LATER,
                 "Template %u is taken from frame %u, later in the capture", set->id, frame_number(tmpl->at));
    return tmpl;
}

void set_count_unknown(struct dissection *d)
{
    d->counted = false;
    d->unread_sets++;
}

static void data_dissect(struct dissection *d, proto_tree *tree, proto_item *item,
                         const struct ipfix_set *set)
{
    const struct ipfix_template *tmpl = template_find(d, tree, item, set);

    if (set_is_empty(set))
        complain(d, item, COMPLAINT_SET_EMPTY, "Set has no records");
    else if (tmpl != NULL) {
        uint32_t before = d->records;
        records_dissect(d, tree, item, set, tmpl);
        d->options += tmpl->options ? d->records - before : 0;
    } else {
        missing_template_dissect(d, tree, item, set);
        set_count_unknown(d);
    }
}

/* ---- sets ---- */

static const char *set_name(uint16_t id)
{
    switch (id) {
    case 0:
    case 1:
        return "Unused Set";
    case IPFIX_SET_ID_TEMPLATE:
        return "Template Set";
    case IPFIX_SET_ID_OPTIONS_TEMPLATE:
        return "Options Template Set";
    default:
        return id < IPFIX_TEMPLATE_ID_MIN ? "Reserved Set" : "Data Set";
    }
}

static proto_tree *set_header_dissect(struct dissection *d, proto_tree *tree, uint32_t off, uint32_t len,
                                      proto_item **item)
{
    uint16_t id = tvb_get_ntohs(d->tvb, (int)off);

    *item = proto_tree_add_none_format(tree, hf_set, d->tvb, (int)off, (int)len, "%s %u", set_name(id), id);
    proto_tree *sub = proto_item_add_subtree(*item, ett_set);
    proto_tree_add_item(sub, hf_set_id, d->tvb, (int)off, 2, ENC_BIG_ENDIAN);
    proto_tree_add_item(sub, hf_set_length, d->tvb, (int)off + 2, 2, ENC_BIG_ENDIAN);
    alias_octets(d, sub, ALIAS_SET_ID, off, 2);
    alias_octets(d, sub, ALIAS_SET_LENGTH, off + 2, 2);
    return sub;
}

/* Said once, of the set: what cannot be read on inside it is no fault of its own. */
static void set_cut(struct dissection *d, proto_item *item, const struct ipfix_set *set)
{
    struct ipfix_error cut = {IPFIX_TRUNCATED, set->off, set->length, set->in.end - set->off};

    complain_of(d, item, &cut);
    d->short_of_octets = true;
}

static void set_dissect(struct dissection *d, proto_tree *tree, struct ipfix_set *set)
{
    proto_item *item;
    proto_tree *sub = set_header_dissect(d, tree, set->off, set->in.end - set->off, &item);

    if (set->in.missing > 0)
        set_cut(d, item, set);
    switch (set->kind) {
    case IPFIX_SET_TEMPLATES:
    case IPFIX_SET_OPTIONS_TEMPLATES:
        templates_dissect(d, sub, item, set);
        return;
    case IPFIX_SET_DATA:
        data_dissect(d, sub, item, set);
        return;
    case IPFIX_SET_UNUSED:
        complain(d, item, COMPLAINT_SET_UNUSED, "Set number %u is not used in IPFIX (NetFlow v9 has it)",
                 set->id);
        break;
    case IPFIX_SET_RESERVED:
        complain(d, item, COMPLAINT_SET_RESERVED, "Set number %u is reserved", set->id);
        break;
    }
    octets_draw(d, sub, set->in.pos, ipfix_left(&set->in), "Content", NULL);
}

/* The chain of sets ends in something that is no set: its header where one is there, and the octets. */
static void broken_set_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_msg *msg,
                               enum ipfix_status status)
{
    const struct ipfix_error err = msg->err;
    proto_item *item;

    d->counted = false;
    uint32_t left = err.off < msg->in.end ? msg->in.end - err.off : 0;
    if (d->short_of_octets && (status == IPFIX_TRUNCATED || left == 0))
        return;
    if (status == IPFIX_SET_LENGTH || status == IPFIX_SET_PAST_END) {
        proto_tree *sub = set_header_dissect(d, tree, err.off, left, &item);
        d->unread_sets += tvb_get_ntohs(d->tvb, (int)err.off) >= IPFIX_TEMPLATE_ID_MIN;
        octets_draw(d, sub, err.off + IPFIX_SET_HEADER_LEN, left - IPFIX_SET_HEADER_LEN, "Content", NULL);
    } else {
        item = octets_draw(d, tree, err.off, left, "Octets after the last set", NULL);
    }
    complain_of(d, item, &err);
}

/* ---- sequence numbers ---- */

/* What an exporter counts, said of it, and as another reading of a number that seems wrong. */
static const struct {
    const char *what, *unless;
} habit_texts[IPFIX_SEQ_HABITS] = {
    [IPFIX_COUNTS_RECORDS] = {"", "data records"},
    [IPFIX_COUNTS_MESSAGES] = {"messages, not data records", "messages"},
    [IPFIX_COUNTS_TEMPLATES] = {"template records as well as data records", "template records too"},
    [IPFIX_COUNTS_OWN_FLOWS] = {"each message's own data records in its number, and no options data",
                                "each message's own records"},
    [IPFIX_COUNTS_OWN] = {"each message's own data records in its number", "each message's own records"},
};

/* What is wrong with a number; the text goes on with the one that was expected. */
static const struct {
    enum complaint complaint; /* 0: nothing is wrong */
    const char *text;
    const char *word; /* for one line; NULL: the loss tells it */
} verdict_texts[] = {
    [IPFIX_SEQ_GAP] = {COMPLAINT_SEQUENCE_GAP, "Sequence number gap", NULL},
    [IPFIX_SEQ_LATE] = {COMPLAINT_SEQUENCE_LATE, "Late message", "late"},
    [IPFIX_SEQ_EARLIER] = {COMPLAINT_SEQUENCE_LATE, "Late message, from before the first one counted",
                           "late"},
    [IPFIX_SEQ_DUPLICATE] = {COMPLAINT_SEQUENCE_DUPLICATE, "Duplicate message or repeated sequence number",
                             "duplicate"},
    [IPFIX_SEQ_OVERLAP] = {COMPLAINT_SEQUENCE_DUPLICATE, "Overlaps records counted already", "overlap"},
    [IPFIX_SEQ_RESTART] = {COMPLAINT_SEQUENCE_RESTART, "The exporter restarted its count", "restart"},
    [IPFIX_SEQ_UNKNOWN] = {0, NULL, NULL},
};

static void generated_uint(struct dissection *d, proto_tree *tree, int hf, uint32_t value)
{
    proto_item_set_generated(proto_tree_add_uint(tree, hf, d->tvb, 0, 0, value));
}

static const char *lost_text(wmem_allocator_t *scope, const struct ipfix_sequence_result *r)
{
    return wmem_strdup_printf(scope, ", lost %u %s%s", r->lost,
                              r->habit == IPFIX_COUNTS_MESSAGES ? "message" : "data record",
                              r->lost == 1 ? "" : "s");
}

static void verdict_dissect(struct dissection *d, proto_item *item, const struct ipfix_sequence_result *r)
{
    wmem_allocator_t *pool = d->pinfo->pool;
    proto_tree *sub = proto_item_add_subtree(item, ett_sequence);
    const char *unless = "";

    generated_uint(d, sub, hf_expected, r->expected);
    alias_number(d, sub, ALIAS_EXPECTED, r->expected);
    if (r->verdict == IPFIX_SEQ_GAP)
        generated_uint(d, sub, hf_lost, r->lost);
    if (d->nobody_looks)
        return;
    if (r->perhaps != r->habit)
        unless = wmem_strdup_printf(pool, ", unless the exporter counts %s", habit_texts[r->perhaps].unless);
    complain(d, item, verdict_texts[r->verdict].complaint, "%s%s: expected %u%s%s",
             verdict_texts[r->verdict].text, r->found > 0 ? ", fills a gap" : "", r->expected,
             r->verdict == IPFIX_SEQ_GAP ? lost_text(pool, r) : "", unless);
}

static void sequence_dissect(struct dissection *d, proto_item *item, const struct ipfix_sequence_result *r)
{
    if (verdict_texts[r->verdict].complaint != 0)
        verdict_dissect(d, item, r);
    if (r->habit_is_new)
        complain(d, item, COMPLAINT_SEQUENCE_HABIT, "This exporter counts %s (RFC 7011 section 3.1)",
                 habit_texts[r->habit].what);
}

/* ---- clocks ---- */

/* Does the capture tell when the message came? */
static bool arrival_is_known(const struct dissection *d)
{
    return d->session->transport != IPFIX_TRANSPORT_FILE && d->pinfo->abs_ts.secs != 0;
}

/* By how many seconds the exporter's clock is ahead of the capture's. */
static int64_t clock_ahead(const struct dissection *d)
{
    return arrival_is_known(d) ? (int64_t)d->export_time - (int64_t)d->pinfo->abs_ts.secs : 0;
}

/* For those who ask for it, hidden: each message would have another number that seldom tells anything. */
static void clock_difference_draw(struct dissection *d, proto_tree *tree)
{
    nstime_t exported = {.secs = (time_t)d->export_time, .nsecs = 0}, difference;

    if (!arrival_is_known(d) || !ws_field_is_asked_for(tree, hf_clock_difference, clock_difference_named))
        return;
    nstime_delta(&difference, &exported, &d->pinfo->abs_ts);
    proto_item *item = proto_tree_add_time(tree, hf_clock_difference, d->tvb, 4, 4, &difference);
    proto_item_set_generated(item);
    proto_item_set_hidden(item);
}

static bool clock_is_off(int64_t ahead)
{
    return ahead > CLOCK_TOLERANCE || ahead < -CLOCK_TOLERANCE;
}

/* A clock that is as wrong as it was is said once, not at each message. */
static bool clock_is_news(struct dissection *d)
{
    int64_t ahead = clock_ahead(d), before = d->session->clock_ahead;

    if (!clock_is_off(ahead - before))
        return false;
    d->session->clock_ahead = ahead;
    return clock_is_off(ahead);
}

const char *span_text(wmem_allocator_t *scope, int64_t seconds)
{
    if (seconds >= 2 * 31556952)
        return wmem_strdup_printf(scope, "%" PRId64 " years", seconds / 31556952);
    if (seconds >= 2 * 86400)
        return wmem_strdup_printf(scope, "%" PRId64 " days", seconds / 86400);
    if (seconds < 3600)
        return wmem_strdup_printf(scope, "%" PRId64 " min %" PRId64 " s", seconds / 60, seconds % 60);
    return wmem_strdup_printf(scope, "%" PRId64 " h %" PRId64 " min", seconds / 3600, seconds / 60 % 60);
}

static void clock_dissect(struct dissection *d, proto_item *item)
{
    int64_t ahead = clock_ahead(d);

    complain(d, item, COMPLAINT_CLOCK, "Export time is %s %s the capture time",
             span_text(d->pinfo->pool, ahead < 0 ? -ahead : ahead), ahead < 0 ? "before" : "after");
}

/* ---- what depends on the order of arrival ---- */

static bool memo_is_worth(const struct message_memo *memo)
{
    switch (memo->sequence.verdict) {
    case IPFIX_SEQ_FIRST:
    case IPFIX_SEQ_EXPECTED:
    case IPFIX_SEQ_UNKNOWN:
        return memo->sequence.habit_is_new || memo->sequence.withdrawn > 0 || memo->clock_is_news;
    default:
        return true;
    }
}

/* Found at the first visit, which comes in order of arrival; remembered at later ones. */
static struct message_memo memo_of(struct dissection *d, uint32_t sequence, uint32_t stream)
{
    struct message_memo memo = {.sequence = {.verdict = IPFIX_SEQ_EXPECTED}};

    if (PINFO_FD_VISITED(d->pinfo)) {
        const struct message_memo *kept = p_get_proto_data(wmem_file_scope(), d->pinfo, proto_ipfix, d->nth);
        return kept != NULL ? *kept : memo;
    }
    struct ipfix_sequence_msg msg = {.sequence = sequence,
                                     .export_time = d->export_time,
                                     .records = d->records,
                                     .options = d->options,
                                     .templates = d->templates,
                                     .counted = d->counted};
    memo.sequence = ipfix_sequence_see(session_sequence(d->session, d->domain, stream), &msg);
    if (memo.sequence.habit_is_new)
        d->session->habit = memo.sequence.habit;
    memo.clock_is_news = clock_is_news(d);
    if (memo_is_worth(&memo))
        p_add_proto_data(wmem_file_scope(), d->pinfo, proto_ipfix, d->nth,
                         wmem_memdup(wmem_file_scope(), &memo, sizeof memo));
    return memo;
}

/* ---- the message ---- */

/* A header that cannot be read: what is there of it. */
static void broken_message_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_error *err)
{
    uint32_t captured = tvb_captured_length(d->tvb);
    proto_item *item = tree;

    if (!PINFO_FD_VISITED(d->pinfo))
        session_lose_count(d->session);
    if (captured >= 2 && err->status == IPFIX_MSG_VERSION) {
        item = proto_tree_add_item(tree, hf_version, d->tvb, 0, 2, ENC_BIG_ENDIAN);
        complain(d, item, COMPLAINT_STATUS(err->status), "Version is not 10: it is %u",
                 tvb_get_ntohs(d->tvb, 0));
        return;
    }
    if (captured >= 4 && err->status == IPFIX_MSG_LENGTH) {
        proto_tree_add_item(tree, hf_version, d->tvb, 0, 2, ENC_BIG_ENDIAN);
        item = proto_tree_add_item(tree, hf_length, d->tvb, 2, 2, ENC_BIG_ENDIAN);
    } else {
        item = octets_draw(d, tree, 0, captured, "Part of a message header", NULL);
    }
    complain_of(d, item, err);
}

/* The message in one line: what is wrong with its number first, then what it holds. */
static wmem_strbuf_t *summary_make(const struct dissection *d, const struct ipfix_sequence_result *r)
{
    wmem_strbuf_t *line = wmem_strbuf_new(d->pinfo->pool, "");
    bool other = d->unread_sets > 0 || d->defined.count > 0 || d->withdrawn.count > 0;

    wmem_strbuf_append_printf(line, "Domain %u", d->domain);
    if (r->verdict == IPFIX_SEQ_GAP)
        wmem_strbuf_append(line, lost_text(d->pinfo->pool, r));
    else if (verdict_texts[r->verdict].word != NULL)
        wmem_strbuf_append_printf(line, ", %s", verdict_texts[r->verdict].word);
    if (d->records > 0 || !other)
        count_text(line, d->records, "record");
    if (d->unread_sets > 0)
        count_text(line, d->unread_sets, "unread set");
    numbers_text(line, "template", &d->defined);
    numbers_text(line, "withdrawal", &d->withdrawn);
    return line;
}

/* Each message that is added costs as much as all before it, and a datagram has room for thousands. */
#define MESSAGES_IN_INFO 16
static void columns_set(struct dissection *d, wmem_strbuf_t *summary)
{
    column_info *cinfo = d->pinfo->cinfo;

    col_set_str(cinfo, COL_PROTOCOL, "IPFIX");
    if (d->nth == MESSAGES_IN_INFO)
        col_append_str(cinfo, COL_INFO, "; …");
    if (d->nth >= MESSAGES_IN_INFO)
        return;
    if (d->nth == 0)
        col_clear(cinfo, COL_INFO);
    if (d->sets.count > 0)
        wmem_strbuf_append_printf(summary, ", sets%s", wmem_strbuf_get_str(d->sets.text));
    col_append_sep_str(cinfo, COL_INFO, "; ", wmem_strbuf_get_str(summary));
}

static void sets_dissect(struct dissection *d, proto_tree *tree, struct ipfix_msg *msg)
{
    struct ipfix_set set;
    enum ipfix_status status;

    while ((status = ipfix_set_next(msg, &set)) == IPFIX_OK) {
        if (set.kind != IPFIX_SET_TEMPLATES && set.kind != IPFIX_SET_OPTIONS_TEMPLATES)
            number_add(&d->sets, set.id);
        set_dissect(d, tree, &set);
    }
    if (status != IPFIX_END)
        broken_set_dissect(d, tree, msg, status);
}

static void flows_draw(struct dissection *d, proto_tree *tree)
{
    if (!ws_field_is_asked_for(tree, hf_flows, flows_named))
        return;
    proto_item *item = proto_tree_add_uint(tree, hf_flows, d->tvb, 0, 0, d->records - d->options);
    proto_item_set_generated(item);
    proto_item_set_hidden(item);
}

struct header_items {
    proto_item *length, *export_time, *sequence, *domain;
};

static void header_dissect(struct dissection *d, proto_tree *tree, struct header_items *items)
{
    proto_tree_add_item(tree, hf_version, d->tvb, 0, 2, ENC_BIG_ENDIAN);
    items->length = proto_tree_add_item(tree, hf_length, d->tvb, 2, 2, ENC_BIG_ENDIAN);
    items->export_time =
        proto_tree_add_item(tree, hf_export_time, d->tvb, 4, 4, ENC_TIME_SECS | ENC_BIG_ENDIAN);
    items->sequence = proto_tree_add_item(tree, hf_sequence, d->tvb, 8, 4, ENC_BIG_ENDIAN);
    items->domain = proto_tree_add_item(tree, hf_domain, d->tvb, 12, 4, ENC_BIG_ENDIAN);
    alias_octets(d, tree, ALIAS_VERSION, 0, 2);
    alias_octets(d, tree, ALIAS_LENGTH, 2, 2);
    alias_octets(d, tree, ALIAS_TIMESTAMP, 4, 4);
    alias_octets(d, tree, ALIAS_EXPORT_TIME, 4, 4);
    alias_octets(d, tree, ALIAS_SEQUENCE, 8, 4);
    alias_octets(d, tree, ALIAS_DOMAIN, 12, 4);
}

static void whole_message_dissect(struct dissection *d, proto_tree *tree, proto_item *top,
                                  struct ipfix_msg *msg, uint32_t stream)
{
    bool seen = tree != NULL && PTREE_DATA(tree)->visible;
    struct header_items items;

    d->domain_known = true;
    d->domain = msg->domain;
    d->export_time = msg->export_time;
    d->clock_is_off = clock_is_off(clock_ahead(d));
    d->short_of_octets = msg->err.status == IPFIX_MSG_PAST_END;
    d->counted = msg->err.status == IPFIX_OK;
    d->aliases = aliases_asked(tree);
    d->texts = texts_are_seen(tree);
    d->nobody_looks =
        !seen && !complaints_wanted(d->pinfo, tree) && !(d->aliases && alias_complaints_wanted(tree));
    d->everything = !d->nobody_looks || parts_wanted(tree) || derived_wanted(tree) ||
                    (d->aliases && alias_duration_wanted(tree));
    header_dissect(d, tree, &items);
    clock_difference_draw(d, tree);
    if (d->short_of_octets)
        complain_of(d, items.length, &msg->err);
    msg->err = (struct ipfix_error){.status = IPFIX_OK}; /* was said; the sets may have one of their own */

    bool columns = col_get_writable(d->pinfo->cinfo, COL_INFO);
    if (seen || columns)
        numbers_open(d);
    sets_dissect(d, tree, msg);
    proto_item *records = proto_tree_add_uint(tree, hf_records, d->tvb, 0, 0, d->records);
    proto_item_set_generated(records);
    alias_number(d, tree, ALIAS_RECORDS, d->records);
    flows_draw(d, tree);
    if (seen)
        proto_tree_move_item(tree, items.domain, records);
    struct message_memo memo = memo_of(d, msg->sequence, stream);
    sequence_dissect(d, items.sequence, &memo.sequence);
    if (memo.clock_is_news)
        clock_dissect(d, items.export_time);
    if (taps_listen())
        tap_message(d, msg, &memo.sequence);
    if (!seen && !columns)
        return;
    wmem_strbuf_t *summary = summary_make(d, &memo.sequence);
    if (seen)
        proto_item_append_text(top, ", %s", wmem_strbuf_get_str(summary));
    if (columns)
        columns_set(d, summary);
}

static proto_item *message_draw(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, struct session *session,
                                unsigned nth, uint32_t stream)
{
    struct dissection d = {.tvb = tvb,
                           .pinfo = pinfo,
                           .session = session,
                           .frame = pinfo->num,
                           .place = frame_place(pinfo),
                           .nth = nth,
                           .everything = true};
    uint32_t captured = tvb_captured_length(tvb);
    struct ipfix_msg msg;

    if (captured == 0)
        return NULL;
    enum ipfix_status status =
        ipfix_msg_open(&msg, tvb_get_ptr(tvb, 0, (int)captured), captured, tvb_reported_length(tvb));
    uint32_t length = status == IPFIX_OK && msg.length < captured ? msg.length : captured;
    proto_item *top = proto_tree_add_item(tree, proto_ipfix, tvb, 0, (int)length, ENC_NA);
    proto_tree *sub = proto_item_add_subtree(top, ett_message);
    alias_protocol(&d, tree);
    if (status == IPFIX_OK) {
        whole_message_dissect(&d, sub, top, &msg, stream);
        return top;
    }
    col_set_str(pinfo->cinfo, COL_PROTOCOL, "IPFIX");
    col_add_str(pinfo->cinfo, COL_INFO, ipfix_strstatus(status));
    broken_message_dissect(&d, sub, &msg.err);
    return top;
}

proto_item *message_dissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, struct session *session,
                            unsigned nth, uint32_t stream)
{
    proto_item *volatile top = NULL;

    if (!tree_hide(tree))
        return message_draw(tvb, pinfo, tree, session, nth, stream);
    TRY
    {
        top = message_draw(tvb, pinfo, tree, session, nth, stream);
    }
    FINALLY
    {
        proto_tree_set_visible(tree, TRUE); /* even where a message has more items than Wireshark takes */
    }
    ENDTRY;
    return top;
}

void message_register(void)
{
    static hf_register_info hf[] = {
        {&hf_version, {"Version", "ipfix.msg.version", FT_UINT16, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_length,
         {"Length", "ipfix.msg.length", FT_UINT16, BASE_DEC, NULL, 0, "Octets, header included", HFILL}},
        {&hf_export_time,
         {"Export Time", "ipfix.msg.export_time", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
          "When the message left the exporter", HFILL}},
        {&hf_sequence,
         {"Sequence Number", "ipfix.msg.sequence", FT_UINT32, BASE_DEC, NULL, 0,
          "Data records sent before this message", HFILL}},
        {&hf_domain, {"Observation Domain", "ipfix.msg.domain", FT_UINT32, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_records,
         {"Data Records", "ipfix.msg.records", FT_UINT32, BASE_DEC, NULL, 0, "Data records in this message",
          HFILL}},
        {&hf_set, {"Set", "ipfix.set", FT_NONE, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_set_id, {"Set ID", "ipfix.set.id", FT_UINT16, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_set_length,
         {"Length", "ipfix.set.length", FT_UINT16, BASE_DEC, NULL, 0, "Octets, set header included", HFILL}},
        {&hf_padding, {"Padding", "ipfix.padding", FT_BYTES, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_template, {"Template", "ipfix.template", FT_NONE, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_template_id, {"Template ID", "ipfix.template.id", FT_UINT16, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_field_count,
         {"Field Count", "ipfix.template.field_count", FT_UINT16, BASE_DEC, NULL, 0,
          "0 withdraws the template", HFILL}},
        {&hf_scope_count,
         {"Scope Field Count", "ipfix.template.scope_count", FT_UINT16, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_spec, {"Field Specifier", "ipfix.template.field", FT_NONE, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_spec_id,
         {"Information Element", "ipfix.template.field.id", FT_UINT16, BASE_DEC, NULL, 0,
          "Number without the enterprise bit", HFILL}},
        {&hf_spec_length,
         {"Field Length", "ipfix.template.field.length", FT_UINT16, BASE_DEC, NULL, 0, "65535: variable",
          HFILL}},
        {&hf_spec_pen,
         {"Enterprise Number", "ipfix.template.field.pen", FT_UINT32, BASE_ENTERPRISES, STRINGS_ENTERPRISES,
          0, NULL, HFILL}},
        {&hf_template_frame,
         {"Template Frame", "ipfix.template_frame", FT_FRAMENUM, BASE_NONE, NULL, 0,
          "Where the template in force was defined", HFILL}},
        {&hf_template_later_frame,
         {"Template Only Seen In Frame", "ipfix.template_later_frame", FT_FRAMENUM, BASE_NONE, NULL, 0, NULL,
          HFILL}},
        {&hf_expected,
         {"Expected Sequence Number", "ipfix.sequence.expected", FT_UINT32, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_flows,
         {"Flows", "ipfix.msg.flows", FT_UINT32, BASE_DEC, NULL, 0,
          "Data records that are no options data, where they are asked for", HFILL}},
        {&hf_clock_difference,
         {"Clock Difference", "ipfix.msg.clock_difference", FT_RELATIVE_TIME, BASE_NONE, NULL, 0,
          "Export Time less the capture time, where it is asked for", HFILL}},
        {&hf_lost,
         {"Lost Data Records", "ipfix.sequence.lost", FT_UINT32, BASE_DEC, NULL, 0,
          "Data records missing before this message", HFILL}},
    };
    static int *const ett[] = {&ett_message, &ett_set, &ett_template, &ett_spec, &ett_sequence};

    fields_add(hf, array_length(hf));
    subtrees_add(ett, array_length(ett));
    flows_named = command_names_field("ipfix.msg.flows");
    clock_difference_named = command_names_field("ipfix.msg.clock_difference");
}
