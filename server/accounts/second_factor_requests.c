/* Requests about the second factor of an account: offered, confirmed, taken away. */
#include "accounts.h"
#include "memory.h"
#include "parts.h"

#include <sodium.h>

#include <stdio.h>
#include <string.h>

typedef struct {
    Job job;
    char id[PERSON_ID_MAX + 1];
    char code[SECOND_CODE_MAX + 1];
    bool by_operator;
} SecondRequest;

static void key_of(const Accounts *accounts, SecondFactorKey *key)
{
    second_factor_key_init(key, store_secret(accounts->directory.store));
}

AccountsError accounts_use_code(Accounts *accounts, Account *account, const char *code, int64_t now)
{
    SecondFactorKey key;
    SecondFactor factor;
    if (!account->second[0])
        return ACCOUNTS_OK;
    if (!*code)
        return ACCOUNTS_NEEDS_CODE;
    key_of(accounts, &key);
    bool is_right = second_factor_parse(account->second, &factor) &&
                    second_factor_use(&key, account->id, &factor, code, now);
    if (is_right)
        directory_set_second(&accounts->directory, account, &factor);
    sodium_memzero(&key, sizeof key);
    return is_right ? ACCOUNTS_OK : ACCOUNTS_WRONG_CODE;
}

/* NULL, and the error says why. */
static Account *find_open(const Accounts *accounts, const char *id, AccountsAnswer *answer)
{
    Account *account = directory_by_id(&accounts->directory, id);
    if (account && !account->closed)
        return account;
    answer->error = ACCOUNTS_NOT_FOUND;
    return NULL;
}

static void run_offer(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SecondRequest *offer = request;
    SecondFactorKey key;
    SecondFactor factor;
    Account *account = find_open(accounts, offer->id, answer);
    if (account && account->second[0])
        answer->error = ACCOUNTS_HAS_SECOND;
    if (answer->error != ACCOUNTS_OK)
        return;
    key_of(accounts, &key);
    second_factor_draw(&factor);
    second_factor_print(&factor, account->offered);
    second_factor_secret(&key, account->id, &factor, answer->secret);
    sodium_memzero(&key, sizeof key);
}

static void run_confirm(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SecondRequest *confirm = request;
    SecondFactorKey key;
    SecondFactor factor;
    Account *account = find_open(accounts, confirm->id, answer);
    if (!account)
        return;
    key_of(accounts, &key);
    if (account->second[0])
        answer->error = ACCOUNTS_HAS_SECOND;
    else if (!second_factor_parse(account->offered, &factor) ||
             !second_factor_use(&key, account->id, &factor, confirm->code, confirm->job.now))
        answer->error = ACCOUNTS_WRONG_CODE;
    if (answer->error == ACCOUNTS_OK) {
        second_factor_draw_recovery(&key, account->id, &factor, answer->recovery);
        answer->number = directory_set_second(&accounts->directory, account, &factor);
        account->offered[0] = '\0';
    }
    sodium_memzero(&key, sizeof key);
}

static void run_end(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    static const SecondFactor NONE = {.salt = ""};
    const SecondRequest *end = request;
    Account *account = find_open(accounts, end->id, answer);
    if (!account)
        return;
    if (!account->second[0])
        answer->error = ACCOUNTS_NO_SECOND;
    else if (!end->by_operator)
        answer->error = accounts_use_code(accounts, account, end->code, end->job.now);
    if (answer->error == ACCOUNTS_OK)
        answer->number = directory_set_second(&accounts->directory, account, &NONE);
}

static void ask(Accounts *accounts, const char *id, const char *code, int64_t now,
                void (*run)(Accounts *, const void *, AccountsAnswer *), AccountsDone done,
                void *context)
{
    SecondRequest *request = memory_new(sizeof *request);
    snprintf(request->id, sizeof request->id, "%s", id);
    request->by_operator = code == NULL;
    snprintf(request->code, sizeof request->code, "%s", code ? code : "");
    accounts_ask(accounts, request, sizeof *request, run, now, done, context);
}

void accounts_offer_second(Accounts *accounts, const char *id, int64_t now, AccountsDone done,
                           void *context)
{
    ask(accounts, id, "", now, run_offer, done, context);
}

void accounts_confirm_second(Accounts *accounts, const char *id, const char *code, int64_t now,
                             AccountsDone done, void *context)
{
    ask(accounts, id, code, now, run_confirm, done, context);
}

void accounts_end_second(Accounts *accounts, const char *id, const char *code, int64_t now,
                         AccountsDone done, void *context)
{
    ask(accounts, id, code, now, run_end, done, context);
}
