#include "decision.h"

#include <assert.h>
#include <string.h>

#include "ending.h"
#include "game_turn.h"
#include "offers.h"
#include "record.h"

typedef RoomError Decide(Room *, Color, const Command *, int64_t, Events *);

/* Whether that seat has made that move at that ply: then the request was only repeated. */
static bool has_played(const Room *room, Color seat, const Command *command)
{
    uint32_t ply = command->move.ply;
    Color mover = (Color)(position_turn(&room->line.start) ^ (ply & 1));
    return ply < room->line.plies && seat == mover && room->line.moves[ply] == command->move.move;
}

/* A sealed move may be sent again. */
static bool has_sealed(const Room *room, Color seat, const Command *command)
{
    return room->halted && room->sealed != MOVE_NONE && seat == room_to_move(room) &&
           command->move.ply == room->line.plies && command->move.move == room->sealed;
}

static RoomError refusal_of_move(const Room *room, Color seat, const Command *command)
{
    const Line *line = &room->line;
    if (room_is_over(room))
        return ROOM_OVER;
    if (command->move.ply != line->plies || (command->move.turn && command->move.turn < room->turn))
        return ROOM_STALE;
    if (seat != room_to_move(room))
        return ROOM_NOT_YOUR_TURN;
    if (room->halted)
        return ROOM_NOT_NOW;
    if (!position_is_legal(&line->now, command->move.move))
        return ROOM_ILLEGAL_MOVE;
    return line->plies == line->capacity ? ROOM_FULL : ROOM_OK;
}

/* The clock is as after any other move, but the opponent's does not start (Guidelines I.1). */
static void seal(Room *room, const Event *played, Move move, int64_t now, Events *out)
{
    Event event = record_draft(room, EV_SEALED, played->by, now);
    memcpy(event.clock, played->clock, sizeof event.clock);
    event.sealed = move;
    record_emit(room, &event, out);
}

static RoomError move(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    if (has_played(room, seat, command) || has_sealed(room, seat, command))
        return ROOM_OK;
    RoomError refusal = refusal_of_move(room, seat, command);
    if (refusal != ROOM_OK)
        return refusal;
    if (room_is_waiting(room))
        turn_resume(room, now, out);
    Event event = record_draft(room, EV_MOVE, seat, now);
    if (!turn_charge(room, command->lag, now, &event)) {
        ending_by_flag(room, &event.receipt, now, out);
        return ROOM_OK;
    }
    if (room->sealing) {
        seal(room, &event, command->move.move, now, out);
        return ROOM_OK;
    }
    event.move.ply = room->line.plies + 1;
    event.move.move = command->move.move;
    san_print(&room->line.now, event.move.move, event.move.san);
    record_emit(room, &event, out);
    ending_by_rules(room, now, out);
    if (command->move.draw)
        offer_draw(room, seat, &(Command){.kind = CMD_DRAW}, now, out);
    return ROOM_OK;
}

/* FIDE 5.1.2: whoever resigns loses, whatever the opponent could still have mated with. */
static RoomError resign(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    (void)command;
    if (room_is_over(room))
        return ROOM_OVER;
    ending_emit(room, STATUS_RESIGN, ending_winner(color_other(seat)), REASON_NONE, now, out);
    return ROOM_OK;
}

static RoomError call_off(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    if (room_is_over(room))
        return ROOM_OVER;
    if (room_forbids(room, RULE_NO_ABORT))
        return ROOM_FORBIDDEN;
    if (room_both_have_moved(room))
        return ROOM_NOT_NOW;
    Event event = ending_draft(room, STATUS_ABORTED, WINNER_NONE, REASON_NONE, now);
    return turn_decide(room, seat, command, &event, now, out);
}

/* FIDE 9.2 and 9.3: by the player to move; for the position, or with the move that they are about to play, which is
 * then not played any more. An incorrect claim changes nothing: no arbiter has to be called, who would cost time
 * (9.5.3), and a refused request never plays a move. */
static RoomError claim_by_position(Room *room, Color seat, const Command *command, int64_t now,
                                   Events *out)
{
    bool threefold = command->claim.what == CLAIM_THREEFOLD;
    const Line *line = &room->line;
    Move move = MOVE_NONE;
    if (seat != room_to_move(room))
        return ROOM_NOT_YOUR_TURN;
    if (room->halted)
        return ROOM_NOT_NOW;
    if (command->claim.intends) {
        move = command->claim.move;
        if (command->claim.ply != line->plies)
            return ROOM_STALE;
        if (!position_is_legal(&line->now, move))
            return ROOM_ILLEGAL_MOVE;
    }
    if (threefold ? !line_can_claim_threefold(line, move) : !line_can_claim_fifty(line, move))
        return ROOM_NOT_NOW;
    Event event = ending_draft(room, STATUS_DRAW, WINNER_NONE,
                               threefold ? REASON_THREEFOLD : REASON_FIFTY, now);
    event.end.claimed = move;
    return turn_decide(room, seat, command, &event, now, out);
}

static RoomError claim(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    Claim what = command->claim.what;
    if (room_is_over(room))
        return ROOM_OVER;
    if (what == CLAIM_THREEFOLD || what == CLAIM_FIFTY)
        return claim_by_position(room, seat, command, now, out);
    if (room_forbids(room, RULE_NO_CLAIM_WIN))
        return ROOM_FORBIDDEN;
    if (now < ending_claim_at(room, seat))
        return ROOM_NOT_NOW;
    Event event = what == CLAIM_WIN
                      ? ending_draft_by_time(room, STATUS_TIMEOUT, seat, now)
                      : ending_draft(room, STATUS_TIMEOUT, WINNER_NONE, REASON_NONE, now);
    return turn_decide(room, seat, command, &event, now, out);
}

static RoomError moretime(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    Color other = color_other(seat);
    const TimeControl *control = &room->clock.control;
    int64_t most = control->days ? ROOM_MOREDAYS_MAX : ROOM_MORETIME_MAX;
    if (room_is_over(room))
        return ROOM_OVER;
    if (!control->timed || room_forbids(room, RULE_NO_GIVE_TIME))
        return ROOM_FORBIDDEN;
    if (room->halted || clock_remaining(&room->clock, other, now) >= most)
        return ROOM_NOT_NOW;
    if (room->seat[seat].gifts >= ROOM_GIFTS_MAX)
        return ROOM_TOO_FAST;
    Event event = record_draft(room, EV_MORETIME, seat, now);
    int32_t usual = control->days ? CLOCK_DAY : ROOM_MORETIME;
    event.given = command->given && !control->days ? command->given : usual;
    /* While the flag is held back for a move on its way, some of the new time is already spent. */
    Clock clock = room->clock;
    clock_add(&clock, other, event.given);
    event.clock[other] = clock_remaining(&clock, other, now);
    record_emit(room, &event, out);
    return ROOM_OK;
}

RoomError decision_on_command(Room *room, Color seat, const Command *command, int64_t now,
                              Events *out)
{
    static Decide *const DECIDE[] = {
        [CMD_MOVE] = move,
        [CMD_RESIGN] = resign,
        [CMD_ABORT] = call_off,
        [CMD_DRAW] = offer_draw,
        [CMD_TAKEBACK] = offer_takeback,
        [CMD_REMATCH] = offer_rematch,
        [CMD_REFUSE] = offer_refuse,
        [CMD_CLAIM] = claim,
        [CMD_MORETIME] = moretime,
    };
    assert(command->kind <= CMD_MORETIME);
    return DECIDE[command->kind](room, seat, command, now, out);
}
