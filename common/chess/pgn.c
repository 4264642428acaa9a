#include "pgn.h"

#include <assert.h>
#include <string.h>

#include "fen.h"
#include "notation.h"

/* The Seven Tag Roster in its order (PGN 8.1.1), with what stands for unknown. */
static const PgnTag roster[7] = {{"Event", "?"}, {"Site", "?"},  {"Date", "????.??.??"},
                                 {"Round", "?"}, {"White", "?"}, {"Black", "?"},
                                 {"Result", "*"}};
/* Tags that are written from the game itself. */
static const char *const own_names[] = {"Result", "FEN", "SetUp", "Variant"};

const char *pgn_result_text(PgnResult result)
{
    static const char *const texts[] = {"*", "1-0", "0-1", "1/2-1/2"};
    return result <= PGN_DRAW ? texts[result] : "*";
}

typedef struct {
    PgnSink sink;
    void *context;
    size_t column; /* of the movetext line being written */
} Writer;

static void put(Writer *out, const char *text, size_t length)
{
    out->sink(out->context, text, length);
}

static void put_text(Writer *out, const char *text)
{
    put(out, text, strlen(text));
}

/* How much of a value is written: whole UTF-8 characters up to PGN_VALUE_MAX bytes. */
static size_t value_length(const char *value)
{
    size_t length = 0;
    while (length < PGN_VALUE_MAX && value[length])
        length++;
    while (value[length] && length && ((unsigned char)value[length] & 0xc0) == 0x80)
        length--;
    return length;
}

static void put_tag(Writer *out, const char *name, const char *value)
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

static void put_roster(Writer *out, const PgnGame *game)
{
    for (int i = 0; i < 7; i++) {
        const char *value = i == 6 ? pgn_result_text(game->result) : roster[i].value;
        for (int j = 0; j < game->tag_count && i < 6; j++)
            if (strcmp(game->tags[j].name, roster[i].name) == 0 && game->tags[j].value[0])
                value = game->tags[j].value;
        put_tag(out, roster[i].name, value);
    }
}

/* Everything else in ASCII order of the names; of two tags with one name the first is taken. */
static void put_others(Writer *out, const PgnGame *game)
{
    PgnTag tags[PGN_TAGS_MAX + 3];
    char fen[FEN_MAX];
    int count = 0;
    Position usual;
    position_start(&usual);
    if (game->line->start.chess960)
        tags[count++] = (PgnTag){"Variant", "Chess960"};
    if (game->line->start.chess960 || game->line->start.fullmove != 1 ||
        game->line->start.halfmove || !position_equal_for_repetition(&game->line->start, &usual)) {
        fen_print(&game->line->start, fen);
        tags[count++] = (PgnTag){"FEN", fen};
        tags[count++] = (PgnTag){"SetUp", "1"};
    }
    for (int i = 0; i < game->tag_count; i++)
        if (is_name(game->tags[i].name) && !is_roster(game->tags[i].name) &&
            !is_own(game->tags[i].name))
            tags[count++] = game->tags[i];
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

/* A token of the movetext: lines are filled as far as they go (PGN 8.2.1). */
static void put_token(Writer *out, const char *text, size_t length)
{
    if (out->column && out->column + 1 + length > PGN_LINE_MAX) {
        put_text(out, "\n");
        out->column = 0;
    }
    if (out->column) {
        put_text(out, " ");
        out->column++;
    }
    put(out, text, length);
    out->column += length;
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

static void put_number(Writer *out, const Position *pos)
{
    char text[16], *end = print_number(pos->fullmove, 1, text);
    size_t dots = pos->turn == WHITE ? 1 : 3;
    memcpy(end, "...", dots);
    put_token(out, text, (size_t)(end - text) + dots);
}

/* "{[%clk 0:02:59.5]}": hours, minutes, seconds, and tenths when there are some. */
static void put_clock(Writer *out, int32_t left)
{
    char text[40], *end = text;
    uint32_t tenths = (uint32_t)left / 100;
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
    put_token(out, text, (size_t)(end - text) + 2);
}

static void put_moves(Writer *out, const PgnGame *game)
{
    const Line *line = game->line;
    Position pos = line->start;
    bool numbered = true; /* black's move too has its number at the start and after a comment */
    for (uint32_t ply = 0; ply < line->plies; ply++) {
        char san[SAN_MAX];
        if (pos.turn == WHITE || numbered)
            put_number(out, &pos);
        put_token(out, san, san_print(&pos, line->moves[ply], san));
        numbered = game->clocks && game->clocks[ply] >= 0;
        if (numbered)
            put_clock(out, game->clocks[ply]);
        position_play(&pos, line->moves[ply]);
    }
}

void pgn_write(const PgnGame *game, PgnSink sink, void *context)
{
    assert(game->tag_count >= 0 && game->tag_count <= PGN_TAGS_MAX);
    Writer out = {.sink = sink, .context = context};
    put_roster(&out, game);
    put_others(&out, game);
    put_text(&out, "\n");
    put_moves(&out, game);
    const char *result = pgn_result_text(game->result);
    put_token(&out, result, strlen(result));
    put_text(&out, "\n\n");
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
