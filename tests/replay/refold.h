/* refold.h - whether a game and the fold of its events are the same, for every test that plays games.
 *
 * Looks into the room (room_state.h): what shows only later counts, too, such as a wait before the next offer. */
#pragma once

#include "room.h"
#include "room_state.h"

/* Compares what is folded in both rooms; NULL when it is the same, else the name of what differs. */
const char *game_difference(const Room *one, const Room *other);
/* Compares everything, including presence and instants: for calls that must have changed nothing. */
const char *room_difference(const Room *one, const Room *other);

/* A new room from the events of another, each packed and unpacked on its way; in 'memory' of
 * room_size(plies). NULL, with the reason in *why, when one of them is refused or comes out changed,
 * from the journal or from the archive. */
Room *refold(void *memory, unsigned plies, const GameSetup *setup, const Event *events,
             unsigned count, const char **why);
