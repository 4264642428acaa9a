#include "game_behind.h"

#include "memory.h"
#include "replay.h"

#include <stdlib.h>
#include <string.h>

static bool is_player(const StoreGame *game, const char *viewer)
{
    return viewer[0] && (strcmp(game->seat[WHITE].player, viewer) == 0 ||
                         strcmp(game->seat[BLACK].player, viewer) == 0);
}

/* The last time that this ply was played; moves that were taken back may have been played there before. */
static uint32_t find_move(const Event *events, uint32_t count, uint32_t ply)
{
    uint32_t found = count;
    for (uint32_t i = 0; i < count; i++)
        if (events[i].kind == EV_MOVE && events[i].move.ply == ply)
            found = i;
    return found;
}

void game_fall_behind(StoredGame *game, uint32_t plies, const char *viewer)
{
    void *memory;
    unsigned capacity;
    uint32_t bad_seq;
    if (game->game.ended || game->game.imported || is_player(&game->game, viewer))
        return;
    Event *events = memory_array(game->count + 1, sizeof *events);
    Room *room = replay_room(game, &memory, &capacity, events, &bad_seq);
    if (room) {
        uint32_t played = room_line(room)->plies;
        uint32_t shown = played > plies ? played - plies : 0;
        game->count = find_move(events, game->count, shown + 1);
        free(memory);
    }
    free(events);
}

void game_hide_after(StoredGame *game, int64_t until, const char *viewer)
{
    StoreGame *head = &game->game;
    uint32_t shown = 0;
    if (head->imported || is_player(head, viewer))
        return;
    Event *events = memory_array(game->count + 1, sizeof *events);
    void *memory;
    unsigned capacity;
    uint32_t bad_seq;
    Room *room = replay_room(game, &memory, &capacity, events, &bad_seq);
    if (room)
        free(memory);
    while (room && shown < game->count && head->created + events[shown].at <= until)
        shown++;
    if (room && shown < game->count) {
        game->count = shown;
        head->ended = 0;
        head->status = STATUS_STARTED;
        head->winner = WINNER_NONE;
        head->reason = REASON_NONE;
    }
    free(events);
}

void game_delay(StoredGame *game, const GameDelay *delay, uint32_t plies, const char *viewer)
{
    if (delay->has_until)
        game_hide_after(game, delay->until, viewer);
    if (delay->plies > plies)
        plies = delay->plies;
    if (plies)
        game_fall_behind(game, plies, viewer);
}

GameDelays *game_delays_new(size_t most)
{
    return memory_new(sizeof(GameDelays) + most * sizeof(DelayedGame));
}

void game_delays_free(GameDelays *delays)
{
    free(delays);
}

static int by_id(const void *one, const void *other)
{
    const DelayedGame *a = one, *b = other;
    return strcmp(a->id.text, b->id.text);
}

void game_delays_sort(GameDelays *delays)
{
    qsort(delays->games, delays->count, sizeof *delays->games, by_id);
}

GameDelay game_delays_find(const GameDelays *delays, const GameId *id)
{
    DelayedGame wanted = {.id = *id};
    const DelayedGame *found =
        bsearch(&wanted, delays->games, delays->count, sizeof *delays->games, by_id);
    return found ? found->delay : (GameDelay){0};
}
