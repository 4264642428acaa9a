#include "sanctions.h"

#include "memory.h"

#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- persons ---- */

static Sanction *get(Sanctions *sanctions, const char *id)
{
    Sanction *sanction = hash_table_find(&sanctions->persons, id);
    assert(strlen(id) <= PERSON_ID_MAX);
    if (!sanction) {
        sanction = memory_new(sizeof *sanction);
        memcpy(sanction->id, id, strlen(id));
        hash_table_put(&sanctions->persons, sanction);
    }
    return sanction;
}

static uint64_t put(const Sanctions *sanctions, const Sanction *sanction)
{
    StoreSanction row = {
        .muted = sanction->muted, .banned = sanction->banned, .marked = sanction->marked};
    memcpy(row.id, sanction->id, sizeof row.id);
    memcpy(row.warning, sanction->warning, sizeof row.warning);
    return store_put_sanction(sanctions->store, &row);
}

Sanction sanctions_of(const Sanctions *sanctions, const char *id)
{
    const Sanction *sanction = hash_table_find(&sanctions->persons, id);
    return sanction ? *sanction : (Sanction){.muted = 0};
}

const Sanction *sanctions_next(const Sanctions *sanctions, size_t *at)
{
    return hash_table_next(&sanctions->persons, at);
}

uint64_t sanctions_mute(Sanctions *sanctions, const char *id, int64_t until)
{
    Sanction *sanction = get(sanctions, id);
    sanction->muted = until;
    return put(sanctions, sanction);
}

uint64_t sanctions_ban(Sanctions *sanctions, const char *id, int64_t until)
{
    Sanction *sanction = get(sanctions, id);
    sanction->banned = until;
    return put(sanctions, sanction);
}

uint64_t sanctions_mark(Sanctions *sanctions, const char *id, bool on)
{
    Sanction *sanction = get(sanctions, id);
    sanction->marked = on;
    return put(sanctions, sanction);
}

uint64_t sanctions_warn(Sanctions *sanctions, const char *id, const char *warning)
{
    Sanction *sanction = get(sanctions, id);
    assert(strlen(warning) <= STORE_WARNING_MAX);
    memset(sanction->warning, 0, sizeof sanction->warning);
    memcpy(sanction->warning, warning, strlen(warning));
    return put(sanctions, sanction);
}

/* ---- addresses, by the keys that limits count by ---- */

static AddressBan *get_address(Sanctions *sanctions, const char *address)
{
    AddressBan *ban = hash_table_find(&sanctions->addresses, address);
    assert(strlen(address) <= STORE_ADDRESS_MAX);
    if (!ban) {
        ban = memory_new(sizeof *ban);
        memcpy(ban->address, address, strlen(address));
        hash_table_put(&sanctions->addresses, ban);
    }
    return ban;
}

static uint64_t unban_address(Sanctions *sanctions, const char *address)
{
    AddressBan *ban = hash_table_find(&sanctions->addresses, address);
    if (!ban)
        return 0;
    uint64_t number = store_delete_address_ban(sanctions->store, ban->address);
    hash_table_remove(&sanctions->addresses, ban);
    free(ban);
    return number;
}

uint64_t sanctions_ban_address(Sanctions *sanctions, const char *address, int64_t until)
{
    if (until == 0)
        return unban_address(sanctions, address);
    AddressBan *ban = get_address(sanctions, address);
    ban->until = until;
    return store_put_address_ban(sanctions->store, ban);
}

int64_t sanctions_address_until(const Sanctions *sanctions, const char *address)
{
    const AddressBan *ban = hash_table_find(&sanctions->addresses, address);
    return ban ? ban->until : 0;
}

const AddressBan *sanctions_next_address(const Sanctions *sanctions, size_t *at)
{
    return hash_table_next(&sanctions->addresses, at);
}

/* ---- the site ---- */

static uint64_t put_site(const Sanctions *sanctions, const char *name, const char *value)
{
    StoreSite row = {0};
    snprintf(row.name, sizeof row.name, "%s", name);
    snprintf(row.value, sizeof row.value, "%s", value);
    return store_put_site(sanctions->store, &row);
}

uint64_t sanctions_set_registration(Sanctions *sanctions, bool open)
{
    sanctions->registration_closed = !open;
    return put_site(sanctions, "registration", open ? "open" : "closed");
}

uint64_t sanctions_set_quiet(Sanctions *sanctions, bool quiet)
{
    sanctions->quiet = quiet;
    return put_site(sanctions, "quiet", quiet ? "on" : "off");
}

/* ---- opening and closing ---- */

void sanctions_load(Sanctions *sanctions, const StoreSanction *row)
{
    Sanction *sanction = get(sanctions, row->id);
    sanction->muted = row->muted;
    sanction->banned = row->banned;
    sanction->marked = row->marked;
    memcpy(sanction->warning, row->warning, sizeof sanction->warning);
}

void sanctions_load_address(Sanctions *sanctions, const StoreAddressBan *row)
{
    get_address(sanctions, row->address)->until = row->until;
}

void sanctions_load_site(Sanctions *sanctions, const StoreSite *row)
{
    if (strcmp(row->name, "registration") == 0)
        sanctions->registration_closed = strcmp(row->value, "closed") == 0;
    else if (strcmp(row->name, "quiet") == 0)
        sanctions->quiet = strcmp(row->value, "on") == 0;
}

void sanctions_init(Sanctions *sanctions, Store *store, const SipKey *sip)
{
    sanctions->store = store;
    hash_table_init(&sanctions->persons, offsetof(Sanction, id), sip);
    hash_table_init(&sanctions->addresses, offsetof(AddressBan, address), sip);
}

void sanctions_clear(Sanctions *sanctions)
{
    Sanction *sanction;
    AddressBan *ban;
    for (size_t at = 0; (sanction = hash_table_next(&sanctions->persons, &at));)
        free(sanction);
    for (size_t at = 0; (ban = hash_table_next(&sanctions->addresses, &at));)
        free(ban);
    hash_table_clear(&sanctions->persons);
    hash_table_clear(&sanctions->addresses);
}
