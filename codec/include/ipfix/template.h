/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Templates (RFC 7011 section 3.4): what they say, resolved once when they arrive.
 */
#ifndef IPFIX_TEMPLATE_H
#define IPFIX_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ipfix/ie.h>
#include <ipfix/reader.h>

#ifdef __cplusplus
extern "C" {
#endif

#define IPFIX_VARLEN 65535u /* Field Length: the record carries it (RFC 7011 section 7) */
#define IPFIX_TEMPLATE_ID_MIN 256u

/* Fields of length 0 cost nothing on the wire: without a limit, one message of 65,535 octets could
 * unfold into hundreds of millions of fields.  Nor may there be more than one for each two octets of the
 * shortest record, so that no template unfolds octets into more than that of one field of one octet does:
 * a record and a field for each. */
#define IPFIX_MAX_ZERO_FIELDS 16u
static inline bool ipfix_zero_fields_excessive(uint32_t zero_fields, uint32_t record_len)
{
    return zero_fields > IPFIX_MAX_ZERO_FIELDS || (record_len > 0 && zero_fields > record_len / 2);
}

/* How the octets of a field become a value: type and width together, decided once for each
 * specifier.  Unsigned numbers, by far the most, have one load for each width that a machine has.
 * IPFIX_LOAD_VAR leaves the decision to the record, which carries the width; types that may have any
 * width are IPFIX_LOAD_BYTES all the same. */
enum ipfix_load {
    IPFIX_LOAD_BYTES, /* octetArray, string, addresses, unsigned256, lists: borrowed as they are */
    IPFIX_LOAD_U8,
    IPFIX_LOAD_U16,
    IPFIX_LOAD_U32,
    IPFIX_LOAD_U64,
    IPFIX_LOAD_UINT, /* 3, 5, 6 or 7 octets */
    IPFIX_LOAD_INT,  /* 1 to 8 octets, sign kept */
    IPFIX_LOAD_F32,
    IPFIX_LOAD_F64,
    IPFIX_LOAD_TIME_S,
    IPFIX_LOAD_TIME_MS,
    IPFIX_LOAD_TIME_US, /* NTP format, RFC 7011 section 6.1.9 */
    IPFIX_LOAD_TIME_NS, /* NTP format, RFC 7011 section 6.1.10 */
    IPFIX_LOAD_VAR,
    IPFIX_LOAD_ILLEGAL /* a length that the type cannot have (RFC 7011 section 6.2) */
};

/* A Field Specifier (RFC 7011 section 3.2). */
struct ipfix_spec {
    const struct ipfix_ie *ie; /* NULL where no registry has the element; then an octetArray */
    uint32_t pen;              /* with the enterprise bit; IPFIX_PEN_IANA without */
    uint16_t id;               /* without the enterprise bit */
    uint16_t len;              /* octets, or IPFIX_VARLEN */
    uint8_t type;              /* enum ipfix_type */
    uint8_t load;              /* enum ipfix_load */
    bool enterprise;           /* the enterprise bit: tells number 0, which is reserved, from IANA */
};

/* Looks an element up beside the built-in registry; NULL where it knows none. */
typedef const struct ipfix_ie *(*ipfix_ie_finder)(void *ctx, uint32_t pen, uint16_t id);

/* Octets that the Field Specifier ahead takes, 4 or 8: its first bit tells, where that is there. */
uint32_t ipfix_spec_octets(const struct ipfix_reader *in);
/* Take a Field Specifier, unresolved (ie NULL, type octetArray).  False where it is not whole. */
bool ipfix_spec_take(struct ipfix_reader *in, struct ipfix_spec *spec);
/* Fill type, load and ie from pen, id, len and enterprise and the element (NULL: unknown). */
void ipfix_spec_resolve(struct ipfix_spec *spec, const struct ipfix_ie *ie);
/* The same with the element that finder (may be NULL), or else the built-in registry, has. */
void ipfix_spec_find(struct ipfix_spec *spec, ipfix_ie_finder finder, void *ctx);
/* The same element at the same length, as the wire has it. */
bool ipfix_spec_equal(const struct ipfix_spec *a, const struct ipfix_spec *b);
/* How a value of a type and a width is loaded; IPFIX_LOAD_ILLEGAL where the type has no such width. */
enum ipfix_load ipfix_load_of(unsigned type, uint32_t len);
/* The width of a type at full size in octets; 0 for types of any width. */
uint32_t ipfix_type_width(unsigned type);

/* Where in a capture something happened: frame, message in the frame, octet in the message.  Later
 * things compare greater.  Callers without frames may just count messages. */
typedef uint64_t ipfix_pos;
static inline ipfix_pos ipfix_pos_make(uint32_t frame, uint32_t msg, uint32_t off)
{
    return (ipfix_pos)frame << 32 | (ipfix_pos)(msg & 0xffff) << 16 | (off & 0xffff);
}
static inline uint32_t ipfix_pos_frame(ipfix_pos at)
{
    return (uint32_t)(at >> 32);
}
#define IPFIX_POS_LAST UINT64_MAX

/* What it takes to read one field, and nothing else: a record is read, whole, in one loop over these, four
 * octets for each, where Field Specifiers would fill six times as many lines of memory. */
struct ipfix_step {
    uint16_t len; /* octets, or IPFIX_VARLEN */
    uint8_t load; /* enum ipfix_load */
    uint8_t type; /* enum ipfix_type */
};

/* A template with its decode plan: a step for each field, fixed offsets until the first variable-length
 * one, the shortest record, and the exact record where all fields are fixed. */
struct ipfix_template {
    const struct ipfix_spec *spec;
    const struct ipfix_step *step; /* one for each field; NULL: whole records are read field by field */
    ipfix_pos at;                  /* where it was defined */
    uint32_t min_len;   /* the shortest record, octets: fixed lengths and 1 for each variable one */
    uint32_t fixed_len; /* octets before the first variable-length field */
    uint32_t inverse;   /* UINT32_MAX / min_len, or 0: to count records without a division */
    uint16_t id;
    uint16_t field_count; /* scope fields included */
    uint16_t scope_count; /* of an options template: that many fields, the first ones, are its scope */
    uint16_t fixed_count; /* fields before the first variable-length one; field_count: none is */
    uint16_t list_count;  /* fields that are lists (RFC 6313) */
    bool options;
    bool fixed; /* all fields are of fixed length, and they have octets: each record has min_len of them */
};

/* Work out min_len, inverse, fixed_len, fixed_count, list_count and fixed from spec, which is resolved, and field_count.
 * step has room for field_count steps and lives as long as the template, or is NULL: then it has none. */
void ipfix_template_plan(struct ipfix_template *t, struct ipfix_step *step);
/* The same for the template of a basicList's items (RFC 6313 section 4.5.1): its one field, of a length that is
 * not 0, is resolved as ipfix_spec_find does it.  spec and step live as long as t. */
void ipfix_template_of_item(struct ipfix_template *t, struct ipfix_spec *spec, struct ipfix_step *step,
                            ipfix_ie_finder finder, void *ctx);
/* How many of the shortest records n octets hold; n is at most 65,535, as in any message. */
static inline uint32_t ipfix_template_records(const struct ipfix_template *t, uint32_t n)
{
    return (uint32_t)(((uint64_t)n + 1) * t->inverse >> 32);
}
/* The same kind, counts, and specifiers: a refresh, not a change (RFC 7011 section 8.1). */
bool ipfix_template_equal(const struct ipfix_template *a, const struct ipfix_template *b);

#ifdef __cplusplus
}
#endif
#endif
