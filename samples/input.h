/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What a capture holds of IPFIX: the sessions in it, and the octets that each sent.  Reads what libpcap
 * reads, and bare messages (RFC 5655).
 */
#ifndef INPUT_H
#define INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include <ipfix/value.h>

#include "wire.h"

/* Octets that belong together: those of a datagram, of an SCTP message, or of TCP segments that end where
 * a message ends. */
struct input_unit {
    guint session;
    struct ipfix_time time;
    uint16_t stream;
    uint32_t missing; /* octets at the end that the capture lost */
    bool opens;       /* the first of a connection */
    GByteArray *octets;
    GArray *segments; /* uint32_t: the sizes that it came in */
};

struct input {
    GArray *sessions;     /* struct wire_session: transport, v6 and ends alone */
    GPtrArray *units;     /* struct input_unit, in order of time */
    uint32_t left_out;    /* frames whose payload is not IPFIX */
    uint32_t netflow;     /* how many of them are NetFlow */
    uint32_t early;       /* frames of IPFIX with a time before that of one in front of them */
    uint32_t first_early; /* the number of the first, from 1 */
};

/* Length of the message that begins at p, 0 where none does; it may be more than n. */
uint32_t input_message_len(const uint8_t *p, uint32_t n);
/* Octets up to the next message, where none begins at p. */
uint32_t input_rubbish_len(const uint8_t *p, uint32_t n);

/* ports: uint16_t, where all datagrams are IPFIX, beside 4739.  Elsewhere they must be sound.
 * NULL, or what went wrong; free that with g_free, and *in with input_clear in any case. */
char *input_read(struct input *in, const char *file, const GArray *ports);
void input_clear(struct input *in);

#endif
