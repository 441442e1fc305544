/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * `-z conv,ipfix`, `-z endpoints,ipfix`, and the windows of the same names: the exported flows by address and port,
 * with their own packets and octets.
 */
#include "packet-ipfix.h"

#include <epan/conversation_table.h>
#include <epan/tap.h>

/* What a conversation needs of a flow record. */
struct flow {
    address source, destination;
    uint32_t source_port, destination_port;
    uint64_t octets, packets, reverse_octets, reverse_packets; /* reverse: of the way back */
};

static void end_take(address *end, const struct ipfix_field *f)
{
    if (f->data != NULL)
        set_address(end, f->len == 4 ? AT_IPv4 : AT_IPv6, f->len, f->data);
}

/* ICMP has no ports, though its type and code may stand in one. */
static struct flow flow_of(const struct derivation *facts)
{
    bool ports = !is_icmp(facts);
    struct flow flow = {
        .source_port = ports ? facts->source_port_value : 0,
        .destination_port = ports ? facts->port_value : 0,
        .octets = facts->octets.value,
        .packets = facts->packets.value,
        .reverse_octets = facts->reverse_octets.value,
        .reverse_packets = facts->reverse_packets.value,
    };

    end_take(&flow.source, &facts->source);
    end_take(&flow.destination, &facts->destination);
    return flow;
}

/* Read the next record of a set as a flow; false at the end. */
static bool flow_next(struct dissection *d, struct ipfix_records *c, struct flow *flow)
{
    struct derivation facts;
    struct ipfix_field f;
    struct ipfix_value v;
    enum ipfix_status status;

    if (ipfix_record_next(c) != IPFIX_OK)
        return false;
    derivation_open(&facts, d, c->tmpl, c->off);
    while ((status = ipfix_field_next(c, &f)) == IPFIX_OK)
        if (ipfix_value_get(&f, d->export_time, &v) == IPFIX_OK)
            derivation_note(&facts, &f, &v, NULL);
    *flow = flow_of(&facts);
    return status == IPFIX_END;
}

static bool flow_reverse(struct flow *flow)
{
    struct flow back = *flow;

    if (flow->reverse_octets == 0 && flow->reverse_packets == 0)
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
    uint64_t packets = flow->packets, octets = flow->octets;

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
    struct dissection d = t->d;
    conv_hash_t *hash = data;
    struct ipfix_msg msg;
    struct ipfix_set set;

    hash->flags = flags;
    d.nobody_looks = true; /* what is wrong was told when the message was shown */
    tapped_open(t, &msg);
    while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
        const struct ipfix_template *tmpl = set.kind == IPFIX_SET_DATA ? tapped_template(t, &set) : NULL;
        struct ipfix_records c;
        struct flow flow;
        if (tmpl == NULL || tmpl->options)
            continue;
        ipfix_records_open(&c, &set, tmpl);
        while (flow_next(&d, &c, &flow)) {
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
