#include "session.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A connection that writes down what it is given. */
typedef struct {
    char written[256];
    int room; /* packets that the socket takes */
    CloseCode closed;
    int closes;
    int pings;
} Wire;

static bool wire_write(void *connection, Packet *packet)
{
    Wire *wire = connection;
    if (wire->room == 0)
        return false;
    wire->room--;
    size_t length = strlen(wire->written);
    snprintf(wire->written + length, sizeof wire->written - length, "%.*s",
             (int)packet_length(packet), (const char *)packet_text(packet));
    return true;
}

static void wire_close(void *connection, CloseCode code)
{
    Wire *wire = connection;
    wire->closed = code;
    wire->closes++;
}

static void wire_ping(void *connection)
{
    ((Wire *)connection)->pings++;
}

static Sessions *sessions;
static Wire wire, other;

static void setup(void)
{
    sessions =
        sessions_new(&(SessionWire){.write = wire_write, .close = wire_close, .ping = wire_ping});
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

START_TEST(what_depends_on_nothing_goes_out_with_the_flush)
{
    SessionId id = session_open(sessions, &wire);
    push(id, "a", 0);
    ck_assert_str_eq(wire.written, "");
    sessions_flush(sessions);
    ck_assert_str_eq(wire.written, "a");
    ck_assert_uint_eq(session_queued(sessions, id), 0);
}
END_TEST

START_TEST(nothing_goes_out_before_its_batch_is_durable)
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

/* The trap that the second mark is for: a callback that was armed a turn earlier comes when a new packet,
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

START_TEST(what_depends_on_nothing_waits_behind_what_waits)
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

START_TEST(the_first_packet_is_overtaken_by_none)
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

START_TEST(while_the_disk_refuses_what_is_durable_overtakes_what_is_not)
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

START_TEST(one_who_waits_holds_nobody_else_up)
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

START_TEST(one_packet_is_shared_by_all_who_hear_it)
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

START_TEST(who_falls_behind_is_closed_and_his_queue_is_dropped)
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

START_TEST(a_close_comes_after_what_was_queued_and_nothing_after_it)
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

START_TEST(when_all_are_closed_what_is_not_durable_is_dropped)
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

START_TEST(a_ping_goes_out_behind_what_was_queued)
{
    SessionId id = session_open(sessions, &wire);
    push(id, "a", 1);
    session_ping(sessions, id);
    sessions_flush(sessions);
    ck_assert_int_eq(wire.pings, 0); /* it measures from when the move is told */
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

/* FIELD.md 2.2: the first four a plain mean, then an average of weight 0.1. */
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

int main(void)
{
    Suite *suite = suite_create("session");
    TCase *tcase = tcase_create("session");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, what_depends_on_nothing_goes_out_with_the_flush);
    tcase_add_test(tcase, nothing_goes_out_before_its_batch_is_durable);
    tcase_add_test(tcase, a_writable_socket_gets_only_what_is_durable);
    tcase_add_test(tcase, what_depends_on_nothing_waits_behind_what_waits);
    tcase_add_test(tcase, the_first_packet_is_overtaken_by_none);
    tcase_add_test(tcase, while_the_disk_refuses_what_is_durable_overtakes_what_is_not);
    tcase_add_test(tcase, a_full_socket_is_not_written_to_until_it_is_writable);
    tcase_add_test(tcase, one_who_waits_holds_nobody_else_up);
    tcase_add_test(tcase, one_packet_is_shared_by_all_who_hear_it);
    tcase_add_test(tcase, who_falls_behind_is_closed_and_his_queue_is_dropped);
    tcase_add_test(tcase, bytes_are_bounded_like_packets);
    tcase_add_test(tcase, a_close_comes_after_what_was_queued_and_nothing_after_it);
    tcase_add_test(tcase, when_all_are_closed_what_is_not_durable_is_dropped);
    tcase_add_test(tcase, a_ping_goes_out_behind_what_was_queued);
    tcase_add_test(tcase, no_ping_is_sent_into_a_full_socket_or_a_closing_one);
    tcase_add_test(tcase, the_lag_is_a_mean_that_forgets);
    tcase_add_test(tcase, an_id_is_never_used_again);
    tcase_add_test(tcase, many_sessions_come_and_go);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
