/* A turn of the Lichess API: however many players have heard something, it looks at a part of them, in the order in which they were
 * woken. */
#include "lichess.h"

#include "hear.h"
#include "player.h"

#include "check_rig.h"

#include <string.h>

enum { PLAYERS = 300, OF_A_TURN = 64 };

static uv_loop_t loop;
static Lichess lichess;
static Player players[PLAYERS];

static int heard;

/* hear_player, counted: the linker puts this in its place. NOLINTBEGIN(bugprone-reserved-identifier) */
void __wrap_hear_player(Player *player);
void __wrap_hear_player(Player *player)
{
    ck_assert(!player->is_waiting);
    heard++;
}
/* NOLINTEND(bugprone-reserved-identifier) */

static void set_up(void)
{
    uv_loop_init(&loop);
    memset(&lichess, 0, sizeof lichess);
    lichess.options.loop = &loop;
    timer_heap_init(&lichess.due);
    memset(players, 0, sizeof players);
    heard = 0;
    for (int i = 0; i < PLAYERS; i++) {
        players[i].lichess = &lichess;
        player_wake(&players[i]);
    }
}

static void tear_down(void)
{
    timer_heap_clear(&lichess.due);
    uv_loop_close(&loop);
}

/* Those who were woken first have been heard, and no others. */
static void must_be_in_order(void)
{
    for (int i = 0; i < PLAYERS; i++)
        ck_assert_int_eq(players[i].is_waiting, i >= heard);
}

START_TEST(a_turn_looks_at_a_part_of_the_players_in_their_order)
{
    for (bool goes_on = true; goes_on;) {
        int before = heard;
        goes_on = lichess_turn(&lichess);
        ck_assert_int_le(heard - before, OF_A_TURN);
        must_be_in_order();
        ck_assert_int_eq(goes_on, heard < PLAYERS);
        ck_assert_int_eq(lichess_has_more(&lichess), goes_on);
        ck_assert_int_eq(lichess_wait(&lichess) == 0, goes_on);
    }
    ck_assert_int_eq(heard, PLAYERS);
}
END_TEST

START_TEST(whoever_is_woken_again_comes_behind_the_others)
{
    ck_assert(lichess_turn(&lichess));
    player_wake(&players[0]);
    while (players[PLAYERS - 1].is_waiting) {
        ck_assert(players[0].is_waiting);
        ck_assert(lichess_turn(&lichess) || !players[PLAYERS - 1].is_waiting);
        player_wake(&players[1]); /* nor do others come in front of them */
    }
    while (lichess_turn(&lichess))
        ;
    ck_assert(!players[0].is_waiting && !players[1].is_waiting);
}
END_TEST

static int run_count;

static void run(Due *due)
{
    (void)due;
    run_count++;
}

START_TEST(a_turn_does_a_part_of_what_is_due)
{
    static Due dues[PLAYERS];
    while (lichess_turn(&lichess))
        ;
    run_count = 0;
    for (int i = 0; i < PLAYERS; i++) {
        dues[i] = (Due){.run = run};
        lichess_set_due(&lichess, &dues[i], lichess_now(&lichess));
    }
    for (bool goes_on = true; goes_on;) {
        int before = run_count;
        goes_on = lichess_turn(&lichess);
        ck_assert_int_le(run_count - before, OF_A_TURN);
        ck_assert_int_eq(goes_on, run_count < PLAYERS);
    }
    ck_assert_int_eq(run_count, PLAYERS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lichess_turn");
    TCase *tcase = tcase_create("lichess_turn");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_turn_looks_at_a_part_of_the_players_in_their_order);
    tcase_add_test(tcase, whoever_is_woken_again_comes_behind_the_others);
    tcase_add_test(tcase, a_turn_does_a_part_of_what_is_due);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
