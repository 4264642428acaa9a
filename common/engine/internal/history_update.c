#include "history_update.h"

#include "movepicker.h"
#include "node.h"
#include "parameters.h"

/* The move that led here if it was quiet, else MOVE_NONE. */
static Move quiet_before(const Node *node)
{
    Move move = node->ply > 0 ? node[-1].move : MOVE_NONE;
    return move != MOVE_NONE && !movepicker_is_tactical(&node[-1].pos, move) ? move : MOVE_NONE;
}

void history_update_swing(const Node *node)
{
    Move move = quiet_before(node);
    if (move == MOVE_NONE || node->in_check || node[-1].eval == SCORE_NONE)
        return;
    const int swing = node[-1].eval + node->eval;
    history_note_squares(&node[-1].context, move, 100 + max(min(-4 * swing, 700), -700));
}

static int bonus_of(int depth)
{
    const int rising = (PARAMETER(BONUS_SQUARE) * depth + PARAMETER(BONUS_DEPTH)) * depth;
    return min(rising - PARAMETER(BONUS_LESS), PARAMETER(BONUS_MOST));
}

/* A malus for the move that led here, which has an answer, if it was quiet and the first one tried. */
static void blame_move_before(Engine *engine, const Node *node, int depth)
{
    const Move move = quiet_before(node);
    if (move != MOVE_NONE && node[-1].count <= 1)
        history_note_continuations(&engine->history, &node[-1].pos, &node[-1].context, move,
                                   -bonus_of(depth));
}

void history_update_cutoff(Engine *engine, Node *node, Move best, int depth,
                           const SearchedMoves *tried)
{
    const Position *pos = &node->pos;
    History *history = &engine->history;
    const int bonus = bonus_of(depth);
    blame_move_before(engine, node, depth + 1);
    for (int i = 0; i < tried->capture_count; i++)
        if (tried->captures[i] != best)
            history_note_capture(history, pos, tried->captures[i], -bonus);
    if (movepicker_is_tactical(pos, best)) {
        history_note_capture(history, pos, best, bonus);
        return;
    }
    if (node->killers[0] != best) {
        node->killers[1] = node->killers[0];
        node->killers[0] = best;
    }
    if (node->counter)
        *node->counter = best;
    /* A cutoff by the first move near the leaves says nothing about the order. */
    if (depth > 1 || tried->quiet_count > 1)
        history_note_quiet(history, pos, &node->context, best, bonus);
    for (int i = 0; i < tried->quiet_count; i++)
        if (tried->quiets[i] != best)
            history_note_quiet(history, pos, &node->context, tried->quiets[i], -bonus);
}

void history_update_table_cutoff(Engine *engine, Node *node, Move move, int depth)
{
    if (move == MOVE_NONE || !position_is_legal(&node->pos, move) ||
        movepicker_is_tactical(&node->pos, move))
        return;
    node_set_context(engine, node);
    history_note_quiet(&engine->history, &node->pos, &node->context, move, min(100 * depth, 1000));
}

void history_update_fail_low(Engine *engine, const Node *node, int depth)
{
    const Move move = quiet_before(node);
    if (move == MOVE_NONE)
        return;
    history_note_quiet(&engine->history, &node[-1].pos, &node[-1].context, move,
                       min(40 * depth, 1200));
}

void history_update_correction(Engine *engine, const Node *node, const TableEntry *found)
{
    const int difference = found->score - node->eval;
    if (node->in_check || is_mate(found->score) || engine->handicap)
        return;
    if (found->move != MOVE_NONE && movepicker_is_tactical(&node->pos, found->move))
        return;
    if (found->bound == BOUND_LOWER && difference <= 0)
        return;
    if (found->bound == BOUND_UPPER && difference >= 0)
        return;
    history_note_correction(&engine->history, &node->pos, node->move_correction, found->depth,
                            difference);
}
