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

static Piece piece_at(const Sample *sample, unsigned index)
{
    return (Piece)(sample->pieces[index / 2] >> 4 * (index % 2) & 15);
}

static void add_threats(const Sample *sample, Color turn, NnueInput *input)
{
    Position pos;
    NnueThreats threats;
    sample_unpack(sample, &pos);
    nnue_threats_of(&pos, &threats);
    for (unsigned i = 0; i < threats.count; i++, input->count++) {
        input->at[0][input->count] = (uint16_t)(NNUE_FEATURES + threats.at[turn][i]);
        input->at[1][input->count] = (uint16_t)(NNUE_FEATURES + threats.at[color_other(turn)][i]);
    }
}

void nnue_input_of(const Sample *sample, bool mirrored, NnueInput *input)
{
    Square kings[2] = {SQ_NONE, SQ_NONE};
    unsigned index = 0;
    for (Bitboard left = sample->occupied; left; index++) {
        Square square = bit_pop(&left);
        Piece piece = piece_at(sample, index);
        if (piece_type(piece) == KING)
            kings[piece_color(piece)] = square;
    }
    input->pieces = index;
    Color turn = (Color)sample->turn, other = color_other(turn);
    index = 0;
    for (Bitboard left = sample->occupied; left; index++) {
        Square square = bit_pop(&left);
        Piece piece = piece_at(sample, index);
        input->at[0][index] =
            (uint16_t)nnue_input_index(turn, kings[turn], mirrored, piece, square);
        input->at[1][index] =
            (uint16_t)nnue_input_index(other, kings[other], mirrored, piece, square);
    }
    input->count = input->pieces;
    add_threats(sample, turn, input);
}
