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
    /* UTF-8; control characters are left out, the length is cut at PGN_VALUE_MAX. */
    const char *value;
} PgnTag;

enum { PGN_VALUE_MAX = 255, PGN_LINE_MAX = 79, PGN_TAGS_MAX = 64 };

typedef void (*PgnSink)(void *context, const char *text, size_t length);

/* Writes a game piece by piece: tags, then moves with their annotations, then the end. The fields are private to the
 * writer. */
typedef struct {
    PgnSink sink;
    void *context;
    size_t column;
    bool numbered; /* Black's next move needs its number, too */
    bool open;     /* the next token follows a bracket without a blank */
} PgnWriter;

void pgn_writer_open(PgnWriter *writer, PgnSink sink, void *context);
/* Result, FEN, SetUp and, in Chess960, Variant are taken from the game: given tags of these names are
 * ignored. Missing tags of the Seven Tag Roster get "?". The others follow in the order of their names (8.1.1).
 * At most PGN_TAGS_MAX tags. */
void pgn_writer_tags(PgnWriter *writer, const PgnTag *tags, int count, const Position *start,
                     PgnResult result);
/* The legal move, or MOVE_NONE for a null move ("--"). */
void pgn_writer_move(PgnWriter *writer, const Position *before, Move move);
void pgn_writer_nag(PgnWriter *writer, int nag);
/* Line ends become blanks, '}' becomes ')'; commands such as [%clk 0:01:00] are not broken across lines. */
void pgn_writer_comment(PgnWriter *writer, const char *text, size_t length);
void pgn_writer_clock(PgnWriter *writer, int32_t ms);
void pgn_writer_variation_begin(PgnWriter *writer);
void pgn_writer_variation_end(PgnWriter *writer);
/* The result and the empty line after a game. */
void pgn_writer_end(PgnWriter *writer, PgnResult result);

/* A whole game without variations. */
typedef struct {
    const PgnTag *tags;
    int tag_count; /* at most PGN_TAGS_MAX */
    const Line *line;
    const int32_t *clocks; /* ms left after each ply, -1 where unknown; or NULL */
    PgnResult result;
} PgnGame;

void pgn_write(const PgnGame *game, PgnSink sink, void *context);
/* The same into a buffer, always with a NUL at the end. Returns the length of the whole game, which is 'size' or more
 * when it was cut. */
size_t pgn_print(const PgnGame *game, char *out, size_t size);
