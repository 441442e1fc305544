/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Wireshark 4.0 to 4.6 under one set of names: every difference between releases stands here.
 */
#ifndef WS_COMPAT_H
#define WS_COMPAT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <glib.h>
#include <ws_version.h>

#include <epan/conversation.h>
#include <epan/expert.h>
#include <epan/packet.h>
#include <epan/prefs.h>
#include <epan/proto_data.h>
#include <epan/stat_tap_ui.h>
#include <epan/tap.h>
#include <epan/to_str.h>

#define WS_VERSION_FROM(major, minor)     \
    (WIRESHARK_VERSION_MAJOR > (major) || \
     (WIRESHARK_VERSION_MAJOR == (major) && WIRESHARK_VERSION_MINOR >= (minor)))

/* What a preference points to and a heuristic returns. */
#if WS_VERSION_FROM(4, 4)
typedef bool ws_bool;
#else
typedef gboolean ws_bool;
#endif

/* What the check of a row in a preference's table returns. */
#if WS_VERSION_FROM(4, 2)
typedef bool ws_row_bool;
#else
typedef gboolean ws_row_bool;
#endif

#if !WS_VERSION_FROM(4, 4)
#define tvb_get_uint8 tvb_get_guint8
#endif

/* Frames that a frame needs: a list in packet_info, or with the frame itself. */
#ifdef PACKET_INFO_DEPENDENT_FRAMES
#define ws_dependent_frames_keep(to, from) ((to)->dependent_frames = (from)->dependent_frames)
#else
#define ws_dependent_frames_keep(to, from) ((void)0)
#endif

/* Does a filter, a column or `-e` ask for this very field?  Before 4.4 nothing tells fields that `-e` prints
 * from those of a tree that is seen whole: there, named_by_command says whether the command line has any
 * of them. */
static inline bool ws_field_is_asked_for(proto_tree *tree, int hf, bool named_by_command)
{
#if WS_VERSION_FROM(4, 4)
    (void)tree;
    (void)named_by_command;
    return proto_registrar_get_nth((unsigned)hf)->ref_type >= HF_REF_TYPE_DIRECT;
#else
    if (named_by_command)
        return proto_field_is_referenced(tree, hf);
    return proto_registrar_get_nth((unsigned)hf)->ref_type == HF_REF_TYPE_DIRECT;
#endif
}

/* From 4.4 on, tshark -T fields says which fields it prints, of a tree that is not seen.  Before, only the command
 * line tells. */
#define WS_COMMAND_TELLS (!WS_VERSION_FROM(4, 4))

/* Times of items read "Jan  1, 2025 12:00:00.000000000 UTC"; later on, that depends on preferences. */
#define WS_TIMES_ARE_PLAIN (!WS_VERSION_FROM(4, 2))

/* What an item shows in a tree; where nobody wrote that, Wireshark makes it of name and value.  Behind the name
 * of what is long then stands " [truncated]" or " […]", which is left out. */
static inline const char *ws_item_label(const proto_item *item, char text[ITEM_LABEL_LENGTH])
{
    field_info *info = PITEM_FINFO(item);

    if (info->rep != NULL)
        return info->rep->representation;
#if WS_VERSION_FROM(4, 6)
    proto_item_fill_label(info, text, NULL);
#else
    proto_item_fill_label(info, text);
#endif
    char *mark = g_str_has_prefix(text, info->hfinfo->name) ? text + strlen(info->hfinfo->name) : NULL;
    const char *rest = mark != NULL && g_str_has_prefix(mark, " [") ? strstr(mark, "]: ") : NULL;
    if (rest != NULL)
        memmove(mark, rest + 1, strlen(rest));
    return text;
}

/* Give an item its text, as proto_item_set_text does.  That has printf go through it, which takes twice as long as
 * making the item. */
static inline void ws_item_set_text(proto_item *item, const char *text, size_t len)
{
    field_info *info = item != NULL ? PITEM_FINFO(item) : NULL;

    if (info == NULL || !PTREE_DATA(item)->visible || proto_item_is_hidden(item) ||
        len >= ITEM_LABEL_LENGTH) {
        proto_item_set_text(item, "%s", text);
        return;
    }
    info->rep = wmem_new0(PNODE_POOL(item), item_label_t);
    memcpy(info->rep->representation, text, len + 1);
}

/* How a statistic of the command line begins, and how that ends: what is wrong has been said. */
#if WS_VERSION_FROM(4, 6)
#define WS_TAP_INIT bool
#define WS_TAP_INIT_DONE(well) return (well)
#else
#define WS_TAP_INIT void
#define WS_TAP_INIT_DONE(well) \
    do {                       \
        if (!(well))           \
            exit(1);           \
        return;                \
    } while (0)
#endif

/* plugin_describe: this plugin has dissectors. */
#ifndef WS_PLUGIN_DESC_DISSECTOR
#define WS_PLUGIN_DESC_DISSECTOR 1
#endif

#endif
