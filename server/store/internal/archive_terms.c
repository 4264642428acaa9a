#include "archive_terms.h"

#include "archive_forecast.h"
#include "fen.h"
#include "room.h"
#include "seat.h"
#include "stages.h"

#include <string.h>

/* Before the story: the version, what is unusual as a sum of these flags, and then the numbers. Whole seconds are
 * stored as such.
 *
 * Version 1 is only read. Version 2 has room after the terms for future members: a count of extras, each a tag and
 * its bytes. Extras with an odd tag must be understood, those with an even one may be skipped. */
enum {
    FIRST = 1,
    VERSION = ARCHIVE_TERMS_VERSION,
    EXTRAS_MAX = 64,
    RATED = 1 << 0,
    WHITE_COMPUTER = 1 << 1, /* then its level */
    BLACK_COMPUTER = 1 << 2,
    UNTIMED = 1 << 3,
    INCREMENT = 1 << 4,
    OF_960 = 1 << 5,     /* Chess960 from the array of that number */
    FROM_FEN = 1 << 6,   /* variant and FEN */
    FIRST_MOVE = 1 << 7, /* the time for the first move is not the usual one */
    ODD_TIMES = 1 << 8,  /* milliseconds, not seconds */
    JOURNAL = 1 << 9,    /* events as they were, no story */
    IMPORTED = 1 << 10,
    BONUS = 1 << 11, /* that is not Fischer's */
    DAYS = 1 << 12,
    AGAIN = 1 << 13, /* the players have played from the start position before */
    ODDS = 1 << 14,  /* time odds: the side, and its time */
    EXTRAS = 1 << 15,
    FLAGS_KNOWN = (1 << 16) - 1,
    EXTRA_WHITE_ENGINE = 2, /* its name */
    EXTRA_BLACK_ENGINE = 4,
    EXTRA_STAGES = 5, /* the time control as text (time_control_text.h), where it has stages */
    EXTRA_RULES = 6,  /* a byte: of a game that is over they forbid a rematch only */
};

/* ---- written ---- */

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

static unsigned count_extras(const StoreGame *game)
{
    return (game->seat[WHITE].engine[0] != 0) + (game->seat[BLACK].engine[0] != 0) +
           (game->rules != 0);
}

static unsigned flags_of(const StoreGame *game, int array)
{
    const TimeControl *control = &game->control;
    unsigned flags = 0;
    flags |= game->rated ? RATED : 0;
    flags |= game->seat[WHITE].kind != STORE_SEAT_HUMAN ? WHITE_COMPUTER : 0;
    flags |= game->seat[BLACK].kind != STORE_SEAT_HUMAN ? BLACK_COMPUTER : 0;
    flags |= count_extras(game) ? EXTRAS : 0;
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
    out = varint_put(out, count_extras(game));
    for (int side = WHITE; side <= BLACK; side++) {
        const char *engine = game->seat[side].engine;
        if (engine[0]) {
            out = varint_put(out, side == WHITE ? EXTRA_WHITE_ENGINE : EXTRA_BLACK_ENGINE);
            out = varint_put_bytes(out, engine, strlen(engine));
        }
    }
    if (game->control.moves) {
        char text[TIME_CONTROL_TEXT_MAX];
        size_t length = time_control_print(&game->control, true, text);
        out = varint_put(out, EXTRA_STAGES);
        out = varint_put_bytes(out, text, length);
    }
    if (game->rules) {
        out = varint_put(out, EXTRA_RULES);
        out = varint_put_bytes(out, &game->rules, sizeof game->rules);
    }
    return out;
}

static unsigned char *put_terms(unsigned char *out, const StoreGame *game, unsigned flags,
                                int array)
{
    const TimeControl *control = &game->control;
    const unsigned unit = flags & ODD_TIMES ? 1 : 1000;
    *out++ = VERSION;
    out = varint_put(out, flags);
    for (int side = WHITE; side <= BLACK; side++) {
        if (flags & (side == WHITE ? WHITE_COMPUTER : BLACK_COMPUTER))
            out = varint_put(out, (uint32_t)seat_level_on_disk(&game->seat[side]));
        out = varint_put(out, (uint32_t)seat_rating_on_disk(&game->seat[side]));
    }
    if (!(flags & UNTIMED))
        out = varint_put(out, (uint32_t)control->initial / unit);
    if (flags & INCREMENT)
        out = varint_put(out, (uint32_t)control->increment / unit);
    if (flags & BONUS)
        out = varint_put(out, (unsigned)control->bonus);
    if (flags & DAYS)
        out = varint_put(out, (uint32_t)control->days);
    if (flags & ODDS) {
        out = varint_put(out, (unsigned)control->odds);
        out = varint_put(out, (uint32_t)control->odds_initial / unit);
        out = varint_put(out, (uint32_t)control->odds_increment / unit);
    }
    if (flags & OF_960)
        out = varint_put(out, (unsigned)array);
    if (flags & FROM_FEN) {
        out = varint_put(out, (uint32_t)game->variant);
        out = varint_put_bytes(out, game->fen, strlen(game->fen));
    }
    if (flags & FIRST_MOVE)
        out = varint_put(out, (uint32_t)game->first_move);
    /* Twice the time in between, plus one when the wall clock was set back. */
    int64_t took = game->ended - game->made;
    out = varint_put(out, took < 0 ? 2 * (uint64_t)-took + 1 : 2 * (uint64_t)took);
    return flags & EXTRAS ? put_extras(out, game) : out;
}

unsigned char *archive_terms_put(unsigned char *out, const StoredGame *game, bool is_journal)
{
    int array = array_of(&game->game);
    unsigned flags = flags_of(&game->game, array) | (is_journal ? JOURNAL : 0);
    out = put_terms(out, &game->game, flags, array);
    return flags & IMPORTED ? varint_put_bytes(out, game->tags, game->tags_size) : out;
}

/* ---- read ---- */

static void get_start(VarintSource *source, unsigned flags, StoreGame *game)
{
    size_t size = 0;
    if (flags & OF_960) {
        Position pos;
        game->variant = VARIANT_CHESS960;
        position_start960(&pos, (int)varint_get(source, CHESS960_POSITIONS - 1));
        fen_print(&pos, game->fen);
    } else if (flags & FROM_FEN) {
        game->variant = (int32_t)varint_get(source, INT32_MAX);
        const unsigned char *fen = varint_get_bytes(source, &size, STORE_FEN_MAX);
        memcpy(game->fen, fen, size);
        source->failed |= memchr(fen, '\0', size) != NULL;
    }
}

static int32_t get_time(VarintSource *source, int32_t unit)
{
    return (int32_t)varint_get(source, (uint64_t)(INT32_MAX / unit)) * unit;
}

static void get_odds(VarintSource *source, int32_t unit, TimeControl *control)
{
    control->odds = (TimeOdds)varint_get(source, TIME_ODDS_BLACK);
    control->odds_initial = get_time(source, unit);
    control->odds_increment = get_time(source, unit);
}

/* What the text adds to the terms before it. */
static void get_stages(VarintSource *source, const char *text, size_t length, TimeControl *control)
{
    source->failed |= !control->timed || !stages_read(text, length, control);
}

static void get_extras(VarintSource *source, StoreGame *game)
{
    uint64_t count = varint_get(source, EXTRAS_MAX);
    for (uint64_t i = 0; i < count && !source->failed; i++) {
        size_t size;
        uint64_t tag = varint_get(source, UINT32_MAX);
        const char *bytes = (const char *)varint_get_bytes(source, &size, UINT16_MAX);
        source->newer |= (tag & 1) && tag != EXTRA_STAGES;
        if (!source->failed && tag == EXTRA_STAGES)
            get_stages(source, bytes, size, &game->control);
        if (!source->failed && (tag == EXTRA_WHITE_ENGINE || tag == EXTRA_BLACK_ENGINE)) {
            StoreSeat *seat = &game->seat[tag == EXTRA_WHITE_ENGINE ? WHITE : BLACK];
            source->failed |= !seat_read_engine(seat, bytes, size);
        }
        if (!source->failed && tag == EXTRA_RULES) {
            source->failed |= size != 1 || (unsigned char)bytes[0] > RULES_ALL || bytes[0] == 0;
            game->rules = source->failed ? 0 : (uint8_t)bytes[0];
        }
    }
}

/* The version; 0 and failed when it is unknown. */
static int get_version(VarintSource *source)
{
    int version = source->at < source->end ? *source->at++ : 0;
    source->newer |= version > VERSION;
    source->failed |= version < FIRST || version > VERSION;
    return source->failed ? 0 : version;
}

static unsigned get_flags(VarintSource *source)
{
    uint64_t flags = varint_get(source, INT64_MAX);
    source->newer |= flags > FLAGS_KNOWN;
    source->failed |= flags > FLAGS_KNOWN;
    return source->failed ? 0 : (unsigned)flags;
}

/* The flags; fields that have columns are left alone. */
static unsigned get_terms(VarintSource *source, StoreGame *game)
{
    TimeControl *control = &game->control;
    get_version(source);
    unsigned flags = get_flags(source);
    const int32_t unit = flags & ODD_TIMES ? 1 : 1000;
    for (int side = WHITE; side <= BLACK; side++) {
        bool computer = flags & (side == WHITE ? WHITE_COMPUTER : BLACK_COMPUTER);
        int32_t level = computer ? (int32_t)varint_get(source, INT32_MAX) : 0;
        seat_read_numbers(&game->seat[side], level, (int32_t)varint_get(source, INT32_MAX));
    }
    game->rated = flags & RATED;
    game->imported = flags & IMPORTED;
    game->again = flags & AGAIN;
    control->timed = !(flags & UNTIMED);
    control->initial = control->timed ? get_time(source, unit) : 0;
    control->increment = flags & INCREMENT ? get_time(source, unit) : 0;
    control->bonus = flags & BONUS ? (Bonus)varint_get(source, BONUS_DELAY) : BONUS_FISCHER;
    control->days = flags & DAYS ? (int32_t)varint_get(source, INT32_MAX) : 0;
    if (flags & ODDS)
        get_odds(source, unit, control);
    get_start(source, flags, game);
    game->first_move =
        flags & FIRST_MOVE ? (int32_t)varint_get(source, INT32_MAX) : usual_first_move(game);
    uint64_t took = varint_get(source, (uint64_t)EVENT_TIME_MAX);
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
static const unsigned char *get_tags(VarintSource *source, StoreGame *game, size_t *size)
{
    *size = 0;
    const unsigned char *tags =
        game->imported ? varint_get_bytes(source, size, STORE_TAGS_MAX) : NULL;
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

bool archive_terms_get(VarintSource *source, StoreGame *game, ArchiveTerms *terms)
{
    terms->is_journal = get_terms(source, game) & JOURNAL;
    terms->tags = get_tags(source, game, &terms->tags_size);
    return !source->failed;
}

int archive_terms_version(const unsigned char *data, size_t size)
{
    return size > 0 ? data[0] : 0;
}
