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
    double per;                          /* records of a pass, or fields */
    double allocations, samples[ROUNDS]; /* nanoseconds: of one of these */
};

struct match {
    const struct shape *shape;
    struct entry entry[CONTENDERS_MAX];
    uint32_t count;
};

static void enter_per(struct match *m, const char *name, struct contender who, double per)
{
    m->entry[m->count++] = (struct entry){.name = name, .who = who, .per = per};
}

static void enter(struct match *m, const char *name, struct contender who)
{
    enter_per(m, name, who, (double)m->shape->records);
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

static void take_turns(struct match *m, const char *group)
{
    uint32_t passes[CONTENDERS_MAX];

    for (uint32_t i = 0; i < m->count; i++) {
        struct entry *e = &m->entry[i];
        passes[i] = passes_for(&e->who);
        size_t before = allocations;
        e->who.run(e->who.state);
        e->allocations = (double)(allocations - before) / e->per;
    }
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < m->count; i++)
            m->entry[i].samples[round] = pass_ns(&m->entry[i].who, passes[i]) / m->entry[i].per;
    for (uint32_t i = 0; i < m->count; i++) {
        double spread;
        double ns = median(m->entry[i].samples, ROUNDS, &spread);
        report_value(group, m->entry[i].name, ns, "ns", spread);
        m->entry[i].who.free(m->entry[i].who.state);
    }
}

static void shape_take_turns(struct match *m, const char *what)
{
    char *group = g_strdup_printf("%s, %s: ns a record", what, m->shape->name);

    take_turns(m, group);
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
    shape_take_turns(&m, "decode");
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
    shape_take_turns(&m, "encode");
    compare(&m, "encode", RECORDS, PACKER, limit, false);
    compare(&m, "encode", RECORDS, "libfixbuf", 4, true);
    report_allocations(&m, "encode", RECORDS);
    shape_free(s);
}

/* ---- growth: the last of a row against its first ---- */

#define ROW 4u

struct growth {
    const char *group, *unit, *ratio;
    double limit;
    uint32_t size[ROW];
    struct shape *(*make)(uint32_t size);
    bool of_fields; /* what a field takes, not a record */
};

static struct shape *templates_make(uint32_t count)
{
    return shape_many(count, 1, 60000);
}

static struct shape *fields_make(uint32_t count)
{
    return shape_wide(count, 20000 / count);
}

static struct shape *messages_make(uint32_t octets)
{
    return shape_fixed(20000, octets);
}

static const struct growth GROWTHS[] = {
    {.group = "number of templates: ns a record of 8 fields",
     .unit = "",
     .ratio = "growth: 60,000 templates / 1 template",
     .limit = 3,
     .size = {1, 100, 10000, 60000},
     .make = templates_make},
    {.group = "number of fields: ns a field",
     .unit = "",
     .ratio = "growth: a field among 200 / among 5",
     .size = {5, 15, 50, 200},
     .make = fields_make,
     .of_fields = true},
    {.group = "length of messages: ns a record of 15 fields",
     .unit = " octets",
     .ratio = "growth: messages of 60,000 octets / of 140",
     .size = {140, 1400, 9000, 60000},
     .make = messages_make},
};

static void report_memory(const char *group, const char *name, const struct shape *s, size_t octets)
{
    char *memory = g_strdup_printf("%s: octets a template", name);

    report_value(group, memory, (double)octets / s->templates->len, "octets", 0);
    g_free(memory);
}

static void grow(const struct growth *g)
{
    struct match m = {0};
    struct shape *shape[ROW];
    char *name[ROW];

    for (uint32_t i = 0; i < ROW; i++) {
        struct shape *s = shape[i] = g->make(g->size[i]);
        name[i] = g_strdup_printf("%u%s", g->size[i], g->unit);
        size_t before = allocated;
        enter_per(&m, name[i], values_decoder(s), (double)s->records * (g->of_fields ? g->size[i] : 1));
        if (s->templates->len >= 1000)
            report_memory(g->group, name[i], s, allocated - before);
    }
    take_turns(&m, g->group);
    report_ratio(g->ratio, median_ratio(m.entry[ROW - 1].samples, m.entry[0].samples, ROUNDS), g->limit,
                 false);
    for (uint32_t i = 0; i < ROW; i++) {
        g_free(name[i]);
        shape_free(shape[i]);
    }
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
        for (size_t i = 0; i < G_N_ELEMENTS(GROWTHS); i++)
            grow(&GROWTHS[i]);
    }
    if (tshark)
        tshark_compare();
    report_print(json);
    return 0;
}
