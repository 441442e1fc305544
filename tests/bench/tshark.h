/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The plugin against Wireshark's own cflow, inside tshark.
 */
#ifndef TSHARK_H
#define TSHARK_H

#include <stdint.h>

/* Writes the capture that tshark reads: so many packets of 24 records. */
void tshark_capture(const char *file, uint32_t packets);
/* To be run in an environment in which tshark finds the plugin. */
void tshark_compare(void);

#endif
