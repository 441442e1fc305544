/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What a record means beyond its fields, as fields that are marked as generated, and as values for taps: times, ICMP,
 * and what options data says of interfaces, applications, sampling and the like.
 */
#include "packet-ipfix.h"

static int hf_flow_start, hf_flow_end, hf_duration, hf_icmp_type, hf_icmp_code, hf_boot_frame;
static int hf_sampling, hf_estimated_octets, hf_estimated_packets, hf_sampling_frame;
static int hf_ingress_interface, hf_egress_interface, hf_interface_frame;
static int hf_application_name, hf_application_frame;
static int hf_ingress_vrf, hf_egress_vrf, hf_vrf_frame;
static int hf_class_name, hf_class_frame;
static int hf_mib_object, hf_mib_frame;
static int hf_common, hf_common_frame;
static int ett_mib;
/* Drawn only for who asks for them; asked_by_command: the command line may. */
static int hf_flow, hf_start, hf_end;
static bool asked_by_command;

/* All of the above, for those who ask whether anything is wanted. */
static hf_register_info *registrations;
static size_t registration_count;

static void frame_draw(struct derivation *facts, proto_tree *tree, int hf, const struct join_fact *fact)
{
    proto_item_set_generated(proto_tree_add_uint(tree, hf, facts->d->tvb, 0, 0, frame_number(fact->at)));
}

/* The fields that the key of a template's flows is made of, by name (RFC 7011 section 4.4). */
static void flow_keys_draw(struct derivation *facts)
{
    const struct ipfix_template *tmpl = facts->has_flow_keys ? template_named(facts) : NULL;
    uint64_t keys = facts->flow_keys;
    const char *before = ": ";

    if (tmpl == NULL)
        return;
    for (uint32_t i = 0; keys != 0 && i < tmpl->field_count; i++, keys >>= 1)
        if ((keys & 1) != 0 && facts->d->texts) {
            proto_item_append_text(facts->flow_keys_item, "%s%s", before,
                                   element_name(facts->d->pinfo->pool, &tmpl->spec[i]));
            before = ", ";
        }
    if (keys != 0)
        complain(facts->d, facts->flow_keys_item, COMPLAINT_FLOW_KEY,
                 "Flow keys beyond the %u field%s of template %u", tmpl->field_count,
                 tmpl->field_count == 1 ? "" : "s", tmpl->id);
}

/* Which object a value is of, which its element does not tell (RFC 8038 section 5.3.1). */
void mib_object_draw(struct derivation *facts, const struct ipfix_field *f, proto_item *item)
{
    uint32_t index = (uint32_t)(f->spec - facts->tmpl->spec);

    if (item == NULL)
        return;
    const struct join_fact *object = join_find_mib(facts->d, facts->tmpl, index, facts->off);

    if (object == NULL)
        return;
    proto_tree *tree = proto_item_get_subtree(item);
    if (tree == NULL)
        tree = proto_item_add_subtree(item, ett_mib);
    item = proto_tree_add_string(tree, hf_mib_object, facts->d->tvb, (int)f->off, f->len, object->name);
    proto_item_set_generated(item);
    if (object->label != NULL)
        proto_item_append_text(item, " (%s)", object->label);
    frame_draw(facts, tree, hf_mib_frame, object);
}

/* ---- properties that flows have in common (RFC 5473) ---- */

/* They count for what the record has no element of.  No octets of this message show them: an item would mark those
 * of its header. */
static void property_take(struct ipfix_field *to, const struct ipfix_field *from)
{
    if (to->data != NULL)
        return;
    *to = *from;
    to->off = 0;
}

static void properties_take(struct derivation *facts, const struct derivation *common)
{
    property_take(&facts->source, &common->source);
    property_take(&facts->destination, &common->destination);
    property_take(&facts->ingress, &common->ingress);
    property_take(&facts->egress, &common->egress);
    if (facts->source_port.data == NULL)
        facts->source_port_value = common->source_port_value;
    if (facts->port.data == NULL)
        facts->port_value = common->port_value;
    property_take(&facts->source_port, &common->source_port);
    property_take(&facts->port, &common->port);
    if (facts->protocol_names == NULL) {
        facts->protocol = common->protocol;
        facts->protocol_names = common->protocol_names;
    }
}

static void property_text(const struct ipfix_field *f, const struct ipfix_value *v, wmem_allocator_t *pool,
                          struct text *line)
{
    char value[256] = "";

    if (f->spec->type != IPFIX_STRING)
        (void)ipfix_value_text(v, value, sizeof value);
    text_add(line, line->len > 0 ? ", " : "");
    text_add(line, element_name(pool, f->spec));
    text_add(line, ": ");
    text_add(line, f->spec->type == IPFIX_STRING ? string_of(pool, &v->as.bytes) : value);
}

/* Read the options record again: in words, and what of it makes up for elements that the flow's record lacks. */
static void properties_read(struct derivation *facts, const struct join_fact *fact, struct text *line)
{
    struct ipfix_set set = {.in = {.base = fact->octets, .end = fact->len}};
    const struct ipfix_spec *scope_end = fact->tmpl->spec + fact->tmpl->scope_count;
    struct derivation common;
    struct ipfix_records c;
    struct ipfix_field f;
    struct ipfix_value v;

    derivation_open(&common, facts->d, fact->tmpl, 0);
    ipfix_records_open(&c, &set, fact->tmpl);
    if (ipfix_record_next(&c) != IPFIX_OK)
        return;
    while (ipfix_field_next(&c, &f) == IPFIX_OK) {
        if (f.spec < scope_end || ipfix_type_is_list(f.spec->type) || !value_read(facts->d, &f, &v))
            continue;
        derivation_note(&common, &f, &v, NULL);
        property_text(&f, &v, facts->d->pinfo->pool, line);
    }
    line->len = ipfix_utf8_span((const uint8_t *)line->octets, (uint32_t)line->len);
    properties_take(facts, &common);
}

/* The properties in words, empty where they were not kept; NULL where nobody said them. */
static const struct join_fact *common_join(struct derivation *facts, struct text *line)
{
    line->len = 0;
    if (facts->common.data == NULL || facts->d->session->joins == NULL)
        return NULL;
    const struct join_fact *fact = join_find(facts->d, JOIN_COMMON, &facts->common, facts->off);
    if (fact != NULL && fact->tmpl != NULL)
        properties_read(facts, fact, line);
    return fact;
}

static void common_draw(struct derivation *facts, proto_tree *tree)
{
    struct text line;
    const struct join_fact *fact = common_join(facts, &line);

    if (fact == NULL)
        return;
    if (line.len > 0)
        proto_item_set_generated(proto_tree_add_string(tree, hf_common, facts->d->tvb, (int)facts->common.off,
                                                       facts->common.len, text_of(&line)));
    frame_draw(facts, tree, hf_common_frame, fact);
}

/* ---- times ---- */

/* The time of boot, where the record needs it and does not have it itself, else NULL. */
static const struct join_fact *boot_join(struct derivation *facts)
{
    bool uptime = facts->start.clock == CLOCK_UPTIME || facts->end.clock == CLOCK_UPTIME;

    if (facts->boot_known || !uptime)
        return NULL;
    const struct join_fact *boot = join_find(facts->d, JOIN_BOOT, NULL, facts->off);
    if (boot == NULL)
        return NULL;
    facts->boot_known = true;
    facts->boot_ns = boot->ns;
    return boot;
}

static void boot_draw(struct derivation *facts, proto_tree *tree)
{
    const struct join_fact *boot = boot_join(facts);

    if (boot != NULL)
        frame_draw(facts, tree, hf_boot_frame, boot);
}

proto_item *ns_draw(struct dissection *d, proto_tree *tree, int hf, uint32_t off, uint32_t len, int64_t ns)
{
    struct ipfix_time since_1970 = time_of_ns(ns);
    nstime_t t = {.secs = (time_t)(ns / 1000000000), .nsecs = (int)(ns % 1000000000)};

    if (proto_registrar_get_ftype((unsigned)hf) == FT_ABSOLUTE_TIME)
        t = (nstime_t){.secs = (time_t)since_1970.sec, .nsecs = (int)since_1970.nsec};
    return proto_tree_add_time(tree, hf, d->tvb, (int)off, (int)len, &t);
}

static proto_item *time_draw(struct derivation *facts, proto_tree *tree, int hf, int64_t ns)
{
    proto_item *item = ns_draw(facts->d, tree, hf, 0, 0, ns);

    proto_item_set_generated(item);
    return item;
}

static void flow_end_draw(struct derivation *facts, proto_tree *tree, int hf, const struct flow_end *end)
{
    int64_t ns;

    if (calendar_ns(facts, end, &ns))
        time_draw(facts, tree, hf, ns);
}

static void duration_draw(struct derivation *facts, proto_tree *tree)
{
    int64_t ns;

    if (!duration_ns(facts, &ns))
        return;
    time_draw(facts, tree, hf_duration, ns);
    if (ns < 0)
        complain(facts->d, facts->end.item, COMPLAINT_FLOW_BACKWARDS,
                 "Flow ends before it starts: by %" PRId64 ".%09" PRId64 " s", -ns / 1000000000,
                 -ns % 1000000000);
}

/* One column for the flows of all exporters, hidden, where somebody asks for it: the record has the time itself, or
 * what it is worked out from. */
static void any_end_draw(struct derivation *facts, proto_tree *tree, int hf, const struct flow_end *end)
{
    int64_t ns;

    if (ws_field_is_asked_for(tree, hf, asked_by_command) && end_ns(facts, end, &ns))
        proto_item_set_hidden(time_draw(facts, tree, hf, ns));
}

/* Times that cannot be meant: of a clock that is off, or of data that is not what its template says. */
static void flow_time_check(struct derivation *facts)
{
    const int64_t second = 1000 * MILLISECOND, year = 366 * 86400 * second;
    int64_t exported = (int64_t)facts->d->export_time * second, ns;

    if (facts->d->clock_is_off)
        return;
    if (end_ns(facts, &facts->end, &ns) && ns - exported > CLOCK_TOLERANCE * second)
        complain(facts->d, facts->end.item, COMPLAINT_FLOW_TIME, "Flow ends %s after the Export Time",
                 span_text(facts->d->pinfo->pool, (ns - exported) / second));
    else if (end_ns(facts, &facts->start, &ns) && exported - ns > year)
        complain(facts->d, facts->start.item, COMPLAINT_FLOW_TIME, "Flow starts %s before the Export Time",
                 span_text(facts->d->pinfo->pool, (exported - ns) / second));
}

static void flow_draw(struct derivation *facts, proto_tree *tree)
{
    ends_work_out(facts);
    flow_end_draw(facts, tree, hf_flow_start, &facts->start);
    flow_end_draw(facts, tree, hf_flow_end, &facts->end);
    any_end_draw(facts, tree, hf_start, &facts->start);
    any_end_draw(facts, tree, hf_end, &facts->end);
    duration_draw(facts, tree);
    flow_time_check(facts);
}

static void icmp_number_draw(struct derivation *facts, proto_tree *tree, int hf, const struct ipfix_field *f,
                             uint32_t value, const char *name)
{
    proto_item *item = proto_tree_add_uint(tree, hf, facts->d->tvb, (int)f->off, f->len, value);
    proto_item_set_generated(item);
    if (name != NULL)
        proto_item_append_text(item, " (%s)", name);
}

static void icmp_draw(struct derivation *facts, proto_tree *tree)
{
    uint32_t type_code = facts->icmp_type_code;

    if (facts->icmp_type.data != NULL)
        icmp_number_draw(facts, tree, hf_icmp_type, &facts->icmp_type, type_code >> 8, icmp_type_name(facts));
    if (facts->icmp_code.data != NULL)
        icmp_number_draw(facts, tree, hf_icmp_code, &facts->icmp_code, type_code & 0xff,
                         icmp_code_name(facts));
}

/* ---- joined with options data ---- */

/* What has a name, by the field of the record that is its key. */
static const struct name_join {
    int *hf, *hf_frame;
    enum join_kind kind;
    size_t key; /* where in struct derivation */
} name_joins[] = {
    {&hf_ingress_interface, &hf_interface_frame, JOIN_INTERFACE, offsetof(struct derivation, ingress)},
    {&hf_egress_interface, &hf_interface_frame, JOIN_INTERFACE, offsetof(struct derivation, egress)},
    {&hf_application_name, &hf_application_frame, JOIN_APPLICATION, offsetof(struct derivation, application)},
    {&hf_ingress_vrf, &hf_vrf_frame, JOIN_VRF, offsetof(struct derivation, ingress_vrf)},
    {&hf_egress_vrf, &hf_vrf_frame, JOIN_VRF, offsetof(struct derivation, egress_vrf)},
    {&hf_class_name, &hf_class_frame, JOIN_CLASS, offsetof(struct derivation, class)},
};

static const struct ipfix_field *name_key(const struct derivation *facts, const struct name_join *join)
{
    return (const void *)((const char *)facts + join->key);
}

static const struct join_fact *name_find(const struct derivation *facts, const struct name_join *join)
{
    const struct ipfix_field *key = name_key(facts, join);

    return key->data != NULL ? join_find(facts->d, join->kind, key, facts->off) : NULL;
}

static void names_draw(struct derivation *facts, proto_tree *tree)
{
    for (size_t i = 0; i < array_length(name_joins); i++) {
        const struct ipfix_field *key = name_key(facts, &name_joins[i]);
        const struct join_fact *fact = name_find(facts, &name_joins[i]);
        if (fact == NULL)
            continue;
        proto_item_set_generated(proto_tree_add_string(tree, *name_joins[i].hf, facts->d->tvb, (int)key->off,
                                                       key->len, fact->name));
        frame_draw(facts, tree, *name_joins[i].hf_frame, fact);
    }
}

/* The rate of the record's selector or sampler, else of the interface that it came in by, else of its domain. */
static const struct join_fact *sampling_of(const struct derivation *facts)
{
    if (facts->selector.data != NULL)
        return join_find(facts->d, JOIN_SELECTOR, &facts->selector, facts->off);
    if (facts->sampler.data != NULL)
        return join_find(facts->d, JOIN_SAMPLER, &facts->sampler, facts->off);
    const struct join_fact *rate = NULL;
    if (facts->ingress.data != NULL)
        rate = join_find(facts->d, JOIN_SAMPLING, &facts->ingress, facts->off);
    return rate != NULL ? rate : join_find(facts->d, JOIN_SAMPLING, NULL, facts->off);
}

/* So many packets were seen out of so many. */
struct rate {
    uint64_t sampled, out_of;
    const struct join_fact *fact; /* NULL: the record says it itself */
};

/* False where the record has no counts, or nobody says. */
static bool rate_find(const struct derivation *facts, struct rate *rate)
{
    rate->fact = NULL;
    if (facts->octets.kind != COUNT_DELTA && facts->packets.kind != COUNT_DELTA)
        return false;
    if (sampling_rate(&facts->sampling, &rate->sampled, &rate->out_of))
        return true;
    if (facts->sequence.data != NULL && facts->selector.data == NULL) {
        rate->fact =
            join_find_sequence(facts->d, &facts->sequence, facts->off, &rate->sampled, &rate->out_of);
        return rate->fact != NULL;
    }
    rate->fact = sampling_of(facts);
    if (rate->fact == NULL || rate->fact->out_of == 0)
        return false;
    rate->sampled = rate->fact->sampled;
    rate->out_of = rate->fact->out_of;
    return true;
}

static const char *rate_text(const struct derivation *facts, const struct rate *rate)
{
    return wmem_strdup_printf(facts->d->pinfo->pool, "%" PRIu64 " in %" PRIu64, rate->sampled, rate->out_of);
}

static bool estimate_of(uint64_t count, const struct rate *rate, uint64_t *estimate)
{
    if (count > UINT64_MAX / rate->out_of)
        return false;
    *estimate = count * rate->out_of / rate->sampled;
    return true;
}

static void estimate_draw(struct derivation *facts, proto_tree *tree, int hf, uint64_t count,
                          const struct rate *rate)
{
    uint64_t estimate;

    if (!estimate_of(count, rate, &estimate))
        return;
    proto_item_set_generated(proto_tree_add_uint64(tree, hf, facts->d->tvb, 0, 0, estimate));
}

static void sampling_draw(struct derivation *facts, proto_tree *tree)
{
    struct rate rate;

    if (!rate_find(facts, &rate))
        return;
    proto_item_set_generated(
        proto_tree_add_string(tree, hf_sampling, facts->d->tvb, 0, 0, rate_text(facts, &rate)));
    if (facts->octets.kind == COUNT_DELTA)
        estimate_draw(facts, tree, hf_estimated_octets, facts->octets.value, &rate);
    if (facts->packets.kind == COUNT_DELTA)
        estimate_draw(facts, tree, hf_estimated_packets, facts->packets.value, &rate);
    if (rate.fact != NULL)
        frame_draw(facts, tree, hf_sampling_frame, rate.fact);
}

/* A section that begins behind the headers cannot be laid out; one of fixed length may be filled up. */
static void section_draw(struct derivation *facts)
{
    struct ipfix_field section = facts->section;

    if (section.data == NULL || facts->section_begin > 0)
        return;
    if (facts->section_octets > 0 && facts->section_octets < section.len)
        section.len = (uint16_t)facts->section_octets;
    inner_dissect(facts->d, facts->section_item, &section, facts->frame_type, facts->frame_size);
}

/* What the record's item says, for filters and columns: they can tell one record from the others of its message. */
static void flow_text_draw(const struct derivation *facts, proto_tree *tree)
{
    struct text line = {.len = 0};

    if (!ws_field_is_asked_for(tree, hf_flow, asked_by_command))
        return;
    derivation_summary(facts, "", &line);
    if (line.len == 0)
        return;
    proto_item *item = proto_tree_add_string(tree, hf_flow, facts->d->tvb, 0, 0, text_of(&line));
    proto_item_set_generated(item);
    proto_item_set_hidden(item);
}

void derivation_draw(struct derivation *facts, proto_tree *tree, bool options)
{
    if (!options)
        common_draw(facts, tree);
    boot_draw(facts, tree);
    flow_draw(facts, tree);
    flow_keys_draw(facts);
    icmp_read(facts);
    icmp_draw(facts, tree);
    section_draw(facts);
    flow_text_draw(facts, tree);
    if (options)
        return;
    if (facts->d->session->joins != NULL)
        names_draw(facts, tree);
    sampling_draw(facts, tree);
}

/* ---- the same as values ---- */

static struct derived_value *value_add(struct derived_values *all, int hf)
{
    struct derived_value *value = &all->value[all->count++];

    value->field = proto_registrar_get_nth((unsigned)hf);
    return value;
}

static void flow_values(struct derivation *facts, struct derived_values *all)
{
    int64_t ns;

    ends_work_out(facts);
    if (calendar_ns(facts, &facts->start, &ns))
        value_add(all, hf_flow_start)->as.ns = ns;
    if (calendar_ns(facts, &facts->end, &ns))
        value_add(all, hf_flow_end)->as.ns = ns;
    if (duration_ns(facts, &ns))
        value_add(all, hf_duration)->as.ns = ns;
    if (facts->icmp_type.data != NULL)
        value_add(all, hf_icmp_type)->as.number = facts->icmp_type_code >> 8;
    if (facts->icmp_code.data != NULL)
        value_add(all, hf_icmp_code)->as.number = facts->icmp_type_code & 0xff;
}

static void name_values(const struct derivation *facts, struct derived_values *all)
{
    for (size_t i = 0; i < array_length(name_joins); i++) {
        const struct join_fact *fact = name_find(facts, &name_joins[i]);
        if (fact != NULL)
            value_add(all, *name_joins[i].hf)->as.text = fact->name;
    }
}

static void sampling_values(const struct derivation *facts, struct derived_values *all)
{
    struct rate rate;
    uint64_t estimate;

    if (!rate_find(facts, &rate))
        return;
    value_add(all, hf_sampling)->as.text = rate_text(facts, &rate);
    if (facts->octets.kind == COUNT_DELTA && estimate_of(facts->octets.value, &rate, &estimate))
        value_add(all, hf_estimated_octets)->as.number = estimate;
    if (facts->packets.kind == COUNT_DELTA && estimate_of(facts->packets.value, &rate, &estimate))
        value_add(all, hf_estimated_packets)->as.number = estimate;
}

static void common_values(struct derivation *facts, struct derived_values *all)
{
    struct text line;

    (void)common_join(facts, &line);
    if (line.len > 0)
        value_add(all, hf_common)->as.text = wmem_strdup(facts->d->pinfo->pool, text_of(&line));
}

void derivation_values(struct derivation *facts, bool options, struct derived_values *all)
{
    all->count = 0;
    if (!options)
        common_values(facts, all);
    (void)boot_join(facts);
    icmp_read(facts);
    flow_values(facts, all);
    if (options)
        return;
    if (facts->d->session->joins != NULL)
        name_values(facts, all);
    sampling_values(facts, all);
}

bool derived_wanted(proto_tree *tree)
{
    for (size_t i = 0; i < registration_count; i++)
        if (proto_field_is_referenced(tree, *registrations[i].p_id))
            return true;
    return false;
}

void derived_register(void)
{
    static hf_register_info hf[] = {
        {&hf_flow,
         {"Flow", "ipfix.derived.flow", FT_STRING, BASE_NONE, NULL, 0,
          "Ends, protocol and octets of a flow in one line, where they are asked for", HFILL}},
        {&hf_start,
         {"Start", "ipfix.derived.start", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
          "When a flow began, whichever elements tell it, where it is asked for", HFILL}},
        {&hf_end,
         {"End", "ipfix.derived.end", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
          "When a flow ended, whichever elements tell it, where it is asked for", HFILL}},
        {&hf_flow_start,
         {"Flow Start", "ipfix.derived.flow_start", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
          "Calendar time of an uptime or a delta, or of the other end and the duration", HFILL}},
        {&hf_flow_end,
         {"Flow End", "ipfix.derived.flow_end", FT_ABSOLUTE_TIME, ABSOLUTE_TIME_UTC, NULL, 0,
          "Calendar time of an uptime or a delta, or of the other end and the duration", HFILL}},
        {&hf_duration,
         {"Duration", "ipfix.derived.duration", FT_RELATIVE_TIME, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_boot_frame,
         {"Boot Time From Frame", "ipfix.derived.boot_frame", FT_FRAMENUM, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_icmp_type, {"ICMP Type", "ipfix.derived.icmp_type", FT_UINT8, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_icmp_code, {"ICMP Code", "ipfix.derived.icmp_code", FT_UINT8, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_sampling,
         {"Sampling", "ipfix.derived.sampling", FT_STRING, BASE_NONE, NULL, 0,
          "Packets seen out of packets passed", HFILL}},
        {&hf_estimated_octets,
         {"Estimated Octets", "ipfix.derived.estimated_octets", FT_UINT64, BASE_DEC, NULL, 0,
          "octetDeltaCount times the sampling rate", HFILL}},
        {&hf_estimated_packets,
         {"Estimated Packets", "ipfix.derived.estimated_packets", FT_UINT64, BASE_DEC, NULL, 0,
          "packetDeltaCount times the sampling rate", HFILL}},
        {&hf_sampling_frame,
         {"Sampling From Frame", "ipfix.derived.sampling_frame", FT_FRAMENUM, BASE_NONE, NULL, 0, NULL,
          HFILL}},
        {&hf_ingress_interface,
         {"Ingress Interface", "ipfix.derived.ingress_interface", FT_STRING, BASE_NONE, NULL, 0, NULL,
          HFILL}},
        {&hf_egress_interface,
         {"Egress Interface", "ipfix.derived.egress_interface", FT_STRING, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_interface_frame,
         {"Interface Name From Frame", "ipfix.derived.interface_frame", FT_FRAMENUM, BASE_NONE, NULL, 0, NULL,
          HFILL}},
        {&hf_application_name,
         {"Application Name", "ipfix.derived.application_name", FT_STRING, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_application_frame,
         {"Application Name From Frame", "ipfix.derived.application_frame", FT_FRAMENUM, BASE_NONE, NULL, 0,
          NULL, HFILL}},
        {&hf_ingress_vrf,
         {"Ingress VRF", "ipfix.derived.ingress_vrf", FT_STRING, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_egress_vrf,
         {"Egress VRF", "ipfix.derived.egress_vrf", FT_STRING, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_vrf_frame,
         {"VRF Name From Frame", "ipfix.derived.vrf_frame", FT_FRAMENUM, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_class_name,
         {"Class Name", "ipfix.derived.class_name", FT_STRING, BASE_NONE, NULL, 0, NULL, HFILL}},
        {&hf_class_frame,
         {"Class Name From Frame", "ipfix.derived.class_frame", FT_FRAMENUM, BASE_NONE, NULL, 0, NULL,
          HFILL}},
        {&hf_common,
         {"Common Properties", "ipfix.derived.common_properties", FT_STRING, BASE_NONE, NULL, 0,
          "What the flow has in common with others, by options data (RFC 5473)", HFILL}},
        {&hf_common_frame,
         {"Common Properties In Frame", "ipfix.derived.common_properties_frame", FT_FRAMENUM, BASE_NONE, NULL,
          0, "Options data with what the flow has in common with others (RFC 5473)", HFILL}},
        {&hf_mib_object,
         {"MIB Object", "ipfix.derived.mib_object", FT_STRING, BASE_NONE, NULL, 0,
          "The object that a mibObjectValue is of (RFC 8038)", HFILL}},
        {&hf_mib_frame,
         {"MIB Object From Frame", "ipfix.derived.mib_frame", FT_FRAMENUM, BASE_NONE, NULL, 0, NULL, HFILL}},
    };
    static int *const ett[] = {&ett_mib};

    registrations = hf;
    registration_count = array_length(hf);
    fields_add(hf, array_length(hf));
    subtrees_add(ett, array_length(ett));
    asked_by_command = command_names_field("ipfix.derived.flow") ||
                       command_names_field("ipfix.derived.start") || command_names_field("ipfix.derived.end");
}
