/* What RFC 8259 accepts and refuses, by JSONTestSuite (Seriot 2016), within a request's bounds. */
#include "json.h"

#include "check_rig.h"
#include "request.h"

#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(literal) literal, sizeof literal - 1

static const struct {
    const char *text;
    size_t length;
    const char *why; /* it belongs here */
} GOOD[] =
    {
        {TEXT("{}"), "empty"},
        {TEXT(" \t\n\r{ \"a\" : 1 } \n"), "white space"},
        {TEXT("{\"a\":[]}"), "an empty array"},
        {TEXT("{\"a\":[1,[2,{\"b\":null}],true,false]}"), "all kinds of value"},
        {TEXT("{\"a\":-0,\"b\":0.5,\"c\":1e5,\"d\":1E+5,\"e\":-1.25e-3}"), "numbers"},
        {TEXT("{\"a\":123456789012345678901234567890123456789012345678901234567890}"), "60 digits"},
        {TEXT("{\"\":\"\"}"), "empty strings"},
        {TEXT("{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}"), "every short escape"},
        {TEXT("{\"a\":\"\\u00e9\\uFFFF\\ud834\\udd1e\"}"), "escapes by number, one a pair"},
        {TEXT("{\"a\":\"\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9e\x7f\"}"),
         "UTF-8 of two, three, four bytes"},
        {TEXT("{\"a\":[[[[[[[]]]]]]]}"), "depth 8"},
},
  BAD[] = {
      {TEXT(""), "nothing"},
      {TEXT("  "), "only space"},
      {TEXT("null"), "no object"},
      {TEXT("[]"), "an array"},
      {TEXT("\"{}\""), "a string"},
      {TEXT("\xef\xbb\xbf{}"), "a byte order mark"},
      {TEXT("{}x"), "something behind"},
      {TEXT("{}{}"), "two objects"},
      {TEXT("{}\0"), "NUL behind"},
      {TEXT("{\"a\":1"), "an open object"},
      {TEXT("{\"a\":[1"), "an open array"},
      {TEXT("{\"a\":[1,]}"), "a comma too many"},
      {TEXT("{\"a\":[,1]}"), "a comma before"},
      {TEXT("{\"a\":1,}"), "a comma too many"},
      {TEXT("{,}"), "a comma alone"},
      {TEXT("{\"a\" 1}"), "no colon"},
      {TEXT("{\"a\"}"), "no value"},
      {TEXT("{\"a\":}"), "no value"},
      {TEXT("{a:1}"), "a name without quotes"},
      {TEXT("{'a':1}"), "single quotes"},
      {TEXT("{1:1}"), "a number for a name"},
      {TEXT("{\"a\":1 /* c */}"), "a comment"},
      {TEXT("{\"a\":[1}}"), "the wrong bracket"},
      {TEXT("{\"a\":tru}"), "a word cut"},
      {TEXT("{\"a\":True}"), "a word in capitals"},
      {TEXT("{\"a\":nullx}"), "a word too long"},
      {TEXT("{\"a\":NaN}"), "NaN"},
      {TEXT("{\"a\":Infinity}"), "infinity"},
      {TEXT("{\"a\":-Infinity}"), "infinity"},
      {TEXT("{\"a\":01}"), "a zero before"},
      {TEXT("{\"a\":-01}"), "a zero before"},
      {TEXT("{\"a\":+1}"), "a plus"},
      {TEXT("{\"a\":.5}"), "no digit before the point"},
      {TEXT("{\"a\":1.}"), "no digit behind the point"},
      {TEXT("{\"a\":1e}"), "an empty exponent"},
      {TEXT("{\"a\":1e+}"), "an empty exponent"},
      {TEXT("{\"a\":1e+-1}"), "two signs"},
      {TEXT("{\"a\":-}"), "a sign alone"},
      {TEXT("{\"a\":0x10}"), "hexadecimal"},
      {TEXT("{\"a\":1 2}"), "two numbers"},
      {TEXT("{\"a\":1234567890123456789012345678901234567890123456789012345678901}"), "61 digits"},
      {TEXT("{\"a\":\"b}"), "an open string"},
      {TEXT("{\"a\":\"\n\"}"), "a control character"},
      {TEXT("{\"a\":\"\x1f\"}"), "a control character"},
      {TEXT("{\"a\":\"\0\"}"), "NUL in a string"},
      {TEXT("{\"a\\u0000\":1}"), "NUL in a name"},
      {TEXT("{\"a\":\"\\u0000\"}"), "NUL escaped"},
      {TEXT("{\"a\":\"\\x41\"}"), "an unknown escape"},
      {TEXT("{\"a\":\"\\U0041\"}"), "an unknown escape"},
      {TEXT("{\"a\":\"\\u00g1\"}"), "no hexadecimal digit"},
      {TEXT("{\"a\":\"\\u12\"}"), "too few digits"},
      {TEXT("{\"a\":\"\\ud834\"}"), "a high surrogate alone"},
      {TEXT("{\"a\":\"\\udd1e\"}"), "a low surrogate alone"},
      {TEXT("{\"a\":\"\\ud834\\ud834\"}"), "two high surrogates"},
      {TEXT("{\"a\":\"\\ud834\\n\"}"), "a high surrogate and something else"},
      {TEXT("{\"a\":\"\xff\"}"), "no UTF-8"},
      {TEXT("{\"a\":\"\xc3\"}"), "UTF-8 cut"},
      {TEXT("{\"a\":\"\xc0\xaf\"}"), "UTF-8 too long for its character"},
      {TEXT("{\"a\":\"\xed\xa0\x80\"}"), "a surrogate in UTF-8"},
      {TEXT("{\"a\":\"\xf4\x90\x80\x80\"}"), "beyond U+10FFFF"},
      {TEXT("{\"\xff\":1}"), "no UTF-8 in a name"},
      {TEXT("{\"a\":[[[[[[[[]]]]]]]]}"), "depth 9"},
};

START_TEST(what_the_standard_allows_is_accepted)
{
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        const char *fault = json_fault(GOOD[i].text, GOOD[i].length);
        ck_assert_msg(!fault, "%s: %s", GOOD[i].why, fault);
        cJSON *tree = cJSON_ParseWithLength(GOOD[i].text, GOOD[i].length);
        ck_assert_msg(tree != NULL, "cJSON refuses %s", GOOD[i].why);
        cJSON_Delete(tree);
    }
}
END_TEST

START_TEST(what_the_standard_refuses_is_refused)
{
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_msg(json_fault(BAD[i].text, BAD[i].length), "%s: %s", BAD[i].why, BAD[i].text);
}
END_TEST

/* {"m0":0,"m1":1,…}, or the same as an array in an object. */
static size_t print_members(char *out, int count, bool array)
{
    size_t length = (size_t)sprintf(out, array ? "{\"a\":[" : "{");
    for (int i = 0; i < count; i++)
        length += (size_t)(array ? sprintf(out + length, "%d,", i)
                                 : sprintf(out + length, "\"m%d\":%d,", i, i));
    return length - 1 + (size_t)sprintf(out + length - 1, array ? "]}" : "}");
}

START_TEST(objects_and_arrays_have_at_most_32_members)
{
    char text[1000];
    for (int array = 0; array < 2; array++) {
        size_t length = print_members(text, JSON_MEMBERS_MAX, array);
        ck_assert_ptr_null(json_fault(text, length));
        length = print_members(text, JSON_MEMBERS_MAX + 1, array);
        ck_assert_ptr_nonnull(json_fault(text, length));
    }
}
END_TEST

START_TEST(no_truncated_text_is_valid)
{
    static const char WHOLE[] = "{\"a\":[1.5e3,\"\\ud834\\udd1e\xc3\xa9\",{\"b\":null}]}";
    for (size_t length = 0; length < sizeof WHOLE - 1; length++)
        ck_assert_ptr_nonnull(json_fault(WHOLE, length));
    ck_assert_ptr_null(json_fault(WHOLE, sizeof WHOLE - 1));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json");
    TCase *tcase = tcase_create("all");
    tcase_add_test(tcase, what_the_standard_allows_is_accepted);
    tcase_add_test(tcase, what_the_standard_refuses_is_refused);
    tcase_add_test(tcase, objects_and_arrays_have_at_most_32_members);
    tcase_add_test(tcase, no_truncated_text_is_valid);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
