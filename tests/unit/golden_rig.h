/* golden_rig.h - a database of castled's as the release with that version of the schema wrote it (tests/data/golden). */
#pragma once

#include "check_rig.h"

#include "schema.h"
#include "sql.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOLDEN_FILE_MOST = 64 * 1024 };

/* The bytes of a file, which the caller frees. */
static inline char *golden_rig_read(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/golden/%s", TEST_DATA, name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s", path);
    char *bytes = calloc(1, GOLDEN_FILE_MOST);
    ck_assert_uint_lt(fread(bytes, 1, GOLDEN_FILE_MOST, file), GOLDEN_FILE_MOST);
    fclose(file);
    return bytes;
}

static inline void golden_rig_make(const char *path, int version)
{
    sqlite3 *db;
    char steps[65536] = "", mark[32], name[32];
    snprintf(mark, sizeof mark, "\n-- version %d\n", version + 1);
    const char *end = strstr(schema_sql, mark);
    size_t length = end ? (size_t)(end - schema_sql) : strlen(schema_sql);
    ck_assert_uint_lt(length, sizeof steps);
    memcpy(steps, schema_sql, length);
    ck_assert_int_eq(schema_version(steps), version);

    snprintf(name, sizeof name, "database_v%02d.sql", version);
    char *rows = golden_rig_read(name);
    ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL), SQLITE_OK);
    ck_assert_int_eq(schema_apply(db, steps, 0), SQLITE_OK);
    ck_assert_msg(sqlite3_exec(db, rows, NULL, NULL, NULL) == SQLITE_OK, "%s: %s", name,
                  sqlite3_errmsg(db));
    sqlite3_close(db);
    free(rows);
}
