/* What is put of games that were played elsewhere; store.c has the rest. */
#include "memory.h"
#include "putting.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

uint64_t store_put_import(Store *store, const StoredGame *game, const char *by, Color color,
                          uint32_t opening)
{
    size_t events = game->count * sizeof *game->events;
    size_t size = sizeof(PutImport) + events + game->tags_size;
    assert(game->game.imported && game->tags_size <= STORE_TAGS_MAX);
    assert(strlen(by) <= STORE_PLAYER_ID_MAX);
    PutImport *put = memory_new(size);
    put->number = store_number_of(store, &game->game.id);
    put->game = game->game;
    memcpy(put->by, by, strlen(by));
    put->color = color;
    put->opening = opening;
    put->count = game->count;
    put->tags_size = game->tags_size;
    memcpy(put->events, game->events, events);
    if (game->tags_size)
        memcpy((char *)put->events + events, game->tags, game->tags_size);
    uint64_t number = store_push(store, PUT_IMPORT, put, size);
    free(put);
    return number;
}
