/* SPDX-License-Identifier: BSD-2-Clause
 *
 * mkcapture IN.yaml [OUT.pcap]: a capture of IPFIX as the YAML says, and with --from the way back.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counter.h"
#include "doc.h"
#include "from.h"
#include "message.h"
#include "wire.h"

#define IPFIX_PORT 4739u

struct exporter {
    const char *name;
    struct wire_session session;
    uint32_t domain;
    GArray *counters;
    GByteArray *pending;      /* messages that wait for the next one to share its datagram */
    uint16_t stream;          /* that they go by */
    const yaml_node_t *joins; /* where the last of them says so; NULL: none waits */
};

struct capture {
    struct wire wire;
    GPtrArray *exporters;
    GHashTable *by_name;        /* the same by their names */
    struct ipfix_time earliest; /* of the next message: the time of the one before */
    struct ipfix_time time;     /* of the next message where it says none */
};

/* ---- exporters ---- */

static const yaml_node_t *get(const yaml_node_t *map, const char *key)
{
    return map != NULL ? doc_get(map, key) : NULL;
}

static uint32_t get_number(const yaml_node_t *map, const char *key, uint32_t max, uint32_t otherwise)
{
    const yaml_node_t *node = get(map, key);

    return node != NULL ? (uint32_t)doc_number(node, max) : otherwise;
}

static bool get_flag(const yaml_node_t *map, const char *key)
{
    const yaml_node_t *node = get(map, key);

    return node != NULL && doc_flag(node);
}

#define UDP (1u << IPFIX_TRANSPORT_UDP)
#define TCP (1u << IPFIX_TRANSPORT_TCP)
#define SCTP (1u << IPFIX_TRANSPORT_SCTP)

/* What means something to some transports only. */
struct transport_key {
    const char *key;
    unsigned transports;
    const char *where;
};
static const struct transport_key exporter_keys[] = {
    {"address", UDP | TCP | SCTP, "of udp, tcp or sctp alone"},
    {"port", UDP | TCP | SCTP, "of udp, tcp or sctp alone"},
    {"collector", UDP | TCP | SCTP, "of udp, tcp or sctp alone"},
    {"collector_port", UDP | TCP | SCTP, "of udp, tcp or sctp alone"},
    {"segment", TCP | SCTP, "of tcp or sctp alone"},
};
static const struct transport_key message_keys[] = {
    {"captured", UDP | TCP | SCTP, "of udp, tcp or sctp alone"},
    {"missing", UDP, "of a datagram alone"},
    {"segments", TCP | SCTP, "of tcp or sctp alone"},
    {"stream", SCTP, "of sctp alone"},
};

static void refuse_other_transports(const yaml_node_t *map, enum ipfix_transport transport,
                                    const struct transport_key *keys, size_t n)
{
    for (; n > 0; n--, keys++)
        if ((keys->transports & 1u << transport) == 0)
            doc_refuse(map, keys->key, keys->where);
}

static enum ipfix_transport read_transport(const yaml_node_t *node)
{
    static const char *const name[] = {"udp", "tcp", "sctp", "file"};

    if (node == NULL)
        return IPFIX_TRANSPORT_UDP;
    for (unsigned i = 0; i < G_N_ELEMENTS(name); i++)
        if (strcmp(doc_text(node), name[i]) == 0)
            return (enum ipfix_transport)i;
    doc_fail(node, "expected udp, tcp, sctp or file, not %s", doc_word(node));
}

static bool parse_address(const char *text, bool v6, uint8_t address[16])
{
    struct ipfix_value v;

    return ipfix_value_parse(v6 ? IPFIX_IPV6 : IPFIX_IPV4, text, strlen(text), &v, address, 16) == IPFIX_OK;
}

static void read_address(const yaml_node_t *node, const char *otherwise, bool v6, uint8_t address[16])
{
    if (!parse_address(node != NULL ? doc_text(node) : otherwise, v6, address))
        doc_fail(node, "expected an %s address such as %s, not %s", v6 ? "IPv6" : "IPv4",
                 v6 ? "2001:db8::1" : "192.0.2.1", doc_word(node));
}

/* node: NULL for the exporter of a file that names none. */
static struct exporter *new_exporter(const char *name, const yaml_node_t *node)
{
    struct exporter *e = g_new0(struct exporter, 1);
    struct wire_session *s = &e->session;
    const yaml_node_t *address = get(node, "address");

    if (node != NULL)
        doc_only(node, "address", "port", "collector", "collector_port", "domain", "transport", "segment",
                 NULL);
    e->name = name;
    e->domain = get_number(node, "domain", UINT32_MAX, 1);
    e->counters = g_array_new(FALSE, FALSE, sizeof(struct counter));
    e->pending = g_byte_array_new();
    s->transport = read_transport(get(node, "transport"));
    if (node != NULL)
        refuse_other_transports(node, s->transport, exporter_keys, G_N_ELEMENTS(exporter_keys));
    s->v6 = address != NULL && strchr(doc_text(address), ':') != NULL;
    read_address(address, "192.0.2.1", s->v6, s->exporter.address);
    read_address(get(node, "collector"), s->v6 ? "2001:db8::4739" : "198.51.100.1", s->v6,
                 s->collector.address);
    s->exporter.port = (uint16_t)get_number(node, "port", UINT16_MAX, 50000);
    s->collector.port = (uint16_t)get_number(node, "collector_port", UINT16_MAX, IPFIX_PORT);
    s->segment = get_number(node, "segment", WIRE_SEGMENT_MAX, WIRE_SEGMENT);
    if (s->segment == 0)
        doc_fail(get(node, "segment"), "expected at least one octet");
    return e;
}

static void free_exporter(void *p)
{
    struct exporter *e = p;

    g_array_unref(e->counters);
    g_byte_array_unref(e->pending);
    g_free(e);
}

static void add_exporter(struct capture *c, const char *name, const yaml_node_t *node)
{
    struct exporter *e = new_exporter(name, node);

    g_ptr_array_add(c->exporters, e);
    g_hash_table_insert(c->by_name, (gpointer)e->name, e);
}

static void read_exporters(struct capture *c, const yaml_node_t *map)
{
    c->exporters = g_ptr_array_new_with_free_func(free_exporter);
    c->by_name = g_hash_table_new(g_str_hash, g_str_equal);
    if (map == NULL)
        add_exporter(c, "", NULL);
    for (size_t i = 0, n = map != NULL ? doc_pairs(map) : 0; i < n; i++)
        add_exporter(c, doc_key(map, i), doc_value(map, i));
    if (c->exporters->len == 0)
        doc_fail(map, "expected an exporter");
}

static struct exporter *find_exporter(const struct capture *c, const yaml_node_t *name)
{
    struct exporter *e =
        name == NULL ? c->exporters->pdata[0] : g_hash_table_lookup(c->by_name, doc_text(name));

    if (e != NULL)
        return e;
    doc_fail(name, "expected a name of exporters:, not %s", doc_word(name));
}

/* ---- messages ---- */

static struct ipfix_time read_time(const yaml_node_t *node, enum ipfix_type type)
{
    struct ipfix_value v;

    if (ipfix_value_parse(type, doc_text(node), doc_text_len(node), &v, NULL, 0) != IPFIX_OK)
        doc_fail(node, "expected a time such as 2025-01-01T00:00:00%s, not %s",
                 type == IPFIX_TIME_S ? "" : ".000001", doc_word(node));
    return v.as.time;
}

static bool is_before(struct ipfix_time a, struct ipfix_time b)
{
    return a.sec < b.sec || (a.sec == b.sec && a.nsec < b.nsec);
}

/* When the message is seen: as it says, else a second after the one before. */
static struct ipfix_time take_time(struct capture *c, const yaml_node_t *message)
{
    const yaml_node_t *node = doc_get(message, "time");
    struct ipfix_time t = node != NULL ? read_time(node, IPFIX_TIME_US) : c->time;

    if (t.sec < 0 || t.sec > UINT32_MAX)
        doc_fail(node != NULL ? node : message,
                 "expected a time from 1970-01-01T00:00:00 to 2106-02-07T06:28:15, which a pcap can hold");
    if (is_before(t, c->earliest))
        doc_fail(node != NULL ? node : message, "expected a time not before the message before it");
    c->earliest = t;
    c->time = (struct ipfix_time){t.sec + 1, t.nsec};
    return t;
}

static GByteArray *encode(struct exporter *e, const yaml_node_t *node, struct ipfix_time t)
{
    const yaml_node_t *export_time = doc_get(node, "export_time");
    struct message m = {.udp = e->session.transport == IPFIX_TRANSPORT_UDP};

    m.domain = get_number(node, "domain", UINT32_MAX, e->domain);
    struct counter *counter = counter_find(e->counters, m.domain, e->stream);
    m.sequence = get_number(node, "sequence", UINT32_MAX, counter->next);
    m.export_time = (uint32_t)(export_time != NULL ? read_time(export_time, IPFIX_TIME_S).sec : t.sec);
    message_encode(node, &m);
    counter->next = m.sequence + m.records;
    return m.octets;
}

/* What happens to a message after its encoder: cut short, or followed by what does not belong. */
static void damage(GByteArray *octets, const yaml_node_t *node)
{
    const yaml_node_t *cut = doc_get(node, "cut"), *append = doc_get(node, "append");

    if (cut != NULL)
        g_byte_array_set_size(octets, (guint)doc_number(cut, octets->len));
    if (append == NULL)
        return;
    GByteArray *rest = doc_octets(append);
    g_byte_array_append(octets, rest->data, rest->len);
    g_byte_array_unref(rest);
}

/* Sizes of the segments or chunks that carry what is pending; NULL where none are given. */
static GArray *read_segments(const yaml_node_t *list, uint32_t pending)
{
    GArray *sizes = list != NULL ? g_array_new(FALSE, FALSE, sizeof(uint32_t)) : NULL;
    uint32_t left = pending;

    for (size_t i = 0, n = list != NULL ? doc_items(list, "sizes") : 0; i < n; i++) {
        uint32_t size = (uint32_t)doc_number(doc_item(list, i), WIRE_SEGMENT_MAX);

        if (size == 0 || size > left)
            doc_fail(doc_item(list, i), "expected 1 to %u octets, which are left to send", left);
        g_array_append_val(sizes, size);
        left -= size;
    }
    if (list != NULL && left > 0)
        doc_fail(list, "expected sizes that make %u octets together", pending);
    return sizes;
}

static void send_pending(struct capture *c, struct exporter *e, const yaml_node_t *node, struct ipfix_time t)
{
    bool udp = e->session.transport == IPFIX_TRANSPORT_UDP;
    uint32_t copies = get_number(node, "copies", 100, 1);
    struct wire_options how = {.stream = e->stream,
                               .captured = get_number(node, "captured", UINT16_MAX, WIRE_CAPTURED_ALL),
                               .missing = get_number(node, "missing", UINT16_MAX, 0),
                               .segments = read_segments(doc_get(node, "segments"), e->pending->len)};

    for (uint32_t i = 0; i < how.missing; i++)
        g_byte_array_append(e->pending, &(uint8_t){0}, 1);
    if (udp && e->pending->len > WIRE_UDP_MAX)
        doc_fail(node, "expected at most %u octets, which a datagram can hold", WIRE_UDP_MAX);
    while (copies-- > 0)
        wire_send(&c->wire, &e->session, t, e->pending, &how);
    g_byte_array_set_size(e->pending, 0);
    if (how.segments != NULL)
        g_array_unref(how.segments);
}

/* The connection ends; with a new one the exporter counts anew. */
static void close_session(struct capture *c, struct exporter *e, struct ipfix_time t)
{
    wire_close(&c->wire, &e->session, t);
    g_array_set_size(e->counters, 0);
}

/* Take up what the exporter sends, and send it unless more is to join it. */
static void add_octets(struct capture *c, struct exporter *e, const yaml_node_t *node, struct ipfix_time t,
                       const GByteArray *octets)
{
    static const char *const keys[] = {"captured", "missing", "copies", "segments"};

    if (get_flag(node, "lost")) {
        doc_refuse(node, "cut", "of a message that is not lost alone");
        doc_refuse(node, "append", "of a message that is not lost alone");
    } else {
        g_byte_array_append(e->pending, octets->data, octets->len);
    }
    e->joins = get_flag(node, "join") ? doc_get(node, "join") : NULL;
    if (e->pending->len > 0 && e->joins == NULL) {
        send_pending(c, e, node, t);
        return;
    }
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
        doc_refuse(node, keys[i], "of a message that is sent, and the last of those joined, alone");
}

/* Messages that are joined go by one stream. */
static void take_stream(struct exporter *e, const yaml_node_t *node)
{
    uint16_t stream = (uint16_t)get_number(node, "stream", WIRE_STREAMS - 1, 0);

    if (e->pending->len > 0 && stream != e->stream)
        doc_fail(doc_get(node, "stream") != NULL ? doc_get(node, "stream") : node,
                 "expected stream: %u, as the message has that this one joins", e->stream);
    e->stream = stream;
}

static void add_message(struct capture *c, const yaml_node_t *node)
{
    doc_only(node, "from", "time", "export_time", "sequence", "domain", "version", "length", "stream", "sets",
             "octets", "align", "long_form", "faults", "cut", "append", "captured", "missing", "copies",
             "lost", "join", "segments", "close", NULL);
    struct exporter *e = find_exporter(c, doc_get(node, "from"));
    struct ipfix_time t = take_time(c, node);

    refuse_other_transports(node, e->session.transport, message_keys, G_N_ELEMENTS(message_keys));
    take_stream(e, node);
    GByteArray *octets = encode(e, node, t);
    damage(octets, node);
    add_octets(c, e, node, t, octets);
    g_byte_array_unref(octets);
    if (get_flag(node, "close"))
        close_session(c, e, t);
}

static void add_messages(struct capture *c, const yaml_node_t *list);

/* The same messages again and again: the first of them at the time given, and then every so many seconds. */
static void add_repeated(struct capture *c, const yaml_node_t *node)
{
    const yaml_node_t *time = doc_get(node, "time"), *messages = doc_need(node, "messages");
    uint32_t count = get_number(node, "repeat", UINT16_MAX, 1);
    uint32_t every = (uint32_t)doc_number(doc_need(node, "every"), UINT32_MAX);
    struct ipfix_time t = time != NULL ? read_time(time, IPFIX_TIME_US) : c->time;

    doc_only(node, "repeat", "every", "time", "messages", NULL);
    for (; count > 0; count--) {
        c->time = t;
        add_messages(c, messages);
        t.sec += every;
    }
    c->time = t;
}

static void add_messages(struct capture *c, const yaml_node_t *list)
{
    for (size_t i = 0, n = doc_items(list, "messages"); i < n; i++) {
        const yaml_node_t *node = doc_item(list, i);

        if (doc_get(node, "repeat") != NULL)
            add_repeated(c, node);
        else
            add_message(c, node);
    }
}

/* ---- the whole ---- */

static void read_capture(struct capture *c, const char *file)
{
    const yaml_node_t *root = doc_load(file);
    const yaml_node_t *messages = doc_need(root, "messages");

    doc_only(root, "exporters", "templates", "messages", NULL);
    wire_init(&c->wire);
    c->earliest = (struct ipfix_time){INT64_MIN, 0};
    c->time = (struct ipfix_time){MESSAGE_START, 0};
    templates_read(doc_get(root, "templates"));
    read_exporters(c, doc_get(root, "exporters"));
    add_messages(c, messages);
    struct ipfix_time end = {MIN(c->time.sec, UINT32_MAX), c->time.nsec};
    for (guint i = 0; i < c->exporters->len; i++) {
        struct exporter *e = c->exporters->pdata[i];
        if (e->joins != NULL)
            doc_fail(e->joins, "expected another message of this exporter");
        wire_close(&c->wire, &e->session, end);
    }
}

/* IN with another ending: .ipfix where an exporter writes a file, else .pcap. */
static char *default_output(const struct capture *c, const char *in)
{
    const struct exporter *first = c->exporters->pdata[0];
    const char *ending = first->session.transport == IPFIX_TRANSPORT_FILE ? ".ipfix" : ".pcap";
    size_t stem = g_str_has_suffix(in, ".yaml") ? strlen(in) - strlen(".yaml") : strlen(in);

    return g_strdup_printf("%.*s%s", (int)stem, in, ending);
}

static const char summary[] = "Make a capture of IPFIX (RFC 7011) from a description in YAML.";
static const char description[] =
    "OUT ends in .pcap, or in .ipfix for bare messages (RFC 5655).  Without OUT: IN.pcap, or IN.ipfix where "
    "the\ntransport is file.\n"
    "The same description always makes the same octets.\n"
    "\n"
    "  templates:\n"
    "    flow: [sourceIPv4Address, destinationIPv4Address, octetDeltaCount]\n"
    "  messages:\n"
    "    - sets:\n"
    "        - templates: [flow]\n"
    "        - data: flow\n"
    "          records:\n"
    "            - [192.0.2.10, 198.51.100.20, 1500]\n"
    "\n"
    "Fields: NAME, NUMBER or ENTERPRISE/NUMBER, and :OCTETS or :variable for a width of one's own.\n"
    "Values: as RFC 7373 writes them; !hex \"00 ff\" for octets as they are, !long for a length in three "
    "octets.\n"
    "Lists:  {semantic, element, items}, {semantic, template, records}, {semantic, blocks: [{template, "
    "records}]};\n"
    "        short: true for a length in one octet\n"
    "Chance: !pick [VALUE, ...], !pick LOW..HIGH, !pick ADDRESS/BITS, !ago LOW..HIGH for a time "
    "(milliseconds);"
    "\n        {repeat: N, record} for N records.  The same description still makes the same octets.\n"
    "Templates, where a list of fields is not enough: {id, scope, fields}\n"
    "exporters: NAME: {address, port, collector, collector_port, domain, transport: udp|tcp|sctp|file, "
    "segment}\n"
    "messages:  from, time, export_time, domain, sequence, stream, sets | octets, align: 4|8, long_form, "
    "join, "
    "segments,\n"
    "           close; on its way: captured, missing, copies, lost\n"
    "           {repeat: N, every: SECONDS, time, messages} for a group of them\n"
    "sets:      templates | withdraw | data, records | set; octets\n"
    "Faults:    version, length, cut, append of a message; id, length of a set; field_count, scope_count of "
    "a template.\n"
    "           faults: true in a message: what else no exporter may write is taken, not refused: octets of "
    "a set,\n"
    "           empty sets, numbers, widths and values that are not allowed, withdrawals over UDP\n"
    "\n"
    "mkcapture --from CAPTURE [OUT.yaml] writes what makes the same messages again, octet for octet.  "
    "CAPTURE "
    "is a pcap,\n"
    "a pcapng or bare messages; without OUT.yaml: to standard output.\n"
    "The samples beside this tool have one of each.";

/* Another ending would promise a format that is not written. */
static bool is_output(const char *to)
{
    if (to == NULL || g_str_has_suffix(to, ".pcap") || g_str_has_suffix(to, ".ipfix"))
        return true;
    fprintf(stderr, "%s: expected a name that ends in .pcap, or in .ipfix for bare messages\n", to);
    return false;
}

/* Messages of a file have no packets around them: a capture would be empty. */
static bool has_output(const struct capture *c, const char *out, bool bare)
{
    if (bare || c->wire.frames->len > 0 || c->wire.messages->len == 0)
        return true;
    fprintf(stderr, "%s: expected a name that ends in .ipfix, since the transport is file\n", out);
    return false;
}

static bool make_capture(const char *in, const char *to)
{
    struct capture c = {0};

    if (!is_output(to))
        return false;
    read_capture(&c, in);
    char *out = to != NULL ? g_strdup(to) : default_output(&c, in);
    bool bare = g_str_has_suffix(out, ".ipfix"), ok = has_output(&c, out, bare);
    if (ok && !wire_write(&c.wire, out, bare)) {
        fprintf(stderr, "%s: %s\n", out, g_strerror(errno));
        ok = false;
    }
    g_free(out);
    g_hash_table_unref(c.by_name);
    g_ptr_array_unref(c.exporters);
    wire_clear(&c.wire);
    return ok;
}

static bool read_ports(char **text, GArray *ports)
{
    for (; text != NULL && *text != NULL; text++) {
        guint64 number;

        if (!g_ascii_string_to_unsigned(*text, 10, 1, UINT16_MAX, &number, NULL)) {
            fprintf(stderr, "--port %s: expected a number up to 65535\n", *text);
            return false;
        }
        uint16_t port = (uint16_t)number;
        g_array_append_val(ports, port);
    }
    return true;
}

static bool make_description(const char *in, const char *out, char **ports, bool anonymize)
{
    struct from_options options = {.ports = g_array_new(FALSE, FALSE, sizeof(uint16_t)),
                                   .anonymize = anonymize};
    bool ok = read_ports(ports, options.ports) && from_capture(in, out, &options);

    g_array_unref(options.ports);
    return ok;
}

int main(int argc, char **argv)
{
    gboolean from = FALSE, anonymize = FALSE;
    char **ports = NULL;
    const GOptionEntry entries[] = {
        {"from", 0, 0, G_OPTION_ARG_NONE, &from, "The way back: IN is a capture, OUT what it says", NULL},
        {"port", 0, 0, G_OPTION_ARG_STRING_ARRAY, &ports, "With --from: a port of IPFIX beside 4739",
         "NUMBER"},
        {"anonymize", 0, 0, G_OPTION_ARG_NONE, &anonymize, "With --from: other addresses and names", NULL},
        {0}};
    GOptionContext *context = g_option_context_new("IN [OUT]");
    GError *error = NULL;

    g_option_context_add_main_entries(context, entries, NULL);
    g_option_context_set_summary(context, summary);
    g_option_context_set_description(context, description);
    bool ok = g_option_context_parse(context, &argc, &argv, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error->message);
    g_clear_error(&error);
    g_option_context_free(context);
    if (ok && (argc < 2 || argc > 3)) {
        fputs("Usage: mkcapture [--from] IN [OUT]; --help says more\n", stderr);
        ok = false;
    }
    if (ok)
        ok = from ? make_description(argv[1], argc == 3 ? argv[2] : NULL, ports, anonymize)
                  : make_capture(argv[1], argc == 3 ? argv[2] : NULL);
    g_strfreev(ports);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
