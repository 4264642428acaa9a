/* What is put of people; game_puts.c and import_puts.c have the rest. */
#include "putting.h"

#include <assert.h>
#include <string.h>

uint64_t store_put_account(Store *store, const StoreAccount *account)
{
    assert(is_text(account->player, sizeof account->player) && account->player[0]);
    assert(is_text(account->skeleton, sizeof account->skeleton));
    assert(is_text(account->password, sizeof account->password));
    return store_push(store, PUT_ACCOUNT, account, sizeof *account);
}

uint64_t store_put_settings(Store *store, const char *player, const char *json, size_t size)
{
    PutSettings put = {.size = (int32_t)size};
    assert(strlen(player) <= STORE_PLAYER_ID_MAX && size <= STORE_SETTINGS_MAX);
    memcpy(put.player, player, strlen(player));
    memcpy(put.json, json, size);
    return store_push(store, PUT_SETTINGS, &put, sizeof put);
}

uint64_t store_put_credential(Store *store, const StoreCredential *credential)
{
    assert(is_text(credential->key, sizeof credential->key) &&
           is_text(credential->label, sizeof credential->label));
    return store_push(store, PUT_CREDENTIAL, credential, sizeof *credential);
}

uint64_t store_delete_credential(Store *store, const char *key)
{
    return store_push(store, PUT_CREDENTIAL_DELETE, key, strlen(key) + 1);
}

uint64_t store_put_relation(Store *store, const StoreRelation *relation)
{
    return store_push(store, PUT_RELATION, relation, sizeof *relation);
}

uint64_t store_delete_relation(Store *store, const StoreRelation *relation)
{
    return store_push(store, PUT_RELATION_DELETE, relation, sizeof *relation);
}

uint64_t store_delete_ratings(Store *store, const char *player)
{
    return store_push(store, PUT_RATINGS_DELETE, player, strlen(player) + 1);
}

uint64_t store_put_sanction(Store *store, const StoreSanction *sanction)
{
    assert(is_text(sanction->id, sizeof sanction->id));
    return store_push(store, PUT_SANCTION, sanction, sizeof *sanction);
}

uint64_t store_put_address_ban(Store *store, const StoreAddressBan *ban)
{
    assert(is_text(ban->address, sizeof ban->address));
    return store_push(store, PUT_ADDRESS_BAN, ban, sizeof *ban);
}

uint64_t store_delete_address_ban(Store *store, const char *address)
{
    return store_push(store, PUT_ADDRESS_BAN_DELETE, address, strlen(address) + 1);
}

uint64_t store_put_act(Store *store, const StoreAct *act)
{
    assert(is_text(act->who, sizeof act->who) && is_text(act->act, sizeof act->act) &&
           is_text(act->target, sizeof act->target));
    return store_push(store, PUT_ACT, act, sizeof *act);
}

uint64_t store_put_report(Store *store, const StoreReport *report)
{
    assert(is_text(report->reason, sizeof report->reason) &&
           is_text(report->words, sizeof report->words));
    return store_push(store, PUT_REPORT, report, sizeof *report);
}

uint64_t store_put_site(Store *store, const StoreSite *site)
{
    assert(is_text(site->name, sizeof site->name) && is_text(site->value, sizeof site->value));
    return store_push(store, PUT_SITE, site, sizeof *site);
}
