#include "oauth_codes.h"

#include "array.h"
#include "memory.h"

#include <sodium.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char PREFIX[] = "liu_";
static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";

enum { CHANCE = (OAUTH_CODE_LENGTH - (int)sizeof PREFIX + 1) / 2, HASH = 32 };

typedef struct {
    unsigned char bytes[HASH];
} Hash;

typedef struct {
    Hash code, client, redirect;
    char challenge[OAUTH_CHALLENGE_LENGTH + 1];
    OauthGrant grant;
    int64_t until;
    bool used;
} Code;

/* In the order in which they were made, so that the oldest come first. */
struct OauthCodes {
    Code *at;
    size_t count, size;
};

static Hash hash_of(const char *text)
{
    Hash hash;
    crypto_generichash(hash.bytes, sizeof hash.bytes, (const unsigned char *)text, strlen(text),
                       NULL, 0);
    return hash;
}

static bool is_same(const Hash *one, const Hash *other)
{
    return sodium_memcmp(one->bytes, other->bytes, sizeof one->bytes) == 0;
}

static void take_out(OauthCodes *codes, size_t from, size_t count)
{
    memmove(codes->at + from, codes->at + from + count,
            (codes->count - from - count) * sizeof *codes->at);
    codes->count -= count;
}

static void forget_old(OauthCodes *codes, int64_t now)
{
    size_t old = 0;
    while (old < codes->count && codes->at[old].until <= now)
        old++;
    if (old)
        take_out(codes, 0, old);
}

/* Drops the account's oldest when it has as many as it may. */
static void make_room(OauthCodes *codes, const char *account)
{
    size_t count = 0, oldest = 0;
    for (size_t i = codes->count; i-- > 0;)
        if (strcmp(codes->at[i].grant.account, account) == 0) {
            count++;
            oldest = i;
        }
    if (count >= OAUTH_CODES_ACCOUNT_MAX)
        take_out(codes, oldest, 1);
}

static Code *find(const OauthCodes *codes, const char *text)
{
    Hash hash = hash_of(text);
    for (size_t i = 0; i < codes->count; i++)
        if (is_same(&codes->at[i].code, &hash))
            return &codes->at[i];
    return NULL;
}

/* RFC 7636, 4.6: S256. */
static bool proves(const char *verifier, const char *challenge)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char text[OAUTH_CHALLENGE_LENGTH + 1];
    crypto_hash_sha256(hash, (const unsigned char *)verifier, strlen(verifier));
    sodium_bin2base64(text, sizeof text, hash, sizeof hash,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return sodium_memcmp(text, challenge, OAUTH_CHALLENGE_LENGTH) == 0;
}

OauthCodes *oauth_codes_new(void)
{
    return memory_new(sizeof(OauthCodes));
}

void oauth_codes_free(OauthCodes *codes)
{
    free(codes->at);
    free(codes);
}

bool oauth_codes_add(OauthCodes *codes, const OauthGrant *grant, const OauthProof *proof,
                     int64_t now, char code[OAUTH_CODE_LENGTH + 1])
{
    unsigned char chance[CHANCE];
    forget_old(codes, now);
    make_room(codes, grant->account);
    if (codes->count >= OAUTH_CODES_MAX)
        return false;
    randombytes_buf(chance, sizeof chance);
    memcpy(code, PREFIX, sizeof PREFIX - 1);
    sodium_bin2hex(code + sizeof PREFIX - 1, OAUTH_CODE_LENGTH + 2 - sizeof PREFIX, chance,
                   sizeof chance);
    sodium_memzero(chance, sizeof chance);
    codes->at = array_reserve(codes->at, &codes->size, codes->count + 1, sizeof *codes->at);
    Code *made = &codes->at[codes->count++];
    *made = (Code){.code = hash_of(code),
                   .client = hash_of(proof->client_id),
                   .redirect = hash_of(proof->redirect_uri),
                   .grant = *grant,
                   .until = now + OAUTH_CODE_LIFE};
    assert(oauth_is_challenge(proof->challenge));
    memcpy(made->challenge, proof->challenge, OAUTH_CHALLENGE_LENGTH);
    return true;
}

OauthResult oauth_codes_take(OauthCodes *codes, const char *code, const OauthProof *proof,
                             int64_t now, OauthGrant *grant)
{
    forget_old(codes, now);
    Code *found = find(codes, code);
    if (!found)
        return OAUTH_CODE_UNKNOWN;
    *grant = found->grant;
    if (found->used)
        return OAUTH_CODE_USED;
    found->used = true;
    Hash client = hash_of(proof->client_id), redirect = hash_of(proof->redirect_uri);
    if (!is_same(&redirect, &found->redirect))
        return OAUTH_OTHER_REDIRECT;
    if (!is_same(&client, &found->client))
        return OAUTH_OTHER_CLIENT;
    return proves(proof->challenge, found->challenge) ? OAUTH_GRANTED : OAUTH_OTHER_VERIFIER;
}

void oauth_codes_note(OauthCodes *codes, const char *code, const char *token)
{
    Code *found = find(codes, code);
    if (found)
        snprintf(found->grant.token, sizeof found->grant.token, "%s", token);
}

bool oauth_is_challenge(const char *text)
{
    /* 43 letters are 258 bits: the last two are zero in what an encoder writes (RFC 4648, 3.5). */
    return strlen(text) == OAUTH_CHALLENGE_LENGTH &&
           strspn(text, LETTERS) == OAUTH_CHALLENGE_LENGTH;
}

bool oauth_is_verifier(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!strchr(LETTERS, text[i]) && text[i] != '.' && text[i] != '~')
            return false;
    return length >= OAUTH_VERIFIER_MIN && length <= OAUTH_VERIFIER_MAX;
}
