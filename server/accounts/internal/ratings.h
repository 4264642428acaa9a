/* ratings.h - the ratings of all accounts, in memory, and the leaderboards, so that nothing waits for the disk.
 *
 * About 100 bytes for each account and category that it has played in. Pure: 'now' is the wall clock in ms.
 * ratings_free frees all. */
#pragma once

#include "person.h"
#include "rating.h"
#include "siphash.h"
#include "stored.h"

#include <stddef.h>

enum {
    RATINGS_RECENT =
        12 /* games over which progress is shown: lila, PerfExt.progress, Perf.recentMaxSize */
};

typedef struct Ratings Ratings;

typedef struct {
    char text[PERSON_ID_MAX + 1];
} RatedId;

/* The key is for its tables (siphash.h). */
Ratings *ratings_new(const SipKey *sip);
void ratings_free(Ratings *ratings);

/* A newcomer's, when they have none in that category. */
Rating ratings_get(const Ratings *ratings, const char *id, Category category);
void ratings_set(Ratings *ratings, const char *id, Category category, const Rating *rating);
/* The same after a game, which is then one of the recent ones; and before a rating is restored because a game that
 * gave 'after' has been taken back. */
void ratings_played(Ratings *ratings, const char *id, Category category, const Rating *after);
void ratings_unplayed(Ratings *ratings, const char *id, Category category, const Rating *after);
/* The ratings after the last games, in hundredths, the newest first, for an account whose rating is set. */
void ratings_recall(Ratings *ratings, const char *id, Category category, const int32_t *recent,
                    size_t count);

/* As it is stored, and back again; false when it is damaged. */
StoreRating rating_to_row(const char *id, Category category, const Rating *rating);
bool rating_from_row(const StoreRating *row, Rating *rating);
/* As it was stored; false when it is damaged. */
bool ratings_load(Ratings *ratings, const StoreRating *row);

/* It is not ranked, whatever it plays; or again as it plays. */
void ratings_hide(Ratings *ratings, const char *id, bool on);
/* Forgets the account's ratings. */
void ratings_forget(Ratings *ratings, const char *id);

/* All three take logarithmic time. Ranks are as of the latest 'now' that was given: players who had dropped out by
 * then come back with their next game. */
/* The best ones whose deviation is small enough, best first; at most 'most', returns how many. */
size_t ratings_top(Ratings *ratings, Category category, int64_t now, RatedId *ids, size_t most);
/* 1 for the best; 0 when they are not ranked. */
size_t ratings_rank(Ratings *ratings, const char *id, Category category, int64_t now);
/* In each category. */
void ratings_public(Ratings *ratings, const char *id, int64_t now,
                    PublicRating shown[CATEGORY_COUNT]);
