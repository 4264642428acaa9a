#include "game_pgn.h"

#include "attacks.h"
#include "check_rig.h"
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 16 };

static StoredGame *stored;
static Room *room;
static void *memory;
static Text text;

static void begin(const TimeControl *control)
{
    GameSetup setup = {.control = *control};
    position_start(&setup.start);
    memory = malloc(room_size(64));
    room = room_init(memory, 64, &setup);
    stored = calloc(1, sizeof *stored + EVENTS * sizeof *stored->events);
    stored->game.control = *control;
    strcpy(stored->game.id.text, "Ab12Cd34");
    strcpy(stored->game.seat[WHITE].name, "Guest-7f3a");
    stored->game.seat[BLACK].kind = STORE_SEAT_LEVEL;
    stored->game.seat[BLACK].level = 4;
    stored->game.seat[BLACK].rating = 1000;
    stored->game.status = STATUS_STARTED;
    stored->game.made = INT64_C(1792972799000); /* 2026-10-25 23:59:59 UTC */
}

static void setup(void)
{
    attacks_init();
    text_init(&text);
    begin(&(TimeControl){.timed = true, .initial = 300000, .increment = 3000});
}

static void teardown(void)
{
    text_clear(&text);
    free(stored);
    free(memory);
}

static void keep(const Events *events)
{
    for (int i = 0; i < events->count; i++) {
        StoredEvent *event = &stored->events[stored->count++];
        event->seq = events->at[i].seq;
        event->size = (unsigned char)event_pack(&events->at[i], event->bytes);
    }
}

static void apply(Color seat, const Command *command, int64_t now)
{
    Events events = {0};
    ck_assert_int_eq(room_apply(room, seat, command, now, &events), ROOM_OK);
    keep(&events);
    for (int i = 0; i < events.count; i++)
        room_durable(room, events.at[i].seq, now);
}

static void move(const char *uci, int64_t now)
{
    const Line *line = room_line(room);
    Command command = {.kind = CMD_MOVE};
    command.move.ply = line->plies;
    ck_assert_int_eq(uci_parse(&line->now, uci, strlen(uci), &command.move.move), NOTATION_OK);
    apply(position_turn(&line->now), &command, now);
}

static bool has(const char *part)
{
    return strstr(text.bytes, part) != NULL;
}

START_TEST(a_finished_game_has_its_tags_and_clocks)
{
    move("f2f3", 0);
    move("e7e5", 0);
    move("g2g4", 10000);
    move("d8h4", 12000);
    stored->game.status = STATUS_MATE;
    stored->game.winner = WINNER_BLACK;
    ck_assert(game_pgn(stored, &text));
    ck_assert(has("[Event \"Casual game\"]\n"));
    ck_assert(has("[Date \"2026.10.25\"]\n"));
    ck_assert(has("[UTCTime \"23:59:59\"]\n"));
    ck_assert(has("[White \"Guest-7f3a\"]\n"));
    ck_assert(has("[Black \"Computer level 4\"]\n"));
    ck_assert(has("[BlackElo \"1000\"]\n"));
    ck_assert(!has("WhiteElo"));
    ck_assert(has("[Result \"0-1\"]\n"));
    ck_assert(has("[TimeControl \"300+3\"]\n"));
    ck_assert(has("[Termination \"normal\"]\n"));
    ck_assert(has("[GameId \"Ab12Cd34\"]\n"));
    /* White thought for ten seconds, black for two, and each got three. */
    ck_assert(has("2. g4 {[%clk 0:04:53]}"));
    ck_assert(has("Qh4# {[%clk 0:05:01]} 0-1"));
}
END_TEST

START_TEST(moves_taken_back_are_not_in_it)
{
    move("e2e4", 0);
    move("e7e5", 0);
    move("d2d4", 1000);
    apply(WHITE, &(Command){.kind = CMD_TAKEBACK}, 1000);
    apply(BLACK, &(Command){.kind = CMD_TAKEBACK, .offer = room_seq(room)}, 1000);
    move("g1f3", 2000);
    ck_assert(game_pgn(stored, &text));
    ck_assert(has("2. Nf3"));
    ck_assert(!has("d4"));
    ck_assert(has("[Result \"*\"]"));
    ck_assert(has("[Termination \"unterminated\"]"));
}
END_TEST

START_TEST(time_controls_are_written_in_seconds)
{
    static const struct {
        TimeControl control;
        const char *text;
    } CASES[] = {
        {{.timed = false}, "\"-\""},
        {{.timed = true, .initial = 60000, .increment = 0}, "\"60\""},
        {{.timed = true, .initial = 180000, .increment = 2000}, "\"180+2\""},
        {{.timed = true, .initial = 1500, .increment = 0}, "\"1.500\""},
        {{.timed = true, .initial = 0, .increment = 500}, "\"0+0.500\""},
        {{.timed = true, .initial = 300000, .increment = 5000, .bonus = BONUS_DELAY}, "\"300d5\""},
        {{.timed = true, .days = 3}, "\"1/259200\""},
        {{.timed = true, .initial = 9000000, .moves = 40}, "\"40/9000\""},
        {{.timed = true,
          .initial = 5400000,
          .increment = 30000,
          .moves = 40,
          .later_count = 1,
          .later = {{.initial = 1800000, .increment = 30000}}},
         "\"40/5400+30:1800+30\""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char tag[64];
        teardown();
        text_init(&text);
        begin(&CASES[i].control);
        ck_assert(game_pgn(stored, &text));
        snprintf(tag, sizeof tag, "[TimeControl %s]", CASES[i].text);
        ck_assert_msg(has(tag), "%s in %s", tag, text.bytes);
    }
}
END_TEST

/* As Cute Chess writes them (chessgame.cpp): a tag for each side, and none for both. */
START_TEST(time_odds_are_two_controls)
{
    teardown();
    text_init(&text);
    begin(&(TimeControl){.timed = true,
                         .initial = 300000,
                         .increment = 3000,
                         .odds = TIME_ODDS_WHITE,
                         .odds_initial = 60000});
    ck_assert(game_pgn(stored, &text));
    ck_assert_msg(has("[WhiteTimeControl \"60\"]") && has("[BlackTimeControl \"300+3\"]") &&
                      !has("[TimeControl"),
                  "%s", text.bytes);
}
END_TEST

START_TEST(results_and_terminations_follow_the_end)
{
    static const struct {
        Status status;
        Winner winner;
        const char *result, *termination;
    } CASES[] = {
        {STATUS_MATE, WINNER_WHITE, "1-0", "normal"},
        {STATUS_RESIGN, WINNER_BLACK, "0-1", "normal"},
        {STATUS_STALEMATE, WINNER_NONE, "1/2-1/2", "normal"},
        {STATUS_DRAW, WINNER_NONE, "1/2-1/2", "normal"},
        {STATUS_OUTOFTIME, WINNER_BLACK, "0-1", "time forfeit"},
        {STATUS_OUTOFTIME, WINNER_NONE, "1/2-1/2", "time forfeit"},
        {STATUS_TIMEOUT, WINNER_WHITE, "1-0", "abandoned"},
        {STATUS_ABORTED, WINNER_NONE, "*", "abandoned"},
        {STATUS_NOSTART, WINNER_NONE, "*", "abandoned"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char result[32], termination[48];
        text_reset(&text);
        stored->game.status = CASES[i].status;
        stored->game.winner = CASES[i].winner;
        ck_assert(game_pgn(stored, &text));
        snprintf(result, sizeof result, "[Result \"%s\"]", CASES[i].result);
        snprintf(termination, sizeof termination, "[Termination \"%s\"]", CASES[i].termination);
        ck_assert_msg(has(result) && has(termination), "case %zu: %s", i, text.bytes);
    }
}
END_TEST

START_TEST(an_engine_is_named)
{
    StoreSeat *seat = &stored->game.seat[BLACK];
    *seat = (StoreSeat){.kind = STORE_SEAT_ENGINE, .engine = "stockfish", .rating = 1320};
    ck_assert(game_pgn(stored, &text));
    ck_assert(has("[Black \"stockfish\"]"));
    ck_assert(has("[BlackElo \"1320\"]"));
    text_reset(&text);
    *seat = (StoreSeat){.kind = STORE_SEAT_ENGINE, .engine_number = 123456, .step = 20};
    ck_assert(game_pgn(stored, &text));
    ck_assert(has("[Black \"Engine\"]"));
    ck_assert(!has("BlackElo"));
}
END_TEST

START_TEST(a_damaged_game_has_no_pgn)
{
    move("e2e4", 0);
    move("e7e5", 0);
    stored->events[1].bytes[0] ^= 0xff;
    ck_assert(!game_pgn(stored, &text));
    ck_assert_uint_eq(text.length, 0);
    stored->events[1].bytes[0] ^= 0xff;
    strcpy(stored->game.fen, "not a position");
    ck_assert(!game_pgn(stored, &text));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("game_pgn");
    TCase *tcase = tcase_create("game_pgn");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_finished_game_has_its_tags_and_clocks);
    tcase_add_test(tcase, moves_taken_back_are_not_in_it);
    tcase_add_test(tcase, time_controls_are_written_in_seconds);
    tcase_add_test(tcase, time_odds_are_two_controls);
    tcase_add_test(tcase, results_and_terminations_follow_the_end);
    tcase_add_test(tcase, an_engine_is_named);
    tcase_add_test(tcase, a_damaged_game_has_no_pgn);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
