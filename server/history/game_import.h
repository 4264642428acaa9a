/* game_import.h - games that were played elsewhere, from their PGN, as the store keeps games.
 *
 * The moves of the main line, its tags and the clock times beside the moves are taken; variations and
 * remarks are left out. */
#pragma once

#include "pgn_reader.h"
#include "stored.h"

enum {
    GAME_IMPORT_PLIES_MAX = 1200,
    GAME_IMPORT_LINE_MAX = 160, /* of what is wrong */
};

/* All games of a file, in constant memory. */
typedef struct GameImporter GameImporter;
GameImporter *game_importer_new(PgnSource source, void *context);
void game_importer_free(GameImporter *importer);
/* The next game, without its id; 'now_wall' (ms) is when it is made here. The caller's to stored_game_free. NULL:
 * 'line' says what is wrong with it and where, and the one after it is next; or it is empty, and there are none. */
StoredGame *game_importer_next(GameImporter *importer, int64_t now_wall,
                               char line[GAME_IMPORT_LINE_MAX]);

/* At which line, from 1, the game began that was read last. */
uint64_t game_importer_line(const GameImporter *importer);

/* The first game of a text; NULL, and 'line' says why. */
StoredGame *game_import(const char *pgn, size_t length, int64_t now_wall,
                        char line[GAME_IMPORT_LINE_MAX]);
/* The value of a tag of an imported game, or NULL. */
const char *game_import_tag(const StoredGame *game, const char *name);
/* The side of the player of that name; white when neither has it. */
Color game_import_color(const StoredGame *game, const char *name);
