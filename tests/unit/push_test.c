#include "push_crypto.h"
#include "push_devices.h"

#include "store_rig.h"

#include <sodium.h>

#include <string.h>

/* RFC 8291, section 5 and appendix A. */
static const char PLAIN[] = "When I grow up, I want to be a watermelon";
static const char BROWSER_KEY[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char AUTH[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char SERVER_KEY[] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char SERVER_PUBLIC[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
static const char SALT[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char MESSAGE[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_"
    "c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
    "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-"
    "fN";

static size_t decode(const char *text, unsigned char *bytes, size_t size)
{
    size_t length;
    ck_assert_int_eq(sodium_base642bin(bytes, size, text, strlen(text), NULL, &length, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return length;
}

START_TEST(a_message_is_encrypted_as_in_the_example)
{
    unsigned char browser[PUSH_PUBLIC_SIZE], auth[PUSH_AUTH_SIZE], private_key[PUSH_PRIVATE_SIZE];
    unsigned char public_key[PUSH_PUBLIC_SIZE], salt[PUSH_SALT_SIZE], expected[256], out[256];
    PushKeyPair own;
    ck_assert_uint_eq(decode(BROWSER_KEY, browser, sizeof browser), sizeof browser);
    ck_assert_uint_eq(decode(AUTH, auth, sizeof auth), sizeof auth);
    decode(SERVER_KEY, private_key, sizeof private_key);
    decode(SERVER_PUBLIC, public_key, sizeof public_key);
    decode(SALT, salt, sizeof salt);
    size_t length = decode(MESSAGE, expected, sizeof expected);
    ck_assert(push_key_pair(private_key, &own));
    ck_assert_mem_eq(own.public_key, public_key, sizeof public_key);
    ck_assert_uint_eq(push_encrypt(browser, auth, &own, salt, PLAIN, strlen(PLAIN), out), length);
    ck_assert_uint_eq(length, strlen(PLAIN) + PUSH_OVERHEAD);
    ck_assert_mem_eq(out, expected, length);
}
END_TEST

/* The order of P-256 (SEC 2, 2.4.2): the numbers below it are keys. */
START_TEST(only_numbers_below_the_order_are_keys)
{
    static const unsigned char ORDER[PUSH_PRIVATE_SIZE] = {
        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff,
        0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17,
        0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};
    unsigned char number[PUSH_PRIVATE_SIZE] = {0};
    PushKeyPair pair;
    ck_assert(!push_key_pair(number, &pair));
    ck_assert(!push_key_pair(ORDER, &pair));
    number[PUSH_PRIVATE_SIZE - 1] = 1;
    ck_assert(push_key_pair(number, &pair));
    memcpy(number, ORDER, sizeof number);
    number[PUSH_PRIVATE_SIZE - 1]--;
    ck_assert(push_key_pair(number, &pair));
    push_key_draw(&pair);
    ck_assert(push_public_is_good(pair.public_key));
}
END_TEST

START_TEST(what_is_no_point_of_the_curve_is_refused)
{
    unsigned char browser[PUSH_PUBLIC_SIZE], auth[PUSH_AUTH_SIZE], salt[PUSH_SALT_SIZE] = {0};
    unsigned char out[256];
    PushKeyPair own;
    push_key_draw(&own);
    decode(BROWSER_KEY, browser, sizeof browser);
    decode(AUTH, auth, sizeof auth);
    ck_assert(push_public_is_good(browser));
    browser[PUSH_PUBLIC_SIZE - 1] ^= 1;
    ck_assert(!push_public_is_good(browser));
    ck_assert_uint_eq(push_encrypt(browser, auth, &own, salt, PLAIN, strlen(PLAIN), out), 0);
    memset(browser, 0, sizeof browser);
    ck_assert(!push_public_is_good(browser));
}
END_TEST

START_TEST(keys_are_read_as_browsers_write_them)
{
    unsigned char key[PUSH_PUBLIC_SIZE], auth[PUSH_AUTH_SIZE];
    char padded[PUSH_KEY_TEXT + 2];
    snprintf(padded, sizeof padded, "%s=", BROWSER_KEY);
    ck_assert(push_device_keys(BROWSER_KEY, AUTH, key, auth));
    ck_assert(push_device_keys(padded, "BTBZMqHH6r4Tts7J_aSIgg==", key, auth));
    ck_assert(!push_device_keys(BROWSER_KEY, "BTBZMqHH6r4Tts7J_aSI", key, auth));
    ck_assert(!push_device_keys(BROWSER_KEY, "BTBZMqHH6r4Tts7J_aSIggAA", key, auth));
    ck_assert(!push_device_keys(SALT, AUTH, key, auth));
    ck_assert(!push_device_keys("", "", key, auth));
    ck_assert(!push_device_keys(BROWSER_KEY, "BTBZMqHH6r4Tts7J_aSI=g", key, auth));
}
END_TEST

START_TEST(endpoints_are_urls_of_https)
{
    static const char *const BAD[] = {"",
                                      "https://",
                                      "http://push.example/1",
                                      "push.example",
                                      "https://a:b@push.example/",
                                      "https://push.example/\"",
                                      "https://push.example/a b",
                                      "https://push.example/\xc3\xbc"};
    char longest[STORE_URL_MAX + 2] = "https://push.example/";
    ck_assert(push_endpoint_is_good("https://push.example/wpush/v2/gAAAA_-"));
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_msg(!push_endpoint_is_good(BAD[i]), "%s", BAD[i]);
    memset(longest + strlen(longest), 'x', STORE_URL_MAX - strlen(longest));
    ck_assert(push_endpoint_is_good(longest));
    longest[STORE_URL_MAX] = 'x';
    ck_assert(!push_endpoint_is_good(longest));
}
END_TEST

START_TEST(a_token_that_does_not_fit_is_none)
{
    char token[PUSH_TOKEN_MAX], longest[700];
    PushKeyPair pair;
    push_key_draw(&pair);
    ck_assert(
        push_token(&pair, "https://push.example", "https://chess.example", 1793000000, token));
    ck_assert(!push_token(&pair, "https://push.example\"", "", 1, token));
    ck_assert(!push_token(&pair, "https://push.example", "\\", 1, token));
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    ck_assert(!push_token(&pair, longest, "", 1, token));
}
END_TEST

/* ---- devices ---- */

enum { PEOPLE = 3, ENDPOINTS = 30, STEPS = 2000 };

static Rig rig;
static PushDevices devices;

static void open_devices(void)
{
    static const SipKey KEY = {{7}};
    rig_init(&rig);
    rig_open(&rig, DURABILITY_PROCESS);
    push_devices_init(&devices, rig.store, &KEY);
}

static void close_devices(void)
{
    push_devices_clear(&devices);
    rig_close(&rig);
    rig_clear(&rig);
}

/* Who has which endpoint: a person's number from 1 on; 0: nobody. */
typedef struct {
    int owner[ENDPOINTS];
    int made; /* devices so far */
} Owners;

static StorePushDevice device_of(int person, int endpoint, int made)
{
    StorePushDevice device = {.wants = 1, .made = made};
    snprintf(device.id, sizeof device.id, "d%d", made);
    snprintf(device.player, sizeof device.player, "player%d", person);
    snprintf(device.credential, sizeof device.credential, "session%d", endpoint % 3);
    snprintf(device.endpoint, sizeof device.endpoint, "https://push.example/%d", endpoint);
    return device;
}

/* All that is known of devices says the same, and each is in the index once. */
static void check_devices(const Owners *owners)
{
    size_t all = 0, count = 0;
    for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++) {
        StorePushDevice device = device_of(owners->owner[endpoint], endpoint, 0);
        bool is_known = owners->owner[endpoint] != 0;
        all += is_known;
        ck_assert(is_known ==
                  (push_devices_of_endpoint(&devices, device.player, device.endpoint) != NULL));
        ck_assert(is_known == (hash_table_find(&devices.endpoints, device.endpoint) != NULL));
    }
    for (int person = 1; person <= PEOPLE; person++) {
        StorePushDevice device = device_of(person, 0, 0);
        const PushPerson *of = push_devices_of(&devices, device.player);
        count += of ? of->count : 0;
    }
    ck_assert_uint_eq(count, all);
    ck_assert_uint_eq(devices.endpoints.count, all);
}

static void end_session(Owners *owners, int person, int session)
{
    StorePushDevice device = device_of(person, session, 0);
    push_devices_end_session(&devices, device.player, device.credential);
    for (int endpoint = session; endpoint < ENDPOINTS; endpoint += 3)
        if (owners->owner[endpoint] == person)
            owners->owner[endpoint] = 0;
}

START_TEST(an_endpoint_is_one_persons_and_is_found_without_a_look_at_the_others)
{
    Owners owners = {.made = 0};
    unsigned chance = (unsigned)_i + 1;
    for (int i = 0; i < STEPS; i++) {
        int person = 1 + rand_r(&chance) % PEOPLE, endpoint = rand_r(&chance) % ENDPOINTS;
        StorePushDevice device = device_of(person, endpoint, ++owners.made);
        uint64_t number;
        if (rand_r(&chance) % 20 == 0) {
            end_session(&owners, person, endpoint % 3);
        } else if (rand_r(&chance) % 5 == 0) {
            const StorePushDevice *own =
                push_devices_of_endpoint(&devices, device.player, device.endpoint);
            ck_assert(!own || push_devices_delete(&devices, device.player, own->id, &number));
            owners.owner[endpoint] = own ? 0 : owners.owner[endpoint];
        } else {
            const PushPerson *of = push_devices_of(&devices, device.player);
            bool is_full =
                of && of->count == PUSH_DEVICES_OF_PERSON && owners.owner[endpoint] != person;
            for (int j = 0; is_full && j < ENDPOINTS; j++) /* the oldest makes room */
                if (strcmp(of->devices[0]->endpoint, device_of(0, j, 0).endpoint) == 0)
                    owners.owner[j] = 0;
            owners.owner[endpoint] = person;
            push_devices_put(&devices, &device);
        }
        check_devices(&owners);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("push");
    TCase *tcase = tcase_create("pure parts");
    tcase_add_test(tcase, a_message_is_encrypted_as_in_the_example);
    tcase_add_test(tcase, only_numbers_below_the_order_are_keys);
    tcase_add_test(tcase, what_is_no_point_of_the_curve_is_refused);
    tcase_add_test(tcase, keys_are_read_as_browsers_write_them);
    tcase_add_test(tcase, endpoints_are_urls_of_https);
    tcase_add_test(tcase, a_token_that_does_not_fit_is_none);
    TCase *kept = tcase_create("devices");
    tcase_add_checked_fixture(kept, open_devices, close_devices);
    tcase_add_loop_test(kept, an_endpoint_is_one_persons_and_is_found_without_a_look_at_the_others,
                        0, 4);
    suite_add_tcase(suite, tcase);
    suite_add_tcase(suite, kept);
    return rig_run_suite(suite);
}
