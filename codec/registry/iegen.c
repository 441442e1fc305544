/* SPDX-License-Identifier: BSD-2-Clause
 *
 * iegen REGISTRY_DIR OUT.c: makes the table of Information Elements from the files of a registry
 * folder.  Every cell is checked against its vocabulary; the first that fails stops the program
 * with file, line and reason, and nothing is written.  README.md beside this file describes the
 * files.
 */
#include "csv.h"

#include <errno.h>
#include <glib.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ipfix/ie.h>

#define ID_MAX 32767u         /* the top bit says "enterprise" (RFC 7011 section 3.2) */
#define VARIABLE_LENGTH 65535 /* a field length that no element can fix (RFC 7011 section 7) */

/* Where the reverse of an element is found (RFC 5103 section 6): reverse id = id | bit. */
static const struct reverse_rule {
    uint32_t pen;
    uint32_t reverse_pen;
    uint16_t bit;
} reverse_rules[] = {
    {IPFIX_PEN_IANA, IPFIX_PEN_REVERSE, 0},
    {6871, 6871, 0x4000}, /* CERT: each enterprise may keep reverses in its own numbers (section 6.2) */
};

static const char *const displays[] = {
    [IPFIX_DISPLAY_PLAIN] = "plain",
    [IPFIX_DISPLAY_ENUM] = "enum",
    [IPFIX_DISPLAY_BITS] = "bits",
    [IPFIX_DISPLAY_DSCP_ECN] = "dscp_ecn",
    [IPFIX_DISPLAY_DSCP] = "dscp",
    [IPFIX_DISPLAY_PORT] = "port",
    [IPFIX_DISPLAY_MPLS] = "mpls",
    [IPFIX_DISPLAY_RD] = "rd",
    [IPFIX_DISPLAY_APPLICATION] = "application",
    [IPFIX_DISPLAY_PACKET] = "packet",
    [IPFIX_DISPLAY_ETHERTYPE] = "ethertype",
    [IPFIX_DISPLAY_PEN] = "pen",
    [IPFIX_DISPLAY_UUID] = "uuid",
    [IPFIX_DISPLAY_L2SEGMENT] = "l2segment",
    [IPFIX_DISPLAY_OID] = "oid",
    [IPFIX_DISPLAY_COMMUNITY] = "community",
    [IPFIX_DISPLAY_EXT_COMMUNITY] = "ext_community",
    [IPFIX_DISPLAY_LARGE_COMMUNITY] = "large_community",
    [IPFIX_DISPLAY_SEGMENTS] = "segments",
    [IPFIX_DISPLAY_FIELD_BITS] = "field_bits",
    [IPFIX_DISPLAY_MD5] = "md5",
};

struct range {
    uint64_t first;
    uint64_t last;
};

struct value {
    struct range range;
    const char *name;
};

/* One file of values/. */
struct table {
    const char *name;
    GArray *values; /* struct value, in rising order */
};

struct element {
    struct ipfix_ie ie; /* names is left NULL; table says it */
    const struct table *table;
    const char *file; /* of the row that defines it */
    unsigned line;
};

/* All that was read.  Cells and names are borrowed from texts and strings, so they live as long. */
struct registry {
    const char *dir;
    GPtrArray *texts;      /* the files' contents */
    GStringChunk *strings; /* names that are made here */
    GPtrArray *elements;   /* struct element * */
    GHashTable *by_number; /* number_key -> struct element * */
    GHashTable *by_name;   /* "key.name" or "name" -> struct element * */
    GHashTable *vendors;   /* enterprise numbers and keys that have a file */
    GPtrArray *tables;     /* struct table *, in order of name */
    GHashTable *v9_types;  /* field types of NetFlow v9 seen so far */
    char *error;           /* the first fault, or NULL */
};

static struct registry *registry_new(const char *dir)
{
    struct registry *reg = g_new0(struct registry, 1);
    reg->dir = dir;
    reg->texts = g_ptr_array_new_with_free_func(g_free);
    reg->strings = g_string_chunk_new(1 << 16);
    reg->elements = g_ptr_array_new_with_free_func(g_free);
    reg->by_number = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    reg->by_name = g_hash_table_new(g_str_hash, g_str_equal);
    reg->vendors = g_hash_table_new(g_str_hash, g_str_equal);
    reg->tables = g_ptr_array_new_with_free_func(g_free);
    reg->v9_types = g_hash_table_new(NULL, NULL);
    return reg;
}

static void registry_free(struct registry *reg)
{
    for (guint i = 0; i < reg->tables->len; i++)
        g_array_unref(((struct table *)g_ptr_array_index(reg->tables, i))->values);
    g_ptr_array_unref(reg->tables);
    g_ptr_array_unref(reg->elements);
    g_hash_table_unref(reg->by_number);
    g_hash_table_unref(reg->by_name);
    g_hash_table_unref(reg->vendors);
    g_hash_table_unref(reg->v9_types);
    g_string_chunk_free(reg->strings);
    g_ptr_array_unref(reg->texts);
    g_free(reg->error);
    g_free(reg);
}

static gint64 number_key(uint32_t pen, uint16_t id)
{
    return (gint64)((uint64_t)pen << 16 | id);
}

static struct element *element_find(const struct registry *reg, uint32_t pen, uint16_t id)
{
    gint64 key = number_key(pen, id);
    return g_hash_table_lookup(reg->by_number, &key);
}

static const struct table *table_find(const struct registry *reg, const char *name)
{
    for (guint i = 0; i < reg->tables->len; i++) {
        const struct table *table = g_ptr_array_index(reg->tables, i);
        if (strcmp(table->name, name) == 0)
            return table;
    }
    return NULL;
}

/* ---- Checks of one cell.  Each writes its result only if the cell is right. ---- */

static bool cell_empty(const struct csv *csv, unsigned column)
{
    return csv->cell[column][0] == '\0';
}

static bool number_parse(const char *text, uint64_t *out)
{
    if (!g_ascii_isdigit(text[0]))
        return false;
    bool hex = text[0] == '0' && text[1] == 'x';
    char *end;
    errno = 0;
    uint64_t number = g_ascii_strtoull(text, &end, hex ? 16 : 10);
    if (*end != '\0' || errno != 0)
        return false;
    *out = number;
    return true;
}

static bool number_check(struct csv *csv, unsigned column, uint64_t min, uint64_t max, uint64_t *out)
{
    uint64_t number;
    if (!number_parse(csv->cell[column], &number) || number < min || number > max)
        return csv_fault(csv, csv->row, "%s \"%s\" is no number from %" PRIu64 " to %" PRIu64,
                         csv->columns[column].name, csv->cell[column], min, max);
    *out = number;
    return true;
}

/* "4", "0x40" or "4-7". */
static bool range_check(struct csv *csv, unsigned column, struct range *out)
{
    char **ends = g_strsplit(csv->cell[column], "-", 2);
    struct range range;
    bool good = ends[0] != NULL && number_parse(ends[0], &range.first) &&
                number_parse(ends[1] != NULL ? ends[1] : ends[0], &range.last) && range.first <= range.last;
    g_strfreev(ends);
    if (!good)
        return csv_fault(csv, csv->row, "%s \"%s\" is neither a number nor a range such as 4-7",
                         csv->columns[column].name, csv->cell[column]);
    *out = range;
    return true;
}

/* Names become filter names, for which Wireshark allows these octets (and the dot, which is ours). */
static bool name_check(struct csv *csv, unsigned column)
{
    const char *name = csv->cell[column];
    if (name[0] == '\0' || strspn(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-") != strlen(name))
        return csv_fault(csv, csv->row, "%s \"%s\" cannot be a filter name, which has A-Z a-z 0-9 _ - only",
                         csv->columns[column].name, name);
    return true;
}

/* One of count words; an empty cell is the first. */
static bool word_check(struct csv *csv, unsigned column, const char *const *words, size_t count, uint8_t *out)
{
    const char *cell = csv->cell[column];
    if (cell[0] == '\0')
        cell = words[0];
    for (size_t i = 0; i < count; i++)
        if (strcmp(cell, words[i]) == 0) {
            *out = (uint8_t)i;
            return true;
        }
    GString *expected = g_string_new(words[0]);
    for (size_t i = 1; i < count; i++)
        g_string_append_printf(expected, ", %s", words[i]);
    csv_note(csv, csv->row, "%s \"%s\" is none of: %s", csv->columns[column].name, cell, expected->str);
    g_string_free(expected, TRUE);
    return false;
}

/* One of the names of a table of values, which is itself part of the registry. */
static bool value_check(const struct registry *reg, struct csv *csv, unsigned column, const char *vocabulary,
                        uint8_t *out)
{
    const struct table *table = table_find(reg, vocabulary);
    if (table == NULL)
        return csv_fault(csv, csv->row, "values/%s.csv, which lists what may stand in column %s, is missing",
                         vocabulary, csv->columns[column].name);
    GPtrArray *words = g_ptr_array_new();
    for (guint i = 0; i < table->values->len; i++)
        g_ptr_array_add(words, (gpointer)g_array_index(table->values, struct value, i).name);
    uint8_t index;
    bool good = word_check(csv, column, (const char *const *)words->pdata, words->len, &index);
    g_ptr_array_unref(words);
    if (good)
        *out = (uint8_t)g_array_index(table->values, struct value, index).range.first;
    return good;
}

static bool type_check(const struct registry *reg, struct csv *csv, unsigned column, uint8_t *out)
{
    if (cell_empty(csv, column))
        return csv_fault(csv, csv->row, "%s is empty", csv->columns[column].name);
    return value_check(reg, csv, column, "informationElementDataType_339", out);
}

static bool table_check(const struct registry *reg, struct csv *csv, unsigned column,
                        const struct table **out)
{
    const struct table *table = table_find(reg, csv->cell[column]);
    if (table == NULL)
        return csv_fault(csv, csv->row, "%s \"%s\" is no file of values/", csv->columns[column].name,
                         csv->cell[column]);
    *out = table;
    return true;
}

/* An element that an earlier file defines. */
static bool element_check(const struct registry *reg, struct csv *csv, uint32_t pen, unsigned column,
                          struct element **out)
{
    uint64_t id;
    if (!number_check(csv, column, 0, ID_MAX, &id))
        return false;
    struct element *element = element_find(reg, pen, (uint16_t)id);
    if (element == NULL)
        return csv_fault(csv, csv->row, "%s: enterprise %" PRIu32 " has no element %" PRIu64,
                         csv->columns[column].name, pen, id);
    *out = element;
    return true;
}

/* ---- Reading files ---- */

typedef bool (*row_function)(struct registry *reg, struct csv *csv, void *context);

/* Notes the fault that ends the run.  Always false, so that checks can return it. */
static bool registry_fault(struct registry *reg, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool registry_fault(struct registry *reg, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_free(reg->error);
    reg->error = g_strdup_vprintf(format, args);
    va_end(args);
    return false;
}

/* Calls row for every row of the file, whose path is relative to the registry. */
static bool file_read(struct registry *reg, const char *path, const struct csv_column *columns,
                      unsigned column_count, row_function row, void *context)
{
    char *full_path = g_build_filename(reg->dir, path, NULL);
    const char *file = g_string_chunk_insert(reg->strings, full_path);
    g_free(full_path);

    char *text;
    gsize len;
    GError *error = NULL;
    if (!g_file_get_contents(file, &text, &len, &error)) {
        registry_fault(reg, "%s", error->message);
        g_error_free(error);
        return false;
    }
    g_ptr_array_add(reg->texts, text);

    struct csv csv;
    if (!csv_open(&csv, file, text, len, columns, column_count))
        return registry_fault(reg, "%s", csv.error);
    for (;;) {
        enum csv_status status = csv_next(&csv);
        if (status == CSV_END)
            return true;
        if (status == CSV_FAULT || !row(reg, &csv, context))
            return registry_fault(reg, "%s", csv.error);
    }
}

static gint strings_compare(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of a folder's CSV files without ".csv", sorted; NULL after a fault. */
static GPtrArray *folder_list(struct registry *reg, const char *folder)
{
    char *path = g_build_filename(reg->dir, folder, NULL);
    GError *error = NULL;
    GDir *dir = g_dir_open(path, 0, &error);
    g_free(path);
    if (dir == NULL) {
        registry_fault(reg, "%s", error->message);
        g_error_free(error);
        return NULL;
    }
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(dir)) != NULL;)
        if (g_str_has_suffix(name, ".csv"))
            g_ptr_array_add(names, g_strndup(name, strlen(name) - strlen(".csv")));
    g_dir_close(dir);
    g_ptr_array_sort(names, strings_compare);
    return names;
}

/* Calls read for every CSV file of a folder. */
static bool folder_read(struct registry *reg, const char *folder,
                        bool (*read)(struct registry *reg, const char *name, const char *path))
{
    GPtrArray *names = folder_list(reg, folder);
    if (names == NULL)
        return false;
    bool good = true;
    for (guint i = 0; i < names->len && good; i++) {
        const char *name = g_ptr_array_index(names, i);
        char *path = g_strdup_printf("%s/%s.csv", folder, name);
        good = read(reg, name, path);
        g_free(path);
    }
    g_ptr_array_unref(names);
    return good;
}

/* ---- values/ ---- */

enum { VALUE_VALUE, VALUE_NAME, VALUE_NOTE };
static const struct csv_column value_columns[] = {{"Value", true}, {"Name", true}, {"Note", false}};

static bool value_row(struct registry *reg, struct csv *csv, void *context)
{
    (void)reg;
    struct table *table = context;
    struct value value = {.name = csv->cell[VALUE_NAME]};
    if (!range_check(csv, VALUE_VALUE, &value.range))
        return false;
    if (value.name[0] == '\0')
        return csv_fault(csv, csv->row, "Name is empty");
    guint count = table->values->len;
    uint64_t last = count > 0 ? g_array_index(table->values, struct value, count - 1).range.last : 0;
    if (count > 0 && value.range.first <= last)
        return csv_fault(csv, csv->row, "Value \"%s\" does not lie above the row before",
                         csv->cell[VALUE_VALUE]);
    g_array_append_val(table->values, value);
    return true;
}

static bool values_read(struct registry *reg, const char *name, const char *path)
{
    struct table *table = g_new0(struct table, 1);
    table->name = g_string_chunk_insert(reg->strings, name);
    table->values = g_array_new(FALSE, FALSE, sizeof(struct value));
    g_ptr_array_add(reg->tables, table);
    if (!file_read(reg, path, value_columns, G_N_ELEMENTS(value_columns), value_row, table))
        return false;
    return table->values->len > 0 || registry_fault(reg, "%s/%s:1: no rows", reg->dir, path);
}

/* ---- Elements: iana.csv and vendors/ ---- */

enum {
    ELEMENT_ID,
    ELEMENT_NAME,
    ELEMENT_TYPE,
    ELEMENT_SEMANTICS,
    ELEMENT_UNITS,
    ELEMENT_STATUS,
    ELEMENT_RANGE,
    ELEMENT_WIDTH,
    ELEMENT_LIST_OF,
    ELEMENT_REVERSIBLE,
    ELEMENT_REFERENCE
};
static const struct csv_column element_columns[] = {
    {"ElementID", true}, {"Name", true},       {"DataType", true},   {"Semantics", true},
    {"Units", true},     {"Status", true},     {"Range", true},      {"Width", true},
    {"ListOf", true},    {"Reversible", true}, {"Reference", false},
};
#define VENDOR_COLUMN_COUNT (ELEMENT_UNITS + 1) /* a vendor's file has the first columns only */

struct source {
    uint32_t pen;
    const char *key;
};

static const char *qualified_name(const struct registry *reg, const struct ipfix_ie *ie)
{
    if (ie->key[0] == '\0')
        return ie->name;
    char *name = g_strdup_printf("%s.%s", ie->key, ie->name);
    const char *kept = g_string_chunk_insert_const(reg->strings, name);
    g_free(name);
    return kept;
}

static void element_add(struct registry *reg, const struct element *element)
{
    struct element *kept = g_memdup2(element, sizeof *element);
    gint64 key = number_key(element->ie.pen, element->ie.id);
    g_ptr_array_add(reg->elements, kept);
    g_hash_table_insert(reg->by_number, g_memdup2(&key, sizeof key), kept);
    g_hash_table_insert(reg->by_name, (gpointer)qualified_name(reg, &kept->ie), kept);
}

static bool element_unique_check(const struct registry *reg, struct csv *csv, const struct element *element)
{
    const struct element *other = element_find(reg, element->ie.pen, element->ie.id);
    if (other != NULL)
        return csv_fault(csv, csv->row, "ElementID \"%s\" is taken by %s in line %u", csv->cell[ELEMENT_ID],
                         other->ie.name, other->line);
    other = g_hash_table_lookup(reg->by_name, qualified_name(reg, &element->ie));
    if (other != NULL)
        return csv_fault(csv, csv->row, "Name \"%s\" is taken by element %u in line %u", element->ie.name,
                         other->ie.id, other->line);
    return true;
}

static bool element_range_check(struct csv *csv, struct ipfix_ie *ie)
{
    if (cell_empty(csv, ELEMENT_RANGE))
        return true;
    struct range range;
    if (!range_check(csv, ELEMENT_RANGE, &range))
        return false;
    if (ie->type < IPFIX_U8 || ie->type > IPFIX_U64)
        return csv_fault(csv, csv->row, "Range \"%s\" needs an unsigned type of up to 64 bits, not %s",
                         csv->cell[ELEMENT_RANGE], csv->cell[ELEMENT_TYPE]);
    ie->flags |= IPFIX_IE_RANGE;
    ie->min = range.first;
    ie->max = range.last;
    return true;
}

/* The columns that only iana.csv has. */
static bool iana_cells_check(struct csv *csv, struct ipfix_ie *ie)
{
    static const char *const status[] = {"current", "deprecated"};
    static const char *const reversible[] = {"yes", "no"};
    uint8_t deprecated;
    uint8_t not_reversible;
    uint64_t width = 0;
    uint64_t list_of = 0;
    if (!word_check(csv, ELEMENT_STATUS, status, G_N_ELEMENTS(status), &deprecated) ||
        !word_check(csv, ELEMENT_REVERSIBLE, reversible, G_N_ELEMENTS(reversible), &not_reversible) ||
        !element_range_check(csv, ie))
        return false;
    if (!cell_empty(csv, ELEMENT_WIDTH) && !number_check(csv, ELEMENT_WIDTH, 1, VARIABLE_LENGTH - 1, &width))
        return false;
    if (!cell_empty(csv, ELEMENT_LIST_OF) && !number_check(csv, ELEMENT_LIST_OF, 1, ID_MAX, &list_of))
        return false;
    if (list_of != 0 && ie->type != IPFIX_BASIC_LIST)
        return csv_fault(csv, csv->row, "ListOf \"%s\" needs the type basicList, not %s",
                         csv->cell[ELEMENT_LIST_OF], csv->cell[ELEMENT_TYPE]);
    if (deprecated)
        ie->flags |= IPFIX_IE_DEPRECATED;
    if (not_reversible)
        ie->flags |= IPFIX_IE_NOT_REVERSIBLE;
    ie->width = (uint16_t)width;
    ie->list_of = (uint16_t)list_of;
    return true;
}

static bool element_row(struct registry *reg, struct csv *csv, void *context)
{
    const struct source *source = context;
    bool iana = source->pen == IPFIX_PEN_IANA;
    uint64_t id;
    if (!number_check(csv, ELEMENT_ID, iana ? 1 : 0, ID_MAX, &id))
        return false;
    if (iana && cell_empty(csv, ELEMENT_NAME) && cell_empty(csv, ELEMENT_TYPE))
        return true; /* IANA lists numbers that it withdrew or set aside: no element has them */

    struct element element = {.file = csv->file, .line = csv->row};
    struct ipfix_ie *ie = &element.ie;
    *ie = (struct ipfix_ie){.pen = source->pen,
                            .id = (uint16_t)id,
                            .name = csv->cell[ELEMENT_NAME],
                            .key = source->key,
                            .units = "",
                            .cflow = ""};
    uint8_t unit;
    if (!name_check(csv, ELEMENT_NAME) || !type_check(reg, csv, ELEMENT_TYPE, &ie->type) ||
        !value_check(reg, csv, ELEMENT_SEMANTICS, "informationElementSemantics_344", &ie->semantics) ||
        !value_check(reg, csv, ELEMENT_UNITS, "informationElementUnits_345", &unit) ||
        (iana && !iana_cells_check(csv, ie)) || !element_unique_check(reg, csv, &element))
        return false;
    if (unit != 0) /* 0 is "none" */
        ie->units = csv->cell[ELEMENT_UNITS];
    element_add(reg, &element);
    return true;
}

/* A list that may hold one element only must name one that exists; it may stand further down. */
static bool list_of_check(struct registry *reg)
{
    for (guint i = 0; i < reg->elements->len; i++) {
        const struct element *element = g_ptr_array_index(reg->elements, i);
        if (element->ie.list_of != 0 && element_find(reg, IPFIX_PEN_IANA, element->ie.list_of) == NULL)
            return registry_fault(reg, "%s:%u: ListOf \"%u\" is no element of this file", element->file,
                                  element->line, element->ie.list_of);
    }
    return true;
}

static bool iana_read(struct registry *reg)
{
    struct source source = {IPFIX_PEN_IANA, ""};
    return file_read(reg, "iana.csv", element_columns, G_N_ELEMENTS(element_columns), element_row, &source) &&
           list_of_check(reg);
}

/* "6871_cert": the enterprise number and the key, each in one file only. */
static const char *vendor_name_fault(struct registry *reg, const char *name, struct source *out)
{
    char **parts = g_strsplit(name, "_", 2);
    const char *key = parts[1] != NULL ? parts[1] : "";
    uint64_t pen = 0;
    const char *fault = NULL;
    if (!number_parse(parts[0], &pen) || pen == IPFIX_PEN_IANA || pen == IPFIX_PEN_REVERSE ||
        pen > UINT32_MAX || !g_ascii_islower(key[0]) ||
        strspn(key, G_CSET_a_2_z G_CSET_DIGITS) != strlen(key))
        fault = "file name is not PEN_KEY.csv, with a number and a key of a-z 0-9 that starts with a letter";
    else if (g_hash_table_contains(reg->vendors, parts[0]) || g_hash_table_contains(reg->vendors, key))
        fault = "another file has the same enterprise number or key";
    if (fault == NULL) {
        *out = (struct source){(uint32_t)pen, g_string_chunk_insert(reg->strings, key)};
        g_hash_table_add(reg->vendors, g_string_chunk_insert(reg->strings, parts[0]));
        g_hash_table_add(reg->vendors, (gpointer)out->key);
    }
    g_strfreev(parts);
    return fault;
}

static bool vendor_read(struct registry *reg, const char *name, const char *path)
{
    struct source source;
    const char *fault = vendor_name_fault(reg, name, &source);
    if (fault == NULL)
        return file_read(reg, path, element_columns, VENDOR_COLUMN_COUNT, element_row, &source);
    return registry_fault(reg, "%s/%s:1: %s", reg->dir, path, fault);
}

/* ---- value_tables.csv, cflow_names.csv, netflow_v9_fields.csv ---- */

enum { DISPLAY_PEN, DISPLAY_ID, DISPLAY_DISPLAY, DISPLAY_TABLE, DISPLAY_NOTE };
static const struct csv_column display_columns[] = {
    {"PEN", true}, {"ElementID", true}, {"Display", true}, {"Table", true}, {"Note", false},
};

static bool display_row(struct registry *reg, struct csv *csv, void *context)
{
    (void)context;
    uint64_t pen;
    struct element *element;
    uint8_t display;
    if (!number_check(csv, DISPLAY_PEN, 0, UINT32_MAX, &pen) ||
        !element_check(reg, csv, (uint32_t)pen, DISPLAY_ID, &element) ||
        !word_check(csv, DISPLAY_DISPLAY, displays, G_N_ELEMENTS(displays), &display))
        return false;
    if (element->ie.display != IPFIX_DISPLAY_PLAIN)
        return csv_fault(csv, csv->row, "%s has a display already", element->ie.name);
    bool named = display == IPFIX_DISPLAY_ENUM || display == IPFIX_DISPLAY_BITS;
    if (!named && !cell_empty(csv, DISPLAY_TABLE))
        return csv_fault(csv, csv->row, "Table \"%s\" needs Display enum or bits", csv->cell[DISPLAY_TABLE]);
    if (named && !table_check(reg, csv, DISPLAY_TABLE, &element->table))
        return false;
    element->ie.display = display;
    return true;
}

enum { CFLOW_ID, CFLOW_FIELD };
static const struct csv_column cflow_columns[] = {{"ElementID", true}, {"Field", true}};

static bool cflow_row(struct registry *reg, struct csv *csv, void *context)
{
    (void)context;
    struct element *element;
    if (!element_check(reg, csv, IPFIX_PEN_IANA, CFLOW_ID, &element))
        return false;
    if (!g_str_has_prefix(csv->cell[CFLOW_FIELD], "cflow."))
        return csv_fault(csv, csv->row, "Field \"%s\" does not start with cflow.", csv->cell[CFLOW_FIELD]);
    if (element->ie.cflow[0] != '\0')
        return csv_fault(csv, csv->row, "%s has the name %s already", element->ie.name, element->ie.cflow);
    element->ie.cflow = csv->cell[CFLOW_FIELD];
    return true;
}

enum { V9_TYPE, V9_NAME, V9_DATA_TYPE, V9_PEN, V9_ID, V9_TABLE, V9_NOTE };
static const struct csv_column v9_columns[] = {
    {"FieldType", true}, {"Name", true},  {"DataType", true}, {"PEN", true},
    {"ElementID", true}, {"Table", true}, {"Note", false},
};

static bool v9_row(struct registry *reg, struct csv *csv, void *context)
{
    (void)context;
    uint64_t type;
    uint64_t pen;
    uint8_t data_type;
    struct element *element;
    const struct table *table;
    if (!number_check(csv, V9_TYPE, 1, UINT16_MAX, &type) || !name_check(csv, V9_NAME))
        return false;
    if (!g_hash_table_add(reg->v9_types, GUINT_TO_POINTER((guint)type)))
        return csv_fault(csv, csv->row, "FieldType \"%s\" is there twice", csv->cell[V9_TYPE]);
    if (!cell_empty(csv, V9_DATA_TYPE) && !type_check(reg, csv, V9_DATA_TYPE, &data_type))
        return false;
    if (!cell_empty(csv, V9_TABLE) && !table_check(reg, csv, V9_TABLE, &table))
        return false;
    if (cell_empty(csv, V9_PEN) && cell_empty(csv, V9_ID))
        return true;
    return number_check(csv, V9_PEN, 0, UINT32_MAX, &pen) &&
           element_check(reg, csv, (uint32_t)pen, V9_ID, &element);
}

/* ---- Reverse elements ---- */

/* CERT has reverses among its forward numbers too, most of them obsolete. */
static bool is_named_reverse(const char *name)
{
    return g_str_has_prefix(name, "reverse") || g_str_has_prefix(name, "obsoleteReverse");
}

static const char *reverse_name(const struct registry *reg, const char *name)
{
    char *reverse = g_strdup_printf("reverse%c%s", g_ascii_toupper(name[0]), name + 1);
    const char *kept = g_string_chunk_insert_const(reg->strings, reverse);
    g_free(reverse);
    return kept;
}

static bool reverse_add(struct registry *reg, const struct element *forward, const struct reverse_rule *rule)
{
    struct element reverse = *forward;
    reverse.ie.pen = rule->reverse_pen;
    reverse.ie.id = forward->ie.id | rule->bit;
    reverse.ie.name = reverse_name(reg, forward->ie.name);
    reverse.ie.flags |= IPFIX_IE_REVERSE;
    reverse.ie.cflow = "";
    struct element *listed = element_find(reg, reverse.ie.pen, reverse.ie.id);
    if (listed != NULL) {
        listed->ie.flags |= IPFIX_IE_REVERSE;
        return true;
    }
    const struct element *other = g_hash_table_lookup(reg->by_name, qualified_name(reg, &reverse.ie));
    if (other != NULL)
        return registry_fault(reg, "%s:%u: Name \"%s\" is that of the reverse of element %u", other->file,
                              other->line, other->ie.name, forward->ie.id);
    element_add(reg, &reverse);
    return true;
}

/* Reverse elements have the type, semantics, units and names of the forward ones (RFC 5103 section 6.1).  What
 * is a reverse by its name has none of its own. */
static bool reverses_add(struct registry *reg, const struct reverse_rule *rule)
{
    guint count = reg->elements->len; /* those that are added here have no reverse */
    for (guint i = 0; i < count; i++) {
        struct element *element = g_ptr_array_index(reg->elements, i);
        if (element->ie.pen != rule->pen || (element->ie.id & rule->bit) != 0)
            continue;
        if (is_named_reverse(element->ie.name))
            element->ie.flags |= IPFIX_IE_NOT_REVERSIBLE;
        else if (!reverse_add(reg, element, rule))
            return false;
    }
    return true;
}

static bool registry_read(struct registry *reg)
{
    /* Values first: they are the vocabularies of the other files. */
    if (!folder_read(reg, "values", values_read) || !iana_read(reg) ||
        !folder_read(reg, "vendors", vendor_read) ||
        !file_read(reg, "value_tables.csv", display_columns, G_N_ELEMENTS(display_columns), display_row,
                   NULL) ||
        !file_read(reg, "cflow_names.csv", cflow_columns, G_N_ELEMENTS(cflow_columns), cflow_row, NULL) ||
        !file_read(reg, "netflow_v9_fields.csv", v9_columns, G_N_ELEMENTS(v9_columns), v9_row, NULL))
        return false;
    for (size_t i = 0; i < G_N_ELEMENTS(reverse_rules); i++)
        if (!reverses_add(reg, &reverse_rules[i]))
            return false;
    return true;
}

/* ---- Writing ---- */

static gint number_order(gconstpointer a, gconstpointer b)
{
    const struct ipfix_ie *left = &(*(const struct element *const *)a)->ie;
    const struct ipfix_ie *right = &(*(const struct element *const *)b)->ie;
    gint64 left_key = number_key(left->pen, left->id);
    gint64 right_key = number_key(right->pen, right->id);
    return (left_key > right_key) - (left_key < right_key);
}

static gint name_order(gconstpointer a, gconstpointer b, gpointer elements)
{
    const struct element *left = g_ptr_array_index((GPtrArray *)elements, *(const uint16_t *)a);
    const struct element *right = g_ptr_array_index((GPtrArray *)elements, *(const uint16_t *)b);
    int order = strcmp(left->ie.key, right->ie.key);
    return order != 0 ? order : strcmp(left->ie.name, right->ie.name);
}

static void string_write(GString *out, const char *text)
{
    char *escaped = g_strescape(text, NULL);
    g_string_append_printf(out, "\"%s\"", escaped);
    g_free(escaped);
}

static void tables_write(GString *out, const struct registry *reg)
{
    for (guint i = 0; i < reg->tables->len; i++) {
        const struct table *table = g_ptr_array_index(reg->tables, i);
        g_string_append_printf(out, "static const struct ipfix_name values_%u[] = {\n", i);
        for (guint k = 0; k < table->values->len; k++) {
            const struct value *value = &g_array_index(table->values, struct value, k);
            g_string_append_printf(out, "{%" PRIu64 "u,%" PRIu64 "u,", value->range.first, value->range.last);
            string_write(out, value->name);
            g_string_append(out, "},\n");
        }
        g_string_append(out, "};\n");
    }
    g_string_append(out, "const struct ipfix_names ie_names[] = {\n");
    for (guint i = 0; i < reg->tables->len; i++) {
        const struct table *table = g_ptr_array_index(reg->tables, i);
        g_string_append_c(out, '{');
        string_write(out, table->name);
        g_string_append_printf(out, ",%u,values_%u},\n", table->values->len, i);
    }
    g_string_append_printf(out, "};\nconst size_t ie_names_count = %u;\n", reg->tables->len);
}

static void element_write(GString *out, const struct registry *reg, const struct element *element)
{
    const struct ipfix_ie *ie = &element->ie;
    g_string_append_printf(out, "{%" PRIu32 "u,%u,%u,%u,%u,%u,%u,%u,", ie->pen, ie->id, ie->type,
                           ie->semantics, ie->display, ie->flags, ie->width, ie->list_of);
    const char *const texts[] = {ie->name, ie->key, ie->units, ie->cflow};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        string_write(out, texts[i]);
        g_string_append_c(out, ',');
    }
    g_string_append_printf(out, "%" PRIu64 "u,%" PRIu64 "u,", ie->min, ie->max);
    guint table;
    if (element->table != NULL && g_ptr_array_find(reg->tables, element->table, &table))
        g_string_append_printf(out, "&ie_names[%u]},\n", table);
    else
        g_string_append(out, "NULL},\n");
}

static void elements_write(GString *out, const struct registry *reg)
{
    g_string_append(out, "const struct ipfix_ie ie_table[] = {\n");
    for (guint i = 0; i < reg->elements->len; i++)
        element_write(out, reg, g_ptr_array_index(reg->elements, i));
    g_string_append_printf(out, "};\nconst size_t ie_table_count = %u;\n", reg->elements->len);
}

static void name_order_write(GString *out, const struct registry *reg)
{
    guint count = reg->elements->len;
    uint16_t *order = g_new(uint16_t, count);
    for (guint i = 0; i < count; i++)
        order[i] = (uint16_t)i;
    g_qsort_with_data(order, (gint)count, sizeof *order, name_order, reg->elements);
    g_string_append(out, "const uint16_t ie_name_order[] = {");
    for (guint i = 0; i < count; i++)
        g_string_append_printf(out, "%s%u,", i % 16 == 0 ? "\n" : "", order[i]);
    g_string_append(out, "\n};\n");
    g_free(order);
}

/* Where IANA's elements stand, by number, and 1 more: the commonest of all look-ups takes one step. */
static void iana_index_write(GString *out, const struct registry *reg)
{
    uint32_t id = 0;

    g_string_append(out, "const uint16_t ie_iana[] = {");
    for (guint i = 0; i < reg->elements->len; i++) {
        const struct element *e = g_ptr_array_index(reg->elements, i);
        if (e->ie.pen != IPFIX_PEN_IANA)
            break;
        for (; id <= e->ie.id; id++)
            g_string_append_printf(out, "%s%u,", id % 16 == 0 ? "\n" : "", id == e->ie.id ? i + 1 : 0);
    }
    g_string_append_printf(out, "\n};\nconst size_t ie_iana_count = %u;\n", id);
}

static bool registry_write(struct registry *reg, const char *path)
{
    if (reg->elements->len > UINT16_MAX)
        return registry_fault(reg, "more elements than a 16-bit index can tell apart");
    g_ptr_array_sort(reg->elements, number_order);
    GString *out = g_string_new("/* Made by iegen from the registry. */\n#include \"ie_table.h\"\n");
    tables_write(out, reg);
    elements_write(out, reg);
    name_order_write(out, reg);
    iana_index_write(out, reg);
    GError *error = NULL;
    /* Writes beside and renames, so that a build never sees half a table. */
    bool good = g_file_set_contents(path, out->str, (gssize)out->len, &error);
    g_string_free(out, TRUE);
    if (!good) {
        registry_fault(reg, "%s", error->message);
        g_error_free(error);
    }
    return good;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: iegen REGISTRY_DIR OUT.c\n");
        return EXIT_FAILURE;
    }
    struct registry *reg = registry_new(argv[1]);
    bool good = registry_read(reg) && registry_write(reg, argv[2]);
    if (!good)
        fprintf(stderr, "%s\n", reg->error);
    registry_free(reg);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
