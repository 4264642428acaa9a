/* Codes of six digits by time, and recovery codes. The expected numbers are those of RFC 4226 (appendix D) and RFC 6238
 * (appendix B), the base32 that of RFC 4648. */
#include "second_factor.h"

#include "check_rig.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { STEP_MS = TOTP_STEP * 1000 };
static const unsigned char SECRET[SECOND_SECRET_SIZE] = {1}, OTHER[SECOND_SECRET_SIZE] = {2};
static const int64_t NOW = INT64_C(1795900000123); /* in 2026 */
static const char ID[] = "gann";

static SecondFactorKey key;
static SecondFactor factor;

static void setup(void)
{
    second_factor_key_init(&key, SECRET);
    second_factor_draw(&factor);
}

START_TEST(the_numbers_are_those_of_the_rfcs)
{
    static const unsigned char RFC[] = "12345678901234567890";
    static const uint32_t RFC_4226[] = {755224, 287082, 359152, 969429, 338314,
                                        254676, 287922, 162583, 399871, 520489};
    static const struct {
        uint64_t time;
        uint32_t code;
    } RFC_6238[] = {{59, 94287082},         {1111111109, 7081804},  {1111111111, 14050471},
                    {1234567890, 89005924}, {2000000000, 69279037}, {20000000000, 65353130}};
    for (size_t i = 0; i < COUNT(RFC_4226); i++)
        ck_assert_uint_eq(totp_number(RFC, 20, i) % 1000000, RFC_4226[i]);
    for (size_t i = 0; i < COUNT(RFC_6238); i++)
        ck_assert_uint_eq(totp_number(RFC, 20, RFC_6238[i].time / TOTP_STEP) % 100000000,
                          RFC_6238[i].code);
}
END_TEST

/* As an authenticator app does: from the text of the secret. */
static void app_code(const char *base32, int64_t at, char code[8])
{
    static const char FROM[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    unsigned char secret[TOTP_SECRET_SIZE];
    uint64_t bits = 0;
    size_t count = 0, size = 0;
    ck_assert_uint_eq(strlen(base32), TOTP_SECRET_TEXT);
    for (; *base32; base32++) {
        bits = bits << 5 | (uint64_t)(strchr(FROM, *base32) - FROM);
        if ((count += 5) >= 8)
            secret[size++] = (unsigned char)(bits >> (count -= 8));
    }
    ck_assert_uint_eq(size, TOTP_SECRET_SIZE);
    snprintf(code, 8, "%06u", totp_number(secret, size, (uint64_t)(at / STEP_MS)) % 1000000);
}

static bool is_good(int64_t shown, int64_t typed)
{
    char text[TOTP_SECRET_TEXT + 1], code[8];
    SecondFactor copy = factor;
    second_factor_secret(&key, ID, &factor, text);
    app_code(text, shown, code);
    return second_factor_use(&key, ID, &copy, code, typed);
}

START_TEST(a_code_is_good_in_its_step_and_the_ones_beside_it)
{
    for (int steps = -3; steps <= 3; steps++)
        ck_assert_int_eq(is_good(NOW + steps * STEP_MS, NOW), steps >= -1 && steps <= 1);
}
END_TEST

START_TEST(no_code_is_good_twice_nor_an_older_one)
{
    char text[TOTP_SECRET_TEXT + 1], code[8], before[8], after[8];
    second_factor_secret(&key, ID, &factor, text);
    app_code(text, NOW, code);
    app_code(text, NOW - STEP_MS, before);
    app_code(text, NOW + STEP_MS, after);
    ck_assert(second_factor_use(&key, ID, &factor, code, NOW));
    ck_assert(!second_factor_use(&key, ID, &factor, code, NOW));
    ck_assert(!second_factor_use(&key, ID, &factor, before, NOW));
    ck_assert(second_factor_use(&key, ID, &factor, after, NOW));
}
END_TEST

START_TEST(secrets_differ_by_server_account_and_salt)
{
    SecondFactorKey other;
    SecondFactor another;
    char texts[4][TOTP_SECRET_TEXT + 1];
    second_factor_key_init(&other, OTHER);
    second_factor_draw(&another);
    second_factor_secret(&key, ID, &factor, texts[0]);
    second_factor_secret(&other, ID, &factor, texts[1]);
    second_factor_secret(&key, "gbob", &factor, texts[2]);
    second_factor_secret(&key, ID, &another, texts[3]);
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t j = 0; j < i; j++)
            ck_assert_str_ne(texts[i], texts[j]);
}
END_TEST

START_TEST(each_recovery_code_is_good_once)
{
    char codes[SECOND_RECOVERY_CODES][SECOND_RECOVERY_LENGTH + 1], typed[SECOND_CODE_MAX];
    second_factor_draw_recovery(&key, ID, &factor, codes);
    for (size_t i = SECOND_RECOVERY_CODES; i-- > 0;) {
        size_t length = 0;
        for (const char *at = codes[i]; *at; at++) /* as somebody may type it */
            if (*at != '-')
                length += (size_t)snprintf(typed + length, 3, " %c", toupper(*at));
        ck_assert_uint_eq(strlen(codes[i]), SECOND_RECOVERY_LENGTH);
        ck_assert(!second_factor_use(&key, "gbob", &factor, typed, NOW));
        ck_assert(second_factor_use(&key, ID, &factor, typed, NOW));
        ck_assert(!second_factor_use(&key, ID, &factor, codes[i], NOW));
        ck_assert_uint_eq(factor.count, i);
    }
}
END_TEST

START_TEST(nothing_else_is_a_code)
{
    static const char *const BAD[] = {"",           "12345",      "1234567",
                                      "abcdef",     "12345a",     "aaaaa-aaaaa",
                                      "------",     "\xff\xfe",   "99999999999999999999999999",
                                      "1 2 3 4 5 ", "00000000000"};
    SecondFactor none = {.salt = ""};
    char codes[SECOND_RECOVERY_CODES][SECOND_RECOVERY_LENGTH + 1];
    second_factor_draw_recovery(&key, ID, &factor, codes);
    for (size_t i = 0; i < COUNT(BAD); i++)
        ck_assert(!second_factor_use(&key, ID, &factor, BAD[i], NOW));
    ck_assert(!second_factor_use(&key, ID, &none, codes[0], NOW));
}
END_TEST

START_TEST(what_is_printed_is_read_again)
{
    char codes[SECOND_RECOVERY_CODES][SECOND_RECOVERY_LENGTH + 1];
    char text[SECOND_TEXT_MAX + 1], again[SECOND_TEXT_MAX + 1];
    SecondFactor read, none = {.salt = ""};
    second_factor_draw_recovery(&key, ID, &factor, codes);
    for (factor.count = 0; factor.count <= SECOND_RECOVERY_CODES; factor.count++) {
        factor.step = factor.count % 2 ? INT64_MAX : 0;
        second_factor_print(&factor, text);
        ck_assert(second_factor_parse(text, &read));
        second_factor_print(&read, again);
        ck_assert_str_eq(text, again);
    }
    second_factor_print(&none, text);
    ck_assert_str_eq(text, "");
    ck_assert(second_factor_parse("", &read) && !read.salt[0]);
}
END_TEST

START_TEST(other_texts_are_refused)
{
    static const char SALT[] = "00112233445566778899aabbccddeeff";
    static const char *const BAD[] = {"1",
                                      "1 ",
                                      "1 00112233445566778899aabbccddeeff",
                                      "1 00112233445566778899aabbccddee 5",
                                      "2 00112233445566778899aabbccddeeff 5",
                                      "1 00112233445566778899aabbccddeeff -5",
                                      "1 00112233445566778899aabbccddeeff 5 ",
                                      "1 00112233445566778899aabbccddeeff 5 00",
                                      "1 00112233445566778899aabbccddeeff 5x"};
    SecondFactor read;
    char text[1024];
    for (size_t i = 0; i < COUNT(BAD); i++)
        ck_assert_msg(!second_factor_parse(BAD[i], &read) && !read.salt[0], "%s", BAD[i]);
    int length = snprintf(text, sizeof text, "1 %s 5", SALT);
    for (int i = 0; i <= SECOND_RECOVERY_CODES; i++) {
        ck_assert(second_factor_parse(text, &read));
        length += snprintf(text + length, sizeof text - (size_t)length, " %s", SALT);
    }
    ck_assert(!second_factor_parse(text, &read));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("second_factor");
    TCase *tcase = tcase_create("codes");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, the_numbers_are_those_of_the_rfcs);
    tcase_add_test(tcase, a_code_is_good_in_its_step_and_the_ones_beside_it);
    tcase_add_test(tcase, no_code_is_good_twice_nor_an_older_one);
    tcase_add_test(tcase, secrets_differ_by_server_account_and_salt);
    tcase_add_test(tcase, each_recovery_code_is_good_once);
    tcase_add_test(tcase, nothing_else_is_a_code);
    tcase_add_test(tcase, what_is_printed_is_read_again);
    tcase_add_test(tcase, other_texts_are_refused);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
