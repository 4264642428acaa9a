#include "schema.h"

#include "archive_row.h"
#include "checksum.h"
#include "row_checksum.h"

#include <stdlib.h>
#include <string.h>

static const char MARK[] = "\n-- version ";

/* The text after the next mark at or after 'text'; NULL when there is none. */
static const char *next_step(const char *text, int *version)
{
    const char *mark = strstr(text, MARK);
    if (!mark)
        return NULL;
    char *end;
    *version = (int)strtol(mark + sizeof MARK - 1, &end, 10);
    return end;
}

static int take_step(sqlite3 *db, const char *step, int version)
{
    const char *end = strstr(step, MARK);
    int length = end ? (int)(end - step) : (int)strlen(step);
    char *sql = sqlite3_mprintf("BEGIN IMMEDIATE; %.*s; PRAGMA user_version = %d; COMMIT", length,
                                step, version);
    if (!sql)
        return SQLITE_NOMEM;
    int rc = sqlite3_exec(db, sql, NULL, NULL, NULL);
    if (rc != SQLITE_OK && !sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_free(sql);
    return rc;
}

int schema_version(const char *steps)
{
    int version = 0;
    while ((steps = next_step(steps, &version)) != NULL)
        continue;
    return version;
}

/* ---- functions that steps call: they never change ---- */

/* What the increment of an archived game is (clock.h); 0 for a row that cannot be read. */
static void archived_bonus(sqlite3_context *context, int count, sqlite3_value **values)
{
    StoreGame game = {.made = 0};
    const unsigned char *data = sqlite3_value_blob(values[0]);
    size_t size = (size_t)sqlite3_value_bytes(values[0]);
    (void)count;
    bool sound = size > 0 && archive_row_terms(&game, data, size);
    sqlite3_result_int(context, sound ? (int)game.control.bonus : 0);
}

/* Returns the blob followed by that checksum. */
static void result_checked(sqlite3_context *context, sqlite3_value *value, uint32_t sum)
{
    const void *bytes = sqlite3_value_blob(value);
    size_t size = (size_t)sqlite3_value_bytes(value);
    unsigned char *checked = sqlite3_malloc64(size + CHECKSUM_SIZE);
    if (!checked) {
        sqlite3_result_error_nomem(context);
        return;
    }
    if (size > 0)
        memcpy(checked, bytes, size);
    checksum_put(checked + size, sum);
    sqlite3_result_blob64(context, checked, size + CHECKSUM_SIZE, sqlite3_free);
}

/* checked_event(game, seq, data) */
static void checked_event(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    uint32_t sum =
        checksum_of_event(sqlite3_value_int64(values[0]), sqlite3_value_int64(values[1]),
                          sqlite3_value_blob(values[2]), (size_t)sqlite3_value_bytes(values[2]));
    result_checked(context, values[2], sum);
}

/* checked_challenge(id, made, expires, terms) */
static void checked_challenge(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    const char *id = (const char *)sqlite3_value_text(values[0]);
    uint32_t sum = checksum_of_challenge(
        id ? id : "", sqlite3_value_int64(values[1]), sqlite3_value_int64(values[2]),
        sqlite3_value_blob(values[3]), (size_t)sqlite3_value_bytes(values[3]));
    result_checked(context, values[3], sum);
}

static int add_functions(sqlite3 *db)
{
    static const struct {
        const char *name;
        int arguments;
        void (*call)(sqlite3_context *context, int count, sqlite3_value **values);
    } FUNCTIONS[] = {
        {"archived_bonus", 1, archived_bonus},
        {"checked_event", 3, checked_event},
        {"checked_challenge", 4, checked_challenge},
    };
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    int rc = SQLITE_OK;
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS && rc == SQLITE_OK; i++)
        rc = sqlite3_create_function(db, FUNCTIONS[i].name, FUNCTIONS[i].arguments, flags, NULL,
                                     FUNCTIONS[i].call, NULL, NULL);
    return rc == SQLITE_OK ? row_checksum_add(db) : rc;
}

int schema_apply(sqlite3 *db, const char *steps, int version)
{
    int step;
    int added = add_functions(db);
    if (added != SQLITE_OK)
        return added;
    while ((steps = next_step(steps, &step)) != NULL) {
        if (step <= version)
            continue;
        int rc = take_step(db, steps, step);
        if (rc != SQLITE_OK)
            return rc;
    }
    return SQLITE_OK;
}
