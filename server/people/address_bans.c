/* Addresses that an operator has banned, by the keys that limits count by. */
#include "inside_people.h"

#include "memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

AddressBan *address_ban_get(People *people, const char *address)
{
    AddressBan *ban = catalog_find(&people->address_bans, address);
    assert(strlen(address) <= STORE_ADDRESS_MAX);
    if (!ban) {
        ban = memory_new(sizeof *ban);
        memcpy(ban->address, address, strlen(address));
        catalog_put(&people->address_bans, ban);
    }
    return ban;
}

uint64_t people_ban_address(People *people, const char *address, int64_t until)
{
    AddressBan *ban = address_ban_get(people, address);
    ban->until = until;
    return store_put_address_ban(people->store, ban);
}

uint64_t people_unban_address(People *people, const char *address)
{
    AddressBan *ban = catalog_find(&people->address_bans, address);
    if (!ban)
        return 0;
    uint64_t number = store_delete_address_ban(people->store, ban->address);
    catalog_remove(&people->address_bans, ban);
    free(ban);
    return number;
}

bool people_address_is_banned(const People *people, const char *address, int64_t now)
{
    const AddressBan *ban = catalog_find(&people->address_bans, address);
    return ban && ban->until > now;
}

const AddressBan *people_next_address_ban(const People *people, size_t *at)
{
    return catalog_next(&people->address_bans, at);
}

const char *people_next_ban(const People *people, size_t *at, int64_t *until)
{
    const Sanction *sanction = catalog_next(&people->sanctions, at);
    if (sanction)
        *until = sanction->banned;
    return sanction ? sanction->id : NULL;
}
