/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Other addresses and names in the place of those of a network, the same for the same in one run, of the
 * same length: what is wrong with a message stays wrong.
 */
#ifndef ANONYMIZE_H
#define ANONYMIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "describe.h"

struct anonymizer;

struct anonymizer *anonymizer_new(void);
void anonymizer_free(struct anonymizer *a);

/* Replace an address by one set aside for documentation (RFC 5737, RFC 3849), in place. */
void anonymize_address(struct anonymizer *a, uint8_t *address, bool v6);
/* Replace what the records of a message tell of addresses and names. */
void anonymize_message(struct anonymizer *a, uint8_t *p, uint32_t n, describe_finder find, void *ctx);
/* Note octets that nothing is known of, and that stay as they are. */
void anonymize_nothing(struct anonymizer *a, uint32_t n);

/* Say on standard error what was kept and may tell something. */
void anonymizer_report(const struct anonymizer *a);

#endif
