/* What happens when somebody connects, and when they leave. */
#include "connect.h"

#include "auth.h"
#include "memory.h"
#include "retries.h"
#include "scope.h"
#include "tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRIVAL_RETRY = 20 }; /* ms until it is asked again whether somebody still has to wait */

/* ---- bans and limits ---- */

bool core_bans_address(Core *core, const char *address)
{
    server_time_read(&core->time);
    return address_bans_have(&core->address_bans, address, core->time.wall);
}

bool core_admits(Core *core, const char *address, bool new_guest)
{
    server_time_read(&core->time);
    int64_t now = core->time.now;
    bool admitted = rate_limiter_take(core->limiter, LIMIT_CONNECT, address, now) &&
                    (!new_guest || rate_limiter_take(core->limiter, LIMIT_GUEST, address, now));
    core->options.metrics->refused_total += !admitted;
    return admitted;
}

bool core_allows(Core *core, LimitKind limit, const char *key)
{
    server_time_read(&core->time);
    return rate_limiter_take(core->limiter, limit, key, core->time.now);
}

bool core_would_allow(Core *core, LimitKind limit, const char *key)
{
    server_time_read(&core->time);
    return rate_limiter_has(core->limiter, limit, key, core->time.now);
}

bool core_takes(Core *core, BoundKind bound, const char *key)
{
    return bounds_take(core->bounds, bound, key);
}

bool core_takes_place(Core *core, BoundKind own, BoundKind all, const char *address)
{
    return bounds_take_place(core->bounds, own, all, address);
}

void core_leaves_place(Core *core, BoundKind own, BoundKind all, const char *address)
{
    bounds_leave_place(core->bounds, own, all, address);
}

bool core_has_room(const Core *core, BoundKind bound, const char *key)
{
    return bounds_has_room(core->bounds, bound, key);
}

void core_releases(Core *core, BoundKind bound, const char *key)
{
    bounds_release(core->bounds, bound, key);
}

int32_t core_limit_wait(const Core *core, LimitKind limit)
{
    return rate_limiter_wait(core->limiter, limit);
}

int64_t core_wall(Core *core)
{
    server_time_read(&core->time);
    return core->time.wall;
}

/* ---- somebody comes ---- */

/* An account's ratings in the categories that it has played in; returns how many. */
static size_t list_ratings(const Core *core, const Person *person, RatingView *views)
{
    size_t count = 0;
    Rating rating;
    for (int i = 0; i < CATEGORY_COUNT && !person->guest; i++)
        if (clients_rating(core->clients, person->id, (Category)i, &rating))
            views[count++] = (RatingView){(Category)i, rating_points(&rating), rating.games,
                                          rating_is_provisional(&rating, core->time.wall)};
    return count;
}

static void welcome(Core *core, const Client *client, const char *token)
{
    OwnSeeks seeks = matchmaker_seeks_of(core->matchmaker, client);
    RatingView ratings[CATEGORY_COUNT];
    uint32_t playing_count;
    GameId *playing = live_games_of(core->live, client->person.id, &playing_count);
    Welcome view = {
        .you = &client->person,
        .quiet = live_is_quiet(core->live),
        .casual = live_is_casual(core->live),
        .fallback = matchmaker_fallback(core->matchmaker),
        .ratings = ratings,
        .ratings_count = list_ratings(core, &client->person, ratings),
        .token = token,
        .playing = playing,
        .playing_count = playing_count,
        .seeks = seeks.ids,
        .seeks_count = seeks.count,
        .seeks_elsewhere = seeks.elsewhere,
        .wall = core->time.wall,
    };
    print_welcome(&core->text, &view);
    /* 'playing' tells of these games. */
    tell_session(core->clients, &core->text, client->session,
                 live_number_of(core->live, client->person.id));
    clients_ping(core->clients, client->session);
    free(playing);
}

/* A connection for which the accounts are being asked, or which waits before that (connect_due). */
struct Arrival {
    Core *core;
    Client client;
    char token[TOKEN_MAX + 1];
    bool has_token;
    Arrival *next; /* who waits */
};

static void note_client(Core *core, const Client *client, const AccountsAnswer *answer)
{
    const char *person = client->person.id;
    clients_open(core->clients, client);
    clients_set_silenced(core->clients, person, answer->muted_until);
    clients_set_unheard(core->clients, person, answer->list, answer->count);
    clients_set_account(core->clients, &answer->account);
}

static void let_in(Core *core, const Arrival *arrival, const AccountsAnswer *answer)
{
    SessionId session = arrival->client.session;
    const char *person = arrival->client.person.id;
    Client client = arrival->client;
    if (account_is_found(&answer->account))
        client.person = account_person(&answer->account);
    /* An API token allows no more than its scopes do. */
    if (credential_is_found(&answer->credential) && answer->credential.kind == CREDENTIAL_TOKEN)
        client.scopes = answer->credential.scopes;
    bool could_play = clients_can_play(core->clients, person);
    note_client(core, &client, answer);
    if (!clients_find(core->clients, session, &client))
        return;
    matchmaker_client_came(core->matchmaker, &client);
    welcome(core, &client, arrival->has_token ? arrival->token : NULL);
    matchmaker_welcome(core->matchmaker, &client);
    if (answer->warning[0]) {
        print_warning(&core->text, answer->warning);
        tell_session(core->clients, &core->text, session, 0);
    }
    if (!could_play && client_may(&client, SCOPES_PLAY))
        live_person_came(core->live, &client);
}

static void free_arrival(Arrival *arrival)
{
    memory_wipe(arrival, sizeof *arrival);
    free(arrival);
}

static void entered(void *context, const AccountsAnswer *answer)
{
    Arrival *arrival = context;
    Core *core = arrival->core;
    SessionId session = arrival->client.session;
    server_time_read(&core->time);
    if (inbox_is_held(core->inbox, session)) { /* it has not ended meanwhile */
        bool is_banned =
            address_bans_have(&core->address_bans, arrival->client.address, core->time.wall);
        if (answer->error == ACCOUNTS_OK && !is_banned)
            let_in(core, arrival, answer);
        else if (answer->error != ACCOUNTS_STOPPED)
            session_close(core->options.sessions, session, CLOSE_POLICY);
        inbox_release(core->inbox, session);
    }
    free_arrival(arrival);
}

static void enter(Arrival *arrival)
{
    const Core *core = arrival->core;
    accounts_enter(core->options.accounts, arrival->client.person.id, arrival->client.credential,
                   core->time.wall, entered, arrival);
}

/* Somebody who plays comes while they have a connection at another node of which nothing has been heard since. It may be lost, and
 * with it the time since its last word: they wait until it has said something, or their connection there has ended. */
static bool must_wait(const Core *core, const Arrival *arrival)
{
    GameId game;
    const char *person = arrival->client.person.id;
    int64_t here = core->time.now - arrival->client.opened_at;
    return clients_silence(core->clients, person) > here &&
           live_newest_game_of(core->live, person, &game);
}

/* A node that is there answers the ping; one is enough. */
static void wait_for_node(Core *core, Arrival *arrival)
{
    if (!core->arriving) {
        core->arriving_end = &core->arriving;
        core->arriving_at = core->time.now + ARRIVAL_RETRY;
    }
    *core->arriving_end = arrival;
    core->arriving_end = &arrival->next;
    clients_ping_person(core->clients, arrival->client.person.id);
}

int64_t connect_due(const Core *core)
{
    return core->arriving ? core->arriving_at : INT64_MAX;
}

void connect_tick(Core *core)
{
    Arrival **link = &core->arriving;
    while (*link) {
        Arrival *arrival = *link;
        if (must_wait(core, arrival)) {
            link = &arrival->next;
        } else {
            *link = arrival->next;
            enter(arrival);
        }
    }
    core->arriving_end = link;
    core->arriving_at = core->time.now + ARRIVAL_RETRY;
}

void connect_clear(Core *core)
{
    while (core->arriving) {
        Arrival *arrival = core->arriving;
        core->arriving = arrival->next;
        free_arrival(arrival);
    }
}

void core_opened(Core *core, SessionId session, const Person *person, const ClientInfo *info)
{
    const char *credential = info->credential ? info->credential : "";
    server_time_read(&core->time);
    core->options.metrics->connections_total++;
    Arrival *arrival = memory_new(sizeof *arrival);
    arrival->core = core;
    arrival->has_token = info->token != NULL;
    if (info->token)
        snprintf(arrival->token, sizeof arrival->token, "%s", info->token);
    Client *client = &arrival->client;
    *client = (Client){.session = session,
                       .person = *person,
                       .scopes = SCOPES_ALL,
                       .opened_at = core->time.now,
                       .is_metered = info->is_metered};
    snprintf(client->address, sizeof client->address, "%.*s", CLIENT_ADDRESS_MAX, info->address);
    snprintf(client->credential, sizeof client->credential, "%.*s", CLIENT_CREDENTIAL_MAX,
             credential);
    inbox_hold(core->inbox, session);
    if (must_wait(core, arrival))
        wait_for_node(core, arrival);
    else
        enter(arrival);
}

void core_view(Core *core, SessionId session, const char *address, const GameId *game)
{
    Request watch = {.kind = REQ_WATCH, .game = *game};
    Client viewer = {.session = session, .person = {.guest = true}, .scopes = 0};
    server_time_read(&core->time);
    snprintf(viewer.address, sizeof viewer.address, "%.*s", CLIENT_ADDRESS_MAX, address);
    clients_open(core->clients, &viewer);
    live_watch(core->live, &viewer, &watch);
}

/* ---- somebody goes ---- */

/* For how many of the last 'lost' ms the person had no connection by which they could play, but for that one. */
static int64_t was_away(const Core *core, const char *person, SessionId but, int64_t lost)
{
    int64_t since = core->time.now - lost, back = core->time.now;
    Client client = {0};
    while (clients_next(core->clients, person, SCOPES_PLAY, &client))
        if (client.session != but && client.opened_at < back)
            back = client.opened_at;
    return back > since ? back - since : 0;
}

static void forget(Core *core, SessionId session)
{
    Client client;
    server_time_read(&core->time);
    inbox_forget(core->inbox, session);
    if (!clients_find(core->clients, session, &client))
        return;
    const char *person = client.person.id;
    live_connection_ends(core->live, session);
    matchmaker_connection_ends(core->matchmaker, session);
    tournaments_connection_ends(core->tournaments, session);
    broadcasts_connection_ends(core->broadcasts, session);
    retries_connection_ends(core, &client);
    clients_close(core->clients, session);
    if (!clients_is_here(core->clients, person))
        matchmaker_person_left(core->matchmaker, person);
    if (client_may(&client, SCOPES_PLAY) && !clients_can_play(core->clients, person))
        live_person_left(core->live, person);
    int64_t lost =
        client_may(&client, SCOPES_PLAY) ? was_away(core, person, session, core->lost) : 0;
    if (lost > 0)
        live_person_cut_off(core->live, person, lost);
}

void core_cut_off(Core *core, int64_t lost)
{
    core->lost = lost;
}

bool core_is_cutting_off(const Core *core)
{
    return core->lost > 0;
}

void core_session_cut_off(Core *core, SessionId session, int64_t back)
{
    Client client;
    server_time_read(&core->time);
    if (!clients_find(core->clients, session, &client) || !client_may(&client, SCOPES_PLAY))
        return;
    int64_t lost = was_away(core, client.person.id, session, core->lost);
    if (core->lost - back < lost)
        lost = core->lost - back;
    if (lost > 0)
        live_person_cut_off(core->live, client.person.id, lost);
}

void core_closed(Core *core, SessionId session)
{
    forget(core, session);
}

void connect_send_away(Core *core, SessionId session)
{
    session_close(core->options.sessions, session, CLOSE_POLICY);
    forget(core, session);
}

/* The first of the person's connections that uses the credential, or any. */
static bool find_connection(const Core *core, const char *person, const char *credential,
                            Client *client)
{
    *client = (Client){0};
    while (clients_next(core->clients, person, SCOPES_NONE, client))
        if (!credential || strcmp(client->credential, credential) == 0)
            return true;
    return false;
}

void connect_dismiss(Core *core, const char *person, const char *credential)
{
    Client client;
    while (find_connection(core, person, credential, &client))
        connect_send_away(core, client.session);
}

void core_dismiss(Core *core, const char *id, const char *credential)
{
    connect_dismiss(core, id, credential);
}
