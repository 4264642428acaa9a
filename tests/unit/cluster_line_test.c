#include "cluster_rig.h"
#include "link.h"
#include "transport.h"
#include "words.h"

/* Somebody at a front's ICS port, by a real socket, and who serves that port at the owner. */

enum { MUCH = 20 * WORD_LINE_WINDOW };

static World world;

/* At the owner: keeps what came, and sends what it is given. */
static struct {
    Transport *transport; /* NULL: none, or it is gone */
    size_t begun;
    char address[ADDRESS_MAX + 1];
    bool is_confidential, has_ended;
    char in[MUCH + 1];
    size_t length;
    bool echoes;
} port;

static void port_arrived(void *owner);

static void port_drained(void *owner)
{
    port_arrived(owner);
}

static void take_some(size_t most)
{
    size_t length;
    const char *bytes = transport_input(port.transport, &length);
    length = length < most ? length : most;
    ck_assert_uint_le(port.length + length, MUCH);
    memcpy(port.in + port.length, bytes, length);
    port.length += length;
    TransportPiece piece = {port.in + port.length - length, length};
    transport_consume(port.transport, length);
    if (port.echoes && length)
        transport_send(port.transport, &piece, 1, port_drained);
}

static void port_arrived(void *owner)
{
    (void)owner;
    size_t length;
    while (!transport_is_writing(port.transport) &&
           (transport_input(port.transport, &length), length))
        take_some(length);
    port.has_ended = transport_has_ended(port.transport);
}

static void port_late(void *owner)
{
    (void)owner;
    ck_abort_msg("it has set no timer");
}

static void port_lost(void *owner)
{
    (void)owner;
    port.transport = NULL;
}

static void port_begins(void *context, Transport *transport, const char *address,
                        bool is_confidential, uint64_t front)
{
    static const TransportHooks HOOKS = {
        .arrived = port_arrived, .late = port_late, .lost = port_lost};
    ck_assert_ptr_eq(context, &world);
    ck_assert_uint_ne(front, 0);
    port.transport = transport;
    port.begun++;
    port.is_confidential = is_confidential;
    strcpy(port.address, address);
    transport_own(transport, &HOOKS, &port);
}

static void port_says(const char *words)
{
    const TransportPiece piece = {words, strlen(words)};
    ck_assert_uint_eq(transport_send(port.transport, &piece, 1, port_drained), 1);
}

static void port_finishes(void)
{
    transport_finish(port.transport);
    port.transport = NULL;
}

/* Unless it has been told already; something may still be under way. */
static void port_leaves(void)
{
    if (port.transport)
        transport_close(port.transport);
    port.transport = NULL;
}

static void setup(void)
{
    memset(&port, 0, sizeof port);
    open_world(&world);
    world.line = port_begins;
}

static void setup_linked(void)
{
    setup();
    open_host(&world, 7);
    open_front(&world, NULL);
    until_linked(&world);
}

static void teardown(void)
{
    close_world(&world);
}

static Client come(void)
{
    Client client = connect_by(&world, world.front_net, DOOR_ICS);
    while (!port.transport)
        turn(&world);
    return client;
}

/* Bytes of every value, no two stretches of which are alike. */
static void fill(char *bytes, size_t length)
{
    uint32_t state = 1;
    for (size_t i = 0; i < length; i++) {
        state = state * 1664525 + 1013904223; /* Numerical Recipes */
        bytes[i] = (char)(state >> 24);
    }
}

START_TEST(bytes_go_both_ways)
{
    static char sent[MUCH];
    fill(sent, sizeof sent);
    Client client = come();
    port.echoes = true;
    ck_assert_str_eq(port.address, "127.0.0.1");
    ck_assert(port.is_confidential);
    say_bytes(&client, sent, sizeof sent);
    until_length(&client, sizeof sent);
    ck_assert_uint_eq(port.length, sizeof sent);
    ck_assert_mem_eq(port.in, sent, sizeof sent);
    ck_assert_mem_eq(client.in, sent, sizeof sent);
    hang_up(&client);
    while (port.transport && !port.has_ended)
        turn(&world);
    port_leaves();
}
END_TEST

/* As who types into a pipe: printf 'guest\n\nwho\nquit\n' | nc */
START_TEST(an_end_comes_behind_what_was_said)
{
    Client client = come();
    say(&client, "guest\r\nquit\r\n");
    shutdown(client.fd, SHUT_WR);
    while (!port.has_ended)
        turn(&world);
    ck_assert_str_eq(port.in, "guest\r\nquit\r\n");
    port_says("Goodbye.\r\n");
    port_finishes();
    until_end(&client);
    ck_assert_str_eq(client.in, "Goodbye.\r\n");
    ck_assert(!client.was_reset);
    hang_up(&client);
}
END_TEST

START_TEST(who_is_gone_ends_at_the_owner)
{
    Client client = come();
    const struct linger at_once = {.l_onoff = 1};
    setsockopt(client.fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    hang_up(&client);
    while (port.transport && !port.has_ended)
        turn(&world);
    port_leaves();
}
END_TEST

/* What the owner says waits there while nobody reads it: on the bus are no more bytes than the window has. */
START_TEST(who_does_not_read_holds_up_nobody)
{
    enum { PART = 256 * 1024, PARTS = 64 };
    static char part[PART];
    Client client = come(), other;
    const TransportPiece piece = {part, PART};
    size_t given = 0, said = 0, idle;
    fill(part, PART);
    for (idle = 0; idle < 1000 && given < PARTS; idle++) {
        if (!transport_is_writing(port.transport)) {
            ck_assert_uint_eq(transport_send(port.transport, &piece, 1, port_drained), 1);
            given++;
        }
        turn(&world);
        if (world.bus.bytes != said)
            idle = 0;
        said = world.bus.bytes;
    }
    ck_assert_uint_lt(given, PARTS);
    Transport *first = port.transport;
    port.transport = NULL;
    other = come();
    port_says("Hello.\r\n");
    until_text(&other, "Hello.");
    port_finishes();
    port.transport = first;
    until_length(&client, (given - 1) * PART);
    for (size_t i = 0; i < given - 1; i++)
        ck_assert_mem_eq(client.in + i * PART, part, PART);
    hang_up(&other);
    hang_up(&client);
    while (port.transport && !port.has_ended)
        turn(&world);
    port_leaves();
}
END_TEST

static void expect_sentence(Client *client, const char *sentence)
{
    until_end(client);
    ck_assert_ptr_nonnull(strstr(client->in, sentence));
    hang_up(client);
}

START_TEST(without_an_owner_there_is_a_sentence)
{
    open_front(&world, NULL);
    Client client = connect_by(&world, world.front_net, DOOR_ICS);
    expect_sentence(&client, "The games cannot be reached right now.");
}
END_TEST

START_TEST(when_the_owner_goes_they_are_told)
{
    Client client = come();
    port_says("login: ");
    until_text(&client, "login: ");
    world.bus.is_cut = true;
    while (front_is_up(world.front))
        pass(&world, 100);
    expect_sentence(&client, "The games cannot be reached right now.");
    while (port.transport && !port.has_ended)
        pass(&world, 100);
    port_leaves();
}
END_TEST

START_TEST(an_owner_without_the_port_says_so)
{
    world.line = NULL;
    open_host(&world, 7);
    open_front(&world, NULL);
    until_linked(&world);
    Client client = connect_by(&world, world.front_net, DOOR_ICS);
    expect_sentence(&client, "The node that has the games has no such port.");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cluster_line");
    TCase *linked = tcase_create("linked"), *alone = tcase_create("alone");
    tcase_add_checked_fixture(linked, setup_linked, teardown);
    tcase_add_test(linked, bytes_go_both_ways);
    tcase_add_test(linked, an_end_comes_behind_what_was_said);
    tcase_add_test(linked, who_is_gone_ends_at_the_owner);
    tcase_add_test(linked, who_does_not_read_holds_up_nobody);
    tcase_add_test(linked, when_the_owner_goes_they_are_told);
    suite_add_tcase(suite, linked);
    tcase_add_checked_fixture(alone, setup, teardown);
    tcase_add_test(alone, without_an_owner_there_is_a_sentence);
    tcase_add_test(alone, an_owner_without_the_port_says_so);
    suite_add_tcase(suite, alone);
    return run_suite(suite);
}
