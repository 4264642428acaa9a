/* fuzz_server.h - a server without sockets, for the fuzzers of what would arrive by them: store, accounts, core, the Lichess API, an OpenID
 * provider, webhooks, push messages, e-mail and the HTTP API on a loop that runs when the fuzzer says so. What it sends goes nowhere: other
 * servers are never asked. */
#pragma once

#include "api.h"
#include "attacks.h"
#include "core.h"
#include "lichess.h"
#include "mail.h"
#include "net.h"
#include "oidc.h"
#include "outbound.h"
#include "push.h"
#include "webhooks.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FUZZ_PEOPLE = 4 };

typedef struct {
    char directory[64];
    uv_loop_t loop;
    Store *store;
    Accounts *accounts;
    Passwords *passwords;
    Searchers *searchers;
    Net *net;
    Sessions *sessions;
    Core *core;
    Outbound *outbound;
    Lichess *lichess;
    Webhooks *webhooks;
    Push *push;
    Mail *mail;
    Api *api;
    Auth auth;
    DeviceKey devices;
    InvitationKey invitations;
    OperatorCode operator_code;
    ProviderRules provider;
    Metrics metrics;
    Figures *figures;
    Backups *backups; /* none */
    LimitRule rules[LIMIT_COUNT];
    int32_t bounds[BOUND_COUNT];
    RemoteRules client;
    SessionId people[FUZZ_PEOPLE];
    bool is_open[FUZZ_PEOPLE];
    int inputs; /* so far; 0: closed */
} FuzzServer;

static inline void fuzz_committed(void *context, uint64_t number)
{
    FuzzServer *server = context;
    core_committed(server->core, number);
    webhooks_committed(server->webhooks, number);
    push_committed(server->push, number);
    mail_committed(server->mail, number);
    api_committed(server->api, number);
}

static inline void fuzz_failure(void *context, StoreError error, const char *line)
{
    (void)context, (void)error;
    fprintf(stderr, "the store refuses: %s\n", line);
    abort();
}

static inline void fuzz_recovered(void *context)
{
    (void)context;
}

static inline void fuzz_answered(void *context, const SearchAnswer *answer)
{
    FuzzServer *server = context;
    core_answered(server->core, answer);
}

static inline void fuzz_insist(bool is_good, const char *line)
{
    if (!is_good) {
        fprintf(stderr, "%s\n", line);
        abort();
    }
}

/* What would tell others of what happens; nothing leaves the server. */
static inline void fuzz_open_messengers(FuzzServer *server)
{
    static const char BASE[] = "https://castled.example";
    server->lichess = lichess_new(
        &(LichessOptions){.loop = &server->loop, .core = server->core, .net = server->net});
    server->webhooks = webhooks_new(&(WebhooksOptions){.loop = &server->loop,
                                                       .store = server->store,
                                                       .core = server->core,
                                                       .outbound = server->outbound,
                                                       .metrics = &server->metrics,
                                                       .base = BASE});
    server->push = push_new(&(PushOptions){.loop = &server->loop,
                                           .store = server->store,
                                           .core = server->core,
                                           .outbound = server->outbound,
                                           .metrics = &server->metrics});
    server->mail = mail_new(&(MailOptions){.loop = &server->loop,
                                           .store = server->store,
                                           .core = server->core,
                                           .accounts = server->accounts,
                                           .outbound = server->outbound,
                                           .metrics = &server->metrics,
                                           .server = "smtp://127.0.0.1:1",
                                           .from = "chess@castled.example",
                                           .site = "castled",
                                           .base = BASE});
    server->provider.name = "Club";
    server->provider.makes_accounts = true;
    server->provider.oidc = oidc_new(&(OidcOptions){.outbound = server->outbound,
                                                    .loop = &server->loop,
                                                    .issuer = "https://id.example",
                                                    .client = "castled",
                                                    .scopes = "openid",
                                                    .name_claim = "preferred_username"});
    oidc_key_init(&server->provider.key, store_secret(server->store));
}

/* The database of a server that was opened and closed: making all of its tables takes longer than anything else. */
typedef struct {
    char *bytes; /* NULL: there is none yet */
    size_t size;
} FuzzDatabase;

static inline void fuzz_database_write(const FuzzDatabase *database, const char *directory)
{
    char path[96];
    snprintf(path, sizeof path, "%s/castled.db", directory);
    FILE *file = fopen(path, "w");
    fuzz_insist(file && fwrite(database->bytes, 1, database->size, file) == database->size, path);
    fclose(file);
}

static inline void fuzz_database_read(FuzzDatabase *database, const char *directory)
{
    enum { MOST = 16 * 1024 * 1024 };
    char path[96];
    snprintf(path, sizeof path, "%s/castled.db", directory);
    FILE *file = fopen(path, "r");
    fuzz_insist(file != NULL, path);
    database->bytes = malloc(MOST);
    database->size = fread(database->bytes, 1, MOST, file);
    fclose(file);
}

/* 'begin' is what it begins with. */
static inline void fuzz_server_open(FuzzServer *server, const FuzzDatabase *begin)
{
    char line[1024];
    const char *base = getenv("TMPDIR");
    *server = (FuzzServer){0};
    fuzz_insist(sodium_init() >= 0, "libsodium");
    attacks_init();
    limit_usual(server->rules);
    bound_usual(server->bounds);
    snprintf(server->directory, sizeof server->directory, "%s/castled-fuzz-XXXXXX",
             base && strlen(base) < 32 ? base : "/tmp");
    fuzz_insist(mkdtemp(server->directory), "no directory");
    if (begin->bytes)
        fuzz_database_write(begin, server->directory);
    uv_loop_init(&server->loop);
    StoreOptions options = {.directory = server->directory,
                            .loop = &server->loop,
                            .durability = DURABILITY_PROCESS,
                            .context = server,
                            .on_commit = fuzz_committed,
                            .on_failure = fuzz_failure,
                            .on_recovered = fuzz_recovered};
    fuzz_insist(store_open(&server->store, &options, line) == STORE_OK, line);
    auth_init(&server->auth, store_secret(server->store));
    device_key_init(&server->devices, store_secret(server->store));
    server->accounts = accounts_new(server->store);
    server->passwords = passwords_new(&server->loop);
    fuzz_insist(accounts_load(server->accounts, line), line);
    NetOptions net = {.loop = &server->loop,
                      .connections_max = 100,
                      .client = &server->client,
                      .rules = server->rules,
                      .bounds = server->bounds};
    server->net = net_open(&net, line);
    fuzz_insist(server->net, line);
    server->sessions = net_sessions(server->net);
    server->searchers = searchers_open(&(SearchersOptions){
        .loop = &server->loop, .threads = 1, .context = server, .answer = fuzz_answered});
    server->outbound = outbound_new(&(OutboundOptions){
        .loop = &server->loop, .is_off = true, .agent = "castled", .metrics = &server->metrics});
    server->core = core_new(&(CoreOptions){.loop = &server->loop,
                                           .store = server->store,
                                           .accounts = server->accounts,
                                           .sessions = server->sessions,
                                           .searchers = server->searchers,
                                           .outbound = server->outbound,
                                           .metrics = &server->metrics,
                                           .fallback = SEEK_FALLBACK_NEVER,
                                           .rules = server->rules,
                                           .bounds = server->bounds,
                                           .hurry = true});
    fuzz_open_messengers(server);
    server->figures = figures_new(&(FiguresOptions){.loop = &server->loop,
                                                    .store = server->store,
                                                    .accounts = server->accounts,
                                                    .core = server->core,
                                                    .net = server->net,
                                                    .webhooks = server->webhooks,
                                                    .push = server->push,
                                                    .mail = server->mail,
                                                    .metrics = &server->metrics,
                                                    .backups = &server->backups,
                                                    .directory = server->directory});
    server->api = api_new(&(ApiOptions){.store = server->store,
                                        .accounts = server->accounts,
                                        .passwords = server->passwords,
                                        .core = server->core,
                                        .webhooks = server->webhooks,
                                        .push = server->push,
                                        .mail = server->mail,
                                        .net = server->net,
                                        .lichess = server->lichess,
                                        .site_name = "castled",
                                        .auth = &server->auth,
                                        .devices = &server->devices,
                                        .invitations = &server->invitations,
                                        .operator_code = &server->operator_code,
                                        .provider = &server->provider,
                                        .metrics = &server->metrics,
                                        .figures = server->figures});
    fuzz_insist(core_load(server->core, line), line);
    fuzz_insist(webhooks_load(server->webhooks, line), line);
    fuzz_insist(push_load(server->push, line), line);
    fuzz_insist(mail_load(server->mail, line), line);
    accounts_turn(server->accounts);
}

static inline void fuzz_server_turn(FuzzServer *server)
{
    bool goes_on;
    do {
        accounts_turn(server->accounts);
        core_turn(server->core);
        goes_on = lichess_turn(server->lichess);
    } while (goes_on || accounts_is_asked(server->accounts));
}

/* Waits until everything that was put is durable and sent. */
static inline void fuzz_server_settle(FuzzServer *server)
{
    fuzz_server_turn(server);
    uv_run(&server->loop, UV_RUN_NOWAIT);
    fuzz_server_turn(server);
    while (!core_is_durable(server->core)) {
        uv_run(&server->loop, UV_RUN_ONCE);
        fuzz_server_turn(server);
    }
}

/* Its database is kept, unless one has been. */
static inline void fuzz_server_close(FuzzServer *server, FuzzDatabase *kept)
{
    char command[96];
    core_stop(server->core);
    fuzz_server_settle(server);
    searchers_close(server->searchers);
    webhooks_close(server->webhooks);
    oidc_close(server->provider.oidc);
    push_close(server->push);
    mail_close(server->mail);
    outbound_close(server->outbound);
    store_close(server->store);
    passwords_close(server->passwords);
    net_close(server->net);
    figures_close(server->figures);
    uv_run(&server->loop, UV_RUN_DEFAULT);
    accounts_stop(server->accounts);
    accounts_turn(server->accounts);
    figures_free(server->figures);
    lichess_free(server->lichess);
    api_free(server->api);
    webhooks_free(server->webhooks);
    push_free(server->push);
    mail_free(server->mail);
    core_free(server->core);
    accounts_free(server->accounts);
    net_free(server->net);
    fuzz_insist(uv_loop_close(&server->loop) == 0, "the loop has handles");
    if (!kept->bytes)
        fuzz_database_read(kept, server->directory);
    snprintf(command, sizeof command, "rm -r %s", server->directory);
    fuzz_insist(system(command) == 0, command);
}

/* The same guest each time. */
static inline Person fuzz_guest(int number)
{
    Person person = {.guest = true};
    snprintf(person.id, sizeof person.id, "g00000000000000000%03d", number);
    snprintf(person.name, sizeof person.name, "Guest-%04d", number);
    return person;
}
