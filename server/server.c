#include "server.h"

#include "api.h"
#include "auth.h"
#include "book_file.h"
#include "control.h"
#include "core.h"
#include "game_opening.h"
#include "http.h"
#include "identity.h"
#include "log.h"
#include "memory.h"
#include "tablebase_file.h"
#include "watchdog.h"
#include "ws.h"

#include <sodium.h>
#include <uv.h>

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    FILES_MAX = 262144, /* lws keeps tables of this size: a limit of a billion is no reason to */
    FILES_RESERVED =
        64, /* for the database, the loop, and whoever knocks to hear that it is full */
    DURABLE_WAIT =
        1000, /* ms that the disk has when the server stops, before people are sent away */
    GOODBYE_WAIT = 500, /* and their sockets after that */
    HEALTH_MAX = 128,
};

typedef enum { RUNNING, STOPPING, PARTING, STOPPED } State;

/* Keys, in memory of their own. */
typedef struct {
    Auth auth;
    DeviceKey devices;
} Secrets;

struct Server {
    Config config;
    uv_loop_t loop;
    uv_prepare_t prepare; /* before the loop sleeps: the end of a turn */
    uv_timer_t timer;     /* wakes it when something is due */
    uv_signal_t terminate, interrupt, hang_up;
    Store *store;
    TablebaseFile *endings; /* these two NULL when there is none */
    BookFile *book;
    char endings_path[TABLEBASE_FILE_PATH_MAX];
    const char *book_path;
    char data_path[PATH_MAX]; /* as realpath has it */
    Searchers *searchers;
    Engines *engines; /* NULL when there are none */
    Ws *ws;
    Accounts *accounts;
    Passwords *passwords;
    Core *core;
    Api *api;
    Control *control; /* NULL: the operator cannot reach us */
    Secrets *secrets;
    Metrics metrics;
    State state;
    uint64_t state_until; /* uv_now at which the next state comes anyway */
    uint64_t turn_at;     /* uv_hrtime at the end of the last turn */
    uint64_t turn_idle;   /* and the time slept until then */
    size_t connections_max;
    char health[HEALTH_MAX];
    char metrics_text[METRICS_TEXT_MAX];
};

/* ---- what the sockets ask ---- */

static int64_t read_wall(void)
{
    uv_timeval64_t now;
    uv_gettimeofday(&now);
    return now.tv_sec * 1000;
}

static bool is_banned(const Server *server, const char *address)
{
    return accounts_address_is_banned(server->accounts, address, read_wall());
}

static int admit(void *context, const WsCaller *caller, WsArrival *arrival)
{
    Server *server = context;
    char token[TOKEN_MAX + 1] = "";
    Identity identity;
    if (is_banned(server, caller->address))
        return 403;
    IdentityError error = identity_find(&server->secrets->auth, server->accounts, &caller->headers,
                                        false, read_wall(), &identity);
    if (error != IDENTITY_OK)
        return error == IDENTITY_BAD ? 401 : 403;
    bool is_new = identity.who == WHO_NOBODY;
    if (!core_admits(server->core, caller->address, is_new))
        return 429;
    arrival->person = identity.person;
    if (identity.credential)
        memcpy(arrival->credential, identity.credential->key, sizeof identity.credential->key);
    if (is_new) {
        unsigned char chance[AUTH_CHANCE_SIZE];
        randombytes_buf(chance, sizeof chance);
        arrival->person = auth_new_guest(chance);
    }
    if (is_new || identity.lacks_cookie)
        auth_sign(&server->secrets->auth, &arrival->person, read_wall(), token);
    else
        memcpy(token, identity.cookie, sizeof token);
    if (*token) {
        auth_print_cookie(token, &caller->headers.place, arrival->cookie);
        arrival->old_cookie = auth_has_old_cookie(&caller->headers) ? AUTH_DROP_OLD_COOKIE : NULL;
    }
    sodium_memzero(token, sizeof token);
    return 0;
}

static void opened(void *context, SessionId session, const WsArrival *arrival, const char *address)
{
    Server *server = context;
    char token[TOKEN_MAX + 1];
    bool is_guest = arrival->person.guest;
    Entrance entrance = {.credential = arrival->credential, .address = address};
    const Credential *credential = accounts_credential(server->accounts, arrival->credential);
    if (!is_guest && !credential) { /* it has ended since the handshake was answered */
        session_close(ws_sessions(server->ws), session, CLOSE_POLICY);
        return;
    }
    if (is_guest) {
        auth_sign(&server->secrets->auth, &arrival->person, read_wall(), token);
        entrance.token = token;
    } else {
        entrance.by_token = credential->kind == CREDENTIAL_TOKEN;
        entrance.scopes = credential->scopes;
    }
    core_opened(server->core, session, &arrival->person, &entrance);
    sodium_memzero(token, sizeof token);
}

static void received(void *context, SessionId session, const char *text, size_t length)
{
    Server *server = context;
    if (server->state == RUNNING)
        core_received(server->core, session, text, length);
}

static void closed(void *context, SessionId session)
{
    Server *server = context;
    core_closed(server->core, session);
}

/* ---- HTTP ---- */

static void answer_health(Server *server, HttpAnswer *answer)
{
    bool good = server->state == RUNNING && !core_is_failing(server->core);
    MetricsNow now = {0};
    core_count(server->core, &now);
    int length = snprintf(server->health, sizeof server->health,
                          "{\"status\":\"%s\",\"version\":\"" CASTLED_VERSION
                          "\",\"sessions\":%zu,\"games\":%llu}\n",
                          good ? "ok" : "not ready", sessions_count(ws_sessions(server->ws)),
                          (unsigned long long)now.games_live);
    *answer = (HttpAnswer){
        .status = good ? 200 : 503,
        .type = "application/json",
        .body = server->health,
        .length = (size_t)length,
        .cache = "no-store",
    };
}

static void answer_metrics(Server *server, HttpAnswer *answer)
{
    SessionsUse use = sessions_use(ws_sessions(server->ws));
    MetricsNow now = {
        .connections = ws_connections(server->ws),
        .sessions = sessions_count(ws_sessions(server->ws)),
        .outbox_bytes = use.memory,
    };
    server->metrics.closed_behind_total = use.closed_behind;
    server->metrics.closed_crowded_total = use.closed_crowded;
    core_count(server->core, &now);
    *answer = (HttpAnswer){
        .status = 200,
        .type = "text/plain; version=0.0.4; charset=utf-8",
        .body = server->metrics_text,
        .length = metrics_print(&server->metrics, &now, server->metrics_text),
        .cache = "no-store",
    };
}

#ifdef CASTLED_HAS_PAGE
static const HttpFind FIND = page_find;
#else
static const HttpFind FIND = NULL;
#endif

static size_t body_max(void *context, const HttpRequest *request)
{
    (void)context;
    return api_body_max(request);
}

static void answer_banned(HttpAnswer *answer)
{
    *answer = (HttpAnswer){
        .status = 403,
        .type = "application/json",
        .body =
            "{\"error\":\"Your address has been banned from this server.\",\"code\":\"banned\"}\n",
        .cache = "no-store",
    };
    answer->length = strlen(answer->body);
}

static bool request(void *context, ExchangeId exchange, const HttpRequest *request,
                    HttpAnswer *answer)
{
    Server *server = context;
    server->metrics.http_requests_total++;
    if (request->door == DOOR_PUBLIC && is_banned(server, request->address)) {
        answer_banned(answer);
        return true;
    }
    if (request->door == DOOR_PUBLIC && api_request(server->api, exchange, request))
        return false;
    switch (http_route(request, FIND, answer)) {
    case ROUTE_HEALTH: answer_health(server, answer); break;
    case ROUTE_METRICS: answer_metrics(server, answer); break;
    case ROUTE_ANSWERED: break;
    }
    return true;
}

/* ---- what the store and the searchers tell ---- */

static void on_commit(void *context, uint64_t number)
{
    Server *server = context;
    core_committed(server->core, number);
    api_committed(server->api, number);
    if (server->control)
        control_committed(server->control, number);
}

static void on_failure(void *context, StoreError error, const char *line)
{
    Server *server = context;
    (void)error;
    log_warning("%s; games wait until the disk can be written again", line);
    core_failing(server->core, true);
}

static void on_recovered(void *context)
{
    Server *server = context;
    log_info("the disk can be written again");
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

/* ---- turns of the loop ---- */

/* The prepare hook comes before the loop sleeps; that is all there is to do. */
static void on_timer(uv_timer_t *timer)
{
    (void)timer;
}

/* A turn took the time since the last that was not slept. */
static void time_turn(Server *server)
{
    uint64_t now = uv_hrtime(), idle = uv_metrics_idle_time(&server->loop);
    uint64_t passed = now - server->turn_at, slept = idle - server->turn_idle;
    if (server->turn_at && slept <= passed)
        histogram_add(&server->metrics.turn, (double)(passed - slept) / 1e9);
    server->turn_at = now;
    server->turn_idle = idle;
}

static void enter(Server *server, State state, uint64_t wait)
{
    server->state = state;
    server->state_until = uv_now(&server->loop) + wait;
}

/* First what happened goes to disk, then everybody is told what he may know of it and to come back. */
static void advance(Server *server)
{
    bool is_late = uv_now(&server->loop) >= server->state_until;
    if (server->state == STOPPING && (is_late || core_is_durable(server->core))) {
        ws_stop(server->ws);
        enter(server, PARTING, GOODBYE_WAIT);
    } else if (server->state == PARTING &&
               (is_late || sessions_count(ws_sessions(server->ws)) == 0)) {
        server->state = STOPPED;
        uv_stop(&server->loop);
    }
}

static void set_timer(Server *server)
{
    int64_t wait = core_wait(server->core);
    if (server->state != RUNNING) {
        uint64_t now = uv_now(&server->loop);
        wait = server->state_until > now ? (int64_t)(server->state_until - now) : 0;
    }
    if (wait < 0)
        uv_timer_stop(&server->timer);
    else
        uv_timer_start(&server->timer, on_timer, (uint64_t)wait, 0);
}

static void on_prepare(uv_prepare_t *prepare)
{
    Server *server = prepare->data;
    if (server->state == RUNNING)
        core_turn(server->core);
    else
        advance(server);
    set_timer(server);
    time_turn(server);
}

static void on_signal(uv_signal_t *handle, int number)
{
    Server *server = handle->data;
    if (server->state != RUNNING)
        return;
    log_info("%s: stopping", number == SIGTERM ? "SIGTERM" : "SIGINT");
    core_stop(server->core);
    enter(server, STOPPING, DURABLE_WAIT);
}

/* Whoever is connected stays so, with the old certificate. */
static void on_hang_up(uv_signal_t *handle, int number)
{
    Server *server = handle->data;
    char line[WS_LINE_MAX];
    (void)number;
    if (!server->config.tls_certificate)
        return;
    if (ws_reload_keys(server->ws, line))
        log_info("SIGHUP: the certificate has been read again");
    else
        log_warning("SIGHUP: %s; the old certificate stays", line);
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
        .loop = &server->loop,
        .durability = server->config.durability,
        .archive_after = server->config.archive_after,
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
    return true;
}

_Static_assert((int)SERVER_LINE_MAX >= (int)STORE_LINE_MAX &&
                   (int)SERVER_LINE_MAX >= (int)WS_LINE_MAX,
               "every reason fits");

/* A file that was asked for must be there; the one looked for by itself need not. */
static bool open_endings(Server *server, char *line)
{
    const char *path = server->config.endings, *problem = "";
    if (strcmp(path, "none") == 0)
        return true;
    bool asked = *path != '\0';
    if (asked)
        snprintf(server->endings_path, sizeof server->endings_path, "%s", path);
    else if (!tablebase_file_find(server->endings_path))
        return true;
    server->endings = tablebase_file_open(server->endings_path, &problem);
    if (!server->endings && !asked)
        log_warning("%s: %s", server->endings_path, problem);
    else if (!server->endings)
        snprintf(line, SERVER_LINE_MAX, "--endings %.200s: %s", path, problem);
    return server->endings || !asked;
}

static bool open_book(Server *server, char *line)
{
    const char *path = server->config.book, *problem = "";
    if (strcmp(path, "none") == 0)
        return true;
    bool asked = *path != '\0';
    path = server->book_path = asked ? path : BOOK_FILE_DEBIAN;
    server->book = book_file_open(path, &problem);
    if (!server->book && asked)
        snprintf(line, SERVER_LINE_MAX, "--book %.200s: %s", path, problem);
    return server->book || !asked;
}

static bool open_searchers(Server *server, char *line)
{
    if (!open_endings(server, line) || !open_book(server, line))
        return false;
    const Tablebase *endings = server->endings ? tablebase_file_tablebase(server->endings) : NULL;
    const Book *book = server->book ? book_file_book(server->book) : NULL;
    server->searchers = searchers_open(&(SearchersOptions){.loop = &server->loop,
                                                           .threads = server->config.threads,
                                                           .endings = endings,
                                                           .book = book,
                                                           .context = server,
                                                           .answer = on_answer});
    if (!server->searchers)
        snprintf(line, SERVER_LINE_MAX, "%u threads cannot be started", server->config.threads);
    return server->searchers != NULL;
}

_Static_assert((int)CONFIG_ENGINES_MAX == (int)ENGINES_MAX &&
                   (int)ENGINE_NAME_MAX == (int)ENGINE_CALLED_MAX,
               "every engine that can be named can be opened");

_Static_assert((int)CONFIG_ENGINE_MEMORY == (int)ENGINE_MEMORY, "as the help says");

/* What engines may do; false when it cannot be as asked. */
static bool set_sandbox(Server *server, EngineSandbox *sandbox, char *line)
{
    const Config *config = &server->config;
    char problem[SANDBOX_LINE_MAX];
    if (!realpath(config->data, server->data_path)) {
        snprintf(line, SERVER_LINE_MAX, "%.300s: %s", config->data, strerror(errno));
        return false;
    }
    *sandbox = (EngineSandbox){.launcher = "/proc/self/exe",
                               .hidden = server->data_path,
                               .read = config->engine_read,
                               .write = config->engine_write,
                               .memory = config->engine_memory};
    if (!engine_sandbox_check(sandbox, problem)) {
        snprintf(line, SERVER_LINE_MAX, "--engine-read or --engine-write: %.400s", problem);
        return false;
    }
    if (!engine_sandbox_landlock())
        log_warning("this kernel has no Landlock: engines have limits and no new privileges, but "
                    "can read what the server can, the database too");
    return true;
}

/* They are heard of when the loop runs. */
static bool open_engines(Server *server, char *line)
{
    const Config *config = &server->config;
    EngineProgram programs[ENGINES_MAX];
    EngineSandbox sandbox;
    if (config->engines == 0)
        return true;
    if (!set_sandbox(server, &sandbox, line))
        return false;
    for (unsigned i = 0; i < config->engines; i++) {
        memcpy(programs[i].name, config->engine[i].name, sizeof programs[i].name);
        programs[i].path = config->engine[i].path;
    }
    server->engines = engines_open(&(EnginesOptions){.loop = &server->loop,
                                                     .programs = programs,
                                                     .count = config->engines,
                                                     .hash = config->engine_hash,
                                                     .threads = config->engine_threads,
                                                     .sandbox = sandbox,
                                                     .context = server,
                                                     .answer = on_answer,
                                                     .trouble = on_trouble});
    return true;
}

static void add_door(WsOptions *options, HttpDoor door, const char *host, int port, bool tls)
{
    if (port >= 0)
        options->doors[options->door_count++] = (WsDoor){door, host, port, tls};
}

static bool open_ws(Server *server, char *line)
{
    const Config *config = &server->config;
    WsOptions options = {
        .loop = &server->loop,
        .tls_certificate = config->tls_certificate,
        .tls_key = config->tls_key,
        .connections_max = server->connections_max,
        .client = &config->client,
        .limits = config->limits,
        .bounds = config->bounds,
        .rules = config->rules,
        .hooks = {.context = server,
                  .admit = admit,
                  .opened = opened,
                  .received = received,
                  .closed = closed,
                  .body_max = body_max,
                  .request = request},
    };
    add_door(&options, DOOR_PUBLIC, config->host, config->port, config->tls_certificate);
    add_door(&options, DOOR_REDIRECT, config->host, config->redirect_port, false);
    add_door(&options, DOOR_METRICS, config->metrics_host, config->metrics_port, false);
    server->ws = ws_open(&options, line);
    if (server->ws)
        sessions_limit_memory(ws_sessions(server->ws), (size_t)server->config.outbox_memory << 20);
    return server->ws != NULL;
}

static bool open_people(Server *server, char *line)
{
    server->accounts = accounts_new(server->store);
    server->passwords = passwords_new(&server->loop);
    return accounts_load(server->accounts, line);
}

static void pass_ended(void *context, const Credential *credential)
{
    Server *server = context;
    core_dismiss(server->core, credential->account->id, credential->key);
}

static bool open_core(Server *server, char *line)
{
    if (!open_engines(server, line))
        return false;
    CoreOptions options = {
        .loop = &server->loop,
        .store = server->store,
        .accounts = server->accounts,
        .sessions = ws_sessions(server->ws),
        .searchers = server->searchers,
        .engines = server->engines,
        .metrics = &server->metrics,
        .fallback = server->config.fallback,
        .limits = server->config.limits,
        .rules = server->config.rules,
        .bounds = server->config.bounds,
        .hurry = server->config.hurry,
        .quiet = server->config.quiet,
    };
    server->core = core_new(&options);
    server->api = api_new(&(ApiOptions){.store = server->store,
                                        .accounts = server->accounts,
                                        .passwords = server->passwords,
                                        .core = server->core,
                                        .ws = server->ws,
                                        .auth = &server->secrets->auth,
                                        .devices = &server->secrets->devices});
    accounts_on_credential_ended(server->accounts, pass_ended, server);
    return core_load(server->core, line);
}

static void start_handles(Server *server)
{
    uv_loop_t *loop = &server->loop;
    uv_prepare_init(loop, &server->prepare);
    uv_timer_init(loop, &server->timer);
    uv_signal_init(loop, &server->terminate);
    uv_signal_init(loop, &server->interrupt);
    uv_signal_init(loop, &server->hang_up);
    server->prepare.data = server;
    server->terminate.data = server->interrupt.data = server->hang_up.data = server;
    uv_prepare_start(&server->prepare, on_prepare);
    uv_signal_start(&server->terminate, on_signal, SIGTERM);
    uv_signal_start(&server->interrupt, on_signal, SIGINT);
    uv_signal_start(&server->hang_up, on_hang_up, SIGHUP);
}

static void stop_handles(Server *server)
{
    uv_close((uv_handle_t *)&server->prepare, NULL);
    uv_close((uv_handle_t *)&server->timer, NULL);
    uv_close((uv_handle_t *)&server->terminate, NULL);
    uv_close((uv_handle_t *)&server->interrupt, NULL);
    uv_close((uv_handle_t *)&server->hang_up, NULL);
}

/* Closes what is open, in reverse order; a handle's memory may go only when the loop has closed it. */
static void close_parts(Server *server)
{
    if (server->ws)
        ws_close(server->ws);
    if (server->searchers)
        searchers_close(server->searchers);
    if (server->engines)
        engines_close(server->engines);
    if (server->passwords)
        passwords_close(server->passwords);
    if (server->control)
        control_close(server->control);
    server->control = NULL;
    if (server->store && store_close(server->store) != STORE_OK)
        log_warning("the last events are not on disk; nobody was told of them");
    uv_run(&server->loop, UV_RUN_DEFAULT);
    if (server->api)
        api_free(server->api);
    if (server->core)
        core_free(server->core);
    if (server->accounts)
        accounts_free(server->accounts);
    if (server->ws)
        ws_free(server->ws);
    uv_loop_close(&server->loop);
    if (server->engines)
        engines_free(server->engines);
    tablebase_file_close(server->endings);
    book_file_close(server->book);
    memory_forget(server->secrets);
    free(server);
}

Server *server_open(const Config *config, char *line)
{
    Server *server = memory_new(sizeof *server);
    server->config = *config;
    server->connections_max = raise_files();
    uv_loop_init(&server->loop);
    uv_loop_configure(&server->loop, UV_METRICS_IDLE_TIME);
    if (open_store(server, line) && open_people(server, line) && open_searchers(server, line) &&
        open_ws(server, line) && open_core(server, line)) {
        server->control = control_open(
            &server->loop, config->data,
            &(Desk){.store = server->store, .accounts = server->accounts, .core = server->core});
        start_handles(server);
        if (server->endings)
            log_info("tablebase of up to four pieces: %s", server->endings_path);
        if (server->book)
            log_info("opening book: %s", server->book_path);
        return server;
    }
    close_parts(server);
    return NULL;
}

int server_port(const Server *server)
{
    return ws_port(server->ws, DOOR_PUBLIC);
}

int server_metrics_port(const Server *server)
{
    return ws_port(server->ws, DOOR_METRICS);
}

int server_redirect_port(const Server *server)
{
    return ws_port(server->ws, DOOR_REDIRECT);
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

void server_run(Server *server)
{
    Watchdog *watchdog = NULL;
    if (server->config.watchdog > 0) {
        watchdog = watchdog_start(&server->loop, server->config.watchdog * 1000,
                                  server->config.watchdog_core);
        if (!watchdog)
            log_warning("the watchdog cannot be started");
    }
    uv_run(&server->loop, UV_RUN_DEFAULT);
    watchdog_stop(watchdog);
}

void server_close(Server *server)
{
    stop_handles(server);
    close_parts(server);
}
