#include "zobrist.h"

Zobrist zobrist;

/* SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t draw(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

/* Seed and order are a format: tests/data/golden/zobrist_v1.txt holds what comes of them. */
void zobrist_init(void)
{
    uint64_t state = 0xca571ed;
    for (Color color = WHITE; color <= BLACK; color++)
        for (PieceType type = PAWN; type <= KING; type++)
            for (int square = 0; square < 64; square++)
                zobrist.piece[piece_of(color, type)][square] = draw(&state);
    for (int square = 0; square < 64; square++)
        zobrist.castling[square] = draw(&state);
    for (int file = 0; file < 8; file++)
        zobrist.ep[file] = draw(&state);
    zobrist.black = draw(&state);
}
