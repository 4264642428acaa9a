#include "nnue_input.h"

enum { OTHER = 384, PER_TYPE = 64, FLIP = 56, MIRROR = 7, FILE_E = 4 };

unsigned nnue_input_index(Color side, Square king, bool mirrored, Piece piece, Square square)
{
    unsigned seen = (unsigned)square ^ (side == BLACK ? FLIP : 0);
    if (mirrored && (king & 7) >= FILE_E)
        seen ^= MIRROR;
    unsigned other = piece_color(piece) == side ? 0 : OTHER;
    return other + PER_TYPE * (unsigned)(piece_type(piece) - PAWN) + seen;
}

static void add(NnueInput *input, unsigned own, unsigned other)
{
    input->at[0][input->count] = (uint16_t)own;
    input->at[1][input->count] = (uint16_t)other;
    input->count++;
}

void nnue_input_of(const Sample *sample, bool mirrored, NnueInput *input)
{
    const Color turn = (Color)sample->turn, other = color_other(turn);
    Position pos;
    NnueThreats threats;
    sample_unpack(sample, &pos);
    const Square king = position_king(&pos, turn), other_king = position_king(&pos, other);
    input->count = 0;
    for (Bitboard left = sample->occupied; left;) {
        const Square square = bit_pop(&left);
        const Piece piece = position_piece_on(&pos, square);
        add(input, nnue_input_index(turn, king, mirrored, piece, square),
            nnue_input_index(other, other_king, mirrored, piece, square));
    }
    input->pieces = input->count;
    nnue_threats_of(&pos, &threats);
    for (unsigned i = 0; i < threats.count; i++)
        add(input, NNUE_FEATURES + threats.at[turn][i], NNUE_FEATURES + threats.at[other][i]);
}
