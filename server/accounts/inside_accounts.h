/* inside_accounts.h - People as its own files see it. Nobody else includes this. */
#pragma once

#include "accounts.h"

typedef struct {
    char id[PERSON_ID_MAX + 1];
    int64_t muted, banned; /* until */
} Sanction;

struct Accounts {
    Store *store;
    HashTable by_id, by_skeleton; /* of accounts; closed ones, too */
    HashTable credentials;        /* by their keys */
    HashTable sanctions;
    HashTable address_bans;
    bool registration_closed, quiet;
    CredentialEnded ended; /* may be NULL */
    void *ended_context;
};

AddressBan *address_ban_get(Accounts *accounts, const char *address);
/* Without asking the store: as it was loaded. */
void circle_add(Circle *circle, Account *other);
