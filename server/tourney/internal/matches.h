/* matches.h - the matches of a knock-out's round. */
#pragma once

#include "knockout.h"
#include "tourney.h"

typedef struct {
    uint32_t first, second; /* players' numbers: the better seed first; second 0: a bye */
    KnockoutMatch state;
    uint32_t winner; /* 0: it goes on, or is void */
    bool is_void;    /* the final, which both have left undecided: nobody wins */
    uint32_t open;   /* boards of it that are not over */
} Match;

/* How many matches the round has; 0 when it has not been paired. 'matches' has room for KNOCKOUT_PLAYERS_MAX / 2. */
int matches_of_round(const Tourney *tourney, uint32_t round, Match *matches);
bool matches_are_over(const Tourney *tourney, uint32_t round);
