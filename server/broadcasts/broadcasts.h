/* broadcasts.h - games of another place, shown as boards: a broadcast has rounds, a round the games of a PGN text that is fetched
 * from an address again and again, or pushed.
 *
 * The only public header of this part, beside broadcast_games.h. All of it is in memory, and stored with each change; what was
 * answered for is durable by the batch with 'number'. Addresses are asked through outbound.h alone, so never one of this network
 * unless the operator named it. All functions are called on the loop's thread. broadcasts_free frees everything. */
#pragma once

#include "broadcast_games.h"
#include "clients.h"
#include "journal.h"
#include "outbound.h"
#include "params.h"
#include "rate_limit.h"
#include "request.h"
#include "server_time.h"
#include "siphash.h"
#include "store.h"
#include "text.h"

enum {
    BROADCASTS_MAX = 200,
    BROADCASTS_OWNER_MAX = 10,               /* of these, by one person */
    BROADCAST_ROUNDS_MAX = 30,               /* of a broadcast */
    BROADCASTS_BYTES_MAX = 32 * 1024 * 1024, /* PGN of all rounds; then nothing more is taken */
    BROADCAST_PIECE = 64 * 1024,             /* PGN that counts as one for LIMIT_BROADCAST */
    BROADCAST_WATCHED_MAX = 20,              /* rounds that a connection watches */
    BROADCAST_NAME_MAX = 80,                 /* characters */
    BROADCAST_DESCRIPTION_MAX = 2000,
    BROADCAST_PERIOD_MIN = 3, /* seconds between two looks at an address */
    BROADCAST_PERIOD_MAX = 3600,
    BROADCAST_PERIOD = 6,
    BROADCAST_FETCH_TIME = 15000, /* ms for an answer */
    BROADCAST_EARLY =
        10 * 60 * 1000, /* ms before its start that a round's address is asked from on */
    BROADCAST_IDLE =
        12 * 60 * 60 * 1000, /* ms after the last change that it is not asked any more */
    BROADCAST_RETRY_MAX = 5 * 60 * 1000, /* ms until an address is tried again, at most */
};

typedef struct Broadcasts Broadcasts;

/* All borrowed. */
typedef struct {
    Store *store;
    Clients *clients;
    Journal *journal;
    ServerTime *time;
    Outbound *outbound; /* NULL: no address is ever asked */
    RateLimiter *limiter;
    const SipKey *sip; /* lent for broadcasts_new */
} BroadcastsOptions;

/* Why something is not done. */
typedef struct {
    int status; /* of HTTP */
    const char *code;
    char why[160];
    char field[24]; /* of bad_field; else "" */
} BroadcastRefusal;

/* Who asks: "" for nobody. An operator may change every broadcast. */
typedef struct {
    const char *id, *name;
    bool is_operator;
} BroadcastPerson;

Broadcasts *broadcasts_new(const BroadcastsOptions *options);
void broadcasts_free(Broadcasts *broadcasts);
/* On false 'line' (STORE_LINE_MAX bytes) says why. */
bool broadcasts_load(Broadcasts *broadcasts, char *line);
/* Nothing is stored or asked for any more. */
void broadcasts_stop(Broadcasts *broadcasts);

/* ---- what is asked by HTTP; each of these prints its answer, or refuses ---- */

/* Those that changed last first. */
void broadcasts_print_list(const Broadcasts *broadcasts, const BroadcastPerson *by, size_t most,
                           Text *text);
bool broadcasts_print(const Broadcasts *broadcasts, const char *id, const BroadcastPerson *by,
                      Text *text);
/* With all of its boards. */
bool broadcasts_print_round(const Broadcasts *broadcasts, const char *round,
                            const BroadcastPerson *by, Text *text);
/* Its games as one PGN text that grows; with 'board' (from 1) only that one. False: there is no such round or board. */
bool broadcasts_print_pgn(const Broadcasts *broadcasts, const char *round, uint32_t board,
                          Text *text);

bool broadcasts_create(Broadcasts *broadcasts, const Params *fields, const BroadcastPerson *by,
                       Text *text, uint64_t *number, BroadcastRefusal *refusal);
bool broadcasts_change(Broadcasts *broadcasts, const char *id, const Params *fields,
                       const BroadcastPerson *by, Text *text, uint64_t *number,
                       BroadcastRefusal *refusal);
bool broadcasts_delete(Broadcasts *broadcasts, const char *id, const BroadcastPerson *by,
                       uint64_t *number, BroadcastRefusal *refusal);
bool broadcasts_add_round(Broadcasts *broadcasts, const char *id, const Params *fields,
                          const BroadcastPerson *by, Text *text, uint64_t *number,
                          BroadcastRefusal *refusal);
bool broadcasts_change_round(Broadcasts *broadcasts, const char *round, const Params *fields,
                             const BroadcastPerson *by, Text *text, uint64_t *number,
                             BroadcastRefusal *refusal);
bool broadcasts_delete_round(Broadcasts *broadcasts, const char *round, const BroadcastPerson *by,
                             uint64_t *number, BroadcastRefusal *refusal);
/* Takes the games of a text, and says of each what became of it. Refused with 429 when too much comes for the owner. */
bool broadcasts_push(Broadcasts *broadcasts, const char *round, const char *pgn, size_t length,
                     const BroadcastPerson *by, Text *text, uint64_t *number,
                     BroadcastRefusal *refusal);

/* ---- requests of castled.v1 ---- */

void broadcasts_watch(Broadcasts *broadcasts, const Client *client, const Request *request);
void broadcasts_unwatch(Broadcasts *broadcasts, const Client *client, const Request *request);
void broadcasts_connection_ends(Broadcasts *broadcasts, SessionId session);

/* ---- what is due, as in live.h ---- */

int64_t broadcasts_due(const Broadcasts *broadcasts);
void broadcasts_tick(Broadcasts *broadcasts);
