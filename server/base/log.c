#include "log.h"

#include <stdarg.h>
#include <stdio.h>

enum { LINE_MAX_BYTES = 1024 };

/* Set before there are threads, and never again. */
static LogLevel least = LOG_LEVEL_INFO;

void log_set_level(LogLevel level)
{
    least = level;
}

/* What a client sent must not look like lines of ours, or control a terminal. */
static void clean(char *words)
{
    for (; *words; words++)
        if ((unsigned char)*words < 0x20 || *words == 0x7f)
            *words = '?';
}

/* One write: lines of several threads don't mix. */
static void print_line(LogLevel level, const char *format, va_list arguments)
{
    static const char *const PREFIXES[] = {"debug: ", "", "warning: "};
    char line[LINE_MAX_BYTES], words[LINE_MAX_BYTES - 32];
    if (level < least)
        return;
    vsnprintf(words, sizeof words, format, arguments);
    clean(words);
    snprintf(line, sizeof line, "castled: %s%s\n", PREFIXES[level], words);
    fputs(line, stderr);
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
