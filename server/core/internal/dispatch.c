/* What a client asks, passed on to the part that it is for. */
#include "dispatch.h"

#include "connect.h"
#include "people.h"
#include "request_reader.h"
#include "retries.h"
#include "scope.h"
#include "tell.h"

#include <stdio.h>

/* ---- limits that are checked before everything else ---- */

static bool is_within(Core *core, const Client *client, LimitKind by_person, LimitKind by_address)
{
    return rate_limiter_take_both(core->limiter, by_person, client->person.id, by_address,
                                  client->address, core->time.now);
}

/* How much may be watched, or requested of games, in a time. */
static bool may_watch(Core *core, const Client *client)
{
    int64_t now = core->time.now;
    return rate_limiter_take_number(core->limiter, LIMIT_WATCH, client->session, now) &&
           rate_limiter_take(core->limiter, LIMIT_WATCH_ADDRESS, client->address, now);
}

/* The session of a bot or board listens to all that its player plays, which may be 200 games, once. */
static bool watches_own(const Core *core, const Client *client, const Request *request)
{
    return client->is_metered && live_plays(core->live, client->person.id, &request->game);
}

static bool is_allowed(Core *core, const Client *client, const Request *request)
{
    switch (request->kind) {
    case REQ_SEEK: return is_within(core, client, LIMIT_SEEK, LIMIT_SEEK_ADDRESS);
    case REQ_CHAT:
    case REQ_TOURNAMENT_CHAT: return is_within(core, client, LIMIT_CHAT, LIMIT_CHAT_ADDRESS);
    case REQ_WATCH:
        return !request->game.text[0] || watches_own(core, client, request) ||
               may_watch(core, client);
    case REQ_BROADCAST_WATCH:
    case REQ_TOURNAMENT_WATCH:
    case REQ_GAMES: return may_watch(core, client);
    default: return true;
    }
}

/* ---- whom it is for ---- */

/* Answered at once by pong; an ok only when it has an id. */
static void ping(Core *core, const Client *client, const Request *request)
{
    tell_ok(core->clients, client->session, request, NULL, 0);
    print_pong(&core->text, request, core->time.wall);
    tell_session(core->clients, &core->text, client->session, 0);
    clients_ping(core->clients, client->session);
}

/* Seeks, challenges and games share these kinds; the request says which is meant. */
static void watch(Core *core, const Client *client, const Request *request)
{
    if (request->game.text[0])
        live_watch(core->live, client, request);
    else
        matchmaker_watch(core->matchmaker, client, request);
}

static void unwatch(Core *core, const Client *client, const Request *request)
{
    if (request->game.text[0])
        live_unwatch(core->live, client, request);
    else
        matchmaker_unwatch(core->matchmaker, client, request);
}

static void unseek(Core *core, const Client *client, const Request *request)
{
    request_keys_withdrawn(core->keys, client->person.id, &request->open.id);
    matchmaker_unseek(core->matchmaker, client, request);
}

static void accept_offer(Core *core, const Client *client, const Request *request)
{
    if (request->open.seek)
        matchmaker_take_seek(core->matchmaker, client, request);
    else
        matchmaker_accept(core->matchmaker, client, request);
}

static void decline_offer(Core *core, const Client *client, const Request *request)
{
    if (request->open.seek)
        matchmaker_decline_seek(core->matchmaker, client, request);
    else
        matchmaker_decline(core->matchmaker, client, request);
}

typedef void (*CoreHandler)(Core *core, const Client *client, const Request *request);
typedef void (*LiveHandler)(Live *live, const Client *client, const Request *request);
typedef void (*MatchmakerHandler)(Matchmaker *matchmaker, const Client *client,
                                  const Request *request);

typedef void (*TournamentsHandler)(Tournaments *tournaments, const Client *client,
                                   const Request *request);

typedef void (*BroadcastsHandler)(Broadcasts *broadcasts, const Client *client,
                                  const Request *request);

/* One of these functions handles it. With 'writes', or a key, it is refused while the disk is too far behind; games check
 * that themselves. An API token needs one of the scopes. */
static const struct {
    uint32_t scopes;
    bool writes;
    CoreHandler core;
    LiveHandler live;
    MatchmakerHandler matchmaker;
    TournamentsHandler tournaments;
    BroadcastsHandler broadcasts;
} HANDLERS[REQ_COUNT] = {
    [REQ_PING] = {SCOPES_NONE, false, .core = ping},
    [REQ_SEEK] = {SCOPE_BOARD_PLAY, true, .matchmaker = matchmaker_seek},
    [REQ_UNSEEK] = {SCOPE_BOARD_PLAY, false, .core = unseek},
    [REQ_CHALLENGE] = {SCOPES_CHALLENGE, true, .matchmaker = matchmaker_challenge},
    [REQ_ACCEPT] = {SCOPES_CHALLENGE, true, .core = accept_offer},
    [REQ_DECLINE] = {SCOPES_CHALLENGE, true, .core = decline_offer},
    [REQ_LOBBY] = {SCOPES_NONE, false, .matchmaker = matchmaker_watch_lobby},
    [REQ_LIVE] = {SCOPES_NONE, false, .live = live_watch_best},
    [REQ_MUTE] = {SCOPES_MUTE, false, .core = people_mute},
    [REQ_REPORT] = {SCOPES_REPORT, true, .core = people_report},
    [REQ_TOURNAMENT_WATCH] = {SCOPES_NONE, false, .tournaments = tournaments_watch},
    [REQ_TOURNAMENT_UNWATCH] = {SCOPES_NONE, false, .tournaments = tournaments_unwatch},
    [REQ_TOURNAMENT_CHAT] = {SCOPES_PLAY, false, .tournaments = tournaments_chat},
    [REQ_BROADCAST_WATCH] = {SCOPES_NONE, false, .broadcasts = broadcasts_watch},
    [REQ_BROADCAST_UNWATCH] = {SCOPES_NONE, false, .broadcasts = broadcasts_unwatch},
    [REQ_GAMES] = {SCOPES_NONE, false, .live = live_list},
    [REQ_ENGINES] = {SCOPES_NONE, false, .live = live_list_engines},
    [REQ_WATCH] = {SCOPES_NONE, false, .core = watch},
    [REQ_UNWATCH] = {SCOPES_NONE, false, .core = unwatch},
    [REQ_MOVE] = {SCOPES_PLAY, false, .live = live_command},
    [REQ_RESIGN] = {SCOPES_PLAY, false, .live = live_command},
    [REQ_ABORT] = {SCOPES_PLAY, false, .live = live_command},
    [REQ_DRAW] = {SCOPES_PLAY, false, .live = live_command},
    [REQ_TAKEBACK] = {SCOPES_PLAY, false, .live = live_command},
    [REQ_REMATCH] = {SCOPES_PLAY, false, .live = live_command},
    [REQ_REFUSE] = {SCOPES_PLAY, false, .live = live_command},
    [REQ_CLAIM] = {SCOPES_PLAY, false, .live = live_command},
    [REQ_MORETIME] = {SCOPES_PLAY | SCOPE_CHALLENGE_WRITE, false, .live = live_command},
    [REQ_CHAT] = {SCOPES_PLAY, false, .live = live_chat},
    [REQ_CONDITIONAL] = {SCOPES_PLAY, false, .live = live_save_conditional},
    [REQ_TOURNAMENT_BERSERK] = {SCOPES_PLAY, true, .tournaments = tournaments_berserk},
};

static void handle(Core *core, const Client *client, const Request *request)
{
    RequestKind kind = request->kind;
    if (HANDLERS[kind].live)
        HANDLERS[kind].live(core->live, client, request);
    else if (HANDLERS[kind].matchmaker)
        HANDLERS[kind].matchmaker(core->matchmaker, client, request);
    else if (HANDLERS[kind].tournaments)
        HANDLERS[kind].tournaments(core->tournaments, client, request);
    else if (HANDLERS[kind].broadcasts)
        HANDLERS[kind].broadcasts(core->broadcasts, client, request);
    else
        HANDLERS[kind].core(core, client, request);
}

/* ---- what comes in ---- */

/* A seek is taken by those who may seek, a challenge also by those who may only answer challenges. */
static uint32_t scopes_for(const Request *request)
{
    bool answers = request->kind == REQ_ACCEPT || request->kind == REQ_DECLINE;
    return answers && request->open.seek ? SCOPE_BOARD_PLAY : HANDLERS[request->kind].scopes;
}

static void refuse_scope(Core *core, const Client *client, const Request *request)
{
    char scopes[SCOPES_TEXT_MAX], why[SCOPES_TEXT_MAX + 32];
    snprintf(why, sizeof why, "Missing scope: %s", scopes_print(scopes_for(request), scopes));
    tell_error(core->clients, client->session, request, CODE_MISSING_SCOPE, why, 0);
}

/* Refuses what comes too fast, and closes the connection if it does not stop. */
static void refuse_flood(Core *core, const Client *client, const Request *request)
{
    tell_refusal(core->clients, client->session, request, CODE_TOO_FAST);
    if (!rate_limiter_take_number(core->limiter, LIMIT_REFUSAL, client->session, core->time.now))
        session_close(core->options.sessions, client->session, CLOSE_POLICY);
}

static bool is_flood(Core *core, const Client *client)
{
    int64_t now = core->time.now;
    if (client->is_metered)
        return false;
    return !rate_limiter_take_number(core->limiter, LIMIT_MESSAGE, client->session, now) ||
           !rate_limiter_take(core->limiter, LIMIT_MESSAGE_ADDRESS, client->address, now);
}

static void receive(Core *core, SessionId session, const char *text, size_t length)
{
    Request request;
    char why[REFUSAL_MAX];
    Client client;
    if (!clients_find(core->clients, session, &client))
        return;
    core->options.metrics->requests_total++;
    Code code = request_parse(text, length, &request, why);
    if (is_flood(core, &client))
        refuse_flood(core, &client, &request);
    else if (code != CODE_OK)
        tell_error(core->clients, session, &request, code, why, 0);
    else if (!client_may(&client, scopes_for(&request)))
        refuse_scope(core, &client, &request);
    else if (request.key[0] && !retries_admit(core, &client, &request, text, length))
        return; /* it has been carried out, or will be */
    else if ((HANDLERS[request.kind].writes || request.key[0]) && journal_is_stuck(core->journal))
        tell_error(core->clients, session, &request, CODE_NOT_NOW,
                   "the server cannot save anything right now", 0);
    else if (!is_allowed(core, &client, &request))
        tell_refusal(core->clients, session, &request, CODE_TOO_FAST);
    else
        handle(core, &client, &request);
}

/* ---- one after the other ---- */

static void on_resuming(void *context)
{
    Core *core = context;
    server_time_read(&core->time);
}

static void on_waited(void *context, SessionId session, const char *text, size_t length)
{
    receive(context, session, text, length);
}

Inbox *dispatch_new_inbox(Core *core, const SipKey *sip)
{
    return inbox_new(core->clients, sip, &(InboxHooks){core, on_resuming, on_waited});
}

void core_received(Core *core, SessionId session, const char *text, size_t length)
{
    server_time_read(&core->time);
    clients_note_heard(core->clients, session, core->time.now);
    if (!inbox_is_held(core->inbox, session))
        receive(core, session, text, length);
    else if (!inbox_put(core->inbox, session, text, length))
        connect_send_away(core, session);
}
