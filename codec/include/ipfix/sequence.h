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
    IPFIX_SEQ_LATE,      /* later ones came before it; it may fill a gap that was reported */
    IPFIX_SEQ_EARLIER,   /* late, from before the first message that was counted */
    IPFIX_SEQ_DUPLICATE, /* seen before, or a number repeated */
    IPFIX_SEQ_OVERLAP,   /* begins among the records of the message before */
    IPFIX_SEQ_RESTART,   /* the exporter counts anew */
    IPFIX_SEQ_UNKNOWN    /* the records before it could not be counted */
};

/* What exporters count in fact, once enough messages tell. */
enum ipfix_sequence_habit {
    IPFIX_COUNTS_RECORDS,   /* as RFC 7011 says, or not known yet */
    IPFIX_COUNTS_MESSAGES,  /* NetFlow v9's habit */
    IPFIX_COUNTS_TEMPLATES, /* records, and template records too */
    IPFIX_COUNTS_OWN_FLOWS, /* records up to the end of the message, options data left out */
    IPFIX_COUNTS_OWN        /* records up to the end of the message */
};

#define IPFIX_SEQ_HABITS 5u
#define IPFIX_SEQ_GAPS 8u /* gaps kept open for late messages */

/* What a tracker is told of a message. */
struct ipfix_sequence_msg {
    uint32_t sequence, export_time; /* of its header */
    uint32_t records;               /* data records, options data included */
    uint32_t options;               /* records of options data */
    uint32_t templates;             /* template records */
    bool counted; /* all of them could be counted: no set without template, no fault, no cut */
};

/* Starts as all zero.  Plain data: copy or drop it freely. */
struct ipfix_sequence {
    bool started;
    bool counted;         /* next is known */
    bool supposed;        /* the habit is that of other domains, and no message told it from RFC 7011's yet */
    uint8_t unfit;        /* a bit for each habit that failed where the present one did not */
    uint32_t next;        /* number of the record that comes next */
    uint32_t oldest;      /* number of the first message counted, or of one 2^31 back */
    uint32_t export_time; /* of the message that moved next on */
    uint32_t gap_count;
    struct {
        uint32_t first, count; /* records first .. first + count - 1 are missing */
    } gap[IPFIX_SEQ_GAPS];
    struct ipfix_sequence_msg last; /* the message before, in order of arrival */
    enum ipfix_sequence_habit habit;
    struct {
        uint32_t evidence; /* messages in a row that it explains, the present one not */
        uint32_t claimed;  /* loss that was claimed at these */
    } other[IPFIX_SEQ_HABITS];
};

/* Losses are of data records, or of what else the habit counts, modulo 2^32. */
struct ipfix_sequence_result {
    enum ipfix_sequence_verdict verdict;
    uint32_t expected;  /* with GAP to RESTART */
    uint32_t lost;      /* with GAP */
    uint32_t found;     /* with LATE: how much of a gap it fills */
    uint32_t withdrawn; /* losses of messages before that were none, as the habit now shows */
    enum ipfix_sequence_habit habit;
    enum ipfix_sequence_habit perhaps; /* what would explain the number as well; else the same as habit */
    bool habit_is_new; /* first message at which this habit shows; never with IPFIX_COUNTS_RECORDS */
};

/* Take in a message in order of arrival. */
struct ipfix_sequence_result ipfix_sequence_see(struct ipfix_sequence *s,
                                                const struct ipfix_sequence_msg *msg);
/* Suppose the habit that another domain of the exporter showed, until a message speaks against it.
 * Nothing happens where one did already, or where another habit shows. */
void ipfix_sequence_suppose(struct ipfix_sequence *s, enum ipfix_sequence_habit habit);

#ifdef __cplusplus
}
#endif
#endif
