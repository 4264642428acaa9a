#include "fingerprint.h"

#include <string.h>

/* FNV-1a, 64 bits (draft-eastlake-fnv). */
static uint64_t take(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * 0x100000001b3;
    return hash;
}

int64_t game_fingerprint(const StoredGame *game)
{
    uint64_t hash = take(0xcbf29ce484222325, game->game.fen, strlen(game->game.fen) + 1);
    hash = take(hash, game->tags, game->tags_size);
    for (uint32_t i = 0; i < game->count; i++)
        hash = take(hash, game->events[i].bytes, game->events[i].size);
    return (int64_t)hash;
}
