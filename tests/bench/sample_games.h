/* sample_games.h - games of realistic length for measurements: from a PGN file, or played by our engine against
 * itself at human strengths.
 *
 * Games without clock times, and no file has them to the millisecond, get times as people take them: log-normal
 * around a share of what is left, now and then an instant move, under one of the most common time controls. The
 * same seed gives the same games. */
#pragma once

#include "event.h"
#include "room.h"

enum { SAMPLE_PLIES_MAX = 1000 };

typedef struct {
    TimeControl control;
    uint32_t plies;
    Move moves[SAMPLE_PLIES_MAX];
    uint32_t count;                     /* of events */
    Event events[SAMPLE_PLIES_MAX + 1]; /* as a room would have emitted them */
} SampleGame;

typedef struct SampleGames SampleGames;

/* 'path' NULL: the engine plays. NULL when the file cannot be read. */
SampleGames *sample_games_open(const char *path, uint64_t seed);
/* False when the file has no more games. */
bool sample_games_next(SampleGames *games, SampleGame *game);
void sample_games_close(SampleGames *games);
