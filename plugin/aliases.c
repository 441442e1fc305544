/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Old scripts keep working: where a filter or a column asks for a field of Wireshark's own CFLOW dissector,
 * what it stands for is added under that name too, hidden.
 */
#include "packet-ipfix.h"

ws_bool pref_cflow_names = TRUE;

static int *element_aliases;   /* by ipfix_ie_index; 0: none */
static uint8_t *element_parts; /* by ipfix_ie_index: where in parts its own begin, from 1; 0: it has none */
static int cflow;              /* the protocol */
static bool named_by_command;

/* Fields of headers, sets and templates, in the order of enum alias. */
static const struct {
    const char *name;
    unsigned encoding; /* 0: big-endian, as all */
} names[ALIAS_COUNT] = {
    [ALIAS_VERSION] = {"cflow.version", 0},
    [ALIAS_LENGTH] = {"cflow.len", 0},
    [ALIAS_RECORDS] = {"cflow.count", 0},
    [ALIAS_TIMESTAMP] = {"cflow.timestamp", ENC_TIME_SECS | ENC_BIG_ENDIAN},
    [ALIAS_EXPORT_TIME] = {"cflow.exporttime", 0},
    [ALIAS_SEQUENCE] = {"cflow.sequence", 0},
    [ALIAS_EXPECTED] = {"cflow.sequence_analysis.expected_sn", 0},
    [ALIAS_DOMAIN] = {"cflow.od_id", 0},
    [ALIAS_SET_ID] = {"cflow.flowset_id", 0},
    [ALIAS_SET_LENGTH] = {"cflow.flowset_length", 0},
    [ALIAS_PADDING] = {"cflow.padding", 0},
    [ALIAS_TEMPLATE_FRAME] = {"cflow.template_frame", 0},
    [ALIAS_TEMPLATE_ID] = {"cflow.template_id", 0},
    [ALIAS_FIELD_COUNT] = {"cflow.template_field_count", 0},
    [ALIAS_OPTIONS_FIELD_COUNT] = {"cflow.template_ipfix_total_field_count", 0},
    [ALIAS_SCOPE_COUNT] = {"cflow.template_ipfix_scope_field_count", 0},
    [ALIAS_SPEC_HAS_PEN] = {"cflow.template_ipfix_pen_provided", 0},
    [ALIAS_SPEC_ID] = {"cflow.template_ipfix_field_type", 0},
    [ALIAS_SPEC_ID_OF_PEN] = {"cflow.template_ipfix_field_type_enterprise", 0},
    [ALIAS_SPEC_ID_CISCO] = {"cflow.template_cisco_field_type", 0},
    [ALIAS_SPEC_ID_JUNIPER] = {"cflow.template_juniper_resiliency_type", 0},
    [ALIAS_SPEC_ID_IXIA] = {"cflow.template_ixia_field_type", 0},
    [ALIAS_SPEC_ID_NETSCALER] = {"cflow.template_netscaler_field_type", 0},
    [ALIAS_SPEC_ID_BARRACUDA] = {"cflow.template_barracuda_field_type", 0},
    [ALIAS_SPEC_ID_PLIXER] = {"cflow.template_plixer_field_type", 0},
    [ALIAS_SPEC_ID_GIGAMON] = {"cflow.template_gigamon_field_type", 0},
    [ALIAS_SPEC_ID_FASTIP] = {"cflow.template_fastip_field_type", 0},
    [ALIAS_SPEC_ID_NTOP] = {"cflow.template_ntop_field_type", 0},
    [ALIAS_SPEC_ID_NIAGARA] = {"cflow.template_niagara_networks_field_type", 0},
    [ALIAS_SPEC_LENGTH] = {"cflow.template_field_length", 0},
    [ALIAS_SPEC_PEN] = {"cflow.template_ipfix_field_pen", 0},
    [ALIAS_LIST] = {"cflow.subtemplate_list", 0},
    [ALIAS_LIST_SEMANTIC] = {"cflow.subtemplate_semantic", 0},
    [ALIAS_LIST_TEMPLATE_ID] = {"cflow.subtemplate_id", 0},
    [ALIAS_DURATION] = {"cflow.timedelta", 0},
};
static int fields[ALIAS_COUNT];

/* Whose elements have a name of their own in templates. */
static const struct {
    uint32_t pen;
    enum alias alias;
} vendors[] = {
    {9, ALIAS_SPEC_ID_CISCO},        {2636, ALIAS_SPEC_ID_JUNIPER},    {3054, ALIAS_SPEC_ID_IXIA},
    {5951, ALIAS_SPEC_ID_NETSCALER}, {10704, ALIAS_SPEC_ID_BARRACUDA}, {13745, ALIAS_SPEC_ID_PLIXER},
    {26866, ALIAS_SPEC_ID_GIGAMON},  {33610, ALIAS_SPEC_ID_FASTIP},    {35632, ALIAS_SPEC_ID_NTOP},
    {47729, ALIAS_SPEC_ID_NIAGARA},
};

/* Complaints that CFLOW has too. */
static const struct {
    enum complaint complaint;
    const char *name;
} complaint_names[] = {
    {COMPLAINT_SEQUENCE_GAP, "cflow.unexpected_sequence_number"},
    {COMPLAINT_SEQUENCE_LATE, "cflow.unexpected_sequence_number"},
    {COMPLAINT_SEQUENCE_DUPLICATE, "cflow.unexpected_sequence_number"},
    {COMPLAINT_SEQUENCE_RESTART, "cflow.unexpected_sequence_number"},
    {COMPLAINT_TEMPLATE_MISSING, "cflow.no_template_found"},
    {COMPLAINT_SET_EMPTY, "cflow.no_flow_information"},
    {COMPLAINT_STATUS(IPFIX_SET_LENGTH), "cflow.flowset_length.invalid"},
    {COMPLAINT_STATUS(IPFIX_TEMPLATE_SCOPE_ZERO), "cflow.template_ipfix_scope_field_count.none"},
    {COMPLAINT_STATUS(IPFIX_TEMPLATE_SCOPE), "cflow.template_ipfix_scope_field_count.too_many"},
};
static int complaints[array_length(complaint_names)];

/* What CFLOW shows of an element besides its value, or in its place; by element. */
static const struct part {
    uint16_t first, last; /* elements of IANA */
    int8_t at;            /* octet; negative: from the end */
    uint8_t octets;       /* 0: all that follow */
    uint8_t mask, bits;   /* only where these bits of the octet are so */
    const char *name;
} parts[] = {
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.fin"},
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.syn"},
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.rst"},
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.psh"},
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.ack"},
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.urg"},
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.ece"},
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.cwr"},
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.ns"},
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.reserved"},
    {6, 6, 0, 0, 0, 0, "cflow.tcpflags.zero"},
    {70, 79, 0, 3, 0, 0, "cflow.mpls_label"},
    {70, 79, 2, 1, 0, 0, "cflow.mpls_exp"},
    {70, 79, 2, 1, 0, 0, "cflow.mpls_bos"},
    {89, 89, -1, 1, 0xc0, 0x00, "cflow.forwarding_status_unknown_code"},
    {89, 89, -1, 1, 0xc0, 0x40, "cflow.forwarding_status_forward_code"},
    {89, 89, -1, 1, 0xc0, 0x80, "cflow.forwarding_status_drop_code"},
    {89, 89, -1, 1, 0xc0, 0xc0, "cflow.forwarding_status_consume_code"},
    {95, 95, 0, 1, 0, 0, "cflow.appl_id.classification_engine_id"},
    {95, 95, 1, 0, 0, 0, "cflow.appl_id.selector_id"},
    {139, 139, -2, 1, 0, 0, "cflow.icmp_ipv6_type"},
    {139, 139, -1, 1, 0, 0, "cflow.icmp_ipv6_code"},
};
static int part_fields[array_length(parts)];

static int field_by_name(const char *name)
{
    int hf = proto_registrar_get_id_byname(name);

    return hf > 0 ? hf : 0;
}

/* How many octets are in a field's type; 0: any number. */
static uint32_t width_of(const header_field_info *info)
{
    switch (info->type) {
    case FT_UINT8:
        return 1;
    case FT_UINT16:
        return 2;
    case FT_FLOAT:
        return 4;
    case FT_DOUBLE:
        return 8;
    case FT_BOOLEAN:
        return (uint32_t)info->display / 8;
    default:
        return 0;
    }
}

/* CFLOW registers some names twice, for values of different widths: the one for this many octets.  0: there is none. */
static int field_of_width(int hf, uint32_t octets)
{
    for (;;) {
        const header_field_info *info = proto_registrar_get_nth((unsigned)hf);
        if (width_of(info) == 0 || width_of(info) == octets)
            return hf;
        if (info->same_name_prev_id < 0)
            return 0;
        hf = info->same_name_prev_id;
    }
}

static bool has_part(const struct ipfix_ie *ie, size_t part)
{
    return part < array_length(parts) && ie->pen == IPFIX_PEN_IANA && ie->id >= parts[part].first &&
           ie->id <= parts[part].last;
}

static uint8_t parts_find(const struct ipfix_ie *ie)
{
    for (size_t part = 0; part < array_length(parts); part++)
        if (has_part(ie, part))
            return (uint8_t)(part + 1);
    return 0;
}

void aliases_find(void)
{
    named_by_command = command_names_field("cflow.");
    element_aliases = wmem_alloc0_array(wmem_epan_scope(), int, ipfix_ie_count());
    element_parts = wmem_alloc0_array(wmem_epan_scope(), uint8_t, ipfix_ie_count());
    for (size_t i = 0; i < ipfix_ie_count(); i++) {
        if (*ipfix_ie_at(i)->cflow != '\0')
            element_aliases[i] = field_by_name(ipfix_ie_at(i)->cflow);
        element_parts[i] = parts_find(ipfix_ie_at(i));
    }
    for (size_t i = 0; i < ALIAS_COUNT; i++)
        fields[i] = field_by_name(names[i].name);
    for (size_t i = 0; i < array_length(parts); i++)
        part_fields[i] = field_by_name(parts[i].name);
    for (size_t i = 0; i < array_length(complaint_names); i++)
        complaints[i] = field_by_name(complaint_names[i].name);
    cflow = proto_get_id_by_filter_name("cflow");
}

static bool asked_for(proto_tree *tree, int hf)
{
    return hf > 0 && pref_cflow_names && ws_field_is_asked_for(tree, hf, named_by_command);
}

bool aliases_asked(proto_tree *tree)
{
    if (tree == NULL || cflow <= 0 || !pref_cflow_names)
        return false;
    /* Whoever asks for a field asks for its protocol too. */
    return named_by_command || proto_registrar_get_nth((unsigned)cflow)->ref_type != HF_REF_TYPE_NONE;
}

static int alias_of(const struct ipfix_ie *ie)
{
    return ie != NULL && element_is_built_in(ie) ? element_aliases[ipfix_ie_index(ie)] : 0;
}

/* The first of an element's parts; array_length(parts): it has none. */
static size_t first_part(const struct ipfix_ie *ie)
{
    uint8_t from_1 = ie != NULL && element_is_built_in(ie) ? element_parts[ipfix_ie_index(ie)] : 0;

    return from_1 > 0 ? from_1 - 1u : array_length(parts);
}

bool alias_wanted(proto_tree *tree, const struct ipfix_ie *ie)
{
    if (asked_for(tree, alias_of(ie)))
        return true;
    for (size_t part = first_part(ie); has_part(ie, part); part++)
        if (asked_for(tree, part_fields[part]))
            return true;
    return false;
}

bool alias_complaints_wanted(proto_tree *tree)
{
    for (size_t i = 0; i < array_length(complaints); i++)
        if (asked_for(tree, complaints[i]))
            return true;
    return false;
}

bool alias_duration_wanted(proto_tree *tree)
{
    return asked_for(tree, fields[ALIAS_DURATION]);
}

void alias_octets(struct dissection *d, proto_tree *tree, enum alias alias, uint32_t off, uint32_t len)
{
    unsigned encoding = names[alias].encoding != 0 ? names[alias].encoding : ENC_BIG_ENDIAN;

    if (d->aliases && asked_for(tree, fields[alias]))
        proto_item_set_hidden(proto_tree_add_item(tree, fields[alias], d->tvb, (int)off, (int)len, encoding));
}

void alias_number(struct dissection *d, proto_tree *tree, enum alias alias, uint32_t number)
{
    if (d->aliases && asked_for(tree, fields[alias]))
        proto_item_set_hidden(proto_tree_add_uint(tree, fields[alias], d->tvb, 0, 0, number));
}

/* CFLOW shows reverse elements (RFC 5103) as if they were forward. */
static enum alias spec_id_alias(const struct ipfix_spec *spec)
{
    if (!spec->enterprise || spec->pen == IPFIX_PEN_REVERSE)
        return ALIAS_SPEC_ID;
    for (size_t i = 0; i < array_length(vendors); i++)
        if (vendors[i].pen == spec->pen)
            return vendors[i].alias;
    return ALIAS_SPEC_ID_OF_PEN;
}

void alias_spec(struct dissection *d, proto_tree *tree, const struct ipfix_spec *spec, uint32_t off)
{
    if (!d->aliases)
        return;
    alias_octets(d, tree, ALIAS_SPEC_HAS_PEN, off, 2);
    alias_octets(d, tree, spec_id_alias(spec), off, 2);
    alias_octets(d, tree, ALIAS_SPEC_LENGTH, off + 2, 2);
    if (spec->enterprise)
        alias_octets(d, tree, ALIAS_SPEC_PEN, off + 4, 4);
}

void alias_complaint(struct dissection *d, proto_item *item, enum complaint what)
{
    for (size_t i = 0; i < array_length(complaints); i++)
        if (complaint_names[i].complaint == what && asked_for(item, complaints[i]))
            proto_item_set_hidden(proto_tree_add_item(item, complaints[i], d->tvb, 0, 0, ENC_NA));
}

void alias_protocol(struct dissection *d, proto_tree *tree)
{
    if (tree != NULL && asked_for(tree, cflow))
        proto_item_set_hidden(proto_tree_add_item(tree, cflow, d->tvb, 0, -1, ENC_NA));
}

void alias_duration(struct dissection *d, proto_tree *tree, const struct derivation *facts)
{
    if (!d->aliases || !asked_for(tree, fields[ALIAS_DURATION]) || facts->start.clock == CLOCK_NONE ||
        facts->start.clock != facts->end.clock)
        return;
    proto_item_set_hidden(
        ns_draw(d, tree, fields[ALIAS_DURATION], facts->off, 0, facts->end.ns - facts->start.ns));
}

/* Uptimes and durations, which count milli- or microseconds. */
static proto_item *span_draw(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f,
                             uint64_t count)
{
    uint64_t unit = strcmp(f->spec->ie->units, "microseconds") == 0 ? 1000000 : 1000;
    nstime_t t = {.secs = (time_t)(count / unit), .nsecs = (int)(count % unit * (1000000000 / unit))};

    return proto_tree_add_time(tree, hf, d->tvb, (int)f->off, f->len, &t);
}

/* Times as microseconds before the export time. */
static proto_item *delta_draw(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f,
                              uint32_t microseconds)
{
    return ns_draw(d, tree, hf, f->off, f->len,
                   (int64_t)d->export_time * 1000000000 - (int64_t)microseconds * 1000);
}

static proto_item *number_as(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f,
                             uint64_t number)
{
    enum ftenum want = proto_registrar_get_ftype(hf);

    if (want == FT_UINT64)
        return proto_tree_add_uint64(tree, hf, d->tvb, (int)f->off, f->len, number);
    if (want == FT_RELATIVE_TIME)
        return span_draw(d, tree, hf, f, number);
    if (number > UINT32_MAX)
        return NULL;
    if (want >= FT_UINT8 && want <= FT_UINT32)
        return proto_tree_add_uint(tree, hf, d->tvb, (int)f->off, f->len, (uint32_t)number);
    return want == FT_ABSOLUTE_TIME ? delta_draw(d, tree, hf, f, (uint32_t)number) : NULL;
}

static bool is_type_for(unsigned type, enum ftenum want)
{
    switch (type) {
    case IPFIX_S8:
    case IPFIX_S16:
    case IPFIX_S32:
        return want >= FT_INT8 && want <= FT_INT32;
    case IPFIX_S64:
        return want == FT_INT64;
    case IPFIX_F32:
        return want == FT_FLOAT;
    case IPFIX_F64:
        return want == FT_DOUBLE;
    case IPFIX_BOOLEAN:
        return want == FT_BOOLEAN;
    case IPFIX_STRING:
        return want == FT_STRING;
    default:
        return type >= IPFIX_TIME_S && type <= IPFIX_TIME_NS && want == FT_ABSOLUTE_TIME;
    }
}

/* The value as the type that CFLOW gives the field; NULL where it cannot be one. */
static proto_item *value_as(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f,
                            const struct ipfix_value *v)
{
    enum ftenum want = proto_registrar_get_ftype(hf);
    bool octets = v->type == IPFIX_OCTET_ARRAY || v->type == IPFIX_MAC || v->type == IPFIX_IPV4 ||
                  v->type == IPFIX_IPV6;

    if (v->type >= IPFIX_U8 && v->type <= IPFIX_U64)
        return number_as(d, tree, hf, f, v->as.u);
    if (v->type == IPFIX_F64 && want == FT_FLOAT)
        return proto_tree_add_float(tree, hf, d->tvb, (int)f->off, f->len, (float)v->as.f);
    if (is_type_for(v->type, want))
        return value_draw(d, tree, hf, f, v);
    bool fits = want == FT_BYTES || (want == FT_IPv4 && f->len == 4) || (want == FT_IPv6 && f->len == 16) ||
                (want == FT_ETHER && f->len == 6);
    if (octets && fits)
        return proto_tree_add_item(tree, hf, d->tvb, (int)f->off, f->len, ENC_BIG_ENDIAN);
    return NULL;
}

static void value_alias_draw(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f,
                             const struct ipfix_value *v)
{
    int fitting = field_of_width(hf, f->len);
    proto_item *item = value_as(d, tree, fitting > 0 ? fitting : hf, f, v);

    if (item != NULL)
        proto_item_set_hidden(item);
}

static void part_draw(struct dissection *d, proto_tree *tree, size_t part, const struct ipfix_field *f)
{
    const struct part *p = &parts[part];
    int at = p->at < 0 ? f->len + p->at : p->at;
    int octets = p->octets > 0 ? p->octets : f->len - at;

    if (at < 0 || octets <= 0 || octets > f->len - at || (f->data[at] & p->mask) != p->bits)
        return;
    int hf = field_of_width(part_fields[part], (uint32_t)octets);
    if (hf > 0)
        proto_item_set_hidden(
            proto_tree_add_item(tree, hf, d->tvb, (int)f->off + at, octets, ENC_BIG_ENDIAN));
}

void alias_draw(struct dissection *d, proto_tree *tree, const struct ipfix_field *f,
                const struct ipfix_value *v)
{
    const struct ipfix_ie *ie = f->spec->ie;
    int hf = alias_of(ie);

    if (asked_for(tree, hf))
        value_alias_draw(d, tree, hf, f, v);
    for (size_t part = first_part(ie); has_part(ie, part); part++)
        if (asked_for(tree, part_fields[part]))
            part_draw(d, tree, part, f);
}
