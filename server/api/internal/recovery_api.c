/* A forgotten password over HTTP (mail.h). */
#include "log.h"
#include "mail.h"
#include "password_work.h"
#include "routes.h"
#include "user_json.h"

#include <stdio.h>
#include <string.h>

/* The same for everybody: what becomes of it happens later. */
void recovery_begin(Call *call)
{
    const char *who =
        provider_allows_password(call) ? call_text(call, "who", STORE_MAIL_MAX) : NULL;
    if (!who)
        return;
    if (!mail_is_on(call->server->mail)) {
        answer_refusal(&call->asker, 404, mail_error_code(MAIL_OFF), mail_error_text(MAIL_OFF));
    } else if (call_is_allowed(call, LIMIT_RECOVERY_ADDRESS, call->http->address)) {
        mail_recover(call->server->mail, who);
        answer_ok(&call->asker);
    }
}

static void refuse_link(const Asker *asker)
{
    answer_refusal(asker, 404, mail_error_code(MAIL_NOT_FOUND), mail_error_text(MAIL_NOT_FOUND));
}

/* Asks for the account whose link it is; answered when it is not good. */
static void find_account(Call *call, CallNext next)
{
    const char *token =
        provider_allows_password(call) ? call_text(call, "token", STORE_MAIL_HASH) : NULL;
    if (!token || !call_is_allowed(call, LIMIT_PASSWORD_ADDRESS, call->http->address))
        return;
    const char *player = mail_reset_player(call->server->mail, token);
    if (player) {
        AccountRef ref = account_ref_id(player);
        accounts_find(call->server->accounts, &ref, 1, "", call_answered, call_wait(call, next));
    } else {
        refuse_link(&call->asker);
    }
}

/* NULL, and answered, when it has been closed meanwhile. */
static const AccountInfo *account_of(const Call *call, const AccountsAnswer *answer)
{
    if (answer->count > 0 && account_is_found(&answer->list[0]) && !answer->list[0].closed)
        return &answer->list[0];
    refuse_link(&call->asker);
    return NULL;
}

static void show_account(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = account_of(call, answer);
    Text text;
    if (!account)
        return;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "username", account->name);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

void recovery_look(Call *call)
{
    find_account(call, show_account);
}

/* ---- a new password ---- */

static void let_in(Work *work, const AccountsAnswer *answer)
{
    const ApiOptions *server = api_options(work->asker.api);
    Text text;
    text_init(&text);
    /* Also connections from before the account was made: whoever had the guest's token. */
    core_dismiss(server->core, answer->account.id, "");
    user_json(server, &answer->account, answer->account.id, &text);
    work_mark_device(work, answer);
    answer_signed(&work->asker, 200, &text, answer->text, work->marks);
    text_clear(&text);
    log_info("an account has a new password by a link");
}

static void recovered(void *context, const AccountsAnswer *answer)
{
    Work *work = context;
    const ApiOptions *server = api_options(work->asker.api);
    work->asker.number = answer->number;
    mail_reset_end(server->mail, work->proof.id, answer->error == ACCOUNTS_OK, &work->asker.number);
    if (answer->error == ACCOUNTS_NEEDS_CODE || answer->error == ACCOUNTS_WRONG_CODE)
        answer_refusal(&work->asker, 401, accounts_error_code(answer->error),
                       accounts_error_text(answer->error));
    else if (work_is_done(work, answer))
        let_in(work, answer);
    work_free(work);
}

static void hashed(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    const ApiOptions *server = api_options(work->asker.api);
    int64_t now = core_wall(server->core);
    char player[STORE_PLAYER_ID_MAX + 1];
    if (!work_is_right(work, result)) {
        work_free(work);
        return;
    }
    if (!mail_reset_take(server->mail, work->link, player)) {
        refuse_link(&work->asker);
        work_free(work);
        return;
    }
    memcpy(work->proof.id, player, sizeof player);
    if (work->session.code[0] && !core_allows(server->core, LIMIT_CODE, player)) {
        mail_reset_end(server->mail, player, false, &work->asker.number);
        answer_flood(&work->asker, core_limit_wait(server->core, LIMIT_CODE) / 1000 + 1);
        work_free(work);
        return;
    }
    accounts_recover(server->accounts, player, hash, &work->session, now, recovered, work);
}

static void hash_password(Call *call, const AccountsAnswer *answer)
{
    const AccountInfo *account = account_of(call, answer);
    const char *password = account ? call_new_password(call, "password", account->name) : NULL;
    const char *code = params_find(&call->params, "code");
    if (!password)
        return;
    Work *work = work_new(call);
    snprintf(work->link, sizeof work->link, "%s", params_find(&call->params, "token"));
    snprintf(work->session.code, sizeof work->session.code, "%s", code ? code : "");
    work_hash(work, password, hashed);
}

void recovery_finish(Call *call)
{
    const char *code = params_find(&call->params, "code");
    if (code && strlen(code) > SECOND_CODE_MAX)
        answer_error(&call->asker, 400, "code: is too long");
    else
        find_account(call, hash_password);
}
