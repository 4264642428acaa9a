#include "bitboard.h"

#include "chess_rig.h"

START_TEST(counting_agrees_with_counting_bit_by_bit)
{
    uint64_t state = 7;
    for (int i = 0; i < 10000; i++) {
        Bitboard set = random_next(&state);
        if (i % 3 == 0)
            set &= random_next(&state) & random_next(&state);
        int bits = 0;
        for (int square = 0; square < 64; square++)
            bits += set >> square & 1;
        ck_assert_int_eq(bit_count(set), bits);
    }
    ck_assert_int_eq(bit_count(0), 0);
    ck_assert_int_eq(bit_count(~0ull), 64);
}
END_TEST

START_TEST(popping_walks_upwards_through_all_squares)
{
    Bitboard set = bit(SQ_A1) | bit(SQ_E4) | bit(SQ_H8);
    ck_assert_int_eq(bit_last(set), SQ_H8);
    ck_assert(bit_many(set));
    ck_assert_int_eq(bit_pop(&set), SQ_A1);
    ck_assert_int_eq(bit_pop(&set), SQ_E4);
    ck_assert(!bit_many(set));
    ck_assert_int_eq(bit_pop(&set), SQ_H8);
    ck_assert_uint_eq(set, 0);
    ck_assert(!bit_many(set));
}
END_TEST

START_TEST(steps_off_the_board_are_lost)
{
    ck_assert_uint_eq(shift_east(bit(SQ_H4)), 0);
    ck_assert_uint_eq(shift_west(bit(SQ_A4)), 0);
    ck_assert_uint_eq(shift_north(bit(SQ_C8)), 0);
    ck_assert_uint_eq(shift_south(bit(SQ_C1)), 0);
    ck_assert_uint_eq(shift_east(bit(SQ_G4)), bit(SQ_H4));
    ck_assert_uint_eq(shift_west(bit(SQ_B4)), bit(SQ_A4));
    ck_assert_uint_eq(shift_north(bit(SQ_C7)), bit(SQ_C8));
    ck_assert_uint_eq(shift_south(bit(SQ_C2)), bit(SQ_C1));
}
END_TEST

START_TEST(files_and_ranks_hold_their_squares)
{
    for (Square square = SQ_A1; square <= SQ_H8; square++) {
        ck_assert_uint_eq(file_of(square_file(square)) & rank_of(square_rank(square)), bit(square));
        ck_assert_int_eq(square_of(square_file(square), square_rank(square)), square);
        ck_assert_int_eq(square_rank(square_flip(square)), 7 - square_rank(square));
    }
}
END_TEST

/* Journals store moves: these bits never change. */
START_TEST(a_moves_bits_are_what_journals_hold)
{
    ck_assert_uint_eq(move_of(SQ_E2, SQ_E4, MOVE_DOUBLE), 0x1000 | 12 << 6 | 28);
    ck_assert_uint_eq(move_of(SQ_E1, SQ_H1, MOVE_CASTLE), 0x2000 | 4 << 6 | 7);
    ck_assert_uint_eq(move_of(SQ_E5, SQ_D6, MOVE_EN_PASSANT), 0x3000 | 36 << 6 | 43);
    ck_assert_uint_eq(move_of(SQ_A7, SQ_B8, MOVE_PROMOTE_KNIGHT), 0x4000 | 48 << 6 | 57);
    ck_assert_uint_eq(move_of(SQ_A7, SQ_B8, MOVE_PROMOTE_QUEEN), 0x7000 | 48 << 6 | 57);
    for (unsigned value = 0; value < 0x10000; value++) {
        Move move = (Move)value;
        ck_assert_uint_eq(move_of(move_from(move), move_to(move), move_kind(move)), move);
        ck_assert_int_eq(move_is_promotion(move), value >> 12 >= 4 && value >> 12 <= 7);
    }
    ck_assert_int_eq(move_promotion(move_of(SQ_A7, SQ_A8, MOVE_PROMOTE_BISHOP)), BISHOP);
    ck_assert_int_eq(move_promotion(move_of(SQ_A7, SQ_A8, MOVE_PROMOTE_QUEEN)), QUEEN);
    ck_assert_int_eq(move_promotion(move_of(SQ_A7, SQ_A8, MOVE_NORMAL)), NO_PIECE_TYPE);
}
END_TEST

START_TEST(a_piece_is_its_colour_and_type)
{
    for (Color color = WHITE; color <= BLACK; color++) {
        ck_assert_int_eq(color_other(color_other(color)), color);
        for (PieceType type = PAWN; type <= KING; type++) {
            ck_assert_int_eq(piece_type(piece_of(color, type)), type);
            ck_assert_int_eq(piece_color(piece_of(color, type)), color);
        }
    }
    ck_assert_int_eq(piece_of(BLACK, KING), B_KING);
    ck_assert_int_eq(piece_of(WHITE, QUEEN), W_QUEEN);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        counting_agrees_with_counting_bit_by_bit,
        popping_walks_upwards_through_all_squares,
        steps_off_the_board_are_lost,
        files_and_ranks_hold_their_squares,
        a_moves_bits_are_what_journals_hold,
        a_piece_is_its_colour_and_type,
    };
    return run_tests("bitboard", tests, COUNT(tests));
}
