/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Templates in a file of messages (RFC 5655), which `-z ipfix,templates,FILE` saves and users give back: for
 * captures that begin after the exporter sent its own, and end before it does so again.
 */
#include "packet-ipfix.h"

#include <errno.h>
#include <wsutil/report_message.h>

#define SAVE_ONE "save the templates of a capture with tshark -r CAPTURE -q -z ipfix,templates,FILE"
#define IS_CAPTURE "it is a capture; " SAVE_ONE

static const char *pref_file = "";
static struct ipfix_store *given; /* while a capture is open; NULL: the user gave none */
static GHashTable *redefined;     /* domain << 16 | number -> how often the file changes it; of few */
static char *told;                /* the file that was complained of last */

static void file_complain(const char *why)
{
    if (g_strcmp0(told, pref_file) != 0)
        report_failure("Template file %s: %s", pref_file, why);
    g_free(told);
    told = g_strdup(pref_file);
}

/* What users may take for such a file, by its first octets. */
static const struct {
    const char *octets;
    const char *why;
} other_files[] = {
    {"\xa1\xb2\xc3\xd4", IS_CAPTURE},
    {"\xd4\xc3\xb2\xa1", IS_CAPTURE}, /* pcap, either way round */
    {"\xa1\xb2\x3c\x4d", IS_CAPTURE},
    {"\x4d\x3c\xb2\xa1", IS_CAPTURE}, /* with nanoseconds */
    {"\x0a\x0d\x0d\x0a", IS_CAPTURE}, /* pcapng */
    {"\x1f\x8b", "it is compressed; " SAVE_ONE},
};

/* Why a file is none of messages, of which it has none in front. */
static const char *file_is_other(const uint8_t *octets, size_t len)
{
    for (unsigned i = 0; i < array_length(other_files); i++) {
        size_t n = strlen(other_files[i].octets);
        if (len >= n && memcmp(octets, other_files[i].octets, n) == 0)
            return other_files[i].why;
    }
    return "it does not begin with a message of IPFIX; " SAVE_ONE;
}

static uint64_t number_key(uint32_t domain, uint16_t id)
{
    return (uint64_t)domain << 16 | id;
}

static void redefinition_note(uint32_t domain, uint16_t id)
{
    uint64_t key = number_key(domain, id);
    unsigned before = GPOINTER_TO_UINT(g_hash_table_lookup(redefined, &key));

    g_hash_table_insert(redefined, g_memdup2(&key, sizeof key), GUINT_TO_POINTER(before + 1));
}

static enum ipfix_status template_take(uint32_t domain, const struct ipfix_template_rec *rec, ipfix_pos at)
{
    bool known = ipfix_store_get(given, domain, rec->id, at) != NULL;
    enum ipfix_status put = ipfix_store_put(given, domain, rec, at);

    if (known && put == IPFIX_OK)
        redefinition_note(domain, rec->id);
    return put;
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
            enum ipfix_status put = template_take(msg->domain, &rec, (ipfix_pos)off + rec.off);
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

    if (ipfix_msg_open(&msg, octets, len, len) != IPFIX_OK)
        return file_is_other(octets, len);
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
    redefined = g_hash_table_new_full(wmem_int64_hash, g_int64_equal, g_free, NULL);
    const char *why = len > UINT32_MAX ? "it is too long" : messages_take((const uint8_t *)octets, len);
    if (why != NULL)
        file_complain(why);
    g_free(octets);
}

static void capture_close(void)
{
    if (given == NULL)
        return;
    ipfix_store_free(given);
    given = NULL;
    g_hash_table_destroy(redefined);
}

const struct ipfix_template *given_template(uint32_t domain, uint16_t id)
{
    return given != NULL ? ipfix_store_get(given, domain, id, IPFIX_POS_LAST) : NULL;
}

unsigned given_definitions(uint32_t domain, uint16_t id)
{
    uint64_t key = number_key(domain, id);

    return 1 + GPOINTER_TO_UINT(g_hash_table_lookup(redefined, &key));
}

bool given_is(const struct ipfix_template *tmpl)
{
    return ipfix_pos_frame(tmpl->at) == 0; /* frames of a capture count from 1 */
}

void given_forget(void)
{
    g_free(told);
}

/* ---- the way back ---- */

/* What a template takes in a message, with a set of its own. */
static size_t template_octets(const struct ipfix_template *tmpl)
{
    size_t octets = IPFIX_SET_HEADER_LEN + (tmpl->options ? 6 : 4);

    for (uint32_t i = 0; i < tmpl->field_count; i++)
        octets += tmpl->spec[i].enterprise ? 8 : 4;
    return octets;
}

static void messages_close(GByteArray *file, struct ipfix_encoder *e, uint8_t *octets)
{
    size_t len;

    if (ipfix_enc_end(e, &len) == IPFIX_OK)
        g_byte_array_append(file, octets, (guint)len);
}

/* The templates of a session as messages of an RFC 5655 file. */
static void session_save(GByteArray *file, const struct session *s, uint8_t *octets)
{
    const struct ipfix_template *tmpl;
    struct ipfix_encoder e;
    uint32_t domain, open = 0;
    size_t iter = 0;
    bool any = false;

    while ((tmpl = ipfix_store_each(s->store, &iter, &domain)) != NULL) {
        if (!any || domain != open || e.len + template_octets(tmpl) > UINT16_MAX) {
            if (any)
                messages_close(file, &e, octets);
            ipfix_enc_init(&e, octets, UINT16_MAX, IPFIX_ENC_FAULTS); /* as the exporter had them */
            ipfix_enc_msg(&e, 0, 0, domain);
            open = domain;
            any = true;
        }
        ipfix_enc_template(&e, tmpl);
    }
    if (any)
        messages_close(file, &e, octets);
}

/* A template number of a file that is saved, which does not say whose it is. */
struct saved_number {
    const struct session *session;     /* the first that defined it ... */
    const struct ipfix_template *tmpl; /* ... and its last definition */
    bool differs;
};

static void difference_tell(const struct session *a, const struct session *b, uint32_t domain, uint16_t id)
{
    const char *one = exporter_text(NULL, a), *other = exporter_text(NULL, b);

    if (strcmp(one, other) == 0) {
        wmem_free(NULL, (void *)one);
        wmem_free(NULL, (void *)other);
        one = peers_text(NULL, a);
        other = peers_text(NULL, b);
    }
    report_warning(
        "Template %u of domain %u differs between %s and %s: the file has both, and data will be read"
        " with the last",
        id, domain, one, other);
    wmem_free(NULL, (void *)one);
    wmem_free(NULL, (void *)other);
}

static void number_check(GHashTable *numbers, const struct session *s, uint32_t domain,
                         const struct ipfix_template *tmpl)
{
    gint64 key = (gint64)((uint64_t)domain << 16 | tmpl->id);
    struct saved_number *number = g_hash_table_lookup(numbers, &key);

    if (number == NULL) {
        number = g_new0(struct saved_number, 1);
        number->session = s;
        g_hash_table_insert(numbers, g_memdup2(&key, sizeof key), number);
    }
    if (number->session == s) {
        number->tmpl = tmpl;
    } else if (!number->differs && !ipfix_template_equal(number->tmpl, tmpl)) {
        number->differs = true;
        difference_tell(number->session, s, domain, tmpl->id);
    }
}

/* Tell, once for each number, where two sessions mean different things with it. */
static void differences_tell(void)
{
    GHashTable *numbers = g_hash_table_new_full(wmem_int64_hash, g_int64_equal, g_free, g_free);

    for (unsigned i = 0; i < sessions_all()->len; i++) {
        const struct session *s = g_ptr_array_index(sessions_all(), i);
        const struct ipfix_template *tmpl;
        uint32_t domain;
        size_t iter = 0;
        while ((tmpl = ipfix_store_each(s->store, &iter, &domain)) != NULL)
            number_check(numbers, s, domain, tmpl);
    }
    g_hash_table_destroy(numbers);
}

void given_save(const char *name)
{
    uint8_t *octets = g_malloc(UINT16_MAX);
    GByteArray *file = g_byte_array_new();
    char *beside;

    differences_tell();
    for (unsigned i = 0; i < sessions_all()->len; i++)
        session_save(file, g_ptr_array_index(sessions_all(), i), octets);
    FILE *out = tap_file_open(name, &beside);
    bool whole = out != NULL && fwrite(file->data, 1, file->len, out) == file->len;
    if (out == NULL || !tap_file_close(out, name, beside, whole))
        report_failure("%s: %s", name, g_strerror(errno));
    g_free(beside);
    g_byte_array_free(file, TRUE);
    g_free(octets);
}

void given_register(module_t *module)
{
    prefs_register_filename_preference(
        module, "template_file", "Template file",
        "Messages of IPFIX (RFC 5655), such as tshark -z ipfix,templates,FILE saves. Data whose template the"
        " capture does not have is decoded with the last one in there of its domain and number, of whatever"
        " exporter, and says so.",
        &pref_file, FALSE);
    register_init_routine(capture_open);
    register_cleanup_routine(capture_close);
}
