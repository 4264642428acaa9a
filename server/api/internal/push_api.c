/* The devices that get the push messages of an account (push.h). */
#include "push.h"
#include "routes.h"

#include <string.h>

static const struct {
    const char *name;
    uint32_t want;
} WANTS[] = {
    {"turns", PUSH_TURNS}, {"challenges", PUSH_CHALLENGES}, {"tournaments", PUSH_TOURNAMENTS}};

enum { WANTS_COUNT = sizeof WANTS / sizeof *WANTS };

static void print_device(void *context, const StorePushDevice *device)
{
    Text *text = context;
    text_open(text, NULL, '{');
    text_string(text, "id", device->id);
    text_string(text, "endpoint", device->endpoint);
    text_string(text, "label", device->label);
    text_integer(text, "made", device->made);
    for (int i = 0; i < WANTS_COUNT; i++)
        text_bool(text, WANTS[i].name, (uint32_t)device->wants & WANTS[i].want);
    text_close(text, '}');
}

void push_list(Call *call)
{
    Push *push = call->server->push;
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "key", push_public_key(push));
    text_open(&text, "devices", '[');
    push_each(push, call->identity.account.id, print_device, &text);
    text_close(&text, ']');
    text_close(&text, '}');
    answer_json(&call->asker, 200, &text);
    text_clear(&text);
}

static void answer_id(Call *call, const char *id)
{
    Text text;
    text_init(&text);
    text_open(&text, NULL, '{');
    text_string(&text, "id", id);
    text_close(&text, '}');
    answer_json(&call->asker, 201, &text);
    text_clear(&text);
}

static const char *usual(const char *text, const char *otherwise)
{
    return text ? text : otherwise;
}

void push_add(Call *call)
{
    char id[STORE_PUSH_ID + 1];
    const char *base = usual(call->http->base, "");
    const char *label =
        params_find(&call->params, "label") ? call_line(call, "label", STORE_LABEL_MAX) : "";
    const char *endpoint = label ? call_text(call, "endpoint", STORE_URL_MAX) : NULL;
    const char *key = endpoint ? call_text(call, "p256dh", STORE_PUSH_KEY_MAX) : NULL;
    const char *auth = key ? call_text(call, "auth", STORE_PUSH_AUTH_MAX) : NULL;
    PushSubscription subscription = {.player = call->identity.account.id,
                                     .credential = call->identity.credential.key,
                                     .endpoint = endpoint,
                                     .key = key,
                                     .auth = auth,
                                     .language =
                                         usual(params_find(&call->params, "language"), "en"),
                                     .label = label,
                                     .was = usual(params_find(&call->params, "was"), ""),
                                     .origin = strncmp(base, "https://", 8) == 0 ? base : ""};
    if (!auth)
        return;
    for (int i = 0; i < WANTS_COUNT; i++)
        if (params_flag(&call->params, WANTS[i].name, true))
            subscription.wants |= WANTS[i].want;
    switch (push_subscribe(call->server->push, &subscription, id, &call->asker.number)) {
    case PUSH_OK: answer_id(call, id); break;
    case PUSH_BAD_ENDPOINT:
        answer_refusal(&call->asker, 400, "bad_field", "The endpoint is no https URL.");
        break;
    case PUSH_NOT_FOUND: answer_error(&call->asker, 404, "There is no such device."); break;
    default: answer_refusal(&call->asker, 400, "bad_field", "The keys are no browser's."); break;
    }
}

void push_remove(Call *call)
{
    if (push_unsubscribe(call->server->push, call->identity.account.id, call->parts[0],
                         &call->asker.number) == PUSH_OK)
        answer_ok(&call->asker);
    else
        answer_error(&call->asker, 404, "There is no such device.");
}
