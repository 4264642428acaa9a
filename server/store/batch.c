#include "batch.h"

#include "memory.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* A batch keeps its memory for the next turns, but not what a storm made of it. */
enum { KEPT_CAPACITY = 1 << 20, FIRST_CAPACITY = 4096 };

typedef struct {
    alignas(max_align_t) size_t size; /* of the value behind this, padding included */
    PutKind kind;
} Head;

static void reserve(Batch *batch, size_t size)
{
    if (batch->capacity - batch->used >= size)
        return;
    size_t capacity = batch->capacity ? batch->capacity : FIRST_CAPACITY;
    while (capacity - batch->used < size)
        capacity *= 2;
    batch->bytes = memory_resize(batch->bytes, capacity, 1);
    batch->capacity = capacity;
}

void batch_push(Batch *batch, PutKind kind, const void *value, size_t size)
{
    size_t padded = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    Head head = {.size = padded, .kind = kind};
    reserve(batch, sizeof head + padded);
    memcpy(batch->bytes + batch->used, &head, sizeof head);
    memcpy(batch->bytes + batch->used + sizeof head, value, size);
    batch->used += sizeof head + padded;
}

void batch_merge(Batch *batch, Batch *later)
{
    if (batch->used == 0) {
        Batch swapped = *batch;
        *batch = *later;
        *later = swapped;
    } else {
        reserve(batch, later->used);
        memcpy(batch->bytes + batch->used, later->bytes, later->used);
        batch->used += later->used;
        batch->number = later->number;
    }
    batch_clear(later);
}

const void *batch_next(const Batch *batch, size_t *at, PutKind *kind)
{
    if (*at == batch->used)
        return NULL;
    Head head;
    assert(batch->used - *at >= sizeof head);
    memcpy(&head, batch->bytes + *at, sizeof head);
    const void *value = batch->bytes + *at + sizeof head;
    *kind = head.kind;
    *at += sizeof head + head.size;
    return value;
}

void batch_clear(Batch *batch)
{
    batch->used = 0;
    if (batch->capacity > KEPT_CAPACITY)
        batch_free(batch);
}

void batch_free(Batch *batch)
{
    free(batch->bytes);
    *batch = (Batch){0};
}
