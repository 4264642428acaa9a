/* match_boards.h - the boards of each team match of a round, gathered in one pass over those of the round.
 *
 * Whoever looks at all matches (standings, a round's page, FIDE's report) looks at each one's own boards only. It holds places, no
 * pointers, and is right until the next fold. match_boards_clear frees. */
#pragma once

#include "tourney.h"

typedef struct {
    uint32_t match; /* the place of the round's first match in 'matches' */
    uint32_t count; /* its matches */
    uint32_t *
        first; /* by match, from 0: where its boards begin in 'place'; behind the last one where they end */
    uint32_t
        *place; /* of boards that are not dropped in 'boards', those of a match in their order */
} MatchBoards;

/* Frees what was there; 'index' is zeroed before the first time. Of a round without matches of teams, 'count' is 0. */
void match_boards_build(MatchBoards *index, const Tourney *tourney, uint32_t round);
void match_boards_clear(MatchBoards *index);

/* One of 'count', from 0. */
const TeamMatch *match_boards_match(const MatchBoards *index, const Tourney *tourney, uint32_t at);
/* How many boards it has. */
uint32_t match_boards_count(const MatchBoards *index, uint32_t at);
/* One of these, from 0. */
const TourneyBoard *match_boards_get(const MatchBoards *index, const Tourney *tourney, uint32_t at,
                                     uint32_t board);

/* What a match has brought so far: halves of points at the boards, and points of the match once it is over (2, 1, 0). A bye is
 * a draw: 1 point, and half of the games'. */
typedef struct {
    int32_t halves[2], points[2]; /* home, away */
    bool is_over;
} TeamMatchScore;
TeamMatchScore match_boards_score(const MatchBoards *index, const Tourney *tourney, uint32_t at);
