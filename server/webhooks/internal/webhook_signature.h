/* webhook_signature.h - secrets and signatures of Standard Webhooks (standardwebhooks.com, version 1.0.0): HMAC-SHA256 of
 * "id.timestamp.body". Pure, but for webhook_secret_draw. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WEBHOOK_KEY_SIZE = 32,       /* bytes that are drawn; the standard wants 24 to 64 */
    WEBHOOK_SECRET_SIZE = 52,    /* "whsec_", the key in base64, the NUL */
    WEBHOOK_SIGNATURE_SIZE = 48, /* "v1,", 32 bytes in base64, the NUL */
};

void webhook_secret_draw(char secret[WEBHOOK_SECRET_SIZE]);
/* 'seconds' since 1970, as in webhook-timestamp. False for a secret that is none. */
bool webhook_sign(const char *secret, const char *id, int64_t seconds, const char *body,
                  size_t length, char signature[WEBHOOK_SIGNATURE_SIZE]);
