#include "pass.h"

#include <sodium.h>

#include <string.h>

enum { PREFIX = 4, CHANCE = (PASS_TEXT_LENGTH - PREFIX) / 2, HASH = STORE_PASS_MAX / 2 };

static const char *const PREFIXES[] = {[PASS_SESSION] = "ses_", [PASS_TOKEN] = "tok_"};

_Static_assert((int)HASH >= (int)crypto_generichash_BYTES_MIN, "a hash as short as this is one");

void pass_draw(PassKind kind, char text[PASS_TEXT_LENGTH + 1])
{
    unsigned char chance[CHANCE];
    randombytes_buf(chance, sizeof chance);
    memcpy(text, PREFIXES[kind], PREFIX);
    sodium_bin2hex(text + PREFIX, PASS_TEXT_LENGTH + 1 - PREFIX, chance, sizeof chance);
    sodium_memzero(chance, sizeof chance);
}

bool pass_key(const char *text, size_t length, char key[STORE_PASS_MAX + 1])
{
    unsigned char hash[HASH];
    if (length != PASS_TEXT_LENGTH || (memcmp(text, PREFIXES[PASS_SESSION], PREFIX) != 0 &&
                                       memcmp(text, PREFIXES[PASS_TOKEN], PREFIX) != 0))
        return false;
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, length, NULL, 0);
    sodium_bin2hex(key, STORE_PASS_MAX + 1, hash, sizeof hash);
    return true;
}

bool pass_is_expired(const Pass *pass, int64_t now)
{
    const int64_t day = 24 * 60 * 60 * 1000;
    return pass->kind == PASS_SESSION && now - pass->seen > SESSION_LIFE_DAYS * day;
}
