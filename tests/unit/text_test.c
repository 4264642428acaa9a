#include "text.h"

#include "check_rig.h"
#include "utf8.h"

#include <cJSON.h>
#include <stdlib.h>
#include <string.h>

static Text text;

static void setup(void)
{
    text_init(&text);
}

static void teardown(void)
{
    text_clear(&text);
}

START_TEST(commas_go_between_members_and_nowhere_else)
{
    text_open(&text, NULL, '{');
    text_integer(&text, "a", -1);
    text_open(&text, "b", '[');
    text_close(&text, ']');
    text_open(&text, "c", '[');
    text_open(&text, NULL, '{');
    text_close(&text, '}');
    text_bool(&text, NULL, true);
    text_bool(&text, NULL, false);
    text_null(&text, NULL);
    text_string(&text, NULL, "{");
    text_integer(&text, NULL, INT64_MIN);
    text_close(&text, ']');
    text_string(&text, "d", NULL);
    text_close(&text, '}');
    ck_assert_str_eq(text.bytes,
                     "{\"a\":-1,\"b\":[],\"c\":[{},true,false,null,\"{\",-9223372036854775808],"
                     "\"d\":null}");
    ck_assert_uint_eq(text.length, strlen(text.bytes));
}
END_TEST

START_TEST(halves_are_printed_as_points)
{
    text_open(&text, NULL, '{');
    text_halves(&text, "a", 0);
    text_halves(&text, "b", 1);
    text_halves(&text, "c", 7);
    text_halves(&text, "d", 8);
    text_close(&text, '}');
    ck_assert_str_eq(text.bytes, "{\"a\":0,\"b\":0.5,\"c\":3.5,\"d\":4}");
}
END_TEST

START_TEST(two_messages_in_one_text_are_not_joined)
{
    for (int i = 0; i < 2; i++) {
        text_open(&text, NULL, '{');
        text_integer(&text, "a", i);
        text_close(&text, '}');
    }
    ck_assert_str_eq(text.bytes, "{\"a\":0}{\"a\":1}");
    text_reset(&text);
    text_open(&text, NULL, '{');
    text_close(&text, '}');
    ck_assert_str_eq(text.bytes, "{}");
}
END_TEST

START_TEST(strings_are_escaped)
{
    static const struct {
        const char *value, *printed;
    } CASES[] = {
        {"", "\"\""},
        {"a\"b\\c/", "\"a\\\"b\\\\c/\""},
        {"\n\t\x01\x1f\x7f", "\"\\u000a\\u0009\\u0001\\u001f\\u007f\""},
        {"\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9e", "\"\xc3\xa9\xe2\x82\xac\xf0\x9d\x84\x9e\""},
        {"</script>", "\"</script>\""},
        {"a\xff\xc3z", "\"a\xef\xbf\xbd\xef\xbf\xbdz\""}, /* not UTF-8 */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        text_reset(&text);
        text_string(&text, NULL, CASES[i].value);
        ck_assert_str_eq(text.bytes, CASES[i].printed);
    }
}
END_TEST

START_TEST(every_character_survives_another_reader)
{
    char all[128] = "";
    for (int c = 1; c < 128; c++)
        all[c - 1] = (char)c;
    text_open(&text, NULL, '{');
    text_string(&text, all, all);
    text_close(&text, '}');
    cJSON *tree = cJSON_Parse(text.bytes);
    ck_assert_ptr_nonnull(tree);
    ck_assert_str_eq(tree->child->string, all);
    ck_assert_str_eq(tree->child->valuestring, all);
    cJSON_Delete(tree);
}
END_TEST

START_TEST(it_grows_as_needed)
{
    char value[1000];
    memset(value, 'x', sizeof value);
    value[sizeof value - 1] = '\0';
    for (int i = 0; i < 300; i++)
        text_append(&text, value, sizeof value - 1);
    ck_assert_uint_eq(text.length, 300 * 999);
    ck_assert_uint_eq(strspn(text.bytes, "x"), text.length);
}
END_TEST

START_TEST(utf8_is_taken_strictly)
{
    static const struct {
        const char *bytes;
        size_t length, size;
        uint32_t point;
    } CASES[] = {
        {"", 0, 0, 0},
        {"a", 1, 1, 'a'},
        {"", 1, 1, 0},
        {"\x7f", 1, 1, 0x7f},
        {"\x80", 1, 0, 0}, /* a continuation alone */
        {"\xc2\x80", 2, 2, 0x80},
        {"\xc2", 1, 0, 0},
        {"\xc2\x41", 2, 0, 0},
        {"\xc1\xbf", 2, 0, 0}, /* overlong */
        {"\xdf\xbf", 2, 2, 0x7ff},
        {"\xe0\xa0\x80", 3, 3, 0x800},
        {"\xe0\x9f\xbf", 3, 0, 0}, /* overlong */
        {"\xed\x9f\xbf", 3, 3, 0xd7ff},
        {"\xed\xa0\x80", 3, 0, 0}, /* surrogates */
        {"\xed\xbf\xbf", 3, 0, 0},
        {"\xee\x80\x80", 3, 3, 0xe000},
        {"\xef\xbf\xbf", 3, 3, 0xffff},
        {"\xf0\x90\x80\x80", 4, 4, 0x10000},
        {"\xf0\x8f\xbf\xbf", 4, 0, 0}, /* overlong */
        {"\xf4\x8f\xbf\xbf", 4, 4, 0x10ffff},
        {"\xf4\x90\x80\x80", 4, 0, 0}, /* beyond Unicode */
        {"\xf8\x88\x80\x80\x80", 5, 0, 0},
        {"\xff", 1, 0, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        uint32_t point = 0;
        size_t size = utf8_take(CASES[i].bytes, CASES[i].length, &point);
        ck_assert_msg(size == CASES[i].size && point == CASES[i].point, "case %zu", i);
    }
}
END_TEST

START_TEST(what_is_no_utf8_is_read_as_latin1)
{
    static const struct {
        const char *bytes, *text;
    } CASES[] = {
        {"M\xfcller", "M\xc3\xbcller"},
        {"\xa0\xbf\xc0\xff", "\xc2\xa0\xc2\xbf\xc3\x80\xc3\xbf"},
        {"M\xc3\xbcller, \xf0\x9f\x98\x80", "M\xc3\xbcller, \xf0\x9f\x98\x80"},
        {"\xce\xb1\x80", "\xce\xb1"}, /* control characters of ISO 8859-1 are left out */
        {"", ""},
    };
    char out[2 * 20 + 1];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert_uint_eq(utf8_from_bytes(CASES[i].bytes, strlen(CASES[i].bytes), out),
                          strlen(CASES[i].text));
        ck_assert_str_eq(out, CASES[i].text);
    }
}
END_TEST

START_TEST(plain_characters_are_those_allowed_in_a_line)
{
    static const uint32_t PLAIN[] = {' ', 'a', '~', 0xa0, 0xe9, 0x5d0, 0x200d, 0x20ac, 0x1f600};
    static const uint32_t OTHERS[] = {0,      '\n',   0x1f,   0x7f,   0x80,   0x9f,
                                      0x61c,  0x200e, 0x200f, 0x2028, 0x2029, 0x202a,
                                      0x202e, 0x2066, 0x2069, 0xfeff, 0xfff9, 0xe0001};
    for (size_t i = 0; i < sizeof PLAIN / sizeof *PLAIN; i++)
        ck_assert_msg(utf8_is_plain(PLAIN[i]), "U+%04X", (unsigned)PLAIN[i]);
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        ck_assert_msg(!utf8_is_plain(OTHERS[i]), "U+%04X", (unsigned)OTHERS[i]);
    ck_assert(utf8_is_blank(' ') && utf8_is_blank(0x3000) && utf8_is_blank(0x200b));
    ck_assert(!utf8_is_blank('.') && !utf8_is_blank(0x4e00));
}
END_TEST

#define MARK "\xcc\x81" /* U+0301 */

START_TEST(a_line_has_plain_characters_and_no_stacks_of_marks)
{
    static const struct {
        const char *text;
        bool is_line, is_lines;
    } CASES[] = {
        {"", true, true},
        {"Zoë, 国际象棋", true, true},
        {"a" MARK MARK MARK MARK, true, true},
        {"a" MARK MARK MARK MARK MARK, false, false},
        {"a" MARK MARK MARK MARK "b" MARK, true, true},
        {"one\ntwo\r\nthree", false, true},
        {"one\ttwo", false, false},
        {"\xef\xbb\xbf", false, false}, /* U+FEFF, which nobody sees */
        {"\xc3", false, false},         /* cut within a character */
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert_msg(utf8_is_line(CASES[i].text) == CASES[i].is_line, "%s", CASES[i].text);
        ck_assert_msg(utf8_is_lines(CASES[i].text) == CASES[i].is_lines, "%s", CASES[i].text);
    }
    ck_assert(utf8_count("Zoë, 国际象棋") == 9 && utf8_count("") == 0);
    ck_assert(utf8_is_seen("\xe2\x80\x8b.") && !utf8_is_seen("\xe2\x80\x8b ") && !utf8_is_seen(""));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("text");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, commas_go_between_members_and_nowhere_else);
    tcase_add_test(tcase, halves_are_printed_as_points);
    tcase_add_test(tcase, two_messages_in_one_text_are_not_joined);
    tcase_add_test(tcase, strings_are_escaped);
    tcase_add_test(tcase, every_character_survives_another_reader);
    tcase_add_test(tcase, it_grows_as_needed);
    tcase_add_test(tcase, utf8_is_taken_strictly);
    tcase_add_test(tcase, what_is_no_utf8_is_read_as_latin1);
    tcase_add_test(tcase, plain_characters_are_those_allowed_in_a_line);
    tcase_add_test(tcase, a_line_has_plain_characters_and_no_stacks_of_marks);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
