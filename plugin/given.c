/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Templates that the user gives, in a file of messages (RFC 5655) such as `-z ipfix,templates,FILE` saves: for
 * captures that begin after the exporter sent its own, and end before it does so again.
 */
#include "packet-ipfix.h"

#include <wsutil/report_message.h>

static const char *pref_file = "";
static struct ipfix_store *given; /* while a capture is open; NULL: the user gave none */
static char *told;                /* the file that was complained of last */

static void file_complain(const char *why)
{
    if (g_strcmp0(told, pref_file) != 0)
        report_failure("Template file %s: %s", pref_file, why);
    g_free(told);
    told = g_strdup(pref_file);
}

/* False where a set or a template cannot be used. */
static bool message_take(struct ipfix_msg *msg, uint32_t off)
{
    struct ipfix_template_rec rec;
    struct ipfix_set set;
    bool all = true;

    while (ipfix_set_next(msg, &set) == IPFIX_OK) {
        if (set.kind != IPFIX_SET_TEMPLATES && set.kind != IPFIX_SET_OPTIONS_TEMPLATES)
            continue;
        while (ipfix_template_next(&set, &rec) == IPFIX_OK)
            all &= ipfix_store_put(given, msg->domain, &rec, (ipfix_pos)off + rec.off) >= 0;
        all &= set.err.status == IPFIX_OK;
    }
    return all && msg->err.status == IPFIX_OK;
}

/* Takes in all messages in a row; false where there is something else, or something that cannot be used. */
static bool messages_take(const uint8_t *octets, size_t len)
{
    struct ipfix_msg msg;
    bool all = true;

    for (size_t off = 0; off < len; off += msg.length) {
        enum ipfix_status status = ipfix_msg_open(&msg, octets + off, len - off, len - off);
        if (status != IPFIX_OK || msg.err.status != IPFIX_OK)
            return false;
        all &= message_take(&msg, (uint32_t)off);
    }
    return all;
}

static void capture_open(void)
{
    GError *error = NULL;
    char *octets;
    gsize len;

    if (*pref_file == '\0')
        return;
    if (!g_file_get_contents(pref_file, &octets, &len, &error)) {
        file_complain(error->message);
        g_error_free(error);
        return;
    }
    /* Whatever was withdrawn in there may be what data elsewhere needs: as over UDP, that is ignored. */
    given = ipfix_store_new(IPFIX_TRANSPORT_UDP, element_find, NULL);
    if (len > UINT32_MAX || !messages_take((const uint8_t *)octets, len))
        file_complain("not all of it is messages of IPFIX whose templates can be used");
    g_free(octets);
}

static void capture_close(void)
{
    ipfix_store_free(given);
    given = NULL;
}

const struct ipfix_template *given_template(uint32_t domain, uint16_t id)
{
    return given != NULL ? ipfix_store_get(given, domain, id, IPFIX_POS_LAST) : NULL;
}

bool given_is(const struct ipfix_template *tmpl)
{
    return ipfix_pos_frame(tmpl->at) == 0; /* frames of a capture count from 1 */
}

void given_forget(void)
{
    g_free(told);
}

void given_register(module_t *module)
{
    prefs_register_filename_preference(
        module, "template_file", "Template file",
        "Messages of IPFIX (RFC 5655), such as tshark -z ipfix,templates,FILE saves. Data whose template the"
        " capture does not have is decoded with the one in there, of whatever exporter, and says so.",
        &pref_file, FALSE);
    register_init_routine(capture_open);
    register_cleanup_routine(capture_close);
}
