#include "credential_list.h"

#include "log.h"
#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static uint64_t put(const CredentialList *list, const CredentialInfo *info)
{
    StoreCredential row = {.kind = info->kind,
                           .scopes = (int32_t)info->scopes,
                           .made = info->made,
                           .seen = info->seen,
                           .expires = info->expires};
    memcpy(row.key, info->key, sizeof row.key);
    memcpy(row.player, info->account, sizeof row.player);
    memcpy(row.label, info->label, sizeof row.label);
    return store_put_credential(list->store, &row);
}

static void add(CredentialList *list, Account *account, Credential *credential)
{
    memcpy(credential->info.account, account->id, sizeof credential->info.account);
    credential->owner = account;
    credential->next = account->credentials;
    account->credentials = credential;
    hash_table_put(&list->by_key, credential);
}

Credential *credential_list_find(const CredentialList *list, const char *key, int64_t now)
{
    Credential *credential = hash_table_find(&list->by_key, key);
    if (!credential || credential->owner->closed || credential_is_expired(&credential->info, now))
        return NULL;
    return credential;
}

Credential *credential_list_own(const Account *account, CredentialKind kind, const char *id)
{
    Credential *credential = account->credentials;
    while (credential &&
           (credential->info.kind != kind || !credential_has_id(&credential->info, id)))
        credential = credential->next;
    return credential;
}

void credential_list_seen(CredentialList *list, Credential *credential, int64_t now)
{
    if (now - credential->info.seen < SEEN_EVERY)
        return;
    credential->info.seen = now;
    put(list, &credential->info);
}

/* Sessions, tokens that its owner made, and tokens of apps are limited each by themselves. */
static bool counts_with(const CredentialInfo *info, const CredentialTerms *terms)
{
    return info->kind == terms->kind && !info->expires == !terms->expires;
}

/* How many count with these, and which of them has been unused for longest. */
static size_t count_with(const Account *account, const CredentialTerms *terms, Credential **oldest)
{
    size_t count = 0;
    *oldest = NULL;
    for (Credential *credential = account->credentials; credential; credential = credential->next) {
        if (!counts_with(&credential->info, terms))
            continue;
        count++;
        if (!*oldest || credential->info.seen <= (*oldest)->info.seen)
            *oldest = credential;
    }
    return count;
}

/* Makes room for one more; false when there is none. */
static bool make_room(CredentialList *list, const Account *account, const CredentialTerms *terms)
{
    Credential *oldest;
    size_t count = count_with(account, terms, &oldest);
    bool is_own = terms->kind == CREDENTIAL_TOKEN && !terms->expires;
    size_t most = is_own                              ? TOKENS_MAX
                  : terms->kind == CREDENTIAL_SESSION ? SESSIONS_MAX
                                                      : APP_TOKENS_MAX;
    if (count < most)
        return true;
    if (!is_own)
        credential_list_end(list, oldest);
    return !is_own;
}

size_t credential_list_count(const Account *account, CredentialKind kind)
{
    size_t count = 0;
    for (const Credential *credential = account->credentials; credential;
         credential = credential->next)
        count += credential->info.kind == kind;
    return count;
}

/* Whole characters of UTF-8, as many as fit. */
static void copy_label(char label[STORE_LABEL_MAX + 1], const char *text)
{
    size_t length = strlen(text);
    if (length > STORE_LABEL_MAX)
        for (length = STORE_LABEL_MAX; length && ((unsigned char)text[length] & 0xc0) == 0x80;)
            length--;
    memcpy(label, text, length);
    label[length] = '\0';
}

Credential *credential_list_add(CredentialList *list, Account *account,
                                const CredentialTerms *terms, int64_t now,
                                char text[CREDENTIAL_TEXT_LENGTH + 1], uint64_t *number)
{
    CredentialKey key;
    if (!make_room(list, account, terms))
        return NULL;
    Credential *credential = memory_new(sizeof *credential);
    credential->info = (CredentialInfo){.kind = terms->kind,
                                        .scopes = terms->scopes,
                                        .made = now,
                                        .seen = now,
                                        .expires = terms->expires};
    copy_label(credential->info.label, terms->label);
    credential_draw(terms->kind, text);
    bool is_credential = credential_key(text, CREDENTIAL_TEXT_LENGTH, &key);
    assert(is_credential);
    memcpy(credential->info.key, key.text, sizeof key.text);
    add(list, account, credential);
    *number = put(list, &credential->info);
    return credential;
}

uint64_t credential_list_end(CredentialList *list, Credential *credential)
{
    Credential **at = &credential->owner->credentials;
    while (*at != credential)
        at = &(*at)->next;
    *at = credential->next;
    hash_table_remove(&list->by_key, credential);
    uint64_t number = store_delete_credential(list->store, credential->info.key);
    if (list->ended)
        list->ended(list->ended_context, &credential->info);
    free(credential);
    return number;
}

void credential_list_end_expired(CredentialList *list, const char *key, int64_t now)
{
    Credential *credential = hash_table_find(&list->by_key, key);
    if (credential && credential_is_expired(&credential->info, now))
        credential_list_end(list, credential);
}

uint64_t credential_list_end_others(CredentialList *list, Account *account, CredentialKind kind,
                                    const char *key)
{
    uint64_t number = 0;
    for (Credential *credential = account->credentials, *next; credential; credential = next) {
        next = credential->next;
        if (credential->info.kind == kind && strcmp(credential->info.key, key) != 0)
            number = credential_list_end(list, credential);
    }
    return number;
}

void credential_list_load(CredentialList *list, const Directory *directory,
                          const StoreCredential *row)
{
    Account *account = directory_by_id(directory, row->player);
    if (!account || row->kind < CREDENTIAL_SESSION || row->kind > CREDENTIAL_TOKEN) {
        log_warning("a session of player %s is damaged and left out", row->player);
        return;
    }
    Credential *credential = memory_new(sizeof *credential);
    memcpy(credential->info.key, row->key, sizeof credential->info.key);
    credential->info.kind = (CredentialKind)row->kind;
    credential->info.scopes = (uint32_t)row->scopes;
    credential->info.made = row->made;
    credential->info.seen = row->seen;
    credential->info.expires = row->expires;
    memcpy(credential->info.label, row->label, sizeof credential->info.label);
    add(list, account, credential);
}

void credential_list_init(CredentialList *list, Store *store, const SipKey *sip)
{
    list->store = store;
    hash_table_init(&list->by_key, offsetof(Credential, info.key), sip);
}

void credential_list_clear(CredentialList *list)
{
    Credential *credential;
    for (size_t at = 0; (credential = hash_table_next(&list->by_key, &at));) {
        credential->owner->credentials = NULL;
        free(credential);
    }
    hash_table_clear(&list->by_key);
}
