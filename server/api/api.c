#include "api.h"

#include "memory.h"
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PREFIX[] = "/api/";

/* An answer that tells of something that is not yet durable. */
typedef struct Waiting Waiting;
struct Waiting {
    Waiting *next;
    ExchangeId exchange;
    uint64_t number;
    HttpAnswer answer; /* its body is behind it */
    char cookie[AUTH_SET_COOKIE_MAX];
    unsigned char body[];
};

struct Api {
    ApiOptions options;
    uint64_t committed;
    Waiting *first, **end; /* in the order of their numbers */
};

/* ---- answers ---- */

static void wait_for_disk(Api *api, const Asker *asker, const HttpAnswer *answer)
{
    Waiting *waiting = memory_new(sizeof *waiting + answer->length);
    waiting->exchange = asker->exchange;
    waiting->number = asker->number;
    waiting->answer = *answer;
    waiting->answer.body = waiting->body;
    if (answer->length)
        memcpy(waiting->body, answer->body, answer->length);
    if (answer->cookie) {
        snprintf(waiting->cookie, sizeof waiting->cookie, "%s", answer->cookie);
        waiting->answer.cookie = waiting->cookie;
    }
    *api->end = waiting;
    api->end = &waiting->next;
}

void answer_send(const Asker *asker, const HttpAnswer *answer)
{
    Api *api = asker->api;
    if (asker->number > api->committed)
        wait_for_disk(api, asker, answer);
    else
        ws_answer(api->options.ws, asker->exchange, answer);
}

static void take_first(Api *api)
{
    Waiting *waiting = api->first;
    api->first = waiting->next;
    if (!api->first)
        api->end = &api->first;
    free(waiting);
}

void api_committed(Api *api, uint64_t number)
{
    api->committed = number;
    while (api->first && api->first->number <= number) {
        ws_answer(api->options.ws, api->first->exchange, &api->first->answer);
        take_first(api);
    }
}

/* ---- requests ---- */

/* A page of another site could make a browser send our cookie along, but not our Origin; and what only reads
 * it could not see. */
static bool may_use_cookie(const HttpRequest *request)
{
    const AuthHeaders *auth = &request->auth;
    bool only_reads = request->method == HTTP_GET || request->method == HTTP_HEAD;
    if (!auth->origin)
        return only_reads;
    return auth->host && auth_same_origin(auth->origin, auth->host);
}

/* False for a token that is not good: it makes its sender nobody else. */
static bool identify(Call *call)
{
    const AuthHeaders *auth = &call->http->auth;
    const char *token = NULL;
    size_t length = 0;
    call->who = WHO_NOBODY;
    if (auth->authorization) {
        token = auth_bearer(auth->authorization);
        length = token ? strlen(token) : 0;
    } else if (auth->cookie && may_use_cookie(call->http)) {
        length = auth_cookie(auth->cookie, AUTH_COOKIE, &token);
    }
    if (length && auth_check(call->server->auth, token, length, &call->person))
        call->who = WHO_GUEST;
    return call->who != WHO_NOBODY || !auth->authorization;
}

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
                         .body = "{\"error\":\"That cannot be done with this method.\"}",
                         .cache = "no-store",
                         .allow = allow};
    answer.length = strlen(answer.body);
    answer_send(asker, &answer);
}

static void refuse_flood(const Asker *asker)
{
    HttpAnswer answer = {.status = 429,
                         .type = "application/json",
                         .body = "{\"error\":\"Too many requests: try again in a minute.\"}",
                         .cache = "no-store",
                         .retry_after = 60};
    answer.length = strlen(answer.body);
    answer_send(asker, &answer);
}

static void refuse_who(const Call *call)
{
    bool is_known = call->who != WHO_NOBODY;
    answer_error(&call->asker, is_known ? 403 : 401,
                 !is_known                ? "Missing authorization header"
                 : call->who == WHO_GUEST ? "Only accounts may do that."
                                          : "That is not for this kind of token.");
}

/* Everything that is the same for all routes; the handler has the rest. */
static void serve(Call *call)
{
    const char *fault;
    if (!hall_allows(call->server->hall, call->route->limit, call->http->address))
        refuse_flood(&call->asker);
    else if (!identify(call))
        answer_error(&call->asker, 401, "No such token");
    else if (!(call->route->who & call->who))
        refuse_who(call);
    else if (call->route->body_max && !call->http->has_length)
        answer_error(&call->asker, 411, "A Content-Length is missing.");
    else if ((fault = call_read_fields(call)))
        answer_error(&call->asker, 400, fault);
    else
        call->route->handle(call);
    fields_clear(&call->fields);
}

size_t api_body_max(const HttpRequest *request)
{
    RouteParts parts;
    unsigned others;
    const Route *route =
        route_find(ROUTES, ROUTES_COUNT, request->method, request->path, parts, &others);
    return route && route->body_max > BODY_USUAL ? route->body_max : BODY_USUAL;
}

bool api_request(Api *api, ExchangeId exchange, const HttpRequest *request)
{
    unsigned others;
    Call call = {
        .server = &api->options,
        .http = request,
        .asker = {.api = api, .exchange = exchange, .secure = request->secure},
    };
    call.route =
        route_find(ROUTES, ROUTES_COUNT, request->method, request->path, call.parts, &others);
    if (call.route)
        serve(&call);
    else if (others)
        refuse_method(&call.asker, others);
    else if (strncmp(request->path, PREFIX, sizeof PREFIX - 1) == 0)
        answer_error(&call.asker, 404, "There is no such part of the API.");
    else
        return false;
    return true;
}

/* ---- opening and closing ---- */

Api *api_new(const ApiOptions *options)
{
    Api *api = memory_new(sizeof *api);
    api->options = *options;
    api->end = &api->first;
    return api;
}

void api_free(Api *api)
{
    while (api->first)
        take_first(api);
    free(api);
}
