/* rating.h - a player's rating in one category, and what a game makes of it: Glicko-2 with lichess's numbers.
 *
 * One game is one rating period; the deviation grows with time, not with games. A Rating is what is stored:
 * whole hundredths and millionths, so that the same games give the same ratings on every machine. Plain
 * values; 'now' is the wall clock in ms. */
#pragma once

#include "person.h"
#include "room.h"

#include <stddef.h>

/* Name, word of the Lichess API, gains in thousandths (lichess's regulator against deflation). */
#define CATEGORIES(X)                                                                              \
    X(ULTRABULLET, ultraBullet, 1013)                                                              \
    X(BULLET, bullet, 1015)                                                                        \
    X(BLITZ, blitz, 1005)                                                                          \
    X(RAPID, rapid, 1015)                                                                          \
    X(CLASSICAL, classical, 1015)                                                                  \
    X(CORRESPONDENCE, correspondence, 1000)                                                        \
    X(CHESS960, chess960, 1000)

/* The numbers are in databases: they stay, new ones follow. */
typedef enum {
#define X(name, word, gain) CATEGORY_##name,
    CATEGORIES(X)
#undef X
        CATEGORY_COUNT
} Category;

/* By speed, or by variant. CATEGORY_COUNT for what is never rated: a game from a position. */
Category category_of(const TimeControl *control, Variant variant);
const char *category_word(Category category);
/* False when it is no category's word. */
bool category_parse(const char *word, Category *category);

enum {
    /* In hundredths of a point. */
    RATING_START = 1500 * 100,
    RATING_LEAST = 400 * 100,
    RATING_MOST = 4000 * 100,
    RATING_CHANGE_MAX = 700 * 100,
    DEVIATION_START = 500 * 100,
    DEVIATION_LEAST = 45 * 100,
    DEVIATION_PROVISIONAL = 110 * 100, /* from here on a rating is shown with a question mark */
    DEVIATION_RANKED = 75 * 100,       /* up to here an account is in the leaderboard */
    DEVIATION_RANKED_VARIANT = 65 * 100,
    /* In millionths. */
    VOLATILITY_START = 90000,
    VOLATILITY_MOST = 100000,
};

typedef struct {
    int32_t rating;     /* hundredths of a point */
    int32_t deviation;  /* hundredths, as it was 'at' */
    int32_t volatility; /* millionths */
    int32_t games;
    int64_t at; /* of the newest rated game; 0: none */
} Rating;

/* What everybody may see of somebody's rating in one category. */
typedef struct {
    Rating rating;    /* a newcomer's, when they have not played in that category */
    int32_t progress; /* points won or lost over the last games */
    size_t rank;      /* 1 for the best; 0: not ranked */
} PublicRating;

/* A newcomer's. */
Rating rating_new(void);
/* Whether rating_play can have produced it: for checking what was read from outside. */
bool rating_is_valid(const Rating *rating);

int32_t rating_points(const Rating *rating); /* whole ones, as they are shown */
/* Hundredths, grown until now; at most DEVIATION_START. */
int32_t rating_deviation(const Rating *rating, int64_t now);
bool rating_is_provisional(const Rating *rating, int64_t now);
/* Sets what the person is shown with. */
void rating_show(const Rating *rating, Person *person, int64_t now);
bool rating_is_ranked(const Rating *rating, Category category, int64_t now);

/* A game between the two; 'score' is the first's: 1, 0.5 or 0. */
void rating_play(Rating *one, Rating *other, double score, Category category, int64_t now);

/* Halves a change, for both sides of a game between a person and a bot, so that somebody who plays bots all day is
 * not rated by them alone. */
void rating_halve(Rating *after, const Rating *before);

/* Takes a result back: the rating is as before if that was its newest game, otherwise it loses the points
 * that the game brought. */
void rating_take_back(Rating *rating, const Rating *before, const Rating *after);
