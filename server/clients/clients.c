#include "clients.h"

#include "address.h"
#include "array.h"
#include "game_ids.h"
#include "hash_table.h"
#include "memory.h"
#include "scope.h"
#include "unheard.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct Known Known;
typedef struct Connection Connection;

/* A session's owner (session_owner). */
struct Connection {
    SessionId session;
    Known *known;
    Connection *next; /* of the same person */
    GameIds games;
    char address[CLIENT_ADDRESS_MAX + 1];
    char credential[CLIENT_CREDENTIAL_MAX + 1];
    uint32_t scopes;
    int64_t opened_at, heard_at;
    bool is_metered;
};

/* A person who has a connection or is held. */
struct Known {
    Person person; /* its id is the key */
    Connection *connections;
    uint32_t holds;
    char (*muted)[PERSON_ID_MAX + 1]; /* by a guest, or guests by an account */
    uint32_t muted_count;
    Unheard unheard;
    int64_t silenced;               /* until, wall clock */
    Rating ratings[CATEGORY_COUNT]; /* of an account; all zero: not told yet */
    bool bot;                       /* an account of a program */
};

struct Clients {
    Sessions *sessions;
    Metrics *metrics;
    HashTable people;
    ClientsHeld held; /* may be NULL */
    void *held_context;
    ClientsAnswered answered; /* likewise */
    void *answered_context;
};

Clients *clients_new(Sessions *sessions, Metrics *metrics, const SipKey *sip)
{
    Clients *clients = memory_new(sizeof *clients);
    clients->sessions = sessions;
    clients->metrics = metrics;
    hash_table_init(&clients->people, offsetof(Known, person.id), sip);
    return clients;
}

static void free_known(Known *known)
{
    free(known->muted);
    unheard_clear(&known->unheard);
    free(known);
}

/* Removes it from its person, who may then be forgotten. */
static void free_connection(Connection *connection)
{
    Connection **at = &connection->known->connections;
    while (*at != connection)
        at = &(*at)->next;
    *at = connection->next;
    game_ids_clear(&connection->games);
    free(connection);
}

void clients_free(Clients *clients)
{
    Known *known;
    for (size_t at = 0; (known = hash_table_next(&clients->people, &at));) {
        while (known->connections)
            free_connection(known->connections);
        free_known(known);
    }
    hash_table_clear(&clients->people);
    free(clients);
}

static Known *find(const Clients *clients, const char *person)
{
    return hash_table_find(&clients->people, person);
}

static Known *get(Clients *clients, const Person *person)
{
    assert(person->kind == PERSON_HUMAN);
    Known *known = find(clients, person->id);
    if (!known) {
        known = memory_new(sizeof *known);
        known->person = *person;
        hash_table_put(&clients->people, known);
    }
    return known;
}

/* Those who watch without being anybody share one entry, without an id. */
static bool is_nobody(const Known *known)
{
    return known->person.id[0] == '\0';
}

static void forget_if_gone(Clients *clients, Known *known)
{
    if (known->connections || known->holds)
        return;
    hash_table_remove(&clients->people, known);
    free_known(known);
}

/* ---- connections ---- */

static bool scopes_allow(uint32_t has, uint32_t scopes)
{
    return scopes == SCOPES_NONE || (has & scopes) != 0;
}

bool client_may(const Client *client, uint32_t scopes)
{
    return scopes_allow(client->scopes, scopes);
}

static Connection *connection_of(const Clients *clients, SessionId session)
{
    return session_owner(clients->sessions, session);
}

void clients_open(Clients *clients, const Client *client)
{
    Connection *connection = memory_new(sizeof *connection);
    connection->session = client->session;
    connection->scopes = client->scopes;
    connection->opened_at = connection->heard_at = client->opened_at;
    connection->is_metered = client->is_metered;
    memcpy(connection->address, client->address, sizeof client->address);
    memcpy(connection->credential, client->credential, sizeof client->credential);
    connection->known = get(clients, &client->person);
    connection->next = connection->known->connections;
    connection->known->connections = connection;
    session_set_owner(clients->sessions, client->session, connection);
}

void clients_close(Clients *clients, SessionId session)
{
    Connection *connection = connection_of(clients, session);
    if (!connection)
        return;
    Known *known = connection->known;
    session_set_owner(clients->sessions, session, NULL);
    free_connection(connection);
    forget_if_gone(clients, known);
}

void clients_note_heard(Clients *clients, SessionId session, int64_t now)
{
    Connection *connection = connection_of(clients, session);
    if (connection)
        connection->heard_at = now;
}

static void copy_of(const Connection *connection, Client *client)
{
    client->session = connection->session;
    client->scopes = connection->scopes;
    client->opened_at = connection->opened_at;
    client->heard_at = connection->heard_at;
    client->is_metered = connection->is_metered;
    client->person = connection->known->person;
    memcpy(client->address, connection->address, sizeof client->address);
    memcpy(client->credential, connection->credential, sizeof client->credential);
}

bool clients_find(const Clients *clients, SessionId session, Client *client)
{
    const Connection *connection = connection_of(clients, session);
    if (connection)
        copy_of(connection, client);
    return connection != NULL;
}

static const Connection *first_of(const Clients *clients, const char *person)
{
    const Known *known = find(clients, person);
    return known ? known->connections : NULL;
}

bool clients_next(const Clients *clients, const char *person, uint32_t scopes, Client *client)
{
    const Connection *last = client->session ? connection_of(clients, client->session) : NULL;
    const Connection *connection = last              ? last->next
                                   : client->session ? NULL
                                                     : first_of(clients, person);
    while (connection && !scopes_allow(connection->scopes, scopes))
        connection = connection->next;
    if (connection)
        copy_of(connection, client);
    return connection != NULL;
}

size_t clients_at_address(const Clients *clients, const char *address, SessionId **sessions)
{
    size_t count = 0, size = 0;
    const Known *known;
    *sessions = NULL;
    for (size_t at = 0; (known = hash_table_next(&clients->people, &at));)
        for (const Connection *connection = known->connections; connection;
             connection = connection->next) {
            if (address && strcmp(connection->address, address) != 0)
                continue;
            *sessions = array_reserve(*sessions, &size, count + 1, sizeof **sessions);
            (*sessions)[count++] = connection->session;
        }
    return count;
}

/* ---- people ---- */

bool clients_is_here(const Clients *clients, const char *person)
{
    return first_of(clients, person) != NULL;
}

bool clients_can_play(const Clients *clients, const char *person)
{
    const Connection *connection = first_of(clients, person);
    while (connection && !scopes_allow(connection->scopes, SCOPES_PLAY))
        connection = connection->next;
    return connection != NULL;
}

bool clients_person(const Clients *clients, const char *id, Person *person)
{
    const Known *known = find(clients, id);
    if (known)
        *person = known->person;
    return known != NULL;
}

/* NULL and *several when more than one have that name. */
static const Known *find_by_name(const Clients *clients, const char *name, bool *several)
{
    const Known *found = *name ? find(clients, name) : NULL, *known;
    *several = false;
    if (found)
        return found;
    for (size_t at = 0; (known = hash_table_next(&clients->people, &at));) {
        if (!known->connections || strcasecmp(known->person.name, name) != 0)
            continue;
        *several = found != NULL;
        if (*several)
            return NULL;
        found = known;
    }
    return found;
}

bool clients_person_by_name(const Clients *clients, const char *name, Person *person, bool *several)
{
    const Known *found = find_by_name(clients, name, several);
    if (found)
        *person = found->person;
    return found != NULL;
}

uint32_t clients_here(const Clients *clients, Person *accounts, size_t most, size_t *count)
{
    uint32_t here = 0;
    const Known *known;
    *count = 0;
    for (size_t at = 0; (known = hash_table_next(&clients->people, &at));) {
        if (!known->connections || is_nobody(known))
            continue;
        here++;
        if (!known->person.guest && *count < most)
            accounts[(*count)++] = known->person;
    }
    return here;
}

size_t clients_everybody(const Clients *clients, Person *people, size_t most, size_t *count)
{
    size_t all = 0;
    const Known *known;
    *count = 0;
    for (size_t at = 0; (known = hash_table_next(&clients->people, &at));) {
        if (!known->connections || is_nobody(known))
            continue;
        all++;
        if (*count < most)
            people[(*count)++] = known->person;
    }
    return all;
}

size_t clients_bots_here(const Clients *clients, Person *bots, size_t most)
{
    size_t count = 0;
    const Known *known;
    for (size_t at = 0; count < most && (known = hash_table_next(&clients->people, &at));)
        if (known->connections && known->bot)
            bots[count++] = known->person;
    return count;
}

bool clients_share_address(const Clients *clients, const char *one, const char *other)
{
    const Connection *first = first_of(clients, one), *second = first_of(clients, other);
    for (const Connection *a = first; a; a = a->next)
        for (const Connection *b = second; b; b = b->next)
            if (strcmp(a->address, b->address) == 0 && !address_is_private(a->address))
                return true;
    return false;
}

static void show_rating(const Known *known, Person *person, Category category, int64_t now)
{
    if (person->guest || category == CATEGORY_COUNT) {
        person->rating = 0;
        person->provisional = false;
    } else if (rating_is_valid(&known->ratings[category])) {
        rating_show(&known->ratings[category], person, now);
    }
}

void clients_show(const Clients *clients, Person *person, Category category, int64_t now)
{
    const Known *known = person->kind == PERSON_HUMAN ? find(clients, person->id) : NULL;
    if (!known)
        return;
    memcpy(person->name, known->person.name, sizeof person->name);
    person->guest = known->person.guest;
    person->balance = known->person.balance;
    show_rating(known, person, category, now);
}

void clients_set_name(Clients *clients, const Person *person)
{
    Known *known = find(clients, person->id);
    if (!known)
        return;
    memcpy(known->person.name, person->name, sizeof person->name);
    known->person.guest = person->guest;
}

void clients_set_balance(Clients *clients, const char *person, int8_t balance)
{
    Known *known = find(clients, person);
    if (known)
        known->person.balance = balance;
}

void clients_on_held(Clients *clients, ClientsHeld held, void *context)
{
    clients->held = held;
    clients->held_context = context;
}

void clients_hold(Clients *clients, const Person *person)
{
    bool is_new = !find(clients, person->id);
    get(clients, person)->holds++;
    if (is_new && !person->guest && clients->held)
        clients->held(clients->held_context, person->id);
}

void clients_release(Clients *clients, const char *person)
{
    Known *known = find(clients, person);
    assert(known && known->holds);
    known->holds--;
    forget_if_gone(clients, known);
}

static uint32_t place_of_muted(const Known *known, const char *person)
{
    uint32_t place = 0;
    while (place < known->muted_count && strcmp(known->muted[place], person) != 0)
        place++;
    return place;
}

bool clients_mute(Clients *clients, const char *person, const char *muted)
{
    Known *known = find(clients, person);
    if (!known || place_of_muted(known, muted) < known->muted_count)
        return true;
    if (known->muted_count == MUTED_MAX)
        return false;
    known->muted = memory_resize(known->muted, known->muted_count + 1, sizeof *known->muted);
    snprintf(known->muted[known->muted_count++], sizeof *known->muted, "%s", muted);
    return true;
}

void clients_unmute(Clients *clients, const char *person, const char *muted)
{
    Known *known = find(clients, person);
    uint32_t place = known ? place_of_muted(known, muted) : 0;
    if (known && place < known->muted_count)
        memmove(known->muted[place], known->muted[--known->muted_count], sizeof *known->muted);
}

/* ---- what the accounts know ---- */

void clients_set_account(Clients *clients, const AccountInfo *account)
{
    Known *known = find(clients, account->id);
    for (int i = 0; known && i < CATEGORY_COUNT; i++)
        known->ratings[i] = account->ratings[i].rating;
    if (known)
        known->bot = account->bot;
}

bool clients_is_bot(const Clients *clients, const char *person)
{
    const Known *known = find(clients, person);
    return known && known->bot;
}

void clients_set_rating(Clients *clients, const char *person, Category category,
                        const Rating *rating)
{
    Known *known = find(clients, person);
    if (known)
        known->ratings[category] = *rating;
}

bool clients_rating(const Clients *clients, const char *person, Category category, Rating *rating)
{
    const Known *known = find(clients, person);
    if (known)
        *rating = known->ratings[category];
    return known && rating->games > 0;
}

void clients_set_silenced(Clients *clients, const char *person, int64_t until)
{
    Known *known = find(clients, person);
    if (known)
        known->silenced = until;
}

void clients_set_unheard(Clients *clients, const char *person, const AccountInfo *list,
                         size_t count)
{
    Known *known = find(clients, person);
    if (known)
        unheard_set(&known->unheard, list, count);
}

void clients_relate(Clients *clients, const char *person, Relation relation, const char *other,
                    bool on)
{
    Known *known = find(clients, person);
    if (known)
        unheard_relate(&known->unheard, relation, other, on);
}

bool clients_is_silenced(const Clients *clients, const char *person, int64_t now)
{
    const Known *known = find(clients, person);
    return known && known->silenced > now;
}

static bool blocks(const Clients *clients, const char *person, const char *other)
{
    const Known *known = find(clients, person);
    return known && unheard_blocks(&known->unheard, other);
}

bool clients_may_meet(const Clients *clients, const char *one, const char *other)
{
    return !blocks(clients, one, other) && !blocks(clients, other, one);
}

bool clients_mutes(const Clients *clients, const char *person, const char *other)
{
    const Known *known = find(clients, person);
    return known && (place_of_muted(known, other) < known->muted_count ||
                     unheard_mutes(&known->unheard, other));
}

bool clients_hears(const Clients *clients, const char *listener, const char *speaker)
{
    return !clients_mutes(clients, listener, speaker) && !blocks(clients, listener, speaker);
}

/* ---- games ---- */

void clients_add_game(Clients *clients, SessionId session, const GameId *game)
{
    Connection *connection = connection_of(clients, session);
    if (connection)
        game_ids_add(&connection->games, game);
}

void clients_remove_game(Clients *clients, SessionId session, const GameId *game)
{
    Connection *connection = connection_of(clients, session);
    if (connection)
        game_ids_remove(&connection->games, game);
}

bool clients_hears_game(const Clients *clients, SessionId session, const GameId *game)
{
    const Connection *connection = connection_of(clients, session);
    return connection && game_ids_has(&connection->games, game);
}

uint32_t clients_games_count(const Clients *clients, SessionId session)
{
    const Connection *connection = connection_of(clients, session);
    return connection ? connection->games.count : 0;
}

GameId *clients_games(const Clients *clients, SessionId session, uint32_t *count)
{
    static const GameIds NONE = {.count = 0};
    const Connection *connection = connection_of(clients, session);
    const GameIds *games = connection ? &connection->games : &NONE;
    *count = games->count;
    return game_ids_copy(games);
}

/* ---- the wire ---- */

void clients_push(Clients *clients, SessionId session, Packet *packet, uint64_t number)
{
    session_push(clients->sessions, session, packet, number);
}

void clients_ping(Clients *clients, SessionId session)
{
    session_ping(clients->sessions, session);
}

int64_t clients_silence(const Clients *clients, const char *person)
{
    int64_t least = INT64_MAX;
    for (const Connection *each = first_of(clients, person); each; each = each->next) {
        if (!scopes_allow(each->scopes, SCOPES_PLAY))
            continue;
        int64_t silence = session_silence(clients->sessions, each->session);
        least = silence < least ? silence : least;
    }
    return least == INT64_MAX ? 0 : least;
}

void clients_ping_person(Clients *clients, const char *person)
{
    for (const Connection *each = first_of(clients, person); each; each = each->next)
        if (scopes_allow(each->scopes, SCOPES_PLAY))
            session_ping(clients->sessions, each->session);
}

int32_t clients_lag(const Clients *clients, SessionId session)
{
    return session_lag(clients->sessions, session);
}

ClientOutbox clients_outbox(const Clients *clients, SessionId session)
{
    return (ClientOutbox){.queued = session_queued(clients->sessions, session),
                          .sendable = session_sendable(clients->sessions, session)};
}

void clients_on_answered(Clients *clients, ClientsAnswered answered, void *context)
{
    clients->answered = answered;
    clients->answered_context = context;
}

uint64_t clients_note_answer(Clients *clients, SessionId session, const Request *request, Code code,
                             const struct Ok *ok, uint64_t number)
{
    if (!request->key[0] || !clients->answered)
        return number;
    return clients->answered(clients->answered_context, session, request, code, ok, number);
}

void clients_note_refusal(Clients *clients)
{
    clients->metrics->refusals_total++;
}
