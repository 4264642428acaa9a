#include "cluster_rig.h"
#include "front_talk.h"

/* Clients of a front who say more than the owner takes. What was taken is acknowledged as time passes, which stands still
 * but for pass(); the owner answers nothing. */

enum { LENGTH = 100 }; /* of a message */

static World world;

static void setup(void)
{
    open_world(&world);
    open_host(&world, 7);
    open_front(&world, NULL);
    until_linked(&world);
    pass(&world, LINK_ACK_AFTER); /* of the greeting */
}

static void teardown(void)
{
    close_world(&world);
}

static void flood(Client *client, size_t count)
{
    char text[LENGTH];
    memset(text, 'x', sizeof text);
    while (count--)
        say_frame(client, 1, text, sizeof text);
}

/* Everything that can happen without time has happened: the owner hears no more in so many turns of the loop. */
static void settle(void)
{
    enum { TURNS = 50 };
    for (int quiet = 0; quiet < TURNS; quiet++) {
        size_t before = world.owner.received_count;
        turn(&world);
        if (world.owner.received_count != before)
            quiet = 0;
    }
}

static size_t least(size_t one, size_t other)
{
    return one < other ? one : other;
}

START_TEST(who_says_too_much_is_held_and_others_are_not)
{
    enum { COUNT = 1000 };
    Client flooder = join(&world), other = join(&world);
    flood(&flooder, COUNT);
    settle();
    size_t let_in = least(TALK_MESSAGES_MAX, (TALK_BYTES_MAX + LENGTH - 1) / LENGTH);
    ck_assert_uint_eq(world.owner.received_count, let_in);
    ck_assert_uint_eq(front_state(world.front).held, 1);
    say_frame(&other, 1, "{}", 2);
    settle();
    ck_assert_uint_eq(world.owner.received_count, let_in + 1);
    ck_assert(world.owner.received_by == world.owner.opened[1]);
    while (world.owner.received_count < COUNT + 1)
        pass(&world, LINK_ACK_AFTER);
    while (front_state(world.front).unacknowledged)
        pass(&world, LINK_ACK_AFTER);
    ck_assert_uint_eq(front_state(world.front).held, 0);
    hang_up(&flooder);
    hang_up(&other);
}
END_TEST

/* Bytes: few long messages. */
START_TEST(long_messages_count_as_such)
{
    static unsigned char frame[8 + NET_MESSAGE_MAX] = {0x81, 0x80 | 126, NET_MESSAGE_MAX >> 8,
                                                       NET_MESSAGE_MAX & 0xff};
    Client flooder = join(&world);
    memset(frame + 8, 'x', NET_MESSAGE_MAX);
    for (int i = 0; i < 10; i++)
        say_bytes(&flooder, frame, sizeof frame);
    settle();
    ck_assert_uint_eq(world.owner.received_count, TALK_BYTES_MAX / NET_MESSAGE_MAX);
    hang_up(&flooder);
}
END_TEST

/* Each has said something before, so that all of them share what all may say. */
START_TEST(many_who_talk_share_what_is_let_in)
{
    enum { CLIENTS = 64, COUNT = 200 };
    static Client clients[CLIENTS];
    for (int i = 0; i < CLIENTS; i++)
        clients[i] = join(&world);
    pass(&world, LINK_ACK_AFTER);
    for (int i = 0; i < CLIENTS; i++)
        flood(&clients[i], 1);
    settle();
    ck_assert_uint_eq(world.owner.received_count, CLIENTS);
    world.bus.is_slow = true;
    for (int i = 0; i < CLIENTS; i++)
        flood(&clients[i], COUNT);
    while (front_state(world.front).held < CLIENTS)
        turn(&world);
    world.bus.is_slow = false;
    bus_deliver(&world.bus);
    size_t bytes = TALK_ALL_BYTES / CLIENTS, messages = TALK_ALL_MESSAGES / CLIENTS;
    ck_assert_uint_lt(bytes, TALK_BYTES_MAX);
    ck_assert_uint_eq(world.owner.received_count,
                      CLIENTS * least(messages, (bytes + LENGTH - 1) / LENGTH));
    while (world.owner.received_count < (size_t)CLIENTS * (COUNT + 1))
        pass(&world, LINK_ACK_AFTER);
    for (int i = 0; i < CLIENTS; i++)
        hang_up(&clients[i]);
}
END_TEST

START_TEST(what_was_said_before_the_end_is_heard)
{
    enum { COUNT = 500 };
    Client flooder = join(&world);
    flood(&flooder, COUNT);
    settle();
    ck_assert_uint_eq(front_state(world.front).held, 1);
    hang_up(&flooder);
    while (!world.owner.closed_count)
        pass(&world, LINK_ACK_AFTER);
    ck_assert_uint_eq(world.owner.received_count, COUNT);
}
END_TEST

/* RFC 6455, 5.5.1: its own close frame comes behind what was not read. */
START_TEST(who_is_held_is_told_that_the_owner_is_gone)
{
    Client flooder = join(&world);
    flood(&flooder, 500);
    settle();
    ck_assert_uint_eq(front_state(world.front).held, 1);
    world.bus.is_cut = true;
    pass(&world, LINK_SILENCE + LINK_BEAT);
    ck_assert_uint_eq(front_state(world.front).held, 0);
    expect_close(&flooder, 1012);
    say_frame(&flooder, 8, "\x03\xf4", 2);
    until_end(&flooder);
    ck_assert(!flooder.was_reset);
    hang_up(&flooder);
}
END_TEST

/* Of a session that is not there, a message for each. */
static void make_busy(size_t bytes)
{
    static char text[NET_MESSAGE_MAX];
    memset(text, 'x', sizeof text);
    for (size_t at = 0; at < bytes; at += sizeof text)
        front_received(world.front, 1, text, sizeof text);
}

START_TEST(requests_wait_while_the_owner_has_much_to_take)
{
    Client asks = connect_to(&world, world.front_net), late = connect_to(&world, world.front_net);
    world.bus.is_slow = true;
    make_busy(FRONT_BUSY / 2);
    ask_for(&asks, "/soon");
    while (!front_state(world.front).exchanges)
        turn(&world);
    ck_assert_uint_eq(front_state(world.front).waiting, 0);
    make_busy(FRONT_BUSY / 2);
    ask_for(&late, "/later");
    while (!front_state(world.front).waiting)
        turn(&world);
    ck_assert_uint_eq(front_state(world.front).exchanges, 2);
    ck_assert_uint_eq(world.owner.requests, 0);
    world.bus.is_slow = false;
    while (world.owner.requests < 2)
        turn(&world);
    ck_assert_uint_eq(front_state(world.front).waiting, 0);
    hang_up(&asks);
    hang_up(&late);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("front_talk");
    TCase *tcase = tcase_create("front_talk");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, who_says_too_much_is_held_and_others_are_not);
    tcase_add_test(tcase, long_messages_count_as_such);
    tcase_add_test(tcase, many_who_talk_share_what_is_let_in);
    tcase_add_test(tcase, what_was_said_before_the_end_is_heard);
    tcase_add_test(tcase, who_is_held_is_told_that_the_owner_is_gone);
    tcase_add_test(tcase, requests_wait_while_the_owner_has_much_to_take);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
