/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/list.h>

#define SEMANTIC_LEN 1u
#define BLOCK_HEADER_LEN 4u /* Template ID and length, in a subTemplateMultiList */

/* basicList (RFC 6313 section 4.5.1): the semantic, then a Field Specifier that all items share. */
static enum ipfix_status basic_list_open(struct ipfix_list *l, ipfix_ie_finder finder, void *ctx)
{
    const struct ipfix_reader list = l->in;

    ipfix_take(&l->in, SEMANTIC_LEN);
    if (!ipfix_spec_take(&l->in, &l->spec))
        return ipfix_short(&list, SEMANTIC_LEN + ipfix_spec_octets(&l->in), IPFIX_LIST_HEADER, &l->err);
    if (l->spec.len == 0)
        return ipfix_fault(&l->err, IPFIX_LIST_ITEM_EMPTY, l->off, 0, 0);
    ipfix_spec_find(&l->spec, finder, ctx);
    l->tmpl = (struct ipfix_template){.spec = &l->spec, .field_count = 1};
    ipfix_template_plan(&l->tmpl, &l->step);
    return IPFIX_OK;
}

enum ipfix_status ipfix_list_open(struct ipfix_list *l, const struct ipfix_field *f, ipfix_ie_finder finder,
                                  void *ctx)
{
    l->type = f->spec->type;
    l->semantic = 0;
    l->done = false;
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
    if (multi)
        l->done = ipfix_left(&l->in) == 0;
    else
        l->id = ipfix_be16(p + SEMANTIC_LEN);
    return IPFIX_OK;
}

static enum ipfix_status multi_list_block(struct ipfix_list *l, struct ipfix_set *block)
{
    struct ipfix_reader ahead = l->in; /* l->in stays at a block that is at fault */
    const uint8_t *p = ipfix_take(&ahead, BLOCK_HEADER_LEN);

    if (p == NULL)
        return ipfix_short(&l->in, BLOCK_HEADER_LEN, IPFIX_LIST_HEADER, &l->err);
    uint16_t length = ipfix_be16(p + 2);
    /* Section 4.5.3 lets 0 stand for a block without records, though its length counts its header. */
    if (length > 0 && length < BLOCK_HEADER_LEN)
        return ipfix_fault(&l->err, IPFIX_LIST_BLOCK, l->in.pos, BLOCK_HEADER_LEN, length);
    block->off = l->in.pos;
    if (!ipfix_slice(&l->in, length > 0 ? length : BLOCK_HEADER_LEN, &block->in))
        return ipfix_short(&l->in, length, IPFIX_LIST_BLOCK_PAST, &l->err);
    block->in.pos = ahead.pos;
    block->id = ipfix_be16(p);
    block->length = length;
    block->tmpl = NULL;
    l->done = ipfix_left(&l->in) == 0;
    return IPFIX_OK;
}

/* basicList and subTemplateList: all of the list is one block, under the list's own header. */
static enum ipfix_status whole_list_block(struct ipfix_list *l, struct ipfix_set *block)
{
    block->id = l->id;
    block->length = (uint16_t)(l->in.end - l->off);
    block->off = l->off;
    block->tmpl = l->type == IPFIX_BASIC_LIST ? &l->tmpl : NULL;
    block->in = l->in;
    l->done = true;
    return IPFIX_OK;
}

/* The rest of ipfix_list_next. */
enum ipfix_status ipfix_list_block(struct ipfix_list *l, struct ipfix_set *block)
{
    if (l->err.status != IPFIX_OK)
        return l->err.status;
    block->kind = IPFIX_SET_DATA;
    block->depth = l->depth;
    block->err = (struct ipfix_error){.status = IPFIX_OK};
    return l->type == IPFIX_SUB_TEMPLATE_MULTI_LIST ? multi_list_block(l, block) : whole_list_block(l, block);
}
