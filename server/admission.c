#include "admission.h"

#include "identity.h"
#include "wall_clock.h"

#include <sodium.h>
#include <uv.h>

#include <string.h>

bool admission_bans(const Admission *admission, const char *address)
{
    return accounts_address_is_banned(admission->accounts, address, wall_clock());
}

/* A new guest gets a cookie, and so does somebody whose cookie has an old name or is missing. */
static void give_cookie(const Admission *admission, const NetCaller *caller,
                        const Identity *identity, NetArrival *arrival)
{
    char token[TOKEN_MAX + 1] = "";
    if (identity->who == WHO_NOBODY || identity->lacks_cookie)
        auth_sign(admission->auth, &arrival->person, wall_clock(), token);
    else
        memcpy(token, identity->cookie, sizeof token);
    if (*token) {
        auth_print_cookie(token, &caller->headers.place, arrival->cookie);
        arrival->old_cookie = auth_has_old_cookie(&caller->headers) ? AUTH_DROP_OLD_COOKIE : NULL;
    }
    sodium_memzero(token, sizeof token);
}

/* At once, since a handshake cannot wait (accounts.h). */
static IdentityError identify(const Admission *admission, const AuthHeaders *headers,
                              Identity *identity)
{
    IdentityClaim claim;
    IdentityQuestion question;
    AccountsAnswer answer;
    identity_claim(admission->auth, headers, false, &claim, &question);
    accounts_identify_now(admission->accounts, &question, wall_clock(), &answer);
    IdentityError error = identity_decide(&claim, &answer, identity);
    sodium_memzero(&claim, sizeof claim);
    return error;
}

int admission_admit(const Admission *admission, const NetCaller *caller, NetArrival *arrival)
{
    Identity identity;
    if (admission_bans(admission, caller->address))
        return 403;
    IdentityError error = identify(admission, &caller->headers, &identity);
    if (error != IDENTITY_OK)
        return error == IDENTITY_BAD ? 401 : 403;
    bool is_new = identity.who == WHO_NOBODY;
    if (!core_admits(admission->core, caller->address, is_new))
        return 429;
    arrival->person = identity.person;
    memcpy(arrival->credential, identity.credential.key, sizeof identity.credential.key);
    if (is_new) {
        unsigned char chance[AUTH_CHANCE_SIZE];
        randombytes_buf(chance, sizeof chance);
        arrival->person = auth_new_guest(chance);
    }
    give_cookie(admission, caller, &identity, arrival);
    return 0;
}

void admission_opened(const Admission *admission, SessionId session, const NetArrival *arrival,
                      const char *address)
{
    char token[TOKEN_MAX + 1];
    Entrance entrance = {.credential = arrival->credential, .address = address};
    if (arrival->person.guest) {
        auth_sign(admission->auth, &arrival->person, wall_clock(), token);
        entrance.token = token;
    }
    core_opened(admission->core, session, &arrival->person, &entrance);
    sodium_memzero(token, sizeof token);
}
