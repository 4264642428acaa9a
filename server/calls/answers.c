#include "answers.h"

#include "memory.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An answer that reports something that is not durable yet. */
struct WaitingAnswer {
    WaitingAnswer *next;
    ExchangeId exchange;
    uint64_t number;
    HttpAnswer answer; /* its body is behind it */
    char cookie[AUTH_SET_COOKIE_MAX], device[AUTH_SET_DEVICE_MAX];
    unsigned char body[];
};

static void wait_for_disk(Api *api, const Asker *asker, const HttpAnswer *answer)
{
    WaitingAnswer *waiting = memory_new(sizeof *waiting + answer->length);
    waiting->exchange = asker->exchange;
    waiting->number = asker->number;
    waiting->answer = *answer;
    waiting->answer.body = waiting->body;
    if (answer->length)
        memcpy(waiting->body, answer->body, answer->length);
    if (answer->cookie) {
        snprintf(waiting->cookie, sizeof waiting->cookie, "%s", answer->cookie);
        waiting->answer.cookie = waiting->cookie;
    }
    if (answer->device) {
        snprintf(waiting->device, sizeof waiting->device, "%s", answer->device);
        waiting->answer.device = waiting->device;
    }
    *api->end = waiting;
    api->end = &waiting->next;
}

bool answer_is_awaited(const Asker *asker)
{
    return net_awaits(asker->api->options.net, asker->exchange);
}

/* Scripts of other sites may read it: cookies of theirs don't count, so they see what everybody sees, or what a token
 * of their own shows. */
void answer_send(const Asker *asker, const HttpAnswer *answer)
{
    Api *api = asker->api;
    HttpAnswer readable = *answer;
    readable.cors = true;
    if (asker->number > api->committed)
        wait_for_disk(api, asker, &readable);
    else
        net_answer(api->options.net, asker->exchange, &readable);
}

static void take_first(Api *api)
{
    WaitingAnswer *waiting = api->first;
    api->first = waiting->next;
    if (!api->first)
        api->end = &api->first;
    memory_wipe(waiting, sizeof *waiting + waiting->answer.length); /* it may have a token */
    free(waiting);
}

void answers_init(Api *api)
{
    api->end = &api->first;
}

void answers_clear(Api *api)
{
    while (api->first)
        take_first(api);
}

void answers_committed(Api *api, uint64_t number)
{
    api->committed = number;
    while (api->first && api->first->number <= number) {
        net_answer(api->options.net, api->first->exchange, &api->first->answer);
        take_first(api);
    }
}

const ApiOptions *api_options(const Api *api)
{
    return &api->options;
}

/* ---- what is said ---- */

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

/* 'other' is another Set-Cookie, or NULL. */
static void send_with_cookies(const Asker *asker, int status, const Text *json, const char *token,
                              const char *other)
{
    char cookie[AUTH_SET_COOKIE_MAX];
    HttpAnswer answer = json_answer(status, json);
    if (token) {
        auth_print_cookie(token, &asker->place, cookie);
        answer.cookie = cookie;
        answer.old_cookie = asker->has_old_cookie ? AUTH_DROP_OLD_COOKIE : NULL;
    }
    answer.device = other;
    answer_send(asker, &answer);
    sodium_memzero(cookie, sizeof cookie);
}

void answer_signed(const Asker *asker, int status, const Text *json, const char *token,
                   const char *marks)
{
    char device[AUTH_SET_DEVICE_MAX];
    if (marks)
        auth_print_device_cookie(marks, &asker->place, device);
    send_with_cookies(asker, status, json, token, marks ? device : NULL);
}

void answer_with_ticket(const Asker *asker, int status, const Text *json, const char *token,
                        const char *ticket)
{
    char cookie[AUTH_SET_DEVICE_MAX];
    auth_print_ticket_cookie(ticket, &asker->place, cookie);
    send_with_cookies(asker, status, json, token, cookie);
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
