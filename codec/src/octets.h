/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Octets in eights: numbers of 1 to 8 octets are all read and written as eight, since processors guess ill
 * which width is next; short texts are looked at and copied in fewer steps than calling a function takes.
 */
#ifndef OCTETS_H
#define OCTETS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define EIGHT 8u

/* The greatest number of so many octets. */
static const uint64_t UINT_MAX_OF[EIGHT + 1] = {
    0,
    UINT64_C(0xff),
    UINT64_C(0xffff),
    UINT64_C(0xffffff),
    UINT64_C(0xffffffff),
    UINT64_C(0xffffffffff),
    UINT64_C(0xffffffffffff),
    UINT64_C(0xffffffffffffff),
    UINT64_C(0xffffffffffffffff),
};

static inline uint64_t eight_at(const uint8_t *p)
{
    uint64_t v;

    memcpy(&v, p, sizeof v);
    return v;
}

/* All of n octets, also where n is no multiple of eight: the last eight overlap those before. */
static inline bool octets_are_ascii(const uint8_t *p, uint32_t n)
{
    uint64_t any = 0;

    if (n < EIGHT) {
        for (uint32_t i = 0; i < n; i++)
            any |= p[i];
        return any < 0x80;
    }
    for (uint32_t at = 0; at < n - EIGHT; at += EIGHT)
        any |= eight_at(p + at);
    any |= eight_at(p + n - EIGHT);
    return (any & UINT64_C(0x8080808080808080)) == 0;
}

static inline void octets_copy(uint8_t *to, const uint8_t *from, uint32_t n)
{
    if (n >= EIGHT && n <= 4 * EIGHT) {
        for (uint32_t at = 0; at < n - EIGHT; at += EIGHT)
            memcpy(to + at, from + at, EIGHT);
        memcpy(to + n - EIGHT, from + n - EIGHT, EIGHT);
    } else if (n >= 4 && n < EIGHT) { /* addresses, most often */
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
    } else if (n > 0) {
        memcpy(to, from, n);
    }
}

#endif
