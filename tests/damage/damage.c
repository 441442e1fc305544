/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Makes damaged captures of sound ones:
 *
 *     damage cut FOLDER CAPTURE...             every message ends at each of its octets, once since the
 *                                              capture was cut there and once since its datagram is
 *     damage random FOLDER SEED COUNT CAPTURE...   COUNT messages with damage by chance
 *
 * In each file, the messages of a capture come as they are before those with damage, so that there are
 * templates to read by.  The files are FOLDER/0001.pcap and on.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "../../samples/wire.h"
#include "messages.h"

#include <ipfix/ipfix.h>

#define FRAMES_PER_FILE 500u
#define DAMAGED_PER_BOUT 20u /* before the sound messages come again */
#define CUT_MESSAGE_MAX 600u /* octets of the longest message that is cut everywhere */
#define CHANGES_MAX 8u

struct maker {
    const char *folder;
    GRand *rand;
    GArray *sound; /* of the capture at hand */
    struct wire wire;
    struct wire_session session;
    unsigned files, bouts, damaged;
};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "damage: %s: %s\n", what, why);
    exit(1);
}

static uint32_t dice(struct maker *m, size_t sides)
{
    return sides > 0 ? (uint32_t)g_rand_int_range(m->rand, 0, (gint32)sides) : 0;
}

/* ---- files ---- */

static void file_close(struct maker *m)
{
    if (m->wire.frames->len == 0)
        return;
    char *path = g_strdup_printf("%s/%04u.pcap", m->folder, ++m->files);
    if (!wire_write(&m->wire, path, false))
        fail(path, g_strerror(errno));
    g_free(path);
    wire_clear(&m->wire);
    wire_init(&m->wire);
}

/* ---- sessions ---- */

/* The export time of all samples and cases lies near this one. */
static struct ipfix_time now(void)
{
    return (struct ipfix_time){1761607680, 0};
}

static uint32_t headers_len(const struct wire_session *s)
{
    uint32_t transport = s->transport == IPFIX_TRANSPORT_UDP   ? 8
                         : s->transport == IPFIX_TRANSPORT_TCP ? 20
                                                               : 28;

    return 14 + (s->v6 ? 40 : 20) + transport;
}

/* keep: octets of the message that the capture has. */
static void message_send(struct maker *m, const GByteArray *octets, uint32_t keep)
{
    struct wire_options how = {.captured = WIRE_CAPTURED_ALL};

    if (keep < octets->len)
        how.captured = headers_len(&m->session) + keep;
    if (octets->len <= WIRE_SEGMENT_MAX)
        wire_send(&m->wire, &m->session, now(), octets, &how);
}

static GByteArray *octets_of(GBytes *bytes)
{
    gsize n;
    const void *p = g_bytes_get_data(bytes, &n);

    return g_byte_array_append(g_byte_array_sized_new((guint)n), p, (guint)n);
}

static void sound_send(struct maker *m)
{
    for (guint i = 0; i < m->sound->len; i++) {
        GByteArray *octets = octets_of(g_array_index(m->sound, struct found_message, i).octets);
        message_send(m, octets, octets->len);
        g_byte_array_unref(octets);
    }
}

/* A session of its own, with the sound messages in front. */
static void bout_open(struct maker *m, enum ipfix_transport transport, bool v6)
{
    if (m->wire.frames->len + m->sound->len >= FRAMES_PER_FILE)
        file_close(m);
    m->bouts++;
    m->session = (struct wire_session){
        .transport = transport,
        .v6 = v6,
        .exporter = {{192, 0, 2, 1}, (uint16_t)(1024 + m->bouts % 60000)},
        .collector = {{192, 0, 2, 2}, 4739},
        .segment = transport == IPFIX_TRANSPORT_TCP ? 1 + dice(m, 2000) : WIRE_SEGMENT_MAX,
    };
    sound_send(m);
}

static void bout_close(struct maker *m)
{
    wire_close(&m->wire, &m->session, now());
}

/* ---- cut everywhere ---- */

static void message_cut(struct maker *m, GByteArray *octets)
{
    guint whole = octets->len;

    for (guint keep = 0; keep < whole; keep++) {
        if (keep % DAMAGED_PER_BOUT == 0)
            bout_open(m, IPFIX_TRANSPORT_UDP, keep / DAMAGED_PER_BOUT % 2 != 0);
        message_send(m, octets, keep);
        octets->len = keep; /* the datagram ends here */
        message_send(m, octets, keep);
        octets->len = whole;
        m->damaged += 2;
    }
}

static void capture_cut(struct maker *m)
{
    for (guint i = 0; i < m->sound->len; i++) {
        GByteArray *octets = octets_of(g_array_index(m->sound, struct found_message, i).octets);
        if (octets->len <= CUT_MESSAGE_MAX)
            message_cut(m, octets);
        g_byte_array_unref(octets);
    }
}

/* ---- lengths at the edges ---- */

static void specs_note(GArray *places, struct ipfix_template_rec *rec)
{
    struct ipfix_spec spec;
    uint32_t off;

    while (ipfix_spec_next(rec, &spec, &off) == IPFIX_OK) {
        off += 2;
        g_array_append_val(places, off);
    }
}

/* Where the message has a length or a count. */
static GArray *lengths_find(const GByteArray *octets)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    struct ipfix_template_rec rec;
    struct ipfix_msg msg;
    struct ipfix_set set;
    uint32_t off = 2;

    if (ipfix_msg_open(&msg, octets->data, octets->len, octets->len) != IPFIX_OK)
        return places;
    g_array_append_val(places, off);
    while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
        off = set.off + 2;
        g_array_append_val(places, off);
        if (set.kind != IPFIX_SET_TEMPLATES && set.kind != IPFIX_SET_OPTIONS_TEMPLATES)
            continue;
        while (ipfix_template_next(&set, &rec) == IPFIX_OK) {
            off = rec.off + 2;
            g_array_append_val(places, off);
            specs_note(places, &rec);
        }
    }
    return places;
}

static void length_change(struct maker *m, GByteArray *octets)
{
    static const uint16_t edges[] = {0,  1,   2,   3,   4,     5,     15,    16,   17,
                                     20, 254, 255, 256, 32767, 32768, 65534, 65535};
    GArray *places = lengths_find(octets);

    if (places->len > 0) {
        uint32_t at = g_array_index(places, uint32_t, dice(m, places->len));
        uint16_t v = ipfix_be16(octets->data + at);
        uint32_t how = dice(m, G_N_ELEMENTS(edges) + 4);
        v = how < G_N_ELEMENTS(edges) ? edges[how] : (uint16_t)(v + how - G_N_ELEMENTS(edges) - 2);
        octets->data[at] = (uint8_t)(v >> 8);
        octets->data[at + 1] = (uint8_t)v;
    }
    g_array_free(places, TRUE);
}

/* ---- sets in disorder ---- */

static GPtrArray *sets_take(const GByteArray *octets)
{
    GPtrArray *sets = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);
    struct ipfix_msg msg;
    struct ipfix_set set;

    if (ipfix_msg_open(&msg, octets->data, octets->len, octets->len) != IPFIX_OK)
        return sets;
    while (ipfix_set_next(&msg, &set) == IPFIX_OK)
        g_ptr_array_add(sets, g_bytes_new(octets->data + set.off, set.in.end - set.off));
    return sets;
}

/* As many sets as before, each drawn anew: some twice, some not at all.  The length of the message is
 * mended more often than not. */
static void sets_shuffle(struct maker *m, GByteArray *octets)
{
    GPtrArray *sets = sets_take(octets);

    if (sets->len > 0) {
        g_byte_array_set_size(octets, IPFIX_MSG_HEADER_LEN);
        for (guint i = 0; i < sets->len + 1; i++) {
            gsize n;
            const void *p = g_bytes_get_data(g_ptr_array_index(sets, dice(m, sets->len)), &n);
            g_byte_array_append(octets, p, (guint)n);
        }
        if (octets->len <= UINT16_MAX && dice(m, 4) > 0) {
            octets->data[2] = (uint8_t)(octets->len >> 8);
            octets->data[3] = (uint8_t)octets->len;
        }
    }
    g_ptr_array_free(sets, TRUE);
}

/* ---- damage by chance ---- */

static void octets_change(struct maker *m, GByteArray *octets)
{
    for (uint32_t n = 1 + dice(m, CHANGES_MAX); n > 0 && octets->len > 0; n--) {
        uint8_t *octet = &octets->data[dice(m, octets->len)];
        *octet = dice(m, 2) ? (uint8_t)dice(m, 256) : *octet ^ (uint8_t)(1u << dice(m, 8));
    }
}

/* Another message of the capture behind this one, in one datagram. */
static void message_glue(struct maker *m, GByteArray *octets)
{
    gsize n;
    GBytes *other = g_array_index(m->sound, struct found_message, dice(m, m->sound->len)).octets;
    const void *p = g_bytes_get_data(other, &n);

    if (dice(m, 2))
        octets_change(m, octets);
    g_byte_array_append(octets, p, (guint)n);
}

static void damaged_send(struct maker *m)
{
    GByteArray *octets =
        octets_of(g_array_index(m->sound, struct found_message, dice(m, m->sound->len)).octets);
    uint32_t keep = UINT32_MAX;

    switch (dice(m, 6)) {
    case 0:
        octets_change(m, octets);
        break;
    case 1:
        length_change(m, octets);
        break;
    case 2:
        sets_shuffle(m, octets);
        break;
    case 3:
        message_glue(m, octets);
        break;
    case 4:
        octets->len = dice(m, octets->len);
        break;
    default:
        length_change(m, octets);
        octets_change(m, octets);
        keep = dice(m, octets->len);
        break;
    }
    message_send(m, octets, keep);
    m->damaged++;
    g_byte_array_unref(octets);
}

static void capture_damage(struct maker *m)
{
    static const enum ipfix_transport transports[] = {IPFIX_TRANSPORT_UDP, IPFIX_TRANSPORT_UDP,
                                                      IPFIX_TRANSPORT_TCP, IPFIX_TRANSPORT_SCTP};

    bout_open(m, transports[dice(m, G_N_ELEMENTS(transports))], dice(m, 4) == 0);
    for (unsigned i = 0; i < DAMAGED_PER_BOUT; i++)
        damaged_send(m);
    bout_close(m);
}

/* ---- the two ways ---- */

/* False where a capture has no messages. */
static bool capture_open(struct maker *m, const char *capture)
{
    char *why;

    m->sound = messages_find(capture, &why);
    if (m->sound == NULL)
        fail(capture, why);
    return m->sound->len > 0;
}

static void capture_close(struct maker *m)
{
    g_array_free(m->sound, TRUE);
    if (m->wire.frames->len >= FRAMES_PER_FILE)
        file_close(m);
}

static void cut_all(struct maker *m, char **captures, int count)
{
    for (int i = 0; i < count; i++) {
        if (capture_open(m, captures[i]))
            capture_cut(m);
        capture_close(m);
    }
}

static void damage_all(struct maker *m, unsigned wanted, char **captures, int count)
{
    while (m->damaged < wanted) {
        if (capture_open(m, captures[dice(m, (size_t)count)]))
            capture_damage(m);
        capture_close(m);
    }
}

int main(int argc, char **argv)
{
    bool cut = argc > 3 && strcmp(argv[1], "cut") == 0;
    bool random = argc > 5 && strcmp(argv[1], "random") == 0;
    struct maker m = {0};

    if (!cut && !random) {
        fprintf(stderr, "usage: damage cut FOLDER CAPTURE...\n"
                        "       damage random FOLDER SEED COUNT CAPTURE...\n");
        return 2;
    }
    m.folder = argv[2];
    m.rand = g_rand_new_with_seed(random ? (guint32)strtoul(argv[3], NULL, 10) : 1);
    wire_init(&m.wire);
    if (cut)
        cut_all(&m, argv + 3, argc - 3);
    else
        damage_all(&m, (unsigned)strtoul(argv[4], NULL, 10), argv + 5, argc - 5);
    file_close(&m);
    printf("%u\n", m.damaged);
    g_rand_free(m.rand);
    wire_clear(&m.wire);
    return 0;
}
