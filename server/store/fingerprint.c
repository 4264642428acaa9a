#include "fingerprint.h"

#include "fnv.h"

#include <string.h>

int64_t game_fingerprint(const StoredGame *game)
{
    uint64_t hash = fnv_on(FNV_START, game->game.fen, strlen(game->game.fen) + 1);
    hash = fnv_on(hash, game->tags, game->tags_size);
    for (uint32_t i = 0; i < game->count; i++)
        hash = fnv_on(hash, game->events[i].bytes, game->events[i].size);
    return (int64_t)hash;
}
