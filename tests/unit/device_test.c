#include "device.h"

#include "check_rig.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t NOW = INT64_C(1793000000000), DAY = INT64_C(24) * 60 * 60 * 1000;

static DeviceKey key;
static const DeviceAccount ANN = {.id = "gann", .password = "$argon2id$one"};
static const DeviceAccount BOB = {.id = "gbob", .password = "$argon2id$one"};

static void setup(void)
{
    unsigned char secret[DEVICE_KEY_SIZE];
    for (int i = 0; i < DEVICE_KEY_SIZE; i++)
        secret[i] = (unsigned char)i;
    ck_assert_int_ge(sodium_init(), 0);
    device_key_init(&key, secret);
}

static bool is_known(const DeviceAccount *account, const char *cookie, int64_t now)
{
    char name[DEVICE_NAME_LENGTH + 1];
    return device_find(&key, account, cookie, strlen(cookie), now, name);
}

static void mark(const DeviceAccount *account, const char *before, char out[DEVICE_COOKIE_MAX + 1])
{
    device_mark(&key, account, before, strlen(before), NOW, out);
}

/* By Python's hashlib.blake2b: the key from the secret 00 01 ... 1f with salt 1 and person "devices1", as libsodium's
 * key derivation is described; the sum over "gann\0$argon2id$one\0" and the mark's first 24 letters. */
START_TEST(a_mark_computed_elsewhere_by_the_same_rules_counts)
{
    static const char MARK[] = "00112233445566776ade29809DI9vXAa8dFoTigW1png6g";
    char name[DEVICE_NAME_LENGTH + 1];
    ck_assert(device_find(&key, &ANN, MARK, strlen(MARK), NOW, name));
    ck_assert_str_eq(name, "0011223344556677");
    ck_assert(!is_known(&BOB, MARK, NOW));
}
END_TEST

START_TEST(a_mark_is_for_one_account_with_one_password)
{
    char cookie[DEVICE_COOKIE_MAX + 1];
    DeviceAccount changed = ANN, closed = ANN;
    changed.password = "$argon2id$two";
    closed.password = "";
    mark(&ANN, "", cookie);
    ck_assert_uint_eq(strlen(cookie), DEVICE_MARK_LENGTH);
    ck_assert(is_known(&ANN, cookie, NOW));
    ck_assert(!is_known(&BOB, cookie, NOW));
    ck_assert(!is_known(&changed, cookie, NOW));
    ck_assert(!is_known(&closed, cookie, NOW));
    DeviceKey other;
    device_key_init(&other, (const unsigned char *)"another secret of 32 bytes ....");
    char name[DEVICE_NAME_LENGTH + 1];
    ck_assert(!device_find(&other, &ANN, cookie, strlen(cookie), NOW, name));
}
END_TEST

START_TEST(none_of_its_letters_can_be_changed)
{
    char cookie[DEVICE_COOKIE_MAX + 1];
    mark(&ANN, "", cookie);
    for (size_t i = 0; cookie[i]; i++)
        for (const char *letter = "01afAZ_-.+ =\x7f\xff"; *letter; letter++) {
            char before = cookie[i];
            cookie[i] = *letter;
            ck_assert(*letter == before || !is_known(&ANN, cookie, NOW));
            cookie[i] = before;
        }
    ck_assert(is_known(&ANN, cookie, NOW));
    cookie[DEVICE_MARK_LENGTH - 1] = '\0';
    ck_assert(!is_known(&ANN, cookie, NOW));
    ck_assert(!is_known(&ANN, "", NOW));
}
END_TEST

START_TEST(it_expires_when_browsers_drop_it)
{
    char cookie[DEVICE_COOKIE_MAX + 1];
    mark(&ANN, "", cookie);
    ck_assert(is_known(&ANN, cookie, NOW + DEVICE_LIFE_DAYS * DAY));
    ck_assert(!is_known(&ANN, cookie, NOW + DEVICE_LIFE_DAYS * DAY + 1000));
    ck_assert(is_known(&ANN, cookie, NOW - DAY)); /* the clock was set back */
    ck_assert(!is_known(&ANN, cookie, NOW - DAY - 1000));
}
END_TEST

START_TEST(a_browser_keeps_the_newest_marks_one_for_each_account)
{
    char cookie[DEVICE_COOKIE_MAX + 1] = "", before[DEVICE_COOKIE_MAX + 1];
    DeviceAccount people[DEVICE_MARKS_MAX + 1];
    char ids[DEVICE_MARKS_MAX + 1][8];
    for (int i = 0; i <= DEVICE_MARKS_MAX; i++) {
        people[i] = ANN;
        snprintf(ids[i], sizeof ids[i], "gan%c", 'a' + i);
        people[i].id = ids[i];
        strcpy(before, cookie);
        mark(&people[i], before, cookie);
        strcpy(before, cookie);
        mark(&people[i], before, cookie); /* again: replaces its first */
        ck_assert_str_ne(before, cookie);
    }
    ck_assert_uint_eq(strlen(cookie), DEVICE_COOKIE_MAX);
    ck_assert(!is_known(&people[0], cookie, NOW));
    for (int i = 1; i <= DEVICE_MARKS_MAX; i++)
        ck_assert(is_known(&people[i], cookie, NOW));
}
END_TEST

START_TEST(what_is_not_a_mark_is_skipped)
{
    char good[DEVICE_COOKIE_MAX + 1], cookie[2 * DEVICE_COOKIE_MAX], out[DEVICE_COOKIE_MAX + 1];
    mark(&ANN, "", good);
    strcpy(cookie, "..junk;\r\n.");
    strcat(cookie, good);
    strcat(cookie, ".");
    ck_assert(is_known(&ANN, cookie, NOW));
    mark(&BOB, cookie, out);
    ck_assert_uint_eq(strlen(out), 2 * DEVICE_MARK_LENGTH + 1);
    ck_assert_str_eq(out + DEVICE_MARK_LENGTH + 1, good);
    /* One that is too long does not count at all. */
    memset(cookie, '.', DEVICE_COOKIE_MAX);
    strcpy(cookie + DEVICE_COOKIE_MAX - DEVICE_MARK_LENGTH, good);
    ck_assert(is_known(&ANN, cookie, NOW));
    strcat(cookie, ".");
    ck_assert(!is_known(&ANN, cookie, NOW));
    mark(&BOB, cookie, out);
    ck_assert_uint_eq(strlen(out), DEVICE_MARK_LENGTH);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("device");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, a_mark_computed_elsewhere_by_the_same_rules_counts);
    tcase_add_test(tcase, a_mark_is_for_one_account_with_one_password);
    tcase_add_test(tcase, none_of_its_letters_can_be_changed);
    tcase_add_test(tcase, it_expires_when_browsers_drop_it);
    tcase_add_test(tcase, a_browser_keeps_the_newest_marks_one_for_each_account);
    tcase_add_test(tcase, what_is_not_a_mark_is_skipped);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
