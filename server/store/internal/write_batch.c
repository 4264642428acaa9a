#include "write_batch.h"

#include "array.h"
#include "memory.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* A batch keeps its memory for the next turns, unless a storm of writes has made it large. */
enum { KEPT_CAPACITY = 1 << 20, FIRST_CAPACITY = 4096 };

typedef struct {
    alignas(max_align_t) size_t size; /* of the value that follows, padding included */
    WriteKind kind;
} Head;

static void reserve(WriteBatch *batch, size_t size)
{
    size_t needed = batch->used + size;
    batch->bytes = array_reserve(batch->bytes, &batch->capacity,
                                 needed > FIRST_CAPACITY ? needed : FIRST_CAPACITY, 1);
}

void write_batch_push(WriteBatch *batch, WriteKind kind, const void *value, size_t size)
{
    size_t padded = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
    Head head = {.size = padded, .kind = kind};
    reserve(batch, sizeof head + padded);
    memcpy(batch->bytes + batch->used, &head, sizeof head);
    memcpy(batch->bytes + batch->used + sizeof head, value, size);
    batch->used += sizeof head + padded;
}

void write_batch_merge(WriteBatch *batch, WriteBatch *later)
{
    if (batch->used == 0) {
        WriteBatch swapped = *batch;
        *batch = *later;
        *later = swapped;
    } else {
        reserve(batch, later->used);
        memcpy(batch->bytes + batch->used, later->bytes, later->used);
        batch->used += later->used;
        batch->number = later->number;
    }
    write_batch_clear(later);
}

const void *write_batch_next(const WriteBatch *batch, size_t *at, WriteKind *kind)
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

void write_batch_clear(WriteBatch *batch)
{
    batch->used = 0;
    if (batch->capacity > KEPT_CAPACITY)
        write_batch_free(batch);
}

void write_batch_free(WriteBatch *batch)
{
    free(batch->bytes);
    *batch = (WriteBatch){0};
}
