/* load_games.h - connections that play games with each other, as fast as they go or at a pace, and how long each move
 * took from its mover to the opponent.
 *
 * Connections 2n and 2n + 1 play game n, White first; those behind them, if any, only listen or play the computer. Moves are
 * random and legal. When a game has gone on for long enough White resigns, and the two begin another. One thread. */
#pragma once

#include "latency.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct LoadGames LoadGames;

typedef struct {
    uint64_t moves;    /* that the opponent has got */
    uint64_t games;    /* that were begun */
    uint64_t answers;  /* of an echo */
    uint64_t searches; /* moves of the computer */
    Latency latency;   /* of the moves; of 10,000 spectators: until the last one had it */
} LoadCounts;

/* A server on this machine; NULL when the system refuses. load_games_free closes all connections. */
LoadGames *load_games_new(int port);
/* Closes them, and forgets nothing: for load_games_resume. */
void load_games_end(LoadGames *load);
void load_games_free(LoadGames *load);

/* Each of these waits until it is done; false when the server, or the system, would not have it (load_games_problem). */

/* So many connections in all. */
bool load_games_connect(LoadGames *load, uint32_t connections);
/* In place of load_games_connect: as many connections as there were, of the same people, who watch their games again. */
bool load_games_resume(LoadGames *load, const LoadGames *before);
/* From now on White resigns after so many plies: at most LOAD_SCRIPT_PLIES, as at first. */
void load_games_shorten(LoadGames *load, uint32_t plies);
/* So many of the pairs begin a game. */
bool load_games_begin(LoadGames *load, uint32_t games);
/* All connections behind those that play watch game 0. */
bool load_games_watch(LoadGames *load);
/* From now on the connections behind those that play each have the computer at full strength think about a position, and
 * about it again when it has moved: so many searches are under way or waiting. */
bool load_games_search(LoadGames *load);
/* Plays in all games for so long: as soon as a move has come (interval 0), or a move each so many ms. */
bool load_games_play(LoadGames *load, uint32_t interval, uint32_t ms);
/* In place of load_games_begin and load_games_play: all connections in pairs play so many games, of which at most so many
 * begin in a second, until all are over. A move is made as soon as the one before has come. */
bool load_games_play_many(LoadGames *load, uint32_t games, uint32_t each_second);
/* So many moves of game 0, one after the other; each is waited for until every connection that watches has it. */
bool load_games_show(LoadGames *load, uint32_t moves);
/* Each connection sends a text of so many bytes, and the next when it has come back; for so long. Any server that sends
 * back what it gets. */
bool load_games_echo(LoadGames *load, uint32_t bytes, uint32_t ms);
/* Answers pings, and does nothing else, for so long. */
bool load_games_idle(LoadGames *load, uint32_t ms);

const LoadCounts *load_games_counts(const LoadGames *load);
/* What was played so far counts no more. */
void load_games_forget(LoadGames *load);
const char *load_games_problem(const LoadGames *load);
