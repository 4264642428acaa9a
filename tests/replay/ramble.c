#include "ramble.h"

#include <stdlib.h>
#include <string.h>

#include "fen.h"
#include "lag.h"
#include "movegen.h"
#include "refold.h"

enum { CREATED = 700000, PLIES = 3, EVENTS_HELD = 2048, STEPS_AFTER_END = 60 };

typedef struct {
    const unsigned char *at, *end;
    GameSetup setup;
    Room *room;
    unsigned plies;
    int64_t now;
    int64_t excused; /* ms that room_excuse may give back now */
    int32_t lag;     /* of the request that is being made, unless it is a move */
    int pace;        /* time steps are divided by this */
    bool annulled;   /* by an arbiter, at any time */
    uint32_t most;   /* events */
    Event events[EVENTS_HELD];
    unsigned count;
    RambleSum *sum;
    const char *broken; /* the first thing that did not hold */
} Ramble;

static unsigned draw(Ramble *r, unsigned below)
{
    return r->at < r->end ? *r->at++ % below : 0;
}

static void must(Ramble *r, bool holds, const char *what)
{
    if (!holds && !r->broken)
        r->broken = what;
}

static Room *copy_of(const Room *room, unsigned plies)
{
    void *memory = malloc(room_size(plies));
    if (!memory)
        abort();
    return room_grow(room, memory, plies);
}

/* ---- What must hold ---- */

static bool is_exhausted(const Ramble *r)
{
    return r->count >= r->most - ROOM_EVENTS_RESERVE;
}

static bool result_is_sound(const Ramble *r, Status status, Winner winner, Reason reason)
{
    bool won = winner != WINNER_NONE && reason == REASON_NONE;
    bool nobody = winner == WINNER_NONE && reason == REASON_NONE;
    bool cannot_mate = winner == WINNER_NONE && reason == REASON_INSUFFICIENT;
    const Line *line = room_line(r->room);
    const Position *now = &line->now;
    switch (status) {
    case STATUS_ABORTED: return nobody && (line->plies < 2 || r->annulled || is_exhausted(r));
    case STATUS_MATE: return won && !movegen_any(now) && position_is_check(now);
    case STATUS_STALEMATE: return nobody && !movegen_any(now) && !position_is_check(now);
    case STATUS_RESIGN: return won;
    case STATUS_TIMEOUT: return won || nobody || cannot_mate;
    case STATUS_OUTOFTIME:
        return won || cannot_mate || (winner == WINNER_NONE && reason == REASON_AGREEMENT);
    case STATUS_DRAW: return winner == WINNER_NONE && reason != REASON_NONE;
    default: return false;
    }
}

/* At most: with stages the largest increment, and a later stage's time when one of them is over. */
static int64_t given_for_move(const TimeControl *control, const Event *event)
{
    int64_t increment = time_control_of(control, event->by).increment, stage = 0;
    int64_t made = (event->move.ply + 1) / 2, over = control->moves;
    if (!control->moves)
        return increment;
    for (int i = 0; i < control->later_count; i++) {
        if (control->later[i].increment > increment)
            increment = control->later[i].increment;
        if (made == over)
            stage = control->later[i].initial;
        over += control->later[i].moves;
    }
    if (control->later_count == 0 && made % control->moves == 0)
        stage = control->initial;
    return increment + stage;
}

/* Time left grows by what was given, shrinks for the mover alone, and by no more than has passed. */
static void check_clocks(Ramble *r, const Event *event, const Event *last, Color mover)
{
    for (int side = WHITE; side <= BLACK; side++) {
        int64_t given = 0;
        /* In correspondence games a move resets the time left, including time that was given. */
        if (r->setup.control.days > 0 &&
            (event->kind == EV_TAKEBACK || event->kind == EV_MOVE || event->kind == EV_SEALED)) {
            must(r, event->clock[side] > 0, "in correspondence there is always a day");
            continue;
        }
        if (event->kind == EV_MOVE && (int)event->by == side)
            given = given_for_move(&r->setup.control, event) + event->receipt.given;
        if (event->kind == EV_MORETIME && (int)event->by != side)
            given = event->given;
        if (event->kind == EV_PAUSED && side == (int)mover)
            given = r->excused;
        if ((event->kind == EV_TAKEBACK || event->kind == EV_END) && side == (int)mover)
            given = r->lag;
        Event sealed = {.by = event->by, .move.ply = room_line(r->room)->plies + 1};
        if (event->kind == EV_SEALED && (int)event->by == side)
            given = given_for_move(&r->setup.control, &sealed) + LAG_GAIN_MAX * LAG_QUOTA_GAINS;
        int64_t spent = last->clock[side] - event->clock[side];
        if ((event->kind == EV_ADJUSTED || event->kind == EV_BERSERK) && (int)event->by == side)
            spent += event->given;
        must(r, event->clock[side] >= 0, "no clock is negative");
        must(r, spent >= -given, "nobody gains time but by increments and gifts");
        must(r, spent <= 0 || side == (int)mover, "only the mover is charged");
        must(r, spent <= event->at - last->at, "nobody is charged more than has passed");
    }
}

static void check_event(Ramble *r, const Event *event, const Event *last, bool over, Color mover)
{
    unsigned char bytes[EVENT_PACKED_MAX];
    must(r, event->seq == last->seq + 1, "events are numbered without a gap");
    must(r, event->at == r->now - CREATED, "events are of the time they are made");
    must(r, event_pack(event, bytes) <= EVENT_PACKED_MAX, "events fit");
    must(r,
         !over || event->kind == EV_REMATCH_OFFER || event->kind == EV_REFUSED ||
             event->kind == EV_REMATCH,
         "after the end there are only rematches");
    check_clocks(r, event, last, mover);
    bool by_nobody = event->kind == EV_PAUSED || event->kind == EV_RESUMED ||
                     event->kind == EV_END || event->kind == EV_STOPPED ||
                     event->kind == EV_ADJOURN;
    must(r, !by_nobody || event->by == WHITE, "nobody's events are White's");
    if (event->kind == EV_END)
        must(r, result_is_sound(r, event->end.status, event->end.winner, event->end.reason),
             "the result is a possible one");
}

/* A draw that has to be claimed is claimed by the mover, in time (FIDE 6.9, 9.2, 9.3). */
static void check_claim(Ramble *r, const Room *before, const Event *end)
{
    bool is_claimed = end->end.reason == REASON_THREEFOLD || end->end.reason == REASON_FIFTY;
    const Clock *clock = room_clock(before);
    must(r, !is_claimed || !clock->running || end->clock[clock->turn] > 0,
         "nobody claims a draw after their flag");
}

static void check_offers(Ramble *r, bool over)
{
    for (int seat = WHITE; seat <= BLACK; seat++) {
        bool draw_open = room_offer(r->room, (Color)seat, EV_DRAW_OFFER);
        bool takeback_open = room_offer(r->room, (Color)seat, EV_TAKEBACK_OFFER);
        must(r, !over || (!draw_open && !takeback_open), "the end closes offers");
        must(r, over || !room_offer(r->room, (Color)seat, EV_REMATCH_OFFER),
             "rematches are for the end");
        must(r, !takeback_open || !r->setup.rated, "no takebacks in rated games");
    }
}

/* Nothing is due just before the deadline. */
static void check_deadline(Ramble *r)
{
    int64_t deadline = room_deadline(r->room);
    if (deadline == INT64_MAX || deadline - 1 < r->now)
        return;
    Events events = {.count = 0};
    Room *copy = copy_of(r->room, r->plies);
    room_tick(copy, deadline - 1, &events);
    must(r, events.count == 0 && !room_difference(copy, r->room), "nothing before the deadline");
    room_tick(copy, deadline, &events);
    must(r, room_difference(copy, r->room), "something at the deadline");
    free(copy);
}

static void check_room(Ramble *r)
{
    const Room *room = r->room;
    const Clock *clock = room_clock(room);
    const Line *line = room_line(room);
    bool over = room_status(room) != STATUS_STARTED;
    must(r, clock->running == (clock->control.timed && !over && line->plies >= 2 && !room->paused),
         "the clock runs when it should");
    must(r, over || clock->turn == position_turn(&line->now), "the clock runs for the mover");
    must(r, !over || room_deadline(room) == INT64_MAX, "nothing is due after the end");
    must(r, over || line->plies == 0 || line_outcome(line) == OUTCOME_NONE,
         "a game that the rules have ended is over");
    must(r, room_seq(room) == r->count, "seq is the newest event");
    must(r, r->count <= r->most, "there are no more events than a game may have");
    check_offers(r, over);
    check_deadline(r);
}

/* ---- What happens ---- */

/* 'before' is the room before these events; one call may bring several events. */
static void keep(Ramble *r, const Room *before, const Events *events)
{
    Event last = {.kind = EV_END};
    memcpy(last.clock, room_clock(before)->remaining, sizeof last.clock);
    if (r->count)
        last = r->events[r->count - 1];
    bool over = room_status(before) != STATUS_STARTED;
    Color mover = position_turn(&room_line(before)->now);
    for (int i = 0; i < events->count && r->count < EVENTS_HELD; i++) {
        const Event *event = &events->at[i];
        check_event(r, event, &last, over, mover);
        r->events[r->count++] = last = *event;
        r->sum->events[event->kind]++;
        if (event->kind == EV_END)
            must(r,
                 room_status(r->room) == event->end.status &&
                     room_winner(r->room) == event->end.winner &&
                     room_reason(r->room) == event->end.reason,
                 "the result is the end's");
        if (event->kind == EV_END) {
            check_claim(r, before, event);
            r->sum->exhausted += event->seq > r->most - ROOM_EVENTS_RESERVE;
            r->sum->ends[event->end.status]++;
        }
        over = over || event->kind == EV_END;
    }
}

static void grow(Ramble *r)
{
    Room *grown = copy_of(r->room, r->plies * 2);
    free(r->room);
    r->room = grown;
    r->plies *= 2;
}

static RoomError ask(Ramble *r, Color seat, const Command *command)
{
    Events events = {.count = 0};
    Room *before = copy_of(r->room, r->plies);
    RoomError error = room_apply(r->room, seat, command, r->now, &events);
    if (error != ROOM_OK) {
        must(r, events.count == 0 && !room_difference(before, r->room),
             "a refusal changes nothing");
        must(r, error != ROOM_FULL || room_line(r->room)->plies == r->plies, "full means full");
    }
    r->sum->refusals[error]++;
    keep(r, before, &events);
    free(before);
    return error;
}

static void refold_here(Ramble *r, bool adopt)
{
    const char *why;
    void *memory = malloc(room_size(r->plies));
    if (!memory)
        abort();
    Room *room = refold(memory, r->plies, &r->setup, r->events, r->count, &why);
    if (room) {
        room->events_max = r->most;
        why = game_difference(room, r->room);
    }
    must(r, !why, why);
    if (room && adopt) {
        free(r->room);
        r->room = room;
    } else {
        free(memory);
    }
}

static void restart(Ramble *r)
{
    Events events = {.count = 0};
    refold_here(r, true);
    Room *before = copy_of(r->room, r->plies);
    room_restart(r->room, r->now, &events);
    keep(r, before, &events);
    free(before);
}

static void come_or_go(Ramble *r)
{
    Events events = {.count = 0};
    Room *before = copy_of(r->room, r->plies);
    room_presence(r->room, (Color)draw(r, 2), draw(r, 2), r->now, &events);
    keep(r, before, &events);
    free(before);
}

static void excuse(Ramble *r)
{
    static const int64_t LOST[] = {0, 1, 2000, 60000};
    Events events = {.count = 0};
    Room *before = copy_of(r->room, r->plies);
    r->excused = LOST[draw(r, 4)];
    room_excuse(r->room, (Color)draw(r, 2), r->excused, r->now, &events);
    keep(r, before, &events);
    r->excused = 0;
    free(before);
}

static void tick(Ramble *r, bool due)
{
    Events events = {.count = 0};
    Room *before = copy_of(r->room, r->plies);
    int64_t deadline = room_deadline(r->room);
    if (due && deadline != INT64_MAX && deadline > r->now)
        r->now = deadline;
    room_tick(r->room, r->now, &events);
    keep(r, before, &events);
    free(before);
}

/* ---- What is asked ---- */

static void play_legal(Ramble *r)
{
    const Line *line = room_line(r->room);
    Moves moves;
    movegen_legal(&line->now, &moves);
    if (moves.count == 0)
        return;
    Command command = {.kind = CMD_MOVE};
    command.move.ply = line->plies;
    command.move.turn = room_turn(r->room);
    command.move.move = moves.at[draw(r, (unsigned)moves.count)];
    command.lag = draw(r, 2) ? (int32_t)draw(r, 256) * 8 : 0;
    Color mover = position_turn(&line->now);
    if (ask(r, mover, &command) != ROOM_FULL)
        return;
    grow(r);
    must(r, ask(r, mover, &command) != ROOM_FULL, "a larger room has room");
}

/* Back and forth, so that positions repeat and the fifty-move counter runs. */
static void play_back(Ramble *r)
{
    const Line *line = room_line(r->room);
    if (line->plies < 2)
        return;
    Move last = line->moves[line->plies - 2];
    Command command = {.kind = CMD_MOVE};
    command.move.ply = line->plies;
    command.move.move = move_of(move_to(last), move_from(last), MOVE_NORMAL);
    ask(r, position_turn(&line->now), &command);
}

static void play_again(Ramble *r)
{
    const Line *line = room_line(r->room);
    if (line->plies == 0)
        return;
    unsigned count = r->count;
    Command command = {.kind = CMD_MOVE};
    command.move.ply = draw(r, 256) % line->plies;
    command.move.move = line->moves[command.move.ply];
    Color seat = (Color)(position_turn(&line->start) ^ (command.move.ply & 1));
    must(r, ask(r, seat, &command) == ROOM_OK, "what was played may be sent again");
    must(r, r->count == count || room_status(r->room) != STATUS_STARTED,
         "and changes nothing, unless time is up");
}

static void play_anything(Ramble *r)
{
    Command command = {.kind = CMD_MOVE};
    command.move.ply = draw(r, 4) ? room_line(r->room)->plies : draw(r, 256);
    command.move.turn = draw(r, 4) ? 0 : draw(r, 256);
    command.move.move = (Move)(draw(r, 256) << 8 | draw(r, 256));
    ask(r, (Color)draw(r, 2), &command);
}

static uint32_t some_offer(Ramble *r)
{
    static const EventKind KINDS[] = {EV_DRAW_OFFER, EV_TAKEBACK_OFFER, EV_REMATCH_OFFER};
    if (draw(r, 8) == 0)
        return draw(r, 256);
    return room_offer(r->room, (Color)draw(r, 2), KINDS[draw(r, 3)]);
}

/* A claim by the position, or with a move that undoes the player's last one, which repeats a position. */
static void fill_claim(Ramble *r, Command *command)
{
    const Line *line = room_line(r->room);
    command->claim.what = (Claim)draw(r, 4);
    command->claim.intends = draw(r, 2);
    command->claim.ply = draw(r, 8) ? line->plies : draw(r, 256);
    if (line->plies >= 2) {
        Move last = line->moves[line->plies - 2];
        command->claim.move = move_of(move_to(last), move_from(last), MOVE_NORMAL);
    }
}

static void request(Ramble *r, CommandKind kind)
{
    Command command = {.kind = kind};
    if (kind == CMD_DRAW || kind == CMD_TAKEBACK || kind == CMD_REMATCH || kind == CMD_REFUSE)
        command.offer = some_offer(r);
    if (kind == CMD_CLAIM)
        fill_claim(r, &command);
    if (kind == CMD_REMATCH)
        memcpy(command.next.text, "Ab12Cd35", GAME_ID_LENGTH + 1);
    command.lag = r->lag = draw(r, 2) ? (int32_t)draw(r, 256) * 8 : 0;
    ask(r, (Color)draw(r, 2), &command);
    r->lag = 0;
}

static void arbitrate(Ramble *r)
{
    static const int32_t GIVEN[] = {0, 1, -1, 60000, -60000, 3600000, INT32_MAX, INT32_MIN};
    ArbiterAct act = {.kind = (ArbiterKind)draw(r, ARBITER_KINDS + 3)};
    Events events = {.count = 0};
    if (act.kind >= ARBITER_KINDS || (act.kind == ARBITER_ANNUL && draw(r, 4)))
        act.kind = ARBITER_RESUME;
    r->annulled |= act.kind == ARBITER_ANNUL;
    act.side = (Color)draw(r, 2);
    act.given = GIVEN[draw(r, 8)];
    act.until = draw(r, 2) ? CREATED : 0;
    Room *before = copy_of(r->room, r->plies);
    RoomError error = room_arbitrate(r->room, &act, r->now, &events);
    must(r, error == ROOM_OK || (events.count == 0 && !room_difference(before, r->room)),
         "a refusal changes nothing");
    if (error == ROOM_FULL)
        grow(r);
    r->sum->refusals[error]++;
    keep(r, before, &events);
    free(before);
}

static void step(Ramble *r)
{
    static const int64_t STEPS[] = {0, 0, 1, 20, 700, 4000, 12000, 45000};
    unsigned what = draw(r, 32);
    r->now += STEPS[draw(r, 8)] / r->pace;
    switch (what) {
    case 0: request(r, draw(r, 8) ? CMD_CLAIM : CMD_RESIGN); break;
    case 1: request(r, draw(r, 8) ? CMD_MORETIME : CMD_ABORT); break;
    case 2:
    case 3: request(r, CMD_DRAW); break;
    case 4:
    case 5:
    case 6: request(r, CMD_TAKEBACK); break;
    case 7:
    case 8: request(r, CMD_REMATCH); break;
    case 9: request(r, CMD_REFUSE); break;
    case 10: request(r, CMD_CLAIM); break;
    case 11: play_again(r); break;
    case 12: play_anything(r); break;
    case 13: tick(r, draw(r, 4) == 0); break;
    case 14:
    case 15: come_or_go(r); break;
    case 16: draw(r, 4) ? refold_here(r, false) : restart(r); break;
    case 17:
    case 18:
    case 19:
    case 20: play_back(r); break;
    case 21: arbitrate(r); break;
    case 22: excuse(r); break;
    default: play_legal(r); break;
    }
    if (draw(r, 4))
        room_durable(r->room, r->count, r->now);
    check_room(r);
}

static void set_up(Ramble *r)
{
    static const TimeControl CONTROLS[] = {
        {.timed = false},
        {.timed = true, .initial = 5000, .increment = 0},
        {.timed = true, .initial = 60000, .increment = 1000},
        {.timed = true, .initial = 0, .increment = 2000},
        {.timed = true, .initial = 300000, .increment = 3000},
        {.timed = true, .initial = 7190000, .increment = 0},
        {.timed = true, .initial = 10800000, .increment = 180000},
        {.timed = true, .days = 1},
        {.timed = true, .initial = 5000, .increment = 2000, .bonus = BONUS_BRONSTEIN},
        {.timed = true, .initial = 5000, .increment = 2000, .bonus = BONUS_DELAY},
        {.timed = true,
         .initial = 300000,
         .increment = 3000,
         .odds = TIME_ODDS_BLACK,
         .odds_initial = 5000},
        {.timed = true,
         .initial = 0,
         .increment = 2000,
         .bonus = BONUS_DELAY,
         .odds = TIME_ODDS_WHITE,
         .odds_initial = 60000,
         .odds_increment = 1000},
        {.timed = true,
         .initial = 5000,
         .increment = 2000,
         .bonus = BONUS_BRONSTEIN,
         .odds = TIME_ODDS_WHITE,
         .odds_initial = 5000,
         .odds_increment = 500},
        {.timed = true, .initial = 5000, .moves = 2}, /* again and again */
        {.timed = true,
         .initial = 60000,
         .increment = 1000,
         .moves = 3,
         .later_count = 2,
         .later = {{.initial = 30000, .moves = 4}, {.initial = 0, .increment = 2000}}},
        {.timed = true,
         .initial = 5000,
         .increment = 2000,
         .bonus = BONUS_DELAY,
         .moves = 2,
         .later_count = 1,
         .later = {{.initial = 5000, .increment = 500}}}};
    static const char *const STARTS[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
        "7k/8/8/6Q1/8/8/8/K7 w - - 0 1",
        "4k3/8/8/8/8/8/R7/4K3 w - - 90 90",
        "4k3/8/8/8/8/8/R7/4K3 b - - 146 90",
        "4k1n1/8/8/8/8/8/3Q4/4K3 w - - 0 1",
        "8/P6k/8/3pP3/8/8/p6K/8 w - d6 0 9"};
    r->setup = (GameSetup){.created = CREATED,
                           .control = CONTROLS[draw(r, sizeof CONTROLS / sizeof *CONTROLS)]};
    unsigned start = draw(r, 9);
    if (start >= 7) {
        r->setup.variant = VARIANT_CHESS960;
        position_start960(&r->setup.start, (int)(draw(r, 240) * 4 + start - 7));
    } else {
        r->setup.variant = start ? VARIANT_FROM_POSITION : VARIANT_STANDARD;
        FenError error = fen_parse(STARTS[start], strlen(STARTS[start]), &r->setup.start, NULL);
        must(r, error == FEN_OK, "the start is a position");
    }
    r->pace = draw(r, 2) ? 50 : 1;
    r->setup.rated = draw(r, 4) == 0 && !r->setup.control.odds;
    r->setup.first_move = draw(r, 2) ? 20000 : 0;
    r->most = draw(r, 4) ? ROOM_EVENTS_MAX : ROOM_EVENTS_RESERVE + 1 + draw(r, 40);
}

const char *ramble(const unsigned char *bytes, size_t length, RambleSum *sum)
{
    Ramble *r = calloc(1, sizeof *r);
    if (!r)
        abort();
    r->at = bytes;
    r->end = bytes + length;
    r->sum = sum;
    r->plies = PLIES;
    r->now = CREATED;
    set_up(r);
    void *memory = malloc(room_size(PLIES));
    if (!memory)
        abort();
    r->room = room_init(memory, PLIES, &r->setup);
    r->room->events_max = r->most;
    int after = 0;
    while (r->at < r->end && !r->broken && r->count + EVENTS_MAX < EVENTS_HELD &&
           after < STEPS_AFTER_END) {
        step(r);
        after += room_status(r->room) != STATUS_STARTED;
    }
    refold_here(r, false);
    const char *broken = r->broken;
    free(r->room);
    free(r);
    return broken;
}
