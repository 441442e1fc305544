/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The reader of CSV files and the generator of the element table: what they accept, and that every
 * refusal names file, line and reason.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <glib/gstdio.h>

/* The generator is one program; its parts are tested from inside. */
#include "../codec/registry/csv.c" /* NOLINT(bugprone-suspicious-include) */
#define main iegen_main
#include "../codec/registry/iegen.c" /* NOLINT(bugprone-suspicious-include) */
#undef main

/* ---- The reader ---- */

enum { COLUMN_A, COLUMN_B, COLUMN_C };
static const struct csv_column abc[] = {{"A", true}, {"B", true}, {"C", false}};

/* Reads text from a block of exactly its size.  Answers "a|b|c;" for each row, or the fault. */
static char *rows_of(const char *text, size_t len)
{
    char *block = malloc(len + 1);
    assert_non_null(block);
    memcpy(block, text, len);
    block[len] = '\0';
    GString *rows = g_string_new(NULL);
    struct csv csv;
    csv_open(&csv, "x.csv", block, len, abc, 3);
    enum csv_status status;
    while ((status = csv_next(&csv)) == CSV_ROW)
        g_string_append_printf(rows, "%s|%s|%s;", csv.cell[COLUMN_A], csv.cell[COLUMN_B], csv.cell[COLUMN_C]);
    if (status == CSV_FAULT)
        g_string_assign(rows, csv.error);
    free(block);
    return g_string_free(rows, FALSE);
}

static void assert_rows(const char *text, const char *expected)
{
    char *rows = rows_of(text, strlen(text));
    assert_string_equal(rows, expected);
    g_free(rows);
}

static void plain_rows_are_read(void **state)
{
    (void)state;
    assert_rows("A,B,C\n1,2,3\n4,,6\n", "1|2|3;4||6;");
    assert_rows("A,B,C\n1,2,3", "1|2|3;");
    assert_rows("A,B,C\n", "");
    assert_rows("A,B\n,", "||;");
}

static void columns_are_found_by_name_in_any_order(void **state)
{
    (void)state;
    assert_rows("C,A,B\n3,1,2\n", "1|2|3;");
}

static void an_optional_column_may_be_missing(void **state)
{
    (void)state;
    assert_rows("B,A\n2,1\n", "1|2|;");
}

static void quotes_keep_commas_quotes_and_line_breaks(void **state)
{
    (void)state;
    assert_rows("A,B,C\n\"1,2\",\"say \"\"so\"\"\",\"two\nlines\"\n", "1,2|say \"so\"|two\nlines;");
    assert_rows("\"A\",\"B\",\"C\"\r\n\"\",\"\"\"\",\"two\r\nlines\"", "|\"|two\r\nlines;");
}

static void lines_may_end_in_crlf(void **state)
{
    (void)state;
    assert_rows("A,B,C\r\n1,2,3\r\n4,5,6\r\n", "1|2|3;4|5|6;");
}

static void comments_and_empty_lines_are_skipped(void **state)
{
    (void)state;
    assert_rows("# one, \"two\n\nA,B\n# three\r\n1,2\n\r\n3,#4\n#", "1|2|;3|#4|;");
}

static void a_byte_order_mark_is_skipped(void **state)
{
    (void)state;
    assert_rows("\xEF\xBB\xBF"
                "A,B\n1,2\n",
                "1|2|;");
}

static void a_fault_names_the_line_even_behind_line_breaks_in_cells(void **state)
{
    (void)state;
    assert_rows("# comment\nA,B\n\"x\ny\",2\n1\n", "x.csv:5: 1 cells where the header has 2");
    assert_rows("A,B\n1,2,3\n", "x.csv:2: 3 cells where the header has 2");
}

static void a_quote_that_is_never_closed_is_named_where_it_opens(void **state)
{
    (void)state;
    assert_rows("A,B\n1,\"2\n3,4\n", "x.csv:2: quote is never closed");
    assert_rows("A,B\n1,\"", "x.csv:2: quote is never closed");
    assert_rows("A,B\n1,\"\"\"", "x.csv:2: quote is never closed");
    assert_rows("\"", "x.csv:1: quote is never closed");
}

static void quotes_in_the_wrong_place_are_refused(void **state)
{
    (void)state;
    assert_rows("A,B\n1,2\"3\"\n", "x.csv:2: quote inside a cell that does not start with one");
    assert_rows("A,B\n1,\"2\"3\n", "x.csv:2: text behind a closing quote");
}

static void a_header_must_have_known_columns_once_and_all_that_are_required(void **state)
{
    (void)state;
    assert_rows("", "x.csv:1: no header row");
    assert_rows("# nothing\n", "x.csv:2: no header row");
    assert_rows("A,B,D\n1,2,3\n", "x.csv:1: unknown column \"D\"");
    assert_rows("A,C\n1,2\n", "x.csv:1: column \"B\" is missing");
    assert_rows("A,B,A\n1,2,3\n", "x.csv:1: column \"A\" is there twice");
    assert_rows("A,B,\n1,2,\n", "x.csv:1: unknown column \"\"");
}

static void a_file_with_nul_octets_is_no_text(void **state)
{
    (void)state;
    static const char text[] = "A,B\n1,2\0\n";
    char *rows = rows_of(text, sizeof text - 1);
    assert_string_equal(rows, "x.csv:1: file holds a NUL octet, so it is no text");
    g_free(rows);
}

static void without_a_header_rows_have_all_columns_in_order(void **state)
{
    (void)state;
    char text[] = "\xEF\xBB\xBF# comment\n\n1,2,3\n4,5\n";
    struct csv csv;
    assert_true(csv_open_headless(&csv, "x.csv", text, strlen(text), abc, 3));
    assert_int_equal(csv_next(&csv), CSV_ROW);
    assert_string_equal(csv.cell[COLUMN_A], "1");
    assert_string_equal(csv.cell[COLUMN_C], "3");
    assert_int_equal(csv_next(&csv), CSV_FAULT);
    assert_string_equal(csv.error, "x.csv:4: 2 cells where there should be 3");
    csv_resume(&csv);
    assert_int_equal(csv_next(&csv), CSV_END);
}

static void a_fault_sticks(void **state)
{
    (void)state;
    char text[] = "A,B\n1\n1,2\n";
    struct csv csv;
    assert_true(csv_open(&csv, "x.csv", text, strlen(text), abc, 3));
    assert_int_equal(csv_next(&csv), CSV_FAULT);
    assert_int_equal(csv_next(&csv), CSV_FAULT);
    assert_false(csv_fault(&csv, 9, "another"));
    assert_string_equal(csv.error, "x.csv:2: 1 cells where the header has 2");
}

/* Whatever the place of the cut: rows or a fault, and not one octet too far. */
static void every_truncation_ends_well(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBF#c\r\nA,\"B\"\r\n\"1\"\"\r\n\",2\r\n3,\"4\"\n";
    for (size_t len = 0; len < sizeof text; len++)
        g_free(rows_of(text, len));
}

/* ---- The generator ---- */

#define IANA_HEADER "ElementID,Name,DataType,Semantics,Status,Units,Range,Width,ListOf,Reversible\n"
#define VENDOR_HEADER "ElementID,Name,DataType,Semantics,Units\n"

struct file {
    const char *path;
    const char *text;
};

/* The smallest registry that is right. */
static const struct file right[] = {
    {"values/informationElementDataType_339.csv",
     "Value,Name\n0,octetArray\n1,unsigned8\n4,unsigned64\n13,string\n20,basicList\n"},
    {"values/informationElementSemantics_344.csv", "Value,Name\n0,default\n3,deltaCounter\n"},
    {"values/informationElementUnits_345.csv", "Value,Name\n0,none\n2,octets\n"},
    {"values/color_7.csv", "Value,Name,Note\n0,red,\n1-3,\"blue, \"\"dark\"\"\",\n0xFF,none,\n"},
    {"iana.csv", IANA_HEADER "1,octetDeltaCount,unsigned64,deltaCounter,current,octets,,,,yes\n"
                             "2,,,,deprecated,,,,,\n"
                             "7,color,unsigned8,,deprecated,,0-0xFF,,,no\n"
                             "9,colorList,basicList,,current,none,,,7,yes\n"},
    {"vendors/99_acme.csv", VENDOR_HEADER "0,Some_Name-2,string,,\n"},
    {"vendors/6871_cert.csv",
     VENDOR_HEADER "1,payload,octetArray,,\n2,flags,unsigned8,,\n16386,reverseFLAGS,unsigned8,,\n"},
    {"value_tables.csv", "PEN,ElementID,Display,Table,Note\n0,7,enum,color_7,\n0,1,port,,\n"},
    {"cflow_names.csv", "ElementID,Field\n1,cflow.octets\n"},
    {"netflow_v9_fields.csv", "FieldType,Name,DataType,PEN,ElementID,Table,Note\n"
                              "1,IN_BYTES,unsigned64,0,1,,\n40000,USER,string,,,,\n"},
};

static void file_write(const char *dir, const struct file *file)
{
    char *path = g_build_filename(dir, file->path, NULL);
    assert_true(g_file_set_contents(path, file->text, -1, NULL));
    g_free(path);
}

/* A folder with the right registry, but for one file (text NULL: without it), or for none. */
static char *folder_make(const char *path, const char *text)
{
    char *dir = g_dir_make_tmp("registry-XXXXXX", NULL);
    assert_non_null(dir);
    static const char *const folders[] = {"values", "vendors"};
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        char *folder = g_build_filename(dir, folders[i], NULL);
        assert_int_equal(g_mkdir(folder, 0700), 0);
        g_free(folder);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(right); i++)
        if (path == NULL || strcmp(path, right[i].path) != 0)
            file_write(dir, &right[i]);
    if (text != NULL)
        file_write(dir, &(struct file){path, text});
    return dir;
}

static void folder_remove(char *dir)
{
    static const char *const folders[] = {"values", "vendors", "."};
    for (size_t i = 0; i < G_N_ELEMENTS(folders); i++) {
        char *folder = g_build_filename(dir, folders[i], NULL);
        GDir *listing = g_dir_open(folder, 0, NULL);
        for (const char *name; (name = g_dir_read_name(listing)) != NULL;) {
            char *path = g_build_filename(folder, name, NULL);
            g_remove(path);
            g_free(path);
        }
        g_dir_close(listing);
        g_rmdir(folder);
        g_free(folder);
    }
    g_rmdir(dir);
    g_free(dir);
}

/* The fault of the registry that has text as that file, without its folder; NULL if there is none. */
static char *fault_of(const char *path, const char *text)
{
    char *dir = folder_make(path, text);
    struct registry *reg = registry_new(dir);
    bool good = registry_read(reg);
    assert_int_equal(good, reg->error == NULL);
    char *fault = NULL;
    if (!good)
        fault = g_strdup(g_str_has_prefix(reg->error, dir) ? reg->error + strlen(dir) + 1 : reg->error);
    registry_free(reg);
    folder_remove(dir);
    return fault;
}

static void assert_refused(const char *path, const char *text, const char *expected)
{
    char *fault = fault_of(path, text);
    assert_non_null(fault);
    assert_string_equal(fault, expected);
    g_free(fault);
}

static void assert_accepted(const char *path, const char *text)
{
    char *fault = fault_of(path, text);
    if (fault != NULL)
        fail_msg("%s", fault);
}

static void a_right_registry_is_read(void **state)
{
    (void)state;
    char *dir = folder_make(NULL, NULL);
    struct registry *reg = registry_new(dir);
    assert_true(registry_read(reg));
    assert_int_equal(reg->elements->len, 3 + 3 + 1 + 3 + 1); /* IANA and reverse, acme, CERT and reverse */
    const struct element *color = element_find(reg, 0, 7);
    assert_string_equal(color->table->name, "color_7");
    assert_int_equal(color->ie.flags, IPFIX_IE_DEPRECATED | IPFIX_IE_NOT_REVERSIBLE | IPFIX_IE_RANGE);
    assert_int_equal(color->ie.max, 255);
    assert_string_equal(element_find(reg, 0, 9)->ie.units, "");
    assert_null(element_find(reg, 0, 2));
    registry_free(reg);
    folder_remove(dir);
}

static void a_reverse_takes_over_all_but_name_and_number(void **state)
{
    (void)state;
    char *dir = folder_make(NULL, NULL);
    struct registry *reg = registry_new(dir);
    assert_true(registry_read(reg));
    const struct element *color = element_find(reg, IPFIX_PEN_REVERSE, 7);
    assert_string_equal(color->ie.name, "reverseColor");
    assert_string_equal(color->table->name, "color_7");
    assert_true(color->ie.flags & IPFIX_IE_REVERSE);
    assert_string_equal(element_find(reg, IPFIX_PEN_REVERSE, 1)->ie.cflow, "");
    assert_string_equal(element_find(reg, 6871, 0x4001)->ie.name, "reversePayload");
    registry_free(reg);
    folder_remove(dir);
}

static void a_reverse_has_no_reverse(void **state)
{
    (void)state;
    static const char text[] = VENDOR_HEADER "1,payload,octetArray,,\n3,reverseDelta,unsigned8,,\n"
                                             "4,obsoleteReverseFlags,unsigned8,,\n";
    char *dir = folder_make("vendors/6871_cert.csv", text);
    struct registry *reg = registry_new(dir);
    assert_true(registry_read(reg));
    assert_non_null(element_find(reg, 6871, 0x4001));
    for (uint16_t id = 3; id <= 4; id++) {
        assert_int_equal(element_find(reg, 6871, id)->ie.flags, IPFIX_IE_NOT_REVERSIBLE);
        assert_null(element_find(reg, 6871, id | 0x4000));
    }
    registry_free(reg);
    folder_remove(dir);
}

static void a_reverse_that_a_vendor_lists_keeps_its_name(void **state)
{
    (void)state;
    char *dir = folder_make(NULL, NULL);
    struct registry *reg = registry_new(dir);
    assert_true(registry_read(reg));
    const struct element *listed = element_find(reg, 6871, 0x4002);
    assert_string_equal(listed->ie.name, "reverseFLAGS");
    assert_int_equal(listed->ie.flags, IPFIX_IE_REVERSE);
    registry_free(reg);
    folder_remove(dir);
}

static void quoted_line_breaks_crlf_and_comments_are_accepted(void **state)
{
    (void)state;
    assert_accepted(
        "vendors/99_acme.csv",
        "# SPDX\r\nElementID,Name,DataType,Semantics,Units\r\n\"1\",\"name\",string,,\r\n# end\r\n");
    assert_accepted("values/color_7.csv", "Value,Name,Note\n1,red,\"two\nlines\"\n");
}

static void swapped_columns_are_refused(void **state)
{
    (void)state;
    assert_refused(
        "vendors/99_acme.csv", VENDOR_HEADER "1,name,octets,string,\n",
        "vendors/99_acme.csv:2: DataType \"octets\" is none of: octetArray, unsigned8, unsigned64, "
        "string, basicList");
    assert_refused("vendors/99_acme.csv", VENDOR_HEADER "1,name,string,octets,default\n",
                   "vendors/99_acme.csv:2: Semantics \"octets\" is none of: default, deltaCounter");
    assert_refused("vendors/99_acme.csv", VENDOR_HEADER "1,name,string,,default\n",
                   "vendors/99_acme.csv:2: Units \"default\" is none of: none, octets");
    assert_refused("iana.csv", IANA_HEADER "1,name,string,,octets,current,,,,yes\n",
                   "iana.csv:2: Units \"current\" is none of: none, octets");
    assert_refused("iana.csv", IANA_HEADER "1,name,string,,yes,,,,,current\n",
                   "iana.csv:2: Status \"yes\" is none of: current, deprecated");
    assert_refused("iana.csv", IANA_HEADER "1,name,string,,current,,,,,perhaps\n",
                   "iana.csv:2: Reversible \"perhaps\" is none of: yes, no");
}

static void a_vendor_element_needs_a_type(void **state)
{
    (void)state;
    assert_refused("vendors/99_acme.csv", VENDOR_HEADER "1,name,,,\n",
                   "vendors/99_acme.csv:2: DataType is empty");
}

static void columns_that_are_unknown_or_missing_are_refused(void **state)
{
    (void)state;
    assert_refused("vendors/99_acme.csv", "ElementID,Name,DataType,Semantics,Units,Sources\n",
                   "vendors/99_acme.csv:1: unknown column \"Sources\"");
    assert_refused("vendors/99_acme.csv", "ElementID,Name,DataType,Semantics,Units,Reversible\n",
                   "vendors/99_acme.csv:1: unknown column \"Reversible\"");
    assert_refused("vendors/99_acme.csv", "ElementID,Name,Semantics,Units\n",
                   "vendors/99_acme.csv:1: column \"DataType\" is missing");
}

static void a_number_is_taken_once_only(void **state)
{
    (void)state;
    assert_refused("vendors/99_acme.csv", VENDOR_HEADER "1,a,string,,\n2,b,string,,\n1,c,string,,\n",
                   "vendors/99_acme.csv:4: ElementID \"1\" is taken by a in line 2");
}

static void a_name_is_taken_once_only(void **state)
{
    (void)state;
    assert_refused("vendors/99_acme.csv", VENDOR_HEADER "1,a,string,,\n2,a,string,,\n",
                   "vendors/99_acme.csv:3: Name \"a\" is taken by element 1 in line 2");
}

static void names_that_differ_in_case_or_enterprise_are_different(void **state)
{
    (void)state;
    assert_accepted("vendors/99_acme.csv", VENDOR_HEADER "1,color,string,,\n2,Color,string,,\n");
}

static void a_name_that_a_reverse_needs_is_refused(void **state)
{
    (void)state;
    assert_refused("vendors/6871_cert.csv", VENDOR_HEADER "1,a,string,,\n2,reverseA,string,,\n",
                   "vendors/6871_cert.csv:3: Name \"reverseA\" is that of the reverse of element 1");
}

static void names_that_no_filter_can_have_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"two words", "dot.ted", "gr\xC3\xBC\xC3\x9F", ""};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        char *text = g_strdup_printf(VENDOR_HEADER "1,%s,string,,\n", names[i]);
        char *expected =
            g_strdup_printf("vendors/99_acme.csv:2: Name \"%s\" cannot be a filter name, which has "
                            "A-Z a-z 0-9 _ - only",
                            names[i]);
        assert_refused("vendors/99_acme.csv", text, expected);
        g_free(expected);
        g_free(text);
    }
}

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    static const char *const numbers[] = {"32768", "-1", "+1", " 1",
                                          "1x",    "",   "0x", "99999999999999999999999"};
    for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
        char *text = g_strdup_printf(VENDOR_HEADER "%s,name,string,,\n", numbers[i]);
        char *expected = g_strdup_printf(
            "vendors/99_acme.csv:2: ElementID \"%s\" is no number from 0 to 32767", numbers[i]);
        assert_refused("vendors/99_acme.csv", text, expected);
        g_free(expected);
        g_free(text);
    }
    assert_accepted("vendors/99_acme.csv", VENDOR_HEADER "32767,name,string,,\n0,zero,string,,\n");
    assert_refused("iana.csv", IANA_HEADER "0,name,string,,current,,,,,yes\n",
                   "iana.csv:2: ElementID \"0\" is no number from 1 to 32767");
}

static void ranges_are_checked(void **state)
{
    (void)state;
    assert_refused("iana.csv", IANA_HEADER "7,color,unsigned8,,current,,5-4,,,yes\n",
                   "iana.csv:2: Range \"5-4\" is neither a number nor a range such as 4-7");
    assert_refused("iana.csv", IANA_HEADER "7,color,unsigned8,,current,,1-2-3,,,yes\n",
                   "iana.csv:2: Range \"1-2-3\" is neither a number nor a range such as 4-7");
    assert_refused("iana.csv", IANA_HEADER "7,color,string,,current,,1-2,,,yes\n",
                   "iana.csv:2: Range \"1-2\" needs an unsigned type of up to 64 bits, not string");
}

static void width_and_list_of_are_checked(void **state)
{
    (void)state;
    assert_refused("iana.csv", IANA_HEADER "7,color,string,,current,,,65535,,yes\n",
                   "iana.csv:2: Width \"65535\" is no number from 1 to 65534");
    assert_refused("iana.csv", IANA_HEADER "7,color,string,,current,,,,7,yes\n",
                   "iana.csv:2: ListOf \"7\" needs the type basicList, not string");
    assert_refused("iana.csv", IANA_HEADER "7,colors,basicList,,current,,,,8,yes\n",
                   "iana.csv:2: ListOf \"8\" is no element of this file");
}

static void values_must_rise_and_have_names(void **state)
{
    (void)state;
    assert_refused("values/color_7.csv", "Value,Name\n1-5,red\n5,blue\n",
                   "values/color_7.csv:3: Value \"5\" does not lie above the row before");
    assert_refused("values/color_7.csv", "Value,Name\n0,red\n0,blue\n",
                   "values/color_7.csv:3: Value \"0\" does not lie above the row before");
    assert_refused("values/color_7.csv", "Value,Name\n0,\n", "values/color_7.csv:2: Name is empty");
    assert_refused("values/color_7.csv", "Value,Name\none,red\n",
                   "values/color_7.csv:2: Value \"one\" is neither a number nor a range such as 4-7");
    assert_refused("values/color_7.csv", "Value,Name\n", "values/color_7.csv:1: no rows");
}

static void a_vocabulary_that_is_missing_is_named(void **state)
{
    (void)state;
    assert_refused("values/informationElementUnits_345.csv", NULL,
                   "iana.csv:2: values/informationElementUnits_345.csv, which lists what may stand in column "
                   "Units, is missing");
}

static void vendor_files_have_a_number_and_a_key_of_their_own(void **state)
{
    (void)state;
    static const char *const names[] = {"acme",    "0_acme",   "29305_acme", "4294967296_acme", "98_",
                                        "98_Acme", "98_9acme", "98_a-b",     "98_a_b"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        char *path = g_strdup_printf("vendors/%s.csv", names[i]);
        char *expected =
            g_strdup_printf("%s:1: file name is not PEN_KEY.csv, with a number and a key of a-z 0-9 "
                            "that starts with a letter",
                            path);
        assert_refused(path, VENDOR_HEADER, expected);
        g_free(expected);
        g_free(path);
    }
    assert_refused("vendors/98_acme.csv", VENDOR_HEADER,
                   "vendors/99_acme.csv:1: another file has the same enterprise number or key");
    assert_refused("vendors/99_other.csv", VENDOR_HEADER,
                   "vendors/99_other.csv:1: another file has the same enterprise number or key");
}

static void displays_are_checked(void **state)
{
    (void)state;
#define HEADER "PEN,ElementID,Display,Table\n"
    assert_refused("value_tables.csv", HEADER "0,8,port,\n",
                   "value_tables.csv:2: ElementID: enterprise 0 has no element 8");
    assert_refused("value_tables.csv", HEADER "0,7,enum,colour_7\n",
                   "value_tables.csv:2: Table \"colour_7\" is no file of values/");
    assert_refused("value_tables.csv", HEADER "0,7,bits,\n",
                   "value_tables.csv:2: Table \"\" is no file of values/");
    assert_refused("value_tables.csv", HEADER "0,7,port,color_7\n",
                   "value_tables.csv:2: Table \"color_7\" needs Display enum or bits");
    assert_refused("value_tables.csv", HEADER "0,7,port,\n0,7,pen,\n",
                   "value_tables.csv:3: color has a display already");
    char *fault = fault_of("value_tables.csv", HEADER "0,7,ports,\n");
    assert_true(
        g_str_has_prefix(fault, "value_tables.csv:2: Display \"ports\" is none of: plain, enum, bits, "));
    g_free(fault);
#undef HEADER
}

static void cflow_names_are_checked(void **state)
{
    (void)state;
    assert_refused("cflow_names.csv", "ElementID,Field\n8,cflow.x\n",
                   "cflow_names.csv:2: ElementID: enterprise 0 has no element 8");
    assert_refused("cflow_names.csv", "ElementID,Field\n7,color\n",
                   "cflow_names.csv:2: Field \"color\" does not start with cflow.");
    assert_refused("cflow_names.csv", "ElementID,Field\n7,cflow.a\n7,cflow.b\n",
                   "cflow_names.csv:3: color has the name cflow.a already");
}

static void netflow_v9_fields_are_checked(void **state)
{
    (void)state;
#define HEADER "FieldType,Name,DataType,PEN,ElementID,Table\n"
    assert_refused("netflow_v9_fields.csv", HEADER "0,A,,,,\n",
                   "netflow_v9_fields.csv:2: FieldType \"0\" is no number from 1 to 65535");
    assert_refused("netflow_v9_fields.csv", HEADER "1,A,,,,\n1,B,,,,\n",
                   "netflow_v9_fields.csv:3: FieldType \"1\" is there twice");
    assert_refused("netflow_v9_fields.csv", HEADER "1,A,,0,8,\n",
                   "netflow_v9_fields.csv:2: ElementID: enterprise 0 has no element 8");
    assert_refused("netflow_v9_fields.csv", HEADER "1,A,,,8,\n",
                   "netflow_v9_fields.csv:2: PEN \"\" is no number from 0 to 4294967295");
    assert_refused("netflow_v9_fields.csv", HEADER "1,A,,,,none\n",
                   "netflow_v9_fields.csv:2: Table \"none\" is no file of values/");
#undef HEADER
}

/* Runs the program on a folder; OUT stands in it as out.c, whose text is answered (NULL: none). */
static char *output_of(char *dir, int expected_exit)
{
    char *out = g_build_filename(dir, "out.c", NULL);
    char *argv[] = {(char *)"iegen", dir, out, NULL};
    assert_int_equal(iegen_main(3, argv), expected_exit);
    char *text = NULL;
    g_file_get_contents(out, &text, NULL, NULL);
    g_free(out);
    return text;
}

static void a_right_registry_becomes_one_table(void **state)
{
    (void)state;
    char *dir = folder_make(NULL, NULL);
    char *text = output_of(dir, EXIT_SUCCESS);
    assert_non_null(strstr(text, "{0u,1,4,3,5,0,0,0,\"octetDeltaCount\",\"\",\"octets\",\"cflow.octets\","));
    assert_non_null(strstr(text, "{1u,3u,\"blue, \\\"dark\\\"\"},"));
    assert_non_null(strstr(text, "const size_t ie_table_count = 11;"));
    g_free(text);
    folder_remove(dir);
}

static void after_a_fault_nothing_is_written_and_the_exit_status_is_1(void **state)
{
    (void)state;
    char *dir = folder_make("vendors/99_acme.csv", VENDOR_HEADER "1,name,strings,,\n");
    assert_null(output_of(dir, EXIT_FAILURE));
    folder_remove(dir);
    dir = folder_make("cflow_names.csv", NULL);
    assert_null(output_of(dir, EXIT_FAILURE));
    folder_remove(dir);
    char *argv[] = {(char *)"iegen", NULL};
    assert_int_equal(iegen_main(1, argv), EXIT_FAILURE);
}

static void a_folder_that_is_missing_is_named(void **state)
{
    (void)state;
    struct registry *reg = registry_new("/nonexistent");
    assert_false(registry_read(reg));
    assert_non_null(g_strrstr(reg->error, "/nonexistent/values"));
    registry_free(reg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_rows_are_read),
        cmocka_unit_test(columns_are_found_by_name_in_any_order),
        cmocka_unit_test(an_optional_column_may_be_missing),
        cmocka_unit_test(quotes_keep_commas_quotes_and_line_breaks),
        cmocka_unit_test(lines_may_end_in_crlf),
        cmocka_unit_test(comments_and_empty_lines_are_skipped),
        cmocka_unit_test(a_byte_order_mark_is_skipped),
        cmocka_unit_test(a_fault_names_the_line_even_behind_line_breaks_in_cells),
        cmocka_unit_test(a_quote_that_is_never_closed_is_named_where_it_opens),
        cmocka_unit_test(quotes_in_the_wrong_place_are_refused),
        cmocka_unit_test(a_header_must_have_known_columns_once_and_all_that_are_required),
        cmocka_unit_test(a_file_with_nul_octets_is_no_text),
        cmocka_unit_test(without_a_header_rows_have_all_columns_in_order),
        cmocka_unit_test(a_fault_sticks),
        cmocka_unit_test(every_truncation_ends_well),
        cmocka_unit_test(a_right_registry_is_read),
        cmocka_unit_test(a_reverse_takes_over_all_but_name_and_number),
        cmocka_unit_test(a_reverse_has_no_reverse),
        cmocka_unit_test(a_reverse_that_a_vendor_lists_keeps_its_name),
        cmocka_unit_test(quoted_line_breaks_crlf_and_comments_are_accepted),
        cmocka_unit_test(swapped_columns_are_refused),
        cmocka_unit_test(a_vendor_element_needs_a_type),
        cmocka_unit_test(columns_that_are_unknown_or_missing_are_refused),
        cmocka_unit_test(a_number_is_taken_once_only),
        cmocka_unit_test(a_name_is_taken_once_only),
        cmocka_unit_test(names_that_differ_in_case_or_enterprise_are_different),
        cmocka_unit_test(a_name_that_a_reverse_needs_is_refused),
        cmocka_unit_test(names_that_no_filter_can_have_are_refused),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(ranges_are_checked),
        cmocka_unit_test(width_and_list_of_are_checked),
        cmocka_unit_test(values_must_rise_and_have_names),
        cmocka_unit_test(a_vocabulary_that_is_missing_is_named),
        cmocka_unit_test(vendor_files_have_a_number_and_a_key_of_their_own),
        cmocka_unit_test(displays_are_checked),
        cmocka_unit_test(cflow_names_are_checked),
        cmocka_unit_test(netflow_v9_fields_are_checked),
        cmocka_unit_test(a_right_registry_becomes_one_table),
        cmocka_unit_test(after_a_fault_nothing_is_written_and_the_exit_status_is_1),
        cmocka_unit_test(a_folder_that_is_missing_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
