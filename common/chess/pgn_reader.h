/* pgn_reader.h - reads games from PGN text, one after the other, and passes them to a visitor.
 *
 * Uses constant memory whatever the size of the file: the caller provides a buffer and a source that fills it, or a
 * whole text. Every move is checked. It is as tolerant as the import format asks: odd SAN, 0-0, missing tags or
 * results, BOM, CRLF, escapes, NAGs as $1 or !?, figurines, what a position is worth (+-, =). A bad game ends with the reason and the place, and the next call
 * continues with the game after it. Nothing is allocated. */
#pragma once

#include "fen.h"
#include "notation.h"
#include "pgn.h"
#include "pgn_scan.h"

#define PGN_ERRORS(X)                                                                              \
    X(OK, "a game")                                                                                \
    X(END, "no more games")                                                                        \
    X(TAG_SYNTAX, "the tag is not [Name \"value\"]")                                               \
    X(TAG_TOO_LONG, "the tag is longer than 1023 bytes")                                           \
    X(BAD_FEN, "the FEN tag holds no legal position")                                              \
    X(VARIANT, "the variant is neither standard chess nor Chess960")                               \
    X(BAD_MOVE, "the move cannot be played")                                                       \
    X(UNEXPECTED, "there is something that is no move, number, comment, NAG or result")            \
    X(NAG, "the NAG is no number")                                                                 \
    X(COMMENT_OPEN, "the text ends inside a comment")                                              \
    X(VARIATION_OPEN, "the game ends inside a variation")                                          \
    X(VARIATION_CLOSED, "a variation is closed that was not opened")                               \
    X(VARIATION_EARLY, "a variation comes before any move")                                        \
    X(VARIATION_DEEP, "variations are nested deeper than 64")

typedef enum {
#define X(name, text) PGN_##name,
    PGN_ERRORS(X)
#undef X
        PGN_ERROR_COUNT
} PgnError;

const char *pgn_error_text(PgnError error);

/* The functions that are called, in the order of the text; any may be NULL. Texts are borrowed for the call. */
typedef struct {
    void (*begin)(void *context);
    /* The value without its quotes and escapes. */
    void (*tag)(void *context, const char *name, size_t name_length, const char *value,
                size_t length);
    /* After all tags. False: the moves of this game are skipped, as fast as lines can be found. */
    bool (*start)(void *context, const Position *pos);
    /* MOVE_NONE in a variation is a null move. */
    void (*move)(void *context, const Position *before, Move move);
    void (*nag)(void *context, int nag);
    /* Without its braces; a comment that is longer than the buffer comes in pieces. */
    void (*comment)(void *context, const char *text, size_t length);
    /* A variation to the last move; its moves start from the position before that one. */
    void (*variation_begin)(void *context);
    void (*variation_end)(void *context);
    /* Not called for a bad game. Without a result at the end it is that of the tag. */
    void (*end)(void *context, PgnResult result);
} PgnVisitor;

enum { PGN_DEPTH_MAX = 64 };

/* The fields are private to the reader, except for 'fault', of the last bad game, and 'scan.line'. */
typedef struct {
    const PgnVisitor *visitor;
    void *context;
    PgnScan scan;
    PgnResult result;
    PgnError tag_error;
    Position start;
    bool chess960;
    int depth;
    struct {
        Position before, now;
        bool moved;
    } stack[PGN_DEPTH_MAX + 1];
    struct {
        PgnError error;
        FenError fen;           /* of PGN_BAD_FEN */
        NotationError notation; /* of PGN_BAD_MOVE */
        uint32_t column;        /* bytes from 1 */
        uint64_t line;          /* from 1 */
    } fault;
} PgnReader;

/* 'size' is at least PGN_BUFFER_MIN. */
void pgn_reader_open(PgnReader *reader, char *buffer, size_t size, PgnSource source,
                     void *source_context);
/* A whole text, kept by the caller. */
void pgn_reader_open_text(PgnReader *reader, const char *text, size_t length);

/* Reads the next game: PGN_OK, PGN_END, or why it is bad, with the place in reader->fault. */
PgnError pgn_reader_next(PgnReader *reader, const PgnVisitor *visitor, void *context);
