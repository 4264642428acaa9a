#include "schema.h"

#include <stdlib.h>
#include <string.h>

static const char MARK[] = "\n-- version ";

/* The text behind the next mark at or after 'text', NULL without one. */
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

int schema_apply(sqlite3 *db, const char *steps, int version)
{
    int step;
    while ((steps = next_step(steps, &step)) != NULL) {
        if (step <= version)
            continue;
        int rc = take_step(db, steps, step);
        if (rc != SQLITE_OK)
            return rc;
    }
    return SQLITE_OK;
}
