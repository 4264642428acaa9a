#include "call.h"

#include "memory.h"
#include "request_copy.h"
#include "utf8.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { STOPPED_SECONDS = 5 }; /* in which another server may have taken over */

static bool is_json(const HttpRequest *http)
{
    static const char JSON[] = "application/json";
    size_t at = 0;
    if (http->content_type && strncmp(http->content_type, JSON, sizeof JSON - 1) == 0)
        return true;
    while (at < http->length && strchr(" \t\r\n", http->body[at]))
        at++;
    return at < http->length && http->body[at] == '{';
}

const char *call_read_fields(Call *call)
{
    const HttpRequest *http = call->http;
    if (http->length == 0 || (call->route->body != BODY_FIELDS && call->route->body != BODY_MAYBE))
        return params_parse_arguments(&call->params, http->arguments);
    if (is_json(http))
        return params_parse_json(&call->params, http->body, http->length);
    return params_parse_form(&call->params, http->body, http->length);
}

bool call_is_allowed(Call *call, LimitKind limit, const char *key)
{
    if (core_allows(call->server->core, limit, key))
        return true;
    answer_flood(&call->asker, core_limit_wait(call->server->core, limit) / 1000 + 1);
    return false;
}

bool call_would_be_allowed(Call *call, LimitKind limit, const char *key)
{
    if (core_would_allow(call->server->core, limit, key))
        return true;
    answer_flood(&call->asker, core_limit_wait(call->server->core, limit) / 1000 + 1);
    return false;
}

const char *call_text(Call *call, const char *name, size_t most)
{
    char sentence[80];
    const char *value = params_find(&call->params, name);
    if (value && strlen(value) <= most)
        return value;
    snprintf(sentence, sizeof sentence, "%.30s: %s", name, value ? "is too long" : "is missing");
    answer_error(&call->asker, 400, sentence);
    return NULL;
}

const char *call_line(Call *call, const char *name, size_t most)
{
    const char *value = call_text(call, name, most);
    if (!value || utf8_is_line(value))
        return value;
    answer_error(&call->asker, 400, "The text has characters that cannot be displayed.");
    return NULL;
}

const char *call_new_password(Call *call, const char *field, const char *name)
{
    const char *password = call_text(call, field, PASSWORD_MAX);
    if (!password)
        return NULL;
    if (strlen(password) >= PASSWORD_MIN && strcasecmp(password, name) != 0)
        return password;
    answer_refusal(&call->asker, 400, "weak_password",
                   "A password must have at least 8 characters and must not be your username.");
    return NULL;
}

/* ---- asking the accounts ---- */

bool call_is_fresh(const Call *call)
{
    return call->now - call->identity.credential.made <= CALL_FRESH;
}

void call_hold(Call *call)
{
    call->holds++;
}

void call_release(Call *call)
{
    assert(call->holds > 0);
    if (--call->holds > 0)
        return;
    params_clear(&call->params);
    request_copy_free(call->http);
    free(call->extra);
    memory_wipe(call, sizeof *call);
    free(call);
}

void *call_wait(Call *call, CallNext next)
{
    assert(!call->next);
    call->next = next;
    call_hold(call);
    return call;
}

void call_answered(void *context, const AccountsAnswer *answer)
{
    Call *call = context;
    CallNext next = call->next;
    call->next = NULL;
    if (answer->number)
        call->asker.number = answer->number;
    if (answer->error == ACCOUNTS_STOPPED)
        answer_busy_for(&call->asker, STOPPED_SECONDS, accounts_error_text(answer->error));
    else
        next(call, answer);
    call_release(call);
}

void call_find(Call *call, int part, CallNext next)
{
    AccountRef ref = account_ref_name(call->parts[part]);
    accounts_find(call->server->accounts, &ref, 1, call->identity.account.id, call_answered,
                  call_wait(call, next));
}

const AccountInfo *call_found(Call *call, const AccountsAnswer *answer)
{
    if (account_is_found(&answer->list[0]))
        return &answer->list[0];
    answer_error(&call->asker, 404, "Player not found.");
    return NULL;
}
