/* oidc_ticket.h - what a browser keeps while its owner signs in at the OpenID provider: a cookie, sealed with a key from
 * the database, so that nothing is kept here for somebody who never comes back.
 *
 * All that is sent to the provider is derived from a random seed in it: state (RFC 6749, 10.12), nonce (OpenID Connect
 * Core 1.0, 3.1.2.1) and PKCE's verifier (RFC 7636). So a code only counts in the browser that has begun. When the
 * provider has told who they are, the ticket holds that, too, until they have chosen a username or entered a code.
 * Sealed by XChaCha20-Poly1305: nobody else can make one, and nobody can read one. Pure, except for the random bytes. */
#pragma once

#include "person.h"
#include "store.h"
#include "username.h"

enum {
    OIDC_KEY_SIZE = 32,
    OIDC_SEED_SIZE = 32,
    OIDC_TICKET_MAX = 600,             /* bytes, without the NUL */
    OIDC_TICKET_LIFE = 15 * 60 * 1000, /* ms */
    OIDC_PROOF_LENGTH = 43,            /* 32 bytes in base64url */
};

typedef struct {
    unsigned char key[OIDC_KEY_SIZE];
} OidcKey;

/* Plain bytes: it is sealed as it is. */
typedef struct {
    int64_t made; /* wall clock, ms */
    unsigned char seed[OIDC_SEED_SIZE];
    char account[PERSON_ID_MAX + 1];     /* the account to be linked; "": somebody signs in */
    char subject[STORE_SUBJECT_MAX + 1]; /* whom the provider has named; "": nobody yet */
    char suggestion[USERNAME_MAX + 1];   /* a username that could be theirs; "" */
} OidcTicket;

/* 'secret' is store_secret; the key is derived from it. */
void oidc_key_init(OidcKey *key, const unsigned char secret[OIDC_KEY_SIZE]);

/* A new one; 'account' is an id or "". */
void oidc_ticket_begin(OidcTicket *ticket, const char *account, int64_t now);
/* With its NUL; only letters, digits, '-' and '_'. */
void oidc_ticket_print(const OidcKey *key, const OidcTicket *ticket, char out[OIDC_TICKET_MAX + 1]);
/* False for anything that oidc_ticket_print has not written with this key within OIDC_TICKET_LIFE; any bytes are safe. */
bool oidc_ticket_read(const OidcKey *key, const char *text, size_t length, int64_t now,
                      OidcTicket *ticket);

/* What is derived from it. The challenge is that of the verifier (RFC 7636, 4.2, S256). */
typedef struct {
    char state[OIDC_PROOF_LENGTH + 1], nonce[OIDC_PROOF_LENGTH + 1];
    char verifier[OIDC_PROOF_LENGTH + 1], challenge[OIDC_PROOF_LENGTH + 1];
} OidcProofs;
void oidc_ticket_proofs(const OidcTicket *ticket, OidcProofs *proofs);
