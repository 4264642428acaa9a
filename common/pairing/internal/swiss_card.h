/* swiss_card.h - what pairing a round has to know of a player: score, colours, floats, whether they may have the bye. */
#pragma once

#include "tournament.h"

typedef enum {
    PREFERENCE_NONE,
    PREFERENCE_MILD,
    PREFERENCE_STRONG,
    PREFERENCE_ABSOLUTE
} PreferenceStrength;
typedef enum { FLOAT_NONE, FLOAT_DOWN, FLOAT_UP } Float;

typedef struct {
    uint16_t player; /* index in the tournament */
    uint16_t
        number; /* pairing number among those who have been present so far, from 0: its parity decides colours */
    int score;         /* with acceleration */
    int difference;    /* games with White minus games with Black (1.6) */
    int played;        /* games */
    uint8_t preferred; /* SideColour (1.7) */
    uint8_t strength;  /* PreferenceStrength */
    uint8_t repeated;  /* the colour of the two latest games, if it was the same */
    uint8_t floats[2]; /* Float, of the last round and of the one before (1.4) */
    bool may_have_bye; /* C2 */
} SwissCard;

/* Cards of those who are present in the round, in ranking order (1.2). Returns how many. */
int swiss_cards(const Tournament *tournament, int round, SwissCard *cards);
/* Article 5: the colour of 'one' against 'other', of whom 'one' is the higher. */
SideColour swiss_colour(const Tournament *tournament, int round, const SwissCard *one,
                        const SwissCard *other);
