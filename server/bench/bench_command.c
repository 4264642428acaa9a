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
#include <unistd.h>

enum {
    FILES_RESERVED = 100, /* that are no connections */
    FLAT_CONNECTIONS = 2000,
    THINKING = 5000, /* ms between the moves of a game */
    LATE = 100,      /* ms for a move to arrive that players begin to notice */
    PATH_SIZE = 512,
};

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
    {"seconds", "CASTLED_BENCH_SECONDS", "N", "how long each of the three measurements takes", "10",
     OPTION_NUMBER, OPTION_FIELD(Bench, seconds), .least = 1, .most = 3600},
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

static bool play(const LoadServer *server, LoadGames *load, uint32_t connections, uint32_t interval,
                 uint32_t ms, Played *played)
{
    LoadUse idle = load_server_use(server);
    if (!load_games_connect(load, connections) || !load_games_begin(load, connections / 2))
        return false;
    LoadUse before = load_server_use(server);
    if (!load_games_play(load, interval, ms))
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

/* On a server of its own. False, and it says why, when it could not be done. */
static bool measure(const Bench *bench, const char *durability, uint32_t connections,
                    uint32_t interval, Played *played)
{
    LoadServer server;
    uint32_t ms = (uint32_t)(bench->seconds * 1000);
    if (!start(bench, &server, durability)) {
        fputs("castled bench: the server did not start\n", stderr);
        return false;
    }
    LoadGames *load = load_games_new(server.port);
    bool is_done = load && play(&server, load, connections, interval, ms, played);
    if (!is_done)
        fprintf(stderr, "castled bench: %s\n",
                load ? load_games_problem(load) : "the system is out of memory or files");
    load_games_free(load);
    load_server_kill(&server);
    load_directory_empty(bench->directory);
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
    if (!measure(bench, "process", few, 0, &process) || !measure(bench, "power", few, 0, &power))
        return false;
    printf("%u games as fast as they go: %.0f moves a second, %.0f of them on disk before anybody "
           "sees them\n(--durability process and power).\n",
           few / 2, process.each_second, power.each_second);
    if (!measure(bench, "power", many, THINKING, &paced))
        return false;
    printf("%u games with a move every 5 s: it arrives in %.1f ms (99th percentile: %.1f ms);\n"
           "the server uses %.2f of a processor core, and %.1f KB of memory for each game and its "
           "players.\n",
           many / 2, paced.half, paced.most, paced.core, paced.memory / 1e3);
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
