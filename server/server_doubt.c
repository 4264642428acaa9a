#include "server_doubt.h"

#include "busy.h"

bool server_is_in_doubt(const Server *server)
{
    return server->cluster.host && store_lease_left(server->store) <= 0;
}

bool server_doubt_request(Server *server, ExchangeId exchange, const HttpRequest *request,
                          HttpAnswer *answer)
{
    if (request->door != DOOR_PUBLIC || http_route(request, NULL, answer) != ROUTE_ANSWERED)
        return http_handler_request(&server->http, exchange, request, answer);
    server->metrics.http_requests_total++;
    if (!server->site || !site_request_hashed(server->site, request, answer))
        busy_answer(BUSY_RESTART, busy_is_api(request), HOST_RETRY_AFTER, answer);
    return true;
}
