#include "heard_game.h"

#include "ics_board.h"

#include "attacks.h"
#include "chess_rig.h"
#include "line.h"
#include "played_moves.h"
#include "text.h"

#include <cJSON.h>

static Move memory[LINE_PLIES_MAX];
static Line line;
static HeardGame game;
static Text moves;

static void set_up(void)
{
    Position start;
    position_start(&start);
    line_init(&line, &start, memory, LINE_PLIES_MAX);
    text_init(&moves);
    cJSON *message = cJSON_Parse("{\"t\":\"game\",\"game\":\"abcdefgh\",\"fen\":\"" START_FEN
                                 "\",\"moves\":[],\"status\":\"started\",\"clock\":null}");
    heard_game_read(&game, message, 0, 0);
    cJSON_Delete(message);
}

static void tear_down(void)
{
    heard_game_clear(&game);
    text_clear(&moves);
}

static void hear(const char *format, const char *uci, unsigned ply)
{
    char bytes[128];
    snprintf(bytes, sizeof bytes, format, uci, ply);
    cJSON *message = cJSON_Parse(bytes);
    ck_assert_ptr_nonnull(message);
    ck_assert_int_eq(heard_game_hear(&game, message, 0), HEARD_STATE);
    cJSON_Delete(message);
}

static void play(const char *uci)
{
    Move move;
    ck_assert_int_eq(uci_parse(&line.now, uci, strlen(uci), &move), NOTATION_OK);
    ck_assert(line_push(&line, move));
    hear("{\"t\":\"move\",\"uci\":\"%s\",\"ply\":%u}", uci, line.plies);
}

/* Knights go out and back; moves of five letters, that of a pawn which becomes a queen, are not among them. */
static void play_many(uint32_t plies)
{
    static const char *const ROUND[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    while (line.plies < plies)
        play(ROUND[line.plies % COUNT(ROUND)]);
}

static void take_back(uint32_t to)
{
    line_pop(&line, line.plies - to);
    played = 0;
    hear("{\"t\":\"takeback\",\"by\":\"%s\",\"ply\":%u}", "white", to);
}

/* Line, whose takebacks unit/line checks, says what must be left. */
static void expect_same(void)
{
    char fen[2][FEN_MAX], uci[UCI_MAX] = "";
    Position at = line.start;
    text_reset(&moves);
    for (uint32_t ply = 0; ply < line.plies; ply++) {
        uci_print(&at, line.moves[ply], uci);
        if (ply)
            text_append(&moves, " ", 1);
        text_append(&moves, uci, strlen(uci));
        position_play(&at, line.moves[ply]);
    }
    fen_print(&line.now, fen[0]);
    fen_print(&game.now, fen[1]);
    ck_assert_str_eq(fen[0], fen[1]);
    ck_assert_uint_eq(game.plies, line.plies);
    ck_assert_uint_eq(game.moves_length, moves.length);
    ck_assert(!line.plies || memcmp(game.moves, moves.bytes, moves.length) == 0);
    ck_assert(!line.plies || game.moves[moves.length] == '\0');
    ck_assert_str_eq(game.last, uci);
}

START_TEST(a_takeback_plays_few_moves_again)
{
    play_many(4000);
    for (uint32_t left = 3998; left > 3000; left -= 2) {
        take_back(left);
        ck_assert_uint_le(played, 64);
    }
    expect_same();
    take_back(1);
    ck_assert_uint_le(played, 64);
    expect_same();
}
END_TEST

START_TEST(the_game_goes_on_after_takebacks_of_any_length)
{
    uint64_t state = 11;
    for (int i = 0; i < 300; i++) {
        uint32_t most = line.plies + 1 + (uint32_t)(random_next(&state) % 80);
        play_many(most < 300 ? most : 300);
        take_back((uint32_t)(random_next(&state) % (line.plies + 1)));
        expect_same();
    }
}
END_TEST

START_TEST(takebacks_at_each_length_leave_what_was_played_before)
{
    for (uint32_t plies = 1; plies <= 200; plies++) {
        play_many(200);
        take_back(plies - 1);
        expect_same();
        play_many(plies);
        expect_same();
    }
}
END_TEST

START_TEST(longer_and_shorter_moves_are_kept_apart)
{
    play("a2a4"), play("b7b5"), play("a4b5"), play("a7a6"), play("b5a6"), play("c7c5");
    play("a6a7"), play("c5c4"), play("a7b8q"), play("a8a1");
    expect_same();
    take_back(9);
    expect_same();
    ck_assert_str_eq(game.last, "a7b8q");
    take_back(8);
    expect_same();
    play("a7b8n"), play("g8f6");
    expect_same();
}
END_TEST

START_TEST(the_last_move_is_told_without_a_replay)
{
    IcsMove last;
    char fen[FEN_MAX];
    play_many(4000);
    played = 0;
    ics_last_move(&game, &last);
    ck_assert_str_eq(last.san, "Ng8");
    ck_assert_str_eq(last.words, "N/f6-g8");
    fen_print(&last.before, fen);
    ck_assert_str_eq(fen, "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3999 2000");
    ck_assert_uint_le(played, 2);
    for (uint32_t left = 3999; left > 3800; left--) {
        take_back(left);
        ics_last_move(&game, &last);
        ck_assert_int_eq(last.move, line.moves[left - 1]);
    }
    take_back(0);
    ics_last_move(&game, &last);
    ck_assert_str_eq(last.san, "none");
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("heard_game");
    TCase *takebacks = tcase_create("takebacks");
    tcase_add_checked_fixture(takebacks, set_up, tear_down);
    tcase_add_test(takebacks, a_takeback_plays_few_moves_again);
    tcase_add_test(takebacks, the_game_goes_on_after_takebacks_of_any_length);
    tcase_add_test(takebacks, takebacks_at_each_length_leave_what_was_played_before);
    tcase_add_test(takebacks, longer_and_shorter_moves_are_kept_apart);
    tcase_add_test(takebacks, the_last_move_is_told_without_a_replay);
    suite_add_tcase(suite, takebacks);
    return run_suite(suite);
}
