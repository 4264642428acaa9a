#include "push_note.h"

#include "log.h"
#include "memory.h"
#include "wall_clock.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOKEN_LIFE = 12 * 60 * 60,      /* s; RFC 8292, 2: at most a day */
    TOKEN_RENEWED = 60 * 60 * 1000, /* ms before its end */
    HEADER_MAX = PUSH_TOKEN_MAX + 128,
    ANSWER_MAX = 64 * 1024,
};

/* ---- the queue ---- */

static PushNote **find_like(Push *push, const char *device, const char *topic)
{
    PushNote **link = &push->notes;
    while (*link && ((*link)->request || strcmp((*link)->device, device) != 0 ||
                     strcmp((*link)->topic, topic) != 0))
        link = &(*link)->next;
    return link;
}

static void unlink_note(Push *push, PushNote **link)
{
    PushNote *note = *link;
    *link = note->next;
    if (push->last == &note->next)
        push->last = link;
    push->count--;
}

static void drop(Push *push, PushNote *note)
{
    PushNote **link = &push->notes;
    while (*link != note)
        link = &(*link)->next;
    unlink_note(push, link);
    free(note);
}

static bool print_text(Push *push, const PushMessage *message, const StorePushDevice *device,
                       char text[NOTE_TEXT_MAX + 1])
{
    Text *json = &push->text;
    text_reset(json);
    text_open(json, NULL, '{');
    text_string(json, "type", message->type);
    text_string(json, "language", device->language);
    if (message->game)
        text_string(json, "game", message->game);
    if (message->by)
        text_string(json, "by", message->by);
    if (message->name)
        text_string(json, "name", message->name);
    text_close(json, '}');
    if (json->length > NOTE_TEXT_MAX)
        return false;
    memcpy(text, json->bytes, json->length + 1);
    return true;
}

static void add_note(Push *push, const StorePushDevice *device, const PushMessage *message)
{
    PushNote **like = find_like(push, device->id, message->topic);
    if (*like) {
        PushNote *before = *like;
        unlink_note(push, like);
        free(before);
    }
    if (push->count >= PUSH_WAITING_MAX)
        return;
    PushNote *note = memory_new(sizeof *note);
    if (!print_text(push, message, device, note->text)) {
        free(note);
        return;
    }
    note->owner = push;
    memcpy(note->player, device->player, sizeof note->player);
    memcpy(note->device, device->id, sizeof note->device);
    snprintf(note->topic, sizeof note->topic, "%s", message->topic);
    note->is_urgent = message->is_urgent;
    note->ttl = message->ttl;
    note->number = message->number;
    if (note->number > push->newest)
        push->newest = note->number;
    note->at = uv_now(push->options.loop) + PUSH_DELAY;
    *push->last = note;
    push->last = &note->next;
    push->count++;
}

void push_note(Push *push, const char *player, const PushMessage *message)
{
    const PushPerson *person = push_devices_of(&push->devices, player);
    if (!person)
        return;
    for (size_t i = 0; i < person->count; i++)
        if (person->devices[i]->wants & (int32_t)message->want)
            add_note(push, person->devices[i], message);
    push_note_wake(push, 0);
}

void push_notes_clear(Push *push)
{
    while (push->notes) {
        PushNote *note = push->notes;
        if (note->request)
            outbound_cancel(push->options.outbound, note->request);
        push->notes = note->next;
        free(note);
    }
    push->last = &push->notes;
    push->count = push->running = 0;
}

/* ---- what came of it ---- */

static bool may_try_again(const PushNote *note, const OutboundAnswer *answer)
{
    bool is_passing = answer->result == OUTBOUND_UNREACHABLE || answer->result == OUTBOUND_LATE ||
                      answer->status == 429 || answer->status >= 500;
    return is_passing && note->tries < PUSH_TRIES_MAX &&
           (uint64_t)note->tries * PUSH_AGAIN < (uint64_t)note->ttl * 1000;
}

static void on_answer(void *context, const OutboundAnswer *answer)
{
    PushNote *note = context;
    Push *push = note->owner;
    uint64_t number;
    push->running--;
    note->request = 0;
    note->tries++;
    bool has_arrived = answer->status >= 200 && answer->status < 300;
    push->options.metrics->push_total += has_arrived;
    push->options.metrics->push_failures_total += !has_arrived;
    log_debug("push to %s: %d %s", note->player, answer->status, answer->words);
    if (may_try_again(note, answer)) {
        note->at = uv_now(push->options.loop) + PUSH_AGAIN;
    } else {
        if (answer->status == 404 || answer->status == 410)
            push_devices_delete(&push->devices, note->player, note->device, &number);
        drop(push, note);
    }
    push_note_wake(push, 0);
}

/* ---- sending ---- */

static bool origin_of(const char *endpoint, char origin[NOTE_ORIGIN_MAX])
{
    size_t length = strlen("https://");
    length += strcspn(endpoint + length, "/?#");
    if (length >= NOTE_ORIGIN_MAX)
        return false;
    memcpy(origin, endpoint, length);
    origin[length] = '\0';
    return true;
}

/* NULL: the origin is too long. */
static const char *token_for(Push *push, const StorePushDevice *device)
{
    char origin[NOTE_ORIGIN_MAX];
    int64_t now = wall_clock();
    if (!origin_of(device->endpoint, origin))
        return NULL;
    for (size_t i = 0; i < TOKENS_KEPT; i++)
        if (push->tokens[i].until > now && strcmp(push->tokens[i].origin, origin) == 0)
            return push->tokens[i].token;
    PushToken *token = &push->tokens[push->token_at++ % TOKENS_KEPT];
    token->until = 0;
    if (!push_token(&push->key, origin, device->origin, now / 1000 + TOKEN_LIFE, token->token))
        return NULL;
    memcpy(token->origin, origin, sizeof origin);
    token->until = now + (int64_t)TOKEN_LIFE * 1000 - TOKEN_RENEWED;
    return token->token;
}

static size_t encrypt(const StorePushDevice *device, const char *text,
                      unsigned char body[NOTE_TEXT_MAX + PUSH_OVERHEAD])
{
    unsigned char public_key[PUSH_PUBLIC_SIZE], auth[PUSH_AUTH_SIZE], salt[PUSH_SALT_SIZE];
    PushKeyPair own;
    if (!push_device_keys(device->key, device->auth, public_key, auth))
        return 0;
    push_key_draw(&own);
    randombytes_buf(salt, sizeof salt);
    size_t length = push_encrypt(public_key, auth, &own, salt, text, strlen(text), body);
    sodium_memzero(&own, sizeof own);
    return length;
}

/* False when it cannot be sent, and is dropped. */
static bool send_note(Push *push, PushNote *note)
{
    unsigned char body[NOTE_TEXT_MAX + PUSH_OVERHEAD];
    char authorization[HEADER_MAX], ttl[32], topic[NOTE_TOPIC_MAX + 16];
    const StorePushDevice *device = push_devices_find(&push->devices, note->player, note->device);
    const char *token = device ? token_for(push, device) : NULL;
    size_t length = token ? encrypt(device, note->text, body) : 0;
    if (length == 0)
        return false;
    snprintf(authorization, sizeof authorization, "Authorization: vapid t=%s, k=%s", token,
             push->key_text);
    snprintf(ttl, sizeof ttl, "TTL: %u", note->ttl);
    snprintf(topic, sizeof topic, "Topic: %s", note->topic);
    const char *headers[] = {authorization,
                             ttl,
                             topic,
                             note->is_urgent ? "Urgency: high" : "Urgency: normal",
                             "Content-Encoding: aes128gcm",
                             "Content-Type: application/octet-stream",
                             NULL};
    note->request = outbound_ask(push->options.outbound,
                                 &(OutboundRequest){.method = OUTBOUND_POST,
                                                    .url = device->endpoint,
                                                    .headers = headers,
                                                    .body = body,
                                                    .body_length = length,
                                                    .answer_max = ANSWER_MAX,
                                                    .time_max = PUSH_TIME_MAX,
                                                    .person = note->player},
                                 on_answer, note);
    push->running += note->request != 0;
    return note->request != 0;
}

/* Somebody who is here sees it anyway; nor is anybody told too often. */
static bool is_wanted(const Push *push, const PushNote *note)
{
    return note->tries > 0 || (!core_is_here(push->options.core, note->player) &&
                               core_allows(push->options.core, LIMIT_PUSH, note->player));
}

void push_note_look(Push *push)
{
    uint64_t now = uv_now(push->options.loop), next = UINT64_MAX;
    for (PushNote **link = &push->notes; *link;) {
        PushNote *note = *link;
        bool is_ready = !note->request && note->number <= push->committed;
        if (is_ready && note->at <= now && push->running < PUSH_AT_ONCE &&
            !(is_wanted(push, note) && send_note(push, note))) {
            unlink_note(push, link);
            free(note);
            continue;
        }
        if (is_ready && !note->request && note->at < next)
            next = note->at;
        link = &note->next;
    }
    if (next != UINT64_MAX && push->running < PUSH_AT_ONCE)
        push_note_wake(push, next > now ? next - now : 0);
}

static void on_timer(uv_timer_t *timer)
{
    push_note_look(timer->data);
}

void push_note_wake(Push *push, uint64_t wait)
{
    if (!push->is_closed)
        uv_timer_start(&push->timer, on_timer, wait, 0);
}
