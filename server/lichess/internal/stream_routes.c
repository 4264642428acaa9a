/* The streams, and the list of games in progress. */
#include "play_call.h"
#include "play_routes.h"
#include "rematch.h"
#include "tell_streams.h"

/* ---- the event stream ---- */

static void begin_events(Player *player, PlayerGame *game, Call *call)
{
    (void)game;
    (void)call;
    if (!player->events || player->events_begun)
        return;
    rematch_sweep(player);
    tell_begin_events(player);
}

static void go_on_with_events(void *owner)
{
    Player *player = owner;
    if (player->events_begun && player->events_more)
        tell_more_events(player);
}

/* One for each token: an older one ends. */
void stream_events(Call *call)
{
    Player *player = player_of(play_lichess(call), call);
    player->events_begun = false;
    player_open_stream(player, call,
                       (StreamUse){.place = &player->events, .ready = go_on_with_events});
    player_settle(player);
    player_want_all(player, call, begin_events);
}

/* ---- games ---- */

static void go_on_with_past(void *owner)
{
    tell_more_past(owner);
}

/* One for each game and token: an older one ends, so that no bot plays a game twice. */
static void open_game_stream(PlayerGame *game, Call *call)
{
    Player *player = game->player;
    bool is_open = player_open_stream(
        player, call, (StreamUse){.place = &game->stream, .ready = go_on_with_past});
    player_settle(player);
    if (is_open)
        tell_begin_game(game);
    player_wake(player); /* a game that is over has been told */
}

static void stream_own(Player *player, PlayerGame *game, Call *call)
{
    (void)player;
    if (play_has_game(call, game))
        open_game_stream(game, call);
}

void stream_own_game(Call *call)
{
    GameId id;
    if (play_is_right_api(call) && play_game_id(call, 0, &id))
        player_want_game(player_of(play_lichess(call), call), &id, call, stream_own);
}

static void stream_watched(Player *player, PlayerGame *game, Call *call)
{
    (void)player;
    if (game)
        open_game_stream(game, call);
    else
        answer_error(&call->asker, 404, "No such game");
}

void stream_watched_game(Call *call)
{
    GameId id;
    if (play_game_id(call, 0, &id))
        player_want_game(player_new_guest(play_lichess(call), call), &id, call, stream_watched);
}

/* ---- games in progress ---- */

static bool goes_on(const PlayerGame *game)
{
    return game->heard.is_known && game->is_own && !heard_game_is_over(&game->heard);
}

static bool is_awaited(const PlayerGame *game)
{
    return heard_game_turn(&game->heard) == game->seat;
}

/* Those in which the player is to move first, as lichess has them. */
static void print_games(const Player *player, bool awaited, int64_t *room, Text *text)
{
    for (const PlayerGame *game = player->games; game && *room; game = game->next) {
        if (!goes_on(game) || is_awaited(game) != awaited)
            continue;
        FormGame form = tell_form_game(game);
        form_game(text, NULL, &form);
        --*room;
    }
}

static void list_games(Player *player, PlayerGame *unused, Call *call)
{
    Text text;
    int64_t room = 9, turns = 0; /* as on lichess, unless "nb" says */
    (void)unused;
    for (const PlayerGame *game = player->games; game; game = game->next)
        turns += goes_on(game) && is_awaited(game);
    params_integer(&call->params, "nb", 1, 50, &room);
    text_init(&text);
    text_open(&text, NULL, '{');
    text_open(&text, "nowPlaying", '[');
    print_games(player, true, &room, &text);
    print_games(player, false, &room, &text);
    text_close(&text, ']');
    text_integer(&text, "nbMyTurn", turns);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void games_in_progress(Call *call)
{
    player_want_all(player_of(play_lichess(call), call), call, list_games);
}
