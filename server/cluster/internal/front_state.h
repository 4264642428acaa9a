/* front_state.h - what the modules of a front share: the state behind front.h. */
#pragma once

#include "fair_queue.h"
#include "front_options.h"
#include "front_talk.h"
#include "slot_table.h"
#include "word_link.h"

typedef struct Front Front;
typedef struct FrontExchange FrontExchange;
typedef struct FrontLine FrontLine;

/* A handshake or request that waits for an owner, or that one was asked. */
struct FrontExchange {
    Front *front;
    uint64_t id; /* by which the owner knows it */
    ExchangeId exchange;
    bool is_handshake, is_api, is_streaming, is_endless;
    uint64_t written, told; /* bytes of a stream: given to the net, and said to be drained */
    unsigned char *waiting; /* the word, while there is no owner; then NULL */
    FairThing place;        /* among those that wait */
    int64_t waits_until;
    FrontExchange *before, *after; /* in its list */
};

/* In the order in which they came. */
typedef struct {
    FrontExchange *first, *last;
} FrontList;

struct Front {
    FrontOptions options;
    const ClusterKey *key; /* NULL: it has not joined yet */
    char node[LINK_NODE_MAX + 1], castled[LINK_CASTLED_MAX + 1];
    uint64_t epoch;
    Link *link; /* NULL: there is none before again_at */
    BusEar *ear;
    int64_t again_at;
    const char *refusal; /* why the last link did not come up, which was said; "": none */
    bool is_up, is_closed;
    Packet *packets[WORD_PACKETS_MAX]; /* that the owner can name */
    unsigned packet_count;
    FrontTalk talk;
    SlotTable exchanges;
    SlotTable lines;
    FrontList waiting, asked;
    FairQueue turns; /* of those that wait */
    WordFrame frame; /* for what is said */
};

static inline int64_t front_now(const Front *front)
{
    return front->options.now(front->options.context);
}

/* Nothing happens when there is no link, or it is broken. */
static inline void front_say(Front *front, const Word *word)
{
    if (front->link)
        word_say(front->link, word, &front->frame);
}

/* ---- exchanges ---- */

/* Passes the word on, or has it wait for an owner; 'id' is filled in. */
void front_exchange_begin(Front *front, ExchangeId id, Word *word);
/* What the owner says of one: ADMIT, ANSWER, STREAM, PIECE, END or CUT. */
void front_exchange_hear(Front *front, const Word *word);
/* There is an owner: it is asked what waits, as much of it as it takes now. */
void front_exchanges_ask(Front *front);
/* Those that have waited for too long are refused. */
void front_exchanges_expire(Front *front, int64_t now);
/* The owner is not asked any more: what it was asked is refused, and its streams are cut; or ended, those without an end
 * and if 'properly'. */
void front_exchanges_lose(Front *front, bool properly);
/* What waits is asked of the heir, or refused when that is NULL. */
void front_exchanges_leave(Front *front, const NetHooks *heir);

/* ---- lines ---- */

/* What the owner says of one: BYTES, TAKEN, LINE_END or LINE_LOST. */
void front_line_hear(Front *front, const Word *word);
/* All end: the owner is gone, or this node goes, if 'properly'. */
void front_lines_lose(Front *front, bool properly);
