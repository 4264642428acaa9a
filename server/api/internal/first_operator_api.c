/* The first operator: whoever has the code that the start has printed. */
#include "log.h"
#include "routes.h"

static void operator_made(Call *call, const AccountsAnswer *answer)
{
    call->asker.number = answer->number;
    if (answer->error != ACCOUNTS_OK) {
        answer_error(&call->asker, 409, accounts_error_text(answer->error));
        return;
    }
    log_info("%s is the first operator", answer->account.name);
    answer_ok(&call->asker);
}

/* Somebody may have got the role by castled admin since the start. */
static void operators_counted(Call *call, const AccountsAnswer *answer)
{
    OperatorCode *code = call->server->operator_code;
    bool is_first = answer->count == 0 && code->is_open;
    operator_code_close(code);
    if (is_first)
        accounts_set_operator(call->server->accounts, call->identity.account.id, true,
                              call_answered, call_wait(call, operator_made));
    else
        answer_refusal(&call->asker, 403, "wrong_code", "Somebody is the operator already.");
}

void account_become_operator(Call *call)
{
    const char *code = call_text(call, "code", ROUTE_PART_MAX);
    if (!code || !call_is_allowed(call, LIMIT_PASSWORD_ADDRESS, call->http->address))
        return;
    if (operator_code_is(call->server->operator_code, code))
        accounts_operators(call->server->accounts, call_answered,
                           call_wait(call, operators_counted));
    else
        answer_refusal(&call->asker, 403, "wrong_code",
                       "This is not the code that the server printed when it started.");
}
