/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Statistics: who exports (`-z ipfix,exporters`), which templates there are (`-z ipfix,templates`), a tree of both
 * (`-z ipfix,tree`), and the exported flows as conversations and endpoints (`-z conv,ipfix`).
 */
#define _POSIX_C_SOURCE 200809L /* fdopen */

#include "packet-ipfix.h"

#include <epan/stat_tap_ui.h>
#include <epan/stats_tree.h>
#include <epan/tap.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wsutil/report_message.h>

/* What is counted together, where a hostile capture has more than can be told apart. */
#define OTHERS "others, past the limit"

static int ipfix_tap;

/* ---- what taps get ---- */

bool taps_listen(void)
{
    return have_tap_listener(ipfix_tap);
}

void tap_message(const struct dissection *d, const struct ipfix_msg *msg,
                 const struct ipfix_sequence_result *sequence)
{
    struct tapped *t = wmem_new(d->pinfo->pool, struct tapped);

    *t = (struct tapped){.d = *d, .length = msg->length, .sequence = *sequence};
    tap_queue_packet(ipfix_tap, d->pinfo, t);
}

void tapped_open(const struct tapped *t, struct ipfix_msg *msg)
{
    uint32_t captured = tvb_captured_length(t->d.tvb);

    ipfix_msg_open(msg, tvb_get_ptr(t->d.tvb, 0, (int)captured), captured, tvb_reported_length(t->d.tvb));
}

const struct ipfix_template *tapped_template(const struct tapped *t, const struct ipfix_set *set)
{
    const struct session *from;

    return session_template(t->d.session, t->d.domain, set->id, position_of(&t->d, set->off), &from);
}

/* ---- tables of text ---- */

struct table {
    unsigned columns;
    GPtrArray *cells;    /* row by row, the headings first; owns them */
    GPtrArray *sessions; /* that rows are about: struct session, or NULL for many */
    bool ends_in_words;  /* the last column does: long ones, so to the left and not filled up */
};

/* The first columns of a table say whose row it is, and what of theirs it is about. */
#define IDENTITY_COLUMNS 3u

static struct table *table_new(const char *const *headings)
{
    struct table *table = g_new0(struct table, 1);

    table->cells = g_ptr_array_new_with_free_func(g_free);
    table->sessions = g_ptr_array_new();
    for (; headings[table->columns] != NULL; table->columns++)
        g_ptr_array_add(table->cells, g_strdup(headings[table->columns]));
    return table;
}

static void table_cell(struct table *table, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void table_cell(struct table *table, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    g_ptr_array_add(table->cells, g_strdup_vprintf(format, args));
    va_end(args);
}

static int table_width(const struct table *table, unsigned column)
{
    size_t width = 0;

    for (unsigned i = column; i < table->cells->len; i += table->columns)
        width = MAX(width, strlen(g_ptr_array_index(table->cells, i)));
    return (int)width;
}

static void **row_cells(const struct table *table, unsigned row)
{
    return &g_ptr_array_index(table->cells, (row + 1) * table->columns);
}

static char *row_identity(const struct table *table, unsigned row)
{
    char *cells[IDENTITY_COLUMNS + 1] = {NULL};

    memcpy(cells, row_cells(table, row), IDENTITY_COLUMNS * sizeof *cells);
    return g_strjoinv(" ", cells);
}

static bool collectors_differ(const struct session *a, const struct session *b)
{
    return a->collector_port != b->collector_port || !addresses_equal(&a->collector, &b->collector);
}

/* The session of the rows that look alike, by what they look like; NULL for those of several collectors. */
static GHashTable *rows_group(const struct table *table)
{
    GHashTable *groups = g_hash_table_new_full(wmem_str_hash, g_str_equal, g_free, NULL);
    void *known;

    for (unsigned row = 0; row < table->sessions->len; row++) {
        struct session *s = g_ptr_array_index(table->sessions, row);
        char *identity = row_identity(table, row);
        if (g_hash_table_lookup_extended(groups, identity, NULL, &known) &&
            (known == NULL || collectors_differ(known, s)))
            s = NULL;
        g_hash_table_insert(groups, identity, s);
    }
    return groups;
}

/* One exporter may send to several collectors from one port: such rows, and no others, tell the collector. */
static void rows_tell_apart(struct table *table)
{
    GHashTable *groups = rows_group(table);

    for (unsigned row = 0; row < table->sessions->len; row++) {
        char *identity = row_identity(table, row);
        void **cell = row_cells(table, row);
        const struct session *s = g_ptr_array_index(table->sessions, row);
        if (s != NULL && g_hash_table_lookup(groups, identity) == NULL) {
            const char *text = peers_text(NULL, s);
            g_free(*cell);
            *cell = g_strdup(text);
            wmem_free(NULL, (void *)text);
        }
        g_free(identity);
    }
    g_hash_table_destroy(groups);
}

/* Print it and let it go: the first column to the left, as are words at the end, all others to the right. */
static void table_print(struct table *table, const char *title)
{
    int *widths = g_new(int, table->columns);

    rows_tell_apart(table);
    for (unsigned i = 0; i < table->columns; i++)
        widths[i] = table_width(table, i);
    if (table->ends_in_words)
        widths[table->columns - 1] = 0;
    printf("\n%s\n\n", title);
    for (unsigned i = 0; i < table->cells->len; i++) {
        unsigned column = i % table->columns;
        const char *cell = g_ptr_array_index(table->cells, i);
        printf(column == 0 ? "%-*s" : "  %*s", widths[column], cell);
        if (column + 1 == table->columns)
            printf("\n");
    }
    g_free(widths);
    g_ptr_array_free(table->cells, TRUE);
    g_ptr_array_free(table->sessions, TRUE);
    g_free(table);
}

static const char *transport_name(enum ipfix_transport transport)
{
    static const char *const names[] = {"UDP", "TCP", "SCTP", "file"};

    return names[transport];
}

/* The first cell of a row. */
static void exporter_cell(struct table *table, const struct session *s)
{
    const char *text = exporter_text(NULL, s);

    g_ptr_array_add(table->sessions, (void *)s);
    table_cell(table, "%s", text);
    wmem_free(NULL, (void *)text);
}

static void time_cell(struct table *table, const nstime_t *t)
{
    if (nstime_is_unset(t)) {
        table_cell(table, "-");
        return;
    }
    GDateTime *when = g_date_time_new_from_unix_utc((gint64)t->secs);
    char *text = when != NULL ? g_date_time_format(when, "%Y-%m-%dT%H:%M:%S") : g_strdup("?");

    if (when != NULL)
        g_date_time_unref(when);
    table_cell(table, "%s", text);
    g_free(text);
}

/* ---- exporters ---- */

/* How many have a row of their own: a bound on what a hostile capture can make of few octets. */
#define EXPORTERS_MAX (1u << 17)

/* What one domain of one session sent. */
struct exporter {
    const struct session *session; /* NULL: all that have no row of their own */
    uint32_t domain;
    uint64_t messages, records, unread_sets, octets, templates, lost;
    uint32_t late, duplicate, restarts;
    int64_t clock; /* seconds ahead of the capture, at the last message */
    nstime_t first, last;
};

struct exporters {
    GHashTable *index; /* session number << 32 | domain -> struct exporter */
    GPtrArray *list;   /* in order of appearance; owns them */
    struct exporter others;
};

static void exporters_reset(void *data)
{
    struct exporters *e = data;

    g_hash_table_remove_all(e->index);
    g_ptr_array_set_size(e->list, 0);
    e->others = (struct exporter){0};
}

static struct exporter *exporter_of(struct exporters *all, const struct tapped *t)
{
    const struct session *s = t->d.session;
    gint64 key = (gint64)((uint64_t)s->number << 32 | t->d.domain);
    struct exporter *e = g_hash_table_lookup(all->index, &key);

    if (e != NULL)
        return e;
    if (s->number == 0 || all->list->len == EXPORTERS_MAX)
        return &all->others;
    e = g_new0(struct exporter, 1);
    e->session = s;
    e->domain = t->d.domain;
    g_ptr_array_add(all->list, e);
    g_hash_table_insert(all->index, g_memdup2(&key, sizeof key), e);
    return e;
}

static void sequence_tally(struct exporter *e, const struct ipfix_sequence_result *r)
{
    /* What comes late is not lost, nor what an exporter never counted. */
    e->lost -= MIN(e->lost, (uint64_t)r->withdrawn + r->found);
    e->lost += r->lost;
    e->late += r->verdict == IPFIX_SEQ_LATE || r->verdict == IPFIX_SEQ_EARLIER;
    e->duplicate += r->verdict == IPFIX_SEQ_DUPLICATE || r->verdict == IPFIX_SEQ_OVERLAP;
    e->restarts += r->verdict == IPFIX_SEQ_RESTART;
}

static tap_packet_status exporters_packet(void *data, packet_info *pinfo, epan_dissect_t *edt _U_,
                                          const void *tapped, tap_flags_t flags _U_)
{
    const struct tapped *t = tapped;
    struct exporter *e = exporter_of(data, t);

    if (e->messages++ == 0)
        e->first = pinfo->abs_ts;
    e->records += t->d.records;
    e->unread_sets += t->d.unread_sets;
    e->octets += t->length;
    e->templates += t->d.templates;
    sequence_tally(e, &t->sequence);
    e->clock = (int64_t)t->d.export_time - (int64_t)pinfo->abs_ts.secs;
    e->last = pinfo->abs_ts;
    return TAP_PACKET_REDRAW;
}

static void exporter_identity(struct table *table, const struct exporter *e)
{
    if (e->session == NULL) {
        g_ptr_array_add(table->sessions, NULL);
        table_cell(table, "%s", OTHERS);
        table_cell(table, "-");
        table_cell(table, "-");
        return;
    }
    exporter_cell(table, e->session);
    table_cell(table, "%s", transport_name(e->session->transport));
    table_cell(table, "%u", e->domain);
}

static void exporter_row(struct table *table, const struct exporter *e)
{
    exporter_identity(table, e);
    table_cell(table, "%u", IPFIX_VERSION);
    table_cell(table, "%" PRIu64, e->messages);
    table_cell(table, "%" PRIu64, e->records);
    table_cell(table, "%" PRIu64, e->unread_sets);
    table_cell(table, "%" PRIu64, e->octets);
    table_cell(table, "%" PRIu64, e->templates);
    table_cell(table, "%" PRIu64, e->lost);
    table_cell(table, "%u", e->late);
    table_cell(table, "%u", e->duplicate);
    table_cell(table, "%u", e->restarts);
    if (e->session != NULL)
        table_cell(table, "%+" PRId64, e->clock);
    else
        table_cell(table, "-"); /* no clock of theirs is that of all */
    time_cell(table, &e->first);
    time_cell(table, &e->last);
}

static void exporters_draw(void *data)
{
    static const char *const headings[] = {
        "Exporter",    "Transport",     "Domain",     "Version",   "Messages", "Records",
        "Unread sets", "Octets",        "Templates",  "Lost",      "Late",     "Duplicate",
        "Restarts",    "Clock ahead/s", "First seen", "Last seen", NULL};
    const struct exporters *all = data;
    struct table *table = table_new(headings);

    for (unsigned i = 0; i < all->list->len; i++)
        exporter_row(table, g_ptr_array_index(all->list, i));
    if (all->others.messages > 0)
        exporter_row(table, &all->others);
    table_print(table, "IPFIX exporters");
}

static void exporters_finish(void *data)
{
    struct exporters *all = data;

    g_hash_table_destroy(all->index);
    g_ptr_array_free(all->list, TRUE);
    g_free(all);
}

/* ---- templates ---- */

struct template_use {
    uint64_t records;
    uint32_t last_frame;
    nstime_t first, last; /* of the frame that defines it, and of the last one */
};

struct templates {
    GHashTable *uses; /* struct ipfix_template -> struct template_use */
    char *file;       /* where to save them; NULL: nowhere */
};

/* With a read filter (-R), frames that define templates may be none that count. */
static const struct template_use unused = {.first = NSTIME_INIT_UNSET, .last = NSTIME_INIT_UNSET};

static void templates_reset(void *data)
{
    g_hash_table_remove_all(((struct templates *)data)->uses);
}

static void template_use(struct templates *all, const struct ipfix_template *tmpl, const struct tapped *t,
                         uint32_t records)
{
    struct template_use *use = g_hash_table_lookup(all->uses, tmpl);

    if (use == NULL) {
        use = g_memdup2(&unused, sizeof unused);
        g_hash_table_insert(all->uses, (void *)tmpl, use);
    }
    use->records += records;
    use->last_frame = t->d.frame;
    use->last = t->d.pinfo->abs_ts;
    if (t->d.frame == frame_number(tmpl->at))
        use->first = use->last;
}

/* A definition, or a refresh: the template in force just behind the record. */
static void definitions_use(struct templates *all, const struct tapped *t, struct ipfix_set *set)
{
    struct ipfix_template_rec rec;

    while (ipfix_template_next(set, &rec) == IPFIX_OK) {
        ipfix_pos behind = position_of(&t->d, rec.off + 1);
        const struct ipfix_template *tmpl = ipfix_store_get(t->d.session->store, t->d.domain, rec.id, behind);
        if (tmpl != NULL)
            template_use(all, tmpl, t, 0);
    }
}

static tap_packet_status templates_packet(void *data, packet_info *pinfo _U_, epan_dissect_t *edt _U_,
                                          const void *tapped, tap_flags_t flags _U_)
{
    const struct tapped *t = tapped;
    struct ipfix_msg msg;
    struct ipfix_set set;

    tapped_open(t, &msg);
    while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
        if (set.kind == IPFIX_SET_TEMPLATES || set.kind == IPFIX_SET_OPTIONS_TEMPLATES)
            definitions_use(data, t, &set);
        const struct ipfix_template *tmpl = set.kind == IPFIX_SET_DATA ? tapped_template(t, &set) : NULL;
        struct ipfix_records c;
        if (tmpl == NULL)
            continue;
        ipfix_records_open(&c, &set, tmpl);
        template_use(data, tmpl, t, ipfix_records_count(&c));
    }
    return TAP_PACKET_REDRAW;
}

/* The names of a template's elements, as many as it has. */
static void elements_cell(struct table *table, const struct ipfix_template *tmpl)
{
    wmem_allocator_t *scope = wmem_allocator_new(WMEM_ALLOCATOR_SIMPLE);
    GString *names = g_string_new(NULL);

    for (uint32_t i = 0; i < tmpl->field_count; i++) {
        g_string_append(names, i > 0 ? ", " : "");
        g_string_append(names, element_name(scope, &tmpl->spec[i]));
    }
    table_cell(table, "%s", names->str);
    g_string_free(names, TRUE);
    wmem_destroy_allocator(scope);
}

static void template_row(struct table *table, const struct templates *all, const struct session *s,
                         uint32_t domain, const struct ipfix_template *tmpl)
{
    const struct template_use *use = g_hash_table_lookup(all->uses, tmpl);

    if (use == NULL)
        use = &unused;
    exporter_cell(table, s);
    table_cell(table, "%u", domain);
    table_cell(table, "%u", tmpl->id);
    table_cell(table, "%s", tmpl->options ? "options" : "data");
    table_cell(table, "%u", tmpl->field_count);
    table_cell(table, "%u", tmpl->scope_count);
    table_cell(table, "%u", frame_number(tmpl->at));
    table_cell(table, "%u", use != &unused ? use->last_frame : frame_number(tmpl->at));
    table_cell(table, "%" PRIu64, use->records);
    time_cell(table, &use->first);
    time_cell(table, &use->last);
    elements_cell(table, tmpl);
}

static void templates_draw(void *data)
{
    static const char *const headings[] = {"Exporter",  "Domain",      "Template",   "Kind",    "Fields",
                                           "Scope",     "First frame", "Last frame", "Records", "First seen",
                                           "Last seen", "Elements",    NULL};
    const struct templates *all = data;
    struct table *table = table_new(headings);

    table->ends_in_words = true;
    for (unsigned i = 0; i < sessions_all()->len; i++) {
        const struct session *s = g_ptr_array_index(sessions_all(), i);
        const struct ipfix_template *tmpl;
        uint32_t domain;
        size_t iter = 0;
        while ((tmpl = ipfix_store_each(s->store, &iter, &domain)) != NULL)
            template_row(table, all, s, domain, tmpl);
    }
    table_print(table, "IPFIX templates");
    if (all->file != NULL)
        given_save(all->file);
}

static void templates_finish(void *data)
{
    struct templates *all = data;

    g_hash_table_destroy(all->uses);
    g_free(all->file);
    g_free(all);
}

/* ---- from the command line ---- */

/* Written beside, then renamed, so that a file that is there is whole?  What is none (a device, a pipe, a link) stays
 * what it is, and is written itself. */
static bool file_is_replaced(const char *name)
{
    GStatBuf there;

    return g_lstat(name, &there) != 0 || S_ISREG(there.st_mode);
}

/* Why it cannot be written, as errno; 0: it can. */
static int file_refuses(const char *name)
{
    char *place = file_is_replaced(name) ? g_path_get_dirname(name) : g_strdup(name);
    int why = g_access(place, W_OK) != 0 ? errno : 0;

    g_free(place);
    return why;
}

FILE *tap_file_open(const char *name, char **beside)
{
    *beside = NULL;
    if (!file_is_replaced(name))
        return g_fopen(name, "w");
    *beside = g_strconcat(name, ".XXXXXX", NULL);
    int file = g_mkstemp_full(*beside, O_WRONLY, 0666);
    return file >= 0 ? fdopen(file, "w") : NULL;
}

bool tap_file_close(FILE *out, const char *name, const char *beside, bool whole)
{
    whole = !ferror(out) && whole;
    whole = fclose(out) == 0 && whole;
    if (beside == NULL || (whole && g_rename(beside, name) == 0))
        return whole;
    int why = errno;
    g_unlink(beside);
    errno = why;
    return false;
}

bool tap_file_take(const char *name)
{
    static GPtrArray *taken; /* as long as the program */
    int unwritable = file_refuses(name);

    if (taken == NULL)
        taken = g_ptr_array_new();
    if (g_file_test(name, G_FILE_TEST_IS_DIR))
        report_failure("%s: it is a folder", name);
    else if (unwritable != 0)
        report_failure("%s: %s", name, g_strerror(unwritable));
    else if (g_ptr_array_find_with_equal_func(taken, name, g_str_equal, NULL))
        report_failure("%s: another option writes it", name);
    else {
        g_ptr_array_add(taken, g_strdup(name));
        return true;
    }
    return false;
}

bool tap_start(void *data, const char *filter, tap_reset_cb reset, tap_packet_cb packet, tap_draw_cb draw,
               tap_finish_cb finish)
{
    GString *error =
        register_tap_listener("ipfix", data, filter, TL_REQUIRES_NOTHING, reset, packet, draw, finish);

    if (error == NULL)
        return true;
    report_failure("%s", error->str);
    g_string_free(error, TRUE);
    return false;
}

const char *tap_argument(const char *option, const char *name)
{
    const char *rest = option + strlen(name);

    return *rest == ',' && rest[1] != '\0' ? rest + 1 : NULL;
}

/* Wireshark gives us everything that begins with the name: "ipfix,exportersx", too. */
static bool option_is(const char *option, const char *name, const char *argument)
{
    char next = option[strlen(name)];

    if (next == '\0' || next == ',')
        return true;
    report_failure("%s: expected %s or %s,%s", option, name, name, argument);
    return false;
}

static WS_TAP_INIT exporters_start(const char *option, void *user _U_)
{
    static const char name[] = "ipfix,exporters";

    if (!option_is(option, name, "FILTER"))
        WS_TAP_INIT_DONE(false);
    struct exporters *all = g_new0(struct exporters, 1);
    all->index = g_hash_table_new_full(wmem_int64_hash, g_int64_equal, g_free, NULL);
    all->list = g_ptr_array_new_with_free_func(g_free);
    WS_TAP_INIT_DONE(tap_start(all, tap_argument(option, name), exporters_reset, exporters_packet,
                               exporters_draw, exporters_finish));
}

static WS_TAP_INIT templates_start(const char *option, void *user _U_)
{
    static const char name[] = "ipfix,templates";

    if (!option_is(option, name, "FILE"))
        WS_TAP_INIT_DONE(false);
    struct templates *all = g_new0(struct templates, 1);
    all->uses = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    all->file = g_strdup(tap_argument(option, name));
    if (all->file != NULL && !tap_file_take(all->file))
        WS_TAP_INIT_DONE(false);
    WS_TAP_INIT_DONE(
        tap_start(all, NULL, templates_reset, templates_packet, templates_draw, templates_finish));
}

/* ---- the tree ---- */

/* How many nodes there are of a kind: Wireshark takes quadratic time for those below one node. */
#define TREE_MAX 4096u

static int tree_exporters, tree_sets;
/* Those that have a node: session number << 32 | domain, and Set IDs. */
static GHashTable *tree_domains, *tree_numbers;

static void tree_cleanup(stats_tree *st _U_)
{
    g_clear_pointer(&tree_domains, g_hash_table_destroy);
    g_clear_pointer(&tree_numbers, g_hash_table_destroy);
}

static void tree_init(stats_tree *st)
{
    tree_cleanup(st);
    tree_domains = g_hash_table_new_full(wmem_int64_hash, g_int64_equal, g_free, NULL);
    tree_numbers = g_hash_table_new_full(wmem_int64_hash, g_int64_equal, g_free, NULL);
    tree_exporters = stats_tree_create_node(st, "Data records by exporter", 0, STAT_DT_INT, TRUE);
    tree_sets = stats_tree_create_node(st, "Sets by number", 0, STAT_DT_INT, TRUE);
}

/* Is one of these, or room for one more? */
static bool tree_has_room(GHashTable *nodes, uint64_t key)
{
    if (g_hash_table_contains(nodes, &key))
        return true;
    if (g_hash_table_size(nodes) >= TREE_MAX)
        return false;
    g_hash_table_add(nodes, g_memdup2(&key, sizeof key));
    return true;
}

static void tree_count_records(stats_tree *st, const packet_info *pinfo, const struct tapped *t)
{
    uint32_t session = t->d.session->number;
    int records = (int)t->d.records;

    increase_stat_node(st, "Data records by exporter", 0, TRUE, records);
    if (session == 0 || !tree_has_room(tree_domains, (uint64_t)session << 32 | t->d.domain)) {
        increase_stat_node(st, OTHERS, tree_exporters, FALSE, records);
        return;
    }
    int node =
        increase_stat_node(st, exporter_text(pinfo->pool, t->d.session), tree_exporters, TRUE, records);
    increase_stat_node(st, wmem_strdup_printf(pinfo->pool, "domain %u", t->d.domain), node, FALSE, records);
}

static tap_packet_status tree_packet(stats_tree *st, packet_info *pinfo, epan_dissect_t *edt _U_,
                                     const void *tapped, tap_flags_t flags _U_)
{
    const struct tapped *t = tapped;
    struct ipfix_msg msg;
    struct ipfix_set set;

    tree_count_records(st, pinfo, t);
    tapped_open(t, &msg);
    while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
        char number[16];
        (void)snprintf(number, sizeof number, "%u", set.id);
        tick_stat_node(st, "Sets by number", 0, TRUE);
        tick_stat_node(st, tree_has_room(tree_numbers, set.id) ? number : OTHERS, tree_sets, FALSE);
    }
    return TAP_PACKET_REDRAW;
}

/* ---- registration ---- */

void tap_option_register(const char *title, const char *option, stat_tap_init_cb start)
{
    stat_tap_ui ui = {
        .group = REGISTER_STAT_GROUP_GENERIC, .title = title, .cli_string = option, .tap_init_cb = start};

    register_stat_tap_ui(&ui, NULL);
}

void taps_register(void)
{
    ipfix_tap = register_tap("ipfix");
    flows_register();
    tap_option_register("IPFIX exporters", "ipfix,exporters", exporters_start);
    tap_option_register("IPFIX templates", "ipfix,templates", templates_start);
    rows_register();
}

/* The tree needs the tap, so it comes last. */
void taps_handoff(void)
{
    stats_tree_register_plugin("ipfix", "ipfix", "IPFIX", 0, tree_packet, tree_init, tree_cleanup);
}
