/* Conditional moves: which lines can be saved, what is left of them as the game goes on, what is stored. The lines are
 * common openings. */
#include "conditional.h"

#include "attacks.h"
#include "chess_rig.h"

static Move memory[LINE_PLIES_MAX];
static Line line;
static ConditionalMoves moves;

static void setup(void)
{
    Position start;
    attacks_init();
    position_start(&start);
    line_init(&line, &start, memory, LINE_PLIES_MAX);
    moves = (ConditionalMoves){.seat = BLACK};
}

static void play(const char *uci)
{
    ck_assert(line_push(&line, move_from_uci(&line.now, uci)));
}

/* Moves in UCI with a blank between them, from the position on the board. */
static void add(const char *text)
{
    ConditionalLine *added = &moves.lines[moves.count++];
    Position now = line.now;
    for (; *text; text += strcspn(text, " "), text += *text == ' ') {
        Move move;
        ck_assert_int_eq(uci_parse(&now, text, strcspn(text, " "), &move), NOTATION_OK);
        position_play(&now, move);
        added->moves[added->plies++] = move;
    }
}

static ConditionalError check(uint8_t *wrong)
{
    return conditional_check(&moves, &line.now, wrong);
}

static const char *uci_of(Move move)
{
    static char uci[UCI_MAX];
    uci_print(&line.start, move, uci);
    return uci;
}

START_TEST(lines_with_a_reply_can_be_saved)
{
    uint8_t wrong;
    add("e2e4 c7c5");
    add("d2d4 g8f6 c2c4 e7e6");
    add("d2d4 g8f6 c2c4 e7e6 b1c3 f8b4"); /* continues where the one before ends */
    add("d2d4 g8f6 g1f3 d7d5");
    ck_assert_int_eq(check(&wrong), CONDITIONAL_OK);
}
END_TEST

START_TEST(a_line_needs_a_reply_at_its_end)
{
    static const char *const LINES[] = {"", "e2e4", "e2e4 c7c5 g1f3"};
    uint8_t wrong;
    add("d2d4 d7d5");
    add(LINES[_i]);
    ck_assert_int_eq(check(&wrong), CONDITIONAL_NO_REPLY);
    ck_assert_uint_eq(wrong, 1);
}
END_TEST

START_TEST(on_the_players_turn_a_line_begins_with_their_own_move)
{
    uint8_t wrong;
    moves.seat = WHITE;
    add("e2e4 c7c5 g1f3");
    add("d2d4 d7d5 c2c4"); /* they have not decided yet which one to play */
    ck_assert_int_eq(check(&wrong), CONDITIONAL_OK);
    add("e2e4");
    ck_assert_int_eq(check(&wrong), CONDITIONAL_NO_REPLY);
    ck_assert_uint_eq(wrong, 2);
    moves.lines[--moves.count].plies = 0;
    add("e2e4 c7c5 c2c3");
    ck_assert_int_eq(check(&wrong), CONDITIONAL_TWO_REPLIES);
}
END_TEST

START_TEST(a_move_has_only_one_reply)
{
    uint8_t wrong;
    add("e2e4 c7c5 g1f3 d7d6");
    add("e2e4 c7c5 g1f3 b8c6");
    ck_assert_int_eq(check(&wrong), CONDITIONAL_TWO_REPLIES);
    ck_assert_uint_eq(wrong, 1);
    moves.count = 1;
    moves.lines[1].plies = 0;
    add("e2e4 e7e5");
    ck_assert_int_eq(check(&wrong), CONDITIONAL_TWO_REPLIES);
}
END_TEST

START_TEST(every_move_must_be_legal)
{
    uint8_t wrong;
    add("e2e4 c7c5 g1f3 d7d6");
    for (int at = 0; at < 4; at++) {
        ConditionalMoves kept = moves;
        moves.lines[0].moves[at] = MOVE_NONE;
        ck_assert_int_eq(check(&wrong), CONDITIONAL_ILLEGAL);
        moves.lines[0].moves[at] = move_of(SQ_A1, SQ_A5, MOVE_NORMAL);
        ck_assert_int_eq(check(&wrong), CONDITIONAL_ILLEGAL);
        moves = kept;
    }
    ck_assert_int_eq(check(&wrong), CONDITIONAL_OK);
}
END_TEST

START_TEST(the_expected_move_makes_the_reply_due_and_the_line_goes_on)
{
    add("e2e4 c7c5 g1f3 d7d6");
    add("d2d4 g8f6");
    ck_assert_int_eq(conditional_reply(&moves), MOVE_NONE);
    play("e2e4");
    ck_assert(conditional_follow(&moves, &line));
    ck_assert_uint_eq(moves.count, 1);
    ck_assert_uint_eq(moves.ply, 1);
    ck_assert_str_eq(uci_of(conditional_reply(&moves)), "c7c5");
    play("c7c5");
    ck_assert(conditional_follow(&moves, &line));
    ck_assert_int_eq(conditional_reply(&moves), MOVE_NONE);
    play("g1f3");
    ck_assert(conditional_follow(&moves, &line));
    ck_assert_str_eq(uci_of(conditional_reply(&moves)), "d7d6");
    play("d7d6");
    ck_assert(!conditional_follow(&moves, &line)); /* nothing is left */
}
END_TEST

START_TEST(another_move_ends_the_line)
{
    add("e2e4 c7c5 g1f3 d7d6");
    play("e2e4");
    play("e7e5"); /* the player has changed their mind */
    ck_assert(!conditional_follow(&moves, &line));
    ck_assert_uint_eq(moves.count, 0);
    ck_assert_int_eq(conditional_reply(&moves), MOVE_NONE);
}
END_TEST

/* As after a restart: what is stored dates from when it was saved. */
START_TEST(several_moves_are_followed_at_once)
{
    add("e2e4 c7c5 g1f3 d7d6");
    add("e2e4 c7c5 b1c3 b8c6");
    play("e2e4");
    play("c7c5");
    play("b1c3");
    ck_assert(conditional_follow(&moves, &line));
    ck_assert_uint_eq(moves.count, 1);
    ck_assert_str_eq(uci_of(conditional_reply(&moves)), "b8c6");
    line_pop(&line, 2);
    ck_assert(!conditional_follow(&moves, &line)); /* a game that is shorter than it was */
}
END_TEST

START_TEST(a_line_of_the_players_own_first_move_is_never_played_for_them)
{
    moves.seat = WHITE;
    add("e2e4 c7c5 g1f3");
    ck_assert(conditional_follow(&moves, &line));
    ck_assert_int_eq(conditional_reply(&moves), MOVE_NONE);
    play("e2e4");
    ck_assert(conditional_follow(&moves, &line));
    ck_assert_int_eq(conditional_reply(&moves), MOVE_NONE);
    play("c7c5");
    ck_assert(conditional_follow(&moves, &line));
    ck_assert_str_eq(uci_of(conditional_reply(&moves)), "g1f3");
}
END_TEST

/* ---- what is stored ---- */

/* 1. e4 c5 2. Nf3: e2 is square 12, e4 28 and so on (types.h); double steps have kind 1. */
START_TEST(the_bytes_are_those_of_version_1)
{
    static const unsigned char BYTES[] = {1,    0x80, 0x02, 1,   2,
                                          0x1c, 0x13, 0xa2, 0x1c}; /* ply 256, e2e4 c7c5 */
    unsigned char out[CONDITIONAL_PACKED_MAX];
    ConditionalMoves back;
    add("e2e4 c7c5");
    moves.ply = 256;
    ck_assert_uint_eq(conditional_pack(&moves, out), sizeof BYTES);
    ck_assert_mem_eq(out, BYTES, sizeof BYTES);
    ck_assert(conditional_unpack(&back, BLACK, BYTES, sizeof BYTES));
    ck_assert_mem_eq(&back, &moves, sizeof moves);
}
END_TEST

START_TEST(the_longest_lines_that_can_be_saved_fit)
{
    unsigned char out[CONDITIONAL_PACKED_MAX];
    ConditionalMoves back;
    moves.ply = LINE_PLIES_MAX;
    moves.count = CONDITIONAL_LINES_MAX;
    for (int i = 0; i < CONDITIONAL_LINES_MAX; i++) {
        moves.lines[i].plies = CONDITIONAL_PLIES_MAX;
        for (int ply = 0; ply < CONDITIONAL_PLIES_MAX; ply++)
            moves.lines[i].moves[ply] = (Move)(0xffff - i - ply);
    }
    size_t size = conditional_pack(&moves, out);
    ck_assert_uint_le(size, sizeof out);
    ck_assert(conditional_unpack(&back, BLACK, out, size));
    ck_assert_mem_eq(&back, &moves, sizeof moves);
}
END_TEST

START_TEST(other_bytes_are_refused)
{
    static const struct {
        const char *bytes;
        size_t size;
    } CASES[] = {
        {"", 0},
        {"\x02\x00\x00", 3}, /* a later version */
        {"\x01", 1},         /* cut off everywhere */
        {"\x01\x80", 2},
        {"\x01\x00", 2},
        {"\x01\x00\x01", 3},
        {"\x01\x00\x01\x02\x1c\x13\xa2", 7},
        {"\x01\x00\x01\x02\x1c\x13\xa2\x1c\x00", 9}, /* more than was said */
        {"\x01\x80\x00\x00", 4},                     /* a number longer than necessary */
        {"\x01\xa2\x8a\x01\x00", 5},                 /* ply 17,698 */
        {"\x01\x00\x11", 3},                         /* 17 lines */
        {"\x01\x00\x01\x1f", 4},                     /* 31 moves */
    };
    ConditionalMoves back;
    for (size_t i = 0; i < COUNT(CASES); i++)
        ck_assert_msg(
            !conditional_unpack(&back, WHITE, (const unsigned char *)CASES[i].bytes, CASES[i].size),
            "case %zu", i);
    ck_assert(conditional_unpack(&back, WHITE, (const unsigned char *)"\x01\xa1\x8a\x01\x00", 5));
    ck_assert_uint_eq(back.ply, LINE_PLIES_MAX);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("conditional");
    TCase *tcase = tcase_create("conditional");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, lines_with_a_reply_can_be_saved);
    tcase_add_loop_test(tcase, a_line_needs_a_reply_at_its_end, 0, 3);
    tcase_add_test(tcase, on_the_players_turn_a_line_begins_with_their_own_move);
    tcase_add_test(tcase, a_move_has_only_one_reply);
    tcase_add_test(tcase, every_move_must_be_legal);
    tcase_add_test(tcase, the_expected_move_makes_the_reply_due_and_the_line_goes_on);
    tcase_add_test(tcase, another_move_ends_the_line);
    tcase_add_test(tcase, several_moves_are_followed_at_once);
    tcase_add_test(tcase, a_line_of_the_players_own_first_move_is_never_played_for_them);
    tcase_add_test(tcase, the_bytes_are_those_of_version_1);
    tcase_add_test(tcase, the_longest_lines_that_can_be_saved_fit);
    tcase_add_test(tcase, other_bytes_are_refused);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
