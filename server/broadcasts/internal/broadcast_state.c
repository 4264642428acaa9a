#include "broadcast_state.h"

#include "base62.h"
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Broadcast *broadcast_find(const Broadcasts *broadcasts, const char *id)
{
    return base62_is(id, BROADCAST_ID_LENGTH) ? hash_table_find(&broadcasts->broadcasts, id) : NULL;
}

Round *broadcast_round(const Broadcasts *broadcasts, const char *id)
{
    return base62_is(id, BROADCAST_ID_LENGTH) ? hash_table_find(&broadcasts->rounds, id) : NULL;
}

static void draw_id(const HashTable *table, const char *wanted, char *id)
{
    if (wanted)
        memcpy(id, wanted, BROADCAST_ID_LENGTH + 1);
    else
        do
            base62_draw(id, BROADCAST_ID_LENGTH);
        while (hash_table_find(table, id));
}

Broadcast *broadcast_add(Broadcasts *broadcasts, const char *id)
{
    Broadcast *broadcast = memory_new(sizeof *broadcast);
    draw_id(&broadcasts->broadcasts, id, broadcast->id);
    hash_table_put(&broadcasts->broadcasts, broadcast);
    return broadcast;
}

Round *broadcast_add_round(Broadcasts *broadcasts, Broadcast *of, const char *id)
{
    Round *round = memory_new(sizeof *round);
    draw_id(&broadcasts->rounds, id, round->id);
    round->of = of;
    round->period = BROADCAST_PERIOD;
    round->ask_at = INT64_MAX;
    of->rounds[of->rounds_count++] = round;
    hash_table_put(&broadcasts->rounds, round);
    return round;
}

void broadcast_stop_asking(Broadcasts *broadcasts, Round *round)
{
    if (!round->asked)
        return;
    outbound_cancel(broadcasts->options.outbound, round->asked);
    free(round->context);
    round->asked = 0;
}

void broadcast_remove_round(Broadcasts *broadcasts, Round *round)
{
    Broadcast *of = round->of;
    uint32_t at = 0;
    while (of->rounds[at] != round)
        at++;
    memmove(&of->rounds[at], &of->rounds[at + 1], (of->rounds_count - at - 1) * sizeof(Round *));
    of->rounds_count--;
    hash_table_remove(&broadcasts->rounds, round);
    broadcast_stop_asking(broadcasts, round);
    broadcasts->size -= round->size;
    broadcast_games_clear(&round->games);
    listeners_clear(&round->listeners);
    free(round);
}

void broadcast_remove(Broadcasts *broadcasts, Broadcast *broadcast)
{
    while (broadcast->rounds_count)
        broadcast_remove_round(broadcasts, broadcast->rounds[broadcast->rounds_count - 1]);
    hash_table_remove(&broadcasts->broadcasts, broadcast);
    free(broadcast);
}

void broadcast_plan(Broadcasts *broadcasts, int64_t at)
{
    if (at < broadcasts->next_at)
        broadcasts->next_at = at;
}

bool broadcast_is_own(const Broadcast *broadcast, const BroadcastPerson *by)
{
    return by && by->id[0] && (by->is_operator || strcmp(by->id, broadcast->owner) == 0);
}

static int64_t changed_at(const Broadcast *broadcast)
{
    int64_t at = broadcast->made_at;
    for (uint32_t i = 0; i < broadcast->rounds_count; i++)
        if (broadcast->rounds[i]->changed_at > at)
            at = broadcast->rounds[i]->changed_at;
    return at;
}

static int compare(const void *one, const void *other)
{
    const Broadcast *a = *(const Broadcast *const *)one, *b = *(const Broadcast *const *)other;
    int64_t at = changed_at(a), of = changed_at(b);
    if (at != of)
        return at > of ? -1 : 1;
    return strcmp(a->id, b->id);
}

size_t broadcast_sort(const Broadcasts *broadcasts, const Broadcast *list[BROADCASTS_MAX])
{
    const Broadcast *broadcast;
    size_t count = 0;
    for (size_t at = 0; (broadcast = hash_table_next(&broadcasts->broadcasts, &at));)
        list[count++] = broadcast;
    if (count)
        qsort(list, count, sizeof *list, compare);
    return count;
}

void broadcast_page(const Broadcast *broadcast, const char *base, char url[BROADCAST_URL_SIZE])
{
    snprintf(url, BROADCAST_URL_SIZE, "%.256s/tournament/%s/broadcast", base, broadcast->id);
}
