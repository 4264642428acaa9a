#include "call.h"

#include <string.h>

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
    if (http->length == 0 || call->route->body_max == 0)
        return fields_parse_arguments(&call->fields, http->arguments);
    if (is_json(http))
        return fields_parse_json(&call->fields, http->body, http->length);
    return fields_parse_form(&call->fields, http->body, http->length);
}

void answer_json(const Asker *asker, int status, const Text *json)
{
    HttpAnswer answer = {
        .status = status,
        .type = "application/json",
        .body = json->bytes,
        .length = json->length,
        .cache = "no-store",
    };
    answer_send(asker, &answer);
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
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "error", sentence);
    text_close(&text, '}');
    answer_json(asker, status, &text);
    text_clear(&text);
}
