#include "device.h"

#include <sodium.h>

#include <stdio.h>
#include <string.h>

/* libsodium's name for what the key is used for: eight characters. */
static const char KEY_CONTEXT[crypto_kdf_CONTEXTBYTES + 1] = "devices1";
static const char HEX[] = "0123456789abcdef",
                  BASE64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum {
    SUM_SIZE = 16,
    SUM_LENGTH = 22,
    TIME_LENGTH = 8,
    HEAD_LENGTH = DEVICE_NAME_LENGTH + TIME_LENGTH, /* what the hash is over, besides the account */
};

_Static_assert((int)DEVICE_KEY_SIZE == (int)crypto_kdf_KEYBYTES, "the store's secret is a key");
_Static_assert((int)DEVICE_KEY_SIZE == (int)crypto_generichash_KEYBYTES &&
                   (int)SUM_SIZE >= (int)crypto_generichash_BYTES_MIN,
               "so it is for the sum, which is a hash");
_Static_assert((int)HEAD_LENGTH + (int)SUM_LENGTH == (int)DEVICE_MARK_LENGTH, "a mark is both");

void device_key_init(DeviceKey *key, const unsigned char secret[DEVICE_KEY_SIZE])
{
    crypto_kdf_derive_from_key(key->key, sizeof key->key, 1, KEY_CONTEXT, secret);
}

/* In letters, so that there is only one way to write it. Each text is hashed with its NUL, so that none can pass for
 * the beginning of another. */
static void sum_of(const DeviceKey *key, const DeviceAccount *account, const char *head,
                   char sum[SUM_LENGTH + 1])
{
    unsigned char bytes[SUM_SIZE];
    crypto_generichash_state state;
    crypto_generichash_init(&state, key->key, sizeof key->key, SUM_SIZE);
    crypto_generichash_update(&state, (const unsigned char *)account->id, strlen(account->id) + 1);
    crypto_generichash_update(&state, (const unsigned char *)account->password,
                              strlen(account->password) + 1);
    crypto_generichash_update(&state, (const unsigned char *)head, HEAD_LENGTH);
    crypto_generichash_final(&state, bytes, SUM_SIZE);
    sodium_bin2base64(sum, SUM_LENGTH + 1, bytes, SUM_SIZE,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(&state, sizeof state);
}

/* Whether the mark is neither too old nor further in the future than a clock may be wrong. */
static bool is_of_age(const char *mark, int64_t now)
{
    const int64_t day = 24 * 60 * 60;
    int64_t made = 0;
    for (int i = DEVICE_NAME_LENGTH; i < HEAD_LENGTH; i++)
        made = made * 16 + (strchr(HEX, mark[i]) - HEX);
    return made <= now / 1000 + day && now / 1000 - made <= DEVICE_LIFE_DAYS * day;
}

static bool has_only(const char *text, size_t length, const char *letters)
{
    for (size_t i = 0; i < length; i++)
        if (!text[i] || !strchr(letters, text[i]))
            return false;
    return true;
}

static bool is_mark(const char *text, size_t length)
{
    return length == DEVICE_MARK_LENGTH && has_only(text, HEAD_LENGTH, HEX) &&
           has_only(text + HEAD_LENGTH, SUM_LENGTH, BASE64);
}

static bool is_of(const DeviceKey *key, const DeviceAccount *account, const char *mark)
{
    char right[SUM_LENGTH + 1];
    sum_of(key, account, mark, right);
    return sodium_memcmp(mark + HEAD_LENGTH, right, SUM_LENGTH) == 0;
}

/* The next mark in the cookie, advancing past it; NULL at the end. Anything that is not a mark is
 * skipped. */
static const char *next_mark(const char **at, const char *end)
{
    while (*at < end) {
        const char *mark = *at, *dot = memchr(mark, '.', (size_t)(end - mark));
        *at = dot ? dot + 1 : end;
        if (is_mark(mark, (size_t)((dot ? dot : end) - mark)))
            return mark;
    }
    return NULL;
}

bool device_find(const DeviceKey *key, const DeviceAccount *account, const char *cookie,
                 size_t length, int64_t now, char name[DEVICE_NAME_LENGTH + 1])
{
    const char *mark, *end = cookie + length;
    if (length > DEVICE_COOKIE_MAX || !account->password[0])
        return false;
    while ((mark = next_mark(&cookie, end))) {
        if (!is_of_age(mark, now) || !is_of(key, account, mark))
            continue;
        memcpy(name, mark, DEVICE_NAME_LENGTH);
        name[DEVICE_NAME_LENGTH] = '\0';
        return true;
    }
    return false;
}

static void make_mark(const DeviceKey *key, const DeviceAccount *account, int64_t now,
                      char mark[DEVICE_MARK_LENGTH + 1])
{
    unsigned char chance[DEVICE_CHANCE_SIZE];
    randombytes_buf(chance, sizeof chance);
    sodium_bin2hex(mark, DEVICE_MARK_LENGTH + 1, chance, sizeof chance);
    snprintf(mark + DEVICE_NAME_LENGTH, TIME_LENGTH + 1, "%08x", (unsigned)(now / 1000));
    sum_of(key, account, mark, mark + HEAD_LENGTH);
}

void device_mark(const DeviceKey *key, const DeviceAccount *account, const char *cookie,
                 size_t length, int64_t now, char out[DEVICE_COOKIE_MAX + 1])
{
    const char *mark, *end = cookie + (length <= DEVICE_COOKIE_MAX ? length : 0);
    size_t used = DEVICE_MARK_LENGTH;
    make_mark(key, account, now, out);
    for (int count = 1; count < DEVICE_MARKS_MAX && (mark = next_mark(&cookie, end));) {
        if (!is_of_age(mark, now) || is_of(key, account, mark))
            continue;
        out[used++] = '.';
        memcpy(out + used, mark, DEVICE_MARK_LENGTH);
        used += DEVICE_MARK_LENGTH;
        count++;
    }
    out[used] = '\0';
}
