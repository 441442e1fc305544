/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Sequence Numbers (RFC 7011 section 3.1): how many data records were lost, and which messages
 * came late or twice.  One tracker for each session and domain; over SCTP one for each stream too.
 */
#ifndef IPFIX_SEQUENCE_H
#define IPFIX_SEQUENCE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ipfix_sequence_verdict {
    IPFIX_SEQ_FIRST, /* nothing to compare with */
    IPFIX_SEQ_EXPECTED,
    IPFIX_SEQ_GAP,       /* records are missing before this message */
    IPFIX_SEQ_LATE,      /* fills a gap that was reported before */
    IPFIX_SEQ_DUPLICATE, /* seen before, or a number repeated */
    IPFIX_SEQ_RESTART,   /* the exporter counts anew */
    IPFIX_SEQ_UNKNOWN    /* the message before could not be counted */
};

/* What exporters count in fact, once enough messages tell. */
enum ipfix_sequence_habit {
    IPFIX_COUNTS_RECORDS,  /* as RFC 7011 says, or not known yet */
    IPFIX_COUNTS_MESSAGES, /* NetFlow v9's habit */
    IPFIX_COUNTS_TEMPLATES /* records, and template records too */
};

#define IPFIX_SEQ_GAPS 8u /* gaps kept open for late messages */

/* Starts as all zero.  Plain data: copy or drop it freely. */
struct ipfix_sequence {
    bool started;
    bool counted;  /* next is known */
    uint32_t next; /* expected Sequence Number */
    uint32_t gap_count;
    struct {
        uint32_t first, count; /* records first .. first + count - 1 are missing */
    } gap[IPFIX_SEQ_GAPS];
    uint32_t last_sequence, last_records, last_templates; /* of the message before, in order of arrival */
    enum ipfix_sequence_habit habit;
    uint32_t evidence[3]; /* for each habit: messages in a row that it explains, the present one not */
};

struct ipfix_sequence_result {
    enum ipfix_sequence_verdict verdict;
    uint32_t expected; /* with GAP, LATE, DUPLICATE, RESTART */
    uint32_t lost;     /* with GAP: records, or what else the habit counts, modulo 2^32 */
    enum ipfix_sequence_habit habit;
    bool habit_is_new; /* first message at which this habit shows; never with IPFIX_COUNTS_RECORDS */
};

/* Take in a message in order of arrival: its Sequence Number, its data records (options data
 * included), whether all of them could be counted (no set without template, no fault, no cut), and
 * its template records. */
struct ipfix_sequence_result ipfix_sequence_see(struct ipfix_sequence *s, uint32_t sequence, uint32_t records,
                                                bool counted, uint32_t templates);

#ifdef __cplusplus
}
#endif
#endif
