/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/store.h>

#include "hints.h"

#include <glib.h>

#define SLOT_BITS_MIN 3u

/* From this position on: a template, or none (NULL: withdrawn). */
struct fact {
    ipfix_pos at;
    const struct ipfix_template *tmpl;
};

/* All facts of one number of one domain, in order of position.  Set numbers 2 and 3 are no template
 * numbers: under them stand the withdrawals of all templates of that kind, as they stand on the wire
 * (RFC 7011 section 8.1), and cost the same however many templates there are. */
struct history {
    struct fact last; /* most numbers have no other, and it is what is asked for */
    GArray *earlier;  /* struct fact; NULL: none */
    bool alone;       /* not part of a definition */
};

/* Where the history of a number of a domain is.  Each data set asks for one, so this is a table of our own,
 * at most half full: what is sought is nearly always in the first line of memory that is looked at. */
struct slot {
    uint64_t key;
    struct history *history; /* NULL: the slot is free */
};

/* One definition that arrived; all stay until the store goes, so that any position can be asked for.
 * The first of a number has its history in one piece with it, and its plan: where there are more templates
 * than a cache holds, what a data set costs is the number of places in memory that lead to its steps. */
struct definition {
    struct history history;
    struct ipfix_template tmpl;
    uint32_t domain;
    struct ipfix_step step[];
};

/* Memory that goes all at once, with the store.  In pieces that begin where a line of the cache does: a plan
 * that takes two lines is then not spread over three, and its neighbours are plans. */
struct arena {
    GSList *blocks;
    uint8_t *next;
    size_t left, all; /* octets: of the last block, and of all */
};
#define LINE 64u
#define BLOCK_MAX 65536u

struct ipfix_store {
    enum ipfix_transport transport;
    ipfix_ie_finder finder;
    void *ctx;
    bool withdrew_all; /* somebody withdrew all templates of a kind */
    size_t own;        /* what octets points to, unless the limit is shared */
    size_t *octets;    /* taken so far, against IPFIX_STORE_MAX */
    struct slot *slots;
    unsigned slot_bits; /* there are 1 << slot_bits, slot_last + 1 */
    size_t slot_last;
    size_t used;        /* of them, not free */
    uint64_t mix;       /* odd, and different in each store: nobody can choose numbers that collide */
    GPtrArray *defs;    /* struct definition, in no order until ipfix_store_each wants one */
    struct arena plans; /* definitions, with what each record needs */
    struct arena specs; /* what it does not: Field Specifiers */
};

/* Each new block is as much again as there is: little in each of many stores, few blocks in a big one. */
static void *arena_take(struct arena *a, size_t octets)
{
    octets = (octets + LINE - 1) / LINE * LINE;
    if (octets > a->left) {
        a->left = MAX(octets, MIN(a->all, BLOCK_MAX));
        a->all += a->left;
        uint8_t *block = g_malloc(a->left + LINE - 1);
        a->blocks = g_slist_prepend(a->blocks, block);
        a->next = block + (LINE - (uintptr_t)block % LINE) % LINE;
    }
    uint8_t *taken = a->next;
    a->next += octets;
    a->left -= octets;
    return taken;
}

/* ---- histories ---- */

static uint64_t history_key(uint32_t domain, uint16_t id)
{
    return (uint64_t)domain << 16 | id;
}

/* The slot of a key, or the free one that it would take.  Exporters number templates in a row: four of them
 * share a line of the cache.  One multiplication would spread such rows ill with some numbers, and then each look-up
 * would be slow.  Those that find their slot taken go to the next line, and there to another place: four that come
 * to the line of four others so do not stand in each other's way. */
#define SLOTS_IN_LINE 4u
static inline struct slot *slot_of(const struct ipfix_store *s, uint64_t key)
{
    uint64_t hash = key / SLOTS_IN_LINE * s->mix;
    hash = (hash ^ hash >> 32) * s->mix;
    size_t line = (size_t)(hash >> (66 - s->slot_bits)), at = line * SLOTS_IN_LINE + key % SLOTS_IN_LINE;

    while (s->slots[at].history != NULL && s->slots[at].key != key)
        at = (at + SLOTS_IN_LINE + 1) & s->slot_last;
    return &s->slots[at];
}

static void slots_new(struct ipfix_store *s, unsigned bits)
{
    s->slot_bits = bits;
    s->slot_last = ((size_t)1 << bits) - 1;
    s->slots = g_aligned_alloc0(s->slot_last + 1, sizeof(struct slot), LINE);
}

static void slots_grow(struct ipfix_store *s)
{
    struct slot *old = s->slots, *end = old + s->slot_last;

    slots_new(s, s->slot_bits + 1);
    for (const struct slot *slot = old; slot <= end; slot++)
        if (slot->history != NULL)
            *slot_of(s, slot->key) = *slot;
    g_aligned_free(old);
}

static inline struct history *history_get(const struct ipfix_store *s, uint32_t domain, uint16_t id)
{
    return slot_of(s, history_key(domain, id))->history;
}

static void history_add(struct ipfix_store *s, uint64_t key, struct history *h)
{
    if (++s->used > s->slot_last / 2)
        slots_grow(s);
    *slot_of(s, key) = (struct slot){key, h};
}

static void history_free(struct history *h)
{
    if (h->earlier != NULL)
        g_array_free(h->earlier, TRUE);
    if (h->alone)
        g_free(h);
}

static guint earlier_count(const struct history *h)
{
    return h->earlier != NULL ? h->earlier->len : 0;
}

static const struct fact *history_at(const struct history *h, guint i)
{
    guint count = h != NULL ? earlier_count(h) : 0;

    if (i < count)
        return &g_array_index(h->earlier, struct fact, i);
    return h != NULL && i == count ? &h->last : NULL;
}

/* How many facts come before a position: the index of the first one that does not. */
static guint history_before(const struct history *h, ipfix_pos at)
{
    guint low = 0, high = h != NULL ? earlier_count(h) : 0;

    if (h != NULL && h->last.at < at)
        return high + 1;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (history_at(h, middle)->at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static const struct fact *last_before(const struct history *h, ipfix_pos at)
{
    guint count = history_before(h, at);

    return count > 0 ? history_at(h, count - 1) : NULL;
}

static const struct history *withdrawals_of_all(const struct ipfix_store *s, uint32_t domain, bool options)
{
    return history_get(s, domain, options ? IPFIX_SET_ID_OPTIONS_TEMPLATE : IPFIX_SET_ID_TEMPLATE);
}

/* ---- taking in ---- */

struct ipfix_store *ipfix_store_new(enum ipfix_transport transport, ipfix_ie_finder finder, void *ctx)
{
    struct ipfix_store *s = g_new0(struct ipfix_store, 1);

    s->transport = transport;
    s->octets = &s->own;
    s->finder = finder;
    s->ctx = ctx;
    slots_new(s, SLOT_BITS_MIN);
    s->mix = (uint64_t)g_random_int() << 32 | g_random_int() | 1;
    s->defs = g_ptr_array_new();
    return s;
}

void ipfix_store_free(struct ipfix_store *s)
{
    if (s == NULL)
        return;
    for (const struct slot *slot = s->slots; slot <= s->slots + s->slot_last; slot++)
        if (slot->history != NULL)
            history_free(slot->history);
    g_aligned_free(s->slots);
    g_ptr_array_free(s->defs, TRUE);
    g_slist_free_full(s->plans.blocks, g_free);
    g_slist_free_full(s->specs.blocks, g_free);
    g_free(s);
}

void ipfix_store_share_limit(struct ipfix_store *s, size_t *octets)
{
    s->octets = octets;
}

/* Set memory aside: for one fact at least, and for its history where it is the first. */
static bool store_charge(struct ipfix_store *s, const struct history *h, size_t octets)
{
    octets += sizeof(struct fact);
    if (h == NULL)
        octets += sizeof(struct history) + 4 * sizeof(struct slot); /* the table may just have grown */
    if (octets > IPFIX_STORE_MAX - *s->octets)
        return false;
    *s->octets += octets;
    return true;
}

/* d: what the fact is about, NULL where that is a withdrawal. */
static void fact_first(struct ipfix_store *s, uint64_t key, struct fact fact, struct definition *d)
{
    struct history *h = d != NULL ? &d->history : g_new(struct history, 1);

    *h = (struct history){.last = fact, .alone = d == NULL};
    history_add(s, key, h);
}

static void fact_add(struct history *h, struct fact fact)
{
    guint before = history_before(h, fact.at);

    if (h->earlier == NULL)
        h->earlier = g_array_new(FALSE, FALSE, sizeof(struct fact));
    if (h->last.at < fact.at) {
        struct fact last = h->last;
        h->last = fact;
        fact = last;
        before--;
    }
    g_array_insert_val(h->earlier, before, fact);
}

static size_t definition_octets(const struct ipfix_template_rec *rec)
{
    return sizeof(struct definition) +
           rec->field_count * (sizeof(struct ipfix_step) + sizeof(struct ipfix_spec));
}

static struct definition *definition_add(struct ipfix_store *s, uint32_t domain,
                                         const struct ipfix_template_rec *rec, ipfix_pos at)
{
    struct ipfix_template_rec reading = *rec;
    struct definition *d = arena_take(&s->plans, sizeof *d + rec->field_count * sizeof(struct ipfix_step));
    struct ipfix_spec *spec = arena_take(&s->specs, rec->field_count * sizeof *spec);
    uint32_t off;

    d->domain = domain;
    d->tmpl = (struct ipfix_template){
        .spec = spec,
        .at = at,
        .id = rec->id,
        .field_count = rec->field_count,
        .scope_count = rec->scope_count,
        .options = rec->options,
    };
    for (; ipfix_spec_next(&reading, spec, &off) == IPFIX_OK; spec++)
        ipfix_spec_find(spec, s->finder, s->ctx);
    ipfix_template_plan(&d->tmpl, d->step);
    g_ptr_array_add(s->defs, d);
    return d;
}

/* Is the record a refresh?  Most are, so this neither allocates nor looks elements up. */
static bool record_repeats(const struct ipfix_template_rec *rec, const struct ipfix_template *t)
{
    struct ipfix_template_rec reading = *rec;
    struct ipfix_spec spec;
    uint32_t off;

    if (t->options != rec->options || t->field_count != rec->field_count ||
        t->scope_count != rec->scope_count)
        return false;
    for (uint32_t i = 0; ipfix_spec_next(&reading, &spec, &off) == IPFIX_OK; i++)
        if (!ipfix_spec_equal(&spec, &t->spec[i]))
            return false;
    return true;
}

/* Rules whose breach leaves nothing that data could be laid out with. */
static bool must_not_be_kept(enum ipfix_status broken)
{
    return broken == IPFIX_TEMPLATE_ID || broken == IPFIX_TEMPLATE_SCOPE || broken == IPFIX_TEMPLATE_ZEROS ||
           broken == IPFIX_WITHDRAW_WRONG_SET;
}

enum ipfix_status ipfix_store_put(struct ipfix_store *s, uint32_t domain,
                                  const struct ipfix_template_rec *rec, ipfix_pos at)
{
    bool withdrawal = rec->field_count == 0;

    if (must_not_be_kept(rec->err.status))
        return rec->err.status;
    if (withdrawal && s->transport == IPFIX_TRANSPORT_UDP)
        return IPFIX_IGNORED;

    struct history *h = history_get(s, domain, rec->id);
    const struct fact *known = history_at(h, history_before(h, at));
    if (known != NULL && known->at == at)
        return IPFIX_OK;
    const struct ipfix_template *in_force = ipfix_store_get(s, domain, rec->id, at);
    if (withdrawal && !rec->withdraw_all && (in_force == NULL || in_force->options != rec->options))
        return IPFIX_NOT_HELD;
    if (!withdrawal && in_force != NULL && record_repeats(rec, in_force))
        return IPFIX_SAME;

    if (!store_charge(s, h, withdrawal ? 0 : definition_octets(rec)))
        return IPFIX_STORE_FULL;
    struct definition *d = withdrawal ? NULL : definition_add(s, domain, rec, at);
    struct fact fact = {at, d != NULL ? &d->tmpl : NULL};
    if (h != NULL)
        fact_add(h, fact);
    else
        fact_first(s, history_key(domain, rec->id), fact, d);
    s->withdrew_all = s->withdrew_all || rec->withdraw_all;
    return IPFIX_OK;
}

/* ---- looking up ---- */

/* What is in force where that is not just the last fact about the number. */
static NOINLINE const struct ipfix_template *in_force_then(const struct ipfix_store *s, uint32_t domain,
                                                           const struct history *h, ipfix_pos at)
{
    const struct fact *fact = last_before(h, at);

    if (fact == NULL || fact->tmpl == NULL)
        return NULL;
    if (!s->withdrew_all)
        return fact->tmpl;
    const struct fact *all = last_before(withdrawals_of_all(s, domain, fact->tmpl->options), at);
    return all != NULL && all->at > fact->at ? NULL : fact->tmpl;
}

const struct ipfix_template *ipfix_store_get(const struct ipfix_store *s, uint32_t domain, uint16_t id,
                                             ipfix_pos at)
{
    const struct history *h = history_get(s, domain, id);

    if (h == NULL)
        return NULL;
    return h->last.at < at && !s->withdrew_all ? h->last.tmpl : in_force_then(s, domain, h, at);
}

void ipfix_store_expect(const struct ipfix_store *s, uint32_t domain, uint16_t id)
{
    const struct history *h = history_get(s, domain, id);

    if (h == NULL)
        return;
    PREFETCH(h);
    PREFETCH((const uint8_t *)h + LINE); /* where the steps are */
}

const struct ipfix_template *ipfix_store_next(const struct ipfix_store *s, uint32_t domain, uint16_t id,
                                              ipfix_pos at)
{
    const struct history *h = history_get(s, domain, id);
    const struct fact *fact;

    for (guint i = history_before(h, at); (fact = history_at(h, i)) != NULL; i++)
        if (fact->tmpl != NULL)
            return fact->tmpl;
    return NULL;
}

bool ipfix_store_withdrawn(const struct ipfix_store *s, uint32_t domain, uint16_t id, ipfix_pos at,
                           ipfix_pos *when)
{
    const struct fact *fact = last_before(history_get(s, domain, id), at);

    if (fact == NULL)
        return false;
    if (fact->tmpl != NULL) { /* not withdrawn by its number; then by the first of all behind it? */
        const struct history *all = withdrawals_of_all(s, domain, fact->tmpl->options);
        fact = history_at(all, history_before(all, fact->at));
        if (fact == NULL || fact->at >= at)
            return false;
    }
    *when = fact->at;
    return true;
}

static gint definition_order(gconstpointer left, gconstpointer right)
{
    const struct definition *a = *(const struct definition *const *)left;
    const struct definition *b = *(const struct definition *const *)right;
    uint64_t key_a = history_key(a->domain, a->tmpl.id), key_b = history_key(b->domain, b->tmpl.id);

    if (key_a != key_b)
        return key_a < key_b ? -1 : 1;
    return a->tmpl.at < b->tmpl.at ? -1 : a->tmpl.at > b->tmpl.at;
}

const struct ipfix_template *ipfix_store_each(const struct ipfix_store *s, size_t *iter, uint32_t *domain)
{
    if (*iter == 0)
        g_ptr_array_sort(s->defs, definition_order);
    if (*iter >= s->defs->len)
        return NULL;
    const struct definition *d = g_ptr_array_index(s->defs, (*iter)++);
    *domain = d->domain;
    return &d->tmpl;
}
