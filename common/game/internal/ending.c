#include "ending.h"

#include "lag.h"
#include "mobility.h"
#include "record.h"

Winner ending_winner(Color color)
{
    return color == WHITE ? WINNER_WHITE : WINNER_BLACK;
}

Event ending_draft(const Room *room, Status status, Winner winner, Reason reason, int64_t now)
{
    Event event = record_draft(room, EV_END, WHITE, now);
    event.end.status = status;
    event.end.winner = winner;
    event.end.reason = reason;
    return event;
}

void ending_emit(Room *room, Status status, Winner winner, Reason reason, int64_t now, Events *out)
{
    Event event = ending_draft(room, status, winner, reason, now);
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

Event ending_draft_by_time(const Room *room, Status status, Color winner, int64_t now)
{
    if (could_mate(room, winner))
        return ending_draft(room, status, ending_winner(winner), REASON_NONE, now);
    return ending_draft(room, status, WINNER_NONE, REASON_INSUFFICIENT, now);
}

void ending_by_flag(Room *room, const Receipt *receipt, int64_t now, Events *out)
{
    Color flagged = room->clock.turn, other = color_other(flagged);
    Event event = room->seat[other].offer[OFFER_DRAW]
                      ? ending_draft(room, STATUS_OUTOFTIME, WINNER_NONE, REASON_AGREEMENT, now)
                      : ending_draft_by_time(room, STATUS_OUTOFTIME, other, now);
    event.clock[flagged] = 0;
    event.receipt = *receipt;
    record_emit(room, &event, out);
}

void ending_by_rules(Room *room, int64_t now, Events *out)
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
        winner = ending_winner(color_other(room_to_move(room)));
    ending_emit(room, ENDS[outcome].status, winner, ENDS[outcome].reason, now, out);
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

int64_t ending_time(const Room *room)
{
    int64_t times[] = {flag_until(room), first_move_until(room), abandoned_at(room),
                       exhausted_at(room)};
    int64_t next = NEVER;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        next = times[i] < next ? times[i] : next;
    return next;
}

bool ending_on_time(Room *room, int64_t now, Events *out)
{
    if (flag_until(room) <= now) {
        Receipt receipt = record_receipt(room, now);
        ending_by_flag(room, &receipt, now, out);
    } else if (first_move_until(room) <= now || exhausted_at(room) <= now) {
        ending_emit(room, STATUS_ABORTED, WINNER_NONE, REASON_NONE, now, out);
    } else if (abandoned_at(room) <= now) {
        Event event =
            ending_draft_by_time(room, STATUS_TIMEOUT, color_other(room_to_move(room)), now);
        record_emit(room, &event, out);
    } else {
        return false;
    }
    return true;
}

void ending_call_off(Room *room, int64_t now, Events *out)
{
    ending_emit(room, STATUS_ABORTED, WINNER_NONE, REASON_NONE, now, out);
}

/* How long a player who left is waited for, as on lichess.org; points are those of the pieces. There anonymous
 * players get half of it; not here, where most players are guests, who can come back by their token like anybody
 * else. */
enum { GONE = 40 * 1000, GONE_LEAST = 10 * 1000, GONE_LOSING_POINTS = 4, GONE_LOSING_PART = 3 };
static const int64_t GONE_UNTIMED = INT64_C(30) * 24 * 60 * 60 * 1000;

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

int64_t ending_claim_at(const Room *room, Color seat)
{
    Color other = color_other(seat);
    if (room_is_over(room) || room->paused || !room_both_have_moved(room) ||
        room_forbids(room, RULE_NO_CLAIM_WIN) || room->presence[other].present)
        return NEVER;
    return room->presence[other].gone_at + patience(room, other);
}
