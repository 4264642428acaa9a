#include "dutch.h"

#include "bracket.h"
#include "pairing_graph.h"
#include "take.h"

#include <assert.h>
#include <string.h>

typedef struct {
    const Tournament *tournament;
    int round;
    bool plainly;
    DutchField field;
    SwissCard *cards;
    uint8_t *meetings;
    uint16_t *partner; /* by card: card + 1 */
    uint16_t *below;   /* by card, likewise: how those could be paired who are not yet */
    uint16_t *members; /* of the bracket */
    uint16_t *waiting; /* cards of players who were moved down */
    uint16_t *card_of; /* by player: card + 1 */
    int waiting_count;
    void *memory;
} DutchRound;

static size_t lay_out(DutchRound *d, char *memory, int players)
{
    char *at = memory;
    size_t n = (size_t)players + 1;
    d->cards = take(&at, n * sizeof *d->cards);
    d->meetings = take(&at, n * n);
    d->partner = take(&at, n * sizeof *d->partner);
    d->below = take(&at, n * sizeof *d->below);
    d->members = take(&at, 2 * n * sizeof *d->members);
    d->waiting = take(&at, n * sizeof *d->waiting);
    d->card_of = take(&at, (TOURNAMENT_PLAYERS_MAX + 1) * sizeof *d->card_of);
    d->memory = at;
    return (size_t)(at - memory);
}

size_t dutch_memory(int players)
{
    static char nothing[16];
    DutchRound measured;
    if (players > DUTCH_PLAYERS_MAX)
        return sizeof(max_align_t);
    return lay_out(&measured, nothing, players) + bracket_memory_16(players);
}

/* --- who may meet --------------------------------------------------------------------------- */

static bool is_top_scorer(const DutchRound *d, const SwissCard *card)
{
    const PointSystem *points = &d->tournament->points;
    int best = points->win > points->draw ? points->win : points->draw;
    return d->field.is_last_round && 2 * card->score > d->round * best;
}

static bool has_wide_difference(const SwissCard *card)
{
    return card->difference > 1 || card->difference < -1;
}

/* C11: whether one of two with the same absolute preference plays a third game in a row with that colour. */
static bool repeats_colour(const SwissCard *one, const SwissCard *other)
{
    int width1 = one->difference < 0 ? -one->difference : one->difference;
    int width2 = other->difference < 0 ? -other->difference : other->difference;
    if (width1 == width2)
        return one->repeated != SIDE_NONE && one->repeated == other->repeated;
    const SwissCard *yields = width1 > width2 ? other : one;
    return yields->repeated != SIDE_NONE && yields->repeated != yields->preferred;
}

/* Bits of pairing_graph.h: C3, then C10 to C13. */
static uint8_t compare_colours(const DutchRound *d, const SwissCard *one, const SwissCard *other)
{
    if (one->preferred == SIDE_NONE || one->preferred != other->preferred)
        return MEET | MEET_COLOURS << 1;
    bool both_absolute =
        one->strength == PREFERENCE_ABSOLUTE && other->strength == PREFERENCE_ABSOLUTE;
    if (both_absolute && !is_top_scorer(d, one) && !is_top_scorer(d, other))
        return 0;
    bool wide = both_absolute && has_wide_difference(one) && has_wide_difference(other);
    bool repeats = both_absolute && repeats_colour(one, other);
    bool strong = one->strength >= PREFERENCE_STRONG && other->strength >= PREFERENCE_STRONG &&
                  !both_absolute;
    return (uint8_t)(MEET | !wide << 1 | !repeats << 2 | !strong << 4);
}

static void forbid(DutchRound *d, int player, int other)
{
    int a = d->card_of[player] - 1, b = d->card_of[other] - 1, n = d->field.count;
    if (a >= 0 && b >= 0 && a != b)
        d->meetings[(size_t)a * (size_t)n + (size_t)b] =
            d->meetings[(size_t)b * (size_t)n + (size_t)a] = 0;
}

static void forbid_groups(DutchRound *d)
{
    const Tournament *t = d->tournament;
    for (int g = 0; g < t->group_count; g++) {
        const ForbiddenGroup *group = &t->groups[g];
        if (d->round < group->first_round || d->round > group->last_round)
            continue;
        for (int i = 0; i < group->count; i++)
            for (int j = 0; j < i; j++) {
                int a = tournament_find(t, t->forbidden[group->start + i]);
                int b = tournament_find(t, t->forbidden[group->start + j]);
                if (a >= 0 && b >= 0)
                    forbid(d, a, b);
            }
    }
}

static void find_meetings(DutchRound *d)
{
    const Tournament *t = d->tournament;
    size_t n = (size_t)d->field.count;
    memset(d->card_of, 0, (TOURNAMENT_PLAYERS_MAX + 1) * sizeof *d->card_of);
    for (size_t a = 0; a < n; a++) {
        d->card_of[d->cards[a].player] = (uint16_t)(a + 1);
        d->meetings[a * n + a] = 0;
        for (size_t b = 0; b < a; b++)
            d->meetings[a * n + b] = d->meetings[b * n + a] =
                compare_colours(d, &d->cards[a], &d->cards[b]);
    }
    for (size_t a = 0; a < n; a++) /* C1 */
        for (int round = 0; round < d->round; round++) {
            const RoundGame *game = tournament_game(t, d->cards[a].player, round);
            if (game_was_played(game))
                forbid(d, d->cards[a].player, tournament_find(t, game->opponent));
        }
    forbid_groups(d);
}

/* --- brackets ------------------------------------------------------------------------------- */

static bool pair_bracket(DutchRound *d, const Bracket *bracket, uint16_t *partner)
{
    static const struct {
        int words;
        void (*pair)(const Bracket *, const CriteriaBits *, void *, uint16_t *);
    } sizes[] = {{2, bracket_pair_2}, {4, bracket_pair_4}, {16, bracket_pair_16}};
    CriteriaBits bits;
    if (!bracket_lay_out(bracket, 0, &bits))
        return false;
    for (int i = 0; i < 3; i++) {
        int room = sizes[i].words * 64 - bits.width;
        if (room < 0)
            continue;
        bracket_lay_out(bracket, room, &bits);
        sizes[i].pair(bracket, &bits, d->memory, partner);
        return true;
    }
    return false;
}

/* C4 and C5 for the whole field: whether it can be paired, and the score of the bye. */
static DutchError find_bye_score(DutchRound *d)
{
    int n = d->field.count;
    for (int i = 0; i < n; i++)
        d->members[i] = (uint16_t)i;
    Bracket bracket = {.field = &d->field,
                       .members = d->members,
                       .rest = n,
                       .aim = WEIGH_BYE_SCORE,
                       .is_whole = true};
    if (!pair_bracket(d, &bracket, d->below))
        return DUTCH_TOO_LARGE;
    int left = 0;
    for (int i = 0; i < n; i++) {
        if (d->below[i])
            continue;
        left++;
        d->field.bye_score = d->cards[i].score;
        if (!d->field.is_odd || !d->cards[i].may_have_bye)
            return DUTCH_NO_PAIRING;
    }
    return left > 1 ? DUTCH_NO_PAIRING : DUTCH_OK;
}

/* Puts those who were moved down and the scoregroup from 'start' on into a bracket, with all that follows. */
static Bracket open_bracket(DutchRound *d, int start)
{
    Bracket bracket = {.field = &d->field,
                       .members = d->members,
                       .moved_down = d->waiting_count,
                       .aim = WEIGH_QUALITY};
    int n = d->field.count, end = start, next_end;
    while (end < n && d->cards[end].score == d->cards[start].score)
        end++;
    next_end = end;
    while (next_end < n && d->cards[next_end].score == d->cards[end].score)
        next_end++;
    memcpy(d->members, d->waiting, (size_t)d->waiting_count * sizeof *d->members);
    for (int i = start; i < n; i++)
        d->members[d->waiting_count + i - start] = (uint16_t)i;
    bracket.residents = end - start;
    bracket.next = next_end - end;
    bracket.rest = n - next_end;
    return bracket;
}

/* Whether all of the bracket's players but one are paired within it, and that one has the bye: C9. */
static bool only_bye_floats(DutchRound *d, Bracket bracket)
{
    bracket.aim = WEIGH_NUMBERS;
    int own = bracket.moved_down + bracket.residents, floating = 0;
    if (!pair_bracket(d, &bracket, d->below))
        return false;
    int last = own ? d->members[own - 1] : 0;
    for (int i = 0; i < own; i++) {
        int other = d->below[d->members[i]] - 1;
        bool within = other >= 0 && other <= last;
        floating += !within;
        if (other >= 0 && !within)
            return false;
    }
    return floating == 1;
}

/* C4 and C8, after a bracket was paired without a look at what follows: whether its floaters can all be paired in the
 * next bracket, of whose residents at most one then floats, and the rest can be paired. Then nothing could be better. */
static bool fits_below(DutchRound *d, const Bracket *paired)
{
    int own = paired->moved_down + paired->residents, floaters = 0;
    uint16_t *members = d->members + d->field.count + 1;
    for (int i = 0; i < own; i++)
        if (!d->partner[d->members[i]])
            members[floaters++] = d->members[i];
    memcpy(members + floaters, d->members + own,
           (size_t)(paired->next + paired->rest) * sizeof *members);
    Bracket next = {.field = paired->field,
                    .members = members,
                    .moved_down = floaters,
                    .residents = paired->next,
                    .rest = paired->rest,
                    .aim = WEIGH_NUMBERS,
                    .is_whole = true};
    if (!pair_bracket(d, &next, d->below))
        return false;
    int last = floaters + next.residents ? members[floaters + next.residents - 1] : 0, outside = 0,
        left = 0;
    for (int i = 0; i < floaters + next.residents; i++) {
        int other = d->below[members[i]] - 1;
        bool within = other >= 0 && other <= last && (i >= floaters || other >= members[floaters]);
        if (i < floaters && !within)
            return false;
        outside += !within;
    }
    for (int i = 0; i < floaters + next.residents + next.rest; i++) {
        if (d->below[members[i]])
            continue;
        const SwissCard *card = &d->cards[members[i]];
        left++;
        if (!d->field.is_odd || !card->may_have_bye || card->score > d->field.bye_score)
            return false;
    }
    return outside <= 1 && left <= (d->field.is_odd ? 1 : 0);
}

static bool pair_next_bracket(DutchRound *d, int start)
{
    Bracket bracket = open_bracket(d, start);
    int follow = bracket.next + bracket.rest, score = d->cards[start].score;
    bool may_be_bye = d->field.is_odd && score <= d->field.bye_score;
    if (!d->plainly && !may_be_bye) {
        Bracket alone = bracket;
        alone.next = alone.rest = 0;
        if (!pair_bracket(d, &alone, d->partner))
            return false;
        if (!follow || fits_below(d, &bracket))
            return true;
    }
    bracket.is_whole = true;
    bracket.counts_bye = may_be_bye && only_bye_floats(d, bracket);
    return pair_bracket(d, &bracket, d->partner);
}

static DutchError pair_brackets(DutchRound *d)
{
    int n = d->field.count;
    memset(d->partner, 0, (size_t)n * sizeof *d->partner);
    d->waiting_count = 0;
    for (int start = 0; start < n;) {
        int end = start, waiting = 0;
        while (end < n && d->cards[end].score == d->cards[start].score)
            end++;
        if (!pair_next_bracket(d, start))
            return DUTCH_TOO_LARGE;
        for (int i = 0; i < d->waiting_count; i++)
            if (!d->partner[d->waiting[i]])
                d->waiting[waiting++] = d->waiting[i];
        for (int i = start; i < end; i++)
            if (!d->partner[i])
                d->waiting[waiting++] = (uint16_t)i;
        d->waiting_count = waiting;
        start = end;
    }
    return d->waiting_count <= (d->field.is_odd ? 1 : 0) ? DUTCH_OK : DUTCH_NO_PAIRING;
}

/* --- boards --------------------------------------------------------------------------------- */

/* The order in which boards are published (C.04.2): for the cards of the upper players. */
static bool is_board_before(const DutchRound *d, int one, int other)
{
    int mate1 = d->partner[one] - 1, mate2 = d->partner[other] - 1;
    if ((mate1 < 0) != (mate2 < 0))
        return mate2 < 0;
    if (d->cards[one].score != d->cards[other].score)
        return d->cards[one].score > d->cards[other].score;
    if (mate1 >= 0 && d->cards[mate1].score != d->cards[mate2].score)
        return d->cards[mate1].score > d->cards[mate2].score;
    return one < other;
}

static void sort_boards(const DutchRound *d, uint16_t *uppers, int count)
{
    for (int i = 1; i < count; i++) { /* nearly sorted already */
        uint16_t moved = uppers[i];
        int at = i;
        for (; at > 0 && is_board_before(d, moved, uppers[at - 1]); at--)
            uppers[at] = uppers[at - 1];
        uppers[at] = moved;
    }
}

static void write_pairs(DutchRound *d, RoundPair *pairs, int *count)
{
    uint16_t *uppers = d->members;
    *count = 0;
    for (int i = 0; i < d->field.count; i++)
        if (!d->partner[i] || d->partner[i] > i + 1)
            uppers[(*count)++] = (uint16_t)i;
    sort_boards(d, uppers, *count);
    for (int i = 0; i < *count; i++) {
        const SwissCard *one = &d->cards[uppers[i]];
        uint16_t id = d->tournament->players[one->player].id;
        pairs[i] = (RoundPair){id, 0};
        if (!d->partner[uppers[i]])
            continue;
        const SwissCard *other = &d->cards[d->partner[uppers[i]] - 1];
        uint16_t other_id = d->tournament->players[other->player].id;
        bool white = swiss_colour(d->tournament, d->round, one, other) == SIDE_WHITE;
        pairs[i] = white ? (RoundPair){id, other_id} : (RoundPair){other_id, id};
    }
}

static bool knows_colours(const DutchRound *d)
{
    if (d->tournament->initial != SIDE_NONE || d->field.count < 2)
        return true;
    return false;
}

static DutchError pair_round(const Tournament *t, int round, void *memory, RoundPair *pairs,
                             int *count, bool plainly)
{
    DutchRound round_state = {.tournament = t, .round = round, .plainly = plainly},
               *d = &round_state;
    *count = 0;
    int present = 0;
    for (int i = 0; i < t->player_count; i++)
        present += tournament_is_present(t, i, round);
    if (present > DUTCH_PLAYERS_MAX || t->player_count > DUTCH_PLAYERS_MAX)
        return DUTCH_TOO_LARGE;
    lay_out(d, memory, t->player_count);
    int n = swiss_cards(t, round, d->cards);
    d->field = (DutchField){.cards = d->cards,
                            .meetings = d->meetings,
                            .count = n,
                            .is_odd = n % 2 == 1,
                            .is_last_round = t->rounds && round >= t->rounds - 1};
    if (!n)
        return DUTCH_OK;
    if (!knows_colours(d))
        return DUTCH_NO_COLOUR;
    find_meetings(d);
    DutchError error = find_bye_score(d);
    if (error == DUTCH_OK)
        error = pair_brackets(d);
    if (error == DUTCH_OK)
        write_pairs(d, pairs, count);
    return error;
}

DutchError dutch_pair(const Tournament *t, int round, void *memory, RoundPair *pairs, int *count)
{
    return pair_round(t, round, memory, pairs, count, false);
}

DutchError dutch_pair_plainly(const Tournament *t, int round, void *memory, RoundPair *pairs,
                              int *count)
{
    return pair_round(t, round, memory, pairs, count, true);
}
