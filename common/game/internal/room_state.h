/* room_state.h - what a room is made of. Private to this library: others see a room through room.h.
 *
 * Two parts: the game, which only record.c changes, by folding events; and what is in no event: who is present, and
 * from which instant on time counts. */
#pragma once

#include "event.h"
#include "game_rules.h"
#include "helpmate.h"
#include "line.h"

#define NEVER INT64_MAX

typedef enum { OFFER_DRAW, OFFER_TAKEBACK, OFFER_REMATCH, OFFER_KINDS } OfferKind;

typedef struct {
    uint32_t offer[OFFER_KINDS]; /* seq of the open one, or 0 */
    uint32_t draw_from;          /* the ply from which the seat may offer a draw again */
    uint32_t takeback_refusals;  /* since the last takeback that it was granted */
    uint32_t gifts;              /* of time, in this turn */
    int64_t takeback_from;       /* game time from which it may ask again */
    int64_t rematch_from;        /* likewise */
    int32_t quota;               /* what may still be given for its lag (lag.h) */
    int32_t lag;                 /* of its last move, 0 unknown */
} Seat;

typedef struct {
    bool present;
    int64_t gone_at; /* on the axis, when absent */
} Presence;

typedef struct Room {
    /* Its setup; the start position is the line's, and the time control the clock's. */
    Variant variant;
    bool rated;
    uint8_t rules;
    int32_t first_move;
    int64_t created;

    /* The game: the fold of its events. */
    Line line;
    Clock clock; /* without 'since', which is no part of the fold: events have no instants */
    uint32_t seq;
    uint32_t turn;  /* seq of the newest move or takeback */
    uint32_t began; /* seq of the event that began the current turn */
    uint32_t takebacks;
    int64_t at; /* game time of the newest event */
    Status status;
    Winner winner;
    Reason reason;
    bool paused;
    bool early; /* the clocks were started before both sides had moved */
    bool rematched;
    bool halted;   /* by an arbiter: 'paused', and nobody is waited for */
    bool sealing;  /* the player to move has to seal */
    Move sealed;   /* MOVE_NONE: none; played when the game goes on */
    int64_t until; /* of an adjournment: when it goes on (wall clock), or 0 */
    Seat seat[2];

    /* What is in no event. */
    Presence presence[2];
    uint32_t events_max;      /* ROOM_EVENTS_MAX, but for tests */
    int64_t waiting_until;    /* for the player to move after a restart, or NEVER */
    HelpmateMemory *helpmate; /* lent, or NULL */
} Room;

static inline bool room_forbids(const Room *room, unsigned rule)
{
    return (room->rules & rule) != 0;
}

static inline bool room_is_over(const Room *room)
{
    return room->status != STATUS_STARTED;
}

static inline Color room_to_move(const Room *room)
{
    return position_turn(&room->line.now);
}

/* From then on the game cannot be aborted, draws can be offered, and moves can be taken back. */
static inline bool room_both_have_moved(const Room *room)
{
    return room->line.plies >= 2;
}

/* From then on clocks run, and there are no first-move time-outs. */
static inline bool room_has_begun(const Room *room)
{
    return room->early || room_both_have_moved(room);
}

/* Whether the clocks can be started although a side has not moved. */
static inline bool room_may_start(const Room *room)
{
    return !room_is_over(room) && !room_has_begun(room) && room->clock.control.timed &&
           !room->clock.control.days;
}

/* It has had as many events as a game can have. */
static inline bool room_is_exhausted(const Room *room)
{
    return !room_is_over(room) && room->seq >= room->events_max - ROOM_EVENTS_RESERVE;
}

static inline bool room_is_waiting(const Room *room)
{
    return room->waiting_until != NEVER;
}

/* Which offer of the seat has that number; OFFER_KINDS when none has. */
static inline OfferKind seat_offer_kind(const Seat *seat, uint32_t seq)
{
    int kind = 0;
    while (kind < OFFER_KINDS && (seq == 0 || seat->offer[kind] != seq))
        kind++;
    return (OfferKind)kind;
}

static inline bool room_offer_is_open(const Room *room, uint32_t seq)
{
    return seat_offer_kind(&room->seat[WHITE], seq) != OFFER_KINDS ||
           seat_offer_kind(&room->seat[BLACK], seq) != OFFER_KINDS;
}

/* The plies that are left when the asker's last move is taken back: two go when the asker is to move. */
static inline uint32_t room_plies_without(const Room *room, Color asker)
{
    return room->line.plies - (asker == room_to_move(room) ? 2 : 1);
}
