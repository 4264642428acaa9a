#include "cluster_rig.h"
#include "link_format.h"
#include "words.h"

/* A front and an owner, each with its own sockets, and a bus in memory between them. Times are the world's, set here. */

static World world;

static void setup(void)
{
    open_world(&world);
}

static void setup_linked(void)
{
    open_world(&world);
    open_host(&world, 7);
    open_front(&world, NULL);
    until_linked(&world);
}

static void teardown(void)
{
    close_world(&world);
}

static Owner *owner(void)
{
    return &world.owner;
}

/* ---- sessions ---- */

START_TEST(a_handshake_is_admitted_by_the_owner)
{
    Client client = join(&world);
    ck_assert_ptr_nonnull(strstr(client.in, "HTTP/1.1 101 "));
    ck_assert_ptr_nonnull(strstr(client.in, "Set-Cookie: castled_session=new\r\n"));
    ck_assert_ptr_nonnull(strstr(client.in, "Set-Cookie: castled_session=; Max-Age=0\r\n"));
    ck_assert_str_eq(owner()->seen, "castled_session=abc");
    ck_assert_str_eq(owner()->address, "127.0.0.1");
    ck_assert_str_eq(owner()->person.id, "abcdefgh");
    ck_assert_str_eq(owner()->person.name, "anna");
    ck_assert_str_eq(owner()->credential, "ses_1");
    ck_assert(owner()->handshake & NET_ELSEWHERE);
    ck_assert_uint_eq(sessions_count(net_sessions(world.owner_net)), 1);
    hang_up(&client);
}
END_TEST

START_TEST(a_handshake_is_refused_by_the_owner)
{
    Client client = connect_to(&world, world.front_net);
    shake_hands(&client);
    while (!owner()->handshakes)
        turn(&world);
    net_admit(world.owner_net, owner()->handshake, 403, NULL);
    until_end(&client);
    ck_assert_ptr_nonnull(strstr(client.in, "HTTP/1.1 403 "));
    ck_assert_uint_eq(sessions_count(net_sessions(world.owner_net)), 0);
    ck_assert_uint_eq(front_state(world.front).exchanges, 0);
    hang_up(&client);
}
END_TEST

START_TEST(what_a_client_says_and_hears_goes_through)
{
    Client client = join(&world);
    say_frame(&client, 1, "{\"t\":\"x\"}", 9);
    while (!owner()->received_count)
        turn(&world);
    ck_assert_str_eq(owner()->seen, "{\"t\":\"x\"}");
    ck_assert(owner()->received_by == owner()->opened[0]);
    tell(&world, owner()->opened[0], "one");
    tell(&world, owner()->opened[0], "two");
    expect_message(&client, "one");
    expect_message(&client, "two");
    hang_up(&client);
}
END_TEST

/* 20 KiB for five clients of a front cross the bus once. */
START_TEST(a_packet_for_many_crosses_once)
{
    enum { CLIENTS = 5, LENGTH = 20 * 1024 };
    Client clients[CLIENTS];
    static char text[LENGTH + 1];
    memset(text, 'x', LENGTH);
    for (int i = 0; i < CLIENTS; i++)
        clients[i] = join(&world);
    size_t before = world.bus.bytes;
    Packet *packet = packet_new(text, LENGTH);
    for (int i = 0; i < CLIENTS; i++)
        session_push(net_sessions(world.owner_net), owner()->opened[i], packet, 0);
    packet_release(packet);
    for (int i = 0; i < CLIENTS; i++)
        expect_message(&clients[i], text);
    ck_assert_uint_lt(world.bus.bytes - before, 2 * LENGTH);
    for (int i = 0; i < CLIENTS; i++)
        hang_up(&clients[i]);
}
END_TEST

/* Of a few bytes for each of them; and who has gone meanwhile holds nobody up. */
START_TEST(many_who_hear_the_same_take_a_few_bytes)
{
    enum { CLIENTS = 60, GONE = 7, HEADS = 2 * LINK_MESSAGE_LEAST, EACH = 5 };
    Client clients[CLIENTS];
    for (int i = 0; i < CLIENTS; i++)
        clients[i] = join(&world);
    hang_up(&clients[GONE]);
    while (sessions_count(net_sessions(world.front_net)) == CLIENTS)
        uv_run(&world.loop, UV_RUN_NOWAIT);
    size_t before = world.bus.bytes;
    Packet *packet = packet_new("e4", 2);
    for (int i = 0; i < CLIENTS; i++)
        session_push(net_sessions(world.owner_net), owner()->opened[i], packet, 0);
    packet_release(packet);
    for (int i = 0; i < CLIENTS; i++)
        if (i != GONE)
            expect_message(&clients[i], "e4");
    ck_assert_uint_lt(world.bus.bytes - before, HEADS + CLIENTS * EACH);
    for (int i = 0; i < CLIENTS; i++)
        hang_up(&clients[i]);
}
END_TEST

/* More different packets in a turn than can be named at a time. */
START_TEST(many_packets_arrive_each_in_its_order)
{
    enum { COUNT = 3 * WORD_PACKETS_MAX };
    char text[16];
    Client one = join(&world), other = join(&world);
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "packet %d", i);
        Packet *packet = packet_new(text, strlen(text));
        session_push(net_sessions(world.owner_net), owner()->opened[0], packet, 0);
        session_push(net_sessions(world.owner_net), owner()->opened[1], packet, 0);
        packet_release(packet);
    }
    for (int i = 0; i < COUNT; i++) {
        snprintf(text, sizeof text, "packet %d", i);
        expect_message(&one, text);
        expect_message(&other, text);
    }
    hang_up(&one);
    hang_up(&other);
}
END_TEST

START_TEST(the_owner_closes_a_session)
{
    Client client = join(&world);
    tell(&world, owner()->opened[0], "last");
    session_close(net_sessions(world.owner_net), owner()->opened[0], CLOSE_POLICY);
    expect_message(&client, "last");
    expect_close(&client, 1008);
    ck_assert_uint_eq(owner()->closed_count, 0);
    say_frame(&client, 8, "\x03\xf0", 2);
    until_end(&client);
    while (!owner()->closed_count)
        turn(&world);
    ck_assert(owner()->closed == owner()->opened[0]);
    ck_assert_uint_eq(sessions_count(net_sessions(world.owner_net)), 0);
    hang_up(&client);
}
END_TEST

START_TEST(a_client_goes)
{
    Client client = join(&world);
    hang_up(&client);
    while (!owner()->closed_count)
        turn(&world);
    ck_assert(owner()->closed == owner()->opened[0]);
    tell(&world, owner()->opened[0], "too late"); /* and nothing happens */
    turn(&world);
}
END_TEST

START_TEST(the_round_trip_is_the_client_s)
{
    const char *payload;
    size_t length;
    Client client = join(&world);
    session_ping(net_sessions(world.owner_net), owner()->opened[0]);
    ck_assert_int_eq(hear_frame(&client, &payload, &length), 9);
    usleep(3000);
    say_frame(&client, 10, payload, length);
    while (!session_lag(net_sessions(world.owner_net), owner()->opened[0]))
        turn(&world);
    ck_assert_int_ge(session_lag(net_sessions(world.owner_net), owner()->opened[0]), 3);
    hang_up(&client);
}
END_TEST

/* ---- requests ---- */

START_TEST(a_request_is_answered_by_the_owner)
{
    static const HttpAnswer ANSWER = {.status = 429,
                                      .type = "application/json",
                                      .body = "{\"a\":1}",
                                      .length = 7,
                                      .encoding = "identity",
                                      .etag = "\"tag\"",
                                      .cache = "no-store",
                                      .allow = "GET, HEAD",
                                      .file = "games.pgn",
                                      .cookie = "a=1",
                                      .old_cookie = "b=2",
                                      .device = "c=3",
                                      .location = "https://club.example/x",
                                      .retry_after = 60,
                                      .policy = "default-src 'none'",
                                      .shared = true,
                                      .cors = true,
                                      .vary = true};
    static const char *const LINES[] = {
        "HTTP/1.1 429 ",
        "content-type: application/json\r\n",
        "content-encoding: identity\r\n",
        "etag: W/\"tag\"\r\n",
        "cache-control: no-store\r\n",
        "allow: GET, HEAD\r\n",
        "filename=\"games.pgn\"\r\n",
        "set-cookie: a=1\r\n",
        "set-cookie: b=2\r\n",
        "set-cookie: c=3\r\n",
        "location: https://club.example/x\r\n",
        "retry-after: 60\r\n",
        "content-security-policy: default-src 'none'\r\n",
        "cross-origin-resource-policy: cross-origin\r\n",
        "access-control-allow-origin: *\r\n",
        "vary: accept-encoding\r\n",
        "x-request-id: named-by-proxy\r\n",
        "content-length: 7\r\n",
        "\r\n\r\n{\"a\":1}",
    };
    Client client = connect_to(&world, world.front_net);
    owner()->answer = &ANSWER;
    ask_for(&client, "/api/a%20b?x=1&y=2");
    until_text(&client, "{\"a\":1}");
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++)
        ck_assert_msg(strstr(client.in, LINES[i]) != NULL, "%s is not in\n%s", LINES[i], client.in);
    ck_assert_str_eq(owner()->address, "127.0.0.1");
    ck_assert_str_eq(owner()->request_id, "named-by-proxy");
    ck_assert_uint_eq(front_state(world.front).exchanges, 0);
    hang_up(&client);
}
END_TEST

START_TEST(a_request_with_a_body_is_answered_later)
{
    enum { LENGTH = 400 * 1024 };
    static char body[LENGTH];
    HttpAnswer answer;
    Client client = connect_to(&world, world.front_net);
    memset(body, 'b', LENGTH);
    say(&client, "POST /api/x HTTP/1.1\r\nHost: club.example\r\nContent-Length: 409600\r\n\r\n");
    say_bytes(&client, body, LENGTH);
    while (!owner()->requests)
        turn(&world);
    ck_assert_int_eq(owner()->last.method, HTTP_POST);
    ck_assert_uint_eq(owner()->last.length, LENGTH);
    ck_assert(owner()->last.has_length);
    ck_assert(host_is_busy(world.host));
    http_plain(&answer, 200, "thanks\n");
    net_answer(world.owner_net, owner()->request, &answer);
    ck_assert(!host_is_busy(world.host));
    until_text(&client, "thanks\n");
    net_answer(world.owner_net, owner()->request, &answer); /* it was answered */
    ask_for(&client, "/again");
    while (owner()->requests < 2)
        turn(&world);
    hang_up(&client);
}
END_TEST

static void expect_503(Client *client)
{
    until_text(client, "\r\n\r\n");
    ck_assert_ptr_nonnull(strstr(client->in, "HTTP/1.1 503 "));
    ck_assert_ptr_nonnull(strstr(client->in, "retry-after: "));
}

/* PROTOCOL.md, 9: a refusal is {"error":"sentence"}, and scripts of other sites can read every answer. */
static void expect_api_503(Client *client, const char *code)
{
    char member[64];
    snprintf(member, sizeof member, ".\",\"code\":\"%s\"}\n", code);
    expect_503(client);
    until_text(client, "\r\n\r\n{\"error\":\"");
    until_text(client, member);
    ck_assert_ptr_nonnull(strstr(client->in, "content-type: application/json\r\n"));
    ck_assert_ptr_nonnull(strstr(client->in, "access-control-allow-origin: *\r\n"));
}

/* Longer than a frame of the link. */
START_TEST(an_answer_that_is_too_long_is_503)
{
    static const HttpAnswer ANSWER = {.status = 200, .type = "text/plain", .body = "", .length = 0};
    HttpAnswer answer = ANSWER;
    char *body = calloc(LINK_FRAME_MAX, 1);
    answer.body = body;
    answer.length = LINK_FRAME_MAX;
    owner()->answer = &answer;
    Client client = connect_to(&world, world.front_net);
    ask_for(&client, "/api/long");
    expect_api_503(&client, "answer_too_long");
    ck_assert(front_is_up(world.front));
    hang_up(&client);
    free(body);
}
END_TEST

static const PageFile *find_built(const char *path)
{
    static const unsigned char TEXT[] = "let x";
    static const PageFile FILES[] = {
        {.path = "/assets/index-1a2b.js",
         .type = "text/javascript",
         .etag = "\"1a2b\"",
         .immutable = true,
         .plain = {TEXT, sizeof TEXT - 1}},
        {.path = "/robots.txt", .type = "text/plain", .etag = "\"r\"", .plain = {TEXT, 5}},
    };
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        if (strcmp(path, FILES[i].path) == 0)
            return &FILES[i];
    return NULL;
}

START_TEST(a_hashed_file_is_answered_here_another_by_the_owner)
{
    char line[SITE_LINE_MAX];
    Site *site = site_open(&(SiteOptions){.path = "", .url = ""}, find_built, line);
    ck_assert_msg(site != NULL, "%s", line);
    open_front(&world, site); /* and there is no owner */
    Client client = connect_to(&world, world.front_net);
    ask_for(&client, "/assets/index-1a2b.js");
    until_text(&client, "let x");
    ck_assert_ptr_nonnull(strstr(client.in, "immutable"));
    ask_for(&client, "/robots.txt");
    while (!front_state(world.front).waiting)
        turn(&world);
    hang_up(&client);
    close_front(&world);
    site_free(site);
}
END_TEST

/* ---- streams ---- */

static const HttpAnswer LINES_HEAD = {
    .status = 200, .type = "application/x-ndjson", .cache = "no-store"};

static void on_ready(void *context)
{
    Owner *it = context;
    it->ready_count++;
}

static void on_gone(void *context)
{
    Owner *it = context;
    it->gone_count++;
}

static Client begin_stream(bool is_endless)
{
    StreamHooks hooks = {
        .context = owner(), .is_endless = is_endless, .ready = on_ready, .gone = on_gone};
    size_t asked = owner()->requests;
    Client client = connect_to(&world, world.front_net);
    ask_for(&client, "/stream");
    while (owner()->requests == asked)
        turn(&world);
    ck_assert(net_stream(world.owner_net, owner()->request, &LINES_HEAD, &hooks));
    return client;
}

START_TEST(a_stream_comes_piece_by_piece)
{
    Client client = begin_stream(true);
    until_text(&client, "\r\n\r\n");
    ck_assert_ptr_nonnull(strstr(client.in, "content-type: application/x-ndjson\r\n"));
    while (!owner()->ready_count)
        turn(&world);
    ck_assert_uint_eq(net_stream_write(world.owner_net, owner()->request, "one\n", 4), 4);
    until_text(&client, "one\n");
    while (owner()->ready_count < 2)
        turn(&world);
    ck_assert_uint_eq(net_stream_write(world.owner_net, owner()->request, "two\n", 4), 4);
    ck_assert(!host_is_busy(world.host));
    net_stream_end(world.owner_net, owner()->request);
    until_text(&client, "two\n");
    until_text(&client, "\r\n0\r\n\r\n");
    ck_assert_uint_eq(owner()->gone_count, 0);
    ck_assert_uint_eq(front_state(world.front).exchanges, 0);
    hang_up(&client);
}
END_TEST

/* What has waited at the owner is on its way. */
static void until_said(void)
{
    HostFront front;
    do
        turn(&world);
    while (host_front(world.host, 0, &front) && front.waiting);
}

/* Until the reader has taken all, the owner sees what is left, and is not told to go on. */
START_TEST(a_slow_reader_holds_the_owner_back)
{
    enum { PIECE = 1 << 20, TIMES = 16 }; /* more than what the system keeps for a socket */
    static char piece[PIECE];
    memset(piece, 'p', PIECE);
    Client client = begin_stream(false);
    while (!owner()->ready_count)
        turn(&world);
    for (int i = 0; i < TIMES; i++) {
        net_stream_write(world.owner_net, owner()->request, piece, PIECE);
        until_said();
    }
    ck_assert(host_is_busy(world.host));
    for (int i = 0; i < 100; i++)
        turn(&world);
    ck_assert_uint_eq(owner()->ready_count, 1);
    size_t left = net_stream_write(world.owner_net, owner()->request, "\n", 1);
    ck_assert_uint_gt(left, PIECE);
    ck_assert_uint_le(left, (size_t)TIMES * PIECE + 1);
    until_length(&client, (size_t)TIMES * PIECE + 1);
    while (owner()->ready_count < 2)
        if (!hear(&client))
            turn(&world);
    ck_assert_uint_eq(net_stream_write(world.owner_net, owner()->request, "\n", 1), 1);
    net_stream_end(world.owner_net, owner()->request);
    until_text(&client, "\r\n0\r\n\r\n");
    hang_up(&client);
}
END_TEST

/* The owner hears what has been taken before all of it has been, so a reader who is always behind is not taken for one who
 * does not read: as much is read here as is written meanwhile. */
START_TEST(what_a_reader_takes_is_known_while_more_is_written)
{
    enum { BEHIND = 8 << 20, PIECE = 64 * 1024, TIMES = BEHIND / PIECE };
    static char behind[1 << 20], piece[PIECE];
    memset(behind, 'b', sizeof behind);
    memset(piece, 'p', PIECE);
    Client client = begin_stream(true);
    for (size_t i = 0; i < BEHIND / sizeof behind; i++) {
        net_stream_write(world.owner_net, owner()->request, behind, sizeof behind);
        turn(&world);
    }
    for (int i = 0; i < TIMES; i++) {
        net_stream_write(world.owner_net, owner()->request, piece, PIECE);
        until_length(&client, client.length + PIECE);
        turn(&world);
    }
    ck_assert_uint_lt(net_stream_write(world.owner_net, owner()->request, "\n", 1),
                      BEHIND + BEHIND / 2);
    hang_up(&client);
}
END_TEST

START_TEST(a_reader_who_goes_is_told)
{
    Client client = begin_stream(true);
    until_text(&client, "\r\n\r\n");
    hang_up(&client);
    while (!owner()->gone_count)
        turn(&world);
    ck_assert_uint_eq(net_stream_write(world.owner_net, owner()->request, "x", 1), 0);
    ck_assert_uint_eq(front_state(world.front).exchanges, 0);
    net_stream_end(world.owner_net, owner()->request);
}
END_TEST

START_TEST(a_reader_who_went_before_the_stream_is_told)
{
    StreamHooks hooks = {.context = owner(), .ready = on_ready, .gone = on_gone};
    Client client = connect_to(&world, world.front_net);
    ask_for(&client, "/stream");
    while (!owner()->requests)
        turn(&world);
    struct linger at_once = {.l_onoff = 1};
    setsockopt(client.fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    hang_up(&client);
    while (net_connections(world.front_net))
        turn(&world);
    ck_assert(net_stream(world.owner_net, owner()->request, &LINES_HEAD, &hooks));
    while (!owner()->gone_count)
        turn(&world);
}
END_TEST

START_TEST(a_stream_that_is_cut_is_noticed)
{
    Client client = begin_stream(true);
    net_stream_write(world.owner_net, owner()->request, "one\n", 4);
    until_text(&client, "one\n");
    net_stream_cut(world.owner_net, owner()->request);
    until_end(&client);
    ck_assert(client.was_reset);
    ck_assert_ptr_null(strstr(client.in, "\r\n0\r\n\r\n"));
    ck_assert_uint_eq(owner()->gone_count, 0);
    hang_up(&client);
}
END_TEST

/* ---- the way breaks ---- */

/* RFC 6455's registry: 1012 is a restart, after which clients come back. */
START_TEST(when_the_way_breaks_everything_ends_at_both_ends)
{
    Client player = join(&world), knocks = connect_to(&world, world.front_net);
    Client reads = begin_stream(true), asks = connect_to(&world, world.front_net);
    shake_hands(&knocks);
    ask_for(&asks, "/slow");
    while (owner()->requests < 2 || owner()->handshakes < 2)
        turn(&world);
    world.bus.is_cut = true;
    pass(&world, LINK_SILENCE + LINK_BEAT);
    expect_close(&player, 1012);
    expect_503(&knocks);
    expect_503(&asks);
    ck_assert_ptr_nonnull(strstr(asks.in, "retry-after: 1\r\n"));
    until_end(&reads);
    ck_assert(reads.was_reset);
    ck_assert(!front_is_up(world.front));
    ck_assert_uint_eq(front_state(world.front).exchanges, 0);
    ck_assert_uint_eq(owner()->closed_count, 1);
    ck_assert_uint_eq(owner()->gone_count, 1);
    ck_assert_uint_eq(sessions_count(net_sessions(world.owner_net)), 0);
    ck_assert(!host_is_busy(world.host));
    HttpAnswer late;
    http_plain(&late, 200, "late\n");
    net_answer(world.owner_net, owner()->request, &late); /* and nothing happens */
    world.bus.is_cut = false;
    pass(&world, LINK_GREETING_EVERY);
    until_linked(&world);
    Client again = join(&world);
    hang_up(&player);
    hang_up(&knocks);
    hang_up(&reads);
    hang_up(&asks);
    hang_up(&again);
}
END_TEST

START_TEST(an_owner_that_leaves_is_known_at_once)
{
    Client player = join(&world);
    tell(&world, owner()->opened[0], "last words");
    sessions_flush(net_sessions(world.owner_net));
    host_leave(world.host);
    ck_assert_uint_eq(owner()->closed_count, 1);
    expect_message(&player, "last words");
    expect_close(&player, 1012);
    hang_up(&player);
}
END_TEST

START_TEST(a_front_that_leaves_is_known_at_once)
{
    Client player = join(&world), reads = begin_stream(true);
    until_text(&reads, "\r\n\r\n");
    close_front(&world);
    expect_close(&player, 1001);
    until_text(&reads, "\r\n0\r\n\r\n");
    while (!owner()->closed_count || !owner()->gone_count)
        turn(&world);
    HostFront front;
    ck_assert(!host_front(world.host, 0, &front));
    hang_up(&player);
    hang_up(&reads);
}
END_TEST

/* One who says too much does not break the link of all. */
START_TEST(when_the_owner_does_not_keep_up_who_says_more_is_closed)
{
    static char text[NET_MESSAGE_MAX];
    memset(text, 'x', sizeof text);
    Client player = join(&world);
    world.bus.is_cut = true;
    for (size_t i = 0; i <= FRONT_CROWDED / sizeof text; i++)
        front_received(world.front, 1, text, sizeof text);
    say_frame(&player, 1, "{}", 2);
    expect_close(&player, 1013);
    ck_assert(front_is_up(world.front));
    hang_up(&player);
}
END_TEST

/* ---- without an owner ---- */

START_TEST(what_waits_is_asked_when_there_is_an_owner)
{
    open_front(&world, NULL);
    Client asks = connect_to(&world, world.front_net);
    Client knocks = connect_to(&world, world.front_net);
    ask_for(&asks, "/early");
    shake_hands(&knocks);
    while (front_state(world.front).waiting < 2)
        turn(&world);
    open_host(&world, 1);
    pass(&world, LINK_GREETING_EVERY);
    while (!owner()->requests || !owner()->handshakes)
        turn(&world);
    ck_assert_uint_eq(front_state(world.front).waiting, 0);
    NetArrival arrival = an_arrival();
    HttpAnswer answer;
    http_plain(&answer, 200, "served\n");
    net_admit(world.owner_net, owner()->handshake, 0, &arrival);
    net_answer(world.owner_net, owner()->request, &answer);
    until_text(&asks, "served\n");
    until_text(&knocks, "HTTP/1.1 101 ");
    ck_assert_str_eq(owner()->request_id, "named-by-proxy");
    hang_up(&asks);
    hang_up(&knocks);
}
END_TEST

START_TEST(what_waits_for_too_long_is_refused)
{
    open_front(&world, NULL);
    Client asks = connect_to(&world, world.front_net);
    Client knocks = connect_to(&world, world.front_net);
    ask_for(&asks, "/early");
    Client calls = connect_to(&world, world.front_net);
    shake_hands(&knocks);
    ask_for(&calls, "/api/games");
    while (front_state(world.front).waiting < 3)
        turn(&world);
    pass(&world, FRONT_WAIT - 1);
    ck_assert_uint_eq(front_state(world.front).waiting, 3);
    ck_assert_int_le(front_wait(world.front), 1);
    pass(&world, 1);
    ck_assert_uint_eq(front_state(world.front).waiting, 0);
    expect_503(&asks);
    until_text(&asks, "try again in a second.\n");
    ck_assert_ptr_nonnull(strstr(asks.in, "content-type: text/plain"));
    expect_api_503(&calls, "restarting");
    expect_503(&knocks);
    hang_up(&asks);
    hang_up(&calls);
    hang_up(&knocks);
}
END_TEST

/* Exchanges that the net does not have: it ignores what they are answered. */
START_TEST(only_so_many_wait)
{
    NetCaller caller = {.address = "192.0.2.1"};
    open_front(&world, NULL);
    for (ExchangeId i = 1; i <= FRONT_WAITING_MAX + 10; i++)
        front_handshake(world.front, i << 40, &caller);
    ck_assert_uint_eq(front_state(world.front).waiting, FRONT_WAITING_MAX);
    ck_assert_uint_eq(front_state(world.front).exchanges, FRONT_WAITING_MAX);
}
END_TEST

enum { BIG = 512 * 1024, BIGS_FIT = FRONT_WAITING_BYTES / BIG - 1 };

/* A request with a long body, of an exchange that the net does not have. */
static void ask_big(const char *address)
{
    static ExchangeId newest;
    static char body[BIG];
    HttpAnswer answer;
    HttpRequest request = {
        .path = "/", .arguments = "", .address = address, .body = body, .length = BIG};
    ck_assert(!front_request(world.front, ++newest << 40, &request, &answer));
}

START_TEST(what_waits_holds_only_so_much)
{
    char address[16];
    open_front(&world, NULL);
    for (int i = 1; i <= BIGS_FIT + 10; i++) {
        snprintf(address, sizeof address, "192.0.2.%d", i);
        ask_big(address);
    }
    ck_assert_uint_gt(front_state(world.front).waiting, BIGS_FIT * 3 / 4);
    ck_assert_uint_lt(front_state(world.front).waiting, BIGS_FIT);
    Client asks = connect_to(&world, world.front_net);
    size_t before = front_state(world.front).waiting;
    ask_for(&asks, "/"); /* there is room for what is small */
    while (front_state(world.front).waiting == before)
        turn(&world);
    hang_up(&asks);
}
END_TEST

START_TEST(an_address_takes_a_quarter_of_what_may_wait)
{
    enum { FIT = FRONT_WAITING_SHARE / BIG - 1 };
    open_front(&world, NULL);
    for (int i = 0; i < BIGS_FIT + 10; i++)
        ask_big("192.0.2.1");
    ck_assert_uint_eq(front_state(world.front).waiting, FIT);
    ask_big("192.0.2.2");
    ck_assert_uint_eq(front_state(world.front).waiting, FIT + 1);
}
END_TEST

/* Whoever asks for little comes behind one body of each of them. */
START_TEST(addresses_take_turns_in_what_waits)
{
    open_front(&world, NULL);
    for (int i = 0; i < 5; i++)
        ask_big("192.0.2.1");
    Client asks = connect_to(&world, world.front_net);
    ask_for(&asks, "/");
    while (front_state(world.front).waiting < 6)
        turn(&world);
    open_host(&world, 1);
    pass(&world, LINK_GREETING_EVERY);
    while (owner()->requests < 6)
        turn(&world);
    ck_assert_uint_eq(owner()->bodiless, 2);
    hang_up(&asks);
}
END_TEST

/* The front becomes the owner: what has waited is asked of itself. */
START_TEST(what_waits_is_asked_of_the_heir)
{
    NetArrival arrival = an_arrival();
    static const HttpAnswer ANSWER = {
        .status = 200, .type = "text/plain", .body = "own", .length = 3, .cache = "no-store"};
    open_front(&world, NULL);
    Client asks = connect_to(&world, world.front_net);
    Client knocks = connect_to(&world, world.front_net);
    ask_for(&asks, "/early");
    shake_hands(&knocks);
    while (front_state(world.front).waiting < 2)
        turn(&world);
    NetHooks heir = owner_hooks(&world);
    owner()->answer = &ANSWER;
    front_close(world.front, CLOSE_RESTART, &heir);
    front_free(world.front);
    world.front = NULL;
    until_text(&asks, "\r\n\r\nown");
    ck_assert_uint_eq(owner()->handshakes, 1);
    ck_assert(!(owner()->handshake & NET_ELSEWHERE));
    net_admit(world.front_net, owner()->handshake, 0, &arrival);
    until_text(&knocks, "HTTP/1.1 101 ");
    ck_assert_uint_eq(owner()->opened_count, 1);
    hang_up(&asks);
    hang_up(&knocks);
}
END_TEST

/* An owner that the database has not any more is not listened to, linked or not. */
START_TEST(an_owner_of_an_older_epoch_is_left)
{
    Client player = join(&world);
    ck_assert_uint_eq(front_state(world.front).epoch, 7);
    front_note_epoch(world.front, 7);
    turn(&world);
    ck_assert(front_is_up(world.front));
    front_note_epoch(world.front, 8);
    expect_close(&player, 1012);
    ck_assert(!front_is_up(world.front));
    pass(&world, 3 * LINK_GREETING_EVERY);
    ck_assert(!front_is_up(world.front));
    ck_assert_uint_eq(world.passed, 8); /* and knows it */
    host_leave(world.host);
    host_free(world.host);
    open_host(&world, 8);
    pass(&world, LINK_GREETING_EVERY);
    until_linked(&world);
    hang_up(&player);
}
END_TEST

/* As when the database has given the games to a front while their owner could not reach it. */
START_TEST(an_owner_hears_of_the_front_that_is_the_next)
{
    Client player = join(&world);
    front_announce(world.front, 8);
    turn(&world);
    ck_assert_uint_eq(world.passed, 8);
    expect_close(&player, 1012);
    front_close(world.front, CLOSE_RESTART, NULL);
    front_free(world.front);
    world.front = NULL;
    hang_up(&player);
}
END_TEST

/* Before it has found any owner. */
START_TEST(a_front_that_is_the_next_says_so_though_it_was_never_linked)
{
    open_host(&world, 7);
    open_front(&world, NULL);
    front_announce(world.front, 8);
    turn(&world);
    ck_assert_uint_eq(world.passed, 8);
    front_close(world.front, CLOSE_RESTART, NULL);
    front_free(world.front);
    world.front = NULL;
}
END_TEST

/* What an owner of the next version says to a greeting. */
static size_t greetings;

static void on_greeting(void *context, const void *bytes, size_t length)
{
    LinkIntroduction greeting, welcome = {.version = LINK_VERSION + 1, .node = "later"};
    unsigned char nonce[SEAL_NONCE_SIZE] = {9}, out[LINK_INTRODUCTION_MAX];
    char name[LINK_NAME_SIZE], subject[BUS_SUBJECT_MAX + 1];
    (void)context;
    ck_assert(link_introduction_parse(&greeting, LINK_KIND_GREETING, &world.key.greetings, bytes,
                                      length));
    memcpy(welcome.front, greeting.front, sizeof welcome.front);
    sodium_bin2hex(name, sizeof name, greeting.front, sizeof greeting.front);
    snprintf(subject, sizeof subject, "castled.%s.%s.down", world.key.id, name);
    length = link_introduction_print(&welcome, LINK_KIND_WELCOME, &world.key.greetings, nonce, out);
    bus_send(&world.bus, subject, out, length);
    greetings++;
}

START_TEST(an_owner_of_another_version_is_greeted_again_after_a_while)
{
    char subject[BUS_SUBJECT_MAX + 1];
    snprintf(subject, sizeof subject, "castled.%s.owner", world.key.id);
    BusEar *ear = bus_listen(&world.bus, subject, on_greeting, NULL);
    greetings = 0;
    open_front(&world, NULL);
    for (int i = 0; i < 10; i++)
        turn(&world);
    ck_assert_uint_eq(greetings, 1);
    ck_assert_int_eq(front_wait(world.front), FRONT_AGAIN);
    world.now += FRONT_AGAIN;
    for (int i = 0; i < 10; i++)
        turn(&world);
    ck_assert_uint_eq(greetings, 2);
    ck_assert(!front_is_up(world.front));
    bus_unlisten(ear);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("front");
    TCase *linked = tcase_create("linked"), *alone = tcase_create("alone");
    tcase_add_checked_fixture(linked, setup_linked, teardown);
    tcase_add_test(linked, a_handshake_is_admitted_by_the_owner);
    tcase_add_test(linked, a_handshake_is_refused_by_the_owner);
    tcase_add_test(linked, what_a_client_says_and_hears_goes_through);
    tcase_add_test(linked, a_packet_for_many_crosses_once);
    tcase_add_test(linked, many_who_hear_the_same_take_a_few_bytes);
    tcase_add_test(linked, many_packets_arrive_each_in_its_order);
    tcase_add_test(linked, the_owner_closes_a_session);
    tcase_add_test(linked, a_client_goes);
    tcase_add_test(linked, the_round_trip_is_the_client_s);
    tcase_add_test(linked, a_request_is_answered_by_the_owner);
    tcase_add_test(linked, a_request_with_a_body_is_answered_later);
    tcase_add_test(linked, an_answer_that_is_too_long_is_503);
    tcase_add_test(linked, a_stream_comes_piece_by_piece);
    tcase_add_test(linked, a_slow_reader_holds_the_owner_back);
    tcase_add_test(linked, what_a_reader_takes_is_known_while_more_is_written);
    tcase_add_test(linked, a_reader_who_goes_is_told);
    tcase_add_test(linked, a_reader_who_went_before_the_stream_is_told);
    tcase_add_test(linked, a_stream_that_is_cut_is_noticed);
    tcase_add_test(linked, when_the_way_breaks_everything_ends_at_both_ends);
    tcase_add_test(linked, an_owner_that_leaves_is_known_at_once);
    tcase_add_test(linked, when_the_owner_does_not_keep_up_who_says_more_is_closed);
    tcase_add_test(linked, a_front_that_leaves_is_known_at_once);
    tcase_add_test(linked, an_owner_of_an_older_epoch_is_left);
    tcase_add_test(linked, an_owner_hears_of_the_front_that_is_the_next);
    tcase_add_test(alone, a_front_that_is_the_next_says_so_though_it_was_never_linked);
    tcase_add_checked_fixture(alone, setup, teardown);
    tcase_add_test(alone, a_hashed_file_is_answered_here_another_by_the_owner);
    tcase_add_test(alone, what_waits_is_asked_when_there_is_an_owner);
    tcase_add_test(alone, what_waits_for_too_long_is_refused);
    tcase_add_test(alone, only_so_many_wait);
    tcase_add_test(alone, what_waits_holds_only_so_much);
    tcase_add_test(alone, an_address_takes_a_quarter_of_what_may_wait);
    tcase_add_test(alone, addresses_take_turns_in_what_waits);
    tcase_add_test(alone, what_waits_is_asked_of_the_heir);
    tcase_add_test(alone, an_owner_of_another_version_is_greeted_again_after_a_while);
    suite_add_tcase(suite, linked);
    suite_add_tcase(suite, alone);
    return run_suite(suite);
}
