/* clients.h - who is connected: people, the connections of each, and which games each connection hears.
 *
 * Others hold ids and copies: a Client is a copy of a connection as it is at that moment, and no pointer into this part
 * leaves it. A person is known as long as they have a connection or somebody holds them (clients_hold), as the live
 * games do while they play. clients_free frees all. */
#pragma once

#include "accounts.h"
#include "command.h"
#include "metrics.h"
#include "person.h"
#include "rating.h"
#include "session.h"
#include "siphash.h"

#include <stddef.h>

enum { CLIENT_ADDRESS_MAX = 45, CLIENT_CREDENTIAL_MAX = 32, MUTED_MAX = 100 };

typedef struct {
    SessionId session;
    Person person;
    char address[CLIENT_ADDRESS_MAX + 1];
    char credential[CLIENT_CREDENTIAL_MAX + 1]; /* the key of the one that let them in; or empty */
    uint32_t scopes; /* what it may do (scope.h); all, unless it came by an API token */
} Client;

/* Whether it has one of the scopes, or none is needed (SCOPES_NONE). */
bool client_may(const Client *client, uint32_t scopes);

typedef struct Clients Clients;

/* What is told goes into the sessions, refusals are counted in the metrics; both are borrowed. */
Clients *clients_new(Sessions *sessions, Metrics *metrics, const SipKey *sip);
void clients_free(Clients *clients);

/* ---- connections ---- */

/* A new connection. Of somebody who is known already the person stays as it is. One without a person (an empty id) only
 * watches: nobody is here by it. */
void clients_open(Clients *clients, const Client *client);
void clients_close(Clients *clients, SessionId session);
/* False when it is gone. */
bool clients_find(const Clients *clients, SessionId session, Client *client);
/* The person's connections that have one of the scopes, newest first: begin with a session of 0; false at the end. */
bool clients_next(const Clients *clients, const char *person, uint32_t scopes, Client *client);
/* All at that address, or with NULL all there are; the array is the caller's to free, and NULL when there are none. */
size_t clients_at_address(const Clients *clients, const char *address, SessionId **sessions);

/* ---- people ---- */

bool clients_is_here(const Clients *clients, const char *person);
/* One of the person's connections may play. */
bool clients_can_play(const Clients *clients, const char *person);
/* As they are now. False when they are not known. */
bool clients_person(const Clients *clients, const char *id, Person *person);
/* Of those who are here, by name without regard to case; an id serves, too. False and *several when it is the name of
 * more than one. */
bool clients_person_by_name(const Clients *clients, const char *name, Person *person,
                            bool *several);
/* How many people are here; of the accounts among them at most 'most', and *count of these. */
uint32_t clients_here(const Clients *clients, Person *accounts, size_t most, size_t *count);
/* Both have a connection from one address, and not as all in one house or school have. */
bool clients_share_address(const Clients *clients, const char *one, const char *other);

/* As everybody sees them in a game of that category (CATEGORY_COUNT: one that is never rated): name, rating and balance of
 * colours as they are now. Whoever is not known stays as they are, and so do computers. 'now' is the wall clock in ms. */
void clients_show(const Clients *clients, Person *person, Category category, int64_t now);

/* Name and guest are new. */
void clients_set_name(Clients *clients, const Person *person);
void clients_set_balance(Clients *clients, const char *person, int8_t balance);

/* From now on the person is known also without a connection, until they were released as often. */
void clients_hold(Clients *clients, const Person *person);
void clients_release(Clients *clients, const char *person);

/* What the accounts know of the person: a copy, given when they come and kept up to date. Nothing happens when they are not
 * known. */
void clients_set_account(Clients *clients, const AccountInfo *account); /* its ratings */
void clients_set_rating(Clients *clients, const char *person, Category category,
                        const Rating *rating);
void clients_set_silenced(Clients *clients, const char *person,
                          int64_t until); /* by the operator */
void clients_set_unheard(Clients *clients, const char *person, const AccountInfo *list,
                         size_t count);
void clients_relate(Clients *clients, const char *person, Relation relation, const char *other,
                    bool on);
/* What an account is rated in a category; false when it has played no game in it, or nothing is known of it. */
bool clients_rating(const Clients *clients, const char *person, Category category, Rating *rating);
bool clients_is_silenced(const Clients *clients, const char *person, int64_t now);
/* Neither of the two, who are known, has blocked the other. */
bool clients_may_meet(const Clients *clients, const char *one, const char *other);
/* Nor has the listener muted the speaker. */
bool clients_hears(const Clients *clients, const char *listener, const char *speaker);

/* Told of each account that is known from now on without having come (clients_hold): nothing of the above is known of it. */
typedef void (*ClientsHeld)(void *context, const char *person);
void clients_on_held(Clients *clients, ClientsHeld held, void *context);

/* Whom guests don't want to hear, while they are known; what accounts have decided is above. False when there are
 * MUTED_MAX already. */
bool clients_mute(Clients *clients, const char *person, const char *muted);
void clients_unmute(Clients *clients, const char *person, const char *muted);

/* ---- games that a connection hears, as a player or as a spectator ---- */

void clients_add_game(Clients *clients, SessionId session, const GameId *game);
void clients_remove_game(Clients *clients, SessionId session, const GameId *game);
uint32_t clients_games_count(const Clients *clients, SessionId session);
/* A copy, which is the caller's to free. */
GameId *clients_games(const Clients *clients, SessionId session, uint32_t *count);

/* ---- the wire (session.h); what is told is in tell.h ---- */

void clients_push(Clients *clients, SessionId session, Packet *packet, uint64_t number);
void clients_ping(Clients *clients, SessionId session);
int32_t clients_lag(const Clients *clients, SessionId session);
/* Packets of a connection that are queued, and of them those that may go out. */
typedef struct {
    size_t queued, sendable;
} ClientOutbox;
ClientOutbox clients_outbox(const Clients *clients, SessionId session);
void clients_note_refusal(Clients *clients);
