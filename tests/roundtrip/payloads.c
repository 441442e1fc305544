/* SPDX-License-Identifier: BSD-2-Clause
 *
 * payloads CAPTURE: what each datagram, segment and DATA chunk of a capture carries, one line each:
 * protocol, ports, octets, and how many the capture lost.  It shares no code with what it is held against,
 * and knows no more than captures of tests have: Ethernet with VLAN tags, IP without options.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <pcap/pcap.h>

enum { TCP = 6, UDP = 17, SCTP = 132 };

static unsigned be16(const u_char *p)
{
    return (unsigned)p[0] << 8 | p[1];
}

static void print_payload(const char *protocol, const u_char *ports, const u_char *p, size_t n, size_t lost)
{
    if (n == 0)
        return;
    printf("%s %u %u ", protocol, be16(ports), be16(ports + 2));
    for (size_t i = 0; i < n; i++)
        printf("%02x", p[i]);
    printf(" %zu\n", lost);
}

static void print_chunks(const u_char *packet, size_t n)
{
    size_t at = 12;

    while (at + 4 <= n && be16(packet + at + 2) >= 4) {
        size_t length = be16(packet + at + 2), there = length < n - at ? length : n - at;

        if (packet[at] == 0 && there > 16)
            print_payload("sctp", packet, packet + at + 16, there - 16, length - there);
        at += (length + 3) / 4 * 4;
    }
}

/* n octets are there of a packet that had n + lost. */
static void print_packet(unsigned protocol, const u_char *p, size_t n, size_t lost)
{
    if (protocol == UDP && n >= 8)
        print_payload("udp", p, p + 8, n - 8, lost);
    else if (protocol == TCP && n >= 20 && n >= p[12] / 16u * 4)
        print_payload("tcp", p, p + p[12] / 16u * 4, n - p[12] / 16u * 4, lost);
    else if (protocol == SCTP)
        print_chunks(p, n);
}

static void print_frame(const u_char *p, size_t n)
{
    size_t type = 12;

    while (type + 6 <= n && (be16(p + type) == 0x8100 || be16(p + type) == 0x88a8))
        type += 4;
    const u_char *ip = p + type + 2;
    size_t left = n - type - 2;
    size_t v6 = be16(p + type) == 0x86dd, header = v6 ? 40 : 20;
    if (n < type + 2 + header || (!v6 && be16(p + type) != 0x0800))
        return;
    size_t length = v6 ? 40 + be16(ip + 4) : be16(ip + 2);
    size_t there = length < left ? length : left;
    if (there >= header)
        print_packet(v6 ? ip[6] : ip[9], ip + header, there - header, length - there);
}

int main(int argc, char **argv)
{
    char why[PCAP_ERRBUF_SIZE];
    pcap_t *pcap = argc == 2 ? pcap_open_offline(argv[1], why) : NULL;
    struct pcap_pkthdr *header;
    const u_char *octets;

    if (pcap == NULL || pcap_datalink(pcap) != DLT_EN10MB) {
        fprintf(stderr, "usage: payloads CAPTURE, of Ethernet\n");
        return EXIT_FAILURE;
    }
    while (pcap_next_ex(pcap, &header, &octets) == 1)
        print_frame(octets, header->caplen);
    pcap_close(pcap);
    return EXIT_SUCCESS;
}
