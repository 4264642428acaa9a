/* Who is online and which games are live, as everybody can see. */
#include "print.h"

#include "table_rig.h"

START_TEST(spectators_with_accounts_are_named)
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

START_TEST(live_games_are_listed_and_updated)
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
        let_pass(0.1);
    move(0, game, 2, "g1f3");
    while (!rig_heard(&rig, 2, "\"last\":\"g1f3\""))
        let_pass(0.1);
    /* Not twice without news. */
    rig_forget(&rig);
    let_pass(1.1);
    ck_assert_str_eq(rig.people[2].told, "");
    rig_say(&rig, 2, "{\"t\":\"live\",\"on\":false}");
    move(1, game, 3, "b8c6");
    let_pass(1.1);
    ck_assert_str_eq(rig.people[2].told, "");
}
END_TEST

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (; (text = strstr(text, word)); text += strlen(word))
        count++;
    return count;
}

/* A line that takes nothing has the boards of one instant in it, not those of all of them; what is newest comes in the end. */
START_TEST(a_slow_line_is_sent_the_newest_boards_only)
{
    char game[9];
    snprintf(game, sizeof game, "%s", begin_game());
    move(0, game, 0, "e2e4");
    move(1, game, 1, "c7c5");
    rig_connect(&rig, 2);
    rig_connect(&rig, 3);
    rig_say(&rig, 2, "{\"t\":\"live\"}");
    rig_say(&rig, 3, "{\"t\":\"live\"}");
    while (!rig_heard(&rig, 2, "\"last\":\"c7c5\"") || !rig_heard(&rig, 3, "\"last\":\"c7c5\""))
        let_pass(0.1);
    rig.people[2].full = true;
    for (int i = 0; i < 40; i++)
        rig_say(&rig, 2, "{\"t\":\"ping\"}");
    rig_settle(&rig);
    static const char *const moves[] = {"g1f3", "b8c6", "f1c4", "e7e6"};
    for (unsigned ply = 2; ply < 6; ply++) {
        char last[32];
        snprintf(last, sizeof last, "\"last\":\"%s\"", moves[ply - 2]);
        move((int)ply % 2, game, ply, moves[ply - 2]);
        while (!rig_heard(&rig, 3, last))
            let_pass(0.1);
    }
    rig.people[2].told[0] = '\0';
    rig_take_again(&rig, 2);
    while (!rig_heard(&rig, 2, "\"last\":\"e7e6\""))
        let_pass(0.1);
    ck_assert_int_eq(count_of(rig.people[2].told, "{\"t\":\"live\""), 1);
    ck_assert_int_eq(count_of(rig.people[2].told, "{\"t\":\"pong\""), 40);
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
    *strchr(live, '\n') = '\0'; /* it may have been sent again */
    ck_assert_int_eq(count_of(live, "\"last\":"), LIVE_SHOWN);
    rig_forget(&rig);
    rig_say(&rig, 2, "{\"t\":\"games\"}");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 2, "\"count\":51"));
    ck_assert_int_eq(count_of(rig.people[2].told, "\"ply\":"), GAMES_SHOWN);
}
END_TEST

static int compare_ids(const void *one, const void *other)
{
    return strcmp(one, other);
}

static void resign(const GameId *game)
{
    char text[64];
    snprintf(text, sizeof text, "{\"t\":\"resign\",\"id\":1,\"game\":\"%s\"}", game->text);
    rig_forget(&rig);
    rig_say(&rig, 0, text);
    rig_settle(&rig);
}

/* The games that person 2 is shown: all of them are worth the same, so that those come first whose ids do. */
static void check_list(const GameId *ids, int count)
{
    char all[32];
    rig_forget(&rig);
    rig_say(&rig, 2, "{\"t\":\"games\"}");
    rig_settle(&rig);
    snprintf(all, sizeof all, "\"count\":%d", count);
    const char *at = rig_heard(&rig, 2, all);
    ck_assert_ptr_nonnull(at);
    for (int i = 0; i < count && i < GAMES_SHOWN; i++) {
        char game[32];
        snprintf(game, sizeof game, "\"game\":\"%s\"", ids[i].text);
        at = strstr(at, game);
        ck_assert_ptr_nonnull(at);
    }
}

/* However often somebody asks. A hundred are kept (BEST_KEPT), fifty are shown. */
START_TEST(all_games_are_looked_at_once_when_half_of_the_best_are_over)
{
    enum { GAMES = 110 };
    GameId ids[GAMES];
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_connect(&rig, 2);
    for (int i = 0; i < GAMES; i++) {
        begin_another();
        memcpy(ids[i].text, game_id(), sizeof ids[i].text);
    }
    qsort(ids, GAMES, sizeof *ids, compare_ids);
    for (int i = 0; i < 50; i++) {
        if (i % 10 == 0)
            check_list(&ids[i], GAMES - i);
        resign(&ids[i]);
    }
    check_list(&ids[50], GAMES - 50);
    ck_assert_uint_eq(rig.metrics.best_walks_total, 0);
    resign(&ids[50]);
    for (int i = 0; i < 5; i++)
        check_list(&ids[51], GAMES - 51);
    ck_assert_uint_eq(rig.metrics.best_walks_total, 1);
}
END_TEST

START_TEST(accounts_are_shown_before_computers)
{
    rig_connect(&rig, 0);
    rig_say(&rig, 0,
            "{\"t\":\"challenge\",\"to\":\"computer\",\"level\":12,\"clock\":{\"initial\":60000},"
            "\"color\":\"white\"}");
    rig_settle(&rig);
    move(0, game_id(), 0, "e2e4");
    core_turn(rig.core);
    while (!rig_heard(&rig, 0, "\"ply\":2")) {
        uv_run(&rig.loop, UV_RUN_ONCE);
        core_turn(rig.core);
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

/* The output of castled admin dump, in 'text'. */
static const char *dump(Text *text, const char *game)
{
    GameId id;
    memcpy(id.text, game, sizeof id.text);
    text_reset(text);
    ck_assert(core_dump(rig.core, &id, text));
    return text->bytes;
}

START_TEST(a_dump_shows_what_is_not_durable_yet)
{
    char game[9];
    Text text;
    text_init(&text);
    snprintf(game, sizeof game, "%s", begin_game());
    rig_connect(&rig, 2);
    ask(2, game, "watch", "");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(
        strstr(dump(&text, game), "\"durable\":true,\"failing\":false,\"waiting\":[]"));
    move(0, game, 0, "e2e4");
    const char *seen = dump(&text, game);
    /* FEN as the standard has it: the pawn has gone two squares. */
    ck_assert_ptr_nonnull(
        strstr(seen, "\"position\":\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"));
    ck_assert_ptr_nonnull(strstr(seen, "\"durable\":false"));
    ck_assert_ptr_nonnull(strstr(seen, "\"seq\":1}]"));
    const char *listeners = strstr(seen, "\"listeners\":[");
    ck_assert_ptr_nonnull(listeners);
    ck_assert_int_eq(count_of(listeners, "\"as\":\"player\""), 2);
    ck_assert_int_eq(count_of(listeners, "\"as\":\"spectator\""), 1);
    /* The move is queued for all three but must not be sent yet; the mover's ok is queued, too. */
    ck_assert_int_eq(count_of(listeners, "\"queued\":2,\"sendable\":0"), 1);
    ck_assert_int_eq(count_of(listeners, "\"queued\":1,\"sendable\":0"), 2);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(strstr(dump(&text, game), "\"durable\":true"));
    ck_assert_int_eq(count_of(text.bytes, "\"queued\":0,\"sendable\":0"), 3);
    text_clear(&text);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        spectators_with_accounts_are_named,
        live_games_are_listed_and_updated,
        twelve_boards_and_fifty_games_are_shown,
        accounts_are_shown_before_computers,
        a_dump_shows_what_is_not_durable_yet,
        a_slow_line_is_sent_the_newest_boards_only,
        all_games_are_looked_at_once_when_half_of_the_best_are_over,
    };
    return run_at_table("showing", tests, sizeof tests / sizeof *tests);
}
