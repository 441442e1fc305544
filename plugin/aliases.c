/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Old scripts keep working: where a filter or a column asks for a field of Wireshark's own CFLOW dissector,
 * what it stands for is added under that name too, hidden.
 */
#include "packet-ipfix.h"

ws_bool pref_cflow_names = TRUE;

static int *element_aliases; /* by ipfix_ie_index; 0: none */
static int cflow;            /* the protocol */
static bool named_by_command;

/* Fields of headers and sets, in the order of enum alias. */
static const char *const names[ALIAS_COUNT] = {
    [ALIAS_VERSION] = "cflow.version",
    [ALIAS_LENGTH] = "cflow.len",
    [ALIAS_EXPORT_TIME] = "cflow.exporttime",
    [ALIAS_SEQUENCE] = "cflow.sequence",
    [ALIAS_DOMAIN] = "cflow.od_id",
    [ALIAS_SET_ID] = "cflow.flowset_id",
    [ALIAS_SET_LENGTH] = "cflow.flowset_length",
    [ALIAS_TEMPLATE_ID] = "cflow.template_id",
    [ALIAS_FIELD_COUNT] = "cflow.template_field_count",
};
static int fields[ALIAS_COUNT];

static int field_by_name(const char *name)
{
    int hf = proto_registrar_get_id_byname(name);

    return hf > 0 ? hf : 0;
}

void aliases_find(void)
{
    named_by_command = command_mentions("cflow.");
    element_aliases = wmem_alloc0_array(wmem_epan_scope(), int, ipfix_ie_count());
    for (size_t i = 0; i < ipfix_ie_count(); i++)
        if (*ipfix_ie_at(i)->cflow != '\0')
            element_aliases[i] = field_by_name(ipfix_ie_at(i)->cflow);
    for (unsigned i = 0; i < ALIAS_COUNT; i++)
        fields[i] = field_by_name(names[i]);
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

bool alias_wanted(proto_tree *tree, const struct ipfix_ie *ie)
{
    return asked_for(tree, alias_of(ie));
}

void alias_header(struct dissection *d, proto_tree *tree, enum alias alias, uint32_t off, uint32_t len)
{
    if (d->aliases && asked_for(tree, fields[alias]))
        proto_item_set_hidden(
            proto_tree_add_item(tree, fields[alias], d->tvb, (int)off, (int)len, ENC_BIG_ENDIAN));
}

void alias_protocol(struct dissection *d, proto_tree *tree)
{
    if (tree != NULL && asked_for(tree, cflow))
        proto_item_set_hidden(proto_tree_add_item(tree, cflow, d->tvb, 0, -1, ENC_NA));
}

/* Uptimes and durations, which count milli- or microseconds. */
static proto_item *span_draw(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f,
                             uint64_t count)
{
    uint64_t unit = strcmp(f->spec->ie->units, "microseconds") == 0 ? 1000000 : 1000;
    nstime_t t = {.secs = (time_t)(count / unit), .nsecs = (int)(count % unit * (1000000000 / unit))};

    return proto_tree_add_time(tree, hf, d->tvb, (int)f->off, f->len, &t);
}

/* The value as the type that CFLOW gives the field; NULL where it cannot be one. */
static proto_item *value_as(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f,
                            const struct ipfix_value *v)
{
    enum ftenum want = proto_registrar_get_ftype(hf);
    bool number = v->type >= IPFIX_U8 && v->type <= IPFIX_U64;
    bool octets = v->type == IPFIX_OCTET_ARRAY || v->type == IPFIX_MAC || v->type == IPFIX_IPV4 ||
                  v->type == IPFIX_IPV6;

    if (number && want >= FT_UINT8 && want <= FT_UINT32 && v->as.u <= UINT32_MAX)
        return proto_tree_add_uint(tree, hf, d->tvb, (int)f->off, f->len, (uint32_t)v->as.u);
    if (number && want == FT_UINT64)
        return proto_tree_add_uint64(tree, hf, d->tvb, (int)f->off, f->len, v->as.u);
    if (number && want == FT_RELATIVE_TIME)
        return span_draw(d, tree, hf, f, v->as.u);
    if (v->type >= IPFIX_TIME_S && v->type <= IPFIX_TIME_NS && want == FT_ABSOLUTE_TIME)
        return value_draw(d, tree, hf, f, v);
    if ((v->type == IPFIX_STRING && want == FT_STRING) || (v->type == IPFIX_BOOLEAN && want == FT_BOOLEAN) ||
        (v->type == IPFIX_F64 && want == FT_DOUBLE) || (v->type == IPFIX_F32 && want == FT_FLOAT))
        return value_draw(d, tree, hf, f, v);
    bool fits = want == FT_BYTES || (want == FT_IPv4 && f->len == 4) || (want == FT_IPv6 && f->len == 16) ||
                (want == FT_ETHER && f->len == 6);
    if (octets && fits)
        return proto_tree_add_item(tree, hf, d->tvb, (int)f->off, f->len, ENC_BIG_ENDIAN);
    return NULL;
}

void alias_draw(struct dissection *d, proto_tree *tree, const struct ipfix_field *f,
                const struct ipfix_value *v)
{
    int hf = alias_of(f->spec->ie);

    if (!asked_for(tree, hf))
        return;
    proto_item *item = value_as(d, tree, hf, f, v);
    if (item != NULL)
        proto_item_set_hidden(item);
}
