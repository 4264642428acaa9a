/* game_ids.h - a set of games, by id, in the order in which they were added.
 *
 * Most who play have one game, and most connections hear one: the first takes no memory of its own. Embedded: zeroed, it is
 * empty; game_ids_clear frees its memory. */
#pragma once

#include "command.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    GameId first; /* the oldest */
    GameId *later;
    uint32_t count; /* of all */
    uint32_t size;  /* for so many later ones there is memory */
} GameIds;

bool game_ids_has(const GameIds *games, const GameId *id);
/* False when it was in the set already. */
bool game_ids_add(GameIds *games, const GameId *id);
/* False when it was not in the set. */
bool game_ids_remove(GameIds *games, const GameId *id);
/* One of them, by its place: 0 is the oldest. */
const GameId *game_ids_at(const GameIds *games, uint32_t place);
/* A copy of all, oldest first, which the caller frees. */
GameId *game_ids_copy(const GameIds *games);
void game_ids_clear(GameIds *games);
