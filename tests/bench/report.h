/* SPDX-License-Identifier: BSD-2-Clause
 *
 * What was measured, kept until the end and printed as tables or as JSON.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stddef.h>

#define SAMPLES_MAX 64u

/* The median of n samples, and half the distance between their quartiles as a share of it. */
double median(const double *samples, size_t n, double *spread);
/* The median of a / b, turn by turn: the machine may be at another speed in another turn. */
double median_ratio(const double *a, const double *b, size_t n);

void report_value(const char *group, const char *name, double value, const char *unit, double spread);
/* limit 0: none, for information.  at_least: the limit is one from below. */
void report_ratio(const char *name, double ratio, double limit, bool at_least);
/* Prints all of it. */
void report_print(bool json);

#endif
