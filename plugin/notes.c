/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a record says, noted while its fields are read, for what follows from it.
 */
#include "packet-ipfix.h"

enum { ENTERPRISE_NUMBER = 346 }; /* privateEnterpriseNumber */

void derivation_open(struct derivation *facts, struct dissection *d, const struct ipfix_template *tmpl,
                     uint32_t off)
{
    memset(facts, 0, sizeof *facts);
    facts->d = d;
    facts->tmpl = tmpl;
    facts->off = off;
}

static void end_note(struct flow_end *end, enum flow_clock clock, int64_t ns, int64_t unit, proto_item *item)
{
    if (end->clock != CLOCK_NONE)
        return; /* the outer of two flows comes first (RFC 7011 section 8) */
    end->clock = clock;
    end->ns = ns;
    end->unit = unit;
    end->item = item;
}

static void duration_note(struct derivation *facts, int64_t ns, proto_item *item)
{
    if (facts->duration_known)
        return;
    facts->duration_ns = ns;
    facts->duration_known = true;
    facts->duration_item = item;
}

static void calendar_note(struct flow_end *end, const struct ipfix_field *f, const struct ipfix_value *v,
                          proto_item *item)
{
    int64_t ns;

    int64_t unit = f->spec->type == IPFIX_TIME_S    ? 1000 * MILLISECOND
                   : f->spec->type == IPFIX_TIME_MS ? MILLISECOND
                                                    : 1;

    if (!time_is_unset(f) && time_ns(&v->as.time, &ns))
        end_note(end, CLOCK_CALENDAR, ns, unit, item);
}

/* Of two addresses the outer one comes first (RFC 7011 section 8), and one of zeros is that of the IP version which the
 * flow is not of, where a template has both. */
static void address_note(struct ipfix_field *end, const struct ipfix_field *f)
{
    if (end->data == NULL || octets_are_zero(end->data, end->len))
        *end = *f;
}

/* As it stands in icmpTypeCodeIPv4.  One of zeros is that of the other IP version, where a template has both. */
static void icmp_type_code_note(struct derivation *facts, const struct ipfix_field *f, bool is_v6,
                                uint64_t type_code)
{
    if (facts->icmp_type.data != NULL && (facts->icmp_type_code != 0 || type_code == 0))
        return;
    facts->icmp_type_code = (uint32_t)type_code;
    facts->icmp_is_v6 = is_v6;
    facts->icmp_type = facts->icmp_code = *f;
}

static void icmp_type_note(struct derivation *facts, const struct ipfix_field *f, uint64_t type)
{
    if (facts->icmp_type.data != NULL && (facts->icmp_type_code >> 8 != 0 || type == 0))
        return;
    facts->icmp_type_code |= (uint32_t)type << 8;
    facts->icmp_is_v6 = f->spec->id == 178;
    facts->icmp_type = *f;
}

static void icmp_code_note(struct derivation *facts, const struct ipfix_field *f, uint64_t code)
{
    if (facts->icmp_code.data != NULL)
        return;
    facts->icmp_type_code |= (uint32_t)code;
    facts->icmp_code = *f;
}

/* Of two the outer one comes first (RFC 7011 section 8). */
static void port_note(struct ipfix_field *port, uint32_t *value, const struct ipfix_field *f, uint64_t number)
{
    if (port->data != NULL)
        return;
    *port = *f;
    *value = (uint32_t)number;
}

/* A template may have room for the ports of UDP and those of TCP: those of the other protocol are 0. */
static void port_of_protocol_note(struct ipfix_field *port, uint32_t *value, const struct ipfix_field *f,
                                  uint64_t number)
{
    if (number != 0)
        port_note(port, value, f, number);
}

/* Of two of a kind the outer one comes first. */
static void count_note(struct count *count, enum count_kind kind, uint64_t value)
{
    if (kind > count->kind)
        *count = (struct count){kind, value};
}

/* Elements of the way back, and of biflows those of the way there (RFC 5103), have the same numbers. */
static bool counts_note(struct count *octets, struct count *packets, uint16_t id, uint64_t value)
{
    switch (id) {
    case 1: /* octetDeltaCount */
        count_note(octets, COUNT_DELTA, value);
        return true;
    case 2: /* packetDeltaCount */
        count_note(packets, COUNT_DELTA, value);
        return true;
    case 85: /* octetTotalCount */
        count_note(octets, COUNT_TOTAL, value);
        return true;
    case 86: /* packetTotalCount */
        count_note(packets, COUNT_TOTAL, value);
        return true;
    default:
        return false;
    }
}

/* Flows of Cisco AVC have a client and a server in the place of source and destination. */
static void cisco_note(struct derivation *facts, const struct ipfix_field *f, const struct ipfix_value *v)
{
    switch (f->spec->id) {
    case 12236: /* clientIPv4Address, clientIPv6Address */
    case 12238:
        address_note(&facts->source, f);
        return;
    case 12237: /* serverIPv4Address, serverIPv6Address */
    case 12239:
        address_note(&facts->destination, f);
        return;
    case 12240: /* clientTransportPort */
        port_note(&facts->source_port, &facts->source_port_value, f, v->as.u);
        return;
    case 12241: /* serverTransportPort */
        port_note(&facts->port, &facts->port_value, f, v->as.u);
        return;
    default:
        return;
    }
}

/* Where the next privateEnterpriseNumber behind a field is, and what it is: once for all fields before it, of which a
 * record may have thousands. */
static void enterprise_seek(struct derivation *facts, const struct ipfix_field *f, uint32_t index)
{
    const struct ipfix_template *t = facts->tmpl;
    const uint8_t *octets = f->data + f->len;
    uint32_t i = index + 1;

    for (; i < t->field_count && (t->spec[i].id != ENTERPRISE_NUMBER || t->spec[i].enterprise); i++)
        if (i < t->fixed_count) /* all of these are there once a record is begun */
            octets += t->spec[i].len;
    if (i < t->fixed_count)
        facts->enterprise_ahead = (uint32_t)ipfix_be_n(octets, t->spec[i].len);
    facts->enterprise_next = i;
}

/* The privateEnterpriseNumber of the record, before or behind a field of it; false where it cannot be known yet. */
static bool enterprise_find(struct derivation *facts, const struct ipfix_field *f, uint32_t *pen)
{
    const struct ipfix_template *t = facts->tmpl;
    uint32_t index = (uint32_t)(f->spec - t->spec);

    if (facts->enterprise_next <= index)
        enterprise_seek(facts, f, index);
    bool ahead = facts->enterprise_next < t->field_count;
    *pen = ahead ? facts->enterprise_ahead : facts->enterprise;
    return !ahead || facts->enterprise_next < t->fixed_count;
}

/* The element that a number in options data stands for; the enterprise bit in it counts for nothing, its record
 * names the enterprise (RFC 5610 section 3.8). */
static void element_draw(struct derivation *facts, const struct ipfix_field *f, uint64_t number,
                         proto_item *item)
{
    struct ipfix_spec element = {.id = number & 0x7fff};

    if (item == NULL || !enterprise_find(facts, f, &element.pen))
        return;
    element.enterprise = element.pen != 0;
    ipfix_spec_find(&element, element_find, NULL);
    if (element.ie != NULL)
        proto_item_append_text(item, " (%s)", element_name(facts->d->pinfo->pool, &element));
}

/* The template that a record is about, or NULL. */
const struct ipfix_template *template_named(const struct derivation *facts)
{
    const struct dissection *d = facts->d;
    const struct session *from;

    return session_template(d->session, d->domain, (uint16_t)facts->template_id, position_of(d, facts->off),
                            &from);
}

/* The field of a template that an index stands for, counted from 0 (RFC 6235 section 6.2). */
static void field_index_draw(struct derivation *facts, uint64_t index, proto_item *item)
{
    if (item == NULL)
        return;
    const struct ipfix_template *tmpl = template_named(facts);

    if (tmpl != NULL && index < tmpl->field_count)
        proto_item_append_text(item, " (field %" PRIu64 ", %s)", index + 1,
                               element_name(facts->d->pinfo->pool, &tmpl->spec[index]));
}

/* When a flow began and ended, by which clock ever. */
static bool times_note(struct derivation *facts, const struct ipfix_field *f, const struct ipfix_value *v,
                       proto_item *item)
{
    switch (f->spec->id) {
    case 150: /* flowStartSeconds to flowEndNanoseconds */
    case 152:
    case 154:
    case 156:
        calendar_note(&facts->start, f, v, item);
        return true;
    case 151:
    case 153:
    case 155:
    case 157:
        calendar_note(&facts->end, f, v, item);
        return true;
    case 22: /* flowStartSysUpTime, milliseconds since boot */
        end_note(&facts->start, CLOCK_UPTIME, (int64_t)v->as.u * MILLISECOND, MILLISECOND, item);
        return true;
    case 21: /* flowEndSysUpTime */
        end_note(&facts->end, CLOCK_UPTIME, (int64_t)v->as.u * MILLISECOND, MILLISECOND, item);
        return true;
    case 158: /* flowStartDeltaMicroseconds, before the export time (RFC 7011 section 5.1) */
        end_note(&facts->start, CLOCK_DELTA, -(int64_t)v->as.u * 1000, 1000, item);
        return true;
    case 159: /* flowEndDeltaMicroseconds */
        end_note(&facts->end, CLOCK_DELTA, -(int64_t)v->as.u * 1000, 1000, item);
        return true;
    case 160: /* systemInitTimeMilliseconds */
        facts->boot_known = time_ns(&v->as.time, &facts->boot_ns);
        return true;
    case 161: /* flowDurationMilliseconds */
        duration_note(facts, (int64_t)v->as.u * MILLISECOND, item);
        return true;
    case 162: /* flowDurationMicroseconds */
        duration_note(facts, (int64_t)v->as.u * 1000, item);
        return true;
    default:
        return false;
    }
}

/* The ends of a flow, its protocol and its counters. */
static bool flow_note(struct derivation *facts, const struct ipfix_field *f, const struct ipfix_value *v)
{
    switch (f->spec->id) {
    case 4: /* protocolIdentifier */
        if (facts->protocol_names == NULL)
            facts->protocol = (uint32_t)v->as.u;
        facts->protocol_names = f->spec->ie->names;
        return true;
    case 11: /* destinationTransportPort */
        port_note(&facts->port, &facts->port_value, f, v->as.u);
        return true;
    case 8: /* sourceIPv4Address, sourceIPv6Address */
    case 27:
        address_note(&facts->source, f);
        return true;
    case 12: /* destinationIPv4Address, destinationIPv6Address */
    case 28:
        address_note(&facts->destination, f);
        return true;
    case 7: /* sourceTransportPort */
        port_note(&facts->source_port, &facts->source_port_value, f, v->as.u);
        return true;
    case 180: /* udpSourcePort, tcpSourcePort */
    case 182:
        port_of_protocol_note(&facts->source_port, &facts->source_port_value, f, v->as.u);
        return true;
    case 181: /* udpDestinationPort, tcpDestinationPort */
    case 183:
        port_of_protocol_note(&facts->port, &facts->port_value, f, v->as.u);
        return true;
    case 231: /* initiatorOctets, responderOctets */
        count_note(&facts->octets, COUNT_TOTAL, v->as.u);
        return true;
    case 232:
        count_note(&facts->reverse_octets, COUNT_TOTAL, v->as.u);
        return true;
    case 298: /* initiatorPackets, responderPackets */
        count_note(&facts->packets, COUNT_TOTAL, v->as.u);
        return true;
    case 299:
        count_note(&facts->reverse_packets, COUNT_TOTAL, v->as.u);
        return true;
    default:
        return counts_note(&facts->octets, &facts->packets, f->spec->id, v->as.u);
    }
}

/* 0 is no event. */
static const char *event_name(const struct ipfix_field *f, uint64_t event)
{
    return event != 0 ? ipfix_value_name(f->spec->ie->names, event) : NULL;
}

/* What happened to a flow at a NAT (RFC 8158) or a firewall, and what it is behind it. */
static bool event_notes(struct derivation *facts, const struct ipfix_field *f, const struct ipfix_value *v)
{
    switch (f->spec->id) {
    case 230: /* natEvent, firewallEvent */
    case 233:
        facts->event = event_name(f, v->as.u);
        return true;
    case 466: /* natQuotaExceededEvent, natThresholdEvent */
    case 467:
        facts->event_detail = event_name(f, v->as.u);
        return true;
    case 225: /* postNATSourceIPv4Address, postNATSourceIPv6Address */
    case 281:
        address_note(&facts->nat_source, f);
        return true;
    case 226: /* postNATDestinationIPv4Address, postNATDestinationIPv6Address */
    case 282:
        address_note(&facts->nat_destination, f);
        return true;
    case 227: /* postNAPTSourceTransportPort */
        port_note(&facts->nat_source_port, &facts->nat_source_port_value, f, v->as.u);
        return true;
    case 228: /* postNAPTDestinationTransportPort */
        port_note(&facts->nat_port, &facts->nat_port_value, f, v->as.u);
        return true;
    case 361: /* portRangeStart */
        port_note(&facts->range, &facts->range_first, f, v->as.u);
        return true;
    case 362: /* portRangeEnd */
        facts->range_last = (uint32_t)v->as.u;
        return true;
    default:
        return false;
    }
}

/* Type and code of ICMP. */
static bool icmp_note(struct derivation *facts, const struct ipfix_field *f, const struct ipfix_value *v)
{
    switch (f->spec->id) {
    case 32: /* icmpTypeCodeIPv4, icmpTypeCodeIPv6 */
    case 139:
        icmp_type_code_note(facts, f, f->spec->id == 139, v->as.u);
        return true;
    case 176: /* icmpTypeIPv4, icmpTypeIPv6 */
    case 178:
        icmp_type_note(facts, f, v->as.u);
        return true;
    case 177: /* icmpCodeIPv4, icmpCodeIPv6 */
    case 179:
        icmp_code_note(facts, f, v->as.u);
        return true;
    default:
        return false;
    }
}

/* What options data may be about. */
static bool keys_note(struct derivation *facts, const struct ipfix_field *f)
{
    switch (f->spec->id) {
    case 10: /* ingressInterface */
        facts->ingress = *f;
        return true;
    case 14: /* egressInterface */
        facts->egress = *f;
        return true;
    case 95: /* applicationId */
        facts->application = *f;
        return true;
    case 137: /* commonPropertiesId */
        facts->common = *f;
        return true;
    case 234: /* ingressVRFID */
        facts->ingress_vrf = *f;
        return true;
    case 235: /* egressVRFID */
        facts->egress_vrf = *f;
        return true;
    case 51: /* classId */
        facts->class = *f;
        return true;
    case 48: /* samplerId */
        facts->sampler = *f;
        return true;
    case 301: /* selectionSequenceId */
        facts->sequence = *f;
        return true;
    case 302: /* selectorId */
        facts->selector = *f;
        return true;
    default:
        return false;
    }
}

/* The exporter's own word for loss, in octets, packets or flows. */
static void loss_note(struct derivation *facts, const struct ipfix_field *f, const char *what, uint64_t count,
                      proto_item *item)
{
    if (count != 0)
        complain(facts->d, item, COMPLAINT_REPORTED_LOSS, "%s %" PRIu64 " %s", what, count,
                 f->spec->ie->units);
}

/* Reports of the standard options templates (RFC 7011 section 4). */
static bool report_note(struct derivation *facts, const struct ipfix_field *f, const struct ipfix_value *v,
                        proto_item *item)
{
    if (!facts->tmpl->options)
        return false;
    switch (f->spec->id) {
    case 40: /* exportedOctetTotalCount, exportedMessageTotalCount, exportedFlowRecordTotalCount */
    case 41:
    case 42:
        facts->report = "Metering Process Statistics";
        return true;
    case 164: /* ignoredPacketTotalCount, ignoredOctetTotalCount */
    case 165:
        facts->report = "Metering Process Reliability";
        loss_note(facts, f, "The Metering Process ignored", v->as.u, item);
        return true;
    case 166: /* notSentFlowTotalCount, notSentPacketTotalCount, notSentOctetTotalCount */
    case 167:
    case 168:
        facts->report = "Exporting Process Reliability";
        loss_note(facts, f, "The Exporting Process did not send", v->as.u, item);
        return true;
    case 173: /* flowKeyIndicator */
        facts->report = "Flow Keys";
        return false; /* and more than that */
    default:
        return false;
    }
}

/* What options data says of elements and templates. */
static bool options_note(struct derivation *facts, const struct ipfix_field *f, const struct ipfix_value *v,
                         proto_item *item)
{
    switch (f->spec->id) {
    case 145: /* templateId */
        facts->template_id = (uint32_t)v->as.u;
        return true;
    case 173: /* flowKeyIndicator */
        facts->flow_keys = v->as.u;
        facts->has_flow_keys = true;
        facts->flow_keys_item = item;
        return true;
    case 287: /* informationElementIndex */
        field_index_draw(facts, v->as.u, item);
        return true;
    case 303: /* informationElementId */
        element_draw(facts, f, v->as.u, item);
        return true;
    case ENTERPRISE_NUMBER:
        facts->enterprise = (uint32_t)v->as.u;
        return true;
    default:
        return false;
    }
}

/* A piece of a packet. */
static bool section_note(struct derivation *facts, const struct ipfix_field *f, const struct ipfix_value *v,
                         proto_item *item)
{
    switch (f->spec->id) {
    case 104: /* layer2packetSectionData, ipHeaderPacketSection, dataLinkFrameSection, mplsLabelStackSection */
    case 313:
    case 315:
    case 316:
        facts->section = *f;
        facts->section_item = item;
        return true;
    case 312: /* dataLinkFrameSize */
        facts->frame_size = (uint32_t)v->as.u;
        return true;
    case 408: /* dataLinkFrameType */
        facts->frame_type = v->as.u;
        return true;
    case 409: /* sectionOffset */
        facts->section_begin = (uint32_t)v->as.u;
        return true;
    case 410: /* sectionExportedOctets */
        facts->section_octets = (uint32_t)v->as.u;
        return true;
    default:
        return false;
    }
}

void derivation_note(struct derivation *facts, const struct ipfix_field *f, const struct ipfix_value *v,
                     proto_item *item)
{
    const struct ipfix_spec *spec = f->spec;

    /* What the user has redefined may be of any type. */
    if (!element_is_built_in(spec->ie))
        return;
    if (!spec->enterprise && spec->id >= 434 && spec->id <= 444) { /* mibObjectValueInteger to -Row */
        mib_object_draw(facts, f, item);
        return;
    }
    if (v == NULL)
        return;
    if (spec->enterprise) {
        if (spec->pen == PEN_CISCO)
            cisco_note(facts, f, v);
        else if (spec->pen == IPFIX_PEN_REVERSE)
            (void)counts_note(&facts->reverse_octets, &facts->reverse_packets, spec->id, v->as.u);
        return;
    }
    if (flow_note(facts, f, v) || times_note(facts, f, v, item) || icmp_note(facts, f, v) ||
        event_notes(facts, f, v) || keys_note(facts, f) || report_note(facts, f, v, item) ||
        options_note(facts, f, v, item) || section_note(facts, f, v, item))
        return;
    sampling_note(&facts->sampling, spec->id, v);
}
