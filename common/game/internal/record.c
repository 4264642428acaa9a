#include "record.h"

#include <assert.h>
#include <string.h>

static void close_offers(Room *room)
{
    memset(room->seat[WHITE].offer, 0, sizeof room->seat[WHITE].offer);
    memset(room->seat[BLACK].offer, 0, sizeof room->seat[BLACK].offer);
}

static void count_moves(Room *room)
{
    Color first = position_turn(&room->line.start);
    uint32_t moves[2];
    moves[first] = (room->line.plies + 1) / 2;
    moves[color_other(first)] = room->line.plies / 2;
    clock_count(&room->clock, moves);
}

/* The clocks are set when a turn ends, is taken back or is interrupted; other events in it only report them. The
 * time of a turn counts from when its event is durable; clocks run once both sides have moved, or when they have been
 * started before. */
static void begin_turn(Room *room, uint32_t seq)
{
    room->began = seq;
    room->seat[WHITE].gifts = room->seat[BLACK].gifts = 0;
    count_moves(room);
    clock_start(&room->clock, room_to_move(room), CLOCK_PENDING);
    if (room->paused || !room_has_begun(room))
        clock_stop(&room->clock);
}

static void fold_move(Room *room, const Event *event)
{
    bool fits = line_push(&room->line, event->move.move);
    assert(fits);
    room->turn = event->seq;
    clock_set(&room->clock, event->clock);
    room->seat[event->by].lag = event->receipt.lag;
    if (event->receipt.left > 0)
        room->seat[event->by].quota = event->receipt.quota;
    /* FIDE 9.1.2.1: an offer stands until the opponent answers it, and a move is an answer. */
    room->seat[color_other(event->by)].offer[OFFER_DRAW] = 0;
    room->seat[WHITE].offer[OFFER_TAKEBACK] = room->seat[BLACK].offer[OFFER_TAKEBACK] = 0;
    room->sealed = MOVE_NONE;
    begin_turn(room, event->seq);
}

static void fold_takeback(Room *room, const Event *event)
{
    line_pop(&room->line, room->line.plies - event->ply);
    clock_set(&room->clock, event->clock);
    room->turn = event->seq;
    room->takebacks++;
    room->seat[color_other(event->by)].takeback_refusals = 0;
    close_offers(room); /* they were about another position */
    begin_turn(room, event->seq);
}

/* A withdrawn offer counts as refused; otherwise one could offer and withdraw without ever having to wait. */
static void fold_refusal(Room *room, const Event *event)
{
    bool white = seat_offer_kind(&room->seat[WHITE], event->offer) != OFFER_KINDS;
    Seat *seat = &room->seat[white ? WHITE : BLACK];
    OfferKind kind = seat_offer_kind(seat, event->offer);
    seat->offer[kind] = 0;
    if (kind == OFFER_TAKEBACK) {
        int64_t n = seat->takeback_refusals < 10 ? ++seat->takeback_refusals : 10;
        seat->takeback_from = event->at + 10000 * n * n;
    } else if (kind == OFFER_REMATCH) {
        seat->rematch_from = event->at + ROOM_REMATCH_WAIT;
    }
}

static void fold_end(Room *room, const Event *event)
{
    room->status = event->end.status;
    room->winner = event->end.winner;
    room->reason = event->end.reason;
    room->paused = room->halted = room->sealing = false;
    room->sealed = MOVE_NONE;
    room->until = 0;
    room->waiting_until = NEVER;
    clock_set(&room->clock, event->clock);
    clock_stop(&room->clock);
    close_offers(room);
}

/* By an arbiter: nobody is waited for. */
static void fold_stop(Room *room, const Event *event)
{
    room->paused = room->halted = true;
    room->sealing = false;
    room->waiting_until = NEVER;
    clock_set(&room->clock, event->clock);
    clock_stop(&room->clock);
}

static void fold_adjourn(Room *room, const Event *event)
{
    room->sealing = true;
    room->until = event->until;
    room->seat[WHITE].offer[OFFER_TAKEBACK] = room->seat[BLACK].offer[OFFER_TAKEBACK] = 0;
}

static void fold_pause(Room *room, bool paused, const Event *event)
{
    room->early |= !room->paused && !paused; /* not after a pause: the clocks are started */
    room->paused = paused;
    if (room->halted) /* what follows an adjournment */
        room->halted = false, room->until = 0;
    room->waiting_until = paused ? room->created + event->at + ROOM_PAUSE_MAX : NEVER;
    clock_set(&room->clock, event->clock);
    if (paused)
        clock_stop(&room->clock);
    else
        begin_turn(room, event->seq);
}

void record_fold(Room *room, const Event *event)
{
    Seat *by = &room->seat[event->by];
    room->seq = event->seq;
    room->at = event->at;
    switch (event->kind) {
    case EV_MOVE: fold_move(room, event); break;
    case EV_DRAW_OFFER:
        by->offer[OFFER_DRAW] = event->seq;
        by->draw_from = room->line.plies + ROOM_DRAW_PLIES;
        break;
    case EV_TAKEBACK_OFFER: by->offer[OFFER_TAKEBACK] = event->seq; break;
    case EV_REMATCH_OFFER: by->offer[OFFER_REMATCH] = event->seq; break;
    case EV_REFUSED: fold_refusal(room, event); break;
    case EV_TAKEBACK: fold_takeback(room, event); break;
    case EV_MORETIME:
        by->gifts++;
        clock_add(&room->clock, color_other(event->by), event->given);
        break;
    case EV_REMATCH:
        room->rematched = true;
        close_offers(room);
        break;
    case EV_PAUSED: fold_pause(room, true, event); break;
    case EV_RESUMED: fold_pause(room, false, event); break;
    case EV_END: fold_end(room, event); break;
    case EV_ADJUSTED: clock_add(&room->clock, event->by, event->given); break;
    case EV_BERSERK: clock_berserk(&room->clock, event->by, event->given); break;
    case EV_STOPPED:
        fold_stop(room, event);
        room->until = 0;
        break;
    case EV_ADJOURN: fold_adjourn(room, event); break;
    case EV_SEALED:
        fold_stop(room, event);
        room->sealed = event->sealed;
        break;
    }
}

static bool times_follow(const Room *room, const Event *event)
{
    int64_t most = room->clock.control.timed ? EVENT_TIME_MAX : 0;
    return event->at >= room->at && event->at <= EVENT_TIME_MAX && event->clock[WHITE] >= 0 &&
           event->clock[WHITE] <= most && event->clock[BLACK] >= 0 && event->clock[BLACK] <= most;
}

static bool move_follows(const Room *room, const Event *event)
{
    const Line *line = &room->line;
    return !room_is_over(room) && !room->paused && event->by == room_to_move(room) &&
           !room->sealing && (room->sealed == MOVE_NONE || event->move.move == room->sealed) &&
           event->move.ply == line->plies + 1 && line->plies < line->capacity &&
           position_is_legal(&line->now, event->move.move);
}

static bool takeback_follows(const Room *room, const Event *event)
{
    Color asker = color_other(event->by);
    return room->seat[asker].offer[OFFER_TAKEBACK] && event->ply == room_plies_without(room, asker);
}

static bool rematch_follows(const Room *room, const Event *event)
{
    return room_is_over(room) && room->seat[color_other(event->by)].offer[OFFER_REMATCH];
}

/* Also of what a turn began with, so that no receipt has more than fits into it. */
static bool adjustment_follows(const Room *room, const Event *event)
{
    int64_t left = room->clock.remaining[event->by] + event->given;
    return !room_is_over(room) && room->clock.control.timed && event->given != 0 && left > 0 &&
           left <= CLOCK_MOST && event->clock[event->by] > 0;
}

/* Once for each player, before their first move. */
static bool berserk_follows(const Room *room, const Event *event)
{
    Color first = position_turn(&room->line.start);
    uint32_t own_first = event->by == first ? 0 : 1;
    return !room_is_over(room) && !room->paused && room->line.plies <= own_first &&
           !room->clock.berserk[event->by] && event->given <= 0 &&
           time_control_berserk(&room->clock.control, event->by) >= 0 &&
           room->clock.remaining[event->by] + event->given > 0 && event->clock[event->by] > 0;
}

static bool adjournment_follows(const Room *room, const Event *event)
{
    return !room_is_over(room) && !room->paused && !room->sealing && room_both_have_moved(room) &&
           event->until >= 0 && event->until <= EVENT_TIME_MAX;
}

bool record_follows(const Room *room, const Event *event)
{
    if (event->seq != room->seq + 1 || event->by > BLACK || !times_follow(room, event))
        return false;
    switch (event->kind) {
    case EV_MOVE: return move_follows(room, event);
    case EV_DRAW_OFFER:
    case EV_TAKEBACK_OFFER: return !room_is_over(room) && room_both_have_moved(room);
    case EV_REMATCH_OFFER: return room_is_over(room) && !room->rematched;
    case EV_REFUSED: return room_offer_is_open(room, event->offer);
    case EV_TAKEBACK: return takeback_follows(room, event);
    case EV_MORETIME: return !room_is_over(room) && room->clock.control.timed && event->given > 0;
    case EV_REMATCH: return rematch_follows(room, event);
    case EV_PAUSED: return room->clock.running;
    case EV_RESUMED: return room->paused || room_may_start(room);
    case EV_ADJUSTED: return adjustment_follows(room, event);
    case EV_BERSERK: return berserk_follows(room, event);
    case EV_STOPPED: return !room_is_over(room) && !room->halted;
    case EV_ADJOURN: return adjournment_follows(room, event);
    case EV_SEALED:
        return room->sealing && !room->paused && event->by == room_to_move(room) &&
               position_is_legal(&room->line.now, event->sealed);
    case EV_END:
        return !room_is_over(room) && event->end.status >= STATUS_ABORTED &&
               (event->end.claimed == MOVE_NONE ||
                position_is_legal(&room->line.now, event->end.claimed));
    }
    return false;
}

Event record_draft(const Room *room, EventKind kind, Color by, int64_t now)
{
    Event event;
    memset(&event, 0, sizeof event);
    event.kind = kind;
    event.seq = room->seq + 1;
    event.at = now - room->created;
    event.clock[WHITE] = clock_remaining(&room->clock, WHITE, now);
    event.clock[BLACK] = clock_remaining(&room->clock, BLACK, now);
    event.by = by;
    return event;
}

Receipt record_receipt(const Room *room, int64_t now)
{
    const Clock *clock = &room->clock;
    const Seat *mover = &room->seat[clock->turn];
    return (Receipt){
        .left = (int32_t)clock->remaining[clock->turn],
        .elapsed = (int32_t)clock_elapsed(clock, now),
        .lag = mover->lag,
        .quota = mover->quota,
    };
}

void record_emit(Room *room, const Event *event, Events *out)
{
    assert(out->count < EVENTS_MAX && record_follows(room, event));
    out->at[out->count++] = *event;
    record_fold(room, event);
}
