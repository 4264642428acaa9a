#include "directory.h"

#include "array.h"
#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

_Static_assert((int)SKELETON_MAX <= (int)STORE_SKELETON_MAX &&
                   (int)PERSON_ID_MAX == (int)STORE_PLAYER_ID_MAX &&
                   (int)PERSON_NAME_MAX == (int)STORE_NAME_MAX &&
                   (int)PASSWORD_HASH_MAX == (int)STORE_PASSWORD_MAX &&
                   (int)SECOND_TEXT_MAX == (int)STORE_SECOND_MAX,
               "the store keeps what is here");

/* ---- what is put into the store ---- */

static uint64_t put_account(Directory *directory, const Account *account)
{
    StoreAccount row = {.made = account->made,
                        .seen = account->seen,
                        .closed = account->closed,
                        .bot = account->bot,
                        .is_operator = account->is_operator};
    memcpy(row.player, account->id, sizeof row.player);
    memcpy(row.skeleton, account->skeleton, sizeof account->skeleton);
    memcpy(row.password, account->password, sizeof row.password);
    memcpy(row.second, account->second, sizeof row.second);
    return store_put_account(directory->store, &row);
}

static uint64_t put_player(Directory *directory, const Account *account)
{
    StorePlayer row = {.made = account->made, .balance = account->balance};
    memcpy(row.id, account->id, sizeof row.id);
    memcpy(row.name, account->name, sizeof row.name);
    return store_put_player(directory->store, &row);
}

/* ---- finding ---- */

Account *directory_by_id(const Directory *directory, const char *id)
{
    return hash_table_find(&directory->by_id, id);
}

Account *directory_by_name(const Directory *directory, const char *name)
{
    char skeleton[SKELETON_MAX + 1];
    username_skeleton(name, skeleton);
    Account *account = hash_table_find(&directory->by_skeleton, skeleton);
    return account && !account->closed && strcasecmp(account->name, name) == 0 ? account : NULL;
}

Account *directory_find(const Directory *directory, const AccountRef *ref)
{
    return ref->by_id ? directory_by_id(directory, ref->text)
                      : directory_by_name(directory, ref->text);
}

Account *directory_next(const Directory *directory, size_t *at)
{
    return hash_table_next(&directory->by_id, at);
}

AccountInfo directory_info(const Account *account)
{
    AccountInfo info = {.made = account->made,
                        .seen = account->seen,
                        .bot = account->bot,
                        .is_operator = account->is_operator,
                        .has_password = account->password[0] != '\0',
                        .has_subject = account->subjects != NULL,
                        .has_second = account->second[0] != '\0',
                        .closed = account->closed != 0,
                        .balance = account->balance};
    memcpy(info.id, account->id, sizeof info.id);
    memcpy(info.name, account->name, sizeof info.name);
    return info;
}

/* ---- changing ---- */

AccountsError directory_check_name(const Directory *directory, const char *name,
                                   const Account *account)
{
    char skeleton[SKELETON_MAX + 1];
    if (username_check(name) != USERNAME_OK)
        return ACCOUNTS_BAD_NAME;
    username_skeleton(name, skeleton);
    const Account *holder = hash_table_find(&directory->by_skeleton, skeleton);
    return holder && holder != account ? ACCOUNTS_TAKEN : ACCOUNTS_OK;
}

static void set_name(Account *account, const char *name)
{
    assert(strlen(name) <= PERSON_NAME_MAX);
    memset(account->name, 0, sizeof account->name);
    memcpy(account->name, name, strlen(name));
}

static void set_hash(Account *account, const char *password)
{
    assert(strlen(password) <= STORE_PASSWORD_MAX);
    memset(account->password, 0, sizeof account->password);
    memcpy(account->password, password, strlen(password));
}

uint64_t directory_add(Directory *directory, const char *id, const char *name, const char *password,
                       int64_t now, Account **made)
{
    assert(directory_check_name(directory, name, NULL) == ACCOUNTS_OK &&
           !directory_by_id(directory, id));
    Account *account = memory_new(sizeof *account);
    memcpy(account->id, id, strlen(id));
    set_name(account, name);
    set_hash(account, password);
    username_skeleton(name, account->skeleton);
    account->made = account->seen = now;
    hash_table_put(&directory->by_id, account);
    hash_table_put(&directory->by_skeleton, account);
    *made = account;
    put_player(directory, account);
    return put_account(directory, account);
}

uint64_t directory_rename(Directory *directory, Account *account, const char *name)
{
    assert(directory_check_name(directory, name, account) == ACCOUNTS_OK);
    hash_table_remove(&directory->by_skeleton, account);
    set_name(account, name);
    username_skeleton(name, account->skeleton);
    hash_table_put(&directory->by_skeleton, account);
    put_player(directory, account);
    return put_account(directory, account);
}

uint64_t directory_set_password(Directory *directory, Account *account, const char *password)
{
    set_hash(account, password);
    return put_account(directory, account);
}

static void unlist_bot(Directory *directory, const Account *account)
{
    AccountList *bots = &directory->bots;
    size_t place = 0;
    while (place < bots->count && bots->at[place] != account)
        place++;
    if (place < bots->count)
        memmove(&bots->at[place], &bots->at[place + 1], (--bots->count - place) * sizeof *bots->at);
}

/* Where it belongs by when it was seen. */
static void list_bot(Directory *directory, Account *account)
{
    AccountList *bots = &directory->bots;
    unlist_bot(directory, account);
    if (bots->count == BOTS_LISTED && bots->at[BOTS_LISTED - 1]->seen >= account->seen)
        return;
    if (bots->count < BOTS_LISTED) {
        bots->at = array_reserve(bots->at, &bots->size, bots->count + 1, sizeof *bots->at);
        bots->count++;
    }
    size_t place = bots->count - 1;
    for (; place > 0 && bots->at[place - 1]->seen < account->seen; place--)
        bots->at[place] = bots->at[place - 1];
    bots->at[place] = account;
}

uint64_t directory_set_bot(Directory *directory, Account *account)
{
    account->bot = true;
    if (!account->closed)
        list_bot(directory, account);
    return put_account(directory, account);
}

uint64_t directory_set_operator(Directory *directory, Account *account, bool on)
{
    account->is_operator = on;
    return put_account(directory, account);
}

uint64_t directory_set_second(Directory *directory, Account *account, const SecondFactor *factor)
{
    second_factor_print(factor, account->second);
    return put_account(directory, account);
}

uint64_t directory_close(Directory *directory, Account *account, int64_t now)
{
    account->closed = now;
    if (account->bot)
        unlist_bot(directory, account);
    account->is_operator = false;
    account->second[0] = account->offered[0] = '\0';
    set_hash(account, "");
    set_name(account, ANONYMOUS);
    put_player(directory, account);
    store_put_settings(directory->store, account->id, "{}", 2);
    store_delete_ratings(directory->store, account->id);
    return put_account(directory, account);
}

void directory_seen(Directory *directory, Account *account, int64_t now)
{
    if (now - account->seen < SEEN_EVERY)
        return;
    account->seen = now;
    if (account->bot)
        list_bot(directory, account);
    put_account(directory, account);
}

/* ---- opening and closing ---- */

void directory_load(Directory *directory, const StoreAccount *row)
{
    Account *account = memory_new(sizeof *account);
    memcpy(account->id, row->player, sizeof account->id);
    set_name(account, row->name);
    memcpy(account->skeleton, row->skeleton, sizeof account->skeleton);
    set_hash(account, row->password);
    account->made = row->made;
    account->seen = row->seen;
    account->closed = row->closed;
    account->bot = row->bot;
    account->is_operator = row->is_operator;
    memcpy(account->second, row->second, sizeof account->second);
    if (account->bot && !account->closed)
        list_bot(directory, account);
    hash_table_put(&directory->by_id, account);
    hash_table_put(&directory->by_skeleton, account);
}

void directory_init(Directory *directory, Store *store, const SipKey *sip)
{
    directory->store = store;
    hash_table_init(&directory->by_id, offsetof(Account, id), sip);
    hash_table_init(&directory->by_skeleton, offsetof(Account, skeleton), sip);
}

void directory_clear(Directory *directory)
{
    Account *account;
    for (size_t at = 0; (account = directory_next(directory, &at));) {
        assert(!account->credentials);
        free(account);
    }
    free(directory->bots.at);
    free(directory->parting.at);
    directory->bots = directory->parting = (AccountList){.at = NULL};
    hash_table_clear(&directory->by_id);
    hash_table_clear(&directory->by_skeleton);
}
