/* postgres_schema.h - the schema "castled" of a PostgreSQL database: made, or brought up to date, by the steps of
 * sql/postgres/schema.sql.
 *
 * By a connection in the simple protocol (postgres_connect.h). On an error 'line' (STORE_LINE_MAX) says what is wrong. */
#pragma once

#include "db.h"

typedef struct {
    bool is_there; /* a schema of that name, */
    bool is_ours;  /* and it is castled's, */
    int version;   /* of this version */
} PostgresSchema;

/* Begins a transaction in which only one castled at a time can be, and finds the schema there. Refuses a database that
 * could not hold every text, another program's schema and a newer one. STORE_LOCKED: another is in it, and was for so many ms
 * (0: one try, and whoever has locked a table is not waited for either). */
StoreError postgres_schema_lock(Db *db, const char *path, int64_t patience, PostgresSchema *found,
                                char *line);
/* What a server whose start waits for nobody may look at. */
DbResult postgres_schema_find(Db *db, PostgresSchema *found);
/* Within that transaction: makes what is missing. */
DbResult postgres_schema_make(Db *db, const PostgresSchema *found);
/* Says that this version is newer than what this castled knows. */
StoreError postgres_schema_refuse(int version, const char *path, char *line);
