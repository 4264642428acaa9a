#include "archive.h"

#include "archive_forecast.h"
#include "move_model.h"
#include "movegen.h"
#include "range_coder.h"

#include <assert.h>
#include <string.h>

/* Version 1 is only read. It numbered a claimed move as the generator of its time listed moves, had no words to
 * spare, and a check of its own at the end of each part; what is kept around version 2 is checked as a whole by
 * whoever keeps it. */
enum {
    FIRST = 1,
    VERSION = 2,
    CHECK_BITS = 16,
    /* Words that version 1 had, and that there is room for. */
    KINDS_FIRST = 12,
    KINDS = 32,
    STATUSES_FIRST = 10,
    STATUSES = 24,
    REASONS_FIRST = 7,
    REASONS = 24,
    /* Charges are coded by quarters of an octave; below 4 ms there are fewer. */
    QUARTERS = 4 * 54,
    PACE_UNIT = 16,
    PACE_SHIFT = 2,
    RECEIPT_PARTS = 5,
    CHARGES_A_GAME = 100, /* how often the first guess at a charge fits into a game's time */
};

/* How likely a charge is that lies so many quarters of an octave off the guess: a bell of 6.5, for people's
 * times are about log-normal, with tails. */
static const uint32_t BELL[] = {1000, 988, 954, 899, 827, 744, 653, 560, 469, 383, 306, 239,
                                182,  135, 98,  70,  48,  33,  22,  14,  9,   5,   4,   3};
enum { BELL_SIZE = sizeof BELL / sizeof *BELL };

/* Each choice below has a weight for every word that is to come, too. */
_Static_assert(EV_END < (int)KINDS && STATUS_NOSTART < (int)STATUSES &&
                   REASON_INSUFFICIENT < (int)REASONS,
               "there is room for new words");

/* Where a game stands decides what is likely next. */
typedef enum { STAGE_PLAY, STAGE_MATED, STAGE_STALEMATED, STAGE_PAUSED, STAGE_OVER, STAGES } Stage;

typedef struct {
    RangeCoder story, receipts;
    int version;
    bool reading, bare; /* bare: there are no receipts to read */
    bool failed;
    bool newer;             /* a word that this program does not know */
    bool lost;              /* by the receipts */
    TimeControl control[2]; /* by Color: what each side plays with */
    ArchivePly *plies;
    uint32_t count; /* of plies */
    Event last;     /* the event before */
    bool paused, over;
    int64_t left[2]; /* by Color, as the turn began */
    int32_t lag[2], quota[2];
    int pace[2]; /* the guess at the next charge, in PACE_UNITths of a quarter of an octave */
    uint32_t story_check, receipt_check; /* of version 1 */

    CodedBit moves[STAGES], by[KINDS], unlike_last[2], negative, uncharged, fifteen, claimed;
    CodedBit
        receipt[2][2]; /* whether there is one: of a move or an end, of a clock that runs or not */
    CodedNumber offer, taken, given, odd, late[2], part[RECEIPT_PARTS];
} Tape;

static Position *board(Tape *tape)
{
    return &tape->plies[tape->count].before;
}

static void open_tape(Tape *tape, const ArchiveGame *game)
{
    static const uint16_t MOVES[STAGES] = {64000, 16, 16, 300, 16};
    memset(tape, 0, sizeof *tape);
    for (Color side = WHITE; side <= BLACK; side++) {
        tape->control[side] = time_control_of(game->control, side);
        tape->quota[side] = archive_quota(&tape->control[side]);
        tape->left[side] = tape->last.clock[side] = archive_full(&tape->control[side]);
    }
    tape->plies = game->plies;
    *board(tape) = *game->start;
    for (int i = 0; i < STAGES; i++)
        tape->moves[i] = range_coder_bit_of(MOVES[i]);
    for (int i = 0; i < KINDS; i++)
        tape->by[i] = range_coder_bit_of(i >= EV_PAUSED ? 16 : 32768);
    tape->unlike_last[0] = tape->unlike_last[1] = tape->negative = range_coder_bit_of(40);
    tape->uncharged = range_coder_bit_of(1000);
    tape->fifteen = range_coder_bit_of(60000);
    tape->claimed = range_coder_bit_of(200);
    tape->receipt[0][0] = tape->receipt[1][0] = range_coder_bit_of(2000);
    tape->receipt[0][1] = range_coder_bit_of(64000);
    tape->receipt[1][1] = range_coder_bit_of(20000);
    CodedNumber *const numbers[] = {&tape->offer, &tape->taken,   &tape->given,
                                    &tape->odd,   &tape->late[0], &tape->late[1]};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        range_coder_number_init(numbers[i]);
    for (int i = 0; i < RECEIPT_PARTS; i++)
        range_coder_number_init(&tape->part[i]);
}

/* ---- what happened ---- */

static Stage stage(Tape *tape)
{
    if (tape->over || tape->paused)
        return tape->over ? STAGE_OVER : STAGE_PAUSED;
    if (movegen_any(board(tape)))
        return STAGE_PLAY;
    return position_is_check(board(tape)) ? STAGE_MATED : STAGE_STALEMATED;
}

/* A word among 'count' that have weights and, since version 2, others up to 'room', each as unlikely as can be. */
static int code_word(Tape *tape, const uint32_t *weights, int count, int room, int word)
{
    uint32_t all[KINDS];
    if (tape->version == FIRST)
        return range_coder_choice(&tape->story, weights, count, word);
    assert(room <= KINDS);
    for (int i = 0; i < room; i++)
        all[i] = i < count ? weights[i] : 1;
    word = range_coder_choice(&tape->story, all, room, word);
    tape->newer |= word >= count;
    return word < count ? word : 0;
}

static void code_kind(Tape *tape, Event *event)
{
    /* By EventKind; 0 is none and cannot be. */
    static const uint32_t KIND[2][KINDS_FIRST] = {{1, 1, 12, 6, 1, 8, 4, 6, 1, 4, 4, 60},
                                                  {1, 1, 1, 1, 20, 8, 1, 1, 20, 1, 1, 1}};
    Stage at = stage(tape);
    if (range_coder_bit(&tape->story, &tape->moves[at], event->kind == EV_MOVE)) {
        event->kind = EV_MOVE;
        tape->failed |=
            at != STAGE_PLAY || (!tape->reading && event->by != position_turn(board(tape)));
        event->by = position_turn(board(tape));
        return;
    }
    event->kind =
        (EventKind)code_word(tape, KIND[at == STAGE_OVER], KINDS_FIRST, KINDS, (int)event->kind);
    tape->failed |= event->kind < EV_DRAW_OFFER;
    event->by = (Color)range_coder_bit(&tape->story, &tape->by[event->kind], event->by == BLACK);
}

static void code_move(Tape *tape, Event *event)
{
    Moves moves;
    uint32_t weights[MOVES_MAX], ply = tape->count;
    Move last = ply > 0 ? tape->plies[ply - 1].move : MOVE_NONE;
    Move own = ply > 1 ? tape->plies[ply - 2].move : MOVE_NONE;
    move_model_weigh(board(tape), last, own, &moves, weights);
    int chosen = 0;
    if (!tape->reading) {
        while (chosen < moves.count && moves.at[chosen] != event->move.move)
            chosen++;
        tape->failed |= chosen == moves.count || event->move.ply != ply + 1;
    }
    if (tape->failed)
        return;
    chosen = range_coder_choice(&tape->story, weights, moves.count, chosen);
    event->move.move = moves.at[chosen];
    event->move.ply = ply + 1;
    tape->plies[ply].move = event->move.move;
    tape->plies[ply + 1].before = *board(tape);
    position_play(&tape->plies[ply + 1].before, event->move.move);
    tape->count++;
}

/* The draw was claimed with a move about to be played. */
static void code_claimed(Tape *tape, Event *event)
{
    Moves moves;
    uint32_t weights[MOVES_MAX], ply = tape->count;
    int chosen = 0;
    if (!range_coder_bit(&tape->story, &tape->claimed, event->end.claimed != MOVE_NONE))
        return;
    move_model_weigh(board(tape), ply > 0 ? tape->plies[ply - 1].move : MOVE_NONE,
                     ply > 1 ? tape->plies[ply - 2].move : MOVE_NONE, &moves, weights);
    if (tape->version == FIRST) {
        archive_first_order(board(tape), &moves);
        for (int i = 0; i < moves.count; i++)
            weights[i] = 1;
    }
    if (!tape->reading)
        while (chosen < moves.count && moves.at[chosen] != event->end.claimed)
            chosen++;
    tape->failed |= chosen == moves.count;
    if (tape->failed)
        return;
    event->end.claimed = moves.at[range_coder_choice(&tape->story, weights, moves.count, chosen)];
}

static void code_refusal(Tape *tape, Event *event)
{
    uint64_t back = range_coder_number(&tape->story, &tape->offer, event->seq - event->offer);
    tape->failed |= back == 0 || back >= event->seq;
    event->offer = event->seq - (uint32_t)back;
}

static void code_takeback(Tape *tape, Event *event)
{
    tape->failed |= !tape->reading && event->ply > tape->count;
    if (tape->failed)
        return;
    uint64_t taken = range_coder_number(&tape->story, &tape->taken, tape->count - event->ply);
    if (taken > tape->count)
        tape->failed = true;
    else
        tape->count = event->ply = tape->count - (uint32_t)taken;
}

static void code_gift(Tape *tape, Event *event)
{
    enum { GIFT = 15000 };
    if (range_coder_bit(&tape->story, &tape->fifteen, event->given == GIFT)) {
        event->given = GIFT;
        return;
    }
    uint64_t given = range_coder_number(&tape->story, &tape->given, (uint32_t)event->given);
    tape->failed |= given > INT32_MAX;
    event->given = tape->failed ? 0 : (int32_t)given;
}

static void code_next(Tape *tape, Event *event)
{
    static const char LETTERS[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    for (int i = 0; i < GAME_ID_LENGTH; i++) {
        const char *at = tape->reading ? NULL : strchr(LETTERS, event->next.text[i]);
        tape->failed |= !tape->reading && (!at || !*at);
        unsigned letter = at ? (unsigned)(at - LETTERS) & 63 : 0;
        letter = (unsigned)range_coder_bits(&tape->story, 6, letter);
        tape->failed |= letter >= sizeof LETTERS - 1;
        event->next.text[i] = LETTERS[tape->failed ? 0 : letter];
    }
}

static void code_end(Tape *tape, Event *event)
{
    static const uint32_t STATUS[2][STATUSES_FIRST] = {{1, 1, 6, 1, 40, 1, 4, 30, 20, 2},
                                                       {1, 1, 1, 500, 1, 500, 1, 1, 1, 1}};
    /* Nobody, who is to move, who is not. */
    static const uint32_t WINNER[STATUSES_FIRST][3] = {
        {9, 1, 1},   {9, 1, 1},  {200, 1, 1}, {1, 1, 200}, {1, 40, 80},
        {200, 1, 1}, {5, 5, 90}, {9, 1, 90},  {200, 1, 1}, {200, 1, 1}};
    static const uint32_t REASON[2][REASONS_FIRST] = {{200, 1, 1, 1, 1, 1, 4},
                                                      {1, 60, 40, 4, 4, 2, 20}};
    Stage at = stage(tape);
    int turn = (int)position_turn(board(tape)) + 1, winner = (int)event->end.winner;
    event->end.status = (Status)code_word(tape, STATUS[at == STAGE_MATED || at == STAGE_STALEMATED],
                                          STATUSES_FIRST, STATUSES, (int)event->end.status);
    winner = range_coder_choice(&tape->story, WINNER[event->end.status], 3,
                                winner == 0      ? 0
                                : winner == turn ? 1
                                                 : 2);
    event->end.winner = (Winner)(winner == 0 ? 0 : winner == 1 ? turn : 3 - turn);
    event->end.reason = (Reason)code_word(tape, REASON[event->end.status == STATUS_DRAW],
                                          REASONS_FIRST, REASONS, (int)event->end.reason);
    code_claimed(tape, event);
}

static void code_details(Tape *tape, Event *event)
{
    switch (event->kind) {
    case EV_MOVE: code_move(tape, event); break;
    case EV_REFUSED: code_refusal(tape, event); break;
    case EV_TAKEBACK: code_takeback(tape, event); break;
    case EV_MORETIME: code_gift(tape, event); break;
    case EV_REMATCH: code_next(tape, event); break;
    case EV_END: code_end(tape, event); break;
    default: break;
    }
}

/* ---- what the clocks say ---- */

static int quarter_of(int64_t charge)
{
    int octave = 0;
    while (charge >> octave > 1)
        octave++;
    int64_t part = octave >= 2 ? charge >> (octave - 2) : charge << (2 - octave);
    return 4 * octave + (int)(part & 3);
}

static int first_pace(const TimeControl *control)
{
    int64_t guess = archive_estimate(control) / CHARGES_A_GAME;
    return PACE_UNIT * quarter_of(guess > 1 ? guess : 1);
}

static int64_t code_quarter(Tape *tape, int side, int64_t charge)
{
    uint32_t weights[QUARTERS];
    int guess = (tape->pace[side] + PACE_UNIT / 2) / PACE_UNIT;
    for (int i = 0; i < QUARTERS; i++) {
        int off = i > guess ? i - guess : guess - i;
        weights[i] = off < BELL_SIZE ? BELL[off] : 1;
    }
    int quarter =
        range_coder_choice(&tape->story, weights, QUARTERS, tape->reading ? 0 : quarter_of(charge));
    int octave = quarter / 4, low = octave > 2 ? octave - 2 : 0;
    int64_t first = octave >= 2 ? INT64_C(4) + quarter % 4 : (4 + quarter % 4) >> (2 - octave);
    tape->pace[side] += (PACE_UNIT * quarter - tape->pace[side]) / (1 << PACE_SHIFT);
    return first << low | (int64_t)range_coder_bits(
                              &tape->story, low,
                              tape->reading ? 0 : (uint64_t)charge & ((UINT64_C(1) << low) - 1));
}

/* The flag falls, or nothing is charged, or the time of a thought broken off. */
static int64_t code_last_charge(Tape *tape, int side, int64_t charge, int64_t all)
{
    static const uint32_t WEIGHTS[] = {10, 6, 4};
    int which = range_coder_choice(&tape->story, WEIGHTS, 3,
                                   charge == 0     ? 0
                                   : charge == all ? 1
                                                   : 2);
    return which == 0 ? 0 : which == 1 ? all : code_quarter(tape, side, charge);
}

static int64_t code_charge(Tape *tape, const Event *event, int side, int64_t charge, int64_t all)
{
    if (range_coder_bit(&tape->story, &tape->negative, charge < 0))
        return range_coder_signed(&tape->story, &tape->odd, charge);
    if (event->kind == EV_END)
        return code_last_charge(tape, side, charge, all);
    if (range_coder_bit(&tape->story, &tape->uncharged, charge == 0))
        return 0;
    return code_quarter(tape, side, charge);
}

/* What is left on both clocks: the running one's by what is charged, the other's as before. */
static int64_t code_clocks(Tape *tape, Event *event, bool running, Color turn)
{
    int64_t expected[2] = {tape->last.clock[WHITE], tape->last.clock[BLACK]}, charge = 0;
    const TimeControl *control = &tape->control[turn];
    if (event->kind == EV_MOVE && running && control->days)
        expected[turn] = archive_full(control);
    else if (event->kind == EV_MOVE && running && control->bonus == BONUS_FISCHER)
        expected[turn] += control->increment;
    if (event->kind == EV_MORETIME)
        expected[color_other(event->by)] += event->given;
    for (int side = WHITE; side <= BLACK; side++) {
        int64_t change = tape->reading ? 0 : event->clock[side] - expected[side];
        if (running && side == (int)turn)
            change = charge = -code_charge(tape, event, side, -change, expected[side]);
        else if (range_coder_bit(&tape->story, &tape->unlike_last[running], change != 0))
            change = range_coder_signed(&tape->story, &tape->odd, change);
        tape->failed |= change > EVENT_TIME_MAX || change < -EVENT_TIME_MAX;
        event->clock[side] = tape->failed ? 0 : expected[side] + change;
        tape->failed |= event->clock[side] < 0 || event->clock[side] > EVENT_TIME_MAX;
    }
    return -charge;
}

static void code_instant(Tape *tape, Event *event, int64_t charge)
{
    int64_t expected = tape->last.at + (charge > 0 ? charge : 0);
    if (tape->bare) {
        event->at = expected <= EVENT_TIME_MAX ? expected : EVENT_TIME_MAX;
        return;
    }
    int64_t late = tape->reading ? 0 : event->at - expected;
    late = range_coder_signed(&tape->receipts, &tape->late[event->kind == EV_MOVE], late);
    tape->lost = late > EVENT_TIME_MAX || late < -EVENT_TIME_MAX;
    event->at = tape->lost ? 0 : expected + late;
    tape->lost |= event->at < tape->last.at || event->at > EVENT_TIME_MAX;
    tape->failed |= tape->lost;
}

static void code_part(Tape *tape, int part, int32_t *value, int64_t guess)
{
    int64_t off = tape->reading ? 0 : *value - guess;
    int64_t read = guess + range_coder_signed(&tape->receipts, &tape->part[part], off);
    tape->lost |= read < 0 || read > INT32_MAX;
    *value = tape->lost ? 0 : (int32_t)read;
}

/* Most of a receipt follows from the turn before, the clock and lag.h: then it costs next to nothing. */
static void code_receipt(Tape *tape, Event *event, bool running, Color turn)
{
    Receipt *receipt = &event->receipt;
    bool is_end = event->kind == EV_END;
    bool there =
        receipt->left || receipt->elapsed || receipt->lag || receipt->given || receipt->quota;
    if ((event->kind != EV_MOVE && !is_end) || tape->bare ||
        !range_coder_bit(&tape->receipts, &tape->receipt[is_end][running], there))
        return;
    int32_t quota = tape->quota[turn];
    code_part(tape, 0, &receipt->left, running ? tape->left[turn] : 0);
    code_part(tape, 1, &receipt->lag, tape->lag[turn]);
    code_part(tape, 2, &receipt->given,
              running && !is_end ? archive_given(receipt->lag, quota) : 0);
    const TimeControl *control = &tape->control[turn];
    int64_t bonus = control->bonus == BONUS_FISCHER ? control->increment : 0;
    int64_t charged = receipt->left + (is_end ? 0 : bonus) - event->clock[turn];
    code_part(tape, 3, &receipt->elapsed, running ? charged + receipt->given : 0);
    int64_t after = archive_quota_after(control, receipt->lag, quota, receipt->given);
    code_part(tape, 4, &receipt->quota, !running ? 0 : is_end ? quota : after);
    tape->failed |= tape->lost;
}

/* What the next receipts are guessed by. */
static void remember_turn(Tape *tape, const Event *event)
{
    if (event->kind == EV_MORETIME)
        tape->left[color_other(event->by)] += event->given;
    if (event->kind == EV_MOVE || event->kind == EV_TAKEBACK || event->kind == EV_PAUSED ||
        event->kind == EV_RESUMED)
        memcpy(tape->left, event->clock, sizeof tape->left);
    if (event->kind == EV_MOVE) {
        tape->lag[event->by] = event->receipt.lag;
        if (event->receipt.left > 0)
            tape->quota[event->by] = event->receipt.quota;
    }
}

/* ---- the tape ---- */

/* FNV-1a (Fowler, Noll, Vo), folded when it is used. */
static uint32_t check_on(uint32_t check, const Event *event)
{
    unsigned char bytes[EVENT_PACKED_MAX];
    size_t size = event_pack(event, bytes);
    for (size_t i = 0; i < size; i++)
        check = (check ^ bytes[i]) * 16777619u;
    return check;
}

static uint32_t check_of(uint32_t check)
{
    return (check ^ check >> CHECK_BITS) & ((1u << CHECK_BITS) - 1);
}

static void check_event(Tape *tape, const Event *event)
{
    Event told = *event;
    told.at = 0;
    told.receipt = (Receipt){0};
    tape->story_check = check_on(tape->story_check, &told);
    tape->receipt_check = check_on(tape->receipt_check, event);
}

/* Whether a part of version 1 ends with the sum of what was read. */
static bool is_checked(const Tape *tape, RangeCoder *part, uint32_t sum)
{
    return tape->version > FIRST || range_coder_bits(part, CHECK_BITS, 0) == check_of(sum);
}

static void code_event(Tape *tape, Event *event)
{
    Color turn = position_turn(board(tape));
    bool running = tape->control[turn].timed && tape->count >= 2 && !tape->paused && !tape->over;
    code_kind(tape, event);
    if (!tape->failed)
        code_details(tape, event);
    if (tape->failed)
        return;
    int64_t charge = code_clocks(tape, event, running, turn);
    code_instant(tape, event, charge);
    if (!tape->failed)
        code_receipt(tape, event, running, turn);
    if (tape->failed)
        return;
    remember_turn(tape, event);
    tape->over |= event->kind == EV_END;
    tape->paused = event->kind == EV_PAUSED || (tape->paused && event->kind != EV_RESUMED);
    if (tape->version == FIRST)
        check_event(tape, event);
    tape->last = *event;
}

static bool code_events(Tape *tape, const ArchiveGame *game)
{
    for (Color side = WHITE; side <= BLACK; side++)
        tape->pace[side] = first_pace(&tape->control[side]);
    for (uint32_t i = 0; i < game->count && !tape->failed && !tape->newer; i++) {
        Event *event = &game->events[i];
        if (tape->reading)
            memset(event, 0, sizeof *event);
        event->seq = i + 1;
        code_event(tape, event);
    }
    return !tape->failed && !tape->newer;
}

static bool events_are_sound(const ArchiveGame *game)
{
    for (uint32_t i = 0; i < game->count; i++) {
        const Event *event = &game->events[i];
        if (event->kind < EV_MOVE || event->kind > EV_END || event->by > BLACK ||
            event->seq != i + 1 || event->at < 0 || event->at > EVENT_TIME_MAX ||
            event->clock[WHITE] < 0 || event->clock[WHITE] > EVENT_TIME_MAX ||
            event->clock[BLACK] < 0 || event->clock[BLACK] > EVENT_TIME_MAX)
            return false;
        const Receipt *receipt = &event->receipt;
        if (event->kind == EV_MORETIME && event->given < 0)
            return false;
        if (receipt->left < 0 || receipt->elapsed < 0 || receipt->lag < 0 || receipt->given < 0 ||
            receipt->quota < 0)
            return false;
        if (event->kind == EV_END &&
            (event->end.status > STATUS_NOSTART || event->end.winner > WINNER_BLACK ||
             event->end.reason > REASON_INSUFFICIENT))
            return false;
    }
    return game->count <= ARCHIVE_EVENTS_MAX;
}

/* In front: the version, and the number of events in seven bits a byte, lowest first. */
static size_t write_head(unsigned char *out, uint32_t count)
{
    size_t size = 0;
    out[size++] = VERSION;
    for (; count >= 0x80; count >>= 7)
        out[size++] = (unsigned char)(count | 0x80);
    out[size++] = (unsigned char)count;
    return size;
}

static ArchiveError read_head(const ArchivePart *story, uint32_t *count, size_t *size)
{
    *count = 0;
    *size = 1;
    if (story->size < 2)
        return ARCHIVE_STORY;
    if (story->bytes[0] < FIRST || story->bytes[0] > VERSION)
        return story->bytes[0] > VERSION ? ARCHIVE_NEWER : ARCHIVE_STORY;
    for (int shift = 0; shift < 21 && *size < story->size; shift += 7) {
        unsigned char byte = story->bytes[(*size)++];
        *count |= (uint32_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return *count <= ARCHIVE_EVENTS_MAX ? ARCHIVE_OK : ARCHIVE_STORY;
    }
    return ARCHIVE_STORY;
}

const char *archive_error_text(ArchiveError error)
{
    static const char *const TEXTS[] = {
#define X(name, text) text,
        ARCHIVE_ERRORS(X)
#undef X
    };
    return TEXTS[error];
}

bool archive_pack(const ArchiveGame *game, ArchivePart *story, ArchivePart *receipts)
{
    Tape tape;
    if (!archive_holds(game->control) || !events_are_sound(game) || story->size < ARCHIVE_HEAD_MAX)
        return false;
    open_tape(&tape, game);
    tape.version = VERSION;
    size_t head = write_head(story->bytes, game->count);
    range_coder_write(&tape.story, story->bytes + head, story->size - head);
    range_coder_write(&tape.receipts, receipts->bytes, receipts->size);
    if (!code_events(&tape, game))
        return false;
    story->size = head + range_coder_finish(&tape.story);
    receipts->size = range_coder_finish(&tape.receipts);
    return !tape.story.failed && !tape.receipts.failed;
}

ArchiveError archive_count(const ArchivePart *story, uint32_t *count)
{
    size_t head;
    return read_head(story, count, &head);
}

ArchiveError archive_unpack(const ArchiveGame *game, const ArchivePart *story,
                            const ArchivePart *receipts)
{
    Tape tape;
    uint32_t count;
    size_t head;
    ArchiveError error = read_head(story, &count, &head);
    if (error != ARCHIVE_OK)
        return error;
    assert(count == game->count);
    open_tape(&tape, game);
    tape.version = story->bytes[0];
    tape.reading = true;
    tape.bare = !receipts;
    range_coder_read(&tape.story, story->bytes + head, story->size - head);
    range_coder_read(&tape.receipts, receipts ? receipts->bytes : NULL,
                     receipts ? receipts->size : 0);
    bool coded = code_events(&tape, game);
    if (tape.lost) /* by receipts that are damaged, or that a damaged story misread */
        return archive_unpack(game, story, NULL) == ARCHIVE_OK ? ARCHIVE_RECEIPTS : ARCHIVE_STORY;
    if (tape.newer)
        return ARCHIVE_NEWER;
    if (!coded || !is_checked(&tape, &tape.story, tape.story_check))
        return ARCHIVE_STORY;
    if (receipts && !is_checked(&tape, &tape.receipts, tape.receipt_check))
        return ARCHIVE_RECEIPTS;
    return ARCHIVE_OK;
}
