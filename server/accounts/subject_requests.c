/* Requests about those who sign in at an OpenID provider. */
#include "accounts.h"
#include "memory.h"
#include "parts.h"

#include <string.h>

SubjectRef subject_ref(const char *issuer, const char *subject)
{
    SubjectRef ref = {.issuer = ""};
    if (strlen(issuer) <= STORE_ISSUER_MAX && strlen(subject) <= STORE_SUBJECT_MAX) {
        memcpy(ref.issuer, issuer, strlen(issuer));
        memcpy(ref.subject, subject, strlen(subject));
    }
    return ref;
}

typedef struct {
    Job job;
    SubjectRef ref;
    char id[PERSON_ID_MAX + 1];
    char name[PERSON_NAME_MAX + 1];
    char credential[STORE_CREDENTIAL_MAX + 1];
    NewSession session;
} SubjectRequest;

/* ---- signing in and up ---- */

static void run_sign_in(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SubjectRequest *sign_in = request;
    Account *account = subject_list_find(&accounts->subjects, &sign_in->ref);
    if (!account)
        answer->error = ACCOUNTS_NOT_FOUND;
    else
        accounts_let_in(accounts, account, &sign_in->session, sign_in->job.now, answer);
}

void accounts_sign_in_subject(Accounts *accounts, const SubjectRef *ref, const NewSession *session,
                              int64_t now, AccountsDone done, void *context)
{
    SubjectRequest *request = memory_new(sizeof *request);
    request->ref = *ref;
    request->session = *session;
    accounts_ask(accounts, request, sizeof *request, run_sign_in, now, done, context);
}

static void run_find(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SubjectRequest *find = request;
    const Account *account = subject_list_find(&accounts->subjects, &find->ref);
    if (account)
        answer->account = accounts_info(accounts, account);
    else
        answer->error = ACCOUNTS_NOT_FOUND;
}

void accounts_find_subject(Accounts *accounts, const SubjectRef *ref, AccountsDone done,
                           void *context)
{
    SubjectRequest *request = memory_new(sizeof *request);
    request->ref = *ref;
    accounts_ask(accounts, request, sizeof *request, run_find, 0, done, context);
}

static AccountsError check_sign_up(const Accounts *accounts, const SubjectRequest *request)
{
    if (sanctions_of(&accounts->sanctions, request->id).banned > request->job.now)
        return ACCOUNTS_BANNED;
    if (directory_by_id(&accounts->directory, request->id) ||
        subject_list_find(&accounts->subjects, &request->ref))
        return ACCOUNTS_HAS_ACCOUNT;
    return directory_check_name(&accounts->directory, request->name, NULL);
}

static void run_sign_up(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SubjectRequest *sign_up = request;
    int64_t now = sign_up->job.now;
    Account *account;
    answer->error = check_sign_up(accounts, sign_up);
    if (answer->error != ACCOUNTS_OK)
        return;
    directory_add(&accounts->directory, sign_up->id, sign_up->name, "", now, &account);
    answer->number = subject_list_add(&accounts->subjects, account, &sign_up->ref, now);
    accounts_tell_changed(accounts, account);
    accounts_begin_session(accounts, account, &sign_up->session, now, answer);
}

void accounts_sign_up_subject(Accounts *accounts, const char *id, const char *name,
                              const SubjectRef *ref, const NewSession *session, int64_t now,
                              AccountsDone done, void *context)
{
    SubjectRequest *request = memory_new(sizeof *request);
    memcpy(request->id, id, strlen(id));
    memcpy(request->name, name, strlen(name));
    request->ref = *ref;
    request->session = *session;
    accounts_ask(accounts, request, sizeof *request, run_sign_up, now, done, context);
}

/* ---- an account that has another way in ---- */

/* The account that asks by a session of its own; NULL, and the answer says why. */
static Account *find_own(Accounts *accounts, const SubjectRequest *request, AccountsAnswer *answer)
{
    Account *account = directory_by_id(&accounts->directory, request->id);
    if (!account || account->closed)
        answer->error = ACCOUNTS_NOT_FOUND;
    else if (!credential_list_find(&accounts->credentials, request->credential, request->job.now))
        answer->error = ACCOUNTS_SIGNED_OUT;
    else
        return account;
    return NULL;
}

static void run_link(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SubjectRequest *asked = request;
    Account *account = find_own(accounts, asked, answer);
    const Account *owner = subject_list_find(&accounts->subjects, &asked->ref);
    if (!account)
        return;
    if (owner && owner != account)
        answer->error = ACCOUNTS_SUBJECT_TAKEN;
    else if (!owner && account->subjects)
        answer->error = ACCOUNTS_HAS_SUBJECT;
    else if (!owner)
        answer->number =
            subject_list_add(&accounts->subjects, account, &asked->ref, asked->job.now);
    answer->account = accounts_info(accounts, account);
}

void accounts_link_subject(Accounts *accounts, const char *id, const char *credential,
                           const SubjectRef *ref, int64_t now, AccountsDone done, void *context)
{
    SubjectRequest *request = memory_new(sizeof *request);
    memcpy(request->id, id, strlen(id));
    memcpy(request->credential, credential, strlen(credential));
    request->ref = *ref;
    accounts_ask(accounts, request, sizeof *request, run_link, now, done, context);
}

static void run_unlink(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const SubjectRequest *asked = request;
    Account *account = find_own(accounts, asked, answer);
    if (!account)
        return;
    if (!account->password[0])
        answer->error = ACCOUNTS_NO_PASSWORD;
    else
        answer->number = subject_list_end(&accounts->subjects, account);
}

void accounts_unlink_subject(Accounts *accounts, const char *id, const char *credential,
                             int64_t now, AccountsDone done, void *context)
{
    SubjectRequest *request = memory_new(sizeof *request);
    memcpy(request->id, id, strlen(id));
    memcpy(request->credential, credential, strlen(credential));
    accounts_ask(accounts, request, sizeof *request, run_unlink, now, done, context);
}
