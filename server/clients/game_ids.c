#include "game_ids.h"

#include "array.h"
#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const GameId *game_ids_at(const GameIds *games, uint32_t place)
{
    assert(place < games->count);
    return place ? &games->later[place - 1] : &games->first;
}

static uint32_t place_of(const GameIds *games, const GameId *id)
{
    uint32_t place = 0;
    while (place < games->count && strcmp(game_ids_at(games, place)->text, id->text) != 0)
        place++;
    return place;
}

bool game_ids_has(const GameIds *games, const GameId *id)
{
    return place_of(games, id) < games->count;
}

bool game_ids_add(GameIds *games, const GameId *id)
{
    if (game_ids_has(games, id))
        return false;
    if (games->count == 0) {
        games->first = *id;
    } else {
        size_t size = games->size;
        games->later = array_reserve(games->later, &size, games->count, sizeof *games->later);
        games->size = (uint32_t)size;
        games->later[games->count - 1] = *id;
    }
    games->count++;
    return true;
}

bool game_ids_remove(GameIds *games, const GameId *id)
{
    uint32_t place = place_of(games, id);
    if (place == games->count)
        return false;
    games->count--;
    for (; place < games->count; place++) {
        GameId *at = place ? &games->later[place - 1] : &games->first;
        *at = games->later[place];
    }
    return true;
}

GameId *game_ids_copy(const GameIds *games)
{
    GameId *copy = memory_array(games->count, sizeof *copy);
    for (uint32_t place = 0; place < games->count; place++)
        copy[place] = *game_ids_at(games, place);
    return copy;
}

void game_ids_clear(GameIds *games)
{
    free(games->later);
    *games = (GameIds){0};
}
