/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The one YAML document of a run.  Whoever asks for something that is not there ends the run with
 * `file:line:column: what was expected` and status 1; nothing has been written by then.
 */
#ifndef DOC_H
#define DOC_H

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>
#include <yaml.h>

/* Read a file; the root is a mapping, no mapping has a key twice, and there are no tags but ours. */
const yaml_node_t *doc_load(const char *file);
/* End the run; at: the node at fault. */
_Noreturn void doc_fail(const yaml_node_t *at, const char *format, ...) G_GNUC_PRINTF(2, 3);

bool doc_is_map(const yaml_node_t *node);
bool doc_is_list(const yaml_node_t *node);

/* A mapping has these keys only.  The list ends with NULL. */
void doc_only(const yaml_node_t *map, ...) G_GNUC_NULL_TERMINATED;
/* Refuse a key where it would say nothing; where: "of ... alone". */
void doc_refuse(const yaml_node_t *map, const char *key, const char *where);
/* The value of a key; NULL where there is none. */
const yaml_node_t *doc_get(const yaml_node_t *map, const char *key);
const yaml_node_t *doc_need(const yaml_node_t *map, const char *key);
/* Pairs of a mapping in order. */
size_t doc_pairs(const yaml_node_t *map);
const char *doc_key(const yaml_node_t *map, size_t i);
const yaml_node_t *doc_value(const yaml_node_t *map, size_t i);

/* Items of a list in order; what: how an error calls the list. */
size_t doc_items(const yaml_node_t *list, const char *what);
const yaml_node_t *doc_item(const yaml_node_t *list, size_t i);

/* Scalars.  Text ends with a NUL and may have others within its length. */
const char *doc_text(const yaml_node_t *node);
/* The text as an error repeats it: in quotes, short, on one line.  Lives until the next call. */
const char *doc_word(const yaml_node_t *node);
size_t doc_text_len(const yaml_node_t *node);
uint64_t doc_number(const yaml_node_t *node, uint64_t max);
bool doc_flag(const yaml_node_t *node);
/* Pairs of hexadecimal digits; free with g_byte_array_unref. */
GByteArray *doc_octets(const yaml_node_t *node);

#endif
