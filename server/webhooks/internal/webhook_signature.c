#include "webhook_signature.h"

#include <sodium.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char PREFIX[] = "whsec_";

enum { KEY_MAX = 64, HEAD_MAX = 100 };

void webhook_secret_draw(char secret[WEBHOOK_SECRET_SIZE])
{
    unsigned char key[WEBHOOK_KEY_SIZE];
    randombytes_buf(key, sizeof key);
    memcpy(secret, PREFIX, sizeof PREFIX - 1);
    sodium_bin2base64(secret + sizeof PREFIX - 1, WEBHOOK_SECRET_SIZE - (sizeof PREFIX - 1), key,
                      sizeof key, sodium_base64_VARIANT_ORIGINAL);
    sodium_memzero(key, sizeof key);
}

bool webhook_sign(const char *secret, const char *id, int64_t seconds, const char *body,
                  size_t length, char signature[WEBHOOK_SIGNATURE_SIZE])
{
    unsigned char key[KEY_MAX], sum[crypto_auth_hmacsha256_BYTES];
    crypto_auth_hmacsha256_state state;
    char head[HEAD_MAX];
    size_t key_length;
    if (strncmp(secret, PREFIX, sizeof PREFIX - 1) != 0 ||
        sodium_base642bin(key, sizeof key, secret + sizeof PREFIX - 1,
                          strlen(secret) - (sizeof PREFIX - 1), NULL, &key_length, NULL,
                          sodium_base64_VARIANT_ORIGINAL) != 0)
        return false;
    int head_length = snprintf(head, sizeof head, "%s.%" PRId64 ".", id, seconds);
    if (head_length < 0 || (size_t)head_length >= sizeof head)
        return false;
    crypto_auth_hmacsha256_init(&state, key, key_length);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)head, (size_t)head_length);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)body, length);
    crypto_auth_hmacsha256_final(&state, sum);
    sodium_memzero(key, sizeof key);
    memcpy(signature, "v1,", 3);
    sodium_bin2base64(signature + 3, WEBHOOK_SIGNATURE_SIZE - 3, sum, sizeof sum,
                      sodium_base64_VARIANT_ORIGINAL);
    return true;
}
