/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Runs captures through tshark with the plugin, in one pass and in two, and holds what it shows against
 * the facts beside each capture.  usage: facts FOLDER [--captures FOLDER] [CASE...]
 *
 * Prints each fact that does not hold, then "N passed, N failed".  FOLDER/expected-failures names cases
 * that need not hold yet; with cases named on the command line, what they miss is printed too.
 */
#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct result {
    const char *folder;
    const char *captures; /* the folder that they are in */
    char *name;
    char *excuse; /* why it is expected to fail, NULL: it is not */
    GString *report;
    unsigned passed;
    unsigned failed;
    unsigned wishes;
    unsigned wishes_met;
    bool broken; /* no excuse covers it: tshark crashed, or the facts cannot be read */
};

static void report(struct result *r, size_t line, const char *pass, const char *what, const char *text)
{
    g_string_append_printf(r->report, "%s/%s.facts:%zu: %s: %s: %s\n", r->folder, r->name, line, pass, what,
                           text);
}

/* Not G_FILE_TEST_EXISTS: it asks access(2), which knows nothing of capabilities. */
static bool is_file(const char *path)
{
    return g_file_test(path, G_FILE_TEST_IS_REGULAR);
}

/* ---- tshark ---- */

/* What tshark makes of the capture; NULL where it fails, and r says so. */
static struct pdml *dissect(struct result *r, const GPtrArray *options, bool two_passes)
{
    char *path = NULL, *out = NULL, *complaints = NULL;
    GError *error = NULL;
    struct pdml *doc = NULL;
    int status = 0;

    for (const char *const *ext = (const char *const[]){"pcap", "pcapng", "ipfix", NULL}; *ext != NULL;
         ext++) {
        g_free(path);
        path = g_strdup_printf("%s/%s.%s", r->captures, r->name, *ext);
        if (is_file(path))
            break;
    }
    /* A minute is a hang: `timeout` then ends it with a status that no other failure has. */
    GPtrArray *command = g_ptr_array_new();
    for (const char *const *word = (const char *const[]){"timeout", "60", "tshark", "-n", "-T", "pdml", NULL};
         *word != NULL; word++)
        g_ptr_array_add(command, (char *)*word);
    g_ptr_array_add(command, (char *)"-r");
    g_ptr_array_add(command, path);
    if (two_passes)
        g_ptr_array_add(command, (char *)"-2");
    for (guint i = 0; i < options->len; i++)
        g_ptr_array_add(command, g_ptr_array_index(options, i));
    g_ptr_array_add(command, NULL);
    if (g_spawn_sync(NULL, (char **)command->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &complaints,
                     &status, &error) &&
        g_spawn_check_wait_status(status, &error))
        doc = pdml_parse(out, strlen(out), &error);
    if (error != NULL) {
        /* tshark itself ends with a small status; more comes from a signal or from `timeout`. */
        r->broken = r->broken || error->domain != G_SPAWN_EXIT_ERROR || error->code >= 124;
        report(r, 0, two_passes ? "two passes" : "one pass", error->message,
               complaints == NULL ? "" : g_strchomp(complaints));
        g_error_free(error);
    }
    g_ptr_array_unref(command);
    g_free(complaints);
    g_free(out);
    g_free(path);
    return doc;
}

/* A plugin that does not fit is skipped without a word, and Wireshark's own dissector takes over. */
static bool plugin_is_loaded(void)
{
    char *argv[] = {(char *)"tshark", (char *)"-G", (char *)"plugins", NULL};
    char *out = NULL;
    bool loaded = g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                               &out, NULL, NULL, NULL) &&
                  strstr(out, "ipfix.so") != NULL;

    g_free(out);
    return loaded;
}

/* ---- facts ---- */

/* "frame N", "message N", "record N" in front of a fact. */
static char **read_number(char **words, const char *key, size_t *number)
{
    if (words[0] == NULL || strcmp(words[0], key) != 0 || words[1] == NULL)
        return words;
    *number = strtoul(words[1], NULL, 10);
    return words + 2;
}

/* "frame A..B": the fact holds for each of them. */
static size_t last_frame(char *const *words, size_t first)
{
    const char *dots = words[0] != NULL && words[1] != NULL ? strstr(words[1], "..") : NULL;

    return dots != NULL ? strtoul(dots + 2, NULL, 10) : first;
}

static enum verdict check_words(char **words, const struct pdml *doc)
{
    struct fact fact = {0};
    enum verdict verdict = FACT_HOLDS;

    char **behind = read_number(words, "frame", &fact.frame);
    size_t last = last_frame(words, fact.frame);
    behind = read_number(behind, "message", &fact.message);
    fact.words = read_number(behind, "record", &fact.record);
    if (fact.frame == 0 || last < fact.frame)
        return FACT_WRONG;
    if (doc == NULL)
        return FACT_FAILS;
    for (; fact.frame <= last && verdict == FACT_HOLDS; fact.frame++)
        verdict = fact_check(&fact, doc);
    return verdict;
}

/* Words in front of a fact that tell it from the others; how many. */
static unsigned prefixes(char *const *words, bool two_passes, bool *wish, bool *skip)
{
    *wish = strcmp(words[0], "wish") == 0;
    if (*wish)
        words++;
    bool once = words[0] != NULL && strcmp(words[0], "once") == 0;
    bool twice = words[0] != NULL && strcmp(words[0], "twice") == 0;
    *skip = two_passes ? once : twice;
    return (unsigned)*wish + (once || twice);
}

static bool is_comment(const char *line)
{
    return line[0] == '#' || line[0] == '\0' || g_str_has_prefix(line, "tshark ");
}

static void check_line(struct result *r, size_t number, const char *line, bool two_passes,
                       const struct pdml *doc)
{
    const char *pass = two_passes ? "two passes" : "one pass";
    char **words = NULL;
    GError *error = NULL;
    bool wish, skip;

    if (is_comment(line))
        return;
    if (!g_shell_parse_argv(line, NULL, &words, &error)) {
        report(r, number, pass, error->message, line);
        r->broken = true;
        g_error_free(error);
        return;
    }
    unsigned used = prefixes(words, two_passes, &wish, &skip);
    enum verdict verdict = skip ? FACT_HOLDS : check_words(words + used, doc);
    if (verdict == FACT_WRONG) {
        report(r, number, pass, "is no fact", line);
        r->broken = true;
    } else if (skip) {
        /* the other pass has it */
    } else if (wish) {
        r->wishes++;
        r->wishes_met += verdict == FACT_HOLDS;
    } else if (verdict == FACT_HOLDS) {
        r->passed++;
    } else {
        report(r, number, pass, "does not hold", line);
        r->failed++;
    }
    g_strfreev(words);
}

/* Wireshark's word for a dissector that failed: never in any case, whatever its facts speak of. */
static void check_malformed(struct result *r, bool two_passes, const struct pdml *doc)
{
    size_t frame = doc != NULL ? pdml_malformed(doc) : 0;

    if (doc == NULL)
        return;
    if (frame == 0) {
        r->passed++;
        return;
    }
    char *where = g_strdup_printf("frame %zu", frame);
    report(r, 0, two_passes ? "two passes" : "one pass", "Malformed Packet", where);
    r->failed++;
    g_free(where);
}

/* "tshark WORD..." lines: options of tshark for this case. */
static GPtrArray *read_options(char *const *lines)
{
    GPtrArray *options = g_ptr_array_new_with_free_func(g_free);

    for (; *lines != NULL; lines++) {
        char **words = NULL;
        if (!g_str_has_prefix(*lines, "tshark ") || !g_shell_parse_argv(*lines, NULL, &words, NULL))
            continue;
        for (size_t i = 1; words[i] != NULL; i++)
            g_ptr_array_add(options, g_strdup(words[i]));
        g_strfreev(words);
    }
    return options;
}

static void check_pass(struct result *r, char *const *lines, bool two_passes)
{
    GPtrArray *options = read_options(lines);
    struct pdml *doc = dissect(r, options, two_passes);

    check_malformed(r, two_passes, doc);
    for (size_t i = 0; lines[i] != NULL; i++)
        check_line(r, i + 1, lines[i], two_passes, doc);
    pdml_free(doc);
    g_ptr_array_unref(options);
}

static void check_case(void *data, void *unused)
{
    struct result *r = data;
    char *path = g_strdup_printf("%s/%s.facts", r->folder, r->name), *text = NULL;
    GError *error = NULL;

    (void)unused;
    if (g_file_get_contents(path, &text, NULL, &error)) {
        char **lines = g_strsplit(text, "\n", -1);
        check_pass(r, lines, false);
        check_pass(r, lines, true);
        g_strfreev(lines);
    } else {
        report(r, 0, "no facts", error->message, "");
        r->broken = true;
        g_error_free(error);
    }
    g_free(text);
    g_free(path);
}

/* ---- the run ---- */

static int by_name(const void *a, const void *b)
{
    const struct result *const *x = a, *const *y = b;

    return strcmp((*x)->name, (*y)->name);
}

/* "NAME  reason" lines; names are keys, reasons values. */
static GHashTable *read_excuses(const char *folder)
{
    GHashTable *excuses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    char *path = g_build_filename(folder, "expected-failures", NULL), *text = NULL;

    if (g_file_get_contents(path, &text, NULL, NULL)) {
        char **lines = g_strsplit(text, "\n", -1);
        for (size_t i = 0; lines[i] != NULL; i++) {
            if (lines[i][0] == '#' || lines[i][0] == '\0')
                continue;
            size_t length = strcspn(lines[i], " ");
            g_hash_table_insert(excuses, g_strndup(lines[i], length), g_strdup(g_strchug(lines[i] + length)));
        }
        g_strfreev(lines);
    }
    g_free(text);
    g_free(path);
    return excuses;
}

/* Where the cases come from. */
struct source {
    const char *folder;
    const char *captures;
    GHashTable *excuses;
};

static void add_case(GPtrArray *cases, const struct source *from, const char *name)
{
    struct result *r = g_new0(struct result, 1);

    r->folder = from->folder;
    r->captures = from->captures;
    r->name = g_strdup(name);
    r->excuse = g_strdup(g_hash_table_lookup(from->excuses, name));
    r->report = g_string_new(NULL);
    g_ptr_array_add(cases, r);
}

static void free_case(void *data)
{
    struct result *r = data;

    g_free(r->name);
    g_free(r->excuse);
    g_string_free(r->report, TRUE);
    g_free(r);
}

static void add_all_cases(GPtrArray *cases, const struct source *from)
{
    GDir *dir = g_dir_open(from->folder, 0, NULL);

    for (const char *file; dir != NULL && (file = g_dir_read_name(dir)) != NULL;) {
        if (!g_str_has_suffix(file, ".facts"))
            continue;
        char *name = g_strndup(file, strlen(file) - strlen(".facts"));
        add_case(cases, from, name);
        g_free(name);
    }
    if (dir != NULL)
        g_dir_close(dir);
    g_ptr_array_sort(cases, by_name);
}

/* Each case in both passes, as many cases at a time as there are processors. */
static void check_cases(GPtrArray *cases)
{
    GThreadPool *pool = g_thread_pool_new(check_case, NULL, (int)g_get_num_processors(), TRUE, NULL);

    for (size_t i = 0; i < cases->len; i++)
        g_thread_pool_push(pool, g_ptr_array_index(cases, i), NULL);
    g_thread_pool_free(pool, FALSE, TRUE);
}

/* Print what a case has to say and settle what counts as failed. */
static void settle(struct result *r, bool loud)
{
    if (r->excuse == NULL || r->broken || loud)
        fputs(r->report->str, stdout);
    if (r->excuse != NULL && r->failed > 0) {
        printf("%s: expected to fail, %u facts: %s\n", r->name, r->failed, r->excuse);
        r->failed = 0;
    } else if (r->excuse != NULL) {
        printf("%s: all facts hold: remove it from expected-failures\n", r->name);
        r->failed = 1;
    }
    r->failed += r->broken;
}

static unsigned unknown_excuses(GHashTable *excuses, const char *folder)
{
    GHashTableIter iter;
    void *name;
    unsigned count = 0;

    g_hash_table_iter_init(&iter, excuses);
    while (g_hash_table_iter_next(&iter, &name, NULL)) {
        char *path = g_strdup_printf("%s/%s.facts", folder, (char *)name);
        if (!is_file(path)) {
            printf("%s: in expected-failures, but there is no such case\n", (char *)name);
            count++;
        }
        g_free(path);
    }
    return count;
}

int main(int argc, char **argv)
{
    unsigned passed = 0, wishes = 0, wishes_met = 0;

    if (argc < 2) {
        fputs("usage: facts FOLDER [--captures FOLDER] [CASE...]\n", stderr);
        return 2;
    }
    g_setenv("TZ", "UTC", TRUE);
    if (!plugin_is_loaded()) {
        puts("tshark -G plugins does not list ipfix.so: nothing to test\n0 passed, 1 failed");
        return 1;
    }

    struct source from = {argv[1], argv[1], read_excuses(argv[1])};
    int first = 2;
    if (argc > 3 && strcmp(argv[2], "--captures") == 0) {
        from.captures = argv[3];
        first = 4;
    }
    GPtrArray *cases = g_ptr_array_new_with_free_func(free_case);
    for (int i = first; i < argc; i++)
        add_case(cases, &from, argv[i]);
    if (argc == first)
        add_all_cases(cases, &from);
    check_cases(cases);

    unsigned failed = unknown_excuses(from.excuses, from.folder);
    for (size_t i = 0; i < cases->len; i++) {
        struct result *r = g_ptr_array_index(cases, i);
        settle(r, argc > first);
        passed += r->passed;
        failed += r->failed;
        wishes += r->wishes;
        wishes_met += r->wishes_met;
    }
    printf("%u cases; wishes met: %u of %u\n", cases->len, wishes_met, wishes);
    printf("%u passed, %u failed\n", passed, failed);
    g_ptr_array_unref(cases);
    g_hash_table_unref(from.excuses);
    return failed > 0 || passed == 0 ? 1 : 0;
}
