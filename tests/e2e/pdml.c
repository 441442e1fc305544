/* SPDX-License-Identifier: BSD-2-Clause */
#include "pdml.h"

#include <stdlib.h>
#include <string.h>

struct parser {
    struct pdml *doc;
    GArray *nodes; /* of the packet being read, NULL between packets */
    size_t top;    /* index of the innermost open node */
};

static struct node *node_at(const struct parser *p, size_t i)
{
    return &g_array_index(p->nodes, struct node, i);
}

static void open_element(GMarkupParseContext *context, const char *element, const char **names,
                         const char **values, void *data, GError **error)
{
    struct parser *p = data;
    struct node node = {.name = "", .show = "", .showname = "", .value = "", .up = p->top};

    (void)context;
    (void)error;
    if (strcmp(element, "packet") == 0) {
        p->nodes = g_array_new(FALSE, FALSE, sizeof(struct node));
        g_ptr_array_add(p->doc->packets, p->nodes);
        node.up = 0;
    }
    if (p->nodes == NULL)
        return;

    node.proto = strcmp(element, "proto") == 0;
    for (size_t i = 0; names[i] != NULL; i++) {
        if (strcmp(names[i], "name") == 0)
            node.name = g_string_chunk_insert_const(p->doc->strings, values[i]);
        else if (strcmp(names[i], "show") == 0)
            node.show = g_string_chunk_insert_const(p->doc->strings, values[i]);
        else if (strcmp(names[i], "showname") == 0)
            node.showname = g_string_chunk_insert_const(p->doc->strings, values[i]);
        else if (strcmp(names[i], "value") == 0)
            node.value = g_string_chunk_insert_const(p->doc->strings, values[i]);
        else if (strcmp(names[i], "pos") == 0)
            node.pos = strtol(values[i], NULL, 10);
        else if (strcmp(names[i], "size") == 0)
            node.size = strtol(values[i], NULL, 10);
    }
    p->top = p->nodes->len;
    g_array_append_val(p->nodes, node);
}

static void close_element(GMarkupParseContext *context, const char *element, void *data, GError **error)
{
    struct parser *p = data;

    (void)context;
    (void)error;
    if (p->nodes == NULL)
        return;
    node_at(p, p->top)->end = p->nodes->len;
    p->top = node_at(p, p->top)->up;
    if (strcmp(element, "packet") == 0)
        p->nodes = NULL;
}

struct pdml *pdml_parse(char *text, size_t len, GError **error)
{
    static const GMarkupParser callbacks = {.start_element = open_element, .end_element = close_element};
    struct pdml *doc = g_new0(struct pdml, 1);
    struct parser p = {.doc = doc};

    doc->packets = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    doc->strings = g_string_chunk_new(4096);

    /* tshark passes on what a capture holds: octets that no XML may have. */
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] < 0x20 && text[i] != '\t' && text[i] != '\n' && text[i] != '\r')
            text[i] = '?';
    char *valid = g_utf8_make_valid(text, (gssize)len);
    GMarkupParseContext *context = g_markup_parse_context_new(&callbacks, 0, &p, NULL);
    bool good = g_markup_parse_context_parse(context, valid, -1, error) &&
                g_markup_parse_context_end_parse(context, error);
    g_markup_parse_context_free(context);
    g_free(valid);
    if (good)
        return doc;
    pdml_free(doc);
    return NULL;
}

size_t pdml_malformed(const struct pdml *doc)
{
    for (size_t frame = 0; frame < doc->packets->len; frame++) {
        const GArray *nodes = g_ptr_array_index(doc->packets, frame);
        for (size_t i = 1; i < nodes->len; i++) {
            const struct node *node = &g_array_index(nodes, struct node, i);
            if (node->up == 0 && node->proto && strcmp(node->name, "_ws.malformed") == 0)
                return frame + 1;
        }
    }
    return 0;
}

void pdml_free(struct pdml *doc)
{
    if (doc == NULL)
        return;
    g_ptr_array_unref(doc->packets);
    g_string_chunk_free(doc->strings);
    g_free(doc);
}
