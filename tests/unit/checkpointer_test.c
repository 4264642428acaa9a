/* The log is moved while it is written to, and does not grow without end. */
#include "checkpointer.h"

#include "check_rig.h"
#include "database.h"
#include "sqlite_db.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, AFTER = 200, LONGEST = 4 * AFTER };

static char directory[64], path[DATABASE_PATH_MAX], line[STORE_LINE_MAX];
static int lock;
static sqlite3 *handle;
static Db *db;
static Checkpointer checkpointer;

static void run(sqlite3 *connection, const char *sql)
{
    ck_assert_msg(sqlite3_exec(connection, sql, NULL, NULL, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(connection));
}

static void setup(void)
{
    snprintf(directory, sizeof directory, "/tmp/castled-checkpointer-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    ck_assert_int_eq(database_lock(&lock, path, directory, line), STORE_OK);
    ck_assert_msg(database_open(&handle, path, false, false, line) == STORE_OK, "%s", line);
    run(handle, "CREATE TABLE pages (number INTEGER PRIMARY KEY, bytes BLOB)");
    db = sqlite_db_new(handle, 1);
    checkpointer = (Checkpointer){.db = NULL};
    ck_assert_msg(checkpointer_open(&checkpointer, path, AFTER, line) == STORE_OK, "%s", line);
    sqlite_db_share_log(db, &checkpointer);
    checkpointer_start(&checkpointer);
}

static void teardown(void)
{
    static const char *const NAMES[] = {"castled.db", "castled.db-wal", "castled.db-shm",
                                        "castled.lock"};
    checkpointer_close(&checkpointer);
    db_close(db);
    close(lock);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char name[96];
        snprintf(name, sizeof name, "%s/%s", directory, NAMES[i]);
        unlink(name);
    }
    ck_assert_int_eq(rmdir(directory), 0);
}

static long size_of(const char *suffix)
{
    char name[DATABASE_PATH_MAX + 8];
    struct stat found;
    snprintf(name, sizeof name, "%s%s", path, suffix);
    return stat(name, &found) == 0 ? (long)found.st_size : 0;
}

/* Each of them fills a page of the table, and the log has a page more for each transaction at least. */
static void put_pages(int count)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) "
             "INSERT INTO pages (bytes) SELECT randomblob(3900) FROM n",
             count);
    run(handle, sql);
}

START_TEST(a_log_that_is_not_long_enough_is_left_alone)
{
    put_pages(AFTER / 2);
    ck_assert(!checkpointer_leaves_rest(&checkpointer, AFTER / 2));
    ck_assert(!checkpointer.is_asked);
}
END_TEST

START_TEST(the_log_is_moved_while_a_write_is_under_way)
{
    put_pages(2 * AFTER);
    ck_assert_int_lt(size_of(""), 2L * AFTER * PAGE);
    run(handle, "BEGIN IMMEDIATE; DELETE FROM pages WHERE number = 1");
    while (!checkpointer_leaves_rest(&checkpointer, 2 * AFTER))
        uv_sleep(1);
    ck_assert_int_ge(size_of(""), 2L * AFTER * PAGE);
    run(handle, "COMMIT");
}
END_TEST

/* Four times 'after', and what one transaction adds. */
START_TEST(a_log_that_is_written_to_all_the_time_has_an_end)
{
    for (int i = 0; i < 20 * LONGEST; i += 10) {
        put_pages(10);
        ck_assert_int_eq(db_idle(db), DB_OK);
        ck_assert_int_le(size_of("-wal"), (LONGEST + 2L * 10) * (PAGE + 24) + 32);
    }
    ck_assert_int_ge(size_of(""), 19L * LONGEST * PAGE);
}
END_TEST

static int count_rows(sqlite3 *connection)
{
    sqlite3_stmt *statement;
    ck_assert_int_eq(
        sqlite3_prepare_v2(connection, "SELECT count(*) FROM pages", -1, &statement, NULL),
        SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return count;
}

START_TEST(a_reader_of_an_old_state_holds_nobody_up)
{
    sqlite3 *reader;
    put_pages(1);
    ck_assert_int_eq(database_open_reader(&reader, path, line), STORE_OK);
    run(reader, "BEGIN");
    ck_assert_int_eq(count_rows(reader), 1);
    for (int i = 0; i < 2 * LONGEST; i += 10) {
        put_pages(10);
        ck_assert_int_eq(db_idle(db), DB_OK);
    }
    ck_assert_int_eq(count_rows(reader), 1);
    run(reader, "COMMIT");
    ck_assert_int_eq(count_rows(reader), 1 + 2 * LONGEST);
    sqlite3_close(reader);
    long length = size_of("-wal");
    for (int i = 0; i < LONGEST; i += 10) { /* it begins anew, in the same file */
        put_pages(10);
        ck_assert_int_eq(db_idle(db), DB_OK);
    }
    ck_assert_int_le(size_of("-wal"), length + 2L * 10 * (PAGE + 24));
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("checkpointer");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_log_that_is_not_long_enough_is_left_alone);
    tcase_add_test(tcase, the_log_is_moved_while_a_write_is_under_way);
    tcase_add_test(tcase, a_log_that_is_written_to_all_the_time_has_an_end);
    tcase_add_test(tcase, a_reader_of_an_old_state_holds_nobody_up);
    Suite *suite = suite_create("checkpointer");
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
