/* broadcast_feed.h - streams of the games of a broadcast's rounds: all of them at first, then each game that has changed, whole, as
 * PGN.
 *
 * Each has a session of its own that listens to its rounds; what it is told says only that there is something new. Freed by
 * itself, soon after its reader is gone. */
#pragma once

#include "call.h"
#include "lichess_state.h"

/* GET /api/stream/broadcast/round/ID.pgn */
void broadcast_feed_round(Call *call);
/* GET /api/stream/broadcast/tour/ID.pgn: the rounds that there are now */
void broadcast_feed_tour(Call *call);

/* When the server ends. */
void broadcast_feed_free_all(Lichess *lichess);
