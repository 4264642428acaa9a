#include "classical_eval.h"

#include "chess_rig.h"
#include "endgame.h"

/* The board upside down with the colours changed: worth the same to the side to move. */
static Position mirrored(const Position *pos)
{
    char fen[FEN_MAX], board[FEN_MAX], turned[FEN_MAX] = "", *ranks[8], *rest = NULL;
    fen_print(pos, fen);
    snprintf(board, sizeof board, "%.*s", (int)strcspn(fen, " "), fen);
    for (int i = 0; i < 8; i++)
        ranks[i] = strtok_r(i ? NULL : board, "/", &rest);
    for (int i = 7; i >= 0; i--) {
        for (char *c = ranks[i]; *c; c++)
            *c = (char)(*c >= 'a' ? *c - 32 : *c >= 'A' ? *c + 32 : *c);
        strcat(turned, ranks[i]);
        strcat(turned, i ? "/" : "");
    }
    strcat(turned, position_turn(pos) == WHITE ? " b - - 0 1" : " w - - 0 1");
    return position_from(turned);
}

START_TEST(both_colours_are_evaluated_alike_in_random_games)
{
    uint64_t state = 4711;
    for (int game = 0; game < 100; game++) {
        Position pos;
        Move played;
        position_start(&pos);
        for (int ply = 0; ply < 100 && random_move(&pos, &state, &played); ply++) {
            Position other = mirrored(&pos);
            ck_assert_int_eq(classical_evaluate(&pos), classical_evaluate(&other));
        }
    }
}
END_TEST

/* What the tuner sees must be what the engine uses. */
START_TEST(the_trace_adds_up_to_the_evaluation)
{
    const Score *weights = (const Score *)&classical_weights;
    uint64_t state = 815;
    ClassicalTrace trace;
    for (int game = 0; game < 50; game++) {
        Position pos;
        Move played;
        position_start(&pos);
        for (int ply = 0; ply < 100 && random_move(&pos, &state, &played); ply++) {
            int middlegame = 0, endgame = 0;
            /* Driving a bare king has no weight. */
            if (endgame_mop_up(&pos, WHITE) || endgame_mop_up(&pos, BLACK))
                continue;
            classical_trace(&pos, &trace);
            for (int i = 0; i < CLASSICAL_WEIGHTS; i++) {
                middlegame += trace.count[i] * score_middlegame(weights[i]);
                endgame += trace.count[i] * score_endgame(weights[i]);
            }
            endgame = endgame * trace.scale / ENDGAME_SCALE_NORMAL;
            int value = (middlegame * trace.phase + endgame * (CLASSICAL_PHASE_MAX - trace.phase)) /
                        CLASSICAL_PHASE_MAX;
            ck_assert_int_eq(position_turn(&pos) == WHITE ? value : -value,
                             classical_evaluate(&pos));
        }
    }
}
END_TEST

START_TEST(a_pair_of_scores_survives_its_packing)
{
    for (int middlegame = -2000; middlegame <= 2000; middlegame += 7) {
        for (int endgame = -2000; endgame <= 2000; endgame += 11) {
            Score score = SCORE(middlegame, endgame);
            ck_assert_int_eq(score_middlegame(score), middlegame);
            ck_assert_int_eq(score_endgame(score), endgame);
            ck_assert_int_eq(score_endgame(-score), -endgame);
        }
    }
}
END_TEST

/* True whatever the weights are. */
static const struct {
    const char *better, *worse;
} pairs[] = {
    {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"},
    {"4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
    {"4k3/pppp4/8/8/8/8/PPPP4/3RK3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/3BK3 w - - 0 1"},
};

START_TEST(more_is_better)
{
    Position better = position_from(pairs[_i].better), worse = position_from(pairs[_i].worse);
    ck_assert_int_gt(classical_evaluate(&better), classical_evaluate(&worse));
}
END_TEST

/* Textbook draws, with material ahead. */
static const char *const drawn[] = {
    "8/8/8/4k3/8/8/4N3/4K3 w - - 0 1",  /* a knight alone */
    "8/8/8/4k3/8/8/3NN3/4K3 w - - 0 1", /* two knights cannot force it */
    "k7/8/8/P7/8/8/8/B3K3 w - - 0 1",   /* a1 is dark, a8 light: the wrong bishop */
    "8/8/8/3bk3/8/8/8/4KR2 w - - 0 1",  /* rook against bishop */
    "k7/8/P7/8/8/8/8/4K3 w - - 0 1",    /* a rook pawn, the king before it */
};

START_TEST(drawn_endings_are_evaluated_near_even)
{
    Position pos = position_from(drawn[_i]);
    ck_assert_int_le(classical_evaluate(&pos), 80);
    ck_assert_int_ge(classical_evaluate(&pos), -80);
}
END_TEST

START_TEST(a_bare_king_is_driven_to_where_it_can_be_mated)
{
    Position middle = position_from("8/8/8/8/3k4/8/8/R3K3 w - - 0 1");
    Position edge = position_from("8/8/8/8/7k/8/8/R3K3 w - - 0 1");
    ck_assert_int_gt(endgame_mop_up(&edge, WHITE), endgame_mop_up(&middle, WHITE));
    /* h1 and a8 are light, a1 and h8 dark; the bishop of f1 is light. */
    Position right = position_from("k7/8/2K5/8/8/8/8/5BN1 w - - 0 1");
    Position wrong = position_from("7k/8/5K2/8/8/8/8/5BN1 w - - 0 1");
    ck_assert_int_gt(endgame_mop_up(&right, WHITE), endgame_mop_up(&wrong, WHITE));
    Position knights = position_from("k7/8/2K5/8/8/8/8/5NN1 w - - 0 1");
    ck_assert_int_eq(endgame_mop_up(&knights, WHITE), 0);
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("eval");
    TCase *tcase = tcase_create("eval");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, both_colours_are_evaluated_alike_in_random_games);
    tcase_add_test(tcase, the_trace_adds_up_to_the_evaluation);
    tcase_add_test(tcase, a_pair_of_scores_survives_its_packing);
    tcase_add_loop_test(tcase, more_is_better, 0, COUNT(pairs));
    tcase_add_loop_test(tcase, drawn_endings_are_evaluated_near_even, 0, COUNT(drawn));
    tcase_add_test(tcase, a_bare_king_is_driven_to_where_it_can_be_mated);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
