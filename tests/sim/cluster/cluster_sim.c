/* cluster_sim.c - three castleds of one cluster in one thread, on simulated time: a seed decides which of them are killed,
 * stopped, suspended and cut off from the database or the bus, when, and what the bus loses.
 *   cluster_sim [--seed N] [--seeds N] [--trace]
 *
 * After every event that a client hears: it is in the database, as it was heard, and follows the one before. What was
 * answered ok is there. When one node has everything, somebody owns the games within five seconds of the last fault, and
 * when all is well again every game goes on. A seed repeats a world exactly. */
#include "process.h"

#include "memory.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAULTS_UNTIL = 40 * 1000, /* ms; then everything is well */
    END = FAULTS_UNTIL + 20 * 1000,
    TAKEOVER_MAX =
        5000, /* ms after a fault until there is an owner, while one node has everything */
    CALLS_MAX = 256,
    CUT_PATIENCE = 2000, /* ms after which a connection to the database counts as lost */
    THINKS = 120,        /* ms, about, between two events of a game */
};

typedef struct {
    Call call;
    int64_t sent_at, due;
    bool is_used, is_back;
    bool is_stuck; /* in a line that was cut before it came through */
    bool is_late;  /* whoever sent it has given it up, and it arrives all the same */
} Flying;

typedef struct {
    int node, game, seen; /* node -1: not connected */
    int64_t wakes_at;
    int asked; /* the number that was asked for; 0: nothing */
    uint64_t value;
} Client;

typedef struct {
    uint64_t seed;
    Random random;
    bool traces;
    int64_t now;
    Database database;
    bool database_is_down;
    Bus bus;
    ClusterKey key;
    Process processes[NODES];
    int64_t starts_at[NODES], resumes_at[NODES], mends_bus_at[NODES], mends_line_at[NODES];
    int64_t line_cut_since[NODES];       /* -1: there is a way to the database */
    int64_t well_since[NODES], owned_at; /* what TAKEOVER_MAX is counted from */
    int64_t next_fault, last_fault, up_at;
    Flying calls[CALLS_MAX];
    Client clients[CLIENTS];
    int lengths[GAMES]; /* when the faults ended */
    uint64_t events, faults, takeovers, opened;
    int64_t longest; /* ms without an owner while somebody could be it */
} World;

static void fail(const World *world, const char *what)
{
    printf("seed %llu, %lld ms: %s\n", (unsigned long long)world->seed, (long long)world->now,
           what);
    exit(EXIT_FAILURE);
}

static void trace(const World *world, const char *what, int node)
{
    if (world->traces)
        fprintf(stderr, "%lld %s %d\n", (long long)world->now, what, node);
}

/* ---- the way to the database ---- */

static void send_call(void *context, const Call *call)
{
    World *world = context;
    for (int i = 0; i < CALLS_MAX; i++) {
        Flying *flying = &world->calls[i];
        if (flying->is_used)
            continue;
        *flying = (Flying){.call = *call,
                           .sent_at = world->now,
                           .due = world->now + random_about(&world->random, 2),
                           .is_used = true};
        return;
    }
    fail(world, "too many calls are on their way");
}

static void carry_out(World *world, Call *call)
{
    Database *database = &world->database;
    switch (call->kind) {
    case CALL_LOOK: database_look(database, call->node, world->now, &call->view); break;
    case CALL_SIGN:
        database_sign(database, call->node, call->has_bus, call->epoch, world->now);
        break;
    case CALL_TAKE:
        call->result =
            database_take(database, call->node, world->now) ? DATABASE_OK : DATABASE_TAKEN;
        break;
    case CALL_GIVE: database_give(database, call->node); break;
    case CALL_COMMIT:
        call->result = database_commit(database, call->node, call->epoch, call->batch, call->events,
                                       call->count, world->now);
        break;
    case CALL_RETAKE:
        call->result = database_retake(database, call->node, &call->epoch, &call->batch);
        break;
    }
}

/* The server has had it all the while, before a lock or in a queue, and nobody waits for its answer any more. */
static void leave_behind(World *world, const Flying *given_up)
{
    for (int i = 0; i < CALLS_MAX; i++) {
        Flying *flying = &world->calls[i];
        if (flying->is_used)
            continue;
        *flying = *given_up;
        flying->is_late = true;
        flying->due = world->now + random_between(&world->random, 1, 3000);
        return;
    }
}

/* What a cut line holds goes on when it is mended soon; otherwise its connection is lost, and the call with it, or only its
 * answer. */
static void move_call(World *world, Flying *flying)
{
    Call *call = &flying->call;
    int64_t cut_since = world->line_cut_since[call->node];
    bool is_cut = cut_since >= 0;
    if (flying->is_late) {
        carry_out(world, call);
        flying->is_used = false;
        world->last_fault =
            world->now; /* it may have been a sign of life of somebody who is dead */
        return;
    }
    if (is_cut && !flying->is_back && !flying->is_stuck) {
        flying->is_stuck = flying->sent_at >= cut_since || !random_once_in(&world->random, 3);
        if (!flying->is_stuck && !world->database_is_down) {
            carry_out(world, call);
            flying->is_back = true;
        }
    }
    if (is_cut && world->now - cut_since < CUT_PATIENCE) {
        flying->due = world->now + 1;
        return;
    }
    if (!flying->is_back) {
        if (is_cut || world->database_is_down) {
            call->is_lost = true;
            if (call->kind == CALL_COMMIT && random_once_in(&world->random, 3))
                leave_behind(world, flying);
        } else {
            carry_out(world, call);
        }
        flying->is_back = true;
        flying->due = world->now + random_about(&world->random, 2);
        return;
    }
    call->is_lost |= is_cut || world->database_is_down;
    if (world->resumes_at[call->node] > world->now) {
        flying->due = world->now + 1; /* it is suspended */
        return;
    }
    flying->is_used = false;
    process_answered(&world->processes[call->node], call, &world->database);
}

static void move_calls(World *world)
{
    for (int i = 0; i < CALLS_MAX; i++)
        if (world->calls[i].is_used && world->calls[i].due <= world->now)
            move_call(world, &world->calls[i]);
}

/* ---- clients ---- */

static void heard_event(void *context, int number, int game, int seq, uint64_t value)
{
    World *world = context;
    Client *client = &world->clients[number];
    world->events++;
    if (game != client->game)
        fail(world, "an event of another game");
    if (seq != client->seen + 1)
        fail(world, seq <= client->seen ? "an event came twice" : "an event is missing");
    if (seq > world->database.lengths[game])
        fail(world, "an event left before its commit");
    if (world->database.values[game][seq] != value)
        fail(world, "an event is not what is stored");
    client->seen = seq;
    if (client->asked == seq && client->value != value)
        client->asked = 0; /* somebody else was faster */
    client->wakes_at = world->now + random_about(&world->random, THINKS);
}

static void heard_answer(void *context, int number, bool ok, int seq)
{
    World *world = context;
    Client *client = &world->clients[number];
    if (seq != client->asked)
        return;
    if (ok && (seq > world->database.lengths[client->game] ||
               world->database.values[client->game][seq] != client->value))
        fail(world, "what was answered ok is not stored");
    client->asked = 0;
    client->wakes_at = world->now + random_about(&world->random, THINKS);
}

static void heard_close(void *context, int number)
{
    World *world = context;
    world->clients[number].node = NOBODY;
    world->clients[number].asked = 0;
}

static bool can_be_reached(const World *world, int node)
{
    return world->processes[node].runs && world->resumes_at[node] <= world->now;
}

/* Comes by any node, and sometimes leaves for another; asks for the next event when it is its turn. */
static void turn_client(World *world, int number)
{
    Client *client = &world->clients[number];
    if (world->now < client->wakes_at)
        return;
    client->wakes_at = world->now + random_about(&world->random, THINKS);
    if (client->node == NOBODY) {
        int node = (int)random_below(&world->random, NODES);
        if (can_be_reached(world, node) &&
            process_open(&world->processes[node], number, client->game, client->seen))
            client->node = node;
        return;
    }
    if (!can_be_reached(world, client->node))
        return;
    if (random_once_in(&world->random, 100)) {
        process_close(&world->processes[client->node], number);
        heard_close(world, number);
        return;
    }
    if (client->asked || number >= 2 * GAMES || client->seen % 2 != number / GAMES)
        return;
    client->asked = client->seen + 1;
    client->value = random_next(&world->random);
    process_ask(&world->processes[client->node], number, client->game, client->asked,
                client->value);
}

/* ---- faults ---- */

typedef enum {
    FAULT_KILL,
    FAULT_STOP,
    FAULT_SUSPEND,
    FAULT_CUT_LINE,
    FAULT_CUT_BUS,
    FAULT_CUT_BOTH,
    FAULT_DATABASE,
    FAULT_BUS,
    FAULTS
} Fault;

static void cut_line(World *world, int node, int64_t until)
{
    world->line_cut_since[node] = world->now;
    world->mends_line_at[node] = until;
}

static void cut_bus(World *world, int node, int64_t until)
{
    bus_cut(&world->bus, node, world->now);
    world->mends_bus_at[node] = until;
}

static void end_of(World *world, int node)
{
    world->starts_at[node] = world->now + random_between(&world->random, 50, 1500);
    world->resumes_at[node] = 0;
}

static void do_fault(World *world)
{
    static const char *const NAMES[] = {"kill",
                                        "stop",
                                        "suspend",
                                        "cut off from the database",
                                        "cut off from the bus",
                                        "cut off from both",
                                        "the database is down",
                                        "the bus is down"};
    Fault fault = (Fault)random_below(&world->random, FAULTS);
    int owner = world->database.owner;
    int node = owner >= 0 && random_once_in(&world->random, 2)
                   ? owner
                   : (int)random_below(&world->random, NODES);
    int64_t until = world->now + random_between(&world->random, 50, 7000);
    Process *process = &world->processes[node];
    trace(world, NAMES[fault], node);
    world->last_fault = world->now;
    world->faults++;
    switch (fault) {
    case FAULT_KILL:
        process_kill(process);
        end_of(world, node);
        break;
    case FAULT_STOP:
        if (can_be_reached(world, node)) {
            process_stop(process);
            end_of(world, node);
        }
        break;
    case FAULT_SUSPEND: world->resumes_at[node] = until; break;
    case FAULT_CUT_LINE: cut_line(world, node, until); break;
    case FAULT_CUT_BUS: cut_bus(world, node, until); break;
    case FAULT_CUT_BOTH:
        cut_line(world, node, until);
        cut_bus(world, node, until);
        break;
    case FAULT_DATABASE:
        world->database_is_down = true;
        world->up_at = until;
        break;
    case FAULT_BUS:
        for (int i = 0; i < NODES; i++)
            cut_bus(world, i, until);
        break;
    case FAULTS: break;
    }
}

static void mend(World *world)
{
    for (int i = 0; i < NODES; i++) {
        if (world->line_cut_since[i] >= 0 && world->now >= world->mends_line_at[i])
            world->line_cut_since[i] = -1;
        if (world->bus.clients[i].cut_since >= 0 && world->now >= world->mends_bus_at[i])
            bus_mend(&world->bus, i, world->now);
        if (!world->processes[i].runs && !world->starts_at[i])
            end_of(world, i); /* it has ended by itself */
        if (!world->processes[i].runs && world->now >= world->starts_at[i]) {
            world->starts_at[i] = 0;
            process_start(&world->processes[i], world->now);
        }
    }
    if (world->database_is_down && world->now >= world->up_at)
        world->database_is_down = false;
}

static void mend_all(World *world)
{
    world->up_at = 0;
    for (int i = 0; i < NODES; i++)
        world->mends_line_at[i] = world->mends_bus_at[i] = world->resumes_at[i] = 0;
    memcpy(world->lengths, world->database.lengths, sizeof world->lengths);
    world->bus.is_bad = false;
}

/* ---- what must hold ---- */

static bool is_well(const World *world, int node)
{
    return can_be_reached(world, node) && world->line_cut_since[node] < 0 &&
           world->bus.clients[node].cut_since < 0 && !world->database_is_down;
}

static void watch_owner(World *world)
{
    int owner = world->database.owner;
    int64_t well_since = INT64_MAX;
    for (int i = 0; i < NODES; i++) {
        if (!is_well(world, i))
            world->well_since[i] = world->now;
        if (world->well_since[i] < well_since)
            well_since = world->well_since[i];
    }
    if (world->database.opened != world->opened) {
        world->opened = world->database.opened;
        world->takeovers++;
        trace(world, "the owner is now", owner);
    }
    if (owner >= 0 && is_well(world, owner) && process_is_owner(&world->processes[owner]))
        world->owned_at = world->now;
    int64_t since = well_since > world->owned_at ? well_since : world->owned_at;
    if (world->last_fault > since)
        since = world->last_fault;
    if (world->now - since > world->longest)
        world->longest = world->now - since;
    if (world->now - since > TAKEOVER_MAX)
        fail(world, "nobody owns the games");
}

static void check_end(const World *world)
{
    for (int i = 0; i < GAMES; i++)
        if (world->database.lengths[i] < world->lengths[i] + 10)
            fail(world, "a game does not go on");
    for (int i = 0; i < CLIENTS; i++)
        if (world->clients[i].node == NOBODY && world->clients[i].seen == 0)
            fail(world, "a client could not come");
}

/* ---- a world ---- */

static void turn(World *world)
{
    mend(world);
    if (world->now < FAULTS_UNTIL && world->now >= world->next_fault) {
        do_fault(world);
        world->next_fault = world->now + random_between(&world->random, 100, 8000);
    }
    bus_deliver(&world->bus, world->now);
    move_calls(world);
    for (int i = 0; i < NODES; i++)
        if (can_be_reached(world, i))
            process_turn(&world->processes[i], world->now);
    for (int i = 0; i < CLIENTS; i++)
        turn_client(world, i);
    watch_owner(world);
}

static World *new_world(uint64_t seed, bool traces)
{
    World *world = memory_new(sizeof *world);
    unsigned char secret[SEAL_KEY_SIZE] = {7};
    *world = (World){.seed = seed, .traces = traces, .random = {seed}};
    database_init(&world->database);
    bus_init(&world->bus, &world->random, random_once_in(&world->random, 2));
    cluster_key_init(&world->key, secret);
    world->next_fault = 3000;
    for (int i = 0; i < NODES; i++) {
        world->line_cut_since[i] = -1;
        world->processes[i] = (Process){
            .number = i,
            .bus = &world->bus,
            .random = &world->random,
            .key = &world->key,
            .hooks = {world, heard_event, heard_answer, heard_close},
            .send = send_call,
            .context = world,
        };
        process_start(&world->processes[i], 0);
    }
    for (int i = 0; i < CLIENTS; i++)
        world->clients[i] = (Client){.node = NOBODY, .game = i % GAMES};
    return world;
}

static void free_world(World *world)
{
    for (int i = 0; i < NODES; i++)
        process_kill(&world->processes[i]);
    bus_clear(&world->bus);
    free(world);
}

int main(int count, char **words)
{
    uint64_t seed = 1, seeds = 1, events = 0, faults = 0, takeovers = 0;
    int64_t longest = 0;
    bool traces = false;
    for (int i = 1; i < count; i++) {
        if (strcmp(words[i], "--trace") == 0)
            traces = true;
        else if (i + 1 < count && strcmp(words[i], "--seed") == 0)
            seed = strtoull(words[++i], NULL, 10);
        else if (i + 1 < count && strcmp(words[i], "--seeds") == 0)
            seeds = strtoull(words[++i], NULL, 10);
        else
            return fprintf(stderr, "usage: cluster_sim [--seed N] [--seeds N] [--trace]\n"), 2;
    }
    if (sodium_init() < 0)
        return EXIT_FAILURE;
    for (uint64_t i = 0; i < seeds; i++) {
        World *world = new_world(seed + i, traces);
        for (; world->now < END; world->now++) {
            if (world->now == FAULTS_UNTIL)
                mend_all(world);
            turn(world);
        }
        check_end(world);
        events += world->events;
        faults += world->faults;
        takeovers += world->takeovers;
        if (world->longest > longest)
            longest = world->longest;
        free_world(world);
    }
    printf("%llu worlds, %llu faults, %llu owners one after the other, %llu events heard; without "
           "an owner at most %lld ms\n",
           (unsigned long long)seeds, (unsigned long long)faults, (unsigned long long)takeovers,
           (unsigned long long)events, (long long)longest);
    return EXIT_SUCCESS;
}
