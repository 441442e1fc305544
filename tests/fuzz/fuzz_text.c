/* SPDX-License-Identifier: BSD-2-Clause
 *
 * RFC 7373 text both ways: what a value says reads back as the same value, and what can be read says
 * the same from then on.
 */
#include <math.h>

#include "input.h"

#define EXPORT_TIME 1700000000u

/* ---- one text ---- */

/* The text of a value, written into a block of exactly its size, and into smaller ones. */
static char *text_of(const struct ipfix_value *v, size_t cap, size_t *len)
{
    *len = ipfix_value_text(v, NULL, 0);
    char *text = malloc(*len + 1), *part = malloc(cap + 1);

    CLAIM(text != NULL && part != NULL);
    CLAIM(ipfix_value_text(v, text, *len + 1) == *len);
    CLAIM(text[*len] == '\0');
    CLAIM(ipfix_value_text(v, part, cap) == *len);
    if (cap > 0)
        CLAIM(memcmp(part, text, *len < cap ? *len + 1 : cap - 1) == 0);
    free(part);
    return text;
}

/* The number in octets that an unsigned256 of any width holds. */
static bool u256_same(const struct ipfix_bytes *a, const struct ipfix_bytes *b)
{
    const uint8_t *p = a->ptr, *q = b->ptr;
    uint32_t n = a->len, m = b->len;

    for (; n > 0 && *p == 0; p++)
        n--;
    for (; m > 0 && *q == 0; q++)
        m--;
    return n == m && memcmp(p, q, n) == 0;
}

static bool octets_same(const struct ipfix_value *a, const struct ipfix_value *b)
{
    uint32_t n = a->as.bytes.len, m = b->as.bytes.len;

    if (a->type == IPFIX_U256)
        return u256_same(&a->as.bytes, &b->as.bytes);
    if (a->type == IPFIX_STRING) { /* the filling of zeros is no part of the text */
        n = ipfix_string_trim(a->as.bytes.ptr, n);
        m = ipfix_string_trim(b->as.bytes.ptr, m);
    }
    return n == m && (n == 0 || memcmp(a->as.bytes.ptr, b->as.bytes.ptr, n) == 0);
}

static bool value_same(const struct ipfix_value *a, const struct ipfix_value *b)
{
    if (a->type != b->type)
        return false;
    if (a->type >= IPFIX_S8 && a->type <= IPFIX_S64)
        return a->as.i == b->as.i;
    if ((a->type >= IPFIX_U8 && a->type <= IPFIX_U64) || a->type == IPFIX_BOOLEAN)
        return a->as.u == b->as.u;
    if (a->type == IPFIX_F32 || a->type == IPFIX_F64)
        return (isnan(a->as.f) && isnan(b->as.f)) ||
               (a->as.f == b->as.f && signbit(a->as.f) == signbit(b->as.f));
    if (a->type >= IPFIX_TIME_S && a->type <= IPFIX_TIME_NS)
        return a->as.time.sec == b->as.time.sec && a->as.time.nsec == b->as.time.nsec;
    return octets_same(a, b);
}

/* Milliseconds past the year 9999 have no RFC 7373 text. */
static bool has_text(const struct ipfix_value *v)
{
    return v->type != IPFIX_TIME_MS || v->as.time.sec < INT64_C(253402300800);
}

static void claim_reads_back(const struct ipfix_value *v, size_t cap)
{
    size_t len;
    char *text = text_of(v, cap, &len);
    uint8_t *scratch = malloc(len + 32);
    struct ipfix_value again;

    CLAIM(scratch != NULL);
    if (has_text(v)) {
        CLAIM(ipfix_value_parse(v->type, text, len, &again, scratch, len + 32) == IPFIX_OK);
        CLAIM(value_same(v, &again));
    }
    free(scratch);
    free(text);
}

/* ---- the two ways ---- */

static void octets_to_text(struct input *in, unsigned type, size_t cap)
{
    size_t len;
    uint8_t *octets = draw_block(in, UINT16_MAX, &len);
    struct ipfix_ie ie = {.type = (uint8_t)type, .flags = IPFIX_IE_RANGE, .min = 1, .max = 100, .width = 16};
    struct ipfix_spec spec = {.len = (uint16_t)len};
    struct ipfix_value v;

    ipfix_spec_resolve(&spec, &ie);
    struct ipfix_field field = {.spec = &spec, .data = octets, .base = octets, .len = (uint16_t)len};
    if (ipfix_value_get(&field, EXPORT_TIME, &v) == IPFIX_OK) {
        CLAIM(v.type == type);
        ipfix_value_check(&v, &ie);
        ipfix_value_check(&v, NULL);
        claim_reads_back(&v, cap);
    }
    free(octets);
}

static void text_to_value(struct input *in, unsigned type, size_t cap)
{
    size_t len;
    uint8_t *text = draw_block(in, UINT16_MAX, &len);
    uint8_t *scratch = malloc(cap);
    struct ipfix_value v = {.type = UINT8_MAX};

    CLAIM(scratch != NULL || cap == 0);
    enum ipfix_status status = ipfix_value_parse(type, (const char *)text, len, &v, scratch, cap);
    CLAIM(status == IPFIX_OK || status == IPFIX_TEXT || status == IPFIX_NO_SPACE);
    if (status == IPFIX_OK)
        claim_reads_back(&v, cap);
    else
        CLAIM(v.type == UINT8_MAX);
    free(scratch);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in = {data, size};
    unsigned way = (unsigned)draw(&in, 1);
    unsigned type = way % 32 % IPFIX_TYPE_COUNT;
    size_t cap = draw(&in, 1);

    if (way & 0x80)
        octets_to_text(&in, type, cap);
    else
        text_to_value(&in, type, cap);
    return 0;
}
