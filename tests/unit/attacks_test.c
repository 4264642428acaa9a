#include "attacks.h"

#include "chess_rig.h"

/* Square by square, as a person would: slow but certain. */
static Bitboard walk(Square square, int east, int north, int steps, Bitboard occupied)
{
    Bitboard set = 0;
    int file = square_file(square) + east, rank = square_rank(square) + north;
    for (; steps-- && file >= 0 && file < 8 && rank >= 0 && rank < 8; file += east, rank += north) {
        set |= bit(square_of(file, rank));
        if (occupied & bit(square_of(file, rank)))
            break;
    }
    return set;
}

static Bitboard walk_rook(Square s, int steps, Bitboard occupied)
{
    return walk(s, 1, 0, steps, occupied) | walk(s, -1, 0, steps, occupied) |
           walk(s, 0, 1, steps, occupied) | walk(s, 0, -1, steps, occupied);
}

static Bitboard walk_bishop(Square s, int steps, Bitboard occupied)
{
    return walk(s, 1, 1, steps, occupied) | walk(s, -1, -1, steps, occupied) |
           walk(s, -1, 1, steps, occupied) | walk(s, 1, -1, steps, occupied);
}

static Bitboard walk_knight(Square s)
{
    Bitboard set = 0;
    for (int east = -2; east <= 2; east++)
        for (int north = -2; north <= 2; north++)
            if (east * east + north * north == 5)
                set |= walk(s, east, north, 1, 0);
    return set;
}

START_TEST(leapers_go_where_their_steps_lead)
{
    for (Square s = SQ_A1; s <= SQ_H8; s++) {
        ck_assert_uint_eq(attacks_king(s), walk_rook(s, 1, 0) | walk_bishop(s, 1, 0));
        ck_assert_uint_eq(attacks_knight(s), walk_knight(s));
        ck_assert_uint_eq(attacks_pawn(WHITE, s), walk(s, 1, 1, 1, 0) | walk(s, -1, 1, 1, 0));
        ck_assert_uint_eq(attacks_pawn(BLACK, s), walk(s, 1, -1, 1, 0) | walk(s, -1, -1, 1, 0));
    }
}
END_TEST

START_TEST(sliders_stop_at_the_first_piece)
{
    uint64_t state = 11;
    for (int i = 0; i < 2000; i++) {
        Bitboard occupied = random_next(&state) & (i % 2 ? random_next(&state) : ~0ull);
        for (Square s = SQ_A1; s <= SQ_H8; s++) {
            HOLDS(attacks_rook(s, occupied) == walk_rook(s, 8, occupied), "rook on %d", s);
            HOLDS(attacks_bishop(s, occupied) == walk_bishop(s, 8, occupied), "bishop on %d", s);
            HOLDS(attacks_queen(s, occupied) ==
                      (walk_rook(s, 8, occupied) | walk_bishop(s, 8, occupied)),
                  "queen on %d", s);
        }
    }
}
END_TEST

START_TEST(attacks_by_piece_type_are_the_same)
{
    Bitboard occupied = 0x00ff00a500810000ull;
    for (Square s = SQ_A1; s <= SQ_H8; s++) {
        ck_assert_uint_eq(attacks_of(KNIGHT, s, occupied), attacks_knight(s));
        ck_assert_uint_eq(attacks_of(BISHOP, s, occupied), attacks_bishop(s, occupied));
        ck_assert_uint_eq(attacks_of(ROOK, s, occupied), attacks_rook(s, occupied));
        ck_assert_uint_eq(attacks_of(QUEEN, s, occupied), attacks_queen(s, occupied));
        ck_assert_uint_eq(attacks_of(KING, s, occupied), attacks_king(s));
        ck_assert_uint_eq(attacks_of(PAWN, s, occupied), 0);
        ck_assert_uint_eq(attacks_of(NO_PIECE_TYPE, s, occupied), 0);
    }
}
END_TEST

START_TEST(between_and_line_follow_from_attacks)
{
    for (Square a = SQ_A1; a <= SQ_H8; a++) {
        for (Square b = SQ_A1; b <= SQ_H8; b++) {
            Bitboard between = 0, line = 0;
            if (a != b && attacks_rook(a, 0) & bit(b)) {
                between = attacks_rook(a, bit(b)) & attacks_rook(b, bit(a));
                line = (attacks_rook(a, 0) & attacks_rook(b, 0)) | bit(a) | bit(b);
            } else if (a != b && attacks_bishop(a, 0) & bit(b)) {
                between = attacks_bishop(a, bit(b)) & attacks_bishop(b, bit(a));
                line = (attacks_bishop(a, 0) & attacks_bishop(b, 0)) | bit(a) | bit(b);
            }
            ck_assert_uint_eq(attacks_between(a, b), between);
            ck_assert_uint_eq(attacks_line(a, b), line);
        }
    }
}
END_TEST

START_TEST(starting_twice_changes_nothing)
{
    static AttackTables before;
    before = attack_tables;
    attacks_init();
    ck_assert_mem_eq(&before, &attack_tables, sizeof before);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        leapers_go_where_their_steps_lead,  sliders_stop_at_the_first_piece,
        attacks_by_piece_type_are_the_same, between_and_line_follow_from_attacks,
        starting_twice_changes_nothing,
    };
    return run_tests("attacks", tests, COUNT(tests));
}
