/* loading.h - games that are not in memory: read from the store, and the requests for them held meanwhile.
 *
 * The loop goes on; the answer finds those who still wait by the ids of their sessions. */
#pragma once

#include "inside_core.h"

/* Called once for each request: with the game, or with NULL and the reason in 'code'. */
typedef void (*LoadingDone)(Core *core, Visitor *visitor, const Request *request, Game *game,
                            Code code);

/* The game of request->game: at once when it is in memory, else when it has been read. */
void loading_want(Core *core, Visitor *visitor, const Request *request, LoadingDone done);

/* Reads it if it is not in memory, without being asked. */
void loading_wake(Core *core, const GameId *id);

void loading_init(Core *core);
void loading_clear(Core *core);
