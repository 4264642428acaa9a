#include "session.h"

#include "memory.h"
#include "slot_table.h"

#include <assert.h>
#include <stdlib.h>

enum {
    OUTBOX_FIRST = 8, /* letters; a power of two, like the next */
    OUTBOX_KEPT = 64, /* a bigger one is given back when it is empty */
};

typedef struct {
    Packet *packet;
    uint64_t number;
} Letter;

/* What an outbox may hold, its letters included. */
#define OUTBOX_MAX (SESSION_BYTES_MAX + SESSION_PACKETS_MAX * sizeof(Letter))

/* Which list a session is in: one, or none when there is nothing that it could do. */
enum {
    NOWHERE,
    WAITING, /* the next packet is not durable */
    READY,   /* something can be written, or closed */
    CROWD,   /* the same, and many wait for it */
    FULL,    /* the socket is; from here on by the size of the outbox, in steps */
    PLACES = FULL + OUTBOX_MAX / SESSION_STEP + 1,
};

typedef struct Session Session;
struct Session {
    SessionId id;
    const SessionWire *wire;
    void *connection;
    void *owner;
    Letter *outbox; /* a ring, 'size' a power of two or 0 */
    uint32_t head, count, size;
    size_t bytes;
    CloseCode closing;
    bool closed;  /* the wire was told */
    bool greeted; /* something was written: what came first has gone out first */
    bool full;    /* the socket: waiting for session_writable */
    bool ping;    /* wanted */
    bool crowd;   /* all that is queued is for many */
    int trips;    /* round trips that were measured, up to SESSION_LAG_FIRST */
    int64_t lag_us;
    int place;
    Session *before, *after;
};

typedef struct {
    Session *first, *last;
} List;

struct Sessions {
    SessionWire wire;
    SlotTable table;
    uint64_t committed;
    bool overtaking;
    size_t memory_max;
    SessionsUse use;
    List lists[PLACES];
};

/* To the end of the list, unless it is there already. */
static void move_to(Sessions *sessions, Session *session, int place)
{
    if (session->place == place)
        return;
    if (session->place != NOWHERE) {
        List *list = &sessions->lists[session->place];
        *(session->before ? &session->before->after : &list->first) = session->after;
        *(session->after ? &session->after->before : &list->last) = session->before;
    }
    session->place = place;
    if (place == NOWHERE)
        return;
    List *list = &sessions->lists[place];
    session->before = list->last;
    session->after = NULL;
    *(list->last ? &list->last->after : &list->first) = session;
    list->last = session;
}

static Letter *letter_at(const Session *session, uint32_t place)
{
    return &session->outbox[(session->head + place) & (session->size - 1)];
}

static const Letter *next_letter(const Session *session)
{
    return session->count ? letter_at(session, 0) : NULL;
}

/* The list of those with a full socket and an outbox of about this size. */
static int full_place(const Session *session)
{
    return FULL + (int)((session->bytes + session->size * sizeof(Letter)) / SESSION_STEP);
}

/* Puts the session into the list where it belongs. */
static void settle(Sessions *sessions, Session *session)
{
    const Letter *letter = next_letter(session);
    if (session->closed || (!letter && !session->closing && !session->ping))
        move_to(sessions, session, NOWHERE);
    else if (session->full)
        move_to(sessions, session, full_place(session));
    else if (letter && letter->number > sessions->committed)
        move_to(sessions, session, WAITING);
    else
        move_to(sessions, session,
                session->crowd && !session->closing && !session->ping ? CROWD : READY);
}

/* ---- what an outbox holds, and what that takes of memory ---- */

static Packet *take_in(Sessions *sessions, Packet *packet)
{
    if (packet_enter_outbox(packet))
        sessions->use.memory += packet_memory(packet);
    return packet_share(packet);
}

static void let_go(Sessions *sessions, Session *session, Packet *packet)
{
    session->bytes -= packet_length(packet);
    if (packet_leave_outbox(packet))
        sessions->use.memory -= packet_memory(packet);
    packet_release(packet);
}

static void drop_letter(Sessions *sessions, Session *session)
{
    Letter *letter = letter_at(session, 0);
    session->head++;
    session->count--;
    let_go(sessions, session, letter->packet);
}

/* A ring of so many letters; 0: none. */
static void resize(Sessions *sessions, Session *session, uint32_t size)
{
    assert(size >= session->count);
    Letter *outbox = size ? memory_array(size, sizeof *outbox) : NULL;
    for (uint32_t i = 0; i < session->count; i++)
        outbox[i] = *letter_at(session, i);
    free(session->outbox);
    sessions->use.memory += (size - (size_t)session->size) * sizeof *outbox;
    session->outbox = outbox;
    session->size = size;
    session->head = 0;
}

static void empty(Sessions *sessions, Session *session)
{
    while (session->count)
        drop_letter(sessions, session);
    resize(sessions, session, 0);
}

/* It is closed as it is, since its socket may never be writable again. */
static void fall_behind(Sessions *sessions, Session *session)
{
    empty(sessions, session);
    if (!session->closing)
        session->closing = CLOSE_BEHIND;
    session->full = false;
    settle(sessions, session);
}

static Session *biggest_full(const Sessions *sessions)
{
    for (int place = PLACES - 1; place >= FULL; place--)
        if (sessions->lists[place].first)
            return sessions->lists[place].first;
    return NULL;
}

/* Closes slow clients while all outboxes together hold too much. Each was opened before, so in sum this costs a
 * few steps for each session that there ever was, however much is pushed. */
static void make_room(Sessions *sessions)
{
    const SessionWire *wire = &sessions->wire;
    Session *session;
    while (sessions->use.memory > sessions->memory_max) {
        if (wire->give_way && wire->give_way(wire->context)) {
            sessions->use.closed_crowded++;
            continue;
        }
        if (!(session = biggest_full(sessions)))
            break;
        sessions->use.closed_crowded++;
        fall_behind(sessions, session);
    }
}

void sessions_note_behind(Sessions *sessions)
{
    sessions->use.closed_behind++;
}

void sessions_note_memory(Sessions *sessions, size_t before, size_t now)
{
    sessions->use.memory += now - before;
}

/* At the end; or, while packets may overtake, at the mark, before those that are not durable. What is said
 * of one game stays in order, since its numbers only rise. */
static void insert(const Sessions *sessions, Session *session, Letter letter)
{
    uint32_t place = session->count++;
    bool may_overtake =
        sessions->overtaking && session->greeted && letter.number <= sessions->committed;
    for (; may_overtake && place > 0; place--) {
        const Letter *before = letter_at(session, place - 1);
        if (before->number <= sessions->committed)
            break;
        *letter_at(session, place) = *before;
    }
    *letter_at(session, place) = letter;
}

static Session *find(const Sessions *sessions, SessionId id)
{
    return slot_table_find(&sessions->table, id);
}

static void drop(Sessions *sessions, Session *session)
{
    move_to(sessions, session, NOWHERE);
    empty(sessions, session);
    slot_table_remove(&sessions->table, session->id);
    free(session);
}

Sessions *sessions_new(const SessionWire *wire)
{
    Sessions *sessions = memory_new(sizeof *sessions);
    sessions->wire = *wire;
    sessions_limit_memory(sessions, (size_t)SESSIONS_MEMORY << 20);
    return sessions;
}

void sessions_limit_memory(Sessions *sessions, size_t most)
{
    sessions->memory_max = most;
}

void sessions_free(Sessions *sessions)
{
    Session *session;
    for (size_t at = 0; (session = slot_table_next(&sessions->table, &at));)
        drop(sessions, session);
    slot_table_clear(&sessions->table);
    free(sessions);
}

SessionId session_open_by(Sessions *sessions, const SessionWire *wire, void *connection)
{
    Session *session = memory_new(sizeof *session);
    session->id = slot_table_add(&sessions->table, session);
    session->wire = wire;
    session->connection = connection;
    return session->id;
}

SessionId session_open(Sessions *sessions, void *connection)
{
    return session_open_by(sessions, &sessions->wire, connection);
}

unsigned long long session_number(SessionId id)
{
    return slot_serial(id);
}

void session_lost(Sessions *sessions, SessionId id)
{
    Session *session = find(sessions, id);
    if (session)
        drop(sessions, session);
}

void session_set_owner(Sessions *sessions, SessionId id, void *owner)
{
    Session *session = find(sessions, id);
    assert(session);
    session->owner = owner;
}

void *session_owner(const Sessions *sessions, SessionId id)
{
    const Session *session = find(sessions, id);
    return session ? session->owner : NULL;
}

void session_push(Sessions *sessions, SessionId id, Packet *packet, uint64_t number)
{
    Session *session = find(sessions, id);
    if (!session || session->closing)
        return;
    size_t length = packet_length(packet);
    if (session->count >= SESSION_PACKETS_MAX || session->bytes + length > SESSION_BYTES_MAX) {
        sessions->use.closed_behind++;
        fall_behind(sessions, session);
        return;
    }
    if (session->count == session->size)
        resize(sessions, session, session->size ? 2 * session->size : OUTBOX_FIRST);
    bool is_alone = session->count == 0;
    insert(sessions, session, (Letter){take_in(sessions, packet), number});
    session->crowd = (is_alone || session->crowd) && session->wire->is_costly &&
                     packet_outboxes(packet) > SESSION_MANY;
    session->bytes += length;
    settle(sessions, session);
    make_room(sessions);
}

void session_close(Sessions *sessions, SessionId id, CloseCode code)
{
    Session *session = find(sessions, id);
    if (!session || session->closing)
        return;
    session->closing = code;
    settle(sessions, session);
}

void session_ping(Sessions *sessions, SessionId id)
{
    Session *session = find(sessions, id);
    if (!session || session->closing)
        return;
    session->ping = true;
    settle(sessions, session);
}

void session_note_round_trip(Sessions *sessions, SessionId id, int64_t us)
{
    Session *session = find(sessions, id);
    if (!session || us < 0)
        return;
    if (us > SESSION_LAG_MAX * INT64_C(1000))
        us = SESSION_LAG_MAX * INT64_C(1000);
    if (session->trips < SESSION_LAG_FIRST)
        session->lag_us += (us - session->lag_us) / ++session->trips;
    else
        session->lag_us += (us - session->lag_us) / SESSION_LAG_PART;
}

int32_t session_lag(const Sessions *sessions, SessionId id)
{
    const Session *session = find(sessions, id);
    return session ? (int32_t)((session->lag_us + 500) / 1000) : 0;
}

/* The undurable end of an outbox: the numbers need not rise in it, but the first that waits bars the rest. */
static void drop_unsendable(Sessions *sessions, Session *session)
{
    uint32_t sendable = (uint32_t)session_sendable(sessions, session->id);
    while (session->count > sendable) {
        let_go(sessions, session, letter_at(session, --session->count)->packet);
    }
}

void sessions_close_all(Sessions *sessions, CloseCode code)
{
    Session *session;
    for (size_t at = 0; (session = slot_table_next(&sessions->table, &at));) {
        if (session->closing)
            continue;
        drop_unsendable(sessions, session);
        session->closing = code;
        settle(sessions, session);
    }
}

void session_writable(Sessions *sessions, SessionId id)
{
    Session *session = find(sessions, id);
    if (!session)
        return;
    session->full = false;
    settle(sessions, session);
}

void session_hold(Sessions *sessions, SessionId id, bool is_held)
{
    const Session *session = find(sessions, id);
    if (session && session->wire->hold)
        session->wire->hold(session->connection, is_held);
}

int64_t session_silence(const Sessions *sessions, SessionId id)
{
    const Session *session = find(sessions, id);
    return session && session->wire->silence ? session->wire->silence(session->connection) : 0;
}

void sessions_committed(Sessions *sessions, uint64_t number)
{
    assert(number >= sessions->committed);
    sessions->committed = number;
    for (Session *session = sessions->lists[WAITING].first, *after; session; session = after) {
        after = session->after;
        settle(sessions, session);
    }
}

void sessions_let_overtake(Sessions *sessions, bool overtaking)
{
    sessions->overtaking = overtaking;
}

/* The packets at the front that may go out now, as many as are written at once. */
static size_t gather(const Sessions *sessions, const Session *session,
                     Packet *packets[SESSION_BATCH])
{
    size_t count = 0;
    for (; count < SESSION_BATCH && count < session->count; count++) {
        const Letter *letter = letter_at(session, (uint32_t)count);
        if (letter->number > sessions->committed)
            break;
        packets[count] = letter->packet;
    }
    return count;
}

static void write_packets(Sessions *sessions, Session *session)
{
    Packet *packets[SESSION_BATCH];
    size_t count = gather(sessions, session, packets);
    bool ping = session->ping && !session->closing && count == session->count;
    if (!count && !ping)
        return;
    size_t taken = session->wire->write(session->connection, packets, count, ping);
    assert(taken <= count);
    session->full = taken < count;
    session->greeted = session->greeted || taken > 0;
    while (taken--)
        drop_letter(sessions, session);
}

static void write_out(Sessions *sessions, Session *session)
{
    write_packets(sessions, session);
    if (!session->count && session->size > OUTBOX_KEPT)
        resize(sessions, session, 0);
    bool is_done = !session->count && !session->full;
    if (is_done)
        session->ping = false;
    bool closes = is_done && session->closing && !session->closed;
    session->closed = session->closed || closes;
    settle(sessions, session);
    if (closes)
        session->wire->close(session->connection, session->closing);
}

static void write_ready(Sessions *sessions)
{
    /* Each leaves the list: all is written, or its socket is full, or what is next is not durable. */
    const List *ready = &sessions->lists[READY];
    do {
        while (ready->first)
            write_out(sessions, ready->first);
        make_room(sessions); /* now it is known whose socket is full */
    } while (ready->first);
}

/* To all but the crowd, and to so many of it. */
static void flush(Sessions *sessions, size_t most)
{
    const List *crowd = &sessions->lists[CROWD];
    write_ready(sessions);
    while (most-- > 0 && crowd->first)
        write_out(sessions, crowd->first);
    write_ready(sessions);
}

void sessions_flush(Sessions *sessions)
{
    flush(sessions, sessions->use.memory > sessions->memory_max / 2 ? SIZE_MAX : SESSION_MANY);
}

bool sessions_have_more(const Sessions *sessions)
{
    return sessions->lists[CROWD].first != NULL;
}

void sessions_flush_all(Sessions *sessions)
{
    flush(sessions, SIZE_MAX);
}

size_t sessions_count(const Sessions *sessions)
{
    return sessions->table.count;
}

SessionsUse sessions_use(const Sessions *sessions)
{
    return sessions->use;
}

size_t session_queued(const Sessions *sessions, SessionId id)
{
    const Session *session = find(sessions, id);
    return session ? session->count : 0;
}

size_t session_sendable(const Sessions *sessions, SessionId id)
{
    const Session *session = find(sessions, id);
    size_t sendable = 0;
    while (session && sendable < session->count &&
           letter_at(session, (uint32_t)sendable)->number <= sessions->committed)
        sendable++;
    return sendable;
}
