#include "revive.h"

#include "apply.h"
#include "external_engine.h"
#include "log.h"
#include "memory.h"
#include "presence.h"
#include "replay.h"
#include "sleeping.h"

#include <stdlib.h>
#include <string.h>

Person revive_person(const Core *core, const StoreSeat *seat)
{
    if (seat->kind == STORE_SEAT_ENGINE)
        return external_engine_person(core, seat);
    if (seat->kind == STORE_SEAT_LEVEL && seat->level < LEVEL_MAX &&
        seat->rating >= COMPUTER_LEAST && seat->rating <= COMPUTER_MOST)
        return person_computer_rated(seat->rating);
    if (seat->kind == STORE_SEAT_LEVEL)
        return person_computer(seat->level);
    Person person = {.rating = seat->rating, .guest = seat->guest};
    memcpy(person.id, seat->player, sizeof person.id);
    memcpy(person.name, seat->name, sizeof person.name);
    return person;
}

Game *revive_game(const Core *core, const StoredGame *stored)
{
    void *memory;
    unsigned plies;
    uint32_t bad_seq;
    Event *events = memory_array(stored->count, sizeof *events);
    Room *room = replay_room(stored, &memory, &plies, events, &bad_seq);
    if (!room) {
        log_warning("game %s is damaged at event %u and left out", stored->game.id.text,
                    (unsigned)bad_seq);
        free(events);
        return NULL;
    }
    Person seat[2] = {revive_person(core, &stored->game.seat[WHITE]),
                      revive_person(core, &stored->game.seat[BLACK])};
    Game *game = game_take(&stored->game.id, seat, room, memory, plies, events, stored->count);
    game->again = stored->game.again;
    return game;
}

static void revive_one(void *context, const StoredGame *stored)
{
    Core *core = context;
    Game *game = revive_game(core, stored);
    if (!game)
        return;
    core_add_game(core, game);
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (game->seat[seat].kind == PERSON_HUMAN)
            player_add_game(player_get(&core->players, &game->seat[seat]), &game->id);
    apply_restart(core, game);
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (game->seat[seat].kind != PERSON_HUMAN)
            apply_presence(core, game, seat,
                           game->seat[seat].kind == PERSON_LEVEL ||
                               external_engine_is_here(core, &game->seat[seat]));
    core_touch(core, game);
}

static void revive_challenge(void *context, const StoreChallenge *stored)
{
    Core *core = context;
    Challenge challenge;
    if (!challenge_unpack(&challenge, stored->terms, stored->size)) {
        log_warning("challenge %s is damaged and left out", stored->id);
        return;
    }
    presence_refresh(core, &challenge.from);
    if (!challenge.from.guest)
        challenge.address[0] = '\0';
    presence_refresh(core, &challenge.to);
    challenges_load(core->challenges, &challenge, core->wall);
}

bool revive_all(Core *core, char *line)
{
    core_read_clocks(core);
    return store_load_games(core->options.store, revive_one, core, line) == STORE_OK &&
           sleeping_load(core, line) &&
           store_load_challenges(core->options.store, core->wall, revive_challenge, core, line) ==
               STORE_OK;
}
