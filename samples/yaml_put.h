/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Pieces of YAML text, in lines that stay short.
 */
#ifndef YAML_PUT_H
#define YAML_PUT_H

#include <stdint.h>

#include <glib.h>

/* A scalar, quoted where it has to be; UTF-8. */
void yaml_put_text(GString *out, const char *text, size_t n);
/* A scalar of pairs of hexadecimal digits, in quotes. */
void yaml_put_octets(GString *out, const uint8_t *p, size_t n, unsigned indent);
/* What stands between items of [] or {}: nothing before the first. */
void yaml_put_comma(GString *out, unsigned indent, size_t item);
/* A new line. */
void yaml_put_line(GString *out, unsigned indent);

#endif
