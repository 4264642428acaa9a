/* game_reader.h - reads games and challenges by one connection, each game from a consistent state.
 *
 * Total: whatever a file holds, the answer is a sound value or STORE_DAMAGED. Used by one thread at a time; the
 * connection is borrowed. On an error 'line' (STORE_LINE_MAX) says what is wrong. */
#pragma once

#include "database.h"
#include "stored.h"

enum {
    GAME_READER_STATEMENTS = 9,
    GAME_READER_CHANGES = 8, /* of ratings by one game: it has two players and one category */
};

typedef struct {
    Db *db;
    const char *path;            /* for the lines of text */
    const unsigned char *id_key; /* GAME_NUMBER_KEY_SIZE bytes */
    DbStatement *statements[GAME_READER_STATEMENTS];
} GameReader;

/* path and id_key are borrowed until game_reader_clear. */
StoreError game_reader_init(GameReader *reader, Db *db, const char *path,
                            const unsigned char *id_key, char *line);
void game_reader_clear(GameReader *reader);

/* *game is NULL when there is none, else the caller's to free. */
StoreError game_reader_read(GameReader *reader, int64_t number, StoredGame **game, char *line);
/* The same within a transaction of the caller's; and only what a list shows of the game, id empty: none. */
StoreError game_reader_whole(GameReader *reader, int64_t number, StoredGame **game, char *line);
StoreError game_reader_head(GameReader *reader, int64_t number, StoreGame *head, char *line);

StoreError game_reader_unfinished(GameReader *reader,
                                  void (*each)(void *context, const StoredGame *game),
                                  void *context, char *line);
/* The heads of the games that sleep. */
StoreError game_reader_sleeping(GameReader *reader,
                                void (*each)(void *context, const StoreGame *game), void *context,
                                char *line);
/* The numbers of games that are due by that instant of the axis, the earliest first, at most 'most' of them, and how
 * many. */
StoreError game_reader_due(GameReader *reader, int64_t by, int64_t *numbers, int most, int *count,
                           char *line);
StoreError game_reader_challenges(GameReader *reader,
                                  void (*each)(void *context, const StoreChallenge *challenge),
                                  void *context, char *line);
/* How the game changed its players' ratings. */
StoreError game_reader_changes(GameReader *reader, int64_t number,
                               StoreRatingChange changes[GAME_READER_CHANGES], size_t *count,
                               char *line);
