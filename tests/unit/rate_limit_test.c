#include "rate_limit.h"

#include "check_rig.h"

#include <stdio.h>
#include <stdlib.h>

static RateLimiter *limiter;

static void setup(void)
{
    limiter = rate_limiter_new(true, &(SipKey){{1}});
}

static void teardown(void)
{
    rate_limiter_free(limiter);
}

static const int64_t NOW = 1000000;

START_TEST(a_bucket_holds_its_tokens_and_no_more)
{
    for (int kind = 0; kind < LIMIT_COUNT; kind++) {
        for (int i = 0; i < limit_tokens((LimitKind)kind); i++)
            ck_assert(rate_limiter_take(limiter, (LimitKind)kind, "ann", NOW));
        ck_assert(!rate_limiter_take(limiter, (LimitKind)kind, "ann", NOW));
    }
}
END_TEST

START_TEST(a_token_is_added_in_its_time_and_not_before)
{
    for (int kind = 0; kind < LIMIT_COUNT; kind++) {
        int64_t token = limit_fill((LimitKind)kind) / limit_tokens((LimitKind)kind);
        while (rate_limiter_take(limiter, (LimitKind)kind, "ann", NOW))
            ;
        ck_assert(!rate_limiter_take(limiter, (LimitKind)kind, "ann", NOW + token - 1));
        ck_assert(rate_limiter_take(limiter, (LimitKind)kind, "ann", NOW + token));
        ck_assert(!rate_limiter_take(limiter, (LimitKind)kind, "ann", NOW + token));
    }
}
END_TEST

START_TEST(whether_there_is_a_token_is_known_without_taking_it)
{
    for (int kind = 0; kind < LIMIT_COUNT; kind++) {
        LimitKind limit = (LimitKind)kind;
        for (int i = 0; i < limit_tokens(limit); i++) {
            ck_assert(rate_limiter_has(limiter, limit, "ann", NOW));
            ck_assert(rate_limiter_take(limiter, limit, "ann", NOW));
        }
        int64_t token = limit_fill(limit) / limit_tokens(limit);
        ck_assert(!rate_limiter_has(limiter, limit, "ann", NOW));
        ck_assert(!rate_limiter_has(limiter, limit, "ann", NOW + token - 1));
        ck_assert(rate_limiter_has(limiter, limit, "ann", NOW + token));
        ck_assert(rate_limiter_has(limiter, limit, "bob", NOW));
    }
}
END_TEST

START_TEST(a_bucket_never_holds_more_than_its_tokens)
{
    while (rate_limiter_take(limiter, LIMIT_CHAT, "ann", NOW))
        ;
    int64_t later = NOW + 100 * (int64_t)limit_fill(LIMIT_CHAT);
    for (int i = 0; i < limit_tokens(LIMIT_CHAT); i++)
        ck_assert(rate_limiter_take(limiter, LIMIT_CHAT, "ann", later));
    ck_assert(!rate_limiter_take(limiter, LIMIT_CHAT, "ann", later));
}
END_TEST

START_TEST(many_tokens_are_taken_at_once_or_none)
{
    int32_t tokens = limit_tokens(LIMIT_BROADCAST), wait = limit_fill(LIMIT_BROADCAST) / tokens;
    ck_assert(rate_limiter_take_many(limiter, LIMIT_BROADCAST, "ann", tokens - 2, NOW));
    ck_assert(!rate_limiter_take_many(limiter, LIMIT_BROADCAST, "ann", 3, NOW));
    ck_assert(!rate_limiter_take_many(limiter, LIMIT_BROADCAST, "ann", 3, NOW + wait - 1));
    ck_assert(rate_limiter_take_many(limiter, LIMIT_BROADCAST, "ann", 3, NOW + wait));
    ck_assert(!rate_limiter_take(limiter, LIMIT_BROADCAST, "ann", NOW + wait));
    /* more than a bucket holds: all of a full one */
    ck_assert(rate_limiter_take_many(limiter, LIMIT_BROADCAST, "bob", INT32_MAX, NOW));
    ck_assert(!rate_limiter_take(limiter, LIMIT_BROADCAST, "bob", NOW));
}
END_TEST

START_TEST(being_refused_costs_nothing)
{
    while (rate_limiter_take(limiter, LIMIT_CHAT, "ann", NOW))
        ;
    for (int i = 0; i < 1000; i++)
        rate_limiter_take(limiter, LIMIT_CHAT, "ann", NOW + 1);
    ck_assert(rate_limiter_take(limiter, LIMIT_CHAT, "ann",
                                NOW + limit_fill(LIMIT_CHAT) / limit_tokens(LIMIT_CHAT)));
}
END_TEST

START_TEST(keys_and_kinds_have_buckets_of_their_own)
{
    while (rate_limiter_take(limiter, LIMIT_CHAT, "ann", NOW))
        ;
    ck_assert(rate_limiter_take(limiter, LIMIT_CHAT, "bob", NOW));
    ck_assert(rate_limiter_take(limiter, LIMIT_SEEK, "ann", NOW));
    ck_assert(rate_limiter_take(limiter, LIMIT_CHAT, "", NOW));
    while (rate_limiter_take_number(limiter, LIMIT_MESSAGE, 1, NOW))
        ;
    ck_assert(rate_limiter_take_number(limiter, LIMIT_MESSAGE, 2, NOW));
    ck_assert(rate_limiter_take_number(limiter, LIMIT_MESSAGE, 0, NOW));
}
END_TEST

START_TEST(off_limits_nothing)
{
    RateLimiter *off = rate_limiter_new(false, &(SipKey){{1}});
    for (int i = 0; i < 10000; i++)
        ck_assert(rate_limiter_take(off, LIMIT_CHAT, "ann", NOW));
    rate_limiter_free(off);
}
END_TEST

START_TEST(a_million_keys_do_not_free_one_that_is_out_of_tokens)
{
    /* Ann's bucket is empty and the emptiest of its set: the others are evicted first. */
    while (rate_limiter_take(limiter, LIMIT_CHALLENGE_DAY, "ann", NOW))
        ;
    char key[24];
    for (int i = 0; i < 1000000; i++) {
        snprintf(key, sizeof key, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
        if (!rate_limiter_take(limiter, LIMIT_CONNECT, key, NOW)) /* ck_assert notes each call */
            ck_abort_msg("%s is refused", key);
    }
    ck_assert(!rate_limiter_take(limiter, LIMIT_CHALLENGE_DAY, "ann", NOW));
}
END_TEST

START_TEST(rules_are_read_from_a_text)
{
    static const char *const BAD[] = {
        "",
        "password",
        "password=",
        "password=0/600",
        "password=5",
        "password=5/",
        "password=5/0",
        "password=-5/600",
        "PASSWORD=5/600",
        "pass=5/600",
        "=5/600",
        "password=5/600x",
        "password=5/600,x=1/2",
        "password=1000001/600",
        "password=5/2000001",
        "password=2000/1",
        "password=5/600;",
        "password=99999999999/600",
        "open-challenges",
        "open-challenges=",
        "open-challenges=0",
        "open-challenges=5/60",
        "open-challenges=1000000001",
        "OPEN_CHALLENGES=5",
        "open-challenges=5,password=5",
    };
    LimitRule rules[LIMIT_COUNT], before[LIMIT_COUNT];
    int32_t bounds[BOUND_COUNT], bounds_before[BOUND_COUNT];
    limit_usual(rules);
    limit_usual(before);
    bound_usual(bounds);
    bound_usual(bounds_before);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        ck_assert_msg(!limit_parse(BAD[i], rules, bounds), "%s", BAD[i]);
        ck_assert_mem_eq(rules, before, sizeof rules);
        ck_assert_mem_eq(bounds, bounds_before, sizeof bounds);
    }
    ck_assert(limit_parse(
        "password=20/600,sign-up=1000/1,open-challenges=1000000000,data=1/2000000", rules, bounds));
    ck_assert_int_eq(bounds[BOUND_OPEN_CHALLENGES], 1000000000);
    ck_assert_int_eq(rules[LIMIT_PASSWORD].tokens, 20);
    ck_assert_int_eq(rules[LIMIT_PASSWORD].fill, 600000);
    ck_assert_int_eq(rules[LIMIT_SIGN_UP].tokens, 1000);
    ck_assert_int_eq(rules[LIMIT_DATA].fill, 2000000000);
    ck_assert_int_eq(rules[LIMIT_HTTP].tokens, before[LIMIT_HTTP].tokens);
}
END_TEST

START_TEST(other_rules_apply_at_their_edge)
{
    RateLimiter *other = rate_limiter_new(true, &(SipKey){{2}});
    LimitRule rules[LIMIT_COUNT];
    int32_t bounds[BOUND_COUNT];
    limit_usual(rules);
    bound_usual(bounds);
    ck_assert(limit_parse("password=3/30", rules, bounds));
    rate_limiter_set_rules(other, rules);
    for (int i = 0; i < 3; i++)
        ck_assert(rate_limiter_take(other, LIMIT_PASSWORD, "ann", 0));
    ck_assert(!rate_limiter_take(other, LIMIT_PASSWORD, "ann", 9999));
    ck_assert(rate_limiter_take(other, LIMIT_PASSWORD, "ann", 10000));
    ck_assert_int_eq(rate_limiter_wait(other, LIMIT_PASSWORD), 10000);
    rate_limiter_free(other);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rate_limit");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, a_bucket_holds_its_tokens_and_no_more);
    tcase_add_test(tcase, a_token_is_added_in_its_time_and_not_before);
    tcase_add_test(tcase, whether_there_is_a_token_is_known_without_taking_it);
    tcase_add_test(tcase, a_bucket_never_holds_more_than_its_tokens);
    tcase_add_test(tcase, many_tokens_are_taken_at_once_or_none);
    tcase_add_test(tcase, being_refused_costs_nothing);
    tcase_add_test(tcase, keys_and_kinds_have_buckets_of_their_own);
    tcase_add_test(tcase, off_limits_nothing);
    tcase_add_test(tcase, a_million_keys_do_not_free_one_that_is_out_of_tokens);
    tcase_add_test(tcase, rules_are_read_from_a_text);
    tcase_add_test(tcase, other_rules_apply_at_their_edge);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
