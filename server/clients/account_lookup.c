#include "account_lookup.h"

#include <string.h>

void account_refresh(const Accounts *accounts, Person *person)
{
    const Account *account = accounts_by_id(accounts, person->id);
    if (!account)
        return;
    memcpy(person->name, account->name, sizeof person->name);
    person->guest = false;
}

bool account_may_meet(void *context, const Person *one, const Person *other)
{
    return accounts_may_meet(context, one->id, other->id);
}

bool account_find(const Accounts *accounts, const char *id, const char *name, Person *person)
{
    const Account *account = id ? accounts_by_id(accounts, id) : accounts_by_name(accounts, name);
    if (!account || account->closed)
        return false;
    *person = account_person(account);
    return true;
}
