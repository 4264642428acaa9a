/* endings.h - what is known of all positions with three and four men: who wins, and in how many plies.
 *
 * Reads the file that castled-endings makes, as it lies in memory (mapped, mostly), and decodes a few hundred
 * bytes a question. Pure: no allocation, no I/O; of a file that passed endings_init any question is safe, even if
 * the file is damaged, and its answer then may be wrong: so its sum is to be checked first. Castling is not
 * thought of; en passant is. Counts of moves take no heed of the fifty-move rule, which no win here needs to
 * fear that begins with the counter at nought: the longest is 43 moves. */
#pragma once

#include "ending_block.h"
#include "ending_class.h"
#include "position.h"

enum {
    ENDINGS_VERSION_NOW = 1,
    ENDINGS_TABLES = 2 * ENDING_CLASSES,
    ENDINGS_HEAD = 32,                                 /* magic 16, version 4, tables 4, size 8 */
    ENDINGS_FIRST = ENDINGS_HEAD + 8 * ENDINGS_TABLES, /* after each table's begin and size */
    ENDINGS_SUM = 8,                                   /* at the end, of all before */
    ENDINGS_SIZE_MAX = 64 << 20,
};
#define ENDINGS_MAGIC "castled endings\n" /* sixteen bytes, without the end */

#define ENDINGS_ERRORS(X)                                                                          \
    X(OK, "a file of endings")                                                                     \
    X(FOREIGN, "not a file of endings")                                                            \
    X(VERSION, "a file of endings of another version; make it anew with castled-endings")          \
    X(SIZE, "the file of endings is not as long as it says")                                       \
    X(TABLE, "a table in the file of endings is not as it must be")                                \
    X(SUM_WRONG, "the file of endings is damaged")

typedef enum {
#define X(name, text) ENDINGS_##name,
    ENDINGS_ERRORS(X)
#undef X
        ENDINGS_ERROR_COUNT
} EndingsError;

const char *endings_error_text(EndingsError error);

typedef struct {
    EndingModel model; /* count is 0 where there is no table */
    uint32_t blocks;
    const uint8_t *ends, *data;
    size_t size;
} EndingTable;

typedef struct {
    EndingGeometry geometry;
    EndingTable table[ENDING_CLASSES][2];
} Endings;

/* The file stays the caller's, and must stay as long as the endings are asked. */
EndingsError endings_init(Endings *endings, const uint8_t *file, size_t size);

/* The sum of a file's bytes, eight at a time, to be begun with ENDINGS_SUM_START: FNV-1a on words. */
#define ENDINGS_SUM_START 0xcbf29ce484222325ull
uint64_t endings_sum(uint64_t sum, const uint8_t *bytes, size_t count);
uint64_t endings_number(const uint8_t *bytes, int count);

typedef struct {
    int winner; /* 1: who is to move, -1: the other, 0: nobody */
    int plies;  /* to mate, both sides playing their best */
} EndingVerdict;

/* False when it is not known: five men or more, or a right to castle. */
bool endings_ask(const Endings *endings, const Position *pos, EndingVerdict *verdict);
