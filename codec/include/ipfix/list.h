/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Structured data (RFC 6313).  A basicList is a set with a template of one field, a
 * subTemplateList a set, a subTemplateMultiList a run of sets: all are read with the record cursor.
 *
 *     if (ipfix_list_open(&list, &field, NULL, NULL) == IPFIX_OK)
 *         while (ipfix_list_next(&list, &block) == IPFIX_OK) {
 *             tmpl = block.tmpl ? block.tmpl : ipfix_store_get(store, domain, block.id, at);
 *             if (tmpl == NULL)
 *                 continue;                       unknown template: the block stays raw, in block.in
 *             ipfix_records_open(&recs, &block, tmpl);
 *             ...
 *         }
 */
#ifndef IPFIX_LIST_H
#define IPFIX_LIST_H

#include <ipfix/decode.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Deeper nesting than any exporter needs, shallow enough for a reader that recurses. */
#define IPFIX_MAX_DEPTH 16u

struct ipfix_list {
    uint8_t type;           /* IPFIX_BASIC_LIST, IPFIX_SUB_TEMPLATE_LIST, IPFIX_SUB_TEMPLATE_MULTI_LIST */
    uint8_t semantic;       /* RFC 6313 section 4.4 */
    bool done;              /* there is no further block, or none that can be read */
    uint32_t depth;         /* of the records in it */
    uint32_t off;           /* of its header */
    uint16_t id;            /* subTemplateList: its template */
    struct ipfix_spec spec; /* basicList alone: its element ... */
    struct ipfix_step step;
    struct ipfix_template tmpl; /* ... as a template of one field, which points into this struct */
    struct ipfix_reader in;
    struct ipfix_error err;
};

/* Read a list's header.  Do not copy *l afterwards.  finder, where not NULL, is asked for the
 * element of a basicList before the built-in registry; ctx is handed to it.
 * IPFIX_OK; IPFIX_LIST_HEADER, IPFIX_LIST_ITEM_EMPTY (fixed items of length 0), IPFIX_LIST_DEPTH,
 * IPFIX_USAGE (the field is no list), kept in l->err. */
enum ipfix_status ipfix_list_open(struct ipfix_list *l, const struct ipfix_field *f, ipfix_ie_finder finder,
                                  void *ctx);

/* The next block of records: one for basicList and subTemplateList (also when it is empty), any
 * number for subTemplateMultiList, where block->length counts the block's own header and 0 stands
 * for no records (RFC 6313 section 4.5.3).  IPFIX_OK, IPFIX_END, or kept in l->err:
 * IPFIX_LIST_HEADER, IPFIX_LIST_BLOCK, IPFIX_LIST_BLOCK_PAST, and what ipfix_list_open answered. */
static inline enum ipfix_status ipfix_list_next(struct ipfix_list *l, struct ipfix_set *block);

/* ---- the fast case, inline since a list of few records costs little else ---- */

#define IPFIX_LIST_BLOCK_HEADER_LEN 4u /* Template ID and length, in a subTemplateMultiList */

/* Note and answer why no further block of a subTemplateMultiList can be read. */
enum ipfix_status ipfix_list_fault(struct ipfix_list *l);

static inline enum ipfix_status ipfix_list_next(struct ipfix_list *l, struct ipfix_set *block)
{
    if (l->done)
        return l->err.status != IPFIX_OK ? l->err.status : IPFIX_END;
    block->kind = IPFIX_SET_DATA;
    block->depth = l->depth;
    block->err.status = IPFIX_OK;
    block->off = l->off;
    block->id = l->id;
    block->length = (uint16_t)(l->in.end - l->off);
    block->tmpl = l->type == IPFIX_BASIC_LIST ? &l->tmpl : NULL;
    block->in = l->in;
    if (l->type == IPFIX_SUB_TEMPLATE_MULTI_LIST) {
        const uint8_t *p = ipfix_take(&block->in, IPFIX_LIST_BLOCK_HEADER_LEN);
        uint32_t length = p != NULL ? ipfix_be16(p + 2) : 1;
        /* Section 4.5.3 lets 0 stand for a block without records, though its length counts its header. */
        uint32_t octets = length > 0 ? length : IPFIX_LIST_BLOCK_HEADER_LEN;
        if (octets < IPFIX_LIST_BLOCK_HEADER_LEN || octets > ipfix_left(&l->in))
            return ipfix_list_fault(l);
        block->off = l->in.pos;
        block->id = ipfix_be16(p);
        block->length = (uint16_t)length;
        l->in.pos += octets;
        block->in.end = l->in.pos;
        l->done = l->in.pos == l->in.end;
        return IPFIX_OK;
    }
    l->done = true;
    return IPFIX_OK;
}

#ifdef __cplusplus
}
#endif
#endif
