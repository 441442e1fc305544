/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What the tests share: octets written as hex text, messages around them, templates out of them.
 *
 * Every input lies in a heap block of its exact size, so that AddressSanitizer sees a read of one
 * octet too far.
 */
#ifndef TESTS_OCTETS_H
#define TESTS_OCTETS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <ipfix/ipfix.h>

struct octets {
    uint8_t *ptr;
    size_t len;
};

static inline struct octets octets_copy(const void *from, size_t len)
{
    struct octets o = {malloc(len), len};

    assert_true(o.ptr != NULL || len == 0);
    if (len > 0)
        memcpy(o.ptr, from, len);
    return o;
}

static inline void octets_free(struct octets o)
{
    free(o.ptr);
}

/* "0002 0010  0100" and so on.  Blanks are for the eye. */
static inline struct octets octets_of(const char *hex)
{
    uint8_t buf[65536];
    size_t digits = 0;

    for (; *hex != '\0'; hex++) {
        static const char DIGITS[] = "0123456789abcdef";
        if (*hex == ' ')
            continue;
        const char *digit = strchr(DIGITS, *hex);
        assert_non_null(digit);
        assert_true(digits / 2 < sizeof buf);
        uint8_t *octet = &buf[digits / 2];
        *octet = (uint8_t)((digits % 2 != 0 ? *octet << 4 : 0) | (digit - DIGITS));
        digits++;
    }
    assert_int_equal(digits % 2, 0);
    return octets_copy(buf, digits / 2);
}

/* The domain of the messages that message_of makes. */
#define DOMAIN 7u

/* A message of these sets: version 10, its length, export time, Sequence Number 100, domain 7. */
static inline struct octets message_of(const char *sets)
{
    struct octets body = octets_of(sets);
    struct octets header = octets_of("000a 0000  65920080  00000064  00000007");
    struct octets m = {malloc(header.len + body.len), header.len + body.len};

    assert_non_null(m.ptr);
    memcpy(m.ptr, header.ptr, header.len);
    memcpy(m.ptr + header.len, body.ptr, body.len);
    m.ptr[2] = (uint8_t)(m.len >> 8);
    m.ptr[3] = (uint8_t)m.len;
    octets_free(header);
    octets_free(body);
    return m;
}

/* Read the header of a message that has no fault, and its first set. */
static inline struct ipfix_set first_set(struct octets message)
{
    struct ipfix_msg msg;
    struct ipfix_set set;

    assert_int_equal(ipfix_msg_open(&msg, message.ptr, message.len, message.len), IPFIX_OK);
    assert_int_equal(ipfix_set_next(&msg, &set), IPFIX_OK);
    return set;
}

/* Put the one record of a Template Set (set_id 2) or Options Template Set (3) into a store. */
static inline enum ipfix_status store_put_record(struct ipfix_store *s, unsigned set_id, const char *record,
                                                 ipfix_pos at)
{
    struct octets body = octets_of(record);
    struct ipfix_set set = {
        .kind = set_id == 2 ? IPFIX_SET_TEMPLATES : IPFIX_SET_OPTIONS_TEMPLATES,
        .id = (uint16_t)set_id,
        .in = {.base = body.ptr, .end = (uint32_t)body.len},
    };
    struct ipfix_template_rec rec;

    assert_int_equal(ipfix_template_next(&set, &rec), IPFIX_OK);
    assert_int_equal(ipfix_left(&set.in), 0);
    enum ipfix_status status = ipfix_store_put(s, DOMAIN, &rec, at);
    octets_free(body);
    return status;
}

#define assert_fault(err, fault, at, wants, has) \
    do {                                         \
        assert_int_equal((err).status, (fault)); \
        assert_int_equal((err).off, (at));       \
        assert_int_equal((err).want, (wants));   \
        assert_int_equal((err).have, (has));     \
    } while (0)

#endif
