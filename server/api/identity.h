/* identity.h - who asks, over HTTP and at the door of the WebSocket: a guest, an account, or nobody yet. */
#pragma once

#include "accounts.h"
#include "auth.h"
#include "route.h"

typedef struct {
    Who who;
    Person person; /* unless nobody */
    Account
        *account; /* of WHO_BROWSER and WHO_TOKEN; pointers are lent for this turn of the loop */
    Credential *credential;
    bool lacks_cookie; /* a guest whom their browser would not know again */
    char cookie
        [TOKEN_MAX +
         1]; /* the token that came by the cookie's old name, to be set by the new one; or "" */
} Identity;

typedef enum {
    IDENTITY_OK,
    IDENTITY_BAD,    /* a token that is not good: never another identity instead */
    IDENTITY_BANNED, /* *identity tells who */
} IdentityError;

/* By Bearer token, else by the cookie when it counts (auth_token); a cookie that is no longer good is
 * nobody's. A token that a page has kept makes its guest again, unless somebody has signed in since. 'now' is
 * the wall clock. */
IdentityError identity_find(const Auth *auth, Accounts *accounts, const AuthHeaders *headers,
                            bool only_reads, int64_t now, Identity *identity);
