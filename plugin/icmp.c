/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Type and code of ICMP, from elements of their own or from the port, and their names.
 */
#include "packet-ipfix.h"

const char *icmp_type_name(const struct derivation *facts)
{
    static const struct ipfix_names *v4, *v6;
    uint32_t type = facts->icmp_type_code >> 8;

    if (v4 == NULL) {
        v4 = ipfix_names_find("icmpTypeIPv4_176");
        v6 = ipfix_names_find("icmpTypeIPv6_178");
    }
    return ipfix_value_name(facts->icmp_is_v6 ? v6 : v4, type);
}

/* "Destination Unreachable: Host Unreachable"; of types that have but one code, that of the type alone. */
const char *icmp_full_name(const struct derivation *facts)
{
    static const struct ipfix_names *v4, *v6;

    if (v4 == NULL) {
        v4 = ipfix_names_find("icmpTypeCodeIPv4_32");
        v6 = ipfix_names_find("icmpTypeCodeIPv6_139");
    }
    return ipfix_value_name(facts->icmp_is_v6 ? v6 : v4, facts->icmp_type_code);
}

const char *icmp_code_name(const struct derivation *facts)
{
    const char *full = facts->icmp_type.data != NULL ? icmp_full_name(facts) : NULL;
    const char *colon = full != NULL ? strstr(full, ": ") : NULL;

    return colon != NULL ? colon + 2 : NULL;
}

bool is_icmp(const struct derivation *facts)
{
    return facts->protocol == 1 || facts->protocol == 58;
}

/* The port reading is habit, not standard: many exporters put the ICMP type and code there, some the type alone.
 * Those that put nothing there leave 0. */
static void icmp_from_port(struct derivation *facts)
{
    if (facts->port.data == NULL || facts->port.len != 2 || facts->port_value == 0)
        return;
    facts->icmp_type_code = facts->port_value;
    if (icmp_full_name(facts) != NULL) {
        facts->icmp_type = facts->icmp_code = facts->port;
        return;
    }
    facts->icmp_type_code = facts->port_value << 8;
    if (facts->port_value < 256 && icmp_type_name(facts) != NULL)
        facts->icmp_type = facts->port;
}

/* The protocol says whether there is ICMP, and which: templates may have room for it in any flow. */
void icmp_read(struct derivation *facts)
{
    if (facts->protocol_names == NULL)
        return;
    if (!is_icmp(facts)) {
        facts->icmp_type.data = facts->icmp_code.data = NULL;
        return;
    }
    facts->icmp_is_v6 = facts->protocol == 58;
    if (facts->icmp_type.data == NULL && facts->icmp_code.data == NULL)
        icmp_from_port(facts);
}
