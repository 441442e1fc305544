/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Writes captures that cost a reader the most for their size, and a healthy one to compare with:
 *
 *     hostile KIND OCTETS FILE
 *
 * Frames are UDP over IPv4 without checksums, made one at a time, so that any size can be written.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pcap/pcap.h>

#include <ipfix/ipfix.h>

#define HEADERS_LEN 42u   /* Ethernet, IPv4, UDP */
#define PAYLOAD_MAX 1400u /* of usual exporters */
#define DATAGRAM_MAX 65507u
#define EXPORT_TIME 1761607680u

/* Elements. */
enum {
    PROTOCOL = 4,
    INTERFACE = 10,
    INTERFACE_NAME = 82,
    RELIABILITY = 276,
    SUB_LIST = 292,
    ELEMENT_ID = 303
};

struct writer {
    pcap_dumper_t *out;
    uint64_t left; /* octets of the file to come */
    uint32_t nth;  /* messages so far */
    uint32_t records;
    uint16_t port;
    uint32_t address;
    uint8_t frame[HEADERS_LEN + DATAGRAM_MAX];
    struct ipfix_encoder e;
};

static void put16(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)(v >> 8);
    p[1] = (uint8_t)v;
}

/* ---- frames ---- */

static void datagram_open(struct writer *w)
{
    ipfix_enc_init(&w->e, w->frame + HEADERS_LEN, DATAGRAM_MAX, IPFIX_ENC_FAULTS);
}

static void message_open(struct writer *w, uint32_t domain)
{
    ipfix_enc_msg(&w->e, EXPORT_TIME, w->records, domain);
    w->nth++;
}

static void headers_write(struct writer *w, uint32_t payload)
{
    static const uint8_t ethernet[] = {0x00, 0x00, 0x5e, 0x00, 0x53, 0x02, 0x00, 0x00,
                                       0x5e, 0x00, 0x53, 0x01, 0x08, 0x00, 0x45, 0x00};
    uint8_t *p = w->frame;

    memset(p, 0, HEADERS_LEN);
    memcpy(p, ethernet, sizeof ethernet);
    put16(p + 16, 28 + payload);
    p[22] = 64;
    p[23] = 17;
    put16(p + 26, w->address >> 16);
    put16(p + 28, w->address);
    put16(p + 30, 0xc000); /* 192.0.2.2 */
    put16(p + 32, 0x0202);
    put16(p + 34, w->port);
    put16(p + 36, 4739);
    put16(p + 38, 8 + payload);
}

/* Write the datagram; false when the file is as large as it shall be. */
static bool datagram_close(struct writer *w)
{
    size_t len;

    w->records += w->e.records;
    if (ipfix_enc_end(&w->e, &len) != IPFIX_OK) {
        fprintf(stderr, "hostile: %s\n", ipfix_strstatus(w->e.err.status));
        exit(1);
    }
    headers_write(w, (uint32_t)len);
    struct pcap_pkthdr header = {.caplen = (bpf_u_int32)(HEADERS_LEN + len),
                                 .len = (bpf_u_int32)(HEADERS_LEN + len)};
    header.ts.tv_sec = EXPORT_TIME;
    pcap_dump((u_char *)w->out, &header, w->frame);
    uint64_t taken = 16 + HEADERS_LEN + len;
    w->left = w->left > taken ? w->left - taken : 0;
    return w->left > 0;
}

/* ---- templates ---- */

static struct ipfix_spec spec_of(uint16_t id, uint16_t len)
{
    struct ipfix_spec spec = {.id = id, .len = len};

    ipfix_spec_find(&spec, NULL, NULL);
    return spec;
}

static struct ipfix_template template_of(uint16_t id, const struct ipfix_spec *spec, uint16_t count)
{
    struct ipfix_template t = {.spec = spec, .id = id, .field_count = count};

    ipfix_template_plan(&t, NULL);
    return t;
}

/* ---- kinds ---- */

static const uint16_t flow_fields[][2] = {{8, 4},  {12, 4}, {7, 2}, {11, 2}, {4, 1},   {5, 1},   {6, 1},
                                          {10, 4}, {14, 4}, {1, 8}, {2, 8},  {152, 8}, {153, 8}, {136, 1}};
#define FLOW_FIELDS (sizeof flow_fields / sizeof flow_fields[0])

/* What exporters send: a template now and then, and records of 14 fields. */
static bool healthy(struct writer *w)
{
    struct ipfix_spec spec[FLOW_FIELDS];

    for (size_t i = 0; i < FLOW_FIELDS; i++)
        spec[i] = spec_of(flow_fields[i][0], flow_fields[i][1]);
    struct ipfix_template t = template_of(256, spec, FLOW_FIELDS);
    message_open(w, 1);
    if (w->nth % 100 == 1)
        ipfix_enc_template(&w->e, &t);
    while (w->e.len < PAYLOAD_MAX - 60) {
        ipfix_enc_record(&w->e, &t);
        for (size_t i = 0; i < FLOW_FIELDS; i++) {
            uint8_t octets[8] = {0, 0, 1, 0x9a, (uint8_t)(w->nth >> 8), (uint8_t)w->nth, 1, 2};
            ipfix_enc_raw_field(&w->e, octets + 8 - spec[i].len, spec[i].len, false);
        }
    }
    return datagram_close(w);
}

/* A message of one template and one record of one octet, from a source of its own. */
static bool small_message(struct writer *w, uint32_t domain, uint16_t id, uint16_t len)
{
    struct ipfix_spec spec = spec_of(210, len);
    struct ipfix_template t = template_of(id, &spec, 1);

    message_open(w, domain);
    ipfix_enc_template(&w->e, &t);
    ipfix_enc_record(&w->e, &t);
    ipfix_enc_raw_field(&w->e, &"\1\1\1\1\1\1\1\1", len % 8 + 1, false);
    return datagram_close(w);
}

static bool new_session(struct writer *w)
{
    w->port = (uint16_t)(1024 + w->nth % 60000);
    w->address = 0x0a000001 + w->nth / 60000;
    return small_message(w, 1, 256, 1);
}

static bool new_domain(struct writer *w)
{
    return small_message(w, w->nth, 256, 1);
}

/* As many template numbers as there are, then other domains. */
static bool new_number(struct writer *w)
{
    struct ipfix_spec spec = spec_of(210, 1);

    message_open(w, w->nth / 400);
    while (w->e.len < PAYLOAD_MAX) {
        struct ipfix_template t = template_of((uint16_t)(256 + (w->records++ % 65000)), &spec, 1);
        ipfix_enc_template(&w->e, &t);
    }
    return datagram_close(w);
}

/* One number that never stays what it is. */
static bool redefined(struct writer *w)
{
    message_open(w, 1);
    while (w->e.len < PAYLOAD_MAX) {
        struct ipfix_spec spec = spec_of(210, (uint16_t)(1 + w->records++ % 1000));
        struct ipfix_template t = template_of(256, &spec, 1);
        ipfix_enc_template(&w->e, &t);
    }
    return datagram_close(w);
}

/* Options data about ever other interfaces. */
static bool new_key(struct writer *w)
{
    struct ipfix_spec spec[] = {spec_of(INTERFACE, 4), spec_of(INTERFACE_NAME, IPFIX_VARLEN)};
    struct ipfix_template t = template_of(256, spec, 2);

    t.options = true;
    t.scope_count = 1;
    message_open(w, 1);
    if (w->nth == 1)
        ipfix_enc_template(&w->e, &t);
    while (w->e.len < PAYLOAD_MAX) {
        ipfix_enc_record(&w->e, &t);
        ipfix_enc_uint(&w->e, w->records + w->e.records);
        ipfix_enc_bytes(&w->e, "Ethernet1", 9);
    }
    return datagram_close(w);
}

/* Lists in lists as deep as they may be, with one octet at the bottom. */
static void list_nest(struct writer *w, const struct ipfix_template *t, unsigned depth)
{
    ipfix_enc_record(&w->e, t);
    if (depth < IPFIX_MAX_DEPTH) {
        ipfix_enc_sub_template_list(&w->e, 3, t);
        list_nest(w, t, depth + 1);
        ipfix_enc_list_end(&w->e);
    } else {
        ipfix_enc_raw_field(&w->e, "", 0, false);
    }
}

static bool deep_lists(struct writer *w)
{
    struct ipfix_spec spec = spec_of(SUB_LIST, IPFIX_VARLEN);
    struct ipfix_template t = template_of(256, &spec, 1);

    message_open(w, 1);
    if (w->nth == 1)
        ipfix_enc_template(&w->e, &t);
    while (w->e.len < PAYLOAD_MAX)
        list_nest(w, &t, 0);
    return datagram_close(w);
}

/* The most records that octets can hold, of one octet each. */
static bool octet_records(struct writer *w, uint16_t element, const char *octet)
{
    struct ipfix_spec spec = spec_of(element, 1);
    struct ipfix_template t = template_of(256, &spec, 1);

    message_open(w, 1);
    if (w->nth == 1)
        ipfix_enc_template(&w->e, &t);
    while (w->e.len < 65000) {
        ipfix_enc_record(&w->e, &t);
        ipfix_enc_raw_field(&w->e, octet, 1, false);
    }
    return datagram_close(w);
}

static bool one_octet_records(struct writer *w)
{
    return octet_records(w, PROTOCOL, "\x06");
}

/* Values that their type does not have: each is complained of. */
static bool bad_booleans(struct writer *w)
{
    return octet_records(w, RELIABILITY, "\0");
}

/* The most fields of no length that octets can hold: one beside each two of one octet. */
static bool zero_fields(struct writer *w)
{
    struct ipfix_spec spec[] = {spec_of(PROTOCOL, 1), spec_of(INTERFACE_NAME, 0), spec_of(PROTOCOL, 1)};
    struct ipfix_template t = template_of(256, spec, 3);

    message_open(w, 1);
    if (w->nth == 1)
        ipfix_enc_template(&w->e, &t);
    while (w->e.len < 65000) {
        ipfix_enc_record(&w->e, &t);
        ipfix_enc_uint(&w->e, 6);
        ipfix_enc_raw_field(&w->e, "", 0, false);
        ipfix_enc_uint(&w->e, 6);
    }
    return datagram_close(w);
}

/* The most numbers of elements that a record can hold: their enterprise stands anywhere in it, or nowhere. */
static bool element_numbers(struct writer *w)
{
    enum { COUNT = 16000 };
    static struct ipfix_spec spec[COUNT];
    struct ipfix_template t = template_of(256, spec, COUNT);

    for (unsigned i = 0; i < COUNT; i++)
        spec[i] = spec_of(ELEMENT_ID, 1);
    message_open(w, 1);
    if (w->nth == 1)
        ipfix_enc_template(&w->e, &t);
    while (w->e.len < 49000) {
        ipfix_enc_record(&w->e, &t);
        for (unsigned i = 0; i < COUNT; i++)
            ipfix_enc_uint(&w->e, 1);
    }
    return datagram_close(w);
}

/* The most messages that a datagram can hold: nothing but headers. */
static bool bare_headers(struct writer *w)
{
    while (w->e.len < 65000)
        message_open(w, w->nth);
    return datagram_close(w);
}

/* The most sets: headers without records, and templates that nobody knows. */
static bool bare_sets(struct writer *w)
{
    message_open(w, 1);
    while (w->e.len < 65000)
        ipfix_enc_set(&w->e, (uint16_t)(256 + w->e.len % 60000));
    return datagram_close(w);
}

static const struct {
    const char *name;
    bool (*datagram)(struct writer *w);
} kinds[] = {
    {"healthy", healthy},          {"sessions", new_session},        {"domains", new_domain},
    {"numbers", new_number},       {"redefined", redefined},         {"options", new_key},
    {"lists", deep_lists},         {"one-octet", one_octet_records}, {"booleans", bad_booleans},
    {"zero-fields", zero_fields},  {"headers", bare_headers},        {"sets", bare_sets},
    {"elements", element_numbers},
};
#define KINDS (sizeof kinds / sizeof kinds[0])

int main(int argc, char **argv)
{
    static struct writer w = {.port = 4000, .address = 0xc0000201};
    size_t kind = 0;

    while (argc == 4 && kind < KINDS && strcmp(argv[1], kinds[kind].name) != 0)
        kind++;
    if (argc != 4 || kind == KINDS) {
        fprintf(stderr, "usage: hostile KIND OCTETS FILE; kinds:");
        for (size_t i = 0; i < KINDS; i++)
            fprintf(stderr, " %s", kinds[i].name);
        fputc('\n', stderr);
        return 2;
    }
    pcap_t *pcap = pcap_open_dead(DLT_EN10MB, sizeof w.frame);
    w.out = pcap_dump_open(pcap, argv[3]);
    if (w.out == NULL) {
        fprintf(stderr, "hostile: %s\n", pcap_geterr(pcap));
        return 1;
    }
    w.left = strtoull(argv[2], NULL, 10);
    do
        datagram_open(&w);
    while (kinds[kind].datagram(&w));
    pcap_dump_close(w.out);
    pcap_close(pcap);
    return 0;
}
