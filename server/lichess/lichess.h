/* lichess.h - the Lichess Bot, Board and Challenge API: bots and boards play here as they do on lichess.org.
 *
 * A player of this API is a client of castled.v1 like any other. Each token has one session (net/session.h) while its
 * streams are open or its requests are under way; what it asks goes in by core_received, and what the session is told is
 * translated into the lines of its streams and the answers to its requests (README.md has the picture).
 *
 * One thread. lichess_free frees all; before the core and the sockets are freed. */
#pragma once

#include "lichess_options.h"

Lichess *lichess_new(const LichessOptions *options);
void lichess_free(Lichess *lichess);

/* Translates what the sessions were told, and does what is due. In each turn of the loop, after core_turn; a turn does only so
 * much. True: the core was asked for something, or there is more: it wants another turn. */
bool lichess_turn(Lichess *lichess);
/* Whether there is more, also when the server is stopping. */
bool lichess_has_more(const Lichess *lichess);
/* ms until lichess_turn is due although nothing happens; -1 for never. */
int64_t lichess_wait(const Lichess *lichess);
