#include "tiebreak.h"

#include "performance.h"

#include <string.h>

/* What is computed for all players first. Tenths. */
typedef struct {
    const TieBreakInput *input;
    const Tournament *t;
    const TieBreak *tiebreak;
    int32_t *points, *adjusted, *own, *other; /* own: the dummy's score before it is capped */
    uint16_t *sorted, *part;
} Standing;

/* A round in Buchholz and Sonneborn-Berger. */
typedef struct {
    int score, value; /* of the opponent, and what the round adds */
    bool is_voluntary;
} Contribution;

static size_t lay_out(Standing *s, char *memory, int players)
{
    size_t n = (size_t)players + 1;
    int32_t *at = (int32_t *)(void *)memory;
    s->points = at;
    s->adjusted = at + n;
    s->own = at + 2 * n;
    s->other = at + 3 * n;
    s->sorted = (uint16_t *)(at + 4 * n);
    s->part = s->sorted + n;
    return 5 * n * sizeof *at + n * sizeof *at + 32; /* and the values of tiebreak_rank */
}

size_t tiebreak_memory(int players)
{
    static int32_t nothing;
    Standing measured;
    return lay_out(&measured, (char *)&nothing, players);
}

static const RoundGame *game_of(const Standing *s, int player, int round)
{
    return tournament_game(s->t, player, round);
}

static bool is_open(const Standing *s, const RoundGame *game)
{
    return s->input->leaves_out_open && game->opponent && game->result == RESULT_NONE;
}

/* 16.2: a requested bye, an absence or a loss by forfeit. */
static bool is_voluntary(const Standing *s, const RoundGame *game)
{
    if (is_open(s, game) || game_was_played(game) || game->result == RESULT_PAIRING_BYE)
        return false;
    return tournament_worth(s->t, game) < s->t->points.win;
}

/* 16.3: requested byes and absences that only voluntarily unplayed rounds follow count as draws, in a round robin as
 * nothing. Fore Buchholz (8.3): so does the last round. */
static void adjust_scores(Standing *s)
{
    int rounds = s->input->rounds, draw = s->t->points.draw;
    for (int i = 0; i < s->t->player_count; i++) {
        int last_present = -1;
        s->points[i] = tournament_points(s->t, i, rounds);
        s->adjusted[i] = 0;
        for (int r = 0; r < rounds; r++)
            if (!is_voluntary(s, game_of(s, i, r)))
                last_present = r;
        for (int r = 0; r < rounds; r++) {
            const RoundGame *game = game_of(s, i, r);
            bool awarded = r <= last_present || game->opponent;
            s->adjusted[i] += awarded                    ? tournament_scored(s->t, i, r)
                              : s->input->is_round_robin ? 0
                                                         : draw;
        }
        s->own[i] = s->points[i];
        const RoundGame *last = rounds ? game_of(s, i, rounds - 1) : NULL;
        if (s->tiebreak->code == TIEBREAK_FB && last && last->opponent) {
            int change = draw - tournament_worth(s->t, last);
            s->adjusted[i] += change;
            s->own[i] += change;
        }
    }
}

/* --- Buchholz and Sonneborn-Berger ------------------------------------------------------------ */

/* The score that the round adds; false when it adds none. */
static bool find_contribution(const Standing *s, int player, int round, Contribution *c)
{
    const RoundGame *game = game_of(s, player, round);
    int other = game->opponent ? tournament_find(s->t, game->opponent) : -1;
    bool robin = s->input->is_round_robin;
    bool fore = s->tiebreak->code == TIEBREAK_FB && round == s->input->rounds - 1;
    bool counts =
        other >= 0 && (game_was_played(game) || robin || fore || s->tiebreak->counts_forfeits);
    if ((robin && other < 0) || (is_open(s, game) && !fore))
        return false;
    *c = (Contribution){0, 0, !counts && is_voluntary(s, game)};
    if (counts) {
        c->score = s->adjusted[other];
    } else { /* 16.4 */
        int cap = other >= 0 ? s->adjusted[other] : s->t->points.draw * s->input->rounds;
        c->score = s->own[player] < cap ? s->own[player] : cap;
    }
    bool sonneborn = s->tiebreak->code == TIEBREAK_SB;
    c->value = sonneborn ? c->score * tournament_worth(s->t, game) : c->score * 10;
    return true;
}

static bool is_lower(const Contribution *one, const Contribution *other)
{
    return one->score != other->score ? one->score < other->score : one->value < other->value;
}

/* 16.5: the lowest voluntarily unplayed round, unless the lowest of all adds more. */
static int find_cut(const Contribution *list, int count)
{
    int lowest = 0, voluntary = -1;
    for (int i = 0; i < count; i++) {
        if (is_lower(&list[i], &list[lowest]))
            lowest = i;
        if (list[i].is_voluntary && (voluntary < 0 || is_lower(&list[i], &list[voluntary])))
            voluntary = i;
    }
    return voluntary >= 0 && list[lowest].value <= list[voluntary].value ? voluntary : lowest;
}

static int32_t sum_contributions(const Standing *s, int player)
{
    Contribution list[TOURNAMENT_ROUNDS_MAX + 2];
    int count = 0, low = s->tiebreak->cut_low, high = s->tiebreak->cut_high;
    int32_t sum = 0;
    for (int round = 0; round < s->input->rounds; round++)
        count += find_contribution(s, player, round, &list[count]);
    for (; low > 0 && count; low--)
        list[find_cut(list, count)] = list[count - 1], count--;
    for (; high > 0 && count; high--) {
        int highest = 0;
        for (int i = 1; i < count; i++)
            if (is_lower(&list[highest], &list[i]))
                highest = i;
        list[highest] = list[--count];
    }
    for (int i = 0; i < count; i++)
        sum += list[i].value;
    return sum;
}

/* --- ratings -------------------------------------------------------------------------------- */

static int rating_of(const Standing *s, int player)
{
    int rating = s->t->players[player].rating;
    return rating ? rating : s->tiebreak->unrated;
}

/* The ratings of those whom the player met at the board, and the score against them by 1, 1/2, 0. */
static int list_opponents(const Standing *s, int player, int *ratings, int *score)
{
    int count = 0;
    *score = 0;
    for (int round = 0; round < s->input->rounds; round++) {
        const RoundGame *game = game_of(s, player, round);
        if (!game_was_played(game))
            continue;
        ratings[count++] = rating_of(s, tournament_find(s->t, game->opponent));
        if (game->result == RESULT_WIN || game->result == RESULT_SHORT_WIN)
            *score += 10;
        else if (game->result == RESULT_DRAW || game->result == RESULT_SHORT_DRAW)
            *score += 5;
    }
    return count;
}

static int cut_ratings(int *ratings, int count, int low, int high)
{
    for (int i = 0; i < low + high && count; i++) {
        int cut = 0;
        for (int j = 1; j < count; j++)
            if (i < low ? ratings[j] < ratings[cut] : ratings[j] > ratings[cut])
                cut = j;
        ratings[cut] = ratings[--count];
    }
    return count;
}

static int32_t rate(const Standing *s, int player, TieBreakCode code)
{
    int ratings[TOURNAMENT_ROUNDS_MAX + 2], score;
    int count = list_opponents(s, player, ratings, &score);
    if (code == TIEBREAK_ARO)
        count = cut_ratings(ratings, count, s->tiebreak->cut_low, s->tiebreak->cut_high);
    if (!count)
        return 0;
    if (code == TIEBREAK_ARO)
        return performance_average(ratings, count) * 100;
    return 100 * (code == TIEBREAK_TPR ? performance_rating(score, ratings, count)
                                       : performance_perfect(score, ratings, count));
}

/* The average of the opponents' values in 'of', to the hundredth or to the whole. */
static int32_t average_of_opponents(const Standing *s, int player, const int32_t *of, int unit)
{
    int64_t sum = 0, count = 0;
    for (int round = 0; round < s->input->rounds; round++) {
        const RoundGame *game = game_of(s, player, round);
        if (!game_was_played(game) && !(s->tiebreak->counts_forfeits && game->opponent))
            continue;
        sum += of[tournament_find(s->t, game->opponent)];
        count++;
    }
    int64_t parts = count * unit;
    return count ? (int32_t)((2 * sum + parts) / (2 * parts) * unit) : 0;
}

static bool needs_ratings(TieBreakCode code)
{
    return code >= TIEBREAK_ARO && code <= TIEBREAK_RTNG;
}

static bool has_ratings(const Standing *s)
{
    for (int i = 0; i < s->t->player_count; i++)
        if (rating_of(s, i) <= 0)
            return false;
    return true;
}

/* --- counts --------------------------------------------------------------------------------- */

static int32_t count_round(const Standing *s, const RoundGame *game)
{
    const PointSystem *p = &s->t->points;
    int worth = tournament_worth(s->t, game);
    bool played = game_was_played(game), won = worth == p->win, black = game->colour == SIDE_BLACK;
    switch (s->tiebreak->code) {
    case TIEBREAK_WIN: return won ? 100 : 0;
    case TIEBREAK_WON: return won && played ? 100 : 0;
    case TIEBREAK_BPG: return black && played ? 100 : 0;
    case TIEBREAK_BWG: return black && played && won ? 100 : 0;
    case TIEBREAK_REP: return is_voluntary(s, game) ? 0 : 100;
    case TIEBREAK_STD: return worth > p->draw ? 100 : worth == p->draw ? 50 : 0;
    default: return 0;
    }
}

/* 7.5: the sum of the scores after each round; those after the first are cut. */
static int32_t progress(const Standing *s, int player)
{
    int32_t sum = 0, score = 0;
    for (int round = 0; round < s->input->rounds; round++) {
        score += tournament_worth(s->t, game_of(s, player, round)) * 10;
        sum += round >= s->tiebreak->cut_low ? score : 0;
    }
    return sum;
}

/* 9.2: the limit is a share of the greatest score that could be had, of which everybody's rest in a field of odd size is no
 * part. */
static int32_t koya(const Standing *s, int player)
{
    int rounds = s->input->rounds, count = s->t->player_count;
    int games =
        s->input->is_round_robin && count && rounds % count == 0 ? rounds - rounds / count : rounds;
    int limit =
        s->tiebreak->limit_percent * s->t->points.win * games + 100 * s->tiebreak->limit_tenths;
    int32_t sum = 0;
    for (int round = 0; round < rounds; round++) {
        const RoundGame *game = game_of(s, player, round);
        if (game->opponent && 100 * s->points[tournament_find(s->t, game->opponent)] >= limit)
            sum += tournament_worth(s->t, game) * 10;
    }
    return sum;
}

/* --- direct encounter (6) --------------------------------------------------------------------- */

/* Points against the players of part[start..end), several games against one counting as their average; all that may still
 * come are wins. */
static void meet(const Standing *s, int start, int end, int at)
{
    int player = s->part[at], opponents = end - start - 1;
    int32_t sum = 0;
    for (int i = start; i < end; i++) {
        int games = 0, score = 0;
        for (int round = 0; round < s->input->rounds && i != at; round++) {
            const RoundGame *game = game_of(s, player, round);
            if (game->opponent != s->t->players[s->part[i]].id)
                continue;
            if (!game_was_played(game) && !s->tiebreak->counts_forfeits &&
                !s->input->is_round_robin)
                continue;
            games++;
            score += tournament_worth(s->t, game) * 100;
        }
        if (games) {
            sum += score / games;
            opponents--;
        }
    }
    bool robin = s->input->is_round_robin;
    s->own[player] = sum;
    s->other[player] = sum + (robin ? 0 : opponents * s->t->points.win * 100);
}

static bool meets_before(const Standing *s, int one, int other)
{
    if (s->own[one] != s->own[other])
        return s->own[one] > s->own[other];
    return s->other[one] != s->other[other] ? s->other[one] > s->other[other] : one < other;
}

/* The end of those, from 'start' on, who stay tied: all have met and have the same score; or nobody is sure to be before
 * the others. */
static int find_tied(const Standing *s, int start, int end, bool all_met)
{
    int next = start + 1;
    if (all_met) {
        while (next < end && s->own[s->part[next]] == s->own[s->part[start]])
            next++;
        return next;
    }
    for (int i = next; i < end; i++)
        if (s->other[s->part[i]] >= s->own[s->part[start]])
            return end;
    return next;
}

/* Orders part[start..end), who are tied, and gives them places; those who remain tied are looked at again by themselves, until
 * nothing changes. */
static void break_tie(Standing *s, int start, int end, int32_t *values)
{
    bool all_met = true;
    for (int i = start; i < end; i++) {
        meet(s, start, end, i);
        all_met = all_met && s->own[s->part[i]] == s->other[s->part[i]];
    }
    for (int i = start + 1; i < end; i++) {
        uint16_t moved = s->part[i];
        int at = i;
        for (; at > start && meets_before(s, moved, s->part[at - 1]); at--)
            s->part[at] = s->part[at - 1];
        s->part[at] = moved;
    }
    for (int from = start, to; from < end; from = to) {
        to = find_tied(s, from, end, all_met);
        for (int i = from; i < to; i++)
            values[s->part[i]] = -100 * from;
    }
}

static void encounter(Standing *s, const uint16_t *ranks, int32_t *values)
{
    int n = s->t->player_count;
    for (int rank = 1; rank <= n; rank++) {
        int count = 0;
        for (int i = 0; i < n; i++)
            if (ranks[i] == rank)
                s->part[count++] = (uint16_t)i;
        for (int i = 0; i < count; i++)
            values[s->part[i]] = 0;
        /* Groups of equal values, each of which is broken until it cannot be. */
        for (int start = 0, end; start < count; start = end) {
            int32_t value = values[s->part[start]];
            for (end = start + 1; end < count && values[s->part[end]] == value;)
                end++;
            if (end - start < 2)
                continue;
            break_tie(s, start, end, values);
            if (values[s->part[end - 1]] != -100 * start)
                end = start; /* it was broken: its first group is looked at again */
        }
    }
}

/* --- all ------------------------------------------------------------------------------------ */

static int32_t compute_one(const Standing *s, int player)
{
    int32_t sum = 0;
    switch (s->tiebreak->code) {
    case TIEBREAK_PTS: return s->points[player] * 10;
    case TIEBREAK_PS: return progress(s, player);
    case TIEBREAK_KS: return koya(s, player);
    case TIEBREAK_BH:
    case TIEBREAK_FB:
    case TIEBREAK_SB: return sum_contributions(s, player);
    case TIEBREAK_AOB: return average_of_opponents(s, player, s->other, 1);
    case TIEBREAK_ARO:
    case TIEBREAK_TPR:
    case TIEBREAK_PTP: return rate(s, player, s->tiebreak->code);
    case TIEBREAK_APRO:
    case TIEBREAK_APPO: return average_of_opponents(s, player, s->other, 100);
    case TIEBREAK_RTNG: return rating_of(s, player) * 100;
    case TIEBREAK_TPN: return -100 * s->t->players[player].id;
    default: break;
    }
    for (int round = 0; round < s->input->rounds; round++)
        sum += count_round(s, game_of(s, player, round));
    return sum;
}

/* What the averages are of. */
static void compute_opponents(Standing *s)
{
    for (int i = 0; i < s->t->player_count; i++)
        if (s->tiebreak->code == TIEBREAK_AOB)
            s->other[i] = sum_contributions(s, i);
        else if (s->tiebreak->code == TIEBREAK_APRO || s->tiebreak->code == TIEBREAK_APPO)
            s->other[i] =
                rate(s, i, s->tiebreak->code == TIEBREAK_APRO ? TIEBREAK_TPR : TIEBREAK_PTP);
}

TieBreakError tiebreak_compute(const TieBreakInput *input, const TieBreak *tiebreak,
                               const uint16_t *ranks, void *memory, int32_t *values)
{
    Standing standing = {.input = input, .t = input->tournament, .tiebreak = tiebreak},
             *s = &standing;
    TieBreakError error = tiebreak_check(tiebreak, input->is_round_robin);
    if (error)
        return error;
    if (needs_ratings(tiebreak->code) && !has_ratings(s))
        return TIEBREAK_NEEDS_RATINGS;
    lay_out(s, memory, s->t->player_count);
    adjust_scores(s);
    if (tiebreak->code == TIEBREAK_DE) {
        encounter(s, ranks, values);
        return TIEBREAK_OK;
    }
    compute_opponents(s);
    for (int i = 0; i < s->t->player_count; i++)
        values[i] = compute_one(s, i) * (tiebreak->is_reversed ? -1 : 1);
    return TIEBREAK_OK;
}

/* Puts players of equal ranks in order by their values, and gives them new ranks. */
static void refine(const int32_t *values, int count, uint16_t *ranks, uint16_t *order)
{
    for (int i = 1; i < count; i++) { /* stable, so that an order that was found remains */
        uint16_t moved = order[i];
        int at = i;
        for (; at > 0 && ranks[order[at - 1]] == ranks[moved] &&
               values[order[at - 1]] < values[moved];
             at--)
            order[at] = order[at - 1];
        order[at] = moved;
    }
    for (int start = 0, end; start < count; start = end) {
        uint16_t rank = ranks[order[start]];
        for (end = start; end < count && ranks[order[end]] == rank;)
            end++;
        uint16_t given = (uint16_t)(start + 1);
        int32_t value = values[order[start]];
        for (int i = start; i < end; i++) {
            if (values[order[i]] != value) {
                value = values[order[i]];
                given = (uint16_t)(i + 1);
            }
            ranks[order[i]] =
                (uint16_t)(given | 0x8000); /* new, so that it is not taken for an old one */
        }
    }
    for (int i = 0; i < count; i++)
        ranks[i] &= 0x7fff;
}

TieBreakError tiebreak_rank(const TieBreakInput *input, const TieBreak *list, int count,
                            void *memory, uint16_t *ranks, uint16_t *order)
{
    int n = input->tournament->player_count;
    int32_t *values = memory;
    void *rest = values + n + 4 - n % 4;
    for (int i = 0; i < n; i++) {
        ranks[i] = 1;
        order[i] = (uint16_t)i;
    }
    for (int i = 0; i < count; i++) {
        TieBreakError error = tiebreak_compute(input, &list[i], ranks, rest, values);
        if (error)
            return error;
        refine(values, n, ranks, order);
    }
    return TIEBREAK_OK;
}
