/* record.h - how a game grows by its events, live or from the journal. Private to this library.
 *
 * The only code that changes the game part of a room. Others draft an event, complete it, and emit it: it is
 * appended to 'out' and folded. Events from the journal are folded in the same way. */
#pragma once

#include "room_state.h"

/* Whether the event can be the next one of this game. What was decided is not decided again. */
bool record_follows(const Room *room, const Event *event);
/* The event must follow; it becomes part of the game. */
void record_fold(Room *room, const Event *event);

/* The next event, to be completed: its number, game time, and what is left on the clocks. */
Event record_draft(const Room *room, EventKind kind, Color by, int64_t now);
/* The receipt of the mover's turn by the clock alone: no lag is compensated yet. */
Receipt record_receipt(const Room *room, int64_t now);
/* Asserts that it follows: what is emitted can be replayed. */
void record_emit(Room *room, const Event *event, Events *out);
