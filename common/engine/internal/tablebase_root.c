#include "tablebase_root.h"

#include "evaluate.h"
#include "movegen.h"
#include "node.h"

/* What a root move is worth, the best last. */
typedef enum {
    LOST,
    LOST_PERHAPS, /* not if the fifty moves end before */
    DRAWN,
    WON_PERHAPS,
    WON,
} Worth;

typedef struct {
    Worth worth;
    int order; /* among those of the same worth: the higher, the better */
} Judgement;

static bool ask(Engine *engine, const Position *pos, TablebaseResult *verdict)
{
    node_count_tablebase_hit(engine);
    return tablebase_probe(engine->tablebase, pos, verdict);
}

/* Twice before in the game: the opponent would claim the draw. */
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

/* Of drawing moves that one is best to which most answers lose; and then what looks best. */
static int traps(Engine *engine, const Position *pos)
{
    Moves replies;
    int losing = 0;
    movegen_legal(pos, &replies);
    for (int i = 0; i < replies.count; i++) {
        Position next = *pos;
        TablebaseResult verdict;
        position_play(&next, replies.at[i]);
        losing += ask(engine, &next, &verdict) && verdict.winner > 0;
    }
    int share = replies.count ? losing * 100 / replies.count : 0;
    return share * SCORE_MATE - evaluate_position(engine->net, pos);
}

/* After the move, so from the opponent's view. */
static Judgement evaluator(Engine *engine, const Position *pos, TablebaseResult verdict)
{
    bool mated = verdict.winner < 0 && verdict.plies == 0;
    if (verdict.winner == 0 || (!mated && (pos->halfmove >= FIFTY_PLIES || is_third(engine, pos))))
        return (Judgement){DRAWN, 0};
    bool in_time = pos->halfmove + verdict.plies <= FIFTY_PLIES;
    if (verdict.winner < 0)
        return (Judgement){in_time ? WON : WON_PERHAPS, -verdict.plies};
    return (Judgement){in_time ? LOST : LOST_PERHAPS, verdict.plies};
}

static int score_of(Judgement judgement)
{
    if (judgement.worth == WON)
        return mate_in(1 - judgement.order);
    if (judgement.worth == LOST)
        return mated_in(1 + judgement.order);
    return 0;
}

/* Both sides play their best until mate. */
static void follow(Engine *engine, const Position *root, RootMove *move)
{
    Position pos = *root;
    TablebaseResult verdict;
    move->pv_length = 1;
    position_play(&pos, move->move);
    if (!ask(engine, &pos, &verdict) || verdict.winner == 0)
        return;
    for (int left = verdict.plies; left > 0 && move->pv_length < ENGINE_PV_MAX; left--) {
        Moves moves;
        Position next = pos;
        int i = 0;
        movegen_legal(&pos, &moves);
        for (; i < moves.count; i++) {
            TablebaseResult reply;
            next = pos;
            position_play(&next, moves.at[i]);
            if (ask(engine, &next, &reply) && reply.plies == left - 1 &&
                reply.winner == -verdict.winner)
                break;
        }
        if (i == moves.count)
            return;
        move->pv[move->pv_length++] = moves.at[i];
        verdict.winner = -verdict.winner;
        pos = next;
    }
}

static bool is_before(Judgement a, Judgement b)
{
    return a.worth != b.worth ? a.worth > b.worth : a.order > b.order;
}

static void sort(Engine *engine, Judgement *judgements)
{
    for (int i = 1; i < engine->root_count; i++)
        for (int j = i; j > 0 && is_before(judgements[j], judgements[j - 1]); j--) {
            Judgement judgement = judgements[j];
            RootMove move = engine->root[j];
            judgements[j] = judgements[j - 1];
            judgements[j - 1] = judgement;
            engine->root[j] = engine->root[j - 1];
            engine->root[j - 1] = move;
        }
}

static bool judge_all(Engine *engine, const Position *root, Judgement *judgements)
{
    for (int i = 0; i < engine->root_count; i++) {
        Position next = *root;
        TablebaseResult verdict;
        position_play(&next, engine->root[i].move);
        if (!ask(engine, &next, &verdict))
            return false;
        judgements[i] = evaluator(engine, &next, verdict);
        if (judgements[i].worth == DRAWN)
            judgements[i].order = traps(engine, &next);
    }
    return true;
}

bool tablebase_root_settles(Engine *engine, int lines)
{
    const Position *root = &engine->stack[STACK_BEFORE].pos;
    Judgement judgements[MOVES_MAX] = {{DRAWN, 0}};
    TablebaseResult verdict;
    if (!ask(engine, root, &verdict) || !judge_all(engine, root, judgements))
        return false;
    sort(engine, judgements);
    Worth best = judgements[0].worth;
    if (best == WON_PERHAPS || best == LOST_PERHAPS) {
        int count = 1;
        while (count < engine->root_count && judgements[count].worth == best)
            count++;
        engine->root_count = count;
        if (best == WON_PERHAPS)
            engine->tablebase_plan = engine->root[0].move;
        return false;
    }
    for (int i = 0; i < engine->root_count; i++) {
        RootMove *move = &engine->root[i];
        move->score = move->last_score = score_of(judgements[i]);
        if (i < lines)
            follow(engine, root, move);
        move->selective_depth = move->pv_length;
    }
    return true;
}
