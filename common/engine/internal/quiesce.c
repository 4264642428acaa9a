/* The leaves of the search: captures are searched until the position is quiet, so that its static evaluation is
 * reliable (CPW Quiescence_Search). In check all moves are searched, and at the first ply also quiet checks, which
 * find the shortest attacks on a king (CPW Quiescence_Search#Checks). */
#include "quiesce.h"

#include "handicap.h"
#include "movepicker.h"
#include "node.h"
#include "parameters.h"
#include "see.h"

enum {
    MOVES_AT_MOST = 2, /* captures and quiet checks, besides those that recapture or give check */
    EVASIONS_AT_LEAST = 3, /* evasions that are searched even when one does not lose */
    /* The depth of an entry in the table: below that of the shallowest search. */
    DEPTH_CHECKS = 0,
    DEPTH_CAPTURES = -1,
};

/* What is known of a node while it is searched. */
typedef struct {
    int alpha, beta, depth;
    bool pv, known; /* the table has 'entry' */
    TableEntry entry;
    int raw; /* static evaluation, uncorrected */
    int best;
    Move best_move;
    int futile; /* the evaluation and what a move may gain besides the captured piece */
    int count;  /* moves seen */
} Leaf;

static int search_captures(Engine *engine, Node *node, int alpha, int beta, int depth);

/* Is the score known without an evaluation? */
static bool is_known(Engine *engine, Node *node, Leaf *leaf, int *score)
{
    *score = 0;
    if (node_is_draw(engine, node))
        return true;
    if (node->ply >= ENGINE_DEPTH_MAX) {
        *score = node->in_check ? 0 : node_evaluate(engine, node);
        return true;
    }
    /* CPW Endgame_Tablebases */
    if (node_probe_tablebase(engine, node, score))
        return true;
    /* CPW Transposition_Table */
    leaf->known = table_find(engine->table, node->pos.key, node->ply, &leaf->entry);
    *score = leaf->known ? leaf->entry.score : 0;
    return leaf->known && !leaf->pv && leaf->entry.depth >= leaf->depth &&
           node_allows_cutoff(&leaf->entry, leaf->alpha, leaf->beta);
}

/* No capture is forced: unless in check, the score is at least the static evaluation. Is that enough for a cutoff
 * (CPW Quiescence_Search#Standing_Pat)? */
static bool stands_pat(Engine *engine, Node *node, Leaf *leaf)
{
    if (node->in_check)
        return false;
    const bool kept = leaf->known && leaf->entry.eval != SCORE_NONE;
    leaf->raw = kept ? leaf->entry.eval : node_evaluate(engine, node);
    leaf->best =
        node_refine_eval(node_correct_eval(engine, node, leaf->raw), leaf->known, &leaf->entry);
    leaf->alpha = max(leaf->alpha, leaf->best);
    leaf->futile = leaf->best + PARAMETER(QUIESCENCE_FUTILITY);
    return leaf->best >= leaf->beta;
}

/* Is a move not worth searching, once one is known that does not lose? */
static bool is_futile(const Node *node, Leaf *leaf, Move move, bool check)
{
    const Position *pos = &node->pos;
    if (leaf->best <= -SCORE_MATE_BOUND)
        return false;
    if (node->in_check)
        return leaf->count > EVASIONS_AT_LEAST && !movepicker_is_tactical(pos, move);
    if (move_is_promotion(move) || check)
        return false;
    /* Stockfish pull request 3067 */
    const bool recaptures = node[-1].move != MOVE_NONE && move_to(node[-1].move) == move_to(move);
    if (leaf->count > MOVES_AT_MOST && !recaptures)
        return true;
    /* Not even the captured piece would raise the score to alpha, or it is only exchanged where a gain is needed
     * (CPW Delta_Pruning). */
    int most = leaf->futile;
    if (most > leaf->alpha || see_ge(pos, move, 1))
        most += see_piece_value(position_captured(pos, move));
    if (most > leaf->alpha)
        return false;
    leaf->best = max(leaf->best, most);
    return true;
}

static void start_picker(Engine *engine, Node *node, const Leaf *leaf, MovePicker *picker)
{
    static const Move no_killers[2];
    const Move table_move = leaf->known ? leaf->entry.move : MOVE_NONE;
    if (node->in_check) {
        node_set_context(engine, node);
        movepicker_init(picker, &node->pos, &engine->history, &node->context, &node->checks,
                        table_move, no_killers);
        return;
    }
    movepicker_init_captures(picker, &node->pos, &engine->history, table_move, 0);
    if (leaf->depth >= DEPTH_CHECKS)
        movepicker_add_checks(picker, &node->checks);
}

/* False when the search was stopped. */
static bool search_moves(Engine *engine, Node *node, Leaf *leaf)
{
    MovePicker picker;
    Move move;
    node->checks = checks_of(&node->pos);
    start_picker(engine, node, leaf, &picker);
    while ((move = movepicker_next(&picker)) != MOVE_NONE) {
        if (engine->handicap && leaf->count && handicap_overlooks(engine->handicap, node, move))
            continue;
        leaf->count++;
        node_read_ahead(engine, node, move);
        const bool check = checks_gives(&node->checks, &node->pos, move);
        if (is_futile(node, leaf, move, check))
            continue;
        if (node_must_stop(engine))
            return false;
        Node *child = node_enter(engine, node, move, check);
        child->ply = node->ply + 1;
        const int score =
            -search_captures(engine, child, -leaf->beta, -leaf->alpha, DEPTH_CAPTURES);
        if (engine->stopped)
            return false;
        if (score <= leaf->best)
            continue;
        leaf->best = score;
        if (score <= leaf->alpha)
            continue;
        leaf->best_move = move;
        if (leaf->pv)
            node_update_pv(node, move);
        if (score >= leaf->beta)
            break;
        leaf->alpha = score;
    }
    return true;
}

static int search_captures(Engine *engine, Node *node, int alpha, int beta, int depth)
{
    Leaf leaf = {.alpha = alpha,
                 .beta = beta,
                 .depth = depth,
                 .pv = beta - alpha > 1,
                 .raw = SCORE_NONE,
                 .best = -SCORE_INFINITE,
                 .best_move = MOVE_NONE,
                 .futile = -SCORE_INFINITE};
    int score;
    node->pv_length = 0;
    engine->selective_depth = max(engine->selective_depth, node->ply);
    if (is_known(engine, node, &leaf, &score))
        return score;
    if (stands_pat(engine, node, &leaf) || !search_moves(engine, node, &leaf))
        return leaf.best;
    if (node->in_check && leaf.count == 0)
        return mated_in(node->ply);
    const bool exact = leaf.pv && leaf.best > alpha && leaf.best < beta;
    node_store(engine, node,
               (TableEntry){.move = leaf.best_move,
                            .score = leaf.best,
                            .eval = leaf.raw,
                            .depth = depth,
                            .bound = leaf.best >= beta ? BOUND_LOWER
                                     : exact           ? BOUND_EXACT
                                                       : BOUND_UPPER});
    return leaf.best;
}

int quiesce(Engine *engine, Node *node, int alpha, int beta)
{
    return search_captures(engine, node, alpha, beta, DEPTH_CHECKS);
}
