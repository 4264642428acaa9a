/* accounts_rig.h - asks the accounts and waits for the answer in one step: what a turn of the loop does between the two. */
#pragma once

#include "accounts.h"
#include "check_rig.h"

#include <string.h>

enum { HEARD_MAX = 64 };

/* The last answer, with copies of its lists as far as there is room. */
typedef struct {
    int answers; /* so far */
    AccountsAnswer answer;
    AccountInfo list[HEARD_MAX];
    CredentialInfo credentials[HEARD_MAX];
    AccountBan bans[HEARD_MAX];
} AccountsHeard;

static AccountsHeard heard;

static inline void hear(void *context, const AccountsAnswer *answer)
{
    (void)context;
    size_t list = answer->count < HEARD_MAX ? answer->count : HEARD_MAX;
    size_t credentials =
        answer->credentials_count < HEARD_MAX ? answer->credentials_count : HEARD_MAX;
    size_t bans = answer->bans_count < HEARD_MAX ? answer->bans_count : HEARD_MAX;
    heard.answers++;
    heard.answer = *answer;
    if (list)
        memcpy(heard.list, answer->list, list * sizeof *answer->list);
    if (credentials)
        memcpy(heard.credentials, answer->credentials, credentials * sizeof *answer->credentials);
    if (bans)
        memcpy(heard.bans, answer->bans, bans * sizeof *answer->bans);
}

/* Answers what was asked last, with 'hear'; nothing was answered before. */
static inline const AccountsAnswer *heard_of(Accounts *accounts)
{
    int before = heard.answers;
    ck_assert(accounts_is_asked(accounts));
    accounts_turn(accounts);
    ck_assert_int_eq(heard.answers, before + 1);
    return &heard.answer;
}

/* The id is valid until the next one. */
static inline const char *make_account(Accounts *accounts, const char *id, const char *name,
                                       int64_t now)
{
    accounts_sign_up(accounts, id, name, "$argon2id$nothing", NULL, now, hear, NULL);
    ck_assert_int_eq(heard_of(accounts)->error, ACCOUNTS_OK);
    return heard.answer.account.id;
}
