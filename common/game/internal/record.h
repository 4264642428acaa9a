/* record.h - how a game grows by its events, live or from the journal. Private to this library.
 *
 * The one place that changes the game part of a room. What is decided is drafted, completed by who
 * decided it, and emitted: appended to 'out' and folded. The journal's events are folded alike. */
#pragma once

#include "room_state.h"

/* Whether the event can be the next of this game. What was decided is not decided again. */
bool record_follows(const Room *room, const Event *event);
/* The event must follow; it becomes part of the game. */
void record_fold(Room *room, const Event *event);

/* The next event, to be completed: its number, game time, and what is left on the clocks. */
Event record_draft(const Room *room, EventKind kind, Color by, int64_t now);
/* Asserts that it follows: what is emitted can be replayed. */
void record_emit(Room *room, const Event *event, Events *out);
