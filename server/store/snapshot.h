/* snapshot.h - reads more from the database than one game: work that is done on the store's read thread and sees a
 * consistent state of what is durable.
 *
 * Do about ten milliseconds of work at a time, then call again: others wait for the same thread. */
#pragma once

#include "search.h"
#include "store.h"

typedef struct StoreSnapshot StoreSnapshot;

/* On the read thread. What it needs and finds is in its context; it must touch nothing else. */
typedef void (*StoreWork)(void *context, StoreSnapshot *snapshot);
/* On the loop: the work has been done, or with STORE_CLOSED will not be. */
typedef void (*StoreWorkDone)(void *context, StoreError error);

/* False, and nothing is called, when STORE_READS_MAX are waiting. */
bool store_read(Store *store, StoreWork work, StoreWorkDone done, void *context);

/* The same for long work that is done piece by piece: each piece waits until no other reads are left. It has
 * STORE_READS_MAX places of its own. */
bool store_read_in_background(Store *store, StoreWork work, StoreWorkDone done, void *context);

/* ---- within the work; on an error 'line' (STORE_LINE_MAX) says what is wrong, and the first one is logged ---- */

StoreError snapshot_search(StoreSnapshot *snapshot, const StoreSearch *search, StoreFound *found,
                           char *line);
/* 0 when one of them is not known. */
StoreError snapshot_score(StoreSnapshot *snapshot, const char *player, const char *opponent,
                          StoreScore *score, char *line);
GameId snapshot_id(const StoreSnapshot *snapshot, int64_t number);
/* False when it is not a game's id. */
bool snapshot_number(const StoreSnapshot *snapshot, const GameId *id, int64_t *number);
/* *game is NULL when there is none, else the caller's to free. */
StoreError snapshot_game(StoreSnapshot *snapshot, int64_t number, StoredGame **game, char *line);
/* What a list shows of it; the id is empty when there is none. */
StoreError snapshot_head(StoreSnapshot *snapshot, int64_t number, StoreGame *head, char *line);
/* The id of an equal game that the player 'by' has already imported; empty when there is none. */
StoreError snapshot_find_import(StoreSnapshot *snapshot, const char *by, const StoredGame *game,
                                GameId *id, char *line);
