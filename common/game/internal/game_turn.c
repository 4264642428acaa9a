#include "game_turn.h"

#include "ending.h"
#include "lag.h"
#include "record.h"

bool turn_charge(const Room *room, int32_t lag, int64_t now, Event *event)
{
    const TimeControl control = time_control_of(&room->clock.control, event->by);
    Receipt *receipt = &event->receipt;
    if (lag_gain_max(&control) > 0)
        receipt->lag = lag;
    if (!room->clock.running)
        return true;
    *receipt = record_receipt(room, now);
    receipt->lag = lag_gain_max(&control) > 0 ? lag : 0;
    receipt->given = lag_given(receipt->lag, receipt->quota, receipt->elapsed);
    int64_t after = clock_after_move(&room->clock, receipt->elapsed - receipt->given);
    if (after < 0)
        return false;
    receipt->quota = lag_quota_after(&control, receipt->lag, receipt->quota, receipt->given);
    event->clock[event->by] = after;
    return true;
}

RoomError turn_decide(Room *room, Color seat, const Command *command, Event *event, int64_t now,
                      Events *out)
{
    Event turn = {.by = seat};
    if (seat == room->clock.turn && !turn_charge(room, command->lag, now, &turn)) {
        ending_by_flag(room, &turn.receipt, now, out);
        return ROOM_OK;
    }
    if (turn.receipt.given)
        event->clock[seat] = clock_remaining(&room->clock, seat, now - turn.receipt.given);
    record_emit(room, event, out);
    return ROOM_OK;
}

bool turn_start_clocks(Room *room, int64_t now, Events *out)
{
    if (!room_may_start(room))
        return false;
    Event event = record_draft(room, EV_RESUMED, WHITE, now);
    record_emit(room, &event, out);
    return true;
}

void turn_resume(Room *room, int64_t now, Events *out)
{
    room->waiting_until = NEVER;
    if (!room->paused) {
        room->clock.since = now; /* of the first move: its time starts again */
        return;
    }
    Event event = record_draft(room, EV_RESUMED, WHITE, now);
    record_emit(room, &event, out);
}
