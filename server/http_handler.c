#include "http_handler.h"

#include "memory.h"

#include <stdio.h>
#include <string.h>

#ifdef CASTLED_HAS_PAGE
static const PageFind FIND = page_find;
static const PageEach EACH = page_file;
static const PagePiece *const PIECES = page_pieces;
#else
static const PageFind FIND = NULL;
static const PageEach EACH = NULL;
static const PagePiece *const PIECES = NULL;
#endif

PageFind http_handler_page(void)
{
    return FIND;
}

PageEach http_handler_page_files(void)
{
    return EACH;
}

const PagePiece *http_handler_pieces(void)
{
    return PIECES;
}

static void answer_health(HttpHandler *handler, HttpAnswer *answer)
{
    const char *trouble = handler->trouble;
    bool good = core_health(handler->core) == CORE_READY && !trouble;
    MetricsNow now = {0};
    core_count(handler->core, &now);
    int length =
        snprintf(handler->health, sizeof handler->health,
                 "{\"status\":\"%s\",\"version\":\"" CASTLED_VERSION
                 "\",\"sessions\":%zu,\"games\":%llu%s%s%s%s%s%s}\n",
                 good ? "ok" : "not ready", sessions_count(net_sessions(handler->net)),
                 (unsigned long long)now.games_live, handler->role ? ",\"role\":\"" : "",
                 handler->role ? handler->role : "", handler->role ? "\"" : "",
                 trouble ? ",\"reason\":\"" : "", trouble ? trouble : "", trouble ? "\"" : "");
    *answer = (HttpAnswer){
        .status = good ? 200 : 503,
        .type = "application/json",
        .body = handler->health,
        .length = (size_t)length,
        .cache = "no-store",
    };
}

static void answer_metrics(HttpHandler *handler, HttpAnswer *answer)
{
    MetricsNow now;
    figures_count(handler->figures, &now);
    now.heap_bytes = memory_in_use();
    *answer = (HttpAnswer){
        .status = 200,
        .type = "text/plain; version=0.0.4; charset=utf-8",
        .body = handler->metrics_text,
        .length = metrics_print(handler->metrics, &now, handler->metrics_text),
        .cache = "no-store",
    };
}

static void answer_banned(HttpAnswer *answer)
{
    *answer = (HttpAnswer){
        .status = 403,
        .type = "application/json",
        .body =
            "{\"error\":\"Your address has been banned from this server.\",\"code\":\"banned\"}\n",
        .cache = "no-store",
    };
    answer->length = strlen(answer->body);
}

bool http_handler_request(HttpHandler *handler, ExchangeId exchange, const HttpRequest *request,
                          HttpAnswer *answer)
{
    handler->metrics->http_requests_total++;
    if (request->door == DOOR_PUBLIC && core_bans_address(handler->core, request->address)) {
        answer_banned(answer);
        return true;
    }
    if (request->door == DOOR_PUBLIC && viewers_request(handler->viewers, exchange, request))
        return false;
    if (request->door == DOOR_PUBLIC && api_request(handler->api, exchange, request))
        return false;
    if (request->door == DOOR_PUBLIC && handler->preview &&
        preview_request(handler->preview, exchange, request))
        return false;
    const HttpFind find = {site_find, handler->site};
    switch (http_route(request, handler->site ? &find : NULL, answer)) {
    case ROUTE_HEALTH: answer_health(handler, answer); break;
    case ROUTE_METRICS: answer_metrics(handler, answer); break;
    case ROUTE_ANSWERED: break;
    }
    if (http_is_embedded(request->path))
        answer->frame_ancestors = handler->embed_from;
    answer->policy = site_policy(request->path);
    return true;
}
