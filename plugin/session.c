/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Transport Sessions: who exports to whom, which templates hold there, and how far their numbers count.
 */
#include "packet-ipfix.h"

/* Template numbers whose definition could not be kept: more would be somebody's attack. */
#define REFUSED_MAX 65536u

/* A sequence tracker with its key in front. */
struct tracker {
    uint64_t key;    /* domain << 32 | stream */
    uint32_t losses; /* of its session, when it last was asked for */
    struct ipfix_sequence sequence;
};

/* Where UDP sessions of one exporter and collector defined a template number. */
struct shared_key {
    uint32_t peers;
    uint32_t domain;
    uint32_t id;
};
struct definition {
    ipfix_pos at;
    const struct session *session;
};
/* Where a session first defined a number in a way that could not be kept; peers is the session's number. */
struct refusal {
    struct shared_key key;
    ipfix_pos at;
    unsigned hash; /* of the template record */
};
struct shared {
    struct shared_key key;
    GArray *definitions; /* struct definition, by position */
};

/* What is kept of one capture at most: more than any network has, and a bound on what a hostile one can
 * make of few octets.  Each session takes about a kilobyte, each tracker 200 octets. */
#define SESSIONS_MAX (1u << 16)
#define TRACKERS_MAX (1u << 17)
#define REFRESHES_MAX (1u << 20)

/* All of these live from sessions_open to sessions_close. */
static GPtrArray *sessions;       /* owns them, in order of appearance */
static GHashTable *session_index; /* struct session, by who talks to whom */
static GHashTable *peers_index;   /* struct session, the first of each pair of addresses */
static GHashTable *shared_index;  /* struct shared */
static GHashTable *refused_index; /* struct refusal */
static size_t store_octets;       /* of all sessions together */
static unsigned tracker_count;    /* of all sessions together */
static unsigned refresh_count;    /* refreshes among the definitions of shared_index */
static struct session *spare;     /* for all sessions past SESSIONS_MAX; NULL: none so far */

/* ---- keys: captures may be hostile, so Wireshark's seeded hash ---- */

static unsigned address_hash(const address *a)
{
    return a->len > 0 ? wmem_strong_hash((const uint8_t *)a->data, (size_t)a->len) : 0;
}

static unsigned peers_hash(const void *key)
{
    const struct session *s = key;
    unsigned parts[] = {address_hash(&s->exporter), address_hash(&s->collector)};

    return wmem_strong_hash((const uint8_t *)parts, sizeof parts);
}

static gboolean peers_equal(const void *a, const void *b)
{
    const struct session *s = a, *t = b;

    return addresses_equal(&s->exporter, &t->exporter) && addresses_equal(&s->collector, &t->collector);
}

static unsigned session_hash(const void *key)
{
    const struct session *s = key;
    uint32_t parts[] = {peers_hash(s), s->transport, s->exporter_port, s->collector_port, s->connection};

    return wmem_strong_hash((const uint8_t *)parts, sizeof parts);
}

static gboolean session_equal(const void *a, const void *b)
{
    const struct session *s = a, *t = b;

    return s->transport == t->transport && s->exporter_port == t->exporter_port &&
           s->collector_port == t->collector_port && s->connection == t->connection && peers_equal(s, t);
}

static unsigned shared_hash(const void *key)
{
    return wmem_strong_hash(key, sizeof(struct shared_key));
}

static gboolean shared_equal(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct shared_key)) == 0;
}

/* ---- life ---- */

static void session_free(void *p)
{
    struct session *s = p;

    ipfix_store_free(s->store);
    if (s != spare) {
        free_address(&s->exporter);
        free_address(&s->collector);
    }
    g_hash_table_destroy(s->sequences);
    g_free(s);
}

static void shared_free(void *p)
{
    struct shared *shared = p;

    g_array_free(shared->definitions, TRUE);
    g_free(shared);
}

void sessions_open(void)
{
    sessions = g_ptr_array_new_with_free_func(session_free);
    session_index = g_hash_table_new(session_hash, session_equal);
    peers_index = g_hash_table_new(peers_hash, peers_equal);
    shared_index = g_hash_table_new_full(shared_hash, shared_equal, NULL, shared_free);
    refused_index = g_hash_table_new_full(shared_hash, shared_equal, g_free, NULL);
}

void sessions_close(void)
{
    g_hash_table_destroy(refused_index);
    g_hash_table_destroy(shared_index);
    g_hash_table_destroy(peers_index);
    g_hash_table_destroy(session_index);
    g_ptr_array_free(sessions, TRUE);
    if (spare != NULL)
        session_free(spare);
    spare = NULL;
    store_octets = 0;
    tracker_count = 0;
    refresh_count = 0;
}

static char *end_text(wmem_allocator_t *scope, const address *end, uint32_t port)
{
    char *where = address_to_str(scope, end);
    char *text = wmem_strdup_printf(scope, end->type == AT_IPv6 ? "[%s]:%u" : "%s:%u", where, port);

    wmem_free(scope, where);
    return text;
}

const char *exporter_text(wmem_allocator_t *scope, const struct session *s)
{
    if (s->transport == IPFIX_TRANSPORT_FILE)
        return wmem_strdup(scope, "file");
    return end_text(scope, &s->exporter, s->exporter_port);
}

const char *peers_text(wmem_allocator_t *scope, const struct session *s)
{
    if (s->transport == IPFIX_TRANSPORT_FILE)
        return exporter_text(scope, s);
    char *from = end_text(scope, &s->exporter, s->exporter_port);
    char *to = end_text(scope, &s->collector, s->collector_port);
    char *text = wmem_strdup_printf(scope, "%s > %s", from, to);

    wmem_free(scope, from);
    wmem_free(scope, to);
    return text;
}

const GPtrArray *sessions_all(void)
{
    return sessions;
}

static uint32_t peers_number(struct session *s)
{
    const struct session *first = g_hash_table_lookup(peers_index, s);
    if (first != NULL)
        return first->peers;
    g_hash_table_add(peers_index, s);
    return g_hash_table_size(peers_index);
}

static struct session *session_make(enum ipfix_transport transport)
{
    struct session *s = g_new0(struct session, 1);

    s->transport = transport;
    s->store = ipfix_store_new(transport, element_find, NULL);
    ipfix_store_share_limit(s->store, &store_octets);
    s->sequences = g_hash_table_new_full(wmem_int64_hash, g_int64_equal, NULL, g_free);
    return s;
}

static struct session *session_new(const struct session *who)
{
    struct session *s = session_make(who->transport);

    copy_address(&s->exporter, &who->exporter);
    copy_address(&s->collector, &who->collector);
    s->exporter_port = who->exporter_port;
    s->collector_port = who->collector_port;
    s->connection = who->connection;
    g_ptr_array_add(sessions, s);
    s->number = sessions->len;
    s->peers = peers_number(s);
    g_hash_table_add(session_index, s);
    return s;
}

/* The session that there is no room for: it keeps nothing, and so is one for all.  Its exporter is that
 * of the packet at hand, whose other sessions may have templates for it. */
static struct session *session_spare(const struct session *who)
{
    if (spare == NULL)
        spare = session_make(who->transport);
    const struct session *first = g_hash_table_lookup(peers_index, who);
    spare->transport = who->transport;
    spare->peers = first != NULL ? first->peers : 0;
    copy_address_shallow(&spare->exporter, &who->exporter);
    copy_address_shallow(&spare->collector, &who->collector);
    spare->exporter_port = who->exporter_port;
    spare->collector_port = who->collector_port;
    return spare;
}

struct session *session_of(packet_info *pinfo, enum ipfix_transport transport, uint32_t connection)
{
    struct session who = {.transport = transport, .connection = connection};

    /* A file is one session whatever its records come from (RFC 5655 section 7.1). */
    if (transport != IPFIX_TRANSPORT_FILE) {
        copy_address_shallow(&who.exporter, &pinfo->src);
        copy_address_shallow(&who.collector, &pinfo->dst);
        who.exporter_port = pinfo->srcport;
        who.collector_port = pinfo->destport;
    }
    struct session *s = g_hash_table_lookup(session_index, &who);
    if (s != NULL)
        return s;
    return sessions->len < SESSIONS_MAX ? session_new(&who) : session_spare(&who);
}

/* ---- templates ---- */

/* Number of the definitions before a position. */
static unsigned definitions_before(const GArray *definitions, ipfix_pos at)
{
    unsigned low = 0, high = definitions->len;

    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (g_array_index(definitions, struct definition, middle).at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* False: it was known. */
static bool definition_share(const struct session *s, uint32_t domain, uint16_t id, ipfix_pos at)
{
    struct shared_key key = {s->peers, domain, id};
    struct shared *shared = g_hash_table_lookup(shared_index, &key);

    if (shared == NULL) {
        shared = g_new(struct shared, 1);
        shared->key = key;
        shared->definitions = g_array_new(FALSE, FALSE, sizeof(struct definition));
        g_hash_table_insert(shared_index, &shared->key, shared);
    }
    unsigned i = definitions_before(shared->definitions, at);
    /* Known from an earlier visit to the frame? */
    if (i < shared->definitions->len && g_array_index(shared->definitions, struct definition, i).at == at)
        return false;
    struct definition definition = {at, s};
    g_array_insert_val(shared->definitions, i, definition);
    return true;
}

static unsigned definition_hash(const struct ipfix_template_rec *rec)
{
    return wmem_strong_hash(rec->specs.base + rec->off, rec->len) + rec->options;
}

/* The first refusal of a number is enough to tell why there is no template. */
static void definition_refuse(const struct session *s, uint32_t domain, const struct ipfix_template_rec *rec,
                              ipfix_pos at)
{
    struct refusal refusal = {{s->number, domain, rec->id}, at, definition_hash(rec)};

    if (g_hash_table_size(refused_index) < REFUSED_MAX && !g_hash_table_contains(refused_index, &refusal))
        g_hash_table_add(refused_index, g_memdup2(&refusal, sizeof refusal));
}

bool session_refused(const struct session *s, uint32_t domain, uint16_t id, ipfix_pos at, ipfix_pos *when)
{
    struct shared_key key = {s->number, domain, id};
    const struct refusal *first = g_hash_table_lookup(refused_index, &key);

    if (first == NULL || first->at >= at)
        return false;
    *when = first->at;
    return true;
}

bool session_refused_alike(const struct session *s, uint32_t domain, const struct ipfix_template_rec *rec,
                           ipfix_pos at)
{
    struct shared_key key = {s->number, domain, rec->id};
    const struct refusal *first = g_hash_table_lookup(refused_index, &key);

    return first != NULL && first->at < at && first->hash == definition_hash(rec);
}

/* What another UDP session of the exporter and the collector defined last before a position. */
static const struct ipfix_template *shared_template(const struct session *s, uint32_t domain, uint16_t id,
                                                    ipfix_pos at, const struct session **from)
{
    struct shared_key key = {s->peers, domain, id};
    const struct shared *shared = g_hash_table_lookup(shared_index, &key);
    unsigned before = shared != NULL ? definitions_before(shared->definitions, at) : 0;

    if (before == 0)
        return NULL;
    *from = g_array_index(shared->definitions, struct definition, before - 1).session;
    return ipfix_store_get((*from)->store, domain, id, at);
}

/* A refresh is the last word of the exporter where another of its ports had something else to say. */
static void refresh_share(const struct session *s, uint32_t domain, uint16_t id, ipfix_pos at)
{
    const struct session *from;
    const struct ipfix_template *own = ipfix_store_get(s->store, domain, id, at),
                                *last = shared_template(s, domain, id, at, &from);

    if (own == NULL || last == NULL || from == s || ipfix_template_equal(own, last) ||
        refresh_count >= REFRESHES_MAX)
        return;
    refresh_count += definition_share(s, domain, id, at);
}

enum ipfix_status session_put(struct session *s, uint32_t domain, const struct ipfix_template_rec *rec,
                              ipfix_pos at)
{
    if (s == spare)
        return rec->err.status != IPFIX_OK ? rec->err.status : IPFIX_STORE_FULL;
    enum ipfix_status status = ipfix_store_put(s->store, domain, rec, at);
    if (status < 0 && rec->field_count > 0)
        definition_refuse(s, domain, rec, at);
    if (status == IPFIX_OK && s->transport == IPFIX_TRANSPORT_UDP)
        definition_share(s, domain, rec->id, at);
    if (status == IPFIX_SAME && s->transport == IPFIX_TRANSPORT_UDP)
        refresh_share(s, domain, rec->id, at);
    return status;
}

const struct ipfix_template *session_template(const struct session *s, uint32_t domain, uint16_t id,
                                              ipfix_pos at, const struct session **from)
{
    const struct ipfix_template *tmpl = ipfix_store_get(s->store, domain, id, at);
    ipfix_pos withdrawn;

    *from = NULL;
    if (tmpl == NULL && s->transport == IPFIX_TRANSPORT_UDP && pref_share_templates)
        tmpl = shared_template(s, domain, id, at, from);
    if (tmpl != NULL || ipfix_store_withdrawn(s->store, domain, id, at, &withdrawn))
        return tmpl;
    if (pref_later_templates)
        tmpl = ipfix_store_next(s->store, domain, id, at);
    return tmpl != NULL ? tmpl : given_template(domain, id);
}

/* ---- sequence numbers ---- */

struct ipfix_sequence *session_sequence(struct session *s, uint32_t domain, uint32_t stream)
{
    static struct ipfix_sequence untracked;
    uint64_t key = (uint64_t)domain << 32 | stream;

    /* A message of an unknown stream moves one of the streams on, but which one? */
    s->stream_lost = s->stream_lost || stream == STREAM_UNKNOWN;
    struct tracker *tracker = g_hash_table_lookup(s->sequences, &key);
    if (tracker == NULL && (s == spare || tracker_count >= TRACKERS_MAX)) {
        untracked = (struct ipfix_sequence){0};
        return &untracked;
    }
    if (tracker == NULL) {
        tracker_count++;
        tracker = g_new0(struct tracker, 1);
        tracker->key = key;
        tracker->losses = s->losses;
        g_hash_table_insert(s->sequences, &tracker->key, tracker);
    }
    if (s->stream_lost)
        tracker->sequence = (struct ipfix_sequence){0};
    ipfix_sequence_suppose(&tracker->sequence, s->habit);
    if (tracker->losses != s->losses)
        tracker->sequence.counted = false;
    tracker->losses = s->losses;
    return &tracker->sequence;
}

void session_lose_count(struct session *s)
{
    s->losses++;
}
