#include "matches.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

enum { MATCH_GAMES_MAX = 12 + 2 * 5 + 1 }; /* by the bounds of the settings */

typedef struct {
    unsigned char scores[MATCH_GAMES_MAX];
    int played;
    bool nobody_came; /* to the last one */
} Scores;

static void begin_match(const Tourney *tourney, const PairedBoard *pair, Match *match)
{
    const TourneyPlayer *white = tourney_player(tourney, pair->white);
    const TourneyPlayer *black = tourney_player(tourney, pair->black);
    bool white_first = !black || white->tpn < black->tpn;
    match->first = white_first ? pair->white : pair->black;
    match->second = white_first ? pair->black : pair->white;
}

static void count_board(const TourneyBoard *board, Match *match, Scores *scores)
{
    if (board->state == STATE_PAIRED || board->state == STATE_PLAYING) {
        match->open++;
        return;
    }
    if (board->result == BOARD_ANNULLED || scores->played == MATCH_GAMES_MAX)
        return;
    scores->nobody_came = board->result == BOARD_FORFEIT_BOTH;
    bool white = board->pair.white == match->first;
    int halves = board_result_halves(board->result, white);
    int others = board_result_halves(board->result, !white);
    if (board->pair.decides && halves == others)
        halves = white ? 0 : 2;
    else if (halves + others != 2) /* both lost, or one of them half */
        halves = halves > others ? 2 : halves < others ? 0 : 1;
    scores->scores[scores->played++] = (unsigned char)halves;
}

static bool has_left(const Tourney *tourney, uint32_t number)
{
    const TourneyPlayer *player = tourney_player(tourney, number);
    return player && player->status != PLAYER_ACTIVE;
}

/* Elsewhere one of the two goes on all the same, and loses the next match by forfeit. */
static bool is_void_final(const Tourney *tourney, const Match *match, const Scores *scores,
                          uint32_t round)
{
    bool is_undecided = match->state.state == MATCH_GOES_ON || scores->nobody_came;
    return tourney->rules >= RULES_NOV_2026 && round == tourney->rounds_count && is_undecided &&
           !match->open && has_left(tourney, match->first) && has_left(tourney, match->second);
}

static void judge(const Tourney *tourney, Match *match, const Scores *scores, uint32_t round,
                  int place)
{
    KnockoutRules rules = {tourney->settings.games, tourney->settings.tiebreak_pairs};
    if (!match->second) {
        match->winner = match->first;
        return;
    }
    match->state =
        knockout_match(rules, scores->scores, scores->played, (round + (uint32_t)place) % 2 == 0);
    match->is_void = is_void_final(tourney, match, scores, round);
    if (match->is_void)
        match->winner = 0;
    else if (match->state.state != MATCH_GOES_ON)
        match->winner = match->state.state == MATCH_FIRST_WINS ? match->first : match->second;
    else if (!match->open && has_left(tourney, match->first))
        match->winner = match->second;
    else if (!match->open && has_left(tourney, match->second))
        match->winner = match->first;
}

int matches_of_round(const Tourney *tourney, uint32_t round, Match *matches)
{
    if (!round || round > tourney->round)
        return 0;
    const TourneyRound *of = &tourney->rounds[round - 1];
    int count = 0;
    Scores *scores = memory_array(KNOCKOUT_PLAYERS_MAX / 2, sizeof *scores);
    for (uint32_t i = of->first; i < of->first + of->count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        uint32_t match = board->pair.match;
        if (board->state == STATE_DROPPED || !match || match > KNOCKOUT_PLAYERS_MAX / 2)
            continue;
        for (; count < (int)match; count++)
            matches[count] = (Match){.first = 0};
        if (!matches[match - 1].first)
            begin_match(tourney, &board->pair, &matches[match - 1]);
        count_board(board, &matches[match - 1], &scores[match - 1]);
    }
    for (int i = 0; i < count; i++)
        judge(tourney, &matches[i], &scores[i], round, i);
    free(scores);
    return count;
}

bool matches_are_over(const Tourney *tourney, uint32_t round)
{
    Match *matches = memory_array(KNOCKOUT_PLAYERS_MAX / 2, sizeof *matches);
    int count = matches_of_round(tourney, round, matches);
    bool are_over = true;
    for (int i = 0; i < count; i++)
        are_over &= (matches[i].winner || matches[i].is_void) && !matches[i].open;
    free(matches);
    return are_over;
}
