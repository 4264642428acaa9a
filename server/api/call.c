#include "call.h"

#include "memory.h"
#include "request_copy.h"
#include "utf8.h"

#include <sodium.h>

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
    if (http->length == 0 || call->route->body != BODY_FIELDS)
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
    uint32_t point;
    for (size_t left = value ? strlen(value) : 0, size; left; left -= size) {
        size = utf8_take(value + strlen(value) - left, left, &point);
        if (size && utf8_is_plain(point))
            continue;
        answer_error(&call->asker, 400, "The text has characters that cannot be displayed.");
        return NULL;
    }
    return value;
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

/* ---- answers ---- */

static HttpAnswer json_answer(int status, const Text *json)
{
    return (HttpAnswer){
        .status = status,
        .type = "application/json",
        .body = json->bytes,
        .length = json->length,
        .cache = "no-store",
    };
}

void answer_json(const Asker *asker, int status, const Text *json)
{
    HttpAnswer answer = json_answer(status, json);
    answer_send(asker, &answer);
}

void answer_signed(const Asker *asker, int status, const Text *json, const char *token,
                   const char *marks)
{
    char cookie[AUTH_SET_COOKIE_MAX], device[AUTH_SET_DEVICE_MAX];
    HttpAnswer answer = json_answer(status, json);
    if (token) {
        auth_print_cookie(token, &asker->place, cookie);
        answer.cookie = cookie;
        answer.old_cookie = asker->has_old_cookie ? AUTH_DROP_OLD_COOKIE : NULL;
    }
    if (marks) {
        auth_print_device_cookie(marks, &asker->place, device);
        answer.device = device;
    }
    answer_send(asker, &answer);
    sodium_memzero(cookie, sizeof cookie);
}

void answer_lines(const Asker *asker, const Text *lines)
{
    HttpAnswer answer = {
        .status = 200,
        .type = "application/x-ndjson",
        .body = lines->bytes,
        .length = lines->length,
        .cache = "no-store",
    };
    answer_send(asker, &answer);
}

void answer_flood(const Asker *asker, int seconds)
{
    HttpAnswer answer = {.status = 429,
                         .type = "application/json",
                         .body = "{\"error\":\"Too many requests: try again later.\"}",
                         .cache = "no-store",
                         .retry_after = seconds};
    answer.length = strlen(answer.body);
    answer_send(asker, &answer);
}

void answer_busy_for(const Asker *asker, int seconds, const char *sentence)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "error", sentence);
    text_close(&text, '}');
    HttpAnswer answer = json_answer(503, &text);
    answer.retry_after = seconds;
    answer_send(asker, &answer);
    text_clear(&text);
}

void answer_ok(const Asker *asker)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_bool(&text, "ok", true);
    text_close(&text, '}');
    answer_json(asker, 200, &text);
    text_clear(&text);
}

void answer_error(const Asker *asker, int status, const char *sentence)
{
    answer_refusal(asker, status, NULL, sentence);
}

void answer_banned(const Asker *asker)
{
    answer_refusal(asker, 403, "banned", "You have been banned from this server.");
}

void answer_refusal(const Asker *asker, int status, const char *code, const char *sentence)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "error", sentence);
    if (code)
        text_string(&text, "code", code);
    text_close(&text, '}');
    answer_json(asker, status, &text);
    text_clear(&text);
}
