/* archivist.h - moves finished games from the journal into the archive, a few at a time.
 *
 * Used by the write thread when it has nothing else to do; the connection is borrowed. A game that cannot
 * be read is left where it is, and reported once. */
#pragma once

#include "game_reader.h"

enum {
    ARCHIVIST_STATEMENTS = 6,
    ARCHIVIST_GAMES = 64, /* of one transaction, unless something more urgent comes */
};

typedef struct {
    Db *db;
    const char *path;
    GameReader *reader;
    uint32_t (*opening)(const StoredGame *game);
    DbStatement *statements[ARCHIVIST_STATEMENTS];
    int64_t skip_ended, skip_number; /* the last one that was left where it is */
} Archivist;

/* 'opening' gives a game's opening as a number, 0 for none; may be NULL. */
StoreError archivist_init(Archivist *archivist, GameReader *reader,
                          uint32_t (*opening)(const StoredGame *game), char *line);
void archivist_clear(Archivist *archivist);

/* When the next game to be archived has ended, wall clock in ms; INT64_MAX: there is none. */
int64_t archivist_next_end(Archivist *archivist);
/* Archives games that ended at 'before' (wall clock, ms) or earlier, in one transaction, until there are
 * no more, or they are ARCHIVIST_GAMES, or is_urgent says so. *count: how many. 'line' is set also with
 * STORE_OK when a game was left because it is damaged, else empty. */
StoreError archivist_work(Archivist *archivist, int64_t before, bool (*is_urgent)(void *context),
                          void *context, int *count, char *line);
