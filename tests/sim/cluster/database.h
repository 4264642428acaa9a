/* database.h - a model of what castleds of one cluster share in PostgreSQL: leases with an epoch, signs of life, and the
 * events of games, each (game, number) once.
 *
 * What a node asks is carried out when it arrives, all or nothing, however long it was on its way and whether or not the
 * node still lives; so a transaction of an owner that has lost its leases arrives, too, and must be refused. */
#pragma once

#include "cluster_view.h"

#include <stdbool.h>
#include <stdint.h>

enum { NODES = 3, GAMES = 4, EVENTS_MAX = 4096, BATCH_MAX = 64, NOBODY = -1 };

typedef struct {
    int game, seq; /* from 1 */
    uint64_t value;
} Event;

typedef struct {
    int owner;
    uint64_t opened;            /* store_epoch: rises with each owner */
    uint64_t epoch;             /* of the leases: also when the owner asks after a lost answer */
    int64_t owned_until;        /* unless it says so again before */
    int64_t alive_until[NODES]; /* whether it is the owner or not */
    bool has_bus[NODES];
    uint64_t batch; /* the newest that the owner has committed */
    uint64_t values[GAMES][EVENTS_MAX];
    int lengths[GAMES];
} Database;

typedef enum { DATABASE_OK, DATABASE_TAKEN } DatabaseResult;

void database_init(Database *database);
/* Whether the node would get the leases now. */
bool database_is_free(const Database *database, int node, int64_t now);
bool database_take(Database *database, int node, int64_t now);
void database_give(Database *database, int node);
/* A sign of life; 'epoch' is that of the leases, 0 of one that has none. */
void database_sign(Database *database, int node, bool has_bus, uint64_t epoch, int64_t now);
void database_look(const Database *database, int node, int64_t now, ClusterView *view);
DatabaseResult database_commit(Database *database, int node, uint64_t epoch, uint64_t batch,
                               const Event *events, int count, int64_t now);
/* After a lost answer: the same owner under a new epoch, so that nothing that is still on its way is carried out; and
 * which batch was the last. */
DatabaseResult database_retake(Database *database, int node, uint64_t *epoch, uint64_t *batch);
