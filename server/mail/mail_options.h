/* mail_options.h - what mail is sent by, and how much of it there may be (mail.h). */
#pragma once

#include "core.h"
#include "outbound.h"

typedef struct Mail Mail;

enum {
    MAIL_WAITING_MAX = 500, /* letters; later ones are left out */
    MAIL_AT_ONCE = 2,
    MAIL_TRIES_MAX = 5,        /* within an hour and a half */
    MAIL_TIME_MAX = 60 * 1000, /* ms for handing one over */
    MAIL_RECOVERING_MAX = 64,  /* requests for a link that wait */
    MAIL_RECOVERY_DELAY =
        500, /* ms after which they are looked at: the answer has gone out by then */
    MAIL_ACCOUNTS_OF_ONE = 5,           /* accounts with one address that are sent a link at once */
    MAIL_HOURS_MAX = 72,                /* of reminders */
    MAIL_TOKEN_LENGTH = 32,             /* letters of a link */
    MAIL_STOP_MAX = 64,                 /* of a link that ends reminders */
    MAIL_WORDS_MAX = 200,               /* bytes: what came of the last letter, with the NUL */
    MAIL_USER_MAX = 255,                /* bytes */
    MAIL_PASSWORD_MAX = 1024,           /* likewise */
    MAIL_HOUR = 60 * 60 * 1000,         /* ms */
    MAIL_CONFIRM_LIFE = 24 * MAIL_HOUR, /* ms for which a link is good that confirms an address, */
    MAIL_RESET_LIFE = MAIL_HOUR,        /* and that sets a new password */
};

/* Lent, but for the password, which is copied. */
typedef struct {
    uv_loop_t *loop;
    Store *store;
    Core *core;
    Accounts *accounts;
    Outbound *outbound;
    Metrics *metrics;   /* mail_total, mail_failures_total */
    const char *server; /* smtp or smtps; NULL: nothing is sent, and nobody can have an address */
    const char *user, *password; /* NULL: none */
    bool has_tls;
    const char *from; /* an address */
    const char *site; /* the name of this place */
    const char *base; /* what links begin with */
} MailOptions;
