#include "line.h"

#include "chess_rig.h"
#include "played_moves.h"

static Move memory[LINE_PLIES_MAX];

static void play_text(Line *line, const char *moves)
{
    while (*moves) {
        size_t length = strcspn(moves, " ");
        Move move;
        NotationError error = uci_parse(&line->now, moves, length, &move);
        ck_assert_msg(!error, "%s: %s", moves, notation_error_text(error));
        ck_assert(line_push(line, move));
        moves += length + (moves[length] == ' ');
    }
}

static Line line_from(const char *fen, const char *moves)
{
    Line line;
    Position pos = position_from(fen);
    line_init(&line, &pos, memory, LINE_PLIES_MAX);
    play_text(&line, moves);
    return line;
}

#define KNIGHTS_OUT_AND_BACK "g1f3 g8f6 f3g1 f6g8"

START_TEST(a_new_line_is_its_start)
{
    Line line = line_from(START_FEN, "");
    ck_assert_uint_eq(line.plies, 0);
    ck_assert_int_eq(line_repetitions(&line), 1);
    ck_assert_int_eq(line_outcome(&line), OUTCOME_NONE);
    ck_assert(!line_can_claim_threefold(&line, MOVE_NONE));
    ck_assert(!line_can_claim_fifty(&line, MOVE_NONE));
}
END_TEST

START_TEST(repetitions_are_counted_from_the_start_position)
{
    Line line = line_from(START_FEN, KNIGHTS_OUT_AND_BACK);
    ck_assert_int_eq(line_repetitions(&line), 2);
    play_text(&line, "g1f3 g8f6 f3g1");
    ck_assert_int_eq(line_repetitions(&line), 2);
    ck_assert(!line_can_claim_threefold(&line, MOVE_NONE));
    ck_assert(line_can_claim_threefold(&line, move_from_uci(&line.now, "f6g8"))); /* 9.2.1 */
    ck_assert(!line_can_claim_threefold(&line, move_from_uci(&line.now, "a7a6")));
    play_text(&line, "f6g8");
    ck_assert_int_eq(line_repetitions(&line), 3);
    ck_assert(line_can_claim_threefold(&line, MOVE_NONE)); /* 9.2.2 */
    ck_assert_int_eq(line_outcome(&line), OUTCOME_NONE);
    play_text(&line, KNIGHTS_OUT_AND_BACK " " KNIGHTS_OUT_AND_BACK);
    ck_assert_int_eq(line_repetitions(&line), 5);
    ck_assert_int_eq(line_outcome(&line), OUTCOME_FIVEFOLD);
}
END_TEST

/* FIDE 9.2.3.2: the king's move loses the right for good. */
START_TEST(losing_castling_rights_makes_another_position)
{
    Line line = line_from("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2 e8e7 e2e1 e7e8");
    ck_assert_int_eq(line_repetitions(&line), 1);
    play_text(&line, "e1e2 e8e7 e2e1 e7e8");
    ck_assert_int_eq(line_repetitions(&line), 2);
}
END_TEST

/* FIDE 9.2.3.1: the first time Black could take en passant, later not. */
START_TEST(losing_en_passant_makes_another_position)
{
    Line line = line_from("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8e7 e1d1 e7e8 d1e1 e8d8");
    ck_assert_int_eq(line_repetitions(&line), 1);
    line = line_from("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 e8e7 e1d1 e7e8 d1e1");
    ck_assert_int_eq(line_repetitions(&line), 1);
    /* Pinned: Black never could, so it is the same position. */
    line = line_from("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4 d8e7 d1c1 e7d8 c1d1");
    ck_assert_int_eq(line_repetitions(&line), 2);
}
END_TEST

START_TEST(a_pawn_move_or_capture_ends_what_can_repeat)
{
    Line line = line_from(START_FEN, KNIGHTS_OUT_AND_BACK " e2e3 e7e6 " KNIGHTS_OUT_AND_BACK);
    ck_assert_int_eq(line_repetitions(&line), 2);
    ck_assert_uint_eq(line.now.halfmove, 4);
}
END_TEST

/* A key that matches by chance is not a repetition: the positions are compared. */
START_TEST(an_equal_key_alone_is_not_a_repetition)
{
    Line line = line_from(START_FEN, "g1f3 g8f6 b1c3 b8c6 f3g1 f6g8");
    ck_assert_int_eq(line_repetitions(&line), 1);
    for (int ply = 0; ply < 6; ply++)
        line.keys[ply] = (uint8_t)line.now.key;
    ck_assert_int_eq(line_repetitions(&line), 1);
    ck_assert(!line_can_claim_threefold(&line, MOVE_NONE));
    ck_assert_int_eq(line_outcome(&line), OUTCOME_NONE);
}
END_TEST

START_TEST(takebacks_bring_back_position_and_history)
{
    Line line = line_from(START_FEN, KNIGHTS_OUT_AND_BACK " " KNIGHTS_OUT_AND_BACK);
    ck_assert_int_eq(line_repetitions(&line), 3);
    line_pop(&line, 1);
    ck_assert_uint_eq(line.plies, 7);
    ck_assert_int_eq(line_repetitions(&line), 2);
    play_text(&line, "f6g8");
    ck_assert_int_eq(line_repetitions(&line), 3);
    line_pop(&line, 4);
    ck_assert_int_eq(line_repetitions(&line), 2);
    line_pop(&line, 100);
    ck_assert_uint_eq(line.plies, 0);
    ck_assert_int_eq(memcmp(&line.now, &line.start, sizeof line.now), 0);
    ck_assert_int_eq(line_repetitions(&line), 1);
}
END_TEST

START_TEST(fifty_and_seventyfive_count_both_sides_moves)
{
    Line line = line_from("4k3/8/8/8/8/8/8/4K2R w - - 98 70", "");
    Move rook = move_from_uci(&line.now, "h1h2");
    ck_assert(!line_can_claim_fifty(&line, MOVE_NONE));
    ck_assert(!line_can_claim_fifty(&line, rook));
    play_text(&line, "h1h2");
    ck_assert(!line_can_claim_fifty(&line, MOVE_NONE));
    ck_assert(line_can_claim_fifty(&line, move_from_uci(&line.now, "e8e7"))); /* 9.3.1 */
    play_text(&line, "e8e7");
    ck_assert(line_can_claim_fifty(&line, MOVE_NONE)); /* 9.3.2 */
    ck_assert_int_eq(line_outcome(&line), OUTCOME_NONE);
    line = line_from("4k3/8/8/8/8/8/8/4K2R w - - 149 90", "h1h2");
    ck_assert_int_eq(line_outcome(&line), OUTCOME_SEVENTYFIVE);
    /* Mate with the last move wins (9.6.2). */
    line = line_from("7k/8/6K1/8/8/8/8/R7 w - - 149 90", "a1a8");
    ck_assert_int_eq(line_outcome(&line), OUTCOME_CHECKMATE);
    /* A capture or a pawn move allows no claim. */
    line = line_from("4k3/8/8/8/8/8/4P2r/4K2R w - - 99 70", "");
    ck_assert(!line_can_claim_fifty(&line, move_from_uci(&line.now, "h1h2")));
    ck_assert(!line_can_claim_fifty(&line, move_from_uci(&line.now, "e2e3")));
    ck_assert(line_can_claim_fifty(&line, move_from_uci(&line.now, "h1g1")));
}
END_TEST

START_TEST(full_memory_refuses_and_grows)
{
    Move little[2], larger[8];
    Line line;
    Position pos = position_from(START_FEN);
    line_init(&line, &pos, little, 2);
    play_text(&line, "g1f3 g8f6");
    Position before = line.now;
    ck_assert(!line_push(&line, move_from_uci(&line.now, "f3g1")));
    ck_assert_uint_eq(line.plies, 2);
    ck_assert_int_eq(memcmp(&before, &line.now, sizeof before), 0);
    line_grow(&line, larger, 8);
    memset(little, 0, sizeof little);
    play_text(&line, "f3g1 f6g8");
    ck_assert_int_eq(line_repetitions(&line), 2);
    line_position(&line, 2, &pos);
    ck_assert_int_eq(memcmp(&before, &pos, sizeof before), 0);
    line_init(&line, &pos, NULL, 0);
    ck_assert(!line_push(&line, move_from_uci(&line.now, "f3g1")));
}
END_TEST

/* Compared with a slow method: every position of the game is kept and compared. */
START_TEST(repetitions_in_random_shuffling_are_those_of_comparing_all_positions)
{
    static Position seen[600];
    uint64_t state = 17;
    for (int game = 0; game < 60; game++) {
        Line line = line_from("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "");
        for (int ply = 0; ply < 400 && line_outcome(&line) == OUTCOME_NONE; ply++) {
            seen[ply] = line.now;
            Moves moves;
            movegen_legal(&line.now, &moves);
            line_push(
                &line,
                moves.at[random_next(&state) % (unsigned)(moves.count < 3 ? moves.count : 3)]);
            int times = 1;
            for (int i = 0; i <= ply; i++)
                times += position_equal_for_repetition(&seen[i], &line.now);
            ck_assert_int_eq(line_repetitions(&line), times);
            ck_assert_int_eq(line_can_claim_threefold(&line, MOVE_NONE), times >= 3);
        }
    }
}
END_TEST

/* Compared with a new line of the same moves. Few of them repeat within a game of shuffling, and deep in it the keys of those
 * that do have been written over. */
START_TEST(moves_taken_back_leave_the_line_of_those_that_are_left)
{
    static Move again[LINE_PLIES_MAX];
    uint64_t state = 5;
    Position start = position_from("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    Line line, fresh;
    line_init(&line, &start, memory, LINE_PLIES_MAX);
    for (int turn = 0; turn < 4000; turn++) {
        uint64_t drawn = random_next(&state);
        unsigned deep = turn % 500 == 499 ? 1000 : drawn % 7 == 0 ? 90 : 3;
        if (drawn % 3 == 0)
            line_pop(&line, (uint32_t)(random_next(&state) % deep));
        for (unsigned i = 0; i < drawn % 8; i++) {
            Moves moves;
            movegen_legal(&line.now, &moves);
            if (moves.count > 0)
                line_push(
                    &line,
                    moves.at[random_next(&state) % (unsigned)(moves.count < 3 ? moves.count : 3)]);
        }
        line_init(&fresh, &start, again, LINE_PLIES_MAX);
        for (uint32_t ply = 0; ply < line.plies; ply++)
            line_push(&fresh, line.moves[ply]);
        ck_assert_int_eq(memcmp(&line.now, &fresh.now, sizeof line.now), 0);
        ck_assert_int_eq(line_repetitions(&line), line_repetitions(&fresh));
        ck_assert_int_eq(line_outcome(&line), line_outcome(&fresh));
        ck_assert_int_eq(line_can_claim_threefold(&line, MOVE_NONE),
                         line_can_claim_threefold(&fresh, MOVE_NONE));
    }
}
END_TEST

/* The worst of these is a game that is taken back move by move, played on and taken back again. */
START_TEST(a_takeback_in_a_long_game_plays_few_moves_again)
{
    enum { PLIES = 16000, CYCLES = 20000, EACH = 150 };
    static const char *const KNIGHTS[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    static const uint32_t DEPTHS[] = {1, 2, 40, 600};
    Line line = line_from(START_FEN, "");
    for (int ply = 0; ply < PLIES; ply++)
        play_text(&line, KNIGHTS[ply % 4]);
    for (size_t i = 0; i < COUNT(DEPTHS); i++) {
        played = 0;
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            if (line.plies == PLIES - DEPTHS[i])
                while (line.plies < PLIES)
                    play_text(&line, KNIGHTS[line.plies % 4]);
            line_pop(&line, 1);
        }
        ck_assert_uint_le(played, PLIES + EACH * CYCLES);
    }
    played = 0;
    while (line.plies)
        line_pop(&line, 2);
    ck_assert_uint_le(played, PLIES / 2 * EACH);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        a_new_line_is_its_start,
        repetitions_are_counted_from_the_start_position,
        losing_castling_rights_makes_another_position,
        losing_en_passant_makes_another_position,
        a_pawn_move_or_capture_ends_what_can_repeat,
        an_equal_key_alone_is_not_a_repetition,
        takebacks_bring_back_position_and_history,
        fifty_and_seventyfive_count_both_sides_moves,
        full_memory_refuses_and_grows,
        repetitions_in_random_shuffling_are_those_of_comparing_all_positions,
        moves_taken_back_leave_the_line_of_those_that_are_left,
        a_takeback_in_a_long_game_plays_few_moves_again,
    };
    return run_tests("line", tests, COUNT(tests));
}
