#include "push.h"

#include "base62.h"
#include "memory.h"
#include "push_note.h"
#include "wall_clock.h"

#include <sodium.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MINUTE = 60, /* s */
    DAY = 24 * 60 * MINUTE,
};

/* libsodium's name for what the key is used for: eight characters. */
static const char KEY_CONTEXT[crypto_kdf_CONTEXTBYTES + 1] = "webpush1";

/* ---- what happens ---- */

static void on_turn(void *context, const GameNews *news, Color turn)
{
    bool is_slow = !news->control.timed || news->control.days;
    if (news->turn_goes_on || news->seat[turn].kind != PERSON_HUMAN)
        return;
    push_note(context, news->seat[turn].id,
              &(PushMessage){.type = "turn",
                             .game = news->id.text,
                             .by = news->seat[color_other(turn)].name,
                             .topic = news->id.text,
                             .is_urgent = !is_slow,
                             .ttl = is_slow ? DAY : 10 * MINUTE,
                             .number = news->number,
                             .want = PUSH_TURNS});
}

static void on_begun(void *context, const GameNews *news, const char *tournament)
{
    bool is_slow = !news->control.timed || news->control.days;
    for (Color seat = WHITE; seat <= BLACK; seat++)
        push_note(context, news->seat[seat].id,
                  &(PushMessage){.type = tournament ? "round" : "begun",
                                 .game = news->id.text,
                                 .by = news->seat[color_other(seat)].name,
                                 .name = tournament,
                                 .topic = news->id.text,
                                 .is_urgent = !is_slow,
                                 .ttl = is_slow ? DAY : 10 * MINUTE,
                                 .number = news->number,
                                 .want = tournament ? PUSH_TOURNAMENTS : PUSH_TURNS});
}

static void on_challenge(void *context, const Challenge *challenge, uint64_t number)
{
    if (!challenge->link)
        push_note(context, challenge->to.id,
                  &(PushMessage){.type = "challenge",
                                 .by = challenge->from.name,
                                 .topic = challenge->id.text,
                                 .ttl = DAY,
                                 .number = number,
                                 .want = PUSH_CHALLENGES});
}

static void on_ended(void *context, const CredentialInfo *credential)
{
    Push *push = context;
    push_devices_end_session(&push->devices, credential->account, credential->key);
}

/* ---- opening and closing ---- */

/* The first number derived from the secret that is a private key; nearly all are. */
static void derive_key(Push *push)
{
    unsigned char bytes[PUSH_PRIVATE_SIZE];
    _Static_assert((int)crypto_kdf_KEYBYTES == (int)STORE_SECRET_SIZE, "the secret is a key");
    for (uint64_t number = 1;; number++) {
        crypto_kdf_derive_from_key(bytes, sizeof bytes, number, KEY_CONTEXT,
                                   store_secret(push->options.store));
        if (push_key_pair(bytes, &push->key))
            break;
    }
    sodium_memzero(bytes, sizeof bytes);
    sodium_bin2base64(push->key_text, sizeof push->key_text, push->key.public_key, PUSH_PUBLIC_SIZE,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

Push *push_new(const PushOptions *options)
{
    SipKey sip;
    Push *push = memory_secret(sizeof *push);
    push->options = *options;
    push->last = &push->notes;
    randombytes_buf(sip.bytes, sizeof sip.bytes);
    push_devices_init(&push->devices, options->store, &sip);
    text_init(&push->text);
    uv_timer_init(options->loop, &push->timer);
    push->timer.data = push;
    core_on_news(options->core, &(CoreNews){.context = push,
                                            .turn = on_turn,
                                            .begun = on_begun,
                                            .challenge = on_challenge,
                                            .ended = on_ended});
    return push;
}

/* It takes some time, which a server without push does not need. */
const char *push_public_key(Push *push)
{
    if (!push->key_text[0])
        derive_key(push);
    return push->key_text;
}

static void load_device(void *context, const StorePushDevice *device)
{
    Push *push = context;
    push_public_key(push);
    push_devices_take(&push->devices, device);
}

bool push_load(Push *push, char *line)
{
    return store_load_push_devices(push->options.store, load_device, push, line) == STORE_OK;
}

void push_close(Push *push)
{
    push_notes_clear(push);
    push->is_closed = true;
    uv_close((uv_handle_t *)&push->timer, NULL);
}

void push_free(Push *push)
{
    push_devices_clear(&push->devices);
    text_clear(&push->text);
    memory_forget(push);
}

void push_committed(Push *push, uint64_t number)
{
    bool has_waiting = push->newest > push->committed;
    push->committed = number;
    if (has_waiting)
        push_note_wake(push, 0);
}

size_t push_waiting(const Push *push)
{
    return push->count;
}

/* ---- devices ---- */

static bool is_language(const char *text)
{
    size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    return letters >= 2 && letters <= STORE_LANGUAGE_MAX && !text[letters];
}

/* The browser has another subscription now; the one before goes. */
static void replace(Push *push, const StorePushDevice *before, StorePushDevice *device)
{
    uint64_t number;
    char id[STORE_PUSH_ID + 1];
    device->wants = before->wants;
    memcpy(device->language, before->language, sizeof device->language);
    memcpy(device->label, before->label, sizeof device->label);
    memcpy(device->origin, before->origin, sizeof device->origin);
    memcpy(id, before->id, sizeof id);
    push_devices_delete(&push->devices, device->player, id, &number);
}

PushError push_subscribe(Push *push, const PushSubscription *subscription,
                         char id[STORE_PUSH_ID + 1], uint64_t *number)
{
    unsigned char key[PUSH_PUBLIC_SIZE], auth[PUSH_AUTH_SIZE];
    StorePushDevice device = {.wants = (int32_t)(subscription->wants & PUSH_ALL),
                              .made = wall_clock()};
    const StorePushDevice *before = NULL;
    if (!push_endpoint_is_good(subscription->endpoint))
        return PUSH_BAD_ENDPOINT;
    if (*subscription->was && !(before = push_devices_of_endpoint(
                                    &push->devices, subscription->player, subscription->was)))
        return PUSH_NOT_FOUND;
    if (strlen(subscription->key) > STORE_PUSH_KEY_MAX ||
        strlen(subscription->auth) > STORE_PUSH_AUTH_MAX ||
        !push_device_keys(subscription->key, subscription->auth, key, auth))
        return PUSH_BAD_KEY;
    push_public_key(push);
    base62_draw(device.id, STORE_PUSH_ID);
    snprintf(device.player, sizeof device.player, "%s", subscription->player);
    snprintf(device.credential, sizeof device.credential, "%s", subscription->credential);
    snprintf(device.endpoint, sizeof device.endpoint, "%s", subscription->endpoint);
    snprintf(device.key, sizeof device.key, "%s", subscription->key);
    snprintf(device.auth, sizeof device.auth, "%s", subscription->auth);
    snprintf(device.language, sizeof device.language, "%s",
             is_language(subscription->language) ? subscription->language : "en");
    snprintf(device.label, sizeof device.label, "%s", subscription->label);
    if (strlen(subscription->origin) <= STORE_ORIGIN_MAX && !strpbrk(subscription->origin, "\"\\"))
        snprintf(device.origin, sizeof device.origin, "%s", subscription->origin);
    if (before)
        replace(push, before, &device);
    *number = push_devices_put(&push->devices, &device);
    memcpy(id, device.id, sizeof device.id);
    return PUSH_OK;
}

PushError push_unsubscribe(Push *push, const char *player, const char *id, uint64_t *number)
{
    return push_devices_delete(&push->devices, player, id, number) ? PUSH_OK : PUSH_NOT_FOUND;
}

void push_each(const Push *push, const char *player,
               void (*show)(void *context, const StorePushDevice *device), void *context)
{
    const PushPerson *person = push_devices_of(&push->devices, player);
    for (size_t i = 0; person && i < person->count; i++)
        show(context, person->devices[i]);
}
