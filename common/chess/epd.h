/* epd.h - positions with operations as text: Extended Position Description (PGN standard, 16.2).
 *
 * A line is a position's first four FEN fields, then operations: an opcode, operands, a semicolon. Test
 * suites are written like this: "bm Nf3; id \"WAC.001\";". Texts point into the line; nothing is allocated. */
#pragma once

#include "fen.h"

#define EPD_ERRORS(X)                                                                              \
    X(OK, "an operation")                                                                          \
    X(END, "no more operations")                                                                   \
    X(OPCODE, "an opcode is not a letter, then letters, digits, hyphens or underscores")           \
    X(STRING_OPEN, "a string has no closing quote")                                                \
    X(COUNTER, "hmvc or fmvn is no number from 0 to 65535")

typedef enum {
#define X(name, text) EPD_##name,
    EPD_ERRORS(X)
#undef X
        EPD_ERROR_COUNT
} EpdError;

const char *epd_error_text(EpdError error);

enum { EPD_OPCODE_MAX = 15 };

/* Private to the reader, except for the position and, after an error, the place. */
typedef struct {
    Position pos;
    const char *text;
    size_t length, at;
    size_t place;
} Epd;

typedef struct {
    const char *opcode;
    size_t opcode_length; /* at most EPD_OPCODE_MAX */
    const char *operands; /* up to the semicolon or the line's end */
    size_t length;
} EpdOperation;

/* Reads the position; a FEN's two counters may follow. The caller keeps the line. On error
 * epd->place is where it is. */
FenError epd_open(Epd *epd, const char *text, size_t length);

/* The next operation. hmvc and fmvn are also stored in the position. The last semicolon may be missing. */
EpdError epd_next(Epd *epd, EpdOperation *operation);

/* The next operand: a word, or a string without its quotes. False when there are no more. */
bool epd_operand(EpdOperation *operation, const char **text, size_t *length);

/* The four fields, then hmvc and fmvn. Returns the length. */
enum { EPD_MAX = FEN_MAX + 16 };
size_t epd_print(const Position *pos, char out[EPD_MAX]);
