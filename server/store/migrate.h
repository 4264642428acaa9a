/* migrate.h - a whole database moved from SQLite to PostgreSQL or back, and two such databases compared.
 *
 * Every table and column moves: events and archived games byte for byte, keys (so that cookies and tokens stay valid),
 * numbers that are drawn; SQLite's checksums of rows are made anew. No server can use either database meanwhile. It waits
 * for disk and network: for commands. */
#pragma once

#include "backup.h"
#include "store_error.h"
#include "stored.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    MIGRATE_TO_POSTGRES,
    MIGRATE_FROM_POSTGRES,
    MIGRATE_COMPARE, /* nothing moves */
} MigrateTask;

typedef struct {
    MigrateTask task;
    const char *directory; /* of castled.db */
    const char *server;    /* PostgreSQL's address, as libpq takes it */
    /* The check of SQLite's file, before it is moved or once it is made. 'damage' is also told what differs, and of texts
     * that PostgreSQL cannot hold. */
    StoreCheck check;
    /* Whether both are the same game, move by move. */
    bool (*is_same)(void *context, const StoredGame *one, const StoredGame *other);
    /* Now and then: what is being done to which table (NULL: to the games), and with how many rows out of how many. */
    void (*progress)(void *context, const char *doing, const char *table, uint64_t done,
                     uint64_t all);
} MigrateTerms;

typedef struct {
    int tables;
    uint64_t rows, games;
    uint64_t faults; /* that 'damage' was told */
} Migrated;

/* Moves into a database that is not there yet, and compares both before it is kept: all of it is there afterwards, or
 * nothing. STORE_OK when everything has moved; of a comparison, when both could be read to their ends, whatever was found.
 * On an error 'line' (STORE_LINE_MAX) says what is wrong. STORE_DAMAGED: 'damage' was told, and nothing has changed. */
StoreError store_migrate(const MigrateTerms *terms, Migrated *migrated, char *line);
