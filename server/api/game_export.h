/* game_export.h - many games as one long answer, PGN or a JSON object a line, in constant memory.
 *
 * The store's read thread makes a piece, the loop hands it on, and only when the socket has taken it the
 * next is made: whoever reads slowly holds up nobody. */
#pragma once

#include "call.h"
#include "game_query.h"

enum {
    EXPORT_GAMES = 20,            /* of one piece, */
    EXPORT_PIECE_MAX = 64 * 1024, /* or so many bytes and one game */
};

/* Answers the asker, by and by. */
void game_export(const Asker *asker, const GameQuery *query, bool json);
