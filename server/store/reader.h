/* reader.h - reads games and challenges from one connection, each game as one moment saw it.
 *
 * Total: whatever stands in the file, the answer is a sound value or STORE_DAMAGED. Used by one thread
 * at a time; the connection is borrowed. */
#pragma once

#include "database.h"

enum { READER_STATEMENTS = 9 };

typedef struct {
    sqlite3 *db;
    const char *path;            /* for the lines of text */
    const unsigned char *id_key; /* GAME_NUMBER_KEY_SIZE bytes */
    sqlite3_stmt *statements[READER_STATEMENTS];
} Reader;

/* path and id_key are borrowed until reader_clear. */
StoreError reader_init(Reader *reader, sqlite3 *db, const char *path, const unsigned char *id_key,
                       char *line);
void reader_clear(Reader *reader);

/* *game is NULL when there is none, else the caller's to free. */
StoreError reader_game(Reader *reader, int64_t number, StoredGame **game, char *line);
/* The same within a transaction of the caller's; and only what a list shows of the game, id empty: none. */
StoreError reader_game_within(Reader *reader, int64_t number, StoredGame **game, char *line);
StoreError reader_head_within(Reader *reader, int64_t number, StoreGame *head, char *line);
StoreError reader_unfinished(Reader *reader, void (*each)(void *context, const StoredGame *game),
                             void *context, char *line);
/* All that are no guests, and all ratings. */
StoreError reader_accounts(Reader *reader, void (*each)(void *context, const StorePlayer *player),
                           void *context, char *line);
StoreError reader_ratings(Reader *reader, void (*each)(void *context, const StoreRating *rating),
                          void *context, char *line);
/* The heads of the games that sleep (stored.h: no events). */
StoreError reader_sleeping(Reader *reader, void (*each)(void *context, const StoreGame *game),
                           void *context, char *line);
/* The numbers of those that are due by that instant of the axis, the earliest first; how many, at most 'most'. */
StoreError reader_due(Reader *reader, int64_t by, int64_t *numbers, int most, int *count,
                      char *line);
StoreError reader_challenges(Reader *reader,
                             void (*each)(void *context, const StoreChallenge *challenge),
                             void *context, char *line);
