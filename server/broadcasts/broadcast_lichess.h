/* broadcast_lichess.h - broadcasts as the Lichess API shows them.
 *
 * A round is over when its owner says so, or when all of its games have results; it goes on from its first game, or its start,
 * until then. */
#pragma once

#include "broadcasts.h"

/* Who reads, and what addresses of this server begin with ("": not known). */
typedef struct {
    BroadcastPerson by;
    const char *base;
} BroadcastReader;

typedef struct {
    const char *owner; /* made by that account; NULL: by anybody */
    const char *words; /* with these in its name; NULL: any */
    bool is_live;      /* only those with a round that goes on */
} BroadcastFilter;

typedef struct {
    const char *id[BROADCASTS_MAX]; /* lent until the next change */
    size_t count;
    size_t active; /* so many at the beginning have a round that goes on or is about to */
} BroadcastsFound;

/* Those that are active first, then those that changed last. */
void broadcasts_find(const Broadcasts *broadcasts, const BroadcastFilter *filter,
                     BroadcastsFound *found);

typedef enum { BROADCAST_ALONE, BROADCAST_WITH_LAST_ROUND, BROADCAST_WITH_ROUNDS } BroadcastForm;

/* False: there is no such broadcast. */
bool broadcasts_lichess_json(const Broadcasts *broadcasts, const char *id, BroadcastForm form,
                             const BroadcastReader *reader, Text *text);
/* A round with its games; false: there is no such round. */
bool broadcasts_lichess_round_json(const Broadcasts *broadcasts, const char *round,
                                   const BroadcastReader *reader, Text *text);
/* A line for each round of the reader's own broadcasts, the newest first, at most so many. */
void broadcasts_lichess_own_json(const Broadcasts *broadcasts, const BroadcastReader *reader,
                                 size_t most, Text *text);

/* All games of a round, with or without clocks; two empty lines follow each, by which clients tell them apart. False: there is no
 * such round. */
bool broadcasts_lichess_pgn(const Broadcasts *broadcasts, const char *round, bool clocks,
                            const char *base, Text *text);
/* The game at that board (from 1) if its newest change is not 'seq', which becomes that. False: there is no such board. */
bool broadcasts_lichess_game(const Broadcasts *broadcasts, const char *round, uint32_t board,
                             bool clocks, const char *base, uint32_t *seq, Text *text);
bool broadcasts_has_round(const Broadcasts *broadcasts, const char *round);
/* The rounds of a broadcast, in their order; 0 when there is none. */
size_t broadcasts_rounds(const Broadcasts *broadcasts, const char *id,
                         const char *rounds[BROADCAST_ROUNDS_MAX]);

/* The session is told of changes of the round as if it watched it, until broadcasts_connection_ends. False: there is no such
 * round. */
bool broadcasts_listen(Broadcasts *broadcasts, const char *round, SessionId session);
