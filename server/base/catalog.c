#include "catalog.h"

#include "memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_FIRST = 64 };

static size_t hash(const Catalog *catalog, const char *key)
{
    return (size_t)siphash(&catalog->sip, key, strlen(key));
}

static const char *key_of(const Catalog *catalog, const void *thing)
{
    return (const char *)thing + catalog->key_at;
}

/* Where the key stands, or the free slot in which it would. */
static size_t slot_of(const Catalog *catalog, const char *key)
{
    size_t slot = hash(catalog, key) & (catalog->size - 1);
    while (catalog->slots[slot] && strcmp(key_of(catalog, catalog->slots[slot]), key) != 0)
        slot = (slot + 1) & (catalog->size - 1);
    return slot;
}

static void resize(Catalog *catalog, size_t size)
{
    Catalog old = *catalog;
    catalog->slots = memory_array(size, sizeof *catalog->slots);
    catalog->size = size;
    for (size_t i = 0; i < old.size; i++)
        if (old.slots[i])
            catalog->slots[slot_of(catalog, key_of(catalog, old.slots[i]))] = old.slots[i];
    free(old.slots);
}

void catalog_init(Catalog *catalog, size_t key_at, const SipKey *sip)
{
    *catalog = (Catalog){.key_at = key_at, .sip = *sip};
}

void catalog_clear(Catalog *catalog)
{
    free(catalog->slots);
    *catalog = (Catalog){.key_at = catalog->key_at, .sip = catalog->sip};
}

void *catalog_find(const Catalog *catalog, const char *key)
{
    return catalog->count ? catalog->slots[slot_of(catalog, key)] : NULL;
}

void catalog_put(Catalog *catalog, void *thing)
{
    if ((catalog->count + 1) * 4 > catalog->size * 3)
        resize(catalog, catalog->size ? 2 * catalog->size : SIZE_FIRST);
    size_t slot = slot_of(catalog, key_of(catalog, thing));
    assert(!catalog->slots[slot]);
    catalog->slots[slot] = thing;
    catalog->count++;
}

/* Linear probing without tombstones: what stands behind the gap and may close it moves up (Knuth 6.4 R). */
void catalog_remove(Catalog *catalog, const void *thing)
{
    assert(catalog->count > 0);
    size_t mask = catalog->size - 1, gap = slot_of(catalog, key_of(catalog, thing));
    assert(catalog->slots[gap] == thing);
    for (size_t i = (gap + 1) & mask; catalog->slots[i]; i = (i + 1) & mask) {
        size_t home = hash(catalog, key_of(catalog, catalog->slots[i])) & mask;
        if (((i - home) & mask) >= ((i - gap) & mask)) {
            catalog->slots[gap] = catalog->slots[i];
            gap = i;
        }
    }
    catalog->slots[gap] = NULL;
    catalog->count--;
}

void *catalog_next(const Catalog *catalog, size_t *at)
{
    while (*at < catalog->size) {
        void *thing = catalog->slots[(*at)++];
        if (thing)
            return thing;
    }
    return NULL;
}
