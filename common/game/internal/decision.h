/* decision.h - decides what follows from a request, from time that has passed, and from a player's return. Private
 * to this library; room.h has the contracts. Each decision is emitted as events (record.h), or is a refusal. */
#pragma once

#include "room_state.h"

/* 'now' is not before the newest event, and no end of the game is due. */
RoomError decision_on_command(Room *room, Color seat, const Command *command, int64_t now,
                              Events *out);
RoomError decision_on_arbiter(Room *room, const ArbiterAct *act, int64_t now, Events *out);
/* Plays the sealed move of a game that goes on; there is room for it. */
void decision_unseal(Room *room, int64_t now, Events *out);
/* Ends the game if time has ended it; false when no end is due. */
bool decision_on_time(Room *room, int64_t now, Events *out);
/* Ends the game without a result, whatever was played. */
void decision_call_off(Room *room, int64_t now, Events *out);
/* When decision_on_time will end the game, if nothing happens before. */
int64_t decision_time(const Room *room);
/* Starts the clocks before both sides have moved; false when that is not possible. */
bool decision_start_clocks(Room *room, int64_t now, Events *out);
/* The player to move is back, or has been waited for long enough. */
void decision_on_return(Room *room, int64_t now, Events *out);
/* When that seat may claim that its opponent has left, or NEVER. */
int64_t decision_claim_at(const Room *room, Color seat);
