#include "database.h"

#include <stdio.h>
#include <stdlib.h>

void database_init(Database *database)
{
    *database = (Database){.owner = NOBODY};
}

bool database_is_free(const Database *database, int node, int64_t now)
{
    return database->owner == NOBODY || database->owner == node || database->owned_until <= now;
}

bool database_take(Database *database, int node, int64_t now)
{
    if (!database_is_free(database, node, now))
        return false;
    database->owner = node;
    database->opened++;
    database->epoch++;
    database->batch = 0;
    database->owned_until = now + CLUSTER_SILENCE;
    return true;
}

void database_give(Database *database, int node)
{
    if (database->owner == node)
        database->owner = NOBODY;
}

void database_sign(Database *database, int node, bool has_bus, uint64_t epoch, int64_t now)
{
    database->alive_until[node] = now + CLUSTER_SILENCE;
    database->has_bus[node] = has_bus;
    if (database->owner == node && database->epoch == epoch)
        database->owned_until = now + CLUSTER_SILENCE;
}

void database_look(const Database *database, int node, int64_t now, ClusterView *view)
{
    *view = (ClusterView){.state = CLUSTER_SEEN, .epoch = database->opened};
    for (int i = 0; i < NODES; i++) {
        bool is_alive = database->alive_until[i] > now;
        view->nodes += is_alive;
        view->on_bus += is_alive && database->has_bus[i];
    }
    if (database->owner != NOBODY) {
        snprintf(view->owner, sizeof view->owner, "node-%d", database->owner);
        view->is_own = database->owner == node;
        view->owner_has_bus =
            database->alive_until[database->owner] > now && database->has_bus[database->owner];
    }
    view->is_free = database_is_free(database, node, now);
}

DatabaseResult database_commit(Database *database, int node, uint64_t epoch, uint64_t batch,
                               const Event *events, int count, int64_t now)
{
    if (database->owner != node || database->epoch != epoch)
        return DATABASE_TAKEN;
    for (int i = 0; i < count; i++) {
        const Event *event = &events[i];
        if (event->seq != database->lengths[event->game] + 1 || event->seq >= EVENTS_MAX) {
            printf("event %d of game %d is put where %d are\n", event->seq, event->game,
                   database->lengths[event->game]);
            abort();
        }
        database->values[event->game][event->seq] = event->value;
        database->lengths[event->game] = event->seq;
    }
    database->batch = batch;
    database->owned_until = now + CLUSTER_SILENCE;
    return DATABASE_OK;
}

DatabaseResult database_retake(Database *database, int node, uint64_t *epoch, uint64_t *batch)
{
    if (database->owner != node)
        return DATABASE_TAKEN;
    *epoch = ++database->epoch;
    *batch = database->batch;
    return DATABASE_OK;
}
