#include "seal.h"

#include <sodium.h>

/* libsodium's name for what a key is used for: eight characters. */
static const char CONTEXT[crypto_kdf_CONTEXTBYTES + 1] = "cluster1";

enum { SUBKEY_GREETINGS = 1, SUBKEY_LINKS, SUBKEY_ID, ID_BYTES = (SEAL_ID_SIZE - 1) / 2 };

_Static_assert((int)SEAL_KEY_SIZE == (int)crypto_kdf_KEYBYTES, "the store's secret is a key");
_Static_assert((int)SEAL_KEY_SIZE == (int)crypto_aead_xchacha20poly1305_ietf_KEYBYTES &&
                   (int)SEAL_NONCE_SIZE == (int)crypto_aead_xchacha20poly1305_ietf_NPUBBYTES &&
                   (int)SEAL_EXTRA == (int)crypto_aead_xchacha20poly1305_ietf_ABYTES,
               "sizes are libsodium's");
_Static_assert(2 * (int)SEAL_KEY_SIZE == (int)crypto_generichash_BYTES_MAX, "one hash is two keys");

void cluster_key_init(ClusterKey *cluster, const unsigned char secret[SEAL_KEY_SIZE])
{
    unsigned char id[crypto_kdf_BYTES_MIN];
    crypto_kdf_derive_from_key(cluster->greetings.bytes, SEAL_KEY_SIZE, SUBKEY_GREETINGS, CONTEXT,
                               secret);
    crypto_kdf_derive_from_key(cluster->links.bytes, SEAL_KEY_SIZE, SUBKEY_LINKS, CONTEXT, secret);
    crypto_kdf_derive_from_key(id, sizeof id, SUBKEY_ID, CONTEXT, secret);
    sodium_bin2hex(cluster->id, sizeof cluster->id, id, ID_BYTES);
}

void seal_link_keys(const ClusterKey *cluster, const unsigned char front[SEAL_CHANCE_SIZE],
                    const unsigned char owner[SEAL_CHANCE_SIZE], SealKey *up, SealKey *down)
{
    unsigned char keys[2 * SEAL_KEY_SIZE];
    crypto_generichash_state state;
    crypto_generichash_init(&state, cluster->links.bytes, SEAL_KEY_SIZE, sizeof keys);
    crypto_generichash_update(&state, front, SEAL_CHANCE_SIZE);
    crypto_generichash_update(&state, owner, SEAL_CHANCE_SIZE);
    crypto_generichash_final(&state, keys, sizeof keys);
    for (int i = 0; i < SEAL_KEY_SIZE; i++) {
        up->bytes[i] = keys[i];
        down->bytes[i] = keys[SEAL_KEY_SIZE + i];
    }
    sodium_memzero(keys, sizeof keys);
    sodium_memzero(&state, sizeof state);
}

void seal_encrypt(const SealKey *key, const unsigned char nonce[SEAL_NONCE_SIZE], uint8_t kind,
                  const void *bytes, size_t length, void *out)
{
    crypto_aead_xchacha20poly1305_ietf_encrypt(out, NULL, bytes, length, &kind, sizeof kind, NULL,
                                               nonce, key->bytes);
}

bool seal_decrypt(const SealKey *key, const unsigned char nonce[SEAL_NONCE_SIZE], uint8_t kind,
                  const void *sealed, size_t length, void *out)
{
    return crypto_aead_xchacha20poly1305_ietf_decrypt(out, NULL, NULL, sealed, length, &kind,
                                                      sizeof kind, nonce, key->bytes) == 0;
}
