/* SPDX-License-Identifier: BSD-2-Clause */
#include "refuse.h"

#include <string.h>

#include "doc.h"

#define NAME_MAX_LEN 80u /* no name of the registry is longer */

/* As the description writes it; the end of the run frees it. */
static const char *name_of(const struct ipfix_spec *spec)
{
    GString *text = g_string_new(NULL);

    spec_write(text, spec);
    return text->str;
}

/* ---- elements ---- */

/* Letters to put in, take out or change to make b of a (Levenshtein), whatever their case. */
static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t row[NAME_MAX_LEN + 1];

    for (size_t j = 0; j <= m; j++)
        row[j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t diagonal = row[0]++;

        for (size_t j = 1; j <= m; j++) {
            size_t changed = diagonal + (g_ascii_tolower(a[i - 1]) != g_ascii_tolower(b[j - 1]));

            diagonal = row[j];
            row[j] = MIN(changed, MIN(row[j], row[j - 1]) + 1);
        }
    }
    return row[m];
}

/* The element whose name is next to n letters of text, with its vendor's key or without, or NULL where
 * too many letters differ to take the one for the other. */
static const struct ipfix_ie *nearest(const char *text, size_t n)
{
    const struct ipfix_ie *found = NULL;
    const char *dot = memchr(text, '.', n);
    size_t key_len = dot != NULL ? (size_t)(dot - text) : 0, least = n / 4 + 1;

    for (size_t i = 0; i < ipfix_ie_count(); i++) {
        const struct ipfix_ie *ie = ipfix_ie_at(i);
        size_t start = dot != NULL ? key_len + 1 : 0, len = strlen(ie->name);

        if (dot != NULL && (strlen(ie->key) != key_len || strncmp(text, ie->key, key_len) != 0))
            continue;
        if (n > NAME_MAX_LEN || len > NAME_MAX_LEN)
            continue;
        size_t d = distance(text + start, n - start, ie->name, len);
        if (d < least) {
            least = d;
            found = ie;
        }
    }
    return found;
}

_Noreturn void refuse_spec_text(const yaml_node_t *node, enum spec_fault fault)
{
    const char *text = doc_text(node);

    if (fault == SPEC_NO_WIDTH)
        doc_fail(node, "expected a width after the colon: octets, or variable, not %s", doc_word(node));
    const struct ipfix_ie *ie = nearest(text, strcspn(text, ":"));
    if (ie != NULL)
        doc_fail(node, "expected an element, not %s; did you mean %s%s%s?", doc_word(node), ie->key,
                 *ie->key != '\0' ? "." : "", ie->name);
    doc_fail(node, "expected an element: its name in the registry, NUMBER or ENTERPRISE/NUMBER, not %s",
             doc_word(node));
}

_Noreturn void refuse_spec(const yaml_node_t *node, const struct ipfix_spec *spec)
{
    if (spec->id == 0)
        doc_fail(node, "expected an element number from 1 on, not %s" UNLESS_FAULTS, name_of(spec));
    if (spec->enterprise && spec->pen == 0)
        doc_fail(node, "expected an enterprise number from 1 on, not %s" UNLESS_FAULTS, name_of(spec));
    if (spec->len == 0)
        doc_fail(node, "expected an element that has octets, not %s" UNLESS_FAULTS, name_of(spec));
    if (spec->load == IPFIX_LOAD_ILLEGAL)
        doc_fail(node, "expected a width that %s can have, not %s" UNLESS_FAULTS, ipfix_type_name(spec->type),
                 name_of(spec));
    doc_fail(node, "expected an element that RFC 5103 gives a reverse, not %s" UNLESS_FAULTS, name_of(spec));
}

/* ---- templates ---- */

static bool has_octets(const struct ipfix_template *t)
{
    for (uint32_t i = 0; i < t->field_count; i++)
        if (t->spec[i].len > 0)
            return true;
    return false;
}

/* What is wrong with one element is wrong in any template. */
static bool is_forbidden(const struct ipfix_spec *spec)
{
    const uint8_t never = IPFIX_IE_REVERSE | IPFIX_IE_NOT_REVERSIBLE;

    return spec->id == 0 || (spec->enterprise && spec->pen == 0) || spec->load == IPFIX_LOAD_ILLEGAL ||
           (spec->ie != NULL && (spec->ie->flags & never) == never);
}

_Noreturn void refuse_template(const yaml_node_t *node, const struct ipfix_template *t)
{
    if (t->id < IPFIX_TEMPLATE_ID_MIN)
        doc_fail(node, "expected a template number from 256 on, not %u" UNLESS_FAULTS, t->id);
    if (!has_octets(t))
        doc_fail(node, "expected a field that has octets" UNLESS_FAULTS);
    if (t->options && t->scope_count == 0)
        doc_fail(node, "expected a scope field" UNLESS_FAULTS);
    for (uint32_t i = 0; i < t->field_count; i++)
        if (is_forbidden(&t->spec[i]))
            refuse_spec(node, &t->spec[i]);
    doc_fail(node, "expected what an exporter may write" UNLESS_FAULTS);
}

/* ---- values ---- */

/* A text that has the form of the type. */
static const char *form_of(unsigned type)
{
    static const char *const form[IPFIX_TYPE_COUNT] = {
        [IPFIX_OCTET_ARRAY] = "00ff",
        [IPFIX_U8] = "6",
        [IPFIX_U16] = "443",
        [IPFIX_U32] = "1500",
        [IPFIX_U64] = "1500",
        [IPFIX_S8] = "-6",
        [IPFIX_S16] = "-443",
        [IPFIX_S32] = "-1500",
        [IPFIX_S64] = "-1500",
        [IPFIX_F32] = "0.25",
        [IPFIX_F64] = "0.25",
        [IPFIX_BOOLEAN] = "true",
        [IPFIX_MAC] = "\"00:00:5e:00:53:01\"",
        [IPFIX_STRING] = "text",
        [IPFIX_TIME_S] = "2025-01-01T00:00:00",
        [IPFIX_TIME_MS] = "2025-01-01T00:00:00.000",
        [IPFIX_TIME_US] = "2025-01-01T00:00:00.000000",
        [IPFIX_TIME_NS] = "2025-01-01T00:00:00.000000000",
        [IPFIX_IPV4] = "192.0.2.1",
        [IPFIX_IPV6] = "\"2001:db8::1\"",
        [IPFIX_BASIC_LIST] = "{element: octetDeltaCount, items: [1500]}",
        [IPFIX_SUB_TEMPLATE_LIST] = "{template: LABEL, records: []}",
        [IPFIX_SUB_TEMPLATE_MULTI_LIST] = "{blocks: [{template: LABEL, records: []}]}",
        [IPFIX_U256] = "00ff",
    };

    return form[type];
}

_Noreturn void refuse_text(const yaml_node_t *node, const struct ipfix_spec *spec)
{
    doc_fail(node, "expected %s for %s, such as %s, not %s", ipfix_type_name(spec->type), name_of(spec),
             form_of(spec->type), doc_word(node));
}

_Noreturn static void refuse_range(const yaml_node_t *node, const struct ipfix_spec *spec)
{
    uint32_t width = spec->len == IPFIX_VARLEN ? ipfix_type_width(spec->type) : spec->len;
    unsigned unused = 64 - 8 * MIN(width, 8);
    const char *name = name_of(spec), *word = doc_word(node);

    if (spec->type >= IPFIX_U8 && spec->type <= IPFIX_U64)
        doc_fail(node, "expected 0 to %" G_GUINT64_FORMAT " for %s, not %s", UINT64_MAX >> unused, name,
                 word);
    if (spec->type >= IPFIX_S8 && spec->type <= IPFIX_S64)
        doc_fail(node, "expected %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT " for %s, not %s",
                 -(INT64_MAX >> unused) - 1, INT64_MAX >> unused, name, word);
    if (spec->type == IPFIX_TIME_S)
        doc_fail(node, "expected 1970-01-01T00:00:00 to 2106-02-07T06:28:15 for %s, not %s", name, word);
    if (spec->type == IPFIX_TIME_MS)
        doc_fail(node, "expected 1970-01-01T00:00:00.000 or later for %s, not %s", name, word);
    doc_fail(node, "expected a number that fits %u octets for %s, not %s", width, name, word);
}

_Noreturn static void refuse_length(const yaml_node_t *node, const struct ipfix_spec *spec, uint32_t octets)
{
    const char *tag = (const char *)node->tag, *name = name_of(spec);

    if (strcmp(tag, "!hex") == 0 || strcmp(tag, "!long-hex") == 0)
        doc_fail(node, "expected %u octets for %s" UNLESS_FAULTS, spec->len, name);
    if (spec->load == IPFIX_LOAD_ILLEGAL || octets == 0)
        doc_fail(node, "expected !hex and %u octets for %s, a width that %s cannot have", spec->len, name,
                 ipfix_type_name(spec->type));
    doc_fail(node, "expected %s%u octets for %s, not %u", spec->type == IPFIX_STRING ? "at most " : "",
             spec->len, name, octets);
}

_Noreturn void refuse_value(const yaml_node_t *node, const struct ipfix_spec *spec,
                            const struct ipfix_error *err)
{
    switch (err->status) {
    case IPFIX_VALUE_RANGE:
        refuse_range(node, spec);
    case IPFIX_VALUE_LENGTH:
        refuse_length(node, spec, err->have == 0 ? 0 : err->want);
    case IPFIX_VALUE_UTF8:
        doc_fail(node, "expected UTF-8 for %s" UNLESS_FAULTS, name_of(spec));
    case IPFIX_VALUE_BOOLEAN:
        doc_fail(node, "expected true or false for %s, not %s" UNLESS_FAULTS, name_of(spec), doc_word(node));
    default:
        doc_fail(node, "expected what an exporter may write for %s" UNLESS_FAULTS, name_of(spec));
    }
}
