/* An account over HTTP: shown, its password, its settings, all its data, and the end of it. */
#include "json.h"
#include "log.h"
#include "memory.h"
#include "password_work.h"
#include "routes.h"
#include "user_json.h"

#include <stdlib.h>
#include <string.h>

void account_show(Call *call)
{
    const AccountInfo *account = &call->identity.account;
    Text text;
    text_init(&text);
    user_json(call->server, account, account->id, &text);
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void became_bot(Call *call, const AccountsAnswer *answer)
{
    call->asker.number = answer->number;
    if (answer->error == ACCOUNTS_OK)
        answer_ok(&call->asker);
    else
        answer_error(&call->asker, 400, accounts_error_text(answer->error));
}

/* Not for somebody who has played for their rating themselves. */
void account_become_bot(Call *call)
{
    const AccountInfo *account = &call->identity.account;
    int32_t games = 0;
    for (int i = 0; i < CATEGORY_COUNT; i++)
        games += account->ratings[i].rating.games;
    if (games > 0 && !account->bot)
        answer_error(&call->asker, 400,
                     "This account has played rated games: bots need an account of their own.");
    else
        accounts_set_bot(call->server->accounts, account->id, call_answered,
                         call_wait(call, became_bot));
}

/* ---- a new password ---- */

static void password_set(void *context, const AccountsAnswer *answer)
{
    Work *work = context;
    Text text;
    if (work_is_done(work, answer)) {
        /* Also connections from before the account was made: whoever had the guest's token. */
        core_dismiss(api_options(work->asker.api)->core, answer->account.id, "");
        work->asker.number = answer->number;
        text_init(&text);
        text_open(&text, NULL, '{');
        text_bool(&text, "ok", true);
        text_integer(&text, "sessions", (int64_t)answer->sessions_ended);
        text_integer(&text, "tokens", (int64_t)answer->tokens_ended);
        text_close(&text, '}');
        work_mark_device(work, answer);
        answer_signed(&work->asker, 200, &text, NULL, work->marks);
        text_clear(&text);
    }
    work_free(work);
}

static void rehashed(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    if (work_is_right(work, result))
        accounts_set_password(api_options(work->asker.api)->accounts, &work->proof, hash,
                              (const char(*)[CREDENTIAL_ID_LENGTH + 1]) work->kept,
                              work->kept_count, password_set, work);
    else
        work_free(work);
}

static void old_is_right(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    (void)hash;
    if (work_is_right(work, result))
        work_hash(work, work->wanted, rehashed);
    else
        work_free(work);
}

/* By the account's own session, which must still be good when the password has been computed. */
static Work *own_work(const Call *call)
{
    Work *work = work_new(call);
    memcpy(work->proof.credential, call->identity.credential.key, sizeof work->proof.credential);
    return work;
}

static bool has_token(const AccountsAnswer *tokens, const char *id)
{
    size_t i = 0;
    while (i < tokens->credentials_count && !credential_has_id(&tokens->credentials[i], id))
        i++;
    return i < tokens->credentials_count;
}

/* Whoever has no password, since they sign in at a provider, must have done so just now. False, and answered, when they
 * have not. */
static bool is_fresh(const Call *call)
{
    if (call_is_fresh(call))
        return true;
    answer_refusal(&call->asker, 403, "sign_in_again", "Sign in again first.");
    return false;
}

static void compare_old(Call *call, const AccountsAnswer *answer)
{
    Work *work = call->extra;
    call->extra = NULL;
    const char *wanted = params_find(&call->params, "new");
    memcpy(work->wanted, wanted, strlen(wanted));
    bool is_known = work_is_done(work, answer);
    if (is_known && !answer->password[0] && is_fresh(call))
        work_hash(work, work->wanted, rehashed);
    else if (is_known && answer->password[0])
        work_compare(work, call, answer, params_find(&call->params, "old"), old_is_right);
    else
        work_free(work);
}

static void ask_login(Call *call, CallNext next)
{
    AccountRef ref = account_ref_id(call->identity.account.id);
    accounts_login(call->server->accounts, &ref, call_answered, call_wait(call, next));
}

/* Refused when one of those named is not the account's. */
static void keep_tokens(Call *call, const AccountsAnswer *answer)
{
    Work *work = own_work(call);
    size_t at = 0;
    for (const char *id; (id = params_next(&call->params, "keep_tokens", &at));) {
        if (!has_token(answer, id) || work->kept_count == ALL_TOKENS_MAX) {
            answer_error(&call->asker, 400, "keep_tokens: token not found");
            work_free(work);
            return;
        }
        memcpy(work->kept[work->kept_count++], id, CREDENTIAL_ID_LENGTH);
    }
    call->extra = work;
    ask_login(call, compare_old);
}

void account_password(Call *call)
{
    const AccountInfo *account = &call->identity.account;
    bool says_old = !account->has_password || call_text(call, "old", PASSWORD_MAX);
    if (says_old && call_new_password(call, "new", account->name))
        accounts_credentials(call->server->accounts, account->id, CREDENTIAL_TOKEN, call_answered,
                             call_wait(call, keep_tokens));
}

/* ---- the end ---- */

static void closed(void *context, const AccountsAnswer *answer)
{
    Work *work = context;
    Text text;
    if (work_is_done(work, answer)) {
        work->asker.number = answer->number;
        text_init(&text);
        text_open(&text, NULL, '{');
        text_bool(&text, "ok", true);
        text_close(&text, '}');
        answer_signed(&work->asker, 200, &text, "", NULL);
        text_clear(&text);
        log_info("an account has been deleted by its owner");
    }
    work_free(work);
}

static void may_close(void *context, PasswordResult result, const char *hash)
{
    Work *work = context;
    const ApiOptions *server = api_options(work->asker.api);
    (void)hash;
    if (work_is_right(work, result))
        accounts_close(server->accounts, &work->proof, core_wall(server->core), closed, work);
    else
        work_free(work);
}

static void compare_to_close(Call *call, const AccountsAnswer *answer)
{
    Work *work = own_work(call);
    const char *password = params_find(&call->params, "password");
    bool is_known = work_is_done(work, answer);
    if (is_known && !answer->password[0] && is_fresh(call))
        may_close(work, PASSWORD_OK, NULL);
    else if (is_known && answer->password[0])
        work_compare(work, call, answer, password ? password : "", may_close);
    else
        work_free(work);
}

void account_close(Call *call)
{
    if (!call->identity.account.has_password || call_text(call, "password", PASSWORD_MAX))
        ask_login(call, compare_to_close);
}

/* ---- settings and data ---- */

void account_save_settings(Call *call)
{
    const HttpRequest *http = call->http;
    if (http->length > STORE_SETTINGS_MAX) {
        answer_error(&call->asker, 413, "Settings may have at most 4096 bytes.");
        return;
    }
    if (json_fault(http->body, http->length)) {
        answer_error(&call->asker, 400, "The settings must be a JSON object.");
        return;
    }
    call->asker.number = store_put_settings(call->server->store, call->identity.account.id,
                                            http->body, http->length);
    answer_ok(&call->asker);
}

static void on_settings(void *context, StoreError error, const char *text, size_t length)
{
    Asker *asker = context;
    Text json = {.bytes = (char *)(uintptr_t)text, .length = length};
    if (error == STORE_OK && length)
        answer_json(asker, 200, &json);
    else
        answer_error(asker, 503, "The settings cannot be read right now.");
    free(asker);
}

static void on_data(void *context, StoreError error, const char *text, size_t length)
{
    Asker *asker = context;
    if (error == STORE_OK && length)
        answer_send(asker, &(HttpAnswer){.status = 200,
                                         .type = "application/x-ndjson",
                                         .body = text,
                                         .length = length,
                                         .cache = "no-store",
                                         .file = "castled-data.ndjson"});
    else
        answer_error(asker, 503, "The data cannot be read right now.");
    free(asker);
}

static void read_lines(Call *call, StoreListing what, StoreListingDone done)
{
    Asker *asker = memory_new(sizeof *asker);
    *asker = call->asker;
    if (store_read_listing(call->server->store, what, call->identity.account.id, done, asker))
        return;
    answer_error(asker, 503, "The server is busy: try again in a second.");
    free(asker);
}

void account_settings(Call *call)
{
    read_lines(call, LISTING_SETTINGS, on_settings);
}

void account_data(Call *call)
{
    if (call_is_allowed(call, LIMIT_DATA, call->identity.account.id))
        read_lines(call, LISTING_ACCOUNT, on_data);
}
