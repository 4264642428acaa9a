#include "username.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

START_TEST(names_are_good_or_refused_with_a_reason)
{
    static const struct {
        const char *name;
        UsernameError error;
    } CASES[] = {
        {"Bob", USERNAME_OK},
        {"a-b_c", USERNAME_OK},
        {"abcdefghijklmnopqrst", USERNAME_OK}, /* 20 */
        {"abcdefghijklmnopqrstu", USERNAME_LONG},
        {"ab", USERNAME_SHORT},
        {"", USERNAME_SHORT},
        {"1ab", USERNAME_BEGIN},
        {"_ab", USERNAME_BEGIN},
        {"ab-", USERNAME_END},
        {"a--b", USERNAME_DOUBLE},
        {"a_-b", USERNAME_DOUBLE},
        {"a b", USERNAME_CHARACTER},
        {"J\xc3\xb6rg", USERNAME_CHARACTER},
        {"<script>", USERNAME_CHARACTER},
        {"a\tb", USERNAME_CHARACTER},
        {"admin", USERNAME_RESERVED},
        {"ADM1N", USERNAME_RESERVED},
        {"m-o-d", USERNAME_RESERVED},
        {"administratrix", USERNAME_OK},
        {"Guest-7f3a", USERNAME_RESERVED},
        {"guesthouse", USERNAME_RESERVED},
        {"Comp-uter4", USERNAME_RESERVED},
        {"corn_puter", USERNAME_RESERVED},
        {"Anonym0us", USERNAME_RESERVED},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        ck_assert_msg(username_check(CASES[i].name) == CASES[i].error, "%s: %s", CASES[i].name,
                      username_error_text(username_check(CASES[i].name)));
}
END_TEST

/* Unicode TS 39, confusables.txt, its ASCII part: 0/O, 1/l/I, rn/m; and vv/w. */
START_TEST(names_that_look_alike_have_one_skeleton)
{
    static const struct {
        const char *one, *other;
        bool same;
    } CASES[] = {
        {"Bob", "bob", true},         {"Bob", "B0b", true},        {"Bill", "B1l1", true},
        {"Bill", "BiIl", true},       {"modern", "rnodern", true}, {"modern", "modem", true},
        {"willow", "vvillovv", true}, {"a_b", "ab", true},         {"a-b", "a_b", true},
        {"Bob", "Bobb", false},       {"clay", "day", false},      {"Bob5", "Bobs", false},
        {"rm", "mr", false},          {"nr", "m", false},
    };
    char one[SKELETON_MAX + 1], other[SKELETON_MAX + 1];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        size_t length = username_skeleton(CASES[i].one, one);
        username_skeleton(CASES[i].other, other);
        ck_assert_uint_eq(length, strlen(one));
        ck_assert_msg((strcmp(one, other) == 0) == CASES[i].same, "%s and %s: %s, %s", CASES[i].one,
                      CASES[i].other, one, other);
    }
}
END_TEST

START_TEST(the_longest_skeleton_fits)
{
    char skeleton[SKELETON_MAX + 1];
    ck_assert_uint_eq(username_skeleton("mmmmmmmmmmmmmmmmmmmm", skeleton), SKELETON_MAX);
    ck_assert_uint_eq(username_skeleton("wwwwwwwwwwwwwwwwwwwwwwww", skeleton), SKELETON_MAX);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("username");
    TCase *tcase = tcase_create("username");
    tcase_add_test(tcase, names_are_good_or_refused_with_a_reason);
    tcase_add_test(tcase, names_that_look_alike_have_one_skeleton);
    tcase_add_test(tcase, the_longest_skeleton_fits);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
