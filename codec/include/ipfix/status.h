/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What every function of the codec answers, and where in a message a fault stands.
 */
#ifndef IPFIX_STATUS_H
#define IPFIX_STATUS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 0: it worked.  Positive: there was nothing to do, or nothing that may be done.  Negative: a fault. */
#define IPFIX_STATUS_LIST(X)                                                    \
    X(OK, 0, "no error")                                                        \
    X(END, 1, "nothing left to read")                                           \
    X(SAME, 2, "this definition is already in force")                           \
    X(IGNORED, 3, "read, and to be ignored")                                    \
    X(NOT_HELD, 4, "withdrawal of a template that is not held")                 \
    X(TRUNCATED, -1, "octets that are declared here are missing")               \
    X(MSG_VERSION, -2, "version is not 10")                                     \
    X(MSG_HEADER, -3, "message ends inside its header")                         \
    X(MSG_LENGTH, -4, "message length is shorter than its header")              \
    X(MSG_PAST_END, -5, "message length runs past the datagram")                \
    X(SET_HEADER, -6, "octets after the last set are too few for a set header") \
    X(SET_LENGTH, -7, "set length is shorter than a set header")                \
    X(SET_PAST_END, -8, "set length runs past message")                         \
    X(TEMPLATE_HEADER, -9, "set ends inside a template header")                 \
    X(TEMPLATE_ID, -10, "template number is below 256")                         \
    X(TEMPLATE_SCOPE_ZERO, -11, "scope field count is zero")                    \
    X(TEMPLATE_SCOPE, -12, "scope field count is above the field count")        \
    X(TEMPLATE_PAST_SET, -13, "template runs past its set")                     \
    X(TEMPLATE_EMPTY, -14, "template describes a record of no octets")          \
    X(TEMPLATE_ZEROS, -15, "template has too many fields of length 0")          \
    X(WITHDRAW_WRONG_SET, -16, "withdrawal of all templates in the wrong set")  \
    X(STORE_FULL, -17, "too many template definitions to keep")                 \
    X(FIELD_PAST_SET, -18, "field runs past its set")                           \
    X(FIELD_PAST_LIST, -19, "field runs past its list")                         \
    X(VALUE_LENGTH, -20, "length is not legal for the type")                    \
    X(VALUE_BOOLEAN, -21, "boolean is neither 1 nor 2")                         \
    X(VALUE_UTF8, -22, "string is not UTF-8")                                   \
    X(VALUE_RANGE, -23, "value is out of the element's range")                  \
    X(LIST_HEADER, -24, "list ends inside its own header")                      \
    X(LIST_ITEM_EMPTY, -25, "list items have no octets")                        \
    X(LIST_LENGTH, -26, "list content does not divide into items")              \
    X(LIST_BLOCK, -27, "block length is shorter than its header")               \
    X(LIST_BLOCK_PAST, -28, "block length runs past its list")                  \
    X(LIST_DEPTH, -29, "lists are nested too deeply")                           \
    X(TEXT, -30, "text is not a value of the type")                             \
    X(NO_SPACE, -31, "output buffer is too small")                              \
    X(USAGE, -32, "calls out of order")                                         \
    X(FORBIDDEN, -33, "an exporter must never write this")

enum ipfix_status {
#define IPFIX_STATUS_ENUM(name, number, text) IPFIX_##name = (number),
    IPFIX_STATUS_LIST(IPFIX_STATUS_ENUM)
#undef IPFIX_STATUS_ENUM
};

/* The first fault of a cursor: what, where and by how much.  status is IPFIX_OK while there is none. */
struct ipfix_error {
    enum ipfix_status status;
    uint32_t off;  /* of the octets at fault, from the start of the message */
    uint32_t want; /* octets that the input claims, or a header takes, at off; 0: no length is at fault */
    uint32_t have; /* octets that are there, or that a length too short for its header declares */
};

/* Note a fault in *err, unless an earlier one stands there, and answer it. */
static inline enum ipfix_status ipfix_fault(struct ipfix_error *err, enum ipfix_status status, uint32_t off,
                                            uint32_t want, uint32_t have)
{
    if (err->status == IPFIX_OK) {
        err->status = status;
        err->off = off;
        err->want = want;
        err->have = have;
    }
    return status;
}

/* The text of a status; never NULL, lives for ever. */
const char *ipfix_strstatus(enum ipfix_status status);

/* "set length runs past message (at octet 16: wants 200, has 26)", as snprintf would: returns the
 * full length without the NUL and writes at most cap octets, NUL included. */
size_t ipfix_error_text(const struct ipfix_error *err, char *buf, size_t cap);

#ifdef __cplusplus
}
#endif
#endif
