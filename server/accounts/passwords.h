/* passwords.h - Argon2id on a thread of its own, one password after the other: the loop never waits for it.
 *
 * Each takes about a tenth of a second and 64 MiB (libsodium's interactive limits), so no more than one is
 * computed at a time and few may wait. Addresses take turns: the second password of one counts as if it had come
 * PASSWORDS_WAITING_MAX places later, the third as many later again, and so on; whoever would come last makes room when
 * there is none. So one address alone keeps nobody waiting for long, and in the end each has its turn.
 * passwords_close tells all who wait so; its memory goes when the loop has run. */
#pragma once

#include <uv.h>

#include <stdbool.h>

typedef struct Passwords Passwords;

enum {
    PASSWORD_MIN = 8,   /* characters, that is bytes: of UTF-8 some have more */
    PASSWORD_MAX = 200, /* bytes */
    PASSWORDS_WAITING_MAX = 32,
    PASSWORDS_ADDRESS_MAX = 16, /* of these for one address: a class of pupils may be behind it */
    PASSWORD_HASH_MAX = 127,    /* bytes, without the NUL */
};

typedef enum {
    PASSWORD_OK, /* hashed, or it is the right one */
    PASSWORD_WRONG,
    PASSWORD_NO_MEMORY,
    PASSWORD_CROWDED_OUT, /* others came who have waited less often */
    PASSWORD_CLOSING,     /* passwords_close came first */
} PasswordResult;

/* Comes on the loop; 'hash' is the new one of passwords_hash, lent for the call. */
typedef void (*PasswordDone)(void *context, PasswordResult result, const char *hash);

Passwords *passwords_new(uv_loop_t *loop);
void passwords_close(Passwords *passwords);

typedef enum {
    PASSWORD_QUEUED,       /* the callback comes */
    PASSWORD_ADDRESS_FULL, /* the others: no callback. PASSWORDS_ADDRESS_MAX of the address wait */
    PASSWORD_QUEUE_FULL,
} PasswordPlace;

/* Both copy what they are given. 'address' is any text that tells who asks from others. */
PasswordPlace passwords_hash(Passwords *passwords, const char *address, const char *password,
                             PasswordDone done, void *context);
PasswordPlace passwords_verify(Passwords *passwords, const char *address, const char *hash,
                               const char *password, PasswordDone done, void *context);

/* At once, for a program of one thread: into 'hash' of PASSWORD_HASH_MAX + 1. */
bool password_hash_now(const char *password, char *hash);
