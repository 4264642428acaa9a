/* game_news.h - a game as those hear of it who follow many: who plays what, and how it stands. A plain value. */
#pragma once

#include "event.h"
#include "game_rules.h"
#include "person.h"
#include "rating.h"

typedef struct {
    GameId id;
    Person seat[2]; /* by Color */
    Variant variant;
    TimeControl control; /* odds are given to a colour */
    bool rated;
    int64_t made; /* wall clock, ms */
    Status status;
    Winner winner;
    uint32_t plies;
    /* When the time of the player to move runs out: wall clock, ms; 0: it does not run. */
    int64_t turn_ends;
    bool turn_goes_on; /* in news of a turn: it is not a new one, only its time has changed */
    uint64_t number;   /* the journal's batch that this depends on */
} GameNews;

/* The kinds of games of which the best are known (live_best). A game may be of several. */
typedef enum {
    BEST_OF_ALL,
    BEST_OF_COMPUTERS, /* a computer plays */
    BEST_OF_BOTS,      /* a bot's account does */
    BEST_OF_PEOPLE, /* neither does; of one category each: BEST_OF_PEOPLE + CATEGORY_BLITZ and so on */
    BEST_KINDS = BEST_OF_PEOPLE + CATEGORY_COUNT
} BestKind;

/* A rematch has been offered. */
typedef struct {
    GameNews game; /* the one that is over; its number is the offer's */
    Color by;
    uint32_t offer; /* its seq */
    GameId next;    /* the game that begins when it is accepted, as long as the server runs */
} RematchNews;
