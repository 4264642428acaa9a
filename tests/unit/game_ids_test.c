#include "game_ids.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 50 };

static GameIds games;

static void teardown(void)
{
    game_ids_clear(&games);
}

static GameId id_of(int number)
{
    GameId id;
    snprintf(id.text, sizeof id.text, "game%04d", number);
    return id;
}

static void check_order(const int *numbers, uint32_t count)
{
    GameId *copy = game_ids_copy(&games);
    ck_assert_uint_eq(games.count, count);
    for (uint32_t place = 0; place < count; place++) {
        GameId id = id_of(numbers[place]);
        ck_assert_str_eq(game_ids_at(&games, place)->text, id.text);
        ck_assert_str_eq(copy[place].text, id.text);
    }
    free(copy);
}

START_TEST(a_game_is_listed_once)
{
    GameId one = id_of(1), other = id_of(2);
    ck_assert(game_ids_add(&games, &one));
    ck_assert(!game_ids_add(&games, &one));
    ck_assert(!game_ids_remove(&games, &other));
    check_order((int[]){1}, 1);
    ck_assert(game_ids_remove(&games, &one));
    ck_assert(!game_ids_remove(&games, &one));
    check_order(NULL, 0);
    ck_assert(game_ids_add(&games, &other));
    check_order((int[]){2}, 1);
}
END_TEST

START_TEST(one_takes_no_memory_of_its_own)
{
    GameId id = id_of(1);
    game_ids_add(&games, &id);
    ck_assert_ptr_null(games.later);
}
END_TEST

START_TEST(they_stay_in_order_whichever_goes)
{
    for (int gone = 0; gone < 4; gone++) {
        int left[3], count = 0;
        for (int number = 0; number < 4; number++) {
            GameId id = id_of(number);
            game_ids_add(&games, &id);
            if (number != gone)
                left[count++] = number;
        }
        GameId id = id_of(gone);
        ck_assert(game_ids_remove(&games, &id));
        check_order(left, 3);
        game_ids_clear(&games);
    }
}
END_TEST

START_TEST(many_come_and_go)
{
    for (int number = 0; number < MANY; number++) {
        GameId id = id_of(number);
        ck_assert(game_ids_add(&games, &id));
    }
    int odd[MANY / 2];
    for (int number = 0; number < MANY; number += 2) {
        GameId id = id_of(number);
        ck_assert(game_ids_remove(&games, &id));
        odd[number / 2] = number + 1;
    }
    check_order(odd, MANY / 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("game_ids");
    TCase *tcase = tcase_create("game_ids");
    tcase_add_checked_fixture(tcase, NULL, teardown);
    tcase_add_test(tcase, a_game_is_listed_once);
    tcase_add_test(tcase, one_takes_no_memory_of_its_own);
    tcase_add_test(tcase, they_stay_in_order_whichever_goes);
    tcase_add_test(tcase, many_come_and_go);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
