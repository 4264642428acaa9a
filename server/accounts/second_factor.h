/* second_factor.h - what an operator's account may ask for beside the password: a code of six digits from an authenticator app
 * (TOTP: RFC 6238 with SHA-1, 30 s and the secret of 20 bytes that RFC 4226 recommends), or one of eight recovery codes.
 *
 * The secret is derived from the database's own, the account's id and a random salt; only the salt is in the account's row,
 * with the newest step of time whose code was used, so that none is good twice, and keyed hashes of the recovery codes that
 * are left. 'now' is the wall clock in ms. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TOTP_STEP = 30,  /* s, RFC 6238, 4.1 */
    TOTP_WINDOW = 1, /* steps before and after that are good, too: clocks differ (RFC 6238, 5.2) */
    TOTP_SECRET_SIZE = 20, /* bytes, RFC 4226, 4 (R6) */
    TOTP_SECRET_TEXT = 32, /* in base32 */
    SECOND_SECRET_SIZE = 32,
    SECOND_SALT_LENGTH = 32, /* 16 bytes in hexadecimal */
    SECOND_RECOVERY_CODES = 8,
    SECOND_RECOVERY_LENGTH = 11, /* two groups of five letters and a dash: 49 random bits */
    SECOND_HASH_LENGTH = 32,
    SECOND_CODE_MAX = 40,  /* bytes that somebody may type */
    SECOND_TEXT_MAX = 320, /* of second_factor_print */
};

/* The number of RFC 4226, 5.3, from which the last digits are the code: of a step of time in RFC 6238. */
uint32_t totp_number(const unsigned char *secret, size_t size, uint64_t step);

typedef struct {
    unsigned char key[SECOND_SECRET_SIZE];
} SecondFactorKey;

/* 'secret' is store_secret. */
void second_factor_key_init(SecondFactorKey *key, const unsigned char secret[SECOND_SECRET_SIZE]);

/* An empty salt: there is none. */
typedef struct {
    char salt[SECOND_SALT_LENGTH + 1];
    int64_t step; /* the newest that was used */
    size_t count; /* recovery codes that are left */
    char hash[SECOND_RECOVERY_CODES][SECOND_HASH_LENGTH + 1];
} SecondFactor;

/* As it is stored: "1 SALT STEP HASH ..."; "" for none. False, and none, when the text is not such a one. */
bool second_factor_parse(const char *text, SecondFactor *factor);
void second_factor_print(const SecondFactor *factor, char text[SECOND_TEXT_MAX + 1]);

/* A new one without recovery codes. */
void second_factor_draw(SecondFactor *factor);
/* The secret in base32, as authenticator apps take it. */
void second_factor_secret(const SecondFactorKey *key, const char *id, const SecondFactor *factor,
                          char text[TOTP_SECRET_TEXT + 1]);
/* Replaces the recovery codes; they can be shown only now. */
void second_factor_draw_recovery(const SecondFactorKey *key, const char *id, SecondFactor *factor,
                                 char codes[SECOND_RECOVERY_CODES][SECOND_RECOVERY_LENGTH + 1]);
/* Whether this is a code that is good now, which it is no longer afterwards; with blanks and dashes or without, in capitals
 * or not. Any text is safe. */
bool second_factor_use(const SecondFactorKey *key, const char *id, SecondFactor *factor,
                       const char *code, int64_t now);
