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

/* Encode the message that node describes; reads sets, version, length, align, long_form, faults. */
void message_encode(const yaml_node_t *node, struct message *m);

#endif
