#include "board_index.h"

#include "memory.h"

#include <stdlib.h>

void board_index_clear(BoardIndex *index)
{
    free(index->first);
    free(index->place);
    *index = (BoardIndex){.first = NULL};
}

/* For each player how many boards, in the entry behind theirs. */
static void count_boards(BoardIndex *index, const Tourney *tourney)
{
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        if (board->state == STATE_DROPPED)
            continue;
        index->first[board->pair.white]++;
        if (board->pair.black)
            index->first[board->pair.black]++;
    }
    for (uint32_t player = 0; player < tourney->players_count; player++)
        index->first[player + 1] += index->first[player];
}

void board_index_build(BoardIndex *index, const Tourney *tourney)
{
    uint32_t players = tourney->players_count;
    board_index_clear(index);
    index->first = memory_array((size_t)players + 1, sizeof *index->first);
    count_boards(index, tourney);
    index->place = memory_array((size_t)index->first[players] + 1, sizeof *index->place);
    uint32_t *next = memory_array((size_t)players + 1, sizeof *next);
    for (uint32_t player = 0; player < players; player++)
        next[player] = index->first[player];
    for (uint32_t i = 0; i < tourney->boards_count; i++) {
        const TourneyBoard *board = &tourney->boards[i];
        if (board->state == STATE_DROPPED)
            continue;
        index->place[next[board->pair.white - 1]++] = i;
        if (board->pair.black)
            index->place[next[board->pair.black - 1]++] = i;
    }
    free(next);
}

uint32_t board_index_count(const BoardIndex *index, uint32_t player)
{
    return index->first[player] - index->first[player - 1];
}

const TourneyBoard *board_index_get(const BoardIndex *index, const Tourney *tourney,
                                    uint32_t player, uint32_t at)
{
    return &tourney->boards[index->place[index->first[player - 1] + at]];
}

const TourneyBoard *board_index_in_round(const BoardIndex *index, const Tourney *tourney,
                                         uint32_t player, uint32_t round)
{
    for (uint32_t at = board_index_count(index, player); at-- > 0;) {
        const TourneyBoard *board = board_index_get(index, tourney, player, at);
        if (board->round <= round)
            return board->round == round ? board : NULL;
    }
    return NULL;
}

int32_t board_index_halves(const BoardIndex *index, const Tourney *tourney, uint32_t player,
                           uint32_t round)
{
    const TourneyPlayer *of = tourney_player(tourney, player);
    uint32_t count = board_index_count(index, player);
    int32_t halves = 0;
    for (uint32_t at = 0; at < count; at++) {
        const TourneyBoard *board = board_index_get(index, tourney, player, at);
        if (board->round >= round)
            break;
        if (board->state == STATE_OVER)
            halves += board_result_halves(board->result, board->pair.white == player);
    }
    for (uint32_t i = 0; i < of->byes_count; i++) {
        uint32_t missed = of->byes[i].round;
        int bye = tourney_bye(tourney, of, missed);
        if (missed < round && bye > 0 && !board_index_in_round(index, tourney, player, missed))
            halves += bye;
    }
    return halves;
}
