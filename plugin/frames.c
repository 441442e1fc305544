/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Frames in order.  Those that a read filter drops leave their number to the next frame that comes; templates and all
 * else that has a position are told apart by places, of which each frame has its own.
 */
#include "packet-ipfix.h"

/* The numbers that came again, each as often as it did, in order: all places behind are later by one. */
static GArray *repeated;
static uint32_t last; /* the number of the last frame at its first visit */

void frames_open(void)
{
    repeated = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    last = 0;
}

void frames_close(void)
{
    g_array_free(repeated, TRUE);
}

void frame_note(const packet_info *pinfo)
{
    if (PINFO_FD_VISITED(pinfo))
        return;
    if (pinfo->num == last)
        g_array_append_val(repeated, pinfo->num);
    last = pinfo->num;
}

/* How many places are left out before a number; or, by_place, before a place. */
static uint32_t places_before(uint32_t until, bool by_place)
{
    unsigned low = 0, high = repeated->len;

    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        uint32_t number = g_array_index(repeated, uint32_t, middle);
        if (number + (by_place ? middle + 1 : 0) <= until)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t frame_place(const packet_info *pinfo)
{
    return pinfo->num + places_before(pinfo->num, false);
}

uint32_t frame_number(ipfix_pos at)
{
    uint32_t place = ipfix_pos_frame(at);

    return place - places_before(place, true);
}
