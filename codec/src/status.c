/* SPDX-License-Identifier: BSD-2-Clause */
#include <ipfix/status.h>

#include <stdio.h>

const char *ipfix_strstatus(enum ipfix_status status)
{
    switch (status) {
#define STATUS_TEXT(name, number, text) \
    case IPFIX_##name:                  \
        return text;
        IPFIX_STATUS_LIST(STATUS_TEXT)
#undef STATUS_TEXT
    }
    return "unknown status";
}

size_t ipfix_error_text(const struct ipfix_error *err, char *buf, size_t cap)
{
    const char *text = ipfix_strstatus(err->status);
    int len;

    if (err->status == IPFIX_OK)
        len = snprintf(buf, cap, "%s", text);
    else if (err->want == 0)
        len = snprintf(buf, cap, "%s (at octet %u)", text, (unsigned)err->off);
    else
        len = snprintf(buf, cap, "%s (at octet %u: wants %u, has %u)", text, (unsigned)err->off,
                       (unsigned)err->want, (unsigned)err->have);
    return len < 0 ? 0 : (size_t)len;
}
