/* Move generation compared with Stockfish's: both programs' 'go perft' in turns on one core, the best run of each.
 *
 *   perft_bench [--rounds N] [--ours build/.../castled-uci] [--theirs /usr/games/stockfish]
 *
 * Also the library alone: leaves counted and leaves played, with the build for this processor and with
 * those for older ones. Times are the processes' own CPU times, so that a busy machine matters less. */
#define _POSIX_C_SOURCE 200809L

#include "fen.h"
#include "generator.h"
#include "perft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    const char *name, *fen;
    int depth;
    uint64_t nodes;
} Task;

static const Task tasks[] = {
    {"start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324},
    {"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5,
     193690690},
};

typedef struct {
    FILE *in, *out;
    clockid_t clock; /* of its CPU time */
} Engine;

static double read_clock(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static bool engine_open(Engine *engine, const char *path)
{
    int to[2], from[2];
    if (access(path, X_OK) != 0 || pipe(to) != 0 || pipe(from) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        close(from[0]);
        execl(path, path, (char *)NULL);
        _exit(EXIT_FAILURE);
    }
    close(to[0]);
    close(from[1]);
    engine->in = fdopen(to[1], "w");
    engine->out = fdopen(from[0], "r");
    return child > 0 && clock_getcpuclockid(child, &engine->clock) == 0;
}

static void engine_close(Engine *engine)
{
    fputs("quit\n", engine->in);
    fclose(engine->in);
    fclose(engine->out);
}

/* Million nodes a second; the count is checked. */
static double engine_speed(Engine *engine, const Task *task)
{
    char line[512];
    fprintf(engine->in, "position fen %s\nisready\n", task->fen);
    fflush(engine->in);
    while (fgets(line, sizeof line, engine->out) && strncmp(line, "readyok", 7) != 0)
        ;
    double start = read_clock(engine->clock);
    fprintf(engine->in, "go perft %d\n", task->depth);
    fflush(engine->in);
    unsigned long long nodes = 0;
    while (fgets(line, sizeof line, engine->out) &&
           sscanf(line, "Nodes searched: %llu", &nodes) != 1)
        ;
    double seconds = read_clock(engine->clock) - start;
    if (nodes != task->nodes) {
        fprintf(stderr, "%s: %llu nodes, not %llu\n", task->name, nodes,
                (unsigned long long)task->nodes);
        exit(EXIT_FAILURE);
    }
    return (double)nodes / seconds / 1e6;
}

static double library_speed(uint64_t (*count)(const Position *, int), const Task *task, int depth)
{
    Position pos;
    fen_parse(task->fen, strlen(task->fen), &pos, NULL);
    double start = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    uint64_t nodes = count(&pos, depth);
    return (double)nodes / (read_clock(CLOCK_PROCESS_CPUTIME_ID) - start) / 1e6;
}

static void keep_best(double *best, double speed)
{
    if (speed > *best)
        *best = speed;
}

static void race(const Task *task, int rounds, Engine *ours, Engine *theirs)
{
    double our = 0, their = 0, counted = 0, played = 0, base_counted = 0, base_played = 0,
           popcnt_counted = 0, popcnt_played = 0;
    for (int round = 0; round < rounds; round++) {
        if (ours->in)
            keep_best(&our, engine_speed(ours, task));
        if (theirs->in)
            keep_best(&their, engine_speed(theirs, task));
        keep_best(&counted, library_speed(perft, task, task->depth));
        keep_best(&played, library_speed(perft_played, task, task->depth - 1));
        keep_best(&base_counted, library_speed(generator_perft_base, task, task->depth));
        keep_best(&base_played, library_speed(generator_played_base, task, task->depth - 1));
#if defined(__x86_64__)
        keep_best(&popcnt_counted, library_speed(generator_perft_popcnt, task, task->depth));
        keep_best(&popcnt_played, library_speed(generator_played_popcnt, task, task->depth - 1));
#endif
    }
    printf("%s, depth %d, million nodes a second, best of %d in turns\n", task->name, task->depth,
           rounds);
    printf("  castled-uci go perft %8.0f\n  Stockfish go perft   %8.0f\n", our, their);
    printf("  library counted      %8.0f   played %6.0f\n", counted, played);
    printf("  with POPCNT alone    %8.0f   played %6.0f\n", popcnt_counted, popcnt_played);
    printf("  for every machine    %8.0f   played %6.0f\n", base_counted, base_played);
    if (their > 0)
        printf("  ratio %.2f (asked: 1.5), library %.2f, every leaf played %.2f (asked: 0.28)\n",
               our / their, counted / their, played / their);
}

int main(int count, char **arguments)
{
    int rounds = 5;
    const char *our_path = "castled-uci", *their_path = "/usr/games/stockfish";
    for (int i = 1; i + 1 < count; i += 2) {
        if (strcmp(arguments[i], "--rounds") == 0)
            rounds = atoi(arguments[i + 1]);
        else if (strcmp(arguments[i], "--ours") == 0)
            our_path = arguments[i + 1];
        else if (strcmp(arguments[i], "--theirs") == 0)
            their_path = arguments[i + 1];
    }
    attacks_init();
    Engine ours = {0}, theirs = {0};
    if (!engine_open(&ours, our_path))
        fprintf(stderr, "%s is not there: without it\n", our_path);
    if (!engine_open(&theirs, their_path))
        fprintf(stderr, "%s is not there: without it\n", their_path);
    printf("compiler %s\n", __VERSION__);
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++)
        race(&tasks[i], rounds, &ours, &theirs);
    if (ours.in)
        engine_close(&ours);
    if (theirs.in)
        engine_close(&theirs);
    return EXIT_SUCCESS;
}
