/* inside_people.h - People as its own files see it. Nobody else includes this. */
#pragma once

#include "people.h"

typedef struct {
    char id[PERSON_ID_MAX + 1];
    int64_t muted, banned; /* until */
} Sanction;

struct People {
    Store *store;
    Catalog by_id, by_skeleton; /* of accounts; closed ones, too */
    Catalog passes;             /* by their keys */
    Catalog sanctions;
    Catalog address_bans;
    bool registration_closed, quiet;
    PassEnded ended; /* may be NULL */
    void *ended_context;
};

AddressBan *address_ban_get(People *people, const char *address);
/* Without asking the store: as it was loaded. */
void circle_add(Circle *circle, Account *other);
