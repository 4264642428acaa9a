#include "server_opening.h"

#include "backup.h"
#include "doors.h"
#include "game_opening.h"
#include "log.h"
#include "memory.h"
#include "page_versions.h"
#include "postman.h"
#include "server_front.h"
#include "server_hooks.h"
#include "server_links.h"
#include "wall_clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

StoreError server_open_store(Server *server, char *line)
{
    StoreOptions options = {
        .directory = server->config.data,
        .server = server->config.store,
        .watch = server->cluster.watch,
        .loop = &server->loop.uv,
        .durability = server->config.durability,
        .archive_after = server->config.archive_after,
        .is_checked = predecessor_is_there(&server->neighbours->predecessor),
        .copy = {.directory = server->config.copy_directory,
                 .every = server->config.copy_every,
                 .keep = server->config.copy_keep},
        .opening = game_opening_key,
    };
    server_hooks_of_store(server, &options);
    StoreError error = store_open(&server->store, &options, line);
    if (error != STORE_OK)
        return error;
    server->secrets = memory_secret(sizeof *server->secrets);
    auth_init(&server->secrets->auth, store_secret(server->store));
    device_key_init(&server->secrets->devices, store_secret(server->store));
    invitation_key_init(&server->secrets->invitations, store_secret(server->store));
    oidc_key_init(&server->secrets->provider.rules.key, store_secret(server->store));
    return STORE_OK;
}

static bool open_store(Server *server, char *line)
{
    return server_open_store(server, line) == STORE_OK;
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

/* Only where nodes of two versions may work side by side: a single castled has a small database, and little in memory. */
static bool open_page_versions(Server *server, char *line)
{
    return !server->site || !server->config.bus ||
           page_versions_open(server->store, server->site, http_handler_page_files(), line);
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
        .hooks = server_hooks_of_net(server),
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
    OpponentsHooks hooks = server_hooks_of_opponents(server);
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
                                                    .directory = server->config.data,
                                                    .count = server_front_count,
                                                    .context = server});
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
           push_load(server->push, line) && mail_load(server->mail, line) &&
           open_page_versions(server, line);
}

static void registration_set(void *context, const AccountsAnswer *answer)
{
    (void)context, (void)answer;
}

static void set_registration(Server *server)
{
    uint32_t registration = server->config.registration;
    if (registration != REGISTRATION_KEPT)
        accounts_set_registration(server->accounts, registration == REGISTRATION_OPEN,
                                  registration_set, NULL);
}

/* From now on the operator's commands are answered by what there is. */
static void open_admin(Server *server)
{
    const AdminTarget target = {.store = server->store,
                                .accounts = server->accounts,
                                .core = server->core,
                                .webhooks = server->webhooks,
                                .mail = server->mail,
                                .url = server->public_url,
                                .describe = server_status_print,
                                .context = &server->status,
                                .trouble = server_status_trouble,
                                .metrics = &server->metrics};
    if (server->admin)
        admin_socket_aim(server->admin, &target);
    else
        server->admin = admin_socket_open(&server->loop.uv, server->config.data, &target);
}

static int64_t on_silence(void *context, uint64_t front)
{
    const Server *server = context;
    return server->cluster.host ? host_silence(server->cluster.host, front) : 0;
}

void server_open_answers(Server *server)
{
    set_registration(server);
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
                                            .shouts = server->config.ics_shout,
                                            .silence = on_silence,
                                            .context = server});
    server->http = (HttpHandler){.api = server->api,
                                 .preview = server->preview,
                                 .site = server->site,
                                 .viewers = server->viewers,
                                 .role = server->config.bus ? "owner" : NULL,
                                 .trouble = server_clock_trouble(&server->cluster),
                                 .embed_from = server->config.embed_from,
                                 .core = server->core,
                                 .net = server->net,
                                 .figures = server->figures,
                                 .metrics = &server->metrics};
    server->status = (ServerStatus){.config = &server->config,
                                    .trouble = server_clock_trouble(&server->cluster),
                                    .store = server->store,
                                    .core = server->core,
                                    .net = server->net,
                                    .opponents = &server->opponents,
                                    .backups = server->backups,
                                    .mail = server->mail,
                                    .connections_max = server->connections_max,
                                    .started_at = wall_clock()};
    open_admin(server);
}

LoopParts server_loop_parts(Server *server)
{
    ServerNeighbours *neighbours = server->neighbours;
    return (LoopParts){.net = server->net,
                       .accounts = server->accounts,
                       .core = server->core,
                       .lichess = server->lichess,
                       .viewers = server->viewers,
                       .ics = server->ics,
                       .host = server->cluster.host,
                       .front = server->cluster.front,
                       .metrics = &server->metrics,
                       .supervisor = &neighbours->supervisor,
                       .successor = &neighbours->successor,
                       .has_certificate = server->config.tls_certificate};
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

/* A handle's memory may go only when the loop has closed it. */
bool server_close_parts(Server *server)
{
    server_links_close(server);
    close_handles(server);
    if (server->accounts) {
        accounts_stop(server->accounts);
        accounts_turn(server->accounts);
    }
    if (server->store && store_close(server->store) != STORE_OK)
        log_warning("the last events are not on disk; nobody was told of them");
    bool has_ended = server_links_finish(server);
    server_loop_drain(&server->loop);
    if (server->accounts)
        accounts_turn(server->accounts);
    server_links_free(server);
    free_parts(server);
    server_loop_close(&server->loop);
    opponents_free(&server->opponents);
    trace_close(server->trace);
    memory_forget(server->secrets);
    free(server);
    return has_ended;
}

/* False, and 'line' says why, when this one could not use the database in the predecessor's place. Where nobody serves any more a
 * server that is away is waited for. */
static bool try_out(const Server *server, char *line)
{
    const Config *config = &server->config;
    if (!config->store)
        return store_try_out(config->data, line) == STORE_OK;
    return predecessor_has_released(&server->neighbours->predecessor) ||
           store_try_server(config->store, line) == STORE_OK;
}

/* All that can be done while the predecessor still serves, and so that it goes on when something refuses; then the rest. */
static bool take_over(Server *server, char *line)
{
    return open_site(server, line) && open_trace(server, line) && open_sockets(server, line) &&
           open_opponents(server, line) && open_backups(server, line) && try_out(server, line) &&
           predecessor_wait(&server->neighbours->predecessor, line) && open_store(server, line) &&
           open_provider(server, line) && open_accounts(server, line) && open_core(server, line);
}

/* Of a node of a cluster, what it has in any role. */
static bool join(Server *server, char *line)
{
    Predecessor *predecessor = &server->neighbours->predecessor;
    return open_site(server, line) && open_trace(server, line) && open_sockets(server, line) &&
           open_opponents(server, line) &&
           (!predecessor_is_there(predecessor) ||
            (try_out(server, line) && predecessor_wait(predecessor, line)));
}

bool server_open_games(Server *server, char *line)
{
    return open_provider(server, line) && open_accounts(server, line) && open_core(server, line);
}

static bool begin(Server *server, char *line)
{
    return open_site(server, line) && open_trace(server, line) && open_store(server, line) &&
           open_provider(server, line) && open_accounts(server, line) &&
           open_sockets(server, line) && open_opponents(server, line) && open_core(server, line) &&
           open_backups(server, line);
}

bool server_open_parts(Server *server, char *line)
{
    bool has_predecessor = predecessor_is_there(&server->neighbours->predecessor);
    return open_outbound(server, line) && (server->config.bus ? join(server, line)
                                           : has_predecessor  ? take_over(server, line)
                                                              : begin(server, line));
}
