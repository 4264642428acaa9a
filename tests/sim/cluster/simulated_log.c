/* simulated_log.c - in place of server/base/log.h: what the nodes of a simulated world say is in its trace. */
#include "log.h"

#include "world.h"

#include <stdarg.h>
#include <stdio.h>

enum { LOG_LINE_MAX = 400 };

static void say(const char *format, va_list arguments)
{
    char line[LOG_LINE_MAX];
    vsnprintf(line, sizeof line, format, arguments);
    world_trace("log: %s", line);
}

#define SAY(name)                                                                                  \
    void name(const char *format, ...)                                                             \
    {                                                                                              \
        va_list arguments;                                                                         \
        va_start(arguments, format);                                                               \
        say(format, arguments);                                                                    \
        va_end(arguments);                                                                         \
    }

SAY(log_debug)
SAY(log_info)
SAY(log_warning)

LogRequest log_enter_request(const char *id)
{
    (void)id;
    return (LogRequest){0};
}

void log_leave_request(LogRequest before)
{
    (void)before;
}

const char *log_request_id(void)
{
    return "";
}
