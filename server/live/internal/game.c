#include "game.h"

#include "array.h"
#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_FIRST = 64, EVENTS_FIRST = 16 };

Game *game_take(const GameId *id, const Person seat[2], Room *room, void *memory, unsigned plies,
                Event *events, uint32_t count)
{
    Game *game = memory_new(sizeof *game);
    game->id = *id;
    game->seat[WHITE] = seat[WHITE];
    game->seat[BLACK] = seat[BLACK];
    game->room = room;
    game->memory = memory;
    game->plies = plies;
    game->events = events;
    game->count = game->size = count;
    game->crowd_at = game->drop_at = game->sleep_at = INT64_MAX;
    return game;
}

Game *game_new(const GameId *id, const Person seat[2], const GameSetup *setup)
{
    void *memory = memory_new(room_size(PLIES_FIRST));
    Room *room = room_init(memory, PLIES_FIRST, setup);
    return game_take(id, seat, room, memory, PLIES_FIRST, NULL, 0);
}

void game_free(Game *game)
{
    assert(!game->due.place);
    listeners_clear(&game->players);
    listeners_clear(&game->watchers);
    free(game->conditional[WHITE]);
    free(game->conditional[BLACK]);
    free(game->events);
    free(game->memory);
    free(game);
}

bool game_grow(Game *game)
{
    if (game->plies == LINE_PLIES_MAX)
        return false;
    unsigned plies = 2 * game->plies < LINE_PLIES_MAX ? 2 * game->plies : LINE_PLIES_MAX;
    void *memory = memory_new(room_size(plies));
    game->room = room_grow(game->room, memory, plies);
    free(game->memory);
    game->memory = memory;
    game->plies = plies;
    return true;
}

void game_note(Game *game, const Event *event)
{
    assert(event->seq == game->count + 1);
    game->events = array_reserve(game->events, &game->size, game->count + 1, sizeof *game->events);
    game->events[game->count++] = *event;
}

const Event *game_event(const Game *game, uint32_t seq)
{
    assert(seq >= 1 && seq <= game->count);
    return &game->events[seq - 1];
}

bool game_is_over(const Game *game)
{
    Status status = room_status(game->room);
    return status != STATUS_CREATED && status != STATUS_STARTED;
}

bool game_seat_of(const Game *game, const char *person, Color *seat)
{
    for (Color color = WHITE; color <= BLACK; color++)
        if (game->seat[color].kind == PERSON_HUMAN && strcmp(game->seat[color].id, person) == 0) {
            *seat = color;
            return true;
        }
    return false;
}

bool game_computer(const Game *game, Color *seat)
{
    for (Color color = WHITE; color <= BLACK; color++)
        if (game->seat[color].kind != PERSON_HUMAN) {
            *seat = color;
            return true;
        }
    return false;
}
