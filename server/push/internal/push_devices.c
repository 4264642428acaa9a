#include "push_devices.h"

#include "memory.h"

#include <sodium.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void push_devices_init(PushDevices *devices, Store *store, const SipKey *sip)
{
    devices->store = store;
    hash_table_init(&devices->people, offsetof(PushPerson, id), sip);
    hash_table_init(&devices->endpoints, offsetof(StorePushDevice, endpoint), sip);
}

void push_devices_clear(PushDevices *devices)
{
    PushPerson *person;
    for (size_t at = 0; (person = hash_table_next(&devices->people, &at));) {
        for (size_t i = 0; i < person->count; i++)
            free(person->devices[i]);
        free(person);
    }
    hash_table_clear(&devices->people);
    hash_table_clear(&devices->endpoints);
}

const PushPerson *push_devices_of(const PushDevices *devices, const char *player)
{
    return hash_table_find(&devices->people, player);
}

static size_t place_of(const PushPerson *person, const char *id)
{
    size_t at = 0;
    while (at < person->count && strcmp(person->devices[at]->id, id) != 0)
        at++;
    return at;
}

const StorePushDevice *push_devices_find(const PushDevices *devices, const char *player,
                                         const char *id)
{
    const PushPerson *person = push_devices_of(devices, player);
    size_t at = person ? place_of(person, id) : 0;
    return person && at < person->count ? person->devices[at] : NULL;
}

const StorePushDevice *push_devices_of_endpoint(const PushDevices *devices, const char *player,
                                                const char *endpoint)
{
    const PushPerson *person = push_devices_of(devices, player);
    for (size_t i = 0; person && i < person->count; i++)
        if (strcmp(person->devices[i]->endpoint, endpoint) == 0)
            return person->devices[i];
    return NULL;
}

/* The person may be gone after it. */
static uint64_t delete_at(PushDevices *devices, PushPerson *person, size_t at)
{
    uint64_t number = store_delete_push_device(devices->store, person->devices[at]->id);
    if (hash_table_find(&devices->endpoints, person->devices[at]->endpoint) == person->devices[at])
        hash_table_remove(&devices->endpoints, person->devices[at]);
    free(person->devices[at]);
    person->count--;
    memmove(&person->devices[at], &person->devices[at + 1],
            (person->count - at) * sizeof *person->devices);
    if (person->count == 0) {
        hash_table_remove(&devices->people, person);
        free(person);
    }
    return number;
}

void push_devices_take(PushDevices *devices, const StorePushDevice *device)
{
    PushPerson *person = hash_table_find(&devices->people, device->player);
    if (person && person->count == PUSH_DEVICES_OF_PERSON)
        return;
    if (!person) {
        person = memory_new(sizeof *person);
        memcpy(person->id, device->player, sizeof person->id);
        hash_table_put(&devices->people, person);
    }
    StorePushDevice *copy = memory_new(sizeof *copy);
    *copy = *device;
    person->devices[person->count++] = copy;
    if (!hash_table_find(&devices->endpoints, copy->endpoint))
        hash_table_put(&devices->endpoints, copy);
}

uint64_t push_devices_put(PushDevices *devices, const StorePushDevice *device)
{
    const StorePushDevice *same = hash_table_find(&devices->endpoints, device->endpoint);
    PushPerson *person = same ? hash_table_find(&devices->people, same->player) : NULL;
    if (person)
        delete_at(devices, person, place_of(person, same->id));
    person = hash_table_find(&devices->people, device->player);
    if (person && person->count == PUSH_DEVICES_OF_PERSON)
        delete_at(devices, person, 0);
    push_devices_take(devices, device);
    return store_put_push_device(devices->store, device);
}

bool push_devices_delete(PushDevices *devices, const char *player, const char *id, uint64_t *number)
{
    PushPerson *person = hash_table_find(&devices->people, player);
    size_t at = person ? place_of(person, id) : 0;
    if (!person || at == person->count)
        return false;
    *number = delete_at(devices, person, at);
    return true;
}

void push_devices_end_session(PushDevices *devices, const char *player, const char *credential)
{
    PushPerson *person = hash_table_find(&devices->people, player);
    size_t count = person ? person->count : 0;
    for (size_t i = count; i-- > 0;)
        if (strcmp(person->devices[i]->credential, credential) == 0)
            delete_at(devices, person, i);
}

static bool decode(const char *text, unsigned char *bytes, size_t size)
{
    size_t length, text_length = strcspn(text, "="); /* some write the padding */
    return strspn(text + text_length, "=") == strlen(text + text_length) &&
           sodium_base642bin(bytes, size, text, text_length, NULL, &length, NULL,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           length == size;
}

bool push_device_keys(const char *key, const char *auth, unsigned char public_key[PUSH_PUBLIC_SIZE],
                      unsigned char secret[PUSH_AUTH_SIZE])
{
    return decode(key, public_key, PUSH_PUBLIC_SIZE) && decode(auth, secret, PUSH_AUTH_SIZE) &&
           push_public_is_good(public_key);
}

bool push_endpoint_is_good(const char *endpoint)
{
    size_t length = strlen(endpoint);
    for (size_t i = 0; i < length; i++)
        if (endpoint[i] < '!' || endpoint[i] > '~' || strchr("\"\\<>", endpoint[i]))
            return false;
    return length <= STORE_URL_MAX && strncmp(endpoint, "https://", 8) == 0 &&
           outbound_url_is_good(endpoint, length);
}
