#include "hall_rig.h"
#include "print.h"

static HallRig rig;

static void setup(void)
{
    rig_open(&rig);
}

static void teardown(void)
{
    rig_close(&rig);
}

static const char *game_id(void)
{
    static char id[9];
    const char *at = rig_heard(&rig, 0, "\"t\":\"start\",\"game\":\"");
    ck_assert_ptr_nonnull(at);
    snprintf(id, sizeof id, "%s", at + strlen("\"t\":\"start\",\"game\":\""));
    return id;
}

/* Person 0 has white, person 1 black. */
static const char *begin_game(void)
{
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_say(&rig, 0, "{\"t\":\"seek\",\"id\":1,\"clock\":{\"initial\":60000},\"color\":\"white\"}");
    rig_say(&rig, 1, "{\"t\":\"seek\",\"id\":1,\"clock\":{\"initial\":60000}}");
    rig_settle(&rig);
    return game_id();
}

static void move(int person, const char *game, int ply, const char *uci)
{
    char text[128];
    snprintf(text, sizeof text,
             "{\"t\":\"move\",\"id\":%d,\"game\":\"%s\",\"ply\":%d,\"uci\":\"%s\"}", 10 + ply, game,
             ply, uci);
    rig_say(&rig, person, text);
}

static void ask(int person, const char *game, const char *kind, const char *more)
{
    char text[160];
    snprintf(text, sizeof text, "{\"t\":\"%s\",\"id\":99,\"game\":\"%s\"%s}", kind, game, more);
    rig_say(&rig, person, text);
}

START_TEST(welcome_is_the_first_that_one_hears)
{
    rig_connect(&rig, 0);
    hall_turn(rig.hall);
    ck_assert_ptr_eq(rig_heard(&rig, 0, "{\"t\":\"welcome\",\"you\":{\"id\":\"gperson0\""),
                     rig.people[0].told);
}
END_TEST

START_TEST(a_found_game_is_told_to_both_when_it_is_durable)
{
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_say(&rig, 0, "{\"t\":\"seek\",\"id\":1,\"clock\":null}");
    rig_say(&rig, 1, "{\"t\":\"seek\",\"id\":2,\"clock\":null}");
    hall_turn(rig.hall);
    hall_turn(rig.hall);
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
    move(0, game, 1, "d2d4"); /* not his turn: says that the first was taken */
    hall_turn(rig.hall);
    hall_turn(rig.hall);
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

START_TEST(a_game_that_the_disk_holds_up_takes_no_requests)
{
    const char *game = begin_game();
    move(0, game, 0, "e2e4");
    hall_turn(rig.hall);
    hall_failing(rig.hall, true);
    rig_forget(&rig);
    move(1, game, 1, "e7e5");
    ask(1, game, "resign", "");
    hall_turn(rig.hall);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "not_now"));
    ck_assert_ptr_null(rig_heard(&rig, 1, "e2e4"));
    hall_failing(rig.hall, false);
    rig_settle(&rig);
    move(1, game, 1, "e7e5");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"uci\":\"e7e5\""));
}
END_TEST

/* Game time now, as it is told to who begins to watch; the loop's clock has gone on by some ms before. */
static int64_t watched_at(const char *game)
{
    usleep(20000);
    uv_update_time(&rig.loop);
    rig_forget(&rig);
    ask(0, game, "watch", ",\"since\":3");
    hall_turn(rig.hall);
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
    hall_failing(rig.hall, true);
    ck_assert_int_eq(watched_at(game), before);
    ck_assert_int_eq(watched_at(game), before);
    hall_failing(rig.hall, false);
    ck_assert_int_gt(watched_at(game), before);
}
END_TEST

START_TEST(who_is_no_player_changes_nothing)
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

START_TEST(chat_of_players_and_of_spectators_does_not_mix)
{
    const char *game = begin_game();
    rig_connect(&rig, 2);
    rig_connect(&rig, 3);
    ask(2, game, "watch", "");
    ask(3, game, "watch", "");
    ask(0, game, "chat", ",\"text\":\"from a player\"");
    ask(2, game, "chat", ",\"text\":\"from a spectator\"");
    rig_settle(&rig);
    for (int i = 0; i < 4; i++) {
        ck_assert_msg(!rig_heard(&rig, i, "from a player") == (i >= 2), "person %d", i);
        ck_assert_msg(!rig_heard(&rig, i, "from a spectator") == (i < 2), "person %d", i);
    }
}
END_TEST

static char lines[1024];

static void on_lines(void *context, StoreError error, const char *text, size_t length)
{
    (void)context;
    (void)length;
    ck_assert_int_eq(error, STORE_OK);
    snprintf(lines, sizeof lines, "%s!", text);
}

START_TEST(who_is_muted_is_not_heard_by_who_muted_him)
{
    const char *game = begin_game();
    rig_connect(&rig, 2);
    rig_connect(&rig, 3);
    ask(2, game, "watch", "");
    ask(3, game, "watch", "");
    rig_say(&rig, 2, "{\"t\":\"mute\",\"id\":1,\"person\":\"gperson3\"}");
    rig_settle(&rig);
    rig_forget(&rig);
    ask(3, game, "chat", ",\"preset\":\"gg\"");
    rig_settle(&rig);
    ck_assert_ptr_null(rig_heard(&rig, 2, "Good game"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 3, "\"preset\":\"gg\",\"text\":\"Good game\""));
    rig_say(&rig, 2, "{\"t\":\"mute\",\"id\":1,\"person\":\"gperson3\",\"on\":false}");
    ask(3, game, "chat", ",\"preset\":\"bye\"");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "Bye!"));
}
END_TEST

/* Person 2 mutes person 3, both with accounts, and goes; then the server is started again. */
START_TEST(an_account_need_not_mute_another_twice)
{
    Account *account;
    for (int i = 2; i <= 3; i++) {
        char id[PERSON_ID_MAX + 1], name[16];
        snprintf(id, sizeof id, "aperson%d", i);
        snprintf(name, sizeof name, "Account%d", i);
        people_sign_up(rig.accounts, id, name, "hash", 1, &account);
    }
    rig_connect_account(&rig, 2);
    rig_say(&rig, 2, "{\"t\":\"mute\",\"id\":1,\"person\":\"aperson3\"}");
    hall_turn(rig.hall);
    ck_assert_ptr_null(rig_heard(&rig, 2, "\"id\":1}")); /* not before it is on disk */
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "{\"t\":\"ok\",\"id\":1}"));
    rig_disconnect(&rig, 2);
    rig_close_hall(&rig);
    rig_open_hall(&rig);
    const char *game = begin_game();
    for (int on = 1; on >= 0; on--) {
        if (!on)
            rig_say(&rig, 2, "{\"t\":\"mute\",\"id\":1,\"person\":\"aperson3\",\"on\":false}");
        else
            for (int i = 2; i <= 3; i++) {
                rig_connect_account(&rig, i);
                ask(i, game, "watch", "");
            }
        ask(3, game, "chat", ",\"preset\":\"gg\"");
        rig_settle(&rig);
        ck_assert_ptr_nonnull(rig_heard(&rig, 3, "Good game"));
        ck_assert((rig_heard(&rig, 2, "Good game") != NULL) == !on);
    }
}
END_TEST

START_TEST(on_a_quiet_server_only_presets_are_said)
{
    const char *game = begin_game();
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"quiet\""));
    people_set_quiet(rig.accounts, true);
    rig_forget(&rig);
    ask(0, game, "chat", ",\"text\":\"anything\"");
    ask(0, game, "chat", ",\"preset\":\"gl\"");
    rig_connect(&rig, 2);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"code\":\"forbidden\""));
    ck_assert_ptr_null(rig_heard(&rig, 1, "anything"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "Good luck"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "\"quiet\":true}"));
}
END_TEST

START_TEST(a_report_is_kept_for_the_operator)
{
    begin_game();
    rig_forget(&rig);
    rig_say(
        &rig, 0,
        "{\"t\":\"report\",\"id\":1,\"person\":\"gperson1\",\"reason\":\"insults\",\"text\":\"He "
        "shouts.\"}");
    rig_say(&rig, 0,
            "{\"t\":\"report\",\"id\":2,\"person\":\"nobody\",\"reason\":\"spam\",\"text\":\"x\"}");
    hall_turn(rig.hall);
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"id\":1}")); /* not before it is on disk */
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "{\"t\":\"ok\",\"id\":1}"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"id\":2,\"code\":\"no_such_player\""));
    ck_assert(store_read_lines(rig.store, LINES_REPORTS, "", on_lines, NULL));
    while (!lines[0])
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_ptr_nonnull(strstr(lines, "insults"));
    ck_assert_ptr_nonnull(strstr(lines, "He shouts."));
    ck_assert_ptr_null(strstr(lines, "spam"));
}
END_TEST

START_TEST(a_hundred_people_can_be_muted)
{
    char text[96];
    rig_connect(&rig, 0);
    for (int i = 0; i <= 100; i++) {
        rig_forget(&rig);
        snprintf(text, sizeof text, "{\"t\":\"mute\",\"id\":1,\"person\":\"p%d\"}", i);
        rig_say(&rig, 0, text);
        rig_settle(&rig);
        ck_assert((rig_heard(&rig, 0, "not_now") != NULL) == (i == 100));
    }
}
END_TEST

START_TEST(spectators_with_accounts_are_told_by_name)
{
    const char *game = begin_game();
    rig_connect(&rig, 2);
    rig_connect_account(&rig, 3);
    ask(2, game, "watch", "");
    ask(3, game, "watch", "");
    rig_settle(&rig);
    while (!rig_heard(&rig, 0, "\"watchers\":2,\"names\":[\"Account3\"]")) {
        usleep(20000);
        uv_update_time(&rig.loop);
        rig_settle(&rig);
    }
}
END_TEST

/* So many seconds pass. */
static void pass(double seconds)
{
    usleep((useconds_t)(seconds * 1e6));
    uv_update_time(&rig.loop);
    rig_settle(&rig);
}

START_TEST(live_games_are_listed_and_move)
{
    char game[9];
    snprintf(game, sizeof game, "%s", begin_game());
    rig_connect(&rig, 2);
    rig_say(&rig, 2, "{\"t\":\"live\"}");
    rig_say(&rig, 2, "{\"t\":\"games\"}");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "{\"t\":\"live\",\"count\":0,\"games\":[]}"));
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "{\"t\":\"games\",\"count\":0,\"games\":[]}"));
    move(0, game, 0, "e2e4");
    move(1, game, 1, "c7c5");
    rig_settle(&rig);
    rig_say(&rig, 2, "{\"t\":\"games\"}");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "\"count\":1,\"games\":[{\"game\":\""));
    while (!rig_heard(&rig, 2, "\"last\":\"c7c5\""))
        pass(0.1);
    move(0, game, 2, "g1f3");
    while (!rig_heard(&rig, 2, "\"last\":\"g1f3\""))
        pass(0.1);
    /* Not twice without news. */
    rig_forget(&rig);
    pass(1.1);
    ck_assert_str_eq(rig.people[2].told, "");
    rig_say(&rig, 2, "{\"t\":\"live\",\"on\":false}");
    move(1, game, 3, "b8c6");
    pass(1.1);
    ck_assert_str_eq(rig.people[2].told, "");
}
END_TEST

/* Another game between the same two, two plies old. */
static void begin_another(void)
{
    rig_forget(&rig);
    rig_say(&rig, 0, "{\"t\":\"seek\",\"clock\":{\"initial\":60000},\"color\":\"white\"}");
    rig_say(&rig, 1, "{\"t\":\"seek\",\"clock\":{\"initial\":60000}}");
    rig_settle(&rig);
    const char *game = game_id();
    move(0, game, 0, "e2e4");
    move(1, game, 1, "c7c5");
    rig_settle(&rig);
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        count++;
    return count;
}

START_TEST(twelve_boards_and_fifty_games_are_shown)
{
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    for (int i = 0; i < GAMES_SHOWN + 1; i++)
        begin_another();
    rig_connect(&rig, 2);
    rig_say(&rig, 2, "{\"t\":\"live\"}");
    rig_settle(&rig);
    char *live = strstr(rig.people[2].told, "{\"t\":\"live\",\"count\":51");
    ck_assert_ptr_nonnull(live);
    *strchr(live, '\n') = '\0'; /* it may have been told again */
    ck_assert_int_eq(count_of(live, "\"last\":"), LIVE_SHOWN);
    rig_forget(&rig);
    rig_say(&rig, 2, "{\"t\":\"games\"}");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "\"count\":51"));
    ck_assert_int_eq(count_of(rig.people[2].told, "\"ply\":"), GAMES_SHOWN);
}
END_TEST

START_TEST(people_are_shown_before_computers)
{
    rig_connect(&rig, 0);
    rig_say(&rig, 0,
            "{\"t\":\"challenge\",\"to\":\"computer\",\"level\":12,\"clock\":{\"initial\":60000},"
            "\"color\":\"white\"}");
    rig_settle(&rig);
    move(0, game_id(), 0, "e2e4");
    hall_turn(rig.hall);
    while (!rig_heard(&rig, 0, "\"ply\":2")) {
        uv_run(&rig.loop, UV_RUN_ONCE);
        hall_turn(rig.hall);
    }
    rig_connect(&rig, 1);
    begin_another();
    rig_say(&rig, 1, "{\"t\":\"games\"}");
    rig_settle(&rig);
    const char *list = rig_heard(&rig, 1, "\"t\":\"games\"");
    ck_assert(list && strstr(list, "\"count\":2"));
    ck_assert(strstr(list, "gperson1") < strstr(list, "\"computer\":12"));
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
START_TEST(a_rematch_of_chess960_has_the_same_position_once)
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
    /* A new one is the old one once in 960 by chance: not twice. */
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
    rig_close_hall(&rig);

    rig_open_hall(&rig);
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

START_TEST(a_finished_game_is_read_from_the_store_when_it_is_asked_for)
{
    char game[9];
    snprintf(game, sizeof game, "%s", begin_game());
    move(0, game, 0, "e2e4");
    ask(1, game, "resign", "");
    rig_settle(&rig);
    rig_close_hall(&rig);

    rig_open_hall(&rig);
    rig_connect(&rig, 2);
    ask(2, game, "watch", "");
    hall_turn(rig.hall);
    ck_assert_ptr_null(rig_heard(&rig, 2, "\"t\":\"game\""));
    while (!rig_heard(&rig, 2, "\"t\":\"game\"")) {
        uv_run(&rig.loop, UV_RUN_ONCE);
        hall_turn(rig.hall);
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
    hall_answered(rig.hall, &late);
    rig_settle(&rig);
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"uci\":\"e7e5\""));

    /* Its own answer comes when it is its turn. */
    move(0, id.text, 0, "e2e4");
    hall_turn(rig.hall);
    while (!rig_heard(&rig, 0, "\"ply\":2")) {
        uv_run(&rig.loop, UV_RUN_ONCE);
        hall_turn(rig.hall);
    }
}
END_TEST

/* The id that follows the text in what the person heard. */
static const char *id_after(int person, const char *text, int length)
{
    static char id[16];
    const char *at = rig_heard(&rig, person, text);
    ck_assert_ptr_nonnull(at);
    snprintf(id, sizeof id, "%.*s", length, at + strlen(text));
    return id;
}

/* Person 0 plays the computer and asks for a person; 1 comes. */
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

START_TEST(who_declines_goes_on_with_the_computer)
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

START_TEST(who_is_dismissed_is_not_heard_any_more)
{
    char game[9];
    snprintf(game, sizeof game, "%s", begin_game());
    hall_dismiss(rig.hall, "gperson0", "another's pass");
    move(0, game, 0, "e2e4");
    hall_dismiss(rig.hall, "gperson0", NULL);
    ck_assert(!hall_is_here(rig.hall, "gperson0"));
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

int main(void)
{
    Suite *suite = suite_create("hall");
    TCase *tcase = tcase_create("hall");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, welcome_is_the_first_that_one_hears);
    tcase_add_test(tcase, a_found_game_is_told_to_both_when_it_is_durable);
    tcase_add_test(tcase, a_move_its_ok_and_even_a_refusal_wait_for_the_disk);
    tcase_add_test(tcase, a_game_that_the_disk_holds_up_takes_no_requests);
    tcase_add_test(tcase, no_clock_runs_while_the_disk_refuses);
    tcase_add_test(tcase, who_is_no_player_changes_nothing);
    tcase_add_test(tcase, chat_of_players_and_of_spectators_does_not_mix);
    tcase_add_test(tcase, who_is_muted_is_not_heard_by_who_muted_him);
    tcase_add_test(tcase, an_account_need_not_mute_another_twice);
    tcase_add_test(tcase, on_a_quiet_server_only_presets_are_said);
    tcase_add_test(tcase, a_report_is_kept_for_the_operator);
    tcase_add_test(tcase, a_hundred_people_can_be_muted);
    tcase_add_test(tcase, spectators_with_accounts_are_told_by_name);
    tcase_add_test(tcase, live_games_are_listed_and_move);
    tcase_add_test(tcase, twelve_boards_and_fifty_games_are_shown);
    tcase_add_test(tcase, people_are_shown_before_computers);
    tcase_add_test(tcase, a_rematch_swaps_the_colours_in_the_same_turn);
    tcase_add_test(tcase, a_rematch_of_chess960_has_the_same_position_once);
    tcase_add_test(tcase, after_a_restart_the_game_goes_on_where_it_was);
    tcase_add_test(tcase, a_finished_game_is_read_from_the_store_when_it_is_asked_for);
    tcase_add_test(tcase, an_answer_to_another_position_is_dropped);
    tcase_add_test(tcase, a_person_is_played_instead_of_the_computer);
    tcase_add_test(tcase, who_declines_goes_on_with_the_computer);
    tcase_add_test(tcase, a_kept_seek_ends_with_its_game);
    tcase_add_test(tcase, a_challenge_is_declined_with_a_reason);
    tcase_add_test(tcase, who_is_dismissed_is_not_heard_any_more);
    tcase_add_test(tcase, a_connection_that_ends_leaves_nothing_behind);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
