/* id_token.h - who somebody is, as an OpenID provider says: the claims of an ID token (OpenID Connect Core 1.0, 2), which is
 * a JSON Web Token (RFC 7519).
 *
 * It comes from the provider's token endpoint itself, over TLS whose certificate was checked. So its signature need
 * not be (3.1.3.7, 6); everything else of that section is checked here. Pure. */
#pragma once

#include "store.h"

enum {
    ID_TOKEN_MAX = 16 * 1024,   /* bytes */
    ID_TOKEN_NAME_MAX = 64,     /* of a name that could become a username */
    ID_TOKEN_LEEWAY = 60,       /* s by which the clocks may differ */
    ID_TOKEN_AGE_MAX = 10 * 60, /* s since it was issued */
};

/* Each with words for the log. */
#define ID_TOKEN_FAULTS(X)                                                                         \
    X(OK, "")                                                                                      \
    X(MALFORMED, "the ID token is no JSON Web Token")                                              \
    X(ISSUER, "the ID token is from another issuer")                                               \
    X(AUDIENCE, "the ID token is for another client")                                              \
    X(PARTY, "the ID token was issued to another client")                                          \
    X(EXPIRED, "the ID token has expired, or one of the clocks is wrong")                          \
    X(ISSUED, "the ID token was not issued just now, or one of the clocks is wrong")               \
    X(NONCE, "the ID token answers another question")                                              \
    X(SUBJECT, "the ID token names nobody")

typedef enum {
#define X(name, words) ID_TOKEN_##name,
    ID_TOKEN_FAULTS(X)
#undef X
} IdTokenFault;

const char *id_token_fault_text(IdTokenFault fault);

typedef struct {
    const char *issuer, *client, *nonce;
    const char *name_claim; /* which claim suggests a username */
    int64_t now;            /* s since 1970 */
} IdTokenRules;

typedef struct {
    char subject[STORE_SUBJECT_MAX + 1];
    char name[ID_TOKEN_NAME_MAX + 1]; /* cut; "" without */
} IdTokenClaims;

/* Any bytes are safe. */
IdTokenFault id_token_read(const char *text, size_t length, const IdTokenRules *rules,
                           IdTokenClaims *out);
