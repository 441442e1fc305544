/* SPDX-License-Identifier: BSD-2-Clause */
#include "wire.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>
#include <pcap/pcap.h>

#define SNAPLEN 262144
#define PROTOCOL_TCP 6u
#define PROTOCOL_UDP 17u
#define PROTOCOL_SCTP 132u

enum { EXPORTER, COLLECTOR };

struct frame {
    struct ipfix_time time;
    uint32_t captured;
    GByteArray *octets;
};

static void put_be(GByteArray *a, uint64_t v, unsigned n)
{
    uint8_t octets[8];

    for (unsigned i = n; i-- > 0; v >>= 8)
        octets[i] = (uint8_t)v;
    g_byte_array_append(a, octets, n);
}

static void patch_be16(GByteArray *a, guint at, uint16_t v)
{
    a->data[at] = (uint8_t)(v >> 8);
    a->data[at + 1] = (uint8_t)v;
}

static void free_frame(void *p)
{
    struct frame *f = p;

    g_byte_array_unref(f->octets);
    g_free(f);
}

void wire_init(struct wire *w)
{
    w->frames = g_ptr_array_new_with_free_func(free_frame);
    w->messages = g_byte_array_new();
    w->last = (struct ipfix_time){INT64_MIN, 0};
}

void wire_clear(struct wire *w)
{
    g_ptr_array_unref(w->frames);
    g_byte_array_unref(w->messages);
}

/* ---- checksums ---- */

/* The Internet checksum before it is folded (RFC 1071). */
static uint32_t sum16(const uint8_t *p, size_t n, uint32_t sum)
{
    for (size_t i = 0; i + 1 < n; i += 2)
        sum += ipfix_be16(p + i);
    return n % 2 == 0 ? sum : sum + ((uint32_t)p[n - 1] << 8);
}

static uint16_t fold(uint32_t sum)
{
    while (sum > 0xffff)
        sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)~sum;
}

/* SCTP's checksum (RFC 9260 appendix A), reflected polynomial. */
static uint32_t crc32c(const uint8_t *p, size_t n)
{
    uint32_t crc = UINT32_MAX;

    while (n-- > 0) {
        crc ^= *p++;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0x82f63b78 : 0);
    }
    return ~crc;
}

static void put_checksum(const struct wire_session *s, uint8_t protocol, GByteArray *packet)
{
    size_t width = s->v6 ? 16 : 4;
    uint32_t sum = protocol + (uint32_t)packet->len;

    if (protocol == PROTOCOL_SCTP) {
        uint32_t crc = GUINT32_TO_LE(crc32c(packet->data, packet->len));
        memcpy(packet->data + 8, &crc, sizeof crc);
        return;
    }
    sum = sum16(s->exporter.address, width, sum);
    sum = sum16(s->collector.address, width, sum);
    uint16_t checksum = fold(sum16(packet->data, packet->len, sum));
    /* Zero would say that UDP has no checksum (RFC 768). */
    if (checksum == 0 && protocol == PROTOCOL_UDP)
        checksum = 0xffff;
    patch_be16(packet, protocol == PROTOCOL_UDP ? 6 : 16, checksum);
}

/* ---- frames ---- */

/* Addresses of the documentation block (RFC 7042 section 2.1.2), the last octet 1 or 2. */
static void put_ethernet(GByteArray *frame, unsigned from, bool v6)
{
    static const uint8_t block[5] = {0x00, 0x00, 0x5e, 0x00, 0x53};

    g_byte_array_append(frame, block, sizeof block);
    put_be(frame, from == EXPORTER ? 2 : 1, 1);
    g_byte_array_append(frame, block, sizeof block);
    put_be(frame, from == EXPORTER ? 1 : 2, 1);
    put_be(frame, v6 ? 0x86dd : 0x0800, 2);
}

static void put_ip(GByteArray *frame, const struct wire_session *s, unsigned from, uint8_t protocol,
                   uint32_t payload)
{
    const uint8_t *source = from == EXPORTER ? s->exporter.address : s->collector.address;
    const uint8_t *destination = from == EXPORTER ? s->collector.address : s->exporter.address;

    if (s->v6) {
        put_be(frame, 0x60000000, 4);
        put_be(frame, payload, 2);
        put_be(frame, protocol, 1);
        put_be(frame, 64, 1);
        g_byte_array_append(frame, source, 16);
        g_byte_array_append(frame, destination, 16);
        return;
    }
    guint start = frame->len;
    put_be(frame, 0x4500, 2);
    put_be(frame, 20 + payload, 2);
    put_be(frame, 0x00004000, 4); /* do not fragment */
    put_be(frame, 64, 1);
    put_be(frame, protocol, 1);
    put_be(frame, 0, 2);
    g_byte_array_append(frame, source, 4);
    g_byte_array_append(frame, destination, 4);
    patch_be16(frame, start + 10, fold(sum16(frame->data + start, 20, 0)));
}

/* Every frame has a time of its own: tools sort by it. */
static struct ipfix_time later(struct ipfix_time t, struct ipfix_time last)
{
    if (t.sec > last.sec || (t.sec == last.sec && t.nsec > last.nsec))
        return t;
    last.nsec += 1000;
    if (last.nsec >= 1000000000)
        return (struct ipfix_time){last.sec + 1, last.nsec - 1000000000};
    return last;
}

/* Takes the packet. */
static void add_frame(struct wire *w, const struct wire_session *s, unsigned from, struct ipfix_time t,
                      uint8_t protocol, GByteArray *packet, const struct wire_options *how)
{
    struct frame *f = g_new(struct frame, 1);

    put_checksum(s, protocol, packet);
    f->time = w->last = later(t, w->last);
    f->octets = g_byte_array_new();
    put_ethernet(f->octets, from, s->v6);
    put_ip(f->octets, s, from, protocol, packet->len);
    g_byte_array_append(f->octets, packet->data, packet->len);
    f->captured = MIN(how->captured, f->octets->len - how->missing);
    g_ptr_array_add(w->frames, f);
    g_byte_array_unref(packet);
}

static void put_ports(GByteArray *packet, const struct wire_session *s, unsigned from)
{
    put_be(packet, from == EXPORTER ? s->exporter.port : s->collector.port, 2);
    put_be(packet, from == EXPORTER ? s->collector.port : s->exporter.port, 2);
}

/* ---- UDP ---- */

static void send_udp(struct wire *w, struct wire_session *s, struct ipfix_time t, const GByteArray *data,
                     const struct wire_options *how)
{
    GByteArray *packet = g_byte_array_new();

    put_ports(packet, s, EXPORTER);
    put_be(packet, 8 + data->len, 2);
    put_be(packet, 0, 2);
    g_byte_array_append(packet, data->data, data->len);
    add_frame(w, s, EXPORTER, t, PROTOCOL_UDP, packet, how);
}

/* ---- segments ---- */

static const struct wire_options whole_frame = {.captured = WIRE_CAPTURED_ALL};

/* Octets of segment or chunk i, where so many are left to send. */
static uint32_t segment_size(const struct wire_session *s, const struct wire_options *how, uint32_t i,
                             uint32_t left)
{
    if (how->segments != NULL)
        return g_array_index(how->segments, uint32_t, i);
    return MIN(s->segment, left);
}

/* ---- TCP ---- */

#define TCP_FIN 0x01u
#define TCP_SYN 0x02u
#define TCP_PSH 0x08u
#define TCP_ACK 0x10u

static void send_segment(struct wire *w, struct wire_session *s, unsigned from, struct ipfix_time t,
                         unsigned flags, const uint8_t *p, uint32_t n, const struct wire_options *how)
{
    GByteArray *packet = g_byte_array_new();

    put_ports(packet, s, from);
    put_be(packet, s->next[from], 4);
    put_be(packet, flags & TCP_ACK ? s->next[!from] : 0, 4);
    put_be(packet, 0x5000 | flags, 2);
    put_be(packet, 65535, 2);
    put_be(packet, 0, 4);
    g_byte_array_append(packet, p, n);
    s->next[from] += n + (flags & (TCP_SYN | TCP_FIN) ? 1 : 0);
    add_frame(w, s, from, t, PROTOCOL_TCP, packet, how);
}

static void send_bare(struct wire *w, struct wire_session *s, unsigned from, struct ipfix_time t,
                      unsigned flags)
{
    send_segment(w, s, from, t, flags, NULL, 0, &whole_frame);
}

static void open_tcp(struct wire *w, struct wire_session *s, struct ipfix_time t)
{
    /* A connection after another begins elsewhere, as hosts do. */
    s->next[EXPORTER] += 1000;
    s->next[COLLECTOR] += 5000;
    send_bare(w, s, EXPORTER, t, TCP_SYN);
    send_bare(w, s, COLLECTOR, t, TCP_SYN | TCP_ACK);
    send_bare(w, s, EXPORTER, t, TCP_ACK);
}

static void close_tcp(struct wire *w, struct wire_session *s, struct ipfix_time t)
{
    send_bare(w, s, EXPORTER, t, TCP_FIN | TCP_ACK);
    send_bare(w, s, COLLECTOR, t, TCP_FIN | TCP_ACK);
    send_bare(w, s, EXPORTER, t, TCP_ACK);
}

static void send_tcp(struct wire *w, struct wire_session *s, struct ipfix_time t, const GByteArray *data,
                     const struct wire_options *how)
{
    for (uint32_t i = 0, at = 0, n; at < data->len; i++, at += n) {
        n = segment_size(s, how, i, data->len - at);
        send_segment(w, s, EXPORTER, t, TCP_PSH | TCP_ACK, data->data + at, n, how);
    }
    send_bare(w, s, COLLECTOR, t, TCP_ACK);
}

/* ---- SCTP (RFC 9260) ---- */

enum {
    SCTP_DATA = 0,
    SCTP_INIT = 1,
    SCTP_INIT_ACK = 2,
    SCTP_SACK = 3,
    SCTP_SHUTDOWN = 7,
    SCTP_SHUTDOWN_ACK = 8,
    SCTP_COOKIE_ECHO = 10,
    SCTP_COOKIE_ACK = 11,
    SCTP_SHUTDOWN_COMPLETE = 14
};
#define SCTP_BEGIN 2u
#define SCTP_END 1u
#define SCTP_WINDOW 65536u
#define SCTP_COOKIE 0x636f6f6bu

/* Each end's verification tag: what the other writes.  Each association has its own (RFC 9260 section 5.3.1). */
static uint32_t sctp_tag(const struct wire_session *s, unsigned end)
{
    return (end == EXPORTER ? 0x11111111 : 0x22222222) + s->associations;
}

/* A packet with the header of its one chunk; length: of what the caller appends. */
static GByteArray *new_chunk(const struct wire_session *s, unsigned from, unsigned type, unsigned flags,
                             uint32_t length)
{
    GByteArray *packet = g_byte_array_new();

    put_ports(packet, s, from);
    put_be(packet, type == SCTP_INIT ? 0 : sctp_tag(s, !from), 4);
    put_be(packet, 0, 4);
    put_be(packet, type, 1);
    put_be(packet, flags, 1);
    put_be(packet, 4 + length, 2);
    return packet;
}

static void send_chunk(struct wire *w, const struct wire_session *s, unsigned from, struct ipfix_time t,
                       GByteArray *packet, const struct wire_options *how)
{
    while (packet->len % 4 != 0)
        put_be(packet, 0, 1);
    add_frame(w, s, from, t, PROTOCOL_SCTP, packet, how);
}

/* A chunk of up to one word after its header. */
static void send_short_chunk(struct wire *w, const struct wire_session *s, unsigned from, struct ipfix_time t,
                             unsigned type, uint32_t words, uint32_t word)
{
    GByteArray *packet = new_chunk(s, from, type, 0, 4 * words);

    put_be(packet, word, 4 * words);
    send_chunk(w, s, from, t, packet, &whole_frame);
}

static void send_init(struct wire *w, const struct wire_session *s, unsigned from, struct ipfix_time t)
{
    bool ack = from == COLLECTOR;
    GByteArray *packet = new_chunk(s, from, ack ? SCTP_INIT_ACK : SCTP_INIT, 0, ack ? 24 : 16);

    put_be(packet, sctp_tag(s, from), 4);
    put_be(packet, SCTP_WINDOW, 4);
    put_be(packet, WIRE_STREAMS, 2);
    put_be(packet, WIRE_STREAMS, 2);
    put_be(packet, s->next[from], 4);
    if (ack) {
        put_be(packet, 7, 2); /* State Cookie parameter */
        put_be(packet, 8, 2);
        put_be(packet, SCTP_COOKIE, 4);
    }
    send_chunk(w, s, from, t, packet, &whole_frame);
}

static void open_sctp(struct wire *w, struct wire_session *s, struct ipfix_time t)
{
    s->next[EXPORTER] += 1000;
    s->next[COLLECTOR] += 5000;
    memset(s->stream_next, 0, sizeof s->stream_next);
    send_init(w, s, EXPORTER, t);
    send_init(w, s, COLLECTOR, t);
    send_short_chunk(w, s, EXPORTER, t, SCTP_COOKIE_ECHO, 1, SCTP_COOKIE);
    send_short_chunk(w, s, COLLECTOR, t, SCTP_COOKIE_ACK, 0, 0);
}

static void close_sctp(struct wire *w, struct wire_session *s, struct ipfix_time t)
{
    send_short_chunk(w, s, EXPORTER, t, SCTP_SHUTDOWN, 1, s->next[COLLECTOR] - 1);
    send_short_chunk(w, s, COLLECTOR, t, SCTP_SHUTDOWN_ACK, 0, 0);
    send_short_chunk(w, s, EXPORTER, t, SCTP_SHUTDOWN_COMPLETE, 0, 0);
    s->associations++;
}

static void send_sack(struct wire *w, struct wire_session *s, struct ipfix_time t)
{
    GByteArray *packet = new_chunk(s, COLLECTOR, SCTP_SACK, 0, 12);

    put_be(packet, s->next[EXPORTER] - 1, 4);
    put_be(packet, SCTP_WINDOW, 4);
    put_be(packet, 0, 4);
    send_chunk(w, s, COLLECTOR, t, packet, &whole_frame);
}

static void send_sctp(struct wire *w, struct wire_session *s, struct ipfix_time t, const GByteArray *data,
                      const struct wire_options *how)
{
    for (uint32_t i = 0, at = 0, n; at < data->len; i++, at += n) {
        n = segment_size(s, how, i, data->len - at);
        unsigned flags = (at == 0 ? SCTP_BEGIN : 0) | (at + n == data->len ? SCTP_END : 0);
        GByteArray *packet = new_chunk(s, EXPORTER, SCTP_DATA, flags, 12 + n);

        put_be(packet, s->next[EXPORTER]++, 4);
        put_be(packet, how->stream, 2);
        put_be(packet, s->stream_next[how->stream], 2);
        put_be(packet, 0, 4); /* no payload protocol: IPFIX has no number of its own */
        g_byte_array_append(packet, data->data + at, n);
        send_chunk(w, s, EXPORTER, t, packet, how);
    }
    s->stream_next[how->stream]++;
    send_sack(w, s, t);
}

/* ---- sessions ---- */

static void open_session(struct wire *w, struct wire_session *s, struct ipfix_time t)
{
    if (s->open)
        return;
    if (s->transport == IPFIX_TRANSPORT_TCP)
        open_tcp(w, s, t);
    else if (s->transport == IPFIX_TRANSPORT_SCTP)
        open_sctp(w, s, t);
    s->open = true;
}

void wire_send(struct wire *w, struct wire_session *s, struct ipfix_time t, const GByteArray *data,
               const struct wire_options *how)
{
    g_byte_array_append(w->messages, data->data, data->len);
    open_session(w, s, t);
    if (s->transport == IPFIX_TRANSPORT_TCP)
        send_tcp(w, s, t, data, how);
    else if (s->transport == IPFIX_TRANSPORT_SCTP)
        send_sctp(w, s, t, data, how);
    else if (s->transport == IPFIX_TRANSPORT_UDP)
        send_udp(w, s, t, data, how);
}

void wire_close(struct wire *w, struct wire_session *s, struct ipfix_time t)
{
    if (s->open && s->transport == IPFIX_TRANSPORT_TCP)
        close_tcp(w, s, t);
    else if (s->open && s->transport == IPFIX_TRANSPORT_SCTP)
        close_sctp(w, s, t);
    s->open = false;
}

/* ---- files ---- */

static bool dump_frames(const struct wire *w, FILE *file)
{
    pcap_t *pcap = pcap_open_dead(DLT_EN10MB, SNAPLEN);
    pcap_dumper_t *out = pcap_dump_fopen(pcap, file);

    for (guint i = 0; out != NULL && i < w->frames->len; i++) {
        const struct frame *f = w->frames->pdata[i];
        struct pcap_pkthdr header = {.caplen = MIN(f->captured, f->octets->len), .len = f->octets->len};

        header.ts.tv_sec = (time_t)f->time.sec;
        header.ts.tv_usec = (suseconds_t)(f->time.nsec / 1000);
        pcap_dump((u_char *)out, &header, f->octets->data);
    }
    pcap_close(pcap);
    return out != NULL && fflush(file) == 0 && !ferror(file);
}

static bool dump_messages(const struct wire *w, FILE *file)
{
    return fwrite(w->messages->data, 1, w->messages->len, file) == w->messages->len;
}

static bool write_to(const struct wire *w, const char *name, bool bare)
{
    FILE *file = g_fopen(name, "wb");

    if (file == NULL)
        return false;
    bool ok = bare ? dump_messages(w, file) : dump_frames(w, file);
    return fclose(file) == 0 && ok;
}

bool wire_may_replace(const char *file)
{
    GStatBuf found;

    return g_lstat(file, &found) != 0 || S_ISREG(found.st_mode);
}

bool wire_write(const struct wire *w, const char *file, bool bare)
{
    if (!wire_may_replace(file))
        return write_to(w, file, bare);
    char *beside = g_strconcat(file, ".part", NULL);
    bool ok = write_to(w, beside, bare) && g_rename(beside, file) == 0;

    if (!ok) {
        int why = errno;
        g_unlink(beside);
        errno = why;
    }
    g_free(beside);
    return ok;
}
