/* The primary server of PostgreSQL dies as if its machine had lost power, and a standby that has every commit takes its place:
 * what was told to be durable is there, each event once, and the same castled goes on. */
#include "store_rig.h"

#include "soak.h"

#include <sys/ipc.h>
#include <sys/shm.h>

enum { GAMES = 5, BEFORE = 40, AFTER = 40 }; /* rounds of moves */

static Rig rig;
static PostgresRig standby;
static GameId ids[GAMES];
static uint32_t round_now,
    told;               /* rounds that were put, and that are durable as far as castled says */
static uint64_t number; /* of the batch with the newest round */

/* ---- servers ---- */

/* What shows a second server that the first is alive outlives one that is killed: line 7 of postmaster.pid has its key and
 * its number (miscadmin.h). */
static void remove_shared_memory(void)
{
    char path[POSTGRES_RIG_PATH + 32], text[256] = "";
    int id = -1, line = 1;
    snprintf(path, sizeof path, "%s/data/postmaster.pid", rig_postgres.directory);
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (line < 7 && fgets(text, sizeof text, file))
        line++;
    ck_assert_int_eq(fscanf(file, "%*u %d", &id), 1);
    fclose(file);
    ck_assert_int_eq(shmctl(id, IPC_RMID, NULL), 0);
}

/* Kills a server with all its processes, whose parent it is. */
static void kill_primary(void)
{
    char path[64];
    int child;
    pid_t server = rig_postgres.pid;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", server, server);
    kill(server, SIGSTOP); /* so that it starts no other */
    FILE *children = fopen(path, "r");
    ck_assert_ptr_nonnull(children);
    while (fscanf(children, "%d", &child) == 1)
        kill(child, SIGKILL);
    fclose(children);
    kill(server, SIGKILL);
    remove_shared_memory();
}

static long long ask(const PostgresRig *server, const char *sql)
{
    char address[256];
    void *connection = NULL;
    postgres_rig_address(server, "postgres", address, sizeof address);
    long long answer = postgres_rig_ask(&connection, address, sql);
    postgres_rig_forget(&connection);
    return answer;
}

static void wait_until(const PostgresRig *server, const char *sql)
{
    while (ask(server, sql) < 1)
        usleep(10000);
}

/* From now on no commit is answered before the standby has it. */
static void add_standby(void)
{
    char data[POSTGRES_RIG_PATH + 8];
    int status = 1;
    postgres_rig_make_directory(&standby);
    snprintf(data, sizeof data, "%s/data", standby.directory);
    char *arguments[] = {"pg_basebackup",
                         "-D",
                         data,
                         "-h",
                         rig_postgres.directory,
                         "-U",
                         "castled",
                         "-R",
                         "-c",
                         "fast",
                         "--no-sync",
                         NULL};
    waitpid(postgres_rig_spawn(&standby, "pg_basebackup", arguments), &status, 0);
    ck_assert_int_eq(status, 0);
    postgres_rig_start(&standby);
    ask(&rig_postgres, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    ask(&rig_postgres, "SELECT pg_reload_conf()::int");
    wait_until(&rig_postgres, "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'");
}

/* It gets nothing more: its receiver ends, and the process that would start another is stopped. */
static void cut_standby_off(void)
{
    pid_t receiver = (pid_t)ask(&standby, "SELECT pid FROM pg_stat_wal_receiver");
    ck_assert_int_gt(receiver, 0);
    kill(standby.pid, SIGSTOP);
    kill(receiver, SIGTERM);
    wait_until(&rig_postgres, "SELECT (count(*) = 0)::int FROM pg_stat_replication");
}

/* The standby is the primary from now on. */
static void promote(void)
{
    PostgresRig dead = rig_postgres;
    /* Not waited for within the statement, which the replay of what is left may cancel. */
    ck_assert_int_eq(ask(&standby, "SELECT pg_promote(false)::int"), 1);
    wait_until(&standby, "SELECT (NOT pg_is_in_recovery())::int");
    rig_postgres = standby;
    postgres_rig_end(&dead);
}

/* ---- castled ---- */

static void setup(void)
{
    rig_init(&rig);
    postgres_rig_forget(&rig.connection);
    add_standby();
    snprintf(rig.server, sizeof rig.server,
             "postgresql://castled@/postgres?host=%s,%s&target_session_attrs=read-write",
             rig_postgres.directory, standby.directory);
    rig_open(&rig, DURABILITY_POWER);
    for (int i = 0; i < GAMES; i++)
        ids[i] = rig_put_game(&rig);
    round_now = told = 0;
}

static void teardown(void)
{
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_clear(&rig);
}

static void put_round(void)
{
    round_now++;
    for (int i = 0; i < GAMES; i++)
        number = rig_put_event(&rig, &ids[i], round_now);
    store_flush(rig.store);
}

/* Each game moves when its last move is durable. */
static void play_until(uint32_t round)
{
    while (told < round) {
        uv_run(&rig.loop, UV_RUN_ONCE);
        if (rig.committed < number)
            continue;
        told = round_now;
        if (told < round)
            put_round();
    }
}

/* All that was told, and of what was not told a round as a whole or nothing. */
static void check_promoted(void)
{
    char sql[160];
    snprintf(
        sql, sizeof sql,
        "SELECT count(*) FROM (SELECT game FROM events GROUP BY game HAVING count(*) = max(seq) "
        "AND count(*) >= %u) AS whole",
        told);
    ck_assert_int_eq(ask(&rig_postgres, sql), GAMES);
    ck_assert_int_eq(ask(&rig_postgres, "SELECT count(DISTINCT n) FROM (SELECT count(*) AS n FROM "
                                        "events GROUP BY game) AS lengths"),
                     1);
}

static void go_on(void)
{
    play_until(round_now + AFTER);
    ck_assert_int_eq(rig.failures, rig.recoveries);
    ck_assert_int_eq(ask(&rig_postgres, "SELECT count(*) FROM events"), (int)(GAMES * told));
    ck_assert_int_eq(ask(&rig_postgres, "SELECT epoch FROM castled"), 1); /* nobody took over */
}

START_TEST(a_primary_that_dies_under_load_takes_nothing_along)
{
    put_round();
    play_until(BEFORE + (uint32_t)_i);
    put_round(); /* is on its way */
    kill_primary();
    promote();
    check_promoted();
    go_on();
}
END_TEST

/* The primary has written it, and waits for the standby: nobody is told, and it is written again. */
START_TEST(what_only_the_dead_primary_had_is_written_again)
{
    put_round();
    play_until(BEFORE);
    cut_standby_off();
    put_round();
    wait_until(&rig_postgres, "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    uv_run(&rig.loop, UV_RUN_NOWAIT);
    ck_assert_uint_lt(rig.committed, number);
    kill_primary();
    kill(standby.pid, SIGCONT);
    /* It has all that was told on its disk, and shows it once it is replayed. */
    wait_until(&standby, "SELECT (pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn())::int");
    ck_assert_int_eq(ask(&standby, "SELECT max(seq) FROM events"), (int)told);
    promote();
    check_promoted();
    go_on();
}
END_TEST

/* As when games are moved to another server in order: their connections stay, and nothing can be written by them any more. */
START_TEST(a_primary_that_only_reads_any_more_is_left_for_the_one_that_writes)
{
    PostgresRig former = rig_postgres;
    put_round();
    play_until(BEFORE);
    ask(&former, "ALTER SYSTEM SET default_transaction_read_only TO on");
    ask(&former, "SELECT pg_reload_conf()::int");
    wait_until(&former, "SELECT (current_setting('transaction_read_only') = 'on')::int");
    put_round();
    while (rig.failures == 0)
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_uint_lt(rig.committed, number);
    ask(&standby, "SELECT pg_promote(false)::int");
    wait_until(&standby, "SELECT (NOT pg_is_in_recovery())::int");
    rig_postgres = standby;
    go_on();
    postgres_rig_end(&former);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("failover");
    TCase *tcase = tcase_create("failover");
    setenv("CK_FORK", "no", 1);
    setenv("CASTLED_TEST_STORE", "postgres", 1);
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, what_only_the_dead_primary_had_is_written_again);
    tcase_add_test(tcase, a_primary_that_only_reads_any_more_is_left_for_the_one_that_writes);
    tcase_add_loop_test(tcase, a_primary_that_dies_under_load_takes_nothing_along, 0, soak());
    suite_add_tcase(suite, tcase);
    return rig_run_suite(suite);
}
