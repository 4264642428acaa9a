/* Requests that change accounts: signing up and in, passwords, names, closing. */
#include "accounts.h"
#include "memory.h"
#include "parts.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

void accounts_draw_id(char id[PERSON_ID_MAX + 1])
{
    unsigned char chance[10];
    randombytes_buf(chance, sizeof chance);
    id[0] = 'g';
    sodium_bin2hex(id + 1, PERSON_ID_MAX, chance, sizeof chance);
}

/* ---- signing up ---- */

enum { NAME_TEXT_MAX = 4 * USERNAME_MAX }; /* the rest of a longer one would not make it better */

typedef struct {
    Job job;
    char name[NAME_TEXT_MAX + 1];
} CheckName;

static void run_check_name(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const CheckName *check = request;
    answer->error = accounts->sanctions.registration_closed
                        ? ACCOUNTS_CLOSED
                        : directory_check_name(&accounts->directory, check->name, NULL);
}

void accounts_check_name(Accounts *accounts, const char *name, AccountsDone done, void *context)
{
    CheckName *check = memory_new(sizeof *check);
    snprintf(check->name, sizeof check->name, "%s", name);
    accounts_ask(accounts, check, sizeof *check, run_check_name, 0, done, context);
}

typedef struct {
    Job job;
    char id[PERSON_ID_MAX + 1];
    char name[NAME_TEXT_MAX + 1];
    char password[STORE_PASSWORD_MAX + 1];
    bool by_operator;
    NewSession session;
} SignUp;

static AccountsError check_sign_up(const Accounts *accounts, const SignUp *request)
{
    if (sanctions_of(&accounts->sanctions, request->id).banned > request->job.now)
        return ACCOUNTS_BANNED;
    bool may_come = request->by_operator || request->session.is_invited;
    if (accounts->sanctions.registration_closed && !may_come)
        return ACCOUNTS_CLOSED;
    if (directory_by_id(&accounts->directory, request->id))
        return ACCOUNTS_HAS_ACCOUNT;
    return directory_check_name(&accounts->directory, request->name, NULL);
}

void accounts_begin_session(Accounts *accounts, Account *account, const NewSession *session,
                            int64_t now, AccountsAnswer *answer)
{
    Credential *before = credential_list_find(&accounts->credentials, session->before, now);
    if (before && before->info.kind == CREDENTIAL_SESSION)
        credential_list_end(&accounts->credentials, before);
    const CredentialTerms terms = {.kind = CREDENTIAL_SESSION, .label = session->label};
    const Credential *made = credential_list_add(&accounts->credentials, account, &terms, now,
                                                 answer->text, &answer->number);
    answer->credential = made->info;
    answer->account = accounts_info(accounts, account);
    memcpy(answer->password, account->password, sizeof answer->password);
}

static void run_sign_up(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SignUp *sign_up = request;
    Account *account;
    answer->error = check_sign_up(accounts, sign_up);
    if (answer->error != ACCOUNTS_OK)
        return;
    answer->number = directory_add(&accounts->directory, sign_up->id, sign_up->name,
                                   sign_up->password, sign_up->job.now, &account);
    accounts_tell_changed(accounts, account);
    answer->account = accounts_info(accounts, account);
    if (!sign_up->by_operator)
        accounts_begin_session(accounts, account, &sign_up->session, sign_up->job.now, answer);
}

void accounts_sign_up(Accounts *accounts, const char *id, const char *name, const char *password,
                      const NewSession *session, int64_t now, AccountsDone done, void *context)
{
    SignUp *request = memory_new(sizeof *request);
    snprintf(request->id, sizeof request->id, "%s", id);
    snprintf(request->name, sizeof request->name, "%s", name);
    snprintf(request->password, sizeof request->password, "%s", password);
    request->by_operator = session == NULL;
    if (session)
        request->session = *session;
    accounts_ask(accounts, request, sizeof *request, run_sign_up, now, done, context);
}

/* ---- with a password, or by an operator ---- */

/* The account; NULL, and *error says why, when the proof no longer holds. */
static Account *check_proof(const Accounts *accounts, const Proof *proof, int64_t now,
                            AccountsError *error)
{
    Account *account = directory_by_id(&accounts->directory, proof->id);
    if (!account || account->closed)
        *error = ACCOUNTS_NOT_FOUND;
    else if (proof->password[0] && strcmp(account->password, proof->password) != 0)
        *error = ACCOUNTS_NEW_PASSWORD;
    else if (proof->credential[0] &&
             !credential_list_find(&accounts->credentials, proof->credential, now))
        *error = ACCOUNTS_SIGNED_OUT;
    else
        return account;
    return NULL;
}

typedef struct {
    Job job;
    Proof proof;
    NewSession session;
} SignIn;

void accounts_let_in(Accounts *accounts, Account *account, const NewSession *session, int64_t now,
                     AccountsAnswer *answer)
{
    if (sanctions_of(&accounts->sanctions, account->id).banned > now)
        answer->error = ACCOUNTS_BANNED;
    else
        answer->error = accounts_use_code(accounts, account, session->code, now);
    if (answer->error == ACCOUNTS_OK)
        accounts_begin_session(accounts, account, session, now, answer);
}

static void run_sign_in(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SignIn *sign_in = request;
    Account *account = check_proof(accounts, &sign_in->proof, sign_in->job.now, &answer->error);
    if (!account)
        return;
    accounts_let_in(accounts, account, &sign_in->session, sign_in->job.now, answer);
}

void accounts_sign_in(Accounts *accounts, const Proof *proof, const NewSession *session,
                      int64_t now, AccountsDone done, void *context)
{
    SignIn *sign_in = memory_new(sizeof *sign_in);
    sign_in->proof = *proof;
    sign_in->session = *session;
    accounts_ask(accounts, sign_in, sizeof *sign_in, run_sign_in, now, done, context);
}

typedef struct {
    Job job;
    Proof proof;
    char password[STORE_PASSWORD_MAX + 1];
    NewSession session; /* that begins; of a link only */
    char kept[ALL_TOKENS_MAX][CREDENTIAL_ID_LENGTH + 1];
    size_t kept_count;
} SetPassword;

static bool is_kept(const SetPassword *request, const CredentialInfo *credential)
{
    bool kept = strcmp(credential->key, request->proof.credential) == 0;
    for (size_t i = 0; i < request->kept_count && credential->kind == CREDENTIAL_TOKEN; i++)
        kept = kept || credential_has_id(credential, request->kept[i]);
    return kept;
}

/* Ends all that is not kept. */
static void end_credentials(Accounts *accounts, const Account *account, const SetPassword *set,
                            AccountsAnswer *answer)
{
    for (Credential *credential = account->credentials, *next; credential; credential = next) {
        next = credential->next;
        if (is_kept(set, &credential->info))
            continue;
        *(credential->info.kind == CREDENTIAL_TOKEN ? &answer->tokens_ended
                                                    : &answer->sessions_ended) += 1;
        credential_list_end(&accounts->credentials, credential);
    }
}

static void run_set_password(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SetPassword *set = request;
    Account *account = check_proof(accounts, &set->proof, set->job.now, &answer->error);
    if (!account)
        return;
    end_credentials(accounts, account, set, answer);
    answer->number = directory_set_password(&accounts->directory, account, set->password);
    answer->account = accounts_info(accounts, account);
    memcpy(answer->password, account->password, sizeof answer->password);
}

void accounts_set_password(Accounts *accounts, const Proof *proof, const char *password,
                           const char (*kept)[CREDENTIAL_ID_LENGTH + 1], size_t kept_count,
                           AccountsDone done, void *context)
{
    SetPassword *set = memory_new(sizeof *set);
    assert(kept_count <= ALL_TOKENS_MAX);
    set->proof = *proof;
    snprintf(set->password, sizeof set->password, "%s", password);
    if (kept_count)
        memcpy(set->kept, kept, kept_count * sizeof *kept);
    set->kept_count = kept_count;
    accounts_ask(accounts, set, sizeof *set, run_set_password, 0, done, context);
}

static void run_recover(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SetPassword *set = request;
    Account *account = check_proof(accounts, &set->proof, set->job.now, &answer->error);
    if (!account)
        return;
    if (sanctions_of(&accounts->sanctions, account->id).banned > set->job.now)
        answer->error = ACCOUNTS_BANNED;
    else
        answer->error = accounts_use_code(accounts, account, set->session.code, set->job.now);
    if (answer->error != ACCOUNTS_OK)
        return;
    end_credentials(accounts, account, set, answer);
    directory_set_password(&accounts->directory, account, set->password);
    accounts_begin_session(accounts, account, &set->session, set->job.now, answer);
}

void accounts_recover(Accounts *accounts, const char *id, const char *password,
                      const NewSession *session, int64_t now, AccountsDone done, void *context)
{
    SetPassword *set = memory_new(sizeof *set);
    snprintf(set->proof.id, sizeof set->proof.id, "%s", id);
    snprintf(set->password, sizeof set->password, "%s", password);
    set->session = *session;
    accounts_ask(accounts, set, sizeof *set, run_recover, now, done, context);
}

typedef struct {
    Job job;
    Proof proof;
} Close;

static void run_close(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Close *close = request;
    Account *account = check_proof(accounts, &close->proof, close->job.now, &answer->error);
    if (!account)
        return;
    credential_list_end_others(&accounts->credentials, account, CREDENTIAL_SESSION, "");
    credential_list_end_others(&accounts->credentials, account, CREDENTIAL_TOKEN, "");
    subject_list_end(&accounts->subjects, account);
    ratings_forget(accounts->ratings, account->id);
    answer->number = directory_close(&accounts->directory, account, close->job.now);
    relation_part(&accounts->directory, account);
    answer->account = accounts_info(accounts, account);
    accounts_tell_changed(accounts, account);
}

void accounts_close(Accounts *accounts, const Proof *proof, int64_t now, AccountsDone done,
                    void *context)
{
    Close *close = memory_new(sizeof *close);
    close->proof = *proof;
    accounts_ask(accounts, close, sizeof *close, run_close, now, done, context);
}

/* ---- by an operator ---- */

typedef struct {
    Job job;
    char id[PERSON_ID_MAX + 1];
    char name[NAME_TEXT_MAX + 1]; /* the new one */
    bool on;
} Change;

static void run_rename(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Change *change = request;
    Account *account = directory_by_id(&accounts->directory, change->id);
    answer->error = !account || account->closed
                        ? ACCOUNTS_NOT_FOUND
                        : directory_check_name(&accounts->directory, change->name, account);
    if (answer->error != ACCOUNTS_OK)
        return;
    answer->number = directory_rename(&accounts->directory, account, change->name);
    answer->account = accounts_info(accounts, account);
    accounts_tell_changed(accounts, account);
}

void accounts_rename(Accounts *accounts, const char *id, const char *name, AccountsDone done,
                     void *context)
{
    Change *change = memory_new(sizeof *change);
    snprintf(change->id, sizeof change->id, "%s", id);
    snprintf(change->name, sizeof change->name, "%s", name);
    accounts_ask(accounts, change, sizeof *change, run_rename, 0, done, context);
}

static void run_set_bot(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Change *change = request;
    Account *account = directory_by_id(&accounts->directory, change->id);
    if (!account) {
        answer->error = ACCOUNTS_NOT_FOUND;
        return;
    }
    answer->number = directory_set_bot(&accounts->directory, account);
    answer->account = accounts_info(accounts, account);
    accounts_tell_changed(accounts, account);
}

void accounts_set_bot(Accounts *accounts, const char *id, AccountsDone done, void *context)
{
    Change *change = memory_new(sizeof *change);
    snprintf(change->id, sizeof change->id, "%s", id);
    accounts_ask(accounts, change, sizeof *change, run_set_bot, 0, done, context);
}

static void run_set_operator(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Change *change = request;
    Account *account = directory_by_id(&accounts->directory, change->id);
    if (!account || account->closed) {
        answer->error = ACCOUNTS_NOT_FOUND;
        return;
    }
    answer->number = directory_set_operator(&accounts->directory, account, change->on);
    answer->account = accounts_info(accounts, account);
    accounts_tell_changed(accounts, account);
}

void accounts_set_operator(Accounts *accounts, const char *id, bool on, AccountsDone done,
                           void *context)
{
    Change *change = memory_new(sizeof *change);
    snprintf(change->id, sizeof change->id, "%s", id);
    change->on = on;
    accounts_ask(accounts, change, sizeof *change, run_set_operator, 0, done, context);
}

static void run_operators(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Account *account;
    AccountInfo *list;
    size_t count = 0;
    (void)request;
    for (size_t at = 0; (account = directory_next(&accounts->directory, &at));)
        count += account->is_operator;
    list = memory_array(count + 1, sizeof *list);
    for (size_t at = 0; (account = directory_next(&accounts->directory, &at));)
        if (account->is_operator)
            list[answer->count++] = accounts_info(accounts, account);
    answer->list = list;
}

void accounts_operators(Accounts *accounts, AccountsDone done, void *context)
{
    Change *change = memory_new(sizeof *change);
    accounts_ask(accounts, change, sizeof *change, run_operators, 0, done, context);
}
