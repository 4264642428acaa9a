#include "route.h"

#include "check_rig.h"

#include <stdlib.h>
#include <string.h>

static RouteParts parts;

START_TEST(a_pattern_matches_its_paths_only)
{
    static const struct {
        const char *pattern, *path, *first, *second; /* NULL: it doesn't match */
    } CASES[] = {
        {"/api/account", "/api/account", "", ""},
        {"/api/account", "/api/account/", "", ""}, /* berserk writes one */
        {"/api/account", "/api/account//", NULL, ""},
        {"/api/account", "/api/accounts", NULL, ""},
        {"/api/account", "/api/accoun", NULL, ""},
        {"/api/user/{}", "/api/user/Alice", "Alice", ""},
        {"/api/user/{}", "/api/user/Alice/", "Alice", ""},
        {"/api/user/{}", "/api/user/", NULL, ""},
        {"/api/user/{}", "/api/user//", NULL, ""},
        {"/api/user/{}", "/api/user/Alice/games", NULL, ""},
        {"/api/user/{}/games", "/api/user/Alice/games", "Alice", ""},
        {"/api/game/{}.pgn", "/api/game/Ab12Cd34.pgn", "Ab12Cd34", ""},
        {"/api/game/{}.pgn", "/api/game/Ab12Cd34", NULL, ""},
        {"/api/game/{}.pgn", "/api/game/.pgn", NULL, ""},
        {"/api/game/{}.pgn", "/api/game/a.pgn.pgn", "a.pgn", ""},
        {"/api/bot/game/{}/move/{}", "/api/bot/game/Ab12Cd34/move/P@e4", "Ab12Cd34", "P@e4"},
        {"/api/bot/game/{}/move/{}", "/api/bot/game/Ab12Cd34/move", NULL, ""},
        {"/api/bot/game/{}/move/{}", "/api/bot/game/a/b/move/c", NULL, ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        memset(parts, 0, sizeof parts);
        bool matches = route_matches(CASES[i].pattern, CASES[i].path, parts);
        ck_assert_msg(matches == (CASES[i].first != NULL), "%s", CASES[i].path);
        if (!matches)
            continue;
        ck_assert_str_eq(parts[0], CASES[i].first);
        ck_assert_str_eq(parts[1], CASES[i].second);
    }
}
END_TEST

START_TEST(the_length_of_a_part_has_a_limit)
{
    char path[128] = "/api/user/";
    size_t before = strlen(path);
    memset(path + before, 'a', ROUTE_PART_MAX);
    ck_assert(route_matches("/api/user/{}", path, parts));
    ck_assert_uint_eq(strlen(parts[0]), ROUTE_PART_MAX);
    path[before + ROUTE_PART_MAX] = 'a';
    ck_assert(!route_matches("/api/user/{}", path, parts));
}
END_TEST

START_TEST(the_method_chooses_among_routes_of_a_path)
{
    static const Route TABLE[] = {{.method = HTTP_GET, .path = "/api/tokens"},
                                  {.method = HTTP_POST, .path = "/api/tokens"},
                                  {.method = HTTP_DELETE, .path = "/api/tokens/{}"}};
    unsigned others;
    ck_assert_ptr_eq(route_find(TABLE, 3, HTTP_GET, "/api/tokens", parts, &others), &TABLE[0]);
    ck_assert_ptr_eq(route_find(TABLE, 3, HTTP_HEAD, "/api/tokens", parts, &others), &TABLE[0]);
    ck_assert_ptr_eq(route_find(TABLE, 3, HTTP_POST, "/api/tokens", parts, &others), &TABLE[1]);
    ck_assert_ptr_eq(route_find(TABLE, 3, HTTP_DELETE, "/api/tokens/7", parts, &others), &TABLE[2]);
    ck_assert_str_eq(parts[0], "7");
    ck_assert_ptr_null(route_find(TABLE, 3, HTTP_PUT, "/api/tokens", parts, &others));
    ck_assert_uint_eq(others, 1u << HTTP_GET | 1u << HTTP_POST);
    ck_assert_ptr_null(route_find(TABLE, 3, HTTP_GET, "/api/none", parts, &others));
    ck_assert_uint_eq(others, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("route");
    TCase *tcase = tcase_create("route");
    tcase_add_test(tcase, a_pattern_matches_its_paths_only);
    tcase_add_test(tcase, the_length_of_a_part_has_a_limit);
    tcase_add_test(tcase, the_method_chooses_among_routes_of_a_path);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
