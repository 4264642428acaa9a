#include "subject_list.h"

#include "memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_key(const char *issuer, const char *subject,
                      char key[STORE_ISSUER_MAX + STORE_SUBJECT_MAX + 2])
{
    snprintf(key, STORE_ISSUER_MAX + STORE_SUBJECT_MAX + 2, "%s %s", issuer, subject);
}

static void add(SubjectList *list, Account *account, const StoreSubject *row)
{
    Subject *subject = memory_new(sizeof *subject);
    subject->row = *row;
    subject->owner = account;
    subject->next = account->subjects;
    account->subjects = subject;
    print_key(row->issuer, row->subject, subject->key);
    hash_table_put(&list->by_key, subject);
}

Account *subject_list_find(const SubjectList *list, const SubjectRef *ref)
{
    char key[STORE_ISSUER_MAX + STORE_SUBJECT_MAX + 2];
    print_key(ref->issuer, ref->subject, key);
    const Subject *subject = hash_table_find(&list->by_key, key);
    return subject ? subject->owner : NULL;
}

uint64_t subject_list_add(SubjectList *list, Account *account, const SubjectRef *ref, int64_t now)
{
    StoreSubject row = {.made = now};
    assert(!subject_list_find(list, ref));
    memcpy(row.issuer, ref->issuer, sizeof row.issuer);
    memcpy(row.subject, ref->subject, sizeof row.subject);
    memcpy(row.player, account->id, sizeof row.player);
    add(list, account, &row);
    return store_put_subject(list->store, &row);
}

uint64_t subject_list_end(SubjectList *list, Account *account)
{
    uint64_t number = 0;
    for (Subject *subject; (subject = account->subjects) != NULL;) {
        account->subjects = subject->next;
        hash_table_remove(&list->by_key, subject);
        number = store_delete_subject(list->store, &subject->row);
        free(subject);
    }
    return number;
}

void subject_list_load(SubjectList *list, const Directory *directory, const StoreSubject *row)
{
    Account *account = directory_by_id(directory, row->player);
    if (account && !account->closed)
        add(list, account, row);
}

void subject_list_init(SubjectList *list, Store *store, const SipKey *sip)
{
    list->store = store;
    hash_table_init(&list->by_key, offsetof(Subject, key), sip);
}

void subject_list_clear(SubjectList *list)
{
    Subject *subject;
    for (size_t at = 0; (subject = hash_table_next(&list->by_key, &at));) {
        subject->owner->subjects = NULL;
        free(subject);
    }
    hash_table_clear(&list->by_key);
}
