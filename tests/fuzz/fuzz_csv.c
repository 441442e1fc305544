/* SPDX-License-Identifier: BSD-2-Clause
 *
 * The reader of registry files: cells end inside the text, a fault stays, and rows that are written
 * out with every cell quoted read back the same.
 */
#include <glib.h>

#include "../../codec/registry/csv.h"
#include "input.h"

static const struct csv_column columns[] = {{"ElementID", true}, {"Name", true}, {"Units", false}};

static void claim_fault_stays(struct csv *csv)
{
    char first[CSV_ERROR_MAX];

    CLAIM(strncmp(csv->error, "f.csv:", 6) == 0);
    memcpy(first, csv->error, sizeof first);
    CLAIM(csv_next(csv) == CSV_FAULT);
    csv_note(csv, 1, "%s", "another");
    CLAIM(strcmp(csv->error, first) == 0);
}

/* The cells of all rows, quoted. */
static GString *rows_read(char *text, size_t len, bool headless)
{
    GString *rows = g_string_new(headless ? NULL : "ElementID,Name,Units\n");
    struct csv csv;
    enum csv_status status;

    (headless ? csv_open_headless : csv_open)(&csv, "f.csv", text, len, columns, G_N_ELEMENTS(columns));
    while ((status = csv_next(&csv)) == CSV_ROW) {
        CLAIM(csv.row < csv.line || csv.pos == csv.end);
        for (unsigned i = 0; i < G_N_ELEMENTS(columns); i++) {
            g_string_append(rows, i > 0 ? ",\"" : "\"");
            for (const char *c = csv.cell[i]; *c != '\0'; c++) {
                if (*c == '"')
                    g_string_append_c(rows, '"');
                g_string_append_c(rows, *c);
            }
            g_string_append_c(rows, '"');
        }
        g_string_append_c(rows, '\n');
    }
    if (status == CSV_FAULT)
        claim_fault_stays(&csv);
    else
        CLAIM(csv.error[0] == '\0');
    return rows;
}

/* The reader wants a NUL behind the text; nothing lies behind that. */
static GString *block_read(const void *octets, size_t len, bool headless)
{
    char *block = malloc(len + 1);

    CLAIM(block != NULL);
    memcpy(block, octets, len);
    block[len] = '\0';
    GString *rows = rows_read(block, len, headless);
    free(block);
    return rows;
}

static void both_ways(const uint8_t *data, size_t size, bool headless)
{
    GString *once = block_read(data, size, headless), *twice = block_read(once->str, once->len, headless);

    CLAIM(g_string_equal(once, twice));
    g_string_free(once, TRUE);
    g_string_free(twice, TRUE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    both_ways(data, size, false);
    both_ways(data, size, true);
    return 0;
}
