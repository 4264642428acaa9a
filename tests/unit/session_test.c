#include "session.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A connection that records what it is given. */
typedef struct {
    char written[256];
    int room; /* packets that the socket takes */
    CloseCode closed;
    int closes;
    int pings;
    int writes;
} Wire;

static size_t wire_write(void *connection, Packet *const *packets, size_t count, bool ping)
{
    Wire *wire = connection;
    size_t taken = 0;
    wire->writes++;
    for (; taken < count && wire->room > 0; taken++, wire->room--) {
        size_t length = strlen(wire->written);
        snprintf(wire->written + length, sizeof wire->written - length, "%.*s",
                 (int)packet_length(packets[taken]), packet_text(packets[taken]));
    }
    wire->pings += ping && taken == count;
    return taken;
}

static void wire_close(void *connection, CloseCode code)
{
    Wire *wire = connection;
    wire->closed = code;
    wire->closes++;
}

static Sessions *sessions;
static Wire wire, other;

static void setup(void)
{
    sessions = sessions_new(&(SessionWire){.write = wire_write, .close = wire_close});
    wire = other = (Wire){.room = 1000};
}

static void teardown(void)
{
    sessions_free(sessions);
}

static void push(SessionId id, const char *text, uint64_t number)
{
    Packet *packet = packet_new(text, strlen(text));
    session_push(sessions, id, packet, number);
    packet_release(packet);
}

START_TEST(a_packet_that_depends_on_nothing_is_sent_with_the_flush)
{
    SessionId id = session_open(sessions, &wire);
    push(id, "a", 0);
    ck_assert_str_eq(wire.written, "");
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "a");
    ck_assert_uint_eq(session_queued(sessions, id), 0);
}
END_TEST

START_TEST(nothing_is_sent_before_its_batch_is_durable)
{
    SessionId id = session_open(sessions, &wire);
    push(id, "a", 1);
    push(id, "b", 2);
    for (int i = 0; i < 3; i++) {
        sessions_flush(sessions);
        session_writable(sessions, id);
    }
    ck_assert_str_eq(wire.written, "");
    ck_assert_uint_eq(session_queued(sessions, id), 2);
    ck_assert_uint_eq(session_sendable(sessions, id), 0);
    sessions_committed(sessions, 1);
    ck_assert_uint_eq(session_sendable(sessions, id), 1);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "a");
    sessions_committed(sessions, 2);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "ab");
}
END_TEST

/* The reason for the second mark: a callback that was armed a turn earlier comes when a new packet,
 * not yet durable, has been queued. */
START_TEST(a_writable_socket_gets_only_what_is_durable)
{
    SessionId id = session_open(sessions, &wire);
    wire.room = 0;
    push(id, "a", 1);
    sessions_committed(sessions, 1);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "");
    push(id, "b", 2);
    wire.room = 1000;
    session_writable(sessions, id);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "a");
    ck_assert_uint_eq(session_queued(sessions, id), 1);
}
END_TEST

START_TEST(a_packet_that_depends_on_nothing_waits_behind_waiting_ones)
{
    SessionId id = session_open(sessions, &wire);
    push(id, "-", 0);
    sessions_flush(sessions);
    push(id, "a", 5);
    push(id, "b", 0);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "-");
    sessions_committed(sessions, 5);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "-ab");
}
END_TEST

START_TEST(no_packet_overtakes_the_first)
{
    sessions_let_overtake(sessions, true);
    SessionId id = session_open(sessions, &wire);
    push(id, "a", 5);
    push(id, "b", 0);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "");
    sessions_committed(sessions, 5);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "ab");
}
END_TEST

START_TEST(while_the_disk_refuses_durable_packets_overtake_others)
{
    sessions_let_overtake(sessions, true);
    SessionId id = session_open(sessions, &wire);
    push(id, "-", 0);
    sessions_flush(sessions);
    sessions_committed(sessions, 5);
    push(id, "a", 6);
    push(id, "b", 7);
    push(id, "1", 0);
    push(id, "c", 7);
    push(id, "2", 5);
    push(id, "3", 0);
    ck_assert_uint_eq(session_sendable(sessions, id), 3);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "-123");
    sessions_committed(sessions, 6);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "-123a");
    sessions_committed(sessions, 7);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "-123abc");
}
END_TEST

START_TEST(a_full_socket_is_not_written_to_until_it_is_writable)
{
    SessionId id = session_open(sessions, &wire);
    wire.room = 2;
    push(id, "a", 0);
    push(id, "b", 0);
    push(id, "c", 0);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "ab");
    wire.room = 1000;
    push(id, "d", 0);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "ab");
    session_writable(sessions, id);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "abcd");
}
END_TEST

START_TEST(one_waiting_session_delays_no_other)
{
    SessionId first = session_open(sessions, &wire), second = session_open(sessions, &other);
    wire.room = 0;
    push(first, "a", 0);
    push(first, "b", 9);
    push(second, "c", 0);
    sessions_flush(sessions);
    ck_assert_str_eq(other.written, "c");
}
END_TEST

START_TEST(one_packet_is_shared_by_all_its_receivers)
{
    SessionId first = session_open(sessions, &wire), second = session_open(sessions, &other);
    Packet *packet = packet_new("news", 4);
    session_push(sessions, first, packet, 1);
    session_push(sessions, second, packet, 1);
    packet_release(packet);
    session_lost(sessions, first);
    sessions_committed(sessions, 1);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "");
    ck_assert_str_eq(other.written, "news");
}
END_TEST

START_TEST(a_session_that_falls_behind_is_closed_and_its_queue_is_dropped)
{
    SessionId id = session_open(sessions, &wire);
    wire.room = 0;
    for (int i = 0; i < SESSION_PACKETS_MAX; i++)
        push(id, "x", 0);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.closes, 0);
    ck_assert_uint_eq(session_queued(sessions, id), SESSION_PACKETS_MAX);
    push(id, "x", 0);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.closed, CLOSE_BEHIND);
    ck_assert_uint_eq(session_queued(sessions, id), 0);
    push(id, "y", 0);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.closes, 1);
}
END_TEST

START_TEST(bytes_are_bounded_like_packets)
{
    static char large[SESSION_BYTES_MAX / 2];
    SessionId id = session_open(sessions, &wire);
    Packet *packet = packet_new(large, sizeof large);
    wire.room = 0;
    session_push(sessions, id, packet, 0);
    session_push(sessions, id, packet, 0);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.closes, 0);
    push(id, "x", 0);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.closed, CLOSE_BEHIND);
    packet_release(packet);
}
END_TEST

START_TEST(a_close_comes_after_everything_queued_and_nothing_after_it)
{
    SessionId id = session_open(sessions, &wire);
    push(id, "a", 3);
    session_close(sessions, id, CLOSE_POLICY);
    push(id, "b", 0);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.closes, 0);
    sessions_committed(sessions, 3);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "a");
    ck_assert_int_eq(wire.closed, CLOSE_POLICY);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.closes, 1);
}
END_TEST

START_TEST(when_all_are_closed_packets_that_are_not_durable_are_dropped)
{
    SessionId first = session_open(sessions, &wire), second = session_open(sessions, &other);
    push(first, "a", 1);
    push(first, "b", 2);
    push(first, "c", 0);
    push(second, "d", 2);
    sessions_committed(sessions, 1);
    sessions_close_all(sessions, CLOSE_GOING_AWAY);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "a");
    ck_assert_str_eq(other.written, "");
    ck_assert_int_eq(wire.closed, CLOSE_GOING_AWAY);
    ck_assert_int_eq(other.closed, CLOSE_GOING_AWAY);
}
END_TEST

START_TEST(a_ping_is_sent_after_what_was_queued)
{
    SessionId id = session_open(sessions, &wire);
    push(id, "a", 1);
    session_ping(sessions, id);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.pings, 0); /* it measures from when the move is sent */
    sessions_committed(sessions, 1);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "a");
    ck_assert_int_eq(wire.pings, 1);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.pings, 1);
    session_ping(sessions, id);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.pings, 2);
}
END_TEST

START_TEST(no_ping_is_sent_into_a_full_socket_or_a_closing_one)
{
    SessionId id = session_open(sessions, &wire);
    wire.room = 0;
    push(id, "a", 0);
    session_ping(sessions, id);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.pings, 0);
    wire.room = 1;
    session_writable(sessions, id);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.pings, 1);
    session_close(sessions, id, CLOSE_POLICY);
    session_ping(sessions, id);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.pings, 1);
    ck_assert_int_eq(wire.closes, 1);
}
END_TEST

/* As lichess does: a plain mean of the first four, then a moving average of weight 0.1. */
START_TEST(the_lag_is_a_mean_that_forgets)
{
    SessionId id = session_open(sessions, &wire);
    ck_assert_int_eq(session_lag(sessions, id), 0);
    static const struct {
        int64_t us;
        int32_t lag;
    } TRIPS[] = {{100000, 100}, {200000, 150}, {300000, 200},  {600000, 300}, /* 1200 / 4 */
                 {400000, 310}, {310000, 310}, {1310000, 410}, {INT64_MAX, 869}, {-5, 869}};
    for (size_t i = 0; i < sizeof TRIPS / sizeof *TRIPS; i++) {
        session_note_round_trip(sessions, id, TRIPS[i].us);
        ck_assert_int_eq(session_lag(sessions, id), TRIPS[i].lag);
    }
    session_lost(sessions, id);
    session_note_round_trip(sessions, id, 1000);
    ck_assert_int_eq(session_lag(sessions, id), 0);
}
END_TEST

START_TEST(an_id_is_never_used_again)
{
    SessionId first = session_open(sessions, &wire);
    session_set_owner(sessions, first, &wire);
    ck_assert_ptr_eq(session_owner(sessions, first), &wire);
    session_lost(sessions, first);
    SessionId second = session_open(sessions, &other);
    ck_assert_uint_ne(first, second);
    ck_assert_ptr_null(session_owner(sessions, first));
    ck_assert_ptr_null(session_owner(sessions, second));
    push(first, "to nobody", 0);
    session_close(sessions, first, CLOSE_POLICY);
    session_writable(sessions, first);
    session_lost(sessions, first);
    sessions_flush(sessions);
    ck_assert_str_eq(other.written, "");
    ck_assert_int_eq(other.closes, 0);
    ck_assert_uint_eq(sessions_count(sessions), 1);
}
END_TEST

/* ---- all outboxes together ---- */

enum { KIB = 1024, RING = 8 * 16 /* bytes of the first ring: eight packets */ };

static size_t memory(void)
{
    return sessions_use(sessions).memory;
}

/* The memory that a packet of that length takes. */
static size_t packet_of(size_t length)
{
    Packet *packet = packet_new("", 0);
    size_t empty = packet_memory(packet);
    packet_release(packet);
    return empty + length;
}

/* Sends a text of that length to one session alone. */
static void push_long(SessionId id, size_t length, uint64_t number)
{
    static char text[SESSION_BYTES_MAX];
    Packet *packet = packet_new(text, length);
    session_push(sessions, id, packet, number);
    packet_release(packet);
}

/* A session whose socket takes nothing any more and whose outbox holds that many bytes. */
static SessionId open_stuck(Wire *at, size_t length)
{
    *at = (Wire){0};
    SessionId id = session_open(sessions, at);
    push_long(id, length, 0);
    sessions_flush(sessions);
    return id;
}

START_TEST(a_packet_counts_once_however_many_outboxes_hold_it)
{
    enum { MANY = 1000 };
    SessionId ids[MANY];
    Packet *packet = packet_new("hello", 5);
    ck_assert_uint_eq(memory(), 0);
    for (int i = 0; i < MANY; i++) {
        ids[i] = session_open(sessions, &wire);
        session_push(sessions, ids[i], packet, 1);
        ck_assert_uint_eq(memory(), packet_memory(packet) + (size_t)(i + 1) * RING);
    }
    packet_release(packet);
    for (int i = 0; i < MANY; i++)
        session_lost(sessions, ids[i]);
    ck_assert_uint_eq(memory(), 0);
}
END_TEST

START_TEST(written_packets_do_not_count_and_a_big_ring_is_freed)
{
    SessionId id = session_open(sessions, &wire);
    push(id, "a", 0);
    sessions_flush(sessions);
    ck_assert_uint_eq(memory(), RING);
    for (int i = 0; i < 65; i++)
        push(id, "b", 0);
    ck_assert_uint_eq(memory(), 65 * packet_of(1) + 128 * 16);
    sessions_flush(sessions);
    ck_assert_uint_eq(memory(), 0);
}
END_TEST

START_TEST(at_the_limit_no_session_is_closed_and_beyond_it_the_biggest)
{
    Wire wires[3];
    size_t sizes[3] = {100 * KIB, 300 * KIB, 200 * KIB};
    SessionId ids[3];
    for (int i = 0; i < 3; i++)
        ids[i] = open_stuck(&wires[i], sizes[i]);
    SessionId reader = session_open(sessions, &wire);
    push(reader, "", 0);
    sessions_limit_memory(sessions, memory());
    sessions_flush(sessions);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(wires[i].closes, 0);
    push(reader, "", 1);
    push(reader, "", 1);
    sessions_flush(sessions);
    ck_assert_int_eq(wires[1].closes, 1);
    ck_assert_int_eq(wires[1].closed, CLOSE_BEHIND);
    ck_assert_uint_eq(session_queued(sessions, ids[1]), 0);
    ck_assert_int_eq(wires[0].closes + wires[2].closes + wire.closes, 0);
    ck_assert_uint_eq(session_queued(sessions, reader), 2);
    ck_assert_uint_eq(sessions_use(sessions).closed_crowded, 1);
    ck_assert_uint_eq(sessions_use(sessions).closed_behind, 0);
    /* Nothing more is pushed to it, and its end frees it. */
    push(ids[1], "more", 0);
    ck_assert_uint_eq(session_queued(sessions, ids[1]), 0);
}
END_TEST

/* HTTP answers, of which two may be given up. */
static size_t held[2];

static bool give_one(void *context)
{
    ck_assert_ptr_eq(context, held);
    for (int i = 0; i < 2; i++)
        if (held[i]) {
            sessions_note_memory(sessions, held[i], 0);
            held[i] = 0;
            return true;
        }
    return false;
}

START_TEST(http_answers_count_too_and_give_way_first)
{
    Wire stuck;
    sessions_free(sessions);
    sessions = sessions_new(&(SessionWire){
        .write = wire_write, .close = wire_close, .context = held, .give_way = give_one});
    open_stuck(&stuck, 300 * KIB);
    size_t outbox = memory();
    for (int i = 0; i < 2; i++) {
        held[i] = 10 * KIB;
        sessions_note_memory(sessions, 0, held[i]);
    }
    ck_assert_uint_eq(memory(), outbox + 20 * KIB);
    sessions_limit_memory(sessions, memory());
    sessions_flush(sessions);
    ck_assert(held[0] && held[1]);
    sessions_note_memory(sessions, 1000, 1001); /* one byte more */
    sessions_flush(sessions);
    ck_assert(!held[0] && held[1]);
    ck_assert_int_eq(stuck.closes, 0);
    ck_assert_uint_eq(memory(), outbox + 10 * KIB + 1);
    ck_assert_uint_eq(sessions_use(sessions).closed_crowded, 1);
    /* When none of them is left, sessions are closed. */
    sessions_limit_memory(sessions, outbox);
    sessions_flush(sessions);
    ck_assert(!held[1]);
    ck_assert_int_eq(stuck.closes, 1);
    ck_assert_uint_eq(sessions_use(sessions).closed_crowded, 3);
    sessions_note_memory(sessions, 1, 0);
    ck_assert_uint_eq(memory(), 0);
}
END_TEST

START_TEST(as_many_are_closed_as_it_takes)
{
    Wire wires[4];
    for (int i = 0; i < 4; i++)
        open_stuck(&wires[i], (size_t)(i + 1) * 100 * KIB);
    sessions_limit_memory(sessions, 350 * KIB);
    SessionId reader = session_open(sessions, &wire);
    push(reader, "a", 0);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "a");
    ck_assert_int_eq(wires[3].closes, 1);
    ck_assert_int_eq(wires[2].closes, 1);
    ck_assert_int_eq(wires[1].closes + wires[0].closes, 0); /* 300 KiB are left */
    ck_assert_uint_eq(sessions_use(sessions).closed_crowded, 2);
}
END_TEST

START_TEST(among_equals_the_one_that_has_waited_longest_is_closed)
{
    Wire wires[3];
    SessionId ids[3];
    for (int i = 0; i < 3; i++)
        ids[i] = open_stuck(&wires[i], 100 * KIB);
    /* The first takes something, so now the second is the slowest. */
    push(ids[0], "b", 0);
    push(ids[1], "b", 0);
    push(ids[2], "b", 0);
    wires[0].room = 1;
    session_writable(sessions, ids[0]);
    push_long(ids[0], 100 * KIB, 0);
    sessions_flush(sessions);
    sessions_limit_memory(sessions, memory() - 1);
    push(session_open(sessions, &wire), "", 0);
    ck_assert_uint_eq(session_queued(sessions, ids[0]), 2);
    ck_assert_uint_eq(session_queued(sessions, ids[1]), 0);
    ck_assert_uint_eq(session_queued(sessions, ids[2]), 2);
}
END_TEST

START_TEST(sockets_that_turn_out_to_be_full_are_closed_with_the_flush)
{
    Wire wires[2] = {{.room = 0}, {.room = 1}};
    SessionId ids[2];
    sessions_limit_memory(sessions, 400 * KIB);
    for (int i = 0; i < 2; i++) {
        ids[i] = session_open(sessions, &wires[i]);
        push_long(ids[i], 300 * KIB, 0);
    }
    ck_assert_uint_eq(session_queued(sessions, ids[0]), 1); /* no session is known to be slow */
    push_long(ids[1], 200 * KIB, 0);
    sessions_flush(sessions);
    ck_assert_int_eq(wires[0].closes, 1); /* 300 and 200 KiB were left */
    ck_assert_int_eq(wires[1].closes, 0);
    ck_assert_uint_eq(session_queued(sessions, ids[1]), 1);
}
END_TEST

START_TEST(a_session_that_reads_is_not_closed_because_of_others)
{
    Wire small, shut;
    SessionId reader = session_open(sessions, &wire);
    push_long(reader, 900 * KIB, 1); /* it waits for the disk, not for the client */
    SessionId stuck = open_stuck(&small, 10);
    SessionId leaver =
        open_stuck(&shut, 20); /* one that is being closed and does not read even that */
    session_close(sessions, leaver, CLOSE_POLICY);
    sessions_limit_memory(sessions, 800 * KIB);
    push(reader, "b", 1);
    sessions_flush(sessions);
    ck_assert_int_eq(small.closes, 1);
    ck_assert_int_eq(shut.closes, 1);
    ck_assert_int_eq(shut.closed, CLOSE_POLICY);
    ck_assert_uint_eq(session_queued(sessions, stuck), 0);
    /* No other is to blame: it stays above the limit. */
    ck_assert_int_eq(wire.closes, 0);
    ck_assert_uint_eq(session_queued(sessions, reader), 2);
    sessions_committed(sessions, 1);
    sessions_flush(sessions);
    ck_assert_uint_eq(session_queued(sessions, reader), 0);
    ck_assert_int_eq(wire.closes, 0);
    ck_assert_uint_eq(sessions_use(sessions).closed_crowded, 2);
}
END_TEST

/* Whatever happens in whatever order: never above the limit while any session is slow, and in the end the count is zero. */
START_TEST(the_count_stays_right)
{
    enum { MANY = 50, STEPS = 20000, LIMIT = 200 * KIB };
    static Wire wires[MANY];
    SessionId ids[MANY];
    Packet *shared = packet_new("told to everybody", 17);
    unsigned chance = 1;
    sessions_limit_memory(sessions, LIMIT);
    for (int i = 0; i < MANY; i++)
        ids[i] = session_open(sessions, &wires[i]);
    for (uint64_t step = 0; step < STEPS; step++) {
        chance = chance * 1103515245 + 12345;
        int who = (int)(chance >> 16) % MANY;
        int what = (int)(chance >> 24) % 8;
        if (what < 4)
            push_long(ids[who], (chance >> 8) % 4096, step / 10);
        else if (what == 4)
            session_push(sessions, ids[who], shared, 0);
        else if (what == 5)
            sessions_committed(sessions, step / 10);
        else if (what == 6) {
            wires[who].room = 3;
            session_writable(sessions, ids[who]);
        } else
            sessions_flush(sessions);
        if (wires[who].closes) {
            session_lost(sessions, ids[who]);
            wires[who] = (Wire){0};
            ids[who] = session_open(sessions, &wires[who]);
        }
    }
    sessions_committed(sessions, STEPS);
    sessions_flush(sessions);
    ck_assert_uint_le(memory(), LIMIT);
    ck_assert_uint_gt(sessions_use(sessions).closed_crowded, 100);
    for (int i = 0; i < MANY; i++)
        session_lost(sessions, ids[i]);
    packet_release(shared);
    ck_assert_uint_eq(memory(), 0);
}
END_TEST

START_TEST(many_sessions_come_and_go)
{
    enum { MANY = 1000 };
    static SessionId ids[MANY];
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < MANY; i++)
            ids[i] = session_open(sessions, &wire);
        for (int i = 0; i < MANY; i++)
            push(ids[i], "x", 7);
        ck_assert_uint_eq(sessions_count(sessions), MANY);
        for (int i = 0; i < MANY; i++)
            session_lost(sessions, ids[(i * 7) % MANY]);
        ck_assert_uint_eq(sessions_count(sessions), 0);
    }
}
END_TEST

/* ---- what many wait for ---- */

enum { CROWD = 3 * SESSION_MANY + 10 };

static Wire crowd[CROWD];
static SessionId crowd_ids[CROWD];

/* The same packet to all of them. */
static void push_to_crowd(const char *text, uint64_t number)
{
    Packet *packet = packet_new(text, strlen(text));
    for (int i = 0; i < CROWD; i++)
        session_push(sessions, crowd_ids[i], packet, number);
    packet_release(packet);
}

static int count_told(const char *text)
{
    int told = 0;
    for (int i = 0; i < CROWD; i++)
        told += strcmp(crowd[i].written, text) == 0;
    return told;
}

static void open_crowd(bool is_costly)
{
    sessions_free(sessions);
    sessions = sessions_new(
        &(SessionWire){.write = wire_write, .close = wire_close, .is_costly = is_costly});
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = (Wire){.room = 1000};
        crowd_ids[i] = session_open(sessions, &crowd[i]);
    }
}

START_TEST(what_many_wait_for_takes_several_turns_and_nobody_else_waits_for_it)
{
    open_crowd(true);
    SessionId bystander = session_open(sessions, &wire);
    push_to_crowd("m", 0);
    push(crowd_ids[CROWD - 1], "own", 0);
    session_ping(sessions, crowd_ids[CROWD - 2]);
    session_close(sessions, crowd_ids[CROWD - 3], CLOSE_NORMAL);
    sessions_flush(sessions);
    ck_assert_str_eq(crowd[CROWD - 1].written, "mown");
    ck_assert_int_eq(crowd[CROWD - 2].pings, 1);
    ck_assert_int_eq(crowd[CROWD - 3].closes, 1);
    /* SESSION_MANY at once, these two, and SESSION_MANY of the others. */
    ck_assert_int_eq(count_told("m"), 2 * SESSION_MANY + 2);
    ck_assert(sessions_have_more(sessions));
    push(bystander, "o", 0);
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "o");
    ck_assert_int_eq(count_told("m"), 3 * SESSION_MANY + 2);
    sessions_flush(sessions);
    ck_assert_int_eq(count_told("m"), CROWD - 1);
    ck_assert(!sessions_have_more(sessions));
}
END_TEST

/* Most are told of the second before they have heard of the first. */
START_TEST(in_a_crowd_each_hears_everything_in_order)
{
    open_crowd(true);
    push_to_crowd("1", 1);
    sessions_flush(sessions);
    ck_assert(!sessions_have_more(sessions)); /* it is not durable */
    ck_assert_int_eq(count_told(""), CROWD);
    sessions_committed(sessions, 1);
    sessions_flush(sessions);
    push_to_crowd("2", 0);
    while (sessions_have_more(sessions))
        sessions_flush(sessions);
    ck_assert_int_eq(count_told("12"), CROWD);
    crowd[CROWD - 1].room = 0;
    push_to_crowd("3", 0);
    while (sessions_have_more(sessions))
        sessions_flush(sessions);
    ck_assert_int_eq(count_told("123"), CROWD - 1);
    crowd[CROWD - 1].room = 1;
    session_writable(sessions, crowd_ids[CROWD - 1]);
    sessions_flush(sessions);
    ck_assert_int_eq(count_told("123"), CROWD);
}
END_TEST

/* When the server stops; when outboxes take much memory; and when nothing is gained by it. */
START_TEST(a_crowd_is_told_at_once_where_it_must_be)
{
    open_crowd(true);
    push_to_crowd("m", 0);
    sessions_flush_all(sessions);
    ck_assert_int_eq(count_told("m"), CROWD);
    sessions_limit_memory(sessions, memory());
    push_to_crowd("m", 0);
    sessions_flush(sessions);
    ck_assert_int_eq(count_told("mm"), CROWD);
    open_crowd(false);
    push_to_crowd("m", 0);
    sessions_flush(sessions);
    ck_assert_int_eq(count_told("m"), CROWD);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("session");
    TCase *tcase = tcase_create("session");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_packet_that_depends_on_nothing_is_sent_with_the_flush);
    tcase_add_test(tcase, nothing_is_sent_before_its_batch_is_durable);
    tcase_add_test(tcase, a_writable_socket_gets_only_what_is_durable);
    tcase_add_test(tcase, a_packet_that_depends_on_nothing_waits_behind_waiting_ones);
    tcase_add_test(tcase, no_packet_overtakes_the_first);
    tcase_add_test(tcase, while_the_disk_refuses_durable_packets_overtake_others);
    tcase_add_test(tcase, a_full_socket_is_not_written_to_until_it_is_writable);
    tcase_add_test(tcase, one_waiting_session_delays_no_other);
    tcase_add_test(tcase, one_packet_is_shared_by_all_its_receivers);
    tcase_add_test(tcase, a_session_that_falls_behind_is_closed_and_its_queue_is_dropped);
    tcase_add_test(tcase, bytes_are_bounded_like_packets);
    tcase_add_test(tcase, a_close_comes_after_everything_queued_and_nothing_after_it);
    tcase_add_test(tcase, when_all_are_closed_packets_that_are_not_durable_are_dropped);
    tcase_add_test(tcase, a_ping_is_sent_after_what_was_queued);
    tcase_add_test(tcase, no_ping_is_sent_into_a_full_socket_or_a_closing_one);
    tcase_add_test(tcase, the_lag_is_a_mean_that_forgets);
    tcase_add_test(tcase, an_id_is_never_used_again);
    tcase_add_test(tcase, a_packet_counts_once_however_many_outboxes_hold_it);
    tcase_add_test(tcase, written_packets_do_not_count_and_a_big_ring_is_freed);
    tcase_add_test(tcase, at_the_limit_no_session_is_closed_and_beyond_it_the_biggest);
    tcase_add_test(tcase, http_answers_count_too_and_give_way_first);
    tcase_add_test(tcase, as_many_are_closed_as_it_takes);
    tcase_add_test(tcase, among_equals_the_one_that_has_waited_longest_is_closed);
    tcase_add_test(tcase, sockets_that_turn_out_to_be_full_are_closed_with_the_flush);
    tcase_add_test(tcase, a_session_that_reads_is_not_closed_because_of_others);
    tcase_add_test(tcase, the_count_stays_right);
    tcase_add_test(tcase, many_sessions_come_and_go);
    tcase_add_test(tcase, what_many_wait_for_takes_several_turns_and_nobody_else_waits_for_it);
    tcase_add_test(tcase, in_a_crowd_each_hears_everything_in_order);
    tcase_add_test(tcase, a_crowd_is_told_at_once_where_it_must_be);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
