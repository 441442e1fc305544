/* SPDX-License-Identifier: BSD-2-Clause */
#include "messages.h"

#include <pcap/pcap.h>

#include <ipfix/ipfix.h>

#define HEADERS_MIN 28u /* of IPv4 and UDP without a link layer */
#define HEADERS_USUAL 42u

static void message_free(gpointer message)
{
    g_bytes_unref(((struct found_message *)message)->octets);
}

/* Behind the usual headers a message may say any length, before their end it must make sense. */
static const uint8_t *header_find(const uint8_t *p, size_t n)
{
    for (size_t i = HEADERS_MIN; i + IPFIX_MSG_HEADER_LEN <= n; i++)
        if (ipfix_be16(p + i) == IPFIX_VERSION &&
            (ipfix_be16(p + i + 2) >= IPFIX_MSG_HEADER_LEN || i >= HEADERS_USUAL))
            return p + i;
    return NULL;
}

static void frame_search(GArray *messages, const uint8_t *p, size_t n, bool cut)
{
    const uint8_t *message = header_find(p, n), *end = p + n;
    bool same_frame = false;

    while (message != NULL && message < end) {
        size_t left = (size_t)(end - message);
        size_t length = left >= 4 && ipfix_be16(message) == IPFIX_VERSION ? ipfix_be16(message + 2) : left;
        bool last = length < IPFIX_MSG_HEADER_LEN || length >= left;
        struct found_message found = {g_bytes_new(message, last ? left : length), same_frame, cut};
        g_array_append_val(messages, found);
        message = last ? NULL : message + length;
        same_frame = true;
    }
}

GArray *messages_find(const char *capture, char **why)
{
    char error[PCAP_ERRBUF_SIZE];
    pcap_t *pcap = pcap_open_offline(capture, error);
    struct pcap_pkthdr *header;
    const u_char *frame;

    if (pcap == NULL) {
        *why = g_strdup(error);
        return NULL;
    }
    GArray *messages = g_array_new(FALSE, FALSE, sizeof(struct found_message));
    g_array_set_clear_func(messages, message_free);
    while (pcap_next_ex(pcap, &header, &frame) == 1)
        frame_search(messages, frame, header->caplen, header->caplen < header->len);
    pcap_close(pcap);
    return messages;
}
