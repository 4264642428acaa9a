#include "identity.h"

#include <string.h>

enum { PRESENTED, KEPT };

static void read_guest(const Auth *auth, const char *text, size_t length, Person *guest, char *id)
{
    if (!auth_check(auth, text, length, guest))
        *guest = (Person){.id = ""};
    memcpy(id, guest->id, sizeof guest->id);
}

void identity_claim(const Auth *auth, const AuthHeaders *headers, bool only_reads,
                    IdentityClaim *claim, IdentityQuestion *question)
{
    AuthToken presented = auth_token(headers, only_reads);
    *claim = (IdentityClaim){.kind = presented.kind, .has_kept = headers->kept != NULL};
    *question = (IdentityQuestion){.key = {""}};
    if (presented.kind != AUTH_TOKEN_NONE) {
        credential_key(presented.text, presented.length, &question->key);
        read_guest(auth, presented.text, presented.length, &claim->guest[PRESENTED],
                   question->guest[PRESENTED]);
    }
    if (headers->kept)
        read_guest(auth, headers->kept, strlen(headers->kept), &claim->guest[KEPT],
                   question->guest[KEPT]);
    if (presented.by_old_name && presented.length <= TOKEN_MAX)
        memcpy(claim->old_cookie, presented.text, presented.length);
}

/* Guests who have signed up can only use their accounts: their old tokens are nobody's. */
static bool is_guest(const IdentityClaim *claim, const AccountsAnswer *answer, int which)
{
    return claim->guest[which].id[0] && !answer->guest_has_account[which];
}

/* True when the token presented is valid. */
static bool decide_presented(const IdentityClaim *claim, const AccountsAnswer *answer,
                             Identity *identity, bool *banned)
{
    if (credential_is_found(&answer->credential)) {
        identity->who = answer->credential.kind == CREDENTIAL_SESSION ? WHO_BROWSER : WHO_TOKEN;
        identity->credential = answer->credential;
        identity->account = answer->account;
        identity->person = account_person(&answer->account);
        *banned = answer->banned;
        return true;
    }
    if (!is_guest(claim, answer, PRESENTED))
        return false;
    identity->who = WHO_GUEST;
    identity->person = claim->guest[PRESENTED];
    *banned = answer->guest_banned[PRESENTED];
    return true;
}

/* A page continues as the guest it was, whatever has become of the cookie. */
static void go_on(const IdentityClaim *claim, const AccountsAnswer *answer, Identity *identity,
                  bool *banned)
{
    if (!is_guest(claim, answer, KEPT))
        return;
    identity->lacks_cookie = identity->who == WHO_NOBODY;
    identity->who = WHO_GUEST;
    identity->person = claim->guest[KEPT];
    identity->account = (AccountInfo){.id = ""};
    identity->credential = (CredentialInfo){.key = ""};
    *banned = answer->guest_banned[KEPT];
}

IdentityError identity_decide(const IdentityClaim *claim, const AccountsAnswer *answer,
                              Identity *identity)
{
    bool banned = false;
    *identity = (Identity){.who = WHO_NOBODY};
    bool found = decide_presented(claim, answer, identity, &banned);
    if (claim->kind == AUTH_TOKEN_BEARER && !found)
        return IDENTITY_BAD;
    if (found)
        memcpy(identity->cookie, claim->old_cookie, sizeof identity->cookie);
    if (claim->has_kept && claim->kind != AUTH_TOKEN_BEARER && identity->who != WHO_BROWSER)
        go_on(claim, answer, identity, &banned);
    return banned ? IDENTITY_BANNED : IDENTITY_OK;
}
