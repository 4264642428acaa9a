#include "journal.h"

#include "memory.h"

#include <uv.h>

#include <stdlib.h>

struct Journal {
    Store *store;
    Metrics *metrics;
    uint64_t newest;                 /* the newest batch that something was put into */
    uint64_t committed;              /* the newest that is durable */
    uint64_t timed_number, timed_at; /* a batch that is being timed, and since when (uv_hrtime) */
    bool failing;
};

Journal *journal_new(Store *store, Metrics *metrics)
{
    Journal *journal = memory_new(sizeof *journal);
    journal->store = store;
    journal->metrics = metrics;
    return journal;
}

void journal_free(Journal *journal)
{
    free(journal);
}

uint64_t journal_note(Journal *journal, uint64_t number)
{
    if (number)
        journal->newest = number;
    return number;
}

uint64_t journal_newest(const Journal *journal)
{
    return journal->newest;
}

void journal_committed(Journal *journal, uint64_t number)
{
    journal->committed = number;
    if (!journal->timed_number || journal->timed_number > number)
        return;
    histogram_add(&journal->metrics->commit, (double)(uv_hrtime() - journal->timed_at) / 1e9);
    journal->timed_number = 0;
}

bool journal_has(const Journal *journal, uint64_t number)
{
    return number <= journal->committed;
}

bool journal_is_durable(const Journal *journal)
{
    return journal_has(journal, journal->newest);
}

void journal_set_failing(Journal *journal, bool failing)
{
    journal->metrics->commit_failures_total += failing;
    journal->failing = failing;
}

bool journal_is_failing(const Journal *journal)
{
    return journal->failing;
}

bool journal_is_stuck(const Journal *journal)
{
    return journal->failing || store_is_behind(journal->store);
}

/* One batch at a time is timed: the next begins when it is durable. */
void journal_flush(Journal *journal)
{
    if (journal_has(journal, journal->timed_number) && !journal_is_durable(journal)) {
        journal->timed_number = journal->newest;
        journal->timed_at = uv_hrtime();
    }
    store_flush(journal->store);
}
