/* SPDX-License-Identifier: BSD-2-Clause */
#include "ie_table.h"

#include <assert.h>
#include <string.h>

/* The registry's own table of types (RFC 5610 section 3.1) names them. */
static const struct ipfix_names *type_names(void)
{
    return ipfix_names_find("informationElementDataType_339");
}

const char *ipfix_type_name(unsigned type)
{
    const char *name = ipfix_value_name(type_names(), type);
    return name != NULL ? name : "unassigned";
}

/* Orders len octets, which may be any, against a name as strcmp would order two names. */
static int name_compare(const char *text, size_t len, const char *name)
{
    size_t name_len = strlen(name);
    int order = memcmp(text, name, len < name_len ? len : name_len);
    return order != 0 ? order : (len > name_len) - (len < name_len);
}

int ipfix_type_by_name(const char *name, size_t len)
{
    const struct ipfix_names *names = type_names();
    for (uint32_t i = 0; i < names->count; i++)
        if (name_compare(name, len, names->name[i].name) == 0)
            return (int)names->name[i].first;
    return -1;
}

size_t ipfix_ie_count(void)
{
    return ie_table_count;
}

const struct ipfix_ie *ipfix_ie_at(size_t index)
{
    assert(index < ie_table_count);
    return &ie_table[index];
}

size_t ipfix_ie_index(const struct ipfix_ie *ie)
{
    assert(ie >= ie_table && ie < ie_table + ie_table_count);
    return (size_t)(ie - ie_table);
}

/* The first element that is not below (pen, id); ie_table_count if all are. */
static size_t number_lower_bound(uint32_t pen, uint16_t id)
{
    size_t low = 0;
    size_t high = ie_table_count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        const struct ipfix_ie *ie = &ie_table[mid];
        if (ie->pen < pen || (ie->pen == pen && ie->id < id))
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

const struct ipfix_ie *ipfix_ie_find(uint32_t pen, uint16_t id)
{
    if (pen == IPFIX_PEN_IANA)
        return id < ie_iana_count && ie_iana[id] > 0 ? &ie_table[ie_iana[id] - 1] : NULL;
    size_t at = number_lower_bound(pen, id);
    if (at == ie_table_count || ie_table[at].pen != pen || ie_table[at].id != id)
        return NULL;
    return &ie_table[at];
}

const char *ipfix_vendor_key(uint32_t pen)
{
    size_t at = number_lower_bound(pen, 0);
    if (at == ie_table_count || ie_table[at].pen != pen || ie_table[at].key[0] == '\0')
        return NULL;
    return ie_table[at].key;
}

const struct ipfix_ie *ipfix_ie_by_name(const char *name, size_t len)
{
    const char *dot = memchr(name, '.', len);
    size_t key_len = dot != NULL ? (size_t)(dot - name) : 0;
    const char *plain = dot != NULL ? dot + 1 : name;
    size_t plain_len = len - (size_t)(plain - name);
    if (dot != NULL && key_len == 0)
        return NULL; /* an empty key is ours alone: ".octetDeltaCount" names nothing */

    size_t low = 0;
    size_t high = ie_table_count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        const struct ipfix_ie *ie = &ie_table[ie_name_order[mid]];
        int order = name_compare(name, key_len, ie->key);
        if (order == 0)
            order = name_compare(plain, plain_len, ie->name);
        if (order == 0)
            return ie;
        if (order > 0)
            low = mid + 1;
        else
            high = mid;
    }
    return NULL;
}

const char *ipfix_value_name(const struct ipfix_names *names, uint64_t value)
{
    size_t low = 0;
    size_t high = names->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        const struct ipfix_name *name = &names->name[mid];
        if (value >= name->first && value <= name->last)
            return name->name;
        if (value > name->last)
            low = mid + 1;
        else
            high = mid;
    }
    return NULL;
}

const struct ipfix_names *ipfix_names_find(const char *table)
{
    size_t low = 0;
    size_t high = ie_names_count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        int order = strcmp(table, ie_names[mid].table);
        if (order == 0)
            return &ie_names[mid];
        if (order > 0)
            low = mid + 1;
        else
            high = mid;
    }
    return NULL;
}
