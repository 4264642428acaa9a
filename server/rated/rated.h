/* rated.h - ratings: with which one a person is shown, what a finished game makes of them, and taking that back.
 *
 * They are in memory (ratings.h); what a game changes is put into the store in the turn in which its result is, so that
 * both are durable together. rated_free frees. */
#pragma once

#include "clients.h"
#include "journal.h"
#include "print.h"
#include "ratings.h"
#include "server_time.h"

typedef struct Rated Rated;

typedef struct {
    Store *store;
    Clients *clients;
    Journal *journal;
    const ServerTime *time;
    const SipKey *sip; /* for its tables; lent for rated_new */
} RatedOptions;

Rated *rated_new(const RatedOptions *options);
void rated_free(Rated *rated);
/* What there was before. On false 'line' (STORE_LINE_MAX bytes) says why. */
bool rated_load(Rated *rated, char *line);

/* What is shown of an account's rating. */
PublicRating rated_public(const Rated *rated, const char *account, Category category);
/* The best, best first: at most 'most'; how many. */
size_t rated_top(const Rated *rated, Category category, Leader *leaders, size_t most);

/* The person as everybody sees them in a game of that kind. */
void rated_show(const Rated *rated, Person *person, const TimeControl *control, Variant variant);
/* For the person's welcome; fills in at most CATEGORY_COUNT and answers how many. */
size_t rated_view(const Rated *rated, const Person *person, RatingView *views);

/* A person has come; 'first': they had no connection before. */
void rated_know(Rated *rated, Person *person, bool first);
/* Their name is new, or the account is closed. */
void rated_person_changed(Rated *rated, const Person *person);
/* Colours are counted: the person sits down. */
void rated_seat(Rated *rated, Person *person, Color seat);

typedef struct {
    const GameId *id;
    const Person *seat; /* two, by Color */
    const GameSetup *setup;
    const Line *line;
    const Event *end;
} RatedGame;

/* The game is over. False when it has nothing to do with ratings, else what it made of them, and in *number the newest
 * batch that this depends on, 0 for none. */
bool rated_end(Rated *rated, const RatedGame *game, RatedNews *news, uint64_t *number);

/* A rated game's result is taken back: both ratings are as if it had never been, or without its points when others came
 * after it. 'done' comes on the loop with the number of players whose rating has changed, 0 when the game was not rated
 * or is taken back already, -1 when the store could not say. False, and no callback, when too many are reading. */
typedef void (*RatedTakenBack)(void *context, int players);
bool rated_take_back(Rated *rated, const GameId *game, RatedTakenBack done, void *context);
