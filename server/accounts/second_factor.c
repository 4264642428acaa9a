#include "second_factor.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <sodium.h>

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* libsodium's name for what the key is used for: eight characters. */
static const char KEY_CONTEXT[crypto_kdf_CONTEXTBYTES + 1] = "totpkey1";
static const char HEXADECIMAL[] = "0123456789abcdef";

enum {
    SHA1_SIZE = 20,
    DIGITS = 6,
    LETTERS = SECOND_RECOVERY_LENGTH - 1,
    GROUP = 5,
    TYPED_MAX = 16
};
enum { MILLION = 1000000 }; /* ten to the power of DIGITS */

_Static_assert((int)SECOND_SECRET_SIZE == (int)crypto_kdf_KEYBYTES &&
                   (int)SECOND_SECRET_SIZE == (int)crypto_generichash_KEYBYTES,
               "the store's secret is a key, and a hash's key is as long");
_Static_assert(2 + SECOND_SALT_LENGTH + 21 + SECOND_RECOVERY_CODES * (SECOND_HASH_LENGTH + 1) <=
                   SECOND_TEXT_MAX,
               "every second factor fits");

uint32_t totp_number(const unsigned char *secret, size_t size, uint64_t step)
{
    unsigned char message[8], sum[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    for (int i = 0; i < 8; i++)
        message[i] = (unsigned char)(step >> (56 - 8 * i));
    HMAC(EVP_sha1(), secret, (int)size, message, sizeof message, sum, &length);
    assert(length == SHA1_SIZE);
    unsigned at = sum[SHA1_SIZE - 1] & 15;
    return (uint32_t)(sum[at] & 127) << 24 | (uint32_t)sum[at + 1] << 16 |
           (uint32_t)sum[at + 2] << 8 | sum[at + 3];
}

void second_factor_key_init(SecondFactorKey *key, const unsigned char secret[SECOND_SECRET_SIZE])
{
    crypto_kdf_derive_from_key(key->key, sizeof key->key, 1, KEY_CONTEXT, secret);
}

/* ---- as it is stored ---- */

static bool is_hexadecimal(const char *text, size_t length)
{
    return strspn(text, HEXADECIMAL) >= length;
}

bool second_factor_parse(const char *text, SecondFactor *factor)
{
    int used = 0;
    memset(factor, 0, sizeof *factor);
    if (!*text)
        return true;
    SecondFactor read = {.salt = ""};
    if (sscanf(text, "1 %32[0-9a-f] %" SCNd64 "%n", read.salt, &read.step, &used) != 2 ||
        strlen(read.salt) != SECOND_SALT_LENGTH || read.step < 0)
        return false;
    for (text += used; *text; text += SECOND_HASH_LENGTH + 1) {
        if (*text != ' ' || read.count == SECOND_RECOVERY_CODES ||
            !is_hexadecimal(text + 1, SECOND_HASH_LENGTH))
            return false;
        memcpy(read.hash[read.count++], text + 1, SECOND_HASH_LENGTH);
    }
    *factor = read;
    return true;
}

void second_factor_print(const SecondFactor *factor, char text[SECOND_TEXT_MAX + 1])
{
    text[0] = '\0';
    if (!factor->salt[0])
        return;
    int length = snprintf(text, SECOND_TEXT_MAX + 1, "1 %s %" PRId64, factor->salt, factor->step);
    for (size_t i = 0; i < factor->count; i++)
        length +=
            snprintf(text + length, SECOND_TEXT_MAX + 1 - (size_t)length, " %s", factor->hash[i]);
    assert(length <= SECOND_TEXT_MAX);
}

/* ---- the secret ---- */

void second_factor_draw(SecondFactor *factor)
{
    unsigned char chance[SECOND_SALT_LENGTH / 2];
    randombytes_buf(chance, sizeof chance);
    memset(factor, 0, sizeof *factor);
    sodium_bin2hex(factor->salt, sizeof factor->salt, chance, sizeof chance);
}

/* A hash of these texts, with a NUL after each. */
static void hash_of(const SecondFactorKey *key, const char *what, const char *id, const char *text,
                    unsigned char *out, size_t size)
{
    const char *const parts[] = {what, id, text};
    crypto_generichash_state state;
    crypto_generichash_init(&state, key->key, sizeof key->key, size);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        crypto_generichash_update(&state, (const unsigned char *)parts[i], strlen(parts[i]) + 1);
    crypto_generichash_final(&state, out, size);
}

static void secret_of(const SecondFactorKey *key, const char *id, const SecondFactor *factor,
                      unsigned char secret[TOTP_SECRET_SIZE])
{
    hash_of(key, "secret", id, factor->salt, secret, TOTP_SECRET_SIZE);
}

void second_factor_secret(const SecondFactorKey *key, const char *id, const SecondFactor *factor,
                          char text[TOTP_SECRET_TEXT + 1])
{
    static const char BASE32[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"; /* RFC 4648, 6 */
    unsigned char secret[TOTP_SECRET_SIZE];
    secret_of(key, id, factor, secret);
    for (int i = 0; i < TOTP_SECRET_TEXT; i++) {
        int bit = 5 * i, byte = bit / 8;
        unsigned pair =
            (unsigned)secret[byte] << 8 | (byte + 1 < TOTP_SECRET_SIZE ? secret[byte + 1] : 0U);
        text[i] = BASE32[pair >> (11 - bit % 8) & 31];
    }
    text[TOTP_SECRET_TEXT] = '\0';
    sodium_memzero(secret, sizeof secret);
}

/* ---- recovery codes ---- */

static void hash_code(const SecondFactorKey *key, const char *id, const char *letters,
                      char text[SECOND_HASH_LENGTH + 1])
{
    unsigned char hash[SECOND_HASH_LENGTH / 2];
    hash_of(key, "recovery", id, letters, hash, sizeof hash);
    sodium_bin2hex(text, SECOND_HASH_LENGTH + 1, hash, sizeof hash);
}

void second_factor_draw_recovery(const SecondFactorKey *key, const char *id, SecondFactor *factor,
                                 char codes[SECOND_RECOVERY_CODES][SECOND_RECOVERY_LENGTH + 1])
{
    static const char FROM[] = "abcdefghjkmnpqrstuvwxyz23456789"; /* 31 */
    for (factor->count = 0; factor->count < SECOND_RECOVERY_CODES; factor->count++) {
        char letters[LETTERS + 1];
        for (int i = 0; i < LETTERS; i++)
            letters[i] = FROM[randombytes_uniform(sizeof FROM - 1)];
        letters[LETTERS] = '\0';
        hash_code(key, id, letters, factor->hash[factor->count]);
        snprintf(codes[factor->count], SECOND_RECOVERY_LENGTH + 1, "%.5s-%.5s", letters,
                 letters + GROUP);
    }
}

/* ---- codes that somebody types ---- */

static bool use_number(const SecondFactorKey *key, const char *id, SecondFactor *factor,
                       const char *digits, int64_t now)
{
    unsigned char secret[TOTP_SECRET_SIZE];
    int64_t step = now / 1000 / TOTP_STEP, good = -1;
    secret_of(key, id, factor, secret);
    for (int64_t at = step - TOTP_WINDOW; at <= step + TOTP_WINDOW; at++) {
        char wanted[DIGITS + 1];
        uint32_t number = totp_number(secret, sizeof secret, (uint64_t)at) % MILLION;
        snprintf(wanted, sizeof wanted, "%06" PRIu32, number % MILLION);
        if (sodium_memcmp(wanted, digits, DIGITS) == 0 && at > factor->step && good < 0)
            good = at;
    }
    sodium_memzero(secret, sizeof secret);
    if (good >= 0)
        factor->step = good;
    return good >= 0;
}

static bool use_recovery(const SecondFactorKey *key, const char *id, SecondFactor *factor,
                         const char *letters)
{
    char hash[SECOND_HASH_LENGTH + 1];
    hash_code(key, id, letters, hash);
    for (size_t i = 0; i < factor->count; i++)
        if (sodium_memcmp(hash, factor->hash[i], SECOND_HASH_LENGTH) == 0) {
            memcpy(factor->hash[i], factor->hash[--factor->count], sizeof hash);
            return true;
        }
    return false;
}

bool second_factor_use(const SecondFactorKey *key, const char *id, SecondFactor *factor,
                       const char *code, int64_t now)
{
    char typed[TYPED_MAX + 1];
    size_t length = 0;
    for (; *code; code++) {
        if (*code == '-' || *code == ' ')
            continue;
        if (length == TYPED_MAX)
            return false;
        typed[length++] = (char)tolower((unsigned char)*code);
    }
    typed[length] = '\0';
    if (!factor->salt[0])
        return false;
    if (length == DIGITS && strspn(typed, "0123456789") == DIGITS)
        return use_number(key, id, factor, typed, now);
    return length == LETTERS && use_recovery(key, id, factor, typed);
}
