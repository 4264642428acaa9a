#include "trf_line.h"

#include <string.h>

enum { TAG_LENGTH = 3 };

/* Bytes of the UTF-8 character, 0 when it is none. */
static int character_bytes(const char *text, int left)
{
    unsigned char first = (unsigned char)text[0];
    int bytes = first < 0x80                    ? 1
                : first >= 0xc2 && first < 0xe0 ? 2
                : first >= 0xe0 && first < 0xf0 ? 3
                : first >= 0xf0 && first < 0xf5 ? 4
                                                : 0;
    if (bytes > left)
        return 0;
    for (int i = 1; i < bytes; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    return bytes;
}

static void find_columns(TrfLine *line)
{
    bool is_utf8 = true;
    for (int pass = 0; pass < 2; pass++) {
        int at = 0;
        line->columns = line->filled = 0;
        while (at < line->length && line->columns < TRF_COLUMNS_MAX) {
            int bytes = is_utf8 ? character_bytes(line->text + at, line->length - at) : 1;
            if (!bytes)
                break;
            line->start[line->columns++] = (uint32_t)at;
            if (line->text[at] != ' ')
                line->filled = line->columns;
            at += bytes;
        }
        line->start[line->columns] = (uint32_t)at;
        line->is_wide = at < line->length && line->columns == TRF_COLUMNS_MAX;
        if (at == line->length || line->is_wide)
            return;
        is_utf8 = false;
    }
}

bool trf_line_next(TrfLine *line, const char *text, size_t length, size_t *at, int *row)
{
    do {
        if (*at >= length)
            return false;
        size_t end = *at;
        while (end < length && text[end] != '\r' && text[end] != '\n')
            end++;
        line->text = text + *at;
        line->length = end - *at > 1u << 30 ? 1 << 30 : (int)(end - *at);
        line->row = ++*row;
        if (*row == 1 && line->length >= 3 &&
            !memcmp(line->text, "\xef\xbb\xbf", 3)) { /* a byte order mark */
            line->text += 3;
            line->length -= 3;
        }
        *at = end + 1;
        if (end + 1 < length && text[end] == '\r' && text[end + 1] == '\n')
            *at = end + 2;
    } while (line->length < TAG_LENGTH);
    find_columns(line);
    return true;
}

bool trf_line_has_tag(const TrfLine *line, const char *tag)
{
    return !memcmp(line->text, tag, TAG_LENGTH) &&
           (line->length == TAG_LENGTH || line->text[TAG_LENGTH] == ' ');
}

char trf_line_char(const TrfLine *line, int column)
{
    if (column > line->columns)
        return ' ';
    uint32_t at = line->start[column - 1];
    return line->start[column] - at == 1 && (unsigned char)line->text[at] < 0x80 ? line->text[at]
                                                                                 : '?';
}

/* The field's bytes without the blanks around them. */
static const char *field(const TrfLine *line, int first, int last, int *length)
{
    if (last > line->columns)
        last = line->columns;
    *length = 0;
    if (first > last)
        return line->text;
    const char *from = line->text + line->start[first - 1], *to = line->text + line->start[last];
    while (from < to && *from == ' ')
        from++;
    while (to > from && to[-1] == ' ')
        to--;
    *length = (int)(to - from);
    return from;
}

void trf_line_copy(const TrfLine *line, int first, int last, char *to, size_t size)
{
    int length;
    const char *from = field(line, first, last, &length);
    if ((size_t)length >= size)
        length = (int)size - 1;
    memcpy(to, from, (size_t)length);
    to[length] = 0;
}

FieldState trf_number(const char *text, int length, int *value)
{
    *value = 0;
    if (!length)
        return FIELD_EMPTY;
    if (length > 7)
        return FIELD_BAD;
    for (int i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return FIELD_BAD;
        *value = *value * 10 + (text[i] - '0');
    }
    return FIELD_OK;
}

FieldState trf_points(const char *text, int length, int *tenths)
{
    *tenths = 0;
    if (!length)
        return FIELD_EMPTY;
    bool negative = text[0] == '-';
    int i = negative, digits = 0, whole = 0, part = 0;
    for (; i < length && digits < 4 && text[i] >= '0' && text[i] <= '9'; i++, digits++)
        whole = whole * 10 + (text[i] - '0');
    if (i < length && (text[i] == '.' || text[i] == ',')) {
        i++;
        if (i < length && text[i] >= '0' && text[i] <= '9') {
            part = text[i++] - '0';
            digits++;
        }
        while (i < length && text[i] == '0')
            i++;
    }
    if (i != length || !digits || whole * 10 + part > TOURNAMENT_POINTS_MAX)
        return FIELD_BAD;
    *tenths = (whole * 10 + part) * (negative ? -1 : 1);
    return FIELD_OK;
}

FieldState trf_line_number(const TrfLine *line, int first, int last, int *value)
{
    int length;
    const char *text = field(line, first, last, &length);
    return trf_number(text, length, value);
}

FieldState trf_line_points(const TrfLine *line, int first, int last, int *tenths)
{
    int length;
    const char *text = field(line, first, last, &length);
    return trf_points(text, length, tenths);
}

bool trf_line_is_blank_from(const TrfLine *line, int column)
{
    return column > line->filled;
}

bool trf_line_word(const TrfLine *line, int *at, TrfWord *word)
{
    while (*at < line->length && (line->text[*at] == ' ' || line->text[*at] == '\t'))
        ++*at;
    if (*at >= line->length)
        return false;
    word->text = line->text + *at;
    word->column = *at + 1;
    int start = *at;
    while (*at < line->length && line->text[*at] != ' ' && line->text[*at] != '\t')
        ++*at;
    word->length = *at - start;
    return true;
}
