/* sanctions.h - what operators decide: mutes, bans of people and addresses, registration and quiet mode. */
#pragma once

#include "hash_table.h"
#include "person.h"
#include "store.h"

typedef struct {
    char id[PERSON_ID_MAX + 1];
    int64_t muted, banned; /* until */
    bool marked;
    char warning[STORE_WARNING_MAX + 1]; /* that they have not been shown; or empty */
} Sanction;

typedef StoreAddressBan AddressBan;

typedef struct {
    Store *store;
    HashTable persons, addresses;
    bool registration_closed, quiet;
} Sanctions;

void sanctions_init(Sanctions *sanctions, Store *store, const SipKey *sip);
void sanctions_clear(Sanctions *sanctions);
void sanctions_load(Sanctions *sanctions, const StoreSanction *row);
void sanctions_load_address(Sanctions *sanctions, const StoreAddressBan *row);
void sanctions_load_site(Sanctions *sanctions, const StoreSite *row);

/* People who are not in it have no sanctions. */
Sanction sanctions_of(const Sanctions *sanctions, const char *id);
/* In any order; start with *at = 0; NULL at the end. */
const Sanction *sanctions_next(const Sanctions *sanctions, size_t *at);
const AddressBan *sanctions_next_address(const Sanctions *sanctions, size_t *at);
/* 0 when it never was. */
int64_t sanctions_address_until(const Sanctions *sanctions, const char *address);

/* Until 'until', wall clock; 0 ends it. Return the batch's number. */
uint64_t sanctions_mute(Sanctions *sanctions, const char *id, int64_t until);
uint64_t sanctions_ban(Sanctions *sanctions, const char *id, int64_t until);
uint64_t sanctions_mark(Sanctions *sanctions, const char *id, bool on);
/* An empty one: they have been shown it. */
uint64_t sanctions_warn(Sanctions *sanctions, const char *id, const char *warning);
/* With 'until' 0 it also returns 0 when the address was not banned. */
uint64_t sanctions_ban_address(Sanctions *sanctions, const char *address, int64_t until);
uint64_t sanctions_set_registration(Sanctions *sanctions, bool open);
uint64_t sanctions_set_quiet(Sanctions *sanctions, bool quiet);
