/* postgres_open.h - opens a database of PostgreSQL for a server: schema, keys, leases. */
#pragma once

#include "database.h"

typedef struct {
    const char *address; /* as libpq takes it; lent until the connections are closed */
    const char *node;    /* which server this is; likewise */
    bool syncs;          /* a commit waits for the disk */
    /* For a server that seems to have died, up to POSTGRES_LEASE, for what others have locked and for answers, each up to
     * POSTGRES_SILENCE_MAX. Otherwise each try is short, for somebody who has something else to do until the next one. */
    bool waits;
    /* PostgreSQL is away, and it is waited for: 'line' says why, again when that changes. NULL: it is not waited for. */
    void (*on_away)(void *context, const char *line);
    void *context;
} PostgresTerms;

/* The connection that writes, which has all leases, and two that read. The schema is made or brought up to date. 'path'
 * (DATABASE_PATH_MAX) becomes the address without its password. STORE_LOCKED: another server has
 * the leases, and is alive as far as one can see. On an error all are NULL, and 'line' (STORE_LINE_MAX) says what is wrong. */
StoreError postgres_open(Db **db, Db *readers[2], const PostgresTerms *terms, Owner *owner,
                         char *path, char *line);
/* Connects, and looks whether the tables, if there are any, are of a version that this castled knows. */
StoreError postgres_try(const char *address, char *line);
/* A connection that only reads, beside a server's; 'key' (GAME_NUMBER_KEY_SIZE) becomes that of games' ids. */
StoreError postgres_inspect(Db **db, const char *address, unsigned char *key, char *path,
                            char *line);
