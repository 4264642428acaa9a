/* Messages of a connection wait while the accounts are asked, and are answered in order. */
#include "accounts_rig.h"

#include "table_rig.h"

/* Without the turn in which the accounts answer. */
static void send_only(int number, const char *text)
{
    core_received(rig.core, rig.people[number].session, text, strlen(text));
}

static void arrive(int number, const char *id, const char *credential)
{
    Person person = {.guest = false};
    RigPerson *who = &rig.people[number];
    snprintf(person.id, sizeof person.id, "%s", id);
    snprintf(person.name, sizeof person.name, "As it was");
    who->told[0] = '\0';
    who->closed = CLOSE_NONE;
    who->session = session_open(rig.sessions, who);
    core_opened(rig.core, who->session, &person,
                &(ClientInfo){.credential = credential, .address = "192.0.2.1"});
}

/* The key of a new token of the account. */
static const char *add_token(const char *id)
{
    static char key[STORE_CREDENTIAL_MAX + 1];
    accounts_add_token(rig.accounts, id, SCOPE_BOARD_PLAY, "x", 1, hear, NULL);
    strcpy(key, heard_of(rig.accounts)->credential.key);
    return key;
}

/* Each is answered, one after the other. */
static void expect_order(int number, const char *const texts[], int count)
{
    const char *at = rig.people[number].told;
    for (int i = 0; i < count; i++) {
        const char *found = strstr(at, texts[i]);
        ck_assert_msg(found != NULL, "%s is not behind %.300s", texts[i], at);
        at = found;
    }
}

START_TEST(messages_before_the_welcome_are_answered_after_it)
{
    static const char *const ORDER[] = {"\"t\":\"welcome\"", "Alice", "\"t\":\"pong\""};
    make_account(rig.accounts, "alice", "Alice", 1);
    arrive(0, "alice", add_token("alice"));
    send_only(0, "{\"t\":\"ping\"}");
    ck_assert(!core_is_here(rig.core, "alice"));
    ck_assert_str_eq(rig.people[0].told, "");
    rig_settle(&rig);
    ck_assert(core_is_here(rig.core, "alice"));
    expect_order(0, ORDER, 3);
}
END_TEST

START_TEST(a_credential_that_ended_since_the_handshake_lets_nobody_in)
{
    make_account(rig.accounts, "alice", "Alice", 1);
    const char *key = add_token("alice");
    accounts_end_credentials(rig.accounts, "alice", CREDENTIAL_TOKEN, "", hear, NULL);
    arrive(0, "alice", key);
    send_only(0, "{\"t\":\"ping\"}");
    rig_settle(&rig);
    ck_assert(!core_is_here(rig.core, "alice"));
    ck_assert_str_eq(rig.people[0].told, "");
    ck_assert_int_eq(rig.people[0].closed, CLOSE_POLICY);
}
END_TEST

START_TEST(a_connection_that_closes_before_the_answer_is_forgotten)
{
    arrive(0, "alice", NULL);
    send_only(0, "{\"t\":\"ping\"}");
    rig_disconnect(&rig, 0);
    rig_settle(&rig);
    ck_assert(!core_is_here(rig.core, "alice"));
    rig_connect(&rig, 1);
    send_only(1, "{\"t\":\"report\",\"id\":1,\"person\":\"nobody\",\"reason\":\"spam\"}");
    send_only(1, "{\"t\":\"ping\"}");
    rig_forget(&rig);
    rig_disconnect(&rig, 1);
    rig_settle(&rig);
    ck_assert_str_eq(rig.people[1].told, "");
}
END_TEST

START_TEST(answers_come_in_the_order_of_requests)
{
    static const char *const ORDER[] = {"\"id\":1,\"code\":\"no_such_player\"",
                                        "\"id\":2,\"code\":\"no_such_player\"", "\"id\":3",
                                        "\"id\":4,\"code\":\"stale\"", "{\"t\":\"pong\",\"c\":5"};
    rig_connect_account(&rig, 0);
    send_only(0, "{\"t\":\"challenge\",\"id\":1,\"to\":\"user\",\"name\":\"Nobody\",\"clock\":{"
                 "\"initial\":60000,\"increment\":0}}");
    send_only(0, "{\"t\":\"report\",\"id\":2,\"person\":\"nobody\",\"reason\":\"spam\","
                 "\"text\":\"x\"}");
    send_only(0, "{\"t\":\"mute\",\"id\":3,\"person\":\"nobody\"}");
    send_only(0, "{\"t\":\"accept\",\"id\":4,\"challenge\":\"aaaaaaaaaaaa\"}");
    send_only(0, "{\"t\":\"ping\",\"c\":5}");
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"id\":"));
    rig_settle(&rig);
    expect_order(0, ORDER, 5);
}
END_TEST

START_TEST(a_connection_that_sends_too_much_meanwhile_is_closed)
{
    static char text[4000];
    memset(text, ' ', sizeof text - 1);
    memcpy(text, "{\"t\":\"ping\"}", 12);
    rig_connect(&rig, 0);
    send_only(0, "{\"t\":\"report\",\"id\":1,\"person\":\"nobody\",\"reason\":\"spam\","
                 "\"text\":\"x\"}");
    for (int i = 0; i < 16; i++) { /* not quite 64 KiB */
        ck_assert(core_is_here(rig.core, "gperson0"));
        send_only(0, text);
    }
    ck_assert(core_is_here(rig.core, "gperson0"));
    send_only(0, text);
    ck_assert(!core_is_here(rig.core, "gperson0"));
    rig_settle(&rig);
    ck_assert_int_eq(rig.people[0].closed, CLOSE_POLICY);
}
END_TEST

START_TEST(two_who_have_blocked_each_other_do_not_meet)
{
    char accept[80];
    make_account(rig.accounts, "aperson0", "Account0", 1);
    make_account(rig.accounts, "aperson1", "Account1", 1);
    rig_connect_account(&rig, 0);
    rig_connect_account(&rig, 1);
    rig_say(&rig, 0,
            "{\"t\":\"challenge\",\"id\":1,\"to\":\"user\",\"name\":\"Account1\",\"clock\":{"
            "\"initial\":60000,\"increment\":0}}");
    rig_settle(&rig);
    const char *id = rig_heard(&rig, 0, "\"challenge\":\"");
    ck_assert_ptr_nonnull(id);
    snprintf(accept, sizeof accept, "{\"t\":\"accept\",\"id\":2,%.26s}", id);
    accounts_relate(rig.accounts, "aperson0", RELATION_BLOCKS, "aperson1", true, 1, hear, NULL);
    heard_of(rig.accounts);
    rig_forget(&rig);
    rig_say(&rig, 1, accept);
    rig_say(&rig, 1,
            "{\"t\":\"challenge\",\"id\":3,\"to\":\"user\",\"name\":\"Account0\",\"clock\":{"
            "\"initial\":60000,\"increment\":0}}");
    rig_say(&rig, 0,
            "{\"t\":\"challenge\",\"id\":4,\"to\":\"user\",\"name\":\"Account1\",\"clock\":{"
            "\"initial\":60000,\"increment\":0}}");
    /* Nor are they paired. */
    rig_say(&rig, 0, "{\"t\":\"seek\",\"id\":5,\"clock\":{\"initial\":60000}}");
    rig_say(&rig, 1, "{\"t\":\"seek\",\"id\":6,\"clock\":{\"initial\":60000}}");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"id\":2,\"code\":\"forbidden\""));
    ck_assert_ptr_nonnull(rig_heard(&rig, 1, "\"id\":3,\"code\":\"forbidden\""));
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"id\":4,\"code\":\"forbidden\""));
    ck_assert_ptr_null(rig_heard(&rig, 0, "\"t\":\"start\""));
    /* The block also holds while the blocker's connection is lost, and ends when it is lifted. */
    rig_say(&rig, 1, "{\"t\":\"unseek\",\"id\":7,\"seek\":\"x\"}");
    rig_disconnect(&rig, 0);
    rig_disconnect(&rig, 1);
    rig_connect_account(&rig, 1);
    rig_say(&rig, 1, "{\"t\":\"seek\",\"id\":8,\"clock\":{\"initial\":60000}}");
    rig_settle(&rig);
    ck_assert_ptr_null(rig_heard(&rig, 1, "\"t\":\"start\""));
    rig_connect_account(&rig, 0);
    accounts_relate(rig.accounts, "aperson0", RELATION_BLOCKS, "aperson1", false, 1, hear, NULL);
    heard_of(rig.accounts);
    rig_say(&rig, 0, "{\"t\":\"seek\",\"id\":9,\"clock\":{\"initial\":60000}}");
    rig_settle(&rig);
    ck_assert_ptr_nonnull(rig_heard(&rig, 0, "\"t\":\"start\""));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        messages_before_the_welcome_are_answered_after_it,
        a_credential_that_ended_since_the_handshake_lets_nobody_in,
        a_connection_that_closes_before_the_answer_is_forgotten,
        answers_come_in_the_order_of_requests,
        a_connection_that_sends_too_much_meanwhile_is_closed,
        two_who_have_blocked_each_other_do_not_meet,
    };
    return run_at_table("waiting", tests, sizeof tests / sizeof *tests);
}
