/* SPDX-License-Identifier: BSD-2-Clause */
#include "doc.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ipfix/value.h>

#define WORD_MAX 40 /* characters of a word that an error repeats */

static const char *doc_file;
static yaml_document_t doc;

_Noreturn static void fail_at(yaml_mark_t mark, const char *format, va_list args)
{
    fprintf(stderr, "%s:%zu:%zu: ", doc_file, mark.line + 1, mark.column + 1);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

_Noreturn void doc_fail(const yaml_node_t *at, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail_at(at->start_mark, format, args);
}

_Noreturn static void fail_parse(yaml_mark_t mark, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail_at(mark, format, args);
}

static const yaml_node_t *key_node(const yaml_node_t *map, size_t i)
{
    return yaml_document_get_node(&doc, map->data.mapping.pairs.start[i].key);
}

/* YAML asks for it, libyaml does not look. */
static void check_keys_are_unique(const yaml_node_t *map)
{
    GHashTable *keys = g_hash_table_new(g_str_hash, g_str_equal);

    for (size_t i = 0, n = doc_pairs(map); i < n; i++)
        if (!g_hash_table_add(keys, (gpointer)doc_key(map, i)))
            doc_fail(key_node(map, i), "expected %s once", doc_key(map, i));
    g_hash_table_unref(keys);
}

/* What follows the document would be passed over. */
static void check_is_alone(yaml_parser_t *parser)
{
    yaml_document_t next;

    if (!yaml_parser_load(parser, &next))
        fail_parse(parser->problem_mark, "expected YAML: %s", parser->problem);
    if (yaml_document_get_root_node(&next) != NULL)
        fail_parse(next.start_mark, "expected one document, not another after it");
    yaml_document_delete(&next);
}

/* An alias that stands within what it stands for has no end.  An alias alone leads back, to what begins before. */
static void check_has_end(const yaml_node_t *node, const yaml_node_t *child)
{
    if (child <= node && child->end_mark.index >= node->end_mark.index)
        doc_fail(node, "expected no alias within what it stands for");
}

static void check_children(const yaml_node_t *node)
{
    for (size_t i = 0, n = doc_is_list(node) ? doc_items(node, "nodes") : 0; i < n; i++)
        check_has_end(node, doc_item(node, i));
    for (size_t i = 0, n = doc_is_map(node) ? doc_pairs(node) : 0; i < n; i++)
        check_has_end(node, doc_value(node, i));
}

static void check_tag(const yaml_node_t *node)
{
    static const char *const known[] = {"!pick", "!ago", "!hex", "!long", "!long-hex"};
    size_t n = doc_is_map(node) ? 0 : doc_is_list(node) ? 1 : G_N_ELEMENTS(known);
    const char *tag = (const char *)node->tag;

    for (size_t i = 0; i < n; i++)
        if (strcmp(tag, known[i]) == 0)
            return;
    if (tag[0] == '!')
        doc_fail(node,
                 "expected !pick of a list, or !pick, !ago, !hex, !long or !long-hex of a value, not %s",
                 tag);
}

const yaml_node_t *doc_load(const char *file)
{
    yaml_parser_t parser;
    FILE *in = fopen(file, "rb");

    doc_file = file;
    if (in == NULL) {
        fprintf(stderr, "%s: %s\n", file, strerror(errno));
        exit(EXIT_FAILURE);
    }
    if (!yaml_parser_initialize(&parser)) {
        fprintf(stderr, "%s: out of memory\n", file);
        exit(EXIT_FAILURE);
    }
    yaml_parser_set_input_file(&parser, in);
    if (!yaml_parser_load(&parser, &doc))
        fail_parse(parser.problem_mark, "expected YAML: %s", parser.problem);
    check_is_alone(&parser);
    yaml_parser_delete(&parser);
    fclose(in);

    const yaml_node_t *root = yaml_document_get_root_node(&doc);
    if (root == NULL || !doc_is_map(root))
        fail_parse((yaml_mark_t){0}, "expected templates: and messages:");
    for (const yaml_node_t *node = doc.nodes.start; node < doc.nodes.top; node++) {
        check_tag(node);
        check_children(node);
        if (doc_is_map(node))
            check_keys_are_unique(node);
    }
    return root;
}

bool doc_is_map(const yaml_node_t *node)
{
    return node->type == YAML_MAPPING_NODE;
}

bool doc_is_list(const yaml_node_t *node)
{
    return node->type == YAML_SEQUENCE_NODE;
}

size_t doc_pairs(const yaml_node_t *map)
{
    if (!doc_is_map(map))
        doc_fail(map, "expected keys and values");
    return (size_t)(map->data.mapping.pairs.top - map->data.mapping.pairs.start);
}

const char *doc_key(const yaml_node_t *map, size_t i)
{
    return doc_text(key_node(map, i));
}

const yaml_node_t *doc_value(const yaml_node_t *map, size_t i)
{
    return yaml_document_get_node(&doc, map->data.mapping.pairs.start[i].value);
}

void doc_only(const yaml_node_t *map, ...)
{
    GString *known = g_string_new(NULL);
    va_list args;

    va_start(args, map);
    for (const char *key = va_arg(args, const char *); key != NULL; key = va_arg(args, const char *))
        g_string_append_printf(known, "%s, ", key);
    va_end(args);
    for (size_t i = 0, n = doc_pairs(map); i < n; i++) {
        char *word = g_strdup_printf("%s, ", doc_key(map, i));
        const char *found = strstr(known->str, word);

        if (found == NULL || (found != known->str && found[-1] != ' '))
            doc_fail(key_node(map, i), "expected one of %.*s, not %s", (int)known->len - 2, known->str,
                     doc_word(key_node(map, i)));
        g_free(word);
    }
    g_string_free(known, TRUE);
}

void doc_refuse(const yaml_node_t *map, const char *key, const char *where)
{
    const yaml_node_t *value = doc_get(map, key);

    if (value != NULL)
        doc_fail(value, "expected %s: %s", key, where);
}

const yaml_node_t *doc_get(const yaml_node_t *map, const char *key)
{
    for (size_t i = 0, n = doc_pairs(map); i < n; i++)
        if (strcmp(doc_key(map, i), key) == 0)
            return doc_value(map, i);
    return NULL;
}

const yaml_node_t *doc_need(const yaml_node_t *map, const char *key)
{
    const yaml_node_t *value = doc_get(map, key);

    if (value == NULL)
        doc_fail(map, "expected %s:", key);
    return value;
}

size_t doc_items(const yaml_node_t *list, const char *what)
{
    if (!doc_is_list(list))
        doc_fail(list, "expected a list of %s", what);
    return (size_t)(list->data.sequence.items.top - list->data.sequence.items.start);
}

const yaml_node_t *doc_item(const yaml_node_t *list, size_t i)
{
    return yaml_document_get_node(&doc, list->data.sequence.items.start[i]);
}

const char *doc_text(const yaml_node_t *node)
{
    if (node->type != YAML_SCALAR_NODE)
        doc_fail(node, "expected a single word or text");
    return (const char *)node->data.scalar.value;
}

const char *doc_word(const yaml_node_t *node)
{
    static char word[4 * WORD_MAX + sizeof "\"\"..."];
    const char *text = doc_text(node);
    const char *end = text;

    for (int i = 0; i < WORD_MAX && *end != '\0'; i++)
        end = g_utf8_next_char(end);
    g_snprintf(word, sizeof word, "\"%.*s%s\"", (int)(end - text), text, *end != '\0' ? "..." : "");
    for (char *p = word; *p != '\0'; p++)
        if (g_ascii_iscntrl(*p))
            *p = ' ';
    return word;
}

size_t doc_text_len(const yaml_node_t *node)
{
    doc_text(node);
    return node->data.scalar.length;
}

uint64_t doc_number(const yaml_node_t *node, uint64_t max)
{
    struct ipfix_value v;

    if (ipfix_value_parse(IPFIX_U64, doc_text(node), doc_text_len(node), &v, NULL, 0) != IPFIX_OK ||
        v.as.u > max)
        doc_fail(node, "expected a number up to %" G_GUINT64_FORMAT ", not %s", max, doc_word(node));
    return v.as.u;
}

bool doc_flag(const yaml_node_t *node)
{
    bool on = strcmp(doc_text(node), "true") == 0;

    if (!on && strcmp(doc_text(node), "false") != 0)
        doc_fail(node, "expected true or false, not %s", doc_word(node));
    return on;
}

GByteArray *doc_octets(const yaml_node_t *node)
{
    size_t cap = doc_text_len(node) / 2;
    uint8_t *octets = g_malloc(cap + 1);
    struct ipfix_value v;

    if (ipfix_value_parse(IPFIX_OCTET_ARRAY, doc_text(node), doc_text_len(node), &v, octets, cap) != IPFIX_OK)
        doc_fail(node, "expected pairs of hexadecimal digits such as 00ff, not %s", doc_word(node));
    return g_byte_array_new_take(octets, v.as.bytes.len);
}
