#include "hash_table.h"

#include "memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_FIRST = 64 };

static uint64_t hash_of(const HashTable *table, const char *key)
{
    return siphash(&table->sip, key, strlen(key));
}

static const char *key_of(const HashTable *table, const void *thing)
{
    return (const char *)thing + table->key_at;
}

/* Where the key is, or the free slot where it would go. */
static HashSlot *slot_of(const HashTable *table, const char *key, uint64_t hash)
{
    size_t place = hash & (table->size - 1);
    const HashSlot *slot;
    while ((slot = &table->slots[place])->thing &&
           (slot->hash != hash || strcmp(key_of(table, slot->thing), key) != 0))
        place = (place + 1) & (table->size - 1);
    return &table->slots[place];
}

static void resize(HashTable *table, size_t size)
{
    HashTable old = *table;
    table->slots = memory_array(size, sizeof *table->slots);
    table->size = size;
    for (size_t i = 0; i < old.size; i++) {
        const HashSlot *slot = &old.slots[i];
        if (slot->thing)
            *slot_of(table, key_of(table, slot->thing), slot->hash) = *slot;
    }
    free(old.slots);
}

void hash_table_init(HashTable *table, size_t key_at, const SipKey *sip)
{
    *table = (HashTable){.key_at = key_at, .sip = *sip};
}

void hash_table_clear(HashTable *table)
{
    free(table->slots);
    *table = (HashTable){.key_at = table->key_at, .sip = table->sip};
}

void *hash_table_find(const HashTable *table, const char *key)
{
    return table->count ? slot_of(table, key, hash_of(table, key))->thing : NULL;
}

void hash_table_put(HashTable *table, void *thing)
{
    if ((table->count + 1) * 4 > table->size * 3)
        resize(table, table->size ? 2 * table->size : SIZE_FIRST);
    const char *key = key_of(table, thing);
    uint64_t hash = hash_of(table, key);
    HashSlot *slot = slot_of(table, key, hash);
    assert(!slot->thing);
    *slot = (HashSlot){.thing = thing, .hash = hash};
    table->count++;
}

/* Linear probing without tombstones: an entry behind the gap that may fill it moves up (Knuth 6.4 R). */
void hash_table_remove(HashTable *table, const void *thing)
{
    assert(table->count > 0);
    const char *key = key_of(table, thing);
    HashSlot *found = slot_of(table, key, hash_of(table, key));
    assert(found->thing == thing);
    size_t mask = table->size - 1, gap = (size_t)(found - table->slots);
    for (size_t i = (gap + 1) & mask; table->slots[i].thing; i = (i + 1) & mask) {
        size_t home = table->slots[i].hash & mask;
        if (((i - home) & mask) >= ((i - gap) & mask)) {
            table->slots[gap] = table->slots[i];
            gap = i;
        }
    }
    table->slots[gap] = (HashSlot){0};
    table->count--;
}

void *hash_table_next(const HashTable *table, size_t *at)
{
    while (*at < table->size) {
        void *thing = table->slots[(*at)++].thing;
        if (thing)
            return thing;
    }
    return NULL;
}
