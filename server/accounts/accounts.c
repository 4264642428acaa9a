#include "accounts.h"

#include "memory.h"
#include "parts.h"

#include <sodium.h>

#include <stdlib.h>

/* ---- requests ---- */

void accounts_ask(Accounts *accounts, void *request, size_t size,
                  void (*run)(Accounts *, const void *, AccountsAnswer *), int64_t now,
                  AccountsDone done, void *context)
{
    Job *job = request;
    job->run = run;
    job->now = now;
    job->done = done;
    job->context = context;
    queue_put(&accounts->queue, job, size);
}

static void answer(Accounts *accounts, Job *job)
{
    AccountsAnswer answer = {.error = ACCOUNTS_OK};
    if (accounts->stopped)
        answer.error = ACCOUNTS_STOPPED;
    else
        job->run(accounts, job, &answer);
    job->done(job->context, &answer);
    free((void *)(uintptr_t)answer.list);
    free((void *)(uintptr_t)answer.credentials);
    free((void *)(uintptr_t)answer.bans);
    memory_wipe(&answer, sizeof answer);
    queue_drop(job);
}

void accounts_turn(Accounts *accounts)
{
    Job *job;
    while ((job = queue_take(&accounts->queue)))
        answer(accounts, job);
}

bool accounts_is_asked(const Accounts *accounts)
{
    return accounts->queue.first != NULL;
}

void accounts_stop(Accounts *accounts)
{
    accounts->stopped = true;
}

void accounts_tell_changed(const Accounts *accounts, const Account *account)
{
    AccountInfo info = directory_info(account);
    if (accounts->events.changed)
        accounts->events.changed(accounts->events.context, &info);
}

/* ---- opening and closing ---- */

static void load_account(void *context, const StoreAccount *row)
{
    Accounts *accounts = context;
    directory_load(&accounts->directory, row);
}

static void load_credential(void *context, const StoreCredential *row)
{
    Accounts *accounts = context;
    credential_list_load(&accounts->credentials, &accounts->directory, row);
}

static void load_relation(void *context, const StoreRelation *row)
{
    Accounts *accounts = context;
    relation_load(&accounts->directory, row);
}

static void load_sanction(void *context, const StoreSanction *row)
{
    Accounts *accounts = context;
    sanctions_load(&accounts->sanctions, row);
}

static void load_address_ban(void *context, const StoreAddressBan *row)
{
    Accounts *accounts = context;
    sanctions_load_address(&accounts->sanctions, row);
}

static void load_site(void *context, const StoreSite *row)
{
    Accounts *accounts = context;
    sanctions_load_site(&accounts->sanctions, row);
}

bool accounts_load(Accounts *accounts, char *line)
{
    static const StorePeople PEOPLE = {.account = load_account,
                                       .credential = load_credential,
                                       .relation = load_relation,
                                       .sanction = load_sanction,
                                       .address_ban = load_address_ban,
                                       .site = load_site};
    return store_load_people(accounts->directory.store, &PEOPLE, accounts, line) == STORE_OK;
}

void accounts_set_events(Accounts *accounts, const AccountsEvents *events)
{
    accounts->events = *events;
    accounts->credentials.ended = events->ended;
    accounts->credentials.ended_context = events->context;
}

Accounts *accounts_new(Store *store)
{
    Accounts *accounts = memory_new(sizeof *accounts);
    SipKey sip;
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    directory_init(&accounts->directory, store, &sip);
    credential_list_init(&accounts->credentials, store, &sip);
    sanctions_init(&accounts->sanctions, store, &sip);
    queue_init(&accounts->queue);
    return accounts;
}

void accounts_free(Accounts *accounts)
{
    Account *account;
    Job *job;
    while ((job = queue_take(&accounts->queue)))
        queue_drop(job);
    for (size_t at = 0; (account = directory_next(&accounts->directory, &at));)
        relation_clear(account);
    credential_list_clear(&accounts->credentials);
    directory_clear(&accounts->directory);
    sanctions_clear(&accounts->sanctions);
    free(accounts);
}
