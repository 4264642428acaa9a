#include "check_rig.h"
#include "lobby_rig.h"
#include "ratings.h"

#include <stdlib.h>

static const int64_t NOW = INT64_C(1793000000000), DAY = INT64_C(24) * 60 * 60 * 1000;

static Ratings *ratings;

static void setup(void)
{
    ratings = ratings_new(&(SipKey){{0}});
}

static void teardown(void)
{
    ratings_free(ratings);
}

static void know(const char *id, int32_t points, int32_t deviation)
{
    Person person = rig_person(id, 1);
    Rating rating = {points * 100, deviation * 100, 60000, 20, NOW};
    ratings_know(ratings, &person, NOW - DAY);
    ratings_set(ratings, id, CATEGORY_BLITZ, &rating);
}

START_TEST(an_account_without_games_is_a_newcomer)
{
    Person ann = rig_person("ann", 1), bob = rig_person("bob", 1);
    ratings_know(ratings, &ann, 77);
    ck_assert_ptr_null(ratings_find(ratings, "ann", CATEGORY_BLITZ));
    ck_assert_int_eq(ratings_get(ratings, "ann", CATEGORY_BLITZ).rating, RATING_START);
    ck_assert_int_eq(ratings_made(ratings, "ann"), 77);
    ck_assert_int_eq(ratings_made(ratings, "bob"), 0);
    ratings_show(ratings, &bob, CATEGORY_BLITZ, NOW);
    ck_assert_int_eq(bob.rating, 1500);
    ck_assert(bob.provisional);
}
END_TEST

START_TEST(each_category_has_its_own)
{
    know("ann", 1700, 50);
    Person ann = rig_person("ann", 9);
    ratings_show(ratings, &ann, CATEGORY_BLITZ, NOW);
    ck_assert_int_eq(ann.rating, 1700);
    ck_assert(!ann.provisional);
    ratings_show(ratings, &ann, CATEGORY_RAPID, NOW);
    ck_assert_int_eq(ann.rating, 1500);
    ck_assert(ann.provisional);
    ratings_show(ratings, &ann, CATEGORY_COUNT, NOW); /* a game from a position */
    ck_assert_int_eq(ann.rating, 0);
    ck_assert(!ann.provisional);
}
END_TEST

static void play(int32_t points)
{
    Rating rating = {points * 100, 6000, 60000, 20, NOW};
    ratings_played(ratings, "ann", CATEGORY_BLITZ, &rating);
}

/* From the rating after the first of the last twelve games to that after the last, as lichess has it. */
START_TEST(progress_is_over_twelve_games)
{
    know("ann", 1700, 50);
    ck_assert_int_eq(ratings_progress(ratings, "ann", CATEGORY_BLITZ), 0);
    play(1000);
    ck_assert_int_eq(ratings_progress(ratings, "ann", CATEGORY_BLITZ), 0);
    for (int i = 1; i <= 11; i++)
        play(1500 + i * i);
    ck_assert_int_eq(ratings_progress(ratings, "ann", CATEGORY_BLITZ), 1621 - 1000);
    play(1400);
    ck_assert_int_eq(ratings_progress(ratings, "ann", CATEGORY_BLITZ), 1400 - 1501);
    ck_assert_int_eq(ratings_progress(ratings, "ann", CATEGORY_RAPID), 0);
    ck_assert_int_eq(ratings_progress(ratings, "bob", CATEGORY_BLITZ), 0);
    Rating taken = {140000, 6000, 60000, 20, NOW};
    ratings_unplayed(ratings, "ann", CATEGORY_BLITZ, &taken);
    ck_assert_int_eq(ratings_progress(ratings, "ann", CATEGORY_BLITZ), 1621 - 1501);
    static const int32_t recent[] = {170000, 165000, 180000};
    ratings_recall(ratings, "ann", CATEGORY_BLITZ, recent, 3);
    ck_assert_int_eq(ratings_progress(ratings, "ann", CATEGORY_BLITZ), 1700 - 1800);
}
END_TEST

START_TEST(guests_have_none_and_computers_keep_theirs)
{
    Person guest = rig_person("gann", 0), computer = person_computer_rated(1517);
    ratings_show(ratings, &guest, CATEGORY_BLITZ, NOW);
    ck_assert_int_eq(guest.rating, 0);
    ratings_show(ratings, &computer, CATEGORY_BLITZ, NOW);
    ck_assert_int_eq(computer.rating, 1517);
}
END_TEST

START_TEST(the_best_come_first_and_only_certain_ones)
{
    know("ann", 1700, 75);
    know("bob", 1900, 76); /* not certain enough */
    know("cid", 1800, 50);
    know("dan", 1700, 50); /* level with ann: the id decides */
    know("eve", 1200, 50);
    Leader leaders[3];
    ck_assert_uint_eq(ratings_top(ratings, CATEGORY_BLITZ, NOW, leaders, 3), 3);
    static const char *const BEST[] = {"cid", "ann", "dan"};
    for (int i = 0; i < 3; i++) {
        ck_assert_str_eq(leaders[i].id, BEST[i]);
        ck_assert_uint_eq(ratings_rank(ratings, BEST[i], CATEGORY_BLITZ, NOW), (size_t)i + 1);
    }
    ck_assert_str_eq(leaders[0].name, "Name of cid");
    ck_assert_uint_eq(ratings_rank(ratings, "eve", CATEGORY_BLITZ, NOW), 4);
    ck_assert_uint_eq(ratings_rank(ratings, "bob", CATEGORY_BLITZ, NOW), 0);
    ck_assert_uint_eq(ratings_rank(ratings, "nobody", CATEGORY_BLITZ, NOW), 0);
    ck_assert_uint_eq(ratings_top(ratings, CATEGORY_RAPID, NOW, leaders, 3), 0);
    /* A day later ann's deviation has grown above 75. */
    ck_assert_uint_eq(ratings_top(ratings, CATEGORY_BLITZ, NOW + DAY, leaders, 3), 3);
    ck_assert_str_eq(leaders[1].id, "dan");
    ck_assert_str_eq(leaders[2].id, "eve");
    ck_assert_uint_eq(ratings_rank(ratings, "ann", CATEGORY_BLITZ, NOW + DAY), 0);
    ck_assert_uint_eq(ratings_rank(ratings, "dan", CATEGORY_BLITZ, NOW + DAY), 2);
    /* Until she plays again. */
    know("ann", 1750, 60);
    ck_assert_uint_eq(ratings_rank(ratings, "ann", CATEGORY_BLITZ, NOW + DAY), 2);
    know("ann", 1850, 60);
    ck_assert_uint_eq(ratings_rank(ratings, "ann", CATEGORY_BLITZ, NOW + DAY), 1);
    ratings_forget(ratings, "ann");
    ck_assert_uint_eq(ratings_rank(ratings, "cid", CATEGORY_BLITZ, NOW + DAY), 1);
}
END_TEST

START_TEST(a_new_name_is_taken_over_and_who_is_gone_is_gone)
{
    know("ann", 1700, 50);
    Person ann = rig_person("ann", 1);
    Leader leader;
    snprintf(ann.name, sizeof ann.name, "Anna");
    ratings_know(ratings, &ann, 0);
    ck_assert_int_eq(ratings_made(ratings, "ann"), NOW - DAY);
    ck_assert_uint_eq(ratings_top(ratings, CATEGORY_BLITZ, NOW, &leader, 1), 1);
    ck_assert_str_eq(leader.name, "Anna");
    ck_assert_int_eq(leader.rating.rating, 170000);
    ratings_forget(ratings, "ann");
    ratings_forget(ratings, "ann");
    ck_assert_uint_eq(ratings_top(ratings, CATEGORY_BLITZ, NOW, &leader, 1), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ratings");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, an_account_without_games_is_a_newcomer);
    tcase_add_test(tcase, each_category_has_its_own);
    tcase_add_test(tcase, progress_is_over_twelve_games);
    tcase_add_test(tcase, guests_have_none_and_computers_keep_theirs);
    tcase_add_test(tcase, the_best_come_first_and_only_certain_ones);
    tcase_add_test(tcase, a_new_name_is_taken_over_and_who_is_gone_is_gone);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
