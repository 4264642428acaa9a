#include "text.h"

#include "array.h"
#include "json.h"
#include "memory.h"
#include "utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LEAST = 256 };

void text_init(Text *text)
{
    *text = (Text){.bytes = NULL};
}

void text_clear(Text *text)
{
    free(text->bytes);
    text_init(text);
}

void text_wipe(Text *text)
{
    memory_wipe(text->bytes, text->size);
    text_clear(text);
}

void text_reset(Text *text)
{
    text->length = 0;
    text->depth = 0;
}

/* Makes the text longer by so many bytes, and returns where they go. */
static char *extend(Text *text, size_t length)
{
    size_t needed = text->length + length + 1;
    if (needed > text->size)
        text->bytes =
            array_reserve(text->bytes, &text->size, needed > TEXT_LEAST ? needed : TEXT_LEAST, 1);
    char *end = text->bytes + text->length;
    end[length] = '\0';
    text->length += length;
    return end;
}

void text_append(Text *text, const char *bytes, size_t length)
{
    memcpy(extend(text, length), bytes, length);
}

/* How many bytes need no escape. */
static size_t plain_length(const char *value)
{
    size_t length = 0;
    while (json_is_plain(value[length]))
        length++;
    return length;
}

/* Of a control character. */
static void append_escape(Text *text, uint32_t point)
{
    static const char DIGITS[] = "0123456789abcdef";
    char escape[] = "\\u00xx";
    escape[4] = DIGITS[point >> 4];
    escape[5] = DIGITS[point & 15];
    text_append(text, escape, sizeof escape - 1);
}

/* A character that is not plain ASCII, and its size. */
static size_t append_character(Text *text, const char *value, size_t length)
{
    uint32_t point;
    size_t size = utf8_take(value, length, &point);
    if (size == 0) {
        text_append(text, "\xef\xbf\xbd", 3); /* U+FFFD for a byte that is not UTF-8 */
        return 1;
    }
    if (point == '"' || point == '\\')
        text_append(text, "\\", 1);
    if (point < 0x20 || point == 0x7f)
        append_escape(text, point);
    else
        text_append(text, value, size);
    return size;
}

static void append_escaped(Text *text, const char *value)
{
    size_t length = strlen(value), place = 0;
    text_append(text, "\"", 1);
    while (place < length) {
        size_t plain = plain_length(value + place);
        text_append(text, value + place, plain);
        place += plain;
        if (place < length)
            place += append_character(text, value + place, length - place);
    }
    text_append(text, "\"", 1);
}

static void append_string(Text *text, const char *value)
{
    size_t plain = plain_length(value);
    if (value[plain]) {
        append_escaped(text, value);
        return;
    }
    char *quoted = extend(text, plain + 2);
    quoted[0] = quoted[plain + 1] = '"';
    memcpy(quoted + 1, value, plain);
}

static bool needs_comma(const Text *text)
{
    char last = text->depth > 0 ? text->bytes[text->length - 1] : '{';
    return last != '{' && last != '[';
}

/* What comes before a value: a comma unless it is the first, and its name. In one piece, since large answers are made of these. */
static void begin(Text *text, const char *name)
{
    size_t comma = needs_comma(text), plain = name ? plain_length(name) : 0;
    if (!name || name[plain]) {
        text_append(text, ",", comma);
        if (name) {
            append_escaped(text, name);
            text_append(text, ":", 1);
        }
        return;
    }
    char *at = extend(text, comma + plain + 3);
    if (comma)
        *at++ = ',';
    *at++ = '"';
    memcpy(at, name, plain);
    memcpy(at + plain, "\":", 2);
}

void text_open(Text *text, const char *name, char bracket)
{
    assert(bracket == '{' || bracket == '[');
    begin(text, name);
    text_append(text, &bracket, 1);
    text->depth++;
}

void text_close(Text *text, char bracket)
{
    assert((bracket == '}' || bracket == ']') && text->depth > 0);
    text_append(text, &bracket, 1);
    text->depth--;
}

void text_string(Text *text, const char *name, const char *value)
{
    if (!value) {
        text_null(text, name);
        return;
    }
    begin(text, name);
    append_string(text, value);
}

void text_integer(Text *text, const char *name, int64_t value)
{
    char digits[20];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0)
        digits[--at] = '-';
    begin(text, name);
    text_append(text, digits + at, sizeof digits - at);
}

void text_halves(Text *text, const char *name, int64_t halves)
{
    assert(halves >= 0);
    text_integer(text, name, halves / 2);
    if (halves % 2)
        text_append(text, ".5", 2);
}

void text_hundredths(Text *text, const char *name, int64_t hundredths)
{
    uint64_t size = hundredths < 0 ? 0 - (uint64_t)hundredths : (uint64_t)hundredths;
    char part[4] = {'.', (char)('0' + size / 10 % 10), (char)('0' + size % 10), '\0'};
    if (hundredths < 0 && size < 100) {
        begin(text, name);
        text_append(text, "-0", 2);
    } else {
        text_integer(text, name, hundredths / 100);
    }
    if (size % 100)
        text_append(text, part, size % 10 ? 3 : 2);
}

void text_bool(Text *text, const char *name, bool value)
{
    begin(text, name);
    if (value)
        text_append(text, "true", 4);
    else
        text_append(text, "false", 5);
}

void text_null(Text *text, const char *name)
{
    begin(text, name);
    text_append(text, "null", 4);
}
