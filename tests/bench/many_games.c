/* Plays so many games of two plies, at a server of this machine, and ends when all are over: for e2e/sockets/heap.
 *   many_games PORT GAMES PAIRS      PAIRS: how many games are played at once */
#include "attacks.h"
#include "load_games.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    enum { PLIES = 2, EACH_SECOND = 1000000 /* as fast as they go */ };
    if (count != 4) {
        fprintf(stderr, "usage: many_games PORT GAMES PAIRS\n");
        return EXIT_FAILURE;
    }
    attacks_init();
    uint32_t games = (uint32_t)strtoul(words[2], NULL, 10);
    uint32_t pairs = (uint32_t)strtoul(words[3], NULL, 10);
    LoadGames *load = load_games_new(atoi(words[1]));
    if (load)
        load_games_shorten(load, PLIES);
    if (!load || !load_games_connect(load, 2 * pairs) ||
        !load_games_play_many(load, games, EACH_SECOND)) {
        fprintf(stderr, "%s\n", load ? load_games_problem(load) : "the system refuses");
        return EXIT_FAILURE;
    }
    load_games_free(load);
    return EXIT_SUCCESS;
}
