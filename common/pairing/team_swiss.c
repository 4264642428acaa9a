#include "team_swiss.h"

#include "take.h"
#include "team_bracket.h"

#include <string.h>

typedef struct {
    const TeamSwiss *swiss;
    TeamCard *cards; /* by score, then pairing number */
    uint8_t *may_meet;
    uint16_t *partner; /* by card: its card + 1, or 0 */
    uint16_t *members, *inside, *mates;
    uint8_t *chosen;
    void *search;
    TeamBracketField field;
    int count;
    int bye; /* card, or -1 */
} TeamPairing;

static size_t lay_out(TeamPairing *p, char *memory, int teams)
{
    char *at = memory;
    size_t n = (size_t)teams + 1;
    p->cards = take(&at, n * sizeof *p->cards);
    p->may_meet = take(&at, n * n);
    p->partner = take(&at, n * sizeof *p->partner);
    p->members = take(&at, n * sizeof *p->members);
    p->inside = take(&at, n * sizeof *p->inside);
    p->mates = take(&at, n * sizeof *p->mates);
    p->chosen = take(&at, n);
    p->search = at;
    return (size_t)(at - memory);
}

size_t team_swiss_memory(int teams)
{
    static char nothing[16];
    TeamPairing measured;
    size_t small = team_bracket_memory_2(teams), large = team_bracket_memory_16(teams);
    return lay_out(&measured, nothing, teams) + (small > large ? small : large);
}

/* ---- who may meet ---- */

static void forbid(TeamPairing *p, RoundPair pair)
{
    int one = -1, other = -1;
    for (int i = 0; i < p->count; i++) {
        if (p->cards[i].team + 1 == pair.white)
            one = i;
        if (p->cards[i].team + 1 == pair.black)
            other = i;
    }
    if (one >= 0 && other >= 0)
        p->may_meet[one * p->count + other] = p->may_meet[other * p->count + one] = 0;
}

static void find_meetings(TeamPairing *p)
{
    int n = p->count;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p->may_meet[i * n + j] =
                i != j && !team_have_met(p->swiss, p->cards[i].team, p->cards[j].team);
    for (int i = 0; i < p->swiss->forbidden_count; i++)
        forbid(p, p->swiss->forbidden[i]);
}

/* ---- the bye (3.4) ---- */

/* The members' numbers do not decide. */
static int list_unpaired(const TeamPairing *p, int except)
{
    int count = 0;
    for (int i = 0; i < p->count; i++)
        if (i != except && !p->partner[i])
            p->members[count++] = (uint16_t)i;
    return count;
}

/* 3.4.1: whether the others can be paired; without residents nothing else is weighed. */
static bool can_be_paired_without(TeamPairing *p, int card)
{
    TeamBracket all = {.field = &p->field, .members = p->members};
    all.count = list_unpaired(p, card);
    return team_choose_2(&all, p->search, p->chosen);
}

static bool is_better_for_bye(const TeamCard *one, const TeamCard *other)
{
    if (one->score != other->score)
        return one->score < other->score;
    if (one->played != other->played)
        return one->played > other->played;
    return one->team > other->team;
}

static bool find_bye(TeamPairing *p)
{
    p->bye = -1;
    if (p->count % 2 == 0)
        return can_be_paired_without(p, -1);
    uint8_t *tried = (uint8_t *)p->inside; /* not in use yet */
    memset(tried, 0, (size_t)p->count);
    for (;;) {
        int best = -1;
        for (int i = 0; i < p->count; i++)
            if (!tried[i] && p->cards[i].may_have_bye &&
                (best < 0 || is_better_for_bye(&p->cards[i], &p->cards[best])))
                best = i;
        if (best < 0)
            return false;
        p->bye = best;
        if (can_be_paired_without(p, best))
            return true;
        tried[best] = 1;
    }
}

/* ---- brackets ---- */

static int score_of(const TeamPairing *p, int card)
{
    return p->cards[card].score;
}

/* The scoregroup after the top one by the scores of all, also of those who are paired (2.3.3): how many of it are left. */
static int count_following(const TeamPairing *p, const TeamBracket *b)
{
    int top = score_of(p, b->members[0]), next = 0, left = 0;
    while (next < p->count && score_of(p, next) >= top)
        next++;
    for (int i = b->residents; i < b->count && next < p->count; i++)
        left += score_of(p, b->members[i]) == score_of(p, next);
    return left;
}

/* Pairs the residents and those who float up. */
static void pair_inside(TeamPairing *p, const TeamBracket *b)
{
    int count = 0;
    for (int i = 0; i < b->count; i++) {
        if (i >= b->residents && !p->chosen[i])
            continue;
        int at = count++; /* in the order of pairing numbers (3.6.1) */
        for (; at > 0 && p->cards[p->inside[at - 1]].team > p->cards[b->members[i]].team; at--)
            p->inside[at] = p->inside[at - 1];
        p->inside[at] = b->members[i];
    }
    TeamBracket bracket = {.field = &p->field, .members = p->inside, .count = count};
    team_pair_2(&bracket, p->search, p->mates);
    for (int i = 0; i < count; i++)
        p->partner[p->inside[i]] = (uint16_t)(p->inside[p->mates[i]] + 1);
}

enum { ORDER_BITS_LEAST = 8, BITS_2 = 124, BITS_16 = 1020 };

static TeamSwissError pair_top_group(TeamPairing *p, int left)
{
    TeamBracket b = {.field = &p->field, .members = p->members, .count = left};
    while (b.residents < left && score_of(p, p->members[b.residents]) == score_of(p, p->members[0]))
        b.residents++;
    b.following = count_following(p, &b);
    int bits = team_choose_bits(&b) + ORDER_BITS_LEAST;
    if (bits > BITS_16)
        return TEAM_SWISS_TOO_LARGE;
    bool paired = bits <= BITS_2 ? team_choose_2(&b, p->search, p->chosen)
                                 : team_choose_16(&b, p->search, p->chosen);
    if (!paired)
        return TEAM_SWISS_NO_PAIRING;
    pair_inside(p, &b);
    return TEAM_SWISS_OK;
}

static TeamSwissError pair_brackets(TeamPairing *p)
{
    memset(p->partner, 0, (size_t)p->count * sizeof *p->partner);
    if (!find_bye(p))
        return TEAM_SWISS_NO_PAIRING;
    TeamSwissError error = TEAM_SWISS_OK;
    for (int left; error == TEAM_SWISS_OK && (left = list_unpaired(p, p->bye)) > 0;)
        error = pair_top_group(p, left);
    return error;
}

/* ---- boards ---- */

/* C.04.2, 3.6, for the first cards of two pairs. */
static bool is_board_before(const TeamPairing *p, int one, int other)
{
    int mate1 = p->partner[one] - 1, mate2 = p->partner[other] - 1;
    if (score_of(p, one) != score_of(p, other))
        return score_of(p, one) > score_of(p, other);
    if (score_of(p, mate1) != score_of(p, mate2))
        return score_of(p, mate1) > score_of(p, mate2);
    return one < other;
}

static RoundPair make_pair(const TeamPairing *p, int card)
{
    const TeamCard *one = &p->cards[card], *other = &p->cards[p->partner[card] - 1];
    const TeamCard *first = team_is_first(p->swiss, one, other) ? one : other;
    const TeamCard *second = first == one ? other : one;
    bool white = team_first_colour(p->swiss, first, second) == SIDE_WHITE;
    uint16_t number = (uint16_t)(first->team + 1), against = (uint16_t)(second->team + 1);
    return white ? (RoundPair){number, against} : (RoundPair){against, number};
}

static void write_pairs(TeamPairing *p, RoundPair *pairs, int *count)
{
    uint16_t *uppers = p->members;
    *count = 0;
    for (int i = 0; i < p->count; i++) {
        if (p->partner[i] < i + 1)
            continue;
        int at = (*count)++;
        for (; at > 0 && is_board_before(p, i, uppers[at - 1]); at--)
            uppers[at] = uppers[at - 1];
        uppers[at] = (uint16_t)i;
    }
    for (int i = 0; i < *count; i++)
        pairs[i] = make_pair(p, uppers[i]);
    if (p->bye >= 0)
        pairs[(*count)++] = (RoundPair){(uint16_t)(p->cards[p->bye].team + 1), 0};
}

/* Whether a pair of teams that have not played yet would need the colour that was drawn. */
static bool lacks_colour(const TeamPairing *p)
{
    int fresh = 0;
    for (int i = 0; i < p->count; i++)
        fresh += p->partner[i] && !p->cards[i].played && !p->cards[p->partner[i] - 1].played;
    return fresh && p->swiss->initial == SIDE_NONE;
}

TeamSwissError team_swiss_pair(const TeamSwiss *swiss, void *memory, RoundPair *pairs, int *count)
{
    TeamPairing pairing = {.swiss = swiss}, *p = &pairing;
    *count = 0;
    if (swiss->field->teams > TEAM_FIELD_MAX)
        return TEAM_SWISS_TOO_LARGE;
    lay_out(p, memory, swiss->field->teams);
    p->count = team_cards(swiss, p->cards);
    bool is_near_end = swiss->rounds && swiss->round >= swiss->rounds - 2;
    p->field = (TeamBracketField){p->cards, p->count, p->may_meet, !is_near_end};
    if (!p->count)
        return TEAM_SWISS_OK;
    find_meetings(p);
    TeamSwissError error = pair_brackets(p);
    if (error != TEAM_SWISS_OK)
        return error;
    if (lacks_colour(p))
        return TEAM_SWISS_NO_COLOUR;
    write_pairs(p, pairs, count);
    return TEAM_SWISS_OK;
}
