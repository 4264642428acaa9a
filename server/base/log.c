#include "log.h"

#include <stdarg.h>
#include <stdio.h>

enum { LINE_MAX_BYTES = 1024 };

/* One write: lines of several threads don't mix. */
static void print_line(const char *what, const char *format, va_list arguments)
{
    char line[LINE_MAX_BYTES], words[LINE_MAX_BYTES - 32];
    vsnprintf(words, sizeof words, format, arguments);
    snprintf(line, sizeof line, "castled: %s%s\n", what, words);
    fputs(line, stderr);
}

void log_info(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line("", format, arguments);
    va_end(arguments);
}

void log_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_line("warning: ", format, arguments);
    va_end(arguments);
}
