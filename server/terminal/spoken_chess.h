/* spoken_chess.h - pieces, moves and positions in words, for people who listen to a screen reader.
 *
 * Pure. All words are English and ASCII. */
#pragma once

#include "line.h"
#include "text.h"

enum { SPOKEN_MOVE_MAX = 96, SQUARE_NAME_MAX = 3 };

/* "knight"; "" for NO_PIECE_TYPE. */
const char *spoken_piece(PieceType type);
/* "White", "Black". */
const char *spoken_color(Color color);
/* "e4". */
const char *spoken_square(Square square, char out[SQUARE_NAME_MAX]);

/* A legal move: "knight g1 takes pawn f3, check", "castles king side", "pawn e7 to e8, becomes a queen, checkmate". */
const char *spoken_move(const Position *before, Move move, char out[SPOKEN_MOVE_MAX]);

/* Appends a line for each rank from the top of the board: "Rank 8: a8 black rook, b8 black knight." Ranks without pieces
 * are named in one line. With 'flipped' rank 1 comes first. */
void spoken_board(Text *out, const Position *pos, bool flipped);
/* Appends a line for each colour: "White: king e1, queen d1, rooks a1 h1." */
void spoken_pieces(Text *out, const Position *pos);
