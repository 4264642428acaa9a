#include "core_rig.h"

#include <malloc.h>
#include <sqlite3.h>

static CoreRig rig;

static void setup(void)
{
    rig_open(&rig);
    rig_close_core(&rig);
    rig.keep_quiet = 1;
    rig_open_core(&rig);
}

static void teardown(void)
{
    rig_close(&rig);
}

static void ask(int number, const char *game, const char *kind, const char *more)
{
    char text[200];
    snprintf(text, sizeof text, "{\"t\":\"%s\",\"game\":\"%s\"%s}", kind, game, more);
    rig_say(&rig, number, text);
}

static void move(int number, const char *game, int ply, const char *uci)
{
    char more[60];
    snprintf(more, sizeof more, ",\"ply\":%d,\"uci\":\"%s\"", ply, uci);
    ask(number, game, "move", more);
    rig_settle(&rig);
}

/* Some time passes, and what is due is done. */
static void turn(void)
{
    usleep(2000);
    uv_run(&rig.loop, UV_RUN_NOWAIT);
    rig_settle(&rig);
}

/* Persons 0 (White) and 1 play a game with that clock, and both have moved. */
static void begin(const char *clock, char game[GAME_ID_LENGTH + 1])
{
    char text[160];
    for (int i = 0; i < 2; i++) {
        rig_connect(&rig, i);
        snprintf(text, sizeof text,
                 "{\"t\":\"seek\",\"clock\":%s,\"fallback\":null,\"color\":\"%s\"}", clock,
                 i == 0 ? "white" : "black");
        rig_say(&rig, i, text);
    }
    while (!rig_heard(&rig, 0, "\"t\":\"start\""))
        turn();
    const char *start = rig_heard(&rig, 0, "\"t\":\"start\",\"game\":\"");
    ck_assert_ptr_nonnull(start);
    snprintf(game, GAME_ID_LENGTH + 1, "%s", start + strlen("\"t\":\"start\",\"game\":\""));
    move(0, game, 0, "e2e4");
    move(1, game, 1, "e7e5");
}

static size_t in_memory(void)
{
    MetricsNow now = {0};
    core_count(rig.core, &now);
    return now.games;
}

static void leave(void)
{
    rig_disconnect(&rig, 0);
    rig_disconnect(&rig, 1);
}

/* Both leave, and that many games stay in memory. */
static void leave_alone(size_t stay)
{
    leave();
    while (in_memory() != stay)
        turn();
    turn();
    ck_assert_uint_eq(in_memory(), stay);
}

/* Waits until the person is sent it. */
static void await(int number, const char *text)
{
    while (!rig_heard(&rig, number, text))
        turn();
}

/* The server goes down, and when it comes back the axis has advanced by that much. */
static void restart_later(int64_t ms)
{
    char path[128], sql[100];
    sqlite3 *db;
    rig_close_core(&rig);
    snprintf(path, sizeof path, "%s/castled.db", rig.directory);
    snprintf(sql, sizeof sql, "UPDATE castled SET axis = axis + %lld, axis_checksum = NULL",
             (long long)ms);
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    rig_open_core(&rig);
}

static const char *const CLOCKS[] = {"{\"days\":3}", "null"};

START_TEST(a_correspondence_game_sleeps_and_wakes_on_request)
{
    char game[GAME_ID_LENGTH + 1];
    begin(CLOCKS[_i], game);
    leave_alone(0);
    rig_connect(&rig, 0);
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, game)); /* they are still told of it */
    ask(0, game, "watch", ",\"since\":1");
    await(0, "\"uci\":\"e7e5\"");
    ck_assert_uint_eq(in_memory(), 1);
    rig_connect(&rig, 1);
    ask(1, game, "watch", "");
    move(0, game, 2, "g1f3");
    await(1, "\"uci\":\"g1f3\"");
}
END_TEST

START_TEST(a_move_wakes_it_too)
{
    char game[GAME_ID_LENGTH + 1];
    begin(CLOCKS[_i], game);
    leave_alone(0);
    rig_connect(&rig, 0);
    rig_say(&rig, 0, "{\"t\":\"ping\"}");
    ask(0, game, "move", ",\"id\":7,\"ply\":2,\"uci\":\"g1f3\"");
    await(0, "{\"t\":\"ok\",\"id\":7}");
}
END_TEST

START_TEST(games_with_a_clock_and_games_with_listeners_stay)
{
    char timed[GAME_ID_LENGTH + 1], heard[GAME_ID_LENGTH + 1], quiet[GAME_ID_LENGTH + 1];
    begin("{\"initial\":300000}", timed);
    leave();
    rig_connect(&rig, 2);
    begin("{\"days\":1}", heard);
    ask(2, heard, "watch", "");
    rig_settle(&rig);
    leave();
    begin("{\"days\":1}", quiet);
    leave_alone(2); /* without the sleeping one */
}
END_TEST

START_TEST(a_sleeping_game_ends_in_time)
{
    static const struct {
        const char *clock;
        int64_t passed;
        bool ends;
    } CASES[] = {
        {"{\"days\":1}", INT64_C(86400000) - 3600000, false},
        {"{\"days\":1}", INT64_C(86400000), true},
        {"null", INT64_C(20) * 86400000, false},
        {"null", INT64_C(21) * 86400000, true},
    };
    char game[GAME_ID_LENGTH + 1];
    begin(CASES[_i].clock, game);
    leave_alone(0);
    restart_later(CASES[_i].passed);
    ck_assert_uint_eq(in_memory(), 0); /* it was not loaded with the others */
    turn();
    while (CASES[_i].ends && in_memory() == 0)
        turn();
    rig_connect(&rig, 1);
    rig_settle(&rig);
    ck_assert_int_eq(rig_heard(&rig, 1, game) == NULL, CASES[_i].ends);
    ask(1, game, "watch", "");
    await(1, CASES[_i].ends ? "\"winner\":\"black\"" : "\"status\":\"started\"");
}
END_TEST

/* As many as were stored before games were called off for it. One of White's draw offers after the other. */
static void offer_until(const char *game, uint32_t seq)
{
    GameId id;
    unsigned char bytes[EVENT_PACKED_MAX];
    Event offer = {.kind = EV_DRAW_OFFER, .at = 3600000, .clock = {300000, 300000}};
    snprintf(id.text, sizeof id.text, "%s", game);
    for (uint32_t i = 3; i <= seq; i++)
        store_put_event(rig.store, &id, i, bytes, event_pack(&offer, bytes));
    rig_settle(&rig);
}

START_TEST(a_stored_game_that_has_too_many_events_ends)
{
    static const struct {
        const char *clock;
        bool sleeps;
    } CASES[] = {{"{\"initial\":300000}", false}, {"{\"days\":1}", false}, {"{\"days\":1}", true}};
    char game[GAME_ID_LENGTH + 1];
    begin(CASES[_i].clock, game);
    if (CASES[_i].sleeps)
        leave_alone(0);
    else
        leave();
    offer_until(game, 1 << 16);
    restart_later(0);
    rig_connect(&rig, 0);
    ask(0, game, "watch", "");
    await(0, "\"status\":\"aborted\"");
    rig_settle(&rig);
}
END_TEST

/* Restarts don't read sleeping games, and charge nothing for the time that the server was down. */
START_TEST(a_restart_leaves_it_asleep_with_its_time)
{
    char game[GAME_ID_LENGTH + 1];
    begin("{\"days\":2}", game);
    leave_alone(0);
    restart_later(3600000);
    ck_assert_uint_eq(in_memory(), 0);
    rig_connect(&rig, 0);
    ask(0, game, "watch", "");
    await(0, "\"running\":\"white\"");
    const char *white = rig_heard(&rig, 0, "\"white\":16919");
    ck_assert_ptr_nonnull(white); /* two days less an hour, and some ms */
    await(0, "\"status\":\"started\"");
}
END_TEST

/* Not every game is in memory: of a sleeping one only its id is left, with its players. */
START_TEST(sleeping_games_take_next_to_no_memory)
{
    enum { GAMES = 190, BYTES_EACH = 64 };
    rig_connect(&rig, 0);
    rig_settle(&rig);
    size_t before = mallinfo2().uordblks;
    for (int i = 0; i < GAMES; i++) {
        rig_say(&rig, 0,
                "{\"t\":\"challenge\",\"to\":\"computer\",\"level\":1,\"clock\":{\"days\":14},"
                "\"color\":\"white\"}");
        rig_settle(&rig);
        rig_forget(&rig);
    }
    size_t awake = mallinfo2().uordblks;
    ck_assert_uint_eq(in_memory(), GAMES);
    bool counts = awake > before; /* a sanitizer's allocator does not tell */
    ck_assert(!counts || awake - before > (size_t)GAMES * 1000);
    rig_disconnect(&rig, 0);
    while (in_memory() > 0)
        turn();
    size_t asleep = mallinfo2().uordblks;
    ck_assert_msg(!counts || asleep < before + GAMES * BYTES_EACH + 65536, "%zu then %zu", before,
                  asleep);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sleeping");
    TCase *tcase = tcase_create("sleeping");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_loop_test(tcase, a_correspondence_game_sleeps_and_wakes_on_request, 0, 2);
    tcase_add_loop_test(tcase, a_move_wakes_it_too, 0, 2);
    tcase_add_test(tcase, games_with_a_clock_and_games_with_listeners_stay);
    tcase_add_loop_test(tcase, a_sleeping_game_ends_in_time, 0, 4);
    tcase_add_loop_test(tcase, a_stored_game_that_has_too_many_events_ends, 0, 3);
    tcase_add_test(tcase, a_restart_leaves_it_asleep_with_its_time);
    tcase_add_test(tcase, sleeping_games_take_next_to_no_memory);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
