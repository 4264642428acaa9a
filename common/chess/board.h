/* board.h - a position as a value, and what can be read directly from it: the pieces, the side to move, the rights.
 *
 * A plain value of one cache line: to play a move and take it back, play it on a copy. Four bit planes hold the board
 * (three for the bits of the piece's type, one for black). position.h has what plays moves on it. */
#pragma once

#include "attacks.h"

typedef struct {
    Bitboard plane[3]; /* bit i of the PieceType on each square */
    Bitboard black;    /* black's pieces */
    Bitboard castling; /* the rooks that may still castle */
    uint64_t key;      /* Zobrist, of all that counts for repetition */
    uint16_t halfmove; /* plies since the last capture or pawn move (FIDE 9.3) */
    uint16_t fullmove; /* from 1, one more after each of black's moves */
    uint8_t turn;      /* Color */
    uint8_t ep;        /* Square behind a pawn that may be captured en passant, or SQ_NONE */
    uint8_t chess960;  /* how castling is written in UCI; the rules don't depend on it */
    uint8_t unused[9];
} Position;

/* The squares of king and rook after castling with the rook on 'rook' by a king of the same rank. */
static inline Square castling_king_to(Square king, Square rook)
{
    return (Square)((rook & 56) | (rook > king ? 6 : 2));
}
static inline Square castling_rook_to(Square king, Square rook)
{
    return (Square)((rook & 56) | (rook > king ? 5 : 3));
}

static inline Color position_turn(const Position *pos)
{
    return (Color)pos->turn;
}
static inline Bitboard position_occupied(const Position *pos)
{
    return pos->plane[0] | pos->plane[1] | pos->plane[2];
}
static inline Bitboard position_by_color(const Position *pos, Color color)
{
    return color == BLACK ? pos->black : position_occupied(pos) & ~pos->black;
}
/* Of both colours; NO_PIECE_TYPE gives the empty squares. */
static inline Bitboard position_by_type(const Position *pos, PieceType type)
{
    Bitboard set = type & 1 ? pos->plane[0] : ~pos->plane[0];
    set &= type & 2 ? pos->plane[1] : ~pos->plane[1];
    return set & (type & 4 ? pos->plane[2] : ~pos->plane[2]);
}
static inline Bitboard position_pieces(const Position *pos, Color color, PieceType type)
{
    Bitboard set = position_by_type(pos, type);
    return set & (color == BLACK ? pos->black : ~pos->black);
}
static inline Square position_king(const Position *pos, Color color)
{
    return bit_first(position_pieces(pos, color, KING));
}
static inline Piece position_piece_on(const Position *pos, Square square)
{
    return (Piece)((pos->plane[0] >> square & 1) | (pos->plane[1] >> square & 1) << 1 |
                   (pos->plane[2] >> square & 1) << 2 | (pos->black >> square & 1) << 3);
}
static inline PieceType position_type_on(const Position *pos, Square square)
{
    return piece_type(position_piece_on(pos, square));
}
