/* A query's parameters become a search; and the edges of each parameter. */
#include "game_query.h"

#include "check_rig.h"
#include "openings.h"

#include <stdlib.h>
#include <string.h>

static GameQuery query;
static Params params;

/* One "name=value". There are no accounts, so every name is a guest's id. */
static const char *ask(const char *argument)
{
    static const AccountInfo NOBODY[NAMED_COUNT];
    char arguments[256] = "";
    strcpy(arguments, argument);
    params_clear(&params);
    ck_assert_ptr_null(params_parse_arguments(&params, arguments));
    return game_query_read(&query, &params, NOBODY, (GameShow){.moves = true});
}

START_TEST(parameters_become_a_search)
{
    ck_assert_ptr_null(ask("player=gabc"));
    ck_assert_str_eq(query.search.player, "gabc");
    ck_assert_ptr_null(ask("vs=gabc"));
    ck_assert_str_eq(query.search.opponent, "gabc");
    ck_assert_ptr_null(ask("speed=bullet,rapid"));
    ck_assert_uint_eq(query.search.speeds, 1u << SPEED_BULLET | 1u << SPEED_RAPID);
    ck_assert_ptr_null(ask("status=mate,outoftime"));
    ck_assert_uint_eq(query.search.statuses, 1u << STATUS_MATE | 1u << STATUS_OUTOFTIME);
    ck_assert_ptr_null(ask("variant=fromPosition"));
    ck_assert_uint_eq(query.search.variants, 1u << 2);
    ck_assert_ptr_null(ask("color=black"));
    ck_assert_int_eq(query.search.white, SEARCH_NO);
    ck_assert_ptr_null(ask("rated=false"));
    ck_assert_int_eq(query.search.rated, SEARCH_NO);
    ck_assert_ptr_null(ask("result=drawn"));
    ck_assert_int_eq(query.search.score, SEARCH_DRAWN);
    ck_assert_ptr_null(ask("sort=dateAsc"));
    ck_assert(query.search.oldest_first && query.search.from == SEARCH_OLDEST);
    ck_assert_ptr_null(ask("before=Ab12Cd34"));
    ck_assert_str_eq(query.from, "Ab12Cd34");
    ck_assert_ptr_null(ask("moves=false"));
    ck_assert(!query.show.moves);
    ck_assert_ptr_null(ask("max=2147483647"));
    ck_assert_int_eq(query.max, INT32_MAX);
}
END_TEST

START_TEST(days_are_whole_days)
{
    ck_assert_ptr_null(ask("since=2026-01-31"));
    ck_assert_int_eq(query.search.since, INT64_C(1769817600000)); /* date -d 2026-01-31Z +%s */
    ck_assert_ptr_null(ask("until=2026-01-31"));
    ck_assert_int_eq(query.search.until, INT64_C(1769903999999));
    ck_assert_ptr_null(ask("until=1769817600001"));
    ck_assert_int_eq(query.search.until, INT64_C(1769817600001));
}
END_TEST

START_TEST(clocks_are_seconds_or_days)
{
    ck_assert_ptr_null(ask("clock=300+3"));
    ck_assert(query.has_control && query.control.timed);
    ck_assert_int_eq(query.control.initial, 300000);
    ck_assert_int_eq(query.control.increment, 3000);
    ck_assert_ptr_null(ask("clock=60 0"));
    ck_assert_int_eq(query.control.initial, 60000);
    ck_assert_ptr_null(ask("clock=7d"));
    ck_assert_int_eq(query.control.days, 7);
    ck_assert_ptr_null(ask("clock=none"));
    ck_assert(query.has_control && !query.control.timed);
}
END_TEST

static const char *const BAD[] = {"speed=",
                                  "player=an-id-that-is-longer-than-any",
                                  "speed=slow",
                                  "speed=bullet,,",
                                  "perfType=Blitz",
                                  "status=started",
                                  "variant=atomic",
                                  "color=w",
                                  "result=1-0",
                                  "since=2026-13-01",
                                  "since=2026-01-31x",
                                  "until=-1",
                                  "until=1234567890123456",
                                  "clock=5",
                                  "clock=-5+1",
                                  "clock=300+3x",
                                  "clock=d",
                                  "clock=0d",
                                  "opening=",
                                  "before=Ab12Cd3",
                                  "max=0",
                                  "max=2147483648"};

START_TEST(nonsense_is_refused_by_name)
{
    const char *fault = ask(BAD[_i]);
    size_t length = strcspn(BAD[_i], "=");
    if (strcmp(BAD[_i], "speed=") == 0) { /* nothing asked for */
        ck_assert_ptr_null(fault);
        return;
    }
    ck_assert_msg(fault != NULL, "%s", BAD[_i]);
    bool named = strncmp(fault, BAD[_i], length) == 0 ||
                 (strncmp(BAD[_i], "perfType", length) == 0 && strncmp(fault, "speed", 5) == 0);
    ck_assert_msg(named && strchr(fault, ':') != NULL, "%s: %s", BAD[_i], fault);
}
END_TEST

START_TEST(openings_are_codes_or_names)
{
    static const struct {
        const char *text;
        int from, to;
    } WISHES[] = {{"B90", 190, 190},   {"B90-B99", 190, 199}, {"B", 100, 199}, {"E", 400, 499},
                  {"Najdorf", -1, -1}, {"b90", -1, -1},       {"F00", -1, -1}, {"B90-", -1, -1}};
    for (size_t i = 0; i < sizeof WISHES / sizeof *WISHES; i++) {
        OpeningWish wish;
        ck_assert(opening_wish_read(&wish, WISHES[i].text));
        ck_assert_msg(wish.from == WISHES[i].from && wish.to == WISHES[i].to, "%s", WISHES[i].text);
    }
    OpeningWish wish;
    char longer[GAME_QUERY_WISH_MAX + 2];
    memset(longer, 'x', sizeof longer);
    longer[GAME_QUERY_WISH_MAX + 1] = '\0';
    ck_assert(!opening_wish_read(&wish, longer));
    longer[GAME_QUERY_WISH_MAX] = '\0';
    ck_assert(opening_wish_read(&wish, longer));
}
END_TEST

/* 1. e4 c5: B20, by code, letter and part of the name; skipped where there are no names. */
START_TEST(codes_and_names_find_their_openings)
{
    Position start;
    Opening opening;
    const Move moves[] = {move_of(SQ_E2, SQ_E4, MOVE_DOUBLE), move_of(SQ_C7, SQ_C5, MOVE_DOUBLE)};
    static const struct {
        const char *text;
        bool found;
    } WISHES[] = {{"B20", true},  {"B", true},  {"A00-E99", true}, {"sicil", true},
                  {"B21", false}, {"C", false}, {"French", false}};
    if (openings_count() == 0)
        return;
    position_start(&start);
    ck_assert(opening_of_moves(&start, moves, 2, &opening));
    for (size_t i = 0; i < sizeof WISHES / sizeof *WISHES; i++) {
        OpeningWish wish;
        ck_assert(opening_wish_read(&wish, WISHES[i].text));
        ck_assert_msg(opening_wish_matches(&wish, opening.key) == WISHES[i].found, "%s",
                      WISHES[i].text);
        ck_assert(!opening_wish_matches(&wish, 0));
    }
}
END_TEST

int main(void)
{
    attacks_init();
    Suite *suite = suite_create("game_query");
    TCase *tcase = tcase_create("game_query");
    tcase_add_test(tcase, parameters_become_a_search);
    tcase_add_test(tcase, days_are_whole_days);
    tcase_add_test(tcase, clocks_are_seconds_or_days);
    tcase_add_loop_test(tcase, nonsense_is_refused_by_name, 0, sizeof BAD / sizeof *BAD);
    tcase_add_test(tcase, openings_are_codes_or_names);
    tcase_add_test(tcase, codes_and_names_find_their_openings);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
