#include "player.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

static HashTable players;
static const Person ANN = {.id = "gann", .name = "Guest-Ann", .guest = true};
static const Person BOB = {.id = "gbob", .name = "Guest-Bob", .guest = true};
static const GameId FIRST = {"game0001"}, SECOND = {"game0002"}, THIRD = {"game0003"};

static void setup(void)
{
    players_init(&players, &(SipKey){{0}});
}

static void teardown(void)
{
    ck_assert_uint_eq(players.count, 0); /* each test lets everybody go */
    hash_table_clear(&players);
}

START_TEST(a_player_lives_as_long_as_he_is_here_or_plays)
{
    Player *ann = player_get(&players, &ANN);
    ck_assert_ptr_eq(player_get(&players, &ANN), ann);
    Visitor *visitor = visitor_new(ann, 1, "192.0.2.1", NULL);
    player_add_game(ann, &FIRST);
    player_release(&players, ann);
    ck_assert_ptr_eq(player_find(&players, "gann"), ann);
    visitor_free(visitor);
    player_release(&players, ann);
    ck_assert_ptr_eq(player_find(&players, "gann"), ann);
    player_remove_game(ann, &FIRST);
    player_release(&players, ann);
    ck_assert_ptr_null(player_find(&players, "gann"));
}
END_TEST

START_TEST(who_is_here_is_found_by_name_or_id)
{
    Player *ann = player_get(&players, &ANN), *bob = player_get(&players, &BOB);
    Visitor *visitor = visitor_new(ann, 1, "192.0.2.1", NULL);
    player_add_game(bob, &FIRST); /* he plays, but is not here */
    bool several;
    ck_assert_ptr_eq(player_by_name(&players, "guest-ann", &several), ann);
    ck_assert_ptr_eq(player_by_name(&players, "gann", &several), ann);
    ck_assert_ptr_null(player_by_name(&players, "Guest-Bob", &several));
    ck_assert_ptr_eq(player_by_name(&players, "gbob", &several), bob);
    ck_assert_ptr_null(player_by_name(&players, "Guest-An", &several));
    ck_assert(!several);
    Person same = {.id = "gother", .name = "GUEST-ANN", .guest = true};
    Player *other = player_get(&players, &same);
    Visitor *others = visitor_new(other, 2, "192.0.2.2", NULL);
    ck_assert_ptr_null(player_by_name(&players, "guest-ann", &several));
    ck_assert(several);
    ck_assert_ptr_eq(player_by_name(&players, "gother", &several), other);
    ck_assert(!several);
    visitor_free(others);
    player_release(&players, other);
    visitor_free(visitor);
    player_release(&players, ann);
    player_remove_game(bob, &FIRST);
    player_release(&players, bob);
}
END_TEST

START_TEST(games_keep_their_order_and_are_counted_once)
{
    Player *ann = player_get(&players, &ANN);
    player_add_game(ann, &FIRST);
    player_add_game(ann, &SECOND);
    player_add_game(ann, &THIRD);
    player_add_game(ann, &SECOND);
    ck_assert_uint_eq(ann->games_count, 3);
    player_remove_game(ann, &FIRST);
    player_remove_game(ann, &FIRST);
    ck_assert_uint_eq(ann->games_count, 2);
    ck_assert_str_eq(ann->games[0].text, "game0002");
    ck_assert_str_eq(ann->games[1].text, "game0003");
    player_remove_game(ann, &SECOND);
    player_remove_game(ann, &THIRD);
    player_release(&players, ann);
}
END_TEST

START_TEST(connections_come_and_go_by_themselves)
{
    Player *ann = player_get(&players, &ANN);
    Visitor *one = visitor_new(ann, 1, "192.0.2.1", NULL),
            *two = visitor_new(ann, 2, "192.0.2.2", NULL);
    visitor_add_game(one, &FIRST);
    visitor_add_game(two, &FIRST);
    visitor_remove_game(one, &FIRST);
    ck_assert_uint_eq(one->games_count, 0);
    ck_assert_uint_eq(two->games_count, 1);
    visitor_free(one);
    ck_assert_ptr_eq(ann->visitors, two);
    ck_assert_ptr_null(two->next);
    ck_assert_str_eq(two->address, "192.0.2.2");
    visitor_free(two);
    ck_assert_ptr_null(ann->visitors);
    player_release(&players, ann);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("player");
    TCase *tcase = tcase_create("player");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_player_lives_as_long_as_he_is_here_or_plays);
    tcase_add_test(tcase, who_is_here_is_found_by_name_or_id);
    tcase_add_test(tcase, games_keep_their_order_and_are_counted_once);
    tcase_add_test(tcase, connections_come_and_go_by_themselves);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
