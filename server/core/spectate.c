#include "spectate.h"

#include "challenging.h"
#include "loading.h"
#include "tell.h"

static void tell_since(Core *core, SessionId session, const Game *game, uint32_t since)
{
    const GameSetup *setup = room_setup(game->room);
    for (uint32_t seq = since + 1; seq <= game->count; seq++) {
        print_event(&core->text, &game->id, setup, game_event(game, seq));
        tell_session(core, session, game->journal);
    }
}

static void answer_watch(Core *core, Visitor *visitor, const Request *request, Game *game,
                         Code code)
{
    if (!game) {
        tell_refusal(core, visitor->session, request, code);
        return;
    }
    Ok ok = {.room = game->room, .axis = core->now, .wall = core->wall};
    tell_ok(core, visitor->session, request, &ok, game->journal);
    uint32_t since = request->watch.since;
    bool can_follow =
        request->watch.has_since && since <= game->count && game->count - since <= CATCH_UP_MAX;
    if (can_follow)
        tell_since(core, visitor->session, game, since);
    else
        tell_snapshot(core, visitor->session, game);
    core_listen(core, game, visitor);
}

bool spectate_is_allowed(Core *core, const Visitor *visitor)
{
    return rate_limiter_take_number(core->limiter, LIMIT_WATCH, visitor->session, core->now) &&
           rate_limiter_take(core->limiter, LIMIT_WATCH_ADDRESS, visitor->address, core->now);
}

void spectate_start(Core *core, Visitor *visitor, const Request *request)
{
    if (!request->game.text[0]) {
        challenging_watch(core, visitor, request);
        return;
    }
    if (!spectate_is_allowed(core, visitor))
        tell_refusal(core, visitor->session, request, CODE_TOO_FAST);
    else if (visitor->games_count >= WATCHED_MAX)
        tell_error(core, visitor->session, request, CODE_NOT_NOW, "you watch too many games", 0);
    else
        loading_want(core, visitor, request, answer_watch);
}

void spectate_stop(Core *core, Visitor *visitor, const Request *request)
{
    Color seat;
    if (!request->game.text[0]) {
        challenging_unwatch(core, visitor, request);
        return;
    }
    Game *game = core_game(core, &request->game);
    if (game && !game_is_over(game) && game_seat_of(game, visitor->player->person.id, &seat) &&
        visitor_may(visitor, SCOPES_PLAY)) {
        tell_error(core, visitor->session, request, CODE_NOT_NOW,
                   "you play in this game, and it goes on", game->journal);
        return;
    }
    if (game) {
        listeners_remove(&game->players, visitor->session);
        if (listeners_remove(&game->watchers, visitor->session))
            core_crowd_changed(core, game);
        visitor_remove_game(visitor, &game->id);
    }
    tell_ok(core, visitor->session, request, NULL, 0);
}

void spectate_forget(Core *core, Visitor *visitor)
{
    for (uint32_t i = 0; i < visitor->games_count; i++) {
        Game *game = core_game(core, &visitor->games[i]);
        if (!game)
            continue;
        listeners_remove(&game->players, visitor->session);
        if (listeners_remove(&game->watchers, visitor->session))
            core_crowd_changed(core, game);
        core_touch(core, game);
    }
}
