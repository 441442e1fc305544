/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Sequence Numbers (RFC 7011 section 3.1) as an exporter counts them.
 */
#ifndef COUNTER_H
#define COUNTER_H

#include <stdint.h>

#include <glib.h>

/* Sequence Numbers count for each Observation Domain, over SCTP for each stream too. */
struct counter {
    uint32_t domain;
    uint16_t stream;
    uint32_t next;
};

/* counters: of one exporter, an array of struct counter.  The result lives until the next call. */
struct counter *counter_find(GArray *counters, uint32_t domain, uint16_t stream);

#endif
