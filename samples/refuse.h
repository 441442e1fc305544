/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What an author is told where a description is refused: the word at fault, and one that would do.
 * Nothing here returns: the run ends, as doc_fail ends it.
 */
#ifndef REFUSE_H
#define REFUSE_H

#include <yaml.h>

#include <ipfix/template.h>

#include "spec.h"

/* How a refusal ends that a message can lift. */
#define UNLESS_FAULTS "; faults: true in the message allows it"

/* The text is no Field Specifier. */
_Noreturn void refuse_spec_text(const yaml_node_t *node, enum spec_fault fault);
/* The text is no value of the field's type. */
_Noreturn void refuse_text(const yaml_node_t *node, const struct ipfix_spec *spec);
/* The encoder does not take the value for the field. */
_Noreturn void refuse_value(const yaml_node_t *node, const struct ipfix_spec *spec,
                            const struct ipfix_error *err);
/* No exporter may announce the element or its width. */
_Noreturn void refuse_spec(const yaml_node_t *node, const struct ipfix_spec *spec);
/* No exporter may write the template, or its number. */
_Noreturn void refuse_template(const yaml_node_t *node, const struct ipfix_template *t);

#endif
