/* log.h - lines for the operator, on stderr. The journal (systemd, docker) adds the time.
 *
 * One line per call, and never a secret in it. Lines for single moves or requests are LOG_LEVEL_DEBUG. */
#pragma once

#include <stdbool.h>

#if defined(__GNUC__)
#define LOG_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define LOG_FORMAT
#endif

typedef enum { LOG_LEVEL_DEBUG, LOG_LEVEL_INFO, LOG_LEVEL_WARNING } LogLevel;

/* Of the whole process: called once at the start, before there are threads. LOG_LEVEL_INFO until then. */
void log_set_level(LogLevel level);

/* What a developer looks for: connections, requests, games. */
void log_debug(const char *format, ...) LOG_FORMAT;
void log_info(const char *format, ...) LOG_FORMAT;
/* Something that the operator should look at. */
void log_warning(const char *format, ...) LOG_FORMAT;
