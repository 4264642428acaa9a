/* seal.h - the cluster's key, and sealing by it: what passes over the bus can be read and written only by nodes of one
 * database.
 *
 * Everything comes from the secret that is in the database (store_secret), so nobody configures a key. Sealing is
 * libsodium's XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03), keys are derived by its BLAKE2b. Pure; sodium_init has been
 * called.
 * Keys belong into memory of memory_secret. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SEAL_KEY_SIZE = 32,
    SEAL_NONCE_SIZE = 24,
    SEAL_EXTRA = 16,      /* bytes by which sealed bytes are longer */
    SEAL_ID_SIZE = 17,    /* 16 hex digits and the NUL */
    SEAL_CHANCE_SIZE = 16 /* what each end of a link draws by chance */
};

typedef struct {
    unsigned char bytes[SEAL_KEY_SIZE];
} SealKey;

typedef struct {
    SealKey greetings;
    SealKey links;         /* the keys of links are derived from it */
    char id[SEAL_ID_SIZE]; /* tells clusters on one bus apart; says nothing of the keys */
} ClusterKey;

/* 'secret' is store_secret. */
void cluster_key_init(ClusterKey *cluster, const unsigned char secret[SEAL_KEY_SIZE]);

/* The keys of one link: nobody can know them without the cluster's, and no other link has them. 'up' is the front's to
 * the owner, 'down' the owner's to the front. */
void seal_link_keys(const ClusterKey *cluster, const unsigned char front[SEAL_CHANCE_SIZE],
                    const unsigned char owner[SEAL_CHANCE_SIZE], SealKey *up, SealKey *down);

/* Seals 'length' bytes into length + SEAL_EXTRA bytes at 'out', which may be where they are. No two texts may have the
 * same key and nonce. 'kind' is sealed with them, but not stored: who opens it must expect the same. */
void seal_encrypt(const SealKey *key, const unsigned char nonce[SEAL_NONCE_SIZE], uint8_t kind,
                  const void *bytes, size_t length, void *out);

/* Opens 'length' sealed bytes into length - SEAL_EXTRA bytes at 'out', which may be where they are. False: not sealed
 * by this key with this nonce and kind, or changed since; then nothing is to be read from 'out'. */
bool seal_decrypt(const SealKey *key, const unsigned char nonce[SEAL_NONCE_SIZE], uint8_t kind,
                  const void *sealed, size_t length, void *out);
