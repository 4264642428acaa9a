/* core_rig.h - a core with a store of its own and connections that record what they are sent.
 *
 * The loop runs only when a test says so: only then does the core learn what the store has committed. */
#pragma once

#include "attacks.h"
#include "check_rig.h"
#include "core.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RIG_TOLD_MAX = 64 * 1024, RIG_PEOPLE = 4 };

typedef struct {
    SessionId session;
    char told[RIG_TOLD_MAX]; /* messages, one a line */
    CloseCode closed;
    bool full;       /* their line takes nothing more: see rig_take_again */
    int64_t silence; /* ms since their node was heard (session_silence) */
} RigPerson;

typedef struct {
    char directory[64];
    uv_loop_t loop;
    Store *store;
    Sessions *sessions;
    Searchers *searchers;
    Metrics metrics;
    Core *core;
    Accounts *accounts;
    uint64_t committed;
    int64_t keep_quiet; /* as in CoreOptions, from the next rig_open_core on */
    bool limits;
    const LimitRule *rules;
    const int32_t *bounds;
    RigPerson people[RIG_PEOPLE];
} CoreRig;

static inline size_t rig_write(void *connection, Packet *const *packets, size_t count, bool ping)
{
    RigPerson *person = connection;
    (void)ping;
    for (size_t i = 0; i < count; i++) {
        if (person->full)
            return i;
        size_t length = strlen(person->told);
        ck_assert_uint_lt(length + packet_length(packets[i]) + 2, RIG_TOLD_MAX);
        snprintf(person->told + length, RIG_TOLD_MAX - length, "%.*s\n",
                 (int)packet_length(packets[i]), packet_text(packets[i]));
    }
    return count;
}

static inline void rig_closed(void *connection, CloseCode code)
{
    RigPerson *person = connection;
    person->closed = code;
}

static inline int64_t rig_silence(void *connection)
{
    const RigPerson *person = connection;
    return person->silence;
}

static inline void rig_committed(void *context, uint64_t number)
{
    CoreRig *rig = context;
    rig->committed = number;
    core_committed(rig->core, number);
}

static inline void rig_failure(void *context, StoreError error, const char *line)
{
    (void)context;
    ck_abort_msg("the store refuses: %d %s", (int)error, line);
}

static inline void rig_recovered(void *context)
{
    (void)context;
}

static inline void rig_answer(void *context, const SearchAnswer *answer)
{
    CoreRig *rig = context;
    core_answered(rig->core, answer);
}

static inline void rig_open_core(CoreRig *rig)
{
    char line[STORE_LINE_MAX];
    uv_loop_init(&rig->loop);
    StoreOptions options = {.directory = rig->directory,
                            .loop = &rig->loop,
                            .durability = DURABILITY_PROCESS,
                            .context = rig,
                            .on_commit = rig_committed,
                            .on_failure = rig_failure,
                            .on_recovered = rig_recovered};
    ck_assert_msg(store_open(&rig->store, &options, line) == STORE_OK, "%s", line);
    rig->sessions = sessions_new(
        &(SessionWire){.write = rig_write, .close = rig_closed, .silence = rig_silence});
    rig->searchers = searchers_open(&(SearchersOptions){
        .loop = &rig->loop, .threads = 1, .context = rig, .answer = rig_answer});
    rig->accounts = accounts_new(rig->store);
    ck_assert(accounts_load(rig->accounts, line));
    rig->core = core_new(&(CoreOptions){.loop = &rig->loop,
                                        .store = rig->store,
                                        .accounts = rig->accounts,
                                        .sessions = rig->sessions,
                                        .searchers = rig->searchers,
                                        .metrics = &rig->metrics,
                                        .fallback = 10000,
                                        .keep_quiet = rig->keep_quiet,
                                        .limits = rig->limits,
                                        .rules = rig->rules,
                                        .bounds = rig->bounds,
                                        .hurry = true});
    ck_assert_msg(core_load(rig->core, line), "%s", line);
    accounts_turn(rig->accounts);
}

static inline void rig_close_core(CoreRig *rig)
{
    searchers_close(rig->searchers);
    ck_assert_int_eq(store_close(rig->store), STORE_OK);
    uv_run(&rig->loop, UV_RUN_DEFAULT);
    accounts_stop(rig->accounts);
    accounts_turn(rig->accounts);
    core_free(rig->core);
    accounts_free(rig->accounts);
    sessions_free(rig->sessions);
    ck_assert_int_eq(uv_loop_close(&rig->loop), 0);
}

static inline void rig_open(CoreRig *rig)
{
    *rig = (CoreRig){0};
    ck_assert_int_ge(sodium_init(), 0);
    attacks_init();
    const char *base = getenv("TMPDIR");
    snprintf(rig->directory, sizeof rig->directory, "%s/castled-core-XXXXXX",
             base && strlen(base) < 32 ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(rig->directory));
    rig_open_core(rig);
}

static inline void rig_close(CoreRig *rig)
{
    char command[96];
    rig_close_core(rig);
    snprintf(command, sizeof command, "rm -r %s", rig->directory);
    ck_assert_int_eq(system(command), 0);
}

static inline void rig_connect_as(CoreRig *rig, int number, const Person *person,
                                  const char *address)
{
    RigPerson *who = &rig->people[number];
    who->told[0] = '\0';
    who->session = session_open(rig->sessions, who);
    core_opened(rig->core, who->session, person,
                &(ClientInfo){.token = "token", .address = address});
    accounts_turn(rig->accounts);
}

/* A person by number, always with the same id. */
static inline void rig_connect(CoreRig *rig, int number)
{
    Person person = {.guest = true};
    snprintf(person.id, sizeof person.id, "gperson%d", number);
    snprintf(person.name, sizeof person.name, "Guest-%d", number);
    rig_connect_as(rig, number, &person, "127.0.0.1");
}

static inline void rig_swallow(void *context, const AccountsAnswer *answer)
{
    (void)context, (void)answer;
}

/* The account is created the first time. */
static inline void rig_connect_account_at(CoreRig *rig, int number, const char *address)
{
    Person person = {.guest = false};
    snprintf(person.id, sizeof person.id, "aperson%d", number);
    snprintf(person.name, sizeof person.name, "Account%d", number);
    accounts_sign_up(rig->accounts, person.id, person.name, "", NULL, core_wall(rig->core),
                     rig_swallow, NULL);
    rig_connect_as(rig, number, &person, address);
}

/* The same with an account, each from an address of their own. */
static inline void rig_connect_account(CoreRig *rig, int number)
{
    char address[24];
    snprintf(address, sizeof address, "192.0.2.%d", number);
    rig_connect_account_at(rig, number, address);
}

static inline void rig_disconnect(CoreRig *rig, int number)
{
    core_closed(rig->core, rig->people[number].session);
    session_lost(rig->sessions, rig->people[number].session);
}

static inline void rig_say(CoreRig *rig, int number, const char *text)
{
    core_received(rig->core, rig->people[number].session, text, strlen(text));
    accounts_turn(rig->accounts);
}

/* Waits until everything that was put is durable and sent. */
static inline void rig_settle(CoreRig *rig)
{
    accounts_turn(rig->accounts);
    core_turn(rig->core);
    while (!core_is_durable(rig->core)) {
        uv_run(&rig->loop, UV_RUN_ONCE);
        accounts_turn(rig->accounts);
        core_turn(rig->core); /* what was read may have led to writes */
    }
    core_turn(rig->core);
}

static inline void rig_take_again(CoreRig *rig, int number)
{
    rig->people[number].full = false;
    session_writable(rig->sessions, rig->people[number].session);
}

/* Where the text begins in what the person was sent, or NULL. */
static inline const char *rig_heard(const CoreRig *rig, int number, const char *text)
{
    return strstr(rig->people[number].told, text);
}

static inline void rig_forget(CoreRig *rig)
{
    for (int i = 0; i < RIG_PEOPLE; i++)
        rig->people[i].told[0] = '\0';
}
