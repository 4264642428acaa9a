/* Damage that SQLite cannot see, since all pages and rows are sound: every column of every table with checksums is
 * changed in turn, and each change is noticed. */
#include "store_rig.h"

#include "backup.h"
#include "check_rig.h"
#include "schema.h"
#include "snapshot.h"
#include "sql.h"

enum { ROWS_MOST = 64 * 1024, CHANGES_MOST = 300, SQL_MOST = 200, GAMES = 10 };

static Rig rig;
static char *rows; /* of the golden database */
static unsigned char *golden;
static sqlite3_int64 golden_size;

static void read_rows(void)
{
    char path[512];
    snprintf(path, sizeof path, "%s/golden/database_v%02d.sql", TEST_DATA,
             schema_version(schema_sql));
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    rows = calloc(1, ROWS_MOST);
    ck_assert_uint_lt(fread(rows, 1, ROWS_MOST, file), ROWS_MOST);
    fclose(file);
}

static void run(sqlite3 *db, const char *sql)
{
    ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", sql,
                  sqlite3_errmsg(db));
}

/* The file is made once and kept: each change begins with a copy. */
static void make_database(void)
{
    sqlite3 *db;
    ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
    ck_assert_int_eq(schema_apply(db, schema_sql, 0), SQLITE_OK);
    run(db, rows);
    golden = sqlite3_serialize(db, "main", &golden_size, 0);
    ck_assert_ptr_nonnull(golden);
    sqlite3_close(db);
}

static void put_changed(const char *change)
{
    sqlite3 *db;
    FILE *file = fopen(rig.file, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(golden, 1, (size_t)golden_size, file), (size_t)golden_size);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(sqlite3_open(rig.file, &db), SQLITE_OK);
    run(db, "PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON");
    run(db, change);
    sqlite3_close(db);
}

static void setup(void)
{
    read_rows();
    make_database();
}

static void teardown(void)
{
    sqlite3_free(golden);
    free(rows);
}

/* ---- reading everything; the first error ---- */

static StoreError found;

static void note(StoreError error)
{
    if (found == STORE_OK)
        found = error;
}

static void ignore_game(void *context, const StoredGame *game)
{
    (void)context, (void)game;
}

static void ignore_head(void *context, const StoreGame *game)
{
    (void)context, (void)game;
}

static void ignore_player(void *context, const StorePlayer *player)
{
    (void)context, (void)player;
}

static void ignore_rating(void *context, const StoreRating *rating)
{
    (void)context, (void)rating;
}

static void ignore_account(void *context, const StoreAccount *account)
{
    (void)context, (void)account;
}

static void ignore_credential(void *context, const StoreCredential *credential)
{
    (void)context, (void)credential;
}

static void ignore_relation(void *context, const StoreRelation *relation)
{
    (void)context, (void)relation;
}

static void ignore_subject(void *context, const StoreSubject *subject)
{
    (void)context, (void)subject;
}

static void ignore_sanction(void *context, const StoreSanction *sanction)
{
    (void)context, (void)sanction;
}

static void ignore_ban(void *context, const StoreAddressBan *ban)
{
    (void)context, (void)ban;
}

static void ignore_site(void *context, const StoreSite *site)
{
    (void)context, (void)site;
}

static bool ignore_tournament(void *context, const StoreTournament *tournament)
{
    (void)context, (void)tournament;
    return true;
}

static bool ignore_tournament_act(void *context, uint32_t seq, const char *text, size_t size)
{
    (void)context, (void)seq, (void)text, (void)size;
    return true;
}

static void ignore_team(void *context, const StoreTeam *team)
{
    (void)context, (void)team;
}

static void ignore_team_member(void *context, const StoreTeamMember *member)
{
    (void)context, (void)member;
}

static void ignore_webhook(void *context, const StoreWebhook *webhook)
{
    (void)context, (void)webhook;
}

static void ignore_delivery(void *context, const StoreDelivery *delivery)
{
    (void)context, (void)delivery;
}

static bool ignore_broadcast(void *context, const StoreBroadcast *broadcast)
{
    (void)context, (void)broadcast;
    return true;
}

static void ignore_push_device(void *context, const StorePushDevice *device)
{
    (void)context, (void)device;
}

static void ignore_mail_address(void *context, const StoreMailAddress *address)
{
    (void)context, (void)address;
}

static void ignore_mail_turn(void *context, const StoreMailTurn *turn)
{
    (void)context, (void)turn;
}

static void ignore_request_key(void *context, const StoreRequestKey *key)
{
    (void)context, (void)key;
}

static void ignore_page_file(void *context, const StorePageFile *file)
{
    (void)context, (void)file;
}

static void read_what_is_loaded(void)
{
    static const StorePeople PEOPLE = {.account = ignore_account,
                                       .credential = ignore_credential,
                                       .relation = ignore_relation,
                                       .subject = ignore_subject,
                                       .sanction = ignore_sanction,
                                       .address_ban = ignore_ban,
                                       .site = ignore_site};
    Store *store = rig.store;
    note(store_load_games(store, ignore_game, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_sleeping(store, ignore_head, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_accounts(store, ignore_player, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_ratings(store, ignore_rating, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_people(store, &PEOPLE, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_tournaments(store, ignore_tournament, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_tournament_acts(store, "Ab12Cd34", ignore_tournament_act, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_broadcasts(store, ignore_broadcast, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_teams(store, &(StoreTeams){ignore_team, ignore_team_member}, NULL,
                              rig.line));
    if (found == STORE_OK)
        note(store_load_webhooks(store, ignore_webhook, ignore_delivery, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_push_devices(store, ignore_push_device, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_mail(store, ignore_mail_address, ignore_mail_turn, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_request_keys(store, ignore_request_key, NULL, rig.line));
    if (found == STORE_OK)
        note(store_load_page_files(store, INT64_MIN, INT64_MAX, ignore_page_file, NULL, rig.line));
}

/* Finished games, whatever their number is now. */
static void read_games(void *context, StoreSnapshot *snapshot)
{
    (void)context;
    for (int64_t number = 0; number < GAMES; number++) {
        StoredGame *game;
        note(snapshot_game(snapshot, number, &game, rig.line));
        stored_game_free(game);
        note(snapshot_game(snapshot, number + 1000, &game, rig.line));
        stored_game_free(game);
    }
}

static bool is_done;

static void on_work(void *context, StoreError error)
{
    (void)context;
    note(error);
    is_done = true;
}

static void on_lines(void *context, StoreError error, const char *text, size_t length)
{
    (void)text, (void)length;
    on_work(context, error);
}

static void on_changes(void *context, StoreError error, const StoreRatingChange *changes,
                       size_t count)
{
    (void)changes, (void)count;
    on_work(context, error);
}

static void on_history(void *context, StoreError error, const StoreRatingDay *days, size_t count)
{
    (void)days, (void)count;
    on_work(context, error);
}

static void wait(bool sent)
{
    ck_assert(sent);
    while (!is_done)
        uv_run(&rig.loop, UV_RUN_ONCE);
    is_done = false;
}

static void read_what_is_looked_up(void)
{
    static const GameId RATED = {"xwM1M6Kw"}; /* number 4 */
    wait(store_read(rig.store, read_games, on_work, NULL));
    wait(store_read_changes(rig.store, &RATED, on_changes, NULL));
    wait(store_read_rating_history(rig.store, "abob", on_history, NULL));
    wait(store_read_listing(rig.store, LISTING_SETTINGS, "abob", on_lines, NULL));
    wait(store_read_listing(rig.store, LISTING_ACCOUNT, "abob", on_lines, NULL));
    wait(store_read_listing(rig.store, LISTING_ACTS, "", on_lines, NULL));
    wait(store_read_listing(rig.store, LISTING_REPORTS, "", on_lines, NULL));
}

/* ---- castled check ---- */

static bool is_sound(void *context, const StoredGame *game)
{
    (void)context;
    return game->count < STORE_EVENTS_MAX;
}

static void keep_first(void *context, const char *line)
{
    char *first = context;
    if (!*first)
        snprintf(first, STORE_LINE_MAX, "%s", line);
}

static char first_damage[STORE_LINE_MAX];

/* Whether a check of the file finds anything. */
static bool check_finds(void)
{
    StoreChecked checked;
    StoreCheck check = {.context = first_damage, .is_sound = is_sound, .damage = keep_first};
    first_damage[0] = '\0';
    ck_assert_msg(store_check(rig.file, &check, &checked, rig.line) == STORE_OK, "%s", rig.line);
    ck_assert(!checked.is_old);
    ck_assert_int_eq(checked.damages > 0, first_damage[0] != '\0');
    return checked.damages > 0;
}

/* How reading a database with this change ends; a check finds the same as reading. */
static StoreError read_changed(const char *change)
{
    rig_init(&rig);
    put_changed(change);
    bool is_found = check_finds();
    found = rig_try_open(&rig, DURABILITY_PROCESS);
    if (found == STORE_OK) {
        read_what_is_loaded();
        if (found == STORE_OK)
            read_what_is_looked_up();
        rig_close(&rig);
    }
    rig_clear(&rig);
    ck_assert_msg(is_found == (found != STORE_OK), "%s", change);
    return found;
}

/* ---- changes ---- */

/* All columns of tables with a checksum, as statements that change them in each row; except columns that are in no
 * checksum, and keys by which alone a row is found: with another key the row is simply not found. */
static const char COLUMNS[] =
    "SELECT printf('UPDATE %s SET %s = %s', t.name, c.name, CASE c.type"
    "    WHEN 'INTEGER' THEN printf('coalesce(%s, 0) + 1000', c.name)"
    "    WHEN 'TEXT' THEN printf('coalesce(%s, '''') || ''x''', c.name)"
    "    ELSE printf('zeroblob(length(%s))', c.name) END)"
    "  FROM sqlite_schema t, pragma_table_info(t.name) c"
    "  WHERE t.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = "
    "'checksum')"
    "    AND (t.name, c.name) NOT IN (VALUES ('castled', 'one'), ('castled', 'epoch'),"
    "        ('castled', 'archive_format'), ('castled', 'recoded'),"
    "        ('players', 'number'), ('rating_changes', 'player'), ('acts', 'number'), ('reports', "
    "'number'), ('tournament_acts', 'tournament'))";

static int list_changes(char changes[CHANGES_MOST][SQL_MOST])
{
    sqlite3 *db;
    sqlite3_stmt *row;
    int count = 0;
    ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
    ck_assert_int_eq(schema_apply(db, schema_sql, 0), SQLITE_OK);
    ck_assert_msg(sqlite3_prepare_v2(db, COLUMNS, -1, &row, NULL) == SQLITE_OK, "%s",
                  sqlite3_errmsg(db));
    for (; sqlite3_step(row) == SQLITE_ROW; count++) {
        ck_assert_int_lt(count, CHANGES_MOST);
        snprintf(changes[count], SQL_MOST, "%s", (const char *)sqlite3_column_text(row, 0));
    }
    sqlite3_finalize(row);
    sqlite3_close(db);
    return count;
}

START_TEST(a_change_of_any_column_is_noticed)
{
    static char changes[CHANGES_MOST][SQL_MOST];
    int count = list_changes(changes);
    ck_assert_int_gt(count, 100);
    for (int i = 0; i < count; i++)
        ck_assert_msg(read_changed(changes[i]) == STORE_DAMAGED, "%s", changes[i]);
}
END_TEST

START_TEST(the_operator_is_told_which_row_it_is)
{
    ck_assert_int_eq(read_changed("UPDATE passes SET scopes = 7 WHERE player = 3"), STORE_DAMAGED);
    ck_assert_msg(strstr(rig.line, "a row of passes is not what was written: "
                                   "ffeeddccbbaa99887766554433221100") != NULL,
                  "%s", rig.line);
    ck_assert_str_eq(first_damage, "a row of passes is not what was written: 3");
    ck_assert_int_eq(read_changed("UPDATE players SET name = 'Bill' WHERE id = 'gann'"),
                     STORE_DAMAGED);
    ck_assert_msg(strstr(rig.line, "a row of players is not what was written: gann") != NULL, "%s",
                  rig.line);
}
END_TEST

/* Two rows of the same kind are swapped. */
START_TEST(a_row_in_the_place_of_another_is_noticed)
{
    ck_assert_int_eq(read_changed("UPDATE ratings SET player = player + 1"), STORE_DAMAGED);
    ck_assert_int_eq(
        read_changed(
            "UPDATE accounts SET settings = (SELECT settings FROM accounts WHERE player = 3),"
            " settings_checksum = (SELECT settings_checksum FROM accounts WHERE player = 3)"
            " WHERE player = 2"),
        STORE_DAMAGED);
}
END_TEST

START_TEST(what_was_repaired_by_hand_is_read)
{
    ck_assert_int_eq(read_changed(""), STORE_OK);
    ck_assert_int_eq(read_changed("UPDATE passes SET scopes = 7, checksum = NULL"), STORE_OK);
}
END_TEST

/* ---- writing ---- */

/* Writes everything once, and again what can be written more than once. */
static uint64_t put_one_of_each(int64_t at)
{
    Store *store = rig.store;
    StorePlayer bob = {.id = "bob", .name = "Bob", .made = at, .balance = (int8_t)at};
    StorePlayer cara = {.id = "cara", .name = "Cara", .made = at};
    StoreAccount account = {.player = "bob", .skeleton = "bob", .made = at, .seen = at};
    StoreRating rating = {.player = "bob", .category = 2, .rating = 150000, .games = 1, .at = at};
    StoreCredential credential = {.key = "00", .player = "bob", .seen = at, .label = "Firefox"};
    StoreRelation relation = {.player = "bob", .other = "cara", .made = at};
    StoreSanction sanction = {.id = "bob", .muted = at};
    StoreAddressBan ban = {.address = "192.0.2.1", .until = at};
    StoreAct act = {.at = at, .who = "root", .act = "mute", .target = "bob"};
    StoreReport report = {.at = at, .id = "bob", .about = "cara", .reason = "insults"};
    StoreSite site = {.name = "quiet", .value = "on"};
    Event end = {.kind = EV_END, .end = {.status = STATUS_RESIGN, .winner = WINNER_WHITE}};
    store_put_player(store, &bob);
    store_put_player(store, &cara);
    store_put_account(store, &account);
    store_put_settings(store, "bob", "{\"a\":1}", 7);
    GameId game = rig_put_game(&rig);
    store_put_sleep(store, &game, at);
    if (at > 1)
        store_put_end(store, &game, &end, at);
    store_put_rating(store, &rating);
    StoreRatingChange change = {.game = game, .before = rating, .after = rating};
    store_put_rating_change(store, &change);
    store_put_credential(store, &credential);
    store_put_relation(store, &relation);
    store_put_subject(store, &(StoreSubject){.issuer = "https://id.club.example",
                                             .subject = "7",
                                             .player = "bob",
                                             .made = at});
    store_put_sanction(store, &sanction);
    store_put_address_ban(store, &ban);
    store_put_act(store, &act);
    store_put_report(store, &report);
    store_put_site(store, &site);
    StoreTournament tournament = {.id = "Ab12Cd34", .made = 1, .over = at};
    store_put_tournament(store, &tournament);
    store_put_tournament_act(store, "Ab12Cd34", (uint32_t)at, "{}", 2);
    store_put_broadcast(store, "Bc12Ab34", "", "{}", 2);
    return store_put_axis(store, at);
}

/* The tables, with the condition for rows without a checksum. */
static const char *const UNCHECKED[] = {
    "castled WHERE checksum IS NULL OR axis_checksum IS NULL",
    "players WHERE checksum IS NULL",
    "games WHERE checksum IS NULL OR state_checksum IS NULL",
    "ratings WHERE checksum IS NULL",
    "rating_changes WHERE checksum IS NULL",
    "accounts WHERE checksum IS NULL OR settings_checksum IS NULL",
    "passes WHERE checksum IS NULL",
    "relations WHERE checksum IS NULL",
    "subjects WHERE checksum IS NULL",
    "sanctions WHERE checksum IS NULL",
    "address_bans WHERE checksum IS NULL",
    "acts WHERE checksum IS NULL",
    "reports WHERE checksum IS NULL",
    "site WHERE checksum IS NULL",
    "tournaments WHERE checksum IS NULL",
    "tournament_acts WHERE checksum IS NULL",
    "broadcasts WHERE checksum IS NULL",
};

START_TEST(what_is_written_has_its_checksum)
{
    found = STORE_OK;
    rig_init(&rig);
    for (int64_t at = 1; at <= 2; at++) {
        rig_open(&rig, DURABILITY_PROCESS);
        rig_commit(&rig, put_one_of_each(at));
        ck_assert_int_eq(rig_close(&rig), STORE_OK);
        rig_open(&rig, DURABILITY_PROCESS);
        read_what_is_loaded();
        read_what_is_looked_up();
        ck_assert_int_eq(found, STORE_OK);
        ck_assert_int_eq(rig_close(&rig), STORE_OK);
    }
    for (size_t i = 0; i < sizeof UNCHECKED / sizeof *UNCHECKED; i++) {
        char sql[120];
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", UNCHECKED[i]);
        ck_assert_msg(rig_ask(&rig, sql) == 0, "%s", UNCHECKED[i]);
        *strchr(strstr(sql, "FROM ") + 5, ' ') = '\0';
        ck_assert_msg(rig_ask(&rig, sql) > 0, "%s", sql);
    }
    rig_clear(&rig);
}
END_TEST

int main(void)
{
    /* A hundred databases, none of which must survive a loss of power. */
    if (access("/dev/shm", W_OK | X_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 0);
    Suite *suite = suite_create("damage");
    TCase *tcase = tcase_create("damage");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_change_of_any_column_is_noticed);
    tcase_add_test(tcase, the_operator_is_told_which_row_it_is);
    tcase_add_test(tcase, a_row_in_the_place_of_another_is_noticed);
    tcase_add_test(tcase, what_was_repaired_by_hand_is_read);
    tcase_add_test(tcase, what_is_written_has_its_checksum);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
