/* Addresses that an operator has banned, by the keys that limits count by. */
#include "inside_accounts.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

AddressBan *address_ban_get(Accounts *accounts, const char *address)
{
    AddressBan *ban = hash_table_find(&accounts->address_bans, address);
    assert(strlen(address) <= STORE_ADDRESS_MAX);
    if (!ban) {
        ban = memory_new(sizeof *ban);
        memcpy(ban->address, address, strlen(address));
        hash_table_put(&accounts->address_bans, ban);
    }
    return ban;
}

uint64_t accounts_ban_address(Accounts *accounts, const char *address, int64_t until)
{
    AddressBan *ban = address_ban_get(accounts, address);
    ban->until = until;
    return store_put_address_ban(accounts->store, ban);
}

uint64_t accounts_unban_address(Accounts *accounts, const char *address)
{
    AddressBan *ban = hash_table_find(&accounts->address_bans, address);
    if (!ban)
        return 0;
    uint64_t number = store_delete_address_ban(accounts->store, ban->address);
    hash_table_remove(&accounts->address_bans, ban);
    free(ban);
    return number;
}

bool accounts_address_is_banned(const Accounts *accounts, const char *address, int64_t now)
{
    const AddressBan *ban = hash_table_find(&accounts->address_bans, address);
    return ban && ban->until > now;
}

const AddressBan *accounts_next_address_ban(const Accounts *accounts, size_t *at)
{
    return hash_table_next(&accounts->address_bans, at);
}

const char *accounts_next_ban(const Accounts *accounts, size_t *at, int64_t *until)
{
    const Sanction *sanction = hash_table_next(&accounts->sanctions, at);
    if (sanction)
        *until = sanction->banned;
    return sanction ? sanction->id : NULL;
}
