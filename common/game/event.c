#include "event.h"

#include <assert.h>
#include <string.h>

#include "line.h"

/* The journal's format: version, kind and seat in a byte each, then game time and both clocks as varints
 * (seven bits a byte, lowest first, bit 7 when more follow), then what the kind needs. Version 2 adds to a MOVE
 * its receipt (left, elapsed, lag, given, quota), to an END the receipt and the move it was claimed with. An
 * event with neither is written as version 1. */
enum { VERSION = 1, VERSION_RECEIPTS = 2 };

static bool has_receipt(const Event *event)
{
    const Receipt *receipt = &event->receipt;
    bool may = event->kind == EV_MOVE || event->kind == EV_END;
    bool told =
        receipt->left || receipt->elapsed || receipt->lag || receipt->given || receipt->quota;
    return may && (told || (event->kind == EV_END && event->end.claimed != MOVE_NONE));
}

typedef struct {
    const unsigned char *at;
    const unsigned char *end;
    bool failed;
} Reader;

static bool is_time(int64_t time)
{
    return time >= 0 && time <= EVENT_TIME_MAX;
}

static unsigned char *write_number(unsigned char *out, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        *out++ = (unsigned char)(number | 0x80);
    *out++ = (unsigned char)number;
    return out;
}

static unsigned char read_byte(Reader *reader)
{
    if (reader->at == reader->end) {
        reader->failed = true;
        return 0;
    }
    return *reader->at++;
}

/* A number from 0 to max, which is at most INT64_MAX. */
static int64_t read_number(Reader *reader, int64_t max)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 63; shift += 7) {
        unsigned char byte = read_byte(reader);
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            reader->failed |= number > (uint64_t)max;
            return reader->failed ? 0 : (int64_t)number;
        }
    }
    reader->failed = true;
    return 0;
}

static unsigned char *write_details(unsigned char *out, const Event *event)
{
    switch (event->kind) {
    case EV_MOVE:
        out = write_number(out, event->move.ply);
        return write_number(out, event->move.move);
    case EV_REFUSED: return write_number(out, event->offer);
    case EV_TAKEBACK: return write_number(out, event->ply);
    case EV_MORETIME: assert(event->given >= 0); return write_number(out, (uint64_t)event->given);
    case EV_REMATCH: memcpy(out, event->next.text, GAME_ID_LENGTH); return out + GAME_ID_LENGTH;
    case EV_END:
        *out++ = (unsigned char)event->end.status;
        *out++ = (unsigned char)event->end.winner;
        *out++ = (unsigned char)event->end.reason;
        return out;
    default: return out;
    }
}

static unsigned char *write_receipt(unsigned char *out, const Event *event)
{
    const Receipt *receipt = &event->receipt;
    const int32_t numbers[] = {receipt->left, receipt->elapsed, receipt->lag, receipt->given,
                               receipt->quota};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert(numbers[i] >= 0);
        out = write_number(out, (uint64_t)numbers[i]);
    }
    return event->kind == EV_END ? write_number(out, event->end.claimed) : out;
}

size_t event_pack(const Event *event, unsigned char *out)
{
    assert(event->kind >= EV_MOVE && event->kind <= EV_END);
    assert(is_time(event->at) && is_time(event->clock[WHITE]) && is_time(event->clock[BLACK]));
    unsigned char *at = out;
    *at++ = has_receipt(event) ? VERSION_RECEIPTS : VERSION;
    *at++ = (unsigned char)event->kind;
    *at++ = (unsigned char)event->by;
    at = write_number(at, (uint64_t)event->at);
    at = write_number(at, (uint64_t)event->clock[WHITE]);
    at = write_number(at, (uint64_t)event->clock[BLACK]);
    at = write_details(at, event);
    if (has_receipt(event))
        at = write_receipt(at, event);
    assert(at - out <= EVENT_PACKED_MAX);
    return (size_t)(at - out);
}

static void read_id(Reader *reader, GameId *id)
{
    for (int i = 0; i < GAME_ID_LENGTH; i++) {
        char c = (char)read_byte(reader), lower = (char)(c | 32);
        reader->failed |= !(c >= '0' && c <= '9') && !(lower >= 'a' && lower <= 'z');
        id->text[i] = c;
    }
}

static void read_details(Reader *reader, Event *event)
{
    switch (event->kind) {
    case EV_MOVE:
        event->move.ply = (uint32_t)read_number(reader, LINE_PLIES_MAX);
        event->move.move = (Move)read_number(reader, UINT16_MAX);
        break;
    case EV_REFUSED: event->offer = (uint32_t)read_number(reader, UINT32_MAX); break;
    case EV_TAKEBACK: event->ply = (uint32_t)read_number(reader, LINE_PLIES_MAX); break;
    case EV_MORETIME: event->given = (int32_t)read_number(reader, INT32_MAX); break;
    case EV_REMATCH: read_id(reader, &event->next); break;
    case EV_END:
        event->end.status = (Status)read_number(reader, STATUS_NOSTART);
        event->end.winner = (Winner)read_number(reader, WINNER_BLACK);
        event->end.reason = (Reason)read_number(reader, REASON_INSUFFICIENT);
        break;
    default: break;
    }
}

static void read_receipt(Reader *reader, Event *event)
{
    Receipt *receipt = &event->receipt;
    int32_t *const numbers[] = {&receipt->left, &receipt->elapsed, &receipt->lag, &receipt->given,
                                &receipt->quota};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        *numbers[i] = (int32_t)read_number(reader, INT32_MAX);
    if (event->kind == EV_END)
        event->end.claimed = (Move)read_number(reader, UINT16_MAX);
}

/* Each event has only one form: bytes that would be packed differently (padded numbers, something after the end) were
 * not written by event_pack. */
static bool is_canonical(const Event *event, const unsigned char *bytes, size_t length)
{
    unsigned char again[EVENT_PACKED_MAX];
    return event_pack(event, again) == length && memcmp(again, bytes, length) == 0;
}

bool event_unpack(Event *event, const unsigned char *bytes, size_t length)
{
    Reader reader = {bytes, bytes + length, length > EVENT_PACKED_MAX};
    Event read;
    memset(&read, 0, sizeof read);
    unsigned char version = read_byte(&reader);
    reader.failed |= version != VERSION && version != VERSION_RECEIPTS;
    read.kind = (EventKind)read_number(&reader, EV_END);
    read.by = (Color)read_number(&reader, BLACK);
    read.at = read_number(&reader, EVENT_TIME_MAX);
    read.clock[WHITE] = read_number(&reader, EVENT_TIME_MAX);
    read.clock[BLACK] = read_number(&reader, EVENT_TIME_MAX);
    read_details(&reader, &read);
    if (version == VERSION_RECEIPTS)
        read_receipt(&reader, &read);
    if (reader.failed || read.kind < EV_MOVE || !is_canonical(&read, bytes, length))
        return false;
    *event = read;
    return true;
}

const char *status_word(Status status)
{
    static const char *const WORDS[] = {
        [STATUS_CREATED] = "created", [STATUS_STARTED] = "started",
        [STATUS_ABORTED] = "aborted", [STATUS_MATE] = "mate",
        [STATUS_RESIGN] = "resign",   [STATUS_STALEMATE] = "stalemate",
        [STATUS_TIMEOUT] = "timeout", [STATUS_OUTOFTIME] = "outoftime",
        [STATUS_DRAW] = "draw",       [STATUS_NOSTART] = "noStart",
    };
    assert(status <= STATUS_NOSTART);
    return WORDS[status];
}

const char *reason_word(Reason reason)
{
    static const char *const WORDS[] = {
        [REASON_NONE] = NULL,
        [REASON_AGREEMENT] = "agreement",
        [REASON_THREEFOLD] = "threefold",
        [REASON_FIVEFOLD] = "fivefold",
        [REASON_FIFTY] = "fifty",
        [REASON_SEVENTYFIVE] = "seventyfive",
        [REASON_INSUFFICIENT] = "insufficient",
    };
    assert(reason <= REASON_INSUFFICIENT);
    return WORDS[reason];
}
