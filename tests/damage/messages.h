/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The messages in a capture, found without a look at what is around them: good enough to be damaged.
 */
#ifndef MESSAGES_H
#define MESSAGES_H

#include <stdbool.h>

#include <glib.h>

struct found_message {
    GBytes *octets;  /* as many as its length says, or as its frame has */
    bool same_frame; /* as the message before */
    bool cut;        /* by the capture */
};

/* struct found_message of a capture, by the array's own free function; NULL and *why (a string of the
 * caller's to free) where the file is no capture. */
GArray *messages_find(const char *capture, char **why);

#endif
