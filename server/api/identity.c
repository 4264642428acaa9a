#include "identity.h"

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

IdentityError identity_find(const Auth *auth, People *people, const AuthHeaders *headers,
                            bool only_reads, int64_t now, Identity *identity)
{
    Credential credential = auth_credential(headers, only_reads);
    *identity = (Identity){.who = WHO_NOBODY};
    if (credential.kind == CREDENTIAL_NONE)
        return IDENTITY_OK;
    if (!find(auth, people, &credential, now, identity))
        return credential.kind == CREDENTIAL_BEARER ? IDENTITY_BAD : IDENTITY_OK;
    if (people_is_banned(people, identity->person.id, now))
        return IDENTITY_BANNED;
    if (identity->account)
        people_seen(people, identity->account, now);
    return IDENTITY_OK;
}
