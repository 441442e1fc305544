/* SPDX-License-Identifier: BSD-2-Clause */
#include "anonymize.h"

#include <stdio.h>
#include <string.h>

#include <ipfix/list.h>
#include <ipfix/value.h>

#include "spec.h"

#define IPV4_DOCUMENTATION (3u * 254u)

struct anonymizer {
    GHashTable *known;  /* GBytes: a letter for the kind, then the octets; what stands for them */
    uint32_t made[256]; /* of each kind */
    GHashTable *kept;   /* texts of elements that were kept, as a set */
    uint64_t unread;    /* octets that no template tells the meaning of */
    describe_finder find;
    void *ctx;
};

static void unref_bytes(void *p)
{
    g_bytes_unref(p);
}

struct anonymizer *anonymizer_new(void)
{
    struct anonymizer *a = g_new0(struct anonymizer, 1);

    a->known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, unref_bytes, unref_bytes);
    a->kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return a;
}

void anonymizer_free(struct anonymizer *a)
{
    g_hash_table_unref(a->known);
    g_hash_table_unref(a->kept);
    g_free(a);
}

/* ---- what stands for what ---- */

static void store_be32(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)(v >> 24);
    p[1] = (uint8_t)(v >> 16);
    p[2] = (uint8_t)(v >> 8);
    p[3] = (uint8_t)v;
}

/* The three nets for documentation (RFC 5737), then those for benchmarks (RFC 2544). */
static void make_ipv4(uint8_t *p, uint32_t i)
{
    static const uint32_t net[] = {0xc0000200, 0xc6336400, 0xcb007100};

    if (i < IPV4_DOCUMENTATION)
        store_be32(p, net[i / 254] + 1 + i % 254);
    else
        store_be32(p, 0xc6120000 + (i - IPV4_DOCUMENTATION) % 0x20000);
}

/* RFC 3849. */
static void make_ipv6(uint8_t *p, uint32_t i)
{
    memset(p, 0, 16);
    store_be32(p, 0x20010db8);
    store_be32(p + 12, i + 1);
}

/* The block for documentation (RFC 7042 section 2.1.2), then addresses that are locally administered. */
static void make_mac(uint8_t *p, uint32_t i)
{
    static const uint8_t block[5] = {0x00, 0x00, 0x5e, 0x00, 0x53};

    memcpy(p, block, sizeof block);
    p[5] = (uint8_t)i;
    if (i < 256)
        return;
    p[0] = 2;
    p[1] = 0;
    store_be32(p + 2, i);
}

/* A word that can be said: consonants and vowels by turns, as a number in these digits. */
static void make_word(uint8_t *p, size_t n, uint32_t i)
{
    static const char consonants[] = "bdfgklmnprstvz", vowels[] = "aeiou";

    for (size_t at = 0; at < n; at++) {
        const char *letters = at % 2 == 0 ? consonants : vowels;
        uint32_t count = (uint32_t)strlen(letters);

        p[at] = (uint8_t)letters[i % count];
        i /= count;
    }
}

/* Addresses are as long as their kind is. */
static void make(uint8_t *p, size_t n, char kind, uint32_t i)
{
    if (kind == 'w')
        make_word(p, n, i);
    else if (kind == '4')
        make_ipv4(p, i);
    else if (kind == '6')
        make_ipv6(p, i);
    else
        make_mac(p, i);
}

/* Words of each length are counted apart, so that short ones last longer. */
static uint32_t *count_of(struct anonymizer *a, char kind, size_t n)
{
    return &a->made[kind == 'w' ? MIN(n, 127) : (uint8_t)kind + 128u];
}

static void replace(struct anonymizer *a, uint8_t *p, size_t n, char kind)
{
    GByteArray *key = g_byte_array_new();

    g_byte_array_append(key, (const uint8_t *)&kind, 1);
    g_byte_array_append(key, p, (guint)n);
    GBytes *before = g_byte_array_free_to_bytes(key), *after = g_hash_table_lookup(a->known, before);
    if (after != NULL) {
        memcpy(p, g_bytes_get_data(after, NULL), n);
        g_bytes_unref(before);
        return;
    }
    make(p, n, kind, (*count_of(a, kind, n))++);
    g_hash_table_insert(a->known, before, g_bytes_new(p, n));
}

/* ---- values ---- */

static bool are_all(const uint8_t *p, size_t n, uint8_t octet)
{
    while (n > 0 && *p == octet)
        p++, n--;
    return n == 0;
}

/* Addresses of nobody, and of everybody, stay. */
static void replace_address(struct anonymizer *a, uint8_t *p, size_t n, char kind)
{
    if (!are_all(p, n, 0) && !are_all(p, n, 255))
        replace(a, p, n, kind);
}

void anonymize_address(struct anonymizer *a, uint8_t *address, bool v6)
{
    replace_address(a, address, v6 ? 16 : 4, v6 ? '6' : '4');
}

/* Octets of a word at p: letters and digits, also those beyond ASCII where they are UTF-8. */
static size_t word_len(const uint8_t *p, size_t n)
{
    size_t len = 0, utf8 = ipfix_utf8_span(p, (uint32_t)n);

    while (len < n && (g_ascii_isalnum(p[len]) || (len < utf8 && p[len] >= 0x80)))
        len++;
    return len;
}

/* Word by word: what stands between words, and what is no UTF-8, stays. */
static void replace_words(struct anonymizer *a, uint8_t *p, size_t n)
{
    while (n > 0) {
        size_t word = word_len(p, n), step = MAX(word, 1);

        if (word > 0)
            replace(a, p, word, 'w');
        p += step;
        n -= step;
    }
}

static void keep(struct anonymizer *a, const struct ipfix_spec *spec)
{
    GString *text = g_string_new(NULL);

    spec_write(text, spec);
    char *colon = strchr(text->str, ':');
    if (colon != NULL)
        *colon = '\0';
    g_hash_table_add(a->kept, g_string_free(text, FALSE));
}

/* What nobody can read; zeros tell nothing, as in padding. */
static void keep_rest(struct anonymizer *a, const struct ipfix_reader *rest)
{
    uint32_t n = ipfix_left(rest);

    if (!are_all(rest->base + rest->pos, n, 0))
        a->unread += n;
}

/* Octets of packets hold addresses and more: nothing of them stays but their number. */
static void replace_octets(struct anonymizer *a, const struct ipfix_field *f, uint8_t *p)
{
    if (f->spec->ie != NULL && f->spec->ie->display == IPFIX_DISPLAY_PACKET)
        memset(p, 0, f->len);
    else if (f->len > 0)
        keep(a, f->spec);
}

static void replace_records(struct anonymizer *a, const struct ipfix_set *set, const struct ipfix_template *t,
                            uint8_t *base);

static void replace_list(struct anonymizer *a, const struct ipfix_field *f, uint8_t *base)
{
    struct ipfix_list l;
    struct ipfix_set block;

    if (ipfix_list_open(&l, f, NULL, NULL) != IPFIX_OK) {
        a->unread += f->len;
        return;
    }
    while (ipfix_list_next(&l, &block) == IPFIX_OK)
        replace_records(a, &block, block.tmpl != NULL ? block.tmpl : a->find(a->ctx, block.id, l.off), base);
    keep_rest(a, &l.in);
}

/* Octets that are no address of their type may still hold some: nothing of them stays but their number. */
static void replace_address_field(struct anonymizer *a, const struct ipfix_field *f, uint8_t *p, char kind)
{
    if (f->len == ipfix_type_width(f->spec->type))
        replace_address(a, p, f->len, kind);
    else
        memset(p, 0, f->len);
}

static void replace_field(struct anonymizer *a, const struct ipfix_field *f, uint8_t *base)
{
    uint8_t *p = base + f->off;

    switch (f->spec->type) {
    case IPFIX_IPV4:
        replace_address_field(a, f, p, '4');
        break;
    case IPFIX_IPV6:
        replace_address_field(a, f, p, '6');
        break;
    case IPFIX_MAC:
        replace_address_field(a, f, p, 'm');
        break;
    case IPFIX_STRING:
        replace_words(a, p, f->len);
        break;
    case IPFIX_OCTET_ARRAY:
    case IPFIX_U256:
        replace_octets(a, f, p);
        break;
    case IPFIX_BASIC_LIST:
    case IPFIX_SUB_TEMPLATE_LIST:
    case IPFIX_SUB_TEMPLATE_MULTI_LIST:
        replace_list(a, f, base);
        break;
    default:
        break;
    }
}

/* t: NULL where nobody knows it. */
static void replace_records(struct anonymizer *a, const struct ipfix_set *set, const struct ipfix_template *t,
                            uint8_t *base)
{
    struct ipfix_records recs;
    struct ipfix_field f;

    if (t == NULL) {
        keep_rest(a, &set->in);
        return;
    }
    ipfix_records_open(&recs, set, t);
    while (ipfix_record_next(&recs) == IPFIX_OK)
        while (ipfix_field_next(&recs, &f) == IPFIX_OK)
            replace_field(a, &f, base);
    keep_rest(a, &recs.in);
}

/* Templates tell nothing of a network, what is no template may. */
static void pass_templates(struct anonymizer *a, struct ipfix_set *set)
{
    struct ipfix_template_rec rec;

    while (ipfix_template_next(set, &rec) == IPFIX_OK)
        ;
    keep_rest(a, &set->in);
}

static void replace_set(struct anonymizer *a, struct ipfix_set *set, uint8_t *base)
{
    switch (set->kind) {
    case IPFIX_SET_DATA:
        replace_records(a, set, a->find(a->ctx, set->id, set->off), base);
        break;
    case IPFIX_SET_TEMPLATES:
    case IPFIX_SET_OPTIONS_TEMPLATES:
        pass_templates(a, set);
        break;
    default:
        keep_rest(a, &set->in);
        break;
    }
}

void anonymize_message(struct anonymizer *a, uint8_t *p, uint32_t n, describe_finder find, void *ctx)
{
    struct ipfix_msg msg;
    struct ipfix_set set;

    a->find = find;
    a->ctx = ctx;
    if (ipfix_msg_open(&msg, p, n, n) != IPFIX_OK) {
        anonymize_nothing(a, n);
        return;
    }
    while (ipfix_set_next(&msg, &set) == IPFIX_OK)
        replace_set(a, &set, p);
    anonymize_nothing(a, ipfix_left(&msg.in));
}

void anonymize_nothing(struct anonymizer *a, uint32_t n)
{
    a->unread += n;
}

void anonymizer_report(const struct anonymizer *a)
{
    GList *kept = g_list_sort(g_hash_table_get_keys(a->kept), (GCompareFunc)strcmp);

    for (const GList *i = kept; i != NULL; i = i->next)
        fprintf(stderr, "kept as it is: %s\n", (const char *)i->data);
    if (a->unread > 0)
        fprintf(stderr, "kept as they are: %" G_GUINT64_FORMAT " octets that no template describes\n",
                a->unread);
    g_list_free(kept);
}
