/* device.h - a mark that a browser keeps of having been signed in to an account, so that strangers who try passwords
 * for that account cannot lock its owner out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies",
 * owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies).
 *
 * All it proves is the right to try passwords under a rate limit of the browser's own. A mark is random bytes, when
 * it was made, and a keyed hash (BLAKE2b, RFC 7693) over these, the account and its password's hash: nothing is
 * stored, nobody else can make one, it does not reveal the account, and a new password ends it. A cookie has marks
 * for the accounts that were signed in to last. Pure, except for the random bytes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DEVICE_KEY_SIZE = 32,
    DEVICE_CHANCE_SIZE = 8,
    DEVICE_NAME_LENGTH = 2 * DEVICE_CHANCE_SIZE,
    DEVICE_MARK_LENGTH =
        DEVICE_NAME_LENGTH + 8 + 22, /* seconds since 1970, 16 bytes in base64url */
    DEVICE_MARKS_MAX = 4,
    DEVICE_COOKIE_MAX = DEVICE_MARKS_MAX * (DEVICE_MARK_LENGTH + 1) - 1, /* with dots between */
    DEVICE_LIFE_DAYS = 400, /* as long as browsers keep a cookie */
};

typedef struct {
    unsigned char key[DEVICE_KEY_SIZE];
} DeviceKey;

/* 'secret' is store_secret; the key is derived from it. */
void device_key_init(DeviceKey *key, const unsigned char secret[DEVICE_KEY_SIZE]);

/* The account that a mark is for; the texts are lent. A closed account has an empty hash, and no marks. */
typedef struct {
    const char *id, *password;
} DeviceAccount;

/* Whether one of the marks in a cookie's value is for the account; 'name' is then the key of its rate limit. Any
 * bytes are safe. 'now' is the wall clock in ms. */
bool device_find(const DeviceKey *key, const DeviceAccount *account, const char *cookie,
                 size_t length, int64_t now, char name[DEVICE_NAME_LENGTH + 1]);

/* The cookie's new value, with its NUL: a new mark for the account, then the newest marks for others from the
 * old value. */
void device_mark(const DeviceKey *key, const DeviceAccount *account, const char *cookie,
                 size_t length, int64_t now, char out[DEVICE_COOKIE_MAX + 1]);
