#include "wrapped_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool begins_character(char byte)
{
    return ((unsigned char)byte & 0xC0) != 0x80;
}

size_t wrapped_width(const char *text, size_t length)
{
    size_t width = 0;
    for (size_t i = 0; i < length; i++)
        width += begins_character(text[i]);
    return width;
}

/* How many bytes of the text go on a line: up to the last blank that fits, or as many characters as fit. */
static size_t line_length(const char *text, size_t length, unsigned columns)
{
    size_t width = 0, blank = 0, i = 0;
    for (; i < length; i++) {
        if (begins_character(text[i]) && width++ == columns)
            break;
        if (text[i] == ' ')
            blank = i;
    }
    if (i == length || text[i] == ' ')
        return i;
    return blank > 0 ? blank : i;
}

static void break_line(Text *out, const char *text, size_t length, unsigned columns)
{
    if (columns < COLUMNS_LEAST)
        columns = COLUMNS_LEAST;
    while (wrapped_width(text, length) > columns) {
        size_t part = line_length(text, length, columns);
        text_append(out, text, part);
        text_append(out, "\n", 1);
        while (part < length && text[part] == ' ')
            part++;
        text += part;
        length -= part;
    }
    text_append(out, text, length);
}

void wrapped_say(Text *out, unsigned columns, const char *format, ...)
{
    char sentence[SENTENCE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    const char *line = sentence;
    for (const char *end; (end = strchr(line, '\n')); line = end + 1) {
        if (columns == 0)
            text_append(out, line, (size_t)(end - line));
        else
            break_line(out, line, (size_t)(end - line), columns);
        text_append(out, "\n", 1);
    }
    if (columns == 0)
        text_append(out, line, strlen(line));
    else
        break_line(out, line, strlen(line), columns);
    text_append(out, "\n", 1);
}

void wrapped_add(Text *out, const char *format, ...)
{
    char part[SENTENCE_MAX];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(part, sizeof part, format, arguments);
    va_end(arguments);
    if (length > 0)
        text_append(out, part, strlen(part));
}
