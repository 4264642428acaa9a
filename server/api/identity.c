#include "identity.h"

#include <string.h>

/* A guest who has signed up comes by his account alone: his old token is nobody's. */
static bool is_guest(const Auth *auth, const People *people, const Credential *credential,
                     Person *person)
{
    return auth_check(auth, credential->text, credential->length, person) &&
           !people_by_id(people, person->id);
}

static bool find(const Auth *auth, People *people, const Credential *credential, int64_t now,
                 Identity *identity)
{
    Pass *pass = people_admit(people, credential->text, credential->length, now);
    if (pass) {
        identity->who = pass->kind == PASS_SESSION ? WHO_BROWSER : WHO_TOKEN;
        identity->pass = pass;
        identity->account = pass->account;
        identity->person = account_person(pass->account);
        return true;
    }
    if (!is_guest(auth, people, credential, &identity->person))
        return false;
    identity->who = WHO_GUEST;
    return true;
}

/* A page goes on as the guest it was, whatever became of the cookie. */
static void go_on(const Auth *auth, const People *people, const char *token, Identity *identity)
{
    Person guest;
    Credential kept = {.text = token, .length = strlen(token)};
    if (!is_guest(auth, people, &kept, &guest))
        return;
    identity->lacks_cookie = identity->who == WHO_NOBODY;
    identity->who = WHO_GUEST;
    identity->person = guest;
}

IdentityError identity_find(const Auth *auth, People *people, const AuthHeaders *headers,
                            bool only_reads, int64_t now, Identity *identity)
{
    Credential credential = auth_credential(headers, only_reads);
    *identity = (Identity){.who = WHO_NOBODY};
    bool found =
        credential.kind != CREDENTIAL_NONE && find(auth, people, &credential, now, identity);
    if (credential.kind == CREDENTIAL_BEARER && !found)
        return IDENTITY_BAD;
    if (found && credential.by_old_name && credential.length <= TOKEN_MAX)
        memcpy(identity->cookie, credential.text, credential.length);
    if (headers->kept && credential.kind != CREDENTIAL_BEARER && identity->who != WHO_BROWSER)
        go_on(auth, people, headers->kept, identity);
    if (identity->who == WHO_NOBODY)
        return IDENTITY_OK;
    if (people_is_banned(people, identity->person.id, now))
        return IDENTITY_BANNED;
    if (identity->account)
        people_seen(people, identity->account, now);
    return IDENTITY_OK;
}
