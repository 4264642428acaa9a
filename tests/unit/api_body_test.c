#include "api.h"

#include "check_rig.h"

/* How long a body may be: as long as its route takes, and nothing of it from whoever will be refused in any case. */

static HttpRequest a_request(HttpMethod method, const char *path)
{
    return (HttpRequest){.method = method, .path = path, .arguments = "", .body = ""};
}

static size_t most(const HttpRequest *request)
{
    return api_body_max(request);
}

/* PROTOCOL.md, 9: an API token pushes up to 512 KiB of PGN. */
START_TEST(a_push_needs_a_credential)
{
    HttpRequest push = a_request(HTTP_POST, "/api/broadcast/round/abcdefghijkl/push");
    ck_assert_uint_eq(most(&push), 0);
    push.auth.cookie = "theme=dark; other=1";
    push.auth.page = PAGE_OURS;
    ck_assert_uint_eq(most(&push), 0);
    push.auth.cookie = "castled_session=anything";
    ck_assert_uint_ge(most(&push), 512 * 1024);
    push.auth.page = PAGE_FOREIGN; /* whose cookies do not count */
    ck_assert_uint_eq(most(&push), 0);
    push.auth.authorization = "Bearer anything";
    ck_assert_uint_ge(most(&push), 512 * 1024);
}
END_TEST

START_TEST(where_anybody_may_ask_a_body_is_read)
{
    HttpRequest sign_in = a_request(HTTP_POST, "/api/session");
    ck_assert_uint_eq(most(&sign_in), 16 * 1024);
    HttpRequest test_tokens = a_request(HTTP_POST, "/api/token/test");
    ck_assert_uint_eq(most(&test_tokens), 64 * 1024);
    HttpRequest nothing = a_request(HTTP_POST, "/api/there-is-no-such-path");
    ck_assert_uint_eq(most(&nothing), 16 * 1024);
}
END_TEST

/* Guests may import, and whoever shows nothing is none yet. */
START_TEST(a_guest_shows_a_credential_as_well)
{
    HttpRequest import = a_request(HTTP_POST, "/api/import");
    ck_assert_uint_eq(most(&import), 0);
    import.auth.authorization = "Bearer v1.guest";
    ck_assert_uint_gt(most(&import), 16 * 1024);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("api_body");
    TCase *tcase = tcase_create("api_body");
    tcase_add_test(tcase, a_push_needs_a_credential);
    tcase_add_test(tcase, where_anybody_may_ask_a_body_is_read);
    tcase_add_test(tcase, a_guest_shows_a_credential_as_well);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
