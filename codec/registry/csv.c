/* SPDX-License-Identifier: BSD-2-Clause */
#include "csv.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void csv_note(struct csv *csv, unsigned line, const char *format, ...)
{
    if (csv->error[0] != '\0')
        return;
    int used = snprintf(csv->error, sizeof csv->error, "%s:%u: ", csv->file, line);
    if (used < 0 || (size_t)used >= sizeof csv->error)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(csv->error + used, sizeof csv->error - (size_t)used, format, args);
    va_end(args);
}

static bool at_line_end(const char *pos)
{
    return pos[0] == '\n' || (pos[0] == '\r' && pos[1] == '\n');
}

static void line_end_take(struct csv *csv)
{
    csv->pos += *csv->pos == '\r' ? 2 : 1;
    csv->line++;
}

static void skip_comments(struct csv *csv)
{
    while (csv->pos < csv->end && (*csv->pos == '#' || at_line_end(csv->pos))) {
        while (csv->pos < csv->end && !at_line_end(csv->pos))
            csv->pos++;
        if (csv->pos < csv->end)
            line_end_take(csv);
    }
}

/* Moves pos behind the closing quote; returns the end of the content, or NULL. */
static char *quoted_take(struct csv *csv)
{
    unsigned opened = csv->line;
    char *to = csv->pos++;
    for (;; csv->pos++) {
        if (csv->pos == csv->end) {
            csv_note(csv, opened, "quote is never closed");
            return NULL;
        }
        if (*csv->pos == '"' && *++csv->pos != '"')
            return to;
        if (*csv->pos == '\n')
            csv->line++;
        *to++ = *csv->pos;
    }
}

/* Moves pos to the delimiter; returns it, or NULL. */
static char *plain_take(struct csv *csv)
{
    for (; csv->pos < csv->end && *csv->pos != ',' && !at_line_end(csv->pos); csv->pos++)
        if (*csv->pos == '"') {
            csv_note(csv, csv->line, "quote inside a cell that does not start with one");
            return NULL;
        }
    return csv->pos;
}

/* Takes one cell and its delimiter.  *last tells whether it was the last of its row. */
static const char *cell_take(struct csv *csv, bool *last)
{
    const char *cell = csv->pos;
    char *cell_end = *csv->pos == '"' ? quoted_take(csv) : plain_take(csv);
    if (cell_end == NULL)
        return NULL;
    *last = csv->pos == csv->end || at_line_end(csv->pos);
    if (!*last && *csv->pos != ',') {
        csv_note(csv, csv->line, "text behind a closing quote");
        return NULL;
    }
    if (!*last)
        csv->pos++;
    else if (csv->pos < csv->end)
        line_end_take(csv);
    *cell_end = '\0'; /* only now: it may have been the delimiter */
    return cell;
}

/* The column of that name, or column_count. */
static unsigned column_find(const struct csv *csv, const char *name)
{
    unsigned i = 0;
    while (i < csv->column_count && strcmp(csv->columns[i].name, name) != 0)
        i++;
    return i;
}

static bool header_cell_read(struct csv *csv, const char *name, bool seen[])
{
    unsigned column = column_find(csv, name);
    if (column == csv->column_count)
        return csv_fault(csv, csv->row, "unknown column \"%s\"", name);
    if (seen[column])
        return csv_fault(csv, csv->row, "column \"%s\" is there twice", name);
    seen[column] = true;
    csv->column_of[csv->width++] = column;
    return true;
}

static bool header_read(struct csv *csv)
{
    bool seen[CSV_COLUMNS_MAX] = {false};
    skip_comments(csv);
    csv->row = csv->line;
    if (csv->pos == csv->end)
        return csv_fault(csv, csv->row, "no header row");
    for (bool last = false; !last;) {
        const char *name = cell_take(csv, &last);
        if (name == NULL || !header_cell_read(csv, name, seen))
            return false;
    }
    for (unsigned i = 0; i < csv->column_count; i++)
        if (csv->columns[i].required && !seen[i])
            return csv_fault(csv, csv->row, "column \"%s\" is missing", csv->columns[i].name);
    return true;
}

static bool text_begin(struct csv *csv, const char *file, char *text, size_t len,
                       const struct csv_column *columns, unsigned column_count)
{
    assert(column_count <= CSV_COLUMNS_MAX);
    *csv = (struct csv){.file = file,
                        .pos = text,
                        .end = text + len,
                        .line = 1,
                        .columns = columns,
                        .column_count = column_count};
    for (unsigned i = 0; i < column_count; i++)
        csv->cell[i] = "";
    if (memchr(text, '\0', len) != NULL)
        return csv_fault(csv, 1, "file holds a NUL octet, so it is no text");
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0)
        csv->pos += 3;
    return true;
}

bool csv_open(struct csv *csv, const char *file, char *text, size_t len, const struct csv_column *columns,
              unsigned column_count)
{
    return text_begin(csv, file, text, len, columns, column_count) && header_read(csv);
}

bool csv_open_headless(struct csv *csv, const char *file, char *text, size_t len,
                       const struct csv_column *columns, unsigned column_count)
{
    if (!text_begin(csv, file, text, len, columns, column_count))
        return false;
    csv->headless = true;
    while (csv->width < column_count) {
        csv->column_of[csv->width] = csv->width;
        csv->width++;
    }
    return true;
}

enum csv_status csv_next(struct csv *csv)
{
    if (csv->error[0] != '\0')
        return CSV_FAULT;
    skip_comments(csv);
    if (csv->pos == csv->end)
        return CSV_END;
    csv->row = csv->line;
    csv->in_row = true;
    unsigned width = 0;
    for (bool last = false; !last; width++) {
        const char *cell = cell_take(csv, &last);
        if (cell == NULL)
            return CSV_FAULT;
        if (width < csv->width)
            csv->cell[csv->column_of[width]] = cell;
    }
    csv->in_row = false;
    if (width == csv->width)
        return CSV_ROW;
    csv_note(csv, csv->row, "%u cells where %s %u", width,
             csv->headless ? "there should be" : "the header has", csv->width);
    return CSV_FAULT;
}

void csv_resume(struct csv *csv)
{
    csv->error[0] = '\0';
    if (!csv->in_row)
        return;
    while (csv->pos < csv->end && !at_line_end(csv->pos))
        csv->pos++;
    if (csv->pos < csv->end)
        line_end_take(csv);
}
