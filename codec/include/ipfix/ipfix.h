/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The whole codec.  Two rules hold for all of it: functions that can fail return enum ipfix_status, and
 * what they write is a result only where that says so; what they return points into the caller's octets.
 */
#ifndef IPFIX_IPFIX_H
#define IPFIX_IPFIX_H

#include <ipfix/decode.h>
#include <ipfix/encode.h>
#include <ipfix/ie.h>
#include <ipfix/list.h>
#include <ipfix/reader.h>
#include <ipfix/sequence.h>
#include <ipfix/status.h>
#include <ipfix/store.h>
#include <ipfix/template.h>
#include <ipfix/typeinfo.h>
#include <ipfix/value.h>

#endif
