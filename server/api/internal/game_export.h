/* game_export.h - many games as one long answer, PGN or a JSON object a line, in constant memory.
 *
 * The store's read thread makes a piece, the loop hands it on, and only when the socket has taken it the
 * next is made: whoever reads slowly holds up nobody. Pieces are made when nobody else asks the store. */
#pragma once

#include "call.h"
#include "game_query.h"

enum {
    EXPORT_GAMES = 20,            /* of one piece, */
    EXPORT_PIECE_MAX = 64 * 1024, /* or so many bytes and one game */
};

/* ms that an export waits for its client before it may have to give way to another's */
enum { EXPORT_STALLED = 10 * 1000 };

/* Answers the call, by and by; or at once with 429, when its address begins too many, or too many are under way and
 * none gives way: to somebody who has fewer, or because its client does not read. */
void game_export(Call *call, const GameQuery *query, bool json);
/* When the server ends: of all that are under way. */
void game_exports_forget(Api *api);
