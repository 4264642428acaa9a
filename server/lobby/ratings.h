/* ratings.h - the ratings of all accounts, in memory: asked at each pairing, without waiting for the disk.
 *
 * Some 150 bytes an account. It is loaded at the start and written through by who changes it
 * (store.h); guests are not in it. Pure: 'now' is the wall clock in ms. ratings_free frees all. */
#pragma once

#include "person.h"
#include "rating.h"
#include "siphash.h"

#include <stddef.h>

enum {
    LEADERS_MAX = 200, /* as many as the Lichess API gives */
    RATINGS_RECENT =
        12 /* games over which progress is shown: lila, PerfExt.progress, Perf.recentMaxSize */
};

typedef struct Ratings Ratings;

/* A place in a leaderboard. */
typedef struct {
    char id[PERSON_ID_MAX + 1], name[PERSON_NAME_MAX + 1];
    Rating rating;
} Leader;

/* What is shown of a person's rating in a category. */
typedef struct {
    Rating rating;    /* a newcomer's, when they have none */
    int32_t progress; /* ratings_progress */
    size_t rank;      /* 1 for the best; 0: not ranked */
} PublicRating;

/* The key is for its tables (siphash.h). */
Ratings *ratings_new(const SipKey *sip);
void ratings_free(Ratings *ratings);

/* An account is there, or its name or balance of colours is new; 'made' counts the first time. */
void ratings_know(Ratings *ratings, const Person *person, int64_t made);
/* It is gone. */
void ratings_forget(Ratings *ratings, const char *id);
bool ratings_is_known(const Ratings *ratings, const char *id);
/* As the person had it when they were made known last; 0 when they never were. */
int8_t ratings_balance(const Ratings *ratings, const char *id);
/* When the account was made; 0 when it is not known. */
int64_t ratings_made(const Ratings *ratings, const char *id);

/* A newcomer's, when they have none in that category. */
Rating ratings_get(const Ratings *ratings, const char *id, Category category);
/* NULL when they have none. */
const Rating *ratings_find(const Ratings *ratings, const char *id, Category category);
/* The account must be known. */
void ratings_set(Ratings *ratings, const char *id, Category category, const Rating *rating);
/* The same after a game, which is one of the recent ones from now on; and before it has been taken back again, with
 * the rating that it gave. */
void ratings_played(Ratings *ratings, const char *id, Category category, const Rating *after);
void ratings_unplayed(Ratings *ratings, const char *id, Category category, const Rating *after);
/* What they were rated after their last games, in hundredths, the newest first: for one whose rating is set. */
void ratings_recall(Ratings *ratings, const char *id, Category category, const int32_t *recent,
                    size_t count);
/* Points from the oldest to the newest of the last RATINGS_RECENT ratings; 0 with fewer than two. */
int32_t ratings_progress(const Ratings *ratings, const char *id, Category category);
/* What everybody may see of the person in that category: rating and whether it is provisional. Guests have
 * none, computers keep theirs; CATEGORY_COUNT for a game that is never rated: the person keeps none. */
void ratings_show(const Ratings *ratings, Person *person, Category category, int64_t now);

/* Both take a time that grows with the logarithm of the number of accounts. Ranks are as of the latest 'now' that was
 * asked for: whoever had dropped out by then comes back with the next game. */
/* The best ones whose deviation is small enough, best first; at most 'most', returns how many. */
size_t ratings_top(Ratings *ratings, Category category, int64_t now, Leader *leaders, size_t most);
/* 1 for the best; 0 when they are not ranked. */
size_t ratings_rank(Ratings *ratings, const char *id, Category category, int64_t now);
PublicRating ratings_public(Ratings *ratings, const char *id, Category category, int64_t now);
