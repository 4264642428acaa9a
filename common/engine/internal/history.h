/* history.h - which moves have done well so far in this search, for move ordering and pruning.
 *
 * A move that causes a cutoff gets a bonus, those tried before it a malus; values stay within bounds by themselves
 * (https://www.chessprogramming.org/History_Heuristic). Correction history stores by how
 * much searches of positions with the same pawns (or pieces, or last two moves) differed from the static evaluation. */
#pragma once

#include "position.h"

enum {
    HISTORY_MAX = 16384,
    HISTORY_PIECES = 12, /* see history_piece */
    PAWN_SLOTS = 512,
    CORRECTION_SLOTS = 16384,
    CORRECTION_GRAIN = 256, /* of a centipawn */
};

/* By whether the opponent attacks origin and target, then by origin and target. */
typedef int16_t SquaresHistory[2][2][64][64];
/* By the piece and target of the next move. */
typedef int16_t Continuation[HISTORY_PIECES][64];

typedef struct {
    SquaresHistory quiet[2];                      /* by colour */
    int16_t pawn[PAWN_SLOTS][HISTORY_PIECES][64]; /* by the pawn structure */
    int16_t capture[HISTORY_PIECES][64][PIECE_TYPES];
    Move counter[HISTORY_PIECES][64]; /* the quiet answer that last refuted that move */
    Continuation continuation[HISTORY_PIECES][64];
    Continuation no_continuation; /* after no move: always zero */
    int16_t pawn_correction[2][CORRECTION_SLOTS];
    int16_t piece_correction[2][2][CORRECTION_SLOTS]; /* by side to move, whose pieces */
    int16_t move_correction[CORRECTION_SLOTS];        /* by the last two moves */
    /* Of the two large tables only what was written is cleared: a search of few nodes writes little. */
    bool pawn_written[PAWN_SLOTS];
    bool continuation_written[HISTORY_PIECES * 64];
} History;

/* What the order of moves needs of a position: what the opponent attacks, the pawn structure, and the moves one, two and
 * four plies ago. */
typedef struct {
    Bitboard attacked;
    /* Each of the last two includes the one before. */
    Bitboard attacked_by_pawns, attacked_by_minors, attacked_by_rooks;
    SquaresHistory *squares;
    Continuation *pawns;
    Continuation *one, *two, *four;
    Move counter;
} HistoryContext;

/* The pieces without the gaps between Piece values; not for NO_PIECE. */
static inline unsigned history_piece(Piece piece)
{
    return (unsigned)piece - 1 - 2 * (unsigned)piece_color(piece);
}

/* All zero bytes are a clear History, too. */
void history_clear(History *history);

/* Moves by piece and target, for this pawn structure
 * (https://www.chessprogramming.org/History_Heuristic#Pawn_History). */
Continuation *history_pawns(History *history, const Position *pos);
/* A move as piece and target; 0 is none. */
typedef uint16_t PieceTo;
static inline PieceTo piece_to_of(Piece piece, Square to)
{
    return (PieceTo)(piece << 6 | to);
}
/* The correction history of two moves. */
int16_t *history_of_moves(History *history, PieceTo first, PieceTo second);

int history_quiet(const Position *pos, const HistoryContext *context, Move move);
int history_capture(const History *history, const Position *pos, Move move);

/* Bonus or malus. */
void history_note_quiet(History *history, const Position *pos, const HistoryContext *context,
                        Move move, int bonus);
/* The same for the histories by the moves before only. */
void history_note_continuations(History *history, const Position *pos,
                                const HistoryContext *context, Move move, int bonus);
/* The same for the history by squares only. */
void history_note_squares(const HistoryContext *context, Move move, int bonus);
void history_note_capture(History *history, const Position *pos, Move move, int bonus);

/* Centipawns to add to the static evaluation. */
int history_correction(const History *history, const Position *pos, const int16_t *after);
/* A search to that depth found 'difference' more than the static evaluation. */
void history_note_correction(History *history, const Position *pos, int16_t *after, int depth,
                             int difference);
