#include "apply.h"

#include "beginning.h"
#include "computer.h"
#include "publish.h"
#include "rated.h"
#include "seeking.h"
#include "tell.h"

static void part(Hall *hall, const Game *game, Status status)
{
    if (status == STATUS_ABORTED || status == STATUS_NOSTART)
        lobby_part(hall->lobby, &game->seat[WHITE], &game->seat[BLACK], hall->now);
}

/* It is over: it may leave memory in a while, and it is nobody's unfinished game any more. */
static void end(Hall *hall, Game *game, const Event *event)
{
    rated_end(hall, game, event);
    part(hall, game, event->end.status);
    hall->options.metrics->games_ended_total++;
    hall->unfinished--;
    computer_uncount(hall, game);
    game->drop_at = hall->now + KEEP_FINISHED;
    for (Color seat = WHITE; seat <= BLACK; seat++) {
        Player *player = player_find(&hall->players, game->seat[seat].id);
        if (!player)
            continue;
        player_remove_game(player, &game->id);
        player_release(&hall->players, player);
    }
}

/* What events bring about beyond their game. */
static void follow(Hall *hall, Game *game, const Events *events)
{
    for (int i = 0; i < events->count; i++) {
        if (events->at[i].kind == EV_END)
            end(hall, game, &events->at[i]);
        else if (events->at[i].kind == EV_REMATCH)
            beginning_of_rematch(hall, game, &events->at[i].next);
        seeking_moved(hall, game);
    }
}

/* Each door asks the room with the hall's memory to search in. */
static Room *room_of(Hall *hall, Game *game)
{
    room_lend(game->room, hall->helpmate);
    return game->room;
}

RoomError apply_command(Hall *hall, Game *game, Color seat, const Command *command,
                        SessionId session, const Request *request)
{
    Events events = {0};
    RoomError error = room_apply(room_of(hall, game), seat, command, hall->now, &events);
    if (error == ROOM_FULL && game_grow(game))
        error = room_apply(game->room, seat, command, hall->now, &events);
    if (error == ROOM_OK) {
        publish_answered(hall, game, &events, session, request);
        follow(hall, game, &events);
    } else if (request) {
        const char *why = error == ROOM_FULL ? "the game is too long" : room_error_text(error);
        Code code = error == ROOM_FULL ? CODE_NOT_NOW : code_of_room(error);
        /* It shows how the game stands: not before that is durable. */
        tell_error(hall, session, request, code, why, game->journal);
    }
    return error;
}

void apply_tick(Hall *hall, Game *game)
{
    Events events = {0};
    if (hall_is_frozen(hall, game))
        return;
    room_tick(room_of(hall, game), hall->now, &events);
    publish(hall, game, &events);
    follow(hall, game, &events);
}

void apply_call_off(Hall *hall, Game *game)
{
    Events events = {0};
    room_call_off(game->room, hall->now, &events);
    publish(hall, game, &events);
    follow(hall, game, &events);
}

void apply_presence(Hall *hall, Game *game, Color seat, bool present)
{
    Events events = {0};
    if (game->present[seat] == present)
        return;
    game->present[seat] = present;
    room_presence(game->room, seat, present, hall->now, &events);
    hall_crowd_changed(hall, game);
    publish(hall, game, &events);
    follow(hall, game, &events);
}

void apply_restart(Hall *hall, Game *game)
{
    Events events = {0};
    room_restart(room_of(hall, game), hall->now, &events);
    publish(hall, game, &events);
    follow(hall, game, &events);
}
