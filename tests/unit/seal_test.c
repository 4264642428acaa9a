#include "seal.h"

#include "check_rig.h"

#include <sodium.h>
#include <string.h>

static ClusterKey cluster;

static void fill(unsigned char *bytes, size_t length, int first)
{
    for (size_t i = 0; i < length; i++)
        bytes[i] = (unsigned char)(first + (int)i);
}

static void setup(void)
{
    unsigned char secret[SEAL_KEY_SIZE];
    ck_assert_int_ge(sodium_init(), 0);
    fill(secret, sizeof secret, 0);
    cluster_key_init(&cluster, secret);
}

static void expect_hex(const void *bytes, size_t length, const char *hex)
{
    char found[200];
    sodium_bin2hex(found, sizeof found, bytes, length);
    ck_assert_str_eq(found, hex);
}

/* By Python's hashlib.blake2b from the secret 00 01 ... 1f: salts 1 and 3, person "cluster1", as libsodium's key
 * derivation is described. */
START_TEST(a_cluster_has_the_key_and_the_name_that_its_secret_gives)
{
    expect_hex(cluster.greetings.bytes, SEAL_KEY_SIZE,
               "471e071c498cf5a5f2f1433ee70fb27ca45c28a427f29fb7f79f018b32fdf320");
    ck_assert_str_eq(cluster.id, "5aa024de0df4dbb2");
}
END_TEST

/* Likewise: salt 2, then a hash of 64 bytes with that key. */
START_TEST(a_link_has_a_key_for_each_direction)
{
    unsigned char front[SEAL_CHANCE_SIZE], owner[SEAL_CHANCE_SIZE];
    SealKey up, down;
    fill(front, sizeof front, 0x40);
    fill(owner, sizeof owner, 0x60);
    seal_link_keys(&cluster, front, owner, &up, &down);
    expect_hex(up.bytes, SEAL_KEY_SIZE,
               "5e40a604610f687abdd2c2d79035cb616df71e0e798a3ec57f8f7cd40f29e1f7");
    expect_hex(down.bytes, SEAL_KEY_SIZE,
               "4fe188f31f51263e5bc1d04ded1942ae351152936e9eecc4dc207aa002e6a9d0");
}
END_TEST

/* By a program written from RFC 8439 and draft-irtf-cfrg-xchacha-03, which makes that draft's example (A.3.1), too:
 * its key and nonce, the text "e2e4" and the kind 3. */
START_TEST(sealed_bytes_are_those_of_xchacha20_poly1305)
{
    SealKey key;
    unsigned char nonce[SEAL_NONCE_SIZE], out[4 + SEAL_EXTRA];
    fill(key.bytes, SEAL_KEY_SIZE, 0x80);
    fill(nonce, sizeof nonce, 0x40);
    seal_encrypt(&key, nonce, 3, "e2e4", 4, out);
    expect_hex(out, sizeof out, "943e16c0059f6e4668340fa06333e072174e4386");
}
END_TEST

START_TEST(nothing_opens_that_was_changed_in_one_bit)
{
    const SealKey *key = &cluster.greetings;
    unsigned char nonce[SEAL_NONCE_SIZE] = {0}, sealed[5 + SEAL_EXTRA], plain[5];
    memcpy(sealed, "Nf3+!", 5);
    seal_encrypt(key, nonce, 1, sealed, 5, sealed);
    for (size_t bit = 0; bit < 8 * sizeof sealed; bit++) {
        sealed[bit / 8] ^= (unsigned char)(1 << bit % 8);
        ck_assert(!seal_decrypt(key, nonce, 1, sealed, sizeof sealed, plain));
        sealed[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    ck_assert(!seal_decrypt(key, nonce, 2, sealed, sizeof sealed, plain));
    ck_assert(!seal_decrypt(&cluster.links, nonce, 1, sealed, sizeof sealed, plain));
    for (size_t length = 0; length < sizeof sealed; length++)
        ck_assert(!seal_decrypt(key, nonce, 1, sealed, length, plain));
    ck_assert(seal_decrypt(key, nonce, 1, sealed, sizeof sealed, sealed));
    ck_assert_mem_eq(sealed, "Nf3+!", 5);
    nonce[23] = 1;
    seal_encrypt(key, nonce, 1, sealed, 5, sealed);
    nonce[23] = 2;
    ck_assert(!seal_decrypt(key, nonce, 1, sealed, sizeof sealed, plain));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("seal");
    TCase *tcase = tcase_create("all");
    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, a_cluster_has_the_key_and_the_name_that_its_secret_gives);
    tcase_add_test(tcase, a_link_has_a_key_for_each_direction);
    tcase_add_test(tcase, sealed_bytes_are_those_of_xchacha20_poly1305);
    tcase_add_test(tcase, nothing_opens_that_was_changed_in_one_bit);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
