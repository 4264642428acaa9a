/* lichess_routes.h - the routes of the Lichess API that need a player's session or stream; a part of the table of api.h. */
#pragma once

#include "route.h"

extern const Route LICHESS_ROUTES[];
extern const size_t LICHESS_ROUTES_COUNT;
