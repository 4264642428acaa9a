/* classical_eval.h - the evaluation written by hand, by which the engine played before it had a net, and which the
 * first net learned from: a weighted sum over the pieces on the board. Only for training.
 *
 * Every weight is a pair, for the middlegame and for the endgame, blended by the pieces left ("tapered",
 * https://www.chessprogramming.org/Tapered_Eval). The sum is linear in the weights, so a program can fit
 * them to games (training/tune.c): classical_trace tells which weight was counted how often. */
#pragma once

#include "position.h"

/* Two sums in one integer: the endgame's in the high half, the middlegame's in the low one. */
typedef int32_t Score;

#define SCORE(middlegame, endgame) ((Score)((uint32_t)(endgame) << 16) + (middlegame))

static inline int score_middlegame(Score score)
{
    return (int16_t)(uint16_t)(uint32_t)score;
}
static inline int score_endgame(Score score)
{
    return (int16_t)(uint16_t)((uint32_t)(score + 0x8000) >> 16);
}

enum { CLASSICAL_DANGERS = 24 };

/* Only Scores: the tuner uses it as an array. Ranks and squares are from the side's own view. */
typedef struct {
    Score piece[PIECE_TYPES];
    Score square[PIECE_TYPES][64];
    Score mobility_knight[9];
    Score mobility_bishop[14];
    Score mobility_rook[15];
    Score mobility_queen[28];
    Score tempo;

    Score pawn_isolated[2]; /* [the file has no enemy pawn] */
    Score pawn_doubled;
    Score pawn_backward[2];
    Score pawn_connected[8]; /* beside or defended by another, by rank */
    Score passed[8];
    Score passed_blocked[8];
    Score passed_free[8]; /* no enemy attacks the square before it */
    Score passed_king_near[8];
    Score passed_king_far[8]; /* distance of the enemy king to the square before it */
    Score candidate[8];

    Score bishop_pair;
    Score bishop_own_pawns; /* each, on its colour */
    Score knight_outpost;
    Score bishop_outpost;
    Score minor_behind_pawn;
    Score rook_open_file;
    Score rook_half_open_file;
    Score rook_seventh;
    Score rook_behind_passed;

    Score threat_by_pawn[PIECE_TYPES];
    Score threat_by_minor[PIECE_TYPES];
    Score threat_by_rook[PIECE_TYPES];
    Score threat_by_king;
    Score threat_push; /* a safe pawn push that would attack a piece */
    Score hanging;

    Score shelter[8]; /* nearest own pawn on each file at the king, by its rank; 0: none */
    Score storm[8];   /* nearest enemy pawn there */
    Score danger[CLASSICAL_DANGERS];
    Score safe_check[PIECE_TYPES];
} ClassicalWeights;

enum { CLASSICAL_WEIGHTS = sizeof(ClassicalWeights) / sizeof(Score) };

extern const ClassicalWeights classical_weights;

enum { CLASSICAL_PHASE_MAX = 24 };

typedef struct {
    int16_t count[CLASSICAL_WEIGHTS]; /* white's minus black's */
    int phase;                        /* CLASSICAL_PHASE_MAX: all pieces are there */
    int scale; /* of the endgame's half, in ENDGAME_SCALE_NORMAL-ths (endgame.h) */
} ClassicalTrace;

/* Centipawns for the side to move. Never as large as a mate's score. */
int classical_evaluate(const Position *pos);

/* The same in parts, from White's view. */
void classical_trace(const Position *pos, ClassicalTrace *trace);
