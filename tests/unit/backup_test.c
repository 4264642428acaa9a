/* Copies of a database that is written to meanwhile, and the way back. */
#include "backup.h"

#include "store_rig.h"

#include "schema.h"
#include "sql.h"

#include <fcntl.h>
#include <sys/stat.h>

static Rig rig;
static char copy[128], line[STORE_LINE_MAX];
static unsigned damages;

static void setup(void)
{
    rig_init(&rig);
    snprintf(copy, sizeof copy, "%s.copy", rig.directory);
    damages = 0;
}

static void teardown(void)
{
    unlink(copy);
    rig_clear(&rig);
}

static bool is_sound(void *context, const StoredGame *game)
{
    (void)context;
    return game->count < 1000;
}

static void count_damage(void *context, const char *sentence)
{
    (void)context, (void)sentence;
    damages++;
}

static const StoreCheck CHECK = {.is_sound = is_sound, .damage = count_damage};

static int64_t ask(const char *file, const char *sql)
{
    Rig other = {0};
    int length = snprintf(other.file, sizeof other.file, "%s", file);
    ck_assert_int_lt(length, (int)sizeof other.file);
    return rig_ask(&other, sql);
}

/* A game with so many events, durable. */
static GameId put_game(uint32_t events)
{
    GameId game = rig_put_game(&rig);
    for (uint32_t seq = 1; seq <= events; seq++)
        rig_put_event(&rig, &game, seq);
    rig_commit(&rig, store_put_axis(rig.store, events));
    return game;
}

START_TEST(a_copy_is_the_database_of_one_moment)
{
    struct stat found;
    StoreChecked checked;
    rig_open(&rig, DURABILITY_PROCESS);
    GameId game = put_game(20);
    ck_assert_msg(store_backup(rig.file, copy, NULL, line) == STORE_OK, "%s", line);
    rig_commit(&rig, rig_put_event(&rig, &game, 21)); /* the store goes on */
    put_game(1);
    ck_assert_int_eq(ask(copy, "SELECT count(*) FROM games"), 1);
    ck_assert_int_eq(ask(copy, "SELECT count(*) FROM events"), 20);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 22);
    ck_assert_int_eq(ask(copy, "PRAGMA user_version"), schema_version(schema_sql));
    ck_assert_int_eq(ask(copy, "PRAGMA application_id"), 0x6373746c); /* "cstl" */
    ck_assert_int_eq(stat(copy, &found), 0);
    ck_assert_int_eq(found.st_mode & 07777, 0600); /* it has the keys */
    ck_assert_int_eq(store_check(copy, &CHECK, &checked, line), STORE_OK);
    ck_assert_uint_eq(checked.games, 1);
    ck_assert_uint_eq(checked.events, 20);
    ck_assert_uint_eq(checked.damages, 0);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
}
END_TEST

START_TEST(a_copy_that_cannot_be_leaves_nothing)
{
    atomic_bool stop = true;
    char none[160];
    rig_open(&rig, DURABILITY_PROCESS);
    snprintf(none, sizeof none, "%s/none.db", rig.directory);
    ck_assert_int_eq(store_backup(none, copy, NULL, line), STORE_MISSING);
    ck_assert_int_eq(store_backup(rig.file, "/nowhere/copy.db", NULL, line), STORE_MISSING);
    ck_assert_int_eq(store_backup(rig.file, "/proc/copy.db", NULL, line),
                     STORE_FULL); /* 0 blocks */
    ck_assert_ptr_nonnull(strstr(line, "but only 0 are free"));
    ck_assert_int_eq(store_backup(rig.file, copy, &stop, line), STORE_CLOSED);
    ck_assert_int_ne(access(copy, F_OK), 0);
    stop = false;
    ck_assert_int_eq(store_backup(rig.file, copy, &stop, line), STORE_OK);
    ck_assert_int_eq(store_backup(rig.file, copy, NULL, line), STORE_EXISTS);
    ck_assert_int_eq(ask(copy, "SELECT epoch FROM castled"), 1);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
}
END_TEST

START_TEST(only_a_database_of_castled_is_copied)
{
    sqlite3 *db;
    int file = open(rig.file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    close(file);
    ck_assert_int_eq(store_backup(rig.file, copy, NULL, line), STORE_FOREIGN);
    ck_assert_int_eq(sqlite3_open(rig.file, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "CREATE TABLE t (x)", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(store_backup(rig.file, copy, NULL, line), STORE_FOREIGN);
    ck_assert_int_eq(sqlite3_exec(db,
                                  "PRAGMA application_id = 1668510828; PRAGMA user_version = 9999",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    ck_assert_int_eq(store_backup(rig.file, copy, NULL, line), STORE_NEWER);
    ck_assert_int_ne(access(copy, F_OK), 0);
}
END_TEST

START_TEST(a_restored_copy_is_the_database_and_the_old_one_is_kept)
{
    char kept[BACKUP_PATH_MAX];
    StoreChecked checked;
    rig_open(&rig, DURABILITY_PROCESS);
    GameId game = put_game(3);
    ck_assert_int_eq(store_backup(rig.file, copy, NULL, line), STORE_OK);
    rig_commit(&rig, rig_put_event(&rig, &game, 4));
    ck_assert_int_eq(store_restore(rig.directory, copy, &CHECK, &checked, kept, line),
                     STORE_LOCKED);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    ck_assert_msg(store_restore(rig.directory, copy, &CHECK, &checked, kept, line) == STORE_OK,
                  "%s", line);
    ck_assert_uint_eq(checked.games, 1);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 3);
    ck_assert_int_eq(ask(kept, "SELECT count(*) FROM events"), 4);
    rig_open(&rig, DURABILITY_PROCESS); /* and it is a database to go on with */
    rig_commit(&rig, rig_put_event(&rig, &game, 4));
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    unlink(kept);
}
END_TEST

START_TEST(a_damaged_copy_is_not_restored)
{
    char kept[BACKUP_PATH_MAX];
    StoreChecked checked;
    rig_open(&rig, DURABILITY_PROCESS);
    put_game(3);
    ck_assert_int_eq(store_backup(rig.file, copy, NULL, line), STORE_OK);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    ask(copy, "UPDATE players SET name = 'Anna'");
    ck_assert_int_eq(store_restore(rig.directory, copy, &CHECK, &checked, kept, line),
                     STORE_DAMAGED);
    ck_assert_uint_ge(damages, 1);
    ck_assert_str_eq(kept, "");
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM players WHERE name = 'Ann'"), 1);
}
END_TEST

/* What the server has acknowledged may be in its log only, when it was killed. */
START_TEST(the_log_of_the_old_database_is_kept_with_it)
{
    char kept[BACKUP_PATH_MAX], log[160];
    StoreChecked checked;
    rig_open(&rig, DURABILITY_PROCESS);
    put_game(3);
    ck_assert_int_eq(store_backup(rig.file, copy, NULL, line), STORE_OK);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    sqlite3 *db; /* it is never closed: as after kill -9 */
    ck_assert_int_eq(sqlite3_open(rig.file, &db), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(db, "PRAGMA wal_autocheckpoint = 0; CREATE TABLE late (x)", NULL, NULL, NULL),
        SQLITE_OK);
    snprintf(log, sizeof log, "%s-wal", rig.file);
    ck_assert_int_eq(access(log, F_OK), 0);
    ck_assert_int_eq(store_restore(rig.directory, copy, &CHECK, &checked, kept, line), STORE_OK);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM sqlite_schema WHERE name = 'late'"), 0);
    ck_assert_int_eq(ask(kept, "SELECT count(*) FROM sqlite_schema WHERE name = 'late'"), 1);
    sqlite3_close(db); /* which takes its log away, by the name that it had */
    unlink(kept);
    for (const char *const *each = (const char *const[]){"-wal", "-shm", NULL}; *each; each++) {
        char beside[BACKUP_PATH_MAX + 8];
        snprintf(beside, sizeof beside, "%s%s", kept, *each);
        unlink(beside);
    }
}
END_TEST

/* A backup of an older castled: what upgrade_test reads, too. */
START_TEST(an_older_copy_is_brought_up_to_date)
{
    char kept[BACKUP_PATH_MAX], steps[] = "\n-- version 1\n";
    StoreChecked checked;
    sqlite3 *db;
    const char *second = strstr(schema_sql, "\n-- version 2\n");
    char *first = sqlite3_mprintf("%.*s", (int)(second - schema_sql), schema_sql);
    ck_assert_ptr_nonnull(strstr(first, steps));
    ck_assert_int_eq(sqlite3_open(copy, &db), SQLITE_OK);
    ck_assert_int_eq(schema_apply(db, first, 0), SQLITE_OK);
    sqlite3_free(first);
    ck_assert_int_eq(
        sqlite3_exec(db, "INSERT INTO castled VALUES (1, zeroblob(32), zeroblob(16), 5, 7)", NULL,
                     NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    ck_assert_int_eq(store_check(copy, &CHECK, &checked, line), STORE_OK);
    ck_assert(checked.is_old);
    ck_assert_int_eq(checked.version, 1);
    ck_assert_msg(store_restore(rig.directory, copy, &CHECK, &checked, kept, line) == STORE_OK,
                  "%s", line);
    ck_assert(!checked.is_old);
    ck_assert_int_eq(rig_ask(&rig, "PRAGMA user_version"), schema_version(schema_sql));
    ck_assert_int_eq(rig_ask(&rig, "SELECT epoch FROM castled"), 5);
    ck_assert_int_eq(ask(copy, "PRAGMA user_version"), 1); /* it is as it was */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("backup");
    TCase *tcase = tcase_create("backup");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_copy_is_the_database_of_one_moment);
    tcase_add_test(tcase, a_copy_that_cannot_be_leaves_nothing);
    tcase_add_test(tcase, only_a_database_of_castled_is_copied);
    tcase_add_test(tcase, a_restored_copy_is_the_database_and_the_old_one_is_kept);
    tcase_add_test(tcase, a_damaged_copy_is_not_restored);
    tcase_add_test(tcase, the_log_of_the_old_database_is_kept_with_it);
    tcase_add_test(tcase, an_older_copy_is_brought_up_to_date);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
