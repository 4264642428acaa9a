#include "bench_command.h"

#include "attacks.h"
#include "load_games.h"
#include "load_server.h"
#include "options.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    FILES_RESERVED = 100, /* that are no connections */
    FLAT_CONNECTIONS = 2000,
    SEARCHES_FOR_EACH_CORE = 16, /* more than the threads that search can answer */
    WATCHED_LEAST = 3,
    SHOWN = 20,      /* moves that the spectators are shown */
    THINKING = 5000, /* ms between the moves of a game */
    LATE = 100,      /* ms for a move to arrive that players begin to notice */
    PATH_SIZE = 512,
};

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

typedef struct {
    const char *data;
    int64_t seconds, connections;
    uint32_t files; /* that a process may have open, for connections */
    char directory[PATH_SIZE];
} Bench;

static const Option OPTIONS[] = {
    {"data", "CASTLED_DATA", "DIR",
     "a directory on the disk to measure; a new one is made in it, and removed at the end", ".",
     OPTION_TEXT, OPTION_FIELD(Bench, data), .expected = "a directory"},
    {"connections", "CASTLED_BENCH_CONNECTIONS", "N", "how many players, two for each game",
     "10000", OPTION_NUMBER, OPTION_FIELD(Bench, connections), .least = 2, .most = 50000},
    {"seconds", "CASTLED_BENCH_SECONDS", "N",
     "how long each measurement of games takes; there are four", "10", OPTION_NUMBER,
     OPTION_FIELD(Bench, seconds), .least = 1, .most = 3600},
};

static const OptionTable TABLE = {
    .program = "castled bench",
    .usage =
        "usage: castled bench [--data DIR] [--connections N] [--seconds N]\n"
        "Measures how many games this machine and its disk can handle. The players run here, too, "
        "and use about\n"
        "as much of the processor as the server does: it can do more when they are elsewhere.\n",
    .options = OPTIONS,
    .count = sizeof OPTIONS / sizeof *OPTIONS,
};

/* ---- measuring ---- */

typedef struct {
    double each_second;
    double half, most; /* ms, from the mover to the opponent */
    double core;       /* the part of one that the server took */
    double memory;     /* bytes of the server's for each game, with its two connections */
} Played;

static bool start(const Bench *bench, LoadServer *server, const char *durability)
{
    const char *words[] = {"/proc/self/exe", "--port",         "0",        "--host", "127.0.0.1",
                           "--data",         bench->directory, "--limits", "off",    "--log",
                           "warning",        "--durability",   durability, NULL};
    return load_server_start(server, words);
}

/* What is played: so many connections in games, at a move each so many ms, while others have the computer think. */
typedef struct {
    const char *durability;
    uint32_t connections, searches, interval;
} Load;

static bool play(const LoadServer *server, LoadGames *load, const Load *wanted, uint32_t ms,
                 Played *played)
{
    uint32_t connections = wanted->connections;
    LoadUse idle = load_server_use(server);
    if (!load_games_connect(load, connections + wanted->searches) ||
        !load_games_begin(load, connections / 2))
        return false;
    LoadUse before = load_server_use(server);
    if ((wanted->searches && !load_games_search(load)) ||
        !load_games_play(load, wanted->interval, ms))
        return false;
    LoadUse after = load_server_use(server);
    const LoadCounts *counts = load_games_counts(load);
    *played = (Played){.each_second = (double)counts->moves / ms * 1e3,
                       .half = latency_at(&counts->latency, 0.5) / 1e3,
                       .most = latency_at(&counts->latency, 0.99) / 1e3,
                       .core = (double)(after.cpu - before.cpu) / 1e6 / ms,
                       .memory = (double)(before.memory - idle.memory) * 2 / connections};
    return true;
}

/* Says why something could not be done; returns whether it was. */
static bool note(const LoadGames *load, bool is_done)
{
    if (!is_done)
        fprintf(stderr, "castled bench: %s\n",
                load ? load_games_problem(load) : "the system is out of memory or files");
    return is_done;
}

static bool begin(const Bench *bench, LoadServer *server, const char *durability)
{
    bool is_begun = start(bench, server, durability);
    if (!is_begun)
        fputs("castled bench: the server did not start\n", stderr);
    return is_begun;
}

static void end(const Bench *bench, LoadServer *server, LoadGames *load)
{
    load_games_free(load);
    load_server_kill(server);
    load_directory_empty(bench->directory);
}

/* Each of these on a server of its own. False, and it says why, when it could not be done. */

static bool measure(const Bench *bench, const Load *wanted, Played *played)
{
    LoadServer server;
    if (!begin(bench, &server, wanted->durability))
        return false;
    LoadGames *load = load_games_new(server.port);
    uint32_t ms = (uint32_t)(bench->seconds * 1000);
    bool is_done = note(load, load && play(&server, load, wanted, ms, played));
    end(bench, &server, load);
    return is_done;
}

/* Killed while games go on. ms until it is ready again, and from then on until all players are back in their games. */
static bool measure_return(const Bench *bench, uint32_t connections, double *ready, double *back)
{
    LoadServer server;
    if (!begin(bench, &server, "power"))
        return false;
    LoadGames *load = load_games_new(server.port), *again = NULL;
    bool is_done = note(load, load && load_games_connect(load, connections) &&
                                  load_games_begin(load, connections / 2) &&
                                  load_games_play(load, 1000, 1000));
    load_server_kill(&server);
    if (is_done && (is_done = begin(bench, &server, "power"))) {
        load_games_end(load);
        *ready = (double)server.ready_in / 1e3;
        uint64_t begun = now_us();
        again = load_games_new(server.port);
        is_done = note(again, again && load_games_resume(again, load));
        *back = (double)(now_us() - begun) / 1e3;
        load_games_free(again);
    }
    end(bench, &server, load);
    return is_done;
}

/* One game that all others watch: ms until the last of them has a move, the longest of SHOWN moves. */
static bool measure_crowd(const Bench *bench, uint32_t connections, double *longest)
{
    LoadServer server;
    if (!begin(bench, &server, "power"))
        return false;
    LoadGames *load = load_games_new(server.port);
    bool is_done =
        note(load, load && load_games_connect(load, connections) && load_games_begin(load, 1) &&
                       load_games_watch(load) && load_games_show(load, SHOWN));
    if (is_done)
        *longest = (double)load_games_counts(load)->latency.longest / 1e3;
    end(bench, &server, load);
    return is_done;
}

/* ---- words ---- */

typedef struct {
    double games;
    const char *wall;
} Wall;

static void look_at(Wall *lowest, double games, const char *wall)
{
    if (games < lowest->games)
        *lowest = (Wall){games, wall};
}

/* Two figures: more would say more than was measured. */
static double rounded(double games)
{
    double unit = 1;
    while (games >= 100 * unit)
        unit *= 10;
    return unit * (double)(long)(games / unit);
}

static double free_memory(void)
{
    return (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

/* Half of what was measured, so that there is room for an evening with more; of the disk, since it was waited for. */
static void say_walls(const Bench *bench, const Played *process, const Played *power,
                      const Played *paced)
{
    double thinking = THINKING / 1e3;
    Wall lowest = {(double)bench->files / 2, "how many files a process may open (ulimit -n)"};
    look_at(&lowest, process->each_second * thinking / 2, "the processor");
    if (power->each_second < 0.8 * process->each_second)
        look_at(&lowest, power->each_second * thinking / 2, "the disk");
    look_at(&lowest, free_memory() / 2 / paced->memory, "memory");
    printf("So this machine can handle about %.0f games at once; the first limit is %s.\n",
           rounded(lowest.games), lowest.wall);
    if (paced->most > LATE)
        printf("But moves arrive late: one in a hundred takes more than %.0f ms%s.\n", paced->most,
               power->each_second < 0.8 * process->each_second ? ", as the disk does" : "");
}

/* Games at the pace of people, alone and while the computer thinks. */
static bool run_paced(const Bench *bench, uint32_t many, Played *paced)
{
    Played searching;
    uint32_t searches = SEARCHES_FOR_EACH_CORE * (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t rest = bench->files > many ? bench->files - many : 0;
    Load load = {.durability = "power", .connections = many, .interval = THINKING};
    if (!measure(bench, &load, paced))
        return false;
    printf("%u games with a move every 5 s: it arrives in %.1f ms (99th percentile: %.1f ms);\n"
           "the server uses %.2f of a processor core, and %.1f KB of memory for each game and its "
           "players.\n",
           many / 2, paced->half, paced->most, paced->core, paced->memory / 1e3);
    load.searches = searches < rest ? searches : rest;
    if (load.searches == 0)
        return true; /* no files are left for them */
    if (!measure(bench, &load, &searching))
        return false;
    printf("The same while %u others play the computer: it arrives in %.1f ms (99th percentile: "
           "%.1f ms).\n",
           load.searches, searching.half, searching.most);
    return true;
}

static bool run_returns(const Bench *bench, uint32_t many)
{
    double ready, back, longest;
    if (!measure_return(bench, many, &ready, &back))
        return false;
    printf("Killed with %u games in progress, it is ready again after %.0f ms, and all players are "
           "back after %.1f s.\n",
           many / 2, ready, (ready + back) / 1e3);
    if (many < WATCHED_LEAST)
        return true;
    if (!measure_crowd(bench, many, &longest))
        return false;
    printf("A move in a game with %u spectators has reached all of them after %.0f ms at most.\n",
           many - 2, longest);
    return true;
}

static bool run(const Bench *bench)
{
    Played process, power, paced;
    double half, most;
    uint32_t many =
        (uint32_t)(bench->connections < bench->files ? bench->connections : bench->files);
    uint32_t few = many < FLAT_CONNECTIONS ? many : FLAT_CONNECTIONS;
    if (!load_disk(bench->directory, (uint32_t)bench->seconds * 250, &half, &most)) {
        fprintf(stderr, "castled bench: %s cannot be written to\n", bench->directory);
        return false;
    }
    printf("A write to the disk is durable after %.1f ms (99th percentile: %.1f ms).\n", half / 1e3,
           most / 1e3);
    if (!measure(bench, &(Load){.durability = "process", .connections = few}, &process) ||
        !measure(bench, &(Load){.durability = "power", .connections = few}, &power))
        return false;
    printf("%u games as fast as they go: %.0f moves a second, %.0f of them on disk before anybody "
           "sees them\n(--durability process and power).\n",
           few / 2, process.each_second, power.each_second);
    if (!run_paced(bench, many, &paced) || !run_returns(bench, many))
        return false;
    say_walls(bench, &process, &power, &paced);
    return true;
}

/* ---- around it ---- */

static uint32_t raise_files(void)
{
    struct rlimit limit = {0};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur > FILES_RESERVED ? (uint32_t)limit.rlim_cur - FILES_RESERVED : 2;
}

/* The server is to be as the flags here say. */
static void forget_environment(void)
{
    static const char PREFIX[] = "CASTLED_";
    for (char **each = environ; *each;) {
        char name[PATH_SIZE];
        size_t length = strcspn(*each, "=");
        if (strncmp(*each, PREFIX, sizeof PREFIX - 1) != 0 || length >= sizeof name) {
            each++;
            continue;
        }
        memcpy(name, *each, length);
        name[length] = '\0';
        unsetenv(name);
    }
}

/* In a child, so that the directory is removed however it ends. */
static int run_apart(const Bench *bench)
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        bool is_done = run(bench);
        fflush(stdout);
        _exit(is_done ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    if (child < 0 || waitpid(child, &status, 0) < 0)
        return EXIT_FAILURE;
    return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

int bench_command(int argc, char *const argv[])
{
    char line[OPTIONS_LINE_MAX];
    Bench bench = {.files = raise_files()};
    switch (options_read(&TABLE, &bench, NULL, argc, argv, getenv, line)) {
    case OPTIONS_HELP: options_print_help(&TABLE, stdout); return EXIT_SUCCESS;
    case OPTIONS_OK: break;
    default: fprintf(stderr, "castled bench: %s\n", line); return 2;
    }
    snprintf(bench.directory, sizeof bench.directory, "%s/castled-bench-XXXXXX", bench.data);
    if (!mkdtemp(bench.directory)) {
        perror(bench.data);
        return EXIT_FAILURE;
    }
    forget_environment();
    setvbuf(stdout, NULL, _IOLBF, 0);
    int status = run_apart(&bench);
    load_directory_empty(bench.directory);
    rmdir(bench.directory);
    return status;
}
