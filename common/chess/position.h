/* position.h - a legal position: making one, playing moves on it, checks, legality.
 *
 * Not here: the moves that led to it (line.h). Every Position that this library hands out is legal; en passant is
 * noted only while a capture by it is legal, so two positions are the same (FIDE 9.2.3) when board, side to move,
 * castling rights and en passant square agree. */
#pragma once

#include "board.h"

typedef enum { KING_SIDE, QUEEN_SIDE } CastlingSide;
enum { CHESS960_POSITIONS = 960, CHESS960_STANDARD = 518 };

void position_start(Position *pos);
/* By Scharnagl's number 0 to 959; 518 is the standard setup, but with the chess960 flag set. */
void position_start960(Position *pos, int number);

/* The move must be legal. */
void position_play(Position *pos, Move move);
/* The key after a legal move, unless the move castles, captures en passant, promotes, or changes the rights to do so: to read
 * ahead from memory what is kept by keys. */
uint64_t position_likely_key(const Position *pos, Move move);
/* A null move: for searches, never in a game. The side to move must not be in check. */
void position_play_null(Position *pos);

/* Accepts any value of a Move. Agrees with movegen_legal. */
bool position_is_legal(const Position *pos, Move move);
/* Whether the piece moves that way, whatever happens to its own king. Accepts any value of a Move. */
bool position_is_pseudo_legal(const Position *pos, Move move);
/* Whether a legal move gives check. */
bool position_gives_check(const Position *pos, Move move);
/* The type of the piece that a legal move captures, or NO_PIECE_TYPE. */
PieceType position_captured(const Position *pos, Move move);

/* The pieces that give check to the side to move. */
Bitboard position_checkers(const Position *pos);
static inline bool position_is_check(const Position *pos)
{
    return position_checkers(pos) != 0;
}
/* The pieces of both sides that attack a square, given the occupancy: leave a piece out of it to see through it. */
Bitboard position_attackers_to(const Position *pos, Square square, Bitboard occupied);

/* FIDE 9.2.3: the same board, side to move, castling rights and en passant possibilities. */
bool position_equal_for_repetition(const Position *a, const Position *b);
/* The value that .key must have: for tests, and for code that fills in a Position by hand. */
uint64_t position_hash_from_scratch(const Position *pos);

/* The rook that may still castle on that side of the king, or SQ_NONE. */
Square position_castling_rook(const Position *pos, Color color, CastlingSide side);
