/* What only a store on PostgreSQL can meet: a server that goes away and comes back, answers that are lost on the way, a
 * database that does not fit. The rest is in store_test, and what is about several castleds in leases_test. */
#include "store_rig.h"

#include "postgres_proxy.h"
#include "postgres_text.h"
#include "schema.h"
#include "snapshot.h"
#include "sql.h"

#include <sched.h>

static Rig rig;

static void setup(void)
{
    rig_init(&rig);
    rig_open(&rig, DURABILITY_POWER);
}

static void teardown(void)
{
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_clear(&rig);
}

static void setup_closed(void)
{
    rig_init(&rig);
}

static void teardown_closed(void)
{
    rig_clear(&rig);
}

static void expect_refusal(Rig *refused, StoreError expected, const char *words)
{
    StoreError error = rig_try_open(refused, DURABILITY_POWER);
    ck_assert_msg(error == expected, "%d: %s", (int)error, refused->line);
    ck_assert_msg(strstr(refused->line, words) != NULL, "%s", refused->line);
    ck_assert_ptr_null(strchr(refused->line, '\n'));
}

/* ---- a database that does not fit ---- */

START_TEST(the_tables_mean_the_same_as_sqlites)
{
    ck_assert_int_eq(schema_version(postgres_schema_sql), schema_version(schema_sql));
}
END_TEST

START_TEST(every_statement_fits_the_tables)
{
    int count = 0;
    for (const SqlStatement *statement = sql_statements; statement->name; statement++) {
        char *sql;
        if (!statement->postgres)
            continue;
        ck_assert_int_gt(asprintf(&sql, "PREPARE %s AS %s", statement->name, statement->postgres),
                         0);
        if (strncmp(statement->postgres, "BEGIN", 5) != 0 &&
            strncmp(statement->postgres, "COMMIT", 6) != 0 &&
            strncmp(statement->postgres, "ROLLBACK", 8) != 0)
            rig_ask(&rig, sql);
        free(sql);
        count++;
    }
    ck_assert_int_gt(count, 80);
}
END_TEST

START_TEST(a_newer_schema_is_refused_and_left_alone)
{
    rig_open(&rig, DURABILITY_POWER);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_ask(&rig, "UPDATE castled SET version = 99");
    expect_refusal(&rig, STORE_NEWER, "its version is 99");
    ck_assert_int_eq(rig_ask(&rig, "SELECT version FROM castled"), 99);
}
END_TEST

START_TEST(another_programs_schema_is_left_alone)
{
    rig_ask(&rig, "CREATE SCHEMA castled");
    rig_ask(&rig, "CREATE TABLE castled.theirs (x INT)");
    expect_refusal(&rig, STORE_FOREIGN, "another program");
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM pg_tables WHERE schemaname = 'castled'"),
                     1);
}
END_TEST

START_TEST(a_database_without_rights_is_refused_and_nothing_is_made)
{
    char address[sizeof rig.server];
    rig_ask(&rig, "DROP ROLE IF EXISTS guest");
    rig_ask(&rig, "CREATE ROLE guest LOGIN");
    memcpy(address, rig.server, sizeof address);
    snprintf(rig.server, sizeof rig.server, "postgresql://guest@%s", strchr(address, '@') + 1);
    expect_refusal(&rig, STORE_SERVER, "permission denied");
    memcpy(rig.server, address, sizeof address);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM pg_namespace WHERE nspname = 'castled'"),
                     0);
}
END_TEST

START_TEST(a_server_that_is_not_there_is_named_without_the_password)
{
    Rig none = rig_rival(&rig);
    snprintf(none.server, sizeof none.server, "postgresql://me:secret@/games?host=/nowhere/at/all");
    expect_refusal(&none, STORE_SERVER, "/nowhere/at/all");
    ck_assert_ptr_null(strstr(none.line, "secret"));
    snprintf(none.server, sizeof none.server, "postgresql://me:secret@[::1/games");
    expect_refusal(&none, STORE_SERVER, "no address");
    ck_assert_ptr_null(strstr(none.line, "secret"));
    rig_clear_rival(&none);
}
END_TEST

START_TEST(an_encoding_other_than_utf_8_is_refused)
{
    Rig ascii = rig_rival(&rig);
    rig_ask(&rig, "DROP DATABASE IF EXISTS ascii");
    rig_ask(&rig, "CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII'");
    postgres_rig_address(&rig_postgres, "ascii", ascii.server, sizeof ascii.server);
    expect_refusal(&ascii, STORE_SERVER, "UTF8");
    rig_clear_rival(&ascii);
}
END_TEST

START_TEST(bytes_that_are_no_text_do_not_stop_the_server)
{
    char text[] = "a\xff\xc3\xa9\xe2\x82z\xed\xa0\x80\xf0\x9f\x99\x82\xc3";
    postgres_text_mend(text, strlen(text));
    ck_assert_str_eq(text, "a?\xc3\xa9??z???\xf0\x9f\x99\x82?");
    rig_commit(&rig, rig_put_act(&rig, "\xff\xfe"));
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM acts WHERE act = '\?\?'"), 1);
}
END_TEST

/* ---- the server goes away ---- */

static void run_until(bool (*is_so)(void))
{
    while (!is_so())
        uv_run(&rig.loop, UV_RUN_ONCE);
}

static void kill_server(void)
{
    postgres_rig_forget(&rig.connection);
    postgres_rig_kill(&rig_postgres, SIGQUIT);
}

static bool has_failed(void)
{
    return rig.failures > 0;
}

static bool has_recovered(void)
{
    return rig.recoveries > 0;
}

START_TEST(a_server_that_dies_is_told_of_and_what_was_put_is_written_when_it_is_back)
{
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    kill_server();
    uint64_t number = rig_put_event(&rig, &id, 2);
    rig_put_act(&rig, "once");
    store_flush(rig.store);
    run_until(has_failed);
    ck_assert_int_eq(rig.failure, STORE_SERVER);
    ck_assert_ptr_null(strchr(rig.line, '\n'));
    ck_assert_uint_lt(rig.committed, number);
    postgres_rig_start(&rig_postgres);
    run_until(has_recovered);
    rig_commit(&rig, number);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 2);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM acts"), 1);
}
END_TEST

START_TEST(an_idle_castled_notices_that_the_server_is_gone_and_back)
{
    rig_commit(&rig, store_put_axis(rig.store, 1));
    kill_server();
    run_until(has_failed);
    postgres_rig_start(&rig_postgres);
    run_until(has_recovered);
}
END_TEST

static void pass_over(void *context, const StoredGame *game)
{
    (void)context, (void)game;
}

/* Whoever loads then may be started again; damage stays. */
START_TEST(a_server_that_goes_away_while_games_are_loaded_is_told_from_damage)
{
    rig_open(&rig, DURABILITY_POWER);
    ck_assert_int_eq(store_load_games(rig.store, pass_over, NULL, rig.line), STORE_OK);
    rig_ask(&rig, "ALTER TABLE games RENAME TO lost");
    ck_assert_int_eq(store_load_games(rig.store, pass_over, NULL, rig.line), STORE_SERVER);
    ck_assert(!store_is_away(rig.store));
    rig_ask(&rig, "ALTER TABLE lost RENAME TO games");
    ck_assert_int_eq(store_load_games(rig.store, pass_over, NULL, rig.line), STORE_OK);
    kill_server();
    ck_assert_int_eq(store_load_games(rig.store, pass_over, NULL, rig.line), STORE_SERVER);
    ck_assert(store_is_away(rig.store));
    ck_assert_str_ne(rig.line, "");
    postgres_rig_start(&rig_postgres);
    /* The writer may have seen, too, that the server was away: it has come back when something is durable. */
    rig_commit(&rig, rig_put_act(&rig, "after"));
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
}
END_TEST

typedef struct {
    bool is_there;
    StoreError error;
    StoredGame *game;
} Answer;

static void keep(void *context, StoreError error, StoredGame *game)
{
    *(Answer *)context = (Answer){true, error, game};
}

static Answer read_game(const GameId *id)
{
    Answer answer = {.is_there = false};
    ck_assert(store_read_game(rig.store, id, keep, &answer));
    while (!answer.is_there)
        uv_run(&rig.loop, UV_RUN_ONCE);
    return answer;
}

START_TEST(reads_fail_while_the_server_is_gone_and_work_again)
{
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    kill_server();
    Answer answer = read_game(&id);
    ck_assert_int_eq(answer.error, STORE_SERVER);
    postgres_rig_start(&rig_postgres);
    while ((answer = read_game(&id)).error != STORE_OK)
        ck_assert_int_eq(answer.error, STORE_SERVER);
    ck_assert_uint_eq(answer.game->count, 1);
    stored_game_free(answer.game);
    rig_commit(&rig, store_put_axis(rig.store, 2)); /* and writes */
}
END_TEST

/* A server that was started again, or that ends who is idle (idle_session_timeout), is noticed before somebody waits for it. */
START_TEST(the_first_read_by_a_connection_that_the_server_has_ended_works)
{
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    Answer before = read_game(&id);
    ck_assert_int_eq(before.error, STORE_OK);
    stored_game_free(before.game);
    rig_ask(&rig, "CREATE TEMP TABLE were AS SELECT pid, pg_terminate_backend(pid) FROM "
                  "pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = "
                  "'client backend'");
    while (rig_ask(&rig, "SELECT count(*) FROM pg_stat_activity JOIN were USING (pid)") > 0)
        usleep(1000);
    ck_assert_int_gt(rig_ask(&rig, "SELECT count(*) FROM were"), 1);
    rig_ask(&rig, "DROP TABLE were");
    Answer after = read_game(&id);
    ck_assert_int_eq(after.error, STORE_OK);
    stored_game_free(after.game);
}
END_TEST

/* ---- answers are lost on the way ---- */

/* The way to the server; 'direct' is its own address, which the rig has again at the end. */
static void open_by_proxy(Proxy *proxy, char direct[sizeof rig.server])
{
    rig_init(&rig);
    memcpy(direct, rig.server, sizeof rig.server);
    proxy_begin(proxy, rig.server, sizeof rig.server);
    rig_open(&rig, DURABILITY_POWER);
}

static void close_by_proxy(Proxy *proxy, const char direct[sizeof rig.server])
{
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    memcpy(rig.server, direct, sizeof rig.server);
    proxy_end(proxy);
    rig_clear(&rig);
}

/* Acts have no key: written twice, there would be two. */
START_TEST(a_commit_whose_answer_is_lost_is_not_done_twice)
{
    Proxy proxy;
    char direct[sizeof rig.server];
    open_by_proxy(&proxy, direct);
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    for (uint32_t round = 2; round < 5; round++) {
        proxy.is_deaf = true;
        rig_put_act(&rig, "once");
        uint64_t number = rig_put_event(&rig, &id, round);
        store_flush(rig.store);
        while (postgres_rig_ask(&rig.connection, direct, "SELECT count(*) FROM acts") < round - 1)
            uv_run(&rig.loop, UV_RUN_NOWAIT);
        ck_assert_uint_lt(rig.committed, number); /* nobody has told that it is durable */
        proxy.is_deaf = false;
        rig_commit(&rig, number);
        ck_assert_int_eq(postgres_rig_ask(&rig.connection, direct, "SELECT count(*) FROM acts"),
                         round - 1);
        ck_assert_int_eq(postgres_rig_ask(&rig.connection, direct, "SELECT count(*) FROM events"),
                         round);
    }
    close_by_proxy(&proxy, direct);
}
END_TEST

/* The server waits for the rest of the statement, and castled for its answer. */
START_TEST(connections_whose_first_statement_is_lost_are_made_again)
{
    Proxy proxy;
    char direct[sizeof rig.server];
    open_by_proxy(&proxy, direct);
    rig_commit(&rig, rig_put_act(&rig, "before"));
    proxy_swallow(&proxy, "search_path");
    postgres_rig_ask(&rig.connection, direct,
                     "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE "
                     "pid <> pg_backend_pid() AND backend_type = 'client backend'");
    uint64_t number = rig_put_act(&rig, "behind");
    store_flush(rig.store);
    while (proxy.swallowed == 0)
        uv_run(&rig.loop, UV_RUN_NOWAIT);
    proxy_swallow(&proxy, NULL); /* what it has swallowed stays lost */
    rig_commit(&rig, number);
    ck_assert_int_eq(postgres_rig_ask(&rig.connection, direct, "SELECT count(*) FROM acts"), 2);
    close_by_proxy(&proxy, direct);
}
END_TEST

/* Statements are cancelled and connections ended at any instant, as by an operator or a tool that ends what takes long. */
START_TEST(what_is_cancelled_or_ended_is_written_once)
{
    static const char *const ENDS[] = {"cancel", "terminate"};
    char sql[160];
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    for (uint32_t round = 2; round < 80; round++) {
        uint64_t number = rig_put_event(&rig, &id, round);
        rig_put_act(&rig, "once");
        store_flush(rig.store);
        snprintf(sql, sizeof sql,
                 "SELECT count(pg_%s_backend(pid)) FROM pg_stat_activity WHERE pid <> "
                 "pg_backend_pid() AND backend_type = 'client backend'",
                 ENDS[round % 2]);
        for (uint32_t wait = round * 7919 % 23; wait > 0; wait--)
            sched_yield();
        rig_ask(&rig, sql);
        rig_commit(&rig, number);
    }
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM acts"), 78);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 79);
}
END_TEST

/* ---- numbers that PostgreSQL draws ---- */

/* As after a move to another server by logical replication, which copies rows and no sequences. */
START_TEST(players_come_behind_those_who_are_there_though_their_sequence_does_not)
{
    const StorePlayer bob = rig_player("bob", "Bob"), cid = rig_player("cid", "Cid");
    rig_open(&rig, DURABILITY_POWER);
    store_put_player(rig.store, &bob);
    rig_commit(&rig, rig_put_act(&rig, "first"));
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_ask(&rig, "SELECT setval(oid::regclass, 1, false) FROM pg_class"
                  " WHERE relkind = 'S' AND relnamespace = 'castled'::regnamespace");
    rig_open(&rig, DURABILITY_POWER);
    store_put_player(rig.store, &cid);
    rig_commit(&rig, rig_put_act(&rig, "second"));
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM players"), 2);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM acts"), 2);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
}
END_TEST

START_TEST(no_table_whose_rows_are_numbered_is_forgotten)
{
    char *sql;
    rig_open(&rig, DURABILITY_POWER);
    ck_assert_int_gt(asprintf(&sql,
                              "SELECT count(*) FROM pg_attribute a JOIN pg_class c ON c.oid = "
                              "attrelid WHERE attidentity <> '' AND relnamespace = "
                              "'castled'::regnamespace AND strpos($sql$%s$sql$, format("
                              "'(''castled.%%s'', ''%%s'')', relname, attname)) = 0",
                              PG_RAISE_NUMBERS),
                     0);
    ck_assert_int_eq(rig_ask(&rig, sql), 0);
    free(sql);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
}
END_TEST

/* ---- commits that wait for a standby ---- */

static long long count_waits(void)
{
    return rig_ask(&rig, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
}

/* Which there is not. */
static void want_standby(const char *sql)
{
    rig_ask(&rig, sql);
    rig_ask(&rig, "SELECT pg_reload_conf()::int");
}

/* What is there so far would be lost with the server. */
START_TEST(a_commit_whose_wait_for_a_standby_is_cancelled_is_not_told)
{
    uint64_t number = rig_put_act(&rig, "before");
    long long acts = 1;
    rig_commit(&rig, number);
    want_standby("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    for (; rig.committed == number; acts++) { /* the setting does not hold at once */
        number = rig_put_act(&rig, "alone");
        store_flush(rig.store);
        while (rig.committed < number && count_waits() == 0)
            uv_run(&rig.loop, UV_RUN_NOWAIT);
    }
    for (int i = 0; i < 3; i++) {
        rig_ask(&rig, "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE "
                      "wait_event = 'SyncRep'");
        do
            uv_run(&rig.loop, UV_RUN_NOWAIT);
        while (rig.committed < number && count_waits() == 0);
    }
    uint64_t told = rig.committed;
    want_standby("ALTER SYSTEM RESET synchronous_standby_names");
    ck_assert_uint_lt(told, number);
    rig_commit(&rig, number);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM acts"), acts);
}
END_TEST

/* ---- text for people ---- */

typedef struct {
    bool is_there;
    StoreError error;
    char text[4096];
} Lines;

static void keep_lines(void *context, StoreError error, const char *text, size_t length)
{
    Lines *lines = context;
    lines->is_there = true;
    lines->error = error;
    snprintf(lines->text, sizeof lines->text, "%.*s", (int)length, text ? text : "");
}

static const char *read_lines(Lines *lines, StoreListing what, const char *key)
{
    lines->is_there = false;
    ck_assert(store_read_listing(rig.store, what, key, keep_lines, lines));
    while (!lines->is_there)
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_int_eq(lines->error, STORE_OK);
    return lines->text;
}

static void put_bob(void)
{
    StorePlayer bob = rig_player("bob", "Bob");
    StoreAccount account = {.player = "bob", .skeleton = "bob", .made = 1, .seen = 2};
    StoreReport report = {.at = 1793000000000, .id = "bob", .about = "ann", .reason = "cheat"};
    StoreTeam team = {.id = "team0001", .name = "Team", .captain = "bob"};
    StoreTeamMember member = {.team = "team0001", .player = "bob", .since = 5};
    StoreRating rating = {"bob", 2, 174123, 39650, 89998, 1, 1793000000001, {0}, 0};
    store_put_player(rig.store, &bob);
    store_put_account(rig.store, &account);
    store_put_settings(rig.store, "bob", "{\"sound\":1}", 11);
    store_put_report(rig.store, &report);
    store_put_team(rig.store, &team);
    store_put_team_member(rig.store, &member);
    store_put_rating(rig.store, &rating);
    rig_commit(&rig, rig_put_act(&rig, "mute"));
}

START_TEST(lists_are_those_of_sqlite)
{
    Lines lines;
    put_bob();
    ck_assert_str_eq(read_lines(&lines, LISTING_SETTINGS, "bob"), "{\"sound\":1}\n");
    const char *text = read_lines(&lines, LISTING_ACCOUNT, "bob");
    ck_assert_ptr_nonnull(strstr(text, "\"account\""));
    ck_assert_ptr_nonnull(strstr(text, "\"team\""));
    ck_assert_ptr_nonnull(strstr(text, "1741.23"));
    ck_assert_str_eq(read_lines(&lines, LISTING_ACTS, ""),
                     "    1  2026-10-26 07:33               mute         \n");
    ck_assert_str_eq(read_lines(&lines, LISTING_REPORTS, ""),
                     "    1  2026-10-26 07:33  Bob of ann: cheat  \n");
    ck_assert_ptr_nonnull(strstr(read_lines(&lines, LISTING_ACTS_JSON, ""), "\"mute\""));
    ck_assert_ptr_nonnull(strstr(read_lines(&lines, LISTING_REPORTS_JSON, ""), "\"cheat\""));
    ck_assert_str_eq(read_lines(&lines, LISTING_UNDO, "1"), "\n");
    ck_assert_str_eq(read_lines(&lines, LISTING_UNDO, "no number"), "");
    ck_assert_str_eq(read_lines(&lines, LISTING_REPORT, "1"), "\n");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("postgres");
    setenv("CK_FORK", "no", 1); /* the server that a test starts again is for all of them */
    setenv("CASTLED_TEST_STORE", "postgres", 1);
    TCase *open = tcase_create("open"), *closed = tcase_create("closed"),
          *own = tcase_create("own");
    const TTest *on_open[] = {
        every_statement_fits_the_tables,
        bytes_that_are_no_text_do_not_stop_the_server,
        lists_are_those_of_sqlite,
        a_server_that_dies_is_told_of_and_what_was_put_is_written_when_it_is_back,
        an_idle_castled_notices_that_the_server_is_gone_and_back,
        reads_fail_while_the_server_is_gone_and_work_again,
        the_first_read_by_a_connection_that_the_server_has_ended_works,
        a_commit_whose_wait_for_a_standby_is_cancelled_is_not_told,
        what_is_cancelled_or_ended_is_written_once,
    };
    const TTest *on_closed[] = {
        a_newer_schema_is_refused_and_left_alone,
        another_programs_schema_is_left_alone,
        a_database_without_rights_is_refused_and_nothing_is_made,
        a_server_that_is_not_there_is_named_without_the_password,
        an_encoding_other_than_utf_8_is_refused,
        a_server_that_goes_away_while_games_are_loaded_is_told_from_damage,
        players_come_behind_those_who_are_there_though_their_sequence_does_not,
        no_table_whose_rows_are_numbered_is_forgotten,
    };
    tcase_add_checked_fixture(open, setup, teardown);
    tcase_add_checked_fixture(closed, setup_closed, teardown_closed);
    for (size_t i = 0; i < sizeof on_open / sizeof *on_open; i++)
        tcase_add_test(open, on_open[i]);
    for (size_t i = 0; i < sizeof on_closed / sizeof *on_closed; i++)
        tcase_add_test(closed, on_closed[i]);
    tcase_add_test(own, the_tables_mean_the_same_as_sqlites);
    tcase_add_test(own, a_commit_whose_answer_is_lost_is_not_done_twice);
    tcase_add_test(own, connections_whose_first_statement_is_lost_are_made_again);
    suite_add_tcase(suite, own);
    suite_add_tcase(suite, closed);
    suite_add_tcase(suite, open);
    return rig_run_suite(suite);
}
