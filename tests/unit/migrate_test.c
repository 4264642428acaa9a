/* Whole databases moved from SQLite to PostgreSQL and back, with every kind of row. What must come back is what was there: the
 * rows of the golden databases, with the checksums that the store once wrote for them. */
#include "store_rig.h"

#include "attacks.h"
#include "golden_rig.h"
#include "migrate.h"
#include "row_checksum.h"
#include "soak.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

enum { DUMP_MOST = 512 * 1024, FAULTS_MOST = 16 * 1024, FINISHED = 3 };

static Rig file; /* SQLite's directory */
static void *connection;
static char address[256], back[80], line[STORE_LINE_MAX];
static char faults[FAULTS_MOST]; /* what was told, a line each */

/* ---- databases ---- */

static void run_on(const char *path, const char *sql)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(row_checksum_add(db), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
                  sqlite3_errmsg(db));
    sqlite3_close(db);
}

static long long ask(const char *sql)
{
    return postgres_rig_ask(&connection, address, sql);
}

static bool is_in_postgres(void)
{
    return ask("SELECT count(*) FROM pg_namespace WHERE nspname = 'castled'") == 1;
}

/* The rows of a golden database, brought up to date as a server would. */
static void make_golden(int version)
{
    golden_rig_make(file.file, version);
    rig_open(&file, DURABILITY_PROCESS);
    ck_assert_int_eq(rig_close(&file), STORE_OK);
}

/* Those of the newest one: a file that is made once and kept. */
static void make_newest(void)
{
    static unsigned char *kept;
    static sqlite3_int64 size;
    sqlite3 *db;
    if (!kept) {
        golden_rig_make(file.file, schema_version(schema_sql));
        ck_assert_int_eq(sqlite3_open(file.file, &db), SQLITE_OK);
        kept = sqlite3_serialize(db, "main", &size, 0);
        ck_assert_ptr_nonnull(kept);
        sqlite3_close(db);
        return;
    }
    FILE *out = fopen(file.file, "w");
    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(kept, 1, (size_t)size, out), (size_t)size);
    ck_assert_int_eq(fclose(out), 0);
}

/* Those of the newest one, with finished games in the archive. */
static void make_whole(void)
{
    make_newest();
    run_on(file.file,
           "UPDATE games SET ended = ended - 1000000000000 WHERE ended IS NOT NULL;"
           "UPDATE games SET state_checksum = row_checksum(number, wakes, ended, status, "
           "winner, reason)");
    file.archive_after = 1000;
    rig_open(&file, DURABILITY_PROCESS);
    rig_commit(&file, store_put_axis(file.store, 5));
    while (rig_ask(&file, "SELECT count(*) FROM archive") != FINISHED)
        usleep(5000);
    ck_assert_int_eq(rig_close(&file), STORE_OK);
}

static void setup(void)
{
    rig_init(&file);
    postgres_rig_forget(&file.connection);
    file.server[0] = '\0';
    rig_count = 0;
    snprintf(back, sizeof back, "%s-back", file.directory);
    postgres_rig_address(&rig_postgres, "postgres", address, sizeof address);
    faults[0] = '\0';
}

static void teardown(void)
{
    char command[320];
    snprintf(command, sizeof command, "rm -rf '%s' '%s'", back, file.directory);
    ck_assert_int_eq(system(command), 0);
    postgres_rig_forget(&connection);
}

/* Every row with all its columns as SQL would write them, table by table. */
static char *dump(const char *directory)
{
    static const char ALL[] =
        "SELECT printf('SELECT ''%s'', %s %s FROM %s ORDER BY 2', t.name,"
        "    CASE t.name WHEN 'broadcasts' THEN 'rowid || ' ELSE '' END,"
        "    group_concat(printf('quote(\"%w\")', c.name), ' || '','' || '), t.name)"
        "  FROM sqlite_schema t, pragma_table_info(t.name) c"
        "  WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' GROUP BY t.name ORDER BY t.name";
    char path[120], *out = calloc(1, DUMP_MOST);
    size_t size = 0;
    sqlite3 *db;
    sqlite3_stmt *tables, *row;
    snprintf(path, sizeof path, "%s/castled.db", directory);
    ck_assert_int_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(db, ALL, -1, &tables, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    while (sqlite3_step(tables) == SQLITE_ROW) {
        const char *sql = (const char *)sqlite3_column_text(tables, 0);
        size_t before = size;
        ck_assert_msg(sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK, "%s", sql);
        while (sqlite3_step(row) == SQLITE_ROW)
            size += (size_t)snprintf(out + size, DUMP_MOST - size, "%s %s\n",
                                     sqlite3_column_text(row, 0), sqlite3_column_text(row, 1));
        ck_assert_uint_lt(size, DUMP_MOST);
        if (file.archive_after) /* of make_whole: there is a row of each kind */
            ck_assert_msg(size > before, "no row: %s", sql);
        sqlite3_finalize(row);
    }
    sqlite3_finalize(tables);
    sqlite3_close(db);
    return out;
}

/* ---- moving ---- */

static bool is_sound(void *context, const StoredGame *game)
{
    (void)context;
    return game->count < STORE_EVENTS_MAX;
}

static void note_fault(void *context, const char *sentence)
{
    (void)context;
    size_t length = strlen(faults);
    snprintf(faults + length, sizeof faults - length, "%s\n", sentence);
}

static bool is_same(void *context, const StoredGame *one, const StoredGame *other)
{
    (void)context;
    return memcmp(&one->game, &other->game, sizeof one->game) == 0 && one->count == other->count &&
           memcmp(one->events, other->events, one->count * sizeof *one->events) == 0;
}

static void see_progress(void *context, const char *doing, const char *table, uint64_t done,
                         uint64_t all)
{
    (void)context, (void)doing, (void)table, (void)done, (void)all;
}

static MigrateTerms terms_of(MigrateTask task, const char *directory)
{
    return (MigrateTerms){.task = task,
                          .directory = directory,
                          .server = address,
                          .check = {.is_sound = is_sound, .damage = note_fault},
                          .is_same = is_same,
                          .progress = see_progress};
}

static StoreError migrate(MigrateTask task, const char *directory, Migrated *migrated)
{
    const MigrateTerms terms = terms_of(task, directory);
    faults[0] = line[0] = '\0';
    return store_migrate(&terms, migrated, line);
}

static Migrated must_migrate(MigrateTask task, const char *directory)
{
    Migrated migrated;
    StoreError error = migrate(task, directory, &migrated);
    ck_assert_msg(error == STORE_OK && migrated.faults == 0, "%s\n%s", line, faults);
    return migrated;
}

static void must_be_refused(MigrateTask task, const char *directory, StoreError expected,
                            const char *words)
{
    Migrated migrated;
    StoreError error = migrate(task, directory, &migrated);
    ck_assert_msg(error == expected, "%d: %s\n%s", (int)error, line, faults);
    ck_assert_msg(strstr(line, words) != NULL, "%s", line);
    ck_assert_ptr_null(strchr(line, '\n'));
}

static void must_tell(const char *words)
{
    ck_assert_msg(strstr(faults, words) != NULL, "not told: %s\n%s", words, faults);
}

static void there_and_back(void)
{
    must_migrate(MIGRATE_TO_POSTGRES, file.directory);
    must_migrate(MIGRATE_FROM_POSTGRES, back);
    char *before = dump(file.directory), *after = dump(back);
    size_t at = 0;
    while (before[at] && before[at] == after[at])
        at++;
    ck_assert_msg(before[at] == after[at], "instead of %.300s: %.300s",
                  before + at - (at < 100 ? at : 100), after + at - (at < 100 ? at : 100));
    free(before);
    free(after);
}

START_TEST(every_row_comes_back_as_it_was_with_its_checksum)
{
    make_whole();
    there_and_back();
    Migrated both = must_migrate(MIGRATE_COMPARE, back);
    ck_assert_int_gt(both.tables, 25);
    ck_assert_uint_eq(both.games, 10);
    ck_assert_int_eq((int)rig_ask(&file, "PRAGMA user_version"), schema_version(schema_sql));
    struct stat made;
    char path[120];
    snprintf(path, sizeof path, "%s/castled.db", back);
    ck_assert_int_eq(stat(path, &made), 0);
    ck_assert_uint_eq(made.st_mode & 0777, 0600); /* it holds the keys */
}
END_TEST

/* The oldest; all of them in a long run. */
START_TEST(a_database_of_every_version_moves_once_it_is_up_to_date)
{
    int newest = soak() > 1 ? schema_version(schema_sql) : 1;
    for (int version = 1; version <= newest; version++) {
        if (version > 1) {
            teardown();
            setup();
        }
        make_golden(version);
        there_and_back();
    }
}
END_TEST

/* PostgreSQL takes a table's rows in several statements. */
START_TEST(many_rows_move)
{
    make_newest();
    run_on(
        file.file,
        "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i <= 25000)"
        "INSERT INTO acts (number, at, who, act, target, undo, checksum)"
        "    SELECT i, i, 'root', 'mute', i || '', '', row_checksum(i, 'root', 'mute', i || '', '')"
        "    FROM n");
    Migrated there = must_migrate(MIGRATE_TO_POSTGRES, file.directory);
    ck_assert_uint_gt(there.rows, 25000);
    ck_assert_int_eq(ask("SELECT count(*) FROM castled.acts"), 25001);
    Migrated again = must_migrate(MIGRATE_FROM_POSTGRES, back);
    ck_assert_uint_eq(again.rows, there.rows);
    ck_assert_uint_eq(must_migrate(MIGRATE_COMPARE, back).rows, there.rows);
}
END_TEST

START_TEST(a_server_goes_on_with_the_same_keys_and_new_numbers)
{
    make_whole();
    rig_open(&file, DURABILITY_PROCESS);
    GameId next = store_draw_game_id(file.store);
    unsigned char secret[STORE_SECRET_SIZE];
    memcpy(secret, store_secret(file.store), sizeof secret);
    uint64_t epoch = store_epoch(file.store);
    ck_assert_int_eq(rig_close(&file), STORE_OK);

    must_migrate(MIGRATE_TO_POSTGRES, file.directory);
    Rig server = file;
    memcpy(server.server, address, sizeof server.server);
    rig_open(&server, DURABILITY_PROCESS);
    ck_assert_mem_eq(store_secret(server.store), secret, sizeof secret);
    ck_assert_uint_eq(store_epoch(server.store), epoch + 1);
    GameId drawn = store_draw_game_id(server.store);
    ck_assert_str_eq(drawn.text, next.text);
    StoreAct act = {.at = 1793000000000, .act = "mute"};
    StorePlayer player = rig_player("new", "New");
    store_put_player(server.store, &player);
    rig_commit(&server, store_put_act(server.store, &act));
    ck_assert_int_eq(rig_ask(&server, "SELECT number FROM players WHERE id = 'new'"), 5);
    ck_assert_int_eq(rig_ask(&server, "SELECT max(number) FROM acts"), 2);
    ck_assert_int_eq(rig_close(&server), STORE_OK);
    postgres_rig_forget(&server.connection);

    must_migrate(MIGRATE_FROM_POSTGRES, back);
    char *rows = dump(back);
    ck_assert_ptr_nonnull(strstr(rows, "'New'"));
    free(rows);
}
END_TEST

/* ---- what is refused ---- */

START_TEST(a_column_that_only_one_of_them_has_stops_everything)
{
    make_newest();
    run_on(file.file, "ALTER TABLE games ADD COLUMN forgotten INTEGER");
    must_be_refused(MIGRATE_TO_POSTGRES, file.directory, STORE_FOREIGN,
                    "games.forgotten is in SQLite, but not in PostgreSQL");
    ck_assert(!is_in_postgres());
    run_on(file.file, "ALTER TABLE games DROP COLUMN forgotten; CREATE TABLE more (id TEXT PRIMARY "
                      "KEY) STRICT");
    must_be_refused(MIGRATE_TO_POSTGRES, file.directory, STORE_FOREIGN, "more.id is in SQLite");
    run_on(file.file, "DROP TABLE more");
    must_migrate(MIGRATE_TO_POSTGRES, file.directory);
    ask("ALTER TABLE passes ADD COLUMN forgotten BIGINT");
    must_be_refused(MIGRATE_FROM_POSTGRES, back, STORE_FOREIGN,
                    "passes.forgotten is in PostgreSQL, but not in SQLite");
    ask("ALTER TABLE passes DROP COLUMN forgotten");
    ask("ALTER TABLE teams ALTER COLUMN entry TYPE INTEGER");
    must_be_refused(MIGRATE_COMPARE, file.directory, STORE_FOREIGN, "teams.entry has another type");
}
END_TEST

START_TEST(nothing_moves_while_a_server_runs)
{
    char path[120];
    make_newest();
    snprintf(path, sizeof path, "%s/castled.lock", file.directory);
    int lock = open(path, O_RDWR | O_CREAT, 0600);
    ck_assert_int_eq(flock(lock, LOCK_EX | LOCK_NB), 0);
    must_be_refused(MIGRATE_TO_POSTGRES, file.directory, STORE_LOCKED,
                    "another castled is using this data directory");
    must_be_refused(MIGRATE_COMPARE, file.directory, STORE_LOCKED, "using this data directory");
    close(lock);
    must_migrate(MIGRATE_TO_POSTGRES, file.directory);

    Rig server = file;
    memcpy(server.server, address, sizeof server.server);
    rig_open(&server, DURABILITY_PROCESS);
    must_be_refused(MIGRATE_FROM_POSTGRES, back, STORE_LOCKED,
                    "castled is using this database (on");
    must_be_refused(MIGRATE_COMPARE, back, STORE_MISSING, "castled.db");
    /* Behind a lock that is waited for, the server would wait, too, and lose its leases. */
    void *other = NULL;
    postgres_rig_ask(&other, address, "BEGIN");
    postgres_rig_ask(&other, address, "LOCK TABLE castled.nodes IN ROW EXCLUSIVE MODE");
    must_be_refused(MIGRATE_FROM_POSTGRES, back, STORE_LOCKED,
                    "castled is using this database (on");
    ck_assert_int_eq(rig_close(&server), STORE_OK);
    must_be_refused(MIGRATE_FROM_POSTGRES, back, STORE_SERVER, "lock timeout");
    postgres_rig_ask(&other, address, "COMMIT");
    postgres_rig_forget(&other);

    /* One that owns nothing and waits for its turn. */
    ask("INSERT INTO members VALUES ('waits', '0', 0, clock_timestamp() + interval '1 day')");
    must_be_refused(MIGRATE_FROM_POSTGRES, back, STORE_LOCKED, "(on waits)");
    ask("DELETE FROM members");
    must_migrate(MIGRATE_FROM_POSTGRES, back);
}
END_TEST

START_TEST(what_is_there_is_never_written_over)
{
    char path[120];
    make_newest();
    must_migrate(MIGRATE_TO_POSTGRES, file.directory);
    must_be_refused(MIGRATE_TO_POSTGRES, file.directory, STORE_EXISTS,
                    "DROP SCHEMA castled CASCADE");
    must_be_refused(MIGRATE_FROM_POSTGRES, file.directory, STORE_EXISTS, "castled.db");
    /* A log that was left behind would be taken for the new database's. */
    snprintf(path, sizeof path, "%s/castled.db-wal", back);
    ck_assert_int_eq(mkdir(back, 0700), 0);
    FILE *log = fopen(path, "w");
    ck_assert_int_eq(fputs("frames", log) >= 0 && fclose(log) == 0, true);
    must_be_refused(MIGRATE_FROM_POSTGRES, back, STORE_EXISTS, "castled.db-wal");
    ask("DROP SCHEMA castled CASCADE");
    ask("CREATE SCHEMA castled");
    must_be_refused(MIGRATE_TO_POSTGRES, file.directory, STORE_FOREIGN, "another program's");
}
END_TEST

START_TEST(only_databases_of_this_version_move)
{
    char newer[64];
    make_newest();
    must_migrate(MIGRATE_TO_POSTGRES, file.directory);
    ask("UPDATE castled SET version = version + 1");
    must_be_refused(MIGRATE_FROM_POSTGRES, back, STORE_NEWER, "its version is");
    ask("UPDATE castled SET version = version - 2");
    must_be_refused(MIGRATE_FROM_POSTGRES, back, STORE_OLDER, "brings it up to date");
    ask("DROP SCHEMA castled CASCADE");
    must_be_refused(MIGRATE_FROM_POSTGRES, back, STORE_FOREIGN, "it has no tables of castled's");
    snprintf(newer, sizeof newer, "PRAGMA user_version = %d", schema_version(schema_sql) + 1);
    run_on(file.file, newer);
    must_be_refused(MIGRATE_TO_POSTGRES, file.directory, STORE_NEWER, "its version is");
    snprintf(newer, sizeof newer, "PRAGMA user_version = %d", schema_version(schema_sql) - 1);
    run_on(file.file, newer);
    must_be_refused(MIGRATE_TO_POSTGRES, file.directory, STORE_OLDER, "brings it up to date");
    must_be_refused(MIGRATE_TO_POSTGRES, back, STORE_MISSING, "castled.db");
    ck_assert(!is_in_postgres());
}
END_TEST

START_TEST(damaged_rows_are_named_and_do_not_move)
{
    make_newest();
    run_on(file.file, "UPDATE passes SET scopes = 7 WHERE player = 3;"
                      "UPDATE events SET data = zeroblob(length(data)) WHERE game = 2 AND seq = 3");
    must_be_refused(MIGRATE_TO_POSTGRES, file.directory, STORE_DAMAGED, "nothing was moved");
    must_tell("a row of passes is not what was written: 3");
    must_tell("game number 2: the checksum of an event does not match");
    ck_assert(!is_in_postgres());
}
END_TEST

START_TEST(texts_that_postgresql_cannot_hold_are_named)
{
    make_newest();
    run_on(file.file,
           "UPDATE reports SET words = CAST(x'42006f62' AS TEXT), checksum = NULL;"
           "UPDATE team_members SET words = CAST(x'ff' AS TEXT), checksum = NULL WHERE player = "
           "'abob' AND team = 'Tm12Ab34'");
    must_be_refused(MIGRATE_TO_POSTGRES, file.directory, STORE_DAMAGED, "nothing was moved");
    must_tell("reports 1: words is no text that PostgreSQL can hold");
    must_tell("team_members Tm12Ab34 abob: words is no text");
    ck_assert(!is_in_postgres());
}
END_TEST

/* ---- comparing ---- */

START_TEST(whatever_differs_is_told)
{
    Migrated both;
    make_whole();
    must_migrate(MIGRATE_TO_POSTGRES, file.directory);
    ask("UPDATE players SET name = 'Bill' WHERE id = 'gann'");
    ask("DELETE FROM relations WHERE player = 2");
    ask("INSERT INTO site VALUES ('new', 'on')");
    ask("UPDATE events SET data = decode(repeat('00', length(data)), 'hex') WHERE game = 2 AND seq "
        "= 1");
    ask("UPDATE archive SET result = result + 1 WHERE number = 4");
    ask("UPDATE games SET fen = NULL WHERE number = 2");
    ck_assert_int_eq(migrate(MIGRATE_COMPARE, file.directory, &both), STORE_OK);
    must_tell("players 1 differs in name\n");
    must_tell("relations 2 0 3 is only in ");
    must_tell("site new is only in postgresql://");
    must_tell("events 2 1 differs in data\n");
    must_tell("archive 4 differs in result\n");
    must_tell("games 2 differs in fen\n");
    must_tell("game GTnXBcqY is another one in PostgreSQL"); /* its player has another name */
    must_tell("damaged"); /* its archive's and its event's checksums */
    ck_assert_uint_ge(both.faults, 8);
}
END_TEST

/* ---- killed ---- */

static bool die(void *context, const StoredGame *one, const StoredGame *other)
{
    (void)context, (void)one, (void)other;
    raise(SIGKILL); /* all rows have moved, and nothing is kept yet */
    return true;
}

static void migrate_and_die(MigrateTask task, const char *directory)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        MigrateTerms terms = terms_of(task, directory);
        Migrated migrated;
        terms.is_same = die;
        store_migrate(&terms, &migrated, line);
        _exit(1);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

START_TEST(killed_in_the_middle_it_leaves_nothing_half_done)
{
    char path[120];
    make_newest();
    migrate_and_die(MIGRATE_TO_POSTGRES, file.directory);
    ck_assert(!is_in_postgres());
    must_migrate(MIGRATE_TO_POSTGRES, file.directory);
    migrate_and_die(MIGRATE_FROM_POSTGRES, back);
    snprintf(path, sizeof path, "%s/castled.db", back);
    ck_assert_int_ne(access(path, F_OK), 0);
    must_migrate(MIGRATE_FROM_POSTGRES, back);
    snprintf(path, sizeof path, "%s/castled.db.migrating", back);
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

int main(void)
{
    attacks_init();
    setenv("CASTLED_TEST_STORE", "postgres", 1);
    if (!rig_has_store())
        return POSTGRES_RIG_SKIPPED;
    const TTest *tests[] = {
        every_row_comes_back_as_it_was_with_its_checksum,
        a_database_of_every_version_moves_once_it_is_up_to_date,
        a_server_goes_on_with_the_same_keys_and_new_numbers,
        a_column_that_only_one_of_them_has_stops_everything,
        nothing_moves_while_a_server_runs,
        what_is_there_is_never_written_over,
        only_databases_of_this_version_move,
        damaged_rows_are_named_and_do_not_move,
        texts_that_postgresql_cannot_hold_are_named,
        whatever_differs_is_told,
        killed_in_the_middle_it_leaves_nothing_half_done,
    };
    Suite *suite = suite_create("migrate");
    TCase *tcase = tcase_create("migrate");
    setenv("CK_FORK", "no", 1);
    tcase_add_checked_fixture(tcase, setup, teardown);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(tcase, tests[i]);
    if (soak() > 1)
        tcase_add_test(tcase, many_rows_move);
    suite_add_tcase(suite, tcase);
    int failed = run_suite(suite);
    rig_end_store();
    return failed;
}
