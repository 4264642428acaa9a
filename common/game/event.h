/* event.h - what happened in a game, numbered 1, 2, 3 … without a gap.
 *
 * The same events applied in order give the same room everywhere. They record decisions (the time left, the
 * status), not instants to compute them from. event_pack writes the journal's format: versioned, a few bytes; it
 * leaves out SAN, which room_replay computes again. Plain values, nothing to free. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "command.h"
#include "notation.h"

/* Game times and clocks above this are refused: the largest integer that a JSON number holds exactly. */
#define EVENT_TIME_MAX ((INT64_C(1) << 53) - 1)

/* The numbers here and below are stored in journals: they never change, and new ones are added at the end. */
typedef enum {
    EV_MOVE = 1,
    EV_DRAW_OFFER,
    EV_TAKEBACK_OFFER,
    EV_REMATCH_OFFER,
    EV_REFUSED,  /* .offer was refused */
    EV_TAKEBACK, /* granted: .ply plies are left */
    EV_MORETIME, /* .by gave .given ms to the opponent */
    EV_REMATCH,  /* agreed: .next begins */
    EV_PAUSED,   /* the server came back: the clock is stopped until the player to move is back */
    EV_RESUMED,
    EV_END,
    /* An arbiter's acts, and what follows from them. */
    EV_ADJUSTED, /* .by has .given ms more, or less */
    EV_STOPPED,  /* both clocks stand until an arbiter lets the game go on (EV_RESUMED) */
    EV_ADJOURN,  /* the player to move has to seal their move; the game goes on at .until */
    EV_SEALED,   /* .by sealed .sealed, which nobody is told before EV_RESUMED; both clocks stand */
    EV_BERSERK,  /* .by gave up time (.given, negative) and every increment, for a point more */
    EV_LAST = EV_BERSERK,
} EventKind;

/* The status words of the Lichess API, in its order where it has one. */
typedef enum {
    STATUS_CREATED,
    STATUS_STARTED,
    STATUS_ABORTED,
    STATUS_MATE,
    STATUS_RESIGN,
    STATUS_STALEMATE,
    STATUS_TIMEOUT,   /* the opponent left and the win was claimed */
    STATUS_OUTOFTIME, /* the flag fell */
    STATUS_DRAW,
    STATUS_NOSTART,
} Status;

typedef enum {
    REASON_NONE,
    REASON_AGREEMENT,
    REASON_THREEFOLD,
    REASON_FIVEFOLD,
    REASON_FIFTY,
    REASON_SEVENTYFIVE,
    REASON_INSUFFICIENT,
} Reason;

typedef enum { WINNER_NONE, WINNER_WHITE, WINNER_BLACK } Winner;

/* How a decision about the clock came about: written with each move that was timed, and when a flag fell. Otherwise
 * all zero, except for the lag, which is noted as soon as it is known. */
typedef struct {
    int32_t left;    /* the mover's time when their turn began */
    int32_t elapsed; /* since then */
    int32_t lag;     /* the round trip that was measured, 0 unknown */
    int32_t given;   /* of elapsed, not charged: lag compensation */
    int32_t quota;   /* what may still be given, after the move or when the flag fell */
} Receipt;

typedef struct {
    EventKind kind;
    uint32_t seq;
    int64_t at;       /* game time in ms: since the game was made, less down-time */
    int64_t clock[2]; /* ms left by Color after the event, 0 without a clock */
    Color by; /* the seat that acted; WHITE where none did: PAUSED RESUMED END STOPPED ADJOURN */
    Receipt receipt; /* of MOVE, and of an END by the clock */
    union {
        struct {
            uint32_t ply; /* plies played now */
            Move move;
            char san[SAN_MAX];
        } move;
        uint32_t offer;
        uint32_t ply;
        int32_t given;
        int64_t until; /* wall clock, ms; 0: not agreed on */
        Move sealed;
        GameId next;
        struct {
            Status status;
            Winner winner;
            Reason reason;
            /* The move about to be played with which a draw was claimed, or MOVE_NONE. */
            Move claimed;
        } end;
    };
} Event;

/* The events of one command or one tick; the caller sets count to 0 first. */
enum { EVENTS_MAX = 4 };
typedef struct {
    int count;
    Event at[EVENTS_MAX];
} Events;

enum { EVENT_PACKED_MAX = 64 };

/* Writes the journal's format; returns its length, at most EVENT_PACKED_MAX. */
size_t event_pack(const Event *event, unsigned char *out);
/* Any bytes are safe; false for all that no castled up to this one writes. seq and SAN are not part of the bytes and are
 * left empty. */
bool event_unpack(Event *event, const unsigned char *bytes, size_t length);
/* Whether event_unpack refuses them because only a newer castled understands what they say. */
bool event_is_newer(const unsigned char *bytes, size_t length);

const char *status_word(Status status);
/* The status whose word these 'length' bytes are; false for all others. */
bool status_read(const char *word, size_t length, Status *status);
const char *reason_word(Reason reason); /* NULL for REASON_NONE */
