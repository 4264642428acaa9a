#include "pgn_reader.h"

#include "pgn_scan.h"

#include <assert.h>
#include <string.h>

enum { MOVE_ROOM = 63 }; /* of a move with all its marks */

const char *pgn_error_text(PgnError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        PGN_ERRORS(X)
#undef X
    };
    return error < PGN_ERROR_COUNT ? texts[error] : "unknown";
}

static void open_reader(PgnReader *reader)
{
    memset(reader, 0, sizeof *reader);
    reader->line = 1;
}

void pgn_reader_open(PgnReader *reader, char *buffer, size_t size, PgnSource source,
                     void *source_context)
{
    assert(size >= PGN_BUFFER_MIN);
    open_reader(reader);
    reader->source = source;
    reader->source_context = source_context;
    reader->buffer = buffer;
    reader->size = size;
    reader->base = reader->at = reader->end = buffer;
}

void pgn_reader_open_text(PgnReader *reader, const char *text, size_t length)
{
    open_reader(reader);
    reader->base = reader->at = text;
    reader->end = text + length;
    reader->source_ended = true;
}

/* Goes on to the tags of the next game: those after a line that holds no tag. */
static void pass_game(PgnReader *reader)
{
    bool after_tag = pgn_starts_tag(reader) && pgn_at_line_start(reader);
    while (pgn_pass_line(reader)) {
        bool tag = pgn_starts_tag(reader);
        if (tag && !after_tag)
            return;
        after_tag = tag;
    }
}

static void tell_comment(PgnReader *reader, const char *from, const char *to)
{
    if (reader->visitor->comment)
        reader->visitor->comment(reader->context, from, (size_t)(to - from));
}

/* Where the first line of (at, to) begins that is a game's; else 'to'. Lines are counted on the way. */
static const char *pass_lines(PgnReader *reader, const char *to)
{
    const char *from = reader->at;
    while ((from = memchr(from, '\n', (size_t)(to - from)))) {
        pgn_next_line(reader, ++from);
        reader->at = from;
        if (pgn_at_event(reader))
            return from;
    }
    return to;
}

/* What of a comment is in the buffer without its end: whole lines, if there are some. */
static const char *piece_end(const PgnReader *reader)
{
    for (const char *to = reader->end; to > reader->at; to--)
        if (to[-1] == '\n')
            return to;
    return reader->end;
}

/* Up to the byte that ends it, which is not part of it. False when the text or the game ends first. */
static bool read_comment(PgnReader *reader, char last)
{
    while (pgn_ready(reader) && !pgn_at_event(reader)) {
        const char *from = reader->at;
        const char *to = memchr(from, last, (size_t)(reader->end - from));
        if (!to && !reader->source_ended && (size_t)(reader->end - from) < reader->size) {
            pgn_refill(reader);
            continue;
        }
        const char *stop = to ? to : reader->source_ended ? reader->end : piece_end(reader);
        stop = pass_lines(reader, stop);
        reader->at = stop;
        tell_comment(reader, from, stop);
        if (to == stop)
            return true;
    }
    return last == '\n';
}

static void tell_nag(PgnReader *reader, int nag)
{
    if (reader->visitor->nag)
        reader->visitor->nag(reader->context, nag);
}

static PgnError read_nag(PgnReader *reader)
{
    const char *dollar = reader->at++;
    int nag = 0;
    for (; reader->at < reader->end && is_digit(*reader->at) && nag < 1000; reader->at++)
        nag = nag * 10 + (*reader->at - '0');
    if (nag > 255 || reader->at == dollar + 1)
        return pgn_fail(reader, dollar, PGN_NAG);
    tell_nag(reader, nag);
    return PGN_OK;
}

/* "!", "?", "!!", "??", "!?", "?!" are NAGs 1 to 6 (PGN 8.2.3.8). */
static void tell_suffix(PgnReader *reader, const char *from, const char *to)
{
    const char *mark = to;
    while (mark > from && (mark[-1] == '!' || mark[-1] == '?'))
        mark--;
    if (mark == to)
        return;
    int first = mark[0] == '!' ? 0 : 1;
    if (to - mark == 1)
        tell_nag(reader, 1 + first);
    else
        tell_nag(reader, (mark[0] == mark[1] ? 3 : 5) + first);
}

static PgnError open_variation(PgnReader *reader)
{
    if (!reader->stack[reader->depth].moved)
        return pgn_fail(reader, reader->at, PGN_VARIATION_EARLY);
    if (reader->depth == PGN_DEPTH_MAX)
        return pgn_fail(reader, reader->at, PGN_VARIATION_DEEP);
    reader->depth++;
    reader->stack[reader->depth].now = reader->stack[reader->depth - 1].before;
    reader->stack[reader->depth].moved = false;
    reader->at++;
    if (reader->visitor->variation_begin)
        reader->visitor->variation_begin(reader->context);
    return PGN_OK;
}

static PgnError close_variation(PgnReader *reader)
{
    if (reader->depth == 0)
        return pgn_fail(reader, reader->at, PGN_VARIATION_CLOSED);
    reader->depth--;
    reader->at++;
    if (reader->visitor->variation_end)
        reader->visitor->variation_end(reader->context);
    return PGN_OK;
}

/* What ends a move's text. */
static inline bool is_delimiter(char c)
{
    return is_space(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == ';' || c == '$' ||
           c == '[' || c == ']' || c == '*';
}

static const char *token_end(const PgnReader *reader)
{
    const char *to = reader->at;
    while (to < reader->end && !is_delimiter(*to))
        to++;
    /* A promotion in brackets: e8(Q). */
    if (reader->end - to >= 3 && to[0] == '(' && to[2] == ')' && to > reader->at &&
        is_digit(to[-1])) {
        to += 3;
        while (to < reader->end && !is_delimiter(*to))
            to++;
    }
    return to;
}

static bool is_null_move(const char *text, size_t length)
{
    return pgn_is(text, length, "--") || pgn_is(text, length, "Z0") || pgn_is(text, length, "null");
}

static PgnError read_move(PgnReader *reader)
{
    const char *from = reader->at, *to = token_end(reader);
    size_t length = (size_t)(to - from);
    Position *now = &reader->stack[reader->depth].now,
             *before = &reader->stack[reader->depth].before;
    Move move = MOVE_NONE;
    if (length == 0 || length > MOVE_ROOM)
        return pgn_fail(reader, from, PGN_UNEXPECTED);
    bool null = reader->depth > 0 && is_null_move(from, length) && !position_is_check(now);
    NotationError error = null ? NOTATION_OK : san_parse(now, from, length, &move);
    Move long_move;
    if (error && uci_parse(now, from, length, &long_move) == NOTATION_OK) {
        move = long_move;
        error = NOTATION_OK;
    }
    if (error) {
        reader->fault.notation = error;
        return pgn_fail(reader, from, error == NOTATION_SYNTAX ? PGN_UNEXPECTED : PGN_BAD_MOVE);
    }
    *before = *now;
    if (null)
        position_play_null(now);
    else
        position_play(now, move);
    reader->stack[reader->depth].moved = true;
    reader->at = to;
    if (reader->visitor->move)
        reader->visitor->move(reader->context, before, move);
    if (to[-1] == '!' || to[-1] == '?')
        tell_suffix(reader, from, to);
    return PGN_OK;
}

/* How many bytes here are a result; 0 when none. */
static size_t result_length(const PgnReader *reader, PgnResult *result)
{
    static const struct {
        const char *text;
        PgnResult result;
    } words[] = {{"1/2-1/2", PGN_DRAW},
                 {"1/2", PGN_DRAW},
                 {"1-0", PGN_WHITE_WINS},
                 {"0-1", PGN_BLACK_WINS},
                 {"*", PGN_UNKNOWN}};
    size_t left = (size_t)(reader->end - reader->at);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].text);
        if (left < length || memcmp(reader->at, words[i].text, length) != 0)
            continue;
        if (words[i].result == PGN_UNKNOWN || left == length || is_delimiter(reader->at[length])) {
            *result = words[i].result;
            return length;
        }
    }
    return 0;
}

/* A move number with its dots, or dots alone. False when the token is something else. */
static bool pass_number(PgnReader *reader)
{
    const char *at = reader->at, *end = reader->end;
    while (at < end && is_digit(*at))
        at++;
    bool castling = at < end && *at == '-'; /* 0-0 */
    while (at < end && *at == '.')
        at++;
    if (castling || at == reader->at)
        return false;
    reader->at = at;
    return true;
}

static PgnError read_comment_token(PgnReader *reader)
{
    char last = *reader->at == '{' ? '}' : '\n';
    /* The place to report is gone once the buffer has moved on. */
    uint64_t line = reader->line;
    uint32_t column = (uint32_t)(pgn_place(reader, reader->at) - reader->line_start + 1);
    reader->at++;
    if (!read_comment(reader, last)) {
        reader->fault.error = PGN_COMMENT_OPEN;
        reader->fault.line = line;
        reader->fault.column = column;
        return PGN_COMMENT_OPEN;
    }
    if (last == '}')
        reader->at++;
    return PGN_OK;
}

static PgnError read_marks(PgnReader *reader)
{
    const char *from = reader->at;
    while (reader->at < reader->end && (*reader->at == '!' || *reader->at == '?'))
        reader->at++;
    tell_suffix(reader, from, reader->at);
    return PGN_OK;
}

static PgnError read_token(PgnReader *reader)
{
    switch (*reader->at) {
    case '{':
    case ';': return read_comment_token(reader);
    case '(': return open_variation(reader);
    case ')': return close_variation(reader);
    case '$': return read_nag(reader);
    case '!':
    case '?': return read_marks(reader);
    }
    if (pgn_starts_with(reader, "e.p.")) {
        reader->at += 4;
        return PGN_OK;
    }
    return pass_number(reader) ? PGN_OK : read_move(reader);
}

static PgnError read_moves(PgnReader *reader)
{
    while (pgn_pass_space(reader)) {
        char c = *reader->at;
        if (c == '[' && pgn_at_line_start(reader) && pgn_starts_tag(reader))
            break; /* the next game's tags: this one has no result */
        PgnResult result;
        size_t length = c == '*' || c == '0' || c == '1' ? result_length(reader, &result) : 0;
        reader->at += length;
        if (length && reader->depth == 0) {
            reader->result = result;
            break;
        }
        if (length)
            continue; /* some write one at a variation's end */
        PgnError error = read_token(reader);
        if (error)
            return error;
    }
    return reader->depth ? pgn_fail(reader, reader->at, PGN_VARIATION_OPEN) : PGN_OK;
}

static PgnError read_game(PgnReader *reader)
{
    PgnError error = pgn_read_tags(reader);
    if (error)
        return error;
    reader->stack[0].now = reader->start;
    if (reader->visitor->start && !reader->visitor->start(reader->context, &reader->start)) {
        if (reader->at < reader->end && !(pgn_starts_tag(reader) && pgn_at_line_start(reader)))
            pass_game(reader);
        return PGN_OK;
    }
    return read_moves(reader);
}

PgnError pgn_reader_next(PgnReader *reader, const PgnVisitor *visitor, void *context)
{
    static const char bom[] = "\xef\xbb\xbf";
    reader->visitor = visitor;
    reader->context = context;
    reader->fault.error = PGN_OK;
    reader->result = PGN_UNKNOWN;
    reader->chess960 = false;
    reader->depth = 0;
    reader->stack[0].moved = false;
    position_start(&reader->start);
    if (pgn_ready(reader) && reader->end - reader->at >= 3 && memcmp(reader->at, bom, 3) == 0)
        reader->at += 3;
    if (!pgn_pass_space(reader))
        return PGN_END;
    if (visitor->begin)
        visitor->begin(context);
    PgnError error = read_game(reader);
    if (!error && visitor->end)
        visitor->end(context, reader->result);
    /* These two have read up to the next game already. */
    if (error && error != PGN_VARIATION_OPEN && error != PGN_COMMENT_OPEN)
        pass_game(reader);
    return error;
}
