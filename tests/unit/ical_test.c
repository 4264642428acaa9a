#include "ical.h"

#include "check_rig.h"

#include <string.h>

static Text text;

static void expect(const char *expected)
{
    ck_assert_str_eq(text.bytes, expected);
    text_clear(&text);
    text_init(&text);
}

/* The examples of RFC 5545, 3.3.11 and 3.6.1, and its list of what is escaped. */
START_TEST(test_words)
{
    text_init(&text);
    ical_words(&text, "DESCRIPTION",
               "Project XYZ Final Review\nConference Room - 3B\nCome Prepared.", 1000);
    expect("DESCRIPTION:Project XYZ Final Review\\nConference Room - 3B\\nCome Prepared.\r\n");
    ical_words(&text, "X", "a\\b;c,d:e\"f\r\ng\x01h\x7fi\tj", 1000);
    expect("X:a\\\\b\\;c\\,d:e\"f\\ngh"
           "i\tj\r\n");
    ical_words(&text, "X", "", 1000);
    expect("X:\r\n");
    text_clear(&text);
}
END_TEST

/* A value cannot begin a property of its own. */
START_TEST(test_line)
{
    text_init(&text);
    ical_line(&text, "URL", "http://a/\r\nATTACH:x");
    expect("URL:http://a/ATTACH:x\r\n");
    text_clear(&text);
}
END_TEST

static size_t longest_line(void)
{
    size_t longest = 0;
    for (const char *at = text.bytes; *at;) {
        const char *end = strstr(at, "\r\n");
        ck_assert_ptr_nonnull(end);
        if ((size_t)(end - at) > longest)
            longest = (size_t)(end - at);
        at = end + 2;
        ck_assert_msg((*at & 0xC0) != 0x80, "a line begins inside a character");
    }
    return longest;
}

/* RFC 5545, 3.1: 75 octets without the line break; unfolding gives back what there was. */
START_TEST(test_folding)
{
    static const char *const LETTERS[] = {"x", "é", "♞", "𝄞"};
    for (size_t letter = 0; letter < 4; letter++)
        for (size_t count = 0; count < 200; count++) {
            char words[1024] = "", unfolded[1024] = "";
            for (size_t i = 0; i < count; i++)
                strcat(words, LETTERS[letter]);
            text_init(&text);
            ical_words(&text, "SUMMARY", words, sizeof words);
            ck_assert_uint_le(longest_line(), 75);
            for (const char *at = text.bytes; *at; at++)
                if (strncmp(at, "\r\n ", 3) == 0)
                    at += 2;
                else
                    strncat(unfolded, at, 1);
            ck_assert_uint_eq(strlen(unfolded), strlen("SUMMARY:\r\n") + strlen(words));
            ck_assert_int_eq(strncmp(unfolded + 8, words, strlen(words)), 0);
            text_clear(&text);
        }
}
END_TEST

START_TEST(test_bounds)
{
    text_init(&text);
    ical_words(&text, "X", "ab♞cd", 4); /* the knight has three bytes */
    expect("X:ab\r\n");
    ical_words(&text, "X", "ab♞cd", 5);
    expect("X:ab♞\r\n");
    ical_words(&text, "X", "\xff\x80\x80\x80\x80\xe2\x99", 1000); /* no UTF-8: ends, all the same */
    ck_assert_uint_eq(text.length, 2 + 7 + 2);
    text_clear(&text);
}
END_TEST

/* What date(1) says: date -u -d @SECONDS. */
START_TEST(test_time)
{
    static const struct {
        int64_t wall;
        const char *line;
    } CASES[] = {{0, "T:19700101T000000Z\r\n"},
                 {INT64_C(1795377600999), "T:20261122T200000Z\r\n"},
                 {INT64_C(951782400000), "T:20000229T000000Z\r\n"},
                 {INT64_C(951868799000), "T:20000229T235959Z\r\n"},
                 {INT64_C(951868800000), "T:20000301T000000Z\r\n"},
                 {INT64_C(4107542400000), "T:21000301T000000Z\r\n"},
                 {INT64_C(4107542399000), "T:21000228T235959Z\r\n"},
                 {INT64_C(1767225599000), "T:20251231T235959Z\r\n"},
                 {INT64_C(253402300799000), "T:99991231T235959Z\r\n"},
                 {INT64_MAX, "T:99991231T235959Z\r\n"},
                 {-1, "T:19700101T000000Z\r\n"}};
    text_init(&text);
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ical_time(&text, "T", CASES[i].wall);
        expect(CASES[i].line);
    }
    text_clear(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("ical");
    TCase *tcase = tcase_create("ical");
    tcase_add_test(tcase, test_words);
    tcase_add_test(tcase, test_line);
    tcase_add_test(tcase, test_folding);
    tcase_add_test(tcase, test_bounds);
    tcase_add_test(tcase, test_time);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
