/* Handshakes whose answer comes later, over real sockets of 127.0.0.1. The loop runs only when a test says so, and the
 * monotonic clock is as far ahead as a test wants. */
#include "check_rig.h"
#include "net.h"

#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const char REQUEST[] = "GET /ws HTTP/1.1\r\n"
                              "Host: castled\r\n"
                              "Connection: Upgrade\r\n"
                              "Upgrade: websocket\r\n"
                              "Sec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                              "Sec-WebSocket-Protocol: castled.v1\r\n\r\n";

static uv_loop_t loop;
static RemoteRules rules;
static Net *net;
static int client;
static bool is_closed;
static int64_t seconds_ahead;
static ExchangeId exchange; /* of the latest handshake */
static unsigned handshakes, opened, closed;
static char came[2048]; /* to the client */

/* In place of the C library's, for libuv. NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int clock_gettime(clockid_t id, struct timespec *time)
{
    int error = (int)syscall(SYS_clock_gettime, id, time);
    time->tv_sec += id == CLOCK_REALTIME ? 0 : seconds_ahead;
    return error;
}

static void on_handshake(void *context, ExchangeId asked, const NetCaller *caller)
{
    (void)context;
    ck_assert_str_eq(caller->address, "127.0.0.1");
    exchange = asked;
    handshakes++;
}

static void on_opened(void *context, SessionId session, const NetArrival *arrival,
                      const char *address)
{
    (void)context, (void)session;
    ck_assert_str_eq(arrival->person.id, "gann");
    ck_assert_str_eq(address, "127.0.0.1");
    opened++;
}

static void on_received(void *context, SessionId session, const char *text, size_t length)
{
    (void)context, (void)session, (void)text, (void)length;
}

static void on_closed(void *context, SessionId session)
{
    (void)context, (void)session;
    closed++;
}

static size_t on_body(void *context, const HttpRequest *request)
{
    (void)context, (void)request;
    return 0;
}

static bool on_request(void *context, ExchangeId asked, const HttpRequest *request,
                       HttpAnswer *answer)
{
    (void)context, (void)asked, (void)request;
    http_plain(answer, 404, "nothing\n");
    return true;
}

static void setup(void)
{
    char line[NET_LINE_MAX];
    is_closed = false;
    seconds_ahead = 0;
    handshakes = opened = closed = 0;
    memset(came, 0, sizeof came);
    uv_loop_init(&loop);
    remote_usual(&rules);
    net = net_open(&(NetOptions){.loop = &loop,
                                 .doors = {{.door = DOOR_PUBLIC, .host = "127.0.0.1"}},
                                 .door_count = 1,
                                 .connections_max = 10,
                                 .client = &rules,
                                 .hooks = {.handshake = on_handshake,
                                           .opened = on_opened,
                                           .received = on_received,
                                           .closed = on_closed,
                                           .body_max = on_body,
                                           .request = on_request}},
                   line);
    ck_assert_msg(net, "%s", line);
}

static void teardown(void)
{
    if (client >= 0)
        close(client);
    if (!is_closed)
        net_close(net);
    uv_run(&loop, UV_RUN_DEFAULT);
    net_free(net);
    uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

static void connect_client(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)net_port(net, DOOR_PUBLIC)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    client = socket(AF_INET, SOCK_STREAM, 0);
    ck_assert_int_ge(client, 0);
    ck_assert_int_eq(connect(client, (struct sockaddr *)&address, sizeof address), 0);
}

static void say(const char *text)
{
    ck_assert_int_eq(send(client, text, strlen(text), 0), (ssize_t)strlen(text));
}

/* A client whose handshake waits. */
static void knock(void)
{
    handshakes = 0;
    connect_client();
    say(REQUEST);
    while (handshakes == 0)
        uv_run(&loop, UV_RUN_ONCE);
}

static void let_in(void)
{
    NetArrival arrival = {.person = {.id = "gann", .name = "Ann", .guest = true},
                          .cookie = "castled_session=token"};
    net_admit(net, exchange, 0, &arrival);
}

/* Runs the loop until a whole head has come. */
static const char *answer(void)
{
    size_t length = 0;
    while (!strstr(came, "\r\n\r\n")) {
        struct pollfd readable = {client, POLLIN, 0};
        uv_run(&loop, UV_RUN_NOWAIT);
        if (poll(&readable, 1, 1) <= 0)
            continue;
        ssize_t got = recv(client, came + length, sizeof came - 1 - length, 0);
        ck_assert_msg(got > 0, "closed after: %s", came);
        length += (size_t)got;
    }
    return came;
}

/* Runs the loop until the server has closed the connection. */
static void await_end(void)
{
    while (net_connections(net) > 0)
        uv_run(&loop, UV_RUN_ONCE);
}

START_TEST(a_handshake_accepted_later_becomes_a_websocket_then)
{
    knock();
    for (int i = 0; i < 3; i++)
        uv_run(&loop, UV_RUN_NOWAIT);
    ck_assert_uint_eq(opened, 0);
    let_in();
    ck_assert_ptr_nonnull(strstr(answer(), "HTTP/1.1 101 "));
    /* RFC 6455, 1.3: the answer to this key. */
    ck_assert_ptr_nonnull(strstr(came, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="));
    ck_assert_ptr_nonnull(strstr(came, "castled_session=token"));
    ck_assert_uint_eq(opened, 1);
    let_in(); /* a second time: nothing happens */
    ck_assert_uint_eq(opened, 1);
}
END_TEST

START_TEST(a_handshake_refused_later_gets_the_reason)
{
    knock();
    net_admit(net, exchange, 403, NULL);
    ck_assert_ptr_nonnull(strstr(answer(), "HTTP/1.1 403 "));
    ck_assert_ptr_nonnull(strcasestr(came, "connection: close"));
    let_in(); /* too late */
    ck_assert_uint_eq(opened, 0);
}
END_TEST

START_TEST(a_client_who_has_left_meanwhile_is_forgotten)
{
    knock();
    close(client);
    client = -1;
    await_end();
    let_in();
    ck_assert(opened == 0 && closed == 0);
}
END_TEST

START_TEST(a_client_who_closes_its_side_has_left)
{
    knock();
    shutdown(client, SHUT_WR);
    await_end();
    let_in();
    ck_assert_uint_eq(opened, 0);
}
END_TEST

/* RFC 6455, 4.1: the client waits for the answer. */
START_TEST(a_client_who_does_not_wait_for_the_answer_is_refused)
{
    knock();
    int first = client;
    ExchangeId asked = exchange;
    say("\x81\x80\x01\x02\x03\x04");
    /* Once the loop has read what another client sent later, it has read this. */
    knock();
    close(client);
    client = first;
    exchange = asked;
    let_in();
    ck_assert_ptr_nonnull(strstr(answer(), "HTTP/1.1 400 "));
    ck_assert_uint_eq(opened, 0);
}
END_TEST

START_TEST(no_handshake_waits_for_longer_than_the_bound)
{
    knock();
    seconds_ahead = HANDSHAKE_WAIT / 1000 - 1;
    uv_run(&loop, UV_RUN_NOWAIT);
    ck_assert_int_eq(recv(client, came, sizeof came, MSG_DONTWAIT), -1);
    seconds_ahead = HANDSHAKE_WAIT / 1000 + 1;
    ck_assert_ptr_nonnull(strstr(answer(), "HTTP/1.1 503 "));
    let_in();
    ck_assert_uint_eq(opened, 0);
}
END_TEST

START_TEST(a_server_that_stops_lets_nobody_in)
{
    knock();
    net_stop(net, CLOSE_GOING_AWAY);
    let_in();
    ck_assert_ptr_nonnull(strstr(answer(), "HTTP/1.1 503 "));
    ck_assert_uint_eq(opened, 0);
}
END_TEST

START_TEST(the_server_can_be_closed_while_a_handshake_waits)
{
    knock();
    net_close(net);
    is_closed = true;
    let_in();
    ck_assert_uint_eq(opened, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("handshake");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_handshake_accepted_later_becomes_a_websocket_then);
    tcase_add_test(tcase, a_handshake_refused_later_gets_the_reason);
    tcase_add_test(tcase, a_client_who_has_left_meanwhile_is_forgotten);
    tcase_add_test(tcase, a_client_who_closes_its_side_has_left);
    tcase_add_test(tcase, a_client_who_does_not_wait_for_the_answer_is_refused);
    tcase_add_test(tcase, no_handshake_waits_for_longer_than_the_bound);
    tcase_add_test(tcase, a_server_that_stops_lets_nobody_in);
    tcase_add_test(tcase, the_server_can_be_closed_while_a_handshake_waits);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
