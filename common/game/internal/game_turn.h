/* game_turn.h - the turn of the player to move: what it costs, and when its time starts. Private to this library. */
#pragma once

#include "command.h"
#include "room_state.h"

/* Charges the mover, who is the event's, for the turn: the time that it took, less the compensated lag. False: too late; the
 * event has the receipt all the same. */
bool turn_charge(const Room *room, int32_t lag, int64_t now, Event *event);
/* Emits what the player in that seat decides. While their own clock runs that is decided in time or not at all, as a move is:
 * the flag comes first, even while it is held back, unless the command was sent before it fell (FIDE 6.9). What the network
 * took is not charged. */
RoomError turn_decide(Room *room, Color seat, const Command *command, Event *event, int64_t now,
                      Events *out);
/* Starts the clocks before both sides have moved; false when that is not possible. */
bool turn_start_clocks(Room *room, int64_t now, Events *out);
/* The player to move is back, or has been waited for long enough. */
void turn_resume(Room *room, int64_t now, Events *out);
