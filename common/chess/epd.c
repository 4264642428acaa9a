#include "epd.h"

#include <string.h>

const char *epd_error_text(EpdError error)
{
    static const char *const texts[] = {
#define X(name, text) text,
        EPD_ERRORS(X)
#undef X
    };
    return error < EPD_ERROR_COUNT ? texts[error] : "unknown";
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static size_t pass_blanks(const char *text, size_t at, size_t length)
{
    while (at < length && is_blank(text[at]))
        at++;
    return at;
}

/* The end of the word at 'at'; a semicolon ends one too. */
static size_t pass_word(const char *text, size_t at, size_t length)
{
    while (at < length && !is_blank(text[at]) && text[at] != ';')
        at++;
    return at;
}

/* The end of the counters that some programs write after the fourth field, or 'at' itself. */
static size_t pass_counters(const char *text, size_t at, size_t length)
{
    size_t end = at;
    for (int i = 0; i < 2; i++) {
        size_t next = pass_blanks(text, end, length);
        if (next == end || next == length || !is_digit(text[next]))
            break;
        end = pass_word(text, next, length);
    }
    return end;
}

FenError epd_open(Epd *epd, const char *text, size_t length)
{
    size_t at = 0;
    for (int field = 0; field < 4; field++)
        at = pass_word(text, pass_blanks(text, at, length), length);
    at = pass_counters(text, at, length);
    *epd = (Epd){.text = text, .length = length, .at = at};
    return fen_parse(text, at, &epd->pos, &epd->place);
}

static bool read_counter(const EpdOperation *operation, uint16_t *counter)
{
    EpdOperation copy = *operation;
    const char *text;
    size_t length;
    unsigned value = 0;
    if (!epd_operand(&copy, &text, &length) || length == 0 || length > 5)
        return false;
    for (; length; text++, length--) {
        if (!is_digit(*text))
            return false;
        value = value * 10 + (unsigned)(*text - '0');
    }
    *counter = (uint16_t)value;
    return value <= FEN_COUNTER_MAX;
}

static bool opcode_is(const EpdOperation *operation, const char *name)
{
    return operation->opcode_length == strlen(name) &&
           memcmp(operation->opcode, name, operation->opcode_length) == 0;
}

static EpdError note_counters(Epd *epd, const EpdOperation *operation)
{
    uint16_t counter;
    bool half = opcode_is(operation, "hmvc"), full = opcode_is(operation, "fmvn");
    if (!half && !full)
        return EPD_OK;
    if (!read_counter(operation, &counter))
        return EPD_COUNTER;
    if (half)
        epd->pos.halfmove = counter;
    else
        epd->pos.fullmove = counter ? counter : 1;
    return EPD_OK;
}

/* The semicolon that ends the operands, outside of strings; false when a string is open. */
static bool find_end(const Epd *epd, size_t *end)
{
    bool quoted = false;
    for (; *end < epd->length && (quoted || epd->text[*end] != ';'); ++*end)
        quoted ^= epd->text[*end] == '"';
    return !quoted;
}

EpdError epd_next(Epd *epd, EpdOperation *operation)
{
    size_t at = pass_blanks(epd->text, epd->at, epd->length);
    while (at < epd->length && epd->text[at] == ';')
        at = pass_blanks(epd->text, at + 1, epd->length);
    epd->place = at;
    if (at == epd->length)
        return EPD_END;
    size_t word = at, end = at;
    while (word < epd->length && (is_letter(epd->text[word]) || is_digit(epd->text[word]) ||
                                  epd->text[word] == '-' || epd->text[word] == '_'))
        word++;
    bool sound = find_end(epd, &end);
    epd->at = end;
    if (!is_letter(epd->text[at]) || word - at > EPD_OPCODE_MAX ||
        (word < epd->length && !is_blank(epd->text[word]) && epd->text[word] != ';'))
        return EPD_OPCODE;
    if (!sound)
        return EPD_STRING_OPEN;
    *operation = (EpdOperation){epd->text + at, word - at, epd->text + word, end - word};
    return note_counters(epd, operation);
}

bool epd_operand(EpdOperation *operation, const char **text, size_t *length)
{
    size_t at = pass_blanks(operation->operands, 0, operation->length), end = at;
    if (at == operation->length)
        return false;
    bool quoted = operation->operands[at] == '"';
    if (quoted)
        end = ++at;
    while (end < operation->length &&
           (quoted ? operation->operands[end] != '"' : !is_blank(operation->operands[end])))
        end++;
    *text = operation->operands + at;
    *length = end - at;
    end += quoted && end < operation->length;
    operation->operands += end;
    operation->length -= end;
    return true;
}

size_t epd_print(const Position *pos, char out[EPD_MAX])
{
    char fen[FEN_MAX], *end = out;
    size_t length = fen_print(pos, fen), field = 0;
    for (size_t i = 0; i < length; i++) {
        if (fen[i] == ' ' && ++field >= 4) {
            memcpy(end, field == 4 ? " hmvc " : "; fmvn ", field == 4 ? 6 : 7);
            end += field == 4 ? 6 : 7;
        } else {
            *end++ = fen[i];
        }
    }
    *end++ = ';';
    *end = '\0';
    return (size_t)(end - out);
}
