/* What the server can take, compared with a bare libwebsockets echo server (lws_echo) in the same run, on the same sockets
 * and with frames of the same size. Only ratios count: both share the machine with this client.
 *   load_bench CASTLED LWS_ECHO DIRECTORY [flat|pace|search|restart|crowd|memory|games|moves ...]
 * In DIRECTORY databases are created and removed. CASTLED_BENCH_SECONDS is how long each measurement takes
 * (10), CASTLED_BENCH_GAMES how many games "games" plays (a million). */
#include "attacks.h"
#include "load_games.h"
#include "load_server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    uint64_t games;
} Bench;

typedef struct {
    LoadServer server;
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

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* ---- the two servers ---- */

static void start(const Bench *bench, Castled *castled, const char *durability)
{
    const char *words[] = {bench->castled, "--port",   "0",   "--host",       "127.0.0.1", "--data",
                           castled->data,  "--limits", "off", "--durability", durability,  NULL};
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

static Pace measure_echo(const Bench *bench, uint32_t connections)
{
    LoadServer server;
    start_echo(bench, &server);
    LoadGames *load = connect_to(&server, connections);
    uint64_t before = load_server_use(&server).cpu;
    double begun = now_ms();
    check(load_games_echo(load, ECHO_SIZE, bench->ms), load, "echoes");
    Pace pace = pace_of(load, load_games_counts(load)->answers,
                        load_server_use(&server).cpu - before, now_ms() - begun);
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
    Pace pace = measure_play(bench, &castled.server, load, 0);
    load_games_free(load);
    stop(&castled);
    return pace;
}

/* The echo is measured before and after, since the machine may have become busier. */
static double flat_row(const Bench *bench, uint32_t connections, const char *durability)
{
    Pace before = measure_echo(bench, connections);
    Pace moves = measure_moves(bench, connections, durability);
    Pace behind = measure_echo(bench, connections);
    double echoes = (before.each_second + behind.each_second) / 2;
    printf("%5u connections, %-7s  %6.0f moves/s of %6.0f echoes/s: %.2f   p50 %6.1f p99 %7.1f ms"
           "   %5.1f µs of CPU a move (an echo %.1f)\n",
           connections, durability, moves.each_second, echoes, moves.each_second / echoes,
           moves.half, moves.most, moves.cpu, (before.cpu + behind.cpu) / 2);
    return moves.cpu;
}

static void bench_flat(const Bench *bench)
{
    static const char *const DURABILITY[] = {"process", "power"};
    double half, most;
    for (size_t i = 0; i < 2; i++) {
        double few = flat_row(bench, FEW, DURABILITY[i]);
        double many = flat_row(bench, MANY, DURABILITY[i]);
        printf("      CPU of a move at %d connections and at %d: %.2f times\n", MANY, FEW,
               many / few);
    }
    if (load_disk(bench->directory, bench->ms / 4, &half, &most))
        printf("      fsync alone: p50 %.2f, p99 %.2f ms\n", half / 1e3, most / 1e3);
}

/* Without the comparison: for profilers. */
static void bench_moves(const Bench *bench)
{
    Pace moves = measure_moves(bench, FEW, "process");
    printf("%d connections: %.0f moves/s, %.1f µs of CPU a move\n", FEW, moves.each_second,
           moves.cpu);
}

/* ---- a move each five seconds ---- */

/* While so many others have the computer think. */
static void pace_row(const Bench *bench, uint32_t searches)
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
    load_games_free(load);
    stop(&castled);
}

static void bench_pace(const Bench *bench)
{
    pace_row(bench, 0);
}

/* More than a thread can answer, for each thread that castled may have. */
static void bench_search(const Bench *bench)
{
    enum { FOR_EACH_CORE = 16 };
    pace_row(bench, FOR_EACH_CORE * (uint32_t)sysconf(_SC_NPROCESSORS_ONLN));
}

/* ---- a restart ---- */

static void bench_restart(const Bench *bench)
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
    printf("killed with %d live games: ready in %.0f ms; %d connections opened and their games "
           "resumed in %.2f s\n",
           CROWD / 2, (double)castled.server.ready_in / 1e3, CROWD, (now_ms() - begun) / 1e3);
    load_games_free(load);
    load_games_free(before);
    stop(&castled);
}

/* ---- spectators ---- */

static void bench_crowd(const Bench *bench)
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
    load_games_free(load);
    stop(&castled);
}

/* ---- memory ---- */

static void bench_memory(const Bench *bench)
{
    Castled castled;
    LoadServer echo;
    start_anew(bench, &castled, "process");
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
    printf("memory: idle %.1f MB (%.1f with shared files)\n"
           "      %.0f bytes a connection: %.0f more than the %.0f of libwebsockets alone\n"
           "      %.0f bytes a live game that has just begun, %.0f after %.0f plies\n",
           (double)idle.memory / 1e6, (double)idle.resident / 1e6, ours, ours - theirs, theirs,
           (double)(begun.memory - connected.memory) / (CROWD / 2.0),
           (double)(playing.memory - connected.memory) / (CROWD / 2.0), plies);
}

/* ---- many games, one after the other ---- */

static double memory_of(const Castled *castled)
{
    return (double)load_server_use(&castled->server).memory / 1e6;
}

/* Until so many games were played in all; returns how many there are now. */
static uint64_t play_until(const Castled *castled, LoadGames *load, uint64_t played,
                           uint64_t wanted)
{
    enum { PACE = 100 };
    uint64_t first = played, cpu = load_server_use(&castled->server).cpu;
    double begun = now_ms();
    while (played < wanted) {
        load_games_forget(load);
        check(load_games_play(load, PACE, 1000), load, "playing");
        played += load_games_counts(load)->games;
    }
    double count = (double)(played - first), ms = now_ms() - begun;
    cpu = load_server_use(&castled->server).cpu - cpu;
    printf("after %7llu games: %.2f MB   (%.0f games/s, %.0f µs of CPU each)\n",
           (unsigned long long)played, memory_of(castled), count / ms * 1e3,
           (double)cpu / 1e3 / count);
    return played;
}

/* What the server keeps in memory must not depend on how many games there have been, but for those that ended within
 * the last five minutes (KEEP_FINISHED in live/internal/games.h). So they are the shortest games that count, at a steady
 * pace of somewhat less than a thousand a second: from the first 300,000 on as many are forgotten as begin. Memory that was
 * freed is kept for those that come, so more is taken when more were played in five minutes than ever before. */
static void bench_games(const Bench *bench)
{
    enum { STEP = 100000, PLIES = 2, AT_ONCE = 300 };
    uint64_t played = 0;
    Castled castled;
    start_anew(bench, &castled, "process");
    LoadGames *load = connect_to(&castled.server, 2 * AT_ONCE);
    load_games_shorten(load, PLIES);
    printf("before the first game: %.2f MB\n", memory_of(&castled));
    check(load_games_begin(load, AT_ONCE), load, "beginning games");
    while (played < bench->games) {
        uint64_t next = (played / STEP + 1) * STEP;
        played = play_until(&castled, load, played, next < bench->games ? next : bench->games);
    }
    load_games_free(load);
    stop(&castled);
}

/* ---- the parts ---- */

typedef struct {
    const char *name;
    void (*run)(const Bench *bench);
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
                   .games = (uint64_t)number("CASTLED_BENCH_GAMES", 1e6)};
    setvbuf(stdout, NULL, _IOLBF, 0);
    attacks_init();
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (is_wanted(PARTS[i].name, argc, argv))
            PARTS[i].run(&bench);
    return 0;
}
