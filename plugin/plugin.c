/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What Wireshark looks for when it loads a plugin.
 */
#include "packet-ipfix.h"

#include <epan/proto.h>
#include <ws_symbol_export.h>

WS_DLL_PUBLIC_DEF const char plugin_version[] = PLUGIN_VERSION;
WS_DLL_PUBLIC_DEF const int plugin_want_major = WIRESHARK_VERSION_MAJOR;
WS_DLL_PUBLIC_DEF const int plugin_want_minor = WIRESHARK_VERSION_MINOR;

WS_DLL_PUBLIC void plugin_register(void);
WS_DLL_PUBLIC uint32_t plugin_describe(void);

void plugin_register(void)
{
    static proto_plugin plugin = {protocol_register, protocol_handoff};

    proto_register_plugin(&plugin);
}

/* Asked for by Wireshark 4.4 and later. */
uint32_t plugin_describe(void)
{
    return WS_PLUGIN_DESC_DISSECTOR;
}
