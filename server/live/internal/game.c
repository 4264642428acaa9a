#include "game.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_FIRST = 16 };

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
    for (uint32_t i = 0; i < count; i++)
        game_note(game, &events[i]);
    free(events);
    Color computer;
    if (game_computer(game, &computer))
        game->thinking = memory_new(sizeof *game->thinking);
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
    chat_log_free(game->said);
    chat_log_free(game->said_by_players);
    free(game->conditional[WHITE]);
    free(game->conditional[BLACK]);
    free(game->thinking);
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

/* Each is the length of what event_pack writes, that, and of a move its SAN with the NUL behind it. */
void game_note(Game *game, const Event *event)
{
    unsigned char packed[EVENT_PACKED_MAX];
    size_t length = event_pack(event, packed);
    size_t san = event->kind == EV_MOVE ? strlen(event->move.san) + 1 : 0;
    assert(event->seq == game->count + 1);
    size_t needed = game->size + 1 + length + san;
    if (needed > game->capacity) {
        game->capacity =
            needed + needed / 4; /* doubled, much would lie idle in thousands of games */
        game->events = memory_resize(game->events, game->capacity, 1);
    }
    unsigned char *at = game->events + game->size;
    at[0] = (unsigned char)length;
    memcpy(at + 1, packed, length);
    memcpy(at + 1 + length, event->kind == EV_MOVE ? event->move.san : "", san);
    game->size = needed;
    game->count++;
}

size_t game_event(const Game *game, size_t place, Event *event)
{
    const unsigned char *at = game->events + place;
    assert(place < game->size);
    bool is_whole = event_unpack(event, at + 1, at[0]);
    assert(is_whole);
    size_t san = 0;
    if (event->kind == EV_MOVE) {
        san = strlen((const char *)at + 1 + at[0]) + 1;
        memcpy(event->move.san, at + 1 + at[0], san);
    }
    return place + 1 + at[0] + san;
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
    Color turn = position_turn(&room_line(game->room)->now);
    bool is_white = game->seat[WHITE].kind != PERSON_HUMAN;
    bool is_black = game->seat[BLACK].kind != PERSON_HUMAN;
    *seat = is_white && is_black ? turn : is_white ? WHITE : BLACK;
    return is_white || is_black;
}
