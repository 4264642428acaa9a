#include "room.h"

#include <assert.h>
#include <string.h>

#include "arbiter_acts.h"
#include "decision.h"
#include "ending.h"
#include "game_turn.h"
#include "lag.h"
#include "record.h"

/* The time of a room never goes back. */
static int64_t not_before(const Room *room, int64_t now)
{
    int64_t newest = room->created + room->at;
    return now > newest ? now : newest;
}

static void leave(Room *room, Color seat, int64_t now)
{
    room->presence[seat] = (Presence){.present = false, .gone_at = now};
}

size_t room_size(unsigned plies)
{
    assert(plies <= LINE_PLIES_MAX);
    return sizeof(Room) + plies * sizeof(Move);
}

Room *room_init(void *memory, unsigned plies, const GameSetup *setup)
{
    assert(memory && plies <= LINE_PLIES_MAX && game_setup_is_valid(setup));
    Room *room = memory;
    memset(room, 0, sizeof *room);
    room->variant = setup->variant;
    room->rated = setup->rated;
    room->rules = setup->rules;
    room->first_move = setup->first_move;
    room->created = setup->created;
    line_init(&room->line, &setup->start, (Move *)(room + 1), plies);
    clock_init(&room->clock, &setup->control);
    room->clock.turn = room_to_move(room);
    room->clock.since = setup->created;
    room->status = STATUS_STARTED;
    room->presence[WHITE].present = room->presence[BLACK].present = true;
    room->events_max = ROOM_EVENTS_MAX;
    room->waiting_until = NEVER;
    for (Color side = WHITE; side <= BLACK; side++) {
        TimeControl own = time_control_of(&setup->control, side);
        room->seat[side].quota = lag_quota_start(&own);
    }
    return room;
}

Room *room_grow(const Room *room, void *memory, unsigned plies)
{
    Room *grown = memory;
    memcpy(grown, room, sizeof *room);
    line_grow(&grown->line, (Move *)(grown + 1), plies);
    return grown;
}

void room_lend(Room *room, HelpmateMemory *memory)
{
    room->helpmate = memory;
}

RoomError room_apply(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    assert(seat <= BLACK);
    now = not_before(room, now);
    if (ending_on_time(room, now, out))
        return ROOM_OK;
    return decision_on_command(room, seat, command, now, out);
}

void room_tick(Room *room, int64_t now, Events *out)
{
    now = not_before(room, now);
    if (!room_is_waiting(room))
        ending_on_time(room, now, out);
    else if (now >= room->waiting_until)
        turn_resume(room, now, out);
}

bool room_start_clocks(Room *room, int64_t now, Events *out)
{
    now = not_before(room, now);
    return !ending_on_time(room, now, out) && turn_start_clocks(room, now, out);
}

void room_call_off(Room *room, int64_t now, Events *out)
{
    if (!room_is_over(room))
        ending_call_off(room, not_before(room, now), out);
}

RoomError room_arbitrate(Room *room, const ArbiterAct *act, int64_t now, Events *out)
{
    now = not_before(room, now);
    if (ending_on_time(room, now, out))
        return ROOM_OK;
    return arbiter_decide(room, act, now, out);
}

RoomHalt room_halt(const Room *room)
{
    if (room->halted)
        return room->sealed != MOVE_NONE ? ROOM_ADJOURNED : ROOM_STOPPED;
    return room->sealing ? ROOM_SEALING : ROOM_GOES_ON;
}

int64_t room_resumes_at(const Room *room)
{
    return room->until;
}

int64_t room_deadline(const Room *room)
{
    return room_is_waiting(room) ? room->waiting_until : ending_time(room);
}

void room_durable(Room *room, uint32_t seq, int64_t now)
{
    if (room->clock.since == CLOCK_PENDING && seq >= room->began && !room_is_waiting(room))
        room->clock.since = not_before(room, now);
}

void room_presence(Room *room, Color seat, bool present, int64_t now, Events *out)
{
    now = not_before(room, now);
    if (present)
        room->presence[seat].present = true;
    else if (room->presence[seat].present)
        leave(room, seat, now);
    if (present && seat == room_to_move(room) && room_is_waiting(room))
        turn_resume(room, now, out);
}

bool room_replay(Room *room, Event *event)
{
    if (!record_follows(room, event))
        return false;
    if (event->kind == EV_MOVE)
        san_print(&room->line.now, event->move.move, event->move.san);
    record_fold(room, event);
    int64_t then = room->created + event->at;
    room_durable(room, event->seq, then);
    /* An event within a turn shows how long the turn had lasted, without the time until its first event was on disk. */
    clock_align(&room->clock, event->clock[room->clock.turn], then);
    return true;
}

void room_restart(Room *room, int64_t now, Events *out)
{
    now = not_before(room, now);
    leave(room, WHITE, now);
    leave(room, BLACK, now);
    if (room->sealed != MOVE_NONE && !room->halted)
        arbiter_unseal(room, now, out); /* the journal ends between the two events */
    bool is_timed = room->clock.running || room_is_exhausted(room);
    if (room_is_over(room) || (is_timed && ending_on_time(room, now, out)))
        return;
    if (room->halted)
        return;
    if (room->clock.control.days) /* the axis stood still, and nobody is waiting at the board */
        return;
    if (room->clock.running) {
        Event event = record_draft(room, EV_PAUSED, WHITE, now);
        record_emit(room, &event, out);
    } else if (room->paused || (room->first_move && !room_both_have_moved(room))) {
        room->waiting_until = now + ROOM_PAUSE_MAX;
    }
}

void room_excuse(Room *room, Color seat, int64_t lost, int64_t now, Events *out)
{
    now = not_before(room, now);
    int64_t since = now - lost; /* an offer by the opponent meanwhile changes nothing */
    if (seat != room_to_move(room) || !room->clock.running || room->clock.control.days)
        return;
    if (ending_time(room) <= since) {
        ending_on_time(room, now, out);
        return;
    }
    Event event = record_draft(room, EV_PAUSED, WHITE, now);
    event.clock[seat] = clock_remaining(&room->clock, seat, since);
    record_emit(room, &event, out);
    if (room->presence[seat].present)
        turn_resume(room, now, out);
}

GameSetup room_setup(const Room *room)
{
    return (GameSetup){.variant = room->variant,
                       .start = room->line.start,
                       .control = room->clock.control,
                       .rated = room->rated,
                       .first_move = room->first_move,
                       .rules = room->rules,
                       .created = room->created};
}

const Line *room_line(const Room *room)
{
    return &room->line;
}

uint32_t room_seq(const Room *room)
{
    return room->seq;
}

uint32_t room_turn(const Room *room)
{
    return room->turn;
}

Status room_status(const Room *room)
{
    return room->status;
}

Winner room_winner(const Room *room)
{
    return room->winner;
}

Reason room_reason(const Room *room)
{
    return room->reason;
}

const Clock *room_clock(const Room *room)
{
    return &room->clock;
}

uint32_t room_offer(const Room *room, Color seat, EventKind kind)
{
    const uint32_t *offer = room->seat[seat].offer;
    switch (kind) {
    case EV_DRAW_OFFER: return offer[OFFER_DRAW];
    case EV_TAKEBACK_OFFER: return offer[OFFER_TAKEBACK];
    case EV_REMATCH_OFFER: return offer[OFFER_REMATCH];
    default: return 0;
    }
}

int64_t room_claim_at(const Room *room, Color seat)
{
    return ending_claim_at(room, seat);
}
