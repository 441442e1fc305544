/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A Transport Session: messages one after another, with all that they hold read to the bottom.
 *
 * Input: an octet that says the transport, then for each message an octet of flags, two octets of
 * length, and as many octets.  seeds.c writes it.
 *
 * Claimed: what the codec answers lies inside the message; a walk through the messages backwards, when
 * all templates are known, finds what the first walk found; what is sound is written again octet for octet.
 */
#include "input.h"
#include "stream.h"

#define MESSAGES_MAX 32u
#define VALUES_MAX 64u

/* A field takes at least one octet, but for some of length 0 in each record; and each octet may lie
 * in lists of all depths. */
#define FIELDS_OF(octets) ((uint64_t)(octets) * (IPFIX_MAX_ZERO_FIELDS + 1) * (IPFIX_MAX_DEPTH + 1))

struct message {
    uint8_t *octets;
    size_t captured, reported;
    uint32_t frame, nth;
    uint64_t digest; /* of all that was found at the first walk */
};

struct walk {
    struct ipfix_store *store;
    const struct message *message;
    uint32_t export_time;
    uint32_t domain;
    uint64_t digest;
    uint64_t fields;
    uint32_t records, options, templates;
    bool sound;
};

static void note(struct walk *w, uint64_t what)
{
    w->digest = (w->digest ^ what) * 0x100000001b3u;
}

static void note_error(struct walk *w, const struct ipfix_error *err)
{
    char text[200];

    note(w, (uint64_t)err->status);
    if (err->status == IPFIX_OK)
        return;
    w->sound = false;
    note(w, err->off);
    note(w, err->want);
    CLAIM(err->status < 0);
    CLAIM(err->off <= w->message->captured);
    CLAIM(err->have <= w->message->reported);
    CLAIM(ipfix_error_text(err, text, sizeof text) < sizeof text);
}

static ipfix_pos position(const struct walk *w, uint32_t off)
{
    return ipfix_pos_make(w->message->frame, w->message->nth, off);
}

static void claim_inside(const struct walk *w, const struct ipfix_reader *in)
{
    CLAIM(in->base == w->message->octets);
    CLAIM(in->pos <= in->end && in->end <= w->message->captured);
    CLAIM(in->missing <= UINT16_MAX);
}

/* ---- values ---- */

static void value_walk(struct walk *w, const struct ipfix_field *f)
{
    struct ipfix_value v;
    char text[64];
    enum ipfix_status status = ipfix_value_get(f, w->export_time, &v);

    note(w, (uint64_t)status);
    if (status != IPFIX_OK) {
        CLAIM(status == IPFIX_VALUE_LENGTH);
        return;
    }
    note(w, (uint64_t)ipfix_value_check(&v, f->spec->ie));
    size_t len = ipfix_value_text(&v, text, sizeof text);
    note(w, len);
    for (size_t i = 0; i < len && i < sizeof text - 1; i++)
        note(w, (uint8_t)text[i]);
}

/* ---- records and lists ---- */

static void list_walk(struct walk *w, const struct ipfix_field *field);

static void field_walk(struct walk *w, const struct ipfix_records *c, const struct ipfix_field *f)
{
    unsigned type = f->spec->type;

    w->fields++;
    CLAIM(f->base == w->message->octets && f->data == f->base + f->off);
    CLAIM(f->off >= c->off + f->prefix && f->off + f->len <= c->in.pos && c->in.pos <= c->in.end);
    CLAIM(f->depth == c->depth);
    CLAIM(f->spec->len == IPFIX_VARLEN ? f->prefix == 1 || f->prefix == 3 : f->spec->len == f->len);
    note(w, (uint64_t)f->off << 16 | f->len);
    if (type >= IPFIX_BASIC_LIST && type <= IPFIX_SUB_TEMPLATE_MULTI_LIST)
        list_walk(w, f);
    else
        value_walk(w, f);
}

/* The records of a set, a few at once, are those that the cursor over fields finds: so many, and then this fault. */
static void rows_walk(struct ipfix_records c, uint32_t count, const struct ipfix_error *err)
{
    struct ipfix_value values[VALUES_MAX], one;
    struct ipfix_records rows = c;
    struct ipfix_field f;
    uint32_t fields = c.tmpl->field_count, n;

    if (fields > VALUES_MAX)
        return;
    while ((n = ipfix_records_values(&rows, 0, values, VALUES_MAX)) > 0) {
        CLAIM(n <= count && n <= VALUES_MAX / fields);
        count -= n;
        for (const struct ipfix_value *v = values; n > 0; n--) {
            CLAIM(ipfix_record_next(&c) == IPFIX_OK);
            for (; ipfix_field_next(&c, &f) == IPFIX_OK; v++) {
                bool legal = ipfix_value_get(&f, 0, &one) == IPFIX_OK;
                CLAIM(v->type == (legal ? one.type : IPFIX_OCTET_ARRAY));
                CLAIM(!legal || f.spec->load == IPFIX_LOAD_BYTES || v->as.u == one.as.u);
            }
        }
    }
    CLAIM(count == 0);
    CLAIM(ipfix_record_next(&rows) == (err->status != IPFIX_OK ? err->status : IPFIX_END));
}

/* Whole records, with all that is in them. */
static uint32_t records_walk(struct walk *w, const struct ipfix_set *set, const struct ipfix_template *tmpl)
{
    struct ipfix_records c, counted;
    struct ipfix_field f;
    uint32_t count = 0;

    ipfix_records_open(&c, set, tmpl);
    counted = c;
    while (ipfix_record_next(&c) == IPFIX_OK) {
        uint32_t number = 0;
        enum ipfix_status status;
        while ((status = ipfix_field_next(&c, &f)) == IPFIX_OK) {
            CLAIM(f.spec == &tmpl->spec[number]);
            number++;
            field_walk(w, &c, &f);
        }
        if (status != IPFIX_END)
            break;
        CLAIM(number == tmpl->field_count);
        CLAIM(c.in.pos - c.off >= tmpl->min_len);
        count++;
    }
    CLAIM(ipfix_record_next(&c) == (c.err.status != IPFIX_OK ? c.err.status : IPFIX_END));
    rows_walk(counted, count, &c.err);
    CLAIM(ipfix_records_count(&counted) == count);
    CLAIM(memcmp(&counted.err, &c.err, sizeof c.err) == 0);
    CLAIM(c.err.status != IPFIX_OK || counted.in.pos == c.in.pos);
    claim_inside(w, &c.in);
    note(w, count);
    note_error(w, &c.err);
    return count;
}

static const struct ipfix_template *template_find(struct walk *w, const struct ipfix_set *set)
{
    ipfix_pos at = position(w, set->off), when = 0;
    const struct ipfix_template *tmpl = ipfix_store_get(w->store, w->domain, set->id, at);
    const struct ipfix_template *next = ipfix_store_next(w->store, w->domain, set->id, at);
    bool withdrawn = ipfix_store_withdrawn(w->store, w->domain, set->id, at, &when);

    CLAIM(next == NULL || (next->at >= at && next->id == set->id));
    CLAIM(!withdrawn || (tmpl == NULL && when < at));
    CLAIM(tmpl == NULL || (tmpl->at < at && tmpl->id == set->id));
    note(w, withdrawn ? when : 0);
    note(w, tmpl != NULL ? tmpl->at : 0);
    return tmpl;
}

static void block_walk(struct walk *w, const struct ipfix_set *block)
{
    claim_inside(w, &block->in);
    const struct ipfix_template *tmpl = block->tmpl != NULL ? block->tmpl : template_find(w, block);
    if (tmpl != NULL)
        records_walk(w, block, tmpl);
}

static void list_walk(struct walk *w, const struct ipfix_field *field)
{
    struct ipfix_list list;
    struct ipfix_set block;
    enum ipfix_status status = ipfix_list_open(&list, field, NULL, NULL);

    note(w, (uint64_t)status);
    if (status == IPFIX_OK)
        while (ipfix_list_next(&list, &block) == IPFIX_OK) {
            CLAIM(block.depth == field->depth + 1u && block.depth <= IPFIX_MAX_DEPTH);
            CLAIM(block.off >= field->off && block.in.end <= field->off + field->len);
            block_walk(w, &block);
        }
    CLAIM(status == IPFIX_OK || list.err.status == status);
    note_error(w, &list.err);
}

/* ---- templates ---- */

static void specs_walk(struct walk *w, struct ipfix_template_rec rec)
{
    struct ipfix_spec spec;
    uint32_t off, count = 0;

    while (ipfix_spec_next(&rec, &spec, &off) == IPFIX_OK) {
        CLAIM(off >= rec.off && off + (spec.enterprise ? 8 : 4) <= rec.off + rec.len);
        note(w, (uint64_t)spec.pen << 32 | (uint64_t)spec.id << 16 | spec.len);
        count++;
    }
    CLAIM(count == rec.field_count);
}

static void templates_walk(struct walk *w, struct ipfix_set *set)
{
    struct ipfix_template_rec rec;
    enum ipfix_status status;

    while ((status = ipfix_template_next(set, &rec)) == IPFIX_OK) {
        CLAIM(rec.off >= set->off && rec.off + rec.len <= set->in.pos);
        note(w, (uint64_t)ipfix_store_put(w->store, w->domain, &rec, position(w, rec.off)));
        note(w, (uint64_t)rec.err.status);
        specs_walk(w, rec);
        w->templates++;
    }
    CLAIM(status == (set->err.status != IPFIX_OK ? set->err.status : IPFIX_END));
    note_error(w, &set->err);
}

/* ---- messages ---- */

static void sets_walk(struct walk *w, struct ipfix_msg *msg)
{
    struct ipfix_set set;
    enum ipfix_status status;

    while ((status = ipfix_set_next(msg, &set)) == IPFIX_OK) {
        claim_inside(w, &set.in);
        note(w, (uint64_t)set.off << 16 | set.id);
        if (set.kind == IPFIX_SET_TEMPLATES || set.kind == IPFIX_SET_OPTIONS_TEMPLATES)
            templates_walk(w, &set);
        if (set.kind != IPFIX_SET_DATA)
            continue;
        const struct ipfix_template *tmpl = template_find(w, &set);
        if (tmpl == NULL)
            continue;
        uint32_t records = records_walk(w, &set, tmpl);
        w->records += records;
        w->options += tmpl->options ? records : 0;
    }
    CLAIM(ipfix_set_next(msg, &set) == status);
    CLAIM(status == IPFIX_END || msg->err.status != IPFIX_OK);
}

static void message_walk(struct walk *w, struct ipfix_sequence *sequence)
{
    const struct message *m = w->message;
    struct ipfix_msg msg;
    enum ipfix_status status = ipfix_msg_open(&msg, m->octets, m->captured, m->reported);

    w->sound = status == IPFIX_OK && msg.length <= m->captured;
    if (status == IPFIX_OK) {
        w->domain = msg.domain;
        w->export_time = msg.export_time;
        sets_walk(w, &msg);
    }
    note_error(w, &msg.err);
    CLAIM(w->fields <= FIELDS_OF(m->captured));
    if (w->sound)
        CLAIM(stream_rewrites(w->store, m->octets, msg.length, position(w, 0)));
    if (status != IPFIX_OK || sequence == NULL)
        return;
    const struct ipfix_sequence_msg seen = {.sequence = msg.sequence,
                                            .export_time = msg.export_time,
                                            .records = w->records,
                                            .options = w->options,
                                            .templates = w->templates,
                                            .counted = w->sound};
    struct ipfix_sequence_result r = ipfix_sequence_see(sequence, &seen);
    CLAIM(sequence->gap_count <= IPFIX_SEQ_GAPS);
    CLAIM(r.found == 0 || r.verdict == IPFIX_SEQ_LATE);
    CLAIM((r.verdict == IPFIX_SEQ_GAP) == (r.lost != 0));
    CLAIM(!r.habit_is_new || r.habit != IPFIX_COUNTS_RECORDS);
}

static uint64_t digest_of(struct ipfix_store *store, const struct message *m, struct ipfix_sequence *sequence)
{
    struct walk w = {.store = store, .message = m};

    message_walk(&w, sequence);
    return w.digest;
}

/* ---- the store ---- */

static void store_walk(const struct ipfix_store *store)
{
    const struct ipfix_template *tmpl;
    uint32_t domain, domain_before = 0;
    uint16_t id_before = 0;
    size_t iter = 0;

    while ((tmpl = ipfix_store_each(store, &iter, &domain)) != NULL) {
        CLAIM(domain > domain_before || (domain == domain_before && tmpl->id >= id_before));
        CLAIM(ipfix_store_next(store, domain, tmpl->id, tmpl->at) == tmpl);
        CLAIM(ipfix_store_get(store, domain, tmpl->id, tmpl->at + 1) == tmpl);
        CLAIM(ipfix_template_equal(tmpl, tmpl) && tmpl->fixed_len <= tmpl->min_len);
        domain_before = domain;
        id_before = tmpl->id;
    }
}

/* ---- the session ---- */

static bool message_draw(struct input *in, struct message *m, const struct message *before)
{
    if (in->left < STREAM_MESSAGE_HEADER_LEN)
        return false;
    unsigned flags = (unsigned)draw(in, 1);
    size_t declared = draw(in, 2);

    m->octets = draw_block(in, declared, &m->captured);
    m->reported = m->captured + (flags & STREAM_CUT ? (flags >> 4) * 64u : 0);
    bool same_frame = before != NULL && (flags & STREAM_SAME_FRAME);
    m->frame = before == NULL ? 1 : before->frame + !same_frame;
    m->nth = same_frame ? before->nth + 1 : 0;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    struct message messages[MESSAGES_MAX];
    struct ipfix_sequence sequence = {0};
    unsigned count = 0;

    struct ipfix_store *store = ipfix_store_new((enum ipfix_transport)(draw(&in, 1) % 4), NULL, NULL);
    while (count < MESSAGES_MAX &&
           message_draw(&in, &messages[count], count > 0 ? &messages[count - 1] : NULL)) {
        messages[count].digest = digest_of(store, &messages[count], &sequence);
        count++;
    }
    store_walk(store);
    for (unsigned i = count; i-- > 0;)
        CLAIM(digest_of(store, &messages[i], NULL) == messages[i].digest);
    for (unsigned i = 0; i < count; i++)
        free(messages[i].octets);
    ipfix_store_free(store);
    return 0;
}
