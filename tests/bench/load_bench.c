/* What the server can take, compared with a bare libwebsockets echo server (lws_echo) in the same run, on the same sockets
 * and with frames of the same size. Only ratios count: both share the machine with this client.
 *   load_bench CASTLED LWS_ECHO DIRECTORY [flat|pace|search|restart|crowd|memory|games|moves ...]
 * Each figure is compared with what is wanted (load_wanted.c); when one is missed it ends with status 1.
 * In DIRECTORY databases are created and removed. CASTLED_BENCH_SECONDS is how long each measurement takes
 * (10), CASTLED_BENCH_GAMES how many games "games" plays (a million; after fewer than 300,000 SQLite's cache still grows),
 * CASTLED_BENCH_GAMES_A_SECOND how many of them begin in a second at most (600). */
#include "attacks.h"
#include "load_games.h"
#include "load_metric.h"
#include "load_server.h"
#include "load_wanted.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
    ECHO_SIZE = 64, /* like the request for a move */
    FEW = 400,
    MANY = 9000,
    CROWD = 10000,
    MEMORY_PACE = 1000, /* ms between the moves of a game, of so many: */
    MEMORY_PLIES = 40,
    PATH_SIZE = 512,
};

typedef struct {
    const char *castled, *echo, *directory;
    uint32_t ms;
    uint32_t games, games_each_second;
    unsigned wanted, missed; /* figures */
} Bench;

typedef struct {
    LoadServer server;
    int metrics; /* the port */
    char data[PATH_SIZE];
} Castled;

static void give_up(const char *what, const char *why)
{
    printf("%s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

static void check(bool is_good, const LoadGames *load, const char *what)
{
    if (!is_good)
        give_up(what, load_games_problem(load));
}

static void want(Bench *bench, Wanted wanted, double figure, double beside)
{
    bench->wanted++;
    bench->missed += !wanted_print(wanted, figure, beside);
}

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* ---- the two servers ---- */

static void start(const Bench *bench, Castled *castled, const char *durability)
{
    char metrics[16];
    castled->metrics = metric_port();
    snprintf(metrics, sizeof metrics, "%d", castled->metrics);
    const char *words[] = {bench->castled, "--port",         "0",        "--host", "127.0.0.1",
                           "--data",       castled->data,    "--limits", "off",    "--durability",
                           durability,     "--metrics-port", metrics,    NULL};
    if (!load_server_start(&castled->server, words))
        give_up(bench->castled, "it does not start");
}

static void start_anew(const Bench *bench, Castled *castled, const char *durability)
{
    snprintf(castled->data, sizeof castled->data, "%s/load-bench-XXXXXX", bench->directory);
    if (!mkdtemp(castled->data))
        give_up(bench->directory, "no directory can be made in it");
    start(bench, castled, durability);
}

static void stop(Castled *castled)
{
    load_server_kill(&castled->server);
    load_directory_empty(castled->data);
    if (rmdir(castled->data) != 0)
        perror(castled->data);
}

static double metric(const Castled *castled, const char *name)
{
    double value = 0;
    if (!metric_read(castled->metrics, name, &value))
        give_up(name, "the server does not tell it");
    return value;
}

static void start_echo(const Bench *bench, LoadServer *server)
{
    const char *words[] = {bench->echo, NULL};
    if (!load_server_start(server, words))
        give_up(bench->echo, "it does not start");
}

static LoadGames *connect_to(const LoadServer *server, uint32_t connections)
{
    LoadGames *load = load_games_new(server->port);
    check(load && load_games_connect(load, connections), load, "connecting");
    return load;
}

/* ---- as fast as they go ---- */

typedef struct {
    double each_second, cpu; /* µs of the server's, for each */
    double half, most;       /* ms */
} Pace;

static Pace pace_of(const LoadGames *load, uint64_t count, uint64_t cpu, double ms)
{
    const LoadCounts *counts = load_games_counts(load);
    return (Pace){.each_second = (double)count / ms * 1e3,
                  .cpu = count ? (double)cpu / 1e3 / (double)count : 0,
                  .half = latency_at(&counts->latency, 0.5) / 1e3,
                  .most = latency_at(&counts->latency, 0.99) / 1e3};
}

/* Whether this client takes the processor from the server as soon as a frame comes for it, as it does where both run on the same
 * one. A client on another machine cannot. */
static void interrupt_the_server(bool on)
{
    const struct sched_param none = {0};
    if (sched_setscheduler(0, on ? SCHED_OTHER : SCHED_BATCH, &none) != 0)
        give_up("sched_setscheduler", strerror(errno));
}

static Pace measure_echo(const Bench *bench, uint32_t connections)
{
    LoadServer server;
    start_echo(bench, &server);
    LoadGames *load = connect_to(&server, connections);
    interrupt_the_server(false);
    uint64_t before = load_server_use(&server).cpu;
    double begun = now_ms();
    check(load_games_echo(load, ECHO_SIZE, bench->ms), load, "echoes");
    Pace pace = pace_of(load, load_games_counts(load)->answers,
                        load_server_use(&server).cpu - before, now_ms() - begun);
    interrupt_the_server(true);
    load_games_free(load);
    load_server_kill(&server);
    return pace;
}

static Pace measure_play(const Bench *bench, const LoadServer *server, LoadGames *load,
                         uint32_t interval)
{
    load_games_forget(load);
    uint64_t before = load_server_use(server).cpu;
    double begun = now_ms();
    check(load_games_play(load, interval, bench->ms), load, "playing");
    return pace_of(load, load_games_counts(load)->moves, load_server_use(server).cpu - before,
                   now_ms() - begun);
}

static Pace measure_moves(const Bench *bench, uint32_t connections, const char *durability)
{
    Castled castled;
    start_anew(bench, &castled, durability);
    LoadGames *load = connect_to(&castled.server, connections);
    check(load_games_begin(load, connections / 2), load, "beginning games");
    interrupt_the_server(false);
    Pace pace = measure_play(bench, &castled.server, load, 0);
    interrupt_the_server(true);
    load_games_free(load);
    stop(&castled);
    return pace;
}

/* Half of what the echoes, or the syncs of the disk, allow: all games wait for the same one. */
static void want_moves(Bench *bench, uint32_t connections, const char *durability, double moves,
                       double echoes)
{
    double half, most, wanted = wanted_bound(WANTED_ECHOES, 0) * echoes;
    if (strcmp(durability, "process") == 0) {
        want(bench, WANTED_ECHOES, moves / echoes, 0);
        return;
    }
    if (!load_disk(bench->directory, bench->ms / 4, &half, &most))
        give_up(bench->directory, "it cannot be written to");
    double synced = connections / 2.0 / half * 1e6;
    printf("      fsync alone: p50 %.2f, p99 %.2f ms\n", half / 1e3, most / 1e3);
    want(bench, WANTED_POWER, moves, synced < wanted ? synced : wanted);
}

/* The echo is measured before and after, since the machine may have become busier. */
static double flat_row(Bench *bench, uint32_t connections, const char *durability)
{
    Pace before = measure_echo(bench, connections);
    Pace moves = measure_moves(bench, connections, durability);
    Pace behind = measure_echo(bench, connections);
    double echoes = (before.each_second + behind.each_second) / 2;
    printf("%5u connections, %-7s  %6.0f moves/s of %6.0f echoes/s: %.2f   p50 %6.1f p99 %7.1f ms"
           "   %5.1f µs of CPU a move (an echo %.1f)\n",
           connections, durability, moves.each_second, echoes, moves.each_second / echoes,
           moves.half, moves.most, moves.cpu, (before.cpu + behind.cpu) / 2);
    want_moves(bench, connections, durability, moves.each_second, echoes);
    return moves.cpu;
}

static void bench_flat(Bench *bench)
{
    static const char *const DURABILITY[] = {"process", "power"};
    for (size_t i = 0; i < 2; i++) {
        double few = flat_row(bench, FEW, DURABILITY[i]);
        double many = flat_row(bench, MANY, DURABILITY[i]);
        want(bench, WANTED_FLAT, many / few, 0);
    }
}

/* Without the comparison: for profilers. */
static void bench_moves(Bench *bench)
{
    Pace moves = measure_moves(bench, FEW, "process");
    printf("%d connections: %.0f moves/s, %.1f µs of CPU a move\n", FEW, moves.each_second,
           moves.cpu);
}

/* ---- a move each five seconds ---- */

/* While so many others have the computer think. */
static void pace_row(Bench *bench, uint32_t searches)
{
    Castled castled;
    double half = 0, most = 0;
    if (!load_disk(bench->directory, bench->ms / 4, &half, &most))
        give_up(bench->directory, "it cannot be written to");
    start_anew(bench, &castled, "power");
    LoadGames *load = connect_to(&castled.server, CROWD + searches);
    check(load_games_begin(load, CROWD / 2), load, "beginning games");
    check(!searches || load_games_search(load), load, "searching");
    uint64_t before = load_server_use(&castled.server).search;
    double begun = now_ms();
    Pace pace = measure_play(bench, &castled.server, load, 5000);
    double search = (double)(load_server_use(&castled.server).search - before) / 1e6;
    printf("%d games at a move each 5 s, on disk: %.0f moves/s, p50 %.1f, p99 %.1f ms "
           "(fsync alone: %.2f, %.2f), %.2f of a core\n",
           CROWD / 2, pace.each_second, pace.half, pace.most, half / 1e3, most / 1e3,
           pace.each_second * pace.cpu / 1e6);
    if (searches)
        printf("      meanwhile %u players have the computer think at full strength: its threads "
               "took %.2f of a core besides, and moved %llu times\n",
               (unsigned)searches, search / (now_ms() - begun),
               (unsigned long long)load_games_counts(load)->searches);
    want(bench, WANTED_P99, pace.most, most / 1e3);
    want(bench, WANTED_CORE, pace.each_second * pace.cpu / 1e6, 0);
    load_games_free(load);
    stop(&castled);
}

static void bench_pace(Bench *bench)
{
    pace_row(bench, 0);
}

/* More than a thread can answer, for each thread that castled may have. */
static void bench_search(Bench *bench)
{
    enum { FOR_EACH_CORE = 16 };
    pace_row(bench, FOR_EACH_CORE * (uint32_t)sysconf(_SC_NPROCESSORS_ONLN));
}

/* ---- a restart ---- */

static void bench_restart(Bench *bench)
{
    Castled castled;
    start_anew(bench, &castled, "power");
    LoadGames *before = connect_to(&castled.server, CROWD);
    check(load_games_begin(before, CROWD / 2), before, "beginning games");
    check(load_games_play(before, 1000, 1000), before, "playing");
    load_server_kill(&castled.server);
    load_games_end(before);
    start(bench, &castled, "power");
    double begun = now_ms();
    LoadGames *load = load_games_new(castled.server.port);
    check(load && load_games_resume(load, before), load, "resuming");
    double ready = (double)castled.server.ready_in / 1e3, resumed = (now_ms() - begun) / 1e3;
    printf("killed with %d live games: ready in %.0f ms; %d connections opened and their games "
           "resumed in %.2f s\n",
           CROWD / 2, ready, CROWD, resumed);
    want(bench, WANTED_READY, ready, 0);
    want(bench, WANTED_RESUMED, resumed, 0);
    load_games_free(load);
    load_games_free(before);
    stop(&castled);
}

/* ---- spectators ---- */

static void bench_crowd(Bench *bench)
{
    enum { MOVES = 40 };
    Castled castled;
    start_anew(bench, &castled, "power");
    LoadGames *load = connect_to(&castled.server, CROWD + 2);
    check(load_games_begin(load, 1) && load_games_watch(load), load, "watching");
    load_games_forget(load);
    uint64_t before = load_server_use(&castled.server).cpu;
    check(load_games_show(load, MOVES), load, "showing");
    const Latency *latency = &load_games_counts(load)->latency;
    printf("%d spectators of one game: a move has reached the last of them in %.0f ms (p50), "
           "%.0f (longest); %.1f µs of CPU for each that hears it\n",
           CROWD, latency_at(latency, 0.5) / 1e3, (double)latency->longest / 1e3,
           (double)(load_server_use(&castled.server).cpu - before) / 1e3 / MOVES / CROWD);
    want(bench, WANTED_CROWD, (double)latency->longest / 1e3, 0);
    load_games_free(load);
    stop(&castled);
}

/* ---- memory ---- */

static void bench_memory(Bench *bench)
{
    Castled castled;
    LoadServer echo;
    start_anew(bench, &castled, "process");
    metric(&castled,
           "connections"); /* once it answers it has given back what only the start needed */
    LoadUse idle = load_server_use(&castled.server);
    LoadGames *load = connect_to(&castled.server, CROWD);
    load_games_idle(load, 1000);
    LoadUse connected = load_server_use(&castled.server);
    check(load_games_begin(load, CROWD / 2), load, "beginning games");
    load_games_idle(load, 1000);
    LoadUse begun = load_server_use(&castled.server);
    check(load_games_play(load, MEMORY_PACE, MEMORY_PLIES * MEMORY_PACE), load, "playing");
    double plies = (double)load_games_counts(load)->moves / (CROWD / 2.0);
    LoadUse playing = load_server_use(&castled.server);
    load_games_free(load);
    stop(&castled);

    start_echo(bench, &echo);
    LoadUse bare = load_server_use(&echo);
    load = connect_to(&echo, CROWD);
    load_games_idle(load, 1000);
    LoadUse bare_connected = load_server_use(&echo);
    load_games_free(load);
    load_server_kill(&echo);
    double ours = (double)(connected.memory - idle.memory) / CROWD;
    double theirs = (double)(bare_connected.memory - bare.memory) / CROWD;
    double game = (double)(begun.memory - connected.memory) / (CROWD / 2.0);
    printf("memory: idle %.1f MB (%.1f with shared files)\n"
           "      %.0f bytes a connection: %.0f more than the %.0f of libwebsockets alone\n"
           "      %.0f bytes a live game that has just begun, %.0f after %.0f plies\n",
           (double)idle.memory / 1e6, (double)idle.resident / 1e6, ours, ours - theirs, theirs,
           game, (double)(playing.memory - connected.memory) / (CROWD / 2.0), plies);
    want(bench, WANTED_IDLE, (double)idle.resident / 1e6, 0);
    want(bench, WANTED_CONNECTION, ours - theirs, 0);
    want(bench, WANTED_GAME, game, 0);
}

/* ---- many games, one after the other ---- */

/* Waits until it is 0. */
static void await_none(const Castled *castled, const char *name)
{
    enum { EVERY = 1, LONGEST = 900 };
    for (int waited = 0; metric(castled, name) > 0; waited += EVERY) {
        if (waited > LONGEST)
            give_up(name, "some stay");
        sleep(EVERY);
    }
}

/* Plays so many, waits until the server has forgotten them, and returns the bytes that it has allocated then. */
static double heap_after(const Castled *castled, uint32_t games, uint32_t each_second)
{
    enum { PLIES = 2, PAIRS = 300 };
    LoadUse before = load_server_use(&castled->server);
    LoadGames *load = connect_to(&castled->server, 2 * PAIRS);
    load_games_shorten(load, PLIES);
    double begun = now_ms();
    check(load_games_play_many(load, games, each_second), load, "playing");
    double ms = now_ms() - begun;
    LoadUse after = load_server_use(&castled->server);
    load_games_free(load);
    await_none(castled, "sessions");
    await_none(castled, "games");
    double heap = metric(castled, "heap_bytes");
    printf("%7u games, %.0f a second, %.0f µs of CPU each: %.1f MB of memory, then %.1f; "
           "%.0f bytes of heap in use\n",
           (unsigned)games, games / ms * 1e3, (double)(after.cpu - before.cpu) / 1e3 / games,
           (double)after.memory / 1e6, (double)load_server_use(&castled->server).memory / 1e6,
           heap);
    return heap;
}

/* What the server keeps in memory must not depend on how many games there have been. Games that ended within the last five
 * minutes (KEEP_FINISHED in live/internal/games.h) are there, so they are waited for; and tables stay as large as they were
 * for most of them, so never more are in memory than after the first part. */
static void bench_games(Bench *bench)
{
    enum { KEPT = 330 /* s, and some until they are looked for */ };
    uint32_t first = bench->games / 5, rest = bench->games - first, pace = first / KEPT;
    Castled castled;
    start_anew(bench, &castled, "process");
    double before = heap_after(&castled, first, bench->games_each_second);
    pace = pace < 1 ? 1 : pace > bench->games_each_second ? bench->games_each_second : pace;
    double after = heap_after(&castled, rest, pace);
    want(bench, WANTED_GROWTH, (after - before) / rest, 0);
    stop(&castled);
}

/* ---- the parts ---- */

typedef struct {
    const char *name;
    void (*run)(Bench *bench);
} Part;

static const Part PARTS[] = {
    {"flat", bench_flat},       {"pace", bench_pace},   {"search", bench_search},
    {"restart", bench_restart}, {"crowd", bench_crowd}, {"memory", bench_memory},
    {"games", bench_games},     {"moves", bench_moves},
};

static bool is_wanted(const char *name, int argc, char **argv)
{
    bool wanted = argc <= 4;
    for (int i = 4; i < argc; i++)
        wanted |= strcmp(argv[i], name) == 0;
    return wanted;
}

/* Of the environment, from which it is taken: castled would say that it does not know it. */
static double number(const char *name, double usual)
{
    const char *text = getenv(name);
    double value = text ? atof(text) : usual;
    unsetenv(name);
    return value;
}

/* For as many connections as the system allows. */
static void raise_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fputs("usage: load_bench CASTLED LWS_ECHO DIRECTORY [flat|pace|search|restart|crowd|"
              "memory|games|moves ...]\n",
              stderr);
        return 2;
    }
    Bench bench = {.castled = argv[1],
                   .echo = argv[2],
                   .directory = argv[3],
                   .ms = (uint32_t)(1000 * number("CASTLED_BENCH_SECONDS", 10)),
                   .games = (uint32_t)number("CASTLED_BENCH_GAMES", 1e6),
                   .games_each_second = (uint32_t)number("CASTLED_BENCH_GAMES_A_SECOND", 600)};
    setvbuf(stdout, NULL, _IOLBF, 0);
    attacks_init();
    raise_files();
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (is_wanted(PARTS[i].name, argc, argv))
            PARTS[i].run(&bench);
    if (bench.wanted)
        printf("%u of %u figures that are wanted were missed\n", bench.missed, bench.wanted);
    return bench.missed ? EXIT_FAILURE : EXIT_SUCCESS;
}
