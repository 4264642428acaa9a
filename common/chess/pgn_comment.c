#include "pgn_comment.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits up to a limit; false without any. */
static bool read_digits(const char **at, const char *end, int32_t limit, int32_t *value)
{
    const char *from = *at;
    for (*value = 0; *at < end && is_digit(**at); ++*at) {
        *value = *value * 10 + (**at - '0');
        if (*value > limit)
            return false;
    }
    return *at > from;
}

/* What follows "[%name" and a blank in a comment, or NULL. */
static const char *find_command(const char *text, size_t length, const char *command)
{
    size_t size = strlen(command);
    for (const char *end = text + length; length >= size; length = (size_t)(end - text)) {
        const char *found = memchr(text, '[', length);
        if (!found || (size_t)(end - found) < size)
            return NULL;
        if (memcmp(found, command, size) == 0 && found + size < end &&
            (unsigned char)found[size] <= ' ')
            return found + size + 1;
        text = found + 1;
    }
    return NULL;
}

bool pgn_comment_clock(const char *text, size_t length, int32_t *ms)
{
    const char *end = text + length, *at = find_command(text, length, "[%clk");
    int32_t hours, minutes, seconds, tenths = 0;
    if (!at || !read_digits(&at, end, 500, &hours) || at == end || *at++ != ':' ||
        !read_digits(&at, end, 59, &minutes) || at == end || *at++ != ':' ||
        !read_digits(&at, end, 59, &seconds))
        return false;
    if (at + 1 < end && *at == '.' && is_digit(at[1]))
        tenths = at[1] - '0';
    *ms = ((hours * 60 + minutes) * 60 + seconds) * 1000 + tenths * 100;
    return true;
}

bool pgn_comment_eval(const char *text, size_t length, PgnEval *eval)
{
    const char *end = text + length, *at = find_command(text, length, "[%eval");
    if (!at || at == end)
        return false;
    eval->is_mate = *at == '#';
    at += eval->is_mate;
    bool negative = at < end && *at == '-';
    at += negative || (at < end && *at == '+');
    int32_t whole;
    if (!read_digits(&at, end, 10000, &whole))
        return false;
    if (!eval->is_mate) {
        whole *= 100;
        for (int32_t unit = 10;
             unit && end - at >= 2 && (unit == 1 || *at == '.') && is_digit(at[1]);
             unit /= 10, at++)
            whole += unit * (at[1] - '0');
    }
    eval->value = negative ? -whole : whole;
    return true;
}
