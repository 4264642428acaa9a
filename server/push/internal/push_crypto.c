#include "push_crypto.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/param_build.h>
#include <sodium.h>

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { HASH = 32, KEY = 16, NONCE = 12, TAG = 16, SHARED = 32, HALF = 32, CLAIMS_MAX = 640 };

/* ---- keys of P-256 ---- */

/* 'private_key' may be NULL. NULL when the public one is no point of the curve. */
static EVP_PKEY *make_key(const unsigned char *private_key, const unsigned char *public_key)
{
    EVP_PKEY *key = NULL;
    BIGNUM *number = private_key ? BN_bin2bn(private_key, PUSH_PRIVATE_SIZE, NULL) : NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    assert(builder && context && (number || !private_key));
    OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0);
    OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_key,
                                     PUSH_PUBLIC_SIZE);
    if (number)
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, number);
    OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(builder);
    assert(params);
    if (EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key, number ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) !=
            1)
        key = NULL;
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    return key;
}

bool push_key_pair(const unsigned char private_key[PUSH_PRIVATE_SIZE], PushKeyPair *pair)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *number = BN_bin2bn(private_key, PUSH_PRIVATE_SIZE, NULL);
    EC_POINT *point = EC_POINT_new(group);
    assert(group && number && point);
    BN_set_flags(number, BN_FLG_CONSTTIME);
    bool is_good = !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                   EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1 &&
                   EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, pair->public_key,
                                      PUSH_PUBLIC_SIZE, NULL) == PUSH_PUBLIC_SIZE;
    memcpy(pair->private_key, private_key, PUSH_PRIVATE_SIZE);
    EC_POINT_free(point);
    BN_clear_free(number);
    EC_GROUP_free(group);
    return is_good;
}

void push_key_draw(PushKeyPair *pair)
{
    unsigned char private_key[PUSH_PRIVATE_SIZE];
    do
        randombytes_buf(private_key, sizeof private_key);
    while (!push_key_pair(private_key, pair)); /* one in 2^32 is too great */
    sodium_memzero(private_key, sizeof private_key);
}

bool push_public_is_good(const unsigned char public_key[PUSH_PUBLIC_SIZE])
{
    EVP_PKEY *key = public_key[0] == 4 ? make_key(NULL, public_key) : NULL;
    EVP_PKEY_free(key);
    return key != NULL;
}

static bool agree(const PushKeyPair *own, const unsigned char *other, unsigned char secret[SHARED])
{
    size_t length = SHARED;
    EVP_PKEY *theirs = other[0] == 4 ? make_key(NULL, other) : NULL;
    EVP_PKEY *ours = make_key(own->private_key, own->public_key);
    EVP_PKEY_CTX *context = ours ? EVP_PKEY_CTX_new(ours, NULL) : NULL;
    bool is_done = theirs && context && EVP_PKEY_derive_init(context) == 1 &&
                   EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
                   EVP_PKEY_derive(context, secret, &length) == 1 && length == SHARED;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(ours);
    EVP_PKEY_free(theirs);
    return is_done;
}

/* ---- messages ---- */

static void hmac(const void *key, size_t key_length, const void *bytes, size_t length,
                 unsigned char sum[HASH])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, key_length);
    crypto_auth_hmacsha256_update(&state, bytes, length);
    crypto_auth_hmacsha256_final(&state, sum);
}

/* HKDF-Expand (RFC 5869, 2.3) to at most HASH bytes; 'info' has room for one more. */
static void expand(const unsigned char key[HASH], unsigned char *info, size_t length,
                   unsigned char *out, size_t size)
{
    unsigned char block[HASH];
    info[length] = 1;
    hmac(key, HASH, info, length + 1, block);
    memcpy(out, block, size);
    sodium_memzero(block, sizeof block);
}

static void expand_word(const unsigned char key[HASH], const char *word, unsigned char *out,
                        size_t size)
{
    unsigned char info[64];
    size_t length = strlen(word) + 1; /* with its NUL */
    assert(length < sizeof info);
    memcpy(info, word, length);
    expand(key, info, length, out, size);
}

/* RFC 8291, 3.4. */
static void derive_keys(const unsigned char *browser_key, const unsigned char *auth,
                        const PushKeyPair *own, const unsigned char *salt,
                        const unsigned char shared[SHARED], unsigned char key[KEY],
                        unsigned char nonce[NONCE])
{
    static const char WORDS[] = "WebPush: info";
    unsigned char extracted[HASH], material[HASH];
    unsigned char info[sizeof WORDS + (size_t)2 * PUSH_PUBLIC_SIZE + 1];
    memcpy(info, WORDS, sizeof WORDS);
    memcpy(info + sizeof WORDS, browser_key, PUSH_PUBLIC_SIZE);
    memcpy(info + sizeof WORDS + PUSH_PUBLIC_SIZE, own->public_key, PUSH_PUBLIC_SIZE);
    hmac(auth, PUSH_AUTH_SIZE, shared, SHARED, extracted);
    expand(extracted, info, sizeof info - 1, material, HASH);
    hmac(salt, PUSH_SALT_SIZE, material, HASH, extracted);
    expand_word(extracted, "Content-Encoding: aes128gcm", key, KEY);
    expand_word(extracted, "Content-Encoding: nonce", nonce, NONCE);
    sodium_memzero(extracted, sizeof extracted);
    sodium_memzero(material, sizeof material);
}

/* The plain text and its delimiter, and behind them the tag; how many bytes. */
static size_t seal(const unsigned char key[KEY], const unsigned char nonce[NONCE],
                   const void *plain, size_t length, unsigned char *out)
{
    static const unsigned char LAST = 2; /* RFC 8188, 2 */
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int first = 0, second = 0, rest = 0;
    assert(context);
    bool is_done =
        EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
        EVP_EncryptUpdate(context, out, &first, plain, (int)length) == 1 &&
        EVP_EncryptUpdate(context, out + first, &second, &LAST, 1) == 1 &&
        EVP_EncryptFinal_ex(context, out + first + second, &rest) == 1 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG, out + first + second + rest) == 1;
    EVP_CIPHER_CTX_free(context);
    assert(is_done);
    (void)is_done;
    return (size_t)(first + second + rest) + TAG;
}

size_t push_encrypt(const unsigned char browser_key[PUSH_PUBLIC_SIZE],
                    const unsigned char auth[PUSH_AUTH_SIZE], const PushKeyPair *own,
                    const unsigned char salt[PUSH_SALT_SIZE], const void *plain, size_t length,
                    unsigned char *out)
{
    unsigned char shared[SHARED], key[KEY], nonce[NONCE];
    size_t at = 0;
    assert(length <= PUSH_PLAIN_MAX);
    if (!agree(own, browser_key, shared))
        return 0;
    derive_keys(browser_key, auth, own, salt, shared, key, nonce);
    memcpy(out, salt, PUSH_SALT_SIZE);
    at += PUSH_SALT_SIZE;
    for (int shift = 24; shift >= 0; shift -= 8)
        out[at++] = (unsigned char)(PUSH_RECORD_SIZE >> shift);
    out[at++] = PUSH_PUBLIC_SIZE;
    memcpy(out + at, own->public_key, PUSH_PUBLIC_SIZE);
    at += PUSH_PUBLIC_SIZE;
    at += seal(key, nonce, plain, length, out + at);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(key, sizeof key);
    return at;
}

/* ---- tokens ---- */

static size_t print_base64(char *out, size_t size, const void *bytes, size_t length)
{
    sodium_bin2base64(out, size, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return strlen(out);
}

/* Both numbers of the signature, 32 bytes each (RFC 7518, 3.4). */
static bool sign(const PushKeyPair *pair, const char *text, size_t length,
                 unsigned char signature[2 * HALF])
{
    unsigned char der[128];
    const unsigned char *at = der;
    size_t size = sizeof der;
    EVP_PKEY *key = make_key(pair->private_key, pair->public_key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_signed = key && context &&
                     EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                     EVP_DigestSign(context, der, &size, (const unsigned char *)text, length) == 1;
    ECDSA_SIG *parts = is_signed ? d2i_ECDSA_SIG(NULL, &at, (long)size) : NULL;
    is_signed = parts && BN_bn2binpad(ECDSA_SIG_get0_r(parts), signature, HALF) == HALF &&
                BN_bn2binpad(ECDSA_SIG_get0_s(parts), signature + HALF, HALF) == HALF;
    ECDSA_SIG_free(parts);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return is_signed;
}

bool push_token(const PushKeyPair *key, const char *audience, const char *subject, int64_t expires,
                char token[PUSH_TOKEN_MAX])
{
    static const char HEADER[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[CLAIMS_MAX];
    unsigned char signature[2 * HALF];
    int length =
        snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%" PRId64 "%s%s%s}", audience,
                 expires, *subject ? ",\"sub\":\"" : "", subject, *subject ? "\"" : "");
    if (length < 0 || (size_t)length >= sizeof claims || strpbrk(audience, "\"\\") ||
        strpbrk(subject, "\"\\"))
        return false;
    size_t at = print_base64(token, PUSH_TOKEN_MAX, HEADER, sizeof HEADER - 1);
    token[at++] = '.';
    at += print_base64(token + at, PUSH_TOKEN_MAX - at, claims, (size_t)length);
    if (!sign(key, token, at, signature))
        return false;
    token[at++] = '.';
    print_base64(token + at, PUSH_TOKEN_MAX - at, signature, sizeof signature);
    return true;
}
