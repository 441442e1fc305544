/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Sampled packets (elements 104, 313, 315, 316): the octets of a packet inside a record, laid out by
 * Wireshark's own dissectors below the element.  The outer packet must come out of it as it was.
 */
#include "packet-ipfix.h"

#include <epan/exceptions.h>
#include <epan/show_exception.h>

ws_bool pref_inner_packets = FALSE;
static int ett_inner;

/* dataLinkFrameType, element 408: no such field means Ethernet (RFC 7133 section 3). */
enum { FRAME_ETHERNET = 1, FRAME_80211 = 2 };

static const char *dissector_name(const struct ipfix_field *section, uint64_t frame_type)
{
    switch (section->spec->id) {
    case 313: /* ipHeaderPacketSection */
        return section->len > 0 && section->data[0] >> 4 == 6 ? "ipv6" : "ip";
    case 316: /* mplsLabelStackSection */
        return "mpls";
    case 104: /* layer2packetSectionData */
    case 315: /* dataLinkFrameSection */
        if (frame_type == 0 || frame_type == FRAME_ETHERNET)
            return "eth_withoutfcs";
        return frame_type == FRAME_80211 ? "wlan_withoutfcs" : NULL;
    default:
        return NULL;
    }
}

/* Everything that the inner dissectors wrote for layers above them goes back to what it was; what
 * hangs on the frame stays. */
static void outer_restore(packet_info *pinfo, const packet_info *outer)
{
    packet_info inner = *pinfo;

    *pinfo = *outer;
    pinfo->fd = inner.fd;
    pinfo->data_src = inner.data_src;
    pinfo->proto_data = inner.proto_data;
    ws_dependent_frames_keep(pinfo, &inner);
    pinfo->frame_end_routines = inner.frame_end_routines;
    pinfo->private_table = inner.private_table;
}

/* As part of an error report: statistics and stream analysis leave such packets out. */
static void section_dissect(struct dissection *d, proto_tree *tree, const struct ipfix_field *section,
                            uint32_t frame_size, dissector_handle_t handle)
{
    uint32_t reported = MAX(frame_size, section->len);
    tvbuff_t *tvb = tvb_new_subset_length_caplen(d->tvb, (int)section->off, section->len, (int)reported);

    d->pinfo->flags.in_error_pkt = TRUE;
    d->pinfo->can_desegment = 0;
    TRY
    {
        call_dissector_only(handle, tvb, d->pinfo, tree, NULL);
    }
    CATCH_BOUNDS_AND_DISSECTOR_ERRORS
    {
        /* Sections are cut by nature: where the octets end is no fault.  The cut shows where the size of the
         * frame tells it from a malformed packet. */
        if (EXCEPT_CODE != ContainedBoundsError && EXCEPT_CODE != ReportedBoundsError)
            show_exception(tvb, d->pinfo, tree, EXCEPT_CODE, GET_MESSAGE);
    }
    ENDTRY;
}

void inner_dissect(struct dissection *d, proto_item *item, const struct ipfix_field *section,
                   uint64_t frame_type, uint32_t frame_size)
{
    packet_info *pinfo = d->pinfo, outer = *pinfo;
    bool writable = col_get_writable(pinfo->cinfo, -1);

    /* One inside another could go on for ever: a section may hold a message with a section. */
    if (!pref_inner_packets || section->len == 0 || pinfo->flags.in_error_pkt)
        return;
    const char *name = dissector_name(section, frame_type);
    dissector_handle_t handle = name != NULL ? find_dissector(name) : NULL;
    if (handle == NULL)
        return;
    col_set_writable(pinfo->cinfo, -1, FALSE);
    section_dissect(d, proto_item_add_subtree(item, ett_inner), section, frame_size, handle);
    col_set_writable(pinfo->cinfo, -1, writable);
    outer_restore(pinfo, &outer);
}

void inner_register(void)
{
    static int *const ett[] = {&ett_inner};

    subtrees_add(ett, array_length(ett));
}
