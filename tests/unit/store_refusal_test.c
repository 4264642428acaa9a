/* What the store does when the disk, the file or another server refuses: one clear line, nothing half done,
 * and what was put is kept. */
#include "soak.h"
#include "store_rig.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

static Rig rig;

static size_t read_file(unsigned char *bytes, size_t size)
{
    FILE *file = fopen(rig.file, "r");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(bytes, 1, size, file);
    ck_assert(feof(file));
    fclose(file);
    return length;
}

static void write_file(const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(rig.file, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

/* A hundred games in a closed file: something to damage. Made once, of which each test has a copy. */
static unsigned char games[1 << 20];
static size_t games_size;

static void make_games(void)
{
    rig_init(&rig);
    rig_open(&rig, DURABILITY_PROCESS);
    for (int i = 0; i < 100; i++) {
        GameId id = rig_put_game(&rig);
        for (uint32_t seq = 1; seq <= 20; seq++)
            rig_put_event(&rig, &id, seq);
    }
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    games_size = read_file(games, sizeof games);
    rig_clear(&rig);
}

static void setup(void)
{
    rig_init(&rig);
    write_file(games, games_size);
}

static void teardown(void)
{
    rig_clear(&rig);
}

static void run_sql(const char *sql)
{
    sqlite3 *db;
    char *message = NULL;
    ck_assert_int_eq(sqlite3_open(rig.file, &db), SQLITE_OK);
    sqlite3_exec(db, sql, NULL, NULL, &message);
    ck_assert_msg(!message, "%s", message);
    sqlite3_close(db);
}

static void overwrite(long at, const void *bytes, size_t size)
{
    int fd = open(rig.file, O_WRONLY);
    ck_assert_int_eq(pwrite(fd, bytes, size, at), (ssize_t)size);
    close(fd);
}

static void replace_file(const char *text)
{
    FILE *file = fopen(rig.file, "w");
    fputs(text, file);
    fclose(file);
}

/* FNV-1a over the file: whether anything was changed. */
static uint64_t file_sum(void)
{
    FILE *file = fopen(rig.file, "r");
    ck_assert_ptr_nonnull(file);
    uint64_t sum = UINT64_C(14695981039346656037);
    for (int c; (c = getc(file)) != EOF;)
        sum = (sum ^ (uint64_t)c) * UINT64_C(1099511628211);
    fclose(file);
    return sum;
}

/* The store refuses with this error, in one line that names the file and has the error's text. */
static void expect_refusal(StoreError expected, const char *place)
{
    StoreError error = rig_try_open(&rig, DURABILITY_POWER);
    ck_assert_msg(error == expected, "%d: %s", (int)error, rig.line);
    ck_assert_ptr_nonnull(strstr(rig.line, place));
    ck_assert_ptr_nonnull(strstr(rig.line, store_error_text(expected)));
    ck_assert_ptr_null(strchr(rig.line, '\n'));
}

static void mend_and_open(void)
{
    rig_open(&rig, DURABILITY_POWER);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
}

/* ---- opening ---- */

START_TEST(a_second_server_is_locked_out_until_the_first_has_ended)
{
    Rig second = rig;
    rig_open(&rig, DURABILITY_POWER);
    ck_assert_int_eq(rig_try_open(&second, DURABILITY_POWER), STORE_LOCKED);
    ck_assert_ptr_nonnull(strstr(second.line, second.directory));
    rig_commit(&rig, store_put_axis(rig.store, 1)); /* the first one is not disturbed */
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    mend_and_open();
}
END_TEST

START_TEST(a_text_file_is_not_taken_for_a_database)
{
    for (int i = 0; i < 2; i++) {
        static const char *const texts[] = {"hello\n", "This is a longer text. It goes on and on,"
                                                       " longer than the 100 bytes of an SQLite"
                                                       " header, to be read as one.............\n"};
        replace_file(texts[i]);
        uint64_t before = file_sum();
        expect_refusal(STORE_FOREIGN, rig.file);
        ck_assert_uint_eq(file_sum(), before); /* nor written over */
    }
}
END_TEST

START_TEST(another_programs_database_is_left_alone)
{
    unlink(rig.file);
    run_sql("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (7)");
    uint64_t before = file_sum();
    expect_refusal(STORE_FOREIGN, rig.file);
    ck_assert_uint_eq(file_sum(), before);
}
END_TEST

START_TEST(a_newer_schema_is_refused_and_left_alone)
{
    int64_t version = rig_ask(&rig, "PRAGMA user_version");
    char back[64];
    snprintf(back, sizeof back, "PRAGMA user_version = %lld", (long long)version);
    run_sql("PRAGMA user_version = 1000");
    uint64_t before = file_sum();
    expect_refusal(STORE_NEWER, rig.file);
    ck_assert_uint_eq(file_sum(), before);
    ck_assert_ptr_nonnull(strstr(rig.line, "1000"));
    run_sql(back);
    mend_and_open();
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 2000);
}
END_TEST

START_TEST(a_damaged_page_is_found)
{
    unsigned char noise[512];
    memset(noise, 0x5a, sizeof noise);
    int64_t pages = rig_ask(&rig, "PRAGMA page_count");
    ck_assert_int_gt(pages, 10);
    overwrite((pages / 2) * 4096, noise, sizeof noise);
    expect_refusal(STORE_DAMAGED, rig.file);
}
END_TEST

START_TEST(a_truncated_file_is_found)
{
    struct stat status;
    ck_assert_int_eq(stat(rig.file, &status), 0);
    ck_assert_int_eq(truncate(rig.file, status.st_size / 2 / 4096 * 4096), 0);
    expect_refusal(STORE_DAMAGED, rig.file);
}
END_TEST

START_TEST(a_lost_header_is_found)
{
    unsigned char noise[100] = {1, 2, 3};
    overwrite(0, noise, sizeof noise);
    expect_refusal(STORE_FOREIGN, rig.file);
}
END_TEST

static void ignore_game(void *context, const StoredGame *game)
{
    (void)game;
    ++*(int *)context;
}

_Static_assert(EVENT_PACKED_MAX == 64, "an event of 65 bytes is too long");

/* Sound pages and checksums, but impossible rows: however they came about, no game is made of them. (damage_test.c has
 * the checksums.) */
static const char *const IMPOSSIBLE[] = {
    "DELETE FROM events WHERE game = 50 AND seq = 7",
    "DELETE FROM events WHERE game = 50 AND seq = 1",
    "UPDATE events SET data = zeroblob(69) WHERE game = 50 AND seq = 7", /* 4 are the checksum */
    "UPDATE events SET data = zeroblob(3) WHERE game = 50 AND seq = 7",
    "UPDATE events SET data = x'' WHERE game = 50 AND seq = 7",
    "UPDATE events SET data = (SELECT data FROM events WHERE game = 50 AND seq = 8)"
    " WHERE game = 50 AND seq = 7",
    "UPDATE events SET data = (SELECT data FROM events WHERE game = 51 AND seq = 7)"
    " WHERE game = 50 AND seq = 7",
    "UPDATE games SET id = 'AAAAAAAA', checksum = NULL WHERE number = 50",
    "UPDATE games SET id = 'much too long', checksum = NULL WHERE number = 50",
    "UPDATE games SET status = 99, state_checksum = NULL WHERE number = 50",
    "UPDATE games SET winner = -1, state_checksum = NULL WHERE number = 50",
    "UPDATE games SET initial = 5000000000, checksum = NULL WHERE number = 50",
    "PRAGMA ignore_check_constraints = 1; UPDATE games SET white_level = 3, checksum = NULL WHERE "
    "number = 50",
    "UPDATE players SET name = printf('%.40c', 'x'), checksum = NULL",
};

START_TEST(impossible_rows_are_not_loaded)
{
    run_sql(IMPOSSIBLE[_i]);
    int seen = 0;
    StoreError error = rig_try_open(&rig, DURABILITY_POWER);
    if (error == STORE_OK) {
        error = store_load_games(rig.store, ignore_game, &seen, rig.line);
        rig_close(&rig);
    }
    ck_assert_int_eq(error, STORE_DAMAGED);
    ck_assert_ptr_nonnull(strstr(rig.line, rig.file));
    ck_assert_int_lt(seen, 100);
}
END_TEST

/* Changes one byte of the only blob that 'select' finds, by 'update'; false when it has no such byte. */
static bool change_byte(const char *select, const char *update, int at)
{
    sqlite3 *db;
    sqlite3_stmt *read, *write;
    unsigned char bytes[2048];
    ck_assert_int_eq(sqlite3_open(rig.file, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, select, -1, &read, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(db, update, -1, &write, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(read), SQLITE_ROW);
    int size = sqlite3_column_bytes(read, 0);
    ck_assert(size > 0 && size < (int)sizeof bytes);
    memcpy(bytes, sqlite3_column_blob(read, 0), (size_t)size);
    sqlite3_finalize(read);
    if (at < size) {
        bytes[at] ^= 0x10;
        sqlite3_bind_blob(write, 1, bytes, size, SQLITE_STATIC);
        ck_assert_int_eq(sqlite3_step(write), SQLITE_DONE);
    }
    sqlite3_finalize(write);
    sqlite3_close(db);
    return at < size;
}

/* Eight bytes and their checksum. */
START_TEST(a_changed_byte_of_an_event_is_noticed)
{
    static const char SELECT[] = "SELECT data FROM events WHERE game = 50 AND seq = 7";
    static const char UPDATE[] = "UPDATE events SET data = ? WHERE game = 50 AND seq = 7";
    int seen = 0;
    ck_assert(change_byte(SELECT, UPDATE, _i) == (_i < 12));
    rig_open(&rig, DURABILITY_PROCESS);
    StoreError error = store_load_games(rig.store, ignore_game, &seen, rig.line);
    rig_close(&rig);
    ck_assert_int_eq(error, _i < 12 ? STORE_DAMAGED : STORE_OK);
    ck_assert(_i == 12 || strstr(rig.line, "game number 50: the checksum of an event"));
}
END_TEST

static void ignore_challenge(void *context, const StoreChallenge *challenge)
{
    (void)challenge;
    ++*(int *)context;
}

static void put_challenge(void)
{
    StoreChallenge challenge = {
        .id = "S00000000001", .made = 1, .expires = 1000, .size = 3, .terms = {1, 2, 3}};
    rig_open(&rig, DURABILITY_PROCESS);
    rig_commit(&rig, store_put_challenge(rig.store, &challenge));
    rig_close(&rig);
}

static StoreError load_challenges(int *seen)
{
    rig_open(&rig, DURABILITY_PROCESS);
    StoreError error = store_load_challenges(rig.store, 0, ignore_challenge, seen, rig.line);
    rig_close(&rig);
    return error;
}

START_TEST(a_changed_byte_of_a_challenge_is_noticed)
{
    int seen = 0;
    put_challenge();
    bool changed =
        change_byte("SELECT terms FROM challenges", "UPDATE challenges SET terms = ?", _i);
    ck_assert(changed == (_i < 7));
    ck_assert_int_eq(load_challenges(&seen), changed ? STORE_DAMAGED : STORE_OK);
    ck_assert_int_eq(seen, !changed);
}
END_TEST

START_TEST(a_changed_column_of_a_challenge_is_noticed)
{
    static const char *const CHANGES[] = {"UPDATE challenges SET id = 'S00000000002'",
                                          "UPDATE challenges SET made = 2",
                                          "UPDATE challenges SET expires = 1001"};
    int seen = 0;
    put_challenge();
    run_sql(CHANGES[_i]);
    ck_assert_int_eq(load_challenges(&seen), STORE_DAMAGED);
    ck_assert_int_eq(seen, 0);
}
END_TEST

START_TEST(an_event_of_a_newer_castled_is_refused_as_such)
{
    static const unsigned char FUTURE[] = {4, 2, 0, 0, 0, 0};
    int seen = 0;
    rig_open(&rig, DURABILITY_PROCESS);
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, store_put_event(rig.store, &id, 1, FUTURE, sizeof FUTURE));
    rig_close(&rig);
    rig_open(&rig, DURABILITY_PROCESS);
    StoreError error = store_load_games(rig.store, ignore_game, &seen, rig.line);
    rig_close(&rig);
    ck_assert_int_eq(error, STORE_NEWER);
    ck_assert_ptr_nonnull(strstr(rig.line, "newer castled (event 1 of game number"));
}
END_TEST

/* Bytes changed anywhere: the store opens or refuses, and does not crash (sanitizers see to the rest). */
START_TEST(damage_anywhere_is_survived)
{
    static unsigned char bad[sizeof games];
    srand((unsigned)_i);
    memcpy(bad, games, games_size);
    for (int n = 1 << (_i % 6); n > 0; n--)
        bad[(size_t)rand() % (_i % 2 ? games_size : 4096)] = (unsigned char)rand();
    write_file(bad, games_size);
    int seen = 0;
    StoreError error = rig_try_open(&rig, DURABILITY_PROCESS);
    if (error == STORE_OK) {
        error = store_load_games(rig.store, ignore_game, &seen, rig.line);
        rig_close(&rig);
    }
    ck_assert_msg(error == STORE_OK || rig.line[0], "refused without a word, seed %d", _i);
}
END_TEST

START_TEST(an_impossible_directory_is_named)
{
    static const char *const wrong[] = {"/dev/null", "/dev/null/sub", "/proc/castled",
                                        "/nowhere/at/all"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Rig other = {0};
        strcpy(other.directory, wrong[i]);
        ck_assert_int_eq(rig_try_open(&other, DURABILITY_POWER), STORE_NO_DIRECTORY);
        ck_assert_ptr_nonnull(strstr(other.line, wrong[i]));
    }
}
END_TEST

START_TEST(a_name_that_is_too_long_is_refused)
{
    static char directory[8000];
    memset(directory, 'x', sizeof directory - 1);
    StoreOptions options = {.directory = directory,
                            .loop = uv_default_loop(),
                            .durability = DURABILITY_POWER,
                            .context = &rig,
                            .on_commit = rig_on_commit,
                            .on_failure = rig_on_failure,
                            .on_recovered = rig_on_recovered};
    Store *store;
    ck_assert_int_eq(store_open(&store, &options, rig.line), STORE_NO_DIRECTORY);
}
END_TEST

START_TEST(an_unwritable_file_is_refused)
{
    static const struct {
        mode_t directory, file;
        StoreError expected;
    } cases[] = {{0500, 0600, STORE_NO_DIRECTORY}, {0700, 0400, STORE_NO_DIRECTORY}};
    char lock[128];
    snprintf(lock, sizeof lock, "%s/castled.lock", rig.directory);
    unlink(lock);
    /* Root may do anything: continue as nobody, who owns the directory. */
    bool is_root = geteuid() == 0;
    if (is_root) {
        ck_assert_int_eq(chown(rig.directory, 65534, 65534), 0);
        ck_assert_int_eq(chown(rig.file, 65534, 65534), 0);
        ck_assert_int_eq(seteuid(65534), 0);
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        chmod(rig.directory, cases[i].directory);
        chmod(rig.file, cases[i].file);
        expect_refusal(cases[i].expected, rig.directory);
    }
    chmod(rig.directory, 0700);
    chmod(rig.file, 0600);
    mend_and_open();
    if (is_root)
        ck_assert_int_eq(seteuid(0), 0);
}
END_TEST

/* ---- commits that are refused ---- */

static void limit_files(rlim_t bytes)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* No file may grow: every commit fails from here, as on a full disk. */
static void refuse_writes(void)
{
    signal(SIGXFSZ, SIG_IGN);
    limit_files(8192);
}

static void allow_writes(void)
{
    limit_files(RLIM_INFINITY);
}

START_TEST(a_refused_commit_is_kept_reported_once_and_done_later_in_order)
{
    rig_open(&rig, DURABILITY_POWER);
    GameId id = rig_put_game(&rig);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
    refuse_writes();
    uint64_t number = 0;
    for (uint32_t seq = 2; seq <= 300; seq++) {
        number = rig_put_event(&rig, &id, seq);
        store_flush(rig.store);
        if (seq < 5)
            uv_sleep(100); /* several attempts */
        uv_run(&rig.loop, UV_RUN_NOWAIT);
    }
    while (rig.failures == 0)
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_int_eq(rig.failures, 1);
    ck_assert_int_eq(rig.failure, STORE_DISK);
    ck_assert_ptr_nonnull(strstr(rig.line, rig.file));
    ck_assert_int_eq(rig.recoveries, 0);
    ck_assert_uint_eq(rig.committed, 1);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 2001);
    allow_writes();
    rig_commit(&rig, number);
    ck_assert_int_eq(rig.failures, 1);
    ck_assert_int_eq(rig.recoveries, 1);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 2300);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    mend_and_open();
}
END_TEST

START_TEST(a_second_failure_is_reported_again)
{
    rig_open(&rig, DURABILITY_POWER);
    for (int round = 1; round <= 2; round++) {
        refuse_writes();
        uint64_t number = store_put_axis(rig.store, round);
        store_flush(rig.store);
        while (rig.failures < round)
            uv_run(&rig.loop, UV_RUN_ONCE);
        allow_writes();
        rig_commit(&rig, number);
        ck_assert_int_eq(rig.failures, round);
        ck_assert_int_eq(rig.recoveries, round);
    }
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
}
END_TEST

START_TEST(closing_gives_up_in_time_when_the_disk_goes_on_refusing)
{
    rig_open(&rig, DURABILITY_POWER);
    rig_commit(&rig, store_put_axis(rig.store, 41));
    refuse_writes();
    store_put_axis(rig.store, 42);
    uint64_t before = uv_hrtime();
    ck_assert_int_eq(rig_close(&rig), STORE_DISK);
    ck_assert_uint_ge((uv_hrtime() - before) / 1000000, STORE_CLOSE_MAX);
    ck_assert_uint_eq(rig.committed, 1);
    allow_writes();
    rig_open(&rig, DURABILITY_POWER);
    ck_assert_int_eq(store_axis(rig.store), 41);
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
}
END_TEST

START_TEST(a_server_that_was_replaced_writes_no_more)
{
    rig_open(&rig, DURABILITY_POWER);
    rig_commit(&rig, store_put_axis(rig.store, 1));
    run_sql("UPDATE castled SET epoch = epoch + 1");
    store_put_axis(rig.store, 2);
    store_flush(rig.store);
    while (rig.failures == 0)
        uv_run(&rig.loop, UV_RUN_ONCE);
    ck_assert_int_eq(rig.failure, STORE_TAKEN);
    ck_assert_int_eq(rig_close(&rig), STORE_TAKEN);
    ck_assert_int_eq(rig_ask(&rig, "SELECT axis FROM castled"), 1);
}
END_TEST

/* ---- errors of the caller ---- */

START_TEST(an_event_that_is_put_twice_ends_the_process)
{
    rig_open(&rig, DURABILITY_POWER);
    GameId id = rig_put_game(&rig);
    rig_put_event(&rig, &id, 1);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
}
END_TEST

START_TEST(an_event_of_no_game_ends_the_process)
{
    rig_open(&rig, DURABILITY_POWER);
    GameId id = store_draw_game_id(rig.store);
    rig_commit(&rig, rig_put_event(&rig, &id, 1));
}
END_TEST

START_TEST(a_game_of_an_unknown_player_ends_the_process)
{
    rig_open(&rig, DURABILITY_POWER);
    StoreGame game = {
        .id = store_draw_game_id(rig.store),
        .seat = {[WHITE] = {.player = "nobody"}, [BLACK] = {.kind = STORE_SEAT_LEVEL, .level = 1}}};
    rig_commit(&rig, store_put_game(rig.store, &game));
}
END_TEST

START_TEST(an_id_that_was_not_drawn_here_ends_the_process)
{
    rig_open(&rig, DURABILITY_POWER);
    GameId id = {"Ab12Cd34"};
    rig_put_event(&rig, &id, 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store refusals");
    TCase *refusals = tcase_create("refusals");
    tcase_add_unchecked_fixture(refusals, make_games, NULL);
    tcase_add_checked_fixture(refusals, setup, teardown);
    tcase_set_timeout(refusals, 60);
    tcase_add_test(refusals, a_second_server_is_locked_out_until_the_first_has_ended);
    tcase_add_test(refusals, a_text_file_is_not_taken_for_a_database);
    tcase_add_test(refusals, another_programs_database_is_left_alone);
    tcase_add_test(refusals, a_newer_schema_is_refused_and_left_alone);
    tcase_add_test(refusals, a_damaged_page_is_found);
    tcase_add_test(refusals, a_truncated_file_is_found);
    tcase_add_test(refusals, a_lost_header_is_found);
    tcase_add_loop_test(refusals, impossible_rows_are_not_loaded, 0,
                        sizeof IMPOSSIBLE / sizeof *IMPOSSIBLE);
    tcase_add_loop_test(refusals, a_changed_byte_of_an_event_is_noticed, 0, 13);
    tcase_add_loop_test(refusals, a_changed_byte_of_a_challenge_is_noticed, 0, 8);
    tcase_add_loop_test(refusals, a_changed_column_of_a_challenge_is_noticed, 0, 3);
    tcase_add_test(refusals, an_event_of_a_newer_castled_is_refused_as_such);
    tcase_add_loop_test(refusals, damage_anywhere_is_survived, 0, 12 * soak());
    tcase_add_test(refusals, an_impossible_directory_is_named);
    tcase_add_test(refusals, a_name_that_is_too_long_is_refused);
    tcase_add_test(refusals, an_unwritable_file_is_refused);
    tcase_add_test(refusals, a_refused_commit_is_kept_reported_once_and_done_later_in_order);
    tcase_add_test(refusals, a_second_failure_is_reported_again);
    tcase_add_test(refusals, closing_gives_up_in_time_when_the_disk_goes_on_refusing);
    tcase_add_test(refusals, a_server_that_was_replaced_writes_no_more);
    suite_add_tcase(suite, refusals);
    TCase *bugs = tcase_create("bugs");
    tcase_add_unchecked_fixture(bugs, make_games, NULL);
    tcase_add_unchecked_fixture(bugs, setup, teardown); /* the test itself does not get that far */
    tcase_add_test_raise_signal(bugs, an_event_that_is_put_twice_ends_the_process, SIGABRT);
    tcase_add_test_raise_signal(bugs, an_event_of_no_game_ends_the_process, SIGABRT);
    tcase_add_test_raise_signal(bugs, a_game_of_an_unknown_player_ends_the_process, SIGABRT);
    tcase_add_test_raise_signal(bugs, an_id_that_was_not_drawn_here_ends_the_process, SIGABRT);
    suite_add_tcase(suite, bugs);
    return run_suite(suite);
}
