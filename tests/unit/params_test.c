#include "params.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "name=value;name=value;" or "!": the result of reading it. */
static const char *show(const char *fault, Params *params)
{
    static char shown[4096];
    size_t length = 0;
    shown[0] = '\0';
    if (fault)
        return "!";
    for (size_t i = 0; i < params->count; i++)
        length += (size_t)snprintf(shown + length, sizeof shown - length, "%s=%s;",
                                   params->at[i].name, params->at[i].value);
    params_clear(params);
    return shown;
}

/* The URL standard, "application/x-www-form-urlencoded parsing". */
START_TEST(forms_are_read_as_browsers_write_them)
{
    static const char *const CASES[][2] = {
        {"", ""},
        {"a=1", "a=1;"},
        {"a=1&b=2", "a=1;b=2;"},
        {"a=1&&b=2&", "a=1;b=2;"},
        {"a", "a=;"},
        {"a=", "a=;"},
        {"=1", ""},
        {"a=b=c", "a=b=c;"},
        {"a=x+y%21", "a=x y!;"},
        {"a%20b=%C3%A9", "a b=\xc3\xa9;"},
        {"scopes%5B%5D=x&scopes[]=y", "scopes=x;scopes=y;"},
        {"a=%zz", "!"},
        {"a=%4", "!"},
        {"a=%", "!"},
        {"a=%00", "!"},
        {"a=%ff", "!"},
        {"a=%07", "!"},
        {"a=%C0%80", "!"},
        {"a=line%0Aend", "a=line\nend;"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Params params;
        const char *fault = params_parse_form(&params, CASES[i][0], strlen(CASES[i][0]));
        ck_assert_str_eq(show(fault, &params), CASES[i][1]);
    }
    Params params;
    ck_assert_ptr_nonnull(params_parse_form(&params, "a=\0b", 4));
}
END_TEST

START_TEST(json_is_read_flat)
{
    static const char *const CASES[][2] = {
        {"{}", ""},
        {"{\"\":2}", ""},
        {"{\"a\":\"x\"}", "a=x;"},
        {"{\"rated\":false,\"clock.limit\":60,\"days\":null,\"color\":\"white\"}",
         "rated=false;clock.limit=60;color=white;"},
        {"{\"scopes\":[\"a\",\"b\",null,3]}", "scopes=a;scopes=b;scopes=3;"},
        {"{\"a\":1.5,\"b\":-3,\"c\":1e3}", "a=1.5;b=-3;c=1000;"},
        {"{\"a\":{}}", "!"},
        {"{\"a\":[[1]]}", "!"},
        {"[]", "!"},
        {"", "!"},
        {"{\"a\":\"\\u0000\"}", "!"},
        {"{\"a\":\"\\u0007\"}", "!"},
        {"{\"a\":1", "!"},
        {"{\"a\":1}{", "!"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Params params;
        const char *fault = params_parse_json(&params, CASES[i][0], strlen(CASES[i][0]));
        ck_assert_str_eq(show(fault, &params), CASES[i][1]);
    }
}
END_TEST

START_TEST(it_is_said_what_is_wrong_with_a_field)
{
    static const char *const CASES[][2] = {
        {"a=%07", "a field has a control character"},
        {"a=x\x1b[31m", "a field has a control character"},
        {"a%7F=x", "a field has a control character"},
        {"a=%00", "a field has a control character"},
        {"a=%ff", "a field is not valid UTF-8"},
        {"a=%C0%80", "a field is not valid UTF-8"},
        {"a=%0z", "a % is not followed by two hexadecimal digits"},
        {"a=%", "a % is not followed by two hexadecimal digits"},
    };
    Params params;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        ck_assert_str_eq(params_parse_form(&params, CASES[i][0], strlen(CASES[i][0])), CASES[i][1]);
    ck_assert_str_eq(params_parse_form(&params, "a=\0b", 4), "a field has a control character");
    static const char JSON[] = "{\"a\":\"\\u001b[31m\"}";
    ck_assert_str_eq(params_parse_json(&params, JSON, sizeof JSON - 1),
                     "a field has a control character");
}
END_TEST

START_TEST(arguments_come_decoded)
{
    Params params;
    ck_assert_str_eq(show(params_parse_arguments(&params, "a=x&y\0b=1+2\0\0"), &params),
                     "a=x&y;b=1 2;");
    ck_assert_str_eq(show(params_parse_arguments(&params, ""), &params), "");
}
END_TEST

START_TEST(the_number_of_fields_has_a_limit)
{
    char text[4 * PARAMS_MAX + 8] = "";
    for (int i = 0; i < PARAMS_MAX; i++)
        strcat(text, "a=1&");
    Params params;
    ck_assert_ptr_null(params_parse_form(&params, text, strlen(text)));
    ck_assert_uint_eq(params.count, PARAMS_MAX);
    params_clear(&params);
    strcat(text, "a=1");
    ck_assert_ptr_nonnull(params_parse_form(&params, text, strlen(text)));
    ck_assert_uint_eq(params.count, 0);
}
END_TEST

START_TEST(values_are_read_with_their_type)
{
    static const char TEXT[] = "t=true&T=True&f=0&x=perhaps&n=42&m=-7&big=99999999999999999999&"
                               "half=4.5&blank=+3&n=43";
    Params params;
    int64_t value = 5;
    size_t at = 0;
    ck_assert_ptr_null(params_parse_form(&params, TEXT, sizeof TEXT - 1));
    ck_assert(params_flag(&params, "t", false) && params_flag(&params, "T", false));
    ck_assert(!params_flag(&params, "f", true) && params_flag(&params, "x", true) &&
              !params_flag(&params, "absent", false));
    ck_assert(params_integer(&params, "n", 42, 42, &value) && value == 42);
    ck_assert(!params_integer(&params, "n", 43, 99, &value) &&
              !params_integer(&params, "n", 0, 41, &value) && value == 42);
    ck_assert(params_integer(&params, "m", -7, 0, &value) && value == -7);
    ck_assert(!params_integer(&params, "big", INT64_MIN, INT64_MAX, &value));
    ck_assert(!params_integer(&params, "half", 0, 9, &value) &&
              !params_integer(&params, "blank", 0, 9, &value) &&
              !params_integer(&params, "absent", 0, 9, &value));
    ck_assert_str_eq(params_next(&params, "n", &at), "42");
    ck_assert_str_eq(params_next(&params, "n", &at), "43");
    ck_assert_ptr_null(params_next(&params, "n", &at));
    params_clear(&params);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fields");
    TCase *tcase = tcase_create("fields");
    tcase_add_test(tcase, forms_are_read_as_browsers_write_them);
    tcase_add_test(tcase, json_is_read_flat);
    tcase_add_test(tcase, it_is_said_what_is_wrong_with_a_field);
    tcase_add_test(tcase, arguments_come_decoded);
    tcase_add_test(tcase, the_number_of_fields_has_a_limit);
    tcase_add_test(tcase, values_are_read_with_their_type);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
