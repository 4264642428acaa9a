#include "member.h"

#include "lines.h"
#include "member_state.h"
#include "memory.h"
#include "simulated_postgres.h"
#include "simulated_searchers.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    STALL_MOST = SECOND,
    LOST_ONCE_IN = 300,
    COMMIT_LOST_ONCE_IN = 100,
    TOLERANCE = 1 << 30, /* ms by which clocks may differ */
};

static struct {
    char directory[64];
    uint64_t lives;
} all;

/* The database's own clock is never set. */
int64_t simulated_postgres_clock(void)
{
    static const int64_t FIRST = INT64_C(1767225600000); /* 2026-01-01 */
    return FIRST + world_now() / 1000;
}

/* ---- it starts and ends ---- */

static void on_woken(uv_loop_t *loop)
{
    machine_wake(loop->data);
}

void members_begin(const Settings *settings, const MemberHooks *hooks, const char *directory)
{
    memset(&all, 0, sizeof all);
    member_forget_all();
    snprintf(all.directory, sizeof all.directory, "%s", directory);
    threads_begin(settings->seed, &settings->threads, on_woken);
    buses_begin(settings->seed, settings->latency / 10 + 100, on_woken);
    const LineLosses losses = {LOST_ONCE_IN, COMMIT_LOST_ONCE_IN, hooks->context, hooks->doubts};
    lines_begin(settings->seed, settings->disk.sync / 2 + 100,
                settings->on[FAULT_database] ? &losses : &(LineLosses){0});
}

void members_end(void)
{
    lines_end();
    buses_end();
    threads_end();
}

static void turn(Machine *machine);

Machine *member_new(const Settings *settings, const MemberHooks *hooks, int number)
{
    Machine *machine = memory_new(sizeof *machine);
    process_init(&machine->base, settings, 30 + (uint64_t)number, turn);
    machine->hooks = *hooks;
    machine->number = number;
    snprintf(machine->address, sizeof machine->address, "postgresql://%d@simulated/%s/castled.db",
             number, all.directory);
    return machine;
}

void machine_free(Machine *machine)
{
    static const char *const FILES[] = {"castled.lock"};
    process_clear(&machine->base, FILES, 1);
    free(machine);
}

bool machine_start(Machine *machine)
{
    char line[STORE_LINE_MAX];
    const SessionWire wire = member_wire();
    assert(!machine->base.up);
    machine->base.life = ++all.lives;
    world_trace("node %d: starts", machine->number);
    lines_attach(machine->number);
    threads_enter(&machine->base.loop);
    threads_turn();
    machine->base.up = true;
    machine->is_ending = machine->gives = machine->has_key = machine->has_bus = false;
    machine->suspended_until = 0;
    machine->view = (ClusterView){.state = CLUSTER_AWAY};
    node_init(&machine->node);
    machine->base.sessions = machine->net.sessions = sessions_new(&wire);
    if (cluster_watch_open(&machine->watch,
                           &(ClusterWatchOptions){.loop = &machine->base.loop,
                                                  .directory = machine->base.directory,
                                                  .server = machine->address,
                                                  .version = "simulated",
                                                  .clock_tolerance = TOLERANCE,
                                                  .context = machine,
                                                  .changed = member_changed},
                           line) != STORE_OK)
        world_fail("node %d cannot start: %s", machine->number, line);
    machine->bus = bus_open(
        &(BusOptions){.loop = &machine->base.loop, .context = machine, .state = member_bus_changed},
        line);
    bus_cut(machine->bus, machine->bus_is_cut);
    machine->front = front_new(&(FrontOptions){.net = &machine->net,
                                               .bus = machine->bus,
                                               .castled = "simulated",
                                               .context = machine,
                                               .now = member_now});
    process_plan_turn(&machine->base, world_now());
    return true;
}

static void close_games(Machine *machine)
{
    host_leave(machine->host);
    host_free(machine->host);
    process_close_core(&machine->base);
    machine->host = NULL;
    machine->reign = NULL;
}

/* The parts may still try to write: nothing gets through when the process has died. */
static void close_parts(Machine *machine)
{
    int64_t now = world_now();
    machine->base.up = false;
    threads_enter(&machine->base.loop);
    threads_suspend(&machine->base.loop, 0);
    process_end_loop(&machine->base);
    if (machine->base.core)
        close_games(machine);
    if (machine->front) {
        front_close(machine->front, CLOSE_GOING_AWAY, NULL);
        front_free(machine->front);
        machine->front = NULL;
    }
    cluster_watch_close(machine->watch);
    threads_tell_loop(&machine->base.loop);
    bus_close(machine->bus);
    sessions_free(machine->net.sessions);
    memory_wipe(&machine->key, sizeof machine->key);
    world_rewind(now);
}

void machine_kill(Machine *machine, bool power)
{
    (void)power;
    world_trace("node %d: is killed", machine->number);
    members_note_trouble();
    lines_detach(machine->number);
    bus_silence(machine->bus);
    close_parts(machine);
}

/* What is durable has been told; the leases go back, and every front hears of it. */
void machine_stop(Machine *machine)
{
    world_trace("node %d: is stopped", machine->number);
    members_note_trouble();
    if (machine->base.core) {
        core_stop(machine->base.core);
        machine->hooks.turned(machine->hooks.context, machine);
    }
    lines_hurry(machine->number, true);
    close_parts(machine);
    lines_hurry(machine->number, false);
}

const char *machine_directory(const Machine *machine)
{
    (void)machine;
    return all.directory;
}

int member_number(const Machine *machine)
{
    return machine->number;
}

void member_suspend(Machine *machine, int64_t until)
{
    world_trace("node %d: stands still", machine->number);
    machine->suspended_until = until;
    threads_suspend(&machine->base.loop, until);
}

bool member_is_suspended(const Machine *machine)
{
    return machine->suspended_until > world_now();
}

void member_cut_bus(Machine *machine, bool is_cut)
{
    machine->bus_is_cut = is_cut;
    if (machine->base.up)
        bus_cut(machine->bus, is_cut);
}

/* ---- what comes in ---- */

static void open_port(Machine *machine, const Input *input)
{
    Port *port = input->port;
    if (member_is_in_doubt(machine) || (machine->front && !front_is_up(machine->front))) { /* 503 */
        machine->hooks.close(machine->hooks.context, port, CLOSE_RESTART);
        return;
    }
    NetArrival arrival = {.person = input->person};
    snprintf(arrival.credential, sizeof arrival.credential, "%s", input->credential);
    port->session = session_open(machine->net.sessions, port);
    if (machine->base.core)
        member_opened(machine, port->session, &arrival, input->address);
    else
        front_opened(machine->front, port->session, &arrival, input->address);
}

/* A session is gone for its owner first (net/internal/websocket.c). */
static void lose_port(Machine *machine, Port *port)
{
    if (machine->base.core)
        core_closed(machine->base.core, port->session);
    else
        front_closed(machine->front, port->session);
    session_lost(machine->net.sessions, port->session);
    port->session = 0;
}

static void hear(Machine *machine, const Input *input)
{
    if (machine->base.core)
        core_received(machine->base.core, input->port->session, input->text, input->length);
    else
        front_received(machine->front, input->port->session, input->text, input->length);
}

static void note_pong(Machine *machine, const Input *input)
{
    session_note_round_trip(machine->net.sessions, input->port->session, input->time);
    if (!machine->base.core)
        front_round_trip(machine->front, input->port->session, input->time);
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
    case IN_HEARS: hear(machine, input); break;
    case IN_WRITABLE: session_writable(machine->net.sessions, port->session); break;
    case IN_PONG: note_pong(machine, input); break;
    default: lose_port(machine, port); break;
    }
}

/* ---- its loop ---- */

static int64_t earlier(int64_t wait, int64_t other)
{
    return other >= 0 && (wait < 0 || other < wait) ? other : wait;
}

static int64_t turn_parts(Machine *machine)
{
    int64_t wait = -1;
    bool goes_on = true;
    if (machine->front) {
        front_turn(machine->front);
        wait = front_wait(machine->front);
    }
    while (machine->base.core && goes_on) {
        accounts_turn(machine->base.accounts);
        core_turn(machine->base.core);
        goes_on = host_turn(machine->host);
        goes_on = accounts_is_asked(machine->base.accounts) || goes_on;
    }
    if (machine->base.core)
        wait = earlier(core_wait(machine->base.core), host_wait(machine->host));
    return earlier(wait, node_wait(&machine->node, member_now(machine)));
}

/* It ends with NODE_STATUS. */
static void end_process(Machine *machine)
{
    bool gives = machine->gives;
    world_trace("node %d: ends, and %s", machine->number, gives ? "gives the games" : "is late");
    if (gives) {
        machine_stop(machine);
    } else {
        lines_hurry(machine->number, true);
        bus_silence(machine->bus);
        close_parts(machine);
        lines_hurry(machine->number, false);
    }
    machine->hooks.ended(machine->hooks.context, machine);
}

/* Like libuv's loop and server_loop.c. */
static void turn(Machine *machine)
{
    if (member_is_suspended(machine)) {
        process_plan_turn(&machine->base, machine->suspended_until);
        return;
    }
    threads_enter(&machine->base.loop);
    threads_turn();
    threads_tell_loop(&machine->base.loop);
    bus_turn(machine->bus);
    member_look(machine);
    if (!machine->is_ending) {
        for (Input *input; (input = process_take_input(&machine->base)); free(input))
            take_input(machine, input);
        if (machine->base.core)
            simulated_searchers_tell(machine->base.searchers);
    }
    int64_t wait = machine->is_ending ? -1 : turn_parts(machine);
    if (machine->is_ending) {
        end_process(machine);
        return;
    }
    process_turned(&machine->base, STALL_MOST);
    machine->hooks.turned(machine->hooks.context, machine);
    if (wait >= 0)
        process_plan_turn(&machine->base, world_now() + wait * 1000);
}
