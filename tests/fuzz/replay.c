/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Runs a fuzz target without a fuzzer: on each seed as it is, then on seeds with random damage.
 *
 *     replay SECONDS SEED-FILE-OR-FOLDER...
 *
 * The damage follows from a fixed number, so that what fails once fails again.
 */
#include <glib.h>

#include "input.h"

#define INPUT_MAX 70000u
#define CHANGES_MAX 8u

static uint8_t current[INPUT_MAX];
static size_t current_len;

static void run(void)
{
    uint8_t *block = malloc(current_len);

    CLAIM(block != NULL || current_len == 0);
    memcpy(block, current, current_len);
    LLVMFuzzerTestOneInput(block, current_len);
    free(block);
}

/* ---- seeds ---- */

static void file_read(GPtrArray *seeds, const char *path)
{
    char *text;
    gsize len;

    if (g_file_get_contents(path, &text, &len, NULL))
        g_ptr_array_add(seeds, g_bytes_new_take(text, MIN(len, INPUT_MAX)));
}

static gint names_order(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* In order of their names: a folder lists them in none. */
static void folder_read(GPtrArray *seeds, const char *path, GDir *folder)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    const char *name;

    while ((name = g_dir_read_name(folder)) != NULL)
        g_ptr_array_add(names, g_build_filename(path, name, NULL));
    g_ptr_array_sort(names, names_order);
    for (guint i = 0; i < names->len; i++)
        file_read(seeds, g_ptr_array_index(names, i));
    g_ptr_array_free(names, TRUE);
}

static void seeds_read(GPtrArray *seeds, const char *path)
{
    GDir *folder = g_dir_open(path, 0, NULL);

    if (folder == NULL) {
        file_read(seeds, path);
        return;
    }
    folder_read(seeds, path, folder);
    g_dir_close(folder);
}

/* ---- damage ---- */

static uint32_t dice(GRand *rand, size_t sides)
{
    return sides > 0 ? (uint32_t)g_rand_int_range(rand, 0, (gint32)sides) : 0;
}

static void change(GRand *rand)
{
    static const uint8_t edges[] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 127, 128, 254, 255};
    uint32_t at = dice(rand, current_len);
    uint32_t n = dice(rand, current_len - at);

    switch (dice(rand, 5)) {
    case 0:
        current[at] ^= (uint8_t)(1u << dice(rand, 8));
        return;
    case 1:
        current[at] = edges[dice(rand, sizeof edges)];
        return;
    case 2:
        current[at] = (uint8_t)dice(rand, 256);
        return;
    case 3: /* take octets out */
        memmove(current + at, current + at + n, current_len - at - n);
        current_len -= n;
        return;
    default: /* say octets twice */
        n = MIN(n, INPUT_MAX - (uint32_t)current_len);
        memmove(current + at + n, current + at, current_len - at);
        current_len += n;
        return;
    }
}

static void seed_take(const GBytes *seed)
{
    const void *octets = g_bytes_get_data((GBytes *)seed, &current_len);

    if (current_len > 0)
        memcpy(current, octets, current_len);
}

static unsigned damaged_run(const GPtrArray *seeds, double seconds)
{
    GRand *rand = g_rand_new_with_seed(1);
    GTimer *timer = g_timer_new();
    unsigned runs = 0;

    for (; seeds->len > 0 && g_timer_elapsed(timer, NULL) < seconds; runs++) {
        seed_take(g_ptr_array_index(seeds, dice(rand, seeds->len)));
        for (uint32_t changes = 1 + dice(rand, CHANGES_MAX); changes > 0 && current_len > 0; changes--)
            change(rand);
        run();
    }
    g_timer_destroy(timer);
    g_rand_free(rand);
    return runs;
}

int main(int argc, char **argv)
{
    GPtrArray *seeds = g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref);

    if (argc < 3) {
        fprintf(stderr, "usage: %s SECONDS SEED-FILE-OR-FOLDER...\n", argv[0]);
        return 2;
    }
    for (int i = 2; i < argc; i++)
        seeds_read(seeds, argv[i]);
    for (guint i = 0; i < seeds->len; i++) {
        seed_take(g_ptr_array_index(seeds, i));
        run();
    }
    unsigned runs = damaged_run(seeds, g_ascii_strtod(argv[1], NULL));
    printf("%u seeds, %u more with damage\n", seeds->len, runs);
    bool any = seeds->len > 0;
    g_ptr_array_free(seeds, TRUE);
    return any ? 0 : 1;
}
