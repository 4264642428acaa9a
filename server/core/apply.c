#include "apply.h"

#include "computer.h"
#include "log.h"
#include "publish.h"
#include "rated.h"
#include "seeking.h"
#include "start_game.h"
#include "tell.h"

static void part(Core *core, const Game *game, Status status)
{
    if (status == STATUS_ABORTED || status == STATUS_NOSTART)
        lobby_part(core->lobby, &game->seat[WHITE], &game->seat[BLACK], core->now);
}

/* It is over: it may leave memory in a while, and it is nobody's unfinished game any more. */
static void end(Core *core, Game *game, const Event *event)
{
    rated_end(core, game, event);
    part(core, game, event->end.status);
    core->options.metrics->games_ended_total++;
    log_debug("game %s has ended: %s", game->id.text, status_word(event->end.status));
    core->unfinished--;
    computer_uncount(core, game);
    game->drop_at = core->now + KEEP_FINISHED;
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        Player *player = player_find(&core->players, game->seat[seat].id);
        if (!player)
            continue;
        player_remove_game(player, &game->id);
        player_release(&core->players, player);
    }
}

/* What events bring about beyond their game. */
static void follow(Core *core, Game *game, const Events *events)
{
    for (int i = 0; i < events->count; i++) {
        if (events->at[i].kind == EV_END)
            end(core, game, &events->at[i]);
        else if (events->at[i].kind == EV_REMATCH)
            beginning_of_rematch(core, game, &events->at[i].next);
        seeking_moved(core, game);
    }
}

/* Each door asks the room with the core's memory to search in. */
static Room *room_of(Core *core, Game *game)
{
    room_lend(game->room, core->helpmate);
    return game->room;
}

RoomError apply_command(Core *core, Game *game, Color seat, const Command *command,
                        SessionId session, const Request *request)
{
    Events events = {0};
    RoomError error = room_apply(room_of(core, game), seat, command, core->now, &events);
    if (error == ROOM_FULL && game_grow(game))
        error = room_apply(game->room, seat, command, core->now, &events);
    if (error == ROOM_OK) {
        publish_answered(core, game, &events, session, request);
        follow(core, game, &events);
    } else if (request) {
        const char *why = error == ROOM_FULL ? "the game is too long" : room_error_text(error);
        Code code = error == ROOM_FULL ? CODE_NOT_NOW : code_of_room(error);
        /* It shows how the game stands: not before that is durable. */
        tell_error(core, session, request, code, why, game->journal);
    }
    return error;
}

void apply_tick(Core *core, Game *game)
{
    Events events = {0};
    if (core_is_frozen(core, game))
        return;
    room_tick(room_of(core, game), core->now, &events);
    publish(core, game, &events);
    follow(core, game, &events);
}

void apply_call_off(Core *core, Game *game)
{
    Events events = {0};
    room_call_off(game->room, core->now, &events);
    publish(core, game, &events);
    follow(core, game, &events);
}

void apply_presence(Core *core, Game *game, Color seat, bool present)
{
    Events events = {0};
    if (game->present[seat] == present)
        return;
    game->present[seat] = present;
    room_presence(game->room, seat, present, core->now, &events);
    core_crowd_changed(core, game);
    publish(core, game, &events);
    follow(core, game, &events);
}

void apply_restart(Core *core, Game *game)
{
    Events events = {0};
    room_restart(room_of(core, game), core->now, &events);
    publish(core, game, &events);
    follow(core, game, &events);
}
