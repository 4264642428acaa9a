/* Requests with a key: whatever is sent again is done once. */
#include "request_keys.h"
#include "table_rig.h"

#define CLOCK "\"clock\":{\"initial\":60000}"

/* What comes after the text in what the person was told, as far as letters and digits go. */
static const char *word_after(int person, const char *text)
{
    static char words[4][64];
    static int next;
    char *word = words[next++ % 4];
    const char *at = rig_heard(&rig, person, text);
    ck_assert_msg(at != NULL, "%s not in %s", text, rig.people[person].told);
    snprintf(word, sizeof *words, "%.*s",
             (int)strspn(at + strlen(text), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789"),
             at + strlen(text));
    return word;
}

static int times_heard(int person, const char *text)
{
    int times = 0;
    for (const char *at = rig.people[person].told; (at = strstr(at, text)); at++)
        times++;
    return times;
}

static void say(int person, const char *text)
{
    rig_say(&rig, person, text);
    rig_settle(&rig);
}

/* Person 0 once more, in another place. */
static void connect_again(int place)
{
    rig_connect_as(&rig, place, &(Person){.id = "gperson0", .name = "Guest-0", .guest = true},
                   "127.0.0.1");
    rig_settle(&rig);
}

static void restart(void)
{
    rig_close_core(&rig);
    rig_open_core(&rig);
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    rig_settle(&rig);
    rig_forget(&rig);
}

static size_t challenges(void)
{
    MetricsNow now = {0};
    core_count(rig.core, &now);
    return now.challenges;
}

static size_t seeks(void)
{
    MetricsNow now = {0};
    core_count(rig.core, &now);
    return now.seeks;
}

START_TEST(a_challenge_is_made_once)
{
    static const char LINK[] =
        "{\"t\":\"challenge\",\"id\":%d,\"to\":\"link\"," CLOCK ",\"key\":\"c-1\"}";
    char text[160], first[64], answer[256];
    rig_connect(&rig, 0);
    snprintf(text, sizeof text, LINK, 1);
    say(0, text);
    snprintf(first, sizeof first, "%s", word_after(0, "{\"t\":\"ok\",\"id\":1,\"challenge\":\""));
    connect_again(2);
    for (int i = 0; i < 2; i++) {
        rig_forget(&rig);
        snprintf(text, sizeof text, LINK, 2);
        say(i == 0 ? 2 : 0, text);
        snprintf(answer, sizeof answer,
                 "{\"t\":\"ok\",\"id\":2,\"challenge\":\"%s\",\"url\":\"/challenge/%s\"}\n", first,
                 first);
        /* and the challenge is not told again */
        ck_assert_str_eq(rig.people[i == 0 ? 2 : 0].told, answer);
        ck_assert_uint_eq(challenges(), 1);
        restart();
    }
    /* it is gone meanwhile */
    snprintf(text, sizeof text, "{\"t\":\"decline\",\"id\":5,\"challenge\":\"%s\"}", first);
    say(0, text);
    rig_forget(&rig);
    snprintf(text, sizeof text, LINK, 2);
    say(0, text);
    ck_assert_str_eq(rig.people[0].told, answer);
    ck_assert_uint_eq(challenges(), 0);
}
END_TEST

START_TEST(a_game_with_the_computer_is_begun_once)
{
    char text[160], answer[64];
    rig_connect(&rig, 0);
    for (int id = 1; id <= 3; id++) {
        snprintf(
            text, sizeof text,
            "{\"id\":%d,\"t\":\"challenge\",\"key\":\"g\",\"to\":\"computer\",\"level\":1," CLOCK
            "}",
            id);
        say(0, text);
        if (id == 1)
            snprintf(answer, sizeof answer, "%s", word_after(0, "\"id\":1,\"game\":\""));
        ck_assert_str_eq(word_after(0, id == 1   ? "\"id\":1,\"game\":\""
                                       : id == 2 ? "\"id\":2,\"game\":\""
                                                 : "\"id\":3,\"game\":\""),
                         answer);
        if (id == 2)
            restart();
    }
    MetricsNow now = {0};
    core_count(rig.core, &now);
    ck_assert_uint_eq(now.games, 1);
}
END_TEST

START_TEST(a_line_of_chat_is_said_once)
{
    char text[160], game[9];
    snprintf(game, sizeof game, "%s", begin_game());
    snprintf(text, sizeof text,
             "{\"t\":\"chat\",\"id\":7,\"game\":\"%s\",\"text\":\"hello\",\"key\":\"_\"}", game);
    rig_forget(&rig);
    rig_say(&rig, 0, text);
    core_turn(rig.core);
    core_turn(rig.core);
    ck_assert_str_eq(rig.people[1].told, ""); /* nobody reads it before the key is on disk */
    rig_settle(&rig);
    ck_assert_int_eq(times_heard(1, "hello"), 1);
    say(0, text);
    ck_assert_int_eq(times_heard(1, "hello"), 1);
    ck_assert_int_eq(times_heard(0, "{\"t\":\"ok\",\"id\":7}"), 2);
    restart();
    ask(1, game, "watch", "");
    say(0, text);
    ck_assert_int_eq(times_heard(0, "{\"t\":\"ok\",\"id\":7}"), 1);
    ck_assert_int_eq(times_heard(1, "hello"), 0);
    ask(0, game, "chat", ",\"text\":\"hello\",\"key\":\"-\"");
    rig_settle(&rig);
    ck_assert_int_eq(times_heard(1, "hello"), 1);
}
END_TEST

START_TEST(time_is_given_once)
{
    char game[9], more[64];
    snprintf(game, sizeof game, "%s", begin_game());
    move(0, game, 0, "e2e4");
    move(1, game, 1, "e7e5");
    rig_settle(&rig);
    snprintf(more, sizeof more, ",\"key\":\"m\"");
    ask(0, game, "moretime", more);
    ask(0, game, "moretime", more);
    rig_settle(&rig);
    ck_assert_int_eq(times_heard(1, "\"given\":15000"), 1);
    restart();
    ask(1, game, "watch", ",\"since\":2");
    rig_forget(&rig);
    ask(0, game, "moretime", more);
    rig_settle(&rig);
    ck_assert_int_eq(times_heard(0, "{\"t\":\"ok\",\"id\":99}"), 1);
    ck_assert_int_eq(times_heard(1, "\"t\":\"moretime\""), 1); /* the one of before */
    ask(0, game, "moretime", ",\"key\":\"n\"");
    rig_settle(&rig);
    ck_assert_int_eq(times_heard(1, "\"t\":\"moretime\""), 2);
}
END_TEST

#define SEEK "{\"t\":\"seek\",\"id\":1," CLOCK ",\"key\":\"s\"}"

START_TEST(a_seek_names_its_game_when_it_is_sent_again)
{
    char seek[64], answer[256];
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    say(0, SEEK);
    snprintf(seek, sizeof seek, "%s", word_after(0, "\"seek\":\""));
    say(0, SEEK);
    snprintf(answer, sizeof answer, "{\"t\":\"ok\",\"id\":1,\"seek\":\"%s\"}", seek);
    ck_assert_int_eq(times_heard(0, answer), 2);
    ck_assert_uint_eq(seeks(), 1);
    say(1, SEEK); /* another person's key */
    snprintf(answer, sizeof answer, "{\"t\":\"ok\",\"id\":1,\"seek\":\"%s\",\"game\":\"%s\"}\n",
             seek, game_id());
    for (int i = 0; i < 2; i++) {
        rig_forget(&rig);
        say(0, SEEK);
        ck_assert_str_eq(rig.people[0].told, answer);
        ck_assert_uint_eq(seeks(), 0);
        restart();
    }
}
END_TEST

START_TEST(a_seek_that_ended_in_vain_is_sought_again)
{
    char seek[64];
    rig_connect(&rig, 0);
    say(0, SEEK);
    snprintf(seek, sizeof seek, "%s", word_after(0, "\"seek\":\""));
    restart();
    say(0, SEEK);
    ck_assert_str_ne(word_after(0, "\"seek\":\""), seek);
    ck_assert_uint_eq(seeks(), 1);
    snprintf(seek, sizeof seek, "%s", word_after(0, "\"seek\":\""));
    rig_forget(&rig);
    ck_assert_uint_eq(core_close_seeks(rig.core, &(CorePick){.id = NULL}), 1);
    say(0, SEEK);
    ck_assert_str_ne(word_after(0, "\"seek\":\""), seek);
    ck_assert_uint_eq(seeks(), 1);
}
END_TEST

START_TEST(a_seek_that_was_taken_back_is_not_sought_again)
{
    char seek[64], text[160];
    rig_connect(&rig, 0);
    say(0, SEEK);
    snprintf(seek, sizeof seek, "%s", word_after(0, "\"seek\":\""));
    snprintf(text, sizeof text, "{\"t\":\"unseek\",\"seek\":\"%s\"}", seek);
    say(0, text);
    rig_forget(&rig);
    say(0, SEEK);
    ck_assert_str_eq(word_after(0, "\"seek\":\""), seek);
    ck_assert_uint_eq(seeks(), 0);
}
END_TEST

START_TEST(a_key_is_for_one_request)
{
    rig_connect(&rig, 0);
    rig_connect(&rig, 1);
    say(0, "{\"t\":\"challenge\",\"id\":1,\"to\":\"link\"," CLOCK ",\"key\":\"k\"}");
    rig_forget(&rig);
    say(0, "{\"t\":\"challenge\",\"id\":2,\"to\":\"link\",\"clock\":null,\"key\":\"k\"}");
    say(0, "{\"t\":\"seek\",\"id\":3," CLOCK ",\"key\":\"k\"}");
    for (int id = 2; id <= 3; id++) {
        char text[128];
        snprintf(text, sizeof text,
                 "{\"t\":\"error\",\"id\":%d,\"code\":\"bad_request\",\"message\":\"key: ", id);
        ck_assert_int_eq(times_heard(0, text), 1);
    }
    ck_assert_uint_eq(challenges() + seeks(), 1);
    /* the order of members says nothing, and another person's key is another key */
    say(0, "{\"key\":\"k\"," CLOCK ",\"to\":\"link\",\"id\":4,\"t\":\"challenge\"}");
    ck_assert_int_eq(times_heard(0, "{\"t\":\"ok\",\"id\":4"), 1);
    ck_assert_uint_eq(challenges(), 1);
    say(1, "{\"t\":\"challenge\",\"id\":1,\"to\":\"link\"," CLOCK ",\"key\":\"k\"}");
    ck_assert_uint_eq(challenges(), 2);
}
END_TEST

#define TO_PERSON_3                                                                                \
    "{\"t\":\"challenge\",\"id\":1,\"to\":\"user\",\"user\":\"gperson3\"," CLOCK ",\"key\":\"k\"}"

START_TEST(a_refusal_is_not_remembered)
{
    rig_connect(&rig, 0);
    say(0, TO_PERSON_3);
    ck_assert_int_eq(times_heard(0, "no_such_player"), 1);
    rig_connect(&rig, 3);
    say(0, TO_PERSON_3);
    say(0, TO_PERSON_3);
    ck_assert_int_eq(times_heard(0, "{\"t\":\"ok\",\"id\":1"), 2);
    ck_assert_uint_eq(challenges(), 1);
}
END_TEST

static void receive(int person, const char *text)
{
    core_received(rig.core, rig.people[person].session, text, strlen(text));
}

START_TEST(two_connections_that_ask_at_once_are_answered_alike)
{
    rig_connect(&rig, 0);
    rig_connect(&rig, 3);
    connect_again(1);
    connect_again(2);
    rig_forget(&rig);
    for (int person = 0; person < 3; person++) {
        receive(person, TO_PERSON_3);
        receive(person, "{\"t\":\"ping\",\"id\":2}");
    }
    rig_settle(&rig);
    for (int person = 0; person < 3; person++) {
        const char *ok = rig_heard(&rig, person, "{\"t\":\"ok\",\"id\":1");
        ck_assert_str_eq(word_after(person, "\"id\":1,\"challenge\":\""),
                         word_after(3, "\"t\":\"challenge\",\"challenge\":\""));
        ck_assert(ok && ok < rig_heard(&rig, person, "{\"t\":\"ok\",\"id\":2"));
        ck_assert_int_eq(times_heard(person, "{\"t\":\"ok\""), 2);
    }
    ck_assert_uint_eq(challenges(), 1);
}
END_TEST

START_TEST(when_the_first_connection_ends_the_second_is_heard)
{
    rig_connect(&rig, 0);
    rig_connect(&rig, 3);
    connect_again(1);
    connect_again(2);
    rig_forget(&rig);
    for (int person = 0; person < 3; person++)
        receive(person, TO_PERSON_3);
    rig_disconnect(&rig, 0);
    rig_disconnect(&rig, 1);
    rig_settle(&rig);
    ck_assert_int_eq(times_heard(2, "{\"t\":\"ok\",\"id\":1"), 1);
    ck_assert_uint_eq(challenges(), 1);
}
END_TEST

START_TEST(a_guest_who_signs_up_keeps_their_keys)
{
    rig_connect(&rig, 0);
    say(0, "{\"t\":\"challenge\",\"id\":1,\"to\":\"link\"," CLOCK ",\"key\":\"k\"}");
    accounts_sign_up(rig.accounts, "gperson0", "Newcomer", "", NULL, core_wall(rig.core),
                     rig_swallow, NULL);
    rig_settle(&rig);
    say(0, "{\"t\":\"challenge\",\"id\":1,\"to\":\"link\"," CLOCK ",\"key\":\"k\"}");
    ck_assert_uint_eq(challenges(), 1);
}
END_TEST

/* ---- bounds ---- */

/* Seeks are in memory only, so these need neither store nor journal. */
typedef struct {
    ServerTime time;
    RequestKeys *keys;
    int resumed;
} KeyTable;

static void on_resume(void *context, SessionId session)
{
    KeyTable *table = context;
    (void)session;
    table->resumed++;
}

static void open_table(KeyTable *table)
{
    static const SipKey SIP;
    *table = (KeyTable){.time = {.wall = 1000}};
    table->keys = request_keys_new(&(RequestKeysOptions){
        .time = &table->time, .sip = &SIP, .context = table, .resume = on_resume});
}

static Request request_of(int key)
{
    Request request = {.kind = REQ_SEEK, .content = 5};
    snprintf(request.key, sizeof request.key, "%d", key);
    return request;
}

static void answer(KeyTable *table, const char *person, int key)
{
    Request request = request_of(key);
    ck_assert(request_keys_start(table->keys, person, &request, 1));
    request_keys_answer(table->keys, person, &request, 1, NULL, 0);
}

static bool knows(KeyTable *table, const char *person, int key)
{
    Request request = request_of(key);
    return request_keys_find(table->keys, person, request.key) != NULL;
}

START_TEST(a_person_has_a_hundred_keys)
{
    KeyTable table;
    open_table(&table);
    answer(&table, "other", 0);
    for (int key = 0; key < 100; key++)
        answer(&table, "one", key);
    ck_assert(knows(&table, "one", 0) && knows(&table, "one", 99));
    answer(&table, "one", 100);
    ck_assert(!knows(&table, "one", 0) && knows(&table, "one", 1) && knows(&table, "one", 100));
    ck_assert(knows(&table, "other", 0));
    request_keys_free(table.keys);
}
END_TEST

START_TEST(a_hundred_requests_of_a_person_may_be_under_way)
{
    KeyTable table;
    open_table(&table);
    Request request;
    for (int key = 0; key < 100; key++) {
        request = request_of(key);
        ck_assert(request_keys_start(table.keys, "one", &request, 1));
    }
    request = request_of(100);
    ck_assert(!request_keys_start(table.keys, "one", &request, 1));
    ck_assert(request_keys_start(table.keys, "other", &request, 1));
    for (int key = 0; key < 3; key++) {
        request = request_of(key);
        request_keys_wait(table.keys, request_keys_find(table.keys, "one", request.key), 2);
    }
    request = request_of(0);
    request_keys_refuse(table.keys, "one", &request, 2); /* not the one that asked */
    ck_assert_int_eq(table.resumed, 0);
    request_keys_refuse(table.keys, "one", &request, 1);
    ck_assert_int_eq(table.resumed, 1);
    request = request_of(100);
    ck_assert(request_keys_start(table.keys, "one", &request, 3));
    request_keys_drop(table.keys, "one", 1);
    ck_assert_int_eq(table.resumed, 3);
    ck_assert(!knows(&table, "one", 1) && knows(&table, "one", 100) && knows(&table, "other", 100));
    request_keys_free(table.keys);
}
END_TEST

START_TEST(there_are_fifty_thousand_keys_in_all)
{
    KeyTable table;
    char person[24];
    open_table(&table);
    for (int i = 0; i <= 50000; i++) {
        snprintf(person, sizeof person, "p%d", i % 5000);
        answer(&table, person, i / 5000);
        if (i == 49999)
            ck_assert(knows(&table, "p0", 0));
    }
    ck_assert(!knows(&table, "p0", 0) && knows(&table, "p1", 0) && knows(&table, "p0", 10));
    request_keys_free(table.keys);
}
END_TEST

START_TEST(a_key_is_remembered_for_a_day)
{
    KeyTable table;
    open_table(&table);
    answer(&table, "one", 1);
    table.time.wall += 86399999;
    ck_assert(knows(&table, "one", 1));
    table.time.wall += 1;
    ck_assert(!knows(&table, "one", 1));
    answer(&table, "one", 1);
    ck_assert(knows(&table, "one", 1));
    request_keys_free(table.keys);
}
END_TEST

int main(void)
{
    const TTest *const TESTS[] = {
        a_challenge_is_made_once,
        a_game_with_the_computer_is_begun_once,
        a_line_of_chat_is_said_once,
        time_is_given_once,
        a_seek_names_its_game_when_it_is_sent_again,
        a_seek_that_ended_in_vain_is_sought_again,
        a_seek_that_was_taken_back_is_not_sought_again,
        a_key_is_for_one_request,
        a_refusal_is_not_remembered,
        two_connections_that_ask_at_once_are_answered_alike,
        when_the_first_connection_ends_the_second_is_heard,
        a_guest_who_signs_up_keeps_their_keys,
        a_person_has_a_hundred_keys,
        a_hundred_requests_of_a_person_may_be_under_way,
        there_are_fifty_thousand_keys_in_all,
        a_key_is_remembered_for_a_day,
    };
    return run_at_table("retries", TESTS, sizeof TESTS / sizeof *TESTS);
}
