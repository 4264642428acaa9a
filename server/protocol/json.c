#include "json.h"

#include "utf8.h"

#include <string.h>

/* cJSON copies a number into 64 bytes before it reads it. */
enum { NUMBER_MAX = 60 };

typedef struct {
    const char *at, *end;
    int depth;
    const char *fault; /* the first */
} Scan;

static bool fail(Scan *scan, const char *fault)
{
    if (!scan->fault)
        scan->fault = fault;
    return false;
}

static char peek(const Scan *scan)
{
    return scan->at < scan->end ? *scan->at : '\0';
}

static bool take(Scan *scan, char wanted)
{
    if (scan->at == scan->end || *scan->at != wanted)
        return false;
    scan->at++;
    return true;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(Scan *scan)
{
    while (is_space(peek(scan)))
        scan->at++;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool take_digits(Scan *scan)
{
    const char *begin = scan->at;
    while (is_digit(peek(scan)))
        scan->at++;
    return scan->at > begin;
}

static bool scan_number(Scan *scan)
{
    const char *begin = scan->at;
    take(scan, '-');
    if (!take(scan, '0') && !take_digits(scan))
        return fail(scan, "invalid value");
    if (take(scan, '.') && !take_digits(scan))
        return fail(scan, "a number ends with its decimal point");
    if (take(scan, 'e') || take(scan, 'E')) {
        if (!take(scan, '+'))
            take(scan, '-');
        if (!take_digits(scan))
            return fail(scan, "a number has an empty exponent");
    }
    if (scan->at - begin > NUMBER_MAX)
        return fail(scan, "a number is too long");
    return true;
}

static bool take_hex(Scan *scan, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        char c = peek(scan);
        if (!is_digit(c) && !((c | 32) >= 'a' && (c | 32) <= 'f'))
            return fail(scan, "an escape \\u needs four hexadecimal digits");
        *unit = *unit << 4 | (uint32_t)(is_digit(c) ? c - '0' : (c | 32) - 'a' + 10);
        scan->at++;
    }
    return true;
}

/* After the backslash. A surrogate needs its other half (RFC 8259, 8.2). */
static bool scan_escape(Scan *scan)
{
    uint32_t unit, low;
    char c = peek(scan);
    if (c != '\0' && strchr("\"\\/bfnrt", c)) {
        scan->at++;
        return true;
    }
    if (!take(scan, 'u'))
        return fail(scan, "a string has an unknown escape");
    if (!take_hex(scan, &unit))
        return false;
    if (unit == 0)
        return fail(scan, "a string has the character \\u0000");
    if (unit < 0xd800 || unit > 0xdfff)
        return true;
    if (unit > 0xdbff || !take(scan, '\\') || !take(scan, 'u'))
        return fail(scan, "a string has half a surrogate pair");
    if (!take_hex(scan, &low))
        return false;
    return (low >= 0xdc00 && low <= 0xdfff) || fail(scan, "a string has half a surrogate pair");
}

static void skip_plain(Scan *scan)
{
    while (json_is_plain(peek(scan)))
        scan->at++;
}

static bool scan_string(Scan *scan)
{
    if (!take(scan, '"'))
        return fail(scan, "a member's name must be a string");
    for (skip_plain(scan); !take(scan, '"'); skip_plain(scan)) {
        uint32_t point;
        if (scan->at == scan->end)
            return fail(scan, "a string is not closed");
        size_t size = utf8_take(scan->at, (size_t)(scan->end - scan->at), &point);
        if (size == 0)
            return fail(scan, "a string is not UTF-8");
        if (point < 0x20)
            return fail(scan, "a string has a control character");
        scan->at += size;
        if (point == '\\' && !scan_escape(scan))
            return false;
    }
    return true;
}

static bool scan_word(Scan *scan, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(scan->end - scan->at) < length || memcmp(scan->at, word, length) != 0)
        return fail(scan, "invalid value");
    scan->at += length;
    return true;
}

static bool scan_value(Scan *scan);

/* An object or an array, by its closing bracket. Recursion ends at JSON_DEPTH_MAX. */
static bool scan_members(Scan *scan, char close)
{
    scan->at++;
    if (++scan->depth > JSON_DEPTH_MAX)
        return fail(scan, "objects or arrays are nested too deeply");
    skip_space(scan);
    bool more = !take(scan, close);
    for (int count = 1; more; count++) {
        if (count > JSON_MEMBERS_MAX)
            return fail(scan, "an object or array has too many members");
        skip_space(scan);
        if (close == '}') {
            if (!scan_string(scan))
                return false;
            skip_space(scan);
            if (!take(scan, ':'))
                return fail(scan, "a member has no colon");
        }
        if (!scan_value(scan))
            return false;
        more = !take(scan, close);
        if (more && !take(scan, ','))
            return fail(scan, "an object or array is not closed");
    }
    scan->depth--;
    return true;
}

/* One value and the space around it. */
static bool scan_value(Scan *scan)
{
    skip_space(scan);
    bool good;
    switch (peek(scan)) {
    case '{': good = scan_members(scan, '}'); break;
    case '[': good = scan_members(scan, ']'); break;
    case '"': good = scan_string(scan); break;
    case 't': good = scan_word(scan, "true"); break;
    case 'f': good = scan_word(scan, "false"); break;
    case 'n': good = scan_word(scan, "null"); break;
    default: good = scan_number(scan); break;
    }
    skip_space(scan);
    return good;
}

const char *json_fault(const char *text, size_t length)
{
    Scan scan = {.at = text, .end = text + length};
    skip_space(&scan);
    if (peek(&scan) != '{')
        return "not an object";
    if (scan_value(&scan) && scan.at != scan.end)
        fail(&scan, "there is text after the object");
    return scan.fault;
}
