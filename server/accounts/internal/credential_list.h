/* credential_list.h - the sessions and API tokens of all accounts, by their keys. */
#pragma once

#include "credential.h"
#include "directory.h"

struct Credential {
    CredentialInfo info;
    Account *owner;
    Credential *next; /* of the same account, newest first */
};

/* Called for each credential that ends, for whatever reason. */
typedef void (*CredentialEnded)(void *context, const CredentialInfo *credential);

typedef struct {
    Store *store;
    HashTable by_key;
    CredentialEnded ended; /* may be NULL */
    void *ended_context;
} CredentialList;

void credential_list_init(CredentialList *list, Store *store, const SipKey *sip);
/* Frees the memory only, also of the credentials. */
void credential_list_clear(CredentialList *list);
void credential_list_load(CredentialList *list, const Directory *directory,
                          const StoreCredential *row);

/* NULL when there is none, it has expired, or its account is closed. */
Credential *credential_list_find(const CredentialList *list, const char *key, int64_t now);
/* The account's own of that kind, by its id. */
Credential *credential_list_own(const Account *account, CredentialKind kind, const char *id);
size_t credential_list_count(const Account *account, CredentialKind kind);

/* The credential was used, which is noted on disk once an hour. */
void credential_list_seen(CredentialList *list, Credential *credential, int64_t now);
/* What a new one is to be. */
typedef struct {
    CredentialKind kind;
    uint32_t scopes;
    const char *label; /* is cut */
    int64_t expires;   /* as in CredentialInfo */
} CredentialTerms;
/* NULL when an account has TOKENS_MAX; a session and a token of an app make room, by ending the one that has been unused
 * for longest. */
Credential *credential_list_add(CredentialList *list, Account *account,
                                const CredentialTerms *terms, int64_t now,
                                char text[CREDENTIAL_TEXT_LENGTH + 1], uint64_t *number);
uint64_t credential_list_end(CredentialList *list, Credential *credential);
/* Ends the one with that key if it has expired. */
void credential_list_end_expired(CredentialList *list, const char *key, int64_t now);
/* All of that kind except the one with that key; 0 when there were none. */
uint64_t credential_list_end_others(CredentialList *list, Account *account, CredentialKind kind,
                                    const char *key);
