/* journal.h - what was put into the store, up to where it is durable, and whether the disk refuses.
 *
 * Whoever puts something notes its number here, and whatever tells of it is queued with that number (session.h): journal
 * before wire. journal_free frees; the store is borrowed. */
#pragma once

#include "metrics.h"
#include "store.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Journal Journal;

Journal *journal_new(Store *store, Metrics *metrics);
void journal_free(Journal *journal);

/* The store was given something with the batch 'number', which is returned; 0 stands for nothing. */
uint64_t journal_note(Journal *journal, uint64_t number);
/* The newest batch that anything was put into. */
uint64_t journal_newest(const Journal *journal);

/* Every batch up to 'number' is durable. */
void journal_committed(Journal *journal, uint64_t number);
bool journal_has(const Journal *journal, uint64_t number);
/* Everything is durable. */
bool journal_is_durable(const Journal *journal);

/* The disk refuses, or does so no more. */
void journal_set_failing(Journal *journal, bool failing);
bool journal_is_failing(const Journal *journal);
/* It refuses or is too far behind: nothing new is begun, and no clock runs. */
bool journal_is_stuck(const Journal *journal);

/* The end of a turn of the loop: hands what was put to the store's thread. */
void journal_flush(Journal *journal);
