#include "process.h"

#include "memory.h"
#include "simulated_searchers.h"

#include <assert.h>
#include <stdlib.h>

enum {
    STALL_MOST = 3 * SECOND,
    SPINS_MAX =
        1000, /* turns in a row after which the loop says that it has something to do at once */
};

struct Machine {
    Process base;
    MachineHooks hooks;
    int64_t sick_at;
    unsigned spins;
};

/* ---- what the parts tell ---- */

static size_t wire_write(void *connection, Packet *const *packets, size_t count, bool ping)
{
    Port *port = connection;
    const MachineHooks *hooks = &port->machine->hooks;
    const Sent sent = {port->machine->base.life, store_committed(port->machine->base.store)};
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
    if (machine->base.core)
        core_committed(machine->base.core, number);
}

static void on_failure(void *context, StoreError error, const char *line)
{
    Machine *machine = context;
    (void)error;
    world_trace("server: %s", line);
    machine->sick_at = world_now();
    if (machine->base.core)
        core_failing(machine->base.core, true);
}

static void on_recovered(void *context)
{
    Machine *machine = context;
    world_trace("server: the disk can be written to again");
    machine->sick_at = world_now();
    if (machine->base.core)
        core_failing(machine->base.core, false);
}

static void on_woken(uv_loop_t *loop)
{
    machine_wake(loop->data);
}

/* ---- it starts and ends ---- */

static void turn(Machine *machine);

Machine *machine_new(const Settings *settings, const MachineHooks *hooks)
{
    Machine *machine = memory_new(sizeof *machine);
    process_init(&machine->base, settings, 5, turn);
    machine->hooks = *hooks;
    threads_begin(settings->seed, &settings->threads, on_woken);
    threads_enter(&machine->base.loop);
    return machine;
}

void machine_free(Machine *machine)
{
    static const char *const FILES[] = {"castled.db", "castled.lock"};
    process_clear(&machine->base, FILES, 2);
    threads_end();
    free(machine);
}

bool machine_start(Machine *machine)
{
    char line[STORE_LINE_MAX];
    StoreOptions options = {.directory = machine->base.directory,
                            .loop = &machine->base.loop,
                            .durability = machine->base.settings->power_durability
                                              ? DURABILITY_POWER
                                              : DURABILITY_PROCESS,
                            .archive_after = machine->base.settings->archive_after,
                            .checkpoint_after = machine->base.settings->checkpoint_after,
                            .context = machine,
                            .on_commit = on_commit,
                            .on_failure = on_failure,
                            .on_recovered = on_recovered};
    assert(!machine->base.up);
    machine->base.life++;
    world_trace("server: starts");
    threads_turn();
    if (store_open(&machine->base.store, &options, line) != STORE_OK) {
        must(!disk_is_well(), "the store cannot be opened: %s", line);
        return false;
    }
    machine->base.metrics = (Metrics){0};
    machine->hooks.opened(machine->hooks.context);
    machine->base.sessions = sessions_new(&(SessionWire){.write = wire_write, .close = wire_close});
    process_open_core(&machine->base);
    machine->base.up = true;
    machine->sick_at = world_now();
    process_plan_turn(&machine->base, world_now());
    return true;
}

/* The parts may still try to write: the disk refuses when the process has died. */
static void close_parts(Machine *machine)
{
    int64_t now = world_now();
    process_end_loop(&machine->base);
    process_close_core(&machine->base);
    sessions_free(machine->base.sessions);
    world_rewind(now);
}

void machine_kill(Machine *machine, bool power)
{
    world_trace("server: %s", power ? "the power is lost" : "is killed");
    assert(machine->base.up);
    machine->base.up = false;
    disk_detach();
    close_parts(machine);
    disk_attach(power);
}

void machine_stop(Machine *machine)
{
    world_trace("server: is stopped");
    core_stop(machine->base.core);
    machine->base.up = false;
    close_parts(machine);
    disk_detach();
    disk_attach(false);
}

const char *machine_directory(const Machine *machine)
{
    return machine->base.directory;
}

int64_t machine_sick_at(const Machine *machine)
{
    return machine->sick_at;
}

/* ---- what comes in ---- */

static void open_port(Machine *machine, const Input *input)
{
    Port *port = input->port;
    port->session = session_open(machine->base.sessions, port);
    ClientInfo info = {.token = input->person.guest ? "token" : NULL,
                       .credential = input->credential,
                       .address = input->address};
    core_opened(machine->base.core, port->session, &input->person, &info);
}

/* A session is gone for the core first (net/internal/websocket.c). */
static void lose_port(Machine *machine, Port *port)
{
    core_closed(machine->base.core, port->session);
    session_lost(machine->base.sessions, port->session);
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
    case IN_HEARS:
        core_received(machine->base.core, port->session, input->text, input->length);
        break;
    case IN_WRITABLE: session_writable(machine->base.sessions, port->session); break;
    case IN_PONG:
        session_note_round_trip(machine->base.sessions, port->session, input->time);
        break;
    default: lose_port(machine, port); break;
    }
}

/* Like libuv's loop and server_loop.c. */
static void turn(Machine *machine)
{
    threads_turn();
    threads_tell_loop(&machine->base.loop);
    bool is_idle = !machine->base.first;
    for (Input *input; (input = process_take_input(&machine->base)); free(input))
        take_input(machine, input);
    simulated_searchers_tell(machine->base.searchers);
    do {
        accounts_turn(machine->base.accounts);
        core_turn(machine->base.core);
    } while (accounts_is_asked(machine->base.accounts));
    if (machine->base.settings->broken == BREAK_early)
        sessions_committed(machine->base.sessions, store_committed(machine->base.store) + 1);
    if (process_turned(&machine->base, STALL_MOST))
        machine->sick_at = machine->base.busy_until;
    int64_t wait = core_wait(machine->base.core);
    machine->spins = wait == 0 && is_idle ? machine->spins + 1 : 0;
    must(machine->spins < SPINS_MAX, "the loop has nothing to do and does not sleep");
    machine->hooks.turned(machine->hooks.context);
    if (wait >= 0)
        process_plan_turn(&machine->base, world_now() + wait * 1000);
}
