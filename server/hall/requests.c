#include "inside.h"

#include "challenging.h"
#include "playing.h"
#include "seeking.h"
#include "showing.h"
#include "talking.h"
#include "tell.h"
#include "visiting_engines.h"
#include "watching.h"

#include <assert.h>
#include <stdio.h>

typedef void (*Handler)(Hall *hall, Visitor *visitor, const Request *request);

/* Answered at once by pong; an ok only when it has an id. */
static void ping(Hall *hall, Visitor *visitor, const Request *request)
{
    tell_ok(hall, visitor->session, request, NULL, 0);
    print_pong(&hall->text, request, hall->wall);
    tell_session(hall, visitor->session, 0);
    session_ping(hall->options.sessions, visitor->session);
}

static void seek(Hall *hall, Visitor *visitor, const Request *request)
{
    if (hall_lets(hall, visitor, LIMIT_SEEK, LIMIT_SEEK_ADDRESS))
        seeking_seek(hall, visitor, request);
    else
        tell_refusal(hall, visitor->session, request, CODE_TOO_FAST);
}

static void take(Hall *hall, Visitor *visitor, const Request *request)
{
    if (request->open.seek)
        seeking_take(hall, visitor, request);
    else
        challenging_accept(hall, visitor, request);
}

static void decline(Hall *hall, Visitor *visitor, const Request *request)
{
    if (request->open.seek)
        seeking_decline(hall, visitor, request);
    else
        challenging_decline(hall, visitor, request);
}

static void games(Hall *hall, Visitor *visitor, const Request *request)
{
    if (watching_is_allowed(hall, visitor))
        showing_list(hall, visitor, request);
    else
        tell_refusal(hall, visitor->session, request, CODE_TOO_FAST);
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
    [REQ_LIVE] = {showing_listen, SCOPES_NONE, false},
    [REQ_MUTE] = {talking_mute, SCOPE_FOLLOW_WRITE | SCOPES_PLAY, false},
    [REQ_REPORT] = {talking_report, SCOPES_NONE, true},
    [REQ_GAMES] = {games, SCOPES_NONE, false},
    [REQ_ENGINES] = {visiting_list, SCOPES_NONE, false},
    [REQ_WATCH] = {watching_watch, SCOPES_NONE, false},
    [REQ_UNWATCH] = {watching_unwatch, SCOPES_NONE, false},
    [REQ_MOVE] = {playing_command, SCOPES_PLAY, false},
    [REQ_RESIGN] = {playing_command, SCOPES_PLAY, false},
    [REQ_ABORT] = {playing_command, SCOPES_PLAY, false},
    [REQ_DRAW] = {playing_command, SCOPES_PLAY, false},
    [REQ_TAKEBACK] = {playing_command, SCOPES_PLAY, false},
    [REQ_REMATCH] = {playing_command, SCOPES_PLAY, false},
    [REQ_REFUSE] = {playing_command, SCOPES_PLAY, false},
    [REQ_CLAIM] = {playing_command, SCOPES_PLAY, false},
    [REQ_MORETIME] = {playing_command, SCOPES_PLAY, false},
    [REQ_CHAT] = {talking_chat, SCOPES_PLAY, false},
};

/* A seek is taken by those who may seek, a challenge also by those who may only answer challenges. */
static uint32_t scopes_for(const Request *request)
{
    bool answers = request->kind == REQ_ACCEPT || request->kind == REQ_DECLINE;
    return answers && request->open.seek ? SCOPE_BOARD_PLAY : HANDLERS[request->kind].scopes;
}

static void refuse_scope(Hall *hall, const Visitor *visitor, const Request *request)
{
    char scopes[SCOPES_TEXT_MAX], why[SCOPES_TEXT_MAX + 32];
    snprintf(why, sizeof why, "Missing scope: %s", scopes_print(scopes_for(request), scopes));
    tell_error(hall, visitor->session, request, CODE_MISSING_SCOPE, why, 0);
}

/* Too fast, and if he doesn't stop he is sent away. */
static void refuse_flood(Hall *hall, const Visitor *visitor, const Request *request)
{
    tell_refusal(hall, visitor->session, request, CODE_TOO_FAST);
    if (!allowance_take_number(hall->allowance, LIMIT_REFUSAL, visitor->session, hall->now))
        session_close(hall->options.sessions, visitor->session, CLOSE_POLICY);
}

void hall_received(Hall *hall, SessionId session, const char *text, size_t length)
{
    Request request;
    char why[REFUSAL_MAX];
    hall_read_clocks(hall);
    Visitor *visitor = session_owner(hall->options.sessions, session);
    if (!visitor)
        return;
    hall->options.metrics->requests_total++;
    Code code = protocol_parse(text, length, &request, why);
    if (!allowance_take_number(hall->allowance, LIMIT_MESSAGE, session, hall->now) ||
        !allowance_take(hall->allowance, LIMIT_MESSAGE_ADDRESS, visitor->address, hall->now)) {
        refuse_flood(hall, visitor, &request);
    } else if (code != CODE_OK) {
        tell_error(hall, session, &request, code, why, 0);
    } else if (!visitor_may(visitor, scopes_for(&request))) {
        refuse_scope(hall, visitor, &request);
    } else if (HANDLERS[request.kind].writes &&
               (hall->failing || store_is_behind(hall->options.store))) {
        tell_error(hall, session, &request, CODE_NOT_NOW,
                   "the server cannot save anything right now", 0);
    } else {
        assert(HANDLERS[request.kind].handle);
        HANDLERS[request.kind].handle(hall, visitor, &request);
    }
}
