#include "api.h"

#include "description.h"
#include "game_export.h"
#include "lichess_routes.h"
#include "memory.h"
#include "request_copy.h"
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PREFIX[] = "/api/";

/* ---- requests ---- */

static void refuse_method(const Asker *asker, unsigned others)
{
    static const char *const WORDS[] = {"GET, HEAD", "", "POST", "PUT", "DELETE"};
    char allow[64] = "";
    for (unsigned i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (others & 1u << i)
            snprintf(allow + strlen(allow), sizeof allow - strlen(allow), "%s%s",
                     *allow ? ", " : "", WORDS[i]);
    HttpAnswer answer = {.status = 405,
                         .type = "application/json",
                         .body = "{\"error\":\"This path does not allow that method.\"}",
                         .cache = "no-store",
                         .allow = allow};
    answer.length = strlen(answer.body);
    answer_send(asker, &answer);
}

static bool only_reads(const HttpRequest *http)
{
    return http->method == HTTP_GET || http->method == HTTP_HEAD;
}

static void refuse_who(const Call *call)
{
    Who who = call->identity.who;
    answer_error(&call->asker, who == WHO_NOBODY ? 401 : 403,
                 who == WHO_NOBODY  ? "Missing authorization header"
                 : who == WHO_GUEST ? "Only accounts are allowed to do that."
                                    : "Tokens are not allowed to do that.");
}

static void refuse_scope(const Call *call)
{
    char scopes[SCOPES_TEXT_MAX], sentence[SCOPES_TEXT_MAX + 32];
    snprintf(sentence, sizeof sentence, "Missing scope: %s",
             scopes_print(call->route->scopes, scopes));
    answer_error(&call->asker, 403, sentence);
}

/* Who asks, and whether they may: false when the call has been answered. */
static bool check_who(Call *call, const AccountsAnswer *answer)
{
    IdentityError error = identity_decide(&call->claim, answer, &call->identity);
    if (!only_reads(call->http) && auth_is_foreign(&call->http->auth) &&
        !(call->route->who & FOREIGN))
        /* nor may it sign its visitors in or up */
        answer_error(&call->asker, 403, "Requests from other sites need a token.");
    else if (error == IDENTITY_BAD)
        answer_error(&call->asker, 401, "No such token");
    else if (error == IDENTITY_BANNED)
        answer_banned(&call->asker);
    else if (!(call->route->who & call->identity.who))
        refuse_who(call);
    else if ((call->route->who & OPERATORS) && !call->identity.account.is_operator)
        answer_refusal(&call->asker, 403, "not_operator", "Only operators may do that.");
    else if (call->route->scopes && call->identity.who == WHO_TOKEN &&
             !(call->route->scopes & call->identity.credential.scopes))
        refuse_scope(call);
    else
        return true;
    return false;
}

/* Does what is the same for all routes; the handler does the rest. */
static void serve_known(Call *call, const AccountsAnswer *answer)
{
    const char *fault;
    call->now = core_wall(call->server->core);
    if (!check_who(call, answer))
        return;
    if (call->route->body != BODY_NONE && call->route->body != BODY_MAYBE &&
        !call->http->has_length)
        answer_error(&call->asker, 411, "Missing Content-Length header");
    else if ((fault = call_read_fields(call)))
        answer_error(&call->asker, 400, fault);
    else
        call->route->handle(call);
}

static void serve(Call *call)
{
    IdentityQuestion question;
    call->now = core_wall(call->server->core);
    if (!call_is_allowed(call, call->route->limit, call->http->address))
        return;
    identity_claim(call->server->auth, &call->http->auth, only_reads(call->http), &call->claim,
                   &question);
    accounts_identify(call->server->accounts, &question, call->now, call_answered,
                      call_wait(call, serve_known));
}

/* The route of a request, in the table of the Lichess API, whose paths are more exact, or in our own. */
static const Route *find_route(const HttpRequest *request, RouteParts parts, unsigned *others)
{
    unsigned more;
    const Route *route = route_find(LICHESS_ROUTES, LICHESS_ROUTES_COUNT, request->method,
                                    request->path, parts, others);
    if (route)
        return route;
    route = route_find(ROUTES, ROUTES_COUNT, request->method, request->path, parts, &more);
    *others |= more;
    return route;
}

/* They show nothing by which they could be anybody, and nobody may not do that. */
static bool will_be_refused(const HttpRequest *request, const Route *route)
{
    AuthToken presented = auth_token(&request->auth, only_reads(request));
    return !(route->who & WHO_NOBODY) && presented.kind == AUTH_TOKEN_NONE && !request->auth.kept;
}

size_t api_body_max(const HttpRequest *request)
{
    RouteParts parts;
    unsigned others;
    const Route *route = find_route(request, parts, &others);
    if (route && will_be_refused(request, route))
        return 0;
    return route && route->body_max > BODY_USUAL ? route->body_max : BODY_USUAL;
}

static void begin_call(const Asker *asker, const HttpRequest *request, const Route *route,
                       RouteParts parts)
{
    Call *call = memory_new(sizeof *call);
    call->holds = 1;
    call->server = &asker->api->options;
    call->http = request_copy(request);
    call->asker = *asker;
    call->route = route;
    memcpy(call->parts, parts, sizeof call->parts);
    serve(call);
    call_release(call);
}

bool api_request(Api *api, ExchangeId exchange, const HttpRequest *request)
{
    unsigned others;
    RouteParts parts;
    Asker asker = {.api = api,
                   .exchange = exchange,
                   .place = request->auth.place,
                   .has_old_cookie = auth_has_old_cookie(&request->auth)};
    const Route *route = find_route(request, parts, &others);
    if (route)
        begin_call(&asker, request, route, parts);
    else if (others && request->method == HTTP_OPTIONS)
        answer_send(&asker, &(HttpAnswer){.status = 204});
    else if (others)
        refuse_method(&asker, others);
    else if (strncmp(request->path, PREFIX, sizeof PREFIX - 1) == 0)
        answer_error(&asker, 404, "The API has no such path.");
    else
        return false;
    return true;
}

void api_committed(Api *api, uint64_t number)
{
    answers_committed(api, number);
}

bool api_describe(const HttpRequest *request, HttpAnswer *answer)
{
    if (!only_reads(request) || request->auth.authorization)
        return false;
    return description_find(request->path, answer);
}

/* ---- opening and closing ---- */

static size_t on_banned(void *context, const CoreBan *ban)
{
    return game_exports_ban(context, ban);
}

Api *api_new(const ApiOptions *options)
{
    Api *api = memory_new(sizeof *api);
    api->options = *options;
    answers_init(api);
    core_on_news(options->core, &(CoreNews){.context = api, .banned = on_banned});
    return api;
}

void api_free(Api *api)
{
    answers_clear(api);
    game_exports_forget(api);
    free(api);
}
