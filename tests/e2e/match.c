/* SPDX-License-Identifier: BSD-2-Clause */
#include "match.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Severities of expert infos, the same in all releases. */
#define NOTE 0x400000u
#define WARN 0x600000u
#define ERROR 0x800000u

/* One packet, narrowed to what the fact speaks of. */
struct view {
    const struct node *nodes;
    size_t count;
    GArray *messages; /* size_t: nodes of the protocol */
    GArray *fields;   /* size_t: fields below these */
    size_t scope;     /* the record, or 0 for all of the packet */
};

static size_t index_at(const GArray *list, size_t i)
{
    return g_array_index(list, size_t, i);
}

static bool is_below(const struct view *v, size_t i, size_t top)
{
    return i > top && i < v->nodes[top].end;
}

static bool has_name(const struct node *node, const char *name)
{
    return strcmp(node->name, name) == 0;
}

/* Is there a record between a node and one above it? */
static bool record_between(const struct view *v, size_t i, size_t top)
{
    for (i = v->nodes[i].up; i != top && i != 0; i = v->nodes[i].up)
        if (has_name(&v->nodes[i], "ipfix.record"))
            return true;
    return false;
}

/* The fields of this name below a node, in the order of the packet; the caller frees the array. */
static GArray *fields_named(const struct view *v, size_t top, const char *name)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(size_t));

    for (size_t k = 0; k < v->fields->len; k++) {
        size_t i = index_at(v->fields, k);
        if (is_below(v, i, top) && has_name(&v->nodes[i], name))
            g_array_append_val(found, i);
    }
    return found;
}

/* ---- values ---- */

/* A time as tshark writes it, by release: "Oct 27, 2025 23:28:00.5 UTC" or "2025-10-27 23:28:00.5Z", in one
 * form with nine decimals.  NULL: no time.  The caller frees it. */
static char *moment(const char *text)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    unsigned year, month, day, hour, minute, second;
    char name[4] = "", fraction[10] = "000000000";
    int used = 0;

    if (sscanf(text, "%4u-%2u-%2u%*1[T ]%2u:%2u:%2u%n", &year, &month, &day, &hour, &minute, &second,
               &used) != 6) {
        if (sscanf(text, "%3[A-Za-z] %2u, %4u %2u:%2u:%2u%n", name, &day, &year, &hour, &minute, &second,
                   &used) != 6)
            return NULL;
        const char *at = strstr(months, name);
        if (at == NULL || strlen(name) != 3 || (at - months) % 3 != 0)
            return NULL;
        month = (unsigned)(at - months) / 3 + 1;
    }
    if (text[used] == '.')
        for (int i = 0; i < 9 && g_ascii_isdigit(text[used + 1 + i]); i++)
            fraction[i] = text[used + 1 + i];
    return g_strdup_printf("%04u-%02u-%02uT%02u:%02u:%02u.%s", year, month, day, hour, minute, second,
                           fraction);
}

static bool same_moment(const char *show, const char *want)
{
    char *a = moment(show), *b = moment(want);
    bool same = a != NULL && b != NULL && strcmp(a, b) == 0;

    g_free(a);
    g_free(b);
    return same;
}

/* All of the text as an integer, with its sign apart: 64 bits are needed on either side of 0. */
static bool integer(const char *text, bool *negative, unsigned long long *magnitude)
{
    char *end;

    *negative = *text == '-';
    if (*negative)
        text++;
    if (!g_ascii_isdigit(*text))
        return false;
    errno = 0;
    *magnitude = strtoull(text, &end, g_str_has_prefix(text, "0x") ? 16 : 10);
    return *end == '\0' && errno == 0;
}

/* Integers exactly, others to nine digits; NaN is NaN, and 0 is not -0. */
static bool same_number(const char *show, const char *want)
{
    bool minus_a, minus_b;
    unsigned long long a, b;
    char *end_x, *end_y;

    if (integer(show, &minus_a, &a) && integer(want, &minus_b, &b))
        return a == b && (minus_a == minus_b || a == 0);
    double x = g_ascii_strtod(show, &end_x), y = g_ascii_strtod(want, &end_y);
    if (end_x == show || *end_x != '\0' || end_y == want || *end_y != '\0')
        return false;
    if (isnan(x) || isnan(y))
        return isnan(x) && isnan(y);
    return signbit(x) == signbit(y) && (x == y || fabs(x - y) <= 1e-9 * fmax(fabs(x), fabs(y)));
}

/* "0a:0b:0c" against the octets of a field. */
static bool same_octets(const char *value, const char *want)
{
    if (strchr(want, ':') == NULL)
        return false;
    while (g_ascii_isxdigit(want[0]) && want[0] == value[0] && g_ascii_isxdigit(want[1]) &&
           want[1] == value[1]) {
        value += 2;
        if (want[2] == '\0')
            return *value == '\0';
        if (want[2] != ':')
            return false;
        want += 3;
    }
    return false;
}

static bool same_boolean(const struct node *node, const char *want)
{
    bool truth = strcmp(want, "true") == 0;

    if (!truth && strcmp(want, "false") != 0)
        return false;
    if (g_regex_match_simple(truth ? "\\btrue\\b" : "\\bfalse\\b", node->showname, G_REGEX_CASELESS, 0))
        return true;
    return strcmp(node->show, truth ? "1" : "0") == 0;
}

static bool same_value(const struct node *node, const char *want)
{
    return strcmp(node->show, want) == 0 || same_boolean(node, want) || same_number(node->show, want) ||
           same_octets(node->value, want) || same_moment(node->show, want);
}

static bool contains(const char *text, const char *part)
{
    char *a = g_utf8_casefold(text, -1), *b = g_utf8_casefold(part, -1);
    bool found = strstr(a, b) != NULL;

    g_free(a);
    g_free(b);
    return found;
}

/* Does a node, or one below it, show the text? */
static bool says(const struct view *v, size_t top, const char *text)
{
    for (size_t i = top; i < v->nodes[top].end; i++)
        if (contains(v->nodes[i].showname, text) || contains(v->nodes[i].show, text))
            return true;
    return false;
}

/* The text holds the words and no longer number with these digits in it. */
static bool says_word(const char *text, const char *word)
{
    char *quoted = g_regex_escape_string(word, -1);
    char *pattern = g_strdup_printf("(?<![0-9])%s(?![0-9])", quoted);
    bool found = g_regex_match_simple(pattern, text, G_REGEX_CASELESS, 0);

    g_free(pattern);
    g_free(quoted);
    return found;
}

/* ---- elements ---- */

static bool is_number(const char *text)
{
    return *text != '\0' && strspn(text, "0123456789/") == strlen(text);
}

/* An element named by PEN/id, or id alone: unknown here, or known under a vendor's name. */
static bool is_element_number(const struct node *node, const char *number)
{
    static const char *const own[] = {"msg",  "set",         "template", "list", "derived",
                                      "mpls", "application", "sequence", NULL};

    if (has_name(node, "ipfix.unknown")) {
        char **parts = g_strsplit(number, "/", 2);
        bool all = true;
        for (size_t i = 0; parts[i] != NULL; i++)
            all = all && says_word(node->showname, parts[i]);
        g_strfreev(parts);
        return all;
    }
    char **parts = g_strsplit(node->name, ".", -1);
    bool vendors =
        g_strv_length(parts) == 3 && strcmp(parts[0], "ipfix") == 0 && !g_strv_contains(own, parts[1]);
    g_strfreev(parts);
    return vendors;
}

/* NAME stands for ipfix.NAME and for ipfix.VENDOR.NAME; it may have a '*' in it. */
static bool is_element(const struct node *node, const char *name)
{
    if (is_number(name))
        return is_element_number(node, name);
    if (!g_str_has_prefix(node->name, "ipfix."))
        return false;
    char *pattern = g_strconcat("*.", name, NULL);
    bool matches = g_pattern_match_simple(pattern, node->name);
    g_free(pattern);
    return matches;
}

static GArray *elements(const struct view *v, size_t top, const char *name)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(size_t));

    for (size_t k = 0; k < v->fields->len; k++) {
        size_t i = index_at(v->fields, k);
        if (is_below(v, i, top) && is_element(&v->nodes[i], name))
            g_array_append_val(found, i);
    }
    return found;
}

/* ---- complaints ---- */

/* A complaint of the protocol itself, not one of a sampled packet in a record or of a layer below. */
static bool is_ours(const struct view *v, size_t expert)
{
    size_t i = v->nodes[expert].up;

    while (i != 0 && !v->nodes[i].proto)
        i = v->nodes[i].up;
    if (has_name(&v->nodes[i], "_ws.malformed"))
        return v->nodes[i].up == 0;
    for (size_t k = 0; k < v->messages->len; k++)
        if (index_at(v->messages, k) == i)
            return true;
    return false;
}

static unsigned long severity_of(const struct view *v, size_t expert)
{
    for (size_t i = expert + 1; i < v->nodes[expert].end; i++)
        if (has_name(&v->nodes[i], "_ws.expert.severity"))
            return strtoul(v->nodes[i].show, NULL, 0);
    return 0;
}

static bool text_has(const struct view *v, size_t expert, const char *word)
{
    for (size_t i = expert; i < v->nodes[expert].end; i++)
        if (says_word(v->nodes[i].showname, word) || says_word(v->nodes[i].show, word))
            return true;
    return false;
}

/* Does a node stand so many octets behind the start of a message? */
static bool is_near(const struct view *v, size_t i, long first, long last)
{
    for (size_t k = 0; k < v->messages->len; k++) {
        long start = v->nodes[index_at(v->messages, k)].pos;
        if (v->nodes[i].pos >= start + first && v->nodes[i].pos <= start + last)
            return true;
    }
    return false;
}

/* "at A" and "at A..B"; without B, a complaint may stand up to 4 octets behind. */
static bool read_place(char *const *words, long *first, long *last, long slack)
{
    char *end;

    if (words[0] == NULL || strcmp(words[0], "at") != 0 || words[1] == NULL || words[2] != NULL)
        return false;
    *first = strtol(words[1], &end, 10);
    *last = *first + slack;
    if (g_str_has_prefix(end, ".."))
        *last = strtol(end + 2, &end, 10);
    return *end == '\0' && end != words[1];
}

/* Is there a complaint of this severity or above, with all these words, at this place? */
static enum verdict complaint(const struct view *v, char *const *words, unsigned long level)
{
    size_t count = 0;
    long first = 0, last = 0;

    while (words[count] != NULL && strcmp(words[count], "at") != 0)
        count++;
    bool placed = words[count] != NULL;
    if (placed && !read_place(words + count, &first, &last, 4))
        return FACT_WRONG;

    for (size_t i = 0; i < v->count; i++) {
        if (!has_name(&v->nodes[i], "_ws.expert") || !is_ours(v, i) || severity_of(v, i) < level)
            continue;
        if (placed && !is_near(v, i, first, last) && !is_near(v, v->nodes[i].up, first, last))
            continue;
        size_t said = 0;
        while (said < count && text_has(v, i, words[said]))
            said++;
        if (said == count)
            return FACT_HOLDS;
    }
    return FACT_FAILS;
}

/* ---- kinds of facts ---- */

static enum verdict verdict_of(bool holds)
{
    return holds ? FACT_HOLDS : FACT_FAILS;
}

/* Is there a complaint of the protocol itself here, below what the fact speaks of? */
static bool is_complaint(const struct view *v, size_t i)
{
    return has_name(&v->nodes[i], "_ws.expert") && is_ours(v, i) &&
           (v->scope == 0 || is_below(v, i, v->scope));
}

static const char *show_of(const struct view *v, size_t top, const char *name)
{
    for (size_t i = top + 1; i < v->nodes[top].end; i++)
        if (has_name(&v->nodes[i], name))
            return v->nodes[i].show;
    return NULL;
}

/* The first of these fields that the packet has. */
static const char *show_of_any(const struct view *v, const char *const *names)
{
    const char *show = NULL;

    while (show == NULL && *names != NULL)
        show = show_of(v, 0, *names++);
    return show;
}

static size_t message_around(const struct view *v, size_t i)
{
    while (i != 0 && !v->nodes[i].proto)
        i = v->nodes[i].up;
    return i;
}

/* Each complaint names exporter and domain, as far as they can be known: those that the packet has. */
static bool names_exporter(const struct view *v, size_t expert)
{
    const char *address = show_of_any(v, (const char *const[]){"ip.src", "ipv6.src", NULL});
    bool v6 = address != NULL && strchr(address, ':') != NULL;
    const char *port =
        show_of_any(v, (const char *const[]){"udp.srcport", "tcp.srcport", "sctp.srcport", NULL});
    const char *domain = show_of(v, message_around(v, expert), "ipfix.msg.domain");
    const char *text = show_of(v, expert, "_ws.expert.message");
    GString *end = g_string_new(" (");

    if (address != NULL && port != NULL)
        g_string_append_printf(end, "exporter %s%s%s:%s%s", v6 ? "[" : "", address, v6 ? "]" : "", port,
                               domain != NULL ? ", " : "");
    if (domain != NULL)
        g_string_append_printf(end, "domain %s", domain);
    g_string_append_c(end, ')');
    bool same = text != NULL && (end->len == strlen(" ()") || g_str_has_suffix(text, end->str));
    g_string_free(end, TRUE);
    return same;
}

/* The severity that a word stands for; 0: none. */
static unsigned long severity_named(const char *word)
{
    return strcmp(word, "error") == 0     ? ERROR
           : strcmp(word, "warning") == 0 ? WARN
           : strcmp(word, "note") == 0    ? NOTE
                                          : 0;
}

static bool text_has_all(const struct view *v, size_t expert, char *const *words, size_t count)
{
    size_t said = 0;

    while (said < count && text_has(v, expert, words[said]))
        said++;
    return said == count;
}

/* SEVERITY NAME [WORD...] [at OFFSET]: one complaint of this name and no other, there where it says. */
static enum verdict check_complaint(const struct view *v, char *const *words)
{
    if (words[0] == NULL || severity_named(words[0]) == 0 || words[1] == NULL)
        return FACT_WRONG;
    unsigned long severity = severity_named(words[0]);
    size_t count = 0, found = 0, last = 0;
    long first_at = 0, last_at = 0;
    char *name = g_strconcat("ipfix.expert.", words[1], NULL);

    words += 2;
    while (words[count] != NULL && strcmp(words[count], "at") != 0)
        count++;
    bool placed = words[count] != NULL;
    bool sound = !placed || read_place(words + count, &first_at, &last_at, 0);
    for (size_t i = 0; i < v->count; i++) {
        if (!is_complaint(v, i) || show_of(v, i, name) == NULL)
            continue;
        long at = v->nodes[v->nodes[i].up].pos - v->nodes[message_around(v, v->nodes[i].up)].pos;
        if (placed && (at < first_at || at > last_at))
            continue;
        found++;
        last = i;
    }
    g_free(name);
    if (!sound)
        return FACT_WRONG;
    return verdict_of(found == 1 && severity_of(v, last) == severity && names_exporter(v, last) &&
                      text_has_all(v, last, words, count));
}

static enum verdict check_quiet(const struct view *v, char *const *words)
{
    if (words[0] != NULL)
        return FACT_WRONG;
    return verdict_of(complaint(v, words, WARN) == FACT_FAILS);
}

static enum verdict check_problem(const struct view *v, char *const *words)
{
    return complaint(v, words, WARN);
}

static enum verdict check_note(const struct view *v, char *const *words)
{
    return complaint(v, words, NOTE);
}

static enum verdict same_count(size_t count, char *const *words)
{
    bool negative;
    unsigned long long want;

    if (words[0] == NULL || words[1] != NULL || !integer(words[0], &negative, &want) || negative)
        return FACT_WRONG;
    return verdict_of(count == want);
}

/* So many complaints have a severity between these. */
static enum verdict count_complaints(const struct view *v, unsigned long low, unsigned long high,
                                     char *const *words)
{
    size_t count = 0;

    for (size_t i = 0; i < v->count; i++)
        count += is_complaint(v, i) && severity_of(v, i) >= low && severity_of(v, i) <= high;
    return same_count(count, words);
}

static enum verdict check_complaints(const struct view *v, char *const *words)
{
    return count_complaints(v, WARN, ERROR, words);
}

static enum verdict check_notes(const struct view *v, char *const *words)
{
    return count_complaints(v, NOTE, NOTE, words);
}

static enum verdict check_messages(const struct view *v, char *const *words)
{
    return same_count(v->messages->len, words);
}

/* Records of the messages themselves, not those in lists. */
static GArray *records_of(const struct view *v)
{
    GArray *records = fields_named(v, 0, "ipfix.record");

    for (size_t k = records->len; k-- > 0;)
        if (record_between(v, index_at(records, k), 0))
            g_array_remove_index(records, (guint)k);
    return records;
}

static enum verdict check_records(const struct view *v, char *const *words)
{
    GArray *records = records_of(v);
    enum verdict verdict = same_count(records->len, words);

    g_array_unref(records);
    return verdict;
}

static enum verdict check_templates(const struct view *v, char *const *words)
{
    GArray *templates = fields_named(v, 0, "ipfix.template");
    enum verdict verdict = same_count(templates->len, words);

    g_array_unref(templates);
    return verdict;
}

static enum verdict check_sets(const struct view *v, char *const *words)
{
    GArray *ids = fields_named(v, 0, "ipfix.set.id");
    size_t k = 0;

    while (k < ids->len && words[k] != NULL && same_number(v->nodes[index_at(ids, k)].show, words[k]))
        k++;
    bool all = k == ids->len && words[k] == NULL;
    g_array_unref(ids);
    return verdict_of(all);
}

static enum verdict check_padding(const struct view *v, char *const *words)
{
    bool negative, found = false;
    unsigned long long size;
    long first, last;

    if (words[0] == NULL || !integer(words[0], &negative, &size))
        return FACT_WRONG;
    bool placed = words[1] != NULL;
    if (placed && !read_place(words + 1, &first, &last, 0))
        return FACT_WRONG;

    GArray *pads = fields_named(v, 0, "ipfix.padding");
    for (size_t k = 0; k < pads->len; k++) {
        size_t i = index_at(pads, k);
        if (v->nodes[i].size == (long)size && (!placed || is_near(v, i, first, last)))
            found = true;
    }
    if (size == 0)
        found = pads->len == 0;
    g_array_unref(pads);
    return verdict_of(found);
}

/* Does one of the fields of this name below the node have the value? */
static bool has_field(const struct view *v, size_t top, const char *name, const char *want)
{
    GArray *found = fields_named(v, top, name);
    bool any = false;

    for (size_t k = 0; k < found->len; k++)
        any = any || same_value(&v->nodes[index_at(found, k)], want);
    g_array_unref(found);
    return any;
}

/* ID/LENGTH or ID/LENGTH/PEN; without PEN there must be none. */
static bool has_specifier(const struct view *v, size_t spec, const char *want)
{
    char **parts = g_strsplit(want, "/", 3);
    bool fits = g_strv_length(parts) >= 2 && has_field(v, spec, "ipfix.template.field.id", parts[0]) &&
                has_field(v, spec, "ipfix.template.field.length", parts[1]);

    if (fits && parts[2] != NULL) {
        fits = has_field(v, spec, "ipfix.template.field.pen", parts[2]);
    } else if (fits) {
        GArray *pens = fields_named(v, spec, "ipfix.template.field.pen");
        fits = pens->len == 0;
        g_array_unref(pens);
    }
    g_strfreev(parts);
    return fits;
}

/* One field specifier for each word, in order. */
static bool has_specifiers(const struct view *v, size_t tmpl, char *const *words,
                           bool (*fits)(const struct view *, size_t, const char *))
{
    GArray *specs = fields_named(v, tmpl, "ipfix.template.field");
    size_t k = 0;

    while (k < specs->len && words[k] != NULL && fits(v, index_at(specs, k), words[k]))
        k++;
    bool all = k == specs->len && words[k] == NULL;
    g_array_unref(specs);
    return all;
}

static enum verdict template_fits(const struct view *v, size_t tmpl, char *const *words)
{
    if (words[0] == NULL || !is_number(words[0]))
        return FACT_WRONG;
    bool fits = has_field(v, tmpl, "ipfix.template.id", words[0]);
    for (words++; words[0] != NULL; words += 2) {
        if (strcmp(words[0], "specs") == 0)
            return verdict_of(fits && has_specifiers(v, tmpl, words + 1, has_specifier));
        if (strcmp(words[0], "names") == 0)
            return verdict_of(fits && has_specifiers(v, tmpl, words + 1, says));
        if (words[1] == NULL)
            return FACT_WRONG;
        if (strcmp(words[0], "fields") == 0)
            fits = fits && has_field(v, tmpl, "ipfix.template.field_count", words[1]);
        else if (strcmp(words[0], "scope") == 0)
            fits = fits && has_field(v, tmpl, "ipfix.template.scope_count", words[1]);
        else
            return FACT_WRONG;
    }
    return verdict_of(fits);
}

static enum verdict check_template(const struct view *v, char *const *words)
{
    GArray *templates = fields_named(v, 0, "ipfix.template");
    enum verdict verdict = FACT_FAILS;

    for (size_t k = 0; k < templates->len && verdict == FACT_FAILS; k++)
        verdict = template_fits(v, index_at(templates, k), words);
    g_array_unref(templates);
    return verdict;
}

/* Directly below the record, or below the set around it. */
static enum verdict check_template_frame(const struct view *v, char *const *words)
{
    if (words[0] == NULL || words[1] != NULL)
        return FACT_WRONG;
    size_t top = v->scope;
    for (;;) {
        for (size_t i = top + 1; i < v->nodes[top].end; i++)
            if (has_name(&v->nodes[i], "ipfix.template_frame") && (v->scope == 0 || v->nodes[i].up == top))
                return verdict_of(same_value(&v->nodes[i], words[0]));
        if (top == 0)
            return FACT_FAILS;
        top = v->nodes[top].up;
    }
}

/* The reader is told that the capture, not the exporter, left octets out. */
static enum verdict check_cut(const struct view *v, char *const *words)
{
    if (words[0] != NULL)
        return FACT_WRONG;
    for (size_t i = 0; i < v->count; i++)
        if (g_str_has_prefix(v->nodes[i].name, "_ws.short"))
            return FACT_HOLDS;
    char *capture[] = {(char *)"captur", NULL};
    return complaint(v, capture, NOTE);
}

/* Looser than same_value, for what must not show: the value may be a part of the text. */
static bool speaks_of(const struct node *node, const char *value)
{
    char *when = moment(node->show);
    bool found =
        same_value(node, value) || contains(node->show, value) || (when != NULL && contains(when, value));

    g_free(when);
    return found;
}

/* NAME or NAME = VALUE. */
static enum verdict check_no(const struct view *v, char *const *words)
{
    if (words[0] == NULL || (words[1] != NULL && (strcmp(words[1], "=") != 0 || words[2] == NULL)))
        return FACT_WRONG;
    GArray *found = elements(v, v->scope, words[0]);
    bool shown = false;
    for (size_t k = 0; k < found->len; k++) {
        const struct node *node = &v->nodes[index_at(found, k)];
        shown = shown || words[1] == NULL || speaks_of(node, words[2]);
    }
    g_array_unref(found);
    return verdict_of(!shown);
}

/* Some field marks just these octets. */
static enum verdict check_octets(const struct view *v, char *const *words)
{
    if (words[0] == NULL || words[1] != NULL)
        return FACT_WRONG;
    for (size_t k = 0; k < v->fields->len; k++) {
        size_t i = index_at(v->fields, k);
        if (is_below(v, i, v->scope) && strcmp(v->nodes[i].value, words[0]) == 0)
            return FACT_HOLDS;
    }
    return FACT_FAILS;
}

/* A field of any protocol: of a packet inside a record, say. */
static enum verdict check_packet(const struct view *v, char *const *words)
{
    if (g_strv_length((char **)words) != 3 || strcmp(words[1], "=") != 0)
        return FACT_WRONG;
    for (size_t i = 0; i < v->count; i++)
        if (has_name(&v->nodes[i], words[0]) && same_value(&v->nodes[i], words[2]))
            return FACT_HOLDS;
    return FACT_FAILS;
}

/* How often a protocol stands in the packet. */
static enum verdict check_protocol(const struct view *v, char *const *words)
{
    size_t count = 0;

    if (words[0] == NULL)
        return FACT_WRONG;
    for (size_t i = 0; i < v->count; i++)
        count += v->nodes[i].proto && has_name(&v->nodes[i], words[0]);
    return same_count(count, words + 1);
}

/* ---- lists (RFC 6313) ---- */

/* NAME=VALUE words, found below the list in this order. */
static enum verdict in_order(const struct view *v, size_t list, char *const *words)
{
    size_t i = list + 1;

    for (; *words != NULL; words++) {
        char **pair = g_strsplit(*words, "=", 2);
        if (pair[0] == NULL || pair[1] == NULL) {
            g_strfreev(pair);
            return FACT_WRONG;
        }
        while (i < v->nodes[list].end &&
               !(is_element(&v->nodes[i], pair[0]) && same_value(&v->nodes[i], pair[1])))
            i++;
        g_strfreev(pair);
        if (i++ >= v->nodes[list].end)
            return FACT_FAILS;
    }
    return FACT_HOLDS;
}

static bool has_semantic(const struct view *v, size_t list, const char *want)
{
    GArray *found = fields_named(v, list, "ipfix.list.semantic");
    /* The list's own comes before those of lists inside it. */
    bool same = found->len > 0 &&
                (same_number(v->nodes[index_at(found, 0)].show, want) || says(v, index_at(found, 0), want));

    g_array_unref(found);
    return same;
}

/* Items of a basicList are elements, those of other lists records; those of lists inside do not count. */
static bool has_items(const struct view *v, size_t list, const char *element, const char *want)
{
    GArray *items = element != NULL ? elements(v, list, element) : fields_named(v, list, "ipfix.record");
    unsigned long count = 0;

    for (size_t k = 0; k < items->len; k++)
        count += !record_between(v, index_at(items, k), list);
    g_array_unref(items);
    return count == strtoul(want, NULL, 10);
}

static enum verdict list_fits(const struct view *v, size_t list, char *const *words)
{
    bool fits = true;
    const char *items = NULL, *element = NULL;

    for (; words[0] != NULL && strcmp(words[0], "with") != 0; words += 2) {
        if (words[1] == NULL)
            return FACT_WRONG;
        if (strcmp(words[0], "semantic") == 0)
            fits = fits && has_semantic(v, list, words[1]);
        else if (strcmp(words[0], "items") == 0)
            items = words[1];
        else if (strcmp(words[0], "of") == 0)
            element = words[1];
        else
            return FACT_WRONG;
    }
    if (items != NULL)
        fits = fits && has_items(v, list, element, items);
    enum verdict order = words[0] == NULL ? FACT_HOLDS : in_order(v, list, words + 1);
    return fits ? order : order == FACT_WRONG ? FACT_WRONG : FACT_FAILS;
}

/* "nth N": keeps the nth alone.  False where it is not written so. */
static bool keep_nth(GArray *list, char *const **words)
{
    if ((*words)[0] == NULL || strcmp((*words)[0], "nth") != 0)
        return true;
    unsigned long nth = (*words)[1] == NULL ? 0 : strtoul((*words)[1], NULL, 10);
    if (nth == 0)
        return false;
    *words += 2;
    size_t kept = list->len >= nth ? index_at(list, nth - 1) : 0;
    g_array_set_size(list, 0);
    if (kept != 0)
        g_array_append_val(list, kept);
    return true;
}

static enum verdict check_list(const struct view *v, char *const *words)
{
    if (words[0] == NULL)
        return FACT_WRONG;
    GArray *lists = elements(v, v->scope, *words++);
    enum verdict verdict = keep_nth(lists, &words) ? FACT_FAILS : FACT_WRONG;
    for (size_t k = 0; k < lists->len && verdict == FACT_FAILS; k++)
        verdict = list_fits(v, index_at(lists, k), words);
    g_array_unref(lists);
    return verdict;
}

/* ---- a field ---- */

/* Does the text below the node have these letters and digits, whatever stands between them? */
static bool means(const struct view *v, size_t top, const char *want)
{
    GRegex *rest = g_regex_new("[^a-z0-9]", 0, 0, NULL);
    bool found = false;

    char *low = g_ascii_strdown(want, -1), *plain = g_regex_replace_literal(rest, low, -1, 0, "", 0, NULL);
    for (size_t i = top; i < v->nodes[top].end && !found; i++) {
        char *both = g_strdup_printf("%s %s", v->nodes[i].showname, v->nodes[i].show);
        char *low_text = g_ascii_strdown(both, -1),
             *text = g_regex_replace_literal(rest, low_text, -1, 0, "", 0, NULL);
        found = strstr(text, plain) != NULL;
        g_free(text);
        g_free(low_text);
        g_free(both);
    }
    g_free(plain);
    g_free(low);
    g_regex_unref(rest);
    return found;
}

/* A bit's name stands in the field's own text, or in that of a bit below it that is set. */
static bool has_flag(const struct view *v, size_t top, const char *flag)
{
    char *quoted = g_regex_escape_string(flag, -1);
    char *pattern = g_strdup_printf("\\b%s\\b", quoted);
    bool found = g_regex_match_simple(pattern, v->nodes[top].showname, G_REGEX_CASELESS, 0);

    for (size_t i = top + 1; i < v->nodes[top].end && !found; i++) {
        const struct node *bit = &v->nodes[i];
        bool set = strcmp(bit->show, "1") == 0 || g_ascii_strcasecmp(bit->show, "true") == 0;
        found = set && g_regex_match_simple(pattern, bit->showname, G_REGEX_CASELESS, 0);
    }
    g_free(pattern);
    g_free(quoted);
    return found;
}

static enum verdict field_fits(const struct view *v, size_t i, char *const *words)
{
    bool fits = true;

    for (; words[0] != NULL; words += 2) {
        if (words[1] == NULL)
            return FACT_WRONG;
        if (strcmp(words[0], "=") == 0)
            fits = fits && same_value(&v->nodes[i], words[1]);
        else if (strcmp(words[0], "raw") == 0)
            fits = fits && strcmp(v->nodes[i].value, words[1]) == 0;
        else if (strcmp(words[0], "means") == 0)
            fits = fits && means(v, i, words[1]);
        else if (strcmp(words[0], "says") == 0)
            fits = fits && says(v, i, words[1]);
        else if (strcmp(words[0], "flag") == 0)
            fits = fits && has_flag(v, i, words[1]);
        else if (strcmp(words[0], "with") == 0)
            fits = fits && in_order(v, i, (char *const[]){words[1], NULL}) == FACT_HOLDS;
        else
            return FACT_WRONG;
    }
    return verdict_of(fits);
}

/* NAME = VALUE and so on: the words start with the element's name. */
static enum verdict check_field(const struct view *v, char *const *words)
{
    GArray *found = elements(v, v->scope, *words++);
    enum verdict verdict = keep_nth(found, &words) ? FACT_FAILS : FACT_WRONG;

    for (size_t k = 0; k < found->len && verdict == FACT_FAILS; k++)
        verdict = field_fits(v, index_at(found, k), words);
    g_array_unref(found);
    return verdict;
}

/* ---- one fact ---- */

static const struct kind {
    const char *word;
    enum verdict (*check)(const struct view *v, char *const *words); /* the words behind the kind */
} kinds[] = {
    {"complaint", check_complaint}, {"complaints", check_complaints},
    {"cut-by-capture", check_cut},  {"list", check_list},
    {"messages", check_messages},   {"no", check_no},
    {"note", check_note},           {"notes", check_notes},
    {"octets", check_octets},       {"packet", check_packet},
    {"padding", check_padding},     {"problem", check_problem},
    {"protocol", check_protocol},   {"quiet", check_quiet},
    {"records", check_records},     {"sets", check_sets},
    {"template", check_template},   {"template_frame", check_template_frame},
    {"templates", check_templates},
};

/* The nth message of the packet, or all of them, and the fields there. */
static void view_messages(struct view *v, size_t nth)
{
    size_t seen = 0, end = 0;

    for (size_t i = 1; i < v->count; i++) {
        if (v->nodes[i].proto && has_name(&v->nodes[i], "ipfix") && (++seen == nth || nth == 0)) {
            g_array_append_val(v->messages, i);
            end = MAX(end, v->nodes[i].end);
        }
        if (i < end && !v->nodes[i].proto)
            g_array_append_val(v->fields, i);
    }
}

/* Narrow the view to the nth record.  False where there is none. */
static bool view_record(struct view *v, size_t nth)
{
    if (nth == 0)
        return true;
    GArray *records = records_of(v);
    if (nth <= records->len)
        v->scope = index_at(records, nth - 1);
    g_array_unref(records);
    return v->scope != 0;
}

static enum verdict check_words(const struct view *v, char *const *words)
{
    for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++)
        if (strcmp(words[0], kinds[k].word) == 0)
            return kinds[k].check(v, words + 1);
    return check_field(v, words);
}

enum verdict fact_check(const struct fact *fact, const struct pdml *doc)
{
    if (fact->words[0] == NULL)
        return FACT_WRONG;
    if (fact->frame == 0 || fact->frame > doc->packets->len)
        return FACT_FAILS;
    const GArray *nodes = g_ptr_array_index(doc->packets, fact->frame - 1);
    struct view v = {
        .nodes = (const struct node *)(const void *)nodes->data,
        .count = nodes->len,
        .messages = g_array_new(FALSE, FALSE, sizeof(size_t)),
        .fields = g_array_new(FALSE, FALSE, sizeof(size_t)),
    };
    view_messages(&v, fact->message);

    enum verdict verdict = FACT_FAILS;
    /* A packet without the protocol bears out nothing, silence least of all; but it has no messages. */
    if ((v.messages->len > 0 || strcmp(fact->words[0], "messages") == 0) && view_record(&v, fact->record))
        verdict = check_words(&v, fact->words);
    g_array_unref(v.fields);
    g_array_unref(v.messages);
    return verdict;
}
