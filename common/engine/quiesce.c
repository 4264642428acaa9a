/* The leaves of the search: captures are followed until the position is quiet, so that its static evaluation
 * can be trusted (CPW Quiescence_Search). Out of check all moves are looked at, and at the first ply quiet
 * checks, too: the shortest attacks on a king are found there (CPW Quiescence_Search#Checks). */
#include "exchange.h"
#include "node.h"
#include "picker.h"

enum {
    FUTILITY = 160,        /* what a move may bring beside the captured piece */
    EVASIONS_AT_LEAST = 3, /* quiet ways out of check that are tried once one does not lose */
    /* What a score is worth in the table: less than the shallowest search. */
    DEPTH_CHECKS = 0,
    DEPTH_CAPTURES = -1,
};

typedef struct {
    int alpha, beta;
    int best;
    int futile; /* the evaluation and FUTILITY */
    int count;  /* moves seen */
} Window;

/* Is a move not worth its node, now that one is known that does not lose? */
static bool is_futile(const Node *node, Window *window, Move move)
{
    const Position *pos = &node->pos;
    if (window->best <= -ENGINE_MATE_BOUND)
        return false;
    if (node->in_check)
        return window->count > EVASIONS_AT_LEAST && !picker_is_tactical(pos, move);
    if (move_is_promotion(move))
        return false;
    /* What even the captured piece would not bring up to alpha (CPW Delta_Pruning). */
    int most = window->futile + exchange_piece(position_captured(pos, move));
    if (most > window->alpha || position_gives_check(pos, move))
        return false;
    window->best = max(window->best, most);
    return true;
}

static void start_picker(Engine *engine, Node *node, Move table_move, int depth, Picker *picker)
{
    static const Move no_killers[2];
    if (node->in_check) {
        node_set_context(engine, node);
        picker_init(picker, &node->pos, &engine->history, &node->context, table_move, no_killers);
        return;
    }
    picker_init_captures(picker, &node->pos, &engine->history, table_move, 0);
    if (depth >= DEPTH_CHECKS)
        picker_add_checks(picker);
}

static int settle(Engine *engine, Node *node, int alpha, int beta, int depth)
{
    const Position *pos = &node->pos;
    const bool pv = beta - alpha > 1;
    Window window = {alpha, beta, -SCORE_INFINITE, -SCORE_INFINITE, 0};
    node->pv_length = 0;
    engine->selective_depth = max(engine->selective_depth, node->ply);
    if (node_is_draw(engine, node))
        return 0;
    if (node->ply >= ENGINE_DEPTH_MAX)
        return node->in_check ? 0 : node_evaluate(engine, node);

    int certain;
    if (node_is_known(engine, node, &certain))
        return certain;

    TableEntry entry;
    const bool known = table_find(engine->table, pos->key, node->ply, &entry);
    if (known && !pv && entry.depth >= depth && node_settles(&entry, alpha, beta))
        return entry.score;

    int raw = SCORE_NONE;
    if (!node->in_check) {
        raw = known && entry.eval != SCORE_NONE ? entry.eval : node_evaluate(engine, node);
        window.best = node_refined(node_corrected(engine, node, raw), known, &entry);
        /* Standing pat: one need not capture (CPW Quiescence_Search#Standing_Pat). */
        if (window.best >= beta)
            return window.best;
        window.alpha = max(alpha, window.best);
        window.futile = window.best + FUTILITY;
    }

    Picker picker;
    start_picker(engine, node, known ? entry.move : MOVE_NONE, depth, &picker);
    Move best_move = MOVE_NONE, move;
    while ((move = picker_next(&picker)) != MOVE_NONE) {
        if (engine->eyesight && window.count && eyesight_overlooks(engine->eyesight, node, move))
            continue;
        window.count++;
        if (is_futile(node, &window, move))
            continue;
        if (node_is_over(engine))
            return window.best;
        Node *child = node_enter(engine, node, move);
        child->ply = node->ply + 1;
        int score = -settle(engine, child, -beta, -window.alpha, DEPTH_CAPTURES);
        if (engine->stopped)
            return window.best;
        if (score <= window.best)
            continue;
        window.best = score;
        if (score <= window.alpha)
            continue;
        best_move = move;
        if (pv)
            node_keep_pv(node, move);
        if (score >= beta)
            break;
        window.alpha = score;
    }
    if (node->in_check && window.count == 0)
        return mated_in(node->ply);
    const bool exact = pv && window.best > alpha && window.best < beta;
    node_remember(engine, node,
                  (TableEntry){.move = best_move,
                               .score = window.best,
                               .eval = raw,
                               .depth = depth,
                               .bound = window.best >= beta ? BOUND_LOWER
                                        : exact             ? BOUND_EXACT
                                                            : BOUND_UPPER});
    return window.best;
}

int quiesce(Engine *engine, Node *node, int alpha, int beta)
{
    return settle(engine, node, alpha, beta, DEPTH_CHECKS);
}
