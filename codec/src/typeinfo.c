/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/typeinfo.h>

#include <string.h>

/* The elements of such records (RFC 5610 section 3). */
enum {
    ELEMENT_ID = 303,
    DATA_TYPE = 339,
    NAME = 341,
    RANGE_BEGIN = 342,
    RANGE_END = 343,
    SEMANTICS = 344,
    UNITS = 345,
    ENTERPRISE = 346
};

bool ipfix_semantics_fit(unsigned type, unsigned semantics)
{
    if (semantics > IPFIX_SEM_SNMP_GAUGE)
        return false;
    if (semantics == IPFIX_SEM_DEFAULT)
        return true;
    if (type >= IPFIX_BASIC_LIST && type <= IPFIX_SUB_TEMPLATE_MULTI_LIST)
        return semantics == IPFIX_SEM_LIST;
    if (semantics == IPFIX_SEM_LIST)
        return false;
    if ((type >= IPFIX_U8 && type <= IPFIX_U64) || type == IPFIX_U256)
        return true;
    if (type >= IPFIX_S8 && type <= IPFIX_S64)
        return semantics != IPFIX_SEM_FLAGS;
    if (type == IPFIX_F32 || type == IPFIX_F64)
        return semantics != IPFIX_SEM_FLAGS && semantics != IPFIX_SEM_IDENTIFIER;
    return false;
}

bool ipfix_type_info_template(const struct ipfix_template *t)
{
    for (uint32_t i = 0; i < t->scope_count; i++)
        if (!t->spec[i].enterprise && t->spec[i].id == ELEMENT_ID)
            return true;
    return false;
}

/* False where it has no room: fields may be wider than their elements, and a number that is cut is another. */
static bool number_take(struct ipfix_type_info *info, unsigned id, uint64_t number)
{
    switch (id) {
    case ELEMENT_ID:
        info->id = number & 0x7fff;
        return number <= UINT16_MAX;
    case ENTERPRISE:
        info->pen = (uint32_t)number;
        return number <= UINT32_MAX;
    case DATA_TYPE:
        info->type = (uint8_t)number;
        return number <= UINT8_MAX;
    case SEMANTICS:
        info->semantics = (uint8_t)number;
        return number <= UINT8_MAX;
    case UNITS:
        info->units = (uint16_t)number;
        return number <= UINT16_MAX;
    case RANGE_BEGIN:
        info->min = number;
        return true;
    case RANGE_END:
        info->max = number;
        return true;
    default:
        return true;
    }
}

/* False where nothing can be made of it. */
static bool field_take(const struct ipfix_field *f, struct ipfix_type_info *info)
{
    if (f->spec->enterprise)
        return true;
    if (f->spec->id != NAME)
        return number_take(info, f->spec->id, f->len <= 8 ? ipfix_be_n(f->data, f->len) : UINT64_MAX);
    info->name = (struct ipfix_bytes){f->data, ipfix_string_trim(f->data, f->len)};
    return true;
}

enum ipfix_status ipfix_type_info_get(struct ipfix_records *c, struct ipfix_type_info *info)
{
    struct ipfix_type_info found = {.type = IPFIX_OCTET_ARRAY};
    struct ipfix_field f = {0};
    enum ipfix_status status;
    bool fits = true;

    while ((status = ipfix_field_next(c, &f)) == IPFIX_OK)
        fits = field_take(&f, &found) && fits;
    if (status != IPFIX_END)
        return status;
    if (!fits || found.type >= IPFIX_TYPE_COUNT || !ipfix_semantics_fit(found.type, found.semantics))
        return IPFIX_IGNORED;
    /* Both 0 say that there is no range (section 3.4); how the range of a signed or float type is to be
     * read from an unsigned64 only its exporter knows. */
    found.ranged =
        found.type >= IPFIX_U8 && found.type <= IPFIX_U64 && found.max > 0 && found.min <= found.max;
    *info = found;
    return IPFIX_OK;
}

bool ipfix_type_info_equal(const struct ipfix_type_info *a, const struct ipfix_type_info *b)
{
    return a->pen == b->pen && a->id == b->id && a->units == b->units && a->type == b->type &&
           a->semantics == b->semantics && a->min == b->min && a->max == b->max &&
           a->name.len == b->name.len &&
           (a->name.len == 0 || memcmp(a->name.ptr, b->name.ptr, a->name.len) == 0);
}
