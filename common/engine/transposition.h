/* transposition.h - the transposition table: positions already searched, in memory that the caller provides.
 *
 * Two positions may share a key, so a move from the table must be checked before it is played.
 * Several engines may share one table without locks: an entry is two atomic words, the key xored with the
 * data and the data, so that one torn by a race fails its key (Hyatt and Mann, "A Lock-less Transposition
 * Table Implementation for Parallel Search", ICGA Journal 25, 2002). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "types.h"

typedef enum { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } Bound;

typedef struct {
    Move move; /* MOVE_NONE when none was best */
    int score; /* mates are counted from the root of the current search */
    int eval;  /* static evaluation, or SCORE_NONE */
    int depth;
    Bound bound;
    bool was_pv;
} TableEntry;

typedef struct TableBucket TableBucket;

typedef struct {
    TableBucket *buckets; /* the caller's memory */
    size_t count;
    unsigned age; /* of the search that runs, mod 32 */
} Table;

enum { TABLE_BYTES_MIN = 64 * 1024 };

/* Uses as much of the memory (aligned to 64 bytes, TABLE_BYTES_MIN at least) as is a whole number of
 * buckets, and clears it. */
void table_init(Table *table, void *memory, size_t bytes);
void table_clear(Table *table);
/* A new search begins: entries of earlier ones are replaced first. */
void table_age(Table *table);
/* Ply is the distance from the root, by which mate scores are adjusted. False when the key is not found. */
bool table_find(const Table *table, uint64_t key, int ply, TableEntry *found);
void table_store(Table *table, uint64_t key, int ply, const TableEntry *entry);
/* Prefetches the bucket of the key. */
void table_prefetch(const Table *table, uint64_t key);
/* How full the table is with entries of this search, in thousandths. */
unsigned table_permille(const Table *table);
