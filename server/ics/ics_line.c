#include "ics_line.h"

#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ics_put(Text *out, const char *format, ...)
{
    char line[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length > 0)
        text_append(out, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

char *ics_word(char **rest, bool small)
{
    char *word = *rest + strspn(*rest, " ");
    size_t length = strcspn(word, " ");
    *rest = word + length + (word[length] == ' ');
    word[length] = '\0';
    for (char *at = word; small && *at; at++)
        if (*at >= 'A' && *at <= 'Z')
            *at = (char)(*at - 'A' + 'a');
    return word;
}

char *ics_rest(char *rest)
{
    rest += strspn(rest, " ");
    size_t length = strlen(rest);
    while (length && rest[length - 1] == ' ')
        rest[--length] = '\0';
    return rest;
}

int ics_number(const char *word)
{
    size_t length = strlen(word);
    if (length == 0 || length > 6 || strspn(word, "0123456789") != length)
        return -1;
    return (int)strtol(word, NULL, 10);
}

bool ics_begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* ---- shape ---- */

static void append_character(const IcsShape *shape, const char *text, size_t size, uint32_t point,
                             Text *out)
{
    char reference[16];
    if (size == 1 || shape->utf8) {
        text_append(out, text, size);
        return;
    }
    int length = snprintf(reference, sizeof reference, "&#x%x;", (unsigned)point);
    text_append(out, reference, (size_t)length);
}

/* How many bytes go into a line of so many columns, and how many blanks behind them are dropped: at a blank if there is one.
 * All when the whole text fits. */
static size_t fit(const char *text, size_t length, unsigned columns, size_t *dropped)
{
    size_t at = 0, blank = 0, size;
    uint32_t point;
    *dropped = 0;
    for (unsigned column = 0; at < length; column++, at += size) {
        size = utf8_take(text + at, length - at, &point);
        size = size ? size : 1;
        if (column == columns) {
            *dropped = blank > 0;
            return blank ? blank : at;
        }
        if (text[at] == ' ' && column > 0)
            blank = at;
    }
    return length;
}

enum { BELL = 7 };

/* Without what could control the terminal. */
static void append_piece(const IcsShape *shape, const char *text, size_t length, Text *out)
{
    uint32_t point;
    for (size_t at = 0, size; at < length; at += size) {
        size = utf8_take(text + at, length - at, &point);
        if (size && (utf8_is_plain(point) || point == BELL))
            append_character(shape, text + at, size, point, out);
        size = size ? size : 1;
    }
    text_append(out, "\r\n", 2);
}

enum { CONTINUED = 4 }; /* bytes of "\   " */

static void shape_line(const IcsShape *shape, const char *text, size_t length, Text *out)
{
    size_t dropped, piece = length;
    bool breaks = shape->width > CONTINUED && length && *text != '<' && *text != '{';
    for (bool first = true; first || length; first = false) {
        if (!first)
            text_append(out, "\\   ", CONTINUED);
        piece = length;
        dropped = 0;
        if (breaks)
            piece = fit(text, length, shape->width - (first ? 0 : CONTINUED), &dropped);
        append_piece(shape, text, piece, out);
        text += piece + dropped;
        length -= piece + dropped;
    }
}

void ics_shape(const IcsShape *shape, const char *text, size_t length, Text *out)
{
    while (length) {
        const char *end = memchr(text, '\n', length);
        size_t line = end ? (size_t)(end - text) : length;
        shape_line(shape, text, line, out);
        text += line + (end != NULL);
        length -= line + (end != NULL);
    }
}

/* ---- did you mean ---- */

enum { SIMILAR_MAX = 2, WORD_MAX = 20 };

/* Levenshtein's distance, with neighbours that have changed places counted as one. */
static int distance(const char *one, const char *other)
{
    int rows[3][WORD_MAX + 2];
    int width = (int)strlen(other), height = (int)strlen(one);
    for (int x = 0; x <= width; x++)
        rows[0][x] = x;
    for (int y = 1; y <= height; y++) {
        int *now = rows[y % 3], *above = rows[(y + 2) % 3], *before = rows[(y + 1) % 3];
        now[0] = y;
        for (int x = 1; x <= width; x++) {
            int best = above[x - 1] + (one[y - 1] != other[x - 1]);
            best = above[x] + 1 < best ? above[x] + 1 : best;
            best = now[x - 1] + 1 < best ? now[x - 1] + 1 : best;
            if (y > 1 && x > 1 && one[y - 1] == other[x - 2] && one[y - 2] == other[x - 1] &&
                before[x - 2] + 1 < best)
                best = before[x - 2] + 1;
            now[x] = best;
        }
    }
    return rows[height % 3][width];
}

const char *ics_similar(const char *word, const char *(*name)(int at), int count)
{
    const char *found = NULL;
    int least = SIMILAR_MAX + 1;
    size_t length = strlen(word);
    if (length < 2 || length > WORD_MAX)
        return NULL;
    for (int i = 0; i < count; i++) {
        const char *each = name(i);
        int away = strlen(each) <= WORD_MAX ? distance(word, each) : least;
        if (away < least && away < (int)length - 1) {
            least = away;
            found = each;
        }
    }
    return found;
}
