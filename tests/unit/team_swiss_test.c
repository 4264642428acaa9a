/* Pairing teams (C.04.6) against the articles taken by the letter: every set of upfloaters and every pairing is tried. */
#include "check_rig.h"
#include "team_swiss.h"

#include <stdlib.h>
#include <string.h>

enum { TEAMS = 10, ROUNDS = 9, SETS = 1 << TEAMS };

static TeamRound rounds[TEAMS * ROUNDS];
static TeamField field;
static TeamSwiss swiss;
static bool present[TEAMS];
static RoundPair forbidden[4];

/* ---- random tournaments ---- */

static uint64_t state;

static int draw(int below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (uint64_t)below);
}

static TeamRound *at(int team, int round)
{
    return &rounds[team * field.rounds + round];
}

static void play(RoundPair pair)
{
    TeamRound *home = at(pair.white - 1, swiss.round);
    if (!pair.black) {
        *home = (TeamRound){.kind = TEAM_BYE, .points = 10, .game_points = 20};
        return;
    }
    TeamRound *away = at(pair.black - 1, swiss.round);
    int games = draw(4) ? 20 + 10 * (draw(5) - 2) : 20 + 5 * (draw(9) - 4);
    bool forfeit = draw(12) == 0;
    games = forfeit ? 40 * draw(2) : games;
    int points = games > 20 ? 20 : games == 20 ? 10 : 0;
    uint8_t kind = forfeit ? TEAM_FORFEIT : TEAM_PLAYED;
    *home = (TeamRound){pair.black, kind, SIDE_WHITE, (int16_t)points, (int16_t)games, {0}};
    *away = (TeamRound){pair.white, kind, SIDE_BLACK, (int16_t)(20 - points), (int16_t)(40 - games),
                        {0}};
}

static void open_tournament(int seed)
{
    state = (uint64_t)seed * 977 + 5;
    field = (TeamField){.teams = 4 + draw(TEAMS - 3), .win = 20, .draw = 10, .round = rounds};
    field.rounds = 3 + draw(ROUNDS - 2);
    memset(rounds, 0, sizeof rounds);
    swiss = (TeamSwiss){.field = &field,
                        .rounds = field.rounds,
                        .present = present,
                        .forbidden = forbidden,
                        .forbidden_count = draw(4),
                        .colours = (TeamColours)draw(3),
                        .by_game_points = draw(4) == 0,
                        .ignores_second = draw(4) == 0,
                        .initial = draw(2) ? SIDE_WHITE : SIDE_BLACK};
    for (int i = 0; i < swiss.forbidden_count; i++)
        forbidden[i] =
            (RoundPair){(uint16_t)(1 + draw(field.teams)), (uint16_t)(1 + draw(field.teams))};
}

static void draw_present(void)
{
    for (int i = 0; i < field.teams; i++) {
        present[i] = draw(15) != 0;
        if (!present[i] && draw(2))
            *at(i, swiss.round) = (TeamRound){.points = draw(2) ? 20 : 10, .game_points = 20};
    }
}

/* ---- the articles, by the letter ---- */

typedef struct {
    int score[TEAMS], second[TEAMS], played[TEAMS], difference[TEAMS];
    SideColour history[TEAMS][ROUNDS]; /* of matches that were played, the latest first */
    SideColour prefers[TEAMS];
    bool strongly[TEAMS], mildly[TEAMS], floated[TEAMS], had_bye[TEAMS];
    bool meets[TEAMS][TEAMS];
} Standing;

static int sum(int team, int before, bool of_games)
{
    int total = 0;
    for (int r = 0; r < before; r++)
        total += of_games ? at(team, r)->game_points : at(team, r)->points;
    return total;
}

static bool ended_in(const Standing *s, int team, SideColour colour, int matches)
{
    for (int i = 0; i < matches; i++)
        if (i >= s->played[team] || s->history[team][i] != colour)
            return false;
    return true;
}

/* 1.7 */
static void read_preference(Standing *s, int team)
{
    int cd = s->difference[team];
    bool last = swiss.round == swiss.rounds - 1;
    bool white = cd < -1 || ((cd == 0 || cd == -1) && ended_in(s, team, SIDE_BLACK, 2));
    bool black = cd > 1 || ((cd == 0 || cd == 1) && ended_in(s, team, SIDE_WHITE, 2));
    bool mild_white = cd == -1 || (cd == 0 && !last && ended_in(s, team, SIDE_BLACK, 1));
    bool mild_black = cd == 1 || (cd == 0 && !last && ended_in(s, team, SIDE_WHITE, 1));
    if (swiss.colours == TEAM_COLOURS_NONE)
        return;
    s->prefers[team] = white ? SIDE_WHITE : black ? SIDE_BLACK : SIDE_NONE;
    if (swiss.colours == TEAM_COLOURS_A)
        return;
    s->strongly[team] = white || black;
    if (!white && !black)
        s->prefers[team] = mild_white ? SIDE_WHITE : mild_black ? SIDE_BLACK : SIDE_NONE;
}

static void read_team(Standing *s, int team)
{
    s->score[team] = sum(team, swiss.round, swiss.by_game_points);
    s->second[team] = sum(team, swiss.round, !swiss.by_game_points);
    for (int r = swiss.round - 1; r >= 0; r--) {
        const TeamRound *round = at(team, r);
        if (round->kind == TEAM_BYE || (round->kind == TEAM_FORFEIT && round->points == 20) ||
            (round->kind == TEAM_ABSENT && round->points == 20))
            s->had_bye[team] = true;
        if (round->kind != TEAM_PLAYED)
            continue;
        s->difference[team] += round->colour == SIDE_WHITE ? 1 : -1;
        s->history[team][s->played[team]++] = (SideColour)round->colour;
        s->meets[team][round->opponent - 1] = false;
        if (r == swiss.round - 1)
            s->floated[team] = sum(team, r, swiss.by_game_points) !=
                               sum(round->opponent - 1, r, swiss.by_game_points);
    }
    read_preference(s, team);
}

static Standing read_standing(void)
{
    Standing s = {.score = {0}};
    for (int i = 0; i < TEAMS; i++)
        for (int j = 0; j < TEAMS; j++)
            s.meets[i][j] = i != j;
    for (int i = 0; i < field.teams; i++)
        read_team(&s, i);
    for (int i = 0; i < swiss.forbidden_count; i++) {
        int one = forbidden[i].white - 1, other = forbidden[i].black - 1;
        s.meets[one][other] = s.meets[other][one] = false;
    }
    return s;
}

/* Whether the teams of a set can all be paired; known[set] is 0 until it is asked. */
static uint8_t known[SETS];

static bool can_pair(const Standing *s, int set)
{
    if (!set)
        return true;
    if (known[set])
        return known[set] == 2;
    int one = __builtin_ctz((unsigned)set);
    known[set] = 1;
    for (int other = one + 1; other < field.teams; other++)
        if (set >> other & 1 && s->meets[one][other] &&
            can_pair(s, set & ~(1 << one) & ~(1 << other)))
            known[set] = 2;
    return known[set] == 2;
}

static int with_score(const Standing *s, int set, int score)
{
    int found = 0;
    for (int i = 0; i < field.teams; i++)
        if (set >> i & 1 && s->score[i] == score)
            found |= 1 << i;
    return found;
}

static int top_score(const Standing *s, int set)
{
    int top = -1;
    for (int i = 0; i < field.teams; i++)
        if (set >> i & 1 && s->score[i] > top)
            top = s->score[i];
    return top;
}

static int size(int set)
{
    return __builtin_popcount((unsigned)set);
}

/* 3.4 */
static int find_bye(const Standing *s, int all)
{
    int best = -1;
    for (int i = 0; i < field.teams; i++) {
        if (!(all >> i & 1) || s->had_bye[i] || !can_pair(s, all & ~(1 << i)))
            continue;
        bool better = best < 0 || s->score[i] < s->score[best] ||
                      (s->score[i] == s->score[best] && s->played[i] >= s->played[best]);
        best = better ? i : best;
    }
    return best;
}

/* 3.5.3: the set's teams by score, then number. */
static void list_in_order(const Standing *s, int set, int *list)
{
    int count = 0;
    for (int score = top_score(s, set); set; score = top_score(s, set)) {
        int group = with_score(s, set, score);
        for (int i = 0; i < field.teams; i++)
            if (group >> i & 1)
                list[count++] = i;
        set &= ~group;
    }
}

/* C6: whether what is left of the next scoregroup can be paired with no team from below, or with one. */
static bool complies_below(const Standing *s, int everybody, int unpaired, int group, int set)
{
    int top = s->score[__builtin_ctz((unsigned)group)], below = 0;
    for (int i = 0; i < field.teams; i++)
        if (everybody >> i & 1 && s->score[i] < top)
            below |= 1 << i;
    int next = with_score(s, below, top_score(s, below)) & unpaired & ~set, least = size(next) % 2;
    int rest = unpaired & ~group & ~set & ~next;
    if (!next)
        return true;
    for (int up = rest;; up = (up - 1) & rest) {
        if (size(up) == least && can_pair(s, next | up) && can_pair(s, rest & ~up))
            return true;
        if (!up)
            return false;
    }
}

/* Less than 0 when set 'one' is to be taken before 'other', both of which can be paired: C4 to C7, and 3.5.4. */
static int compare_sets(const Standing *s, int everybody, int unpaired, int group, int one,
                        int other)
{
    int first[TEAMS], second[TEAMS], floated[2] = {0, 0};
    if (size(one) != size(other))
        return size(one) - size(other);
    list_in_order(s, one, first);
    list_in_order(s, other, second);
    for (int i = size(one) - 1; i >= 0; i--)
        if (s->score[first[i]] != s->score[second[i]])
            return s->score[second[i]] - s->score[first[i]];
    int broken = !complies_below(s, everybody, unpaired, group, one) -
                 !complies_below(s, everybody, unpaired, group, other);
    if (broken)
        return broken;
    for (int i = 0; i < size(one) && swiss.round < swiss.rounds - 2; i++) {
        floated[0] += s->floated[first[i]];
        floated[1] += s->floated[second[i]];
    }
    if (floated[0] != floated[1])
        return floated[0] - floated[1];
    for (int i = 0; i < size(one); i++)
        if (first[i] != second[i])
            return first[i] - second[i];
    return 0;
}

static int find_upfloaters(const Standing *s, int everybody, int unpaired, int group)
{
    int best = -1, others = unpaired & ~group;
    for (int set = others;; set = (set - 1) & others) {
        bool legal = can_pair(s, group | set) && can_pair(s, others & ~set);
        if (legal && (best < 0 || compare_sets(s, everybody, unpaired, group, set, best) < 0))
            best = set;
        if (!set)
            return best;
    }
}

/* A pairing: tops in their order, then their bottoms (3.6.2), after the numbers of C8 to C10. */
typedef struct {
    int pairs, value[3 + TEAMS];
} Candidate;

static void judge(const Standing *s, int one, int other, int *breaks)
{
    int higher = s->score[one] > s->score[other] ? one : other;
    bool clash = s->prefers[one] != SIDE_NONE && s->prefers[one] == s->prefers[other];
    breaks[0] += clash;
    breaks[1] += clash && s->strongly[one] && s->strongly[other];
    breaks[2] +=
        s->score[one] != s->score[other] && s->floated[higher] && swiss.round < swiss.rounds - 2;
}

static void try_pairings(const Standing *s, int set, int depth, int (*pairs)[2], Candidate *best)
{
    if (set) {
        int one = __builtin_ctz((unsigned)set);
        for (int other = one + 1; other < field.teams; other++) {
            if (!(set >> other & 1) || !s->meets[one][other])
                continue;
            pairs[depth][0] = one;
            pairs[depth][1] = other;
            try_pairings(s, set & ~(1 << one) & ~(1 << other), depth + 1, pairs, best);
        }
        return;
    }
    Candidate c = {.pairs = depth};
    for (int i = 0; i < depth; i++) {
        judge(s, pairs[i][0], pairs[i][1], c.value);
        c.value[3 + i] = pairs[i][0];
        c.value[3 + depth + i] = pairs[i][1];
    }
    for (int i = 0; i < 3 + 2 * depth; i++) {
        if (best->pairs && c.value[i] > best->value[i])
            return;
        if (!best->pairs || c.value[i] < best->value[i])
            break;
    }
    *best = c;
}

/* 4.2 and 4.3: whether 'one' has White. */
static bool has_white(const Standing *s, int one, int other)
{
    int by_score = s->score[one] - s->score[other], by_second = s->second[one] - s->second[other];
    bool is_first = by_score                             ? by_score > 0
                    : by_second && !swiss.ignores_second ? by_second > 0
                                                         : one < other;
    int first = is_first ? one : other, last = is_first ? other : one;
    SideColour p = s->prefers[first], q = s->prefers[last], colour = SIDE_NONE;
    if (!s->played[first] && !s->played[last]) {
        int number = 0; /* of those who have been there */
        for (int i = 0; i < first; i++) {
            bool been = present[i];
            for (int r = 0; r < swiss.round; r++)
                been = been || at(i, r)->kind != TEAM_ABSENT;
            number += been;
        }
        colour = number % 2 == 0               ? swiss.initial
                 : swiss.initial == SIDE_WHITE ? SIDE_BLACK
                                               : SIDE_WHITE;
        return (colour == SIDE_WHITE) == is_first;
    }
    if (p != q)
        return (p != SIDE_NONE ? p == SIDE_WHITE : q == SIDE_BLACK) == is_first;
    if (s->strongly[first] != s->strongly[last])
        return (s->strongly[first] ? p == SIDE_WHITE : q == SIDE_BLACK) == is_first;
    if (s->difference[first] != s->difference[last])
        return (s->difference[first] < s->difference[last]) == is_first;
    for (int i = 0; i < s->played[first] && i < s->played[last]; i++)
        if (s->history[first][i] != s->history[last][i])
            return (s->history[first][i] == SIDE_BLACK) == is_first;
    if (p != SIDE_NONE)
        return (p == SIDE_WHITE) == is_first;
    if (s->played[first])
        return (s->history[first][0] == SIDE_BLACK) == is_first;
    return (s->history[last][0] == SIDE_WHITE) == is_first;
}

/* expected[white] = black, or itself for the bye; -1 for others. False when there is no pairing. */
static bool pair_by_the_letter(int *expected)
{
    Standing s = read_standing();
    int everybody = 0;
    memset(known, 0, sizeof known);
    for (int i = 0; i < field.teams; i++) {
        everybody |= present[i] << i;
        expected[i] = -1;
    }
    int unpaired = everybody, bye = size(everybody) % 2 ? find_bye(&s, everybody) : -1;
    if (size(everybody) % 2 && bye < 0)
        return false;
    if (bye >= 0) {
        expected[bye] = bye;
        unpaired &= ~(1 << bye);
    }
    while (unpaired) {
        int group = with_score(&s, unpaired, top_score(&s, unpaired)), pairs[TEAMS][2];
        int set = find_upfloaters(&s, everybody, unpaired, group);
        if (set < 0)
            return false;
        Candidate best = {.pairs = 0};
        try_pairings(&s, group | set, 0, pairs, &best);
        for (int i = 0; i < best.pairs; i++) {
            int one = best.value[3 + i], other = best.value[3 + best.pairs + i];
            bool white = has_white(&s, one, other);
            expected[white ? one : other] = white ? other : one;
        }
        unpaired &= ~(group | set);
    }
    return true;
}

/* ---- tests ---- */

static void check_round(int seed, void *memory, RoundPair *pairs, int *count)
{
    int expected[TEAMS], teams = 0;
    bool can = pair_by_the_letter(expected);
    TeamSwissError error = team_swiss_pair(&swiss, memory, pairs, count);
    ck_assert_msg(error == (can ? TEAM_SWISS_OK : TEAM_SWISS_NO_PAIRING), "seed %d, round %d: %d",
                  seed, swiss.round + 1, error);
    for (int i = 0; i < *count; i++) {
        int one = pairs[i].white - 1, other = pairs[i].black ? pairs[i].black - 1 : one;
        teams += one == other ? 1 : 2;
        ck_assert_msg(expected[one] == other, "seed %d, round %d: %d - %d", seed, swiss.round + 1,
                      one + 1, other + 1);
    }
    for (int i = 0; i < field.teams && can; i++)
        teams -= present[i];
    ck_assert_int_eq(teams, 0);
}

/* 100 tournaments of each number: all kinds of colours, scores, byes, forfeits, absences, forbidden pairs. */
START_TEST(the_articles_taken_by_the_letter_say_the_same)
{
    void *memory = malloc(team_swiss_memory(TEAMS));
    RoundPair pairs[TEAMS];
    int count;
    for (int seed = 100 * _i; seed < 100 * (_i + 1); seed++) {
        open_tournament(seed);
        for (; swiss.round < field.rounds; swiss.round++) {
            draw_present();
            check_round(seed, memory, pairs, &count);
            for (int i = 0; i < count; i++)
                play(pairs[i]);
        }
    }
    free(memory);
}
END_TEST

static Suite *suite(void)
{
    Suite *s = suite_create("team_swiss");
    TCase *tests = tcase_create("team_swiss");
    tcase_add_loop_test(tests, the_articles_taken_by_the_letter_say_the_same, 0, 10);
    suite_add_tcase(s, tests);
    return s;
}

int main(void)
{
    return run_suite(suite());
}
