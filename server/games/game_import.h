/* game_import.h - a game that was played elsewhere, from its PGN, as the store keeps games.
 *
 * The moves of the main line, its tags and the clock times that stand beside the moves are taken; variations and
 * remarks are left out. A second game in the text is not looked at. */
#pragma once

#include "stored.h"

enum {
    GAME_IMPORT_PLIES_MAX = 1200,
    GAME_IMPORT_LINE_MAX = 160, /* of what is wrong */
};

/* The game without its id; 'now_wall' is when it is made here. The caller's to stored_game_free; NULL, and
 * 'line' says what is wrong and where. */
StoredGame *game_import(const char *pgn, size_t length, int64_t now_wall,
                        char line[GAME_IMPORT_LINE_MAX]);
/* The value of a tag of an imported game, or NULL. */
const char *game_import_tag(const StoredGame *game, const char *name);
