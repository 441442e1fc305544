/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a record means beyond its fields: calendar times of uptimes and deltas, how long a flow took,
 * ICMP type and code.  All from exact integers, all marked as generated.
 */
#include "packet-ipfix.h"

static int hf_flow_start, hf_flow_end, hf_duration, hf_icmp_type, hf_icmp_code;

void derivation_open(struct derivation *facts, struct dissection *d)
{
    memset(facts, 0, sizeof *facts);
    facts->d = d;
}

static void end_note(struct flow_end *end, enum flow_clock clock, int64_t ns, proto_item *item)
{
    if (end->clock != CLOCK_NONE)
        return; /* the outer of two flows comes first (RFC 7011 section 8) */
    end->clock = clock;
    end->ns = ns;
    end->item = item;
}

static int64_t time_ns(const struct ipfix_value *v)
{
    return v->as.time.sec * 1000000000 + v->as.time.nsec;
}

static void icmp_note(struct derivation *facts, const struct ipfix_field *f, uint64_t type, uint64_t code)
{
    if (facts->icmp.data != NULL)
        return;
    facts->icmp_type = (int32_t)type;
    facts->icmp_code = (int32_t)code;
    facts->icmp = *f;
}

void derivation_note(struct derivation *facts, const struct ipfix_field *f, const struct ipfix_value *v,
                     proto_item *item)
{
    if (f->spec->enterprise)
        return;
    switch (f->spec->id) {
    case 150: /* flowStartSeconds to flowEndNanoseconds */
    case 152:
    case 154:
    case 156:
        end_note(&facts->start, CLOCK_CALENDAR, time_ns(v), item);
        return;
    case 151:
    case 153:
    case 155:
    case 157:
        end_note(&facts->end, CLOCK_CALENDAR, time_ns(v), item);
        return;
    case 22: /* flowStartSysUpTime, milliseconds since boot */
        end_note(&facts->start, CLOCK_UPTIME, (int64_t)v->as.u * 1000000, item);
        return;
    case 21: /* flowEndSysUpTime */
        end_note(&facts->end, CLOCK_UPTIME, (int64_t)v->as.u * 1000000, item);
        return;
    case 158: /* flowStartDeltaMicroseconds, before the export time (RFC 7011 section 5.1) */
        end_note(&facts->start, CLOCK_DELTA, -(int64_t)v->as.u * 1000, item);
        return;
    case 159: /* flowEndDeltaMicroseconds */
        end_note(&facts->end, CLOCK_DELTA, -(int64_t)v->as.u * 1000, item);
        return;
    case 160: /* systemInitTimeMilliseconds */
        facts->boot_known = true;
        facts->boot_ns = time_ns(v);
        return;
    case 32: /* icmpTypeCodeIPv4, icmpTypeCodeIPv6 */
    case 139:
        icmp_note(facts, f, v->as.u >> 8, v->as.u & 0xff);
        return;
    case 4: /* protocolIdentifier */
        facts->protocol = (uint32_t)v->as.u;
        return;
    case 11: /* destinationTransportPort */
        facts->port = *f;
        facts->port_value = (uint32_t)v->as.u;
        return;
    default:
        return;
    }
}

/* The calendar time of one end of a flow, where it is not in the record as such. */
static bool calendar_ns(const struct derivation *facts, const struct flow_end *end, int64_t *ns)
{
    if (end->clock == CLOCK_DELTA)
        *ns = (int64_t)facts->d->export_time * 1000000000 + end->ns;
    else if (end->clock == CLOCK_UPTIME && facts->boot_known)
        *ns = facts->boot_ns + end->ns;
    else
        return false;
    return true;
}

static nstime_t nstime_of(int64_t ns)
{
    nstime_t t = {.secs = (time_t)(ns / 1000000000), .nsecs = (int)(ns % 1000000000)};

    return t;
}

static void time_draw(struct derivation *facts, proto_tree *tree, int hf, int64_t ns)
{
    nstime_t t = nstime_of(ns);

    proto_item_set_generated(proto_tree_add_time(tree, hf, facts->d->tvb, 0, 0, &t));
}

static void flow_draw(struct derivation *facts, proto_tree *tree)
{
    struct dissection *d = facts->d;
    int64_t ns;

    if (calendar_ns(facts, &facts->start, &ns))
        time_draw(facts, tree, hf_flow_start, ns);
    if (calendar_ns(facts, &facts->end, &ns))
        time_draw(facts, tree, hf_flow_end, ns);
    if (facts->start.clock == CLOCK_NONE || facts->start.clock != facts->end.clock)
        return;
    ns = facts->end.ns - facts->start.ns;
    time_draw(facts, tree, hf_duration, ns);
    if (ns < 0)
        complain(d, facts->end.item, COMPLAINT_FLOW_BACKWARDS, "Flow ends before it starts: by %" PRId64 ".%09" PRId64 " s",
                 -ns / 1000000000, -ns % 1000000000);
}

/* The port reading is habit, not standard: many exporters put the ICMP type and code there. */
static void icmp_from_port(struct derivation *facts)
{
    bool is_icmp = facts->protocol == 1 || facts->protocol == 58;

    if (is_icmp && facts->port.data != NULL && facts->port.len == 2)
        icmp_note(facts, &facts->port, facts->port_value >> 8, facts->port_value & 0xff);
}

void derivation_draw(struct derivation *facts, proto_tree *tree)
{
    tvbuff_t *tvb = facts->d->tvb;

    flow_draw(facts, tree);
    icmp_from_port(facts);
    if (facts->icmp.data == NULL)
        return;
    int off = (int)facts->icmp.off, len = facts->icmp.len;
    proto_item_set_generated(proto_tree_add_uint(tree, hf_icmp_type, tvb, off, len, (uint32_t)facts->icmp_type));
    proto_item_set_generated(proto_tree_add_uint(tree, hf_icmp_code, tvb, off, len, (uint32_t)facts->icmp_code));
}

bool derived_wanted(proto_tree *tree)
{
    return proto_field_is_referenced(tree, hf_flow_start) || proto_field_is_referenced(tree, hf_flow_end) ||
           proto_field_is_referenced(tree, hf_duration) || proto_field_is_referenced(tree, hf_icmp_type) ||
           proto_field_is_referenced(tree, hf_icmp_code);
}

void derived_register(void)
{
    static hf_register_info hf[] = {
        {&hf_flow_start,
         {"Flow Start", "ipfix.derived.flow_start", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
          "Calendar time of an uptime or a delta", HFILL}},
        {&hf_flow_end,
         {"Flow End", "ipfix.derived.flow_end", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
          "Calendar time of an uptime or a delta", HFILL}},
        {&hf_duration, {"Duration", "ipfix.derived.duration", FT_RELATIVE_TIME, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_icmp_type, {"ICMP Type", "ipfix.derived.icmp_type", FT_UINT8, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_icmp_code, {"ICMP Code", "ipfix.derived.icmp_code", FT_UINT8, BASE_DEC, NULL, 0, NULL, HFILL}},
    };

    fields_add(hf, array_length(hf));
}
