/* SPDX-License-Identifier: BSD-2-Clause */
#include "chance.h"

#include <string.h>

#include "doc.h"

static uint64_t state = 4739;

/* SplitMix64: the same numbers on every machine. */
static uint64_t draw(void)
{
    uint64_t z = state += 0x9e3779b97f4a7c15;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static bool has_tag(const yaml_node_t *node, const char *tag)
{
    return strcmp((const char *)node->tag, tag) == 0;
}

const yaml_node_t *chance_pick(const yaml_node_t *node)
{
    while (has_tag(node, "!pick") && doc_is_list(node)) {
        size_t n = doc_items(node, "choices");

        if (n == 0)
            doc_fail(node, "expected choices");
        node = doc_item(node, draw() % n);
    }
    return node;
}

static uint64_t parse_number(const yaml_node_t *node, const char *text, size_t n)
{
    struct ipfix_value v;

    if (ipfix_value_parse(IPFIX_U64, text, n, &v, NULL, 0) != IPFIX_OK)
        doc_fail(node, "expected LOW..HIGH");
    return v.as.u;
}

struct range {
    uint64_t low, high;
};

static struct range read_range(const yaml_node_t *node)
{
    const char *text = doc_text(node), *dots = strstr(text, "..");

    if (dots == NULL)
        doc_fail(node, "expected LOW..HIGH");
    uint64_t low = parse_number(node, text, (size_t)(dots - text));
    uint64_t high = parse_number(node, dots + 2, strlen(dots + 2));
    if (high < low || high == UINT64_MAX)
        doc_fail(node, "expected LOW..HIGH");
    return (struct range){low, high};
}

static uint64_t draw_from(struct range r)
{
    return r.low + draw() % (r.high - r.low + 1);
}

uint64_t chance_number(const yaml_node_t *node, uint64_t max)
{
    if (!has_tag(node, "!pick"))
        return doc_number(node, max);
    struct range r = read_range(node);
    if (r.high > max)
        doc_fail(node, "expected numbers up to %" G_GUINT64_FORMAT, max);
    return draw_from(r);
}

/* The bits behind the prefix are drawn; those that are all zeros or all ones stand for nets. */
static void draw_address(const yaml_node_t *node, unsigned type, struct ipfix_value *v, uint8_t scratch[16])
{
    const char *text = doc_text(node), *slash = strchr(text, '/');
    uint32_t width = ipfix_type_width(type) * 8, bits = width;

    if (slash != NULL)
        bits = (uint32_t)MIN(parse_number(node, slash + 1, strlen(slash + 1)), UINT32_MAX);
    if (bits > width - 2 || width - bits > 63 ||
        ipfix_value_parse(type, text, (size_t)(slash - text), v, scratch, 16) != IPFIX_OK)
        doc_fail(node, "expected ADDRESS/BITS, with 2 to 63 bits left to choose");
    uint64_t host = 1 + draw() % ((UINT64_C(1) << (width - bits)) - 2);
    for (uint32_t i = width / 8; host > 0; host >>= 8)
        scratch[--i] |= (uint8_t)host;
}

/* Times begin in 1970: none is longer ago than that. */
static struct ipfix_time ago(const yaml_node_t *node, uint32_t export_time)
{
    uint64_t now = (uint64_t)export_time * 1000;
    struct range r = read_range(node);

    if (r.high > now)
        doc_fail(node, "expected at most %" G_GUINT64_FORMAT " milliseconds, from 1970 to the export time",
                 now);
    uint64_t t = now - draw_from(r);
    return (struct ipfix_time){(int64_t)(t / 1000), (uint32_t)(t % 1000) * 1000000};
}

bool chance_value(const yaml_node_t *node, unsigned type, uint32_t export_time, struct ipfix_value *v,
                  uint8_t scratch[16])
{
    v->type = (uint8_t)type;
    if (has_tag(node, "!ago")) {
        if (type < IPFIX_TIME_S || type > IPFIX_TIME_NS)
            doc_fail(node, "expected a value, since the field is no time");
        v->as.time = ago(node, export_time);
        return true;
    }
    if (!has_tag(node, "!pick"))
        return false;
    if (type == IPFIX_IPV4 || type == IPFIX_IPV6)
        draw_address(node, type, v, scratch);
    else if (type >= IPFIX_U8 && type <= IPFIX_U64)
        v->as.u = draw_from(read_range(node));
    else
        doc_fail(node, "expected a list to pick from");
    return true;
}
