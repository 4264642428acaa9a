/* ending.h - how a game ends, and when time ends it. Private to this library. */
#pragma once

#include "room_state.h"

Winner ending_winner(Color color);
/* The event that ends the game, to be completed and emitted (record.h). */
Event ending_draft(const Room *room, Status status, Winner winner, Reason reason, int64_t now);
/* Won by that side, unless no sequence of legal moves could have mated for it (FIDE 6.9). */
Event ending_draft_by_time(const Room *room, Status status, Color winner, int64_t now);
void ending_emit(Room *room, Status status, Winner winner, Reason reason, int64_t now, Events *out);

/* The mover's flag has fallen. It is a draw when the other side had offered one, as on lichess.org: they wanted no
 * more. */
void ending_by_flag(Room *room, const Receipt *receipt, int64_t now, Events *out);
/* What ends the game after a move without a claim, if anything does (FIDE 5.1.1, 5.2.1, 5.2.2, 9.6). */
void ending_by_rules(Room *room, int64_t now, Events *out);
/* Ends the game if time has ended it; false when no end is due. */
bool ending_on_time(Room *room, int64_t now, Events *out);
/* When ending_on_time will end the game, if nothing happens before. */
int64_t ending_time(const Room *room);
/* Without a result, whatever was played. */
void ending_call_off(Room *room, int64_t now, Events *out);
/* When that seat may claim that its opponent has left, or NEVER. */
int64_t ending_claim_at(const Room *room, Color seat);
