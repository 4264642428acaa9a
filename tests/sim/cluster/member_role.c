#include "member_state.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { REIGNS_MAX = 4096 };

static struct {
    Reign all[REIGNS_MAX];
    size_t count;
    int64_t sick_at;
} known;

void member_forget_all(void)
{
    memset(&known, 0, sizeof known);
}

void members_note_trouble(void)
{
    known.sick_at = world_now();
}

int64_t machine_sick_at(const Machine *machine)
{
    (void)machine;
    return known.sick_at;
}

int64_t member_now(void *context)
{
    (void)context;
    return world_now() / 1000;
}

/* ---- to whoever is connected here ---- */

/* By whom it was said. */
static Sent sent_of(const Machine *machine)
{
    if (machine->base.core)
        return (Sent){machine->base.life, store_committed(machine->base.store)};
    uint64_t epoch = machine->front ? front_state(machine->front).epoch : 0;
    for (size_t i = known.count; i-- > 0;)
        if (known.all[i].epoch == epoch)
            return (Sent){known.all[i].life, known.all[i].committed};
    return (Sent){0, 0};
}

static size_t wire_write(void *connection, Packet *const *packets, size_t count, bool ping)
{
    Port *port = connection;
    const Machine *machine = port->machine;
    const Sent sent = sent_of(machine);
    size_t taken = 0;
    if (!machine->base.up)
        return 0;
    while (taken < count &&
           machine->hooks.write(machine->hooks.context, port, packets[taken], sent))
        taken++;
    if (ping && taken == count)
        machine->hooks.ping(machine->hooks.context, port);
    return taken;
}

static void wire_close(void *connection, CloseCode code)
{
    Port *port = connection;
    if (port->machine->base.up)
        port->machine->hooks.close(port->machine->hooks.context, port, code);
}

/* Nothing comes from them before the next turn, in which it may be taken again. */
static void wire_hold(void *connection, bool is_held)
{
    (void)connection, (void)is_held;
}

SessionWire member_wire(void)
{
    return (SessionWire){.write = wire_write, .close = wire_close, .hold = wire_hold};
}

/* ---- what the store and the searchers tell ---- */

static void on_commit(void *context, uint64_t number)
{
    Machine *machine = context;
    world_trace("node %d: batch %llu is durable", machine->number, (unsigned long long)number);
    if (machine->reign)
        machine->reign->committed = number;
    if (machine->base.core)
        core_committed(machine->base.core, number);
}

static void on_failure(void *context, StoreError error, const char *line)
{
    Machine *machine = context;
    world_trace("node %d: %s", machine->number, line);
    members_note_trouble();
    if (error == STORE_TAKEN)
        machine->is_ending = true;
    else if (machine->base.core)
        core_failing(machine->base.core, true);
}

static void on_recovered(void *context)
{
    Machine *machine = context;
    world_trace("node %d: the database can be written to again", machine->number);
    members_note_trouble();
    if (machine->base.core)
        core_failing(machine->base.core, false);
}

/* ---- what fronts say ---- */

bool member_is_in_doubt(const Machine *machine)
{
    return machine->host && store_lease_left(machine->base.store) <= 0;
}

void member_opened(void *context, SessionId session, const NetArrival *arrival, const char *address)
{
    Machine *machine = context;
    ClientInfo info = {.token = arrival->person.guest ? "token" : NULL,
                       .credential = arrival->credential,
                       .address = address};
    if (member_is_in_doubt(machine))
        session_close(machine->net.sessions, session, CLOSE_RESTART);
    core_opened(machine->base.core, session, &arrival->person, &info);
}

static void on_received(void *context, SessionId session, const char *text, size_t length)
{
    Machine *machine = context;
    core_received(machine->base.core, session, text, length);
}

static void on_closed(void *context, SessionId session)
{
    Machine *machine = context;
    core_closed(machine->base.core, session);
}

static void on_sent(void *context, SessionId session, const char *text, size_t length)
{
    const Machine *machine = context;
    (void)session;
    machine->hooks.said(machine->hooks.context, text, length, sent_of(machine));
}

static void on_passed(void *context, uint64_t epoch)
{
    Machine *machine = context;
    if (node_is_passed(&machine->node, epoch))
        machine->is_ending = true;
}

static void on_cut_off(void *context, int64_t lost)
{
    const Machine *machine = context;
    core_cut_off(machine->base.core, lost);
}

static NetHooks hooks_of(Machine *machine)
{
    return (NetHooks){.context = machine,
                      .opened = member_opened,
                      .received = on_received,
                      .closed = on_closed,
                      .sent = on_sent};
}

/* ---- from a front to the owner, as server_cluster.c does it ---- */

static void begin_to_own(Machine *machine)
{
    const NetHooks hooks = hooks_of(machine);
    Front *front = machine->front;
    node_owns(&machine->node, store_epoch(machine->base.store));
    front_announce(front, machine->node.epoch);
    machine->host = host_new(&(HostOptions){.loop = &machine->base.loop,
                                            .net = &machine->net,
                                            .bus = machine->bus,
                                            .key = &machine->key,
                                            .node = cluster_watch_node(machine->watch),
                                            .castled = "simulated",
                                            .epoch = machine->node.epoch,
                                            .hooks = hooks,
                                            .context = machine,
                                            .now = member_now,
                                            .cut_off = on_cut_off,
                                            .passed = on_passed});
    machine->front = NULL;
    front_close(front, CLOSE_RESTART, &hooks);
    front_free(front);
}

static void begin_reign(Machine *machine)
{
    assert(known.count < REIGNS_MAX);
    machine->reign = &known.all[known.count++];
    *machine->reign =
        (Reign){.epoch = store_epoch(machine->base.store), .life = machine->base.life};
}

static void take(Machine *machine)
{
    char line[STORE_LINE_MAX];
    StoreOptions options = {.directory = machine->base.directory,
                            .server = machine->address,
                            .watch = machine->watch,
                            .loop = &machine->base.loop,
                            .durability = DURABILITY_POWER,
                            .archive_after = machine->base.settings->archive_after,
                            .context = machine,
                            .on_commit = on_commit,
                            .on_failure = on_failure,
                            .on_recovered = on_recovered};
    StoreError error = store_open(&machine->base.store, &options, line);
    if (error != STORE_OK) {
        world_trace("node %d does not get the games: %s", machine->number, line);
        node_missed(&machine->node, member_now(machine));
        return;
    }
    world_trace("node %d has the games", machine->number);
    machine->base.metrics = (Metrics){0};
    machine->hooks.opened(machine->hooks.context, machine);
    begin_reign(machine);
    process_open_core(&machine->base);
    begin_to_own(machine);
    members_note_trouble();
}

void member_look(Machine *machine)
{
    if (machine->is_ending)
        return;
    switch (node_decide(&machine->node, &machine->view, machine->has_bus, member_now(machine))) {
    case NODE_STAYS: break;
    case NODE_TAKES: take(machine); break;
    case NODE_GIVES: machine->gives = machine->is_ending = true; break;
    case NODE_LOST: machine->is_ending = true; break;
    }
}

void member_changed(void *context, const ClusterView *view)
{
    Machine *machine = context;
    machine->view = *view;
    must(view->state != CLUSTER_REFUSED, "node %d: %s", machine->number, view->line);
    if (view->state == CLUSTER_SEEN && !machine->has_key) {
        machine->has_key = true;
        cluster_key_init(&machine->key, cluster_watch_secret(machine->watch));
        front_join(machine->front, &machine->key, cluster_watch_node(machine->watch));
    }
    if (view->state == CLUSTER_SEEN && machine->front)
        front_note_epoch(machine->front, view->epoch);
}

void member_bus_changed(void *context, bool is_connected, const char *why)
{
    Machine *machine = context;
    (void)why;
    machine->has_bus = is_connected;
    cluster_watch_set_bus(machine->watch, is_connected);
}
