#include "webhook_event.h"
#include "webhook_retry.h"
#include "webhook_signature.h"

#include "chess_rig.h"
#include "stored.h"

#include <cjson/cJSON.h>

#include <stdio.h>
#include <string.h>

/* The example of Svix, whose scheme became Standard Webhooks (docs.svix.com, "Verifying webhooks manually"); Python's hmac says the
 * same. */
START_TEST(a_signature_is_as_in_the_example)
{
    char signature[WEBHOOK_SIGNATURE_SIZE];
    const char body[] = "{\"test\": 2432232314}";
    ck_assert(webhook_sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek",
                           1614265330, body, strlen(body), signature));
    ck_assert_str_eq(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}
END_TEST

START_TEST(what_is_no_secret_signs_nothing)
{
    char signature[WEBHOOK_SIGNATURE_SIZE], id[120];
    ck_assert(!webhook_sign("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_1", 1, "", 0, signature));
    ck_assert(!webhook_sign("whsec_not base64", "msg_1", 1, "", 0, signature));
    memset(id, 'x', sizeof id - 1);
    id[sizeof id - 1] = '\0';
    ck_assert(!webhook_sign("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", id, 1, "", 0, signature));
}
END_TEST

START_TEST(secrets_that_are_drawn_sign_and_differ)
{
    char one[WEBHOOK_SECRET_SIZE], other[WEBHOOK_SECRET_SIZE], signature[WEBHOOK_SIGNATURE_SIZE];
    webhook_secret_draw(one);
    webhook_secret_draw(other);
    ck_assert_uint_eq(strlen(one), WEBHOOK_SECRET_SIZE - 2); /* 6 letters, 44 of base64 */
    ck_assert_str_ne(one, other);
    ck_assert(webhook_sign(one, "msg_1", 1, "", 0, signature));
}
END_TEST

START_TEST(tries_grow_rarer_over_two_days)
{
    int64_t all = 0, before = 0;
    for (int tries = 1; tries < WEBHOOK_TRIES_MAX; tries++) {
        int64_t least = webhook_wait(tries, 0), most = webhook_wait(tries, 40);
        ck_assert_int_eq(most * 80, least * 120); /* a fifth less and a fifth more */
        ck_assert_int_gt(least, before);
        before = most;
        all += least;
    }
    ck_assert_int_gt(all, INT64_C(36) * 60 * 60 * 1000);
    ck_assert_int_eq(webhook_wait(1, 20), 5000);
    ck_assert_int_eq(webhook_wait(WEBHOOK_TRIES_MAX, 0), -1);
    ck_assert_int_eq(webhook_wait(0, 0), -1);
}
END_TEST

START_TEST(a_server_may_say_how_long_to_wait)
{
    ck_assert_int_eq(webhook_retry_after("120"), 120000);
    ck_assert_int_eq(webhook_retry_after("0"), 0);
    ck_assert_int_eq(webhook_retry_after("86401"), INT64_C(86400000)); /* a day at most */
    ck_assert_int_eq(webhook_retry_after("99999999999999999999999"), INT64_C(86400000));
    ck_assert_int_eq(webhook_retry_after("Wed, 21 Oct 2026 07:28:00 GMT"), 0);
    ck_assert_int_eq(webhook_retry_after("-1"), 0);
    ck_assert_int_eq(webhook_retry_after(""), 0);
    ck_assert_int_eq(webhook_retry_after(NULL), 0);
}
END_TEST

START_TEST(events_are_chosen_in_words)
{
    static const char *const BAD[] = {"",
                                      ",",
                                      "game.ended,",
                                      ",game.ended",
                                      "game",
                                      "webhook.test",
                                      "game.ended seek.opened",
                                      "all,game.ended",
                                      "GAME.ENDED"};
    uint32_t events;
    char text[WEBHOOK_EVENTS_TEXT];
    ck_assert(webhook_events_parse("all", &events));
    ck_assert_uint_eq(events, 31);
    webhook_events_print(events, text);
    ck_assert_str_eq(text, "game.ended,round.began,round.ended,tournament.ended,seek.opened");
    ck_assert(webhook_events_parse("seek.opened,game.ended", &events));
    webhook_events_print(events, text);
    ck_assert_str_eq(text, "game.ended,seek.opened");
    for (size_t i = 0; i < COUNT(BAD); i++)
        ck_assert_msg(!webhook_events_parse(BAD[i], &events), "%s", BAD[i]);
}
END_TEST

/* Whatever people are called, it is JSON, and fits what the store takes. */
START_TEST(an_event_is_json_and_fits)
{
    Text text;
    char name[4 * 60 + 1];
    TournamentNews news = {.change = TOURNAMENT_ROUND_ENDED,
                           .id = "Ab12Cd34",
                           .name = name,
                           .format = "swiss",
                           .players = 2000,
                           .round = 3,
                           .rounds = 40};
    GameNews game = {.id = {"xwM1M6Kw"}, .made = 1793000000000, .status = STATUS_MATE};
    memset(name, 1, sizeof name - 1); /* six bytes each */
    name[sizeof name - 1] = '\0';
    memset(game.seat[WHITE].name, '"', PERSON_NAME_MAX);
    text_init(&text);
    webhook_print_tournament(&text, "https://chess.example/club", 1793000000000, &news);
    ck_assert_uint_le(text.length, STORE_DELIVERY_MAX);
    cJSON *json = cJSON_Parse(text.bytes);
    ck_assert_str_eq(cJSON_GetObjectItem(json, "type")->valuestring, "round.ended");
    ck_assert_str_eq(cJSON_GetObjectItem(json, "timestamp")->valuestring,
                     "2026-10-26T07:33:20.000Z");
    const cJSON *data = cJSON_GetObjectItem(json, "data");
    ck_assert_str_eq(cJSON_GetObjectItem(data, "name")->valuestring, name);
    ck_assert_str_eq(cJSON_GetObjectItem(data, "url")->valuestring,
                     "https://chess.example/club/tournament/Ab12Cd34");
    cJSON_Delete(json);
    webhook_print_game(&text, "", 1793000000000, &game);
    json = cJSON_Parse(text.bytes);
    ck_assert_ptr_null(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "data"), "url"));
    ck_assert(cJSON_IsNull(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "data"), "winner")));
    cJSON_Delete(json);
    text_clear(&text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("webhook");
    TCase *tcase = tcase_create("pure parts");
    tcase_add_test(tcase, a_signature_is_as_in_the_example);
    tcase_add_test(tcase, what_is_no_secret_signs_nothing);
    tcase_add_test(tcase, secrets_that_are_drawn_sign_and_differ);
    tcase_add_test(tcase, tries_grow_rarer_over_two_days);
    tcase_add_test(tcase, a_server_may_say_how_long_to_wait);
    tcase_add_test(tcase, events_are_chosen_in_words);
    tcase_add_test(tcase, an_event_is_json_and_fits);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
