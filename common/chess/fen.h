/* fen.h - positions as text: Forsyth-Edwards notation, X-FEN and Shredder-FEN castling.
 *
 * The only way for a position to come in from outside: one that cannot occur in a game is refused with a
 * reason and the place in the text. Nothing is allocated or kept. */
#pragma once

#include <stddef.h>

#include "position.h"

#define FEN_ERRORS(X)                                                                              \
    X(OK, "a legal position")                                                                      \
    X(TOO_LONG, "the text is too long to be a FEN")                                                \
    X(BOARD_SYNTAX, "the board has a character that is no piece, digit or slash")                  \
    X(RANK_LENGTH, "a rank does not have eight squares")                                           \
    X(RANK_COUNT, "the board does not have eight ranks")                                           \
    X(TURN_SYNTAX, "the side to move is not w or b")                                               \
    X(CASTLING_SYNTAX, "the castling rights cannot be read")                                       \
    X(EP_SYNTAX, "the en passant square cannot be read")                                           \
    X(HALFMOVE_SYNTAX, "the halfmove clock is no number from 0 to 65535")                          \
    X(FULLMOVE_SYNTAX, "the move number is no number from 0 to 65535")                             \
    X(TRAILING, "there is text after the move number")                                             \
    X(NO_WHITE_KING, "white has no king")                                                          \
    X(NO_BLACK_KING, "black has no king")                                                          \
    X(TOO_MANY_KINGS, "a side has more than one king")                                             \
    X(PAWN_ON_BACK_RANK, "a pawn stands on the first or last rank")                                \
    X(TOO_MANY_PAWNS, "a side has more than eight pawns")                                          \
    X(TOO_MANY_PIECES, "a side has more than sixteen pieces")                                      \
    X(TOO_MANY_PROMOTED, "a side has more promoted pieces than pawns gone")                        \
    X(OPPONENT_IN_CHECK, "the side that has just moved is in check")                               \
    X(IMPOSSIBLE_CHECK, "no move could have given this check")                                     \
    X(CASTLING_NO_KING, "a king with castling rights is not on its back rank")                     \
    X(CASTLING_NO_ROOK, "there is no rook for a castling right")                                   \
    X(CASTLING_TWICE, "a castling right is given twice")                                           \
    X(EP_RANK, "the en passant square is not behind a pawn of the side that moved")                \
    X(EP_NO_PAWN, "no pawn has just passed the en passant square")                                 \
    X(EP_BLOCKED, "the pawn could not have made its two steps")                                    \
    X(EP_CLOCK, "the halfmove clock says that no pawn has just moved")

typedef enum {
#define X(name, text) FEN_##name,
    FEN_ERRORS(X)
#undef X
        FEN_ERROR_COUNT
} FenError;

const char *fen_error_text(FenError error);

/* Room for every FEN that fen_print writes, with its NUL. All that it writes can be parsed again. */
enum { FEN_MAX = 96, FEN_COUNTER_MAX = UINT16_MAX };

/* Reads a FEN; the two counters, or all after the side to move, may be missing. A move number of 0
 * counts as 1. chess960 is set when a king or rook with a castling right is not on its standard square.
 * On error *pos is untouched, and *place (unless NULL) is the offset of the field or character. */
FenError fen_parse(const char *text, size_t length, Position *pos, size_t *place);

/* In X-FEN: KQkq, or the rook's file where KQkq would mean another rook. Returns the length. */
size_t fen_print(const Position *pos, char out[FEN_MAX]);
