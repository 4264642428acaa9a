/* game_import.h - games that were played elsewhere, read from PGN in the form in which the store
 * keeps games.
 *
 * The moves of the main line, the tags and the clock times beside the moves are kept; variations and
 * comments are left out. */
#pragma once

#include "pgn_reader.h"
#include "stored.h"

enum {
    GAME_IMPORT_PLIES_MAX = 1200,
    GAME_IMPORT_LINE_MAX = 160, /* bytes, with the NUL */
};

/* All games of a file, in constant memory. */
typedef struct GameImporter GameImporter;
GameImporter *game_importer_new(PgnSource source, void *context);
void game_importer_free(GameImporter *importer);
/* The next game, without an id; 'now_wall' (ms) is when it is stored here. The caller frees it (stored_game_free).
 * NULL: either 'line' says what is wrong with it and where, and the game after it is next; or 'line' is empty, and
 * there are no more. */
StoredGame *game_importer_next(GameImporter *importer, int64_t now_wall,
                               char line[GAME_IMPORT_LINE_MAX]);

/* The line, from 1, on which the game that was read last began. */
uint64_t game_importer_line(const GameImporter *importer);

/* The first game of a text; NULL, and 'line' says why. */
StoredGame *game_import(const char *pgn, size_t length, int64_t now_wall,
                        char line[GAME_IMPORT_LINE_MAX]);
/* The value of a tag of an imported game, or NULL. */
const char *game_import_tag(const StoredGame *game, const char *name);
/* The side of the player of that name; white when neither has it. */
Color game_import_color(const StoredGame *game, const char *name);
