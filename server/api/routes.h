/* routes.h - the table of all that the HTTP API knows. To add a route: its handler here, its line in routes.c,
 * its example in PROTOCOL.md. */
#pragma once

#include "call.h"

extern const Route ROUTES[];
extern const size_t ROUTES_COUNT;

/* ---- game_api.c ---- */
void game_as_pgn(Call *call);
