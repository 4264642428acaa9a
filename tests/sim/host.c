#include "host.h"

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

struct Host {
    const Settings *settings;
    HostHooks hooks;
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

static void plan_turn(Host *host, int64_t at);

/* ---- what the parts tell ---- */

static size_t wire_write(void *connection, Packet *const *packets, size_t count, bool ping)
{
    Port *port = connection;
    const HostHooks *hooks = &port->host->hooks;
    uint64_t committed = store_committed(port->host->store);
    size_t taken = 0;
    while (taken < count && hooks->write(hooks->context, port, packets[taken], committed))
        taken++;
    if (ping && taken == count)
        hooks->ping(hooks->context, port);
    return taken;
}

static void wire_close(void *connection, CloseCode code)
{
    Port *port = connection;
    port->host->hooks.close(port->host->hooks.context, port, code);
}

static void on_commit(void *context, uint64_t number)
{
    Host *host = context;
    world_trace("server: batch %llu is durable", (unsigned long long)number);
    if (host->core)
        core_committed(host->core, number);
}

static void on_failure(void *context, StoreError error, const char *line)
{
    Host *host = context;
    (void)error;
    world_trace("server: %s", line);
    host->sick_at = world_now();
    if (host->core)
        core_failing(host->core, true);
}

static void on_recovered(void *context)
{
    Host *host = context;
    world_trace("server: the disk can be written to again");
    host->sick_at = world_now();
    if (host->core)
        core_failing(host->core, false);
}

static void on_answer(void *context, const SearchAnswer *answer)
{
    Host *host = context;
    if (host->up)
        core_answered(host->core, answer);
}

static void on_woken(void *context)
{
    host_wake(context);
}

/* ---- it starts and ends ---- */

Host *host_new(const Settings *settings, const HostHooks *hooks)
{
    Host *host = memory_new(sizeof *host);
    host->settings = settings;
    host->hooks = *hooks;
    host->random = random_stream(settings->seed, 5);
    host->end = &host->first;
    host->turn_at = INT64_MAX;
    const char *base = getenv("TMPDIR");
    snprintf(host->directory, sizeof host->directory, "%s/XXXXXX",
             base && strlen(base) < 48 ? base : "/tmp");
    if (!mkdtemp(host->directory))
        abort();
    threads_begin(settings->seed, &settings->threads, on_woken, host);
    return host;
}

void host_free(Host *host)
{
    static const char *const FILES[] = {"castled.db", "castled.lock"};
    char path[96];
    assert(!host->up);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", host->directory, FILES[i]);
        unlink(path);
    }
    rmdir(host->directory);
    threads_end();
    free(host);
}

static void open_core(Host *host)
{
    char line[STORE_LINE_MAX];
    host->sessions = sessions_new(&(SessionWire){.write = wire_write, .close = wire_close});
    host->searchers = searchers_open(&(SearchersOptions){
        .loop = &host->loop, .threads = 1, .context = host, .answer = on_answer});
    host->accounts = accounts_new(host->store);
    if (!accounts_load(host->accounts, line))
        world_fail("the accounts cannot be loaded: %s", line);
    host->core = core_new(&(CoreOptions){.loop = &host->loop,
                                         .store = host->store,
                                         .accounts = host->accounts,
                                         .sessions = host->sessions,
                                         .searchers = host->searchers,
                                         .metrics = &host->metrics,
                                         .fallback = 10000,
                                         .keep_quiet = host->settings->keep_quiet,
                                         .limits = host->settings->limits});
    if (!core_load(host->core, line))
        world_fail("the games cannot be loaded: %s", line);
}

bool host_start(Host *host)
{
    char line[STORE_LINE_MAX];
    StoreOptions options = {.directory = host->directory,
                            .loop = &host->loop,
                            .durability = host->settings->power_durability ? DURABILITY_POWER
                                                                           : DURABILITY_PROCESS,
                            .archive_after = host->settings->archive_after,
                            .context = host,
                            .on_commit = on_commit,
                            .on_failure = on_failure,
                            .on_recovered = on_recovered};
    assert(!host->up);
    host->life++;
    world_trace("server: starts");
    threads_turn();
    if (store_open(&host->store, &options, line) != STORE_OK) {
        must(!disk_is_well(), "the store cannot be opened: %s", line);
        return false;
    }
    host->metrics = (Metrics){0};
    host->hooks.opened(host->hooks.context);
    open_core(host);
    host->up = true;
    host->sick_at = world_now();
    plan_turn(host, world_now());
    return true;
}

static void drop_input(Host *host)
{
    while (host->first) {
        Input *next = host->first->next;
        free(host->first);
        host->first = next;
    }
    host->end = &host->first;
}

/* The parts may still try to write: the disk refuses when the process has died. */
static void close_parts(Host *host)
{
    int64_t now = world_now();
    drop_input(host);
    searchers_close(host->searchers);
    accounts_stop(host->accounts);
    accounts_turn(host->accounts);
    store_close(host->store);
    threads_tell_loop();
    accounts_turn(host->accounts);
    core_free(host->core);
    accounts_free(host->accounts);
    sessions_free(host->sessions);
    host->core = NULL;
    host->turn++;
    host->turn_at = INT64_MAX;
    world_rewind(now);
}

void host_kill(Host *host, bool power)
{
    world_trace("server: %s", power ? "the power is lost" : "is killed");
    assert(host->up);
    host->up = false;
    disk_detach();
    close_parts(host);
    disk_attach(power);
}

void host_stop(Host *host)
{
    world_trace("server: is stopped");
    core_stop(host->core);
    host->up = false;
    close_parts(host);
    disk_detach();
    disk_attach(false);
}

bool host_is_up(const Host *host)
{
    return host->up;
}

uint64_t host_life(const Host *host)
{
    return host->life;
}

Core *host_core(const Host *host)
{
    return host->core;
}

Store *host_store(const Host *host)
{
    return host->store;
}

Accounts *host_accounts(const Host *host)
{
    return host->accounts;
}

const char *host_directory(const Host *host)
{
    return host->directory;
}

int64_t host_sick_at(const Host *host)
{
    return host->sick_at;
}

/* ---- what comes in ---- */

static void open_port(Host *host, const Input *input)
{
    Port *port = input->port;
    port->session = session_open(host->sessions, port);
    ClientInfo info = {.token = input->person.guest ? "token" : NULL,
                       .credential = input->credential,
                       .address = input->address};
    core_opened(host->core, port->session, &input->person, &info);
}

/* A session is gone for the core first (net/internal/websocket.c). */
static void lose_port(Host *host, Port *port)
{
    core_closed(host->core, port->session);
    session_lost(host->sessions, port->session);
    port->session = 0;
}

static void take_input(Host *host, const Input *input)
{
    Port *port = input->port;
    if (input->kind == IN_OPENS) {
        open_port(host, input);
        return;
    }
    if (!port->session)
        return;
    switch (input->kind) {
    case IN_HEARS: core_received(host->core, port->session, input->text, input->length); break;
    case IN_WRITABLE: session_writable(host->sessions, port->session); break;
    case IN_PONG: session_note_round_trip(host->sessions, port->session, input->time); break;
    default: lose_port(host, port); break;
    }
}

/* Like libuv's loop and server_loop.c. */
static void turn(void *context, uint64_t number)
{
    Host *host = context;
    if (!host->up || number != host->turn)
        return;
    host->turn_at = INT64_MAX;
    threads_turn();
    threads_tell_loop();
    bool is_idle = !host->first;
    for (Input *input; (input = host->first);) {
        host->first = input->next;
        if (!host->first)
            host->end = &host->first;
        take_input(host, input);
        free(input);
    }
    simulated_searchers_tell(host->searchers);
    do {
        accounts_turn(host->accounts);
        core_turn(host->core);
    } while (accounts_is_asked(host->accounts));
    if (host->settings->broken == BREAK_early)
        sessions_committed(host->sessions, store_committed(host->store) + 1);
    host->busy_until = world_now() + random_between(&host->random, TURN_LEAST, TURN_MOST);
    if (host->settings->on[FAULT_stalls] && random_once_in(&host->random, STALL_ONCE_IN)) {
        host->busy_until += random_between(&host->random, 0, STALL_MOST);
        host->sick_at = host->busy_until;
    }
    int64_t wait = core_wait(host->core);
    host->spins = wait == 0 && is_idle ? host->spins + 1 : 0;
    must(host->spins < SPINS_MAX, "the loop has nothing to do and does not sleep");
    host->hooks.turned(host->hooks.context);
    if (wait >= 0)
        plan_turn(host, world_now() + wait * 1000);
}

/* Never later than it was planned before. */
static void plan_turn(Host *host, int64_t at)
{
    if (at < host->busy_until)
        at = host->busy_until;
    if (at >= host->turn_at)
        return;
    host->turn_at = at;
    world_at(at, turn, host, ++host->turn);
}

void host_wake(Host *host)
{
    if (host->up)
        plan_turn(host, world_now());
}

static Input *put(Host *host, InputKind kind, Port *port, size_t length)
{
    Input *input = memory_new(sizeof *input + length + 1);
    input->kind = kind;
    input->port = port;
    input->length = length;
    *host->end = input;
    host->end = &input->next;
    host_wake(host);
    return input;
}

void host_opens(Host *host, Port *port, const Person *person, const char *credential,
                const char *address)
{
    Input *input = put(host, IN_OPENS, port, 0);
    input->person = *person;
    snprintf(input->credential, sizeof input->credential, "%s", credential);
    snprintf(input->address, sizeof input->address, "%s", address);
}

void host_hears(Host *host, Port *port, const char *text, size_t length)
{
    memcpy(put(host, IN_HEARS, port, length)->text, text, length);
}

void host_writable(Host *host, Port *port)
{
    put(host, IN_WRITABLE, port, 0);
}

void host_pong(Host *host, Port *port, int64_t time)
{
    put(host, IN_PONG, port, 0)->time = time;
}

void host_loses(Host *host, Port *port)
{
    put(host, IN_LOSES, port, 0);
}
