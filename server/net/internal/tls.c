#include "tls.h"

#include "memory.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_FILE_MAX = 64 * 1024 };

struct TlsKeys {
    SSL_CTX *context;
};

struct Tls {
    SSL *ssl;
    BIO *in, *out; /* the SSL's */
};

static const char *openssl_reason(void)
{
    unsigned long error = ERR_get_error();
    const char *reason = error ? ERR_reason_error_string(error) : NULL;
    ERR_clear_error();
    return reason ? reason : "it cannot be read";
}

/* ---- certificates and keys ---- */

/* Asks nobody: a key that needs a password is refused instead of waiting at a terminal. */
static int no_password(char *buffer, int size, int writing, void *context)
{
    (void)buffer, (void)size, (void)writing, (void)context;
    return 0;
}

/* By a buffer of our own, which is wiped: a stream would leave the key's text in freed memory. */
static EVP_PKEY *read_key(const char *path, const char **reason)
{
    unsigned char *text = memory_new(KEY_FILE_MAX);
    EVP_PKEY *key = NULL;
    FILE *file = fopen(path, "re");
    if (!file) {
        *reason = strerror(errno);
        free(text);
        return NULL;
    }
    setvbuf(file, NULL, _IONBF, 0);
    size_t length = fread(text, 1, KEY_FILE_MAX, file);
    *reason = ferror(file) ? strerror(errno) : NULL;
    fclose(file);
    BIO *bio = BIO_new_mem_buf(text, (int)length);
    if (bio && !*reason)
        key = PEM_read_bio_PrivateKey(bio, NULL, no_password, NULL);
    BIO_free(bio);
    OPENSSL_cleanse(text, KEY_FILE_MAX);
    free(text);
    if (!key && !*reason)
        *reason = openssl_reason();
    return key;
}

static bool use_certificate(SSL_CTX *context, const char *path, char line[TLS_LINE_MAX])
{
    FILE *file = fopen(path, "re");
    const char *reason = file ? NULL : strerror(errno);
    if (file)
        fclose(file);
    if (!reason && SSL_CTX_use_certificate_chain_file(context, path) != 1)
        reason = openssl_reason();
    if (reason)
        snprintf(line, TLS_LINE_MAX, "--tls-cert %.120s: %.80s", path, reason);
    return !reason;
}

static bool use_key(SSL_CTX *context, const char *path, char line[TLS_LINE_MAX])
{
    const char *reason = NULL;
    EVP_PKEY *key = read_key(path, &reason);
    if (key &&
        (SSL_CTX_use_PrivateKey(context, key) != 1 || SSL_CTX_check_private_key(context) != 1)) {
        ERR_clear_error();
        reason = "it does not match the certificate";
    }
    EVP_PKEY_free(key);
    if (reason)
        snprintf(line, TLS_LINE_MAX, "--tls-key %.120s: %.80s", path, reason);
    return !reason;
}

/* HTTP/1.1 or nothing: whoever offers only other protocols must not be answered in this one (RFC 7301, 3.2). */
static int choose_protocol(SSL *ssl, const unsigned char **out, unsigned char *out_length,
                           const unsigned char *offered, unsigned length, void *context)
{
    static const unsigned char SPOKEN[] = "\x08http/1.1";
    (void)ssl, (void)context;
    unsigned char *chosen;
    if (SSL_select_next_proto(&chosen, out_length, SPOKEN, sizeof SPOKEN - 1, offered, length) !=
        OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_ALERT_FATAL;
    *out = chosen;
    return SSL_TLSEXT_ERR_OK;
}

static SSL_CTX *new_context(void)
{
    static const unsigned char NAME[] = "castled";
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!context)
        return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);         /* most connections are silent */
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF); /* tickets keep nothing here */
    SSL_CTX_set_session_id_context(context, NAME, sizeof NAME - 1);
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
    SSL_CTX_set_default_passwd_cb(context, no_password);
    return context;
}

TlsKeys *tls_keys_open(const char *certificate, const char *key, char line[TLS_LINE_MAX])
{
    SSL_CTX *context = new_context();
    if (!context) {
        snprintf(line, TLS_LINE_MAX, "TLS: %.80s", openssl_reason());
        return NULL;
    }
    if (!use_certificate(context, certificate, line) || !use_key(context, key, line)) {
        SSL_CTX_free(context);
        return NULL;
    }
    TlsKeys *keys = memory_new(sizeof *keys);
    keys->context = context;
    return keys;
}

void tls_keys_close(TlsKeys *keys)
{
    if (keys)
        SSL_CTX_free(keys->context);
    free(keys);
}

/* ---- connections ---- */

Tls *tls_new(TlsKeys *keys)
{
    Tls *tls = memory_new(sizeof *tls);
    tls->ssl = SSL_new(keys->context);
    tls->in = BIO_new(BIO_s_mem());
    tls->out = BIO_new(BIO_s_mem());
    if (!tls->ssl || !tls->in || !tls->out) { /* only memory can be missing */
        fputs("castled: out of memory\n", stderr);
        abort();
    }
    BIO_set_mem_eof_return(tls->in, -1);
    SSL_set_bio(tls->ssl, tls->in, tls->out);
    SSL_set_accept_state(tls->ssl);
    return tls;
}

void tls_free(Tls *tls)
{
    if (!tls)
        return;
    SSL_free(tls->ssl);
    free(tls);
}

void tls_put(Tls *tls, const void *bytes, size_t length)
{
    assert(length <= INT32_MAX);
    BIO_write(tls->in, bytes, (int)length);
}

TlsResult tls_read(Tls *tls, void *out, size_t size, size_t *got)
{
    ERR_clear_error();
    if (SSL_read_ex(tls->ssl, out, size, got) == 1)
        return TLS_BYTES;
    switch (SSL_get_error(tls->ssl, 0)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: return TLS_WAIT;
    case SSL_ERROR_ZERO_RETURN: return TLS_END;
    default: ERR_clear_error(); return TLS_BROKEN;
    }
}

bool tls_is_open(const Tls *tls)
{
    return SSL_is_init_finished(tls->ssl);
}

bool tls_write(Tls *tls, const void *bytes, size_t length)
{
    size_t written;
    assert(length <= TLS_PIECE);
    ERR_clear_error();
    if (SSL_write_ex(tls->ssl, bytes, length, &written) == 1 && written == length)
        return true;
    ERR_clear_error();
    return false;
}

void tls_end(Tls *tls)
{
    ERR_clear_error();
    if (SSL_is_init_finished(tls->ssl))
        SSL_shutdown(tls->ssl);
    ERR_clear_error();
}

size_t tls_waiting(const Tls *tls)
{
    return BIO_ctrl_pending(tls->out);
}

size_t tls_take(Tls *tls, void *out, size_t size)
{
    int taken = BIO_read(tls->out, out, (int)size);
    return taken > 0 ? (size_t)taken : 0;
}
