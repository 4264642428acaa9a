/* Any bytes may be in a cookie: they identify nobody, and adding a mark to them gives a cookie with one more mark. */
#include "device.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const unsigned char SECRET[DEVICE_KEY_SIZE];
    static const int64_t NOW = INT64_C(1793000000000);
    const DeviceAccount account = {.id = "gann", .password = "$argon2id$one"};
    char name[DEVICE_NAME_LENGTH + 1], out[DEVICE_COOKIE_MAX + 1];
    DeviceKey key;
    device_key_init(&key, SECRET);
    char *cookie = malloc(size ? size : 1);
    memcpy(cookie, data, size);
    /* A cookie that counts would mean that BLAKE2b is broken. */
    assert(!device_find(&key, &account, cookie, size, NOW, name));
    device_mark(&key, &account, cookie, size, NOW, out);
    assert(device_find(&key, &account, out, strlen(out), NOW, name));
    assert(strspn(out, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.") ==
           strlen(out));
    free(cookie);
    return 0;
}
