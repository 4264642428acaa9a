#include "invitation.h"

#include "check_rig.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char SECRET[INVITATION_KEY_SIZE] = {1}, OTHER[INVITATION_KEY_SIZE] = {2};
static const int64_t DAY = INT64_C(24) * 60 * 60 * 1000, HOUR = 60 * 60 * 1000;
static const int64_t NOW = INT64_C(1795900000123); /* in 2026 */

START_TEST(an_invitation_lasts_its_days_and_the_rest_of_the_hour)
{
    InvitationKey key;
    char text[INVITATION_MAX + 1];
    static const int DAYS[] = {1, INVITATION_DAYS, INVITATION_DAYS_MAX};
    invitation_key_init(&key, SECRET);
    for (size_t i = 0; i < sizeof DAYS / sizeof *DAYS; i++) {
        invitation_print(&key, NOW, DAYS[i], text);
        ck_assert(invitation_is_good(&key, text, NOW));
        ck_assert(invitation_is_good(&key, text, NOW + DAYS[i] * DAY));
        ck_assert(!invitation_is_good(&key, text, NOW + DAYS[i] * DAY + HOUR));
    }
}
END_TEST

START_TEST(nothing_else_is_an_invitation)
{
    InvitationKey key, other;
    char text[INVITATION_MAX + 1], changed[INVITATION_MAX + 1];
    static const char *const BAD[] = {"",           "i1-",      "i1--", "i1-0-", "i1-fffffffff-",
                                      "i1-71f5a-x", "i2-71f5a-"};
    invitation_key_init(&key, SECRET);
    invitation_key_init(&other, OTHER);
    invitation_print(&key, NOW, 7, text);
    ck_assert(!invitation_is_good(&other, text, NOW));
    for (size_t i = 0; text[i]; i++)
        for (int change = 1; change < 128; change <<= 1) {
            memcpy(changed, text, sizeof changed);
            changed[i] = (char)(changed[i] ^ change);
            ck_assert_msg(!invitation_is_good(&key, changed, NOW), "%s", changed);
        }
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert(!invitation_is_good(&key, BAD[i], NOW));
}
END_TEST

START_TEST(a_code_is_good_until_it_is_closed)
{
    OperatorCode code = {.is_open = false}, other = {.is_open = false};
    char text[OPERATOR_CODE_MAX + 1], another[OPERATOR_CODE_MAX + 1], typed[OPERATOR_CODE_MAX + 1];
    ck_assert(!operator_code_is(&code, ""));
    ck_assert(!operator_code_is(&code, "aaaa-aaaa-aaaa-aaaa"));
    operator_code_open(&code, text);
    operator_code_open(&other, another);
    ck_assert_str_ne(text, another);
    ck_assert(operator_code_is(&code, text));
    ck_assert(!operator_code_is(&code, another));
    size_t count = 0;
    for (const char *at = text; *at; at++)
        if (*at != '-')
            typed[count++] = (char)toupper((unsigned char)*at);
    typed[count] = '\0';
    ck_assert(operator_code_is(&code, typed));
    typed[count - 1] = '\0';
    ck_assert(!operator_code_is(&code, typed));
    operator_code_close(&code);
    ck_assert(!operator_code_is(&code, text));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("invitation");
    TCase *tcase = tcase_create("invitation");
    tcase_add_test(tcase, an_invitation_lasts_its_days_and_the_rest_of_the_hour);
    tcase_add_test(tcase, nothing_else_is_an_invitation);
    tcase_add_test(tcase, a_code_is_good_until_it_is_closed);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
