#include "options.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

/* A table of every kind. */

typedef struct {
    int port;
    int64_t wait;
    unsigned size;
    bool loud;
    int color;
    const char *name;
    int sum, times; /* of what the list was given */
} Target;

static const char *const COLORS[] = {"red", "green", "blue", NULL};

static const char *add(void *field, const char *text)
{
    Target *target = field;
    const char *part;
    size_t length;
    while ((part = options_next_part(&text, &length))) {
        if (length != 1 || *part < '1' || *part > '9')
            return "digits from 1 to 9, commas between";
        target->sum += *part - '0';
    }
    target->times++;
    return NULL;
}

static const Option OPTIONS[] = {
    {"port", "T_PORT", "N", "the port", "80", OPTION_NUMBER, OPTION_FIELD(Target, port), .least = 1,
     .most = 65535, .word = "none", .word_value = -1},
    {"wait", "T_WAIT", "SECONDS", "how long", "10", OPTION_DURATION, OPTION_FIELD(Target, wait),
     .least = 1, .most = 1000000, .unit = 1000},
    {"size", "T_SIZE", "MIB", "how much", "16", OPTION_SIZE, OPTION_FIELD(Target, size),
     .most = 4096},
    {"loud", "T_LOUD", "on|off", "whether loud", "off", OPTION_SWITCH, OPTION_FIELD(Target, loud)},
    {"color", "T_COLOR", "WORD", "which color", "green", OPTION_CHOICE, OPTION_FIELD(Target, color),
     .words = COLORS},
    {"name", "T_NAME", "TEXT", "a name", NULL, OPTION_TEXT, OPTION_FIELD(Target, name),
     .expected = "a name"},
    {"add", "T_ADD", "N[,...]", "adds them", NULL, OPTION_PARSED, .parse = add},
};

static OptionTable table;
static Target target;
static OptionWords words;
static char line[OPTIONS_LINE_MAX];
static const char *env_name, *env_value;

static char *env(const char *name)
{
    return env_name && strcmp(name, env_name) == 0 ? (char *)(size_t)env_value : NULL;
}

static void setup(void)
{
    table = (OptionTable){.program = "tester",
                          .usage = "usage: tester\n",
                          .options = OPTIONS,
                          .count = sizeof OPTIONS / sizeof *OPTIONS,
                          .words = 3};
    env_name = NULL;
}

/* The arguments, split at blanks. */
static OptionsResult read(const char *text)
{
    static char copy[256];
    char *argv[16];
    int argc = 0;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    target = (Target){.name = "nobody"};
    strcpy(line, "untouched");
    return options_read(&table, &target, &words, argc, argv, env, line);
}

static void expect_refusal(const char *text, const char *says)
{
    ck_assert_msg(read(text) == OPTIONS_BAD, "%s", text);
    ck_assert_str_eq(line, says);
}

START_TEST(defaults_are_read_like_given_values)
{
    ck_assert_int_eq(read(""), OPTIONS_OK);
    ck_assert_int_eq(target.port, 80);
    ck_assert_int_eq(target.wait, 10000);
    ck_assert_uint_eq(target.size, 16);
    ck_assert(!target.loud);
    ck_assert_int_eq(target.color, 1);
    ck_assert_str_eq(target.name, "nobody");
    ck_assert_str_eq(line, "untouched");
}
END_TEST

START_TEST(values_of_each_kind)
{
    ck_assert_int_eq(read("--port 65535 --loud on --color=blue --name=a=b --add 1,2 --add 3"),
                     OPTIONS_OK);
    ck_assert_int_eq(target.port, 65535);
    ck_assert(target.loud);
    ck_assert_int_eq(target.color, 2);
    ck_assert_str_eq(target.name, "a=b");
    ck_assert_int_eq(target.sum, 6);
    ck_assert_int_eq(target.times, 2);
    ck_assert_int_eq(read("--port none --port 7 --color red"), OPTIONS_OK);
    ck_assert_int_eq(target.port, 7);
    ck_assert_int_eq(target.color, 0);
    ck_assert_int_eq(read("--port=none"), OPTIONS_OK);
    ck_assert_int_eq(target.port, -1);
}
END_TEST

/* 1,000,000 s are the most: 11.57 days. */
START_TEST(durations_and_sizes_may_have_a_unit)
{
    static const struct {
        const char *text;
        int64_t ms;
    } GOOD[] = {{"1", 1000},
                {"1000ms", 1000},
                {"1500ms", 1500},
                {"90s", 90000},
                {"3m", 180000},
                {"2h", 7200000},
                {"11d", INT64_C(950400000)},
                {"007s", 7000},
                {"1000000", 1000000000}};
    char words_given[64];
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        snprintf(words_given, sizeof words_given, "--wait %s", GOOD[i].text);
        ck_assert_msg(read(words_given) == OPTIONS_OK, "%s: %s", words_given, line);
        ck_assert_int_eq(target.wait, GOOD[i].ms);
    }
    static const char *const BAD[] = {"0",
                                      "999ms",
                                      "1000001",
                                      "12d",

                                      "1S",
                                      "s",
                                      "1e3",
                                      "0x10",
                                      "1.5s",
                                      "-1",
                                      "+1",
                                      "1ss",
                                      "",
                                      "9223372036854775807d",
                                      "99999999999999999999"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        snprintf(words_given, sizeof words_given, "--wait=%s", BAD[i]);
        ck_assert_msg(read(words_given) == OPTIONS_BAD, "%s", words_given);
    }
    ck_assert_int_eq(read("--size 4G"), OPTIONS_OK);
    ck_assert_uint_eq(target.size, 4096);
    ck_assert_int_eq(read("--size 64M"), OPTIONS_OK);
    ck_assert_uint_eq(target.size, 64);
    ck_assert_int_eq(read("--size 0"), OPTIONS_OK);
    ck_assert_int_eq(read("--size 5G"), OPTIONS_BAD);
    ck_assert_int_eq(read("--port 1G"), OPTIONS_BAD);
}
END_TEST

START_TEST(a_refusal_names_the_option_the_value_and_what_is_allowed)
{
    expect_refusal("--port 0", "--port \"0\": expected a number from 1 to 65535, or none");
    expect_refusal("--wait=", "--wait \"\": expected seconds from 1 to 1000000");
    expect_refusal("--size x", "--size \"x\": expected MiB from 0 to 4096");
    expect_refusal("--loud yes", "--loud \"yes\": expected on or off");
    expect_refusal("--color pink", "--color \"pink\": expected red, green or blue");
    expect_refusal("--name=", "--name \"\": expected a name");
    expect_refusal("--add 1,,2", "--add \"1,,2\": expected digits from 1 to 9, commas between");
    expect_refusal("--port", "--port: N is missing");
    expect_refusal("--ports 1", "--ports: unknown option; see tester --help");
    expect_refusal("--por 1", "--por: unknown option; see tester --help");
    expect_refusal("-p 1", "-p: unknown option; see tester --help");
    expect_refusal("--=1", "--=1: unknown option; see tester --help");
    expect_refusal("---port 1", "---port: unknown option; see tester --help");
    env_name = "T_COLOR";
    env_value = "pink";
    expect_refusal("", "T_COLOR \"pink\": expected red, green or blue");
}
END_TEST

START_TEST(a_refusal_is_one_short_line_whatever_the_value)
{
    char text[10000] = "--color=";
    char *argv[] = {text};
    for (size_t i = 8; i < sizeof text - 1; i++)
        text[i] = (char)(i % 255 + 1);
    ck_assert_int_eq(options_read(&table, &target, &words, 1, argv, env, line), OPTIONS_BAD);
    ck_assert_uint_lt(strlen(line), 120);
    for (size_t i = 0; line[i]; i++)
        ck_assert(line[i] >= ' ' && line[i] <= '~');
    memcpy(text, "\033[2J\nhello", 11);
    table.words = 0;
    ck_assert_int_eq(options_read(&table, &target, &words, 1, argv, env, line), OPTIONS_BAD);
    ck_assert_str_eq(line, "?[2J?hello: unknown option; see tester --help");
}
END_TEST

START_TEST(a_flag_wins_over_its_variable)
{
    env_name = "T_PORT";
    env_value = "81";
    ck_assert_int_eq(read(""), OPTIONS_OK);
    ck_assert_int_eq(target.port, 81);
    ck_assert_int_eq(read("--port 82"), OPTIONS_OK);
    ck_assert_int_eq(target.port, 82);
    env_value = "nonsense";
    ck_assert_int_eq(read("--port 82"), OPTIONS_OK);
    env_value = "";
    ck_assert_int_eq(read(""), OPTIONS_OK);
    ck_assert_int_eq(target.port, 80);
}
END_TEST

START_TEST(a_list_of_flags_wins_over_the_variable_as_a_whole)
{
    env_name = "T_ADD";
    env_value = "1,2,3";
    ck_assert_int_eq(read(""), OPTIONS_OK);
    ck_assert_int_eq(target.sum, 6);
    ck_assert_int_eq(read("--add 7 --add 8"), OPTIONS_OK);
    ck_assert_int_eq(target.sum, 15);
    ck_assert_int_eq(target.times, 2);
}
END_TEST

START_TEST(words_are_what_is_not_an_option)
{
    ck_assert_int_eq(read("one --port 1 two"), OPTIONS_OK);
    ck_assert_uint_eq(words.count, 2);
    ck_assert_str_eq(words.words[1], "two");
    ck_assert_int_eq(target.port, 1);
    ck_assert_int_eq(read("one -- --port --help"), OPTIONS_OK);
    ck_assert_uint_eq(words.count, 3);
    ck_assert_str_eq(words.words[1], "--port");
    expect_refusal("a b c d", "d: too many arguments; see tester --help");
    table.options_go_first = true;
    ck_assert_int_eq(read("--port 5 one --port --help"), OPTIONS_OK);
    ck_assert_uint_eq(words.count, 3);
    ck_assert_int_eq(target.port, 5);
    table.words = 0;
    expect_refusal("one", "one: unknown option; see tester --help");
    expect_refusal("--", "--: unknown option; see tester --help");
}
END_TEST

START_TEST(help_wins_over_everything_else)
{
    ck_assert_int_eq(read("--nonsense --port x --help"), OPTIONS_HELP);
    ck_assert_int_eq(read("-h"), OPTIONS_HELP);
    expect_refusal("--version", "--version: unknown option; see tester --help");
    table.has_version = true;
    ck_assert_int_eq(read("--version"), OPTIONS_VERSION);
}
END_TEST

START_TEST(help_has_everything_in_the_table)
{
    char text[2048] = "";
    FILE *out = tmpfile();
    options_print_help(&table, out);
    rewind(out);
    ck_assert_uint_gt(fread(text, 1, sizeof text - 1, out), 0);
    fclose(out);
    ck_assert_str_eq(strtok(text, "\n"), "usage: tester");
    static const char *const REST[] = {
        "  --port N",
        "      the port (default: 80)",
        "      environment: T_PORT",
        "  --wait SECONDS",
    };
    for (size_t i = 0; i < sizeof REST / sizeof *REST; i++)
        ck_assert_str_eq(strtok(NULL, "\n"), REST[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("options");
    TCase *tcase = tcase_create("options");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, defaults_are_read_like_given_values);
    tcase_add_test(tcase, values_of_each_kind);
    tcase_add_test(tcase, durations_and_sizes_may_have_a_unit);
    tcase_add_test(tcase, a_refusal_names_the_option_the_value_and_what_is_allowed);
    tcase_add_test(tcase, a_refusal_is_one_short_line_whatever_the_value);
    tcase_add_test(tcase, a_flag_wins_over_its_variable);
    tcase_add_test(tcase, a_list_of_flags_wins_over_the_variable_as_a_whole);
    tcase_add_test(tcase, words_are_what_is_not_an_option);
    tcase_add_test(tcase, help_wins_over_everything_else);
    tcase_add_test(tcase, help_has_everything_in_the_table);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
