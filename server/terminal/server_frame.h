/* server_frame.h - the frames of a WebSocket as its client sees them: what a server sends is read, what goes to it is
 * printed (RFC 6455, 5.2), and the address and the answer of the handshake. Pure; any bytes are safe. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SERVER_FRAME_MAX = 1 << 20, /* bytes of a frame's payload; a longer one is refused */
    SERVER_FRAME_HEAD_MAX = 14, /* bytes before the payload of what is printed */
    SERVER_URL_PART_MAX = 255,  /* bytes of a host, of a path */
    SERVER_REQUEST_MAX = 2048,  /* bytes of a handshake's request and the NUL */
    SERVER_TOKEN_MAX = 512,     /* bytes of a token */
    SERVER_ACCEPT_MAX = 29,     /* bytes of Sec-WebSocket-Accept and the NUL */
};

enum {
    SERVER_FRAME_CONTINUATION = 0,
    SERVER_FRAME_TEXT = 1,
    SERVER_FRAME_CLOSE = 8,
    SERVER_FRAME_PING = 9,
    SERVER_FRAME_PONG = 10,
};

typedef enum { SERVER_FRAME_UNFINISHED, SERVER_FRAME_WHOLE, SERVER_FRAME_BAD } ServerFrameResult;

typedef struct {
    int opcode;
    bool is_last; /* of its message */
    const unsigned char *payload;
    size_t length, used; /* used: bytes of the frame with its head */
} ServerFrame;

/* The frame at the start of the bytes, once all of it is there. Masked frames, reserved bits and opcodes, and control
 * frames that are long or in parts are bad. */
ServerFrameResult server_frame_take(const unsigned char *bytes, size_t length, ServerFrame *frame);
/* A whole masked frame; 'out' has room for length + SERVER_FRAME_HEAD_MAX bytes. Returns its size. */
size_t server_frame_print(int opcode, const void *payload, size_t length,
                          const unsigned char mask[4], unsigned char *out);

/* Where a server is. */
typedef struct {
    bool tls;
    char host[SERVER_URL_PART_MAX + 1]; /* an IPv6 address without its brackets */
    int port;
    char path[SERVER_URL_PART_MAX + 1]; /* before "/ws": "" or "/chess" */
} ServerUrl;

/* https://club.example, http://localhost:8080/chess, wss://…; without a scheme https, or http to this machine. */
bool server_url_parse(const char *text, ServerUrl *url);
/* localhost, 127.0.0.0/8, ::1. */
bool server_url_is_loopback(const ServerUrl *url);

/* The request of the handshake. 'token' is NULL or goes into Authorization; false when it has characters that no token has.
 * 'key' is the value of Sec-WebSocket-Key. */
bool server_request_print(const ServerUrl *url, const char *key, const char *token,
                          char out[SERVER_REQUEST_MAX]);
/* The head of the answer: its size, 0 while more must come. *status is its HTTP status, 0 when it is no HTTP; 'accept' is
 * the value of its Sec-WebSocket-Accept or "". */
size_t server_answer_parse(const char *bytes, size_t length, int *status,
                           char accept[SERVER_ACCEPT_MAX]);
