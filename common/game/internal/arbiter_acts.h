/* arbiter_acts.h - decides what follows from an arbiter's act. Private to this library; room.h has the contract. */
#pragma once

#include "room_state.h"

/* 'now' is not before the newest event, and no end of the game is due. */
RoomError arbiter_decide(Room *room, const ArbiterAct *act, int64_t now, Events *out);
/* Plays the sealed move of a game that goes on; there is room for it. */
void arbiter_unseal(Room *room, int64_t now, Events *out);
