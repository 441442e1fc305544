/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Type information (RFC 5610): options records in which an exporter describes elements of its own.
 *
 *     if (ipfix_type_info_template(tmpl)) {
 *         ipfix_records_open(&recs, &set, tmpl);
 *         while (ipfix_record_next(&recs) == IPFIX_OK)
 *             if (ipfix_type_info_get(&recs, &info) == IPFIX_OK)
 *                 learn(&info);
 *     }
 *
 * What is learned holds for the Transport Session and the domain that it came in, and never stands against
 * a definition that the reader has from elsewhere (section 3.9): both are the caller's to see to.
 */
#ifndef IPFIX_TYPEINFO_H
#define IPFIX_TYPEINFO_H

#include <ipfix/value.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What one record says of one element. */
struct ipfix_type_info {
    uint32_t pen;      /* IPFIX_PEN_IANA also where the record names no enterprise (section 3.8) */
    uint16_t id;       /* without the enterprise bit, which counts for nothing here */
    uint16_t units;    /* code of the IANA registry */
    uint8_t type;      /* enum ipfix_type */
    uint8_t semantics; /* enum ipfix_semantics */
    bool ranged;       /* min and max hold */
    uint64_t min;      /* of unsigned types */
    uint64_t max;
    struct ipfix_bytes name; /* borrowed; no octets where the record has none */
};

/* Does the template describe type information: options with an informationElementId in their scope? */
bool ipfix_type_info_template(const struct ipfix_template *t);

/* Read the current record of such a template to its end.  IPFIX_OK; IPFIX_IGNORED where it gives a type that
 * does not exist, semantics that the type cannot have (section 3.10), or a number that its element cannot hold;
 * or the fault of the record. */
enum ipfix_status ipfix_type_info_get(struct ipfix_records *c, struct ipfix_type_info *info);

/* The same said of the same element?  Records that differ cancel each other (section 3.9). */
bool ipfix_type_info_equal(const struct ipfix_type_info *a, const struct ipfix_type_info *b);

/* May elements of this type have these semantics (RFC 5610 section 3.10, RFC 6313 section 4.2)? */
bool ipfix_semantics_fit(unsigned type, unsigned semantics);

#ifdef __cplusplus
}
#endif
#endif
