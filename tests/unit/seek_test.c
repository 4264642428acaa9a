/* Nearness at its edges, and what pairing remembers (seek.h, demand.h, recent_pairs.h, pools.h). */
#include "check_rig.h"
#include "demand.h"
#include "lobby_rig.h"
#include "pools.h"
#include "recent_pairs.h"

#include <stdlib.h>

START_TEST(near_is_4000_divided_by_the_crowd_and_100_at_least)
{
    static const struct {
        unsigned crowd;
        int32_t near;
    } CASES[] = {{0, 4000}, {1, 4000}, {2, 2000}, {3, 1333},
                 {10, 400}, {39, 102}, {40, 100}, {500, 100}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        ck_assert_int_eq(seek_reach_at_first(CASES[i].crowd), CASES[i].near);
}
END_TEST

START_TEST(reach_grows_by_near_each_five_seconds)
{
    Seek ann = rig_seek(1, "ann", 1500), bob = rig_seek(2, "bob", 1700);
    ck_assert_int_eq(seek_distance(&ann, &bob), 200);
    ck_assert_int_eq(seek_distance(&bob, &ann), 200);
    ck_assert_int_eq(seek_reach(&ann, &bob, 100, 0), 100);
    ck_assert_int_eq(seek_reach(&ann, &bob, 100, 4999), 199);
    ck_assert_int_eq(seek_reach(&ann, &bob, 100, 5000), 200);
    ann.person.provisional = true;
    ck_assert_int_eq(seek_reach(&ann, &bob, 100, 5000), 200);
    bob.person.provisional = true;
    ck_assert_int_eq(seek_reach(&ann, &bob, 100, 5000), 230);
    ck_assert_int_eq(seek_reach(&ann, &bob, 4000, INT64_C(86400000)), RATING_MAX);
}
END_TEST

START_TEST(a_crowd_is_the_recent_people_seeking_one_game)
{
    Demand demand = {0};
    Seek ann = rig_seek(1, "ann", 0), bob = rig_seek(2, "bob", 0), other = rig_seek(3, "cid", 0);
    other.terms.rated = true;
    uint64_t key = seek_key(&ann);
    ck_assert_uint_eq(demand_count(&demand, key, 0), 0);
    demand_note(&demand, &ann, 0);
    demand_note(&demand, &ann, 1000);
    demand_note(&demand, &bob, 2000);
    demand_note(&demand, &other, 2000);
    ck_assert_uint_eq(demand_count(&demand, key, 2000), 2);
    ck_assert_uint_eq(demand_count(&demand, key, 1000 + DEMAND_LATELY), 2);
    ck_assert_uint_eq(demand_count(&demand, key, 1001 + DEMAND_LATELY), 1);
    ck_assert_uint_eq(demand_count(&demand, key, 2001 + DEMAND_LATELY), 0);
    demand_clear(&demand);
}
END_TEST

START_TEST(a_crowd_is_counted_to_forty_and_remembered_in_a_ring)
{
    Demand demand = {0};
    char id[16];
    Seek first = rig_seek(1, "first", 0);
    first.terms.rated = true;
    demand_note(&demand, &first, 0);
    for (int i = 0; i < DEMAND_ARRIVALS - 1; i++) {
        snprintf(id, sizeof id, "p%d", i);
        Seek seek = rig_seek(2, id, 0);
        demand_note(&demand, &seek, 0);
    }
    Seek one = rig_seek(3, "one", 0);
    ck_assert_uint_eq(demand_count(&demand, seek_key(&one), 0), NEAR_CROWD);
    ck_assert_uint_eq(demand_count(&demand, seek_key(&first), 0), 1);
    demand_note(&demand, &one, 0);
    ck_assert_uint_eq(demand_count(&demand, seek_key(&first), 0), 0);
    demand_clear(&demand);
}
END_TEST

START_TEST(separated_pairs_are_remembered_in_a_ring)
{
    RecentPairs recent = {0};
    char id[16];
    ck_assert(!recent_pairs_has(&recent, "ann", "bob", 0));
    recent_pairs_note(&recent, "ann", "bob", 0);
    for (int i = 0; i < RECENT_PAIRS_MAX - 1; i++) {
        snprintf(id, sizeof id, "p%d", i);
        recent_pairs_note(&recent, id, "ann", 0);
    }
    ck_assert(recent_pairs_has(&recent, "bob", "ann", 0));
    ck_assert(recent_pairs_has(&recent, "ann", "bob", RECENT_PAIRS_FOR - 1));
    ck_assert(!recent_pairs_has(&recent, "ann", "bob", RECENT_PAIRS_FOR));
    ck_assert(!recent_pairs_has(&recent, "bob", "cid", 0));
    recent_pairs_note(&recent, "x", "y", 0);
    ck_assert(!recent_pairs_has(&recent, "ann", "bob", 0));
    recent_pairs_clear(&recent);
}
END_TEST

/* The pools of lichess. */
START_TEST(the_usual_time_controls_are_lichesss)
{
    static const int MINUTES[POOLS][2] = {{1, 0},  {2, 1},  {3, 0},   {3, 2},  {5, 0},  {5, 3},
                                          {10, 0}, {10, 5}, {15, 10}, {30, 0}, {30, 20}};
    Seek seek = rig_seek(1, "ann", 0);
    int pool;
    for (int i = 0; i < POOLS; i++) {
        seek.terms.control = (TimeControl){
            .timed = true, .initial = MINUTES[i][0] * 60000, .increment = MINUTES[i][1] * 1000};
        ck_assert(pool_of(&seek, &pool) && pool == i);
    }
    seek.terms.control.increment = 1000;
    ck_assert(!pool_of(&seek, &pool));
    seek.terms.control = POOL_CONTROLS[0];
    seek.terms.variant = VARIANT_CHESS960;
    ck_assert(!pool_of(&seek, &pool));
}
END_TEST

START_TEST(the_typical_wait_is_the_recent_median)
{
    Pools pools = {0};
    Seek seek = rig_seek(1, "ann", 0); /* 5+3 */
    ck_assert_int_eq(pools_typical_wait(&pools, 5, 0), -1);
    static const int64_t WAITS[] = {9000, 1000, 5000};
    for (int i = 0; i < 3; i++)
        pools_note(&pools, &seek, WAITS[i], 0);
    ck_assert_int_eq(pools_typical_wait(&pools, 5, POOL_LATELY), 5000);
    ck_assert_int_eq(pools_typical_wait(&pools, 4, 0), -1);
    ck_assert_int_eq(pools_typical_wait(&pools, 5, POOL_LATELY + 1), -1);
    for (int i = 0; i < POOL_WAITS; i++)
        pools_note(&pools, &seek, 100, 0);
    ck_assert_int_eq(pools_typical_wait(&pools, 5, 0), 100); /* the old waits are forgotten */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("seek");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, near_is_4000_divided_by_the_crowd_and_100_at_least);
    tcase_add_test(tcase, reach_grows_by_near_each_five_seconds);
    tcase_add_test(tcase, a_crowd_is_the_recent_people_seeking_one_game);
    tcase_add_test(tcase, a_crowd_is_counted_to_forty_and_remembered_in_a_ring);
    tcase_add_test(tcase, separated_pairs_are_remembered_in_a_ring);
    tcase_add_test(tcase, the_usual_time_controls_are_lichesss);
    tcase_add_test(tcase, the_typical_wait_is_the_recent_median);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
