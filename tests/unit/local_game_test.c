/* A game at one keyboard: what is typed, and what is said. Time is an argument. */
#include "local_game.h"

#include "check_rig.h"
#include "fen.h"

#include <string.h>

static LocalSetup setup;
static LocalGame *game;
static Text out;

static void begin(const char *fen)
{
    BoardView view = {.plain = true};
    if (fen) {
        ck_assert_int_eq(fen_parse(fen, strlen(fen), &setup.start, NULL), FEN_OK);
        setup.variant = VARIANT_FROM_POSITION;
    }
    text_reset(&out);
    game = local_game_new(&setup, &view, 0, &out);
}

static void set_up(void)
{
    setup = (LocalSetup){.side = LOCAL_BOTH, .level = 4};
    position_start(&setup.start);
    text_init(&out);
    game = NULL;
}

static void tear_down(void)
{
    if (game)
        local_game_free(game);
    text_clear(&out);
}

static LocalWish type_at(const char *line, int64_t now)
{
    text_reset(&out);
    return local_game_line(game, line, strlen(line), now, &out);
}

/* Types the line and expects the words in what is said. */
static void expect(const char *line, const char *words)
{
    type_at(line, 0);
    ck_assert_msg(strstr(out.bytes ? out.bytes : "", words) != NULL, "%s: \"%s\" is not in \"%s\"",
                  line, words, out.bytes ? out.bytes : "");
}

static void expect_fen(const char *fen)
{
    expect("fen", fen);
}

START_TEST(fools_mate)
{
    begin(NULL);
    expect("f3", "White: pawn f2 to f3.");
    expect("e5", "Black: pawn e7 to e5.");
    expect("g4", "White");
    expect("Qh4#", "Checkmate: Black wins. 0-1");
    expect("e4", "The game is over");
    expect("draw", "The game is over");
    expect("undo", "Black is to move");
    expect("resign", "Black resigns: White wins. 1-0");
    expect("undo", "Black is to move"); /* only the resignation */
    expect_fen("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2");
}
END_TEST

START_TEST(two_people_agree_on_a_draw)
{
    begin(NULL);
    expect("draw", "once both sides have moved");
    expect("e4", "White");
    expect("e5", "Black");
    expect("accept", "Nothing is offered");
    expect("draw", "White offers a draw: Black can");
    expect("decline", "declined");
    expect("draw", "not long ago");
    expect("Nf3", "White");
    expect("draw", "Black offers a draw");
    expect("accept", "A draw by agreement. 1/2-1/2");
}
END_TEST

START_TEST(stalemate_and_claims)
{
    begin("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    expect("Qf7", "Stalemate: a draw. 1/2-1/2");
    local_game_free(game);
    begin("7k/8/5K2/8/8/8/8/6R1 w - - 99 60");
    expect("claim", "No draw can be claimed");
    expect("claim Kf7", "A draw by the fifty-move rule");
    local_game_free(game);
    setup.variant = VARIANT_STANDARD;
    position_start(&setup.start);
    begin(NULL);
    for (int i = 0; i < 2; i++) {
        expect("Nf3", "White");
        expect("Nf6", "Black");
        expect("Ng1", "White");
        expect("Ng8", "Black");
    }
    expect("draw", "A draw by threefold repetition");
}
END_TEST

START_TEST(undo_goes_back_to_the_start)
{
    begin(NULL);
    expect("undo", "no move of yours");
    type_at("e4", 0);
    expect("undo", "The last move is now: the start. White is to move.");
    type_at("d4", 0);
    type_at("d5", 0);
    type_at("c4", 0);
    expect("undo", "The last move is now: pawn d7 to d5. White is to move.");
    expect_fen("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2");
}
END_TEST

/* Plays the move of a search that is wanted. */
static void answer(const char *uci, int64_t now)
{
    LocalSearch search;
    SkillMove chosen = {0};
    ck_assert(local_game_search(game, now, &search));
    ck_assert(!search.hint && !local_game_search(game, now, &search));
    uci_parse(&local_game_position(game)->now, uci, strlen(uci), &chosen.move);
    text_reset(&out);
    local_game_answer(game, &search, &chosen, now, &out);
}

START_TEST(the_computer_plays_and_waits)
{
    LocalSearch search;
    setup.side = LOCAL_BLACK;
    begin(NULL);
    ck_assert(local_game_is_waiting(game));
    expect("e5", "It is the computer's turn.");
    answer("e2e4", 0);
    ck_assert_ptr_nonnull(strstr(out.bytes, "White: pawn e2 to e4."));
    ck_assert(!local_game_is_waiting(game) && !local_game_search(game, 0, &search));
    expect("undo", "no move of yours");
    type_at("e5", 0);
    ck_assert(local_game_search(game, 0, &search));
    type_at("undo", 0); /* while it thinks: its move comes too late */
    SkillMove late = {.move = move_of(SQ_G1, SQ_F3, MOVE_NORMAL)};
    text_reset(&out);
    local_game_answer(game, &search, &late, 0, &out);
    ck_assert_uint_eq(out.length, 0);
    ck_assert_uint_eq(local_game_position(game)->plies, 1);
}
END_TEST

START_TEST(a_hint_is_a_search)
{
    LocalSearch search;
    begin(NULL);
    type_at("hint", 0);
    ck_assert(local_game_is_waiting(game) && local_game_search(game, 0, &search) && search.hint);
    SkillMove chosen = {.move = move_of(SQ_G1, SQ_F3, MOVE_NORMAL)};
    local_game_answer(game, &search, &chosen, 0, &out);
    ck_assert_ptr_nonnull(strstr(out.bytes, "Hint: Nf3 (knight g1 to f3)."));
    ck_assert(!local_game_is_waiting(game));
}
END_TEST

START_TEST(clocks_run_after_both_have_moved_and_flags_fall)
{
    setup.control = (TimeControl){.timed = true, .initial = 60000, .increment = 1000};
    begin(NULL);
    type_at("e4", 5000);
    ck_assert(!local_game_clock_runs(game));
    type_at("e5", 9000);
    ck_assert(local_game_clock_runs(game));
    type_at("clock", 19000);
    ck_assert_str_eq(out.bytes, "White 0:50, Black 1:00.\n");
    type_at("Nf3", 19000);
    type_at("clock", 19000);
    ck_assert_str_eq(out.bytes, "White 0:51, Black 1:00.\n");
    ck_assert_int_eq(local_game_deadline(game), 79000);
    local_game_tick(game, 78999, &out);
    text_reset(&out);
    local_game_tick(game, 79000, &out);
    ck_assert_ptr_nonnull(strstr(out.bytes, "Black is out of time: White wins. 1-0"));
}
END_TEST

START_TEST(a_game_comes_back_from_its_pgn)
{
    static const char *const PLAYED[] = {"e4", "c5", "Nf3", "d6", "d4", "cxd4", "Nxd4"};
    Text pgn;
    text_init(&pgn);
    setup.control = (TimeControl){.timed = true, .initial = 300000, .increment = 2000};
    begin(NULL);
    for (int i = 0; i < 7; i++)
        type_at(PLAYED[i], i * 10000);
    local_game_pgn(game, "2024.02.29", &pgn);
    ck_assert_ptr_nonnull(strstr(pgn.bytes, "[Date \"2024.02.29\"]"));
    ck_assert_ptr_nonnull(strstr(pgn.bytes, "[TimeControl \"300+2\"]"));
    setup.control = (TimeControl){0};
    local_game_free(game);
    begin(NULL);
    local_game_load(game, pgn.bytes, pgn.length, 0, &out);
    ck_assert_ptr_nonnull(strstr(out.bytes, "Loaded, with 7 plies. The game goes on."));
    expect_fen("rnbqkbnr/pp2pppp/3p4/8/3NP3/8/PPP2PPP/RNBQKB1R b KQkq - 0 4");
    /* White used 10 s for each of moves 2 to 4, Black for 2 and 3; each move gives 2 s. Nobody's first counts. */
    type_at("clock", 0);
    ck_assert_str_eq(out.bytes, "White 4:36, Black 4:44.\n");
    text_clear(&pgn);
}
END_TEST

START_TEST(a_file_that_is_no_game_changes_nothing)
{
    static const char *const BAD[] = {"", "[Event", "1. e4 e5 2. Ke3 *",
                                      "[SetUp \"1\"]\n[FEN \"8/8/8/8 w\"]\n\n*"};
    begin(NULL);
    type_at("e4", 0);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        text_reset(&out);
        local_game_load(game, BAD[i], strlen(BAD[i]), 0, &out);
        ck_assert_uint_gt(out.length, 10);
        ck_assert_uint_eq(local_game_position(game)->plies, 1);
    }
}
END_TEST

START_TEST(a_mated_game_is_loaded_as_over)
{
    const char *pgn = "[White \"castled level 9\"]\n\n1. f3 e5 2. g4 (2. e4) Qh4# 0-1";
    begin(NULL);
    local_game_load(game, pgn, strlen(pgn), 0, &out);
    ck_assert_ptr_nonnull(strstr(out.bytes, "with 4 plies. The game is over."));
    ck_assert_ptr_nonnull(strstr(out.bytes, "You play Black against the computer, level 9"));
}
END_TEST

START_TEST(chess960_and_sides)
{
    begin(NULL);
    expect("960 960", "Type it as: 960 [0-959]");
    expect("960 0", "Chess960, position 0.");
    /* Scharnagl's table: 0 is BBQNNRKR. */
    expect_fen("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    expect("side black", "You play Black against the computer, level 4, Chess960");
    expect("side red", "Type it as: side white|black|both");
    expect("level 14", "Type it as: level 1-13");
    expect("level 13", "now plays at level 13");
}
END_TEST

START_TEST(what_is_no_command_is_said_so)
{
    begin(NULL);
    expect("moves e2", "white pawn on e2: e3 e4");
    expect("moves e1", "The white king on e1 has no legal moves.");
    expect("moves e5", "e5 is empty.");
    expect("moves e7", "The pawn on e7 is Black's, and it is White's turn.");
    expect("moves e9", "Type it as: moves [SQUARE]");
    expect("flop", "Did you mean \"flip\"?");
    expect("help undo", "undo: Takes back");
    expect("help", "Commands:");
    ck_assert_int_eq(type_at("save", 0), LOCAL_GO_ON);
    ck_assert_int_eq(type_at("save a.pgn", 0), LOCAL_SAVE);
    ck_assert_str_eq(local_game_file(game), "a.pgn");
    ck_assert_int_eq(type_at("quit", 0), LOCAL_QUIT);
}
END_TEST

static void add_tests(TCase *tcase)
{
    tcase_add_test(tcase, fools_mate);
    tcase_add_test(tcase, two_people_agree_on_a_draw);
    tcase_add_test(tcase, stalemate_and_claims);
    tcase_add_test(tcase, undo_goes_back_to_the_start);
    tcase_add_test(tcase, the_computer_plays_and_waits);
    tcase_add_test(tcase, a_hint_is_a_search);
    tcase_add_test(tcase, clocks_run_after_both_have_moved_and_flags_fall);
    tcase_add_test(tcase, a_game_comes_back_from_its_pgn);
    tcase_add_test(tcase, a_file_that_is_no_game_changes_nothing);
    tcase_add_test(tcase, a_mated_game_is_loaded_as_over);
    tcase_add_test(tcase, chess960_and_sides);
    tcase_add_test(tcase, what_is_no_command_is_said_so);
}

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("local_game");
    TCase *tcase = tcase_create("local_game");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    add_tests(tcase);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
