#include "log.h"

#include "rfc3339.h"
#include "wall_clock.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LINE_MAX_BYTES = 1024 };

/* Set before there are threads, and never again. */
static LogLevel least = LOG_LEVEL_INFO;

static LogForm form = LOG_FORM_TEXT;

static _Thread_local LogRequest request;

void log_set_form(LogForm chosen)
{
    form = chosen;
}

LogRequest log_enter_request(const char *id)
{
    LogRequest before = request;
    snprintf(request.id, sizeof request.id, "%s", id);
    return before;
}

void log_leave_request(LogRequest before)
{
    request = before;
}

const char *log_request_id(void)
{
    return request.id;
}

void log_set_level(LogLevel level)
{
    least = level;
}

/* The length of the character in UTF-8 that begins there, 1 to 4; 0: it is none (RFC 3629, 4). */
static size_t character(const unsigned char *at)
{
    size_t length = *at < 0x80                  ? 1
                    : *at >= 0xc2 && *at < 0xe0 ? 2
                    : *at >= 0xe0 && *at < 0xf0 ? 3
                    : *at >= 0xf0 && *at < 0xf5 ? 4
                                                : 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    bool is_overlong = (*at == 0xe0 && at[1] < 0xa0) || (*at == 0xf0 && at[1] < 0x90);
    bool is_surrogate = *at == 0xed && at[1] > 0x9f, is_beyond = *at == 0xf4 && at[1] > 0x8f;
    return is_overlong || is_surrogate || is_beyond ? 0 : length;
}

/* Of ASCII and ISO 8859-1 (which terminals obey in UTF-8, too), and what ends a line or turns the direction of writing. */
static bool is_control(const unsigned char *at, size_t length)
{
    switch (length) {
    case 1: return *at < 0x20 || *at == 0x7f;
    case 2: return at[0] == 0xc2 && at[1] < 0xa0;
    case 3:
        return at[0] == 0xe2 && ((at[1] == 0x80 && at[2] >= 0xa8 && at[2] <= 0xae) ||
                                 (at[1] == 0x81 && at[2] >= 0xa6 && at[2] <= 0xa9));
    default: return false;
    }
}

/* What a client sent must not look like lines of ours, or control a terminal. Afterwards it is UTF-8. */
static void clean(char *words)
{
    const unsigned char *at = (const unsigned char *)words;
    while (*at) {
        size_t length = character(at);
        if (length && !is_control(at, length)) {
            memmove(words, at, length);
            words += length;
        } else {
            *words++ = '?';
        }
        at += length ? length : 1;
    }
    *words = '\0';
}

static void print_text(LogLevel level, const char *words)
{
    static const char *const PREFIXES[] = {"debug: ", "", "warning: "};
    char line[LINE_MAX_BYTES + LOG_REQUEST_MAX + 32];
    bool has_request = *request.id;
    snprintf(line, sizeof line, "castled: %s%s%s%s%s\n", PREFIXES[level], words,
             has_request ? " [request " : "", request.id, has_request ? "]" : "");
    fputs(line, stderr);
}

/* As the content of a JSON string, after 'clean'. */
static void escape(const char *words, char *out)
{
    for (; *words; words++) {
        if (*words == '"' || *words == '\\')
            *out++ = '\\';
        *out++ = *words;
    }
    *out = '\0';
}

static void print_json(LogLevel level, const char *words)
{
    static const char *const LEVELS[] = {"debug", "info", "warning"};
    char escaped[2 * LINE_MAX_BYTES], line[2 * LINE_MAX_BYTES + 128 + LOG_REQUEST_MAX];
    char when[RFC3339_SIZE];
    bool has_request = *request.id;
    rfc3339_print(wall_clock(), when);
    escape(words, escaped);
    snprintf(line, sizeof line, "{\"time\":\"%s\",\"level\":\"%s\",\"message\":\"%s\"%s%s%s}\n",
             when, LEVELS[level], escaped, has_request ? ",\"request\":\"" : "", request.id,
             has_request ? "\"" : "");
    fputs(line, stderr);
}

/* One write: lines of several threads don't mix. */
static void print_line(LogLevel level, const char *format, va_list arguments)
{
    char words[LINE_MAX_BYTES - 32];
    if (level < least)
        return;
    vsnprintf(words, sizeof words, format, arguments);
    clean(words);
    if (form == LOG_FORM_JSON)
        print_json(level, words);
    else
        print_text(level, words);
}

void log_debug(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(LOG_LEVEL_DEBUG, format, arguments);
    va_end(arguments);
}

void log_info(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(LOG_LEVEL_INFO, format, arguments);
    va_end(arguments);
}

void log_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line(LOG_LEVEL_WARNING, format, arguments);
    va_end(arguments);
}
