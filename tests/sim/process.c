#include "process.h"

#include "memory.h"
#include "threads.h"
#include "world.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TURN_LEAST = 20, /* how long a turn of the loop takes, at least and at most (µs) */
    TURN_MOST = 400,
    STALL_ONCE_IN = 3000,
};

static Process *process_of(const Machine *machine)
{
    return (Process *)machine;
}

void process_init(Process *process, const Settings *settings, uint64_t stream,
                  void (*turn)(Machine *machine))
{
    const char *base = getenv("TMPDIR");
    *process = (Process){.settings = settings,
                         .random = random_stream(settings->seed, stream),
                         .turn = turn,
                         .turn_at = INT64_MAX};
    process->end = &process->first;
    process->loop.data = process;
    snprintf(process->directory, sizeof process->directory, "%s/XXXXXX",
             base && strlen(base) < 48 ? base : "/tmp");
    if (!mkdtemp(process->directory))
        abort();
}

void process_clear(Process *process, const char *const *files, size_t count)
{
    char path[96];
    assert(!process->up);
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", process->directory, files[i]);
        unlink(path);
    }
    rmdir(process->directory);
}

bool machine_is_up(const Machine *machine)
{
    return process_of(machine)->up;
}

bool machine_has_games(const Machine *machine)
{
    return process_of(machine)->core != NULL;
}

uint64_t machine_life(const Machine *machine)
{
    return process_of(machine)->life;
}

Core *machine_core(const Machine *machine)
{
    return process_of(machine)->core;
}

Store *machine_store(const Machine *machine)
{
    return process_of(machine)->store;
}

Accounts *machine_accounts(const Machine *machine)
{
    return process_of(machine)->accounts;
}

/* ---- the parts that have the games ---- */

static void on_answer(void *context, const SearchAnswer *answer)
{
    const Process *process = context;
    if (process->up && process->core)
        core_answered(process->core, answer);
}

void process_open_core(Process *process)
{
    char line[STORE_LINE_MAX];
    process->searchers = searchers_open(&(SearchersOptions){
        .loop = &process->loop, .threads = 1, .context = process, .answer = on_answer});
    process->accounts = accounts_new(process->store);
    if (!accounts_load(process->accounts, line))
        world_fail("the accounts cannot be loaded: %s", line);
    process->core = core_new(&(CoreOptions){.loop = &process->loop,
                                            .store = process->store,
                                            .accounts = process->accounts,
                                            .sessions = process->sessions,
                                            .searchers = process->searchers,
                                            .metrics = &process->metrics,
                                            .fallback = 10000,
                                            .keep_quiet = process->settings->keep_quiet,
                                            .limits = process->settings->limits});
    if (!core_load(process->core, line))
        world_fail("the games cannot be loaded: %s", line);
}

void process_close_core(Process *process)
{
    searchers_close(process->searchers);
    accounts_stop(process->accounts);
    accounts_turn(process->accounts);
    store_close(process->store);
    threads_tell_loop(&process->loop);
    accounts_turn(process->accounts);
    core_free(process->core);
    accounts_free(process->accounts);
    process->core = NULL;
    process->store = NULL;
}

/* ---- its loop ---- */

static void turn(void *context, uint64_t number)
{
    Process *process = context;
    if (!process->up || number != process->turns)
        return;
    process->turn_at = INT64_MAX;
    process->turn(context);
}

void process_plan_turn(Process *process, int64_t at)
{
    if (at < process->busy_until)
        at = process->busy_until;
    if (at >= process->turn_at)
        return;
    process->turn_at = at;
    world_at(at, turn, process, ++process->turns);
}

bool process_turned(Process *process, int64_t stall_most)
{
    process->busy_until = world_now() + random_between(&process->random, TURN_LEAST, TURN_MOST);
    if (!process->settings->on[FAULT_stalls] || !random_once_in(&process->random, STALL_ONCE_IN))
        return false;
    process->busy_until += random_between(&process->random, 0, stall_most);
    return true;
}

void machine_wake(Machine *machine)
{
    if (process_of(machine)->up)
        process_plan_turn(process_of(machine), world_now());
}

void process_end_loop(Process *process)
{
    Input *input;
    while ((input = process_take_input(process)))
        free(input);
    process->turns++;
    process->turn_at = INT64_MAX;
}

/* ---- what comes in ---- */

Input *process_take_input(Process *process)
{
    Input *input = process->first;
    if (!input)
        return NULL;
    process->first = input->next;
    if (!process->first)
        process->end = &process->first;
    return input;
}

static Input *put(Machine *machine, InputKind kind, Port *port, size_t length)
{
    Process *process = process_of(machine);
    Input *input = memory_new(sizeof *input + length + 1);
    input->kind = kind;
    input->port = port;
    input->length = length;
    *process->end = input;
    process->end = &input->next;
    machine_wake(machine);
    return input;
}

void machine_opens(Machine *machine, Port *port, const Person *person, const char *credential,
                   const char *address)
{
    Input *input = put(machine, IN_OPENS, port, 0);
    input->person = *person;
    snprintf(input->credential, sizeof input->credential, "%s", credential);
    snprintf(input->address, sizeof input->address, "%s", address);
}

void machine_hears(Machine *machine, Port *port, const char *text, size_t length)
{
    memcpy(put(machine, IN_HEARS, port, length)->text, text, length);
}

void machine_writable(Machine *machine, Port *port)
{
    put(machine, IN_WRITABLE, port, 0);
}

void machine_pong(Machine *machine, Port *port, int64_t time)
{
    put(machine, IN_PONG, port, 0)->time = time;
}

void machine_loses(Machine *machine, Port *port)
{
    put(machine, IN_LOSES, port, 0);
}
