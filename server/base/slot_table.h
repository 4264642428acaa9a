/* slot_table.h - things found by a number that is never used again: the number of a thing that has been removed finds
 * nothing.
 *
 * A number is a serial, counted from 1, with the thing's place behind it in SLOT_BITS bits. The table owns its places,
 * not the things; zeros are an empty table. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { SLOT_BITS = 20 }; /* so there is room for 2^20 things at a time; more is a bug (assert) */

typedef struct {
    uint64_t id; /* 0: free */
    union {
        void *thing;
        uint32_t next_free; /* place + 1 */
    };
} Slot;

typedef struct {
    Slot *slots;
    size_t size, capacity; /* of slots, taken or free */
    size_t count;          /* of things */
    uint64_t serial;
    uint32_t free; /* the first free place + 1, or 0 */
} SlotTable;

/* Forgets everything. */
void slot_table_clear(SlotTable *table);

/* The thing's number, never 0. */
uint64_t slot_table_add(SlotTable *table, void *thing);
/* NULL when it is gone. */
void *slot_table_find(const SlotTable *table, uint64_t id);
/* It must be there. */
void slot_table_remove(SlotTable *table, uint64_t id);
/* The serial part of a number: shorter, and just as unique. */
static inline uint64_t slot_serial(uint64_t id)
{
    return id >> SLOT_BITS;
}
/* Visits all things in the order of their places: start with *at = 0; NULL at the end. The thing returned last
 * may be removed. */
void *slot_table_next(const SlotTable *table, size_t *at);
