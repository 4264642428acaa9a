/* matchmaker.h - seeks and challenges: requests, those who watch them, and the games that come of them.
 *
 * The one header of this part. The rules are in server/lobby (which seeks fit, how long a challenge is open); here they meet
 * requests and clients. A game that is found is begun by the live games (live.h). No pointer into it leaves it.
 * matchmaker_free frees all. */
#pragma once

#include "accounts.h"
#include "bounds.h"
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

/* All borrowed. */
typedef struct {
    Store *store;
    Accounts *accounts;
    Clients *clients;
    Inbox *inbox; /* in which a client waits while the accounts are asked */
    Live *live;
    Journal *journal;
    const ServerTime *time;
    RateLimiter *limiter;
    Bounds *bounds;
    const SipKey *sip; /* for its tables; lent for matchmaker_new */
    int32_t fallback;  /* ms until the computer comes, when a seek doesn't say */
} MatchmakerOptions;

Matchmaker *matchmaker_new(const MatchmakerOptions *options);
void matchmaker_free(Matchmaker *matchmaker);
/* The challenges that were open when the server went down. On false 'line' (STORE_LINE_MAX bytes) says why. */
bool matchmaker_load(Matchmaker *matchmaker, char *line);

/* ---- requests, each with the client that asks; answers go to its session ---- */

void matchmaker_seek(Matchmaker *matchmaker, const Client *client, const Request *request);
void matchmaker_unseek(Matchmaker *matchmaker, const Client *client, const Request *request);
/* Listens to the list of open seeks and of who is here, or stops. */
void matchmaker_watch_lobby(Matchmaker *matchmaker, const Client *client, const Request *request);
/* Accepts an open seek; or declines the opponent who was found. */
void matchmaker_take_seek(Matchmaker *matchmaker, const Client *client, const Request *request);
void matchmaker_decline_seek(Matchmaker *matchmaker, const Client *client, const Request *request);

/* Of the computer, by link, of a person. */
void matchmaker_challenge(Matchmaker *matchmaker, const Client *client, const Request *request);
void matchmaker_accept(Matchmaker *matchmaker, const Client *client, const Request *request);
void matchmaker_decline(Matchmaker *matchmaker, const Client *client, const Request *request);
/* A challenge's terms, and what becomes of it: for those who hold its link. */
void matchmaker_watch(Matchmaker *matchmaker, const Client *client, const Request *request);
void matchmaker_unwatch(Matchmaker *matchmaker, const Client *client, const Request *request);

/* ---- people ---- */

/* A new connection: seeks and links go on with it. */
void matchmaker_client_came(Matchmaker *matchmaker, const Client *client);
/* The client hears of the open challenges to its person, and of those that they made. */
void matchmaker_welcome(Matchmaker *matchmaker, const Client *client);
/* The connection ends. */
void matchmaker_connection_ends(Matchmaker *matchmaker, SessionId session);
/* It was the person's last. */
void matchmaker_person_left(Matchmaker *matchmaker, const char *person);
/* Name and guest are new. */
void matchmaker_person_changed(Matchmaker *matchmaker, const Person *person);
/* The open seeks of the person; how many. */
size_t matchmaker_seeks_of(const Matchmaker *matchmaker, const Person *person,
                           LobbyId seeks[SEEKS_PER_PERSON]);

/* ---- what the live games tell (LiveHooks) ---- */

/* A seek that is kept beside that game may have no time left. */
void matchmaker_game_moved(Matchmaker *matchmaker, const GameId *game, uint32_t plies, bool over);
/* The two are not paired again for a while. */
void matchmaker_game_aborted(Matchmaker *matchmaker, const Person *white, const Person *black);

/* ---- what an operator sees and clears: copies, by an index that is good until the next change ---- */

size_t matchmaker_seek_count(const Matchmaker *matchmaker);
Seek matchmaker_seek_at(const Matchmaker *matchmaker, size_t index);
/* The client is told in these words. */
void matchmaker_withdraw(Matchmaker *matchmaker, const Seek *seek, const char *words);

size_t matchmaker_challenge_count(const Matchmaker *matchmaker);
Challenge matchmaker_challenge_at(const Matchmaker *matchmaker, size_t index);
/* The open challenge of that id; false when there is none. */
bool matchmaker_find_challenge(const Matchmaker *matchmaker, const LobbyId *id, Challenge *found);
/* Its maker, its opponent and those who watch it are told that it is canceled. */
void matchmaker_cancel(Matchmaker *matchmaker, const LobbyId *id);

/* ---- what is due: the instant of ServerTime.now at which there is something to do (INT64_MAX: none), and doing it ---- */

/* The computer comes, seeks end, the list is told. */
int64_t matchmaker_seeks_due(const Matchmaker *matchmaker);
void matchmaker_seeks_tick(Matchmaker *matchmaker);
/* Challenges are out of time. */
int64_t matchmaker_challenges_due(const Matchmaker *matchmaker);
void matchmaker_challenges_tick(Matchmaker *matchmaker);
