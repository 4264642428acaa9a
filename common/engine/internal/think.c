/* A search from its root: what is searched, iterative deepening, and what came of it. */
#include "think.h"

#include <assert.h>
#include <string.h>

#include "movegen.h"
#include "parameters.h"
#include "search.h"
#include "tablebase_root.h"

/* The compiler's command line says which build this is. */
#if !defined(THINK_SUFFIX)
#define THINK_SUFFIX base
#endif
#define JOIN(name, suffix)   name##_##suffix
#define SUFFIX(name, suffix) JOIN(name, suffix)
#define BUILD(name)          SUFFIX(name, THINK_SUFFIX)

static_assert(SCORE_MATE - ENGINE_DEPTH_MAX - 8 > SCORE_MATE_BOUND, "mates and scores are apart");

enum { WINDOW_DEPTH = 5 };

/* Plays the line again from its start, as it stores only half of each key. */
static void collect_keys(Engine *engine, const Line *line)
{
    Position pos = line->start;
    engine->game_key_count = 0;
    for (uint32_t ply = 0; ply < line->plies; ply++) {
        if (pos.halfmove == 0)
            engine->game_key_count = 0;
        /* Only in lines that go on after 75 moves: such positions cannot be repeated any more. */
        if (engine->game_key_count == SEVENTYFIVE_PLIES) {
            memmove(engine->game_keys, engine->game_keys + 1,
                    (SEVENTYFIVE_PLIES - 1) * sizeof engine->game_keys[0]);
            engine->game_key_count--;
        }
        engine->game_keys[engine->game_key_count++] = pos.key;
        position_play(&pos, line->moves[ply]);
    }
    assert(pos.key == line->now.key);
}

static void start_stack(Engine *engine, const Line *line)
{
    for (int i = 0; i <= STACK_BEFORE; i++) {
        Node *node = &engine->stack[i];
        node->continuation = &engine->history.no_continuation;
        node->counter = NULL;
        node->piece_to = 0;
        node->move_correction = history_of_moves(&engine->history, 0, 0);
        node->eval = SCORE_NONE;
        node->move = node->excluded = MOVE_NONE;
        node->killers[0] = node->killers[1] = MOVE_NONE;
        node->double_extensions = 0;
    }
    for (int i = STACK_BEFORE; i < STACK_NODES; i++) {
        engine->stack[i].killers[0] = engine->stack[i].killers[1] = MOVE_NONE;
        engine->stack[i].cutoffs = 0;
    }
    Node *root = &engine->stack[STACK_BEFORE];
    root->pos = line->now;
    root->ply = 0;
    root->in_check = position_is_check(&root->pos);
    root->reversible =
        engine->game_key_count < root->pos.halfmove ? engine->game_key_count : root->pos.halfmove;
}

static bool is_wanted(const EngineLimits *limits, Move move)
{
    if (!limits->only_count)
        return true;
    for (unsigned i = 0; i < limits->only_count; i++)
        if (limits->only[i] == move)
            return true;
    return false;
}

static void collect_root_moves(Engine *engine)
{
    Moves moves;
    movegen_legal(&engine->stack[STACK_BEFORE].pos, &moves);
    engine->root_count = 0;
    for (int i = 0; i < moves.count; i++) {
        if (!is_wanted(&engine->limits, moves.at[i]))
            continue;
        RootMove *root = &engine->root[engine->root_count++];
        *root = (RootMove){.move = moves.at[i], .pv = {moves.at[i]}, .pv_length = 1};
        root->score = root->last_score = -SCORE_INFINITE;
    }
}

/* Sorts the moves from 'first' on, the best first; the sort is stable. */
static void sort_root(Engine *engine, int first, int end)
{
    for (int i = first + 1; i < end; i++) {
        for (int j = i; j > first && engine->root[j].score > engine->root[j - 1].score; j--) {
            RootMove swapped = engine->root[j];
            engine->root[j] = engine->root[j - 1];
            engine->root[j - 1] = swapped;
        }
    }
}

typedef struct {
    int depth;
    unsigned steady;
    Move last_best;
} Progress;

static EngineInfo info_of(const Engine *engine, const Progress *progress, int index, Bound bound)
{
    const RootMove *root = &engine->root[index];
    uint64_t nodes = worker_nodes(engine);
    return (EngineInfo){
        .depth = progress->depth,
        .selective_depth = root->selective_depth,
        .multipv = (unsigned)index + 1,
        .score = root->score != -SCORE_INFINITE ? root->score : root->last_score,
        .bound = bound,
        .nodes = nodes,
        .tablebase_hits = worker_tablebase_hits(engine),
        .best_share = nodes ? (unsigned)(root->nodes * 1000 / nodes) : 0,
        .choices = (unsigned)engine->root_count,
        .steady = progress->steady,
        .pv = root->pv,
        .pv_length = (unsigned)root->pv_length,
    };
}

static void report(const Engine *engine, const Progress *progress, int index, Bound bound)
{
    if (!engine->hooks.info)
        return;
    EngineInfo info = info_of(engine, progress, index, bound);
    info.hash_permille = table_permille(engine->table);
    engine->hooks.info(engine->hooks.context, &info);
}

/* A narrow window around the last score cuts more; when it fails it is widened on that side
 * (https://www.chessprogramming.org/Aspiration_Windows). */
static void search_window(Engine *engine, const Progress *progress)
{
    const int index = engine->multipv_index;
    const int last = engine->root[index].last_score;
    int alpha = -SCORE_INFINITE, beta = SCORE_INFINITE, width = PARAMETER(ASPIRATION_WIDTH),
        depth = progress->depth;
    if (depth >= WINDOW_DEPTH && last != -SCORE_INFINITE) {
        alpha = last - width > -SCORE_MATE_BOUND ? last - width : -SCORE_INFINITE;
        beta = last + width < SCORE_MATE_BOUND ? last + width : SCORE_INFINITE;
    }
    for (;;) {
        for (int i = index; i < engine->root_count; i++)
            engine->root[i].score = -SCORE_INFINITE;
        engine->selective_depth = 0;
        int score = search_root(engine, alpha, beta, depth > 0 ? depth : 1);
        sort_root(engine, index, engine->root_count);
        if (engine->stopped)
            return;
        if (score > alpha && score < beta)
            return;
        report(engine, progress, index, score <= alpha ? BOUND_UPPER : BOUND_LOWER);
        if (score <= alpha) {
            beta = (alpha + beta) / 2 > score ? (alpha + beta) / 2 : score + 1;
            alpha = score - width > -SCORE_MATE_BOUND ? score - width : -SCORE_INFINITE;
            depth = progress->depth;
        } else {
            beta = score + width < SCORE_MATE_BOUND ? score + width : SCORE_INFINITE;
            /* After a fail high a shallower search is enough. */
            if (depth > progress->depth - 3 && depth > 1 && score < SCORE_MATE_BOUND)
                depth--;
        }
        width += width;
    }
}

/* One iteration for each of the lines asked for. False when the search was stopped. */
static bool iterate(Engine *engine, Progress *progress, int lines)
{
    engine->root_depth = progress->depth;
    for (int i = 0; i < engine->root_count; i++)
        engine->root[i].last_score = engine->root[i].score;
    for (engine->multipv_index = 0; engine->multipv_index < lines; engine->multipv_index++) {
        search_window(engine, progress);
        sort_root(engine, 0, engine->multipv_index + 1);
        if (engine->stopped)
            break;
    }
    engine->multipv_index = 0;
    Move best = engine->root[0].move;
    progress->steady = best == progress->last_best ? progress->steady + 1 : 0;
    progress->last_best = best;
    if (engine->stopped)
        return false;
    for (int i = 0; i < lines; i++)
        report(engine, progress, i, BOUND_EXACT);
    return true;
}

static bool is_enough(Engine *engine, const Progress *progress)
{
    const EngineLimits *limits = &engine->limits;
    if (limits->mate && engine->root[0].score >= SCORE_MATE - 2 * limits->mate + 1)
        return true;
    if (!engine->hooks.iterated)
        return false;
    EngineInfo info = info_of(engine, progress, 0, BOUND_EXACT);
    if (!engine->hooks.iterated(engine->hooks.context, &info))
        return false;
    return true;
}

/* Helpers on a shared table skip some depths, so that they run ahead of the first worker
 * (https://www.chessprogramming.org/Lazy_SMP). */
static bool skips_depth(unsigned helper, int depth)
{
    return helper && (depth + (int)(helper % 3)) % 3 == 0 && depth > 3;
}

/* No search is needed: the tablebase has the root position. */
static bool is_in_tablebase(Engine *engine, Progress *progress, int lines)
{
    if (!engine->tablebase || engine->handicap || !tablebase_root_is_decided(engine, lines))
        return false;
    progress->depth = 1;
    for (int i = 0; i < lines && i < engine->root_count; i++)
        report(engine, progress, i, BOUND_EXACT);
    return true;
}

static int deepen(Engine *engine)
{
    Progress progress = {.depth = 0, .last_best = MOVE_NONE};
    int lines = engine->limits.multipv ? (int)engine->limits.multipv : 1;
    if (is_in_tablebase(engine, &progress, lines))
        return progress.depth;
    int last = engine->limits.depth ? engine->limits.depth : ENGINE_DEPTH_MAX - 1;
    int finished = 0;
    if (lines > engine->root_count)
        lines = engine->root_count;
    if (last > ENGINE_DEPTH_MAX - 1)
        last = ENGINE_DEPTH_MAX - 1;
    for (progress.depth = 1; progress.depth <= last; progress.depth++) {
        if (skips_depth(engine->limits.helper, progress.depth))
            continue;
        if (!iterate(engine, &progress, lines))
            break;
        finished = progress.depth;
        if (is_enough(engine, &progress))
            break;
    }
    return finished;
}

/* The second move of the line, or the best reply in the table. */
static Move expected_answer(const Engine *engine)
{
    const RootMove *best = &engine->root[0];
    if (best->pv_length > 1)
        return best->pv[1];
    Position pos = engine->stack[STACK_BEFORE].pos;
    TableEntry entry;
    position_play(&pos, best->move);
    if (!table_find(engine->table, pos.key, 1, &entry) || entry.move == MOVE_NONE)
        return MOVE_NONE;
    return position_is_legal(&pos, entry.move) ? entry.move : MOVE_NONE;
}

void BUILD(think)(Engine *engine, const Line *line, const EngineLimits *limits,
                  const EngineHooks *hooks, EngineResult *result)
{
    assert(engine->net || engine->evaluator);
    assert(limits->depth >= 0 && limits->mate >= 0 && limits->multipv <= ENGINE_MULTIPV_MAX);
    engine->limits = *limits;
    engine->hooks = hooks ? *hooks : (EngineHooks){.poll = NULL};
    atomic_store_explicit(&engine->nodes, 0, memory_order_relaxed);
    atomic_store_explicit(&engine->tablebase_hits, 0, memory_order_relaxed);
    engine->stopped = false;
    engine->selective_depth = 0;
    engine->null_verified_ply = 0;
    engine->tablebase_plan = MOVE_NONE;
    engine->multipv_index = 0;
    collect_keys(engine, line);
    start_stack(engine, line);
    collect_root_moves(engine);
    *result = (EngineResult){.move = MOVE_NONE, .ponder = MOVE_NONE};
    if (engine->root_count == 0)
        return;
    result->depth = deepen(engine);
    const RootMove *best = &engine->root[0];
    result->move = best->move;
    result->ponder = expected_answer(engine);
    result->score = best->score != -SCORE_INFINITE        ? best->score
                    : best->last_score != -SCORE_INFINITE ? best->last_score
                                                          : 0;
    if (engine->tablebase_plan != MOVE_NONE && result->score < SCORE_MATE_BOUND &&
        result->move != engine->tablebase_plan) {
        result->move = engine->tablebase_plan;
        result->ponder = MOVE_NONE;
    }
    result->nodes = worker_nodes(engine);
    result->stopped = engine->stopped && !(limits->nodes && result->nodes >= limits->nodes);
}
