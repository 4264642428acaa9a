/* What a server says, after the examples of PROTOCOL.md, and what is asked of it. */
#include "remote_table.h"

#include "attacks.h"
#include "check_rig.h"

#include <string.h>

static RemoteTable *table;
static Text out, sent;

static void on_send(void *context, const char *text, size_t length)
{
    (void)context;
    text_append(&sent, text, length);
    text_append(&sent, "\n", 1);
}

static void set_up(void)
{
    BoardView view = {.plain = true};
    text_init(&out);
    text_init(&sent);
    table = remote_table_new(&view, &(RemoteHooks){.send = on_send});
}

static void tear_down(void)
{
    remote_table_free(table);
    text_clear(&out);
    text_clear(&sent);
}

static const char *said(void)
{
    return out.length ? out.bytes : "";
}

static void hear_at(const char *message, int64_t now)
{
    text_reset(&out);
    text_reset(&sent);
    remote_table_received(table, message, strlen(message), now, &out);
}

static void hear(const char *message, const char *words)
{
    hear_at(message, 0);
    ck_assert_msg(strstr(said(), words) != NULL, "\"%s\" is not in \"%s\"", words, said());
}

static RemoteWish type_line(const char *line)
{
    text_reset(&out);
    text_reset(&sent);
    return remote_table_line(table, line, strlen(line), 0, &out);
}

/* The line is answered by those words, and nothing is asked. */
static void expect(const char *line, const char *words)
{
    type_line(line);
    ck_assert_msg(strstr(said(), words) != NULL, "%s: \"%s\" is not in \"%s\"", line, words,
                  said());
    ck_assert_uint_eq(sent.length, 0);
}

/* The line makes a request with that in it. */
static void asks(const char *line, const char *part)
{
    type_line(line);
    ck_assert_msg(sent.length && strstr(sent.bytes, part) != NULL,
                  "%s: \"%s\" is not in \"%s\" (%s)", line, part, sent.length ? sent.bytes : "",
                  said());
}

#define WELCOME                                                                                    \
    "{\"t\":\"welcome\",\"you\":{\"id\":\"g7\",\"name\":\"Guest-7f3a\",\"rating\":null,"           \
    "\"guest\":true},\"token\":\"v1.g7\",\"playing\":[],\"seeks\":[],\"now\":1}"
#define PLAYERS                                                                                    \
    "\"white\":{\"id\":\"g7\",\"name\":\"Guest-7f3a\"},"                                           \
    "\"black\":{\"id\":\"g9\",\"name\":\"Ann\",\"rating\":1612}"
#define GAME                                                                                       \
    "{\"t\":\"game\",\"game\":\"Ab12Cd34\",\"seq\":2,\"at\":1,\"turn\":2,\"variant\":"             \
    "\"standard\","                                                                                \
    "\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\","                        \
    "\"moves\":[\"e2e4\",\"c7c5\"]," PLAYERS ",\"rated\":false,\"clock\":{\"initial\":300000,"     \
    "\"increment\":3000,\"white\":298766,\"black\":300000,\"running\":\"white\"},"                 \
    "\"offers\":[],\"status\":\"started\",\"winner\":null}"

static void begin_game(void)
{
    hear(WELCOME, "You are Guest-7f3a.");
    hear("{\"t\":\"start\",\"game\":\"Ab12Cd34\",\"color\":\"white\"}", "you play White");
    ck_assert(remote_table_is_waiting(table));
    hear(GAME, "Game Ab12Cd34: Guest-7f3a plays White, Ann (1612) plays Black.");
    ck_assert(!remote_table_is_waiting(table) && remote_table_clock_runs(table));
}

START_TEST(a_game_is_played)
{
    begin_game();
    ck_assert_str_eq(remote_table_token(table), "v1.g7");
    expect("Nf4", "No knight of White can go to f4.");
    asks("Nf3", "\"t\":\"move\"");
    ck_assert_ptr_nonnull(strstr(sent.bytes, "\"ply\":2,\"uci\":\"g1f3\",\"turn\":2}"));
    hear("{\"t\":\"ok\",\"id\":1}", "");
    ck_assert(remote_table_is_waiting(table)); /* for the move itself */
    hear("{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"seq\":3,\"at\":9,\"ply\":3,\"uci\":\"g1f3\","
         "\"san\":\"Nf3\",\"clock\":{\"white\":298000,\"black\":300000}}",
         "White: knight g1 to f3.");
    ck_assert(!remote_table_is_waiting(table) && remote_table_awaits_move(table));
    expect("d4", "It is your opponent's turn.");
    hear_at("{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"seq\":4,\"ply\":4,\"uci\":\"d7d6\","
            "\"clock\":{\"white\":298000,\"black\":295000}}",
            5000);
    text_reset(&out);
    remote_table_line(table, "clock", 5, 15000, &out);
    ck_assert_str_eq(said(), "White 4:48, Black 4:55.\n");
    expect("fen", "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3");
}
END_TEST

START_TEST(a_new_game_waits_for_no_move_of_the_old_one)
{
    begin_game();
    type_line("Nf3");
    hear("{\"t\":\"ok\",\"id\":1}", "");
    ck_assert(remote_table_is_waiting(table));
    hear("{\"t\":\"start\",\"game\":\"Ab12Cd34\",\"color\":\"white\"}", "you play White");
    hear(GAME, "plays White");
    ck_assert(!remote_table_is_waiting(table));
}
END_TEST

START_TEST(offers_are_made_and_answered)
{
    begin_game();
    asks("draw", "\"t\":\"draw\",\"id\":1,\"game\":\"Ab12Cd34\"}");
    hear("{\"t\":\"draw\",\"game\":\"Ab12Cd34\",\"seq\":3,\"by\":\"black\"}",
         "offers a draw: \"accept\"");
    asks("accept", "\"offer\":3}");
    asks("decline", "\"t\":\"refuse\",\"id\":3,\"game\":\"Ab12Cd34\",\"offer\":3}");
    hear("{\"t\":\"refuse\",\"game\":\"Ab12Cd34\",\"seq\":4,\"by\":\"white\",\"offer\":3}",
         "The draw was declined.");
    expect("accept", "Nothing is offered");
    asks("undo", "\"t\":\"takeback\"");
    hear("{\"t\":\"takeback\",\"game\":\"Ab12Cd34\",\"seq\":6,\"by\":\"black\",\"ply\":0,"
         "\"clock\":null}",
         "The takeback was accepted. White is to move.");
    asks("claim", "\"what\":\"threefold\"}");
    hear("{\"t\":\"end\",\"game\":\"Ab12Cd34\",\"seq\":7,\"status\":\"resign\",\"winner\":"
         "\"black\"}",
         "Resigned: Black wins. 0-1");
    asks("rematch", "\"t\":\"rematch\"");
    expect("e4", "The game is over.");
}
END_TEST

START_TEST(lists_and_seeks)
{
    hear(WELCOME, "\"help\" explains");
    asks("lobby", "\"t\":\"lobby\",\"id\":1,\"on\":true}\n{\"t\":\"lobby\",\"id\":2,\"on\":false}");
    hear("{\"t\":\"lobby\",\"count\":1,\"seeks\":[{\"seek\":\"Sk1\",\"person\":{\"id\":\"g9\","
         "\"name\":"
         "\"Ann\",\"rating\":1612},\"clock\":{\"days\":3},\"variant\":\"chess960\",\"rated\":true}]"
         "}",
         "1: Ann (1612), 3 days a move, rated, Chess960");
    asks("join 1", "\"t\":\"accept\",\"id\":3,\"seek\":\"Sk1\"}");
    expect("join 2", "Type it as: join NUMBER");
    asks("games", "\"t\":\"games\"");
    hear("{\"t\":\"games\",\"count\":1,\"games\":[{\"game\":\"Ab12Cd34\"," PLAYERS ",\"ply\":2,"
         "\"clock\":{\"initial\":60000,\"increment\":0}}]}",
         "1: Ab12Cd34, Guest-7f3a - Ann (1612), 1+0, 2 plies");
    asks("watch 1", "\"t\":\"watch\",\"id\":5,\"game\":\"Ab12Cd34\"}");
    asks("watch Ab12Cd35", "\"game\":\"Ab12Cd35\"}");
    asks("seek 0.5+1 rated 960 black",
         "\"clock\":{\"initial\":30000,\"increment\":1000},\"rated\":true,"
         "\"variant\":\"chess960\",\"color\":\"black\"}");
    expect("seek 5:3", "Type it as: seek");
    expect("unseek", "You are not looking for a game.");
    hear("{\"t\":\"ok\",\"id\":7,\"seek\":\"Sk2\"}", "Looking for an opponent.");
    asks("unseek", "\"seek\":\"Sk2\"}");
    asks("computer 4 none", "\"to\":\"computer\",\"level\":4,\"clock\":null}");
    expect("computer 14", "Type it as: computer LEVEL");
    asks("challenge Ann 3+2 white", "\"to\":\"user\",\"name\":\"Ann\"");
    asks("link", "\"to\":\"link\"");
    hear("{\"t\":\"ok\",\"id\":11,\"challenge\":\"Ch1\",\"url\":\"/challenge/Ch1\"}",
         "/challenge/Ch1");
    expect("hint", "neither a command nor a move");
}
END_TEST

START_TEST(a_challenge_is_answered)
{
    const char *open =
        "{\"t\":\"challenge\",\"challenge\":\"Ch9\",\"state\":\"open\",\"to\":\"user\","
        "\"from\":{\"id\":\"g9\",\"name\":\"Ann\"},\"clock\":null}";
    hear(WELCOME, "");
    hear(open, "Ann challenges you: no clock.");
    asks("accept", "\"t\":\"accept\",\"id\":1,\"challenge\":\"Ch9\"}");
    hear(open, "Ann challenges you");
    asks("decline", "\"t\":\"decline\",\"id\":2,\"challenge\":\"Ch9\"}");
    hear("{\"t\":\"error\",\"id\":2,\"code\":\"stale\",\"message\":\"it is gone\"}",
         "The server refuses: it is gone.");
}
END_TEST

START_TEST(nothing_of_a_server_controls_the_terminal)
{
    begin_game();
    hear("{\"t\":\"chat\",\"game\":\"Ab12Cd34\",\"from\":{\"id\":\"x\",\"name\":\"E\\u001b[2Jve\"},"
         "\"text\":\"a\\u001b]0;x\\u0007b\\u009b\\u202ec\"}",
         "E[2Jve says: a]0;xbc");
    hear("{\"t\":\"notice\",\"text\":\"\\u001b[31mhi\\r\\n\"}", "says: [31mhi\n");
    hear("{\"t\":\"error\",\"message\":\"\\u001bc\"}", "refuses: c.");
}
END_TEST

START_TEST(nonsense_changes_nothing_or_ends_the_game)
{
    static const char *const NONSENSE[] = {"",
                                           "[",
                                           "null",
                                           "[]",
                                           "{}",
                                           "{\"t\":7}",
                                           "{\"t\":\"game\"}",
                                           "{\"t\":\"lobby\",\"seeks\":7}",
                                           "{\"t\":\"games\",\"games\":[{\"game\":\"\\u001b\"}]}"};
    begin_game();
    for (size_t i = 0; i < sizeof NONSENSE / sizeof *NONSENSE; i++)
        hear_at(NONSENSE[i], 0);
    expect("fen", "rnbqkbnr/pp1ppppp");
    hear("{\"t\":\"move\",\"game\":\"Ab12Cd34\",\"seq\":3,\"ply\":3,\"uci\":\"e1e8\"}",
         "a move that cannot be played");
    expect("fen", "No game is shown.");
}
END_TEST

START_TEST(after_a_lost_connection_the_game_goes_on)
{
    begin_game();
    type_line("Nf3");
    remote_table_reopened(table);
    hear_at(WELCOME, 0);
    ck_assert_ptr_nonnull(strstr(sent.bytes, "\"t\":\"watch\""));
    ck_assert_ptr_nonnull(strstr(sent.bytes, "\"game\":\"Ab12Cd34\""));
    hear(GAME, "plays White");
    ck_assert(!remote_table_awaits_move(table));
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("remote_table");
    TCase *tcase = tcase_create("remote_table");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_game_is_played);
    tcase_add_test(tcase, a_new_game_waits_for_no_move_of_the_old_one);
    tcase_add_test(tcase, offers_are_made_and_answered);
    tcase_add_test(tcase, lists_and_seeks);
    tcase_add_test(tcase, a_challenge_is_answered);
    tcase_add_test(tcase, nothing_of_a_server_controls_the_terminal);
    tcase_add_test(tcase, nonsense_changes_nothing_or_ends_the_game);
    tcase_add_test(tcase, after_a_lost_connection_the_game_goes_on);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
