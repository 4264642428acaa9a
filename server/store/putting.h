/* putting.h - how a write gets into this turn's batch: for the files of the store alone. */
#pragma once

#include "batch.h"
#include "store.h"

/* Copies the value; the number of its batch. */
uint64_t store_push(Store *store, PutKind kind, const void *value, size_t size);
/* Of a game whose id was drawn here. */
int64_t store_number_of(const Store *store, const GameId *id);
