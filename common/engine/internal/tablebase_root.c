#include "tablebase_root.h"

#include "evaluate.h"
#include "movegen.h"
#include "node.h"

/* What a root move is worth, the best last. */
typedef enum {
    LOST,
    LOST_MAYBE, /* unless the fifty moves end first */
    DRAWN,
    WON_MAYBE,
    WON,
} Worth;

typedef struct {
    Worth worth;
    int order; /* among those of the same worth: the higher, the better */
} RootRank;

static bool probe(Engine *engine, const Position *pos, TablebaseResult *result)
{
    node_count_tablebase_hit(engine);
    return tablebase_probe(engine->tablebase, pos, result);
}

/* It has occurred twice before in the game: the opponent would claim a draw. */
static bool is_third(const Engine *engine, const Position *pos)
{
    int seen = 0, back = 2; /* the position before the root's is one ply back */
    for (; back <= pos->halfmove; back += 2) {
        int index = engine->game_key_count + 1 - back;
        if (index < 0)
            break;
        if (index < engine->game_key_count && engine->game_keys[index] == pos->key)
            seen++;
    }
    return seen >= 2;
}

/* Among drawing moves the best is the one to which most replies lose; then the one with the best evaluation. */
static int traps(Engine *engine, const Position *pos)
{
    Moves replies;
    int losing = 0;
    movegen_legal(pos, &replies);
    for (int i = 0; i < replies.count; i++) {
        Position next = *pos;
        TablebaseResult result;
        position_play(&next, replies.at[i]);
        losing += probe(engine, &next, &result) && result.winner > 0;
    }
    int share = replies.count ? losing * 100 / replies.count : 0;
    return share * SCORE_MATE - evaluate_position(engine->net, pos);
}

/* The position is the one after the move, so the result is from the opponent's view. */
static RootRank root_rank(Engine *engine, const Position *pos, TablebaseResult result)
{
    bool mated = result.winner < 0 && result.plies == 0;
    if (result.winner == 0 || (!mated && (pos->halfmove >= FIFTY_PLIES || is_third(engine, pos))))
        return (RootRank){DRAWN, 0};
    bool in_time = pos->halfmove + result.plies <= FIFTY_PLIES;
    if (result.winner < 0)
        return (RootRank){in_time ? WON : WON_MAYBE, -result.plies};
    return (RootRank){in_time ? LOST : LOST_MAYBE, result.plies};
}

static int score_of(RootRank rank)
{
    if (rank.worth == WON)
        return mate_in(1 - rank.order);
    if (rank.worth == LOST)
        return mated_in(1 + rank.order);
    return 0;
}

/* Sets the move's PV: best play of both sides until mate. */
static void set_pv(Engine *engine, const Position *root, RootMove *move)
{
    Position pos = *root;
    TablebaseResult result;
    move->pv_length = 1;
    position_play(&pos, move->move);
    if (!probe(engine, &pos, &result) || result.winner == 0)
        return;
    for (int left = result.plies; left > 0 && move->pv_length < ENGINE_PV_MAX; left--) {
        Moves moves;
        Position next = pos;
        int i = 0;
        movegen_legal(&pos, &moves);
        for (; i < moves.count; i++) {
            TablebaseResult reply;
            next = pos;
            position_play(&next, moves.at[i]);
            if (probe(engine, &next, &reply) && reply.plies == left - 1 &&
                reply.winner == -result.winner)
                break;
        }
        if (i == moves.count)
            return;
        move->pv[move->pv_length++] = moves.at[i];
        result.winner = -result.winner;
        pos = next;
    }
}

static bool is_before(RootRank a, RootRank b)
{
    return a.worth != b.worth ? a.worth > b.worth : a.order > b.order;
}

static void sort(Engine *engine, RootRank *ranks)
{
    for (int i = 1; i < engine->root_count; i++)
        for (int j = i; j > 0 && is_before(ranks[j], ranks[j - 1]); j--) {
            RootRank rank = ranks[j];
            RootMove move = engine->root[j];
            ranks[j] = ranks[j - 1];
            ranks[j - 1] = rank;
            engine->root[j] = engine->root[j - 1];
            engine->root[j - 1] = move;
        }
}

static bool rank_all(Engine *engine, const Position *root, RootRank *ranks)
{
    for (int i = 0; i < engine->root_count; i++) {
        Position next = *root;
        TablebaseResult result;
        position_play(&next, engine->root[i].move);
        if (!probe(engine, &next, &result))
            return false;
        ranks[i] = root_rank(engine, &next, result);
        if (ranks[i].worth == DRAWN)
            ranks[i].order = traps(engine, &next);
    }
    return true;
}

bool tablebase_root_is_decided(Engine *engine, int lines)
{
    const Position *root = &engine->stack[STACK_BEFORE].pos;
    RootRank ranks[MOVES_MAX] = {{DRAWN, 0}};
    TablebaseResult result;
    if (!probe(engine, root, &result) || !rank_all(engine, root, ranks))
        return false;
    sort(engine, ranks);
    Worth best = ranks[0].worth;
    if (best == WON_MAYBE || best == LOST_MAYBE) {
        int count = 1;
        while (count < engine->root_count && ranks[count].worth == best)
            count++;
        engine->root_count = count;
        if (best == WON_MAYBE)
            engine->tablebase_plan = engine->root[0].move;
        return false;
    }
    for (int i = 0; i < engine->root_count; i++) {
        RootMove *move = &engine->root[i];
        move->score = move->last_score = score_of(ranks[i]);
        if (i < lines)
            set_pv(engine, root, move);
        move->selective_depth = move->pv_length;
    }
    return true;
}
