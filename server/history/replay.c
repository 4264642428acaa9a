#include "replay.h"

#include "fen.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static bool read_setup(const StoreGame *game, GameSetup *setup)
{
    *setup = (GameSetup){
        .variant = (Variant)game->variant,
        .control = game->control,
        .rated = game->rated,
        .first_move = game->first_move,
        .rules = game->rules,
        .created = game->created,
    };
    if (!game_setup_is_valid(setup))
        return false;
    if (game->fen[0] == '\0')
        position_start(&setup->start);
    else if (fen_parse(game->fen, strlen(game->fen), &setup->start, NULL) != FEN_OK)
        return false;
    if (setup->variant == VARIANT_CHESS960)
        setup->start.chess960 = true;
    return true;
}

/* Room for everything that was played and some more. */
static unsigned plies_for(uint32_t events)
{
    unsigned plies = REPLAY_PLIES_FIRST;
    while (plies < events + REPLAY_PLIES_FIRST / 2 && plies < LINE_PLIES_MAX)
        plies *= 2;
    return plies < LINE_PLIES_MAX ? plies : LINE_PLIES_MAX;
}

static bool replay_events(Room *room, const StoredGame *game, Event *events, uint32_t *bad_seq)
{
    for (uint32_t i = 0; i < game->count; i++) {
        const StoredEvent *stored = &game->events[i];
        Event event;
        *bad_seq = stored->seq;
        if (!event_unpack(&event, stored->bytes, stored->size))
            return false;
        event.seq = stored->seq;
        if (!room_replay(room, &event))
            return false;
        if (events)
            events[i] = event;
    }
    *bad_seq = 0;
    return true;
}

Room *replay_room(const StoredGame *game, void **memory, unsigned *plies, Event *events,
                  uint32_t *bad_seq)
{
    GameSetup setup;
    *bad_seq = 0;
    if (!read_setup(&game->game, &setup))
        return NULL;
    *plies = plies_for(game->count);
    *memory = memory_new(room_size(*plies));
    Room *room = room_init(*memory, *plies, &setup);
    if (replay_events(room, game, events, bad_seq))
        return room;
    free(*memory);
    *memory = NULL;
    return NULL;
}
