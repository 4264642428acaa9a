#include "http.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

static const PageFile INDEX = {
    .path = "/",
    .type = "text/html; charset=utf-8",
    .etag = "\"index\"",
    .plain = {(const unsigned char *)"plain", 5},
    .gzip = {(const unsigned char *)"gz", 2},
    .brotli = {(const unsigned char *)"b", 1},
};
static const PageFile SCRIPT = {
    .path = "/assets/app-1a2b.js",
    .type = "text/javascript; charset=utf-8",
    .etag = "\"app\"",
    .immutable = true,
    .plain = {(const unsigned char *)"script", 6},
};

static const PageFile EMBED = {
    .path = "/embed.html",
    .type = "text/html; charset=utf-8",
    .etag = "\"3c4d\"",
    .plain = {(const unsigned char *)"embed", 5},
};

static const PageFile *find_file(const void *context, const char *path)
{
    (void)context;
    return strcmp(path, "/") == 0                     ? &INDEX
           : strcmp(path, "/assets/app-1a2b.js") == 0 ? &SCRIPT
           : strcmp(path, "/embed.html") == 0         ? &EMBED
                                                      : NULL;
}
static const HttpFind FIND = {find_file, NULL};

static HttpAnswer get_with(const char *path, const char *accept_encoding, const char *if_none_match)
{
    HttpAnswer answer;
    HttpRequest request = {.method = HTTP_GET,
                           .path = path,
                           .accept_encoding = accept_encoding,
                           .if_none_match = if_none_match};
    ck_assert_int_eq(http_route(&request, &FIND, &answer), ROUTE_ANSWERED);
    return answer;
}

static HttpRoute route(const char *path)
{
    HttpAnswer answer;
    return http_route(&(HttpRequest){.method = HTTP_GET, .path = path}, &FIND, &answer);
}

START_TEST(the_lobby_a_game_and_a_challenge_are_the_page)
{
    static const char *const VIEWS[] = {
        "/",         "/Ab12Cd34",          "/challenge/Ch1234567890", "/settings",
        "/analysis", "/@/some-body",       "/analysis/Ab12Cd34",      "/device",
        "/~b12Cd34", "/analysis/~b12Cd34", "/Ab12Cd34/black",         "/Ab12Cd34/white"};
    for (size_t i = 0; i < sizeof VIEWS / sizeof *VIEWS; i++) {
        HttpAnswer answer = get_with(VIEWS[i], NULL, NULL);
        ck_assert_int_eq(answer.status, 200);
        ck_assert_str_eq(answer.type, INDEX.type);
        ck_assert_str_eq(answer.cache, "no-cache");
        ck_assert_uint_eq(answer.length, 5);
        ck_assert_ptr_null(answer.encoding);
        ck_assert(answer.vary);
    }
}
END_TEST

START_TEST(hashed_files_may_be_kept_for_ever)
{
    HttpAnswer answer = get_with("/assets/app-1a2b.js", "gzip, br", NULL);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_str_eq(answer.cache, "public, max-age=31536000, immutable");
    ck_assert_ptr_null(answer.encoding); /* it has no compressed form */
    ck_assert(!answer.vary);
}
END_TEST

START_TEST(the_best_accepted_encoding_is_sent)
{
    ck_assert_str_eq(get_with("/", "gzip, deflate, br", NULL).encoding, "br");
    ck_assert_str_eq(get_with("/", "gzip;q=1.0, br;q=0", NULL).encoding, "gzip");
    ck_assert_str_eq(get_with("/", "*", NULL).encoding, "br");
    ck_assert_str_eq(get_with("/", "GZIP", NULL).encoding, "gzip");
    ck_assert_ptr_null(get_with("/", "identity", NULL).encoding);
    ck_assert_ptr_null(get_with("/", "", NULL).encoding);
    ck_assert_ptr_null(get_with("/", "brotli, xgzip", NULL).encoding);
}
END_TEST

START_TEST(encodings_are_accepted_as_the_header_says)
{
    static const struct {
        const char *header, *coding;
        bool accepted;
    } CASES[] = {
        {"br", "br", true},      {" br ", "br", true},       {"gzip,br", "br", true},
        {"br;q=0", "br", false}, {"br;q=0.001", "br", true}, {"br ; q=0.0", "br", false},
        {"*;q=0", "br", false},  {"*;q=0, br", "br", true},  {"br;q=0, *", "br", false},
        {NULL, "br", false},     {",,,", "br", false},       {"b", "br", false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
        ck_assert_msg(http_accepts(CASES[i].header, CASES[i].coding) == CASES[i].accepted, "%s",
                      CASES[i].header ? CASES[i].header : "(none)");
}
END_TEST

START_TEST(a_client_with_the_same_version_gets_304)
{
    static const struct {
        const char *header;
        bool matches;
    } CASES[] = {
        {"\"index\"", true},
        {"W/\"index\"", true},
        {"\"a\", \"index\"", true},
        {"\"a\",W/\"index\" ", true},
        {"*", true},
        {"\"inde\"", false},
        {"index", false},
        {"", false},
        {NULL, false},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        HttpAnswer answer = get_with("/", "br", CASES[i].header);
        ck_assert_msg(answer.status == (CASES[i].matches ? 304 : 200), "%s",
                      CASES[i].header ? CASES[i].header : "(none)");
        ck_assert_str_eq(answer.etag, "\"index\"");
        if (CASES[i].matches)
            ck_assert_uint_eq(answer.length, 0);
    }
}
END_TEST

START_TEST(what_is_not_there_is_not_found)
{
    static const char *const NOTHING[] = {
        "/nothing",
        "/Ab12Cd3",
        "/Ab12Cd345",
        "/Ab12Cd3-",
        "/Ab12Cd34/",
        "/Ab12Cd34/red",
        "/Ab12Cd34/black/",
        "/challenge/",
        "/settings/",
        "/analysis/Ab12",
        "/~b12Cd3",
        "/Ab12~d34",
        "/settingsx",
        "/@/",
        "/@/some/body",
        "/challenge/Ch12",
        "/challenge/Ch1234567890x",
        "/api/",
        "/assets/../etc/passwd",
        "//",
    };
    for (size_t i = 0; i < sizeof NOTHING / sizeof *NOTHING; i++) {
        HttpAnswer answer = get_with(NOTHING[i], "br", "*");
        ck_assert_msg(answer.status == 404, "%s", NOTHING[i]);
        ck_assert_str_eq(answer.type, "text/plain; charset=utf-8");
        ck_assert_uint_gt(answer.length, 0);
    }
}
END_TEST

START_TEST(a_person_with_a_dead_link_gets_the_page_which_says_so)
{
    static const char *const LINKS[] = {"/nowhere", "/Ab12Cd34x", "/settings/", "/@/some/body"};
    HttpRequest request = {.method = HTTP_GET,
                           .accept = "text/html,application/xhtml+xml,*/*;q=0.8",
                           .accept_encoding = "br",
                           .if_none_match = "*"};
    HttpAnswer answer;
    for (size_t i = 0; i < sizeof LINKS / sizeof *LINKS; i++) {
        request.path = LINKS[i];
        ck_assert_int_eq(http_route(&request, &FIND, &answer), ROUTE_ANSWERED);
        ck_assert_int_eq(answer.status, 404);
        ck_assert_str_eq(answer.type, INDEX.type);
        ck_assert_ptr_eq(answer.body, INDEX.brotli.data);
        ck_assert_str_eq(answer.cache, "no-store");
        ck_assert_ptr_null(answer.etag);
    }
    request.path = "/api/nothing";
    ck_assert_int_eq(http_route(&request, &FIND, &answer), ROUTE_ANSWERED);
    ck_assert_str_eq(answer.type, "text/plain; charset=utf-8");
}
END_TEST

START_TEST(paths_of_the_server_are_left_to_it)
{
    ck_assert_int_eq(route("/healthz"), ROUTE_HEALTH);
    ck_assert_int_eq(get_with("/ws", NULL, NULL).status, 400);
}
END_TEST

START_TEST(metrics_have_a_port_of_their_own)
{
    HttpAnswer answer;
    HttpRequest request = {.method = HTTP_GET, .path = "/metrics", .door = DOOR_METRICS};
    ck_assert_int_eq(http_route(&request, &FIND, &answer), ROUTE_METRICS);
    ck_assert_int_eq(get_with("/metrics", NULL, NULL).status, 404);
    request.path = "/healthz";
    ck_assert_int_eq(http_route(&request, &FIND, &answer), ROUTE_HEALTH);
    request.path = "/";
    ck_assert_int_eq(http_route(&request, &FIND, &answer), ROUTE_ANSWERED);
    ck_assert_int_eq(answer.status, 404);
}
END_TEST

START_TEST(a_redirection_keeps_the_host_and_has_the_other_port)
{
    char url[64];
    PublicUrl public_url;
    HttpRequest request = {.host = "chess.example:80", .target = "/a?b"};
    ck_assert(http_redirect_url(&request, NULL, 443, url, sizeof url));
    ck_assert_str_eq(url, "https://chess.example/a?b");
    request = (HttpRequest){.host = "[::1]:8080"};
    ck_assert(http_redirect_url(&request, NULL, 8443, url, sizeof url));
    ck_assert_str_eq(url, "https://[::1]:8443/");
    ck_assert(public_url_parse("https://chess.example", &public_url));
    request = (HttpRequest){.host = "evil", .target = "/x"};
    ck_assert(http_redirect_url(&request, &public_url, 8443, url, sizeof url));
    ck_assert_str_eq(url, "https://chess.example/x");
    request.host = NULL;
    ck_assert(!http_redirect_url(&request, NULL, 443, url, sizeof url));
}
END_TEST

START_TEST(only_get_and_head_are_understood)
{
    HttpAnswer answer;
    HttpRequest request = {.method = HTTP_POST, .path = "/healthz"};
    ck_assert_int_eq(http_route(&request, &FIND, &answer), ROUTE_ANSWERED);
    ck_assert_int_eq(answer.status, 405);
    ck_assert_str_eq(answer.allow, "GET, HEAD");
    request = (HttpRequest){.method = HTTP_HEAD, .path = "/"};
    ck_assert_int_eq(http_route(&request, &FIND, &answer), ROUTE_ANSWERED);
    ck_assert_int_eq(answer.status, 200);
    ck_assert_uint_eq(answer.length, 5);
}
END_TEST

START_TEST(a_build_without_the_page_says_so)
{
    HttpAnswer answer;
    HttpRequest request = {.method = HTTP_GET, .path = "/"};
    ck_assert_int_eq(http_route(&request, NULL, &answer), ROUTE_ANSWERED);
    ck_assert_int_eq(answer.status, 404);
    ck_assert_ptr_nonnull(strstr(answer.body, "without its web page"));
}
END_TEST

/* The page's trial found these to be enough, and each to be needed (WebAssembly, piece images). */
START_TEST(a_path_says_what_it_is_about)
{
    static const struct {
        const char *path;
        HttpAbout about;
        const char *id;
    } CASES[] = {
        {"/Ab12Cd34", HTTP_ABOUT_GAME, "Ab12Cd34"},
        {"/Ab12Cd34/black", HTTP_ABOUT_GAME, "Ab12Cd34"},
        {"/analysis/Ab12Cd34", HTTP_ABOUT_GAME, "Ab12Cd34"},
        {"/challenge/Ch1234567890", HTTP_ABOUT_CHALLENGE, "Ch1234567890"},
        {"/game/Ab12Cd34.png", HTTP_ABOUT_PICTURE, "Ab12Cd34"},
        {"/game/Ab12Cd34.gif", HTTP_ABOUT_ANIMATION, "Ab12Cd34"},
        {"/game/Ab12Cd34.gip", HTTP_ABOUT_SITE, ""},
        {"/game/Ab12Cd3.png", HTTP_ABOUT_SITE, ""},
        {"/game/Ab12C_34.png", HTTP_ABOUT_SITE, ""},
        {"/~b12Cd34", HTTP_ABOUT_SITE, ""},
        {"/analysis/~b12Cd34", HTTP_ABOUT_SITE, ""},
        {"/Ab12Cd3", HTTP_ABOUT_SITE, ""},
        {"/Ab12Cd34/red", HTTP_ABOUT_SITE, ""},
        {"/challenge/Ch123456789", HTTP_ABOUT_SITE, ""},
        {"/settings", HTTP_ABOUT_SITE, ""},
        {"/tournament/Ab12Cd34", HTTP_ABOUT_SITE, ""},
        {"/analysis", HTTP_ABOUT_SITE, ""},
        {"/", HTTP_ABOUT_SITE, ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char id[HTTP_ABOUT_ID_MAX + 1];
        ck_assert_int_eq(http_about(CASES[i].path, id), CASES[i].about);
        ck_assert_str_eq(id, CASES[i].id);
    }
}
END_TEST

START_TEST(every_answer_carries_the_security_headers)
{
    const char *policy = NULL;
    int found = 0;
    for (const HttpHeader *each = HTTP_SECURITY; each->name; each++) {
        found++;
        ck_assert_int_eq(each->name[strlen(each->name) - 1], ':');
        if (strcmp(each->name, "content-security-policy:") == 0)
            policy = each->value;
    }
    ck_assert_int_ge(found, 5);
    ck_assert_ptr_nonnull(policy);
    ck_assert_ptr_nonnull(strstr(policy, "script-src 'self' 'wasm-unsafe-eval';"));
    ck_assert_ptr_nonnull(strstr(policy, "img-src 'self' data:;"));
    ck_assert_ptr_nonnull(strstr(policy, "connect-src 'self';"));
    /* the frame ancestors are printed after it: http_request_test */
    ck_assert_str_eq(policy + strlen(policy) - strlen("; frame-ancestors "), "; frame-ancestors ");
    ck_assert_ptr_null(strstr(policy, "unsafe-inline"));
}
END_TEST

START_TEST(other_sites_may_show_the_embedded_page_only)
{
    static const char *const EMBEDDED[] = {"/embed/game/Ab12Cd34", "/embed/game/Ab12Cd34/black",
                                           "/embed/game/Ab12Cd34/white", "/embed/board"};
    static const char *const OTHERS[] = {"/",
                                         "/Ab12Cd34",
                                         "/embed",
                                         "/embed/",
                                         "/embed/game",
                                         "/embed/game",
                                         "/embed/game/",
                                         "/embed.html",
                                         "/embed/boards",
                                         "/embed/board/",
                                         "/settings",
                                         "/embed/game/~b12Cd34",
                                         "/embed/game/Ab12Cd3",
                                         "/embed/game/Ab12Cd34/red"};
    for (size_t i = 0; i < sizeof EMBEDDED / sizeof *EMBEDDED; i++) {
        ck_assert_msg(http_is_embedded(EMBEDDED[i]), "%s", EMBEDDED[i]);
        ck_assert_str_eq(get_with(EMBEDDED[i], NULL, NULL).body, "embed");
    }
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        ck_assert_msg(!http_is_embedded(OTHERS[i]), "%s", OTHERS[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("http");
    TCase *tcase = tcase_create("http");
    tcase_add_test(tcase, the_lobby_a_game_and_a_challenge_are_the_page);
    tcase_add_test(tcase, hashed_files_may_be_kept_for_ever);
    tcase_add_test(tcase, the_best_accepted_encoding_is_sent);
    tcase_add_test(tcase, encodings_are_accepted_as_the_header_says);
    tcase_add_test(tcase, a_client_with_the_same_version_gets_304);
    tcase_add_test(tcase, what_is_not_there_is_not_found);
    tcase_add_test(tcase, a_person_with_a_dead_link_gets_the_page_which_says_so);
    tcase_add_test(tcase, paths_of_the_server_are_left_to_it);
    tcase_add_test(tcase, metrics_have_a_port_of_their_own);
    tcase_add_test(tcase, a_redirection_keeps_the_host_and_has_the_other_port);
    tcase_add_test(tcase, only_get_and_head_are_understood);
    tcase_add_test(tcase, a_build_without_the_page_says_so);
    tcase_add_test(tcase, a_path_says_what_it_is_about);
    tcase_add_test(tcase, every_answer_carries_the_security_headers);
    tcase_add_test(tcase, other_sites_may_show_the_embedded_page_only);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
