#include "id_table.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>

enum { SIZE_FIRST = 16 };

/* Where the number should be: the golden ratio's bits spread numbers that follow each other (Knuth, The Art of Computer
 * Programming, 6.4). */
static size_t home_of(const IdTable *table, uint64_t id)
{
    return (size_t)((id * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (table->size - 1);
}

void id_table_clear(IdTable *table)
{
    free(table->places);
    *table = (IdTable){0};
}

/* Its place, or the free one where it belongs. */
static size_t place_of(const IdTable *table, uint64_t id)
{
    size_t at = home_of(table, id);
    while (table->places[at].id && table->places[at].id != id)
        at = (at + 1) & (table->size - 1);
    return at;
}

void *id_table_find(const IdTable *table, uint64_t id)
{
    if (!id || !table->count)
        return NULL;
    return table->places[place_of(table, id)].thing;
}

static void grow(IdTable *table)
{
    IdTable bigger = {.size = table->size ? 2 * table->size : SIZE_FIRST, .count = table->count};
    bigger.places = memory_new(bigger.size * sizeof *bigger.places);
    for (size_t i = 0; i < table->size; i++)
        if (table->places[i].id)
            bigger.places[place_of(&bigger, table->places[i].id)] = table->places[i];
    free(table->places);
    *table = bigger;
}

void id_table_put(IdTable *table, uint64_t id, void *thing)
{
    assert(id && thing);
    if (2 * (table->count + 1) > table->size)
        grow(table);
    IdPlace *place = &table->places[place_of(table, id)];
    assert(!place->id);
    *place = (IdPlace){id, thing};
    table->count++;
}

/* What comes behind it moves up, where it belongs no further back (Knuth, 6.4, algorithm R). */
void id_table_remove(IdTable *table, uint64_t id)
{
    assert(id_table_find(table, id));
    size_t mask = table->size - 1, hole = place_of(table, id);
    for (size_t at = (hole + 1) & mask; table->places[at].id; at = (at + 1) & mask) {
        size_t home = home_of(table, table->places[at].id);
        if (((at - home) & mask) < ((at - hole) & mask))
            continue;
        table->places[hole] = table->places[at];
        hole = at;
    }
    table->places[hole] = (IdPlace){0};
    table->count--;
}
