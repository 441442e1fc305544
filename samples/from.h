/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The way back: from a capture to the YAML that makes the same messages.
 */
#ifndef FROM_H
#define FROM_H

#include <stdbool.h>

#include <glib.h>

struct from_options {
    GArray *ports;  /* uint16_t: more ports of IPFIX */
    bool anonymize; /* addresses and names */
};

/* out: NULL for standard output.  False: a complaint is on standard error, and nothing was written. */
bool from_capture(const char *capture, const char *out, const struct from_options *options);

#endif
