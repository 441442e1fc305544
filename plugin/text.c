/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Texts of items that each record has: printf would cost more than all else that is done for them.
 */
#include "packet-ipfix.h"

void text_add_octets(struct text *t, const char *more, size_t len)
{
    len = MIN(len, sizeof t->octets - 1 - t->len);
    memcpy(t->octets + t->len, more, len);
    t->len += len;
}

void text_add(struct text *t, const char *more)
{
    text_add_octets(t, more, strlen(more));
}

static void number_add(struct text *t, uint64_t number, size_t width, char pad)
{
    char digits[20]; /* as many as a number can have, and more than any width */
    char *const end = digits + sizeof digits, *first = end;

    do
        *--first = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (end - first < (ptrdiff_t)width)
        *--first = pad;
    text_add_octets(t, first, (size_t)(end - first));
}

void text_add_number(struct text *t, uint64_t number)
{
    number_add(t, number, 0, ' ');
}

void text_add_padded(struct text *t, uint32_t number, unsigned width, char pad)
{
    number_add(t, number, width, pad);
}

void text_add_ipv4(struct text *t, const uint8_t *octets)
{
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            text_add(t, ".");
        text_add_number(t, octets[i]);
    }
}

const char *text_of(struct text *t)
{
    t->octets[t->len] = '\0';
    return t->octets;
}

void text_show(struct text *t, proto_item *item)
{
    ws_item_set_text(item, text_of(t), t->len);
}
