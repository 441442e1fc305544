/* SPDX-License-Identifier: BSD-2-Clause
 *
 * From messages to frames: UDP, TCP and SCTP over IPv4 and IPv6 over Ethernet, and the capture file.
 * Everything that a host would choose at random is fixed, so that captures never change.
 */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include <ipfix/store.h>
#include <ipfix/value.h>

#define WIRE_STREAMS 16u    /* SCTP streams of a session */
#define WIRE_UDP_MAX 65507u /* octets of a datagram over IPv4 */
#define WIRE_SEGMENT 1400u  /* octets of a TCP segment or SCTP chunk where nothing else is said */
#define WIRE_SEGMENT_MAX 65000u
#define WIRE_CAPTURED_ALL UINT32_MAX

struct wire_end {
    uint8_t address[16];
    uint16_t port;
};

/* A Transport Session.  Zero but for what the file says; connections open when they first send. */
struct wire_session {
    enum ipfix_transport transport;
    bool v6;
    struct wire_end exporter, collector;
    uint32_t segment; /* octets of a TCP segment or SCTP chunk at most */
    bool open;
    uint32_t associations; /* of SCTP, that are over */
    uint32_t next[2];      /* sequence number (TCP) or TSN (SCTP) of exporter and collector */
    uint16_t stream_next[WIRE_STREAMS];
};

/* What goes into the capture so far. */
struct wire {
    GPtrArray *frames;
    GByteArray *messages; /* the same without transport, as RFC 5655 wants it */
    struct ipfix_time last;
};

struct wire_options {
    uint16_t stream;   /* of SCTP */
    uint32_t captured; /* octets of each frame to keep */
    uint32_t missing;  /* octets at the end of each frame not to keep */
    GArray *segments;  /* uint32_t, octets of each TCP segment or SCTP chunk; NULL: as the session says */
};

void wire_init(struct wire *w);
void wire_clear(struct wire *w);
/* Not earlier than t, and later than the frame before. */
void wire_send(struct wire *w, struct wire_session *s, struct ipfix_time t, const GByteArray *data,
               const struct wire_options *how);
/* End a connection; a later wire_send opens it anew. */
void wire_close(struct wire *w, struct wire_session *s, struct ipfix_time t);

/* May another file take its place?  Not where its name is that of a pipe, a device or a link. */
bool wire_may_replace(const char *file);
/* Write a capture, or the bare messages: beside the file, then renamed, so that there is never half
 * a file; directly where no other may take its place.  False: errno says what failed. */
bool wire_write(const struct wire *w, const char *file, bool bare);

#endif
