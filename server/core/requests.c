#include "inside_core.h"

#include "challenging.h"
#include "chat.h"
#include "external_engine.h"
#include "live_games.h"
#include "playing.h"
#include "seeking.h"
#include "spectate.h"
#include "tell.h"

#include <assert.h>
#include <stdio.h>

typedef void (*Handler)(Core *core, Visitor *visitor, const Request *request);

/* Answered at once by pong; an ok only when it has an id. */
static void ping(Core *core, Visitor *visitor, const Request *request)
{
    tell_ok(core, visitor->session, request, NULL, 0);
    print_pong(&core->text, request, core->wall);
    tell_session(core, visitor->session, 0);
    session_ping(core->options.sessions, visitor->session);
}

static void seek(Core *core, Visitor *visitor, const Request *request)
{
    if (core_lets(core, visitor, LIMIT_SEEK, LIMIT_SEEK_ADDRESS))
        seeking_seek(core, visitor, request);
    else
        tell_refusal(core, visitor->session, request, CODE_TOO_FAST);
}

static void take(Core *core, Visitor *visitor, const Request *request)
{
    if (request->open.seek)
        seeking_take(core, visitor, request);
    else
        challenging_accept(core, visitor, request);
}

static void decline(Core *core, Visitor *visitor, const Request *request)
{
    if (request->open.seek)
        seeking_decline(core, visitor, request);
    else
        challenging_decline(core, visitor, request);
}

static void games(Core *core, Visitor *visitor, const Request *request)
{
    if (spectate_is_allowed(core, visitor))
        live_games_list(core, visitor, request);
    else
        tell_refusal(core, visitor->session, request, CODE_TOO_FAST);
}

/* What changes something refuses while the disk is too far behind; games look by themselves. Of the scopes an API
 * token needs one. */
static const struct {
    Handler handle;
    uint32_t scopes;
    bool writes;
} HANDLERS[REQ_COUNT] = {
    [REQ_PING] = {ping, SCOPES_NONE, false},
    [REQ_SEEK] = {seek, SCOPE_BOARD_PLAY, true},
    [REQ_UNSEEK] = {seeking_unseek, SCOPE_BOARD_PLAY, false},
    [REQ_CHALLENGE] = {challenging_challenge, SCOPES_CHALLENGE, true},
    [REQ_ACCEPT] = {take, SCOPES_CHALLENGE, true},
    [REQ_DECLINE] = {decline, SCOPES_CHALLENGE, true},
    [REQ_LOBBY] = {seeking_listen, SCOPES_NONE, false},
    [REQ_LIVE] = {live_games_listen, SCOPES_NONE, false},
    [REQ_MUTE] = {chat_mute, SCOPE_FOLLOW_WRITE | SCOPES_PLAY, false},
    [REQ_REPORT] = {chat_report, SCOPES_NONE, true},
    [REQ_GAMES] = {games, SCOPES_NONE, false},
    [REQ_ENGINES] = {external_engine_list, SCOPES_NONE, false},
    [REQ_WATCH] = {spectate_start, SCOPES_NONE, false},
    [REQ_UNWATCH] = {spectate_stop, SCOPES_NONE, false},
    [REQ_MOVE] = {playing_command, SCOPES_PLAY, false},
    [REQ_RESIGN] = {playing_command, SCOPES_PLAY, false},
    [REQ_ABORT] = {playing_command, SCOPES_PLAY, false},
    [REQ_DRAW] = {playing_command, SCOPES_PLAY, false},
    [REQ_TAKEBACK] = {playing_command, SCOPES_PLAY, false},
    [REQ_REMATCH] = {playing_command, SCOPES_PLAY, false},
    [REQ_REFUSE] = {playing_command, SCOPES_PLAY, false},
    [REQ_CLAIM] = {playing_command, SCOPES_PLAY, false},
    [REQ_MORETIME] = {playing_command, SCOPES_PLAY, false},
    [REQ_CHAT] = {chat_say, SCOPES_PLAY, false},
};

/* A seek is taken by those who may seek, a challenge also by those who may only answer challenges. */
static uint32_t scopes_for(const Request *request)
{
    bool answers = request->kind == REQ_ACCEPT || request->kind == REQ_DECLINE;
    return answers && request->open.seek ? SCOPE_BOARD_PLAY : HANDLERS[request->kind].scopes;
}

static void refuse_scope(Core *core, const Visitor *visitor, const Request *request)
{
    char scopes[SCOPES_TEXT_MAX], why[SCOPES_TEXT_MAX + 32];
    snprintf(why, sizeof why, "Missing scope: %s", scopes_print(scopes_for(request), scopes));
    tell_error(core, visitor->session, request, CODE_MISSING_SCOPE, why, 0);
}

/* Too fast, and if he doesn't stop he is sent away. */
static void refuse_flood(Core *core, const Visitor *visitor, const Request *request)
{
    tell_refusal(core, visitor->session, request, CODE_TOO_FAST);
    if (!rate_limiter_take_number(core->limiter, LIMIT_REFUSAL, visitor->session, core->now))
        session_close(core->options.sessions, visitor->session, CLOSE_POLICY);
}

void core_received(Core *core, SessionId session, const char *text, size_t length)
{
    Request request;
    char why[REFUSAL_MAX];
    core_read_clocks(core);
    Visitor *visitor = session_owner(core->options.sessions, session);
    if (!visitor)
        return;
    core->options.metrics->requests_total++;
    Code code = protocol_parse(text, length, &request, why);
    if (!rate_limiter_take_number(core->limiter, LIMIT_MESSAGE, session, core->now) ||
        !rate_limiter_take(core->limiter, LIMIT_MESSAGE_ADDRESS, visitor->address, core->now)) {
        refuse_flood(core, visitor, &request);
    } else if (code != CODE_OK) {
        tell_error(core, session, &request, code, why, 0);
    } else if (!visitor_may(visitor, scopes_for(&request))) {
        refuse_scope(core, visitor, &request);
    } else if (HANDLERS[request.kind].writes &&
               (core->failing || store_is_behind(core->options.store))) {
        tell_error(core, session, &request, CODE_NOT_NOW,
                   "the server cannot save anything right now", 0);
    } else {
        assert(HANDLERS[request.kind].handle);
        HANDLERS[request.kind].handle(core, visitor, &request);
    }
}
