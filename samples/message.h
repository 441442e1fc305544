/* SPDX-License-Identifier: BSD-2-Clause
 *
 * From the document to octets: templates, and messages with their sets.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>
#include <yaml.h>

#include <ipfix/encode.h>

/* A message has 65,535 octets at most; faults may add some. */
#define MESSAGE_ROOM (2u * 65536u)
#define MESSAGE_START 1735689600 /* 2025-01-01T00:00:00Z: when the first is seen, where it says nothing */
#define MESSAGE_SEMANTIC_UNDEFINED 255u /* of a list that says nothing (RFC 6313 section 4.4) */

/* Read `templates:`, by label.  Call once, before messages. */
void templates_read(const yaml_node_t *map);

struct message {
    uint32_t export_time;
    uint32_t sequence;
    uint32_t domain;
    bool udp;           /* no withdrawals there (RFC 7011 section 8.4) */
    GByteArray *octets; /* out; free with g_byte_array_unref */
    uint32_t records;   /* out: data records in it */
};

/* Encode the message that node describes: octets, or sets, version, length, align, long_form, faults. */
void message_encode(const yaml_node_t *node, struct message *m);

/* The type as which the text of a value of some type is read. */
unsigned message_parse_type(unsigned type);
/* Give the list that was written at start, with its length in three octets, a length in one. */
bool message_shorten(struct ipfix_encoder *e, size_t start);

#endif
