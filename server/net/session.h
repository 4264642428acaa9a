/* session.h - connections as queues of packets, and what of each queue may go out yet.
 *
 * Every packet carries the number of the journal's batch that it depends on, and an outbox has two marks:
 * what is queued, and what is sendable, that is durable up to there. Only sessions_committed moves the
 * second, so nobody is told what a crash could undo. The socket is the wire's business (net.h); people hold
 * ids, not pointers: a session that is gone swallows what is pushed to it. sessions_free frees all. */
#pragma once

#include "packet.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t SessionId; /* never used twice; 0 is nobody's */

/* A client that does not read is closed when its outbox is beyond these. */
enum {
    SESSION_PACKETS_MAX = 4096,
    SESSION_BYTES_MAX = 1024 * 1024,
};

/* In MiB, of all outboxes together, and of what answers by HTTP hold. Beyond it clients whose sockets are full are
 * closed until there is room: first those who do not read an answer by HTTP, who can ask again; then of sessions the
 * biggest outbox first, by steps of SESSION_STEP bytes, and of equals the one that has been full longest. A client that
 * reads is never closed for this. */
enum {
    SESSIONS_MEMORY = 256, /* unless sessions_limit_memory says otherwise */
    SESSION_STEP = 16 * 1024,
};

enum {
    SESSION_LAG_FIRST = 4,  /* round trips that count alike */
    SESSION_LAG_PART = 10,  /* a later one counts so much less than what is known */
    SESSION_LAG_MAX = 5000, /* ms; a longer one counts as this */
};

/* Of RFC 6455, 7.4.1, as far as the server closes by itself. */
typedef enum {
    CLOSE_NONE = 0,
    CLOSE_NORMAL = 1000,
    CLOSE_GOING_AWAY = 1001,
    CLOSE_PROTOCOL = 1002,     /* a frame that the RFC forbids */
    CLOSE_UNACCEPTABLE = 1003, /* a binary message */
    CLOSE_INVALID = 1007,      /* no UTF-8 */
    CLOSE_POLICY = 1008,
    CLOSE_TOO_LARGE = 1009,
    CLOSE_RESTART = 1012, /* of IANA's registry: come back, but not all at the same moment */
    CLOSE_BEHIND = 1013,
} CloseCode;

enum { SESSION_BATCH = 16 }; /* packets that are written at once */

/* What more sessions than these wait for is written to so many of them in a turn of the loop, behind all that fewer wait for: a game
 * that thousands watch delays no move of another. */
enum { SESSION_MANY = 64 };

typedef struct {
    /* How many of these packets, at most SESSION_BATCH, the socket takes: when it is full fewer than all, and
     * session_writable is called in time. 'ping': behind them, a ping whose pong brings session_note_round_trip; it may be
     * left out. */
    size_t (*write)(void *connection, Packet *const *packets, size_t count, bool ping);
    /* Nothing more will be written. Called once. */
    void (*close)(void *connection, CloseCode code);
    /* As session_hold has it. NULL: it cannot be held. */
    void (*hold)(void *connection, bool is_held);
    /* As session_silence has it. NULL: its client is connected to this node. */
    int64_t (*silence)(void *connection);
    /* Each write takes a system call, so SESSION_MANY holds. */
    bool is_costly;
    /* Frees some of what sessions_note_memory has counted; false when none can be freed. NULL: nothing is counted. */
    bool (*give_way)(void *context);
    void *context;
} SessionWire;

typedef struct Sessions Sessions;

Sessions *sessions_new(const SessionWire *wire);
void sessions_free(Sessions *sessions);

/* In bytes, from the next packet on. */
void sessions_limit_memory(Sessions *sessions, size_t most);

SessionId session_open(Sessions *sessions, void *connection);
/* The same for a connection of another kind: it has a wire of its own, which is borrowed and whose give_way is not
 * asked. */
SessionId session_open_by(Sessions *sessions, const SessionWire *wire, void *connection);
/* A short number for lines that people read: 1 is the first since the start. */
unsigned long long session_number(SessionId id);
/* The connection is gone, and with it what was queued. */
void session_lost(Sessions *sessions, SessionId id);

/* What the floor above keeps for a session, until it is lost; NULL when it was never set or is gone. */
void session_set_owner(Sessions *sessions, SessionId id, void *owner);
void *session_owner(const Sessions *sessions, SessionId id);

/* Queues a share of the packet behind all that was queued before, sendable when the batch 'number' is
 * durable (0: at once). */
void session_push(Sessions *sessions, SessionId id, Packet *packet, uint64_t number);
/* Closes it when all that is queued now is written; what is pushed later is dropped. */
void session_close(Sessions *sessions, SessionId id, CloseCode code);
/* Closes all of them; what is not durable by now is dropped, since nobody waits for it any more. */
void sessions_close_all(Sessions *sessions, CloseCode code);
void session_writable(Sessions *sessions, SessionId id);
/* While it is held nothing more is read from its client, and that is no silence of the client's. When it goes on, what has
 * come meanwhile is received before this returns. */
void session_hold(Sessions *sessions, SessionId id, bool is_held);

/* How long, in ms, nothing has been heard of the other node to which its client is connected, whatever the client may have said;
 * 0: it is this one. */
int64_t session_silence(const Sessions *sessions, SessionId id);

/* Measures the round trip, once what is queued now has gone out. */
void session_ping(Sessions *sessions, SessionId id);
void session_note_round_trip(Sessions *sessions, SessionId id, int64_t us);
/* The round trip in ms: the mean of the first four, from then on each new one counts a tenth (as lichess.org
 * has it). 0 while none is known, or when it is less than half a millisecond. */
int32_t session_lag(const Sessions *sessions, SessionId id);

/* Every batch up to 'number' is durable. */
void sessions_committed(Sessions *sessions, uint64_t number);
/* While the disk refuses, what is durable goes out before what is not (but never before a session's first
 * packet): an outbox that waits for the disk must not look like a dead connection. */
void sessions_let_overtake(Sessions *sessions, bool overtaking);
/* The end of a turn of the loop: writes what is sendable, to each session what its socket takes. */
void sessions_flush(Sessions *sessions);
/* SESSION_MANY has kept something for the next turn, which must not wait. */
bool sessions_have_more(const Sessions *sessions);
/* All of it, in this turn. */
void sessions_flush_all(Sessions *sessions);

/* What held 'before' bytes for clients who have no session holds 'now' bytes: it counts with the outboxes. */
void sessions_note_memory(Sessions *sessions, size_t before, size_t now);
/* One of them was cut off because they did not read. */
void sessions_note_behind(Sessions *sessions);

size_t sessions_count(const Sessions *sessions);

typedef struct {
    size_t
        memory; /* bytes that the outboxes and answers by HTTP take; a packet that many wait for counts once */
    uint64_t closed_behind;  /* by the limit of their own outbox, since the start */
    uint64_t closed_crowded; /* by the limit of all */
} SessionsUse;
SessionsUse sessions_use(const Sessions *sessions);

/* Packets of a session that are queued, and of them those that may go out. */
size_t session_queued(const Sessions *sessions, SessionId id);
size_t session_sendable(const Sessions *sessions, SessionId id);
