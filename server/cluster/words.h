/* words.h - what a front and the owner say to each other: a word is one frame of their link (link.h).
 *
 * A front passes on what its clients ask, the owner what they are answered and told. Exchanges and sessions go by
 * numbers that the front has given them; each end ignores the numbers that it does not know, since an end of either
 * crosses with what is said of it.
 *
 *   a handshake: HANDSHAKE → ADMIT                        a session: OPENED, then RECEIVED, ROUND_TRIP → until CLOSED
 *   a request:   REQUEST   → ANSWER                                  ← PACKET, SEND or SEND_MANY, until CLOSE
 *   or its answer by pieces: STREAM, PIECE …, until END or CUT; the front says DRAINED, and GONE when its reader is gone
 *   a line, somebody at the ICS port: LINE, then BYTES, TAKEN and LINE_END in both directions, until both have said
 *                LINE_END or one LINE_LOST; of BYTES at most WORD_LINE_WINDOW are on their way that are not TAKEN
 *
 * A node says no word that the other one does not know: each tells the version of its words (LinkTerms.words).
 *
 * Reading is total: any bytes are safe, and those that word_write cannot have written are refused. Pure; nothing but
 * the buffer to free. */
#pragma once

#include "net_options.h"
#include "word_listeners.h"

enum {
    WORD_PACKETS_MAX = 1024,     /* packets that can be named at a time */
    WORD_LINE_WINDOW = 8 * 1024, /* bytes of a line that are on their way in one direction */
    /* What a node knows, told by its links; each version has the words of those before it. */
    WORDS_FIRST = 0,
    WORDS_SEND_MANY = 1,
    WORDS_VERSION = WORDS_SEND_MANY,
};

typedef enum {
    /* Of the front. */
    WORD_HANDSHAKE = 1, /* an exchange asks to become a session */
    WORD_REQUEST,
    WORD_GONE,    /* of an answer by pieces: nobody reads it any more */
    WORD_DRAINED, /* likewise: of its bytes so many have been handed to the client's socket */
    WORD_OPENED,
    WORD_RECEIVED,
    WORD_ROUND_TRIP,
    WORD_CLOSED, /* the session's connection is gone */
    /* Of the owner. */
    WORD_ADMIT,
    WORD_ANSWER,
    WORD_STREAM,
    WORD_PIECE,
    WORD_END,
    WORD_CUT,
    WORD_PACKET, /* a text for sessions: numbered from 0, in order, since the last WORD_FORGET */
    WORD_FORGET, /* those packets are not named any more */
    WORD_SEND,   /* these packets are for the session */
    WORD_CLOSE,
    WORD_LINE, /* of the front: somebody has connected to the ICS port; of either what follows */
    WORD_BYTES,
    WORD_TAKEN,    /* so many bytes since its beginning have been handed on */
    WORD_LINE_END, /* no more bytes come from here */
    WORD_LINE_LOST,
    WORD_SEND_MANY, /* of the owner: these packets are for each of these sessions. Since WORDS_SEND_MANY */
    WORD_LAST = WORD_SEND_MANY,
} WordKind;

typedef struct {
    WordKind kind;
    uint64_t id; /* of the exchange or session; 0 with PACKET, FORGET and SEND_MANY */
    union {
        struct {
            NetCaller caller;
            const char *request_id; /* for lines of the log, at most LOG_REQUEST_MAX bytes */
        } handshake;
        struct {
            HttpRequest request;
            const char *request_id;
        } request;
        uint64_t drained; /* since the stream's beginning */
        struct {
            const char *address;  /* the key of limits */
            bool is_confidential; /* nobody can listen on the way to the front */
        } line;
        uint64_t taken;
        struct {
            NetArrival arrival; /* as it was admitted, without the cookies */
            const char *address;
        } opened;
        struct {
            const char *bytes; /* no NUL behind them */
            size_t length;
        } text;             /* of RECEIVED, PIECE, PACKET and BYTES */
        int64_t round_trip; /* us */
        struct {
            int status; /* 0: let in */
            NetArrival arrival;
        } admit;
        HttpAnswer answer; /* 'constant' and 'request_id' are not said */
        struct {
            HttpAnswer head; /* its body neither */
            bool is_endless;
        } stream;
        struct {
            uint16_t packets[SESSION_BATCH];
            unsigned count;
            bool ping;               /* behind them the round trip is measured */
            WordListeners listeners; /* of SEND_MANY, which has no ping */
        } send;
        CloseCode code;
    };
} Word;

/* A frame that is being written; zeros are an empty one. The owner frees its bytes. */
typedef struct {
    unsigned char *bytes;
    size_t length, capacity;
} WordFrame;

/* In place of what the frame was before. What the word points to is copied. */
void word_write(const Word *word, WordFrame *frame);
/* Of HANDSHAKE and REQUEST: the address they come from. */
const char *word_address(const Word *word);
/* False: this is no word, and *word is undefined. The texts are lent by the bytes. */
bool word_read(const void *bytes, size_t length, Word *word);
