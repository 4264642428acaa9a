#include "slot_table.h"

#include "array.h"

#include <assert.h>
#include <stdlib.h>

static size_t place_of(uint64_t id)
{
    return (size_t)(id & ((1u << SLOT_BITS) - 1));
}

void slot_table_clear(SlotTable *table)
{
    free(table->slots);
    *table = (SlotTable){.serial = table->serial};
}

static size_t take_place(SlotTable *table)
{
    size_t place = table->size;
    if (table->free) {
        place = table->free - 1;
        table->free = table->slots[place].next_free;
        return place;
    }
    assert(place < 1u << SLOT_BITS);
    table->slots =
        array_reserve(table->slots, &table->capacity, ++table->size, sizeof *table->slots);
    return place;
}

uint64_t slot_table_add(SlotTable *table, void *thing)
{
    assert(thing);
    size_t place = take_place(table);
    Slot *slot = &table->slots[place];
    slot->id = ++table->serial << SLOT_BITS | place;
    slot->thing = thing;
    table->count++;
    return slot->id;
}

void *slot_table_find(const SlotTable *table, uint64_t id)
{
    size_t place = place_of(id);
    return id && place < table->size && table->slots[place].id == id ? table->slots[place].thing
                                                                     : NULL;
}

void slot_table_remove(SlotTable *table, uint64_t id)
{
    size_t place = place_of(id);
    assert(slot_table_find(table, id));
    table->slots[place] = (Slot){.next_free = table->free};
    table->free = (uint32_t)place + 1;
    table->count--;
}

void *slot_table_next(const SlotTable *table, size_t *at)
{
    while (*at < table->size) {
        const Slot *slot = &table->slots[(*at)++];
        if (slot->id)
            return slot->thing;
    }
    return NULL;
}
