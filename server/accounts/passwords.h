/* passwords.h - Argon2id on another thread, one password after the other: the loop never waits for it.
 *
 * Each takes about a tenth of a second and 64 MiB (libsodium's interactive limits), so no more than one is computed
 * at a time and few may wait. Addresses take turns: an address's second password is queued as if it had come
 * PASSWORDS_WAITING_MAX places later, the third as many later again, and so on; when the queue is full, the last in
 * it makes room. So no single address keeps others waiting for long, and in the end each has its turn.
 * passwords_close tells everybody who waits; its memory is freed when the loop has run. */
#pragma once

#include <uv.h>

#include <stdbool.h>

typedef struct Passwords Passwords;

enum {
    PASSWORD_MIN = 8,   /* bytes */
    PASSWORD_MAX = 200, /* bytes */
    PASSWORDS_WAITING_MAX = 32,
    PASSWORDS_ADDRESS_MAX =
        16,                  /* of these for one address: a whole school class may be behind it */
    PASSWORD_HASH_MAX = 127, /* bytes, without the NUL */
};

typedef enum {
    PASSWORD_OK, /* hashed, or the password is right */
    PASSWORD_WRONG,
    PASSWORD_NO_MEMORY,
    PASSWORD_CROWDED_OUT, /* made room for addresses that have fewer waiting */
    PASSWORD_CLOSING,     /* passwords_close came first */
} PasswordResult;

/* Called on the loop; 'hash' is the result of passwords_hash, lent for the call. */
typedef void (*PasswordDone)(void *context, PasswordResult result, const char *hash);

Passwords *passwords_new(uv_loop_t *loop);
void passwords_close(Passwords *passwords);

typedef enum {
    PASSWORD_QUEUED,       /* the callback will come */
    PASSWORD_ADDRESS_FULL, /* the others: no callback. PASSWORDS_ADDRESS_MAX of the address wait */
    PASSWORD_QUEUE_FULL,
} PasswordPlace;

/* Both copy their arguments. 'address' is any text that identifies who asks. */
PasswordPlace passwords_hash(Passwords *passwords, const char *address, const char *password,
                             PasswordDone done, void *context);
PasswordPlace passwords_verify(Passwords *passwords, const char *address, const char *hash,
                               const char *password, PasswordDone done, void *context);

enum { PASSWORD_DRAWN_LENGTH = 14 /* 14 of 32 letters are 70 bits */ };
/* A random one, of letters that are not easily mistaken for each other. */
void password_draw(char password[PASSWORD_DRAWN_LENGTH + 1]);
/* At once, for a program without a loop: into 'hash' of PASSWORD_HASH_MAX + 1 bytes. */
bool password_hash_now(const char *password, char *hash);
