/* dutch_bench: how long a round of FIDE's Dutch system takes, and bbpPairings beside it where its path is given.
 *   dutch_bench [--against BBPPAIRINGS] [PLAYERS ...]     50 100 200 500 1000 unless they are given
 * Processor time of the slowest and of all rounds of one random tournament of nine rounds; that of bbpPairings is of its
 * process, which also reads the file. */
#include "generator.h"
#include "trf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 9 };

typedef struct {
    double slowest, all;
} Times;

static double seconds_of_children(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
}

static void add_time(Times *times, double seconds)
{
    times->all += seconds;
    if (seconds > times->slowest)
        times->slowest = seconds;
}

/* The tournament as it was before the round, with the byes of that round. */
static void cut(Tournament *t, const Tournament *whole, int round)
{
    size_t cells = (size_t)t->room.players * (size_t)t->room.rounds;
    memcpy(t->games, whole->games, cells * sizeof *t->games);
    t->played = round;
    for (int i = 0; i < t->player_count; i++) {
        for (int r = round; r < t->room.rounds; r++)
            if (r > round || game_was_paired(tournament_game(t, i, r)))
                *tournament_game(t, i, r) = (RoundGame){.result = RESULT_NONE};
        t->players[i].points = tournament_points(t, i, round + 1);
    }
}

static double run_other(const char *program, const Tournament *t)
{
    char input[] = "/tmp/dutch_bench_XXXXXX", output[sizeof input + 4];
    TrfHeader header = {.name = "bench"};
    size_t size = trf_write(t, TRF_26, &header, NULL, 0) + 1;
    char *text = malloc(size);
    int file = mkstemp(input);
    if (!text || file < 0)
        exit(EXIT_FAILURE);
    trf_write(t, TRF_26, &header, text, size);
    bool written = write(file, text, size - 1) == (ssize_t)(size - 1);
    close(file);
    free(text);
    snprintf(output, sizeof output, "%s.out", input);
    double before = seconds_of_children();
    pid_t child = written ? fork() : -1;
    if (child == 0) {
        execl(program, program, "--dutch", input, "-p", output, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status)) {
        fprintf(stderr, "%s failed on %s\n", program, input);
        exit(EXIT_FAILURE);
    }
    unlink(input);
    unlink(output);
    return seconds_of_children() - before;
}

static void measure(int players, const char *other)
{
    GeneratorOptions options = {.seed = 1,
                                .players = players,
                                .rounds = ROUNDS,
                                .draws = 300,
                                .zero_byes = 10,
                                .half_byes = 10};
    TournamentSize size = generator_size(&options);
    Tournament whole, t;
    void *first = malloc(tournament_memory(size)), *second = malloc(tournament_memory(size));
    void *work = malloc(dutch_memory(players));
    RoundPair *pairs = malloc(((size_t)players + 1) * sizeof *pairs);
    Times own = {0, 0}, others = {0, 0};
    int count;
    if (!first || !second || !work || !pairs)
        exit(EXIT_FAILURE);
    tournament_open(&whole, first, size);
    tournament_open(&t, second, size);
    generator_make(&options, &whole, work, pairs);
    t.player_count = whole.player_count;
    t.rounds = whole.rounds;
    t.initial = whole.initial;
    memcpy(t.players, whole.players, (size_t)players * sizeof *t.players);
    tournament_index(&t);
    for (int round = 0; round < whole.played; round++) {
        cut(&t, &whole, round);
        clock_t start = clock();
        dutch_pair(&t, round, work, pairs, &count);
        add_time(&own, (double)(clock() - start) / CLOCKS_PER_SEC);
        if (other)
            add_time(&others, run_other(other, &t));
    }
    printf("%5d players: slowest round %.3f s, %d rounds %.3f s", players, own.slowest,
           whole.played, own.all);
    if (other)
        printf("; bbpPairings %.3f s, %.3f s: %.1f times as long", others.slowest, others.all,
               others.all / own.all);
    putchar('\n');
    fflush(stdout);
    free(first);
    free(second);
    free(work);
    free(pairs);
}

int main(int count, char **arguments)
{
    static const int usual[] = {50, 100, 200, 500, 1000};
    const char *other = NULL;
    int first = 1;
    if (count > 2 && !strcmp(arguments[1], "--against")) {
        other = arguments[2];
        first = 3;
    }
    for (int i = first; i < count; i++) {
        int players = atoi(arguments[i]);
        if (players < 2 || players > DUTCH_PLAYERS_MAX) {
            fprintf(stderr, "usage: dutch_bench [--against BBPPAIRINGS] [PLAYERS ...]\n");
            return 2;
        }
        measure(players, other);
    }
    for (size_t i = 0; first == count && i < sizeof usual / sizeof *usual; i++)
        measure(usual[i], other);
    return 0;
}
