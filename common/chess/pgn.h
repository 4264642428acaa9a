/* pgn.h - games as text in the export format of the PGN standard (1994).
 *
 * Text goes to the caller's sink piece by piece, or into its buffer. Nothing is allocated. */
#pragma once

#include <stddef.h>

#include "line.h"

typedef enum { PGN_UNKNOWN, PGN_WHITE_WINS, PGN_BLACK_WINS, PGN_DRAW } PgnResult;

/* "*", "1-0", "0-1", "1/2-1/2". */
const char *pgn_result_text(PgnResult result);

typedef struct {
    const char *name; /* a letter, then letters, digits, underscores */
    const char
        *value; /* UTF-8; control characters are left out, the length is cut at PGN_VALUE_MAX */
} PgnTag;

enum { PGN_VALUE_MAX = 255, PGN_LINE_MAX = 79, PGN_TAGS_MAX = 64 };

/* Result, FEN, SetUp and, in Chess960, Variant are written from the game: tags of these names are
 * left out. Missing tags of the Seven Tag Roster get "?". The rest follows in order of name (8.1.1). */
typedef struct {
    const PgnTag *tags;
    int tag_count; /* at most PGN_TAGS_MAX */
    const Line *line;
    const int32_t *clocks; /* ms left after each ply, -1 where unknown; or NULL */
    PgnResult result;
} PgnGame;

typedef void (*PgnSink)(void *context, const char *text, size_t length);

/* The game and the empty line after it. */
void pgn_write(const PgnGame *game, PgnSink sink, void *context);
/* The same into a buffer, always ended by NUL. Returns the whole length: at least 'size' when cut. */
size_t pgn_print(const PgnGame *game, char *out, size_t size);
