/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The encoder: the input is a program of its calls.  Measuring and writing agree, nothing is written
 * behind the capacity, and what an orderly program has written decodes to what it wrote.
 */
#include <math.h>

#include <glib.h>

#include "input.h"

#define TEMPLATES 4u
#define SPECS_MAX 6u
#define ITEMS_MAX 4u
#define EXPORT_TIME 1700000000u
#define DOMAIN 7u
#define OUTPUT_MAX (1u << 20)

struct program {
    struct input in;
    struct ipfix_encoder e;
    GByteArray *log; /* what was written, or what was read */
    struct ipfix_template tmpl[TEMPLATES];
    struct ipfix_spec spec[TEMPLATES][SPECS_MAX];
    bool announced[TEMPLATES];
    uint8_t scratch[256]; /* octets of the value that is being written */
};

/* ---- the log ---- */

static void log_number(GByteArray *log, uint64_t v)
{
    g_byte_array_append(log, (const guint8 *)&v, sizeof v);
}

static void log_octets(GByteArray *log, const struct ipfix_value *v)
{
    const uint8_t *p = v->as.bytes.ptr;
    uint32_t n = v->as.bytes.len;

    if (v->type == IPFIX_STRING)
        n = ipfix_string_trim(p, n);
    for (; v->type == IPFIX_U256 && n > 0 && *p == 0; p++)
        n--;
    log_number(log, n);
    g_byte_array_append(log, p, n);
}

static void log_value(GByteArray *log, const struct ipfix_value *v)
{
    struct ipfix_value f = *v;

    log_number(log, v->type);
    if ((v->type == IPFIX_F32 || v->type == IPFIX_F64) && isnan(v->as.f))
        log_number(log, 1);
    else if ((v->type >= IPFIX_U8 && v->type <= IPFIX_F64) || v->type == IPFIX_BOOLEAN)
        log_number(log, f.as.u);
    else if (v->type >= IPFIX_TIME_S && v->type <= IPFIX_TIME_NS) {
        log_number(log, (uint64_t)v->as.time.sec);
        log_number(log, v->as.time.nsec);
    } else
        log_octets(log, v);
}

/* ---- values ---- */

static void octets_draw(struct program *p, struct ipfix_value *v, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++)
        p->scratch[i] = (uint8_t)draw(&p->in, 1);
    for (uint32_t i = 0; v->type == IPFIX_STRING && i < len; i++)
        p->scratch[i] &= 0x7f;
    v->as.bytes = (struct ipfix_bytes){p->scratch, len};
}

static double float_draw(struct program *p, bool narrow)
{
    uint64_t bits = draw(&p->in, 8);
    uint32_t low = (uint32_t)bits;
    float single;
    double f;

    memcpy(&single, &low, sizeof single);
    memcpy(&f, &bits, sizeof f);
    return narrow ? (double)single : f;
}

/* Times that their type can tell from one another. */
static struct ipfix_time time_draw(struct program *p, unsigned type)
{
    struct ipfix_time t = {(int64_t)draw(&p->in, 4), (uint32_t)(draw(&p->in, 4) % 1000000000)};

    if (type == IPFIX_TIME_S)
        t.nsec = 0;
    else if (type == IPFIX_TIME_MS)
        t.nsec -= t.nsec % 1000000;
    else if (type == IPFIX_TIME_US)
        t.nsec -= t.nsec % 1000;
    if (type == IPFIX_TIME_US || type == IPFIX_TIME_NS)
        t.sec = (int64_t)EXPORT_TIME + (int32_t)t.sec;
    return t;
}

/* A value that fits its specifier, more often than not. */
static struct ipfix_value value_draw(struct program *p, const struct ipfix_spec *spec)
{
    struct ipfix_value v = {.type = spec->type};
    uint32_t full = ipfix_type_width(spec->type);
    uint32_t len = spec->len == IPFIX_VARLEN ? full : spec->len;

    if (v.type == IPFIX_BOOLEAN)
        v.as.u = 1 + draw(&p->in, 1) % 2;
    else if (v.type >= IPFIX_U8 && v.type <= IPFIX_U64)
        v.as.u = draw(&p->in, len);
    else if (v.type >= IPFIX_S8 && v.type <= IPFIX_S64)
        v.as.i =
            (int64_t)draw(&p->in, len) - (len > 0 && len < 8 ? (int64_t)(UINT64_C(1) << (8 * len - 1)) : 0);
    else if (v.type == IPFIX_F32 || v.type == IPFIX_F64)
        v.as.f = float_draw(p, v.type == IPFIX_F32 || spec->len == 4);
    else if (v.type >= IPFIX_TIME_S && v.type <= IPFIX_TIME_NS)
        v.as.time = time_draw(p, v.type);
    else
        octets_draw(p, &v, len > 0 && len < sizeof p->scratch ? len : (uint32_t)draw(&p->in, 1));
    return v;
}

/* ---- templates ---- */

static struct ipfix_spec spec_draw(struct program *p)
{
    const struct ipfix_ie *ie = ipfix_ie_at(draw(&p->in, 2) % ipfix_ie_count());
    struct ipfix_spec spec = {.pen = ie->pen, .id = ie->id, .enterprise = ie->pen != IPFIX_PEN_IANA};
    uint32_t width = ipfix_type_width(ie->type), how = (uint32_t)draw(&p->in, 1);

    if (width == 0)
        spec.len = how < 64 ? (uint16_t)how : IPFIX_VARLEN;
    else
        spec.len = how < 8 ? (uint16_t)how : how < 192 ? (uint16_t)width : IPFIX_VARLEN;
    ipfix_spec_resolve(&spec, ie);
    return spec;
}

static void templates_draw(struct program *p)
{
    for (uint32_t i = 0; i < TEMPLATES; i++) {
        struct ipfix_template *t = &p->tmpl[i];
        uint32_t how = (uint32_t)draw(&p->in, 1);

        t->spec = p->spec[i];
        t->id = (uint16_t)(IPFIX_TEMPLATE_ID_MIN + i);
        t->field_count = (uint16_t)(1 + how % SPECS_MAX);
        t->options = how & 0x80;
        t->scope_count = t->options ? 1 : 0;
        for (uint32_t k = 0; k < t->field_count; k++)
            p->spec[i][k] = spec_draw(p);
        ipfix_template_plan(t, NULL);
    }
}

/* ---- orderly programs ---- */

static void field_write(struct program *p, const struct ipfix_spec *spec);

static void record_write(struct program *p, const struct ipfix_template *t)
{
    ipfix_enc_record(&p->e, t);
    log_number(p->log, t->id);
    for (uint32_t i = 0; i < t->field_count && p->e.err.status == IPFIX_OK; i++)
        field_write(p, &t->spec[i]);
}

static void list_write(struct program *p, unsigned type)
{
    uint8_t semantic = (uint8_t)draw(&p->in, 1);
    uint32_t items = (uint32_t)draw(&p->in, 1) % (ITEMS_MAX + 1);
    const struct ipfix_template *t = &p->tmpl[draw(&p->in, 1) % TEMPLATES];
    struct ipfix_spec element = {0};

    if (type == IPFIX_BASIC_LIST) {
        element = spec_draw(p);
        ipfix_enc_basic_list(&p->e, semantic, &element);
    } else if (type == IPFIX_SUB_TEMPLATE_LIST) {
        ipfix_enc_sub_template_list(&p->e, semantic, t);
    } else {
        ipfix_enc_sub_template_multi_list(&p->e, semantic);
    }
    log_number(p->log, semantic);
    for (; items > 0 && p->e.err.status == IPFIX_OK && p->in.left > 0; items--)
        if (type == IPFIX_BASIC_LIST)
            field_write(p, &element);
        else
            record_write(p, type == IPFIX_SUB_TEMPLATE_LIST ? t : &p->tmpl[draw(&p->in, 1) % TEMPLATES]);
    ipfix_enc_list_end(&p->e);
    log_number(p->log, UINT64_MAX);
}

/* The three ways to write a value that is no list. */
static void value_write(struct program *p, const struct ipfix_value *v)
{
    bool octets = v->type == IPFIX_OCTET_ARRAY || v->type == IPFIX_MAC || v->type >= IPFIX_IPV4;

    if (octets && v->type != IPFIX_U256)
        ipfix_enc_bytes(&p->e, v->as.bytes.ptr, v->as.bytes.len);
    else if (v->type >= IPFIX_U8 && v->type <= IPFIX_U64)
        ipfix_enc_uint(&p->e, v->as.u);
    else
        ipfix_enc_value(&p->e, v);
}

static void field_write(struct program *p, const struct ipfix_spec *spec)
{
    if (spec->type >= IPFIX_BASIC_LIST && spec->type <= IPFIX_SUB_TEMPLATE_MULTI_LIST) {
        list_write(p, spec->type);
        return;
    }
    struct ipfix_value v = value_draw(p, spec);
    log_value(p->log, &v);
    value_write(p, &v);
}

static void announce(struct program *p, uint32_t i)
{
    if (p->announced[i])
        return;
    ipfix_enc_template(&p->e, &p->tmpl[i]);
    p->announced[i] = true;
}

/* All templates first: a list may need any of them. */
static void orderly_run(struct program *p)
{
    uint32_t sequence = 0;

    ipfix_enc_msg(&p->e, EXPORT_TIME, sequence, DOMAIN);
    for (uint32_t i = 0; i < TEMPLATES; i++)
        announce(p, i);
    while (p->in.left > 0 && p->e.err.status == IPFIX_OK) {
        uint32_t op = (uint32_t)draw(&p->in, 1);
        if (op < 8) {
            sequence += p->e.records;
            ipfix_enc_msg(&p->e, EXPORT_TIME, sequence, DOMAIN);
        } else if (op < 16) {
            ipfix_enc_template(&p->e, &p->tmpl[op % TEMPLATES]);
        } else {
            record_write(p, &p->tmpl[op % TEMPLATES]);
        }
    }
}

/* ---- wild programs: any call at any time ---- */

static void wild_list(struct program *p, uint32_t op)
{
    const struct ipfix_template *t = &p->tmpl[op % TEMPLATES];

    if (op < 80)
        ipfix_enc_basic_list(&p->e, (uint8_t)op, &t->spec[0]);
    else if (op < 90)
        ipfix_enc_sub_template_list(&p->e, (uint8_t)op, t);
    else if (op < 100)
        ipfix_enc_sub_template_multi_list(&p->e, (uint8_t)op);
    else
        ipfix_enc_list_end(&p->e);
}

static void wild_octets(struct program *p, uint32_t op)
{
    size_t len;
    uint8_t *octets = draw_block(&p->in, draw(&p->in, op % 2 + 1), &len);

    if (op < 120)
        ipfix_enc_raw_field(&p->e, octets, len, op & 1);
    else if (op < 130)
        ipfix_enc_octets(&p->e, octets, len);
    else
        ipfix_enc_bytes(&p->e, octets, len);
    free(octets);
}

static void wild_call(struct program *p, uint32_t op)
{
    const struct ipfix_template *t = &p->tmpl[op % TEMPLATES];
    struct ipfix_value v;

    if (op < 10) {
        ipfix_enc_msg(&p->e, EXPORT_TIME, 0, DOMAIN);
    } else if (op < 20) {
        ipfix_enc_set(&p->e, (uint16_t)draw(&p->in, 2));
    } else if (op < 40) {
        ipfix_enc_template(&p->e, t);
    } else if (op < 50) {
        ipfix_enc_withdrawal(&p->e, (uint16_t)draw(&p->in, 2), op & 1);
    } else if (op < 70) {
        ipfix_enc_record(&p->e, t);
    } else if (op < 110) {
        wild_list(p, op);
    } else if (op < 140) {
        wild_octets(p, op);
    } else if (op < 150) {
        ipfix_enc_uint(&p->e, draw(&p->in, 8));
    } else {
        v = value_draw(p, &t->spec[op % t->field_count]);
        ipfix_enc_value(&p->e, &v);
    }
}

static void wild_run(struct program *p)
{
    while (p->in.left > 0)
        wild_call(p, (uint32_t)draw(&p->in, 1));
}

/* ---- running ---- */

/* One run of the program that data is; its log in *log where that is not NULL. */
static enum ipfix_status program_run(const uint8_t *data, size_t size, uint8_t *buf, size_t cap, size_t *len,
                                     GByteArray *log, bool *orderly)
{
    struct program p = {.in = {data, size}, .log = log};
    uint32_t how = (uint32_t)draw(&p.in, 1);
    uint32_t options = how & (IPFIX_ENC_LONG_FORM | IPFIX_ENC_ALIGN_4 | IPFIX_ENC_ALIGN_8);

    *orderly = how & 0x80;
    if (!*orderly)
        options |= how & IPFIX_ENC_FAULTS;
    ipfix_enc_init(&p.e, buf, cap, options);
    templates_draw(&p);
    if (*orderly)
        orderly_run(&p);
    else
        wild_run(&p);
    *len = 0;
    return ipfix_enc_end(&p.e, len);
}

/* ---- reading it again ---- */

static void list_read(GByteArray *log, const struct ipfix_store *store, const struct ipfix_field *f);

static void record_read(GByteArray *log, const struct ipfix_store *store, struct ipfix_records *c)
{
    struct ipfix_field f;
    struct ipfix_value v;

    while (ipfix_field_next(c, &f) == IPFIX_OK) {
        if (f.spec->type >= IPFIX_BASIC_LIST && f.spec->type <= IPFIX_SUB_TEMPLATE_MULTI_LIST) {
            list_read(log, store, &f);
            continue;
        }
        CLAIM(ipfix_value_get(&f, EXPORT_TIME, &v) == IPFIX_OK);
        log_value(log, &v);
    }
}

static uint32_t records_read(GByteArray *log, const struct ipfix_store *store, const struct ipfix_set *set)
{
    const struct ipfix_template *tmpl =
        set->tmpl != NULL ? set->tmpl : ipfix_store_get(store, DOMAIN, set->id, IPFIX_POS_LAST);
    struct ipfix_records c;
    uint32_t count = 0;

    CLAIM(tmpl != NULL);
    ipfix_records_open(&c, set, tmpl);
    for (; ipfix_record_next(&c) == IPFIX_OK; count++) {
        if (set->tmpl == NULL)
            log_number(log, tmpl->id);
        record_read(log, store, &c);
    }
    CLAIM(c.err.status == IPFIX_OK);
    for (uint32_t i = c.in.pos; i < c.in.end; i++)
        CLAIM(c.in.base[i] == 0);
    return count;
}

static void list_read(GByteArray *log, const struct ipfix_store *store, const struct ipfix_field *f)
{
    struct ipfix_list list;
    struct ipfix_set block;

    CLAIM(ipfix_list_open(&list, f, NULL, NULL) == IPFIX_OK);
    log_number(log, list.semantic);
    while (ipfix_list_next(&list, &block) == IPFIX_OK)
        records_read(log, store, &block);
    CLAIM(list.err.status == IPFIX_OK);
    log_number(log, UINT64_MAX);
}

static uint32_t message_read(GByteArray *log, struct ipfix_store *store, struct ipfix_msg *msg)
{
    struct ipfix_template_rec rec;
    struct ipfix_set set;
    uint32_t count = 0;

    while (ipfix_set_next(msg, &set) == IPFIX_OK) {
        if (set.kind == IPFIX_SET_DATA) {
            count += records_read(log, store, &set);
            continue;
        }
        while (ipfix_template_next(&set, &rec) == IPFIX_OK) {
            CLAIM(rec.err.status == IPFIX_OK);
            CLAIM(ipfix_store_put(store, DOMAIN, &rec, ipfix_pos_make(1, 0, rec.off)) >= 0);
        }
        CLAIM(set.err.status == IPFIX_OK);
    }
    CLAIM(msg->err.status == IPFIX_OK);
    return count;
}

static void messages_read(GByteArray *log, const uint8_t *buf, size_t len)
{
    struct ipfix_store *store = ipfix_store_new(IPFIX_TRANSPORT_FILE, NULL, NULL);
    struct ipfix_msg msg;
    uint32_t sequence = 0;

    for (size_t at = 0; at < len; at += msg.length) {
        CLAIM(ipfix_msg_open(&msg, buf + at, len - at, len - at) == IPFIX_OK);
        CLAIM(msg.sequence == sequence);
        sequence += message_read(log, store, &msg);
    }
    ipfix_store_free(store);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    GByteArray *wrote = g_byte_array_new(), *again = g_byte_array_new(), *read = g_byte_array_new();
    size_t measured, len;
    bool orderly;

    enum ipfix_status status = program_run(data, size, NULL, 0, &measured, wrote, &orderly);
    if ((status == IPFIX_NO_SPACE || status == IPFIX_OK) && measured <= OUTPUT_MAX) {
        uint8_t *buf = malloc(measured), *small = malloc(measured / 2);
        CLAIM(buf != NULL && small != NULL);
        CLAIM(program_run(data, size, buf, measured, &len, again, &orderly) == IPFIX_OK && len == measured);
        status = program_run(data, size, small, measured / 2, &len, again, &orderly);
        CLAIM(len == measured && status == (measured > 0 ? IPFIX_NO_SPACE : IPFIX_OK));
        if (orderly) {
            messages_read(read, buf, measured);
            CLAIM(read->len == wrote->len &&
                  (read->len == 0 || memcmp(read->data, wrote->data, read->len) == 0));
        }
        free(small);
        free(buf);
    }
    g_byte_array_free(wrote, TRUE);
    g_byte_array_free(again, TRUE);
    g_byte_array_free(read, TRUE);
    return 0;
}
