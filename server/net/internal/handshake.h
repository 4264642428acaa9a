/* handshake.h - the opening handshake of a WebSocket (RFC 6455, 4.2): whether it is good, and what libwebsockets is then
 * given.
 *
 * libwebsockets never sees what a stranger wrote: a request that is good and whose sender is let in is written anew. */
#pragma once

#include "http_head.h"

enum { HANDSHAKE_REQUEST_MAX = 512 };

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

/* A handshake as libwebsockets is to read it. */
typedef struct {
    size_t length;
    char text[HANDSHAKE_REQUEST_MAX];
} HandshakeRequest;

/* Nothing in it is of the client's choice but the key. */
void handshake_request(const Handshake *handshake, const HttpHead *head, HandshakeRequest *request);
