#include "node.h"

#include "check_rig.h"

static Node node;
static ClusterView view;

/* A front; the other node, which is on the bus, owns the games with epoch 7. */
static void setup(void)
{
    node_init(&node);
    view = (ClusterView){
        .state = CLUSTER_SEEN, .owner = "other/node", .epoch = 7, .nodes = 2, .on_bus = 2};
}

/* As if this node had them with epoch 8. */
static void be_owner(void)
{
    node_owns(&node, 8);
    view.is_own = true;
    view.epoch = 8;
}

START_TEST(a_front_takes_the_leases_when_they_are_free)
{
    ck_assert_int_eq(node_decide(&node, &view, true, 0), NODE_STAYS);
    view.is_free = true;
    ck_assert_int_eq(node_decide(&node, &view, true, 0), NODE_TAKES);
}
END_TEST

START_TEST(a_front_whose_clock_is_wrong_leaves_the_leases_until_it_is_right)
{
    view.is_free = view.is_clock_off = true;
    ck_assert_int_eq(node_decide(&node, &view, true, 0), NODE_STAYS);
    view.is_clock_off = false;
    ck_assert_int_eq(node_decide(&node, &view, true, 0), NODE_TAKES);
}
END_TEST

/* Players' clocks do not go by it. */
START_TEST(an_owner_whose_clock_is_wrong_goes_on)
{
    be_owner();
    view.is_clock_off = true;
    ck_assert_int_eq(node_decide(&node, &view, true, 0), NODE_STAYS);
}
END_TEST

START_TEST(what_an_old_view_says_moves_nobody)
{
    const ClusterState states[] = {CLUSTER_AWAY, CLUSTER_REFUSED};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        setup();
        view.state = states[i];
        view.is_free = true;
        ck_assert_int_eq(node_decide(&node, &view, true, 0), NODE_STAYS);
        be_owner();
        view.is_own = false;
        view.epoch = 9;
        ck_assert_int_eq(node_decide(&node, &view, false, 0), NODE_STAYS);
        ck_assert_int_eq(node_decide(&node, &view, false, 60000), NODE_STAYS);
    }
}
END_TEST

START_TEST(a_front_without_the_bus_leaves_the_leases_to_one_that_has_it)
{
    view.is_free = true;
    ck_assert_int_eq(node_decide(&node, &view, false, 0), NODE_STAYS);
    view.on_bus = 0;
    ck_assert_int_eq(node_decide(&node, &view, false, 0), NODE_TAKES);
}
END_TEST

START_TEST(a_front_that_was_refused_tries_again_later_and_later)
{
    const int64_t waits[] = {250, 500, 1000, 2000, 4000, 8000, 10000, 10000};
    int64_t now = 1000;
    view.is_free = true;
    ck_assert_int_eq(node_wait(&node, now), -1);
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        ck_assert_int_eq(node_decide(&node, &view, true, now), NODE_TAKES);
        node_missed(&node, now);
        ck_assert_int_eq(node_wait(&node, now), waits[i]);
        ck_assert_int_eq(node_decide(&node, &view, true, now + waits[i] - 1), NODE_STAYS);
        now += waits[i];
        ck_assert_int_eq(node_wait(&node, now), -1);
    }
    node_owns(&node, 8);
    ck_assert_int_eq(node_wait(&node, now), -1);
}
END_TEST

START_TEST(after_another_owner_a_front_tries_at_once_again)
{
    view.is_free = true;
    node_missed(&node, 0);
    node_missed(&node, 250);
    view.is_free = false;
    ck_assert_int_eq(node_decide(&node, &view, true, 300), NODE_STAYS);
    view.is_free = true;
    ck_assert_int_eq(node_decide(&node, &view, true, 301), NODE_TAKES);
    node_missed(&node, 301);
    ck_assert_int_eq(node_wait(&node, 301), 250);
}
END_TEST

START_TEST(an_owner_has_lost_when_somebody_else_has_a_higher_epoch)
{
    be_owner();
    ck_assert_int_eq(node_decide(&node, &view, true, 0), NODE_STAYS);
    view.epoch = 9; /* it is still this node that has them */
    ck_assert_int_eq(node_decide(&node, &view, true, 0), NODE_STAYS);
    view.is_own = false;
    ck_assert_int_eq(node_decide(&node, &view, true, 0), NODE_LOST);
}
END_TEST

/* The question was on its way when this node took them. */
START_TEST(an_answer_from_before_it_took_them_is_no_loss)
{
    node_owns(&node, 8);
    view.is_free = true;
    ck_assert_int_eq(node_decide(&node, &view, true, 0), NODE_STAYS);
}
END_TEST

START_TEST(an_owner_without_the_bus_gives_them_to_others_who_have_it)
{
    be_owner();
    view.on_bus = 1;
    ck_assert_int_eq(node_wait(&node, 100), -1);
    ck_assert_int_eq(node_decide(&node, &view, false, 100), NODE_STAYS);
    ck_assert_int_eq(node_wait(&node, 100), NODE_ALONE_MAX);
    ck_assert_int_eq(node_decide(&node, &view, false, 99 + NODE_ALONE_MAX), NODE_STAYS);
    ck_assert_int_eq(node_decide(&node, &view, false, 100 + NODE_ALONE_MAX), NODE_GIVES);
}
END_TEST

START_TEST(it_keeps_them_when_it_is_back_on_the_bus_or_nobody_is)
{
    for (int is_back = 0; is_back <= 1; is_back++) {
        setup();
        be_owner();
        ck_assert_int_eq(node_decide(&node, &view, false, 0), NODE_STAYS);
        view.on_bus = is_back ? 2 : 0;
        ck_assert_int_eq(node_decide(&node, &view, is_back, NODE_ALONE_MAX - 1), NODE_STAYS);
        view.on_bus = 2;
        ck_assert_int_eq(node_decide(&node, &view, false, NODE_ALONE_MAX), NODE_STAYS);
        ck_assert_int_eq(node_wait(&node, NODE_ALONE_MAX), NODE_ALONE_MAX);
    }
}
END_TEST

START_TEST(whoever_hears_of_a_higher_epoch_is_passed)
{
    ck_assert(!node_is_passed(&node, 9));
    be_owner();
    ck_assert(!node_is_passed(&node, 7));
    ck_assert(!node_is_passed(&node, 8));
    ck_assert(node_is_passed(&node, 9));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("node");
    TCase *tests = tcase_create("node");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, a_front_takes_the_leases_when_they_are_free);
    tcase_add_test(tests, a_front_whose_clock_is_wrong_leaves_the_leases_until_it_is_right);
    tcase_add_test(tests, an_owner_whose_clock_is_wrong_goes_on);
    tcase_add_test(tests, what_an_old_view_says_moves_nobody);
    tcase_add_test(tests, a_front_without_the_bus_leaves_the_leases_to_one_that_has_it);
    tcase_add_test(tests, a_front_that_was_refused_tries_again_later_and_later);
    tcase_add_test(tests, after_another_owner_a_front_tries_at_once_again);
    tcase_add_test(tests, an_owner_has_lost_when_somebody_else_has_a_higher_epoch);
    tcase_add_test(tests, an_answer_from_before_it_took_them_is_no_loss);
    tcase_add_test(tests, an_owner_without_the_bus_gives_them_to_others_who_have_it);
    tcase_add_test(tests, it_keeps_them_when_it_is_back_on_the_bus_or_nobody_is);
    tcase_add_test(tests, whoever_hears_of_a_higher_epoch_is_passed);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
