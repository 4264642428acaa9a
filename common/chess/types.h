/* types.h - the basic types: colours, pieces, squares, moves.
 *
 * Plain values, nothing to free. A Move has sixteen bits; journals store it as it is, so its
 * encoding never changes. Each legal move of a position has exactly one encoding. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* One bit for each square: a1 is the lowest, h1 the eighth, h8 the highest. */
typedef uint64_t Bitboard;

typedef enum { WHITE, BLACK } Color;

typedef enum { NO_PIECE_TYPE, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING } PieceType;
enum { PIECE_TYPES = 7 };

/* A PieceType with bit 3 set for black. */
typedef enum {
    NO_PIECE,
    W_PAWN,
    W_KNIGHT,
    W_BISHOP,
    W_ROOK,
    W_QUEEN,
    W_KING,
    B_PAWN = 9,
    B_KNIGHT,
    B_BISHOP,
    B_ROOK,
    B_QUEEN,
    B_KING
} Piece;

/* clang-format off */
typedef enum {
    SQ_A1, SQ_B1, SQ_C1, SQ_D1, SQ_E1, SQ_F1, SQ_G1, SQ_H1,
    SQ_A2, SQ_B2, SQ_C2, SQ_D2, SQ_E2, SQ_F2, SQ_G2, SQ_H2,
    SQ_A3, SQ_B3, SQ_C3, SQ_D3, SQ_E3, SQ_F3, SQ_G3, SQ_H3,
    SQ_A4, SQ_B4, SQ_C4, SQ_D4, SQ_E4, SQ_F4, SQ_G4, SQ_H4,
    SQ_A5, SQ_B5, SQ_C5, SQ_D5, SQ_E5, SQ_F5, SQ_G5, SQ_H5,
    SQ_A6, SQ_B6, SQ_C6, SQ_D6, SQ_E6, SQ_F6, SQ_G6, SQ_H6,
    SQ_A7, SQ_B7, SQ_C7, SQ_D7, SQ_E7, SQ_F7, SQ_G7, SQ_H7,
    SQ_A8, SQ_B8, SQ_C8, SQ_D8, SQ_E8, SQ_F8, SQ_G8, SQ_H8,
    SQ_NONE
} Square;
/* clang-format on */

/* Bits 0-5 to, 6-11 from, 12-15 kind. 0 (a1a1) is no move. Castling is the king taking its own rook. */
typedef uint16_t Move;

#define MOVE_NONE ((Move)0)

typedef enum {
    MOVE_NORMAL,
    MOVE_DOUBLE, /* a pawn's double step */
    MOVE_CASTLE,
    MOVE_EN_PASSANT,
    MOVE_PROMOTE_KNIGHT, /* the four promotions follow the order of PieceType */
    MOVE_PROMOTE_BISHOP,
    MOVE_PROMOTE_ROOK,
    MOVE_PROMOTE_QUEEN,
    MOVE_KINDS
} MoveKind;

/* No legal position has more than 218 moves (Petrovic 1964); 256 leaves the count in a byte. */
enum { MOVES_MAX = 256 };
typedef struct {
    int count;
    Move at[MOVES_MAX];
} Moves;

static inline Color color_other(Color color)
{
    return color == WHITE ? BLACK : WHITE;
}

static inline Piece piece_of(Color color, PieceType type)
{
    return (Piece)(color << 3 | type);
}
static inline PieceType piece_type(Piece piece)
{
    return (PieceType)(piece & 7);
}
/* The piece must not be NO_PIECE, which has no colour. */
static inline Color piece_color(Piece piece)
{
    return (Color)(piece >> 3);
}

/* Files and ranks count from 0. */
static inline Square square_of(int file, int rank)
{
    return (Square)(rank * 8 + file);
}
static inline int square_file(Square square)
{
    return (int)square & 7;
}
static inline int square_rank(Square square)
{
    return (int)square >> 3;
}
/* The moves of a king between them on an empty board. */
static inline int square_distance(Square a, Square b)
{
    int files = square_file(a) - square_file(b), ranks = square_rank(a) - square_rank(b);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}
/* The square as the other side sees it: a1 for a8. */
static inline Square square_flip(Square square)
{
    return (Square)(square ^ 56);
}

static inline Move move_of(Square from, Square to, MoveKind kind)
{
    return (Move)((unsigned)kind << 12 | (unsigned)from << 6 | (unsigned)to);
}
static inline Square move_from(Move move)
{
    return (Square)(move >> 6 & 63);
}
/* For castling: the rook's square. */
static inline Square move_to(Move move)
{
    return (Square)(move & 63);
}
static inline MoveKind move_kind(Move move)
{
    return (MoveKind)(move >> 12);
}
static inline bool move_is_promotion(Move move)
{
    return (move >> 14) == 1;
}
/* NO_PIECE_TYPE when the move is not a promotion. */
static inline PieceType move_promotion(Move move)
{
    return move_is_promotion(move) ? (PieceType)((move >> 12 & 3) + KNIGHT) : NO_PIECE_TYPE;
}
