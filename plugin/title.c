/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A flow in one line: what happened to it, its ends, protocol and counters, and what a NAT makes of it.
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
    if (facts->octets.kind != COUNT_NONE) {
        octets_text(line, ", ", facts->octets.value);
    } else if (facts->packets.kind != COUNT_NONE) {
        text_add(line, ", ");
        text_add_number(line, facts->packets.value);
        text_add(line, facts->packets.value == 1 ? " packet" : " packets");
    }
    if (facts->reverse_octets.kind != COUNT_NONE)
        octets_text(line, ", reverse ", facts->reverse_octets.value);
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

/* Is an end another one behind the NAT?  Zeros stand for a side that was left alone. */
static bool end_changed(const struct ipfix_field *end, uint32_t port, const struct ipfix_field *nat,
                        const struct ipfix_field *nat_port, uint32_t nat_port_value)
{
    bool port_changed = nat_port->data != NULL && nat_port_value != 0 && nat_port_value != port;

    if (nat->data == NULL || octets_are_zero(nat->data, nat->len))
        return false;
    return port_changed || end->data == NULL || end->len != nat->len ||
           memcmp(end->data, nat->data, nat->len) != 0;
}

/* What the flow is behind the NAT: its source, and its destination where that is another one. */
static void nat_text(const struct derivation *facts, struct text *line)
{
    bool source = end_changed(&facts->source, facts->source_port_value, &facts->nat_source,
                              &facts->nat_source_port, facts->nat_source_port_value);
    bool destination = end_changed(&facts->destination, facts->port_value, &facts->nat_destination,
                                   &facts->nat_port, facts->nat_port_value);

    if (source) {
        text_add(line, ", as ");
        end_text(&facts->nat_source, facts->nat_source_port_value != 0, facts->nat_source_port_value, line);
    }
    if (destination) {
        text_add(line, ", to ");
        end_text(&facts->nat_destination, facts->nat_port_value != 0, facts->nat_port_value, line);
    }
    if (facts->range.data != NULL) {
        text_add(line, source ? " ports " : ", ports ");
        text_add_number(line, facts->range_first);
        text_add(line, "-");
        text_add_number(line, facts->range_last);
    }
}

static void event_text(const struct derivation *facts, struct text *line)
{
    if (facts->event == NULL)
        return;
    text_add(line, facts->event);
    if (facts->event_detail == NULL)
        return;
    text_add(line, ", ");
    text_add(line, facts->event_detail);
}

void derivation_summary(const struct derivation *facts, const char *before, struct text *line)
{
    bool ends = facts->source.data != NULL && facts->destination.data != NULL;
    bool ports = ports_tell(facts), source_port = facts->source_port.data != NULL;

    if (!ends && facts->event == NULL)
        return;
    text_add(line, before);
    event_text(facts, line);
    if (facts->source.data == NULL)
        return;
    if (facts->event != NULL)
        text_add(line, ": ");
    end_text(&facts->source, source_port && (ports || !ends), facts->source_port_value, line);
    if (ends) {
        text_add(line, " → ");
        end_text(&facts->destination, ports, facts->port_value, line);
    }
    if (facts->protocol_names != NULL)
        protocol_text(facts, line);
    if (facts->icmp_type.data != NULL)
        icmp_text(facts, line);
    nat_text(facts, line);
    counts_text(facts, line);
}
