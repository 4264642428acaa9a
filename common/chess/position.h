/* position.h - a position: who stands where, whose turn, castling and en passant rights, counters.
 *
 * A plain value of one cache line: to play and take back, play on a copy. Four bit planes hold the
 * board (three for the piece type's bits, one for black). Not here: what led to it (line.h).
 * Every Position that this library hands out is legal; en passant is only noted while a capture by
 * it is legal, so two positions are the same (FIDE 9.2.3) when board, turn, castling, en passant agree. */
#pragma once

#include "attacks.h"

typedef struct {
    Bitboard plane[3]; /* bit i of the PieceType on each square */
    Bitboard black;    /* black's pieces */
    Bitboard castling; /* the rooks that have not lost the right to castle */
    uint64_t key;      /* Zobrist, of all that counts for repetition */
    uint16_t halfmove; /* plies since the last capture or pawn move (FIDE 9.3) */
    uint16_t fullmove; /* from 1, one more after each of black's moves */
    uint8_t turn;      /* Color */
    uint8_t ep;        /* Square behind the pawn that may be taken en passant, or SQ_NONE */
    uint8_t chess960;  /* how castling is written in UCI; the rules don't depend on it */
    uint8_t unused[9];
} Position;

typedef enum { KING_SIDE, QUEEN_SIDE } CastlingSide;
enum { CHESS960_POSITIONS = 960, CHESS960_STANDARD = 518 };

void position_start(Position *pos);
/* By Scharnagl's number 0 to 959; 518 is the usual array, but with the chess960 flag set. */
void position_start960(Position *pos, int number);

/* The move must be legal. */
void position_play(Position *pos, Move move);
/* Passes: for searches, never in a game. The side to move must not be in check. */
void position_play_null(Position *pos);

/* Any value of a Move is safe. Agrees with movegen_legal. */
bool position_is_legal(const Position *pos, Move move);
/* As the piece goes, its own king's safety left aside. Any value is safe. */
bool position_is_pseudo_legal(const Position *pos, Move move);
/* Whether a legal move gives check. */
bool position_gives_check(const Position *pos, Move move);
/* What a legal move takes: NO_PIECE_TYPE, or the type. */
PieceType position_captured(const Position *pos, Move move);

/* The pieces that give check to the side to move. */
Bitboard position_checkers(const Position *pos);
static inline bool position_is_check(const Position *pos)
{
    return position_checkers(pos) != 0;
}
/* Both sides' pieces that attack a square, with that occupancy: leave out pieces to see through them. */
Bitboard position_attackers_to(const Position *pos, Square square, Bitboard occupied);

/* FIDE 9.2.3: the same board, side to move, castling rights and en passant possibilities. */
bool position_equal_for_repetition(const Position *a, const Position *b);
/* What .key must be: for tests and for those who fill in a Position by hand. */
uint64_t position_hash_from_scratch(const Position *pos);

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
/* The rook that may still castle on that side of the king, or SQ_NONE. */
Square position_castling_rook(const Position *pos, Color color, CastlingSide side);
