#include "revive.h"

#include "apply.h"
#include "log.h"
#include "memory.h"
#include "presence.h"
#include "replay.h"
#include "sleeping.h"
#include "visiting_engines.h"

#include <stdlib.h>
#include <string.h>

Person revive_person(const Hall *hall, const StoreSeat *seat)
{
    if (seat->level >= LEVEL_ENGINE)
        return visiting_person(hall, seat->level, seat->rating);
    if (seat->level > 0 && seat->level < LEVEL_MAX && seat->rating >= COMPUTER_LEAST &&
        seat->rating <= COMPUTER_MOST)
        return person_computer_rated(seat->rating);
    if (seat->level > 0)
        return person_computer(seat->level);
    Person person = {.rating = seat->rating, .guest = seat->guest};
    memcpy(person.id, seat->player, sizeof person.id);
    memcpy(person.name, seat->name, sizeof person.name);
    return person;
}

Game *revive_game(const Hall *hall, const StoredGame *stored)
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
    Person seat[2] = {revive_person(hall, &stored->game.seat[WHITE]),
                      revive_person(hall, &stored->game.seat[BLACK])};
    Game *game = game_take(&stored->game.id, seat, room, memory, plies, events, stored->count);
    game->again = stored->game.again;
    return game;
}

static void revive_one(void *context, const StoredGame *stored)
{
    Hall *hall = context;
    Game *game = revive_game(hall, stored);
    if (!game)
        return;
    hall_add_game(hall, game);
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (game->seat[seat].level == 0)
            player_add_game(player_get(&hall->players, &game->seat[seat]), &game->id);
    apply_restart(hall, game);
    for (Color seat = WHITE; seat <= BLACK; seat++)
        if (game->seat[seat].level > 0)
            apply_presence(hall, game, seat,
                           !person_is_engine(&game->seat[seat]) ||
                               visiting_is_here(hall, &game->seat[seat]));
    hall_touch(hall, game);
}

static void revive_challenge(void *context, const StoreChallenge *stored)
{
    Hall *hall = context;
    Challenge challenge;
    if (!challenge_unpack(&challenge, stored->terms, stored->size)) {
        log_warning("challenge %s is damaged and left out", stored->id);
        return;
    }
    presence_refresh(hall, &challenge.from);
    if (!challenge.from.guest)
        challenge.address[0] = '\0';
    presence_refresh(hall, &challenge.to);
    challenges_load(hall->challenges, &challenge, hall->wall);
}

bool revive_all(Hall *hall, char *line)
{
    hall_read_clocks(hall);
    return store_load_games(hall->options.store, revive_one, hall, line) == STORE_OK &&
           sleeping_load(hall, line) &&
           store_load_challenges(hall->options.store, hall->wall, revive_challenge, hall, line) ==
               STORE_OK;
}
