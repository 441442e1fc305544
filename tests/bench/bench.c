/* SPDX-License-Identifier: BSD-2-Clause
 *
 * How fast the library and the plugin are, side by side with what could not be faster and with what
 * others do.  Only ratios of one run mean anything: all who are compared take turns in it.
 */
#include "contenders.h"
#include "report.h"
#include "tshark.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS 31u
#define ROUND_NS 2e6 /* of each contender: long against the clock, short against what else the machine does */
#define CONTENDERS_MAX 8u

/* ---- allocations: counted, not assumed ---- */

/* Seen by the libraries too. */
#define EXPORTED __attribute__((visibility("default")))

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t n);

static size_t allocations, allocated;

EXPORTED void *malloc(size_t n)
{
    allocations++;
    allocated += n;
    return __libc_malloc(n);
}

EXPORTED void *calloc(size_t n, size_t size)
{
    allocations++;
    allocated += n * size;
    return __libc_calloc(n, size);
}

EXPORTED void *realloc(void *p, size_t n)
{
    allocations++;
    allocated += n;
    return __libc_realloc(p, n);
}

/* ---- taking turns ---- */

struct entry {
    const char *name;
    struct contender who;
    double allocations;
    double samples[ROUNDS]; /* nanoseconds a record */
};

struct match {
    const struct shape *shape;
    struct entry entry[CONTENDERS_MAX];
    uint32_t count;
};

static void enter(struct match *m, const char *name, struct contender who)
{
    m->entry[m->count++] = (struct entry){.name = name, .who = who};
}

static double cpu_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double pass_ns(const struct contender *who, uint32_t passes)
{
    double from = cpu_ns();

    for (uint32_t i = 0; i < passes; i++)
        if (who->run(who->state) == 0)
            abort();
    return (cpu_ns() - from) / passes;
}

static uint32_t passes_for(const struct contender *who)
{
    double ns = pass_ns(who, 1);

    return ns < ROUND_NS ? (uint32_t)(ROUND_NS / ns) + 1 : 1;
}

static void take_turns(struct match *m, const char *what)
{
    uint32_t passes[CONTENDERS_MAX];
    char *group = g_strdup_printf("%s, %s: ns a record", what, m->shape->name);

    for (uint32_t i = 0; i < m->count; i++) {
        struct entry *e = &m->entry[i];
        passes[i] = passes_for(&e->who);
        size_t before = allocations;
        e->who.run(e->who.state);
        e->allocations = (double)(allocations - before) / (double)m->shape->records;
    }
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < m->count; i++)
            m->entry[i].samples[round] = pass_ns(&m->entry[i].who, passes[i]) / (double)m->shape->records;
    for (uint32_t i = 0; i < m->count; i++) {
        double spread;
        double ns = median(m->entry[i].samples, ROUNDS, &spread);
        report_value(group, m->entry[i].name, ns, "ns", spread);
        m->entry[i].who.free(m->entry[i].who.state);
    }
    g_free(group);
}

static const struct entry *entry_of(const struct match *m, const char *name)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (strcmp(m->entry[i].name, name) == 0)
            return &m->entry[i];
    return NULL;
}

/* ours / other, or the other way round where the limit says how many times faster ours must be. */
static void compare(const struct match *m, const char *what, const char *ours, const char *other,
                    double limit, bool times_faster)
{
    const struct entry *a = entry_of(m, ours), *b = entry_of(m, other);

    if (a == NULL || b == NULL)
        return;
    char *name = times_faster ? g_strdup_printf("%s, %s: times as fast as %s", what, m->shape->name, other)
                              : g_strdup_printf("%s, %s: %s / %s", what, m->shape->name, ours, other);
    const double *above = times_faster ? b->samples : a->samples,
                 *below = times_faster ? a->samples : b->samples;
    report_ratio(name, median_ratio(above, below, ROUNDS), limit, times_faster);
    g_free(name);
}

/* A limit of none cannot be written as a ratio that is above 0. */
#define NO_ALLOCATION 1e-9

static void report_allocations(const struct match *m, const char *what, const char *ours)
{
    for (uint32_t i = 0; i < m->count; i++) {
        char *name =
            g_strdup_printf("%s, %s: allocations a record, %s", what, m->shape->name, m->entry[i].name);
        if (strcmp(m->entry[i].name, ours) == 0 || strcmp(m->entry[i].name, "libfixbuf") == 0)
            report_ratio(name, m->entry[i].allocations, m->entry[i].name == ours ? NO_ALLOCATION : 0, false);
        g_free(name);
    }
}

/* ---- decoding ---- */

static const char TYPED[] = "every value, whole records";
static const char TABLE[] = "limit: table-driven";

static void decoders_enter(struct match *m, const struct shape *s)
{
    m->shape = s;
    if (strcmp(s->name, "fixed") == 0)
        enter(m, "limit: hard-coded", hard_decoder(s));
    enter(m, TABLE, table_decoder(s));
    enter(m, "walk", walk_decoder(s));
    enter(m, TYPED, values_decoder(s));
    enter(m, "every value, one by one", fields_decoder(s));
#ifdef HAVE_FIXBUF
    enter(m, "libfixbuf", fixbuf_decoder(s));
#endif
}

static void decode(struct shape *s, double limit)
{
    struct match m = {0};

    decoders_enter(&m, s);
    if (m.entry[m.count - 1].who.run(m.entry[m.count - 1].who.state) == 0 ||
        entry_of(&m, TYPED)->who.run(entry_of(&m, TYPED)->who.state) !=
            entry_of(&m, TABLE)->who.run(entry_of(&m, TABLE)->who.state)) {
        fprintf(stderr, "%s: not all read the same values\n", s->name);
        exit(2);
    }
    take_turns(&m, "decode");
    compare(&m, "decode", TYPED, TABLE, limit, false);
    compare(&m, "decode", TYPED, "libfixbuf", 2, true);
    report_allocations(&m, "decode", TYPED);
    shape_free(s);
}

/* ---- encoding ---- */

static const char PACKER[] = "table-driven packer";
static const char RECORDS[] = "whole records";

static void encode(struct shape *s, double limit)
{
    struct match m = {.shape = s};

    if (strcmp(s->name, "fixed") == 0)
        enter(&m, "hand-written packer", hard_encoder(s));
    enter(&m, PACKER, table_encoder(s));
    enter(&m, RECORDS, values_encoder(s));
    enter(&m, "value by value", value_encoder(s));
#ifdef HAVE_FIXBUF
    enter(&m, "libfixbuf", fixbuf_encoder(s));
#endif
    take_turns(&m, "encode");
    compare(&m, "encode", RECORDS, PACKER, limit, false);
    compare(&m, "encode", RECORDS, "libfixbuf", 4, true);
    report_allocations(&m, "encode", RECORDS);
    shape_free(s);
}

/* ---- growth: each row measured against the first ---- */

static double grow(const char *group, const char *name, struct shape *s, double per)
{
    struct match m = {.shape = s};
    size_t before = allocated;
    double spread;

    enter(&m, TYPED, values_decoder(s));
    double octets = (double)(allocated - before);
    uint32_t passes = passes_for(&m.entry[0].who);
    for (uint32_t round = 0; round < ROUNDS; round++)
        m.entry[0].samples[round] = pass_ns(&m.entry[0].who, passes) / per;
    double ns = median(m.entry[0].samples, ROUNDS, &spread);
    report_value(group, name, ns, "ns", spread);
    m.entry[0].who.free(m.entry[0].who.state);
    if (s->templates->len >= 1000) {
        char *memory = g_strdup_printf("%s: octets a template", name);
        report_value(group, memory, octets / s->templates->len, "octets", 0);
        g_free(memory);
    }
    shape_free(s);
    return ns;
}

static void grow_templates(void)
{
    static const uint32_t counts[] = {1, 100, 10000, 60000};
    double first = 0, last = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
        char *name = g_strdup_printf("%u", counts[i]);
        struct shape *s = shape_many(counts[i], 1, 60000);
        last = grow("number of templates: ns a record of 8 fields", name, s, (double)s->records);
        first = i == 0 ? last : first;
        g_free(name);
    }
    report_ratio("growth: 60,000 templates / 1 template", last / first, 3, false);
}

static void grow_fields(void)
{
    static const uint32_t counts[] = {5, 15, 50, 200};
    double first = 0, last = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(counts); i++) {
        char *name = g_strdup_printf("%u", counts[i]);
        struct shape *s = shape_wide(counts[i], 20000 / counts[i]);
        last = grow("number of fields: ns a field", name, s, (double)s->records * counts[i]);
        first = i == 0 ? last : first;
        g_free(name);
    }
    report_ratio("growth: a field among 200 / among 5", last / first, 0, false);
}

static void grow_messages(void)
{
    static const uint32_t lengths[] = {140, 1400, 9000, 60000};
    double first = 0, last = 0;

    for (size_t i = 0; i < G_N_ELEMENTS(lengths); i++) {
        char *name = g_strdup_printf("%u octets", lengths[i]);
        struct shape *s = shape_fixed(20000, lengths[i]);
        last = grow("length of messages: ns a record of 15 fields", name, s, (double)s->records);
        first = i == 0 ? last : first;
        g_free(name);
    }
    report_ratio("growth: messages of 60,000 octets / of 140", last / first, 0, false);
}

/* ---- one hot path, over and over: for those who count instructions ---- */

struct path {
    const char *name;
    struct contender (*make)(const struct shape *s);
};

static const struct path paths[] = {{"walk", walk_decoder},
                                    {"values", values_decoder},
                                    {"fields", fields_decoder},
                                    {"table", table_decoder},
                                    {"encode", values_encoder}};

static int run_path(const char *shape, const char *path, uint32_t passes)
{
    struct shape *s = strcmp(shape, "rich") == 0     ? shape_rich(2000)
                      : strcmp(shape, "many") == 0   ? shape_many(1000, 4, 400)
                      : strcmp(shape, "struct") == 0 ? shape_struct(2000)
                                                     : shape_fixed(2000, MESSAGE_LEN);

    for (size_t i = 0; i < G_N_ELEMENTS(paths); i++) {
        if (strcmp(paths[i].name, path) != 0)
            continue;
        struct contender who = paths[i].make(s);
        pass_ns(&who, passes);
        who.free(who.state);
        shape_free(s);
        return 0;
    }
    return 2;
}

static int usage(void)
{
    fprintf(stderr, "usage: bench [--json] [--codec | --tshark]\n"
                    "       bench --path fixed|rich|many|struct walk|values|fields|table|encode PASSES\n"
                    "       bench --capture FILE PACKETS\n");
    return 2;
}

int main(int argc, char **argv)
{
    bool json = false, codec = true, tshark = true;

    if (argc == 4 && strcmp(argv[1], "--capture") == 0) {
        tshark_capture(argv[2], (uint32_t)strtoul(argv[3], NULL, 10));
        return 0;
    }
    if (argc == 5 && strcmp(argv[1], "--path") == 0)
        return run_path(argv[2], argv[3], (uint32_t)strtoul(argv[4], NULL, 10));
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0)
            json = true;
        else if (strcmp(argv[i], "--codec") == 0)
            tshark = false;
        else if (strcmp(argv[i], "--tshark") == 0)
            codec = false;
        else
            return usage();
    }
    if (codec) {
        decode(shape_fixed(4000, MESSAGE_LEN), 1.3);
        decode(shape_rich(4000), 1.3);
        decode(shape_many(1000, 4, 4000), 1.3);
        decode(shape_struct(2000), 1.6);
        encode(shape_fixed(4000, MESSAGE_LEN), 2);
        encode(shape_rich(4000), 0);
        grow_templates();
        grow_fields();
        grow_messages();
    }
    if (tshark)
        tshark_compare();
    report_print(json);
    return 0;
}
