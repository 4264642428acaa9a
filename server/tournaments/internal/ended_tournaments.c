/* Those that have ended: which of them stay in memory, and how the others are read when somebody asks for them. */
#include "base62.h"
#include "log.h"
#include "memory.h"
#include "running.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIM_AGAIN = 1000 }; /* ms until what is not on disk yet is looked at again */

/* ---- which stay ---- */

/* Nobody watches it, nothing is under way, and it could be read again. */
static bool can_go(const Tournaments *tournaments, const Running *running)
{
    return tourney_is_over(running->tourney) && !running->listeners.count && !running->job &&
           !running->seeking && running->number <= store_committed(tournaments->options.store);
}

/* The first to go: what was cancelled before its start, then whatever was asked for least recently. */
static bool goes_before(const Running *one, const Running *other)
{
    bool is_moot = tourney_is_moot(one->tourney);
    if (is_moot != tourney_is_moot(other->tourney))
        return is_moot;
    return one->asked_at < other->asked_at;
}

static void drop(Tournaments *tournaments, Running *running)
{
    const Tourney *tourney = running->tourney;
    for (uint32_t i = 0; i < tourney->boards_count; i++)
        played_forget_past(tournaments, running, &tourney->boards[i]);
    hash_table_remove(&tournaments->running, running);
    running_free(running);
}

void ended_trim(Tournaments *tournaments)
{
    size_t count, acts;
    Running *running, *first;
    while (tournaments->must_trim) {
        count = acts = 0;
        first = NULL;
        for (size_t at = 0; (running = hash_table_next(&tournaments->running, &at));) {
            if (!tourney_is_over(running->tourney))
                continue;
            count++;
            acts += running->tourney->seq;
            if (can_go(tournaments, running) && (!first || goes_before(running, first)))
                first = running;
        }
        tournaments->must_trim = count > TOURNAMENTS_KEPT_MAX || acts > TOURNAMENTS_ACTS_MAX;
        if (!tournaments->must_trim)
            return;
        if (!first) {
            int64_t again = tournaments->time->wall + TRIM_AGAIN;
            tournaments->next_at = again < tournaments->next_at ? again : tournaments->next_at;
            return;
        }
        drop(tournaments, first);
    }
}

/* ---- read again ---- */

typedef struct {
    Tournaments *tournaments;
    ActsReading acts;
    char address[CLIENT_ADDRESS_MAX + 1];
    TournamentRead done;
    void *context;
} Reading;

static void end(Reading *reading)
{
    bounds_leave_place(reading->tournaments->options.bounds, BOUND_OLD_TOURNAMENTS,
                       BOUND_ALL_OLD_TOURNAMENTS, reading->address);
    if (reading->acts.running)
        running_free(reading->acts.running);
    free(reading);
}

/* Somebody else may have read it meanwhile; one that has not ended is in memory. */
static void adopt(Reading *reading)
{
    Tournaments *tournaments = reading->tournaments;
    Running *running = reading->acts.running;
    if (running->tourney->seq && !acts_are_whole(&reading->acts, true))
        log_warning("tournament %s is damaged: act %u cannot follow", running->id.text,
                    running->tourney->seq + 1);
    else if (running->tourney->seq && !running_find(tournaments, running->id.text)) {
        running_put(tournaments, running);
        running->asked_at = tournaments->time->now;
        reading->acts.running = NULL;
        tournaments->must_trim = true;
        running_plan(tournaments, running, tournaments->time->wall);
    }
}

static void on_read(void *context, StoreError error)
{
    Reading *reading = context;
    server_time_read(reading->tournaments->options.time);
    if (error == STORE_OK)
        adopt(reading);
    reading->done(reading->context, error == STORE_OK);
    end(reading);
}

TournamentReading tournaments_read(Tournaments *tournaments, const char *id, const char *address,
                                   TournamentRead done, void *context)
{
    TourneyId key;
    if (!base62_is(id, TOURNEY_ID_LENGTH))
        return TOURNAMENT_NONE;
    memcpy(key.text, id, sizeof key.text);
    if (tournaments->is_stopped ||
        !bounds_take_place(tournaments->options.bounds, BOUND_OLD_TOURNAMENTS,
                           BOUND_ALL_OLD_TOURNAMENTS, address))
        return TOURNAMENT_BUSY;
    Reading *reading = memory_new(sizeof *reading);
    *reading = (Reading){.tournaments = tournaments,
                         .acts = {running_new(tournaments, &key), true},
                         .done = done,
                         .context = context};
    snprintf(reading->address, sizeof reading->address, "%s", address);
    if (store_read_tournament(tournaments->options.store, key.text, acts_take, &reading->acts,
                              on_read, reading))
        return TOURNAMENT_BEING_READ;
    end(reading);
    return TOURNAMENT_BUSY;
}
