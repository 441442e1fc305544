/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The stream and the association of a message over SCTP: its dissector hands on neither, but they stand in front
 * of the message.
 */
#include "packet-ipfix.h"

#define SCTP_HEADER_LEN 12u

/* Where in its frame the header of the chunk is that a message came in (RFC 9260 section 3.3.1, RFC 8260 section
 * 2.1).  Negative: it came in fragments. */
static int chunk_of(tvbuff_t *tvb)
{
    static const struct {
        uint8_t type;
        uint8_t header;
    } chunks[] = {{0, 16}, {64, 20}}; /* DATA, I-DATA */
    tvbuff_t *frame = tvb_get_ds_tvb(tvb);
    int payload = (int)tvb_raw_offset(tvb);

    for (unsigned i = 0; i < G_N_ELEMENTS(chunks); i++) {
        int chunk = payload - chunks[i].header;
        if (chunk < 0 || !tvb_bytes_exist(frame, chunk, chunks[i].header))
            continue;
        bool whole = (tvb_get_uint8(frame, chunk + 1) & 3) == 3; /* first and last fragment in one */
        if (tvb_get_uint8(frame, chunk) == chunks[i].type && whole &&
            tvb_get_ntohs(frame, chunk + 2) == chunks[i].header + tvb_reported_length(tvb))
            return chunk;
    }
    return -1;
}

uint32_t sctp_stream(tvbuff_t *tvb)
{
    int chunk = chunk_of(tvb);

    return chunk >= 0 ? tvb_get_ntohs(tvb_get_ds_tvb(tvb), chunk + 8) : STREAM_UNKNOWN;
}

/* The Verification Tag of the packet that a message came in; 0: not known.  In front of the message's chunk are
 * others, one behind the other by fours, and the packet's header, which begins with the ports (RFC 9260 section 3.1).
 * Of several that look like it, the first: what is in chunks may be about these very ports. */
static uint32_t verification_tag(tvbuff_t *tvb, const packet_info *pinfo)
{
    int chunk = chunk_of(tvb);

    if (chunk < (int)SCTP_HEADER_LEN)
        return 0;
    const uint8_t *p = tvb_get_ptr(tvb_get_ds_tvb(tvb), 0, chunk);
    uint32_t fours = ((uint32_t)chunk - SCTP_HEADER_LEN) / 4, tag = 0;
    bool *leads = g_new0(bool, fours + 1); /* do chunks lead here, from so many fours before? */
    leads[0] = true;
    for (uint32_t i = 0; i <= fours; i++) {
        const uint8_t *here = p + chunk - 4 * i, *header = here - SCTP_HEADER_LEN;
        uint32_t step = i > 0 ? MAX(1u, (ipfix_be16(here + 2) + 3u) / 4) : 0;
        leads[i] = step <= i && leads[i - step];
        if (leads[i] && ipfix_be16(header) == pinfo->srcport && ipfix_be16(header + 2) == pinfo->destport)
            tag = ipfix_be32(header + 4);
    }
    g_free(leads);
    return tag;
}

/* The associations between two ports. */
struct associations {
    wmem_map_t *numbers; /* by their tags, from 1 */
    uint32_t now; /* the one in force, from 0; where no message told its tag yet, it is that of the first */
};

static struct associations *associations_of(packet_info *pinfo)
{
    conversation_t *ports = find_or_create_conversation(pinfo);
    struct associations *all = conversation_get_proto_data(ports, proto_ipfix);

    if (all == NULL) {
        all = wmem_new0(wmem_file_scope(), struct associations);
        all->numbers = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
        conversation_add_proto_data(ports, proto_ipfix, all);
    }
    return all;
}

/* A packet of an association before, which comes late, does not begin another. */
static uint32_t association_number(struct associations *all, uint32_t tag)
{
    const void *key = GUINT_TO_POINTER(tag);
    uint32_t number = GPOINTER_TO_UINT(wmem_map_lookup(all->numbers, key));

    if (number == 0) {
        number = wmem_map_size(all->numbers) + 1;
        wmem_map_insert(all->numbers, key, GUINT_TO_POINTER(number));
    }
    return number - 1;
}

uint32_t sctp_association(tvbuff_t *tvb, packet_info *pinfo)
{
    if (!PINFO_FD_VISITED(pinfo)) {
        struct associations *all = associations_of(pinfo);
        uint32_t tag = verification_tag(tvb, pinfo);
        if (tag != 0)
            all->now = association_number(all, tag);
        if (all->now > 0 &&
            p_get_proto_data(wmem_file_scope(), pinfo, proto_ipfix, FRAME_ASSOCIATION) == NULL)
            p_add_proto_data(wmem_file_scope(), pinfo, proto_ipfix, FRAME_ASSOCIATION,
                             GUINT_TO_POINTER(all->now));
    }
    return GPOINTER_TO_UINT(p_get_proto_data(wmem_file_scope(), pinfo, proto_ipfix, FRAME_ASSOCIATION));
}
