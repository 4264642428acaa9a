/* matchmaker.h - seeks and challenges: requests about them, those who watch them, and the games that result.
 *
 * The only public header of this part. The rules are in server/lobby (which seeks fit, how long a challenge is open);
 * here they are applied to requests and clients. The live games (live.h) start the games that are found. No pointer
 * into it is handed out. matchmaker_free frees everything. */
#pragma once

#include "accounts.h"
#include "bounds.h"
#include "bulk_pair.h"
#include "challenge.h"
#include "clients.h"
#include "inbox.h"
#include "journal.h"
#include "live.h"
#include "lobby.h"
#include "print.h"
#include "rate_limit.h"
#include "server_time.h"

typedef struct Matchmaker Matchmaker;

/* What other parts have to know at once. */
typedef struct {
    void *context;
    void (*seek)(void *context, const Seek *seek); /* a new one is open: nobody fitted */
    void (*challenge)(void *context, const Challenge *challenge, uint64_t number); /* likewise */
    /* The person's seek has led to the game, which was put into the store in this turn. */
    void (*paired)(void *context, const char *person, const LobbyId *seek, const GameId *game);
} MatchmakerHooks;

/* All borrowed. */
typedef struct {
    Store *store;
    Accounts *accounts;
    Clients *clients;
    Inbox *inbox; /* where clients wait while the accounts are asked */
    Live *live;
    Journal *journal;
    const ServerTime *time;
    RateLimiter *limiter;
    Bounds *bounds;
    const SipKey *sip;     /* for its tables; lent for matchmaker_new */
    int32_t fallback;      /* ms until the computer plays, when a seek doesn't say */
    MatchmakerHooks hooks; /* may be NULL */
} MatchmakerOptions;

Matchmaker *matchmaker_new(const MatchmakerOptions *options);
void matchmaker_free(Matchmaker *matchmaker);
/* Loads the challenges that were open when the server went down. On false 'line' (STORE_LINE_MAX bytes) says
 * why. */
bool matchmaker_load(Matchmaker *matchmaker, char *line);

/* ---- requests, each with the client that asks; answers go to its session ---- */

void matchmaker_seek(Matchmaker *matchmaker, const Client *client, const Request *request);
void matchmaker_unseek(Matchmaker *matchmaker, const Client *client, const Request *request);
/* Starts or stops listening to the list of open seeks and of who is online. */
void matchmaker_watch_lobby(Matchmaker *matchmaker, const Client *client, const Request *request);
/* Accepts an open seek, or declines an opponent who was offered. */
void matchmaker_take_seek(Matchmaker *matchmaker, const Client *client, const Request *request);
void matchmaker_decline_seek(Matchmaker *matchmaker, const Client *client, const Request *request);

/* To the computer, by link, or to a person. */
void matchmaker_challenge(Matchmaker *matchmaker, const Client *client, const Request *request);
void matchmaker_accept(Matchmaker *matchmaker, const Client *client, const Request *request);
void matchmaker_decline(Matchmaker *matchmaker, const Client *client, const Request *request);
/* A challenge's terms, and what becomes of it, for those who have its link. */
void matchmaker_watch(Matchmaker *matchmaker, const Client *client, const Request *request);
void matchmaker_unwatch(Matchmaker *matchmaker, const Client *client, const Request *request);

/* ---- people ---- */

/* A new connection: the person's seeks and links stay open. */
void matchmaker_client_came(Matchmaker *matchmaker, const Client *client);
/* Sends the client the open challenges to its person and by its person. */
void matchmaker_welcome(Matchmaker *matchmaker, const Client *client);
/* The connection ends. */
void matchmaker_connection_ends(Matchmaker *matchmaker, SessionId session);
/* The person's last connection has ended. */
void matchmaker_person_left(Matchmaker *matchmaker, const char *person);
/* The person has a new name, or has signed up. */
void matchmaker_person_changed(Matchmaker *matchmaker, const Person *person);
/* The open seeks of the client's person, those that other connections hold last. */
typedef struct {
    LobbyId ids[SEEKS_PER_PERSON];
    size_t count, elsewhere;
} OwnSeeks;
OwnSeeks matchmaker_seeks_of(const Matchmaker *matchmaker, const Client *client);

/* ms until the computer plays, when a seek doesn't say; SEEK_FALLBACK_NEVER. */
int32_t matchmaker_fallback(const Matchmaker *matchmaker);
/* Whether that seek is open. */
bool matchmaker_has_seek(const Matchmaker *matchmaker, const LobbyId *id);

/* ---- what the live games tell (LiveHooks) ---- */

/* A seek that stayed open during that game may have to end. */
void matchmaker_game_moved(Matchmaker *matchmaker, const GameId *game, uint32_t plies, bool over);
/* The two are not paired again for a while. */
void matchmaker_game_aborted(Matchmaker *matchmaker, const Person *white, const Person *black);

/* ---- what an operator sees and clears: copies, by an index that is valid until the next change
 * ---- */

size_t matchmaker_seek_count(const Matchmaker *matchmaker);
Seek matchmaker_seek_at(const Matchmaker *matchmaker, size_t index);
/* Its maker is told so in these words. */
void matchmaker_withdraw(Matchmaker *matchmaker, const Seek *seek, const char *words);

size_t matchmaker_challenge_count(const Matchmaker *matchmaker);
Challenge matchmaker_challenge_at(const Matchmaker *matchmaker, size_t index);
/* The open challenge of that id; false when there is none. */
bool matchmaker_find_challenge(const Matchmaker *matchmaker, const LobbyId *id, Challenge *found);
/* The open challenge whose game will have that id. */
bool matchmaker_find_challenge_of_game(const Matchmaker *matchmaker, const GameId *game,
                                       Challenge *found);
/* Its maker, the person it is for and those who watch it are told that it is canceled. */
void matchmaker_cancel(Matchmaker *matchmaker, const LobbyId *id);

/* ---- bulk pairings ---- */

/* Schedules games of one organiser that begin together; of each White and Black, the terms, the owner, their address and the
 * instant are given, the rest is filled in. They are scheduled when the batch *number is durable. */
BulkError matchmaker_add_bulk(Matchmaker *matchmaker, BulkPair *pairs, size_t count,
                              uint64_t *number);
/* All of them, also those that have begun; the games of a bulk follow one another. Nothing may be changed meanwhile. */
typedef void (*BulkPairShow)(void *context, const BulkPair *pair);
void matchmaker_each_pair(const Matchmaker *matchmaker, BulkPairShow show, void *context);
/* Before its games have begun. */
BulkError matchmaker_cancel_bulk(Matchmaker *matchmaker, const char *owner, const GameId *bulk,
                                 uint64_t *number);

/* Takes out the games that have not begun and that 'picks' says; how many there were. */
typedef bool (*BulkPairPick)(const void *context, const BulkPair *pair);
size_t matchmaker_clear_pairs(Matchmaker *matchmaker, BulkPairPick picks, const void *context);
/* Starts the clocks of the bulk's games that have begun; of games that have not begun it changes nothing. */
BulkError matchmaker_start_bulk_clocks(Matchmaker *matchmaker, const char *owner,
                                       const GameId *bulk, uint64_t *number);
/* What the organiser of a bulk pairing tells the player of that seat (LiveHooks). */
bool matchmaker_greeting(const Matchmaker *matchmaker, const GameId *game, Color seat,
                         Greeting *greeting);

/* ---- what is due: the instant of ServerTime.now at which there is something to do (INT64_MAX: none), and doing it ---- */

/* The computer steps in, seeks end, the list is sent. */
int64_t matchmaker_seeks_due(const Matchmaker *matchmaker);
void matchmaker_seeks_tick(Matchmaker *matchmaker);
/* Challenges expire. */
int64_t matchmaker_challenges_due(const Matchmaker *matchmaker);
void matchmaker_challenges_tick(Matchmaker *matchmaker);
/* Games of bulk pairings begin, and are no longer listed. */
int64_t matchmaker_bulks_due(const Matchmaker *matchmaker);
void matchmaker_bulks_tick(Matchmaker *matchmaker);
