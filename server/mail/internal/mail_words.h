/* mail_words.h - what letters say, in the languages of the page. Pure. */
#pragma once

#include "text.h"

/* X(name) */
#define MAIL_KINDS(X)                                                                              \
    X(CONFIRM)      /* to an address that is to be confirmed: link */                              \
    X(CHANGED)      /* to the one before: it is an account's no more */                            \
    X(RECOVER)      /* a new password may be set: link */                                          \
    X(PASSWORD_SET) /* it has been set by that link */                                             \
    X(REMIND)       /* it is their turn: link, opponent, time, stop */                             \
    X(TEST)         /* an operator tries it */

typedef enum {
#define X(name) MAIL_##name,
    MAIL_KINDS(X)
#undef X
        MAIL_KINDS_COUNT
} MailKind;

/* "" where there is none. */
typedef struct {
    const char *name; /* of the account */
    const char *site, *link, *opponent, *time, *stop;
} MailValues;

/* Whether the page has that language; letters are in English otherwise. */
bool mail_words_has(const char *language);
/* Appends both. */
void mail_words_print(MailKind kind, const char *language, const MailValues *values, Text *subject,
                      Text *body);
