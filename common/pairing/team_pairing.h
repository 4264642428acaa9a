/* team_pairing.h - what pairing a round of teams starts from (C.04.6, article 1). */
#pragma once

#include "round_pair.h"
#include "team_tiebreak.h"
#include "tournament.h"

typedef enum { /* 1.7 */
               TEAM_COLOURS_A,
               TEAM_COLOURS_B,
               TEAM_COLOURS_NONE
} TeamColours;

/* A team's index in the field + 1 is its pairing number (TPN). */
typedef struct {
    const TeamField *field;
    int round;           /* that is to be paired, from 0: rounds before it count */
    int rounds;          /* that will be played in all; 0 when it is not known */
    const bool *present; /* [team] */
    const int16_t
        *extra; /* [team * extra_rounds + round]: points that only count for pairing; or NULL */
    int extra_rounds;
    const RoundPair *forbidden; /* who may not meet in this round; or NULL */
    int forbidden_count;
    TeamColours colours;
    bool by_game_points; /* they are the primary score (1.2) */
    bool ignores_second; /* the secondary score does not decide colours (4.2.2) */
    SideColour initial;  /* 4.1 */
} TeamSwiss;
