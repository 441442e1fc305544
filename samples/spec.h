/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Field Specifiers as the YAML has them: ELEMENT, ELEMENT:OCTETS or ELEMENT:variable, where ELEMENT is a
 * name of the registry, NUMBER, or ENTERPRISE/NUMBER.
 */
#ifndef SPEC_H
#define SPEC_H

#include <glib.h>

#include <ipfix/template.h>

/* What the text lacks. */
enum spec_fault {
    SPEC_OK,
    SPEC_NO_ELEMENT,
    SPEC_NO_WIDTH, /* after the colon */
};

enum spec_fault spec_parse(const char *text, struct ipfix_spec *spec);
/* The shortest text that spec_parse makes the same of. */
void spec_write(GString *out, const struct ipfix_spec *spec);

#endif
