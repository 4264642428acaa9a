/* tls.h - TLS 1.2 and 1.3 between a socket that somebody else reads and writes, and the plain bytes.
 *
 * Only OpenSSL is known here, and nothing of sockets: what came in is put, what must go out is taken. One thread. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct TlsKeys TlsKeys; /* a certificate with its key */
typedef struct Tls Tls;         /* one connection */

enum {
    TLS_PIECE =
        16 * 1024, /* bytes of one record (RFC 8446, 5.1), and what is encrypted at a time */
    TLS_WAITING_MAX =
        64 *
        1024, /* that may wait to go out: beyond it the peer makes us answer and does not read */
    TLS_LINE_MAX = 256,
};

/* Files in PEM, the certificate with those that lead to its root. NULL, and 'line' says in one line why. */
TlsKeys *tls_keys_open(const char *certificate, const char *key, char line[TLS_LINE_MAX]);
/* Connections that have begun keep what they need of them. */
void tls_keys_close(TlsKeys *keys);

Tls *tls_new(TlsKeys *keys);
void tls_free(Tls *tls);

/* All of it is kept until it is read: put no more while tls_read gives bytes. */
void tls_put(Tls *tls, const void *bytes, size_t length);

typedef enum { TLS_BYTES, TLS_WAIT, TLS_END, TLS_BROKEN } TlsResult;
/* Plain bytes for 'out'; *got of them with TLS_BYTES. TLS_END: the peer said that no more come. After any call
 * something may wait to go out, an alert of TLS_BROKEN, too. */
TlsResult tls_read(Tls *tls, void *out, size_t size, size_t *got);

bool tls_is_open(const Tls *tls); /* the handshake is done */

/* Encrypts at most TLS_PIECE bytes. False when it is broken. */
bool tls_write(Tls *tls, const void *bytes, size_t length);
/* Says that nothing more comes from here. */
void tls_end(Tls *tls);

size_t tls_waiting(const Tls *tls);
size_t tls_take(Tls *tls, void *out, size_t size);
