#include "finished.h"

#include "archive.h"
#include "archive_forecast.h"
#include "crc32c.h"
#include "fen.h"
#include "memory.h"
#include "room.h"
#include "seat.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* In front of the story: the version, what is unusual as a sum of these, and then the numbers, seven bits a
 * byte, lowest first. Whole seconds are kept as such.
 *
 * Version 1 is only read. Version 2 ends with a checksum, and has room behind the terms for what they don't have yet:
 * a count of extras, each a tag and its bytes. What has an odd tag must be understood, what has an even one may be
 * passed over. The receipts are their instant on the axis, what archive.h makes of them, and a checksum of their own. */
enum {
    FIRST = 1,
    VERSION = FINISHED_FORMAT,
    CHECKSUM = 4, /* bytes, the lowest first */
    EXTRAS_MAX = 64,
    RATED = 1 << 0,
    WHITE_COMPUTER = 1 << 1, /* then its level */
    BLACK_COMPUTER = 1 << 2,
    UNTIMED = 1 << 3,
    INCREMENT = 1 << 4,
    OF_960 = 1 << 5,     /* Chess960 from the array of that number */
    FROM_FEN = 1 << 6,   /* variant and FEN */
    FIRST_MOVE = 1 << 7, /* another time for the first move than usual */
    ODD_TIMES = 1 << 8,  /* milliseconds, not seconds */
    JOURNAL = 1 << 9,    /* events as they were, no story */
    IMPORTED = 1 << 10,
    BONUS = 1 << 11, /* that is not Fischer's */
    DAYS = 1 << 12,
    AGAIN = 1 << 13, /* the start position has stood before these players */
    ODDS = 1 << 14,  /* time odds: whose, and what he has */
    EXTRAS = 1 << 15,
    FLAGS_KNOWN = (1 << 16) - 1,
    EXTRA_WHITE_ENGINE = 2, /* its name */
    EXTRA_BLACK_ENGINE = 4,
    HEAD_MAX = 128 + STORE_FEN_MAX + STORE_TAGS_MAX + 2 * (2 + STORE_ENGINE_MAX),
    RESULT_WINNERS = 3,
    RESULT_REASONS = 8,
};

typedef struct {
    const unsigned char *at, *end;
    bool failed;
    bool newer; /* something that must be understood is not known here */
} Source;

/* ---- numbers and texts ---- */

static unsigned char *put_number(unsigned char *out, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        *out++ = (unsigned char)(number | 0x80);
    *out++ = (unsigned char)number;
    return out;
}

static uint64_t get_number(Source *source, uint64_t max)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 63 && source->at < source->end; shift += 7) {
        unsigned char byte = *source->at++;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            source->failed |= number > max;
            return source->failed ? 0 : number;
        }
    }
    source->failed = true;
    return 0;
}

static unsigned char *put_bytes(unsigned char *out, const void *bytes, size_t size)
{
    out = put_number(out, size);
    if (size)
        memcpy(out, bytes, size);
    return out + size;
}

/* The bytes stay where they are. */
static const unsigned char *get_bytes(Source *source, size_t *size, size_t max)
{
    *size = (size_t)get_number(source, max);
    if (source->failed || (size_t)(source->end - source->at) < *size) {
        source->failed = true;
        *size = 0;
        return source->end;
    }
    const unsigned char *bytes = source->at;
    source->at += *size;
    return bytes;
}

/* ---- terms ---- */

/* The number of the array that a game of Chess960 begins from, or -1. */
static int array_of(const StoreGame *game)
{
    if (game->variant != VARIANT_CHESS960)
        return -1;
    for (int number = 0; number < CHESS960_POSITIONS; number++) {
        Position pos;
        char fen[FEN_MAX];
        position_start960(&pos, number);
        fen_print(&pos, fen);
        if (strcmp(fen, game->fen) == 0)
            return number;
    }
    return -1;
}

static int32_t usual_first_move(const StoreGame *game)
{
    return archive_holds(&game->control)
               ? archive_first_move(&game->control, game->variant == VARIANT_CHESS960)
               : 0;
}

static bool has_odd_times(const TimeControl *control)
{
    return control->initial % 1000 || control->increment % 1000 || control->odds_initial % 1000 ||
           control->odds_increment % 1000;
}

static unsigned flags_of(const StoreGame *game, int array)
{
    const TimeControl *control = &game->control;
    unsigned flags = 0;
    flags |= game->rated ? RATED : 0;
    flags |= game->seat[WHITE].kind != STORE_SEAT_HUMAN ? WHITE_COMPUTER : 0;
    flags |= game->seat[BLACK].kind != STORE_SEAT_HUMAN ? BLACK_COMPUTER : 0;
    flags |= game->seat[WHITE].engine[0] || game->seat[BLACK].engine[0] ? EXTRAS : 0;
    flags |= !control->timed ? UNTIMED : 0;
    flags |= control->increment ? INCREMENT : 0;
    flags |= array >= 0 ? OF_960 : game->fen[0] || game->variant ? FROM_FEN : 0;
    flags |= game->first_move != usual_first_move(game) ? FIRST_MOVE : 0;
    flags |= has_odd_times(control) ? ODD_TIMES : 0;
    flags |= game->imported ? IMPORTED : 0;
    flags |= control->bonus != BONUS_FISCHER ? BONUS : 0;
    flags |= control->days ? DAYS : 0;
    flags |= game->again ? AGAIN : 0;
    flags |= control->odds ? ODDS : 0;
    return flags;
}

static unsigned char *put_extras(unsigned char *out, const StoreGame *game)
{
    out = put_number(out, (game->seat[WHITE].engine[0] != 0) + (game->seat[BLACK].engine[0] != 0));
    for (int side = WHITE; side <= BLACK; side++) {
        const char *engine = game->seat[side].engine;
        if (engine[0]) {
            out = put_number(out, side == WHITE ? EXTRA_WHITE_ENGINE : EXTRA_BLACK_ENGINE);
            out = put_bytes(out, engine, strlen(engine));
        }
    }
    return out;
}

static unsigned char *put_terms(unsigned char *out, const StoreGame *game, unsigned flags,
                                int array)
{
    const TimeControl *control = &game->control;
    const unsigned unit = flags & ODD_TIMES ? 1 : 1000;
    *out++ = VERSION;
    out = put_number(out, flags);
    for (int side = WHITE; side <= BLACK; side++) {
        if (flags & (side == WHITE ? WHITE_COMPUTER : BLACK_COMPUTER))
            out = put_number(out, (uint32_t)seat_level_on_disk(&game->seat[side]));
        out = put_number(out, (uint32_t)seat_rating_on_disk(&game->seat[side]));
    }
    if (!(flags & UNTIMED))
        out = put_number(out, (uint32_t)control->initial / unit);
    if (flags & INCREMENT)
        out = put_number(out, (uint32_t)control->increment / unit);
    if (flags & BONUS)
        out = put_number(out, (unsigned)control->bonus);
    if (flags & DAYS)
        out = put_number(out, (uint32_t)control->days);
    if (flags & ODDS) {
        out = put_number(out, (unsigned)control->odds);
        out = put_number(out, (uint32_t)control->odds_initial / unit);
        out = put_number(out, (uint32_t)control->odds_increment / unit);
    }
    if (flags & OF_960)
        out = put_number(out, (unsigned)array);
    if (flags & FROM_FEN) {
        out = put_number(out, (uint32_t)game->variant);
        out = put_bytes(out, game->fen, strlen(game->fen));
    }
    if (flags & FIRST_MOVE)
        out = put_number(out, (uint32_t)game->first_move);
    /* Twice the time between, one more when the clock on the wall was set back. */
    int64_t took = game->ended - game->made;
    out = put_number(out, took < 0 ? 2 * (uint64_t)-took + 1 : 2 * (uint64_t)took);
    return flags & EXTRAS ? put_extras(out, game) : out;
}

static void get_start(Source *source, unsigned flags, StoreGame *game)
{
    size_t size = 0;
    if (flags & OF_960) {
        Position pos;
        game->variant = VARIANT_CHESS960;
        position_start960(&pos, (int)get_number(source, CHESS960_POSITIONS - 1));
        fen_print(&pos, game->fen);
    } else if (flags & FROM_FEN) {
        game->variant = (int32_t)get_number(source, INT32_MAX);
        const unsigned char *fen = get_bytes(source, &size, STORE_FEN_MAX);
        memcpy(game->fen, fen, size);
        source->failed |= memchr(fen, '\0', size) != NULL;
    }
}

static int32_t get_time(Source *source, int32_t unit)
{
    return (int32_t)get_number(source, (uint64_t)(INT32_MAX / unit)) * unit;
}

static void get_odds(Source *source, int32_t unit, TimeControl *control)
{
    control->odds = (TimeOdds)get_number(source, TIME_ODDS_BLACK);
    control->odds_initial = get_time(source, unit);
    control->odds_increment = get_time(source, unit);
}

static void get_extras(Source *source, StoreGame *game)
{
    uint64_t count = get_number(source, EXTRAS_MAX);
    for (uint64_t i = 0; i < count && !source->failed; i++) {
        size_t size;
        uint64_t tag = get_number(source, UINT32_MAX);
        const char *bytes = (const char *)get_bytes(source, &size, UINT16_MAX);
        source->newer |= tag & 1;
        if (!source->failed && (tag == EXTRA_WHITE_ENGINE || tag == EXTRA_BLACK_ENGINE)) {
            StoreSeat *seat = &game->seat[tag == EXTRA_WHITE_ENGINE ? WHITE : BLACK];
            source->failed |= !seat_read_engine(seat, bytes, size);
        }
    }
}

/* The version; 0 and failed for one that is not known. */
static int get_version(Source *source)
{
    int version = source->at < source->end ? *source->at++ : 0;
    source->newer |= version > VERSION;
    source->failed |= version < FIRST || version > VERSION;
    return source->failed ? 0 : version;
}

static unsigned get_flags(Source *source)
{
    uint64_t flags = get_number(source, INT64_MAX);
    source->newer |= flags > FLAGS_KNOWN;
    source->failed |= flags > FLAGS_KNOWN;
    return source->failed ? 0 : (unsigned)flags;
}

/* The flags; the fields that columns say are left alone. */
static unsigned get_terms(Source *source, StoreGame *game)
{
    TimeControl *control = &game->control;
    get_version(source);
    unsigned flags = get_flags(source);
    const int32_t unit = flags & ODD_TIMES ? 1 : 1000;
    for (int side = WHITE; side <= BLACK; side++) {
        bool computer = flags & (side == WHITE ? WHITE_COMPUTER : BLACK_COMPUTER);
        int32_t level = computer ? (int32_t)get_number(source, INT32_MAX) : 0;
        seat_read_numbers(&game->seat[side], level, (int32_t)get_number(source, INT32_MAX));
    }
    game->rated = flags & RATED;
    game->imported = flags & IMPORTED;
    game->again = flags & AGAIN;
    control->timed = !(flags & UNTIMED);
    control->initial = control->timed ? get_time(source, unit) : 0;
    control->increment = flags & INCREMENT ? get_time(source, unit) : 0;
    control->bonus = flags & BONUS ? (Bonus)get_number(source, BONUS_DELAY) : BONUS_FISCHER;
    control->days = flags & DAYS ? (int32_t)get_number(source, INT32_MAX) : 0;
    if (flags & ODDS)
        get_odds(source, unit, control);
    get_start(source, flags, game);
    game->first_move =
        flags & FIRST_MOVE ? (int32_t)get_number(source, INT32_MAX) : usual_first_move(game);
    uint64_t took = get_number(source, (uint64_t)EVENT_TIME_MAX);
    game->ended = took & 1 ? game->made - (int64_t)(took / 2) : game->made + (int64_t)(took / 2);
    if (flags & EXTRAS)
        get_extras(source, game);
    source->failed |= source->newer;
    return source->failed ? 0 : flags;
}

/* As much of the name as there is room for, in whole characters of UTF-8; PGN's "?" is none. */
static void name_seat(StoreSeat *seat, const char *name, size_t length)
{
    if (seat->player[0] || (length == 1 && name[0] == '?'))
        return;
    if (length > STORE_NAME_MAX)
        for (length = STORE_NAME_MAX; length && ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--;
    memcpy(seat->name, name, length);
    seat->name[length] = '\0';
}

/* The tags of an imported game, which name its players; none of another. */
static const unsigned char *get_tags(Source *source, StoreGame *game, size_t *size)
{
    *size = 0;
    const unsigned char *tags = game->imported ? get_bytes(source, size, FINISHED_TAGS_MAX) : NULL;
    const char *at = (const char *)tags, *end = at ? at + *size : at, *value, *stop;
    for (; at < end; at = stop + 1) {
        value = memchr(at, '\0', (size_t)(end - at));
        stop = value ? memchr(value + 1, '\0', (size_t)(end - value - 1)) : NULL;
        if (!stop)
            break;
        for (int side = WHITE; side <= BLACK; side++)
            if (strcmp(at, side == WHITE ? "White" : "Black") == 0)
                name_seat(&game->seat[side], value + 1, (size_t)(stop - value - 1));
    }
    return tags;
}

/* ---- checksums ---- */

static void put_sum(unsigned char out[CHECKSUM], uint32_t sum)
{
    for (int i = 0; i < CHECKSUM; i++)
        out[i] = (unsigned char)(sum >> 8 * i);
}

static uint32_t get_sum(const unsigned char at[CHECKSUM])
{
    uint32_t sum = 0;
    for (int i = 0; i < CHECKSUM; i++)
        sum |= (uint32_t)at[i] << 8 * i;
    return sum;
}

/* Of the columns, so that a row cannot be taken for another's, and of what is in front of the checksum. */
static uint32_t sum_of(const StoreGame *known, const unsigned char *bytes, size_t size)
{
    unsigned char columns[GAME_ID_LENGTH + 8 + 2];
    int result = finished_result(known);
    memcpy(columns, known->id.text, GAME_ID_LENGTH);
    for (int i = 0; i < 8; i++)
        columns[GAME_ID_LENGTH + i] = (unsigned char)((uint64_t)known->made >> 8 * i);
    columns[GAME_ID_LENGTH + 8] = (unsigned char)result;
    columns[GAME_ID_LENGTH + 9] = (unsigned char)(result >> 8);
    return crc32c(crc32c(0, columns, sizeof columns), bytes, size);
}

/* The receipts' goes on from the data's: they belong together. */
void finished_seal(const StoreGame *known, FinishedRow *row)
{
    size_t size = row->data_size - CHECKSUM;
    uint32_t sum = sum_of(known, row->data, size);
    put_sum(row->data + size, sum);
    if (row->receipts_size == 0)
        return;
    size = row->receipts_size - CHECKSUM;
    put_sum(row->receipts + size, crc32c(sum, row->receipts, size));
}

bool finished_is_old(const FinishedRow *row)
{
    return row->data_size > 0 && row->data[0] < VERSION;
}

/* Takes the checksums off *row; NULL when they hold, else what is damaged. */
static const char *unseal(const StoreGame *known, FinishedRow *row)
{
    if (row->data_size == 0 || row->data[0] != VERSION)
        return NULL;
    if (row->data_size <= CHECKSUM)
        return "it is cut off";
    row->data_size -= CHECKSUM;
    uint32_t sum = sum_of(known, row->data, row->data_size);
    if (get_sum(row->data + row->data_size) != sum)
        return "its checksum is another";
    if (row->receipts_size == 0)
        return NULL;
    if (row->receipts_size <= CHECKSUM)
        return archive_error_text(ARCHIVE_RECEIPTS);
    row->receipts_size -= CHECKSUM;
    return get_sum(row->receipts + row->receipts_size) ==
                   crc32c(sum, row->receipts, row->receipts_size)
               ? NULL
               : archive_error_text(ARCHIVE_RECEIPTS);
}

bool finished_terms(StoreGame *known, const unsigned char *data, size_t size)
{
    Source source = {.at = data, .end = data + size};
    size_t tags_size;
    get_terms(&source, known);
    get_tags(&source, known, &tags_size);
    return !source.failed;
}

/* ---- events ---- */

typedef struct {
    Position start;
    ArchiveGame game;
} Working;

static bool read_start(const StoreGame *game, Position *start)
{
    if (game->fen[0] == '\0')
        position_start(start);
    else if (fen_parse(game->fen, strlen(game->fen), start, NULL) != FEN_OK)
        return false;
    start->chess960 = start->chess960 || game->variant == VARIANT_CHESS960;
    return archive_holds(&game->control);
}

/* Working memory for so many events; its addresses stay good while *working stays where it is. */
static bool open_working(Working *working, const StoreGame *game, uint32_t count)
{
    memset(working, 0, sizeof *working);
    if (!read_start(game, &working->start))
        return false;
    working->game = (ArchiveGame){
        .start = &working->start,
        .control = &game->control,
        .events = memory_array(count + 1, sizeof(Event)),
        .count = count,
        .plies = memory_array(count + 1, sizeof(ArchivePly)),
    };
    return true;
}

static void close_working(Working *working)
{
    free(working->game.events);
    free(working->game.plies);
}

static bool unpack_events(const StoredGame *game, Event *events)
{
    for (uint32_t i = 0; i < game->count; i++) {
        if (!event_unpack(&events[i], game->events[i].bytes, game->events[i].size))
            return false;
        events[i].seq = i + 1;
    }
    return true;
}

static bool is_same(const StoredGame *game, const Event *events)
{
    for (uint32_t i = 0; i < game->count; i++) {
        unsigned char bytes[EVENT_PACKED_MAX];
        size_t size = event_pack(&events[i], bytes);
        if (size != game->events[i].size || memcmp(bytes, game->events[i].bytes, size) != 0)
            return false;
    }
    return true;
}

/* Both parts are sized for the most. False: the journal has to be kept as it is. */
static bool pack_story(const StoredGame *game, ArchivePart *story, ArchivePart *receipts)
{
    Working working;
    bool packed = game->count > 0 && open_working(&working, &game->game, game->count);
    if (!packed)
        return false;
    packed = unpack_events(game, working.game.events) &&
             archive_pack(&working.game, story, receipts) &&
             archive_unpack(&working.game, story, receipts) == ARCHIVE_OK &&
             is_same(game, working.game.events);
    close_working(&working);
    return packed;
}

static unsigned char *put_journal(unsigned char *out, const StoredGame *game)
{
    out = put_number(out, game->count);
    for (uint32_t i = 0; i < game->count; i++)
        out = put_bytes(out, game->events[i].bytes, game->events[i].size);
    return out;
}

/* The axis belongs to the instants. */
void finished_pack(const StoredGame *game, FinishedRow *row)
{
    const size_t most = ARCHIVE_HEAD_MAX + (size_t)ARCHIVE_EVENT_MAX * game->count;
    int array = array_of(&game->game);
    unsigned flags = flags_of(&game->game, array);
    row->data = memory_new(HEAD_MAX + most + CHECKSUM);
    row->receipts = memory_new(HEAD_MAX + most + CHECKSUM);
    unsigned char *tail = put_number(row->receipts, (uint64_t)game->game.created);
    ArchivePart receipts = {tail, most}, story = {memory_new(most), most};
    bool is_story = pack_story(game, &story, &receipts);
    unsigned char *out = put_terms(row->data, &game->game, flags | (is_story ? 0 : JOURNAL), array);
    if (flags & IMPORTED)
        out = put_bytes(out, game->tags, game->tags_size);
    if (is_story) {
        memcpy(out, story.bytes, story.size);
        out += story.size;
    } else {
        out = put_journal(out, game);
        receipts.size = 0;
    }
    free(story.bytes);
    row->data_size = (size_t)(out - row->data) + CHECKSUM;
    row->receipts_size = (size_t)(tail - row->receipts) + receipts.size + CHECKSUM;
    finished_seal(&game->game, row);
}

void finished_clear(FinishedRow *row)
{
    free(row->data);
    free(row->receipts);
    *row = (FinishedRow){0};
}

static StoredGame *new_game(const StoreGame *known, uint32_t count)
{
    StoredGame *game = memory_new(sizeof *game + count * sizeof(StoredEvent));
    game->game = *known;
    game->count = count;
    return game;
}

static const char *get_journal(Source *source, const StoreGame *known, StoredGame **game)
{
    uint32_t count = (uint32_t)get_number(source, STORE_EVENTS_MAX);
    if (source->failed || count > (size_t)(source->end - source->at))
        return "its journal is damaged";
    *game = new_game(known, count);
    for (uint32_t i = 0; i < count; i++) {
        StoredEvent *event = &(*game)->events[i];
        size_t size;
        const unsigned char *bytes = get_bytes(source, &size, EVENT_PACKED_MAX);
        event->seq = i + 1;
        event->size = (unsigned char)size;
        memcpy(event->bytes, bytes, size);
    }
    return source->failed || source->at != source->end ? "its journal is damaged" : NULL;
}

static const char *get_story(Source *source, const ArchivePart *receipts, const StoreGame *known,
                             StoredGame **game)
{
    ArchivePart story = {(unsigned char *)source->at, (size_t)(source->end - source->at)};
    Working working;
    uint32_t count;
    ArchiveError error = archive_count(&story, &count);
    if (error != ARCHIVE_OK)
        return archive_error_text(error);
    if (!open_working(&working, known, count))
        return "its terms are damaged";
    error = archive_unpack(&working.game, &story, receipts);
    if (error == ARCHIVE_OK) {
        *game = new_game(known, count);
        for (uint32_t i = 0; i < count; i++) {
            StoredEvent *event = &(*game)->events[i];
            event->seq = i + 1;
            event->size = (unsigned char)event_pack(&working.game.events[i], event->bytes);
        }
    }
    close_working(&working);
    return error == ARCHIVE_OK ? NULL : archive_error_text(error);
}

/* Behind the receipts' own number. */
static bool split_receipts(const FinishedRow *row, StoreGame *known, ArchivePart *receipts)
{
    Source source = {.at = row->receipts, .end = row->receipts + row->receipts_size};
    if (row->receipts_size == 0)
        return true;
    known->created = (int64_t)get_number(&source, INT64_MAX);
    *receipts = (ArchivePart){(unsigned char *)source.at, (size_t)(source.end - source.at)};
    return !source.failed;
}

StoreError finished_unpack(const StoreGame *known, const FinishedRow *row, StoredGame **game,
                           const char **why)
{
    FinishedRow bare = *row;
    ArchivePart receipts = {NULL, 0};
    StoreGame terms = *known;
    size_t size;
    *game = NULL;
    *why = unseal(known, &bare);
    if (*why)
        return STORE_DAMAGED;
    Source source = {.at = bare.data, .end = bare.data + bare.data_size};
    unsigned flags = get_terms(&source, &terms);
    const unsigned char *tags = get_tags(&source, &terms, &size);
    *why = source.newer ? archive_error_text(ARCHIVE_NEWER) : "its terms are damaged";
    if (source.failed)
        return STORE_DAMAGED;
    *why = archive_error_text(ARCHIVE_RECEIPTS);
    if (!split_receipts(&bare, &terms, &receipts))
        return STORE_DAMAGED;
    *why = flags & JOURNAL
               ? get_journal(&source, &terms, game)
               : get_story(&source, bare.receipts_size ? &receipts : NULL, &terms, game);
    if (!*why && size) {
        (*game)->tags = memory_new(size + 1);
        memcpy((*game)->tags, tags, size);
        (*game)->tags_size = size;
    }
    if (*why) {
        stored_game_free(*game);
        *game = NULL;
    }
    return *why ? STORE_DAMAGED : STORE_OK;
}

/* ---- results ---- */

int finished_result(const StoreGame *game)
{
    return ((int)game->status * RESULT_WINNERS + (int)game->winner) * RESULT_REASONS +
           (int)game->reason;
}

bool finished_read_result(int64_t result, StoreGame *game)
{
    if (result < 0 || result >= (STATUS_NOSTART + 1) * RESULT_WINNERS * RESULT_REASONS ||
        result % RESULT_REASONS > REASON_INSUFFICIENT)
        return false;
    game->reason = (Reason)(result % RESULT_REASONS);
    game->winner = (Winner)(result / RESULT_REASONS % RESULT_WINNERS);
    game->status = (Status)(result / RESULT_REASONS / RESULT_WINNERS);
    return true;
}
