#include "movepicker.h"

#include "chess_rig.h"
#include "see.h"

static History history;
static Position pos;
static const Move no_killers[2];

static HistoryContext no_context(void)
{
    Continuation *none = &history.no_continuation;
    return (HistoryContext){.squares = &history.quiet[position_turn(&pos)],
                            .pawns = &history.pawn[0],
                            .one = none,
                            .two = none,
                            .four = none};
}

/* Each legal move once, no illegal one, whatever is tried first. */
static void assert_complete(MovePicker *picker)
{
    Moves legal, seen = {.count = 0};
    Move move;
    movegen_legal(&pos, &legal);
    while ((move = movepicker_next(picker)) != MOVE_NONE) {
        ck_assert(moves_have(&legal, move));
        ck_assert(!moves_have(&seen, move));
        seen.at[seen.count++] = move;
    }
    ck_assert_int_eq(seen.count, legal.count);
    ck_assert_uint_eq(movepicker_next(picker), MOVE_NONE);
}

/* All moves of the position, as a search asks for them. */
static void start(MovePicker *picker, const HistoryContext *context, Move table,
                  const Move *killers)
{
    static Checks checks;
    checks = checks_of(&pos);
    movepicker_init(picker, &pos, &history, context, &checks, table, killers);
}

START_TEST(every_legal_move_comes_once_in_random_games)
{
    uint64_t state = 20261121;
    for (int game = 0; game < 60; game++) {
        position_start960(&pos, (int)(random_next(&state) % 960));
        for (int ply = 0; ply < 120; ply++) {
            Moves legal;
            Move played, junk[2] = {(Move)random_next(&state), (Move)random_next(&state)};
            movegen_legal(&pos, &legal);
            if (!legal.count)
                break;
            Move table = random_next(&state) % 2
                             ? legal.at[random_next(&state) % (unsigned)legal.count]
                             : (Move)random_next(&state);
            if (random_next(&state) % 2)
                junk[0] = legal.at[random_next(&state) % (unsigned)legal.count];
            HistoryContext context = no_context();
            context.counter = junk[random_next(&state) % 2];
            MovePicker picker;
            start(&picker, &context, table, junk);
            assert_complete(&picker);
            random_move(&pos, &state, &played);
        }
    }
}
END_TEST

START_TEST(the_tables_move_comes_first_if_legal)
{
    pos = position_from(KIWIPETE);
    HistoryContext context = no_context();
    Move quiet = move_from_uci(&pos, "a2a3");
    MovePicker picker;
    start(&picker, &context, quiet, no_killers);
    ck_assert_uint_eq(movepicker_next(&picker), quiet);
    start(&picker, &context, move_of(SQ_A1, SQ_A8, MOVE_NORMAL), no_killers);
    ck_assert_uint_ne(movepicker_next(&picker), move_of(SQ_A1, SQ_A8, MOVE_NORMAL));
}
END_TEST

START_TEST(winning_captures_come_before_killers_and_losing_ones_last)
{
    /* White can take an undefended knight with a pawn, or a defended pawn with the queen. */
    pos = position_from("4k3/2p5/3p4/8/1n2q3/P7/3Q4/4K3 w - - 0 1");
    HistoryContext context = no_context();
    Move killers[2] = {move_from_uci(&pos, "e1f1"), MOVE_NONE};
    MovePicker picker;
    Move move, last = MOVE_NONE;
    /* In check: the king is attacked along the file, so other moves are few. */
    start(&picker, &context, MOVE_NONE, killers);
    while ((move = movepicker_next(&picker)) != MOVE_NONE)
        last = move;
    ck_assert_uint_ne(last, MOVE_NONE);

    pos = position_from("4k3/2p5/3p4/8/1n6/P7/3Q4/4K3 w - - 0 1");
    killers[0] = move_from_uci(&pos, "e1f1");
    start(&picker, &context, MOVE_NONE, killers);
    ck_assert_uint_eq(movepicker_next(&picker), move_from_uci(&pos, "a3b4"));
    move = movepicker_next(&picker);
    ck_assert_uint_eq(move, move_from_uci(&pos, "d2b4"));
    ck_assert_uint_eq(movepicker_next(&picker), killers[0]);
    while ((move = movepicker_next(&picker)) != MOVE_NONE)
        last = move;
    ck_assert_uint_eq(last, move_from_uci(&pos, "d2d6"));
}
END_TEST

START_TEST(quiet_moves_are_ordered_by_their_history)
{
    pos = position_from(START_FEN);
    memset(&history, 0, sizeof history);
    HistoryContext context = no_context();
    Move liked = move_from_uci(&pos, "h2h4"), disliked = move_from_uci(&pos, "e2e4"), move,
         last = 0;
    history_note_quiet(&history, &pos, &context, liked, 1000);
    history_note_quiet(&history, &pos, &context, disliked, -1000);
    MovePicker picker;
    start(&picker, &context, MOVE_NONE, no_killers);
    ck_assert_uint_eq(movepicker_next(&picker), liked);
    while ((move = movepicker_next(&picker)) != MOVE_NONE)
        last = move;
    ck_assert_uint_eq(last, disliked);
}
END_TEST

/* All moves in their order, where the opponent attacks b4 and d4 with a pawn and h1 with a bishop. */
static Moves moves_under_attack(const char *fen)
{
    pos = position_from(fen);
    memset(&history, 0, sizeof history);
    HistoryContext context = no_context();
    context.attacked_by_pawns = 1ull << SQ_B4 | 1ull << SQ_D4;
    context.attacked_by_minors = context.attacked_by_pawns | 1ull << SQ_H1;
    MovePicker picker;
    Moves moves = {.count = 0};
    start(&picker, &context, MOVE_NONE, no_killers);
    for (Move move; (move = movepicker_next(&picker)) != MOVE_NONE;)
        moves.at[moves.count++] = move;
    return moves;
}

START_TEST(a_piece_flees_from_one_of_less_value_first_and_goes_to_it_last)
{
    Moves moves = moves_under_attack("4k3/8/8/2p5/1N6/8/PP6/K7 w - - 0 1");
    ck_assert_uint_eq(move_from(moves.at[0]), SQ_B4);
    moves = moves_under_attack("4k3/8/8/2p5/8/5N2/PP6/K7 w - - 0 1");
    ck_assert_uint_eq(moves.at[moves.count - 1], move_from_uci(&pos, "f3d4"));
    moves = moves_under_attack("k7/8/8/8/4b3/8/8/K3R3 w - - 0 1");
    ck_assert_uint_eq(moves.at[moves.count - 1], move_from_uci(&pos, "e1h1"));
}
END_TEST

/* Compared with the rules in random games. */
START_TEST(checks_are_all_the_quiet_ones_that_lose_nothing)
{
    uint64_t state = 20261122;
    int found = 0;
    for (int game = 0; game < 60; game++) {
        position_start(&pos);
        for (int ply = 0; ply < 120; ply++) {
            Moves legal, given = {.count = 0};
            Move move;
            MovePicker picker;
            movegen_legal(&pos, &legal);
            if (!legal.count)
                break;
            movepicker_init_captures(&picker, &pos, &history, MOVE_NONE, 0);
            const Checks known = checks_of(&pos);
            movepicker_add_checks(&picker, &known);
            while ((move = movepicker_next(&picker)) != MOVE_NONE)
                given.at[given.count++] = move;
            for (int i = 0; i < legal.count; i++) {
                Position next = pos;
                position_play(&next, legal.at[i]);
                bool wanted = position_is_check(&next) &&
                              !movepicker_is_tactical(&pos, legal.at[i]) &&
                              move_kind(legal.at[i]) != MOVE_CASTLE && see_ge(&pos, legal.at[i], 0);
                bool tactical = movepicker_is_tactical(&pos, legal.at[i]);
                HOLDS(tactical || wanted == moves_have(&given, legal.at[i]), "game %d ply %d", game,
                      ply);
                found += wanted;
            }
            random_move(&pos, &state, &move);
        }
    }
    ck_assert_int_gt(found, 100);
}
END_TEST

START_TEST(captures_alone_are_those_that_do_not_lose)
{
    pos = position_from("4k3/2p5/3p4/8/1n6/P7/3Q4/4K3 w - - 0 1");
    MovePicker picker;
    movepicker_init_captures(&picker, &pos, &history, MOVE_NONE, 0);
    ck_assert_uint_eq(movepicker_next(&picker), move_from_uci(&pos, "a3b4"));
    ck_assert_uint_eq(movepicker_next(&picker), move_from_uci(&pos, "d2b4"));
    ck_assert_uint_eq(movepicker_next(&picker), MOVE_NONE);
    movepicker_init_captures(&picker, &pos, &history, move_from_uci(&pos, "d2d6"), 0);
    ck_assert_uint_eq(movepicker_next(&picker), move_from_uci(&pos, "a3b4"));
}
END_TEST

START_TEST(quiet_checks_that_lose_nothing_come_before_other_quiet_moves)
{
    /* Rb8+ and Re1+ are safe; Rd8+ loses the rook. */
    pos = position_from("4k3/8/8/8/8/8/8/1R1R2K1 w - - 0 1");
    memset(&history, 0, sizeof history);
    HistoryContext context = no_context();
    const Move safe[2] = {move_from_uci(&pos, "b1b8"), move_from_uci(&pos, "d1e1")};
    MovePicker picker;
    start(&picker, &context, MOVE_NONE, no_killers);
    const Move first = movepicker_next(&picker), second = movepicker_next(&picker);
    ck_assert(first == safe[0] || first == safe[1]);
    ck_assert(second == safe[0] || second == safe[1]);
    ck_assert_uint_ne(first, second);
}
END_TEST

START_TEST(quiet_moves_can_be_left_out)
{
    pos = position_from(KIWIPETE);
    HistoryContext context = no_context();
    MovePicker picker;
    Move move;
    int quiets = 0;
    start(&picker, &context, MOVE_NONE, no_killers);
    while ((move = movepicker_next(&picker)) != MOVE_NONE) {
        quiets += !movepicker_is_tactical(&pos, move);
        if (quiets)
            movepicker_skip_quiets(&picker);
    }
    ck_assert_int_eq(quiets, 1);
}
END_TEST

START_TEST(histories_stay_within_their_bounds)
{
    pos = position_from(START_FEN);
    memset(&history, 0, sizeof history);
    HistoryContext context = no_context();
    Move move = move_from_uci(&pos, "e2e4");
    for (int i = 0; i < 1000; i++)
        history_note_quiet(&history, &pos, &context, move, 1500);
    int16_t *after = history_of_moves(&history, 0, 0);
    int high = history_quiet(&pos, &context, move);
    ck_assert_int_gt(high, HISTORY_MAX);
    ck_assert_int_le(high, 2 * HISTORY_MAX);
    for (int i = 0; i < 1000; i++)
        history_note_quiet(&history, &pos, &context, move, -1500);
    ck_assert_int_ge(history_quiet(&pos, &context, move), -2 * HISTORY_MAX);
    for (int i = 0; i < 1000; i++)
        history_note_correction(&history, &pos, after, 20, 5000);
    ck_assert_int_gt(history_correction(&history, &pos, after), 0);
    ck_assert_int_le(history_correction(&history, &pos, after), 7 * 48);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        every_legal_move_comes_once_in_random_games,
        checks_are_all_the_quiet_ones_that_lose_nothing,
        the_tables_move_comes_first_if_legal,
        winning_captures_come_before_killers_and_losing_ones_last,
        quiet_moves_are_ordered_by_their_history,
        a_piece_flees_from_one_of_less_value_first_and_goes_to_it_last,
        captures_alone_are_those_that_do_not_lose,
        quiet_checks_that_lose_nothing_come_before_other_quiet_moves,
        quiet_moves_can_be_left_out,
        histories_stay_within_their_bounds,
    };
    return run_tests("picker", tests, COUNT(tests));
}
