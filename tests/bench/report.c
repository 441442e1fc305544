/* SPDX-License-Identifier: BSD-2-Clause */
#include "report.h"

#include <glib.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct value {
    char *group, *name;
    const char *unit;
    double value, spread;
};

struct ratio {
    char *name;
    double ratio, limit;
    bool at_least;
};

static GArray *values, *ratios;

static int double_order(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

double median(const double *samples, size_t n, double *spread)
{
    double sorted[SAMPLES_MAX];

    g_assert(n > 0 && n <= SAMPLES_MAX);
    memcpy(sorted, samples, n * sizeof *samples);
    qsort(sorted, n, sizeof *sorted, double_order);
    double middle = sorted[n / 2];
    *spread = middle > 0 ? (sorted[n * 3 / 4] - sorted[n / 4]) / 2 / middle : 0;
    return middle;
}

double median_ratio(const double *a, const double *b, size_t n)
{
    double ratios_of[SAMPLES_MAX], spread;

    g_assert(n <= SAMPLES_MAX);
    for (size_t i = 0; i < n; i++)
        ratios_of[i] = a[i] / b[i];
    return median(ratios_of, n, &spread);
}

void report_value(const char *group, const char *name, double value, const char *unit, double spread)
{
    struct value v = {g_strdup(group), g_strdup(name), unit, value, spread};

    if (values == NULL)
        values = g_array_new(FALSE, FALSE, sizeof v);
    g_array_append_val(values, v);
}

void report_ratio(const char *name, double ratio, double limit, bool at_least)
{
    struct ratio r = {g_strdup(name), ratio, limit, at_least};

    if (ratios == NULL)
        ratios = g_array_new(FALSE, FALSE, sizeof r);
    g_array_append_val(ratios, r);
}

static bool misses(const struct ratio *r)
{
    return r->limit > 0 && (r->at_least ? r->ratio < r->limit : r->ratio > r->limit);
}

static void print_tables(void)
{
    const char *group = "";
    int width = 0;

    for (guint i = 0; values != NULL && i < values->len; i++) {
        const struct value *v = &g_array_index(values, struct value, i);
        if (strcmp(group, v->group) != 0)
            printf("\n%s\n", group = v->group);
        printf("  %-46s %12.2f %s", v->name, v->value, v->unit);
        if (v->spread > 0)
            printf("  +-%.0f %%", 100 * v->spread);
        printf("\n");
    }
    for (guint i = 0; ratios != NULL && i < ratios->len; i++)
        width = MAX(width, (int)strlen(g_array_index(ratios, struct ratio, i).name));
    printf("\nRatios\n");
    for (guint i = 0; ratios != NULL && i < ratios->len; i++) {
        const struct ratio *r = &g_array_index(ratios, struct ratio, i);
        printf("  %-*s %8.2f", width, r->name, r->ratio);
        if (r->limit > 0)
            printf("  at %s %.2f%s", r->at_least ? "least" : "most", r->limit, misses(r) ? "  MISSED" : "");
        printf("\n");
    }
}

/* All names are ours and need no escapes. */
static void print_json(void)
{
    printf("{\"values\": [");
    for (guint i = 0; values != NULL && i < values->len; i++) {
        const struct value *v = &g_array_index(values, struct value, i);
        printf("%s\n  {\"group\": \"%s\", \"name\": \"%s\", \"value\": %.4f, \"unit\": \"%s\", \"spread\": "
               "%.4f}",
               i ? "," : "", v->group, v->name, v->value, v->unit, v->spread);
    }
    printf("\n], \"ratios\": [");
    for (guint i = 0; ratios != NULL && i < ratios->len; i++) {
        const struct ratio *r = &g_array_index(ratios, struct ratio, i);
        printf("%s\n  {\"name\": \"%s\", \"ratio\": %.4f, \"%s\": %.4f, \"holds\": %s}", i ? "," : "",
               r->name, r->ratio, r->at_least ? "at_least" : "at_most", r->limit,
               misses(r) ? "false" : "true");
    }
    printf("\n]}\n");
}

void report_print(bool json)
{
    if (json)
        print_json();
    else
        print_tables();
}
