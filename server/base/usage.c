#include "usage.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_FIRST = 64, KEY_MAX = 256 };

uint64_t usage_sum(const Usage *usage, unsigned kind, const char *key)
{
    unsigned char text[1 + KEY_MAX];
    size_t length = strlen(key);
    assert(length <= KEY_MAX && kind <= UINT8_MAX);
    text[0] = (unsigned char)kind;
    memcpy(text + 1, key, length);
    return siphash(&usage->key, text, 1 + length);
}

/* Where the hash is, or the free slot where it would go. */
static size_t slot_of(const Usage *usage, uint64_t sum)
{
    size_t mask = usage->size - 1, slot = (size_t)sum & mask;
    while (usage->slots[slot].count && usage->slots[slot].sum != sum)
        slot = (slot + 1) & mask;
    return slot;
}

static void resize(Usage *usage, size_t size)
{
    UsageEntry *old = usage->slots;
    size_t old_size = usage->size;
    usage->slots = memory_array(size, sizeof *usage->slots);
    usage->size = size;
    for (size_t i = 0; i < old_size; i++)
        if (old[i].count)
            usage->slots[slot_of(usage, old[i].sum)] = old[i];
    free(old);
}

/* Linear probing without tombstones, as in hash_table.c (Knuth 6.4 R). */
static void remove_slot(Usage *usage, size_t gap)
{
    size_t mask = usage->size - 1;
    for (size_t i = (gap + 1) & mask; usage->slots[i].count; i = (i + 1) & mask) {
        size_t home = (size_t)usage->slots[i].sum & mask;
        if (((i - home) & mask) >= ((i - gap) & mask)) {
            usage->slots[gap] = usage->slots[i];
            gap = i;
        }
    }
    usage->slots[gap] = (UsageEntry){0};
    usage->used--;
}

/* A table that a flood has made grow shrinks again: it is halved when at most an eighth full. */
static void shrink(Usage *usage)
{
    if (usage->size > SIZE_FIRST && usage->used * 8 < usage->size)
        resize(usage, usage->size / 2);
}

void usage_init(Usage *usage, const SipKey *key)
{
    *usage = (Usage){.key = *key};
}

void usage_clear(Usage *usage)
{
    free(usage->slots);
    usage_init(usage, &(SipKey){{0}});
}

bool usage_take(Usage *usage, unsigned kind, const char *key, uint32_t most)
{
    uint64_t sum = usage_sum(usage, kind, key);
    if ((usage->used + 1) * 4 > usage->size * 3)
        resize(usage, usage->size ? 2 * usage->size : SIZE_FIRST);
    UsageEntry *entry = &usage->slots[slot_of(usage, sum)];
    if (entry->count >= most)
        return false;
    usage->used += entry->count == 0;
    entry->sum = sum;
    entry->count++;
    return true;
}

void usage_release(Usage *usage, unsigned kind, const char *key)
{
    assert(usage->used > 0);
    size_t slot = slot_of(usage, usage_sum(usage, kind, key));
    assert(usage->slots[slot].count > 0);
    if (--usage->slots[slot].count > 0)
        return;
    remove_slot(usage, slot);
    shrink(usage);
}

uint32_t usage_count_of(const Usage *usage, uint64_t sum)
{
    return usage->used ? usage->slots[slot_of(usage, sum)].count : 0;
}

uint32_t usage_count(const Usage *usage, unsigned kind, const char *key)
{
    return usage->used ? usage_count_of(usage, usage_sum(usage, kind, key)) : 0;
}
