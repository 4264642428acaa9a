/* history.h - what moves have done well so far in this search, for ordering and pruning the next ones.
 *
 * A move that refutes gets a bonus, those tried before it a malus; values tend to bounds by themselves
 * (https://www.chessprogramming.org/History_Heuristic). Correction remembers by how much searches of
 * positions with the same pawns (or pieces) came out above the static evaluation. */
#pragma once

#include "position.h"

enum {
    HISTORY_MAX = 16384,
    HISTORY_PIECES = 16, /* Piece values */
    CORRECTION_SLOTS = 16384,
    CORRECTION_GRAIN = 256, /* of a centipawn */
};

/* By the piece and target of a move that is to follow. */
typedef int16_t Continuation[HISTORY_PIECES][64];

typedef struct {
    int16_t quiet[2][64][64]; /* by colour, from, to */
    int16_t capture[HISTORY_PIECES][64][PIECE_TYPES];
    Move counter[HISTORY_PIECES][64]; /* the quiet answer that last refuted that move */
    Continuation continuation[HISTORY_PIECES][64];
    int16_t pawn_correction[2][CORRECTION_SLOTS];
    int16_t piece_correction[2][2][CORRECTION_SLOTS]; /* by side to move, whose pieces */
} History;

/* The moves that led to a position, one, two and four plies ago; [0][0] of a History stands for none. */
typedef struct {
    Continuation *one, *two, *four;
    Move counter;
} HistoryContext;

void history_clear(History *history);

int history_quiet(const History *history, const Position *pos, const HistoryContext *context,
                  Move move);
int history_capture(const History *history, const Position *pos, Move move);

/* Bonus or malus. */
void history_note_quiet(History *history, const Position *pos, const HistoryContext *context,
                        Move move, int bonus);
/* The same for the memory by squares alone, whatever led here. */
void history_note_squares(History *history, const Position *pos, Move move, int bonus);
void history_note_capture(History *history, const Position *pos, Move move, int bonus);

/* Centipawns to be added to the static evaluation. */
int history_correction(const History *history, const Position *pos);
/* A search to that depth found 'difference' more than the static evaluation. */
void history_note_correction(History *history, const Position *pos, int depth, int difference);
