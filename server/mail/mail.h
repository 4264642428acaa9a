/* mail.h - e-mail: addresses that people confirm, links by which they set a new password, reminders of their turns.
 *
 * Letters are handed to the one SMTP server that the operator has named, in plain text and in the language that the page had. They
 * wait in memory until what they tell of is durable, are tried again over an hour and a half, and then given up. Links have a token
 * of which only a hash is stored. Turns in correspondence games are rows in the store with whether their player was reminded, so that
 * nobody is reminded twice of one, except when the server dies between the sending and the commit. Without a server named nothing
 * is sent, and what was stored is kept.
 *
 * One thread: that of the loop. */
#pragma once

#include "mail_address.h"
#include "mail_options.h"

Mail *mail_new(const MailOptions *options);
/* On false 'line' (STORE_LINE_MAX bytes) says why. */
bool mail_load(Mail *mail, char *line);
/* Sends nothing any more. Run the loop once more, then mail_free. */
void mail_close(Mail *mail);
void mail_free(Mail *mail);
/* Every batch of the store up to 'number' is durable. */
void mail_committed(Mail *mail, uint64_t number);

/* Whether there is a server. */
bool mail_is_on(const Mail *mail);

typedef enum {
    MAIL_OK,
    MAIL_OFF,         /* no server is named */
    MAIL_BAD_ADDRESS, /* mail_address_is_good */
    MAIL_FLOOD,       /* a limit: too many letters to that address, or asked for by that person */
    MAIL_BUSY,        /* MAIL_WAITING_MAX letters wait already */
    MAIL_NOT_FOUND,   /* no such address or link, or the link has expired */
} MailError;
const char *mail_error_code(MailError error);
const char *mail_error_text(MailError error);

/* ---- one's own address; *number is the batch with which a change is durable ---- */

/* NULL: they have none. Lent until the next change. */
const StoreMailAddress *mail_find(const Mail *mail, const char *player);
/* Sends a link to it; until it is confirmed the one before stays. 'language': of the page. */
MailError mail_set_address(Mail *mail, const char *player, const char *address,
                           const char *language, uint64_t *number);
/* By the token of that link. The address before is told. */
MailError mail_confirm(Mail *mail, const char *token, uint64_t *number);
/* Both addresses go, and links with them. The confirmed one is told. */
MailError mail_remove(Mail *mail, const char *player, uint64_t *number);
/* So many hours before their time runs out they are reminded, or in the middle of a shorter time; 0: never. At most MAIL_HOURS_MAX. */
MailError mail_set_hours(Mail *mail, const char *player, int32_t hours, uint64_t *number);
/* By the link in a reminder, which stays good as long as the address: no more of them. */
MailError mail_stop(Mail *mail, const char *token, uint64_t *number);

/* ---- a forgotten password (mail_recovery.c) ---- */

/* 'who' is a username or an address. Whether there is such an account shows neither in the result nor in the time that it takes. */
void mail_recover(Mail *mail, const char *who);
/* The player whose link it is; nobody else can take it until mail_reset_end. False when it is not good (any more). */
bool mail_reset_take(Mail *mail, const char *token, char player[STORE_PLAYER_ID_MAX + 1]);
/* The password has been set, and the link is used up; or it has not, and the link is as good as before. */
void mail_reset_end(Mail *mail, const char *player, bool is_set, uint64_t *number);
/* Whose it is, if it could be taken; NULL. Lent until the next change. */
const char *mail_reset_player(const Mail *mail, const char *token);

/* ---- for operators ---- */

MailError mail_test(Mail *mail, const char *address);

typedef struct {
    const char *server; /* NULL: none */
    size_t waiting;     /* letters */
    size_t addresses;   /* that are confirmed */
    int64_t last;       /* when the last letter was tried, wall clock, ms; 0: none was */
    bool is_failing;    /* it was not accepted */
    const char *words;  /* what came of it */
} MailState;
void mail_state(const Mail *mail, MailState *state);
