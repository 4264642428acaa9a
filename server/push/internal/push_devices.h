/* push_devices.h - the devices on which people want to be told, in memory, found by person. What changes is stored. */
#pragma once

#include "hash_table.h"
#include "push_crypto.h"
#include "push_options.h"

typedef struct {
    char id[STORE_PLAYER_ID_MAX + 1]; /* the key under which they are found */
    StorePushDevice *devices[PUSH_DEVICES_OF_PERSON];
    size_t count;
} PushPerson;

typedef struct {
    Store *store;
    HashTable people;
    HashTable endpoints; /* their devices, found by endpoint */
} PushDevices;

void push_devices_init(PushDevices *devices, Store *store, const SipKey *sip);
void push_devices_clear(PushDevices *devices);
/* NULL: they have none. */
const PushPerson *push_devices_of(const PushDevices *devices, const char *player);
/* NULL: there is none any more. Lent until the next change. */
const StorePushDevice *push_devices_find(const PushDevices *devices, const char *player,
                                         const char *id);
/* The person's one with that endpoint; NULL: none has it. Likewise. */
const StorePushDevice *push_devices_of_endpoint(const PushDevices *devices, const char *player,
                                                const char *endpoint);
/* One that was stored. */
void push_devices_take(PushDevices *devices, const StorePushDevice *device);
/* The batch's number. Any other with the same endpoint goes. */
uint64_t push_devices_put(PushDevices *devices, const StorePushDevice *device);
/* False when there is none. */
bool push_devices_delete(PushDevices *devices, const char *player, const char *id,
                         uint64_t *number);
/* Those that were added in that session. */
void push_devices_end_session(PushDevices *devices, const char *player, const char *credential);

/* A public key and a secret as browsers write them; false when they are none. */
bool push_device_keys(const char *key, const char *auth, unsigned char public_key[PUSH_PUBLIC_SIZE],
                      unsigned char secret[PUSH_AUTH_SIZE]);
/* Whether it is a URL of https that can be asked for, and written in a token. */
bool push_endpoint_is_good(const char *endpoint);
