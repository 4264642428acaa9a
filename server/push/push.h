/* push.h - Web Push: people who are away are told that it is their turn, that somebody challenges them, that their game in a
 * tournament has begun, on each device on which they want it.
 *
 * The browser's own push service brings the message (RFC 8030); only the browser can read it (RFC 8291), and the service knows
 * this server by a key (VAPID, RFC 8292) that is derived from the database's secret, so that it stays the same. A message is JSON
 * for the page's service worker: {"type","language","game","by","name"}, the last three as far as there are any. Somebody who is connected is not told, nor
 * anybody more often than LIMIT_PUSH says. Messages that cannot be sent are tried again a few times and then forgotten; a
 * device of which the service says that it is gone is deleted, and so is one whose session ends. Without internet
 * nothing comes of it, and nothing is said.
 *
 * One thread: that of the loop. */
#pragma once

#include "push_options.h"

Push *push_new(const PushOptions *options);
/* On false 'line' (STORE_LINE_MAX bytes) says why. */
bool push_load(Push *push, char *line);
/* Sends nothing any more. Run the loop once more, then push_free. */
void push_close(Push *push);
void push_free(Push *push);
/* Every batch of the store up to 'number' is durable. */
void push_committed(Push *push, uint64_t number);

/* How many messages wait. */
size_t push_waiting(const Push *push);
/* The server's public key as browsers want it: 65 bytes in base64url. */
const char *push_public_key(Push *push);

/* What a browser's subscription is; texts are lent. */
typedef struct {
    const char *player, *credential;   /* whose it is, and the session that it ends with */
    const char *endpoint, *key, *auth; /* as PushSubscription.toJSON has them */
    const char *language;              /* of the page: letters */
    const char *label;                 /* for the list */
    const char
        *origin; /* of the page, "" when it is not https: by which the operator can be reached */
    uint32_t wants;
    const char *was; /* the endpoint that it replaces, with all that was chosen there; "": none */
} PushSubscription;

typedef enum { PUSH_OK, PUSH_BAD_ENDPOINT, PUSH_BAD_KEY, PUSH_NOT_FOUND } PushError;

/* The same endpoint again replaces what was there. NOT_FOUND: the person has no device with the one that it was. 'id' gets STORE_PUSH_ID letters; *number is the batch with which it is durable. */
PushError push_subscribe(Push *push, const PushSubscription *subscription,
                         char id[STORE_PUSH_ID + 1], uint64_t *number);
PushError push_unsubscribe(Push *push, const char *player, const char *id, uint64_t *number);
/* The person's devices, the one that was added first at first. */
void push_each(const Push *push, const char *player,
               void (*show)(void *context, const StorePushDevice *device), void *context);
