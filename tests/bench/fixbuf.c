/* SPDX-License-Identifier: BSD-2-Clause
 *
 * libfixbuf over the same octets: records decoded into a struct that has all fields of a template, and
 * appended from one.
 */
#include "contenders.h"

#include <fixbuf/public.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INTERNAL 1000u
#define RECORD_MAX 8192u

struct fixbuf {
    const struct shape *s;
    fbInfoModel_t *model;
    fbTemplate_t *internal;
    fBuf_t *buf;
    bool lists;
    uint8_t record[RECORD_MAX];
    uint8_t *rows; /* records to append */
    size_t row_len;
    uint8_t out[65536];
};

static void check(GError *error)
{
    if (error == NULL)
        return;
    fprintf(stderr, "libfixbuf: %s\n", error->message);
    exit(2);
}

/* ---- templates ---- */

static void vendor_element_add(fbInfoModel_t *model, const struct ipfix_ie *ie)
{
    uint32_t width = ipfix_type_width(ie->type);
    bool number = ie->type >= IPFIX_U8 && ie->type <= IPFIX_F64;
    fbInfoElement_t element =
        FB_IE_INIT_FULL(ie->name, ie->pen, ie->id, (uint16_t)(width > 0 ? width : FB_IE_VARLEN),
                        number || ie->type == IPFIX_IPV4 ? FB_IE_F_ENDIAN : 0, 0, 0, ie->type, NULL);

    if (ie->pen != IPFIX_PEN_IANA && fbInfoModelGetElementByName(model, ie->name) == NULL)
        fbInfoModelAddElement(model, &element);
}

static fbTemplate_t *template_of(fbInfoModel_t *model, const struct ipfix_template *t)
{
    fbTemplate_t *tmpl = fbTemplateAlloc(model);
    GError *error = NULL;

    for (uint32_t i = 0; i < t->field_count; i++) {
        vendor_element_add(model, t->spec[i].ie);
        fbInfoElementSpec_t spec = {(char *)t->spec[i].ie->name, 0, 0};
        if (t->spec[i].len != IPFIX_VARLEN)
            spec.len_override = t->spec[i].len;
        fbTemplateAppendSpec(tmpl, &spec, 0, &error);
        check(error);
    }
    return tmpl;
}

/* All elements of the shape's records, for templates that each have some of them. */
static fbTemplate_t *union_of(fbInfoModel_t *model, const struct shape *s)
{
    struct ipfix_spec specs[FIELDS_MAX];
    struct ipfix_template all = {.spec = specs};

    for (guint i = 0; i < s->templates->len && i < FIELDS_MAX; i++) {
        const struct ipfix_template *t = g_ptr_array_index(s->templates, i);
        for (uint32_t k = 0; k < t->field_count; k++) {
            uint32_t at = 0;
            while (at < all.field_count && specs[at].ie != t->spec[k].ie)
                at++;
            if (at == all.field_count)
                specs[all.field_count++] = t->spec[k];
        }
    }
    return template_of(model, &all);
}

/* It warns of sequence numbers each time that the messages begin anew. */
static void say_nothing(const char *domain, GLogLevelFlags level, const char *text, void *data)
{
    (void)domain;
    (void)level;
    (void)text;
    (void)data;
}

static fbSession_t *session_new(struct fixbuf *f, fbTemplate_t *internal)
{
    fbSession_t *session = fbSessionAlloc(f->model);
    GError *error = NULL;

    g_log_set_default_handler(say_nothing, NULL);
    f->internal = internal;
    fbSessionAddTemplate(session, TRUE, INTERNAL, internal, &error);
    check(error);
    return session;
}

/* ---- decoding ---- */

static size_t message_decode(struct fixbuf *f, const struct message *m)
{
    GError *error = NULL;
    size_t len = sizeof f->record, records = 0;

    fBufSetBuffer(f->buf, (uint8_t *)m->octets, m->len);
    while (fBufNext(f->buf, f->record, &len, &error)) {
        records++;
        used(f->record);
        if (f->lists)
            fBufListFree(f->internal, f->record);
        len = sizeof f->record;
    }
    g_clear_error(&error); /* the end of the buffer */
    return records;
}

static size_t fixbuf_decode(void *state)
{
    struct fixbuf *f = state;
    size_t records = 0;

    for (guint i = 0; i < f->s->messages->len; i++)
        records += message_decode(f, &g_array_index(f->s->messages, struct message, i));
    return records;
}

static void fixbuf_free(void *state)
{
    struct fixbuf *f = state;

    fBufFree(f->buf);
    fbInfoModelFree(f->model);
    g_free(f->rows);
    g_free(f);
}

struct contender fixbuf_decoder(const struct shape *s)
{
    struct fixbuf *f = g_new0(struct fixbuf, 1);
    const struct ipfix_template *first = g_ptr_array_index(s->templates, 0);
    GError *error = NULL;

    f->s = s;
    f->model = fbInfoModelAlloc();
    f->lists = strcmp(s->name, "struct") == 0;
    fbSession_t *session = session_new(f, f->lists ? template_of(f->model, first) : union_of(f->model, s));
    f->buf = fBufAllocForCollection(session, NULL);
    fBufSetAutomaticMode(f->buf, FALSE);
    for (guint i = 0; i < s->definitions->len; i++) {
        const struct message *m = &g_array_index(s->definitions, struct message, i);
        fBufSetBuffer(f->buf, (uint8_t *)m->octets, m->len);
        fBufSetInternalTemplate(f->buf, INTERNAL, &error);
        check(error);
        size_t len = sizeof f->record;
        fBufNext(f->buf, f->record, &len, &error);
        g_clear_error(&error);
    }
    return (struct contender){fixbuf_decode, f, fixbuf_free};
}

/* ---- encoding ---- */

static uint8_t *number_put(uint8_t *p, uint64_t v, uint32_t width)
{
    memcpy(p, &v, width); /* little end first, as all machines that this is built for */
    return p + width;
}

static uint8_t *field_put(uint8_t *p, const struct ipfix_spec *spec, const struct ipfix_value *v)
{
    if (spec->len == IPFIX_VARLEN) {
        fbVarfield_t field = {v->as.bytes.len, (uint8_t *)v->as.bytes.ptr};
        memcpy(p, &field, sizeof field);
        return p + sizeof field;
    }
    if (spec->type == IPFIX_TIME_MS)
        return number_put(p, (uint64_t)v->as.time.sec * 1000 + v->as.time.nsec / 1000000, 8);
    if (spec->load != IPFIX_LOAD_BYTES)
        return number_put(p, v->as.u, spec->len);
    memcpy(p, v->as.bytes.ptr, spec->len);
    return p + spec->len;
}

static void rows_make(struct fixbuf *f, const struct ipfix_template *t)
{
    uint8_t *p = f->rows = g_malloc(f->s->rows * (size_t)t->field_count * sizeof(fbVarfield_t));

    for (uint32_t row = 0; row < f->s->rows; row++)
        for (uint32_t i = 0; i < t->field_count; i++)
            p = field_put(p, &t->spec[i], &f->s->values[row * t->field_count + i]);
    f->row_len = (size_t)(p - f->rows) / f->s->rows;
}

static size_t fixbuf_encode(void *state)
{
    struct fixbuf *f = state;
    GError *error = NULL;

    for (size_t i = 0; i < f->s->records; i++)
        if (!fBufAppend(f->buf, f->rows + i % f->s->rows * f->row_len, f->row_len, &error))
            check(error);
    fBufEmit(f->buf, &error);
    check(error);
    return f->s->records;
}

struct contender fixbuf_encoder(const struct shape *s)
{
    struct fixbuf *f = g_new0(struct fixbuf, 1);
    const struct ipfix_template *t = g_ptr_array_index(s->templates, 0);
    GError *error = NULL;

    f->s = s;
    f->model = fbInfoModelAlloc();
    fbSession_t *session = session_new(f, template_of(f->model, t));
    f->buf = fBufAllocForExport(session, fbExporterAllocBuffer(f->out, MESSAGE_LEN));
    fbSessionAddTemplate(session, FALSE, t->id, template_of(f->model, t), &error);
    check(error);
    fBufSetInternalTemplate(f->buf, INTERNAL, &error);
    check(error);
    fBufSetExportTemplate(f->buf, t->id, &error);
    check(error);
    rows_make(f, t);
    return (struct contender){fixbuf_encode, f, fixbuf_free};
}
