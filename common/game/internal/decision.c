#include "decision.h"

#include <assert.h>
#include <string.h>

#include "lag.h"
#include "mobility.h"
#include "record.h"

/* How long a player who left is waited for, as on lichess.org; points are those of the pieces. There anonymous
 * players get half of it; not here, where most players are guests, who can come back by their token like anybody
 * else. */
enum { GONE = 40 * 1000, GONE_LEAST = 10 * 1000, GONE_LOSING_POINTS = 4, GONE_LOSING_PART = 3 };
static const int64_t GONE_UNTIMED = INT64_C(30) * 24 * 60 * 60 * 1000;

static Winner winner_of(Color color)
{
    return color == WHITE ? WINNER_WHITE : WINNER_BLACK;
}

static Event draft_end(const Room *room, Status status, Winner winner, Reason reason, int64_t now)
{
    Event event = record_draft(room, EV_END, WHITE, now);
    event.end.status = status;
    event.end.winner = winner;
    event.end.reason = reason;
    return event;
}

static void end(Room *room, Status status, Winner winner, Reason reason, int64_t now, Events *out)
{
    Event event = draft_end(room, status, winner, reason, now);
    record_emit(room, &event, out);
}

/* FIDE 6.9. Where the search is cut short by its bounds, the flag decides. */
static bool could_mate(const Room *room, Color color)
{
    const Position *now = &room->line.now;
    if (!room->helpmate)
        return outcome_can_mate(now, color) && mobility_allows_mate(now, color);
    return helpmate_search(now, color, room->helpmate) != HELPMATE_NONE;
}

/* Won by that side, unless no sequence of legal moves could have mated for it (FIDE 6.9). */
static Event draft_end_by_time(const Room *room, Status status, Color winner, int64_t now)
{
    if (could_mate(room, winner))
        return draft_end(room, status, winner_of(winner), REASON_NONE, now);
    return draft_end(room, status, WINNER_NONE, REASON_INSUFFICIENT, now);
}

/* The mover's flag has fallen. It is a draw when the other side had offered one, as on lichess.org: they wanted no
 * more. */
static void end_by_flag(Room *room, const Receipt *receipt, int64_t now, Events *out)
{
    Color flagged = room->clock.turn, other = color_other(flagged);
    Event event = room->seat[other].offer[OFFER_DRAW]
                      ? draft_end(room, STATUS_OUTOFTIME, WINNER_NONE, REASON_AGREEMENT, now)
                      : draft_end_by_time(room, STATUS_OUTOFTIME, other, now);
    event.clock[flagged] = 0;
    event.receipt = *receipt;
    record_emit(room, &event, out);
}

/* What ends the game after a move without a claim (FIDE 5.1.1, 5.2.1, 5.2.2, 9.6). */
static void end_by_rules(Room *room, int64_t now, Events *out)
{
    static const struct {
        Status status;
        Reason reason;
    } ENDS[] = {
        [OUTCOME_CHECKMATE] = {STATUS_MATE, REASON_NONE},
        [OUTCOME_STALEMATE] = {STATUS_STALEMATE, REASON_NONE},
        [OUTCOME_INSUFFICIENT] = {STATUS_DRAW, REASON_INSUFFICIENT},
        [OUTCOME_FIVEFOLD] = {STATUS_DRAW, REASON_FIVEFOLD},
        [OUTCOME_SEVENTYFIVE] = {STATUS_DRAW, REASON_SEVENTYFIVE},
    };
    Outcome outcome = line_outcome(&room->line);
    if (outcome == OUTCOME_NONE && mobility_is_dead(&room->line.now))
        outcome = OUTCOME_INSUFFICIENT;
    if (outcome == OUTCOME_NONE)
        return;
    Winner winner = WINNER_NONE;
    if (outcome == OUTCOME_CHECKMATE)
        winner = winner_of(color_other(room_to_move(room)));
    end(room, ENDS[outcome].status, winner, ENDS[outcome].reason, now, out);
}

/* ---- Time ---- */

static int64_t first_move_until(const Room *room)
{
    if (room_is_over(room) || room_is_waiting(room) || room->paused || room_has_begun(room) ||
        room->first_move == 0 || room->clock.since == CLOCK_PENDING)
        return NEVER;
    return room->clock.since + room->first_move;
}

/* When the flag has fallen even for a move that is still on its way. */
static int64_t flag_until(const Room *room)
{
    const Seat *mover = &room->seat[room->clock.turn];
    int64_t flag = clock_flag_at(&room->clock);
    return flag == NEVER ? NEVER : flag + lag_grace(mover->lag, mover->quota);
}

/* Without a clock: when the side to move is considered to have left for good. */
static int64_t abandoned_at(const Room *room)
{
    if (room_is_over(room) || room_is_waiting(room) || room->paused ||
        !room_both_have_moved(room) || room->clock.control.timed ||
        room->clock.since == CLOCK_PENDING)
        return NEVER;
    return room->clock.since + ROOM_ABANDONED;
}

/* Whenever that was, it is over. */
static int64_t exhausted_at(const Room *room)
{
    return room_is_exhausted(room) ? room->created : NEVER;
}

int64_t decision_time(const Room *room)
{
    int64_t times[] = {flag_until(room), first_move_until(room), abandoned_at(room),
                       exhausted_at(room)};
    int64_t next = NEVER;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        next = times[i] < next ? times[i] : next;
    return next;
}

/* The receipt of the mover's turn by the clock alone: no lag is compensated yet. */
static Receipt receipt_of_turn(const Room *room, int64_t now)
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

bool decision_on_time(Room *room, int64_t now, Events *out)
{
    if (flag_until(room) <= now) {
        Receipt receipt = receipt_of_turn(room, now);
        end_by_flag(room, &receipt, now, out);
    } else if (first_move_until(room) <= now || exhausted_at(room) <= now) {
        end(room, STATUS_ABORTED, WINNER_NONE, REASON_NONE, now, out);
    } else if (abandoned_at(room) <= now) {
        Event event = draft_end_by_time(room, STATUS_TIMEOUT, color_other(room_to_move(room)), now);
        record_emit(room, &event, out);
    } else {
        return false;
    }
    return true;
}

void decision_call_off(Room *room, int64_t now, Events *out)
{
    end(room, STATUS_ABORTED, WINNER_NONE, REASON_NONE, now, out);
}

bool decision_start_clocks(Room *room, int64_t now, Events *out)
{
    if (!room_may_start(room))
        return false;
    Event event = record_draft(room, EV_RESUMED, WHITE, now);
    record_emit(room, &event, out);
    return true;
}

void decision_on_return(Room *room, int64_t now, Events *out)
{
    room->waiting_until = NEVER;
    if (!room->paused) {
        room->clock.since = now; /* of the first move: its time starts again */
        return;
    }
    Event event = record_draft(room, EV_RESUMED, WHITE, now);
    record_emit(room, &event, out);
}

static int points(const Position *pos, Color color)
{
    static const int POINTS[] = {[PAWN] = 1, [KNIGHT] = 3, [BISHOP] = 3, [ROOK] = 5, [QUEEN] = 9};
    int sum = 0;
    for (int type = PAWN; type <= QUEEN; type++)
        sum += POINTS[type] * bit_count(position_pieces(pos, color, (PieceType)type));
    return sum;
}

static int64_t patience(const Room *room, Color gone)
{
    static const int FACTORS[] = {
        [SPEED_ULTRABULLET] = 1, [SPEED_BULLET] = 1,    [SPEED_BLITZ] = 1,
        [SPEED_RAPID] = 2,       [SPEED_CLASSICAL] = 3, [SPEED_CORRESPONDENCE] = 0};
    Speed speed = time_control_speed(&room->clock.control);
    if (speed == SPEED_CORRESPONDENCE)
        return GONE_UNTIMED;
    const Position *now = &room->line.now;
    int64_t wait = GONE * FACTORS[speed];
    if (points(now, color_other(gone)) - points(now, gone) >= GONE_LOSING_POINTS)
        wait /= GONE_LOSING_PART;
    return wait > GONE_LEAST ? wait : GONE_LEAST;
}

int64_t decision_claim_at(const Room *room, Color seat)
{
    Color other = color_other(seat);
    if (room_is_over(room) || room->paused || !room_both_have_moved(room) ||
        room_forbids(room, RULE_NO_CLAIM_WIN) || room->presence[other].present)
        return NEVER;
    return room->presence[other].gone_at + patience(room, other);
}

/* ---- Requests: one function each ---- */

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

/* Charges the mover for the turn: the time that it took, less the compensated lag. False: too late. */
static bool charge(const Room *room, int32_t lag, int64_t now, Event *event)
{
    const TimeControl control = time_control_of(&room->clock.control, event->by);
    Receipt *receipt = &event->receipt;
    if (lag_gain_max(&control) > 0)
        receipt->lag = lag;
    if (!room->clock.running)
        return true;
    *receipt = receipt_of_turn(room, now);
    receipt->lag = lag_gain_max(&control) > 0 ? lag : 0;
    receipt->given = lag_given(receipt->lag, receipt->quota, receipt->elapsed);
    int64_t after = clock_after_move(&room->clock, receipt->elapsed - receipt->given);
    if (after < 0)
        return false;
    receipt->quota = lag_quota_after(&control, receipt->lag, receipt->quota, receipt->given);
    event->clock[event->by] = after;
    return true;
}

/* What a player decides while their own clock runs is decided in time or not at all, as a move is: the flag comes first, even
 * while it is held back, unless the command was sent before it fell (FIDE 6.9). What the network took is not charged. */
static RoomError decide(Room *room, Color seat, const Command *command, Event *event, int64_t now,
                        Events *out)
{
    Event turn = {.by = seat};
    if (seat == room->clock.turn && !charge(room, command->lag, now, &turn)) {
        end_by_flag(room, &turn.receipt, now, out);
        return ROOM_OK;
    }
    if (turn.receipt.given)
        event->clock[seat] = clock_remaining(&room->clock, seat, now - turn.receipt.given);
    record_emit(room, event, out);
    return ROOM_OK;
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
        decision_on_return(room, now, out);
    Event event = record_draft(room, EV_MOVE, seat, now);
    if (!charge(room, command->lag, now, &event)) {
        end_by_flag(room, &event.receipt, now, out);
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
    end_by_rules(room, now, out);
    return ROOM_OK;
}

/* FIDE 5.1.2: whoever resigns loses, whatever the opponent could still have mated with. */
static RoomError resign(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    (void)command;
    if (room_is_over(room))
        return ROOM_OVER;
    end(room, STATUS_RESIGN, winner_of(color_other(seat)), REASON_NONE, now, out);
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
    Event event = draft_end(room, STATUS_ABORTED, WINNER_NONE, REASON_NONE, now);
    return decide(room, seat, command, &event, now, out);
}

/* Whether the command names an open offer of that kind by the opponent: one cannot accept one's own. */
static bool accepts(const Room *room, Color seat, OfferKind kind, const Command *command)
{
    return seat_offer_kind(&room->seat[color_other(seat)], command->offer) == kind;
}

static RoomError offer(Room *room, EventKind kind, Color seat, int64_t now, Events *out)
{
    Event event = record_draft(room, kind, seat, now);
    record_emit(room, &event, out);
    return ROOM_OK;
}

static RoomError draw(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    if (room_is_over(room))
        return ROOM_OVER;
    if (room_forbids(room, RULE_NO_EARLY_DRAW) && room->line.plies < ROOM_EARLY_PLIES)
        return ROOM_FORBIDDEN;
    if (command->offer) {
        if (!accepts(room, seat, OFFER_DRAW, command))
            return ROOM_STALE;
        Event event = draft_end(room, STATUS_DRAW, WINNER_NONE, REASON_AGREEMENT, now);
        return decide(room, seat, command, &event, now, out);
    }
    if (!room_both_have_moved(room))
        return ROOM_NOT_NOW;
    if (room->line.plies < room->seat[seat].draw_from)
        return ROOM_TOO_FAST;
    return offer(room, EV_DRAW_OFFER, seat, now, out);
}

static RoomError grant_takeback(Room *room, Color seat, const Command *command, int64_t now,
                                Events *out)
{
    Event event = record_draft(room, EV_TAKEBACK, seat, now);
    event.ply = room_plies_without(room, color_other(seat));
    if (room->clock.control.days) /* each move has all its time */
        event.clock[WHITE] = event.clock[BLACK] = time_control_full(&room->clock.control, WHITE);
    decide(room, seat, command, &event, now, out);
    /* The player to move may now be one who is present. */
    if (room_is_waiting(room) && room->presence[room_to_move(room)].present)
        decision_on_return(room, now, out);
    return ROOM_OK;
}

static RoomError takeback(Room *room, Color seat, const Command *command, int64_t now, Events *out)
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
    return offer(room, EV_TAKEBACK_OFFER, seat, now, out);
}

static RoomError rematch(Room *room, Color seat, const Command *command, int64_t now, Events *out)
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
    return offer(room, EV_REMATCH_OFFER, seat, now, out);
}

/* Refuses the opponent's offer, or withdraws one's own. Offers that ended with the game are stale. */
static RoomError refuse(Room *room, Color seat, const Command *command, int64_t now, Events *out)
{
    if (!room_offer_is_open(room, command->offer))
        return ROOM_STALE;
    Event event = record_draft(room, EV_REFUSED, seat, now);
    event.offer = command->offer;
    record_emit(room, &event, out);
    return ROOM_OK;
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
    Event event =
        draft_end(room, STATUS_DRAW, WINNER_NONE, threefold ? REASON_THREEFOLD : REASON_FIFTY, now);
    event.end.claimed = move;
    return decide(room, seat, command, &event, now, out);
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
    if (now < decision_claim_at(room, seat))
        return ROOM_NOT_NOW;
    Event event = what == CLAIM_WIN
                      ? draft_end_by_time(room, STATUS_TIMEOUT, seat, now)
                      : draft_end(room, STATUS_TIMEOUT, WINNER_NONE, REASON_NONE, now);
    return decide(room, seat, command, &event, now, out);
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

/* ---- An arbiter's acts: one function each ---- */

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

void decision_unseal(Room *room, int64_t now, Events *out)
{
    Event event = record_draft(room, EV_MOVE, room_to_move(room), now);
    memcpy(event.clock, room->clock.remaining, sizeof event.clock);
    event.move.ply = room->line.plies + 1;
    event.move.move = room->sealed;
    san_print(&room->line.now, event.move.move, event.move.san);
    record_emit(room, &event, out);
    end_by_rules(room, now, out);
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
        decision_unseal(room, now, out);
    return ROOM_OK;
}

static RoomError annul(Room *room, const ArbiterAct *act, int64_t now, Events *out)
{
    (void)act;
    end(room, STATUS_ABORTED, WINNER_NONE, REASON_NONE, now, out);
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

RoomError decision_on_arbiter(Room *room, const ArbiterAct *act, int64_t now, Events *out)
{
    static Arbitrate *const ARBITRATE[] = {
        [ARBITER_TIME] = adjust,     [ARBITER_STOP] = stop,   [ARBITER_RESUME] = resume,
        [ARBITER_ADJOURN] = adjourn, [ARBITER_ANNUL] = annul, [ARBITER_BERSERK] = berserk,
    };
    assert(act->kind < ARBITER_KINDS && act->side <= BLACK);
    return room_is_over(room) ? ROOM_OVER : ARBITRATE[act->kind](room, act, now, out);
}

RoomError decision_on_command(Room *room, Color seat, const Command *command, int64_t now,
                              Events *out)
{
    static Decide *const DECIDE[] = {
        [CMD_MOVE] = move,     [CMD_RESIGN] = resign,     [CMD_ABORT] = call_off,
        [CMD_DRAW] = draw,     [CMD_TAKEBACK] = takeback, [CMD_REMATCH] = rematch,
        [CMD_REFUSE] = refuse, [CMD_CLAIM] = claim,       [CMD_MORETIME] = moretime,
    };
    assert(command->kind <= CMD_MORETIME);
    return DECIDE[command->kind](room, seat, command, now, out);
}
