/* pass.h - what lets somebody in as an account: a signed-in browser's cookie, or an API token.
 *
 * The text is 160 random bits behind a word that tells the kind; only its hash is kept, so that nobody who
 * reads the database or the memory can come in with it. */
#pragma once

#include "store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Account Account;
typedef struct Pass Pass;

/* The numbers are in databases. */
typedef enum { PASS_SESSION, PASS_TOKEN } PassKind;

enum {
    PASS_TEXT_LENGTH = 4 + 40, /* "ses_" or "tok_" and 20 bytes in hexadecimal */
    PASS_ID_LENGTH = 16,       /* of its key, by which its owner names it */
    SESSION_LIFE_DAYS = 400,   /* after it was used last; as long as browsers keep a cookie */
};

struct Pass {
    char key[STORE_PASS_MAX + 1];
    Account *account;
    Pass *next; /* of the same account, newest first */
    PassKind kind;
    uint32_t scopes; /* of a token */
    int64_t made, seen;
    char label[STORE_LABEL_MAX + 1];
};

void pass_draw(PassKind kind, char text[PASS_TEXT_LENGTH + 1]);
/* The key of a pass; false when the text can be no pass. Any bytes are safe. */
bool pass_key(const char *text, size_t length, char key[STORE_PASS_MAX + 1]);
bool pass_is_expired(const Pass *pass, int64_t now);
