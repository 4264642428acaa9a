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

/* A player's rating at the end of each day, read in pieces, from the newest change in a category to the oldest. */
typedef struct {
    StoreRatingDay day;
    int64_t number, games; /* days since 1970; with the rating that counts there */
} HistoryDay;

typedef struct {
    char player[STORE_PLAYER_ID_MAX + 1];
    int64_t category, game; /* what is before these comes next */
    size_t looked;          /* changes in that category */
    HistoryDay *days;       /* as they were met */
    size_t count, size;
    bool is_over;
} RatingHistory;

/* No days yet; they are the caller's to free. */
void rating_history_init(RatingHistory *history, const char *player);
/* Reads STORE_HISTORY_PIECE changes at most. */
StoreError people_reader_history(Db *db, const char *path, RatingHistory *history, char *line);
/* By category and then by day; *days is the caller's to free. */
size_t rating_history_days(const RatingHistory *history, StoreRatingDay **days);
