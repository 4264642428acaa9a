#include "accounts.h"

#include "check_rig.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOW = 1000000000 };

static char directory[64];
static uv_loop_t loop;
static Store *store;
static Accounts *accounts;

static void committed(void *context, uint64_t number)
{
    (void)context, (void)number;
}

static void failure(void *context, StoreError error, const char *line)
{
    (void)context;
    ck_abort_msg("%d %s", (int)error, line);
}

static void recovered(void *context)
{
    (void)context;
}

static void open_people(void)
{
    char line[STORE_LINE_MAX];
    uv_loop_init(&loop);
    StoreOptions options = {.directory = directory,
                            .loop = &loop,
                            .durability = DURABILITY_PROCESS,
                            .on_commit = committed,
                            .on_failure = failure,
                            .on_recovered = recovered};
    ck_assert_msg(store_open(&store, &options, line) == STORE_OK, "%s", line);
    accounts = accounts_new(store);
    ck_assert_msg(accounts_load(accounts, line), "%s", line);
}

static void close_people(void)
{
    ck_assert_int_eq(store_close(store), STORE_OK);
    uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
    accounts_free(accounts);
}

static void reopen(void)
{
    close_people();
    open_people();
}

static void setup(void)
{
    ck_assert_int_ge(sodium_init(), 0);
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/castled-people-XXXXXX",
             base && strlen(base) < 32 ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    open_people();
}

static void teardown(void)
{
    char command[96];
    close_people();
    snprintf(command, sizeof command, "rm -r %s", directory);
    ck_assert_int_eq(system(command), 0);
}

static Account *sign_up(const char *name)
{
    char id[PERSON_ID_MAX + 1];
    Account *account;
    accounts_draw_id(id);
    accounts_sign_up(accounts, id, name, "$argon2id$nothing", NOW, &account);
    return account;
}

START_TEST(an_account_is_found_by_name_and_id_also_after_a_restart)
{
    char id[PERSON_ID_MAX + 1], key[PERSON_NAME_MAX + 1];
    strcpy(id, sign_up("Alice")->id);
    reopen();
    const Account *alice = accounts_by_name(accounts, "aLICE");
    ck_assert_ptr_nonnull(alice);
    ck_assert_str_eq(alice->id, id);
    ck_assert_str_eq(account_key(alice, key), "alice");
    ck_assert_ptr_eq(accounts_by_id(accounts, id), alice);
    ck_assert_str_eq(alice->password, "$argon2id$nothing");
    ck_assert_ptr_null(accounts_by_name(accounts, "A1ice")); /* it only looks so */
    ck_assert_int_eq(accounts_check_name(accounts, "A1ice", NULL), ACCOUNTS_TAKEN);
    ck_assert_int_eq(accounts_check_name(accounts, "A1ice", alice), ACCOUNTS_OK);
}
END_TEST

START_TEST(a_new_name_frees_the_old_one)
{
    Account *account = sign_up("Alice");
    accounts_rename(accounts, account, "Carol");
    ck_assert_ptr_null(accounts_by_name(accounts, "Alice"));
    ck_assert_int_eq(accounts_check_name(accounts, "Alice", NULL), ACCOUNTS_OK);
    reopen();
    ck_assert_ptr_nonnull(accounts_by_name(accounts, "Carol"));
    ck_assert_ptr_null(accounts_by_name(accounts, "Alice"));
}
END_TEST

START_TEST(who_is_closed_keeps_the_name_taken_and_nothing_else)
{
    char id[PERSON_ID_MAX + 1], text[CREDENTIAL_TEXT_LENGTH + 1];
    uint64_t number;
    Account *alice = sign_up("Alice"), *bob = sign_up("Bobby");
    strcpy(id, alice->id);
    accounts_add_credential(accounts, alice, CREDENTIAL_SESSION, 0, "", NOW, text, &number);
    accounts_relate(accounts, bob, RELATION_FOLLOWS, alice, NOW, &number);
    accounts_close(accounts, alice, NOW);
    for (int i = 0; i < 2; i++) {
        ck_assert_ptr_null(accounts_by_name(accounts, "Alice"));
        ck_assert_int_eq(accounts_check_name(accounts, "Alice", NULL), ACCOUNTS_TAKEN);
        ck_assert_str_eq(accounts_by_id(accounts, id)->name, ANONYMOUS);
        ck_assert_str_eq(accounts_by_id(accounts, id)->password, "");
        ck_assert_ptr_null(accounts_admit(accounts, text, strlen(text), NOW));
        ck_assert_uint_eq(accounts_by_name(accounts, "Bobby")->circles[RELATION_FOLLOWS].count, 0);
        reopen();
    }
}
END_TEST

START_TEST(a_credential_lets_in_and_no_other_text_does)
{
    char text[CREDENTIAL_TEXT_LENGTH + 1], other[CREDENTIAL_TEXT_LENGTH + 1];
    uint64_t number;
    const int64_t life = (int64_t)SESSION_LIFE_DAYS * 24 * 60 * 60 * 1000;
    accounts_add_credential(accounts, sign_up("Alice"), CREDENTIAL_SESSION, 0, "here", NOW, text,
                            &number);
    reopen();
    const Credential *credential = accounts_admit(accounts, text, strlen(text), NOW);
    ck_assert_ptr_nonnull(credential);
    ck_assert_str_eq(credential->account->name, "Alice");
    ck_assert_str_eq(credential->label, "here");
    ck_assert_ptr_null(accounts_admit(accounts, text, strlen(text) - 1, NOW));
    ck_assert_ptr_null(accounts_admit(accounts, "", 0, NOW));
    for (size_t i = 0; i < CREDENTIAL_TEXT_LENGTH; i++) {
        strcpy(other, text);
        other[i] ^= 1;
        ck_assert_ptr_null(accounts_admit(accounts, other, strlen(other), NOW));
    }
    /* It lives as long as it is used, and no longer. */
    ck_assert_ptr_nonnull(accounts_admit(accounts, text, strlen(text), NOW + life));
    ck_assert_ptr_nonnull(accounts_admit(accounts, text, strlen(text), NOW + 2 * life));
    ck_assert_ptr_null(accounts_admit(accounts, text, strlen(text), NOW + 3 * life + 1));
    ck_assert_ptr_null(accounts_admit(accounts, text, strlen(text), NOW));
}
END_TEST

START_TEST(the_session_unused_for_longest_makes_room)
{
    char texts[SESSIONS_MAX + 1][CREDENTIAL_TEXT_LENGTH + 1];
    uint64_t number;
    Account *alice = sign_up("Alice");
    for (int i = 0; i < SESSIONS_MAX; i++)
        accounts_add_credential(accounts, alice, CREDENTIAL_SESSION, 0, "", NOW + i, texts[i],
                                &number);
    accounts_admit(accounts, texts[0], CREDENTIAL_TEXT_LENGTH, NOW + 4000000); /* used again */
    accounts_add_credential(accounts, alice, CREDENTIAL_SESSION, 0, "", NOW + 5000000,
                            texts[SESSIONS_MAX], &number);
    ck_assert_ptr_nonnull(accounts_admit(accounts, texts[0], CREDENTIAL_TEXT_LENGTH, NOW));
    ck_assert_ptr_null(accounts_admit(accounts, texts[1], CREDENTIAL_TEXT_LENGTH, NOW));
    ck_assert_ptr_nonnull(accounts_admit(accounts, texts[2], CREDENTIAL_TEXT_LENGTH, NOW));
}
END_TEST

static char ended_keys[4][STORE_CREDENTIAL_MAX + 1];
static int ended_count;

static void note_ended(void *context, const Credential *credential)
{
    ck_assert_ptr_eq(context, accounts);
    ck_assert_ptr_nonnull(accounts_credential(accounts, credential->key)); /* not freed yet */
    ck_assert_int_lt(ended_count, 4);
    strcpy(ended_keys[ended_count++], credential->key);
}

/* Told of, and found no more. */
static bool has_ended(const char *key)
{
    bool found = false;
    for (int i = 0; i < ended_count; i++)
        found = found || strcmp(ended_keys[i], key) == 0;
    return found && !accounts_credential(accounts, key);
}

static bool keeps(const void *context, const Credential *credential)
{
    return strcmp(credential->key, context) == 0;
}

START_TEST(a_new_password_ends_all_passes_but_those_kept_and_tells_of_each)
{
    char text[CREDENTIAL_TEXT_LENGTH + 1], theirs[CREDENTIAL_TEXT_LENGTH + 1],
        keys[4][STORE_CREDENTIAL_MAX + 1];
    uint64_t number;
    CredentialCount ended;
    Account *alice = sign_up("Alice"), *bob = sign_up("Bobby");
    for (int i = 0; i < 4; i++) {
        CredentialKind kind = i < 2 ? CREDENTIAL_SESSION : CREDENTIAL_TOKEN;
        strcpy(keys[i],
               accounts_add_credential(accounts, alice, kind, 0, "x", NOW, text, &number)->key);
    }
    accounts_add_credential(accounts, bob, CREDENTIAL_TOKEN, 0, "x", NOW, theirs, &number);
    ended_count = 0;
    accounts_on_credential_ended(accounts, note_ended, accounts);
    accounts_set_password(accounts, alice, "new hash", keeps, keys[0], &ended);
    ck_assert_uint_eq(ended.sessions, 1);
    ck_assert_uint_eq(ended.tokens, 2);
    ck_assert_int_eq(ended_count, 3);
    for (int i = 1; i < 4; i++)
        ck_assert(has_ended(keys[i]));
    ck_assert_ptr_nonnull(accounts_credential(accounts, keys[0]));
    ck_assert_ptr_nonnull(accounts_admit(accounts, theirs, CREDENTIAL_TEXT_LENGTH, NOW));
    accounts_set_password(accounts, alice, "newer hash", NULL, NULL, &ended);
    ck_assert_uint_eq(ended.sessions, 1);
    ck_assert_uint_eq(ended.tokens, 0);
    reopen();
    ck_assert_str_eq(accounts_by_name(accounts, "Alice")->password, "newer hash");
    ck_assert_ptr_null(accounts_by_name(accounts, "Alice")->credentials);
    ck_assert_ptr_nonnull(accounts_by_name(accounts, "Bobby")->credentials);
}
END_TEST

START_TEST(whatever_ends_a_credential_tells_of_it)
{
    char text[CREDENTIAL_TEXT_LENGTH + 1], keys[2][STORE_CREDENTIAL_MAX + 1];
    const int64_t life = INT64_C(400) * 24 * 60 * 60 * 1000;
    uint64_t number;
    Account *alice = sign_up("Alice"), *bob = sign_up("Bobby");
    accounts_on_credential_ended(accounts, note_ended, accounts);
    ended_count = 0;
    for (int i = 0; i < SESSIONS_MAX; i++)
        accounts_add_credential(accounts, alice, CREDENTIAL_SESSION, 0, "", NOW + i, text, &number);
    ck_assert_int_eq(ended_count, 0);
    accounts_add_credential(accounts, alice, CREDENTIAL_SESSION, 0, "", NOW + SESSIONS_MAX, text,
                            &number);
    ck_assert_int_eq(ended_count, 1); /* the oldest has made room */
    ck_assert(has_ended(ended_keys[0]));
    strcpy(
        keys[0],
        accounts_add_credential(accounts, bob, CREDENTIAL_SESSION, 0, "", NOW, text, &number)->key);
    ck_assert_ptr_null(accounts_admit(accounts, text, CREDENTIAL_TEXT_LENGTH, NOW + life + 1));
    ck_assert(has_ended(keys[0])); /* it has expired */
    strcpy(
        keys[1],
        accounts_add_credential(accounts, bob, CREDENTIAL_TOKEN, 0, "", NOW, text, &number)->key);
    accounts_close(accounts, bob, NOW);
    ck_assert(has_ended(keys[1]));
    ck_assert_int_eq(ended_count, 3);
}
END_TEST

START_TEST(an_account_has_so_many_tokens_and_no_more)
{
    char text[CREDENTIAL_TEXT_LENGTH + 1];
    uint64_t number;
    Account *alice = sign_up("Alice");
    for (int i = 0; i < TOKENS_MAX; i++)
        ck_assert_ptr_nonnull(accounts_add_credential(accounts, alice, CREDENTIAL_TOKEN,
                                                      SCOPE_BOT_PLAY, "x", NOW, text, &number));
    ck_assert_ptr_null(
        accounts_add_credential(accounts, alice, CREDENTIAL_TOKEN, 0, "x", NOW, text, &number));
    accounts_drop_credential(accounts, alice->credentials);
    ck_assert_ptr_nonnull(
        accounts_add_credential(accounts, alice, CREDENTIAL_TOKEN, 0, "x", NOW, text, &number));
}
END_TEST

START_TEST(a_circle_has_a_largest)
{
    char name[16];
    uint64_t number;
    Account *alice = sign_up("Alice"), *other = NULL;
    for (int i = 0; i <= RELATIONS_MAX; i++) {
        snprintf(name, sizeof name, "x%c%c%c%c", "abcdefgh"[i & 7], "abcdefgh"[i >> 3 & 7],
                 "abcdefgh"[i >> 6 & 7], "xyz"[i >> 9]);
        other = sign_up(name);
        AccountsError error =
            accounts_relate(accounts, alice, RELATION_BLOCKS, other, NOW, &number);
        ck_assert_int_eq(error, i < RELATIONS_MAX ? ACCOUNTS_OK : ACCOUNTS_FULL);
    }
    ck_assert_int_eq(accounts_relate(accounts, alice, RELATION_FOLLOWS, other, NOW, &number),
                     ACCOUNTS_OK);
    ck_assert_int_eq(accounts_relate(accounts, alice, RELATION_FOLLOWS, alice, NOW, &number),
                     ACCOUNTS_SELF);
}
END_TEST

START_TEST(who_blocks_does_not_meet_either_way)
{
    uint64_t number;
    char alice[PERSON_ID_MAX + 1], bob[PERSON_ID_MAX + 1];
    strcpy(alice, sign_up("Alice")->id);
    strcpy(bob, sign_up("Bobby")->id);
    ck_assert(accounts_may_meet(accounts, alice, bob));
    accounts_relate(accounts, accounts_by_id(accounts, alice), RELATION_BLOCKS,
                    accounts_by_id(accounts, bob), NOW, &number);
    reopen();
    ck_assert(!accounts_may_meet(accounts, alice, bob) && !accounts_may_meet(accounts, bob, alice));
    ck_assert(accounts_may_meet(accounts, alice, "gnobody") &&
              accounts_may_meet(accounts, "gnobody", bob));
    accounts_unrelate(accounts, accounts_by_id(accounts, alice), RELATION_BLOCKS,
                      accounts_by_id(accounts, bob));
    reopen();
    ck_assert(accounts_may_meet(accounts, bob, alice));
}
END_TEST

START_TEST(sanctions_last_until_their_time)
{
    accounts_mute(accounts, "gguest", NOW + 10);
    accounts_ban(accounts, "gguest", NOW + 20);
    accounts_set_quiet(accounts, true);
    accounts_set_registration(accounts, false);
    reopen();
    ck_assert(accounts_is_muted(accounts, "gguest", NOW + 9));
    ck_assert(!accounts_is_muted(accounts, "gguest", NOW + 10));
    ck_assert(accounts_is_banned(accounts, "gguest", NOW + 19));
    ck_assert(!accounts_is_banned(accounts, "gguest", NOW + 20));
    ck_assert(!accounts_is_banned(accounts, "gother", NOW));
    ck_assert(accounts_quiet(accounts) && !accounts_registration(accounts));
}
END_TEST

START_TEST(an_address_is_banned_until_its_time_or_until_that_is_undone)
{
    static const char NETWORK[] = "2001:db8:ffff:ffff::/64";
    accounts_ban_address(accounts, "192.0.2.1", NOW + 10);
    accounts_ban_address(accounts, "192.0.2.2", NOW);
    accounts_ban_address(accounts, NETWORK, INT64_MAX);
    accounts_ban_address(accounts, "192.0.2.1", NOW + 20);
    ck_assert_uint_gt(accounts_unban_address(accounts, "192.0.2.2"), 0);
    ck_assert_uint_eq(accounts_unban_address(accounts, "192.0.2.2"), 0);
    for (int i = 0; i < 2; i++, reopen()) {
        size_t at = 0, count = 0;
        ck_assert(accounts_address_is_banned(accounts, "192.0.2.1", NOW + 19));
        ck_assert(!accounts_address_is_banned(accounts, "192.0.2.1", NOW + 20));
        ck_assert(!accounts_address_is_banned(accounts, "192.0.2.2", NOW - 1));
        ck_assert(accounts_address_is_banned(accounts, NETWORK, NOW));
        while (accounts_next_address_ban(accounts, &at))
            count++;
        ck_assert_uint_eq(count, 2);
    }
}
END_TEST

START_TEST(scopes_are_lichess_s_words)
{
    char text[SCOPES_TEXT_MAX];
    ck_assert_uint_eq(scope_parse("bot:play"), SCOPE_BOT_PLAY);
    ck_assert_uint_eq(scope_parse("bot:pla"), 0);
    ck_assert_uint_eq(scope_parse(""), 0);
    ck_assert_str_eq(scopes_print(SCOPE_CHALLENGE_READ | SCOPE_BOT_PLAY, text),
                     "challenge:read,bot:play");
    ck_assert_str_eq(scopes_print(0, text), "");
    ck_assert_uint_lt(strlen(scopes_print(UINT32_MAX, text)), SCOPES_TEXT_MAX - 1);
}
END_TEST

typedef struct {
    int done;
    PasswordResult results[PASSWORDS_WAITING_MAX + 2];
    char hash[PASSWORD_HASH_MAX + 1];
} Heard;

static void hear(void *context, PasswordResult result, const char *hash)
{
    Heard *heard = context;
    heard->results[heard->done++] = result;
    if (hash)
        strcpy(heard->hash, hash);
}

static PasswordPlace try_one(Passwords *passwords, const char *address, Heard *heard)
{
    return passwords_verify(passwords, address, "", "x", hear, heard);
}

START_TEST(a_password_is_right_or_wrong)
{
    Heard heard = {0};
    Passwords *passwords = passwords_new(&loop);
    ck_assert_int_eq(passwords_hash(passwords, "::1", "correct-horse", hear, &heard),
                     PASSWORD_QUEUED);
    while (heard.done < 1)
        uv_run(&loop, UV_RUN_ONCE);
    ck_assert_int_eq(heard.results[0], PASSWORD_OK);
    ck_assert_ptr_nonnull(strstr(heard.hash, "$argon2id$"));
    char hash[PASSWORD_HASH_MAX + 1];
    strcpy(hash, heard.hash);
    passwords_verify(passwords, "::1", hash, "correct-horse", hear, &heard);
    passwords_verify(passwords, "::1", hash, "correct-horsf", hear, &heard);
    passwords_verify(passwords, "::1", "", "correct-horse", hear, &heard);
    while (heard.done < 4)
        uv_run(&loop, UV_RUN_ONCE);
    ck_assert_int_eq(heard.results[1], PASSWORD_OK);
    ck_assert_int_eq(heard.results[2], PASSWORD_WRONG);
    ck_assert_int_eq(heard.results[3], PASSWORD_WRONG); /* of an account that is closed */
    passwords_close(passwords);
}
END_TEST

START_TEST(few_passwords_may_wait_and_all_are_told_of_the_end)
{
    Heard heard = {0};
    char address[8];
    Passwords *passwords = passwords_new(&loop);
    for (int i = 0; i < PASSWORDS_WAITING_MAX; i++) {
        snprintf(address, sizeof address, "%d", i);
        ck_assert_int_eq(try_one(passwords, address, &heard), PASSWORD_QUEUED);
    }
    /* Each waits for the first time: none makes room for one that comes later. */
    ck_assert_int_eq(try_one(passwords, "another", &heard), PASSWORD_QUEUE_FULL);
    ck_assert_int_eq(heard.done, 0);
    passwords_close(passwords);
    while (heard.done < PASSWORDS_WAITING_MAX)
        uv_run(&loop, UV_RUN_ONCE);
    for (int i = 0; i < PASSWORDS_WAITING_MAX; i++)
        ck_assert_int_eq(heard.results[i], PASSWORD_CLOSING);
}
END_TEST

/* Who was told, in that order. */
static char told[2 * PASSWORDS_WAITING_MAX + 2];

static void tell(void *context, PasswordResult result, const char *hash)
{
    const char *who = context;
    (void)hash;
    size_t length = strlen(told);
    ck_assert_uint_lt(length, sizeof told - 1);
    told[length] = result == PASSWORD_CROWDED_OUT ? (char)(*who - 'a' + 'A') : *who;
    told[length + 1] = '\0';
}

static PasswordPlace come(Passwords *passwords, char *who)
{
    return passwords_verify(passwords, who, "", "x", tell, who);
}

START_TEST(addresses_take_turns)
{
    char a[] = "a", b[] = "b", c[] = "c";
    told[0] = '\0';
    Passwords *passwords = passwords_new(&loop);
    for (int i = 0; i < 4; i++)
        come(passwords, a);
    come(passwords, b);
    come(passwords, b);
    come(passwords, c);
    while (strlen(told) < 7)
        uv_run(&loop, UV_RUN_ONCE);
    ck_assert_str_eq(told, "abcabaa");
    passwords_close(passwords);
}
END_TEST

START_TEST(nobody_waits_for_more_than_a_full_queue_however_many_come)
{
    char a[] = "a", others[PASSWORDS_WAITING_MAX + 1][4];
    told[0] = '\0';
    Passwords *passwords = passwords_new(&loop);
    come(passwords, a);
    come(passwords, a);
    come(passwords, a);
    for (int i = 0; i <= PASSWORDS_WAITING_MAX; i++) {
        snprintf(others[i], sizeof others[i], "x%d", i);
        ck_assert_int_eq(come(passwords, others[i]), PASSWORD_QUEUED);
        size_t before = strlen(told);
        while (strlen(told) == before)
            uv_run(&loop, UV_RUN_ONCE);
    }
    /* The second of the same address counts as if it had come a full queue later. */
    const char *second = strchr(told + 1, 'a');
    ck_assert_ptr_nonnull(second);
    ck_assert_int_le(second - told, PASSWORDS_WAITING_MAX + 2);
    ck_assert_ptr_null(strchr(told, 'A'));
    passwords_close(passwords);
    while (strlen(told) < 3 + PASSWORDS_WAITING_MAX + 1)
        uv_run(&loop, UV_RUN_ONCE);
}
END_TEST

START_TEST(one_address_alone_does_not_fill_the_queue)
{
    char a[] = "a", b[] = "b", c[] = "c";
    told[0] = '\0';
    Passwords *passwords = passwords_new(&loop);
    for (int i = 0; i < PASSWORDS_ADDRESS_MAX; i++)
        ck_assert_int_eq(come(passwords, a), PASSWORD_QUEUED);
    ck_assert_int_eq(come(passwords, a), PASSWORD_ADDRESS_FULL);
    for (int i = PASSWORDS_ADDRESS_MAX; i < PASSWORDS_WAITING_MAX; i++)
        ck_assert_int_eq(come(passwords, b), PASSWORD_QUEUED);
    ck_assert_str_eq(told, "");
    ck_assert_int_eq(come(passwords, c), PASSWORD_QUEUED);
    ck_assert_str_eq(told, "B");                               /* who had come last, and often */
    ck_assert_int_eq(come(passwords, b), PASSWORD_QUEUE_FULL); /* again as often */
    while (strlen(told) < 5)
        uv_run(&loop, UV_RUN_ONCE);
    ck_assert_str_eq(told, "Babac");
    passwords_close(passwords);
    while (strlen(told) < 1 + PASSWORDS_WAITING_MAX)
        uv_run(&loop, UV_RUN_ONCE);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("people");
    TCase *tcase = tcase_create("people");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 20);
    tcase_add_test(tcase, an_account_is_found_by_name_and_id_also_after_a_restart);
    tcase_add_test(tcase, a_new_name_frees_the_old_one);
    tcase_add_test(tcase, who_is_closed_keeps_the_name_taken_and_nothing_else);
    tcase_add_test(tcase, a_credential_lets_in_and_no_other_text_does);
    tcase_add_test(tcase, the_session_unused_for_longest_makes_room);
    tcase_add_test(tcase, a_new_password_ends_all_passes_but_those_kept_and_tells_of_each);
    tcase_add_test(tcase, whatever_ends_a_credential_tells_of_it);
    tcase_add_test(tcase, an_account_has_so_many_tokens_and_no_more);
    tcase_add_test(tcase, a_circle_has_a_largest);
    tcase_add_test(tcase, who_blocks_does_not_meet_either_way);
    tcase_add_test(tcase, sanctions_last_until_their_time);
    tcase_add_test(tcase, an_address_is_banned_until_its_time_or_until_that_is_undone);
    tcase_add_test(tcase, scopes_are_lichess_s_words);
    tcase_add_test(tcase, a_password_is_right_or_wrong);
    tcase_add_test(tcase, few_passwords_may_wait_and_all_are_told_of_the_end);
    tcase_add_test(tcase, addresses_take_turns);
    tcase_add_test(tcase, nobody_waits_for_more_than_a_full_queue_however_many_come);
    tcase_add_test(tcase, one_address_alone_does_not_fill_the_queue);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
