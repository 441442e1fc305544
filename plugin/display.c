/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What an element shows beyond its type: flags by name, parts of composite values, addresses inside octets.
 */
#include "packet-ipfix.h"

#include <epan/addr_resolv.h>
#include <epan/dissectors/packet-ip.h>
#include <epan/etypes.h>
#include <epan/oids.h>

static int hf_mpls_label, hf_mpls_exp, hf_mpls_bottom;
static int hf_engine, hf_enterprise, hf_selector;
static int ett_parts;

typedef void (*display_fn)(struct dissection *d, proto_item *item, const struct ipfix_field *f);

/* A table of value names, looked up once. */
static const char *name_in(const struct ipfix_names **names, const char *table, uint64_t value)
{
    if (*names == NULL)
        *names = ipfix_names_find(table);
    return ipfix_value_name(*names, value);
}

/* ---- flags ---- */

/* Is bit n, counted from the least significant, set in these octets? */
static bool bit_is_set(const uint8_t *p, uint32_t len, uint64_t n)
{
    return n / 8 < len && (p[len - 1 - n / 8] >> n % 8 & 1);
}

static uint64_t bits_value(const uint8_t *p, uint32_t len, const struct ipfix_name *bits)
{
    uint64_t v = 0;

    for (uint64_t n = bits->last + 1; n-- > bits->first;)
        v = v << 1 | bit_is_set(p, len, n);
    return v;
}

/* ipv6ExtensionHeaders, ipv4Options, tcpOptions: RFC 5102 draws bit 0 at the left, and exporters differ in whether
 * that is the least significant bit, as in the elements that came after them (RFC 9740). */
static bool numbering_differs(const struct ipfix_ie *ie)
{
    bool iana = ie->pen == IPFIX_PEN_IANA || ie->pen == IPFIX_PEN_REVERSE;

    return iana && (ie->id == 64 || ie->id == 208 || ie->id == 209);
}

/* The names of the bits that are set; a run of bits shows as its number.  Numbering from the least
 * significant bit of the value holds at any reduced size. */
static void bits_draw(struct dissection *d _U_, proto_item *item, const struct ipfix_field *f)
{
    const struct ipfix_names *names = f->spec->ie->names;
    struct text text;

    text.len = 0;
    for (uint32_t i = 0; i < names->count; i++) {
        const struct ipfix_name *bits = &names->name[i];
        uint64_t v = bits_value(f->data, f->len, bits);
        if (v == 0)
            continue;
        text_add(&text, text.len == 0 ? " (" : ", ");
        text_add(&text, bits->name);
        if (bits->first == bits->last)
            continue;
        text_add(&text, " ");
        text_add_number(&text, v);
    }
    if (numbering_differs(f->spec->ie) && ipfix_be_n(f->data, f->len) != 0)
        text_add(&text, text.len == 0 ? " (some exporters count bits from the other end"
                                      : "; some exporters count bits from the other end");
    if (text.len == 0)
        return;
    text_add(&text, ")");
    proto_item_append_text(item, "%s", text_of(&text));
}

/* ---- numbers with parts ---- */

static const char *dscp_name(uint32_t dscp)
{
    return val_to_str_ext_const(dscp, &dscp_vals_ext, "unnamed");
}

static void dscp_draw(struct dissection *d _U_, proto_item *item, const struct ipfix_field *f)
{
    proto_item_append_text(item, " (DSCP %s)", dscp_name((uint32_t)ipfix_be_n(f->data, f->len) & 0x3f));
}

/* The octet of a traffic class: 6 bits DSCP (RFC 2474), 2 bits ECN (RFC 3168). */
static void dscp_ecn_draw(struct dissection *d _U_, proto_item *item, const struct ipfix_field *f)
{
    static const char *const ecn[] = {"Not-ECT", "ECT(1)", "ECT(0)", "CE"};
    uint32_t octet = (uint32_t)ipfix_be_n(f->data, f->len) & 0xff;
    struct text text;

    text.len = 0;
    text_add(&text, " (DSCP ");
    text_add(&text, dscp_name(octet >> 2));
    text_add(&text, ", ECN ");
    text_add(&text, ecn[octet & 3]);
    text_add(&text, ")");
    proto_item_append_text(item, "%s", text_of(&text));
}

/* The type of encapsulation in the top octet, its identifier in the low 24 bits (RFC 7133, IANA 351). */
static void l2segment_draw(struct dissection *d _U_, proto_item *item, const struct ipfix_field *f)
{
    static const struct ipfix_names *types;
    uint64_t v = ipfix_be_n(f->data, f->len);
    const char *type = name_in(&types, "layer2SegmentId_type_351", v >> 56);

    proto_item_append_text(item, " (%s %" PRIu64 ")", type ? type : "unassigned type", v & 0xffffff);
}

static void community_draw(struct dissection *d _U_, proto_item *item, const struct ipfix_field *f)
{
    uint32_t v = (uint32_t)ipfix_be_n(f->data, f->len);

    proto_item_append_text(item, " (%u:%u)", v >> 16, v & 0xffff);
}

/* ---- octets with parts ---- */

/* A label stack entry without its TTL: 20 bits label, 3 experimental, 1 bottom of stack (RFC 3032). */
static void mpls_draw(struct dissection *d, proto_item *item, const struct ipfix_field *f)
{
    int off = (int)f->off;

    if (f->len < 3)
        return;
    uint32_t entry = (uint32_t)ipfix_be_n(f->data, 3);
    proto_tree *sub = proto_item_add_subtree(item, ett_parts);
    proto_item_append_text(item, " (label %u, exp %u%s)", entry >> 4, entry >> 1 & 7,
                           entry & 1 ? ", bottom" : "");
    proto_tree_add_uint(sub, hf_mpls_label, d->tvb, off, 3, entry >> 4);
    proto_tree_add_uint(sub, hf_mpls_exp, d->tvb, off + 2, 1, entry >> 1 & 7);
    proto_tree_add_uint(sub, hf_mpls_bottom, d->tvb, off + 2, 1, entry & 1);
}

/* Classification engines whose number has more to it (RFC 6759 section 4.1). */
enum { ENGINE_IANA_L3 = 1, ENGINE_ETHERTYPE = 18, ENGINE_PANA_L7_PEN = 20 };

uint32_t application_selector(const struct ipfix_field *f)
{
    uint32_t before = f->len > 0 && f->data[0] == ENGINE_PANA_L7_PEN ? 5 : 1;

    return MIN(before, f->len);
}

/* Selectors that are numbers of another registry. */
static const char *selector_name(uint8_t engine, uint64_t selector)
{
    static const struct ipfix_names *protocols;

    if (engine == ENGINE_IANA_L3)
        return name_in(&protocols, "protocolIdentifier_4", selector);
    if (engine == ENGINE_ETHERTYPE && selector <= UINT16_MAX)
        return try_val_to_str((uint32_t)selector, etype_vals);
    return NULL;
}

/* Classification engine, then a selector that fills the rest from the right (RFC 6759 section 4). */
static void application_draw(struct dissection *d, proto_item *item, const struct ipfix_field *f)
{
    static const struct ipfix_names *engines;
    int off = (int)f->off;

    if (f->len == 0)
        return;
    const char *engine = name_in(&engines, "classificationEngineId_101", f->data[0]);
    proto_tree *sub = proto_item_add_subtree(item, ett_parts);
    proto_tree_add_uint(sub, hf_engine, d->tvb, off, 1, f->data[0]);
    int at = (int)application_selector(f);
    if (at == 5)
        proto_tree_add_item(sub, hf_enterprise, d->tvb, off + 1, 4, ENC_BIG_ENDIAN);
    if (f->len == at) {
        complain(d, item, COMPLAINT_NO_SELECTOR, "Application number has no selector: engine %u%s",
                 f->data[0],
                 at == 1   ? " alone"
                 : at == 5 ? " and an enterprise number"
                           : " and part of an enterprise number");
        return;
    }
    if (f->len - at > 8)
        return;
    uint64_t selector = ipfix_be_n(f->data + at, (uint32_t)(f->len - at));
    proto_tree_add_uint64(sub, hf_selector, d->tvb, off + at, f->len - at, selector);
    const char *name = selector_name(f->data[0], selector);
    proto_item_append_text(item, " (%s: %" PRIu64 "%s%s)", engine ? engine : "unassigned engine", selector,
                           name ? ", " : "", name ? name : "");
}

/* Type 0: AS number and 4 octets; type 1: address and 2; type 2: 4-octet AS number and 2 (RFC 4364 section 4.2). */
static void rd_draw(struct dissection *d _U_, proto_item *item, const struct ipfix_field *f)
{
    const uint8_t *p = f->data;

    if (f->len != 8)
        return;
    if (ipfix_be16(p) == 0)
        proto_item_append_text(item, " (%u:%u)", ipfix_be16(p + 2), ipfix_be32(p + 4));
    else if (ipfix_be16(p) == 1)
        proto_item_append_text(item, " (%u.%u.%u.%u:%u)", p[2], p[3], p[4], p[5], ipfix_be16(p + 6));
    else if (ipfix_be16(p) == 2)
        proto_item_append_text(item, " (%u:%u)", ipfix_be32(p + 2), ipfix_be16(p + 6));
}

/* Route targets and origins of the three common forms (RFC 4360, RFC 5668). */
static void ext_community_draw(struct dissection *d, proto_item *item, const struct ipfix_field *f)
{
    if (f->len != 8 || (f->data[1] != 2 && f->data[1] != 3) || (f->data[0] & 0x3f) > 2)
        return;
    uint8_t octets[8] = {0, f->data[0] & 0x3f};
    struct ipfix_field rd = *f;
    memcpy(octets + 2, f->data + 2, 6);
    rd.data = octets;
    proto_item_append_text(item, " (%s", f->data[1] == 2 ? "route target" : "route origin");
    rd_draw(d, item, &rd);
    proto_item_append_text(item, ")");
}

static void large_community_draw(struct dissection *d _U_, proto_item *item, const struct ipfix_field *f)
{
    if (f->len == 12)
        proto_item_append_text(item, " (%u:%u:%u)", ipfix_be32(f->data), ipfix_be32(f->data + 4),
                               ipfix_be32(f->data + 8));
}

static void uuid_draw(struct dissection *d, proto_item *item, const struct ipfix_field *f)
{
    e_guid_t guid;

    if (f->len != 16)
        return;
    tvb_get_ntohguid(d->tvb, (int)f->off, &guid);
    proto_item_append_text(item, " (%s)", guid_to_str(d->pinfo->pool, &guid));
}

/* BER, with or without its tag and length (RFC 8038 section 11.2). */
const char *oid_text(wmem_allocator_t *scope, const struct ipfix_field *f)
{
    uint32_t at = f->len > 2 && f->data[0] == 6 && f->data[1] == f->len - 2u ? 2 : 0;

    return f->len > 0 ? oid_encoded2string(scope, f->data + at, f->len - at) : "";
}

static void oid_draw(struct dissection *d, proto_item *item, const struct ipfix_field *f)
{
    if (f->len > 0)
        proto_item_append_text(item, " (%s)", oid_text(d->pinfo->pool, f));
}

static void segments_draw(struct dissection *d, proto_item *item, const struct ipfix_field *f)
{
    if (f->len % 16 != 0)
        return;
    for (int i = 0; i < f->len / 16; i++)
        proto_item_append_text(item, "%s%s", i ? ", " : " (",
                               tvb_ip6_to_str(d->pinfo->pool, d->tvb, (int)f->off + 16 * i));
    if (f->len > 0)
        proto_item_append_text(item, ")");
}

/* Over the message that holds the field, the field itself as zeros (RFC 5655 section 8.1.1).  Of several only the first
 * is looked at: a message of nothing else would take quadratic time. */
static void md5_draw(struct dissection *d, proto_item *item, const struct ipfix_field *f)
{
    static const uint8_t zeros[16];
    uint32_t length = ipfix_be16(f->base + 2), end = f->off + f->len;

    if (d->checksum_seen || f->len != sizeof zeros || length < end || length > tvb_captured_length(d->tvb))
        return;
    d->checksum_seen = true;
    GChecksum *sum = g_checksum_new(G_CHECKSUM_MD5);
    uint8_t digest[16];
    gsize size = sizeof digest;
    g_checksum_update(sum, f->base, f->off);
    g_checksum_update(sum, zeros, sizeof zeros);
    g_checksum_update(sum, f->base + end, length - end);
    g_checksum_get_digest(sum, digest, &size);
    g_checksum_free(sum);
    if (memcmp(digest, f->data, sizeof digest) == 0)
        proto_item_append_text(item, " (matches the message)");
    else
        complain(d, item, COMPLAINT_CHECKSUM, "The checksum does not match: the message has %s",
                 bytes_to_str(d->pinfo->pool, digest, sizeof digest));
}

/* Bit n, least significant first, stands for field n of the template, counted from 1 (IANA 173). */
static void field_bits_draw(struct dissection *d, proto_item *item, const struct ipfix_field *f)
{
    wmem_strbuf_t *text = wmem_strbuf_new(d->pinfo->pool, "");

    for (uint32_t n = 0; n < f->len * 8u; n++)
        if (bit_is_set(f->data, f->len, n))
            wmem_strbuf_append_printf(text, "%s%u", wmem_strbuf_get_len(text) ? ", " : "", n + 1);
    if (wmem_strbuf_get_len(text) > 0)
        proto_item_append_text(item, " (fields %s)", wmem_strbuf_get_str(text));
}

static const display_fn displays[] = {
    [IPFIX_DISPLAY_BITS] = bits_draw,
    [IPFIX_DISPLAY_DSCP_ECN] = dscp_ecn_draw,
    [IPFIX_DISPLAY_DSCP] = dscp_draw,
    [IPFIX_DISPLAY_MPLS] = mpls_draw,
    [IPFIX_DISPLAY_RD] = rd_draw,
    [IPFIX_DISPLAY_APPLICATION] = application_draw,
    [IPFIX_DISPLAY_UUID] = uuid_draw,
    [IPFIX_DISPLAY_L2SEGMENT] = l2segment_draw,
    [IPFIX_DISPLAY_OID] = oid_draw,
    [IPFIX_DISPLAY_COMMUNITY] = community_draw,
    [IPFIX_DISPLAY_EXT_COMMUNITY] = ext_community_draw,
    [IPFIX_DISPLAY_LARGE_COMMUNITY] = large_community_draw,
    [IPFIX_DISPLAY_SEGMENTS] = segments_draw,
    [IPFIX_DISPLAY_FIELD_BITS] = field_bits_draw,
    [IPFIX_DISPLAY_MD5] = md5_draw,
};

void display_draw(struct dissection *d, proto_item *item, const struct ipfix_field *f)
{
    unsigned display = f->spec->ie->display;
    bool only_text =
        display != IPFIX_DISPLAY_MPLS && display != IPFIX_DISPLAY_APPLICATION && display != IPFIX_DISPLAY_MD5;

    if (only_text && !d->texts)
        return;
    if (display < array_length(displays) && displays[display] != NULL)
        displays[display](d, item, f);
}

bool parts_wanted(proto_tree *tree)
{
    return proto_field_is_referenced(tree, hf_mpls_label) || proto_field_is_referenced(tree, hf_mpls_exp) ||
           proto_field_is_referenced(tree, hf_mpls_bottom) || proto_field_is_referenced(tree, hf_engine) ||
           proto_field_is_referenced(tree, hf_enterprise) || proto_field_is_referenced(tree, hf_selector);
}

void display_register(void)
{
    static hf_register_info hf[] = {
        {&hf_mpls_label, {"Label", "ipfix.mpls.label", FT_UINT32, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_mpls_exp, {"Traffic Class (EXP)", "ipfix.mpls.exp", FT_UINT32, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_mpls_bottom,
         {"Bottom of Stack", "ipfix.mpls.bottom", FT_UINT32, BASE_DEC, NULL, 0, NULL, HFILL}},
        {&hf_enterprise,
         {"Enterprise Number", "ipfix.application.enterprise", FT_UINT32, BASE_ENTERPRISES,
          STRINGS_ENTERPRISES, 0, NULL, HFILL}},
        {&hf_selector, {"Selector", "ipfix.application.selector", FT_UINT64, BASE_DEC, NULL, 0, NULL, HFILL}},
    };
    static hf_register_info engine[] = {
        {&hf_engine,
         {"Classification Engine", "ipfix.application.engine", FT_UINT32, BASE_DEC, NULL, 0, NULL, HFILL}},
    };
    static int *const ett[] = {&ett_parts};

    engine[0].hfinfo.strings = value_strings_of(ipfix_names_find("classificationEngineId_101"));
    fields_add(engine, array_length(engine));
    fields_add(hf, array_length(hf));
    subtrees_add(ett, array_length(ett));
}
