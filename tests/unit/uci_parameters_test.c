/* What only builds with CASTLED_TUNE have: this test is compiled as they are. */
#include "uci_parameters.h"

#include "chess_rig.h"
#include "parameters.h"

static UciText text_of(const char *text)
{
    return (UciText){.at = text, .length = strlen(text)};
}

static bool set(const char *name, const char *value, bool *known)
{
    *known = false;
    return uci_parameters_set(text_of(name), text_of(value), known);
}

START_TEST(each_parameter_is_an_option_with_its_range)
{
    char line[128];
    int count = 0;
    while (uci_parameters_introduce(count, line, sizeof line)) {
        char name[64];
        int value, least, most;
        ck_assert_int_eq(sscanf(line, "option name %63s type spin default %d min %d max %d", name,
                                &value, &least, &most),
                         4);
        ck_assert_msg(least <= value && value <= most, "%s", line);
        ck_assert_msg(parameters[count].step > 0 && 4 * parameters[count].step <= most - least,
                      "%s", line);
        count++;
    }
    ck_assert_int_eq(count, PARAMETER_COUNT);
    ck_assert(uci_parameters_introduce(0, line, sizeof line));
    ck_assert_str_eq(line,
                     "option name REVERSE_FUTILITY_MARGIN type spin default 57 min 20 max 200");
}
END_TEST

START_TEST(a_value_is_taken_within_its_range_only)
{
    bool known;
    ck_assert(set("REVERSE_FUTILITY_MARGIN", "20", &known) && known);
    ck_assert_int_eq(PARAMETER(REVERSE_FUTILITY_MARGIN), 20);
    ck_assert(set("REVERSE_FUTILITY_MARGIN", "200", &known) && known);
    ck_assert_int_eq(PARAMETER(REVERSE_FUTILITY_MARGIN), 200);
    ck_assert(!set("REVERSE_FUTILITY_MARGIN", "19", &known) && known);
    ck_assert(!set("REVERSE_FUTILITY_MARGIN", "201", &known) && known);
    ck_assert(!set("REVERSE_FUTILITY_MARGIN", "much", &known) && known);
    ck_assert_int_eq(PARAMETER(REVERSE_FUTILITY_MARGIN), 200);
    ck_assert(set("Hash", "16", &known) && !known);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        each_parameter_is_an_option_with_its_range,
        a_value_is_taken_within_its_range_only,
    };
    return run_tests("uci_parameters", tests, COUNT(tests));
}
