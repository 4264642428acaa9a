#include "utf8.h"

#include <string.h>

/* Continuation bytes, the least point that needs so many, and the bits that the first byte gives. */
static const struct {
    unsigned char mask, lead;
    uint32_t least;
} FORMS[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};

size_t utf8_take(const char *bytes, size_t length, uint32_t *point)
{
    if (length == 0)
        return 0;
    unsigned char first = (unsigned char)bytes[0];
    size_t more = 0;
    while (more < 4 && (first & FORMS[more].mask) != FORMS[more].lead)
        more++;
    if (more == 4 || more >= length)
        return 0;
    uint32_t value = first & (unsigned char)~FORMS[more].mask;
    for (size_t i = 1; i <= more; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if ((byte & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (byte & 0x3f);
    }
    if (value < FORMS[more].least || value > 0x10ffff || (value >= 0xd800 && value < 0xe000))
        return 0;
    *point = value;
    return more + 1;
}

bool utf8_is_valid(const char *bytes, size_t length)
{
    uint32_t point;
    for (size_t at = 0, taken; at < length; at += taken)
        if ((taken = utf8_take(bytes + at, length - at, &point)) == 0)
            return false;
    return true;
}

size_t utf8_from_bytes(const char *bytes, size_t length, char *out)
{
    size_t used = 0;
    uint32_t point;
    for (size_t at = 0, size; at < length; at += size) {
        unsigned char byte = (unsigned char)bytes[at];
        size = utf8_take(bytes + at, length - at, &point);
        memcpy(out + used, bytes + at, size);
        used += size;
        if (size)
            continue;
        size = 1;
        if (byte >= 0xa0) { /* those below are control characters */
            out[used++] = (char)(0xc0 | byte >> 6);
            out[used++] = (char)(0x80 | (byte & 0x3f));
        }
    }
    out[used] = '\0';
    return used;
}

static bool is_within(uint32_t point, uint32_t least, uint32_t most)
{
    return point >= least && point <= most;
}

bool utf8_is_plain(uint32_t point)
{
    return point >= 0x20 && !is_within(point, 0x7f, 0x9f) && point != 0x061c &&
           !is_within(point, 0x200e, 0x200f) && !is_within(point, 0x2028, 0x202e) &&
           !is_within(point, 0x2066, 0x2069) && point != 0xfeff &&
           !is_within(point, 0xfff9, 0xfffb) && !is_within(point, 0xe0000, 0xe007f);
}

bool utf8_is_blank(uint32_t point)
{
    return point == ' ' || point == 0xa0 || point == 0xad || point == 0x34f ||
           is_within(point, 0x115f, 0x1160) || point == 0x1680 || point == 0x180e ||
           is_within(point, 0x2000, 0x200d) || point == 0x202f ||
           is_within(point, 0x205f, 0x2065) || point == 0x2800 || point == 0x3000 ||
           point == 0x3164 || point == 0xffa0;
}

bool utf8_is_seen(const char *text)
{
    uint32_t point;
    size_t size = 1;
    for (size_t left = strlen(text); left && size; text += size, left -= size) {
        size = utf8_take(text, left, &point);
        if (size && !utf8_is_blank(point))
            return true;
    }
    return false;
}

enum { MARKS_MAX = 4 }; /* on one letter; Hebrew with its accents has three */

/* Of the blocks of marks that go with letters of any script, and of the scripts that have most of them (Unicode 15). */
static bool is_mark(uint32_t point)
{
    static const uint32_t BLOCKS[][2] = {
        {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
        {0x64b, 0x65f},   {0xe34, 0xe3a},   {0xe47, 0xe4e},   {0x1ab0, 0x1aff},
        {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
    };
    for (size_t i = 0; i < sizeof BLOCKS / sizeof *BLOCKS; i++)
        if (is_within(point, BLOCKS[i][0], BLOCKS[i][1]))
            return true;
    return false;
}

/* 'ends': the characters that may end a line in it. */
static bool is_shown(const char *text, const char *ends)
{
    uint32_t point;
    int marks = 0;
    for (size_t left = strlen(text), size; left; text += size, left -= size) {
        size = utf8_take(text, left, &point);
        if (!size || (!utf8_is_plain(point) && !(point < 0x80 && strchr(ends, (int)point))))
            return false;
        marks = is_mark(point) ? marks + 1 : 0;
        if (marks > MARKS_MAX)
            return false;
    }
    return true;
}

bool utf8_is_line(const char *text)
{
    return is_shown(text, "");
}

bool utf8_is_lines(const char *text)
{
    return is_shown(text, "\r\n");
}

size_t utf8_count(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}
