#include "check_rig.h"
#include "ratings.h"

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
    Rating rating = {points * 100, deviation * 100, 60000, 20, NOW};
    ratings_set(ratings, id, CATEGORY_BLITZ, &rating);
}

static PublicRating shown(const char *id, Category category)
{
    PublicRating all[CATEGORY_COUNT];
    ratings_public(ratings, id, NOW, all);
    return all[category];
}

static int32_t progress(const char *id, Category category)
{
    return shown(id, category).progress;
}

START_TEST(an_account_without_games_is_a_newcomer)
{
    PublicRating bob = shown("bob", CATEGORY_BLITZ);
    ck_assert_int_eq(bob.rating.rating, RATING_START);
    ck_assert_int_eq(bob.rating.games, 0);
    ck_assert(rating_is_provisional(&bob.rating, NOW));
    ck_assert_uint_eq(bob.rank, 0);
    ck_assert_int_eq(ratings_get(ratings, "bob", CATEGORY_BLITZ).rating, RATING_START);
}
END_TEST

START_TEST(each_category_has_its_own)
{
    know("ann", 1700, 50);
    PublicRating blitz = shown("ann", CATEGORY_BLITZ), rapid = shown("ann", CATEGORY_RAPID);
    ck_assert_int_eq(rating_points(&blitz.rating), 1700);
    ck_assert_uint_eq(blitz.rank, 1);
    ck_assert_int_eq(rating_points(&rapid.rating), 1500);
    ck_assert_int_eq(rapid.rating.games, 0);
    ck_assert_uint_eq(rapid.rank, 0);
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
    ck_assert_int_eq(progress("ann", CATEGORY_BLITZ), 0);
    play(1000);
    ck_assert_int_eq(progress("ann", CATEGORY_BLITZ), 0);
    for (int i = 1; i <= 11; i++)
        play(1500 + i * i);
    ck_assert_int_eq(progress("ann", CATEGORY_BLITZ), 1621 - 1000);
    play(1400);
    ck_assert_int_eq(progress("ann", CATEGORY_BLITZ), 1400 - 1501);
    ck_assert_int_eq(progress("ann", CATEGORY_RAPID), 0);
    ck_assert_int_eq(progress("bob", CATEGORY_BLITZ), 0);
    Rating taken = {140000, 6000, 60000, 20, NOW};
    ratings_unplayed(ratings, "ann", CATEGORY_BLITZ, &taken);
    ck_assert_int_eq(progress("ann", CATEGORY_BLITZ), 1621 - 1501);
    static const int32_t recent[] = {170000, 165000, 180000};
    ratings_recall(ratings, "ann", CATEGORY_BLITZ, recent, 3);
    ck_assert_int_eq(progress("ann", CATEGORY_BLITZ), 1700 - 1800);
}
END_TEST

START_TEST(the_best_come_first_and_only_established_ones)
{
    know("ann", 1700, 75);
    know("bob", 1900, 76); /* too uncertain */
    know("cid", 1800, 50);
    know("dan", 1700, 50); /* equal to ann: the id decides */
    know("eve", 1200, 50);
    RatedId best[3];
    ck_assert_uint_eq(ratings_top(ratings, CATEGORY_BLITZ, NOW, best, 3), 3);
    static const char *const BEST[] = {"cid", "ann", "dan"};
    for (int i = 0; i < 3; i++) {
        ck_assert_str_eq(best[i].text, BEST[i]);
        ck_assert_uint_eq(ratings_rank(ratings, BEST[i], CATEGORY_BLITZ, NOW), (size_t)i + 1);
    }
    ck_assert_uint_eq(ratings_rank(ratings, "eve", CATEGORY_BLITZ, NOW), 4);
    ck_assert_uint_eq(ratings_rank(ratings, "bob", CATEGORY_BLITZ, NOW), 0);
    ck_assert_uint_eq(ratings_rank(ratings, "nobody", CATEGORY_BLITZ, NOW), 0);
    ck_assert_uint_eq(ratings_top(ratings, CATEGORY_RAPID, NOW, best, 3), 0);
    /* A day later ann's deviation has grown above 75. */
    ck_assert_uint_eq(ratings_top(ratings, CATEGORY_BLITZ, NOW + DAY, best, 3), 3);
    ck_assert_str_eq(best[1].text, "dan");
    ck_assert_str_eq(best[2].text, "eve");
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

START_TEST(a_closed_account_is_gone)
{
    RatedId best;
    know("ann", 1700, 50);
    ck_assert_uint_eq(ratings_top(ratings, CATEGORY_BLITZ, NOW, &best, 1), 1);
    ratings_forget(ratings, "ann");
    ratings_forget(ratings, "ann");
    ck_assert_uint_eq(ratings_top(ratings, CATEGORY_BLITZ, NOW, &best, 1), 0);
    ck_assert_int_eq(shown("ann", CATEGORY_BLITZ).rating.games, 0);
}
END_TEST

START_TEST(a_damaged_row_is_refused)
{
    StoreRating row = rating_to_row("ann", CATEGORY_RAPID, &(Rating){160000, 6000, 60000, 3, NOW});
    Rating rating;
    ck_assert(rating_from_row(&row, &rating) && rating.rating == 160000 && rating.at == NOW);
    ck_assert(ratings_load(ratings, &row));
    ck_assert_int_eq(shown("ann", CATEGORY_RAPID).rating.games, 3);
    row.category = CATEGORY_COUNT;
    ck_assert(!ratings_load(ratings, &row));
    row.category = CATEGORY_RAPID;
    row.rating = RATING_MOST + 1;
    ck_assert(!ratings_load(ratings, &row));
    ck_assert_int_eq(shown("ann", CATEGORY_RAPID).rating.rating, 160000);
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
    tcase_add_test(tcase, the_best_come_first_and_only_established_ones);
    tcase_add_test(tcase, a_closed_account_is_gone);
    tcase_add_test(tcase, a_damaged_row_is_refused);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
