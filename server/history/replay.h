/* replay.h - a room rebuilt from its stored journal: after a restart, to be watched, or to be exported.
 *
 * Its memory is one block, which the caller frees. */
#pragma once

#include "room.h"
#include "stored.h"

/* Plies for which a room has memory at first; beyond that it has to be grown. */
enum { REPLAY_PLIES_FIRST = 64 };

/* NULL when the game is damaged: its position cannot be read or an event does not follow. Then *bad_seq is
 * that event's number, or 0. Otherwise the caller frees *memory, *plies is how many plies fit, and
 * events[i], unless 'events' is NULL, is event number i + 1, with its SAN. */
Room *replay_room(const StoredGame *game, void **memory, unsigned *plies, Event *events,
                  uint32_t *bad_seq);
