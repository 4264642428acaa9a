#include "room_wasm.h"

#include "fen.h"
#include "memory.h"
#include "pace.h"
#include "print.h"

#include <assert.h>
#include <string.h>

enum { ROOM_MEMORY = 64 * 1024 };

static _Alignas(16) unsigned char room_memory[ROOM_MEMORY];
static HelpmateMemory helpmate;
static GameSetup setup;
static GameId id;
static Room *room;
static Events events;
static char buffer[ROOM_WASM_TEXT_SIZE];

/* The buffer is as large as any answer. */
void *memory_resize(void *old, size_t count, size_t size)
{
    (void)old, (void)count, (void)size;
    assert(!"the buffer is too small");
    return NULL;
}

static Text answer(void)
{
    return (Text){.bytes = buffer, .size = sizeof buffer};
}

char *room_wasm_init(void)
{
    attacks_init();
    return buffer;
}

int room_wasm_position(int length, int variant, int number)
{
    FenError error = FEN_OK;
    setup = (GameSetup){.variant = (Variant)variant};
    if (length > 0)
        error = fen_parse(buffer, (size_t)length, &setup.start, NULL);
    else if (variant == VARIANT_CHESS960)
        position_start960(&setup.start, number);
    else
        position_start(&setup.start);
    if (!error && variant == VARIANT_CHESS960)
        setup.start.chess960 = true;
    return (int)error;
}

int room_wasm_clock(int kind, int initial, int bonus)
{
    static const Bonus BONUSES[] = {[ROOM_WASM_INCREMENT] = BONUS_FISCHER,
                                    [ROOM_WASM_BRONSTEIN] = BONUS_BRONSTEIN,
                                    [ROOM_WASM_DELAY] = BONUS_DELAY};
    TimeControl control = {.timed = kind != ROOM_WASM_UNTIMED};
    if (kind == ROOM_WASM_DAYS)
        control.days = initial;
    else if (control.timed)
        control = (TimeControl){
            .timed = true, .initial = initial, .increment = bonus, .bonus = BONUSES[kind]};
    setup.control = control;
    return time_control_is_valid(&control);
}

int room_wasm_odds(int side, int initial, int bonus)
{
    TimeOdds whom = side == WHITE ? TIME_ODDS_WHITE : TIME_ODDS_BLACK;
    setup.control = time_control_with_odds(&setup.control, whom, initial, bonus);
    return time_control_is_valid(&setup.control);
}

int room_wasm_stage(int moves, int initial, int bonus)
{
    TimeControl *control = &setup.control;
    if (!control->moves)
        control->moves = moves;
    else if (control->later_count < CLOCK_LATER_MAX)
        control->later[control->later_count++] = (ClockStage){moves, initial, bonus};
    else
        return 0;
    return time_control_is_valid(control);
}

void room_wasm_begin(int first_move, double created)
{
    assert(room_size(LINE_PLIES_MAX) <= sizeof room_memory);
    setup.first_move = first_move;
    setup.created = (int64_t)created;
    memcpy(id.text, buffer, GAME_ID_LENGTH);
    room = room_init(room_memory, LINE_PLIES_MAX, &setup);
    room_lend(room, &helpmate);
}

static int apply(int seat, const Command *command, double now)
{
    events.count = 0;
    RoomError error = room_apply(room, (Color)seat, command, (int64_t)now, &events);
    return error ? -(int)error : events.count;
}

/* MOVE and CLAIM, read as the server reads them. */
static int apply_request(int seat, Request *request, int length, double now)
{
    size_t size = (size_t)length < UCI_MAX ? (size_t)length : UCI_MAX - 1;
    memcpy(request->move.uci, buffer, size);
    Command command = request_command(request, room);
    return apply(seat, &command, now);
}

int room_wasm_move(int seat, int length, int ply, int turn, double now)
{
    Request request = {.kind = REQ_MOVE};
    request.move.ply = (uint32_t)ply;
    request.move.turn = (uint32_t)turn;
    return apply_request(seat, &request, length, now);
}

int room_wasm_claim(int seat, int what, int length, int ply, double now)
{
    Request request = {.kind = REQ_CLAIM};
    request.move.ply = (uint32_t)ply;
    request.move.claim = (Claim)what;
    return apply_request(seat, &request, length, now);
}

int room_wasm_command(int seat, int kind, int offer, double now)
{
    Command command = {.kind = (CommandKind)kind, .offer = (uint32_t)offer};
    assert(kind != CMD_MOVE && kind != CMD_CLAIM);
    if (kind == CMD_REMATCH)
        memcpy(command.next.text, buffer, GAME_ID_LENGTH);
    return apply(seat, &command, now);
}

int room_wasm_tick(double now)
{
    events.count = 0;
    room_tick(room, (int64_t)now, &events);
    return events.count;
}

int room_wasm_presence(int seat, int present, double now)
{
    events.count = 0;
    room_presence(room, (Color)seat, present != 0, (int64_t)now, &events);
    return events.count;
}

void room_wasm_durable(int seq, double now)
{
    room_durable(room, (uint32_t)seq, (int64_t)now);
}

int room_wasm_replay(int length)
{
    Event event;
    if (!event_unpack(&event, (const unsigned char *)buffer, (size_t)length))
        return 0;
    event.seq = room_seq(room) + 1;
    return room_replay(room, &event);
}

int room_wasm_restart(double now)
{
    events.count = 0;
    room_restart(room, (int64_t)now, &events);
    return events.count;
}

int room_wasm_event(int number)
{
    Text text = answer();
    print_event(&text, &id, &setup, &events.at[number]);
    return (int)text.length;
}

int room_wasm_packed(int number)
{
    return (int)event_pack(&events.at[number], (unsigned char *)buffer);
}

int room_wasm_refusal(int error)
{
    Text text = answer();
    Request request = {.has_id = false};
    RoomError why = (RoomError)error;
    print_error(&text, &request, code_of_room(why), room_error_text(why));
    return (int)text.length;
}

int room_wasm_watched(double now, double wall)
{
    Text text = answer();
    Request request = {.has_id = false};
    print_ok(&text, &request, &(Ok){.room = room, .axis = (int64_t)now, .wall = (int64_t)wall});
    return (int)text.length;
}

int room_wasm_snapshot(double now)
{
    static const Person NOBODY[2];
    Text text = answer();
    print_game(&text, &(GameView){.id = &id, .room = room, .seat = NOBODY, .axis = (int64_t)now});
    return (int)text.length;
}

static double instant(int64_t at)
{
    return at == INT64_MAX ? __builtin_inf() : (double)at;
}

double room_wasm_deadline(void)
{
    return instant(room_deadline(room));
}

double room_wasm_claim_at(int seat)
{
    return instant(room_claim_at(room, (Color)seat));
}

double room_wasm_delay(int seat, double random, double now)
{
    int64_t left = clock_remaining(room_clock(room), (Color)seat, (int64_t)now);
    TimeControl own = time_control_of(&setup.control, (Color)seat);
    return (double)pace_delay(&own, room_line(room)->plies, left, (uint64_t)random);
}

double room_wasm_think_max(int seat, double now)
{
    int64_t left = clock_remaining(room_clock(room), (Color)seat, (int64_t)now);
    TimeControl own = time_control_of(&setup.control, (Color)seat);
    return (double)pace_think_max(&own, room_clock(room)->moves[seat], left);
}
