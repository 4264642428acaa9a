/* Clients' requests about games: watching, playing, chat. */
#include "apply.h"
#include "arranged_games.h"
#include "best_games.h"
#include "conditional_moves.h"
#include "rating_news.h"
#include "scope.h"
#include "stored_games.h"
#include "tell.h"

#include <stdlib.h>
#include <string.h>

/* ---- watching ---- */

static void tell_since(Live *live, SessionId session, const Game *game, uint32_t since)
{
    Event event;
    const GameSetup setup = room_setup(game->room);
    for (size_t place = 0, seq = 1; seq <= game->count; seq++) {
        place = game_event(game, place, &event);
        event.seq = (uint32_t)seq;
        if (seq <= since)
            continue;
        print_event(&live->text, &game->id, &setup, &event);
        tell_session(live->clients, &live->text, session, game->journal);
    }
}

static void answer_watch(Live *live, const Client *client, const Request *request, Game *game,
                         Code code)
{
    Color seat;
    if (!game) {
        tell_refusal(live->clients, client->session, request, code);
        return;
    }
    Ok ok = {.room = game->room, .axis = live->time->now, .wall = live->time->wall};
    tell_ok(live->clients, client->session, request, &ok, game->journal);
    uint32_t since = request->watch.since;
    bool can_follow =
        request->watch.has_since && since <= game->count && game->count - since <= CATCH_UP_MAX;
    if (can_follow)
        tell_since(live, client->session, game, since);
    else
        games_tell_snapshot(live, client->session, game);
    conditional_moves_tell(live, game, client);
    if (game_seat_of(game, client->person.id, &seat)) {
        games_print_muted(live, game, seat);
        tell_session(live->clients, &live->text, client->session, 0);
        if (!can_follow && !game_is_over(game))
            arranged_games_greet(live, game, seat, client->session);
    }
    games_listen(live, game, client);
    rating_news_tell(live, client->session, game);
}

void live_watch(Live *live, const Client *client, const Request *request)
{
    /* To watch a game again is no error. */
    if (!clients_hears_game(live->clients, client->session, &request->game) &&
        clients_games_count(live->clients, client->session) >= WATCHED_MAX)
        tell_error(live->clients, client->session, request, CODE_NOT_NOW,
                   "you watch too many games", 0);
    else
        stored_games_want(live, client, request, answer_watch);
}

void live_unwatch(Live *live, const Client *client, const Request *request)
{
    Color seat;
    Game *game = games_find(live, &request->game);
    if (game && !game_is_over(game) && game_seat_of(game, client->person.id, &seat) &&
        client_may(client, SCOPES_PLAY)) {
        tell_error(live->clients, client->session, request, CODE_NOT_NOW,
                   "you play in this game, and it goes on", game->journal);
        return;
    }
    if (game) {
        games_stop_listening(live, game, client->session);
        clients_remove_game(live->clients, client->session, &game->id);
    }
    tell_ok(live->clients, client->session, request, NULL, 0);
}

void live_connection_ends(Live *live, SessionId session)
{
    uint32_t count;
    GameId *games = clients_games(live->clients, session, &count);
    best_games_stop_listening(live, session);
    for (uint32_t i = 0; i < count; i++) {
        Game *game = games_find(live, &games[i]);
        if (!game)
            continue;
        games_stop_listening(live, game, session);
        games_touch(live, game);
    }
    free(games);
}

/* ---- playing ---- */

static bool is_offer(RequestKind kind)
{
    return kind == REQ_DRAW || kind == REQ_TAKEBACK || kind == REQ_REMATCH;
}

/* Against those who play short games on end for their points. */
static bool is_too_short(const Game *game)
{
    return room_setup(game->room).rated && game_is_over(game) &&
           room_line(game->room)->plies < FARMING_REMATCH_LEAST;
}

/* In a tournament's game these would change the result, or how it was reached. */
static bool is_forbidden(const Live *live, const Game *game, RequestKind kind)
{
    const LiveHooks *hooks = &live->options.hooks;
    bool is_loose =
        kind == REQ_ABORT || kind == REQ_TAKEBACK || kind == REQ_MORETIME || kind == REQ_REMATCH;
    return is_loose && hooks->is_strict && hooks->is_strict(hooks->context, &game->id);
}

static void command_game(Live *live, const Client *client, const Request *request, Game *game,
                         Code code)
{
    Color seat;
    if (!game) {
        tell_refusal(live->clients, client->session, request, code);
        return;
    }
    if (!game_seat_of(game, client->person.id, &seat)) {
        tell_refusal(live->clients, client->session, request, CODE_NOT_A_PLAYER);
        return;
    }
    if (games_is_frozen(live, game) || store_is_behind(live->store)) {
        tell_error(live->clients, client->session, request, CODE_NOT_NOW,
                   "the server cannot save anything right now", 0);
        return;
    }
    if (is_forbidden(live, game, request->kind)) {
        tell_error(live->clients, client->session, request, CODE_FORBIDDEN,
                   "not in a tournament's game", game->journal);
        return;
    }
    Command command = request_command(request, game->room);
    if (command.kind == CMD_REMATCH && is_too_short(game)) {
        tell_error(live->clients, client->session, request, CODE_FORBIDDEN,
                   "a rated game of fewer than ten plies has no rematch", game->journal);
        return;
    }
    command.lag = clients_lag(live->clients, client->session);
    if (command.kind == CMD_REMATCH) {
        if (!game->next.text[0])
            game->next = store_draw_game_id(live->store);
        command.next = game->next;
    }
    apply_command(live, game, seat, &command, client->session, request);
    if (game_is_over(game) && game->drop_at < live->time->now + KEEP_FINISHED)
        game->drop_at = live->time->now + KEEP_FINISHED;
}

void live_command(Live *live, const Client *client, const Request *request)
{
    if (is_offer(request->kind) && request->command.offer == 0 &&
        !rate_limiter_take(live->options.limiter, LIMIT_OFFER, client->person.id, live->time->now))
        tell_refusal(live->clients, client->session, request, CODE_TOO_FAST);
    else
        stored_games_want(live, client, request, command_game);
}

/* ---- chat: players and spectators have a room each; it is not an event: neither stored nor repeated
 * ---- */

typedef struct {
    const Listeners *listeners;
    bool bots_only;
} ChatRoom;

/* To the room, except those who have muted or blocked the speaker. */
static void tell_room(Live *live, const ChatRoom *room, Packet *packet, const char *speaker,
                      uint64_t number)
{
    Client listener;
    for (uint32_t i = 0; i < room->listeners->count; i++) {
        SessionId session = room->listeners->at[i];
        if (clients_find(live->clients, session, &listener) &&
            (!room->bots_only || clients_is_bot(live->clients, listener.person.id)) &&
            clients_hears(live->clients, listener.person.id, speaker))
            clients_push(live->clients, session, packet, number);
    }
}

/* What spectators read bots hear too, as on lichess.org: people who play are not to be told moves. */
static void tell_rooms(Live *live, const Game *game, const Chat *chat, uint64_t number)
{
    Packet *packet = tell_packet(&live->text);
    const Listeners *own = chat->player ? &game->players : &game->watchers;
    tell_room(live, &(ChatRoom){own, false}, packet, chat->from->id, number);
    if (!chat->player)
        tell_room(live, &(ChatRoom){&game->players, true}, packet, chat->from->id, number);
    packet_release(packet);
}

static void chat_game(Live *live, const Client *client, const Request *request, Game *game,
                      Code code)
{
    Color seat;
    if (!game) {
        tell_refusal(live->clients, client->session, request, code);
        return;
    }
    const Person *person = &client->person;
    bool is_player = game_seat_of(game, person->id, &seat);
    Chat chat = {
        .game = &game->id,
        .from = is_player ? &game->seat[seat] : person,
        .player = is_player && !request->chat.spectators,
        .words = request->chat.text,
        .preset = request->chat.preset,
        .wall = live->time->wall,
    };
    chat_log_add(chat.player ? &game->said_by_players : &game->said, &chat);
    /* It may be about what has just happened, so it is sent after that; and nobody reads it before its key is stored. */
    uint64_t number = tell_ok(live->clients, client->session, request, NULL, game->journal);
    print_chat(&live->text, &chat);
    tell_rooms(live, game, &chat, number);
}

void live_print_chat(const Live *live, const GameId *id, Text *text)
{
    const Game *game = games_find(live, id);
    chat_log_print(game ? game->said : NULL, text);
}

void live_copy_chat(const Live *live, const GameId *id, char *chat, size_t size)
{
    const Game *game = games_find(live, id);
    chat_log_copy(game ? game->said_by_players : NULL, game ? game->said : NULL, chat, size);
}

bool live_is_quiet(const Live *live)
{
    return live->options.quiet || live->quiet;
}

bool live_is_casual(const Live *live)
{
    return live->options.casual;
}

void live_set_quiet(Live *live, bool quiet)
{
    live->quiet = quiet;
}

/* NULL, or why the person may not say that; when muted by the operator, not even presets. */
static const char *why_silent(const Live *live, const Client *client, const Request *request)
{
    if (clients_is_silenced(live->clients, client->person.id, live->time->wall))
        return "you have been muted";
    if (live_is_quiet(live) && request->chat.preset == PRESET_NONE)
        return "only preset messages are allowed here";
    return NULL;
}

void live_chat(Live *live, const Client *client, const Request *request)
{
    const char *why = why_silent(live, client, request);
    if (why)
        tell_error(live->clients, client->session, request, CODE_FORBIDDEN, why, 0);
    else
        stored_games_want(live, client, request, chat_game);
}
