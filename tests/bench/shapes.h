/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What is decoded and encoded: four shapes of flow records, made by the library's own encoder.
 */
#ifndef SHAPES_H
#define SHAPES_H

#include <ipfix/ipfix.h>

#include <glib.h>

#define EXPORT_TIME 1700000000u
#define FIELDS_MAX 256u
#define DOMAINS_MAX 4u
#define MESSAGE_LEN 1400u

struct message {
    const uint8_t *octets;
    uint32_t len;
};

/* Templates of a domain by their numbers. */
struct domain {
    struct ipfix_template *tmpl[65536];
};

struct shape {
    const char *name;
    struct domain *domains;
    GPtrArray *templates; /* struct ipfix_template, the one of the records first */
    GArray *definitions;  /* struct message: the templates */
    GArray *messages;     /* struct message: the records */
    size_t records;
    struct ipfix_value *values; /* of the first records, one row each: for encoders */
    uint32_t rows;
    size_t octets; /* of the messages */
    GPtrArray *buffers;
};

/* 15 elements of fixed length, 58 octets a record. */
struct shape *shape_fixed(uint32_t records, uint32_t message_len);
/* 25 elements, 6 of them strings of variable length, some of a vendor. */
struct shape *shape_rich(uint32_t records);
/* Templates of 8 fields in so many domains, each with a few records, in no order. */
struct shape *shape_many(uint32_t templates, uint32_t domains, uint32_t sets);
/* A basicList, a subTemplateList and a subTemplateMultiList in each record. */
struct shape *shape_struct(uint32_t records);
/* That many fields, of fixed length. */
struct shape *shape_wide(uint32_t fields, uint32_t records);
void shape_free(struct shape *s);

/* The records of the shape as UDP datagrams over IPv4, template first. */
void shape_capture(const struct shape *s, const char *file);

#endif
