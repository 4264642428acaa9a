/* replay.h - a room made again from its stored journal: after a restart, to be watched, to be written down.
 *
 * Its memory is one piece that the caller frees. */
#pragma once

#include "room.h"
#include "stored.h"

/* Plies for which a room begins, and beyond which it is to be grown. */
enum { REPLAY_PLIES_FIRST = 64 };

/* NULL when the game is damaged: its position cannot be read or an event does not follow. Then *bad_seq is
 * that event's number, or 0. Otherwise *memory is to be freed, *plies is what fits, and events[i], unless
 * 'events' is NULL, is what was folded as number i + 1, with its SAN. */
Room *replay_room(const StoredGame *game, void **memory, unsigned *plies, Event *events,
                  uint32_t *bad_seq);
