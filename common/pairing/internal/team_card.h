/* team_card.h - what pairing a round of a team Swiss has to know of each team (C.04.6, article 1), and colours (article 4). */
#pragma once

#include "team_pairing.h"

typedef enum { TEAM_PREFERS_NOTHING, TEAM_PREFERS, TEAM_PREFERS_STRONGLY } TeamPreference;

typedef struct {
    uint16_t team; /* index in the field */
    uint16_t
        number; /* among those who have been there so far, from 0: its parity decides colours (4.3.1) */
    int score; /* primary, with acceleration */
    int second;
    int played;         /* matches */
    int difference;     /* matches with White minus matches with Black (1.6.2) */
    uint8_t preferred;  /* SideColour (1.7) */
    uint8_t preference; /* TeamPreference: strong ones are of type B only */
    bool has_floated;   /* in the round before (1.5) */
    bool may_have_bye;  /* C2 */
} TeamCard;

/* Cards of the teams that are present, by score, then pairing number. Returns how many. */
int team_cards(const TeamSwiss *swiss, TeamCard *cards);
/* Whether 'one' is the first-team of a pair (4.2). */
bool team_is_first(const TeamSwiss *swiss, const TeamCard *one, const TeamCard *other);
/* The colour of the first-team (4.3). */
SideColour team_first_colour(const TeamSwiss *swiss, const TeamCard *first, const TeamCard *other);
/* Whether the two have met (C1). */
bool team_have_met(const TeamSwiss *swiss, int one, int other);
