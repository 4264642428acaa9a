#include "accounts_rig.h"

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

static void open_accounts(void)
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

static void close_accounts(void)
{
    ck_assert_int_eq(store_close(store), STORE_OK);
    uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
    accounts_free(accounts);
}

static void reopen(void)
{
    close_accounts();
    open_accounts();
}

static void setup(void)
{
    ck_assert_int_ge(sodium_init(), 0);
    const char *base = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/castled-accounts-XXXXXX",
             base && strlen(base) < 32 ? base : "/tmp");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    open_accounts();
}

static void teardown(void)
{
    char command[96];
    close_accounts();
    snprintf(command, sizeof command, "rm -r %s", directory);
    ck_assert_int_eq(system(command), 0);
}

static void sign_up(const char *name, char id[PERSON_ID_MAX + 1])
{
    accounts_draw_id(id);
    make_account(accounts, id, name, NOW);
}

static const AccountInfo *find(AccountRef ref, const char *viewer)
{
    accounts_find(accounts, &ref, 1, viewer, hear, NULL);
    heard_of(accounts);
    ck_assert_uint_eq(heard.answer.count, 1);
    return account_is_found(&heard.list[0]) ? &heard.list[0] : NULL;
}

static const AccountInfo *by_name(const char *name)
{
    return find(account_ref_name(name), "");
}

static const AccountInfo *by_id(const char *id)
{
    return find(account_ref_id(id), "");
}

static AccountsError check_name(const char *name)
{
    accounts_check_name(accounts, name, hear, NULL);
    return heard_of(accounts)->error;
}

/* The hash, NULL for no account. */
static const char *password_of(const char *name)
{
    AccountRef ref = account_ref_name(name);
    accounts_login(accounts, &ref, hear, NULL);
    return heard_of(accounts)->error == ACCOUNTS_OK ? heard.answer.password : NULL;
}

static Proof proof_of(const char *id)
{
    Proof proof = {.id = ""};
    strcpy(proof.id, id);
    return proof;
}

START_TEST(an_account_is_found_by_name_and_id_also_after_a_restart)
{
    char id[PERSON_ID_MAX + 1], handle[PERSON_NAME_MAX + 1];
    sign_up("Alice", id);
    reopen();
    const AccountInfo *alice = by_name("aLICE");
    ck_assert_ptr_nonnull(alice);
    ck_assert_str_eq(alice->id, id);
    ck_assert_str_eq(account_handle(alice, handle), "alice");
    ck_assert_str_eq(by_id(id)->name, "Alice");
    ck_assert_str_eq(password_of("Alice"), "$argon2id$nothing");
    ck_assert_ptr_null(by_name("A1ice")); /* it only looks so */
    ck_assert_ptr_null(by_name("a name that is longer than any account's can be"));
    ck_assert_int_eq(check_name("A1ice"), ACCOUNTS_TAKEN);
    accounts_rename(accounts, id, "A1ice", hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_OK); /* it is their own */
}
END_TEST

START_TEST(a_new_name_frees_the_old_one)
{
    char id[PERSON_ID_MAX + 1];
    sign_up("Alice", id);
    accounts_rename(accounts, id, "Carol", hear, NULL);
    ck_assert_str_eq(heard_of(accounts)->account.name, "Carol");
    ck_assert_ptr_null(by_name("Alice"));
    ck_assert_int_eq(check_name("Alice"), ACCOUNTS_OK);
    reopen();
    ck_assert_ptr_nonnull(by_name("Carol"));
    ck_assert_ptr_null(by_name("Alice"));
}
END_TEST

/* ---- credentials ---- */

static void add_token(const char *id, int64_t now)
{
    accounts_add_token(accounts, id, SCOPE_BOT_PLAY, "x", now, hear, NULL);
    heard_of(accounts);
}

/* A new session; its text and key are in heard.answer. */
static void sign_in(const char *id, const char *label, int64_t now)
{
    Proof proof = proof_of(id);
    NewSession session = {.before = ""};
    strcpy(session.label, label);
    accounts_sign_in(accounts, &proof, &session, now, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_OK);
}

/* NULL when the text lets nobody in. */
static const CredentialInfo *admit(const char *text, size_t length, int64_t now)
{
    IdentityQuestion question = {.key = {""}};
    credential_key(text, length, &question.key);
    accounts_identify(accounts, &question, now, hear, NULL);
    heard_of(accounts);
    return credential_is_found(&heard.answer.credential) ? &heard.answer.credential : NULL;
}

static void add_app_token(const char *id, const char *session, int64_t now)
{
    accounts_add_app_token(accounts, id, session, SCOPE_BOARD_PLAY, "app", now, hear, NULL);
    heard_of(accounts);
}

static bool lets_in(const char *text, int64_t now)
{
    return admit(text, CREDENTIAL_TEXT_LENGTH, now) != NULL;
}

static size_t count_of(const char *id, CredentialKind kind)
{
    accounts_credentials(accounts, id, kind, hear, NULL);
    return heard_of(accounts)->credentials_count;
}

static size_t count_related(const char *id, Relation relation)
{
    accounts_related(accounts, id, relation, hear, NULL);
    return heard_of(accounts)->count;
}

static AccountsError relate(const char *id, Relation relation, const char *other, bool on)
{
    accounts_relate(accounts, id, relation, other, on, NOW, hear, NULL);
    return heard_of(accounts)->error;
}

START_TEST(a_closed_account_keeps_its_name_taken_and_nothing_else)
{
    char alice[PERSON_ID_MAX + 1], bob[PERSON_ID_MAX + 1], text[CREDENTIAL_TEXT_LENGTH + 1];
    sign_up("Alice", alice);
    sign_up("Bobby", bob);
    sign_in(alice, "", NOW);
    strcpy(text, heard.answer.text);
    relate(bob, RELATION_FOLLOWS, alice, true);
    ck_assert_uint_eq(count_related(bob, RELATION_FOLLOWS), 1);
    Proof proof = proof_of(alice);
    accounts_close(accounts, &proof, NOW, hear, NULL);
    ck_assert(heard_of(accounts)->account.closed);
    for (int i = 0; i < 2; i++) {
        ck_assert_ptr_null(by_name("Alice"));
        ck_assert_int_eq(check_name("Alice"), ACCOUNTS_TAKEN);
        ck_assert_str_eq(by_id(alice)->name, ANONYMOUS);
        ck_assert_ptr_null(password_of("Alice"));
        ck_assert(!lets_in(text, NOW));
        ck_assert_uint_eq(count_related(bob, RELATION_FOLLOWS), 0);
        reopen();
    }
}
END_TEST

START_TEST(only_a_credential_gets_in)
{
    char id[PERSON_ID_MAX + 1], text[CREDENTIAL_TEXT_LENGTH + 1], other[CREDENTIAL_TEXT_LENGTH + 1];
    const int64_t life = (int64_t)SESSION_LIFE_DAYS * 24 * 60 * 60 * 1000;
    sign_up("Alice", id);
    sign_in(id, "here", NOW);
    strcpy(text, heard.answer.text);
    reopen();
    const CredentialInfo *credential = admit(text, strlen(text), NOW);
    ck_assert_ptr_nonnull(credential);
    ck_assert_str_eq(credential->account, id);
    ck_assert_str_eq(credential->label, "here");
    ck_assert_str_eq(heard.answer.account.name, "Alice");
    ck_assert_ptr_null(admit(text, strlen(text) - 1, NOW));
    ck_assert_ptr_null(admit("", 0, NOW));
    for (size_t i = 0; i < CREDENTIAL_TEXT_LENGTH; i++) {
        strcpy(other, text);
        other[i] ^= 1;
        ck_assert(!lets_in(other, NOW));
    }
    /* It lasts as long as it is used, and no longer. */
    ck_assert(lets_in(text, NOW + life));
    ck_assert(lets_in(text, NOW + 2 * life));
    ck_assert(!lets_in(text, NOW + 3 * life + 1));
    ck_assert(!lets_in(text, NOW));
}
END_TEST

START_TEST(the_session_unused_for_longest_makes_room)
{
    char id[PERSON_ID_MAX + 1], texts[SESSIONS_MAX + 1][CREDENTIAL_TEXT_LENGTH + 1];
    sign_up("Alice", id);
    for (int i = 0; i < SESSIONS_MAX; i++) {
        sign_in(id, "", NOW + i);
        strcpy(texts[i], heard.answer.text);
    }
    ck_assert(lets_in(texts[0], NOW + 4000000)); /* used again */
    sign_in(id, "", NOW + 5000000);
    ck_assert(lets_in(texts[0], NOW));
    ck_assert(!lets_in(texts[1], NOW));
    ck_assert(lets_in(texts[2], NOW));
}
END_TEST

static char ended_keys[4][STORE_CREDENTIAL_MAX + 1];
static int ended_count;

static void note_ended(void *context, const CredentialInfo *credential)
{
    ck_assert_ptr_eq(context, accounts);
    ck_assert_int_lt(ended_count, 4);
    strcpy(ended_keys[ended_count++], credential->key);
}

static void note_all_ended(void)
{
    ended_count = 0;
    accounts_set_events(accounts, &(AccountsEvents){.context = accounts, .ended = note_ended});
}

static bool has_ended(const char *key)
{
    bool found = false;
    for (int i = 0; i < ended_count; i++)
        found = found || strcmp(ended_keys[i], key) == 0;
    return found;
}

START_TEST(a_new_password_ends_all_credentials_but_those_kept_and_reports_each)
{
    char alice[PERSON_ID_MAX + 1], bob[PERSON_ID_MAX + 1];
    char keys[4][STORE_CREDENTIAL_MAX + 1], kept[1][CREDENTIAL_ID_LENGTH + 1] = {""};
    sign_up("Alice", alice);
    sign_up("Bobby", bob);
    for (int i = 0; i < 4; i++) {
        if (i < 2)
            sign_in(alice, "x", NOW);
        else
            add_token(alice, NOW);
        strcpy(keys[i], heard.answer.credential.key);
    }
    add_token(bob, NOW);
    note_all_ended();
    Proof proof = proof_of(alice);
    strcpy(proof.credential, keys[0]);
    strcpy(proof.password, "$argon2id$nothing");
    memcpy(kept[0], keys[3], CREDENTIAL_ID_LENGTH);
    accounts_set_password(accounts, &proof, "new hash",
                          (const char(*)[CREDENTIAL_ID_LENGTH + 1]) kept, 1, hear, NULL);
    ck_assert_uint_eq(heard_of(accounts)->sessions_ended, 1);
    ck_assert_uint_eq(heard.answer.tokens_ended, 1);
    ck_assert_int_eq(ended_count, 2);
    ck_assert(has_ended(keys[1]) && has_ended(keys[2]));
    ck_assert_uint_eq(count_of(alice, CREDENTIAL_SESSION), 1);
    ck_assert_str_eq(heard.credentials[0].key, keys[0]);
    ck_assert_uint_eq(count_of(alice, CREDENTIAL_TOKEN), 1);
    ck_assert_str_eq(heard.credentials[0].key, keys[3]);
    ck_assert_uint_eq(count_of(bob, CREDENTIAL_TOKEN), 1);
    /* A comparison with the old one proves nothing any more. */
    accounts_set_password(accounts, &proof, "newer hash", NULL, 0, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_NEW_PASSWORD);
    strcpy(proof.password, "new hash");
    strcpy(proof.credential, keys[1]);
    accounts_set_password(accounts, &proof, "newer hash", NULL, 0, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_SIGNED_OUT);
    proof = proof_of(alice); /* an operator */
    accounts_set_password(accounts, &proof, "newer hash", NULL, 0, hear, NULL);
    ck_assert_uint_eq(heard_of(accounts)->sessions_ended, 1);
    reopen();
    ck_assert_str_eq(password_of("Alice"), "newer hash");
    ck_assert_uint_eq(count_of(alice, CREDENTIAL_SESSION), 0);
    ck_assert_uint_eq(count_of(bob, CREDENTIAL_TOKEN), 1);
}
END_TEST

START_TEST(an_app_has_a_token_for_a_year)
{
    const int64_t year = (int64_t)365 * 24 * 60 * 60 * 1000; /* Lichess's expires_in: 31536000 s */
    char alice[PERSON_ID_MAX + 1], text[CREDENTIAL_TEXT_LENGTH + 1];
    sign_up("Alice", alice);
    add_app_token(alice, "", NOW);
    strcpy(text, heard.answer.text);
    ck_assert_int_eq(heard.answer.credential.expires, NOW + year);
    reopen();
    ck_assert(lets_in(text, NOW + year - 1));
    ck_assert(!lets_in(text, NOW + year));
    add_token(alice, NOW);
    strcpy(text, heard.answer.text);
    ck_assert(lets_in(text, NOW + 10 * year));
}
END_TEST

START_TEST(an_app_let_in_by_a_session_that_has_ended_gets_nothing)
{
    char alice[PERSON_ID_MAX + 1], bob[PERSON_ID_MAX + 1], key[STORE_CREDENTIAL_MAX + 1];
    sign_up("Alice", alice);
    sign_up("Bob", bob);
    sign_in(alice, "x", NOW);
    strcpy(key, heard.answer.credential.key);
    add_app_token(alice, key, NOW);
    ck_assert_int_eq(heard.answer.error, ACCOUNTS_OK);
    add_app_token(bob, key, NOW);
    ck_assert_int_eq(heard.answer.error, ACCOUNTS_NOT_FOUND);
    accounts_end_credentials(accounts, alice, CREDENTIAL_SESSION, "", hear, NULL);
    heard_of(accounts);
    add_app_token(alice, key, NOW);
    ck_assert_int_eq(heard.answer.error, ACCOUNTS_NOT_FOUND);
    add_app_token("nobody", "", NOW);
    ck_assert_int_eq(heard.answer.error, ACCOUNTS_NOT_FOUND);
}
END_TEST

START_TEST(tokens_of_apps_make_room_for_each_other_only)
{
    char alice[PERSON_ID_MAX + 1], first[CREDENTIAL_TEXT_LENGTH + 1],
        own[CREDENTIAL_TEXT_LENGTH + 1];
    sign_up("Alice", alice);
    add_token(alice, NOW - 2);
    strcpy(own, heard.answer.text);
    add_app_token(alice, "", NOW - 1);
    strcpy(first, heard.answer.text);
    for (int i = 1; i < APP_TOKENS_MAX; i++)
        add_app_token(alice, "", NOW);
    ck_assert(lets_in(first, NOW - 1));
    add_app_token(alice, "", NOW);
    ck_assert_int_eq(heard.answer.error, ACCOUNTS_OK);
    ck_assert(!lets_in(first, NOW));
    ck_assert(lets_in(own, NOW));
    ck_assert_uint_eq(count_of(alice, CREDENTIAL_TOKEN), 1 + APP_TOKENS_MAX);
}
END_TEST

START_TEST(every_end_of_a_credential_is_reported)
{
    char alice[PERSON_ID_MAX + 1], bob[PERSON_ID_MAX + 1], text[CREDENTIAL_TEXT_LENGTH + 1],
        key[STORE_CREDENTIAL_MAX + 1];
    const int64_t life = INT64_C(400) * 24 * 60 * 60 * 1000;
    sign_up("Alice", alice);
    sign_up("Bobby", bob);
    note_all_ended();
    for (int i = 0; i < SESSIONS_MAX; i++)
        sign_in(alice, "", NOW + i);
    ck_assert_int_eq(ended_count, 0);
    sign_in(alice, "", NOW + SESSIONS_MAX);
    ck_assert_int_eq(ended_count, 1); /* the oldest has made room */
    sign_in(bob, "", NOW);
    strcpy(text, heard.answer.text);
    strcpy(key, heard.answer.credential.key);
    ck_assert(!lets_in(text, NOW + life + 1));
    ck_assert(has_ended(key)); /* it has expired */
    add_token(bob, NOW);
    strcpy(key, heard.answer.credential.key);
    Proof proof = proof_of(bob);
    accounts_close(accounts, &proof, NOW, hear, NULL);
    heard_of(accounts);
    ck_assert(has_ended(key));
    ck_assert_int_eq(ended_count, 3);
}
END_TEST

START_TEST(an_account_has_at_most_so_many_tokens)
{
    char id[PERSON_ID_MAX + 1], token[CREDENTIAL_ID_LENGTH + 1] = "";
    sign_up("Alice", id);
    for (int i = 0; i < TOKENS_MAX; i++) {
        add_token(id, NOW);
        ck_assert_int_eq(heard.answer.error, ACCOUNTS_OK);
    }
    memcpy(token, heard.answer.credential.key, CREDENTIAL_ID_LENGTH);
    add_token(id, NOW);
    ck_assert_int_eq(heard.answer.error, ACCOUNTS_FULL);
    accounts_end_credential(accounts, id, CREDENTIAL_SESSION, token, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_NOT_FOUND);
    accounts_end_credential(accounts, id, CREDENTIAL_TOKEN, token, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_OK);
    add_token(id, NOW);
    ck_assert_int_eq(heard.answer.error, ACCOUNTS_OK);
}
END_TEST

/* ---- relations ---- */

START_TEST(the_number_of_relations_has_a_limit)
{
    char name[16], alice[PERSON_ID_MAX + 1], other[PERSON_ID_MAX + 1];
    sign_up("Alice", alice);
    for (int i = 0; i <= RELATIONS_MAX; i++) {
        snprintf(name, sizeof name, "x%c%c%c%c", "abcdefgh"[i & 7], "abcdefgh"[i >> 3 & 7],
                 "abcdefgh"[i >> 6 & 7], "xyz"[i >> 9]);
        sign_up(name, other);
        ck_assert_int_eq(relate(alice, RELATION_BLOCKS, other, true),
                         i < RELATIONS_MAX ? ACCOUNTS_OK : ACCOUNTS_FULL);
    }
    ck_assert_int_eq(relate(alice, RELATION_FOLLOWS, other, true), ACCOUNTS_OK);
    ck_assert_int_eq(relate(alice, RELATION_FOLLOWS, alice, true), ACCOUNTS_SELF);
    ck_assert_int_eq(relate(alice, RELATION_FOLLOWS, "gnobody", true), ACCOUNTS_NOT_FOUND);
}
END_TEST

static bool may_meet(const char *one, const char *other)
{
    accounts_may_meet(accounts, one, other, hear, NULL);
    return heard_of(accounts)->error == ACCOUNTS_OK;
}

START_TEST(a_block_keeps_two_apart_either_way)
{
    char alice[PERSON_ID_MAX + 1], bob[PERSON_ID_MAX + 1];
    sign_up("Alice", alice);
    sign_up("Bobby", bob);
    ck_assert(may_meet(alice, bob));
    relate(alice, RELATION_BLOCKS, bob, true);
    reopen();
    ck_assert(!may_meet(alice, bob) && !may_meet(bob, alice));
    ck_assert(may_meet(alice, "gnobody") && may_meet("gnobody", bob));
    ck_assert(find(account_ref_id(bob), alice)->blocked);
    ck_assert(!find(account_ref_id(alice), bob)->blocked);
    relate(alice, RELATION_BLOCKS, bob, false);
    reopen();
    ck_assert(may_meet(bob, alice));
}
END_TEST

enum { CIRCLE = 8 };

/* Whom each has in each of their circles, in all. */
static void check_circles(bool known[CIRCLE][RELATION_COUNT][CIRCLE],
                          char ids[CIRCLE][PERSON_ID_MAX + 1])
{
    for (int one = 0; one < CIRCLE; one++)
        for (int kind = 0; kind < RELATION_COUNT; kind++) {
            size_t count = 0;
            for (int other = 0; other < CIRCLE; other++)
                count += known[one][kind][other];
            ck_assert_uint_eq(count_related(ids[one], (Relation)kind), count);
        }
}

START_TEST(a_closed_account_is_in_nobodys_circles_and_all_others_stay_as_they_are)
{
    char ids[CIRCLE][PERSON_ID_MAX + 1], name[8];
    bool known[CIRCLE][RELATION_COUNT][CIRCLE] = {{{false}}};
    unsigned chance = (unsigned)_i + 1;
    for (int i = 0; i < CIRCLE; i++) {
        snprintf(name, sizeof name, "Some%c", 'a' + i);
        sign_up(name, ids[i]);
    }
    for (int i = 0; i < 500; i++) {
        int one = rand_r(&chance) % CIRCLE, other = rand_r(&chance) % CIRCLE;
        int kind = rand_r(&chance) % RELATION_COUNT;
        bool on = rand_r(&chance) % 3 != 0;
        if (one == other)
            continue;
        ck_assert_int_eq(relate(ids[one], (Relation)kind, ids[other], on), ACCOUNTS_OK);
        if (on && kind == RELATION_BLOCKS && !known[one][kind][other])
            known[one][RELATION_FOLLOWS][other] = false;
        known[one][kind][other] = on;
    }
    check_circles(known, ids);
    if (_i % 2)
        reopen();
    for (int closed = 0; closed < CIRCLE / 2; closed++) {
        Proof proof = proof_of(ids[closed]);
        accounts_close(accounts, &proof, NOW, hear, NULL);
        ck_assert(heard_of(accounts)->account.closed);
        memset(known[closed], 0, sizeof known[closed]);
        for (int one = 0; one < CIRCLE; one++)
            for (int kind = 0; kind < RELATION_COUNT; kind++)
                known[one][kind][closed] = false;
        check_circles(known, ids);
    }
    reopen();
    check_circles(known, ids);
}
END_TEST

enum { FOLLOWERS = 100000, PIECE_MAX = 64 * 1024 /* bytes for the store, of a turn */ };

static void put_follower(int number, const char *followed)
{
    StorePlayer player = {.made = NOW};
    StoreAccount account = {.made = NOW, .seen = NOW};
    StoreRelation relation = {.kind = RELATION_FOLLOWS, .made = NOW};
    snprintf(player.id, sizeof player.id, "f%d", number);
    memcpy(player.name, player.id, sizeof player.id);
    memcpy(account.player, player.id, sizeof player.id);
    memcpy(account.skeleton, player.id, sizeof player.id);
    memcpy(relation.player, player.id, sizeof player.id);
    snprintf(relation.other, sizeof relation.other, "%s", followed);
    store_put_player(store, &player);
    store_put_account(store, &account);
    store_put_relation(store, &relation);
}

static void wait_for_store(void)
{
    store_flush(store);
    while (store_backlog(store))
        uv_run(&loop, UV_RUN_ONCE);
}

/* All at once they would be more than 10 MB for the store, behind which every move waits. */
START_TEST(an_account_that_very_many_follow_is_closed_and_then_parts_from_them_in_pieces)
{
    char star[PERSON_ID_MAX + 1], bob[PERSON_ID_MAX + 1];
    int turns = 0;
    sign_up("Star", star);
    sign_up("Bobby", bob);
    for (int i = 0; i < FOLLOWERS; i++)
        put_follower(i, star);
    relate(star, RELATION_FOLLOWS, "f7", true);
    reopen();
    relate(star, RELATION_BLOCKS, bob, true);
    relate(bob, RELATION_FOLLOWS, star, true);
    wait_for_store();
    Proof proof = proof_of(star);
    accounts_close(accounts, &proof, NOW, hear, NULL);
    ck_assert(heard_of(accounts)->account.closed);
    ck_assert_uint_eq(count_related(bob, RELATION_FOLLOWS), 0);
    ck_assert_uint_eq(count_related("f0", RELATION_FOLLOWS), 0);
    for (size_t put = store_backlog(store); put; put = store_backlog(store), turns++) {
        ck_assert_uint_le(put, PIECE_MAX);
        if (turns == 20)
            reopen(); /* it goes on where it was */
        wait_for_store();
        accounts_turn(accounts);
    }
    ck_assert_int_gt(turns, 20);
    ck_assert_int_eq(relate("f1", RELATION_FOLLOWS, star, true), ACCOUNTS_NOT_FOUND);
    reopen();
    accounts_turn(accounts);
    ck_assert_uint_eq(store_backlog(store), 0);
}
END_TEST

/* ---- what operators decide ---- */

START_TEST(sanctions_last_until_they_expire)
{
    accounts_mute(accounts, "gguest", NOW + 10, hear, NULL);
    heard_of(accounts);
    accounts_ban(accounts, "gguest", NOW + 20, hear, NULL);
    heard_of(accounts);
    accounts_set_quiet(accounts, true, hear, NULL);
    heard_of(accounts);
    accounts_set_registration(accounts, false, hear, NULL);
    heard_of(accounts);
    reopen();
    accounts_sanctions(accounts, "gguest", hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->muted_until, NOW + 10);
    ck_assert_int_eq(heard.answer.banned_until, NOW + 20);
    accounts_sanctions(accounts, "gother", hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->muted_until, 0);
    IdentityQuestion question = {.guest = {"gguest", "gother"}};
    for (int i = 0; i < 2; i++) {
        accounts_identify(accounts, &question, NOW + 19 + i, hear, NULL);
        ck_assert_int_eq(heard_of(accounts)->guest_banned[0], i == 0);
        ck_assert(!heard.answer.guest_banned[1]);
    }
    accounts_site(accounts, hear, NULL);
    ck_assert(heard_of(accounts)->quiet && !heard.answer.registration);
}
END_TEST

static AccountsError ban_address(const char *address, int64_t until)
{
    accounts_ban_address(accounts, address, until, NOW, hear, NULL);
    return heard_of(accounts)->error;
}

START_TEST(an_address_is_banned_until_the_ban_expires_or_is_lifted)
{
    static const char NETWORK[] = "2001:db8:ffff:ffff::/64";
    ban_address("192.0.2.1", NOW + 10);
    ban_address("192.0.2.2", NOW + 1);
    ban_address(NETWORK, INT64_MAX);
    ban_address("192.0.2.1", NOW + 20);
    ck_assert_int_eq(ban_address("192.0.2.2", 0), ACCOUNTS_OK);
    ck_assert_int_eq(ban_address("192.0.2.2", 0), ACCOUNTS_NOT_FOUND);
    for (int i = 0; i < 2; i++, reopen()) {
        accounts_bans(accounts, NOW + 19, hear, NULL);
        ck_assert_uint_eq(heard_of(accounts)->bans_count, 2);
        accounts_bans(accounts, NOW + 20, hear, NULL);
        ck_assert_uint_eq(heard_of(accounts)->bans_count, 1);
        ck_assert_str_eq(heard.bans[0].who, NETWORK);
    }
}
END_TEST

/* ---- requests and answers ---- */

static char order[8];

static void note_order(void *context, const AccountsAnswer *answer)
{
    const char *name = context;
    (void)answer;
    strncat(order, name, 1);
    if (*name == 'a') /* behind those that wait */
        accounts_site(accounts, note_order, (void *)(uintptr_t) "d");
}

START_TEST(answers_come_in_the_order_of_requests_and_only_within_a_turn)
{
    order[0] = '\0';
    accounts_site(accounts, note_order, (void *)(uintptr_t) "a");
    accounts_mute(accounts, "gguest", NOW, note_order, (void *)(uintptr_t) "b");
    accounts_site(accounts, note_order, (void *)(uintptr_t) "c");
    ck_assert_str_eq(order, "");
    accounts_turn(accounts);
    ck_assert_str_eq(order, "abcd");
    ck_assert(!accounts_is_asked(accounts));
}
END_TEST

START_TEST(requests_waiting_at_the_end_are_answered_and_nothing_is_done)
{
    accounts_mute(accounts, "gguest", NOW, hear, NULL);
    accounts_stop(accounts);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_STOPPED);
    reopen();
    accounts_sanctions(accounts, "gguest", hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->muted_until, 0);
}
END_TEST

enum { BURST = 250, AT_ONCE = 64 };

static int answered;

static void note_answered(void *context, const AccountsAnswer *answer)
{
    (void)context, (void)answer;
    answered++;
}

static void note_before(void *context, const AccountsAnswer *answer)
{
    int *before = context;
    (void)answer;
    *before = answered;
}

START_TEST(a_burst_of_requests_is_answered_in_pieces_and_games_do_not_wait_for_it)
{
    AccountRef refs[1000];
    GameResult won = {.category = CATEGORY_BULLET};
    int before = -1;
    answered = 0;
    for (int i = 0; i < BURST; i++)
        accounts_site(accounts, note_answered, NULL);
    accounts_count_game(accounts, &won, NOW, note_before, &before);
    for (int turn = 1; accounts_is_asked(accounts); turn++) {
        accounts_turn(accounts);
        ck_assert_int_eq(answered, turn * AT_ONCE < BURST ? turn * AT_ONCE : BURST);
        ck_assert_int_eq(before, 0);
    }
    for (size_t i = 0; i < sizeof refs / sizeof *refs; i++)
        refs[i] = account_ref_id("nobody");
    for (int i = 0; i < 3; i++)
        accounts_find(accounts, refs, sizeof refs / sizeof *refs, "", note_answered, NULL);
    accounts_turn(accounts);
    ck_assert_int_eq(answered, BURST + 1); /* it is a long list */
    accounts_finish(accounts);
    ck_assert_int_eq(answered, BURST + 3);
    for (int i = 0; i < BURST; i++)
        accounts_site(accounts, note_answered, NULL);
    accounts_stop(accounts);
    accounts_turn(accounts);
    ck_assert_int_eq(answered, 2 * BURST + 3);
}
END_TEST

static char changes[256];

static void note_changed(void *context, const AccountInfo *account)
{
    (void)context;
    snprintf(changes + strlen(changes), sizeof changes - strlen(changes), "%s%s%s ", account->name,
             account->bot ? " bot" : "", account->closed ? " closed" : "");
}

static void note_related(void *context, const char *id, Relation relation, const char *other,
                         bool on)
{
    (void)context;
    snprintf(changes + strlen(changes), sizeof changes - strlen(changes), "%.1s%c%d%.1s ", id,
             on ? '+' : '-', (int)relation, other);
}

static void note_sanctioned(void *context, const char *id, int64_t until_muted,
                            int64_t until_banned)
{
    (void)context;
    snprintf(changes + strlen(changes), sizeof changes - strlen(changes), "%.1s %d %d ", id,
             (int)until_muted, (int)until_banned);
}

static void note_address(void *context, const char *address, int64_t until)
{
    (void)context;
    snprintf(changes + strlen(changes), sizeof changes - strlen(changes), "%s %d ", address,
             (int)until);
}

static void note_rated(void *context, const char *id, Category category, const Rating *rating)
{
    (void)context;
    snprintf(changes + strlen(changes), sizeof changes - strlen(changes), "%.1s %s %d ", id,
             category_word(category), (int)rating_points(rating));
}

static void note_quiet(void *context, bool quiet)
{
    (void)context;
    snprintf(changes + strlen(changes), sizeof changes - strlen(changes), "quiet %d ", quiet);
}

/* A bullet game of 40 plies that White has won; it is in the store if both are players there. */
static GameResult win_of(const char *white, const char *black, bool is_stored)
{
    GameResult result = {.game = store_draw_game_id(store),
                         .category = CATEGORY_BULLET,
                         .status = STATUS_RESIGN,
                         .winner = WINNER_WHITE,
                         .plies = 40,
                         .lasted = 100000};
    snprintf(result.player[WHITE], sizeof result.player[WHITE], "%s", white);
    snprintf(result.player[BLACK], sizeof result.player[BLACK], "%s", black);
    StoreGame game = {.id = result.game, .control = {.timed = true, .initial = 60000}};
    for (int seat = 0; seat < 2; seat++)
        memcpy(game.seat[seat].player, result.player[seat], sizeof result.player[seat]);
    if (is_stored)
        store_put_game(store, &game);
    return result;
}

static size_t list_bots(size_t most)
{
    accounts_bots(accounts, "", most, hear, NULL);
    return heard_of(accounts)->count;
}

START_TEST(bots_are_listed_those_seen_last_first)
{
    Proof proof = proof_of("c");
    make_account(accounts, "a", "Alice", NOW);
    ck_assert_uint_eq(list_bots(5), 0);
    make_account(accounts, "b", "Botty", NOW);
    make_account(accounts, "c", "Closed", NOW);
    make_account(accounts, "d", "Deep", NOW + 1);
    for (const char *id = "bcdb"; *id; id++)
        accounts_set_bot(accounts, (char[]){*id, '\0'}, hear, NULL);
    accounts_close(accounts, &proof, NOW, hear, NULL);
    accounts_turn(accounts);
    reopen();
    ck_assert_uint_eq(list_bots(5), 2);
    accounts_bots(accounts, "", 1, hear, NULL);
    ck_assert_uint_eq(heard_of(accounts)->count, 1);
    ck_assert_str_eq(heard.list[0].name, "Deep");
}
END_TEST

START_TEST(of_very_many_bots_those_seen_last_are_listed)
{
    enum { MANY = BOTS_LISTED + 90 };
    Proof proof = proof_of("b599");
    for (int i = 0; i < MANY; i++) {
        StorePlayer player = {.made = NOW};
        StoreAccount account = {.made = NOW, .seen = NOW + i * 7919 % MANY, .bot = true};
        snprintf(player.id, sizeof player.id, "b%d", i * 7919 % MANY);
        memcpy(player.name, player.id, sizeof player.id);
        memcpy(account.player, player.id, sizeof player.id);
        memcpy(account.skeleton, player.id, sizeof player.id);
        store_put_player(store, &player);
        store_put_account(store, &account);
    }
    reopen();
    ck_assert_uint_eq(list_bots(2 * MANY), BOTS_LISTED);
    for (int i = 0; i < HEARD_MAX; i++)
        ck_assert_int_eq(heard.list[i].seen, NOW + MANY - 1 - i);
    accounts_close(accounts, &proof, NOW, hear, NULL);
    ck_assert(heard_of(accounts)->account.closed);
    ck_assert_uint_eq(list_bots(2 * MANY), BOTS_LISTED - 1);
    char text[CREDENTIAL_TEXT_LENGTH + 1];
    sign_in("b0", "", NOW);
    strcpy(text, heard.answer.text);
    ck_assert(lets_in(text, NOW + 2 * 60 * 60 * 1000));
    ck_assert_uint_eq(list_bots(2 * MANY), BOTS_LISTED);
    ck_assert_str_eq(heard.list[0].id, "b0");
    ck_assert_str_eq(heard.list[1].id, "b601");
}
END_TEST

START_TEST(an_operator_is_one_until_the_role_or_the_account_ends)
{
    Proof proof = proof_of("c");
    make_account(accounts, "a", "Alice", NOW);
    make_account(accounts, "b", "Bobby", NOW);
    make_account(accounts, "c", "Carol", NOW);
    for (const char *id = "abcb"; *id; id++) {
        accounts_set_operator(accounts, (char[]){*id, '\0'}, true, hear, NULL);
        ck_assert(heard_of(accounts)->account.is_operator);
    }
    accounts_set_operator(accounts, "b", false, hear, NULL);
    ck_assert(!heard_of(accounts)->account.is_operator);
    accounts_close(accounts, &proof, NOW, hear, NULL);
    accounts_turn(accounts);
    accounts_set_operator(accounts, "c", true, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_NOT_FOUND);
    accounts_set_operator(accounts, "nobody", true, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_NOT_FOUND);
    reopen();
    accounts_operators(accounts, hear, NULL);
    ck_assert_uint_eq(heard_of(accounts)->count, 1);
    ck_assert_str_eq(heard.list[0].name, "Alice");
}
END_TEST

START_TEST(a_marked_account_is_not_ranked_and_its_games_count_for_nobody)
{
    GameResult won = win_of("a", "b", false);
    Rating good = {
        .rating = 200000, .deviation = 5000, .volatility = 60000, .games = 50, .at = NOW};
    make_account(accounts, "a", "Alice", NOW);
    make_account(accounts, "b", "Bobby", NOW);
    StoreRating row = {.player = "a",
                       .category = CATEGORY_BLITZ,
                       .rating = good.rating,
                       .deviation = good.deviation,
                       .volatility = good.volatility,
                       .games = good.games,
                       .at = NOW};
    store_put_rating(store, &row);
    reopen();
    accounts_leaders(accounts, CATEGORY_BLITZ, 5, NOW, hear, NULL);
    ck_assert_uint_eq(heard_of(accounts)->count, 1);
    accounts_mark(accounts, "a", true, hear, NULL);
    ck_assert(!heard_of(accounts)->marked); /* before */
    for (int i = 0; i < 2; i++) {
        accounts_leaders(accounts, CATEGORY_BLITZ, 5, NOW, hear, NULL);
        ck_assert_uint_eq(heard_of(accounts)->count, 0);
        accounts_count_game(accounts, &won, NOW, hear, NULL);
        ck_assert_int_eq(heard_of(accounts)->rated.verdict, FARMING_MARKED);
        ck_assert_uint_eq(heard.answer.number, 0);
        reopen(); /* it stays so */
    }
    accounts_mark(accounts, "a", false, hear, NULL);
    ck_assert(heard_of(accounts)->marked);
    accounts_leaders(accounts, CATEGORY_BLITZ, 5, NOW, hear, NULL);
    ck_assert_uint_eq(heard_of(accounts)->count, 1);
    accounts_mark(accounts, "nobody", true, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_NOT_FOUND);
}
END_TEST

START_TEST(a_warning_waits_for_the_person_and_is_shown_once)
{
    make_account(accounts, "a", "Alice", NOW);
    accounts_warn(accounts, "a", "One", hear, NULL);
    accounts_turn(accounts);
    accounts_warn(accounts, "a", "Two", hear, NULL);
    accounts_turn(accounts);
    reopen();
    accounts_enter(accounts, "a", "", NOW, hear, NULL);
    ck_assert_str_eq(heard_of(accounts)->warning, "Two");
    accounts_enter(accounts, "a", "", NOW, hear, NULL);
    ck_assert_str_eq(heard_of(accounts)->warning, "");
    reopen();
    accounts_enter(accounts, "a", "", NOW, hear, NULL);
    ck_assert_str_eq(heard_of(accounts)->warning, "");
}
END_TEST

START_TEST(holders_of_copies_are_told_of_every_change)
{
    Proof proof = proof_of("b");
    changes[0] = '\0';
    accounts_set_events(accounts, &(AccountsEvents){.changed = note_changed,
                                                    .related = note_related,
                                                    .sanctioned = note_sanctioned,
                                                    .address_banned = note_address,
                                                    .rated = note_rated,
                                                    .quiet = note_quiet});
    make_account(accounts, "a", "Alice", NOW);
    make_account(accounts, "b", "Bobby", NOW);
    accounts_rename(accounts, "a", "Carol", hear, NULL);
    accounts_set_bot(accounts, "b", hear, NULL);
    accounts_relate(accounts, "a", RELATION_MUTES, "b", true, NOW, hear, NULL);
    accounts_relate(accounts, "a", RELATION_MUTES, "b", true, NOW, hear,
                    NULL); /* it is so already */
    accounts_relate(accounts, "a", RELATION_MUTES, "b", false, NOW, hear, NULL);
    accounts_mute(accounts, "b", 7, hear, NULL);
    accounts_ban(accounts, "b", 8, hear, NULL);
    accounts_ban_address(accounts, "192.0.2.9", 9, NOW, hear, NULL);
    accounts_ban_address(accounts, "192.0.2.8", 0, NOW, hear, NULL); /* it was not */
    accounts_turn(accounts);
    GameResult won = win_of("a", "b", true);
    accounts_count_game(accounts, &won, NOW, hear, NULL);
    accounts_set_quiet(accounts, true, hear, NULL);
    accounts_close(accounts, &proof, NOW, hear, NULL);
    accounts_turn(accounts);
    ck_assert_str_eq(changes, "Alice Bobby Carol Bobby bot a+2b a-2b b 7 0 b 7 8 192.0.2.9 9 "
                              "a bullet 1623 b bullet 1379 quiet 1 Anonymous bot closed ");
}
END_TEST

/* Players without an account any more are not rated, and neither are their opponents. */
START_TEST(a_game_counts_if_both_have_an_account)
{
    GameResult won = win_of("a", "b", false);
    Proof proof = proof_of("b");
    make_account(accounts, "a", "Alice", NOW);
    accounts_count_game(accounts, &won, NOW, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_NOT_FOUND);
    make_account(accounts, "b", "Bobby", NOW);
    won = win_of("a", "b", true);
    accounts_count_game(accounts, &won, NOW, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_OK);
    ck_assert_int_eq(heard.answer.rated.verdict, FARMING_COUNTS);
    ck_assert_int_eq(heard.answer.rated.before[WHITE], 1500);
    ck_assert_int_eq(heard.answer.rated.after[WHITE], 1745);
    ck_assert_uint_gt(heard.answer.number, 0);
    accounts_close(accounts, &proof, NOW, hear, NULL);
    heard_of(accounts);
    accounts_count_game(accounts, &won, NOW, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_NOT_FOUND);
    ck_assert_uint_eq(heard.answer.number, 0);
}
END_TEST

START_TEST(a_connection_comes_with_everything_needed_at_once)
{
    char key[STORE_CREDENTIAL_MAX + 1];
    for (int i = 0; i < 4; i++)
        make_account(accounts, (char[]){(char)('a' + i), 0},
                     (char[]){'N', 'a', 'm', (char)('e' + i), 0}, NOW);
    relate("a", RELATION_BLOCKS, "b", true);
    relate("a", RELATION_MUTES, "b", true);
    relate("a", RELATION_MUTES, "c", true);
    relate("a", RELATION_FOLLOWS, "d", true);
    accounts_mute(accounts, "a", NOW + 5, hear, NULL);
    heard_of(accounts);
    sign_in("a", "", NOW);
    strcpy(key, heard.answer.credential.key);
    accounts_enter(accounts, "a", key, NOW, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_OK);
    ck_assert_str_eq(heard.answer.account.id, "a");
    ck_assert_int_eq(heard.answer.muted_until, NOW + 5);
    ck_assert_uint_eq(heard.answer.count, 2);
    ck_assert(heard.list[0].blocked && heard.list[0].muted && heard.list[0].id[0] == 'b');
    ck_assert(!heard.list[1].blocked && heard.list[1].muted && heard.list[1].id[0] == 'c');
    accounts_end_credentials(accounts, "a", CREDENTIAL_SESSION, "", hear, NULL);
    heard_of(accounts);
    accounts_enter(accounts, "a", key, NOW, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_SIGNED_OUT);
    accounts_enter(accounts, "gguest", "", NOW, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_OK);
    ck_assert(!account_is_found(&heard.answer.account));
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

/* ---- passwords ---- */

typedef struct {
    int done;
    PasswordResult at[PASSWORDS_WAITING_MAX + 2];
    char hash[PASSWORD_HASH_MAX + 1];
} Results;

static void note_result(void *context, PasswordResult result, const char *hash)
{
    Results *results = context;
    results->at[results->done++] = result;
    if (hash)
        strcpy(results->hash, hash);
}

static PasswordPlace try_one(Passwords *passwords, const char *address, Results *results)
{
    return passwords_verify(passwords, address, "", "x", note_result, results);
}

START_TEST(a_password_is_right_or_wrong)
{
    Results results = {0};
    Passwords *passwords = passwords_new(&loop);
    ck_assert_int_eq(passwords_hash(passwords, "::1", "correct-horse", note_result, &results),
                     PASSWORD_QUEUED);
    while (results.done < 1)
        uv_run(&loop, UV_RUN_ONCE);
    ck_assert_int_eq(results.at[0], PASSWORD_OK);
    /* OWASP's Password Storage Cheat Sheet: at least 46 MiB with one pass, or 19 with two. */
    ck_assert_ptr_nonnull(strstr(results.hash, "$argon2id$v=19$m=65536,t=2,p=1$"));
    char hash[PASSWORD_HASH_MAX + 1];
    strcpy(hash, results.hash);
    passwords_verify(passwords, "::1", hash, "correct-horse", note_result, &results);
    passwords_verify(passwords, "::1", hash, "correct-horsf", note_result, &results);
    passwords_verify(passwords, "::1", "", "correct-horse", note_result, &results);
    while (results.done < 4)
        uv_run(&loop, UV_RUN_ONCE);
    ck_assert_int_eq(results.at[1], PASSWORD_OK);
    ck_assert_int_eq(results.at[2], PASSWORD_WRONG);
    ck_assert_int_eq(results.at[3], PASSWORD_WRONG); /* of an account that is closed */
    passwords_close(passwords);
}
END_TEST

START_TEST(few_passwords_may_wait_and_all_of_them_are_answered_at_the_end)
{
    Results results = {0};
    char address[8];
    Passwords *passwords = passwords_new(&loop);
    for (int i = 0; i < PASSWORDS_WAITING_MAX; i++) {
        snprintf(address, sizeof address, "%d", i);
        ck_assert_int_eq(try_one(passwords, address, &results), PASSWORD_QUEUED);
    }
    /* All are equally early: none makes room for one that comes later. */
    ck_assert_int_eq(try_one(passwords, "another", &results), PASSWORD_QUEUE_FULL);
    ck_assert_int_eq(results.done, 0);
    passwords_close(passwords);
    while (results.done < PASSWORDS_WAITING_MAX)
        uv_run(&loop, UV_RUN_ONCE);
    for (int i = 0; i < PASSWORDS_WAITING_MAX; i++)
        ck_assert_int_eq(results.at[i], PASSWORD_CLOSING);
}
END_TEST

/* Who was answered, in that order. */
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

START_TEST(nobody_waits_for_longer_than_a_full_queue_however_many_come)
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
    /* A second one from the same address counts as if it had come a full queue later. */
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
    ck_assert_str_eq(told, "B");                               /* who came last, and often */
    ck_assert_int_eq(come(passwords, b), PASSWORD_QUEUE_FULL); /* even more often */
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
    Suite *suite = suite_create("accounts");
    TCase *tcase = tcase_create("accounts");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_set_timeout(tcase, 20);
    tcase_add_test(tcase, an_account_is_found_by_name_and_id_also_after_a_restart);
    tcase_add_test(tcase, a_new_name_frees_the_old_one);
    tcase_add_test(tcase, a_closed_account_keeps_its_name_taken_and_nothing_else);
    tcase_add_test(tcase, only_a_credential_gets_in);
    tcase_add_test(tcase, the_session_unused_for_longest_makes_room);
    tcase_add_test(tcase, a_new_password_ends_all_credentials_but_those_kept_and_reports_each);
    tcase_add_test(tcase, an_app_has_a_token_for_a_year);
    tcase_add_test(tcase, an_app_let_in_by_a_session_that_has_ended_gets_nothing);
    tcase_add_test(tcase, tokens_of_apps_make_room_for_each_other_only);
    tcase_add_test(tcase, every_end_of_a_credential_is_reported);
    tcase_add_test(tcase, an_account_has_at_most_so_many_tokens);
    tcase_add_test(tcase, the_number_of_relations_has_a_limit);
    tcase_add_test(tcase, a_block_keeps_two_apart_either_way);
    tcase_add_loop_test(
        tcase, a_closed_account_is_in_nobodys_circles_and_all_others_stay_as_they_are, 0, 4);
    tcase_add_test(tcase,
                   an_account_that_very_many_follow_is_closed_and_then_parts_from_them_in_pieces);
    tcase_add_test(tcase, sanctions_last_until_they_expire);
    tcase_add_test(tcase, an_address_is_banned_until_the_ban_expires_or_is_lifted);
    tcase_add_test(tcase, answers_come_in_the_order_of_requests_and_only_within_a_turn);
    tcase_add_test(tcase, requests_waiting_at_the_end_are_answered_and_nothing_is_done);
    tcase_add_test(tcase, a_burst_of_requests_is_answered_in_pieces_and_games_do_not_wait_for_it);
    tcase_add_test(tcase, an_operator_is_one_until_the_role_or_the_account_ends);
    tcase_add_test(tcase, a_marked_account_is_not_ranked_and_its_games_count_for_nobody);
    tcase_add_test(tcase, a_warning_waits_for_the_person_and_is_shown_once);
    tcase_add_test(tcase, holders_of_copies_are_told_of_every_change);
    tcase_add_test(tcase, bots_are_listed_those_seen_last_first);
    tcase_add_test(tcase, of_very_many_bots_those_seen_last_are_listed);
    tcase_add_test(tcase, a_game_counts_if_both_have_an_account);
    tcase_add_test(tcase, a_connection_comes_with_everything_needed_at_once);
    tcase_add_test(tcase, scopes_are_lichess_s_words);
    tcase_add_test(tcase, a_password_is_right_or_wrong);
    tcase_add_test(tcase, few_passwords_may_wait_and_all_of_them_are_answered_at_the_end);
    tcase_add_test(tcase, addresses_take_turns);
    tcase_add_test(tcase, nobody_waits_for_longer_than_a_full_queue_however_many_come);
    tcase_add_test(tcase, one_address_alone_does_not_fill_the_queue);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
