/* putting.h - how a write gets into this turn's batch: for the files of the store alone. */
#pragma once

#include "batch.h"
#include "store.h"

#include <string.h>

/* It ends inside its field. */
static inline bool is_text(const char *text, size_t size)
{
    return memchr(text, '\0', size) != NULL;
}

/* Copies the value; the number of its batch. */
uint64_t store_push(Store *store, PutKind kind, const void *value, size_t size);
/* Of a game whose id was drawn here. */
int64_t store_number_of(const Store *store, const GameId *id);
