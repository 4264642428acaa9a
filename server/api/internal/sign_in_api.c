/* Signing up, in and out over HTTP. */
#include "log.h"
#include "password_work.h"
#include "routes.h"
#include "user_json.h"

#include <stdio.h>
#include <string.h>

/* Answers with the account and a cookie of its new session. */
static void let_in(Work *work, const AccountsAnswer *answer, int status)
{
    Text text;
    text_init(&text);
    work->asker.number = answer->number;
    user_json(api_options(work->asker.api), &answer->account, answer->account.id, &text);
    work_mark_device(work, answer);
    answer_signed(&work->asker, status, &text, answer->text, work->marks);
    text_clear(&text);
}

/* ---- signing up ---- */

/* False, and answered, when the name is not available. */
static bool name_is_free(const Asker *asker, const char *name, AccountsError error)
{
    UsernameError fault = username_check(name);
    if (error == ACCOUNTS_BAD_NAME)
        answer_refusal(asker, 400, username_error_code(fault), username_error_text(fault));
    else if (error != ACCOUNTS_OK)
        answer_refusal(asker, error == ACCOUNTS_CLOSED ? 403 : 409, accounts_error_code(error),
                       accounts_error_text(error));
    return error == ACCOUNTS_OK;
}

static void signed_up(void *context, const AccountsAnswer *answer)
{
    Work *work = context;
    if (answer->error == ACCOUNTS_BANNED || answer->error == ACCOUNTS_STOPPED) {
        work_is_done(work, answer);
    } else if (name_is_free(&work->asker, work->name, answer->error)) {
        let_in(work, answer, 201);
        log_info("new account %s", answer->account.name);
    }
    work_free(work);
}

static void hashed(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    const ApiOptions *server = api_options(work->asker.api);
    if (work_is_right(work, result))
        accounts_sign_up(server->accounts, work->proof.id, work->name, hash, &work->session,
                         core_wall(server->core), signed_up, work);
    else
        work_free(work);
}

/* By the operator, or because they will be the operator. */
static bool is_invited(const Call *call)
{
    const char *invitation = params_find(&call->params, "invitation");
    const ApiOptions *server = call->server;
    return invitation &&
           (invitation_is_good(server->invitations, invitation, core_wall(server->core)) ||
            operator_code_is(server->operator_code, invitation));
}

static void sign_up_as(Call *call, const AccountsAnswer *answer)
{
    const char *name = params_find(&call->params, "name");
    bool is_closed = answer->error == ACCOUNTS_CLOSED, invited = is_closed && is_invited(call);
    /* So that nobody can try codes here. */
    if (is_closed && !call_is_allowed(call, LIMIT_PASSWORD_ADDRESS, call->http->address))
        return;
    if ((!invited && !name_is_free(&call->asker, name, answer->error)) ||
        !call_is_allowed(call, LIMIT_SIGN_UP, call->http->address))
        return;
    Work *work = work_new(call);
    memcpy(work->name, name, strlen(name));
    work->session.is_invited = invited;
    if (call->identity.who == WHO_NOBODY)
        accounts_draw_id(work->proof.id);
    work_hash(work, params_find(&call->params, "password"), hashed);
}

void account_sign_up(Call *call)
{
    const char *name =
        provider_allows_password(call) ? call_text(call, "name", 4 * USERNAME_MAX) : NULL;
    if (name && call_new_password(call, "password", name))
        accounts_check_name(call->server->accounts, name, call_answered,
                            call_wait(call, sign_up_as));
}

/* ---- signing in and out ---- */

static void signed_in(void *context, const AccountsAnswer *answer)
{
    Work *work = context;
    if (answer->error == ACCOUNTS_NEEDS_CODE || answer->error == ACCOUNTS_WRONG_CODE)
        answer_refusal(&work->asker, 401, accounts_error_code(answer->error),
                       accounts_error_text(answer->error));
    else if (work_is_done(work, answer))
        let_in(work, answer, 200);
    work_free(work);
}

/* False, and answered, when too many codes have been tried at the account. */
static bool may_try_code(const Work *work)
{
    Core *core = api_options(work->asker.api)->core;
    if (!work->session.code[0] || core_allows(core, LIMIT_CODE, work->proof.id))
        return true;
    answer_flood(&work->asker, core_limit_wait(core, LIMIT_CODE) / 1000 + 1);
    return false;
}

static void compared(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    const ApiOptions *server = api_options(work->asker.api);
    (void)hash;
    /* Only who knows the password uses up the account's attempts at codes. */
    if (work_is_right(work, result) && may_try_code(work))
        accounts_sign_in(server->accounts, &work->proof, &work->session, core_wall(server->core),
                         signed_in, work);
    else
        work_free(work);
}

static void sign_in_as(Call *call, const AccountsAnswer *answer)
{
    if (answer->error == ACCOUNTS_OK) {
        Work *work = work_new(call);
        const char *code = params_find(&call->params, "code");
        snprintf(work->session.code, sizeof work->session.code, "%s", code ? code : "");
        work_compare(work, call, answer, params_find(&call->params, "password"), compared);
    } else if (call_is_allowed(call, LIMIT_PASSWORD_ADDRESS, call->http->address)) {
        answer_refusal(&call->asker, 401, "wrong_password", "Wrong username or password.");
    }
}

void account_sign_in(Call *call)
{
    if (!provider_allows_password(call))
        return;
    const char *name = call_text(call, "name", 4 * USERNAME_MAX);
    const char *code = params_find(&call->params, "code");
    AccountRef ref = account_ref_name(name);
    if (code && strlen(code) > SECOND_CODE_MAX)
        answer_error(&call->asker, 400, "code: is too long");
    else if (name && call_text(call, "password", PASSWORD_MAX))
        accounts_login(call->server->accounts, &ref, call_answered, call_wait(call, sign_in_as));
}

static void signed_out(Call *call, const AccountsAnswer *answer)
{
    Text text;
    (void)answer;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_bool(&text, "ok", true);
    text_close(&text, '}');
    answer_signed(&call->asker, 200, &text, "", NULL);
    text_clear(&text);
}

void account_sign_out(Call *call)
{
    const CredentialInfo *credential = &call->identity.credential;
    char id[CREDENTIAL_ID_LENGTH + 1] = "";
    memcpy(id, credential->key, CREDENTIAL_ID_LENGTH);
    /* A tab that has been open since before the sign-up is this browser's, too. */
    core_dismiss(call->server->core, credential->account, "");
    accounts_end_credential(call->server->accounts, credential->account, credential->kind, id,
                            call_answered, call_wait(call, signed_out));
}
