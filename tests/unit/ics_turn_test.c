/* A turn of the ICS port: however many connections are awake, it looks at a part of them, in the order in which they were woken. */
#include "ics.h"
#include "ics_connection.h"

#include "check_rig.h"

#include <string.h>

enum { CONNECTIONS = 300, OF_A_TURN = 64 };

static Ics ics;
static IcsConnection connections[CONNECTIONS];

/* They are gone, and somebody's answer will look at them. */
static void set_up(void)
{
    memset(&ics, 0, sizeof ics);
    memset(connections, 0, sizeof connections);
    for (int i = 0; i < CONNECTIONS; i++) {
        connections[i].ics = &ics;
        ics_hold(&connections[i]);
        ics_wake(&connections[i]);
    }
}

/* Who has been looked at: the first so many of those from 'from' on, and no others. */
static int looked_at_from(int from)
{
    int count = 0;
    for (int i = from; i < CONNECTIONS; i++) {
        bool is_next = !connections[i].is_awake;
        ck_assert(!is_next || i == from + count);
        count += is_next;
    }
    return count;
}

START_TEST(a_turn_looks_at_a_part_of_the_connections_in_their_order)
{
    int looked_at = 0;
    for (bool goes_on = true; goes_on;) {
        goes_on = ics_turn(&ics);
        int count = looked_at_from(looked_at);
        ck_assert_int_le(count, OF_A_TURN);
        ck_assert_int_gt(count, 0);
        looked_at += count;
        ck_assert_int_eq(goes_on, looked_at < CONNECTIONS);
        ck_assert_int_eq(ics_has_more(&ics), goes_on);
    }
    ck_assert_int_eq(looked_at, CONNECTIONS);
}
END_TEST

START_TEST(whoever_is_woken_again_comes_behind_the_others)
{
    ck_assert(ics_turn(&ics));
    ics_wake(&connections[0]);
    while (connections[CONNECTIONS - 1].is_awake) {
        ck_assert(connections[0].is_awake);
        ics_turn(&ics);
    }
    while (ics_turn(&ics))
        ;
    ck_assert(!connections[0].is_awake);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ics_turn");
    TCase *tcase = tcase_create("ics_turn");
    tcase_add_checked_fixture(tcase, set_up, NULL);
    tcase_add_test(tcase, a_turn_looks_at_a_part_of_the_connections_in_their_order);
    tcase_add_test(tcase, whoever_is_woken_again_comes_behind_the_others);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
