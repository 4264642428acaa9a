/* account_lookup.h - what the parts ask about accounts: accounts.h knows them, the parts only persons. */
#pragma once

#include "accounts.h"
#include "person.h"

/* A person who was noted a while ago may have signed up since, or be called otherwise: as they are now. */
void account_refresh(const Accounts *accounts, Person *person);
/* A LobbyMeet: neither blocks the other. The context is the accounts. */
bool account_may_meet(void *context, const Person *one, const Person *other);
/* An account, whether it is here or not: by its id, or, when that is NULL, by its name. */
bool account_find(const Accounts *accounts, const char *id, const char *name, Person *person);
