#include "print.h"
#include "table_rig.h"
#include "tournaments.h"

START_TEST(welcome_is_the_first_message)
{
    rig_connect(&rig, 0);
    core_turn(rig.core);
    ck_assert_ptr_eq(rig_heard(&rig, 0, "{\"t\":\"welcome\",\"you\":{\"id\":\"gperson0\""),
                     rig.people[0].told);
}
END_TEST

START_TEST(a_game_is_announced_to_both_when_it_is_durable)
{
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_say(&rig, 0, "{\"t\":\"seek\",\"id\":1,\"clock\":null}");
    rig_say(&rig, 1, "{\"t\":\"seek\",\"id\":2,\"clock\":null}");
    core_turn(rig.core);
    core_turn(rig.core);
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"start\""));
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"start\""));
    rig_settle(&rig);
    for (int i = 0; i < 2; i++) {
        const char *start = rig_heard(&rig, i, "\"t\":\"start\"");
        const char *game = rig_heard(&rig, i, "\"t\":\"game\"");
        ck_assert_ptr_nonnull(start);
        ck_assert(game > start);
    }
}
END_TEST

START_TEST(a_move_its_ok_and_even_a_refusal_wait_for_the_disk)
{
    const char *game = begin_game();
    rig_forget(&rig);
    move(0, game, 0, "e2e4");
    move(0, game, 1, "d2d4"); /* not their turn: reveals that the first move was accepted */
    core_turn(rig.core);
    core_turn(rig.core);
    ck_assert_str_eq(rig.people[0].told, "");
    ck_assert_str_eq(rig.people[1].told, "");
    rig_settle(&rig);
    const char *ok = rig_heard(&rig, 0, "{\"t\":\"ok\",\"id\":10}");
    const char *event = rig_heard(&rig, 0, "\"uci\":\"e2e4\"");
    const char *refusal = rig_heard(&rig, 0, "not_your_turn");
    ck_assert_ptr_nonnull(ok);
    ck_assert(ok < event && event < refusal);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"uci\":\"e2e4\""));
}
END_TEST

START_TEST(a_game_that_waits_for_the_disk_takes_no_requests)
{
    const char *game = begin_game();
    move(0, game, 0, "e2e4");
    core_turn(rig.core);
    core_failing(rig.core, true);
    rig_forget(&rig);
    move(1, game, 1, "e7e5");
    ask(1, game, "resign", "");
    core_turn(rig.core);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "not_now"));
    ck_assert_ptr_null(rig_heard(&rig, 1, "e2e4"));
    core_failing(rig.core, false);
    rig_settle(&rig);
    move(1, game, 1, "e7e5");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"uci\":\"e7e5\""));
}
END_TEST

/* Game time now, as a new spectator is told; before that the loop's clock moves on by some ms. */
static int64_t watched_at(const char *game)
{
    usleep(20000);
    uv_update_time(&rig.loop);
    rig_forget(&rig);
    ask(0, game, "watch", ",\"since\":3");
    core_turn(rig.core);
    const char *at = rig_heard(&rig, 0, "\"at\":");
    ck_assert_ptr_nonnull(at);
    return strtoll(at + strlen("\"at\":"), NULL, 10);
}

START_TEST(no_clock_runs_while_the_disk_refuses)
{
    char game[9];
    snprintf(game, sizeof game, "%s", begin_game());
    const char *moves[] = {"e2e4", "e7e5", "g1f3"};
    for (int i = 0; i < 3; i++) {
        move(i % 2, game, i, moves[i]);
        rig_settle(&rig);
    }
    int64_t before = watched_at(game);
    core_failing(rig.core, true);
    ck_assert_int_eq(watched_at(game), before);
    ck_assert_int_eq(watched_at(game), before);
    core_failing(rig.core, false);
    ck_assert_int_gt(watched_at(game), before);
}
END_TEST

/* Their connection ends because of a failure between nodes, after 'lost' ms without a word. */
static void cut_off(int number, int64_t lost)
{
    core_cut_off(rig.core, lost);
    rig_disconnect(&rig, number);
    core_cut_off(rig.core, 0);
    rig_settle(&rig);
}

static void begin_to_play(char game[9])
{
    snprintf(game, 9, "%s", begin_game());
    move(0, game, 0, "e2e4");
    rig_settle(&rig);
    move(1, game, 1, "e7e5");
    rig_settle(&rig);
}

START_TEST(a_player_who_is_cut_off_on_their_turn_is_waited_for)
{
    char game[9];
    begin_to_play(game);
    cut_off(0, 1000);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"t\":\"pause\""));
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"t\":\"resume\""));
    rig_connect(&rig, 0);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"t\":\"resume\""));
}
END_TEST

START_TEST(a_turn_of_a_player_who_is_cut_off_begins_with_a_pause)
{
    char game[9];
    begin_to_play(game);
    cut_off(1, 1000);
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"t\":\"pause\""));
    move(0, game, 2, "g1f3");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"t\":\"pause\""));
    rig_connect(&rig, 1);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"t\":\"resume\""));
    move(1, game, 3, "b8c6"); /* and no more from now on */
    move(0, game, 4, "f1b5");
    rig_forget(&rig);
    rig_settle(&rig);
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"t\":\"pause\""));
}
END_TEST

/* Who ends their own connection gains nothing, nor who has another one. */
START_TEST(a_player_who_leaves_or_has_another_connection_is_not_waited_for)
{
    char game[9];
    Person white = {.id = "gperson0", .name = "Guest-0", .guest = true};
    begin_to_play(game);
    rig_connect_as(&rig, 2, &white, "127.0.0.1");
    rig_settle(&rig);
    usleep(20000);
    uv_update_time(&rig.loop);
    cut_off(0, 1);
    rig_disconnect(&rig, 2);
    rig_settle(&rig);
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"t\":\"pause\""));
}
END_TEST

/* They have come back before it was known that their old connection is lost. */
START_TEST(a_player_who_is_back_already_has_back_what_they_lost)
{
    char game[9];
    Person white = {.id = "gperson0", .name = "Guest-0", .guest = true};
    begin_to_play(game);
    usleep(20000);
    uv_update_time(&rig.loop);
    rig_connect_as(&rig, 2, &white, "127.0.0.1");
    rig_settle(&rig);
    cut_off(0, 60000);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"t\":\"pause\""));
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"t\":\"resume\""));
}
END_TEST

/* The number after that member, in the first message with this text that person 1 was told. */
static int64_t told(const char *text, const char *member)
{
    const char *message = rig_heard(&rig, 1, text);
    ck_assert_msg(message != NULL, "no %s in %s", text, rig.people[1].told);
    while (message > rig.people[1].told && message[-1] != '\n')
        message--;
    const char *at = strstr(message, member);
    ck_assert_ptr_nonnull(at);
    return strtoll(at + strlen(member), NULL, 10);
}

/* A program hears by streams; some of them are gone with their node, and its session is not. It has had others for 'back' ms. */
static void lose_streams(int number, int64_t lost, int64_t back)
{
    core_cut_off(rig.core, lost);
    ck_assert(core_is_cutting_off(rig.core));
    core_session_cut_off(rig.core, rig.people[number].session, back);
    core_cut_off(rig.core, 0);
    ck_assert(!core_is_cutting_off(rig.core));
    rig_settle(&rig);
}

START_TEST(a_program_whose_streams_are_lost_has_back_what_it_lost)
{
    char game[9];
    begin_to_play(game);
    rig_forget(&rig);
    lose_streams(0, 1000, 1000); /* it has had another one for as long */
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"t\":\"pause\""));
    lose_streams(0, 60000, 1000);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"t\":\"pause\""));
    ck_assert_int_eq(told("\"t\":\"resume\"", "\"white\":"), told("\"t\":\"pause\"", "\"white\":"));
}
END_TEST

START_TEST(a_program_that_also_has_a_connection_gains_nothing)
{
    char game[9];
    Person white = {.id = "gperson0", .name = "Guest-0", .guest = true};
    begin_to_play(game);
    rig_connect_as(&rig, 2, &white, "127.0.0.1");
    rig_settle(&rig);
    usleep(20000);
    uv_update_time(&rig.loop);
    lose_streams(0, 1, 0);
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"t\":\"pause\""));
}
END_TEST

/* ---- players whose node is not heard ---- */

enum { EVER = 1000 * 1000 }; /* ms of silence, since before the game */

/* A game of 100 ms each, in which white's clock runs and nothing is heard of their node any more. */
static void begin_in_silence(char game[9])
{
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_say(&rig, 0, "{\"t\":\"seek\",\"id\":1,\"clock\":{\"initial\":100},\"color\":\"white\"}");
    rig_say(&rig, 1, "{\"t\":\"seek\",\"id\":1,\"clock\":{\"initial\":100}}");
    rig_settle(&rig);
    snprintf(game, 9, "%s", game_id());
    move(0, game, 0, "e2e4");
    rig_settle(&rig);
    rig.people[0].silence = EVER;
    move(1, game, 1, "e7e5");
    rig_settle(&rig);
    rig_forget(&rig);
}

START_TEST(a_flag_falls_when_the_node_of_its_player_is_heard_and_not_before)
{
    char game[9];
    begin_in_silence(game);
    let_pass(0.15);
    ask(1, game, "draw", "");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"t\":\"draw\""));
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"t\":\"end\""));
    int64_t asked_at = told("\"t\":\"draw\"", "\"at\":");
    rig.people[0].silence = 0;
    while (!rig_heard(&rig, 1, "\"t\":\"end\""))
        let_pass(0.01);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"status\":\"outoftime\""));
    /* The game's time had stopped 1 ms before the flag. */
    ck_assert_int_eq(told("\"t\":\"end\"", "\"at\":"), asked_at + 1);
}
END_TEST

START_TEST(a_flag_does_not_fall_for_whose_node_was_lost_before)
{
    char game[9];
    begin_in_silence(game);
    let_pass(0.15);
    ask(1, game, "draw", "");
    cut_off(0, EVER);
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"t\":\"end\""));
    ck_assert_int_eq(told("\"t\":\"pause\"", "\"white\":"), 100);
}
END_TEST

/* Nothing is asked of who has another connection, nor of who moves slowly at this node. */
START_TEST(a_flag_falls_at_once_for_whoever_has_a_connection_that_is_heard)
{
    char game[9];
    Person white = {.id = "gperson0", .name = "Guest-0", .guest = true};
    rig_connect_as(&rig, 2, &white, "127.0.0.1");
    begin_in_silence(game);
    let_pass(0.15);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"status\":\"outoftime\""));
}
END_TEST

START_TEST(who_comes_back_waits_until_their_other_node_is_heard)
{
    char game[9];
    Person white = {.id = "gperson0", .name = "Guest-0", .guest = true};
    begin_to_play(game);
    rig.people[0].silence = EVER;
    rig_forget(&rig);
    rig_connect_as(&rig, 2, &white, "127.0.0.1");
    move(2, game, 2, "g1f3");
    rig_settle(&rig);
    let_pass(0.1);
    ck_assert_str_eq(rig.people[2].told, "");
    rig.people[0].silence = 0;
    while (!rig_heard(&rig, 1, "\"uci\":\"g1f3\""))
        let_pass(0.01);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "\"t\":\"welcome\""));
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"t\":\"pause\""));
}
END_TEST

START_TEST(who_comes_back_and_moves_at_once_is_not_charged_for_the_node_that_is_lost)
{
    char game[9];
    Person white = {.id = "gperson0", .name = "Guest-0", .guest = true};
    begin_in_silence(game);
    rig_connect_as(&rig, 2, &white, "127.0.0.1");
    move(2, game, 2, "g1f3");
    let_pass(0.15);
    ck_assert_str_eq(rig.people[2].told, "");
    cut_off(0, EVER);
    while (!rig_heard(&rig, 1, "\"uci\":\"g1f3\""))
        let_pass(0.01);
    ck_assert_int_eq(told("\"t\":\"pause\"", "\"white\":"), 100);
    ck_assert_int_eq(told("\"t\":\"resume\"", "\"white\":"), 100);
}
END_TEST

/* Neither whoever plays no game, nor who has a connection that is heard. */
START_TEST(nobody_else_waits)
{
    char game[9];
    Person white = {.id = "gperson0", .name = "Guest-0", .guest = true};
    rig_connect(&rig, 0);
    rig.people[0].silence = EVER;
    rig_connect_as(&rig, 2, &white, "127.0.0.1");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "\"t\":\"welcome\""));
    rig.people[0].silence = 0;
    begin_to_play(game);
    rig.people[0].silence = EVER;
    rig_connect_as(&rig, 3, &white, "127.0.0.1");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 3, "\"t\":\"welcome\""));
}
END_TEST

START_TEST(who_waits_may_leave_and_the_server_may_end)
{
    char game[9];
    Person white = {.id = "gperson0", .name = "Guest-0", .guest = true};
    begin_to_play(game);
    rig.people[0].silence = EVER;
    rig_connect_as(&rig, 2, &white, "127.0.0.1");
    rig_disconnect(&rig, 2);
    cut_off(0, EVER);
    let_pass(0.05);
    ck_assert_str_eq(rig.people[2].told, "");
    rig_connect(&rig, 0);
    rig_settle(&rig);
    rig.people[0].silence = EVER;
    rig_connect_as(&rig, 2, &white, "127.0.0.1");
    rig_settle(&rig);
}
END_TEST

START_TEST(a_spectator_changes_nothing)
{
    const char *game = begin_game();
    rig_connect(&rig, 2);
    ask(2, game, "watch", "");
    ask(2, game, "resign", "");
    move(2, game, 0, "e2e4");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "not_a_player"));
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"t\":\"end\""));
    ck_assert_ptr_null(rig_heard(&rig, 0, "e2e4"));
}
END_TEST

START_TEST(a_rematch_swaps_the_colours_in_the_same_turn)
{
    const char *game = begin_game();
    ask(0, game, "resign", "");
    rig_settle(&rig);
    ask(0, game, "rematch", "");
    rig_settle(&rig);
    rig_forget(&rig);
    /* The resignation is event 1, the offer event 2. */
    ask(1, game, "rematch", ",\"offer\":2");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"color\":\"black\",\"rematch\":"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"color\":\"white\",\"rematch\":"));
}
END_TEST

/* The start position in the newest snapshot that person 0 has heard. */
static void start_of_newest(char fen[100])
{
    const char *at = NULL;
    for (const char *next = rig.people[0].told; (next = strstr(next, "\"fen\":\"")); next++)
        at = next;
    ck_assert_ptr_nonnull(at);
    snprintf(fen, 100, "%.*s", (int)strcspn(at + 7, "\""), at + 7);
}

/* lichess.org: each position of Chess960 twice, with the colours changed, then a new one. */
START_TEST(a_rematch_of_chess960_keeps_the_position_once)
{
    char fens[6][100], game[9];
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    const char *seek = "{\"t\":\"seek\",\"clock\":{\"initial\":60000},\"variant\":\"chess960\"}";
    rig_say(&rig, 0, seek);
    rig_say(&rig, 1, seek);
    rig_settle(&rig);
    snprintf(game, sizeof game, "%s", game_id());
    start_of_newest(fens[0]);
    for (int i = 1; i < 6; i++) {
        char offer[40];
        rig_forget(&rig);
        ask(0, game, "resign", "");
        ask(0, game, "rematch", "");
        rig_settle(&rig);
        const char *offered = rig_heard(&rig, 1, "\"t\":\"rematch\"");
        ck_assert_ptr_nonnull(offered);
        snprintf(offer, sizeof offer, ",\"offer\":%ld",
                 strtol(strstr(offered, "\"seq\":") + 6, NULL, 10));
        rig_forget(&rig);
        ask(1, game, "rematch", offer);
        rig_settle(&rig);
        snprintf(game, sizeof game, "%s", game_id());
        start_of_newest(fens[i]);
    }
    ck_assert_str_eq(fens[0], fens[1]);
    ck_assert_str_eq(fens[2], fens[3]);
    ck_assert_str_eq(fens[4], fens[5]);
    /* A new position is the old one once in 960 times: not twice. */
    ck_assert(strcmp(fens[1], fens[2]) != 0 || strcmp(fens[3], fens[4]) != 0);
}
END_TEST

START_TEST(after_a_restart_the_game_goes_on_where_it_was)
{
    char game[9];
    snprintf(game, sizeof game, "%s", begin_game());
    move(0, game, 0, "e2e4");
    move(1, game, 1, "e7e5");
    move(0, game, 2, "g1f3");
    rig_settle(&rig);
    rig_close_core(&rig);

    rig_open_core(&rig);
    rig_connect(&rig, 1);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"playing\":[\""));
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, game));
    ask(1, game, "watch", ",\"since\":2");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"seq\":3,"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"san\":\"Nf3\""));
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"uci\":\"e7e5\""));
    move(1, game, 3, "b8c6");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"san\":\"Nc6\""));
}
END_TEST

START_TEST(a_finished_game_is_read_from_the_store_on_request)
{
    char game[9];
    snprintf(game, sizeof game, "%s", begin_game());
    move(0, game, 0, "e2e4");
    ask(1, game, "resign", "");
    rig_settle(&rig);
    rig_close_core(&rig);

    rig_open_core(&rig);
    rig_connect(&rig, 2);
    ask(2, game, "watch", "");
    core_turn(rig.core);
    ck_assert_ptr_null(rig_heard(&rig, 2, "\"t\":\"game\""));
    while (!rig_heard(&rig, 2, "\"t\":\"game\"")) {
        uv_run(&rig.loop, UV_RUN_ONCE);
        core_turn(rig.core);
    }
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "\"status\":\"resign\""));
}
END_TEST

START_TEST(an_answer_to_another_position_is_dropped)
{
    rig_connect(&rig, 0);
    rig_say(&rig, 0,
            "{\"t\":\"challenge\",\"id\":1,\"to\":\"computer\",\"level\":1,\"clock\":null,"
            "\"color\":\"white\"}");
    rig_settle(&rig);
    GameId id = {0};
    strcpy(id.text, game_id());
    SearchAnswer late = {
        .game = id, .turn = 7, .chosen = {.move = move_of(SQ_E7, SQ_E5, MOVE_DOUBLE)}};
    core_answered(rig.core, &late);
    rig_settle(&rig);
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"uci\":\"e7e5\""));

    /* Its own answer comes when it is its turn. */
    move(0, id.text, 0, "e2e4");
    core_turn(rig.core);
    while (!rig_heard(&rig, 0, "\"ply\":2")) {
        uv_run(&rig.loop, UV_RUN_ONCE);
        core_turn(rig.core);
    }
}
END_TEST

/* The id that follows the text in what the person was sent. */
static const char *id_after(int person, const char *text, int length)
{
    static char id[16];
    const char *at = rig_heard(&rig, person, text);
    ck_assert_ptr_nonnull(at);
    snprintf(id, sizeof id, "%.*s", length, at + strlen(text));
    return id;
}

/* Found by tests/sim: the loop ran without a pause as long as the disk refused. */
START_TEST(the_computer_waits_for_the_disk_without_spinning_the_loop)
{
    SearchAnswer answer = {.turn = 1, .chosen.move = move_of(SQ_E7, SQ_E5, MOVE_DOUBLE)};
    rig_connect(&rig, 0);
    rig_say(&rig, 0,
            "{\"t\":\"challenge\",\"id\":1,\"to\":\"computer\",\"level\":1,\"clock\":null,"
            "\"color\":\"white\"}");
    rig_settle(&rig);
    snprintf(answer.game.text, sizeof answer.game.text, "%s", game_id());
    move(0, answer.game.text, 0, "e2e4");
    core_turn(rig.core);
    core_failing(rig.core, true); /* it is not durable: the loop has not reported it */
    core_answered(rig.core, &answer);
    core_turn(rig.core);
    ck_assert_int_ne(core_wait(rig.core), 0);
    core_failing(rig.core, false);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"uci\":\"e7e5\""));
}
END_TEST

/* Person 0 plays the computer and seeks a person; 1 comes. */
static void find_a_person(void)
{
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_say(&rig, 0,
            "{\"t\":\"seek\",\"clock\":null,\"fallback\":0,\"keep\":true,\"ask\":true,"
            "\"color\":\"white\"}");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"computer\":"));
    rig_say(&rig, 1, "{\"t\":\"seek\",\"id\":1,\"clock\":null}");
    while (!rig_heard(&rig, 0, "\"t\":\"found\"")) {
        usleep(20000);
        uv_update_time(&rig.loop);
        rig_settle(&rig);
    }
}

START_TEST(a_person_is_played_instead_of_the_computer)
{
    char text[96];
    find_a_person();
    char computers[9];
    snprintf(computers, sizeof computers, "%s", game_id());
    move(0, computers, 0, "e2e4");
    rig_settle(&rig);
    snprintf(text, sizeof text, "{\"t\":\"accept\",\"id\":2,\"seek\":\"%s\"}",
             id_after(0, "\"other\":\"", 12));
    rig_forget(&rig);
    rig_say(&rig, 0, text);
    rig_settle(&rig);
    const char *aborted = rig_heard(&rig, 0, "\"status\":\"aborted\"");
    const char *start = rig_heard(&rig, 0, "\"t\":\"start\"");
    ck_assert(aborted && start > aborted);
    ck_assert_str_eq(id_after(0, "\"t\":\"end\",\"game\":\"", 8), computers);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"t\":\"start\""));
}
END_TEST

START_TEST(a_player_who_declines_continues_with_the_computer)
{
    char text[96];
    find_a_person();
    snprintf(text, sizeof text, "{\"t\":\"decline\",\"id\":2,\"seek\":\"%s\"}",
             id_after(0, "\"other\":\"", 12));
    rig_forget(&rig);
    rig_say(&rig, 0, text);
    rig_say(&rig, 0, "{\"t\":\"decline\",\"id\":3,\"seek\":\"Sk1234567890\"}");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "{\"t\":\"ok\",\"id\":2}"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "{\"t\":\"error\",\"id\":3,\"code\":\"stale\""));
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"t\":\"end\""));
}
END_TEST

START_TEST(a_kept_seek_ends_with_its_game)
{
    find_a_person();
    char seek[13], text[96];
    snprintf(seek, sizeof seek, "%s", id_after(0, "\"t\":\"found\",\"seek\":\"", 12));
    ask(0, game_id(), "resign", "");
    snprintf(text, sizeof text, "{\"t\":\"unseek\",\"id\":4,\"seek\":\"%s\"}", seek);
    rig_say(&rig, 0, text);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "{\"t\":\"error\",\"id\":4,\"code\":\"stale\""));
}
END_TEST

START_TEST(a_challenge_is_declined_with_a_reason)
{
    char text[128];
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_say(&rig, 0, "{\"t\":\"challenge\",\"to\":\"user\",\"user\":\"gperson1\",\"clock\":null}");
    rig_settle(&rig);
    snprintf(text, sizeof text, "{\"t\":\"decline\",\"challenge\":\"%s\",\"reason\":\"later\"}",
             id_after(1, "\"t\":\"challenge\",\"challenge\":\"", 12));
    rig_say(&rig, 1, text);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"state\":\"declined\""));
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"reason\":\"later\"}"));
}
END_TEST

static void restart(void)
{
    rig_close_core(&rig);
    rig_open_core(&rig);
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_settle(&rig);
}

START_TEST(time_odds_are_stored_and_stay_with_the_person)
{
    static const char BLACKS[] = "\"odds\":{\"color\":\"black\",\"initial\":60000,\"increment\":0},"
                                 "\"white\":300000,\"black\":60000,";
    static const char WHITES[] = "\"odds\":{\"color\":\"white\",\"initial\":60000,\"increment\":0},"
                                 "\"white\":60000,\"black\":300000,";
    char text[128], game[9];
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_say(
        &rig, 0,
        "{\"t\":\"challenge\",\"to\":\"user\",\"user\":\"gperson1\",\"color\":\"white\",\"clock\":"
        "{\"initial\":300000,\"increment\":3000,\"odds\":{\"initial\":60000}}}");
    rig_settle(&rig);
    restart();
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"odds\":{\"initial\":60000,\"increment\":0}}"));
    snprintf(text, sizeof text, "{\"t\":\"accept\",\"challenge\":\"%s\"}",
             id_after(1, "\"t\":\"challenge\",\"challenge\":\"", 12));
    rig_say(&rig, 1, text);
    rig_settle(&rig);
    snprintf(game, sizeof game, "%s", game_id());
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, BLACKS));
    restart();
    ask(0, game, "watch", "");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, BLACKS));
    ask(0, game, "resign", "");
    ask(0, game, "rematch", "");
    ask(1, game, "rematch", ",\"offer\":2");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, WHITES));
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"color\":\"black\",\"rematch\":"));
}
END_TEST

START_TEST(requests_of_a_dismissed_connection_are_ignored)
{
    char game[9];
    snprintf(game, sizeof game, "%s", begin_game());
    core_dismiss(rig.core, "gperson0", "another's pass");
    move(0, game, 0, "e2e4");
    core_dismiss(rig.core, "gperson0", NULL);
    ck_assert(!core_is_here(rig.core, "gperson0"));
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "e2e4"));
    rig_forget(&rig);
    ask(0, game, "resign", "");
    rig_settle(&rig);
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"ok\""));
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"t\":\"end\""));
}
END_TEST

START_TEST(a_connection_that_ends_leaves_nothing_behind)
{
    const char *game = begin_game();
    rig_connect(&rig, 2);
    ask(2, game, "watch", "");
    rig_say(&rig, 2, "{\"t\":\"lobby\"}");
    rig_say(&rig, 2, "{\"t\":\"challenge\",\"to\":\"link\",\"clock\":null}");
    rig_settle(&rig);
    rig_disconnect(&rig, 2);
    rig_forget(&rig);
    move(0, game, 0, "e2e4");
    rig_settle(&rig);
    ck_assert_str_eq(rig.people[2].told, "");
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"uci\":\"e2e4\""));
}
END_TEST

/* ---- a round that is being paired when the server stops ---- */

enum { POOL_THREADS = 4, TURNS = 10 };

/* All of libuv's threads, kept until the loop has gone on for a while and its clock, too. */
typedef struct {
    uv_sem_t released;
    uv_work_t holders[POOL_THREADS];
    uv_idle_t idle;
    uint64_t since;
    int turns;
} HeldPool;

static void hold(uv_work_t *work)
{
    HeldPool *pool = work->data;
    uv_sem_wait(&pool->released);
}

static void held(uv_work_t *work, int status)
{
    (void)work, (void)status;
}

static void release_later(uv_idle_t *idle)
{
    HeldPool *pool = idle->data;
    if (++pool->turns < TURNS || uv_now(idle->loop) == pool->since)
        return;
    for (int i = 0; i < POOL_THREADS; i++)
        uv_sem_post(&pool->released);
    uv_close((uv_handle_t *)idle, NULL);
}

static void hold_pool(HeldPool *pool)
{
    *pool = (HeldPool){0};
    ck_assert_int_eq(uv_sem_init(&pool->released, 0), 0);
    for (int i = 0; i < POOL_THREADS; i++) {
        pool->holders[i].data = pool;
        ck_assert_int_eq(uv_queue_work(&rig.loop, &pool->holders[i], hold, held), 0);
    }
}

static void release_pool_later(HeldPool *pool)
{
    pool->since = uv_now(&rig.loop);
    pool->idle.data = pool;
    uv_idle_init(&rig.loop, &pool->idle);
    uv_idle_start(&pool->idle, release_later);
}

static void begin_swiss(void)
{
    Tournaments *tournaments = core_tournaments(rig.core);
    const Person ada = {.id = "aperson0", .name = "Account0"};
    TourneyPerson players[] = {{.kind = TOURNEY_NAME, .name = "Bob"},
                               {.kind = TOURNEY_NAME, .name = "Cara"}};
    TourneySettings settings;
    TourneyAnswer answer;
    TourneyId id;
    uint64_t number;
    tourney_settings_usual(&settings, FORMAT_SWISS);
    strcpy(settings.name, "Club evening");
    ck_assert(tournaments_create(tournaments, &settings,
                                 &(TournamentMaker){.person = &ada, .address = "127.0.0.1"}, &id,
                                 &number, &answer));
    ck_assert(tournaments_import(tournaments, id.text, players, 2, &ada, &number, &answer));
    TourneyAct start = {.kind = ACT_START, .confirmed = true};
    ck_assert_msg(tournaments_act(tournaments, id.text, &start, &ada, &number, &answer), "%s",
                  answer.code);
    tournaments_tick(tournaments);
    ck_assert(tourney_wants_pairing(tournaments_find(tournaments, id.text)));
}

START_TEST(a_round_that_is_paired_after_the_store_has_closed_is_dropped)
{
    static HeldPool pool;
    rig_connect_account(&rig, 0);
    rig_settle(&rig);
    hold_pool(&pool);
    begin_swiss();
    rig_settle(&rig);
    core_stop(rig.core);
    release_pool_later(&pool);
    rig_close_core(&rig);
    uv_sem_destroy(&pool.released);
    rig_open_core(&rig);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        welcome_is_the_first_message,
        a_game_is_announced_to_both_when_it_is_durable,
        a_move_its_ok_and_even_a_refusal_wait_for_the_disk,
        a_game_that_waits_for_the_disk_takes_no_requests,
        no_clock_runs_while_the_disk_refuses,
        a_spectator_changes_nothing,
        a_flag_falls_when_the_node_of_its_player_is_heard_and_not_before,
        a_flag_does_not_fall_for_whose_node_was_lost_before,
        a_flag_falls_at_once_for_whoever_has_a_connection_that_is_heard,
        who_comes_back_waits_until_their_other_node_is_heard,
        who_comes_back_and_moves_at_once_is_not_charged_for_the_node_that_is_lost,
        nobody_else_waits,
        who_waits_may_leave_and_the_server_may_end,
        a_player_who_is_cut_off_on_their_turn_is_waited_for,
        a_turn_of_a_player_who_is_cut_off_begins_with_a_pause,
        a_player_who_leaves_or_has_another_connection_is_not_waited_for,
        a_player_who_is_back_already_has_back_what_they_lost,
        a_program_whose_streams_are_lost_has_back_what_it_lost,
        a_program_that_also_has_a_connection_gains_nothing,
        a_rematch_swaps_the_colours_in_the_same_turn,
        a_rematch_of_chess960_keeps_the_position_once,
        after_a_restart_the_game_goes_on_where_it_was,
        a_finished_game_is_read_from_the_store_on_request,
        an_answer_to_another_position_is_dropped,
        the_computer_waits_for_the_disk_without_spinning_the_loop,
        a_person_is_played_instead_of_the_computer,
        a_player_who_declines_continues_with_the_computer,
        a_kept_seek_ends_with_its_game,
        a_challenge_is_declined_with_a_reason,
        time_odds_are_stored_and_stay_with_the_person,
        requests_of_a_dismissed_connection_are_ignored,
        a_connection_that_ends_leaves_nothing_behind,
        a_round_that_is_paired_after_the_store_has_closed_is_dropped,
    };
    return run_at_table("core", tests, sizeof tests / sizeof *tests);
}
