/* offers.h - offers between the players: each makes one, or accepts the one that the command names. Private to this library. */
#pragma once

#include "command.h"
#include "room_state.h"

RoomError offer_draw(Room *room, Color seat, const Command *command, int64_t now, Events *out);
RoomError offer_takeback(Room *room, Color seat, const Command *command, int64_t now, Events *out);
RoomError offer_rematch(Room *room, Color seat, const Command *command, int64_t now, Events *out);
/* Refuses the opponent's offer, or withdraws one's own. Offers that ended with the game are stale. */
RoomError offer_refuse(Room *room, Color seat, const Command *command, int64_t now, Events *out);
