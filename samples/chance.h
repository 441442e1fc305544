/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Values that vary from record to record, and are the same each time the capture is made.
 *
 *     !pick [A, B, C]          one of them, each of which may be a !pick in its turn
 *     !pick LOW..HIGH          a number
 *     !pick ADDRESS/BITS       an address of the net
 *     !ago LOW..HIGH           so many milliseconds before the message was exported
 */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

#include <yaml.h>

#include <ipfix/value.h>

/* What stands in the place of a node: itself where nothing is to be picked. */
const yaml_node_t *chance_pick(const yaml_node_t *node);
/* A number up to max, as it stands there or from a range. */
uint64_t chance_number(const yaml_node_t *node, uint64_t max);
/* Fill *v as a !pick or !ago says; scratch holds an address.  False where the node is none. */
bool chance_value(const yaml_node_t *node, unsigned type, uint32_t export_time, struct ipfix_value *v,
                  uint8_t scratch[16]);

#endif
