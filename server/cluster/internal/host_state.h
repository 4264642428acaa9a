/* host_state.h - what the modules of the owner's end share: the state behind host.h. */
#pragma once

#include "fair_queue.h"
#include "host_options.h"
#include "id_table.h"
#include "link.h"
#include "packet_names.h"
#include "slot_table.h"
#include "words.h"

typedef struct Host Host;
typedef struct HostLink HostLink;
typedef struct HostSession HostSession;
typedef struct HostExchange HostExchange;
typedef struct HostLine HostLine;

enum { HOST_SUBJECT_MAX = 80 };

struct HostSession {
    HostLink *link;
    uint64_t id; /* the front's */
    SessionId session;
    HostSession *before, *after;
};

struct HostExchange {
    HostLink *link;
    uint64_t id; /* the front's */
    uint64_t slot;
    uint64_t whose; /* their address, in HostLink.waiting */
    bool is_handshake, is_api, is_streaming;
    bool is_lost;      /* a piece of the stream had no room: it is cut at the end of the turn */
    StreamHooks hooks; /* of a stream */
    uint64_t written, drained; /* bytes of it: said, and handed to the client's socket */
    HostExchange *before, *after;
};

/* What the newest sessions that were written to are to hear, all of them the same: it is said when something else is. */
typedef struct {
    uint16_t packets[SESSION_BATCH];
    unsigned count;    /* of these */
    unsigned sessions; /* 0: there is nothing to be said */
    uint64_t last;     /* of these */
    size_t length;     /* of: */
    unsigned char ids[WORD_LISTENERS_MAX * WORD_LISTENER_BYTES];
} HostListeners;

/* A front. */
struct HostLink {
    Host *host;
    HostLink *next;
    Link *link;
    BusEar *ear;
    uint64_t number;             /* never used twice by this owner; not 0 */
    char down[HOST_SUBJECT_MAX]; /* where the front listens */
    bool is_up;
    bool is_crowded;                    /* sessions wait until it takes more */
    IdTable sessions, exchanges, lines; /* by the front's numbers */
    HostSession *first_session;
    HostExchange *first_exchange;
    HostLine *first_line;
    PacketNames packets;
    HostListeners listeners;
    FairQueue waiting; /* what exchanges are told, while the front has much to take */
    bool has_lost_streams;
};

struct Host {
    HostOptions options;
    char node[LINK_NODE_MAX + 1], castled[LINK_CASTLED_MAX + 1];
    BusEar *ear; /* for greetings; NULL: this owner goes */
    HostLink *first;
    uint64_t newest; /* link's number */
    size_t link_count, session_count, line_count;
    SlotTable exchanges;         /* of all links; with NET_ELSEWHERE their ExchangeIds */
    WordFrame frame;             /* for what is said */
    char line[WORD_LINE_WINDOW]; /* of a line, what is read before it is said */
    SipKey sip;
};

/* Says it behind what sessions are to hear; false as word_say. */
bool host_say(HostLink *link, const Word *word);

/* ms since anything was heard of it. */
int64_t host_link_silence(const HostLink *link);

/* ---- sessions ---- */

void host_session_open(HostLink *link, const Word *word);
HostSession *host_session_find(const HostLink *link, uint64_t id);
/* Its connection is gone; with 'tells' the owner hears of it. */
void host_session_end(HostSession *session, bool tells);
/* Those that have waited may write again, when the link takes more. True when there were any. */
bool host_sessions_go_on(HostLink *link);
/* The packets of this turn are not named any more. */
void host_forget_packets(HostLink *link);

/* ---- what exchanges are told ---- */

typedef enum { TOLD_OK, TOLD_FULL, TOLD_LONG } HostTold;

/* Says it to that exchange, which is of that address ('whose', of fair_queue_whose), when the front takes more. TOLD_FULL: too
 * much waits of that address or of all; TOLD_LONG: it is too long for a frame. Neither for less than HOST_SHORT bytes, nor
 * for what has no body. */
HostTold host_tell(HostLink *link, uint64_t whose, const Word *word);
/* What waits is said, until more than 'most' bytes are on their way. */
void host_tell_on(HostLink *link, size_t most);
/* What waits is forgotten: the link is gone. */
void host_tell_nothing(HostLink *link);

/* ---- exchanges ---- */

/* Those of which a piece had no room are cut. True when there were any. */
bool host_streams_lose(HostLink *link);
NetElsewhere host_elsewhere(Host *host);
void host_exchange_begin(HostLink *link, const Word *word);
/* A stream's reader has taken so much, or is gone. */
void host_stream_drained(HostLink *link, const Word *word);
void host_stream_gone(HostLink *link, const Word *word);
/* The front is gone; with 'tells' a stream's owner hears of it. */
void host_exchange_end(HostExchange *exchange, bool tells);

/* ---- lines ---- */

void host_line_begin(HostLink *link, const Word *word);
/* What its front says of it: BYTES, TAKEN, LINE_END or LINE_LOST. */
void host_line_hear(HostLink *link, const Word *word);
/* The front is gone; with 'tells' whoever serves them hears of it. The loop must run once more. */
void host_lines_end(HostLink *link, bool tells);
