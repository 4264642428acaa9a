/* store_bench - how many moves a second become durable, compared with what the disk can do at all.
 *
 * usage: store_bench [DIRECTORY [SECONDS [URL]]]    (the directory is made and left empty again)
 * With the URL of an empty database of PostgreSQL that is measured in the same run, too.
 * A number of games each wait for their last move to be durable and then make the next one: a closed loop,
 * so that a commit carries what came in during the one before it. The games are made before, in one batch. The bound, in the same run on the same
 * disk, is a plain loop that appends 4 KiB to a file and calls fdatasync. */
#include "store.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES_MAX = 10000, SAMPLES_MAX = 1 << 20 };

typedef struct {
    uv_loop_t loop;
    Store *store;
    int games;
    GameId ids[GAMES_MAX];
    uint32_t seqs[GAMES_MAX];
    uint64_t number, put_at, commits, events, until;
    int samples;
    uint32_t *latencies_us;
    double games_ms; /* until the games themselves were durable, in one batch */
} Bench;

static const char *const FILES[] = {"castled.db", "castled.db-wal", "castled.db-shm",
                                    "castled.lock", "plain"};

static void clear(const char *directory)
{
    char path[4096];
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", directory, FILES[i]);
        unlink(path);
    }
}

/* Appends and syncs one page after the other; syncs a second. */
static double measure_disk(const char *directory, double seconds)
{
    char path[4096], page[4096] = {1};
    snprintf(path, sizeof path, "%s/plain", directory);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    uint64_t start = uv_hrtime(), until = start + (uint64_t)(seconds * 1e9);
    int count = 0;
    while (uv_hrtime() < until) {
        if (write(fd, page, sizeof page) != (ssize_t)sizeof page || fdatasync(fd) != 0)
            abort();
        count++;
    }
    double took = (double)(uv_hrtime() - start) / 1e9;
    close(fd);
    return count / took;
}

/* Every game makes its next move. */
static void put_round(Bench *bench)
{
    unsigned char move[10] = {1}; /* about the size of a move with two clocks from event_pack */
    for (int i = 0; i < bench->games; i++)
        bench->number =
            store_put_event(bench->store, &bench->ids[i], ++bench->seqs[i], move, sizeof move);
    bench->put_at = uv_hrtime();
    store_flush(bench->store);
}

static void on_commit(void *context, uint64_t number)
{
    Bench *bench = context;
    if (number < bench->number)
        return;
    uint64_t now = uv_hrtime();
    bench->commits++;
    bench->events += (uint64_t)bench->games;
    if (bench->samples < SAMPLES_MAX)
        bench->latencies_us[bench->samples++] = (uint32_t)((now - bench->put_at) / 1000);
    if (now < bench->until && bench->seqs[0] < STORE_EVENTS_MAX)
        put_round(bench);
    else
        uv_stop(&bench->loop);
}

static void on_failure(void *context, StoreError error, const char *line)
{
    (void)context, (void)error;
    fprintf(stderr, "%s\n", line);
    exit(EXIT_FAILURE);
}

static void on_recovered(void *context)
{
    (void)context;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void put_games(Bench *bench)
{
    for (int i = 0; i < bench->games; i++) {
        StoreGame game = {.id = store_draw_game_id(bench->store),
                          .seat = {[WHITE] = {.kind = STORE_SEAT_LEVEL, .level = 1},
                                   [BLACK] = {.kind = STORE_SEAT_LEVEL, .level = 2}},
                          .control = {.timed = true, .initial = 300000, .increment = 3000}};
        bench->ids[i] = game.id;
        bench->seqs[i] = 0;
        store_put_game(bench->store, &game);
    }
}

/* The latency that so many percent of the sorted samples do not exceed. */
static double ms_at(const Bench *bench, int percent)
{
    int at = bench->samples * percent / 100;
    return bench->latencies_us[at] / 1e3;
}

static void measure(Bench *bench, const StoreOptions *options, double seconds, double disk)
{
    char line[STORE_LINE_MAX];
    uv_loop_init(&bench->loop);
    if (store_open(&bench->store, options, line) != STORE_OK)
        on_failure(bench, STORE_DISK, line);
    put_games(bench);
    uint64_t start = uv_hrtime();
    bench->until = start;
    bench->put_at = start;
    bench->number = store_put_axis(bench->store, 1); /* with the games */
    store_flush(bench->store);
    uv_run(&bench->loop, UV_RUN_DEFAULT);
    bench->games_ms = (double)(uv_hrtime() - start) / 1e6;
    bench->commits = bench->events = 0;
    bench->samples = 0;
    start = uv_hrtime();
    bench->until = start + (uint64_t)(seconds * 1e9);
    put_round(bench);
    uv_run(&bench->loop, UV_RUN_DEFAULT);
    double took = (double)(uv_hrtime() - start) / 1e9;
    qsort(bench->latencies_us, (size_t)bench->samples, sizeof *bench->latencies_us, compare);
    double rate = (double)bench->commits / took;
    printf("%-10s %-8s %6d %9.0f %10.0f %12.0f %9.2f %9.2f",
           options->server ? "PostgreSQL" : "SQLite", options->durability ? "process" : "power",
           bench->games, bench->games_ms, rate, (double)bench->events / took, ms_at(bench, 50),
           ms_at(bench, 99));
    if (options->durability == DURABILITY_POWER)
        printf(" %8.2f", rate / disk);
    printf("\n");
    store_close(bench->store);
    uv_run(&bench->loop, UV_RUN_DEFAULT);
    uv_loop_close(&bench->loop);
}

int main(int argc, char **argv)
{
    static const int sizes[] = {1, 10, 100, 1000, 10000};
    const char *directory = argc > 1 ? argv[1] : "/tmp/castled-store-bench";
    double seconds = argc > 2 ? atof(argv[2]) : 2;
    static Bench bench;
    bench.latencies_us = malloc(SAMPLES_MAX * sizeof *bench.latencies_us);
    assert(bench.latencies_us);
    mkdir(directory, 0700);
    double disk = measure_disk(directory, seconds);
    printf("the disk alone: %.0f syncs/s\n", disk);
    printf("%-10s %-8s %6s %9s %10s %12s %9s %9s %8s\n", "store", "outlives", "games", "made, ms",
           "commits/s", "events/s", "p50 ms", "p99 ms", "of disk");
    const char *server = argc > 3 ? argv[3] : NULL;
    for (int pass = 0; pass < (server ? 4 : 2); pass++) {
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            clear(directory);
            bench.games = sizes[i];
            StoreOptions options = {.directory = directory,
                                    .server = pass >= 2 ? server : NULL,
                                    .loop = &bench.loop,
                                    .durability = (Durability)(pass % 2),
                                    .context = &bench,
                                    .on_commit = on_commit,
                                    .on_failure = on_failure,
                                    .on_recovered = on_recovered};
            measure(&bench, &options, seconds, disk);
        }
    }
    clear(directory);
    rmdir(directory);
    free(bench.latencies_us);
}
