/* The steps from version to version, with steps of our own and with those of schema.sql; and all other SQL. */
#include "schema.h"

#include "check_rig.h"
#include "crc32c.h"
#include "sql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char STEPS[] = "-- a remark that mentions version 9\n"
                            "\n-- version 1\nCREATE TABLE a (x); INSERT INTO a VALUES (1);\n"
                            "\n-- version 2\nALTER TABLE a ADD COLUMN y; UPDATE a SET y = x + 1;\n"
                            "\n-- version 3\nCREATE TABLE b AS SELECT x + y AS z FROM a;\n";

static sqlite3 *db;

static void setup(void)
{
    ck_assert_int_eq(sqlite3_open(":memory:", &db), SQLITE_OK);
}

static void teardown(void)
{
    sqlite3_close(db);
}

static int ask(const char *sql)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        return -1;
    int value = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : -1;
    sqlite3_finalize(statement);
    return value;
}

START_TEST(the_newest_version_is_found)
{
    ck_assert_int_eq(schema_version(STEPS), 3);
    ck_assert_int_eq(schema_version(""), 0);
    ck_assert_int_ge(schema_version(schema_sql), 1);
}
END_TEST

START_TEST(a_new_file_takes_all_steps)
{
    ck_assert_int_eq(schema_apply(db, STEPS, 0), SQLITE_OK);
    ck_assert_int_eq(ask("PRAGMA user_version"), 3);
    ck_assert_int_eq(ask("SELECT z FROM b"), 3);
}
END_TEST

START_TEST(an_old_file_takes_the_later_steps_and_keeps_its_rows)
{
    sqlite3_exec(db, "CREATE TABLE a (x); INSERT INTO a VALUES (20); PRAGMA user_version = 1", NULL,
                 NULL, NULL);
    ck_assert_int_eq(schema_apply(db, STEPS, 1), SQLITE_OK);
    ck_assert_int_eq(ask("PRAGMA user_version"), 3);
    ck_assert_int_eq(ask("SELECT z FROM b"), 41);
    ck_assert_int_eq(schema_apply(db, STEPS, 3), SQLITE_OK); /* and no step twice */
}
END_TEST

START_TEST(a_failing_step_changes_nothing_and_those_before_it_stay)
{
    static const char bad[] = "\n-- version 1\nCREATE TABLE a (x);\n"
                              "\n-- version 2\nCREATE TABLE b (y); DROP TABLE c;\n"
                              "\n-- version 3\nCREATE TABLE d (z);\n";
    ck_assert_int_ne(schema_apply(db, bad, 0), SQLITE_OK);
    ck_assert_int_eq(ask("PRAGMA user_version"), 1);
    ck_assert_int_eq(ask("SELECT count(*) FROM a"), 0);
    ck_assert_int_eq(ask("SELECT count(*) FROM sqlite_schema"), 1);
    ck_assert(sqlite3_get_autocommit(db));
}
END_TEST

START_TEST(our_own_steps_lead_to_sound_tables)
{
    ck_assert_int_eq(schema_apply(db, schema_sql, 0), SQLITE_OK);
    ck_assert_int_eq(ask("PRAGMA user_version"), schema_version(schema_sql));
    ck_assert_int_eq(ask("SELECT count(*) FROM pragma_foreign_key_check"), 0);
    ck_assert_int_eq(ask("SELECT count(*) FROM pragma_table_list WHERE name NOT LIKE 'sqlite_%'"
                         " AND type = 'table' AND NOT strict"),
                     0);
}
END_TEST

START_TEST(games_from_before_time_odds_have_none)
{
    char before[32768] = "";
    const char *end = strstr(schema_sql, "\n-- version 6");
    ck_assert_ptr_nonnull(end);
    ck_assert_uint_lt((size_t)(end - schema_sql), sizeof before);
    memcpy(before, schema_sql, (size_t)(end - schema_sql));
    ck_assert_int_eq(schema_apply(db, before, 0), SQLITE_OK);
    ck_assert_int_eq(
        sqlite3_exec(db,
                     "INSERT INTO games (number, id, white_level, black_level,"
                     " white_rating, black_rating, variant, initial, increment, rated,"
                     " first_move, created, made)"
                     " VALUES (1, 'Ab12Cd34', 1, 2, 0, 0, 0, 300000, 3000, 0, 0, 0, 0);"
                     "INSERT INTO played VALUES"
                     " (0, 1, 0, NULL, 0, 4, 1, 0, 0, 300000, 3000, 0, 0)",
                     NULL, NULL, NULL),
        SQLITE_OK);
    ck_assert_int_eq(schema_apply(db, schema_sql, 5), SQLITE_OK);
    static const char *const TABLES[] = {"games", "played"};
    for (int i = 0; i < 2; i++) {
        char sql[160];
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM %s WHERE initial = 300000 AND odds = 0 AND odds_initial = 0"
                 " AND odds_increment = 0",
                 TABLES[i]);
        ck_assert_int_eq(ask(sql), 1);
    }
}
END_TEST

START_TEST(games_from_before_engines_were_named_have_no_names)
{
    char before[32768] = "";
    const char *end = strstr(schema_sql, "\n-- version 10");
    ck_assert_ptr_nonnull(end);
    ck_assert_uint_lt((size_t)(end - schema_sql), sizeof before);
    memcpy(before, schema_sql, (size_t)(end - schema_sql));
    ck_assert_int_eq(schema_apply(db, before, 0), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db,
                                  "INSERT INTO games (number, id, white_level, black_level,"
                                  " white_rating, black_rating, variant, increment, rated,"
                                  " first_move, created, made)"
                                  " VALUES (1, 'Ab12Cd34', 1, 123456, 0, 0, 0, 0, 0, 0, 0, 0)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(schema_apply(db, schema_sql, 9), SQLITE_OK);
    ck_assert_int_eq(ask("SELECT count(*) FROM games WHERE black_level = 123456"
                         " AND white_engine IS NULL AND black_engine IS NULL"),
                     1);
}
END_TEST

START_TEST(every_statement_fits_the_newest_tables)
{
    ck_assert_int_eq(schema_apply(db, schema_sql, 0), SQLITE_OK);
    int count = 0;
    for (const SqlStatement *sql = sql_statements; sql->name; sql++, count++) {
        sqlite3_stmt *statement;
        int rc = sqlite3_prepare_v2(db, sql->text, -1, &statement, NULL);
        ck_assert_msg(rc == SQLITE_OK && statement, "%s: %s", sql->name, sqlite3_errmsg(db));
        sqlite3_finalize(statement);
    }
    ck_assert_int_gt(count, 80);
}
END_TEST

/* SQLite's sessions leave out tables without one, and a second place (copier.h) would lack their rows. */
START_TEST(every_table_has_a_primary_key)
{
    ck_assert_int_eq(schema_apply(db, schema_sql, 0), SQLITE_OK);
    ck_assert_int_gt(ask("SELECT count(*) FROM sqlite_schema WHERE type = 'table'"), 20);
    ck_assert_int_eq(ask("SELECT count(*) FROM sqlite_schema t WHERE type = 'table' AND NOT EXISTS "
                         "(SELECT 1 FROM pragma_table_info(t.name) WHERE pk > 0)"),
                     0);
}
END_TEST

/* The checksum of a step's SQL without comments and white space; *text moves on to the next step. */
static uint32_t sum_of_step(const char **text)
{
    uint32_t sum = 0;
    const char *at = strchr(*text + 1, '\n'), *end = strstr(at, "\n-- version ");
    for (end = end ? end : at + strlen(at); at < end; at++) {
        if (at[0] == '-' && at[1] == '-')
            at += strcspn(at, "\n");
        if (!strchr(" \n", *at))
            sum = crc32c(sum, at, 1);
    }
    *text = end;
    return sum;
}

/* Databases of older versions have taken these steps as they were: a change goes into a new step. */
START_TEST(released_steps_never_change)
{
    static const uint32_t SUMS[] = {0xa3540025, 0xe4550399, 0x0bc0d0b7, 0x43a8a9bb, 0xb3e67644,
                                    0x849f1f19, 0x2734c4c3, 0x0fec2c0e, 0x9c5a97d4, 0x052da791,
                                    0xaa3f334c, 0xb64a6d5f, 0xa8460b21, 0xbef5c9f3, 0xce162c7a,
                                    0xadac3c3e, 0xe7daa81a, 0x60c8cb4e, 0xa722ed05, 0x16e00054,
                                    0x27c2757d, 0x5e28070b, 0x1974a33e, 0x08a71a5b, 0xf1f9a26d,
                                    0xd297e492, 0x00000000, 0xfe861029, 0x458a3b32};
    const char *text = strstr(schema_sql, "\n-- version ");
    for (size_t step = 0; step < COUNT(SUMS); step++) {
        ck_assert(text && *text);
        uint32_t sum = sum_of_step(&text);
        ck_assert_msg(sum == SUMS[step], "step %zu: 0x%08x", step + 1, sum);
    }
    ck_assert_int_eq(schema_version(schema_sql), (int)COUNT(SUMS));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("schema");
    TCase *tcase = tcase_create("steps");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, the_newest_version_is_found);
    tcase_add_test(tcase, a_new_file_takes_all_steps);
    tcase_add_test(tcase, an_old_file_takes_the_later_steps_and_keeps_its_rows);
    tcase_add_test(tcase, a_failing_step_changes_nothing_and_those_before_it_stay);
    tcase_add_test(tcase, our_own_steps_lead_to_sound_tables);
    tcase_add_test(tcase, every_table_has_a_primary_key);
    tcase_add_test(tcase, games_from_before_time_odds_have_none);
    tcase_add_test(tcase, games_from_before_engines_were_named_have_no_names);
    tcase_add_test(tcase, every_statement_fits_the_newest_tables);
    tcase_add_test(tcase, released_steps_never_change);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
