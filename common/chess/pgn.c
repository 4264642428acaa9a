#include "pgn.h"

#include <assert.h>
#include <string.h>

#include "fen.h"
#include "notation.h"

/* The Seven Tag Roster in its order (PGN 8.1.1), with the values that mean unknown. */
static const PgnTag roster[7] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"},
                                 {"Round", "?"}, {"White", "?"}, {"Black", "?"},
                                 {"Result", "*"}};
/* Tags that are taken from the game itself. */
static const char *const own_names[] = {"Result", "FEN", "SetUp", "Variant"};

const char *pgn_result_text(PgnResult result)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return result <= PGN_DRAW ? texts[result] : "*";
}

static void put(PgnWriter *out, const char *text, size_t length)
{
    out->sink(out->context, text, length);
}

static void put_text(PgnWriter *out, const char *text)
{
    put(out, text, strlen(text));
}

/* The length that is written of a value: whole UTF-8 characters up to PGN_VALUE_MAX bytes. */
static size_t value_length(const char *value)
{
    size_t length = 0;
    while (length < PGN_VALUE_MAX && value[length])
        length++;
    while (value[length] && length && ((unsigned char)value[length] & 0xc0) == 0x80)
        length--;
    return length;
}

static void put_tag(PgnWriter *out, const char *name, const char *value)
{
    put_text(out, "[");
    put_text(out, name);
    put_text(out, " \"");
    for (size_t i = 0, length = value_length(value); i < length; i++) {
        unsigned char c = (unsigned char)value[i];
        if (c < ' ' || c == 0x7f)
            continue;
        if (c == '"' || c == '\\')
            put_text(out, "\\");
        put(out, value + i, 1);
    }
    put_text(out, "\"]\n");
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_name(const char *name)
{
    if (!is_letter(name[0]))
        return false;
    for (; *name; name++)
        if (!is_letter(*name) && !(*name >= '0' && *name <= '9') && *name != '_')
            return false;
    return true;
}

static bool is_roster(const char *name)
{
    for (int i = 0; i < 7; i++)
        if (strcmp(roster[i].name, name) == 0)
            return true;
    return false;
}

static bool is_own(const char *name)
{
    for (size_t i = 0; i < sizeof own_names / sizeof *own_names; i++)
        if (strcmp(own_names[i], name) == 0)
            return true;
    return false;
}

static void put_roster(PgnWriter *out, const PgnTag *tags, int count, PgnResult result)
{
    for (int i = 0; i < 7; i++) {
        const char *value = i == 6 ? pgn_result_text(result) : roster[i].value;
        for (int j = 0; j < count && i < 6; j++)
            if (strcmp(tags[j].name, roster[i].name) == 0 && tags[j].value[0])
                value = tags[j].value;
        put_tag(out, roster[i].name, value);
    }
}

/* All other tags, in ASCII order of the names; of two with the same name the first is written. */
static void put_others(PgnWriter *out, const PgnTag *given, int given_count, const Position *start)
{
    PgnTag tags[PGN_TAGS_MAX + 3];
    char fen[FEN_MAX];
    int count = 0;
    Position usual;
    position_start(&usual);
    if (start->chess960)
        tags[count++] = (PgnTag){"Variant", "Chess960"};
    if (start->chess960 || start->fullmove != 1 || start->halfmove ||
        !position_equal_for_repetition(start, &usual)) {
        fen_print(start, fen);
        tags[count++] = (PgnTag){"FEN", fen};
        tags[count++] = (PgnTag){"SetUp", "1"};
    }
    for (int i = 0; i < given_count; i++)
        if (is_name(given[i].name) && !is_roster(given[i].name) && !is_own(given[i].name))
            tags[count++] = given[i];
    for (const char *last = "";;) {
        const PgnTag *next = NULL;
        for (int i = 0; i < count; i++)
            if (strcmp(tags[i].name, last) > 0 && (!next || strcmp(tags[i].name, next->name) < 0))
                next = &tags[i];
        if (!next)
            return;
        put_tag(out, next->name, next->value);
        last = next->name;
    }
}

/* A token of the movetext: lines are filled as far as possible (PGN 8.2.1). At the start of a line '%' would hide the
 * line and '[' would look like a tag: they get a blank in front. */
static void put_token(PgnWriter *out, const char *text, size_t length)
{
    bool blank = out->column && !out->open;
    if (out->column && out->column + blank + length > PGN_LINE_MAX) {
        put_text(out, "\n");
        out->column = 0;
        blank = text[0] == '%' || text[0] == '[';
    }
    if (blank)
        put_text(out, " ");
    put(out, text, length);
    out->column += blank + length;
    out->open = false;
}

static char *print_number(uint32_t number, int width, char *out)
{
    char digits[10];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count < width)
        digits[count++] = '0';
    while (count)
        *out++ = digits[--count];
    return out;
}

static void put_number(PgnWriter *out, const Position *pos)
{
    char text[16], *end = print_number(pos->fullmove, 1, text);
    size_t dots = pos->turn == WHITE ? 1 : 3;
    memcpy(end, "...", dots);
    put_token(out, text, (size_t)(end - text) + dots);
}

void pgn_writer_open(PgnWriter *writer, PgnSink sink, void *context)
{
    *writer = (PgnWriter){.sink = sink, .context = context, .numbered = true};
}

void pgn_writer_tags(PgnWriter *writer, const PgnTag *tags, int count, const Position *start,
                     PgnResult result)
{
    assert(count >= 0 && count <= PGN_TAGS_MAX);
    put_roster(writer, tags, count, result);
    put_others(writer, tags, count, start);
    put_text(writer, "\n");
}

/* Black's move gets a number at the start of a line of moves and after an annotation (PGN 8.2.2.2). */
void pgn_writer_move(PgnWriter *writer, const Position *before, Move move)
{
    char san[SAN_MAX] = "--";
    size_t length = move == MOVE_NONE ? 2 : san_print(before, move, san);
    if (before->turn == WHITE || writer->numbered)
        put_number(writer, before);
    put_token(writer, san, length);
    writer->numbered = false;
}

void pgn_writer_nag(PgnWriter *writer, int nag)
{
    char text[16] = "$";
    assert(nag >= 0 && nag <= 255);
    put_token(writer, text, (size_t)(print_number((uint32_t)nag, 1, text + 1) - text));
}

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ';
}

/* A word ends at a blank outside a command. */
static size_t word_length(const char *text, size_t length)
{
    size_t at = 0;
    bool command = length > 1 && text[0] == '[' && text[1] == '%';
    while (at < length && (command ? text[at] != '\n' : !is_blank(text[at])))
        if (text[at++] == ']')
            command = false;
    return at;
}

static void put_word(PgnWriter *out, const char *text, size_t length, bool first, bool last)
{
    char token[PGN_LINE_MAX];
    size_t size = 0;
    if (first)
        token[size++] = '{';
    for (size_t i = 0; i < length; i++) {
        token[size++] = text[i] == '}' ? ')' : text[i];
        if (size == sizeof token) {
            put_token(out, token, size);
            size = 0;
        }
    }
    if (last)
        token[size++] = '}';
    if (size)
        put_token(out, token, size);
}

static const char *pass_blanks(const char *at, const char *end)
{
    while (at < end && is_blank(*at))
        at++;
    return at;
}

void pgn_writer_comment(PgnWriter *writer, const char *text, size_t length)
{
    const char *end = text + length, *at = pass_blanks(text, end);
    for (bool first = true, last = false; !last; first = false) {
        size_t word = word_length(at, (size_t)(end - at));
        const char *next = pass_blanks(at + word, end);
        last = next == end;
        put_word(writer, at, word, first, last);
        at = next;
    }
    writer->numbered = true;
}

void pgn_writer_variation_begin(PgnWriter *writer)
{
    put_token(writer, "(", 1);
    writer->open = true;
    writer->numbered = true;
}

void pgn_writer_variation_end(PgnWriter *writer)
{
    writer->open = true;
    put_token(writer, ")", 1);
    writer->numbered = true;
}

void pgn_writer_end(PgnWriter *writer, PgnResult result)
{
    const char *text = pgn_result_text(result);
    put_token(writer, text, strlen(text));
    put_text(writer, "\n\n");
    writer->column = 0;
    writer->numbered = true;
}

/* "{[%clk 0:02:59.5]}": hours, minutes, seconds, and tenths unless they are zero. */
void pgn_writer_clock(PgnWriter *writer, int32_t ms)
{
    char text[40], *end = text;
    uint32_t tenths = (uint32_t)ms / 100;
    memcpy(end, "{[%clk ", 7);
    end = print_number(tenths / 36000, 1, end + 7);
    *end++ = ':';
    end = print_number(tenths / 600 % 60, 2, end);
    *end++ = ':';
    end = print_number(tenths / 10 % 60, 2, end);
    if (tenths % 10) {
        *end++ = '.';
        end = print_number(tenths % 10, 1, end);
    }
    memcpy(end, "]}", 2);
    put_token(writer, text, (size_t)(end - text) + 2);
    writer->numbered = true;
}

void pgn_write(const PgnGame *game, PgnSink sink, void *context)
{
    const Line *line = game->line;
    Position pos = line->start;
    PgnWriter writer;
    pgn_writer_open(&writer, sink, context);
    pgn_writer_tags(&writer, game->tags, game->tag_count, &pos, game->result);
    for (uint32_t ply = 0; ply < line->plies; ply++) {
        pgn_writer_move(&writer, &pos, line->moves[ply]);
        if (game->clocks && game->clocks[ply] >= 0)
            pgn_writer_clock(&writer, game->clocks[ply]);
        position_play(&pos, line->moves[ply]);
    }
    pgn_writer_end(&writer, game->result);
}

typedef struct {
    char *out;
    size_t size, length;
} Buffer;

static void append(void *context, const char *text, size_t length)
{
    Buffer *buffer = context;
    size_t room = buffer->length < buffer->size ? buffer->size - buffer->length : 0;
    memcpy(buffer->out + (buffer->size - room), text, length < room ? length : room);
    buffer->length += length;
}

size_t pgn_print(const PgnGame *game, char *out, size_t size)
{
    assert(size > 0);
    Buffer buffer = {.out = out, .size = size};
    pgn_write(game, append, &buffer);
    out[buffer.length < size ? buffer.length : size - 1] = '\0';
    return buffer.length;
}
