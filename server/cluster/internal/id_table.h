/* id_table.h - things found by a number that somebody else has given them.
 *
 * An open-addressed hash table of pointers; the numbers are not 0. It owns its places, not the things; zeros are an empty
 * table, and id_table_clear makes it one again. */
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t id; /* 0: free */
    void *thing;
} IdPlace;

typedef struct {
    IdPlace *places;
    size_t size; /* a power of two, or 0 */
    size_t count;
} IdTable;

void id_table_clear(IdTable *table);
/* NULL when there is none. */
void *id_table_find(const IdTable *table, uint64_t id);
/* No thing may have the number already. */
void id_table_put(IdTable *table, uint64_t id, void *thing);
/* It must be there. */
void id_table_remove(IdTable *table, uint64_t id);
