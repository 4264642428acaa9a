/* Leases of a database that several castleds use: one at a time writes, the next takes over when it is silent, and it notices. */
#include "store_rig.h"

#include <pthread.h>

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

static void run_until(bool (*is_so)(void))
{
    while (!is_so())
        uv_run(&rig.loop, UV_RUN_ONCE);
}

static bool has_failed(void)
{
    return rig.failures > 0;
}

static bool has_recovered(void)
{
    return rig.recoveries > 0;
}

static bool is_taken(void)
{
    return rig.failure == STORE_TAKEN;
}

/* ---- one after the other ---- */

START_TEST(a_second_castled_does_not_start_while_the_first_is_alive)
{
    Rig second = rig_rival(&rig);
    ck_assert_int_eq(rig_try_open(&second, DURABILITY_POWER), STORE_LOCKED);
    ck_assert_ptr_nonnull(strstr(second.line, "another castled is using this database"));
    ck_assert_ptr_null(strchr(second.line, '\n'));
    rig_commit(&rig, rig_put_act(&rig, "the first is not disturbed"));
    rig_clear_rival(&second);
}
END_TEST

START_TEST(one_that_has_ended_leaves_the_database_to_the_next_at_once)
{
    Rig second = rig_rival(&rig);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_open(&second, DURABILITY_POWER);
    ck_assert_uint_eq(store_epoch(second.store), 2);
    ck_assert_int_eq(rig_close(&second), STORE_OK);
    rig_clear_rival(&second);
    rig_open(&rig, DURABILITY_POWER);
}
END_TEST

/* The first has been silent for too long: another has taken over, and it must write no more, nor say that it has. */
START_TEST(one_that_comes_back_late_writes_nothing)
{
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    Rig second = rig_rival(&rig);
    do
        rig_ask(
            &rig,
            "UPDATE nodes SET alive = '-infinity'"); /* it may be about to give a sign of life */
    while (rig_try_open(&second, DURABILITY_POWER) != STORE_OK);
    uint64_t before = rig.committed;
    rig_put_event(&rig, &id, 2);
    rig_put_act(&rig, "too late");
    store_flush(rig.store);
    while (rig.failures == 0)
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_int_eq(rig.failure, STORE_TAKEN);
    ck_assert_uint_eq(rig.committed, before);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 1);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM acts"), 0);
    ck_assert_int_eq(rig_close(&rig), STORE_TAKEN);
    rig_commit(&second, store_put_axis(second.store, 7));
    ck_assert_int_eq(rig_close(&second), STORE_OK);
    rig_clear_rival(&second);
    rig_open(&rig, DURABILITY_POWER);
}
END_TEST

static void kill_server(void)
{
    postgres_rig_forget(&rig.connection);
    postgres_rig_kill(&rig_postgres, SIGQUIT);
}

/* Another connection, for what has to stay open. */
static void run_in(PGconn *connection, const char *sql)
{
    PGresult *result = PQexec(connection, sql);
    ExecStatusType status = PQresultStatus(result);
    ck_assert_msg(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "%s: %s", sql,
                  PQerrorMessage(connection));
    PQclear(result);
}

static void *open_rival(void *second)
{
    static StoreError error;
    error = rig_try_open(second, DURABILITY_POWER);
    return &error;
}

/* An owner that has been silent for too long. */
static void give_leases_to_ghost(void)
{
    rig_open(&rig, DURABILITY_POWER); /* makes the tables */
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_ask(&rig, "UPDATE leases SET node = 'ghost'");
    rig_ask(&rig, "INSERT INTO nodes VALUES ('ghost', 1, '-infinity', 0)");
}

/* Whether somebody has found leases locked, and waits until the next try: a statement that looks at them can be seen for a moment only. */
#define LOOKED                                                                                     \
    "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "                     \
    "state = 'idle' AND query = 'ROLLBACK'"

/* Which PostgreSQL is working on, until it gets a lock. */
#define SIGN_OF_LIFE                                                                               \
    "BEGIN; SELECT 1 FROM leases WHERE partition = 256 FOR SHARE; "                                \
    "UPDATE nodes SET alive = clock_timestamp() + interval '1 h' WHERE node = 'ghost'; "           \
    "SELECT pg_advisory_lock(1); COMMIT"

/* The owner has been silent for too long, and says that it is alive at the very moment when another takes over. */
START_TEST(an_owner_whose_sign_of_life_is_under_way_keeps_the_leases)
{
    Rig second = rig_rival(&rig);
    pthread_t thread;
    void *error;
    give_leases_to_ghost();
    PGconn *ghost = PQconnectdb(rig.server), *other = PQconnectdb(rig.server);
    run_in(other, "SELECT pg_advisory_lock(1)");
    run_in(ghost, "SET search_path TO castled");
    ck_assert_int_eq(PQsendQuery(ghost, SIGN_OF_LIFE), 1);
    while (rig_ask(&rig, "SELECT count(*) FROM pg_locks WHERE NOT granted") == 0)
        usleep(10000);
    ck_assert_int_eq(pthread_create(&thread, NULL, open_rival, &second), 0);
    while (rig_ask(&rig, LOOKED) == 0)
        usleep(10000);
    run_in(other, "SELECT pg_advisory_unlock(1)");
    for (PGresult *result; (result = PQgetResult(ghost)) != NULL; PQclear(result))
        ck_assert_int_ne(PQresultStatus(result), PGRES_FATAL_ERROR);
    while (pthread_tryjoin_np(thread, &error) != 0) {
        run_in(ghost,
               "UPDATE nodes SET alive = clock_timestamp() + interval '1 h' WHERE node = 'ghost'");
        usleep(10000);
    }
    ck_assert_int_eq(*(StoreError *)error, STORE_LOCKED);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM leases WHERE node = 'ghost'"), 257);
    PQfinish(ghost);
    PQfinish(other);
    rig_clear_rival(&second);
}
END_TEST

/* Nobody goes on with its transaction, and PostgreSQL would keep the locks of that for hours. */
START_TEST(an_owner_that_hangs_in_a_transaction_keeps_the_leases_for_no_longer)
{
    Rig second = rig_rival(&rig);
    give_leases_to_ghost();
    PGconn *ghost = PQconnectdb(rig.server), *backup = PQconnectdb(rig.server);
    run_in(backup, "BEGIN");
    run_in(backup, "SELECT count(*) FROM castled.leases"); /* as pg_dump does, for long */
    run_in(ghost, "SET search_path TO castled");
    run_in(ghost, "BEGIN");
    run_in(ghost, "SELECT 1 FROM leases WHERE partition = 7 FOR SHARE");
    rig_open(&second, DURABILITY_POWER);
    PGresult *late = PQexec(ghost, "COMMIT");
    ck_assert_int_eq(PQresultStatus(late), PGRES_FATAL_ERROR);
    ck_assert_int_eq(PQstatus(ghost), CONNECTION_BAD);
    run_in(backup, "COMMIT");
    PQclear(late);
    PQfinish(ghost);
    PQfinish(backup);
    ck_assert_int_eq(rig_close(&second), STORE_OK);
    rig_clear_rival(&second);
}
END_TEST

/* One that was suspended just after it had asked for the lock of all that take the database. */
START_TEST(one_that_hangs_while_it_takes_the_database_keeps_it_for_no_longer)
{
    PGconn *ghost = PQconnectdb(rig.server);
    run_in(ghost, "BEGIN");
    run_in(ghost, "SELECT pg_advisory_xact_lock(7166478)");
    rig_open(&rig, DURABILITY_POWER); /* on an empty database */
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    PQreset(ghost);
    run_in(ghost, "BEGIN");
    run_in(ghost, "SELECT pg_advisory_xact_lock(7166478)");
    rig_open(&rig, DURABILITY_POWER);
    PGresult *late = PQexec(ghost, "COMMIT");
    ck_assert_int_eq(PQresultStatus(late), PGRES_FATAL_ERROR);
    PQclear(late);
    PQfinish(ghost);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
}
END_TEST

/* ---- what the owner knows ---- */

START_TEST(the_owner_counts_its_lease_and_renews_it)
{
    int64_t left = store_lease_left(rig.store), before = left;
    ck_assert(left > 0 && left <= 3000);
    while ((left = store_lease_left(rig.store)) <= before) {
        ck_assert_int_gt(left, 0);
        before = left;
        usleep(10000);
    }
    ck_assert_int_le(left, 3000);
    /* PostgreSQL lets it last at least as long. */
    int64_t there = rig_ask(
        &rig, "SELECT ceil(extract(epoch FROM max(alive) - clock_timestamp()) * 1000) FROM nodes");
    ck_assert_int_gt(there + 1, store_lease_left(rig.store) - 1000);
    ck_assert_int_eq(rig.failures, 0);
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

/* No error comes: the server does not answer, since somebody else has locked the table. */
START_TEST(a_silent_server_is_told_of_when_the_lease_has_run_out)
{
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    rig_lock(&rig);
    uint64_t number = rig_put_act(&rig, "once");
    store_flush(rig.store);
    run_until(has_failed);
    ck_assert_int_eq(rig.failure, STORE_SERVER);
    ck_assert_ptr_nonnull(strstr(rig.line, "as long as the leases last"));
    ck_assert_int_le(store_lease_left(rig.store), 0);
    ck_assert_uint_lt(rig.committed, number);
    Answer answer = read_game(&id); /* what is there may be another owner's by now */
    ck_assert_int_eq(answer.error, STORE_SERVER);
    ck_assert_ptr_null(answer.game);
    ck_assert_int_eq(rig.failures,
                     1); /* and once; a busy machine may lose its leases again later */
    rig_unlock(&rig);
    run_until(has_recovered);
    answer = read_game(&id);
    ck_assert_int_eq(answer.error, STORE_OK);
    stored_game_free(answer.game);
    rig_commit(&rig, number);
    ck_assert_int_gt(store_lease_left(rig.store), 0);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM acts"), 1);
}
END_TEST

START_TEST(an_idle_castled_whose_leases_were_taken_is_told)
{
    rig_ask(&rig, "UPDATE leases SET node = 'other', epoch = epoch + 1");
    run_until(is_taken);
    ck_assert_int_eq(rig.failures, 1);
    ck_assert_int_eq(rig_close(&rig), STORE_TAKEN);
    rig_open(&rig, DURABILITY_POWER);
}
END_TEST

/* It is told that the server is silent, and then that it is too late. Even when it could write again it does not, for what it
 * has in memory is old. */
START_TEST(one_that_was_overtaken_while_the_server_was_silent_stops_for_good)
{
    rig_commit(&rig, store_put_axis(rig.store, 5));
    rig_ask(&rig, "CREATE TABLE kept AS SELECT * FROM leases");
    rig_lock(&rig);
    rig_put_act(&rig, "too late");
    store_flush(rig.store);
    run_until(has_failed);
    ck_assert_int_eq(rig.failure, STORE_SERVER);
    run_in(rig.lock, "UPDATE castled.leases SET node = 'other', epoch = epoch + 1");
    run_in(rig.lock, "COMMIT");
    rig_unlock(&rig);
    run_until(is_taken);
    ck_assert_int_eq(rig.failures, 2);
    rig_ask(&rig, "UPDATE leases SET node = kept.node, epoch = kept.epoch FROM kept WHERE "
                  "kept.partition = leases.partition");
    rig_put_act(&rig, "no more");
    ck_assert_int_eq(rig_close(&rig), STORE_TAKEN);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM acts"), 0);
    ck_assert_int_eq(rig.recoveries, 0);
    rig_open(&rig, DURABILITY_POWER);
}
END_TEST

/* ---- at the start ---- */

static void start_server(void *context, const char *line)
{
    Rig *waiting = context;
    ck_assert_ptr_nonnull(strstr(line, rig_postgres.directory));
    ck_assert_ptr_null(strchr(line, '\n'));
    waiting->failures++;
    postgres_rig_start(&rig_postgres);
}

START_TEST(a_server_that_is_away_at_the_start_is_waited_for)
{
    kill_server();
    ck_assert_int_eq(rig_try_open(&rig, DURABILITY_POWER), STORE_SERVER); /* nobody is told */
    rig.on_away = start_server;
    rig_open(&rig, DURABILITY_POWER);
    ck_assert_int_eq(rig.failures, 1);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
}
END_TEST

static void let_in(void *context, const char *line)
{
    Rig *waiting = context;
    ck_assert_ptr_nonnull(strstr(line, "too many connections for role"));
    waiting->failures++;
    rig_ask(&rig, "ALTER ROLE guest CONNECTION LIMIT -1");
}

START_TEST(a_server_without_room_at_the_start_is_waited_for)
{
    Rig second = rig_rival(&rig);
    rig_ask(&rig, "DROP ROLE IF EXISTS guest");
    rig_ask(&rig, "CREATE ROLE guest LOGIN CONNECTION LIMIT 0");
    rig_ask(&rig, "GRANT CREATE ON DATABASE postgres TO guest");
    snprintf(second.server, sizeof second.server, "postgresql://guest@%s",
             strchr(rig.server, '@') + 1);
    second.on_away = let_in;
    rig_open(&second, DURABILITY_POWER);
    ck_assert_int_eq(second.failures, 1);
    ck_assert_int_eq(rig_close(&second), STORE_OK);
    rig_clear_rival(&second);
    rig_ask(&rig, "DROP OWNED BY guest CASCADE");
    rig_ask(&rig, "DROP ROLE guest");
}
END_TEST

START_TEST(an_address_that_is_wrong_is_not_waited_for)
{
    Rig wrong = rig_rival(&rig);
    wrong.on_away = start_server;
    postgres_rig_address(&rig_postgres, "nothing", wrong.server, sizeof wrong.server);
    ck_assert_int_eq(rig_try_open(&wrong, DURABILITY_POWER), STORE_SERVER);
    ck_assert_ptr_nonnull(strstr(wrong.line, "\"nothing\" does not exist"));
    ck_assert_int_eq(wrong.failures, 0);
    rig_clear_rival(&wrong);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("leases");
    setenv("CK_FORK", "no", 1); /* the server that a test starts again is for all of them */
    setenv("CASTLED_TEST_STORE", "postgres", 1);
    TCase *open = tcase_create("open"), *closed = tcase_create("closed");
    const TTest *on_open[] = {a_second_castled_does_not_start_while_the_first_is_alive,
                              one_that_has_ended_leaves_the_database_to_the_next_at_once,
                              one_that_comes_back_late_writes_nothing,
                              the_owner_counts_its_lease_and_renews_it,
                              a_silent_server_is_told_of_when_the_lease_has_run_out,
                              an_idle_castled_whose_leases_were_taken_is_told,
                              one_that_was_overtaken_while_the_server_was_silent_stops_for_good};
    const TTest *on_closed[] = {an_owner_whose_sign_of_life_is_under_way_keeps_the_leases,
                                an_owner_that_hangs_in_a_transaction_keeps_the_leases_for_no_longer,
                                one_that_hangs_while_it_takes_the_database_keeps_it_for_no_longer,
                                a_server_that_is_away_at_the_start_is_waited_for,
                                a_server_without_room_at_the_start_is_waited_for,
                                an_address_that_is_wrong_is_not_waited_for};
    tcase_add_checked_fixture(open, setup, teardown);
    tcase_add_checked_fixture(closed, setup_closed, teardown_closed);
    for (size_t i = 0; i < sizeof on_open / sizeof *on_open; i++)
        tcase_add_test(open, on_open[i]);
    for (size_t i = 0; i < sizeof on_closed / sizeof *on_closed; i++)
        tcase_add_test(closed, on_closed[i]);
    suite_add_tcase(suite, closed);
    suite_add_tcase(suite, open);
    return rig_run_suite(suite);
}
