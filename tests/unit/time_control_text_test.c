#include "time_control_text.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

/* The standard's own examples (PGN 9.6.1), what broadcasts and TRF26 files have, and our two words for delays. */
typedef struct {
    const char *text;
    TimeControl control;
} Written;

static const Written WRITTEN[] = {
    {"-", {.timed = false}},
    {"300", {.timed = true, .initial = 300000}}, /* "sudden death" */
    {"4500+60", {.timed = true, .initial = 4500000, .increment = 60000}},
    {"40/9000", {.timed = true, .initial = 9000000, .moves = 40}},
    {"40/7200:3600",
     {.timed = true,
      .initial = 7200000,
      .moves = 40,
      .later_count = 1,
      .later = {{.initial = 3600000}}}},
    {"40/5400+30:1800+30",
     {.timed = true,
      .initial = 5400000,
      .increment = 30000,
      .moves = 40,
      .later_count = 1,
      .later = {{.initial = 1800000, .increment = 30000}}}},
    {"40/7200:20/3600:900+30",
     {.timed = true,
      .initial = 7200000,
      .moves = 40,
      .later_count = 2,
      .later = {{.initial = 3600000, .moves = 20}, {.initial = 900000, .increment = 30000}}}},
    {"40/6000:20/3000",
     {.timed = true,
      .initial = 6000000,
      .moves = 40,
      .later_count = 1,
      .later = {{.initial = 3000000, .moves = 20}}}},
    {"0+2", {.timed = true, .increment = 2000}},
    {"0.500+0.250", {.timed = true, .initial = 500, .increment = 250}},
    {"40/5.400+0.030:0+1.005",
     {.timed = true,
      .initial = 5400,
      .increment = 30,
      .moves = 40,
      .later_count = 1,
      .later = {{.increment = 1005}}}},
    {"300d5", {.timed = true, .initial = 300000, .increment = 5000, .bonus = BONUS_DELAY}},
    {"300b5", {.timed = true, .initial = 300000, .increment = 5000, .bonus = BONUS_BRONSTEIN}},
    {"40/7200d5:3600d5",
     {.timed = true,
      .initial = 7200000,
      .increment = 5000,
      .bonus = BONUS_DELAY,
      .moves = 40,
      .later_count = 1,
      .later = {{.initial = 3600000, .increment = 5000}}}},
    {"1/86400", {.timed = true, .days = 1}},
    {"1/1209600", {.timed = true, .days = 14}},
    {"200/10800+180:200/10800+180:200/10800+180",
     {.timed = true,
      .initial = 10800000,
      .increment = 180000,
      .moves = 200,
      .later_count = 2,
      .later = {{.initial = 10800000, .increment = 180000, .moves = 200},
                {.initial = 10800000, .increment = 180000, .moves = 200}}}},
};

START_TEST(a_control_is_written_and_read_as_pgn_has_it)
{
    const Written *written = &WRITTEN[_i];
    char text[TIME_CONTROL_TEXT_MAX];
    TimeControl control;
    ck_assert(time_control_is_valid(&written->control));
    ck_assert_uint_eq(time_control_print(&written->control, true, text), strlen(written->text));
    ck_assert_str_eq(text, written->text);
    ck_assert(time_control_parse(text, strlen(text), &control));
    ck_assert(time_control_equal(&control, &written->control));
    /* No byte beyond its length is looked at. */
    size_t length = strlen(text);
    strcat(text, "9");
    ck_assert(time_control_parse(text, length, &control));
    ck_assert(time_control_equal(&control, &written->control));
}
END_TEST

START_TEST(in_pgn_both_delays_are_written_alike)
{
    char text[TIME_CONTROL_TEXT_MAX];
    TimeControl control = {
        .timed = true, .initial = 300000, .increment = 5000, .bonus = BONUS_BRONSTEIN};
    time_control_print(&control, false, text);
    ck_assert_str_eq(text, "300d5");
}
END_TEST

static const char *const OTHERS[] = {
    "",
    "?",
    "*180",
    "*180+2",
    "x",
    "300+",
    "+3",
    "300+3+3",
    "300+3d5",
    "40/",
    "/300",
    "40/300:",
    ":300",
    "300:300",
    "40/300:300:300",
    "0/300",
    "201/300",
    "40.5/300",
    "10801",
    "300+181",
    "-300",
    "300+-3",
    " 300",
    "300 ",
    "300.",
    "300.1234",
    "99999999999999999999",
    "40/99999999999999999999",
    "1/345600",
    "1/1296000",
    "40/300+3:0",
    "40/0:300",
    "0",
    "40/300:20/300:20/300:300",
    "1/86400+3",
    "40/300d5:300b5",
    "--",
    "1/86400:300",
};

START_TEST(anything_else_is_no_control)
{
    TimeControl control;
    ck_assert_msg(!time_control_parse(OTHERS[_i], strlen(OTHERS[_i]), &control), "%s", OTHERS[_i]);
}
END_TEST

START_TEST(a_shorter_fraction_is_read_too)
{
    TimeControl control;
    ck_assert(time_control_parse("1.5+0.25", 8, &control));
    ck_assert_int_eq(control.initial, 1500);
    ck_assert_int_eq(control.increment, 250);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("time_control_text");
    TCase *tests = tcase_create("time_control_text");
    tcase_add_loop_test(tests, a_control_is_written_and_read_as_pgn_has_it, 0,
                        sizeof WRITTEN / sizeof *WRITTEN);
    tcase_add_test(tests, in_pgn_both_delays_are_written_alike);
    tcase_add_loop_test(tests, anything_else_is_no_control, 0, sizeof OTHERS / sizeof *OTHERS);
    tcase_add_test(tests, a_shorter_fraction_is_read_too);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
