/* SPDX-License-Identifier: BSD-2-Clause
 *
 * From the octets of a message to its description, as structured as it can be such that encoding it again
 * makes the same octets: each step is encoded at once and compared, and what does not come out the same is
 * given as octets instead: a value, a list, the rest of a set, a whole message.
 */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

#include <ipfix/template.h>

struct describer;

struct describer *describer_new(void);
void describer_free(struct describer *d);

/* The template with that number where octet off of the message stands, or NULL. */
typedef const struct ipfix_template *(*describe_finder)(void *ctx, uint16_t id, uint32_t off);

struct description {
    GString *text;    /* out: keys of the message, each on lines of its own behind 4 spaces */
    uint32_t records; /* out: what mkcapture will count */
};

/* Describe n octets that begin with a header.  udp: withdrawals are faults there.  Free text with
 * g_string_free. */
struct description describe_message(struct describer *d, const uint8_t *p, uint32_t n, bool udp,
                                    describe_finder find, void *ctx);
/* Octets that are no message. */
struct description describe_octets(const uint8_t *p, uint32_t n);

/* Append `templates:`, with all that messages so far refer to. */
void describe_templates(const struct describer *d, GString *out);

#endif
