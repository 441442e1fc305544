/* SPDX-License-Identifier: BSD-2-Clause */
#include "follow.h"

/* Segments that wait for one before them; then that one is given up. */
#define WAITING_MAX 64u

/* What came of a unit so far. */
struct group {
    GByteArray *octets;
    GArray *sizes;
    guint whole; /* octets at the start that are whole messages, or none at all */
};

struct piece {
    uint32_t seq;
    uint32_t missing;
    struct ipfix_time time;
    GByteArray *octets;
};

struct follow {
    struct input *in;
    guint session;
    bool started;
    bool opens;
    uint32_t next;      /* Sequence Number of TCP */
    GQueue waiting;     /* struct piece, in order */
    GHashTable *groups; /* of each stream; TCP has stream 0 */
    GHashTable *seen;   /* Transmission Sequence Numbers of SCTP */
    struct ipfix_time last;
};

static void free_group(void *p)
{
    struct group *g = p;

    if (g->octets != NULL)
        g_byte_array_unref(g->octets);
    if (g->sizes != NULL)
        g_array_unref(g->sizes);
    g_free(g);
}

static void free_piece(void *p)
{
    struct piece *piece = p;

    g_byte_array_unref(piece->octets);
    g_free(piece);
}

struct follow *follow_new(struct input *in, guint session)
{
    struct follow *f = g_new0(struct follow, 1);

    f->in = in;
    f->session = session;
    f->groups = g_hash_table_new_full(NULL, NULL, NULL, free_group);
    f->seen = g_hash_table_new(NULL, NULL);
    return f;
}

void follow_free(struct follow *f)
{
    g_queue_clear_full(&f->waiting, free_piece);
    g_hash_table_unref(f->groups);
    g_hash_table_unref(f->seen);
    g_free(f);
}

static struct group *find_group(struct follow *f, uint16_t stream)
{
    struct group *g = g_hash_table_lookup(f->groups, GUINT_TO_POINTER(stream));

    if (g == NULL) {
        g = g_new0(struct group, 1);
        g_hash_table_insert(f->groups, GUINT_TO_POINTER(stream), g);
    }
    if (g->octets == NULL) {
        g->octets = g_byte_array_new();
        g->sizes = g_array_new(FALSE, FALSE, sizeof(uint32_t));
        g->whole = 0;
    }
    return g;
}

static void add_octets(struct group *g, const uint8_t *p, uint32_t n)
{
    if (n == 0)
        return;
    g_byte_array_append(g->octets, p, n);
    g_array_append_val(g->sizes, n);
}

/* Hand a group over, and begin anew. */
static void flush(struct follow *f, struct group *g, struct ipfix_time time, uint16_t stream)
{
    if (g->octets == NULL || g->octets->len == 0)
        return;
    struct input_unit *unit = g_new0(struct input_unit, 1);
    unit->session = f->session;
    unit->time = time;
    unit->stream = stream;
    unit->opens = f->opens;
    unit->octets = g->octets;
    unit->segments = g->sizes;
    g_ptr_array_add(f->in->units, unit);
    g->octets = NULL;
    g->sizes = NULL;
    f->opens = false;
}

static void flush_all(struct follow *f)
{
    GHashTableIter iter;
    gpointer stream, group;

    g_hash_table_iter_init(&iter, f->groups);
    while (g_hash_table_iter_next(&iter, &stream, &group))
        flush(f, group, f->last, (uint16_t)GPOINTER_TO_UINT(stream));
}

void follow_open(struct follow *f, uint32_t next)
{
    follow_end(f);
    g_hash_table_remove_all(f->seen);
    f->opens = true;
    f->started = true;
    f->next = next;
}

/* ---- TCP ---- */

/* Does the group end where a message ends?  Octets that are no message are passed over. */
static bool is_whole(struct group *g)
{
    while (g->whole < g->octets->len) {
        const uint8_t *p = g->octets->data + g->whole;
        guint left = g->octets->len - g->whole, n = input_message_len(p, left);

        if (n == 0 && left < IPFIX_MSG_HEADER_LEN)
            return false;
        if (n == 0)
            n = input_rubbish_len(p, left);
        if (n > left)
            return false;
        g->whole += n;
    }
    return true;
}

/* Take the part of a piece that was not there before. */
static void take_piece(struct follow *f, const struct piece *piece)
{
    struct group *g = find_group(f, 0);
    uint32_t known = f->next - piece->seq;

    if (known > piece->octets->len)
        return;
    add_octets(g, piece->octets->data + known, piece->octets->len - known);
    f->next += piece->octets->len - known + piece->missing;
    if (piece->missing > 0 || is_whole(g))
        flush(f, g, piece->time, 0);
}

static void take_waiting(struct follow *f)
{
    struct piece *piece;

    while ((piece = g_queue_peek_head(&f->waiting)) != NULL) {
        if ((int32_t)(piece->seq - f->next) > 0)
            return;
        take_piece(f, g_queue_pop_head(&f->waiting));
        free_piece(piece);
    }
}

/* Octets are lost: what is there of a message is all there is. */
static void skip_gap(struct follow *f)
{
    const struct piece *piece = g_queue_peek_head(&f->waiting);

    flush(f, find_group(f, 0), piece->time, 0);
    f->next = piece->seq;
    take_waiting(f);
}

static gint compare_pieces(gconstpointer a, gconstpointer b, gpointer unused)
{
    (void)unused;
    return (int32_t)(((const struct piece *)a)->seq - ((const struct piece *)b)->seq) < 0 ? -1 : 1;
}

void follow_segment(struct follow *f, struct ipfix_time time, uint32_t seq, const uint8_t *p, uint32_t n,
                    uint32_t missing)
{
    struct piece *piece = g_new0(struct piece, 1);

    *piece = (struct piece){.seq = seq, .missing = missing, .time = time, .octets = g_byte_array_new()};
    g_byte_array_append(piece->octets, p, n);
    g_queue_insert_sorted(&f->waiting, piece, compare_pieces, NULL);
    f->last = time;
    if (!f->started)
        f->next = seq;
    f->started = true;
    take_waiting(f);
    if (f->waiting.length > WAITING_MAX)
        skip_gap(f);
}

/* ---- SCTP ---- */

void follow_chunk(struct follow *f, struct ipfix_time time, uint32_t tsn, uint16_t stream, bool begins,
                  bool ends, const uint8_t *p, uint32_t n)
{
    if (!g_hash_table_add(f->seen, GUINT_TO_POINTER(tsn)))
        return; /* sent again */
    struct group *g = find_group(f, stream);
    if (begins)
        flush(f, g, time, stream); /* the end of the one before is lost */
    g = find_group(f, stream);
    add_octets(g, p, n);
    f->last = time;
    if (ends)
        flush(f, g, time, stream);
}

void follow_end(struct follow *f)
{
    while (f->waiting.length > 0)
        skip_gap(f);
    flush_all(f);
}
