/* passwords.h - Argon2id on a thread of its own, one password after the other: the loop never waits for it.
 *
 * Each takes about a tenth of a second and 64 MiB (libsodium's interactive limits), so no more than one is
 * computed at a time and few may wait. passwords_close tells all who wait so; its memory goes when the loop has run. */
#pragma once

#include <uv.h>

#include <stdbool.h>

typedef struct Passwords Passwords;

enum {
    PASSWORD_MIN = 8,   /* characters, that is bytes: of UTF-8 some have more */
    PASSWORD_MAX = 200, /* bytes */
    PASSWORDS_WAITING_MAX = 32,
    PASSWORD_HASH_MAX = 127, /* bytes, without the NUL */
};

typedef enum {
    PASSWORD_OK, /* hashed, or it is the right one */
    PASSWORD_WRONG,
    PASSWORD_NO_MEMORY,
    PASSWORD_CLOSING, /* passwords_close came first */
} PasswordResult;

/* Comes on the loop; 'hash' is the new one of passwords_hash, lent for the call. */
typedef void (*PasswordDone)(void *context, PasswordResult result, const char *hash);

Passwords *passwords_new(uv_loop_t *loop);
void passwords_close(Passwords *passwords);

/* Both copy what they are given. False, and no callback, when too many wait. */
bool passwords_hash(Passwords *passwords, const char *password, PasswordDone done, void *context);
bool passwords_verify(Passwords *passwords, const char *hash, const char *password,
                      PasswordDone done, void *context);

/* At once, for a program of one thread: into 'hash' of PASSWORD_HASH_MAX + 1. */
bool password_hash_now(const char *password, char *hash);
