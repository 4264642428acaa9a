/* identity.h - who makes a request or opens a WebSocket: a guest, an account, or nobody yet.
 *
 * In three steps: identity_claim reads the headers, the accounts are asked (accounts_identify), and
 * identity_decide concludes from the answer who it is. */
#pragma once

#include "accounts.h"
#include "auth.h"

/* Who asks; a route of the API says who may, as a sum of these. */
typedef enum {
    WHO_NOBODY = 1, /* no cookie, no token, or a cookie that is no longer valid */
    WHO_GUEST = 2,
    WHO_BROWSER = 4, /* an account, signed in */
    WHO_TOKEN = 8,   /* an account's API token */
} Who;

enum {
    OPERATORS = 32, /* beside WHO_BROWSER: only operators' accounts */
    ACCOUNTS = WHO_BROWSER | WHO_TOKEN,
    PERSONS = WHO_GUEST | ACCOUNTS,
    ANYBODY = WHO_NOBODY | PERSONS,
    FOREIGN = 16, /* beside others: pages of other sites without a token, too; they are nobody */
};

typedef struct {
    Who who;
    Person person;             /* unless nobody */
    AccountInfo account;       /* of WHO_BROWSER and WHO_TOKEN; else empty, as the credential */
    CredentialInfo credential; /* by which they came */
    bool lacks_cookie;         /* a guest whose browser has no cookie for them */
    /* The token that came by the cookie's old name, to be set by the new one; or "". */
    char cookie[TOKEN_MAX + 1];
} Identity;

/* What the headers say; wipe it with memory_wipe after use. */
typedef struct {
    AuthTokenKind kind;
    bool has_kept; /* the page has kept a guest's token */
    Person guest
        [2]; /* of the token presented, and of the one kept; an empty id: not a guest's valid token */
    char old_cookie[TOKEN_MAX + 1];
} IdentityClaim;

typedef enum {
    IDENTITY_OK,
    IDENTITY_BAD,    /* an invalid token; never another identity instead */
    IDENTITY_BANNED, /* *identity tells who */
} IdentityError;

/* By Bearer token, else by the cookie when it counts (auth_token). */
void identity_claim(const Auth *auth, const AuthHeaders *headers, bool only_reads,
                    IdentityClaim *claim, IdentityQuestion *question);
/* A cookie that is no longer valid is nobody's. A token that a page has kept restores its guest, unless somebody has
 * signed in since. */
IdentityError identity_decide(const IdentityClaim *claim, const AccountsAnswer *answer,
                              Identity *identity);
