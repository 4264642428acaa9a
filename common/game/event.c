#include "event.h"

#include <assert.h>
#include <string.h>

#include "line.h"

/* The journal's format: version, kind and seat in a byte each, then game time and both clocks as varints
 * (seven bits a byte, lowest first, bit 7 when more follow), then what the kind needs. Version 2 adds to a MOVE
 * its receipt (left, elapsed, lag, given, quota), to an END the receipt and the move it was claimed with. An
 * event with neither is written as version 1.
 *
 * Version 3 is for what events don't have yet: it adds a count of extras, from 1 on, each a tag,
 * a size and as many bytes. What has an odd tag must be understood, what has an even one may be passed over. No extra
 * is known so far, so it is only read. Whoever adds one adds golden files (tests/data/golden). All of this is frozen:
 * what a version wrote is read for ever. */
enum { VERSION = 1, VERSION_RECEIPTS = 2, VERSION_EXTRAS = 3, EXTRAS_MAX = 16 };

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
    bool newer; /* something that must be understood is not known here */
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

/* A word of those up to 'max'; those after it may follow one day. */
static int read_word(Reader *reader, int max)
{
    int word = read_byte(reader);
    reader->newer |= !reader->failed && word > max;
    reader->failed |= word > max;
    return reader->failed ? 0 : word;
}

/* 0, -1, 1, -2 … as 0, 1, 2, 3 … */
static uint64_t fold_sign(int32_t number)
{
    return number < 0 ? 2 * (uint64_t) - (int64_t)(number + 1) + 1 : 2 * (uint64_t)number;
}

static int32_t unfold_sign(int64_t folded)
{
    return folded & 1 ? (int32_t)(-(folded / 2) - 1) : (int32_t)(folded / 2);
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
    case EV_ADJUSTED:
    case EV_BERSERK: return write_number(out, fold_sign(event->given));
    case EV_ADJOURN: return write_number(out, (uint64_t)event->until);
    case EV_SEALED: return write_number(out, event->sealed);
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
    assert(event->kind >= EV_MOVE && event->kind <= EV_LAST);
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

/* A game on a player's device has an id that begins with ~. */
static void read_id(Reader *reader, GameId *id)
{
    for (int i = 0; i < GAME_ID_LENGTH; i++) {
        char c = (char)read_byte(reader), lower = (char)(c | 32);
        bool is_plain = (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'z');
        reader->failed |= !is_plain && !(i == 0 && c == '~');
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
        event->end.status = (Status)read_word(reader, STATUS_NOSTART);
        event->end.winner = (Winner)read_word(reader, WINNER_BLACK);
        event->end.reason = (Reason)read_word(reader, REASON_INSUFFICIENT);
        break;
    case EV_ADJUSTED:
    case EV_BERSERK: event->given = unfold_sign(read_number(reader, UINT32_MAX)); break;
    case EV_ADJOURN: event->until = read_number(reader, EVENT_TIME_MAX); break;
    case EV_SEALED: event->sealed = (Move)read_number(reader, UINT16_MAX); break;
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

static void read_extras(Reader *reader)
{
    int64_t count = read_number(reader, EXTRAS_MAX);
    reader->failed |= count == 0;
    for (int64_t i = 0; i < count && !reader->failed; i++) {
        int64_t tag = read_number(reader, UINT32_MAX);
        int64_t size = read_number(reader, reader->end - reader->at);
        reader->failed |= size > reader->end - reader->at;
        if (reader->failed)
            break;
        reader->newer |= tag & 1;
        reader->at += size;
    }
}

static unsigned char read_version(Reader *reader)
{
    unsigned char version = read_byte(reader);
    reader->newer = version > VERSION_EXTRAS;
    reader->failed |= version < VERSION || version > VERSION_EXTRAS;
    return version;
}

/* Each event has only one form: bytes that would be packed differently (padded numbers, something after the end) were
 * not written by event_pack. */
static bool is_canonical(const Event *event, const unsigned char *bytes, size_t length)
{
    unsigned char again[EVENT_PACKED_MAX];
    return event_pack(event, again) == length && memcmp(again, bytes, length) == 0;
}

static bool read_event(Reader *reader, Event *event)
{
    memset(event, 0, sizeof *event);
    const unsigned char *begin = reader->at;
    size_t length = (size_t)(reader->end - begin);
    unsigned char version = read_version(reader);
    event->kind = (EventKind)read_word(reader, EV_LAST);
    event->by = (Color)read_number(reader, BLACK);
    event->at = read_number(reader, EVENT_TIME_MAX);
    event->clock[WHITE] = read_number(reader, EVENT_TIME_MAX);
    event->clock[BLACK] = read_number(reader, EVENT_TIME_MAX);
    read_details(reader, event);
    if (version >= VERSION_RECEIPTS && (event->kind == EV_MOVE || event->kind == EV_END))
        read_receipt(reader, event);
    if (version == VERSION_EXTRAS)
        read_extras(reader);
    if (reader->failed || reader->newer || reader->at != reader->end || event->kind < EV_MOVE)
        return false;
    return version == VERSION_EXTRAS || is_canonical(event, begin, length);
}

bool event_unpack(Event *event, const unsigned char *bytes, size_t length)
{
    Reader reader = {bytes, bytes + length, length > EVENT_PACKED_MAX, false};
    Event read;
    if (!read_event(&reader, &read))
        return false;
    *event = read;
    return true;
}

bool event_is_newer(const unsigned char *bytes, size_t length)
{
    Reader reader = {bytes, bytes + length, length > EVENT_PACKED_MAX, false};
    Event read;
    return !read_event(&reader, &read) && reader.newer;
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

bool status_read(const char *word, size_t length, Status *status)
{
    for (*status = STATUS_CREATED; *status <= STATUS_NOSTART; (*status)++) {
        const char *name = status_word(*status);
        if (strlen(name) == length && memcmp(name, word, length) == 0)
            return true;
    }
    return false;
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
