/* link_format.h - the bytes of a link's messages. Numbers are big-endian.
 *
 *   greeting, welcome:  kind 1 · nonce 24 · sealed: version 2 · front's chance 16 · owner's chance 16 (zeros in a
 *                       greeting) · epoch 8 · node and castled's version, each with its length in 1 byte
 *   message:            kind 1 · number 8 · sealed: flags and words 1 · ack 8 · clock 8 · echo 8 · bytes of the stream of frames
 *
 * Words is the upper half of its byte: 0 of nodes that know only what link_bounds.h's version has had from its beginning.
 * Version and front's chance stay where they are in every version. In the stream each frame has its length before it, in
 * 4 bytes. Pure, total: whatever comes is read without harm. */
#pragma once

#include "link_bounds.h"

typedef enum { LINK_KIND_NONE, LINK_KIND_GREETING, LINK_KIND_WELCOME, LINK_KIND_MESSAGE } LinkKind;

enum {
    LINK_FRAME_HEAD = 4,
    LINK_MESSAGE_FRONT = 1 + 8,        /* not sealed */
    LINK_MESSAGE_HEAD = 1 + 8 + 8 + 8, /* sealed, before the bytes of the stream */
    LINK_MESSAGE_LEAST = LINK_MESSAGE_FRONT + LINK_MESSAGE_HEAD + SEAL_EXTRA,
    LINK_STREAM_MAX =
        LINK_MESSAGE_MAX - LINK_MESSAGE_LEAST, /* bytes of the stream in one message */
    LINK_INTRODUCTION_MAX = 1 + SEAL_NONCE_SIZE + 2 + 2 * SEAL_CHANCE_SIZE + 8 + 1 + LINK_NODE_MAX +
                            1 + LINK_CASTLED_MAX + SEAL_EXTRA
};

enum {
    LINK_FLAG_ECHO = 1,    /* 'echo' is set */
    LINK_FLAG_FAREWELL = 2 /* the last message: the sender is gone after it */
};

/* A greeting or a welcome. */
typedef struct {
    int version;
    unsigned char front[SEAL_CHANCE_SIZE];
    unsigned char owner[SEAL_CHANCE_SIZE];
    uint64_t epoch;
    char node[LINK_NODE_MAX + 1];
    char castled[LINK_CASTLED_MAX + 1];
} LinkIntroduction;

enum { LINK_FLAGS_BITS = 4 }; /* behind them words */

typedef struct {
    unsigned flags;
    unsigned words; /* of the sender's LinkTerms; at most LINK_WORDS_MAX */
    uint64_t ack;   /* bytes of the other direction's stream that the sender has taken */
    uint64_t clock; /* the sender's, in ms */
    uint64_t
        echo; /* the clock of the newest message that the sender has taken, plus how long it has held it */
} LinkHead;

uint32_t link_frame_length(const unsigned char head[LINK_FRAME_HEAD]);
void link_frame_head(unsigned char head[LINK_FRAME_HEAD], uint32_t length);

/* LINK_KIND_NONE: nobody here sends such. */
LinkKind link_kind(const unsigned char *bytes, size_t length);

/* Returns the length. */
size_t link_introduction_print(const LinkIntroduction *introduction, LinkKind kind,
                               const SealKey *key, const unsigned char nonce[SEAL_NONCE_SIZE],
                               unsigned char out[LINK_INTRODUCTION_MAX]);
/* False: it is of another kind, not sealed with this key, or cannot be read. Of another version than LINK_VERSION only
 * 'version' and 'front' are read. */
bool link_introduction_parse(LinkIntroduction *introduction, LinkKind kind, const SealKey *key,
                             const unsigned char *bytes, size_t length);

/* Of a message whose stream, 'stream' bytes, is already at out + LINK_MESSAGE_FRONT + LINK_MESSAGE_HEAD. Returns the
 * length. */
size_t link_message_print(const LinkHead *head, const SealKey *key, uint64_t number, size_t stream,
                          unsigned char *out);
/* Whether the bytes have the size and the kind of a message; its number is not proved yet. */
bool link_message_number(const unsigned char *bytes, size_t length, uint64_t *number);
/* Opens such a message into 'plain', which has room for 'length' bytes: the stream's 'length' - LINK_MESSAGE_LEAST bytes
 * are then at plain + LINK_MESSAGE_HEAD. False: not sealed with this key under its number. */
bool link_message_parse(LinkHead *head, const SealKey *key, const unsigned char *bytes,
                        size_t length, unsigned char *plain);
