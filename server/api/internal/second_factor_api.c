/* The second factor of an operator's account: set up with an authenticator app, taken away. */
#include "routes.h"

#include <string.h>

/* True when the accounts have done it, else answered. */
static bool is_done(Call *call, const AccountsAnswer *answer)
{
    call->asker.number = answer->number;
    if (answer->error == ACCOUNTS_OK)
        return true;
    int status = answer->error == ACCOUNTS_NOT_FOUND                                           ? 404
                 : answer->error == ACCOUNTS_HAS_SECOND || answer->error == ACCOUNTS_NO_SECOND ? 409
                 : answer->error == ACCOUNTS_STOPPED                                           ? 503
                                                     : 403;
    answer_refusal(&call->asker, status, accounts_error_code(answer->error),
                   accounts_error_text(answer->error));
    return false;
}

/* The code that was sent, if another may be tried; else answered. */
static const char *code_of(Call *call)
{
    const char *code = call_text(call, "code", SECOND_CODE_MAX);
    return code && call_is_allowed(call, LIMIT_CODE, call->identity.account.id) ? code : NULL;
}

static void offered(Call *call, const AccountsAnswer *answer)
{
    Text text;
    if (!is_done(call, answer))
        return;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "secret", answer->secret);
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_wipe(&text);
    text_clear(&text);
}

void second_factor_offer(Call *call)
{
    if (!call_is_fresh(call))
        answer_refusal(&call->asker, 403, "sign_in_again", "Sign in again first.");
    else
        accounts_offer_second(call->server->accounts, call->identity.account.id, call->now,
                              call_answered, call_wait(call, offered));
}

static void confirmed(Call *call, const AccountsAnswer *answer)
{
    Text text;
    if (!is_done(call, answer))
        return;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_open(&text, "recovery", '[');
    for (size_t i = 0; i < SECOND_RECOVERY_CODES; i++)
        text_string(&text, NULL, answer->recovery[i]);
    text_close(&text, ']');
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_wipe(&text);
    text_clear(&text);
}

void second_factor_confirm(Call *call)
{
    const char *code = code_of(call);
    if (code)
        accounts_confirm_second(call->server->accounts, call->identity.account.id, code, call->now,
                                call_answered, call_wait(call, confirmed));
}

static void ended(Call *call, const AccountsAnswer *answer)
{
    if (is_done(call, answer))
        answer_ok(&call->asker);
}

void second_factor_end(Call *call)
{
    const char *code = code_of(call);
    if (code)
        accounts_end_second(call->server->accounts, call->identity.account.id, code, call->now,
                            call_answered, call_wait(call, ended));
}
