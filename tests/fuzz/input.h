/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What the fuzz targets share: an input that runs dry instead of out, and claims that abort.
 *
 * A target is LLVMFuzzerTestOneInput.  Clang's libFuzzer calls it, or else replay.c does.
 */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ipfix/ipfix.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Unlike assert, in every build. */
#define CLAIM(what)                                                              \
    do {                                                                         \
        if (!(what)) {                                                           \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, (#what)); \
            abort();                                                             \
        }                                                                        \
    } while (0)

/* What of an input is not used yet. */
struct input {
    const uint8_t *pos;
    size_t left;
};

/* Up to n octets as a number, 0 once the input is used up. */
static inline uint64_t draw(struct input *in, uint32_t n)
{
    uint32_t have = in->left < n ? (uint32_t)in->left : n;
    uint64_t v = ipfix_be_n(in->pos, have);

    in->pos += have;
    in->left -= have;
    return v;
}

/* Up to n octets in a heap block of just their size, so that AddressSanitizer sees a read behind
 * them.  *len: how many.  Free it. */
static inline uint8_t *draw_block(struct input *in, size_t n, size_t *len)
{
    *len = in->left < n ? in->left : n;
    uint8_t *block = malloc(*len);

    CLAIM(block != NULL || *len == 0);
    if (*len > 0)
        memcpy(block, in->pos, *len);
    in->pos += *len;
    in->left -= *len;
    return block;
}

#endif
