/* People who play against each other at a server of this machine, for measurements that need more than one program of them
 * (cluster_bench.mjs). Prints one line of JSON: the moves that the opponent has got, and the ms that half of them and 99 of
 * 100 took at most, from the mover to the opponent.
 *   load_players PORT CONNECTIONS INTERVAL SECONDS      INTERVAL: ms between two moves of a game; 0: as fast as they go */
#include "attacks.h"
#include "load_games.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    if (count != 5) {
        fprintf(stderr, "usage: load_players PORT CONNECTIONS INTERVAL SECONDS\n");
        return EXIT_FAILURE;
    }
    attacks_init();
    uint32_t connections = (uint32_t)strtoul(words[2], NULL, 10);
    uint32_t interval = (uint32_t)strtoul(words[3], NULL, 10);
    uint32_t ms = (uint32_t)strtoul(words[4], NULL, 10) * 1000;
    LoadGames *load = load_games_new(atoi(words[1]));
    if (!load || !load_games_connect(load, connections) ||
        !load_games_begin(load, connections / 2) || !load_games_play(load, interval, ms / 4)) {
        fprintf(stderr, "%s\n", load ? load_games_problem(load) : "the system refuses");
        return EXIT_FAILURE;
    }
    load_games_forget(load);
    if (!load_games_play(load, interval, ms)) {
        fprintf(stderr, "%s\n", load_games_problem(load));
        return EXIT_FAILURE;
    }
    const LoadCounts *counts = load_games_counts(load);
    printf("{\"moves\":%llu,\"half\":%.2f,\"most\":%.2f}\n", (unsigned long long)counts->moves,
           latency_at(&counts->latency, 0.5) / 1e3, latency_at(&counts->latency, 0.99) / 1e3);
    load_games_free(load);
    return EXIT_SUCCESS;
}
