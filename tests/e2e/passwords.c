/* passwords.c - passwords that cost next to nothing, for the unmodified server: preloaded (LD_PRELOAD), it asks Argon2id for the least
 * work that libsodium allows, wherever the server asks for what withstands thieves. Tests make hundreds of accounts, and each hash
 * would take a tenth of a second and 64 MiB; that the server asks for so much is tested by unit/passwords. castled.mjs uses it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sodium.h>

int crypto_pwhash_str_alg(char out[crypto_pwhash_STRBYTES], const char *const password,
                          unsigned long long size, unsigned long long operations, size_t memory,
                          int algorithm)
{
    static int (*hash)(char *, const char *, unsigned long long, unsigned long long, size_t, int);
    if (!hash)
        *(void **)&hash = dlsym(RTLD_NEXT, "crypto_pwhash_str_alg");
    (void)operations, (void)memory;
    return hash(out, password, size, crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN,
                algorithm);
}
