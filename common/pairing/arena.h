/* arena.h - an arena: who of those who wait play each other, and what their games are worth, with lichess's constants.
 *
 * Pure; time is an argument. Sources: lichess-org/lila, modules/tournament (WaitingUsers, PairingSystem, AntmaPairing,
 * ColorHistory, ArenaSheet). One thing is different: a small field never waits. With fewer than ARENA_SMALL players a pair is
 * made as soon as two wait who did not just play each other; those who did play again when nobody else could come, or
 * after the time that a large field waits. */
#pragma once

#include "round_pair.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ARENA_SMALL = 12,
    ARENA_GROUP = 100, /* that is matched at once; more are paired in groups */
    ARENA_PAIRS =
        800, /* at most from one call: two groups matched, and six groups' sizes of neighbours */
    ARENA_STRIKE = 3, /* two who both had that many games in a row with one colour do not meet */
    ARENA_CROWD = 100 /* when more wait, nobody waits longer */
};

/* One who waits. */
typedef struct {
    uint16_t id;            /* not 0; what pairs name */
    uint16_t last_opponent; /* id, or 0 */
    uint16_t rank;          /* in the standings, from 1 */
    uint16_t team;          /* in a team battle, else 0 */
    int16_t rating;
    int8_t strike;  /* latest games in a row with White; with Black negative */
    int8_t balance; /* games with White minus games with Black */
    int64_t since;  /* when the wait began, ms */
} ArenaPlayer;

typedef struct {
    int active;     /* players who take part, waiting or playing, without those who pause */
    int64_t now;    /* ms */
    int wait;       /* arena_wait */
    bool is_first;  /* nobody has played yet: neighbours in rank meet, colours are drawn */
    bool is_battle; /* of teams: not within a team */
    uint64_t seed;  /* for all chance */
} ArenaField;

/* How long a pair is waited for, in ms: a clock of base and increment, in ms. */
int arena_wait(int64_t base, int64_t increment);
/* Whether to pair now. */
bool arena_is_ready(const ArenaField *field, const ArenaPlayer *waiting, int count);

size_t arena_memory(void);
/* Pairs those who wait, of whom some may be left over, the latest of an odd number among them. 'waiting' is ordered anew.
 * 'pairs' has room for ARENA_PAIRS. Returns how many. */
int arena_pair(const ArenaField *field, ArenaPlayer *waiting, int count, void *memory,
               RoundPair *pairs);

/* A finished game of a player. */
typedef enum { ARENA_LOSS, ARENA_DRAW, ARENA_WIN } ArenaResult;
typedef struct {
    uint8_t result; /* ArenaResult */
    bool berserk;   /* the player's own */
    uint16_t plies;
} ArenaGame;

typedef struct {
    int long_draw;    /* plies from which a repeated draw still counts: 60 in standard chess */
    bool has_streaks; /* two wins in a row double what follows */
    bool has_berserk;
    /* After a quick draw a short one counts. Not on lichess: so it was here before November 2026. */
    bool forgives_quick_draws;
} ArenaScoring;

/* Points of all games in their order; points[game] where it is not NULL. */
int arena_score(ArenaScoring scoring, const ArenaGame *games, int count, uint8_t *points);
