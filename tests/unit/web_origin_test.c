#include "web_origin.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_origin(const char *text, WebOrigin *origin)
{
    return web_origin_parse(text, strlen(text), origin);
}

START_TEST(hosts_are_read_with_and_without_ports)
{
    static const struct {
        const char *text, *name; /* NULL: none */
        int port;
    } CASES[] = {
        {"club.example", "club.example", 0},
        {"Club.EXAMPLE:8080", "club.example", 8080},
        {"castled_upstream", "castled_upstream", 0},
        {"127.0.0.1:65535", "127.0.0.1", 65535},
        {"[2001:DB8:0::1]:1", "[2001:db8::1]", 1},
        {"[::1]", "[::1]", 0},
        {"club.example:", NULL, 0},
        {"club.example:0", NULL, 0},
        {"club.example:65536", NULL, 0},
        {"club.example:080800", NULL, 0},
        {"club.example:8a", NULL, 0},
        {"club.example:80:80", NULL, 0},
        {"user@club.example", NULL, 0},
        {"club.example/", NULL, 0},
        {"club example", NULL, 0},
        {"2001:db8::1", NULL, 0},
        {"[2001:db8::1", NULL, 0},
        {"[2001:db8::1]x", NULL, 0},
        {"[192.0.2.1]", NULL, 0},
        {"[]", NULL, 0},
        {":80", NULL, 0},
        {"", NULL, 0},
    };
    WebHost host;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        bool good = web_host_parse(CASES[i].text, strlen(CASES[i].text), &host);
        ck_assert_msg(good == (CASES[i].name != NULL), "%s", CASES[i].text);
        if (!good)
            continue;
        ck_assert_str_eq(host.name, CASES[i].name);
        ck_assert_int_eq(host.port, CASES[i].port);
    }
}
END_TEST

START_TEST(a_host_can_be_as_long_as_names_may_be)
{
    char text[WEB_HOST_MAX + 2];
    WebHost host;
    memset(text, 'a', sizeof text);
    ck_assert(web_host_parse(text, WEB_HOST_MAX, &host));
    ck_assert_uint_eq(strlen(host.name), WEB_HOST_MAX);
    ck_assert(!web_host_parse(text, WEB_HOST_MAX + 1, &host));
}
END_TEST

START_TEST(origins_are_equal_in_any_spelling)
{
    static const struct {
        const char *one, *other;
        bool same;
    } CASES[] = {
        {"https://club.example", "https://club.example:443", true},
        {"http://club.example:80", "http://club.example", true},
        {"HTTPS://Club.Example", "https://club.example", true},
        {"http://[2001:db8:0:0::1]:8080", "http://[2001:DB8::1]:8080", true},
        {"https://club.example", "http://club.example", false},
        {"https://club.example:80", "http://club.example:80", false},
        {"https://club.example", "https://club.example:8443", false},
        {"https://club.example", "https://club.example.evil", false},
        {"https://club.example", "https://www.club.example", false},
    };
    WebOrigin one, other;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert(read_origin(CASES[i].one, &one) && read_origin(CASES[i].other, &other));
        ck_assert_msg(web_origin_is_same(&one, &other) == CASES[i].same, "%s, %s", CASES[i].one,
                      CASES[i].other);
    }
}
END_TEST

START_TEST(what_is_not_an_origin_is_refused)
{
    static const char *const BAD[] = {
        "null",         "",        "https://",       "https:///",           "http:/club.example",
        "club.example", "ftp://a", "https://a/path", "https://user:pw@a",   "https://a?q",
        "https://a#f",  "ws://a",  " https://a",     "https://a https://b",
    };
    WebOrigin origin;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        ck_assert_msg(!read_origin(BAD[i], &origin), "%s", BAD[i]);
}
END_TEST

START_TEST(a_host_without_port_has_that_of_the_scheme)
{
    static const struct {
        const char *origin, *host;
        bool has;
    } CASES[] = {
        {"http://club.example", "club.example", true},
        {"https://club.example", "club.example", true},
        {"https://club.example", "Club.Example:443", true},
        {"http://club.example", "club.example:443", false},
        {"https://club.example:8443", "club.example:8443", true},
        {"https://club.example:8443", "club.example", false},
        {"http://club.example:8080", "club.example", false},
        {"https://club.example", "club.example.evil", false},
    };
    WebOrigin origin;
    WebHost host;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert(read_origin(CASES[i].origin, &origin));
        ck_assert(web_host_parse(CASES[i].host, strlen(CASES[i].host), &host));
        ck_assert_msg(web_origin_has_host(&origin, &host) == CASES[i].has, "%s, %s",
                      CASES[i].origin, CASES[i].host);
    }
}
END_TEST

START_TEST(a_public_url_may_have_a_path)
{
    static const char *const CASES[][3] = {
        {"https://club.example", "club.example", ""},
        {"https://club.example/", "club.example", ""},
        {"http://Club.Example:8080///", "club.example", ""},
        {"https://club.example/chess", "club.example", "/chess"},
        {"https://club.example/a/b-c_d.e~f/", "club.example", "/a/b-c_d.e~f"},
        {"https://[2001:db8::1]/x", "[2001:db8::1]", "/x"},
    };
    PublicUrl url;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        ck_assert_msg(public_url_parse(CASES[i][0], &url), "%s", CASES[i][0]);
        ck_assert_str_eq(url.origin.host.name, CASES[i][1]);
        ck_assert_str_eq(url.path, CASES[i][2]);
    }
}
END_TEST

START_TEST(what_is_not_a_public_url_changes_nothing)
{
    static const char *const BAD[] = {
        "",
        "/",
        "club.example",
        "club.example/chess",
        "ftp://club.example",
        "https://",
        "https:///chess",
        "https://club.example:x",
        "https://user@club.example",
        "https://club.example?a",
        "https://club.example/?a",
        "https://club.example/#a",
        "https://club.example/a b",
        "https://club.example/a;b",
        "https://club.example/a//b",
        "https://club.example/./a",
        "https://club.example/a/..",
        "https://club.example/%2e",
        "https://club.example/caf\xc3\xa9",
        "https://club.example/a\r\nb",
        "x https://club.example",
    };
    PublicUrl url = {.path = "/before"};
    char longest[160] = "https://a/";
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        ck_assert_msg(!public_url_parse(BAD[i], &url), "%s", BAD[i]);
        ck_assert_str_eq(url.path, "/before");
    }
    memset(longest + strlen(longest), 'a', PUBLIC_PATH_MAX - 1);
    ck_assert(public_url_parse(longest, &url));
    ck_assert_uint_eq(strlen(url.path), PUBLIC_PATH_MAX);
    strcat(longest, "a");
    ck_assert(!public_url_parse(longest, &url));
}
END_TEST

START_TEST(sites_that_may_frame_a_page_are_named_as_a_policy_does)
{
    static const struct {
        const char *text, *sources; /* NULL: refused */
    } CASES[] = {
        {"any", "*"},
        {"none", "'none'"},
        {"https://club.example", "https://club.example"},
        {"https://Club.example:443,http://[::1]:8080", "https://club.example http://[::1]:8080"},
        {"http://127.0.0.2:8081", "http://127.0.0.2:8081"},
        {"", NULL},
        {"all", NULL},
        {"*", NULL},
        {"club.example", NULL},
        {"https://club.example/", NULL},
        {"https://club.example,", NULL},
        {"https://club.example,none", NULL},
        {"https://club.example; script-src *", NULL},
        {"https://a b.example", NULL},
    };
    char out[FRAME_ANCESTORS_MAX + 1];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        bool good = frame_ancestors_parse(CASES[i].text, out);
        ck_assert_msg(good == (CASES[i].sources != NULL), "%s", CASES[i].text);
        if (good)
            ck_assert_str_eq(out, CASES[i].sources);
    }
}
END_TEST

/* Names as long as they can be. */
START_TEST(sixteen_sites_may_frame_a_page)
{
    char text[17 * (WEB_ORIGIN_MAX + 1)] = "", out[FRAME_ANCESTORS_MAX + 1];
    for (int i = 0; i < 17; i++) {
        strcat(text, i ? ",https://" : "https://");
        for (int part = 0; part < 3; part++)
            strcat(text, "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk.");
        strcat(text, "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghi:65535");
        ck_assert_int_eq(frame_ancestors_parse(text, out), i < 16);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("web_origin");
    TCase *tcase = tcase_create("web_origin");
    tcase_add_test(tcase, hosts_are_read_with_and_without_ports);
    tcase_add_test(tcase, a_host_can_be_as_long_as_names_may_be);
    tcase_add_test(tcase, origins_are_equal_in_any_spelling);
    tcase_add_test(tcase, what_is_not_an_origin_is_refused);
    tcase_add_test(tcase, a_host_without_port_has_that_of_the_scheme);
    tcase_add_test(tcase, a_public_url_may_have_a_path);
    tcase_add_test(tcase, what_is_not_a_public_url_changes_nothing);
    tcase_add_test(tcase, sites_that_may_frame_a_page_are_named_as_a_policy_does);
    tcase_add_test(tcase, sixteen_sites_may_frame_a_page);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
