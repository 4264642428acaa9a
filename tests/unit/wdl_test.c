#include "wdl.h"

#include "chess_rig.h"

/* The results of the engine's own games near that score and that many pieces, as wdl_fit printed them, and how far
 * a smooth curve may be from them. */
static const struct {
    const char *fen;
    int score;
    int win, loss;
} seen[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, 372, 386},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 200, 705, 147},
    {"r2qkb1r/pppp1ppp/8/8/8/8/PPPP1PPP/R2QKB1R w KQkq - 0 1", 100, 533, 211},
    {"4k3/ppp2ppp/3n4/8/8/3N4/PPP2PPP/4K3 w - - 0 1", 0, 230, 259},
    {"4k3/ppp2ppp/3n4/8/8/3N4/PPP2PPP/4K3 w - - 0 1", -200, 61, 752},
    {"4k3/pp6/3n4/8/8/3N4/PP6/4K3 w - - 0 1", 0, 85, 85},
    {"4k3/pp6/3n4/8/8/3N4/PP6/4K3 w - - 0 1", 100, 295, 38},
};
enum { TOLERANCE = 60 };

START_TEST(it_is_near_what_was_measured)
{
    Position pos = position_from(seen[_i].fen);
    Wdl wdl = wdl_of(seen[_i].score, &pos);
    ck_assert_int_le(abs(wdl.win - seen[_i].win), TOLERANCE);
    ck_assert_int_le(abs(wdl.loss - seen[_i].loss), TOLERANCE);
}
END_TEST

START_TEST(all_scores_give_a_sum_of_one_and_more_is_better)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/ppp2ppp/3n4/8/8/3N4/PPP2PPP/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    };
    for (size_t i = 0; i < COUNT(fens); i++) {
        Position pos = position_from(fens[i]);
        Wdl before = {.win = 0, .loss = WDL_TOTAL};
        for (int score = -SCORE_MATE; score <= SCORE_MATE; score++) {
            Wdl wdl = wdl_of(score, &pos), mirrored = wdl_of(-score, &pos);
            HOLDS(wdl.win + wdl.draw + wdl.loss == WDL_TOTAL, "%s at %d", fens[i], score);
            HOLDS(wdl.win >= before.win && wdl.loss <= before.loss && wdl.draw >= 0, "%s at %d",
                  fens[i], score);
            HOLDS(abs(wdl.win - mirrored.loss) <= 1, "%s at %d", fens[i], score);
            before = wdl;
        }
    }
}
END_TEST

START_TEST(a_mate_is_certain)
{
    Position pos = position_from("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    ck_assert_int_eq(wdl_of(SCORE_MATE - 1, &pos).win, WDL_TOTAL);
    ck_assert_int_eq(wdl_of(-SCORE_MATE + 2, &pos).loss, WDL_TOTAL);
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("wdl");
    TCase *tcase = tcase_create("wdl");
    tcase_add_loop_test(tcase, it_is_near_what_was_measured, 0, COUNT(seen));
    tcase_add_test(tcase, all_scores_give_a_sum_of_one_and_more_is_better);
    tcase_add_test(tcase, a_mate_is_certain);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
