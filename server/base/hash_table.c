#include "hash_table.h"

#include "memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_FIRST = 64 };

static size_t hash(const HashTable *table, const char *key)
{
    return (size_t)siphash(&table->sip, key, strlen(key));
}

static const char *key_of(const HashTable *table, const void *thing)
{
    return (const char *)thing + table->key_at;
}

/* Where the key is, or the free slot where it would go. */
static size_t slot_of(const HashTable *table, const char *key)
{
    size_t slot = hash(table, key) & (table->size - 1);
    while (table->slots[slot] && strcmp(key_of(table, table->slots[slot]), key) != 0)
        slot = (slot + 1) & (table->size - 1);
    return slot;
}

static void resize(HashTable *table, size_t size)
{
    HashTable old = *table;
    table->slots = memory_array(size, sizeof *table->slots);
    table->size = size;
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i])
            table->slots[slot_of(table, key_of(table, old.slots[i]))] = old.slots[i];
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
    return table->count ? table->slots[slot_of(table, key)] : NULL;
}

void hash_table_put(HashTable *table, void *thing)
{
    if ((table->count + 1) * 4 > table->size * 3)
        resize(table, table->size ? 2 * table->size : SIZE_FIRST);
    size_t slot = slot_of(table, key_of(table, thing));
    assert(!table->slots[slot]);
    table->slots[slot] = thing;
    table->count++;
}

/* Linear probing without tombstones: an entry behind the gap that may fill it moves up (Knuth 6.4 R). */
void hash_table_remove(HashTable *table, const void *thing)
{
    assert(table->count > 0);
    size_t mask = table->size - 1, gap = slot_of(table, key_of(table, thing));
    assert(table->slots[gap] == thing);
    for (size_t i = (gap + 1) & mask; table->slots[i]; i = (i + 1) & mask) {
        size_t home = hash(table, key_of(table, table->slots[i])) & mask;
        if (((i - home) & mask) >= ((i - gap) & mask)) {
            table->slots[gap] = table->slots[i];
            gap = i;
        }
    }
    table->slots[gap] = NULL;
    table->count--;
}

void *hash_table_next(const HashTable *table, size_t *at)
{
    while (*at < table->size) {
        void *thing = table->slots[(*at)++];
        if (thing)
            return thing;
    }
    return NULL;
}
