/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * `-z conv,ipfix`, `-z endpoints,ipfix`, and the windows of the same names: the exported flows by address and port,
 * with their own packets and octets.
 */
#include "packet-ipfix.h"

#include <epan/conversation_table.h>
#include <epan/tap.h>

/* Of two the greater one counts: totals run on from record to record, and cannot be added up. */
enum count_kind { COUNT_NONE, COUNT_TOTAL, COUNT_DELTA };

struct count {
    enum count_kind kind;
    uint64_t value;
};

/* What a conversation needs of a flow record. */
struct flow {
    address source, destination;
    bool has_source_port, has_destination_port;
    uint32_t source_port, destination_port;
    struct count octets, packets, reverse_octets, reverse_packets; /* reverse: of the way back */
};

static void address_note(address *end, const struct ipfix_field *f)
{
    if (end->type == AT_NONE || octets_are_zero(end->data, (uint32_t)end->len))
        set_address(end, f->len == 4 ? AT_IPv4 : AT_IPv6, f->len, f->data);
}

/* Of two the outer one comes first (RFC 7011 section 8), as of addresses. */
static void port_note(uint32_t *port, bool *known, uint64_t number)
{
    if (!*known)
        *port = (uint32_t)number;
    *known = true;
}

/* A template may have room for the ports of UDP and those of TCP: those of the other protocol are 0. */
static void port_of_protocol_note(uint32_t *port, bool *known, uint64_t number)
{
    if (number != 0)
        port_note(port, known, number);
}

static void count_note(struct count *count, enum count_kind kind, uint64_t value)
{
    if (kind > count->kind)
        *count = (struct count){kind, value};
}

static void flow_note(struct flow *flow, const struct ipfix_field *f, const struct ipfix_value *v)
{
    switch (f->spec->id) {
    case 8: /* sourceIPv4Address, sourceIPv6Address */
    case 27:
        address_note(&flow->source, f);
        return;
    case 12: /* destinationIPv4Address, destinationIPv6Address */
    case 28:
        address_note(&flow->destination, f);
        return;
    case 7: /* sourceTransportPort */
        port_note(&flow->source_port, &flow->has_source_port, v->as.u);
        return;
    case 11: /* destinationTransportPort */
        port_note(&flow->destination_port, &flow->has_destination_port, v->as.u);
        return;
    case 180: /* udpSourcePort, tcpSourcePort */
    case 182:
        port_of_protocol_note(&flow->source_port, &flow->has_source_port, v->as.u);
        return;
    case 181: /* udpDestinationPort, tcpDestinationPort */
    case 183:
        port_of_protocol_note(&flow->destination_port, &flow->has_destination_port, v->as.u);
        return;
    case 1: /* octetDeltaCount */
        count_note(&flow->octets, COUNT_DELTA, v->as.u);
        return;
    case 85: /* octetTotalCount, initiatorOctets */
    case 231:
        count_note(&flow->octets, COUNT_TOTAL, v->as.u);
        return;
    case 2: /* packetDeltaCount */
        count_note(&flow->packets, COUNT_DELTA, v->as.u);
        return;
    case 86: /* packetTotalCount, initiatorPackets */
    case 298:
        count_note(&flow->packets, COUNT_TOTAL, v->as.u);
        return;
    case 232: /* responderOctets */
        count_note(&flow->reverse_octets, COUNT_TOTAL, v->as.u);
        return;
    case 299: /* responderPackets */
        count_note(&flow->reverse_packets, COUNT_TOTAL, v->as.u);
        return;
    default:
        return;
    }
}

/* The other way of writing biflows, RFC 5103. */
static void reverse_note(struct flow *flow, const struct ipfix_field *f, const struct ipfix_value *v)
{
    enum count_kind kind = f->spec->id <= 2 ? COUNT_DELTA : COUNT_TOTAL;

    if (f->spec->id == 1 || f->spec->id == 85)
        count_note(&flow->reverse_octets, kind, v->as.u);
    else if (f->spec->id == 2 || f->spec->id == 86)
        count_note(&flow->reverse_packets, kind, v->as.u);
}

/* Flows of Cisco AVC: the addresses and ports of a client and a server. */
static void cisco_note(struct flow *flow, const struct ipfix_field *f, const struct ipfix_value *v)
{
    switch (f->spec->id) {
    case 12236: /* clientIPv4Address, clientIPv6Address */
    case 12238:
        address_note(&flow->source, f);
        return;
    case 12237: /* serverIPv4Address, serverIPv6Address */
    case 12239:
        address_note(&flow->destination, f);
        return;
    case 12240: /* clientTransportPort */
        flow->source_port = (uint32_t)v->as.u;
        return;
    case 12241: /* serverTransportPort */
        flow->destination_port = (uint32_t)v->as.u;
        return;
    default:
        return;
    }
}

/* Read the next record of a set as a flow; false at the end. */
static bool flow_next(struct ipfix_records *c, uint32_t export_time, struct flow *flow)
{
    struct ipfix_field f;
    struct ipfix_value v;
    enum ipfix_status status;

    if (ipfix_record_next(c) != IPFIX_OK)
        return false;
    *flow = (struct flow){0};
    while ((status = ipfix_field_next(c, &f)) == IPFIX_OK) {
        /* What the user has redefined may be of any type. */
        if (!element_is_built_in(f.spec->ie) || ipfix_value_get(&f, export_time, &v) != IPFIX_OK)
            continue;
        if (!f.spec->enterprise)
            flow_note(flow, &f, &v);
        else if (f.spec->pen == IPFIX_PEN_REVERSE)
            reverse_note(flow, &f, &v);
        else if (f.spec->pen == PEN_CISCO)
            cisco_note(flow, &f, &v);
    }
    return status == IPFIX_END;
}

static bool flow_reverse(struct flow *flow)
{
    struct flow back = *flow;

    if (flow->reverse_octets.value == 0 && flow->reverse_packets.value == 0)
        return false;
    back.source = flow->destination;
    back.destination = flow->source;
    back.source_port = flow->destination_port;
    back.destination_port = flow->source_port;
    back.octets = flow->reverse_octets;
    back.packets = flow->reverse_packets;
    *flow = back;
    return true;
}

typedef void (*flow_fn)(conv_hash_t *hash, const packet_info *pinfo, const struct flow *flow, int packets,
                        int octets);

/* Wireshark takes an int at a time: what is more comes in parts, of which no record may have many. */
static void flow_add(conv_hash_t *hash, const packet_info *pinfo, const struct flow *flow, flow_fn add)
{
    uint64_t packets = flow->packets.value, octets = flow->octets.value;

    for (int part = 0; part < 64 && (part == 0 || packets > 0 || octets > 0); part++) {
        int p = (int)MIN(packets, INT_MAX), o = (int)MIN(octets, INT_MAX);
        add(hash, pinfo, flow, p, o);
        packets -= (uint64_t)p;
        octets -= (uint64_t)o;
    }
}

static tap_packet_status flows_packet(void *data, packet_info *pinfo, const void *tapped, tap_flags_t flags,
                                      flow_fn add)
{
    const struct tapped *t = tapped;
    conv_hash_t *hash = data;
    struct ipfix_msg msg;
    struct ipfix_set set;

    hash->flags = flags;
    tapped_open(t, &msg);
    while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
        const struct ipfix_template *tmpl = set.kind == IPFIX_SET_DATA ? tapped_template(t, &set) : NULL;
        struct ipfix_records c;
        struct flow flow;
        if (tmpl == NULL || tmpl->options)
            continue;
        ipfix_records_open(&c, &set, tmpl);
        while (flow_next(&c, t->d.export_time, &flow)) {
            if (flow.source.type == AT_NONE || flow.destination.type == AT_NONE)
                continue;
            flow_add(hash, pinfo, &flow, add);
            if (flow_reverse(&flow))
                flow_add(hash, pinfo, &flow, add);
        }
    }
    return TAP_PACKET_REDRAW;
}

/* tshark writes ports in the tables of TCP, UDP and SCTP alone: in ours they stand in the text of the address. */
struct shown_end {
    address address;
    char text[64];
};

static const address *end_show(struct shown_end *end, const address *a, uint32_t port)
{
    char text[64];

    if (port == 0 || g_strcmp0(g_get_prgname(), "tshark") != 0)
        return a;
    address_to_str_buf(a, text, sizeof text);
    int len = snprintf(end->text, sizeof end->text, a->type == AT_IPv6 ? "[%s]:%u" : "%s:%u", text, port);
    set_address(&end->address, AT_STRINGZ, len + 1, end->text);
    return &end->address;
}

static const char *source_field(const address *a)
{
    return a->type == AT_IPv6 ? "ipfix.sourceIPv6Address" : "ipfix.sourceIPv4Address";
}

static const char *conversation_filter(conv_item_t *conversation, conv_filter_type_e filter)
{
    switch (filter) {
    case CONV_FT_SRC_ADDRESS:
        return source_field(&conversation->src_address);
    case CONV_FT_DST_ADDRESS:
        return conversation->dst_address.type == AT_IPv6 ? "ipfix.destinationIPv6Address"
                                                         : "ipfix.destinationIPv4Address";
    case CONV_FT_SRC_PORT:
        return "ipfix.sourceTransportPort";
    case CONV_FT_DST_PORT:
        return "ipfix.destinationTransportPort";
    default:
        return CONV_FILTER_INVALID;
    }
}

static void conversation_add(conv_hash_t *hash, const packet_info *pinfo, const struct flow *flow,
                             int packets, int octets)
{
    static ct_dissector_info_t info = {conversation_filter};
    nstime_t relative = pinfo->rel_ts, absolute = pinfo->abs_ts;
    struct shown_end source, destination;

    add_conversation_table_data(hash, end_show(&source, &flow->source, flow->source_port),
                                end_show(&destination, &flow->destination, flow->destination_port),
                                flow->source_port, flow->destination_port, packets, octets, &relative,
                                &absolute, &info, CONVERSATION_UDP);
}

static tap_packet_status conversations_packet(void *data, packet_info *pinfo, epan_dissect_t *edt _U_,
                                              const void *tapped, tap_flags_t flags)
{
    return flows_packet(data, pinfo, tapped, flags, conversation_add);
}

static const char *endpoint_filter(endpoint_item_t *endpoint, conv_filter_type_e filter)
{
    return filter == CONV_FT_SRC_ADDRESS ? source_field(&endpoint->myaddress) : CONV_FILTER_INVALID;
}

static void endpoint_add(conv_hash_t *hash, const packet_info *pinfo _U_, const struct flow *flow,
                         int packets, int octets)
{
    static et_dissector_info_t info = {endpoint_filter};

    struct shown_end source, destination;

    add_endpoint_table_data(hash, end_show(&source, &flow->source, flow->source_port), flow->source_port,
                            TRUE, packets, octets, &info, ENDPOINT_UDP);
    add_endpoint_table_data(hash, end_show(&destination, &flow->destination, flow->destination_port),
                            flow->destination_port, FALSE, packets, octets, &info, ENDPOINT_UDP);
}

static tap_packet_status endpoints_packet(void *data, packet_info *pinfo, epan_dissect_t *edt _U_,
                                          const void *tapped, tap_flags_t flags)
{
    return flows_packet(data, pinfo, tapped, flags, endpoint_add);
}

void flows_register(void)
{
    register_conversation_table(proto_ipfix, FALSE, conversations_packet, endpoints_packet);
}
