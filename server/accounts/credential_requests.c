/* Sessions and API tokens: listed, made, ended, tested. */
#include "accounts.h"
#include "memory.h"
#include "parts.h"

#include <stdio.h>
#include <string.h>

/* Which ones of an account. */
typedef struct {
    Job job;
    char id[PERSON_ID_MAX + 1];
    CredentialKind kind;
    char credential[STORE_CREDENTIAL_MAX + 1]; /* an id or a key */
} Which;

static void ask(Accounts *accounts, const char *id, CredentialKind kind, const char *credential,
                void (*run)(Accounts *, const void *, AccountsAnswer *), AccountsDone done,
                void *context)
{
    Which *which = memory_new(sizeof *which);
    snprintf(which->id, sizeof which->id, "%s", id);
    snprintf(which->credential, sizeof which->credential, "%s", credential);
    which->kind = kind;
    accounts_ask(accounts, which, sizeof *which, run, 0, done, context);
}

static void run_credentials(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Which *which = request;
    const Account *account = directory_by_id(&accounts->directory, which->id);
    if (!account)
        return;
    CredentialInfo *infos =
        memory_array(credential_list_count(account, which->kind) + 1, sizeof *infos);
    for (const Credential *credential = account->credentials; credential;
         credential = credential->next)
        if (credential->info.kind == which->kind)
            infos[answer->credentials_count++] = credential->info;
    answer->credentials = infos;
}

void accounts_credentials(Accounts *accounts, const char *id, CredentialKind kind,
                          AccountsDone done, void *context)
{
    ask(accounts, id, kind, "", run_credentials, done, context);
}

static void run_end_credential(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Which *which = request;
    const Account *account = directory_by_id(&accounts->directory, which->id);
    Credential *credential =
        account ? credential_list_own(account, which->kind, which->credential) : NULL;
    if (credential)
        answer->number = credential_list_end(&accounts->credentials, credential);
    else
        answer->error = ACCOUNTS_NOT_FOUND;
}

void accounts_end_credential(Accounts *accounts, const char *id, CredentialKind kind,
                             const char *credential, AccountsDone done, void *context)
{
    ask(accounts, id, kind, credential, run_end_credential, done, context);
}

static void run_end_credentials(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Which *which = request;
    Account *account = directory_by_id(&accounts->directory, which->id);
    if (account)
        answer->number = credential_list_end_others(&accounts->credentials, account, which->kind,
                                                    which->credential);
}

void accounts_end_credentials(Accounts *accounts, const char *id, CredentialKind kind,
                              const char *kept, AccountsDone done, void *context)
{
    ask(accounts, id, kind, kept, run_end_credentials, done, context);
}

typedef struct {
    Job job;
    char id[PERSON_ID_MAX + 1];
    uint32_t scopes;
    int64_t expires;
    char session[STORE_CREDENTIAL_MAX + 1]; /* the key of one that must still be valid; or "" */
    char label[STORE_LABEL_MAX + 4]; /* longer than is stored: it is cut between characters */
} AddToken;

/* Whether the account's session is the one in which an app was let in; or none is named. */
static bool has_session(const Accounts *accounts, const Account *account, const AddToken *add)
{
    if (!add->session[0])
        return true;
    const Credential *session =
        credential_list_find(&accounts->credentials, add->session, add->job.now);
    return session && session->owner == account;
}

static void run_add_token(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const AddToken *add = request;
    Account *account = directory_by_id(&accounts->directory, add->id);
    const Credential *made = NULL;
    const CredentialTerms terms = {.kind = CREDENTIAL_TOKEN,
                                   .scopes = add->scopes,
                                   .label = add->label,
                                   .expires = add->expires};
    if (!account || account->closed || !has_session(accounts, account, add))
        answer->error = ACCOUNTS_NOT_FOUND;
    else if (!(made = credential_list_add(&accounts->credentials, account, &terms, add->job.now,
                                          answer->text, &answer->number)))
        answer->error = ACCOUNTS_FULL;
    else
        answer->credential = made->info;
}

void accounts_add_token(Accounts *accounts, const char *id, uint32_t scopes, const char *label,
                        int64_t now, AccountsDone done, void *context)
{
    AddToken *add = memory_new(sizeof *add);
    snprintf(add->id, sizeof add->id, "%s", id);
    snprintf(add->label, sizeof add->label, "%s", label);
    add->scopes = scopes;
    accounts_ask(accounts, add, sizeof *add, run_add_token, now, done, context);
}

void accounts_add_app_token(Accounts *accounts, const char *id, const char *session,
                            uint32_t scopes, const char *label, int64_t now, AccountsDone done,
                            void *context)
{
    const int64_t day = 24 * 60 * 60 * 1000;
    AddToken *add = memory_new(sizeof *add);
    snprintf(add->id, sizeof add->id, "%s", id);
    snprintf(add->session, sizeof add->session, "%s", session);
    snprintf(add->label, sizeof add->label, "%s", label);
    add->scopes = scopes;
    add->expires = now + APP_TOKEN_LIFE_DAYS * day;
    accounts_ask(accounts, add, sizeof *add, run_add_token, now, done, context);
}

typedef struct {
    Job job;
    size_t count;
    CredentialKey keys[];
} TestCredentials;

static void run_test(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const TestCredentials *test = request;
    CredentialInfo *infos = memory_array(test->count + 1, sizeof *infos);
    AccountInfo *owners = memory_array(test->count + 1, sizeof *owners);
    for (size_t i = 0; i < test->count; i++) {
        Credential *credential =
            credential_list_find(&accounts->credentials, test->keys[i].text, test->job.now);
        if (!credential)
            continue;
        credential_list_seen(&accounts->credentials, credential, test->job.now);
        infos[i] = credential->info;
        owners[i] = accounts_info(accounts, credential->owner);
    }
    answer->credentials = infos;
    answer->list = owners;
    answer->credentials_count = answer->count = test->count;
}

void accounts_test_credentials(Accounts *accounts, const CredentialKey *keys, size_t count,
                               int64_t now, AccountsDone done, void *context)
{
    size_t size = sizeof(TestCredentials) + count * sizeof *keys;
    TestCredentials *test = memory_new(size);
    test->count = count;
    if (count)
        memcpy(test->keys, keys, count * sizeof *keys);
    accounts_ask(accounts, test, size, run_test, now, done, context);
}
