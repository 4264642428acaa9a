/* nnue_threats.h - what the net is told of attacks, whatever the squares: on pieces and around kings.
 *
 * An input is (own or enemy piece, type of its least valuable attacker, its own type, guarded or not); or (own or enemy
 * king, type of piece, how many of the squares on and around the king pieces of that type attack, four or more being
 * four). The kings are not among the pieces: a check is searched, not evaluated. Nobody looks for pins. A net that only
 * knows where the pieces are is most wrong about what is attacked (https://www.chessprogramming.org/Hanging_Piece,
 * https://www.chessprogramming.org/King_Safety). */
#pragma once

#include "position.h"

enum {
    NNUE_THREATS_TO_PIECES = 6 * 5 * 2, /* of one side */
    NNUE_THREATS_TO_KING = 5 * 4,
    NNUE_THREATS_TO_SIDE = NNUE_THREATS_TO_PIECES + NNUE_THREATS_TO_KING,
    NNUE_THREATS = 2 * NNUE_THREATS_TO_SIDE,
    /* In one position, to one side. */
    NNUE_THREATS_TO_PIECES_MOST = 15,
    NNUE_THREATS_TO_KING_MOST = 5,
    NNUE_THREATS_MOST = 2 * (NNUE_THREATS_TO_PIECES_MOST + NNUE_THREATS_TO_KING_MOST),
};

typedef struct {
    unsigned count;
    /* By view: white's, black's; each below NNUE_THREATS. One more than that is written, but not kept. */
    uint8_t at[2][NNUE_THREATS_MOST + 1];
} NnueThreats;

/* The position has at most sixteen pieces of each side. */
void nnue_threats_of(const Position *pos, NnueThreats *threats);
