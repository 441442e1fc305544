/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A reader of comma-separated values (RFC 4180) whose columns are found by their names, so that a
 * file with columns in another order is read right, and one with foreign columns is refused.
 * Beyond the RFC: lines that start with '#' and empty lines are skipped, a line may end in LF or
 * CRLF, and a byte order mark before the first line is allowed.
 */
#ifndef IPFIX_CSV_H
#define IPFIX_CSV_H

#include <stdbool.h>
#include <stddef.h>

#define CSV_COLUMNS_MAX 16
#define CSV_ERROR_MAX 768

struct csv_column {
    const char *name;
    bool required; /* the header must have it; cells may still be empty */
};

enum csv_status { CSV_ROW, CSV_END, CSV_FAULT };

struct csv {
    const char *file; /* as faults name it */
    char *pos;
    char *end;
    unsigned line; /* of pos, from 1 */
    unsigned row;  /* line on which the current row starts */
    bool in_row;   /* a fault left pos in the middle of that row */
    const struct csv_column *columns;
    unsigned column_count;
    bool headless;
    unsigned width;                      /* cells in the header, or all columns */
    unsigned column_of[CSV_COLUMNS_MAX]; /* column of each cell in the header */
    const char *cell[CSV_COLUMNS_MAX];   /* of the current row, by column; "" where the file lacks it */
    char error[CSV_ERROR_MAX];           /* "file:line: reason" after the first fault, else "" */
};

/* Reads the header.  text holds len octets and a NUL behind them; the reader undoes quotes in
 * place, and cells point into it.  file and columns must outlive the reader. */
bool csv_open(struct csv *csv, const char *file, char *text, size_t len, const struct csv_column *columns,
              unsigned column_count);
/* The same of a file without a header, whose rows have all columns in their order. */
bool csv_open_headless(struct csv *csv, const char *file, char *text, size_t len,
                       const struct csv_column *columns, unsigned column_count);

/* Steps to the next row.  After a fault, the same fault again. */
enum csv_status csv_next(struct csv *csv);

/* Forgets the fault of a row, so that csv_next goes on with the line behind it. */
void csv_resume(struct csv *csv);

/* Notes a fault in a line, unless there is one already. */
void csv_note(struct csv *csv, unsigned line, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* The same as an expression that is false, so that checks can return it. */
#define csv_fault(...) (csv_note(__VA_ARGS__), false)

#endif
