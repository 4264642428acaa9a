/* push_crypto.h - what Web Push asks of cryptography: messages that only the browser can read (RFC 8291, in the coding aes128gcm of
 * RFC 8188), and tokens by which a push service knows this server (VAPID, RFC 8292). By OpenSSL's libcrypto. Pure, but for what
 * is drawn at random. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PUSH_PRIVATE_SIZE = 32, /* a number from 1 to the order of P-256 less 1 */
    PUSH_PUBLIC_SIZE = 65,  /* a point of P-256, uncompressed (SEC 1, 2.3.3) */
    PUSH_AUTH_SIZE = 16,
    PUSH_SALT_SIZE = 16,
    PUSH_RECORD_SIZE = 4096, /* as in RFC 8291's example; services take as much at least */
    PUSH_PLAIN_MAX = 2000,   /* bytes of a message, far fewer than fit into a record */
    PUSH_OVERHEAD = 16 + 4 + 1 + PUSH_PUBLIC_SIZE + 1 + 16, /* header, delimiter, tag */
    PUSH_TOKEN_MAX = 1024,                                  /* of VAPID, with the NUL */
    PUSH_KEY_TEXT = 88, /* a public key in base64url, with the NUL */
};

typedef struct {
    unsigned char private_key[PUSH_PRIVATE_SIZE], public_key[PUSH_PUBLIC_SIZE];
} PushKeyPair;

/* False when it is no private key. */
bool push_key_pair(const unsigned char private_key[PUSH_PRIVATE_SIZE], PushKeyPair *pair);
/* A new one for each message. */
void push_key_draw(PushKeyPair *pair);
/* Whether it is a point of the curve. */
bool push_public_is_good(const unsigned char public_key[PUSH_PUBLIC_SIZE]);

/* For the browser with that public key and secret. 'own' is used for this message only, as is the salt. 'out' has room for 'length' +
 * PUSH_OVERHEAD bytes; returns how many they are, 0 when the browser's key is no point of the curve. */
size_t push_encrypt(const unsigned char browser_key[PUSH_PUBLIC_SIZE],
                    const unsigned char auth[PUSH_AUTH_SIZE], const PushKeyPair *own,
                    const unsigned char salt[PUSH_SALT_SIZE], const void *plain, size_t length,
                    unsigned char *out);

/* A JWT signed by ES256 (RFC 7515, 7518): for the push service with that origin, until 'expires' (seconds since 1970, at most a
 * day ahead). 'subject' is a URL by which the operator can be reached, "" for none; both are ASCII without quotes. False when
 * it does not fit. */
bool push_token(const PushKeyPair *key, const char *audience, const char *subject, int64_t expires,
                char token[PUSH_TOKEN_MAX]);
