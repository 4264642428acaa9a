/* handshake.h - the opening handshake of a WebSocket (RFC 6455, 4.2): whether it is good, and its answer. Pure. */
#pragma once

#include "http_head.h"

enum {
    HANDSHAKE_ANSWER_MAX = 256 + 2 * AUTH_SET_COOKIE_MAX,
    HANDSHAKE_ACCEPT_SIZE = 29, /* 20 bytes in base64, and a NUL */
};

typedef struct {
    const char *refusal; /* a sentence, when it is not good: a constant text */
    const char *token;   /* a guest's, which the subprotocols name; or NULL */
    bool names_protocol;
    char *texts; /* its own, in which 'token' is */
} Handshake;

/* Whether the request asks to become a WebSocket. */
bool handshake_is_asked(const HttpHead *head);
/* 0, or the status to refuse it with. 'waiting': bytes that have come, with the head's own. handshake_clear follows in
 * either case. */
int handshake_read(Handshake *handshake, const HttpHead *head, const HttpRequest *request,
                   size_t waiting);
void handshake_clear(Handshake *handshake);
/* The sentence when something has come behind it already (RFC 6455, 4.1: the client waits for the answer). */
extern const char HANDSHAKE_TOO_EARLY[];
/* A sentence for a status with which its sender is not let in. */
const char *handshake_refusal(int status);

/* What the answer needs of a good handshake, while it waits whether its sender is let in. */
typedef struct {
    bool names_protocol;
    char accept[HANDSHAKE_ACCEPT_SIZE]; /* the value of Sec-WebSocket-Accept */
} HandshakeAccept;

void handshake_accept(const Handshake *handshake, const HttpHead *head, HandshakeAccept *accept);
/* The 101, and its length. The cookies are values of Set-Cookie of less than AUTH_SET_COOKIE_MAX bytes, or NULL. */
size_t handshake_answer(const HandshakeAccept *accept, const char *cookie, const char *old_cookie,
                        char out[HANDSHAKE_ANSWER_MAX]);
