/* Principal variation search, and quiescence at its leaves. Each idea names its source; those of the Chess
 * Programming Wiki (CPW) stand at https://www.chessprogramming.org/NAME. Numbers are in centipawns, plies
 * and node counts; they were set by hand and then moved by matches (README.md). */
#include <assert.h>
#include <string.h>

#include "eval.h"
#include "exchange.h"
#include "picker.h"
#include "worker.h"

enum { POLL_MASK = 1023 };

static int min(int a, int b)
{
    return a < b ? a : b;
}
static int max(int a, int b)
{
    return a > b ? a : b;
}

static int mate_in(int ply)
{
    return ENGINE_MATE - ply;
}
static int mated_in(int ply)
{
    return ply - ENGINE_MATE;
}
static bool is_mate(int score)
{
    return score >= ENGINE_MATE_BOUND || score <= -ENGINE_MATE_BOUND;
}

/* Natural logarithm in 1/1024, of 1 to 63: integers, so that every machine reduces alike. */
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

/* The later the move and the deeper the node, the less a move deserves (CPW Late_Move_Reductions). */
void search_init(Engine *engine)
{
    memset(engine->reductions, 0, sizeof engine->reductions);
    for (int depth = 1; depth < 64; depth++)
        for (int number = 1; number < 64; number++)
            engine->reductions[depth][number] =
                (int8_t)(3 + (int64_t)log_of(depth) * log_of(number) * 4 * 10 / (23 << 20));
}

static uint64_t count_node(Engine *engine)
{
    /* One writer: no need for an atomic increment, only for a load that never tears elsewhere. */
    uint64_t nodes = atomic_load_explicit(&engine->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&engine->nodes, nodes, memory_order_relaxed);
    return nodes;
}

/* Before a move is played: is there budget for one more node? */
static bool is_over(Engine *engine)
{
    if (engine->stopped)
        return true;
    uint64_t nodes = atomic_load_explicit(&engine->nodes, memory_order_relaxed);
    if (engine->limits.nodes && nodes >= engine->limits.nodes)
        engine->stopped = true;
    if ((nodes & POLL_MASK) == POLL_MASK && engine->hooks.poll &&
        engine->hooks.poll(engine->hooks.context, nodes))
        engine->stopped = true;
    return engine->stopped;
}

static Node *enter(Engine *engine, Node *node, Move move)
{
    Node *child = node + 1;
    Piece piece = position_piece_on(&node->pos, move_from(move));
    node->move = move;
    child->continuation = &engine->history.continuation[piece][move_to(move)];
    child->counter = &engine->history.counter[piece][move_to(move)];
    child->pos = node->pos;
    position_play(&child->pos, move);
    table_prefetch(engine->table, child->pos.key);
    child->reversible = min(node->reversible + 1, child->pos.halfmove);
    child->in_check = position_is_check(&child->pos);
    count_node(engine);
    return child;
}

static Node *enter_null(Engine *engine, Node *node)
{
    Node *child = node + 1;
    node->move = MOVE_NONE;
    child->continuation = &engine->history.continuation[NO_PIECE][0];
    child->counter = NULL;
    child->pos = node->pos;
    position_play_null(&child->pos);
    table_prefetch(engine->table, child->pos.key);
    child->reversible = 0;
    child->in_check = false;
    count_node(engine);
    return child;
}

/* The position two plies of the same side back, and so on: one repetition within the search is enough, for
 * who could avoid it and doesn't will not later either; of the game's positions two (CPW Repetitions). */
static bool is_repetition(const Engine *engine, const Node *node)
{
    bool seen = false;
    for (int back = 4; back <= node->reversible; back += 2) {
        if (back <= node->ply) {
            if (node[-back].pos.key == node->pos.key)
                return true;
            continue;
        }
        int index = engine->game_key_count - (back - node->ply);
        if (index < 0)
            return false;
        if (engine->game_keys[index] != node->pos.key)
            continue;
        if (seen)
            return true;
        seen = true;
    }
    return false;
}

static bool is_draw(const Engine *engine, const Node *node)
{
    const Position *pos = &node->pos;
    if (pos->halfmove >= FIFTY_PLIES && (!node->in_check || movegen_any(pos)))
        return true;
    if (is_repetition(engine, node))
        return true;
    return bit_count(position_occupied(pos)) <= 4 && outcome_is_dead(pos);
}

static int evaluate(const Engine *engine, const Position *pos)
{
    int value = eval_position(pos);
    if (engine->eyesight)
        value += eyesight_error(engine->eyesight, pos);
    return max(min(value, ENGINE_MATE_BOUND - 1), 1 - ENGINE_MATE_BOUND);
}

/* What the histories of this search say about the error of such evaluations
 * (CPW Static_Evaluation_Correction_History); and an advantage fades as the fifty moves pass. */
static int corrected(const Engine *engine, const Position *pos, int raw)
{
    int value = raw + history_correction(&engine->history, pos);
    if (pos->halfmove > 20)
        value = value * (220 - pos->halfmove) / 200;
    return max(min(value, ENGINE_MATE_BOUND - 1), 1 - ENGINE_MATE_BOUND);
}

static HistoryContext context_of(const Node *node)
{
    return (HistoryContext){
        .one = node->continuation,
        .two = node[-1].continuation,
        .four = node[-3].continuation,
        .counter = node->counter ? *node->counter : MOVE_NONE,
    };
}

static void keep_pv(Node *node, Move move)
{
    const Node *child = node + 1;
    int length = min(child->pv_length, ENGINE_PV_MAX - 1);
    node->pv[0] = move;
    memcpy(node->pv + 1, child->pv, (size_t)length * sizeof(Move));
    node->pv_length = length + 1;
}

/* Can the table's score stand for a search with this window? */
static bool settles(const TableEntry *entry, int alpha, int beta)
{
    if (entry->bound == BOUND_EXACT)
        return true;
    if (entry->bound == BOUND_LOWER)
        return entry->score >= beta;
    return entry->score <= alpha;
}

static void remember(Engine *engine, const Node *node, TableEntry entry)
{
    if (!engine->stopped)
        table_store(engine->table, node->pos.key, node->ply, &entry);
}

/* Captures, until the position is quiet, so that its static evaluation can be trusted; out of check all moves
 * (CPW Quiescence_Search). Depth 0 is the first ply, where quiet checks are looked at, too. */
static int quiesce(Engine *engine, Node *node, int alpha, int beta, int depth)
{
    const Position *pos = &node->pos;
    const bool pv = beta - alpha > 1;
    node->pv_length = 0;
    engine->selective_depth = max(engine->selective_depth, node->ply);
    if (is_draw(engine, node))
        return 0;
    if (node->ply >= ENGINE_DEPTH_MAX)
        return node->in_check ? 0 : evaluate(engine, pos);

    TableEntry entry;
    bool known = table_find(engine->table, pos->key, node->ply, &entry);
    if (known && !pv && settles(&entry, alpha, beta))
        return entry.score;

    int raw = SCORE_NONE, best = -SCORE_INFINITE, futile = -SCORE_INFINITE;
    const int old_alpha = alpha;
    if (!node->in_check) {
        raw = known && entry.eval != SCORE_NONE ? entry.eval : evaluate(engine, pos);
        best = corrected(engine, pos, raw);
        /* The table knows better than the evaluation. */
        if (known && !is_mate(entry.score) &&
            (entry.bound == BOUND_EXACT || (entry.bound == BOUND_LOWER) == (entry.score > best)))
            best = entry.score;
        /* Standing pat: one need not capture (CPW Quiescence_Search#Standing_Pat). */
        if (best >= beta)
            return best;
        alpha = max(alpha, best);
        futile = best + 160;
    }

    Picker picker;
    HistoryContext context = context_of(node);
    static const Move no_killers[2];
    Move table_move = known ? entry.move : MOVE_NONE;
    if (node->in_check)
        picker_init(&picker, pos, &engine->history, &context, table_move, no_killers);
    else
        picker_init_captures(&picker, pos, &engine->history, table_move, 0);

    Move best_move = MOVE_NONE, move;
    int count = 0;
    while ((move = picker_next(&picker)) != MOVE_NONE) {
        if (engine->eyesight && count && eyesight_overlooks(engine->eyesight, node, move))
            continue;
        count++;
        if (best > -ENGINE_MATE_BOUND) {
            /* What even the captured piece would not bring up to alpha (CPW Delta_Pruning). */
            if (!node->in_check && !move_is_promotion(move)) {
                int most = futile + exchange_piece(position_captured(pos, move));
                if (most <= alpha && !position_gives_check(pos, move)) {
                    best = max(best, most);
                    continue;
                }
            }
            if (node->in_check && !picker_is_tactical(pos, move) && count > 3)
                continue;
        }
        if (is_over(engine))
            return best;
        Node *child = enter(engine, node, move);
        child->ply = node->ply + 1;
        int score = -quiesce(engine, child, -beta, -alpha, depth - 1);
        if (engine->stopped)
            return best;
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        best_move = move;
        if (pv)
            keep_pv(node, move);
        if (score >= beta)
            break;
        alpha = score;
    }
    if (node->in_check && count == 0)
        return mated_in(node->ply);
    remember(engine, node,
             (TableEntry){.move = best_move,
                          .score = best,
                          .eval = raw,
                          .depth = 0,
                          .bound = best >= beta             ? BOUND_LOWER
                                   : pv && best > old_alpha ? BOUND_EXACT
                                                            : BOUND_UPPER});
    return best;
}

static int bonus_of(int depth)
{
    return min(150 * depth - 60, 1500);
}

typedef struct {
    Move quiets[64];
    int quiet_count;
    Move captures[32];
    int capture_count;
} Tried;

/* A move has refuted the one before: it is remembered as good, those tried in vain as bad
 * (CPW History_Heuristic, Killer_Heuristic, Countermove_Heuristic). */
static void learn(Engine *engine, Node *node, Move best, int depth, const Tried *tried)
{
    const Position *pos = &node->pos;
    History *history = &engine->history;
    HistoryContext context = context_of(node);
    int bonus = bonus_of(depth);
    if (!picker_is_tactical(pos, best)) {
        if (node->killers[0] != best) {
            node->killers[1] = node->killers[0];
            node->killers[0] = best;
        }
        if (node->counter)
            *node->counter = best;
        if (depth > 1 || tried->quiet_count > 0)
            history_note_quiet(history, pos, &context, best, bonus);
        for (int i = 0; i < tried->quiet_count; i++)
            history_note_quiet(history, pos, &context, tried->quiets[i], -bonus);
    } else {
        history_note_capture(history, pos, best, bonus);
    }
    for (int i = 0; i < tried->capture_count; i++)
        history_note_capture(history, pos, tried->captures[i], -bonus);
}

static bool has_pieces(const Position *pos)
{
    Bitboard light = position_by_type(pos, PAWN) | position_by_type(pos, KING);
    return (position_by_color(pos, position_turn(pos)) & ~light) != 0;
}

static RootMove *root_move(Engine *engine, Move move)
{
    for (int i = engine->multipv_index; i < engine->root_count; i++)
        if (engine->root[i].move == move)
            return &engine->root[i];
    return NULL;
}

static void note_root(Engine *engine, RootMove *root, int score, uint64_t nodes, bool improves)
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

/* Fail-soft: the score may lie outside the window, and is then a bound. 'cut' says that this node is
 * expected to fail high (CPW Node_Types#CUT). */
static int search(Engine *engine, Node *node, int alpha, int beta, int depth, bool cut)
{
    const Position *pos = &node->pos;
    const bool root = node->ply == 0, pv = beta - alpha > 1, in_check = node->in_check;
    const Move excluded = node->excluded;
    assert(alpha < beta && (pv || alpha == beta - 1));
    if (depth <= 0)
        return quiesce(engine, node, alpha, beta, 0);
    node->pv_length = 0;
    engine->selective_depth = max(engine->selective_depth, node->ply);

    if (!root) {
        if (is_draw(engine, node))
            return 0;
        if (node->ply >= ENGINE_DEPTH_MAX)
            return in_check ? 0 : evaluate(engine, pos);
        /* No mate from here can be shorter than one already found (CPW Mate_Distance_Pruning). */
        alpha = max(alpha, mated_in(node->ply));
        beta = min(beta, mate_in(node->ply + 1));
        if (alpha >= beta)
            return alpha;
    }

    /* Searched before, and deep enough? Near the fifty moves a score is not a matter of the position alone. */
    TableEntry entry;
    bool known = excluded == MOVE_NONE && table_find(engine->table, pos->key, node->ply, &entry);
    Move table_move = root    ? engine->root[engine->multipv_index].move
                      : known ? entry.move
                              : MOVE_NONE;
    if (known && !pv && entry.depth >= depth && pos->halfmove < 90 && settles(&entry, alpha, beta))
        return entry.score;
    const bool was_pv = pv || (known && entry.was_pv);

    int raw = SCORE_NONE, eval = SCORE_NONE;
    if (in_check) {
        node->eval = SCORE_NONE;
    } else if (excluded != MOVE_NONE) {
        eval = node->eval;
    } else {
        raw = known && entry.eval != SCORE_NONE ? entry.eval : evaluate(engine, pos);
        node->eval = eval = corrected(engine, pos, raw);
        if (known && !is_mate(entry.score) &&
            (entry.bound == BOUND_EXACT || (entry.bound == BOUND_LOWER) == (entry.score > eval)))
            eval = entry.score;
    }
    /* Is the side to move better off than a move ago? Then more is worth a look. */
    const int before = node[-2].eval != SCORE_NONE ? node[-2].eval : node[-4].eval;
    const bool improving = !in_check && before != SCORE_NONE && node->eval > before;
    node[2].killers[0] = node[2].killers[1] = MOVE_NONE;
    node[1].excluded = MOVE_NONE;
    node[1].ply = node->ply + 1;
    node[1].double_extensions = node->double_extensions;

    if (!pv && !in_check && excluded == MOVE_NONE && !is_mate(beta)) {
        /* So far above beta that the opponent's next moves won't change it (CPW Reverse_Futility_Pruning). */
        if (depth <= 8 && eval - 75 * (depth - improving) >= beta && eval < ENGINE_MATE_BOUND)
            return (eval + beta) / 2;

        /* So far below alpha that only captures could help (CPW Razoring). */
        if (depth <= 3 && eval + 200 + 180 * depth <= alpha) {
            int score = quiesce(engine, node, alpha, alpha + 1, 0);
            if (score <= alpha || engine->stopped)
                return score;
        }

        /* Even passing is good enough: a real move will be, too, but in zugzwang, against which pieces are
         * asked for and deep results verified (CPW Null_Move_Pruning). */
        if (depth >= 3 && eval >= beta && node->eval + 20 * depth - 120 >= beta &&
            has_pieces(pos) && node[-1].move != MOVE_NONE &&
            node->ply >= engine->null_verified_ply) {
            int reduced = depth - (4 + depth / 3 + min((eval - beta) / 200, 3));
            if (is_over(engine))
                return 0;
            Node *child = enter_null(engine, node);
            int score = -search(engine, child, -beta, -beta + 1, reduced, !cut);
            if (engine->stopped)
                return 0;
            if (score >= beta) {
                if (is_mate(score))
                    score = beta;
                if (depth < 12 || engine->null_verified_ply)
                    return score;
                engine->null_verified_ply = node->ply + 3 * max(reduced, 1) / 4 + 1;
                int verified = search(engine, node, beta - 1, beta, reduced, false);
                engine->null_verified_ply = 0;
                if (verified >= beta || engine->stopped)
                    return score;
            }
        }

        /* A capture that a shallow search sees far above beta will hold (CPW ProbCut). */
        const int probable = beta + 180;
        if (depth >= 5 && !is_mate(probable) &&
            !(known && entry.depth >= depth - 3 && entry.score < probable)) {
            Picker picker;
            Move move;
            picker_init_captures(&picker, pos, &engine->history, table_move, probable - node->eval);
            while ((move = picker_next(&picker)) != MOVE_NONE) {
                if (is_over(engine))
                    return 0;
                Node *child = enter(engine, node, move);
                int score = -quiesce(engine, child, -probable, -probable + 1, 0);
                if (score >= probable)
                    score = -search(engine, child, -probable, -probable + 1, depth - 4, !cut);
                if (engine->stopped)
                    return 0;
                if (score < probable)
                    continue;
                remember(engine, node,
                         (TableEntry){.move = move,
                                      .score = score,
                                      .eval = raw,
                                      .depth = depth - 3,
                                      .bound = BOUND_LOWER,
                                      .was_pv = was_pv});
                return score;
            }
        }
    }

    /* Without a move to try first, a shallower search is the cheaper way to find one (CPW
     * Internal_Iterative_Reductions). */
    if (!root && depth >= 4 && table_move == MOVE_NONE && excluded == MOVE_NONE && (pv || cut))
        depth--;

    Picker picker;
    HistoryContext context = context_of(node);
    picker_init(&picker, pos, &engine->history, &context, table_move, node->killers);
    const bool table_is_capture =
        picker.table_move != MOVE_NONE && picker_is_tactical(pos, picker.table_move);
    const int old_alpha = alpha;
    int best = -SCORE_INFINITE, count = 0;
    Move best_move = MOVE_NONE, move;
    Tried tried = {.quiet_count = 0};

    while ((move = picker_next(&picker)) != MOVE_NONE) {
        RootMove *at_root = NULL;
        if (move == excluded)
            continue;
        if (root && !(at_root = root_move(engine, move)))
            continue;
        if (engine->eyesight && count && eyesight_overlooks(engine->eyesight, node, move))
            continue;
        count++;
        const bool capture = picker_is_tactical(pos, move);
        const bool gives_check = position_gives_check(pos, move);
        const int history = capture ? history_capture(&engine->history, pos, move)
                                    : history_quiet(&engine->history, pos, &context, move);
        int reduction = engine->reductions[min(depth, 63)][min(count, 63)];
        if (root && engine->hooks.move)
            engine->hooks.move(engine->hooks.context, engine->root_depth, move,
                               (unsigned)(count + engine->multipv_index));

        /* Moves late in the order of a shallow node are not even tried, once one that does not lose
         * is known. */
        if (!root && best > -ENGINE_MATE_BOUND && has_pieces(pos)) {
            const int left = max(depth - reduction / 4, 1); /* what the reduced search would have */
            if (!capture && !gives_check) {
                /* CPW Futility_Pruning#MoveCountBasedPruning */
                if (depth <= 8 && count >= (4 + depth * depth) / (2 - improving)) {
                    picker_skip_quiets(&picker);
                    continue;
                }
                /* CPW Futility_Pruning */
                if (!in_check && left <= 7 &&
                    node->eval + 110 + 95 * left + history / 200 <= alpha) {
                    picker_skip_quiets(&picker);
                    continue;
                }
                /* CPW History_Leaf_Pruning */
                if (left <= 4 && history < -3500 * left)
                    continue;
                if (left <= 8 && !exchange_wins(pos, move, -22 * left * left))
                    continue;
            } else if (depth <= 7 && !exchange_wins(pos, move, -95 * depth)) {
                continue;
            }
        }

        /* Is the table's move much better than all others? Then it decides, and is searched deeper; are
         * several good enough, the node fails high at once (CPW Singular_Extensions). */
        int extension = 0;
        if (!root && depth >= 7 && known && move == entry.move && entry.depth >= depth - 3 &&
            entry.bound != BOUND_UPPER && !is_mate(entry.score) &&
            node->ply < 2 * engine->root_depth) {
            const int margin = entry.score - 2 * depth;
            node->excluded = move;
            int score = search(engine, node, margin - 1, margin, (depth - 1) / 2, cut);
            node->excluded = MOVE_NONE;
            node->pv_length = 0;
            if (engine->stopped)
                return 0;
            if (score < margin) {
                extension = !pv && score < margin - 18 && node->double_extensions < 6 ? 2 : 1;
            } else if (margin >= beta) {
                return margin;
            } else if (entry.score >= beta) {
                extension = -1;
            }
        } else if (gives_check && depth <= 10 && exchange_wins(pos, move, 0)) {
            extension = 1; /* CPW Check_Extensions */
        }

        if (is_over(engine))
            return best;
        const uint64_t nodes_before = engine_nodes(engine);
        Node *child = enter(engine, node, move);
        child->double_extensions = node->double_extensions + (extension == 2);
        if (capture && tried.capture_count < 32)
            tried.captures[tried.capture_count++] = move;
        if (!capture && tried.quiet_count < 64)
            tried.quiets[tried.quiet_count++] = move;
        const int next = depth - 1 + extension;
        int score = -SCORE_INFINITE;

        /* The first move gets the whole window; the others have to prove with an empty one that they beat
         * it, late ones at a reduced depth first (CPW Principal_Variation_Search). */
        if (depth >= 2 && count > 1 + 2 * root) {
            reduction -= 4 * was_pv;
            reduction += 4 * !improving;
            reduction += 6 * cut;
            reduction += 4 * (table_is_capture && !capture);
            reduction -= 4 * gives_check;
            reduction -= 3 * (picker.stage <= PICK_REFUTATIONS && !capture);
            if (capture)
                reduction -= 4;
            reduction -= history / 2200;
            const int reduced = min(max(next - max(reduction, 0) / 4, 1), next);
            score = -search(engine, child, -alpha - 1, -alpha, reduced, true);
            if (score > alpha && reduced < next && !engine->stopped)
                score = -search(engine, child, -alpha - 1, -alpha, next, !cut);
        } else if (!pv || count > 1) {
            score = -search(engine, child, -alpha - 1, -alpha, next, !cut);
        }
        if (pv && (count == 1 || score > alpha) && !engine->stopped)
            score = -search(engine, child, -beta, -alpha, next, false);
        if (engine->stopped)
            return best;

        if (at_root)
            note_root(engine, at_root, score, engine_nodes(engine) - nodes_before,
                      count == 1 || score > alpha);
        if (score <= best)
            continue;
        best = score;
        if (score <= alpha)
            continue;
        best_move = move;
        if (pv)
            keep_pv(node, move);
        if (score >= beta)
            break;
        alpha = score;
    }

    if (count == 0) {
        if (excluded != MOVE_NONE)
            return alpha;
        return in_check ? mated_in(node->ply) : 0;
    }
    if (best >= beta) {
        /* Not against itself. */
        if (!picker_is_tactical(pos, best_move) && tried.quiet_count > 0)
            tried.quiet_count -= tried.quiets[tried.quiet_count - 1] == best_move;
        if (tried.capture_count > 0)
            tried.capture_count -= tried.captures[tried.capture_count - 1] == best_move;
        learn(engine, node, best_move, depth, &tried);
    }
    const Bound bound = best >= beta             ? BOUND_LOWER
                        : pv && best > old_alpha ? BOUND_EXACT
                                                 : BOUND_UPPER;
    if (excluded == MOVE_NONE && !(root && engine->multipv_index > 0)) {
        remember(engine, node,
                 (TableEntry){.move = best_move,
                              .score = best,
                              .eval = raw,
                              .depth = depth,
                              .bound = bound,
                              .was_pv = was_pv});
        /* What the search found beyond the static evaluation, where that says something about it. */
        bool tactical = best_move != MOVE_NONE && picker_is_tactical(pos, best_move);
        if (!in_check && !tactical && !is_mate(best) && !engine->eyesight &&
            !(bound == BOUND_LOWER && best <= node->eval) &&
            !(bound == BOUND_UPPER && best >= node->eval))
            history_note_correction(&engine->history, pos, depth, best - node->eval);
    }
    return best;
}

int search_root(Engine *engine, int alpha, int beta, int depth)
{
    return search(engine, &engine->stack[STACK_BEFORE], alpha, beta, depth, false);
}
