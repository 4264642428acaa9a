/* One's own e-mail address over HTTP, and reminders (mail.h). */
#include "mail.h"
#include "password_work.h"
#include "remote.h"
#include "routes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void answer_mail_error(const Asker *asker, MailError error)
{
    static const int STATUSES[] = {[MAIL_OK] = 200,    [MAIL_OFF] = 404,  [MAIL_BAD_ADDRESS] = 400,
                                   [MAIL_FLOOD] = 429, [MAIL_BUSY] = 503, [MAIL_NOT_FOUND] = 404};
    if (error == MAIL_OK)
        answer_ok(asker);
    else
        answer_refusal(asker, STATUSES[error], mail_error_code(error), mail_error_text(error));
}

void mail_show(Call *call)
{
    Mail *mail = call->server->mail;
    const StoreMailAddress *found = mail_find(mail, call->identity.account.id);
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_bool(&text, "available", mail_is_on(mail));
    text_string(&text, "address", found ? found->address : "");
    text_string(&text, "wanted", found && found->confirm_until > call->now ? found->wanted : "");
    text_integer(&text, "hours", found ? found->hours : 0);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

/* ---- an address ---- */

/* The session may have ended while the password was compared: the account has been deleted, or somebody else is signed out. */
static void put_address(void *context, const AccountsAnswer *answer)
{
    Work *work = context;
    const ApiOptions *server = api_options(work->asker.api);
    if (answer->banned)
        answer_banned(&work->asker);
    else if (account_is_found(&answer->account))
        answer_mail_error(&work->asker, mail_set_address(server->mail, work->proof.id, work->mail,
                                                         work->language, &work->asker.number));
    else
        answer_error(&work->asker, 401, accounts_error_text(ACCOUNTS_SIGNED_OUT));
    work_free(work);
}

static void set_address(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    const ApiOptions *server = api_options(work->asker.api);
    IdentityQuestion question = {0};
    (void)hash;
    if (!work_is_right(work, result)) {
        work_free(work);
        return;
    }
    memcpy(question.key.text, work->session.before, sizeof question.key.text);
    accounts_identify(server->accounts, &question, core_wall(server->core), put_address, work);
}

/* Whoever has no password must have signed in just now. */
static void compare(Call *call, const AccountsAnswer *answer)
{
    Work *work = call->extra;
    const char *password = params_find(&call->params, "password");
    bool is_known = work_is_done(work, answer);
    call->extra = NULL;
    if (is_known && answer->password[0]) {
        work_compare(work, call, answer, password ? password : "", set_address);
    } else if (is_known && call_is_fresh(call)) {
        set_address(work, PASSWORD_OK, NULL);
    } else {
        if (is_known)
            answer_refusal(&call->asker, 403, "sign_in_again", "Sign in again first.");
        work_free(work);
    }
}

void mail_set(Call *call)
{
    const AccountInfo *account = &call->identity.account;
    const char *address = call_text(call, "address", 4 * STORE_MAIL_MAX);
    const char *language = params_find(&call->params, "language");
    AccountRef ref = account_ref_id(account->id);
    if (!address)
        return;
    if (!mail_is_on(call->server->mail)) {
        answer_mail_error(&call->asker, MAIL_OFF);
    } else if (!mail_address_is_good(address)) {
        answer_mail_error(&call->asker, MAIL_BAD_ADDRESS);
    } else if (!account->has_password || call_text(call, "password", PASSWORD_MAX)) {
        Work *work = work_new(call);
        snprintf(work->mail, sizeof work->mail, "%s", address);
        snprintf(work->language, sizeof work->language, "%s", language ? language : "en");
        call->extra = work;
        accounts_login(call->server->accounts, &ref, call_answered, call_wait(call, compare));
    }
}

void mail_take_away(Call *call)
{
    answer_mail_error(&call->asker, mail_remove(call->server->mail, call->identity.account.id,
                                                &call->asker.number));
}

void mail_confirm_address(Call *call)
{
    const char *token = call_text(call, "token", STORE_MAIL_HASH);
    if (token && call_is_allowed(call, LIMIT_PASSWORD_ADDRESS, call->http->address))
        answer_mail_error(&call->asker,
                          mail_confirm(call->server->mail, token, &call->asker.number));
}

/* ---- reminders ---- */

void mail_set_reminders(Call *call)
{
    int64_t hours = 0;
    const char *text = call_text(call, "hours", 8);
    if (!text)
        return;
    if (strspn(text, "0123456789") != strlen(text) || (hours = atoi(text)) > MAIL_HOURS_MAX)
        answer_error(&call->asker, 400, "hours: must be a number from 0 to 72");
    else
        answer_mail_error(&call->asker,
                          mail_set_hours(call->server->mail, call->identity.account.id,
                                         (int32_t)hours, &call->asker.number));
}

/* The form of mail_stop_token: whatever else is in the path does not get into a header. */
static bool is_token(const char *part)
{
    static const char LETTERS[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_";
    size_t length = strspn(part, LETTERS);
    return length > 0 && length <= MAIL_STOP_MAX && !part[length];
}

/* Programs of people who read mail show this address as a link, and may open it without being asked to: the page asks first. */
void mail_stop_page(Call *call)
{
    char location[REMOTE_BASE_MAX + MAIL_STOP_MAX + 32];
    const char *base = call->http->base ? call->http->base : "";
    if (!is_token(call->parts[0])) {
        answer_mail_error(&call->asker, MAIL_NOT_FOUND);
        return;
    }
    snprintf(location, sizeof location, "%s/sign-in#stop=%s", base, call->parts[0]);
    answer_send(&call->asker, &(HttpAnswer){.status = 303, .location = location});
}

/* RFC 8058: by the reader's program, without a cookie. */
void mail_stop_reminders(Call *call)
{
    answer_mail_error(&call->asker,
                      mail_stop(call->server->mail, call->parts[0], &call->asker.number));
}
