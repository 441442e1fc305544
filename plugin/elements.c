/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Elements that users define, beside those that are built in: in the table of the preferences, in CSV files
 * that a preference names, and in those of the folder "ipfix" in Wireshark's personal configuration folder.
 * Where two define the same element, the first in this order counts.  Files are of two forms: ours, with a header
 * and one enterprise for each file, and that of Telegraf's netflow input, whose lines are PEN.ID,NAME,TYPE.
 */
#include "packet-ipfix.h"

#include <csv.h>

#include <epan/uat.h>
#include <wsutil/filesystem.h>
#include <wsutil/report_message.h>

#define ID_MAX 32767u /* the top bit says "enterprise" (RFC 7011 section 3.2) */
#define COMPLAINTS_TOLD 20

struct element {
    struct ipfix_ie ie; /* first, so that element_field finds the rest */
    uint64_t number;
    const struct ipfix_ie *replaced; /* the built-in element whose field made way; NULL: none did */
    int hf;
};

/* struct element by number.  An element lives on when it is redefined: templates, and items that are still
 * on screen, name it until the capture is read again. */
static GHashTable *elements;

static const char *pref_files = "";
static char *loaded_files; /* the preference as it was when they were read */
static GHashTable *told;   /* complaints of the last load */

static uint64_t number_of(uint32_t pen, uint32_t id)
{
    return (uint64_t)pen << 16 | id;
}

const struct ipfix_ie *element_find(void *context _U_, uint32_t pen, uint16_t id)
{
    uint64_t number = number_of(pen, id);
    const struct element *e = g_hash_table_lookup(elements, &number);

    return e != NULL ? &e->ie : NULL;
}

int element_field(const struct ipfix_ie *ie)
{
    return ((const struct element *)ie)->hf;
}

/* ---- what makes a definition ---- */

/* As users write it. */
struct definition {
    uint32_t pen;
    uint32_t id;
    const char *key;
    const char *name;
    const char *type;
    const char *semantics;
    const char *units;
    bool override; /* where the element is built in, this one counts */
};

/* IANA's elements and their reverse ones (RFC 5103) stand directly under "ipfix.". */
static bool has_no_key(uint32_t pen)
{
    return pen == IPFIX_PEN_IANA || pen == IPFIX_PEN_REVERSE;
}

static bool consists_of(const char *text, const char *octets)
{
    return *text != '\0' && strspn(text, octets) == strlen(text);
}

/* The value that a table of names has under a word, the first under none; -1: no such word. */
static int value_named(const char *table, const char *word)
{
    const struct ipfix_names *names = ipfix_names_find(table);

    for (uint32_t i = 0; i < names->count; i++)
        if (*word == '\0' || strcmp(names->name[i].name, word) == 0)
            return (int)names->name[i].first;
    return -1;
}

/* What other tools call the types, beside the names of RFC 7012.  Where they leave the width open, the widest serves:
 * shorter values are read as it with reduced-size encoding (RFC 7011 section 6.2). */
static const struct {
    const char *word;
    enum ipfix_type type;
} type_words[] = {
    {"uint", IPFIX_U64},          {"uint8", IPFIX_U8},        {"uint16", IPFIX_U16},
    {"uint32", IPFIX_U32},        {"uint64", IPFIX_U64},      {"int", IPFIX_S64},
    {"int8", IPFIX_S8},           {"int16", IPFIX_S16},       {"int32", IPFIX_S32},
    {"int64", IPFIX_S64},         {"float", IPFIX_F64},       {"bool", IPFIX_BOOLEAN},
    {"proto", IPFIX_U8},          {"hex", IPFIX_OCTET_ARRAY}, {"octets", IPFIX_OCTET_ARRAY},
    {"bytes", IPFIX_OCTET_ARRAY}, {"mac", IPFIX_MAC},         {"ipv4", IPFIX_IPV4},
    {"ipv6", IPFIX_IPV6},
};

/* -1: there is no such type. */
static int type_of(const char *word)
{
    for (unsigned i = 0; i < array_length(type_words); i++)
        if (strcmp(type_words[i].word, word) == 0)
            return (int)type_words[i].type;
    return ipfix_type_by_name(word, strlen(word));
}

/* What keeps names from being a filter name; NULL: nothing. */
static char *names_fault(const struct definition *def)
{
    bool keyless = has_no_key(def->pen);

    if (keyless && *def->key != '\0')
        return g_strdup_printf("elements of enterprise %u have no vendor key", def->pen);
    if (!keyless && (!consists_of(def->key, G_CSET_a_2_z G_CSET_DIGITS) || g_ascii_isdigit(*def->key)))
        return g_strdup_printf("vendor key \"%s\" is not made of a-z 0-9 with a letter in front", def->key);
    if (!consists_of(def->name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-"))
        return g_strdup_printf("name \"%s\" is not made of A-Z a-z 0-9 _ -", def->name);
    return NULL;
}

/* Make an element of a definition, whose texts it borrows.  NULL, or what is wrong, for g_free. */
static char *definition_read(const struct definition *def, struct ipfix_ie *ie)
{
    const struct ipfix_ie *built_in = ipfix_ie_find(def->pen, (uint16_t)def->id);
    int type = type_of(def->type);
    int semantics = value_named("informationElementSemantics_344", def->semantics);
    int units = value_named("informationElementUnits_345", def->units);

    if (def->id > ID_MAX)
        return g_strdup_printf("element number %u is above %u", def->id, ID_MAX);
    if (type < 0)
        return g_strdup_printf("type \"%s\" is unknown; those of RFC 7012 are, as unsigned32 or string, and"
                               " short ones, as uint32, hex, ipv4 or ipv6",
                               def->type);
    if (semantics < 0)
        return g_strdup_printf("semantics \"%s\" are unknown; those of RFC 7012 are, as deltaCounter",
                               def->semantics);
    if (units < 0)
        return g_strdup_printf("units \"%s\" are unknown; those of IANA's registry are, as octets",
                               def->units);
    if (built_in != NULL && !def->override)
        return g_strdup_printf("element %u of enterprise %u is built in as %s", def->id, def->pen,
                               built_in->name);
    char *fault = names_fault(def);
    if (fault != NULL)
        return fault;
    *ie = (struct ipfix_ie){
        .pen = def->pen,
        .id = (uint16_t)def->id,
        .type = (uint8_t)type,
        .semantics = (uint8_t)semantics,
        .name = def->name,
        .key = def->key,
        .units = units > 0 ? def->units : "",
        .cflow = "",
    };
    return NULL;
}

/* ---- taking elements in ---- */

/* NULL, or why this cannot be an element, for g_free. */
static char *element_add(const struct ipfix_ie *ie)
{
    const struct ipfix_ie *twin = element_find(NULL, ie->pen, ie->id);
    const struct ipfix_ie *built_in = ipfix_ie_find(ie->pen, ie->id);

    if (twin != NULL)
        return g_strdup_printf("element %u of enterprise %u is defined already, as %s", ie->id, ie->pen,
                               twin->name);
    const char *name = field_name(ie);
    const header_field_info *taken = proto_registrar_get_byname(name);
    bool replaces = taken != NULL && built_in != NULL && taken->id == field_of(built_in);
    if (taken != NULL && !replaces)
        return g_strdup_printf("a field %s is there already", name);

    struct element *e = wmem_new0(wmem_epan_scope(), struct element);
    e->ie = *ie;
    e->ie.name = wmem_strdup(wmem_epan_scope(), ie->name);
    e->ie.key = wmem_strdup(wmem_epan_scope(), ie->key);
    e->ie.units = wmem_strdup(wmem_epan_scope(), ie->units);
    e->number = number_of(ie->pen, ie->id);
    /* Wireshark takes fields of one name for fields of one type: they cannot stand side by side. */
    if (replaces) {
        e->replaced = built_in;
        field_remove(field_of(built_in));
    }
    field_add(&e->hf, &e->ie, name);
    g_hash_table_insert(elements, &e->number, e);
    return NULL;
}

static void definition_take(const struct definition *def, const char *where, unsigned line,
                            GPtrArray *complaints)
{
    struct ipfix_ie ie = {0};
    char *fault = definition_read(def, &ie);

    if (fault == NULL)
        fault = element_add(&ie);
    if (fault != NULL)
        g_ptr_array_add(complaints, g_strdup_printf("%s:%u: %s", where, line, fault));
    g_free(fault);
}

static void elements_clear(void)
{
    GHashTableIter iter;
    void *value;

    g_hash_table_iter_init(&iter, elements);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const struct element *e = value;
        field_remove(e->hf);
        if (e->replaced != NULL)
            built_in_field_restore(e->replaced);
    }
    g_hash_table_remove_all(elements);
}

/* ---- CSV files ---- */

/* Reads the cells of a row as a definition. */
typedef bool (*row_reader)(struct csv *csv, struct definition *def);

/* A row that cannot be used leaves the others as they are. */
static void rows_take(struct csv *csv, row_reader read, struct definition *def, GPtrArray *complaints)
{
    enum csv_status status;

    while ((status = csv_next(csv)) != CSV_END) {
        if (status == CSV_ROW && read(csv, def)) {
            definition_take(def, csv->file, csv->row, complaints);
            continue;
        }
        g_ptr_array_add(complaints, g_strdup(csv->error));
        csv_resume(csv);
    }
}

/* ---- those with a header, PEN_KEY.csv ---- */

enum { COLUMN_ID, COLUMN_NAME, COLUMN_TYPE, COLUMN_SEMANTICS, COLUMN_UNITS, COLUMN_OVERRIDE };
static const struct csv_column columns[] = {
    {"ElementID", true},  {"Name", true},   {"DataType", true},
    {"Semantics", false}, {"Units", false}, {"Override", false},
};

static bool row_read(struct csv *csv, struct definition *def)
{
    const char *override = csv->cell[COLUMN_OVERRIDE];
    guint64 id;

    if (!g_ascii_string_to_unsigned(csv->cell[COLUMN_ID], 10, 0, ID_MAX, &id, NULL))
        return csv_fault(csv, csv->row, "element number \"%s\" is not from 0 to %u", csv->cell[COLUMN_ID],
                         ID_MAX);
    if (*override != '\0' && strcmp(override, "yes") != 0 && strcmp(override, "no") != 0)
        return csv_fault(csv, csv->row, "override \"%s\" is neither yes nor no", override);
    def->id = (uint32_t)id;
    def->name = csv->cell[COLUMN_NAME];
    def->type = csv->cell[COLUMN_TYPE];
    def->semantics = csv->cell[COLUMN_SEMANTICS];
    def->units = csv->cell[COLUMN_UNITS];
    def->override = strcmp(override, "yes") == 0;
    return true;
}

/* "32473_acme.csv": enterprise number and vendor key; "0_mine.csv" has elements of IANA's.  The key is for g_free;
 * NULL where the name is no such name. */
static char *file_key(const char *path, uint32_t *pen)
{
    char *base = g_path_get_basename(path);
    char *key = strchr(base, '_');
    guint64 number;
    char *result = NULL;

    if (key != NULL && g_str_has_suffix(key, ".csv")) {
        *key++ = '\0';
        key[strlen(key) - strlen(".csv")] = '\0';
        if (g_ascii_string_to_unsigned(base, 10, 0, UINT32_MAX, &number, NULL)) {
            *pen = (uint32_t)number;
            result = g_strdup(has_no_key(*pen) ? "" : key);
        }
    }
    g_free(base);
    return result;
}

static void headed_take(const char *path, char *text, size_t len, GPtrArray *complaints)
{
    struct definition def = {0};
    struct csv csv;
    char *key = file_key(path, &def.pen);

    def.key = key;
    if (key == NULL)
        g_ptr_array_add(
            complaints,
            g_strdup_printf("%s: file name is not PEN_KEY.csv, as for columns ElementID,Name,DataType,"
                            " and its lines are not PEN.ID,NAME,TYPE",
                            path));
    else if (!csv_open(&csv, path, text, len, columns, array_length(columns)))
        g_ptr_array_add(complaints, g_strdup(csv.error));
    else
        rows_take(&csv, row_read, &def, complaints);
    g_free(key);
}

/* ---- those without, whose lines are PEN.ID,NAME,TYPE ---- */

enum { NUMBERED_ID, NUMBERED_NAME, NUMBERED_TYPE };
static const struct csv_column numbered_columns[] = {{"PEN.ID", true}, {"Name", true}, {"Type", true}};

/* Is a file of this form?  Its first line tells that is neither empty nor a comment. */
static bool is_numbered(const char *text)
{
    if (g_str_has_prefix(text, "\xEF\xBB\xBF"))
        text += 3;
    while (*text == '#' || *text == '\r' || *text == '\n') {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    size_t pen = strspn(text, G_CSET_DIGITS);
    if (pen == 0 || text[pen] != '.')
        return false;
    size_t id = strspn(text + pen + 1, G_CSET_DIGITS);
    return id > 0 && text[pen + 1 + id] == ',';
}

/* "32473.7" */
static bool number_read(const char *cell, uint32_t *pen, uint32_t *id)
{
    char **part = g_strsplit(cell, ".", 2);
    guint64 left, right;
    bool well = g_strv_length(part) == 2 &&
                g_ascii_string_to_unsigned(part[0], 10, 0, UINT32_MAX, &left, NULL) &&
                g_ascii_string_to_unsigned(part[1], 10, 0, ID_MAX, &right, NULL);

    g_strfreev(part);
    if (!well)
        return false;
    *pen = (uint32_t)left;
    *id = (uint32_t)right;
    return true;
}

/* What such files have no word for: the vendor key that is built in, else "pen32473". */
static const char *key_of(uint32_t pen)
{
    static char made[sizeof "pen4294967295"];
    const char *built_in = ipfix_vendor_key(pen);

    if (has_no_key(pen))
        return "";
    (void)snprintf(made, sizeof made, "pen%u", pen);
    return built_in != NULL ? built_in : made;
}

/* Blanks may stand behind a comma. */
static const char *blanks_skip(const char *cell)
{
    return cell + strspn(cell, " \t");
}

static bool numbered_row_read(struct csv *csv, struct definition *def)
{
    *def = (struct definition){
        .name = blanks_skip(csv->cell[NUMBERED_NAME]),
        .type = blanks_skip(csv->cell[NUMBERED_TYPE]),
        .semantics = "",
        .units = "",
    };
    if (!number_read(csv->cell[NUMBERED_ID], &def->pen, &def->id))
        return csv_fault(csv, csv->row, "\"%s\" is not PEN.ID, as 32473.7, with an ID from 0 to %u",
                         csv->cell[NUMBERED_ID], ID_MAX);
    def->key = key_of(def->pen);
    return true;
}

static void numbered_take(const char *path, char *text, size_t len, GPtrArray *complaints)
{
    struct definition def;
    struct csv csv;

    if (csv_open_headless(&csv, path, text, len, numbered_columns, array_length(numbered_columns)))
        rows_take(&csv, numbered_row_read, &def, complaints);
    else
        g_ptr_array_add(complaints, g_strdup(csv.error));
}

/* ---- files of either form ---- */

static void file_take(const char *path, GPtrArray *complaints)
{
    GError *error = NULL;
    char *text;
    size_t len;

    if (!g_file_get_contents(path, &text, &len, &error)) {
        g_ptr_array_add(complaints, g_strdup(error->message));
        g_error_free(error);
        return;
    }
    if (is_numbered(text))
        numbered_take(path, text, len, complaints);
    else
        headed_take(path, text, len, complaints);
    g_free(text);
}

static void files_take(const char *list, GPtrArray *complaints)
{
    char **paths = g_strsplit(list, ";", -1);

    for (char **path = paths; *path != NULL; path++)
        if (*g_strstrip(*path) != '\0')
            file_take(*path, complaints);
    g_strfreev(paths);
}

static int paths_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Every CSV file of the folder, in order of names: which one comes first may decide. */
static void folder_take(GPtrArray *complaints)
{
    char *folder = get_persconffile_path("ipfix", FALSE);
    GDir *dir = g_dir_open(folder, 0, NULL); /* few have one */
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);

    for (const char *name; dir != NULL && (name = g_dir_read_name(dir)) != NULL;)
        if (g_str_has_suffix(name, ".csv"))
            g_ptr_array_add(paths, g_build_filename(folder, name, NULL));
    g_ptr_array_sort(paths, paths_compare);
    for (unsigned i = 0; i < paths->len; i++)
        file_take(g_ptr_array_index(paths, i), complaints);
    g_ptr_array_free(paths, TRUE);
    if (dir != NULL)
        g_dir_close(dir);
    g_free(folder);
}

/* ---- the table of the preferences ---- */

struct row {
    uint32_t pen;
    char *key;
    uint32_t id;
    char *name;
    uint32_t type;
    char *units;
};

static struct row *rows;
static unsigned row_count;
static value_string types[IPFIX_TYPE_COUNT + 1];

/* Functions that move a cell into a row and back. */
/* cppcheck-suppress unknownMacro */
UAT_DEC_CB_DEF(row, pen, struct row)
UAT_CSTRING_CB_DEF(row, key, struct row)
UAT_DEC_CB_DEF(row, id, struct row)
UAT_CSTRING_CB_DEF(row, name, struct row)
UAT_VS_DEF(row, type, struct row, uint32_t, IPFIX_OCTET_ARRAY, "octetArray")
UAT_CSTRING_CB_DEF(row, units, struct row)

static void *row_copy(void *to, const void *from, size_t size _U_)
{
    const struct row *source = from;
    struct row *row = to;

    *row = *source;
    row->key = g_strdup(source->key);
    row->name = g_strdup(source->name);
    row->units = g_strdup(source->units);
    return row;
}

static void row_free(void *p)
{
    struct row *row = p;

    g_free(row->key);
    g_free(row->name);
    g_free(row->units);
}

static struct definition row_definition(const struct row *row)
{
    return (struct definition){
        .pen = row->pen,
        .id = row->id,
        .key = row->key != NULL ? row->key : "",
        .name = row->name != NULL ? row->name : "",
        .type = ipfix_type_name(row->type),
        .semantics = "",
        .units = row->units != NULL ? row->units : "",
    };
}

/* Tells while a row is typed what is wrong with it. */
static ws_row_bool row_check(void *p, char **error)
{
    struct definition def = row_definition(p);
    struct ipfix_ie ie;

    *error = definition_read(&def, &ie);
    return *error == NULL;
}

static void table_take(GPtrArray *complaints)
{
    for (unsigned i = 0; i < row_count; i++) {
        struct definition def = row_definition(&rows[i]);
        definition_take(&def, "ipfix_elements", i + 1, complaints);
    }
}

/* ---- loading ---- */

/* Tell what cannot be used, in one piece, and not again what was told the last time. */
static void complaints_tell(const GPtrArray *complaints)
{
    GHashTable *now = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GString *text = g_string_new("IPFIX elements that cannot be used:");
    unsigned count = 0;

    for (unsigned i = 0; i < complaints->len; i++) {
        const char *complaint = g_ptr_array_index(complaints, i);
        g_hash_table_add(now, g_strdup(complaint));
        if (told != NULL && g_hash_table_contains(told, complaint))
            continue;
        if (count++ < COMPLAINTS_TOLD)
            g_string_append_printf(text, "\n%s", complaint);
    }
    if (count > COMPLAINTS_TOLD)
        g_string_append_printf(text, "\nand %u more", count - COMPLAINTS_TOLD);
    if (count > 0)
        report_failure("%s", text->str);
    g_string_free(text, TRUE);
    if (told != NULL)
        g_hash_table_destroy(told);
    told = now;
}

static void elements_load(void)
{
    GPtrArray *complaints = g_ptr_array_new_with_free_func(g_free);

    elements_clear();
    table_take(complaints);
    files_take(pref_files, complaints);
    folder_take(complaints);
    complaints_tell(complaints);
    g_ptr_array_free(complaints, TRUE);
}

void elements_forget(void)
{
    g_hash_table_destroy(elements);
    if (told != NULL)
        g_hash_table_destroy(told);
    g_free(loaded_files);
}

void elements_apply(void)
{
    if (g_strcmp0(loaded_files, pref_files) == 0)
        return;
    g_free(loaded_files);
    loaded_files = g_strdup(pref_files);
    elements_load();
}

void elements_register(module_t *module)
{
    static uat_field_t fields[] = {
        UAT_FLD_DEC(row, pen, "Enterprise number", "Private enterprise number; 0 for an element of IANA's"),
        UAT_FLD_CSTRING(row, key, "Vendor key", "As in ipfix.KEY.NAME; empty for an element of IANA's"),
        UAT_FLD_DEC(row, id, "Element number", "0 to 32767, without the enterprise bit"),
        UAT_FLD_CSTRING(row, name, "Name", "Letters, digits, _ and -"),
        UAT_FLD_VS(row, type, "Type", types, "Abstract data type (RFC 7012)"),
        UAT_FLD_CSTRING(row, units, "Units", "As in IANA's registry, such as octets; may be empty"),
        UAT_END_FIELDS,
    };

    for (unsigned i = 0; i < IPFIX_TYPE_COUNT; i++)
        types[i] = (value_string){i, ipfix_type_name(i)};
    elements = g_hash_table_new(wmem_int64_hash, g_int64_equal);
    uat_t *uat = uat_new("IPFIX Elements", sizeof(struct row), "ipfix_elements", TRUE, &rows, &row_count,
                         UAT_AFFECTS_DISSECTION | UAT_AFFECTS_FIELDS, NULL, row_copy, row_check, row_free,
                         elements_load, NULL, fields);
    prefs_register_uat_preference(module, "elements", "Elements",
                                  "Elements that are not built in, as fields ipfix.KEY.NAME", uat);
    prefs_register_string_preference(module, "element_files", "Element files",
                                     "CSV files with elements, separated by semicolons. One is named "
                                     "PEN_KEY.csv and has a header with the columns ElementID,"
                                     " Name, DataType and perhaps Semantics, Units, Override (yes: instead "
                                     "of a built-in one); or it has any name, no header, and lines"
                                     " PEN.ID,NAME,TYPE. Those in the folder"
                                     " ipfix of the personal configuration folder are read in any case.",
                                     &pref_files);
    prefs_set_preference_effect_fields(module, "element_files");
}
