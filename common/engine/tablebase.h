/* tablebase.h - probes the tablebase of all positions with three and four pieces: who wins, and in how many plies.
 *
 * Reads the file that castled-endings writes, in memory (usually mapped), and decodes a few hundred bytes for a
 * probe. Pure: no allocation, no I/O. After tablebase_init every probe is safe, even in a damaged file, but may
 * then give wrong results: so check its checksum first. Positions with castling rights are not in it; en passant is
 * handled. The counts ignore the fifty-move rule, which cannot spoil a win that begins with the counter at 0: the
 * longest takes 43 moves. */
#pragma once

#include "position.h"
#include "tablebase_block.h"
#include "tablebase_class.h"

enum {
    TABLEBASE_VERSION_NOW = 1,
    TABLEBASE_TABLES = 2 * TABLEBASE_CLASSES,
    TABLEBASE_HEAD = 32, /* magic 16, version 4, tables 4, size 8 */
    TABLEBASE_TABLES_BEGIN =
        TABLEBASE_HEAD + 8 * TABLEBASE_TABLES, /* after the offset and size of each table */
    TABLEBASE_CHECKSUM = 8,                    /* at the end, over all that comes before */
    TABLEBASE_SIZE_MAX = 64 << 20,
};
#define TABLEBASE_MAGIC "castled endings\n" /* sixteen bytes, without the NUL */

#define TABLEBASE_ERRORS(X)                                                                        \
    X(OK, "a tablebase")                                                                           \
    X(FOREIGN, "not a tablebase of castled")                                                       \
    X(VERSION, "a tablebase of another version; make it again with castled-endings")               \
    X(SIZE, "the tablebase is not as long as its header says")                                     \
    X(TABLE, "a table in the tablebase is malformed")                                              \
    X(DAMAGED, "the tablebase is damaged")

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

/* The caller keeps the file for as long as the tablebase is used. */
TablebaseError tablebase_init(Tablebase *tablebase, const uint8_t *file, size_t size);

/* The checksum over bytes, eight at a time: FNV-1a on words. Starts with TABLEBASE_CHECKSUM_START. */
#define TABLEBASE_CHECKSUM_START 0xcbf29ce484222325ull
uint64_t tablebase_checksum(uint64_t sum, const uint8_t *bytes, size_t count);
/* A little-endian number of so many bytes. */
uint64_t tablebase_read_number(const uint8_t *bytes, int count);

typedef struct {
    int winner; /* 1: the side to move, -1: the other side, 0: a draw */
    int plies;  /* to mate, with best play of both sides */
} TablebaseResult;

/* False when the position is not in it: five or more pieces, or castling rights. */
bool tablebase_probe(const Tablebase *tablebase, const Position *pos, TablebaseResult *result);
