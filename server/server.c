#include "server.h"

#include "admin_socket.h"
#include "admission.h"
#include "api.h"
#include "backup.h"
#include "backups.h"
#include "core.h"
#include "doors.h"
#include "figures.h"
#include "game_opening.h"
#include "http_handler.h"
#include "ics.h"
#include "lichess.h"
#include "log.h"
#include "memory.h"
#include "net.h"
#include "opponents.h"
#include "outbound.h"
#include "postman.h"
#include "preview.h"
#include "provider.h"
#include "push.h"
#include "server_loop.h"
#include "server_status.h"
#include "site.h"
#include "trace.h"
#include "viewers.h"
#include "wall_clock.h"
#include "webhooks.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    FILES_MAX = 262144, /* libuv keeps a table of this size, so a limit of a billion is too much */
    FILES_RESERVED =
        64, /* for the database, the loop, and connections that are told that the server is full */
};

/* Keys, in memory of their own. */
typedef struct {
    Auth auth;
    DeviceKey devices;
    InvitationKey invitations;
    OperatorCode operator_code;
    Provider provider;
} Secrets;

struct Server {
    Config config;
    ServerNeighbours *neighbours;
    ServerLoop loop;
    Store *store;
    Secrets *secrets;
    Accounts *accounts;
    Passwords *passwords;
    Opponents opponents;
    Outbound *outbound;
    Net *net;
    Core *core;
    Figures *figures;
    Webhooks *webhooks;
    Push *push;
    Mail *mail;
    Api *api;
    Lichess *lichess;
    Site *site;       /* NULL: the page is not in this build */
    Preview *preview; /* likewise */
    Viewers *viewers;
    Ics *ics;           /* NULL: there is no such port */
    Backups *backups;   /* NULL: not wanted */
    AdminSocket *admin; /* NULL: the operator's commands cannot reach us */
    MemoryRoom memory;
    Admission admission;
    HttpHandler http;
    ServerStatus status;
    Trace *trace; /* NULL: not wanted */
    Metrics metrics;
    size_t connections_max;
    char public_url[REMOTE_BASE_MAX + 1]; /* ""; lent to the site */
};

/* ---- what the sockets ask and tell ---- */

static void on_handshake(void *context, ExchangeId exchange, const NetCaller *caller)
{
    const Server *server = context;
    admission_ask(&server->admission, exchange, caller);
}

static void on_opened(void *context, SessionId session, const NetArrival *arrival,
                      const char *address)
{
    const Server *server = context;
    log_debug("session %llu begins: %s (%s) at %s", session_number(session), arrival->person.name,
              arrival->person.id, address);
    if (server->trace)
        trace_opened(server->trace, session, arrival->person.id, arrival->person.name, address);
    admission_opened(&server->admission, session, arrival, address);
}

static void on_received(void *context, SessionId session, const char *text, size_t length)
{
    Server *server = context;
    if (server->trace)
        trace_frame(server->trace, session, TRACE_IN, text, length);
    if (server_loop_is_running(&server->loop))
        core_received(server->core, session, text, length);
}

static void on_closed(void *context, SessionId session)
{
    Server *server = context;
    log_debug("session %llu has ended", session_number(session));
    if (server->trace)
        trace_closed(server->trace, session);
    core_closed(server->core, session);
}

static void on_sent(void *context, SessionId session, const char *text, size_t length)
{
    Server *server = context;
    trace_frame(server->trace, session, TRACE_OUT, text, length);
}

static size_t on_body(void *context, const HttpRequest *request)
{
    (void)context;
    return api_body_max(request);
}

static bool on_request(void *context, ExchangeId exchange, const HttpRequest *request,
                       HttpAnswer *answer)
{
    Server *server = context;
    return http_handler_request(&server->http, exchange, request, answer);
}

static void on_connection(void *context, Transport *transport, const char *refusal)
{
    Server *server = context;
    ics_connection(server->ics, transport, refusal);
}

/* ---- what the other parts tell ---- */

static void on_commit(void *context, uint64_t number)
{
    Server *server = context;
    core_committed(server->core, number);
    webhooks_committed(server->webhooks, number);
    push_committed(server->push, number);
    mail_committed(server->mail, number);
    api_committed(server->api, number);
    if (server->admin)
        admin_socket_committed(server->admin, number);
}

static void on_failure(void *context, StoreError error, const char *line)
{
    Server *server = context;
    (void)error;
    log_warning("%s; games wait until the database can be written to again", line);
    core_failing(server->core, true);
}

static void on_recovered(void *context)
{
    Server *server = context;
    log_info("the database can be written to again");
    core_failing(server->core, false);
}

static void on_answer(void *context, const SearchAnswer *answer)
{
    Server *server = context;
    core_answered(server->core, answer);
}

static void on_trouble(void *context, const GameId *game, const char *words, bool over)
{
    Server *server = context;
    core_engine_trouble(server->core, game, words, over);
}

/* ---- opening and closing ---- */

/* The open files that the system grants; how many connections they allow. */
static size_t raise_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1024 - FILES_RESERVED;
    limit.rlim_cur = limit.rlim_max < FILES_MAX ? limit.rlim_max : FILES_MAX;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur > 2 * FILES_RESERVED ? limit.rlim_cur - FILES_RESERVED : FILES_RESERVED;
}

static bool open_store(Server *server, char *line)
{
    StoreOptions options = {
        .directory = server->config.data,
        .server = server->config.store,
        .loop = &server->loop.uv,
        .durability = server->config.durability,
        .archive_after = server->config.archive_after,
        .is_checked = predecessor_is_there(&server->neighbours->predecessor),
        .copy = {.directory = server->config.copy_directory,
                 .every = server->config.copy_every,
                 .keep = server->config.copy_keep},
        .opening = game_opening_key,
        .context = server,
        .on_commit = on_commit,
        .on_failure = on_failure,
        .on_recovered = on_recovered,
    };
    if (store_open(&server->store, &options, line) != STORE_OK)
        return false;
    server->secrets = memory_secret(sizeof *server->secrets);
    auth_init(&server->secrets->auth, store_secret(server->store));
    device_key_init(&server->secrets->devices, store_secret(server->store));
    invitation_key_init(&server->secrets->invitations, store_secret(server->store));
    oidc_key_init(&server->secrets->provider.rules.key, store_secret(server->store));
    return true;
}

_Static_assert((int)SERVER_LINE_MAX >= (int)STORE_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)OPPONENTS_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)BACKUPS_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)PROVIDER_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)POSTMAN_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)SITE_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)NET_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)PREDECESSOR_LINE_MAX,
               "every reason fits");

static bool open_trace(Server *server, char *line)
{
    const char *path = server->config.trace;
    if (!path)
        return true;
    server->trace = trace_open(path);
    if (!server->trace)
        snprintf(line, SERVER_LINE_MAX, "--trace %.256s: %s", path, strerror(errno));
    return server->trace != NULL;
}

static bool open_backups(Server *server, char *line)
{
    const Config *config = &server->config;
    if (!config->backup_directory)
        return true;
    server->backups = backups_open(&(BackupsOptions){.loop = &server->loop.uv,
                                                     .database = config->data,
                                                     .directory = config->backup_directory,
                                                     .every = config->backup_every,
                                                     .keep = config->backup_keep,
                                                     .metrics = &server->metrics},
                                   line);
    return server->backups != NULL;
}

static bool open_outbound(Server *server, char *line)
{
    const Config *config = &server->config;
    if (config->outbound_ca && access(config->outbound_ca, R_OK) != 0) {
        snprintf(line, SERVER_LINE_MAX, "--outbound-ca %.256s: %s", config->outbound_ca,
                 strerror(errno));
        return false;
    }
    server->outbound = outbound_new(&(OutboundOptions){.loop = &server->loop.uv,
                                                       .is_off = !config->outbound,
                                                       .allowed = &config->outbound_private,
                                                       .proxy = config->outbound_proxy,
                                                       .authorities = config->outbound_ca,
                                                       .agent = "castled/" CASTLED_VERSION,
                                                       .metrics = &server->metrics});
    return true;
}

static bool open_provider(Server *server, char *line)
{
    return provider_open(&server->secrets->provider, &server->config, server->outbound,
                         &server->loop.uv, line);
}

static bool open_site(Server *server, char *line)
{
    const Config *config = &server->config;
    PageFind built = http_handler_page();
    public_url_print(&config->client, server->public_url);
    if (!built)
        return true;
    server->site = site_open(&(SiteOptions){.name = config->site_name,
                                            .description = config->site_description,
                                            .color = config->site_color,
                                            .logo = config->site_logo,
                                            .rules = config->site_rules,
                                            .privacy = config->site_privacy,
                                            .path = config->client.public_url.path,
                                            .url = server->public_url},
                             built, line);
    return server->site != NULL;
}

static bool open_accounts(Server *server, char *line)
{
    server->accounts = accounts_new(server->store);
    server->passwords = passwords_new(&server->loop.uv);
    return accounts_load(server->accounts, line);
}

static bool open_sockets(Server *server, char *line)
{
    const Config *config = &server->config;
    NetOptions options = {
        .loop = &server->loop.uv,
        .tls_certificate = config->tls_certificate,
        .tls_key = config->tls_key,
        .connections_max = server->connections_max,
        .client = &config->client,
        .limits = config->limits,
        .bounds = config->bounds,
        .rules = config->rules,
        .hooks = {.context = server,
                  .handshake = on_handshake,
                  .opened = on_opened,
                  .received = on_received,
                  .closed = on_closed,
                  .sent = server->trace ? on_sent : NULL,
                  .body_max = on_body,
                  .request = on_request,
                  .connection = on_connection},
    };
    const NetDoor doors[] = {
        {.door = DOOR_PUBLIC,
         .host = config->host,
         .port = config->port,
         .tls = config->tls_certificate},
        {.door = DOOR_REDIRECT, .host = config->host, .port = config->redirect_port},
        {.door = DOOR_METRICS, .host = config->metrics_host, .port = config->metrics_port},
        {.door = DOOR_ICS, .host = config->host, .port = config->ics_port, .tls = config->ics_tls},
    };
    for (size_t i = 0; i < sizeof doors / sizeof *doors; i++)
        doors_add(&options, &server->neighbours->predecessor, &server->neighbours->supervisor,
                  &doors[i]);
    server->net = net_open(&options, line);
    if (server->net)
        sessions_limit_memory(net_sessions(server->net),
                              (size_t)server->config.outbox_memory << 20);
    return server->net != NULL;
}

static bool open_opponents(Server *server, char *line)
{
    OpponentsHooks hooks = {.context = server, .answer = on_answer, .trouble = on_trouble};
    return opponents_open(&server->opponents, &server->config, &server->loop.uv, &hooks, line);
}

static const char *site_of(const Config *config)
{
    return config->site_name ? config->site_name : "castled";
}

/* What is told to people and programs elsewhere. False, and 'line' says why. */
static bool open_messengers(Server *server, char *line)
{
    const Config *config = &server->config;
    server->webhooks = webhooks_new(&(WebhooksOptions){.loop = &server->loop.uv,
                                                       .store = server->store,
                                                       .core = server->core,
                                                       .outbound = server->outbound,
                                                       .metrics = &server->metrics,
                                                       .base = server->public_url});
    server->push = push_new(&(PushOptions){.loop = &server->loop.uv,
                                           .store = server->store,
                                           .core = server->core,
                                           .outbound = server->outbound,
                                           .metrics = &server->metrics});
    server->mail = postman_open(config,
                                &(MailOptions){.loop = &server->loop.uv,
                                               .store = server->store,
                                               .core = server->core,
                                               .accounts = server->accounts,
                                               .outbound = server->outbound,
                                               .metrics = &server->metrics,
                                               .site = site_of(config),
                                               .base = server->public_url},
                                line);
    return server->mail != NULL;
}

static void open_api(Server *server)
{
    server->figures = figures_new(&(FiguresOptions){.loop = &server->loop.uv,
                                                    .store = server->store,
                                                    .accounts = server->accounts,
                                                    .core = server->core,
                                                    .net = server->net,
                                                    .webhooks = server->webhooks,
                                                    .push = server->push,
                                                    .mail = server->mail,
                                                    .metrics = &server->metrics,
                                                    .backups = &server->backups,
                                                    .directory = server->config.data});
    server->api = api_new(&(ApiOptions){.store = server->store,
                                        .accounts = server->accounts,
                                        .passwords = server->passwords,
                                        .core = server->core,
                                        .webhooks = server->webhooks,
                                        .push = server->push,
                                        .mail = server->mail,
                                        .net = server->net,
                                        .auth = &server->secrets->auth,
                                        .devices = &server->secrets->devices,
                                        .invitations = &server->secrets->invitations,
                                        .operator_code = &server->secrets->operator_code,
                                        .provider = &server->secrets->provider.rules,
                                        .lichess = server->lichess,
                                        .metrics = &server->metrics,
                                        .figures = server->figures,
                                        .site_name = site_of(&server->config)});
}

static bool open_core(Server *server, char *line)
{
    const Config *config = &server->config;
    server->core = core_new(&(CoreOptions){.loop = &server->loop.uv,
                                           .store = server->store,
                                           .accounts = server->accounts,
                                           .sessions = net_sessions(server->net),
                                           .searchers = server->opponents.searchers,
                                           .outbound = server->outbound,
                                           .engines = server->opponents.engines,
                                           .metrics = &server->metrics,
                                           .fallback = config->fallback,
                                           .limits = config->limits,
                                           .rules = config->rules,
                                           .bounds = config->bounds,
                                           .hurry = config->hurry,
                                           .quiet = config->quiet,
                                           .casual = !config->ratings});
    server->lichess = lichess_new(
        &(LichessOptions){.loop = &server->loop.uv, .core = server->core, .net = server->net});
    if (!open_messengers(server, line))
        return false;
    open_api(server);
    return core_load(server->core, line) && webhooks_load(server->webhooks, line) &&
           push_load(server->push, line) && mail_load(server->mail, line);
}

/* What answers whoever connects. */
static void open_front(Server *server)
{
    memory_room_init(&server->memory);
    server->admission = (Admission){
        .auth = &server->secrets->auth,
        .accounts = server->accounts,
        .core = server->core,
        .net = server->net,
        .memory = &server->memory,
    };
    if (server->site)
        server->preview = preview_new(&(PreviewOptions){.store = server->store,
                                                        .core = server->core,
                                                        .net = server->net,
                                                        .loop = &server->loop.uv,
                                                        .site = site_name(server->site),
                                                        .page = site_find(server->site, "/"),
                                                        .pieces = http_handler_pieces()});
    server->viewers = viewers_new(
        &(ViewersOptions){.loop = &server->loop.uv, .core = server->core, .net = server->net});
    if (net_port(server->net, DOOR_ICS))
        server->ics = ics_new(&(IcsOptions){.loop = &server->loop.uv,
                                            .store = server->store,
                                            .accounts = server->accounts,
                                            .passwords = server->passwords,
                                            .core = server->core,
                                            .net = server->net,
                                            .auth = &server->secrets->auth,
                                            .memory = &server->memory,
                                            .takes_passwords = !server->config.oidc_only,
                                            .shouts = server->config.ics_shout});
    server->http = (HttpHandler){.api = server->api,
                                 .preview = server->preview,
                                 .site = server->site,
                                 .viewers = server->viewers,
                                 .embed_from = server->config.embed_from,
                                 .core = server->core,
                                 .net = server->net,
                                 .figures = server->figures,
                                 .metrics = &server->metrics};
    server->status = (ServerStatus){.config = &server->config,
                                    .store = server->store,
                                    .core = server->core,
                                    .net = server->net,
                                    .opponents = &server->opponents,
                                    .backups = server->backups,
                                    .mail = server->mail,
                                    .connections_max = server->connections_max,
                                    .started_at = wall_clock()};
    server->admin = admin_socket_open(&server->loop.uv, server->config.data,
                                      &(AdminTarget){.store = server->store,
                                                     .accounts = server->accounts,
                                                     .core = server->core,
                                                     .webhooks = server->webhooks,
                                                     .mail = server->mail,
                                                     .url = server->public_url,
                                                     .describe = server_status_print,
                                                     .context = &server->status,
                                                     .metrics = &server->metrics});
}

/* What has handles of the loop. */
static void close_handles(Server *server)
{
    if (server->net)
        net_close(server->net);
    opponents_close(&server->opponents);
    if (server->preview)
        preview_close(server->preview);
    if (server->viewers)
        viewers_close(server->viewers);
    if (server->figures)
        figures_close(server->figures);
    if (server->passwords)
        passwords_close(server->passwords);
    if (server->admin)
        admin_socket_close(server->admin);
    server->admin = NULL;
    if (server->backups)
        backups_close(server->backups);
    if (server->webhooks)
        webhooks_close(server->webhooks);
    if (server->secrets && server->secrets->provider.rules.oidc)
        oidc_close(server->secrets->provider.rules.oidc);
    if (server->push)
        push_close(server->push);
    if (server->mail)
        mail_close(server->mail);
    if (server->outbound)
        outbound_close(server->outbound);
}

static void free_parts(Server *server)
{
    if (server->preview)
        preview_free(server->preview);
    if (server->viewers)
        viewers_free(server->viewers);
    if (server->ics)
        ics_free(server->ics);
    if (server->figures)
        figures_free(server->figures);
    if (server->lichess)
        lichess_free(server->lichess);
    if (server->api)
        api_free(server->api);
    if (server->webhooks)
        webhooks_free(server->webhooks);
    if (server->push)
        push_free(server->push);
    if (server->mail)
        mail_free(server->mail);
    if (server->core)
        core_free(server->core);
    if (server->accounts)
        accounts_free(server->accounts);
    if (server->net)
        net_free(server->net);
    if (server->site)
        site_free(server->site);
}

/* Closes what is open, in reverse order; a handle's memory may go only when the loop has closed it. */
static void close_parts(Server *server)
{
    close_handles(server);
    if (server->accounts) {
        accounts_stop(server->accounts);
        accounts_turn(server->accounts);
    }
    if (server->store && store_close(server->store) != STORE_OK)
        log_warning("the last events are not on disk; nobody was told of them");
    server_loop_drain(&server->loop);
    if (server->accounts)
        accounts_turn(server->accounts);
    free_parts(server);
    server_loop_close(&server->loop);
    opponents_free(&server->opponents);
    trace_close(server->trace);
    memory_forget(server->secrets);
    free(server);
}

/* All that can be done while the predecessor still serves, and so that it goes on when something refuses; then the rest. */
static bool take_over(Server *server, char *line)
{
    const Config *config = &server->config;
    return open_site(server, line) && open_trace(server, line) && open_sockets(server, line) &&
           open_opponents(server, line) && open_backups(server, line) &&
           (config->store || store_try_out(config->data, line) == STORE_OK) &&
           predecessor_wait(&server->neighbours->predecessor, line) && open_store(server, line) &&
           open_provider(server, line) && open_accounts(server, line) && open_core(server, line);
}

static bool begin(Server *server, char *line)
{
    return open_site(server, line) && open_trace(server, line) && open_store(server, line) &&
           open_provider(server, line) && open_accounts(server, line) &&
           open_sockets(server, line) && open_opponents(server, line) && open_core(server, line) &&
           open_backups(server, line);
}

static void adopt_connections(Server *server)
{
    Predecessor *predecessor = &server->neighbours->predecessor;
    for (size_t i = 0; i < predecessor->connection_count; i++) {
        const PredecessorConnection *connection = &predecessor->connections[i];
        net_adopt(server->net, connection->fd, connection->door, connection->tls);
    }
    predecessor->connection_count = 0;
}

Server *server_open(const Config *config, ServerNeighbours *neighbours, char *line)
{
    Server *server = memory_new(sizeof *server);
    server->neighbours = neighbours;
    server->config = *config;
    server->connections_max = raise_files();
    server_loop_init(&server->loop);
    if (!open_outbound(server, line) ||
        (predecessor_is_there(&neighbours->predecessor) ? !take_over(server, line)
                                                        : !begin(server, line))) {
        close_parts(server);
        return NULL;
    }
    open_front(server);
    opponents_serve(&server->opponents, config, &server->loop.uv);
    server_loop_start(&server->loop, &(LoopParts){.accounts = server->accounts,
                                                  .core = server->core,
                                                  .lichess = server->lichess,
                                                  .ics = server->ics,
                                                  .net = server->net,
                                                  .viewers = server->viewers,
                                                  .metrics = &server->metrics,
                                                  .supervisor = &neighbours->supervisor,
                                                  .successor = &neighbours->successor,
                                                  .has_certificate = config->tls_certificate});
    adopt_connections(server);
    return server;
}

const Net *server_net(const Server *server)
{
    return server->net;
}

int server_metrics_port(const Server *server)
{
    return net_port(server->net, DOOR_METRICS);
}

int server_ics_port(const Server *server)
{
    return net_port(server->net, DOOR_ICS);
}

int server_redirect_port(const Server *server)
{
    return net_port(server->net, DOOR_REDIRECT);
}

size_t server_games(const Server *server)
{
    MetricsNow now = {0};
    core_count(server->core, &now);
    return now.games_live;
}

size_t server_connections_max(const Server *server)
{
    return server->connections_max;
}

static void operators_found(void *context, const AccountsAnswer *answer)
{
    bool *has_operator = context;
    *has_operator = answer->count > 0;
}

bool server_operator_code(Server *server, char code[OPERATOR_CODE_MAX + 1])
{
    bool has_operator = true;
    accounts_operators(server->accounts, operators_found, &has_operator);
    accounts_turn(server->accounts);
    if (!has_operator)
        operator_code_open(&server->secrets->operator_code, code);
    return !has_operator;
}

static void registration_set(void *context, const AccountsAnswer *answer)
{
    (void)context, (void)answer;
}

/* For the service manager. */
static void describe(void *context, char state[SUPERVISOR_STATE_MAX])
{
    const Server *server = context;
    snprintf(state, SUPERVISOR_STATE_MAX, "%zu games in progress, %zu connections",
             server_games(server), sessions_count(net_sessions(server->net)));
}

static void set_registration(Server *server)
{
    uint32_t registration = server->config.registration;
    if (registration != REGISTRATION_KEPT)
        accounts_set_registration(server->accounts, registration == REGISTRATION_OPEN,
                                  registration_set, NULL);
}

void server_run(Server *server)
{
    set_registration(server);
    supervisor_ready(&server->neighbours->supervisor, &server->loop.uv, describe, server);
    server_loop_run(&server->loop, server->config.watchdog, server->config.watchdog_core);
}

void server_close(Server *server)
{
    server_loop_stop(&server->loop);
    close_parts(server);
}
