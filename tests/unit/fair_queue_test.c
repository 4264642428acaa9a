#include "check_rig.h"
#include "fair_queue.h"

#include <stdio.h>
#include <stdlib.h>

/* What waits, by whose it is. Addresses are of RFC 5737 and RFC 3849. */

enum { MOST = 1200, SHARE = MOST / 4, THINGS_MAX = 4096 };

static const SipKey KEY = {{1, 2, 3}};
static FairQueue queue;
static FairThing things[THINGS_MAX];
static size_t used;

static void setup(void)
{
    fair_queue_init(&queue, &KEY, MOST);
    used = 0;
}

static void teardown(void)
{
    while (fair_queue_first(&queue))
        fair_queue_remove(&queue, fair_queue_first(&queue));
    fair_queue_clear(&queue);
}

static uint64_t whose(const char *address)
{
    return fair_queue_whose(&queue, address);
}

static FairThing *push(const char *address, size_t length)
{
    ck_assert_uint_lt(used, THINGS_MAX);
    FairThing *thing = &things[used++];
    fair_queue_push(&queue, whose(address), thing, length);
    return thing;
}

static void expect_next(const FairThing *thing)
{
    FairThing *first = fair_queue_first(&queue);
    ck_assert_ptr_eq(first, thing);
    fair_queue_remove(&queue, first);
}

START_TEST(what_one_waits_for_comes_in_its_order)
{
    FairThing *one = push("192.0.2.1", 10), *two = push("192.0.2.1", 0);
    FairThing *three = push("192.0.2.1", 10);
    expect_next(one);
    expect_next(two);
    expect_next(three);
    ck_assert_ptr_null(fair_queue_first(&queue));
    ck_assert_uint_eq(queue.length, 0);
    ck_assert_uint_eq(queue.count, 0);
}
END_TEST

START_TEST(addresses_take_turns)
{
    FairThing *much[3], *other, *last;
    for (int i = 0; i < 3; i++)
        much[i] = push("192.0.2.1", 100);
    other = push("192.0.2.2", 1);
    last = push("2001:db8:1:2::/64", 1);
    expect_next(much[0]);
    expect_next(other);
    expect_next(last);
    expect_next(much[1]);
    FairThing *again = push("192.0.2.2", 1);
    expect_next(much[2]);
    expect_next(again);
}
END_TEST

START_TEST(one_alone_has_a_quarter)
{
    ck_assert(fair_queue_has_room(&queue, whose("192.0.2.1"), SHARE));
    ck_assert(!fair_queue_has_room(&queue, whose("192.0.2.1"), SHARE + 1));
    push("192.0.2.1", 200);
    ck_assert_uint_eq(fair_queue_length_of(&queue, whose("192.0.2.1")), 200);
    ck_assert(fair_queue_has_room(&queue, whose("192.0.2.1"), SHARE - 200));
    ck_assert(!fair_queue_has_room(&queue, whose("192.0.2.1"), SHARE - 199));
    push("192.0.2.1", 200); /* what is short goes in all the same */
    ck_assert(!fair_queue_has_room(&queue, whose("192.0.2.1"), 0));
    expect_next(&things[0]);
    expect_next(&things[1]);
    ck_assert(fair_queue_has_room(&queue, whose("192.0.2.1"), SHARE));
}
END_TEST

/* Each takes as much as it may, byte by byte in turns: they have the same, and so has another. */
START_TEST(however_many_have_their_share_there_is_room_for_another)
{
    enum { ADDRESSES = 9, EACH = MOST / (ADDRESSES + 3) };
    char address[16];
    for (int round = 0; round < 2 * EACH; round++)
        for (int i = 0; i < ADDRESSES; i++) {
            snprintf(address, sizeof address, "192.0.2.%d", i);
            if (fair_queue_has_room(&queue, whose(address), 1))
                push(address, 1);
        }
    for (int i = 0; i < ADDRESSES; i++) {
        snprintf(address, sizeof address, "192.0.2.%d", i);
        ck_assert_uint_eq(fair_queue_length_of(&queue, whose(address)), EACH);
    }
    ck_assert(fair_queue_has_room(&queue, whose("192.0.2.99"), 3 * EACH / 4));
}
END_TEST

START_TEST(what_is_taken_out_of_the_middle_takes_no_turn)
{
    FairThing *one = push("192.0.2.1", 1), *two = push("192.0.2.1", 2);
    FairThing *other = push("192.0.2.2", 3);
    fair_queue_remove(&queue, two);
    ck_assert_uint_eq(queue.length, 4);
    expect_next(one);
    expect_next(other);
    one = push("192.0.2.1", 1);
    other = push("192.0.2.2", 3);
    fair_queue_remove(&queue, other);
    expect_next(one);
    ck_assert_ptr_null(fair_queue_first(&queue));
}
END_TEST

/* Of a thousand addresses, each with a few things: each round has one of each that has any left. */
START_TEST(many_addresses_come_round_by_round)
{
    enum { ADDRESSES = 1000, EACH = 3 };
    char address[16];
    for (int i = 0; i < ADDRESSES * EACH; i++) {
        snprintf(address, sizeof address, "10.0.%d.%d", i / EACH / 256, i / EACH % 256);
        push(address, 1);
    }
    for (int round = 0; round < EACH; round++)
        for (int i = 0; i < ADDRESSES; i++)
            expect_next(&things[i * EACH + round]);
    ck_assert_uint_eq(queue.count, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fair_queue");
    TCase *tcase = tcase_create("fair_queue");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, what_one_waits_for_comes_in_its_order);
    tcase_add_test(tcase, addresses_take_turns);
    tcase_add_test(tcase, one_alone_has_a_quarter);
    tcase_add_test(tcase, however_many_have_their_share_there_is_room_for_another);
    tcase_add_test(tcase, what_is_taken_out_of_the_middle_takes_no_turn);
    tcase_add_test(tcase, many_addresses_come_round_by_round);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
