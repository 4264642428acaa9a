#include "pgn_reader.h"

#include <limits.h>
#include <string.h>

enum {
    MOVE_ROOM = 63,    /* the length of a move with all its marks */
    PGN_NAG_MAX = 255, /* PGN 8.2.4; some programs have more of their own */
};

const char *pgn_error_text(PgnError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        PGN_ERRORS(X)
#undef X
    };
    return error < PGN_ERROR_COUNT ? texts[error] : "unknown";
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\v' || c == '\f';
}

static bool is_letter(char c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The text is that word, without its NUL. */
static bool text_is(const char *name, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(name, word, length) == 0;
}

/* Notes the fault; returns it. The place is in the buffer, on the line that is being read. */
static PgnError fail(PgnReader *reader, const char *place, PgnError error)
{
    reader->fault.error = error;
    reader->fault.line = reader->scan.line;
    reader->fault.column =
        (uint32_t)(pgn_scan_place(&reader->scan, place) - reader->scan.line_start + 1);
    return error;
}

void pgn_reader_open(PgnReader *reader, char *buffer, size_t size, PgnSource source,
                     void *source_context)
{
    memset(reader, 0, sizeof *reader);
    pgn_scan_open(&reader->scan, buffer, size, source, source_context);
}

void pgn_reader_open_text(PgnReader *reader, const char *text, size_t length)
{
    memset(reader, 0, sizeof *reader);
    pgn_scan_open_text(&reader->scan, text, length);
}

/* Skips to the tags of the next game: those after a line that is not a tag. */
static void pass_game(PgnReader *reader)
{
    bool after_tag = pgn_scan_starts_tag(&reader->scan) && pgn_scan_at_line_start(&reader->scan);
    while (pgn_scan_pass_line(&reader->scan)) {
        bool tag = pgn_scan_starts_tag(&reader->scan);
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

/* The start of the first line between the place and 'to' that begins a game, else 'to'. Counts lines on the way. */
static const char *pass_lines(PgnReader *reader, const char *to)
{
    const char *from = reader->scan.at;
    while ((from = memchr(from, '\n', (size_t)(to - from)))) {
        pgn_scan_next_line(&reader->scan, ++from);
        reader->scan.at = from;
        if (pgn_scan_at_event(&reader->scan))
            return from;
    }
    return to;
}

/* How much of an unfinished comment is passed on: whole lines, if the buffer has any. */
static const char *piece_end(const PgnReader *reader)
{
    for (const char *to = reader->scan.end; to > reader->scan.at; to--)
        if (to[-1] == '\n')
            return to;
    return reader->scan.end;
}

/* Up to the byte that ends the comment, without it. False when the text or the game ends first. */
static bool read_comment(PgnReader *reader, char last)
{
    while (pgn_scan_ready(&reader->scan) && !pgn_scan_at_event(&reader->scan)) {
        const char *from = reader->scan.at;
        const char *to = memchr(from, last, (size_t)(reader->scan.end - from));
        if (!to && !reader->scan.source_ended &&
            (size_t)(reader->scan.end - from) < reader->scan.size) {
            pgn_scan_refill(&reader->scan);
            continue;
        }
        const char *stop = to                          ? to
                           : reader->scan.source_ended ? reader->scan.end
                                                       : piece_end(reader);
        stop = pass_lines(reader, stop);
        reader->scan.at = stop;
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
    const char *dollar = reader->scan.at++;
    int nag = 0;
    for (; reader->scan.at < reader->scan.end && is_digit(*reader->scan.at); reader->scan.at++)
        if (nag <= PGN_NAG_MAX)
            nag = nag * 10 + (*reader->scan.at - '0');
    if (reader->scan.at == dollar + 1)
        return fail(reader, dollar, PGN_NAG);
    if (nag <= PGN_NAG_MAX)
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
        return fail(reader, reader->scan.at, PGN_VARIATION_EARLY);
    if (reader->depth == PGN_DEPTH_MAX)
        return fail(reader, reader->scan.at, PGN_VARIATION_DEEP);
    reader->depth++;
    reader->stack[reader->depth].now = reader->stack[reader->depth - 1].before;
    reader->stack[reader->depth].moved = false;
    reader->scan.at++;
    if (reader->visitor->variation_begin)
        reader->visitor->variation_begin(reader->context);
    return PGN_OK;
}

static PgnError close_variation(PgnReader *reader)
{
    if (reader->depth == 0)
        return fail(reader, reader->scan.at, PGN_VARIATION_CLOSED);
    reader->depth--;
    reader->scan.at++;
    if (reader->visitor->variation_end)
        reader->visitor->variation_end(reader->context);
    return PGN_OK;
}

/* The text of a move ends before it. */
static inline bool is_delimiter(char c)
{
    return is_space(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == ';' || c == '$' ||
           c == '[' || c == ']' || c == '*';
}

static const char *token_end(const PgnReader *reader)
{
    const char *to = reader->scan.at;
    while (to < reader->scan.end && !is_delimiter(*to))
        to++;
    /* A promotion in brackets: e8(Q). */
    if (reader->scan.end - to >= 3 && to[0] == '(' && to[2] == ')' && to > reader->scan.at &&
        is_digit(to[-1])) {
        to += 3;
        while (to < reader->scan.end && !is_delimiter(*to))
            to++;
    }
    return to;
}

static bool is_null_move(const char *text, size_t length)
{
    return text_is(text, length, "--") || text_is(text, length, "Z0") ||
           text_is(text, length, "null");
}

/* Puts letters in the place of figurines (U+2654 to U+265F, kings first, pawns last) and returns the length. */
static size_t replace_figurines(const char *from, size_t length, char out[MOVE_ROOM])
{
    static const char LETTERS[] = {'K', 'Q', 'R', 'B', 'N'}; /* pawns have none */
    size_t written = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned piece = length - i < 3 ? UCHAR_MAX : (unsigned char)from[i + 2] - 0x94u;
        if (from[i] != '\xe2' || piece > 11 || from[i + 1] != '\x99') {
            out[written++] = from[i];
            continue;
        }
        if (piece % 6 < sizeof LETTERS)
            out[written++] = LETTERS[piece % 6];
        i += 2;
    }
    return written;
}

/* What a position is worth, or that a move is new, as programs write it without a NAG. */
static bool is_remark(const char *text, size_t length)
{
    static const char *const REMARKS[] = {
        "+-", "-+", "+/-", "-/+", "+/=", "=/+", "+=", "=+", "=", "N"};
    for (size_t i = 0; i < sizeof REMARKS / sizeof *REMARKS; i++)
        if (text_is(text, length, REMARKS[i]))
            return true;
    return false;
}

static PgnError read_move(PgnReader *reader)
{
    char letters[MOVE_ROOM];
    const char *from = reader->scan.at, *to = token_end(reader), *text = from;
    size_t length = (size_t)(to - from);
    Position *now = &reader->stack[reader->depth].now,
             *before = &reader->stack[reader->depth].before;
    Move move = MOVE_NONE;
    if (length == 0 || length > MOVE_ROOM)
        return fail(reader, from, PGN_UNEXPECTED);
    if (memchr(from, '\xe2', length)) {
        length = replace_figurines(from, length, letters);
        text = letters;
    }
    bool null = reader->depth > 0 && is_null_move(text, length) && !position_is_check(now);
    NotationError error = null ? NOTATION_OK : san_parse(now, text, length, &move);
    Move long_move;
    if (error && uci_parse(now, text, length, &long_move) == NOTATION_OK) {
        move = long_move;
        error = NOTATION_OK;
    }
    if (error && is_remark(text, length)) {
        reader->scan.at = to;
        return PGN_OK;
    }
    if (error) {
        reader->fault.notation = error;
        return fail(reader, from, error == NOTATION_SYNTAX ? PGN_UNEXPECTED : PGN_BAD_MOVE);
    }
    *before = *now;
    if (null)
        position_play_null(now);
    else
        position_play(now, move);
    reader->stack[reader->depth].moved = true;
    reader->scan.at = to;
    if (reader->visitor->move)
        reader->visitor->move(reader->context, before, move);
    if (to[-1] == '!' || to[-1] == '?')
        tell_suffix(reader, from, to);
    return PGN_OK;
}

/* The length of the result at this place; 0 when there is none. */
static size_t result_length(const PgnReader *reader, PgnResult *result)
{
    static const struct {
        const char *text;
        PgnResult result;
    } words[] = {{"1/2-1/2", PGN_DRAW},
                 {"1/2", PGN_DRAW},
                 {"\xc2\xbd-\xc2\xbd", PGN_DRAW}, /* U+00BD, */
                 {"\xbd-\xbd", PGN_DRAW},         /* also in ISO 8859-1 */
                 {"1-0", PGN_WHITE_WINS},
                 {"0-1", PGN_BLACK_WINS},
                 {"*", PGN_UNKNOWN}};
    size_t left = (size_t)(reader->scan.end - reader->scan.at);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].text);
        if (left < length || memcmp(reader->scan.at, words[i].text, length) != 0)
            continue;
        if (words[i].result == PGN_UNKNOWN || left == length ||
            is_delimiter(reader->scan.at[length])) {
            *result = words[i].result;
            return length;
        }
    }
    return 0;
}

/* A move number with its dots, or dots alone. False when the token is something else. */
static bool pass_number(PgnReader *reader)
{
    const char *at = reader->scan.at, *end = reader->scan.end;
    while (at < end && is_digit(*at))
        at++;
    bool castling = at < end && *at == '-'; /* 0-0 */
    while (at < end && *at == '.')
        at++;
    if (castling || at == reader->scan.at)
        return false;
    reader->scan.at = at;
    return true;
}

static PgnError read_comment_token(PgnReader *reader)
{
    char last = *reader->scan.at == '{' ? '}' : '\n';
    /* Noted now, as the buffer may have moved on by the time it is reported. */
    uint64_t line = reader->scan.line;
    uint32_t column =
        (uint32_t)(pgn_scan_place(&reader->scan, reader->scan.at) - reader->scan.line_start + 1);
    reader->scan.at++;
    if (!read_comment(reader, last)) {
        reader->fault.error = PGN_COMMENT_OPEN;
        reader->fault.line = line;
        reader->fault.column = column;
        return PGN_COMMENT_OPEN;
    }
    if (last == '}')
        reader->scan.at++;
    return PGN_OK;
}

static PgnError read_marks(PgnReader *reader)
{
    const char *from = reader->scan.at;
    while (reader->scan.at < reader->scan.end &&
           (*reader->scan.at == '!' || *reader->scan.at == '?'))
        reader->scan.at++;
    tell_suffix(reader, from, reader->scan.at);
    return PGN_OK;
}

static PgnError read_token(PgnReader *reader)
{
    switch (*reader->scan.at) {
    case '{':
    case ';': return read_comment_token(reader);
    case '(': return open_variation(reader);
    case ')': return close_variation(reader);
    case '$': return read_nag(reader);
    case '!':
    case '?': return read_marks(reader);
    }
    if (pgn_scan_starts_with(&reader->scan, "e.p.")) {
        reader->scan.at += 4;
        return PGN_OK;
    }
    return pass_number(reader) ? PGN_OK : read_move(reader);
}

static PgnError read_moves(PgnReader *reader)
{
    while (pgn_scan_pass_space(&reader->scan)) {
        char c = *reader->scan.at;
        if (c == '[' && pgn_scan_at_line_start(&reader->scan) && pgn_scan_starts_tag(&reader->scan))
            break; /* the next game's tags: this one has no result */
        PgnResult result;
        bool may_end = c == '*' || c == '0' || c == '1' || c == '\xc2' || c == '\xbd';
        size_t length = may_end ? result_length(reader, &result) : 0;
        reader->scan.at += length;
        if (length && reader->depth == 0) {
            reader->result = result;
            break;
        }
        if (length)
            continue; /* some programs write one at the end of a variation */
        PgnError error = read_token(reader);
        if (error)
            return error;
    }
    return reader->depth ? fail(reader, reader->scan.at, PGN_VARIATION_OPEN) : PGN_OK;
}

/* What the variant tag says without regard to case, spaces and hyphens. */
static bool variant_is(const char *value, size_t length, const char *word)
{
    for (; length; value++, length--) {
        if (*value == ' ' || *value == '-')
            continue;
        char c = *value >= 'A' && *value <= 'Z' ? (char)(*value + 32) : *value;
        if (*word++ != c)
            return false;
    }
    return *word == '\0';
}

static PgnError read_variant(PgnReader *reader, const char *value, size_t length)
{
    static const char *const usual[] = {"standard", "normal", "chess", "fromposition", "blitz", ""};
    static const char *const shuffled[] = {"chess960",      "fischerandom",
                                           "fischerrandom", "fischerrandomchess",
                                           "960",           "chess960(fischerrandom)"};
    if (memchr(value, '\0', length))
        return PGN_VARIANT;
    for (size_t i = 0; i < sizeof shuffled / sizeof *shuffled; i++)
        reader->chess960 |= variant_is(value, length, shuffled[i]);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (reader->chess960 || variant_is(value, length, usual[i]))
            return PGN_OK;
    return PGN_VARIANT;
}

static PgnResult result_of(const char *text, size_t length)
{
    for (PgnResult result = PGN_WHITE_WINS; result <= PGN_DRAW; result++)
        if (text_is(text, length, pgn_result_text(result)))
            return result;
    return PGN_UNKNOWN;
}

static PgnError note_tag(PgnReader *reader, const char *name, size_t name_length, const char *value,
                         size_t length)
{
    if (reader->visitor->tag)
        reader->visitor->tag(reader->context, name, name_length, value, length);
    if (text_is(name, name_length, "Result"))
        reader->result = result_of(value, length);
    if (text_is(name, name_length, "FEN") && length > 0) {
        reader->fault.fen = fen_parse(value, length, &reader->start, NULL);
        return reader->fault.fen ? PGN_BAD_FEN : PGN_OK;
    }
    return text_is(name, name_length, "Variant") ? read_variant(reader, value, length) : PGN_OK;
}

/* The value between the quotes into 'out', without escapes; the byte after the closing quote, or NULL. */
static const char *read_value(const char *from, const char *end, char *out, size_t *length)
{
    size_t written = 0;
    for (; from < end && *from != '"' && *from != '\n'; from++) {
        if (*from == '\\' && from + 1 < end && (from[1] == '"' || from[1] == '\\'))
            from++;
        if (written < PGN_TAG_MAX)
            out[written] = *from;
        if (++written > PGN_TAG_MAX)
            break;
    }
    *length = written;
    return from < end && *from == '"' ? from + 1 : NULL;
}

static const char *pass_blanks(const char *from, const char *end)
{
    while (from < end && (*from == ' ' || *from == '\t' || *from == '\r'))
        from++;
    return from;
}

static PgnError read_tag(PgnReader *reader)
{
    char unescaped[PGN_TAG_MAX];
    const char *name = pass_blanks(reader->scan.at + 1, reader->scan.end), *end = reader->scan.end,
               *last = name;
    while (last < end && (is_letter(*last) || is_digit(*last) || *last == '_'))
        last++;
    const char *quote = pass_blanks(last, end);
    if (last == name || last - name > PGN_TAG_MAX || quote == end || *quote != '"')
        return fail(reader, quote < end ? quote : reader->scan.at, PGN_TAG_SYNTAX);
    size_t length;
    const char *after = read_value(quote + 1, end, unescaped, &length);
    if (length > PGN_TAG_MAX)
        return fail(reader, quote, PGN_TAG_TOO_LONG);
    const char *bracket = after ? pass_blanks(after, end) : end;
    if (bracket == end || *bracket != ']')
        return fail(reader, quote, PGN_TAG_SYNTAX);
    PgnError error = note_tag(reader, name, (size_t)(last - name), unescaped, length);
    if (error)
        return fail(reader, quote, error);
    reader->scan.at = bracket + 1;
    return PGN_OK;
}

static PgnError read_tags(PgnReader *reader)
{
    bool has_event = false; /* it is mostly the first, but need not be */
    while (pgn_scan_pass_space(&reader->scan) && *reader->scan.at == '[') {
        bool is_event = pgn_scan_at_event(&reader->scan);
        if (is_event && has_event)
            break; /* the next game's: this one has no moves */
        has_event |= is_event;
        PgnError error = read_tag(reader);
        if (error)
            return error;
    }
    reader->start.chess960 |= reader->chess960;
    return PGN_OK;
}

static PgnError read_game(PgnReader *reader)
{
    PgnError error = read_tags(reader);
    if (error)
        return error;
    reader->stack[0].now = reader->start;
    if (reader->visitor->start && !reader->visitor->start(reader->context, &reader->start)) {
        if (reader->scan.at < reader->scan.end &&
            !(pgn_scan_starts_tag(&reader->scan) && pgn_scan_at_line_start(&reader->scan)))
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
    if (pgn_scan_ready(&reader->scan) && reader->scan.end - reader->scan.at >= 3 &&
        memcmp(reader->scan.at, bom, 3) == 0)
        reader->scan.at += 3;
    if (!pgn_scan_pass_space(&reader->scan))
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
