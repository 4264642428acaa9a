/* invitation.h - who may sign up while registration is closed: whoever has an invitation of the operator's, which is signed with
 * a key from the database and expires; and, while nobody is an operator, whoever has the code that the start prints,
 * which makes its owner the operator.
 *
 * Nothing is stored: an invitation is "i1-EXPIRES-SUM", its hour in hexadecimal and 32 bytes of a keyed hash over all before
 * that, in base64url, and may be used by several people until then. Of the code only a hash is kept in memory. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    INVITATION_KEY_SIZE = 32,
    INVITATION_MAX = 80,       /* bytes, without the NUL */
    INVITATION_DAYS = 7,       /* unless it is said */
    INVITATION_DAYS_MAX = 366, /* a year */
    OPERATOR_CODE_MAX = 24,    /* bytes, without the NUL */
};

typedef struct {
    unsigned char key[INVITATION_KEY_SIZE];
} InvitationKey;

/* 'secret' is store_secret. */
void invitation_key_init(InvitationKey *key, const unsigned char secret[INVITATION_KEY_SIZE]);
/* Good for so many days from 'now', ms of the wall clock, and the rest of the hour. */
void invitation_print(const InvitationKey *key, int64_t now, int days,
                      char out[INVITATION_MAX + 1]);
/* Whether it is one, and has not expired. Any text is safe. */
bool invitation_is_good(const InvitationKey *key, const char *text, int64_t now);

/* Zeroed before: none is open. */
typedef struct {
    bool is_open;
    unsigned char hash[INVITATION_KEY_SIZE];
} OperatorCode;

/* A new one: four groups of four letters that are not mistaken for each other, 79 random bits. */
void operator_code_open(OperatorCode *code, char out[OPERATOR_CODE_MAX + 1]);
/* Whether it is open, and this is it: with or without its dashes, in capitals or not. */
bool operator_code_is(const OperatorCode *code, const char *text);
/* It is used up. */
void operator_code_close(OperatorCode *code);
