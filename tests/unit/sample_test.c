#include "sample.h"

#include "chess_rig.h"

START_TEST(board_turn_and_score_survive_packing)
{
    uint64_t state = 31337;
    for (int game = 0; game < 50; game++) {
        Position pos, read;
        Move played;
        position_start(&pos);
        for (unsigned ply = 0; ply < 100 && random_move(&pos, &state, &played); ply++) {
            Sample sample;
            sample_pack(&pos, 123, ply, &sample);
            ck_assert(sample_unpack(&sample, &read));
            ck_assert_int_eq(memcmp(pos.plane, read.plane, sizeof pos.plane), 0);
            ck_assert_uint_eq(pos.black, read.black);
            ck_assert_uint_eq(pos.turn, read.turn);
            ck_assert_int_eq(sample.score, pos.turn == WHITE ? 123 : -123);
            ck_assert_uint_eq(sample.ply, ply);
        }
    }
}
END_TEST

START_TEST(random_bytes_are_refused_or_a_board_with_kings)
{
    uint64_t state = 99;
    int taken = 0;
    for (int i = 0; i < 20000; i++) {
        Sample sample;
        Position pos;
        for (size_t j = 0; j < sizeof sample; j++)
            ((unsigned char *)&sample)[j] = (unsigned char)(random_next(&state) >> 56);
        sample.occupied &= random_next(&state) & random_next(&state);
        sample.turn &= 1;
        sample.result %= 3;
        if (!sample_unpack(&sample, &pos))
            continue;
        taken++;
        ck_assert_int_eq(bit_count(position_pieces(&pos, WHITE, KING)), 1);
        ck_assert_int_eq(bit_count(position_pieces(&pos, BLACK, KING)), 1);
    }
    ck_assert_int_lt(taken, 20000);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        board_turn_and_score_survive_packing,
        random_bytes_are_refused_or_a_board_with_kings,
    };
    return run_tests("sample", tests, COUNT(tests));
}
