/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The information model: every Information Element (RFC 7012) that the registry knows, as one
 * table made from codec/registry/ when the library is built.  Everything here is constant and
 * lives for ever.
 */
#ifndef IPFIX_IE_H
#define IPFIX_IE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Abstract data types with their codes from the IANA registry (RFC 5610 section 3.1, RFC 6313, RFC 9740). */
enum ipfix_type {
    IPFIX_OCTET_ARRAY = 0,
    IPFIX_U8 = 1,
    IPFIX_U16 = 2,
    IPFIX_U32 = 3,
    IPFIX_U64 = 4,
    IPFIX_S8 = 5,
    IPFIX_S16 = 6,
    IPFIX_S32 = 7,
    IPFIX_S64 = 8,
    IPFIX_F32 = 9,
    IPFIX_F64 = 10,
    IPFIX_BOOLEAN = 11,
    IPFIX_MAC = 12,
    IPFIX_STRING = 13,
    IPFIX_TIME_S = 14,
    IPFIX_TIME_MS = 15,
    IPFIX_TIME_US = 16,
    IPFIX_TIME_NS = 17,
    IPFIX_IPV4 = 18,
    IPFIX_IPV6 = 19,
    IPFIX_BASIC_LIST = 20,
    IPFIX_SUB_TEMPLATE_LIST = 21,
    IPFIX_SUB_TEMPLATE_MULTI_LIST = 22,
    IPFIX_U256 = 23
};
#define IPFIX_TYPE_COUNT 24

static inline bool ipfix_type_is_list(unsigned type)
{
    return type >= IPFIX_BASIC_LIST && type <= IPFIX_SUB_TEMPLATE_MULTI_LIST;
}

/* "unsigned8" and so on, as the registry spells it; "unassigned" for a number that is no type. */
const char *ipfix_type_name(unsigned type);
/* The type of that name (len octets), or -1. */
int ipfix_type_by_name(const char *name, size_t len);

/* Semantics with their IANA codes (RFC 5610 section 3.6, RFC 6313, RFC 8038). */
enum ipfix_semantics {
    IPFIX_SEM_DEFAULT = 0,
    IPFIX_SEM_QUANTITY = 1,
    IPFIX_SEM_TOTAL_COUNTER = 2,
    IPFIX_SEM_DELTA_COUNTER = 3,
    IPFIX_SEM_IDENTIFIER = 4,
    IPFIX_SEM_FLAGS = 5,
    IPFIX_SEM_LIST = 6,
    IPFIX_SEM_SNMP_COUNTER = 7,
    IPFIX_SEM_SNMP_GAUGE = 8
};

#define IPFIX_PEN_IANA 0u        /* no enterprise bit */
#define IPFIX_PEN_REVERSE 29305u /* reverse IANA elements (RFC 5103 section 6.1) */

enum ipfix_ie_flag {
    IPFIX_IE_DEPRECATED = 1,
    IPFIX_IE_REVERSE = 2,        /* the reverse of another element */
    IPFIX_IE_NOT_REVERSIBLE = 4, /* has no reverse; with IPFIX_IE_REVERSE: must never be sent (RFC 5103) */
    IPFIX_IE_RANGE = 8           /* min and max hold */
};

/* How an element wants to be shown beyond its type; everything else follows from type and semantics. */
enum ipfix_display {
    IPFIX_DISPLAY_PLAIN = 0,
    IPFIX_DISPLAY_ENUM,            /* names: one for each value */
    IPFIX_DISPLAY_BITS,            /* names: one for each mask; the value may be of any width */
    IPFIX_DISPLAY_DSCP_ECN,        /* 5, 55: traffic class octet */
    IPFIX_DISPLAY_DSCP,            /* 98, 195 */
    IPFIX_DISPLAY_PORT,            /* transport ports */
    IPFIX_DISPLAY_MPLS,            /* 70-79: label, exp, bottom in 3 octets */
    IPFIX_DISPLAY_RD,              /* 90: route distinguisher */
    IPFIX_DISPLAY_APPLICATION,     /* 95: RFC 6759 */
    IPFIX_DISPLAY_PACKET,          /* 104, 313-317: octets of a packet */
    IPFIX_DISPLAY_ETHERTYPE,       /* 256 */
    IPFIX_DISPLAY_PEN,             /* 346: an enterprise number */
    IPFIX_DISPLAY_UUID,            /* 349 */
    IPFIX_DISPLAY_L2SEGMENT,       /* 351: type octet, 24-bit id */
    IPFIX_DISPLAY_OID,             /* 436, 445: BER object identifiers */
    IPFIX_DISPLAY_COMMUNITY,       /* 483: BGP community, high:low */
    IPFIX_DISPLAY_EXT_COMMUNITY,   /* 486 */
    IPFIX_DISPLAY_LARGE_COMMUNITY, /* 489 */
    IPFIX_DISPLAY_SEGMENTS,        /* 497: a run of IPv6 addresses */
    IPFIX_DISPLAY_FIELD_BITS,      /* 173, 447: bit n, least significant 0, stands for field n */
    IPFIX_DISPLAY_MD5              /* 262: of the message, this field as zero (RFC 5655 section 8.1.1) */
};

/* Names of values, sorted by first.  For enumerations: first..last share the name.  For bits: the
 * mask covers bits first..last, counted from the least significant (first == last for a single bit);
 * bits may lie beyond the width of the value. */
struct ipfix_name {
    uint64_t first;
    uint64_t last;
    const char *name;
};
struct ipfix_names {
    const char *table; /* the CSV that it was made from, without folder and ".csv" */
    uint32_t count;
    const struct ipfix_name *name;
};

struct ipfix_ie {
    uint32_t pen;
    uint16_t id;
    uint8_t type;      /* enum ipfix_type */
    uint8_t semantics; /* enum ipfix_semantics */
    uint8_t display;   /* enum ipfix_display */
    uint8_t flags;     /* enum ipfix_ie_flag, ored */
    uint16_t width;    /* octets that the element's text fixes, beyond its type; 0: none */
    uint16_t list_of;  /* lists that may hold one element only: its IANA number; 0: any */
    const char *name;  /* registry spelling; "reverse..." for reverse elements */
    const char *key;   /* vendor key, as in ipfix.KEY.NAME; "" for IANA and reverse IANA elements */
    const char *units; /* "" where there are none */
    const char *cflow; /* "cflow.octets": filter name in Wireshark's built-in dissector; "" where none */
    uint64_t min;      /* with IPFIX_IE_RANGE */
    uint64_t max;
    const struct ipfix_names *names; /* with IPFIX_DISPLAY_ENUM and _BITS, else NULL */
};

/* All elements, in order of (pen, id). */
size_t ipfix_ie_count(void);
const struct ipfix_ie *ipfix_ie_at(size_t index); /* index < ipfix_ie_count() */
size_t ipfix_ie_index(const struct ipfix_ie *ie); /* of an element of the table */

/* NULL where the registry has no such element. */
const struct ipfix_ie *ipfix_ie_find(uint32_t pen, uint16_t id);
/* By name: "sourceIPv4Address", "reverseOctetDeltaCount", "antrea.sourcePodName".  Exact spelling. */
const struct ipfix_ie *ipfix_ie_by_name(const char *name, size_t len);
/* The vendor key of an enterprise that the registry has elements of, or NULL; NULL for IANA as well. */
const char *ipfix_vendor_key(uint32_t pen);

/* The name of an enumerated value, or NULL. */
const char *ipfix_value_name(const struct ipfix_names *names, uint64_t value);
/* A table of value names by the name of its CSV ("structuredDataSemantics"), or NULL. */
const struct ipfix_names *ipfix_names_find(const char *table);

#ifdef __cplusplus
}
#endif
#endif
