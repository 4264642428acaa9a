#include "team_tiebreak.h"

#include <assert.h>
#include <string.h>

static const char *const CODES[TEAM_TIEBREAK_COUNT] = {
    [TEAM_TIEBREAK_MPVGP] = "MPvGP", [TEAM_TIEBREAK_WIN] = "WIN",
    [TEAM_TIEBREAK_BH] = "BH",       [TEAM_TIEBREAK_EMMSB] = "EMMSB",
    [TEAM_TIEBREAK_EMGSB] = "EMGSB", [TEAM_TIEBREAK_EGMSB] = "EGMSB",
    [TEAM_TIEBREAK_EGGSB] = "EGGSB", [TEAM_TIEBREAK_EDE] = "EDE",
    [TEAM_TIEBREAK_EDEC] = "EDEC",   [TEAM_TIEBREAK_EDET] = "EDET",
    [TEAM_TIEBREAK_EDEB] = "EDEB",   [TEAM_TIEBREAK_EDEBT] = "EDEBT",
    [TEAM_TIEBREAK_EDEBB] = "EDEBB", [TEAM_TIEBREAK_BC] = "BC",
    [TEAM_TIEBREAK_TBR] = "TBR",     [TEAM_TIEBREAK_BBE] = "BBE",
    [TEAM_TIEBREAK_SSSC] = "SSSC",
};

bool team_tiebreak_parse(const char *text, size_t length, TeamTieBreak *tiebreak)
{
    for (int i = 0; i < TEAM_TIEBREAK_COUNT; i++)
        if (strlen(CODES[i]) == length && memcmp(CODES[i], text, length) == 0) {
            *tiebreak = (TeamTieBreak)i;
            return true;
        }
    return false;
}

const char *team_tiebreak_code(TeamTieBreak tiebreak)
{
    return CODES[tiebreak];
}

/* ---- scores ---- */

static const TeamRound *round_of(const TeamField *f, int team, int round)
{
    return &f->round[(size_t)team * (size_t)f->rounds + (size_t)round];
}

static int points_of(const TeamRound *round, bool of_games)
{
    return of_games ? round->game_points : round->points;
}

static int sum_points(const TeamField *f, int team, bool of_games)
{
    int sum = 0;
    for (int round = 0; round < f->rounds; round++)
        sum += points_of(round_of(f, team, round), of_games);
    return sum;
}

int team_points(const TeamField *f, int team)
{
    return sum_points(f, team, false);
}

int team_game_points(const TeamField *f, int team)
{
    return sum_points(f, team, true);
}

/* What a draw is worth: of games half of the boards. */
static int draw_of(const TeamField *f, bool of_games)
{
    return of_games ? 5 * f->boards : f->draw;
}

/* An opponent's score (16.3): absences behind the last round for which the team came count as draws. */
static int adjusted(const TeamField *f, int team, bool of_games)
{
    int sum = 0, last = f->rounds;
    while (last > 0 && round_of(f, team, last - 1)->kind == TEAM_ABSENT)
        last--;
    for (int round = 0; round < f->rounds; round++)
        sum += round < last        ? points_of(round_of(f, team, round), of_games)
               : f->is_round_robin ? 0
                                   : draw_of(f, of_games);
    return sum;
}

/* Of all teams, from match points or from those of games: each is summed up once, however many it met. */
typedef struct {
    bool of_games;
    int own[TEAM_FIELD_MAX], adjusted[TEAM_FIELD_MAX];
} Scores;

static void sum_scores(const TeamField *f, bool of_games, Scores *scores)
{
    scores->of_games = of_games;
    for (int team = 0; team < f->teams; team++) {
        scores->own[team] = sum_points(f, team, of_games);
        scores->adjusted[team] = adjusted(f, team, of_games);
    }
}

/* The score of whom the team met in that round, be it the dummy of article 16.4. */
static int strength_of(const TeamField *f, const Scores *scores, int team, int at)
{
    const TeamRound *round = round_of(f, team, at);
    bool counts = round->opponent && (round->kind == TEAM_PLAYED || f->is_round_robin);
    if (counts)
        return scores->adjusted[round->opponent - 1];
    if (f->is_round_robin)
        return 0;
    int own = scores->own[team];
    int most = round->opponent ? scores->adjusted[round->opponent - 1]
                               : f->rounds * draw_of(f, scores->of_games);
    return own < most ? own : most;
}

static int buchholz(const TeamField *f, const Scores *scores, int team)
{
    int sum = 0;
    for (int round = 0; round < f->rounds; round++)
        sum += strength_of(f, scores, team, round);
    return sum;
}

/* In hundredths of a point squared: tenths by tenths. */
static int32_t sonneborn(const TeamField *f, const Scores *others, int team, bool own_games)
{
    int64_t sum = 0;
    for (int round = 0; round < f->rounds; round++)
        sum += (int64_t)strength_of(f, others, team, round) *
               points_of(round_of(f, team, round), own_games);
    return (int32_t)sum;
}

/* Game points, and Buchholz divided by what brings both to one scale, to two places. */
static int32_t combine(const TeamField *f, const Scores *scores, int team)
{
    int divisor = f->boards ? f->win * f->rounds / (10 * f->boards) : 0;
    if (divisor < 1)
        divisor = 1;
    return 10 * team_game_points(f, team) +
           (20 * buchholz(f, scores, team) + divisor) / (2 * divisor);
}

/* ---- boards ---- */

/* Article 12: the pairing-allocated bye counts as a game that was won at each board. */
static int at_board(const TeamField *f, int team, int board)
{
    int sum = 0;
    for (int round = 0; round < f->rounds; round++) {
        const TeamRound *own = round_of(f, team, round);
        sum += own->kind == TEAM_BYE ? 10 : own->board[board];
    }
    return sum;
}

static int board_count(const TeamField *f, int team)
{
    int sum = 0;
    for (int board = 0; board < f->boards; board++)
        sum += (board + 1) * at_board(f, team, board);
    return sum;
}

static int wins(const TeamField *f, int team)
{
    int count = 0;
    for (int round = 0; round < f->rounds; round++)
        count += round_of(f, team, round)->points >= f->win;
    return count;
}

/* ---- the tied ones ---- */

/* Some teams, and a number for each by which they are put in order, the greater first. */
typedef struct {
    int count;
    int team[TEAM_FIELD_MAX];
    int key[TEAM_FIELD_MAX];
} Tied;

static void sort(Tied *tied)
{
    for (int i = 1; i < tied->count; i++)
        for (int j = i; j > 0 && tied->key[j] > tied->key[j - 1]; j--) {
            int team = tied->team[j], key = tied->key[j];
            tied->team[j] = tied->team[j - 1];
            tied->key[j] = tied->key[j - 1];
            tied->team[j - 1] = team;
            tied->key[j - 1] = key;
        }
}

/* Splits a group that begins at a place by its keys; place[team] becomes that of the first of the equal ones. False: all are equal. */
static bool split(const Tied *tied, int place, int *places)
{
    for (int i = 0; i < tied->count; i++) {
        int first = i;
        while (first > 0 && tied->key[first - 1] == tied->key[i])
            first--;
        places[tied->team[i]] = place + first;
    }
    return tied->count > 1 && tied->key[0] != tied->key[tied->count - 1];
}

static bool have_met(const TeamField *f, int one, int other)
{
    for (int round = 0; round < f->rounds; round++) {
        const TeamRound *of = round_of(f, one, round);
        if (of->opponent == other + 1 && (of->kind == TEAM_PLAYED || f->is_round_robin))
            return true;
    }
    return false;
}

/* Among the tied ones: the points that a team has from those whom it met, and the most that it could have if it had met all. Only
 * its own rounds are looked at. */
static void weigh_team(const TeamField *f, Tied *tied, int at, const bool *is_tied, bool of_games,
                       int *most)
{
    int team = tied->team[at], missing = tied->count - 1;
    bool met[TEAM_FIELD_MAX] = {false};
    tied->key[at] = 0;
    for (int round = 0; round < f->rounds; round++) {
        const TeamRound *of = round_of(f, team, round);
        bool counts = of->opponent && (of->kind == TEAM_PLAYED || f->is_round_robin);
        if (!counts || !is_tied[of->opponent - 1] || of->opponent - 1 == team)
            continue;
        tied->key[at] += points_of(of, of_games);
        missing -= !met[of->opponent - 1];
        met[of->opponent - 1] = true;
    }
    *most = tied->key[at] + missing * (of_games ? 10 * f->boards : f->win);
}

/* Points from the matches among the tied ones (6.1). Where some have not met, only a team that nobody could pass in the matches
 * that are missing comes first (6.3); then the keys are 1 and 0. */
static void weigh_encounters(const TeamField *f, Tied *tied, bool of_games)
{
    int most[TEAM_FIELD_MAX], greatest = -1, next = -1; /* places in 'most' of the two greatest */
    bool is_tied[TEAM_FIELD_MAX] = {false}, have_all_met = true;
    for (int i = 0; i < tied->count; i++)
        is_tied[tied->team[i]] = true;
    for (int i = 0; i < tied->count; i++) {
        weigh_team(f, tied, i, is_tied, of_games, &most[i]);
        have_all_met = have_all_met && most[i] == tied->key[i];
        if (greatest < 0 || most[i] > most[greatest]) {
            next = greatest;
            greatest = i;
        } else if (next < 0 || most[i] > most[next]) {
            next = i;
        }
    }
    if (have_all_met)
        return;
    for (int i = 0; i < tied->count; i++) {
        int rival = i == greatest ? next : greatest;
        tied->key[i] = rival < 0 || tied->key[i] > most[rival];
    }
}

static int board_of_match(const TeamField *f, int team, int other, int board)
{
    int sum = 0;
    for (int round = 0; round < f->rounds; round++)
        if (round_of(f, team, round)->opponent == other + 1)
            sum += round_of(f, team, round)->board[board];
    return sum;
}

/* Of two teams: the board count of their match, and its boards from the top or without those at the bottom. */
static int compare_match(const TeamField *f, int one, int other, TeamTieBreak tiebreak)
{
    bool counts = tiebreak == TEAM_TIEBREAK_EDEC || tiebreak == TEAM_TIEBREAK_EDEBT ||
                  tiebreak == TEAM_TIEBREAK_EDEBB;
    bool top = tiebreak == TEAM_TIEBREAK_EDET || tiebreak == TEAM_TIEBREAK_EDEBT;
    bool bottom = tiebreak == TEAM_TIEBREAK_EDEB || tiebreak == TEAM_TIEBREAK_EDEBB;
    int difference = 0, sum = 0;
    for (int board = 0; counts && board < f->boards; board++)
        difference += (board + 1) *
                      (board_of_match(f, other, one, board) - board_of_match(f, one, other, board));
    for (int board = 0; top && !difference && board < f->boards; board++)
        difference = board_of_match(f, one, other, board) - board_of_match(f, other, one, board);
    for (int last = f->boards - 1; bottom && !difference && last > 0; last--) {
        sum = 0;
        for (int board = 0; board < last; board++)
            sum += board_of_match(f, one, other, board) - board_of_match(f, other, one, board);
        difference = sum;
    }
    return difference;
}

/* Who is tied at that place, out of those in 'tied'. */
static void gather(const Tied *tied, const int *places, int place, Tied *group)
{
    group->count = 0;
    for (int i = 0; i < tied->count; i++)
        if (places[tied->team[i]] == place)
            group->team[group->count++] = tied->team[i];
}

/* Splits the group as far as it goes with one key, or answers that all are equal. */
static bool try_key(const TeamField *f, Tied *group, TeamTieBreak tiebreak, int what, int place,
                    int *places)
{
    if (what < 2) {
        weigh_encounters(f, group, what == 1);
    } else {
        bool is_pair = group->count == 2 && have_met(f, group->team[0], group->team[1]);
        group->key[0] = is_pair ? compare_match(f, group->team[0], group->team[1], tiebreak) : 0;
        for (int i = 1; i < group->count; i++)
            group->key[i] = 0;
    }
    sort(group);
    return split(group, place, places);
}

/* By match points, then game points, then the boards of two; what is split begins anew with match points. */
static void direct_encounter(const TeamField *f, const Tied *tied, TeamTieBreak tiebreak,
                             int *places)
{
    Tied group;
    int steps = tiebreak == TEAM_TIEBREAK_EDE ? 2 : 3;
    for (int place = 1; place <= tied->count;) {
        bool is_split = false;
        gather(tied, places, place, &group);
        for (int what = 0; what < steps && group.count > 1 && !is_split; what++)
            is_split = try_key(f, &group, tiebreak, what, place, places);
        if (!is_split)
            place += group.count;
    }
}

/* Board by board from the top, or the sum with one board less at a time. */
static void by_boards(const TeamField *f, const Tied *tied, TeamTieBreak tiebreak, int *places)
{
    Tied group;
    for (int step = 0; step < f->boards; step++)
        for (int place = 1; place <= tied->count; place += group.count) {
            gather(tied, places, place, &group);
            for (int i = 0; i < group.count; i++) {
                bool from_top = tiebreak == TEAM_TIEBREAK_TBR;
                group.key[i] = from_top ? at_board(f, group.team[i], step) : 0;
                for (int board = 0; !from_top && board < f->boards - 1 - step; board++)
                    group.key[i] += at_board(f, group.team[i], board);
            }
            sort(&group);
            split(&group, place, places);
            gather(tied, places, place, &group);
        }
}

static void among_tied(const TeamField *f, TeamTieBreak tiebreak, const uint16_t *ranks,
                       int32_t *values)
{
    int places[TEAM_FIELD_MAX];
    Tied tied;
    for (int rank = 1; rank <= f->teams; rank++) {
        tied.count = 0;
        for (int team = 0; team < f->teams; team++)
            if (ranks[team] == rank) {
                places[team] = 1;
                tied.team[tied.count++] = team;
            }
        if (tied.count > 1 && (tiebreak == TEAM_TIEBREAK_TBR || tiebreak == TEAM_TIEBREAK_BBE))
            by_boards(f, &tied, tiebreak, places);
        else if (tied.count > 1)
            direct_encounter(f, &tied, tiebreak, places);
        for (int i = 0; i < tied.count; i++)
            values[tied.team[i]] = -100 * places[tied.team[i]];
    }
}

/* ---- the whole ---- */

static int32_t value_of(const TeamField *f, const Scores *scores, TeamTieBreak tiebreak, int team)
{
    switch (tiebreak) {
    case TEAM_TIEBREAK_MPVGP: return 10 * team_game_points(f, team);
    case TEAM_TIEBREAK_WIN: return 100 * wins(f, team);
    case TEAM_TIEBREAK_BH: return 10 * buchholz(f, scores, team);
    case TEAM_TIEBREAK_EMMSB: return sonneborn(f, scores, team, false);
    case TEAM_TIEBREAK_EMGSB: return sonneborn(f, scores, team, true);
    case TEAM_TIEBREAK_EGMSB: return sonneborn(f, scores, team, false);
    case TEAM_TIEBREAK_EGGSB: return sonneborn(f, scores, team, true);
    case TEAM_TIEBREAK_BC: return -10 * board_count(f, team);
    case TEAM_TIEBREAK_SSSC: return combine(f, scores, team);
    default: return 0;
    }
}

static bool is_among_tied(TeamTieBreak tiebreak)
{
    return (tiebreak >= TEAM_TIEBREAK_EDE && tiebreak <= TEAM_TIEBREAK_EDEBB) ||
           tiebreak == TEAM_TIEBREAK_TBR || tiebreak == TEAM_TIEBREAK_BBE;
}

void team_tiebreak_compute(const TeamField *f, TeamTieBreak tiebreak, const uint16_t *ranks,
                           int32_t *values)
{
    assert(f->teams <= TEAM_FIELD_MAX && f->boards <= TEAM_BOARDS_MAX);
    Scores scores;
    if (is_among_tied(tiebreak)) {
        among_tied(f, tiebreak, ranks, values);
        return;
    }
    sum_scores(f, tiebreak == TEAM_TIEBREAK_EGMSB || tiebreak == TEAM_TIEBREAK_EGGSB, &scores);
    for (int team = 0; team < f->teams; team++)
        values[team] = value_of(f, &scores, tiebreak, team);
}

/* Those who are level are put in order by the values. */
static void refine(const TeamField *f, const int32_t *values, uint16_t *ranks)
{
    uint16_t refined[TEAM_FIELD_MAX];
    for (int team = 0; team < f->teams; team++) {
        refined[team] = ranks[team];
        for (int other = 0; other < f->teams; other++)
            refined[team] += ranks[other] == ranks[team] && values[other] > values[team];
    }
    memcpy(ranks, refined, (size_t)f->teams * sizeof *ranks);
}

void team_tiebreak_rank(const TeamField *f, const TeamTieBreak *list, int count, uint16_t *ranks,
                        int32_t *values)
{
    int32_t own[TEAM_FIELD_MAX];
    bool has_game_points = false;
    for (int i = 0; i < count; i++)
        has_game_points |= list[i] == TEAM_TIEBREAK_MPVGP;
    for (int team = 0; team < f->teams; team++)
        ranks[team] = 1;
    for (int team = 0; team < f->teams; team++)
        own[team] = team_points(f, team);
    refine(f, own, ranks);
    for (int team = 0; team < f->teams; team++)
        own[team] = has_game_points ? 0 : team_game_points(f, team);
    refine(f, own, ranks);
    for (int i = 0; i < count; i++) {
        int32_t *of = values ? values + i * f->teams : own;
        team_tiebreak_compute(f, list[i], ranks, of);
        refine(f, of, ranks);
    }
}
