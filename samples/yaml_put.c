/* SPDX-License-Identifier: BSD-2-Clause */
#include "yaml_put.h"

#include <stdbool.h>
#include <string.h>

#define LINE_FULL 80u /* begin another after so many characters */

/* Letters, digits and a few marks mean themselves wherever they stand; a colon only within times, not in
 * addresses, which may begin or end with one. */
static bool is_plain(const char *text, size_t n)
{
    static const char marks[] = "_./+-";
    bool time = n > 10 && text[4] == '-' && text[10] == 'T';

    if (n == 0 || !(g_ascii_isalnum(text[0]) || (text[0] == '-' && n > 1 && g_ascii_isdigit(text[1]))))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!g_ascii_isalnum(text[i]) && (text[i] == '\0' || strchr(marks, text[i]) == NULL) &&
            !(time && text[i] == ':'))
            return false;
    return true;
}

static void put_escaped(GString *out, gunichar c)
{
    if (c == '"' || c == '\\')
        g_string_append_printf(out, "\\%c", (char)c);
    else if (c < 0x100 && !g_unichar_isprint(c))
        g_string_append_printf(out, "\\x%02x", c);
    else if (g_unichar_isprint(c))
        g_string_append_unichar(out, c);
    else
        g_string_append_printf(out, "\\U%08x", c);
}

void yaml_put_text(GString *out, const char *text, size_t n)
{
    if (is_plain(text, n)) {
        g_string_append_len(out, text, (gssize)n);
        return;
    }
    g_string_append_c(out, '"');
    for (const char *p = text, *end = text + n; p < end; p = g_utf8_next_char(p))
        put_escaped(out, g_utf8_get_char(p));
    g_string_append_c(out, '"');
}

static size_t column(const GString *out)
{
    size_t start = out->len;

    while (start > 0 && out->str[start - 1] != '\n')
        start--;
    return out->len - start;
}

void yaml_put_octets(GString *out, const uint8_t *p, size_t n, unsigned indent)
{
    g_string_append_c(out, '"');
    for (size_t i = 0; i < n; i++) {
        /* A line break within quotes reads as a space. */
        if (i > 0 && column(out) > LINE_FULL)
            yaml_put_line(out, indent);
        else if (i > 0)
            g_string_append_c(out, ' ');
        g_string_append_printf(out, "%02x", p[i]);
    }
    g_string_append_c(out, '"');
}

void yaml_put_comma(GString *out, unsigned indent, size_t item)
{
    if (item == 0)
        return;
    g_string_append_c(out, ',');
    if (column(out) > LINE_FULL)
        yaml_put_line(out, indent);
    else
        g_string_append_c(out, ' ');
}

void yaml_put_line(GString *out, unsigned indent)
{
    g_string_append_printf(out, "\n%*s", (int)indent, "");
}
