#include "account_copies.h"

#include "clearing.h"
#include "connect.h"
#include "people.h"

/* ---- events ---- */

static void on_changed(void *context, const AccountInfo *account)
{
    Core *core = context;
    Person person = account_person(account);
    if (account->closed) {
        connect_dismiss(core, account->id, NULL);
        clearing_closed(core, account->id);
        teams_forget_player(core->teams, account->id);
        for (size_t i = 0; i < core->news_count; i++)
            if (core->news[i].gone)
                core->news[i].gone(core->news[i].context, account->id);
    }
    people_changed(core, &person);
    clients_set_account(core->clients, account);
}

static void on_rated(void *context, const char *id, Category category, const Rating *rating)
{
    Core *core = context;
    clients_set_rating(core->clients, id, category, rating);
}

static void on_related(void *context, const char *id, Relation relation, const char *other, bool on)
{
    Core *core = context;
    clients_relate(core->clients, id, relation, other, on);
}

static void on_sanctioned(void *context, const char *id, int64_t muted, int64_t banned)
{
    Core *core = context;
    (void)banned; /* whoever carries it out sends them away: core_ban */
    clients_set_silenced(core->clients, id, muted);
}

static void on_address_banned(void *context, const char *address, int64_t until)
{
    Core *core = context;
    address_bans_set(&core->address_bans, address, until);
}

static void on_quiet(void *context, bool quiet)
{
    Core *core = context;
    live_set_quiet(core->live, quiet);
}

static void on_ended(void *context, const CredentialInfo *credential)
{
    Core *core = context;
    server_time_read(&core->time);
    connect_dismiss(core, credential->account, credential->key);
    for (size_t i = 0; i < core->news_count; i++)
        if (core->news[i].ended)
            core->news[i].ended(core->news[i].context, credential);
}

/* ---- asked at the start, and for those who play without having come ---- */

static void note_site(void *context, const AccountsAnswer *answer)
{
    Core *core = context;
    if (answer->error == ACCOUNTS_OK)
        live_set_quiet(core->live, answer->quiet);
}

static void note_bans(void *context, const AccountsAnswer *answer)
{
    Core *core = context;
    for (size_t i = 0; i < answer->bans_count; i++) {
        const AccountBan *ban = &answer->bans[i];
        if (ban->is_address)
            address_bans_set(&core->address_bans, ban->who, ban->until);
        else
            clearing_banned(core, ban->who);
    }
}

static void note_account(void *context, const AccountsAnswer *answer)
{
    Core *core = context;
    if (answer->count == 0 || !account_is_found(&answer->list[0]))
        return;
    clients_set_account(core->clients, &answer->list[0]);
    clients_set_balance(core->clients, answer->list[0].id, answer->list[0].balance);
}

static void on_held(void *context, const char *person)
{
    Core *core = context;
    AccountRef ref = account_ref_id(person);
    accounts_find(core->options.accounts, &ref, 1, "", note_account, core);
}

void account_copies_begin(Core *core)
{
    accounts_set_events(core->options.accounts,
                        &(AccountsEvents){.context = core,
                                          .changed = on_changed,
                                          .rated = on_rated,
                                          .related = on_related,
                                          .sanctioned = on_sanctioned,
                                          .address_banned = on_address_banned,
                                          .quiet = on_quiet,
                                          .ended = on_ended});
    clients_on_held(core->clients, on_held, core);
    accounts_site(core->options.accounts, note_site, core);
    server_time_read(&core->time);
    accounts_bans(core->options.accounts, core->time.wall, note_bans, core);
}
