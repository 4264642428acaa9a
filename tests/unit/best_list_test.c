/* The best of many games, against a plain sort of all of them. */
#include "best_list.h"
#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 400, ROUNDS = 40000, STRENGTHS = 12 /* so that many are worth the same */ };

static RankedGame games[GAMES];
static bool is_in[GAMES];
static BestList list;

static void number_games(void)
{
    for (int i = 0; i < GAMES; i++) {
        games[i].worth = rand() % STRENGTHS;
        snprintf(games[i].id.text, sizeof games[i].id.text, "%08d", i * 7919 % GAMES);
    }
}

/* Best first. */
static int compare(const void *one, const void *other)
{
    const RankedGame *const *a = one, *const *b = other;
    return (*a)->worth != (*b)->worth ? (*b)->worth - (*a)->worth
                                      : strcmp((*a)->id.text, (*b)->id.text);
}

static void check_best(uint32_t most)
{
    const RankedGame *sorted[GAMES];
    uint32_t all = 0;
    for (int i = 0; i < GAMES; i++)
        if (is_in[i])
            sorted[all++] = &games[i];
    qsort(sorted, all, sizeof *sorted, compare);
    ck_assert_uint_eq(list.all, all);
    ck_assert_uint_ge(list.count, most < all ? most : all);
    for (uint32_t i = 0; i < list.count; i++)
        ck_assert_str_eq(list.best[i].id.text, sorted[i]->id.text);
}

static void fill(void)
{
    best_list_restart(&list);
    for (int i = 0; i < GAMES; i++)
        if (is_in[i])
            best_list_offer(&list, &games[i]);
}

START_TEST(games_come_and_go_and_the_best_are_known)
{
    int walks = 0, gone = 0;
    srand(1);
    number_games();
    for (int round = 0; round < ROUNDS; round++) {
        int i = rand() % GAMES;
        is_in[i] = !is_in[i];
        (is_in[i] ? best_list_add : best_list_remove)(&list, &games[i]);
        gone += !is_in[i];
        if (best_list_lacks(&list, BEST_KEPT / 2)) {
            fill();
            walks++;
        }
        if (round % 16 == 0)
            check_best(BEST_KEPT / 2);
    }
    /* Each time at least half of those that were kept had gone. */
    ck_assert_int_gt(walks, 0);
    ck_assert_int_le(walks, gone / (BEST_KEPT / 2));
}
END_TEST

START_TEST(what_comes_behind_the_last_one_does_not_take_the_place_of_what_is_not_kept)
{
    RankedGame game = {.worth = 10};
    list = (BestList){0};
    for (int i = 0; i <= BEST_KEPT; i++) { /* all but one are kept */
        snprintf(game.id.text, sizeof game.id.text, "%08d", i);
        best_list_add(&list, &game);
    }
    ck_assert(!best_list_lacks(&list, BEST_KEPT));
    snprintf(game.id.text, sizeof game.id.text, "%08d", 0);
    best_list_remove(&list, &game);
    ck_assert(best_list_lacks(&list, BEST_KEPT));
    ck_assert(!best_list_lacks(&list, BEST_KEPT - 1));
    RankedGame worse = {.worth = 9, .id = {"worse"}};
    best_list_add(&list, &worse);
    ck_assert_uint_eq(list.count, BEST_KEPT - 1);
    ck_assert_uint_eq(list.all, BEST_KEPT + 1);
    RankedGame better = {.worth = 11, .id = {"better"}};
    best_list_add(&list, &better);
    ck_assert_str_eq(list.best[0].id.text, "better");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("best_list");
    TCase *tcase = tcase_create("best_list");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, games_come_and_go_and_the_best_are_known);
    tcase_add_test(tcase,
                   what_comes_behind_the_last_one_does_not_take_the_place_of_what_is_not_kept);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
