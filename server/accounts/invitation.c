#include "invitation.h"

#include <ctype.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* libsodium's name for what the key is used for: eight characters. */
static const char KEY_CONTEXT[crypto_kdf_CONTEXTBYTES + 1] = "invites1";

enum { HOUR = 60 * 60 * 1000, SUM_SIZE = 32, HEAD_MAX = 32, LETTERS = 16, GROUP = 4 };

_Static_assert((int)INVITATION_KEY_SIZE == (int)crypto_kdf_KEYBYTES &&
                   (int)INVITATION_KEY_SIZE == (int)crypto_generichash_KEYBYTES &&
                   (int)INVITATION_KEY_SIZE == (int)crypto_generichash_BYTES,
               "the store's secret is a key, and a hash is as long");
_Static_assert((int)HEAD_MAX + 43 < (int)INVITATION_MAX, "every invitation fits");
_Static_assert((int)LETTERS + (int)LETTERS / (int)GROUP <= (int)OPERATOR_CODE_MAX,
               "so does a code");

void invitation_key_init(InvitationKey *key, const unsigned char secret[INVITATION_KEY_SIZE])
{
    crypto_kdf_derive_from_key(key->key, sizeof key->key, 1, KEY_CONTEXT, secret);
}

static void print_signed(const InvitationKey *key, int64_t hour, char out[INVITATION_MAX + 1])
{
    unsigned char sum[SUM_SIZE];
    int length = snprintf(out, HEAD_MAX, "i1-%" PRIx64 "-", (uint64_t)hour);
    crypto_generichash(sum, sizeof sum, (const unsigned char *)out, (size_t)length, key->key,
                       sizeof key->key);
    sodium_bin2base64(out + length, INVITATION_MAX + 1 - (size_t)length, sum, sizeof sum,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void invitation_print(const InvitationKey *key, int64_t now, int days, char out[INVITATION_MAX + 1])
{
    print_signed(key, now / HOUR + 24 * (int64_t)days + 1, out);
}

/* There is only one way to write one. */
bool invitation_is_good(const InvitationKey *key, const char *text, int64_t now)
{
    char wanted[INVITATION_MAX + 1];
    uint64_t hour;
    size_t length = strlen(text);
    if (length > INVITATION_MAX || sscanf(text, "i1-%9" SCNx64 "-", &hour) != 1)
        return false;
    print_signed(key, (int64_t)hour, wanted);
    return length == strlen(wanted) && sodium_memcmp(text, wanted, length) == 0 &&
           now < (int64_t)hour * HOUR;
}

/* ---- the first operator's code ---- */

static void hash_of(const char letters[LETTERS], unsigned char hash[INVITATION_KEY_SIZE])
{
    crypto_generichash(hash, INVITATION_KEY_SIZE, (const unsigned char *)letters, LETTERS, NULL, 0);
}

void operator_code_open(OperatorCode *code, char out[OPERATOR_CODE_MAX + 1])
{
    static const char FROM[] = "abcdefghjkmnpqrstuvwxyz23456789"; /* 31 */
    char letters[LETTERS];
    size_t length = 0;
    for (int i = 0; i < LETTERS; i++) {
        letters[i] = FROM[randombytes_uniform(sizeof FROM - 1)];
        if (i > 0 && i % GROUP == 0)
            out[length++] = '-';
        out[length++] = letters[i];
    }
    out[length] = '\0';
    hash_of(letters, code->hash);
    code->is_open = true;
    sodium_memzero(letters, sizeof letters);
}

bool operator_code_is(const OperatorCode *code, const char *text)
{
    char letters[LETTERS] = {0};
    unsigned char hash[INVITATION_KEY_SIZE];
    int count = 0;
    for (; *text; text++) {
        if (*text == '-' || *text == ' ')
            continue;
        if (count == LETTERS)
            return false;
        letters[count++] = (char)tolower((unsigned char)*text);
    }
    hash_of(letters, hash);
    return code->is_open && count == LETTERS && sodium_memcmp(hash, code->hash, sizeof hash) == 0;
}

void operator_code_close(OperatorCode *code)
{
    sodium_memzero(code, sizeof *code);
}
