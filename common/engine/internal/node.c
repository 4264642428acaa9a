#include "node.h"

#include <string.h>

#include "evaluate.h"
#include "handicap.h"
#include "movegen.h"

enum { POLL_MASK = 1023 };

static void count_node(Engine *engine)
{
    /* There is one writer, so the increment need not be atomic; other threads only must not read half a number. */
    uint64_t nodes = atomic_load_explicit(&engine->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&engine->nodes, nodes, memory_order_relaxed);
}

bool node_must_stop(Engine *engine)
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

Node *node_enter(Engine *engine, Node *node, Move move, bool check)
{
    Node *child = node + 1;
    Piece piece = position_piece_on(&node->pos, move_from(move));
    node->move = move;
    child->continuation = &engine->history.continuation[history_piece(piece)][move_to(move)];
    child->counter = &engine->history.counter[history_piece(piece)][move_to(move)];
    child->piece_to = piece_to_of(piece, move_to(move));
    child->move_correction = history_of_moves(&engine->history, node->piece_to, child->piece_to);
    child->pos = node->pos;
    position_play(&child->pos, move);
    table_prefetch(engine->table, child->pos.key);
    child->reversible = min(node->reversible + 1, child->pos.halfmove);
    child->in_check = check;
    count_node(engine);
    return child;
}

Node *node_enter_null(Engine *engine, Node *node)
{
    Node *child = node + 1;
    node->move = MOVE_NONE;
    child->continuation = &engine->history.no_continuation;
    child->counter = NULL;
    child->piece_to = 0;
    child->move_correction = history_of_moves(&engine->history, node->piece_to, 0);
    child->pos = node->pos;
    position_play_null(&child->pos);
    table_prefetch(engine->table, child->pos.key);
    child->reversible = 0;
    child->in_check = false;
    count_node(engine);
    return child;
}

/* Within the search one repetition is enough, as a side that could have avoided it will not avoid it later, either;
 * of positions of the game it takes two (CPW Repetitions). */
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

bool node_is_draw(const Engine *engine, const Node *node)
{
    const Position *pos = &node->pos;
    if (pos->halfmove >= FIFTY_PLIES && (!node->in_check || movegen_any(pos)))
        return true;
    if (is_repetition(engine, node))
        return true;
    return bit_count(position_occupied(pos)) <= 4 && outcome_is_bare(pos);
}

void node_count_tablebase_hit(Engine *engine)
{
    uint64_t hits = atomic_load_explicit(&engine->tablebase_hits, memory_order_relaxed) + 1;
    atomic_store_explicit(&engine->tablebase_hits, hits, memory_order_relaxed);
}

bool node_probe_tablebase(Engine *engine, const Node *node, int *score)
{
    TablebaseResult verdict;
    if (!engine->tablebase || engine->handicap ||
        !tablebase_probe(engine->tablebase, &node->pos, &verdict))
        return false;
    if (verdict.winner && node->pos.halfmove + verdict.plies > FIFTY_PLIES)
        return false;
    const int end = node->ply + verdict.plies;
    *score = verdict.winner > 0 ? mate_in(end) : verdict.winner < 0 ? mated_in(end) : 0;
    node_count_tablebase_hit(engine);
    return true;
}

static int short_of_mate(int value)
{
    return max(min(value, SCORE_MATE_BOUND - 1), 1 - SCORE_MATE_BOUND);
}

int node_evaluate(Engine *engine, const Node *node)
{
    int value = evaluate_node(engine, node);
    if (engine->handicap)
        value += handicap_eval_error(engine->handicap, &node->pos);
    return short_of_mate(value);
}

/* An advantage counts less as the fifty moves run out. */
int node_correct_eval(const Engine *engine, const Node *node, int raw)
{
    const Position *pos = &node->pos;
    int value = raw + history_correction(&engine->history, pos, node->move_correction);
    if (pos->halfmove > 20)
        value = value * (220 - pos->halfmove) / 200;
    return short_of_mate(value);
}

int node_refine_eval(int eval, bool known, const TableEntry *entry)
{
    if (!known || is_mate(entry->score))
        return eval;
    bool says_more =
        entry->bound == BOUND_EXACT || (entry->bound == BOUND_LOWER) == (entry->score > eval);
    return says_more ? entry->score : eval;
}

/* The squares that pieces of that colour and type attack, their own pieces among them. */
static Bitboard attacked_by(const Position *pos, Color color, PieceType type)
{
    const Bitboard occupied = position_occupied(pos), pieces = position_pieces(pos, color, type);
    if (type == PAWN)
        return attacks_of_pawns(color, pieces);
    Bitboard set = 0;
    for (Bitboard left = pieces; left;)
        set |= attacks_of(type, bit_pop(&left), occupied);
    return set;
}

static void set_attacked(const Position *pos, HistoryContext *context)
{
    const Color them = color_other(position_turn(pos));
    context->attacked_by_pawns = attacked_by(pos, them, PAWN);
    context->attacked_by_minors = context->attacked_by_pawns | attacked_by(pos, them, KNIGHT) |
                                  attacked_by(pos, them, BISHOP);
    context->attacked_by_rooks = context->attacked_by_minors | attacked_by(pos, them, ROOK);
    context->attacked =
        context->attacked_by_rooks | attacked_by(pos, them, QUEEN) | attacked_by(pos, them, KING);
}

void node_set_context(Engine *engine, Node *node)
{
    const Position *pos = &node->pos;
    node->context = (HistoryContext){
        .squares = &engine->history.quiet[position_turn(pos)],
        .pawns = history_pawns(&engine->history, pos),
        .one = node->continuation,
        .two = node[-1].continuation,
        .four = node[-3].continuation,
        .counter = node->counter ? *node->counter : MOVE_NONE,
    };
    set_attacked(pos, &node->context);
}

void node_update_pv(Node *node, Move move)
{
    const Node *child = node + 1;
    int length = min(child->pv_length, ENGINE_PV_MAX - 1);
    node->pv[0] = move;
    memcpy(node->pv + 1, child->pv, (size_t)length * sizeof(Move));
    node->pv_length = length + 1;
}

bool node_allows_cutoff(const TableEntry *entry, int alpha, int beta)
{
    if (entry->bound == BOUND_EXACT)
        return true;
    if (entry->bound == BOUND_LOWER)
        return entry->score >= beta;
    return entry->score <= alpha;
}

void node_store(Engine *engine, const Node *node, TableEntry entry)
{
    if (!engine->stopped)
        table_store(engine->table, node->pos.key, node->ply, &entry);
}
