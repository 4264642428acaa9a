#include "lag.h"

#include "check_rig.h"
#include "receipt.h"

#include <stdlib.h>
#include <string.h>

/* lichess.org's table, in hundredths there: gain, start and most of the quota. */
static const struct {
    int32_t initial, increment, gain, start, most;
} QUOTAS[] = {
    {15000, 0, 210, 630, 1470},           {30000, 0, 270, 810, 1890},
    {60000, 0, 390, 1170, 2730},          {120000, 1000, 790, 2370, 5530},
    {180000, 0, 870, 2610, 6090},         {180000, 2000, 1000, 3000, 7000},
    {10800000, 180000, 1000, 3000, 7000},
};

START_TEST(quotas_are_those_of_lichess)
{
    TimeControl control = {
        .timed = true, .initial = QUOTAS[_i].initial, .increment = QUOTAS[_i].increment};
    ck_assert_int_eq(lag_gain_max(&control), QUOTAS[_i].gain);
    ck_assert_int_eq(lag_quota_start(&control), QUOTAS[_i].start);
    ck_assert_int_eq(lag_quota_after(&control, 5000, QUOTAS[_i].most, 0), QUOTAS[_i].most);
    ck_assert_int_eq(lag_quota_after(&control, 5000, QUOTAS[_i].most, 1), QUOTAS[_i].most);
    ck_assert_int_eq(lag_quota_after(&control, 60, 1000, 60), 1140); /* the lag plus 14 cs */
}
END_TEST

START_TEST(nothing_is_given_in_correspondence_or_without_a_clock)
{
    TimeControl none = {.timed = false}, days = {.timed = true, .days = 1};
    ck_assert_int_eq(lag_gain_max(&none), 0);
    ck_assert_int_eq(lag_quota_start(&days), 0);
    ck_assert_int_eq(lag_given(100, lag_quota_start(&days), 5000), 0);
}
END_TEST

START_TEST(grace_is_the_quota_up_to_two_seconds_once_the_lag_is_known)
{
    ck_assert_int_eq(lag_grace(0, 7000), 0);
    ck_assert_int_eq(lag_grace(1, 1999), 1999);
    ck_assert_int_eq(lag_grace(1, 2001), 2000);
}
END_TEST

static const TimeControl FIVE_THREE = {.timed = true, .initial = 300000, .increment = 3000};

static const struct {
    Event event;
    const char *text;
} LINES[] = {
    {{.kind = EV_MOVE,
      .seq = 43,
      .by = WHITE,
      .clock = {13191, 5},
      .receipt = {11345, 1234, 80, 80, 2860},
      .move = {.ply = 22}},
     "43 move ply=22 by=white left=11345 elapsed=1234 lag=80 given=80 charged=1154 bonus=3000 "
     "after=13191 quota=2860"},
    {{.kind = EV_END,
      .seq = 98,
      .clock = {5, 0},
      .receipt = {700, 2730, 60, 0, 2840},
      .end = {.status = STATUS_OUTOFTIME}},
     "98 flag by=black left=700 elapsed=2730 lag=60 given=0 quota=2840 grace=2000"},
    {{.kind = EV_MORETIME, .seq = 44, .by = WHITE, .clock = {1, 315000}, .given = 15000},
     "44 moretime by=white to=black given=15000 after=315000"},
    {{.kind = EV_PAUSED, .seq = 45, .clock = {298000, 300000}},
     "45 pause white=298000 black=300000"},
    {{.kind = EV_RESUMED, .seq = 46, .clock = {1, 2}}, "46 resume white=1 black=2"},
    {{.kind = EV_ADJUSTED, .seq = 46, .by = WHITE, .clock = {238000, 2}, .given = -60000},
     "46 adjust to=white given=-60000 after=238000"},
    {{.kind = EV_BERSERK, .seq = 1, .by = BLACK, .clock = {180000, 90000}, .given = -90000},
     "1 berserk to=black given=-90000 after=90000"},
    {{.kind = EV_SEALED, .seq = 47, .clock = {1, 2}, .sealed = 7}, "47 sealed white=1 black=2"},
    {{.kind = EV_TAKEBACK, .seq = 47, .clock = {1, 2}, .ply = 3}, "47 takeback white=1 black=2"},
    {{.kind = EV_MOVE, .seq = 1, .clock = {300000, 300000}, .receipt = {.lag = 50}}, ""},
    {{.kind = EV_END, .seq = 9, .clock = {1, 2}, .end = {.status = STATUS_MATE}}, ""},
    {{.kind = EV_DRAW_OFFER, .seq = 9}, ""},
};

START_TEST(each_decision_about_a_clock_has_its_line)
{
    char line[RECEIPT_MAX];
    size_t length = receipt_print(&LINES[_i].event, &FIVE_THREE, line);
    ck_assert_str_eq(line, LINES[_i].text);
    ck_assert_uint_eq(length, strlen(line));
}
END_TEST

START_TEST(each_side_is_charged_by_its_own_delay)
{
    char line[RECEIPT_MAX];
    Event event = {.kind = EV_MOVE,
                   .seq = 3,
                   .by = BLACK,
                   .clock = {60000, 57000},
                   .receipt = {60000, 5000, 0, 0, 0},
                   .move = {.ply = 3}};
    TimeControl control = {
        .timed = true, .initial = 60000, .increment = 5000, .bonus = BONUS_DELAY};
    control = time_control_with_odds(&control, TIME_ODDS_BLACK, 60000, 2000);
    receipt_print(&event, &control, line);
    ck_assert_ptr_nonnull(strstr(line, "charged=3000 bonus=0 after=57000"));
}
END_TEST

START_TEST(the_longest_line_fits)
{
    char line[RECEIPT_MAX];
    Event event = {.kind = EV_MOVE,
                   .seq = UINT32_MAX,
                   .by = WHITE,
                   .clock = {EVENT_TIME_MAX, EVENT_TIME_MAX},
                   .receipt = {INT32_MAX, INT32_MAX, INT32_MAX, 0, INT32_MAX},
                   .move = {.ply = UINT32_MAX}};
    ck_assert_uint_lt(receipt_print(&event, &FIVE_THREE, line), RECEIPT_MAX);
    ck_assert_uint_eq(receipt_print(&event, &(TimeControl){.timed = false}, line), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("receipt");
    TCase *tests = tcase_create("receipt");
    tcase_add_loop_test(tests, quotas_are_those_of_lichess, 0, sizeof QUOTAS / sizeof *QUOTAS);
    tcase_add_test(tests, nothing_is_given_in_correspondence_or_without_a_clock);
    tcase_add_test(tests, grace_is_the_quota_up_to_two_seconds_once_the_lag_is_known);
    tcase_add_loop_test(tests, each_decision_about_a_clock_has_its_line, 0,
                        sizeof LINES / sizeof *LINES);
    tcase_add_test(tests, each_side_is_charged_by_its_own_delay);
    tcase_add_test(tests, the_longest_line_fits);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
