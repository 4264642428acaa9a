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
    TURN_LEAST = 20, /* how long a turn of the loop takes, at least and at most (µs) */
    TURN_MOST = 400,
    STALL_ONCE_IN = 3000,
    STALL_MOST = SECOND,
    LOST_ONCE_IN = 300,
    COMMIT_LOST_ONCE_IN = 100,
    TOLERANCE = 1 << 30, /* ms by which clocks may differ */
};

static struct {
    char directory[64];
    uint64_t lives;
} all;

static void plan_turn(Machine *machine, int64_t at);

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

void members_begin(const Settings *settings, const char *directory)
{
    memset(&all, 0, sizeof all);
    member_forget_all();
    snprintf(all.directory, sizeof all.directory, "%s", directory);
    threads_begin(settings->seed, &settings->threads, on_woken);
    buses_begin(settings->seed, settings->latency / 10 + 100, on_woken);
    const LineLosses losses = {LOST_ONCE_IN, COMMIT_LOST_ONCE_IN};
    lines_begin(settings->seed, settings->disk.sync / 2 + 100,
                settings->on[FAULT_database] ? &losses : &(LineLosses){0});
}

void members_end(void)
{
    lines_end();
    buses_end();
    threads_end();
}

Machine *member_new(const Settings *settings, const MemberHooks *hooks, int number)
{
    Machine *machine = memory_new(sizeof *machine);
    machine->settings = settings;
    machine->hooks = *hooks;
    machine->number = number;
    machine->random = random_stream(settings->seed, 30 + (uint64_t)number);
    machine->end = &machine->first;
    machine->turn_at = INT64_MAX;
    machine->loop.data = machine;
    const char *base = getenv("TMPDIR");
    snprintf(machine->directory, sizeof machine->directory, "%s/XXXXXX",
             base && strlen(base) < 48 ? base : "/tmp");
    if (!mkdtemp(machine->directory))
        abort();
    snprintf(machine->address, sizeof machine->address, "postgresql://%d@simulated/%s/castled.db",
             number, all.directory);
    return machine;
}

void machine_free(Machine *machine)
{
    char path[96];
    assert(!machine->up);
    snprintf(path, sizeof path, "%s/castled.lock", machine->directory);
    unlink(path);
    rmdir(machine->directory);
    free(machine);
}

bool machine_start(Machine *machine)
{
    char line[STORE_LINE_MAX];
    const SessionWire wire = member_wire();
    assert(!machine->up);
    machine->life = ++all.lives;
    world_trace("node %d: starts", machine->number);
    lines_attach(machine->number);
    threads_enter(&machine->loop);
    threads_turn();
    machine->up = true;
    machine->is_ending = machine->gives = machine->has_key = machine->has_bus = false;
    machine->suspended_until = 0;
    machine->view = (ClusterView){.state = CLUSTER_AWAY};
    node_init(&machine->node);
    machine->net.sessions = sessions_new(&wire);
    if (cluster_watch_open(&machine->watch,
                           &(ClusterWatchOptions){.loop = &machine->loop,
                                                  .directory = machine->directory,
                                                  .server = machine->address,
                                                  .version = "simulated",
                                                  .clock_tolerance = TOLERANCE,
                                                  .context = machine,
                                                  .changed = member_changed},
                           line) != STORE_OK)
        world_fail("node %d cannot start: %s", machine->number, line);
    machine->bus = bus_open(
        &(BusOptions){.loop = &machine->loop, .context = machine, .state = member_bus_changed},
        line);
    bus_cut(machine->bus, machine->bus_is_cut);
    machine->front = front_new(&(FrontOptions){.net = &machine->net,
                                               .bus = machine->bus,
                                               .castled = "simulated",
                                               .context = machine,
                                               .now = member_now});
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

static void close_games(Machine *machine)
{
    host_leave(machine->host);
    host_free(machine->host);
    searchers_close(machine->searchers);
    accounts_stop(machine->accounts);
    accounts_turn(machine->accounts);
    store_close(machine->store);
    threads_tell_loop(&machine->loop);
    accounts_turn(machine->accounts);
    core_free(machine->core);
    accounts_free(machine->accounts);
    machine->host = NULL;
    machine->core = NULL;
    machine->store = NULL;
    machine->reign = NULL;
}

/* The parts may still try to write: nothing gets through when the process has died. */
static void close_parts(Machine *machine)
{
    int64_t now = world_now();
    machine->up = false;
    threads_enter(&machine->loop);
    threads_suspend(&machine->loop, 0);
    drop_input(machine);
    if (machine->core)
        close_games(machine);
    if (machine->front) {
        front_close(machine->front, CLOSE_GOING_AWAY, NULL);
        front_free(machine->front);
        machine->front = NULL;
    }
    cluster_watch_close(machine->watch);
    threads_tell_loop(&machine->loop);
    bus_close(machine->bus);
    sessions_free(machine->net.sessions);
    memory_wipe(&machine->key, sizeof machine->key);
    machine->turn++;
    machine->turn_at = INT64_MAX;
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
    if (machine->core) {
        core_stop(machine->core);
        machine->hooks.turned(machine->hooks.context, machine);
    }
    lines_hurry(machine->number, true);
    close_parts(machine);
    lines_hurry(machine->number, false);
}

bool machine_is_up(const Machine *machine)
{
    return machine->up;
}

bool machine_has_games(const Machine *machine)
{
    return machine->core != NULL;
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
    threads_suspend(&machine->loop, until);
}

bool member_is_suspended(const Machine *machine)
{
    return machine->suspended_until > world_now();
}

void member_cut_bus(Machine *machine, bool is_cut)
{
    machine->bus_is_cut = is_cut;
    if (machine->up)
        bus_cut(machine->bus, is_cut);
}

/* ---- what comes in ---- */

static void open_port(Machine *machine, const Input *input)
{
    Port *port = input->port;
    if (!machine->core && !front_is_up(machine->front)) { /* 503 */
        machine->hooks.close(machine->hooks.context, port, CLOSE_RESTART);
        return;
    }
    NetArrival arrival = {.person = input->person};
    snprintf(arrival.credential, sizeof arrival.credential, "%s", input->credential);
    port->session = session_open(machine->net.sessions, port);
    if (machine->core)
        member_opened(machine, port->session, &arrival, input->address);
    else
        front_opened(machine->front, port->session, &arrival, input->address);
}

/* A session is gone for its owner first (net/internal/websocket.c). */
static void lose_port(Machine *machine, Port *port)
{
    if (machine->core)
        core_closed(machine->core, port->session);
    else
        front_closed(machine->front, port->session);
    session_lost(machine->net.sessions, port->session);
    port->session = 0;
}

static void hear(Machine *machine, const Input *input)
{
    if (machine->core)
        core_received(machine->core, input->port->session, input->text, input->length);
    else
        front_received(machine->front, input->port->session, input->text, input->length);
}

static void note_pong(Machine *machine, const Input *input)
{
    session_note_round_trip(machine->net.sessions, input->port->session, input->time);
    if (!machine->core)
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

static void take_all_input(Machine *machine)
{
    for (Input *input; (input = machine->first);) {
        machine->first = input->next;
        if (!machine->first)
            machine->end = &machine->first;
        take_input(machine, input);
        free(input);
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
    while (machine->core && goes_on) {
        accounts_turn(machine->accounts);
        core_turn(machine->core);
        goes_on = host_turn(machine->host);
        goes_on = accounts_is_asked(machine->accounts) || goes_on;
    }
    if (machine->core)
        wait = earlier(core_wait(machine->core), host_wait(machine->host));
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

static void turn(void *context, uint64_t number)
{
    Machine *machine = context;
    if (!machine->up || number != machine->turn)
        return;
    machine->turn_at = INT64_MAX;
    if (member_is_suspended(machine)) {
        plan_turn(machine, machine->suspended_until);
        return;
    }
    threads_enter(&machine->loop);
    threads_turn();
    threads_tell_loop(&machine->loop);
    bus_turn(machine->bus);
    member_look(machine);
    if (!machine->is_ending) {
        take_all_input(machine);
        if (machine->core)
            simulated_searchers_tell(machine->searchers);
    }
    int64_t wait = machine->is_ending ? -1 : turn_parts(machine);
    if (machine->is_ending) {
        end_process(machine);
        return;
    }
    machine->busy_until = world_now() + random_between(&machine->random, TURN_LEAST, TURN_MOST);
    if (machine->settings->on[FAULT_stalls] && random_once_in(&machine->random, STALL_ONCE_IN))
        machine->busy_until += random_between(&machine->random, 0, STALL_MOST);
    machine->hooks.turned(machine->hooks.context, machine);
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
