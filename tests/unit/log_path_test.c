/* What the log may have of a path. */
#include "log_path.h"

#include "check_rig.h"

#include <string.h>

static void expect(const char *path, const char *shown)
{
    char out[LOG_PATH_SIZE];
    ck_assert_str_eq(log_path(path, out), shown);
}

START_TEST(ids_names_and_what_is_short_are_left)
{
    expect("", "");
    expect("/", "/");
    expect("//", "//");
    expect("/api/board/game/stream/AbCdEfGh", "/api/board/game/stream/AbCdEfGh");
    expect("/@/abcdefghijklmnopqrstuvwx", "/@/abcdefghijklmnopqrstuvwx"); /* 24 */
}
END_TEST

START_TEST(of_what_may_be_a_token_four_letters_are_left)
{
    expect("/api/mail/stop/abcdefghijklmnopqrstuvwxyz012345", "/api/mail/stop/abcd...");
    expect("/abcdefghijklmnopqrstuvwxy/x", "/abcd.../x"); /* 25 */
}
END_TEST

START_TEST(a_path_is_never_longer_than_its_room)
{
    char path[4 * LOG_PATH_SIZE], out[LOG_PATH_SIZE];
    for (size_t length = 0; length < sizeof path; length += 7) {
        for (size_t each = 1; each < LOG_PATH_ID_MAX + 3; each++) {
            for (size_t i = 0; i < length; i++)
                path[i] = i % each ? 'x' : '/';
            path[length] = '\0';
            ck_assert_uint_lt(strlen(log_path(path, out)), LOG_PATH_SIZE);
        }
    }
    ck_assert_str_eq(out + strlen(out) - 3, "...");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("log_path");
    TCase *tcase = tcase_create("log_path");
    tcase_add_test(tcase, ids_names_and_what_is_short_are_left);
    tcase_add_test(tcase, of_what_may_be_a_token_four_letters_are_left);
    tcase_add_test(tcase, a_path_is_never_longer_than_its_room);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
