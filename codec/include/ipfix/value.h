/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Values of the abstract data types (RFC 7011 section 6, RFC 7012 section 3) and their text (RFC 7373).
 */
#ifndef IPFIX_VALUE_H
#define IPFIX_VALUE_H

#include <ipfix/decode.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ipfix_time {
    int64_t sec;   /* since 1970-01-01T00:00:00Z */
    uint32_t nsec; /* 0 to 999,999,999 */
};
struct ipfix_bytes {
    const uint8_t *ptr; /* borrowed */
    uint32_t len;
};

struct ipfix_value {
    uint8_t type; /* enum ipfix_type */
    union {
        uint64_t u;               /* unsigned8 to unsigned64; boolean: the octet itself, 1 true, 2 false */
        int64_t i;                /* signed8 to signed64 */
        double f;                 /* float32, float64 */
        struct ipfix_time time;   /* dateTime... */
        struct ipfix_bytes bytes; /* all others: octets in network order, text, a list */
    } as;
};

/* Read a field's octets as its element's type, at full size (RFC 7011 section 6.2).  NTP times
 * (micro- and nanoseconds) take the era that is nearest to the message's export_time (section 5.2).
 * IPFIX_OK, or IPFIX_VALUE_LENGTH where the type has no such width; then *v is not written.
 * Octets that can be read but mean nothing are ipfix_value_check's to find. */
enum ipfix_status ipfix_value_get(const struct ipfix_field *f, uint32_t export_time, struct ipfix_value *v);

/* All fields of the current record that were not read yet, in one loop: the fast way for who wants
 * them all.  values has room for one of each field of the template, and values[i] is field i; octets
 * that their type cannot have come as an octetArray.  IPFIX_OK, then the next record is due; or a
 * fault as ipfix_field_next has it, with c->next fields whole. */
enum ipfix_status ipfix_record_values(struct ipfix_records *c, uint32_t export_time,
                                      struct ipfix_value *values);
/* The next whole records, as many as there are and as cap values have room for, or some of them:
 * values[r * field_count + i] is field i of record r.  The fastest way through a set:
 *
 *     while ((n = ipfix_records_values(&recs, msg.export_time, values, cap)) > 0)
 *         use(values, n);
 *     if (ipfix_record_next(&recs) != IPFIX_END) ...       a fault, in recs.err, or cap < field_count
 *
 * Returns how many records; 0 where no further one is whole. */
static inline uint32_t ipfix_records_values(struct ipfix_records *c, uint32_t export_time,
                                            struct ipfix_value *values, size_t cap);
/* Field i of that record, where its value is octets: to open a list, say. */
static inline void ipfix_value_field(const struct ipfix_records *c, uint32_t i, const struct ipfix_value *v,
                                     struct ipfix_field *f)
{
    f->spec = &c->tmpl->spec[i];
    f->data = v->as.bytes.ptr;
    f->base = c->in.base;
    f->off = (uint32_t)(f->data - f->base);
    f->len = (uint16_t)v->as.bytes.len;
    f->prefix = 0;
    f->depth = (uint8_t)c->depth;
}

/* Is the value one that the element (NULL: unknown) can have?  IPFIX_OK, IPFIX_VALUE_BOOLEAN,
 * IPFIX_VALUE_UTF8, IPFIX_VALUE_RANGE, IPFIX_VALUE_LENGTH (octets whose number the element's text fixes). */
enum ipfix_status ipfix_value_check(const struct ipfix_value *v, const struct ipfix_ie *ie);

/* Well-formed UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing above U+10FFFF.  Returns
 * the number of well-formed octets from the start: n where all are. */
uint32_t ipfix_utf8_span(const uint8_t *p, uint32_t n);

/* A string without the zero octets that fixed-length fields are filled up with. */
uint32_t ipfix_string_trim(const uint8_t *p, uint32_t n);

/* RFC 7373 text, as snprintf would: returns the full length without the NUL, writes at most cap
 * octets, NUL included.  Strings come as they are, less their filling of zeros: escape them for
 * where they go.  A boolean other than 1 and 2 shows as its number, an unsigned256 (RFC 9740) in
 * hexadecimal, milliseconds past the year 9999 as their number.  Lists have no text in RFC 7373
 * (section 4.11) and show as octets. */
size_t ipfix_value_text(const struct ipfix_value *v, char *buf, size_t cap);

/* Text to value.  Numbers out of the type's range are clipped (RFC 7373 sections 4.2 to 4.4).
 * Also taken: a boolean as a number, a time with fewer digits than its type has or with the Z that
 * RFC 3339 asks for, milliseconds past the year 9999 as their number.  Octets (octetArray, mac, ip...,
 * unsigned256 at 32 octets, lists as hexadecimal) are written to scratch, which the value then borrows;
 * strings are borrowed from text.
 * IPFIX_OK, IPFIX_TEXT, IPFIX_NO_SPACE (scratch too small). */
enum ipfix_status ipfix_value_parse(unsigned type, const char *text, size_t len, struct ipfix_value *v,
                                    uint8_t *scratch, size_t scratch_cap);

/* NTP format from and to time (RFC 7011 sections 6.1.9, 6.1.10).  micro: the low 11 bits of the
 * fraction count for nothing and are written as zero. */
struct ipfix_time ipfix_time_from_ntp(uint32_t seconds, uint32_t fraction, bool micro, uint32_t export_time);
void ipfix_time_to_ntp(struct ipfix_time t, bool micro, uint32_t *seconds, uint32_t *fraction);

/* ---- the fast case, inline since it ends each list ---- */

/* The other cases of ipfix_records_values. */
uint32_t ipfix_records_load(struct ipfix_records *c, uint32_t export_time, struct ipfix_value *values,
                            size_t cap);

static inline uint32_t ipfix_records_values(struct ipfix_records *c, uint32_t export_time,
                                            struct ipfix_value *values, size_t cap)
{
    return ipfix_left(&c->in) < c->tmpl->min_len ? 0 : ipfix_records_load(c, export_time, values, cap);
}

#ifdef __cplusplus
}
#endif
#endif
