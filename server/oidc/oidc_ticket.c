#include "oidc_ticket.h"

#include <sodium.h>

#include <string.h>

/* libsodium's names for what keys are used for: eight characters. */
static const char KEY_CONTEXT[crypto_kdf_CONTEXTBYTES + 1] = "oidctik1";
static const char PROOF_CONTEXT[crypto_kdf_CONTEXTBYTES + 1] = "oidcprf1";

enum {
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
    NONCE = crypto_secretbox_xchacha20poly1305_NONCEBYTES,
    SEAL = crypto_secretbox_xchacha20poly1305_MACBYTES,
    SEALED = NONCE + SEAL + (int)sizeof(OidcTicket),
    PROOF_STATE = 1,
    PROOF_NONCE,
    PROOF_VERIFIER,
};

_Static_assert((int)OIDC_KEY_SIZE == (int)crypto_secretbox_xchacha20poly1305_KEYBYTES,
               "the store's secret is as long as a key");
_Static_assert((int)OIDC_SEED_SIZE == (int)crypto_kdf_KEYBYTES, "the seed is a key, too");
_Static_assert((SEALED * 4 + 2) / 3 <= (int)OIDC_TICKET_MAX, "every ticket fits");

void oidc_key_init(OidcKey *key, const unsigned char secret[OIDC_KEY_SIZE])
{
    crypto_kdf_derive_from_key(key->key, sizeof key->key, 1, KEY_CONTEXT, secret);
}

void oidc_ticket_begin(OidcTicket *ticket, const char *account, int64_t now)
{
    memset(ticket, 0, sizeof *ticket);
    ticket->made = now;
    randombytes_buf(ticket->seed, sizeof ticket->seed);
    memcpy(ticket->account, account, strlen(account));
}

void oidc_ticket_print(const OidcKey *key, const OidcTicket *ticket, char out[OIDC_TICKET_MAX + 1])
{
    unsigned char sealed[SEALED];
    randombytes_buf(sealed, NONCE);
    crypto_secretbox_xchacha20poly1305_easy(sealed + NONCE, (const unsigned char *)ticket,
                                            sizeof *ticket, sealed, key->key);
    sodium_bin2base64(out, OIDC_TICKET_MAX + 1, sealed, sizeof sealed, VARIANT);
}

bool oidc_ticket_read(const OidcKey *key, const char *text, size_t length, int64_t now,
                      OidcTicket *ticket)
{
    unsigned char sealed[SEALED];
    size_t size;
    const char *end;
    if (sodium_base642bin(sealed, sizeof sealed, text, length, NULL, &size, &end, VARIANT) != 0 ||
        end != text + length || size != sizeof sealed ||
        crypto_secretbox_xchacha20poly1305_open_easy((unsigned char *)ticket, sealed + NONCE,
                                                     sizeof sealed - NONCE, sealed, key->key) != 0)
        return false;
    return now >= ticket->made && now - ticket->made <= OIDC_TICKET_LIFE;
}

static void derive(const OidcTicket *ticket, uint64_t use, char out[OIDC_PROOF_LENGTH + 1])
{
    unsigned char bytes[32];
    crypto_kdf_derive_from_key(bytes, sizeof bytes, use, PROOF_CONTEXT, ticket->seed);
    sodium_bin2base64(out, OIDC_PROOF_LENGTH + 1, bytes, sizeof bytes, VARIANT);
}

void oidc_ticket_proofs(const OidcTicket *ticket, OidcProofs *proofs)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    derive(ticket, PROOF_STATE, proofs->state);
    derive(ticket, PROOF_NONCE, proofs->nonce);
    derive(ticket, PROOF_VERIFIER, proofs->verifier);
    crypto_hash_sha256(hash, (const unsigned char *)proofs->verifier, OIDC_PROOF_LENGTH);
    sodium_bin2base64(proofs->challenge, sizeof proofs->challenge, hash, sizeof hash, VARIANT);
}
