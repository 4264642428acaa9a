/* password_work.h - a password that is being hashed or verified (passwords.h), for whom, and what is to be
 * done afterwards. */
#pragma once

#include "address.h"
#include "call.h"

typedef struct {
    Asker asker;
    Proof proof; /* whose password it is, with the session that asks, if that must still be valid */
    NewSession session;            /* the session to start */
    char name[USERNAME_MAX + 1];   /* wanted */
    char wanted[PASSWORD_MAX + 1]; /* the new password */
    char mail[STORE_MAIL_MAX + 1]; /* the new e-mail address, and the language of the page */
    char language[STORE_LANGUAGE_MAX + 1];
    char link[STORE_MAIL_HASH + 1]; /* the token of a link that sets a new password */
    char kept[ALL_TOKENS_MAX]
             [CREDENTIAL_ID_LENGTH + 1]; /* ids of the tokens that a new password does not end */
    size_t kept_count;
    char marks[DEVICE_COOKIE_MAX + 1]; /* of the browser that asks */
    char address[ADDRESS_MAX + 1];
} Work;

Work *work_new(const Call *call);
void work_free(Work *work);

/* Both either call 'done' with the Work, or answer the call and free the Work. */
/* Has a new password hashed. */
void work_hash(Work *work, const char *password, PasswordDone done);
/* Has the password compared with that of the account in accounts_login's answer, if it may be tried. */
void work_compare(Work *work, Call *call, const AccountsAnswer *login, const char *password,
                  PasswordDone done);

/* False, and answered, unless the password was hashed, or verified and right. */
bool work_is_right(const Work *work, PasswordResult result);
/* False, and answered, unless the accounts have done what was asked. */
bool work_is_done(const Work *work, const AccountsAnswer *answer);
/* The browser's marks with a new one for the account, whose password's hash is in the answer. */
void work_mark_device(Work *work, const AccountsAnswer *answer);
