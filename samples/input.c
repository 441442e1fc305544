/* SPDX-License-Identifier: BSD-2-Clause */
#include "input.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <pcap/pcap.h>

#include <ipfix/decode.h>

#include "follow.h"

#define IPFIX_PORT 4739u

/* Link types (the numbers of libpcap's DLT_ that older headers lack). */
#define LINK_LINUX_SLL2 276
#define LINK_IPV4 228
#define LINK_IPV6 229

enum { IP_TCP = 6, IP_UDP = 17, IP_SCTP = 132 };

/* What becomes of the frame that is being read. */
enum verdict { TAKEN, NO_PAYLOAD, OTHER, NETFLOW };

/* Where frames go: one for each direction of a connection, or of datagrams. */
struct flow {
    struct wire_session ends;
    bool decided;
    bool is_ipfix;
    bool opened;    /* by what the capture has, before it was known what it is */
    uint32_t first; /* Sequence Number then */
    struct follow *follow;
    guint session; /* in input.sessions, with is_ipfix */
};

struct reading {
    struct input *in;
    const GArray *ports;
    GPtrArray *flows;       /* struct flow, in order of their first frames */
    GHashTable *by_ends;    /* the same by their ends */
    uint32_t frame;         /* its number, from 1 */
    struct ipfix_time time; /* of it */
    struct ipfix_time last; /* of all taken so far */
};

/* ---- messages ---- */

/* The length is looked at with what is there of the first set, since two octets alone say little. */
uint32_t input_message_len(const uint8_t *p, uint32_t n)
{
    if (n < 4 || ipfix_be16(p) != IPFIX_VERSION || ipfix_be16(p + 2) < IPFIX_MSG_HEADER_LEN)
        return 0;
    uint32_t len = ipfix_be16(p + 2);
    if (len < IPFIX_MSG_HEADER_LEN + IPFIX_SET_HEADER_LEN || n < IPFIX_MSG_HEADER_LEN + IPFIX_SET_HEADER_LEN)
        return len;
    uint16_t id = ipfix_be16(p + IPFIX_MSG_HEADER_LEN);
    return id < IPFIX_SET_ID_TEMPLATE && ipfix_be16(p + IPFIX_MSG_HEADER_LEN + 2) == 0 ? 0 : len;
}

uint32_t input_rubbish_len(const uint8_t *p, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (input_message_len(p + i, n - i) != 0)
            return i;
    return n;
}

static bool is_sound_message(const uint8_t *p, uint32_t n)
{
    struct ipfix_msg msg;
    struct ipfix_set set;
    uint32_t sets = 0;

    if (ipfix_msg_open(&msg, p, n, n) != IPFIX_OK)
        return false;
    for (; ipfix_set_next(&msg, &set) == IPFIX_OK; sets++)
        if (set.kind == IPFIX_SET_UNUSED || set.kind == IPFIX_SET_RESERVED)
            return false;
    return msg.err.status == IPFIX_OK && sets > 0;
}

/* Messages up to the last octet. */
static bool is_sound(const uint8_t *p, uint32_t n)
{
    while (n > 0) {
        if (!is_sound_message(p, n))
            return false;
        uint32_t len = ipfix_be16(p + 2);
        p += len;
        n -= len;
    }
    return true;
}

/* ---- sessions ---- */

static guint hash_end(guint hash, const struct wire_end *end)
{
    for (size_t i = 0; i < sizeof end->address; i++)
        hash = hash * 33 + end->address[i];
    return hash * 33 + end->port;
}

static guint hash_ends(gconstpointer p)
{
    const struct wire_session *ends = p;

    return hash_end(hash_end(ends->transport, &ends->exporter), &ends->collector);
}

static gboolean same_ends(gconstpointer p, gconstpointer q)
{
    const struct wire_session *a = p, *b = q;

    return a->transport == b->transport && a->v6 == b->v6 &&
           memcmp(&a->exporter, &b->exporter, sizeof a->exporter) == 0 &&
           memcmp(&a->collector, &b->collector, sizeof a->collector) == 0;
}

static struct flow *find_flow(struct reading *r, const struct wire_session *ends)
{
    struct flow *f = g_hash_table_lookup(r->by_ends, ends);

    if (f != NULL)
        return f;
    f = g_new0(struct flow, 1);
    f->ends = *ends;
    g_ptr_array_add(r->flows, f);
    g_hash_table_insert(r->by_ends, &f->ends, f);
    return f;
}

static void free_flow(void *p)
{
    struct flow *f = p;

    if (f->follow != NULL)
        follow_free(f->follow);
    g_free(f);
}

static bool is_port(const struct reading *r, uint16_t port)
{
    for (guint i = 0; i < r->ports->len; i++)
        if (g_array_index(r->ports, uint16_t, i) == port)
            return true;
    return port == IPFIX_PORT;
}

static void accept_flow(struct reading *r, struct flow *f)
{
    if (f->is_ipfix)
        return;
    f->is_ipfix = true;
    f->session = r->in->sessions->len;
    g_array_append_val(r->in->sessions, f->ends);
}

/* The first octets decide about all of a connection. */
static bool decide(struct reading *r, struct flow *f, const uint8_t *p, uint32_t n)
{
    bool port = is_port(r, f->ends.collector.port);

    if (!f->decided && (port ? !ipfix_is_netflow(p, n) : n > 4 && input_message_len(p, n) != 0))
        accept_flow(r, f);
    f->decided = true;
    return f->is_ipfix;
}

static struct follow *follower(struct reading *r, struct flow *f)
{
    if (f->follow != NULL)
        return f->follow;
    f->follow = follow_new(r->in, f->session);
    if (f->opened)
        follow_open(f->follow, f->first);
    return f->follow;
}

/* A connection begins; first: its Sequence Number. */
static void open_flow(struct flow *f, uint32_t first)
{
    f->opened = true;
    f->first = first;
    f->decided = f->is_ipfix;
    if (f->follow != NULL)
        follow_open(f->follow, first);
}

/* ---- transports ---- */

static enum verdict read_udp(struct reading *r, struct wire_session *ends, struct ipfix_reader *in)
{
    const uint8_t *p = ipfix_take(in, 8);
    struct ipfix_reader payload = *in;
    uint32_t length = p != NULL ? ipfix_be16(p + 4) : 0;

    if (p == NULL || (length >= 8 && !ipfix_slice(in, length - 8, &payload)))
        return OTHER;
    ends->exporter.port = ipfix_be16(p);
    ends->collector.port = ipfix_be16(p + 2);
    p = payload.base + payload.pos;
    uint32_t n = ipfix_left(&payload);
    if (ipfix_is_netflow(p, n))
        return NETFLOW;
    if (n == 0 || (!is_port(r, ends->collector.port) && !is_sound(p, n)))
        return OTHER;
    struct flow *f = find_flow(r, ends);
    accept_flow(r, f);
    struct input_unit *unit = g_new0(struct input_unit, 1);
    unit->session = f->session;
    unit->time = r->time;
    unit->missing = payload.missing;
    unit->octets = g_byte_array_append(g_byte_array_new(), p, n);
    g_ptr_array_add(r->in->units, unit);
    return TAKEN;
}

#define TCP_SYN 0x02u

static enum verdict read_tcp(struct reading *r, struct wire_session *ends, struct ipfix_reader *in)
{
    const uint8_t *p = ipfix_take(in, 20);
    uint32_t header = p != NULL ? p[12] / 16u * 4 : 0;

    if (header < 20 || ipfix_take(in, header - 20) == NULL)
        return OTHER;
    ends->exporter.port = ipfix_be16(p);
    ends->collector.port = ipfix_be16(p + 2);
    struct flow *f = find_flow(r, ends);
    if (p[13] & TCP_SYN) {
        open_flow(f, ipfix_be32(p + 4) + 1);
        return NO_PAYLOAD;
    }
    const uint8_t *payload = in->base + in->pos;
    uint32_t n = ipfix_left(in);
    if (n + in->missing == 0)
        return NO_PAYLOAD;
    if (!decide(r, f, payload, n))
        return ipfix_is_netflow(payload, n) ? NETFLOW : OTHER;
    follow_segment(follower(r, f), r->time, ipfix_be32(p + 4), payload, n, in->missing);
    return TAKEN;
}

enum { SCTP_DATA = 0, SCTP_INIT = 1 };
#define SCTP_BEGIN 2u
#define SCTP_END 1u

static enum verdict read_data_chunk(struct reading *r, struct flow *f, uint8_t flags, struct ipfix_reader *in)
{
    const uint8_t *p = ipfix_take(in, 12);
    const uint8_t *payload = in->base + in->pos;
    uint32_t n = ipfix_left(in);

    if (p == NULL || !decide(r, f, payload, n))
        return p != NULL && ipfix_is_netflow(payload, n) ? NETFLOW : OTHER;
    follow_chunk(follower(r, f), r->time, ipfix_be32(p), ipfix_be16(p + 4), flags & SCTP_BEGIN,
                 flags & SCTP_END, payload, n);
    return TAKEN;
}

static enum verdict read_sctp(struct reading *r, struct wire_session *ends, struct ipfix_reader *in)
{
    const uint8_t *p = ipfix_take(in, 12);
    enum verdict verdict = NO_PAYLOAD;

    if (p == NULL)
        return OTHER;
    ends->exporter.port = ipfix_be16(p);
    ends->collector.port = ipfix_be16(p + 2);
    struct flow *f = find_flow(r, ends);
    while ((p = ipfix_take(in, 4)) != NULL) {
        struct ipfix_reader chunk;
        uint32_t length = ipfix_be16(p + 2);

        if (length < 4 || !ipfix_slice(in, length - 4, &chunk))
            return OTHER;
        if (p[0] == SCTP_DATA)
            verdict = read_data_chunk(r, f, p[1], &chunk);
        else if (p[0] == SCTP_INIT)
            open_flow(f, 0);
        ipfix_take(in, (4 - length % 4) % 4);
    }
    return verdict;
}

/* ---- frames ---- */

static enum verdict read_transport(struct reading *r, struct wire_session *ends, uint8_t protocol,
                                   struct ipfix_reader *in)
{
    switch (protocol) {
    case IP_UDP:
        ends->transport = IPFIX_TRANSPORT_UDP;
        return read_udp(r, ends, in);
    case IP_TCP:
        ends->transport = IPFIX_TRANSPORT_TCP;
        return read_tcp(r, ends, in);
    case IP_SCTP:
        ends->transport = IPFIX_TRANSPORT_SCTP;
        return read_sctp(r, ends, in);
    default:
        return OTHER;
    }
}

/* Fragments are left out: exporters keep below the MTU (RFC 7011 section 10.3.3). */
static enum verdict read_ipv4(struct reading *r, struct ipfix_reader *in)
{
    const uint8_t *p = ipfix_take(in, 20);
    struct wire_session ends = {0};
    struct ipfix_reader packet;
    uint32_t header = p != NULL ? (p[0] & 15u) * 4 : 0;

    if (header < 20 || ipfix_be16(p + 2) < header || (ipfix_be16(p + 6) & 0x3fff) != 0)
        return OTHER;
    if (!ipfix_slice(in, ipfix_be16(p + 2) - 20u, &packet) || ipfix_take(&packet, header - 20) == NULL)
        return OTHER;
    memcpy(ends.exporter.address, p + 12, 4);
    memcpy(ends.collector.address, p + 16, 4);
    return read_transport(r, &ends, p[9], &packet);
}

/* Extension headers that may stand before a transport (RFC 8200 section 4). */
static bool is_extension(uint8_t protocol)
{
    return protocol == 0 || protocol == 43 || protocol == 60;
}

static enum verdict read_ipv6(struct reading *r, struct ipfix_reader *in)
{
    const uint8_t *p = ipfix_take(in, 40);
    struct wire_session ends = {.v6 = true};
    struct ipfix_reader packet;

    if (p == NULL || !ipfix_slice(in, ipfix_be16(p + 4), &packet))
        return OTHER;
    memcpy(ends.exporter.address, p + 8, 16);
    memcpy(ends.collector.address, p + 24, 16);
    uint8_t protocol = p[6];
    while (is_extension(protocol)) {
        p = ipfix_take(&packet, 8);
        if (p == NULL || ipfix_take(&packet, p[1] * 8u) == NULL)
            return OTHER;
        protocol = p[0];
    }
    return read_transport(r, &ends, protocol, &packet);
}

static enum verdict read_ip(struct reading *r, struct ipfix_reader *in)
{
    unsigned version = ipfix_left(in) > 0 ? in->base[in->pos] >> 4 : 0;

    if (version == 4)
        return read_ipv4(r, in);
    return version == 6 ? read_ipv6(r, in) : OTHER;
}

/* The EtherType after a header, VLAN tags (IEEE 802.1Q) left behind. */
static bool is_ip(struct ipfix_reader *in, uint16_t type)
{
    while (type == 0x8100 || type == 0x88a8 || type == 0x9100) {
        const uint8_t *p = ipfix_take(in, 4);

        if (p == NULL)
            return false;
        type = ipfix_be16(p + 2);
    }
    return type == 0x0800 || type == 0x86dd;
}

/* Octets of a link header and where in it the EtherType stands; false for links that are not known. */
static bool find_link(int link, uint32_t *header, int *type_at)
{
    *type_at = -1;
    switch (link) {
    case DLT_EN10MB:
        *header = 14;
        *type_at = 12;
        return true;
    case DLT_LINUX_SLL:
        *header = 16;
        *type_at = 14;
        return true;
    case LINK_LINUX_SLL2:
        *header = 20;
        *type_at = 0;
        return true;
    case DLT_NULL:
    case DLT_LOOP:
        *header = 4;
        return true;
    case DLT_RAW:
    case LINK_IPV4:
    case LINK_IPV6:
        *header = 0;
        return true;
    default:
        return false;
    }
}

static enum verdict read_frame(struct reading *r, int link, struct ipfix_reader *in)
{
    uint32_t header;
    int type_at;

    if (!find_link(link, &header, &type_at))
        return OTHER;
    const uint8_t *p = ipfix_take(in, header);
    if (p == NULL || (type_at >= 0 && !is_ip(in, ipfix_be16(p + type_at))))
        return OTHER;
    return read_ip(r, in);
}

/* ---- files ---- */

/* The seconds of a pcap are unsigned, and libpcap reads them as signed.  There are captures with a million
 * microseconds and more. */
static struct ipfix_time frame_time(const struct timeval *t)
{
    int64_t seconds = t->tv_sec < 0 ? (uint32_t)t->tv_sec : t->tv_sec;
    uint32_t microseconds = (uint32_t)t->tv_usec;

    return (struct ipfix_time){seconds + microseconds / 1000000, microseconds % 1000000 * 1000};
}

/* Is the frame earlier than one in front of it? */
static void look_at_time(struct reading *r)
{
    struct ipfix_time t = r->time;

    if (t.sec > r->last.sec || (t.sec == r->last.sec && t.nsec >= r->last.nsec)) {
        r->last = t;
        return;
    }
    if (r->in->early++ == 0)
        r->in->first_early = r->frame;
}

static char *read_frames(struct reading *r, FILE *file, const char *name)
{
    char why[PCAP_ERRBUF_SIZE];
    pcap_t *pcap = pcap_fopen_offline_with_tstamp_precision(file, PCAP_TSTAMP_PRECISION_MICRO, why);
    struct pcap_pkthdr *header;
    const u_char *octets;
    int answer;

    if (pcap == NULL) {
        fclose(file);
        return g_strdup_printf("%s: %s", name, why);
    }
    while ((answer = pcap_next_ex(pcap, &header, &octets)) == 1) {
        int64_t missing = (int64_t)header->len - header->caplen;
        struct ipfix_reader in = {
            .base = octets, .end = header->caplen, .missing = (uint16_t)CLAMP(missing, 0, UINT16_MAX)};

        r->frame++;
        r->time = frame_time(&header->ts);
        enum verdict verdict = read_frame(r, pcap_datalink(pcap), &in);
        if (verdict == TAKEN)
            look_at_time(r);
        r->in->left_out += verdict >= OTHER;
        r->in->netflow += verdict == NETFLOW;
    }
    for (guint i = 0; i < r->flows->len; i++) {
        const struct flow *f = r->flows->pdata[i];

        if (f->follow != NULL)
            follow_end(f->follow);
    }
    char *wrong = answer == PCAP_ERROR ? g_strdup_printf("%s: %s", name, pcap_geterr(pcap)) : NULL;
    pcap_close(pcap);
    return wrong;
}

/* Bare messages; each becomes a unit of its own, seen when it was exported. */
static void read_messages(struct input *in, const uint8_t *p, size_t n)
{
    struct wire_session file = {.transport = IPFIX_TRANSPORT_FILE};

    g_array_append_val(in->sessions, file);
    while (n > 0) {
        uint32_t left = (uint32_t)MIN(n, UINT32_MAX), len = input_message_len(p, left);
        struct input_unit *unit = g_new0(struct input_unit, 1);

        len = MIN(len != 0 ? len : input_rubbish_len(p, left), left);
        if (len >= IPFIX_MSG_HEADER_LEN)
            unit->time.sec = ipfix_be32(p + 4);
        unit->octets = g_byte_array_append(g_byte_array_new(), p, len);
        g_ptr_array_add(in->units, unit);
        p += len;
        n -= len;
    }
}

static char *read_bare(struct input *in, const char *name)
{
    GError *error = NULL;
    gchar *octets;
    gsize n;

    if (!g_file_get_contents(name, &octets, &n, &error)) {
        char *wrong = g_strdup(error->message);
        g_error_free(error);
        return wrong;
    }
    read_messages(in, (const uint8_t *)octets, n);
    g_free(octets);
    return NULL;
}

static void free_unit(void *p)
{
    struct input_unit *unit = p;

    g_byte_array_unref(unit->octets);
    if (unit->segments != NULL)
        g_array_unref(unit->segments);
    g_free(unit);
}

char *input_read(struct input *in, const char *file, const GArray *ports)
{
    struct reading r = {.in = in, .ports = ports};
    uint8_t first[2] = {0};
    FILE *f = fopen(file, "rb");

    in->sessions = g_array_new(FALSE, FALSE, sizeof(struct wire_session));
    in->units = g_ptr_array_new_with_free_func(free_unit);
    if (f == NULL)
        return g_strdup_printf("%s: %s", file, g_strerror(errno));
    bool bare = fread(first, 1, 2, f) == 2 && ipfix_be16(first) == IPFIX_VERSION;
    rewind(f);
    if (bare) {
        fclose(f);
        return read_bare(in, file);
    }
    r.flows = g_ptr_array_new_with_free_func(free_flow);
    r.by_ends = g_hash_table_new(hash_ends, same_ends);
    char *wrong = read_frames(&r, f, file);
    g_hash_table_unref(r.by_ends);
    g_ptr_array_unref(r.flows);
    return wrong;
}

void input_clear(struct input *in)
{
    g_array_unref(in->sessions);
    g_ptr_array_unref(in->units);
}
