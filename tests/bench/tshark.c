/* SPDX-License-Identifier: BSD-2-Clause */
#include "tshark.h"

#include "report.h"
#include "shapes.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

#define RECORDS_IN_PACKET 24u
#define PACKET_LEN 1412u /* of 24 records */
#define ARGUMENTS_MAX 32
#define TURNS 9u

/* cflow comes back where the plugin's preference says so: the plugin is loaded all the same. */
static const char *const OURS[] = {NULL};
static const char *const CFLOW[] = {"-o", "ipfix.enable:FALSE", NULL};

struct work {
    const char *name;
    uint32_t packets;
    double limit;
    const char *ours[12];
    const char *cflow[12];
};

static const struct work WORKS[] = {
    {"no tree", 20000, 0.35, {"-q", "-z", "io,stat,0"}, {"-q", "-z", "io,stat,0"}},
    {"-T fields, three columns",
     10000,
     0.35,
     {"-T", "fields", "-e", "ipfix.sourceIPv4Address", "-e", "ipfix.destinationTransportPort", "-e",
      "ipfix.octetDeltaCount"},
     {"-T", "fields", "-e", "cflow.srcaddr", "-e", "cflow.dstport", "-e", "cflow.octets"}},
    {"-Y on one field",
     10000,
     0.6,
     {"-Y", "ipfix.destinationTransportPort == 4711"},
     {"-Y", "cflow.dstport == 4711"}},
    {"-V", 2000, 0.6, {"-V"}, {"-V"}},
    {"-T json", 1000, 0.7, {"-T", "json"}, {"-T", "json"}},
    {"two passes, -Y on one field",
     10000,
     0,
     {"-2", "-Y", "ipfix.destinationTransportPort == 4711"},
     {"-2", "-Y", "cflow.dstport == 4711"}},
};

/* ---- one run ---- */

static size_t append(const char **argv, size_t at, const char *const *more)
{
    while (*more != NULL)
        argv[at++] = *more++;
    return at;
}

static pid_t start(const char *const *argv)
{
    posix_spawn_file_actions_t files;
    pid_t pid;

    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&pid, argv[0], &files, NULL, (char *const *)argv, environ) != 0) {
        fprintf(stderr, "tshark does not start\n");
        exit(2);
    }
    posix_spawn_file_actions_destroy(&files);
    return pid;
}

/* Seconds of CPU; *peak in kilobytes. */
static double run(const char *file, const char *const *who, const char *const *what, double *peak)
{
    const char *argv[ARGUMENTS_MAX] = {"tshark", "-n", "-r", file};
    struct rusage usage;
    int status;

    append(argv, append(argv, 4, who), what);
    pid_t pid = start(argv);
    if (wait4(pid, &status, 0, &usage) != pid || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "tshark failed on %s\n", file);
        exit(2);
    }
    *peak = (double)usage.ru_maxrss;
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* ---- captures ---- */

void tshark_capture(const char *file, uint32_t packets)
{
    struct shape *s = shape_fixed(packets * RECORDS_IN_PACKET, PACKET_LEN);

    if (packets == 0)
        g_array_set_size(s->definitions, 0);
    shape_capture(s, file);
    shape_free(s);
}

/* ---- comparisons ---- */

static double net_ns(double seconds, const struct work *w)
{
    return seconds * 1e9 / w->packets / RECORDS_IN_PACKET;
}

static void report_net(const char *who, const struct work *w, const double *net)
{
    double spread, ns = median(net, TURNS, &spread);
    char *group = g_strdup_printf("tshark, %s: ns a record", w->name);

    report_value(group, who, ns, "ns", spread);
    g_free(group);
}

static void work_compare(const struct work *w, const char *full, const char *empty)
{
    double ours[TURNS], cflow[TURNS], peak;

    tshark_capture(full, w->packets);
    for (size_t i = 0; i < TURNS; i++) {
        double ours_full = run(full, OURS, w->ours, &peak), cflow_full = run(full, CFLOW, w->cflow, &peak);
        ours[i] = net_ns(ours_full - run(empty, OURS, w->ours, &peak), w);
        cflow[i] = net_ns(cflow_full - run(empty, CFLOW, w->cflow, &peak), w);
    }
    report_net("plugin", w, ours);
    report_net("cflow", w, cflow);
    char *name = g_strdup_printf("tshark, %s: plugin / cflow", w->name);
    report_ratio(name, median_ratio(ours, cflow, TURNS), w->limit, false);
    g_free(name);
}

static void memory_compare(const char *file)
{
    static const char *const what[] = {"-q", "-z", "io,stat,0", NULL};
    double ours, cflow;

    tshark_capture(file, 1000000 / RECORDS_IN_PACKET);
    run(file, OURS, what, &ours);
    run(file, CFLOW, what, &cflow);
    report_value("tshark, a million records: peak memory", "plugin", ours / 1024, "MB", 0);
    report_value("tshark, a million records: peak memory", "cflow", cflow / 1024, "MB", 0);
    report_ratio("tshark, a million records: MB above cflow", (ours - cflow) / 1024, 5, false);
}

/* Where the plugin is not found, as with an empty folder for plugins, its fields are not registered. */
static void start_up_compare(const char *empty, const char *nowhere)
{
    static const char *const what[] = {NULL};
    const char *folder = getenv("WIRESHARK_PLUGIN_DIR");
    double with[TURNS], without[TURNS], spread, peak;

    if (folder == NULL)
        return;
    char *kept = g_strdup(folder);
    for (size_t i = 0; i < TURNS; i++) {
        with[i] = 1000 * run(empty, OURS, what, &peak);
        setenv("WIRESHARK_PLUGIN_DIR", nowhere, 1);
        without[i] = 1000 * run(empty, OURS, what, &peak);
        setenv("WIRESHARK_PLUGIN_DIR", kept, 1);
    }
    double a = median(with, TURNS, &spread);
    report_value("tshark, start-up: CPU", "with the plugin", a, "ms", spread);
    double b = median(without, TURNS, &spread);
    report_value("tshark, start-up: CPU", "without", b, "ms", spread);
    report_ratio("tshark, start-up: with the plugin / without", a / b, 0, false);
    g_free(kept);
}

void tshark_compare(void)
{
    char *folder = g_dir_make_tmp("ipfix-bench-XXXXXX", NULL);
    char *full = g_build_filename(folder, "full.pcap", NULL);
    char *empty = g_build_filename(folder, "empty.pcap", NULL);

    tshark_capture(empty, 0);
    for (size_t i = 0; i < G_N_ELEMENTS(WORKS); i++)
        work_compare(&WORKS[i], full, empty);
    memory_compare(full);
    start_up_compare(empty, folder);
    g_unlink(full);
    g_unlink(empty);
    g_rmdir(folder);
    g_free(full);
    g_free(empty);
    g_free(folder);
}
