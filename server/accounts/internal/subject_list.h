/* subject_list.h - whom OpenID providers have named, and whose accounts these are. Only for the files of server/accounts. */
#pragma once

#include "account.h"
#include "directory.h"

struct Subject {
    Account *owner;
    Subject *next; /* of the same account */
    StoreSubject row;
    char key[STORE_ISSUER_MAX + STORE_SUBJECT_MAX +
             2]; /* issuer, a blank, subject: no issuer has a blank */
};

typedef struct {
    Store *store;
    HashTable by_key;
} SubjectList;

void subject_list_init(SubjectList *list, Store *store, const SipKey *sip);
/* Frees the memory only. */
void subject_list_clear(SubjectList *list);
void subject_list_load(SubjectList *list, const Directory *directory, const StoreSubject *row);

/* NULL when nobody is it; a closed account has none. */
Account *subject_list_find(const SubjectList *list, const SubjectRef *ref);
/* It is nobody's yet. */
uint64_t subject_list_add(SubjectList *list, Account *account, const SubjectRef *ref, int64_t now);
/* All of the account's; 0 when there were none. */
uint64_t subject_list_end(SubjectList *list, Account *account);
