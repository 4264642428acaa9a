/* Finished games move into the archive by themselves, and readers see no difference. */
#define RIG_KEEPS_TABLES
#include "store_rig.h"

#include "game_number.h"
#include "notation.h"

static const int64_t MADE = 1793000000005 - 1000000000000;

static Rig rig;

static void setup(void)
{
    attacks_init();
    rig_init(&rig);
    rig_open(&rig, DURABILITY_PROCESS);
}

static void teardown(void)
{
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig_clear(&rig);
}

/* From now on a second after their end; archiving begins with the first write. */
static void archive(void)
{
    ck_assert_int_eq(rig_close(&rig), STORE_OK);
    rig.archive_after = 1000;
    rig_open(&rig, DURABILITY_PROCESS);
    rig_commit(&rig, store_put_axis(rig.store, 5));
}

static void put_event(const GameId *id, Event *event, uint32_t seq)
{
    unsigned char bytes[EVENT_PACKED_MAX];
    event->seq = seq;
    store_put_event(rig.store, id, seq, bytes, event_pack(event, bytes));
}

/* e2e4, and White resigns. */
static GameId put_whole_game(int64_t ended)
{
    GameId id = rig_put_game(&rig);
    Event move = {.kind = EV_MOVE, .at = 1234, .clock = {300000, 300000}};
    move.move.ply = 1;
    move.move.move = move_of(SQ_E2, SQ_E4, MOVE_DOUBLE);
    put_event(&id, &move, 1);
    Event end = {.kind = EV_END, .at = 2000, .clock = {300000, 300000}};
    end.end.status = STATUS_RESIGN;
    end.end.winner = WINNER_BLACK;
    put_event(&id, &end, 2);
    store_put_end(rig.store, &id, &end, ended);
    return id;
}

static void keep(void *context, StoreError error, StoredGame *game)
{
    ck_assert_int_eq(error, STORE_OK);
    ck_assert_ptr_nonnull(game);
    *(StoredGame **)context = game;
}

static StoredGame *read_game(const GameId *id)
{
    StoredGame *game = NULL;
    ck_assert(store_read_game(rig.store, id, keep, &game));
    while (!game)
        uv_run(&rig.loop, UV_RUN_ONCE);
    return game;
}

static void wait_until(const char *sql, int64_t value)
{
    while (rig_ask(&rig, sql) != value)
        usleep(10000);
}

static void must_be_equal(const StoredGame *one, const StoredGame *other)
{
    ck_assert_mem_eq(&one->game, &other->game, sizeof one->game);
    ck_assert_uint_eq(one->count, other->count);
    ck_assert_mem_eq(one->events, other->events, one->count * sizeof *one->events);
}

START_TEST(what_is_archived_reads_as_before)
{
    GameId id = put_whole_game(MADE);
    store_put_conditional(rig.store, &id, BLACK, "left behind", 11); /* is archived with the game */
    rig_commit(&rig, store_put_axis(rig.store, 4));
    StoredGame *before = read_game(&id);
    archive();
    wait_until("SELECT count(*) FROM archive", 1);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM games"), 0);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM events"), 0);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM conditional_moves"), 0);
    StoredGame *after = read_game(&id);
    must_be_equal(before, after);
    stored_game_free(before);
    stored_game_free(after);
}
END_TEST

START_TEST(later_events_are_read_with_it)
{
    GameId id = put_whole_game(MADE);
    rig_commit(&rig, store_put_axis(rig.store, 4));
    archive();
    wait_until("SELECT count(*) FROM archive", 1);
    Event offer = {.kind = EV_REMATCH_OFFER, .at = 999999, .clock = {300000, 300000}};
    put_event(&id, &offer, 3);
    rig_commit(&rig, store_put_axis(rig.store, 6));
    StoredGame *game = read_game(&id);
    ck_assert_uint_eq(game->count, 3);
    ck_assert_uint_eq(game->events[2].seq, 3);
    stored_game_free(game);
}
END_TEST

START_TEST(a_game_in_progress_or_just_ended_stays)
{
    GameId goes_on = rig_put_game(&rig);
    rig_put_event(&rig, &goes_on, 1);
    put_whole_game(INT64_C(1) << 50); /* the clock on the wall was wrong */
    put_whole_game(MADE);
    rig_commit(&rig, store_put_axis(rig.store, 4));
    archive();
    wait_until("SELECT count(*) FROM archive", 1);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM games"), 2);
}
END_TEST

START_TEST(a_damaged_game_stays_and_delays_no_other)
{
    put_whole_game(MADE);
    put_whole_game(MADE + 1);
    put_whole_game(MADE + 2);
    rig_commit(&rig, store_put_axis(rig.store, 4));
    rig_ask(&rig, "DELETE FROM events WHERE game = 1 AND seq = 1");
    archive();
    wait_until("SELECT count(*) FROM archive", 2);
    ck_assert_int_eq(rig_ask(&rig, "SELECT number FROM games"), 1);
}
END_TEST

START_TEST(many_are_archived_while_moves_are_stored)
{
    for (int i = 0; i < 500; i++)
        put_whole_game(MADE + i);
    rig_commit(&rig, store_put_axis(rig.store, 4));
    archive();
    for (int i = 0; i < 200; i++)
        rig_commit(&rig, store_put_axis(rig.store, 10 + i));
    wait_until("SELECT count(*) FROM archive", 500);
    ck_assert_int_eq(rig_ask(&rig, "SELECT axis FROM castled"), 209);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM receipts"), 500);
}
END_TEST

START_TEST(a_number_in_the_archive_is_never_drawn_again)
{
    GameId id = put_whole_game(MADE);
    rig_commit(&rig, store_put_axis(rig.store, 4));
    archive();
    wait_until("SELECT count(*) FROM archive", 1);
    archive();
    for (int i = 0; i < 100; i++)
        ck_assert_str_ne(store_draw_game_id(rig.store).text, id.text);
}
END_TEST

/* In the list of ann, who had White and lost to a computer, and in that of all. */
START_TEST(a_finished_game_is_in_the_index)
{
    put_whole_game(MADE);
    GameId goes_on = rig_put_game(&rig);
    (void)goes_on;
    rig_commit(&rig, store_put_axis(rig.store, 4));
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM played"), 2);
    ck_assert_int_eq(rig_ask(&rig, "SELECT count(*) FROM played WHERE opponent = -4 AND color = 0"
                                   " AND status = 4 AND winner = 2 AND initial = 300000"),
                     2);
}
END_TEST

/* ---- older formats ---- */

enum { HEX_MOST = 8192, IMPORTED = 9 };

/* The two blobs of a golden game that was played elsewhere, in hexadecimal: its row needs no player. */
static void read_golden(char data[HEX_MOST], char receipts[HEX_MOST])
{
    char line[HEX_MOST];
    int number = -1;
    FILE *file = fopen(TEST_DATA "/golden/archive_v1.txt", "r");
    ck_assert_ptr_nonnull(file);
    while (number <= IMPORTED && fgets(line, sizeof line, file)) {
        sscanf(line, "game %d", &number);
        if (number == IMPORTED) {
            sscanf(line, "data %8191s", data);
            sscanf(line, "receipts %8191s", receipts);
        }
    }
    fclose(file);
}

/* As an older castled left it, under that number; 'damage' changes its last byte. */
static void put_golden(int number, const char *damage)
{
    char data[HEX_MOST] = "", receipts[HEX_MOST] = "", sql[3 * HEX_MOST];
    sqlite3 *db = rig_database(&rig);
    read_golden(data, receipts);
    if (damage)
        memcpy(data + strlen(data) - 2, damage, 2);
    snprintf(sql, sizeof sql,
             "INSERT INTO archive VALUES (%d, NULL, NULL, 1793000009000, 194, x'%s');"
             "INSERT INTO receipts VALUES (%d, x'%s');"
             "UPDATE castled SET archive_format = 1, recoded = -1",
             number, data, number, receipts);
    ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static GameId id_of(int64_t number)
{
    sqlite3 *db = rig_database(&rig);
    sqlite3_stmt *row;
    ck_assert_int_eq(sqlite3_prepare_v2(db, "SELECT id_key FROM castled", -1, &row, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(row), SQLITE_ROW);
    GameId id = game_number_print(number, sqlite3_column_blob(row, 0));
    sqlite3_finalize(row);
    sqlite3_close(db);
    return id;
}

#define OF_FORMAT(number) "SELECT count(*) FROM archive WHERE substr(data, 1, 1) = x'0" #number "'"

START_TEST(rows_of_an_older_format_are_rewritten)
{
    for (int i = 0; i < 200; i++)
        put_golden(1000 + i, NULL);
    GameId id = id_of(1000);
    StoredGame *before = read_game(&id);
    archive();
    wait_until("SELECT archive_format FROM castled", 2);
    ck_assert_int_eq(rig_ask(&rig, OF_FORMAT(1)), 0);
    ck_assert_int_eq(rig_ask(&rig, OF_FORMAT(2)), 200);
    StoredGame *after = read_game(&id);
    must_be_equal(before, after);
    ck_assert_uint_eq(before->tags_size, after->tags_size);
    stored_game_free(before);
    stored_game_free(after);
}
END_TEST

START_TEST(a_damaged_row_keeps_its_format)
{
    put_golden(1000, NULL);
    put_golden(1001, "00");
    put_golden(1002, NULL);
    archive();
    wait_until("SELECT archive_format FROM castled", 2);
    ck_assert_int_eq(rig_ask(&rig, OF_FORMAT(1)), 1);
    ck_assert_int_eq(rig_ask(&rig, OF_FORMAT(2)), 2);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        what_is_archived_reads_as_before,         later_events_are_read_with_it,
        a_game_in_progress_or_just_ended_stays,   a_damaged_game_stays_and_delays_no_other,
        many_are_archived_while_moves_are_stored, a_number_in_the_archive_is_never_drawn_again,
        a_finished_game_is_in_the_index};
    Suite *suite = suite_create("archivist");
    TCase *tcase = tcase_create("archivist");
    tcase_add_checked_fixture(tcase, setup, teardown);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(tcase, tests[i]);
    if (!getenv("CASTLED_TEST_STORE")) { /* PostgreSQL came after the older formats */
        tcase_add_test(tcase, rows_of_an_older_format_are_rewritten);
        tcase_add_test(tcase, a_damaged_row_keeps_its_format);
    }
    suite_add_tcase(suite, tcase);
    return rig_run_suite(suite);
}
