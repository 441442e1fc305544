/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The parts of the stream target, and how its input looks.
 */
#ifndef FUZZ_STREAM_H
#define FUZZ_STREAM_H

#include <ipfix/ipfix.h>

#define STREAM_MESSAGE_HEADER_LEN 3u /* flags, length */

/* Flags of a message; the upper four bits: how much a capture cut off. */
#define STREAM_SAME_FRAME 1u
#define STREAM_CUT 2u

/* Write a message without faults again, from what decoding says of it; are the octets the same? */
bool stream_rewrites(const struct ipfix_store *store, const uint8_t *octets, uint16_t length, ipfix_pos at);

#endif
