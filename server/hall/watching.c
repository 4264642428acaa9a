#include "watching.h"

#include "challenging.h"
#include "loading.h"
#include "tell.h"

static void tell_since(Hall *hall, SessionId session, const Game *game, uint32_t since)
{
    const GameSetup *setup = room_setup(game->room);
    for (uint32_t seq = since + 1; seq <= game->count; seq++) {
        print_event(&hall->text, &game->id, setup, game_event(game, seq));
        tell_session(hall, session, game->journal);
    }
}

static void answer_watch(Hall *hall, Visitor *visitor, const Request *request, Game *game,
                         Code code)
{
    if (!game) {
        tell_refusal(hall, visitor->session, request, code);
        return;
    }
    Ok ok = {.room = game->room, .axis = hall->now, .wall = hall->wall};
    tell_ok(hall, visitor->session, request, &ok, game->journal);
    uint32_t since = request->watch.since;
    bool can_follow =
        request->watch.has_since && since <= game->count && game->count - since <= CATCH_UP_MAX;
    if (can_follow)
        tell_since(hall, visitor->session, game, since);
    else
        tell_snapshot(hall, visitor->session, game);
    hall_listen(hall, game, visitor);
}

bool watching_is_allowed(Hall *hall, const Visitor *visitor)
{
    return allowance_take_number(hall->allowance, LIMIT_WATCH, visitor->session, hall->now) &&
           allowance_take(hall->allowance, LIMIT_WATCH_ADDRESS, visitor->address, hall->now);
}

void watching_watch(Hall *hall, Visitor *visitor, const Request *request)
{
    if (!request->game.text[0]) {
        challenging_watch(hall, visitor, request);
        return;
    }
    if (!watching_is_allowed(hall, visitor))
        tell_refusal(hall, visitor->session, request, CODE_TOO_FAST);
    else if (visitor->games_count >= WATCHED_MAX)
        tell_error(hall, visitor->session, request, CODE_NOT_NOW, "you watch too many games", 0);
    else
        loading_want(hall, visitor, request, answer_watch);
}

void watching_unwatch(Hall *hall, Visitor *visitor, const Request *request)
{
    Color seat;
    if (!request->game.text[0]) {
        challenging_unwatch(hall, visitor, request);
        return;
    }
    Game *game = hall_game(hall, &request->game);
    if (game && !game_is_over(game) && game_seat_of(game, visitor->player->person.id, &seat) &&
        visitor_may(visitor, SCOPES_PLAY)) {
        tell_error(hall, visitor->session, request, CODE_NOT_NOW,
                   "you play in this game, and it goes on", game->journal);
        return;
    }
    if (game) {
        listeners_remove(&game->players, visitor->session);
        if (listeners_remove(&game->watchers, visitor->session))
            hall_crowd_changed(hall, game);
        visitor_remove_game(visitor, &game->id);
    }
    tell_ok(hall, visitor->session, request, NULL, 0);
}

void watching_forget(Hall *hall, Visitor *visitor)
{
    for (uint32_t i = 0; i < visitor->games_count; i++) {
        Game *game = hall_game(hall, &visitor->games[i]);
        if (!game)
            continue;
        listeners_remove(&game->players, visitor->session);
        if (listeners_remove(&game->watchers, visitor->session))
            hall_crowd_changed(hall, game);
        hall_touch(hall, game);
    }
}
