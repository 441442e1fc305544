/* SPDX-License-Identifier: BSD-2-Clause */
#include "counter.h"

struct counter *counter_find(GArray *counters, uint32_t domain, uint16_t stream)
{
    for (guint i = 0; i < counters->len; i++) {
        struct counter *c = &g_array_index(counters, struct counter, i);

        if (c->domain == domain && c->stream == stream)
            return c;
    }
    struct counter fresh = {domain, stream, 0};
    g_array_append_val(counters, fresh);
    return &g_array_index(counters, struct counter, counters->len - 1);
}
