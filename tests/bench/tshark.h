/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The plugin against Wireshark's own cflow, inside tshark.
 */
#ifndef TSHARK_H
#define TSHARK_H

/* To be run in an environment in which tshark finds the plugin. */
void tshark_compare(void);

#endif
