/* oauth_codes.h - the codes that apps exchange for a token (RFC 6749, 4.1), with the proof that they keep (RFC 7636).
 *
 * A code lives for two minutes and can be exchanged once. Nobody who reads the memory can use it: only hashes are here. They
 * do not survive a restart; the app then asks its user once more. Pure but for the random bytes of a code: 'now' in ms of
 * a clock that does not jump is an argument. */
#pragma once

#include "credential.h"

enum {
    OAUTH_CODE_LIFE = 120 * 1000,   /* ms, as on Lichess; RFC 6749, 4.1.2, allows ten minutes */
    OAUTH_CODES_MAX = 10000,        /* at once */
    OAUTH_CODES_ACCOUNT_MAX = 10,   /* of an account; the oldest goes */
    OAUTH_CODE_LENGTH = 4 + 2 * 32, /* "liu_" and 32 random bytes in hexadecimal */
    OAUTH_CHALLENGE_LENGTH = 43,    /* 32 bytes in base64url */
    OAUTH_VERIFIER_MIN = 43,        /* RFC 7636, 4.1 */
    OAUTH_VERIFIER_MAX = 128,
};

/* What the account's owner has allowed. */
typedef struct {
    char account[PERSON_ID_MAX + 1];
    char session[STORE_CREDENTIAL_MAX + 1]; /* the key of the one that they were signed in by */
    char label[STORE_LABEL_MAX + 1];        /* of the token */
    uint32_t scopes;
    char token[CREDENTIAL_ID_LENGTH + 1]; /* the id of the token that was given for it; "" before */
} OauthGrant;

/* What an app shows, or will have to show. Texts are borrowed. */
typedef struct {
    const char *client_id, *redirect_uri;
    const char *challenge; /* OAUTH_CHALLENGE_LENGTH letters; when it is exchanged: the verifier */
} OauthProof;

typedef enum {
    OAUTH_GRANTED,
    OAUTH_CODE_UNKNOWN, /* or too old */
    OAUTH_CODE_USED,    /* it was shown before: somebody else may have seen it */
    OAUTH_OTHER_REDIRECT,
    OAUTH_OTHER_CLIENT,
    OAUTH_OTHER_VERIFIER,
} OauthResult;

typedef struct OauthCodes OauthCodes;

OauthCodes *oauth_codes_new(void);
void oauth_codes_free(OauthCodes *codes);

/* False when there are OAUTH_CODES_MAX. */
bool oauth_codes_add(OauthCodes *codes, const OauthGrant *grant, const OauthProof *proof,
                     int64_t now, char code[OAUTH_CODE_LENGTH + 1]);
/* Whatever the result, the code has been used. *grant is set for OAUTH_GRANTED and OAUTH_CODE_USED. */
OauthResult oauth_codes_take(OauthCodes *codes, const char *code, const OauthProof *proof,
                             int64_t now, OauthGrant *grant);
/* The token that was given for the code: it ends when the code is shown once more (RFC 6749, 4.1.2). */
void oauth_codes_note(OauthCodes *codes, const char *code, const char *token);

/* base64url without padding, of 32 bytes. */
bool oauth_is_challenge(const char *text);
/* OAUTH_VERIFIER_MIN to OAUTH_VERIFIER_MAX unreserved characters. */
bool oauth_is_verifier(const char *text);
