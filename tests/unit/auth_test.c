#include "auth.h"

#include "check_rig.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char SECRET[AUTH_KEY_SIZE] = "a secret of thirty-two bytes, ok";
static const unsigned char CHANCE[AUTH_CHANCE_SIZE] = {0x7f, 0x3a, 1, 2, 3, 4, 5, 6, 7, 0xff};

static Auth auth;
static Person guest;
static char token[TOKEN_MAX + 1];
static size_t length;

static void setup(void)
{
    ck_assert_int_ge(sodium_init(), 0);
    auth_init(&auth, SECRET);
    guest = auth_new_guest(CHANCE);
    length = auth_sign(&auth, &guest, INT64_C(1793000000000), token);
}

START_TEST(a_guest_is_named_after_the_first_digits_of_their_id)
{
    ck_assert_str_eq(guest.id, "g7f3a01020304050607ff");
    ck_assert_str_eq(guest.name, "Guest-7f3a");
    ck_assert(guest.guest);
    ck_assert_int_eq(guest.level, 0);
    ck_assert_int_eq(guest.rating, 0);
}
END_TEST

START_TEST(a_token_identifies_the_same_guest_again)
{
    Person again;
    ck_assert_uint_eq(length, strlen(token));
    ck_assert_uint_le(length, TOKEN_MAX);
    ck_assert(auth_check(&auth, token, length, &again));
    ck_assert_str_eq(again.id, guest.id);
    ck_assert_str_eq(again.name, guest.name);
    ck_assert(again.guest);
}
END_TEST

START_TEST(a_token_is_plain_text_of_version_id_time_and_signature)
{
    /* 1793000000 s is 6adf0240 in hexadecimal */
    ck_assert_int_eq(strncmp(token, "v1.g7f3a01020304050607ff.6adf0240.", 34), 0);
    ck_assert_uint_eq(length, 34 + 43);
    ck_assert_uint_eq(strspn(token + 34, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                         "0123456789-_"),
                      43);
}
END_TEST

START_TEST(no_byte_of_a_token_can_be_changed)
{
    Person nobody;
    for (size_t at = 0; at < length; at++)
        for (int change = 1; change < 256; change++) {
            char forged[TOKEN_MAX + 1];
            memcpy(forged, token, sizeof forged);
            forged[at] = (char)(forged[at] ^ change);
            ck_assert_msg(!auth_check(&auth, forged, length, &nobody), "byte %zu, by %02x", at,
                          (unsigned)change);
        }
}
END_TEST

/* libsodium's decoder takes each byte from 80 on for the _ of base64url. */
START_TEST(no_byte_beyond_ascii_passes_for_a_letter_of_the_signature)
{
    Person nobody;
    char *dash;
    for (int64_t second = 0; !(dash = strchr(token, '_')); second++)
        auth_sign(&auth, &guest, second * 1000, token);
    for (int byte = 0x80; byte < 256; byte++) {
        *dash = (char)byte;
        ck_assert_msg(!auth_check(&auth, token, strlen(token), &nobody), "%02x", (unsigned)byte);
    }
    *dash = '_';
    ck_assert(auth_check(&auth, token, strlen(token), &nobody));
}
END_TEST

START_TEST(no_byte_can_be_left_out_or_added)
{
    Person nobody;
    char longer[TOKEN_MAX + 2];
    for (size_t cut = 0; cut < length; cut++)
        ck_assert(!auth_check(&auth, token, cut, &nobody));
    for (int byte = 0; byte < 256; byte++) {
        memcpy(longer, token, length);
        longer[length] = (char)byte;
        ck_assert(!auth_check(&auth, longer, length + 1, &nobody));
    }
    ck_assert(!auth_check(&auth, token, 100000, &nobody));
}
END_TEST

START_TEST(another_database_signs_otherwise)
{
    unsigned char other_secret[AUTH_KEY_SIZE];
    Auth other;
    Person nobody;
    memcpy(other_secret, SECRET, sizeof other_secret);
    other_secret[31] ^= 1;
    auth_init(&other, other_secret);
    ck_assert(!auth_check(&other, token, length, &nobody));
}
END_TEST

START_TEST(cookies_are_found_by_name)
{
    static const struct {
        const char *header, *value; /* NULL: not there */
    } CASES[] = {
        {"castled_session=abc", "abc"},
        {"a=b; castled_session=abc; c=d", "abc"},
        {"castled_session=abc ; c=d", "abc"},
        {";;  castled_session=abc", "abc"},
        {"xcastled_session=no; castled_session=yes", "yes"},
        {"castled_sessions=no", NULL},
        {"castled_session", NULL},
        {"castled_session=", NULL},
        {"a=castled_session=abc", NULL},
        {"", NULL},
        {"castled_session=a=b", "a=b"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const char *value = NULL, *expected = CASES[i].value;
        size_t size = auth_cookie(CASES[i].header, AUTH_COOKIE, &value);
        ck_assert_msg(size == (expected ? strlen(expected) : 0), "%s", CASES[i].header);
        if (expected)
            ck_assert_mem_eq(value, expected, size);
    }
}
END_TEST

START_TEST(a_bearer_token_follows_its_scheme)
{
    ck_assert_str_eq(auth_bearer("Bearer abc"), "abc");
    ck_assert_str_eq(auth_bearer("bearer   abc"), "abc");
    ck_assert_ptr_null(auth_bearer("Basic abc"));
    ck_assert_ptr_null(auth_bearer("Bearerabc"));
    ck_assert_ptr_null(auth_bearer("Bearer"));
    ck_assert_ptr_null(auth_bearer(""));
}
END_TEST

static AuthToken read_headers(const char *authorization, const char *cookie, PageKind page,
                              bool only_reads)
{
    AuthHeaders headers = {
        .authorization = authorization, .cookie = cookie, .page = page, .place = {.path = ""}};
    return auth_token(&headers, only_reads);
}

START_TEST(a_bearer_token_precedes_a_cookie_and_a_cookie_needs_our_page)
{
    static const struct {
        const char *authorization, *cookie;
        PageKind page;
        bool only_reads;
        AuthTokenKind kind;
        const char *text;
    } CASES[] = {
        {"Bearer abc", NULL, PAGE_NONE, false, AUTH_TOKEN_BEARER, "abc"},
        {"Bearer abc", NULL, PAGE_FOREIGN, false, AUTH_TOKEN_BEARER, "abc"},
        {"Bearer abc", "castled_session=xyz", PAGE_OURS, false, AUTH_TOKEN_BEARER, "abc"},
        {"", "castled_session=xyz", PAGE_OURS, false, AUTH_TOKEN_BEARER, ""},
        {"Basic abc", "castled_session=xyz", PAGE_OURS, true, AUTH_TOKEN_BEARER, ""},
        {NULL, "castled_session=xyz", PAGE_OURS, false, AUTH_TOKEN_COOKIE, "xyz"},
        {NULL, "castled_session=xyz; a=b", PAGE_OURS, true, AUTH_TOKEN_COOKIE, "xyz"},
        {NULL, "castled_session=xyz", PAGE_FOREIGN, false, AUTH_TOKEN_NONE, ""},
        {NULL, "castled_session=xyz", PAGE_FOREIGN, true, AUTH_TOKEN_NONE, ""},
        {NULL, "castled_session=xyz", PAGE_NONE, false, AUTH_TOKEN_NONE, ""},
        {NULL, "castled_session=xyz", PAGE_NONE, true, AUTH_TOKEN_COOKIE, "xyz"},
        {NULL, "castled_session=", PAGE_OURS, true, AUTH_TOKEN_NONE, ""},
        {NULL, NULL, PAGE_OURS, true, AUTH_TOKEN_NONE, ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        AuthToken presented = read_headers(CASES[i].authorization, CASES[i].cookie, CASES[i].page,
                                           CASES[i].only_reads);
        ck_assert_msg(presented.kind == CASES[i].kind, "case %zu", i);
        ck_assert_uint_eq(presented.length, strlen(CASES[i].text));
        ck_assert_mem_eq(presented.text, CASES[i].text, presented.length);
    }
}
END_TEST

START_TEST(a_page_of_another_site_needs_a_token)
{
    ck_assert(auth_is_foreign(&(AuthHeaders){.page = PAGE_FOREIGN}));
    ck_assert(auth_is_foreign(&(AuthHeaders){.page = PAGE_FOREIGN, .cookie = "a", .kept = "b"}));
    ck_assert(!auth_is_foreign(&(AuthHeaders){.page = PAGE_FOREIGN, .authorization = "Bearer a"}));
    ck_assert(!auth_is_foreign(&(AuthHeaders){.page = PAGE_OURS}));
    ck_assert(!auth_is_foreign(&(AuthHeaders){.page = PAGE_NONE}));
}
END_TEST

/* RFC 6265bis, 4.1.3: "__Host-" needs Secure and "Path=/", "__Secure-" needs Secure, neither a Domain. */
START_TEST(a_cookie_is_for_this_site_and_no_script)
{
    static const struct {
        CookiePlace place;
        const char *cookie;
    } CASES[] = {
        {{false, ""}, "castled_session=abc; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000"},
        {{false, "/chess"},
         "castled_session=abc; HttpOnly; SameSite=Lax; Path=/chess; Max-Age=34560000"},
        {{true, ""},
         "__Host-castled_session=abc; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000; Secure"},
        {{true, "/chess"},
         "__Secure-castled_session=abc; HttpOnly; SameSite=Lax; Path=/chess; "
         "Max-Age=34560000; Secure"},
    };
    char out[AUTH_SET_COOKIE_MAX], longest[TOKEN_MAX + 1] = "";
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert_uint_eq(auth_print_cookie("abc", &CASES[i].place, out), strlen(out));
        ck_assert_str_eq(out, CASES[i].cookie);
    }
    auth_print_cookie("", &CASES[2].place, out);
    ck_assert_str_eq(out,
                     "__Host-castled_session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0; Secure");
    memset(longest, 'a', TOKEN_MAX);
    CookiePlace far = {.secure = true};
    memset(far.path, '/', AUTH_PATH_MAX);
    ck_assert_uint_eq(auth_print_cookie(longest, &far, out), strlen(out));
}
END_TEST

START_TEST(the_strict_name_takes_precedence_over_the_plain_one)
{
    static const struct {
        const char *cookie;
        CookiePlace place;
        const char *text;
        bool by_old_name, has_old;
    } CASES[] = {
        {"castled_session=old", {false, ""}, "old", false, false},
        {"castled_session=old", {true, ""}, "old", true, true},
        {"castled_session=old; __Host-castled_session=new", {true, ""}, "new", false, true},
        {"castled_session=old; __Host-castled_session=new", {false, ""}, "new", false, false},
        {"__Host-castled_session=new", {true, ""}, "new", false, false},
        {"castled_session=old; __Secure-castled_session=new", {true, ""}, "old", true, true},
        {"castled_session=old; __Secure-castled_session=new", {true, "/x"}, "new", false, false},
        {"castled_session=old; __Host-castled_session=new", {true, "/x"}, "old", true, false},
        {"__Host-castled_session=; castled_session=old", {true, ""}, "old", true, true},
        {"__host-castled_session=new", {true, ""}, "", false, false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        AuthHeaders headers = {
            .cookie = CASES[i].cookie, .page = PAGE_OURS, .place = CASES[i].place};
        AuthToken presented = auth_token(&headers, false);
        ck_assert_msg(presented.length == strlen(CASES[i].text), "case %zu", i);
        ck_assert_mem_eq(presented.text, CASES[i].text, presented.length);
        ck_assert_msg(presented.by_old_name == CASES[i].by_old_name, "case %zu", i);
        ck_assert_msg(auth_has_old_cookie(&headers) == CASES[i].has_old, "case %zu", i);
    }
    ck_assert_ptr_nonnull(strstr(AUTH_DROP_OLD_COOKIE, "castled_session=; "));
    ck_assert_ptr_nonnull(strstr(AUTH_DROP_OLD_COOKIE, "Path=/; Max-Age=0"));
}
END_TEST

START_TEST(the_device_has_a_cookie_by_the_same_rules)
{
    static const struct {
        CookiePlace place;
        const char *cookie, *header, *read;
    } CASES[] = {
        {{false, ""},
         "castled_device=x; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000",
         "castled_session=s; castled_device=a",
         "a"},
        {{true, ""},
         "__Host-castled_device=x; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000; Secure",
         "castled_device=a; __Host-castled_device=b",
         "b"},
        {{true, "/chess"},
         "__Secure-castled_device=x; HttpOnly; SameSite=Lax; Path=/chess; Max-Age=34560000; Secure",
         "__Host-castled_device=b; castled_session=s",
         ""},
    };
    char out[AUTH_SET_DEVICE_MAX], longest[AUTH_MARKS_MAX + 1] = "";
    const char *read;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        auth_print_device_cookie("x", &CASES[i].place, out);
        ck_assert_str_eq(out, CASES[i].cookie);
        AuthHeaders headers = {.cookie = CASES[i].header, .place = CASES[i].place};
        ck_assert_uint_eq(auth_device_cookie(&headers, &read), strlen(CASES[i].read));
        ck_assert_mem_eq(read, CASES[i].read, strlen(CASES[i].read));
        headers.cookie = NULL;
        ck_assert_uint_eq(auth_device_cookie(&headers, &read), 0);
    }
    memset(longest, 'a', AUTH_MARKS_MAX);
    CookiePlace far = {.secure = true};
    memset(far.path, '/', AUTH_PATH_MAX);
    ck_assert_uint_eq(auth_print_device_cookie(longest, &far, out), strlen(out));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("auth");
    TCase *tcase = tcase_create("auth");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, a_guest_is_named_after_the_first_digits_of_their_id);
    tcase_add_test(tcase, a_token_identifies_the_same_guest_again);
    tcase_add_test(tcase, the_device_has_a_cookie_by_the_same_rules);
    tcase_add_test(tcase, a_token_is_plain_text_of_version_id_time_and_signature);
    tcase_add_test(tcase, no_byte_of_a_token_can_be_changed);
    tcase_add_test(tcase, no_byte_beyond_ascii_passes_for_a_letter_of_the_signature);
    tcase_add_test(tcase, no_byte_can_be_left_out_or_added);
    tcase_add_test(tcase, another_database_signs_otherwise);
    tcase_add_test(tcase, cookies_are_found_by_name);
    tcase_add_test(tcase, a_bearer_token_follows_its_scheme);
    tcase_add_test(tcase, a_bearer_token_precedes_a_cookie_and_a_cookie_needs_our_page);
    tcase_add_test(tcase, a_page_of_another_site_needs_a_token);
    tcase_add_test(tcase, a_cookie_is_for_this_site_and_no_script);
    tcase_add_test(tcase, the_strict_name_takes_precedence_over_the_plain_one);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
