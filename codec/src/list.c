/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/list.h>

#include "hints.h"

#define SEMANTIC_LEN 1u

/* basicList (RFC 6313 section 4.5.1): the semantic, then a Field Specifier that all items share. */
static NOINLINE enum ipfix_status basic_list_open(struct ipfix_list *l, ipfix_ie_finder finder, void *ctx)
{
    ipfix_take(&l->in, SEMANTIC_LEN);
    if (!ipfix_spec_take(&l->in, &l->spec)) {
        uint32_t header = SEMANTIC_LEN + ipfix_spec_octets(&l->in);
        l->in.pos = l->off; /* the whole header is wanted */
        return ipfix_short(&l->in, header, IPFIX_LIST_HEADER, &l->err);
    }
    if (l->spec.len == 0)
        return ipfix_fault(&l->err, IPFIX_LIST_ITEM_EMPTY, l->off, 0, 0);
    ipfix_template_of_item(&l->tmpl, &l->spec, &l->step, finder, ctx);
    l->done = false;
    return IPFIX_OK;
}

enum ipfix_status ipfix_list_open(struct ipfix_list *l, const struct ipfix_field *f, ipfix_ie_finder finder,
                                  void *ctx)
{
    l->type = f->spec->type;
    l->semantic = 0;
    l->done = true; /* until its header was read */
    l->depth = f->depth + 1u;
    l->off = f->off;
    l->id = 0;
    l->in = (struct ipfix_reader){.base = f->base, .pos = f->off, .end = f->off + f->len};
    l->err = (struct ipfix_error){.status = IPFIX_OK};
    bool multi = l->type == IPFIX_SUB_TEMPLATE_MULTI_LIST;
    if (!ipfix_type_is_list(l->type))
        return ipfix_fault(&l->err, IPFIX_USAGE, l->off, 0, 0);
    if (l->depth > IPFIX_MAX_DEPTH)
        return ipfix_fault(&l->err, IPFIX_LIST_DEPTH, l->off, 0, 0);
    if (f->len > 0)
        l->semantic = f->data[0];
    if (l->type == IPFIX_BASIC_LIST)
        return basic_list_open(l, finder, ctx);
    uint32_t header = multi ? SEMANTIC_LEN : SEMANTIC_LEN + 2;
    const uint8_t *p = ipfix_take(&l->in, header);
    if (p == NULL)
        return ipfix_short(&l->in, header, IPFIX_LIST_HEADER, &l->err);
    l->done = multi && ipfix_left(&l->in) == 0;
    if (!multi)
        l->id = ipfix_be16(p + SEMANTIC_LEN);
    return IPFIX_OK;
}

enum ipfix_status ipfix_list_fault(struct ipfix_list *l)
{
    struct ipfix_reader ahead = l->in; /* l->in stays at a block that is at fault */
    const uint8_t *p = ipfix_take(&ahead, IPFIX_LIST_BLOCK_HEADER_LEN);

    l->done = true;
    if (p == NULL)
        return ipfix_short(&l->in, IPFIX_LIST_BLOCK_HEADER_LEN, IPFIX_LIST_HEADER, &l->err);
    uint16_t length = ipfix_be16(p + 2);
    if (length < IPFIX_LIST_BLOCK_HEADER_LEN)
        return ipfix_fault(&l->err, IPFIX_LIST_BLOCK, l->in.pos, IPFIX_LIST_BLOCK_HEADER_LEN, length);
    return ipfix_short(&l->in, length, IPFIX_LIST_BLOCK_PAST, &l->err);
}
