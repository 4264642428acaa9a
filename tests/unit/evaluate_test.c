#include "engine_rig.h"
#include "nnue_rig.h"

#include "evaluate.h"

static _Alignas(64) Nnue net;

/* What happened in the games; a test without castling would prove little. */
typedef struct {
    int castlings, en_passants, promotions, crossings, credentials;
} Seen;

static void note(Seen *seen, const Position *before, Move move)
{
    MoveKind kind = move_kind(move);
    Color us = position_turn(before);
    Square to = move_to(move), from = move_from(move);
    seen->castlings += kind == MOVE_CASTLE;
    seen->en_passants += kind == MOVE_EN_PASSANT;
    seen->promotions += move_is_promotion(move);
    if (from == position_king(before, us))
        seen->crossings +=
            ((kind == MOVE_CASTLE ? castling_king_to(from, to) : to) & 4) != (from & 4);
}

static void start_at(const Position *pos)
{
    Node *root = &rig_engine->stack[STACK_BEFORE];
    root->pos = *pos;
    root->ply = 0;
}

/* The next node, by a random move or now and then, when not in check, by passing. NULL at the end of a game. */
static Node *step(Node *node, uint64_t *seed, Seen *seen)
{
    Node *child = node + 1;
    Move move;
    child->pos = node->pos;
    child->ply = node->ply + 1;
    if (random_next(seed) % 16 == 0 && !position_is_check(&node->pos)) {
        position_play_null(&child->pos);
        node->move = MOVE_NONE;
        seen->credentials++;
        return child;
    }
    if (!random_move(&child->pos, seed, &move))
        return NULL;
    note(seen, &node->pos, move);
    node->move = move;
    return child;
}

/* Like a search: down and up at random, and only some nodes are evaluated. */
static void wander(const Position *start, int steps, uint64_t *seed, Seen *seen)
{
    Node *node = &rig_engine->stack[STACK_BEFORE];
    start_at(start);
    for (int i = 0; i < steps; i++) {
        Node *next = node->ply < STACK_PLIES - 1 ? step(node, seed, seen) : NULL;
        if (!next || random_next(seed) % 8 == 0)
            node -= random_next(seed) % (unsigned)(node->ply + 1);
        if (next == node + 1)
            node = next;
        if (random_next(seed) % 3 == 0)
            continue;
        int lazily = evaluate_node(rig_engine, node), afresh = evaluate_position(&net, &node->pos);
        HOLDS(lazily == afresh, "%d, not %d, at ply %d after %d steps", lazily, afresh, node->ply,
              i);
    }
}

static const char *const starts[] = {
    START_FEN,
    KIWIPETE,
    "rnbqkb1r/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/PPP2PPP/4k3/8/8/4K3/ppp2ppp/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/3k4/8/8/3KBN2/8/8 w - - 0 1",
};

START_TEST(the_updated_layer_is_the_layer_from_scratch)
{
    const NnuePlan plan = {.hidden = NNUE_HIDDEN_STEP * (1 + _i),
                           .mirrored = _i & 2,
                           .feature_most = 120,
                           .threat_most = 90,
                           .bias_most = 200,
                           .output_most = 90,
                           .seed = 40 + (uint64_t)_i};
    uint64_t seed = 1000 + (uint64_t)_i;
    Seen seen = {0};
    engine_fresh();
    nnue_make(&plan, &net);
    engine_set_net(rig_engine, &net);
    for (size_t i = 0; i < COUNT(starts); i++) {
        Position pos = position_from(starts[i]);
        wander(&pos, SANITIZED ? 2000 : 4000, &seed, &seen);
    }
    for (int i = 0; i < 40; i++) {
        Position pos;
        position_start960(&pos, (int)(random_next(&seed) % CHESS960_POSITIONS));
        wander(&pos, SANITIZED ? 500 : 1000, &seed, &seen);
    }
    ck_assert_int_gt(seen.castlings, 20);
    ck_assert_int_gt(seen.en_passants, 5);
    ck_assert_int_gt(seen.promotions, 20);
    ck_assert_int_gt(seen.crossings, 100);
    ck_assert_int_gt(seen.credentials, 100);
}
END_TEST

static int forty_two(const Position *pos)
{
    (void)pos;
    return 42;
}

START_TEST(another_net_evaluates_differently)
{
    static _Alignas(64) Nnue other;
    NnuePlan plan = {
        .hidden = 128, .feature_most = 120, .bias_most = 200, .output_most = 90, .seed = 1};
    Position pos = position_from(KIWIPETE);
    engine_fresh();
    start_at(&pos);
    const Node *root = &rig_engine->stack[STACK_BEFORE];
    nnue_make(&plan, &net);
    plan.seed = 2;
    nnue_make(&plan, &other);
    ck_assert_int_ne(nnue_evaluate(&net, &pos), nnue_evaluate(&other, &pos));
    engine_set_net(rig_engine, &net);
    ck_assert_int_eq(evaluate_node(rig_engine, root), evaluate_position(&net, &pos));
    engine_set_net(rig_engine, &other);
    ck_assert_int_eq(evaluate_node(rig_engine, root), evaluate_position(&other, &pos));
    engine_set_evaluator(rig_engine, forty_two);
    ck_assert_int_eq(evaluate_node(rig_engine, root), 42);
}
END_TEST

/* Whatever a net says: the side with the pieces makes progress, and what cannot be won is zero. */
START_TEST(endings_are_known)
{
    const NnuePlan plan = {
        .hidden = 128, .feature_most = 100, .bias_most = 100, .output_most = 30, .seed = 3};
    nnue_make(&plan, &net);
    Position near = position_from("7k/8/6K1/8/8/8/8/1R6 w - - 0 1");
    ck_assert_int_gt(evaluate_position(&net, &near) - nnue_evaluate(&net, &near), 300);
    Position knights = position_from("7k/8/6K1/8/8/8/8/1N1n4 w - - 0 1");
    ck_assert_int_eq(evaluate_position(&net, &knights), 0);
    Position many = position_from(START_FEN);
    ck_assert_int_eq(evaluate_position(&net, &many), nnue_evaluate(&net, &many));
}
END_TEST

/* A search with a net depends on nothing but its line, like one without. */
START_TEST(the_same_search_finds_the_same)
{
    const NnuePlan plan = {.hidden = 256,
                           .mirrored = true,
                           .feature_most = 120,
                           .bias_most = 200,
                           .output_most = 90,
                           .seed = 11};
    Line line = line_from(KIWIPETE, "e1g1 e8g8");
    EngineLimits limits = {.nodes = 20000};
    EngineResult first, second;
    nnue_make(&plan, &net);
    for (int i = 0; i < 2; i++) {
        engine_fresh();
        table_clear(&rig_table);
        engine_set_net(rig_engine, &net);
        engine_think(rig_engine, &line, &limits, NULL, i ? &second : &first);
    }
    ck_assert_int_eq(first.move, second.move);
    ck_assert_int_eq(first.score, second.score);
    ck_assert_int_lt(first.score, SCORE_MATE_BOUND);
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("judge");
    TCase *tcase = tcase_create("judge");
    tcase_set_timeout(tcase, 120);
    tcase_add_loop_test(tcase, the_updated_layer_is_the_layer_from_scratch, 0, 4);
    tcase_add_test(tcase, another_net_evaluates_differently);
    tcase_add_test(tcase, endings_are_known);
    tcase_add_test(tcase, the_same_search_finds_the_same);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
