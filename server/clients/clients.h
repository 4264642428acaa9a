/* clients.h - who is connected: people, the connections of each, and which games each connection hears.
 *
 * Others hold ids and copies: a Client is a copy of a connection as it was at one moment, and no pointer into this
 * part is handed out. A person is known while they have a connection or somebody holds them (clients_hold), as the
 * live games do for their players. clients_free frees everything. */
#pragma once

#include "accounts.h"
#include "command.h"
#include "metrics.h"
#include "person.h"
#include "rating.h"
#include "request.h"
#include "session.h"
#include "siphash.h"

#include <stddef.h>

enum { CLIENT_ADDRESS_MAX = 45, CLIENT_CREDENTIAL_MAX = 32, MUTED_MAX = 100 };

typedef struct {
    SessionId session;
    Person person;
    char address[CLIENT_ADDRESS_MAX + 1];
    char credential[CLIENT_CREDENTIAL_MAX +
                    1]; /* the key of the credential that let them in; or empty */
    uint32_t scopes;    /* what it may do (scope.h); everything, unless it uses an API token */
    int64_t opened_at;  /* on the server's time axis */
    int64_t heard_at;   /* the same: when it last said something (clients_note_heard) */
    bool is_metered;    /* its requests have been counted where they came in */
} Client;

/* Whether it has one of the scopes, or needs none (SCOPES_NONE). */
bool client_may(const Client *client, uint32_t scopes);

typedef struct Clients Clients;

/* Messages go to the sessions, and refusals are counted in the metrics; both are borrowed. */
Clients *clients_new(Sessions *sessions, Metrics *metrics, const SipKey *sip);
void clients_free(Clients *clients);

/* ---- connections ---- */

/* A new connection. If the person is known already, what is known of them stays as it is. One without a person (an
 * empty id) only watches: nobody is here by it. */
void clients_open(Clients *clients, const Client *client);
void clients_close(Clients *clients, SessionId session);
/* The connection has said something, whatever it is. */
void clients_note_heard(Clients *clients, SessionId session, int64_t now);
/* False when it is gone. */
bool clients_find(const Clients *clients, SessionId session, Client *client);
/* The person's connections that have one of the scopes, newest first: start with a session of 0; false at the end. */
bool clients_next(const Clients *clients, const char *person, uint32_t scopes, Client *client);
/* All at that address, or all there are when it is NULL; the caller frees the array, which is NULL when there are
 * none. */
size_t clients_at_address(const Clients *clients, const char *address, SessionId **sessions);

/* ---- people ---- */

bool clients_is_here(const Clients *clients, const char *person);
/* One of the person's connections may play. */
bool clients_can_play(const Clients *clients, const char *person);
/* The person as they are now; false when they are not known. */
bool clients_person(const Clients *clients, const char *id, Person *person);
/* Finds somebody who is connected by name, ignoring case, or by id. False and *several when more than one has that
 * name. */
bool clients_person_by_name(const Clients *clients, const char *name, Person *person,
                            bool *several);
/* How many people are connected; 'accounts' gets *count of those who have accounts, at most
 * 'most'. */
uint32_t clients_here(const Clients *clients, Person *accounts, size_t most, size_t *count);
/* Everybody who is connected, at most 'most' of them in 'people' and *count; how many there are in all. */
size_t clients_everybody(const Clients *clients, Person *people, size_t most, size_t *count);
/* The bots' accounts that are connected, at most 'most'; how many. */
size_t clients_bots_here(const Clients *clients, Person *bots, size_t most);
/* Both are connected from the same address, other than one that a household or school may share. */
bool clients_share_address(const Clients *clients, const char *one, const char *other);

/* Updates the person as everybody sees them in a game of that category (CATEGORY_COUNT: one that is never rated):
 * name, rating and balance of colours. People who are not known and computers stay as they are. 'now' is the wall
 * clock in ms. */
void clients_show(const Clients *clients, Person *person, Category category, int64_t now);

/* The person has a new name, or has signed up. */
void clients_set_name(Clients *clients, const Person *person);
void clients_set_balance(Clients *clients, const char *person, int8_t balance);

/* From now on the person is known even without a connection, until they have been released as often
 * as held. */
void clients_hold(Clients *clients, const Person *person);
void clients_release(Clients *clients, const char *person);

/* What the accounts know of the person: a copy, made when they connect and kept up to date. Does nothing when the
 * person is not known. */
void clients_set_account(Clients *clients,
                         const AccountInfo *account); /* its ratings, and whether it is a bot's */
void clients_set_rating(Clients *clients, const char *person, Category category,
                        const Rating *rating);
void clients_set_silenced(Clients *clients, const char *person,
                          int64_t until); /* by the operator */
void clients_set_unheard(Clients *clients, const char *person, const AccountInfo *list,
                         size_t count);
void clients_relate(Clients *clients, const char *person, Relation relation, const char *other,
                    bool on);
/* Whether the account is a bot's. */
bool clients_is_bot(const Clients *clients, const char *person);
/* An account's rating in a category; false when it has played no game in it, or nothing is known of it. */
bool clients_rating(const Clients *clients, const char *person, Category category, Rating *rating);
bool clients_is_silenced(const Clients *clients, const char *person, int64_t now);
/* Neither of the two, who must be known, has blocked the other. */
bool clients_may_meet(const Clients *clients, const char *one, const char *other);
/* The person has muted the other. */
bool clients_mutes(const Clients *clients, const char *person, const char *other);
/* The listener has neither muted nor blocked the speaker. */
bool clients_hears(const Clients *clients, const char *listener, const char *speaker);

/* Called for each account that becomes known without being connected (clients_hold): none of the above is known of it
 * yet. */
typedef void (*ClientsHeld)(void *context, const char *person);
void clients_on_held(Clients *clients, ClientsHeld held, void *context);

/* Whom a guest has muted, as long as the guest is known; for accounts see above. False when there are MUTED_MAX
 * already. */
bool clients_mute(Clients *clients, const char *person, const char *muted);
void clients_unmute(Clients *clients, const char *person, const char *muted);

/* ---- games that a connection hears, as a player or as a spectator ---- */

void clients_add_game(Clients *clients, SessionId session, const GameId *game);
void clients_remove_game(Clients *clients, SessionId session, const GameId *game);
bool clients_hears_game(const Clients *clients, SessionId session, const GameId *game);
uint32_t clients_games_count(const Clients *clients, SessionId session);
/* A copy, which the caller frees. */
GameId *clients_games(const Clients *clients, SessionId session, uint32_t *count);

/* ---- the wire (session.h); what is told is in tell.h ---- */

void clients_push(Clients *clients, SessionId session, Packet *packet, uint64_t number);
void clients_ping(Clients *clients, SessionId session);
/* The least session_silence of the person's connections that may play; 0 when there are none. */
int64_t clients_silence(const Clients *clients, const char *person);
/* Pings these connections, so that a node that is there says something soon. */
void clients_ping_person(Clients *clients, const char *person);
int32_t clients_lag(const Clients *clients, SessionId session);
/* How many packets are queued for a connection, and how many of them may be sent. */
typedef struct {
    size_t queued, sendable;
} ClientOutbox;
ClientOutbox clients_outbox(const Clients *clients, SessionId session);
void clients_note_refusal(Clients *clients);

struct Ok; /* print.h */

/* Called for each answer to a request with a key: CODE_OK, and what the ok says (NULL: nothing more), or why it was refused.
 * Returns the batch that the answer has to wait for, 'number' or a later one. */
typedef uint64_t (*ClientsAnswered)(void *context, SessionId session, const Request *request,
                                    Code code, const struct Ok *ok, uint64_t number);
void clients_on_answered(Clients *clients, ClientsAnswered answered, void *context);
/* The same number when nobody wants to know, or the request has no key. */
uint64_t clients_note_answer(Clients *clients, SessionId session, const Request *request, Code code,
                             const struct Ok *ok, uint64_t number);
