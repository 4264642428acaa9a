#include "transposition.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "score.h"

enum {
    BUCKET_ENTRIES = 4,
    AGE_BITS = 5,
    AGE_MASK = (1 << AGE_BITS) - 1,
    /* A search's age counts as so many plies of depth when an entry is to be replaced. */
    AGE_WEIGHT = 4,
};

/* Of the data, from the lowest bit: move 16, score 16, eval 16, depth 8, bound 2, was_pv 1, age 5. */
typedef struct {
    _Atomic uint64_t lock; /* key xor data */
    _Atomic uint64_t data;
} Slot;

struct TableBucket {
    Slot slots[BUCKET_ENTRIES]; /* one cache line */
};

static_assert(sizeof(TableBucket) == 64, "a bucket is a cache line");
static_assert(sizeof(Move) == 2, "a move is packed into 16 bits");

static uint64_t pack(const TableEntry *entry, int score, unsigned age)
{
    return (uint64_t)(uint16_t)entry->move | (uint64_t)(uint16_t)score << 16 |
           (uint64_t)(uint16_t)entry->eval << 32 | (uint64_t)(uint8_t)entry->depth << 48 |
           (uint64_t)entry->bound << 56 | (uint64_t)entry->was_pv << 58 | (uint64_t)age << 59;
}

static int data_depth(uint64_t data)
{
    return (int8_t)(data >> 48);
}
static Bound data_bound(uint64_t data)
{
    return (Bound)(data >> 56 & 3);
}
static unsigned data_age(uint64_t data)
{
    return (unsigned)(data >> 59);
}

/* A mate is stored by its distance from the position, and used by its distance from the root
 * (https://www.chessprogramming.org/Mate_Score). */
static int score_to_table(int score, int ply)
{
    if (score >= SCORE_MATE_BOUND)
        return score + ply;
    return score <= -SCORE_MATE_BOUND ? score - ply : score;
}

static int score_from_table(int score, int ply)
{
    if (score >= SCORE_MATE_BOUND)
        return score - ply;
    return score <= -SCORE_MATE_BOUND ? score + ply : score;
}

/* The high half of the key, scaled to the number of buckets: it need not be a power of two
 * (Lemire, "A fast alternative to the modulo reduction", 2016). */
static TableBucket *bucket_of(const Table *table, uint64_t key)
{
    return &table->buckets[((key >> 32) * (uint64_t)table->count) >> 32];
}

void table_init(Table *table, void *memory, size_t bytes)
{
    assert(memory && (uintptr_t)memory % 64 == 0 && bytes >= TABLE_BYTES_MIN);
    table->buckets = memory;
    table->count = bytes / sizeof(TableBucket);
    if ((uint64_t)table->count > UINT32_MAX)
        table->count = UINT32_MAX;
    table_clear(table);
}

void table_clear(Table *table)
{
    memset((void *)table->buckets, 0, table->count * sizeof(TableBucket));
    table->age = 0;
}

void table_age(Table *table)
{
    table->age = (table->age + 1) & AGE_MASK;
}

bool table_find(const Table *table, uint64_t key, int ply, TableEntry *found)
{
    TableBucket *bucket = bucket_of(table, key);
    for (unsigned i = 0; i < BUCKET_ENTRIES; i++) {
        Slot *slot = &bucket->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t lock = atomic_load_explicit(&slot->lock, memory_order_relaxed);
        if ((lock ^ data) != key || data_bound(data) == BOUND_NONE)
            continue;
        found->move = (Move)(uint16_t)data;
        found->score = score_from_table((int16_t)(data >> 16), ply);
        found->eval = (int16_t)(data >> 32);
        found->depth = data_depth(data);
        found->bound = data_bound(data);
        found->was_pv = data >> 58 & 1;
        return true;
    }
    return false;
}

/* The value of a slot: shallow and old ones are replaced first, empty ones before all others. */
static int worth(uint64_t data, unsigned age)
{
    if (data_bound(data) == BOUND_NONE)
        return -1000;
    unsigned years = (age - data_age(data)) & AGE_MASK;
    return data_depth(data) - AGE_WEIGHT * (int)years;
}

void table_store(Table *table, uint64_t key, int ply, const TableEntry *entry)
{
    assert(entry->bound != BOUND_NONE);
    TableBucket *bucket = bucket_of(table, key);
    Slot *chosen = &bucket->slots[0];
    int least = INT32_MAX;
    TableEntry kept = *entry;
    for (unsigned i = 0; i < BUCKET_ENTRIES; i++) {
        Slot *slot = &bucket->slots[i];
        uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);
        uint64_t lock = atomic_load_explicit(&slot->lock, memory_order_relaxed);
        if ((lock ^ data) == key && data_bound(data) != BOUND_NONE) {
            /* The same position: a much deeper result of this search stays, and a move is not lost. */
            if (entry->bound != BOUND_EXACT && data_age(data) == table->age &&
                entry->depth + 4 < data_depth(data))
                return;
            if (kept.move == MOVE_NONE)
                kept.move = (Move)(uint16_t)data;
            chosen = slot;
            break;
        }
        int value = worth(data, table->age);
        if (value < least) {
            least = value;
            chosen = slot;
        }
    }
    uint64_t data = pack(&kept, score_to_table(entry->score, ply), table->age);
    atomic_store_explicit(&chosen->data, data, memory_order_relaxed);
    atomic_store_explicit(&chosen->lock, key ^ data, memory_order_relaxed);
}

void table_prefetch(const Table *table, uint64_t key)
{
    __builtin_prefetch(bucket_of(table, key));
}

unsigned table_permille(const Table *table)
{
    unsigned used = 0;
    for (size_t i = 0; i < 250; i++) {
        for (unsigned j = 0; j < BUCKET_ENTRIES; j++) {
            uint64_t data =
                atomic_load_explicit(&table->buckets[i].slots[j].data, memory_order_relaxed);
            used += data_bound(data) != BOUND_NONE && data_age(data) == table->age;
        }
    }
    return used;
}
