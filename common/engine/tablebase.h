/* endings.h - what is known of all positions with three and four pieces: who wins, and in how many plies.
 *
 * Reads the file that castled-endings makes, as it lies in memory (mapped, mostly), and decodes a few hundred
 * bytes a question. Pure: no allocation, no I/O; of a file that passed tablebase_init any question is safe, even if
 * the file is damaged, and its answer then may be wrong: so its sum is to be checked first. Castling is not
 * thought of; en passant is. Counts of moves take no heed of the fifty-move rule, which no win here needs to
 * fear that begins with the counter at nought: the longest is 43 moves. */
#pragma once

#include "position.h"
#include "tablebase_block.h"
#include "tablebase_class.h"

enum {
    TABLEBASE_VERSION_NOW = 1,
    TABLEBASE_TABLES = 2 * TABLEBASE_CLASSES,
    TABLEBASE_HEAD = 32, /* magic 16, version 4, tables 4, size 8 */
    TABLEBASE_TABLES_BEGIN =
        TABLEBASE_HEAD + 8 * TABLEBASE_TABLES, /* after each table's begin and size */
    TABLEBASE_CHECKSUM = 8,                    /* at the end, of all before */
    TABLEBASE_SIZE_MAX = 64 << 20,
};
#define TABLEBASE_MAGIC "castled endings\n" /* sixteen bytes, without the end */

#define TABLEBASE_ERRORS(X)                                                                        \
    X(OK, "a file of endings")                                                                     \
    X(FOREIGN, "not a file of endings")                                                            \
    X(VERSION, "a file of endings of another version; make it anew with castled-endings")          \
    X(SIZE, "the file of endings is not as long as it says")                                       \
    X(TABLE, "a table in the file of endings is not as it must be")                                \
    X(DAMAGED, "the file of endings is damaged")

typedef enum {
#define X(name, text) TABLEBASE_##name,
    TABLEBASE_ERRORS(X)
#undef X
        TABLEBASE_ERROR_COUNT
} TablebaseError;

const char *tablebase_error_text(TablebaseError error);

typedef struct {
    TablebaseModel model; /* count is 0 where there is no table */
    uint32_t blocks;
    const uint8_t *ends, *data;
    size_t size;
} TablebaseTable;

typedef struct {
    TablebaseGeometry geometry;
    TablebaseTable table[TABLEBASE_CLASSES][2];
} Tablebase;

/* The file stays the caller's, and must stay as long as the endings are asked. */
TablebaseError tablebase_init(Tablebase *tablebase, const uint8_t *file, size_t size);

/* The sum of a file's bytes, eight at a time, to be begun with TABLEBASE_CHECKSUM_START: FNV-1a on words. */
#define TABLEBASE_CHECKSUM_START 0xcbf29ce484222325ull
uint64_t tablebase_checksum(uint64_t sum, const uint8_t *bytes, size_t count);
uint64_t tablebase_read_number(const uint8_t *bytes, int count);

typedef struct {
    int winner; /* 1: who is to move, -1: the other, 0: nobody */
    int plies;  /* to mate, both sides playing their best */
} TablebaseResult;

/* False when it is not known: five pieces or more, or a right to castle. */
bool tablebase_probe(const Tablebase *tablebase, const Position *pos, TablebaseResult *verdict);
