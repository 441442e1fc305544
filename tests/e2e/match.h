/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Does a packet, as tshark shows it, bear out a fact?  README.md in ../cases has the grammar of facts.
 */
#ifndef MATCH_H
#define MATCH_H

#include "pdml.h"

enum verdict {
    FACT_HOLDS,
    FACT_FAILS,
    FACT_WRONG /* what stands there is no fact */
};

/* The words of a fact from its kind on.  message and record count from 1; 0: no matter which. */
struct fact {
    size_t frame;
    size_t message;
    size_t record;
    char **words; /* NULL-terminated */
};

enum verdict fact_check(const struct fact *fact, const struct pdml *doc);

#endif
