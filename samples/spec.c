/* SPDX-License-Identifier: BSD-2-Clause */
#include "spec.h"

#include <stdlib.h>
#include <string.h>

/* False where the text is no element. */
static bool parse_element(const char *text, size_t n, struct ipfix_spec *spec)
{
    const struct ipfix_ie *ie = ipfix_ie_by_name(text, n);
    char *rest;

    if (ie != NULL) {
        spec->id = ie->id;
        spec->pen = ie->pen;
        spec->enterprise = ie->pen != IPFIX_PEN_IANA;
        return true;
    }
    unsigned long number = g_ascii_isdigit(*text) ? strtoul(text, &rest, 10) : ULONG_MAX;
    if (number <= UINT32_MAX && rest < text + n && *rest == '/') {
        spec->enterprise = true;
        spec->pen = (uint32_t)number;
        number = g_ascii_isdigit(rest[1]) ? strtoul(rest + 1, &rest, 10) : ULONG_MAX;
    }
    if (number > 0x7fff || rest != text + n)
        return false;
    spec->id = (uint16_t)number;
    return true;
}

/* The width where none is given: the type's, or what the element's text fixes, or variable. */
static uint16_t default_width(const struct ipfix_ie *ie)
{
    if (ie == NULL)
        return IPFIX_VARLEN;
    if (ie->width != 0)
        return ie->width;
    uint32_t width = ipfix_type_width(ie->type);
    return (uint16_t)(width != 0 ? width : IPFIX_VARLEN);
}

enum spec_fault spec_parse(const char *text, struct ipfix_spec *spec)
{
    const char *colon = strchr(text, ':');
    char *rest = NULL;

    *spec = (struct ipfix_spec){0};
    if (!parse_element(text, colon != NULL ? (size_t)(colon - text) : strlen(text), spec))
        return SPEC_NO_ELEMENT;
    ipfix_spec_find(spec, NULL, NULL);
    if (colon == NULL) {
        spec->len = default_width(spec->ie);
    } else if (strcmp(colon + 1, "variable") == 0) {
        spec->len = IPFIX_VARLEN;
    } else {
        unsigned long width = g_ascii_isdigit(colon[1]) ? strtoul(colon + 1, &rest, 10) : ULONG_MAX;
        if (width >= IPFIX_VARLEN || *rest != '\0')
            return SPEC_NO_WIDTH;
        spec->len = (uint16_t)width;
    }
    ipfix_spec_resolve(spec, spec->ie);
    return SPEC_OK;
}

void spec_write(GString *out, const struct ipfix_spec *spec)
{
    struct ipfix_spec known = *spec;

    ipfix_spec_find(&known, NULL, NULL);
    if (known.ie != NULL)
        g_string_append_printf(out, "%s%s%s", known.ie->key, *known.ie->key != '\0' ? "." : "",
                               known.ie->name);
    else if (spec->enterprise)
        g_string_append_printf(out, "%u/%u", spec->pen, spec->id);
    else
        g_string_append_printf(out, "%u", spec->id);
    if (spec->len == default_width(known.ie))
        return;
    if (spec->len == IPFIX_VARLEN)
        g_string_append(out, ":variable");
    else
        g_string_append_printf(out, ":%u", spec->len);
}
