/* viewers.h - who watches a game without being anybody here: pages of other sites that show it (GET /embed/game/ID), and
 * programs. GET /api/game/ID/events is a stream of server-sent events (HTML, 9.2) with what a spectator's WebSocket is told.
 *
 * Nobody becomes a guest by it, and no cookie is read or set. A viewer is a session (session.h) whose packets go out as
 * events: what is told is durable, and who reads too slowly is cut off. Viewers count among a game's spectators. They are
 * bounded by BOUND_VIEWERS and BOUND_ALL_VIEWERS, and by LIMIT_HTTP and LIMIT_WATCH_ADDRESS; beyond these the answer
 * is 429. One thread. */
#pragma once

#include "core.h"
#include "net.h"

typedef struct Viewers Viewers;

/* All borrowed. */
typedef struct {
    uv_loop_t *loop;
    Core *core;
    Net *net;
} ViewersOptions;

Viewers *viewers_new(const ViewersOptions *options);
/* No more signs of life are sent. Run the loop before viewers_free. */
void viewers_close(Viewers *viewers);
/* Before the core and the sockets are freed. */
void viewers_free(Viewers *viewers);

/* False: the request is for something else. Otherwise the exchange has been or will be answered. */
bool viewers_request(Viewers *viewers, ExchangeId exchange, const HttpRequest *request);

/* Some have ended, and the core is not told yet: viewers_turn does so, in each turn of the loop before core_turn. */
bool viewers_have_ended(const Viewers *viewers);
void viewers_turn(Viewers *viewers);
