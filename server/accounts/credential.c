#include "credential.h"

#include <sodium.h>

#include <string.h>

enum {
    PREFIX = 4,
    CHANCE = (CREDENTIAL_TEXT_LENGTH - PREFIX) / 2,
    HASH = STORE_CREDENTIAL_MAX / 2
};

static const char *const PREFIXES[] = {[CREDENTIAL_SESSION] = "ses_", [CREDENTIAL_TOKEN] = "tok_"};

_Static_assert((int)HASH >= (int)crypto_generichash_BYTES_MIN, "a hash as short as this is one");

void credential_draw(CredentialKind kind, char text[CREDENTIAL_TEXT_LENGTH + 1])
{
    unsigned char chance[CHANCE];
    randombytes_buf(chance, sizeof chance);
    memcpy(text, PREFIXES[kind], PREFIX);
    sodium_bin2hex(text + PREFIX, CREDENTIAL_TEXT_LENGTH + 1 - PREFIX, chance, sizeof chance);
    sodium_memzero(chance, sizeof chance);
}

bool credential_key(const char *text, size_t length, CredentialKey *key)
{
    unsigned char hash[HASH];
    *key = (CredentialKey){""};
    if (length != CREDENTIAL_TEXT_LENGTH ||
        (memcmp(text, PREFIXES[CREDENTIAL_SESSION], PREFIX) != 0 &&
         memcmp(text, PREFIXES[CREDENTIAL_TOKEN], PREFIX) != 0))
        return false;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, length, NULL, 0);
    sodium_bin2hex(key->text, sizeof key->text, hash, sizeof hash);
    return true;
}

bool credential_is_found(const CredentialInfo *credential)
{
    return credential->key[0] != '\0';
}

bool credential_is_expired(const CredentialInfo *credential, int64_t now)
{
    const int64_t day = 24 * 60 * 60 * 1000;
    if (credential->kind == CREDENTIAL_SESSION)
        return now - credential->seen > SESSION_LIFE_DAYS * day;
    return credential->expires && now >= credential->expires;
}

bool credential_has_id(const CredentialInfo *credential, const char *id)
{
    return strlen(id) == CREDENTIAL_ID_LENGTH &&
           strncmp(credential->key, id, CREDENTIAL_ID_LENGTH) == 0;
}
