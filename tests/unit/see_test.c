#include "see.h"

#include "chess_rig.h"

/* Values worked out by hand from 100, 320, 330, 500, 950: each side captures only while that pays. */
static const struct {
    const char *fen, *move;
    int value;
    const char *why;
} exchanges[] = {
    {"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100, "nobody takes back"},
    {"3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500, "rook for pawn"},
    {"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100, "the second rook stands behind"},
    {"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 500, "two against two"},
    {"4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, "pawn for pawn"},
    {"4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", 100 - 320, "knight for pawn"},
    {"4k3/8/4p3/3p4/4P3/2N5/8/4K3 w - - 0 1", "c3d5", 100 - 320 + 100, "a pawn back"},
    {"4k3/8/4p3/3p4/8/8/3Q4/4K3 w - - 0 1", "d2d5", 100 - 950, "queen for pawn"},
    {"4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3e5", -320, "a quiet move into a pawn"},
    {"4k3/8/3p4/8/8/5N2/8/4K3 w - - 0 1", "f3d4", 0, "a quiet move to a safe square"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100, "en passant"},
    {"4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "en passant, taken back"},
    {"8/3P4/8/8/8/8/8/k2K4 w - - 0 1", "d7d8q", 950 - 100, "a new queen"},
    {"r7/3P4/8/8/8/8/8/k2K4 w - - 0 1", "d7d8q", -100, "the new queen is taken"},
    {"r7/3P4/8/8/8/8/8/k2K4 w - - 0 1", "d7d8n", -100, "so is the new knight"},
    {"8/8/8/3k4/3p4/8/3R4/3RK3 w - - 0 1", "d2d4", 100, "a king may not take what is held"},
    {"8/8/8/3k4/3p4/8/8/3RK3 w - - 0 1", "d1d4", 100 - 500, "a king takes what is not"},
    {"4k3/6b1/8/4p3/8/2B5/1Q6/4K3 w - - 0 1", "c3e5", 100, "bishop, behind it the queen"},
    {"4k3/6b1/5p2/4p3/8/2B5/1Q6/4K3 w - - 0 1", "c3e5", 100 - 330,
     "a pawn takes first: the queen stays away"},
    {"4k3/8/8/4q3/8/8/8/4RK2 w - - 0 1", "e1e5", 950, "a queen for nothing"},
    {"4k3/8/3p4/4q3/8/8/8/4RK2 w - - 0 1", "e1e5", 950 - 500, "a queen for a rook"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 0, "castling exchanges nothing"},
};

START_TEST(exchanges_have_the_values_worked_out_by_hand)
{
    Position pos = position_from(exchanges[_i].fen);
    Move move = move_from_uci(&pos, exchanges[_i].move);
    ck_assert_msg(see_ge(&pos, move, exchanges[_i].value), "less: %s", exchanges[_i].why);
    ck_assert_msg(!see_ge(&pos, move, exchanges[_i].value + 1), "more: %s", exchanges[_i].why);
}
END_TEST

/* The loss in an exchange does not depend on the side of the board. */
START_TEST(the_colours_are_alike)
{
    Position pos = position_from("4k3/8/4p3/3p4/4P3/2N5/8/4K3 w - - 0 1");
    Position mirrored = position_from("4k3/8/2n5/4p3/3P4/4P3/8/4K3 b - - 0 1");
    ck_assert(!see_ge(&pos, move_from_uci(&pos, "c3d5"), -119));
    ck_assert(see_ge(&pos, move_from_uci(&pos, "c3d5"), -120));
    ck_assert(see_ge(&mirrored, move_from_uci(&mirrored, "c6d4"), -120));
    ck_assert(!see_ge(&mirrored, move_from_uci(&mirrored, "c6d4"), -119));
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("exchange");
    TCase *tcase = tcase_create("exchange");
    tcase_add_loop_test(tcase, exchanges_have_the_values_worked_out_by_hand, 0, COUNT(exchanges));
    tcase_add_test(tcase, the_colours_are_alike);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
