/* seat.h - the player of a stored game's side, as the numbers that the database and the archive have for it.
 *
 * On disk a seat is two numbers and perhaps a name, and that is frozen. The level: 0 for a human, 1 to 999 for a level
 * of the computer, from 1000 on for an external engine. The rating: of an engine 1 to 99 is a step of its own
 * strength instead. The name: of an engine; games from before it was kept have none. */
#pragma once

#include "stored.h"

enum { SEAT_ENGINE_LEAST = 1000 }; /* the least level that is an engine's */

int32_t seat_level_on_disk(const StoreSeat *seat);
int32_t seat_rating_on_disk(const StoreSeat *seat);
/* Sets kind, level, rating, step and engine_number; an engine's name, if it has one, is set afterwards. */
void seat_read_numbers(StoreSeat *seat, int32_t level, int32_t rating);
/* False when it does not fit or the seat is not an engine's. */
bool seat_read_engine(StoreSeat *seat, const char *name, size_t length);
