/* SPDX-License-Identifier: BSD-2-Clause */
#include "shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS 64u
#define ANTREA 56506u
#define ROW_TEXT 64u
#define RECORDS_IN_SET 5u
#define FLOW_START_MS 152u

/* ---- templates ---- */

struct element {
    uint32_t pen;
    uint16_t id;
    uint16_t len;
};

static const struct element FLOW[] = {
    {0, 8, 4},   /* sourceIPv4Address */
    {0, 12, 4},  /* destinationIPv4Address */
    {0, 7, 2},   /* sourceTransportPort */
    {0, 11, 2},  /* destinationTransportPort */
    {0, 4, 1},   /* protocolIdentifier */
    {0, 6, 2},   /* tcpControlBits */
    {0, 5, 1},   /* ipClassOfService */
    {0, 10, 4},  /* ingressInterface */
    {0, 14, 4},  /* egressInterface */
    {0, 1, 8},   /* octetDeltaCount */
    {0, 2, 8},   /* packetDeltaCount */
    {0, 152, 8}, /* flowStartMilliseconds */
    {0, 153, 8}, /* flowEndMilliseconds */
    {0, 136, 1}, /* flowEndReason */
    {0, 61, 1},  /* flowDirection */
};

static const struct element RICH[] = {
    {0, 8, 4},
    {0, 12, 4},
    {0, 7, 2},
    {0, 11, 2},
    {0, 4, 1},
    {0, 6, 2},
    {0, 5, 1},
    {0, 10, 4},
    {0, 14, 4},
    {0, 1, 8},
    {0, 2, 8},
    {ANTREA, 101, IPFIX_VARLEN}, /* sourcePodName */
    {ANTREA, 100, IPFIX_VARLEN}, /* sourcePodNamespace */
    {ANTREA, 103, IPFIX_VARLEN}, /* destinationPodName */
    {ANTREA, 106, 4},            /* destinationClusterIPv4 */
    {ANTREA, 108, 2},            /* destinationServicePort */
    {0, 152, 8},
    {0, 153, 8},
    {0, 136, 1},
    {0, 56, 6},             /* sourceMacAddress */
    {0, 80, 6},             /* destinationMacAddress */
    {0, 58, 2},             /* vlanId */
    {0, 96, IPFIX_VARLEN},  /* applicationName */
    {0, 371, IPFIX_VARLEN}, /* userName */
    {0, 82, IPFIX_VARLEN},  /* interfaceName */
};

static const struct element LISTS[] = {
    {0, 8, 4},
    {0, 12, 4},
    {0, 291, IPFIX_VARLEN}, /* basicList */
    {0, 292, IPFIX_VARLEN}, /* subTemplateList */
    {0, 293, IPFIX_VARLEN}, /* subTemplateMultiList */
    {0, 1, 8},
};

static struct ipfix_template *template_new(uint16_t id, const struct element *elements, uint32_t count)
{
    struct ipfix_template *t = g_new0(struct ipfix_template, 1);
    struct ipfix_spec *spec = g_new0(struct ipfix_spec, count);
    struct ipfix_step *step = g_new(struct ipfix_step, count);

    for (uint32_t i = 0; i < count; i++) {
        spec[i].pen = elements[i].pen;
        spec[i].id = elements[i].id;
        spec[i].len = elements[i].len;
        spec[i].enterprise = elements[i].pen != 0;
        ipfix_spec_find(&spec[i], NULL, NULL);
    }
    t->spec = spec;
    t->id = id;
    t->field_count = (uint16_t)count;
    ipfix_template_plan(t, step);
    return t;
}

static struct ipfix_template *template_add(struct shape *s, uint32_t domain, struct ipfix_template *t)
{
    g_ptr_array_add(s->templates, t);
    s->domains[domain].tmpl[t->id] = t;
    return t;
}

/* ---- values ---- */

/* Repeatable, and good enough to keep branch predictors honest. */
static uint32_t draw(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

static void value_draw(struct ipfix_value *v, const struct ipfix_spec *spec, uint8_t *text, uint64_t *seed)
{
    uint32_t width = spec->len == IPFIX_VARLEN ? 6 + draw(seed) % 20 : spec->len;

    v->type = spec->type;
    if (spec->type == IPFIX_TIME_MS) { /* flows start before they end */
        uint32_t before = spec->id == FLOW_START_MS ? 60 : 0;
        v->as.time = (struct ipfix_time){EXPORT_TIME - before - draw(seed) % 60, draw(seed) % 1000 * 1000000};
    } else if (spec->load != IPFIX_LOAD_BYTES) {
        v->as.u = width < 4 ? draw(seed) % 200 : draw(seed) % 100000;
    } else {
        for (uint32_t i = 0; i < width; i++)
            text[i] = (uint8_t)('a' + draw(seed) % 26);
        v->as.bytes = (struct ipfix_bytes){text, width};
    }
}

static void values_draw(struct shape *s, const struct ipfix_template *t)
{
    uint8_t *texts = g_malloc(ROWS * FIELDS_MAX * ROW_TEXT);
    uint64_t seed = 1;

    g_ptr_array_add(s->buffers, texts);
    s->values = g_new0(struct ipfix_value, (size_t)ROWS * t->field_count);
    s->rows = ROWS;
    for (uint32_t row = 0; row < ROWS; row++)
        for (uint32_t i = 0; i < t->field_count; i++, texts += ROW_TEXT)
            value_draw(&s->values[row * t->field_count + i], &t->spec[i], texts, &seed);
}

/* ---- messages ---- */

static struct shape *shape_new(const char *name, uint32_t domains)
{
    struct shape *s = g_new0(struct shape, 1);

    s->name = name;
    s->domains = g_new0(struct domain, domains);
    s->templates = g_ptr_array_new();
    s->definitions = g_array_new(FALSE, FALSE, sizeof(struct message));
    s->messages = g_array_new(FALSE, FALSE, sizeof(struct message));
    s->buffers = g_ptr_array_new_with_free_func(g_free);
    return s;
}

static void message_keep(struct shape *s, GArray *list, struct ipfix_encoder *e)
{
    size_t len;

    if (ipfix_enc_end(e, &len) != IPFIX_OK) {
        fprintf(stderr, "%s: %s\n", s->name, ipfix_strstatus(e->err.status));
        exit(2);
    }
    struct message m = {g_memdup2(e->buf, len), (uint32_t)len};
    g_ptr_array_add(s->buffers, (uint8_t *)m.octets);
    g_array_append_val(list, m);
    if (list == s->messages)
        s->octets += len;
}

static void definitions_make(struct shape *s, uint32_t domain)
{
    uint8_t *buf = g_malloc(65536);
    struct ipfix_encoder e;
    bool open = false;

    for (uint32_t id = IPFIX_TEMPLATE_ID_MIN; id < 65536; id++) {
        const struct ipfix_template *t = s->domains[domain].tmpl[id];
        if (t == NULL)
            continue;
        if (!open) {
            ipfix_enc_init(&e, buf, 65536, 0);
            ipfix_enc_msg(&e, EXPORT_TIME, 0, domain);
        }
        ipfix_enc_template(&e, t);
        open = e.len < MESSAGE_LEN;
        if (!open)
            message_keep(s, s->definitions, &e);
    }
    if (open)
        message_keep(s, s->definitions, &e);
    g_free(buf);
}

static void record_put(struct ipfix_encoder *e, const struct shape *s, const struct ipfix_template *t,
                       uint32_t row)
{
    ipfix_enc_record_values(e, t, &s->values[row % s->rows * t->field_count]);
}

/* Records of the first template, as many as a message takes. */
static void messages_make(struct shape *s, uint32_t records, uint32_t message_len)
{
    const struct ipfix_template *t = g_ptr_array_index(s->templates, 0);
    uint8_t *buf = g_malloc(65536);
    struct ipfix_encoder e;

    while (s->records < records) {
        size_t before = 0, after = 0;
        ipfix_enc_init(&e, buf, 65536, 0);
        ipfix_enc_msg(&e, EXPORT_TIME, (uint32_t)s->records, 0);
        while (s->records < records && after + (after - before) <= message_len) {
            before = e.len;
            record_put(&e, s, t, (uint32_t)s->records++);
            after = e.len;
        }
        message_keep(s, s->messages, &e);
    }
    g_free(buf);
}

struct shape *shape_fixed(uint32_t records, uint32_t message_len)
{
    struct shape *s = shape_new("fixed", 1);

    values_draw(s, template_add(s, 0, template_new(256, FLOW, G_N_ELEMENTS(FLOW))));
    definitions_make(s, 0);
    messages_make(s, records, message_len);
    return s;
}

struct shape *shape_rich(uint32_t records)
{
    struct shape *s = shape_new("rich", 1);

    values_draw(s, template_add(s, 0, template_new(256, RICH, G_N_ELEMENTS(RICH))));
    definitions_make(s, 0);
    messages_make(s, records, MESSAGE_LEN);
    return s;
}

struct shape *shape_wide(uint32_t fields, uint32_t records)
{
    struct shape *s = shape_new("wide", 1);
    struct element elements[FIELDS_MAX];

    for (uint32_t i = 0; i < fields; i++)
        elements[i] = FLOW[i % G_N_ELEMENTS(FLOW)];
    values_draw(s, template_add(s, 0, template_new(256, elements, fields)));
    definitions_make(s, 0);
    messages_make(s, records, MESSAGE_LEN);
    return s;
}

/* ---- many templates ---- */

#define MANY_FIELDS 8u

/* Which eight of the flow's elements: another choice for each template. */
static struct ipfix_template *template_vary(uint32_t n)
{
    struct element elements[MANY_FIELDS];

    for (uint32_t i = 0; i < MANY_FIELDS; i++)
        elements[i] = FLOW[(n + i + i * (n % 2)) % G_N_ELEMENTS(FLOW)];
    return template_new((uint16_t)(IPFIX_TEMPLATE_ID_MIN + n), elements, MANY_FIELDS);
}

struct shape *shape_many(uint32_t templates, uint32_t domains, uint32_t sets)
{
    struct shape *s = shape_new("many", domains);
    uint8_t *buf = g_malloc(65536);
    struct ipfix_encoder e;
    uint32_t sequence[DOMAINS_MAX] = {0};
    uint64_t seed = 7, value_seed = 1;

    for (uint32_t d = 0; d < domains; d++) {
        for (uint32_t n = 0; n < templates; n++)
            template_add(s, d, template_vary(n));
        definitions_make(s, d);
    }
    for (uint32_t set = 0; set < sets;) {
        uint32_t d = draw(&seed) % domains;
        ipfix_enc_init(&e, buf, 65536, 0);
        ipfix_enc_msg(&e, EXPORT_TIME, sequence[d], d);
        for (; set < sets && e.len < MESSAGE_LEN - 200; set++) {
            const struct ipfix_template *t =
                s->domains[d].tmpl[IPFIX_TEMPLATE_ID_MIN + draw(&seed) % templates];
            ipfix_enc_set(&e, t->id);
            for (uint32_t r = 0; r < RECORDS_IN_SET; r++) {
                struct ipfix_value v[MANY_FIELDS];
                uint8_t text[MANY_FIELDS * ROW_TEXT];
                for (uint32_t i = 0; i < MANY_FIELDS; i++)
                    value_draw(&v[i], &t->spec[i], text + (size_t)i * ROW_TEXT, &value_seed);
                ipfix_enc_record_values(&e, t, v);
                s->records++;
            }
        }
        sequence[d] += e.records;
        message_keep(s, s->messages, &e);
    }
    g_free(buf);
    return s;
}

/* ---- lists ---- */

static const struct element HOP[] = {{0, 10, 4}, {0, 1, 8}};
static const struct element END[] = {{0, 7, 2}, {0, 11, 2}, {0, 4, 1}};

static void uints_put(struct ipfix_encoder *e, const struct ipfix_template *t, uint32_t records,
                      uint64_t *seed)
{
    for (uint32_t r = 0; r < records; r++) {
        ipfix_enc_record(e, t);
        for (uint32_t i = 0; i < t->field_count; i++)
            ipfix_enc_uint(e, draw(seed) % 200);
    }
}

static void lists_put(struct ipfix_encoder *e, const struct ipfix_template *t,
                      const struct ipfix_template *hop, const struct ipfix_template *end, uint64_t *seed)
{
    static const uint8_t address[4] = {192, 0, 2, 1};
    const struct ipfix_spec item = {.id = 14, .len = 4, .type = IPFIX_U32, .load = IPFIX_LOAD_U32};

    ipfix_enc_record(e, t);
    ipfix_enc_bytes(e, address, sizeof address);
    ipfix_enc_bytes(e, address, sizeof address);
    ipfix_enc_basic_list(e, 3, &item);
    for (uint32_t i = 0; i < 4; i++)
        ipfix_enc_uint(e, draw(seed) % 200);
    ipfix_enc_list_end(e);
    ipfix_enc_sub_template_list(e, 3, hop);
    uints_put(e, hop, 3, seed);
    ipfix_enc_list_end(e);
    ipfix_enc_sub_template_multi_list(e, 3);
    uints_put(e, hop, 2, seed);
    uints_put(e, end, 2, seed);
    ipfix_enc_list_end(e);
    ipfix_enc_uint(e, draw(seed));
}

struct shape *shape_struct(uint32_t records)
{
    struct shape *s = shape_new("struct", 1);
    struct ipfix_template *t = template_add(s, 0, template_new(256, LISTS, G_N_ELEMENTS(LISTS)));
    struct ipfix_template *hop = template_add(s, 0, template_new(257, HOP, G_N_ELEMENTS(HOP)));
    struct ipfix_template *end = template_add(s, 0, template_new(258, END, G_N_ELEMENTS(END)));
    uint8_t *buf = g_malloc(65536);
    struct ipfix_encoder e;
    uint64_t seed = 3;

    definitions_make(s, 0);
    while (s->records < records) {
        ipfix_enc_init(&e, buf, 65536, 0);
        ipfix_enc_msg(&e, EXPORT_TIME, (uint32_t)s->records, 0);
        for (; s->records < records && e.len < MESSAGE_LEN - 150; s->records++)
            lists_put(&e, t, hop, end, &seed);
        message_keep(s, s->messages, &e);
    }
    g_free(buf);
    return s;
}

void shape_free(struct shape *s)
{
    for (guint i = 0; i < s->templates->len; i++) {
        struct ipfix_template *t = g_ptr_array_index(s->templates, i);
        g_free((struct ipfix_spec *)t->spec);
        g_free((struct ipfix_step *)t->step);
        g_free(t);
    }
    g_ptr_array_free(s->templates, TRUE);
    g_array_free(s->definitions, TRUE);
    g_array_free(s->messages, TRUE);
    g_ptr_array_free(s->buffers, TRUE);
    g_free(s->domains);
    g_free(s->values);
    g_free(s);
}

/* ---- captures ---- */

static void packet_write(FILE *f, const struct message *m, uint32_t number)
{
    /* From 192.0.2.1 port 40000 to 198.51.100.1 port 4739; nobody checks the sums, which are left out. */
    uint8_t header[28] = {0x45, 0, 0,   0,  0,   0, 0,    0,    64,   17,   0, 0, 192, 0,
                          2,    1, 198, 51, 100, 1, 0x9c, 0x40, 0x12, 0x83, 0, 0, 0,   0};
    uint32_t len = (uint32_t)sizeof header + m->len, udp = 8 + m->len;
    uint32_t record[4] = {EXPORT_TIME + number / 1000, number % 1000 * 1000, len, len};

    header[2] = (uint8_t)(len >> 8);
    header[3] = (uint8_t)len;
    header[24] = (uint8_t)(udp >> 8);
    header[25] = (uint8_t)udp;
    fwrite(record, sizeof record, 1, f);
    fwrite(header, sizeof header, 1, f);
    fwrite(m->octets, m->len, 1, f);
}

void shape_capture(const struct shape *s, const char *file)
{
    const uint32_t head[6] = {0xa1b2c3d4, 2 | 4 << 16, 0, 0, 65535, 101}; /* raw IP */
    FILE *f = fopen(file, "wb");

    if (f == NULL) {
        perror(file);
        exit(2);
    }
    fwrite(head, sizeof head, 1, f);
    for (guint i = 0; i < s->definitions->len; i++)
        packet_write(f, &g_array_index(s->definitions, struct message, i), 0);
    for (guint i = 0; i < s->messages->len; i++)
        packet_write(f, &g_array_index(s->messages, struct message, i), i);
    if (fclose(f) != 0) {
        perror(file);
        exit(2);
    }
}
