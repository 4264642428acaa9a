#include "machine.h"

#include "credential.h"
#include "memory.h"
#include "simulated_searchers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TURN_LEAST = 20, /* how long a turn of the loop takes, at least and at most (µs) */
    TURN_MOST = 400,
    STALL_ONCE_IN = 3000,
    STALL_MOST = 3 * SECOND,
    SPINS_MAX =
        1000, /* turns in a row after which the loop says that it has something to do at once */
};

typedef enum { IN_OPENS, IN_HEARS, IN_WRITABLE, IN_PONG, IN_LOSES } InputKind;

typedef struct Input Input;
struct Input {
    Input *next;
    InputKind kind;
    Port *port;
    Person person;
    char credential[CREDENTIAL_TEXT_LENGTH + 1], address[CORE_ADDRESS_MAX + 1];
    int64_t time;
    size_t length;
    char text[];
};

struct Machine {
    const Settings *settings;
    MachineHooks hooks;
    Random random;
    char directory[64];
    bool up;
    uint64_t life;

    uv_loop_t loop; /* its clock is the threads' */
    Store *store;
    Sessions *sessions;
    Searchers *searchers;
    Accounts *accounts;
    Core *core;
    Metrics metrics;

    Input *first, **end;
    uint64_t turn;   /* the number of the next turn: other planned turns are dropped */
    int64_t turn_at; /* INT64_MAX: none is planned */
    int64_t busy_until, sick_at;
    unsigned spins;
};

static void plan_turn(Machine *machine, int64_t at);

/* ---- what the parts tell ---- */

static size_t wire_write(void *connection, Packet *const *packets, size_t count, bool ping)
{
    Port *port = connection;
    const MachineHooks *hooks = &port->machine->hooks;
    const Sent sent = {port->machine->life, store_committed(port->machine->store)};
    size_t taken = 0;
    while (taken < count && hooks->write(hooks->context, port, packets[taken], sent))
        taken++;
    if (ping && taken == count)
        hooks->ping(hooks->context, port);
    return taken;
}

static void wire_close(void *connection, CloseCode code)
{
    Port *port = connection;
    port->machine->hooks.close(port->machine->hooks.context, port, code);
}

static void on_commit(void *context, uint64_t number)
{
    Machine *machine = context;
    world_trace("server: batch %llu is durable", (unsigned long long)number);
    if (machine->core)
        core_committed(machine->core, number);
}

static void on_failure(void *context, StoreError error, const char *line)
{
    Machine *machine = context;
    (void)error;
    world_trace("server: %s", line);
    machine->sick_at = world_now();
    if (machine->core)
        core_failing(machine->core, true);
}

static void on_recovered(void *context)
{
    Machine *machine = context;
    world_trace("server: the disk can be written to again");
    machine->sick_at = world_now();
    if (machine->core)
        core_failing(machine->core, false);
}

static void on_answer(void *context, const SearchAnswer *answer)
{
    Machine *machine = context;
    if (machine->up)
        core_answered(machine->core, answer);
}

static void on_woken(uv_loop_t *loop)
{
    machine_wake(loop->data);
}

/* ---- it starts and ends ---- */

Machine *machine_new(const Settings *settings, const MachineHooks *hooks)
{
    Machine *machine = memory_new(sizeof *machine);
    machine->settings = settings;
    machine->hooks = *hooks;
    machine->random = random_stream(settings->seed, 5);
    machine->end = &machine->first;
    machine->turn_at = INT64_MAX;
    const char *base = getenv("TMPDIR");
    snprintf(machine->directory, sizeof machine->directory, "%s/XXXXXX",
             base && strlen(base) < 48 ? base : "/tmp");
    if (!mkdtemp(machine->directory))
        abort();
    machine->loop.data = machine;
    threads_begin(settings->seed, &settings->threads, on_woken);
    threads_enter(&machine->loop);
    return machine;
}

void machine_free(Machine *machine)
{
    static const char *const FILES[] = {"castled.db", "castled.lock"};
    char path[96];
    assert(!machine->up);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", machine->directory, FILES[i]);
        unlink(path);
    }
    rmdir(machine->directory);
    threads_end();
    free(machine);
}

static void open_core(Machine *machine)
{
    char line[STORE_LINE_MAX];
    machine->sessions = sessions_new(&(SessionWire){.write = wire_write, .close = wire_close});
    machine->searchers = searchers_open(&(SearchersOptions){
        .loop = &machine->loop, .threads = 1, .context = machine, .answer = on_answer});
    machine->accounts = accounts_new(machine->store);
    if (!accounts_load(machine->accounts, line))
        world_fail("the accounts cannot be loaded: %s", line);
    machine->core = core_new(&(CoreOptions){.loop = &machine->loop,
                                            .store = machine->store,
                                            .accounts = machine->accounts,
                                            .sessions = machine->sessions,
                                            .searchers = machine->searchers,
                                            .metrics = &machine->metrics,
                                            .fallback = 10000,
                                            .keep_quiet = machine->settings->keep_quiet,
                                            .limits = machine->settings->limits});
    if (!core_load(machine->core, line))
        world_fail("the games cannot be loaded: %s", line);
}

bool machine_start(Machine *machine)
{
    char line[STORE_LINE_MAX];
    StoreOptions options = {.directory = machine->directory,
                            .loop = &machine->loop,
                            .durability = machine->settings->power_durability ? DURABILITY_POWER
                                                                              : DURABILITY_PROCESS,
                            .archive_after = machine->settings->archive_after,
                            .context = machine,
                            .on_commit = on_commit,
                            .on_failure = on_failure,
                            .on_recovered = on_recovered};
    assert(!machine->up);
    machine->life++;
    world_trace("server: starts");
    threads_turn();
    if (store_open(&machine->store, &options, line) != STORE_OK) {
        must(!disk_is_well(), "the store cannot be opened: %s", line);
        return false;
    }
    machine->metrics = (Metrics){0};
    machine->hooks.opened(machine->hooks.context);
    open_core(machine);
    machine->up = true;
    machine->sick_at = world_now();
    plan_turn(machine, world_now());
    return true;
}

static void drop_input(Machine *machine)
{
    while (machine->first) {
        Input *next = machine->first->next;
        free(machine->first);
        machine->first = next;
    }
    machine->end = &machine->first;
}

/* The parts may still try to write: the disk refuses when the process has died. */
static void close_parts(Machine *machine)
{
    int64_t now = world_now();
    drop_input(machine);
    searchers_close(machine->searchers);
    accounts_stop(machine->accounts);
    accounts_turn(machine->accounts);
    store_close(machine->store);
    threads_tell_loop(&machine->loop);
    accounts_turn(machine->accounts);
    core_free(machine->core);
    accounts_free(machine->accounts);
    sessions_free(machine->sessions);
    machine->core = NULL;
    machine->turn++;
    machine->turn_at = INT64_MAX;
    world_rewind(now);
}

void machine_kill(Machine *machine, bool power)
{
    world_trace("server: %s", power ? "the power is lost" : "is killed");
    assert(machine->up);
    machine->up = false;
    disk_detach();
    close_parts(machine);
    disk_attach(power);
}

void machine_stop(Machine *machine)
{
    world_trace("server: is stopped");
    core_stop(machine->core);
    machine->up = false;
    close_parts(machine);
    disk_detach();
    disk_attach(false);
}

bool machine_is_up(const Machine *machine)
{
    return machine->up;
}

bool machine_has_games(const Machine *machine)
{
    return machine->up;
}

uint64_t machine_life(const Machine *machine)
{
    return machine->life;
}

Core *machine_core(const Machine *machine)
{
    return machine->core;
}

Store *machine_store(const Machine *machine)
{
    return machine->store;
}

Accounts *machine_accounts(const Machine *machine)
{
    return machine->accounts;
}

const char *machine_directory(const Machine *machine)
{
    return machine->directory;
}

int64_t machine_sick_at(const Machine *machine)
{
    return machine->sick_at;
}

/* ---- what comes in ---- */

static void open_port(Machine *machine, const Input *input)
{
    Port *port = input->port;
    port->session = session_open(machine->sessions, port);
    ClientInfo info = {.token = input->person.guest ? "token" : NULL,
                       .credential = input->credential,
                       .address = input->address};
    core_opened(machine->core, port->session, &input->person, &info);
}

/* A session is gone for the core first (net/internal/websocket.c). */
static void lose_port(Machine *machine, Port *port)
{
    core_closed(machine->core, port->session);
    session_lost(machine->sessions, port->session);
    port->session = 0;
}

static void take_input(Machine *machine, const Input *input)
{
    Port *port = input->port;
    if (input->kind == IN_OPENS) {
        open_port(machine, input);
        return;
    }
    if (!port->session)
        return;
    switch (input->kind) {
    case IN_HEARS: core_received(machine->core, port->session, input->text, input->length); break;
    case IN_WRITABLE: session_writable(machine->sessions, port->session); break;
    case IN_PONG: session_note_round_trip(machine->sessions, port->session, input->time); break;
    default: lose_port(machine, port); break;
    }
}

/* Like libuv's loop and server_loop.c. */
static void turn(void *context, uint64_t number)
{
    Machine *machine = context;
    if (!machine->up || number != machine->turn)
        return;
    machine->turn_at = INT64_MAX;
    threads_turn();
    threads_tell_loop(&machine->loop);
    bool is_idle = !machine->first;
    for (Input *input; (input = machine->first);) {
        machine->first = input->next;
        if (!machine->first)
            machine->end = &machine->first;
        take_input(machine, input);
        free(input);
    }
    simulated_searchers_tell(machine->searchers);
    do {
        accounts_turn(machine->accounts);
        core_turn(machine->core);
    } while (accounts_is_asked(machine->accounts));
    if (machine->settings->broken == BREAK_early)
        sessions_committed(machine->sessions, store_committed(machine->store) + 1);
    machine->busy_until = world_now() + random_between(&machine->random, TURN_LEAST, TURN_MOST);
    if (machine->settings->on[FAULT_stalls] && random_once_in(&machine->random, STALL_ONCE_IN)) {
        machine->busy_until += random_between(&machine->random, 0, STALL_MOST);
        machine->sick_at = machine->busy_until;
    }
    int64_t wait = core_wait(machine->core);
    machine->spins = wait == 0 && is_idle ? machine->spins + 1 : 0;
    must(machine->spins < SPINS_MAX, "the loop has nothing to do and does not sleep");
    machine->hooks.turned(machine->hooks.context);
    if (wait >= 0)
        plan_turn(machine, world_now() + wait * 1000);
}

/* Never later than it was planned before. */
static void plan_turn(Machine *machine, int64_t at)
{
    if (at < machine->busy_until)
        at = machine->busy_until;
    if (at >= machine->turn_at)
        return;
    machine->turn_at = at;
    world_at(at, turn, machine, ++machine->turn);
}

void machine_wake(Machine *machine)
{
    if (machine->up)
        plan_turn(machine, world_now());
}

static Input *put(Machine *machine, InputKind kind, Port *port, size_t length)
{
    Input *input = memory_new(sizeof *input + length + 1);
    input->kind = kind;
    input->port = port;
    input->length = length;
    *machine->end = input;
    machine->end = &input->next;
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
