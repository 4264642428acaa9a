#include "knockout.h"

static int places_for(int players)
{
    int places = 1;
    while (places < players)
        places *= 2;
    return places;
}

int knockout_rounds(int players)
{
    int rounds = 0;
    while (1 << rounds < players)
        rounds++;
    return rounds;
}

/* The seed at a place of the bracket: each doubling puts a seed's complement next to it. */
static int seed_at(int place, int places)
{
    int seed = 1;
    for (int size = 2; size <= places; size *= 2) {
        bool second = place / (places / size) % 2;
        bool is_even = place / (places / size) / 2 % 2;
        seed = second != is_even ? size + 1 - seed : seed;
    }
    return seed;
}

int knockout_first_round(int players, RoundPair *matches)
{
    if (players < 2 || players > KNOCKOUT_PLAYERS_MAX)
        return 0;
    int places = places_for(players);
    for (int i = 0; i < places / 2; i++) {
        int one = seed_at(2 * i, places), other = seed_at(2 * i + 1, places);
        int better = one < other ? one : other, worse = one < other ? other : one;
        matches[i] = (RoundPair){(uint16_t)better, (uint16_t)(worse <= players ? worse : 0)};
    }
    return places / 2;
}

int knockout_next_round(const uint16_t *winners, int count, RoundPair *matches)
{
    for (int i = 0; i < count / 2; i++)
        matches[i] = (RoundPair){winners[2 * i], winners[2 * i + 1]};
    return count / 2;
}

/* Plays 'count' games from 'from' on. True when the match is decided within, or still goes on in them. */
static bool play_part(const unsigned char *scores, int played, int from, int count,
                      KnockoutMatch *match)
{
    int first = 0, done = played - from < count ? played - from : count;
    for (int i = 0; i < done; i++)
        first += scores[from + i];
    int second = 2 * done - first, left = 2 * (count - done);
    if (first > second + left)
        match->state = MATCH_FIRST_WINS;
    else if (second > first + left)
        match->state = MATCH_SECOND_WINS;
    return match->state != MATCH_GOES_ON || done < count;
}

KnockoutMatch knockout_match(KnockoutRules rules, const unsigned char *scores, int played,
                             bool first_begins)
{
    KnockoutMatch match = {.state = MATCH_GOES_ON,
                           .first_has_white = (played % 2 == 0) == first_begins};
    if (play_part(scores, played, 0, rules.games, &match))
        return match;
    int from = rules.games;
    match.is_tiebreak = true;
    for (int pair = 0; pair < rules.tiebreak_pairs; pair++, from += 2)
        if (play_part(scores, played, from, 2, &match))
            return match;
    match.decides = true;
    match.first_has_white = first_begins;
    if (played == from)
        return match;
    bool first_wins = scores[from] == 2 || (scores[from] == 1 && !first_begins);
    match.state = first_wins ? MATCH_FIRST_WINS : MATCH_SECOND_WINS;
    return match;
}
