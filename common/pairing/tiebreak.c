#include "tiebreak.h"

#include "performance.h"

#include <string.h>

/* Which scores of all players have been summed. */
typedef enum { SCORES_NONE, SCORES_USUAL, SCORES_FORE } Scores;

/* What is computed for all players first. Tenths. */
typedef struct {
    const TieBreakInput *input;
    const Tournament *t;
    const TieBreak *tiebreak;
    Scores scores;
    int32_t *points, *adjusted, *own; /* own: the dummy's score before it is capped */
    int32_t *other;                   /* the opponents' values, of which averages are taken */
    uint16_t *sorted;                 /* room for sort and order_by_rank */
    /* Of direct encounters: the players, those who are tied next to each other; where each one's group begins there; from how many
     * games a player has how much against whomever is looked at; and what each has in their group, at least and at most. */
    uint16_t *part, *group, *games;
    int32_t *score, *least, *most;
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
    s->score = at + 4 * n;
    s->least = at + 5 * n;
    s->most = at + 6 * n;
    s->sorted = (uint16_t *)(at + 7 * n);
    s->part = s->sorted + n;
    s->group = s->part + n;
    s->games = s->group + n;
    size_t own = 7 * n * sizeof *at + 4 * n * sizeof *s->part;
    return own + n * sizeof *at + 32; /* and the values of tiebreak_rank */
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

static Scores scores_for(TieBreakCode code)
{
    if (code == TIEBREAK_FB)
        return SCORES_FORE;
    return code == TIEBREAK_PTS || code == TIEBREAK_KS || code == TIEBREAK_BH ||
                   code == TIEBREAK_SB || code == TIEBREAK_AOB
               ? SCORES_USUAL
               : SCORES_NONE;
}

/* 16.3: requested byes and absences that only voluntarily unplayed rounds follow count as draws, in a round robin as
 * nothing. Fore Buchholz (8.3): so does the last round. */
static void adjust_score(const Standing *s, int player)
{
    int rounds = s->input->rounds, draw = s->t->points.draw, last_present = rounds;
    int absent = s->input->is_round_robin ? 0 : draw;
    int32_t points = 0, adjusted = 0;
    while (last_present > 0 && is_voluntary(s, game_of(s, player, last_present - 1)))
        last_present--;
    for (int r = 0; r < rounds; r++) {
        int scored = tournament_scored(s->t, player, r);
        points += scored;
        adjusted += r < last_present || game_of(s, player, r)->opponent ? scored : absent;
    }
    const RoundGame *last = rounds ? game_of(s, player, rounds - 1) : NULL;
    int change = s->scores == SCORES_FORE && last && last->opponent
                     ? draw - tournament_worth(s->t, last)
                     : 0;
    s->points[player] = points;
    s->adjusted[player] = adjusted + change;
    s->own[player] = points + change;
}

static void adjust_scores(Standing *s)
{
    Scores wanted = scores_for(s->tiebreak->code);
    if (wanted == SCORES_NONE || wanted == s->scores)
        return;
    s->scores = wanted;
    for (int i = 0; i < s->t->player_count; i++)
        adjust_score(s, i);
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

bool tiebreak_lacks_ratings(const TieBreakInput *input, const TieBreak *tiebreak)
{
    for (int i = 0; i < input->tournament->player_count && needs_ratings(tiebreak->code); i++) {
        int rating = input->tournament->players[i].rating;
        if ((rating ? rating : tiebreak->unrated) <= 0)
            return true;
    }
    return false;
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

/* --- order ---------------------------------------------------------------------------------- */

/* Stable: those who are equal stay in their order, the greater are first. 'second' decides between those equal in 'first'. */
static void sort(uint16_t *list, int count, const int32_t *first, const int32_t *second,
                 uint16_t *room)
{
    for (int width = 1; width < count; width *= 2) {
        for (int start = 0; start < count; start += 2 * width) {
            int middle = start + width < count ? start + width : count;
            int end = middle + width < count ? middle + width : count;
            for (int at = start, left = start, right = middle; at < end; at++) {
                bool takes_right = left == middle;
                if (left < middle && right < end) {
                    int32_t more = first[list[right]], less = first[list[left]];
                    takes_right =
                        more != less ? more > less : second[list[right]] > second[list[left]];
                }
                room[at] = takes_right ? list[right++] : list[left++];
            }
        }
        memcpy(list, room, (size_t)count * sizeof *list);
    }
}

/* --- direct encounter (6) --------------------------------------------------------------------- */

/* Points against the others of the player's group, who are so many, several games against one counting as their average; all that
 * may still come are wins. Only the player's own rounds are looked at: thousands may be tied. */
static void meet(const Standing *s, int player, int opponents)
{
    bool robin = s->input->is_round_robin;
    int32_t sum = 0;
    for (int round = 0; round < s->input->rounds; round++) {
        const RoundGame *game = game_of(s, player, round);
        int other = game->opponent ? tournament_find(s->t, game->opponent) : -1;
        bool counts = game_was_played(game) || s->tiebreak->counts_forfeits || robin;
        if (other < 0 || other == player || s->group[other] != s->group[player] || !counts)
            continue;
        s->games[other]++;
        s->score[other] += tournament_worth(s->t, game) * 100;
    }
    for (int round = 0; round < s->input->rounds; round++) {
        uint16_t id = game_of(s, player, round)->opponent;
        int other = id ? tournament_find(s->t, id) : -1;
        if (other < 0 || !s->games[other])
            continue;
        sum += s->score[other] / s->games[other];
        s->games[other] = 0;
        s->score[other] = 0;
        opponents--;
    }
    s->least[player] = sum;
    s->most[player] = sum + (robin ? 0 : opponents * s->t->points.win * 100);
}

/* The end of those, from 'start' on, who stay tied: all have met and have the same score; or nobody is sure to be before
 * the others. */
static int find_tied(const Standing *s, int start, int end, bool all_met)
{
    int next = start + 1;
    if (all_met) {
        while (next < end && s->least[s->part[next]] == s->least[s->part[start]])
            next++;
        return next;
    }
    for (int i = next; i < end; i++)
        if (s->most[s->part[i]] >= s->least[s->part[start]])
            return end;
    return next;
}

static void set_group(Standing *s, int start, int end)
{
    for (int i = start; i < end; i++)
        s->group[s->part[i]] = (uint16_t)start;
}

/* Orders part[start..end), who are tied, and gives them places behind 'first'; those who remain tied are looked at again by
 * themselves, until nothing changes. */
static void break_tie(Standing *s, int first, int start, int end, int32_t *values)
{
    bool all_met = true;
    for (int i = start; i < end; i++) {
        int player = s->part[i];
        meet(s, player, end - start - 1);
        all_met = all_met && s->least[player] == s->most[player];
    }
    sort(s->part + start, end - start, s->least, s->most, s->sorted);
    for (int from = start, to; from < end; from = to) {
        to = find_tied(s, from, end, all_met);
        set_group(s, from, to);
        for (int i = from; i < to; i++)
            values[s->part[i]] = -100 * (from - first);
    }
}

/* Groups of equal values among part[first..last), who have one rank, each of which is broken until it cannot be. */
static void break_rank(Standing *s, int first, int last, int32_t *values)
{
    for (int i = first; i < last; i++)
        values[s->part[i]] = 0;
    for (int start = first, end; start < last; start = end) {
        int32_t value = values[s->part[start]];
        for (end = start + 1; end < last && values[s->part[end]] == value;)
            end++;
        if (end - start < 2)
            continue;
        break_tie(s, first, start, end, values);
        if (values[s->part[end - 1]] != -100 * (start - first))
            end = start; /* it was broken: its first group is looked at again */
    }
}

/* part[place] are the players by their ranks, those of one rank by their numbers. */
static void order_by_rank(const Standing *s, const uint16_t *ranks)
{
    int n = s->t->player_count;
    uint16_t *place = s->sorted; /* of the next player with that rank */
    memset(place, 0, ((size_t)n + 1) * sizeof *place);
    for (int i = 0; i < n; i++)
        place[ranks[i]]++;
    for (int rank = 1, sum = 0; rank <= n; rank++) {
        int count = place[rank];
        place[rank] = (uint16_t)sum;
        sum += count;
    }
    for (int i = 0; i < n; i++)
        s->part[place[ranks[i]]++] = (uint16_t)i;
}

static int end_of_rank(const Standing *s, const uint16_t *ranks, int first)
{
    int last = first + 1;
    while (last < s->t->player_count && ranks[s->part[last]] == ranks[s->part[first]])
        last++;
    return last;
}

static void encounter(Standing *s, const uint16_t *ranks, int32_t *values)
{
    int n = s->t->player_count;
    memset(s->games, 0, ((size_t)n + 1) * sizeof *s->games);
    memset(s->score, 0, ((size_t)n + 1) * sizeof *s->score);
    order_by_rank(s, ranks);
    for (int first = 0, last; first < n; first = last) {
        last = end_of_rank(s, ranks, first);
        set_group(s, first, last);
    }
    for (int first = 0, last; first < n; first = last) {
        last = end_of_rank(s, ranks, first);
        break_rank(s, first, last, values);
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

static TieBreakError compute(Standing *s, const TieBreak *tiebreak, const uint16_t *ranks,
                             int32_t *values)
{
    TieBreakError error = tiebreak_check(tiebreak, s->input->is_round_robin);
    if (error)
        return error;
    if (tiebreak_lacks_ratings(s->input, tiebreak))
        return TIEBREAK_NEEDS_RATINGS;
    s->tiebreak = tiebreak;
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

TieBreakError tiebreak_compute(const TieBreakInput *input, const TieBreak *tiebreak,
                               const uint16_t *ranks, void *memory, int32_t *values)
{
    Standing standing = {.input = input, .t = input->tournament};
    lay_out(&standing, memory, input->tournament->player_count);
    return compute(&standing, tiebreak, ranks, values);
}

/* Puts players of equal ranks in order by their values, and gives them new ranks. */
static void refine(const int32_t *values, int count, uint16_t *ranks, uint16_t *order,
                   uint16_t *room)
{
    for (int start = 0, end; start < count; start = end) {
        uint16_t rank = ranks[order[start]];
        for (end = start; end < count && ranks[order[end]] == rank;)
            end++;
        sort(order + start, end - start, values, values, room);
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
                            void *memory, uint16_t *ranks, uint16_t *order, int32_t *values)
{
    Standing standing = {.input = input, .t = input->tournament};
    int n = input->tournament->player_count;
    int32_t *own = memory;
    lay_out(&standing, (char *)(own + n + 4 - n % 4), n);
    for (int i = 0; i < n; i++) {
        ranks[i] = 1;
        order[i] = (uint16_t)i;
    }
    for (int i = 0; i < count; i++) {
        int32_t *of = values ? values + (size_t)i * (size_t)n : own;
        TieBreakError error = compute(&standing, &list[i], ranks, of);
        if (error)
            return error;
        refine(of, n, ranks, order, standing.sorted);
    }
    return TIEBREAK_OK;
}
