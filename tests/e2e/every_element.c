/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Every element of the registry, from a value through the encoder, a file, tshark and the plugin to text:
 * each must show under its documented name, with its value.  Closes with "N passed, N failed".
 */
#include "pdml.h"

#include <ipfix/ipfix.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#define EXPORT_TIME 1735689600u /* 2025-01-01T00:00:00 */
#define OCTETS_MAX 64u

/* A value of an element, and the octets that it borrows. */
struct sample {
    const struct ipfix_ie *ie;
    struct ipfix_value value;
    uint8_t octets[OCTETS_MAX];
};

static uint32_t octets_of(const struct ipfix_ie *ie)
{
    uint32_t width = ipfix_type_width(ie->type);

    return ie->width != 0 ? ie->width : width != 0 ? width : 8;
}

/* Different for each element, and within its type and range. */
static uint64_t number_of(const struct ipfix_ie *ie)
{
    uint64_t number = ie->id % 100 + 1;

    if (ie->flags & IPFIX_IE_RANGE)
        return number < ie->min ? ie->min : number > ie->max ? ie->max : number;
    return number;
}

/* Semantic, element, item length, one item (RFC 6313 section 4.5.1); or an empty list of template records. */
static uint32_t list_make(const struct ipfix_ie *ie, uint8_t *p)
{
    const struct ipfix_ie *item = ipfix_ie_find(IPFIX_PEN_IANA, ie->list_of != 0 ? ie->list_of : 4);
    uint32_t len = octets_of(item);

    p[0] = 3; /* allOf */
    if (ie->type != IPFIX_BASIC_LIST) {
        p[1] = 1, p[2] = 0; /* template 256 */
        return ie->type == IPFIX_SUB_TEMPLATE_LIST ? 3 : 1;
    }
    p[1] = (uint8_t)(item->id >> 8), p[2] = (uint8_t)item->id;
    p[3] = 0, p[4] = (uint8_t)len;
    memset(p + 5, 1, len);
    return 5 + len;
}

static void octets_make(struct sample *s)
{
    uint32_t len = octets_of(s->ie);

    for (uint32_t i = 0; i < len; i++)
        s->octets[i] = (uint8_t)(s->ie->id + i + 1);
    if (s->ie->type >= IPFIX_BASIC_LIST && s->ie->type <= IPFIX_SUB_TEMPLATE_MULTI_LIST)
        len = list_make(s->ie, s->octets);
    s->value.as.bytes = (struct ipfix_bytes){s->octets, len};
}

static void sample_make(struct sample *s, const struct ipfix_ie *ie)
{
    s->ie = ie;
    s->value.type = ie->type;
    switch (ie->type) {
    case IPFIX_U8:
    case IPFIX_U16:
    case IPFIX_U32:
    case IPFIX_U64:
        s->value.as.u = number_of(ie);
        return;
    case IPFIX_S8:
    case IPFIX_S16:
    case IPFIX_S32:
    case IPFIX_S64:
        s->value.as.i = -(int64_t)number_of(ie);
        return;
    case IPFIX_F32:
    case IPFIX_F64:
        s->value.as.f = 0.5 + (double)number_of(ie);
        return;
    case IPFIX_BOOLEAN:
        s->value.as.u = 1 + ie->id % 2;
        return;
    case IPFIX_TIME_S:
        s->value.as.time = (struct ipfix_time){EXPORT_TIME - ie->id, 0};
        return;
    case IPFIX_TIME_MS:
    case IPFIX_TIME_US:
    case IPFIX_TIME_NS:
        s->value.as.time = (struct ipfix_time){EXPORT_TIME - ie->id, 125000000};
        return;
    case IPFIX_STRING:
        (void)snprintf((char *)s->octets, sizeof s->octets, "element %u", ie->id);
        s->value.as.bytes = (struct ipfix_bytes){s->octets, (uint32_t)strlen((char *)s->octets)};
        return;
    default:
        octets_make(s);
    }
}

/* ---- the file ---- */

static bool has_length_of_its_own(const struct sample *s)
{
    return ipfix_type_width(s->ie->type) == 0 && s->ie->width == 0;
}

/* A message with a template of this one element, and one record (RFC 5655 section 7.1: the new template holds). */
static bool message_write(FILE *file, const struct sample *s, uint32_t sequence)
{
    uint8_t octets[256];
    struct ipfix_spec spec = {.pen = s->ie->pen, .id = s->ie->id, .enterprise = s->ie->pen != IPFIX_PEN_IANA};
    struct ipfix_template tmpl = {.id = IPFIX_TEMPLATE_ID_MIN, .field_count = 1, .spec = &spec};
    struct ipfix_encoder e;
    size_t len;

    spec.len = has_length_of_its_own(s) ? IPFIX_VARLEN : (uint16_t)octets_of(s->ie);
    ipfix_spec_resolve(&spec, s->ie);
    ipfix_template_plan(&tmpl, NULL);
    ipfix_enc_init(&e, octets, sizeof octets,
                   IPFIX_ENC_FAULTS); /* some must never be sent: they show all the same */
    ipfix_enc_msg(&e, EXPORT_TIME, sequence, 1);
    ipfix_enc_template(&e, &tmpl);
    ipfix_enc_record(&e, &tmpl);
    if (ipfix_type_width(s->ie->type) == 0)
        ipfix_enc_raw_field(&e, s->value.as.bytes.ptr, s->value.as.bytes.len, false);
    else
        ipfix_enc_value(&e, &s->value);
    if (ipfix_enc_end(&e, &len) == IPFIX_OK)
        return fwrite(octets, len, 1, file) == 1;
    fprintf(stderr, "element %u of enterprise %u: %s\n", s->ie->id, s->ie->pen,
            ipfix_strstatus(e.err.status));
    return false;
}

static bool file_write(const char *path, const struct sample *samples, size_t count)
{
    FILE *file = fopen(path, "wb");
    bool well = file != NULL;

    for (size_t i = 0; well && i < count; i++)
        well = message_write(file, &samples[i], (uint32_t)i);
    return file != NULL && fclose(file) == 0 && well;
}

static struct pdml *dissect(const char *path)
{
    const char *command[] = {"tshark", "-n", "-r", path, "-T", "pdml", NULL};
    char *out = NULL;
    GError *error = NULL;
    struct pdml *doc = NULL;
    int status = 0;

    if (g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                     NULL, &out, NULL, &status, &error) &&
        g_spawn_check_wait_status(status, &error))
        doc = pdml_parse(out, strlen(out), &error);
    if (error != NULL) {
        fprintf(stderr, "tshark: %s\n", error->message);
        g_error_free(error);
    }
    g_free(out);
    return doc;
}

/* ---- what must show ---- */

/* tshark 4.0 and 4.4 write a month's name, later ones RFC 3339. */
static bool time_shows(const struct ipfix_time *t, const char *show)
{
    GDateTime *when = g_date_time_new_from_unix_utc(t->sec);
    char *month = g_date_time_format(when, "%b %e, %Y %H:%M:%S"),
         *rfc = g_date_time_format(when, "%Y-%m-%dT%H:%M:%S");
    char *fraction = g_strdup_printf(".%09u", t->nsec);
    bool shows = (g_str_has_prefix(show, month) && g_str_has_prefix(show + strlen(month), fraction)) ||
                 (g_str_has_prefix(show, rfc) && g_str_has_prefix(show + strlen(rfc), fraction));

    g_free(fraction);
    g_free(month);
    g_free(rfc);
    g_date_time_unref(when);
    return shows;
}

static bool octets_show(const struct sample *s, const char *value)
{
    for (uint32_t i = 0; i < s->value.as.bytes.len; i++) {
        char pair[3];
        (void)snprintf(pair, sizeof pair, "%02x", s->octets[i]);
        if (strncmp(value + 2 * (size_t)i, pair, 2) != 0)
            return false;
    }
    return strlen(value) == 2 * (size_t)s->value.as.bytes.len;
}

/* A list has no value of its own: its octets are marked, and its semantic stands first below it. */
static bool list_shows(const struct sample *s, const GArray *nodes, guint i)
{
    const struct node *list = &g_array_index(nodes, struct node, i);

    if (list->size != (long)s->value.as.bytes.len || i + 1 >= list->end)
        return false;
    const struct node *semantic = &g_array_index(nodes, struct node, i + 1);
    return strcmp(semantic->name, "ipfix.list.semantic") == 0 && strcmp(semantic->show, "3") == 0;
}

static bool shows(const struct sample *s, const GArray *nodes, guint i)
{
    const struct node *node = &g_array_index(nodes, struct node, i);
    char text[128];

    switch (s->ie->type) {
    case IPFIX_U8:
    case IPFIX_U16:
    case IPFIX_U32:
    case IPFIX_U64:
        return strtoull(node->show, NULL, 0) == s->value.as.u;
    case IPFIX_S8:
    case IPFIX_S16:
    case IPFIX_S32:
    case IPFIX_S64:
        return strtoll(node->show, NULL, 0) == s->value.as.i;
    case IPFIX_F32:
    case IPFIX_F64:
        return g_ascii_strtod(node->show, NULL) == s->value.as.f;
    case IPFIX_BOOLEAN:
        return strstr(s->value.as.u == 1 ? "1 True" : "0 False", node->show) != NULL && *node->show != '\0';
    case IPFIX_TIME_S:
    case IPFIX_TIME_MS:
    case IPFIX_TIME_US:
    case IPFIX_TIME_NS:
        return time_shows(&s->value.as.time, node->show);
    case IPFIX_MAC:
    case IPFIX_IPV4:
    case IPFIX_IPV6:
    case IPFIX_STRING:
        (void)ipfix_value_text(&s->value, text, sizeof text);
        return strcmp(node->show, text) == 0;
    case IPFIX_BASIC_LIST:
    case IPFIX_SUB_TEMPLATE_LIST:
    case IPFIX_SUB_TEMPLATE_MULTI_LIST:
        return list_shows(s, nodes, i);
    default:
        return octets_show(s, node->value);
    }
}

/* ipfix.NAME, ipfix.reverseNAME, ipfix.VENDOR.NAME. */
static char *filter_name(const struct ipfix_ie *ie)
{
    return g_strdup_printf("ipfix.%s%s%s", ie->key, *ie->key != '\0' ? "." : "", ie->name);
}

static bool packet_shows(const struct sample *s, const GArray *nodes)
{
    char *name = filter_name(s->ie);
    const char *instead = "no such field";
    bool found = false;

    for (guint i = 0; i < nodes->len && !found; i++) {
        const struct node *node = &g_array_index(nodes, struct node, i);
        if (strcmp(node->name, name) != 0)
            continue;
        found = shows(s, nodes, i);
        instead = *node->show != '\0' ? node->show : node->value;
    }
    if (!found)
        printf("%s (%s): %s\n", name, ipfix_type_name(s->ie->type), instead);
    g_free(name);
    return found;
}

int main(void)
{
    size_t count = ipfix_ie_count(), passed = 0;
    struct sample *samples = g_new0(struct sample, count);
    char *folder = g_dir_make_tmp("elements-XXXXXX", NULL);
    char *path = g_build_filename(folder, "elements.ipfix", NULL);
    struct pdml *doc = NULL;

    for (size_t i = 0; i < count; i++)
        sample_make(&samples[i], ipfix_ie_at(i));
    if (file_write(path, samples, count))
        doc = dissect(path);
    for (size_t i = 0; i < count && doc != NULL && i < doc->packets->len; i++)
        passed += packet_shows(&samples[i], g_ptr_array_index(doc->packets, i));
    printf("%zu passed, %zu failed\n", passed, count - passed);
    if (doc != NULL)
        pdml_free(doc);
    (void)g_unlink(path);
    (void)g_rmdir(folder);
    g_free(path);
    g_free(folder);
    g_free(samples);
    return passed == count ? 0 : 1;
}
