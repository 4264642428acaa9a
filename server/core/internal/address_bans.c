#include "address_bans.h"

#include "memory.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    char address[STORE_ADDRESS_MAX + 1]; /* the key */
    int64_t until;
} Ban;

void address_bans_init(AddressBans *bans, const SipKey *sip)
{
    hash_table_init(&bans->bans, offsetof(Ban, address), sip);
}

void address_bans_clear(AddressBans *bans)
{
    Ban *ban;
    for (size_t at = 0; (ban = hash_table_next(&bans->bans, &at));)
        free(ban);
    hash_table_clear(&bans->bans);
}

void address_bans_set(AddressBans *bans, const char *address, int64_t until)
{
    Ban *ban = hash_table_find(&bans->bans, address);
    if (!ban && until) {
        ban = memory_new(sizeof *ban);
        snprintf(ban->address, sizeof ban->address, "%s", address);
        hash_table_put(&bans->bans, ban);
    }
    if (until) {
        ban->until = until;
    } else if (ban) {
        hash_table_remove(&bans->bans, ban);
        free(ban);
    }
}

bool address_bans_have(const AddressBans *bans, const char *address, int64_t now)
{
    const Ban *ban = hash_table_find(&bans->bans, address);
    return ban && ban->until > now;
}
