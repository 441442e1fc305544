/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What registry/iegen.c writes and ie.c searches.
 */
#ifndef IPFIX_IE_TABLE_H
#define IPFIX_IE_TABLE_H

#include <ipfix/ie.h>

extern const struct ipfix_ie ie_table[]; /* in order of (pen, id) */
extern const size_t ie_table_count;
extern const uint16_t ie_iana[]; /* of each number 1 more than its index in ie_table; 0: there is none */
extern const size_t ie_iana_count;
extern const uint16_t ie_name_order[]; /* indexes of ie_table in order of (key, name) */

extern const struct ipfix_names ie_names[]; /* in order of table */
extern const size_t ie_names_count;

#endif
