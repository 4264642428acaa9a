#include "offers.h"

#include "ending.h"
#include "game_turn.h"
#include "record.h"

/* Whether the command names an open offer of that kind by the opponent: one cannot accept one's own. */
static bool accepts(const Room *room, Color seat, OfferKind kind, const Command *command)
{
    return seat_offer_kind(&room->seat[color_other(seat)], command->offer) == kind;
}

static RoomError make(Room *room, EventKind kind, Color seat, int64_t now, Events *out)
{
    Event event = record_draft(room, kind, seat, now);
    record_emit(room, &event, out);
    return ROOM_OK;
}

RoomError offer_draw(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    if (room_is_over(room))
        return ROOM_OVER;
    if (room_forbids(room, RULE_NO_EARLY_DRAW) && room->line.plies < ROOM_EARLY_PLIES)
        return ROOM_FORBIDDEN;
    if (command->offer) {
        if (!accepts(room, seat, OFFER_DRAW, command))
            return ROOM_STALE;
        Event event = ending_draft(room, STATUS_DRAW, WINNER_NONE, REASON_AGREEMENT, now);
        return turn_decide(room, seat, command, &event, now, out);
    }
    if (!room_both_have_moved(room))
        return ROOM_NOT_NOW;
    if (room->line.plies < room->seat[seat].draw_from)
        return ROOM_TOO_FAST;
    return make(room, EV_DRAW_OFFER, seat, now, out);
}

static RoomError grant_takeback(Room *room, Color seat, const Command *command, int64_t now,
                                Events *out)
{
    Event event = record_draft(room, EV_TAKEBACK, seat, now);
    event.ply = room_plies_without(room, color_other(seat));
    if (room->clock.control.days) /* each move has all its time */
        event.clock[WHITE] = event.clock[BLACK] = time_control_full(&room->clock.control, WHITE);
    turn_decide(room, seat, command, &event, now, out);
    /* The player to move may now be one who is present. */
    if (room_is_waiting(room) && room->presence[room_to_move(room)].present)
        turn_resume(room, now, out);
    return ROOM_OK;
}

RoomError offer_takeback(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    const Seat *own = &room->seat[seat];
    if (room_is_over(room))
        return ROOM_OVER;
    if (room->rated)
        return ROOM_FORBIDDEN;
    if (command->offer) {
        bool granted = !room->halted && accepts(room, seat, OFFER_TAKEBACK, command);
        return granted ? grant_takeback(room, seat, command, now, out) : ROOM_STALE;
    }
    if (room->takebacks >= ROOM_TAKEBACKS_MAX)
        return ROOM_FORBIDDEN;
    if (!room_both_have_moved(room) || own->offer[OFFER_TAKEBACK] || room->halted || room->sealing)
        return ROOM_NOT_NOW;
    if (now - room->created < own->takeback_from)
        return ROOM_TOO_FAST;
    return make(room, EV_TAKEBACK_OFFER, seat, now, out);
}

RoomError offer_rematch(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    const Seat *own = &room->seat[seat];
    if (!room_is_over(room))
        return ROOM_NOT_NOW;
    if (room_forbids(room, RULE_NO_REMATCH))
        return ROOM_FORBIDDEN;
    if (room->rematched)
        return ROOM_STALE;
    /* Two offers may be open, and both be refused. */
    if (!command->offer && room->seq + 4 > room->events_max)
        return ROOM_FORBIDDEN;
    if (command->offer) {
        if (!accepts(room, seat, OFFER_REMATCH, command))
            return ROOM_STALE;
        Event event = record_draft(room, EV_REMATCH, seat, now);
        event.next = command->next;
        record_emit(room, &event, out);
        return ROOM_OK;
    }
    if (own->offer[OFFER_REMATCH])
        return ROOM_NOT_NOW;
    if (now - room->created < own->rematch_from)
        return ROOM_TOO_FAST;
    return make(room, EV_REMATCH_OFFER, seat, now, out);
}

RoomError offer_refuse(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    if (!room_offer_is_open(room, command->offer))
        return ROOM_STALE;
    Event event = record_draft(room, EV_REFUSED, seat, now);
    event.offer = command->offer;
    record_emit(room, &event, out);
    return ROOM_OK;
}
