/* SPDX-License-Identifier: BSD-2-Clause */
#include "from.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <ipfix/store.h>

#include "anonymize.h"
#include "counter.h"
#include "describe.h"
#include "input.h"
#include "message.h"
#include "yaml_put.h"

#define STREAM_MAX (WIRE_STREAMS - 1)
#define SECOND 1000000000

/* A connection, or all datagrams of a session: templates live that long. */
struct connection {
    guint session;
    uint8_t exporter[16]; /* its address, as the capture has it */
    struct ipfix_store *store;
};

/* A template number of an exporter, in whatever session. */
struct number {
    uint8_t exporter[16];
    uint32_t domain;
    uint32_t id;
};

/* What mkcapture will count by the time. */
struct exporter {
    GArray *counters;
    uint32_t domain; /* where a message says none */
};

/* A message, or octets that are none. */
struct part {
    const struct input_unit *unit;
    const struct connection *connection;
    uint32_t off; /* in the unit */
    uint32_t len;
    ipfix_pos at;
    bool is_message;
    bool last;   /* of the unit */
    bool closes; /* the last of its connection, and another one follows */
};

struct conversion {
    struct input in;
    GPtrArray *connections;     /* struct connection */
    GHashTable *definers;       /* GBytes, a struct number: GPtrArray of the connections that define it */
    GArray *parts;              /* struct part */
    struct exporter *exporters; /* one for each session */
    struct describer *describer;
    struct ipfix_time time; /* of the next message where it says none */
    struct ipfix_time last;
    GString *out;
};

static const struct wire_session *session_of(const struct conversion *c, guint i)
{
    return &g_array_index(c->in.sessions, struct wire_session, i);
}

/* ---- parts ---- */

static void free_connection(void *p)
{
    struct connection *connection = p;

    ipfix_store_free(connection->store);
    g_free(connection);
}

static struct connection *new_connection(struct conversion *c, guint session)
{
    struct connection *connection = g_new0(struct connection, 1);
    const struct wire_session *s = session_of(c, session);

    connection->session = session;
    memcpy(connection->exporter, s->exporter.address, sizeof connection->exporter);
    connection->store = ipfix_store_new(s->transport, NULL, NULL);
    g_ptr_array_add(c->connections, connection);
    return connection;
}

/* A header of any version whose length is that of all that is there. */
static bool is_other_version(const uint8_t *p, uint32_t n)
{
    return n >= IPFIX_MSG_HEADER_LEN && ipfix_be16(p + 2) == n;
}

static uint32_t part_len(const uint8_t *p, uint32_t n, bool *is_message)
{
    uint32_t len = n >= IPFIX_MSG_HEADER_LEN ? input_message_len(p, n) : 0;

    *is_message = len != 0 || is_other_version(p, n);
    if (len != 0)
        return MIN(len, n);
    return *is_message ? n : input_rubbish_len(p, n);
}

static struct number number_of(const struct connection *connection, uint32_t domain, uint16_t id)
{
    struct number number = {.domain = domain, .id = id};

    memcpy(number.exporter, connection->exporter, sizeof number.exporter);
    return number;
}

static void unref_key(void *key)
{
    g_bytes_unref(key);
}

static void unref_definers(void *definers)
{
    g_ptr_array_unref(definers);
}

/* Each connection once. */
static void note_definer(struct conversion *c, const struct connection *connection, uint32_t domain,
                         uint16_t id)
{
    struct number number = number_of(connection, domain, id);
    GBytes *key = g_bytes_new(&number, sizeof number);
    GPtrArray *definers = g_hash_table_lookup(c->definers, key);

    if (definers == NULL) {
        definers = g_ptr_array_new();
        g_hash_table_insert(c->definers, g_bytes_ref(key), definers);
    }
    if (definers->len == 0 || definers->pdata[definers->len - 1] != connection)
        g_ptr_array_add(definers, (gpointer)connection);
    g_bytes_unref(key);
}

static const GPtrArray *find_definers(const struct conversion *c, const struct connection *connection,
                                      uint32_t domain, uint16_t id)
{
    struct number number = number_of(connection, domain, id);
    GBytes *key = g_bytes_new_static(&number, sizeof number);
    const GPtrArray *definers = g_hash_table_lookup(c->definers, key);

    g_bytes_unref(key);
    return definers;
}

static void learn_templates(struct conversion *c, const struct part *part)
{
    const uint8_t *p = part->unit->octets->data + part->off;
    struct ipfix_template_rec rec;
    struct ipfix_msg msg;
    struct ipfix_set set;

    if (ipfix_msg_open(&msg, p, part->len, part->len) != IPFIX_OK)
        return;
    while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
        if (set.kind != IPFIX_SET_TEMPLATES && set.kind != IPFIX_SET_OPTIONS_TEMPLATES)
            continue;
        while (ipfix_template_next(&set, &rec) == IPFIX_OK) {
            ipfix_store_put(part->connection->store, msg.domain, &rec, part->at + rec.off);
            note_definer(c, part->connection, msg.domain, rec.id);
        }
    }
}

static void split_unit(struct conversion *c, guint number, const struct connection *connection)
{
    const struct input_unit *unit = c->in.units->pdata[number];
    uint32_t off = 0;

    for (uint32_t i = 0; off < unit->octets->len; i++) {
        struct part part = {.unit = unit, .connection = connection, .off = off};

        part.len = part_len(unit->octets->data + off, unit->octets->len - off, &part.is_message);
        part.at = ipfix_pos_make(number, i, 0);
        off += part.len;
        part.last = off == unit->octets->len;
        learn_templates(c, &part);
        g_array_append_val(c->parts, part);
    }
}

/* The last part of a connection says that it closes. */
static void note_close(struct conversion *c, const struct connection *connection)
{
    for (guint i = c->parts->len; i-- > 0;) {
        struct part *part = &g_array_index(c->parts, struct part, i);

        if (part->connection == connection) {
            part->closes = true;
            return;
        }
    }
}

static void split(struct conversion *c)
{
    struct connection **now = g_new0(struct connection *, c->in.sessions->len);

    for (guint i = 0; i < c->in.units->len; i++) {
        const struct input_unit *unit = c->in.units->pdata[i];
        struct connection **connection = &now[unit->session];

        if (*connection != NULL && unit->opens)
            note_close(c, *connection);
        if (*connection == NULL || unit->opens)
            *connection = new_connection(c, unit->session);
        split_unit(c, i, *connection);
    }
    g_free(now);
}

/* ---- templates ---- */

/* Who looks for a template, and where. */
struct search {
    const struct conversion *c;
    const struct part *part;
    uint32_t domain;
};

static const struct ipfix_template *find_in(const struct connection *connection, const struct search *s,
                                            uint16_t id, ipfix_pos at)
{
    const struct ipfix_template *t = ipfix_store_get(connection->store, s->domain, id, at);

    return t != NULL ? t : ipfix_store_next(connection->store, s->domain, id, at);
}

/* In force there, or defined later, or as the same exporter had it in another session: octets that this
 * misreads come out the same all the same. */
static const struct ipfix_template *find_template(void *ctx, uint16_t id, uint32_t off)
{
    const struct search *s = ctx;
    const struct connection *own = s->part->connection;
    const struct ipfix_template *t = find_in(own, s, id, s->part->at + off);
    const GPtrArray *definers = t == NULL ? find_definers(s->c, own, s->domain, id) : NULL;

    for (guint i = 0; definers != NULL && t == NULL && i < definers->len; i++)
        t = find_in(definers->pdata[i], s, id, s->part->at + off);
    return t;
}

/* ---- exporters ---- */

static void put_address(GString *out, const char *key, const uint8_t *address, bool v6)
{
    struct ipfix_value v = {.type = v6 ? IPFIX_IPV6 : IPFIX_IPV4, .as.bytes = {address, v6 ? 16 : 4}};
    char text[64];
    size_t n = ipfix_value_text(&v, text, sizeof text);

    g_string_append_printf(out, "    %s: ", key);
    yaml_put_text(out, text, n);
    g_string_append_c(out, '\n');
}

static void put_exporters(const struct conversion *c, GString *out)
{
    static const char *const name[] = {"udp", "tcp", "sctp", "file"};

    g_string_append(out, "exporters:\n");
    for (guint i = 0; i < c->in.sessions->len; i++) {
        const struct wire_session *s = session_of(c, i);

        g_string_append_printf(out, "  e%u:\n    transport: %s\n", i + 1, name[s->transport]);
        if (s->transport != IPFIX_TRANSPORT_FILE) {
            put_address(out, "address", s->exporter.address, s->v6);
            g_string_append_printf(out, "    port: %u\n", s->exporter.port);
            put_address(out, "collector", s->collector.address, s->v6);
            g_string_append_printf(out, "    collector_port: %u\n", s->collector.port);
        }
        g_string_append_printf(out, "    domain: %u\n", c->exporters[i].domain);
    }
}

/* The domain of its first message is that of an exporter. */
static void read_exporters(struct conversion *c)
{
    c->exporters = g_new0(struct exporter, c->in.sessions->len);
    for (guint i = 0; i < c->in.sessions->len; i++)
        c->exporters[i].counters = g_array_new(FALSE, FALSE, sizeof(struct counter));
    for (guint i = c->parts->len; i-- > 0;) {
        const struct part *part = &g_array_index(c->parts, struct part, i);

        if (part->is_message)
            c->exporters[part->unit->session].domain = ipfix_be32(part->unit->octets->data + part->off + 12);
    }
}

/* ---- messages ---- */

static int64_t in_nanoseconds(struct ipfix_time t)
{
    return t.sec * SECOND + t.nsec;
}

static void put_time(GString *out, const char *key, struct ipfix_time t, enum ipfix_type type)
{
    struct ipfix_value v = {.type = (uint8_t)type, .as.time = t};
    char text[64];

    ipfix_value_text(&v, text, sizeof text);
    g_string_append_printf(out, "    %s: %s\n", key, text);
}

/* When the message is seen, never before the one in front of it. */
static struct ipfix_time put_seen(struct conversion *c, const struct part *part)
{
    struct ipfix_time t = part->unit->time;

    if (in_nanoseconds(t) < in_nanoseconds(c->last))
        t = c->last;
    if (in_nanoseconds(t) != in_nanoseconds(c->time))
        put_time(c->out, "time", t, IPFIX_TIME_US);
    c->last = t;
    c->time = (struct ipfix_time){t.sec + 1, t.nsec};
    return t;
}

static void put_number(GString *out, const char *key, uint32_t n)
{
    g_string_append_printf(out, "    %s: %u\n", key, n);
}

/* What the header has and mkcapture would not put there. */
static void put_header(struct conversion *c, const uint8_t *p, struct ipfix_time seen,
                       const struct exporter *e, const struct counter *counter)
{
    uint32_t export_time = ipfix_be32(p + 4), sequence = ipfix_be32(p + 8), domain = ipfix_be32(p + 12);

    if (export_time != (uint32_t)seen.sec)
        put_time(c->out, "export_time", (struct ipfix_time){export_time, 0}, IPFIX_TIME_S);
    if (domain != e->domain)
        put_number(c->out, "domain", domain);
    if (sequence != counter->next)
        put_number(c->out, "sequence", sequence);
}

static void put_message(struct conversion *c, const struct part *part, struct ipfix_time seen,
                        uint16_t stream)
{
    const uint8_t *p = part->unit->octets->data + part->off;
    struct exporter *e = &c->exporters[part->unit->session];
    uint32_t sequence = ipfix_be32(p + 8), domain = ipfix_be32(p + 12);
    struct search search = {c, part, domain};
    bool udp = session_of(c, part->unit->session)->transport == IPFIX_TRANSPORT_UDP;
    struct description d = describe_message(c->describer, p, part->len, udp, find_template, &search);

    if (!g_str_has_prefix(d.text->str, "    octets:")) {
        struct counter *counter = counter_find(e->counters, domain, stream);

        put_header(c, p, seen, e, counter);
        counter->next = sequence + d.records;
    }
    g_string_append_len(c->out, d.text->str, (gssize)d.text->len);
    g_string_free(d.text, TRUE);
}

static void put_octets(struct conversion *c, const struct part *part)
{
    struct description d = describe_octets(part->unit->octets->data + part->off, part->len);

    g_string_append_len(c->out, d.text->str, (gssize)d.text->len);
    g_string_free(d.text, TRUE);
}

/* The sizes of segments, where mkcapture would choose others. */
static void put_segments(GString *out, const struct input_unit *unit)
{
    uint32_t left = unit->octets->len;
    bool same = true;

    for (guint i = 0; unit->segments != NULL && i < unit->segments->len; i++) {
        uint32_t size = g_array_index(unit->segments, uint32_t, i);

        same = same && size == MIN(left, WIRE_SEGMENT);
        left -= size;
    }
    if (same)
        return;
    g_string_append(out, "    segments: [");
    for (guint i = 0; i < unit->segments->len; i++) {
        yaml_put_comma(out, 6, i);
        g_string_append_printf(out, "%u", g_array_index(unit->segments, uint32_t, i));
    }
    g_string_append(out, "]\n");
}

static void put_sending(struct conversion *c, const struct part *part)
{
    if (!part->last) {
        g_string_append(c->out, "    join: true\n");
        return;
    }
    put_segments(c->out, part->unit);
    if (part->unit->missing > 0)
        put_number(c->out, "missing", part->unit->missing);
    if (!part->closes)
        return;
    g_string_append(c->out, "    close: true\n");
    g_array_set_size(c->exporters[part->unit->session].counters, 0);
}

static void put_part(struct conversion *c, const struct part *part)
{
    /* SCTP has more streams than mkcapture: the last stands for those above. */
    uint16_t stream = MIN(part->unit->stream, STREAM_MAX);
    gsize start = c->out->len;

    if (c->in.sessions->len > 1)
        g_string_append_printf(c->out, "    from: e%u\n", part->unit->session + 1);
    struct ipfix_time seen = put_seen(c, part);
    if (stream > 0)
        put_number(c->out, "stream", stream);
    if (part->is_message)
        put_message(c, part, seen, stream);
    else
        put_octets(c, part);
    put_sending(c, part);
    if (c->out->len == start)
        g_string_append(c->out, "  - {}\n");
    else
        c->out->str[start + 2] = '-';
}

static void put_messages(struct conversion *c)
{
    c->time = (struct ipfix_time){MESSAGE_START, 0};
    c->last = (struct ipfix_time){0, 0};
    g_string_append(c->out, c->parts->len > 0 ? "messages:\n" : "messages: []\n");
    for (guint i = 0; i < c->parts->len; i++)
        put_part(c, &g_array_index(c->parts, struct part, i));
}

/* ---- anonymity ---- */

static void anonymize(struct conversion *c)
{
    struct anonymizer *a = anonymizer_new();

    for (guint i = 0; i < c->in.sessions->len; i++) {
        struct wire_session *s = &g_array_index(c->in.sessions, struct wire_session, i);

        if (s->transport != IPFIX_TRANSPORT_FILE) {
            anonymize_address(a, s->exporter.address, s->v6);
            anonymize_address(a, s->collector.address, s->v6);
        }
    }
    for (guint i = 0; i < c->parts->len; i++) {
        const struct part *part = &g_array_index(c->parts, struct part, i);
        uint8_t *p = part->unit->octets->data + part->off;
        struct search search = {c, part, part->is_message ? ipfix_be32(p + 12) : 0};

        if (part->is_message)
            anonymize_message(a, p, part->len, find_template, &search);
        else
            anonymize_nothing(a, part->len);
    }
    anonymizer_report(a);
    anonymizer_free(a);
}

/* ---- the whole ---- */

static bool write_directly(const char *file, const GString *text)
{
    FILE *out = file != NULL ? fopen(file, "wb") : stdout;
    bool ok = out != NULL && fwrite(text->str, 1, text->len, out) == text->len && fflush(out) == 0;

    if (!ok)
        fprintf(stderr, "%s: %s\n", file != NULL ? file : "standard output", g_strerror(errno));
    if (out != NULL && out != stdout)
        fclose(out);
    return ok;
}

static bool write_text(const char *file, const GString *text)
{
    GError *error = NULL;

    if (file == NULL || !wire_may_replace(file))
        return write_directly(file, text);
    if (g_file_set_contents(file, text->str, (gssize)text->len, &error))
        return true;
    fprintf(stderr, "%s\n", error->message);
    g_error_free(error);
    return false;
}

static void convert(struct conversion *c, bool anonymous)
{
    split(c);
    if (anonymous)
        anonymize(c);
    read_exporters(c);
    put_messages(c);
}

static bool write_yaml(const struct conversion *c, const char *file)
{
    GString *text = g_string_new(NULL);

    put_exporters(c, text);
    describe_templates(c->describer, text);
    g_string_append_len(text, c->out->str, (gssize)c->out->len);
    bool ok = write_text(file, text);
    g_string_free(text, TRUE);
    return ok;
}

static void clear(struct conversion *c)
{
    for (guint i = 0; c->exporters != NULL && i < c->in.sessions->len; i++)
        g_array_unref(c->exporters[i].counters);
    g_free(c->exporters);
    g_hash_table_unref(c->definers);
    g_ptr_array_unref(c->connections);
    g_array_unref(c->parts);
    describer_free(c->describer);
    g_string_free(c->out, TRUE);
    input_clear(&c->in);
}

/* What a description cannot say of a capture. */
static void report(const struct input *in, const char *capture)
{
    if (in->left_out > 0)
        fprintf(stderr, "%s: frames left out, which hold no IPFIX: %u (NetFlow: %u)\n", capture, in->left_out,
                in->netflow);
    if (in->early > 0)
        fprintf(stderr,
                "%s: frames earlier than one in front of them, whose messages get the time of that: %u "
                "(the first: frame %u)\n",
                capture, in->early, in->first_early);
}

/* NULL, or why nothing can be made of it. */
static char *read_input(struct conversion *c, const char *capture, const GArray *ports)
{
    char *wrong = input_read(&c->in, capture, ports);

    if (wrong == NULL)
        report(&c->in, capture);
    if (wrong == NULL && c->in.units->len == 0)
        wrong = g_strdup_printf("%s: holds no IPFIX; --port NUMBER tells where to look", capture);
    return wrong;
}

bool from_capture(const char *capture, const char *out, const struct from_options *options)
{
    struct conversion c = {.connections = g_ptr_array_new_with_free_func(free_connection),
                           .definers =
                               g_hash_table_new_full(g_bytes_hash, g_bytes_equal, unref_key, unref_definers),
                           .parts = g_array_new(FALSE, FALSE, sizeof(struct part)),
                           .describer = describer_new(),
                           .out = g_string_new(NULL)};
    char *wrong = read_input(&c, capture, options->ports);
    bool ok = wrong == NULL;

    if (ok) {
        convert(&c, options->anonymize);
        ok = write_yaml(&c, out);
    } else {
        fprintf(stderr, "%s\n", wrong);
    }
    g_free(wrong);
    clear(&c);
    return ok;
}
