#include "match_boards.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>

void match_boards_clear(MatchBoards *index)
{
    free(index->first);
    free(index->place);
    *index = (MatchBoards){.first = NULL};
}

/* ---- which boards ---- */

/* The place of the first match that is not before the round: matches are by rounds. */
static uint32_t first_match(const Tourney *t, uint32_t round)
{
    uint32_t from = 0, to = t->matches_count;
    while (from < to) {
        uint32_t middle = from + (to - from) / 2;
        if (t->matches[middle].round < round)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static bool is_of_match(const TourneyBoard *board)
{
    return board->state != STATE_DROPPED && board->pair.match;
}

/* For each match how many boards, in the entry behind its own. */
static void count_boards(MatchBoards *index, const Tourney *t, const TourneyRound *of)
{
    for (uint32_t i = of->first; i < of->first + of->count; i++)
        if (is_of_match(&t->boards[i])) {
            assert(t->boards[i].pair.match <= index->count);
            index->first[t->boards[i].pair.match]++;
        }
    for (uint32_t at = 0; at < index->count; at++)
        index->first[at + 1] += index->first[at];
}

void match_boards_build(MatchBoards *index, const Tourney *t, uint32_t round)
{
    match_boards_clear(index);
    index->match = first_match(t, round);
    index->count = first_match(t, round + 1) - index->match;
    index->first = memory_array((size_t)index->count + 1, sizeof *index->first);
    if (!index->count)
        return;
    const TourneyRound *of = &t->rounds[round - 1];
    count_boards(index, t, of);
    index->place = memory_array((size_t)index->first[index->count] + 1, sizeof *index->place);
    uint32_t *next = memory_array(index->count, sizeof *next);
    for (uint32_t at = 0; at < index->count; at++)
        next[at] = index->first[at];
    for (uint32_t i = of->first; i < of->first + of->count; i++)
        if (is_of_match(&t->boards[i]))
            index->place[next[t->boards[i].pair.match - 1]++] = i;
    free(next);
}

const TeamMatch *match_boards_match(const MatchBoards *index, const Tourney *t, uint32_t at)
{
    return &t->matches[index->match + at];
}

uint32_t match_boards_count(const MatchBoards *index, uint32_t at)
{
    return index->first[at + 1] - index->first[at];
}

const TourneyBoard *match_boards_get(const MatchBoards *index, const Tourney *t, uint32_t at,
                                     uint32_t board)
{
    return &t->boards[index->place[index->first[at] + board]];
}

/* ---- scores ---- */

static void score_board(const Tourney *t, const TeamMatch *match, const TourneyBoard *board,
                        TeamMatchScore *score)
{
    const TourneyPlayer *white = tourney_player(t, board->pair.white);
    int side = white->team != match->home;
    if (board->state != STATE_OVER) {
        score->is_over = false;
        return;
    }
    score->halves[side] += board_result_halves(board->result, true);
    if (board->pair.black)
        score->halves[!side] += board_result_halves(board->result, false);
}

static void score_bye(const Tourney *t, TeamMatchScore *score)
{
    score->halves[0] = t->settings.boards;
    score->points[0] = 1;
    score->is_over = true;
}

TeamMatchScore match_boards_score(const MatchBoards *index, const Tourney *t, uint32_t at)
{
    TeamMatchScore score = {.is_over = true};
    const TeamMatch *match = match_boards_match(index, t, at);
    if (!match->away) {
        score_bye(t, &score);
        return score;
    }
    for (uint32_t i = 0; i < match_boards_count(index, at); i++)
        score_board(t, match, match_boards_get(index, t, at, i), &score);
    bool is_paired = match->round == t->round && t->round_state == ROUND_PAIRED;
    score.is_over &= !is_paired;
    int difference = score.halves[0] - score.halves[1];
    bool nobody_came = !score.halves[0] && !score.halves[1];
    if (score.is_over && !nobody_came) {
        score.points[0] = difference > 0 ? 2 : difference == 0;
        score.points[1] = difference < 0 ? 2 : difference == 0;
    }
    return score;
}
