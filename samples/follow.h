/* SPDX-License-Identifier: BSD-2-Clause
 *
 * From the segments of TCP and the chunks of SCTP, one direction of one connection, to the octets that
 * were sent.
 */
#ifndef FOLLOW_H
#define FOLLOW_H

#include "input.h"

struct follow;

/* Whole units go to in->units; session: of theirs. */
struct follow *follow_new(struct input *in, guint session);
void follow_free(struct follow *f);

/* A connection begins; next: its first Sequence Number (TCP). */
void follow_open(struct follow *f, uint32_t next);
/* A segment of TCP; missing: octets at its end that the capture lost. */
void follow_segment(struct follow *f, struct ipfix_time time, uint32_t seq, const uint8_t *p, uint32_t n,
                    uint32_t missing);
/* A DATA chunk of SCTP; begins, ends: a user message. */
void follow_chunk(struct follow *f, struct ipfix_time time, uint32_t tsn, uint16_t stream, bool begins,
                  bool ends, const uint8_t *p, uint32_t n);
/* Nothing more comes: what waits for the rest of a message goes as it is. */
void follow_end(struct follow *f);

#endif
