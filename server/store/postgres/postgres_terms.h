/* postgres_terms.h - how castled uses PostgreSQL: limits, and what a connection is told. */
#pragma once

#include "db.h"

#include <stdatomic.h>

enum {
    POSTGRES_SILENCE_MAX = 10000, /* ms */
    POSTGRES_CONNECT_MAX = 5,     /* s, for each host that the address names */
    POSTGRES_WATCH_MAX = 2000,   /* ms, of one that watches: to connect, and for the whole answer */
    POSTGRES_WORK_MAX = 3600000, /* ms of silence while tables are changed or moved */
    POSTGRES_OVER_MAX = 300,     /* ms, once nothing is wanted any more (is_over) */
    POSTGRES_READS_AGAIN = 1000, /* ms after an attempt of the reader to connect */
    POSTGRES_LEASE = 3000,       /* ms that a server without a sign of life keeps its leases */
    POSTGRES_LEASE_EVERY = 1000, /* ms between its signs of life */
    POSTGRES_VERSION_LEAST = 140000,
    POSTGRES_MESSAGE_MAX = 400,
};

/* The server as one of those that use the database; it holds leases. */
typedef struct {
    const char *node;
    int64_t epochs[DB_LEASES]; /* of the leases */
    uint64_t asked_at;         /* uv_hrtime before they were asked for */
} PostgresClaim;

/* The first row that is answered, as text; what is NULL or missing is empty. */
typedef struct {
    char values[2][64];
} PostgresRow;

typedef struct {
    const char *address; /* as libpq takes it */
    bool syncs;          /* a commit waits for the disk */
    bool is_reader;      /* a standby will do */
    bool is_watch;       /* is only to look who owns the database */
    bool works;          /* moves or changes whole tables, which takes long */
    const atomic_bool
        *is_over; /* set by another thread when what is asked is no longer wanted; may be NULL */
} PostgresOptions;
