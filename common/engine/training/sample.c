#include "sample.h"

#include <string.h>

void sample_pack(const Position *pos, int score, unsigned ply, Sample *sample)
{
    memset(sample, 0, sizeof *sample);
    sample->occupied = position_occupied(pos);
    unsigned index = 0;
    for (Bitboard left = sample->occupied; left; index++) {
        unsigned piece = (unsigned)position_piece_on(pos, bit_pop(&left));
        sample->pieces[index / 2] |= (uint8_t)(piece << 4 * (index % 2));
    }
    sample->score = (int16_t)(position_turn(pos) == WHITE ? score : -score);
    sample->turn = (uint8_t)position_turn(pos);
    sample->ply = (uint16_t)ply;
}

bool sample_unpack(const Sample *sample, Position *pos)
{
    memset(pos, 0, sizeof *pos);
    pos->turn = sample->turn;
    pos->ep = SQ_NONE;
    pos->fullmove = 1;
    if (sample->turn > BLACK || sample->result > 2 || bit_count(sample->occupied) > 32)
        return false;
    unsigned index = 0;
    for (Bitboard left = sample->occupied; left; index++) {
        Square square = bit_pop(&left);
        unsigned piece = sample->pieces[index / 2] >> 4 * (index % 2) & 15;
        for (int plane = 0; plane < 3; plane++)
            if (piece >> plane & 1)
                pos->plane[plane] |= bit(square);
        if (piece & 8)
            pos->black |= bit(square);
        if ((piece & 7) == 0 || (piece & 7) == 7)
            return false;
    }
    return bit_count(position_pieces(pos, WHITE, KING)) == 1 &&
           bit_count(position_pieces(pos, BLACK, KING)) == 1;
}
