/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Who decodes and encodes the shapes: the limits, the library, and libfixbuf.
 */
#ifndef CONTENDERS_H
#define CONTENDERS_H

#include "shapes.h"

/* One pass over all messages of a shape; answers how many values it read or records it wrote. */
typedef size_t (*contender_run)(void *state);

struct contender {
    contender_run run;
    void *state;
    void (*free)(void *state);
};

/* What compilers must take for used, so that stores to it stay. */
static inline void used(const void *p)
{
    __asm__ volatile("" : : "r"(p) : "memory");
}

/* ---- limits.c: what could not be faster ---- */

/* One template known when this was compiled, its sum taken in registers: the physical limit.  fixed only. */
struct contender hard_decoder(const struct shape *s);
/* Any template, as a list of steps: the practical limit. */
struct contender table_decoder(const struct shape *s);
struct contender hard_encoder(const struct shape *s); /* fixed only */
struct contender table_encoder(const struct shape *s);

/* ---- ours.c ---- */

struct contender walk_decoder(const struct shape *s);   /* sets and records, no values */
struct contender fields_decoder(const struct shape *s); /* values one by one */
struct contender values_decoder(const struct shape *s); /* values of whole records */
struct contender value_encoder(const struct shape *s);  /* values one by one */
struct contender values_encoder(const struct shape *s); /* values of whole records */

/* ---- fixbuf.c, where libfixbuf is there ---- */

struct contender fixbuf_decoder(const struct shape *s); /* into a struct of all fields of a template */
struct contender fixbuf_encoder(const struct shape *s);

#endif
