#include "board_list.h"

#include "arena_sheet.h"
#include "array.h"
#include "matches.h"

#include <string.h>

static void seat(Tourney *tourney, const TourneyBoard *board, uint32_t number)
{
    TourneyPlayer *white = tourney_player(tourney, board->pair.white);
    TourneyPlayer *black = tourney_player(tourney, board->pair.black);
    uint32_t before = number ? 0 : board->number;
    if (white && (number || white->board == before))
        white->board = number;
    if (black && (number || black->board == before))
        black->board = number;
}

void board_list_add(Tourney *tourney, const PairedBoard *pair, uint32_t round, uint32_t table,
                    int64_t at)
{
    tourney->boards = array_reserve(tourney->boards, &tourney->boards_size,
                                    tourney->boards_count + 1, sizeof *tourney->boards);
    TourneyBoard *board = &tourney->boards[tourney->boards_count++];
    *board = (TourneyBoard){.number = tourney->boards_count,
                            .table = table,
                            .round = round,
                            .pair = *pair,
                            .result = pair->result,
                            .state = pair->result ? STATE_OVER : STATE_PAIRED,
                            .at = at,
                            .over_at = pair->result ? at : 0};
    if (board->state == STATE_OVER)
        return;
    tourney->boards_left++;
    seat(tourney, board, board->number);
}

void board_list_drop_round(Tourney *tourney, uint32_t round)
{
    const TourneyRound *of = &tourney->rounds[round - 1];
    for (uint32_t i = of->first; i < of->first + of->count; i++) {
        TourneyBoard *board = &tourney->boards[i];
        if (board->state == STATE_DROPPED)
            continue;
        if (board->state != STATE_OVER)
            tourney->boards_left--;
        board->state = STATE_DROPPED;
        tourney->boards_dropped++;
        seat(tourney, board, 0);
    }
}

void board_list_set(Tourney *tourney, TourneyBoard *board, BoardResult result, int64_t at)
{
    bool was_over = board->state == STATE_OVER, is_over = result != BOARD_NONE;
    board->result = result;
    if (was_over && !is_over)
        tourney->boards_left++;
    else if (!was_over && is_over && board->state != STATE_LEFT)
        tourney->boards_left--;
    board->state = is_over ? STATE_OVER : STATE_PLAYING;
    board->over_at = is_over ? at : 0;
    seat(tourney, board, is_over ? 0 : board->number);
}

void board_list_leave(Tourney *tourney)
{
    for (uint32_t i = tourney->boards_count; tourney->boards_left && i-- > 0;) {
        TourneyBoard *board = &tourney->boards[i];
        if (board->state != STATE_PAIRED && board->state != STATE_PLAYING)
            continue;
        if (board->state == STATE_PLAYING)
            board->state = STATE_LEFT;
        tourney->boards_left--;
        seat(tourney, board, 0);
    }
}

bool board_list_is_over(const Tourney *tourney, uint32_t round)
{
    const TourneyRound *of = &tourney->rounds[round - 1];
    for (uint32_t i = of->first; i < of->first + of->count; i++)
        if (tourney->boards[i].state == STATE_PAIRED || tourney->boards[i].state == STATE_PLAYING)
            return false;
    return tourney->settings.format != FORMAT_KNOCKOUT || matches_are_over(tourney, round);
}
