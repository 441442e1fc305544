/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The encoder: messages, sets, templates and records into the caller's octets, without allocation.
 *
 * Calls append.  The first fault sticks and later calls do nothing, so a caller checks once, at
 * ipfix_enc_end.  len goes on counting past cap, and with cap 0 the same calls only measure.
 * Length fields are filled in when their scope closes: a set when the next set or message begins.
 *
 *     ipfix_enc_init(&e, buf, sizeof buf, 0);
 *     ipfix_enc_msg(&e, export_time, sequence, domain);
 *     ipfix_enc_template(&e, &tmpl);                       opens a Template Set where none is open
 *     ipfix_enc_record(&e, &tmpl);                         opens the Data Set where it is not open
 *     ipfix_enc_value(&e, &value);                         once for each field
 *     if (ipfix_enc_end(&e, &len) == IPFIX_OK)
 *         send(buf, len);
 */
#ifndef IPFIX_ENCODE_H
#define IPFIX_ENCODE_H

#include <ipfix/list.h>
#include <ipfix/value.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ipfix_enc_option {
    IPFIX_ENC_FAULTS = 1,    /* write what an exporter must never write, on purpose */
    IPFIX_ENC_LONG_FORM = 2, /* 3-octet lengths for all variable-length fields (RFC 7011 section 7) */
    IPFIX_ENC_ALIGN_4 = 4,   /* pad each set to a multiple of 4 octets (section 3.3.1) */
    IPFIX_ENC_ALIGN_8 = 8
};

/* An open scope: the record and template that fields are written for. */
struct ipfix_enc_scope {
    const struct ipfix_template *tmpl;
    uint32_t next;          /* index of the next field */
    size_t prefix;          /* offset of the 3-octet length to fill in, SIZE_MAX: none (fixed length) */
    size_t start;           /* offset of what that length counts */
    size_t block;           /* subTemplateMultiList: offset of the open block's header, SIZE_MAX: none */
    uint8_t list;           /* enum ipfix_type of the list, 0 for the message's own records */
    struct ipfix_spec spec; /* basicList: its element */
};

struct ipfix_encoder {
    uint8_t *buf;
    size_t cap;
    size_t len;
    size_t msg; /* offset of the open message's header, SIZE_MAX: none */
    size_t set; /* offset of the open set's header, SIZE_MAX: none */
    uint16_t set_id;
    uint32_t set_min; /* shortest record of the open set: the bound for padding; 0: not known yet */
    uint32_t options; /* enum ipfix_enc_option, ored */
    uint32_t records; /* data records in the open message: what the next Sequence Number adds */
    uint32_t depth;
    struct ipfix_enc_scope scope[IPFIX_MAX_DEPTH + 1];
    struct ipfix_error err; /* off: where in the output */
};

/* buf may be NULL where cap is 0.  Octets behind len, up to cap, may be written and mean nothing. */
void ipfix_enc_init(struct ipfix_encoder *e, void *buf, size_t cap, uint32_t options);

/* Open a message (closing the one before, whose octets stay in front). */
void ipfix_enc_msg(struct ipfix_encoder *e, uint32_t export_time, uint32_t sequence, uint32_t domain);
/* Open a set, also one that is open already.  Seldom needed: the next calls do it. */
void ipfix_enc_set(struct ipfix_encoder *e, uint16_t id);
/* Append a template or options template record; only id, field_count, scope_count, options and
 * pen, id, len, enterprise of the specifiers are read. */
void ipfix_enc_template(struct ipfix_encoder *e, const struct ipfix_template *t);
/* Append a withdrawal (RFC 7011 section 8.1); id 2 or 3 withdraws all of that kind. */
void ipfix_enc_withdrawal(struct ipfix_encoder *e, uint16_t id, bool options);
/* Begin a record of the set (or of the innermost list) that t describes. */
void ipfix_enc_record(struct ipfix_encoder *e, const struct ipfix_template *t);
/* The next field of the open record: the value's type says how, the specifier how wide; where that
 * is variable, at full size.  A string that is shorter than a fixed length is filled up with zero
 * octets.  Faults: IPFIX_VALUE_LENGTH (the type has no such width, or the octets do not fit a fixed
 * length), IPFIX_VALUE_RANGE (the number does not fit a reduced size), IPFIX_VALUE_UTF8,
 * IPFIX_VALUE_BOOLEAN, IPFIX_USAGE. */
void ipfix_enc_value(struct ipfix_encoder *e, const struct ipfix_value *v);
/* A whole record: values[i] is field i of t, as ipfix_record_values has them.  Fastest where t is
 * resolved and planned and each value has its specifier's type; lists are their octets. */
void ipfix_enc_record_values(struct ipfix_encoder *e, const struct ipfix_template *t,
                             const struct ipfix_value *values);
/* Shorthands for ipfix_enc_value with the type of a resolved specifier: unsigned numbers and
 * booleans; all that is octets. */
void ipfix_enc_uint(struct ipfix_encoder *e, uint64_t v);
void ipfix_enc_bytes(struct ipfix_encoder *e, const void *p, size_t n);
/* The next field as these very octets, whatever its type: to preserve what was decoded, and for
 * faults.  long_form: a 3-octet length although a shorter one would do. */
void ipfix_enc_raw_field(struct ipfix_encoder *e, const void *p, size_t n, bool long_form);
/* Octets outside any record: padding, rubbish.  Only with IPFIX_ENC_FAULTS. */
void ipfix_enc_octets(struct ipfix_encoder *e, const void *p, size_t n);

/* The next field as a list (RFC 6313).  basicList: element describes the items (pen, id, len,
 * enterprise), and each item is then one ipfix_enc_value.  subTemplateList: t is the template of
 * its records.  subTemplateMultiList: records of any template may follow, and each change of
 * template opens a block.  End with ipfix_enc_list_end. */
void ipfix_enc_basic_list(struct ipfix_encoder *e, uint8_t semantic, const struct ipfix_spec *element);
void ipfix_enc_sub_template_list(struct ipfix_encoder *e, uint8_t semantic, const struct ipfix_template *t);
void ipfix_enc_sub_template_multi_list(struct ipfix_encoder *e, uint8_t semantic);
void ipfix_enc_list_end(struct ipfix_encoder *e);

/* Close what is open.  *len: octets written, or needed where cap was too small (IPFIX_NO_SPACE).
 * The first fault, with its place in e->err. */
enum ipfix_status ipfix_enc_end(struct ipfix_encoder *e, size_t *len);

#ifdef __cplusplus
}
#endif
#endif
