/* address_bans.h - a copy of which addresses are banned, for whoever decides at once whether to read on. */
#pragma once

#include "account.h"
#include "hash_table.h"

typedef struct {
    HashTable bans; /* by address */
} AddressBans;

void address_bans_init(AddressBans *bans, const SipKey *sip);
void address_bans_clear(AddressBans *bans);
/* Until that instant of the wall clock; 0: not any more. */
void address_bans_set(AddressBans *bans, const char *address, int64_t until);
bool address_bans_have(const AddressBans *bans, const char *address, int64_t now);
