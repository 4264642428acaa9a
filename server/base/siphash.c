#include "siphash.h"

#include <sodium.h>

_Static_assert(crypto_shorthash_KEYBYTES == SIP_KEY_SIZE && crypto_shorthash_BYTES == 8,
               "libsodium's short hash is SipHash-2-4 with 64 bits");

uint64_t siphash(const SipKey *key, const void *bytes, size_t size)
{
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t sum = 0;
    crypto_shorthash(hash, bytes, size, key->bytes);
    for (size_t i = sizeof hash; i-- > 0;)
        sum = sum << 8 | hash[i];
    return sum;
}
