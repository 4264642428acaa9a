/* The ICS port without sockets: games of which somebody plays or observes several, one after the other or at once. */
#include "ics_rig.h"

#include "attacks.h"
#include "check_rig.h"

#define CLOCK                                                                                      \
    "{\"initial\":300000,\"increment\":0,\"white\":300000,\"black\":300000,\"running\":null}"
#define DAYS "{\"days\":3,\"white\":259200000,\"black\":259200000,\"running\":null}"

/* A game of that clock before its first move, between 'white' and Leibniz. 'rest': its status and winner, and what else there is. */
static void hear_snapshot(const char *id, const char *white, const char *clock, const char *rest)
{
    char message[900];
    snprintf(
        message, sizeof message,
        "{\"t\":\"game\",\"game\":\"%s\",\"seq\":0,\"at\":0,\"turn\":0,\"variant\":\"standard\","
        "\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"moves\":[],"
        "\"white\":{\"id\":\"%s\",\"name\":\"%s\",\"rating\":null,\"guest\":false},"
        "\"black\":{\"id\":\"a3\",\"name\":\"Leibniz\",\"rating\":1500,\"guest\":false},"
        "\"rated\":false,\"clock\":%s,\"firstMove\":30000,\"offers\":[],%s}",
        id, strcmp(white, "Newton") == 0 ? "a1" : "a4", white, clock, rest);
    hear(message);
}

#define STARTED "\"status\":\"started\",\"winner\":null"

static void begin_another(const char *clock)
{
    hear("{\"t\":\"start\",\"game\":\"Ef56Gh78\",\"color\":\"white\",\"seek\":\"Sk1234567890\"}");
    ck_assert_str_eq(shown(), "");
    hear_snapshot("Ef56Gh78", "Newton", clock, STARTED);
}

static const char END[] =
    "{\"t\":\"end\",\"game\":\"Ab12Cd34\",\"seq\":9,\"at\":5,\"status\":\"resign\",\"winner\":"
    "\"white\",\"clock\":{\"white\":5,\"black\":6}}";

static void observe(const char *id, const char *white, const char *clock, const char *rest)
{
    char line[40];
    snprintf(line, sizeof line, "observe %s", id);
    type(line);
    if (newest.kind == ICS_ASK_PLAYING)
        ics_client_answered(client, &(IcsAnswer){.game = newest.game});
    expect_request("{\"t\":\"watch\"");
    hear(answer(",\"at\":0,\"now\":1,\"seq\":3,\"clock\":null"));
    hear_snapshot(id, white, clock, rest);
}

/* ---- several at once ---- */

START_TEST(test_another_game_does_not_interrupt)
{
    static const char *const CLOCKS[] = {CLOCK, DAYS};
    for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
        tear_down();
        set_up();
        type("style 12");
        begin_game("\"e2e4\",\"e7e5\"", "120000", "120000");
        begin_another(CLOCKS[i]);
        ck_assert_str_eq(shown(),
                         "\r\nYou play game 2 with Leibniz; \"resume 2\" goes on with it.\r\n"
                         "fics% ");
        type("d4");
        expect_request("{\"t\":\"move\"");
        expect_request("\"game\":\"Ab12Cd34\"");
        hear(answer("!,\"code\":\"too_fast\",\"message\":\"x\""));
        says("resume 2", "<12> rnbqkbnr pppppppp ");
        type("d4");
        expect_request("\"game\":\"Ef56Gh78\"");
        hear(answer(""));
    }
}
END_TEST

START_TEST(test_when_a_game_ends_others_are_named)
{
    begin_game("\"e2e4\",\"e7e5\"", "120000", "120000");
    begin_another(CLOCK);
    hear(END);
    ck_assert_str_eq(shown(),
                     "\r\n{Game 1 (Newton vs. Einstein) Einstein resigns} 1-0\r\n"
                     "You play game 2 with Leibniz; \"resume 2\" goes on with it.\r\nfics% ");
    says("resign", "You are not playing a game.\r\n");
    tear_down();
    set_up();
    begin_game("\"e2e4\",\"e7e5\"", "120000", "120000");
    begin_another(DAYS); /* there is time for it */
    hear(END);
    expect_not("You play game 2");
}
END_TEST

START_TEST(test_a_clock_that_runs_again_unseen_is_told)
{
    static const char PAUSE[] =
        "{\"t\":\"%s\",\"game\":\"Ef56Gh78\",\"seq\":5,\"at\":9,\"clock\":{\"white\":"
        "300000,\"black\":300000}}";
    char message[200];
    begin_game("\"e2e4\",\"e7e5\"", "120000", "120000");
    begin_another(CLOCK);
    snprintf(message, sizeof message, PAUSE, "pause");
    hear(message);
    ck_assert_str_eq(shown(), "");
    snprintf(message, sizeof message, PAUSE, "resume");
    hear(message);
    expect("\r\nYou play game 2 with Leibniz; \"resume 2\" goes on with it.\r\n");
}
END_TEST

START_TEST(test_an_own_game_that_was_not_known_is_gone_on_with)
{
    observe("Ef56Gh78", "Newton", CLOCK, STARTED);
    expect("Continuing unrated blitz match.}\r\n");
    type("e4");
    expect_request("\"game\":\"Ef56Gh78\"");
}
END_TEST

START_TEST(test_a_correspondence_game_begins)
{
    begin_another(DAYS);
    expect("Creating: Newton (----) Leibniz (1500) unrated untimed");
    type("e4");
    expect_request("\"game\":\"Ef56Gh78\"");
}
END_TEST

static void post_seek(const char *id)
{
    char words[60];
    type("seek 5 0");
    snprintf(words, sizeof words, ",\"seek\":\"%s\"", id);
    hear(answer(words));
}

START_TEST(test_a_game_with_a_clock_ends_the_seeks_that_were_made_here)
{
    post_seek("Sk1234567890");
    post_seek("Sk1234567891");
    begin_another(CLOCK);
    expect("\r\nYour seeks have been removed.\r\n");
    expect_request("{\"t\":\"unseek\"");
    expect_request("\"seek\":\"Sk1234567891\"}");
    ck_assert_ptr_null(strstr(requested(), "Sk1234567890")); /* the game came from it */
    says("unseek", "You have no active seeks.\r\n");
}
END_TEST

START_TEST(test_other_seeks_stay)
{
    tear_down();
    set_up();
    hear("{\"t\":\"welcome\",\"you\":{\"id\":\"a1\",\"name\":\"Newton\",\"rating\":null,\"guest\":"
         "false},\"token\":null,"
         "\"playing\":[],\"seeks\":[\"Sk1234567892\"],\"now\":1}");
    begin_another(CLOCK);
    ck_assert_str_eq(requested(), "");
    hear("{\"t\":\"end\",\"game\":\"Ef56Gh78\",\"seq\":9,\"at\":5,\"status\":\"aborted\","
         "\"winner\":null,\"clock\":null}");
    post_seek("Sk1234567893");
    hear("{\"t\":\"start\",\"game\":\"Ij90Kl12\",\"color\":\"white\"}");
    hear_snapshot("Ij90Kl12", "Newton", DAYS, STARTED);
    ck_assert_str_eq(requested(), "");
    type("unseek");
    expect_request("Sk1234567893");
}
END_TEST

/* ---- over ---- */

#define RESIGNED "\"status\":\"resign\",\"winner\":\"white\""

/* Somebody holds number 1, or it would be given to one of many new games. */
static bool is_number_held(void)
{
    char first[ICS_NUMBERED_MAX + 1], id[ICS_NUMBERED_MAX + 1];
    snprintf(first, sizeof first, "%s", ics_number_id(games, 1));
    for (int i = 0; i < ICS_NUMBERS_FEW; i++) {
        snprintf(id, sizeof id, "Mn34Op%02d", i);
        ics_number_of(games, id);
    }
    return strcmp(first, ics_number_id(games, 1)) == 0;
}

START_TEST(test_a_game_that_is_over_is_shown_once)
{
    type("style 12");
    for (int i = 0; i < 2; i++) {
        observe("Ab12Cd34", "Ann", CLOCK, RESIGNED);
        expect("<12> rnbqkbnr pppppppp ");
        expect(" 1 Ann Leibniz -3 5 0 "); /* -3: "isolated position" (FICS, help style12) */
        expect("\r\n{Game 1 (Ann vs. Leibniz) Leibniz resigns} 1-0\r\nfics% ");
        expect_not("observing");
        expect_request("{\"t\":\"unwatch\"");
        says("refresh", "You are neither playing nor observing a game.\r\n");
        says("unobserve", "You are not observing any games.\r\n");
    }
    ck_assert(!is_number_held());
}
END_TEST

START_TEST(test_an_own_game_that_is_over_is_shown_once)
{
    observe("Ab12Cd34", "Newton", CLOCK, RESIGNED);
    expect("\r\n{Game 1 (Newton vs. Leibniz) Leibniz resigns} 1-0\r\nfics% ");
    expect_request("{\"t\":\"unwatch\"");
    ck_assert(!is_number_held());
}
END_TEST

START_TEST(test_the_last_own_game_stays_for_a_rematch)
{
    begin_game("\"e2e4\",\"e7e5\"", "120000", "120000");
    hear(END);
    for (int i = 0; i < 2; i++) {
        observe("Ab12Cd34", "Newton", CLOCK, RESIGNED);
        expect("{Game 1 (Newton vs. Leibniz) Leibniz resigns} 1-0\r\nfics% ");
        ck_assert_str_eq(requested(), "");
    }
    ck_assert(is_number_held());
    type("rematch");
    expect_request("{\"t\":\"rematch\"");
    hear(answer(""));
}
END_TEST

START_TEST(test_a_lost_game_has_ended_meanwhile)
{
    tear_down();
    set_up();
    hear("{\"t\":\"welcome\",\"you\":{\"id\":\"a1\",\"name\":\"Newton\",\"rating\":null,\"guest\":"
         "false},\"token\":null,"
         "\"playing\":[\"Ab12Cd34\"],\"seeks\":[],\"now\":1}");
    hear_snapshot("Ab12Cd34", "Newton", CLOCK, RESIGNED);
    ck_assert_str_eq(shown(), "\r\n{Game 1 (Newton vs. Leibniz) Leibniz resigns} 1-0\r\nfics% ");
    ck_assert(!is_number_held());
}
END_TEST

/* ---- adjourned by an arbiter ---- */

/* The example of PROTOCOL.md; date -u -d @1793086400. */
static const char ADJOURN[] =
    "{\"t\":\"adjourn\",\"game\":\"Ab12Cd34\",\"seq\":44,\"at\":61234,\"until\":1793086400000,"
    "\"clock\":{\"white\":298000,\"black\":300000}}";
static const char SEALED[] =
    "{\"t\":\"pause\",\"game\":\"Ab12Cd34\",\"seq\":45,\"at\":61300,\"why\":\"adjourned\","
    "\"clock\":{\"white\":298000,\"black\":300000}}";
static const char RESUME[] = "{\"t\":\"resume\",\"game\":\"Ab12Cd34\",\"seq\":46,\"at\":61300,"
                             "\"clock\":{\"white\":298000,\"black\":300000}}";

START_TEST(test_own_move_is_sealed)
{
    type("style 12");
    begin_game("\"e2e4\",\"e7e5\"", "120000", "120000");
    hear(ADJOURN);
    ck_assert_str_eq(shown(),
                     "\r\nAn arbiter adjourns game 1 until Tue Oct 27, 07:33 UTC 2026.\r\n"
                     "Your next move is sealed: nobody sees it before the game goes on.\r\nfics% ");
    type("Nf3");
    hear(answer(""));
    ck_assert_str_eq(shown(), "Your move Nf3 is sealed.\r\nfics% ");
    hear(SEALED);
    expect("Game 1: Newton has sealed a move.\r\nGame 1: Game clock paused.\r\n\r\n<12> ");
    type("Nc3");
    hear(answer("!,\"code\":\"not_now\",\"message\":\"not now\""));
    expect("Not now.\r\n<12> ");
    expect_not("Illegal");
    hear(RESUME);
    expect("Game 1: Game clock resumed.");
    type("Nc3");
    hear(answer(""));
    ck_assert_str_eq(shown(), "fics% ");
}
END_TEST

START_TEST(test_opponents_move_is_sealed)
{
    begin_game("\"e2e4\"", "120000", "120000");
    hear("{\"t\":\"adjourn\",\"game\":\"Ab12Cd34\",\"seq\":44,\"at\":61234,\"until\":null,"
         "\"clock\":{\"white\":"
         "298000,\"black\":300000}}");
    ck_assert_str_eq(
        shown(),
        "\r\nAn arbiter adjourns game 1.\r\n"
        "The next move of Einstein is sealed: nobody sees it before the game goes on.\r\nfics% ");
    hear(SEALED);
    expect("Game 1: Einstein has sealed a move.\r\n");
}
END_TEST

START_TEST(test_a_game_that_is_being_adjourned_is_gone_on_with)
{
    tear_down();
    set_up();
    hear("{\"t\":\"welcome\",\"you\":{\"id\":\"a1\",\"name\":\"Newton\",\"rating\":null,\"guest\":"
         "false},\"token\":null,"
         "\"playing\":[\"Ab12Cd34\"],\"seeks\":[],\"now\":1}");
    hear_snapshot("Ab12Cd34", "Newton", CLOCK, STARTED ",\"halted\":\"sealing\",\"until\":null");
    expect("An arbiter adjourns game 1.\r\nYour next move is sealed: ");
    type("e4");
    hear(answer(""));
    expect("Your move e4 is sealed.\r\n");
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("ics_games");
    TCase *several = tcase_create("several"), *over = tcase_create("over"),
          *adjourned = tcase_create("adjourned");
    tcase_add_checked_fixture(several, set_up, tear_down);
    tcase_add_test(several, test_another_game_does_not_interrupt);
    tcase_add_test(several, test_when_a_game_ends_others_are_named);
    tcase_add_test(several, test_a_clock_that_runs_again_unseen_is_told);
    tcase_add_test(several, test_an_own_game_that_was_not_known_is_gone_on_with);
    tcase_add_test(several, test_a_correspondence_game_begins);
    tcase_add_test(several, test_a_game_with_a_clock_ends_the_seeks_that_were_made_here);
    tcase_add_test(several, test_other_seeks_stay);
    suite_add_tcase(suite, several);
    tcase_add_checked_fixture(over, set_up, tear_down);
    tcase_add_test(over, test_a_game_that_is_over_is_shown_once);
    tcase_add_test(over, test_an_own_game_that_is_over_is_shown_once);
    tcase_add_test(over, test_the_last_own_game_stays_for_a_rematch);
    tcase_add_test(over, test_a_lost_game_has_ended_meanwhile);
    suite_add_tcase(suite, over);
    tcase_add_checked_fixture(adjourned, set_up, tear_down);
    tcase_add_test(adjourned, test_own_move_is_sealed);
    tcase_add_test(adjourned, test_opponents_move_is_sealed);
    tcase_add_test(adjourned, test_a_game_that_is_being_adjourned_is_gone_on_with);
    suite_add_tcase(suite, adjourned);
    return run_suite(suite);
}
