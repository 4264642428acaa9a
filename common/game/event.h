/* event.h - what happened in a game, numbered 1, 2, 3 … without a gap.
 *
 * The same events folded in order give the same room everywhere. They record decisions (the time
 * left, the status), never instants to compute from. event_pack is the journal's form: versioned,
 * a few bytes; SAN is left out of it, room_replay computes it again. Plain values, nothing to free. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "command.h"
#include "notation.h"

/* Game times and clocks above this are refused: it is what a JSON number holds exactly. */
#define EVENT_TIME_MAX ((INT64_C(1) << 53) - 1)

/* The numbers here and below are in journals: they stay, new ones follow. */
typedef enum {
    EV_MOVE = 1,
    EV_DRAW_OFFER,
    EV_TAKEBACK_OFFER,
    EV_REMATCH_OFFER,
    EV_REFUSED,  /* .offer was refused */
    EV_TAKEBACK, /* granted: .ply plies are left */
    EV_MORETIME, /* .by gave .given ms to the opponent */
    EV_REMATCH,  /* agreed: .next begins */
    EV_PAUSED,   /* the server came back: the clock stands until the mover is back */
    EV_RESUMED,
    EV_END,
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

/* What a clock decision was made of: written with each move that a clock ran for, and when a flag fell. All
 * zero otherwise, but for the lag, which is noted as soon as it is known. */
typedef struct {
    int32_t left;    /* the mover's time as his turn began */
    int32_t elapsed; /* since then */
    int32_t lag;     /* the round trip that was measured, 0 unknown */
    int32_t given;   /* of elapsed, not charged: compensation of the lag */
    int32_t quota;   /* what may still be given: after the move; as the flag fell */
} Receipt;

typedef struct {
    EventKind kind;
    uint32_t seq;
    int64_t at;       /* game time in ms: since the game was made, less down-time */
    int64_t clock[2]; /* ms left by Color after the event, 0 without a clock */
    Color by;         /* the seat that acted; WHITE where nobody did: PAUSED RESUMED END */
    Receipt receipt;  /* of MOVE, and of an END by the clock */
    union {
        struct {
            uint32_t ply; /* plies played now */
            Move move;
            char san[SAN_MAX];
        } move;
        uint32_t offer;
        uint32_t ply;
        int32_t given;
        GameId next;
        struct {
            Status status;
            Winner winner;
            Reason reason;
            Move claimed; /* a draw claimed with this move about to be played, else MOVE_NONE */
        } end;
    };
} Event;

/* What one command or one tick can bring about; who calls the room sets count to 0 first. */
enum { EVENTS_MAX = 4 };
typedef struct {
    int count;
    Event at[EVENTS_MAX];
} Events;

enum { EVENT_PACKED_MAX = 64 };

/* Writes the journal's form, returns its length (at most EVENT_PACKED_MAX). */
size_t event_pack(const Event *event, unsigned char *out);
/* False for anything event_pack does not write: any bytes are safe. seq and SAN are not part of the
 * bytes and are left empty. */
bool event_unpack(Event *event, const unsigned char *bytes, size_t length);

const char *status_word(Status status);
const char *reason_word(Reason reason); /* NULL for REASON_NONE */
