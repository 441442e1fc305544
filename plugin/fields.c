/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Elements as fields: every element of the registry is registered from the codec's table, those of users and
 * exporters the same way, and one switch over the abstract types draws them all.
 */
#include "packet-ipfix.h"

#include <epan/addr_resolv.h>
#include <epan/etypes.h>
#include <epan/unit_strings.h>
#include <wsutil/to_str.h>

static int *hf_elements; /* by ipfix_ie_index */
static int hf_unknown, hf_undecoded;

/* The built-in registry, asked for once: each field that is drawn is looked for in it. */
static const struct ipfix_ie *built_in;
static size_t built_in_size;

bool element_is_built_in(const struct ipfix_ie *ie)
{
    return (uintptr_t)ie - (uintptr_t)built_in < built_in_size;
}

int field_of(const struct ipfix_ie *ie)
{
    return element_is_built_in(ie) ? hf_elements[ie - built_in] : element_field(ie);
}

const char *element_name(wmem_allocator_t *scope, const struct ipfix_spec *spec)
{
    if (spec->ie != NULL && *spec->ie->key != '\0')
        return wmem_strdup_printf(scope, "%s.%s", spec->ie->key, spec->ie->name);
    if (spec->ie != NULL)
        return spec->ie->name;
    if (spec->enterprise)
        return wmem_strdup_printf(scope, "%u/%u", spec->pen, spec->id);
    return wmem_strdup_printf(scope, "%u", spec->id);
}

bool field_wanted(const struct dissection *d, proto_tree *tree, const struct ipfix_spec *spec)
{
    if (proto_field_is_referenced(tree, hf_undecoded))
        return true;
    if (spec->ie != NULL)
        return proto_field_is_referenced(tree, field_of(spec->ie)) ||
               (d->aliases && alias_wanted(tree, spec->ie));
    return proto_field_is_referenced(tree, hf_unknown) || learned_wanted(d, tree, spec);
}

bool octets_are_zero(const uint8_t *p, uint32_t n)
{
    while (n > 0 && *p == 0)
        p++, n--;
    return n == 0;
}

/* Up to so many octets are shown as such, as Wireshark does. */
#define OCTETS_SHOWN 36u

static void hex_text(struct text *line, const uint8_t *octets, uint32_t len)
{
    char hex[2 * OCTETS_SHOWN];

    text_add_octets(line, hex, (size_t)(bytes_to_hexstr(hex, octets, MIN(len, OCTETS_SHOWN)) - hex));
    if (len > OCTETS_SHOWN)
        text_add(line, "…");
}

proto_item *octets_draw(struct dissection *d, proto_tree *tree, uint32_t off, uint32_t len, const char *what,
                        const char *why)
{
    proto_item *item = proto_tree_add_item(tree, hf_undecoded, d->tvb, (int)off, (int)len, ENC_NA);
    struct text line;

    if (!d->everything)
        return item;
    line.len = 0;
    text_add(&line, what);
    text_add(&line, ": ");
    if (len > 0)
        hex_text(&line, tvb_get_ptr(d->tvb, (int)off, (int)len), len);
    else
        text_add(&line, "no octets");
    if (why != NULL) {
        text_add(&line, " (");
        text_add(&line, why);
        text_add(&line, ")");
    }
    text_show(&line, item);
    return item;
}

/* ---- one field ---- */

/* U+FFFE and U+FFFF are no characters of XML: Wireshark would write PDML with them that nobody can read. */
static bool is_noncharacter(const uint8_t *p, uint32_t len)
{
    return len >= 3 && p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe;
}

const char *string_of(wmem_allocator_t *scope, const struct ipfix_bytes *bytes)
{
    const uint8_t *p = bytes->ptr;
    uint32_t len = ipfix_string_trim(p, bytes->len);

    if (len == 0)
        return "";
    if (memchr(p, 0, len) == NULL && memchr(p, 0xef, len) == NULL)
        return wmem_strndup(scope, (const char *)p, len);
    wmem_strbuf_t *text = wmem_strbuf_new(scope, "");
    for (uint32_t i = 0; i < len; i++)
        if (p[i] == 0) {
            wmem_strbuf_append(text, "\\0");
        } else if (is_noncharacter(p + i, len - i)) {
            wmem_strbuf_append(text, p[i + 2] == 0xbe ? "\\uFFFE" : "\\uFFFF");
            i += 2;
        } else {
            wmem_strbuf_append_c(text, (char)p[i]);
        }
    return wmem_strbuf_get_str(text);
}

#if WS_TIMES_ARE_PLAIN

/* A time as Wireshark writes it, for which that takes longer than for all else of a record. */
static bool time_text(struct text *line, const nstime_t *t)
{
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const time_t year_10000 = 253402300800;
    const struct tm *date = t->secs >= 0 && t->secs < year_10000 ? gmtime(&t->secs) : NULL;

    if (date == NULL)
        return false;
    text_add(line, months[date->tm_mon]);
    text_add(line, " ");
    text_add_padded(line, (uint32_t)date->tm_mday, 2, ' ');
    text_add(line, ", ");
    text_add_number(line, (uint32_t)date->tm_year + 1900);
    text_add(line, " ");
    text_add_padded(line, (uint32_t)date->tm_hour, 2, '0');
    text_add(line, ":");
    text_add_padded(line, (uint32_t)date->tm_min, 2, '0');
    text_add(line, ":");
    text_add_padded(line, (uint32_t)date->tm_sec, 2, '0');
    text_add(line, ".");
    text_add_padded(line, (uint32_t)t->nsecs, 9, '0');
    text_add(line, " UTC");
    return true;
}

static void time_show(proto_item *item, int hf, const nstime_t *t)
{
    const header_field_info *info = proto_registrar_get_nth((unsigned)hf);
    struct text line;

    if (info->display != ABSOLUTE_TIME_UTC)
        return; /* a name of CFLOW's */
    line.len = 0;
    text_add(&line, info->name);
    text_add(&line, ": ");
    if (time_text(&line, t))
        text_show(&line, item);
}

#else

static void time_show(proto_item *item _U_, int hf _U_, const nstime_t *t _U_)
{
}

#endif

bool time_is_unset(const struct ipfix_field *f)
{
    bool ntp = f->spec->type == IPFIX_TIME_US || f->spec->type == IPFIX_TIME_NS;

    return ntp && f->len == 8 && ipfix_be64(f->data) == 0;
}

static proto_item *time_draw(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f,
                             const struct ipfix_time *time)
{
    nstime_t t = {.secs = (time_t)time->sec, .nsecs = (int)time->nsec};
    proto_item *item = proto_tree_add_time(tree, hf, d->tvb, (int)f->off, f->len, &t);

    if (d->texts)
        time_show(item, hf, &t);
    if (d->texts && time_is_unset(f))
        proto_item_append_text(item, " (not set)");
    return item;
}

static proto_item *unknown_draw(struct dissection *d, proto_tree *tree, const struct ipfix_field *f)
{
    if (!d->everything)
        return proto_tree_add_item(tree, hf_unknown, d->tvb, (int)f->off, f->len, ENC_NA);
    return proto_tree_add_bytes_format(
        tree, hf_unknown, d->tvb, (int)f->off, f->len, NULL, "Unknown element %s: %s",
        element_name(d->pinfo->pool, f->spec),
        f->len > 0 ? tvb_bytes_to_str(d->pinfo->pool, d->tvb, (int)f->off, f->len) : "");
}

/* As Wireshark wants it, in the order of the octets. */
static uint32_t ipv4_of(const uint8_t *octets)
{
    uint32_t address;

    memcpy(&address, octets, sizeof address);
    return address;
}

/* Wireshark would call a value of no octets missing. */
static proto_item *octets_item(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f)
{
    proto_item *item = proto_tree_add_item(tree, hf, d->tvb, (int)f->off, f->len, ENC_BIG_ENDIAN);

    if (f->len == 0 && d->texts)
        proto_item_set_text(item, "%s: no octets", proto_registrar_get_name(hf));
    return item;
}

proto_item *value_draw(struct dissection *d, proto_tree *tree, int hf, const struct ipfix_field *f,
                       const struct ipfix_value *v)
{
    int off = (int)f->off, len = f->len;

    switch (v->type) {
    case IPFIX_U8:
    case IPFIX_U16:
    case IPFIX_U32:
        return proto_tree_add_uint(tree, hf, d->tvb, off, len, (uint32_t)v->as.u);
    case IPFIX_U64:
        return proto_tree_add_uint64(tree, hf, d->tvb, off, len, v->as.u);
    case IPFIX_S8:
    case IPFIX_S16:
    case IPFIX_S32:
        return proto_tree_add_int(tree, hf, d->tvb, off, len, (int32_t)v->as.i);
    case IPFIX_S64:
        return proto_tree_add_int64(tree, hf, d->tvb, off, len, v->as.i);
    case IPFIX_F32:
        return proto_tree_add_float(tree, hf, d->tvb, off, len, (float)v->as.f);
    case IPFIX_F64:
        return proto_tree_add_double(tree, hf, d->tvb, off, len, v->as.f);
    case IPFIX_BOOLEAN:
        return proto_tree_add_boolean(tree, hf, d->tvb, off, len, v->as.u == 1);
    case IPFIX_STRING:
        return proto_tree_add_string(tree, hf, d->tvb, off, len, string_of(d->pinfo->pool, &v->as.bytes));
    case IPFIX_TIME_S:
    case IPFIX_TIME_MS:
    case IPFIX_TIME_US:
    case IPFIX_TIME_NS:
        return time_draw(d, tree, hf, f, &v->as.time);
    case IPFIX_IPV4:
        return proto_tree_add_ipv4(tree, hf, d->tvb, off, len, ipv4_of(f->data));
    default: /* other addresses and octets: the octets are the value */
        return octets_item(d, tree, hf, f);
    }
}

proto_item *field_draw(struct dissection *d, proto_tree *tree, const struct ipfix_field *f,
                       const struct ipfix_value *v)
{
    if (f->spec->ie == NULL) {
        proto_item *unknown = unknown_draw(d, tree, f);
        learned_draw(d, unknown, f);
        return unknown;
    }
    proto_item *item = value_draw(d, tree, field_of(f->spec->ie), f, v);
    if (d->aliases)
        alias_draw(d, tree, f, v);
    if (d->everything && f->spec->ie->display != IPFIX_DISPLAY_PLAIN)
        display_draw(d, item, f);
    return item;
}

/* ---- registration ---- */

static enum ftenum field_type(const struct ipfix_ie *ie)
{
    static const enum ftenum types[IPFIX_TYPE_COUNT] = {
        [IPFIX_OCTET_ARRAY] = FT_BYTES,
        [IPFIX_U8] = FT_UINT8,
        [IPFIX_U16] = FT_UINT16,
        [IPFIX_U32] = FT_UINT32,
        [IPFIX_U64] = FT_UINT64,
        [IPFIX_S8] = FT_INT8,
        [IPFIX_S16] = FT_INT16,
        [IPFIX_S32] = FT_INT32,
        [IPFIX_S64] = FT_INT64,
        [IPFIX_F32] = FT_FLOAT,
        [IPFIX_F64] = FT_DOUBLE,
        [IPFIX_BOOLEAN] = FT_BOOLEAN,
        [IPFIX_MAC] = FT_ETHER,
        [IPFIX_STRING] = FT_STRING,
        [IPFIX_TIME_S] = FT_ABSOLUTE_TIME,
        [IPFIX_TIME_MS] = FT_ABSOLUTE_TIME,
        [IPFIX_TIME_US] = FT_ABSOLUTE_TIME,
        [IPFIX_TIME_NS] = FT_ABSOLUTE_TIME,
        [IPFIX_IPV4] = FT_IPv4,
        [IPFIX_IPV6] = FT_IPv6,
        [IPFIX_BASIC_LIST] = FT_NONE,
        [IPFIX_SUB_TEMPLATE_LIST] = FT_NONE,
        [IPFIX_SUB_TEMPLATE_MULTI_LIST] = FT_NONE,
        [IPFIX_U256] = FT_BYTES,
    };
    return types[ie->type];
}

static bool is_integer(unsigned type)
{
    return type >= IPFIX_U8 && type <= IPFIX_S64;
}

static bool is_time(unsigned type)
{
    return type >= IPFIX_TIME_S && type <= IPFIX_TIME_NS;
}

/* Filters may name values (`ipfix.natEvent == "NAT44 session create"`) only where each value has
 * an entry of its own, so short ranges are spelled out and long ones have no name here. */
#define RANGE_MAX 64
const value_string *value_strings_of(const struct ipfix_names *names)
{
    wmem_array_t *array = wmem_array_new(wmem_epan_scope(), sizeof(value_string));
    value_string end = {0, NULL};

    for (uint32_t i = 0; i < names->count; i++) {
        const struct ipfix_name *n = &names->name[i];
        if (n->last - n->first >= RANGE_MAX || n->last > UINT32_MAX)
            continue;
        for (uint64_t value = n->first; value <= n->last; value++) {
            value_string one = {(guint32)value, n->name};
            wmem_array_append_one(array, one);
        }
    }
    wmem_array_append_one(array, end);
    return wmem_array_get_raw(array);
}

char *unit_text(wmem_allocator_t *scope, const char *units, bool one)
{
    int len = (int)strlen(units);

    if (one && g_str_has_suffix(units, "ies"))
        return wmem_strdup_printf(scope, " %.*sy", len - 3, units);
    if (one && g_str_has_suffix(units, "s"))
        len--;
    return wmem_strdup_printf(scope, " %.*s", len, units);
}

static const unit_name_string *unit_of(const char *units)
{
    unit_name_string *unit = wmem_new(wmem_epan_scope(), unit_name_string);

    unit->plural = unit_text(wmem_epan_scope(), units, false);
    unit->singular = unit_text(wmem_epan_scope(), units, true);
    return unit;
}

static void field_describe(header_field_info *info, const struct ipfix_ie *ie)
{
    info->type = field_type(ie);
    info->display = is_integer(ie->type) ? BASE_DEC : is_time(ie->type) ? ABSOLUTE_TIME_UTC : BASE_NONE;
    if (!is_integer(ie->type))
        return;
    if (ie->semantics == IPFIX_SEM_FLAGS || ie->display == IPFIX_DISPLAY_BITS) {
        info->display = BASE_HEX;
    } else if (ie->display == IPFIX_DISPLAY_ENUM && ie->type != IPFIX_U64) {
        info->strings = value_strings_of(ie->names);
    } else if (ie->display == IPFIX_DISPLAY_PORT && ie->type == IPFIX_U16) {
        info->display = BASE_PT_TCP;
    } else if (ie->display == IPFIX_DISPLAY_PEN && ie->type == IPFIX_U32) {
        info->display = BASE_ENTERPRISES;
        info->strings = STRINGS_ENTERPRISES;
    } else if (ie->display == IPFIX_DISPLAY_ETHERTYPE && ie->type == IPFIX_U16) {
        info->display = BASE_HEX;
        info->strings = VALS(etype_vals);
    } else if (*ie->units != '\0' && ie->display == IPFIX_DISPLAY_PLAIN) {
        info->display |= BASE_UNIT_STRING;
        info->strings = unit_of(ie->units);
    }
}

void fields_add(hf_register_info *hf, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *hf[i].p_id = -1;
    proto_register_field_array(proto_ipfix, hf, (int)count);
}

void subtrees_add(int *const *ett, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *ett[i] = -1;
    proto_register_subtree_array(ett, (int)count);
}

char *field_name(const struct ipfix_ie *ie)
{
    return wmem_strdup_printf(wmem_epan_scope(), "ipfix.%s%s%s", ie->key, *ie->key ? "." : "", ie->name);
}

void field_add(int *index, const struct ipfix_ie *ie, const char *name)
{
    hf_register_info *hf = wmem_new0(wmem_epan_scope(), hf_register_info);

    hf->p_id = index;
    HFILL_INIT(*hf);
    hf->hfinfo.name = *ie->key != '\0' ? name + strlen("ipfix.") : ie->name; /* with the vendor's key */
    hf->hfinfo.abbrev = name;
    field_describe(&hf->hfinfo, ie);
    fields_add(hf, 1);
}

void field_remove(int index)
{
    header_field_info *info = proto_registrar_get_nth((unsigned)index);

    proto_deregister_field(proto_ipfix, index);
    /* Wireshark frees the texts of such a field one day, and until then may draw it: they must be its own. */
    info->name = g_strdup(info->name);
    info->abbrev = g_strdup(info->abbrev);
    info->display &= FIELD_DISPLAY_E_MASK;
    info->strings = NULL;
}

void built_in_field_restore(const struct ipfix_ie *ie)
{
    field_add(&hf_elements[ipfix_ie_index(ie)], ie, field_name(ie));
}

static void built_in_register(void)
{
    size_t count = ipfix_ie_count();

    built_in = ipfix_ie_at(0);
    built_in_size = count * sizeof *built_in;
    hf_elements = wmem_alloc_array(wmem_epan_scope(), int, count);
    for (size_t i = 0; i < count; i++)
        built_in_field_restore(ipfix_ie_at(i));
}

void fields_register(void)
{
    static hf_register_info hf[] = {
        {&hf_unknown,
         {"Unknown Element", "ipfix.unknown", FT_BYTES, BASE_NONE, NULL, 0,
          "An element that no registry knows", HFILL}},
        {&hf_undecoded,
         {"Undecoded", "ipfix.undecoded", FT_BYTES, BASE_NONE, NULL, 0,
          "Octets that cannot be read as they should", HFILL}},
    };

    fields_add(hf, array_length(hf));
    built_in_register();
}
