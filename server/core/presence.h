/* presence.h - what the core asks about accounts: accounts.h knows them, the rest of the core only persons. */
#pragma once

#include "inside_core.h"

/* A person who was noted a while ago may have signed up since, or be called otherwise: as he is now. */
void presence_refresh(const Core *core, Person *person);
/* A LobbyMeet: neither blocks the other. The context is the core. */
bool presence_may_meet(void *context, const Person *one, const Person *other);
/* An account, whether it is here or not: by its id, or, when that is NULL, by its name. */
bool presence_find_account(const Core *core, const char *id, const char *name, Person *person);
