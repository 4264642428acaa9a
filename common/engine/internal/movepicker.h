/* movepicker.h - returns the moves of a position one by one, the most promising first.
 *
 * In stages, so that an early cutoff saves the rest of the work: the table's move, captures that do not
 * lose material, killers and the counter move, quiet moves by history, losing captures last
 * (https://www.chessprogramming.org/Move_Ordering). Each legal move is returned once. */
#pragma once

#include "checks.h"
#include "history.h"
#include "movegen.h"

typedef enum {
    PICK_TABLE,
    PICK_MAKE_CAPTURES,
    PICK_CAPTURES,
    PICK_REFUTATIONS,
    PICK_MAKE_QUIETS,
    PICK_QUIETS,
    PICK_BAD_CAPTURES,
    PICK_MAKE_CHECKS,
    PICK_CHECKS,
    PICK_DONE,
} PickStage;

typedef struct {
    PickStage stage;
    bool captures_only;
    const Position *pos;
    const History *history;
    const HistoryContext *context;
    const Checks *checks; /* of the position; NULL with captures only: no quiet checks, either */
    Move table_move;
    Move refutations[3];
    int next;
    int threshold; /* captures that lose more are returned last, or not at all */
    int bad_count;
    Move bad[64];
    Moves moves;
    int scores[MOVES_MAX]; /* with each move's place in the list, see take_best */
} MovePicker;

/* All moves. The table's move, the killers (two) and the counter move need not be legal here. Position, histories, context
 * and the position's checks are borrowed. */
void movepicker_init(MovePicker *picker, const Position *pos, const History *history,
                     const HistoryContext *context, const Checks *checks, Move table_move,
                     const Move *killers);
/* Only captures and promotions that win at least the threshold. */
void movepicker_init_captures(MovePicker *picker, const Position *pos, const History *history,
                              Move table_move, int threshold);

/* Call before the first move: also return, after the captures, quiet moves that give check and lose nothing. The checks
 * of the position are borrowed. */
void movepicker_add_checks(MovePicker *picker, const Checks *checks);

/* MOVE_NONE when there are no more. */
Move movepicker_next(MovePicker *picker);
/* Skips the quiet moves that are left. */
void movepicker_skip_quiets(MovePicker *picker);

/* Captures, en passant and promotions to a queen: what quiescence looks at. */
bool movepicker_is_tactical(const Position *pos, Move move);
