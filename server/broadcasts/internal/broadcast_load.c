/* What there was when the server went down, as broadcast_rows.c wrote it. What a newer castled may have added is skipped. */
#include "broadcast_state.h"

#include <cJSON.h>

#include <stdio.h>
#include <string.h>

static void read_text(const cJSON *object, const char *name, char *text, size_t size)
{
    const char *value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    snprintf(text, size, "%s", value ? value : "");
}

static int64_t instant_of(const cJSON *value)
{
    bool is_good = cJSON_IsNumber(value) && value->valuedouble >= 0 && value->valuedouble < 9e15;
    return is_good ? (int64_t)value->valuedouble : 0;
}

static int64_t read_number(const cJSON *object, const char *name)
{
    return instant_of(cJSON_GetObjectItemCaseSensitive(object, name));
}

static bool load_head(Broadcasts *broadcasts, const char *id, const cJSON *object)
{
    if (broadcasts->broadcasts.count >= BROADCASTS_MAX)
        return false;
    Broadcast *broadcast = broadcast_add(broadcasts, id);
    read_text(object, "name", broadcast->name, sizeof broadcast->name);
    read_text(object, "description", broadcast->description, sizeof broadcast->description);
    read_text(object, "owner", broadcast->owner, sizeof broadcast->owner);
    read_text(object, "ownerName", broadcast->owner_name, sizeof broadcast->owner_name);
    broadcast->made_at = read_number(object, "madeAt");
    return true;
}

/* When the last move of each game came; a row of an older castled does not say. */
static void load_moved_at(const cJSON *instants, const BroadcastMerged *merged, uint32_t count,
                          BroadcastGames *games)
{
    const cJSON *value = cJSON_IsArray(instants) ? instants->child : NULL;
    for (uint32_t i = 0; i < count && value; i++, value = value->next)
        if (merged[i].board)
            games->at[merged[i].board - 1].moved_at = instant_of(value);
}

static bool load_round(Broadcasts *broadcasts, const StoreBroadcast *row, const cJSON *object,
                       const char *pgn, size_t length)
{
    Broadcast *of = broadcast_find(broadcasts, row->of);
    BroadcastGames came;
    BroadcastMerged merged[BROADCAST_BOARDS_MAX];
    if (!of || of->rounds_count == BROADCAST_ROUNDS_MAX)
        return false;
    Round *round = broadcast_add_round(broadcasts, of, row->id);
    read_text(object, "name", round->name, sizeof round->name);
    read_text(object, "url", round->url, sizeof round->url);
    round->starts_at = read_number(object, "startsAt");
    int64_t period = read_number(object, "period");
    round->period = period >= BROADCAST_PERIOD_MIN && period <= BROADCAST_PERIOD_MAX
                        ? (int32_t)period
                        : BROADCAST_PERIOD;
    round->is_over = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, "over"));
    round->made_at = read_number(object, "madeAt");
    round->changed_at = read_number(object, "changedAt");
    round->seq = (uint32_t)read_number(object, "seq");
    if (broadcast_games_read(&came, pgn, length)) {
        uint32_t count = came.count;
        broadcast_games_merge(&round->games, &came, round->seq, 0, merged);
        load_moved_at(cJSON_GetObjectItemCaseSensitive(object, "movedAt"), merged, count,
                      &round->games);
    }
    round->size = broadcast_games_size(&round->games);
    broadcasts->size += round->size;
    broadcast_plan_asking(broadcasts, round);
    return true;
}

static bool take_row(void *context, const StoreBroadcast *row)
{
    const char *end = memchr(row->data, '\n', row->size);
    size_t length = end ? (size_t)(end - row->data) : row->size;
    cJSON *object = cJSON_ParseWithLength(row->data, length);
    bool is_good = cJSON_IsObject(object);
    if (is_good && !row->of[0])
        is_good = load_head(context, row->id, object);
    else if (is_good)
        is_good =
            load_round(context, row, object, end ? end + 1 : "", end ? row->size - length - 1 : 0);
    cJSON_Delete(object);
    return is_good;
}

bool broadcasts_load(Broadcasts *broadcasts, char *line)
{
    return store_load_broadcasts(broadcasts->options.store, take_row, broadcasts, line) == STORE_OK;
}
