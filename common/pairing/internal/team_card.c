#include "team_card.h"

static SideColour opposite(SideColour colour)
{
    return colour == SIDE_WHITE ? SIDE_BLACK : colour == SIDE_BLACK ? SIDE_WHITE : SIDE_NONE;
}

static const TeamRound *round_of(const TeamSwiss *s, int team, int round)
{
    return &s->field->round[team * s->field->rounds + round];
}

static bool was_played(const TeamRound *round)
{
    return round->kind == TEAM_PLAYED && round->opponent;
}

/* ---- scores ---- */

static int sum_points(const TeamSwiss *s, int team, int before, bool of_games)
{
    int sum = 0;
    for (int r = 0; r < before; r++)
        sum += of_games ? round_of(s, team, r)->game_points : round_of(s, team, r)->points;
    return sum;
}

/* 1.2, and C.04.7 for the extra points. */
static int score_before(const TeamSwiss *s, int team, int round)
{
    int score = sum_points(s, team, round, s->by_game_points);
    if (s->extra && round < s->extra_rounds)
        score += s->extra[team * s->extra_rounds + round];
    return score;
}

/* 1.5 */
static bool has_floated(const TeamSwiss *s, int team, int round)
{
    if (round < 0 || !was_played(round_of(s, team, round)))
        return false;
    int opponent = round_of(s, team, round)->opponent - 1;
    return score_before(s, team, round) != score_before(s, opponent, round);
}

/* C2 */
static bool may_have_bye(const TeamSwiss *s, int team)
{
    int win = s->field->win;
    for (int r = 0; r < s->round; r++) {
        const TeamRound *round = round_of(s, team, r);
        if (round->kind == TEAM_BYE || (!was_played(round) && round->points >= win))
            return false;
    }
    return true;
}

bool team_have_met(const TeamSwiss *s, int one, int other)
{
    for (int r = 0; r < s->round; r++)
        if (was_played(round_of(s, one, r)) && round_of(s, one, r)->opponent == other + 1)
            return true;
    return false;
}

/* ---- colours ---- */

/* The latest round before 'round' in which the team played, or -1. */
static int latest_played(const TeamSwiss *s, int team, int round)
{
    do
        round--;
    while (round >= 0 && !was_played(round_of(s, team, round)));
    return round;
}

static SideColour colour_in(const TeamSwiss *s, int team, int round)
{
    return round < 0 ? SIDE_NONE : (SideColour)round_of(s, team, round)->colour;
}

/* 1.7, of type B; type A knows the strong ones only, which it calls simple. */
static void find_preference(const TeamSwiss *s, TeamCard *card)
{
    int latest = latest_played(s, card->team, s->round), difference = card->difference;
    SideColour last = colour_in(s, card->team, latest);
    if (s->colours == TEAM_COLOURS_NONE || last == SIDE_NONE)
        return;
    SideColour before = colour_in(s, card->team, latest_played(s, card->team, latest));
    bool twice = last == before, is_last_round = s->rounds && s->round >= s->rounds - 1;
    TeamPreference strong = s->colours == TEAM_COLOURS_B ? TEAM_PREFERS_STRONGLY : TEAM_PREFERS;
    if (difference < -1 || (twice && last == SIDE_BLACK && difference <= 0)) {
        card->preferred = SIDE_WHITE;
        card->preference = (uint8_t)strong;
    } else if (difference > 1 || (twice && last == SIDE_WHITE && difference >= 0)) {
        card->preferred = SIDE_BLACK;
        card->preference = (uint8_t)strong;
    } else if (s->colours == TEAM_COLOURS_B && (difference || !is_last_round)) {
        card->preferred = (uint8_t)(difference < 0   ? SIDE_WHITE
                                    : difference > 0 ? SIDE_BLACK
                                                     : opposite(last));
        card->preference = TEAM_PREFERS;
    }
}

/* 4.3.6: matches that were not played are passed over for each of the two by themselves (C.04.2, 3.4). */
static SideColour alternate(const TeamSwiss *s, int one, int other)
{
    int r1 = latest_played(s, one, s->round), r2 = latest_played(s, other, s->round);
    while (r1 >= 0 && r2 >= 0) {
        if (colour_in(s, one, r1) != colour_in(s, other, r2))
            return opposite(colour_in(s, one, r1));
        r1 = latest_played(s, one, r1);
        r2 = latest_played(s, other, r2);
    }
    return SIDE_NONE;
}

bool team_is_first(const TeamSwiss *s, const TeamCard *one, const TeamCard *other)
{
    if (one->score != other->score)
        return one->score > other->score;
    if (!s->ignores_second && one->second != other->second)
        return one->second > other->second;
    return one->team < other->team;
}

/* 4.3.5 to 4.3.9 */
static SideColour balance(const TeamSwiss *s, const TeamCard *first, const TeamCard *other)
{
    if (first->difference != other->difference)
        return first->difference < other->difference ? SIDE_WHITE : SIDE_BLACK;
    SideColour alternated = alternate(s, first->team, other->team);
    if (alternated != SIDE_NONE)
        return alternated;
    if (first->preferred != SIDE_NONE)
        return (SideColour)first->preferred;
    if (first->played)
        return opposite(colour_in(s, first->team, latest_played(s, first->team, s->round)));
    return colour_in(s, other->team, latest_played(s, other->team, s->round));
}

SideColour team_first_colour(const TeamSwiss *s, const TeamCard *first, const TeamCard *other)
{
    SideColour mine = (SideColour)first->preferred, theirs = (SideColour)other->preferred;
    if (!first->played && !other->played) /* 4.3.1 */
        return first->number % 2 ? opposite(s->initial) : s->initial;
    if (mine != theirs) /* 4.3.2, 4.3.3 */
        return mine != SIDE_NONE ? mine : opposite(theirs);
    if (first->preference != other->preference) /* 4.3.4 */
        return first->preference > other->preference ? mine : opposite(mine);
    return balance(s, first, other);
}

/* ---- cards ---- */

static bool has_been_there(const TeamSwiss *s, int team)
{
    if (s->present[team])
        return true;
    for (int r = 0; r < s->round; r++)
        if (round_of(s, team, r)->kind != TEAM_ABSENT)
            return true;
    return false;
}

static TeamCard read_card(const TeamSwiss *s, int team, int number)
{
    TeamCard card = {.team = (uint16_t)team, .number = (uint16_t)number};
    card.score = score_before(s, team, s->round);
    card.second = sum_points(s, team, s->round, !s->by_game_points);
    for (int r = latest_played(s, team, s->round); r >= 0; r = latest_played(s, team, r)) {
        card.played++;
        card.difference += colour_in(s, team, r) == SIDE_WHITE ? 1 : -1;
    }
    find_preference(s, &card);
    card.has_floated = has_floated(s, team, s->round - 1);
    card.may_have_bye = may_have_bye(s, team);
    return card;
}

int team_cards(const TeamSwiss *s, TeamCard *cards)
{
    int count = 0, number = 0;
    for (int team = 0; team < s->field->teams; team++) {
        if (!has_been_there(s, team))
            continue;
        int own = number++;
        if (!s->present[team])
            continue;
        TeamCard card = read_card(s, team, own);
        int at = count++;
        for (; at > 0 && cards[at - 1].score < card.score; at--)
            cards[at] = cards[at - 1];
        cards[at] = card;
    }
    return count;
}
