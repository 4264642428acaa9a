/* credential.h - what lets somebody in as an account: a signed-in browser's cookie, or an API token.
 *
 * The text is a prefix for the kind and 160 random bits. Only its hash, the key, is stored and passed on, so that
 * nobody who reads the database or the memory can use it. */
#pragma once

#include "person.h"
#include "store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The numbers are in databases. */
typedef enum { CREDENTIAL_SESSION, CREDENTIAL_TOKEN } CredentialKind;

enum {
    CREDENTIAL_TEXT_LENGTH = 4 + 40, /* "ses_" or "tok_" and 20 bytes in hexadecimal */
    CREDENTIAL_ID_LENGTH = 16,       /* the part of its key by which its owner names it */
    SESSION_LIFE_DAYS = 400,         /* since it was last used; as long as browsers keep a cookie */
    APP_TOKEN_LIFE_DAYS = 365,       /* of a token that an app was given; as long as on Lichess */
};

typedef struct {
    char text[STORE_CREDENTIAL_MAX + 1];
} CredentialKey;

/* An empty key: there is no such credential. */
typedef struct {
    char key[STORE_CREDENTIAL_MAX + 1];
    char account[PERSON_ID_MAX + 1]; /* whose it is */
    CredentialKind kind;
    uint32_t scopes; /* of a token */
    int64_t made, seen;
    int64_t expires; /* of a token that an app was given by OAuth; 0: never */
    char label[STORE_LABEL_MAX + 1];
} CredentialInfo;

bool credential_is_found(const CredentialInfo *credential);
bool credential_is_expired(const CredentialInfo *credential, int64_t now);
/* Whether its owner sees it by that id. */
bool credential_has_id(const CredentialInfo *credential, const char *id);

void credential_draw(CredentialKind kind, char text[CREDENTIAL_TEXT_LENGTH + 1]);
/* False, and an empty key, when the text cannot be a credential. Any bytes are safe. */
bool credential_key(const char *text, size_t length, CredentialKey *key);
