/* decision.h - what becomes of a request, of time that has passed, of a mover's return. Private to this
 * library: room.h says what is promised. Each decision is emitted (record.h) or refused by name. */
#pragma once

#include "room_state.h"

/* 'now' is not before the newest event, and no end is due. */
RoomError decision_on_command(Room *room, Color seat, const Command *command, int64_t now,
                              Events *out);
/* Ends what time has ended; false when no end is due. */
bool decision_on_time(Room *room, int64_t now, Events *out);
/* It is over without a result, whatever was played. */
void decision_call_off(Room *room, int64_t now, Events *out);
/* When decision_on_time will end it, if nothing happens before. */
int64_t decision_time(const Room *room);
/* The mover is back, or has been waited for long enough. */
void decision_on_return(Room *room, int64_t now, Events *out);
/* When that seat may claim that its opponent has left, or NEVER. */
int64_t decision_claim_at(const Room *room, Color seat);
