/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flow in one line: its ends, protocol and counters.
 */
#include "packet-ipfix.h"

static void address_text(const struct ipfix_field *f, struct text *line)
{
    struct ipfix_value v = {.type = f->spec->type, .as.bytes = {f->data, f->len}};
    char address[64];

    if (f->len == 4) {
        text_add_ipv4(line, f->data);
        return;
    }
    (void)ipfix_value_text(&v, address, sizeof address);
    text_add(line, address);
}

/* ICMP has none, though a template may have room for them. */
static bool ports_tell(const struct derivation *facts)
{
    bool zero = facts->port_value == 0 && facts->source_port_value == 0;
    bool tcp_or_udp = facts->protocol == 6 || facts->protocol == 17;

    return facts->port.data != NULL && facts->icmp_type.data == NULL && !is_icmp(facts) &&
           (!zero || tcp_or_udp || facts->protocol_names == NULL);
}

/* An address with its port, as URLs have them; a client whose port is not exported goes without. */
static void end_text(const struct ipfix_field *f, bool with_port, uint32_t port, struct text *line)
{
    bool brackets = with_port && f->len != 4;

    if (brackets)
        text_add(line, "[");
    address_text(f, line);
    if (brackets)
        text_add(line, "]");
    if (!with_port)
        return;
    text_add(line, ":");
    text_add_number(line, port);
}

static void octets_text(struct text *line, const char *before, uint64_t octets)
{
    text_add(line, before);
    text_add_number(line, octets);
    text_add(line, octets == 1 ? " octet" : " octets");
}

/* How much went from source to destination, and back where the record says that too. */
static void counts_text(const struct derivation *facts, struct text *line)
{
    if (facts->has_octets || facts->has_total_octets) {
        octets_text(line, ", ", facts->has_octets ? facts->octets : facts->total_octets);
    } else if (facts->has_packets) {
        text_add(line, ", ");
        text_add_number(line, facts->packets);
        text_add(line, facts->packets == 1 ? " packet" : " packets");
    }
    if (facts->has_reverse_octets)
        octets_text(line, ", reverse ", facts->reverse_octets);
}

static void protocol_text(const struct derivation *facts, struct text *line)
{
    const char *name = ipfix_value_name(facts->protocol_names, facts->protocol);

    if (name == NULL)
        return;
    text_add(line, " ");
    text_add(line, name);
}

static void icmp_text(const struct derivation *facts, struct text *line)
{
    const char *full = icmp_full_name(facts), *name = full != NULL ? full : icmp_type_name(facts);

    text_add(line, " ");
    if (name != NULL) {
        text_add(line, name);
        return;
    }
    text_add(line, "type ");
    text_add_number(line, facts->icmp_type_code >> 8);
}

void derivation_summary(const struct derivation *facts, const char *before, struct text *line)
{
    if (facts->source.data == NULL || facts->destination.data == NULL)
        return;
    bool ports = ports_tell(facts);
    text_add(line, before);
    end_text(&facts->source, ports && facts->source_port.data != NULL, facts->source_port_value, line);
    text_add(line, " → ");
    end_text(&facts->destination, ports, facts->port_value, line);
    if (facts->protocol_names != NULL)
        protocol_text(facts, line);
    if (facts->icmp_type.data != NULL)
        icmp_text(facts, line);
    counts_text(facts, line);
}
