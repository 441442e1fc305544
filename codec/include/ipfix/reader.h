/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A window on octets that somebody else owns: where lengths are compared with what is left.  Only the loops over fields
 * and over blocks of lists, which have no time for it, do so themselves: ipfix_field_octets, ipfix_list_next.
 */
#ifndef IPFIX_READER_H
#define IPFIX_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ipfix/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Copy it freely; it owns nothing.  Invariant: pos <= end.  Offsets count from base, which never
 * moves, so a reader sliced out of another still reports offsets in the message.  missing counts
 * octets that the window was declared to have behind end but that are not there: a capture cut by
 * its snap length, or a message longer than its datagram; it stands between pos and end, and is
 * narrower, since compilers copy neighbours that are alike as one, and a processor then waits where
 * one of the two was just written. */
struct ipfix_reader {
    const uint8_t *base;
    uint32_t pos;
    uint16_t missing;
    uint32_t end;
};

static inline uint32_t ipfix_left(const struct ipfix_reader *r)
{
    return r->end - r->pos;
}

/* The next n octets, or NULL where fewer are left; then r stays as it is. */
static inline const uint8_t *ipfix_take(struct ipfix_reader *r, uint32_t n)
{
    if (n > r->end - r->pos)
        return NULL;
    const uint8_t *p = r->base + r->pos;
    r->pos += n;
    return p;
}

/* Cut the next n octets off r as a window of their own.  Where r misses octets, the new window
 * takes its share of the missing ones.  False, with both unchanged, where n is more than r was
 * ever declared to have. */
static inline bool ipfix_slice(struct ipfix_reader *r, uint32_t n, struct ipfix_reader *out)
{
    uint32_t left = r->end - r->pos;
    uint32_t gone = n > left ? n - left : 0;
    if (gone > r->missing)
        return false;
    out->base = r->base;
    out->pos = r->pos;
    out->end = r->pos + (n - gone);
    out->missing = (uint16_t)gone;
    r->pos = out->end;
    r->missing = (uint16_t)(r->missing - gone);
    return true;
}

/* Note and answer that r has fewer than want octets left: IPFIX_TRUNCATED where r was declared to
 * have them, else the given fault. */
static inline enum ipfix_status ipfix_short(const struct ipfix_reader *r, uint32_t want,
                                            enum ipfix_status fault, struct ipfix_error *err)
{
    uint32_t left = ipfix_left(r);
    return ipfix_fault(err, want - left <= r->missing ? IPFIX_TRUNCATED : fault, r->pos, want, left);
}

/* Octets in network order (RFC 7011 section 6). */
static inline uint16_t ipfix_be16(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}
static inline uint32_t ipfix_be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}
static inline uint64_t ipfix_be64(const uint8_t *p)
{
    return (uint64_t)ipfix_be32(p) << 32 | ipfix_be32(p + 4);
}
/* n octets; of more than 8, the last 8. */
static inline uint64_t ipfix_be_n(const uint8_t *p, uint32_t n)
{
    uint64_t v = 0;
    while (n--)
        v = v << 8 | *p++;
    return v;
}

#ifdef __cplusplus
}
#endif
#endif
