#include "arbiter_acts.h"

#include <assert.h>
#include <string.h>

#include "ending.h"
#include "record.h"

typedef RoomError Arbitrate(Room *, const ArbiterAct *, int64_t, Events *);

static RoomError adjust(Room *room, const ArbiterAct *act, int64_t now, Events *out)
{
    if (!room->clock.control.timed)
        return ROOM_FORBIDDEN;
    Event event = record_draft(room, EV_ADJUSTED, act->side, now);
    Clock clock = room->clock;
    event.given = act->given;
    if (act->given == 0 || clock.remaining[act->side] + act->given <= 0)
        return ROOM_NOT_NOW;
    clock_add(&clock, act->side, act->given);
    event.clock[act->side] = clock_remaining(&clock, act->side, now);
    if (!record_follows(room, &event))
        return ROOM_NOT_NOW;
    record_emit(room, &event, out);
    return ROOM_OK;
}

static RoomError stop(Room *room, const ArbiterAct *act, int64_t now, Events *out)
{
    (void)act;
    if (room->halted)
        return ROOM_NOT_NOW;
    Event event = record_draft(room, EV_STOPPED, WHITE, now);
    record_emit(room, &event, out);
    return ROOM_OK;
}

static RoomError adjourn(Room *room, const ArbiterAct *act, int64_t now, Events *out)
{
    Event event = record_draft(room, EV_ADJOURN, WHITE, now);
    event.until = act->until;
    if (!record_follows(room, &event))
        return ROOM_NOT_NOW;
    record_emit(room, &event, out);
    return ROOM_OK;
}

void arbiter_unseal(Room *room, int64_t now, Events *out)
{
    Event event = record_draft(room, EV_MOVE, room_to_move(room), now);
    memcpy(event.clock, room->clock.remaining, sizeof event.clock);
    event.move.ply = room->line.plies + 1;
    event.move.move = room->sealed;
    san_print(&room->line.now, event.move.move, event.move.san);
    record_emit(room, &event, out);
    ending_by_rules(room, now, out);
}

static RoomError resume(Room *room, const ArbiterAct *act, int64_t now, Events *out)
{
    (void)act;
    if (!room->halted)
        return ROOM_NOT_NOW;
    if (room->sealed != MOVE_NONE && room->line.plies == room->line.capacity)
        return ROOM_FULL;
    Event event = record_draft(room, EV_RESUMED, WHITE, now);
    record_emit(room, &event, out);
    if (room->sealed != MOVE_NONE)
        arbiter_unseal(room, now, out);
    return ROOM_OK;
}

static RoomError annul(Room *room, const ArbiterAct *act, int64_t now, Events *out)
{
    (void)act;
    ending_call_off(room, now, out);
    return ROOM_OK;
}

static RoomError berserk(Room *room, const ArbiterAct *act, int64_t now, Events *out)
{
    int64_t penalty = time_control_berserk(&room->clock.control, act->side);
    if (penalty < 0)
        return ROOM_FORBIDDEN;
    Event event = record_draft(room, EV_BERSERK, act->side, now);
    Clock clock = room->clock;
    event.given = -(int32_t)penalty;
    if (clock.remaining[act->side] <= penalty)
        return ROOM_NOT_NOW;
    clock_add(&clock, act->side, event.given);
    event.clock[act->side] = clock_remaining(&clock, act->side, now);
    if (!record_follows(room, &event))
        return ROOM_NOT_NOW;
    record_emit(room, &event, out);
    return ROOM_OK;
}

RoomError arbiter_decide(Room *room, const ArbiterAct *act, int64_t now, Events *out)
{
    static Arbitrate *const ARBITRATE[] = {
        [ARBITER_TIME] = adjust,     [ARBITER_STOP] = stop,   [ARBITER_RESUME] = resume,
        [ARBITER_ADJOURN] = adjourn, [ARBITER_ANNUL] = annul, [ARBITER_BERSERK] = berserk,
    };
    assert(act->kind < ARBITER_KINDS && act->side <= BLACK);
    return room_is_over(room) ? ROOM_OVER : ARBITRATE[act->kind](room, act, now, out);
}
