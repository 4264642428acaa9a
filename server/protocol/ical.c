#include "ical.h"

#include <stdio.h>
#include <string.h>

static bool goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80; /* RFC 3629, 3 */
}

/* A character with what belongs to it; a lone byte that is not UTF-8 counts as one. */
static size_t character(const char *at)
{
    size_t length = 1;
    while (length < 4 && goes_on(at[length]))
        length++;
    return length;
}

/* No line is broken inside a character, which RFC 5545 only recommends (3.1). */
static void put(Text *text, size_t *column, const char *bytes, size_t length)
{
    if (*column + length > ICAL_LINE_MAX) {
        text_append(text, "\r\n ", 3);
        *column = 1;
    }
    text_append(text, bytes, length);
    *column += length;
}

static size_t begin(Text *text, const char *name)
{
    size_t column = 0;
    for (const char *at = name; *at; at++)
        put(text, &column, at, 1);
    put(text, &column, ":", 1);
    return column;
}

static bool is_control(char byte)
{
    return ((unsigned char)byte < ' ' && byte != '\t') || byte == 0x7F;
}

void ical_line(Text *text, const char *name, const char *value)
{
    size_t column = begin(text, name);
    for (const char *at = value; *at; at += character(at))
        if (!is_control(*at))
            put(text, &column, at, character(at));
    text_append(text, "\r\n", 2);
}

void ical_words(Text *text, const char *name, const char *words, size_t most)
{
    size_t column = begin(text, name), length;
    for (const char *at = words; *at; at += length) {
        length = character(at);
        if ((size_t)(at - words) + length > most)
            break;
        if (*at == '\n')
            put(text, &column, "\\n", 2);
        else if (strchr("\\;,", *at))
            put(text, &column, (const char[]){'\\', *at}, 2);
        else if (!is_control(*at))
            put(text, &column, at, length);
    }
    text_append(text, "\r\n", 2);
}

/* The civil date of a day since 1970-01-01: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
 * civil_from_days. */
static void date_of(int64_t day, int *year, int *month, int *date)
{
    int64_t shifted = day + 719468, era = shifted / 146097, of_era = shifted % 146097;
    int64_t years = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * years + years / 4 - years / 100);
    int64_t march = (5 * of_year + 2) / 153; /* months since March */
    *date = (int)(of_year - (153 * march + 2) / 5 + 1);
    *month = (int)(march < 10 ? march + 3 : march - 9);
    *year = (int)(years + era * 400 + (*month <= 2));
}

void ical_time(Text *text, const char *name, int64_t wall)
{
    enum { DAY = 24 * 60 * 60 };
    static const int64_t LAST = INT64_C(253402300799); /* 9999-12-31T23:59:59Z */
    char value[64];
    int year, month, date;
    int64_t seconds = wall < 0 ? 0 : wall / 1000;
    if (seconds > LAST)
        seconds = LAST;
    int of_day = (int)(seconds % DAY);
    date_of(seconds / DAY, &year, &month, &date);
    snprintf(value, sizeof value, "%04d%02d%02dT%02d%02d%02dZ", year, month, date, of_day / 3600,
             of_day / 60 % 60, of_day % 60);
    ical_line(text, name, value);
}
