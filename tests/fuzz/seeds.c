/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Makes the first inputs of the fuzz targets: the messages of captures as streams, texts of all types,
 * registry files, and a few programs for the encoder.
 *
 *     seeds FOLDER REGISTRY CAPTURE...         into FOLDER/stream, /text, /csv, /encode
 */
#include <errno.h>

#include <glib.h>
#include <glib/gstdio.h>

#include "../damage/messages.h"
#include "input.h"
#include "stream.h"

#define LINES_OF_CSV 12

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "seeds: %s: %s\n", what, why);
    exit(1);
}

static void seed_write(const char *folder, const char *target, const char *name, const void *octets,
                       size_t len)
{
    char *path = g_build_filename(folder, target, NULL);
    char *file = g_build_filename(path, name, NULL);
    GError *error = NULL;

    if (g_mkdir_with_parents(path, 0777) != 0)
        fail(path, g_strerror(errno));
    if (!g_file_set_contents(file, octets, (gssize)len, &error))
        fail(file, error->message);
    g_free(file);
    g_free(path);
}

/* ---- streams ---- */

static void message_append(GByteArray *seed, const struct found_message *message)
{
    gsize n;
    const void *octets = g_bytes_get_data(message->octets, &n);
    uint8_t flags = (message->cut ? STREAM_CUT | 0x10 : 0) | (message->same_frame ? STREAM_SAME_FRAME : 0);
    uint8_t header[STREAM_MESSAGE_HEADER_LEN] = {flags, (uint8_t)(n >> 8), (uint8_t)n};

    if (n > UINT16_MAX)
        return;
    g_byte_array_append(seed, header, sizeof header);
    g_byte_array_append(seed, octets, (guint)n);
}

static void stream_write(const char *folder, const char *capture)
{
    char *name = g_path_get_basename(capture), *other = g_strconcat(name, ".tcp", NULL), *why;
    GByteArray *seed = g_byte_array_new();
    GArray *messages = messages_find(capture, &why);

    if (messages == NULL)
        fail(capture, why);
    g_byte_array_append(seed, (const guint8 *)"", 1);
    for (guint i = 0; i < messages->len; i++)
        message_append(seed, &g_array_index(messages, struct found_message, i));
    /* Sessions over TCP have other rules for templates than those over UDP: both for each capture. */
    seed->data[0] = IPFIX_TRANSPORT_UDP;
    seed_write(folder, "stream", name, seed->data, seed->len);
    seed->data[0] = IPFIX_TRANSPORT_TCP;
    seed_write(folder, "stream", other, seed->data, seed->len);
    g_array_free(messages, TRUE);
    g_byte_array_free(seed, TRUE);
    g_free(other);
    g_free(name);
}

/* ---- texts ---- */

static const struct {
    enum ipfix_type type;
    const char *text;
} texts[] = {
    {IPFIX_OCTET_ARRAY, "00 01ff"},
    {IPFIX_U8, "255"},
    {IPFIX_U32, "0x1F"},
    {IPFIX_U64, "0b101"},
    {IPFIX_S8, "-128"},
    {IPFIX_S64, "+9223372036854775807"},
    {IPFIX_F32, "1.5e-3"},
    {IPFIX_F64, "-inf"},
    {IPFIX_BOOLEAN, "true"},
    {IPFIX_BOOLEAN, "false"},
    {IPFIX_MAC, "00:00:5e:00:53:01"},
    {IPFIX_STRING, "gr\xc3\xbc\xc3\x9f"},
    {IPFIX_TIME_S, "2023-11-14T22:13:20"},
    {IPFIX_TIME_MS, "9999-12-31T23:59:59.999"},
    {IPFIX_TIME_US, "2024-02-29T00:00:00.123456Z"},
    {IPFIX_TIME_NS, "2023-11-14T22:13:20.123456789"},
    {IPFIX_IPV4, "192.0.2.1"},
    {IPFIX_IPV6, "2001:db8::1"},
    {IPFIX_IPV6, "::ffff:192.0.2.1"},
    {IPFIX_U256, "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"},
};

/* An octet for way and type, one for the room, then the text or octets. */
static void texts_write(const char *folder)
{
    char octets[2 + 80];

    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++) {
        char name[] = {'t', 'e', 'x', 't', (char)('a' + i), '\0'};
        size_t len = strlen(texts[i].text);
        octets[0] = (char)texts[i].type;
        octets[1] = 32;
        memcpy(octets + 2, texts[i].text, len);
        seed_write(folder, "text", name, octets, 2 + len);
    }
    for (unsigned type = 0; type < IPFIX_TYPE_COUNT; type++) {
        char name[] = {'w', 'i', 'r', 'e', (char)('a' + type), '\0'};
        uint32_t width = ipfix_type_width(type);
        octets[0] = (char)(type | 0x80);
        memset(octets + 1, 0x41, sizeof octets - 1);
        seed_write(folder, "text", name, octets, 2 + (width > 0 ? width : 5));
    }
}

/* ---- registry files ---- */

/* The first lines of a file: the rest is more of the same. */
static void csv_write(const char *folder, const char *registry, const char *name)
{
    char *path = g_build_filename(registry, name, NULL), *text;
    GError *error = NULL;

    if (!g_file_get_contents(path, &text, NULL, &error))
        fail(path, error->message);
    char *end = text;
    for (int lines = 0; lines < LINES_OF_CSV && *end != '\0'; lines++)
        end += strcspn(end, "\n") + 1;
    seed_write(folder, "csv", name, text, (size_t)(end - text));
    g_free(text);
    g_free(path);
}

static void csvs_write(const char *folder, const char *registry)
{
    static const char plain[] = "ElementID,Name,Units\n1,octetDeltaCount,octets\n";
    static const char quoted[] = "\xEF\xBB\xBF# comment\r\nName,ElementID\r\n\"a,\"\"b\"\"\nc\",2\r\n";

    csv_write(folder, registry, "iana.csv");
    seed_write(folder, "csv", "plain", plain, sizeof plain - 1);
    seed_write(folder, "csv", "quoted", quoted, sizeof quoted - 1);
}

/* ---- programs for the encoder ---- */

static void programs_write(const char *folder)
{
    GRand *rand = g_rand_new_with_seed(1);
    uint8_t octets[400];

    for (unsigned i = 0; i < 32; i++) {
        char name[16];
        for (size_t k = 0; k < sizeof octets; k++)
            octets[k] = (uint8_t)g_rand_int_range(rand, 0, 256);
        octets[0] = (uint8_t)(i % 2 == 0 ? octets[0] | 0x80 : octets[0] & 0x7f);
        snprintf(name, sizeof name, "program%u", i);
        seed_write(folder, "encode", name, octets, sizeof octets);
    }
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s FOLDER REGISTRY CAPTURE...\n", argv[0]);
        return 2;
    }
    texts_write(argv[1]);
    csvs_write(argv[1], argv[2]);
    programs_write(argv[1]);
    for (int i = 3; i < argc; i++)
        stream_write(argv[1], argv[i]);
    return 0;
}
