/* frame_reader.h - the frames that a client sends over a WebSocket, by RFC 6455 to the letter.
 *
 * Pure and total: any bytes are safe, and whatever the RFC forbids a client is refused, with the code that it names. Bytes
 * are taken as they come; of a message in fragments, or one that is not all there yet, each part is handed on. What a part
 * points to lies in the bytes that were given, which are unmasked in place; nothing to free. */
#pragma once

#include "session.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FRAME_CONTROL_MAX = 125 }; /* bytes of a control frame's payload: 5.5 */

/* Of 5.2, those that there are. */
enum {
    OPCODE_CONTINUATION = 0,
    OPCODE_TEXT = 1,
    OPCODE_BINARY = 2,
    OPCODE_CLOSE = 8,
    OPCODE_PING = 9,
    OPCODE_PONG = 10,
};

/* How much of a character of UTF-8 has come (RFC 3629, 4); zeros are none of it. */
typedef struct {
    unsigned char missing;     /* bytes that must follow */
    unsigned char least, most; /* the next of them */
} Utf8;

/* Zeros but for message_max are the state of a new connection. */
typedef struct {
    uint64_t message_max; /* bytes of a message, in all its fragments */
    uint64_t message;     /* bytes of the one under way, with those that its frame has announced */
    uint64_t left;        /* of the payload of the frame under way */
    unsigned char mask[4];
    unsigned char turn; /* which byte of the mask is next */
    bool in_frame;      /* its head has been read */
    bool is_last;       /* it ends its message */
    bool in_message;    /* one has begun */
    Utf8 utf8;
} FrameReader;

typedef enum {
    FRAME_UNFINISHED, /* more must come */
    FRAME_PART,       /* of a message, but not its end */
    FRAME_MESSAGE,    /* the end of a message, or all of it */
    FRAME_CONTROL,    /* a whole control frame */
    FRAME_BAD, /* the connection is to be closed with 'code'; nothing behind it means anything */
} FrameResult;

typedef struct {
    size_t used; /* bytes that are done with, however it went */
    unsigned char *payload;
    size_t length;
    int opcode; /* of a FRAME_CONTROL */
    CloseCode code;
} Frame;

/* What comes next in these bytes, which begin behind what was used before. */
FrameResult frame_reader_take(FrameReader *reader, unsigned char *bytes, size_t length,
                              Frame *frame);

/* The code with which to answer a close frame: its own; CLOSE_NONE when it has none; or that with which it is refused
 * (7.4: codes that must not be sent; half a code; a reason that is not UTF-8). */
CloseCode frame_close_code(const unsigned char *payload, size_t length);
