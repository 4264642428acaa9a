/* core_state.h - the core's own struct: the parts, and what they share. */
#pragma once

#include "address_bans.h"
#include "broadcasts.h"
#include "core.h"
#include "inbox.h"
#include "live.h"
#include "matchmaker.h"
#include "request_keys.h"
#include "server_time.h"
#include "teams.h"
#include "tournaments.h"

typedef struct Arrival Arrival;

struct Core {
    CoreOptions options;
    ServerTime time;
    Text text;        /* the message that is being printed */
    bool is_stopping; /* core_stop has been called */
    int64_t lost;     /* of those whose connections end now: core_cut_off */
    Arrival
        *arriving; /* who waits until their other node is heard, in the order in which they came */
    Arrival **arriving_end; /* where the next one goes, while there are any */
    int64_t arriving_at;    /* when to look again */
    CoreGames games;        /* all NULL: nobody follows them */
    CoreNews news[CORE_NEWS_MAX];
    size_t news_count;

    /* What the parts share. */
    Journal *journal;
    RateLimiter *limiter;
    Bounds *bounds;
    AddressBans address_bans; /* as the accounts have them */
    RequestKeys *keys;
    SessionId *retrying; /* whose requests waited for the first answer (retries.c), and may go on */
    size_t retrying_count, retrying_size;

    /* The parts, lowest first: each knows those before it, and tells those after it through
     * hooks. */
    Clients *clients;
    Inbox *inbox;
    Live *live;
    Matchmaker *matchmaker;
    Teams *teams;
    Tournaments *tournaments;
    Broadcasts *broadcasts;
};
