/* Requests that look up accounts: by name, by id, by credential. */
#include "accounts.h"
#include "memory.h"
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void note_relations(AccountInfo *info, const Account *viewer, const Account *account)
{
    info->followed = relation_is(viewer, RELATION_FOLLOWS, account);
    info->blocked = relation_is(viewer, RELATION_BLOCKS, account);
    info->muted = relation_is(viewer, RELATION_MUTES, account);
    info->blocks = relation_is(account, RELATION_BLOCKS, viewer);
}

/* The account as 'viewer' sees it (NULL: as anybody does). */
static AccountInfo seen_by(const Accounts *accounts, const Account *viewer, const Account *account)
{
    AccountInfo info = accounts_info(accounts, account);
    if (viewer)
        note_relations(&info, viewer, account);
    return info;
}

/* ---- found ---- */

typedef struct {
    Job job;
    char viewer[PERSON_ID_MAX + 1];
    size_t count;
    AccountRef refs[];
} Find;

static void run_find(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Find *find = request;
    const Account *viewer = directory_by_id(&accounts->directory, find->viewer);
    AccountInfo *list = memory_array(find->count + 1, sizeof *list);
    for (size_t i = 0; i < find->count; i++) {
        const Account *account = directory_find(&accounts->directory, &find->refs[i]);
        list[i] = account ? seen_by(accounts, viewer, account) : (AccountInfo){.id = ""};
    }
    answer->list = list;
    answer->count = find->count;
}

void accounts_find(Accounts *accounts, const AccountRef *refs, size_t count, const char *viewer,
                   AccountsDone done, void *context)
{
    size_t size = sizeof(Find) + count * sizeof *refs;
    Find *find = memory_new(size);
    snprintf(find->viewer, sizeof find->viewer, "%s", viewer);
    find->count = count;
    if (count)
        memcpy(find->refs, refs, count * sizeof *refs);
    accounts_ask(accounts, find, size, run_find, 0, done, context);
}

static void run_bots(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Find *find = request;
    const AccountList *bots = &accounts->directory.bots;
    const Account *viewer = directory_by_id(&accounts->directory, find->viewer);
    size_t count = bots->count < find->count ? bots->count : find->count;
    AccountInfo *list = memory_array(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++)
        list[i] = seen_by(accounts, viewer, bots->at[i]);
    answer->list = list;
    answer->count = count;
}

void accounts_bots(Accounts *accounts, const char *viewer, size_t most, AccountsDone done,
                   void *context)
{
    Find *find = memory_new(sizeof *find);
    snprintf(find->viewer, sizeof find->viewer, "%s", viewer);
    find->count = most;
    accounts_ask(accounts, find, sizeof *find, run_bots, 0, done, context);
}

typedef struct {
    Job job;
    AccountRef ref;
} Login;

static void run_login(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Login *login = request;
    const Account *account = directory_find(&accounts->directory, &login->ref);
    if (!account || account->closed) {
        answer->error = ACCOUNTS_NOT_FOUND;
        return;
    }
    answer->account = accounts_info(accounts, account);
    memcpy(answer->skeleton, account->skeleton, sizeof answer->skeleton);
    memcpy(answer->password, account->password, sizeof answer->password);
}

void accounts_login(Accounts *accounts, const AccountRef *ref, AccountsDone done, void *context)
{
    Login *login = memory_new(sizeof *login);
    login->ref = *ref;
    accounts_ask(accounts, login, sizeof *login, run_login, 0, done, context);
}

typedef struct {
    Job job;
    char id[PERSON_ID_MAX + 1];
    Relation relation;
} ListRelated;

static void run_related(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const ListRelated *related = request;
    const Account *account = directory_by_id(&accounts->directory, related->id);
    if (!account || account->closed)
        return;
    const Circle *circle = &account->circles[related->relation];
    AccountInfo *list = memory_array(circle->count + 1, sizeof *list);
    for (size_t i = 0; i < circle->count; i++)
        if (!circle->at[i].other->closed)
            list[answer->count++] = seen_by(accounts, account, circle->at[i].other);
    answer->list = list;
}

void accounts_related(Accounts *accounts, const char *id, Relation relation, AccountsDone done,
                      void *context)
{
    ListRelated *related = memory_new(sizeof *related);
    snprintf(related->id, sizeof related->id, "%s", id);
    related->relation = relation;
    accounts_ask(accounts, related, sizeof *related, run_related, 0, done, context);
}

/* ---- let in ---- */

typedef struct {
    Job job;
    IdentityQuestion question;
} Identify;

static void run_identify(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Identify *identify = request;
    const IdentityQuestion *question = &identify->question;
    int64_t now = identify->job.now;
    Credential *credential = credential_list_find(&accounts->credentials, question->key.text, now);
    if (credential) {
        credential_list_seen(&accounts->credentials, credential, now);
        answer->credential = credential->info;
        answer->account = accounts_info(accounts, credential->owner);
        answer->banned = sanctions_of(&accounts->sanctions, answer->account.id).banned > now;
        if (!answer->banned)
            directory_seen(&accounts->directory, credential->owner, now);
    } else {
        credential_list_end_expired(&accounts->credentials, question->key.text, now);
    }
    for (int i = 0; i < 2; i++) {
        const char *id = question->guest[i];
        answer->guest_has_account[i] = *id && directory_by_id(&accounts->directory, id) != NULL;
        answer->guest_banned[i] = *id && sanctions_of(&accounts->sanctions, id).banned > now;
    }
}

void accounts_identify(Accounts *accounts, const IdentityQuestion *question, int64_t now,
                       AccountsDone done, void *context)
{
    Identify *identify = memory_new(sizeof *identify);
    identify->question = *question;
    accounts_ask(accounts, identify, sizeof *identify, run_identify, now, done, context);
}

/* ---- here from now on ---- */

typedef struct {
    Job job;
    char id[PERSON_ID_MAX + 1];
    char key[STORE_CREDENTIAL_MAX + 1];
} Enter;

static void list_unheard(const Account *account, AccountsAnswer *answer)
{
    const Circle *circles[] = {&account->circles[RELATION_BLOCKS],
                               &account->circles[RELATION_MUTES]};
    AccountInfo *list = memory_array(circles[0]->count + circles[1]->count + 1, sizeof *list);
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < circles[i]->count; k++) {
            const Account *other = circles[i]->at[k].other;
            AccountInfo info = directory_info(other); /* nobody asks for ratings */
            note_relations(&info, account, other);
            if (!info.closed && (i == 0 || !info.blocked))
                list[answer->count++] = info;
        }
    answer->list = list;
}

static void run_enter(Accounts *accounts, const void *request, AccountsAnswer *answer)
{
    const Enter *enter = request;
    const Account *account = directory_by_id(&accounts->directory, enter->id);
    const Credential *credential =
        credential_list_find(&accounts->credentials, enter->key, enter->job.now);
    Sanction sanction = sanctions_of(&accounts->sanctions, enter->id);
    answer->muted_until = sanction.muted;
    answer->banned_until = sanction.banned;
    if (enter->key[0] && !credential) {
        answer->error = ACCOUNTS_SIGNED_OUT;
        return;
    }
    if (sanction.warning[0]) {
        memcpy(answer->warning, sanction.warning, sizeof answer->warning);
        answer->number = sanctions_warn(&accounts->sanctions, enter->id, "");
    }
    if (credential)
        answer->credential = credential->info;
    if (account) {
        answer->account = accounts_info(accounts, account);
        list_unheard(account, answer);
    }
}

void accounts_enter(Accounts *accounts, const char *id, const char *key, int64_t now,
                    AccountsDone done, void *context)
{
    Enter *enter = memory_new(sizeof *enter);
    snprintf(enter->id, sizeof enter->id, "%s", id);
    snprintf(enter->key, sizeof enter->key, "%s", key);
    accounts_ask(accounts, enter, sizeof *enter, run_enter, now, done, context);
}
