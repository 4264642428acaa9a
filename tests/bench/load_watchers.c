/* People who watch one game at a server of this machine, for measurements of what each move costs it (cluster_bench.mjs).
 * Prints "watching" when all do, and then, move after move, each when everybody has heard the one before, a line of JSON:
 * the ms until the last of them had it, for half of the moves and for 99 of 100.
 *   load_watchers PORT WATCHERS MOVES */
#include "attacks.h"
#include "load_games.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    enum { PLAYERS = 2 };
    if (count != 4) {
        fprintf(stderr, "usage: load_watchers PORT WATCHERS MOVES\n");
        return EXIT_FAILURE;
    }
    attacks_init();
    uint32_t watchers = (uint32_t)strtoul(words[2], NULL, 10);
    LoadGames *load = load_games_new(atoi(words[1]));
    bool watch = load && load_games_connect(load, PLAYERS + watchers) &&
                 load_games_begin(load, 1) && load_games_watch(load);
    if (watch) {
        load_games_forget(load);
        puts("watching");
        fflush(stdout);
    }
    if (!watch || !load_games_show(load, (uint32_t)strtoul(words[3], NULL, 10))) {
        fprintf(stderr, "%s\n", load ? load_games_problem(load) : "the system refuses");
        return EXIT_FAILURE;
    }
    const LoadCounts *counts = load_games_counts(load);
    printf("{\"half\":%.2f,\"most\":%.2f}\n", latency_at(&counts->latency, 0.5) / 1e3,
           latency_at(&counts->latency, 0.99) / 1e3);
    load_games_free(load);
    return EXIT_SUCCESS;
}
