/* journal.h - what was put into the store, how far it is durable, and whether the disk refuses writes.
 *
 * Whoever puts something notes the number of its batch here, and every message that depends on it is queued with that
 * number (session.h): journal before wire. journal_free frees it; the store is borrowed. */
#pragma once

#include "metrics.h"
#include "store.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Journal Journal;

Journal *journal_new(Store *store, Metrics *metrics);
void journal_free(Journal *journal);

/* Something was put into the store with the batch 'number', which is returned; 0 means nothing
 * was. */
uint64_t journal_note(Journal *journal, uint64_t number);
/* The newest batch that something was put into. */
uint64_t journal_newest(const Journal *journal);

/* Every batch up to 'number' is durable. */
void journal_committed(Journal *journal, uint64_t number);
bool journal_has(const Journal *journal, uint64_t number);
/* Everything is durable. */
bool journal_is_durable(const Journal *journal);

/* The disk refuses writes, or does no longer. */
void journal_set_failing(Journal *journal, bool failing);
bool journal_is_failing(const Journal *journal);
/* The disk refuses or is too far behind: nothing new begins, and no clock runs. */
bool journal_is_stuck(const Journal *journal);

/* At the end of each turn of the loop: hands what was put to the store's thread. */
void journal_flush(Journal *journal);
