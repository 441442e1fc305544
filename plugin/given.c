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

/* What there is to complain of; NULL: nothing. */
static const char *message_take(struct ipfix_msg *msg, uint32_t off)
{
    struct ipfix_template_rec rec;
    struct ipfix_set set;
    bool whole = true, usable = true;

    while (ipfix_set_next(msg, &set) == IPFIX_OK) {
        bool templates = set.kind == IPFIX_SET_TEMPLATES || set.kind == IPFIX_SET_OPTIONS_TEMPLATES;
        while (templates && ipfix_template_next(&set, &rec) == IPFIX_OK) {
            enum ipfix_status put = ipfix_store_put(given, msg->domain, &rec, (ipfix_pos)off + rec.off);
            if (put == IPFIX_STORE_FULL)
                return "it has more templates than can be kept";
            usable = usable && put >= IPFIX_OK;
        }
        whole = whole && set.err.status == IPFIX_OK;
    }
    if (!whole || msg->err.status != IPFIX_OK)
        return "not all of its sets can be read";
    return usable ? NULL : "not all of its templates can be used";
}

/* Takes in all messages in a row, as far as there are such; the first complaint. */
static const char *messages_take(const uint8_t *octets, size_t len)
{
    const char *first = NULL;
    struct ipfix_msg msg;

    for (size_t off = 0; off < len; off += msg.length) {
        enum ipfix_status status = ipfix_msg_open(&msg, octets + off, len - off, len - off);
        if (status != IPFIX_OK || msg.err.status != IPFIX_OK)
            return "not all of it is messages of IPFIX";
        const char *why = message_take(&msg, (uint32_t)off);
        first = first != NULL ? first : why;
    }
    return first;
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
    const char *why = len > UINT32_MAX ? "it is too long" : messages_take((const uint8_t *)octets, len);
    if (why != NULL)
        file_complain(why);
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
