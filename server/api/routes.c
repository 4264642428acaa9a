#include "routes.h"

const Route ROUTES[] = {
    /* method, path, who, scopes, limit, body, handler */
    {HTTP_GET, "/api/game/{}.pgn", ANYBODY, 0, LIMIT_HTTP, 0, game_as_pgn},
};

const size_t ROUTES_COUNT = sizeof ROUTES / sizeof *ROUTES;
