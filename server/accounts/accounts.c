#include "accounts.h"

#include "log.h"
#include "memory.h"
#include "parts.h"

#include <sodium.h>

#include <stdlib.h>

/* What a turn does is about as much as TURN_WORK accounts listed, which is some milliseconds with what the answers do. */
enum { JOB_WORK = 8, TURN_WORK = 64 * JOB_WORK };

/* ---- requests ---- */

static void ask(Queue *queue, void *request, size_t size,
                void (*run)(Accounts *, const void *, AccountsAnswer *), int64_t now,
                AccountsDone done, void *context)
{
    Job *job = request;
    job->run = run;
    job->now = now;
    job->done = done;
    job->context = context;
    queue_put(queue, job, size);
}

void accounts_ask(Accounts *accounts, void *request, size_t size,
                  void (*run)(Accounts *, const void *, AccountsAnswer *), int64_t now,
                  AccountsDone done, void *context)
{
    ask(&accounts->queue, request, size, run, now, done, context);
}

void accounts_ask_for_game(Accounts *accounts, void *request, size_t size,
                           void (*run)(Accounts *, const void *, AccountsAnswer *), int64_t now,
                           AccountsDone done, void *context)
{
    ask(&accounts->games, request, size, run, now, done, context);
}

/* Returns how much it has been, in accounts that were listed. */
static size_t answer(Accounts *accounts, Job *job)
{
    AccountsAnswer answer = {.error = ACCOUNTS_OK};
    if (job->now > accounts->now)
        accounts->now = job->now;
    if (accounts->stopped)
        answer.error = ACCOUNTS_STOPPED;
    else
        job->run(accounts, job, &answer);
    if (job->done)
        job->done(job->context, &answer);
    size_t work = JOB_WORK + answer.count + answer.credentials_count + answer.bans_count;
    free((void *)(uintptr_t)answer.list);
    free((void *)(uintptr_t)answer.credentials);
    free((void *)(uintptr_t)answer.bans);
    memory_wipe(&answer, sizeof answer);
    queue_drop(job);
    return work;
}

void accounts_turn(Accounts *accounts)
{
    Job *job;
    size_t work = 0;
    while ((job = queue_take(&accounts->games)))
        answer(accounts, job);
    while ((work < TURN_WORK || accounts->stopped) && (job = queue_take(&accounts->queue)))
        work += answer(accounts, job);
    if (!accounts->stopped)
        relation_turn(&accounts->directory);
}

bool accounts_is_asked(const Accounts *accounts)
{
    return accounts->queue.first || accounts->games.first;
}

void accounts_finish(Accounts *accounts)
{
    while (accounts_is_asked(accounts))
        accounts_turn(accounts);
}

void accounts_stop(Accounts *accounts)
{
    accounts->stopped = true;
}

AccountInfo accounts_info(const Accounts *accounts, const Account *account)
{
    AccountInfo info = directory_info(account);
    info.marked = sanctions_of(&accounts->sanctions, account->id).marked;
    ratings_public(accounts->ratings, account->id, accounts->now, info.ratings);
    return info;
}

void accounts_tell_changed(const Accounts *accounts, const Account *account)
{
    AccountInfo info = accounts_info(accounts, account);
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

static void load_subject(void *context, const StoreSubject *row)
{
    Accounts *accounts = context;
    subject_list_load(&accounts->subjects, &accounts->directory, row);
}

static void load_sanction(void *context, const StoreSanction *row)
{
    Accounts *accounts = context;
    sanctions_load(&accounts->sanctions, row);
    if (row->marked)
        ratings_hide(accounts->ratings, row->id, true);
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

static void load_balance(void *context, const StorePlayer *row)
{
    const Accounts *accounts = context;
    Account *account = directory_by_id(&accounts->directory, row->id);
    if (account)
        account->balance = row->balance;
}

/* A closed account's ratings stay on disk only with its games. */
static void load_rating(void *context, const StoreRating *row)
{
    const Accounts *accounts = context;
    const Account *account = directory_by_id(&accounts->directory, row->player);
    if (account && !account->closed && !ratings_load(accounts->ratings, row))
        log_warning("a rating of player %s is damaged and left out", row->player);
}

bool accounts_load(Accounts *accounts, char *line)
{
    Store *store = accounts->directory.store;
    static const StorePeople PEOPLE = {.account = load_account,
                                       .credential = load_credential,
                                       .relation = load_relation,
                                       .subject = load_subject,
                                       .sanction = load_sanction,
                                       .address_ban = load_address_ban,
                                       .site = load_site};
    return store_load_people(store, &PEOPLE, accounts, line) == STORE_OK &&
           store_load_accounts(store, load_balance, accounts, line) == STORE_OK &&
           store_load_ratings(store, load_rating, accounts, line) == STORE_OK;
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
    subject_list_init(&accounts->subjects, store, &sip);
    sanctions_init(&accounts->sanctions, store, &sip);
    accounts->ratings = ratings_new(&sip);
    accounts->recents = recents_new();
    queue_init(&accounts->queue);
    queue_init(&accounts->games);
    return accounts;
}

void accounts_free(Accounts *accounts)
{
    Account *account;
    Job *job;
    while ((job = queue_take(&accounts->queue)) || (job = queue_take(&accounts->games)))
        queue_drop(job);
    for (size_t at = 0; (account = directory_next(&accounts->directory, &at));)
        relation_clear(account);
    credential_list_clear(&accounts->credentials);
    subject_list_clear(&accounts->subjects);
    directory_clear(&accounts->directory);
    sanctions_clear(&accounts->sanctions);
    ratings_free(accounts->ratings);
    recents_free(accounts->recents);
    free(accounts->taken_back);
    free(accounts);
}
