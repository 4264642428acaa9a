#include "account_lookup.h"

#include <string.h>

void account_refresh(const Accounts *accounts, Person *person)
{
    AccountRef ref = account_ref_id(person->id);
    AccountInfo account = accounts_find_now(accounts, &ref);
    if (!account_is_found(&account))
        return;
    memcpy(person->name, account.name, sizeof person->name);
    person->guest = false;
}

bool account_may_meet(void *context, const Person *one, const Person *other)
{
    const Accounts *accounts = context;
    return !accounts_is_related_now(accounts, one->id, RELATION_BLOCKS, other->id) &&
           !accounts_is_related_now(accounts, other->id, RELATION_BLOCKS, one->id);
}

bool account_find(const Accounts *accounts, const char *id, const char *name, Person *person)
{
    AccountRef ref = id ? account_ref_id(id) : account_ref_name(name);
    AccountInfo account = accounts_find_now(accounts, &ref);
    if (!account_is_found(&account) || account.closed)
        return false;
    *person = account_person(&account);
    return true;
}
