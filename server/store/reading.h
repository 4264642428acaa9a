/* reading.h - work that wants to look into the database for longer than one game: it is done on the store's
 * read thread, and sees one moment of what is durable.
 *
 * Give the loop back soon what else it asks: some ten milliseconds a piece, then ask again. */
#pragma once

#include "search.h"
#include "store.h"

typedef struct StoreReading StoreReading;

/* On the read thread. What it needs and finds stands in its context; it must touch nothing else. */
typedef void (*StoreWork)(void *context, StoreReading *reading);
/* On the loop: the work is done, or with STORE_CLOSED will not be. */
typedef void (*StoreWorkDone)(void *context, StoreError error);

/* False, and nothing is called, when STORE_READS_MAX are waiting. */
bool store_read(Store *store, StoreWork work, StoreWorkDone done, void *context);

/* The same for work that is done piece by piece and nobody waits for each of them: each waits until nothing else is asked
 * for. It has STORE_READS_MAX places of its own. */
bool store_read_patiently(Store *store, StoreWork work, StoreWorkDone done, void *context);

/* ---- within the work; on an error 'line' (STORE_LINE_MAX) says it ---- */

StoreError reading_search(StoreReading *reading, const StoreSearch *search, StoreFound *found,
                          char *line);
GameId reading_id(const StoreReading *reading, int64_t number);
/* The game that the player 'by' has brought already and that is the same as an imported one: its id, empty when
 * there is none. */
StoreError reading_import(StoreReading *reading, const char *by, const StoredGame *game, GameId *id,
                          char *line);
/* *game is NULL when there is none, else the caller's. */
StoreError reading_game(StoreReading *reading, int64_t number, StoredGame **game, char *line);
/* What a list shows of it; the id is empty when there is none. */
StoreError reading_head(StoreReading *reading, int64_t number, StoreGame *head, char *line);
/* False for what is no id. */
bool reading_number(const StoreReading *reading, const GameId *id, int64_t *number);
