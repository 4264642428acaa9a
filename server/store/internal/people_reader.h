/* people_reader.h - reads people: their accounts, ratings and all that belongs to them.
 *
 * Total, like game_reader.h: a row that makes no sense is STORE_DAMAGED. The connection is borrowed; on an error
 * 'line' (STORE_LINE_MAX) says what is wrong. */
#pragma once

#include "database.h"
#include "store.h"

StoreError people_reader_all(Db *db, const char *path, const StorePeople *people, void *context,
                             char *line);
/* All players except guests and closed accounts. */
StoreError people_reader_players(Db *db, const char *path,
                                 void (*each)(void *context, const StorePlayer *player),
                                 void *context, char *line);
StoreError people_reader_ratings(Db *db, const char *path,
                                 void (*each)(void *context, const StoreRating *rating),
                                 void *context, char *line);
/* A player's rating at the end of each day on which one changed; *days is the caller's to free, also on an error. */
StoreError people_reader_history(Db *db, const char *path, const char *player,
                                 StoreRatingDay **days, size_t *count, char *line);
