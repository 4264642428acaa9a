/* decision.h - decides what follows from a player's request. Private to this library; room.h has the contract. Each decision
 * is emitted as events (record.h), or is a refusal. */
#pragma once

#include "command.h"
#include "room_state.h"

/* 'now' is not before the newest event, and no end of the game is due. */
RoomError decision_on_command(Room *room, Color seat, const Command *command, int64_t now,
                              Events *out);
