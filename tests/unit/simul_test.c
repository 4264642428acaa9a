/* A simul as its acts make it: who is accepted, the boards, the host's clock, the score; rebuilt from its stored acts. */
#include "check_rig.h"
#include "memory.h"
#include "tourney.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Tourney *tourney, *copy; /* the copy is folded from the stored form of each act */
} Desk;

static void apply(Desk *desk, TourneyAct *act)
{
    TourneyAct again;
    Text text;
    act->seq = desk->tourney->seq + 1;
    act->at = INT64_C(1795000000000) + act->seq;
    text_init(&text);
    tourney_act_print(act, true, &text);
    ck_assert_msg(tourney_fold(desk->tourney, act), "%s", text.bytes);
    ck_assert_msg(tourney_act_parse(&again, text.bytes, text.length), "%s", text.bytes);
    ck_assert_msg(tourney_fold(desk->copy, &again), "%s", text.bytes);
    tourney_act_clear(&again);
    tourney_act_clear(act);
    text_clear(&text);
}

static void join(Desk *desk, TourneyActKind kind, const char *name, int32_t rating)
{
    TourneyAct act = {.kind = kind, .person = {.kind = TOURNEY_ACCOUNT, .rating = rating}};
    strcpy(act.person.user, name);
    strcpy(act.person.name, name);
    apply(desk, &act);
}

/* Hedda, and three who apply: 2, 3 and 4. */
static Desk open_simul(HostColour colour)
{
    Desk desk = {tourney_new(), tourney_new()};
    TourneyAct act = {.kind = ACT_CREATED, .id = {"Ab12Cd34"}, .by = "hedda", .by_name = "hedda"};
    act.settings = memory_new(sizeof *act.settings);
    tourney_settings_usual(act.settings, FORMAT_SIMUL);
    strcpy(act.settings->name, "Simul");
    act.settings->host_colour = colour;
    act.settings->host_extra = 600;
    act.settings->host_extra_each = 60;
    apply(&desk, &act);
    join(&desk, ACT_JOIN, "hedda", 2300);
    join(&desk, ACT_JOIN, "anna", 1500);
    join(&desk, ACT_JOIN, "bodo", 1700);
    join(&desk, ACT_JOIN, "cleo", 1600);
    return desk;
}

static void discard(Desk *desk)
{
    tourney_free(desk->tourney);
    tourney_free(desk->copy);
}

static void accept_player(Desk *desk, TourneyActKind kind, uint32_t player)
{
    TourneyAct act = {.kind = kind, .player = player, .by = "hedda"};
    TourneyAnswer answer;
    ck_assert_msg(tourney_check(desk->tourney, &act, ROLE_ORGANISER, &answer), "%s", answer.why);
    apply(desk, &act);
}

static void begin(Desk *desk)
{
    TourneyAct start = {.kind = ACT_START, .seed = 0xaaaaaaaaaaaaaaaa}, pair;
    TourneyAct round = {.kind = ACT_ROUND};
    apply(desk, &start);
    ck_assert(tourney_pair(desk->tourney, &pair));
    apply(desk, &pair);
    apply(desk, &round);
    ck_assert(!tourney_pair(desk->tourney, &pair));
}

static bool may(const Desk *desk, TourneyActKind kind, uint32_t player, const char *code)
{
    TourneyAct act = {.kind = kind, .player = player, .by = "hedda"};
    TourneyAnswer answer;
    bool is_good = tourney_check(desk->tourney, &act, ROLE_ORGANISER, &answer);
    if (!is_good)
        ck_assert_str_eq(answer.code, code);
    return is_good;
}

START_TEST(the_host_chooses_whom_to_play)
{
    Desk desk = open_simul(HOST_WHITE);
    ck_assert_uint_eq(tourney_entrants(desk.tourney), 3);
    ck_assert(!may(&desk, ACT_START, 0, "wrong_time"));
    ck_assert(!may(&desk, ACT_ACCEPT, SIMUL_HOST, "no_player"));
    ck_assert(!may(&desk, ACT_ACCEPT, 9, "no_player"));
    ck_assert(!may(&desk, ACT_DECLINE, 2, "same"));
    ck_assert(!may(&desk, ACT_WITHDRAW, SIMUL_HOST, "host"));
    accept_player(&desk, ACT_ACCEPT, 2);
    ck_assert(!may(&desk, ACT_ACCEPT, 2, "same"));
    ck_assert(may(&desk, ACT_START, 0, ""));
    accept_player(&desk, ACT_DECLINE, 2);
    ck_assert(!may(&desk, ACT_START, 0, "wrong_time"));
    accept_player(&desk, ACT_ACCEPT, 0);
    accept_player(&desk, ACT_DECLINE, 4);
    join(&desk, ACT_ADD, "dirk", 1400); /* by the host: accepted */
    begin(&desk);
    ck_assert_uint_eq(desk.tourney->boards_count, 3);
    for (uint32_t i = 0; i < 3; i++) { /* by rating, and cleo not */
        static const uint32_t SEATS[] = {3, 2, 5};
        ck_assert_uint_eq(desk.copy->boards[i].pair.white, SIMUL_HOST);
        ck_assert_uint_eq(desk.copy->boards[i].pair.black, SEATS[i]);
    }
    ck_assert(!may(&desk, ACT_ACCEPT, 4, "wrong_time"));
    ck_assert(!may(&desk, ACT_BOARDS, 0, "wrong_time"));
    discard(&desk);
}
END_TEST

START_TEST(the_host_has_more_time_on_every_board)
{
    Desk desk = open_simul((HostColour)_i);
    accept_player(&desk, ACT_ACCEPT, 0);
    begin(&desk);
    for (uint32_t i = 0; i < desk.tourney->boards_count; i++) {
        const TourneyBoard *board = &desk.tourney->boards[i];
        TimeControl control = tourney_board_control(desk.tourney, board);
        bool white = board->pair.white == SIMUL_HOST;
        if (_i != HOST_RANDOM)
            ck_assert_int_eq(white, _i == HOST_WHITE);
        ck_assert(time_control_is_valid(&control));
        ck_assert_int_eq(control.initial, 1200000);
        ck_assert_int_eq(control.odds, white ? TIME_ODDS_WHITE : TIME_ODDS_BLACK);
        ck_assert_int_eq(control.odds_initial, 1200000 + 600000 + 3 * 60000);
    }
    if (_i == HOST_RANDOM) /* the bits of the seed alternate */
        ck_assert_uint_ne(desk.tourney->boards[0].pair.white, desk.tourney->boards[2].pair.black);
    discard(&desk);
}
END_TEST

START_TEST(nobody_has_more_time_than_a_clock_can_have)
{
    Desk desk = open_simul(HOST_WHITE);
    TourneyAct act = {.kind = ACT_SETTINGS, .settings = memory_new(sizeof *act.settings)};
    *act.settings = desk.tourney->settings;
    act.settings->limit = CLOCK_INITIAL_MAX / 1000;
    apply(&desk, &act);
    accept_player(&desk, ACT_ACCEPT, 0);
    begin(&desk);
    TimeControl control = tourney_board_control(desk.tourney, &desk.tourney->boards[0]);
    ck_assert(time_control_is_valid(&control));
    ck_assert_int_eq(control.odds, TIME_ODDS_NONE);
    discard(&desk);
}
END_TEST

START_TEST(the_score_is_the_hosts)
{
    static const BoardResult RESULTS[] = {BOARD_WHITE, BOARD_DRAW, BOARD_FORFEIT_BLACK};
    Desk desk = open_simul(HOST_WHITE);
    Standings standings = {.rows = NULL};
    accept_player(&desk, ACT_ACCEPT, 0);
    begin(&desk);
    for (uint32_t i = 0; i < 3; i++) {
        SimulScore score = tourney_simul_score(desk.tourney);
        ck_assert_uint_eq(score.playing, 3 - i);
        ck_assert_int_eq(desk.tourney->round_state, ROUND_PLAYING);
        TourneyAct act = {.kind = ACT_RESULT, .board = i + 1, .result = RESULTS[i]};
        apply(&desk, &act);
    }
    SimulScore score = tourney_simul_score(desk.copy);
    ck_assert_uint_eq(score.wins, 1);
    ck_assert_uint_eq(score.draws, 1);
    ck_assert_uint_eq(score.losses, 1);
    ck_assert_int_eq(desk.tourney->round_state, ROUND_OVER);
    standings_compute(&standings, desk.tourney);
    ck_assert_uint_eq(standings.count, 4);
    ck_assert_uint_eq(standings.rows[0].player, SIMUL_HOST);
    ck_assert_int_eq(standings.rows[0].halves, 3);
    ck_assert_uint_eq(standings.rows[1].player, 2); /* anna won: the third by rating */
    standings_clear(&standings);
    discard(&desk);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simul");
    TCase *tcase = tcase_create("simul");
    tcase_add_test(tcase, the_host_chooses_whom_to_play);
    tcase_add_loop_test(tcase, the_host_has_more_time_on_every_board, HOST_WHITE, HOST_RANDOM + 1);
    tcase_add_test(tcase, nobody_has_more_time_than_a_clock_can_have);
    tcase_add_test(tcase, the_score_is_the_hosts);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_ENV);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
