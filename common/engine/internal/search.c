/* The main search: principal variation search with a table, from the root to where quiescence takes over.
 *
 * How it works, in the order of search() below. The question at a node is whether its score is above beta (then the
 * opponent avoids it), below alpha (then we do), or between. First comes what answers it without a move: a draw, a
 * mate already found, the tables. Then what the evaluation alone makes almost certain. Then the moves, the promising
 * ones first; late moves are left out near the leaves, or searched with reduced depth, and only those that turn out
 * better than expected are searched again in full.
 *
 * Each idea names its source; those of the Chess Programming Wiki (CPW) are at
 * https://www.chessprogramming.org/NAME. Margins are in centipawns, depths in plies; README.md tells how they were
 * tested. */
#include "search.h"

#include <assert.h>
#include <string.h>

#include "handicap.h"
#include "history_update.h"
#include "movepicker.h"
#include "node.h"
#include "parameters.h"
#include "quiesce.h"
#include "see.h"

enum { MANY_CUTOFFS = 3 };

/* What is known of a node while it is searched. */
typedef struct {
    int alpha, beta, depth;
    int best; /* score so far */
    Move best_move;
    int count; /* moves tried or left out so far */
    bool root, pv;
    bool cut;    /* expected to fail high (CPW Node_Types#CUT) */
    bool known;  /* the table has 'entry' */
    bool was_pv; /* on a principal variation now or in an earlier search */
    bool improving;
    bool table_is_capture;
    bool singular; /* the table's move is quiet, and was extended as much better than all others */
    TableEntry entry;
    Move table_move;
    int raw;  /* static evaluation, uncorrected */
    int eval; /* corrected, and refined by the table */
} Frame;

/* The move that is being searched. */
typedef struct {
    Move move;
    int number; /* counted from 1 */
    bool capture;
    bool check;
    bool refutation; /* a killer or counter move */
    int history;
    int reduction; /* in quarters of a ply, before the adjustments of reduction_of */
} Try;

static int search(Engine *engine, Node *node, int alpha, int beta, int depth, bool cut);

/* The natural logarithm of 1 to 63, in units of 1/1024: integers, so that reductions are the same on every machine. */
static int log_of(int x)
{
    int whole = 31 - __builtin_clz((unsigned)x);
    uint64_t rest = ((uint64_t)x << 20) >> whole; /* 1 to 2, in 2^-20 */
    int log2 = whole << 10;
    for (int bit = 512; bit; bit >>= 1) {
        rest = rest * rest >> 20;
        if (rest >= 2u << 20) {
            rest >>= 1;
            log2 += bit;
        }
    }
    return (int)((int64_t)log2 * 710 >> 10);
}

/* The later the move and the deeper the search, the larger the reduction (CPW Late_Move_Reductions). */
void search_init(Engine *engine)
{
    memset(engine->reductions, 0, sizeof engine->reductions);
    for (int depth = 1; depth < 64; depth++)
        for (int number = 1; number < 64; number++)
            engine->reductions[depth][number] =
                (int8_t)(3 + (int64_t)log_of(depth) * log_of(number) * 4 * 10 / (24 << 20));
}

static bool has_pieces(const Position *pos)
{
    Bitboard light = position_by_type(pos, PAWN) | position_by_type(pos, KING);
    return (position_by_color(pos, position_turn(pos)) & ~light) != 0;
}

/* Is the score known without searching a move: a draw, a tablebase position, or a line that is too long? Narrows the
 * window by mate distance. */
static bool is_known(Engine *engine, Node *node, Frame *frame, int *score)
{
    *score = 0;
    if (node_is_draw(engine, node))
        return true;
    if (node->ply >= ENGINE_DEPTH_MAX) {
        *score = node->in_check ? 0 : node_evaluate(engine, node);
        return true;
    }
    /* No mate from here can be shorter than one already found (CPW Mate_Distance_Pruning). */
    frame->alpha = max(frame->alpha, mated_in(node->ply));
    frame->beta = min(frame->beta, mate_in(node->ply + 1));
    if (frame->alpha >= frame->beta) {
        *score = frame->alpha;
        return true;
    }
    /* CPW Endgame_Tablebases */
    return node_probe_tablebase(engine, node, score);
}

/* Was the position searched before, and deeply enough? Not near the fifty moves, where the score depends on more than
 * the position (CPW Transposition_Table). */
static bool table_cuts(Engine *engine, Node *node, Frame *frame)
{
    const Position *pos = &node->pos;
    const TableEntry *entry = &frame->entry;
    frame->known = node->excluded == MOVE_NONE &&
                   table_find(engine->table, pos->key, node->ply, &frame->entry);
    frame->table_move = frame->root    ? engine->root[engine->multipv_index].move
                        : frame->known ? entry->move
                                       : MOVE_NONE;
    frame->was_pv = frame->pv || (frame->known && entry->was_pv);
    if (!frame->known || frame->pv || entry->depth < frame->depth || pos->halfmove >= 90 ||
        !node_allows_cutoff(entry, frame->alpha, frame->beta))
        return false;
    if (entry->score >= frame->beta)
        history_update_table_cutoff(engine, node, entry->move, frame->depth);
    return true;
}

/* Sets the static evaluation, from the table if it has one; none in check, where it means nothing. */
static void set_eval(Engine *engine, Node *node, Frame *frame)
{
    frame->raw = frame->eval = SCORE_NONE;
    if (node->in_check) {
        node->eval = SCORE_NONE;
    } else if (node->excluded != MOVE_NONE) {
        frame->eval = node->eval;
    } else {
        bool kept = frame->known && frame->entry.eval != SCORE_NONE;
        frame->raw = kept ? frame->entry.eval : node_evaluate(engine, node);
        node->eval = node_correct_eval(engine, node, frame->raw);
        frame->eval = node_refine_eval(node->eval, frame->known, &frame->entry);
        history_update_swing(node);
    }
    /* Is the side to move better off than at its last move, as far as is known? Then fewer moves are pruned
     * (CPW Improving). */
    int before = node[-2].eval != SCORE_NONE ? node[-2].eval : node[-4].eval;
    frame->improving = !node->in_check && (before == SCORE_NONE || node->eval > before);
}

/* If even a null move fails high, a real move will, too; except in zugzwang, so the side must have pieces, and deep
 * results are verified (CPW Null_Move_Pruning). */
static bool null_move_cuts(Engine *engine, Node *node, const Frame *frame, int *score)
{
    const int beta = frame->beta, depth = frame->depth;
    if (depth < 3 || frame->eval < beta ||
        node->eval + 20 * depth - PARAMETER(NULL_MOVE_EVAL) < beta)
        return false;
    if (node[-1].move == MOVE_NONE || node->ply < engine->null_verified_ply)
        return false;
    if (!has_pieces(&node->pos) || node_must_stop(engine))
        return false;

    const int reduced =
        depth - (4 + depth / 3 + min((frame->eval - beta) / PARAMETER(NULL_MOVE_DIVISOR), 7));
    Node *child = node_enter_null(engine, node);
    *score = -search(engine, child, -beta, -beta + 1, reduced, !frame->cut);
    if (engine->stopped || *score < beta)
        return false;
    if (is_mate(*score))
        *score = beta;
    if (depth < 12 || engine->null_verified_ply)
        return true;
    engine->null_verified_ply = node->ply + 3 * max(reduced, 1) / 4 + 1;
    int verified = search(engine, node, beta - 1, beta, reduced, false);
    engine->null_verified_ply = 0;
    return verified >= beta || engine->stopped;
}

/* A capture that is far above beta in a shallow search will be above it in a deep one (CPW ProbCut). */
static bool prob_cut(Engine *engine, Node *node, const Frame *frame, int *score)
{
    const int probable =
        frame->beta + PARAMETER(PROB_CUT_MARGIN) - PARAMETER(PROB_CUT_IMPROVING) * frame->improving;
    const TableEntry *entry = &frame->entry;
    if (frame->depth < 5 || is_mate(probable))
        return false;
    if (frame->known && entry->depth >= frame->depth - 3 && entry->score < probable)
        return false;
    MovePicker picker;
    Move move;
    movepicker_init_captures(&picker, &node->pos, &engine->history, frame->table_move,
                             probable - node->eval);
    while ((move = movepicker_next(&picker)) != MOVE_NONE) {
        if (node_must_stop(engine))
            return false;
        Node *child = node_enter(engine, node, move, position_gives_check(&node->pos, move));
        *score = -quiesce(engine, child, -probable, -probable + 1);
        if (*score >= probable)
            *score =
                -search(engine, child, -probable, -probable + 1, frame->depth - 4, !frame->cut);
        if (engine->stopped)
            return false;
        if (*score < probable)
            continue;
        node_store(engine, node,
                   (TableEntry){.move = move,
                                .score = *score,
                                .eval = frame->raw,
                                .depth = frame->depth - 3,
                                .bound = BOUND_LOWER,
                                .was_pv = frame->was_pv});
        return true;
    }
    return false;
}

/* Off the principal variation: is the score almost certain before any move is searched? */
static bool is_pruned(Engine *engine, Node *node, const Frame *frame, int *score)
{
    const int depth = frame->depth, eval = frame->eval;
    if (frame->pv || node->in_check || node->excluded != MOVE_NONE || is_mate(frame->beta))
        return false;

    /* So far above beta that the next moves will not change it (CPW Reverse_Futility_Pruning). What was on a principal
     * variation is looked at more closely. */
    if (depth <= 8 && !frame->was_pv && !is_mate(eval) &&
        eval - PARAMETER(REVERSE_FUTILITY_MARGIN) * (depth - frame->improving) >= frame->beta) {
        *score = (eval + frame->beta) / 2;
        return true;
    }
    /* So far below alpha that only captures can help (CPW Razoring; at any depth: Stockfish pull request 4196). */
    if (eval + PARAMETER(RAZORING_BASE) + PARAMETER(RAZORING_MARGIN) * depth * depth <=
        frame->alpha) {
        *score = quiesce(engine, node, frame->alpha, frame->alpha + 1);
        if (*score <= frame->alpha || engine->stopped)
            return true;
    }
    return null_move_cuts(engine, node, frame, score) ||
           (!engine->stopped && prob_cut(engine, node, frame, score));
}

/* Is a late move near the leaves not even worth a reduced search? Asked once a move is known that does not lose. */
static bool is_futile(const Node *node, const Frame *frame, const Try *tried, MovePicker *picker)
{
    const int depth = frame->depth;
    /* The depth that a reduced search would have. */
    const int left = max(depth - tried->reduction / 4, 1);
    /* Moves that lose material are left out, the more so the less depth there is to win it back
     * (CPW Static_Exchange_Evaluation). */
    if (tried->capture || tried->check)
        return depth <= 7 &&
               !see_ge(&node->pos, tried->move, -PARAMETER(SEE_CAPTURES_MARGIN) * depth);
    /* CPW Futility_Pruning#MoveCountBasedPruning; not in check, where every move is searched. */
    const int enough =
        (PARAMETER(LATE_MOVES_BASE) + PARAMETER(LATE_MOVES_SQUARE) * depth * depth / 10) /
        (2 - frame->improving);
    /* CPW Futility_Pruning */
    const int most = node->eval + PARAMETER(FUTILITY_BASE) + PARAMETER(FUTILITY_MARGIN) * left +
                     tried->history / PARAMETER(FUTILITY_HISTORY);
    if ((!node->in_check && depth <= 8 && tried->number >= enough) ||
        (!node->in_check && left <= 12 && most <= frame->alpha)) {
        movepicker_skip_quiets(picker);
        return true;
    }
    /* CPW History_Leaf_Pruning */
    if (left <= 4 && tried->history < -PARAMETER(HISTORY_PRUNING_MARGIN) * left)
        return true;
    return left <= 8 &&
           !see_ge(&node->pos, tried->move, -PARAMETER(SEE_QUIETS_MARGIN) * left * left);
}

/* By how many plies a move is extended. SCORE_NONE: the node fails high at once, with *score.
 *
 * If the table's move is much better than all others, it is extended (CPW Singular_Extensions), by two plies where
 * it is better by far (Stockfish pull request 3445), with bounds on both (Stockfish issue 3532 and pull request
 * 3544). If several moves are good enough, the node fails high (CPW Multi-Cut). If only the table's score says so,
 * the move is reduced by a ply (weiss pull request 655). */
static int extension_of(Engine *engine, Node *node, const Frame *frame, const Try *tried,
                        int *score)
{
    const TableEntry *entry = &frame->entry;
    const int depth = frame->depth;
    const int least = 5 + (frame->pv && entry->was_pv);
    const bool candidate = !frame->root && depth >= least && frame->known &&
                           tried->move == entry->move && entry->depth >= depth - 3 &&
                           entry->bound != BOUND_UPPER && !is_mate(entry->score) &&
                           node->ply < 2 * engine->root_depth;
    if (!candidate)
        return 0;
    const int margin = entry->score - PARAMETER(SINGULAR_MARGIN) * depth / 16;
    const int far = frame->pv ? PARAMETER(DOUBLE_EXTENSION_PV) : PARAMETER(DOUBLE_EXTENSION_MARGIN);
    node->excluded = tried->move;
    *score = search(engine, node, margin - 1, margin, (depth - 1) / 2, frame->cut);
    node->excluded = MOVE_NONE;
    node->pv_length = 0;
    if (*score < margin)
        return *score < margin - far && node->double_extensions < 6 ? 2 : 1;
    *score = margin;
    if (margin >= frame->beta)
        return SCORE_NONE;
    return entry->score >= frame->beta ? -1 : 0;
}

/* The reduction of a late move in quarters of a ply (CPW Late_Move_Reductions): less at nodes that were on a
 * principal variation (berserk pull request 407); more where the side to move is not improving (CPW Improving),
 * where the first moves should have caused a cutoff and have not (CPW Node_Types#CUT), where the opponent had an
 * answer to several moves before (Stockfish pull request 4006), and for quiet moves where the table's move is a
 * capture; less where the table's move is quiet and singular, as then captures do not decide (Stockfish pull request
 * 2713), and for moves with a good history (CPW History_Heuristic). */
static int reduction_of(const Node *child, const Frame *frame, const Try *tried)
{
    int reduction = tried->reduction;
    reduction -= PARAMETER(REDUCTION_WAS_PV) * frame->was_pv;
    reduction += PARAMETER(REDUCTION_NOT_IMPROVING) * !frame->improving;
    reduction += PARAMETER(REDUCTION_CUT) * frame->cut;
    reduction += PARAMETER(REDUCTION_TABLE_CAPTURE) * (frame->table_is_capture && !tried->capture);
    reduction += PARAMETER(REDUCTION_CUTOFFS) * (child->cutoffs > MANY_CUTOFFS);
    reduction -= PARAMETER(REDUCTION_SINGULAR) * frame->singular;
    reduction -= PARAMETER(REDUCTION_CHECK) * tried->check;
    reduction -= PARAMETER(REDUCTION_REFUTATION) * tried->refutation;
    reduction -= PARAMETER(REDUCTION_CAPTURE) * tried->capture;
    reduction -= tried->history / PARAMETER(REDUCTION_HISTORY);
    return max(reduction, 0);
}

/* The first move is searched with the full window; the others with an empty one, late ones first with reduced
 * depth, and again with the full window only if they are better (CPW Principal_Variation_Search). */
static int search_move(Engine *engine, Node *child, const Frame *frame, const Try *tried, int next)
{
    const int alpha = frame->alpha, beta = frame->beta;
    int score = -SCORE_INFINITE;
    if (frame->depth >= 2 && tried->number > 1 + 2 * frame->root) {
        const int reduced = min(max(next - reduction_of(child, frame, tried) / 4, 1), next);
        score = -search(engine, child, -alpha - 1, -alpha, reduced, true);
        /* A ply more if it is much better than the best so far, a ply less if only just (Stockfish pull requests
         * 4559 and 4230). */
        if (score > alpha && reduced < next)
            next += (score > frame->best + PARAMETER(DEEPER_MARGIN)) -
                    (score < frame->best + PARAMETER(SHALLOWER_MARGIN));
        if (score > alpha && reduced < next && !engine->stopped)
            score = -search(engine, child, -alpha - 1, -alpha, next, !frame->cut);
    } else if (!frame->pv || tried->number > 1) {
        score = -search(engine, child, -alpha - 1, -alpha, next, !frame->cut);
    }
    if (frame->pv && (tried->number == 1 || score > alpha) && !engine->stopped)
        score = -search(engine, child, -beta, -alpha, next, false);
    return score;
}

static RootMove *root_move(Engine *engine, Move move)
{
    for (int i = engine->multipv_index; i < engine->root_count; i++)
        if (engine->root[i].move == move)
            return &engine->root[i];
    return NULL;
}

static void update_root_move(RootMove *root, const Engine *engine, int score, uint64_t nodes,
                             bool improves)
{
    root->nodes += nodes;
    if (!improves) {
        root->score = -SCORE_INFINITE;
        return;
    }
    const Node *child = &engine->stack[STACK_BEFORE + 1];
    int length = min(child->pv_length, ENGINE_PV_MAX - 1);
    root->score = score;
    root->selective_depth = engine->selective_depth;
    root->pv[0] = root->move;
    memcpy(root->pv + 1, child->pv, (size_t)length * sizeof(Move));
    root->pv_length = length + 1;
}

/* Is a move to be searched? Not the one that a singular search excludes; at the root only the moves asked for that
 * do not already begin a better line; and not a move that a player of limited strength overlooks (handicap.h). */
static bool is_candidate(Engine *engine, const Node *node, const Frame *frame, Move move)
{
    if (move == node->excluded)
        return false;
    if (frame->root && !root_move(engine, move))
        return false;
    return !engine->handicap || frame->count == 0 ||
           !handicap_overlooks(engine->handicap, node, move);
}

static Try describe(const Engine *engine, const Node *node, const Frame *frame,
                    const MovePicker *picker, Move move)
{
    const Position *pos = &node->pos;
    const bool capture = movepicker_is_tactical(pos, move);
    return (Try){
        .move = move,
        .number = frame->count,
        .capture = capture,
        .check = checks_gives(&node->checks, pos, move),
        .refutation = !capture && picker->stage <= PICK_REFUTATIONS,
        .history = capture ? history_capture(&engine->history, pos, move)
                           : history_quiet(pos, &node->context, move),
        .reduction = engine->reductions[min(frame->depth, 63)][min(frame->count, 63)],
    };
}

static void report_root_move(Engine *engine, const Try *tried)
{
    if (engine->hooks.move)
        engine->hooks.move(engine->hooks.context, engine->root_depth, tried->move,
                           (unsigned)(tried->number + engine->multipv_index));
}

/* Updates best and alpha by the score of a move. True for a cutoff: the other moves need not be searched (CPW
 * Alpha-Beta, Beta-Cutoff). Once a move has raised alpha, another one is not likely to raise it further, so near the
 * leaves the others are searched with less depth (Stockfish pull request 4008). */
static bool update_best(Node *node, Frame *frame, Move move, int score)
{
    if (score <= frame->best)
        return false;
    frame->best = score;
    if (score <= frame->alpha)
        return false;
    frame->best_move = move;
    if (frame->pv)
        node_update_pv(node, move);
    if (score >= frame->beta) {
        node->cutoffs++;
        return true;
    }
    frame->alpha = score;
    if (frame->depth > 1 && frame->depth < 6 && !is_mate(frame->beta) && !is_mate(score))
        frame->depth--;
    return false;
}

static void start_moves(Engine *engine, Node *node, Frame *frame, MovePicker *picker,
                        SearchedMoves *all)
{
    const Position *pos = &node->pos;
    all->quiet_count = all->capture_count = 0;
    node_set_context(engine, node);
    node->checks = checks_of(pos);
    movepicker_init(picker, pos, &engine->history, &node->context, &node->checks, frame->table_move,
                    node->killers);
    frame->table_is_capture =
        picker->table_move != MOVE_NONE && movepicker_is_tactical(pos, picker->table_move);
}

/* Searches the moves one by one. False when nothing is to be stored: the search was stopped, or several moves were
 * good enough. The score is frame->best. */
static bool search_moves(Engine *engine, Node *node, Frame *frame, MovePicker *picker,
                         SearchedMoves *all)
{
    const bool may_prune = !frame->root && has_pieces(&node->pos);
    Move move;
    int score = 0;
    while ((move = movepicker_next(picker)) != MOVE_NONE) {
        if (!is_candidate(engine, node, frame, move))
            continue;
        frame->count++;
        node_read_ahead(engine, node, move);
        const Try tried = describe(engine, node, frame, picker, move);
        if (frame->root)
            report_root_move(engine, &tried);
        if (may_prune && frame->best > -SCORE_MATE_BOUND && is_futile(node, frame, &tried, picker))
            continue;
        const int extension = extension_of(engine, node, frame, &tried, &score);
        if (engine->stopped || node_must_stop(engine))
            return false;
        if (extension == SCORE_NONE) {
            frame->best = score;
            return false;
        }
        const uint64_t nodes_before = worker_nodes(engine);
        Node *child = node_enter(engine, node, move, tried.check);
        child->double_extensions = node->double_extensions + (extension == 2);
        node->count = frame->count;
        frame->singular = frame->singular || (extension > 0 && !tried.capture);
        searched_add(all, move, tried.capture);
        score = search_move(engine, child, frame, &tried, frame->depth - 1 + extension);
        if (engine->stopped)
            return false;
        if (frame->root)
            update_root_move(root_move(engine, move), engine, score,
                             worker_nodes(engine) - nodes_before,
                             frame->count == 1 || score > frame->alpha);
        if (update_best(node, frame, move, score))
            break;
    }
    return true;
}

/* After the moves: updates the histories and stores the result in the table. Alpha is that before the moves. */
static void store_result(Engine *engine, Node *node, const Frame *frame, int alpha,
                         const SearchedMoves *all)
{
    const int best = frame->best;
    if (best >= frame->beta)
        history_update_cutoff(engine, node, frame->best_move,
                              frame->depth + (best > frame->beta + PARAMETER(BONUS_HIGH_MARGIN)),
                              all);
    else if (best <= alpha && node->excluded == MOVE_NONE)
        history_update_fail_low(engine, node, frame->depth);
    if (node->excluded != MOVE_NONE || (frame->root && engine->multipv_index > 0))
        return;
    const TableEntry found = {
        .move = frame->best_move,
        .score = best,
        .eval = frame->raw,
        .depth = frame->depth,
        .bound = best >= frame->beta         ? BOUND_LOWER
                 : frame->pv && best > alpha ? BOUND_EXACT
                                             : BOUND_UPPER,
        .was_pv = frame->was_pv,
    };
    node_store(engine, node, found);
    history_update_correction(engine, node, &found);
}

/* Without a table move a shallower search is the cheaper way to find one (CPW Internal_Iterative_Reductions, Stockfish
 * pull request 4056). */
static int less_without_table_move(const Node *node, const Frame *frame)
{
    if (frame->table_move != MOVE_NONE || node->excluded != MOVE_NONE || node->in_check)
        return 0;
    return frame->pv || (frame->cut && frame->depth >= 7) ? 2 : 0;
}

static void prepare_children(Node *node)
{
    node[2].killers[0] = node[2].killers[1] = MOVE_NONE;
    node[2].cutoffs = 0;
    node[1].excluded = MOVE_NONE;
    node[1].ply = node->ply + 1;
    node[1].double_extensions = node->double_extensions;
}

/* The score from the view of the side to move (CPW Negamax): exact between alpha and beta, otherwise a bound, as
 * tight as the search found it (CPW Fail-Soft). */
static int search(Engine *engine, Node *node, int alpha, int beta, int depth, bool cut)
{
    int score = 0;
    assert(alpha < beta);
    if (depth <= 0)
        return quiesce(engine, node, alpha, beta);
    Frame frame = {.alpha = alpha,
                   .beta = beta,
                   .depth = depth,
                   .best = -SCORE_INFINITE,
                   .root = node->ply == 0,
                   .pv = beta - alpha > 1,
                   .cut = cut};
    node->pv_length = 0;
    engine->selective_depth = max(engine->selective_depth, node->ply);

    if (!frame.root && is_known(engine, node, &frame, &score))
        return score;
    if (table_cuts(engine, node, &frame))
        return frame.entry.score;
    set_eval(engine, node, &frame);
    prepare_children(node);
    if (is_pruned(engine, node, &frame, &score))
        return score;
    if (engine->stopped)
        return 0;
    frame.depth -= less_without_table_move(node, &frame);
    if (frame.depth <= 0)
        return quiesce(engine, node, frame.alpha, frame.beta);

    alpha = frame.alpha;
    MovePicker picker;
    SearchedMoves all;
    start_moves(engine, node, &frame, &picker, &all);
    if (!search_moves(engine, node, &frame, &picker, &all))
        return frame.best;
    if (frame.count == 0)
        return node->excluded != MOVE_NONE ? alpha : node->in_check ? mated_in(node->ply) : 0;
    store_result(engine, node, &frame, alpha, &all);
    return frame.best;
}

int search_root(Engine *engine, int alpha, int beta, int depth)
{
    return search(engine, &engine->stack[STACK_BEFORE], alpha, beta, depth, false);
}
