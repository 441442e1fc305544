/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/template.h>

/* What a type may look like on the wire (RFC 7011 sections 6.1 and 6.2, RFC 9740 for unsigned256). */
static const struct {
    uint8_t width; /* octets at full size; 0: any width */
    uint8_t load;
    bool reducible; /* to any smaller width but 0 */
} TYPES[IPFIX_TYPE_COUNT] = {
    [IPFIX_OCTET_ARRAY] = {0, IPFIX_LOAD_BYTES, false},
    [IPFIX_U8] = {1, IPFIX_LOAD_UINT, true},
    [IPFIX_U16] = {2, IPFIX_LOAD_UINT, true},
    [IPFIX_U32] = {4, IPFIX_LOAD_UINT, true},
    [IPFIX_U64] = {8, IPFIX_LOAD_UINT, true},
    [IPFIX_S8] = {1, IPFIX_LOAD_INT, true},
    [IPFIX_S16] = {2, IPFIX_LOAD_INT, true},
    [IPFIX_S32] = {4, IPFIX_LOAD_INT, true},
    [IPFIX_S64] = {8, IPFIX_LOAD_INT, true},
    [IPFIX_F32] = {4, IPFIX_LOAD_F32, false},
    [IPFIX_F64] = {8, IPFIX_LOAD_F64, false},
    [IPFIX_BOOLEAN] = {1, IPFIX_LOAD_UINT, false},
    [IPFIX_MAC] = {6, IPFIX_LOAD_BYTES, false},
    [IPFIX_STRING] = {0, IPFIX_LOAD_BYTES, false},
    [IPFIX_TIME_S] = {4, IPFIX_LOAD_TIME_S, false},
    [IPFIX_TIME_MS] = {8, IPFIX_LOAD_TIME_MS, false},
    [IPFIX_TIME_US] = {8, IPFIX_LOAD_TIME_US, false},
    [IPFIX_TIME_NS] = {8, IPFIX_LOAD_TIME_NS, false},
    [IPFIX_IPV4] = {4, IPFIX_LOAD_BYTES, false},
    [IPFIX_IPV6] = {16, IPFIX_LOAD_BYTES, false},
    [IPFIX_BASIC_LIST] = {0, IPFIX_LOAD_BYTES, false},
    [IPFIX_SUB_TEMPLATE_LIST] = {0, IPFIX_LOAD_BYTES, false},
    [IPFIX_SUB_TEMPLATE_MULTI_LIST] = {0, IPFIX_LOAD_BYTES, false},
    [IPFIX_U256] = {32, IPFIX_LOAD_BYTES, true},
};

uint32_t ipfix_type_width(unsigned type)
{
    return type < IPFIX_TYPE_COUNT ? TYPES[type].width : 0;
}

/* An unsigned number of len octets, 1 to 8. */
static enum ipfix_load uint_load(uint32_t len)
{
    switch (len) {
    case 1:
        return IPFIX_LOAD_U8;
    case 2:
        return IPFIX_LOAD_U16;
    case 4:
        return IPFIX_LOAD_U32;
    case 8:
        return IPFIX_LOAD_U64;
    default:
        return IPFIX_LOAD_UINT;
    }
}

enum ipfix_load ipfix_load_of(unsigned type, uint32_t len)
{
    uint32_t width = ipfix_type_width(type);

    if (width == 0)
        return IPFIX_LOAD_BYTES;
    if (len == IPFIX_VARLEN)
        return IPFIX_LOAD_VAR;
    if (len == width || (TYPES[type].reducible && len > 0 && len < width))
        return TYPES[type].load == IPFIX_LOAD_UINT ? uint_load(len) : (enum ipfix_load)TYPES[type].load;
    if (type == IPFIX_F64 && len == 4) /* the one reduction of floats: a float64 as a float32 */
        return IPFIX_LOAD_F32;
    return IPFIX_LOAD_ILLEGAL;
}

uint32_t ipfix_spec_octets(const struct ipfix_reader *in)
{
    struct ipfix_reader ahead = *in;
    const uint8_t *p = ipfix_take(&ahead, 1);

    return p != NULL && (p[0] & 0x80) != 0 ? 8 : 4;
}

bool ipfix_spec_take(struct ipfix_reader *in, struct ipfix_spec *spec)
{
    const uint8_t *p = ipfix_take(in, ipfix_spec_octets(in));

    if (p == NULL)
        return false;
    spec->enterprise = (p[0] & 0x80) != 0;
    spec->pen = spec->enterprise ? ipfix_be32(p + 4) : IPFIX_PEN_IANA;
    spec->id = ipfix_be16(p) & 0x7fff;
    spec->len = ipfix_be16(p + 2);
    spec->ie = NULL;
    spec->type = IPFIX_OCTET_ARRAY;
    spec->load = IPFIX_LOAD_BYTES;
    return true;
}

void ipfix_spec_resolve(struct ipfix_spec *spec, const struct ipfix_ie *ie)
{
    /* Enterprise number 0 is reserved; it does not stand for IANA's elements. */
    if (spec->enterprise && spec->pen == IPFIX_PEN_IANA)
        ie = NULL;
    spec->ie = ie;
    spec->type = ie != NULL ? ie->type : IPFIX_OCTET_ARRAY;
    spec->load = (uint8_t)ipfix_load_of(spec->type, spec->len);
}

void ipfix_spec_find(struct ipfix_spec *spec, ipfix_ie_finder finder, void *ctx)
{
    const struct ipfix_ie *ie = finder != NULL ? finder(ctx, spec->pen, spec->id) : NULL;

    if (ie == NULL)
        ie = ipfix_ie_find(spec->pen, spec->id);
    ipfix_spec_resolve(spec, ie);
}

bool ipfix_spec_equal(const struct ipfix_spec *a, const struct ipfix_spec *b)
{
    return a->id == b->id && a->len == b->len && a->pen == b->pen && a->enterprise == b->enterprise;
}

/* Steps read unsigned numbers of all widths alike. */
static struct ipfix_step step_of(const struct ipfix_spec *spec)
{
    bool is_uint = spec->load >= IPFIX_LOAD_U8 && spec->load <= IPFIX_LOAD_UINT;

    return (struct ipfix_step){
        .len = spec->len, .load = is_uint ? (uint8_t)IPFIX_LOAD_UINT : spec->load, .type = spec->type};
}

void ipfix_template_plan(struct ipfix_template *t, struct ipfix_step *step)
{
    bool fixed = true;

    t->step = step;
    t->min_len = 0;
    t->fixed_len = 0;
    t->fixed_count = 0;
    t->list_count = 0;
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct ipfix_spec *spec = &t->spec[i];
        uint32_t len = spec->len;
        if (step != NULL)
            step[i] = step_of(spec);
        t->list_count += ipfix_type_is_list(spec->type);
        if (len == IPFIX_VARLEN) {
            fixed = false;
            len = 1; /* of its length prefix, with no octets behind it */
        }
        t->min_len += len;
        if (fixed) {
            t->fixed_len += len;
            t->fixed_count++;
        }
    }
    t->fixed = fixed && t->min_len > 0;
    t->inverse = t->min_len > 0 ? UINT32_MAX / t->min_len : 0;
}

void ipfix_template_of_item(struct ipfix_template *t, struct ipfix_spec *spec, struct ipfix_step *step,
                            ipfix_ie_finder finder, void *ctx)
{
    const bool fixed = spec->len != IPFIX_VARLEN;
    const uint32_t len = fixed ? spec->len : 1;

    ipfix_spec_find(spec, finder, ctx);
    *step = step_of(spec);
    *t = (struct ipfix_template){
        .spec = spec,
        .step = step,
        .min_len = len,
        .inverse = UINT32_MAX / len,
        .fixed_len = fixed ? len : 0,
        .fixed_count = fixed,
        .fixed = fixed,
        .field_count = 1,
        .list_count = ipfix_type_is_list(spec->type),
    };
}

bool ipfix_template_equal(const struct ipfix_template *a, const struct ipfix_template *b)
{
    if (a->options != b->options || a->field_count != b->field_count || a->scope_count != b->scope_count)
        return false;
    for (uint32_t i = 0; i < a->field_count; i++)
        if (!ipfix_spec_equal(&a->spec[i], &b->spec[i]))
            return false;
    return true;
}
