#include "game_opening.h"

#include "room.h"

/* The moves that were not taken back. */
static uint32_t moves_of(const StoredGame *game, Move moves[OPENINGS_PLIES_MAX])
{
    uint32_t plies = 0;
    for (uint32_t i = 0; i < game->count; i++) {
        Event event;
        if (!event_unpack(&event, game->events[i].bytes, game->events[i].size))
            return 0;
        if (event.kind == EV_TAKEBACK)
            plies = event.ply;
        if (event.kind != EV_MOVE || event.move.ply != plies + 1)
            continue;
        if (plies < OPENINGS_PLIES_MAX)
            moves[plies] = event.move.move;
        plies++;
    }
    return plies < OPENINGS_PLIES_MAX ? plies : OPENINGS_PLIES_MAX;
}

/* A journal that we did not write must not make us play illegal moves. */
static bool are_legal(const Position *start, const Move *moves, uint32_t count)
{
    Position pos = *start;
    for (uint32_t i = 0; i < count; i++) {
        if (!position_is_legal(&pos, moves[i]))
            return false;
        position_play(&pos, moves[i]);
    }
    return true;
}

bool game_opening(const StoredGame *game, Opening *opening)
{
    Move moves[OPENINGS_PLIES_MAX] = {MOVE_NONE};
    Position start;
    position_start(&start);
    if (openings_count() == 0 || game->game.fen[0] || game->game.variant != VARIANT_STANDARD)
        return false;
    uint32_t count = moves_of(game, moves);
    return are_legal(&start, moves, count) && opening_of_moves(&start, moves, count, opening);
}

uint32_t game_opening_key(const StoredGame *game)
{
    Opening opening;
    return game_opening(game, &opening) ? opening.key : 0;
}
