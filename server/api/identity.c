#include "identity.h"

#include <string.h>

/* A guest who has signed up comes by his account alone: his old token is nobody's. */
static bool is_guest(const Auth *auth, const Accounts *accounts, const AuthToken *presented,
                     Person *person)
{
    return auth_check(auth, presented->text, presented->length, person) &&
           !accounts_by_id(accounts, person->id);
}

static bool find(const Auth *auth, Accounts *accounts, const AuthToken *presented, int64_t now,
                 Identity *identity)
{
    Credential *credential = accounts_admit(accounts, presented->text, presented->length, now);
    if (credential) {
        identity->who = credential->kind == CREDENTIAL_SESSION ? WHO_BROWSER : WHO_TOKEN;
        identity->credential = credential;
        identity->account = credential->account;
        identity->person = account_person(credential->account);
        return true;
    }
    if (!is_guest(auth, accounts, presented, &identity->person))
        return false;
    identity->who = WHO_GUEST;
    return true;
}

/* A page goes on as the guest it was, whatever became of the cookie. */
static void go_on(const Auth *auth, const Accounts *accounts, const char *token, Identity *identity)
{
    Person guest;
    AuthToken kept = {.text = token, .length = strlen(token)};
    if (!is_guest(auth, accounts, &kept, &guest))
        return;
    identity->lacks_cookie = identity->who == WHO_NOBODY;
    identity->who = WHO_GUEST;
    identity->person = guest;
}

IdentityError identity_find(const Auth *auth, Accounts *accounts, const AuthHeaders *headers,
                            bool only_reads, int64_t now, Identity *identity)
{
    AuthToken presented = auth_token(headers, only_reads);
    *identity = (Identity){.who = WHO_NOBODY};
    bool found =
        presented.kind != AUTH_TOKEN_NONE && find(auth, accounts, &presented, now, identity);
    if (presented.kind == AUTH_TOKEN_BEARER && !found)
        return IDENTITY_BAD;
    if (found && presented.by_old_name && presented.length <= TOKEN_MAX)
        memcpy(identity->cookie, presented.text, presented.length);
    if (headers->kept && presented.kind != AUTH_TOKEN_BEARER && identity->who != WHO_BROWSER)
        go_on(auth, accounts, headers->kept, identity);
    if (identity->who == WHO_NOBODY)
        return IDENTITY_OK;
    if (accounts_is_banned(accounts, identity->person.id, now))
        return IDENTITY_BANNED;
    if (identity->account)
        accounts_seen(accounts, identity->account, now);
    return IDENTITY_OK;
}
