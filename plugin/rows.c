/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * `-z ipfix,records,csv|json[,FILE[,FILTER]]`: a row or an object for each data record, values as RFC 7373 text.
 * Empty cells are kept, elements that occur twice become an array, lists (RFC 6313) arrays of objects, in which
 * what cannot be read stands as "undecoded".  Behind its elements comes what a record means beyond them.
 */
#define _POSIX_C_SOURCE 200809L /* getline */

#include "packet-ipfix.h"

#include <errno.h>
#include <stdio.h>
#include <wsutil/report_message.h>

#define TEXT_MAX 128        /* of any value but octets and strings */
#define NS_PER_S 1000000000 /* nanoseconds in a second */

/* ---- values as JSON ---- */

static void json_string(GString *out, const char *text, size_t len)
{
    g_string_append_c(out, '"');
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            g_string_append_printf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7f)
            g_string_append_printf(out, "\\u%04x", c);
        else
            g_string_append_c(out, (char)c);
    }
    g_string_append_c(out, '"');
}

static void json_octets(GString *out, const uint8_t *p, uint32_t len)
{
    static const char digits[] = "0123456789abcdef";

    g_string_append_c(out, '"');
    for (uint32_t i = 0; p != NULL && i < len; i++) {
        g_string_append_c(out, digits[p[i] >> 4]);
        g_string_append_c(out, digits[p[i] & 15]);
    }
    g_string_append_c(out, '"');
}

/* Numbers that JSON has stand as they are, exactly; infinities and the like as words. */
static bool json_number(const struct ipfix_value *v)
{
    bool integer = v->type >= IPFIX_U8 && v->type <= IPFIX_S64;
    bool real = v->type == IPFIX_F32 || v->type == IPFIX_F64;

    return integer || v->type == IPFIX_BOOLEAN || (real && v->as.f - v->as.f == 0);
}

static void json_text(GString *out, const struct ipfix_value *v)
{
    char text[TEXT_MAX];
    size_t len = MIN(ipfix_value_text(v, text, sizeof text), sizeof text - 1);

    if (json_number(v))
        g_string_append_len(out, text, (gssize)len);
    else
        json_string(out, text, len);
}

static bool value_of(const struct dissection *d, const struct ipfix_field *f, struct ipfix_value *v)
{
    return value_read(d, f, v) && ipfix_value_check(v, f->spec->ie) != IPFIX_VALUE_UTF8;
}

/* v: NULL where the octets are no value of the element. */
static void json_value(GString *out, const struct ipfix_field *f, const struct ipfix_value *v)
{
    if (v == NULL || v->type == IPFIX_OCTET_ARRAY)
        json_octets(out, f->data, f->len);
    else if (v->type == IPFIX_STRING)
        json_string(out, (const char *)v->as.bytes.ptr, ipfix_string_trim(v->as.bytes.ptr, v->as.bytes.len));
    else
        json_text(out, v);
}

static void json_time(GString *out, int64_t ns)
{
    struct ipfix_value v = {.type = IPFIX_TIME_NS, .as.time = time_of_ns(ns)};

    json_text(out, &v);
}

static void json_seconds(GString *out, int64_t ns)
{
    uint64_t magnitude = (uint64_t)(ns < 0 ? -ns : ns);

    g_string_append_printf(out, "%s%" PRIu64 ".%09" PRIu64, ns < 0 ? "-" : "", magnitude / NS_PER_S,
                           magnitude % NS_PER_S);
}

static void json_derived(GString *out, const struct derived_value *value)
{
    switch (value->field->type) {
    case FT_ABSOLUTE_TIME:
        json_time(out, value->as.ns);
        return;
    case FT_RELATIVE_TIME:
        json_seconds(out, value->as.ns);
        return;
    case FT_STRING:
        json_string(out, value->as.text, strlen(value->as.text));
        return;
    default:
        g_string_append_printf(out, "%" PRIu64, value->as.number);
        return;
    }
}

/* ---- records as names and values ---- */

/* What every row begins with. */
static const char *const first_columns[] = {"frame", "exporter", "domain", "exportTime", "template", "kind"};

/* One message while its records are written. */
struct writing {
    const struct tapped *t;
    struct dissection *d; /* a copy of that in t */
    wmem_allocator_t *pool;
    GHashTable *learned; /* see struct rows */
};

/* A record's cells: element names in order of appearance, each with one value or several. */
struct cells {
    GPtrArray *names;   /* borrowed */
    GPtrArray *values;  /* GString: JSON values with commas between; owns them */
    GArray *counts;     /* unsigned: how many each has */
    GHashTable *places; /* name -> place + 1 */
};

static void gstring_free(void *p)
{
    g_string_free(p, TRUE);
}

static void cells_open(struct cells *cells)
{
    cells->names = g_ptr_array_new();
    cells->values = g_ptr_array_new_with_free_func(gstring_free);
    cells->counts = g_array_new(FALSE, TRUE, sizeof(unsigned));
    cells->places = g_hash_table_new(g_str_hash, g_str_equal);
}

static void cells_close(struct cells *cells)
{
    g_ptr_array_free(cells->names, TRUE);
    g_ptr_array_free(cells->values, TRUE);
    g_array_free(cells->counts, TRUE);
    g_hash_table_destroy(cells->places);
}

/* Where the next value of an element goes. */
static GString *cell_of(struct cells *cells, const char *name)
{
    unsigned place = GPOINTER_TO_UINT(g_hash_table_lookup(cells->places, name));
    unsigned none = 0;

    if (place == 0) {
        g_ptr_array_add(cells->names, (void *)name);
        g_ptr_array_add(cells->values, g_string_new(NULL));
        g_array_append_val(cells->counts, none);
        place = cells->names->len;
        g_hash_table_insert(cells->places, (void *)name, GUINT_TO_POINTER(place));
    }
    GString *value = g_ptr_array_index(cells->values, place - 1);
    if (g_array_index(cells->counts, unsigned, place - 1)++ > 0)
        g_string_append(value, ", ");
    return value;
}

/* One value, or all of them as an array. */
static char *cell_text(const struct cells *cells, unsigned place)
{
    const GString *value = g_ptr_array_index(cells->values, place);

    if (g_array_index(cells->counts, unsigned, place) == 1)
        return g_strdup(value->str);
    return g_strdup_printf("[%s]", value->str);
}

static void list_json(const struct writing *w, GString *out, const struct ipfix_field *f);

static bool is_first_column(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(first_columns); i++)
        if (strcmp(name, first_columns[i]) == 0)
            return true;
    return false;
}

/* Has a name another meaning than this element that its exporter alone describes?  If not, it stays the element's. */
static bool name_is_taken(const struct writing *w, const char *name, const struct ipfix_ie *ie)
{
    uint64_t element = (uint64_t)ie->pen << 16 | ie->id;
    const uint64_t *known = g_hash_table_lookup(w->learned, name);

    if (known != NULL)
        return *known != element;
    if (is_first_column(name) ||
        proto_registrar_get_byname(wmem_strdup_printf(w->pool, "ipfix.%s", name)) != NULL)
        return true;
    g_hash_table_insert(w->learned, g_strdup(name), g_memdup2(&element, sizeof element));
    return false;
}

/* An element that its exporter alone describes is called as those of the registry are, unless another is called so
 * already: then its enterprise stands for the vendor, and its number beside that where need be. */
static const char *learned_name(const struct writing *w, const struct ipfix_ie *ie)
{
    const char *key = ipfix_vendor_key(ie->pen), *name = ie->name;

    if (key != NULL)
        name = wmem_strdup_printf(w->pool, "%s.%s", key, ie->name);
    if (name_is_taken(w, name, ie))
        name = wmem_strdup_printf(w->pool, "%u.%s", ie->pen, ie->name);
    if (name_is_taken(w, name, ie))
        name = wmem_strdup_printf(w->pool, "%u.%u.%s", ie->pen, ie->id, ie->name);
    return name;
}

/* Fields have a name each, which may be that of a column that is no field. */
static const char *known_name(const struct writing *w, const struct ipfix_spec *spec)
{
    const char *name = element_name(w->pool, spec);

    if (spec->ie == NULL || element_is_built_in(spec->ie) || !is_first_column(name))
        return name;
    return wmem_strdup_printf(w->pool, "%u.%s", spec->pen, name);
}

/* facts: NULL, or what the record tells so far. */
static void value_cell(const struct writing *w, struct cells *cells, const char *name,
                       const struct ipfix_field *f, struct derivation *facts)
{
    GString *out = cell_of(cells, name);
    struct ipfix_value v;

    if (ipfix_type_is_list(f->spec->type)) {
        list_json(w, out, f);
        return;
    }
    bool sound = value_of(w->d, f, &v);
    json_value(out, f, sound ? &v : NULL);
    if (sound && facts != NULL)
        derivation_note(facts, f, &v, NULL);
}

static void field_cell(const struct writing *w, struct cells *cells, const struct ipfix_field *f,
                       struct derivation *facts)
{
    const struct ipfix_ie *learned = f->spec->ie == NULL ? learned_element(w->d, f->spec, f->off) : NULL;
    struct ipfix_spec spec = *f->spec;
    struct ipfix_field typed = *f;

    if (learned == NULL) {
        value_cell(w, cells, known_name(w, f->spec), f, facts);
        return;
    }
    ipfix_spec_resolve(&spec, learned);
    typed.spec = &spec;
    value_cell(w, cells, learned_name(w, learned), &typed, NULL);
}

static void derived_cells(struct derivation *facts, bool options, struct cells *cells)
{
    struct derived_values values;

    derivation_values(facts, options, &values);
    for (size_t i = 0; i < values.count; i++)
        json_derived(cell_of(cells, values.value[i].field->abbrev + strlen("ipfix.")), &values.value[i]);
}

/* derive: with what the record means beyond its elements. */
static enum ipfix_status record_cells(const struct writing *w, struct ipfix_records *c, struct cells *cells,
                                      bool derive)
{
    struct derivation facts;
    struct ipfix_field f;
    enum ipfix_status status;

    if (derive)
        derivation_open(&facts, w->d, c->tmpl, c->off);
    while ((status = ipfix_field_next(c, &f)) == IPFIX_OK)
        field_cell(w, cells, &f, derive ? &facts : NULL);
    if (status == IPFIX_END && derive)
        derived_cells(&facts, c->tmpl->options, cells);
    return status;
}

static void cells_json(GString *out, const struct cells *cells)
{
    for (unsigned i = 0; i < cells->names->len; i++) {
        const char *name = g_ptr_array_index(cells->names, i);
        char *text = cell_text(cells, i);
        if (i > 0)
            g_string_append(out, ", ");
        json_string(out, name, strlen(name));
        g_string_append_printf(out, ": %s", text);
        g_free(text);
    }
}

/* The next object of an array. */
static void object_open(GString *out)
{
    g_string_append(out, out->str[out->len - 1] == '[' ? "{" : ", {");
}

/* What cannot be read of a list, so that it does not look empty; of which template, where that is missing. */
static void undecoded_json(GString *out, const struct ipfix_reader *in, uint32_t from,
                           const uint16_t *template_id)
{
    object_open(out);
    if (template_id != NULL)
        g_string_append_printf(out, "\"template\": %u, ", *template_id);
    g_string_append(out, "\"undecoded\": ");
    json_octets(out, in->base + from, in->end - from);
    g_string_append_c(out, '}');
}

/* The records of one block, as objects with commas between. */
static void block_json(const struct writing *w, GString *out, const struct ipfix_set *block)
{
    bool items = block->tmpl != NULL; /* of a basicList: they are no records */
    const struct ipfix_template *tmpl = items ? block->tmpl : tapped_template(w->t, block);
    struct ipfix_records c;

    if (tmpl == NULL) {
        if (ipfix_left(&block->in) > 0)
            undecoded_json(out, &block->in, block->in.pos, &block->id);
        return;
    }
    ipfix_records_open(&c, block, tmpl);
    while (ipfix_record_next(&c) == IPFIX_OK) {
        struct cells cells;
        cells_open(&cells);
        if (record_cells(w, &c, &cells, !items) == IPFIX_END) {
            object_open(out);
            cells_json(out, &cells);
            g_string_append_c(out, '}');
        }
        cells_close(&cells);
    }
    if (c.err.status != IPFIX_OK) /* in a record, or behind the last */
        undecoded_json(out, &c.in, c.next < tmpl->field_count ? c.off : c.in.pos, NULL);
}

static void list_json(const struct writing *w, GString *out, const struct ipfix_field *f)
{
    struct ipfix_list l;
    struct ipfix_set block;

    g_string_append_c(out, '[');
    if (ipfix_list_open(&l, f, element_find, NULL) == IPFIX_OK)
        while (ipfix_list_next(&l, &block) == IPFIX_OK)
            block_json(w, out, &block);
    if (l.err.status != IPFIX_OK)
        undecoded_json(out, &l.in, l.err.off, NULL);
    g_string_append_c(out, ']');
}

/* ---- rows ---- */

enum form { FORM_CSV, FORM_JSON };

struct rows {
    enum form form;
    char *name;   /* of the file asked for; NULL: standard output */
    char *filter; /* for frames; NULL: all */
    char *beside; /* what is written first, then renamed; NULL: none */
    FILE *out;    /* NULL: not opened yet, or never to be */
    bool done;    /* nothing more is written */
    /* CSV has one heading for all records, known only at the end: until then rows wait in a file of their own. */
    FILE *waiting;
    GPtrArray *columns;    /* names; owns them */
    GHashTable *column_of; /* name -> number + 1 */
    GHashTable *learned; /* name -> the one element, enterprise << 16 | number, that its exporter calls so */
};

static void first_cells(const struct tapped *t, const struct ipfix_template *tmpl, char *cells[])
{
    struct ipfix_value time = {.type = IPFIX_TIME_S, .as.time = {.sec = t->d.export_time}};
    char text[TEXT_MAX];
    const char *exporter = exporter_text(NULL, t->d.session);

    ipfix_value_text(&time, text, sizeof text);
    cells[0] = g_strdup_printf("%u", t->d.frame);
    cells[1] = g_strdup_printf("\"%s\"", exporter);
    cells[2] = g_strdup_printf("%u", t->d.domain);
    cells[3] = g_strdup_printf("\"%s\"", text);
    cells[4] = g_strdup_printf("%u", tmpl->id);
    cells[5] = g_strdup_printf("\"%s\"", tmpl->options ? "options" : "data");
    wmem_free(NULL, (void *)exporter);
}

static void rows_fail(struct rows *rows)
{
    report_failure("%s: %s", rows->name != NULL ? rows->name : "standard output", g_strerror(errno));
    rows->done = true;
}

/* Opened with the first that is written: what tshark refuses to do leaves no file behind. */
static FILE *rows_out(struct rows *rows)
{
    if (rows->out != NULL || rows->done)
        return rows->out;
    if (rows->name == NULL)
        return rows->out = stdout;
    rows->out = tap_file_open(rows->name, &rows->beside);
    if (rows->out == NULL)
        rows_fail(rows);
    return rows->out;
}

static void json_row(struct rows *rows, char *const first[], const struct cells *cells)
{
    GString *line = g_string_new("{");

    for (unsigned i = 0; i < G_N_ELEMENTS(first_columns); i++)
        g_string_append_printf(line, "\"%s\": %s, ", first_columns[i], first[i]);
    cells_json(line, cells);
    g_string_append(line, "}\n");
    if (rows_out(rows) != NULL)
        fputs(line->str, rows->out);
    g_string_free(line, TRUE);
}

static unsigned column_number(struct rows *rows, const char *name)
{
    unsigned number = GPOINTER_TO_UINT(g_hash_table_lookup(rows->column_of, name));

    if (number > 0)
        return number - 1;
    char *kept = g_strdup(name);
    g_ptr_array_add(rows->columns, kept);
    g_hash_table_insert(rows->column_of, kept, GUINT_TO_POINTER(rows->columns->len));
    return rows->columns->len - 1;
}

/* What stands in a JSON string as it is, but for control characters, which CSV has no room for (RFC 4180) and
 * terminals may obey: tabs and line ends alone are those that people mean. */
static void csv_string(GString *out, const char *json)
{
    for (const char *p = json + 1; *p != '"'; p++) {
        if (*p == '\\' && p[1] == 'u') { /* \u00XX, see json_string */
            char c = (char)(g_ascii_xdigit_value(p[4]) << 4 | g_ascii_xdigit_value(p[5]));
            bool plain = c == '\t' || c == '\n' || c == '\r';
            g_string_append_len(out, plain ? &c : p, plain ? 1 : 6);
            p += 5;
        } else {
            p += *p == '\\';
            g_string_append_c(out, *p);
        }
    }
}

/* A JSON value as a CSV cell: strings without their quotes and escapes, all else as JSON (RFC 4180). */
static char *csv_cell(const char *json)
{
    GString *text = g_string_new(*json == '"' ? NULL : json);

    if (*json == '"')
        csv_string(text, json);
    if (strpbrk(text->str, ",\"\n\r") == NULL)
        return g_string_free(text, FALSE);
    char **parts = g_strsplit(text->str, "\"", -1);
    char *doubled = g_strjoinv("\"\"", parts), *cell = g_strdup_printf("\"%s\"", doubled);
    g_strfreev(parts);
    g_free(doubled);
    g_string_free(text, TRUE);
    return cell;
}

/* Waiting rows: a line of "number=value" with tabs between; JSON escapes tabs and line ends. */
static void csv_row(struct rows *rows, char *const first[], const struct cells *cells)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(first_columns); i++)
        fprintf(rows->waiting, "%s%u=%s", i > 0 ? "\t" : "", i, first[i]);
    for (unsigned i = 0; i < cells->names->len; i++) {
        char *json = cell_text(cells, i);
        fprintf(rows->waiting, "\t%u=%s", column_number(rows, g_ptr_array_index(cells->names, i)), json);
        g_free(json);
    }
    fputc('\n', rows->waiting);
}

static void set_rows(struct rows *rows, const struct writing *w, const struct ipfix_set *set,
                     const struct ipfix_template *tmpl)
{
    char *first[G_N_ELEMENTS(first_columns)];
    struct ipfix_records c;

    first_cells(w->t, tmpl, first);
    ipfix_records_open(&c, set, tmpl);
    while (ipfix_record_next(&c) == IPFIX_OK) {
        struct cells cells;
        cells_open(&cells);
        if (record_cells(w, &c, &cells, true) == IPFIX_END)
            rows->form == FORM_JSON ? json_row(rows, first, &cells) : csv_row(rows, first, &cells);
        cells_close(&cells);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(first_columns); i++)
        g_free(first[i]);
}

static tap_packet_status rows_packet(void *data, packet_info *pinfo, epan_dissect_t *edt _U_,
                                     const void *tapped, tap_flags_t flags _U_)
{
    const struct tapped *t = tapped;
    struct rows *rows = data;
    struct dissection d = t->d;
    struct writing w = {t, &d, pinfo->pool, rows->learned};
    struct ipfix_msg msg;
    struct ipfix_set set;

    d.nobody_looks = true; /* what is wrong was told when the message was shown */
    tapped_open(t, &msg);
    while (ipfix_set_next(&msg, &set) == IPFIX_OK) {
        const struct ipfix_template *tmpl = set.kind == IPFIX_SET_DATA ? tapped_template(t, &set) : NULL;
        if (tmpl != NULL)
            set_rows(rows, &w, &set, tmpl);
    }
    return TAP_PACKET_DONT_REDRAW;
}

/* ---- the end ---- */

/* What is derived stands behind the elements of all records, of which some come later.  The numbers of the columns in
 * this order, for g_free. */
static unsigned *columns_in_order(const struct rows *rows)
{
    unsigned *order = g_new0(unsigned, rows->columns->len), n = 0;

    for (unsigned i = 0; i < rows->columns->len; i++)
        if (!g_str_has_prefix(g_ptr_array_index(rows->columns, i), "derived."))
            order[n++] = i;
    for (unsigned i = 0; i < rows->columns->len; i++)
        if (g_str_has_prefix(g_ptr_array_index(rows->columns, i), "derived."))
            order[n++] = i;
    return order;
}

static void csv_line(struct rows *rows, const unsigned *order, char *line)
{
    char **cells = g_new0(char *, rows->columns->len);
    char **parts = g_strsplit(line, "\t", -1);

    for (char **part = parts; *part != NULL; part++) {
        char *value;
        unsigned long column = strtoul(*part, &value, 10);
        if (column < rows->columns->len && *value == '=')
            cells[column] = csv_cell(value + 1);
    }
    for (unsigned i = 0; i < rows->columns->len; i++) {
        char *cell = cells[order[i]];
        fprintf(rows->out, "%s%s", i > 0 ? "," : "", cell != NULL ? cell : "");
        g_free(cell);
    }
    fputs("\r\n", rows->out); /* RFC 4180 */
    g_strfreev(parts);
    g_free(cells);
}

static void csv_write(struct rows *rows)
{
    unsigned *order = columns_in_order(rows);
    char *line = NULL;
    size_t size = 0;
    ssize_t len;

    for (unsigned i = 0; i < rows->columns->len; i++)
        fprintf(rows->out, "%s%s", i > 0 ? "," : "",
                (const char *)g_ptr_array_index(rows->columns, order[i]));
    fputs("\r\n", rows->out);
    rewind(rows->waiting);
    while ((len = getline(&line, &size, rows->waiting)) > 0) {
        line[len - 1] = '\0';
        csv_line(rows, order, line);
    }
    free(line);
    g_free(order);
}

static void rows_draw(void *data)
{
    struct rows *rows = data;

    if (rows->done || rows_out(rows) == NULL)
        return;
    if (rows->form == FORM_CSV)
        csv_write(rows);
    bool whole = fflush(rows->out) == 0 && (rows->waiting == NULL || !ferror(rows->waiting));
    if (rows->name != NULL)
        whole = tap_file_close(rows->out, rows->name, rows->beside, whole);
    rows->done = true;
    if (!whole)
        rows_fail(rows);
}

static void rows_finish(void *data)
{
    struct rows *rows = data;

    if (rows->waiting != NULL)
        fclose(rows->waiting);
    g_hash_table_destroy(rows->learned);
    g_hash_table_destroy(rows->column_of);
    g_ptr_array_free(rows->columns, TRUE);
    g_free(rows->beside);
    g_free(rows->name);
    g_free(rows->filter);
    g_free(rows);
}

/* ---- from the command line ---- */

/* A word of the option that may be left out or empty. */
static char *word_kept(const char *word)
{
    return word != NULL && *word != '\0' ? g_strdup(word) : NULL;
}

/* "csv" or "json", then perhaps a file, then perhaps a filter, which may have commas. */
static bool rows_form(struct rows *rows, const char *argument)
{
    if (argument == NULL)
        return false;
    char **words = g_strsplit(argument, ",", 3);
    bool json = words[0] != NULL && strcmp(words[0], "json") == 0;
    bool known = json || (words[0] != NULL && strcmp(words[0], "csv") == 0);
    rows->form = json ? FORM_JSON : FORM_CSV;
    if (known && words[1] != NULL) {
        rows->name = word_kept(words[1]);
        rows->filter = word_kept(words[2]);
    }
    g_strfreev(words);
    return known;
}

static bool rows_open(struct rows *rows)
{
    if (rows->form == FORM_CSV)
        rows->waiting = tmpfile();
    if (rows->form == FORM_CSV && rows->waiting == NULL) {
        report_failure("No temporary file for -z ipfix,records,csv: %s", g_strerror(errno));
        return false;
    }
    return rows->name == NULL || tap_file_take(rows->name);
}

static WS_TAP_INIT rows_start(const char *option, void *user _U_)
{
    struct rows *rows = g_new0(struct rows, 1);

    if (!rows_form(rows, tap_argument(option, "ipfix,records"))) {
        report_failure(
            "%s: expected ipfix,records,csv or ipfix,records,json, then a file and a filter if wanted",
            option);
        WS_TAP_INIT_DONE(false);
    }
    rows->columns = g_ptr_array_new_with_free_func(g_free);
    rows->column_of = g_hash_table_new(g_str_hash, g_str_equal);
    rows->learned = g_hash_table_new_full(wmem_str_hash, g_str_equal, g_free, g_free);
    for (unsigned i = 0; i < G_N_ELEMENTS(first_columns); i++)
        column_number(rows, first_columns[i]);
    WS_TAP_INIT_DONE(rows_open(rows) &&
                     tap_start(rows, rows->filter, NULL, rows_packet, rows_draw, rows_finish));
}

void rows_register(void)
{
    tap_option_register("IPFIX data records", "ipfix,records", rows_start);
}
