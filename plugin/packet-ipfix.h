/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the parts of the plugin know of each other.
 */
#ifndef PACKET_IPFIX_H
#define PACKET_IPFIX_H

#include "ws_compat.h"

#include <ipfix/ipfix.h>

/* ---- packet-ipfix.c: ports, framing, preferences ---- */

extern int proto_ipfix;
extern bool pref_share_templates; /* use UDP templates from other source ports of an exporter */
extern bool pref_later_templates; /* decode with a template that only comes later */

/* ---- session.c: who exports to whom, and the templates of each Transport Session ---- */

/* One direction of a conversation, or a file (RFC 7011 section 2).  Lives as long as the capture is open. */
struct session {
    enum ipfix_transport transport;
    struct ipfix_store *store;
    address exporter;
    address collector;
    uint32_t exporter_port;
    uint32_t collector_port;
    uint32_t number;       /* from 1, in order of appearance */
    GHashTable *sequences; /* (domain, stream) -> struct ipfix_sequence */
    struct session *next_of_exporter; /* other UDP sessions of this exporter's address, oldest first */
};

/* Called when a capture is opened and closed. */
void sessions_open(void);
void sessions_close(void);
/* The session that a packet belongs to, made at its first packet.  Never NULL. */
struct session *session_of(packet_info *pinfo, enum ipfix_transport transport);
/* All sessions in order of their numbers: struct session *. */
const GPtrArray *sessions_all(void);

/* The template in force just before a position.  Over UDP, where this session never defined the
 * number, one from another source port of the same exporter will do (pref_share_templates); then
 * *from is that session, else NULL. */
const struct ipfix_template *session_template(const struct session *s, uint32_t domain, uint16_t id, ipfix_pos at,
                                              const struct session **from);
/* The tracker of a domain (and SCTP stream, else 0), made at first use. */
struct ipfix_sequence *session_sequence(struct session *s, uint32_t domain, uint32_t stream);

/* ---- message.c: one message as tree, columns and complaints ---- */

void message_register(expert_module_t *expert);
/* Show and take in the message that starts at octet 0 of tvb; nth counts the messages of this
 * frame from 0; stream is the SCTP stream or 0.  What follows the message's length in tvb is left
 * alone.  Draws the protocol item itself. */
void message_dissect(tvbuff_t *tvb, packet_info *pinfo, proto_tree *tree, struct session *session, unsigned nth,
                     uint32_t stream);

/* ---- fields.c: elements as fields ---- */

void fields_register(void);

#endif
