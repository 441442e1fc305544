/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What tshark -T pdml prints, as one array of nodes for each packet, in the order of the document.
 */
#ifndef PDML_H
#define PDML_H

#include <glib.h>

#include <stdbool.h>
#include <stddef.h>

struct node {
    const char *name; /* as all strings here never NULL; they live as long as the document */
    const char *show;
    const char *showname;
    const char *value; /* its octets in hex */
    long pos;
    long size;
    bool proto; /* <proto>, not <field> */
    size_t up;  /* index of the node above; 0, the packet itself, is above itself */
    size_t end; /* the nodes behind this one and before `end` are below it */
};

struct pdml {
    GPtrArray *packets; /* GArray of struct node; node 0 is the packet itself */
    GStringChunk *strings;
};

/* Free with pdml_free.  NULL where the text is no PDML, then *error says why.  Changes the text. */
struct pdml *pdml_parse(char *text, size_t len, GError **error);
void pdml_free(struct pdml *doc);
/* The first packet, from 1, that tshark itself calls malformed; 0: none. */
size_t pdml_malformed(const struct pdml *doc);

#endif
