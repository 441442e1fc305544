/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What the command line says, where Wireshark keeps from dissectors what it makes of it.
 */
#include "packet-ipfix.h"

#include <epan/epan_dissect.h>

/* The words of the command line, each with its zero; NULL where it cannot be read. */
static char *words;
static const char *words_end;
/* Of the fields that tshark prints alone, those that are drawn here. */
static GArray *printed;

static const char *word_after(const char *word)
{
    return word + strlen(word) + 1;
}

static bool command_read(void)
{
    gsize len = 0;

    if (words != NULL)
        return true;
    if (!g_file_get_contents("/proc/self/cmdline", &words, &len, NULL))
        return false;
    words_end = words + len;
    return true;
}

void command_forget(void)
{
    g_free(words);
    words = NULL;
    if (printed != NULL)
        g_array_free(printed, TRUE);
    printed = NULL;
}

/* Is what begins there the name of a field?  "cflow.srcaddr" is, "cflow.pcap" is not. */
static bool is_field_name(const char *text)
{
    char *name = g_strndup(text, strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_."));
    bool known = proto_registrar_get_byname(name) != NULL;

    g_free(name);
    return known;
}

static bool word_names_field(const char *word, const char *beginning)
{
    for (const char *hit = strstr(word, beginning); hit != NULL; hit = strstr(hit + 1, beginning))
        if (is_field_name(hit))
            return true;
    return false;
}

bool command_names_field(const char *beginning)
{
    if (!command_read())
        return false;
    for (const char *word = words; word < words_end; word = word_after(word))
        if (word_names_field(word, beginning))
            return true;
    return false;
}

#if WS_COMMAND_TELLS

/* ---- what tshark prints of a tree that is seen ---- */

enum print_form {
    PRINT_ANYTHING,
    PRINT_FIELDS, /* nothing but the fields named */
    PRINT_VALUES  /* no texts of items */
};

/* Options of tshark that have nobody look at a tree; a colon: with an argument.  Others may. */
static const char *const harmless = "2a:A:b:B:c:C:d:e:E:f:F:gH:i:Ij:J:K:lM:nN:o:pqQr:R:s:t:T:u:w:W:y:Y:";

static enum print_form form;

/* A name may stand for several fields. */
static void fields_note(const header_field_info *info)
{
    g_array_append_val(printed, info->id);
    while (info->same_name_prev_id >= 0) {
        info = proto_registrar_get_nth((unsigned)info->same_name_prev_id);
        g_array_append_val(printed, info->id);
    }
}

/* An argument of -e: can it be had of a tree that is not seen?  Of protocols and the like the text is printed. */
static bool field_note(const char *name)
{
    if (g_str_has_prefix(name, "_ws.col."))
        return true;
    if (g_str_has_prefix(name, "_ws.") || strcmp(name, "text") == 0 || strcmp(name, "ipfix") == 0 ||
        strcmp(name, "cflow") == 0)
        return false;
    const header_field_info *info = proto_registrar_get_byname(name);
    if (info == NULL)
        return false;
    if (g_str_has_prefix(name, "ipfix.") || g_str_has_prefix(name, "cflow."))
        fields_note(info);
    return true;
}

static bool form_note(const char *name)
{
    if (strcmp(name, "fields") == 0)
        form = PRINT_FIELDS;
    else if (strcmp(name, "json") == 0)
        form = PRINT_VALUES;
    return form != PRINT_ANYTHING;
}

/* The options of a word, `-nr` FILE or `-nrFILE`: returns the word after them and what belongs to them.  NULL: with
 * one of them, anything may be looked at. */
static const char *options_note(const char *word)
{
    const char *next = word_after(word);

    for (const char *option = word + 1; *option != '\0'; option++) {
        const char *known = *option != ':' ? strchr(harmless, *option) : NULL;
        if (known == NULL)
            return NULL;
        if (known[1] != ':')
            continue;
        bool apart = option[1] == '\0';
        const char *argument = apart ? next : option + 1;
        if (argument == words_end || (*option == 'e' && !field_note(argument)) ||
            (*option == 'T' && !form_note(argument)))
            return NULL;
        return apart ? word_after(next) : next;
    }
    return next;
}

static bool is_option(const char *word)
{
    return word < words_end && word[0] == '-' && word[1] != '\0' && strcmp(word, "--") != 0;
}

/* As tshark reads them: up to the first word that is no option. */
static bool options_are_harmless(void)
{
    if (!command_read() || words == words_end)
        return false;
    const char *slash = strrchr(words, '/'), *word = word_after(words);
    if (strcmp(slash != NULL ? slash + 1 : words, "tshark") != 0)
        return false;
    while (word != NULL && is_option(word))
        word = options_note(word);
    return word != NULL;
}

/* Scripts can have Wireshark call every tree seen, and look at it. */
static bool all_trees_are_seen(void)
{
    epan_dissect_t *probe = epan_dissect_new(NULL, TRUE, FALSE);
    bool seen = PTREE_DATA(probe->tree)->visible;

    epan_dissect_free(probe);
    return seen;
}

void command_open(void)
{
    if (printed == NULL)
        printed = g_array_new(FALSE, FALSE, sizeof(int));
    g_array_set_size(printed, 0);
    form = PRINT_ANYTHING;
    if (!options_are_harmless() || all_trees_are_seen())
        form = PRINT_ANYTHING;
}

static bool form_is(enum print_form wanted)
{
    return form == wanted && (union_of_tap_listener_flags() & TL_REQUIRES_PROTO_TREE) == 0;
}

bool tree_hide(proto_tree *tree)
{
    if (tree == NULL || !PTREE_DATA(tree)->visible || pref_inner_packets || !form_is(PRINT_FIELDS))
        return false;
    epan_dissect_t dissection = {.tree = tree}; /* all that this looks at */
    epan_dissect_prime_with_hfid_array(&dissection, printed);
    proto_tree_set_visible(tree, FALSE);
    return true;
}

bool texts_are_seen(proto_tree *tree)
{
    return tree != NULL && PTREE_DATA(tree)->visible && !form_is(PRINT_VALUES);
}

#else

void command_open(void)
{
}

bool tree_hide(proto_tree *tree _U_)
{
    return false;
}

bool texts_are_seen(proto_tree *tree)
{
    return tree != NULL && PTREE_DATA(tree)->visible;
}

#endif
