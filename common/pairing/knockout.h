/* knockout.h - a knock-out bracket: seeds, byes of the first round, matches of several games, tie-break games.
 *
 * Pure. The bracket has the next power of two of places; the first seeds have byes, and two seeds meet as late as their places
 * say (1 and 2 in the final). A match is a number of games with alternating colours; while it is level, tie-break games
 * follow in pairs, at last one that decides ("Armageddon"), in which a draw wins for Black. */
#pragma once

#include "round_pair.h"

#include <stdbool.h>

enum { KNOCKOUT_PLAYERS_MAX = 1024 };

/* The rounds that so many players need. */
int knockout_rounds(int players);
/* The first round: pairs of seeds (white is the better one), black 0 for a bye; matches in the order of the bracket, so that
 * the winners of neighbours meet. Returns how many, a power of two, or 0 for fewer than 2 or too many players. */
int knockout_first_round(int players, RoundPair *matches);
/* The next round from the winners of all matches, in their order. Returns how many matches. */
int knockout_next_round(const uint16_t *winners, int count, RoundPair *matches);

typedef struct {
    int games;          /* of a match, before tie-breaks; at least 1 */
    int tiebreak_pairs; /* pairs of tie-break games before the one that decides */
} KnockoutRules;

typedef enum { MATCH_GOES_ON, MATCH_FIRST_WINS, MATCH_SECOND_WINS } MatchState;

typedef struct {
    MatchState state;
    bool is_tiebreak;     /* of the next game */
    bool decides;         /* of the next game: a draw wins for Black */
    bool first_has_white; /* of the next game */
} KnockoutMatch;

/* How a match stands: scores[game] are half-points of the first player, 0 to 2. A match of which the rest cannot change the
 * winner is over. 'first_begins' says who has White in the first game; the deciding game is drawn anew. */
KnockoutMatch knockout_match(KnockoutRules rules, const unsigned char *scores, int played,
                             bool first_begins);
