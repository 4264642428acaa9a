#include "pgn_scan.h"

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
        if (pgn_is(text, length, pgn_result_text(result)))
            return result;
    return PGN_UNKNOWN;
}

static PgnError note_tag(PgnReader *reader, const char *name, size_t name_length, const char *value,
                         size_t length)
{
    if (reader->visitor->tag)
        reader->visitor->tag(reader->context, name, name_length, value, length);
    if (pgn_is(name, name_length, "Result"))
        reader->result = result_of(value, length);
    if (pgn_is(name, name_length, "FEN") && length > 0) {
        reader->fault.fen = fen_parse(value, length, &reader->start, NULL);
        return reader->fault.fen ? PGN_BAD_FEN : PGN_OK;
    }
    return pgn_is(name, name_length, "Variant") ? read_variant(reader, value, length) : PGN_OK;
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
    const char *name = pass_blanks(reader->at + 1, reader->end), *end = reader->end, *last = name;
    while (last < end && (is_letter(*last) || is_digit(*last) || *last == '_'))
        last++;
    const char *quote = pass_blanks(last, end);
    if (last == name || last - name > PGN_TAG_MAX || quote == end || *quote != '"')
        return pgn_fail(reader, quote < end ? quote : reader->at, PGN_TAG_SYNTAX);
    size_t length;
    const char *after = read_value(quote + 1, end, unescaped, &length);
    if (length > PGN_TAG_MAX)
        return pgn_fail(reader, quote, PGN_TAG_TOO_LONG);
    const char *bracket = after ? pass_blanks(after, end) : end;
    if (bracket == end || *bracket != ']')
        return pgn_fail(reader, quote, PGN_TAG_SYNTAX);
    PgnError error = note_tag(reader, name, (size_t)(last - name), unescaped, length);
    if (error)
        return pgn_fail(reader, quote, error);
    reader->at = bracket + 1;
    return PGN_OK;
}

PgnError pgn_read_tags(PgnReader *reader)
{
    for (bool first = true; pgn_pass_space(reader) && *reader->at == '['; first = false) {
        if (!first && pgn_at_event(reader))
            break;
        PgnError error = read_tag(reader);
        if (error)
            return error;
    }
    reader->start.chess960 |= reader->chess960;
    return PGN_OK;
}
